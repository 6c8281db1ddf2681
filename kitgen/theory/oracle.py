"""The oracle: the value of any position, by whatever method finds it.

Small games are solved once, completely. Positions that no game from the start reaches are searched
on demand. Games with compiled kernels or endgame databases reach farther.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

from kitgen.errors import TooLargeError
from kitgen.model import Game, Move, Position
from kitgen.theory.explore import EXPLORE_LIMIT, Symmetries, explore
from kitgen.theory.solve import Solution, Value, best_of, solve_graph

# Functions import what compiled search needs: few questions come to it, and printing does not.
if TYPE_CHECKING:
    from kitgen.theory.large_boards import Endgames, KnownValues, SolvedBoard

#: The most positions that a compiled kernel explores: some seconds' work.
MAX_RANKED_POSITIONS = 4_000_000


class Oracle:
    """Knows the values of positions of one game, and remembers them.

    Args:
        solution: the game solved from its start, if that has been done.
        limit: the most positions to explore at once in plain Python.
        too_large: True when the game is known to have more positions than that.
        database: values of endgames, used first.

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
        database: "Endgames | None" = None,
    ) -> None:
        self.game = game
        self._solution = solution
        self._limit = limit
        self._database = database
        self._databases: list[Endgames] | None = None
        #: Solved by kernels, by rank and key of the first position, mirror images included; None
        #: where it is too much.
        self._ranked: dict[tuple[int, int], SolvedBoard | None] = {}
        self._symmetries = Symmetries(game) if solution is None else solution.graph.symmetries
        self._values: dict[Position, Value] = {}
        self._too_large = too_large
        self._use_kernels = too_large or database is not None

    @property
    def solution(self) -> Solution:
        """The whole game, solved from its start on first use; TooLargeError when it has too many
        positions.
        """
        if self._solution is None:
            if self._too_large:
                raise TooLargeError(
                    f"{self.game.called} has more than {self._limit:,} positions up to symmetry"
                )
            try:
                self._solution = solve_graph(explore(self.game, limit=self._limit))
            except TooLargeError:
                self._too_large = self._use_kernels = True
                raise
        return self._solution

    def reached(self, position: Position) -> bool | None:
        """Return whether a position occurs in a game from the start, or None when that takes too
        much to compute.
        """
        try:
            return self.solution.graph.find(position) is not None
        except TooLargeError:
            whole = self._rank(self.game.start())
            return None if whole is None else whole.worth(position) is not None

    def worth(self, position: Position) -> Value | None:
        """Return the value of a position to the side to move, or None when that takes too much to
        compute.

        MissingExtraError when compiled kernels could compute it, and are not installed.
        """
        known = self._known(position)
        if known is None:
            self._learn(position)
            known = self._known(position)
        return known

    def worth_of(self, position: Position, move: Move) -> Value | None:
        """Return the value of a legal move to the side that makes it, or None when that takes
        too much to compute.
        """
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
        if value is not None or not self._use_kernels:
            return value
        ranked = [solution for solution in self._ranked.values() if solution is not None]
        sources: list[KnownValues] = [*ranked, *self._open()]
        for source in sources:
            value = source.worth(position)
            if value is not None:
                return value
        return None

    def _open(self) -> "list[Endgames]":
        """Return the databases: the one that was given, and one of what can be solved at once."""
        if self._databases is None:
            self._databases = []
            highest = -1
            if self._database is not None:
                self._databases.append(self._database)
                highest = self._database.highest
            if self.game.levels is not None:
                from kitgen.theory.large_boards import quick_endgames  # noqa: PLC0415

                more = quick_endgames(self.game, highest)
                if more is not None:
                    self._databases.append(more)
        return self._databases

    @property
    def _has_kernels(self) -> bool:
        return self.game.packed is not None or self.game.levels is not None

    def _learn(self, position: Position) -> None:
        """Find the value of a position, if that does not take too much."""
        if self._use_kernels and self._has_kernels:
            self._rank(position)
            return
        try:
            self._learn_plainly(position)
        except TooLargeError:
            if self._offers_kernels():
                from kitgen.theory.large_boards import need_compiled_search  # noqa: PLC0415

                need_compiled_search(f"a position of {self.game.called} from which so many follow")
            self._use_kernels = self._has_kernels
            self._rank(position)

    def _offers_kernels(self) -> bool:
        """Return whether the game has kernels, although they may not be installed."""
        kind = type(self.game)
        for name in ("packed", "levels"):
            if getattr(kind, name, None) not in (None, getattr(Game, name)):
                return True
        return False

    def _rank(self, position: Position) -> "SolvedBoard | None":
        """Solve by kernels what follows from a position; None where that is not possible."""
        packed = self.game.packed
        if packed is None:
            return None
        place = packed.rank(position), packed.key(position)
        if place not in self._ranked:
            from kitgen.theory.large_boards import solve_board  # noqa: PLC0415

            self._ranked[place] = None
            with suppress(TooLargeError):
                self._ranked[place] = solve_board(self.game, position, limit=MAX_RANKED_POSITIONS)
        return self._ranked[place]

    def _learn_plainly(self, position: Position) -> None:
        if self.game.repetition is None:
            self._search(position)
            return
        solution = solve_graph(explore(self.game, position, limit=self._limit))
        for node, score, plies in zip(
            solution.graph.nodes, solution.values, solution.plies, strict=True
        ):
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
                raise TooLargeError(
                    f"{self.game.called} has more than {self._limit:,} positions from here on"
                )
            steps = [self.game.play(position, move) for move in self.game.legal_moves(position)]
            after = [(step.gain, self._known(step.position)) for step in steps]
            known = [value.before(gain) for gain, value in after if value is not None]
            if len(known) == len(steps):
                self._values[position] = best_of(known)
                continue
            for step, (_, value) in zip(steps, after, strict=True):
                if value is None:
                    waiting.append(self._symmetries.canonical(step.position))
