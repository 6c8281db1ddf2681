"""The account of a table: which boards and moves in its file were not compared.

What is read is one group of records, and one field of moves in it. Anything else in the file that
may be a board of the machine or a move is listed, so that a table is never called right for the
part of it that was read.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Literal, NamedTuple
from unicodedata import normalize

from kitgen.errors import UnreadTableError
from kitgen.model import Position
from kitgen.paper.card.moves import marking_of
from kitgen.position_tables.board_notation import Boards, Signs, Squares, is_weight, moves_in
from kitgen.position_tables.hints import NAMINGS
from kitgen.position_tables.line_forms import without_comments
from kitgen.position_tables.nested_data import NestedData, Pairs, texts_of
from kitgen.position_tables.records import (
    JOINED_FIELDS,
    MAX_ENTRIES,
    NAMED_MOVE,
    Record,
    RecordGroup,
)
from kitgen.position_tables.table_search import TableFields, is_words, legal_moves_in
from kitgen.position_tables.weights import ACTION_LISTS, WEIGHT_LISTS
from kitgen.verification.tables.boards_in_numbers import boards_in_numbers, numbers_as_boards
from kitgen.verification.tables.boards_in_text import (
    are_legal,
    boards_in_other_letters,
    boards_in_text,
    without_escapes,
)
from kitgen.verification.tables.comparison import TableRow, Truth
from kitgen.verification.tables.encoded_texts import encoded_texts

#: A field with moves has at least so many legal ones for each other one.
LEGAL_FOR_A_WRONG_ONE = 9
#: So many records show how the moves of another field are written.
SAMPLED_RECORDS = 20
#: No more of the numbers behind a board in a text are shown.
MAX_NUMBERS_SHOWN = 8
#: Of a longer line, the numbers in it that may be boards have a line each.
MAX_SIGNS_OF_A_LINE = 80
#: Names of fields that have moves, whatever stands in them.
_NAMES_OF_MOVES = ("", "move", *ACTION_LISTS, *WEIGHT_LISTS)


@dataclass(frozen=True, slots=True)
class UnreadEntry:
    """An entry of a file that was not compared.

    Attributes:
        kind: ``no_move``: a position of the machine without a legal move; ``no_board``: moves
            beside what is no board; ``elsewhere``: a position of the machine outside the table;
            ``beside``: what may be moves, beside others; ``numbers``: what may be boards as
                numbers; ``encoded``: what may hold boards, and cannot be read;
            ``line``: a line of a file in which no table was found.
        place: its line in the file, or its number.
        is_line: whether that is a line.
        signs: what was typed for its board.
        position: the position ``elsewhere``.
        moves: those that stand ``beside`` others.
        typed: the first of the ``numbers``, how something ``encoded`` begins, or all of a ``line``.
        count: how many numbers there are.
    """

    kind: Literal["no_move", "no_board", "elsewhere", "beside", "numbers", "encoded", "line"]
    place: int
    is_line: bool
    signs: Signs
    position: Position | None = None
    moves: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    count: int = 0


def unread_entries(
    truth: Truth,
    text: str,
    table: TableFields,
    entries: Sequence[TableRow],
    rows: Sequence[TableRow],
) -> list[UnreadEntry]:
    """Return what was not read of a ``text``.

    That are those of its ``entries`` that are not ``rows``, and all else in it.
    """
    account = _Account(truth, table, entries, rows)
    unread = [*account.in_table(), *account.in_other_groups(), *account.beside_moves()]
    known_signs = {entry.signs for entry in unread}
    known_lines = {entry.place for entry in unread if entry.is_line}
    for entry in account.in_text(text):
        if entry.signs not in known_signs and entry.place not in known_lines:
            unread.append(entry)
    unread += account.in_code(text)
    return unread


def unread_lines(truth: Truth, text: str, notation: Boards) -> list[UnreadEntry]:
    """Return the lines of a text in which no table was found; of long ones, the numbers in them.

    Comments are left out.
    """
    unread: list[UnreadEntry] = []
    for number, line in without_comments(text)[:MAX_ENTRIES]:
        numbers: Sequence[str] = ()
        if len(line) > MAX_SIGNS_OF_A_LINE:
            numbers = _numbers_in(truth, line, notation)
        for typed in numbers:
            unread.append(UnreadEntry("numbers", number, True, (), typed=(typed,), count=1))
        if not numbers and re.search(r"\w", line):
            unread.append(UnreadEntry("line", number, True, (), typed=(line.strip(),)))
    return unread


def _numbers_in(truth: Truth, line: str, notation: Boards) -> Sequence[str]:
    """Return the numbers in a line that may be boards; none if no time is left to look for them."""
    if not notation.letters:
        return ()
    try:
        return numbers_as_boards(line, truth, notation)
    except UnreadTableError:
        return ()


class _Value(NamedTuple):
    """The value of a field, with the board beside it, and its text where it is read as moves."""

    record: Record
    signs: Signs
    position: Position
    text: str


class _Account:
    def __init__(
        self,
        truth: Truth,
        table: TableFields,
        entries: Sequence[TableRow],
        rows: Sequence[TableRow],
    ) -> None:
        self._truth = truth
        self._table = table
        self._entries = entries
        self._rows = rows
        self._squares_of_a_move = 2 if marking_of(truth.game.diagram).arrows else 1
        self._legal: dict[tuple[Squares, Position], set[str]] = {}

    def in_table(self) -> Iterator[UnreadEntry]:
        """Yield the records of the table that are not compared, in the order of the file."""
        boards = self._table.boards
        lines = self._table.group.lines
        kept = {(row.signs, row.moves) for row in self._rows}
        pairs = zip(self._entries, self._table.group.records, strict=True)
        for number, (row, record) in enumerate(pairs):
            if is_words(boards, row.signs):
                is_heading = number == 0 and all(text.isalpha() for text in texts_of(record.board))
                if not is_heading and self._has_moves(record):
                    yield UnreadEntry("no_board", row.place, lines, row.signs)
            elif row.position in self._truth.least_of and (row.signs, row.moves) not in kept:
                yield UnreadEntry("no_move", row.place, lines, row.signs)

    def _has_moves(self, record: Record) -> bool:
        """Return whether a record without a board has moves, in a field or where a board stands."""
        squares = self._table.squares
        moves, _ = self._table.moves_of(record)
        if any(map(squares.cells, squares.split(moves))):
            return True
        fields = _fields_of(record, self._table)
        texts = [text for name, text in fields if name not in JOINED_FIELDS]
        texts.append(" ".join(texts_of(record.board)))
        for text in texts:
            words = _words(text)
            if any(move not in words for move in self._moves(squares, text)):
                return True
        return False

    # Boards and moves outside the table.

    def in_other_groups(self) -> Iterator[UnreadEntry]:
        """Yield the boards of the machine that only other groups of records have, each once.

        Where boards are numbers, so are moves and beads, and nothing tells them apart.
        """
        boards = self._table.boards
        if not boards.letters:
            return
        seen = {row.signs for row in self._entries}
        for group in self._table.others:
            for record in group.records:
                self._truth.check()
                signs = boards.signs(record.board)
                if signs in seen:
                    continue
                position = boards.decision(signs)
                if position is not None:
                    seen.add(signs)
                    yield UnreadEntry("elsewhere", record.place, group.lines, signs, position)

    def in_text(self, text: str) -> Iterator[UnreadEntry]:
        """Yield boards of the text that are more than the table has, wherever they stand: in
        comments, too.

        One that the table has must have other moves behind it than legal ones.
        """
        boards = self._table.boards
        if self._table.moves is None or not boards.letters:
            return
        text = without_escapes(normalize("NFKC", text))
        in_text = list(boards_in_text(text, boards, self._truth.check))
        times = Counter(board.signs for board in in_text)
        compared = Counter(row.signs for row in self._entries)
        own = set[tuple[int, Signs]]()
        if self._table.group.lines:
            own = {(row.place, row.signs) for row in self._entries}
        own_lines = {line for line, _ in own}
        for board in in_text:
            self._truth.check()
            if times[board.signs] <= compared[board.signs] or (board.line, board.signs) in own:
                continue
            position = boards.decision(board.signs)
            if position is None or board.signs not in compared:
                yield UnreadEntry("elsewhere", board.line, True, board.signs, position)
            elif not are_legal(board.numbers, self._legal_moves(self._table.squares, position)):
                moves = board.numbers[:MAX_NUMBERS_SHOWN]
                yield UnreadEntry("beside", board.line, True, board.signs, moves=moves)
        for board in boards_in_other_letters(text, self._truth, self._table):
            if board.line not in own_lines:
                yield UnreadEntry("elsewhere", board.line, True, board.signs)

    def in_code(self, text: str) -> Iterator[UnreadEntry]:
        """Yield what may be boards of the machine as numbers, or in an encoded text."""
        if self._table.moves is None:
            return
        for encoded in encoded_texts(without_escapes(text), self._table.boards, self._truth.check):
            yield UnreadEntry("encoded", encoded.line, True, (), typed=(encoded.begins,))
        if not self._table.boards.letters:
            return
        numbers = boards_in_numbers(without_escapes(text), self._truth, self._table, self._entries)
        if numbers is not None:
            yield UnreadEntry(
                "numbers", numbers.line, True, (), typed=numbers.shown, count=numbers.count
            )

    def beside_moves(self) -> Iterator[UnreadEntry]:
        """Yield illegal moves beside a board of the table, in a field or group not compared."""
        if self._table.moves is None or not self._table.boards.letters:
            return
        seen = set[tuple[Signs, tuple[str, ...]]]()
        for group in (self._table.group, *self._table.others):
            beside = self._records_beside(group)
            for name, values in self._fields(group, beside).items():
                is_rare = 2 * len(values) < len(beside)
                for value, moves in self._wrong_moves(group, name, values, is_rare=is_rare):
                    if (value.signs, moves) in seen:
                        continue
                    seen.add((value.signs, moves))
                    place = value.record.place
                    yield UnreadEntry("beside", place, group.lines, value.signs, moves=moves)

    @cached_property
    def _compared(self) -> dict[Signs, set[str]]:
        compared = defaultdict[Signs, set[str]](set)
        for row in self._rows:
            compared[row.signs] |= {*row.moves}
        return compared

    @cached_property
    def _texts_in_table(self) -> dict[Signs, set[str]]:
        """All that stands beside each board of the table."""
        texts = defaultdict[Signs, set[str]](set)
        for record, row in zip(self._table.group.records, self._entries, strict=True):
            for value in record.fields.values():
                text, _ = moves_in(value, self._table.boards.size)
                texts[row.signs].add(text)
        return texts

    def _records_beside(self, group: RecordGroup) -> list[tuple[Record, Signs, Position]]:
        """Return the records of a group that have a board of the table.

        Those that read lines of the table otherwise are left out.
        """
        boards = self._table.boards
        places_read = set[int]()
        is_own = group is self._table.group
        if not is_own and group.lines and self._table.group.lines:
            places_read = {row.place for row in self._entries}
        records = []
        for record in group.records:
            self._truth.check()
            signs = boards.signs(record.board)
            position = boards.decision(signs)
            if position is None or signs not in self._compared:
                continue
            if record.place not in places_read:
                records.append((record, signs, position))
        return records

    def _fields(
        self, group: RecordGroup, records: Sequence[tuple[Record, Signs, Position]]
    ) -> dict[str, list[_Value]]:
        """Return the values of each field that may have moves, without those that are compared."""
        is_own = group is self._table.group
        fields = defaultdict[str, list[_Value]](list)
        for record, signs, position in records:
            self._truth.check()
            for name, text in _fields_of(record, self._table):
                if name in JOINED_FIELDS:
                    continue
                if is_own:
                    is_read = self._is_compared(record, name)
                else:
                    is_read = text in self._texts_in_table[signs]
                if not is_read and re.search("[a-z0-9]", text):
                    fields[name].append(_Value(record, signs, position, text))
        return fields

    def _is_compared(self, record: Record, name: str) -> bool:
        """Return whether a field of the table has its moves, or is joined in the one that has."""
        if self._table.moves == NAMED_MOVE and name in record.squares:
            return True
        if name == self._table.moves:
            return True
        compared = record.fields.get(self._table.moves or "")
        return isinstance(compared, list) and record.fields.get(name) in compared

    def _wrong_moves(
        self, group: RecordGroup, name: str, values: Sequence[_Value], *, is_rare: bool
    ) -> list[tuple[_Value, tuple[str, ...]]]:
        """Return the moves of a field that are not legal, if it may be a field of moves at all."""
        for squares in self._ways_to_name(values):
            wrong = []
            count_legal = 0
            for value in values:
                moves = self._moves(squares, value.text)
                legal = self._legal_moves(squares, value.position)
                known = legal | self._compared[value.signs]
                strange = tuple(move for move in moves if move not in known)
                count_legal += sum(move in legal for move in moves)
                if strange:
                    wrong.append((value, strange))
            if is_rare or LEGAL_FOR_A_WRONG_ONE * len(wrong) <= count_legal:
                return wrong
            if group is not self._table.group:
                if name.casefold() in _NAMES_OF_MOVES:
                    return wrong
                # Numbers alone may count something.
                return [pair for pair in wrong if not pair[0].text.strip().isdigit()]
        return []

    def _ways_to_name(self, values: Sequence[_Value]) -> Iterator[Squares]:
        """Yield the table's names of squares, and those with which a field is mostly legal moves.

        Only a sample of its values is tried.
        """
        own = self._table.squares
        yield own
        sample = values[:: 1 + len(values) // SAMPLED_RECORDS]
        for naming, upwards in product(NAMINGS, (own.upwards, not own.upwards)):
            squares = Squares(self._truth.game, naming, upwards)
            if squares == own:
                continue
            self._truth.check()
            count = 0
            count_legal = 0
            for value in sample:
                moves = self._moves(squares, value.text)
                legal = self._legal_moves(squares, value.position)
                count += len(moves)
                count_legal += sum(move in legal for move in moves)
            if 2 * count_legal > count:
                yield squares

    def _legal_moves(self, squares: Squares, position: Position) -> set[str]:
        key = squares, position
        if key not in self._legal:
            self._legal[key] = legal_moves_in(self._truth, squares, position)
        return self._legal[key]

    def _moves(self, squares: Squares, text: str) -> list[str]:
        """Return what names a move in a text: all of it, or two squares with a dash among words."""
        if squares.naming == "own":
            return []
        moves = squares.split(text)
        named = [move for move in moves if len(squares.cells(move)) == self._squares_of_a_move]
        if len(named) == len(moves):
            return named
        words = _words(text)
        return [move for move in named if "-" in move and move.replace("-", "") not in words]


def _words(text: str) -> set[str]:
    return set(re.split(r"[^\w]+", text))


def _fields_of(record: Record, table: TableFields) -> Iterable[tuple[str, str]]:
    """Yield the fields of a record as text, and those of an object in it."""
    for name, value in record.fields.items():
        if value is record.board:
            continue
        yield name, _text_of(value, table.boards.size)
        if isinstance(value, Pairs):
            for inner_name, inner in value:
                if name == table.moves and isinstance(inner, str) and is_weight(inner):
                    continue  # the beads of a move
                yield f"{name}.{inner_name}", _text_of(inner, table.boards.size)


def _text_of(value: NestedData, cells: int) -> str:
    """Return a value as text that is read as moves."""
    if isinstance(value, list) and len(value) == 2:
        numbers = [item for item in value if isinstance(item, str) and item.isdigit()]
        if len(numbers) == 2:  # one move, from and to, or two
            return " - ".join(texts_of(value))
    text, _ = moves_in(value, cells)
    return text
