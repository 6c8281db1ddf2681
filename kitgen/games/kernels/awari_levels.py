"""Awari by number of seeds, for the compiled kernels of endgame databases.

A position is seen from the side to move: its own pits come first, then the other's. The positions with ``n``
seeds on ``k`` pits are numbered from 0 to C(n+k-1, k-1) - 1 in the combinatorial number system: ``n`` seeds in a
row with ``k - 1`` bars between the pits, and the index is the sum of C(place of bar j, j + 1).
"""

from functools import cache
from math import comb
from typing import Any

import numpy as np

from kitgen.compiled import compiled
from kitgen.games.kernels.packed import ENDED, INT, INTS, LEVEL_MOVES, Levels
from kitgen.model import Position

#: A level has fewer positions than this, so that 32 bits number them.
LARGEST = 1 << 31

#: A value fits into one byte.
MOST_SEEDS = 127

# Places in the array of numbers that describe a board; binomials by rows of PITS + 1 follow.
PITS, FEEDING, REST = range(3)


@cache
def levels(pits: int, seeds: int, rules: str) -> Levels:
    """Return Awari by number of seeds as the compiled kernels want it.

    Args:
        pits: pits a side.
        seeds: seeds on the board at the start.
        rules: ``research``, where a side must feed the other if it can, or ``simple``.
    """
    both = 2 * pits
    highest = max(n for n in range(min(seeds, MOST_SEEDS) + 1) if comb(n + both - 1, both - 1) < LARGEST)
    rows = [[comb(n, k) for k in range(both + 1)] for n in range(highest + both)]
    # Larger than any index, so that looking for a bar's place steps over them.
    numbers = [min(number, 2**62) for row in rows for number in row]
    shape = np.array([both, rules != "simple", *numbers], np.int64)

    def size(level: int) -> int:
        return comb(level + both - 1, both - 1)

    def locate(position: Position) -> tuple[int, int]:
        own = position.cells[pits * position.to_move :]
        cells = own + position.cells[: both - len(own)]
        index = seen = 0
        for bar, content in enumerate(cells[:-1]):
            seen += content
            index += comb(seen + bar, bar + 1)
        return sum(cells), index

    return Levels(
        name=f"awari, {pits} pits a side, rules {rules}",
        shape=shape,
        moves=moves,
        widest=pits,
        cells=2 * both + 2,
        highest=highest,
        size=size,
        locate=locate,
    )


@compiled(INT(INT, INT, INTS))
def _choose(above: int, below: int, shape: Any) -> Any:
    """Return a binomial."""
    return shape[REST + above * (shape[PITS] + 1) + below]


@compiled()
def _read(level: int, index: int, shape: Any, cells: Any) -> None:
    """Put the seeds of a position into the first cells; the next in order is found from the one before it."""
    both = shape[PITS]
    if level and cells[2 * both] == level and cells[2 * both + 1] == index - 1:
        # The lowest bar that can moves on by a place, and those below it go back to the beginning.
        pit = 1
        while cells[pit] == 0:
            pit += 1
        cells[pit] -= 1
        first = cells[0]
        cells[0] = 0
        cells[pit - 1] = first + 1
    else:
        left = index
        place = after = level + both - 1
        for bar in range(both - 2, -1, -1):
            place -= 1
            while _choose(place, bar + 1, shape) > left:
                place -= 1
            left -= _choose(place, bar + 1, shape)
            cells[bar + 1] = after - place - 1
            after = place
        cells[0] = place
    cells[2 * both], cells[2 * both + 1] = level, index


@compiled(LEVEL_MOVES)
def moves(level: int, index: int, shape: Any, cells: Any, child: Any, gain: Any) -> int:
    """Fill in the moves of a position by pits; see ``LEVEL_MOVES``."""
    both = shape[PITS]
    pits = both // 2
    _read(level, index, shape, cells)
    own = 0
    for pit in range(pits):
        own += cells[pit]
    if own == 0:
        return ENDED - level
    count = feeding = 0
    for pit in range(pits):
        if cells[pit] == 0:
            continue
        for other in range(both):
            cells[both + other] = cells[other]
        cells[both + pit] = 0
        last = pit
        for _ in range(cells[pit]):
            last = last + 1 if last + 1 < both else 0
            if last == pit:
                last = last + 1  # own pits are never the last of all, so this stays on the board
            cells[both + last] += 1
        taken = 0
        while last >= pits and 2 <= cells[both + last] <= 3:
            taken += cells[both + last]
            cells[both + last] = 0
            last -= 1
        left = 0
        for other in range(pits, both):
            left += cells[both + other]
        if shape[FEEDING]:
            if left and not feeding:
                count = 0  # the moves so far leave the other side without seeds, which is now not allowed
                feeding = 1
            elif feeding and not left:
                continue
        # The index as the other side sees it: its pits, the later half, come first.
        number = seen = 0
        for bar in range(both - 1):
            seen += cells[both + (bar + pits if bar < pits else bar - pits)]
            number += _choose(seen + bar, bar + 1, shape)
        child[count] = number
        gain[count] = taken
        count += 1
    return count
