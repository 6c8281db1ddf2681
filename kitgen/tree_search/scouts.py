"""Scouts that look ahead, and a player that has them.

Minimax, alpha-beta and negascout in plain Python are the reference for the compiled code. They are
the three programs of Ferrando, Bonanno and Repetto, as printed. All stop at depth 0 or at a
finished game, and return the store of the side to move minus the other's; in a game without points
the horizon is worth 0. Two additions: illegal moves are skipped (the printed loops end at the first
one), and a position that recurs often enough ends the game.
"""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from kitgen.errors import UsageError
from kitgen.guests import ask_guest
from kitgen.installing.extras import need
from kitgen.model import Game, Move, Position, Rng
from kitgen.theory.large_boards import Endgames, need_compiled_search, open_endgames
from kitgen.tree_search.plan import DEEPEST, QUICK, Plan
from kitgen.tree_search.scout import INFINITY, Answer, Scout, StoppedSearchError, time_limit


class PlainScout(Scout):
    """The game's tree down to a horizon, walked in plain Python by any of the algorithms, for any
    game.

    >>> from kitgen.games import make_game
    >>> game = make_game("awari:6x4")
    >>> scouts = [PlainScout(game, Plan(name, 5)) for name in ("minimax", "negascout")]
    >>> [scout.answer([game.start()], 5).nodes for scout in scouts]
    [6466, 285]
    """

    #: How many positions a search may visit before it gives up.
    most = sys.maxsize

    def __init__(self, game: Game, plan: Plan, database: Endgames | None = None) -> None:
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
        """Return the value of a position by trying everything; ``lead`` is the store of its side
        minus the other's.
        """
        leaf = self._enter(position, depth, lead, root=root)
        if leaf is not None:
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
        self,
        position: Position,
        depth: int,
        a: int = -INFINITY,
        b: int = INFINITY,
        *,
        lead: int = 0,
        root: bool = True,
    ) -> int:
        """Return the value of a position within the bounds ``a`` and ``b``: fail-hard."""
        leaf = self._enter(position, depth, lead, root=root)
        if leaf is not None:
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
        self,
        position: Position,
        depth: int,
        a: int = -INFINITY,
        b: int = INFINITY,
        *,
        lead: int = 0,
        root: bool = True,
    ) -> int:
        """Return the value of a position: moves after the first are only tested for being
        better.
        """
        leaf = self._enter(position, depth, lead, root=root)
        if leaf is not None:
            return leaf
        best = -INFINITY
        bound = b
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
        """Return each move with the position after it and the lead that its side then has."""
        steps = [(move, self.game.play(position, move)) for move in self.game.legal_moves(position)]
        return [(move, step.position, lead + step.gain) for move, step in steps]

    def _enter(self, position: Position, depth: int, lead: int, *, root: bool) -> int | None:
        """Visit a position; return its value if it need not be searched: its game is over, or it
        lies on the horizon.
        """
        self._visited += 1
        if self._stopped or self._visited > self.most:
            raise StoppedSearchError
        end = self._end(position, root=root)
        if end is not None:
            return lead + end
        if depth == 0:
            return self._horizon(position, lead)
        self._met[position] += 1
        return None

    def _end(self, position: Position, *, root: bool) -> int | None:
        """Return what is won from a position on if its game is over or a database knows it."""
        return self._known(position, lambda: self._met[position] + 1, root=root)

    def _horizon(self, position: Position, lead: int) -> int:
        """Return the value of a position that is searched no further.

        With quiescence the side to move may stop, or continue with a move that wins points; then
        the other may.
        """
        best = lead
        if not self._quiescence:
            return best
        for _, after, own in self._moves(position, lead):
            if own <= lead:
                continue
            self._visited += 1
            end = self._end(after, root=False)
            value = -self._horizon(after, -own) if end is None else own - end
            best = max(best, value)
        return best


T = TypeVar("T")


class GradualScout(Scout):
    """Plain Python while there is little to search, compiled code from then on.

    Loading compiled code takes longer than small searches, and compiling it the first time takes
    seconds. Values are the same; the move named among several best ones and the number of positions
    are not.
    """

    #: Positions searched in plain Python until code is loaded: a second's work at most.
    MAX_PLAIN_POSITIONS = 20_000

    def __init__(self, game: Game, plan: Plan) -> None:
        super().__init__(game, plan)
        slow = tuple(name for name in plan.refinements if name not in QUICK)
        self._plain = PlainScout(game, replace(plan, refinements=slow))
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
        """Search in plain Python until that takes too long, then with compiled code."""
        if len(self._scouts) == 1:
            searched = self._plain.nodes - self._begun
            self._plain.most = max(0, self.MAX_PLAIN_POSITIONS - searched)
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


def make_scout(
    game: Game, plan: Plan, database: Endgames | None = None, *, plain: bool = False
) -> Scout:
    """Return a scout for a game and a plan: compiled where the game offers it, or plain Python."""
    words = None if plain else game.words
    if words is None:
        for name in filter(plan.has, QUICK):
            need(f"refinement {name}", "numba", "numpy")
            raise UsageError(
                f"{game.called} is searched in plain Python, without refinement "
                f"{name}; leave it out"
            )
        return PlainScout(game, plan, database)
    scout: Scout = ask_guest("search.scout", "a compiled search")(game, plan, database, words)
    return scout


def plan_database(game: Game, plan: Plan) -> Endgames | None:
    """Return the database that a plan names, or None."""
    if plan.database is None:
        return None
    need_compiled_search("an endgame database")
    return open_endgames(game, plan.database)


#: How many plies a player looks for progress where a database gives the values of moves.
PLIES_TO_PROGRESS = 12


class SearchPlayer:
    """Looks ahead before each move; ``plain=True`` always searches in plain Python."""

    def __init__(
        self, game: Game, plan: Plan, database: Endgames | None = None, *, plain: bool = False
    ) -> None:
        self.plan = plan
        self._game = game
        self._scout = make_scout(game, plan, database, plain=plain)
        compiled = not plain and game.words is not None
        onward = Plan("alphabeta", DEEPEST, refinements=QUICK if compiled else ())
        self._onward = make_scout(game, onward, plain=plain)

    def choose(self, line: Sequence[Position], luck: Rng) -> Move:
        """Return the move to make in the last position of a game, which is not over."""
        moves = self.equal_best(line)
        return moves[luck.below(len(moves))]

    def stop(self) -> None:
        """Settle on the best move so far, from another thread."""
        self._scout.stop()

    def equal_best(self, line: Sequence[Position]) -> tuple[Move, ...]:
        """Return the moves among which chance decides, in the order of the rules."""
        moves = self._game.legal_moves(line[-1])
        if len(moves) == 1 and self.plan.has("single"):
            return moves
        known = self._best_by_database(line, moves)
        if known:
            return known if self.plan.has("preference") else known[:1]
        return self._best_by_search(line, moves)

    @property
    def nodes(self) -> int:
        """The number of positions visited so far."""
        return self._scout.nodes + self._onward.nodes

    def _best_by_search(
        self, line: Sequence[Position], moves: tuple[Move, ...]
    ) -> tuple[Move, ...]:
        """Return the moves among which chance decides, by looking ahead until the time is over."""
        plan = self.plan
        scout = self._scout
        best: tuple[Move, ...] = moves[:1]
        if plan.seconds is not None:
            scout.answer(line, 1)  # code is loaded by now
        stepwise = plan.seconds is not None or plan.has("deepening")
        first_depth = 1 if stepwise else plan.depth
        with suppress(StoppedSearchError), time_limit(scout):
            for depth in range(first_depth, plan.depth + 1):
                answer = scout.answer(line, depth)
                if answer.move is not None:
                    best = (answer.move,)
                may_be_last = plan.seconds is not None or depth == plan.depth
                if may_be_last and plan.has("preference"):
                    equal = []
                    for move in moves:
                        if move == answer.move or scout.is_worth(line, depth, move, answer.value):
                            equal.append(move)
                    best = self._hopeful(line[-1], equal)
        return best

    def _hopeful(self, position: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
        """Return the moves after which the other side has the reply that is best for this one.

        The preference of the original program, read as: among equal moves prefer the child that has
        the child of the highest score for the side to move, the stores two plies on, own minus
        other's.
        """
        if len(moves) == 1:
            return tuple(moves)
        hopes = []
        for move in moves:
            after, gain = self._game.play(position, move)
            end = self._game.result(after)
            if end is None:
                ends = []
                for reply in self._game.legal_moves(after):
                    step = self._game.play(after, reply)
                    ends.append(step.gain - (self._game.result(step.position) or 0))
                end = min(ends)
            hopes.append(gain - end)
        highest = max(hopes)
        return tuple(move for move, hope in zip(moves, hopes, strict=True) if hope == highest)

    def _best_by_database(
        self, line: Sequence[Position], moves: tuple[Move, ...]
    ) -> tuple[Move, ...]:
        """Return the moves of best value that make progress; none where the database does not know
        all values.

        By value alone a win could be put off until positions recur for the third time. So, where
        there is something to win, moves to new positions come first, and of these the ones that win
        points soonest.
        """
        if self._scout.database is None:
            return ()
        values: dict[Move, int] = {}
        met: dict[Move, int] = {}
        for move in moves:
            step = self._game.play(line[-1], move)
            worth = self._scout.end([*line, step.position])
            if worth is None:
                return ()
            values[move] = step.gain - worth
            met[move] = line.count(step.position)
        highest = max(values.values())
        best = [move for move in moves if values[move] == highest]
        if highest > 0:
            fewest = min(met[move] for move in best)
            best = [move for move in best if met[move] == fewest]
            for depth in range(1, PLIES_TO_PROGRESS + 1):
                winning = [move for move in best if self._onward.is_worth(line, depth, move, 1)]
                if winning:
                    return tuple(winning)
        return tuple(best)
