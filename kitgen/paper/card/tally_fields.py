"""A tally beside a board: for each move of a box a badge, and a field with its starting beads and room for more."""

import math
from dataclasses import dataclass

from kitgen.kit.kit import Box
from kitgen.paper.card.moves import badge_extent, draw_badge
from kitgen.paper.layout.frame import GREY, PALE
from kitgen.paper.marks.scene import DARK, POINT, WHITE, Line, Scene, Stroke, Text, rectangle
from kitgen.papers import Point

#: Gap between fields, in mm; the share of a field for the starting number; a badge's share of its row.
BETWEEN, START, BADGE = 0.7, 0.36, 0.92


@dataclass(frozen=True, slots=True)
class NumberFields:
    """Fields beside the boards of all boxes: their width and height in mm, and how many stand below one another."""

    width: float
    height: float
    rows: int

    @property
    def column(self) -> float:
        """The width of a column with badge and field, in mm."""
        return self.height + self.width + 2 * BETWEEN

    def size(self, box: Box) -> tuple[float, float]:
        """Return width and height of the fields of a box, in mm."""
        slots = len(box.slots)
        return math.ceil(slots / self.rows) * self.column, min(slots, self.rows) * (self.height + BETWEEN)

    def draw(self, scene: Scene, box: Box, at: Point) -> None:
        """Draw the fields of a box, column by column, each with the starting number left of a line."""
        for index, slot in enumerate(box.slots):
            column, row = divmod(index, self.rows)
            x, y = at[0] + column * self.column, at[1] + row * (self.height + BETWEEN)
            middle = y + self.height / 2
            _, up, _, bottom = badge_extent(slot.colour.symbol, 1)
            letters = min(20.0, BADGE * self.height / (bottom - up))
            scene.add(*draw_badge(slot.colour, (x + self.height / 2, middle - letters * (up + bottom) / 2), letters))
            field, size = x + self.height + BETWEEN, max(5.0, min(22.0, 0.55 * self.height / POINT))
            start = START * self.width
            scene.add(rectangle(field, y, self.width, self.height, WHITE, Stroke(DARK, 0.2)))
            scene.add(Line((field + start, y), (field + start, y + self.height), Stroke(PALE, 0.2)))
            baseline = middle + 0.36 * size * POINT
            scene.add(Text((field + start / 2, baseline), f"{slot.beads}", size, "middle", fill=GREY))
