"""Hexapawn in two words, with a bit for each pawn, for kernels that look ahead; and on bitboards.

Kernels that look ahead are in ``games/words.py``. Moves are numbered by their source cell, three
for each: to the left, straight ahead and to the right.
"""

from collections.abc import Container
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic

from kitgen.compiling.compiled import compiled
from kitgen.games import words
from kitgen.games.packed import GAME_OVER, MAX_RANKS, PACKED_MOVES_TYPE, Packed
from kitgen.games.words import BITS, MOST_MOVES, ONGOING, ROOM, WordGame
from kitgen.model import Move, Position

# Places of a board's numbers.
#: How many moves there are.
MOVES = ROOM
#: The far row of White, and then that of Black.
FAR = MOVES + 1
#: For each side and move its target cell; -1 where there is none.
TARGETS = FAR + 2
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
        row = cell // columns + ahead
        column = cell % columns + aside
        if 0 <= row < rows and 0 <= column < columns:
            targets.append(row * columns + column)
        else:
            targets.append(-1)
    top_row = sum(1 << cell for cell in range(columns))
    bottom_row = top_row << cells - columns

    def pawns(position: Position, content: int) -> int:
        return sum(1 << cell for cell, pawn in enumerate(position.cells) if pawn == content)

    def pack(position: Position) -> tuple[int, int]:
        white = pawns(position, 1)
        black = pawns(position, 2)
        return (white, black) if position.to_move == 0 else (black, white)

    def move(position: Position, number: int) -> Move:
        return Move(number // WAYS, targets[WAYS * cells * position.to_move + number])

    return WordGame(
        board=HexapawnBoard,
        numbers=[WAYS * cells, top_row, bottom_row, *targets],
        width=WAYS * cells,
        traits=WAYS * cells,
        gaining=False,
        cycle=0,
        pack=pack,
        move=move,
    )


in_hexapawn = words.built_in(HexapawnBoard)


@in_hexapawn(words.ended)
def _ended(board: Any, own: Any, other: Any, side: Any) -> Any:
    own_has_won = own & words.peek(board.at, FAR + side) != 0 or other == 0
    other_has_won = other & words.peek(board.at, FAR + 1 - side) != 0 or own == 0
    # In positions that no game reaches both have won; White comes first, as in the rules.
    if own_has_won and (side == 0 or not other_has_won):
        return 1
    if other_has_won:
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

# Places in the array of numbers of a board. The last one is that of the first row on moves; what
# fields hold comes after these.
COLUMNS, ROWS, FIELD, WHITE_FAR, BLACK_FAR, LEFT, MIDDLE, MOVE, CONTENT, REST = range(10)
# Places in the row of a move, of which there is one for each side, way (left, straight, right) and
# target: what it adds to the key, what to that of the mirror image, and by how much the rank falls.
KEY, IMAGE, FALL = range(3)
NUMBERS_OF_A_MOVE = 3
#: For each content of a field: White's bits and, so many places higher, Black's.
HALF = 8
#: The bits of a key that fields can have; two more hold the side to move.
FIELD_BITS = 61


@cache
def packed(columns: int, rows: int) -> Packed | None:
    """Return Hexapawn for compiled kernels, or None when the board has too many cells."""
    keys = _Keys(columns, rows)
    ranks = 2 * columns * (rows - 1) + 1
    if keys.field * columns > FIELD_BITS or ranks > MAX_RANKS:
        return None
    moved: list[int] = []
    for pawn in (1, 2):
        for way in (-1, 0, 1):
            for column, row in keys.places:
                moved += keys.move(pawn, way, column, row)
    pairs, middle = divmod(columns, 2)
    numbers = [
        columns,
        rows,
        keys.field,
        keys.mask(range(columns), (0,)),
        keys.mask(range(columns), (rows - 1,)),
        keys.mask(range(pairs), range(rows)),
        keys.mask(range(pairs, pairs + middle), range(rows)),
        REST,
        REST + len(moved),
        *moved,
        *(_bits_of_field(content, rows) for content in range(3**rows)),
    ]
    return Packed(
        shape=np.array(numbers, np.int64),
        moves=moves,
        ranks=ranks,
        max_fall=rows,
        max_moves=WAYS * columns,
        key=keys.key,
        rank=keys.rank,
    )


class _Keys:
    """How positions of a board are written as keys, and what moves do to them.

    Attributes:
        field: bits of a field.
        places: the column and the row of each bit of the words inside the kernel.
        weight: what a content is multiplied by in the key, by column and row.
        image: the same in the key of the mirror image.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.field = (3**rows - 1).bit_length()
        self.places = [divmod(bit, rows) for bit in range(columns * rows)]
        self.weight: dict[tuple[int, int], int] = {}
        self.image: dict[tuple[int, int], int] = {}
        for column, row in self.places:
            self.weight[column, row] = 3**row << self.field * column
            self.image[column, row] = 3**row << self.field * (columns - 1 - column)

    def mask(self, columns: Container[int], rows: Container[int]) -> int:
        """Return the bits of the cells in some columns and rows."""
        mask = 0
        for bit, (column, row) in enumerate(self.places):
            if column in columns and row in rows:
                mask |= 1 << bit
        return mask

    def _ahead(self, pawn: int, row: int) -> int:
        """Return how many rows are ahead of White's pawn (1), or Black's (2)."""
        return row if pawn == 1 else self.rows - 1 - row

    def move(self, pawn: int, way: int, column: int, row: int) -> tuple[int, int, int]:
        """Return what a move to a cell adds to the key, what to that of the mirror image, and by
        how much the rank falls; zeros if there is no such move.
        """
        source = (column - way, row + 1 if pawn == 1 else row - 1)
        target = (column, row)
        if source not in self.weight:
            return 0, 0, 0
        taken = 0
        fall = 1
        if way:
            taken = 3 - pawn
            fall += self._ahead(taken, row)  # the rank also loses the rows ahead of this pawn
        key = self.weight[target] * (pawn - taken) - self.weight[source] * pawn
        mirrored = self.image[target] * (pawn - taken) - self.image[source] * pawn
        return key, mirrored, fall

    def key(self, position: Position) -> int:
        """Return the key of a position and its mirror image."""
        board = 0
        mirrored = 0
        # Positions list their cells row by row, keys column by column.
        for column, row in self.places:
            content = position.cells[row * self.columns + column]
            board += content * self.weight[column, row]
            mirrored += content * self.image[column, row]
        side: int = position.to_move + 1 << self.field * self.columns
        return min(board, mirrored) | side

    def rank(self, position: Position) -> int:
        """Return the number of rows ahead of all pawns."""
        rows_ahead = 0
        for cell, content in enumerate(position.cells):
            if content:
                rows_ahead += self._ahead(content, cell // self.columns)
        return rows_ahead


def _bits_of_field(content: int, rows: int) -> int:
    """Return the bits of both sides' pawns in a field with a content."""
    white = 0
    black = 0
    for row in range(rows):
        pawn = content // 3**row % 3
        if pawn == 1:
            white |= 1 << row
        elif pawn == 2:
            black |= 1 << row
    return white | black << HALF


def _trailing_zeros(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
    return builder.cttz(words[0], cgutils.true_bit)


_lowest: Any = intrinsic(lambda _context, word: (types.int64(word), _trailing_zeros))


@compiled(PACKED_MOVES_TYPE)
def moves(key: int, shape: Any, child: Any, fall: Any) -> int:
    """Fill in the distinct moves of a position; see ``PACKED_MOVES_TYPE``."""
    columns = shape[COLUMNS]
    rows = shape[ROWS]
    field = shape[FIELD]
    content = shape[CONTENT]
    top = columns * field
    side = (key >> top) - 1
    board = key & ((1 << top) - 1)
    white = 0
    black = 0
    mirror = 0
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
    if side == 0:
        own = white
        other = black
        ahead = -1
    else:
        own = black
        other = white
        ahead = 1
    next_side = (2 - side) << top
    symmetric = mirror == board
    table = shape[MOVE] + side * WAYS * columns * rows * NUMBERS_OF_A_MOVE
    count = 0
    for way in range(-1, 2):
        offset = rows * way + ahead
        sources = own
        if symmetric:
            # Of two moves that mirror each other the one further left stands for both.
            if way < 1:
                sources &= shape[LEFT] | shape[MIDDLE]
            else:
                sources &= shape[LEFT]
        # No pawn that can still move stands on its far row, so none leaves its column straight
        # ahead.
        targets = sources << offset if offset > 0 else sources >> -offset
        targets &= other if way else ~(own | other)
        while targets:
            here = table + _lowest(targets) * NUMBERS_OF_A_MOVE
            targets &= targets - 1
            child[count] = min(board + shape[here + KEY], mirror + shape[here + IMAGE]) | next_side
            fall[count] = shape[here + FALL]
            count += 1
        table += columns * rows * NUMBERS_OF_A_MOVE
    return count or GAME_OVER - 1
