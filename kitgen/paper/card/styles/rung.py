"""The ladder of counters: on each rung there is room for a counter and, below it, for a badge."""

from collections.abc import Iterator

from kitgen.model import Position
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.styles.style import CELL_LINE, Style
from kitgen.paper.marks.braille import Braille
from kitgen.paper.marks.scene import Line, Mark, Point, Stroke, rectangle
from kitgen.paper.marks.touch import THICK

#: How far the rails lie from the middle of a rung, as a share of its height; and the side of a rung under a laser.
RAIL, SCORED = 0.46, 0.9


class Rung(Style):
    """A ladder."""

    aspect = (0.3, 1.0, 1.0)
    things = "counters"
    lifted = 0.24
    tall = 1.7

    def cells(self, grid: Grid, position: Position) -> Iterator[Mark]:
        """Yield the ground, rails and rungs, and the frame."""
        del position
        width, height = grid.width, grid.height
        rail = Stroke(CELL_LINE, max(0.2, grid.unit / 18))
        yield self.ground(grid)
        for x, y in grid.centres:
            for side in (-RAIL, RAIL):
                yield Line((x - width / 2, y + side * height), (x + width / 2, y + side * height), rail)
            yield Line((x, y - RAIL * height), (x, y + RAIL * height), rail)
        yield self.round(grid)

    def cut(self, grid: Grid, score: Stroke) -> Iterator[Mark]:
        """Yield a square for each rung."""
        side = SCORED * grid.unit
        for x, y in grid.centres:
            yield rectangle(x - side / 2, y - side / 2, side, side, stroke=score)

    def touch_cell(self, middle: Point, unit: float, content: int, braille: Braille) -> Iterator[Mark]:
        """Yield a square."""
        del content, braille
        x, y = middle
        yield rectangle(x - unit / 2, y - unit / 2, unit, unit, stroke=THICK)
