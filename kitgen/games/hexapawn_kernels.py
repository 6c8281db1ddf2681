"""Hexapawn in two words, for kernels that look ahead (``games/words.py``), with a bit for each
pawn; and on bitboards.

Moves are numbered by their source cell, three for each: to the left, straight ahead and to the
right.
"""

from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic

from kitgen.compiling.compiled import compiled
from kitgen.games import words
from kitgen.games.packed import GAME_OVER, MOST_RANKS, MOVES_TYPE, Packed
from kitgen.games.words import BITS, MOST_MOVES, ONGOING, ROOM, WordGame
from kitgen.model import Move, Position

#: Numbers of a board: how many moves there are, the far row of each side, and then for each side
#: and move its target cell; -1 where there is none.
MOVES, FAR, TARGETS = ROOM, ROOM + 1, ROOM + 3
#: Directions of a pawn.
WAYS = 3


class HexapawnBoard(NamedTuple):
    """The type of Hexapawn's board."""

    at: int


@cache
def in_words(columns: int, rows: int) -> WordGame | None:
    """Return Hexapawn in two words, or None when the board has too many cells."""
    cells = columns * rows
    if cells > BITS or WAYS * cells > MOST_MOVES:
        return None
    targets = []
    for ahead, cell, aside in product((-1, 1), range(cells), (-1, 0, 1)):
        row, column = cell // columns + ahead, cell % columns + aside
        targets.append(row * columns + column if 0 <= row < rows and 0 <= column < columns else -1)
    far = [
        sum(1 << cell for cell in row) for row in (range(columns), range(cells - columns, cells))
    ]

    def pack(position: Position) -> tuple[int, int]:
        white, black = (
            sum(1 << c for c, pawn in enumerate(position.cells) if pawn == side) for side in (1, 2)
        )
        return (white, black) if position.to_move == 0 else (black, white)

    def move(position: Position, number: int) -> Move:
        return Move(number // WAYS, targets[WAYS * cells * position.to_move + number])

    return WordGame(
        HexapawnBoard,
        [WAYS * cells, *far, *targets],
        WAYS * cells,
        WAYS * cells,
        False,
        0,
        pack,
        move,
    )


in_hexapawn = words.built_in(HexapawnBoard)


@in_hexapawn(words.ended)
def _ended(board: Any, own: Any, other: Any, side: Any) -> Any:
    if own & words.peek(board.at, FAR + side) or not other:
        # White comes first, as in the rules, in positions that no game reaches.
        return -1 if side == 1 and (other & words.peek(board.at, FAR) or not own) else 1
    if other & words.peek(board.at, FAR + 1 - side) or not own:
        return -1
    for number in range(words.peek(board.at, MOVES)):
        if words.can(board, own, other, side, number):
            return ONGOING
    return -1


@in_hexapawn(words.can)
def _can(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:
    target = words.peek(board.at, TARGETS + side * words.peek(board.at, MOVES) + number)
    if (own >> number // WAYS) & 1 == 0 or target < 0:
        return False
    if number % WAYS == 1:
        return ((own | other) >> target) & 1 == 0
    return (other >> target) & 1 == 1


@in_hexapawn(words.play_words)
def _play(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:
    target = words.peek(board.at, TARGETS + side * words.peek(board.at, MOVES) + number)
    there = 1 << target
    return (own ^ (1 << number // WAYS)) | there, other & ~there, 0


# No moves are spared, and above all levels there are no databases.
in_hexapawn(words.spare)(lambda board, other: False)  # noqa: ARG005 - the same for all games
in_hexapawn(words.facing)(lambda board, side: side)  # noqa: ARG005 - as above
in_hexapawn(words.trait)(lambda board, own, number: number)  # noqa: ARG005 - as above
in_hexapawn(words.level)(lambda board, own, other: 1 << BITS)  # noqa: ARG005 - as above
in_hexapawn(words.index)(lambda board, own, other: 0)  # noqa: ARG005 - as above


# Hexapawn on bitboards, for the kernels that solve large boards. A key has a field for each column,
# a number in base 3 with a digit for each cell: 0 empty, 1 White's pawn, 2 Black's, the top row's
# digit lowest. A move changes few digits, so the next key is a sum; the mirror exchanges fields,
# and the lesser of both keys stands for a position. Above the fields is the side to move. Inside
# the kernel the board is two words with a bit per cell, column by column from the left and each
# from the top. Pawns only move forward, so the number of rows ahead of them all falls with every
# move.

# Places in the array of numbers of a board, followed by what moves do, and what fields hold.
COLUMNS, ROWS, FIELD, WHITE_FAR, BLACK_FAR, LEFT, MIDDLE, MOVE, CONTENT, REST = range(10)
#: For each side, way (left, straight, right) and target: what a move adds to the key, what to that
#: of the mirror image, and by how much the rank falls.
KEY, IMAGE, FALL, NUMBERS = range(4)
#: For each content of a field: White's bits and, so many places higher, Black's.
HALF = 8


@cache
def packed(columns: int, rows: int) -> Packed | None:
    """Return Hexapawn for compiled kernels, or None when the board has too many cells."""
    field = (3**rows - 1).bit_length()
    ranks = 2 * columns * (rows - 1) + 1
    if field * columns > 61 or ranks > MOST_RANKS:  # two more bits hold the side to move
        return None
    places = [divmod(bit, rows) for bit in range(columns * rows)]
    weight: dict[tuple[int, int], int] = {
        (column, row): 3**row << field * column for column, row in places
    }
    image = {(column, row): weight[columns - 1 - column, row] for column, row in places}

    def mask(column: range, row: range) -> int:
        return sum(1 << bit for bit, (c, r) in enumerate(places) if c in column and r in row)

    def move(side: int, way: int, column: int, row: int) -> tuple[int, int, int]:
        source = column - way, row + (1, -1)[side]
        if source not in weight:
            return 0, 0, 0
        pawn, taken = (1, 2)[side], (2, 1)[side] if way else 0
        key, mirrored = (
            w[column, row] * (pawn - taken) - w[source] * pawn for w in (weight, image)
        )
        # The rank also loses the rows ahead of a captured pawn.
        return key, mirrored, 1 + ((rows - 1 - row, row)[side] if way else 0)

    def bits(content: int) -> int:
        digits = [content // 3**row % 3 for row in range(rows)]
        return sum(
            (digit == 1) << row | (digit == 2) << row + HALF for row, digit in enumerate(digits)
        )

    pairs, middle = divmod(columns, 2)
    moved = [
        number
        for side in (0, 1)
        for way in (-1, 0, 1)
        for place in places
        for number in move(side, way, *place)
    ]
    far = [mask(range(columns), range(row, row + 1)) for row in (0, rows - 1)]
    halves = [mask(range(pairs), range(rows)), mask(range(pairs, pairs + middle), range(rows))]
    contents = map(bits, range(3**rows))
    numbers = [columns, rows, field, *far, *halves, REST, REST + len(moved), *moved, *contents]

    def key(position: Position) -> int:
        # Positions list their cells row by row, keys column by column.
        contents = [position.cells[row * columns + column] for column, row in places]
        boards = [
            sum(c * w for c, w in zip(contents, weights.values(), strict=True))
            for weights in (weight, image)
        ]
        side: int = position.to_move + 1 << field * columns
        return min(boards) | side

    def rank(position: Position) -> int:
        return sum(
            (0, cell // columns, rows - 1 - cell // columns)[pawn]
            for cell, pawn in enumerate(position.cells)
        )

    return Packed(np.array(numbers, np.int64), moves, ranks, rows, 3 * columns, key, rank)


def _trailing_zeros(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
    return builder.cttz(words[0], cgutils.true_bit)


_lowest: Any = intrinsic(lambda _context, word: (types.int64(word), _trailing_zeros))


@compiled(MOVES_TYPE)
def moves(key: int, shape: Any, child: Any, fall: Any) -> int:
    """Fill in the distinct moves of a position; see ``MOVES_TYPE``."""
    columns, rows, field, content = shape[COLUMNS], shape[ROWS], shape[FIELD], shape[CONTENT]
    top = columns * field
    side = (key >> top) - 1
    board = key & ((1 << top) - 1)
    white = black = mirror = 0
    for column in range(columns):
        number = (board >> field * column) & ((1 << field) - 1)
        pawns = shape[content + number]
        white |= (pawns & ((1 << HALF) - 1)) << rows * column
        black |= (pawns >> HALF) << rows * column
        mirror |= number << field * (columns - 1 - column)
    if white & shape[WHITE_FAR] or not black:
        return GAME_OVER + (1 if side == 0 else -1)
    if black & shape[BLACK_FAR] or not white:
        return GAME_OVER + (1 if side == 1 else -1)
    own, other, ahead = (black, white, 1) if side else (white, black, -1)
    next_side = (2 - side) << top
    symmetric = mirror == board
    table = shape[MOVE] + side * 3 * columns * rows * NUMBERS
    count = 0
    for way in range(-1, 2):
        offset = rows * way + ahead
        sources = own
        if symmetric:
            # Of two moves that mirror each other the one further left stands for both.
            sources &= shape[LEFT] | (shape[MIDDLE] if way < 1 else 0)
        # No pawn that can still move stands on its far row, so none leaves its column straight
        # ahead.
        targets = sources << offset if offset > 0 else sources >> -offset
        targets &= other if way else ~(own | other)
        while targets:
            here = table + _lowest(targets) * NUMBERS
            targets &= targets - 1
            child[count] = min(board + shape[here + KEY], mirror + shape[here + IMAGE]) | next_side
            fall[count] = shape[here + FALL]
            count += 1
        table += columns * rows * NUMBERS
    return count or GAME_OVER - 1
