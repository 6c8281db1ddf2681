"""From photographs and scans to the bubbles that are marked: ``read_sheets`` for a file, ``read_pictures`` for many."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from kitgen.camera.bubbles import ReadBubble, read_bubbles, tones_of
from kitgen.camera.codes import read_code
from kitgen.camera.corners import CornersFound, find_corners
from kitgen.camera.hints import hints
from kitgen.camera.pictures import Picture, pictures_of
from kitgen.camera.quality import NO_SHEET, PARTLY_HIDDEN, missing_corners, no_code, no_sheet, quality
from kitgen.camera.straight import SCALE, straight_picture, straightening, view_of
from kitgen.check.picture.scan.aligning import Grey
from kitgen.errors import CameraError, RecordError
from kitgen.kit.kit import Kit
from kitgen.record.forms.code import COUNT, LOG, PAPERS
from kitgen.record.forms.form import Bubble, Form
from kitgen.record.forms.make import form_codes, make_form

#: What is shown of the paper above and below a row, in mm.
AROUND = 0.5
#: Takes mm of a sheet to dots of its straightened picture.
FLAT = np.diag([SCALE, SCALE, 1.0])


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """A sheet that was read.

    Attributes:
        picture: where it was found, to be told to a person: a file, and of a PDF the page.
        form: what is printed on it; its code says which sheet it is.
        readings: of each bubble what was read.
        warnings: what is to be said of it, although it was read.
        straight: the sheet as it was photographed, straightened.
    """

    picture: str
    form: Form
    readings: Mapping[Bubble, ReadBubble]
    warnings: tuple[str, ...]
    straight: Grey

    def strip(self, row: int) -> bytes:
        """Return a row as it was photographed, straightened, as PNG.

        Args:
            row: its number within the sheet, from 0.
        """
        place = self.form.rows[row]
        left, right = round(place.x * SCALE), round((place.x + place.width) * SCALE)
        top, bottom = round((place.y - AROUND) * SCALE), round((place.y + place.height + AROUND) * SCALE)
        return bytes(cv2.imencode(".png", self.straight[max(top, 0) : bottom, max(left, 0) : right])[1])


@dataclass(frozen=True, slots=True)
class PictureRead:
    """What was read of one picture, or of one page of a scan.

    Attributes:
        picture: its name, to be told to a person.
        sheets: the sheets in it.
        refusals: why others in it, or the picture as a whole, could not be read, and what to do.
    """

    picture: str
    sheets: tuple[ReadSheet, ...]
    refusals: tuple[str, ...] = ()


def read_sheets(path: Path, kit: Kit) -> list[ReadSheet]:
    """Return all sheets in a photograph, a scan of many pages, or a folder of such files.

    Args:
        path: of it.
        kit: whose sheets they are.

    Raises:
        CameraError: no sheet can be read: the first reason, and what to do.
    """
    found = list(read_pictures([path], kit))
    sheets = [sheet for one in found for sheet in one.sheets]
    if not sheets:
        raise CameraError(next((why for one in found for why in one.refusals), f"{path} holds no picture"))
    return sheets


def read_pictures(paths: Iterable[Path], kit: Kit) -> Iterator[PictureRead]:
    """Yield what is read of each picture, one at a time, for they take much room.

    Args:
        paths: photographs, scans, and folders of them.
        kit: whose sheets they are.

    Raises:
        CameraError: a folder holds no pictures.
    """
    models = _models(kit)
    for picture in pictures_of(paths):
        if isinstance(picture, CameraError):
            yield PictureRead("", (), (str(picture),))
        else:
            yield _read_picture(picture, kit, models)


def _read_picture(picture: Picture, kit: Kit, models: Sequence[Form]) -> PictureRead:
    """Return what is read of one picture."""
    first, _, third, _ = models[0].corners
    wide, high = (third.x - first.x) / first.side, (third.y - first.y) / first.side
    corners = find_corners(picture.grey, wide, high)
    if not corners:
        return PictureRead(picture.name, (), (f"{picture.name} {no_sheet(picture.grey)}",))
    if len(corners[0].missing) < 2:  # what looks like one marker, beside a sheet, is none
        corners = [one for one in corners if len(one.missing) < 3]
    sheets, refusals = [], []
    for one in corners:
        try:
            sheets.append(_read(picture, one, kit, models))
        except cv2.error:  # markers that lie as on no sheet
            refusals.append(f"{picture.name} {NO_SHEET}")
        except CameraError as why:
            refusals.append(f"{picture.name} {why}" if not str(why).startswith("the ") else f"{picture.name}: {why}")
    return PictureRead(picture.name, tuple(sheets), tuple(refusals))


def _models(kit: Kit) -> list[Form]:
    """Return some sheet of a kit on each paper: corners and code lie in the same places on all.

    Raises:
        CameraError: the kit has no sheets to be marked.
    """
    found = []
    for page in PAPERS:
        for part in (LOG, COUNT):
            try:
                found.append(make_form(kit, form_codes(kit, part, page)[0]))
            except RecordError:
                continue
            break
    if not found:
        raise CameraError(f"kit {kit.name!r} has no sheets to be marked")
    return found


def _read(picture: Picture, corners: CornersFound, kit: Kit, models: Sequence[Form]) -> ReadSheet:
    """Return the sheet with some corners.

    Raises:
        CameraError: it cannot be read.
    """
    grey, model = picture.grey, models[0]
    if len(corners.missing) > 1:
        why = no_sheet(grey)
        if why != NO_SHEET:
            raise CameraError(why)
        raise CameraError(missing_corners(corners, None, model, grey.shape))
    code = next((code for one in models if (code := read_code(grey, view_of(corners, one), one))), None)
    if code is None:  # the code may lie where the sheet is bent
        codes = (read_code(straight_picture(grey, straightening(grey, corners, one), one), FLAT, one) for one in models)
        code = next((code for code in codes if code), None)
    if code is None:
        raise CameraError(no_code(grey, corners, model))
    if code.hash not in (kit.short_hash, kit.printed_hash):
        raise CameraError(
            f"shows a sheet of kit {code.kit!r} ({code.hash}), not of {kit.name!r} ({kit.short_hash}): "
            "read it for that machine"
        )
    try:
        form = make_form(kit, code)
    except RecordError as why:
        raise CameraError(f"shows a sheet that this kitgen does not print: {why}") from None
    place = straightening(grey, corners, form)
    if place.gaps:
        raise CameraError(missing_corners(corners, place.view, form, grey.shape) if corners.missing else PARTLY_HIDDEN)
    straight = straight_picture(grey, place, form)
    tones = tones_of(straight, form)
    refusal = quality(tones, straight, form)
    if refusal:
        raise CameraError(refusal)
    return ReadSheet(picture.name, form, read_bubbles(tones, form), hints(picture, place, form), straight)
