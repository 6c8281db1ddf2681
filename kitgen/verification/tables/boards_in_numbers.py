"""Numbers that may stand for boards: codes in base 3, digits that have lost their zeros, masks of
bits.

No table is read from them. They are found, so that a table is never called right beside boards that
were not compared. A number is as good as another, so chance decides: how many of the numbers of a
text are codes of the machine's positions, and how many would be if they were drawn.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, permutations, product
from math import log
from string import ascii_lowercase, digits
from typing import NamedTuple

from kitgen.model import Game
from kitgen.position_tables.board_notation import Boards, Squares, reading_order
from kitgen.position_tables.nested_data import texts_of
from kitgen.position_tables.records import JOINED_FIELDS, RecordGroup
from kitgen.position_tables.table_search import KnownPositions, TableFields
from kitgen.verification.tables.comparison import TableRow

#: No more different numbers of a text are looked at, nor more positions to see how near to each
#: other their codes are.
MAX_NUMBERS = 2_000
MAX_POSITIONS = 2_000
#: Of no more contents of a cell, digits are exchanged.
MAX_CONTENTS_EXCHANGED = 3
#: Whether a number is the value of a name is seen from so many signs before it.
MAX_SIGNS_BEFORE = 8
#: The radix of digits that were typed one by one.
RADIX_OF_DIGITS = 10
#: No more of them are shown.
MAX_SHOWN = 3
#: Numbers are boards if as many codes among them are as rare as this by chance.
LOG_OF_MAX_CHANCE = log(1e-4)
_DIGITS = digits + ascii_lowercase
_NUMBER = re.compile(r"(?<![\w.+-])(?:0x[0-9a-f]+|-?[0-9]{1,40})(?![\w+-]|\.[0-9])", re.IGNORECASE)
#: Between the masks of the two sides, or the rows of a board: the name of the next one, too.
_BETWEEN_NUMBERS = re.compile(
    r"""[\s,;|:"'&]{1,4}(?:[a-z_]\w{0,9}["']?\s*[:=]\s*["']?)?""", re.IGNORECASE
)
#: What stands between a number and its moves: in a list or an object, or a move that cannot be a
#: number.
_MOVES_BEHIND = re.compile(
    r"""["']?\s*(?:(?::|=>|=|,)\s*[\[({]+\s*["']?[a-z]?[0-9]
        |[:=,;|\s]\s*["']?[a-z]?[0-9]+\s*(?:->|[->])\s*[a-z]?[0-9])""",
    re.VERBOSE,
)
#: The same behind the value of a name: moves that have a name, too.
_NAMED_MOVES_BEHIND = re.compile(
    r"""["']?\s*,\s*["']?[a-z_]\w*["']?\s*[:=]\s*(?:[\[({]+\s*["']?[a-z]?[0-9]
        |["']?[a-z]?[0-9]+\s*(?:->|[->])\s*[a-z]?[0-9])""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class NumbersInText:
    """Numbers that may be boards: the line of the first one, how many different ones they are,
    and some of them.
    """

    line: int
    count: int
    shown: tuple[str, ...]


class _Token(NamedTuple):
    """A number in a text: how it is typed, where it begins, and whether moves follow it."""

    number: int
    typed: str
    start: int
    has_moves: bool = False


@dataclass(frozen=True)
class _Code:
    """A way to write a board as a number: a digit for each cell.

    Attributes:
        radix: how many digits there are.
        order: the cells by their place in reading order, from the highest digit.
        digit_of: the digit of each content of a cell.
        shift: what is taken from the number, where digits may be below zero.
    """

    radix: int
    order: tuple[int, ...]
    digit_of: Mapping[str, str]
    shift: int = 0

    @property
    def is_of_masks(self) -> bool:
        """Whether its numbers are those of ``_NumberSearch.masks``."""
        return self.radix == 3 and not self.shift and self.digit_of.get("0") == "0"

    def number(self, board: str) -> int:
        """Return the number of a board, the contents of its cells in reading order."""
        typed = "".join(self.digit_of[board[place]] for place in self.order)
        return int(typed, self.radix) - self.shift

    @cached_property
    def _content_of(self) -> dict[int, str]:
        return {int(digit): content for content, digit in self.digit_of.items()}

    def board(self, number: int) -> str:
        """Return the board with a number; an empty text if there is none."""
        rest = number + self.shift
        board = [""] * len(self.order)
        for place in reversed(self.order):
            rest, digit = divmod(rest, self.radix)
            content = self._content_of.get(digit)
            if content is None:
                return ""
            board[place] = content
        return "" if rest else "".join(board)


def boards_in_numbers(
    text: str, known: KnownPositions, table: TableFields, entries: Sequence[TableRow]
) -> NumbersInText | None:
    """Return the numbers in a text that may be boards of the machine, but not those beside their
    own boards.
    """
    tokens = _NumberSearch(known, table, entries).best(text)
    if not tokens:
        return None
    first = min(tokens, key=lambda token: token.start)
    shown = dict.fromkeys(token.typed for token in tokens)
    return NumbersInText(
        text.count("\n", 0, first.start) + 1, len(shown), tuple(islice(shown, MAX_SHOWN))
    )


def numbers_as_boards(text: str, known: KnownPositions, notation: Boards) -> Sequence[str]:
    """Return the numbers in a text without a table that may be boards of the machine, each once,
    in its order.
    """
    no_table = TableFields(RecordGroup("", True, ()), notation, Squares(known.game, "own"))
    tokens = _NumberSearch(known, no_table, ()).best(text, every_number=True)
    return [*dict.fromkeys(token.typed for token in sorted(tokens, key=lambda token: token.start))]


class _Codes(NamedTuple):
    """Numbers that are codes, and the logarithm of the chance that as many are."""

    tokens: Sequence[_Token] = ()
    chance: float = 0.0


class _NumberSearch:
    def __init__(
        self, known: KnownPositions, table: TableFields, entries: Sequence[TableRow]
    ) -> None:
        self._known = known
        self._table = table
        self._entries = entries
        self._order = reading_order(known.game)
        self._own_lines = {row.place for row in entries} if table.group.lines else set()

    def best(self, text: str, *, every_number: bool = False) -> Sequence[_Token]:
        """Return the numbers of a text that are boards in the code in which that is the least
        likely by chance.
        """
        tokens = self.tokens(text, every_number=every_number)
        masks = self.masks(text)
        rows = self.rows(text)
        of_digits = [code for code in self.codes if code.radix == RADIX_OF_DIGITS]
        candidates = [self.beside_other_boards(tokens)]
        candidates += [self.codes_among(tokens, code) for code in self.codes]
        candidates += [self.codes_among(masks, code) for code in self.codes if code.is_of_masks]
        candidates += [self.codes_among(rows, code) for code in of_digits]
        return min(candidates, key=lambda codes: codes.chance).tokens

    @cached_property
    def _positions(self) -> set[str]:
        """The contents of the cells of each position of the machine, in reading order."""
        return {self._contents(position.cells) for position in self._known.least_of}

    @property
    def _least(self) -> int:
        """No smaller number is taken for a board: most squares, places and counts are smaller."""
        return int(3 ** (len(self._order) // 2))

    def _contents(self, cells: Sequence[int]) -> str:
        return "".join(_DIGITS[cells[cell]] for cell in self._order)

    @cached_property
    def codes(self) -> list[_Code]:
        """All codes that are tried; of those that are images of each other, one."""
        contents = "".join(
            _DIGITS[content] for content in sorted(self._table.boards.contents.values())
        )
        ways = [tuple(contents)]
        if len(contents) <= MAX_CONTENTS_EXCHANGED:
            ways = list(permutations(contents))
        codes = []
        for order, ordered in product(_orders(self._known.game, self._order), ways):
            digit_of = dict(zip(ordered, _DIGITS, strict=False))
            for radix in {len(contents), 4, RADIX_OF_DIGITS}:
                if radix >= len(contents):
                    codes.append(_Code(radix, order, digit_of))
            if len(contents) == 3:
                digits_from_minus_one = (3 ** len(order) - 1) // 2
                codes.append(_Code(3, order, digit_of, shift=digits_from_minus_one))
        return codes

    def tokens(self, text: str, *, every_number: bool) -> list[_Token]:
        """Return the numbers of a text that are no boards as they are typed, but may be codes.

        If not every number is wanted, numbers of entries are left out, small ones, and some of very
        many.
        """
        boards = self._table.boards
        tokens: list[_Token] = []
        line = 1
        counted = 0
        for match in _NUMBER.finditer(text):
            self._known.check()
            number = _value(match[0])
            if number is None or boards.decision(tuple(match[0])) is not None:
                continue
            if abs(number) < self._least and not (every_number and _has_moves(text, match)):
                continue
            line += text.count("\n", counted, match.start())
            counted = match.start()
            has_moves = line not in self._own_lines and _has_moves(text, match)
            tokens.append(_Token(number, match[0], match.start(), has_moves))
        if every_number:
            return tokens
        kept = _without_steps(sorted({token.number for token in tokens}))
        some = {*kept[:: 1 + len(kept) // MAX_NUMBERS]}
        return [token for token in tokens if token.number in some]

    def masks(self, text: str) -> list[_Token]:
        """Return each two masks that stand side by side as a number in base 3, in which the
        second side has the 2.
        """
        cells = len(self._order)
        tokens = []
        for start, end, masks in self._side_by_side(text, 2):
            if cells < max(masks) < 1 << cells and not masks[0] & masks[1]:
                number = int(f"{masks[0]:b}", 3) + 2 * int(f"{masks[1]:b}", 3)
                tokens.append(_Token(number, text[start:end], start))
        return tokens[:MAX_NUMBERS]

    def rows(self, text: str) -> list[_Token]:
        """Return as many numbers as a board has rows, side by side, as one number with the
        digits of all.
        """
        columns = self._table.boards.columns
        tokens = []
        for start, end, rows in self._side_by_side(text, len(self._order) // columns):
            if 10 ** (columns - 1) <= max(rows) < 10**columns:
                number = int("".join(f"{row:0{columns}}" for row in rows))
                tokens.append(_Token(number, text[start:end], start))
        return tokens[:MAX_NUMBERS]

    def _side_by_side(self, text: str, count: int) -> Iterator[tuple[int, int, list[int]]]:
        """Yield ``count`` numbers that follow each other in a list or an object: where they
        begin and end, and they.
        """
        if count < 2:
            return
        matches: list[re.Match[str]] = []
        for match in _NUMBER.finditer(text):
            self._known.check()
            if matches and not _BETWEEN_NUMBERS.fullmatch(text, matches[-1].end(), match.start()):
                matches = []
            matches = [*matches, match][-count:]
            values = [_value(each[0]) for each in matches]
            numbers = [value for value in values if value is not None and value >= 0]
            if len(numbers) == count:
                yield matches[0].start(), match.end(), numbers

    def codes_among(self, tokens: Sequence[_Token], code: _Code) -> _Codes:
        """Return the numbers that are boards in a code, and how likely that is by chance."""
        self._known.check()
        numbers = {token.number for token in tokens}
        codes = {number for number in numbers if code.board(number) in self._positions}
        times = Counter(token.number for token in tokens)
        beside_own, _ = self._beside_boards
        hits = [
            token
            for token in tokens
            if token.number in codes and times[token.number] > beside_own[token.number]
        ]
        if not hits:
            return _Codes()
        count = len({token.number for token in hits})
        chance = _log_of_chance(count, self._expected(numbers, code))
        if chance < LOG_OF_MAX_CHANCE:
            return _Codes(hits, chance)
        in_table = Counter[int]()
        for beside_boards in self._numbers_in_table.values():
            in_table.update(number for number, _ in beside_boards)
        with_moves = [
            token
            for token in hits
            if token.has_moves and times[token.number] > in_table[token.number]
        ]
        return _Codes(with_moves, LOG_OF_MAX_CHANCE) if with_moves else _Codes()

    def beside_other_boards(self, tokens: Sequence[_Token]) -> _Codes:
        """Return the numbers that are no codes of the boards beside them, in a field in which
        most are.
        """
        _, wrong = self._beside_boards
        if not wrong:
            return _Codes()
        typed = [token for token in tokens if token.number in wrong]
        if not typed:
            typed = [_Token(number, str(number), 0) for number in sorted(wrong)]
        return _Codes(typed, float("-inf"))

    @cached_property
    def _beside_boards(self) -> tuple[Counter[int], set[int]]:
        """The numbers beside their own boards in the fields of the table that have codes, and
        the other ones there.
        """
        right = Counter[int]()
        wrong = set[int]()
        for numbers in self._numbers_in_table.values():
            if max(abs(number) for number, _ in numbers) < self._least:
                continue
            for code in self.codes:
                self._known.check()
                own = [number for number, board in numbers if code.number(board) == number]
                if 2 * len(own) > len(numbers) > 1:
                    right.update(own)
                    wrong |= {number for number, board in numbers if code.number(board) != number}
                    break
        return right, wrong

    @cached_property
    def _numbers_in_table(self) -> Mapping[str, list[tuple[int, str]]]:
        """The numbers in each field of the table, each with the contents of the board beside it."""
        numbers = defaultdict[str, list[tuple[int, str]]](list)
        for record, row in zip(self._table.group.records, self._entries, strict=True):
            if row.position is None:
                continue
            contents = self._contents(row.position.cells)
            for name, value in record.fields.items():
                if name in JOINED_FIELDS or name == self._table.moves or value is record.board:
                    continue
                for text in texts_of(value):
                    typed = text.strip()
                    number = _value(typed) if _NUMBER.fullmatch(typed) else None
                    if number is not None:
                        numbers[name].append((number, contents))
        return numbers

    def _expected(self, numbers: Iterable[int], code: _Code) -> float:
        """Return how many of some numbers would be codes by chance, if each is drawn from those
        as long as it is.
        """
        step = 1 + len(self._positions) // MAX_POSITIONS
        begins = Counter(
            _beginning(code.number(board)) for board in islice(self._positions, 0, None, step)
        )
        anywhere = len(self._positions) / code.radix ** len(self._order)
        expected = 0.0
        for number in numbers:
            beginning = _beginning(number)
            expected += max(step * begins[beginning] / 10 ** beginning[1], anywhere)
        return expected


def _beginning(number: int) -> tuple[int, int]:
    """Return the first two digits of a number, with its sign, and how many digits follow."""
    digits_behind = max(0, len(str(abs(number))) - 2)
    first = abs(number) // 10**digits_behind
    if number < 0:
        first = -first
    return first, digits_behind


def _orders(game: Game, cells: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the orders in which cells may be written, of those that are images of each other
    one, as places.
    """
    columns = round(game.diagram.width)
    rows = [tuple(cells[start : start + columns]) for start in range(0, len(cells), columns)]
    place = {cell: number for number, cell in enumerate(cells)}
    orders: list[tuple[int, ...]] = []
    images: set[tuple[int, ...]] = set()
    for by_columns, upwards, leftwards in product((False, True), repeat=3):
        turned = rows
        if upwards:
            turned = turned[::-1]
        if leftwards:
            turned = [row[::-1] for row in turned]
        if by_columns and len({len(row) for row in turned}) == 1:
            turned = list(zip(*turned, strict=True))
        order = tuple(chain.from_iterable(turned))
        if order not in images:
            orders.append(tuple(place[cell] for cell in order))
            images |= {tuple(symmetry.to[cell] for cell in order) for symmetry in game.symmetries}
    return orders


def _has_moves(text: str, number: re.Match[str]) -> bool:
    """Return whether moves stand behind a number; behind the value of a name they have a name,
    too.
    """
    before = text[max(0, number.start() - MAX_SIGNS_BEFORE) : number.start()]
    is_value = before.rstrip(" \"'").endswith((":", "="))
    behind = _NAMED_MOVES_BEHIND if is_value else _MOVES_BEHIND
    return behind.match(text, number.end()) is not None


def _without_steps(numbers: Sequence[int]) -> list[int]:
    """Return sorted numbers without those midway between two others, as the numbers of lines and
    entries are.

    >>> _without_steps([100, 110, 120, 130, 777])
    [100, 130, 777]
    """
    midway = set()
    for smaller, number, larger in zip(numbers, numbers[1:], numbers[2:], strict=False):
        if number - smaller == larger - number:
            midway.add(number)
    return [number for number in numbers if number not in midway]


def _value(typed: str) -> int | None:
    """Return the value of a number; none if it begins with zeros, as no code does."""
    if typed[:2] in ("0x", "0X"):
        return int(typed, 16)
    if typed != "0" and typed.lstrip("-").startswith("0"):
        return None
    return int(typed)


def _log_of_chance(count: int, expected: float) -> float:
    """Return a bound for the logarithm of the chance that ``count`` or more happen where so many
    are ``expected``.

    >>> round(_log_of_chance(3, 0.05), 1), _log_of_chance(3, 5.0)
    (-9.3, 0.0)
    """
    if count <= expected:
        return 0.0
    return count - expected - count * log(count / expected)
