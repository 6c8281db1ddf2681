"""Hexapawn on bitboards, for the compiled kernels.

A key has two bits a cell, cell 0 in the lowest: 01 is White's pawn, 10 Black's. The bit above the board is
the side to move. Pawns only move forward, so that the number of rows still ahead of them falls with every move.
"""

from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic

from kitgen.compiled import compiled
from kitgen.games.packed import ENDED, MOVES, RANK, Packed
from kitgen.model import Position

#: A board of more cells has no room for the side to move in 63 bits.
LARGEST = 31

# Places in the array of numbers that describe a board. Masks are of White's bits unless they say otherwise.
COLUMNS, BOARD, WHITE_FAR, BLACK_FAR, FIRST, LAST, LEFT, MIDDLE, SIDE, PAIRS, STEPS, REST = range(12)


def _mask(columns: int, rows: int, wanted: Any) -> int:
    """Return the mask of the cells (column, row) that are wanted."""
    return sum(1 << 2 * (row * columns + c) for row in range(rows) for c in range(columns) if wanted(c, row))


def packed(columns: int, rows: int) -> Packed | None:
    """Return Hexapawn as the compiled kernels want it, or None when the board has too many cells."""
    cells = columns * rows
    if cells > LARGEST:
        return None
    pairs, middle = divmod(columns, 2)

    def mask(wanted: Any) -> int:
        return _mask(columns, rows, wanted)

    numbers = [
        columns,
        mask(lambda _c, _r: True),
        mask(lambda _c, r: r == 0),
        mask(lambda _c, r: r == rows - 1),
        mask(lambda c, _r: c == 0),
        mask(lambda c, _r: c == columns - 1),
        mask(lambda c, _r: c < pairs),
        mask(lambda c, _r: middle and c == pairs),
        1 << 2 * cells,
        pairs,
        rows - 1,
    ]
    for pair in range(pairs):
        numbers += [3 * mask(lambda c, _r, pair=pair: c == pair), 2 * (columns - 1 - 2 * pair)]
    for ahead in range(1, rows):  # the pawns that have at least so many rows ahead of them
        white = mask(lambda _c, r, ahead=ahead: r >= ahead)
        black = mask(lambda _c, r, ahead=ahead: r < rows - ahead)
        numbers.append(white | black << 1)

    def pack(position: Position) -> int:
        board = sum(content << 2 * cell for cell, content in enumerate(position.cells))
        return board | position.to_move << 2 * cells

    def unpack(key: int) -> Position:
        return Position(tuple(key >> 2 * cell & 3 for cell in range(cells)), key >> 2 * cells)

    ranks = 2 * columns * (rows - 1) + 1
    return Packed(np.array(numbers, np.int64), moves, rank, ranks, 3 * columns, pack, unpack)


def _count_ones(_context: Any, word: Any) -> Any:
    """Tell the compiler how to count the bits of a word that are set: in one instruction."""

    def generate(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        return builder.ctpop(words[0])

    return types.int64(word), generate


_ones: Any = intrinsic(_count_ones)


@compiled(RANK)
def rank(key: int, shape: Any) -> int:
    """Return how many rows all pawns together have ahead of them."""
    total = 0
    start = REST + 2 * shape[PAIRS]
    for place in range(start, start + shape[STEPS]):
        total += _ones(key & shape[place])
    return total


@compiled()
def _mirror(board: int, shape: Any) -> Any:
    """Return the mirror image of a board."""
    image = board & (3 * shape[MIDDLE])
    for pair in range(shape[PAIRS]):
        left, shift = shape[REST + 2 * pair], shape[REST + 2 * pair + 1]
        image |= (board & left) << shift | (board >> shift) & left
    return image


@compiled()
def _canonical(board: int, shape: Any) -> Any:
    """Return the lesser of a board and its mirror image, comparing cells in order."""
    image = _mirror(board, shape)
    differ = board ^ image
    if differ == 0:
        return board
    lowest = differ & -differ
    cell = 3 * ((lowest | lowest >> 1) & shape[BOARD])
    return board if (board & cell) < (image & cell) else image


@compiled(MOVES)
def moves(key: int, shape: Any, child: Any, gain: Any, orbit: Any) -> int:
    """Fill in the distinct moves of a position, by cells from and to; see ``MOVES``."""
    full = shape[BOARD]
    side = 1 if key & shape[SIDE] else 0
    board = key & (3 * full)
    white, black = board & full, (board >> 1) & full
    if white & shape[WHITE_FAR] or not black:
        return ENDED + (1 if side == 0 else -1)
    if black & shape[BLACK_FAR] or not white:
        return ENDED + (1 if side == 1 else -1)
    row = 2 * shape[COLUMNS]
    own, other = (black, white) if side else (white, black)
    next_side = 0 if side else shape[SIDE]
    symmetric = _mirror(board, shape) == board
    count = 0
    waiting = own
    while waiting:
        pawn = waiting & -waiting
        waiting ^= pawn
        ahead = pawn << row if side else pawn >> row
        for way in range(3):  # left, straight, right
            if way == 0:
                target = 0 if pawn & shape[FIRST] else (ahead >> 2) & other
            elif way == 1:
                target = ahead & ~(own | other)
            else:
                target = 0 if pawn & shape[LAST] else (ahead << 2) & other
            if target == 0:
                continue
            size = 1
            if symmetric:
                # Of two moves that mirror each other the one further left stands for both.
                if pawn & shape[MIDDLE]:
                    if way == 2:
                        continue
                    size = 1 if way == 1 else 2
                elif pawn & shape[LEFT]:
                    size = 2
                else:
                    continue
            new_own, new_other = own ^ pawn | target, other & ~target
            new_board = new_other | new_own << 1 if side else new_own | new_other << 1
            child[count] = _canonical(new_board, shape) | next_side
            gain[count] = 0
            orbit[count] = size
            count += 1
    return count or ENDED - 1
