"""Scouts that look ahead, and minimax, alpha-beta and negascout in plain Python: the reference for the compiled code.

They are the three programs of Ferrando, Bonanno and Repetto, as printed. All stop at depth 0 or at a finished game, and
return the store of the side to move minus the other's. The rules need two additions: illegal moves are skipped (the
printed loops end at the first one), and a position that recurs often enough ends the game. In a game without points
nothing is stored before the end: the horizon is worth 0.
"""

import sys
import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kitgen.errors import UsageError
from kitgen.extras import need
from kitgen.model import Game, Move, Position
from kitgen.search.plan import COMPILED_ONLY, Plan

if TYPE_CHECKING:
    from kitgen.theory.database import Database

#: Greater than any value.
INFINITY = 1 << 12


class Answer(NamedTuple):
    """The result of a search.

    Attributes:
        value: the value to the side to move: points won from here within the horizon, own minus other's; in a game
            without points 1, 0 or -1.
        move: the move that the algorithm chooses, the first of its value; None where the game is over.
        nodes: how many positions were visited, including the first one and those at the horizon.
    """

    value: int
    move: Move | None
    nodes: int


class StoppedSearchError(Exception):
    """A search was stopped from outside; its partial result is worthless."""


def known_value(
    game: Game, position: Position, occurrences: Callable[[], int], database: "Database | None"
) -> int | None:
    """Return the value of a position that need not be searched: the game is over, or a database has it."""
    end = game.result(position)
    if end is None and game.repetition is not None and occurrences() >= game.repetition:
        end = game.repeated(position)
    if end is None and database is not None and (worth := database.worth(position)) is not None:
        end = worth.score
    return end


class PlainTree:
    """One search: the game's tree down to a horizon, walked by any of the algorithms.

    Another thread can set ``stopped`` to end it.
    """

    def __init__(
        self,
        game: Game,
        before: Sequence[Position] = (),
        *,
        quiescence: bool = False,
        database: "Database | None" = None,
        most: int = sys.maxsize,
    ) -> None:
        """Prepare to search.

        Args:
            before: the positions of the game before the one that is searched.
            quiescence: True to continue past the horizon as long as points can be won at once.
            database: values of endgames, which are not searched.
            most: positions to visit before the search stops.
        """
        self.game = game
        self.nodes = 0
        self.stopped = False
        self._met = Counter(before)
        self._quiescence = quiescence
        self._database = database
        self._most = most
        self._move: Move | None = None

    def minimax(self, position: Position, depth: int, *, lead: int = 0, root: bool = True) -> int:
        """Return the value of a position by trying everything.

        ``lead`` is the store of the side to move minus the other's; at the root the best move is remembered.
        """
        if (leaf := self._enter(position, depth, lead, root=root)) is not None:
            return leaf
        best = -INFINITY
        for move, after, own in self._moves(position, lead):
            value = -self.minimax(after, depth - 1, lead=-own, root=False)
            if value > best:
                best = value
                self._remember(move, root=root)
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
                self._remember(move, root=root)
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
                self._remember(move, root=root)
            if best >= b:
                break
            bound = max(a, best) + 1
        self._met[position] -= 1
        return best

    def answer(self, algorithm: str, position: Position, depth: int) -> Answer:
        """Return the result of one of the three methods above, by name; StoppedSearchError when stopped.

        >>> from kitgen.games import make_game
        >>> game = make_game("awari:6x4")
        >>> [PlainTree(game).answer(name, game.start(), 5).nodes for name in ("minimax", "negascout")]
        [6466, 285]
        """
        self.nodes, self._move = 0, None
        value: int = getattr(self, algorithm)(position, depth)
        return Answer(value, self._move, self.nodes)

    def _moves(self, position: Position, lead: int) -> list[tuple[Move, Position, int]]:
        steps = [(move, self.game.play(position, move)) for move in self.game.legal_moves(position)]
        return [(move, step.position, lead + step.gain) for move, step in steps]

    def _enter(self, position: Position, depth: int, lead: int, *, root: bool) -> int | None:
        self.nodes += 1
        if self.stopped or self.nodes > self._most:
            raise StoppedSearchError
        if (end := self._end(position, root=root)) is not None:
            return lead + end
        if depth == 0:
            return self._horizon(position, lead)
        self._met[position] += 1
        return None

    def _end(self, position: Position, *, root: bool) -> int | None:
        return known_value(self.game, position, lambda: self._met[position] + 1, None if root else self._database)

    def _horizon(self, position: Position, lead: int) -> int:
        # With quiescence the side to move may stop, or continue with a move that wins points; then the other may.
        best = lead
        if self._quiescence:
            for _, after, own in self._moves(position, lead):
                if own > lead:
                    self.nodes += 1
                    end = self._end(after, root=False)
                    best = max(best, -self._horizon(after, -own) if end is None else own - end)
        return best

    def _remember(self, move: Move, *, root: bool) -> None:
        if root:
            self._move = move


# Scouts. A scout takes all positions of the game so far and searches the last: where a position occurs for the third
# time, the earlier ones count.


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
        return known_value(self.game, position, lambda: list(line).count(position), None if root else self.database)

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
        quiescence = self.plan.has("quiescence")
        self._tree = PlainTree(self.game, line[:-1], quiescence=quiescence, database=self.database, most=self.most)
        self._tree.stopped = self._stopped
        return self._tree

    def _answer(self, line: Sequence[Position], depth: int) -> Answer:
        return self._make_tree(line).answer(self.plan.algorithm, line[-1], depth)

    def _worth(self, line: Sequence[Position], depth: int, low: int, high: int) -> int:
        tree = self._make_tree(line)
        value = tree.alphabeta(line[-1], depth, low, high)
        self.nodes += tree.nodes
        return value


def move_between(game: Game, before: Position, after: Position) -> tuple[Move, int]:
    """Return the first move that leads from a position to another, and its gain."""
    for move in game.legal_moves(before):
        step = game.play(before, move)
        if step.position == after:
            return move, step.gain
    raise UsageError(f"no move leads from '{game.text(before)}' to '{game.text(after)}'")


# The scout for a game and a plan: plain Python for every game, compiled code for games in two words.


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
    if words is None:
        for name in filter(plan.has, COMPILED_ONLY):
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
