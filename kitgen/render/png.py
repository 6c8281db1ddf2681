"""Writes one scene as PNG: rendered from its PDF."""

from contextlib import closing
from io import BytesIO

import pypdfium2

from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.scene import Scene
from kitgen.render.pdf import pdf_bytes

#: Dots per inch.
DPI = 150


def png_bytes(scene: Scene, dpi: int = DPI) -> bytes:
    """Return a scene as PNG; the same scene always gives the same bytes."""
    stream = BytesIO()
    with closing(
        pypdfium2.PdfDocument(pdf_bytes(Document("", "", "", "en", (Sheet(scene, "", ""),))))
    ) as document:
        picture = document[0].render(scale=dpi / 72, rev_byteorder=True, prefer_bgrx=False).to_pil()
        picture.save(stream, "PNG", dpi=(dpi, dpi), compress_level=9)
    return stream.getvalue()
