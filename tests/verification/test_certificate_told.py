"""Certificates of games told as data: their own checker reads the rules from them, and believes
nothing else.
"""

import copy
import json
import subprocess
import sys

import pytest
from certificate_programs import GENERAL, TOLD, loaded, refusal
from jobs import kit_of
from sampling import few, sample
from told_samples import game_at_random

from kitgen.games import make_game
from kitgen.kit.kit_json import kit_data
from kitgen.verification.certificate import certificate


def changed(name, change, **wish):
    """Return a kit's certificate, changed, and the data of its kit."""
    kit = kit_of(f"told:{name}", **wish)
    data = copy.deepcopy(certificate(kit))
    change(data)
    return data, kit_data(kit)


def rule(old, new):
    """Return a change of a rule in the text of a game."""

    def change(data):
        assert old in data["game"]
        data["game"] = data["game"].replace(old, new, 1)

    return change


def value(data):
    data["positions"][0]["value"] *= -1


def fewer_boxes(data):
    data["boxes"].popitem()


def fewer_symmetries(data):
    del data["symmetries"][1:]


def longer(data):
    data["positions"].append({**data["positions"][-1], "position": "www/www/www w"})


def end_of_the_game(data):
    node = next(node for node in data["positions"] if node["result"] is not None)
    node["result"] = -node["result"]


DAMAGED = {
    "pawns take straight": (
        "hexapawn",
        rule('"take":["forward-diagonal"]', '"take":["forward"]'),
        "the moves in",
    ),
    "who is stuck wins": (
        "hexapawn",
        rule("}}}", '}},"end":{"stuck":"wins"}}'),
        "mover and result in",
    ),
    "another goal": ("hexapawn", rule('"goal":"far"', '"goal":["a1"]'), "the moves in"),
    "two in a row": ("notakto", rule('"lines":3', '"lines":2'), "it says"),
    "a row wins": ("notakto", rule(',"end":{"line":"loses"}', ""), "mover and result in"),
    "the hole is free": (
        "mu-torere",
        rule(',"enter":{"points":["9"],"beside":"other"}', ""),
        "the moves in",
    ),
    "an unknown word": (
        "notakto",
        rule('"lines":3', '"lines":3,"jump":true'),
        "a game has no ['jump']",
    ),
    "a word twice": (
        "notakto",
        rule('"lines":3', '"lines":2,"lines":3'),
        "a key of the game is given twice",
    ),
    "another game": (
        "notakto",
        lambda data: data.update(game="nim:9"),
        "it is not of a game told as data",
    ),
    "a wrong value": ("hexapawn", value, "it says"),
    "a box is missing": ("hexapawn", fewer_boxes, "has no box"),
    "a symmetry is missing": ("notakto", fewer_symmetries, "its symmetries: there are 8"),
    "a position too many": ("hexapawn", longer, "there are 135 positions"),
    "another end": ("hexapawn", end_of_the_game, "mover and result in"),
    "endless play as in 1.0": (
        "hens-on-guard",
        lambda data: data.pop("endless"),
        "values of 1.0 for endless games: the rules give endless",
    ),
    "endless play for the other side": (
        "hens-on-guard",
        lambda data: data.update(endless="fox"),
        "it says fox, but its rules say hens",
    ),
    "endless play in a game that has none": (
        "hexapawn",
        lambda data: data.update(endless="white"),
        "it says white, but its rules say draws",
    ),
}


@pytest.mark.parametrize(("name", "change", "says"), sample(DAMAGED, one_in=4))
def test_a_damaged_certificate_is_refused(name, change, says):
    data, kit = changed(name, change)
    assert says in refusal(TOLD, data)
    assert refusal(TOLD, data, kit)


def test_the_checker_of_any_game_believes_the_rules():
    """Why the other is needed: an unread text may tell anything."""
    data, _ = changed("hexapawn", rule('"take":["forward-diagonal"]', '"take":["forward"]'))
    assert not refusal(GENERAL, data)
    assert refusal(TOLD, data)


def test_a_rule_changed_in_certificate_and_kit_alike_is_refused():
    kit = kit_of("told:hexapawn")
    data, file = changed("hexapawn", rule('"step":["forward"]', '"step":["forward","side"]'))
    file["game"] = data["game"]
    assert refusal(TOLD, data, file)
    assert not refusal(TOLD, certificate(kit), kit_data(kit))


@pytest.mark.every
def test_where_the_symmetries_do_not_keep_the_start_boxes_are_still_images():
    """Mu Torere may be turned, but its start then is another: what is merged is worked out from
    the rules.
    """
    kit = kit_of("told:mu-torere")
    data = certificate(kit)
    assert "symmetries" not in data
    assert not refusal(TOLD, data, kit_data(kit))
    split = copy.deepcopy(data)
    box, slot = next(
        (box, slot)
        for box in split["boxes"].values()
        for slot in box["slots"]
        if len(slot["moves"]) > 1
    )
    box["slots"].append({**slot, "moves": [slot["moves"].pop()]})
    assert "moves that share a slot" in refusal(TOLD, split)


@pytest.mark.every
def test_a_box_that_no_game_reaches_as_it_is_drawn_is_certified_as_an_image():
    """The start of the little chess is no mirror image of itself, but its rules are the same in
    the mirror.
    """
    kit = kit_of("told:chess-3x3", side="white", express=True)
    data = certificate(kit)
    file = json.loads(json.dumps(kit_data(kit)))
    drawn = {box["id"]: box["position"] for box in file["boxes"]}
    images = [name for name, box in data["boxes"].items() if box["position"] != drawn[name]]
    assert {data["boxes"][name]["position"] for name in images} <= {
        node["position"] for node in data["positions"]
    }
    assert len(images) > 50
    assert not refusal(TOLD, copy.deepcopy(data), file)
    box = next(box for box in file["boxes"] if box["id"] == images[0])
    box["position"] = data["boxes"][images[1]]["position"]
    assert refusal(TOLD, data, file)


def test_it_is_a_program_of_its_own(tmp_path):
    (tmp_path / "c.json").write_text(json.dumps(certificate(kit_of("told:notakto"))))
    for words, code in (([tmp_path / "c.json"], 0), ([], 2), ([tmp_path / "none.json"], 1)):
        done = subprocess.run(
            [sys.executable, "-I", TOLD, *words], capture_output=True, text=True, check=False
        )
        assert done.returncode == code
        assert (code == 0) == done.stdout.startswith("verified: told:{")


@pytest.mark.every
@pytest.mark.parametrize("block", few(range(5), one_in=5))
def test_games_told_at_random_are_read_as_they_are_played(block):
    compared = 0
    for number in range(10_000 + 150 * block, 10_000 + 150 * (block + 1)):
        game = game_at_random(number)
        if game is not None:
            rules = loaded(TOLD).Rules(game.spec)
            assert {tuple(to) for to in rules.symmetries(1e-6)} == {
                symmetry.to for symmetry in game.symmetries
            }
            compare(game, rules, {rules.start: game.start()})
            compared += 1
    assert compared > 30


def compare(game, rules, met):
    """Walk some 300 positions of a game side by side."""
    waiting = [*met]
    while waiting and len(met) < 300:
        state = waiting.pop()
        position = met[state]
        children = {rules.move(move): child for move, child in rules.moves(state).items()}
        moves = {
            game.move_text(move): game.play(position, move).position
            for move in game.legal_moves(position)
        }
        assert (rules.write(state), rules.result(state)) == (
            game.text(position),
            game.result(position),
        ), game.spec
        assert children.keys() == moves.keys(), game.spec
        fresh = {child: moves[move] for move, child in children.items() if child not in met}
        met |= fresh
        waiting += fresh


def test_points_that_the_board_lacks_are_no_matter_where_no_piece_enters_or_is_put():
    spec = kit_of("told:notakto").game_spec
    idle = '"first":{"on":["z1"],"enter":{"points":["z9"],"beside":"own"}}'
    game = make_game(spec.replace('"first":{}', idle))
    assert idle in game.spec
    rules = loaded(TOLD).Rules(game.spec)
    compare(game, rules, {rules.start: game.start()})
