"""The worth of positions, found without the code that solves kits: by looking ahead, or where they recur by ``settle``.

Positions are not grouped by symmetry here, so that a mistake in a symmetry cannot hide.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import count
from typing import TypeVar

from kitgen.errors import TooLargeError
from kitgen.model import Game, Move, Position, Step
from kitgen.theory.solve import Value
from kitgen.verification.reference import LIMIT

# Where positions recur, endless play brings nothing beyond the points won before. So a side has a win of some points
# only if it can force them in a number of plies; what neither side can force is worth 0. This is computed from the most
# points down, and for each number in rounds, one ply farther from the end in each. As points that are won stay won,
# positions are settled in steps, beginning with those after which no more points can be won.

K = TypeVar("K", bound=Hashable)
#: The steps from each position that is not over.
Steps = Mapping[Position, tuple[Step, ...]]


def settle(game: Game, start: Position, *, limit: int) -> dict[Position, Value]:
    """Return the worth, to the side to move, of a position and of each that can follow it.

    >>> from kitgen.games import make_game
    >>> game = make_game("awari:2x3,rules=research")
    >>> settle(game, game.start(), limit=10_000)[game.start()]
    Value(score=1, plies=None)
    """
    known, steps = _follow(game, start, limit)
    heights = most_wins({at: [(step.position, step.gain != 0) for step in out] for at, out in steps.items()})
    groups: defaultdict[int, list[Position]] = defaultdict(list)
    for position in steps:
        groups[heights[position]].append(position)
    for height in sorted(groups):
        _settle_group(groups[height], steps, known)
    if game.scoring:
        return {position: Value(value.score, None) for position, value in known.items()}
    return known


def _follow(game: Game, start: Position, limit: int) -> tuple[dict[Position, Value], dict[Position, tuple[Step, ...]]]:
    """Return the positions that can follow: finished ones with their values, the others with their steps."""
    over: dict[Position, Value] = {}
    steps: dict[Position, tuple[Step, ...]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position in over or position in steps:
            continue
        if len(over) + len(steps) >= limit:
            raise TooLargeError(f"{game.called} has more than {limit:,} positions from here on")
        result = game.result(position)
        if result is not None:
            over[position] = Value(result, 0)
        else:
            steps[position] = tuple(game.play(position, move) for move in game.legal_moves(position))
            waiting += [step.position for step in steps[position]]
    return over, steps


def most_wins(steps: Mapping[K, Iterable[tuple[K, bool]]]) -> Mapping[K, int]:
    """Return the most moves that win something on the way from each position; steps lead to others, and may win.

    >>> most_wins({1: [(2, True), (3, False)], 2: [(3, True)]})[1]
    2
    """
    before: defaultdict[K, list[tuple[K, bool]]] = defaultdict(list)
    for position, out in steps.items():
        for child, won in out:
            before[child].append((position, won))
    most, waiting = defaultdict[K, int](int), [*before]
    while waiting:
        child = waiting.pop()
        for position, won in before.get(child, ()):
            if most[position] < most[child] + won:
                most[position] = most[child] + won
                if most[position] > len(steps):
                    raise ValueError("points are won again and again without end")
                waiting.append(position)
    return most


def _settle_group(group: Sequence[Position], steps: Steps, known: dict[Position, Value]) -> None:
    """Find the values of the positions of one height; lower ones and finished games are known."""
    own = set(group)
    outside = [step for position in group for step in steps[position] if step.position not in own]
    highest = max((abs(step.gain - known[step.position].score) for step in outside), default=0)
    remaining = list(group)
    for points in range(highest, -1, -1):
        for plies in count(1):  # one ply farther from the end each round
            scores = [(position, _forced(points, steps[position], known)) for position in remaining]
            settled = {position: Value(score, plies) for position, score in scores if score is not None}
            if not settled:
                break
            known |= settled
            remaining = [position for position in remaining if position not in settled]
    known |= dict.fromkeys(remaining, Value(0, None))


def _forced(points: int, steps: Iterable[Step], known: Mapping[Position, Value]) -> int | None:
    """Return the score of a position in which a side can force so many points, 0 for a draw; None if none can."""
    after = ((step.gain, known.get(step.position)) for step in steps)
    scores = [None if value is None else value.before(gain).score for gain, value in after]
    if points == 0:
        return 0 if 0 in scores else None
    if any(score is not None and score >= points for score in scores):
        return points
    return -points if all(score is not None and score <= -points for score in scores) else None


class Searcher:
    """Values of positions of one game, found on demand.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> {game.move_text(move): value.score for move, value in Searcher(game).moves(game.start()).items()}
    {'a1a2': -1, 'b1b2': -1, 'c1c2': -1}
    """

    def __init__(self, game: Game, *, limit: int = LIMIT) -> None:
        """Set how many unknown positions to search for one question, counting mirror images as one."""
        self.game = game
        self._limit = limit * len(game.symmetries)
        self._values: dict[Position, Value] = {}

    def worth(self, position: Position) -> Value | None:
        """Return the worth of a position to the side to move; None if it takes too much work to find out."""
        if position not in self._values:
            try:
                if self.game.repetition is None:
                    self._search(position)
                else:
                    self._values |= settle(self.game, position, limit=self._limit)
            except TooLargeError:
                return None
        return self._values[position]

    def moves(self, position: Position) -> dict[Move, Value | None]:
        """Return the worth of each legal move of a position to the side that makes it."""
        steps = {move: self.game.play(position, move) for move in self.game.legal_moves(position)}
        worth = ((move, step.gain, self.worth(step.position)) for move, step in steps.items())
        return {move: None if after is None else after.before(gain) for move, gain, after in worth}

    def _search(self, start: Position) -> None:
        limit = len(self._values) + self._limit
        waiting = [start]
        while waiting:
            position = waiting[-1]
            if position in self._values:
                waiting.pop()
                continue
            if len(self._values) + len(waiting) > limit:
                raise TooLargeError(f"{self.game.called} has more than {self._limit:,} positions from here on")
            result = self.game.result(position)
            if result is not None:
                self._values[position] = Value(result, None if self.game.scoring else 0)
                continue
            steps = [self.game.play(position, move) for move in self.game.legal_moves(position)]
            unknown = [step.position for step in steps if step.position not in self._values]
            if unknown:
                waiting += unknown
            else:
                self._values[position] = _best(self._values[step.position].before(step.gain) for step in steps)


def _best(values: Iterable[Value]) -> Value:
    """Return the highest value, by the shortest way, or by the longest to a loss."""
    return max(values, key=lambda value: (value.score, (value.plies or 0) * (1 if value.score < 0 else -1)))
