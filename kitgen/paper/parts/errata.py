"""The errata lab: tables of moves with mistakes to find, published ones where there are any;
answers to cut off.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from kitgen.kit.kit import Kit
from kitgen.model import Move, Position
from kitgen.paper.card.moves import marking_of
from kitgen.paper.exercises import (
    cell_sign,
    draw_answers,
    move_signs,
    signed_board,
    spread,
    writing_lines,
)
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, new_page
from kitgen.paper.marks.scene import Scene
from kitgen.paper.style import SPACE, in_rows
from kitgen.reading.schema import Key, Notation, TextLine
from kitgen.reading.templates import Templates

#: The number of exercises on the page; those that no published table fills are invented.
EXERCISES = 6
#: The least and the greatest height of an exercise, in mm.
MIN_EXERCISE_MM = 44.0
MAX_EXERCISE_MM = 66.0
#: The largest board, in mm, and the share of an exercise's width that it may take.
MAX_BOARD_MM = 44.0
MAX_BOARD_SHARE = 0.45
#: Between a board and the words beside it, and what is free below a board, in mm.
BOARD_GAP_MM = 5.0
BELOW_BOARD_MM = 6.0
#: What is free on the right of an exercise, below its lines, and below the last one, in mm.
RIGHT_MM = 4.0
BELOW_LINES_MM = 3.0
BELOW_EXERCISES_MM = 2.0
#: From this many cells on, boards of one row stand above their words, no higher than this, in mm.
MIN_LONG_CELLS = 5
MAX_LONG_BOARD_MM = 20.0
#: The fewest lines to write on, and from one to the next, in mm.
MIN_LINES = 2
LINE_PITCH_MM = 9.0
#: The columns of answers at the foot of the page.
ANSWERS_ACROSS = 2
#: How far the illegal moves of two exercises are apart in their list, so that they differ.
STEP_OF_ILLEGAL = 7


class PublishedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position of a published table: its moves as they were printed."""

    position: Notation
    moves: tuple[Notation, ...]


class PublishedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/errata/``: a published table for one game that has
    mistakes.
    """

    game: TextLine
    side: Key
    source: TextLine
    entries: tuple[PublishedEntry, ...]


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position with the moves that a table shows: which of them are illegal, and which legal
    ones are missing.
    """

    position: Position
    shown: tuple[Move, ...]
    wrong: tuple[Move, ...]
    missing: tuple[Move, ...]


def sheets(job: Job) -> list[Scene]:
    """Return the errata lab: one page."""
    texts = job.texts
    from_table = published(job.kit, texts.templates)
    shown = (*from_table, *invented(job.kit, EXERCISES))[:EXERCISES]
    scene, column = new_page(job, texts("guide.errata"))
    column.paragraph(texts("guide.errata_lab.intro"), gap=SPACE.near)
    legal_moves: list[Move] = []
    for exercise in shown:
        legal_moves += [move for move in exercise.shown if move not in exercise.wrong]
    column.paragraph(_notation(job, legal_moves))
    if from_table:
        column.gap(SPACE.near)
        column.paragraph(texts("guide.errata_lab.published"))
    column.gap(SPACE.block)
    answers = [_answer(job, exercise) for exercise in shown]
    source = texts("guide.errata_lab.others" if from_table else "guide.errata_lab.made")
    title = texts("guide.errata_key")
    foot = draw_answers(job, scene, title, answers, across=ANSWERS_ACROSS, note=source)
    _draw_exercises(job, column, shown, foot - column.y - BELOW_EXERCISES_MM)
    return [scene]


def _draw_exercises(job: Job, column: Column, shown: Sequence[Exercise], room: float) -> None:
    """Draw exercises below one another if a room in mm is high enough, or in two columns."""
    across = 1 if len(shown) * MIN_EXERCISE_MM <= room else 2
    wide = column.width / across
    high = min(MAX_EXERCISE_MM, room / math.ceil(len(shown) / across))
    places = in_rows(shown, across, (column.x, column.y), (wide, high))
    for number, (exercise, x, y) in enumerate(places, 1):
        _draw(job, Column(column.scene, x, y, wide - RIGHT_MM), number, exercise, high)


def _notation(job: Job, moves: Sequence[Move]) -> str:
    """Return how moves are read: a sentence with an example for each kind of move, of which a game
    may have two.
    """
    marking = marking_of(job.kit.game.diagram)
    sentences: dict[str, str] = {}
    for move in moves:
        key = _kind_of_move(job.kit, move)
        if key not in sentences:
            signs = [cell_sign(job.kit, cell) for cell in marking.cells(move)]
            sentences[key] = job.texts(
                f"guide.errata_lab.{key}",
                move=move_signs(job.kit, move),
                first=signs[0],
                last=signs[-1],
            )
    return " ".join(sentences.values())


def _kind_of_move(kit: Kit, move: Move) -> str:
    """Return how a move is read, as the key of its text."""
    diagram = kit.game.diagram
    key = diagram.moves
    if marking_of(diagram).amount(move) is not None:
        key = "take"
    elif key == "mixed":
        key = "place" if move.source is None else "arrow"
    if diagram.cell == "points":
        return f"{key}_point"
    return key


def _draw(job: Job, column: Column, number: int, exercise: Exercise, height: float) -> None:
    """Draw an exercise of a height in mm: its board, the moves of the table, and lines to write
    on.
    """
    kit = job.kit
    diagram = kit.game.diagram
    foot = column.y + height - BELOW_LINES_MM
    is_long = diagram.height == 1 and diagram.width >= MIN_LONG_CELLS
    if is_long:
        size = (column.width, MAX_LONG_BOARD_MM)
    else:
        wide = min(MAX_BOARD_MM, column.width * MAX_BOARD_SHARE)
        size = (wide, min(MAX_BOARD_MM, height - BELOW_BOARD_MM))
    board = signed_board(kit, exercise.position, *size)
    column.scene.place(board, column.x, column.y)
    if is_long:
        words = column
        words.gap(board.height + SPACE.paragraph)
    else:
        x = column.x + board.width + BOARD_GAP_MM
        room = column.width - board.width - BOARD_GAP_MM
        words = Column(column.scene, x, column.y, room)
    words.line(f"{number}. {job.texts('guide.errata_lab.table')}")
    listed = ", ".join(move_signs(kit, move) for move in exercise.shown)
    words.paragraph(listed, bold=True, gap=SPACE.paragraph)
    words.paragraph(job.texts("guide.errata_lab.found"))
    room = foot - words.y
    lines = max(MIN_LINES, int(room // LINE_PITCH_MM))
    pitch = max(LINE_PITCH_MM, room / lines) if is_long else LINE_PITCH_MM
    writing_lines(words, lines, pitch)


def _answer(job: Job, exercise: Exercise) -> str:
    """Return what is wrong in an exercise, and what is missing."""
    texts = job.texts
    answers = []
    for move in exercise.wrong:
        answers.append(texts("guide.errata_lab.key_wrong", move=_move_in_words(job, move)))
    for move in exercise.missing:
        answers.append(texts("guide.errata_lab.key_missing", move=_move_in_words(job, move)))
    if not answers:
        return texts("guide.errata_lab.key_right")
    return " ".join(answers)


def _move_in_words(job: Job, move: Move) -> str:
    """Return a move as it stands in a sentence: a number is quoted, so that it is not read as that
    of an exercise.
    """
    signs = move_signs(job.kit, move)
    if signs.isdigit():
        return job.texts("serve.quoted", text=signs)
    return signs


def published(kit: Kit, templates: Templates) -> tuple[Exercise, ...]:
    """Return the exercises of a published table with mistakes; none if there is no such table."""
    tables = templates.each("errata", lambda name: templates.read("errata", name, PublishedFile))
    for _, table in tables:
        if table.game == kit.game_spec and table.side == kit.choices.side:
            return tuple(_from_entry(kit, entry) for entry in table.entries)
    return ()


def _from_entry(kit: Kit, entry: PublishedEntry) -> Exercise:
    position = kit.game.parse(entry.position)
    return compared(kit, position, [kit.game.parse_move(position, move) for move in entry.moves])


def compared(kit: Kit, position: Position, shown: Sequence[Move]) -> Exercise:
    """Return an exercise from the moves that a table shows."""
    legal = kit.game.legal_moves(position)
    wrong = tuple(move for move in shown if move not in legal)
    missing = tuple(move for move in legal if move not in shown)
    return Exercise(position, tuple(shown), wrong, missing)


def invented(kit: Kit, count: int) -> tuple[Exercise, ...]:
    """Return exercises with mistakes made on purpose: one move too few, one too many, and a
    right one in turn.
    """
    exercises = []
    for index, box in enumerate(spread(kit, count)):
        moves = list(kit.game.legal_moves(box.position))
        illegal = _illegal(kit, box.position)
        match index % 3:
            case 0 if len(moves) > 1:
                moves.pop(index % len(moves))
            case 1 if illegal:
                moves = sorted([*moves, illegal[(STEP_OF_ILLEGAL * index) % len(illegal)]])
        exercises.append(compared(kit, box.position, moves))
    return tuple(exercises)


def _illegal(kit: Kit, position: Position) -> list[Move]:
    """Return illegal moves that do not look like a legal one.

    Where moves take pieces away, it is one more than may be taken; otherwise moves of other boxes,
    or the other side's.
    """
    legal = kit.game.legal_moves(position)
    # Where pieces are taken away, a move goes from the first to the last of them.
    most = max(legal, key=lambda move: move.target)
    if marking_of(kit.game.diagram).amount(most) is not None:
        return [Move(most.source, most.target + 1)]
    legal_signs = {move_signs(kit, move) for move in legal}

    def unlike_legal(moves: Iterable[Move]) -> list[Move]:
        return [move for move in moves if move_signs(kit, move) not in legal_signs]

    of_boxes: set[Move] = set()
    for box in kit.boxes:
        for slot in box.slots:
            of_boxes.update(slot.moves)
    others_turn = Position(position.cells, 1 - position.to_move)
    return unlike_legal(sorted(of_boxes)) or unlike_legal(kit.game.legal_moves(others_turn))
