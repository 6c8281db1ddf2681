"""Shared by exercise sheets: boards, lines to write on, and answers to cut off."""

from collections.abc import Sequence
from string import ascii_lowercase

from kitgen.kit.kit import Box, Kit
from kitgen.model import Move, Position, Symmetry
from kitgen.paper.card.board import CUT, draw_position, fit_grid, machine_below, point_name
from kitgen.paper.card.moves import marking_of
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, content_area
from kitgen.paper.marks.scene import POINT, Line, Scene, Stroke, Text
from kitgen.paper.style import BODY, GREY, LABEL, SMALL, SPACE, WRITING_GREY, fitted, text_width

WRITING = Stroke(WRITING_GREY, 0.2)


def writing_lines(column: Column, count: int, pitch: float) -> None:
    """Draw lines to write on."""
    for _ in range(count):
        column.gap(pitch)
        column.scene.add(Line((column.x, column.y), (column.x + column.width, column.y), WRITING))
    column.gap(SPACE.paragraph)


def draw_answers(
    job: Job, scene: Scene, title: str, answers: Sequence[str], across: int = 1, note: str = ""
) -> float:
    """Draw numbered answers at the foot of a page, and above them a line to cut them off; return
    its y, in mm.
    """
    x, y, width, height = content_area(job.page)
    strip = Column(Scene(1, 1), x, 2, width)
    room = width - text_width(title, BODY, bold=True) - 6
    strip.scene.add(fitted((x + width, 5.6), job.texts("guide.cut_answers"), SMALL, room, "end"))
    strip.line(title, BODY, bold=True)
    strip.gap(SPACE.near)
    for start in range(0, len(answers), across):
        bottom = strip.y
        for place, words in enumerate(answers[start : start + across]):
            left = x + place * width / across
            cell = Column(strip.scene, left, strip.y, width / across - 4)
            cell.item(f"{start + place + 1}.", words, SMALL)
            bottom = max(bottom, cell.y)
        strip.y = bottom
    if note:
        strip.paragraph(note, SMALL)
    top = y + height - strip.y - 1.5
    scene.place(strip.scene, 0, top)
    scene.add(Line((x, top), (x + width, top), CUT))
    return top


def spread(kit: Kit, count: int) -> list[Box]:
    """Return boxes spread evenly over the kit; those with a choice, if there are any."""
    boxes = [box for box in kit.boxes if len(box.slots) > 1] or list(kit.boxes)
    count = min(count, len(boxes))
    return [boxes[(2 * index + 1) * len(boxes) // (2 * count)] for index in range(count)]


def disguise(kit: Kit, position: Position, place: int) -> Symmetry:
    """Return a symmetry that disguises a position, a different one for each place; every other
    one changes nothing.
    """
    symmetries = kit.game.symmetries
    others = [symmetry for symmetry in symmetries if symmetry.position(position) != position]
    if place % 2 == 0 or not others:
        return symmetries[0]
    return others[place // 2 % len(others)]


def signed_board(kit: Kit, position: Position, width: float, height: float) -> Scene:
    """Return a position with its cells' own names, or the name of a square or a point in the corner
    of each.

    Where a move is named by how many pieces it takes, cells have no sign.
    """
    scene = draw_position(kit, position, width, height)
    move = kit.boxes[0].slots[0].moves[0]
    if kit.game.diagram.names or marking_of(kit.game.diagram).amount(move) is not None:
        return scene
    grid = fit_grid(kit.game.diagram, width, height, turned=machine_below(kit))
    for cell, (x, y) in enumerate(grid.centres):
        at = (x - 0.46 * grid.width, y - 0.46 * grid.height + 0.75 * LABEL * POINT)
        scene.add(Text(at, cell_sign(kit, cell), LABEL, fill=GREY))
    return scene


def cell_sign(kit: Kit, cell: int) -> str:
    """Return the name of a cell in an exercise: the one that it has on the playing board, and in
    moves.

    >>> from kitgen.kit.build import build_kit
    >>> [cell_sign(build_kit("her"), cell) for cell in (0, 1, 8)]
    ['a3', 'b3', 'c1']
    """
    diagram = kit.game.diagram
    name = point_name(kit.game, cell)
    if name:
        return name
    if diagram.names:
        return diagram.names[cell]
    x, y = diagram.centres[cell]
    column = ascii_lowercase[int(x)]
    row = int(diagram.height - y) + 1
    return f"{column}{row}"


def move_signs(kit: Kit, move: Move) -> str:
    """Return a move as it is written everywhere; one that puts a piece by its cell, one that takes
    some by how many.

    >>> from kitgen.kit.build import build_kit
    >>> move_signs(build_kit("her"), Move(1, 3)), move_signs(build_kit("ladder"), Move(0, 2))
    ('b3a2', '3')
    """
    marking = marking_of(kit.game.diagram)
    amount = marking.amount(move)
    if amount:
        return str(amount)
    if marking.arrows:
        return kit.game.move_text(move)
    return "-".join(cell_sign(kit, cell) for cell in marking.cells(move))
