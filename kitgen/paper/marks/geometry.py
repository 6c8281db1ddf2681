"""Pure geometry: hulls, distances, what lies inside what. Points in mm, y down; a polygon is its corners in order.

It knows no marks and no games, so that drawing and reading back can both build on it.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

from kitgen.paper.marks.scene import Point

#: The corners of an outline, in order; the last is joined to the first.
Corners = Sequence[Point]
#: A convex outline, its corners clockwise on paper.
Hull = tuple[Point, ...]


def sides(polygon: Corners) -> Iterator[tuple[Point, Point]]:
    """Yield both ends of each side of a polygon, the one from the last corner to the first included.

    >>> list(sides(((0, 0), (1, 0), (1, 1))))
    [((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 0))]
    """
    return zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)


def area(polygon: Corners) -> float:
    """Return a polygon's area in mm², positive when its corners go clockwise on paper, negative when they do not.

    >>> area(((0, 0), (2, 0), (2, 3), (0, 3)))
    6.0
    """
    return sum(x * y2 - x2 * y for (x, y), (x2, y2) in sides(polygon)) / 2


def inside(point: Point, polygon: Corners) -> bool:
    """Return whether a point lies within a polygon, convex or not; on its very edge either may come out.

    The sides that a ray to the right crosses are counted.

    >>> inside((1, 1), ((0, 0), (3, 0), (0, 3))), inside((2, 2), ((0, 0), (3, 0), (0, 3)))
    (True, False)
    """
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in sides(polygon):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def to_segment(point: Point, start: Point, end: Point) -> float:
    """Return how far a point lies from the nearest point of a straight line between two points, in mm.

    >>> to_segment((1, 2), (0, 0), (4, 0)), to_segment((7, 4), (0, 0), (4, 0))
    (2.0, 5.0)
    """
    (x, y), (ax, ay), (bx, by) = point, start, end
    way_x, way_y = bx - ax, by - ay
    square = way_x * way_x + way_y * way_y
    share = ((x - ax) * way_x + (y - ay) * way_y) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(x - ax - share * way_x, y - ay - share * way_y)


def apart(one: Corners, other: Corners) -> float:
    """Return how far two polygons, convex or not, are apart, in mm; 0 when they meet or one lies in the other.

    >>> apart(((0, 0), (1, 0), (1, 1), (0, 1)), ((3, 0), (4, 0), (4, 1)))
    2.0
    """
    if inside(one[0], other) or inside(other[0], one):
        return 0.0
    if any(_cross(*side, *facing) for side in sides(one) for facing in sides(other)):
        return 0.0
    return min(_nearest_corner(one, other), _nearest_corner(other, one))


def _nearest_corner(one: Corners, other: Corners) -> float:
    """Return the least distance from a corner of the first polygon to a side of the other."""
    return min(to_segment(corner, *side) for side in sides(other) for corner in one)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the lines from a to b and from c to d cross."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return a positive number when the way from a over b to c turns clockwise on paper."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def circle_points(centre: Point, radius: float, count: int = 16) -> tuple[Point, ...]:
    """Return the corners of a polygon that just holds a circle."""
    reach = radius / math.cos(math.pi / count)
    angles = [2 * math.pi * (number + 0.5) / count for number in range(count)]
    return tuple((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)) for angle in angles)


def convex_hull(points: Iterable[Point]) -> Hull:
    """Return the corners of the smallest convex outline that holds all points, in order.

    >>> convex_hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)])
    ((0, 0), (2, 0), (2, 2), (0, 2))
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    chains: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for point in run:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains.append(chain[:-1])
    return tuple(chains[0] + chains[1])


class Pair:
    """Two convex outlines of which the first is moved about: whether they keep a gap, which is asked many times.

    Two convex outlines are apart where all of one lies beyond a side of the other. How far beyond, is the same for a
    side wherever the first outline lies, but for how far it was moved away from that side.

    >>> square = ((0, 0), (1, 0), (1, 1), (0, 1))
    >>> pair = Pair(square, square)
    >>> pair.clear((1.5, 0), 0.4), pair.clear((0.9, 0)), pair.clear((0.9, 0), -0.2)
    (True, False, True)
    """

    __slots__ = ("_ways", "one", "other")

    def __init__(self, one: Hull, other: Hull) -> None:
        self.one, self.other = one, other
        self._ways = [*_ways(one, other, -1), *_ways(other, one, 1)]

    def clear(self, moved: Point, gap: float = 0) -> bool:
        """Return whether the outlines keep a gap; with a negative one, overlap by no more than that.

        Args:
            moved: how far the first outline was moved.
            gap: in mm.
        """
        x, y = moved
        most = -math.inf
        for way_x, way_y, room in self._ways:
            across = room + way_x * x + way_y * y
            if across >= gap:
                return True
            if across > most:  # noqa: PLR1730 - the quick way, for what is done many thousand times
                most = across
        if gap <= 0 or most < 0:
            return False
        # Apart, but nearer than the gap as measured across a side: between two corners there may be more room.
        one = tuple((x + corner_x, y + corner_y) for corner_x, corner_y in self.one)
        return _corners_keep(one, self.other, gap) and _corners_keep(self.other, one, gap)


def _ways(one: Hull, other: Hull, sign: int) -> Iterator[tuple[float, float, float]]:
    """Yield for each side of the first outline the way that it faces, and how far beyond it the second lies.

    Args:
        one: the outline with the sides.
        other: what lies beyond them, or does not.
        sign: 1 when it is the second outline that is moved, -1 when it is the first.
    """
    for (x, y), (x2, y2) in sides(one):
        # Outwards is to the left of the way, as hulls run clockwise on paper.
        length = math.hypot(x2 - x, y2 - y)
        out_x, out_y = (y2 - y) / length, (x - x2) / length
        room = min([out_x * px + out_y * py for px, py in other]) - out_x * x - out_y * y
        yield sign * out_x, sign * out_y, room


def clear(one: Hull, other: Hull, gap: float = 0) -> bool:
    """Return whether two convex outlines keep a gap; with a negative one, overlap by no more than that.

    ``apart`` measures any polygons.

    >>> square = ((0, 0), (1, 0), (1, 1), (0, 1))
    >>> clear(square, ((1.5, 0), (2, 0), (2, 1)), 0.4), clear(square, ((0.9, 0), (2, 0), (2, 1)))
    (True, False)
    """
    for axis in (0, 1):  # mostly the one lies far on one side of the other
        places, others = [point[axis] for point in one], [point[axis] for point in other]
        if min(others) - max(places) >= gap or min(places) - max(others) >= gap:
            return True
    return Pair(one, other).clear((0.0, 0.0), gap)


def _corners_keep(one: Hull, other: Hull, gap: float) -> bool:
    """Return whether each corner of the first outline is a gap or more from all sides of the second."""
    square = gap * gap
    ax, ay = other[-1]
    for bx, by in other:
        way_x, way_y = bx - ax, by - ay
        length = way_x * way_x + way_y * way_y
        for x, y in one:
            to_x, to_y = x - ax, y - ay
            along = to_x * way_x + to_y * way_y
            if along <= 0:
                if to_x * to_x + to_y * to_y < square:
                    return False
            elif along < length:  # past the end, the next side begins nearer
                across = to_x * way_y - to_y * way_x
                if across * across < square * length:
                    return False
        ax, ay = bx, by
    return True


def exit_distance(hull: Hull, start: Point, way: Point) -> float:
    """Return how far along a ray it last meets an outline; 0 where it does not."""
    farthest = 0.0
    for index, (x, y) in enumerate(hull):
        x2, y2 = hull[(index + 1) % len(hull)]
        along_x, along_y = x2 - x, y2 - y
        cross = way[0] * along_y - way[1] * along_x
        if abs(cross) < 1e-12:
            continue
        to_x, to_y = x - start[0], y - start[1]
        distance = (to_x * along_y - to_y * along_x) / cross
        share = (to_x * way[1] - to_y * way[0]) / cross
        if -1e-9 <= share <= 1 + 1e-9:
            farthest = max(farthest, distance)
    return farthest
