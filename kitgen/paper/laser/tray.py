"""Trays of panels with fingers, and the cut round any panel."""

from collections.abc import Mapping

from shapely.geometry import Polygon, box
from shapely.ops import unary_union

from kitgen.errors import UsageError
from kitgen.paper.fold.net import BoxSize
from kitgen.paper.laser.material import Laser
from kitgen.paper.laser.outlines import outlines
from kitgen.paper.marks.scene import POINT, Mark, Point, Scene, Text
from kitgen.paper.marks.scene import Polygon as PolygonMark


def grown(shape: Polygon, laser: Laser) -> list[Mark]:
    """Return the cut round a piece and round its holes, moved by half the kerf into the waste."""
    cut = shape.buffer(laser.kerf / 2, join_style="mitre")
    stroke = laser.stroke(laser.cut)
    rings = [cut.exterior, *cut.interiors]
    return [PolygonMark(tuple((round(x, 4), round(y, 4)) for x, y in ring.coords[:-1]), None, stroke) for ring in rings]


def notches(length: float, thickness: float, *, first: bool) -> list[tuple[float, float]]:
    """Return where an edge is cut away, as start and end of each notch, for fingers that fit the other edge's.

    An odd number of fingers and gaps of one width, each at least twice as wide as the material is thick.

    Args:
        length: of the edge, in mm.
        thickness: of the material, in mm.
        first: True when the edge begins and ends with a finger; the edge that it joins begins with a gap.
    """
    count = max(3, int(length / (2 * thickness)) // 2 * 2 + 1)
    count = min(count, 11)
    width = length / count
    return [(number * width, (number + 1) * width) for number in range(count) if (number % 2 == 0) != first]


def panel(width: float, height: float, thickness: float, edges: Mapping[str, bool]) -> Polygon:
    """Return a panel with fingers.

    Args:
        width: of its outside, in mm.
        height: of its outside, in mm.
        thickness: of the material, in mm.
        edges: of the sides ``top``, ``right``, ``bottom`` and ``left`` those with fingers; True when the side
            begins with a finger.
    """
    gaps = []
    for side, first in edges.items():
        level = side in ("top", "bottom")
        for start, end in notches(width if level else height, thickness, first=first):
            low = {"top": 0, "left": 0, "bottom": height - thickness, "right": width - thickness}[side]
            across, along = (low, low + thickness), (start, end)
            (x1, x2), (y1, y2) = (along, across) if level else (across, along)
            gaps.append(box(x1, y1, x2, y2))
    return box(0, 0, width, height).difference(unary_union(gaps))


def tray_panels(size: BoxSize, name: str, laser: Laser) -> list[Scene]:
    """Return the five panels of an open tray with fingers, its id engraved on the front.

    Args:
        size: its outside, in mm.
        name: the id of its box.
        laser: the material.

    Raises:
        UsageError: a side is too short for three fingers.
    """
    thick = laser.thickness
    if min(size.width, size.depth, size.height) < 3 * thick:
        raise UsageError(
            f"box {size.width:g}x{size.depth:g}x{size.height:g} is too small for material of {thick:g} mm; "
            f"choose at least {3 * thick:g} mm or thinner material"
        )
    base = {"top": True, "right": True, "bottom": True, "left": True}
    front = {"bottom": False, "left": True, "right": True}
    side = {"bottom": False, "left": False, "right": False}
    shapes = [
        (size.width, size.depth, base, ""),
        (size.depth, size.height, front, name),
        (size.depth, size.height, front, ""),
        (size.width, size.height, side, ""),
        (size.width, size.height, side, ""),
    ]
    made = []
    for width, height, edges, words in shapes:
        scene = Scene(width, height)
        if words:
            letters = min(0.5 * height, 10) / POINT
            at: Point = (width / 2, (height - thick) / 2 + 0.36 * letters * POINT)
            text = Scene(width, height, [Text(at, words, letters, "middle", bold=True)])
            scene.add(*outlines(text, laser.stroke(laser.engrave)).marks)
        scene.add(*grown(panel(width, height, thick, edges), laser))
        made.append(scene)
    return made
