"""Possible games, counted through positions up to symmetry, are those that are found by playing
every one.
"""

from statistics import fmean

import pytest
from sampling import few

from kitgen.games import make_game
from kitgen.theory.explore import explore
from kitgen.theory.possible_games import count_games


def every_game(game, position, plies=0):
    """Yield the winner (None for a draw) and the length of every game from a position on, played
    one by one.
    """
    result = game.result(position)
    if result is None:
        for move in game.legal_moves(position):
            yield from every_game(game, game.play(position, move).position, plies + 1)
        return
    winner = None if result == 0 else position.to_move if result > 0 else 1 - position.to_move
    yield winner, plies


@pytest.mark.parametrize(
    "spec",
    few(
        (
            "hexapawn",
            "nim:8,take=3",
            "told:notakto",
            "hexapawn:4x3",
            "nim:9,take=2",
            "told:dawson-9",
        ),
        one_in=2,
    ),
)
def test_games_are_counted_as_they_are_played(spec):
    game = make_game(spec)
    counted = count_games(explore(game))
    games = list(every_game(game, game.start()))
    winners = [winner for winner, _ in games]
    lengths = [plies for _, plies in games]
    assert counted.games == len(games)
    assert counted.won == (winners.count(0), winners.count(1))
    assert counted.drawn == winners.count(None)
    assert (counted.shortest, counted.longest) == (min(lengths), max(lengths))
    assert counted.mean == pytest.approx(fmean(lengths))


@pytest.mark.parametrize("spec", ["told:mu-torere", "awari:2x3"])
def test_games_without_end_are_not_counted(spec):
    assert count_games(explore(make_game(spec))) is None
