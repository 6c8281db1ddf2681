"""What a game may offer beside its rules, so that compiled kernels can explore and solve large boards of it.

A game whose attribute ``packed`` is a ``Packed`` is explored by compiled code, and one whose ``levels`` is a ``Levels``
can have an endgame database. Both are None in most games: every game works without.
Import this module only when a kernel is needed; Numba takes a while to load.
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

#: ``moves`` of a packed game: (key, shape, child, fall) to the number of distinct moves, or to ``ENDED`` plus the
#: value for the side to move when the game is over. Fills in, for each distinct move, the key of the position that it
#: leads to and by how much the rank falls.
MOVES = INT(INT, INTS, INTS, INTS)

#: ``moves`` of a game by levels: (level, index, shape, cells, child, gain) to the number of moves or to
#: ``ENDED`` plus the result. A move that gains ``g`` leads to index ``child`` of level ``level - g``.
#: ``cells`` is room for the kernel's own use.
LEVEL_MOVES = INT(INT, INT, INTS, INTS, INTS, INTS)

#: Added to the result of a position in which the game is over. Results lie well within ±500.
ENDED = -1000

#: The most ranks that a packed game can have: value and plies of a position fit into one byte.
MOST_RANKS = 85


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """A game without cycles, won, drawn or lost, whose positions fit into 63 bits and whose sides take turns.

    Every position has a rank, which falls with every move. Positions that are images of each other share one key.

    Attributes:
        shape: int64; the numbers that ``moves`` needs to know about the board.
        moves: compiled function of the type ``MOVES``.
        ranks: how many ranks there are, 0 to ``ranks - 1``; at most ``MOST_RANKS``.
        farthest: the most by which a move lets the rank fall.
        widest: the largest number of distinct moves that a position can have.
        key: from position to its key, 1 or more.
        rank: from position to its rank.
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

    A move without gain stays in its level; a move that gains ``g`` points goes down by ``g`` levels.

    Attributes:
        name: the game without its size: games with the same name have the same values.
        shape: the numbers that ``moves`` needs to know about the board.
        moves: compiled function of the type ``LEVEL_MOVES``.
        widest: the largest number of moves of a position.
        cells: how much room ``moves`` needs.
        highest: the highest level that the game can be asked for.
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
