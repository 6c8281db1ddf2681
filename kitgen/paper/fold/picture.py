"""A folded box for the eye: sleeve and tray seen from above the front, in parallel projection."""

import math

from kitgen.paper.fold.net import BoxSize, Net, Solid, fold, sleeve, tray, tray_size
from kitgen.paper.marks.geometry import area
from kitgen.paper.marks.scene import Point, Polygon, Scene, Stroke

#: The outside of the paper by the way it faces, its inside, and its edges.
TOP, FRONT, SIDE, INSIDE = "#FFFFFF", "#E6E6E6", "#D0D0D0", "#B4B4B4"
EDGE = Stroke("#1A1A1A", 0.25)


def folded_picture(box: BoxSize, paper: float, clearance: float, width: float, *, pull: float = 0.6) -> Scene:
    """Return a picture of a box with its tray pulled out.

    Args:
        box: the outside of the box, in mm.
        paper: the thickness of the paper, in mm.
        clearance: between tray and sleeve, in mm.
        width: of the picture, in mm.
        pull: how far the tray is out, as a share of its length.
    """
    outer, inner = sleeve(box, paper), tray(tray_size(box, paper, clearance), paper)
    ring, drawer = fold(outer), fold(inner)
    top = _middle(ring["top"])
    bottom = _middle(ring["bottom"])[2]
    base = _middle(drawer["base"])
    # The tray was folded face down: turned over about its length, it stands on the sleeve's bottom.
    turned = {
        name: tuple(
            (x - base[0] + top[0] - pull * box.width, base[1] - y + top[1], bottom + 1.5 * paper - z)
            for x, y, z in corners
        )
        for name, corners in drawer.items()
    }
    faces = []
    for far in (True, False):
        layers = [(outer, ring), (inner, turned)] if far else [(inner, turned), (outer, ring)]
        for net, corners in layers:
            faces += _faces(net, corners, far=far)
    points = [point for _, outline in faces for point in outline]
    left, low = min(x for x, _ in points), min(y for _, y in points)
    scale = width / (max(x for x, _ in points) - left)
    scene = Scene(width, scale * (max(y for _, y in points) - low))
    for fill, outline in faces:
        scene.add(Polygon(tuple(((x - left) * scale, (y - low) * scale) for x, y in outline), fill, EDGE))
    return scene


def _faces(net: Net, corners: dict[str, tuple[Solid, ...]], *, far: bool) -> list[tuple[str, list[Point]]]:
    """Return the faces of a net that show their inside (far) or their outside (near), the furthest first."""
    found = []
    for panel in net.panels:
        solid = corners[panel.name]
        outline = [_seen(corner) for corner in solid]
        hidden = panel.glue is not None and not far  # behind the face that it is glued to
        if (area(outline) < 0) == far and not hidden:
            found.append((_depth(_middle(solid)), INSIDE if far else _tone(solid), outline))
    return [(fill, outline) for _, fill, outline in sorted(found, key=_first)]


def _first(face: tuple[float, str, list[Point]]) -> float:
    return face[0]


def _middle(corners: tuple[Solid, ...]) -> Solid:
    count = len(corners)
    x, y, z = (sum(values) / count for values in zip(*corners, strict=True))
    return x, y, z


def _seen(corner: Solid) -> Point:
    """Return where a corner is drawn: from the front left, as much from above; y down."""
    x, y, z = corner
    return (x + y) / math.sqrt(2), (y - x) / math.sqrt(6) - z * math.sqrt(2 / 3)


def _depth(corner: Solid) -> float:
    """Return how near a corner is to the eye."""
    x, y, z = corner
    return y + z - x


def _tone(solid: tuple[Solid, ...]) -> str:
    """Return the grey of an outside by the way that it faces."""
    spans = [max(values) - min(values) for values in zip(*solid, strict=True)]
    return (FRONT, SIDE, TOP)[spans.index(min(spans))]
