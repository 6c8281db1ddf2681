"""Looks through a PDF before any of it is built: how much its compressed streams hold when they are unpacked."""

import re
import zlib

from kitgen.check.pdf.limits import PRINT_AGAIN
from kitgen.errors import KitFileError

#: Where the content of a stream begins, and how deflated content begins: 32 kB of window at most, any level.
_STREAM = re.compile(rb"stream\r?\n(?=[\x08\x18\x28\x38\x48\x58\x68\x78][\x00-\xff])")
#: Streams deflated several times over are unpacked so often; deeper ones no honest program makes.
_LAYERS = 3
_PIECE = 65_536


def screen(data: bytes, most: int, advice: str = PRINT_AGAIN) -> None:
    """Make sure that a PDF does not unpack to much more than it seems.

    Only deflated streams are looked at, which are those that grow a thousandfold; nothing of them is kept.

    Args:
        data: the PDF.
        most: bytes that all streams may hold together.
        advice: what to do about one that does.

    Raises:
        KitFileError: they hold more.

    >>> bomb = zlib.compress(bytes(2_000_000))
    >>> screen(b"stream" + bytes([10]) + bomb, 2_000_000)
    >>> screen(b"stream" + bytes([10]) + bomb, 1_999_999)
    Traceback (most recent call last):
    kitgen.errors.KitFileError: unpacks to far more than an honest file of its size; print the kit again
    """
    left = most
    for found in _STREAM.finditer(data):
        content = memoryview(data)[found.end() :]
        for _ in range(_LAYERS):
            content = memoryview(_inflated(content, left))
            left -= len(content)
            if left < 0:
                raise KitFileError(f"unpacks to far more than an honest file of its size; {advice}")
            if not _STREAM.match(b"stream\n" + content[:2]):
                break


def _inflated(content: memoryview, most: int) -> bytes:
    """Return what deflated content holds up to its end or first damage, at most one byte more than ``most``."""
    machine = zlib.decompressobj()
    found = bytearray()
    try:
        for start in range(0, len(content), _PIECE):  # in pieces, for what follows the end is copied
            found += machine.decompress(content[start : start + _PIECE], most + 1 - len(found))
            if machine.eof or len(found) > most:
                break
    except zlib.error:
        pass
    return bytes(found)
