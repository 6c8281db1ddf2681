"""The scout for a game and a plan: plain Python for every game, compiled code for games in two words."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from kitgen.errors import UsageError
from kitgen.extras import installed, need
from kitgen.model import Game, Position
from kitgen.search.plain import Answer, PlainScout, Scout, StoppedSearchError
from kitgen.search.plan import COMPILED_ONLY, Plan

if TYPE_CHECKING:
    from kitgen.theory.database import Database


T = TypeVar("T")


class GradualScout(Scout):
    """Plain Python while there is little to search, compiled code from then on.

    Loading compiled code takes longer than small searches, and compiling it the first time takes seconds. Values are
    the same; the move named among several best ones and the number of positions are not.
    """

    #: Positions searched in plain Python until code is loaded: a second's work at most.
    FEW = 20_000

    def __init__(self, game: Game, plan: Plan) -> None:
        super().__init__(game, plan)
        simple = replace(plan, refinements=tuple(name for name in plan.refinements if name not in COMPILED_ONLY))
        self._plain = PlainScout(game, simple)
        self._compiled: Scout | None = None
        self._begun = 0

    @property
    def _scouts(self) -> list[Scout]:
        return [self._plain] if self._compiled is None else [self._plain, self._compiled]

    @property
    def visiting(self) -> int:
        """Positions that the current search has visited."""
        return self._scouts[-1].visiting

    def stop(self) -> None:
        """Stop the search, from another thread."""
        super().stop()
        for scout in self._scouts:
            scout.stop()

    def resume(self) -> None:
        """Make ready for another search."""
        super().resume()
        self._begun = self._plain.nodes
        for scout in self._scouts:
            scout.resume()

    def compiled(self) -> Scout:
        """Return the compiled search, made when first needed."""
        if self._compiled is None:
            self._compiled = make_scout(self.game, self.plan)
        return self._compiled

    def _answer(self, line: Sequence[Position], depth: int) -> Answer:
        return self._do(line, lambda scout: scout.answer(line, depth))

    def _worth(self, line: Sequence[Position], depth: int, low: int, high: int) -> int:
        before = sum(scout.nodes for scout in self._scouts)
        value = self._do(line, lambda scout: scout.worth(line, depth, low, high))
        self.nodes += sum(scout.nodes for scout in self._scouts) - before
        return value

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


def plan_database(game: Game, plan: Plan) -> "Database | None":
    """Return the database that a plan names, or None."""
    if plan.database is None:
        return None
    need("an endgame database", "numba", "numpy")
    from kitgen.theory.database import open_database  # noqa: PLC0415 - NumPy only when it is needed

    return open_database(plan.database, game)
