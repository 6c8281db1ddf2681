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
from kitgen.games.packed import GAME_OVER, INT, INTS, LEVEL_MOVES_TYPE, Levels
from kitgen.games.words import BITS, ONGOING, ROOM, WordGame
from kitgen.model import Move, Position

#: Bits of a pit in a word.
PIT_BITS = 8
#: A board in words has fewer seeds than this: on as many pits as fit no game can have so many.
SEEDS_LIMIT = 128
#: The bits of a number of seeds.
SEEDS_MASK = SEEDS_LIMIT - 1
#: Traits distinguish sowings by pit and by a number of seeds below this; more count as one less.
DISTINCT_SEEDS = 32
# Places of a board's numbers, behind those of the search.

#: The number of pits per side.
PITS = ROOM
#: Whether a side must feed the other.
FEEDING = ROOM + 1
#: The place where binomials begin.
CHOOSE = ROOM + 2
#: Here rows begin, one for each pit and number of seeds.
ROWS = ROOM + 3
#: The numbers in a row: what is added to the own word, to the other's, and the other's bit where
#: the last seed falls, below 0 if it falls on the own side.
NUMBERS_IN_A_ROW = 3
#: Multiplied by this, a word has the sum of its bytes in its highest byte.
ONE_IN_EACH_PIT = sum(1 << PIT_BITS * pit for pit in range(BITS // PIT_BITS))
#: Where the highest byte of a word begins.
HIGHEST_PIT = BITS - PIT_BITS
#: In place of binomials above this, which no index reaches: the search for a bar's place steps over
#: them, and they fit into 64 bits.
BINOMIAL_LIMIT = 2**62


class AwariBoard(NamedTuple):
    """The type of Awari's board: the address of the array with its numbers."""

    at: int


@cache
def in_words(pits: int, seeds: int, rules: str) -> WordGame | None:
    """Return Awari in two words, with so many pits per side and seeds in all; None for too many."""
    if pits * PIT_BITS > BITS or seeds >= SEEDS_LIMIT:
        return None
    both = 2 * pits
    rows: list[int] = []
    for pit in range(pits):
        added = [0] * both
        last = pit
        for _ in range(SEEDS_LIMIT):
            # The last rows are for more seeds than a small board can have.
            rows += [_word(added[:pits]), _word(added[pits:]), PIT_BITS * (last - pits)]
            last = (last + 1) % both
            if last == pit:
                last = (last + 1) % both
            added[last] += 1
    begin = ROWS + len(rows)
    binomials = _binomials(seeds + both, both)

    def pack(position: Position) -> tuple[int, int]:
        south = _word(position.cells[:pits])
        north = _word(position.cells[pits:])
        return (south, north) if position.to_move == 0 else (north, south)

    def move(position: Position, number: int) -> Move:
        pit = number + pits * position.to_move
        return Move(pit, pit)

    return WordGame(
        board=AwariBoard,
        numbers=[pits, int(rules != "simple"), begin, *rows, *binomials],
        width=pits,
        traits=DISTINCT_SEEDS * pits,
        gaining=True,
        # In a cycle of moves without captures equally many seeds pass every pit, so each is emptied
        # at least once.
        cycle=both,
        pack=pack,
        move=move,
    )


def _word(seeds: Sequence[int]) -> int:
    return sum(number << PIT_BITS * pit for pit, number in enumerate(seeds))


def _binomials(rows: int, pits: int) -> list[int]:
    """Return Pascal's triangle row by row, each up to the number of pits."""
    binomials = []
    for n in range(rows):
        for k in range(pits + 1):
            binomials.append(min(comb(n, k), BINOMIAL_LIMIT))
    return binomials


@compiled
def _total(word: Any) -> Any:
    return (word * ONE_IN_EACH_PIT >> HIGHEST_PIT) & SEEDS_MASK


in_awari = words.built_in(AwariBoard)


# All games take the same arguments.
in_awari(words.ended)(lambda board, own, other, side: ONGOING if own else -_total(other))  # noqa: ARG005 - as said
in_awari(words.spare)(lambda board, other: other == 0 and words.peek(board.at, FEEDING) != 0)
in_awari(words.facing)(lambda board, side: 0)  # noqa: ARG005 - as said
in_awari(words.level)(lambda board, own, other: _total(own) + _total(other))  # noqa: ARG005 - as said


@in_awari(words.can)
def _can(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:  # noqa: ARG001 - as said
    return (own >> PIT_BITS * number) & SEEDS_MASK != 0


@in_awari(words.play_words)
def _play(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:  # noqa: ARG001 - as said
    at = board.at
    sown = (own >> PIT_BITS * number) & SEEDS_MASK
    row = ROWS + NUMBERS_IN_A_ROW * (number * SEEDS_LIMIT + sown)
    own = (own & ~(SEEDS_MASK << PIT_BITS * number)) + words.peek(at, row)
    other += words.peek(at, row + 1)
    last = words.peek(at, row + 2)
    gain = 0
    while last >= 0:
        seeds = (other >> last) & SEEDS_MASK
        if seeds & ~1 != 2:  # neither two nor three
            break
        gain += seeds
        other -= seeds << last
        last -= PIT_BITS
    return own, other, gain


@in_awari(words.trait)
def _trait(board: Any, own: Any, number: Any) -> Any:  # noqa: ARG001 - as said
    seeds = (own >> PIT_BITS * number) & SEEDS_MASK
    return DISTINCT_SEEDS * number + min(DISTINCT_SEEDS - 1, seeds)


# The index of a position at its level is explained below; ``choose`` has a row for each number.
@in_awari(words.index)
def _index(board: Any, own: Any, other: Any) -> Any:
    at = board.at
    pits = words.peek(at, PITS)
    choose = words.peek(at, CHOOSE)
    number = 0
    seen = 0
    for bar in range(2 * pits - 1):
        if bar < pits:
            seen += (own >> PIT_BITS * bar) & SEEDS_MASK
        else:
            seen += (other >> PIT_BITS * (bar - pits)) & SEEDS_MASK
        number += words.peek(at, choose + (seen + bar) * (2 * pits + 1) + bar + 1)
    return number


# Awari by number of seeds, for endgame databases. Positions are seen from the side to move, whose
# pits come first. With ``n`` seeds on ``k`` pits they have the numbers 0 to C(n+k-1, k-1) - 1 in
# the combinatorial number system: ``n`` seeds in a row with ``k - 1`` bars between the pits, and
# the index is the sum of C(place of bar j, j + 1).

#: A level has fewer positions than this, so 32 bits number them.
LEVEL_SIZE_LIMIT = 1 << 31
#: The most seeds of a level: a value, which is a number of seeds, fits into a byte with its sign.
MAX_SEEDS_OF_A_LEVEL = 127

# Places in the array of numbers that describe a board.

#: The number of pits of both sides.
SHAPE_PITS = 0
#: Whether a side must feed the other.
SHAPE_FEEDING = 1
#: From here on there are binomials, by rows of the number of pits and one.
REST = 2


@cache
def levels(pits: int, seeds: int, rules: str) -> Levels:
    """Return Awari by number of seeds for compiled kernels.

    It has so many pits per side, and so many seeds in all.
    """
    both = 2 * pits
    highest = 0

    def size(level: int) -> int:
        return comb(level + both - 1, both - 1)

    for count in range(min(seeds, MAX_SEEDS_OF_A_LEVEL) + 1):
        if size(count) < LEVEL_SIZE_LIMIT:
            highest = count
    binomials = _binomials(highest + both, both)
    shape = np.array([both, rules != "simple", *binomials], np.int64)

    def locate(position: Position) -> tuple[int, int]:
        own = position.cells[pits * position.to_move :]
        cells = own + position.cells[: both - len(own)]
        index = 0
        seen = 0
        for bar, content in enumerate(cells[:-1]):
            seen += content
            index += comb(seen + bar, bar + 1)
        return sum(cells), index

    return Levels(
        name=f"awari, {pits} pits a side, rules {rules}",
        shape=shape,
        moves=moves,
        max_moves=pits,
        # The kernel keeps a position, the one after a move, and level and index of the former.
        cells=2 * both + 2,
        highest=highest,
        size=size,
        locate=locate,
    )


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
        place = level + both - 1
        after = place  # the bar behind a pit; the seeds of the pit lie between two bars
        for bar in range(both - 2, -1, -1):
            place -= 1
            while _choose(place, bar + 1, shape) > remaining:
                place -= 1
            remaining -= _choose(place, bar + 1, shape)
            cells[bar + 1] = after - place - 1
            after = place
        cells[0] = place
    cells[2 * both] = level
    cells[2 * both + 1] = index


@compiled(LEVEL_MOVES_TYPE)
def moves(level: int, index: int, shape: Any, cells: Any, child: Any, gain: Any) -> int:
    """Fill in the moves of a position by pits; see ``LEVEL_MOVES_TYPE``."""
    both = shape[SHAPE_PITS]
    pits = both // 2
    _read(level, index, shape, cells)
    own = 0
    for pit in range(pits):
        own += cells[pit]
    if own == 0:
        return GAME_OVER - level
    count = 0
    feeding = 0
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
                # The moves so far leave the other side no seeds, which is not allowed now.
                count = 0
                feeding = 1
            elif feeding and not fed:
                continue
        # The index from the other side's view: its pits, the later half, come first.
        number = 0
        seen = 0
        for bar in range(both - 1):
            if bar < pits:
                seen += cells[both + bar + pits]
            else:
                seen += cells[both + bar - pits]
            number += _choose(seen + bar, bar + 1, shape)
        child[count] = number
        gain[count] = taken
        count += 1
    return count
