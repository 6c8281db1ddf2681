"""A game in numbers, as learners want it: actions from 0 on, positions and legal actions as
arrays.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import TooLargeError
from kitgen.model import Game, Move, Position

#: The most positions of a game whose actions are numbered: all are visited once, to find every move
#: that there is.
MAX_POSITIONS = 300_000


@dataclass(frozen=True, slots=True, eq=False)
class NumberedPosition:
    """A position as a learner sees it.

    Attributes:
        cells: int16[n]; the content of each cell, as in ``Position.cells``; not to be changed.
        mask: int8[m]; 1 for each legal action, all 0 when the game is over; not to be changed.
    """

    position: Position
    cells: NDArray[np.int16]
    mask: NDArray[np.int8]


class NumberedGame:
    """The actions of a game, numbered from 0 on in the order of moves, and its positions as arrays.

    >>> from kitgen.games import make_game
    >>> game = NumberedGame(make_game("tictactoe"))
    >>> len(game.moves), game.of(game.game.start()).mask.tolist()
    (9, [1, 1, 1, 1, 1, 1, 1, 1, 1])
    """

    def __init__(self, game: Game) -> None:
        """Visit all positions of a game; TooLargeError if there are more than ``MAX_POSITIONS``."""
        self.game = game
        #: The greatest content of a cell.
        self.most = max(1, *game.start().cells)
        #: The move of each action.
        self.moves = tuple(sorted(self._all_moves()))
        #: The action of each move.
        self.actions = {move: action for action, move in enumerate(self.moves)}
        self._positions: dict[Position, NumberedPosition] = {}

    def _all_moves(self) -> set[Move]:
        """Visit all positions, and return their moves."""
        game = self.game
        start = game.start()
        moves: set[Move] = set()
        seen = {start}
        waiting = [start]
        while waiting:
            position = waiting.pop()
            if game.result(position) is not None:
                continue
            for move in game.legal_moves(position):
                moves.add(move)
                after = game.play(position, move).position
                if after in seen:
                    continue
                if len(seen) == MAX_POSITIONS:
                    raise TooLargeError(
                        f"{game.called} has more than {MAX_POSITIONS:,} positions, too "
                        "many to number"
                    )
                seen.add(after)
                waiting.append(after)
                self.most = max(self.most, *after.cells)
        return moves

    @cached_property
    def least(self) -> int:
        """The least content of a cell: below 0 in no game of kitgen's own."""
        return min(0, *self.game.start().cells)

    def of(self, position: Position) -> NumberedPosition:
        """Return a position as arrays."""
        numbered = self._positions.get(position)
        if numbered is None:
            numbered = self._numbered(position)
            self._positions[position] = numbered
        return numbered

    def _numbered(self, position: Position) -> NumberedPosition:
        mask = np.zeros(len(self.moves), np.int8)
        if self.game.result(position) is None:
            for move in self.game.legal_moves(position):
                mask[self.actions[move]] = 1
        cells = np.array(position.cells, np.int16)
        for array in (cells, mask):
            array.flags.writeable = False
        return NumberedPosition(position, cells, mask)
