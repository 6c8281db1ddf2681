"""A position analysed ever deeper, and a game reviewed: the exact value of each move, and
principal variations.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from kitgen.model import Move, Position
from kitgen.theory.explore import Progress
from kitgen.tree_search.scout import Scout, StoppedSearchError, time_limit
from kitgen.tree_search.written_games import GameRecord

#: Seconds between two looks at a running search.
_GLANCE_S = 0.02


@dataclass(frozen=True, slots=True)
class Variation:
    """A principal variation: at each turn the first of the best moves, up to the horizon, the end
    or the database.

    ``value`` is that of its first move to the side that makes it.
    """

    value: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Prospect:
    """The result of looking ahead to a depth.

    Attributes:
        value: to the side to move.
        moves: every legal move with its exact value, in the order of the rules.
        lines: principal variations, best first.
        nodes: positions that the algorithm visited; with deepening in all steps so far.
        extra_nodes: positions visited for the exact values of the other moves and for the lines.
    """

    depth: int
    value: int
    moves: tuple[tuple[Move, int], ...]
    lines: tuple[Variation, ...]
    nodes: int
    seconds: float
    extra_nodes: int

    @property
    def best(self) -> tuple[Move, ...]:
        """All moves with the value of the position."""
        return tuple(move for move, value in self.moves if value == self.value)


class Analyst:
    """Analyses the last position of a game by a scout, and finds a number of principal variations.

    ``prospects`` holds the results, one depth after another.
    """

    def __init__(self, scout: Scout, line: Sequence[Position], lines: int = 1) -> None:
        self.scout = scout
        self.prospects: list[Prospect] = []
        self._line = list(line)
        self._lines = lines
        self._failed: BaseException | None = None

    def run(self, progress: Progress | None = None) -> bool:
        """Analyse to the depth or for the time of the plan; return False after an interrupt, as by
        Ctrl-C.

        ``prospects`` keeps the finished depths.
        """
        scout = self.scout
        seconds = scout.plan.seconds
        interrupted = False
        worker = threading.Thread(target=self._work, daemon=True)
        deadline = None
        scout.resume()
        worker.start()
        while worker.is_alive():
            try:
                worker.join(_GLANCE_S)
                if progress is not None:
                    depth = min(len(self.prospects) + 1, scout.plan.depth)
                    progress(f"depth {depth}", scout.nodes + scout.visiting, None)
                if scout.preparing:
                    deadline = None
                elif deadline is None and seconds is not None and self.prospects:
                    # The clock starts after the first ply, which includes loading code.
                    deadline = time.monotonic() + seconds
                if deadline is not None and time.monotonic() > deadline:
                    scout.stop()
            except KeyboardInterrupt:
                interrupted = True
                scout.stop()
        if self._failed is not None:
            raise self._failed
        return not interrupted

    def _work(self) -> None:
        try:
            with suppress(StoppedSearchError):
                for depth in range(1, self.scout.plan.depth + 1):
                    self.prospects.append(self._look(depth))
                    if not self.prospects[-1].moves:  # the game is over
                        return
        except BaseException as error:  # noqa: BLE001 - raised again in the waiting thread
            self._failed = error

    def _look(self, depth: int) -> Prospect:
        """Return what a search of a depth sees: the value of each move, and the best lines."""
        scout = self.scout
        line = self._line
        began = time.perf_counter()
        answer = scout.answer(line, depth)
        seconds = time.perf_counter() - began
        nodes = answer.nodes
        if scout.plan.has("deepening") and self.prospects:
            nodes += self.prospects[-1].nodes
            seconds += self.prospects[-1].seconds
        nodes_before = scout.nodes
        legal = scout.game.legal_moves(line[-1]) if answer.move is not None else ()
        moves = tuple((move, scout.worth_of(line, depth, move)) for move in legal)
        ranked = sorted(moves, key=lambda pair: -pair[1])[: self._lines]
        lines = []
        for move, value in ranked:
            lines.append(Variation(value, variation(scout, line, depth, move, value)))
        return Prospect(
            depth=depth,
            value=answer.value,
            moves=moves,
            lines=tuple(lines),
            nodes=nodes,
            seconds=seconds,
            extra_nodes=scout.nodes - nodes_before,
        )


def variation(
    scout: Scout, line: Sequence[Position], depth: int, move: Move, value: int
) -> tuple[Move, ...]:
    """Return the principal variation that begins with a move of a known exact value: always the
    first best move.
    """
    game = scout.game
    line = list(line)
    moves = []
    while True:
        step = game.play(line[-1], move)
        moves.append(move)
        line.append(step.position)
        depth -= 1
        value = step.gain - value  # to the side that moves now
        if depth == 0 or scout.end(line) is not None:
            return tuple(moves)
        replies = game.legal_moves(line[-1])
        move = next(reply for reply in replies if scout.is_worth(line, depth, reply, value))


# A game reviewed: the value of each move beside the best one, and the move that lost the game.


@dataclass(frozen=True, slots=True)
class Judged:
    """A move beside the best one, both to the same depth; values are to the side that moved.

    Attributes:
        number: the number of the move in the game, from 1.
        position: before the move.
        lead: points of the side that moved, minus those of the other, before the move.
        before: the value of the position: that of the best move.
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
        """Whether the game was not lost before the move, and is lost after it."""
        return self.lead + self.before >= 0 > self.lead + self.after


def review(scout: Scout, record: GameRecord) -> Iterator[Judged]:
    """Yield every move of a game, judged to the depth or for the time of the scout's plan;
    stopping it ends this.
    """
    leads = [0, 0]
    scout.resume()
    for number, (position, move) in enumerate(zip(record.line, record.moves, strict=False), 1):
        side = position.to_move
        try:
            judged = _judge(scout, record.line[:number], move, leads[side] - leads[1 - side])
        except StoppedSearchError:
            return
        yield judged
        leads[side] += scout.game.play(position, move).gain


def decisive(judged: Sequence[Judged], loser: int) -> Judged | None:
    """Return the last move by which the loser gave the game away; None without one."""
    for move in reversed(judged):
        if move.position.to_move == loser and move.gave_away:
            return move
    return None


def costliest(judged: Sequence[Judged], loser: int) -> Judged | None:
    """Return the first move with which a side lost most value; None where it lost nothing."""
    moves = [move for move in judged if move.position.to_move == loser and move.lost]
    return max(moves, key=lambda move: move.lost, default=None)


def _judge(scout: Scout, line: Sequence[Position], move: Move, lead: int) -> Judged:
    """Return what a move was worth, and what would have been better."""
    plan = scout.plan

    def look(depth: int) -> Judged:
        answer = scout.answer(line, depth)
        after = answer.value
        better: tuple[Move, ...] = ()
        if answer.move != move:
            after = scout.worth_of(line, depth, move)
            if answer.move is not None and after < answer.value:
                better = variation(scout, line, depth, answer.move, answer.value)
        return Judged(
            number=len(line),
            position=line[-1],
            move=move,
            depth=depth,
            lead=lead,
            before=answer.value,
            after=after,
            better=better,
        )

    judged = look(1 if plan.seconds is not None else plan.depth)  # code is loaded by now
    if plan.seconds is not None:
        with suppress(StoppedSearchError), time_limit(scout):
            for depth in range(2, plan.depth + 1):
                if not scout.game.scoring and judged.before and judged.after:
                    break  # won or lost either way: looking farther changes nothing
                judged = look(depth)
    return judged
