"""Finds out how a table is written, as far as no hint says so: the letters, the way up, the names
of squares.

Of all ways to read a file, the best one has the most positions of the machine and the most legal
moves.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, permutations, product
from typing import Protocol, TypeVar

from kitgen.errors import KitFileError, UnreadTableError, UsageError, quoted
from kitgen.model import Game, Position
from kitgen.position_tables.board_notation import (
    Boards,
    SignCounts,
    Signs,
    Squares,
    counts_of,
    moves_in,
    own_letters,
)
from kitgen.position_tables.hints import NAMINGS, TableHints
from kitgen.position_tables.records import MOST_ENTRIES, MOVE_KEYS, Record, RecordGroup
from kitgen.position_tables.table_forms import read_groups

T = TypeVar("T")
#: This many records are enough to guess from.
SAMPLE = 200
#: Only this many of the commonest signs in a table may stand for something; the rest are typing
#: errors.
SIGNS = 5
#: A line of these alone begins or ends a list of a program.
_BRACKETS = "()[]{},;"


class KnownPositions(Protocol):
    """The positions of a machine that a table may list."""

    @property
    def game(self) -> Game:
        """Their game."""

    @property
    def mover(self) -> int:
        """The side that moves in them."""

    @property
    def images(self) -> Mapping[Position, Sequence[Position]]:
        """All images of each position."""

    @property
    def least_of(self) -> Mapping[Position, Position]:
        """The position of each image."""

    def check(self) -> None:
        """Raise an error if reading takes too long."""


@dataclass(frozen=True, slots=True)
class TableFields:
    """A way to read a file: the records, the notations, how many decisions they are, and the field
    with their moves.

    Of some of these moves, ``legal`` is by how many more are legal than not. ``others`` are the
    groups of records in the file that may be tables as well.
    """

    group: RecordGroup
    boards: Boards
    squares: Squares
    known: int = 0
    moves: str | None = None
    legal: int = 0
    others: tuple[RecordGroup, ...] = ()

    def moves_of(self, record: Record) -> tuple[str, str]:
        """Return the moves of a record, and those of them without beads."""
        value = "" if self.moves is None else record.fields.get(self.moves, "")
        return ("", "") if value is record.board else moves_in(value, self.boards.size)


def notation_of(known: KnownPositions, hints: TableHints) -> Boards:
    """Return the game's own notation for boards, with the letters of a hint; ``UsageError`` if
    they do not fit.
    """
    plain = Boards(known.game, known.mover)
    contents = own_letters(known.game, known.least_of)
    own = [*contents]
    decisions = {plain.spelled(position): position for position in known.least_of}
    letters = dict(zip(own, own, strict=True))
    if hints.letters is not None:
        if not own:
            raise UsageError(f"boards of {known.game.name} have no letters; leave out --letters")
        letters = _letters(hints.letters, own)
    return replace(
        plain,
        letters=letters,
        contents=contents,
        upwards=bool(hints.upside_down),
        decisions=decisions,
    )


def _letters(text: str, own: Sequence[str]) -> dict[str, str]:
    letters: dict[str, str] = {}
    for part in text.split(","):
        sign, _, meant = part.rpartition("=")
        if not sign or meant not in own or sign in letters:
            raise UsageError(
                f"--letters {quoted(text)} is not written like X={own[0]}, with one of "
                f"{' '.join(own)}"
            )
        letters[sign] = meant
    if {*letters.values()} != {*own}:
        raise UsageError(
            f"--letters {quoted(text)} does not say what stands for each of {' '.join(own)}"
        )
    return letters


def _some(records: Sequence[T]) -> Sequence[T]:
    return records[:: 1 + len(records) // SAMPLE]


def best_table(
    known: KnownPositions, text: str, kind: str, notation: Boards, hints: TableHints
) -> TableFields:
    """Return the records whose boards are the most decisions; of equal ones, those with the most
    legal moves.
    """
    squares = Squares(known.game, hints.squares or NAMINGS[0])
    tables: list[TableFields] = []
    crowded = False
    for group in read_groups(
        text, kind, known.check, notation.size // notation.columns, notation.size, notation.fits
    ):
        known.check()
        crowded |= len(group.records) > MOST_ENTRIES
        boards = [record.board for record in _some(group.records)]
        if (
            len(group.records) <= MOST_ENTRIES
            and 2 * sum(map(notation.fits, boards)) >= len(boards) > 0
        ):
            tables.append(with_boards(known, TableFields(group, notation, squares), hints))
    most = max((table.known for table in tables), default=0)
    if not most and crowded:
        raise KitFileError(f"has more than {MOST_ENTRIES:,} entries; no kit is that large")
    if not most:
        largest = max(tables, key=lambda table: len(table.group.records), default=None)
        if largest:
            raise refused_table(known, largest)
        example = example_of(known)
        raise UnreadTableError(
            f"contains no positions; {_advice(example)}", "no_positions", example=example
        )
    best = [_with_moves(known, table, hints) for table in tables if 10 * table.known >= 9 * most]
    table = max(
        best, key=lambda way: (way.moves is not None, way.known, -len(way.group.records), way.legal)
    )
    first = table.group.records[0].fields  # its names, or the heading of its columns
    named = {*MOVE_KEYS} & {str(word).strip().lower() for word in chain(*first.items())}
    if table.moves is None and (hints.squares or named):
        names = (
            f"with the squares {hints.squares}"
            if hints.squares
            else "whatever the names of squares"
        )
        example = example_of(known)
        message = f"has moves of which most are not legal {names}; {_advice(example)}"
        raise UnreadTableError(message, "illegal", example=example)
    return replace(table, others=tuple(other.group for other in tables if other.known))


def refused_table(known: KnownPositions, table: TableFields) -> UnreadTableError:
    """Return the error for a table of which most boards are no positions of the machine."""
    entries = [(record.place, table.boards.signs(record.board)) for record in table.group.records]
    entries = [entry for entry in entries if not is_words(table.boards, entry[1])] or entries
    bad = [
        (place, signs)
        for place, signs in entries
        if table.boards.position(signs) not in known.least_of
    ]
    place, signs = bad[0]
    example = example_of(known)
    message = (
        f"was read as {table.group.form}, but {len(bad)} of {len(entries)} are no positions of "
        f"{known.game.called} "
        f"with {known.game.sides[known.mover].name} to move, such as "
        f"{quoted(table.boards.laid_out(signs))} in "
        f"{'line' if table.group.lines else 'entry'} {place}; {_advice(example)}"
    )
    return UnreadTableError(message, "no_positions", example=example)


def example_of(known: KnownPositions) -> str:
    """Return an entry that can be read."""
    position = next(iter(known.images))
    moves = " ".join(map(Squares(known.game, "1-9").spell, known.game.legal_moves(position)))
    return f"{known.game.text(position).rpartition(' ')[0]}: {moves}"


def _advice(example: str) -> str:
    return f"an entry that can be read: {example}"


def with_boards(known: KnownPositions, table: TableFields, hints: TableHints) -> TableFields:
    """Return a table with the notation of boards in which the most of them are decisions."""
    some = [record.board for record in _some(table.group.records)]
    best = (-1, table.boards)
    for digits in ("", "runs", "numbers") if table.boards.letters else ("",):
        written = replace(table.boards, digits=digits)
        boards = [written.signs(board) for board in some]
        if digits and not any(
            sign.isdigit() for signs in map(table.boards.signs, some) for sign in signs
        ):
            break
        kinds = Counter(map(counts_of, boards))
        for way in _notations(written, boards, hints):
            known.check()
            if _may_be_more(best[0], way, kinds, table.boards.numbers_of_signs):
                best = max(best, (_count_known(known, way, boards), way), key=lambda pair: pair[0])
    boards = [best[1].signs(record.board) for record in table.group.records]
    return replace(table, known=_count_known(known, best[1], boards), boards=best[1])


def _may_be_more(
    least: int, way: Boards, kinds: Mapping[SignCounts, int], possible: frozenset[SignCounts]
) -> bool:
    """Return whether more than ``least`` boards may be decisions: have as many of each sign as one.

    To count signs takes far less time than to read the boards, of which few are any in most ways.
    """
    letters = way.letters
    if len({*letters.values()}) < len(letters) or not letters:
        return True
    count = 0
    for counts, boards in kinds.items():
        if all(sign in letters for sign, _ in counts):
            own = frozenset((letters[sign], number) for sign, number in counts)
            if own in possible:
                count += boards
    return count > least


def _count_known(known: KnownPositions, notation: Boards, boards: Sequence[Signs]) -> int:
    return len(
        {known.least_of[position] for position in map(notation.decision, boards) if position}
    )


def _notations(written: Boards, boards: Sequence[Signs], hints: TableHints) -> Iterator[Boards]:
    """Yield the meanings that the signs of boards may have; the game's own signs stand for
    themselves.
    """
    common = [sign for sign, _ in Counter(chain(*boards)).most_common(SIGNS)]
    own = [*written.contents]
    ways: list[Mapping[str, str]] = [written.letters]
    if hints.letters is None and not {*own} >= {*common[: len(own)]}:
        ways = [
            dict(zip(signs, own, strict=False))
            for signs in permutations(common, min(len(own), len(common)))
        ]
        ways.sort(
            key=lambda letters: (
                -sum(sign.lower() == meant.lower() for sign, meant in letters.items())
            )
        )
    both = (False, True) if hints.upside_down is None and own else (written.upwards,)
    for upwards, letters in product(both, ways):
        yield replace(written, upwards=upwards, letters=letters)


def _with_moves(known: KnownPositions, table: TableFields, hints: TableHints) -> TableFields:
    """Return a table with the field and names of squares that give the most legal moves; none if
    most are not legal.
    """
    boards = table.boards
    decisions = (
        (boards.decision(boards.signs(record.board)), record) for record in table.group.records
    )
    entries = [(position, record) for position, record in decisions if position]
    names = [*dict.fromkeys(name for _, record in _some(entries) for name in record.fields)]
    namings = [hints.squares] if hints.squares else NAMINGS if boards.letters else NAMINGS[::-1]
    best, most_wrong = table, 0
    sampled = _some(entries)
    spelled: dict[tuple[bool, str], list[set[str]]] = {}
    # Algebraic names of squares may begin with another row than the boards.
    for name, upwards, naming in product(names, (boards.upwards, not boards.upwards), namings):
        known.check()
        squares = Squares(known.game, naming, upwards)
        if (upwards, naming) not in spelled:  # the same for each field
            spelled[upwards, naming] = [
                legal_moves_in(known, squares, position) for position, _ in sampled
            ]
        way = replace(table, moves=name, squares=squares)
        right = wrong = 0
        for legal, (_, record) in zip(spelled[upwards, naming], sampled, strict=True):
            moves = squares.split(way.moves_of(record)[0])
            count = len(legal & {*moves})
            right, wrong = right + count, wrong + len(moves) - count
        if right - wrong > best.legal:
            best, most_wrong = replace(way, legal=right - wrong), wrong
    listed = {(p, move) for p, r in entries for move in best.squares.split(best.moves_of(r)[0])}
    most = sum(
        len(known.game.legal_moves(position)) for position in {position for position, _ in entries}
    )
    return table if best.legal < 2 * most_wrong or 3 * len(listed) < most else best


def legal_moves_in(known: KnownPositions, squares: Squares, position: Position) -> set[str]:
    """Return the legal moves of a position as ``squares`` spells them."""
    return {*map(squares.spell, known.game.legal_moves(position))}


def is_words(boards: Boards, signs: Signs) -> bool:
    """Return whether an entry is a heading or a comment: most of its signs, and more than one,
    stand for nothing.
    """
    if signs and all(sign in _BRACKETS for sign in signs):
        return True
    strange = sum(
        sign not in boards.letters if boards.letters else not sign.isdigit() for sign in signs
    )
    return strange > 1 and 2 * strange > len(signs)
