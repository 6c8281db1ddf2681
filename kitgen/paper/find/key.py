"""The key to a machine: from the rows of the board to the box, and to how it lies.

Everything that can lie on the table is listed, each turned and mirrored position as well, in the order of a dictionary:
by the upper row, then by the second, then by the others. Cells are compared from left to right; empty ones come first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from kitgen.kit.kit import Kit
from kitgen.paper.card.board import cell_rows
from kitgen.paper.find.views import View, turns_with_board, views_of

#: What lies on the cells of a row, from left to right.
Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """The end of a line: the rows below the second, and the box.

    Attributes:
        rows: what lies on them.
        view: the box, as it lies.
    """

    rows: tuple[Row, ...]
    view: View


@dataclass(frozen=True, slots=True)
class KeyLine:
    """All that begins with the same two rows.

    Attributes:
        row: the second row; empty on boards of one row.
        entries: what goes on.
    """

    row: Row
    entries: tuple[KeyEntry, ...]


@dataclass(frozen=True, slots=True)
class KeyBlock:
    """All that begins with the same row.

    Attributes:
        turn: the machine's turn; 0 where the letters of boxes do not tell it.
        row: the upper row of the board.
        lines: what goes on.
    """

    turn: int
    row: Row
    lines: tuple[KeyLine, ...]


def has_key(kit: Kit) -> bool:
    """Return whether a kit's finder is a key.

    Where boards have many symmetries, pictures of all positions would fill dozens of pages. Where numbers of seeds lie
    in pits, a picture says no more than its numbers, and numbers stand in an order in which one finds them.
    """
    return kit.game.diagram.seeds or turns_with_board(kit)


def key_of(kit: Kit) -> Sequence[KeyBlock]:
    """Return the key: turn by turn where letters of boxes tell the turn; else in one run, as the rows tell all."""
    rows, by_turn = cell_rows(kit), kit.choices.rows_by == "turn"

    def entry(view: View) -> tuple[int, tuple[Row, ...], View]:
        lying = tuple(tuple(view.position.cells[cell] for cell in row) for row in rows)
        return (view.box.turn if by_turn else 0), lying, view

    views = [entry(view) for box in kit.boxes for view in views_of(kit, box)]
    views.sort(key=lambda one: one[:2])
    blocks = []
    for (number, top), block in groupby(views, key=lambda one: (one[0], one[1][0])):
        lines = tuple(
            KeyLine(second[0] if second else (), tuple(KeyEntry(rows[2:], view) for _, rows, view in line))
            for second, line in groupby(block, key=lambda one: one[1][1:2])
        )
        blocks.append(KeyBlock(number, top, lines))
    return blocks
