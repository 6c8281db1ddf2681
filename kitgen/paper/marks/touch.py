"""Marks for fingers: thick, black, few, and far apart; and the shapes of the bead code."""

from kitgen.paper.marks.scene import BLACK, Disc, Line, Mark, Point, Polygon, Stroke, rectangle

#: The thinnest line in mm, and what fingers need between two shapes (an eighth of an inch).
THICK = Stroke(BLACK, 1.2)
APART = 3.2
#: The size of a bead's shape, in mm.
SHAPE = 8.0
#: The shapes of the bead code, by a colour's place in the palette.
SHAPES = ("disc", "frame", "triangle", "bar", "ring", "cross", "square", "bars", "dots")


def draw_shape(place: int, middle: Point, size: float = SHAPE) -> list[Mark]:
    """Return the shape of the bead code for the colour at a place in its kit's palette.

    Args:
        place: from 0; there are nine shapes.
        middle: of the shape.
        size: of its side, in mm.
    """
    x, y = middle
    half = size / 2
    line = Stroke(BLACK, 0.18 * size)
    inner = half - line.width / 2
    match SHAPES[place % len(SHAPES)]:
        case "disc":
            return [Disc(middle, half, BLACK)]
        case "frame":
            return [rectangle(x - inner, y - inner, 2 * inner, 2 * inner, stroke=line)]
        case "triangle":
            return [Polygon(((x, y - half), (x + half, y + half), (x - half, y + half)), BLACK)]
        case "bar":
            return [Line((x, y - half), (x, y + half), line)]
        case "ring":
            return [Disc(middle, inner, stroke=line)]
        case "cross":
            return [Line((x - half, y), (x + half, y), line), Line((x, y - half), (x, y + half), line)]
        case "square":
            return [rectangle(x - half, y - half, size, size, BLACK)]
        case "bars":
            return [Line((x + side * inner, y - half), (x + side * inner, y + half), line) for side in (-1, 1)]
        case _:
            spots = ((0, -half), (half, half), (-half, half))
            return [Disc((x + 0.75 * across, y + 0.75 * down), 0.2 * size, BLACK) for across, down in spots]
