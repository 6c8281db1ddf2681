"""What every scout does: it looks ahead in a game and answers, until it is stopped."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from kitgen.model import Game, Move, Position
from kitgen.theory.large_boards import Endgames
from kitgen.tree_search.plan import Plan

#: Greater than any value.
INFINITY = 1 << 12


class Answer(NamedTuple):
    """The result of a search.

    Attributes:
        value: to the side to move: points won from here within the horizon, own minus other's, or
            1, 0 or -1.
        move: the chosen move, the first of its value; None where the game is over.
        nodes: positions visited, including the first one and those at the horizon.
    """

    value: int
    move: Move | None
    nodes: int


class StoppedSearchError(Exception):
    """A search was stopped from outside; its partial result is worthless."""


class Scout(ABC):
    """Finds values of positions by looking ahead.

    It takes all positions of the game so far and searches the last: the earlier ones count where
    positions recur. A search that is stopped raises StoppedSearchError.

    Attributes:
        nodes: positions visited since the scout was made.
        preparing: True while code is loaded or compiled, which does not count as time of the plan.
    """

    preparing = False

    def __init__(self, game: Game, plan: Plan, database: Endgames | None = None) -> None:
        self.game = game
        self.plan = plan
        self.database = database
        self.nodes = 0
        self._stopped = False
        self._visited = 0

    def end(self, line: Sequence[Position], *, root: bool = False) -> int | None:
        """Return the value of the last position where no search is needed, otherwise None.

        With ``root=True`` only the end of the game counts, not the database.
        """
        position = line[-1]
        return self._known(position, lambda: list(line).count(position), root=root)

    def _known(
        self, position: Position, occurrences: Callable[[], int], *, root: bool
    ) -> int | None:
        """Return the value of a position where the rules or a database know it, otherwise None."""
        result = self.game.result(position)
        if result is not None:
            return result
        repetition = self.game.repetition
        if repetition is not None and occurrences() >= repetition:
            return self.game.repeated(position)
        if root or self.database is None:
            return None
        worth = self.database.worth(position)
        return None if worth is None else worth.score

    def answer(self, line: Sequence[Position], depth: int) -> Answer:
        """Return the result of the plan's algorithm, with its refinements."""
        end = self.end(line, root=True)
        answer = self._answer(line, depth) if end is None else Answer(end, None, 1)
        self.nodes += answer.nodes
        return answer

    def worth(
        self, line: Sequence[Position], depth: int, low: int = -INFINITY, high: int = INFINITY
    ) -> int:
        """Return the value of a position in the fastest way, or a bound of it outside the given
        bounds.
        """
        end = self.end(line)
        return self._worth(line, depth, low, high) if end is None else end

    def worth_of(self, line: Sequence[Position], depth: int, move: Move) -> int:
        """Return the exact value of a move within the horizon."""
        step = self.game.play(line[-1], move)
        return step.gain - self.worth([*line, step.position], depth - 1)

    def is_worth(self, line: Sequence[Position], depth: int, move: Move, value: int) -> bool:
        """Return whether a move is worth at least a value within the horizon."""
        step = self.game.play(line[-1], move)
        rest = step.gain - value
        return self.worth([*line, step.position], depth - 1, rest, rest + 1) <= rest

    @property
    def visiting(self) -> int:
        """Positions that the current search has visited."""
        return self._visited

    def stop(self) -> None:
        """Stop the search, from another thread."""
        self._stopped = True

    def resume(self) -> None:
        """Make ready for another search."""
        self._stopped = False

    @abstractmethod
    def _answer(self, line: Sequence[Position], depth: int) -> Answer:
        """Search a position that is not over."""

    @abstractmethod
    def _worth(self, line: Sequence[Position], depth: int, low: int, high: int) -> int:
        """Search a position that is neither over nor in the database."""


@contextmanager
def time_limit(scout: Scout) -> Iterator[None]:
    """Stop a search after the seconds of its plan, if it has any, and make the scout ready for
    another search.
    """
    clock = threading.Timer(scout.plan.seconds or 0.0, scout.stop)
    clock.daemon = True
    if scout.plan.seconds is not None:
        clock.start()
    try:
        yield
    finally:
        clock.cancel()
        if clock.is_alive():
            clock.join()
        scout.resume()
