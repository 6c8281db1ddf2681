"""The errata lab: tables of moves with mistakes to find, published ones where there are any;
answers to cut off.
"""

from collections.abc import Sequence
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

INVENTED = 6
#: The largest board, the least and the greatest height of an exercise, and from line to line, in
#: mm.
BOARD, LEAST, MOST, PITCH = 44.0, 44.0, 66.0, 9.0
#: From this many cells on, boards of one row stand above their words, no higher than this, in mm.
LONG, LOW = 5, 20.0


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
    exercises = published(job.kit, texts.templates)
    source = "others" if exercises else "made"
    shown = (*exercises, *invented(job.kit, INVENTED))[:INVENTED]
    scene, column = new_page(job, texts("guide.errata"))
    column.paragraph(texts("guide.errata_lab.intro"), gap=SPACE.near)
    column.paragraph(
        _notation(job, [move for task in shown for move in task.shown if move not in task.wrong])
    )
    if exercises:
        column.gap(SPACE.near)
        column.paragraph(texts("guide.errata_lab.published"))
    column.gap(SPACE.block)
    answers, note = (
        [_answer(job, exercise) for exercise in shown],
        texts(f"guide.errata_lab.{source}"),
    )
    room = draw_answers(job, scene, texts("guide.errata_key"), answers, 2, note) - column.y - 2
    columns = 1 if len(shown) * LEAST <= room else 2
    wide = column.width / columns
    pitch = min(MOST, room / -(-len(shown) // columns))
    places = in_rows(shown, columns, (column.x, column.y), (wide, pitch))
    for number, (exercise, x, y) in enumerate(places, 1):
        _draw(job, Column(scene, x, y, wide - 4), number, exercise, pitch)
    return [scene]


def _notation(job: Job, moves: Sequence[Move]) -> str:
    """Return how moves are read: of a game in which pieces are put and moved, with an example of
    each.
    """
    kit, diagram = job.kit, job.kit.game.diagram
    marking, sentences = marking_of(diagram), dict[str, str]()
    for move in moves:
        key = diagram.moves if marking.amount(move) is None else "take"
        if key == "mixed":
            key = "place" if move.source is None else "arrow"
        if diagram.cell == "points":
            key = f"{key}_point"
        signs = [cell_sign(kit, cell) for cell in marking.cells(move)]
        words = job.texts(
            f"guide.errata_lab.{key}", move=move_signs(kit, move), first=signs[0], last=signs[-1]
        )
        sentences.setdefault(key, words)
    return " ".join(sentences.values())


def _draw(job: Job, column: Column, number: int, exercise: Exercise, pitch: float) -> None:
    kit, texts = job.kit, job.texts
    diagram, end = kit.game.diagram, column.y + pitch - 3
    long = diagram.height == 1 and diagram.width >= LONG
    size = (column.width, LOW) if long else (min(BOARD, column.width * 0.45), min(BOARD, pitch - 6))
    board, beside = signed_board(kit, exercise.position, *size), column
    column.scene.place(board, column.x, column.y)
    if long:
        column.gap(board.height + SPACE.paragraph)
    else:
        beside = Column(
            column.scene, column.x + board.width + 5, column.y, column.width - board.width - 5
        )
    beside.line(f"{number}. {texts('guide.errata_lab.table')}")
    beside.paragraph(
        ", ".join(move_signs(kit, move) for move in exercise.shown), bold=True, gap=SPACE.paragraph
    )
    beside.paragraph(texts("guide.errata_lab.found"))
    room = end - beside.y
    count = max(2, int(room // PITCH))
    writing_lines(beside, count, max(PITCH, room / count) if beside is column else PITCH)


def _answer(job: Job, exercise: Exercise) -> str:
    kit, texts = job.kit, job.texts
    answers = [
        texts("guide.errata_lab.key_wrong", move=move_signs(kit, move)) for move in exercise.wrong
    ]
    answers += [
        texts("guide.errata_lab.key_missing", move=move_signs(kit, move))
        for move in exercise.missing
    ]
    return " ".join(answers) or texts("guide.errata_lab.key_right")


def published(kit: Kit, templates: Templates) -> tuple[Exercise, ...]:
    """Return the exercises of a published table with mistakes; none if there is no such table."""
    for _, file in templates.each(
        "errata", lambda name: templates.read("errata", name, PublishedFile)
    ):
        if file.game == kit.game_spec and file.side == kit.choices.side:
            table = ((kit.game.parse(entry.position), entry.moves) for entry in file.entries)
            return tuple(
                compared(kit, at, [kit.game.parse_move(at, move) for move in moves])
                for at, moves in table
            )
    return ()


def compared(kit: Kit, position: Position, shown: Sequence[Move]) -> Exercise:
    """Return an exercise from the moves that a table shows."""
    legal = kit.game.legal_moves(position)
    wrong = tuple(move for move in shown if move not in legal)
    return Exercise(
        position, tuple(shown), wrong, tuple(move for move in legal if move not in shown)
    )


def invented(kit: Kit, count: int) -> tuple[Exercise, ...]:
    """Return exercises with mistakes made on purpose: one move too few, one too many, and a
    right one in turn.
    """
    exercises = []
    for index, box in enumerate(spread(kit, count)):
        legal = list(kit.game.legal_moves(box.position))
        others = _illegal(kit, box.position)
        if index % 3 == 0 and len(legal) > 1:
            legal.pop(index % len(legal))
        elif index % 3 == 1 and others:
            legal = sorted([*legal, others[(7 * index) % len(others)]])
        exercises.append(compared(kit, box.position, legal))
    return tuple(exercises)


def _illegal(kit: Kit, position: Position) -> list[Move]:
    """Return illegal moves that do not look like a legal one.

    Where moves take pieces away, it is one more than may be taken; otherwise moves of other boxes,
    or the other side's.
    """
    legal = kit.game.legal_moves(position)
    most = max(legal, key=lambda move: move.target)
    if marking_of(kit.game.diagram).amount(most) is not None:
        return [Move(most.source, most.target + 1)]
    moves = sorted({move for box in kit.boxes for slot in box.slots for move in slot.moves})
    theirs = kit.game.legal_moves(Position(position.cells, 1 - position.to_move))
    right = {move_signs(kit, move) for move in legal}
    mine, yours = (
        [move for move in group if move_signs(kit, move) not in right] for group in (moves, theirs)
    )
    return mine or yours
