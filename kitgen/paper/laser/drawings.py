"""Drawings for laser cutters: only lines, in mm at full size, one colour for each operation.

Every cut is moved outwards by half of the kerf, so that each piece comes out at its intended size.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, repeat
from typing import Any

from fontTools.pens.reportLabPen import ReportLabPen
from fontTools.ttLib import TTFont
from shapely import geometry
from shapely.ops import linemerge, unary_union

from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.paper.card.board import machine_below, piece_counts
from kitgen.paper.card.faces import Cards
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.moves import contrast, draw_badge
from kitgen.paper.card.styles import style_of
from kitgen.paper.fold import BoxSize, lay_out, read_carton
from kitgen.paper.job import Job, bead_totals
from kitgen.paper.laser.material import Laser, read_laser
from kitgen.paper.marks.pieces import shape_of
from kitgen.paper.marks.scene import (
    POINT,
    WHITE,
    Disc,
    Line,
    Mark,
    Path,
    PathStep,
    Place,
    Polygon,
    Scene,
    Stamp,
    Stroke,
    Text,
)
from kitgen.paper.style import FACES, fitted, shift_left
from kitgen.papers import Point


def grown(shape: geometry.Polygon, laser: Laser) -> list[Mark]:
    """Return the cut round a piece and round its holes, moved by half the kerf into the waste."""
    cut = shape.buffer(laser.kerf / 2, join_style="mitre")
    stroke = laser.stroke(laser.cut)
    lines: list[Mark] = []
    for ring in (cut.exterior, *cut.interiors):
        corners = tuple((round(x, 4), round(y, 4)) for x, y in ring.coords[:-1])
        lines.append(Polygon(corners, None, stroke))
    return lines


def notches(length: float, thickness: float, *, first: bool) -> list[tuple[float, float]]:
    """Return start and end of each notch of an edge of a length in mm; it begins and ends with a
    finger if ``first``.

    Fingers and notches are odd in number, of one width, and at least twice as wide as the material
    is thick.
    """
    count = min(11, max(3, int(length / (2 * thickness)) // 2 * 2 + 1))
    width = length / count
    first_notch = 1 if first else 0
    return [(number * width, (number + 1) * width) for number in range(first_notch, count, 2)]


def panel(
    width: float, height: float, thickness: float, edges: Mapping[str, bool]
) -> geometry.Polygon:
    """Return a panel with fingers, its outside and the material's thickness in mm.

    ``edges`` are the sides with fingers, of ``top``, ``right``, ``bottom`` and ``left``; True for a
    finger first.
    """
    gaps = []
    for side, first in edges.items():
        low = {"top": 0, "left": 0, "bottom": height - thickness, "right": width - thickness}[side]
        high = low + thickness
        if side in ("top", "bottom"):
            for start, end in notches(width, thickness, first=first):
                gaps.append(geometry.box(start, low, end, high))
        else:
            for start, end in notches(height, thickness, first=first):
                gaps.append(geometry.box(low, start, high, end))
    return geometry.box(0, 0, width, height).difference(unary_union(gaps))


def tray_panels(size: BoxSize, name: str, laser: Laser) -> list[Scene]:
    """Return the five panels of an open tray with fingers, the id of its box engraved on the
    front, which is its short end.
    """
    size = size.lengthwise()
    thick = laser.thickness
    if min(size.width, size.depth, size.height) < 3 * thick:
        raise UsageError(
            f"box {size.width:g}x{size.depth:g}x{size.height:g} is too small for material of "
            f"{thick:g} mm; "
            f"choose at least {3 * thick:g} mm or thinner material"
        )
    base = {"top": True, "right": True, "bottom": True, "left": True}
    front = {"bottom": False, "left": True, "right": True}
    side = {"bottom": False, "left": False, "right": False}

    def cut_out(width: float, height: float, edges: Mapping[str, bool]) -> Scene:
        return Scene(width, height, grown(panel(width, height, thick, edges), laser))

    named = cut_out(size.depth, size.height, front)
    middle = (size.depth / 2, (size.height - thick) / 2)
    letters = min(0.5 * size.height, 10) / POINT
    words = fitted(middle, name, letters, anchor="middle", bold=True, level=True)
    # The laser engraves a panel before it cuts it out.
    named.marks[:0] = _engraved([words], laser)
    return [
        cut_out(size.width, size.depth, base),
        named,
        cut_out(size.depth, size.height, front),
        cut_out(size.width, size.height, side),
        cut_out(size.width, size.height, side),
    ]


def _engraved(marks: Sequence[Mark], laser: Laser) -> list[Mark]:
    """Return marks as the laser engraves them."""
    return outlines(Scene(0, 0, [*marks]), laser.stroke(laser.engrave)).marks


#: Between a card and the edge of its plate, in mm.
INSET_MM = 1.5


def laser_files(job: Job, name: str) -> dict[str, Scene]:
    """Return the drawings for the laser cutter of a name, by file name without ending."""
    laser = read_laser(name, job.templates)
    size = read_carton(job.options, job.templates).size
    pieces: dict[str, Iterable[Scene]] = {
        "board": [board_piece(job.kit, laser)],
        "pieces": game_pieces(job.kit, laser),
        "tokens": bead_tokens(job, laser),
        "faces": face_plates(job, laser, size),
        "trays": (panel for box in job.kit.boxes for panel in tray_panels(size, box.id, laser)),
    }
    files: dict[str, Scene] = {}
    for kind, members in pieces.items():
        sheets = on_sheets([*members], laser)
        for number, sheet in enumerate(sheets, 1):
            files[kind if len(sheets) == 1 else f"{kind}-{number:02}"] = sheet
    return files


def on_sheets(pieces: Sequence[Scene], laser: Laser) -> list[Scene]:
    """Return pieces packed on few sheets; pieces of one size keep their order."""
    groups: dict[tuple[float, float], list[Scene]] = {}
    for piece in pieces:
        groups.setdefault((piece.width, piece.height), []).append(piece)
    sizes = sorted(groups, reverse=True)
    waiting = [iter(groups[size]) for size in sizes]
    counts = [len(groups[size]) for size in sizes]
    width, height = laser.sheet
    sheets = []
    for places in lay_out(sizes, counts, width, height, laser.gap):
        right = max(place.x + sizes[place.kind][place.turned] for place in places)
        bottom = max(place.y + sizes[place.kind][not place.turned] for place in places)
        # The drawing is no larger than its pieces need, so that scrap can be used.
        sheet = Scene(round(right + laser.kerf, 4), round(bottom + laser.kerf, 4))
        for place in places:
            place.place(sheet, next(waiting[place.kind]), laser.kerf / 2, laser.kerf / 2)
        sheets.append(sheet)
    return sheets


def round_piece(diameter: float, laser: Laser) -> Scene:
    """Return an empty round piece."""
    half = diameter / 2
    cut = Disc((half, half), half + laser.kerf / 2, None, laser.stroke(laser.cut))
    return Scene(diameter, diameter, [cut])


def board_piece(kit: Kit, laser: Laser) -> Scene:
    """Return the playing board: cut round, lines between cells scored, all other marks and the
    names engraved.
    """
    diagram = kit.game.diagram
    grid = Grid(diagram, laser.cell, laser.cell, machine_below(kit))
    scene = Scene(*grid.size)
    style = style_of(diagram)
    scene.add(*style.cut(grid, laser.stroke(laser.score)))
    engraved = [*style.engraved(grid)]
    for middle, name in zip(grid.centres, diagram.names, strict=False):
        engraved.append(fitted(middle, name, 14, anchor="middle", bold=True, level=True))
    scene.add(*_engraved(engraved, laser))
    scene.add(*grown(geometry.box(0, 0, scene.width, scene.height), laser))
    return scene


#: The longest side of a piece that is engraved on a disc, as a share of the disc.
MAX_SHARE_OF_A_DISC = 0.7


def game_pieces(kit: Kit, laser: Laser) -> Iterator[Scene]:
    """Yield the pieces of the game as discs; those that are dark on paper have a scored ring, and
    seeds have a picture only in a theme.
    """
    diagram = kit.game.diagram
    for piece in piece_counts(kit.game):
        shape = shape_of(diagram, piece.kind)
        width = laser.token if shape.loose else round(0.62 * laser.cell, 1)
        disc = round_piece(width, laser)
        if not shape.loose or piece.kind in diagram.theme:
            middle = (width / 2, width / 2)
            height = MAX_SHARE_OF_A_DISC
            if not shape.loose:
                height = min(shape.height, MAX_SHARE_OF_A_DISC)
            disc.add(*_engraved([shape.draw(middle, height * width)], laser))
        if shape.dark and not shape.loose:
            disc.add(Disc(middle, width / 2 - 1.5, None, laser.stroke(laser.score)))
        yield from repeat(disc, piece.count)


def bead_tokens(job: Job, laser: Laser) -> Iterator[Scene]:
    """Yield a token for each bead, bank and spares included, with its colour's symbol and
    letter.
    """
    middle = (laser.token / 2, laser.token / 2)
    for row in bead_totals(job.kit, job.bank):
        token = round_piece(laser.token, laser)
        token.add(*_engraved(draw_badge(row.colour, middle, 0.42 * laser.token / POINT), laser))
        yield from repeat(token, row.total)


def face_plates(job: Job, laser: Laser, size: BoxSize) -> Iterator[Scene]:
    """Yield a plate for the top of each box, with its card engraved."""
    cards = Cards(job.kit, size.width - 2 * INSET_MM, size.depth - 2 * INSET_MM, job.texts)
    for box in job.kit.boxes:
        plate = Scene(size.width, size.depth)
        plate.place(outlines(cards.draw(box), laser.stroke(laser.engrave)), INSET_MM, INSET_MM)
        plate.add(*grown(geometry.box(0, 0, size.width, size.depth), laser))
        yield plate


# Marks as outlines: letters from the typeface, without what later marks hide. Cutters and engravers
# follow lines and know no fills, so a mark under another must end where it is hidden.

#: The most straight pieces of a curve.
MAX_CURVE_PIECES = 12
#: The straight pieces of a quarter of a circle.
QUARTER_PIECES = 16
#: Fills with less contrast against white than this are tints, which an engraver leaves out.
MIN_ENGRAVED_CONTRAST = 1.6
#: Fills with more contrast against white than this are hatched.
MAX_PLAIN_CONTRAST = 12.0
#: The distance between two lines of a hatching, in mm.
HATCH_MM = 0.6
#: Shorter lines than this, in mm, are left out.
MIN_LINE_MM = 0.05


#: The steps of the library's paths, with their numbers of points.
_STEPS = (("M", 1), ("L", 1), ("C", 3), ("Z", 0))


@cache
def _glyphs(*, bold: bool) -> tuple[Any, dict[int, str]]:
    """Return the glyphs of a face by name, and their names by letter."""
    font = TTFont(FACES[bold].file(), lazy=True)
    return font.getGlyphSet(), font.getBestCmap()


def text_outline(text: Text) -> Path:
    """Return a line of letters as the path of their outlines, filled as the letters are."""
    glyphs, names = _glyphs(bold=text.bold)
    face = FACES[text.bold]
    scale = text.size * POINT / face.em
    place = Place(*text.at, turn=text.turn)
    steps: list[PathStep] = []
    along = -shift_left(text)
    for letter in text.text:
        pen = ReportLabPen(glyphs)  # makes quadratic curves cubic
        glyphs[names[ord(letter)]].draw(pen)
        corners = zip(pen.path.points[::2], pen.path.points[1::2], strict=True)
        points = iter(place.points((along + x * scale, -y * scale) for x, y in corners))
        for step in pen.path.operators:
            kind, count = _STEPS[step]
            steps.append((kind, *islice(points, count)))
        along += face.advances[letter] * scale
    return Path(tuple(steps), fill=text.fill)


def outlines(scene: Scene, stroke: Stroke) -> Scene:
    """Return a scene as lines in one stroke, without what later marks hide.

    Pale grounds without a line of their own leave no outline; dark fills are hatched.
    """
    hidden: list[Any] = []
    drawn: list[list[Polygon]] = []
    for mark in reversed(scene.marks):
        lines, area = _geometry(mark)
        if _is_engraved(mark):
            above = unary_union([other for other in hidden if other.intersects(lines)])
            if area is not None and _is_hatched(mark):
                lines = unary_union([lines, _hatch(area)])
            drawn.append([*_paths(lines.difference(above), stroke)])
        if area is not None and not area.is_empty:
            hidden.append(area)
    return Scene(scene.width, scene.height, [*chain.from_iterable(reversed(drawn))])


def _is_engraved(mark: Mark) -> bool:
    """Return whether a mark has an outline: a pale ground without a line has none."""
    if isinstance(mark, Text) or getattr(mark, "stroke", None) is not None:
        return True
    return _darkness(mark) > MIN_ENGRAVED_CONTRAST


def _is_hatched(mark: Mark) -> bool:
    """Return whether a mark is so dark that its area is hatched; letters never are."""
    return not isinstance(mark, Text) and _darkness(mark) > MAX_PLAIN_CONTRAST


def _darkness(mark: Mark) -> float:
    """Return the contrast of a mark's fill against white; 0 without a fill."""
    fill = getattr(mark, "fill", None)
    return contrast(fill, WHITE) if fill is not None else 0.0


def _hatch(area: Any) -> Any:
    """Return slanting lines over an area."""
    left, top, right, bottom = area.bounds
    high = bottom - top
    step = HATCH_MM * 2**0.5
    lines = []
    for number in range(int((right - left + high) / step)):
        start = left - high + (number + 0.5) * step
        lines.append(geometry.LineString([(start, bottom), (start + high, top)]))
    return unary_union(lines).intersection(area)


def _geometry(mark: Mark) -> tuple[Any, Any]:
    """Return a mark's outline and the area that it hides, or None where it hides nothing."""
    match mark:
        case Line():
            return geometry.LineString([mark.start, mark.end]), None
        case Disc():
            disc = geometry.Point(mark.centre).buffer(mark.radius, quad_segs=QUARTER_PIECES)
            return disc.exterior, disc if mark.fill else None
        case Polygon():
            ring = [*mark.points]
            if mark.closed:
                ring.append(mark.points[0])
            area = geometry.Polygon(mark.points).buffer(0) if mark.fill else None
            return geometry.LineString(ring), area
        case Path():
            return _path_geometry(mark)
        case Stamp():
            return _path_geometry(mark.path())
        case Text():
            return _path_geometry(text_outline(mark))


def _path_geometry(path: Path) -> tuple[Any, Any]:
    """Return a path's outline and the area that it hides, or None where it hides nothing."""
    contours = _contours(path.steps)
    lines = unary_union([geometry.LineString(contour) for contour in contours if len(contour) > 1])
    if not path.fill:
        return lines, None
    inside: Any = geometry.MultiPolygon()
    for contour in contours:  # holes by the even-odd rule
        if len(contour) > 3:
            inside = inside.symmetric_difference(geometry.Polygon(contour).buffer(0))
    return lines, inside


def _contours(steps: tuple[PathStep, ...]) -> list[list[Point]]:
    """Return the outlines of a path as points, its curves as straight pieces."""
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
    count = max(2, min(MAX_CURVE_PIECES, math.ceil(5 * math.sqrt(length))))
    for number in range(1, count + 1):
        t = number / count
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        x = 0.0
        y = 0.0
        for weight, (point_x, point_y) in zip(weights, (a, b, c, d), strict=True):
            x += weight * point_x
            y += weight * point_y
        yield x, y


def _paths(lines: Any, stroke: Stroke) -> Iterator[Polygon]:
    """Yield lines as marks, those joined that meet at their ends."""
    merged = linemerge(lines) if lines.geom_type.startswith("Multi") else lines
    for line in getattr(merged, "geoms", [merged]):
        if line.length < MIN_LINE_MM:
            continue
        points = [(round(x, 4), round(y, 4)) for x, y in line.coords]
        is_closed = len(points) > 3 and points[0] == points[-1]
        if is_closed:
            points.pop()
        yield Polygon(tuple(points), None, stroke, is_closed)
