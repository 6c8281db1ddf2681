"""Reads the lines of a board back from a page: which points they join, which way they lead, and
whose they are.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from kitgen.model import Diagram
from kitgen.paper.marks.scene import to_segment
from kitgen.papers import Point
from kitgen.sandbox.page_marks import Shape
from kitgen.verification.recognise import luminance

#: A line ends nearer to the middle of its point than this share of a cell.
NEAR_END = 0.25
#: A tie lies nearer to its line than this, in mm, and each line has at least so many.
ON_LINE_MM, LEAST_TIES = 0.15, 2

#: Two points, of which the first leads to the second.
Pair = tuple[int, int]


def line_faults(
    shapes: Sequence[Shape], cells: Sequence[Point], unit: float, diagram: Diagram
) -> Iterator[str]:
    """Yield how the lines on a board differ from those of its game.

    Args:
        shapes: the marks that lie under the points of the board.
        cells: the middle of each point on the page, in mm.
        unit: the smaller side of a cell, in mm.
    """
    reader = _Lines(shapes, cells, unit)
    plain, heads = reader.joined(dark=False), reader.heads(dark=False, fill=(0.3, 0.7))
    yield from _differences("line", plain.keys(), {_ends(pair) for pair in diagram.lines})
    yield from _differences("arrowhead", heads, {*diagram.one_way})
    first, second, *_ = diagram.own_lines
    rails = {ends for ends, count in reader.joined(dark=True).items() if count >= 2}
    yield from _differences("double line", rails, {_ends(pair) for pair in first})
    white = reader.heads(dark=True, fill=(0.8, 1.1))
    yield from _differences(
        "white arrowhead", white, {(a, b) for a, b in first if (b, a) not in first}
    )
    for start, end in second:
        if start < end and reader.is_straight(start, end) and reader.ties(start, end) < LEAST_TIES:
            yield f"the line with cross-strokes between points {start + 1} and {end + 1} is missing"


def _ends(pair: Pair) -> Pair:
    return min(pair), max(pair)


def _differences(what: str, drawn: Iterable[Pair], wanted: set[Pair]) -> Iterator[str]:
    found = {*drawn}
    for start, end in sorted(wanted - found):
        yield f"the {what} from point {start + 1} to {end + 1} is missing"
    for start, end in sorted(found - wanted):
        yield f"there is a {what} from point {start + 1} to {end + 1} that the game does not have"


class _Lines:
    def __init__(self, shapes: Sequence[Shape], cells: Sequence[Point], unit: float) -> None:
        self.cells = cells
        self.unit = unit
        self._open = [
            shape
            for shape in shapes
            if not shape.closed and shape.stroke is not None and not shape.curves
        ]
        self._triangles = [
            s
            for s in shapes
            if s.closed and len(s.corners) == 3 and not s.curves and s.fill is not None
        ]

    def _cell_at(self, point: Point) -> int | None:
        best = min(range(len(self.cells)), key=lambda cell: math.dist(self.cells[cell], point))
        return best if math.dist(self.cells[best], point) < NEAR_END * self.unit else None

    def _lines(self, *, dark: bool) -> Iterator[tuple[Pair, Shape]]:
        """Yield each open line from point to point, with the points at its first and its last
        corner.
        """
        for shape in self._open:
            if (luminance(shape.stroke or "#000000") < 0.3) != dark:
                continue
            start, end = self._cell_at(shape.corners[0]), self._cell_at(shape.corners[-1])
            if start is not None and end is not None and start != end:
                yield (start, end), shape

    def joined(self, *, dark: bool) -> Counter[Pair]:
        """Return how many lines join each two points."""
        return Counter(_ends(pair) for pair, _ in self._lines(dark=dark))

    def heads(self, *, dark: bool, fill: tuple[float, float]) -> set[Pair]:
        """Return the pairs of points whose line has an arrowhead of a fill, in its direction."""
        lines = [*self._lines(dark=dark)]
        pairs = set()
        for head in self._triangles:
            if not fill[0] <= luminance(head.fill or "#000000") < fill[1] or not lines:
                continue
            tip, centre = _tip(head)
            (start, end), shape = min(lines, key=lambda line: _distance(centre, line[1]))
            one, other = min(
                pairwise(shape.corners), key=lambda segment: to_segment(centre, *segment)
            )
            along = (tip[0] - centre[0]) * (other[0] - one[0]) + (tip[1] - centre[1]) * (
                other[1] - one[1]
            )
            pairs.add((start, end) if along > 0 else (end, start))
        return pairs

    def is_straight(self, start: int, end: int) -> bool:
        """Return whether no third point lies between two points."""
        ends = self.cells[start], self.cells[end]
        others = (cell for number, cell in enumerate(self.cells) if number not in (start, end))
        return all(to_segment(cell, *ends) > 0.15 * self.unit for cell in others)

    def ties(self, start: int, end: int) -> int:
        """Return the number of short dark strokes across the line between two points."""
        ends = self.cells[start], self.cells[end]
        dark = [shape for shape in self._open if luminance(shape.stroke or "#FFFFFF") < 0.3]
        short = [shape for shape in dark if max(shape.size) < NEAR_END * self.unit]
        return sum(to_segment(shape.centre, *ends) < ON_LINE_MM for shape in short)


def _tip(head: Shape) -> tuple[Point, Point]:
    """Return the tip of an arrowhead, opposite its shortest side, and its middle."""
    corners = head.corners
    sides = [
        math.dist(corners[n - 2], corners[n - 1]) for n in range(3)
    ]  # side n lies opposite corner n
    centre = (sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3)
    return corners[sides.index(min(sides))], centre


def _distance(point: Point, shape: Shape) -> float:
    return min(to_segment(point, one, other) for one, other in pairwise(shape.corners))
