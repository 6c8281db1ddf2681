"""Hexapawn in two words, for kernels that look ahead (``games/kernels/words.py``): a bit for each cell with a pawn.

Moves are numbered by the cell that they start from, three for each: to the left, straight ahead and to the right. In
this order the rules list them. Nothing is merged: a move and its mirror image are two moves.
"""

from functools import cache
from typing import Any, NamedTuple

from kitgen.games.kernels.words import (
    BITS,
    MOST_MOVES,
    ONGOING,
    ROOM,
    Made,
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

#: Numbers of a board: how many moves there are, the far row of each side, and then for each side and move the cell that
#: it leads to; -1 where there is none.
MOVES, FAR, TARGETS = ROOM, ROOM + 1, ROOM + 3
#: Ways that a pawn can go.
WAYS = 3


class HexapawnBoard(NamedTuple):
    """Hexapawn's own ``Board``.

    Attributes:
        at: the address of the array of words.
    """

    at: int


@cache
def words(columns: int, rows: int) -> Words | None:
    """Return Hexapawn in two words, or None when the board has too many cells."""
    cells = columns * rows
    if cells > BITS or WAYS * cells > MOST_MOVES:
        return None
    targets = []
    for ahead in (-1, 1):
        for number in range(WAYS * cells):
            row, column = divmod(number // WAYS, columns)
            row, column = row + ahead, column + number % WAYS - 1
            inside = 0 <= row < rows and 0 <= column < columns
            targets.append(row * columns + column if inside else -1)
    far = [sum(1 << cell for cell in row) for row in (range(columns), range(cells - columns, cells))]

    def pack(position: Position) -> tuple[int, int]:
        white, black = (sum(1 << c for c, pawn in enumerate(position.cells) if pawn == side) for side in (1, 2))
        return (white, black) if position.to_move == 0 else (black, white)

    def move(position: Position, number: int) -> Move:
        return Move(number // WAYS, targets[WAYS * cells * position.to_move + number])

    return Words(HexapawnBoard, [WAYS * cells, *far, *targets], WAYS * cells, WAYS * cells, False, 0, pack, move)


in_hexapawn = built_in(HexapawnBoard)


@in_hexapawn(ended)
def _ended(board: Any, own: Any, other: Any, side: Any) -> Any:
    if own & peek(board.at, FAR + side) or not other:
        # White is asked first, as the rules ask, in positions that no game comes to.
        return -1 if side == 1 and (other & peek(board.at, FAR) or not own) else 1
    if other & peek(board.at, FAR + 1 - side) or not own:
        return -1
    for number in range(peek(board.at, MOVES)):
        if can(board, own, other, side, number):
            return ONGOING
    return -1


@in_hexapawn(can)
def _can(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:
    target = peek(board.at, TARGETS + side * peek(board.at, MOVES) + number)
    if (own >> number // WAYS) & 1 == 0 or target < 0:
        return False
    if number % WAYS == 1:
        return ((own | other) >> target) & 1 == 0
    return (other >> target) & 1 == 1


@in_hexapawn(play)
def _play(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:
    target = peek(board.at, TARGETS + side * peek(board.at, MOVES) + number)
    there = 1 << target
    return Made((own ^ (1 << number // WAYS)) | there, other & ~there, 0)


@in_hexapawn(spare)
def _spare(board: Any, other: Any) -> Any:  # noqa: ARG001 - the same for all games
    return False


@in_hexapawn(facing)
def _facing(board: Any, side: Any) -> Any:  # noqa: ARG001 - as above
    return side


@in_hexapawn(trait)
def _trait(board: Any, own: Any, number: Any) -> Any:  # noqa: ARG001 - as above
    return number


@in_hexapawn(level)
def _level(board: Any, own: Any, other: Any) -> Any:  # noqa: ARG001 - as above
    return 1 << BITS  # above all levels: there are no databases


@in_hexapawn(index)
def _index(board: Any, own: Any, other: Any) -> Any:  # noqa: ARG001 - as above
    return 0
