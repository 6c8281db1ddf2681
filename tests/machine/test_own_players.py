"""Opponents, rules and games of somebody's own, given as functions, data, text and objects."""

from collections import Counter

import pytest
from places import ROOT

import kitgen
from kitgen.errors import UsageError
from kitgen.games import make_game
from kitgen.machine.own_players import Luck
from kitgen.machine.paper_machine import SplitMix

# These machines play in the lab.
pytestmark = pytest.mark.guest("lab")

NOTAKTO = (ROOT / "templates/games/notakto.toml").read_text(encoding="utf-8")


def any_move(_position, moves, rng):
    return rng.choice(moves)


def last_move(_position, moves, _rng):
    return moves[-1]


@pytest.mark.every
def test_a_function_plays_as_kitgens_own_opponent_does():
    """Both pick any move, so their machines lose as often, within what chance allows."""
    own = kitgen.simulate("her", opponent=any_move, games=40, machines=120)
    ours = kitgen.simulate("her", opponent="random", games=40, machines=120)
    difference = abs(own.lost[0] - ours.lost[0])
    assert difference < 4 * (own.lost[1] ** 2 + ours.lost[1] ** 2) ** 0.5
    again = kitgen.simulate("her", opponent=any_move, games=40, machines=120)
    assert again.losses == own.losses
    assert (
        kitgen.simulate("her", opponent=any_move, games=40, machines=120, seed=2).losses
        != own.losses
    )


def test_a_function_may_answer_with_a_text():
    def first(position, _moves, _rng):
        return "a1a2" if position == start else kit.game.legal_moves(position)[0]

    kit = kitgen.make_kit("her")
    start = kit.game.start()

    def first_move(_position, moves, _rng):
        return moves[0]

    assert (
        kitgen.simulate(kit, opponent=first, games=9, machines=5).wins
        == kitgen.simulate(kit, opponent=first_move, games=9, machines=5).wins
    )


@pytest.mark.parametrize("answer", ["z9", "a3a1", None, 0])
def test_an_illegal_move_is_refused_with_the_legal_ones(answer):
    with pytest.raises(UsageError, match=r"legal moves are a1a2, b1b2, c1c2") as refused:
        kitgen.simulate("her", opponent=lambda *_: answer)
    assert "bbb/.../www w" in str(refused.value)


def test_a_rule_as_data_and_as_a_function_teach_as_the_file_does():
    def gardner(picks, result):
        changes = [0] * len(picks)
        if picks and result == -1:
            changes[-1] = -1
        return changes

    named = kitgen.simulate("her", rule="gardner", games=30, machines=15)
    data = kitgen.simulate("her", rule={"loss": {"from_end": [-1]}}, games=30, machines=15)
    own = kitgen.simulate("her", rule=gardner, games=30, machines=15)
    assert named.losses == data.losses == own.losses
    assert named.beads == data.beads == own.beads
    assert sum(named.losses) > 100


def test_a_rule_sees_what_was_picked():
    seen = []

    def look(picks, result):
        seen.append(
            (tuple((pick.box.id, pick.slot.colour.letter, pick.beads) for pick in picks), result)
        )
        return [1] * len(picks)

    kitgen.simulate("her", rule=look, opponent=last_move, games=3, machines=1)
    assert len(seen) == 3
    first = seen[0][0][0]
    later = [picks[0] for picks, _ in seen[1:]]
    assert first[2] == 1
    assert all(pick[2] == 2 for pick in later if pick[:2] == first[:2])
    assert {result for _, result in seen} <= {1, -1}


@pytest.mark.parametrize(
    ("returned", "says"),
    [
        (3, "must return a list"),
        ([1.5, 1.5], "must be a whole number"),
        ([1, 1, 1, 1, 1], "a list of"),
        ("no", "a list"),
    ],
)
def test_a_rule_that_returns_something_else_is_refused(returned, says):
    with pytest.raises(UsageError, match=says):
        kitgen.simulate(
            "her", rule=lambda picks, _: returned if returned != [1.5, 1.5] else [1.5] * len(picks)
        )


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ({"loss": {"every": "one"}}, "loss.every is 'one'"),
        ({"los": {}}, "unknown key 'los'; did you mean 'loss'"),
        ({"start": [0]}, "'start' needs figures of 1 or more"),
    ],
)
def test_a_wrong_rule_as_data_is_refused_with_its_key(rule, says):
    with pytest.raises(UsageError, match=f"the given rule: .*{says}"):
        kitgen.simulate("her", rule=rule)


def test_functions_play_matches():
    matched = kitgen.match(last_move, "perfect", game="hexapawn", games=10, opening=0)
    score = matched.standings.pairings[0].score
    assert matched.names == ["last_move", "perfect"]
    assert score.games == 10
    assert score.wins < 5


def test_what_a_function_cannot_do_is_said():
    with pytest.raises(UsageError, match="does not learn by kitgen's rules; omit opponent_rule"):
        kitgen.simulate("her", opponent=any_move, opponent_rule="michie")
    with pytest.raises(UsageError, match=r"opponent is .*; it must be text"):
        kitgen.exact("her", opponent=any_move)


def test_luck_is_pythons_own_with_the_numbers_of_the_machine():
    luck = Luck(SplitMix(1))
    drawn = Counter(luck.choice("abc") for _ in range(3000))
    assert min(drawn.values()) > 850
    assert 0 <= min(luck.random() for _ in range(100)) < 0.1
    assert sorted(luck.sample(range(9), 9)) == list(range(9))
    assert luck.getrandbits(100) < 1 << 100
    assert max(luck.getrandbits(64) for _ in range(20)) > 1 << 60


@pytest.mark.parametrize("name", ["simulate", "compare"])
def test_a_result_says_that_a_function_was_played_in_plain_python(name):
    ask = getattr(kitgen, name)
    note = "in plain Python: functions are not compiled"
    assert note in repr(
        ask("her", opponent=lambda _position, moves, _luck: moves[0], games=2, machines=2)
    )
    assert note not in repr(ask("her", opponent="random", games=2, machines=2))


def test_a_game_as_text_is_the_game_of_the_file():
    kit = kitgen.make_kit(NOTAKTO)
    assert kit.hash == kitgen.make_kit(str(ROOT / "templates/games/notakto.toml")).hash
    assert kitgen.solve(NOTAKTO).worth == kitgen.solve("told:notakto").worth
    assert kitgen.verify(NOTAKTO).passed
    with pytest.raises(kitgen.KitgenError, match="the text of the game, line 2: board is 3"):
        kitgen.make_kit('name = "x"\nboard = 3\n')


class Mine:
    """Nim by another name."""

    name = spec = "mine"

    def __init__(self):
        self._nim = make_game("nim:5,take=2")

    def __getattr__(self, name):
        return getattr(self._nim, name)


def test_a_kit_stands_for_its_game():
    kit = kitgen.make_kit("her")
    assert kitgen.solve(kit).worth == kitgen.solve("her").worth
    assert kitgen.search(kit, depth=4).prospect.best == kitgen.search("her", depth=4).prospect.best


def test_a_match_is_played_in_a_game_of_ones_own():
    done, same = (
        kitgen.match("random", "perfect", game=game, games=10, opening=0, jobs=1)
        for game in (Mine(), "nim:5,take=2")
    )
    assert done.standings.pairings[0].score == same.standings.pairings[0].score


def test_a_game_as_an_object_makes_a_kit():
    kit = kitgen.make_kit(Mine(), side="first")
    assert len(kit.boxes) == len(kitgen.make_kit("nim:5,take=2", side="first").boxes)
    assert kit.command == "kitgen print mine --side first"
    assert kitgen.simulate(kit, games=5, machines=5).machines == 5
    assert kitgen.solve(Mine()).worth == kitgen.solve("nim:5,take=2").worth
