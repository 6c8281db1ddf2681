"""Where the wells of a board lie: rings round its arrows, in which a bead or a sweet lies on the arrow itself."""

import math
from collections.abc import Sequence

from kitgen.paper.card.arrows import Arrow
from kitgen.paper.card.placing import CrowdedError
from kitgen.paper.marks.geometry import Hull, inside, sides, to_segment
from kitgen.paper.marks.scene import Point

#: Places to try along an arrow, and how near its tail and its tip a well may lie, as shares of its length.
STEPS, FIRST, LAST = 16, 0.0, 1.0
#: What a bead may cover of a piece or another arrow, as a share of a well's radius, the least that will do: where two
#: arrows cross, their beads lie at the tails, half on the pieces that move.
COVERS = (0.4, 0.7, 1.0)
#: The least room between two wells, in mm.
APART = 0.3


def place_wells(arrows: Sequence[Arrow], others: Sequence[Arrow], pieces: Sequence[Hull], radius: float) -> list[Point]:
    """Return the middle of a well on each arrow: apart from the others, and as clear of all else as can be.

    Args:
        arrows: those that have a well, in order.
        others: those that have none, which wells keep off too.
        pieces: what lies on the board.
        radius: of a well, in mm.

    Raises:
        CrowdedError: wells of this size find no room.
    """
    everything = [_places(arrow, [a for a in (*arrows, *others) if a is not arrow], pieces, radius) for arrow in arrows]
    for most in COVERS:
        places = [[(cost, middle) for cost, depth, middle in found if depth <= most] for found in everything]
        best = _choose(places, 2 * radius + APART, (), math.inf)
        if best is not None:
            return list(best[1])
    raise CrowdedError


def _places(
    arrow: Arrow, others: Sequence[Arrow], pieces: Sequence[Hull], radius: float
) -> list[tuple[float, float, Point]]:
    """Return the places that a well may take, the best first: a cost, the most that it covers of one thing, its middle.

    What it covers is a share of its radius.
    """
    found = []
    for step in range(STEPS + 1):
        share = FIRST + (LAST - FIRST) * step / STEPS
        middle = arrow.at(share * arrow.length)
        over = [radius - _away(middle, hull) for hull in pieces]
        over += [radius + other.half - to_segment(middle, other.start, other.at(other.length)) for other in others]
        covered = [depth for depth in over if depth > 0]
        cost = sum(covered) / radius + 0.1 * abs(share - 0.6)
        found.append((cost, max(covered, default=0.0) / radius, middle))
    return sorted(found)


def _away(point: Point, hull: Hull) -> float:
    """Return how far a point lies outside an outline; 0 inside."""
    return 0.0 if inside(point, hull) else min(to_segment(point, *side) for side in sides(hull))


def _choose(
    places: Sequence[Sequence[tuple[float, Point]]], apart: float, taken: tuple[Point, ...], limit: float
) -> tuple[float, tuple[Point, ...]] | None:
    """Return the cheapest choice of one place each that keeps all of them apart, if it costs less than a limit."""
    if len(taken) == len(places):
        return 0.0, taken
    best = None
    for cost, middle in places[len(taken)]:
        if cost >= limit:
            break
        if all(math.dist(middle, other) >= apart for other in taken):
            rest = _choose(places, apart, (*taken, middle), limit - cost)
            if rest is not None:
                best, limit = (cost + rest[0], rest[1]), cost + rest[0]
    return best
