"""Awari in two words, for kernels that look ahead (``games/kernels/words.py``).

A side's seeds are a byte for each pit, its first pit lowest. What sowing a pit adds to either side's word stands in a
table, by pit and number of seeds, so that a sowing is two additions.
"""

from functools import cache
from math import comb
from typing import Any, NamedTuple

from kitgen.compiled import compiled
from kitgen.games.kernels.words import (
    BITS,
    ONGOING,
    ROOM,
    Words,
    built_in,
    can,
    ended,
    facing,
    index,
    level,
    peek,
    play,
    spare,
    trait,
)  # fmt: skip
from kitgen.model import Move, Position

#: Bits for a pit, and the most seeds in one: all that a game can have on as many pits as fit.
PIT, SEEDS = 8, 128
#: A sowing is known by its pit and its seeds, of which no more than these are told apart.
TOLD = 32
#: Numbers of a board: pits a side, whether a side must feed the other, where binomials begin; then rows for each pit
#: and number of seeds: what is added to the own word, to the other's, and the bit of the other's where the last falls.
PITS, FEEDING, CHOOSE, ROWS = range(ROOM, ROOM + 4)
ROW = 3
#: Multiplied by this, a word's bytes add up in the highest of six.
ONES = sum(1 << PIT * pit for pit in range(BITS // PIT))
TOP = BITS - PIT


class AwariBoard(NamedTuple):
    """Awari's own ``Board``.

    Attributes:
        at: the address of the array of words.
    """

    at: int


@cache
def words(pits: int, seeds: int, rules: str) -> Words | None:
    """Return Awari in two words, or None when it has too many pits.

    Args:
        pits: pits a side.
        seeds: seeds on the board at the start.
        rules: ``research``, where a side must feed the other if it can, or ``simple``.
    """
    if pits * PIT > BITS or seeds >= SEEDS:
        return None
    both = 2 * pits
    rows: list[int] = []
    for pit in range(pits):
        added, last = [0] * both, pit
        for _ in range(SEEDS):
            own, other = (
                sum(n << PIT * i for i, n in enumerate(added[side * pits : (side + 1) * pits])) for side in (0, 1)
            )
            # A table's last rows belong to numbers of seeds that a board with fewer cannot have.
            rows += [own, other, PIT * (last - pits)]
            last = (last + 1) % both
            if last == pit:
                last = (last + 1) % both
            added[last] += 1
    begin = ROWS + len(rows)
    binomials = [min(comb(n, k), 2**62) for n in range(seeds + both) for k in range(both + 1)]

    def pack(position: Position) -> tuple[int, int]:
        halves = [position.cells[:pits], position.cells[pits:]]
        own, other = (sum(n << PIT * i for i, n in enumerate(half)) for half in halves)
        return (own, other) if position.to_move == 0 else (other, own)

    def move(position: Position, number: int) -> Move:
        pit = number + pits * position.to_move
        return Move(pit, pit)

    # In a circle of moves without captures as many seeds pass every pit, so that each is emptied at least once.
    numbers = [pits, int(rules != "simple"), begin, *rows, *binomials]
    return Words(AwariBoard, numbers, pits, TOLD * pits, True, both, pack, move)


@compiled
def _total(word: Any) -> Any:
    """Return the seeds of a side."""
    return (word * ONES >> TOP) & (SEEDS - 1)


@compiled
def _sow(at: Any, own: Any, other: Any, pit: Any) -> Any:
    """Sow a pit, and take."""
    row = ROWS + ROW * (pit * SEEDS + ((own >> PIT * pit) & (SEEDS - 1)))
    own = (own & ~((SEEDS - 1) << PIT * pit)) + peek(at, row)
    other += peek(at, row + 1)
    last = peek(at, row + 2)
    gain = 0
    while last >= 0:
        seeds = (other >> last) & (SEEDS - 1)
        if seeds & ~1 != 2:  # neither two nor three
            break
        gain += seeds
        other -= seeds << last
        last -= PIT
    return own, other, gain


@compiled
def _index(at: Any, own: Any, other: Any) -> Any:
    """Return the number of a position among those with as many seeds, as ``awari_levels`` counts."""
    pits = peek(at, PITS)
    choose = peek(at, CHOOSE)
    number = seen = 0
    for bar in range(2 * pits - 1):
        seen += ((own >> PIT * bar) if bar < pits else (other >> PIT * (bar - pits))) & (SEEDS - 1)
        number += peek(at, choose + (seen + bar) * (2 * pits + 1) + bar + 1)
    return number


in_awari = built_in(AwariBoard)


@in_awari(ended)
def _ended(board: Any, own: Any, other: Any, side: Any) -> Any:  # noqa: ARG001 - the same for all games
    return ONGOING if own else -_total(other)


@in_awari(can)
def _can(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:  # noqa: ARG001 - as above
    return (own >> PIT * number) & (SEEDS - 1) != 0


@in_awari(play)
def _play(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:  # noqa: ARG001 - as above
    return _sow(board.at, own, other, number)


@in_awari(spare)
def _spare(board: Any, other: Any) -> Any:
    return other == 0 and peek(board.at, FEEDING) != 0


@in_awari(facing)
def _facing(board: Any, side: Any) -> Any:  # noqa: ARG001 - as above
    return 0


@in_awari(trait)
def _trait(board: Any, own: Any, number: Any) -> Any:  # noqa: ARG001 - as above
    return TOLD * number + min(TOLD - 1, (own >> PIT * number) & (SEEDS - 1))


@in_awari(level)
def _level(board: Any, own: Any, other: Any) -> Any:  # noqa: ARG001 - as above
    return _total(own) + _total(other)


@in_awari(index)
def _index_of(board: Any, own: Any, other: Any) -> Any:
    return _index(board.at, own, other)
