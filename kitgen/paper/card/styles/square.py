"""The chequered board of pawns: squares, every other one shaded, within a dark frame."""

from collections.abc import Iterator

from kitgen.model import Position
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.styles.lattice import Lattice
from kitgen.paper.card.styles.style import CELL_LINE
from kitgen.paper.marks.scene import DARK, WHITE, Mark, Stroke, rectangle

#: The light grey of the shaded cells.
SHADE = "#E8E8E8"


class Square(Lattice):
    """A chequered board."""

    aspect = (1.0, 1.0, 2.0)
    frame = DARK

    def cells(self, grid: Grid, position: Position) -> Iterator[Mark]:
        """Yield the squares and the frame."""
        del position
        width, height = grid.width, grid.height
        line = Stroke(CELL_LINE, grid.thin)
        for cell, (x, y) in enumerate(grid.centres):
            fill = SHADE if cell in grid.diagram.shaded else WHITE
            yield rectangle(x - width / 2, y - height / 2, width, height, fill, line)
        yield self.round(grid)
