"""Finds out how a table is written, as far as no hint says so: the letters, the way up, the names
of squares.

Of all ways to read a file, the best one has the most positions of the machine and the most legal
moves.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, permutations, product
from typing import Literal, Protocol, TypeVar

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
from kitgen.position_tables.records import MAX_ENTRIES, MOVE_KEYS, Record, RecordGroup
from kitgen.position_tables.table_forms import read_groups

T = TypeVar("T")
#: This many records are enough to guess from.
SAMPLE = 200
#: Only this many of the commonest signs in a table may stand for something; the rest are typing
#: errors.
MAX_SIGNS = 5
#: A way to read a file may be the best one if it knows so many tenths of the most positions.
TENTHS_OF_THE_MOST = 9
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
            raise UsageError(
                f"boards of {known.game.short_name} have no letters; leave out --letters"
            )
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
    """Return some records from all over a table."""
    return records[:: 1 + len(records) // SAMPLE]


def best_table(
    known: KnownPositions, text: str, kind: str, notation: Boards, hints: TableHints
) -> TableFields:
    """Return the records whose boards are the most decisions; of equal ones, those with the most
    legal moves.
    """
    squares = Squares(known.game, hints.squares or NAMINGS[0])
    rows = notation.size // notation.columns
    tables: list[TableFields] = []
    is_crowded = False
    for group in read_groups(text, kind, known.check, rows, notation.size, notation.fits):
        known.check()
        if len(group.records) > MAX_ENTRIES:
            is_crowded = True
            continue
        boards = [record.board for record in _some(group.records)]
        if boards and 2 * sum(map(notation.fits, boards)) >= len(boards):
            tables.append(with_boards(known, TableFields(group, notation, squares), hints))
    most = max((table.known for table in tables), default=0)
    if not most:
        raise _no_positions(known, tables, is_crowded=is_crowded)
    good = [table for table in tables if 10 * table.known >= TENTHS_OF_THE_MOST * most]
    best = [_with_moves(known, table, hints) for table in good]
    table = max(
        best, key=lambda way: (way.moves is not None, way.known, -len(way.group.records), way.legal)
    )
    if table.moves is None and (hints.squares or _names_moves(table)):
        names = "whatever the names of squares"
        if hints.squares:
            names = f"with the squares {hints.squares}"
        example = example_of(known)
        message = f"has moves of which most are not legal {names}; {_advice(example)}"
        raise UnreadTableError(message, "illegal", example=example)
    return replace(table, others=tuple(other.group for other in tables if other.known))


def _no_positions(
    known: KnownPositions, tables: Sequence[TableFields], *, is_crowded: bool
) -> KitFileError:
    """Return the error for a file in which no way to read it knows a position."""
    if is_crowded:
        return KitFileError(f"has more than {MAX_ENTRIES:,} entries; no kit is that large")
    largest = max(tables, key=lambda table: len(table.group.records), default=None)
    if largest:
        return refused_table(known, largest)
    example = example_of(known)
    message = f"contains no positions; {_advice(example)}"
    return UnreadTableError(message, "no_positions", example=example)


def _names_moves(table: TableFields) -> bool:
    """Return whether the first record names its moves, by a field or in the heading of a column."""
    first = table.group.records[0].fields
    words = {str(word).strip().lower() for word in chain(*first.items())}
    return not words.isdisjoint(MOVE_KEYS)


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
    side = known.game.sides[known.mover].name
    unit = "line" if table.group.lines else "entry"
    message = (
        f"was read as {table.group.form}, but {len(bad)} of {len(entries)} are no positions of "
        f"{known.game.called} with {side} to move, such as "
        f"{quoted(table.boards.laid_out(signs))} in {unit} {place}; {_advice(example)}"
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
    ways_with_digits: list[Literal["", "runs", "numbers"]] = [""]
    if table.boards.letters and _have_digits(map(table.boards.signs, some)):
        ways_with_digits += ["runs", "numbers"]
    most = -1
    best = table.boards
    for digits in ways_with_digits:
        written = replace(table.boards, digits=digits)
        boards = [written.signs(board) for board in some]
        kinds = Counter(map(counts_of, boards))
        for way in _notations(written, boards, hints):
            known.check()
            if not _may_be_more(most, way, kinds, table.boards.numbers_of_signs):
                continue
            count = _count_known(known, way, boards)
            if count > most:
                most = count
                best = way
    boards = [best.signs(record.board) for record in table.group.records]
    return replace(table, known=_count_known(known, best, boards), boards=best)


def _have_digits(boards: Iterable[Signs]) -> bool:
    return any(sign.isdigit() for sign in chain.from_iterable(boards))


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
    """Return how many different positions of the machine some boards are."""
    positions = map(notation.decision, boards)
    return len({known.least_of[position] for position in positions if position})


def _notations(written: Boards, boards: Sequence[Signs], hints: TableHints) -> Iterator[Boards]:
    """Yield the meanings that the signs of boards may have; the game's own signs stand for
    themselves.
    """
    common = [sign for sign, _ in Counter(chain(*boards)).most_common(MAX_SIGNS)]
    own = [*written.contents]
    ways: list[Mapping[str, str]] = [written.letters]
    if hints.letters is None and not {*own} >= {*common[: len(own)]}:
        some_signs = permutations(common, min(len(own), len(common)))
        ways = [dict(zip(signs, own, strict=False)) for signs in some_signs]
        ways.sort(key=_count_alike, reverse=True)
    orders = [written.upwards]
    if hints.upside_down is None and own:
        orders = [False, True]
    for upwards, letters in product(orders, ways):
        yield replace(written, upwards=upwards, letters=letters)


def _count_alike(letters: Mapping[str, str]) -> int:
    """Return how many signs of a table are those of the game."""
    return sum(sign.lower() == meant.lower() for sign, meant in letters.items())


def _with_moves(known: KnownPositions, table: TableFields, hints: TableHints) -> TableFields:
    """Return a table with the field and names of squares that give the most legal moves; none if
    most are not legal.
    """
    boards = table.boards
    entries = list[tuple[Position, Record]]()
    for record in table.group.records:
        position = boards.decision(boards.signs(record.board))
        if position:
            entries.append((position, record))
    some = _some(entries)
    names = dict.fromkeys(chain.from_iterable(record.fields for _, record in some))
    namings: Sequence[str] = NAMINGS if boards.letters else NAMINGS[::-1]
    if hints.squares:
        namings = [hints.squares]
    best = table
    wrong_of_best = 0
    legal_in: dict[Squares, list[set[str]]] = {}  # the same for each field
    # Algebraic names of squares may begin with another row than the boards.
    for name, upwards, naming in product(names, (boards.upwards, not boards.upwards), namings):
        known.check()
        squares = Squares(known.game, naming, upwards)
        if squares not in legal_in:
            legal_in[squares] = [legal_moves_in(known, squares, position) for position, _ in some]
        way = replace(table, moves=name, squares=squares)
        right = wrong = 0
        for legal, (_, record) in zip(legal_in[squares], some, strict=True):
            text, _ = way.moves_of(record)
            moves = squares.split(text)
            count = len(legal & {*moves})
            right += count
            wrong += len(moves) - count
        if right - wrong > best.legal:
            best = replace(way, legal=right - wrong)
            wrong_of_best = wrong
    listed = set[tuple[Position, str]]()
    for position, record in entries:
        text, _ = best.moves_of(record)
        listed.update((position, move) for move in best.squares.split(text))
    positions = {position for position, _ in entries}
    wanted = sum(len(known.game.legal_moves(position)) for position in positions)
    if best.legal < 2 * wrong_of_best or 3 * len(listed) < wanted:
        return table
    return best


def legal_moves_in(known: KnownPositions, squares: Squares, position: Position) -> set[str]:
    """Return the legal moves of a position as ``squares`` spells them."""
    return {*map(squares.spell, known.game.legal_moves(position))}


def is_words(boards: Boards, signs: Signs) -> bool:
    """Return whether an entry is a heading or a comment: most of its signs, and more than one,
    stand for nothing.
    """
    if signs and all(sign in _BRACKETS for sign in signs):
        return True
    if boards.letters:
        strange = [sign for sign in signs if sign not in boards.letters]
    else:
        strange = [sign for sign in signs if not sign.isdigit()]
    return len(strange) > 1 and 2 * len(strange) > len(signs)
