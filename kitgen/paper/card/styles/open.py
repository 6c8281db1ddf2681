"""The open board of noughts and crosses: lines between the cells, and a quiet frame."""

from collections.abc import Iterator

from kitgen.model import Position
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.styles.lattice import Lattice
from kitgen.paper.marks.scene import Line, Mark, Stroke

#: The colour of the lines, and where they begin and end as shares of the board.
LINE, START, END = "#7F7F7F", 0.04, 0.96


class Open(Lattice):
    """A board of lines."""

    aspect = (1.0, 1.0, 1.6)

    def cells(self, grid: Grid, position: Position) -> Iterator[Mark]:
        """Yield the ground, the lines and the frame."""
        del position
        wide, high = grid.size
        line = Stroke(LINE, max(0.2, grid.unit / 30))
        yield self.ground(grid)
        for x in self.columns(grid):
            yield Line((x, START * high), (x, END * high), line)
        for y in self.rows(grid):
            yield Line((START * wide, y), (END * wide, y), line)
        yield self.round(grid)
