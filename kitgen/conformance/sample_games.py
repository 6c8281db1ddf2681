"""Parts of the suite: random play, plain walks through a game, and reasons for skipping."""

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kitgen.errors import TooLargeError
from kitgen.games import make_game
from kitgen.model import Game, Move, Position
from kitgen.theory.explore import explore
from kitgen.theory.solve import Solution, solve_graph

#: A played game: each position with the move made in it.
RandomGame = list[tuple[Position, Move | None]]
#: Games with more positions than this, up to symmetry, are not walked through.
SMALL = 3_000
#: The most plies of a random game.
LONG = 64


@cache
def _explored(spec: str) -> Solution | None:
    try:
        return solve_graph(explore(make_game(spec), limit=SMALL))
    except TooLargeError:
        return None


def solution_of(game: Game) -> Solution:
    """Return the explored and solved game; skip the test when it is too large."""
    solution = _explored(game.spec)
    if solution is None:
        pytest.skip(f"{game.called} has more than {SMALL:,} positions; test a smaller size too")
    return solution


def shortest_plies(game: Game) -> dict[Position, int]:
    """Return every position that a game can reach, with the fewest plies to it; no symmetry is used."""
    plies, waiting = {game.start(): 0}, [game.start()]
    for position in waiting:  # which grows
        for move in game.legal_moves(position):
            child = game.play(position, move).position
            if child not in plies:
                plies[child] = plies[position] + 1
                waiting.append(child)
    return plies


@st.composite
def played(draw: st.DrawFn, game: Game) -> RandomGame:
    """Return a random game, or the beginning of one: each position with the move made in it; the last with None.

    Each byte chooses one move, so a failing game soon becomes short and simple.
    """
    position = game.start()
    record: RandomGame = []
    for choice in draw(st.binary(max_size=LONG)):
        moves = game.legal_moves(position)
        if not moves:
            break
        move = moves[choice % len(moves)]
        record.append((position, move))
        position = game.play(position, move).position
    return [*record, (position, None)]


#: The suite's settings of Hypothesis: the same games each time, nothing saved, one failure at a time.
SUITE_SETTINGS = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)


def on_random_games(test: Callable[[Game, RandomGame], None]) -> Callable[..., None]:
    """Run a test, which takes a game and how it was played, on many random games."""

    @SUITE_SETTINGS
    @given(data=st.data())
    def on_many(game: Game, data: st.DataObject) -> None:
        test(game, data.draw(played(game)))

    on_many.__name__ = test.__name__
    on_many.__doc__ = test.__doc__
    return on_many
