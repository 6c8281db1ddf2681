"""A game to copy: a whole game in one file. docs/adding-a-game.md leads through it step by step.

This one is Gaps, a form of Dawson's Kayles: counters on a strip of cells, numbered from the left::

    0 a   1 b   2 c   3 d   4 e

It can be read in a minute and has everything that a game needs: a size, a symmetry, a drawing,
positions and moves as text. Copy the file, write your own rules, and add a line to ``GAMES`` in
``__init__.py``.
"""

import re
from collections.abc import Mapping
from itertools import pairwise
from string import ascii_lowercase

from kitgen.errors import NotationError, UsageError, quoted
from kitgen.games.notation import (
    check_options,
    grid_centres,
    grid_symmetry,
    read_grid,
    split_side,
    write_grid,
)
from kitgen.model import Diagram, Game, Move, Position, Side, Step

# The contents of a cell.
EMPTY = 0
COUNTER = 1
#: The sign of each content in a written position, the empty cell's first.
SIGNS = ".o"


class Gaps(Game):
    """Put a counter on an empty cell that touches no other counter; whoever cannot loses.

    The first sentence is what ``kitgen kits`` shows. The strip has 2 to 16 cells.

    >>> game = Gaps(5)
    >>> position = game.parse("o.... S")
    >>> [game.move_text(move) for move in game.legal_moves(position)]
    ['c', 'd', 'e']
    """

    name = "gaps"
    sides = (Side("first", "F"), Side("second", "S"))
    scoring = False  # True where moves gain points, as in Awari
    impartial = True  # both sides have the same moves, so one box serves a machine on either side
    repetition = None  # no position recurs; otherwise: how often one occurs until the game ends

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.about = {"cells": cells}  # values for its rules in templates/texts: {cells}
        self.spec = f"gaps:{cells}"  # name, size, and options that are not the usual ones
        # All rearrangements that change nothing, the identity first. The matrix maps x, y from the
        # middle.
        self.symmetries = (
            grid_symmetry("identity", cells, 1, (1, 0, 0, 1)),
            grid_symmetry("mirror", cells, 1, (-1, 0, 0, 1)),
        )
        self.diagram = Diagram(
            width=cells,
            height=1,
            centres=grid_centres(cells, 1),
            cell="open",
            moves="place",
            pieces={COUNTER: "counter"},
        )

    def start(self) -> Position:
        """Return the empty strip, the first side to move."""
        return Position((EMPTY,) * self.cells, 0)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the cells that may be filled, sorted; none when the game is over."""
        cells = position.cells
        return tuple(
            Move(None, cell)
            for cell in range(self.cells)
            if COUNTER not in cells[max(0, cell - 1) : cell + 2]
        )

    def play(self, position: Position, move: Move) -> Step:
        """Return the result of a legal move, with the points that it gains: none in this game."""
        cells = list(position.cells)
        cells[move.target] = COUNTER
        return Step(Position(tuple(cells), 1 - position.to_move), 0)

    def result(self, position: Position) -> int | None:
        """Return the value for the side to move when the game is over, otherwise None.

        It must be a number exactly when there is no legal move. Here the side that cannot move has
        lost.

        >>> game = Gaps(3)
        >>> game.result(game.start()), game.result(game.parse(".o. S"))
        (None, -1)
        """
        return None if self.legal_moves(position) else -1

    def text(self, position: Position) -> str:
        """Return a position as text, the side to move last: ``o.... S``."""
        return write_grid(position, self.cells, SIGNS, self.sides)

    def parse(self, text: str) -> Position:
        """Return the position of a text, reachable or not."""
        example = self.text(self.start())
        board, side = split_side(text, self.sides, example)
        cells = read_grid(board, self.cells, 1, SIGNS, example)
        if (COUNTER, COUNTER) in pairwise(cells):
            raise NotationError(f"position {quoted(text)} has counters that touch; they never do")
        return Position(cells, side)

    def move_text(self, move: Move) -> str:
        """Return the cell that is filled, as a letter."""
        return ascii_lowercase[move.target]

    def parse_move(self, position: Position, text: str) -> Move:
        """Return the move of a text, legal or not."""
        del position  # other games need it to know what a text means; here the cell is enough
        names = ascii_lowercase[: self.cells]
        if len(text) != 1 or text not in names:
            raise NotationError(f"move {quoted(text)} is not a cell from {names[0]} to {names[-1]}")
        return Move(None, names.index(text))


def make(size: str | None, options: Mapping[str, str]) -> Gaps:
    """Return the game of a size, the usual one when None."""
    check_options("gaps", options, ())
    size = size or "7"
    if re.fullmatch("[0-9]{1,3}", size) is None or not 2 <= int(size) <= 16:
        raise UsageError(
            f"gaps size {quoted(size)} is not a number of cells from 2 to 16, like 'gaps:7'"
        )
    return Gaps(int(size))
