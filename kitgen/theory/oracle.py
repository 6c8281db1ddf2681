"""The oracle: what is this position worth? One question, whatever it takes to answer it.

Small games are solved once, whole. Positions that no game from the start comes to are searched when they are asked
for. Games that offer compiled kernels or endgame databases reach farther (``theory/beyond.py``).
"""

from typing import TYPE_CHECKING

from kitgen.errors import TooLargeError
from kitgen.model import Game, Move, Position
from kitgen.theory.beyond import Beyond
from kitgen.theory.explore import LIMIT, explore
from kitgen.theory.solve import Solution, solve
from kitgen.theory.symmetry import Symmetries
from kitgen.theory.value import Value, best_of

if TYPE_CHECKING:
    from kitgen.theory.database import Database


class Oracle:
    """Answers what positions of one game are worth, and remembers what it has found out.

    Attributes:
        game: the game.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> oracle = Oracle(game)
    >>> oracle.worth(game.parse("bbb/..w/ww. b")), oracle.reached(game.parse("..b/w.b/w.. b"))
    (Value(score=1, plies=3), False)
    """

    def __init__(
        self,
        game: Game,
        *,
        solution: Solution | None = None,
        limit: int = LIMIT,
        too_large: bool = False,
        database: "Database | None" = None,
    ) -> None:
        """Prepare to answer.

        Args:
            game: the game.
            solution: the game, solved from its start, where it has been solved already.
            limit: the largest number of positions to explore at once in plain Python.
            too_large: True when the game is known to have more positions than that.
            database: values of endgames, used before anything is worked out.
        """
        self.game = game
        self._solution = solution
        self._limit = limit
        self._beyond = Beyond(game, database)
        self._symmetries = Symmetries(game) if solution is None else solution.graph.symmetries
        self._found: dict[Position, Value] = {}
        self._too_large = too_large
        self._use_beyond = too_large or database is not None

    @property
    def solution(self) -> Solution:
        """The whole game, solved from its start; solved when it is first asked for.

        Raises:
            TooLargeError: it has too many positions.
        """
        if self._solution is None:
            if self._too_large:
                raise TooLargeError(f"{self.game.spec} has more than {self._limit:,} positions up to symmetry")
            try:
                self._solution = solve(explore(self.game, limit=self._limit))
            except TooLargeError:
                self._too_large = self._use_beyond = True
                raise
        return self._solution

    def reached(self, position: Position) -> bool | None:
        """Return whether a position occurs in a game from the start, or None when that is too much to find out."""
        try:
            return self.solution.graph.find(position) is not None
        except TooLargeError:
            return self._beyond.reached(position)

    def worth(self, position: Position) -> Value | None:
        """Return what a position is worth to the side to move, or None when that is too much to find out.

        Raises:
            MissingExtraError: compiled kernels could find it out, and are not installed.
        """
        known = self._known(position)
        if known is None:
            self._learn(position)
            known = self._known(position)
        return known

    def worth_of(self, position: Position, move: Move) -> Value | None:
        """Return what a legal move is worth to the side that makes it, or None when that is too much to find out."""
        step = self.game.play(position, move)
        after = self.worth(step.position)
        return None if after is None else after.before(step.gain)

    def _known(self, position: Position) -> Value | None:
        """Return what a position is worth, as far as it has been found out."""
        result = self.game.result(position)
        if result is not None:
            return Value(result, None if self.game.scoring else 0)
        if self._solution is not None:
            value = self._solution.worth(position)
            if value is not None:
                return value
        found = self._found.get(self._symmetries.canonical(position))
        return self._beyond.worth(position) if found is None and self._use_beyond else found

    def _learn(self, position: Position) -> None:
        """Find out the worth of a position and of all that follow, unless there are too many of them.

        Raises:
            MissingExtraError: compiled code could find it out, and Numba is missing.
        """
        if not (self._use_beyond and self._beyond.offered):
            try:
                self._learn_plainly(position)
            except TooLargeError:
                self._beyond.refuse_without_kernels()
                self._use_beyond = self._beyond.offered
            else:
                return
        if self._use_beyond:
            self._beyond.learn(position)

    def _learn_plainly(self, position: Position) -> None:
        """Find out the worth of a position and of all that follow, in plain Python.

        Raises:
            TooLargeError: there are too many of them.
        """
        if self.game.repetition is None:
            self._search(position)
            return
        solution = solve(explore(self.game, position, limit=self._limit))
        for node, score, plies in zip(solution.graph.nodes, solution.values, solution.plies, strict=True):
            self._found[node.position] = Value(score, plies)

    def _search(self, start: Position) -> None:
        """Find the worth of a position of a game without repetition, depth first, stopping at what is known.

        Raises:
            TooLargeError: more than the limit of unknown positions follow from it.
        """
        limit = len(self._found) + self._limit
        waiting = [self._symmetries.canonical(start)]
        while waiting:
            position = waiting[-1]
            if self._known(position) is not None:
                waiting.pop()
                continue
            if len(self._found) + len(waiting) > limit:
                raise TooLargeError(f"{self.game.spec} has more than {self._limit:,} positions from here on")
            steps = [self.game.play(position, move) for move in self.game.legal_moves(position)]
            after = [(step.gain, self._known(step.position)) for step in steps]
            known = [value.before(gain) for gain, value in after if value is not None]
            if len(known) == len(steps):
                self._found[position] = best_of(known)
            else:
                missing = (step.position for step, (_, value) in zip(steps, after, strict=True) if value is None)
                waiting += map(self._symmetries.canonical, missing)
