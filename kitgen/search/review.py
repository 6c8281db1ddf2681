"""A game walked again, move by move: what each move was worth beside the best one, and where the game was lost."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.model import Game, Move, Position
from kitgen.search.analysis import variation
from kitgen.search.plain import StoppedSearchError
from kitgen.search.record import GameRecord
from kitgen.search.scout import Scout


@dataclass(frozen=True, slots=True)
class Judged:
    """A move beside the best one, both as far as was looked ahead.

    Attributes:
        number: which move of the game it was, from 1.
        position: what lay on the board before it.
        move: the move.
        depth: how many plies were looked ahead, the same for both values.
        lead: points of the side that moved, minus those of the other, before the move.
        before: what the position was worth to the side that moved: what the best move is worth.
        after: what the move that was made is worth to it.
        better: the best move with its principal variation; nothing where none is better.
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
        """How much value the move has lost."""
        return self.before - self.after

    @property
    def gave_away(self) -> bool:
        """Whether the side that moved was not behind in the end before the move, and is after it."""
        return self.lead + self.before >= 0 > self.lead + self.after


def review(scout: Scout, record: GameRecord) -> Iterator[Judged]:
    """Yield every move of a game, judged one after the other, so that somebody can look on, or leave off.

    Args:
        scout: who searches; the depth of its plan holds, and its time for each move of the game.
        record: the game.
    """
    game, leads = scout.game, [0, 0]
    scout.resume()
    for number, (position, move) in enumerate(zip(record.line, record.moves, strict=False), 1):
        side = position.to_move
        line = record.line[:number]
        try:
            judged = _judge(scout, line, move, number, leads[side] - leads[1 - side])
        except StoppedSearchError:  # by somebody who has had enough
            return
        yield judged
        leads[side] += game.play(position, move).gain


def decisive(judged: Sequence[Judged], loser: int) -> Judged | None:
    """Return the move with which a game was lost: the last one by which its loser gave it away; None without one."""
    return next((one for one in reversed(judged) if one.position.to_move == loser and one.gave_away), None)


def costliest(judged: Sequence[Judged], loser: int) -> Judged | None:
    """Return the move with which a side lost most, the first of several; None where it lost nothing."""
    moves = [one for one in judged if one.position.to_move == loser and one.lost]
    return max(moves, key=lambda one: one.lost, default=None)


def _judge(scout: Scout, line: Sequence[Position], move: Move, number: int, lead: int) -> Judged:
    """Return what a move is worth beside the best one, looking ever farther until time is up or all is decided."""
    plan = scout.plan
    found = _look(scout, line, move, 1 if plan.seconds is not None else plan.depth)  # code is loaded by now
    if plan.seconds is not None:
        clock = threading.Timer(plan.seconds, scout.stop)
        clock.daemon = True
        clock.start()
        try:
            for depth in range(2, plan.depth + 1):
                if not scout.game.scoring and found[1] and found[2]:
                    break  # won or lost either way: nothing farther away changes that
                found = _look(scout, line, move, depth)
        except StoppedSearchError:
            pass
        finally:
            clock.cancel()
            clock.join()
            scout.resume()
    depth, before, after, better = found
    return Judged(number, line[-1], move, depth, lead, before, after, better)


def _look(scout: Scout, line: Sequence[Position], move: Move, depth: int) -> tuple[int, int, int, tuple[Move, ...]]:
    """Return the depth, both values, and the better move with its line, looking so many plies ahead."""
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
