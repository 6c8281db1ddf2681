"""What environments refuse, in words; how games are numbered; and what environments begin with."""

import pytest
from counting import at_least

import kitgen
from kitgen.conformance.test_game import shortest_plies
from kitgen.errors import KitgenError, TooLargeError
from kitgen.games import make_game
from kitgen.reading.templates import Templates
from kitgen.rl import environments, numbered_game
from kitgen.rl.numbered_game import NumberedGame


def numbers(values):
    return " ".join(str(int(value)) for value in values)


def legal(mask):
    return [action for action, allowed in enumerate(mask) if allowed]


def first_move(_position, moves, _rng):
    return moves[0]


#: What somebody asks of an environment, and what is said.
REFUSED = {
    "unknown opponent": lambda: kitgen.env("her", opponent="nosuch"),
    "an opponent that knows the beads": lambda: kitgen.env("her", opponent="adversary"),
    "a machine": lambda: kitgen.env("her", opponent="machine"),
    "a side that is none": lambda: kitgen.env("her", opponent="random", side="green"),
    "a kit that is none": lambda: kitgen.env("nosuch"),
    "a way to show": lambda: kitgen.env("her", render_mode="human"),
    "a negative seed": lambda: kitgen.env("her", opponent="random").reset(seed=-1),
    "a seed in words": lambda: kitgen.env("her", opponent="random").reset(seed="one"),
    "a step before the game": lambda: kitgen.env("her", opponent="random").step(0),
    "a turn before the game": lambda: kitgen.env("her").step(0),
    "an agent that is none": lambda: kitgen.env("her").observation_space("green"),
    "an action that is none": lambda: begun("her").step("b1b2"),
    "an action too many": lambda: begun("her").step(99),
    "an action half": lambda: begun("her").step(1.5),
    "after the end": lambda: ended("her").step(0),
    "a picture of nothing": lambda: kitgen.env("her").render(),
}


def begun(name):
    environment = kitgen.env(name, opponent="random")
    environment.reset(seed=1)
    return environment


def ended(name):
    environment = begun(name)
    over = False
    while not over:
        mask = environment.numbered.of(environment.table.position).mask
        *_, over, _, _ = environment.step(legal(mask)[0])
    return environment


def test_what_is_asked_wrongly_is_refused_as_before(golden):
    lines = []
    for name, ask in at_least(16, REFUSED.items()):
        try:
            lines.append(f"{name}: {ask()}")
        except (KitgenError, TypeError) as error:
            lines.append(f"{name}: {type(error).__name__}: {error}")
    golden("rl/refused", "\n".join(lines))


def test_a_function_is_an_opponent():
    environment = kitgen.env("her", opponent=first_move)
    cells, info = environment.reset()
    assert numbers(cells) == "2 2 2 1 0 0 0 1 1"
    assert len(legal(info["action_mask"])) == 3


def test_a_game_is_numbered_up_to_a_number_of_positions(monkeypatch):
    """That of all its positions, each counted once."""
    game = make_game("hexapawn:2x3")
    positions = len(shortest_plies(game))
    monkeypatch.setattr(numbered_game, "MAX_POSITIONS", positions)
    assert NumberedGame(game).most == 2
    monkeypatch.setattr(numbered_game, "MAX_POSITIONS", positions - 1)
    sentence = f"hexapawn:2x3 has more than {positions - 1} positions, too many to number"
    with pytest.raises(TooLargeError, match=f"^{sentence}$"):
        NumberedGame(game)


def test_actions_are_the_moves_of_a_game_in_their_order_and_a_position_is_numbered_once():
    for name in at_least(3, ("hexapawn:2x3", "tictactoe:2x2", "awari:1x3")):
        game = make_game(name)
        numbered = NumberedGame(game)
        moves = set()
        contents = {0}
        for position in shortest_plies(game):
            if game.result(position) is None:
                moves.update(game.legal_moves(position))
            contents.update(position.cells)
        assert list(numbered.moves) == sorted(moves)
        assert [numbered.actions[move] for move in numbered.moves] == list(range(len(moves)))
        assert numbered.most == max(contents)
        assert numbered.least == 0
        first = numbered.of(game.start())
        assert numbered.of(game.start()) is first
        assert not first.cells.flags.writeable
        assert not first.mask.flags.writeable


@pytest.mark.parametrize(
    ("kit", "side", "number"),
    [
        ("ladder", None, 0),
        ("ladder", "first", 0),
        ("ladder", "second", 1),
        ("ladder", "either", 0),
        ("ladder", "S", 1),
        ("her", None, 1),
        ("her", "White", 0),
    ],
)
def test_the_side_of_a_learner_is_that_which_it_names(kit, side, number):
    assert kitgen.env(kit, side=side, opponent="random").side == number


@pytest.mark.parametrize("opponent", [None, "random"])
@pytest.mark.parametrize("mode", [None, "ansi"])
def test_what_is_asked_of_an_environment_is_handed_on(monkeypatch, opponent, mode):
    calls = []
    load = environments.load_kit
    templates = Templates()

    def note(*words, **more):
        calls.append((words, more))
        return load(*words, **more)

    monkeypatch.setattr(environments, "load_kit", note)
    monkeypatch.setattr(environments, "need", lambda *words: calls.append(words))
    environment = kitgen.env("ladder", opponent=opponent, render_mode=mode, templates=templates)
    assert calls == [
        ("kitgen.env", "gymnasium", "pettingzoo", "numpy"),
        (("ladder",), {"templates": templates}),
    ]
    environment.reset()
    assert environment.render() == ("9 F" if mode else None)


def test_at_the_start_nobody_has_won_anything_and_nothing_is_over():
    environment = kitgen.env("ladder")
    for _ in at_least(2, range(2)):
        environment.reset()
        first, second = environment.possible_agents
        assert environment.agents == [first, second]
        assert environment.agents is not environment.possible_agents
        for nothing in (environment.rewards, environment._cumulative_rewards):
            assert nothing == {first: 0.0, second: 0.0}
        for over in (environment.terminations, environment.truncations):
            assert over == {first: False, second: False}
        assert environment.infos == {first: {}, second: {}}
        assert environment.infos[first] is not environment.infos[second]
        assert environment.agent_selection == first
        environment.step(0)
        assert environment.agent_selection == second
    assert environment.close() is None
