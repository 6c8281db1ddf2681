"""Reviews a game: the value of each move beside the best one, and the move that lost the game."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from kitgen.model import Game, Move, Position
from kitgen.search.analysis import variation
from kitgen.search.plain import StoppedSearchError
from kitgen.search.scout import Scout, time_limit
from kitgen.search.written_games import GameRecord


@dataclass(frozen=True, slots=True)
class Judged:
    """A move beside the best one, both to the same depth.

    Attributes:
        number: the number of the move in the game, from 1.
        position: the position before it.
        depth: how many plies were looked ahead.
        lead: points of the side that moved, minus those of the other, before the move.
        before: the value of the position to the side that moved: that of the best move.
        after: the value of the move that was made.
        better: the best move with its principal variation; empty where none is better.
    """

    number: int
    position: Position
    move: Move
    depth: int
    lead: int
    before: int
    after: int
    better: tuple[Move, ...]

    @property
    def lost(self) -> int:
        """The value that the move lost."""
        return self.before - self.after

    @property
    def gave_away(self) -> bool:
        """Whether the side that moved would not have lost the game before the move, and loses it after."""
        return self.lead + self.before >= 0 > self.lead + self.after


def review(scout: Scout, record: GameRecord) -> Iterator[Judged]:
    """Yield every move of a game, judged one after the other; stopping the scout ends it.

    The depth of the scout's plan applies, or its time for each move of the game.
    """
    game, leads = scout.game, [0, 0]
    scout.resume()
    for number, (position, move) in enumerate(zip(record.line, record.moves, strict=False), 1):
        side = position.to_move
        line = record.line[:number]
        try:
            judged = _judge(scout, line, move, number, leads[side] - leads[1 - side])
        except StoppedSearchError:
            return
        yield judged
        leads[side] += game.play(position, move).gain


def decisive(judged: Sequence[Judged], loser: int) -> Judged | None:
    """Return the last move by which the loser gave the game away; None without one."""
    own = (move for move in reversed(judged) if move.position.to_move == loser)
    return next((move for move in own if move.gave_away), None)


def costliest(judged: Sequence[Judged], loser: int) -> Judged | None:
    """Return the first move with which a side lost most value; None where it lost nothing."""
    moves = [move for move in judged if move.position.to_move == loser and move.lost]
    return max(moves, key=lambda move: move.lost, default=None)


def _judge(scout: Scout, line: Sequence[Position], move: Move, number: int, lead: int) -> Judged:
    plan = scout.plan
    result = _look(scout, line, move, 1 if plan.seconds is not None else plan.depth)  # code is loaded by now
    if plan.seconds is not None:
        with suppress(StoppedSearchError), time_limit(scout):
            for depth in range(2, plan.depth + 1):
                if not scout.game.scoring and result[1] and result[2]:
                    break  # won or lost either way: looking farther changes nothing
                result = _look(scout, line, move, depth)
    depth, before, after, better = result
    return Judged(number, line[-1], move, depth, lead, before, after, better)


def _look(scout: Scout, line: Sequence[Position], move: Move, depth: int) -> tuple[int, int, int, tuple[Move, ...]]:
    game: Game = scout.game
    answer = scout.answer(line, depth)
    if answer.move == move:
        return depth, answer.value, answer.value, ()
    step = game.play(line[-1], move)
    after = step.gain - scout.worth([*line, step.position], depth - 1)
    better: tuple[Move, ...] = ()
    if answer.move is not None and after < answer.value:
        better = variation(scout, line, depth, answer.move, answer.value)
    return depth, answer.value, after, better
