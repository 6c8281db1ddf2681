"""Photographs and scans of marked sheets, as the camera reads them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from kitgen.errors import CameraError
from kitgen.extras import need
from kitgen.kit.kit import Kit
from kitgen.record.forms.code import COUNT, LOG
from kitgen.record.forms.form import Bubble, Form

#: What pictures and scans begin with; a WebP and a HEIC say so a few bytes later.
_BEGIN = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"%PDF-", b"II*\0", b"MM\0*", b"RIFF")
_HEIC = b"ftyp"


class Bubbled(Protocol):
    """What was read of one bubble."""

    @property
    def state(self) -> str:
        """Whether it is marked, empty or unsure."""

    @property
    def darkness(self) -> float:
        """How dark it is, from 0, paper, to 1, printed black."""


class SheetSeen(Protocol):
    """A marked sheet on a photograph."""

    @property
    def picture(self) -> str:
        """Where it was found: a file, and of a scan the page."""

    @property
    def form(self) -> Form:
        """What is printed on it."""

    @property
    def readings(self) -> Mapping[Bubble, Bubbled]:
        """What was read of each bubble."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is to be said of it, although it was read."""

    def strip(self, row: int) -> bytes:
        """Return a row as it was photographed, as PNG."""


class PictureSeen(Protocol):
    """What was read of one picture."""

    @property
    def sheets(self) -> Sequence[SheetSeen]:
        """The sheets in it."""

    @property
    def refusals(self) -> tuple[str, ...]:
        """Why others could not be read, and what to do."""


def is_photo(path: Path) -> bool:
    """Return whether a path is a picture, a scan, or a folder, told by the first bytes."""
    if path.is_dir():
        return True
    try:
        with path.open("rb") as file:
            begins = file.read(12)
    except (OSError, ValueError):  # what is no path holds no picture
        return False
    return begins.startswith(_BEGIN) or begins[4:8] == _HEIC


def read_photos(what: str, paths: Iterable[Path], kit: Kit) -> Iterator[PictureSeen]:
    """Yield what is read of each picture.

    Args:
        what: the work, as a user asks for it.
        paths: photographs, scans, and folders of them.
        kit: whose sheets they are.

    Raises:
        MissingExtraError: what is needed for it is not installed.
        CameraError: a folder holds no pictures.
    """
    need(what, "cv2", "numpy")
    from kitgen.camera.reading import read_pictures  # noqa: PLC0415 - it loads OpenCV

    yield from read_pictures(paths, kit)


def states_of(sheet: SheetSeen) -> dict[Bubble, str]:
    """Return the states of a sheet's bubbles."""
    return {bubble: reading.state for bubble, reading in sheet.readings.items()}


@dataclass(frozen=True, slots=True)
class LaterSheet:
    """A sheet of a further set: its games come after those of others with the same numbers.

    Attributes:
        picture, readings, warnings: as of the sheet.
        form: that of the sheet, with the numbers that its games have in the journal.
        sheet: the sheet.
    """

    picture: str
    form: Form
    readings: Mapping[Bubble, Bubbled]
    warnings: tuple[str, ...]
    sheet: SheetSeen

    @classmethod
    def of(cls, sheet: SheetSeen, first: int) -> "LaterSheet":
        """Return a sheet of a set of which the first row of the first sheet has a number."""
        code = sheet.form.code
        later = replace(code, first=code.first + first - 1, last=code.last + first - 1)
        return cls(sheet.picture, replace(sheet.form, code=later), sheet.readings, sheet.warnings, sheet)

    def strip(self, row: int) -> bytes:
        """Return a row as it was photographed, as PNG."""
        return self.sheet.strip(row)


def of_part(pictures: Iterable[PictureSeen], part: str) -> tuple[list[SheetSeen], list[str]]:
    """Return the sheets of a part, and what is to be said of all others.

    Raises:
        CameraError: there is none.
    """
    sheets: list[SheetSeen] = []
    others: list[str] = []
    for one in pictures:
        others += one.refusals
        for sheet in one.sheets:
            if sheet.form.code.part == part:
                sheets.append(sheet)
            else:
                others.append(f"{sheet.picture} shows a {_OTHERS[sheet.form.code.part]}")
    if not sheets:
        raise CameraError(others[0] if others else "there is no picture of a sheet")
    return sheets, others


_OTHERS = {
    COUNT: "sheet of counted beads; read it with 'kitgen session check SESSION --counts'",
    LOG: "log of games; read it with 'kitgen session add'",
}
