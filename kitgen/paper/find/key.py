"""The key to a machine whose board has many symmetries: from the rows of the board to the box, and to how it lies.

Everything that can lie on the table is listed, each turned and mirrored position as well, in the order of a dictionary:
by the upper row, then by the second, then by the others. Cells are compared from left to right; empty ones come first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from kitgen.kit.kit import Kit
from kitgen.model import Diagram
from kitgen.paper.find.views import View, views_of

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
        turn: the machine's turn.
        lying: how many pieces lie on the board.
        row: the upper row.
        lines: what goes on.
    """

    turn: int
    lying: int
    row: Row
    lines: tuple[KeyLine, ...]


def key_of(kit: Kit) -> Iterator[KeyBlock]:
    """Yield the key, turn by turn."""
    diagram = kit.game.diagram
    views = [(rows_of(diagram, view), view) for box in kit.boxes for view in views_of(kit, box)]
    views.sort(key=lambda one: (one[1].box.turn, diagram.lying(one[1].position), one[0]))
    for (turn, lying, top), block in groupby(
        views, key=lambda one: (one[1].box.turn, diagram.lying(one[1].position), one[0][0])
    ):
        lines = tuple(
            KeyLine(second[0] if second else (), tuple(KeyEntry(rows[2:], view) for rows, view in line))
            for second, line in groupby(block, key=lambda one: one[0][1:2])
        )
        yield KeyBlock(turn, lying, top, lines)


def rows_of(diagram: Diagram, view: View) -> tuple[Row, ...]:
    """Return what lies on the table, row by row from above, each from left to right."""
    cells = sorted((y, x, cell) for cell, (x, y) in enumerate(diagram.centres))
    return tuple(
        tuple(view.position.cells[cell] for _, _, cell in row) for _, row in groupby(cells, key=lambda cell: cell[0])
    )
