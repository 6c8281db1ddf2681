"""The part of a page that a form fills, and what lies at its edges for a camera. Lengths in mm."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.papers import FOOT, MARGIN, USUAL
from kitgen.record.forms.form import Corner, TimingSquare

#: A marker, and the room that it takes in its corner; a timing square, and where its middle lies from the edge.
MARKER, CORNER, SQUARE, STRIP = 9.0, 12.0, 2.6, 2.0
#: Where bubbles begin behind the name of their row, and where they end, from the edges of the area.
INSET, RIGHT = 12.0, 4.6
#: The code; what stands above the headings; the headings; the room of reference bubbles at the foot.
CODE, HEAD, HEADINGS, REFERENCES = 28.0, 36.0, 5.0, 12.0
#: Timing squares lie about so far apart along the top and the foot; and so many reference bubbles stand in a row.
EVERY, REFERENCE_BUBBLES = 8.3, 12


@dataclass(frozen=True, slots=True)
class Area:
    """The part of a page that a form fills.

    Attributes:
        page: the width and height of the paper.
        x, y, width, height: of the area.
    """

    page: tuple[float, float]
    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, page: str) -> "Area":
        """Return the area of a paper.

        >>> Area.of("a4").rows
        212.0
        """
        wide, high = USUAL[page]
        return cls((wide, high), MARGIN, MARGIN, wide - 2 * MARGIN, high - MARGIN - FOOT)

    @property
    def first(self) -> float:
        """The upper edge of the first row."""
        return self.y + HEAD + HEADINGS

    @property
    def rows(self) -> float:
        """The height that is left for rows."""
        return self.height - HEAD - HEADINGS - REFERENCES

    @property
    def bubbles(self) -> float:
        """The width that is left for the bubbles of a row."""
        return self.width - INSET - RIGHT

    @property
    def code_at(self) -> tuple[float, float, float]:
        """The left and the upper edge of the code, and its side."""
        return self.x + self.width - CORNER - CODE, self.y + STRIP + SQUARE, CODE

    @property
    def references(self) -> list[tuple[float, float]]:
        """The middles of the reference bubbles, from left to right: empty and full ones in turn."""
        y, room = self.y + self.height - CORNER / 2 - 1, self.width - 2 * CORNER - 12
        return [(self.x + CORNER + 6 + room * n / (REFERENCE_BUBBLES - 1), y) for n in range(REFERENCE_BUBBLES)]

    def corners(self) -> tuple[Corner, Corner, Corner, Corner]:
        """Return the markers."""
        left, right = self.x + CORNER / 2, self.x + self.width - CORNER / 2
        top, bottom = self.y + CORNER / 2, self.y + self.height - CORNER / 2
        return (
            Corner(0, left, top, MARKER),
            Corner(1, right, top, MARKER),
            Corner(2, right, bottom, MARKER),
            Corner(3, left, bottom, MARKER),
        )

    def squares(self, levels: Sequence[float]) -> Iterator[TimingSquare]:
        """Yield the timing squares: along the top and the foot, and on both sides of the head and of all lines."""
        room = self.width - 2 * CORNER
        count = round(room / EVERY)
        for y in (self.y + STRIP, self.y + self.height - STRIP):
            for index in range(count):
                yield TimingSquare(self.x + CORNER + room * (index + 0.5) / count, y, SQUARE)
        head = [self.y + CORNER + (HEAD - CORNER) * (index + 0.5) / 3 for index in range(3)]
        for y in [*head, *levels]:
            for x in (self.x + STRIP, self.x + self.width - STRIP):
                yield TimingSquare(x, y, SQUARE)
