"""Fonts with the letters that are needed, and nothing moved, so that these letters print the same bytes."""

import struct
from collections.abc import Collection, Iterator

#: The flags of a part of a composite glyph, and what each says of its length.
_WORDS, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 1, 8, 32, 64, 128


def lean_font(data: bytes, letters: Collection[int]) -> bytes:
    """Return a TrueType font with the outlines of some letters; the others are zeros, which pack to nothing."""
    tables = {
        data[at : at + 4]: struct.unpack_from(">II", data, at + 8) for at in range(12, 12 + 16 * _short(data, 4), 16)
    }
    long = _short(data, tables[b"head"][0] + 50)
    count = _short(data, tables[b"maxp"][0] + 4) + 1
    loca, glyf = tables[b"loca"][0], tables[b"glyf"][0]
    places = (
        struct.unpack_from(f">{count}I", data, loca)
        if long
        else [2 * at for at in struct.unpack_from(f">{count}H", data, loca)]
    )
    wanted = [glyph for code, glyph in _codes(data, tables[b"cmap"][0]) if code in letters]
    kept = {0}
    while wanted:
        glyph = wanted.pop()
        if glyph not in kept:
            kept.add(glyph)
            wanted += _parts(data[glyf + places[glyph] : glyf + places[glyph + 1]])
    lean = bytearray(data)
    for glyph in range(count - 1):
        if glyph not in kept:
            lean[glyf + places[glyph] : glyf + places[glyph + 1]] = bytes(places[glyph + 1] - places[glyph])
    return bytes(lean)


def _short(data: bytes, at: int) -> int:
    number: int = struct.unpack_from(">H", data, at)[0]
    return number


def _codes(data: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    """Yield all letters of a font with their glyphs, from its table in format 4."""
    for index in range(_short(data, cmap + 2)):
        table = cmap + struct.unpack_from(">I", data, cmap + 8 + 8 * index)[0]
        if _short(data, table) == 4:
            break
    else:
        raise ValueError("the font has no table of letters in format 4")
    half = _short(data, table + 6) // 2
    ends, starts, deltas, offsets = (
        struct.unpack_from(f">{half}H", data, table + at) for at in (14, 16 + 2 * half, 16 + 4 * half, 16 + 6 * half)
    )
    for segment, (end, start, delta, offset) in enumerate(zip(ends, starts, deltas, offsets, strict=True)):
        for code in range(start, min(end, 0xFFFE) + 1):
            at = table + 16 + 6 * half + 2 * segment + offset + 2 * (code - start)
            glyph = _short(data, at) if offset else code
            if glyph or not offset:
                yield code, (glyph + delta) % 0x10000


def _parts(glyph: bytes) -> Iterator[int]:
    """Yield the glyphs that a composite one is made of."""
    if not glyph or struct.unpack_from(">h", glyph)[0] >= 0:
        return
    at, flags = 10, _MORE
    while flags & _MORE:
        flags, part = struct.unpack_from(">HH", glyph, at)
        yield part
        at += 8 if flags & _WORDS else 6
        at += 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0
