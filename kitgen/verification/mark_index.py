"""An index of a page's marks by place, so that those of one board among hundreds are found quickly."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from kitgen.paper.marks.scene import within_polygon
from kitgen.papers import Bounds, Point
from kitgen.sandbox.page_marks import Letters, PageMarks, Shape, holds

#: Side of the squares in which marks are kept, in mm.
SQUARE = 15.0
#: Column and row of a square.
_Square = tuple[int, int]


class MarkIndex:
    """A page's marks by place."""

    def __init__(self, page: PageMarks) -> None:
        self.page = page
        self._last = int(page.width // SQUARE), int(page.height // SQUARE)
        self._shapes: defaultdict[_Square, list[Shape]] = defaultdict(list)
        self._letters: defaultdict[_Square, list[Letters]] = defaultdict(list)
        # What may hide other marks, by every square that it touches.
        self._covers: defaultdict[_Square, list[Shape]] = defaultdict(list)
        for shape in page.shapes:
            self._shapes[self._kept(shape.centre)].append(shape)
            for key in self._squares(shape.bounds) if shape.fill is not None else ():
                self._covers[key].append(shape)
        for text in page.letters:
            self._letters[self._kept(text.centre)].append(text)

    def hidden(self, point: Point, order: int) -> bool:
        """Return whether a mark drawn later than ``order`` covers a point."""
        return any(
            cover.order > order and holds(cover.bounds, point) and within_polygon(point, cover.outline)
            for cover in self._covers.get(self._kept(point), ())
        )

    def shapes(self, bounds: Bounds) -> list[Shape]:
        """Return the outlines whose middle lies in a rectangle, in the order in which they are drawn."""
        near = [shape for key in self._squares(bounds) for shape in self._shapes.get(key, ())]
        return sorted((shape for shape in near if holds(bounds, shape.centre)), key=lambda shape: shape.order)

    def letters(self, bounds: Bounds) -> list[Letters]:
        """Return the texts whose middle lies in a rectangle, in the order in which they are drawn."""
        near = [text for key in self._squares(bounds) for text in self._letters.get(key, ())]
        return sorted((text for text in near if holds(bounds, text.centre)), key=lambda text: text.order)

    def _kept(self, point: Point) -> _Square:
        """Return the square of a point: off the page, the nearest one at its edge."""
        x, y, (last_x, last_y) = int(point[0] // SQUARE), int(point[1] // SQUARE), self._last
        return (-1 if x < 0 else x if x <= last_x else last_x + 1), (-1 if y < 0 else y if y <= last_y else last_y + 1)

    def _squares(self, bounds: Bounds) -> Iterator[_Square]:
        x0, y0 = self._kept(bounds[:2])
        x1, y1 = self._kept(bounds[2:])
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
