"""Writers: they see marks in millimetres and know nothing of games. ``save`` finds the one for a file's name.

A new writer is a file with a function that takes a scene or a document and a stream, and a line in ``WRITERS``. Each
library is loaded only when something is written with it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import IO

from kitgen.errors import UnknownNameError, UsageError
from kitgen.files import write_whole
from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.scene import Scene


def _write_pdf(made: Document | Scene, stream: IO[bytes]) -> None:
    from kitgen.render.pdf import write_pdf  # noqa: PLC0415

    write_pdf(made if isinstance(made, Document) else Document("", "", "", "en", (Sheet(made, "", ""),)), stream)


def _write_svg(made: Document | Scene, stream: IO[bytes]) -> None:
    from kitgen.render.svg import write_svg  # noqa: PLC0415

    write_svg(_only_scene(made, "SVG"), stream)


def _write_png(made: Document | Scene, stream: IO[bytes]) -> None:
    from kitgen.render.png import write_png  # noqa: PLC0415

    write_png(_only_scene(made, "PNG"), stream)


#: What writes a kind of file, by the end of its name.
WRITERS: dict[str, Callable[[Document | Scene, IO[bytes]], None]] = {
    ".pdf": _write_pdf,
    ".svg": _write_svg,
    ".png": _write_png,
}


def save(made: Document | Scene, path: Path | str) -> None:
    """Write a document or a scene to a file, whole or not at all, in the way that its name's ending says.

    Args:
        made: what was made: a document of sheets, or one scene. An SVG or PNG file holds one page.
        path: where to, with one of the endings of ``WRITERS``.

    Raises:
        UnknownNameError: the name ends otherwise.
        UsageError: a document of several pages does not fit a file that holds one.
        OutputError: the file cannot be written.

    >>> import tempfile
    >>> from kitgen.paper.marks.scene import rectangle
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(Scene(20, 10, [rectangle(1, 1, 18, 8, "#56B4E9")]), Path(folder, "blue.svg"))
    ...     print(Path(folder, "blue.svg").read_text(encoding="utf-8")[:5])
    <?xml
    """
    path = Path(path)
    if path.suffix.lower() not in WRITERS:
        raise UnknownNameError("ending of a file", path.suffix or path.name, WRITERS)
    writer = WRITERS[path.suffix.lower()]
    write_whole(path, lambda stream: writer(made, stream))


def _only_scene(made: Document | Scene, kind: str) -> Scene:
    """Return the one scene that a file of a kind holds.

    Raises:
        UsageError: the document has more or fewer pages than one.
    """
    if isinstance(made, Scene):
        return made
    if len(made.sheets) != 1:
        raise UsageError(
            f"{kind} holds one page and the document has {len(made.sheets)}; save it as .pdf, or one sheet's scene"
        )
    return made.sheets[0].scene
