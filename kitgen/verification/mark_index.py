"""An index of a page's marks by place, so that those of one board among hundreds are found quickly."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from kitgen.paper.marks.scene import within_polygon
from kitgen.papers import Bounds, Point
from kitgen.sandbox.limits import Effort
from kitgen.sandbox.page_marks import Letters, PageMarks, Shape, holds

#: Side of the squares in which marks are kept, in mm.
SQUARE = 15.0
#: Column and row of a square.
_Square = tuple[int, int]


class MarkIndex:
    """A page's marks by place; every query takes from the effort that may still be spent on the page."""

    def __init__(self, page: PageMarks, effort: Effort) -> None:
        self.page = page
        self.effort = effort
        self._last = int(page.width // SQUARE), int(page.height // SQUARE)
        self._shapes: defaultdict[_Square, list[Shape]] = defaultdict(list)
        self._letters: defaultdict[_Square, list[Letters]] = defaultdict(list)
        # What may hide other marks, by every square that it touches.
        self._covers: defaultdict[_Square, list[Shape]] = defaultdict(list)
        for shape in page.shapes:
            self._shapes[self._kept(shape.centre)].append(shape)
            if shape.fill is not None:
                self._cover(shape)
        for order, (x0, y0, x1, y1) in page.others:
            corners = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
            self._cover(Shape(order, corners, corners, "MLLL", True, None, None, 0))
        for text in page.letters:
            self._letters[self._kept(text.centre)].append(text)

    def _cover(self, shape: Shape) -> None:
        for key in self._squares(shape.bounds):
            self._covers[key].append(shape)

    def hidden(self, point: Point, order: int) -> bool:
        """Return whether a mark drawn later than ``order`` covers a point."""
        covers = self._covers.get(self._kept(point), ())
        self.effort.spend(len(covers))
        for cover in covers:
            if cover.order > order and holds(cover.bounds, point):
                self.effort.spend(len(cover.points))
                if within_polygon(point, cover.outline):
                    return True
        return False

    def shapes(self, bounds: Bounds) -> list[Shape]:
        """Return the outlines whose middle lies in a rectangle, in the order in which they are drawn."""
        near = [shape for key in self._squares(bounds) for shape in self._shapes.get(key, ())]
        held = sorted((shape for shape in near if holds(bounds, shape.centre)), key=lambda shape: shape.order)
        self.effort.spend(len(near) + sum(len(shape.points) for shape in held))  # callers look at each point
        return held

    def letters(self, bounds: Bounds) -> list[Letters]:
        """Return the texts whose middle lies in a rectangle, in the order in which they are drawn."""
        near = [text for key in self._squares(bounds) for text in self._letters.get(key, ())]
        self.effort.spend(len(near))
        return sorted((text for text in near if holds(bounds, text.centre)), key=lambda text: text.order)

    def _kept(self, point: Point) -> _Square:
        """Return the square of a point: off the page, the nearest one at its edge."""
        x, y, (last_x, last_y) = int(point[0] // SQUARE), int(point[1] // SQUARE), self._last
        return (-1 if x < 0 else x if x <= last_x else last_x + 1), (-1 if y < 0 else y if y <= last_y else last_y + 1)

    def _squares(self, bounds: Bounds) -> Iterator[_Square]:
        x0, y0 = self._kept(bounds[:2])
        x1, y1 = self._kept(bounds[2:])
        self.effort.spend((x1 - x0 + 1) * (y1 - y0 + 1))
        return ((x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1))


class MarkOnPage(Protocol):
    """A mark that is somewhere."""

    @property
    def centre(self) -> Point:
        """Its middle."""


P = TypeVar("P", bound=MarkOnPage)


def in_lines(marks: Iterable[P], slack: float) -> list[list[P]]:
    """Return marks line by line, each from the left; those of a line are at most ``slack`` mm below its first."""
    lines: list[list[P]] = []
    for mark in sorted(marks, key=lambda mark: mark.centre[1]):
        if not lines or mark.centre[1] - lines[-1][0].centre[1] > slack:
            lines.append([])
        lines[-1].append(mark)
    return [sorted(line, key=lambda mark: mark.centre) for line in lines]
