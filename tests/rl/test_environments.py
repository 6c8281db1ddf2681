"""Games as environments: by the checkers of PettingZoo and Gymnasium, and by kitgen's own rules
and figures.
"""

import random
import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from sampling import few

import kitgen
from kitgen.errors import TooLargeError, UsageError
from kitgen.games import make_game
from kitgen.rl.numbered_game import NumberedGame

with warnings.catch_warnings():
    warnings.simplefilter(
        "ignore", DeprecationWarning
    )  # about its own environments, which it imports
    from pettingzoo.test import api_test, seed_test

GAMES = (
    "her",
    "menace",
    "awari-mini",
    "nim:7,last=loses",
    "told:notakto",
    "told:frogs-and-toads",
    "ladder",
)


@pytest.mark.parametrize("name", few(GAMES, one_in=2))
def test_pettingzoos_own_checker_accepts_it(name):
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", UserWarning
        )  # it asks for rewards of more than one kind in 100 random games
        api_test(kitgen.env(name), num_cycles=200)


@pytest.mark.every
def test_pettingzoos_own_checker_finds_it_repeats():
    seed_test(lambda: kitgen.env("her"), num_cycles=50)


@pytest.mark.parametrize("name", few(GAMES, one_in=3))
def test_gymnasiums_own_checker_accepts_it(name):
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", UserWarning
        )  # integer observations are unusual, and so is no render_mode
        check_env(kitgen.env(name, opponent="random"), skip_render_check=True)


def play_random(environment, rng):
    """Play a game of random moves, and return the moves' texts and the last rewards."""
    moves = []
    environment.reset()
    for _ in environment.agent_iter():
        observation, _reward, terminated, _truncated, _info = environment.last()
        if terminated:
            environment.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        action = int(rng.choice(list(legal)))
        position = environment.table.position
        assert observation["observation"].tolist() == list(position.cells)
        expected = environment.game.legal_moves(position)
        assert tuple(environment.numbered.moves[number] for number in legal) == expected
        moves.append(environment.numbered.moves[action])
        environment.step(action)
        if any(environment.terminations.values()):
            final = dict(environment.rewards)
    return moves, final


@pytest.mark.parametrize("name", few(GAMES, one_in=2))
def test_games_in_it_go_by_the_rules(name):
    """Replayed by the rules alone they are legal, over at the end, and won by whom the rewards
    say.
    """
    environment = kitgen.env(name)
    game = environment.game
    rng = random.Random(name)
    for _ in range(20):
        moves, rewards = play_random(environment, rng)
        position = game.start()
        lead = 0
        for move in moves:
            assert move in game.legal_moves(position)
            step = game.play(position, move)
            lead += step.gain if position.to_move == 0 else -step.gain
            position = step.position
        result = game.result(position)
        if result is None:
            assert game.repetition is not None
            continue
        total = lead + (result if position.to_move == 0 else -result)
        first, second = (side.name for side in game.sides)
        assert rewards == {first: float(np.sign(total)), second: float(-np.sign(total))}


def test_an_illegal_action_loses():
    environment = kitgen.env("her")
    environment.reset()
    mask = environment.observe("white")["action_mask"]
    assert environment.observe("black")["action_mask"].sum() == 0
    environment.step(int(np.flatnonzero(mask == 0)[0]))
    assert environment.terminations == {"white": True, "black": True}
    assert environment.rewards == {"white": -1.0, "black": 0.0}
    against = kitgen.env("her", opponent="random")
    _, info = against.reset(seed=3)
    _, reward, over, _, _ = against.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, over) == (-1.0, True)


def returns(environment, games, seed):
    """Play games of random moves for the learner, and return their results."""
    rng = random.Random(seed)
    results = []
    _, info = environment.reset(seed=seed)
    for _ in range(games):
        over = False
        while not over:
            action = rng.choice(list(np.flatnonzero(info["action_mask"])))
            _, reward, over, _, info = environment.step(action)
        results.append(reward)
        _, info = environment.reset()
    return results


def test_a_learner_meets_the_opponent_that_was_asked_for():
    """A new machine of HER wins its first game against chance with 173/432: so does a learner
    that moves by chance.
    """
    by_chance = returns(kitgen.env("her", opponent="random"), 2000, 1)
    share = by_chance.count(1.0) / len(by_chance)
    assert abs(share - 173 / 432) < 4 * (0.24 / 2000) ** 0.5
    assert returns(kitgen.env("her", opponent="random"), 50, 1) == by_chance[:50]
    first = returns(kitgen.env("her", side="white", opponent="perfect"), 50, 1)
    assert set(first) == {-1.0}  # Black wins HER

    def last_move(_position, moves, _rng):
        return moves[-1]

    assert set(returns(kitgen.env("her", opponent=last_move), 50, 1)) == {1.0, -1.0}


def test_what_cannot_be_is_refused(monkeypatch):
    monkeypatch.setattr("kitgen.rl.numbered_game.MAX_POSITIONS", 1_000)
    for opponent in ("adversary", "adversary:1,perfect:1"):
        with pytest.raises(UsageError, match=f"'{opponent}' needs to know beads"):
            kitgen.env("her", opponent=opponent)
    with pytest.raises(UsageError, match="render_mode 'human'"):
        kitgen.env("her", render_mode="human")
    with pytest.raises(UsageError, match=r"call reset\(\) first"):
        kitgen.env("her").step(0)
    with pytest.raises(UsageError, match=r"call reset\(\) first"):
        kitgen.env("her", opponent="random").step(0)
    with pytest.raises(TooLargeError, match="too many to number"):
        NumberedGame(make_game("hexapawn:5x5"))


def test_a_position_is_shown_as_text():
    environment = kitgen.env("her", render_mode="ansi")
    environment.reset()
    assert environment.render() == "bbb/.../www w"
    assert kitgen.env("her", opponent="random").render_mode is None
