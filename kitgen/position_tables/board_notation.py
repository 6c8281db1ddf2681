"""Notations for boards and moves, those of a table and those of the game itself.

A board is compared by its *signs*, what was typed for each cell, so that a typing error is one
sign. A move is one or two numbered or named squares.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from string import ascii_lowercase
from typing import Literal, TypeGuard

from kitgen.errors import NotationError
from kitgen.model import Game, Move, Position
from kitgen.paper.card.moves import Sowing, marking_of
from kitgen.papers import Point
from kitgen.position_tables.nested_data import NestedData, Pairs, texts_of
from kitgen.position_tables.records import (
    ACTION_KEYS,
    COORDINATE_KEYS,
    MAX_LETTERS_OF_A_LINE,
    MOVE_KEYS,
    SQUARE_KEYS,
    WEIGHT_KEYS,
)

#: What was typed for each cell.
Signs = tuple[str, ...]
#: Signs, each with how many there are of it.
SignCounts = frozenset[tuple[str, int]]
#: The sign for a content of a cell for which a table has no sign.
UNKNOWN = "?"
#: The most letters that are read for each cell of a text in which digits count empty cells.
MAX_SIGNS_FOR_A_CELL = 9
_SIGN = re.compile(r"([0-9]+|[^\s0-9,/])")


def counts_of(signs: Iterable[str]) -> SignCounts:
    """Return how many there are of each sign.

    >>> sorted(counts_of("XX.O"))
    [('.', 1), ('O', 1), ('X', 2)]
    """
    return frozenset(Counter(signs).items())


class _Meanings(dict[str, str]):
    """The game's own signs for those of a table; looked up hundreds of thousands of times, so
    without ``get``.
    """

    def __missing__(self, sign: str) -> str:
        return ""


@dataclass(frozen=True, eq=False)
class Boards:
    """A notation for boards.

    Attributes:
        mover: the side that is to move.
        letters: the game's own sign for each sign of a table; empty where the game writes numbers.
        contents: the content of a cell for each of the game's own signs.
        upwards: whether the rows begin with the bottom one.
        digits: whether digits count empty cells (``runs``), or are the ``numbers`` of empty cells.
        decisions: positions by their signs in the game's own notation.
    """

    game: Game
    mover: int
    letters: Mapping[str, str] = field(default_factory=dict)
    contents: Mapping[str, int] = field(default_factory=dict)
    upwards: bool = False
    digits: Literal["", "runs", "numbers"] = ""
    decisions: Mapping[Signs, Position] = field(default_factory=dict)

    @cached_property
    def _start(self) -> list[str]:
        """The game's text for its start: separators and signs alternately."""
        return _SIGN.split(self._own_text(self.game.start()))

    @cached_property
    def size(self) -> int:
        """The number of signs of a board."""
        return len(self._start) // 2

    @cached_property
    def columns(self) -> int:
        """The number of signs of a row."""
        return round(self.game.diagram.width)

    @cached_property
    def numbers_of_signs(self) -> frozenset[SignCounts]:
        """How many of each of the game's own signs there are in each of the ``decisions``."""
        return frozenset(counts_of(signs) for signs in self.decisions)

    @cached_property
    def _sides(self) -> tuple[str, str]:
        return self.game.sides[self.mover].letter, self.game.sides[1 - self.mover].letter

    @cached_property
    def _meant(self) -> "_Meanings":
        return _Meanings(self.letters)

    @cached_property
    def _sign_of(self) -> dict[str, str]:
        """A sign of the table for each of the game's own: of several, the first."""
        return {own: sign for sign, own in reversed(list(self.letters.items()))}

    def _own_text(self, position: Position) -> str:
        """Return the game's text for a position without the side to move."""
        return self.game.text(position).rpartition(" ")[0]

    def signs(self, board: NestedData) -> Signs:
        """Return the signs of a board; a wrong side to move is an extra sign."""
        if not self.letters:
            text = " ".join(texts_of(board)).strip()
            side = re.escape(self._sides[0])
            without_side = re.sub(rf"\s+{side}$", "", text, flags=re.IGNORECASE)
            return tuple(_SIGN.findall(without_side))
        if self.digits == "runs" and isinstance(board, str) and "/" in board:
            begin = board[: MAX_SIGNS_FOR_A_CELL * self.size]
            board = re.sub("[0-9]{1,2}", lambda match: "." * int(match[0]), begin)
        signs = signs_of(board, self.columns, self.size, self._sides, blank=" " in self.letters)
        if self.digits == "numbers":
            return _without_numbers("".join(signs))
        return signs

    @cached_property
    def _runs(self) -> "Boards":
        return replace(self, digits="runs")

    def fits(self, board: NestedData) -> bool:
        """Return whether a value has as many signs as a board, if digits are signs or if they
        count empty cells.
        """
        if isinstance(board, str) and len(board) > MAX_LETTERS_OF_A_LINE:
            return False
        return self.size in (len(self.signs(board)), len(self._runs.signs(board)))

    def _turned(self, signs: Signs) -> Signs:
        """Return signs with their rows in the game's own order instead of the table's, or the other
        way round.
        """
        if not self.upwards:
            return signs
        starts = range(0, len(signs), self.columns)
        rows = [signs[start : start + self.columns] for start in reversed(starts)]
        return tuple(chain.from_iterable(rows))

    def _own(self, signs: Signs) -> Signs:
        """Return the game's own signs for those of a table; an empty text for an unknown sign."""
        if self.letters:
            signs = tuple(map(self._meant.__getitem__, signs))
        return self._turned(signs)

    def decision(self, signs: Signs) -> Position | None:
        """Return the position, if it is among the ``decisions``."""
        return self.decisions.get(self._own(signs))

    def position(self, signs: Signs) -> Position | None:
        """Return the position, if the game can read it."""
        own = self._own(signs)
        decision = self.decisions.get(own)
        if decision is not None:
            return decision
        if len(own) != self.size or not all(own):
            return None
        if self.letters:
            sign_at = dict(zip(reading_order(self.game), own, strict=True))
            cells = tuple(self.contents[sign_at[cell]] for cell in range(self.size))
            return Position(cells, self.mover)
        try:
            return self.game.parse(f"{self._filled(own)} {self._sides[0]}")
        except NotationError:
            return None

    def spelled(self, position: Position) -> Signs:
        """Return the signs of a position."""
        own = self._turned(tuple(_SIGN.findall(self._own_text(position))))
        if not self.letters:
            return own
        return tuple(self._sign_of.get(sign, UNKNOWN) for sign in own)

    def _filled(self, own: Signs) -> str:
        """Return the game's text of a board with these signs: they stand between separators."""
        parts = [*self._start]
        parts[1::2] = own
        return "".join(parts)

    def laid_out(self, signs: Signs) -> str:
        """Return the rows of a board joined by ``/``."""
        if not self.letters:
            return self._filled(signs) if len(signs) == self.size else " ".join(signs)
        between = "," if any(len(sign) > 1 for sign in self.letters) else ""
        starts = range(0, len(signs), self.columns)
        return "/".join(between.join(signs[start : start + self.columns]) for start in starts)


def _without_numbers(board: str) -> Signs:
    """Return the signs of a board with a dot for a cell that has its own number, or by mistake
    that of the cell before.
    """
    signs: list[str] = []
    while board:
        own = str(len(signs) + 1)
        before = str(len(signs))
        sign = board[0]
        rest = board[1:]
        for number in (before, own):
            if board.startswith(number):
                sign = "."
                rest = board.removeprefix(number)
        signs.append(sign)
        board = rest
    return tuple(signs)


def own_letters(game: Game, positions: Iterable[Position]) -> dict[str, int]:
    """Return the content of a cell for each sign that the game writes, in order; none if it does
    not write signs.

    >>> from kitgen.games import make_game
    >>> hexapawn, nim = make_game("hexapawn"), make_game("nim:9")
    >>> own_letters(hexapawn, [hexapawn.start()]), own_letters(nim, [nim.start()])
    ({'.': 0, 'w': 1, 'b': 2}, {})
    """
    contents: dict[str, int] = {}
    for position in positions:
        signs = game.text(position).rpartition(" ")[0].replace("/", "")
        if len(signs) != len(position.cells) or len(position.cells) == 1:
            return {}
        for cell, sign in zip(reading_order(game), signs, strict=True):
            contents[sign] = position.cells[cell]
    return dict(sorted(contents.items(), key=lambda pair: pair[1]))


def reading_order(game: Game, *, upwards: bool = False) -> tuple[int, ...]:
    """Return the cells row by row from the top left, or with the rows from the bottom."""
    centres = game.diagram.centres

    def place(cell: int) -> Point:
        x, y = centres[cell]
        return (-y if upwards else y), x

    return tuple(sorted(range(len(centres)), key=place))


#: A list or an array as a program prints it.
_BRACKETS = re.compile(r"[\[\]()'\"]")
#: Between the rows of a board, and between its cells: with commas, or without.
_ROW_ENDS = re.compile(r"[/|\n]")
_COMMAS = re.compile("[,;]")
_CELL_ENDS_WITH_COMMAS = re.compile(r"[/|\n,;]")
_CELL_ENDS = re.compile(r"[/|\s]+")
_ALL_ENDS = re.compile(r"[/|,;\s]")


def signs_of(
    board: NestedData, columns: int, cells: int, sides: Sequence[str] = (), *, blank: bool = False
) -> Signs:
    """Return what was typed for each cell of a board, in which a ``blank`` may stand for an empty
    cell; one cell may be left out by mistake.

    A text has rows joined by ``/`` or ``|``, or all cells in one; cells may be separated by commas,
    semicolons or spaces. The letters of ``sides``, the machine's first, may follow the board. A
    list has a text for each cell or row.

    >>> signs_of("bbb/w../.ww b", 3, 9, ("b", "w")) == signs_of("b,b,b,w,.,.,.,w,w", 3, 9) == tuple(
    ...     "bbbw...ww"
    ... )
    True
    >>> (
    ...     signs_of("-1 -1/0 1", 2, 4),
    ...     signs_of("X  / X /  O", 3, 9)[1:4],
    ...     signs_of(["X", "", "", "O"], 2, 4),
    ... )
    (('-1', '-1', '0', '1'), (' ', ' ', ' '), ('X', ' ', ' ', 'O'))
    """
    if not isinstance(board, str):
        texts = texts_of(board)
        if len(texts) != cells // columns or columns == 1:
            return tuple(text.strip() or " " for text in texts)
        board = "/".join(texts)
    if board.lstrip().startswith(("[", "(")):  # a list or an array as a program prints it
        board = _BRACKETS.sub(" ", board).strip()
    words = board.split()
    rows = _ROW_ENDS.split(board)
    if len(words) > 1 and words[-1].lower() in [side.lower() for side in sides]:
        side = words[-1]
        is_apart = len(words) == 2 and len(rows) > 1
        # Otherwise the last word is a cell, unless there are more signs than cells.
        if is_apart or len(_ALL_ENDS.sub("", board)) > cells:
            without_side = board.strip()[: -len(side)].rstrip()
            signs = signs_of(without_side, columns, cells, blank=blank)
            # A wrong side is an extra sign.
            is_machine = side.lower() == sides[0].lower()
            return signs if is_machine else (*signs, side)
    if _COMMAS.search(board) is not None:
        fields = _CELL_ENDS_WITH_COMMAS.split(board)
        if len(fields) >= cells - 1:
            return tuple(sign.strip() or " " for sign in fields)
    else:
        fields = _CELL_ENDS.split(board.strip())
    row_length = columns if len(rows) > 1 else cells
    if blank or all(len(row) == row_length for row in rows):
        return tuple("".join(rows))
    if len(fields) >= cells - 1:
        return tuple(fields)
    return tuple("".join(fields))


#: How a square is named in each of the ``NAMINGS`` of ``hints.py`` except the game's own, by its
#: row and column and by the numbers of rows and columns.
_NAMES: dict[str, Callable[[int, int, int, int], str]] = {
    "1-9": lambda row, column, _, columns: str(row * columns + column + 1),
    "0-8": lambda row, column, _, columns: str(row * columns + column),
    "a1-c3": lambda row, column, rows, _: f"{ascii_lowercase[column]}{rows - row}",
    "7-9": lambda row, column, rows, columns: str((rows - 1 - row) * columns + column + 1),
    "0,0": lambda row, column, _rows, _columns: f"{row},{column}",
    "1,1": lambda row, column, _rows, _columns: f"{row + 1},{column + 1}",
}
#: Stands between the two squares of a move.
_BETWEEN = re.compile(r"\s*(?:->|=>|→|–|—|:|\bto\b|(?<=\w)[-x>](?=\w)|(?<=\w)\s+-\s+(?=\w))\s*")


@dataclass(frozen=True)
class Squares:
    """A notation for moves: one of the ``NAMINGS`` of ``hints.py``, and whether rows begin with the
    bottom one.
    """

    game: Game
    naming: str
    upwards: bool = False

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of each cell; empty in the game's own notation."""
        if self.naming == "own":
            return {}
        order = reading_order(self.game, upwards=self.upwards)
        columns = round(self.game.diagram.width)
        rows = len(order) // columns
        name_of = _NAMES[self.naming]
        names = {}
        for number, cell in enumerate(order):
            row, column = divmod(number, columns)
            names[cell] = name_of(row, column, rows, columns)
        return names

    @cached_property
    def _cells(self) -> dict[str, int]:
        return {name: cell for cell, name in self.names.items()}

    @cached_property
    def _squares_of_a_move(self) -> int:
        marking = marking_of(self.game.diagram)
        if isinstance(marking, Sowing):  # its arrow leads out of the one pit that names the move
            return 1
        return 2 if marking.arrows else 1

    def spell(self, move: Move) -> str:
        """Return a move as ``split`` returns it."""
        if self.naming == "own":
            return self.game.move_text(move)
        return "-".join(self.names[cell] for cell in marking_of(self.game.diagram).cells(move))

    def split(self, text: str) -> tuple[str, ...]:
        """Return the moves in a text, each with its squares joined by ``-``.

        >>> from kitgen.games import make_game
        >>> Squares(make_game("hexapawn"), "1-9").split("1-4, 15 2 -> 4 and 1:5")
        ('1-4', '1-5', '2-4', 'and', '1-5')
        >>> Squares(make_game("hexapawn"), "0,0").split("(0, 0) -> (1, 0) 0-1 1-1")
        ('0,0-1,0', '0,1-1,1')
        >>> Squares(make_game("hexapawn"), "a1-c3").split("a3b2 b3xa2 c1-c2")
        ('a3-b2', 'b3-a2', 'c1-c2')
        """
        if self.naming == "own":
            return tuple(word for word in re.split(r"[\s,;|]+", text) if word)
        if "," in self.naming:
            return tuple(self._coordinates(text))
        words = re.split(r"[\s,;|\[\]()]+", _BETWEEN.sub("-", text))
        if self._squares_of_a_move > 1:  # a list of fixed length is filled up with zeros
            words = [word for word in words if word not in ("0", "00")]
        return tuple(self._parted(word) for word in words if word)

    def _coordinates(self, text: str) -> Iterable[str]:
        """Yield the moves in a text of coordinates, in which a word may be a whole move."""
        each = self._squares_of_a_move
        words = text.split()
        parts = [text]
        if any(len(re.findall("[0-9]+", word)) == 2 * each for word in words):
            parts = words
        for part in parts:
            pairs = re.findall(r"([0-9]+)(?:\s*[-,]\s*([0-9]+))?", part)
            squares = [f"{row},{column}" if column else row for row, column in pairs]
            for start in range(0, len(squares), each):
                yield "-".join(squares[start : start + each])

    def _parted(self, word: str) -> str:
        """Return a move with its squares separated: ``24`` as ``2-4``, ``a3b2`` as ``a3-b2``."""
        if "-" in word or word in self._cells:
            return word
        if self.naming == "a1-c3":
            parts = re.fullmatch(r"([a-z][0-9]+)x?([a-z][0-9]+)", word)
            return f"{parts[1]}-{parts[2]}" if parts else word
        if self._squares_of_a_move == 2 and len(word) in (2, 4):
            half = len(word) // 2
            return f"{word[:half]}-{word[half:]}"
        return word

    def cells(self, move: str) -> tuple[int, ...]:
        """Return the cells of a move from ``split``, legal or not; none if it does not name
        cells.
        """
        parts = move.split("-")
        if not all(part in self._cells for part in parts):
            return ()
        return tuple(self._cells[part] for part in parts)


def alike(move: str, other: str) -> bool:
    """Return whether two moves are one typing error apart: a square wrong or left out, or the two
    exchanged.

    >>> (
    ...     alike("2-8", "2-4"),
    ...     alike("4-2", "2-4"),
    ...     alike("1-4", "3-6"),
    ...     alike("2", "2-4"),
    ...     alike("2-x4", "2-4"),
    ... )
    (True, True, False, True, True)
    """
    squares = move.split("-")
    others = other.split("-")
    if len(squares) == 1 or len(others) == 1:
        return True
    if len(squares) != len(others):
        return not set(squares).isdisjoint(others)
    same_end = squares[0] == others[0] or squares[-1] == others[-1]
    return same_end or squares[::-1] == others


def is_count(value: NestedData) -> TypeGuard[str]:
    """Return whether a value is a number of beads."""
    return isinstance(value, str) and bool(re.fullmatch(r"[0-9]+(\.[0-9]*)?(e[-+]?[0-9]+)?", value))


def moves_in(value: NestedData, cells: int = 0) -> tuple[str, str]:
    """Return the moves in a value as one text, and those of them that have no beads.

    Moves are words of a text, a list, the keys of an object with beads, or the places in a list
    with a weight for each of the ``cells``.

    >>> (
    ...     moves_in([["0", "1"], [["0", "1"], ["1", "1"]]]),
    ...     moves_in(Pairs([("2", "4"), ("3", "0"), ("5", "X")])),
    ... )
    (('0-1 0,1-1,1', ''), ('2 5', '3'))
    >>> moves_in(["4", "0", "4"], 3), moves_in([Pairs([("action", ["0", "1"]), ("count", "2")])])
    (('0 2', '1'), ('0-1', ''))
    >>> moves_in(Pairs([("To", "b2"), ("From", "b1")]))
    ('b1-b2', '')
    """
    weights = texts_of(value) if isinstance(value, list) else []
    if _are_weights(weights, cells):
        value = Pairs((str(cell), weight) for cell, weight in enumerate(weights) if weight)
    if isinstance(value, str):
        return value, ""
    if isinstance(value, list):
        return " ".join(map(move_text, value)), ""
    moves = []
    for name, weight in value:
        # A key without a digit, such as that of a note, is not taken for a move.
        if isinstance(weight, str) and re.search(r"\d", name):
            moves.append((name, weight))
    if not any(is_weight(weight) for _, weight in moves):
        return moves_in(_inner(value), cells)
    # Without its signs and zeros, nothing is left of a weight of 0.
    without = [name for name, weight in moves if not weight.strip("-0.")]
    with_beads = [name for name, _ in moves if name not in without]
    return " ".join(with_beads), " ".join(without)


def _are_weights(texts: Sequence[str], cells: int) -> bool:
    """Return whether texts are a weight for each of the ``cells``, perhaps none for some, and
    not their names.
    """
    weights = [text for text in texts if text]
    if len(texts) != cells or not weights or not all(map(is_weight, weights)):
        return False
    # The names of moves would all differ, and be whole numbers.
    return len({*texts}) < cells or any("." in weight for weight in weights)


def is_weight(value: str) -> bool:
    """Return whether a text is a number of beads or another weight of a move, which may be below
    zero.
    """
    return is_count(value.removeprefix("-"))


def _inner(value: Pairs) -> NestedData:
    """Return the moves in an object, or its one move: by the names of two squares, of a row and a
    column, of moves, or of one move with a weight; otherwise all texts in it as squares.
    """
    names = {name.lower(): inner for name, inner in value}
    if {*SQUARE_KEYS} <= {*names}:
        return "-".join(move_text(names[key]) for key in SQUARE_KEYS)
    for keys in COORDINATE_KEYS:
        if {*keys} <= {*names}:
            return ",".join(move_text(names[key]) for key in keys)
    for name, inner in names.items():
        if name in MOVE_KEYS or isinstance(inner, list):
            return inner
    if not names.keys().isdisjoint(WEIGHT_KEYS):
        for key in ACTION_KEYS:
            if key in names:
                return names[key]
    return "-".join(inner for _, inner in value if isinstance(inner, str))


def move_text(value: NestedData) -> str:
    """Return a move: a word, its squares in a list, or an object with them; a square may be a
    list of coordinates.
    """
    if isinstance(value, Pairs):
        return move_text(_inner(value))
    if isinstance(value, str):
        return value
    squares = []
    for square in value:
        if isinstance(square, list):
            squares.append(",".join(map(move_text, square)))
        else:
            squares.append(move_text(square))
    return "-".join(squares)
