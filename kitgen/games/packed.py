"""What a game may offer beside its rules, so that compiled kernels can explore and solve large boards of it.

A game that has an attribute ``packed`` (a ``Packed`` or None) is explored by compiled code, and one that has
``levels`` (a ``Levels`` or None) can have an endgame database. Both are optional: every game works without.
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

#: ``moves`` of a packed game: (key, shape, child, gain, orbit) to the number of distinct moves, or to ``ENDED``
#: plus the value for the side to move when the game is over. Fills in, for each distinct move in the order of
#: the game's own, the key of the canonical position that it leads to, its gain, and its number of legal moves.
MOVES = INT(INT, INTS, INTS, INTS, INTS)

#: ``rank`` of a packed game: (key, shape) to a number from 0 on that falls with every move.
RANK = INT(INT, INTS)

#: ``moves`` of a game by levels: (level, index, shape, cells, child, gain) to the number of moves or to
#: ``ENDED`` plus the result. A move that gains ``g`` leads to index ``child`` of level ``level - g``.
#: ``cells`` is room for the kernel's own use.
LEVEL_MOVES = INT(INT, INT, INTS, INTS, INTS, INTS)

#: Added to the result of a position in which the game is over. Results lie well within ±500.
ENDED = -1000


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """A game without cycles whose positions fit into 63 bits and whose sides take turns.

    Attributes:
        shape: the numbers that ``moves`` and ``rank`` need to know about the board.
        moves, rank: compiled functions of the types ``MOVES`` and ``RANK``.
        ranks: how many ranks there are, at most 84.
        widest: the largest number of distinct moves that a position can have.
        pack: from canonical position to key, 0 or more.
        unpack: from key to position.
    """

    shape: NDArray[np.int64]
    moves: Any
    rank: Any
    ranks: int
    widest: int
    pack: Callable[[Position], int]
    unpack: Callable[[int], Position]


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """A game of points whose positions, seen from the side to move, fall into numbered levels.

    A move without gain stays in its level; a move that gains ``g`` points goes down by ``g`` levels.

    Attributes:
        name: the game without its size: games with the same name have the same values.
        unit: what a level counts, in the plural.
        shape: the numbers that ``moves`` needs to know about the board.
        moves: compiled function of the type ``LEVEL_MOVES``.
        widest: the largest number of moves of a position.
        cells: how much room ``moves`` needs.
        highest: the highest level that the game can be asked for.
        size: from level to the number of its positions.
        locate: from position to its level and its index there.
    """

    name: str
    unit: str
    shape: NDArray[np.int64]
    moves: Any
    widest: int
    cells: int
    highest: int
    size: Callable[[int], int]
    locate: Callable[[Position], tuple[int, int]]
