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
    document = (
        made if isinstance(made, Document) else Document("", "", "", "en", (Sheet(made, "", ""),))
    )
    if not document.sheets:
        raise UsageError("a document without sheets cannot be saved")
    from kitgen.files import write_whole  # noqa: PLC0415 - most users of writers need none of it

    if suffix == ".pdf":
        from kitgen.render.pdf import pdf_bytes  # noqa: PLC0415

        write_whole(path, pdf_bytes(document))
        return (path,)
    several, width = len(document.sheets) > 1, len(str(len(document.sheets)))
    files = []
    for number, sheet in enumerate(document.sheets, 1):
        place = path.with_stem(f"{path.stem}-{number:0{width}}") if several else path
        write_whole(place, _picture(sheet.scene, suffix))
        files.append(place)
    return tuple(files)


def _picture(scene: Scene, suffix: str) -> bytes:
    if suffix == ".svg":
        from kitgen.render.svg import svg_bytes  # noqa: PLC0415

        return svg_bytes(scene)
    from kitgen.render.png import png_bytes  # noqa: PLC0415

    return png_bytes(scene)
