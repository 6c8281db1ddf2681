"""Finds out how a table is written: which letters, which way up, which names of squares; whatever is not given."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from kitgen.errors import UnknownNameError, UsageError, quoted
from kitgen.model import Position
from kitgen.verification.tables.boards import Boards, LetterBoards, OwnNotation, own_signs, reading_order, signs_of
from kitgen.verification.tables.entries import PositionTable, TableEntry
from kitgen.verification.tables.entry_moves import move_faults
from kitgen.verification.tables.explain import Explanation, Reading, TableRow, one_typing_error_apart
from kitgen.verification.tables.findings import TableFinding
from kitgen.verification.tables.squares import NAMINGS, Squares
from kitgen.verification.tables.truth import Truth

# Tables with a line for each move: lines of one position are put together, and one that strayed is put back.
#
# A wrong sign in the board of such a line makes it a line of another position, or of none, while its own lacks a move.
# Where a board is one typing error away from that of a position that lacks just this move, the line belongs there and
# has a wrong board: one mistake.

#: In a table with a line for each move, so large a share has one move, and shares its board with another line.
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
    """Return a row for each position, and the wrong boards of lines that had strayed from theirs."""
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
    findings: list[TableFinding] = []
    for row, group in strayed:
        twin = next((other for other in group if other.moves == row.moves and other is not row), None)
        own = next((own for own in home.values() if own is not group and _lacks(truth, reading, own, row)), None)
        whole = next((position for position in absent if _is_all_of(truth, reading, position, row)), None)
        if own is not None:
            findings.append(_wrong(row, own[0].position, twin))
            own.append(replace(row, signs=own[0].signs, position=own[0].position))
            group.remove(row)
        elif id(group) in homes and whole is not None and twin is not None:  # it was the only line of its position
            findings.append(_wrong(row, whole, twin))
            groups[whole] = [replace(row, signs=reading.boards.spelled(whole), position=whole)]
            group.remove(row)
            absent = [position for position in absent if truth.least(position) != truth.least(whole)]
    return tuple(_joined(group) for group in groups.values() if group), tuple(findings)


def _wrong(row: TableRow, should: Position | None, twin: TableRow | None) -> TableFinding:
    """Return the finding that a line has the wrong board; of two identical lines, either may have it."""
    places = (row.place,) if twin is None else (row.place, twin.place)
    return TableFinding("wrong" if twin is None else "doubled_wrong", places, row.position, should, row.signs)


def _surplus(truth: Truth, reading: Reading, row: TableRow, group: Sequence[TableRow]) -> bool:
    """Return whether a position does not need one of its lines: its move is illegal, or is there twice."""
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
    lines = sorted(group, key=lambda row: row.place)
    moves = [(move, row.place) for row in lines for move in row.moves]
    return replace(lines[0], moves=tuple(move for move, _ in moves), move_places=tuple(place for _, place in moves))


#: Of the signs in a table, so many of the commonest may stand for something; the rest are typing errors.
SIGNS = 5


@dataclass(frozen=True, slots=True)
class Said:
    """Hints on how a table is written; None for what is to be found out.

    Attributes:
        letters: what signs stand for, as ``X=b,O=w,-=.``, the signs of the game's own notation on the right.
        upside_down: True when the rows of the boards begin with the bottom one.
        images: True when the table should hold every image of a position.
        merged: True when one of several moves that are images of each other stands for all.
    """

    letters: str | None = None
    squares: str | None = None
    upside_down: bool | None = None
    images: bool | None = None
    merged: bool | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """A way of reading a table, its entries so read, and what is wrong with them."""

    reading: Reading
    upside_down: bool
    rows: tuple[TableRow, ...]
    explanation: Explanation


def read_entries(truth: Truth, table: PositionTable, hints: Said) -> Guess:
    """Return the best reading of a table: the one with the most decisions, the most legal moves, and least faults.

    Raises:
        UsageError: a hint does not fit this game.
    """
    if hints.squares is not None and hints.squares not in NAMINGS:
        raise UnknownNameError("naming of squares", hints.squares, NAMINGS)

    def decisions(way: tuple[bool, Boards]) -> int:
        return truth.known(way[1].position(way[1].signs(entry.board)) for entry in table.entries)

    upwards, boards = max(_boards(truth, table, hints), key=decisions)
    order = reading_order(truth.game, upwards=upwards)
    namings = [hints.squares] if hints.squares else NAMINGS if isinstance(boards, LetterBoards) else NAMINGS[::-1]
    ways = [Squares(truth.game, naming, order) for naming in namings]
    squares = max(ways, key=lambda way: _legal(truth, boards, way, table.entries))
    rows = tuple(_row(truth, boards, squares, entry) for entry in table.entries)
    guesses = []
    for images in (False, True) if hints.images is None else (hints.images,):
        for merged in (False, True) if hints.merged is None else (hints.merged,):
            reading = Reading(boards, squares, images, merged, is_per_move(rows))
            entries, strayed = gathered(truth, reading, rows) if reading.per_move else (rows, ())
            guesses.append(Guess(reading, upwards, entries, Explanation(truth, reading, entries, strayed)))
    return min(guesses, key=lambda guess: len(guess.explanation.findings))


def _boards(truth: Truth, table: PositionTable, hints: Said) -> Iterator[tuple[bool, Boards]]:
    game = truth.game
    own = own_signs(game, (image for images in truth.images.values() for image in images))
    if own is None:
        if hints.letters is not None:
            raise UsageError(f"boards of {game.name} have no letters; leave out --letters")
        yield False, OwnNotation(game, truth.mover)
        return
    columns, cells = round(game.diagram.width), len(game.start().cells)
    sides = (game.sides[truth.mover].letter, game.sides[1 - truth.mover].letter)
    ways = [hints.upside_down] if hints.upside_down is not None else [False, True]
    counts = Counter[str]()
    for entry in table.entries:
        counts.update(signs_of(entry.board, columns, cells, sides))
    for upwards in ways:
        plain = LetterBoards(own, reading_order(game, upwards=upwards), columns, truth.mover, sides)
        if hints.letters is not None:
            yield upwards, replace(plain, contents=_letters(hints.letters, own))
            continue
        common = [sign for sign, _ in counts.most_common(SIGNS)]
        if set(own) >= set(common[: len(own)]):
            yield upwards, plain
            continue
        contents = sorted(own.values())
        for signs in permutations(common, min(len(contents), len(common))):
            yield upwards, replace(plain, contents=dict(zip(signs, contents, strict=False)))


def _letters(text: str, own: dict[str, int]) -> dict[str, int]:
    contents: dict[str, int] = {}
    for part in text.split(","):
        sign, _, meant = part.rpartition("=")
        if not sign or meant not in own or sign in contents:
            signs = " ".join(own)
            raise UsageError(f"--letters {quoted(text)} is not written like X={next(iter(own))}, with one of {signs}")
        contents[sign] = own[meant]
    if set(contents.values()) != set(own.values()):
        raise UsageError(f"--letters {quoted(text)} does not say what stands for each of {' '.join(own)}")
    return contents


def _legal(truth: Truth, boards: Boards, squares: Squares, entries: Sequence[TableEntry]) -> int:
    score = 0
    for entry in entries:
        position = boards.position(boards.signs(entry.board))
        if position in truth.least_of:
            legal = {squares.spell(move) for move in truth.game.legal_moves(position)}
            score += sum(1 if move in legal else -1 for move in squares.split(entry.moves))
    return score


def _row(truth: Truth, boards: Boards, squares: Squares, entry: TableEntry) -> TableRow:
    """Return an entry as it is understood; with board and moves exchanged where only that makes sense."""
    signs = boards.signs(entry.board)
    position = boards.position(signs)
    if position is None and entry.moves:
        other, moves = boards.signs(entry.moves), squares.split(entry.board)
        meant = boards.position(other)
        if meant in truth.least_of and set(moves) <= {squares.spell(move) for move in truth.game.legal_moves(meant)}:
            return TableRow(entry.place, other, meant, moves, exchanged=True)
    return TableRow(entry.place, signs, position, squares.split(entry.moves))
