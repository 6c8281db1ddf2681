"""The marks of a page, outlines and lines of letters in mm from the top left corner, y down, and
an index by place.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import TypeVar

import msgspec
from msgspec.structs import force_setattr, replace

from kitgen.paper.marks.scene import within_polygon
from kitgen.papers import Bounds, Point


class Shape(msgspec.Struct, frozen=True, dict=True):
    """One outline of straight or curved lines.

    Attributes:
        order: its place among the page's marks; higher is drawn later, above.
        points: its corners, and the control points of its curves, in order.
        corners: where its lines and curves meet, in order.
        steps: a letter for each step: ``M`` starts, ``L`` is a line, ``C`` a cubic curve (with
            three points).
        fill, stroke: as ``#RRGGBB``; None when it has none.
        manner: fill rule, line caps and joins, in PDFium's numbers.
        bounds, centre: the smallest upright rectangle around its points, and the middle of it.
    """

    order: int
    points: tuple[Point, ...]
    corners: tuple[Point, ...]
    steps: str
    closed: bool
    fill: str | None
    stroke: str | None
    width: float
    dash: tuple[float, ...] = ()
    manner: tuple[int, ...] = ()
    bounds: Bounds = (0.0, 0.0, 0.0, 0.0)
    centre: Point = (0.0, 0.0)

    def __post_init__(self) -> None:
        """Compute ``bounds`` and ``centre``, which are needed of every shape."""
        xs, ys = zip(*self.points, strict=True)
        bounds = min(xs), min(ys), max(xs), max(ys)
        force_setattr(self, "bounds", bounds)
        force_setattr(self, "centre", middle(bounds))

    @property
    def curves(self) -> int:
        """The number of sides that are curves."""
        return self.steps.count("C")

    @property
    def subpaths(self) -> int:
        """The number of separate outlines; ``points`` holds the points of all."""
        return self.steps.count("M")

    @cached_property
    def outline(self) -> tuple[Point, ...]:
        """The corners of a polygon that follows its curves closely."""
        # A side that comes back to the start ends at the first point.
        points = iter(self.points + self.points[:1])
        corners: list[Point] = []
        for step in self.steps:
            if step == "C":
                curve = (corners[-1], next(points), next(points), next(points))
                corners += [_on_curve(curve, along) for along in ALONG_CURVE]
            else:
                corners.append(next(points))
        return tuple(corners)

    @property
    def size(self) -> Point:
        """Width and height of ``bounds``."""
        x0, y0, x1, y1 = self.bounds
        return x1 - x0, y1 - y0


#: The corners of the polygon that follows a curve, as shares of its way.
ALONG_CURVE = (0.25, 0.5, 0.75, 1.0)


def _on_curve(ends: Sequence[Point], along: float) -> Point:
    """Return a point of a cubic curve, by its ends and control points, in Bernstein's form."""
    rest = 1 - along
    weights = (rest**3, 3 * rest**2 * along, 3 * rest * along**2, along**3)
    x = sum(weight * end[0] for weight, end in zip(weights, ends, strict=True))
    y = sum(weight * end[1] for weight, end in zip(weights, ends, strict=True))
    return x, y


class Letters(msgspec.Struct, frozen=True):
    """A text: ``bounds`` of its ink, ``size`` in points, and its baseline, ``turn`` degrees
    clockwise, from ``at``.
    """

    order: int
    text: str
    bounds: Bounds
    size: float
    turn: float
    fill: str
    at: Point = (0.0, 0.0)

    @property
    def centre(self) -> Point:
        """The middle of ``bounds``."""
        return middle(self.bounds)


#: Anything drawn on a page.
PageMark = Shape | Letters


class Correction(msgspec.Struct, frozen=True):
    """How a whole page is scaled from its upper left corner, across and down, and then moved
    right and down, in mm.
    """

    across: float
    down: float
    right: float
    below: float

    def is_near(self, other: "Correction") -> bool:
        """Return whether two corrections are the same, as exactly as a PDF has them."""
        off_scale = abs(self.across - other.across) + abs(self.down - other.down)
        off_mm = abs(self.right - other.right) + abs(self.below - other.below)
        return off_scale < SAME_SCALE and off_mm < SAME_MM


#: Corrections differ by less than this where they are the same: in a PDF, numbers have six digits.
SAME_SCALE = 1e-5
SAME_MM = 1e-3
#: A page as it is drawn.
NO_CORRECTION = Correction(1.0, 1.0, 0.0, 0.0)


class PageMarks(msgspec.Struct, frozen=True):
    """Everything drawn on one page; ``strange`` is, in words, what kitgen does not draw and was
    passed over.

    A ``correction`` holds for all of it: marks are where they were drawn, before a page was
    corrected for a printer.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    letters: tuple[Letters, ...]
    strange: tuple[str, ...] = ()
    correction: Correction = NO_CORRECTION

    @property
    def marks(self) -> list[PageMark]:
        """All marks: first the outlines, then the letters."""
        return [*self.shapes, *self.letters]


def turn_page(page: PageMarks, turn: int) -> PageMarks:
    """Return a page turned so that letters at 90, 180 or 270 degrees become level.

    At 0 it is the page itself.
    """
    if not turn:
        return page

    def turned(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(turn_point(page, turn, point) for point in points)

    shapes = []
    for shape in page.shapes:
        shapes.append(replace(shape, points=turned(shape.points), corners=turned(shape.corners)))
    letters = []
    for text in page.letters:
        one_corner, other_corner = turned((text.bounds[:2], text.bounds[2:]))
        bounds = between(one_corner, other_corner)
        letters.append(replace(text, bounds=bounds, turn=(text.turn - turn) % 360))
    size = (page.width, page.height) if turn == 180 else (page.height, page.width)
    return PageMarks(*size, tuple(shapes), tuple(letters))


def turn_point(page: PageMarks, turn: int, point: Point) -> Point:
    """Return the place of a point of a page after ``turn_page``; a turned page is turned back by
    ``-turn``.
    """
    x, y = point
    match turn % 360:
        case 90:
            return y, page.width - x
        case 180:
            return page.width - x, page.height - y
        case 270:
            return page.height - y, x
    return point


def middle(bounds: Bounds) -> Point:
    """Return the middle of a rectangle."""
    x0, y0, x1, y1 = bounds
    return (x0 + x1) / 2, (y0 + y1) / 2


def between(corner: Point, opposite: Point) -> Bounds:
    """Return the rectangle that has two points as opposite corners.

    >>> between((3, 1), (0, 2))
    (0, 1, 3, 2)
    """
    (x, y), (x2, y2) = corner, opposite
    return min(x, x2), min(y, y2), max(x, x2), max(y, y2)


def holds(bounds: Bounds, point: Point, slack: float = 0.0) -> bool:
    """Return whether a point lies in a rectangle, or no farther than ``slack`` from it."""
    x0, y0, x1, y1 = bounds
    return x0 - slack <= point[0] <= x1 + slack and y0 - slack <= point[1] <= y1 + slack


def within(inner: Bounds, outer: Bounds, slack: float) -> bool:
    """Return whether a rectangle lies in another, or reaches no farther than ``slack`` out of
    it.
    """
    return holds(outer, inner[:2], slack) and holds(outer, inner[2:], slack)


#: Side of the squares in which marks are kept.
SQUARE_MM = 15.0
#: Column and row of a square.
_Square = tuple[int, int]


class MarkIndex:
    """A page's marks by place, so that those of one board among hundreds are found quickly."""

    def __init__(self, page: PageMarks) -> None:
        self.page = page
        self._last_column = int(page.width // SQUARE_MM)
        self._last_row = int(page.height // SQUARE_MM)
        self._shapes: defaultdict[_Square, list[Shape]] = defaultdict(list)
        self._letters: defaultdict[_Square, list[Letters]] = defaultdict(list)
        # Shapes that may hide other marks, by every square that they touch.
        self._covers: defaultdict[_Square, list[Shape]] = defaultdict(list)
        for shape in page.shapes:
            self._shapes[self._square_of(shape.centre)].append(shape)
            if shape.fill is not None:
                for square in self._squares(shape.bounds):
                    self._covers[square].append(shape)
        for text in page.letters:
            self._letters[self._square_of(text.centre)].append(text)

    def hidden(self, point: Point, order: int) -> bool:
        """Return whether a mark drawn later than ``order`` covers a point."""
        for cover in self._covers.get(self._square_of(point), ()):
            if cover.order <= order or not holds(cover.bounds, point):
                continue
            if within_polygon(point, cover.outline):
                return True
        return False

    def shapes(self, bounds: Bounds) -> list[Shape]:
        """Return the outlines whose middle lies in a rectangle, in the order in which they are
        drawn.
        """
        shapes = list[Shape]()
        for square in self._squares(bounds):
            near = self._shapes.get(square, ())
            shapes += [shape for shape in near if holds(bounds, shape.centre)]
        return sorted(shapes, key=lambda shape: shape.order)

    def letters(self, bounds: Bounds) -> list[Letters]:
        """Return the texts whose middle lies in a rectangle, in the order in which they are
        drawn.
        """
        letters = list[Letters]()
        for square in self._squares(bounds):
            near = self._letters.get(square, ())
            letters += [text for text in near if holds(bounds, text.centre)]
        return sorted(letters, key=lambda text: text.order)

    def _square_of(self, point: Point) -> _Square:
        """Return the square of a point; off the page, the nearest one beyond its edge."""
        x, y = point
        return _square_number(x, self._last_column), _square_number(y, self._last_row)

    def _squares(self, bounds: Bounds) -> Iterator[_Square]:
        """Return the squares that a rectangle touches, column by column."""
        x0, y0 = self._square_of(bounds[:2])
        x1, y1 = self._square_of(bounds[2:])
        return product(range(x0, x1 + 1), range(y0, y1 + 1))


def _square_number(mm: float, last: int) -> int:
    number = int(mm // SQUARE_MM)
    return max(-1, min(number, last + 1))


M = TypeVar("M", bound=PageMark)


def in_lines(marks: Iterable[M], slack: float) -> list[list[M]]:
    """Return marks line by line, each from the left; those of a line are at most ``slack`` mm
    below its first.
    """
    lines: list[list[M]] = []
    for mark in sorted(marks, key=lambda mark: mark.centre[1]):
        if not lines or mark.centre[1] - lines[-1][0].centre[1] > slack:
            lines.append([])
        lines[-1].append(mark)
    return [sorted(line, key=lambda mark: mark.centre) for line in lines]
