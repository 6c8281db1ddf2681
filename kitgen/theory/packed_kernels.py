"""Compiled kernels that explore and solve a packed game (``games/packed.py``), one rank after another.

The positions of a rank are a set of keys with open addressing, as large as a power of two, and a byte for each key.
Looking a key up in a large set waits for memory. So keys are handled in blocks: the places of all are read first, which
the processor does at once, and then the keys one after another.

Until its moves are followed, a position's byte is the fewest plies in which it is reached. Then it is its *merit*: its
value to the side to move as one number, greater is better. It is ``n`` when lost in ``n`` plies, ``169 - n`` when drawn
and ``254 - n`` when won: the winner hurries, the loser delays.
"""

from typing import Any

import numpy as np
from numba import types

from kitgen.compiled import compiled
from kitgen.games.packed import GAME_OVER, INT, INTS, MOST_RANKS, MOVES_TYPE

#: An empty place in a set.
NONE = 0
#: The highest merits of lost, of drawn and of won positions.
LOST, DRAWN, WON = MOST_RANKS - 1, 2 * MOST_RANKS - 1, 3 * MOST_RANKS - 1
#: The merit of an unsolved position.
OPEN = WON + 1
#: Keys that are looked up together.
BLOCK = 64

_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio
_HALF = np.uint64(32)

_MOVES = types.FunctionType(MOVES_TYPE)
_BYTES = types.uint8[::1]
_INTS32 = types.int32[::1]
_INTS_2 = types.int64[:, ::1]
_INTS32_2 = types.int32[:, ::1]


@compiled(INT(INT, INT))
def home(key: int, places: int) -> Any:
    """Return the first place to look for a key in a set with so many places, a power of two up to 2^31."""
    mixed = np.uint64(key) * _SPREAD
    mixed = (mixed ^ (mixed >> _HALF)) * _SPREAD
    # The upper bits, so that keys keep their order when the set grows.
    return np.int64(mixed >> _HALF) * places >> 32


@compiled(INT(INT, INTS))
def key_place(key: int, keys: Any) -> Any:
    """Return the place of a key in a set, or -1."""
    places = len(keys)
    place = home(key, places)
    while keys[place] != key:
        if keys[place] == NONE:
            return -1
        place = (place + 1) & (places - 1)
    return place


@compiled(types.void(INTS, _BYTES, INTS, _BYTES))
def copy_keys(keys: Any, marks: Any, new_keys: Any, new_marks: Any) -> None:
    """Copy all keys of a set, with their bytes, to a larger, empty one."""
    places = len(new_keys)
    for old in range(len(keys)):
        key = keys[old]
        if key != NONE:
            place = home(key, places)
            while new_keys[place] != NONE:
                place = (place + 1) & (places - 1)
            new_keys[place] = key
            new_marks[place] = marks[old]


@compiled(types.void(_MOVES, INTS, INT, INTS, _BYTES, _BYTES, _INTS_2, _INTS32_2, INTS, _INTS_2))
def follow_moves(
    moves: Any,
    shape: Any,
    widest: int,
    keys: Any,
    marks: Any,
    plies: Any,
    children: Any,
    parents: Any,
    filled: Any,
    count: Any,
) -> None:
    """Follow all moves of some positions of one rank, sorted by how far the rank falls.

    Args:
        keys: a part of the set of a rank, m places.
        marks: m bytes; while exploring, plies at first, and set to the merit where the game is over, else to ``OPEN``.
            While solving, merits, of which those still ``OPEN`` are followed and set to the least.
        plies: m bytes; while exploring, set to the plies that ``marks`` held.
        children: row ``f`` is filled with the keys that moves lead to by which the rank falls by ``f``.
        parents: filled likewise with the place of the position before the move.
        filled: set to the number of keys in each row.
        count: while exploring, added up here for each number of plies: positions, boxes, their distinct moves, boxes
            with more than one; no rows while solving.
    """
    child = np.empty(widest, np.int64)
    fall = np.empty(widest, np.int64)
    filled[:] = 0
    exploring = len(count) > 0
    for place in range(len(keys)):
        key = keys[place]
        if key == NONE or not (exploring or marks[place] == OPEN):
            continue
        edges = moves(key, shape, child, fall)
        if exploring:
            reached = marks[place]
            plies[place] = reached
            result = edges - GAME_OVER
            marks[place] = OPEN if edges > 0 else 0 if result < 0 else DRAWN if result == 0 else WON
            count[reached, 0] += 1
            count[reached, 1] += edges > 0
            count[reached, 2] += max(edges, 0)
            count[reached, 3] += edges > 1
        else:
            marks[place] = 0
        for edge in range(edges):
            row = fall[edge]
            at = filled[row]
            children[row, at] = child[edge]
            parents[row, at] = place
            filled[row] = at + 1


@compiled(INT(INTS, INT, INTS, INTS, INTS))
def look(incoming: Any, begin: int, keys: Any, homes: Any, seen: Any) -> int:
    """Look where the keys of a block may be in a set, all at once, and return how many there are.

    ``homes`` is filled with the first place to look for each key of the block, ``seen`` with the key there.
    """
    size = min(BLOCK, len(incoming) - begin)
    for number in range(size):
        place = home(incoming[begin + number], len(keys))
        homes[number] = place
        seen[number] = keys[place]
    return size


@compiled(INT(INTS, _INTS32, _BYTES, INTS, _BYTES))
def add(incoming: Any, parents: Any, depths: Any, keys: Any, marks: Any) -> int:
    """Add keys to a set with room for them all, and return how many are new.

    Each gets one ply more than its parent, or keeps fewer. ``parents`` are places in ``depths``, plies.
    """
    places = len(keys)
    homes = np.empty(BLOCK, np.int64)
    seen = np.empty(BLOCK, np.int64)
    new = 0
    for begin in range(0, len(incoming), BLOCK):
        for number in range(look(incoming, begin, keys, homes, seen)):
            key = incoming[begin + number]
            place = homes[number]
            plies = depths[parents[begin + number]] + 1
            here = seen[number] if seen[number] == key else keys[place]
            while here not in (key, NONE):
                place = (place + 1) & (places - 1)
                here = keys[place]
            if here == NONE:
                keys[place] = key
                marks[place] = plies
                new += 1
            elif plies < marks[place]:
                marks[place] = plies
    return new


@compiled(types.void(INTS, _INTS32, INTS, _BYTES, _BYTES))
def consult(incoming: Any, parents: Any, keys: Any, marks: Any, best: Any) -> None:
    """Raise the merits of positions to the best of their moves.

    Args:
        incoming: the keys that moves lead to, all of them in the set.
        parents: the place in ``best`` of the position before each move.
        marks: its merits.
        best: the merits of the positions before the moves, as far as they are known.
    """
    places = len(keys)
    homes = np.empty(BLOCK, np.int64)
    seen = np.empty(BLOCK, np.int64)
    for begin in range(0, len(incoming), BLOCK):
        for number in range(look(incoming, begin, keys, homes, seen)):
            key = incoming[begin + number]
            place = homes[number]
            if seen[number] != key:
                while keys[place] != key:
                    place = (place + 1) & (places - 1)
            # A ply more, seen from the other side.
            merit: Any = np.int64(marks[place])
            merit = WON - 1 - merit if merit <= LOST else merit - 1 if merit <= DRAWN else WON + 1 - merit
            parent = parents[begin + number]
            best[parent] = max(best[parent], merit)
