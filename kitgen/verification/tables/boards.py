"""Notations for boards: a sign for each cell, row by row, as a table has it and as the game itself writes it.

A board is compared as its *signs*, what was typed for each cell, so that a typing error is one sign.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from kitgen.errors import NotationError
from kitgen.model import Game, Position
from kitgen.verification.tables.literals import Value, texts_of

#: What was typed for each cell.
Signs = tuple[str, ...]
#: Stands for a content of a cell for which a table has no sign.
UNKNOWN = "?"
_SIGN = re.compile(r"([0-9]+|[^\s0-9,/])")


@dataclass(frozen=True, eq=False)
class Boards:
    """A notation for boards.

    Attributes:
        letters: the game's own sign for each sign of a table; empty where the game writes numbers, which stand for
            themselves.
        upwards: whether the rows begin with the bottom one.
        digits: whether digits count empty cells (``runs``), or are the ``numbers`` of empty cells.
        contents: the content of a cell for each of the game's own signs.
        decisions: positions by their signs in the game's own notation, to find these quickly.
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
        """What the game writes for its start: separators and signs by turns."""
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
    def _sides(self) -> tuple[str, str]:
        return self.game.sides[self.mover].letter, self.game.sides[1 - self.mover].letter

    @cached_property
    def _sign_of(self) -> dict[str, str]:
        return {own: sign for sign, own in reversed(list(self.letters.items()))}

    def _own_text(self, position: Position) -> str:
        return self.game.text(position).rpartition(" ")[0]

    def signs(self, board: Value) -> Signs:
        """Return the signs of a board; a wrong side to move is a sign too many."""
        if not self.letters:
            text = " ".join(texts_of(board)).strip()
            return tuple(_SIGN.findall(re.sub(rf"\s+{re.escape(self._sides[0])}$", "", text, flags=re.IGNORECASE)))
        if self.digits == "runs" and isinstance(board, str) and "/" in board:
            board = re.sub("[0-9]{1,2}", lambda match: "." * int(match[0]), board[: 9 * self.size])
        signs = signs_of(board, self.columns, self.size, self._sides, blank=" " in self.letters)
        return _without_numbers("".join(signs)) if self.digits == "numbers" else signs

    def _turned(self, signs: Signs) -> Signs:
        """Return the signs of all rows in the order of the game's own notation, or of these in the table's."""
        if not self.upwards:
            return signs
        starts = range(0, len(signs), self.columns)
        return tuple(sign for start in reversed(starts) for sign in signs[start : start + self.columns])

    def _own(self, signs: Signs) -> Signs:
        """Return the game's own signs for those of a table; empty for what stands for nothing."""
        return self._turned(tuple(self.letters.get(sign, "") for sign in signs) if self.letters else signs)

    def decision(self, signs: Signs) -> Position | None:
        """Return the position, if it is among the ``decisions``."""
        return self.decisions.get(self._own(signs))

    def position(self, signs: Signs) -> Position | None:
        """Return the position, if the game can read it."""
        own = self._own(signs)
        if own in self.decisions or len(own) != self.size or not all(own):
            return self.decisions.get(own)
        if self.letters:
            cells = dict(zip(reading_order(self.game), own, strict=True))
            return Position(tuple(self.contents[cells[cell]] for cell in range(self.size)), self.mover)
        try:
            return self.game.parse(f"{self._filled(own)} {self._sides[0]}")
        except NotationError:
            return None

    def spelled(self, position: Position) -> Signs:
        """Return the signs of a position."""
        own = self._turned(tuple(_SIGN.findall(self._own_text(position))))
        return tuple(self._sign_of.get(sign, UNKNOWN) for sign in own) if self.letters else own

    def _filled(self, own: Signs) -> str:
        """Return a board as the game writes it, without the side to move."""
        return "".join(own[index // 2] if index % 2 else part for index, part in enumerate(self._start))

    def laid_out(self, signs: Signs) -> str:
        """Return the rows of a board joined by ``/``; numbers as the game writes them."""
        if not self.letters:
            return self._filled(signs) if len(signs) == self.size else " ".join(signs)
        by = "," if any(len(sign) > 1 for sign in self.letters) else ""
        return "/".join(by.join(signs[i : i + self.columns]) for i in range(0, len(signs), self.columns))


def _without_numbers(board: str) -> Signs:
    """Return the signs of a board with a dot for each cell that has its own number, or by a typing error the last one.

    >>> "".join(_without_numbers("X2345678O")), "".join(_without_numbers("X234567891011"))
    ('X.......O', 'X..........')
    """
    signs: list[str] = []
    while board:
        number = next((n for n in (f"{len(signs) + 1}", f"{len(signs)}") if board.startswith(n)), "")
        signs.append("." if number else board[0])
        board = board[len(number) or 1 :]
    return tuple(signs)


def own_letters(game: Game, positions: Iterable[Position]) -> dict[str, int]:
    """Return the content of a cell for each sign that the game writes, in order; none where it does not write signs.

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
        contents |= {sign: position.cells[cell] for cell, sign in zip(reading_order(game), signs, strict=True)}
    return dict(sorted(contents.items(), key=lambda pair: pair[1]))


def reading_order(game: Game, *, upwards: bool = False) -> tuple[int, ...]:
    """Return the cells row by row from the top left, or with the rows from the bottom."""
    centres = game.diagram.centres
    return tuple(sorted(range(len(centres)), key=lambda c: ((-1 if upwards else 1) * centres[c][1], centres[c][0])))


def signs_of(board: Value, columns: int, cells: int, sides: Sequence[str] = (), *, blank: bool = False) -> Signs:
    """Return what was typed for each cell of a board.

    A text has rows joined by ``/`` or ``|``, or all cells in one; cells may be separated by commas, semicolons or
    spaces. The letters of ``sides``, the machine's first, may follow the board. A list has a text for each cell or row.
    A ``blank`` may stand for an empty cell.

    >>> signs_of("bbb/w../.ww b", 3, 9, ("b", "w")) == signs_of("b,b,b,w,.,.,.,w,w", 3, 9) == tuple("bbbw...ww")
    True
    >>> signs_of("-1 -1/0 1", 2, 4), signs_of("X  / X /  O", 3, 9)[1:4], signs_of(["X", "", "", "O"], 2, 4)
    (('-1', '-1', '0', '1'), (' ', ' ', ' '), ('X', ' ', ' ', 'O'))
    """
    if not isinstance(board, str):
        texts = texts_of(board)
        if len(texts) != cells // columns or columns == 1:
            return tuple(text.strip() or " " for text in texts)
        board = "/".join(texts)
    words = board.split()
    rows = re.split(r"[/|\n]", board)
    if len(words) > 1 and words[-1].lower() in [side.lower() for side in sides]:
        apart = len(words) == 2 and len(rows) > 1
        if apart or len(re.sub(r"[/|,;\s]", "", board)) > cells:
            signs = signs_of(board.strip()[: -len(words[-1])].rstrip(), columns, cells, blank=blank)
            return signs if words[-1].lower() == sides[0].lower() else (*signs, words[-1])
    fields = re.split(r"[/|\n,;]", board) if re.search("[,;]", board) else re.split(r"[/|\s]+", board.strip())
    if re.search("[,;]", board) and len(fields) >= cells - 1:
        return tuple(sign.strip() or " " for sign in fields)
    if blank or all(len(row) == (columns if len(rows) > 1 else cells) for row in rows):
        return tuple("".join(rows))
    return tuple(fields if len(fields) >= cells - 1 else "".join(fields))
