"""The ladder of counters: on each rung there is room for a counter and, below it, for a badge."""

from collections.abc import Iterator

from kitgen.model import Position
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.styles.style import CAPITAL, CELL_LINE, Style
from kitgen.paper.marks.braille import Braille
from kitgen.paper.marks.fonts import text_width
from kitgen.paper.marks.scene import DARK, POINT, WHITE, Line, Mark, Point, Stroke, Text, rectangle
from kitgen.paper.marks.touch import THICK

#: How far the rails lie from the middle of a rung, as a share of its height; and the side of a rung under a laser.
RAIL, SCORED = 0.46, 0.9
#: How far below the middle of a rung its number stands on the playing board, as a share of its height.
NUMBER = 0.25


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

    def playing_names(self, grid: Grid) -> Iterator[Mark]:
        """Yield the number of each rung, counted from the end that is taken last: how many are left up to here."""
        size = 0.5 * grid.unit / POINT
        high, wide = CAPITAL * size * POINT, text_width(str(len(grid.centres)), size, bold=True)
        for left, (x, y) in enumerate(reversed(grid.centres), 1):
            middle = y + NUMBER * grid.height
            top, foot = middle - 0.7 * high, y + (RAIL - 0.02) * grid.height
            yield rectangle(x - 0.6 * wide, top, 1.2 * wide, foot - top, WHITE)
            yield Text((x, middle + high / 2), str(left), size, "middle", bold=True, fill=DARK)

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
