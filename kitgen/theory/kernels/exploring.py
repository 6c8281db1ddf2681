"""Compiled kernels that explore a packed game (``games/packed.py``): into a table, or just into a set of keys.

Sets are arrays of keys with open addressing. A kernel that runs out of room returns to its caller, who gives
it more and starts it again where it stopped; so progress can be shown on the way, too.
"""

from typing import Any

import numpy as np
from numba import types

from kitgen.compiled import compiled
from kitgen.games.packed import ENDED, INT, INTS, MOVES, RANK
from kitgen.theory.sentinels import ONGOING

#: Marks a place in a set that holds no key.
NONE = -1

_MOVES = types.FunctionType(MOVES)
_RANK = types.FunctionType(RANK)
_SHORTS = types.int16[::1]
_INTS32 = types.int32[::1]
_BYTES = types.uint8[::1]


@compiled(INT(INT, INT))
def place_of(key: int, mask: int) -> int:
    """Return where to start looking for a key in a set of ``mask + 1`` places."""
    mixed = key * -7046029254386353131  # 2^64 divided by the golden ratio: spreads the bits upwards
    return (mixed ^ (mixed >> 29)) >> 20 & mask


@compiled(INT(INT, INTS))
def lookup(key: int, keys: Any) -> int:
    """Return the place of a key in a set, or ``NONE``."""
    mask = len(keys) - 1
    place = place_of(key, mask)
    while keys[place] != key:
        if keys[place] == NONE:
            return NONE
        place = (place + 1) & mask
    return place


@compiled(types.void(INTS, INTS))
def refill(old: Any, new: Any) -> None:
    """Put all keys of a set into a larger, empty one."""
    mask = len(new) - 1
    for key in old:
        if key != NONE:
            place = place_of(key, mask)
            while new[place] != NONE:
                place = (place + 1) & mask
            new[place] = key


@compiled(INT(_MOVES, INTS, INT, INTS, INTS, INTS, INTS, INTS))
def expand(
    moves: Any, shape: Any, widest: int, frontier: Any, keys: Any, following: Any, state: Any, count: Any
) -> int:
    """Follow all moves of the positions of one layer and gather the new positions that they lead to.

    Args:
        moves: the game's own function.
        shape: its numbers.
        widest: the largest number of distinct moves.
        frontier: the keys of the layer.
        keys: the set of all positions met; grows by the new ones.
        following: filled in with the keys of the next layer.
        state: how many of the frontier are done, how many keys are in the set, how many in ``following``.
        count: added up here: boxes, their distinct moves, and boxes with more than one.

    Returns:
        0 when the layer is done, 1 when the set is too full, 2 when ``following`` is.
    """
    child = np.empty(widest, np.int64)
    gain = np.empty(widest, np.int64)
    orbit = np.empty(widest, np.int64)
    mask = len(keys) - 1
    room = len(keys) // 5 * 4 - widest
    done, used, ahead = state[0], state[1], state[2]
    answer = 0
    while done < len(frontier):
        if used > room:
            answer = 1
            break
        if ahead + widest > len(following):
            answer = 2
            break
        edges = moves(frontier[done], shape, child, gain, orbit)
        done += 1
        if edges <= 0:
            continue
        count[0] += 1
        count[1] += edges
        count[2] += edges > 1
        for edge in range(edges):
            key = child[edge]
            place = place_of(key, mask)
            while keys[place] != key:
                if keys[place] == NONE:
                    keys[place] = key
                    following[ahead] = key
                    ahead += 1
                    used += 1
                    break
                place = (place + 1) & mask
    state[0], state[1], state[2] = done, used, ahead
    return answer


@compiled(types.void(_RANK, INTS, INTS, INTS, _INTS32))
def sort_by_rank(rank: Any, shape: Any, keys: Any, starts: Any, order: Any) -> None:
    """Fill in the places of all keys of a set, sorted by rank.

    Args:
        rank: the game's own function.
        shape: its numbers.
        keys: the set.
        starts: zeros; filled in with the place in ``order`` after the last of each rank.
        order: filled in.
    """
    for key in keys:
        if key != NONE:
            starts[rank(key, shape) + 1] += 1
    for level in range(len(starts) - 1):
        starts[level + 1] += starts[level]
    for place in range(len(keys)):
        key = keys[place]
        if key != NONE:
            level = rank(key, shape)
            order[starts[level]] = place
            starts[level] += 1


@compiled(types.void(_MOVES, INTS, INT, INTS, _INTS32, _BYTES))
def solve_ranked(moves: Any, shape: Any, widest: int, keys: Any, order: Any, codes: Any) -> None:
    """Fill in value and plies of positions, given those of all positions of lower rank.

    Args:
        moves: the game's own function.
        shape: its numbers.
        widest: the largest number of distinct moves.
        keys: the set of all positions.
        order: the places of the positions to solve, in ascending rank.
        codes: for each place of the set 3 * plies + value + 1.
    """
    child = np.empty(widest, np.int64)
    gain = np.empty(widest, np.int64)
    orbit = np.empty(widest, np.int64)
    for place in order:
        edges = moves(keys[place], shape, child, gain, orbit)
        if edges <= 0:
            codes[place] = edges - ENDED + 1
            continue
        best, length = -2, 0
        for edge in range(edges):
            code: Any = np.int64(codes[lookup(child[edge], keys)])
            value, plies = 1 - code % 3, code // 3 + 1
            if value > best or (value == best and (plies > length if value < 0 else plies < length)):
                best, length = value, plies
        codes[place] = 3 * length + best + 1


@compiled(INT(_MOVES, INTS, INT, INTS, _INTS32, INTS, _SHORTS, _INTS32, _INTS32, _SHORTS, _SHORTS, _SHORTS, INTS))
def tabulate(
    moves: Any,
    shape: Any,
    widest: int,
    keys: Any,
    numbers: Any,
    nodes: Any,
    depth: Any,
    first_edge: Any,
    child: Any,
    gain: Any,
    orbit: Any,
    result: Any,
    state: Any,
) -> int:
    """Explore breadth first into the arrays of a table.

    Args:
        moves: the game's own function.
        shape: its numbers.
        widest: the largest number of distinct moves.
        keys: the set of all positions met.
        numbers: for each place of the set the number of its position.
        nodes: the keys of the positions by number.
        depth: as in ``theory/table.py``.
        first_edge: as in ``theory/table.py``.
        child: as in ``theory/table.py``.
        gain: as in ``theory/table.py``.
        orbit: as in ``theory/table.py``.
        result: as in ``theory/table.py``.
        state: how many positions are done, how many are known, how many edges there are.

    Returns:
        0 when all is done, 1 when the set is too full, 2 when the arrays by position are, 3 when those by
        edge are.
    """
    next_child = np.empty(widest, np.int64)
    next_gain = np.empty(widest, np.int64)
    next_orbit = np.empty(widest, np.int64)
    mask = len(keys) - 1
    room = len(keys) // 5 * 4 - widest
    done, known, edge = state[0], state[1], state[2]
    answer = 0
    while done < known:
        if known > room:
            answer = 1
            break
        if known + widest > len(nodes):
            answer = 2
            break
        if edge + widest > len(child):
            answer = 3
            break
        edges = moves(nodes[done], shape, next_child, next_gain, next_orbit)
        result[done] = ONGOING if edges > 0 else edges - ENDED
        for number in range(edges):
            key = next_child[number]
            place = place_of(key, mask)
            while keys[place] != key:
                if keys[place] == NONE:
                    keys[place] = key
                    numbers[place] = known
                    nodes[known] = key
                    depth[known] = depth[done] + 1
                    known += 1
                    break
                place = (place + 1) & mask
            child[edge] = numbers[place]
            gain[edge] = next_gain[number]
            orbit[edge] = next_orbit[number]
            edge += 1
        done += 1
        first_edge[done] = edge
    state[0], state[1], state[2] = done, known, edge
    return answer


@compiled(types.void(INTS, INTS, _INTS32))
def refill_numbers(nodes: Any, keys: Any, numbers: Any) -> None:
    """Put numbered keys into an empty set, with their numbers."""
    mask = len(keys) - 1
    for number in range(len(nodes)):
        place = place_of(nodes[number], mask)
        while keys[place] != NONE:
            place = (place + 1) & mask
        keys[place] = nodes[number]
        numbers[place] = number
