"""Shared by exercise sheets: boards, lines to write on, and answers to cut off."""

from collections.abc import Sequence
from itertools import product
from string import ascii_lowercase

from kitgen.kit.kit import Box, Kit
from kitgen.model import Move, Position, Symmetry
from kitgen.paper.card.board import (
    CUT,
    draw_position,
    fit_grid,
    full_board_hulls,
    machine_below,
    point_name,
)
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.moves import marking_of
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, content_area
from kitgen.paper.marks.scene import POINT, Hull, Line, Scene, Stroke, Text, clear, convex_hull
from kitgen.paper.style import (
    BODY,
    GREY,
    LABEL,
    SMALL,
    SPACE,
    WRITING_GREY,
    fitted,
    letter_box,
    text_width,
)

WRITING = Stroke(WRITING_GREY, 0.2)
#: The sizes to try of the names of cells, in points, and of the pieces beside them, as shares of
#: the usual one.
SIGN_AND_PIECE_SIZES = (
    (LABEL, 1.0),
    (LABEL, 0.9),
    (LABEL, 0.8),
    (LABEL, 0.64),
    (8.0, 0.64),
    (7.0, 0.64),
)
#: The least gap between such a name and a piece, in mm.
SIGN_GAP_MM = 0.3


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
    of each, with pieces so small that they cover none.

    Where a move is named by how many pieces it takes, cells have no sign.
    """
    move = kit.boxes[0].slots[0].moves[0]
    if kit.game.diagram.names or marking_of(kit.game.diagram).amount(move) is not None:
        return draw_position(kit, position, width, height)
    grid = fit_grid(kit.game.diagram, width, height, turned=machine_below(kit))
    signs: list[Text] = []
    for letters, size in SIGN_AND_PIECE_SIZES:
        signs = _signs(kit, grid, letters)
        # As if every cell were full: so all boards of a sheet have pieces of one size.
        if not _are_covered(signs, full_board_hulls(kit.game.diagram, grid, size)):
            break
    scene = draw_position(kit, position, width, height, size=size)
    scene.add(*signs)
    return scene


def _signs(kit: Kit, grid: Grid, letters: float) -> list[Text]:
    """Return the name of each cell in its corner, in letters of a size in points."""
    signs = []
    for cell, (x, y) in enumerate(grid.centres):
        at = (x - 0.46 * grid.cell_width, y - 0.46 * grid.cell_height + 0.75 * letters * POINT)
        signs.append(Text(at, cell_sign(kit, cell), letters, fill=GREY))
    return signs


def _are_covered(signs: Sequence[Text], pieces: Sequence[Hull]) -> bool:
    """Return whether a piece is too near to the letters of any sign."""
    for sign in signs:
        left, bottom, right, top = letter_box(sign.text, sign.size)
        x, y = sign.at
        across = (x + left, x + right)
        box = convex_hull(product(across, (y - top, y - bottom)))
        if not all(clear(box, piece, SIGN_GAP_MM) for piece in pieces):
            return True
    return False


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
