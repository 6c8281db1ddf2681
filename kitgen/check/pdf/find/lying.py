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

#: What lies on a board, row by row from above.
Rows = tuple[tuple[int, ...], ...]


def board_rows(diagram: Diagram, cells: Sequence[int], *, turned: bool = False) -> Rows:
    """Return what lies on a board, row by row; seen from the other side where the board is turned."""
    places = sorted(((y, x, cell) for cell, (x, y) in enumerate(diagram.centres)), reverse=turned)
    wide = len({x for x, _ in diagram.centres})
    contents = [cells[cell] for _, _, cell in places]
    return tuple(tuple(contents[start : start + wide]) for start in range(0, len(contents), wide))


def laid(diagram: Diagram, box: Box, sign: str, *, turned: bool = False) -> Rows:
    """Return the picture of a box as a sign says: left and right swapped, then turned by quarters, clockwise."""
    rows = board_rows(diagram, box.position.cells, turned=turned)
    if sign.endswith(SWAPPED):
        rows = tuple(row[::-1] for row in rows)
    for _ in range(QUARTERS[sign.removesuffix(SWAPPED)]):
        rows = tuple(zip(*rows[::-1], strict=True))
    return rows
