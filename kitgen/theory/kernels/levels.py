"""The compiled kernel that follows the moves of one level of a game by levels (``games/packed.py``)."""

from typing import Any

import numpy as np
from numba import types

from kitgen.compiled import compiled
from kitgen.games.packed import ENDED, INT, INTS, LEVEL_MOVES
from kitgen.theory.sentinels import ONGOING

_MOVES = types.FunctionType(LEVEL_MOVES)
_BYTES = types.int8[::1]
_SHORTS = types.int16[::1]
_INTS32 = types.int32[::1]


@compiled(INT(_MOVES, INTS, INT, INT, INT, INT, INT, _BYTES, INTS, _SHORTS, _INTS32, _INTS32))
def follow_level(
    moves: Any,
    shape: Any,
    widest: int,
    cells: int,
    level: int,
    begin: int,
    end: int,
    values: Any,
    starts: Any,
    leaving: Any,
    first_edge: Any,
    child: Any,
) -> Any:
    """Follow all moves of some positions of a level.

    Args:
        moves: the game's own function.
        shape: its numbers.
        widest: the largest number of moves.
        cells: how much room ``moves`` needs.
        level: the level.
        begin: the first of the positions.
        end: the one after the last.
        values: of the positions of all lower levels, one level after another.
        starts: where each level starts in ``values``.
        leaving: filled in with the best that a move with a gain, or the end of the game, is worth.
        first_edge: filled in with where the moves without gain, which stay in the level, start.
        child: filled in with what they lead to.

    Returns:
        The number of moves without gain up to ``end``.
    """
    next_child = np.empty(widest, np.int64)
    next_gain = np.empty(widest, np.int64)
    room = np.zeros(cells, np.int64)
    edges = np.int64(first_edge[begin])
    for index in range(begin, end):
        best = np.int64(ONGOING)
        count = moves(level, index, shape, room, next_child, next_gain)
        if count <= 0:
            best = count - ENDED
        for number in range(count):
            gained = next_gain[number]
            if gained == 0:
                child[edges] = next_child[number]
                edges += 1
            else:
                best = max(best, gained - values[starts[level - gained] + next_child[number]])
        leaving[index] = best
        first_edge[index + 1] = edges
    return edges
