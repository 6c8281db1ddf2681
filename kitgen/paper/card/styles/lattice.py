"""What boards of rows and columns share: their lines, and the names along their edges as in chess."""

from collections.abc import Iterator
from string import ascii_lowercase

from kitgen.model import Diagram
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.styles.style import Style
from kitgen.paper.layout.frame import BODY, GREY
from kitgen.paper.marks.braille import Braille
from kitgen.paper.marks.scene import POINT, Line, Mark, Point, Stroke, Text, rectangle
from kitgen.paper.marks.touch import APART, THICK


def inner_lines(edges: list[float]) -> list[float]:
    """Return where the lines between rows or columns run, from the left or upper edges of all cells, in mm.

    >>> inner_lines([0, 10, 20, 0, 10, 20])
    [10, 20]
    """
    return sorted({round(edge, 6) for edge in edges})[1:]


class Lattice(Style):
    """A board whose cells stand in rows and columns and are called by them: ``a1`` is bottom left."""

    lettered = True

    def columns(self, grid: Grid) -> list[float]:
        """Return where the lines between columns run, in mm."""
        return inner_lines([x - grid.width / 2 for x, _ in grid.centres])

    def rows(self, grid: Grid) -> list[float]:
        """Return where the lines between rows run, in mm."""
        return inner_lines([y - grid.height / 2 for _, y in grid.centres])

    def edge_names(self, grid: Grid, x: float, y: float) -> Iterator[Mark]:
        """Yield letters below the columns and numbers left of the rows."""
        wide, high = grid.size
        columns, rows = int(grid.diagram.width), int(grid.diagram.height)
        for column in range(columns):
            at = (x + (column + 0.5) * wide / columns, y + high + 4.6)
            yield Text(at, ascii_lowercase[columns - 1 - column if grid.turned else column], BODY, "middle", fill=GREY)
        for row in range(rows):
            at = (x - 3, y + (row + 0.5) * high / rows + BODY * POINT * 0.36)
            yield Text(at, str(row + 1 if grid.turned else rows - row), BODY, "middle", fill=GREY)

    def cut(self, grid: Grid, score: Stroke) -> Iterator[Mark]:
        """Yield the lines between the cells."""
        wide, high = grid.size
        for x in self.columns(grid):
            yield Line((x, 0), (x, high), score)
        for y in self.rows(grid):
            yield Line((0, y), (wide, y), score)

    def touch_margins(self, diagram: Diagram, braille: Braille) -> tuple[float, float, float]:
        """Return the room for the numbers on the left and the letters below."""
        del diagram
        return braille.width("1") + APART, 0, braille.height + APART

    def touch_ground(self, grid: Grid, braille: Braille, at: Point) -> Iterator[Mark]:
        """Yield the lines with their frame, the letters below and the numbers on the left."""
        (x, y), (wide, high) = at, grid.size
        half = THICK.width / 2
        yield rectangle(x + half, y + half, wide - 2 * half, high - 2 * half, stroke=THICK)
        for across in inner_lines([x + middle - grid.width / 2 for middle, _ in grid.centres]):
            yield Line((across, y), (across, y + high), THICK)
        for down in inner_lines([y + middle - grid.height / 2 for _, middle in grid.centres]):
            yield Line((x, down), (x + wide, down), THICK)
        columns, rows = int(grid.diagram.width), int(grid.diagram.height)
        for number, letter in enumerate(ascii_lowercase[:columns]):
            column = columns - 1 - number if grid.turned else number
            left = x + (column + 0.5) * grid.width - braille.width(letter) / 2
            yield from braille.draw(letter, (left, high + APART))
        for number in range(rows):
            row = number if grid.turned else rows - 1 - number
            yield from braille.draw(f"{number + 1}", (0, (row + 0.5) * grid.height - braille.height / 2))
