"""The transposition table of a compiled search: what has been found of positions, with as many plies left.

A bucket has four entries of two words, a cache line in all. An entry holds both words of its position, so that two
positions are never taken for one. In the bits above them stand the value and the plies left, the move, what kind of
value it is, and the side to move where it makes a difference.
"""

from typing import Any

from kitgen.compiled import compiled
from kitgen.games.kernels.in_words import BITS, facing, peek, poke
from kitgen.search.desk import MASK, TABLE, WORD

#: Entries of a bucket, and words of an entry.
ENTRIES, ENTRY = 4, 2
#: What is known of a value: nothing, that it is exact, at least so much, or at most.
NOTHING, EXACT, LEAST, MOST = range(4)
#: Values from -128 to 127 are kept, and plies to 255.
MIDDLE, BYTE = 128, 8
#: Bits of the numbers of moves, and of kinds of values.
MOVE, KIND = 7, 2
#: A position's own bits.
LOW = (1 << BITS) - 1
#: Odd numbers that mix words.
MIX, MIX_OTHER = 0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9


@compiled
def remembered(board: Any, own: Any, other: Any, side: Any, depth: Any) -> Any:
    """Look a position up.

    Returns:
        The address of the entry that is to hold it; a move that was good with any number of plies left, or -1; the
        value with just as many left, and what kind of value it is.
    """
    at = board.at
    mixed = own * MIX ^ other * MIX_OTHER
    bucket = peek(at, TABLE) + ((mixed ^ mixed >> 29) & peek(at, MASK)) * ENTRIES * ENTRY * WORD
    hint, hinted, entry, fewest = -1, -1, bucket, 1 << BYTE
    for number in range(ENTRIES):
        here = bucket + number * ENTRY * WORD
        first, second = peek(here, 0), peek(here, 1)
        plies = (first >> BITS) & ((1 << BYTE) - 1)
        if first & LOW == own and second & LOW == other and (second >> BITS + MOVE + KIND) & 1 == facing(board, side):
            move = (second >> BITS) & ((1 << MOVE) - 1)
            if plies == depth:
                value = ((first >> BITS + BYTE) & ((1 << BYTE) - 1)) - MIDDLE
                return here, move, value, (second >> BITS + MOVE) & ((1 << KIND) - 1)
            if plies > hinted:
                hint, hinted = move, plies
        if plies < fewest:
            entry, fewest = here, plies
    return entry, hint, 0, NOTHING


@compiled
def remember(
    board: Any, entry: Any, own: Any, other: Any, side: Any, depth: Any, value: Any, kind: Any, number: Any
) -> None:
    """Keep what was found of a position in an entry."""
    value = max(-MIDDLE, min(MIDDLE - 1, value))
    poke(entry, 0, own | ((value + MIDDLE) << BYTE | depth) << BITS)
    poke(entry, 1, other | (facing(board, side) << MOVE + KIND | kind << MOVE | number) << BITS)
