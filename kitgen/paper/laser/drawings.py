"""Drawings for laser cutters: lines alone, in mm at full size, one colour for each thing to do.

Every piece is laid out with the line of its cut moved outwards by half of what the beam burns away, so that it comes
out with the size that it should have.
"""

from collections.abc import Sequence

from shapely.geometry import box

from kitgen.kit.kit import Kit
from kitgen.paper.bead_totals import bead_totals
from kitgen.paper.card.badge import draw_badge
from kitgen.paper.card.board import machine_below
from kitgen.paper.card.front import Cards
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.styles import style_of
from kitgen.paper.fold.cutouts import piece_counts
from kitgen.paper.fold.net import BoxSize
from kitgen.paper.fold.packing import lay_out, read_carton
from kitgen.paper.job import Job
from kitgen.paper.laser.material import Laser, read_laser
from kitgen.paper.laser.outlines import outlines
from kitgen.paper.laser.tray import grown, tray_panels
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import POINT, Disc, Scene, Text

#: What stays between a card and the edge of its plate, in mm.
INSET = 1.5


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
        "tokens": bead_tokens(job, laser),
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


def round_piece(diameter: float, laser: Laser) -> Scene:
    """Return an empty round piece."""
    half = diameter / 2
    cut = Disc((half, half), half + laser.kerf / 2, None, laser.stroke(laser.cut))
    return Scene(diameter, diameter, [cut])


def board_piece(kit: Kit, laser: Laser) -> Scene:
    """Return the playing board: cut round, lines between cells scored, names of cells engraved."""
    diagram = kit.game.diagram
    grid = Grid(diagram, laser.cell, laser.cell, machine_below(kit))
    scene = Scene(*grid.size)
    scene.add(*style_of(diagram).cut(grid, laser.stroke(laser.score)))
    names = Scene(scene.width, scene.height)
    for (x, y), name in zip(grid.centres, diagram.names, strict=False):
        names.add(Text((x, y + 0.36 * 14 * POINT), name, 14, "middle", bold=True))
    scene.add(*outlines(names, laser.stroke(laser.engrave)).marks)
    scene.add(*grown(box(0, 0, scene.width, scene.height), laser))
    return scene


def game_pieces(kit: Kit, laser: Laser) -> list[Scene]:
    """Return the pieces of the game as discs; those that are dark on paper have a ring scored round them."""
    made = []
    size = round(0.62 * laser.cell, 1)
    for piece in piece_counts(kit.game):
        shape = PIECES[piece.kind]
        disc = round_piece(laser.token if shape.loose else size, laser)
        if not shape.loose:
            middle = (size / 2, size / 2)
            figure = Scene(size, size, [shape.draw(middle, shape.height * size)])
            disc.add(*outlines(figure, laser.stroke(laser.engrave)).marks)
            if shape.dark:
                disc.add(Disc(middle, size / 2 - 1.5, None, laser.stroke(laser.score)))
        made += [disc] * piece.count
    return made


def bead_tokens(job: Job, laser: Laser) -> list[Scene]:
    """Return a token for each bead, bank and spares included, with its colour's symbol and letter."""
    made = []
    middle = (laser.token / 2, laser.token / 2)
    for row in bead_totals(job.kit, job.bank):
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
