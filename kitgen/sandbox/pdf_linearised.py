"""Holds what a linearised PDF says of itself against what it holds.

Some programs begin to read such a file at its beginning. They find its first page, its second index
and all other pages by what its first object and its hint stream say (ISO 32000-1:2008, annex F).
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from kitgen.sandbox.pdf_hints import Hints, read_hints, unknown_hints
from kitgen.sandbox.pdf_structure import PdfStructure
from kitgen.sandbox.pdf_syntax import StructureError, inflated, past_blank, references

#: What the dictionary of a linearised file holds.
_KEYS = {"Linearized", "L", "H", "O", "E", "N", "T"}
#: What the dictionary of its hint stream holds.
_HINT_KEYS = {"Filter", "S", "O", "Length"}
#: The most bytes of hints.
MAX_BYTES_OF_HINTS = 4_000_000


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
        "T": second.before_first_entry,
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
    """Check that the hints give the number, the place and the objects of each page, and of the
    outlines.
    """
    if not isinstance(where, list) or len(where) != 2:
        raise unknown_hints()
    start, length = where
    hint_stream = structure.object_at(start)
    if hint_stream is None:
        raise _wrong("hints where there are none")
    number, values = hint_stream
    if not isinstance(values, dict) or not values.keys() <= _HINT_KEYS:
        raise unknown_hints()
    if values.get("Filter") != "FlateDecode":
        raise unknown_hints()
    if start + length != past_blank(structure.data, structure.ends[number]):
        raise _wrong("hints of another length than they have")
    data = inflated(structure.content_of(number), MAX_BYTES_OF_HINTS)
    hints = read_hints(data, len(pages), values.get("S"), values.get("O"))

    def check_place(number: int, place: int) -> None:
        """Check a place that is counted as if the hints were not in the file."""
        if place >= start:
            place += length
        if structure.places.get(number) != place:
            raise _wrong(f"hints that lead elsewhere than to its object {number}")

    # The first page and its objects have the highest numbers, all others count from 1.
    numbers = [pages[0], *accumulate(hints.counts[1:-1], initial=1)][: len(pages)]
    if numbers != list(pages):
        raise _wrong("hints that lead to other pages than it has")
    check_place(pages[0], hints.first_place)
    for page, count, size in zip(pages, hints.counts, hints.lengths, strict=True):
        if _length_of_row(structure, page, count) != size:
            raise _wrong("hints that lead elsewhere than to its pages")
    _check_shared(structure, hints, pages, check_place)
    if hints.outlines is not None:
        first, place, count, size = hints.outlines
        check_place(first, place)
        outlines = _below(structure, structure.catalog.get("Outlines"), pages)
        length_of_outlines = _length_of_row(structure, first, count)
        if length_of_outlines != size or set(range(first, first + count)) != outlines:
            raise _wrong("hints of other outlines than it has")


def _check_shared(
    structure: PdfStructure,
    hints: Hints,
    pages: Sequence[int],
    check_place: Callable[[int, int], None],
) -> None:
    """Check that the hints give the objects that pages share, and which of them each page shows."""
    number, place = hints.shared_from
    last = max(number for number in structure.indexes[0].entries if number in structure.ends)
    if hints.of_first != hints.counts[0] or pages[0] + hints.of_first != last + 1:
        raise _wrong("hints of another first page than it has")
    others = len(hints.shared_lengths) - hints.of_first
    if others > 0:
        check_place(number, place)
    elif others or number or place:
        raise _wrong("hints of objects that it does not share")
    shared = [*range(pages[0], pages[0] + hints.of_first), *range(number, number + others)]
    for own, size in zip(shared, hints.shared_lengths, strict=True):
        if _length_of_row(structure, own, 1) != size:
            raise _wrong("hints of shared objects of another length than they have")
    _check_shown(structure, hints, pages, shared)


def _check_shown(
    structure: PdfStructure, hints: Hints, pages: Sequence[int], shared: Sequence[int]
) -> None:
    """Check that each page shows its own objects, those that it shares, what the whole file
    needs, and no others.
    """
    if hints.shared_by[0]:
        raise unknown_hints()
    whole = _below(structure, [index.values for index in structure.indexes], pages)
    for page, count, positions in zip(
        pages[1:], hints.counts[1:], hints.shared_by[1:], strict=True
    ):
        own = set(range(page, page + count))
        shown = {page} | _below(structure, structure.attributes_of(page), pages)
        listed = [shared[position] for position in positions if position < len(shared)]
        if len({*listed}) != len(positions) or {*listed} != shown & {*shared}:
            raise _wrong(f"hints of other shared objects than the page of object {page} shows")
        if not own <= shown or not shown - own - {*shared} <= whole:
            raise _wrong(f"hints of other objects than the page of object {page} shows")


def _below(structure: PdfStructure, value: Any, pages: Sequence[int]) -> set[int]:
    """Return the objects to which a value leads, but through no page; of packed ones, the
    streams that hold them.
    """
    objects = set[int]()
    for number in structure.reached(references(value), avoiding=pages):
        place = structure.places[number]
        if isinstance(place, int):
            objects.add(number)
        else:
            stream, _ = place
            objects.add(stream)
    return objects


def _length_of_row(structure: PdfStructure, first: int, count: int) -> int:
    """Return how many bytes some objects take whose numbers and places follow one another."""
    begin = at = structure.places.get(first, -1)
    for number in range(first, first + count):
        if not isinstance(at, int) or structure.places.get(number) != at:
            raise _wrong("hints of objects that do not follow one another")
        at = past_blank(structure.data, structure.ends[number])
    return at - begin if isinstance(at, int) and isinstance(begin, int) else -1


def _wrong(what: str) -> StructureError:
    return StructureError(f"says that it is linearised, but has {what}")
