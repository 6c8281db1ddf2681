"""Moves on a board: arrows, badges, and places for the badges, near the tails and clear of
everything else.
"""

import math
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from heapq import merge
from itertools import accumulate, chain, pairwise

from kitgen.kit.kit import Slot
from kitgen.kit.palette import Colour
from kitgen.model import Diagram, Move, Position
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.styles import Style, style_of
from kitgen.paper.marks.pieces import Piece, shape_of
from kitgen.paper.marks.scene import (
    BLACK,
    DARK,
    POINT,
    WHITE,
    Body,
    Disc,
    Hull,
    Line,
    Mark,
    Pair,
    Path,
    Place,
    Polygon,
    Stroke,
    Text,
    body_of,
    bounds,
    circle_points,
    clear,
    convex_hull,
    direction,
    exit_distance,
    rectangle,
)
from kitgen.paper.style import (
    CAPITAL,
    LEAST_LETTERS,
    STYLE,
    WRITING_GREY,
    icon_lines,
    letter_box,
    text_width,
)
from kitgen.papers import Bounds, Point

# Badges: a bead's letter in a symbol of its colour.

#: Outlines about the origin, as shares of the letter size; each has room for any capital in the
#: bold face.
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
    "pocket": ((-0.56, -0.48), (0.56, -0.48), (0.56, 0.22), (0, 0.76), (-0.56, 0.22)),
    "tag": ((-0.8, 0), (-0.46, -0.48), (0.52, -0.48), (0.52, 0.48), (-0.46, 0.48)),
    "sign": ((0.8, 0), (0.46, 0.48), (-0.52, 0.48), (-0.52, -0.48), (0.46, -0.48)),
    "crystal": ((0, -0.82), (0.54, -0.42), (0.54, 0.42), (0, 0.82), (-0.54, 0.42), (-0.54, -0.42)),
    "bucket": ((-0.74, -0.48), (0.74, -0.48), (0.48, 0.48), (-0.48, 0.48)),
}  # fmt: skip
#: Outlines with curves, as those above.
_CURVED = {
    "shield": icon_lines(
        "M -0.55 -0.5 L 0.55 -0.5 L 0.55 0.1 C 0.55 0.48 0.3 0.66 0 0.8 C -0.3 0.66 -0.55 "
        "0.48 -0.55 0.1 Z"
    ),
    "arch": icon_lines(
        "M -0.55 0.5 L -0.55 -0.1 C -0.55 -0.48 -0.3 -0.66 0 -0.8 C 0.3 -0.66 0.55 -0.48 0.55 "
        "-0.1 L 0.55 0.5 Z"
    ),
}


def badge_line(size: float) -> float:
    """Return the width in mm of a badge's outline, for letters of a size in points."""
    return max(0.1, 0.06 * size * POINT)


@cache
def badge_hull(symbol: str, size: float) -> Hull:
    """Return the convex outline of a badge at the origin, in mm, including its line."""
    em = size * POINT
    if symbol == "circle":
        return convex_hull(circle_points((0, 0), _CIRCLE * em + badge_line(size) / 2))
    points: list[Point] = []
    if symbol in _POLYGONS:
        points += _POLYGONS[symbol]
    else:
        for _, *step in _CURVED[symbol]:
            points += step
    reach = max(max(abs(x), abs(y)) for x, y in points)
    # Growing by the line's half width at the farthest corner covers the line, except the tips of
    # sharp corners.
    if reach < 1:
        grow = em * (1 + badge_line(size) / 2 / (0.48 * em))
    else:
        grow = em + badge_line(size)
    return convex_hull((grow * x, grow * y) for x, y in points)


def badge_extent(symbol: str, size: float) -> Bounds:
    """Return left, top, right and bottom of a badge relative to its middle, in mm."""
    return bounds(badge_hull(symbol, size))


def contrast(colour: str, other: str) -> float:
    """Return the contrast of two colours according to WCAG 2, from 1 to 21.

    >>> round(contrast("#000000", "#FFFFFF"), 1)
    21.0
    """
    light, dark = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@cache
def _luminance(colour: str) -> float:
    """Return the relative luminance of ``#RRGGBB`` (WCAG 2.2, with the sRGB curve)."""
    linear = []
    for start in (1, 3, 5):
        part = int(colour[start : start + 2], 16) / 255
        linear.append(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def letter_colour(fill: str) -> str:
    """Return black or white, whichever contrasts more with a colour; one of them always reaches 4.5
    : 1.

    >>> letter_colour("#F0E442"), letter_colour("#0072B2")
    ('#000000', '#FFFFFF')
    """
    return max((BLACK, WHITE), key=lambda ink: contrast(ink, fill))


def draw_badge(colour: Colour, at: Point, size: float) -> list[Mark]:
    """Return a badge: the outline in a colour, and the letter, in points, with its middle at a
    point.
    """
    em = size * POINT
    stroke = Stroke(DARK, badge_line(size))
    outline: Mark
    if colour.symbol == "circle":
        outline = Disc(at, _CIRCLE * em, colour.fill, stroke)
    elif colour.symbol in _CURVED:
        # The path is drawn at size 1, and its line grows with it.
        thin = Stroke(stroke.colour, stroke.width / em)
        outline = Path(_CURVED[colour.symbol], colour.fill, thin).placed(Place(*at, em))
    else:
        corners = tuple((at[0] + em * x, at[1] + em * y) for x, y in _POLYGONS[colour.symbol])
        outline = Polygon(corners, colour.fill, stroke)
    left, bottom, right, top = letter_box(colour.letter, size, bold=True)
    baseline = (at[0] - (left + right) / 2, at[1] + (top + bottom) / 2)
    letter = Text(baseline, colour.letter, size, bold=True, fill=letter_colour(colour.fill))
    return [outline, letter]


#: Fill and outline of a twin: a further move of a slot.
TWIN_FILL = STYLE.greys.twin
TWIN_LINE = WRITING_GREY


@dataclass(frozen=True, slots=True)
class Arrow:
    """A straight arrow, in mm.

    ``start`` is the middle of its tail, ``way`` its direction, of length 1; ``half`` is half the
    shaft's width, ``head`` the length of the head and ``barb`` half its width; ``line`` is the
    width of the outline.
    """

    start: Point
    way: Point
    length: float
    half: float
    head: float
    barb: float
    line: float

    def at(self, along: float, aside: float = 0) -> Point:
        """Return the point this far along the arrow and this far to the right of its axis."""
        x, y = self.start
        dx, dy = self.way
        return x + along * dx - aside * dy, y + along * dy + aside * dx

    def outline(self) -> tuple[Point, ...]:
        """Return the seven corners; the fourth is the tip."""
        neck = self.length - self.head
        return (
            self.at(0, -self.half),
            self.at(neck, -self.half),
            self.at(neck, -self.barb),
            self.at(self.length),
            self.at(neck, self.barb),
            self.at(neck, self.half),
            self.at(0, self.half),
        )

    def shaft_hull(self) -> Hull:
        """Return the shaft's convex outline, including its line."""
        half = self.half + self.line / 2
        neck = self.length - self.head
        corners = ((0, -half), (0, half), (neck, half), (neck, -half))
        return convex_hull(self.at(along, aside) for along, aside in corners)

    def head_hull(self) -> Hull:
        """Return the head's convex outline, including its line."""
        neck = self.length - self.head - self.line / 2
        barb = self.barb + self.line
        corners = ((neck, -barb), (neck, barb), (self.length + self.line, 0))
        return convex_hull(self.at(along, aside) for along, aside in corners)


def draw_way(start: Point, end: Point, width: float = 2.0) -> Polygon:
    """Return a thick arrow that leads from one picture to the next."""
    length = math.dist(start, end)
    arrow = Arrow(
        start,
        direction(start, end),
        length,
        half=width / 2.6,
        head=min(1.4 * width, 0.6 * length),
        barb=width,
        line=0,
    )
    return Polygon(arrow.outline(), DARK)


#: An arrow in a bead's colour; None for a twin.
Drawn = tuple[Arrow, Colour | None]


def draw_arrows(drawn: Sequence[Drawn]) -> Iterator[Mark]:
    """Yield the marks of arrows in order, with a white casing where a later one crosses an
    earlier one.
    """
    for number, (arrow, colour) in enumerate(drawn):
        for before, _ in drawn[:number]:
            yield from _casing(arrow, before)
        if colour is None:
            yield Polygon(arrow.outline(), TWIN_FILL, Stroke(TWIN_LINE, arrow.line))
        else:
            yield Polygon(arrow.outline(), colour.fill, Stroke(DARK, arrow.line))
            yield from _line_style(arrow, colour)


def _casing(upper: Arrow, lower: Arrow) -> Iterator[Mark]:
    """Yield the white patch that separates two arrows whose shafts cross."""
    cross = upper.way[0] * lower.way[1] - upper.way[1] * lower.way[0]
    if abs(cross) < 1e-9:
        return
    to_x = lower.start[0] - upper.start[0]
    to_y = lower.start[1] - upper.start[1]
    # How far along either arrow the two cross.
    along = (to_x * lower.way[1] - to_y * lower.way[0]) / cross
    across = (to_x * upper.way[1] - to_y * upper.way[0]) / cross
    neck = upper.length - upper.head
    if not (0 < along < neck and 0 < across < lower.length - lower.head):
        return
    sine = abs(cross)
    half = upper.half + upper.line / 2 + max(0.2, 0.6 * upper.half)
    reach = (lower.half + lower.line) / sine + half * math.sqrt(max(0, 1 - sine * sine)) / sine
    start = max(0, along - reach)
    end = min(neck, along + reach)
    corners = ((start, -half), (end, -half), (end, half), (start, half))
    yield Polygon(tuple(upper.at(along, aside) for along, aside in corners), WHITE)


def _line_style(arrow: Arrow, colour: Colour) -> Iterator[Mark]:
    """Yield the marks on a shaft that identify its colour without colour."""
    ink = letter_colour(colour.fill)
    half = arrow.half
    end = arrow.length - arrow.head
    thin = max(0.1, half * 0.35)

    def middles(step: float) -> list[float]:
        return [step * (number + 0.5) for number in range(int(end / step))]

    match colour.line:
        case "dashed":
            side = half * 0.75
            for along in middles(half * 3):
                yield Line(arrow.at(along, -side), arrow.at(along, side), Stroke(ink, thin))
        case "dotted":
            radius = max(0.1, half * 0.45)
            for along in middles(half * 2.4):
                yield Disc(arrow.at(along), radius, fill=ink)
        case "double":
            yield Line(arrow.at(half * 0.4), arrow.at(end), Stroke(ink, thin))
        case "hollow":
            yield Line(arrow.at(half * 0.5), arrow.at(end), Stroke(ink, half))


def tips_apart(ways: Sequence[Point], barb: float) -> float:
    """Return how far from a shared target arrows must stop to keep their heads apart.

    >>> tips_apart([(1, 0)], 2)
    0.0
    """
    if len(ways) < 2:
        return 0.0
    angles = sorted(math.atan2(y, x) for x, y in ways)
    least = min(later - earlier for earlier, later in pairwise([*angles, angles[0] + 2 * math.pi]))
    if least <= 1e-9:
        return 0.0
    return 1.15 * barb / math.sin(min(least, math.pi) / 2) - barb * 0.3


#: The least cell on a small picture that everybody can read, and that of one with arrows, in mm.
MIN_CELL_MM = 4.5
MIN_ARROW_CELL_MM = 7.0


def least_cell(diagram: Diagram) -> float:
    """Return the smaller side of the least cell on a picture that everybody can read, in mm."""
    return MIN_ARROW_CELL_MM if marking_of(diagram).arrows else MIN_CELL_MM


#: The least gap between a badge and anything that it must not touch, in mm.
BADGE_GAP_MM = 0.12
#: Where it is crowded, a badge may stand this far beside its shaft, in mm.
BESIDE_MM = (0.15, 0.3, 0.46)
#: A badge on a shaft leaves this much of it in view in one piece, in mm, or this share of a short
#: one: otherwise it hides the arrow to which it belongs.
SHOWN_MM = 0.25
SHOWN_SHARE = 0.4
#: Where badges are placed anew for that, each stands at most this far off the axis, as a share of
#: where it would only touch.
TIDY_ASIDE = 0.7
#: Placings to try before a board counts as too small.
MAX_TRIES = 6000
#: Placings to try for a better one than the first.
MAX_BETTER_TRIES = 150
#: Placings to try for tidy ones.
MAX_TIDY_TRIES = 100


class CrowdedError(Exception):
    """There is no room for the moves on a board of this size; the caller, who knows the size,
    tells the user.
    """


def place_badges(
    drawn: Sequence[Drawn],
    obstacles: Sequence[Hull],
    size: float,
    frame: Bounds,
    better: int = MAX_BETTER_TRIES,
    *,
    tidy: bool = False,
) -> list[Point]:
    """Return a place for the badge of each arrow that has a colour, in order, as near to the tails
    as possible.

    A badge lies on its own shaft or, where that is too crowded, beside it. It keeps clear of all
    other shafts, all heads, the obstacles and the other badges, and within the frame. ``better`` is
    the number of tries for better places than the first. A ``tidy`` badge lies well on its shaft,
    of which enough remains in view. ``CrowdedError`` if there is no room for all.
    """
    arrows = tuple((arrow, colour and colour.symbol) for arrow, colour in drawn)
    places = _placed(arrows, tuple(obstacles), size, frame, better, tidy)
    if places is None:
        raise CrowdedError
    return list(places)


@lru_cache(maxsize=1000)
def _placed(
    drawn: tuple[tuple[Arrow, str | None], ...],
    obstacles: tuple[Hull, ...],
    size: float,
    frame: Bounds,
    better: int,
    tidy: bool,
) -> tuple[Point, ...] | None:
    """Return the places, None without room; cached, as many sheets show a board in the same way."""
    shafts = [body_of(arrow.shaft_hull()) for arrow, _ in drawn]
    things = [body_of(hull) for hull in (*obstacles, *(arrow.head_hull() for arrow, _ in drawn))]
    choices = [
        _Choice(arrow, body_of(badge_hull(symbol, size)), things, shafts, number, frame, tidy=tidy)
        for number, (arrow, symbol) in enumerate(drawn)
        if symbol is not None
    ]
    if not all(choice.has_place() for choice in choices):
        return None
    # Badges of short arrows choose first.
    choices.sort(key=lambda choice: round(choice.arrow.length, 6))
    if tidy:
        places = _search(choices, MAX_TIDY_TRIES, better=0)
    else:
        places = _search(choices, MAX_TRIES // 4, better)
    if places is None and not tidy:
        # Then those with the fewest places.
        counts = {choice.number: sum(1 for _ in choice.places()) for choice in choices}
        choices.sort(key=lambda choice: counts[choice.number])
        places = _search(choices, MAX_TRIES, better)
    if places is None:
        return None
    return tuple(places[number] for number in sorted(places))


#: A possible place for a badge: cost, way along the arrow and to its side, and how far beside the
#: shaft.
_Spot = tuple[float, float, float, float]


class _Choice:
    """The possible places of one badge, best first, tested only when needed."""

    def __init__(
        self,
        arrow: Arrow,
        badge: Body,
        things: Sequence[Body],
        shafts: Sequence[Body],
        number: int,
        frame: Bounds,
        *,
        tidy: bool,
    ) -> None:
        self.arrow = arrow
        self.badge = badge
        self.number = number
        self.tidy = tidy
        self.reach = max(math.hypot(x, y) for x, y in badge.hull)
        self.things = [Pair(badge, body) for body in things]
        self.own = Pair(badge, shafts[number])
        self.others = [Pair(badge, body) for index, body in enumerate(shafts) if index != number]
        self._extent = bounds(badge.hull)
        self._frame = frame
        self._waiting = self._spots()
        self.least = math.inf
        first = next(self._waiting, None)
        if first is not None:
            self.least = first[0]
            self._waiting = chain((first,), self._waiting)
        self._known: list[tuple[float, Point]] = []

    def _spots(self) -> Iterator[_Spot]:
        """Return the places along the arrow and at its sides, cheapest first."""
        arrow = self.arrow
        rows = []
        for side in (1, -1):
            across = (-side * arrow.way[1], side * arrow.way[0])
            support = -min(x * across[0] + y * across[1] for x, y in self.badge.hull)
            edge = support + arrow.half + arrow.line / 2
            touching = edge - 0.35 * arrow.half
            asides = [(0.35 * touching, 0.0), (TIDY_ASIDE * touching, 0.0)]
            if not self.tidy:
                asides.append((touching, 0.0))
                asides += [(edge + beside, beside) for beside in BESIDE_MM]
            if side == 1:
                asides.append((0.0, 0.0))
            for aside, beside in asides:
                extra = 2.5 * aside / touching
                if beside:
                    extra += 3 + 4 * beside
                if side < 0:
                    extra += 0.02
                rows.append(self._row(side * aside, beside, extra))
        return merge(*rows)

    def _row(self, aside: float, beside: float, extra: float) -> Iterator[_Spot]:
        """Yield the places at one distance from the axis, nearest to the tail first."""
        arrow = self.arrow
        reach = self.reach
        neck = arrow.length - arrow.head
        end = arrow.length + 0.6 * reach
        if self.tidy:
            step = reach / 5
            cover = _cover(arrow, self.badge.hull, aside)
        else:
            step = reach / (8 if aside else 20)
            cover = (0.0, 0.0)
        along = -0.4 * reach
        while along < end:
            hides = self.tidy and _hides(arrow, cover, along)
            if not hides and (not aside or 0 < along < neck):
                yield along / reach + extra, along, aside, beside
            along += step

    def places(self) -> Iterator[tuple[float, Point]]:
        """Yield the cost and the middle of each place that is free of all but other badges, best
        first.
        """
        yield from self._known
        x, y = self.arrow.start
        dx, dy = self.arrow.way
        for cost, along, aside, beside in self._waiting:
            # As ``Arrow.at``, which a call for each place would make slower.
            middle = (x + along * dx - aside * dy, y + along * dy + aside * dx)
            if self._free(middle, beside):
                self._known.append((cost, middle))
                yield cost, middle

    def has_place(self) -> bool:
        """Return whether any place is free of all but other badges."""
        return next(self.places(), None) is not None

    def _free(self, middle: Point, beside: float) -> bool:
        """Return whether a badge with its middle here touches nothing but its own shaft."""
        x, y = middle
        left, top, right, bottom = self._frame
        least_x, least_y, most_x, most_y = self._extent
        if x + least_x < left or x + most_x > right or y + least_y < top or y + most_y > bottom:
            return False
        if not beside and self.own.clear(middle, -0.1 * self.arrow.half):
            return False
        if not _clear_of_all(middle, self.things, BADGE_GAP_MM):
            return False
        gap = BADGE_GAP_MM
        if beside:  # a badge beside its shaft is plainly nearest to it
            gap = BADGE_GAP_MM + beside + 0.1
        return _clear_of_all(middle, self.others, gap)


def _cover(arrow: Arrow, badge: Hull, aside: float) -> tuple[float, float]:
    """Return from where to where along an arrow a badge lies on its axis, relative to the badge's
    middle; nowhere beside a broad shaft.
    """
    dx, dy = arrow.way
    turned = [(x * dx + y * dy, y * dx - x * dy + aside) for x, y in badge]
    on_axis = []
    for (along, off), (next_along, next_off) in pairwise([*turned, turned[0]]):
        if off * next_off <= 0 and off != next_off:
            on_axis.append(along + (next_along - along) * off / (off - next_off))
    return min(on_axis, default=0.0), max(on_axis, default=0.0)


def _hides(arrow: Arrow, cover: tuple[float, float], along: float) -> bool:
    """Return whether a badge leaves too little of its shaft in view."""
    neck = arrow.length - arrow.head
    before = along + cover[0]
    behind = neck - along - cover[1]
    return max(before, behind) < min(SHOWN_MM, SHOWN_SHARE * neck)


def is_tidy(arrow: Arrow, badge: Hull, middle: Point) -> bool:
    """Return whether a badge touches the shaft of its arrow, and leaves enough of it in view."""
    dx, dy = arrow.way
    to_x = middle[0] - arrow.start[0]
    to_y = middle[1] - arrow.start[1]
    along = to_x * dx + to_y * dy
    aside = to_y * dx - to_x * dy
    # How far the badge reaches towards the axis.
    side = 1 if aside > 0 else -1
    support = max(side * (across_x * dy - across_y * dx) for across_x, across_y in badge)
    touching = support + 0.65 * arrow.half + arrow.line / 2
    if abs(aside) > touching + 1e-6:
        return False
    return not _hides(arrow, _cover(arrow, badge, aside), along)


def _clear_of_all(middle: Point, others: list[Pair], gap: float) -> bool:
    """Return whether a badge keeps a gap to all others; the one in its way is tested first for
    the next place.
    """
    for other in others:
        if not other.clear(middle, gap):
            if other is not others[0]:
                others.remove(other)
                others.insert(0, other)
            return False
    return True


def _search(choices: Sequence[_Choice], limit: int, better: int) -> dict[int, Point] | None:
    """Return the cheapest places within a limit of tries that touch nothing, by number of arrow;
    None without any.

    After the first ones, ``better`` more tries look for cheaper ones.
    """
    # The least that the badges from each on can cost.
    rest = [*accumulate((choice.least for choice in reversed(choices)), initial=0.0)]
    rest.reverse()
    pairs = []
    for index, choice in enumerate(choices):
        pairs.append([Pair(choice.badge, other.badge) for other in choices[:index]])
    best: tuple[float, list[Point]] | None = None
    tries = 0

    def search(place: int, cost: float, taken: list[Point]) -> None:
        nonlocal best, tries
        if place == len(choices):
            best = (cost, taken)
            tries = max(tries, limit - better)
            return
        for price, (x, y) in choices[place].places():
            tries += 1
            if tries > limit or (best and cost + price + rest[place + 1] >= best[0] - 0.1):
                return
            others = zip(pairs[place], taken, strict=True)
            if all(
                pair.clear((x - other_x, y - other_y), BADGE_GAP_MM)
                for pair, (other_x, other_y) in others
            ):
                search(place + 1, cost + price, [*taken, (x, y)])

    search(0, 0.0, [])
    if best is None:
        return None
    _, middles = best
    return {choice.number: middle for choice, middle in zip(choices, middles, strict=True)}


#: On a strip nothing is above or below pieces and badges: the size of pieces there, as a share of
#: the usual one.
STRIP_PIECE_SCALE = 1.5
#: The size of badges' letters on a strip, as a share of a cell.
STRIP_LETTER_SHARE = 0.52


def is_strip(diagram: Diagram) -> bool:
    """Return whether a board is a single row of points, with badges and pieces on them alone.

    >>> from kitgen.games import make_game
    >>> is_strip(make_game("tictactoe").diagram)
    False
    """
    return diagram.cell == "points" and diagram.moves == "place" and diagram.height == 1


@dataclass(frozen=True)
class Setting:
    """A position laid out at a size.

    Pieces stand above the middle of low cells by ``lift``, a share of the cell's height; ``size``
    is a share of their usual one.
    """

    grid: Grid
    position: Position
    lift: float = 0.0
    size: float = 1.0

    @cached_property
    def style(self) -> Style:
        """How the board is drawn."""
        return style_of(self.grid.diagram)

    @cached_property
    def raised(self) -> float:
        """How far pieces stand above the middle of their cells, in mm."""
        return (self.style.lifted or self.lift) * self.grid.cell_height

    def piece_at(self, cell: int) -> Point:
        """Return the middle of a piece on a cell."""
        x, y = self.grid.centre(cell)
        return x, y - self.raised

    @cached_property
    def pieces(self) -> dict[int, str]:
        """The shapes of the pieces by cell."""
        kinds = self.grid.diagram.pieces
        return {
            cell: kinds[content]
            for cell, content in enumerate(self.position.cells)
            if content in kinds
        }

    @cached_property
    def _shapes(self) -> dict[str, tuple[Piece, float]]:
        """The piece for each shape of the diagram, and its height in mm."""
        diagram = self.grid.diagram
        # In low cells pieces give room to the badges, whose letters cannot shrink with them.
        shrink = min(1.0, max(0.78, 0.85 + 0.045 * (self.grid.unit - 4.5)))
        if is_strip(diagram):
            shrink = STRIP_PIECE_SCALE
        shapes = {}
        for kind in diagram.pieces.values():
            piece = shape_of(diagram, kind)
            height = self.size * shrink * piece.height * self.grid.unit
            shapes[kind] = piece, min(height, self.style.room * self.grid.cell_height)
        return shapes

    def draw_pieces(self) -> list[Mark]:
        """Return the pieces."""
        marks = []
        for cell, kind in self.pieces.items():
            piece, height = self._shapes[kind]
            marks.append(piece.draw(self.piece_at(cell), height))
        return marks

    @cached_property
    def hulls(self) -> dict[int, Hull]:
        """The outlines of the pieces by cell."""
        hulls = {}
        for cell, kind in self.pieces.items():
            piece, height = self._shapes[kind]
            hulls[cell] = piece.hull(self.piece_at(cell), height)
        return hulls

    def edge(self, cell: int, middle: Point, way: Point) -> float:
        """Return how far the piece on a cell reaches from a point in a direction, in mm; 0 for
        an empty cell.
        """
        if self.style.rim is not None:
            return self.style.rim * self.grid.unit
        if cell not in self.hulls:
            return 0.0
        return exit_distance(self.hulls[cell], middle, way)


#: The sizes of badges to try, as shares of the usual one.
BADGE_SCALES = (1.25, 1.1, 1.0, 0.85, 0.72)


#: The marks of moves, the place of each slot's badge, and whether all badges touch their arrows and
#: leave enough of them in view.
Marked = tuple[list[Mark], list[Point], bool]


class Marking(ABC):
    """A way of marking moves: by arrows between cells, badges in cells, arrows out of pits.
    ``Diagram.moves`` names it.

    Attributes:
        share: the size of a badge's letters as a share of a cell.
        facing: True when the sides move towards each other, so that badges need room below the
            machine's pieces.
        arrows: True when a move is drawn as an arrow, False when as a badge alone.
        sign: the operator's word for the mark: ``arrow`` or ``mark``.
    """

    share: float
    facing = False
    arrows = True
    sign = "mark"

    def letters(self, grid: Grid, least: float) -> tuple[float, ...]:
        """Return sizes of the badges' letters in points: as large as may find room, then smaller
        down to the least.
        """
        share = STRIP_LETTER_SHARE if is_strip(grid.diagram) else self.share
        usual = min(14.0, share * grid.unit / POINT)
        return tuple(dict.fromkeys(max(least, scale * usual) for scale in BADGE_SCALES))

    def cells(self, move: Move) -> tuple[int, ...]:
        """Return the cells that identify a move to a reader: start and end, or the only one."""
        return (move.target,)

    def amount(self, _move: Move) -> int | None:
        """Return how many pieces a move takes away; None for other moves."""
        return None

    def drawn(self, _setting: Setting, _slots: Sequence[Slot]) -> list[Drawn]:
        """Return the arrows of moves: all twins first, then one per slot in order; none without
        arrows.
        """
        return []

    @abstractmethod
    def mark(
        self, setting: Setting, slots: Sequence[Slot], letters: float, *, tidy: bool = False
    ) -> Marked:
        """Return moves as marked; ``CrowdedError`` if not all have room, or with ``tidy`` if a
        badge would be beside its arrow or hide it.
        """

    def check_room(self, setting: Setting, slots: Sequence[Slot], letters: float) -> None:
        """Raise ``CrowdedError`` where ``mark`` would."""
        self.mark(setting, slots, letters)


class Arrows(Marking):
    """Arrows from cell to cell."""

    share = 0.25
    facing = True
    sign = "arrow"

    def cells(self, move: Move) -> tuple[int, ...]:
        """Return the cell that a piece leaves, and the one that it moves to."""
        return super().cells(move) if move.source is None else (move.source, move.target)

    def ends(self, _diagram: Diagram, move: Move) -> tuple[int, int]:
        """Return the cell that a move's arrow leaves, and the one that it points to."""
        return self.cells(move)[0], move.target

    def mark(
        self, setting: Setting, slots: Sequence[Slot], letters: float, *, tidy: bool = False
    ) -> Marked:
        """Return the arrows and where the badges go, near their tails."""
        drawn = self.drawn(setting, slots)
        middles = self._badges(setting, drawn, letters, tidy=tidy)
        coloured = [(arrow, colour) for arrow, colour in drawn if colour]
        is_good = tidy or all(
            is_tidy(arrow, badge_hull(colour.symbol, letters), middle)
            for (arrow, colour), middle in zip(coloured, middles, strict=False)
        )
        return [*draw_arrows(drawn)], middles, is_good

    def check_room(self, setting: Setting, slots: Sequence[Slot], letters: float) -> None:
        """Raise ``CrowdedError`` where ``mark`` would; whether there are better places for
        badges does not matter.
        """
        self._badges(setting, self.drawn(setting, slots), letters, better=0)

    def _badges(
        self,
        setting: Setting,
        drawn: Sequence[Drawn],
        letters: float,
        better: int = MAX_BETTER_TRIES,
        *,
        tidy: bool = False,
    ) -> list[Point]:
        obstacles = [*setting.hulls.values(), *setting.style.kept_free(setting.grid)]
        frame = (0.0, 0.0, *setting.grid.size)
        return place_badges(drawn, obstacles, letters, frame, better, tidy=tidy)

    def drawn(self, setting: Setting, slots: Sequence[Slot]) -> list[Drawn]:
        """Return the arrows: all twins first, then one per slot in order."""
        moves: list[tuple[Move, Colour | None]] = []
        for slot in slots:
            first, *twins = slot.moves
            moves.append((first, slot.colour))
            moves += [(twin, None) for twin in twins]
        moves.sort(key=lambda move: move[1] is not None)
        cells = [self.ends(setting.grid.diagram, move) for move, _ in moves]
        ways: defaultdict[int, list[Point]] = defaultdict(list)
        for source, end in cells:
            ways[end].append(direction(setting.piece_at(source), setting.piece_at(end)))
        arrows = [_arrow(setting, source, end, ways[end]) for source, end in cells]
        _take_lanes(setting, cells, arrows)
        return [(arrow, colour) for arrow, (_, colour) in zip(arrows, moves, strict=True)]


def _take_lanes(setting: Setting, cells: Sequence[tuple[int, int]], arrows: list[Arrow]) -> None:
    """Move arrows aside that would lie on a shorter one or run over a piece: only those over
    several cells do.
    """
    lines = [(setting.piece_at(source), setting.piece_at(end)) for source, end in cells]
    lanes: dict[int, int] = {}
    for index in sorted(range(len(lines)), key=lambda index: round(math.dist(*lines[index]), 6)):
        arrow = arrows[index]
        line = lines[index]
        over: list[Hull] = []
        if math.dist(*line) > MIN_FAR_CELLS * setting.grid.unit:
            over += [hull for cell, hull in setting.hulls.items() if cell not in cells[index]]
        # A lane to the right of one arrow is to the left of one that comes the other way.
        taken = set()
        for other, lane in lanes.items():
            way = _overlap(line, lines[other])
            if way:
                taken.add(lane * way)
        for lane in LANES:
            moved = arrow
            if lane:
                moved = replace(arrow, start=arrow.at(0, lane * LANE_SHARE * setting.grid.unit))
            shaft = moved.shaft_hull()
            if lane not in taken and all(clear(shaft, hull, BADGE_GAP_MM) for hull in over):
                lanes[index] = lane
                arrows[index] = moved
                break
        else:
            raise CrowdedError


def _arrow(setting: Setting, source: int, end: int, ways: Sequence[Point]) -> Arrow:
    """Return the arrow from the piece on a cell to short of the middle of another, where arrows
    of all ``ways`` end.
    """
    unit = setting.grid.unit
    start = setting.piece_at(source)
    goal = setting.piece_at(end)
    way = direction(start, goal)
    half = max(0.2, 0.05 * unit)
    barb = max(0.42, 0.115 * unit)
    line = max(0.1, min(0.25, 0.018 * unit))
    leave = setting.edge(source, start, way) + 0.02 * unit
    stop = max(0.15, 0.06 * unit - 0.1) - setting.raised * way[1]
    if setting.edge(end, goal, way):
        stop = setting.edge(end, goal, (-way[0], -way[1])) + 0.04 * unit
    stop = max(stop, tips_apart(ways, barb))
    length = math.dist(start, goal) - leave - stop
    head = min(max(0.5, min(0.21 * unit, 0.34 * unit - 0.9)), 0.42 * length)
    if length < 1.2:
        raise CrowdedError
    tail = (start[0] + leave * way[0], start[1] + leave * way[1])
    return Arrow(tail, way, length, half, head, barb, line)


#: Lanes beside the middle line for arrows along it, the first ones first.
LANES = (0, 1, -1, 2, -2)
#: The distance of two lanes, as a share of a cell.
LANE_SHARE = 0.2
#: Arrows longer than this, in cells, may have pieces in their way.
MIN_FAR_CELLS = 1.5


def _overlap(line: tuple[Point, Point], other: tuple[Point, Point]) -> int:
    """Return 1 if two lines lie on each other for a while and run the same way, -1 if the
    opposite way, else 0.
    """
    (x, y), (x2, y2) = line
    if any(abs((x2 - x) * (b - y) - (y2 - y) * (a - x)) > 1e-6 for a, b in other):
        return 0
    # How far along the first line the other's ends are, times its length.
    start, end = ((x2 - x) * (a - x) + (y2 - y) * (b - y) for a, b in other)
    shared = min(max(start, end), (x2 - x) ** 2 + (y2 - y) ** 2) - max(min(start, end), 0.0)
    if shared < 1e-6:
        return 0
    return 1 if end > start else -1


class Sowing(Arrows):
    """An arrow out of a pit to the next one, where sowing begins."""

    share = 0.2
    facing = False
    sign = "mark"

    def cells(self, move: Move) -> tuple[int, ...]:
        """Return the pit that is sown from."""
        return super().cells(move)[:1]

    def ends(self, diagram: Diagram, move: Move) -> tuple[int, int]:
        """Return the pit and the next one."""
        (pit,) = self.cells(move)
        return pit, (pit + 1) % len(diagram.centres)


class Placing(Marking):
    """A badge in the cell that is filled; grey discs for its twins.

    Where pieces are taken away, the badge is at the last of them, with their number above it.
    """

    share = 0.36
    arrows = False

    def amount(self, move: Move) -> int | None:
        """Return how many pieces lie from the first that is taken to the last; None for a placed
        piece.
        """
        return None if move.source is None else abs(move.target - move.source) + 1

    def mark(
        self,
        setting: Setting,
        slots: Sequence[Slot],
        letters: float,
        *,
        tidy: bool = False,  # noqa: ARG002
    ) -> Marked:
        """Return the discs of the twins, and the middles of the cells for the badges."""
        middles = []
        twins: list[Point] = []
        amounts: list[Mark] = []
        bodies = list(setting.hulls.values())
        for slot in slots:
            # On a ladder counters and badges share a cell, one above the other.
            centres = (setting.grid.centre(move.target) for move in slot.moves)
            (x, y), *others = ((x, y + setting.raised) for x, y in centres)
            symbol = slot.colour.symbol
            # Outlines such as a triangle are higher above the letter than below it.
            left, top, right, bottom = badge_extent(symbol, letters)
            is_larger = letters > LEAST_LETTERS and right - left > setting.grid.cell_width
            if is_larger and is_strip(setting.grid.diagram):
                raise CrowdedError
            y -= (top + bottom) / 2
            hull = tuple((x + dx, y + dy) for dx, dy in badge_hull(symbol, letters))
            if not all(clear(hull, other, BADGE_GAP_MM) for other in bodies):
                raise CrowdedError
            middles.append((x, y))
            bodies.append(hull)
            twins += others
            amounts += self._amount(setting, slot.moves[0], min(dy for _, dy in hull), letters)
        radius = 0.5 * letters * POINT
        line = Stroke(TWIN_LINE, setting.grid.thin)
        discs = [Disc(twin, radius, TWIN_FILL, line) for twin in twins]
        return [*amounts, *discs], middles, True

    def _amount(self, setting: Setting, move: Move, above: float, letters: float) -> Iterator[Mark]:
        """Yield the number of pieces a move takes, between the last of them and the badge, if
        there is room.
        """
        amount = self.amount(move)
        if amount is None:
            return
        x, low = setting.grid.centre(move.target)
        if move.target in setting.hulls:
            low = max(y for _, y in setting.hulls[move.target])
        high = CAPITAL * letters * POINT
        if above - low <= high + BADGE_GAP_MM:
            return
        foot = (low + above + high) / 2
        wide = text_width(str(amount), letters)
        top = foot - high - BADGE_GAP_MM / 2
        yield rectangle(x - wide / 2, top, wide, high + BADGE_GAP_MM, WHITE)
        yield Text((x, foot), str(amount), letters, "middle", fill=DARK)


class Mixed(Arrows):
    """Badges where pieces are put, arrows where they move: in no position both."""

    sign = "mark"

    def drawn(self, setting: Setting, slots: Sequence[Slot]) -> list[Drawn]:
        """Return the arrows, if pieces move."""
        return [] if _puts(slots) else super().drawn(setting, slots)

    def mark(
        self, setting: Setting, slots: Sequence[Slot], letters: float, *, tidy: bool = False
    ) -> Marked:
        """Return the marks of either kind."""
        if _puts(slots):
            return Placing().mark(setting, slots, letters, tidy=tidy)
        return super().mark(setting, slots, letters, tidy=tidy)

    def check_room(self, setting: Setting, slots: Sequence[Slot], letters: float) -> None:
        """Raise ``CrowdedError`` where ``mark`` would."""
        if _puts(slots):
            Placing().check_room(setting, slots, letters)
        else:
            super().check_room(setting, slots, letters)


def _puts(slots: Sequence[Slot]) -> bool:
    return any(move.source is None for slot in slots for move in slot.moves)


#: The ways of marking by the words in ``Diagram.moves``.
MARKINGS: dict[str, Marking] = {
    "arrow": Arrows(),
    "place": Placing(),
    "sow": Sowing(),
    "mixed": Mixed(),
}


def marking_of(diagram: Diagram) -> Marking:
    """Return how moves are marked on boards of a diagram."""
    return MARKINGS[diagram.moves]
