"""The marks of a page, outlines and lines of letters in mm from the top left corner, y down, and
an index by place.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
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
        x0, y0, x1, y1 = bounds = min(xs), min(ys), max(xs), max(ys)
        force_setattr(self, "bounds", bounds)
        force_setattr(self, "centre", ((x0 + x1) / 2, (y0 + y1) / 2))

    @property
    def curves(self) -> int:
        """The number of sides that are curves."""
        return self.steps.count("C")

    @property
    def pieces(self) -> int:
        """The number of separate outlines; ``points`` holds the points of all."""
        return self.steps.count("M")

    @cached_property
    def outline(self) -> tuple[Point, ...]:
        """The corners of a polygon that follows its curves closely."""
        points = iter(
            self.points + self.points[:1]
        )  # a side that comes back to the start ends at the first point
        corners: list[Point] = []
        for step in self.steps:
            if step != "C":
                corners.append(next(points))
                continue
            ends = corners[-1], next(points), next(points), next(points)
            for along in (0.25, 0.5, 0.75, 1.0):  # the points of a cubic curve in Bernstein's form
                rest = 1 - along
                weights = rest**3, 3 * rest**2 * along, 3 * rest * along**2, along**3
                x, y = (
                    sum(weight * end[axis] for weight, end in zip(weights, ends, strict=True))
                    for axis in (0, 1)
                )
                corners.append((x, y))
        return tuple(corners)

    @property
    def size(self) -> Point:
        """Width and height of ``bounds``."""
        x0, y0, x1, y1 = self.bounds
        return x1 - x0, y1 - y0


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
        scales = abs(self.across - other.across) + abs(self.down - other.down)
        return (
            scales < SAME_SCALE
            and abs(self.right - other.right) + abs(self.below - other.below) < SAME_MM
        )


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
    """Return a page turned so that letters at 90, 180 or 270 degrees become level; at 0 the page
    itself.
    """
    if not turn:
        return page

    def turned(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(turn_point(page, turn, point) for point in points)

    shapes = (
        replace(shape, points=turned(shape.points), corners=turned(shape.corners))
        for shape in page.shapes
    )
    texts = ((text, between(*turned((text.bounds[:2], text.bounds[2:])))) for text in page.letters)
    letters = (
        replace(text, bounds=bounds, turn=(text.turn - turn) % 360) for text, bounds in texts
    )
    wide, high = (page.width, page.height) if turn == 180 else (page.height, page.width)
    return PageMarks(wide, high, tuple(shapes), tuple(letters))


def turn_point(page: PageMarks, turn: int, point: Point) -> Point:
    """Return the place of a point of a page after ``turn_page``; a turned page is turned back by
    ``-turn``.
    """
    x, y = point
    return ((x, y), (y, page.width - x), (page.width - x, page.height - y), (page.height - y, x))[
        turn // 90 % 4
    ]


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


#: Side of the squares in which marks are kept, in mm.
SQUARE = 15.0
#: Column and row of a square.
_Square = tuple[int, int]


class MarkIndex:
    """A page's marks by place, so that those of one board among hundreds are found quickly."""

    def __init__(self, page: PageMarks) -> None:
        self.page = page
        self._last = int(page.width // SQUARE), int(page.height // SQUARE)
        self._shapes: defaultdict[_Square, list[Shape]] = defaultdict(list)
        self._letters: defaultdict[_Square, list[Letters]] = defaultdict(list)
        # Shapes that may hide other marks, by every square that they touch.
        self._covers: defaultdict[_Square, list[Shape]] = defaultdict(list)
        for shape in page.shapes:
            self._shapes[self._kept(shape.centre)].append(shape)
            for key in self._squares(shape.bounds) if shape.fill is not None else ():
                self._covers[key].append(shape)
        for text in page.letters:
            self._letters[self._kept(text.centre)].append(text)

    def hidden(self, point: Point, order: int) -> bool:
        """Return whether a mark drawn later than ``order`` covers a point."""
        later = (cover for cover in self._covers.get(self._kept(point), ()) if cover.order > order)
        return any(
            holds(cover.bounds, point) and within_polygon(point, cover.outline) for cover in later
        )

    def shapes(self, bounds: Bounds) -> list[Shape]:
        """Return the outlines whose middle lies in a rectangle, in the order in which they are
        drawn.
        """
        near = [shape for key in self._squares(bounds) for shape in self._shapes.get(key, ())]
        return sorted(
            (shape for shape in near if holds(bounds, shape.centre)), key=lambda shape: shape.order
        )

    def letters(self, bounds: Bounds) -> list[Letters]:
        """Return the texts whose middle lies in a rectangle, in the order in which they are
        drawn.
        """
        near = [text for key in self._squares(bounds) for text in self._letters.get(key, ())]
        return sorted(
            (text for text in near if holds(bounds, text.centre)), key=lambda text: text.order
        )

    def _kept(self, point: Point) -> _Square:
        """Return the square of a point; off the page, the nearest one beyond its edge."""
        x, y, (last_x, last_y) = int(point[0] // SQUARE), int(point[1] // SQUARE), self._last
        return (-1 if x < 0 else x if x <= last_x else last_x + 1), (
            -1 if y < 0 else y if y <= last_y else last_y + 1
        )

    def _squares(self, bounds: Bounds) -> Iterator[_Square]:
        x0, y0 = self._kept(bounds[:2])
        x1, y1 = self._kept(bounds[2:])
        return ((x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1))


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
