"""A player that looks ahead: it chooses a move by its plan, its preferences and finally by chance."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from kitgen.model import Game, Move, Position, Rng
from kitgen.search.analysis import is_worth
from kitgen.search.plan import DEEPEST, QUICK, Plan
from kitgen.search.scouts import StoppedSearchError, make_scout, time_limit

if TYPE_CHECKING:
    from kitgen.theory.database import Database

#: How far a player looks for progress where a database gives the values of moves.
ONWARD = 12


class SearchPlayer:
    """Looks ahead before each move; ``plain=True`` always searches in plain Python."""

    def __init__(self, game: Game, plan: Plan, database: "Database | None" = None, *, plain: bool = False) -> None:
        self.plan = plan
        self._game = game
        self._scout = make_scout(game, plan, database, plain=plain)
        swift = not plain and game.words is not None
        self._onward = make_scout(game, Plan("alphabeta", DEEPEST, None, QUICK if swift else ()), plain=plain)

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

    def _best_by_search(self, line: Sequence[Position], moves: tuple[Move, ...]) -> tuple[Move, ...]:
        plan, scout = self.plan, self._scout
        best: tuple[Move, ...] = moves[:1]
        if plan.seconds is not None:
            scout.answer(line, 1)  # code is loaded by now
        stepwise = plan.seconds is not None or plan.has("deepening")
        with suppress(StoppedSearchError), time_limit(scout):
            for depth in range(1 if stepwise else plan.depth, plan.depth + 1):
                answer = scout.answer(line, depth)
                if answer.move is not None:
                    best = (answer.move,)
                if plan.has("preference") and (plan.seconds is not None or depth == plan.depth):
                    others = [move for move in moves if move != answer.move]
                    equal = {answer.move, *(m for m in others if is_worth(scout, line, depth, m, answer.value))}
                    best = self._hopeful(line[-1], [move for move in moves if move in equal])
        return best

    def _hopeful(self, position: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
        """Return the moves after which the other side has the reply that is best for this one.

        The preference of the original program, read as: among equal moves prefer the child that has the child of the
        highest score for the side to move, the stores two plies on, own minus other's.
        """
        if len(moves) == 1:
            return tuple(moves)
        hopes = []
        for move in moves:
            after, gain = self._game.play(position, move)
            end = self._game.result(after)
            if end is None:
                replies = (self._game.play(after, reply) for reply in self._game.legal_moves(after))
                end = min(reply.gain - (self._game.result(reply.position) or 0) for reply in replies)
            hopes.append(gain - end)
        return tuple(move for move, hope in zip(moves, hopes, strict=True) if hope == max(hopes))

    def _best_by_database(self, line: Sequence[Position], moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return the moves of best value that make progress; none where the database does not know all values.

        By value alone a win could be put off until positions recur for the third time. So, where there is something
        to win, moves to new positions come first, and of these the ones that win points soonest.
        """
        if self._scout.database is None:
            return ()
        values, met = dict[Move, int](), dict[Move, int]()
        for move in moves:
            step = self._game.play(line[-1], move)
            if (worth := self._scout.end([*line, step.position])) is None:
                return ()
            values[move], met[move] = step.gain - worth, line.count(step.position)
        highest = max(values.values())
        best = [move for move in moves if values[move] == highest]
        if highest > 0:
            fewest = min(met[move] for move in best)
            best = [move for move in best if met[move] == fewest]
            for depth in range(1, ONWARD + 1):
                winning = [move for move in best if is_worth(self._onward, line, depth, move, 1)]
                if winning:
                    return tuple(winning)
        return tuple(best)
