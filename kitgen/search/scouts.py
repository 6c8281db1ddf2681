"""Scouts that look ahead, and minimax, alpha-beta and negascout in plain Python: the reference for the compiled code.

They are the three programs of Ferrando, Bonanno and Repetto, as printed. All stop at depth 0 or at a finished game, and
return the store of the side to move minus the other's; in a game without points the horizon is worth 0. Two additions:
illegal moves are skipped (the printed loops end at the first one), and a position that recurs often enough ends the
game.
"""

import sys
import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kitgen.errors import UsageError
from kitgen.extras import need
from kitgen.model import Game, Move, Position
from kitgen.search.plan import QUICK, Plan

if TYPE_CHECKING:
    from kitgen.theory.database import Database

#: Greater than any value.
INFINITY = 1 << 12


class Answer(NamedTuple):
    """The result of a search.

    Attributes:
        value: to the side to move: points won from here within the horizon, own minus other's, or 1, 0 or -1.
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

    It takes all positions of the game so far and searches the last: the earlier ones count where positions recur. A
    search that is stopped raises StoppedSearchError.

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
        self._visited = 0

    def end(self, line: Sequence[Position], *, root: bool = False) -> int | None:
        """Return the value of the last position where no search is needed, otherwise None.

        With ``root=True`` only the end of the game counts, not the database.
        """
        position = line[-1]
        return self._known(position, lambda: list(line).count(position), root=root)

    def _known(self, position: Position, occurrences: Callable[[], int], *, root: bool) -> int | None:
        end = self.game.result(position)
        if end is None and self.game.repetition is not None and occurrences() >= self.game.repetition:
            end = self.game.repeated(position)
        if end is None and not root and self.database is not None:
            worth = self.database.worth(position)
            end = None if worth is None else worth.score
        return end

    def answer(self, line: Sequence[Position], depth: int) -> Answer:
        """Return the result of the plan's algorithm, with its refinements."""
        end = self.end(line, root=True)
        answer = self._answer(line, depth) if end is None else Answer(end, None, 1)
        self.nodes += answer.nodes
        return answer

    def worth(self, line: Sequence[Position], depth: int, low: int = -INFINITY, high: int = INFINITY) -> int:
        """Return the value of a position in the fastest way, or a bound of it outside the given bounds."""
        end = self.end(line)
        return self._worth(line, depth, low, high) if end is None else end

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
    """Stop a search after the seconds of its plan, if it has any, and make the scout ready for another search."""
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


class PlainScout(Scout):
    """The game's tree down to a horizon, walked in plain Python by any of the algorithms, for any game.

    >>> from kitgen.games import make_game
    >>> game = make_game("awari:6x4")
    >>> [PlainScout(game, Plan(name, 5)).answer([game.start()], 5).nodes for name in ("minimax", "negascout")]
    [6466, 285]
    """

    #: How many positions a search may visit before it gives up.
    most = sys.maxsize

    def __init__(self, game: Game, plan: Plan, database: "Database | None" = None) -> None:
        super().__init__(game, plan, database)
        self._quiescence = plan.has("quiescence")
        self._begin(())

    def _begin(self, before: Sequence[Position]) -> None:
        self._met = Counter(before)
        self._move: Move | None = None
        self._visited = 0

    def _answer(self, line: Sequence[Position], depth: int) -> Answer:
        self._begin(line[:-1])
        value: int = getattr(self, self.plan.algorithm)(line[-1], depth)
        return Answer(value, self._move, self._visited)

    def _worth(self, line: Sequence[Position], depth: int, low: int, high: int) -> int:
        self._begin(line[:-1])
        value = self.alphabeta(line[-1], depth, low, high)
        self.nodes += self._visited
        return value

    def minimax(self, position: Position, depth: int, *, lead: int = 0, root: bool = True) -> int:
        """Return the value of a position by trying everything; ``lead`` is the store of its side minus the other's."""
        if (leaf := self._enter(position, depth, lead, root=root)) is not None:
            return leaf
        best = -INFINITY
        for move, after, own in self._moves(position, lead):
            value = -self.minimax(after, depth - 1, lead=-own, root=False)
            if value > best:
                best = value
                if root:
                    self._move = move
        self._met[position] -= 1
        return best

    def alphabeta(
        self, position: Position, depth: int, a: int = -INFINITY, b: int = INFINITY, *, lead: int = 0, root: bool = True
    ) -> int:
        """Return the value of a position within the bounds ``a`` and ``b``: fail-hard."""
        if (leaf := self._enter(position, depth, lead, root=root)) is not None:
            return leaf
        for move, after, own in self._moves(position, lead):
            value = -self.alphabeta(after, depth - 1, -b, -a, lead=-own, root=False)
            if value > a:
                a = value
                if root:
                    self._move = move
                if a >= b:
                    break
        self._met[position] -= 1
        return a

    def negascout(
        self, position: Position, depth: int, a: int = -INFINITY, b: int = INFINITY, *, lead: int = 0, root: bool = True
    ) -> int:
        """Return the value of a position: moves after the first are only tested for being better."""
        if (leaf := self._enter(position, depth, lead, root=root)) is not None:
            return leaf
        best, bound = -INFINITY, b
        for move, after, own in self._moves(position, lead):
            value = -self.negascout(after, depth - 1, -bound, -max(a, best), lead=-own, root=False)
            if value > best:
                if bound == b or depth <= 2:
                    best = value
                else:
                    best = -self.negascout(after, depth - 1, -b, -value, lead=-own, root=False)
                if root:
                    self._move = move
            if best >= b:
                break
            bound = max(a, best) + 1
        self._met[position] -= 1
        return best

    def _moves(self, position: Position, lead: int) -> list[tuple[Move, Position, int]]:
        steps = [(move, self.game.play(position, move)) for move in self.game.legal_moves(position)]
        return [(move, step.position, lead + step.gain) for move, step in steps]

    def _enter(self, position: Position, depth: int, lead: int, *, root: bool) -> int | None:
        self._visited += 1
        if self._stopped or self._visited > self.most:
            raise StoppedSearchError
        if (end := self._end(position, root=root)) is not None:
            return lead + end
        if depth == 0:
            return self._horizon(position, lead)
        self._met[position] += 1
        return None

    def _end(self, position: Position, *, root: bool) -> int | None:
        return self._known(position, lambda: self._met[position] + 1, root=root)

    def _horizon(self, position: Position, lead: int) -> int:
        # With quiescence the side to move may stop, or continue with a move that wins points; then the other may.
        best = lead
        if self._quiescence:
            for _, after, own in self._moves(position, lead):
                if own > lead:
                    self._visited += 1
                    end = self._end(after, root=False)
                    best = max(best, -self._horizon(after, -own) if end is None else own - end)
        return best


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
        simple = replace(plan, refinements=tuple(name for name in plan.refinements if name not in QUICK))
        self._plain = PlainScout(game, simple)
        self._scouts: list[Scout] = [self._plain]
        self._begun = 0

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

    @cached_property
    def compiled(self) -> Scout:
        """The compiled search, made when first needed."""
        self._scouts.append(make_scout(self.game, self.plan))
        return self._scouts[-1]

    def _answer(self, line: Sequence[Position], depth: int) -> Answer:
        return self._do(line, lambda scout: scout.answer(line, depth))

    def _worth(self, line: Sequence[Position], depth: int, low: int, high: int) -> int:
        before = sum(scout.nodes for scout in self._scouts)
        value = self._do(line, lambda scout: scout.worth(line, depth, low, high))
        self.nodes += sum(scout.nodes for scout in self._scouts) - before
        return value

    def _do(self, line: Sequence[Position], search: Callable[[Scout], T]) -> T:
        if len(self._scouts) == 1:
            self._plain.most = max(0, self.FEW - (self._plain.nodes - self._begun))
            try:
                return search(self._plain)
            except StoppedSearchError:
                if self._stopped:
                    raise
            self.preparing = True
            try:
                self.compiled.answer(line, 1)
            finally:
                self.preparing = False
            if self._stopped:
                raise StoppedSearchError
        return search(self.compiled)


def make_scout(game: Game, plan: Plan, database: "Database | None" = None, *, plain: bool = False) -> Scout:
    """Return a scout for a game and a plan: compiled where the game offers it, or plain Python."""
    words = None if plain else game.words
    if words is None:
        for name in filter(plan.has, QUICK):
            need(f"refinement {name}", "numba", "numpy")
            raise UsageError(f"{game.called} is searched in plain Python, without refinement {name}; leave it out")
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
