"""Minimax, alpha-beta and negascout, compiled: the same trees as in ``plain.py``, node for node.

These three take no refinement and know of no position that was met before: they serve where none can come up for the
last time within the horizon. All else is done by ``refined.py``. The position after the last move is looked at where
the move is made, without a call: most positions of a tree are such leaves.

Every function is told the game's board (``kernels/words.py``), what belongs to the side to move and to the other, the
side to move, the store of the side to move minus the other's, and how many plies to look ahead: 1 or more, in a
position that is not over. The first position itself is counted by the caller; the move that the algorithm settles on
there is left on the desk.
"""

from typing import Any

from kitgen.compiled import compiled
from kitgen.games.kernels.in_words import ONGOING, can, ended, peek, play, poke, spare
from kitgen.search.desk import BEST, DEPTH, NODES, STOP, WIDTH
from kitgen.search.plain import INFINITY

#: A search looks whether it is to stop at positions with so many plies to go, often enough for people.
WATCH = 5


@compiled
def look(board: Any, own: Any, other: Any, side: Any, lead: Any) -> Any:
    """Count a position as visited; return its value where the game is over, otherwise ``ONGOING``."""
    poke(board.at, NODES, peek(board.at, NODES) + 1)
    end = ended(board, own, other, side)
    return ONGOING if end == ONGOING else lead + end


@compiled
def settle(board: Any, depth: Any, number: Any) -> None:
    """Remember a move, where the search began."""
    if depth == peek(board.at, DEPTH):
        poke(board.at, BEST, number)


@compiled
def minimax(board: Any, own: Any, other: Any, side: Any, lead: Any, depth: Any) -> Any:
    """Return the value of a position by trying everything; see the top for the arguments."""
    if depth >= WATCH and peek(board.at, STOP):
        return lead
    best = -INFINITY
    for spared in range(2):  # moves that are legal only when all are like them come into question last
        for number in range(peek(board.at, WIDTH)):
            if not can(board, own, other, side, number):
                continue
            mine, theirs, gain = play(board, own, other, side, number)
            if spare(board, theirs) != (spared == 1):
                continue
            value = look(board, theirs, mine, 1 - side, -(lead + gain))
            if value == ONGOING:
                value = -(lead + gain)
                if depth > 1:
                    value = minimax(board, theirs, mine, 1 - side, value, depth - 1)
            if -value > best:
                best = -value
                settle(board, depth, number)
        if best > -INFINITY:
            break
    return best


@compiled
def alphabeta(board: Any, own: Any, other: Any, side: Any, lead: Any, depth: Any, a: Any, b: Any) -> Any:
    """Return the value of a position within the bounds ``a`` and ``b``, fail-hard; see the top for the arguments."""
    if depth >= WATCH and peek(board.at, STOP):
        return lead
    moved = False
    for spared in range(2):
        for number in range(peek(board.at, WIDTH)):
            if not can(board, own, other, side, number):
                continue
            mine, theirs, gain = play(board, own, other, side, number)
            if spare(board, theirs) != (spared == 1):
                continue
            moved = True
            value = look(board, theirs, mine, 1 - side, -(lead + gain))
            if value == ONGOING:
                value = -(lead + gain)
                if depth > 1:
                    value = alphabeta(board, theirs, mine, 1 - side, value, depth - 1, -b, -a)
            if -value > a:
                a = -value
                settle(board, depth, number)
                if a >= b:
                    return a
        if moved:
            break
    return a


@compiled
def negascout(board: Any, own: Any, other: Any, side: Any, lead: Any, depth: Any, a: Any, b: Any) -> Any:
    """Return the value of a position, by asking of later moves whether they are better; see the top."""
    if depth >= WATCH and peek(board.at, STOP):
        return lead
    best, bound = -INFINITY, b
    for spared in range(2):
        for number in range(peek(board.at, WIDTH)):
            if not can(board, own, other, side, number):
                continue
            mine, theirs, gain = play(board, own, other, side, number)
            if spare(board, theirs) != (spared == 1):
                continue
            value = look(board, theirs, mine, 1 - side, -(lead + gain))
            over = value != ONGOING
            if not over:
                value = -(lead + gain)
                if depth > 1:
                    value = negascout(board, theirs, mine, 1 - side, value, depth - 1, -bound, -max(a, best))
            if -value > best:
                best = -value
                if bound != b and depth > 2:
                    look(board, theirs, mine, 1 - side, lead)  # asked again, it is visited again
                    if not over:
                        best = -negascout(board, theirs, mine, 1 - side, -(lead + gain), depth - 1, -b, value)
                settle(board, depth, number)
            if best >= b:
                return best
            bound = max(a, best) + 1
        if best > -INFINITY:
            break
    return best
