"""The widths of letters and the boxes of their ink, read from the file of a typeface.

Only the few tables that measuring needs are read, so that no library has to be loaded for it; the
writers of documents load one, which embeds the letters. The tables are those of OpenType, in the
forms that kitgen's own files have: letters in format 4, and places of outlines as 16-bit numbers.
"""

from collections.abc import Iterator
from pathlib import Path
from struct import iter_unpack, unpack_from
from typing import NamedTuple

# Where numbers stand in their tables, in bytes.
UNITS_PER_EM_AT = 18
COUNT_OF_WIDTHS_AT = 34
#: In the table of letters, from its part for Windows on: twice the number of its segments, and the
#: first row of those.
SEGMENTS_AT = 6
ROWS_AT = 14
#: The platform and the encoding of that part.
WINDOWS = (3, 1)


class Segment(NamedTuple):
    """Letters with codes in a row.

    Attributes:
        last, first: their codes.
        shift: what is added to the number of each glyph.
        place: how far behind itself, in bytes, the numbers of the glyphs stand; 0 if each is the
            code.
        place_at: where ``place`` stands in the file.
    """

    last: int
    first: int
    shift: int
    place: int
    place_at: int


class InkBox(NamedTuple):
    """The box of a glyph's ink, in units, y up."""

    left: int
    bottom: int
    right: int
    top: int


class FontFile:
    """A file of a typeface.

    Attributes:
        em: the letter size in units of the file.
        glyphs: the number of the glyph of each letter that the file has.
    """

    def __init__(self, path: Path) -> None:
        self._data = path.read_bytes()
        self._tables = self._table_starts()
        self.em = self._number(self._tables["head"] + UNITS_PER_EM_AT)
        self._widths = self._number(self._tables["hhea"] + COUNT_OF_WIDTHS_AT)
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
        """Return the glyphs of the letters that the typeface has."""
        glyphs = {}
        for segment in self._segments(self._letters_for_windows()):
            for code in range(segment.first, segment.last + 1):
                glyph = self._glyph_of(code, segment)
                if glyph:  # glyph 0 stands for letters that a face does not have
                    glyphs[chr(code)] = glyph
        return glyphs

    def _letters_for_windows(self) -> int:
        """Return where the part for Windows of the table of letters begins."""
        start = self._tables["cmap"]
        count = self._number(start + 2)
        parts = iter_unpack(">HHI", self._data[start + 4 : start + 4 + 8 * count])
        offsets = {(platform, encoding): offset for platform, encoding, offset in parts}
        offset: int = offsets[WINDOWS]
        return start + offset

    def _segments(self, start: int) -> Iterator[Segment]:
        """Yield the segments of a table of letters, which stand there as four rows."""
        count = self._number(start + SEGMENTS_AT) // 2
        row_bytes = 2 * count
        last_at = start + ROWS_AT
        first_at = last_at + row_bytes + 2  # between them stand two bytes that mean nothing
        shift_at = first_at + row_bytes
        place_at = shift_at + row_bytes
        for at in range(0, row_bytes, 2):
            yield Segment(
                last=self._number(last_at + at),
                first=self._number(first_at + at),
                shift=self._number(shift_at + at),
                place=self._number(place_at + at),
                place_at=place_at + at,
            )

    def _glyph_of(self, code: int, segment: Segment) -> int:
        """Return the number of the glyph of a code; 0 without one."""
        glyph = code
        if segment.place:
            glyph = self._number(segment.place_at + segment.place + 2 * (code - segment.first))
            if not glyph:
                return 0
        return (glyph + segment.shift) % 0x10000  # numbers have two bytes

    def advance(self, glyph: int) -> int:
        """Return the width of a glyph in units: from its start to that of the next one."""
        number = min(glyph, self._widths - 1)  # the last width is that of all further glyphs
        return self._number(self._tables["hmtx"] + 4 * number)

    def box(self, glyph: int) -> InkBox | None:
        """Return the box of a glyph's ink; None for no ink."""
        place = self._tables["loca"] + 2 * glyph  # places are counted in pairs of bytes
        begin = 2 * self._number(place)
        end = 2 * self._number(place + 2)
        if begin == end:
            return None
        # Each outline begins with its number of contours and their box.
        return InkBox(*unpack_from(">4h", self._data, self._tables["glyf"] + begin + 2))
