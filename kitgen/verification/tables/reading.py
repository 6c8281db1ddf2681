"""Finds out how a table is written, as far as no hint says so: the letters, the way up, the names of squares.

Of all ways to read a file, the best one has the most positions of the machine and the most legal moves.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, permutations, product
from pathlib import Path
from typing import TypeVar

from kitgen.errors import KitFileError, UnknownNameError, UsageError, quoted
from kitgen.kit.kit import Kit
from kitgen.model import Position, Symmetry
from kitgen.verdict import Verdict
from kitgen.verification.reference import LIMIT, walk
from kitgen.verification.tables.board_notation import Boards, Signs, Squares, moves_in, own_letters
from kitgen.verification.tables.comparison import (
    Reading,
    TableComparison,
    TableFinding,
    TableRow,
    Truth,
    keeps_orientation,
    reductions,
)
from kitgen.verification.tables.hints import IMAGES, NAMINGS, TableHints
from kitgen.verification.tables.records import MOST_ENTRIES, MOVE_KEYS, Record, RecordGroup, table_text
from kitgen.verification.tables.table_forms import read_groups

T = TypeVar("T")
#: This many records are enough to guess from; something is frequent if more than one of this many entries has it.
SAMPLE, OFTEN = 200, 3
#: So many ways to leave out images are compared whole, those that explain the boards best.
MAX_REDUCTIONS_COMPARED = 2
#: Only this many of the commonest signs in a table may stand for something; the rest are typing errors.
SIGNS = 5


@dataclass(frozen=True, slots=True)
class TableReport:
    """The result of checking a table.

    Attributes:
        subject: the path of its file.
        rows, findings: as in ``TableComparison``.
        decisions: how many positions it should have.
        lines: whether the places of entries are lines of the file, or their numbers.
        left_out: how many entries are repeats, or positions in which the machine does not move.
        skipped: how many of these are positions of the machine, but without a legal move.
    """

    subject: str
    kit: Kit
    reading: Reading
    rows: Sequence[TableRow]
    findings: Sequence[TableFinding]
    decisions: int
    lines: bool
    left_out: int
    skipped: int

    @property
    def verdict(self) -> Verdict:
        """The verdict: without moves, or with entries that were left out, a table is not decided."""
        not_read = self.reading.boards_alone or self.skipped > 0
        return Verdict.of(faults=bool(self.findings), not_read=not_read)

    @property
    def passed(self) -> bool:
        """Whether the verdict is ``right``."""
        return self.verdict is Verdict.RIGHT


@dataclass(frozen=True, slots=True)
class _TableFields:
    """A way to read a file: the records, the notations, how many decisions they are, and the field with their moves.

    Of some of these moves, ``legal`` is by how many more are legal than not.
    """

    group: RecordGroup
    boards: Boards
    squares: Squares
    known: int = 0
    moves: str | None = None
    legal: int = 0

    def moves_of(self, record: Record) -> tuple[str, str]:
        """Return the moves of a record, and those of them without beads."""
        value = "" if self.moves is None else record.fields.get(self.moves, "")
        return ("", "") if value is record.board else moves_in(value, self.boards.size)


def match_table(path: Path, kit: Kit, hints: TableHints) -> TableReport:
    """Return the mistakes in a table for a kit's machine, whose boxes are not trusted.

    Raises:
        KitFileError: the file cannot be read, or most of its entries cannot.
        TooLargeError: the game has too many positions.
        UsageError: a hint does not fit this game.
    """
    if hints.squares is not None and hints.squares not in NAMINGS:
        raise UnknownNameError("naming of squares", hints.squares, NAMINGS)
    if hints.images is not None and hints.images not in IMAGES:
        raise UnknownNameError("way of --images", hints.images, IMAGES)
    truth = Truth(kit)
    text = table_text(path)
    try:
        table = _best_table(truth, text, path.suffix.lower(), _notation(truth, hints), hints)
        entries = [_row(truth, table, record) for record in table.group.records]
        boards = [row for row in entries if not _is_words(table.boards, row.signs)]
        rows = _own_rows(truth, table, boards)
        comparisons = (TableComparison(truth, reading, rows) for reading in _readings(truth, table, rows, hints))
        comparison = min(comparisons, key=lambda comparison: sum(finding.count for finding in comparison.findings))
    except KitFileError as error:
        raise KitFileError(f"{quoted(path)} {error}") from None
    reading, findings = comparison.reading, comparison.findings
    kept = {(row.signs, row.moves) for row in rows}
    skipped = [row for row in boards if row.position in truth.least_of and (row.signs, row.moves) not in kept]
    return TableReport(
        subject=str(path),
        kit=kit,
        reading=reading,
        rows=comparison.rows,
        findings=findings,
        decisions=len(truth.entries(reading.reduction)),
        lines=table.group.lines,
        left_out=len(boards) - len(rows),
        skipped=len(skipped),
    )


def _notation(truth: Truth, hints: TableHints) -> Boards:
    plain = Boards(truth.game, truth.mover)
    contents = own_letters(truth.game, truth.least_of)
    own = [*contents]
    decisions = {plain.spelled(position): position for position in truth.least_of}
    letters = dict(zip(own, own, strict=True))
    if hints.letters is not None:
        if not own:
            raise UsageError(f"boards of {truth.game.name} have no letters; leave out --letters")
        letters = _letters(hints.letters, own)
    return replace(plain, letters=letters, contents=contents, upwards=bool(hints.upside_down), decisions=decisions)


def _letters(text: str, own: Sequence[str]) -> dict[str, str]:
    letters: dict[str, str] = {}
    for part in text.split(","):
        sign, _, meant = part.rpartition("=")
        if not sign or meant not in own or sign in letters:
            raise UsageError(f"--letters {quoted(text)} is not written like X={own[0]}, with one of {' '.join(own)}")
        letters[sign] = meant
    if {*letters.values()} != {*own}:
        raise UsageError(f"--letters {quoted(text)} does not say what stands for each of {' '.join(own)}")
    return letters


def _some(records: Sequence[T]) -> Sequence[T]:
    return records[:: 1 + len(records) // SAMPLE]


def _best_table(truth: Truth, text: str, kind: str, notation: Boards, hints: TableHints) -> _TableFields:
    """Return the records whose boards are the most decisions; of equal ones, those with the most legal moves."""
    squares = Squares(truth.game, hints.squares or NAMINGS[0])
    tables: list[_TableFields] = []
    crowded = False
    for group in read_groups(text, kind, truth.check, notation.size // notation.columns, notation.size, notation.fits):
        truth.check()
        crowded |= len(group.records) > MOST_ENTRIES
        boards = [record.board for record in _some(group.records)]
        if len(group.records) <= MOST_ENTRIES and 2 * sum(map(notation.fits, boards)) >= len(boards) > 0:
            tables.append(_with_boards(truth, _TableFields(group, notation, squares), hints))
    most = max((table.known for table in tables), default=0)
    if not most and crowded:
        raise KitFileError(f"has more than {MOST_ENTRIES:,} entries; no kit is that large")
    if not most:
        largest = max(tables, key=lambda table: len(table.group.records), default=None)
        raise KitFileError(_refusal(truth, largest) if largest else f"contains no positions; {_example(truth)}")
    best = [_with_moves(truth, table, hints) for table in tables if 10 * table.known >= 9 * most]
    table = max(best, key=lambda way: (way.moves is not None, way.known, -len(way.group.records), way.legal))
    first = table.group.records[0].fields  # its names, or the heading of its columns
    named = {*MOVE_KEYS} & {str(word).strip().lower() for word in chain(*first.items())}
    if table.moves is None and (hints.squares or named):
        names = f"with the squares {hints.squares}" if hints.squares else "whatever the names of squares"
        raise KitFileError(f"has moves of which most are not legal {names}; {_example(truth)}")
    return table


def _refusal(truth: Truth, table: _TableFields) -> str:
    entries = [(record.place, table.boards.signs(record.board)) for record in table.group.records]
    entries = [entry for entry in entries if not _is_words(table.boards, entry[1])] or entries
    bad = [(place, signs) for place, signs in entries if table.boards.position(signs) not in truth.least_of]
    place, signs = bad[0]
    return (
        f"was read as {table.group.form}, but {len(bad)} of {len(entries)} are no positions of {truth.game.called} "
        f"with {truth.game.sides[truth.mover].name} to move, such as {quoted(table.boards.laid_out(signs))} in "
        f"{'line' if table.group.lines else 'entry'} {place}; {_example(truth)}"
    )


def _example(truth: Truth) -> str:
    position = next(iter(truth.images))
    moves = " ".join(map(Squares(truth.game, "1-9").spell, truth.game.legal_moves(position)))
    return f"an entry that can be read: {truth.game.text(position).rpartition(' ')[0]}: {moves}"


def _with_boards(truth: Truth, table: _TableFields, hints: TableHints) -> _TableFields:
    """Return a table with the notation of boards in which the most of them are decisions."""
    some = [record.board for record in _some(table.group.records)]
    best = (-1, table.boards)
    for digits in ("", "runs", "numbers") if table.boards.letters else ("",):
        written = replace(table.boards, digits=digits)
        boards = [written.signs(board) for board in some]
        if digits and not any(sign.isdigit() for signs in map(table.boards.signs, some) for sign in signs):
            break
        for way in _notations(written, boards, hints):
            truth.check()
            best = max(best, (_known(truth, way, boards), way), key=lambda pair: pair[0])
    boards = [best[1].signs(record.board) for record in table.group.records]
    return replace(table, known=_known(truth, best[1], boards), boards=best[1])


def _known(truth: Truth, notation: Boards, boards: Sequence[Signs]) -> int:
    return len({truth.least_of[position] for position in map(notation.decision, boards) if position})


def _notations(written: Boards, boards: Sequence[Signs], hints: TableHints) -> Iterator[Boards]:
    """Yield the meanings that the signs of boards may have; the game's own signs stand for themselves."""
    common = [sign for sign, _ in Counter(chain(*boards)).most_common(SIGNS)]
    own = [*written.contents]
    ways: list[Mapping[str, str]] = [written.letters]
    if hints.letters is None and not {*own} >= {*common[: len(own)]}:
        ways = [dict(zip(signs, own, strict=False)) for signs in permutations(common, min(len(own), len(common)))]
        ways.sort(key=lambda letters: -sum(sign.lower() == meant.lower() for sign, meant in letters.items()))
    both = (False, True) if hints.upside_down is None and own else (written.upwards,)
    for upwards, letters in product(both, ways):
        yield replace(written, upwards=upwards, letters=letters)


def _with_moves(truth: Truth, table: _TableFields, hints: TableHints) -> _TableFields:
    """Return a table with the field and names of squares that give the most legal moves; none if most are not legal."""
    boards = table.boards
    decisions = ((boards.decision(boards.signs(record.board)), record) for record in table.group.records)
    entries = [(position, record) for position, record in decisions if position]
    names = [*dict.fromkeys(name for _, record in _some(entries) for name in record.fields)]
    namings = [hints.squares] if hints.squares else NAMINGS if boards.letters else NAMINGS[::-1]
    best, most_wrong = table, 0
    # Algebraic names of squares may begin with another row than the boards.
    for name, upwards, naming in product(names, (boards.upwards, not boards.upwards), namings):
        truth.check()
        way = replace(table, moves=name, squares=Squares(truth.game, naming, upwards))
        right = wrong = 0
        for position, record in _some(entries):
            moves = way.squares.split(way.moves_of(record)[0])
            legal = len(_legal(truth, way.squares, position) & {*moves})
            right, wrong = right + legal, wrong + len(moves) - legal
        if right - wrong > best.legal:
            best, most_wrong = replace(way, legal=right - wrong), wrong
    listed = {(p, move) for p, r in entries for move in best.squares.split(best.moves_of(r)[0])}
    most = sum(len(truth.game.legal_moves(position)) for position in {position for position, _ in entries})
    return table if best.legal < 2 * most_wrong or 3 * len(listed) < most else best


def _legal(truth: Truth, squares: Squares, position: Position) -> set[str]:
    return {*map(squares.spell, truth.game.legal_moves(position))}


def _readings(truth: Truth, table: _TableFields, rows: Sequence[TableRow], hints: TableHints) -> Iterator[Reading]:
    if 2 * sum(row.position in truth.least_of for row in rows) < len(rows):
        raise KitFileError(_refusal(truth, table))
    boards = Counter(row.signs for row in rows)
    single = sum(len(row.moves) <= 1 and boards[row.signs] > 1 for row in rows)
    per_move = table.moves is not None and 2 * single > len(rows)
    merging = (False, True) if hints.merged is None else (hints.merged,)
    for reduction, merged in product(_likely_reductions(truth, rows, hints), merging):
        yield Reading(table.boards, table.squares, reduction, merged, per_move, table.moves is None)


def _likely_reductions(truth: Truth, rows: Sequence[TableRow], hints: TableHints) -> Sequence[tuple[Symmetry, ...]]:
    """Return the groups of symmetries that leave the fewest boards missing or doubled, the best first."""
    turns = tuple(symmetry for symmetry in truth.game.symmetries if keeps_orientation(truth.game, symmetry))
    said = {"one": tuple(truth.game.symmetries), "turned": turns, "all": tuple(truth.game.symmetries[:1])}
    if hints.images is not None:
        return [said[hints.images]]

    present = {row.signs: row.position for row in rows if row.position in truth.least_of}

    def mistakes(reduction: tuple[Symmetry, ...]) -> int:
        truth.check()
        wanted = truth.entries(reduction)
        key_of = {image: key for key, images in wanted.items() for image in images}
        keys = {key_of[position] for position in present.values() if position}
        return len(wanted) - len(keys) + len(present) - len(keys)

    return sorted(reductions(truth.game.symmetries), key=mistakes)[:MAX_REDUCTIONS_COMPARED]


def _is_words(boards: Boards, signs: Signs) -> bool:
    """Return whether an entry is a heading or a comment: most of its signs, and more than one, stand for nothing."""
    strange = sum(sign not in boards.letters if boards.letters else not sign.isdigit() for sign in signs)
    return strange > 1 and 2 * strange > len(signs)


def _own_rows(truth: Truth, table: _TableFields, rows: Sequence[TableRow]) -> Sequence[TableRow]:
    """Return the rows without repeats and positions of the other side, if these are many, as in a record of games."""
    once = {(row.signs, row.moves): row for row in reversed(rows)}.values()
    other = [row for row in once if row.position and not _is_own(truth, table, row)]
    if OFTEN * (len(rows) - len(once) + len(other)) <= len(rows):
        return rows
    met = {Position(position.cells, truth.mover) for position in walk(truth.game, LIMIT)}
    less = {row.place for row in once} - {row.place for row in other if row.position in met}
    return [row for row in rows if row.place in less] if OFTEN * (len(rows) - len(less)) > len(rows) else rows


def _is_own(truth: Truth, table: _TableFields, row: TableRow) -> bool:
    """Return whether a row is a decision, with a legal move if it has any."""
    if row.position is None or row.position not in truth.least_of:
        return False
    return not row.moves or not _legal(truth, table.squares, row.position).isdisjoint(row.moves)


def _row(truth: Truth, table: _TableFields, record: Record) -> TableRow:
    """Return an entry as it is understood; board and moves are exchanged if it only makes sense that way."""
    boards, squares = table.boards, table.squares
    signs = boards.signs(record.board)
    position = boards.position(signs)
    text, empty = table.moves_of(record)
    moves = squares.split(text)
    if position is None and text and isinstance(record.board, str):
        other = boards.signs(text)
        meant, exchanged = boards.decision(other), squares.split(record.board)
        if meant and _legal(truth, squares, meant) >= {*exchanged}:
            return TableRow(record.place, other, meant, exchanged, exchanged=True)
    if position is not None and empty:  # a machine that has learned has no beads for some moves
        moves += tuple(sorted(_legal(truth, squares, position) & {*squares.split(empty)}))
    return TableRow(record.place, signs, position, moves)
