"""A game as an object, of a class that nobody can find by a name, in all that Python offers."""

import pytest
from least_game import MUST, game_at_hand
from sampling import few

import kitgen
from kitgen.games._template import Gaps


@pytest.fixture
def at_hand(tmp_path, monkeypatch):
    return game_at_hand(tmp_path, monkeypatch)


def first_move(_position, legal_moves, _rng):
    return legal_moves[0]


def all_alike(picks, result):
    return [result] * len(picks)


#: What is asked of the front door with a game, and what of the answer must be as with the same game
#: by name.
ASKED = {
    "compare": lambda game: kitgen.compare(
        game, ["gardner", all_alike], games=9, machines=9
    ).table(),
    "draw": lambda game: str(kitgen.draw(game, "A1").scene),
    "env": lambda game: (
        kitgen.env(game, opponent="random").reset(seed=1)[1]["action_mask"].tolist()
    ),
    "exact": lambda game: kitgen.exact(game, at=[1, 5]).table(),
    "find": lambda game: kitgen.find(game, "bb/w./.w b").slots,
    "kit": lambda game: kitgen.load_kit(game, side="white").boxes,
    "match": lambda game: kitgen.match(
        first_move, "negascout:3", game=game, games=4, opening=0
    ).record(),
    "play_with": lambda game: kitgen.play_with(game, opponent="machine").play(9).kit.beads,
    "play_with functions": lambda game: (
        kitgen.play_with(game, opponent=first_move, rule=all_alike).play(9).table()
    ),
    "policy": lambda game: kitgen.with_policy(game, kitgen.policy(game)).beads,
    "search": lambda game: kitgen.search(game, depth=3).prospect.value,
    "simulate": lambda game: kitgen.simulate(
        game, games=9, machines=9, side="white", opponent="machine"
    ).table(),
    "simulate much": lambda game: kitgen.simulate(game, games=200, machines=200).table(),
    "simulate functions": lambda game: kitgen.simulate(
        game, opponent=first_move, rule=all_alike, games=9, machines=9
    ).table(),
    "solve": lambda game: kitgen.solve(game).worth,
    "try_game": lambda game: kitgen.try_game(game).winner,
    "verify": lambda game: [(check.name, check.verdict) for check in kitgen.verify(game).checks],
}


@pytest.mark.parametrize("name", few(ASKED, one_in=4))
def test_a_game_at_hand_does_what_the_same_game_does_by_name(name, at_hand):
    ask = ASKED[name]
    assert ask(at_hand) == ask("hexapawn:2x3")
    assert ask(
        kitgen.make_kit("hexapawn:2x3") if name not in ("kit", "simulate") else at_hand
    ) == ask("hexapawn:2x3")


def test_what_a_game_lacks_is_said(at_hand):
    class Incomplete:
        name = spec = "walk"

        def __init__(self):
            for member in {*MUST} - {"name", "spec", "play", "text"}:
                setattr(self, member, getattr(at_hand, member))

    with pytest.raises(
        kitgen.KitgenError, match="a GameLike or text or a path; for a GameLike it lacks play, text"
    ):
        kitgen.simulate(Incomplete())
    with pytest.raises(
        kitgen.KitgenError, match="it is a class, not an object; for a GameLike call it"
    ):
        kitgen.make_kit(Gaps)
    with pytest.raises(kitgen.KitgenError, match=r"it must be text or a path or a GameLike$"):
        kitgen.make_kit(3)


#: What somebody may get wrong in a class, and how that is said.
WRONG_MEMBERS = {
    "name": (3, "name must be text"),
    "sides": (("white", "black"), r"sides must be two objects Side\(name, letter\)"),
    "symmetries": ((None,), "symmetries must be objects Symmetry"),
    "diagram": ({}, "diagram must be a Diagram"),
    "start": (lambda: (0, 0), r"start\(\) must be a Position"),
    "result": (lambda _position: "lost", r"result\(start\) must be None"),
    "legal_moves": (lambda _position: (), r"legal_moves\(start\) must be a tuple of objects Move"),
    "play": (lambda position, _move: position, r"play\(start, move\) must be a Step"),
}


@pytest.mark.parametrize("member", WRONG_MEMBERS)
def test_members_of_other_kinds_are_refused(member, at_hand):
    wrong, says = WRONG_MEMBERS[member]
    setattr(at_hand, member, wrong)
    for call in (kitgen.make_kit, kitgen.simulate, kitgen.solve):
        with pytest.raises(kitgen.KitgenError, match=f"game Bare: {says}"):
            call(at_hand)


def test_functions_with_other_parameters_are_refused():
    with pytest.raises(kitgen.KitgenError, match="must take three arguments: position, legal_mov"):
        kitgen.simulate("her", opponent=lambda position: position)
    with pytest.raises(kitgen.KitgenError, match="must take two arguments: picks, result"):
        kitgen.play_with("her", opponent="random", rule=lambda picks: picks)
