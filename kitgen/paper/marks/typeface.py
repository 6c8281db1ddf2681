"""The widths of letters and the boxes of their ink, read from the file of a typeface.

Only the few tables that measuring needs are read, so that nothing has to be loaded for it; the
writer of a document loads its library, which embeds the letters. The tables are those of OpenType,
and kitgen's own files have short ones.
"""

from pathlib import Path
from struct import iter_unpack, unpack_from


class FontFile:
    """A file of a typeface.

    Attributes:
        em: the letter size in units of the file.
        glyphs: the number of the glyph of each letter that the file has.
    """

    def __init__(self, path: Path) -> None:
        self._data = path.read_bytes()
        self._tables = self._table_starts()
        self.em = self._number(self._tables["head"] + 18)
        self._widths = self._number(self._tables["hhea"] + 34)
        self.glyphs = self._glyphs_of_letters()

    def _table_starts(self) -> dict[str, int]:
        """Return where each table begins in the file."""
        count = self._number(4)
        entries = iter_unpack(">4sIII", self._data[12 : 12 + 16 * count])
        return {name.decode("ascii"): start for name, _, start, _ in entries}

    def _number(self, start: int) -> int:
        """Return the number in two bytes of the file."""
        return int.from_bytes(self._data[start : start + 2], "big")

    def _glyphs_of_letters(self) -> dict[str, int]:
        """Return the glyphs of the letters that the typeface has, from its table for Windows
        (cmap, format 4).
        """
        start = self._tables["cmap"]
        count = self._number(start + 2)
        encodings = iter_unpack(">HHI", self._data[start + 4 : start + 4 + 8 * count])
        start += next(
            offset for platform, encoding, offset in encodings if (platform, encoding) == (3, 1)
        )
        segments = self._number(start + 6) // 2
        rows = []
        at = start + 14
        for gap in (2, 0, 0, 0):  # after the last codes stand two bytes that mean nothing
            rows.append(unpack_from(f">{segments}H", self._data, at))
            last_row = at
            at += 2 * segments + gap
        glyphs = {}
        for number, (last, first, shift, place) in enumerate(zip(*rows, strict=True)):
            for code in range(first, last + 1):
                glyph = code
                if place:
                    glyph = self._number(last_row + 2 * number + place + 2 * (code - first))
                if not glyph and place:
                    continue
                glyph = (glyph + shift) % 0x10000
                if glyph:  # glyph 0 stands for letters that a face does not have
                    glyphs[chr(code)] = glyph
        return glyphs

    def advance(self, glyph: int) -> int:
        """Return the width of a glyph in units: from its start to that of the next one."""
        number = min(glyph, self._widths - 1)  # the last width is that of all further glyphs
        return self._number(self._tables["hmtx"] + 4 * number)

    def box(self, glyph: int) -> tuple[int, int, int, int] | None:
        """Return the box of a glyph's ink in units: left, bottom, right, top; None for no ink."""
        place = self._tables["loca"] + 2 * glyph  # places are counted in pairs of bytes
        begin = 2 * self._number(place)
        end = 2 * self._number(place + 2)
        if begin == end:
            return None
        # Each outline begins with its number of contours and their box.
        left, bottom, right, top = unpack_from(">4h", self._data, self._tables["glyf"] + begin + 2)
        return left, bottom, right, top
