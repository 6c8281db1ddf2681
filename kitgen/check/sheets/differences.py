"""What differs between the marks of two pages: what is missing, what does not belong there, what is changed.

Programs that save a PDF anew write its figures a little otherwise; what lies no farther apart than ``SLACK`` is the
same.
"""

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.check.pdf.drawn.marks import Bounds, Letters, PageMarks, Shape, around

Mark = Shape | Letters
#: Places and widths in mm, and sizes of letters in points, that are the same: far less than an eye sees.
SLACK = 0.02
#: How far a mark that was changed may lie from where it should, in mm, to be taken for the same.
NEAR = 12.0
#: More differing marks than this are counted, not named; their order is not looked at.
MOST = 400


@dataclass(frozen=True, slots=True)
class Differing:
    """One difference.

    Attributes:
        expected: the mark that should be there; None for one that does not belong there.
        found: the mark that is there instead; None for one that is missing.
        covered: whether both are the same and another mark lies over it that should lie below, or the other way round.
    """

    expected: Mark | None
    found: Mark | None
    covered: bool = False


def marks_of(page: PageMarks) -> list[Mark]:
    """Return all marks of a page in the order in which they are drawn."""
    return sorted((*page.shapes, *page.letters), key=lambda mark: mark.order)


def look_of(mark: Mark) -> tuple[object, ...]:
    """Return how a mark looks, wherever it lies and however large it is."""
    if isinstance(mark, Letters):
        return "letters", mark.text, mark.look, mark.fill, round(mark.turn) % 360
    return "outline", mark.steps, mark.closed, mark.fill, mark.stroke, mark.manner, len(mark.dash)


def measures_of(mark: Mark) -> tuple[float, ...]:
    """Return where a mark lies, and how large it is."""
    if isinstance(mark, Letters):
        return *mark.at, mark.size
    return *(length for point in mark.points for length in point), mark.width, *mark.dash


def same(one: Mark, other: Mark) -> bool:
    """Return whether two marks cannot be told apart."""
    if look_of(one) != look_of(other):
        return False
    return all(abs(a - b) <= SLACK for a, b in zip(measures_of(one), measures_of(other), strict=True))


def fingerprint(page: PageMarks) -> int:
    """Return a number that pages with the very same marks have in common."""
    return hash((page.width, page.height, *(_exactly(mark) for mark in marks_of(page))))


def changes(expected: Sequence[Mark], found: Sequence[Mark]) -> list[Differing]:
    """Return what differs, in the order of the page as it should be; what does not belong there last.

    Args:
        expected: the marks that should be there, in the order in which they are drawn.
        found: those that are there.
    """
    pairs = _pairs(expected, found)
    taken = set(pairs.values())
    missing = [number for number in range(len(expected)) if number not in pairs]
    extra = [number for number in range(len(found)) if number not in taken]
    if max(len(missing), len(extra)) > MOST:  # another page altogether
        return [Differing(expected[number], None) for number in missing] + [Differing(None, found[n]) for n in extra]
    result = []
    for number in missing:
        best = min(extra, key=lambda n: _apart(expected[number], found[n]), default=None)
        if best is not None and _apart(expected[number], found[best]) < NEAR:
            extra.remove(best)
            result.append(Differing(expected[number], found[best]))
        else:
            result.append(Differing(expected[number], None))
    result += [Differing(None, found[number]) for number in extra]
    return result + [
        Differing(expected[number], found[pairs[number]], covered=True) for number in _moved(expected, pairs)
    ]


def _pairs(expected: Sequence[Mark], found: Sequence[Mark]) -> dict[int, int]:
    """Return which marks are there, by their number, with the number that they have."""
    at = defaultdict[object, list[int]](list)
    for number, mark in reversed(list(enumerate(found))):
        at[_exactly(mark)].append(number)
    pairs: dict[int, int] = {}
    for number, mark in enumerate(expected):
        if numbers := at.get(_exactly(mark)):
            pairs[number] = numbers.pop()
    left = defaultdict[object, list[int]](list)
    for number in sorted(number for numbers in at.values() for number in numbers):
        left[look_of(found[number])].append(number)
    for number, mark in enumerate(expected):
        if number not in pairs and (near := left.get(look_of(mark))):
            other = next((n for n in near if same(mark, found[n])), None)
            if other is not None:
                near.remove(other)
                pairs[number] = other
    return pairs


def _exactly(mark: Mark) -> object:
    """Return what the same mark of the same file always has in common with itself."""
    return look_of(mark), tuple(round(length, 3) for length in measures_of(mark))


def _apart(one: Mark, other: Mark) -> float:
    """Return how far apart two marks are that may be the same one changed: nearer the more they have in common."""
    if isinstance(one, Letters) != isinstance(other, Letters):
        return math.inf
    alike = sum(a == b for a, b in zip(look_of(one), look_of(other), strict=True)) / len(look_of(one))
    return math.dist(one.centre, other.centre) + 6 * (1 - alike)


def _moved(expected: Sequence[Mark], pairs: dict[int, int]) -> list[int]:
    """Return the marks that are drawn earlier or later than they should be, so that other marks cover or uncover them.

    The longest run of marks that are in order is taken as it should be; those out of it are looked at.
    """
    numbers = sorted(pairs)
    run = _in_order([pairs[number] for number in numbers])
    out = [number for place, number in enumerate(numbers) if place not in run]
    if len(out) > MOST:
        return out
    return [
        number
        for number in out
        if any(
            (number < other) != (pairs[number] < pairs[other])
            and _touch(expected[number].bounds, expected[other].bounds)
            for other in numbers
        )
    ]


def _in_order(row: Sequence[int]) -> set[int]:
    """Return the places of a longest run of growing numbers.

    >>> sorted(_in_order([0, 4, 1, 2, 3]))
    [0, 2, 3, 4]
    """
    ends: list[int] = []
    places: list[int] = []
    before: list[int | None] = []
    for place, number in enumerate(row):
        length = bisect_left(ends, number)
        before.append(places[length - 1] if length else None)
        ends[length : length + 1] = [number]
        places[length : length + 1] = [place]
    found: set[int] = set()
    place_now = places[-1] if places else None
    while place_now is not None:
        found.add(place_now)
        place_now = before[place_now]
    return found


def _touch(one: Bounds, other: Bounds) -> bool:
    """Return whether two rectangles have anything in common."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def stretched_of(expected: Sequence[Mark], found: Sequence[Mark]) -> tuple[float, float] | None:
    """Return by how much a page was made wider and higher; None when all of it grew alike, or it is another page."""
    if not expected or Counter(look_of(mark)[0] for mark in expected) != Counter(look_of(mark)[0] for mark in found):
        return None
    (left, top, right, bottom), (x, y, x2, y2) = (around(mark.bounds for mark in marks) for marks in (expected, found))
    if min(right - left, bottom - top, x2 - x, y2 - y) <= 0:
        return None
    wide, high = (x2 - x) / (right - left), (y2 - y) / (bottom - top)
    placed = sum(
        math.dist((x + wide * (one.centre[0] - left), y + high * (one.centre[1] - top)), other.centre) < 10 * SLACK
        for one, other in zip(expected, found, strict=True)
    )
    return (wide, high) if abs(wide / high - 1) > 0.005 and placed >= 0.9 * len(expected) else None
