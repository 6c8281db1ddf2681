"""A diagram at a size: where its cells lie on paper."""

from dataclasses import dataclass

from kitgen.model import Diagram
from kitgen.paper.marks.scene import Point


@dataclass(frozen=True, slots=True)
class Grid:
    """A diagram at a size.

    Attributes:
        diagram: what is drawn.
        width, height: of one cell, in mm.
        turned: True when the board is turned by half.
    """

    diagram: Diagram
    width: float
    height: float
    turned: bool = False

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell in mm from the board's top left corner."""
        x, y = self.diagram.centres[cell]
        if self.turned:
            x, y = self.diagram.width - x, self.diagram.height - y
        return x * self.width, y * self.height

    @property
    def centres(self) -> list[Point]:
        """The middles of all cells."""
        return [self.centre(cell) for cell in range(len(self.diagram.centres))]

    @property
    def unit(self) -> float:
        """The smaller side of a cell."""
        return min(self.width, self.height)

    @property
    def thin(self) -> float:
        """The width of the thinnest lines between cells, in mm."""
        return max(0.1, min(0.2, self.unit / 70))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole board, in mm."""
        return self.width * self.diagram.width, self.height * self.diagram.height
