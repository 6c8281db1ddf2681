"""Badges: a bead's letter in a symbol of its colour."""

from functools import cache

from kitgen.kit.palette import Colour
from kitgen.paper.marks.fonts import letter_box
from kitgen.paper.marks.geometry import Hull, circle_points, convex_hull
from kitgen.paper.marks.scene import (
    BLACK,
    DARK,
    POINT,
    WHITE,
    Disc,
    Mark,
    Path,
    Place,
    Point,
    Polygon,
    Step,
    Stroke,
    Text,
)

#: Outlines about the origin, as shares of the letter size; each has room for any capital in the bold face.
_CIRCLE = 0.55
_POLYGONS: dict[str, tuple[Point, ...]] = {
    "square": ((-0.48, -0.48), (0.48, -0.48), (0.48, 0.48), (-0.48, 0.48)),
    "triangle": ((0, -1.06), (0.95, 0.52), (-0.95, 0.52)),
    "diamond": ((0, -0.8), (0.8, 0), (0, 0.8), (-0.8, 0)),
    "hexagon": ((-0.65, 0), (-0.37, -0.48), (0.37, -0.48), (0.65, 0), (0.37, 0.48), (-0.37, 0.48)),
    "house": ((0, -0.76), (0.56, -0.22), (0.56, 0.48), (-0.56, 0.48), (-0.56, -0.22)),
    "octagon": (
        (-0.25, -0.58), (0.25, -0.58), (0.58, -0.25), (0.58, 0.25),
        (0.25, 0.58), (-0.25, 0.58), (-0.58, 0.25), (-0.58, -0.25),
    ),
    "plus": (
        (-0.44, -0.76), (0.44, -0.76), (0.44, -0.44), (0.76, -0.44), (0.76, 0.44), (0.44, 0.44),
        (0.44, 0.76), (-0.44, 0.76), (-0.44, 0.44), (-0.76, 0.44), (-0.76, -0.44), (-0.44, -0.44),
    ),
}  # fmt: skip
_SHIELD: tuple[Step, ...] = (
    ("M", (-0.55, -0.5)),
    ("L", (0.55, -0.5)),
    ("L", (0.55, 0.1)),
    ("C", (0.55, 0.48), (0.3, 0.66), (0, 0.8)),
    ("C", (-0.3, 0.66), (-0.55, 0.48), (-0.55, 0.1)),
    ("Z",),
)


def badge_line(size: float) -> float:
    """Return the width in mm of a badge's outline, for a letter size in points."""
    return max(0.1, 0.06 * size * POINT)


@cache
def badge_hull(symbol: str, size: float) -> Hull:
    """Return the convex outline round a badge at the origin, in mm, its own outline's width included."""
    em = size * POINT
    if symbol == "circle":
        return convex_hull(circle_points((0, 0), _CIRCLE * em + badge_line(size) / 2))
    points = _POLYGONS.get(symbol) or [point for _, *points in _SHIELD for point in points]
    reach = max(abs(length) for point in points for length in point)
    # Growing about the middle by the line's half width at the farthest corner covers the line everywhere but
    # at sharp corners, whose tips are cut.
    grow = em * (1 + badge_line(size) / 2 / (0.48 * em)) if reach < 1 else em + badge_line(size)
    return convex_hull((grow * x, grow * y) for x, y in points)


def badge_extent(symbol: str, size: float) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a badge about its middle, in mm."""
    hull = badge_hull(symbol, size)
    xs, ys = [x for x, _ in hull], [y for _, y in hull]
    return min(xs), min(ys), max(xs), max(ys)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours after WCAG 2, from 1 to 21.

    >>> round(contrast("#000000", "#FFFFFF"), 1)
    21.0
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@cache
def _luminance(colour: str) -> float:
    """Return the relative luminance of ``#RRGGBB`` (WCAG 2.2, with the sRGB curve)."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def letter_colour(fill: str) -> str:
    """Return black or white, whichever reads better on a colour; one of them always reaches 4.5 : 1.

    >>> letter_colour("#F0E442"), letter_colour("#0072B2")
    ('#000000', '#FFFFFF')
    """
    return max((BLACK, WHITE), key=lambda ink: contrast(ink, fill))


def draw_badge(colour: Colour, at: Point, size: float) -> list[Mark]:
    """Return a badge: outline and letter.

    Args:
        colour: gives symbol, fill and letter.
        at: the middle of the badge's letter.
        size: of the letter, in points.
    """
    em = size * POINT
    stroke = Stroke(DARK, badge_line(size))
    outline: Mark
    if colour.symbol == "circle":
        outline = Disc(at, _CIRCLE * em, colour.fill, stroke)
    elif colour.symbol == "shield":
        place = Place(*at, em)
        outline = Path(_SHIELD, colour.fill, Stroke(stroke.colour, stroke.width / em)).placed(place)
    else:
        corners = tuple((at[0] + em * x, at[1] + em * y) for x, y in _POLYGONS[colour.symbol])
        outline = Polygon(corners, colour.fill, stroke)
    left, bottom, right, top = letter_box(colour.letter, size, bold=True)
    baseline = (at[0] - (left + right) / 2, at[1] + (top + bottom) / 2)
    return [outline, Text(baseline, colour.letter, size, bold=True, fill=letter_colour(colour.fill))]
