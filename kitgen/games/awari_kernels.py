"""Awari in two words, for kernels that look ahead (``games/words.py``), and by levels, for endgame
databases.

A side's seeds are a byte for each pit, its first pit lowest. A table, by pit and number of seeds,
holds what sowing the pit adds to either side's word, so a sowing is two additions.
"""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from kitgen.compiling.compiled import compiled
from kitgen.games import words
from kitgen.games.packed import GAME_OVER, INT, INTS, LEVEL_MOVES, Levels
from kitgen.games.words import BITS, ONGOING, ROOM, WordGame
from kitgen.model import Move, Position

#: Bits of a pit, and a number of seeds that no game can have on as many pits as fit.
PIT, SEEDS = 8, 128
#: Traits distinguish sowings by pit and number of seeds up to this.
DISTINCT = 32
#: Numbers of a board: pits per side, whether a side must feed the other, where binomials begin;
#: then a row for each pit and number of seeds: what is added to the own word, to the other's, and
#: the other's bit where the last seed falls.
PITS, FEEDING, CHOOSE, ROWS = range(ROOM, ROOM + 4)
ROW = 3
#: Multiplied by this, a word has the sum of its bytes in the highest of six.
ONES = sum(1 << PIT * pit for pit in range(BITS // PIT))
TOP = BITS - PIT


class AwariBoard(NamedTuple):
    """The type of Awari's board."""

    at: int


@cache
def in_words(pits: int, seeds: int, rules: str) -> WordGame | None:
    """Return Awari in two words, with so many pits per side and seeds in all; None for too many."""
    if pits * PIT > BITS or seeds >= SEEDS:
        return None
    both = 2 * pits
    rows: list[int] = []
    for pit in range(pits):
        added, last = [0] * both, pit
        for _ in range(SEEDS):
            # The last rows are for more seeds than a small board can have.
            rows += [_word(added[:pits]), _word(added[pits:]), PIT * (last - pits)]
            last = (last + 1) % both
            if last == pit:
                last = (last + 1) % both
            added[last] += 1
    begin = ROWS + len(rows)
    binomials = [min(comb(n, k), 2**62) for n in range(seeds + both) for k in range(both + 1)]

    def pack(position: Position) -> tuple[int, int]:
        south, north = _word(position.cells[:pits]), _word(position.cells[pits:])
        return (south, north) if position.to_move == 0 else (north, south)

    def move(position: Position, number: int) -> Move:
        pit = number + pits * position.to_move
        return Move(pit, pit)

    # In a cycle of moves without captures equally many seeds pass every pit, so each is emptied at
    # least once.
    numbers = [pits, int(rules != "simple"), begin, *rows, *binomials]
    return WordGame(AwariBoard, numbers, pits, DISTINCT * pits, True, both, pack, move)


def _word(seeds: Sequence[int]) -> int:
    return sum(number << PIT * pit for pit, number in enumerate(seeds))


@compiled
def _total(word: Any) -> Any:
    return (word * ONES >> TOP) & (SEEDS - 1)


in_awari = words.built_in(AwariBoard)


# All games take the same arguments.
in_awari(words.ended)(lambda board, own, other, side: ONGOING if own else -_total(other))  # noqa: ARG005 - as said
in_awari(words.spare)(lambda board, other: other == 0 and words.peek(board.at, FEEDING) != 0)
in_awari(words.facing)(lambda board, side: 0)  # noqa: ARG005 - as said
in_awari(words.level)(lambda board, own, other: _total(own) + _total(other))  # noqa: ARG005 - as said


@in_awari(words.can)
def _can(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:  # noqa: ARG001 - as said
    return (own >> PIT * number) & (SEEDS - 1) != 0


@in_awari(words.play_words)
def _play(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:  # noqa: ARG001 - as said
    at = board.at
    row = ROWS + ROW * (number * SEEDS + ((own >> PIT * number) & (SEEDS - 1)))
    own = (own & ~((SEEDS - 1) << PIT * number)) + words.peek(at, row)
    other += words.peek(at, row + 1)
    last = words.peek(at, row + 2)
    gain = 0
    while last >= 0:
        seeds = (other >> last) & (SEEDS - 1)
        if seeds & ~1 != 2:  # neither two nor three
            break
        gain += seeds
        other -= seeds << last
        last -= PIT
    return own, other, gain


@in_awari(words.trait)
def _trait(board: Any, own: Any, number: Any) -> Any:  # noqa: ARG001 - as said
    return DISTINCT * number + min(DISTINCT - 1, (own >> PIT * number) & (SEEDS - 1))


@in_awari(words.index)
def _index(board: Any, own: Any, other: Any) -> Any:
    at = board.at
    pits, choose = words.peek(at, PITS), words.peek(at, CHOOSE)
    number = seen = 0
    for bar in range(2 * pits - 1):
        seen += ((own >> PIT * bar) if bar < pits else (other >> PIT * (bar - pits))) & (SEEDS - 1)
        number += words.peek(at, choose + (seen + bar) * (2 * pits + 1) + bar + 1)
    return number


# Awari by number of seeds, for endgame databases. Positions are seen from the side to move, whose
# pits come first. With ``n`` seeds on ``k`` pits they have the numbers 0 to C(n+k-1, k-1) - 1 in
# the combinatorial number system: ``n`` seeds in a row with ``k - 1`` bars between the pits, and
# the index is the sum of C(place of bar j, j + 1).

#: A level has fewer positions than this, so 32 bits number them.
LARGEST = 1 << 31
#: A value fits into one byte.
MOST_SEEDS = 127

# Places in the array of numbers that describe a board; binomials by rows of PITS + 1 follow.
SHAPE_PITS, SHAPE_FEEDING, REST = range(3)


@cache
def levels(pits: int, seeds: int, rules: str) -> Levels:
    """Return Awari by number of seeds for compiled kernels, with so many pits per side and seeds
    in all.
    """
    both = 2 * pits
    highest = max(
        n for n in range(min(seeds, MOST_SEEDS) + 1) if comb(n + both - 1, both - 1) < LARGEST
    )
    # Numbers above 2**62 are larger than any index, so that the search for a bar's place steps over
    # them.
    binomials = [min(comb(n, k), 2**62) for n in range(highest + both) for k in range(both + 1)]
    shape = np.array([both, rules != "simple", *binomials], np.int64)

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

    name = f"awari, {pits} pits a side, rules {rules}"
    return Levels(name, shape, moves, pits, 2 * both + 2, highest, size, locate)


@compiled(INT(INT, INT, INTS))
def _choose(above: int, below: int, shape: Any) -> Any:
    return shape[REST + above * (shape[SHAPE_PITS] + 1) + below]


@compiled()
def _read(level: int, index: int, shape: Any, cells: Any) -> None:
    both = shape[SHAPE_PITS]
    if level and cells[2 * both] == level and cells[2 * both + 1] == index - 1:
        # The lowest bar that can moves by a place, and those below it go back to the start.
        pit = 1
        while cells[pit] == 0:
            pit += 1
        cells[pit] -= 1
        first = cells[0]
        cells[0] = 0
        cells[pit - 1] = first + 1
    else:
        remaining = index
        place = after = level + both - 1
        for bar in range(both - 2, -1, -1):
            place -= 1
            while _choose(place, bar + 1, shape) > remaining:
                place -= 1
            remaining -= _choose(place, bar + 1, shape)
            cells[bar + 1] = after - place - 1
            after = place
        cells[0] = place
    cells[2 * both], cells[2 * both + 1] = level, index


@compiled(LEVEL_MOVES)
def moves(level: int, index: int, shape: Any, cells: Any, child: Any, gain: Any) -> int:
    """Fill in the moves of a position by pits; see ``LEVEL_MOVES``."""
    both = shape[SHAPE_PITS]
    pits = both // 2
    _read(level, index, shape, cells)
    own = 0
    for pit in range(pits):
        own += cells[pit]
    if own == 0:
        return GAME_OVER - level
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
        fed = 0
        for other in range(pits, both):
            fed += cells[both + other]
        if shape[SHAPE_FEEDING]:
            if fed and not feeding:
                count = (
                    0  # the moves so far leave the other side no seeds, which is not allowed now
                )
                feeding = 1
            elif feeding and not fed:
                continue
        # The index from the other side's view: its pits, the later half, come first.
        number = seen = 0
        for bar in range(both - 1):
            seen += cells[both + (bar + pits if bar < pits else bar - pits)]
            number += _choose(seen + bar, bar + 1, shape)
        child[count] = number
        gain[count] = taken
        count += 1
    return count
