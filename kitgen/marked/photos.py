"""Photos and scans of marked sheets, and their contents."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from kitgen.errors import CameraError
from kitgen.extras import need
from kitgen.forms.code import COUNT, LOG
from kitgen.forms.form import Bubble, Form
from kitgen.kit.kit import Kit
from kitgen.user_file import kind_of_file


class Bubbled(Protocol):
    """The reading of one bubble."""

    @property
    def state(self) -> str:
        """``marked``, ``empty`` or ``unsure``."""

    @property
    def darkness(self) -> float:
        """From 0, paper, to 1, printed black."""


class SheetSeen(Protocol):
    """A marked sheet in a photo."""

    @property
    def picture(self) -> str:
        """The file, with the page of a scan."""

    @property
    def form(self) -> Form:
        """The printed form."""

    @property
    def readings(self) -> Mapping[Bubble, Bubbled]:
        """The readings of its bubbles."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about it."""

    def strip(self, row: int) -> bytes:
        """Return the photo of a row, as PNG."""


class PictureSeen(Protocol):
    """The sheets of one picture."""

    @property
    def sheets(self) -> Sequence[SheetSeen]:
        """The sheets that were read."""

    @property
    def refusals(self) -> tuple[str, ...]:
        """Why others could not be read, and what to do."""


def is_photo(path: Path) -> bool:
    """Return whether a path is a folder or, by its first bytes, a picture or a scan."""
    return path.is_dir() or kind_of_file(path) in ("a picture", "a PDF")


def read_photos(what: str, paths: Iterable[Path], kit: Kit) -> Iterator[PictureSeen]:
    """Yield the contents of each picture.

    Args:
        what: the command, for messages.
        paths: photos, scans, and folders of them.
        kit: the kit of the sheets.

    Raises:
        MissingExtraError: the extra ``camera`` is not installed.
        CameraError: a folder contains no pictures.
    """
    need(what, "cv2", "numpy")
    from kitgen.marked.sheet_reading import read_pictures  # noqa: PLC0415 - it loads OpenCV

    yield from read_pictures(paths, kit)


def states_of(sheet: SheetSeen) -> dict[Bubble, str]:
    """Return the states of a sheet's bubbles."""
    return {bubble: reading.state for bubble, reading in sheet.readings.items()}


@dataclass(frozen=True, slots=True)
class LaterSheet:
    """A sheet of a further set: its form has the later numbers that its games have in the journal."""

    picture: str
    form: Form
    readings: Mapping[Bubble, Bubbled]
    warnings: tuple[str, ...]
    sheet: SheetSeen

    @classmethod
    def of(cls, sheet: SheetSeen, first: int) -> "LaterSheet":
        """Return a sheet of a set whose first row has the number ``first``."""
        code = sheet.form.code
        later = replace(code, first=code.first + first - 1, last=code.last + first - 1)
        return cls(sheet.picture, replace(sheet.form, code=later), sheet.readings, sheet.warnings, sheet)

    def strip(self, row: int) -> bytes:
        """Return the photo of a row, as PNG."""
        return self.sheet.strip(row)


def of_part(pictures: Iterable[PictureSeen], part: str) -> tuple[list[SheetSeen], list[str]]:
    """Return the sheets of a part, and notes about all others.

    Raises:
        CameraError: there is none.
    """
    sheets: list[SheetSeen] = []
    others: list[str] = []
    for picture in pictures:
        others += picture.refusals
        for sheet in picture.sheets:
            if sheet.form.code.part == part:
                sheets.append(sheet)
            else:
                others.append(f"{sheet.picture} shows a {_OTHERS[sheet.form.code.part]}")
    if not sheets:
        raise CameraError(others[0] if others else "there is no picture of a sheet")
    return sheets, others


_OTHERS = {
    COUNT: "sheet of counted beads; read it with 'kitgen journal check JOURNAL --counts'",
    LOG: "log of games; read it with 'kitgen journal add'",
}
