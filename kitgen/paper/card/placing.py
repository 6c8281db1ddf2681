"""Where the badges of arrows go: near the tail, on no other arrow, piece, head or badge."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import merge
from itertools import chain

from kitgen.paper.card.arrows import Arrow, Drawn
from kitgen.paper.card.badge import badge_hull
from kitgen.paper.marks.geometry import Hull, Pair, clear, sides, to_segment
from kitgen.paper.marks.scene import Point

#: The least room between a badge and anything that it must not touch, in mm.
GAP = 0.12
#: In crowded places a badge may stand this far beside its shaft, in mm.
BESIDE = (0.15, 0.3, 0.46)
#: How many placings are tried before a board is called too small, and for a better one than the first.
TRIES, BETTER = 6000, 150
#: How many boards' places are kept, those asked for last.
KEPT = 1000

Frame = tuple[float, float, float, float]


class CrowdedError(Exception):
    """A board on which the badges find no room at this size; whoever knows the size says so to the user."""


@dataclass(frozen=True, slots=True)
class Body:
    """A convex outline with a circle round it and one within it, for quick comparisons."""

    hull: Hull
    middle: Point
    radius: float
    core: float

    @classmethod
    def of(cls, hull: Hull) -> "Body":
        """Return the body of an outline."""
        middle = (sum(x for x, _ in hull) / len(hull), sum(y for _, y in hull) / len(hull))
        core = min(to_segment(middle, *side) for side in sides(hull))
        return cls(hull, middle, max(math.dist(middle, corner) for corner in hull), core)

    def moved(self, to: Point) -> "Body":
        """Return a body drawn about the origin as it lies elsewhere."""
        hull = tuple((to[0] + x, to[1] + y) for x, y in self.hull)
        return Body(hull, (to[0] + self.middle[0], to[1] + self.middle[1]), self.radius, self.core)

    def clear(self, other: "Body", gap: float) -> bool:
        """Return whether two bodies keep a gap, which is not negative."""
        distance = math.dist(self.middle, other.middle)
        if distance >= self.radius + other.radius + gap:
            return True
        return distance >= self.core + other.core and clear(self.hull, other.hull, gap)


def place_badges(drawn: Sequence[Drawn], obstacles: Sequence[Hull], size: float, frame: Frame) -> list[Point]:
    """Return a place for the badge of each arrow that has a colour, in order, as near to the tails as can be.

    A badge lies on its own shaft, where that is too crowded beside it, and keeps off all other shafts, all heads,
    the obstacles, the other badges and the frame.

    Args:
        drawn: all arrows of the board, twins included.
        obstacles: what else must stay free, such as pieces.
        size: of the badges' letters, in points.
        frame: left, top, right and bottom that no badge leaves.

    Raises:
        CrowdedError: there is no room for all of them.
    """
    arrows = tuple((one.arrow, one.colour.symbol if one.colour else None) for one in drawn)
    places = _placed(arrows, tuple(obstacles), size, frame)
    if places is None:
        raise CrowdedError
    return list(places)


@lru_cache(maxsize=KEPT)
def _placed(
    drawn: tuple[tuple[Arrow, str | None], ...], obstacles: tuple[Hull, ...], size: float, frame: Frame
) -> tuple[Point, ...] | None:
    """Return what ``place_badges`` does, None without room: the same on every sheet that shows the board so."""
    heads = [Body.of(arrow.head_hull()) for arrow, _ in drawn]
    shafts = [Body.of(arrow.shaft_hull()) for arrow, _ in drawn]
    things = [*map(Body.of, obstacles), *heads]
    choices = [
        _Choice(arrow, Body.of(badge_hull(symbol, size)), things, shafts, number, frame)
        for number, (arrow, symbol) in enumerate(drawn)
        if symbol is not None
    ]
    return _choose(choices)


#: A place that a badge may take: cost, way along the arrow and to its side, and how far beside the shaft.
_Spot = tuple[float, float, float, float]


class _Neighbour:
    """A body that a badge keeps off."""

    def __init__(self, badge: Body, body: Body) -> None:
        self._badge, self._body = badge, body
        self._pair: Pair | None = None

    def clear(self, at: Point, gap: float) -> bool:
        """Return whether the badge at a place keeps a gap, which is not negative."""
        (x, y), badge, body = self._badge.middle, self._badge, self._body
        distance = math.dist((at[0] + x, at[1] + y), body.middle)
        if distance >= badge.radius + body.radius + gap:
            return True
        return distance >= badge.core + body.core and self.pair.clear(at, gap)

    @property
    def pair(self) -> Pair:
        """Both outlines, which are seldom looked at when the body is far from the arrow."""
        if self._pair is None:
            self._pair = Pair(self._badge.hull, self._body.hull)
        return self._pair


class _Choice:
    """The places that one badge may take, best first, tested only when they are asked for."""

    def __init__(
        self, arrow: Arrow, badge: Body, things: Sequence[Body], shafts: Sequence[Body], number: int, frame: Frame
    ) -> None:
        self.arrow, self.badge = arrow, badge
        self.reach = max(math.hypot(x, y) for x, y in badge.hull)
        self.things = [_Neighbour(badge, body) for body in things if self._near(body)]
        self.own = Pair(badge.hull, shafts[number].hull)
        others = (body for index, body in enumerate(shafts) if index != number and self._near(body))
        self.others = [_Neighbour(badge, body) for body in others]
        xs, ys = [x for x, _ in badge.hull], [y for _, y in badge.hull]
        self._extent = (min(xs), min(ys), max(xs), max(ys))
        self._frame = frame
        spots = self._spots()
        first = next(spots, None)
        self.least = first[0] if first else 0.0
        self._waiting = chain([first] if first else [], spots)
        self._found: list[tuple[float, Body, Point]] = []

    def _near(self, body: Body) -> bool:
        """Return whether a body comes near enough to the arrow to matter to its badge."""
        middle = self.arrow.at(self.arrow.length / 2)
        return math.dist(middle, body.middle) < self.arrow.length / 2 + body.radius + 2.5 * self.reach

    def _spots(self) -> Iterator[_Spot]:
        """Return the places along the arrow and to its sides, cheapest first."""
        arrow, rows = self.arrow, []
        for side in (1, -1):
            across = (-side * arrow.way[1], side * arrow.way[0])
            support = -min(x * across[0] + y * across[1] for x, y in self.badge.hull)
            edge = support + arrow.half + arrow.line / 2
            touching = edge - 0.35 * arrow.half
            asides = [(0.35 * touching, 0.0), (0.7 * touching, 0.0), (touching, 0.0)]
            asides += [(edge + beside, beside) for beside in BESIDE]
            if side == 1:
                asides.append((0.0, 0.0))
            for aside, beside in asides:
                extra = 2.5 * aside / touching + (3 + 4 * beside if beside else 0) + 0.02 * (side < 0)
                rows.append(self._row(side * aside, beside, extra))
        return merge(*rows)

    def _row(self, aside: float, beside: float, extra: float) -> Iterator[_Spot]:
        """Yield the places at one distance from the axis, nearest to the tail first."""
        arrow, reach = self.arrow, self.reach
        step = reach / (8 if aside else 20)
        neck, end = arrow.length - arrow.head, arrow.length + 0.6 * reach
        along = -0.4 * reach
        while along < end:
            if not aside or 0 < along < neck:
                yield along / reach + extra, along, aside, beside
            along += step

    def places(self) -> Iterator[tuple[float, Body, Point]]:
        """Yield cost, badge and middle of each place that is free of all but other badges, best first."""
        number = 0
        while True:
            while number >= len(self._found):
                spot = next(self._waiting, None)
                if spot is None:
                    return
                cost, along, aside, beside = spot
                middle = self.arrow.at(along, aside)
                if self._free(middle, beside):
                    self._found.append((cost, self.badge.moved(middle), middle))
            yield self._found[number]
            number += 1

    def _free(self, middle: Point, beside: float) -> bool:
        (x, y), (left, top, right, bottom) = middle, self._frame
        least_x, least_y, most_x, most_y = self._extent
        if not (left <= x + least_x and x + most_x <= right and top <= y + least_y and y + most_y <= bottom):
            return False
        if not beside and self.own.clear(middle, -0.1 * self.arrow.half):
            return False
        gap = GAP + (beside + 0.1 if beside else 0)  # a badge beside its shaft is plainly nearest to it
        return _clear_of_all(middle, self.things, GAP) and _clear_of_all(middle, self.others, gap)


def _clear_of_all(middle: Point, others: list[_Neighbour], gap: float) -> bool:
    """Return whether a badge keeps a gap to all others; what is in its way comes first when the next place is tried."""
    for index, other in enumerate(others):
        if not other.clear(middle, gap):
            others.insert(0, others.pop(index))
            return False
    return True


def _choose(choices: Sequence[_Choice]) -> tuple[Point, ...] | None:
    """Return one place for each badge so that none touch, at the least cost that is found; None where none is.

    Badges of short arrows choose first; where that fails, those with the fewest places.
    """
    by_length = sorted(range(len(choices)), key=lambda index: (round(choices[index].arrow.length, 6), index))
    found = _search(choices, by_length, TRIES // 4)
    if found is None:
        counts = [sum(1 for _ in choice.places()) for choice in choices]
        found = _search(choices, sorted(by_length, key=counts.__getitem__), TRIES) if all(counts) else None
    return found


def _search(choices: Sequence[_Choice], order: Sequence[int], limit: int) -> tuple[Point, ...] | None:
    """Return the cheapest choice found within a limit of tries; a branch that costs more than the best is left."""
    rest = [0.0] * (len(order) + 1)  # the least that the badges from here on can cost
    for place in range(len(order) - 1, -1, -1):
        rest[place] = rest[place + 1] + choices[order[place]].least
    best: tuple[float, list[Point]] | None = None
    tries = 0

    def search(place: int, cost: float, taken: list[tuple[Body, Point]]) -> None:
        nonlocal best, tries
        if place == len(order):
            best = (cost, [middle for _, middle in taken])
            tries = max(tries, limit - BETTER)
            return
        for price, body, middle in choices[order[place]].places():
            tries += 1
            if tries > limit or (best and cost + price + rest[place + 1] >= best[0] - 0.1):
                return
            if all(body.clear(other, GAP) for other, _ in taken):
                search(place + 1, cost + price, [*taken, (body, middle)])

    search(0, 0.0, [])
    if best is None:
        return None
    by_index = dict(zip(order, best[1], strict=True))
    return tuple(by_index[index] for index in range(len(choices)))
