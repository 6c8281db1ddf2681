"""A learner without boxes: a number for each position after its own move, as in the Tris program."""

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
        numbers: from each position after its own move to its number, once it has one; at first it is 0.
        left: the positions after its own moves of the game at hand.
    """

    def __init__(self, game: Game, schedule: Schedule) -> None:
        self.game = game
        self.schedule = schedule
        self.numbers: dict[Position, int] = {}
        self.left: list[Position] = []

    def moves_from(self, position: Position) -> tuple[tuple[Move, ...], list[Position]]:
        """Return the legal moves of a position, and where each leads."""
        legal = self.game.legal_moves(position)
        return legal, [self.game.play(position, move).position for move in legal]

    def move(self, table: Table, rng: Rng) -> Move:
        """Return the first move to a position of the highest number; luck has no part in it."""
        del rng
        move, after = self._choose(table.position)
        self.left.append(after)
        return move

    def best(self, position: Position) -> Move:
        """Return the move that it would make in a position."""
        return self._choose(position)[0]

    def _choose(self, position: Position) -> tuple[Move, Position]:
        """Return its move in a position, and where that leads."""
        legal, after = self.moves_from(position)
        figures = [self.numbers.get(one, 0) for one in after]
        best = figures.index(max(figures))
        return legal[best], after[best]

    def finish(self, outcome: int) -> tuple[Update, ...]:
        """Add what the rule says to the number of every position of the game; there are no beads to change."""
        amount = self.schedule.amounts[outcome][0]  # such a rule treats all moves of a game alike
        for position in self.left:
            self.numbers[position] = self.numbers.get(position, 0) + amount
        self.left.clear()
        return ()

    def gives_up_in_draw(self) -> bool:
        """Return False: it never resigns."""
        return False
