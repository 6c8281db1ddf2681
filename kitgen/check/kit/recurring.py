"""What positions are worth in a game in which they recur, found without the code that solves kits.

A game that goes on for ever brings nothing beyond the points won before. So a side has a win of some points only where
it can force them in so many plies; what neither side can force is worth 0. Here that is worked out as it is said:
from the highest number of points down, and for each in rounds, one ply farther from the end in each.

Points that are won stay won, so no way leads back from them: positions are settled in steps, first those after which
no points can be won any more.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from kitgen.errors import TooLargeError
from kitgen.model import Game, Position, Step
from kitgen.theory.value import Value

#: What each position that is not over leads to.
Steps = Mapping[Position, tuple[Step, ...]]


def settle(game: Game, start: Position, *, limit: int) -> dict[Position, Value]:
    """Return what a position, and each that can follow from it, is worth to the side to move.

    Args:
        game: the game.
        start: the position.
        limit: the largest number of positions to look at.

    Raises:
        TooLargeError: there are more.

    >>> from kitgen.games import make_game
    >>> game = make_game("awari:2x3,rules=research")
    >>> settle(game, game.start(), limit=10_000)[game.start()]
    Value(score=1, plies=None)
    """
    known, steps = _follow(game, start, limit)
    groups: defaultdict[int, list[Position]] = defaultdict(list)
    for position, height in _heights(known, steps).items():
        groups[height].append(position)
    for height in sorted(groups):
        _settle_group(groups[height], steps, known)
    if game.scoring:
        return {position: Value(value.score, None) for position, value in known.items()}
    return known


def _follow(game: Game, start: Position, limit: int) -> tuple[dict[Position, Value], dict[Position, tuple[Step, ...]]]:
    """Return the positions that can follow, those that are over with their values, the others with their steps."""
    over: dict[Position, Value] = {}
    steps: dict[Position, tuple[Step, ...]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position in over or position in steps:
            continue
        if len(over) + len(steps) >= limit:
            raise TooLargeError(f"{game.spec} has more than {limit:,} positions from here on")
        result = game.result(position)
        if result is not None:
            over[position] = Value(result, 0)
            continue
        steps[position] = tuple(game.play(position, move) for move in game.legal_moves(position))
        waiting += [step.position for step in steps[position]]
    return over, steps


def _heights(over: Iterable[Position], steps: Steps) -> dict[Position, int]:
    """Return in how many moves points can be won from each position on, at most, that is not over."""
    heights = dict.fromkeys((*over, *steps), 0)
    parents: defaultdict[Position, list[tuple[Position, int]]] = defaultdict(list)
    for position, out in steps.items():
        for step in out:
            parents[step.position].append((position, int(step.gain != 0)))
    waiting = list(heights)
    while waiting:
        child = waiting.pop()
        for position, more in parents[child]:
            if heights[position] < heights[child] + more:
                heights[position] = heights[child] + more
                if heights[position] > len(heights):
                    raise ValueError("points are won again and again without end")
                waiting.append(position)
    return {position: heights[position] for position in steps}


def _settle_group(group: Sequence[Position], steps: Steps, known: dict[Position, Value]) -> None:
    """Find the values of the positions of one height; those that are lower, or over, are known."""
    own = set(group)
    outside = [step for position in group for step in steps[position] if step.position not in own]
    highest = max((abs(step.gain - known[step.position].score) for step in outside), default=0)
    open_yet = list(group)
    for points in range(highest, 0, -1):

        def forced(values: Sequence[Value | None], points: int = points) -> int | None:
            if any(value is not None and value.score >= points for value in values):
                return points
            return -points if all(value is not None and value.score <= -points for value in values) else None

        open_yet = _in_rounds(open_yet, steps, known, forced)
    # Nobody can force anything here: a draw, in so many plies where the game can end with it.
    open_yet = _in_rounds(
        open_yet,
        steps,
        known,
        lambda values: 0 if any(value is not None and value.score == 0 for value in values) else None,
    )
    known |= dict.fromkeys(open_yet, Value(0, None))


def _in_rounds(
    waiting: Sequence[Position],
    steps: Steps,
    known: dict[Position, Value],
    decide: Callable[[Sequence[Value | None]], int | None],
) -> list[Position]:
    """Settle what can be settled by a rule, one ply farther from the end each round; return what cannot.

    Args:
        waiting: the positions to settle.
        steps: what each leads to.
        known: the values of others, to which those found are added.
        decide: returns the score of a position from what its moves are worth as far as it is known, or None.
    """
    plies, left = 0, list(waiting)
    while left:
        plies += 1
        found: dict[Position, Value] = {}
        for position in left:
            after = ((step.gain, known.get(step.position)) for step in steps[position])
            score = decide([None if value is None else value.before(gain) for gain, value in after])
            if score is not None:
                found[position] = Value(score, plies)
        if not found:
            break
        known |= found
        left = [position for position in left if position not in found]
    return left
