"""Reads a table of a machine's positions in the way with the fewest mistakes, and lists these."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

from kitgen.errors import KitFileError, UnknownNameError, UnreadTableError, many, quoted
from kitgen.kit.kit import Kit
from kitgen.model import Position, Result, Symmetry
from kitgen.position_tables.board_notation import Squares
from kitgen.position_tables.hints import IMAGES, NAMINGS, TableHints
from kitgen.position_tables.records import Record, table_text
from kitgen.position_tables.table_search import (
    TableFields,
    best_table,
    is_words,
    legal_moves_in,
    notation_of,
    refused_table,
)
from kitgen.verdict import Verdict
from kitgen.verification.reference import LIMIT, walk
from kitgen.verification.tables.comparison import (
    Reading,
    TableComparison,
    TableFinding,
    TableRow,
    Truth,
    keeps_orientation,
    reductions,
)
from kitgen.verification.tables.unread import UnreadEntry, unread_entries, unread_lines

#: Repeats, and positions of the other side, are left out if there are more of them than one in so
#: many entries: fewer are mistakes, and are named.
ONE_OF_MANY = 3
#: So many ways to leave out images of a position, turned or mirrored, are compared with the whole
#: table, those that explain its boards best.
MAX_REDUCTIONS_COMPARED = 2


@dataclass(frozen=True, slots=True, repr=False)
class TableReport(Result):
    """The result of checking a table.

    Attributes:
        subject: the path of its file.
        rows, findings: as in ``TableComparison``.
        decisions: how many positions it should have.
        lines: whether the places of entries are lines of the file, or their numbers.
        left_out: how many entries are repeats, or positions in which the machine does not move.
        unread: what was not read of the file, entry by entry.
        refused: why no table was found in the file, if none was; nothing of it was compared then.
    """

    subject: str
    kit: Kit
    reading: Reading
    rows: Sequence[TableRow]
    findings: Sequence[TableFinding]
    decisions: int
    lines: bool
    left_out: int
    unread: Sequence[UnreadEntry]
    refused: UnreadTableError | None = None

    row_labels: ClassVar = ("kind",)
    bar_columns: ClassVar = ("count",)

    def summary(self) -> str:
        """Return the verdict in one line."""
        mistakes = many(len(self.findings), "finding")
        return (
            f"{self.subject}: {self.verdict}, {mistakes} in {len(self.rows):,} of "
            f"{self.decisions:,} positions"
        )

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each finding; ``places`` are lines of the file or numbers of entries."""
        game = self.kit.game
        return [
            {
                "kind": finding.kind,
                "places": finding.places,
                "position": None if finding.position is None else game.text(finding.position),
                "should": None if finding.should is None else game.text(finding.should),
                "move": finding.move or None,
                "move_should": self.reading.squares.spell(finding.right) if finding.right else None,
                "count": finding.count,
            }
            for finding in self.findings
        ]

    def report(self) -> dict[str, Any]:
        """Return all of it as plain data; ``kitgen verify --json`` adds sentences."""
        return {
            "table": self.subject,
            "game": self.kit.game_spec,
            "side": self.kit.choices.side,
            "entries": len(self.rows),
            "decisions": self.decisions,
            "findings": self.table(),
            "verdict": self.verdict,
            "passed": self.passed,
        }

    @property
    def verdict(self) -> Verdict:
        """The verdict; a table without moves, or with entries left out, is not decided."""
        not_read = self.refused is not None or self.reading.boards_alone or bool(self.unread)
        return Verdict.of(faults=bool(self.findings), not_read=not_read)

    @property
    def passed(self) -> bool:
        """Whether the verdict is ``right``."""
        return self.verdict is Verdict.RIGHT


def match_table(path: Path, kit: Kit, hints: TableHints) -> TableReport:
    """Return the mistakes in a table for a kit's machine; what is right is found from the rules,
    and not from the kit's boxes.

    Raises:
        KitFileError: the file cannot be read.
        UnreadTableError: most of its entries cannot be read.
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
        table = best_table(truth, text, path.suffix.lower(), notation_of(truth, hints), hints)
        entries = [_row(truth, table, record) for record in table.group.records]
        boards = [row for row in entries if not is_words(table.boards, row.signs)]
        rows = _own_rows(truth, table, boards)
        unread = unread_entries(truth, text, table, entries, rows)
        positions_unread = {entry.position for entry in unread}
        decisions_unread = {
            truth.least_of[position] for position in positions_unread if position in truth.least_of
        }
        readings = _readings(truth, table, rows, hints)
        comparisons = [
            TableComparison(truth, reading, rows, decisions_unread) for reading in readings
        ]
    except UnreadTableError as error:
        raise UnreadTableError(
            f"not decided: {quoted(path)} {error}", error.why, **error.words
        ) from None
    except KitFileError as error:
        raise KitFileError(f"{quoted(path)} {error}") from None

    def mistakes(comparison: TableComparison) -> int:
        return sum(finding.count for finding in comparison.findings)

    comparison = min(comparisons, key=mistakes)
    reading = comparison.reading
    return TableReport(
        subject=str(path),
        kit=kit,
        reading=reading,
        rows=comparison.rows,
        findings=comparison.findings,
        decisions=len(truth.entries(reading.reduction)),
        lines=table.group.lines,
        left_out=len(boards) - len(rows),
        unread=unread,
    )


def unread_table(path: Path, kit: Kit, hints: TableHints, refusal: UnreadTableError) -> TableReport:
    """Return the report on a file in which no table was found, with all of it that was not read."""
    truth = Truth(kit)
    notation = notation_of(truth, hints)
    symmetries = tuple(truth.game.symmetries)
    squares = Squares(truth.game, hints.squares or NAMINGS[0])
    return TableReport(
        subject=str(path),
        kit=kit,
        reading=Reading(
            notation, squares, symmetries, merged=False, per_move=False, boards_alone=False
        ),
        rows=(),
        findings=(),
        decisions=len(truth.entries(symmetries)),
        lines=True,
        left_out=0,
        unread=unread_lines(truth, table_text(path), notation),
        refused=refusal,
    )


def _readings(
    truth: Truth, table: TableFields, rows: Sequence[TableRow], hints: TableHints
) -> Iterator[Reading]:
    """Yield the likely ways to read a table; it is refused, when the first is asked for, if most
    of its rows are no decisions.
    """
    half = len(rows) / 2
    if sum(row.position in truth.least_of for row in rows) < half:
        raise refused_table(truth, table)
    times_there = Counter(row.signs for row in rows)
    with_one_move = [row for row in rows if len(row.moves) <= 1 and times_there[row.signs] > 1]
    has_moves = table.moves is not None
    has_a_row_per_move = has_moves and len(with_one_move) > half
    merging = (False, True) if hints.merged is None else (hints.merged,)
    for reduction, merged in product(_likely_reductions(truth, rows, hints), merging):
        yield Reading(
            table.boards,
            table.squares,
            reduction,
            merged=merged,
            per_move=has_a_row_per_move,
            boards_alone=not has_moves,
        )


def _likely_reductions(
    truth: Truth, rows: Sequence[TableRow], hints: TableHints
) -> Sequence[tuple[Symmetry, ...]]:
    """Return groups of symmetries, those that leave the fewest boards missing or twice first."""
    symmetries = tuple(truth.game.symmetries)
    match hints.images:
        case "one":
            return [symmetries]
        case "turned":
            turns = [each for each in symmetries if keeps_orientation(truth.game, each)]
            return [tuple(turns)]
        case "all":  # all are listed: only the identity leaves out none
            return [symmetries[:1]]

    present = {row.signs: row.position for row in rows if row.position in truth.least_of}

    def mistakes(reduction: tuple[Symmetry, ...]) -> int:
        truth.check()  # this takes time, and may be stopped
        wanted = truth.entries(reduction)
        key_of: dict[Position, Position] = {}
        for key, images in wanted.items():
            key_of |= dict.fromkeys(images, key)
        keys = {key_of[position] for position in present.values() if position is not None}
        missing = len(wanted) - len(keys)
        doubled = len(present) - len(keys)
        return missing + doubled

    return sorted(reductions(symmetries), key=mistakes)[:MAX_REDUCTIONS_COMPARED]


def _own_rows(truth: Truth, table: TableFields, rows: Sequence[TableRow]) -> Sequence[TableRow]:
    """Return the rows, without repeats and the other side's positions if these are many.

    They are many in a record of games.
    """
    first_of = dict[tuple[Any, Any], TableRow]()
    for row in rows:
        first_of.setdefault((row.signs, row.moves), row)
    once = first_of.values()
    other = [row for row in once if row.position and not _is_own(truth, table, row)]
    repeats = len(rows) - len(once)
    if ONE_OF_MANY * (repeats + len(other)) <= len(rows):
        return rows
    # Only boards that a game can reach are the other side's; the rest are mistakes. A table's
    # boards are read as if the machine were to move.
    met = {Position(position.cells, truth.mover) for position in walk(truth.game, LIMIT)}
    places_of_other = {row.place for row in other if row.position in met}
    kept = {row.place for row in once} - places_of_other
    left_out = len(rows) - len(kept)
    if ONE_OF_MANY * left_out <= len(rows):
        return rows
    return [row for row in rows if row.place in kept]


def _is_own(truth: Truth, table: TableFields, row: TableRow) -> bool:
    """Return whether a row is a decision, with a legal move if it has any."""
    if row.position is None or row.position not in truth.least_of:
        return False
    if not row.moves:
        return True
    legal = legal_moves_in(truth, table.squares, row.position)
    return not legal.isdisjoint(row.moves)


def _row(truth: Truth, table: TableFields, record: Record) -> TableRow:
    """Return an entry as it is understood; board and moves exchanged if only that makes sense."""
    boards = table.boards
    squares = table.squares
    signs = boards.signs(record.board)
    position = boards.position(signs)
    text, without_beads = table.moves_of(record)
    moves = squares.split(text)
    if position is None and text and isinstance(record.board, str):
        exchanged_signs = boards.signs(text)
        exchanged_moves = squares.split(record.board)
        meant = boards.decision(exchanged_signs)
        if meant and legal_moves_in(truth, squares, meant) >= {*exchanged_moves}:
            return TableRow(record.place, exchanged_signs, meant, exchanged_moves, exchanged=True)
    if position is not None and without_beads:
        # A machine that has learned has legal moves without beads; they stand in the table, too.
        legal = legal_moves_in(truth, squares, position)
        moves += tuple(sorted(legal & {*squares.split(without_beads)}))
    return TableRow(record.place, signs, position, moves)
