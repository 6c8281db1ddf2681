"""Reads the hints of a linearised PDF: where the objects of each page are (ISO 32000-1:2008, annex
F.4).

Only those are read that say nothing else: no places of contents within a page, no signatures, no
groups of objects.
"""

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from kitgen.sandbox.pdf_syntax import StructureError

#: The bytes of each value at the beginning of the hints about pages (table F.3).
_PAGES_HEAD = (4, 4, 2, 4, 2, 4, 2, 4, 2, 2, 2, 2, 2)
#: Those of the hints about shared objects (table F.5).
_SHARED_HEAD = (4, 4, 4, 4, 2, 4, 2)
#: Those of the hints about outlines (table F.9).
_OUTLINES_HEAD = (4, 4, 4, 4)


@dataclass(frozen=True, slots=True)
class Hints:
    """The hints of a PDF. Places are counted as if the hints were not in the file.

    Attributes:
        first_place: where the first page begins.
        counts: how many objects each page has of its own.
        lengths: how many bytes these take.
        shared_by: which of the shared objects each page shows, by their position in
            ``shared_lengths``.
        shared_from: the number and the place of the first shared object that is not of the first
            page.
        of_first: how many of the shared objects are those of the first page.
        shared_lengths: how many bytes each shared object takes.
        outlines: the number, the place, the count and the bytes of the outlines' objects; None if
            nothing says so.
    """

    first_place: int
    counts: list[int]
    lengths: list[int]
    shared_by: list[list[int]]
    shared_from: tuple[int, int]
    of_first: int
    shared_lengths: list[int]
    outlines: tuple[int, ...] | None


class _Fields:
    """Numbers of some bits each, one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def head(self, widths: tuple[int, ...]) -> list[int]:
        """Return numbers of some bytes each."""
        return [self.row(8 * width, 1)[0] for width in widths]

    def row(self, bits: int, count: int) -> list[int]:
        """Return as many numbers of some bits; the next ones begin at a whole byte.

        >>> _Fields(bytes([0b0110_1100, 255])).row(2, 3)
        [1, 2, 3]
        """
        if bits > 32 or count > 8 * len(self._data):
            raise unknown_hints()
        end = self._at + (bits * count + 7) // 8
        if end > len(self._data):
            raise unknown_hints()
        whole = int.from_bytes(self._data[self._at : end])
        width = 8 * (end - self._at)
        self._at = end
        rest = whole & ((1 << (width - bits * count)) - 1)
        if rest:
            raise unknown_hints()
        numbers = []
        for place in range(1, count + 1):
            from_begin = whole >> (width - bits * place)
            numbers.append(from_begin & ((1 << bits) - 1))
        return numbers

    def end(self, at: int) -> None:
        """Refuse hints that do not end at a byte."""
        if at != self._at:
            raise unknown_hints()


def read_hints(data: bytes, pages: int, shared_at: object, outlines_at: object) -> Hints:
    """Return the hints of a PDF with some pages; raise ``StructureError`` if they say anything
    else.

    Args:
        shared_at: the byte at which those about shared objects begin.
        outlines_at: the byte at which those about outlines begin; None if there are none.
    """
    outlines_end = len(data) if outlines_at is None else outlines_at
    if not isinstance(shared_at, int) or not isinstance(outlines_end, int):
        raise unknown_hints()
    fields = _Fields(data)
    about_pages = _read_about_pages(fields, pages)
    fields.end(shared_at)
    number, place, of_first, count, group_bits, least, bits = fields.head(_SHARED_HEAD)
    shared_lengths = [least + more for more in fields.row(bits, count)]
    signatures = fields.row(1, count)
    groups = fields.row(group_bits, count)
    if any(signatures) or any(groups):
        raise unknown_hints()
    fields.end(outlines_end)
    outlines = None if outlines_at is None else tuple(fields.head(_OUTLINES_HEAD))
    fields.end(len(data))
    return Hints(
        first_place=about_pages.first_place,
        counts=about_pages.counts,
        lengths=about_pages.lengths,
        shared_by=about_pages.shared_by,
        shared_from=(number, place),
        of_first=of_first,
        shared_lengths=shared_lengths,
        outlines=outlines,
    )


class _AboutPages(NamedTuple):
    """The hints about pages, as in ``Hints``."""

    first_place: int
    counts: list[int]
    lengths: list[int]
    shared_by: list[list[int]]


def _read_about_pages(fields: _Fields, pages: int) -> _AboutPages:
    head = fields.head(_PAGES_HEAD)
    least_count, place, count_bits, least_length, length_bits, least_start, start_bits = head[:7]
    least_content, content_bits, shared_bits, own_bits, part_bits, _parts = head[7:]
    counts = [least_count + more for more in fields.row(count_bits, pages)]
    lengths = [least_length + more for more in fields.row(length_bits, pages)]
    shares = fields.row(shared_bits, pages)
    shared = fields.row(own_bits, sum(shares))
    parts = fields.row(part_bits, sum(shares))
    starts = [least_start + more for more in fields.row(start_bits, pages)]
    contents = [least_content + more for more in fields.row(content_bits, pages)]
    # What stands here of the contents is where a page begins and ends.
    if any(parts) or any(starts) or contents != lengths:
        raise unknown_hints()
    ends = accumulate(shares, initial=0)
    shared_by = [shared[begin:end] for begin, end in pairwise(ends)]
    return _AboutPages(place, counts, lengths, shared_by)


def unknown_hints() -> StructureError:
    """Return the refusal of hints that are not as they should be."""
    return StructureError("says that it is linearised, but has hints that kitgen does not know")
