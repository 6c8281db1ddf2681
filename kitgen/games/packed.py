"""Types for compiled kernels that explore and solve large boards, for a game's ``packed`` and
``levels``.

Import this module only when a kernel is needed, because Numba takes a while to load.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from kitgen.model import Position

INT = types.int64
INTS = types.int64[::1]
#: ``moves`` of a packed game. It takes the key of a position, ``Packed.shape``, and two lists to
#: fill in, a place for each distinct move: the key of the next position, and by how much the rank
#: falls. It returns the number of distinct moves; when the game is over, ``GAME_OVER`` plus the
#: value for the side to move.
PACKED_MOVES_TYPE = INT(INT, INTS, INTS, INTS)
#: ``moves`` of a game by levels. It takes the level and the index of a position, ``Levels.shape``,
#: room for its own use, and two lists to fill in, a place for each move: the index of the next
#: position, and the points gained; a move that gains ``g`` leads to level ``level - g``. It returns
#: the number of moves; when the game is over, ``GAME_OVER`` plus the result.
LEVEL_MOVES_TYPE = INT(INT, INT, INTS, INTS, INTS, INTS)
#: Added to the result of a finished game. Results lie well within ±500.
GAME_OVER = -1000
#: The most ranks of a packed game: a position is lost, drawn or won, in so many plies, and all of
#: these fit into one byte.
MAX_RANKS = 255 // 3


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """A game without cycles, won, drawn or lost, whose positions fit into 63 bits and whose sides
    take turns.

    Every position has a rank, which falls with every move. Positions that are images of each other
    share one key.

    Attributes:
        shape: the numbers of the board that ``moves`` uses.
        moves: the kernel, of ``PACKED_MOVES_TYPE``; Numba has no type for it that a checker knows.
        ranks: how many ranks there are, at most ``MAX_RANKS``; the lowest is 0.
        max_fall: the most by which the rank falls in a move.
        max_moves: the most distinct moves of a position.
        key: from position to its key, 1 or more.
        rank: from position to its rank.
    """

    shape: NDArray[np.int64]
    moves: Any
    ranks: int
    max_fall: int
    max_moves: int
    key: Callable[[Position], int]
    rank: Callable[[Position], int]


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """A game of points whose positions, seen from the side to move, fall into numbered levels.

    A move without gain stays in its level; a move that gains ``g`` points goes down by ``g``
    levels.

    Attributes:
        name: the game without its size: games with the same name have the same values.
        shape: the numbers of the board that ``moves`` uses.
        moves: the kernel, of ``LEVEL_MOVES_TYPE``.
        max_moves: the most moves of a position.
        cells: how much room ``moves`` needs.
        highest: the highest level.
        size: from level to the number of its positions.
        locate: from position to its level and its index there.
    """

    name: str
    shape: NDArray[np.int64]
    moves: Any
    max_moves: int
    cells: int
    highest: int
    size: Callable[[int], int]
    locate: Callable[[Position], tuple[int, int]]
