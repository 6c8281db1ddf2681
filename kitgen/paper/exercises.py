"""What the exercise sheets share: boards to look at, lines to write on, and the tables with mistakes in them."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from kitgen.fields import Key, Notation, TextLine
from kitgen.kit.kit import Box, Kit
from kitgen.model import Move, Position, Symmetry
from kitgen.paper.card.board import draw_board, fit_grid, machine_below
from kitgen.paper.card.marking import marking_of
from kitgen.paper.layout.frame import GREY, SMALL, Column
from kitgen.paper.marks.scene import POINT, Line, Scene, Stroke, Text
from kitgen.templates import Templates

WRITING = Stroke("#8C8C8C", 0.2)


class PublishedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position of a published table: its moves as they were printed."""

    position: Notation
    moves: tuple[Notation, ...]


class PublishedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/errata/``: a published table for one game that has mistakes."""

    game: TextLine
    side: Key
    source: TextLine
    entries: tuple[PublishedEntry, ...]


@dataclass(frozen=True, slots=True)
class Exercise:
    """One position with a table of moves that may have a mistake.

    Attributes:
        position: the position.
        shown: the moves that the table has.
        wrong: those of them that are not allowed.
        missing: allowed moves that it has not.
    """

    position: Position
    shown: tuple[Move, ...]
    wrong: tuple[Move, ...]
    missing: tuple[Move, ...]


def writing_lines(column: Column, count: int, pitch: float = 9) -> None:
    """Draw lines to write on."""
    for _ in range(count):
        column.gap(pitch)
        column.scene.add(Line((column.x, column.y), (column.x + column.width, column.y), WRITING))
    column.gap(2)


def spread(kit: Kit, count: int) -> list[Box]:
    """Return boxes spread evenly over the kit, those with a choice first of all."""
    boxes = [box for box in kit.boxes if len(box.slots) > 1] or list(kit.boxes)
    count = min(count, len(boxes))
    return [boxes[(2 * index + 1) * len(boxes) // (2 * count)] for index in range(count)]


def disguise(kit: Kit, position: Position, place: int) -> Symmetry:
    """Return a symmetry that hides a position, another one for another place; every other one hides nothing."""
    others = [s for s in kit.game.symmetries if s.position(position) != position]
    return kit.game.symmetries[0] if place % 2 == 0 or not others else others[place // 2 % len(others)]


def numbered_board(kit: Kit, position: Position, width: float, height: float) -> Scene:
    """Return a position with a number in the corner of each cell, counted as one reads."""
    turned = machine_below(kit)
    scene = draw_board(kit.game, position, (), width, height, turned=turned)
    grid = fit_grid(kit.game.diagram, width, height, turned=turned)
    size = max(5.0, min(SMALL, 0.2 * grid.unit / POINT))
    for cell, number in cell_numbers(kit).items():
        x, y = grid.centre(cell)
        at = (x - 0.46 * grid.width, y - 0.46 * grid.height + 0.75 * size * POINT)
        scene.add(Text(at, str(number), size, fill=GREY))
    return scene


def cell_numbers(kit: Kit) -> dict[int, int]:
    """Return the number of each cell: from 1, row by row from the top left of the printed board."""
    sign = -1 if machine_below(kit) else 1
    centres = kit.game.diagram.centres
    order = sorted(range(len(centres)), key=lambda cell: (sign * centres[cell][1], sign * centres[cell][0]))
    return {cell: number for number, cell in enumerate(order, 1)}


def move_numbers(kit: Kit, move: Move) -> str:
    """Return a move by the numbers of its cells: ``2-4``, or ``5`` where one cell says all.

    >>> from kitgen.kit.build import make_kit
    >>> move_numbers(make_kit("her"), Move(1, 3))
    '2-4'
    """
    numbers = cell_numbers(kit)
    return "-".join(str(numbers[cell]) for cell in marking_of(kit.game.diagram).cells(move))


def published(kit: Kit, templates: Templates) -> tuple[Exercise, ...]:
    """Return the exercises of a published table with mistakes in it; none when there is no such table.

    Raises:
        TemplateError: a file in ``templates/errata/`` is wrong.
    """
    for _, file in templates.each("errata", lambda name: templates.read("errata", name, PublishedFile)):
        if file.game == kit.game_spec and file.side == kit.choices.side:
            return tuple(_exercise(kit, entry) for entry in file.entries)
    return ()


def _exercise(kit: Kit, entry: PublishedEntry) -> Exercise:
    position = kit.game.parse(entry.position)
    return compared(kit, position, tuple(kit.game.parse_move(position, move) for move in entry.moves))


def compared(kit: Kit, position: Position, shown: Sequence[Move]) -> Exercise:
    """Return an exercise from the moves that a table has."""
    legal = kit.game.legal_moves(position)
    wrong = tuple(move for move in shown if move not in legal)
    return Exercise(position, tuple(shown), wrong, tuple(move for move in legal if move not in shown))


def invented(kit: Kit, count: int) -> tuple[Exercise, ...]:
    """Return exercises with mistakes made on purpose: one move too few, one too many, and a right one in turn."""
    moves = sorted({move for box in kit.boxes for slot in box.slots for move in slot.moves})
    found = []
    for index, box in enumerate(spread(kit, count)):
        legal = list(kit.game.legal_moves(box.position))
        theirs = kit.game.legal_moves(Position(box.position.cells, 1 - box.position.to_move))
        others = [move for move in moves if move not in legal] or [move for move in theirs if move not in legal]
        if index % 3 == 0 and len(legal) > 1:
            legal.pop(index % len(legal))
        elif index % 3 == 1 and others:
            legal = sorted([*legal, others[(7 * index) % len(others)]])
        found.append(compared(kit, box.position, legal))
    return tuple(found)
