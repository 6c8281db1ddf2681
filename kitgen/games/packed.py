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
#: ``moves`` of a packed game: (key, shape, child, fall) to the number of distinct moves, or to
#: ``GAME_OVER`` plus the value for the side to move when the game is over. Fills in, for each
#: distinct move, the key of the next position and by how much the rank falls.
MOVES_TYPE = INT(INT, INTS, INTS, INTS)
#: ``moves`` of a game by levels: (level, index, shape, cells, child, gain) to the number of moves
#: or to ``GAME_OVER`` plus the result. A move that gains ``g`` leads to index ``child`` of level
#: ``level - g``. ``cells`` is room for the kernel's own use.
LEVEL_MOVES = INT(INT, INT, INTS, INTS, INTS, INTS)
#: Added to the result of a finished game. Results lie well within ±500.
GAME_OVER = -1000
#: The most ranks of a packed game: value and plies of a position fit into one byte.
MOST_RANKS = 85


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """A game without cycles, won, drawn or lost, whose positions fit into 63 bits and whose sides
    take turns.

    Every position has a rank, which falls with every move. Positions that are images of each other
    share one key.

    Attributes:
        shape: the numbers of the board that ``moves`` uses.
        ranks: how many ranks there are, at most ``MOST_RANKS``; the lowest is 0.
        farthest: the most by which the rank falls in a move.
        widest: the most distinct moves of a position.
        key: from position to its key, 1 or more.
    """

    shape: NDArray[np.int64]
    moves: Any
    ranks: int
    farthest: int
    widest: int
    key: Callable[[Position], int]
    rank: Callable[[Position], int]


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """A game of points whose positions, seen from the side to move, fall into numbered levels.

    A move without gain stays in its level; a move that gains ``g`` points goes down by ``g``
    levels.

    Attributes:
        name: the game without its size: games with the same name have the same values.
        widest: the most moves of a position.
        cells: how much room ``moves`` needs.
        highest: the highest level.
        size: from level to the number of its positions.
        locate: from position to its level and its index there.
    """

    name: str
    shape: NDArray[np.int64]
    moves: Any
    widest: int
    cells: int
    highest: int
    size: Callable[[int], int]
    locate: Callable[[Position], tuple[int, int]]
