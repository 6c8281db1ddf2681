"""Pages of a print run as pictures, to look at before printing."""

import re
from pathlib import Path

from kitgen.errors import OutputError, UsageError, many, quoted
from kitgen.kit.job_json import JOB_FILE, read_job
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import KIT_FILE
from kitgen.kit_sources import KIT_PDF
from kitgen.paper.document import Document
from kitgen.press.kit_folder import Run, made_in, write_folder
from kitgen.templates import Templates

#: Dots per inch: of a file, and of a picture in a terminal.
IN_A_FILE, ON_A_SCREEN = 150, 80
#: The word for all pages; and the pattern of a page or a range.
ALL = "all"
_PIECE = re.compile(r"\s*([0-9]{1,4})(?:\s*-\s*([0-9]{1,4}))?\s*")


def check_pages(text: str) -> str:
    """Return a text that names pages if it is well-formed."""
    if text.strip().lower() != ALL and not all(map(_PIECE.fullmatch, text.split(","))):
        raise UsageError(f"pages {quoted(text)} are not like '1', '1,3-5' or '{ALL}'; KIT comes before --preview")
    return text


def chosen_pages(text: str, count: int) -> list[int]:
    """Return the numbers of the pages that a text names, such as ``1,3-5`` or ``all``, in its order, each once.

    >>> chosen_pages("2,4-5,4", 9), chosen_pages("all", 3)
    ([2, 4, 5], [1, 2, 3])
    """
    if check_pages(text).strip().lower() == ALL:
        return list(range(1, count + 1))
    pages: list[int] = []
    for piece in text.split(","):
        first, _, last = piece.partition("-")
        named = range(int(first), int(last or first) + 1)
        if not named or named[0] < 1 or named[-1] > count:
            raise UsageError(f"there is no page {piece.strip()}; this print has {many(count, 'page')}")
        pages += named
    return list(dict.fromkeys(pages))


def picture_of(document: Document, page: int, dpi: int) -> bytes:
    """Return a page of a document, by its number from 1, as a PNG picture."""
    from kitgen.render.png import png_bytes  # noqa: PLC0415 - loaded only to make pictures

    return png_bytes(document.sheets[page - 1].scene, dpi)


def write_pictures(folder: Path, kit: Kit, document: Document, pages: list[int], templates: Templates) -> list[Path]:
    """Write pages of a document as PNG files, which replace those of an earlier preview, and return their paths."""
    _, own = made_in(folder)
    if not own.keys().isdisjoint([KIT_FILE, KIT_PDF]):
        raise OutputError(f"folder {quoted(folder)} holds a printed kit, not a preview; choose another with -o")
    job = read_job(document.attachments[JOB_FILE], JOB_FILE)
    named = None if templates.own is None else str(templates.own)
    run = Run(job.page, job.stock, named, tuple(part.name for part in job.parts), {}, svg=False)
    width = len(str(len(document.sheets)))
    files = {
        f"page-{page:0{width}}-{document.sheets[page - 1].part}.png": picture_of(document, page, IN_A_FILE)
        for page in pages
    }
    write_folder(folder, kit, run, job.command, files, force=True)
    return [folder / name for name in files]
