"""Finds out how a table is written: which letters, which way up, which names of squares; whatever is not given."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from typing import TypeVar

from kitgen.errors import KitFileError, UnknownNameError, UsageError, quoted
from kitgen.model import Position
from kitgen.verification.tables.boards import Boards, LetterBoards, OwnNotation, own_signs, reading_order
from kitgen.verification.tables.entry_moves import move_faults
from kitgen.verification.tables.explain import Explanation, Reading, TableRow, one_typing_error_apart
from kitgen.verification.tables.findings import TableFinding
from kitgen.verification.tables.literals import Value
from kitgen.verification.tables.records import (
    MOST_ENTRIES,
    MOST_FIELDS,
    MOST_SIGNS,
    MOVE_KEYS,
    SQUARE_KEYS,
    Record,
    RecordGroup,
    is_count,
    moves_in,
    read_groups,
    table_text,
)
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


T = TypeVar("T")
#: So many records are enough to guess from, so many tables in a file are tried, and more than one of so many entries is
#: often.
SAMPLE, MOST_TABLES, OFTEN = 200, 12, 3
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
    """A way of reading a table, its entries so read, and what is wrong with them.

    Attributes:
        lines: whether the places of entries are lines of the file, or their numbers.
        left_out: how many entries are repeats, or positions in which the machine does not move.
    """

    reading: Reading
    upside_down: bool
    lines: bool
    rows: tuple[TableRow, ...]
    explanation: Explanation
    left_out: int


@dataclass(frozen=True, slots=True)
class _Candidate:
    """One way to find the table in a file: the records, and the fields of their boards and of their moves."""

    group: RecordGroup
    board: tuple[str, ...]
    known: int
    upwards: bool
    notation: Boards
    squares: Squares
    moves: tuple[str, ...] = ()
    beads: bool = False

    def value(self, record: Record) -> Value:
        if len(self.board) == 1:
            return record.fields.get(self.board[0], "")
        return [record.fields[name] for name in self.board if name in record.fields]

    def moves_of(self, record: Record) -> tuple[str, str]:
        """Return the moves, and those without beads; the two squares of a move may have a field each."""
        texts = [moves_in(record.fields[name], beads=self.beads) for name in self.moves if name in record.fields]
        by = "-" if self.moves[:2] == SQUARE_KEYS else " "
        return by.join(moves for moves, _ in texts).strip(), " ".join(empty for _, empty in texts).strip()


def read_table(truth: Truth, path: Path, hints: Said) -> Guess:
    """Return the best reading of a file: the one with the most decisions, the most legal moves, and least faults.

    Raises:
        KitFileError: the file cannot be read, or most of its entries cannot.
        UsageError: a hint does not fit this game.
    """
    if hints.squares is not None and hints.squares not in NAMINGS:
        raise UnknownNameError("naming of squares", hints.squares, NAMINGS)
    text = table_text(path)
    try:
        return _best_reading(truth, _best_table(truth, text, path.suffix.lower(), hints), hints)
    except KitFileError as error:
        raise KitFileError(f"{quoted(path)} {error}") from None


def _best_table(truth: Truth, text: str, kind: str, hints: Said) -> _Candidate:
    """Return the records whose boards are the most decisions; of equal ones, those with the most legal moves."""
    notation = _notations(truth, [], hints)[0][1]
    squares = Squares(truth.game, hints.squares or NAMINGS[0], reading_order(truth.game))
    rows, cells = round(truth.game.diagram.height), len(truth.game.start().cells)

    def fits(board: Value) -> bool:
        return not (isinstance(board, str) and len(board) > MOST_SIGNS) and len(notation.signs(board)) == notation.size

    tables: list[tuple[int, _Candidate]] = []
    crowded = False
    for group in read_groups(text, kind, truth.clock, rows, cells, fits):
        crowded |= len(group.records) > MOST_ENTRIES
        for board in group.boards if len(group.records) <= MOST_ENTRIES else ():
            truth.clock.check()
            table = _Candidate(group, board, 0, False, notation, squares)
            values = [table.value(record) for record in _some(group.records)]
            written = notation.with_digits(values) if isinstance(notation, LetterBoards) else notation
            count = sum(len(written.signs(value)) == notation.size for value in values)
            if 2 * count > len(values):
                tables.append((count * len(group.records) // len(values), table))
    tables.sort(key=lambda pair: -pair[0])
    read = [_with_boards(truth, table, hints) for _, table in tables[:MOST_TABLES]]
    most = max((table.known for table in read), default=0)
    if not most and crowded:
        raise KitFileError(f"has more than {MOST_ENTRIES:,} entries; no kit is that large")
    if not most:
        raise KitFileError(_refusal(truth, read[0]) if read else f"contains no positions; {_example(truth)}")
    best = [_with_moves(truth, table, hints) for table in read if 10 * table.known >= 9 * most]
    table = max(best, key=lambda pair: pair[0])[1]
    moves = (record.fields.get(name) for record in table.group.records for name in (*MOVE_KEYS, *SQUARE_KEYS))
    if not table.moves and (hints.squares or any(moves)):
        names = f"with the squares {hints.squares}" if hints.squares else "whatever the names of squares"
        raise KitFileError(f"has moves of which most are not legal {names}; {_example(truth)}")
    return table


def _some(records: Sequence[T]) -> Sequence[T]:
    """Return enough records to guess from, out of all parts of a table."""
    return records[:: 1 + len(records) // SAMPLE]


def _refusal(truth: Truth, table: _Candidate) -> str:
    """Return in words that most entries of a table are no decisions, with one of them, and one that is right."""
    rows = [_row(truth, table, record) for record in table.group.records]
    bad = [row for row in rows if row.position not in truth.least_of]
    place = f"{'line' if table.group.lines else 'entry'} {bad[0].place}"
    board = quoted(table.notation.laid_out(bad[0].signs))
    turn = f"{truth.game.spec} with {truth.game.sides[truth.mover].name} to move"
    return (
        f"was read as {table.group.form}, but {len(bad)} of {len(rows)} are no positions of {turn}, "
        f"such as {board} in {place}; {_example(truth)}"
    )


def _example(truth: Truth) -> str:
    """Return an entry that can be read, in words."""
    squares = Squares(truth.game, "1-9", reading_order(truth.game))
    position = truth.decisions[0]
    moves = " ".join(map(squares.spell, truth.game.legal_moves(position)))
    return f"an entry that can be read: {truth.game.text(position).rpartition(' ')[0]}: {moves}"


def _with_boards(truth: Truth, table: _Candidate, hints: Said) -> _Candidate:
    """Return the reading of a table's boards by which the most of them are decisions."""
    values = [table.value(record) for record in table.group.records]
    some = [table.value(record) for record in _some(table.group.records)]

    def known(way: tuple[bool, Boards], boards: Sequence[Value]) -> int:
        truth.clock.check()
        return truth.known(way[1].position(way[1].signs(board)) for board in boards)

    ways = _notations(truth, values, hints)
    best = max(ways, key=lambda way: known(way, some))
    return replace(table, known=known(best, values), upwards=best[0], notation=best[1])


def _with_moves(truth: Truth, table: _Candidate, hints: Said) -> tuple[tuple[bool, int, int, int], _Candidate]:
    """Return a table with the fields and names of squares that give the most legal moves, and how good it is.

    Where most of them are not legal, the fields are something else, and only boards are compared.
    """
    names = list(dict.fromkeys(name for record in _some(table.group.records) for name in record.fields))
    after = tuple(names[names.index(table.board[-1]) + 1 :]) if table.board[-1] in names else ()
    fields = [(name,) for name in names if name not in table.board][:MOST_FIELDS] + [after] * (len(after) > 1)
    named = next(((key,) for key in MOVE_KEYS if key in names), SQUARE_KEYS if {*SQUARE_KEYS} <= {*names} else None)
    read = [(table.notation.position(table.notation.signs(table.value(r))), r) for r in table.group.records]
    entries = [(position, record) for position, record in read if position and position in truth.least_of]
    cells = len(truth.game.start().cells)
    best: tuple[int, int, _Candidate] = (0, 0, table)
    for option in [named] if named else fields:
        values = [record.fields.get(option[0], "") for _, record in entries]
        beads = all(isinstance(value, list) and len(value) == cells and all(map(is_count, value)) for value in values)
        way = replace(table, moves=option, beads=beads)
        texts = [(position, way.moves_of(record)[0]) for position, record in _some(entries)]
        for squares in _squares(truth, way, hints):
            truth.clock.check()
            legal = [_legal(truth, squares, position, text) for position, text in texts]
            right, wrong = sum(good for good, _ in legal), sum(bad for _, bad in legal)
            if right - wrong > best[0]:
                best = (right - wrong, wrong, replace(way, squares=squares))
    score, wrong, way = best
    if way.moves and not named:
        listed = {(p, move) for p, r in entries for move in way.squares.split(way.moves_of(r)[0])}
        most = sum(len(truth.game.legal_moves(position)) for position in {position for position, _ in entries})
        if score < 2 * wrong or 3 * len(listed) < most:
            score, way = 0, table
    return (bool(way.moves), table.known, -len(table.group.records), score), way


def _squares(truth: Truth, table: _Candidate, hints: Said) -> list[Squares]:
    """Return the names of squares to try; algebraic ones may begin with another row than the boards."""
    namings = NAMINGS if isinstance(table.notation, LetterBoards) else NAMINGS[::-1]
    orders = [reading_order(truth.game, upwards=upwards) for upwards in (table.upwards, not table.upwards)]
    return [Squares(truth.game, n, order) for order in orders for n in ([hints.squares] if hints.squares else namings)]


def _legal(truth: Truth, squares: Squares, position: Position, text: str) -> tuple[int, int]:
    """Return how many moves in a text are legal in a position, each once, and how many are not."""
    moves = squares.split(text)
    right = len({squares.spell(move) for move in truth.game.legal_moves(position)} & set(moves))
    return right, len(moves) - right


def _best_reading(truth: Truth, table: _Candidate, hints: Said) -> Guess:
    every = [_row(truth, table, record) for record in table.group.records]
    rows = _own_rows(truth, table, every)
    fit = sum(row.position in truth.least_of for row in rows)
    if 2 * fit < len(rows):
        raise KitFileError(_refusal(truth, table))
    guesses = []
    per_move = bool(table.moves) and is_per_move(rows)
    for images in (False, True) if hints.images is None else (hints.images,):
        for merged in (False, True) if hints.merged is None else (hints.merged,):
            reading = Reading(table.notation, table.squares, images, merged, per_move, not table.moves)
            entries, strayed = gathered(truth, reading, rows) if per_move else (rows, ())
            explanation = Explanation(truth, reading, entries, strayed)
            less = len(every) - len(rows)
            guesses.append(Guess(reading, table.upwards, table.group.lines, entries, explanation, less))
    return min(guesses, key=lambda guess: len(guess.explanation.findings))


def _own_rows(truth: Truth, table: _Candidate, rows: Sequence[TableRow]) -> tuple[TableRow, ...]:
    """Return the rows without repeats, and without positions of the other side or of the end, where these are many.

    A record of games, or a list of all positions of a game, is no table with so many mistakes.
    """
    first = {(row.signs, row.moves): row for row in reversed(rows)}
    if OFTEN * (len(rows) - len(first)) > len(rows):
        rows = sorted(first.values(), key=lambda row: row.place)
    doubtful = [row for row in rows if row.position and not _is_own(truth, table, row)]
    if OFTEN * len(doubtful) > len(rows):
        others = {id(row) for row in doubtful if row.position and _is_met(truth, row.position)}
        if OFTEN * len(others) > len(rows):
            rows = [row for row in rows if id(row) not in others]
    return tuple(rows)


def _is_own(truth: Truth, table: _Candidate, row: TableRow) -> bool:
    """Return whether a row is a decision, with a legal move if it has any."""
    if row.position is None or row.position not in truth.least_of:
        return False
    return not row.moves or any(_legal(truth, table.squares, row.position, " ".join(row.moves))[:1])


def _is_met(truth: Truth, position: Position) -> bool:
    """Return whether a game comes to a board, whoever is to move."""
    return any(Position(position.cells, side) in truth.met for side in (truth.mover, 1 - truth.mover))


def _notations(truth: Truth, values: Sequence[Value], hints: Said) -> list[tuple[bool, Boards]]:
    """Return the notations that boards may be in, each with whether their rows begin with the bottom one."""
    game = truth.game
    own = own_signs(game, truth.least_of)
    if own is None:
        if hints.letters is not None:
            raise UsageError(f"boards of {game.name} have no letters; leave out --letters")
        return [(False, OwnNotation(game, truth.mover))]
    sides = (game.sides[truth.mover].letter, game.sides[1 - truth.mover].letter)
    plain = LetterBoards(own, reading_order(game), round(game.diagram.width), truth.mover, sides).with_digits(values)
    both = [hints.upside_down] if hints.upside_down is not None else [False, True]
    contents = [own]
    if hints.letters is not None:
        contents = [_letters(hints.letters, own)]
    elif values:
        counts = Counter(sign for value in values for sign in plain.signs(value))
        common = [sign for sign, _ in counts.most_common(SIGNS)]
        if not set(own) >= set(common[: len(own)]):
            each = permutations(common, min(len(own), len(common)))
            contents = [dict(zip(signs, sorted(own.values()), strict=False)) for signs in each]
    return [
        (upwards, replace(plain, contents=letters, order=reading_order(game, upwards=upwards)))
        for upwards in both
        for letters in contents
    ]


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


def _row(truth: Truth, table: _Candidate, record: Record) -> TableRow:
    """Return an entry as it is understood; with board and moves exchanged where only that makes sense."""
    boards, squares, value = table.notation, table.squares, table.value(record)
    signs = boards.signs(value)
    position = boards.position(signs)
    text, empty = table.moves_of(record)
    moves = squares.split(text)
    if position is None and text and isinstance(value, str):
        other = boards.signs(text)
        meant = boards.position(other)
        if meant in truth.least_of and _legal(truth, squares, meant, value)[1] == 0:
            return TableRow(record.place, other, meant, squares.split(value), exchanged=True)
    if position is not None and empty:  # a machine that has learned has no beads for some moves
        legal = {squares.spell(move) for move in truth.game.legal_moves(position)}
        moves += tuple(move for move in squares.split(empty) if move in legal)
    return TableRow(record.place, signs, position, moves)
