"""All that the environments give to a learner, step by step, in games without chance or with one
that is the same each time.
"""

import re

import numpy as np
import pytest
from counting import at_least

import kitgen
from kitgen.errors import KitgenError, UsageError


def numbers(array):
    return " ".join(map(str, array.tolist()))


def of_agents(values):
    """Return what each agent has, in the order of the environment."""
    return ", ".join(f"{agent} {value}" for agent, value in values.items())


def chosen(mask, turn):
    """Return a legal action: another one each turn, without chance."""
    legal = np.flatnonzero(mask)
    return int(legal[(7 * turn + 3) % len(legal)])


def spoken_space(space):
    return repr(space).replace("\n", " ")


def turns(name):
    """Yield, line for line, a game of both sides in PettingZoo's environment."""
    environment = kitgen.env(name, render_mode="ansi")
    yield f"{environment.metadata}"
    yield f"agents: {', '.join(environment.possible_agents)}"
    for agent in environment.possible_agents:
        yield f"{agent} sees {spoken_space(environment.observation_space(agent))}"
        yield f"{agent} does {spoken_space(environment.action_space(agent))}"
    environment.reset(seed=1, options={})
    for turn in range(60):
        agent = environment.agent_selection
        for each in environment.agents:
            seen = environment.observe(each)
            yield f"{each}: {numbers(seen['observation'])} | {numbers(seen['action_mask'])}"
        seen, reward, terminated, truncated, info = environment.last()
        yield f"{environment.render()}; {agent}: {reward}, {terminated}, {truncated}, {info}"
        if terminated:
            environment.step(None)
        else:
            environment.step(chosen(seen["action_mask"], turn))
        yield f"rewards: {of_agents(environment.rewards)}; left: {', '.join(environment.agents)}"
        if not environment.agents:
            return
    raise AssertionError("the game does not end")


def games(name, side, opponent, seeds=(5, None, 5)):
    """Yield, line for line, games against an opponent, whose luck begins anew with each seed."""
    environment = kitgen.env(name, side=side, opponent=opponent, render_mode="ansi")
    yield f"sees {spoken_space(environment.observation_space)}"
    yield f"does {spoken_space(environment.action_space)}"
    for seed in seeds:
        cells, info = environment.reset(seed=seed)
        yield f"seed {seed}: {environment.render()} | {numbers(cells)} | {info['action_mask']}"
        over, turn = False, 0
        while not over:
            action = chosen(info["action_mask"], turn)
            cells, reward, over, cut, info = environment.step(action)
            yield (
                f"{action}: {environment.render()} | {numbers(cells)} | "
                f"{numbers(info['action_mask'])} | {reward}, {over}, {cut}, {sorted(info)}"
            )
            turn += 1


OPPONENTS = ("random", "perfect", "winning-move", "random:0.5,perfect:0.5")
GAMES = (
    "her",
    "ladder",
    "awari-3x1",
    "awari-mini",
    "nim:7,last=loses",
    "tictactoe:2x2",
    "told:frogs-and-toads",
    "told:notakto",
)


def file_for(name):
    return re.sub("[:,]", "-", name)


@pytest.mark.parametrize("name", GAMES)
def test_two_learners_are_given_what_they_were_given_before(golden, name):
    golden(f"rl/turns-{file_for(name)}", "\n".join(turns(name)))


@pytest.mark.parametrize("name", GAMES)
def test_a_learner_is_given_what_it_was_given_before(golden, name):
    """On each side, against each kind of opponent; and what is refused."""
    lines = []
    sides = [None, "first", "second", *kitgen.env(name).possible_agents]
    for side in sides:
        for opponent in OPPONENTS if side in sides[3:] else ("random",):
            lines.append(f"side {side}, against {opponent}")
            try:
                lines += games(name, side, opponent)
            except KitgenError as error:
                lines.append(f"{type(error).__name__}: {error}")
    golden(f"rl/games-{file_for(name)}", "\n".join(lines))


def test_the_same_seed_has_the_same_luck_and_none_goes_on_with_it():
    def picked(seeds):
        return "\n".join(games("her", "white", "random", seeds))

    def without_seeds(text):
        return [line.partition(": ")[2] for line in text.splitlines()]

    first, *_ = at_least(1, [picked([8, None, None, None])])
    assert picked([8, None, None, None]) == first
    assert without_seeds(picked([8, 8, 8, 8])) != without_seeds(first)
    assert without_seeds(picked([9, None, None, None])) != without_seeds(first)


def test_what_a_learner_writes_into_an_array_changes_no_other():
    environment = kitgen.env("her", opponent="random")
    cells, info = environment.reset(seed=1)
    cells[:] = 0
    info["action_mask"][:] = 0
    again, known = environment.reset(seed=1)
    assert again.any()
    assert known["action_mask"].sum() == 3
    both = kitgen.env("her")
    both.reset()
    for array in both.observe("white").values():
        array[:] = 9
    seen = both.observe("white")
    assert seen["observation"].max() < 9
    assert seen["action_mask"].sum() == 3
    for agent in ("white", "black"):
        assert both.observation_space(agent) is both.observation_space(agent)
        assert both.action_space(agent) is both.action_space(agent)


def refusal(action):
    with pytest.raises(UsageError) as refused:
        action()
    return str(refused.value)


@pytest.mark.parametrize("opponent", [None, "random"])
@pytest.mark.parametrize(
    ("action", "shown"), [(-1, "-1"), (28, "28"), (1.5, "1.5"), (True, "True"), ("3", "'3'")]
)
def test_what_is_no_action_is_refused_and_the_game_goes_on(opponent, action, shown):
    environment = kitgen.env("her", opponent=opponent)
    environment.reset()
    before = environment.table.position
    message = refusal(lambda: environment.step(action))
    assert message == f"step: action is {shown}; it must be a whole number from 0 to 27"
    assert environment.table.position == before
    environment.step(int(np.flatnonzero(environment.numbered.of(before).mask)[0]))
    assert environment.table.position != before


def test_the_ends_of_the_actions_are_actions():
    for action in at_least(2, (0, 27)):
        environment = kitgen.env("her")
        environment.reset()
        environment.step(np.int64(action))


def test_what_comes_after_the_end_or_is_unknown_is_refused():
    both = kitgen.env("ladder")
    both.reset()
    assert refusal(lambda: both.observe("nobody")).startswith(
        "agent 'nobody' is unknown; there are "
    )
    assert refusal(lambda: both.action_space("nobody")) == refusal(
        lambda: both.observation_space("nobody")
    )
    both.step(None)  # no action at all is an illegal one
    agent = both.agent_selection
    assert both.terminations[agent]
    assert refusal(lambda: both.step(0)) == (
        f"step: the game is over for {agent}; its only action is None, or call reset()"
    )
    one = kitgen.env("her", opponent="random")
    assert refusal(lambda: one.reset(seed=-1)) == "reset: seed is -1; it must be 0 or more"
    _, info = one.reset(seed=0)
    over = False
    while not over:
        _, _, over, _, info = one.step(int(np.flatnonzero(info["action_mask"])[-1]))
    assert not info["action_mask"].any()
    assert refusal(lambda: one.step(0)) == "the game is over; call reset() to begin another"


@pytest.mark.parametrize(
    ("side", "number"), [(None, 1), ("first", 0), ("second", 1), ("white", 0), ("black", 1)]
)
def test_the_learner_has_the_side_that_is_named_or_that_of_the_kit(side, number):
    """The machine of HER has the second side."""
    assert kitgen.env("her", side=side, opponent="random").side == number
