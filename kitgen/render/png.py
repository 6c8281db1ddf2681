"""Writes one scene as PNG: rendered from its PDF."""

import pathlib
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import IO

import pypdfium2

from kitgen.files import write_whole
from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.scene import Scene
from kitgen.render.pdf import write_pdf

#: Dots per inch, and the millimetres of an inch.
DPI, INCH = 150, 25.4
#: Bytes per dot: red, green and blue, eight bits each (colour type 2 of PNG, ISO/IEC 15948).
CHANNELS, BITS, TRUECOLOUR = 3, 8, 2


def write_png(scene: Scene, target: pathlib.Path | IO[bytes], *, dpi: int = DPI) -> None:
    """Write a scene to a file, whole or not at all, or to a stream; the same scene always gives the same bytes."""
    if isinstance(target, pathlib.Path):
        write_whole(target, lambda stream: write_png(scene, stream, dpi=dpi))
        return
    page = BytesIO()
    write_pdf(Document("", "", "", "en", (Sheet(scene, "", ""),)), page)
    width, height, rows = _dots(page.getvalue(), dpi)
    target.write(b"\x89PNG\r\n\x1a\n")
    target.writelines(_chunks(width, height, rows, round(dpi / INCH * 1000)))


def _dots(pdf: bytes, dpi: int) -> tuple[int, int, list[bytes]]:
    """Return the first page of a PDF as columns, rows, and the bytes of each row."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        bitmap = document[0].render(scale=dpi / 72, rev_byteorder=True, prefer_bgrx=False)
        data, stride, width = bytes(bitmap.buffer), bitmap.stride, bitmap.width
        return width, bitmap.height, [
            data[row * stride : row * stride + CHANNELS * width] for row in range(bitmap.height)
        ]  # fmt: skip
    finally:
        document.close()


def _chunks(width: int, height: int, rows: list[bytes], metre: int) -> Iterator[bytes]:
    """Yield the content of a PNG file after its first bytes: size, dots per metre, picture, end."""
    size = width.to_bytes(4) + height.to_bytes(4)
    yield _chunk(b"IHDR", size + bytes((BITS, TRUECOLOUR, 0, 0, 0)))
    yield _chunk(b"pHYs", metre.to_bytes(4) * 2 + b"\1")
    yield _chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9))
    yield _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)
