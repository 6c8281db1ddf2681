"""Pure geometry: what lies inside what, and how far outlines are apart."""

import math

from kitgen.check.pdf.drawn.marks import Point


def inside(point: Point, corners: tuple[Point, ...]) -> bool:
    """Return whether a point lies within a polygon (crossings of a ray to the right are counted)."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def to_segment(point: Point, start: Point, end: Point) -> float:
    """Return how far a point lies from a straight line between two points."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) if length else 0.0
    return math.dist(point, (ax + along * (bx - ax), ay + along * (by - ay)))


def apart(one: tuple[Point, ...], other: tuple[Point, ...]) -> float:
    """Return how far two polygons are apart; 0 when they meet.

    >>> apart(((0, 0), (1, 0), (1, 1), (0, 1)), ((3, 0), (4, 0), (4, 1)))
    2.0
    """
    if inside(one[0], other) or inside(other[0], one):
        return 0.0
    sides = [list(zip(corners, corners[1:] + corners[:1], strict=True)) for corners in (one, other)]
    if any(_cross(*a, *b) for a in sides[0] for b in sides[1]):
        return 0.0
    return min(
        *(to_segment(corner, *side) for corner in one for side in sides[1]),
        *(to_segment(corner, *side) for corner in other for side in sides[0]),
    )


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the lines from a to b and from c to d cross."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
