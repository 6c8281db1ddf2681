"""Writers: they see marks in millimetres and know nothing of games. ``save`` chooses the one for a
file's name.

Each takes a document or a scene, always gives the same bytes for it, and loads its library only
when it is called.
"""

from pathlib import Path

from kitgen.errors import UnknownNameError, UsageError
from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.scene import Scene

#: The endings of files' names.
ENDINGS = (".pdf", ".svg", ".png")


def save(made: Document | Scene, path: Path | str) -> tuple[Path, ...]:
    """Save a document or a scene, and return the files, each written whole or not at all.

    The path ends in ``.pdf``, ``.svg`` or ``.png``. A PDF holds all sheets; pictures of several
    sheets have numbers before the ending: ``her-1.svg``, ``her-2.svg``, …

    Raises:
        UsageError: the name has another ending, or the document has no sheets.
        OutputError: a file cannot be written; then it is as it was before.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     files = save(
    ...         Document("", "", "", "en", (Sheet(Scene(20, 10), "", ""),) * 2),
    ...         Path(folder) / "her.svg",
    ...     )
    >>> [path.name for path in files]
    ['her-1.svg', 'her-2.svg']
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in ENDINGS:
        raise UnknownNameError("kind of file", suffix or path.name, ENDINGS)
    document = made
    if isinstance(document, Scene):
        document = Document("", "", "", "en", (Sheet(document, "", ""),))
    if not document.sheets:
        raise UsageError("a document without sheets cannot be saved")
    from kitgen.files import write_whole  # noqa: PLC0415 - most users of writers need none of it

    if suffix == ".pdf":
        from kitgen.render.pdf import pdf_bytes  # noqa: PLC0415

        write_whole(path, pdf_bytes(document))
        return (path,)
    files = _picture_files(path, len(document.sheets))
    for sheet, file in zip(document.sheets, files, strict=True):
        write_whole(file, _picture(sheet.scene, suffix))
    return files


def _picture_files(path: Path, sheets: int) -> tuple[Path, ...]:
    """Return a file for each of so many sheets; the names of several sort as their numbers do."""
    if sheets == 1:
        return (path,)
    digits = len(str(sheets))
    return tuple(
        path.with_stem(f"{path.stem}-{number:0{digits}}") for number in range(1, sheets + 1)
    )


def _picture(scene: Scene, suffix: str) -> bytes:
    if suffix == ".svg":
        from kitgen.render.svg import svg_bytes  # noqa: PLC0415

        return svg_bytes(scene)
    from kitgen.render.png import png_bytes  # noqa: PLC0415

    return png_bytes(scene)
