"""One way to search, two who do it: plain Python for every game, compiled code for those in two words.

Both are asked about the last position of a game, given as all its positions so far: where a position comes up for the
third time, what came before counts.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kitgen.errors import UsageError
from kitgen.extras import installed, need
from kitgen.model import Game, Move, Position
from kitgen.search.plain import INFINITY, Answer, PlainTree
from kitgen.search.plan import COMPILED_ONLY, Plan

if TYPE_CHECKING:
    from kitgen.theory.database import Database


class Scout(ABC):
    """Answers what positions of a game are worth when one looks ahead.

    Attributes:
        game: the game.
        plan: how to look ahead.
        database: values of endgames, or None.
        nodes: positions visited since the scout was made.
    """

    def __init__(self, game: Game, plan: Plan, database: "Database | None" = None) -> None:
        self.game = game
        self.plan = plan
        self.database = database
        self.nodes = 0
        self._stopped = False

    def end(self, line: Sequence[Position], *, root: bool = False) -> int | None:
        """Return what a position is worth to the side to move where nobody looks ahead any more, otherwise None.

        Args:
            line: the game so far; the position is its last one.
            root: True to ask only whether the game is over.
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
        """Return what the plan's algorithm, with its refinements, finds in a position.

        Raises:
            StoppedSearchError: it was given up from outside.
        """
        end = self.end(line, root=True)
        answer = self._answer(line, depth) if end is None else Answer(end, None, 1)
        self.nodes += answer.nodes
        return answer

    def worth(self, line: Sequence[Position], depth: int, low: int = -INFINITY, high: int = INFINITY) -> int:
        """Return the value of a position by the quickest way there is; outside of the bounds a bound of it.

        Raises:
            StoppedSearchError: it was given up from outside.
        """
        end = self.end(line)
        return self._worth(line, depth, low, high) if end is None else end

    @property
    def visiting(self) -> int:
        """Positions that the present search has visited so far."""
        return 0

    def stop(self) -> None:
        """Give up, from another thread."""
        self._stopped = True

    def resume(self) -> None:
        """Be ready for work again."""
        self._stopped = False

    @abstractmethod
    def _answer(self, line: Sequence[Position], depth: int) -> Answer:
        """Do what ``answer`` says in a position that is not over."""

    @abstractmethod
    def _worth(self, line: Sequence[Position], depth: int, low: int, high: int) -> int:
        """Do what ``worth`` says in a position that is not over, nor in the database."""


class PlainScout(Scout):
    """Plain Python over any game."""

    _tree: PlainTree | None = None

    @property
    def visiting(self) -> int:
        """Positions that the present search has visited so far."""
        return self._tree.nodes if self._tree is not None else 0

    def stop(self) -> None:
        """Give up, from another thread."""
        super().stop()
        if self._tree is not None:
            self._tree.stopped = True

    def _make_tree(self, line: Sequence[Position]) -> PlainTree:
        """Return a tree to search from the last position of a game."""
        tree = PlainTree(self.game, line[:-1], quiescence=self.plan.has("quiescence"), database=self.database)
        self._tree, tree.stopped = tree, self._stopped
        return tree

    def _answer(self, line: Sequence[Position], depth: int) -> Answer:
        return self._make_tree(line).answer(self.plan.algorithm, line[-1], depth)

    def _worth(self, line: Sequence[Position], depth: int, low: int, high: int) -> int:
        tree = self._make_tree(line)
        value = tree.alphabeta(line[-1], depth, low, high)
        self.nodes += tree.nodes
        return value


def make_scout(game: Game, plan: Plan, database: "Database | None" = None, *, plain: bool = False) -> Scout:
    """Return what searches a game by a plan: compiled where the game offers it, otherwise in plain Python.

    Args:
        game: the game.
        plan: how to look ahead.
        database: values of endgames, or None.
        plain: True to search in plain Python in any case.

    Raises:
        UsageError: the plan has refinements that only the compiled search has, and the game offers none.
    """
    words = None if plain else game.words
    missing = [name for name in COMPILED_ONLY if plan.has(name)]
    if words is None:
        if missing and not installed("numba", "numpy"):
            need(f"refinement {missing[0]}", "numba", "numpy")
        if missing:
            raise UsageError(f"{game.spec} is searched in plain Python, without refinement {missing[0]}; leave it out")
        return PlainScout(game, plan, database)
    from kitgen.search.swift import SwiftScout  # noqa: PLC0415 - Numba only when it is needed

    return SwiftScout(game, plan, database, words)


def move_between(game: Game, before: Position, after: Position) -> tuple[Move, int]:
    """Return the move that leads from a position to another, the first if there are several, and what it gains.

    Raises:
        UsageError: no move does.
    """
    for move in game.legal_moves(before):
        step = game.play(before, move)
        if step.position == after:
            return move, step.gain
    raise UsageError(f"no move leads from '{game.text(before)}' to '{game.text(after)}'")


def plan_database(game: Game, plan: Plan) -> "Database | None":
    """Return the database that a plan names, or None.

    Raises:
        DatabaseError: it cannot be read, or is of another game.
    """
    if plan.database is None:
        return None
    need("an endgame database", "numba", "numpy")
    from kitgen.theory.database import open_database  # noqa: PLC0415 - NumPy only when it is needed

    return open_database(plan.database, game)
