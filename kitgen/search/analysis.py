"""A position analysed ever deeper: each move's exact value, and principal variations; finished depths are kept."""

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from kitgen.model import Game, Move, Position
from kitgen.search.plain import StoppedSearchError
from kitgen.search.scout import Scout
from kitgen.theory.explore import Progress

#: Seconds between two looks at a running search.
_GLANCE = 0.02


@dataclass(frozen=True, slots=True)
class Variation:
    """A principal variation: at each turn the first of the best moves.

    ``value`` is that of its first move to the side that makes it; moves go up to the horizon, the end of the game or
    the database.
    """

    value: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Prospect:
    """What looking ahead to a depth has found.

    Attributes:
        value: the value of the position to the side to move.
        moves: every legal move with its exact value, in the order of the rules.
        lines: principal variations of the best moves, best first.
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


def line_of(game: Game, start: Position, moves: Sequence[Move]) -> list[Position]:
    """Return the positions of a game, from its moves."""
    line = [start]
    for move in moves:
        line.append(game.play(line[-1], move).position)
    return line


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
        self._nodes, self._seconds = 0, 0.0

    def run(self, progress: Progress | None = None) -> bool:
        """Analyse to the depth or for the time of the plan; return False when the user interrupted it before the end.

        An interrupt, as by Ctrl-C, ends the work; ``prospects`` keeps the finished depths.
        """
        deadline = None
        worker = threading.Thread(target=self._work, daemon=True)
        self.scout.resume()
        worker.start()
        interrupted = False
        scout, depths = self.scout, self.scout.plan.depth
        while worker.is_alive():
            try:
                worker.join(_GLANCE)
                if progress is not None:
                    progress(f"depth {min(len(self.prospects) + 1, depths)}", scout.nodes + scout.visiting, None)
                if scout.preparing:
                    deadline = None
                elif deadline is None and scout.plan.seconds is not None and self.prospects:
                    deadline = time.monotonic() + scout.plan.seconds  # the first ply includes loading code
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
        scout = self.scout
        began = time.perf_counter()
        answer = scout.answer(self._line, depth)
        seconds = time.perf_counter() - began
        if scout.plan.has("deepening"):
            self._nodes, self._seconds = self._nodes + answer.nodes, self._seconds + seconds
        else:
            self._nodes, self._seconds = answer.nodes, seconds
        before = scout.nodes
        moves = tuple(values_of_moves(scout, self._line, depth)) if answer.move is not None else ()
        ranked = sorted(moves, key=lambda pair: -pair[1])[: self._lines]
        lines = tuple(Variation(value, variation(scout, self._line, depth, move, value)) for move, value in ranked)
        return Prospect(depth, answer.value, moves, lines, self._nodes, self._seconds, scout.nodes - before)


def values_of_moves(scout: Scout, line: Sequence[Position], depth: int) -> list[tuple[Move, int]]:
    """Return every legal move of a position with its exact value within the horizon."""
    game, position = scout.game, line[-1]
    moves = []
    for move in game.legal_moves(position):
        step = game.play(position, move)
        moves.append((move, step.gain - scout.worth([*line, step.position], depth - 1)))
    return moves


def variation(scout: Scout, line: Sequence[Position], depth: int, move: Move, value: int) -> tuple[Move, ...]:
    """Return the principal variation that begins with a move of a known exact value: always the first best move."""
    game, line = scout.game, list(line)
    moves = []
    while True:
        step = game.play(line[-1], move)
        moves.append(move)
        line.append(step.position)
        depth, value = depth - 1, step.gain - value
        if depth == 0 or scout.end(line) is not None:
            return tuple(moves)
        move = next(move for move in game.legal_moves(line[-1]) if is_worth(scout, line, depth, move, value))


def is_worth(scout: Scout, line: Sequence[Position], depth: int, move: Move, value: int) -> bool:
    """Return whether a move is worth at least a value within the horizon."""
    step = scout.game.play(line[-1], move)
    rest = step.gain - value
    return scout.worth([*line, step.position], depth - 1, rest, rest + 1) <= rest
