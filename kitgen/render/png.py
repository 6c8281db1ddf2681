"""Writes one scene as PNG: rendered from its PDF."""

import pathlib
from contextlib import closing
from io import BytesIO
from typing import IO

import pypdfium2

from kitgen.files import write_whole
from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.scene import Scene
from kitgen.render.pdf import write_pdf

#: Dots per inch.
DPI = 150


def write_png(scene: Scene, target: pathlib.Path | IO[bytes], *, dpi: int = DPI) -> None:
    """Write a scene to a file, whole or not at all, or to a stream; the same scene always gives the same bytes."""
    if isinstance(target, pathlib.Path):
        write_whole(target, lambda stream: write_png(scene, stream, dpi=dpi))
        return
    page = BytesIO()
    write_pdf(Document("", "", "", "en", (Sheet(scene, "", ""),)), page)
    with closing(pypdfium2.PdfDocument(page.getvalue())) as document:
        picture = document[0].render(scale=dpi / 72, rev_byteorder=True, prefer_bgrx=False).to_pil()
        picture.save(target, "PNG", dpi=(dpi, dpi), compress_level=9)
