"""Notations for moves: pairs of numbered or named squares, or the game's own notation."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import TypeGuard

from kitgen.model import Game, Move
from kitgen.paper.card.moves import marking_of
from kitgen.verification.tables.boards import reading_order
from kitgen.verification.tables.literals import Pairs, Value, texts_of

#: Names of squares by row and column and the number of rows and columns; ``7-9`` is a numeric keypad, whose top row is
#: 7 8 9; ``0,0`` and ``1,1`` are row and column of the first square.
_NAMES: dict[str, Callable[[int, int, int, int], str]] = {
    "1-9": lambda row, column, _, columns: str(row * columns + column + 1),
    "0-8": lambda row, column, _, columns: str(row * columns + column),
    "a1-c3": lambda row, column, rows, _: f"{ascii_lowercase[column]}{rows - row}",
    "7-9": lambda row, column, rows, columns: str((rows - 1 - row) * columns + column + 1),
    "0,0": lambda row, column, _rows, _columns: f"{row},{column}",
    "1,1": lambda row, column, _rows, _columns: f"{row + 1},{column + 1}",
}
#: All notations for moves; ``own`` is the game's own.
NAMINGS = (*_NAMES, "own")
#: Names of columns and keys that hold moves, and the two squares of a move.
MOVE_KEYS = ("moves", "move")
SQUARE_KEYS = ("from", "to")
#: Stands between the two squares of a move.
_BETWEEN = re.compile(r"\s*(?:->|=>|→|–|—|:|\bto\b|(?<=\w)[-x>](?=\w)|(?<=\w)\s+-\s+(?=\w))\s*")


@dataclass(frozen=True)
class Squares:
    """A notation for moves: one of ``NAMINGS``, and whether the first row is the bottom one."""

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
        name = _NAMES[self.naming]
        return {cell: name(*divmod(n, columns), len(order) // columns, columns) for n, cell in enumerate(order)}

    @cached_property
    def _cells(self) -> dict[str, int]:
        return {name: cell for cell, name in self.names.items()}

    @cached_property
    def _each(self) -> int:
        """The number of squares of a move."""
        return 1 + marking_of(self.game.diagram).arrows

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
        """
        if self.naming == "own":
            return tuple(word for word in re.split(r"[\s,;|]+", text) if word)
        if "," in self.naming:
            return tuple(self._coordinates(text))
        words = re.split(r"[\s,;|\[\]()]+", _BETWEEN.sub("-", text))
        return tuple(self._parted(word) for word in words if word)

    def _coordinates(self, text: str) -> Iterable[str]:
        """Yield the moves in a text with two numbers for each square."""
        words = text.split()
        for part in words if any(len(re.findall("[0-9]+", word)) == 2 * self._each for word in words) else [text]:
            pairs = re.findall(r"([0-9]+)(?:\s*[-,]\s*([0-9]+))?", part)
            squares = [f"{row},{column}" if column else row for row, column in pairs]
            for start in range(0, len(squares), self._each):
                yield "-".join(squares[start : start + self._each])

    def _parted(self, word: str) -> str:
        """Return a move with its squares separated: ``24`` as ``2-4``, ``a3b2`` as ``a3-b2``."""
        if "-" in word or word in self._cells:
            return word
        if self.naming == "a1-c3":
            parts = re.fullmatch(r"([a-z][0-9]+)x?([a-z][0-9]+)", word)
            return f"{parts[1]}-{parts[2]}" if parts else word
        half = len(word) // 2
        return f"{word[:half]}-{word[half:]}" if self._each == 2 and len(word) in (2, 4) else word

    def cells(self, move: str) -> tuple[int, ...]:
        """Return the cells of a move that ``split`` has returned, legal or not; empty where it names none."""
        parts = move.split("-")
        return tuple(self._cells[part] for part in parts) if all(part in self._cells for part in parts) else ()


def alike(move: str, other: str) -> bool:
    """Return whether two moves are one typing error apart: a square wrong or left out, or the two exchanged.

    >>> alike("2-8", "2-4"), alike("4-2", "2-4"), alike("1-4", "3-6"), alike("2", "2-4"), alike("2-x4", "2-4")
    (True, True, False, True, True)
    """
    a, b = move.split("-"), other.split("-")
    if len(a) != len(b) or len(b) == 1:
        return len(b) == 1 or len(a) == 1 or bool(set(a) & set(b))
    return a[0] == b[0] or a[-1] == b[-1] or a[::-1] == b


def is_count(value: Value) -> TypeGuard[str]:
    """Return whether a value is a number of beads."""
    return isinstance(value, str) and bool(re.fullmatch(r"[0-9]+(\.[0-9]+)?", value))


def moves_in(value: Value, cells: int = 0) -> tuple[str, str]:
    """Return the moves in a value as one text, and those of them that have no beads.

    Moves are words of a text, a list, the keys of an object with beads for each, or the places in a list with beads for
    each of the ``cells``, in which some have as many as others.

    >>> moves_in([["0", "1"], [["0", "1"], ["1", "1"]]]), moves_in(Pairs([("2", "4"), ("3", "0"), ("5", "X")]))
    (('0-1 0,1-1,1', ''), ('2', '3'))
    >>> moves_in(["4", "0", "4"], 3), moves_in([Pairs([("action", ["0", "1"]), ("count", "2")])])
    (('0 2', '1'), ('0-1', ''))
    """
    if (
        isinstance(value, list)
        and len(value) == cells
        and all(map(is_count, value))
        and len({*texts_of(value)}) < cells
    ):
        value = Pairs((str(number), count) for number, count in enumerate(value))
    if isinstance(value, str):
        return value, ""
    if isinstance(value, list):
        return " ".join(map(_move, value)), ""
    counts = [(name, count.strip("0.")) for name, count in value if is_count(count) and re.search(r"\d", name)]
    if not counts:
        return moves_in(_inner(value), cells)
    return " ".join(name for name, count in counts if count), " ".join(name for name, count in counts if not count)


def _inner(value: Pairs) -> Value:
    """Return the moves in an object, or its one move."""
    names = dict(value)
    if {*SQUARE_KEYS} <= {*names}:
        return "-".join(_move(names[key]) for key in SQUARE_KEYS)
    return next((inner for name, inner in value if name in MOVE_KEYS or isinstance(inner, list)), "")


def _move(value: Value) -> str:
    """Return a move: a word, its squares in a list, or an object with them; a square may be a list of coordinates."""
    if isinstance(value, Pairs):
        return _move(_inner(value))
    if isinstance(value, str):
        return value
    return "-".join(",".join(map(_move, square)) if isinstance(square, list) else _move(square) for square in value)
