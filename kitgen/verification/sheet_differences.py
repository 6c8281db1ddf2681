"""Compares the marks of two pages: which are missing, do not belong there, or are changed.

Programs that save a PDF anew write its numbers a little differently; within ``SLACK`` they are the same.
"""

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.sandbox.page_marks import Bounds, Letters, PageMarks, Shape, around

Mark = Shape | Letters
#: Places and widths in mm, and sizes of letters in points, that are the same: far less than an eye sees.
SLACK = 0.02
#: How far a changed mark may lie from where it should, in mm, to be taken for the same.
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


def same(mark: Mark, other: Mark) -> bool:
    """Return whether two marks cannot be told apart."""
    if look_of(mark) != look_of(other):
        return False
    return all(abs(a - b) <= SLACK for a, b in zip(measures_of(mark), measures_of(other), strict=True))


def fingerprint(page: PageMarks) -> int:
    """Return a number that pages with the very same marks share."""
    return hash((page.width, page.height, *(_exactly(mark) for mark in marks_of(page))))


def changes(expected: Sequence[Mark], actual: Sequence[Mark]) -> list[Differing]:
    """Return the differences of marks in drawing order, as on the page as it should be; extra ones last."""
    pairs = _pairs(expected, actual)
    taken = set(pairs.values())
    missing = [number for number in range(len(expected)) if number not in pairs]
    extra = [number for number in range(len(actual)) if number not in taken]
    if max(len(missing), len(extra)) > MOST:  # another page altogether
        return [Differing(expected[number], None) for number in missing] + [Differing(None, actual[n]) for n in extra]
    result = []
    for number in missing:
        best = min(extra, key=lambda n: _apart(expected[number], actual[n]), default=None)
        if best is not None and _apart(expected[number], actual[best]) < NEAR:
            extra.remove(best)
            result.append(Differing(expected[number], actual[best]))
        else:
            result.append(Differing(expected[number], None))
    result += [Differing(None, actual[number]) for number in extra]
    return result + [
        Differing(expected[number], actual[pairs[number]], covered=True) for number in _moved(expected, pairs)
    ]


def _pairs(expected: Sequence[Mark], actual: Sequence[Mark]) -> dict[int, int]:
    """Return the numbers of the expected marks that are there, with their numbers on the page."""
    at = defaultdict[object, list[int]](list)
    for number, mark in reversed(list(enumerate(actual))):
        at[_exactly(mark)].append(number)
    pairs: dict[int, int] = {}
    for number, mark in enumerate(expected):
        if numbers := at.get(_exactly(mark)):
            pairs[number] = numbers.pop()
    loose = defaultdict[object, list[int]](list)
    for number in sorted(number for numbers in at.values() for number in numbers):
        loose[look_of(actual[number])].append(number)
    for number, mark in enumerate(expected):
        if number not in pairs and (near := loose.get(look_of(mark))):
            other = next((n for n in near if same(mark, actual[n])), None)
            if other is not None:
                near.remove(other)
                pairs[number] = other
    return pairs


def _exactly(mark: Mark) -> object:
    return look_of(mark), tuple(round(length, 3) for length in measures_of(mark))


def _apart(mark: Mark, other: Mark) -> float:
    """Return the distance of two marks that may be the same one changed: smaller the more they have in common."""
    if isinstance(mark, Letters) != isinstance(other, Letters):
        return math.inf
    alike = sum(a == b for a, b in zip(look_of(mark), look_of(other), strict=True)) / len(look_of(mark))
    return math.dist(mark.centre, other.centre) + 6 * (1 - alike)


def _moved(expected: Sequence[Mark], pairs: dict[int, int]) -> list[int]:
    """Return the marks that are drawn too early or too late, so that other marks cover or uncover them.

    The longest run of marks that are in order counts as right; the others are examined.
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
    longest: set[int] = set()
    place_now = places[-1] if places else None
    while place_now is not None:
        longest.add(place_now)
        place_now = before[place_now]
    return longest


def _touch(bounds: Bounds, other: Bounds) -> bool:
    return bounds[0] <= other[2] and other[0] <= bounds[2] and bounds[1] <= other[3] and other[1] <= bounds[3]


def stretched_of(expected: Sequence[Mark], actual: Sequence[Mark]) -> tuple[float, float] | None:
    """Return by how much a page was made wider and higher; None when it grew evenly, or it is another page."""
    if not expected or Counter(look_of(mark)[0] for mark in expected) != Counter(look_of(mark)[0] for mark in actual):
        return None
    (x0, y0, x1, y1), (x, y, x2, y2) = (around(mark.bounds for mark in marks) for marks in (expected, actual))
    if min(x1 - x0, y1 - y0, x2 - x, y2 - y) <= 0:
        return None
    wide, high = (x2 - x) / (x1 - x0), (y2 - y) / (y1 - y0)
    placed = sum(
        math.dist((x + wide * (mark.centre[0] - x0), y + high * (mark.centre[1] - y0)), other.centre) < 10 * SLACK
        for mark, other in zip(expected, actual, strict=True)
    )
    return (wide, high) if abs(wide / high - 1) > 0.005 and placed >= 0.9 * len(expected) else None
