"""Saving a document by the ending of its name."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import BinaryIO

from kitgen.errors import UnknownNameError, UsageError
from kitgen.files import write_whole
from kitgen.paper.document import Document
from kitgen.paper.marks.scene import Scene
from kitgen.render.pdf import write_pdf
from kitgen.render.svg import write_svg

#: From the ending of a name to what writes one page of that kind.
_PAGE_WRITERS: Mapping[str, Callable[[Scene, BinaryIO], object]] = {".svg": write_svg}
PDF = ".pdf"


def save(document: Document, path: Path | str) -> tuple[Path, ...]:
    """Save a document as PDF, or its sheets as SVG, by the ending of the name.

    Args:
        document: from ``make_document``.
        path: ends in ``.pdf`` or ``.svg``. A PDF holds all sheets; of a document with several sheets each
            picture has its number before the ending: ``her-1.svg``, ``her-2.svg``, …

    Returns:
        The files that were written.

    Raises:
        UsageError: the name has another ending.
        OutputError: a file cannot be written; then it is as it was before.

    >>> from tempfile import TemporaryDirectory
    >>> from kitgen.door.printing import make_document
    >>> with TemporaryDirectory() as folder:
    ...     made = save(make_document("her", parts=["labels", "board"]), Path(folder) / "her.svg")
    >>> [path.name for path in made]
    ['her-1.svg', 'her-2.svg']
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix == PDF:
        write_whole(path, partial(write_pdf, document))
        return (path,)
    if suffix not in _PAGE_WRITERS:
        raise UnknownNameError("kind of file", suffix or path.name, (PDF, *_PAGE_WRITERS))
    if not document.sheets:
        raise UsageError("a document without sheets cannot be saved")
    several, width = len(document.sheets) > 1, len(str(len(document.sheets)))
    made = []
    for number, sheet in enumerate(document.sheets, 1):
        place = path.with_stem(f"{path.stem}-{number:0{width}}") if several else path
        write_whole(place, partial(_PAGE_WRITERS[suffix], sheet.scene))
        made.append(place)
    return tuple(made)
