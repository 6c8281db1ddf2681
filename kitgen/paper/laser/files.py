"""Files for laser cutters: lines alone, in mm at full size, one colour for each thing to do.

Every piece is laid out with the line of its cut moved outwards by half of what the beam burns away, so that it comes
out with the size that it should have.
"""

import re
from collections.abc import Mapping, Sequence

import msgspec
from shapely.geometry import Polygon, box
from shapely.ops import unary_union

from kitgen.errors import TemplateError, UsageError
from kitgen.kit.kit import Kit
from kitgen.paper.bead_totals import bead_totals
from kitgen.paper.card.badge import draw_badge
from kitgen.paper.card.board import Grid, machine_below
from kitgen.paper.card.front import Cards
from kitgen.paper.fold.net import BoxSize
from kitgen.paper.fold.packing import lay_out, read_carton
from kitgen.paper.fold.pieces import SEED, piece_counts
from kitgen.paper.job import Job
from kitgen.paper.laser.outlines import outlines
from kitgen.paper.marks.scene import POINT, Disc, Line, Mark, Point, Scene, Stroke, Text, rectangle
from kitgen.paper.marks.scene import Polygon as PolygonMark
from kitgen.paper.marks.shapes import PIECE_HEIGHT, draw_piece
from kitgen.templates import Templates

#: What stays between a card and the edge of its plate, in mm.
INSET = 1.5


class Laser(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/laser/``, and what it says.

    Attributes:
        source: whose map of colours it is.
        title: its name by language.
        cut, score, engrave: the colour of lines that go through, half through, and onto the surface.
        line: width of all lines, in mm.
        kerf: what the beam burns away, in mm.
        thickness: of the material, in mm.
        sheet: width and height of the largest sheet, in mm.
        cell: side of a cell of the board, in mm.
        token: diameter of a token that stands for a bead, in mm.
        gap: between two pieces, in mm.
    """

    source: str
    title: dict[str, str]
    cut: str
    score: str
    engrave: str
    line: float
    kerf: float
    thickness: float
    sheet: tuple[float, float]
    cell: float
    token: float
    gap: float

    def stroke(self, colour: str) -> Stroke:
        """Return the line in one of the colours."""
        return Stroke(colour, self.line)


def read_laser(name: str, templates: Templates) -> Laser:
    """Return a map of colours with its measures.

    Raises:
        UnknownNameError: there is no such map.
        TemplateError: its file is wrong.
    """
    laser = templates.read("laser", name, Laser)
    for key in ("cut", "score", "engrave"):
        if re.fullmatch("#[0-9A-Fa-f]{6}", getattr(laser, key)) is None:
            raise TemplateError(f"laser/{name}.toml: key {key!r} is not written as #RRGGBB")
    if len({laser.cut, laser.score, laser.engrave}) < 3:
        raise TemplateError(f"laser/{name}.toml: two of 'cut', 'score' and 'engrave' share a colour")
    limits = {"line": (0.001, 1), "kerf": (0, 1), "thickness": (1, 10), "cell": (10, 200), "token": (6, 60)}
    for key, (low, high) in limits.items():
        if not low <= getattr(laser, key) <= high:
            raise TemplateError(f"laser/{name}.toml: key {key!r} is not between {low:g} and {high:g} mm")
    if min(laser.sheet) < 100 or not laser.kerf <= laser.gap <= 50:
        raise TemplateError(f"laser/{name}.toml: 'sheet' is under 100 mm, or 'gap' under the kerf or over 50 mm")
    return laser


def laser_files(job: Job, name: str) -> dict[str, Scene]:
    """Return the drawings for a laser cutter by file name without ending.

    Args:
        job: the print run.
        name: of the map of colours.

    Raises:
        UsageError: the map or box is unknown, or a piece is too small or too large.
        TemplateError: the map's file is wrong.
    """
    laser = read_laser(name, job.templates)
    size = read_carton(job.options, job.templates).size
    pieces: dict[str, list[Scene]] = {
        "board": [board_piece(job.kit, laser)],
        "pieces": game_pieces(job.kit, laser),
        "tokens": bead_tokens(job.kit, laser),
        "faces": face_plates(job, laser, size),
        "trays": [panel for box in job.kit.boxes for panel in tray_panels(size, box.id, laser)],
    }
    files: dict[str, Scene] = {}
    for kind, members in pieces.items():
        sheets = on_sheets(members, laser)
        for number, sheet in enumerate(sheets, 1):
            files[kind if len(sheets) == 1 else f"{kind}-{number:02}"] = sheet
    return files


def on_sheets(pieces: Sequence[Scene], laser: Laser) -> list[Scene]:
    """Return pieces laid out on as few sheets as the packing library finds; pieces of one size keep their order.

    Raises:
        UsageError: a piece is larger than a sheet.
    """
    sizes = sorted({(piece.width, piece.height) for piece in pieces}, reverse=True)
    groups = {size: [piece for piece in pieces if (piece.width, piece.height) == size] for size in sizes}
    waiting = [iter(groups[size]) for size in sizes]
    width, height = laser.sheet
    made = []
    for laid in lay_out(sizes, [len(groups[size]) for size in sizes], width, height, laser.gap):
        right = max(spot.x + sizes[spot.kind][spot.turned] for spot in laid)
        bottom = max(spot.y + sizes[spot.kind][not spot.turned] for spot in laid)
        # The drawing is as large as what lies on it, so that scrap can be used.
        sheet = Scene(round(right + laser.kerf, 4), round(bottom + laser.kerf, 4))
        for spot in laid:
            piece = next(waiting[spot.kind])
            x, y = spot.x + laser.kerf / 2, spot.y + laser.kerf / 2
            if spot.turned:
                sheet.place(piece, x + piece.height, y, turn=90)
            else:
                sheet.place(piece, x, y)
        made.append(sheet)
    return made


def grown(shape: Polygon, laser: Laser) -> list[Mark]:
    """Return the cut round a piece and round its holes, moved by half the kerf into the waste."""
    cut = shape.buffer(laser.kerf / 2, join_style="mitre")
    stroke = laser.stroke(laser.cut)
    rings = [cut.exterior, *cut.interiors]
    return [PolygonMark(tuple((round(x, 4), round(y, 4)) for x, y in ring.coords[:-1]), None, stroke) for ring in rings]


def round_piece(diameter: float, laser: Laser) -> Scene:
    """Return an empty round piece."""
    half = diameter / 2
    cut = Disc((half, half), half + laser.kerf / 2, None, laser.stroke(laser.cut))
    return Scene(diameter, diameter, [cut])


def board_piece(kit: Kit, laser: Laser) -> Scene:
    """Return the playing board: cut round, lines between cells scored, names of cells engraved."""
    diagram = kit.game.diagram
    grid = Grid(diagram, laser.cell, laser.cell, machine_below(kit))
    scene = Scene(diagram.width * laser.cell, diagram.height * laser.cell)
    score = laser.stroke(laser.score)
    centres = [grid.centre(cell) for cell in range(len(diagram.centres))]
    half = laser.cell / 2
    if diagram.cell in ("square", "open"):
        for x in sorted({round(cx - half, 6) for cx, _ in centres} - {0.0}):
            scene.add(Line((x, 0), (x, scene.height), score))
        for y in sorted({round(cy - half, 6) for _, cy in centres} - {0.0}):
            scene.add(Line((0, y), (scene.width, y), score))
    for x, y in centres:
        if diagram.cell == "pit":
            scene.add(Disc((x, y), 0.42 * laser.cell, None, score))
        if diagram.cell == "rung":
            side = 0.9 * laser.cell
            scene.add(rectangle(x - side / 2, y - side / 2, side, side, stroke=score))
    names = Scene(scene.width, scene.height)
    for (x, y), name in zip(centres, diagram.names, strict=False):
        names.add(Text((x, y + 0.36 * 14 * POINT), name, 14, "middle", bold=True))
    scene.add(*outlines(names, laser.stroke(laser.engrave)).marks)
    scene.add(*grown(box(0, 0, scene.width, scene.height), laser))
    return scene


def game_pieces(kit: Kit, laser: Laser) -> list[Scene]:
    """Return the pieces of the game as discs; those that are dark on paper have a ring scored round them."""
    made = []
    size = round(0.62 * laser.cell, 1)
    for piece in piece_counts(kit.game):
        small = piece.kind == SEED
        disc = round_piece(laser.token if small else size, laser)
        if not small:
            middle = (size / 2, size / 2)
            figure = Scene(size, size, [draw_piece(piece.kind, middle, PIECE_HEIGHT[piece.kind] * size)])
            disc.add(*outlines(figure, laser.stroke(laser.engrave)).marks)
            if piece.kind.endswith("dark"):
                disc.add(Disc(middle, size / 2 - 1.5, None, laser.stroke(laser.score)))
        made += [disc] * piece.count
    return made


def bead_tokens(kit: Kit, laser: Laser) -> list[Scene]:
    """Return a token for each bead, spares included, with its colour's symbol and letter."""
    made = []
    middle = (laser.token / 2, laser.token / 2)
    for row in bead_totals(kit):
        badge = Scene(laser.token, laser.token, draw_badge(row.colour, middle, 0.42 * laser.token / POINT))
        token = round_piece(laser.token, laser)
        token.add(*outlines(badge, laser.stroke(laser.engrave)).marks)
        made += [token] * row.total
    return made


def face_plates(job: Job, laser: Laser, size: BoxSize) -> list[Scene]:
    """Return a plate for the top of each box, with its card engraved.

    Raises:
        UsageError: the box's top is too small for its card.
    """
    cards = Cards(job.kit, size.width - 2 * INSET, size.depth - 2 * INSET, job.texts)
    made = []
    for each in job.kit.boxes:
        plate = Scene(size.width, size.depth)
        plate.place(outlines(cards.draw(each), laser.stroke(laser.engrave)), INSET, INSET)
        plate.add(*grown(box(0, 0, size.width, size.depth), laser))
        made.append(plate)
    return made


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
