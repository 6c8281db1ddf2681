"""Outlines told in one way, whoever has written them: other programs begin them elsewhere, part them, or join them."""

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from kitgen.check.pdf.drawn.marks import PageMarks, Point, Shape

#: A corner that lies no farther than this from the line between those beside it is none, in mm.
STRAIGHT = 0.01
#: How far each of red, green and blue may be off, of 255, where colours are reckoned anew.
SHADE = 2


def colours_of(page: PageMarks) -> set[str]:
    """Return the colours of all outlines of a page."""
    return {colour for shape in page.shapes for colour in (shape.fill, shape.stroke) if colour}


def told_plainly(shapes: Iterable[Shape], colours: Collection[str]) -> list[Shape]:
    """Return outlines told in one way.

    Of straight lines corners that are none are left out, what is closed begins with its first corner, and what is
    filled and drawn is first filled, then drawn.

    Args:
        shapes: the outlines.
        colours: those that they may have; one that is all but the same is taken for one of these.

    >>> square = ((4, 0), (4, 2), (0, 2), (0, 0), (2, 0))
    >>> told_plainly([Shape(0, square, (), "MLLLLL", True, "#010000", None, 0.0)], ["#000000"])[0].points
    ((0, 0), (0, 2), (4, 2), (4, 0))
    """
    return [part for shape in shapes for part in _parts(_straightened(shape), colours)]


def _parts(shape: Shape, colours: Collection[str]) -> Iterator[Shape]:
    """Yield what is filled of an outline, then what is drawn."""
    if shape.fill is not None:
        mode = shape.manner[:1]
        yield replace(
            shape, fill=_one_of(colours, shape.fill), stroke=None, width=0.0, dash=(), manner=mode, closed=True
        )
    if shape.stroke is not None:
        yield replace(shape, fill=None, stroke=_one_of(colours, shape.stroke), manner=(0, *shape.manner[1:]))


def _straightened(shape: Shape) -> Shape:
    """Return an outline without corners that are none, from its first corner on if it is closed."""
    points = list(shape.points)
    if shape.curves or shape.pieces != 1 or len(points) < 3:
        return shape
    closed = shape.closed or shape.stroke is None
    number = first = 0 if closed else 1
    while len(points) > 2 and number < len(points) - first:
        if _goes_on(points[number - 1], points[number], points[(number + 1) % len(points)]):
            points.pop(number)
            number = max(number - 1, first)
        else:
            number += 1
    if closed:
        at = points.index(min(points, key=lambda point: (round(point[0], 1), round(point[1], 1))))
        points = points[at:] + points[:at]
        if points[1] > points[-1]:
            points[1:] = points[:0:-1]
    steps = "M" + "L" * (len(points) - 1)
    return replace(shape, points=tuple(points), corners=(), steps=steps, closed=closed)


def _goes_on(before: Point, at: Point, after: Point) -> bool:
    """Return whether a line through three points goes on at the second as it came."""
    (x, y), (x2, y2) = (at[0] - before[0], at[1] - before[1]), (after[0] - at[0], after[1] - at[1])
    lengths = math.hypot(x, y), math.hypot(x2, y2)
    return x * x2 + y * y2 >= 0 and abs(x * y2 - x2 * y) <= STRAIGHT * max(lengths)


def _one_of(colours: Collection[str], colour: str) -> str:
    """Return that of some colours which one is, but for what is lost where colours are reckoned anew."""
    if colour in colours:
        return colour
    own = bytes.fromhex(colour[1:])
    return next((one for one in sorted(colours) if _off(bytes.fromhex(one[1:]), own) <= SHADE), colour)


def _off(one: bytes, other: bytes) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
