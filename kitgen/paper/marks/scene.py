"""Marks on paper as plain data, and plain geometry. Lengths in mm, origin top left, y down; angles
in degrees, clockwise.

Only letter sizes are in points; coordinates in points exist only in ``render/pdf.py``. What marks
look like as SVG, PDF or PNG is left to ``render/``.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice, product
from typing import Literal

from msgspec import Struct

from kitgen.papers import Bounds, Point

BLACK = "#000000"
WHITE = "#FFFFFF"
#: The near-black of pieces, outlines and letters.
DARK = "#1A1A1A"
#: One point in millimetres.
POINT = 25.4 / 72
#: The most outlines, and pairs of them, whose measures are kept.
MAX_KEPT_OUTLINES = 2000
#: The parts of a millimetre to whose nearest a place is rounded. So how scenes lie in each other
#: leaves no trace.
PARTS_OF_MM = 1e9
#: Directions whose cross product, for one of length 1 and one in mm, is less are parallel.
PARALLEL = 1e-12
#: How far beyond the end of a side a ray still meets it, as a share of that side: rounding must not
#: open a gap at a corner.
SHARE_BEYOND_CORNER = 1e-9

#: The number of points of a step of a path, by its letter.
POINTS_OF_STEP = {"M": 1, "L": 1, "C": 3, "Z": 0}
#: One step of a path: its letter and its points.
PathStep = tuple[str, *tuple[Point, ...]]


class Place(Struct, frozen=True, gc=False):
    """The place of one scene in another: turned about its origin, scaled, then moved.

    >>> Place(10, 20, turn=90).point((1, 0))
    (10.0, 21.0)
    """

    x: float = 0
    y: float = 0
    scale: float = 1
    turn: float = 0

    def point(self, point: Point) -> Point:
        """Return the place in the outer scene of a point of the inner one."""
        return self.points((point,))[0]

    def points(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Return the places in the outer scene of points of the inner one."""
        west = self.x
        north = self.y
        scale = self.scale
        if self.turn:
            angle = math.radians(self.turn)
            cos = math.cos(angle)
            sin = math.sin(angle)
            points = [(cos * x - sin * y, sin * x + cos * y) for x, y in points]
        floor = math.floor  # round(x, 9) is slower
        return tuple(
            [
                (
                    floor((west + scale * x) * PARTS_OF_MM + 0.5) / PARTS_OF_MM,
                    floor((north + scale * y) * PARTS_OF_MM + 0.5) / PARTS_OF_MM,
                )
                for x, y in points
            ]
        )


class Stroke(Struct, frozen=True, gc=False):
    """The look of a line: ``#RRGGBB``, width in mm, and lengths of dashes and gaps in mm.

    Printers lose what is narrower than 0.071 mm (0.2 pt); tests of the drawings hold them to it.
    """

    colour: str = BLACK
    width: float = 0.2
    dash: tuple[float, ...] = ()

    def scaled(self, scale: float) -> "Stroke":
        """Return the stroke in a scene drawn larger or smaller."""
        if scale == 1:
            return self
        return Stroke(self.colour, self.width * scale, tuple(part * scale for part in self.dash))


class Line(Struct, frozen=True, gc=False):
    """A straight line."""

    start: Point
    end: Point
    stroke: Stroke

    def placed(self, place: Place) -> "Line":
        """Return the mark in an outer scene."""
        start, end = place.points((self.start, self.end))
        return Line(start, end, self.stroke.scaled(place.scale))


class Disc(Struct, frozen=True, gc=False):
    """A circle, filled, stroked or both."""

    centre: Point
    radius: float
    fill: str | None = None
    stroke: Stroke | None = None

    def placed(self, place: Place) -> "Disc":
        """Return the mark in an outer scene."""
        stroke = self.stroke and self.stroke.scaled(place.scale)
        return Disc(place.point(self.centre), self.radius * place.scale, self.fill, stroke)


class Polygon(Struct, frozen=True, gc=False):
    """Straight lines from point to point, by default closed."""

    points: tuple[Point, ...]
    fill: str | None = None
    stroke: Stroke | None = None
    closed: bool = True

    def placed(self, place: Place) -> "Polygon":
        """Return the mark in an outer scene."""
        stroke = self.stroke and self.stroke.scaled(place.scale)
        return Polygon(place.points(self.points), self.fill, stroke, self.closed)


class Path(Struct, frozen=True, gc=False):
    """An outline with holes by the even-odd rule.

    ``("M", p)`` starts, ``("L", p)`` draws a line, ``("C", p1, p2, p)`` a cubic curve, ``("Z",)``
    closes.
    """

    steps: tuple[PathStep, ...]
    fill: str | None = None
    stroke: Stroke | None = None

    def placed(self, place: Place) -> "Path":
        """Return the mark in an outer scene."""
        # All points at once: pieces and codes have many short steps.
        inner_points: list[Point] = []
        for _, *of_step in self.steps:
            inner_points += of_step
        points = place.points(inner_points)
        steps: list[PathStep] = []
        first = 0
        for kind, *inner in self.steps:
            end = first + len(inner)
            steps.append((kind, *points[first:end]))
            first = end
        return Path(tuple(steps), self.fill, self.stroke and self.stroke.scaled(place.scale))


class UnitOutline(Struct, frozen=True, gc=False):
    """An outline to be drawn in many places: about the origin, its size 1; ``kinds`` are the
    letters of its steps.
    """

    kinds: str
    points: tuple[Point, ...]
    bounds: Bounds


class Stamp(Struct, frozen=True, gc=False):
    """A figure in a place, at a size in mm: its points are moved once, when it is written, however
    often it is placed.

    >>> figure = UnitOutline("MLLZ", ((-0.5, 0.5), (0.5, 0.5), (0.0, -0.5)), (-0.5, -0.5, 0.5, 0.5))
    >>> Stamp(figure, (10, 20), 4, fill=BLACK).path().steps
    (('M', (8.0, 22.0)), ('L', (12.0, 22.0)), ('L', (10.0, 18.0)), ('Z',))
    """

    figure: UnitOutline
    at: Point
    size: float
    fill: str | None = None
    stroke: Stroke | None = None

    def placed(self, place: Place) -> "Stamp | Path":
        """Return the mark in an outer scene."""
        if place.turn:
            return self.path().placed(place)
        stroke = self.stroke and self.stroke.scaled(place.scale)
        return Stamp(self.figure, place.point(self.at), self.size * place.scale, self.fill, stroke)

    def path(self) -> Path:
        """Return the same as a path of its own."""
        points = iter(Place(*self.at, self.size).points(self.figure.points))
        steps: list[PathStep] = [
            (kind, *islice(points, POINTS_OF_STEP[kind])) for kind in self.figure.kinds
        ]
        return Path(tuple(steps), self.fill, self.stroke)


#: The point of a line of letters: its start, its middle or its end.
Anchor = Literal["start", "middle", "end"]


class Text(Struct, frozen=True, gc=False):
    """One line of letters, in points; ``at`` is the start, middle or end of its baseline,
    ``turn`` in degrees.
    """

    at: Point
    text: str
    size: float
    anchor: Anchor = "start"
    bold: bool = False
    fill: str = BLACK
    turn: float = 0

    def placed(self, place: Place) -> "Text":
        """Return the mark in an outer scene."""
        size = self.size * place.scale
        turn = (self.turn + place.turn) % 360
        return Text(place.point(self.at), self.text, size, self.anchor, self.bold, self.fill, turn)


Mark = Line | Disc | Polygon | Path | Stamp | Text


@dataclass(slots=True)
class Scene:
    """Marks on a sheet, card or label, later ones over earlier ones.

    >>> scene = Scene(20, 10)
    >>> scene.add(Disc((5, 5), 2, fill=BLACK), Text((8, 6), "hello", 9))
    >>> [type(mark).__name__ for mark in scene.marks]
    ['Disc', 'Text']
    """

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)
    #: The scene whose marks it begins with, drawn once for all that begin so.
    base: "Scene | None" = None

    def add(self, *marks: Mark) -> None:
        """Draw marks over the existing ones."""
        self.marks.extend(marks)

    def copy(self) -> "Scene":
        """Return a scene that begins with these marks, which must not change any more."""
        return Scene(self.width, self.height, [*self.marks], self)

    def place(
        self, scene: "Scene", x: float = 0, y: float = 0, *, scale: float = 1, turn: float = 0
    ) -> None:
        """Draw another scene with its origin at x, y."""
        place = Place(x, y, scale, turn)
        self.marks.extend(mark.placed(place) for mark in scene.marks)


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str | None = None,
    stroke: Stroke | None = None,
) -> Polygon:
    """Return a rectangle with its top left corner at x, y.

    Dashes begin at the bottom left, as in a PDF's own rectangle: a program that writes it as one
    leaves them where they are.
    """
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    if stroke is not None and stroke.dash:
        corners = corners[::-1]
    return Polygon(corners, fill, stroke)


def centred(
    middle: Point,
    width: float,
    height: float,
    fill: str | None = None,
    stroke: Stroke | None = None,
) -> Polygon:
    """Return a rectangle about a point."""
    return rectangle(middle[0] - width / 2, middle[1] - height / 2, width, height, fill, stroke)


def arc(centre: Point, radius: float, start: float, end: float) -> list[PathStep]:
    """Return the cubic curves of a circle's arc between two angles in degrees, clockwise on paper.

    Each curve spans at most a quarter, with handles of the usual length 4/3 tan(angle / 4).
    """
    count = max(1, math.ceil(abs(end - start) / 90))
    part = math.radians(end - start) / count
    handle = 4 / 3 * math.tan(part / 4) * radius
    steps: list[PathStep] = []
    for number in range(count):
        first = math.radians(start) + number * part
        last = first + part
        x1, y1 = on_circle(centre, radius, first)
        x2, y2 = on_circle(centre, radius, last)
        control1 = (x1 - handle * math.sin(first), y1 + handle * math.cos(first))
        control2 = (x2 + handle * math.sin(last), y2 - handle * math.cos(last))
        steps.append(("C", control1, control2, (x2, y2)))
    return steps


def rounded(
    x: float, y: float, width: float, height: float, radius: float, fill: str | None, stroke: Stroke
) -> Path:
    """Return a rectangle with round corners, its top left corner at x, y."""
    right = x + width
    bottom = y + height
    r = radius
    steps: list[PathStep] = [("M", (x, y + r))]
    # For each corner where its arc begins, the centre of that, and the angle that it starts at.
    for begin, centre, start in (
        ((x, y + r), (x + r, y + r), 180),
        ((right - r, y), (right - r, y + r), 270),
        ((right, bottom - r), (right - r, bottom - r), 0),
        ((x + r, bottom), (x + r, bottom - r), 90),
    ):
        steps.append(("L", begin))
        steps += arc(centre, r, start, start + 90)
    return Path((*steps, ("Z",)), fill, stroke)


# Plain geometry, which knows no marks and no games, so that both drawing and reading can use it.

#: The corners of a polygon, in order; the last is joined to the first.
Corners = Sequence[Point]
#: A convex outline, its corners clockwise on paper.
Hull = tuple[Point, ...]


def sides(polygon: Corners) -> Iterator[tuple[Point, Point]]:
    """Yield both ends of each side of a polygon, including the one from the last corner to the
    first.

    >>> list(sides(((0, 0), (1, 0), (1, 1))))
    [((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 0))]
    """
    return zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)


def direction(start: Point, end: Point) -> Point:
    """Return the direction from one point to another, of length 1.

    >>> direction((1, 1), (4, 5))
    (0.6, 0.8)
    """
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def on_circle(centre: Point, radius: float, angle: float) -> Point:
    """Return the point of a circle at an angle in radians, clockwise from the right."""
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def bounds(points: Sequence[Point]) -> Bounds:
    """Return left, top, right and bottom of points.

    >>> bounds(((0, 5), (2, 3)))
    (0, 3, 2, 5)
    """
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def area(polygon: Corners) -> float:
    """Return a polygon's area in mm², positive when its corners run clockwise on paper.

    >>> area(((0, 0), (2, 0), (2, 3), (0, 3)))
    6.0
    """
    return sum(x * y2 - x2 * y for (x, y), (x2, y2) in sides(polygon)) / 2


def within_polygon(point: Point, polygon: Corners) -> bool:
    """Return whether a point lies within a polygon, convex or not, by counting the sides that a ray
    to the right meets.

    >>> (
    ...     within_polygon((1, 1), ((0, 0), (3, 0), (0, 3))),
    ...     within_polygon((2, 2), ((0, 0), (3, 0), (0, 3))),
    ... )
    (True, False)
    """
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in sides(polygon):
        if (ay > y) == (by > y):
            continue  # both ends are on one side of the ray's line
        met_x = ax + (y - ay) / (by - ay) * (bx - ax)
        if x < met_x:
            odd = not odd
    return odd


def to_segment(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from the nearest point of a line between two points.

    >>> to_segment((1, 2), (0, 0), (4, 0)), to_segment((7, 4), (0, 0), (4, 0))
    (2.0, 5.0)
    """
    x, y = point
    ax, ay = start
    bx, by = end
    way_x = bx - ax
    way_y = by - ay
    squared_length = way_x * way_x + way_y * way_y
    # How far along the line the nearest point is: from 0 at its start to 1 at its end.
    share = 0.0
    if squared_length:
        share = ((x - ax) * way_x + (y - ay) * way_y) / squared_length
    if share < 0:
        share = 0.0
    elif share > 1:
        share = 1.0
    return math.hypot(x - ax - share * way_x, y - ay - share * way_y)


def to_polygon(point: Point, polygon: Corners) -> float:
    """Return the distance of a point from a polygon, convex or not; 0 inside.

    >>> (
    ...     to_polygon((5, 0.5), ((0, 0), (3, 0), (3, 3), (0, 3))),
    ...     to_polygon((1, 1), ((0, 0), (3, 0), (3, 3), (0, 3))),
    ... )
    (2.0, 0.0)
    """
    if within_polygon(point, polygon):
        return 0.0
    return min([to_segment(point, start, end) for start, end in sides(polygon)])


def apart(first: Corners, second: Corners) -> float:
    """Return the distance of two polygons, convex or not; 0 when they meet or one lies in the
    other.

    >>> apart(((0, 0), (1, 0), (1, 1), (0, 1)), ((3, 0), (4, 0), (4, 1)))
    2.0
    """
    if within_polygon(first[0], second) or within_polygon(second[0], first):
        return 0.0
    for side, facing in product(sides(first), sides(second)):
        if _cross(*side, *facing):
            return 0.0
    to_second = min(to_segment(corner, *side) for corner, side in product(first, sides(second)))
    to_first = min(to_segment(corner, *side) for corner, side in product(second, sides(first)))
    return min(to_second, to_first)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the lines from a to b and from c to d cross, each between its ends."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return a positive number when the way from a over b to c turns clockwise on paper."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def circle_points(centre: Point, radius: float, count: int = 16) -> tuple[Point, ...]:
    """Return the corners of a polygon that just holds a circle."""
    reach = radius / math.cos(math.pi / count)
    return tuple(
        on_circle(centre, reach, math.tau * (number + 0.5) / count) for number in range(count)
    )


def convex_hull(points: Iterable[Point]) -> Hull:
    """Return the corners of the smallest convex outline round all points, clockwise on paper.

    >>> convex_hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)])
    ((0, 0), (2, 0), (2, 2), (0, 2))
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    hull: list[Point] = []
    for run in (ordered, ordered[::-1]):  # along its top to the right, and back along its bottom
        chain: list[Point] = []
        for point in run:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        hull += chain[:-1]
    return tuple(hull)


class Body:
    """A convex outline with a circle round it and one inside it, for quick comparisons.

    Attributes:
        hull: the outline.
        middle: the centre of both circles.
        radius, core: those of the circle round it and of the one inside it.
    """

    def __init__(self, hull: Hull) -> None:
        self.hull = hull
        middle_x = sum(x for x, _ in hull) / len(hull)
        middle_y = sum(y for _, y in hull) / len(hull)
        self.middle = (middle_x, middle_y)
        self.radius = max(math.dist(self.middle, corner) for corner in hull)
        self.core = min(to_segment(self.middle, *side) for side in sides(hull))


#: A way in which an outline that is moved can lie apart from another: a direction of length 1, as
#: its x and its y, and how far beyond a side of the other it lies there where it is not moved.
WayApart = tuple[float, float, float]


@lru_cache(maxsize=MAX_KEPT_OUTLINES)
def body_of(hull: Hull) -> Body:
    """Return an outline with its circles; the boards of a kit show the same ones again and
    again.
    """
    return Body(hull)


class Pair:
    """Two convex outlines, the first of which is moved about, to ask many times whether they keep a
    gap.

    They are apart where all of one lies beyond a side of the other. How far beyond depends, for
    each side, only on how far the first outline was moved away from that side.

    >>> square = Body(((0, 0), (1, 0), (1, 1), (0, 1)))
    >>> pair = Pair(square, square)
    >>> pair.clear((1.5, 0), 0.4), pair.clear((0.9, 0)), pair.clear((0.9, 0), -0.2)
    (True, False, True)
    """

    def __init__(self, first: Body, second: Body) -> None:
        self._first = first
        self._second = second
        # From the middle of the second to that of the first, where this has not been moved.
        x, y = first.middle
        other_x, other_y = second.middle
        self._apart_x = x - other_x
        self._apart_y = y - other_y
        # Farther apart they are clear, nearer they overlap.
        self._far = first.radius + second.radius
        self._near = first.core + second.core
        # The way in which they lay apart last: for a place nearby they most likely do again.
        self._last_way: WayApart = (0.0, 0.0, -math.inf)

    @cached_property
    def _ways(self) -> list[WayApart]:
        # Rarely needed when the second is far away.
        return _ways_apart(self._first.hull, self._second.hull)

    def clear(self, moved: Point, gap: float = 0) -> bool:
        """Return whether the outlines keep a gap in mm; with a negative one, overlap by no more
        than that.
        """
        x, y = moved
        apart_x = x + self._apart_x
        apart_y = y + self._apart_y
        squared_distance = apart_x * apart_x + apart_y * apart_y
        far = self._far + gap
        near = self._near + gap
        if squared_distance >= far * far:
            return True
        if near > 0 and squared_distance < near * near:
            return False
        way_x, way_y, room = self._last_way
        if room + way_x * x + way_y * y >= gap:
            return True
        farthest = -math.inf
        for way in self._ways:
            way_x, way_y, room = way
            across = room + way_x * x + way_y * y
            if across >= gap:
                self._last_way = way
                return True
            if across > farthest:  # noqa: PLR1730 - faster, and done many thousand times
                farthest = across
        if gap <= 0 or farthest < 0:  # they overlap, by more than they may
            return False
        # Nearer than the gap as measured across a side: between two corners there may be more room.
        hull = self._second.hull
        there = tuple((x + corner_x, y + corner_y) for corner_x, corner_y in self._first.hull)
        return _corners_keep(there, hull, gap) and _corners_keep(hull, there, gap)


@lru_cache(maxsize=MAX_KEPT_OUTLINES)
def _ways_apart(first: Hull, second: Hull) -> list[WayApart]:
    """Return the ways in which two outlines may lie apart; the first is moved about."""
    return [*_ways(first, second, -1), *_ways(second, first, 1)]


def _ways(first: Hull, second: Hull, sign: int) -> Iterator[WayApart]:
    """Yield the outward direction of each side of the first outline, and how far beyond it the
    second lies.

    ``sign`` is 1 when the second outline is moved, -1 when the first is.
    """
    for (x, y), (x2, y2) in sides(first):
        # Outwards is to the left, as hulls run clockwise on paper.
        length = math.hypot(x2 - x, y2 - y)
        out_x = (y2 - y) / length
        out_y = (x - x2) / length
        nearest = min([out_x * corner_x + out_y * corner_y for corner_x, corner_y in second])
        room = nearest - out_x * x - out_y * y
        yield sign * out_x, sign * out_y, room


def clear(first: Hull, second: Hull, gap: float = 0) -> bool:
    """Return whether two convex outlines keep a gap; with a negative one, overlap by no more than
    that.

    >>> square = ((0, 0), (1, 0), (1, 1), (0, 1))
    >>> clear(square, ((1.5, 0), (2, 0), (2, 1)), 0.4), clear(square, ((0.9, 0), (2, 0), (2, 1)))
    (True, False)
    """
    for axis in (0, 1):  # mostly one lies far on one side of the other
        places = [point[axis] for point in first]
        others = [point[axis] for point in second]
        if min(others) - max(places) >= gap or min(places) - max(others) >= gap:
            return True
    return Pair(Body(first), Body(second)).clear((0.0, 0.0), gap)


def _corners_keep(first: Hull, second: Hull, gap: float) -> bool:
    """Return whether each corner of the first outline is a gap or more from all sides of the
    second.
    """
    squared_gap = gap * gap
    ax, ay = second[-1]
    for bx, by in second:
        way_x = bx - ax
        way_y = by - ay
        squared_length = way_x * way_x + way_y * way_y
        for x, y in first:
            to_x = x - ax
            to_y = y - ay
            # Along the side and across it, each times the length of the side.
            along = to_x * way_x + to_y * way_y
            if along <= 0:
                if to_x * to_x + to_y * to_y < squared_gap:
                    return False
            elif along < squared_length:  # past the end, the next side begins nearer
                across = to_x * way_y - to_y * way_x
                if across * across < squared_gap * squared_length:
                    return False
        ax, ay = bx, by
    return True


def exit_distance(hull: Hull, start: Point, way: Point) -> float:
    """Return how far along a ray, whose ``way`` has length 1, it last meets an outline; 0 if it
    does not.
    """
    farthest = 0.0
    for (x, y), (x2, y2) in sides(hull):
        along_x = x2 - x
        along_y = y2 - y
        cross = way[0] * along_y - way[1] * along_x
        if abs(cross) < PARALLEL:
            continue
        to_x = x - start[0]
        to_y = y - start[1]
        distance = (to_x * along_y - to_y * along_x) / cross
        share = (to_x * way[1] - to_y * way[0]) / cross
        if -SHARE_BEYOND_CORNER <= share <= 1 + SHARE_BEYOND_CORNER:
            farthest = max(farthest, distance)
    return farthest
