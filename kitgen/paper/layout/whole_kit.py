"""What makes sheets with all positions a whole kit: the rules, what happens after a game, and a board to play on."""

from kitgen.kit.kit import Kit
from kitgen.kit.rule import Change
from kitgen.paper.card.board import machine_below
from kitgen.paper.card.styles import style_of
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import BODY, SMALL, Column
from kitgen.paper.marks.scene import Scene
from kitgen.paper.wording import game_rules, machine_side, piece_name

#: Cells of the board, in mm, the largest first: on the smallest a coin still lies.
CELLS = (34, 30, 26, 23, 20, 18)
#: Above the words, and between them and the board, in mm.
ABOVE, BETWEEN = 3.0, 3.0
#: Rules of which one sentence tells all: a loss takes the bead of the last move, and nothing else changes.
TAKES_LAST = Change(from_end=(-1,))


def is_told(kit: Kit) -> bool:
    """Return whether a sentence or two say what happens after a game, so that no operator card is needed."""
    rule = kit.rule
    told = rule.empty in ("resign-blame", "keep-last") and set(rule.start) == {1} and not rule.floor
    return told and rule.loss == TAKES_LAST and rule.win.nothing and rule.draw.nothing and not kit.always


def draw_rest(job: Job, column: Column, room: float) -> bool:
    """Draw the rest of a kit below its positions, and return whether there was room for it; if not, nothing is drawn.

    Args:
        job: the print run.
        column: where it begins.
        room: the height that is left, in mm.
    """
    words = Column(Scene(1, 1), column.x, column.y + ABOVE, column.width)
    _write(job, words)
    left = room - (words.y - column.y) - BETWEEN
    style = style_of(job.kit.game.diagram)
    height, turned = job.kit.game.diagram.height, machine_below(job.kit)
    boards = (style.playing(job, cell, column.width, 10 * cell * height, turned=turned) for cell in CELLS)
    board = next((board for board in boards if board.height <= left), None)
    if board is None:
        return False
    column.gap(ABOVE)
    _write(job, column)
    column.scene.place(board, column.x + (column.width - board.width) / 2, column.y + BETWEEN)
    return True


def _write(job: Job, column: Column) -> None:
    """Write the rules, what changes after a game, and what to lay on the board."""
    texts, kit = job.texts, job.kit
    column.heading(texts("operator.game"))
    column.paragraph(machine_side(job), BODY, bold=True)
    for rule in game_rules(job):
        column.item("•", rule, BODY, indent=4.5)
    if is_told(kit):  # of others the operator card tells
        column.heading(texts("operator.learn"))
        column.paragraph(f"{texts('zero.loss')} {texts(f'zero.empty.{kit.rule.empty}')}", BODY)
    counts = style_of(kit.game.diagram).piece_counts(kit.game)
    pieces = ", ".join(texts("board.group", number=one.needed, piece=piece_name(job, one.kind)) for one in counts)
    column.gap(1)
    column.paragraph(texts("zero.pieces", pieces=pieces), SMALL)
