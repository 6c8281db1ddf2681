"""Recognises outlines by their shape alone: rectangles, circles, arrows, symbols and pieces.

docs/reading-a-card.md describes these shapes; nothing here depends on where or how large they are
drawn. An outline has *corners*, where its lines and curves meet; its *points* are these and the
control points of its curves. A *piece* is one that lies on a board.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from kitgen.papers import Point
from kitgen.sandbox.page_marks import Shape, middle


class PublishedOutline(Protocol):
    """The outline of a theme's piece, as its SVG file has it: the letters of its steps, and
    their points.
    """

    @property
    def letters(self) -> str:
        """The letters, without those that close."""

    @property
    def points(self) -> Sequence[Point]:
        """The points, in any size and place."""


#: No theme: every piece has its usual shape.
NO_THEME: Mapping[str, Any] = MappingProxyType({})
#: Points no farther apart than this are the same.
NEAR_MM = 0.02
#: Luminances of what is taken for dark, and for white.
MAX_DARK_LUMINANCE = 0.3
MIN_WHITE_LUMINANCE = 0.8
# The tolerances are far above what rounding in a PDF moves a corner by, and far below what makes
# one shape another.
#: The radii of a circle's corners differ by less than this share of its radius.
MAX_ROUNDNESS_SHARE = 0.05
#: The corners of an arrow lie nearer to their mirror images than this share of its size.
MAX_MIRROR_SHARE = 0.02
#: The corners of a symbol that lie at one of its sides are nearer to it than this share of its
#: size.
MAX_SIDE_SHARE = 0.1
#: The line of a white ring is wider than this share of the ring; that of a white circle for beads
#: is thinner.
MIN_RING_LINE_SHARE = 0.1
#: The points of a king's crown lie in this upper share of its height.
CROWN_SHARE = 0.1
#: A cross has twelve corners, as a plus has, which stands upright.
CROSS_CORNERS = 12
#: A king has a crown of three points, and a foot with two corners.
KING_CORNERS = 15


@dataclass(frozen=True, slots=True)
class DrawnArrow:
    """An arrow's axis, and the corners of its shaft; the first two are those of the blunt end."""

    shape: Shape
    tail: Point
    tip: Point
    shaft: tuple[Point, ...]


def luminance(colour: str) -> float:
    """Return how light a colour is, from 0 (black) to 1 (white); its weights are those of Rec. 709.

    >>> luminance("#FFFFFF"), luminance("#000000")
    (1.0, 0.0)
    """
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return round(0.2126 * red + 0.7152 * green + 0.0722 * blue, 6)


def is_rectangle(shape: Shape) -> bool:
    """Return whether an outline is one upright rectangle."""
    if len(shape.points) != 4 or not shape.closed or shape.subpaths != 1:
        return False
    return _is_rectilinear(shape.corners) and min(shape.size) > NEAR_MM


def _is_rectilinear(corners: tuple[Point, ...]) -> bool:
    """Return whether sides are alternately level and upright."""
    if len(corners) % 2 != 0:  # an odd number cannot alternate all round
        return False
    should_be_upright = abs(corners[0][0] - corners[1][0]) < NEAR_MM
    for (x, y), (next_x, next_y) in zip(corners, corners[1:] + corners[:1], strict=True):
        is_upright = abs(x - next_x) < NEAR_MM
        is_level = abs(y - next_y) < NEAR_MM
        should_be_level = not should_be_upright
        # A side of no length is both, and none of either.
        if is_upright != should_be_upright or is_level != should_be_level:
            return False
        should_be_upright = not should_be_upright
    return True


def is_line(shape: Shape) -> bool:
    """Return whether a mark is one level or upright line."""
    return len(shape.points) == 2 and min(shape.size) < NEAR_MM


def is_upright(line: Shape) -> bool:
    """Return whether a line is higher than wide."""
    return line.size[1] > line.size[0]


def is_circle(shape: Shape) -> bool:
    """Return whether an outline is one circle."""
    if shape.subpaths != 1 or shape.curves < 3 or shape.curves != len(shape.corners):
        return False
    x, y = shape.centre
    radii = [math.hypot(a - x, b - y) for a, b in shape.corners]
    return max(radii) - min(radii) < MAX_ROUNDNESS_SHARE * max(radii) + NEAR_MM


def find_arrow(shape: Shape) -> DrawnArrow | None:
    """Return the arrow that an outline is, or None.

    It has seven corners, mirrored about an axis from tip to blunt end.
    """
    corners = shape.corners
    if len(corners) != 7 or shape.curves or not shape.closed or shape.subpaths != 1:
        return None
    best = math.inf
    arrow = None
    for first in range(7):
        tip, *rest = corners[first:] + corners[:first]
        # Down one side from the tip, and up the other, back to it.
        barb, neck, heel = rest[:3]
        other_heel, other_neck, other_barb = rest[3:]
        tail = middle((*heel, *other_heel))
        is_longer_than_a_point = math.dist(tip, tail) > NEAR_MM
        is_wider_at_the_barbs = math.dist(barb, other_barb) > math.dist(heel, other_heel)
        if not is_longer_than_a_point or not is_wider_at_the_barbs:
            continue
        pairs = ((barb, other_barb), (neck, other_neck), (heel, other_heel))
        misfit = max(math.dist(_mirrored(one, tail, tip), other) for one, other in pairs)
        if misfit < best:
            best = misfit
            arrow = DrawnArrow(shape, tail, tip, (heel, other_heel, other_neck, neck))
    return arrow if best < MAX_MIRROR_SHARE * max(shape.size) + NEAR_MM else None


def _mirrored(point: Point, start: Point, end: Point) -> Point:
    """Return the mirror image of a point about the line through two others.

    >>> _mirrored((3.0, 1.0), (0.0, 0.0), (2.0, 0.0))
    (3.0, -1.0)
    """
    axis_x = end[0] - start[0]
    axis_y = end[1] - start[1]
    x = point[0] - start[0]
    y = point[1] - start[1]
    along = (x * axis_x + y * axis_y) / (axis_x**2 + axis_y**2)
    return start[0] + 2 * along * axis_x - x, start[1] + 2 * along * axis_y - y


#: The names of symbols without curves. The key is five numbers: how many corners there are in all,
#: and how many of them lie at the left, at the top, at the right, at the bottom.
_SYMBOLS: dict[tuple[int, ...], str] = {
    (4, 2, 2, 2, 2): "square",
    (4, 1, 1, 1, 1): "diamond",
    (4, 1, 2, 1, 2): "bucket",
    (3, 1, 1, 1, 2): "triangle",
    (6, 1, 2, 1, 2): "hexagon",
    (6, 2, 1, 2, 1): "crystal",
    (5, 2, 1, 2, 2): "house",
    (5, 2, 2, 2, 1): "pocket",
    (5, 1, 2, 2, 2): "tag",
    (5, 2, 2, 1, 2): "sign",
    (8, 2, 2, 2, 2): "octagon",
    (12, 2, 2, 2, 2): "plus",
}
#: The names of symbols with curves. The key is three numbers: how many curves there are, and how
#: many corners lie at the top, at the bottom.
_CURVED_SYMBOLS = {(2, 2, 1): "shield", (2, 1, 2): "arch"}


def find_symbol(shape: Shape) -> str | None:
    """Return the bead symbol that an outline is, or None."""
    if shape.subpaths != 1 or not shape.closed:
        return None
    if is_circle(shape):
        return "circle"
    slack = MAX_SIDE_SHARE * max(shape.size)
    corners = shape.corners
    left, top, right, bottom = shape.bounds
    at_left = sum(abs(x - left) < slack for x, _ in corners)
    at_top = sum(abs(y - top) < slack for _, y in corners)
    at_right = sum(abs(x - right) < slack for x, _ in corners)
    at_bottom = sum(abs(y - bottom) < slack for _, y in corners)
    if shape.curves:
        return _CURVED_SYMBOLS.get((shape.curves, at_top, at_bottom))
    name = _SYMBOLS.get((len(corners), at_left, at_top, at_right, at_bottom))
    if name == "bucket" and not _widens_upwards(corners):
        return None
    if name in ("square", "plus") and not _is_rectilinear(corners):
        return None
    return name


def _widens_upwards(corners: Sequence[Point]) -> bool:
    """Return whether four corners, two above and two below, lie farther apart above."""
    first_above, second_above, first_below, second_below = sorted(
        corners, key=lambda corner: corner[1]
    )
    width_above = abs(first_above[0] - second_above[0])
    width_below = abs(first_below[0] - second_below[0])
    return width_above > width_below


def find_piece(shape: Shape, theme: Mapping[str, Any] = NO_THEME) -> str | None:
    """Return the piece that an outline is, by its name in ``Diagram.pieces``; None for others, and
    for a light one without a dark line, which would be invisible on paper.

    A ``theme``, as in ``Diagram.theme``, replaces some of them.
    """
    for kind, themed in theme.items():
        if _is_picture(shape, themed.outline) and _is_painted(shape, dark=themed.dark):
            return kind
    usual = _usual_piece(shape)
    return None if usual in theme else usual


#: No corner of a theme's picture lies farther from its place than this.
OFF_OUTLINE_MM = 0.02


def _is_picture(shape: Shape, outline: PublishedOutline) -> bool:
    """Return whether a shape is a published outline, moved and scaled; not turned or mirrored."""
    if shape.steps != outline.letters:
        return False
    points = outline.points
    if shape.subpaths == 1:
        # The file comes back to the first point, which a single outline on a page leaves out; with
        # several, each comes back there, too.
        points = points[:-1]
    xs, ys = zip(*points, strict=True)
    scale = shape.size[0] / (max(xs) - min(xs))
    west = shape.bounds[0] - scale * min(xs)
    north = shape.bounds[1] - scale * min(ys)
    places = [(west + scale * x, north + scale * y) for x, y in points]
    pairs = zip(places, shape.points, strict=True)
    return all(math.dist(place, point) < OFF_OUTLINE_MM for place, point in pairs)


def _is_painted(shape: Shape, *, dark: bool) -> bool:
    """Return whether a picture has a dark outline, and is filled dark or white."""
    if shape.fill is None or not _has_dark_line(shape):
        return False
    return _tone_of(shape) == ("dark" if dark else "light")


def _has_dark_line(shape: Shape) -> bool:
    return shape.stroke is not None and luminance(shape.stroke) < MAX_DARK_LUMINANCE


def _tone_of(shape: Shape) -> str | None:
    """Return whether an outline is filled ``dark`` or ``light``; None if neither."""
    if shape.fill is None:
        return None
    tone = luminance(shape.fill)
    if tone < MAX_DARK_LUMINANCE:
        return "dark"
    if tone > MIN_WHITE_LUMINANCE:
        return "light"
    return None


def _usual_piece(shape: Shape) -> str | None:
    """Return the piece that an outline is where no theme draws it otherwise."""
    if shape.subpaths != 1 or not shape.closed or min(shape.size) < NEAR_MM:
        return None
    tone = _tone_of(shape)
    if tone != "dark" and not _has_dark_line(shape):
        return None
    if is_circle(shape):
        return _usual_round_piece(shape, tone)
    if _is_pawn(shape):
        return f"pawn-{tone}" if tone else None
    if is_rectangle(shape) and tone == "dark" and shape.stroke is None:
        return "block"
    if shape.curves:
        return None
    corners = len(shape.corners)
    if corners == CROSS_CORNERS and tone == "dark" and not _is_rectilinear(shape.corners):
        return "cross"
    if corners == KING_CORNERS and tone and _wears_a_crown(shape):
        return f"king-{tone}"
    return None


def _usual_round_piece(circle: Shape, tone: str | None) -> str | None:
    is_thick = circle.width > MIN_RING_LINE_SHARE * circle.size[0]
    if circle.fill is None or (tone == "light" and is_thick):
        return "ring"
    return "counter" if tone == "dark" else None


def _is_pawn(shape: Shape) -> bool:
    """Return whether an outline has a pawn's round head and flared body, which are curves, and a
    flat foot.
    """
    has_straight_sides = len(shape.corners) > shape.curves
    return shape.curves >= 2 and has_straight_sides and _stands(shape)


def _wears_a_crown(shape: Shape) -> bool:
    """Return whether an outline has a flat foot and three points above."""
    _, top, _, bottom = shape.bounds
    foot = [corner for corner in shape.corners if abs(corner[1] - bottom) < NEAR_MM]
    high = top + CROWN_SHARE * (bottom - top)
    crown = [corner for corner in shape.corners if corner[1] < high]
    return len(foot) == 2 and len(crown) == 3


def _stands(shape: Shape) -> bool:
    """Return whether an outline has a flat foot that is wider than its upper third."""
    _, top, _, bottom = shape.bounds
    third = (bottom - top) / 3
    base = [x for x, y in shape.corners if abs(y - bottom) < NEAR_MM]
    head = [x for x, y in shape.points if y < top + third]
    return len(base) >= 2 and max(base) - min(base) > max(head) - min(head)
