"""What boxes are called: a letter for the row that a box lies in and a number within the row, or a number alone.

All decisions of a machine are named before any is left out. So a smaller kit (``--express``, ``--opponent``) is the
whole one with boxes left in the cupboard: a position has one id in all of them.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator

from kitgen.kit.naming.rows import row_letter
from kitgen.kit.select import Decision
from kitgen.model import Diagram, RowsBy


def in_order(
    decisions: Iterable[Decision], rows_by: RowsBy, diagram: Diagram, twins: Collection[object] = ()
) -> Iterator[tuple[Decision, str, str | None]]:
    """Yield decisions row by row, within a row sorted for the eye: many pieces first, then by what lies on the cells.

    Args:
        decisions: all that the machine could ever have to make.
        rows_by: how they are laid out.
        diagram: counts what lies on a board.
        twins: the positions whose mirror images have boxes of their own, which come next.

    Yields:
        A decision, its box's id, and that of the box of its mirror image where there is one.
    """
    chosen = list(decisions)
    row_of = _row_of(chosen, rows_by, diagram)
    chosen.sort(key=lambda one: (row_of(one), -diagram.lying(one.position), one.position.cells))
    numbers: defaultdict[int, int] = defaultdict(int)
    for decision in chosen:
        row = row_of(decision)
        if not row:
            yield decision, f"{diagram.lying(decision.position)}", None
            continue
        numbers[row] += 1
        box_id, twin = f"{row_letter(row)}{numbers[row]}", None
        if decision.position in twins:
            numbers[row] += 1
            twin = f"{row_letter(row)}{numbers[row]}"
        yield decision, box_id, twin


def _row_of(decisions: Collection[Decision], rows_by: RowsBy, diagram: Diagram) -> Callable[[Decision], int]:
    """Return what says in which row a decision lies."""
    if rows_by == "turn":
        return lambda decision: decision.turn
    if rows_by == "none":
        return lambda _: 0
    counts = sorted({diagram.lying(decision.position) for decision in decisions}, reverse=True)
    row = {count: number for number, count in enumerate(counts, 1)}
    return lambda decision: row[diagram.lying(decision.position)]
