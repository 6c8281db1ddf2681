"""The compiled kernel that follows the moves of one level of a game by levels (``games/kernel.py``)."""

from typing import Any

import numpy as np
from numba import types

from kitgen.games.kernel import ENDED, INT, INTS, LEVEL_MOVES, compiled
from kitgen.theory.table import ONGOING

_MOVES = types.FunctionType(LEVEL_MOVES)


@compiled(
    INT(_MOVES, INTS, INT, INT, INT, INT, INT, types.int8[::1], INTS, types.int16[::1], types.int32[::1], types.int32[::1])
)
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
) -> int:
    """Follow all moves of some positions of a level.

    Args:
        moves, shape, widest, cells: the game.
        level: the level.
        begin, end: the positions, from ``begin`` to before ``end``.
        values: of the positions of all lower levels, one level after another.
        starts: where each level starts in ``values``.
        leaving: filled in with the best that a move with a gain, or the end of the game, is worth.
        first_edge, child: filled in with the moves without gain, which stay in the level.

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
