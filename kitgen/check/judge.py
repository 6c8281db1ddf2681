"""What is true of any position of a game, reachable or not: is it over, who wins, what each move leads to."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kitgen.check.large import LargeGame
from kitgen.errors import TooLargeError
from kitgen.model import Game, Move, Position
from kitgen.theory.explore import LIMIT, explore
from kitgen.theory.solve import solve
from kitgen.theory.symmetry import Symmetries

if TYPE_CHECKING:
    from kitgen.theory.database import Database


@dataclass(frozen=True, slots=True)
class Worth:
    """What a position is worth to the side to move.

    Attributes:
        value: 1, 0 or -1, or points still to come (own minus other).
        plies: to the end of the game with best play; None where that has no meaning.
    """

    value: int
    plies: int | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is true of one position.

    Attributes:
        position: the position.
        reachable: whether it occurs in a game from the start; None when the game is too large to tell.
        over: True when the game is over there.
        winner: the number of the side that has won; None when nobody has, or where points decide.
        worth: what it is worth to the side to move; None when the game is too large to tell.
        moves: each legal move with what it is worth to the side that makes it.
    """

    position: Position
    reachable: bool | None
    over: bool
    winner: int | None
    worth: Worth | None
    moves: tuple[tuple[Move, Worth | None], ...]


class Judge:
    """Judges positions of one game, and remembers what it has found out.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> judge = Judge(game)
    >>> judgement = judge.judge(game.parse("bbb/..w/ww. b"))
    >>> judgement.reachable, judgement.worth
    (True, Worth(value=1, plies=3))
    >>> judge.judge(game.parse("..b/w.b/w.. b")).reachable
    False
    """

    def __init__(
        self, game: Game, *, limit: int = LIMIT, too_large: bool = False, database: "Database | None" = None
    ) -> None:
        """Prepare to judge.

        Args:
            game: the game.
            limit: the largest number of positions to explore at once in plain Python.
            too_large: True when the game is known to have more positions than that.
            database: values of endgames, used before anything is worked out.
        """
        self.game = game
        self._limit = limit
        self._large = LargeGame(game, database)
        self._symmetries = Symmetries(game)
        self._worth: dict[Position, Worth] = {}
        self._reached: frozenset[Position] | None = None
        self._explored = too_large
        self._use_large = too_large or database is not None

    def judge(self, position: Position) -> Judgement:
        """Return what is true of a position."""
        reachable = self._reachable(position)
        result = self.game.result(position)
        if result is not None:
            winner = None
            if result and not self.game.scoring:
                winner = position.to_move if result > 0 else 1 - position.to_move
            plies = None if self.game.scoring else 0
            return Judgement(position, reachable, True, winner, Worth(result, plies), ())
        self._learn(position)
        moves = tuple((move, self._after(position, move)) for move in self.game.legal_moves(position))
        return Judgement(position, reachable, False, None, self._known(position), moves)

    def _known(self, position: Position) -> Worth | None:
        """Return what a position is worth, as far as it has been found out."""
        worth = self._worth.get(self._symmetries.canonical(position))
        if worth is None and self._use_large:
            found = self._large.worth(position)
            worth = None if found is None else Worth(*found)
        return worth

    def _after(self, position: Position, move: Move) -> Worth | None:
        """Return what a move is worth to the side that makes it."""
        step = self.game.play(position, move)
        worth = self._known(step.position)
        if worth is None:
            return None
        return Worth(step.gain - worth.value, None if worth.plies is None else worth.plies + 1)

    def _reachable(self, position: Position) -> bool | None:
        """Return whether a position occurs in a game from the start, or None when that is too much to find out."""
        if not self._explored:
            self._explored = True
            try:
                self._reached = frozenset(self._take_in(None))
            except TooLargeError:
                self._use_large = True
        if self._reached is not None:
            return self._symmetries.canonical(position) in self._reached
        return self._large.reached(position)

    def _learn(self, position: Position) -> None:
        """Find out the worth of a position and of all that follow, unless there are too many of them."""
        if self._known(position) is not None:
            return
        if self._use_large and self._large.offered:
            self._large.learn(position)
            return
        try:
            if self.game.repetition is None:
                self._search(position)
            else:
                self._take_in(position)
        except TooLargeError:
            return

    def _take_in(self, start: Position | None) -> Iterator[Position]:
        """Solve all that can be reached from a position, and return it."""
        solution = solve(explore(self.game, start, limit=self._limit))
        for node, value, plies in zip(solution.graph.nodes, solution.values, solution.plies, strict=True):
            self._worth[node.position] = Worth(value, plies)
        return (node.position for node in solution.graph.nodes)

    def _search(self, start: Position) -> None:
        """Find the worth of a position of a game without repetition, depth first, stopping at what is known.

        Raises:
            TooLargeError: more than the limit of unknown positions follow from it.
        """
        limit = len(self._worth) + self._limit
        waiting = [self._symmetries.canonical(start)]
        while waiting:
            position = waiting[-1]
            if position in self._worth:
                waiting.pop()
                continue
            if len(self._worth) + len(waiting) > limit:
                raise TooLargeError(f"{self.game.spec} has more than {self._limit:,} positions from here on")
            result = self.game.result(position)
            if result is not None:
                self._worth[position] = Worth(result, None if self.game.scoring else 0)
                continue
            steps = [self.game.play(position, move) for move in self.game.legal_moves(position)]
            children = [self._symmetries.canonical(step.position) for step in steps]
            unknown = [child for child in children if child not in self._worth]
            if unknown:
                waiting += unknown
                continue
            after = [(step.gain, self._worth[child]) for step, child in zip(steps, children, strict=True)]
            self._worth[position] = _best(after)


def _best(after: list[tuple[int, Worth]]) -> Worth:
    """Return the worth of a position from the gains of its moves and the worth of what they lead to.

    The winner hurries, the loser delays, and a draw is reached by the shortest way that keeps it.
    """
    value = max(gain - worth.value for gain, worth in after)
    plies = [worth.plies for gain, worth in after if gain - worth.value == value and worth.plies is not None]
    if not plies:
        return Worth(value, None)
    return Worth(value, 1 + (max(plies) if value < 0 else min(plies)))
