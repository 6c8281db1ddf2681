"""Screens a PDF before any of it is built: how many bytes its compressed streams unpack to."""

import re
import zlib

from kitgen.errors import KitFileError
from kitgen.sandbox.limits import PRINT_AGAIN

#: Where the content of a stream begins, and how deflated content begins: 32 kB of window at most, any level.
_STREAM = re.compile(rb"stream\r?\n(?=[\x08\x18\x28\x38\x48\x58\x68\x78][\x00-\xff])")
#: Streams deflated several times over are unpacked so often; deeper ones no honest program makes.
_LAYERS = 3
_PIECE = 65_536


def screen(data: bytes, most: int, advice: str = PRINT_AGAIN) -> None:
    """Refuse a PDF whose streams unpack to more than ``most`` bytes together.

    Only deflated streams, which can grow a thousandfold, are unpacked; nothing of them is kept.

    >>> bomb = zlib.compress(bytes(2_000_000))
    >>> screen(b"stream" + bytes([10]) + bomb, 2_000_000)
    >>> screen(b"stream" + bytes([10]) + bomb, 1_999_999)
    Traceback (most recent call last):
    kitgen.errors.KitFileError: unpacks to far more than an honest file of its size; print the kit again
    """
    remaining = most
    for match in _STREAM.finditer(data):
        content = memoryview(data)[match.end() :]
        for _ in range(_LAYERS):
            content = memoryview(_inflated(content, remaining))
            remaining -= len(content)
            if remaining < 0:
                raise KitFileError(f"unpacks to far more than an honest file of its size; {advice}")
            if not _STREAM.match(b"stream\n" + content[:2]):
                break


def _inflated(content: memoryview, most: int) -> bytes:
    """Return deflated content up to its end or first damage, at most one byte more than ``most``."""
    machine = zlib.decompressobj()
    unpacked = bytearray()
    try:
        for start in range(0, len(content), _PIECE):  # in pieces, for what follows the end is copied
            unpacked += machine.decompress(content[start : start + _PIECE], most + 1 - len(unpacked))
            if machine.eof or len(unpacked) > most:
                break
    except zlib.error:
        pass
    return bytes(unpacked)
