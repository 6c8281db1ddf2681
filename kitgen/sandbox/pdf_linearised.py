"""Holds what a linearised PDF says of itself against what it holds.

Some programs begin to read such a file at its beginning. They find its first page, its second index and all other pages
by what its first object and its hint stream say (ISO 32000-1:2008, annex F).
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from kitgen.sandbox.pdf_structure import PdfStructure
from kitgen.sandbox.pdf_syntax import StructureError, inflated, past_blank

#: What the dictionary of a linearised file holds.
_KEYS = {"Linearized", "L", "H", "O", "E", "N", "T"}
#: What the dictionary of its hint stream holds.
_HINT_KEYS = {"Filter", "S", "O", "Length"}
#: The most bytes of hints.
MOST_HINTS = 4_000_000
#: The bytes of each value at the beginning of the hints about pages.
_HINT_HEAD = (4, 4, 2, 4, 2, 4, 2, 4, 2, 2, 2, 2, 2)


def check_linearised(structure: PdfStructure, pages: Sequence[int]) -> None:
    """Raise ``StructureError`` if a linearised file says anything of its parts that is not so.

    ``pages`` are the numbers of its pages as objects.
    """
    values = structure.linearised
    if values is None:
        return
    first, second = structure.indexes
    places = [place for place in second.entries.values() if isinstance(place, int)]
    own = {
        "L": len(structure.data),
        "O": pages[0],
        "N": len(pages),
        "T": second.first_entry,
        "E": min(places, default=-1),
    }
    for key, value in own.items():
        if values.get(key) != value:
            raise _wrong(f"{values.get(key)} instead of {value} as its /{key}")
    if values.keys() != _KEYS or values["Linearized"] != 1:
        raise _wrong("what kitgen does not know")
    if past_blank(structure.data, structure.ends[structure.first_object]) != first.start:
        raise _wrong("its first index elsewhere than at its beginning")
    if list(second.entries) != list(range(len(second.entries))):
        raise _wrong("a second index that does not begin with the first object")
    _check_hints(structure, values["H"], pages)


def _check_hints(structure: PdfStructure, where: Any, pages: Sequence[int]) -> None:
    """Check that the hints about pages give the number and the place of each."""
    if not isinstance(where, list) or len(where) != 2:
        raise _wrong("hints that kitgen does not know")
    start, length = where
    found = structure.object_at(start)
    if found is None:
        raise _wrong("hints where there are none")
    number, values = found
    if not isinstance(values, dict) or not values.keys() <= _HINT_KEYS or values.get("Filter") != "FlateDecode":
        raise _wrong("hints that kitgen does not know")
    if start + length != past_blank(structure.data, structure.ends[number]):
        raise _wrong("hints of another length than they have")
    data = inflated(structure.content_of(number), MOST_HINTS)
    counts, lengths, place = _page_hints(data, len(pages))
    # The first page and its objects have the highest numbers, all others count from 1.
    numbers = [pages[0], *accumulate(counts[1:-1], initial=1)][: len(pages)]
    if numbers != list(pages):
        raise _wrong("hints that lead to other pages than it has")
    second = structure.indexes[1]
    begin = structure.places[pages[0]]
    if not isinstance(begin, int) or begin != place + length * (place >= start):
        raise _wrong("hints that lead elsewhere than to its first page")
    at = min(entry for entry in second.entries.values() if isinstance(entry, int))
    for page, size in zip(pages[1:], lengths[1:], strict=True):
        if structure.places[page] != at:
            raise _wrong("hints that lead elsewhere than to its pages")
        at += size


def _page_hints(data: bytes, pages: int) -> tuple[list[int], list[int], int]:
    """Return how many objects and how many bytes each page has, and where the hints say that the first page begins.

    The place is counted as if the hints were not in the file.
    """
    head = []
    at = 0
    for width in _HINT_HEAD:
        head.append(int.from_bytes(data[at : at + width]))
        at += width
    least_objects, place, object_bits, least_bytes, byte_bits = head[:5]
    counts, at = _bit_fields(data, at, object_bits, pages)
    lengths, at = _bit_fields(data, at, byte_bits, pages)
    return [least_objects + more for more in counts], [least_bytes + more for more in lengths], place


def _bit_fields(data: bytes, at: int, bits: int, count: int) -> tuple[list[int], int]:
    """Return numbers of some bits each, and where they end, at a whole byte.

    >>> _bit_fields(bytes([0b0110_1100, 255]), 0, 2, 3)
    ([1, 2, 3], 1)
    """
    if bits > 32:
        raise _wrong("hints that cannot be read")
    end = at + (bits * count + 7) // 8
    if end > len(data):
        raise _wrong("hints that are cut off")
    whole = int.from_bytes(data[at:end])
    width = 8 * (end - at)
    numbers = [whole >> (width - bits * (place + 1)) & ((1 << bits) - 1) for place in range(count)]
    return numbers, end


def _wrong(what: str) -> StructureError:
    return StructureError(f"says that it is linearised, but has {what}")
