"""Searching a position: plain Python for every game, compiled code for games in two words.

A scout takes all positions of the game so far and searches the last: where a position occurs for the third time, the
earlier ones count.
"""

import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from kitgen.errors import UsageError
from kitgen.extras import installed, need
from kitgen.model import Game, Move, Position
from kitgen.search.plain import INFINITY, Answer, PlainTree, StoppedSearchError
from kitgen.search.plan import COMPILED_ONLY, Plan

if TYPE_CHECKING:
    from kitgen.theory.database import Database


T = TypeVar("T")


class Scout(ABC):
    """Finds values of positions by looking ahead.

    Attributes:
        nodes: positions visited since the scout was made.
        preparing: True while code is loaded or compiled, which does not count as time of the plan.
    """

    preparing = False

    def __init__(self, game: Game, plan: Plan, database: "Database | None" = None) -> None:
        self.game = game
        self.plan = plan
        self.database = database
        self.nodes = 0
        self._stopped = False

    def end(self, line: Sequence[Position], *, root: bool = False) -> int | None:
        """Return the value of the last position where no search is needed, otherwise None.

        With ``root=True`` only the end of the game counts, not the database.
        """
        position = line[-1]
        end = self.game.result(position)
        if end is None and self.game.repetition is not None and list(line).count(position) >= self.game.repetition:
            end = self.game.repeated(position)
        if end is None and self.database is not None and not root:
            worth = self.database.worth(position)
            end = None if worth is None else worth.score
        return end

    def answer(self, line: Sequence[Position], depth: int) -> Answer:
        """Return the result of the plan's algorithm, with its refinements; StoppedSearchError when stopped."""
        end = self.end(line, root=True)
        answer = self._answer(line, depth) if end is None else Answer(end, None, 1)
        self.nodes += answer.nodes
        return answer

    def worth(self, line: Sequence[Position], depth: int, low: int = -INFINITY, high: int = INFINITY) -> int:
        """Return the value of a position in the fastest way, or a bound of it outside of the given bounds.

        StoppedSearchError when stopped.
        """
        end = self.end(line)
        return self._worth(line, depth, low, high) if end is None else end

    @property
    def visiting(self) -> int:
        """Positions that the current search has visited."""
        return 0

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
        """Return the value of a position that is not over, nor in the database."""


@contextmanager
def time_limit(scout: Scout) -> Iterator[None]:
    """Stop a search after the seconds of its plan, if it has any, and make the scout ready for another search."""
    clock = None if scout.plan.seconds is None else threading.Timer(scout.plan.seconds, scout.stop)
    if clock is not None:
        clock.daemon = True
        clock.start()
    try:
        yield
    finally:
        if clock is not None:
            clock.cancel()
            clock.join()
        scout.resume()


class PlainScout(Scout):
    """Plain Python over any game."""

    _tree: PlainTree | None = None
    #: How many positions a search may visit before it gives up.
    most = sys.maxsize

    @property
    def visiting(self) -> int:
        """Positions that the current search has visited."""
        return self._tree.nodes if self._tree is not None else 0

    def stop(self) -> None:
        """Stop the search, from another thread."""
        super().stop()
        if self._tree is not None:
            self._tree.stopped = True

    def _make_tree(self, line: Sequence[Position]) -> PlainTree:
        tree = PlainTree(
            self.game, line[:-1], quiescence=self.plan.has("quiescence"), database=self.database, most=self.most
        )
        self._tree, tree.stopped = tree, self._stopped
        return tree

    def _answer(self, line: Sequence[Position], depth: int) -> Answer:
        return self._make_tree(line).answer(self.plan.algorithm, line[-1], depth)

    def _worth(self, line: Sequence[Position], depth: int, low: int, high: int) -> int:
        tree = self._make_tree(line)
        value = tree.alphabeta(line[-1], depth, low, high)
        self.nodes += tree.nodes
        return value


class GradualScout(Scout):
    """Plain Python while there is little to search, compiled code from then on.

    Loading compiled code takes longer than small searches, and compiling it the first time takes seconds. Values are
    the same; the move named among several best ones and the number of positions are not.
    """

    #: Positions searched in plain Python until code is loaded: a second's work at most.
    FEW = 20_000

    def __init__(self, game: Game, plan: Plan, database: "Database | None" = None) -> None:
        super().__init__(game, plan, database)
        simple = replace(plan, refinements=tuple(name for name in plan.refinements if name not in COMPILED_ONLY))
        self._plain = PlainScout(game, simple, database)
        self._compiled: Scout | None = None
        self._begun = 0

    @property
    def visiting(self) -> int:
        """Positions that the current search has visited."""
        return (self._compiled or self._plain).visiting

    def stop(self) -> None:
        """Stop the search, from another thread."""
        super().stop()
        for scout in (self._plain, self._compiled):
            if scout is not None:
                scout.stop()

    def resume(self) -> None:
        """Make ready for another search."""
        super().resume()
        self._begun = self._plain.nodes
        for scout in (self._plain, self._compiled):
            if scout is not None:
                scout.resume()

    def compiled(self) -> Scout:
        """Return the compiled search, made when first needed."""
        if self._compiled is None:
            self._compiled = make_scout(self.game, self.plan, self.database)
        return self._compiled

    def _answer(self, line: Sequence[Position], depth: int) -> Answer:
        return self._do(line, lambda scout: scout.answer(line, depth))

    def _worth(self, line: Sequence[Position], depth: int, low: int, high: int) -> int:
        before = self._visited()
        value = self._do(line, lambda scout: scout.worth(line, depth, low, high))
        self.nodes += self._visited() - before
        return value

    def _visited(self) -> int:
        return self._plain.nodes + (self._compiled.nodes if self._compiled is not None else 0)

    def _do(self, line: Sequence[Position], search: Callable[[Scout], T]) -> T:
        if self._compiled is None:
            self._plain.most = max(0, self.FEW - (self._plain.nodes - self._begun))
            try:
                return search(self._plain)
            except StoppedSearchError:
                if self._stopped:
                    raise
            self.preparing = True
            try:
                self.compiled().answer(line, 1)
            finally:
                self.preparing = False
            if self._stopped:
                raise StoppedSearchError
        return search(self.compiled())


def make_scout(game: Game, plan: Plan, database: "Database | None" = None, *, plain: bool = False) -> Scout:
    """Return a scout for a game and a plan: compiled where the game offers it, or plain Python."""
    words = None if plain else game.words
    missing = [name for name in COMPILED_ONLY if plan.has(name)]
    if words is None:
        if missing and not installed("numba", "numpy"):
            need(f"refinement {missing[0]}", "numba", "numpy")
        if missing:
            raise UsageError(f"{game.spec} is searched in plain Python, without refinement {missing[0]}; leave it out")
        return PlainScout(game, plan, database)
    from kitgen.search.search_kernels import SwiftScout  # noqa: PLC0415 - Numba only when it is needed

    return SwiftScout(game, plan, database, words)


def move_between(game: Game, before: Position, after: Position) -> tuple[Move, int]:
    """Return the first move that leads from a position to another, and its gain."""
    for move in game.legal_moves(before):
        step = game.play(before, move)
        if step.position == after:
            return move, step.gain
    raise UsageError(f"no move leads from '{game.text(before)}' to '{game.text(after)}'")


def plan_database(game: Game, plan: Plan) -> "Database | None":
    """Return the database that a plan names, or None."""
    if plan.database is None:
        return None
    need("an endgame database", "numba", "numpy")
    from kitgen.theory.database import open_database  # noqa: PLC0415 - NumPy only when it is needed

    return open_database(plan.database, game)
