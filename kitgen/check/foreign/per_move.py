"""Tables with a line for each move: lines of one position are put together, and one that strayed is put back.

A wrong sign in the board of such a line makes it a line of another position, or of none, while its own lacks a move. It
is one mistake: where a board is one typing error away from that of a position that lacks just this move, the line is
taken to belong there, and told of as a wrong board.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from kitgen.check.foreign.explain import Reading, TableRow, one_typing_error_apart
from kitgen.check.foreign.findings import TableFinding
from kitgen.check.foreign.moves import move_faults
from kitgen.check.foreign.truth import Truth
from kitgen.model import Position

#: Of a table with a line for each move so large a share has one move, and shares its board with another line.
ONE_MOVE, SHARED = 0.9, 0.4


def is_per_move(rows: Sequence[TableRow]) -> bool:
    """Return whether a table has a line for each move rather than for each position."""
    boards = Counter(row.signs for row in rows)
    shared = sum(boards[row.signs] > 1 for row in rows)
    single = sum(len(row.moves) <= 1 for row in rows)
    return single >= ONE_MOVE * len(rows) and shared >= SHARED * len(rows)


def gathered(
    truth: Truth, reading: Reading, rows: Sequence[TableRow]
) -> tuple[tuple[TableRow, ...], tuple[TableFinding, ...]]:
    """Return a row for each position, and what is wrong with the boards of lines that had strayed from theirs."""
    groups: dict[object, list[TableRow]] = {}
    for row in rows:
        groups.setdefault((row.signs, row.exchanged), []).append(row)
    home: dict[Position, list[TableRow]] = {}  # of the images of a position, the board that most lines have
    for group in groups.values():
        position = group[0].position
        least = truth.least_of.get(position) if position else None
        if position is not None and least is not None:
            key = position if reading.images or least in truth.declared else least
            if len(group) > len(home.get(key, ())):
                home[key] = group
    homes = {id(group) for group in home.values()}
    strayed = [
        (row, group)
        for group in groups.values()
        for row in group
        if id(group) not in homes or _surplus(truth, reading, row, group)
    ]
    absent = [image for least, images in truth.images.items() for image in images if not {image, least} & set(home)]
    found: list[TableFinding] = []
    for row, group in strayed:
        twin = next((other for other in group if other.moves == row.moves and other is not row), None)
        own = next((own for own in home.values() if own is not group and _lacks(truth, reading, own, row)), None)
        whole = next((position for position in absent if _is_all_of(truth, reading, position, row)), None)
        if own is not None:
            found.append(_wrong(row, own[0].position, twin))
            own.append(replace(row, signs=own[0].signs, position=own[0].position))
            group.remove(row)
        elif id(group) in homes and whole is not None and twin is not None:  # it was the only line of its position
            found.append(_wrong(row, whole, twin))
            groups[whole] = [replace(row, signs=reading.boards.spelled(whole), position=whole)]
            group.remove(row)
            absent = [position for position in absent if truth.least(position) != truth.least(whole)]
    return tuple(_joined(group) for group in groups.values() if group), tuple(found)


def _wrong(row: TableRow, should: Position | None, twin: TableRow | None) -> TableFinding:
    """Return the finding that a line has the wrong board; of two lines that are alike, either may have it."""
    places = (row.place,) if twin is None else (row.place, twin.place)
    return TableFinding("wrong" if twin is None else "doubled_wrong", places, row.position, should, row.signs)


def _surplus(truth: Truth, reading: Reading, row: TableRow, group: Sequence[TableRow]) -> bool:
    """Return whether a position could do without one of its lines: its move is not allowed, or stands there twice."""
    position = row.position
    legal = {reading.squares.spell(move) for move in truth.game.legal_moves(position)} if position else set[str]()
    return not set(row.moves) <= legal or sum(other.moves == row.moves for other in group) > 1


def _lacks(truth: Truth, reading: Reading, own: Sequence[TableRow], row: TableRow) -> bool:
    """Return whether a position lacks just the move of a line, and its board is one typing error away."""
    position, held = own[0].position, {move for other in own for move in other.moves}
    if position is None or not one_typing_error_apart(row.signs, own[0].signs):
        return False
    spell = reading.squares.spell
    orbits = truth.orbits(position) if reading.merged else [(move,) for move in truth.game.legal_moves(position)]
    lacking = [{spell(move) for move in orbit} for orbit in orbits]
    return any(set(row.moves) <= orbit and row.moves and not orbit & held for orbit in lacking)


def _is_all_of(truth: Truth, reading: Reading, position: Position, row: TableRow) -> bool:
    """Return whether a line is all that a table should have of a position, and its board one typing error away."""
    near = one_typing_error_apart(row.signs, reading.boards.spelled(position))
    return near and not move_faults(truth, reading.squares, row.moves, position, merged=reading.merged)


def _joined(group: Sequence[TableRow]) -> TableRow:
    """Return the lines of a position as one row, which knows the line of each move."""
    lines = sorted(group, key=lambda row: row.place)
    moves = [(move, row.place) for row in lines for move in row.moves]
    return replace(lines[0], moves=tuple(move for move, _ in moves), move_places=tuple(place for _, place in moves))
