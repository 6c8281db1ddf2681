"""Finds marks by where they lie, so that those of one board among hundreds on a page are found quickly."""

from collections import defaultdict
from collections.abc import Iterator

from kitgen.check.pdf.drawn.marks import Bounds, Letters, PageMarks, Point, Shape, holds
from kitgen.paper.marks.geometry import inside

#: Side of the squares in which marks are kept, in mm.
SQUARE = 15.0


class MarkIndex:
    """A page's marks, quick to ask for those in a rectangle.

    Attributes:
        page: the page.
    """

    def __init__(self, page: PageMarks) -> None:
        self.page = page
        self._shapes: defaultdict[tuple[int, int], list[Shape]] = defaultdict(list)
        self._letters: defaultdict[tuple[int, int], list[Letters]] = defaultdict(list)
        # What may hide other marks, by every square that it touches.
        self._covers: defaultdict[tuple[int, int], list[Shape]] = defaultdict(list)
        for shape in page.shapes:
            self._shapes[_square(shape.centre)].append(shape)
            if shape.fill is not None:
                self._cover(shape)
        for order, (left, top, right, bottom) in page.others:
            corners = (left, top), (right, top), (right, bottom), (left, bottom)
            self._cover(Shape(order, corners, corners, "MLLL", True, None, None, 0))
        for text in page.letters:
            self._letters[_square(text.centre)].append(text)

    def _cover(self, shape: Shape) -> None:
        """Keep a mark that hides what lies below it."""
        for key in _squares(shape.bounds):
            self._covers[key].append(shape)

    def hidden(self, point: Point, order: int) -> bool:
        """Return whether a mark drawn later than ``order`` covers a point."""
        covers = self._covers.get(_square(point), ())
        return any(c.order > order and holds(c.bounds, point) and inside(point, c.outline) for c in covers)

    def shapes(self, bounds: Bounds) -> list[Shape]:
        """Return the outlines whose middle lies in a rectangle, in the order in which they are drawn."""
        found = (shape for key in _squares(bounds) for shape in self._shapes.get(key, ()))
        return sorted((shape for shape in found if holds(bounds, shape.centre)), key=lambda shape: shape.order)

    def letters(self, bounds: Bounds) -> list[Letters]:
        """Return the texts whose middle lies in a rectangle, in the order in which they are drawn."""
        found = (text for key in _squares(bounds) for text in self._letters.get(key, ()))
        return sorted((text for text in found if holds(bounds, text.centre)), key=lambda text: text.order)


def _square(point: Point) -> tuple[int, int]:
    return int(point[0] // SQUARE), int(point[1] // SQUARE)


def _squares(bounds: Bounds) -> Iterator[tuple[int, int]]:
    left, top = _square(bounds[:2])
    right, bottom = _square(bounds[2:])
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
