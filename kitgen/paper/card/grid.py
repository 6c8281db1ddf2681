"""A diagram at a size on paper: where its cells lie, in mm."""

from dataclasses import dataclass
from itertools import product

from kitgen.model import Diagram
from kitgen.papers import Point

#: The least and the greatest width of the thinnest lines, in mm, and how many would fill a cell.
MIN_THIN_MM = 0.1
MAX_THIN_MM = 0.2
LINES_A_CELL = 70


@dataclass(frozen=True, slots=True)
class Grid:
    """A diagram with cells of a size in mm; ``turned`` by half or not."""

    diagram: Diagram
    cell_width: float
    cell_height: float
    turned: bool = False

    def _placed(self, point: Point) -> Point:
        x, y = point
        if self.turned:
            x, y = self.diagram.width - x, self.diagram.height - y
        return x * self.cell_width, y * self.cell_height

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell, in mm from the board's top left corner."""
        return self._placed(self.diagram.centres[cell])

    @property
    def centres(self) -> list[Point]:
        """The middles of all cells."""
        return [*map(self._placed, self.diagram.centres)]

    @property
    def holes(self) -> list[Point]:
        """The middles of the places between rows and columns where a board has no cell, in mm."""
        places = product(range(int(self.diagram.width)), range(int(self.diagram.height)))
        middles = {(x + 0.5, y + 0.5) for x, y in places}
        return sorted(map(self._placed, middles - {*self.diagram.centres}))

    @property
    def unit(self) -> float:
        """The smaller side of a cell, in mm."""
        return min(self.cell_width, self.cell_height)

    @property
    def thin(self) -> float:
        """The width of the thinnest lines between cells, in mm."""
        return max(MIN_THIN_MM, min(MAX_THIN_MM, self.unit / LINES_A_CELL))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole board, in mm."""
        return self.cell_width * self.diagram.width, self.cell_height * self.diagram.height
