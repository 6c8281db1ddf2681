"""Writers: they see marks in millimetres and know nothing of games. ``save`` chooses the one for a file's name.

A new writer is a module named after the ending of the files, a function ``write_...`` in it that takes a document or a
scene and a path, and an entry in one of the two tuples here. Its library is loaded only when something is written with
it.
"""

from importlib import import_module
from pathlib import Path

from kitgen.errors import UnknownNameError, UsageError
from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.scene import Scene

#: The endings of files that hold a whole document, and of those that hold one page.
DOCUMENT_KINDS, PAGE_KINDS = (".pdf",), (".svg", ".png")


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
    if suffix not in (*DOCUMENT_KINDS, *PAGE_KINDS):
        raise UnknownNameError("kind of file", suffix or path.name, (*DOCUMENT_KINDS, *PAGE_KINDS))
    document = made if isinstance(made, Document) else Document("", "", "", "en", (Sheet(made, "", ""),))
    if not document.sheets:
        raise UsageError("a document without sheets cannot be saved")
    kind = suffix.removeprefix(".")
    write = getattr(import_module(f"kitgen.render.{kind}"), f"write_{kind}")
    if suffix in DOCUMENT_KINDS:
        write(document, path)
        return (path,)
    width = len(str(len(document.sheets)))
    files = [path.with_stem(f"{path.stem}-{number:0{width}}") for number in range(1, len(document.sheets) + 1)]
    if len(files) == 1:
        files = [path]
    for file, sheet in zip(files, document.sheets, strict=True):
        write(sheet.scene, file)
    return tuple(files)
