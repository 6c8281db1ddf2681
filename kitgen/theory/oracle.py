"""The oracle: the value of any position, however it is found.

Small games are solved once, completely. Positions that no game from the start reaches are searched on demand. Games
with compiled kernels or endgame databases reach farther.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

from kitgen.errors import TooLargeError
from kitgen.model import Game, Move, Position
from kitgen.theory.explore import EXPLORE_LIMIT, Symmetries, explore
from kitgen.theory.solve import Solution, Value, best_of, solve_graph

if TYPE_CHECKING:
    from kitgen.theory.database import Database
    from kitgen.theory.packed_solver import RankedSolution

#: Kernels that a game may offer (``games/packed.py``).
KERNELS = ("packed", "levels")
#: The most positions that a compiled kernel explores: some seconds' work.
MOST = 4_000_000
#: The most positions for which a database is made at once, in about a second.
AT_ONCE = 1_000_000


class Beyond:
    """Values of a game that is too large for plain Python, as far as it offers kernels; a database may be given."""

    def __init__(self, game: Game, database: "Database | None" = None) -> None:
        self.game = game
        #: What is solved from a position, by its rank and key, mirror images included; None where that is too much.
        self._solved: dict[tuple[int, int], RankedSolution | None] = {}
        self._database = database
        self._databases: list[Database] | None = None

    def reached(self, position: Position) -> bool | None:
        """Return whether a position occurs in a game from the start; None when that takes too much to compute."""
        whole = self.learn(self.game.start())
        return None if whole is None else whole.worth(position) is not None

    @property
    def offered(self) -> bool:
        """Whether the game offers kernels."""
        return self.game.packed is not None or self.game.levels is not None

    def refuse_without_kernels(self) -> None:
        """Raise MissingExtraError where kernels could answer but Numba is not installed."""
        offers = (getattr(type(self.game), kernel, None) not in (None, getattr(Game, kernel)) for kernel in KERNELS)
        if any(offers):
            from kitgen.extras import need  # noqa: PLC0415

            need(f"a position of {self.game.called} from which so many follow", "numba", "numpy")

    def learn(self, position: Position) -> "RankedSolution | None":
        """Compute the values of a position and of all that follow, and return them; None if that is not possible."""
        packed = self.game.packed
        if packed is None:
            return None
        place = packed.rank(position), packed.key(position)
        if place not in self._solved:
            from kitgen.theory.packed_solver import solve_packed  # noqa: PLC0415 - NumPy and Numba only when needed

            self._solved[place] = None
            with suppress(TooLargeError):
                self._solved[place] = solve_packed(self.game, position, limit=MOST)
        return self._solved[place]

    def worth(self, position: Position) -> Value | None:
        """Return the value of a position, or None when it is not known; computes nothing except databases."""
        solved = [solution for solution in self._solved.values() if solution is not None]
        sources: list[RankedSolution | Database] = [*solved, *self._open()]
        values = (source.worth(position) for source in sources)
        return next((value for value in values if value is not None), None)

    def _open(self) -> "list[Database]":
        if self._databases is None:
            self._databases = [] if self._database is None else [self._database]
            if self.game.levels is not None:
                from kitgen.theory.database import build_database, starts_of  # noqa: PLC0415 - as above

                ends = starts_of(self.game.levels, self.game.levels.highest)[2:]  # of all levels but level 0
                highest = sum(end <= AT_ONCE for end in ends)
                if self._database is None or self._database.highest < highest:
                    self._databases.append(build_database(self.game, highest))
        return self._databases


class Oracle:
    """Knows the values of positions of one game, and remembers them.

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
        limit: int = EXPLORE_LIMIT,
        too_large: bool = False,
        database: "Database | None" = None,
    ) -> None:
        """Prepare to answer.

        Args:
            solution: the game solved from its start, if that has been done.
            limit: the most positions to explore at once in plain Python.
            too_large: True when the game is known to have more positions than that.
            database: values of endgames, used first.
        """
        self.game = game
        self._solution = solution
        self._limit = limit
        self._beyond = Beyond(game, database)
        self._symmetries = Symmetries(game) if solution is None else solution.graph.symmetries
        self._values: dict[Position, Value] = {}
        self._too_large = too_large
        self._use_beyond = too_large or database is not None

    @property
    def solution(self) -> Solution:
        """The whole game, solved from its start on first use; TooLargeError when it has too many positions."""
        if self._solution is None:
            if self._too_large:
                raise TooLargeError(f"{self.game.called} has more than {self._limit:,} positions up to symmetry")
            try:
                self._solution = solve_graph(explore(self.game, limit=self._limit))
            except TooLargeError:
                self._too_large = self._use_beyond = True
                raise
        return self._solution

    def reached(self, position: Position) -> bool | None:
        """Return whether a position occurs in a game from the start, or None when that takes too much to compute."""
        try:
            return self.solution.graph.find(position) is not None
        except TooLargeError:
            return self._beyond.reached(position)

    def worth(self, position: Position) -> Value | None:
        """Return the value of a position to the side to move, or None when that takes too much to compute.

        Raises:
            MissingExtraError: compiled kernels could compute it, and are not installed.
        """
        known = self._known(position)
        if known is None:
            self._learn(position)
            known = self._known(position)
        return known

    def worth_of(self, position: Position, move: Move) -> Value | None:
        """Return the value of a legal move to the side that makes it, or None when that takes too much to compute."""
        step = self.game.play(position, move)
        after = self.worth(step.position)
        return None if after is None else after.before(step.gain)

    def _known(self, position: Position) -> Value | None:
        result = self.game.result(position)
        if result is not None:
            return Value(result, None if self.game.scoring else 0)
        if self._solution is not None:
            value = self._solution.worth(position)
            if value is not None:
                return value
        value = self._values.get(self._symmetries.canonical(position))
        return self._beyond.worth(position) if value is None and self._use_beyond else value

    def _learn(self, position: Position) -> None:
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
        if self.game.repetition is None:
            self._search(position)
            return
        solution = solve_graph(explore(self.game, position, limit=self._limit))
        for node, score, plies in zip(solution.graph.nodes, solution.values, solution.plies, strict=True):
            self._values[node.position] = Value(score, plies)

    def _search(self, start: Position) -> None:
        # A game without repetition, depth first, stopping at known positions.
        limit = len(self._values) + self._limit
        waiting = [self._symmetries.canonical(start)]
        while waiting:
            position = waiting[-1]
            if self._known(position) is not None:
                waiting.pop()
                continue
            if len(self._values) + len(waiting) > limit:
                raise TooLargeError(f"{self.game.called} has more than {self._limit:,} positions from here on")
            steps = [self.game.play(position, move) for move in self.game.legal_moves(position)]
            after = [(step.gain, self._known(step.position)) for step in steps]
            known = [value.before(gain) for gain, value in after if value is not None]
            if len(known) == len(steps):
                self._values[position] = best_of(known)
            else:
                missing = (step.position for step, (_, value) in zip(steps, after, strict=True) if value is None)
                waiting += map(self._symmetries.canonical, missing)
