"""Marks for fingers: thick, black, few, and far apart; the shapes of the bead code; and marks for the eye alone.

Swell paper rises where black ink absorbs heat. What must stay flat is in colours with one of red, green and blue at
full strength: printers mix these without black, but print grey as fine black dots.
"""

from kitgen.paper.marks.scene import BLACK, Line, Mark, Polygon, Stroke, centred, rectangle
from kitgen.paper.style import STYLE
from kitgen.papers import Point

#: The colours of words and of lines that stay flat.
FLAT, FAINT = STYLE.colours.flat, STYLE.colours.faint
#: The size of a bead's shape, in mm.
SHAPE = 8.0


def draw_shape(place: int, middle: Point, size: float = SHAPE) -> list[Mark]:
    """Return the shape of the bead code for the colour at a place, from 0, in its kit's palette; sizes in mm.

    None of the nine shapes is round or a cross: these are pieces.
    """
    x, y = middle
    line = Stroke(BLACK, 0.18 * size)
    half, small = size / 2, 0.36 * size
    inner = half - line.width / 2
    angle = (x - inner, y - half), (x - inner, y + inner), (x + half, y + inner)
    wedge = (x - inner, y - half), (x, y + inner), (x + inner, y - half)
    shapes: dict[str, list[Mark]] = {
        "square": [rectangle(x - half, y - half, size, size, BLACK)],
        "frame": [rectangle(x - inner, y - inner, 2 * inner, 2 * inner, stroke=line)],
        "triangle": [Polygon(((x, y - half), (x + half, y + half), (x - half, y + half)), BLACK)],
        "bar": [Line((x, y - half), (x, y + half), line)],
        "angle": [Polygon(angle, None, line, closed=False)],
        "tee": [Line((x - half, y - inner), (x + half, y - inner), line), Line((x, y - inner), (x, y + half), line)],
        "wedge": [Polygon(wedge, None, line, closed=False)],
        "bars": [Line((x + side * inner, y - half), (x + side * inner, y + half), line) for side in (-1, 1)],
        "trio": [
            centred((x + 0.77 * across, y + 0.77 * down), small, small, BLACK)
            for across, down in ((0, -half), (half, half), (-half, half))
        ],
    }
    return [*shapes.values()][place % len(shapes)]
