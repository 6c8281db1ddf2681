"""Notations for boards: letters for the contents of cells, row by row, or the game's own notation.

A board is compared as its *signs*, what was typed for each cell, so that a typing error is one sign. Empty cells may
also be counted, as in chess (``bbb/w2/1ww``), or have their own number (``X2345678O``).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from kitgen.errors import NotationError
from kitgen.model import Game, Position
from kitgen.verification.tables.literals import Value, texts_of

#: Stands for a content of a cell for which a table has no sign.
UNKNOWN = "?"
#: What was typed for each cell.
Signs = tuple[str, ...]
_SIGN = re.compile(r"([0-9]+|[^\s0-9,/])")


@dataclass(frozen=True)
class LetterBoards:
    """Rows of signs from the top; a letter of ``sides``, the machine's first, may end a position.

    Attributes:
        digits: whether digits count empty cells (``runs``), or are the ``numbers`` of empty cells.
    """

    contents: Mapping[str, int]
    order: tuple[int, ...]
    columns: int
    mover: int
    sides: tuple[str, str]
    digits: Literal["", "runs", "numbers"] = ""

    @cached_property
    def _sign(self) -> dict[int, str]:
        return {content: sign for sign, content in reversed(list(self.contents.items()))}

    @property
    def size(self) -> int:
        """The number of signs of a board."""
        return len(self.order)

    def signs(self, board: Value) -> Signs:
        """Return the signs of a board; a wrong side to move is a sign too many."""
        if self.digits == "runs" and isinstance(board, str):
            board = re.sub("[0-9]{1,2}", lambda match: "." * int(match[0]), board[: 9 * self.size])
        if " " in self.contents and isinstance(board, str) and not re.search(r"[/|\n,;]", board):
            return tuple(board)
        signs = signs_of(board, self.columns, self.size, self.sides)
        if self.digits == "numbers":
            return tuple("." if sign in (str(n), str(n + 1)) else sign for n, sign in enumerate(signs))
        return signs

    def with_digits(self, boards: Sequence[Value]) -> "LetterBoards":
        """Return the same notation with the digits of most of these boards understood."""
        runs, numbers = replace(self, digits="runs"), replace(self, digits="numbers")
        fit = [sum(len(way.signs(board)) == self.size for board in boards) for way in (self, runs)]
        if fit[0] < fit[1]:
            return runs
        own = sum(bool(re.search("[0-9]", "".join(self.signs(board)))) for board in boards)
        left = sum(bool(re.search("[0-9]", "".join(numbers.signs(board)))) for board in boards)
        return numbers if own > 2 * left and 2 * own > len(boards) else self

    def position(self, signs: Signs) -> Position | None:
        """Return the position, where each sign is known and each cell has one."""
        if len(signs) != len(self.order) or any(sign not in self.contents for sign in signs):
            return None
        cells = [0] * len(self.order)
        for cell, sign in zip(self.order, signs, strict=True):
            cells[cell] = self.contents[sign]
        return Position(tuple(cells), self.mover)

    def spelled(self, position: Position) -> Signs:
        """Return the sign of each cell, as one reads them."""
        return tuple(self._sign.get(position.cells[cell], UNKNOWN) for cell in self.order)

    def laid_out(self, signs: Signs) -> str:
        """Return rows joined by ``/``."""
        by = "," if any(len(sign) > 1 for sign in self._sign.values()) else ""
        return "/".join(by.join(signs[i : i + self.columns]) for i in range(0, len(signs), self.columns))


@dataclass(frozen=True)
class OwnNotation:
    """Positions as the game itself writes them, with the side to move or without."""

    game: Game
    mover: int

    @property
    def size(self) -> int:
        """The number of signs of a board."""
        return len(self._parts()) // 2

    def signs(self, board: Value) -> Signs:
        """Return the numbers and letters of a position."""
        text = " ".join(texts_of(board))
        return tuple(_SIGN.findall(self._bare(text)))

    def _bare(self, text: str) -> str:
        letter = self.game.sides[self.mover].letter
        return re.sub(rf"\s+{re.escape(letter)}$", "", text.strip(), flags=re.IGNORECASE)

    def position(self, signs: Signs) -> Position | None:
        """Return the position, where the game can read it."""
        if len(signs) != self.size:
            return None
        try:
            return self.game.parse(f"{self.laid_out(signs)} {self.game.sides[self.mover].letter}")
        except NotationError:
            return None

    def spelled(self, position: Position) -> Signs:
        """Return the numbers of a position."""
        return self.signs(self.game.text(Position(position.cells, self.mover)))

    def laid_out(self, signs: Signs) -> str:
        """Return the numbers of a position as the game writes them, without the side to move."""
        parts = self._parts()
        if len(signs) != self.size:
            return " ".join(signs)
        return "".join(part if index % 2 == 0 else signs[index // 2] for index, part in enumerate(parts))

    def _parts(self) -> list[str]:
        """Return the game's notation of its start: separators and signs by turns."""
        start = self.game.text(Position(self.game.start().cells, self.mover))
        return _SIGN.split(self._bare(start))


#: A notation: each turns a text into signs, signs into a position or None, and both back.
Boards = LetterBoards | OwnNotation


def signs_of(board: Value, columns: int, cells: int, sides: Sequence[str] = ()) -> Signs:
    """Return what was typed for each cell of a board.

    A text has rows joined by ``/`` or ``|``, or all cells in one; cells may be separated by commas, semicolons or
    spaces. The letters of ``sides``, the machine's first, may follow the board. A list has a text for each cell or row.

    >>> signs_of("bbb/w../.ww b", 3, 9, ("b", "w")) == signs_of("b,b,b,w,.,.,.,w,w", 3, 9) == tuple("bbbw...ww")
    True
    >>> signs_of("-1 -1/0 1", 2, 4), signs_of("X  / X /  O", 3, 9)[1:4], signs_of(["X", "", "", "O"], 2, 4)
    (('-1', '-1', '0', '1'), (' ', ' ', ' '), ('X', ' ', ' ', 'O'))
    """
    if not isinstance(board, str):
        texts = texts_of(board)
        if columns == 1 or len(texts) != cells // columns or not any(len(t) >= columns or "," in t for t in texts):
            return tuple(text.strip() or " " for text in texts)
    text = board if isinstance(board, str) else "/".join(texts)
    rows = re.split(r"[/|\n]", text)
    commas = columns - 1 if len(rows) > 1 else cells - 1
    if commas > 0 and sum(row.count(",") != commas for row in rows) < min(len(rows), 2):  # a cell may have no sign
        return tuple(sign.strip() or " " for row in rows for sign in row.split(","))
    if len(rows) > 1 and all(len(row) == columns for row in rows):  # or a space
        return tuple("".join(rows))
    if len(rows) == 1 and len(text) == cells and not re.search("[,;]", text):
        return tuple(text)
    words = text.split()
    side = words[-1] if len(words) > 1 and words[-1].lower() in [side.lower() for side in sides] else ""
    other: Signs = ()
    apart = len(words) == 2 and len(rows) > 1
    if side and (apart or sum(map(len, words)) - len(re.findall(r"[/|,;]", text)) > cells):
        text = text.strip()[: -len(side)].rstrip()
        other = () if side.lower() == sides[0].lower() else (side,)
    parts = [part for part in re.split(r"[/|,;\s]+", text) if part]
    in_rows = len(parts) <= max(1, cells // columns + 1) and any(len(part) > 2 for part in parts)
    if in_rows or (len(parts) < cells and not any(part.lstrip("-").isdigit() for part in parts)):
        parts = list("".join(parts))
    return (*parts, *other)


def own_signs(game: Game, positions: Iterable[Position]) -> dict[str, int] | None:
    """Return the sign that the game itself writes for each content of a cell; None where it writes no rows of signs."""
    contents: dict[str, int] = {}
    for position in positions:
        board = game.text(position).rpartition(" ")[0].replace("/", "")
        if len(board) != len(position.cells) or len(position.cells) == 1:
            return None
        for cell, sign in zip(reading_order(game), board, strict=True):
            if contents.setdefault(sign, position.cells[cell]) != position.cells[cell]:
                return None
    return contents if len(set(contents.values())) == len(contents) else None


def reading_order(game: Game, *, upwards: bool = False) -> tuple[int, ...]:
    """Return the cells row by row from the top left, or with the rows from the bottom."""
    centres = game.diagram.centres
    return tuple(sorted(range(len(centres)), key=lambda c: ((-1 if upwards else 1) * centres[c][1], centres[c][0])))
