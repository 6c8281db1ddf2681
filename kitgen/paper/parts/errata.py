"""The errata lab: tables of moves with mistakes to find, published ones where there are any, and the answers."""

from collections.abc import Sequence

from kitgen.model import Move
from kitgen.paper.card.moves import marking_of
from kitgen.paper.document import Sheet
from kitgen.paper.exercises import Exercise, cell_sign, invented, move_signs, published, signed_board, writing_lines
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, new_page, room_below

NAME = "errata"
INVENTED = 6
#: Size of a board with its table beside it, in mm.
BOARD, ROW = 34.0, 44.0


def sheets(job: Job) -> list[Sheet]:
    """Return the errata lab and its key, on a page each."""
    exercises = published(job.kit, job.texts.templates)
    note = "published" if exercises else "made"
    shown = (*exercises, *invented(job.kit, INVENTED))[:INVENTED]
    return [_page(job, shown, note, key=key) for key in (False, True)]


def _page(job: Job, exercises: Sequence[Exercise], note: str, *, key: bool) -> Sheet:
    texts = job.texts
    title = texts("guide.errata_key" if key else "guide.errata")
    scene, column = new_page(job, title, aside=job.kit.title)
    column.paragraph(texts("guide.errata_lab.intro"))
    column.gap(1)
    column.paragraph(_notation(job, next(move for task in exercises for move in task.shown if move not in task.wrong)))
    column.gap(1)
    if note == "published":
        column.paragraph(texts("guide.errata_lab.published"))
    if key:
        column.paragraph(texts("guide.errata_lab.others" if note == "published" else "guide.errata_lab.made"))
    column.gap(3)
    columns = 1 if len(exercises) * ROW <= room_below(job, column) else 2
    wide = column.width / columns
    rows = -(-len(exercises) // columns)
    pitch = min(ROW + 4, room_below(job, column) / rows)
    for index, exercise in enumerate(exercises):
        x, y = column.x + index % columns * wide, column.y + index // columns * pitch
        _draw(job, Column(scene, x, y, wide - 4), exercise, pitch, key=key)
    return Sheet(scene, NAME, title)


def _notation(job: Job, move: Move) -> str:
    kit, diagram = job.kit, job.kit.game.diagram
    key = diagram.moves if marking_of(diagram).amount(move) is None else "take"
    signs = [cell_sign(kit, cell) for cell in marking_of(diagram).cells(move)]
    return job.texts(f"guide.errata_lab.{key}", move=move_signs(kit, move), first=signs[0], last=signs[-1])


def _draw(job: Job, column: Column, exercise: Exercise, pitch: float, *, key: bool) -> None:
    kit, texts = job.kit, job.texts
    board = signed_board(kit, exercise.position, min(BOARD, column.width * 0.45), min(BOARD, pitch - 6))
    column.scene.place(board, column.x, column.y)
    beside = Column(column.scene, column.x + board.width + 5, column.y, column.width - board.width - 5)
    moves = ", ".join(move_signs(kit, move) for move in exercise.shown)
    beside.paragraph(texts("guide.errata_lab.table", moves=moves), bold=True)
    beside.gap(1.5)
    if not key:
        beside.paragraph(texts("guide.errata_lab.found"))
        writing_lines(beside, 2, 8)
        return
    answers = [texts("guide.errata_lab.key_wrong", move=move_signs(kit, move)) for move in exercise.wrong]
    answers += [texts("guide.errata_lab.key_missing", move=move_signs(kit, move)) for move in exercise.missing]
    for answer in answers or [texts("guide.errata_lab.key_right")]:
        beside.paragraph(answer)
