"""How a box lies on the table, by the signs behind its id: an arrow towards its upper edge, left and right swapped."""

from collections.abc import Sequence
from itertools import product

from kitgen.kit.kit import Box
from kitgen.model import Diagram

#: Quarter turns clockwise, by the arrow that points to where the upper edge of the picture then lies.
QUARTERS = {"": 0, "▶": 1, "▼": 2, "◀": 3}
SWAPPED = "⇄"
#: All that can stand behind an id.
SIGNS = tuple(arrow + swapped for arrow, swapped in product(QUARTERS, ("", SWAPPED)))

#: What lies where there is no cell.
NOWHERE = -1
#: What lies on a board, row by row from above.
Rows = tuple[tuple[int, ...], ...]


def board_rows(diagram: Diagram, cells: Sequence[int], *, turned: bool = False) -> Rows:
    """Return what lies on a board, row by row; seen from the other side where the board is turned.

    Where a shorter row has no cell there is ``NOWHERE``.
    """
    lying = dict(zip(diagram.centres, cells, strict=True))
    down, across = (sorted(set(places), reverse=turned) for places in zip(*((y, x) for x, y in lying), strict=True))
    return tuple(tuple(lying.get((x, y), NOWHERE) for x in across) for y in down)


def laid(diagram: Diagram, box: Box, sign: str, *, turned: bool = False) -> Rows:
    """Return the picture of a box as a sign says: left and right swapped, then turned by quarters, clockwise."""
    rows = board_rows(diagram, box.position.cells, turned=turned)
    if sign.endswith(SWAPPED):
        rows = tuple(row[::-1] for row in rows)
    for _ in range(QUARTERS[sign.removesuffix(SWAPPED)]):
        rows = tuple(zip(*rows[::-1], strict=True))
    return rows
