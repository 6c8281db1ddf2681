"""Notations for moves: pairs of numbered or named squares, or the game's own notation."""

import re
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

from kitgen.model import Game, Move
from kitgen.paper.card.moves import marking_of

#: Stands between the two squares of a move.
_BETWEEN = re.compile(r"\s*(?:->|=>|→|–|—|:|\bto\b|(?<=\w)[-x>](?=\w)|(?<=\w)\s+-\s+(?=\w))\s*")


@dataclass(frozen=True)
class Squares:
    """A notation for moves: one of ``NAMINGS``, and the cells as one reads the table's boards."""

    game: Game
    naming: str
    order: tuple[int, ...]

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of each cell; empty in the game's own notation."""
        columns = round(self.game.diagram.width)
        rows = len(self.order) // columns
        named = {}
        for index, cell in enumerate(self.order):
            row, column = divmod(index, columns)
            match self.naming:
                case "1-9":
                    named[cell] = str(index + 1)
                case "0-8":
                    named[cell] = str(index)
                case "a1-c3":
                    named[cell] = f"{ascii_lowercase[column]}{rows - row}"
                case "7-9":
                    named[cell] = str((rows - 1 - row) * columns + column + 1)
                case "0,0" | "1,1":
                    named[cell] = f"{row + int(self.naming[0])},{column + int(self.naming[0])}"
        return named

    @cached_property
    def _cells(self) -> dict[str, int]:
        return {name: cell for cell, name in self.names.items()}

    def spell(self, move: Move) -> str:
        """Return a move as ``split`` returns it."""
        if self.naming == "own":
            return self.game.move_text(move)
        return "-".join(self.names[cell] for cell in marking_of(self.game.diagram).cells(move))

    def split(self, text: str) -> tuple[str, ...]:
        """Return the moves in a text, each with its squares joined by ``-``.

        >>> from kitgen.games import make_game
        >>> Squares(make_game("hexapawn"), "1-9", tuple(range(9))).split("1-4, 15 2 -> 4 and 1:5")
        ('1-4', '1-5', '2-4', 'and', '1-5')
        """
        if self.naming == "own":
            return tuple(word for word in re.split(r"[\s,;|]+", text) if word)
        if "," in self.naming:
            return self._coordinates(text)
        words = re.split(r"[\s,;|\[\]()]+", _BETWEEN.sub("-", text))
        return tuple(self._parted(word) for word in words if word)

    def _coordinates(self, text: str) -> tuple[str, ...]:
        """Return the moves in a text with two numbers for each square.

        >>> from kitgen.games import make_game
        >>> Squares(make_game("hexapawn"), "0,0", tuple(range(9))).split("(0, 0) -> (1, 0) 0-1 1-1")
        ('0,0-1,0', '0,1-1,1')
        """
        each = 1 + marking_of(self.game.diagram).arrows
        words = text.split()
        moves = []
        for part in words if any(len(re.findall("[0-9]+", word)) == 2 * each for word in words) else [text]:
            pairs = re.findall(r"([0-9]+)(?:\s*[-,]\s*([0-9]+))?", part)
            squares = [f"{row},{column}" if column else row for row, column in pairs]
            moves += ["-".join(squares[i : i + each]) for i in range(0, len(squares), each)]
        return tuple(moves)

    def _parted(self, word: str) -> str:
        """Return a move with its squares separated: ``24`` as ``2-4``, ``a3b2`` as ``a3-b2``."""
        if "-" in word or word in self._cells:
            return word
        if self.naming == "a1-c3":
            parts = re.fullmatch(r"([a-z][0-9]+)x?([a-z][0-9]+)", word)
            return f"{parts[1]}-{parts[2]}" if parts else word
        pairs = marking_of(self.game.diagram).arrows
        return f"{word[: len(word) // 2]}-{word[len(word) // 2 :]}" if pairs and len(word) in (2, 4) else word

    def cells(self, move: str) -> tuple[int, ...] | None:
        """Return the cells of a move that ``split`` has returned, legal or not; None where it names none."""
        if self.naming == "own":
            return None
        parts = move.split("-")
        return tuple(self._cells[part] for part in parts) if all(part in self._cells for part in parts) else None


def alike(move: str, other: str) -> bool:
    """Return whether two moves are one typing error apart: a square wrong or left out, or the two exchanged.

    >>> alike("2-8", "2-4"), alike("4-2", "2-4"), alike("1-4", "3-6"), alike("2", "2-4"), alike("2-x4", "2-4")
    (True, True, False, True, True)
    """
    a, b = move.split("-"), other.split("-")
    if len(a) != len(b) or len(b) == 1:
        return len(b) == 1 or len(a) == 1 or bool(set(a) & set(b))
    return a[0] == b[0] or a[-1] == b[-1] or a[::-1] == b


#: Names of squares: ``7-9`` is a numeric keypad, whose top row is 7 8 9; ``0,0`` and ``1,1`` are row and column of the
#: first square; ``own`` is the game's own notation.
NAMINGS = ("1-9", "0-8", "a1-c3", "7-9", "0,0", "1,1", "own")
