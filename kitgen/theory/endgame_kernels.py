"""Compiled kernels that solve one level of a game (``games/packed.py``), given all lower ones.

Moves with a gain leave the level; the others may form cycles. So values are found backwards, from
the greatest win that can be forced down to 1, as in ``theory/solve.py``, which is easier to read
and names the source.
"""

from typing import Any

import numpy as np
from numba import types

from kitgen.compiling.compiled import compiled
from kitgen.games.packed import GAME_OVER, INT, INTS, LEVEL_MOVES_TYPE

#: The value of an unsolved position, and of one that no move leaves. No game's value comes near it.
OPEN = -128
#: The type of any game's own function; otherwise the kernel would be compiled for each game and
#: each process.
_MOVES = types.FunctionType(LEVEL_MOVES_TYPE)
_INT8 = types.int8[::1]
_UINT8 = types.uint8[::1]
_INT32 = types.int32[::1]


@compiled(
    *(
        INT(_MOVES, INTS, INT, INTS, INT, INT, _INT8, INTS, _INT8, _UINT8, count, _INT32)
        for count in (_INT32, INTS)
    )
)
def follow_level(
    moves: Any, shape: Any, widest: int, cells: Any, level: int, begin: int,
    values: Any, starts: Any, leaving: Any, inside: Any, count: Any, child: Any,
) -> Any:  # fmt: skip
    """Follow all moves of some positions of a level, and return how many stay inside the level.

    Args:
        cells: room for ``moves``.
        values, starts: int8; of all lower levels, and where each level starts.
        leaving: int8[m]; set to the best value of a move with a gain, or of the end of the game,
            else to ``OPEN``.
        inside: uint8[m]; set to the number of moves without gain, which stay in the level.
        count: for each position of the level, how many moves inside lead to it; added up here.
        child: filled with what the moves inside lead to.
    """
    next_child = np.empty(widest, np.int64)
    next_gain = np.empty(widest, np.int64)
    edges = 0
    for number in range(len(leaving)):
        best = np.int64(OPEN)
        moved = moves(level, begin + number, shape, cells, next_child, next_gain)
        if moved <= 0:
            best = moved - GAME_OVER
        before = edges
        for move in range(moved):
            gained = next_gain[move]
            if gained == 0:
                child[edges] = next_child[move]
                count[next_child[move]] += 1
                edges += 1
            else:
                best = max(best, gained - values[starts[level - gained] + next_child[move]])
        leaving[number] = best
        inside[number] = edges - before
    return edges


@compiled
def gather_parents(begin: int, inside: Any, child: Any, ends: Any, parent: Any) -> None:
    """Enter some positions of a level, from ``begin`` on, among the parents of what they lead to.

    For ``inside`` and ``child`` see ``follow_level``. ``ends`` is where the parents of each
    position of the level end in ``parent``; once all are entered, where they start.
    """
    edge = 0
    for number in range(len(inside)):
        for _ in range(inside[number]):
            ends[child[edge]] -= 1
            parent[ends[child[edge]]] = begin + number
            edge += 1


@compiled
def settle(
    points: int, leaving: Any, inside: Any, first: Any, parent: Any, values: Any, queue: Any
) -> None:
    """Find the positions of a level in which either side can force a win of so many points; those
    of more are solved.

    Args:
        leaving: as in ``follow_level``, of the whole level.
        inside: for each position its moves inside that are not known to lose; counted down.
        first: where the parents of each position start in ``parent``, and the end.
        values: of the level, ``OPEN`` where not known; filled in.
        queue: room for all positions of the level.
    """
    head = tail = 0
    for number in range(len(values)):
        out = leaving[number]
        if values[number] != OPEN or out == OPEN:
            continue
        if out >= points:
            values[number] = points
        elif out <= -points and inside[number] == 0:
            values[number] = -points
        else:
            continue
        queue[tail] = number
        tail += 1
    while head < tail:
        number = queue[head]
        head += 1
        lost = values[number] < 0
        for index in range(first[number], first[number + 1]):
            before = parent[index]
            if values[before] != OPEN:
                continue
            if lost:
                values[before] = points
            else:
                inside[before] -= 1
                # An unknown move that leaves the level is worse than any points.
                if inside[before] or leaving[before] > -points:
                    continue
                values[before] = -points
            queue[tail] = before
            tail += 1
