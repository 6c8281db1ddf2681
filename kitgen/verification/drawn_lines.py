"""Reads the lines of a board back from a page: which points they join, which way they lead, and
whose they are.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from kitgen.model import Diagram
from kitgen.paper.marks.scene import to_segment
from kitgen.papers import Point
from kitgen.sandbox.page_marks import Shape
from kitgen.verification.recognise import luminance

#: A line ends nearer to the middle of its point than this share of a cell.
NEAR_END = 0.25
#: A third point lies farther from a straight line than this share of a cell.
BESIDE_LINE = 0.15
#: A tie lies nearer to its line than this.
ON_LINE_MM = 0.15
#: Each line with ties has at least so many.
MIN_TIES = 2
#: A double line is drawn as at least so many lines.
MIN_RAILS = 2
#: A line or a stroke with less luminance than this is dark.
DARK = 0.3
#: The luminance of a usual arrowhead, and of a white one: at least the first, below the second.
GREY_HEADS = (0.3, 0.7)
WHITE_HEADS = (0.8, 1.1)

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
    plain = reader.joined(dark=False).keys()
    yield from _differences("line", plain, {_ends(pair) for pair in diagram.lines})
    heads = reader.heads(dark=False, fill=GREY_HEADS)
    yield from _differences("arrowhead", heads, {*diagram.one_way})

    of_first_side, of_second_side, *_ = diagram.own_lines
    dark = reader.joined(dark=True)
    rails = {ends for ends, count in dark.items() if count >= MIN_RAILS}
    yield from _differences("double line", rails, {_ends(pair) for pair in of_first_side})
    white = reader.heads(dark=True, fill=WHITE_HEADS)
    one_way = {(a, b) for a, b in of_first_side if (b, a) not in of_first_side}
    yield from _differences("white arrowhead", white, one_way)

    for start, end in of_second_side:
        if start >= end or not reader.is_straight(start, end):
            continue
        if reader.ties(start, end) < MIN_TIES:
            yield f"the line with cross-strokes between points {start + 1} and {end + 1} is missing"


def _ends(pair: Pair) -> Pair:
    return min(pair), max(pair)


def _differences(what: str, drawn: Collection[Pair], wanted: set[Pair]) -> Iterator[str]:
    for start, end in sorted(wanted.difference(drawn)):
        yield f"the {what} from point {start + 1} to {end + 1} is missing"
    for start, end in sorted({*drawn} - wanted):
        yield f"there is a {what} from point {start + 1} to {end + 1} that the game does not have"


class _Lines:
    def __init__(self, shapes: Sequence[Shape], cells: Sequence[Point], unit: float) -> None:
        self.cells = cells
        self.unit = unit
        straight = [shape for shape in shapes if not shape.curves]
        self._open = [shape for shape in straight if not shape.closed and shape.stroke is not None]
        self._triangles = [
            shape
            for shape in straight
            if shape.closed and len(shape.corners) == 3 and shape.fill is not None
        ]

    def _cell_at(self, point: Point) -> int | None:
        best = min(range(len(self.cells)), key=lambda cell: math.dist(self.cells[cell], point))
        return best if math.dist(self.cells[best], point) < NEAR_END * self.unit else None

    def _lines(self, *, dark: bool) -> Iterator[tuple[Pair, Shape]]:
        """Yield each open line from point to point, with the points at its first and its last
        corner.
        """
        for shape in self._open:
            if (luminance(shape.stroke or "#000000") < DARK) != dark:
                continue
            start = self._cell_at(shape.corners[0])
            end = self._cell_at(shape.corners[-1])
            if start is not None and end is not None and start != end:
                yield (start, end), shape

    def joined(self, *, dark: bool) -> Counter[Pair]:
        """Return how many lines join each two points."""
        return Counter(_ends(pair) for pair, _ in self._lines(dark=dark))

    def heads(self, *, dark: bool, fill: tuple[float, float]) -> set[Pair]:
        """Return the pairs of points whose line has an arrowhead of a fill, in its direction."""
        lines = [*self._lines(dark=dark)]
        pairs = set[Pair]()
        if not lines:
            return pairs
        least, below = fill
        for head in self._triangles:
            if least <= luminance(head.fill or "#000000") < below:
                pairs.add(_pointed_pair(head, lines))
        return pairs

    def is_straight(self, start: int, end: int) -> bool:
        """Return whether no third point lies between two points."""
        ends = self.cells[start], self.cells[end]
        others = (cell for number, cell in enumerate(self.cells) if number not in (start, end))
        return all(to_segment(cell, *ends) > BESIDE_LINE * self.unit for cell in others)

    def ties(self, start: int, end: int) -> int:
        """Return the number of short dark strokes across the line between two points."""
        ends = self.cells[start], self.cells[end]
        dark = [shape for shape in self._open if luminance(shape.stroke or "#FFFFFF") < DARK]
        short = [shape for shape in dark if max(shape.size) < NEAR_END * self.unit]
        return sum(to_segment(shape.centre, *ends) < ON_LINE_MM for shape in short)


def _pointed_pair(head: Shape, lines: Sequence[tuple[Pair, Shape]]) -> Pair:
    """Return the points of the line on which an arrowhead lies, in its direction."""
    tip, centre = _tip(head)
    (start, end), line = min(lines, key=lambda line: _distance(centre, line[1]))
    before, after = min(pairwise(line.corners), key=lambda segment: to_segment(centre, *segment))
    across = (tip[0] - centre[0]) * (after[0] - before[0])
    down = (tip[1] - centre[1]) * (after[1] - before[1])
    points_ahead = across + down > 0
    return (start, end) if points_ahead else (end, start)


def _tip(head: Shape) -> tuple[Point, Point]:
    """Return the tip of an arrowhead, opposite its shortest side, and its middle."""
    corners = head.corners
    # Side n lies opposite corner n.
    sides = [math.dist(corners[n - 2], corners[n - 1]) for n in range(3)]
    centre = (sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3)
    return corners[sides.index(min(sides))], centre


def _distance(point: Point, line: Shape) -> float:
    return min(to_segment(point, *segment) for segment in pairwise(line.corners))
