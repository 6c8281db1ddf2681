"""Read the bubbles of sheets in photos and scans."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import cv2
import numpy as np

from kitgen.errors import CameraError, KitFileError, RecordError
from kitgen.forms.form import COUNT, LOG, PAPERS, Form, FormCode
from kitgen.forms.places import form_codes, make_form
from kitgen.kit.kit import Kit
from kitgen.marked.bubble_states import read_bubbles, tones_of
from kitgen.marked.photo_faults import (
    NO_SHEET,
    PARTLY_HIDDEN,
    missing_corners,
    no_code,
    no_sheet,
    quality,
)
from kitgen.marked.photo_files import Picture, picture_files_in, pictures_in
from kitgen.marked.print_warnings import hints
from kitgen.marked.row_marks import ReadSheet
from kitgen.marked.sheet_code import read_code
from kitgen.marked.straight import SCALE, Corners, Straightening, find_corners, view_of
from kitgen.marked.stray_ink import stray_ink
from kitgen.pictures.alignment import Grey

#: Paper shown above and below a row.
AROUND_ROW_MM = 0.5
#: The perspective from mm of a sheet to dots of its straightened picture.
FLAT = np.diag([SCALE, SCALE, 1.0])


def read_pictures(paths: Iterable[Path], kit: Kit) -> Iterator[ReadSheet | str]:
    """Yield the sheets in some pictures, or the reason why one cannot be read.

    One picture is read at a time, to save memory.

    Raises:
        CameraError: a folder contains no pictures, or too many.
    """
    models = _models(kit)
    for path in paths:
        for file in picture_files_in(path) if path.is_dir() else [path]:
            try:
                for picture in pictures_in(file):
                    yield from _sheets_in(picture, kit, models)
            except KitFileError as why:
                yield str(why)


def _sheets_in(picture: Picture, kit: Kit, models: Sequence[Form]) -> Iterator[ReadSheet | str]:
    first, _, third, _ = models[0].corners
    across = (third.x - first.x) / first.side
    down = (third.y - first.y) / first.side
    sheets = find_corners(picture.grey, across, down)
    if not sheets:
        yield f"{picture.name} {no_sheet(picture.grey)}"
    elif len(sheets[0]) > 2:  # a single marker beside a sheet is none
        sheets = [corners for corners in sheets if len(corners) > 1]
    for corners in sheets:
        try:
            yield _read(picture, corners, kit, models)
        except cv2.error:  # markers that cannot belong to a sheet
            yield f"{picture.name} {NO_SHEET}"
        except CameraError as why:
            colon = ":" if str(why).startswith("the ") else ""
            yield f"{picture.name}{colon} {why}"


def _models(kit: Kit) -> list[Form]:
    """Return one sheet of a kit for each paper: corners and code are in the same places on all."""
    forms: dict[str, Form] = {}
    for page, part in product(PAPERS, (LOG, COUNT)):
        if page not in forms:
            with suppress(RecordError):
                forms[page] = make_form(kit, form_codes(kit, part, page)[0])
    if not forms:
        raise CameraError(f"kit {kit.name!r} has no sheets to mark")
    return list(forms.values())


def _read(picture: Picture, corners: Corners, kit: Kit, models: Sequence[Form]) -> ReadSheet:
    form = _form_of(picture.grey, corners, kit, models)
    place = Straightening(picture.grey, corners, form)
    if place.gap and len(corners) < 4:
        raise CameraError(missing_corners(corners, form, picture.grey.shape))
    if place.gap:
        raise CameraError(PARTLY_HIDDEN)
    straight = place.picture()
    tones = tones_of(straight, form)
    refusal = quality(tones, straight, form)
    if refusal:
        raise CameraError(refusal)
    readings = read_bubbles(tones, form)
    if picture.lowest is not None:
        tones = tones_of(place.picture(picture.lowest), form)
    states = {bubble: reading.state for bubble, reading in readings.items()}
    stray = stray_ink(tones.dark, form, states)
    for bubble, state in stray.states.items():
        readings[bubble] = replace(readings[bubble], state=state)
    return ReadSheet(
        picture=picture.name,
        form=form,
        readings=readings,
        warnings=hints(picture, place, form),
        strip=partial(_strip, straight, form),
        inked=stray.rows,
    )


def _form_of(grey: Grey, corners: Corners, kit: Kit, models: Sequence[Form]) -> Form:
    """Return the sheet that a picture shows, by its code; ``CameraError`` if it is none of the
    kit's.
    """
    if len(corners) < 3:
        why = no_sheet(grey)
        if why == NO_SHEET:
            why = missing_corners(corners, models[0], grey.shape)
        raise CameraError(why)
    code = _code_of(grey, corners, models)
    if code is None:
        raise CameraError(no_code(grey, corners, models[0]))
    if code.hash != kit.short_hash:
        kits = f"kit {code.kit!r} ({code.hash}), not of {kit.name!r} ({kit.short_hash})"
        raise CameraError(f"shows a sheet of {kits}: read it for that machine")
    try:
        return make_form(kit, code)
    except RecordError as why:
        raise CameraError(f"shows a sheet that this kitgen does not print: {why}") from None


def _code_of(grey: Grey, corners: Corners, models: Sequence[Form]) -> FormCode | None:
    for form in models:
        code = read_code(grey, view_of(corners, form), form)
        if code is not None:
            return code
    for form in models:  # the sheet may be bent at the code
        straight = Straightening(grey, corners, form).picture()
        code = read_code(straight, FLAT, form)
        if code is not None:
            return code
    return None


def _strip(straight: Grey, form: Form, index: int) -> bytes:
    """Return a row of a straightened sheet, as PNG."""
    row = form.rows[index]
    left = max(round(row.x * SCALE), 0)
    right = round((row.x + row.width) * SCALE)
    top = max(round((row.y - AROUND_ROW_MM) * SCALE), 0)
    bottom = round((row.y + row.height + AROUND_ROW_MM) * SCALE)
    _, png = cv2.imencode(".png", straight[top:bottom, left:right])
    return bytes(png)
