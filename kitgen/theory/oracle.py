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
        #: What kernels have solved, by rank and key of its first position, mirror images included;
        #: None where that was too much.
        self._ranked: dict[tuple[int, int], SolvedBoard | None] = {}
        self._symmetries = Symmetries(game) if solution is None else solution.graph.symmetries
        self._values: dict[Position, Value] = {}
        self._too_large = too_large
        self._use_kernels = too_large or database is not None

    @property
    def solution(self) -> Solution:
        """The whole game, solved from its start on first use; TooLargeError for a large one."""
        if self._solution is None:
            if self._too_large:
                raise TooLargeError(
                    f"{self.game.called} has more than {self._limit:,} positions up to symmetry"
                )
            try:
                self._solution = solve_graph(explore(self.game, limit=self._limit))
            except TooLargeError:
                self._too_large = True
                self._use_kernels = True
                raise
        return self._solution

    def reached(self, position: Position) -> bool | None:
        """Return whether a position occurs in a game from the start; None if that is too much."""
        try:
            return self.solution.graph.find(position) is not None
        except TooLargeError:
            board = self._solve_ranked(self.game.start())
            if board is None:
                return None
            return board.worth(position) is not None

    def worth(self, position: Position) -> Value | None:
        """Return the value of a position to the side to move; None if that takes too much.

        MissingExtraError when compiled kernels could compute it, and are not installed.
        """
        known = self._known(position)
        if known is None:
            self._learn(position)
            known = self._known(position)
        return known

    def worth_of(self, position: Position, move: Move) -> Value | None:
        """Return the value of a legal move to the side that makes it; None if that is too much."""
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
        boards = [board for board in self._ranked.values() if board is not None]
        sources: list[KnownValues] = [*boards, *self._endgames()]
        for source in sources:
            value = source.worth(position)
            if value is not None:
                return value
        return None

    def _endgames(self) -> "list[Endgames]":
        """Return the databases: the one that was given, and one of what can be solved at once."""
        if self._databases is None:
            self._databases = []
            highest = -1
            if self._database is not None:
                self._databases.append(self._database)
                highest = self._database.highest
            if self.game.levels is not None:
                from kitgen.theory.large_boards import quick_endgames  # noqa: PLC0415

                quick = quick_endgames(self.game, highest)
                if quick is not None:
                    self._databases.append(quick)
        return self._databases

    @property
    def _has_kernels(self) -> bool:
        return self.game.packed is not None or self.game.levels is not None

    def _learn(self, position: Position) -> None:
        """Find the value of a position, if that does not take too much."""
        if self._use_kernels and self._has_kernels:
            self._solve_ranked(position)
            return
        try:
            self._learn_plainly(position)
        except TooLargeError:
            if self._offers_kernels():
                from kitgen.theory.large_boards import need_compiled_search  # noqa: PLC0415

                need_compiled_search(f"a position of {self.game.called} from which so many follow")
            self._use_kernels = self._has_kernels
            self._solve_ranked(position)

    def _offers_kernels(self) -> bool:
        """Return whether the game has kernels, although they may not be installed.

        A game that has them overrides these properties, which answer None without the extra.
        """
        kind = type(self.game)
        for name in ("packed", "levels"):
            if getattr(kind, name, None) not in (None, getattr(Game, name)):
                return True
        return False

    def _solve_ranked(self, position: Position) -> "SolvedBoard | None":
        """Solve by kernels what follows from a position; None where that is not possible."""
        packed = self.game.packed
        if packed is None:
            return None
        first = packed.rank(position), packed.key(position)
        if first not in self._ranked:
            from kitgen.theory.large_boards import solve_board  # noqa: PLC0415

            self._ranked[first] = None
            with suppress(TooLargeError):
                self._ranked[first] = solve_board(self.game, position, limit=MAX_RANKED_POSITIONS)
        return self._ranked[first]

    def _learn_plainly(self, position: Position) -> None:
        """Find the values of all that can follow from a position, in plain Python."""
        if self.game.repetition is None:
            self._search(position)
            return
        solution = solve_graph(explore(self.game, position, limit=self._limit))
        nodes = solution.graph.nodes
        for node, score, plies in zip(nodes, solution.values, solution.plies, strict=True):
            self._values[node.position] = Value(score, plies)

    def _search(self, start: Position) -> None:
        """Search a game without repetition, depth first, up to positions that are known."""
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
