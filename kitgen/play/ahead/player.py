"""A player that looks ahead, at the table: it knows every position of the game, so that repetitions count."""

from collections.abc import Callable, Sequence

from kitgen.machine.learning import Update
from kitgen.machine.paper_machine import Table
from kitgen.machine.rng import Rng
from kitgen.model import Game, Move, Position
from kitgen.search.analysis import line_of
from kitgen.search.plan import Plan
from kitgen.search.player import SearchPlayer
from kitgen.search.scout import plan_database


class AheadPlayer:
    """A player that looks ahead.

    Attributes:
        start: returns the position in which the game at hand began.
    """

    def __init__(self, game: Game, plan: Plan, start: Callable[[], Position]) -> None:
        self.start = start
        self._searcher = SearchPlayer(game, plan, plan_database(game, plan))

    def move(self, table: Table, rng: Rng) -> Move:
        """Return the move that looking ahead finds."""
        return self._searcher.choose(line_of(table.game, self.start(), table.moves), rng)

    def stop(self) -> None:
        """Settle on what has been found, from another thread."""
        self._searcher.stop()

    def finish(self, outcome: int) -> Sequence[Update]:
        """Return nothing: it learns nothing."""
        del outcome
        return ()

    def gives_up_in_draw(self) -> bool:
        """Return False: it never resigns."""
        return False
