"""A strip of all beads of a kit: colour, shape and letter, for those who hold a bead, which has no letter."""

from kitgen.kit.kit import Kit
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.layout.frame import Column, line_height
from kitgen.paper.marks.fonts import text_width
from kitgen.paper.marks.scene import POINT, Text

#: The width of a badge with the space round it, and the space after a name, in mm for each point of the letters.
BADGE, AFTER = 0.55, 0.42


def draw_strip(kit: Kit, column: Column, size: float) -> None:
    """Draw the strip at the end of a column, in letters of a size, on as many lines as it needs."""
    x, high = column.x, 1.25 * line_height(size)
    for colour in kit.palette:
        width = BADGE * size + text_width(colour.name, size) + AFTER * size
        if x > column.x and x + width > column.x + column.width:
            x = column.x
            column.gap(high)
        middle = column.y + high / 2
        column.scene.add(*draw_badge(colour, (x + 0.2 * size, middle), 0.9 * size))
        column.scene.add(Text((x + BADGE * size, middle + 0.36 * size * POINT), colour.name, size))
        x += width
    column.gap(high)
