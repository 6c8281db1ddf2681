"""A learner without boxes: a number for each position after its own move, as in the Tris program."""

from collections import defaultdict

from kitgen.machine.learning import Update
from kitgen.machine.paper_machine import Table
from kitgen.machine.rng import Rng
from kitgen.machine.schedule import Schedule
from kitgen.model import Game, Move, Position


class PositionLearner:
    """A player that always makes the first move, in the game's order, that leads to the highest number.

    Nothing is left to chance, and positions that are mirror images of each other have numbers of their own.

    Attributes:
        game: the game.
        schedule: its learning rule, compiled: what each outcome adds to the numbers of the positions of a game.
        numbers: from each position after its own move to its number.
    """

    def __init__(self, game: Game, schedule: Schedule) -> None:
        self.game = game
        self.schedule = schedule
        self.numbers: defaultdict[Position, int] = defaultdict(int)
        self._left: list[Position] = []

    def move(self, table: Table, rng: Rng) -> Move:
        """Return the first move to a position of the highest number; luck has no part in it."""
        del rng
        legal = self.game.legal_moves(table.position)
        after = [self.game.play(table.position, move).position for move in legal]
        figures = [self.numbers[position] for position in after]
        best = figures.index(max(figures))
        self._left.append(after[best])
        return legal[best]

    def finish(self, outcome: int) -> tuple[Update, ...]:
        """Add what the rule says to the number of every position of the game; there are no beads to change."""
        amount = self.schedule.amounts[outcome][0]  # such a rule treats all moves of a game alike
        for position in self._left:
            self.numbers[position] += amount
        self._left.clear()
        return ()

    def gives_up_in_draw(self) -> bool:
        """Return False: it never resigns."""
        return False
