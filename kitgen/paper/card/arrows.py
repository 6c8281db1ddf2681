"""Arrows: their shapes, their looks, and what keeps them readable where they cross or meet."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kitgen.kit.palette import Colour
from kitgen.paper.card.badge import letter_colour
from kitgen.paper.marks.geometry import Hull, convex_hull
from kitgen.paper.marks.scene import DARK, WHITE, Disc, Line, Mark, Point, Polygon, Stroke

#: Fill and outline of a twin: a further move of a slot.
TWIN_FILL, TWIN_LINE = "#D9D9D9", "#8C8C8C"


@dataclass(frozen=True, slots=True)
class Arrow:
    """A straight arrow.

    Attributes:
        start: the middle of its tail.
        way: its direction, of length 1.
        length: from tail to tip, in mm.
        half: half the shaft's width.
        head: length of the head.
        barb: half the head's width.
        line: width of its outline.
    """

    start: Point
    way: Point
    length: float
    half: float
    head: float
    barb: float
    line: float

    def at(self, along: float, aside: float = 0) -> Point:
        """Return the point so far along the arrow and so far to the right of its axis."""
        (x, y), (dx, dy) = self.start, self.way
        return x + along * dx - aside * dy, y + along * dy + aside * dx

    def outline(self) -> tuple[Point, ...]:
        """Return the seven corners; the fourth is the tip."""
        neck = self.length - self.head
        left = [(0.0, -self.half), (neck, -self.half), (neck, -self.barb)]
        right = [(along, -aside) for along, aside in reversed(left)]
        return tuple(self.at(along, aside) for along, aside in (*left, (self.length, 0.0), *right))

    def shaft_hull(self) -> Hull:
        """Return the shaft's convex outline, line included."""
        half = self.half + self.line / 2
        corners = ((0, -half), (0, half), (self.length - self.head, half), (self.length - self.head, -half))
        return convex_hull(self.at(along, aside) for along, aside in corners)

    def head_hull(self) -> Hull:
        """Return the head's convex outline, line included."""
        neck, barb = self.length - self.head - self.line / 2, self.barb + self.line
        corners = ((neck, -barb), (neck, barb), (self.length + self.line, 0))
        return convex_hull(self.at(along, aside) for along, aside in corners)


@dataclass(frozen=True, slots=True)
class Drawn:
    """An arrow with its looks.

    Attributes:
        arrow: the shape.
        colour: the bead's colour; None for a twin.
    """

    arrow: Arrow
    colour: Colour | None


def draw_arrows(drawn: Sequence[Drawn]) -> list[Mark]:
    """Return the marks of arrows in order, with a white casing where a later one crosses an earlier one."""
    marks: list[Mark] = []
    for number, one in enumerate(drawn):
        for before in drawn[:number]:
            marks += _casing(one.arrow, before.arrow)
        fill, line = (one.colour.fill, DARK) if one.colour else (TWIN_FILL, TWIN_LINE)
        marks.append(Polygon(one.arrow.outline(), fill, Stroke(line, one.arrow.line)))
        if one.colour:
            marks += _line_style(one.arrow, one.colour)
    return marks


def _crossing(one: Arrow, other: Arrow) -> float | None:
    """Return how far along the first arrow its shaft crosses the other's, or None."""
    cross = one.way[0] * other.way[1] - one.way[1] * other.way[0]
    if abs(cross) < 1e-9:
        return None
    to_x, to_y = other.start[0] - one.start[0], other.start[1] - one.start[1]
    along = (to_x * other.way[1] - to_y * other.way[0]) / cross
    across = (to_x * one.way[1] - to_y * one.way[0]) / cross
    inside = 0 < along < one.length - one.head and 0 < across < other.length - other.head
    return along if inside else None


def _casing(upper: Arrow, lower: Arrow) -> list[Mark]:
    """Return the white patch that parts two crossing arrows."""
    along = _crossing(upper, lower)
    if along is None:
        return []
    sine = abs(upper.way[0] * lower.way[1] - upper.way[1] * lower.way[0])
    halo = max(0.15, 0.5 * upper.half)
    half = upper.half + upper.line / 2 + halo
    reach = (lower.half + lower.line) / sine + half * math.sqrt(max(0, 1 - sine * sine)) / sine
    start, end = max(0, along - reach), min(upper.length - upper.head, along + reach)
    corners = tuple(upper.at(a, s) for a, s in ((start, -half), (end, -half), (end, half), (start, half)))
    return [Polygon(corners, WHITE)]


def _line_style(arrow: Arrow, colour: Colour) -> list[Mark]:
    """Return the marks on a shaft that tell its colour without colour."""
    ink, half = letter_colour(colour.fill), arrow.half
    start, end = 0.0, arrow.length - arrow.head
    thin = max(0.1, half * 0.35)
    match colour.line:
        case "dashed":
            step = half * 3
            count = int((end - start) / step)
            bars = [start + step * (number + 0.5) for number in range(count)]
            return [Line(arrow.at(a, -half * 0.75), arrow.at(a, half * 0.75), Stroke(ink, thin)) for a in bars]
        case "dotted":
            step = half * 2.4
            count = int((end - start) / step)
            return [Disc(arrow.at(start + step * (n + 0.5)), max(0.1, half * 0.45), fill=ink) for n in range(count)]
        case "double":
            return [Line(arrow.at(start + half * 0.4), arrow.at(end), Stroke(ink, thin))]
        case "hollow":
            return [Line(arrow.at(start + half * 0.5), arrow.at(end), Stroke(ink, half))]
        case _:
            return []


def tips_apart(ways: Sequence[Point], barb: float) -> float:
    """Return how far from a shared target arrows must stop, so that their heads stay apart.

    >>> tips_apart([(1, 0)], 2)
    0.0
    """
    if len(ways) < 2:
        return 0.0
    angles = sorted(math.atan2(y, x) for x, y in ways)
    least = min(later - earlier for earlier, later in pairwise([*angles, angles[0] + 2 * math.pi]))
    return 1.15 * barb / math.sin(min(least, math.pi) / 2) - barb * 0.3 if least > 1e-9 else 0.0
