"""Marks as outlines: letters from the typeface, without what later marks hide.

Cutters and engravers follow lines and know no fills, so a mark under another must end where it is hidden.
"""

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont
from shapely import geometry
from shapely.ops import linemerge, unary_union

from kitgen.paper.card.moves import contrast
from kitgen.paper.marks.fonts import FACES, shift_left
from kitgen.paper.marks.scene import POINT, WHITE, Disc, Line, Mark, Path, PathStep, Place, Polygon, Scene, Stroke, Text
from kitgen.papers import Point

#: The most straight pieces of a curve, and those of a quarter of a circle.
PIECES, QUARTER = 12, 16
#: Fills paler than this against white are tints, which an engraver leaves out.
PALE = 1.6
#: Fills darker than this are hatched, with this distance between two lines, in mm.
DARK, HATCH = 12.0, 0.6
#: Shorter lines than this, in mm, are left out.
LEAST = 0.05


class _OutlinePen(BasePen):  # type: ignore[misc] # the library ships no types
    """Collects a glyph as the steps of a path; quadratic curves arrive here as cubic ones."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.steps: list[PathStep] = []

    def _moveTo(self, pt: Point) -> None:  # noqa: N802 - the library's names
        self.steps.append(("M", pt))

    def _lineTo(self, pt: Point) -> None:  # noqa: N802
        self.steps.append(("L", pt))

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:  # noqa: N802
        self.steps.append(("C", pt1, pt2, pt3))

    def _closePath(self) -> None:  # noqa: N802
        self.steps.append(("Z",))


@cache
def _glyphs(*, bold: bool) -> tuple[Any, dict[int, str]]:
    """Return the glyphs of a face by name, and their names by letter."""
    font = TTFont(FACES[bold].file(), lazy=True)
    return font.getGlyphSet(), font.getBestCmap()


def text_outline(text: Text) -> Path:
    """Return a line of letters as the path of their outlines, filled as the letters are."""
    (glyphs, names), face = _glyphs(bold=text.bold), FACES[text.bold]
    scale = text.size * POINT / face.em
    place = Place(*text.at, turn=text.turn)
    steps: list[PathStep] = []
    along = -shift_left(text)
    for letter in text.text:
        pen = _OutlinePen(glyphs)
        glyphs[names[ord(letter)]].draw(pen)
        for kind, *points in pen.steps:
            steps.append((kind, *place.points((along + x * scale, -y * scale) for x, y in points)))
        along += face.advances[letter] * scale
    return Path(tuple(steps), fill=text.fill)


def outlines(scene: Scene, stroke: Stroke) -> Scene:
    """Return a scene as lines in one stroke, without what later marks hide.

    Pale grounds without a line of their own leave no outline; dark fills are hatched.
    """
    hidden: list[Any] = []
    drawn: list[list[Mark]] = []
    for mark in reversed(scene.marks):
        lines, area = _geometry(mark)
        if isinstance(mark, Text) or getattr(mark, "stroke", None) is not None or _darkness(mark) > PALE:
            above = unary_union([other for other in hidden if other.intersects(lines)])
            if area is not None and not isinstance(mark, Text) and _darkness(mark) > DARK:
                lines = unary_union([lines, _hatch(area)])
            drawn.append(list(_paths(lines.difference(above), stroke)))
        if area is not None and not area.is_empty:
            hidden.append(area)
    return Scene(scene.width, scene.height, [path for paths in reversed(drawn) for path in paths])


def _darkness(mark: Mark) -> float:
    fill = getattr(mark, "fill", None)
    return contrast(fill, WHITE) if fill is not None else 0.0


def _hatch(area: Any) -> Any:
    low, top, right, bottom = area.bounds
    high, step = bottom - top, HATCH * 2**0.5
    starts = (low - high + (number + 0.5) * step for number in range(int((right - low + high) / step)))
    lines = [geometry.LineString([(start, bottom), (start + high, top)]) for start in starts]
    return unary_union(lines).intersection(area)


def _geometry(mark: Mark) -> tuple[Any, Any]:
    """Return a mark's outline and the area that it hides, or None where it hides nothing."""
    match mark:
        case Line():
            return geometry.LineString([mark.start, mark.end]), None
        case Disc():
            disc = geometry.Point(mark.centre).buffer(mark.radius, quad_segs=QUARTER)
            return disc.exterior, disc if mark.fill else None
        case Polygon():
            ring = [*mark.points, mark.points[0]] if mark.closed else list(mark.points)
            return geometry.LineString(ring), geometry.Polygon(mark.points).buffer(0) if mark.fill else None
        case Path():
            contours = _contours(mark.steps)
            lines = unary_union([geometry.LineString(contour) for contour in contours if len(contour) > 1])
            if not mark.fill:
                return lines, None
            inside: Any = geometry.MultiPolygon()
            for contour in contours:  # holes by the even-odd rule
                if len(contour) > 3:
                    inside = inside.symmetric_difference(geometry.Polygon(contour).buffer(0))
            return lines, inside
        case Text():
            return _geometry(text_outline(mark))


def _contours(steps: tuple[PathStep, ...]) -> list[list[Point]]:
    contours: list[list[Point]] = []
    for kind, *points in steps:
        match kind:
            case "M":
                contours.append(points)
            case "L":
                contours[-1] += points
            case "C":
                contours[-1] += _curve(contours[-1][-1], *points)
            case _:
                contours[-1].append(contours[-1][0])
    return contours


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    """Yield points along a cubic curve, its start left out; the longer the curve, the more."""
    length = math.dist(a, b) + math.dist(b, c) + math.dist(c, d)
    count = max(2, min(PIECES, math.ceil(5 * math.sqrt(length))))
    for number in range(1, count + 1):
        t = number / count
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        x, y = (sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))
        yield x, y


def _paths(lines: Any, stroke: Stroke) -> Iterator[Polygon]:
    if lines.is_empty:
        return
    merged = linemerge(lines) if lines.geom_type.startswith("Multi") else lines
    for line in getattr(merged, "geoms", [merged]):
        if line.length < LEAST:
            continue
        points = [(round(x, 4), round(y, 4)) for x, y in line.coords]
        closed = len(points) > 3 and points[0] == points[-1]
        yield Polygon(tuple(points[:-1] if closed else points), None, stroke, closed)
