"""Who can enter a contest: players that look ahead, opponents without boxes, and machines with the beads they have."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kitgen.kit.kit import Kit
from kitgen.machine.learning import Update
from kitgen.machine.paper_machine import PaperMachine, Player, Shelf, Table
from kitgen.machine.policies import Adviser, Policy, PolicyPlayer
from kitgen.machine.rng import Rng, SplitMix
from kitgen.model import Game, Move, Position
from kitgen.search.plan import Plan
from kitgen.search.player import SearchPlayer
from kitgen.search.scout import plan_database
from kitgen.theory.oracle import Oracle


class LookingPlayer:
    """A player that looks ahead, at the table: it knows every position of its game.

    Attributes:
        searcher: does the looking.
    """

    def __init__(self, game: Game, searcher: SearchPlayer) -> None:
        self.searcher = searcher
        self._line = [game.start()]

    def move(self, table: Table, rng: Rng) -> Move:
        """Return the move that looking ahead finds."""
        for move in table.moves[len(self._line) - 1 :]:
            self._line.append(table.game.play(self._line[-1], move).position)
        return self.searcher.choose(self._line, rng)

    def finish(self, outcome: int) -> Sequence[Update]:
        """Return nothing: it learns nothing."""
        del outcome
        return ()

    def gives_up_in_draw(self) -> bool:
        """Return False: it never resigns."""
        return False


#: Seats a player at a side, new for each game: then no game depends on those before it.
Usher = Callable[[int], Player]


@dataclass(frozen=True, slots=True)
class Entrant(ABC):
    """Somebody who plays either side.

    Attributes:
        text: as a user wrote it.
    """

    text: str

    @abstractmethod
    def usher(self, game: Game, oracle: Oracle) -> Usher:
        """Return what seats this entrant, after all that takes time at first.

        Args:
            game: the game.
            oracle: what its positions are worth, for those who need it.
        """


@dataclass(frozen=True, slots=True)
class Planner(Entrant):
    """A player that looks ahead.

    Attributes:
        plan: how.
    """

    plan: Plan

    def usher(self, game: Game, oracle: Oracle) -> Usher:
        """Return what seats it; code is loaded and compiled by then, so that no move is timed with that."""
        del oracle
        database = plan_database(game, self.plan)
        first: list[Position] = [game.start()]
        SearchPlayer(game, replace(self.plan, depth=1, seconds=None), database).choose(first, SplitMix(0))
        return lambda _side: LookingPlayer(game, SearchPlayer(game, self.plan, database))


@dataclass(frozen=True, slots=True)
class Chooser(Entrant):
    """An opponent without boxes, such as ``random`` or ``perfect``.

    Attributes:
        policy: how it chooses.
    """

    policy: Policy

    def usher(self, game: Game, oracle: Oracle) -> Usher:
        """Return what seats it."""
        del game
        adviser = Adviser(oracle)
        return lambda _side: PolicyPlayer(self.policy, adviser)


@dataclass(frozen=True, slots=True)
class Boxes(Entrant):
    """A machine, which learns nothing here: in every game its boxes hold the beads that their kit says.

    Attributes:
        kits: the machine of each side.
    """

    kits: tuple[Kit, Kit]

    def usher(self, game: Game, oracle: Oracle) -> Usher:
        """Return what seats it."""
        del game, oracle
        shelves = [Shelf(kit) for kit in self.kits]
        return lambda side: PaperMachine(shelves[side])
