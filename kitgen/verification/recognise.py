"""Recognises outlines by their shape alone: rectangles, circles, arrows, symbols and pieces.

docs/reading-a-card.md describes these shapes; nothing here depends on where or how large they are
drawn.
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


#: Pieces as they usually are.
NO_THEME: Mapping[str, Any] = MappingProxyType({})
#: Points no farther apart than this are the same.
NEAR_MM = 0.02
#: Dark is a luminance below this.
DARK = 0.3
#: White is a luminance above this.
WHITE = 0.8
#: The corners of a circle lie off it by less than this share of its radius.
OFF_CIRCLE = 0.05
#: Those of an arrow lie off their mirror images by less than this share of its size.
OFF_MIRROR = 0.02
#: Those of a symbol lie off its sides by less than this share of its size.
OFF_SIDE = 0.1
#: The line of a white ring is wider than this share of it.
RING_LINE = 0.1
#: The points of a crown lie in this upper share of it.
CROWN = 0.1


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
    quadrilateral = len(shape.points) == 4 and shape.closed and shape.pieces == 1
    return quadrilateral and _level(shape.corners) and min(shape.size) > NEAR_MM


def _level(corners: tuple[Point, ...]) -> bool:
    """Return whether sides are alternately level and upright."""
    should_be_upright = abs(corners[0][0] - corners[1][0]) < NEAR_MM
    for (x, y), (next_x, next_y) in zip(corners, corners[1:] + corners[:1], strict=True):
        is_upright_side = abs(x - next_x) < NEAR_MM
        is_level_side = abs(y - next_y) < NEAR_MM
        if is_upright_side != should_be_upright or is_level_side == should_be_upright:
            return False
        should_be_upright = not should_be_upright
    return len(corners) % 2 == 0


def is_line(shape: Shape) -> bool:
    """Return whether a mark is one level or upright line."""
    return len(shape.points) == 2 and min(shape.size) < NEAR_MM


def is_upright(line: Shape) -> bool:
    """Return whether a line is higher than wide."""
    return line.size[1] > line.size[0]


def is_circle(shape: Shape) -> bool:
    """Return whether an outline is one circle."""
    if shape.pieces != 1 or shape.curves < 3 or shape.curves != len(shape.corners):
        return False
    x, y = shape.centre
    radii = [math.hypot(a - x, b - y) for a, b in shape.corners]
    return max(radii) - min(radii) < OFF_CIRCLE * max(radii) + NEAR_MM


def find_arrow(shape: Shape) -> DrawnArrow | None:
    """Return the arrow that an outline is, or None.

    It has seven corners, mirrored about an axis from tip to blunt end.
    """
    corners = shape.corners
    if len(corners) != 7 or shape.curves or not shape.closed or shape.pieces != 1:
        return None
    best = math.inf
    arrow = None
    for first in range(7):
        tip, *rest = corners[first:] + corners[:first]
        # Down one side, and down the other: barb, shaft end, tail corner.
        side = rest[:3]
        other = rest[:2:-1]
        differences = []
        for corner, image in zip(side, other, strict=True):
            differences.append(abs(math.dist(tip, corner) - math.dist(tip, image)))
        misfit = max(differences)
        tail = middle((*side[2], *other[2]))
        barbs = math.dist(side[0], other[0])
        blunt = math.dist(side[2], other[2])
        if misfit < best and barbs > blunt and math.dist(tip, tail) > NEAR_MM:
            best = misfit
            arrow = DrawnArrow(shape, tail, tip, (side[2], other[2], other[1], side[1]))
    return arrow if best < OFF_MIRROR * max(shape.size) + NEAR_MM else None


#: The names of symbols without curves by the number of their corners, and of those that lie at the
#: left, top, right and bottom side.
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
#: Those with curves, by the number of these and of the corners at the top and the bottom.
_CURVED_SYMBOLS = {(2, 2, 1): "shield", (2, 1, 2): "arch"}


def find_symbol(shape: Shape) -> str | None:
    """Return the bead symbol that an outline is, or None."""
    if shape.pieces != 1 or not shape.closed:
        return None
    if is_circle(shape):
        return "circle"
    slack = OFF_SIDE * max(shape.size)
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
    if name in ("square", "plus") and not _level(corners):
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
    """Return the piece that an outline is, by its name in ``Diagram.pieces``; None for others and
    invisible ones.

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
    if shape.pieces == 1:
        points = points[:-1]  # the last one is the first again
    xs, ys = zip(*points, strict=True)
    scale = shape.size[0] / (max(xs) - min(xs))
    west = shape.bounds[0] - scale * min(xs)
    north = shape.bounds[1] - scale * min(ys)
    places = [(west + scale * x, north + scale * y) for x, y in points]
    pairs = zip(places, shape.points, strict=True)
    return all(math.dist(place, point) < OFF_OUTLINE_MM for place, point in pairs)


def _is_painted(shape: Shape, *, dark: bool) -> bool:
    """Return whether a picture has a dark outline, and is filled dark or white."""
    if shape.fill is None or shape.stroke is None or luminance(shape.stroke) >= DARK:
        return False
    return _tone_of(shape) == ("dark" if dark else "light")


def _tone_of(shape: Shape) -> str | None:
    """Return whether an outline is filled ``dark`` or ``light``; None if neither."""
    if shape.fill is None:
        return None
    tone = luminance(shape.fill)
    if tone < DARK:
        return "dark"
    if tone > WHITE:
        return "light"
    return None


def _usual_piece(shape: Shape) -> str | None:
    """Return the piece that an outline is where no theme draws it otherwise."""
    if shape.pieces != 1 or not shape.closed or min(shape.size) < NEAR_MM:
        return None
    tone = _tone_of(shape)
    corners = len(shape.corners)
    if is_circle(shape):
        is_thick = shape.width > RING_LINE * shape.size[0]
        if shape.fill is None or (tone == "light" and is_thick):
            return "ring"
        return "counter" if tone == "dark" else None
    if shape.curves >= 2 and corners > shape.curves and _stands(shape):
        return f"pawn-{tone}" if tone else None
    if is_rectangle(shape) and tone == "dark" and shape.stroke is None:
        return "block"
    if shape.curves:
        return None
    if corners == 12 and tone == "dark" and not _level(shape.corners):
        return "cross"
    if corners == 15 and tone and _wears_a_crown(shape):
        return f"king-{tone}"
    return None


def _wears_a_crown(shape: Shape) -> bool:
    """Return whether an outline has a flat foot and three points above."""
    _, top, _, bottom = shape.bounds
    foot = [corner for corner in shape.corners if abs(corner[1] - bottom) < NEAR_MM]
    high = top + CROWN * (bottom - top)
    points = [corner for corner in shape.corners if corner[1] < high]
    return len(foot) == 2 and len(points) == 3


def _stands(shape: Shape) -> bool:
    """Return whether an outline has a flat foot that is wider than its upper third."""
    _, top, _, bottom = shape.bounds
    third = (bottom - top) / 3
    base = [x for x, y in shape.corners if abs(y - bottom) < NEAR_MM]
    head = [x for x, y in shape.points if y < top + third]
    return len(base) >= 2 and max(base) - min(base) > max(head) - min(head)
