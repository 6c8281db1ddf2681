"""Writers: they see marks in millimetres and know nothing of games. ``save`` chooses the one for a file's name.

A new writer is a function that takes a document or a scene and a stream, and an entry in one of the two dicts here.
Each library is loaded only when something is written with it.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import IO

from kitgen.errors import UnknownNameError, UsageError
from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.scene import Scene


def _write_pdf(made: Document, stream: IO[bytes]) -> None:
    from kitgen.render.pdf import write_pdf  # noqa: PLC0415

    write_pdf(made, stream)


def _write_svg(scene: Scene, stream: IO[bytes]) -> None:
    from kitgen.render.svg import write_svg  # noqa: PLC0415

    write_svg(scene, stream)


def _write_png(scene: Scene, stream: IO[bytes]) -> None:
    from kitgen.render.png import write_png  # noqa: PLC0415

    write_png(scene, stream)


#: The writers of a whole document, and those of one page, by the ending of a file's name.
DOCUMENT_WRITERS: Mapping[str, Callable[[Document, IO[bytes]], object]] = {".pdf": _write_pdf}
PAGE_WRITERS: Mapping[str, Callable[[Scene, IO[bytes]], object]] = {".svg": _write_svg, ".png": _write_png}


def save(made: Document | Scene, path: Path | str) -> tuple[Path, ...]:
    """Save a document or a scene, and return the files, each written whole or not at all.

    The path ends in ``.pdf``, ``.svg`` or ``.png``. A PDF holds all sheets; pictures of several sheets have numbers
    before the ending: ``her-1.svg``, ``her-2.svg``, …

    Raises:
        UsageError: the name has another ending, or the document has no sheets.
        OutputError: a file cannot be written; then it is as it was before.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     files = save(Document("", "", "", "en", (Sheet(Scene(20, 10), "", ""),) * 2), Path(folder) / "her.svg")
    >>> [path.name for path in files]
    ['her-1.svg', 'her-2.svg']
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in (*DOCUMENT_WRITERS, *PAGE_WRITERS):
        raise UnknownNameError("kind of file", suffix or path.name, (*DOCUMENT_WRITERS, *PAGE_WRITERS))
    document = made if isinstance(made, Document) else Document("", "", "", "en", (Sheet(made, "", ""),))
    if not document.sheets:
        raise UsageError("a document without sheets cannot be saved")
    from kitgen.files import write_whole  # noqa: PLC0415 - streams need none of it

    if suffix in DOCUMENT_WRITERS:
        write_whole(path, partial(DOCUMENT_WRITERS[suffix], document))
        return (path,)
    several, width = len(document.sheets) > 1, len(str(len(document.sheets)))
    files = []
    for number, sheet in enumerate(document.sheets, 1):
        place = path.with_stem(f"{path.stem}-{number:0{width}}") if several else path
        write_whole(place, partial(PAGE_WRITERS[suffix], sheet.scene))
        files.append(place)
    return tuple(files)
