"""Photos and scans of marked sheets, and their contents."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from kitgen.errors import CameraError
from kitgen.extras import need
from kitgen.forms.form import COUNT, LOG
from kitgen.kit.kit import Kit
from kitgen.marked.row_marks import ReadPicture, ReadSheet
from kitgen.user_file import kind_of_file


def is_photo(path: Path) -> bool:
    """Return whether a path is a folder or, by its first bytes, a picture or a scan."""
    return path.is_dir() or kind_of_file(path) in ("a picture", "a PDF")


def read_photos(what: str, paths: Iterable[Path], kit: Kit) -> Iterator[ReadPicture]:
    """Yield the contents of each photo or scan, also those in folders; ``what`` is the command, for messages.

    Raises:
        MissingExtraError: the extra ``camera`` is not installed.
        CameraError: a folder contains no pictures.
    """
    need(what, "cv2", "numpy")
    from kitgen.marked.sheet_reading import read_pictures  # noqa: PLC0415 - it loads OpenCV

    yield from read_pictures(paths, kit)


def numbered_from(sheet: ReadSheet, first: int) -> ReadSheet:
    """Return a sheet of a further set, whose first row has the number ``first``, as its games have in the journal."""
    code = sheet.form.code
    later = replace(code, first=code.first + first - 1, last=code.last + first - 1)
    return replace(sheet, form=replace(sheet.form, code=later))


def of_part(pictures: Iterable[ReadPicture], part: str) -> tuple[list[ReadSheet], list[str]]:
    """Return the sheets of a part, and notes about all others.

    Raises:
        CameraError: there is none.
    """
    sheets: list[ReadSheet] = []
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
