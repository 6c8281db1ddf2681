"""The machine of one side of the table that keeps no beads, but a number for each position that it has met."""

from dataclasses import dataclass, replace

from kitgen.kit.kit import Kit
from kitgen.machine.learning import Update
from kitgen.machine.paper_machine import Table
from kitgen.machine.position_learner import PositionLearner
from kitgen.machine.rng import Rng
from kitgen.machine.schedule import schedule_of
from kitgen.model import Move, Position

#: Of how many games a position tells, the last ones.
HISTORY = 20
#: Where more situations can come about, they are not looked through after each game.
MOST = 5_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the machine compares in a position: where its moves lead.

    Attributes:
        moves: its moves, in the game's order.
        numbers: the number of the position that each leads to.
    """

    moves: tuple[Move, ...]
    numbers: tuple[int, ...]

    def named(self, text: str) -> Move | None:
        """Return None: no bead's letter stands for a move here."""
        del text
        return None


@dataclass(frozen=True, slots=True)
class Renumbering:
    """What a game has done.

    Attributes:
        positions: how many numbers it has changed.
        amount: what was added to each.
    """

    positions: int
    amount: int


@dataclass(frozen=True, slots=True)
class Met:
    """A position that the machine has moved to in games that it has learned from.

    Attributes:
        position: the position after its move.
        way: all moves that led there when it was first met, its own last.
        turn: which of its moves in a game that was.
        times: how often it was met.
        games: the last games in which it was met, by number, and how each ended for the machine.
    """

    position: Position
    way: tuple[Move, ...]
    turn: int
    times: int = 0
    games: tuple[tuple[int, int], ...] = ()


class PositionMachine(PositionLearner):
    """A learner of positions that learns from whoever plays its side. No journal can keep it: journals hold beads.

    Attributes:
        kit: what it was made of; its boxes stay closed.
        side: the side that it plays.
        learns: False while it keeps its numbers as they are.
        strayed: True once something else than the machine has moved for its side in the game at hand.
        opponent: who sits opposite.
        results: how each game ended that it has learned from: 1 won, 0 drawn, -1 lost.
        journal: None.
        met: the positions that it has met, by themselves, in the order in which it met them.
        lesson: what it has learned from the last game that it has learned from.
    """

    journal = None

    def __init__(self, kit: Kit, side: int) -> None:
        super().__init__(kit.game, schedule_of(kit.rule))
        self.kit = kit
        self.side = side
        self.learns = True
        self.strayed = False
        self.opponent = ""
        self.results: list[int] = []
        self.met: dict[Position, Met] = {}
        self.lesson = Renumbering(0, 0)
        self._ways: list[tuple[Move, ...]] = []

    def opened(self, position: Position) -> Comparison:
        """Return what is compared in a position."""
        moves, after = self.moves_from(position)
        return Comparison(moves, tuple(self.numbers.get(one, 0) for one in after))

    def slot_of(self, position: Position, move: Move) -> int:
        """Return which of the moves that are compared a move is."""
        return self.moves_from(position)[0].index(move)

    def move(self, table: Table, rng: Rng) -> Move:
        """Return the first move to a position of the highest number."""
        move = super().move(table, rng)
        self._ways.append((*table.moves, move))
        return move

    def told(self, table: Table, move: Move) -> None:
        """Take a move that somebody else has made for this side as if the machine had chosen it."""
        self.left.append(self.game.play(table.position, move).position)
        self._ways.append((*table.moves, move))

    def finish(self, outcome: int) -> tuple[Update, ...]:
        """Learn from a game; not while learning is off, nor when it has strayed."""
        if self.strayed or not self.learns:
            self.forget()
            return ()
        self.results.append(outcome)
        for turn, (position, way) in enumerate(zip(self.left, self._ways, strict=True), 1):
            met = self.met.get(position) or Met(position, way, turn)
            games = (*met.games, (len(self.results), outcome))[-HISTORY:]
            self.met[position] = replace(met, times=met.times + 1, games=games)
        amount = self.schedule.amounts[outcome][0]
        self.lesson = Renumbering(len(set(self.left)) if amount else 0, amount)
        super().finish(outcome)
        self.forget()
        return ()

    def forget(self) -> None:
        """Leave a game that is not to be learned from."""
        self.left.clear()
        self._ways.clear()
        self.strayed = False

    def can_lose(self) -> bool | None:
        """Return whether there is any game that the machine loses as its numbers are; None where that is not known."""
        if self.game.repetition is not None:
            return None
        stack = [(self.game.start(), 0)]
        seen = set(stack)
        while stack:
            table = Table(self.game, *stack.pop())
            outcome = table.ended()
            if outcome is not None:
                if outcome == (-1, 1)[self.side]:
                    return True
                continue
            mine = table.position.to_move == self.side
            for move in (self.best(table.position),) if mine else self.game.legal_moves(table.position):
                step = self.game.play(table.position, move)
                after = step.position, table.lead + (step.gain if table.position.to_move == 0 else -step.gain)
                if after not in seen:
                    seen.add(after)
                    stack.append(after)
            if len(seen) > MOST:
                return None
        return False

    def conceded(self) -> None:
        """Hear that the machine opposite met an empty box: to this one a game won like any other."""

    def note(self) -> None:
        """Note nothing: there is no journal."""

    def close(self) -> None:
        """Close nothing: there is no journal."""
