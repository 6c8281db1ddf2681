"""Outlines: pieces as vector shapes, and the little geometry that keeps shapes apart.

Pieces are drawn in a unit square about the origin, and told apart without colour: dark ones are filled, light
ones outlined.
"""

import math
from collections.abc import Iterable, Sequence
from functools import cache

from kitgen.paper.marks.scene import Disc, Mark, Path, Point, Polygon, Step, Stroke

#: The near-black of pieces, outlines and letters.
DARK = "#1A1A1A"
#: A convex outline, its corners in order.
Hull = tuple[Point, ...]

#: How high each piece stands, as a share of the smaller side of its cell.
PIECE_HEIGHT = {"pawn-light": 0.54, "pawn-dark": 0.54, "cross": 0.56, "ring": 0.6, "counter": 0.52}


def curve(centre: Point, radius: float, start: float, end: float) -> list[Step]:
    """Return the cubic curves of a circle's arc between two angles in degrees, clockwise on paper.

    Each curve spans at most a quarter; its handles have the usual length 4/3 tan(angle / 4).
    """
    count = max(1, math.ceil(abs(end - start) / 90))
    part = math.radians(end - start) / count
    handle = 4 / 3 * math.tan(part / 4) * radius
    steps: list[Step] = []
    for number in range(count):
        first = math.radians(start) + number * part
        last = first + part
        x1, y1 = centre[0] + radius * math.cos(first), centre[1] + radius * math.sin(first)
        x2, y2 = centre[0] + radius * math.cos(last), centre[1] + radius * math.sin(last)
        control1 = (x1 - handle * math.sin(first), y1 + handle * math.cos(first))
        control2 = (x2 + handle * math.sin(last), y2 - handle * math.cos(last))
        steps.append(("C", control1, control2, (x2, y2)))
    return steps


#: Of a pawn of height 1: half its base, how high the base is, middle and radius of its head, half its neck.
_BASE, _FOOT, _HEAD, _ROUND, _NECK = 0.32, 0.11, (0.0, -0.28), 0.22, 0.125


@cache
def _pawn() -> tuple[Step, ...]:
    """Return a pawn of height 1 about the origin: round head, flared body, flat base."""
    rise = math.sqrt(_ROUND**2 - _NECK**2)
    angle, neck = math.degrees(math.atan2(rise, _NECK)), _HEAD[1] + rise
    return (
        ("M", (-_BASE, 0.5)),
        ("L", (-_BASE, 0.5 - _FOOT)),
        ("C", (-_BASE, 0.22), (-_NECK, 0.22), (-_NECK, neck)),
        *curve(_HEAD, _ROUND, 180 - angle, 360 + angle),
        ("C", (_NECK, 0.22), (_BASE, 0.22), (_BASE, 0.5 - _FOOT)),
        ("L", (_BASE, 0.5)),
        ("Z",),
    )


@cache
def _cross() -> tuple[Point, ...]:
    """Return two crossed bars of height 1, as a polygon of 12 points, standing like an x."""
    half, reach = 0.11, 0.62
    plus = [(half, half), (reach, half), (reach, -half), (half, -half), (half, -reach), (-half, -reach)]
    plus += [(-x, -y) for x, y in plus]
    slant = math.sqrt(0.5)
    return tuple(((x - y) * slant, (x + y) * slant) for x, y in plus)


def draw_piece(kind: str, at: Point, height: float) -> Mark:
    """Return a piece.

    Args:
        kind: one of ``PIECE_HEIGHT``.
        at: its middle.
        height: how high it stands, in mm.
    """
    line = Stroke(DARK, max(0.12, 0.05 * height))
    match kind:
        case "cross":
            return Polygon(tuple(_moved(_cross(), at, height)), fill=DARK)
        case "ring":
            thick = 0.16 * height
            return Disc(at, (height - thick) / 2, stroke=Stroke(DARK, thick))
        case "counter":
            return Disc(at, height / 2, fill=DARK)
        case _:
            steps = tuple(_placed(step, at, height) for step in _pawn())
            return Path(steps, fill=DARK if kind == "pawn-dark" else "#FFFFFF", stroke=line)


def piece_hull(kind: str, at: Point, height: float) -> Hull:
    """Return the convex outline round a piece, its own outline's width included."""
    match kind:
        case "cross":
            points: Sequence[Point] = _cross()
            grow = height
        case "ring" | "counter":
            points, grow = circle_points((0, 0), 0.5), height
        case _:
            points = _pawn_points()
            grow = height + max(0.12, 0.05 * height)
    return convex_hull(_moved(points, at, grow))


@cache
def _pawn_points() -> tuple[Point, ...]:
    """Return points along a pawn's outline whose convex hull holds all of it."""
    foot = 0.5 - _FOOT
    return (*circle_points(_HEAD, _ROUND), (-_BASE, 0.5), (_BASE, 0.5), (_BASE, foot), (-_BASE, foot))


def circle_points(centre: Point, radius: float, count: int = 16) -> tuple[Point, ...]:
    """Return the corners of a polygon that just holds a circle."""
    reach = radius / math.cos(math.pi / count)
    angles = [2 * math.pi * (number + 0.5) / count for number in range(count)]
    return tuple((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)) for angle in angles)


def _moved(points: Iterable[Point], at: Point, scale: float) -> list[Point]:
    return [(at[0] + scale * x, at[1] + scale * y) for x, y in points]


def _placed(step: Step, at: Point, scale: float) -> Step:
    """Return a path's step, scaled about the origin and moved."""
    kind, *points = step
    return (kind, *_moved(points, at, scale))


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


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return a positive number when the way from a over b to c turns clockwise on paper."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def apart(one: Hull, other: Hull, gap: float = 0) -> bool:
    """Return whether two convex outlines keep a gap; with a negative one, overlap by no more than that.

    >>> square = ((0, 0), (1, 0), (1, 1), (0, 1))
    >>> apart(square, ((1.5, 0), (2, 0), (2, 1)), 0.4), apart(square, ((0.9, 0), (2, 0), (2, 1)))
    (True, False)
    """
    if _beyond_a_side(one, other, gap) or _beyond_a_side(other, one, gap):
        return True
    if gap <= 0 or not (_beyond_a_side(one, other, 0) or _beyond_a_side(other, one, 0)):
        return False
    # Apart, but nearer than the gap as measured across a side: between two corners there may be more room.
    return min(_corner_gap(one, other), _corner_gap(other, one)) >= gap


def _beyond_a_side(one: Hull, other: Hull, gap: float) -> bool:
    """Return whether all of the second outline lies beyond one side of the first, by a gap."""
    x, y = one[-1]
    for x2, y2 in one:
        # Outwards is to the left of the way, as hulls run clockwise on paper.
        out_x, out_y = y2 - y, x - x2
        least = out_x * x + out_y * y + gap * math.hypot(out_x, out_y)
        for px, py in other:
            if px * out_x + py * out_y < least:
                break
        else:
            return True
        x, y = x2, y2
    return False


def _corner_gap(one: Hull, other: Hull) -> float:
    """Return the least distance from a corner of the first outline to a side of the other."""
    least = math.inf
    for index, (x, y) in enumerate(other):
        x2, y2 = other[(index + 1) % len(other)]
        along_x, along_y = x2 - x, y2 - y
        square = along_x * along_x + along_y * along_y
        for px, py in one:
            share = ((px - x) * along_x + (py - y) * along_y) / square if square else 0.0
            share = min(1.0, max(0.0, share))
            least = min(least, math.hypot(px - x - share * along_x, py - y - share * along_y))
    return least


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
