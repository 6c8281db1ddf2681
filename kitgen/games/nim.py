"""Nim with one heap: take a few counters in turn; whoever takes the last one wins, or loses.

Counters are in a row like the rungs of a ladder and are taken from its end. Cells are numbered from
the end that is taken first; of nine counters, with two of them gone::

    8  7  6  5  4  3  2  1  0
    o  o  o  o  o  o  o  .  .      7 F

A move is named by the number of counters taken. It starts at the outermost counter and ends on the
last taken.
"""

import math
import re
from collections.abc import Mapping

from kitgen.errors import NotationError, UnknownNameError, UsageError, quoted
from kitgen.games.notation import check_options, split_side
from kitgen.model import Diagram, Game, Move, Position, RowsBy, Side, Step, Symmetry

# The contents of a cell.
GONE = 0
COUNTER = 1
#: What taking the last counter does; usually the first of these.
LAST = ("wins", "loses")
#: How many counters a side may usually take at once.
USUAL_TAKE = 3
#: The most counters in a row of a card; more lie in several rows.
MAX_IN_A_ROW = 12


class Nim(Game):
    """One heap of counters; each side in turn takes from one counter to ``take``.

    Attributes:
        counters: counters at the start, from 1 to 60.
        take: the most that a side may take at once, from 1 to 9.
        last: whether taking the last counter ``wins`` or ``loses``.

    >>> game = Nim(9, 3, "wins")
    >>> [game.move_text(move) for move in game.legal_moves(game.parse("2 S"))]
    ['1', '2']
    """

    name = "nim"
    sides = (Side("first", "F"), Side("second", "S"))
    impartial = True
    rows_by: RowsBy = "none"  # a position is a number of counters

    def __init__(self, counters: int, take: int, last: str) -> None:
        self.counters = counters
        self.take = take
        self.last = last
        self.about: dict[str, int | str] = {"counters": counters, "take": take, "last": last}
        self.spec = f"nim:{counters}"
        if take != USUAL_TAKE:
            self.spec += f",take={take}"
        if last != LAST[0]:
            self.spec += f",last={last}"
        self.symmetries = (Symmetry("identity", tuple(range(counters))),)
        rows = math.ceil(counters / MAX_IN_A_ROW)
        columns = math.ceil(counters / rows)
        places = [divmod(counters - 1 - cell, columns) for cell in range(counters)]
        centres = tuple((column + 0.5, row + 0.5) for row, column in places)
        self.diagram = Diagram(columns, rows, centres, "rung", "place", {COUNTER: "counter"})

    def position(self, counters: int, to_move: int) -> Position:
        """Return the position with so many counters."""
        return Position((GONE,) * (self.counters - counters) + (COUNTER,) * counters, to_move)

    def start(self) -> Position:
        """Return all counters, the first side to move."""
        return self.position(self.counters, 0)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return a move for each number of counters that may be taken, sorted.

        There is none when all are gone.
        """
        counters = sum(position.cells)
        outermost = self.counters - counters
        return tuple(Move(outermost, outermost + more) for more in range(min(self.take, counters)))

    def play(self, position: Position, move: Move) -> Step:
        """Return the result of a legal move."""
        return Step(self.position(self.counters - 1 - move.target, 1 - position.to_move), 0)

    def result(self, position: Position) -> int | None:
        """Return the value for the side to move when all counters are gone, otherwise None."""
        if COUNTER in position.cells:
            return None
        return -1 if self.last == "wins" else 1

    def ending(self, position: Position) -> str:
        """Return why a game is over: the ``last`` counter is taken."""
        del position
        return "last"

    def text(self, position: Position) -> str:
        """Return the number of counters, then the side to move: ``7 F``."""
        return f"{sum(position.cells)} {self.sides[position.to_move].letter}"

    def parse(self, text: str) -> Position:
        """Return the position of a text, reachable or not."""
        heap, side = split_side(text, self.sides, self.text(self.start()))
        if re.fullmatch("[0-9]{1,3}", heap) is None:
            raise NotationError(
                f"position {quoted(text)} does not start with a number; write it like '7 F'"
            )
        if int(heap) > self.counters:
            raise NotationError(
                f"position {quoted(text)} has {int(heap)} counters; {self.spec} has {self.counters}"
            )
        return self.position(int(heap), side)

    def move_text(self, move: Move) -> str:
        """Return how many counters a move takes."""
        assert move.source is not None  # noqa: S101 - every taking starts at a counter; this tells the type checker
        return str(move.target - move.source + 1)

    def parse_move(self, position: Position, text: str) -> Move:
        """Return the move that takes so many counters, legal or not."""
        counters = sum(position.cells)
        if re.fullmatch("[1-9]", text) is None or int(text) > min(self.take, counters):
            raise NotationError(
                f"move {quoted(text)} cannot be taken from {counters} counters; write 1 "
                f"to {self.take}"
            )
        outermost = self.counters - counters
        return Move(outermost, outermost + int(text) - 1)


def make(size: str | None, options: Mapping[str, str]) -> Nim:
    """Return Nim with a number of counters, 9 when None.

    The option ``take`` is how many may be taken at once (3), ``last`` whether the last counter
    ``wins`` or ``loses``.
    """
    check_options("nim", options, ("take", "last"))
    heap = size or "9"
    take = options.get("take", str(USUAL_TAKE))
    last = options.get("last", LAST[0])
    if re.fullmatch("[0-9]{1,3}", heap) is None or not 1 <= int(heap) <= 60:
        raise UsageError(
            f"nim size {quoted(heap)} is not a number of counters from 1 to 60, such as 9"
        )
    if re.fullmatch("[1-9]", take) is None:
        raise UsageError(f"option take={take} of nim is not a number from 1 to 9")
    if last not in LAST:
        raise UnknownNameError("value of nim's option last", last, LAST)
    return Nim(int(heap), int(take), last)
