"""Certificates: both checkers, as programs without kitgen, verify those of kits and refuse every
damaged one.
"""

import copy
import json
import random
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace

import pytest
from certificate_programs import GENERAL, HEXAPAWN, checkers_of, loaded, refusal
from click.testing import CliRunner
from counting import at_least_one
from jobs import kit_of
from sampling import few, sample

from kitgen.cli.main import main
from kitgen.errors import UsageError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit_json import kit_data, write_kit
from kitgen.verification.certificate import _symmetries, certificate, seal, write_certificate

KITS = [
    ("her", {}),
    ("him", {}),
    ("gardner24", {}),
    ("her-3x4", {}),
    ("her-4x3", {}),
    ("hexapawn:2x4", {}),
    ("her", {"merged": False}),
    ("him", {"forced": "skip"}),
    ("ladder", {}),
    ("nim:12,last=loses", {"side": "first"}),
    ("menace", {}),
    ("her", {"express": True}),
    ("him", {"expect": "sensible"}),
    ("her-4x3", {"express": True, "expect": "sensible", "forced": "skip"}),
    ("ladder", {"express": True}),
    ("awari-mini", {}),
    ("awari-3x1", {"express": True}),
    ("dodgem", {}),
    ("awari:2x2", {}),
    ("tictactoe:3x2", {"merged": False, "forced": "skip"}),
    ("connect:3x3", {"express": True}),
    ("told:hexapawn", {}),
    ("told:mu-torere", {}),
    ("told:notakto", {"express": True}),
    ("told:hare-hounds-end", {}),
    ("told:hens-on-guard", {}),
    ("told:hens-on-guard", {"express": True, "side": "fox"}),
    ("told:hens-on-guard", {"express": True, "side": "hens"}),
    ("told:dawson-9", {"side": "either"}),
    ("told:connect3-3x3", {"forced": "skip", "expect": "sensible"}),
]


def run(checker, *paths):
    """Run a checker in an isolated Python, which does not find kitgen."""
    return subprocess.run(
        [sys.executable, "-I", checker, *paths], capture_output=True, text=True, check=False
    )


def write(data, folder, *, sealed=True):
    """Write a certificate, sealed anew unless it must not be, and return its path."""
    path = folder / "certificate.json"
    if sealed:
        data = data | {"sha256": seal(data)}
    path.write_text(json.dumps(data))
    return path


def assert_refused_in_one_line(done):
    """Check that a checker, run as a program, says why in a line, without a traceback."""
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("refused:")


def case_id(number, case):
    """Return the name of a case of ``KITS``: its game, and its place in the table."""
    game, _, _ = case[0].partition(",")
    return f"{game}-{number}"


@pytest.mark.parametrize(
    ("name", "wish"),
    sample({case_id(number, case): case for number, case in enumerate(KITS)}, one_in=18),
)
def test_both_checkers_verify_the_certificate_of_a_kit(name, wish, tmp_path):
    kit = build_kit(name, Wish(**wish))
    write_certificate(kit, tmp_path / "c.json")
    claims = json.loads((tmp_path / "c.json").read_text())["claims"]
    assert (claims["boxes"], claims["beads"]) == (len(kit.boxes), kit.beads)
    (tmp_path / "kit.json").write_bytes(write_kit(kit))
    for checker in checkers_of(kit.game_spec):
        done = run(checker, tmp_path / "c.json")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"verified: {kit.game_spec}")
        assert str(claims) in done.stdout
        assert "not checked: which kit" in done.stdout
        done = run(checker, tmp_path / "c.json", tmp_path / "kit.json")
        assert (done.returncode, done.stderr) == (0, "")
        assert "not checked: which kit" not in done.stdout


def test_a_certificate_of_another_game_is_not_one_of_hexapawn(tmp_path):
    done = run(HEXAPAWN, write(certificate(kit_of("ladder")), tmp_path))
    assert (done.returncode, done.stderr) == (1, "refused: it is not of Hexapawn\n")


def test_checkers_know_nothing_of_kitgen():
    for checker in at_least_one((GENERAL, HEXAPAWN)):
        lines = checker.read_text().splitlines()
        used = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}
        assert used <= {
            "functools",
            "graphlib",
            "hashlib",
            "itertools",
            "json",
            "re",
            "sys",
            "typing",
        }


def _drop_box(data):
    data["boxes"].pop(next(iter(data["boxes"])))


def _add_box(data):
    data["boxes"]["Z9"] = copy.deepcopy(next(iter(data["boxes"].values())))


def _drop_position(data):
    data["positions"].pop()


def _double_position(data):
    data["positions"].append(copy.deepcopy(data["positions"][-1]))


def _drop_move(data):
    next(node for node in data["positions"] if len(node["moves"]) > 1)["moves"].popitem()


def _move_elsewhere(data):
    moves = data["positions"][0]["moves"]
    first, second, *_ = moves
    moves[first] = moves[second]


def _circle(data):
    child = next(iter(data["positions"][0]["moves"].values()))
    moves = data["positions"][child]["moves"]
    moves[next(iter(moves))] = 0


def _other_machine(data):
    data["machine"] = [side for side in data["sides"] if side not in data["machine"]]


def _bad_bead_called_good(data):
    for box in data["boxes"].values():
        if not all(slot["good"] for slot in box["slots"]):
            for slot in box["slots"]:
                slot["good"] = True
            return


def _all_worth_turned(data):
    for node in data["positions"]:
        node["value"] = -node["value"]
    data["claims"]["value"] = -data["claims"]["value"]


def _slots_exchanged(data):
    for box in data["boxes"].values():
        if len({slot["value"] for slot in box["slots"]}) > 1:
            box["slots"].reverse()
            return


def _swapped_boxes(data):
    first, second, *_ = data["boxes"]
    data["boxes"][first], data["boxes"][second] = data["boxes"][second], data["boxes"][first]


def _beads_of_text(data):
    next(iter(data["boxes"].values()))["slots"][0]["beads"] = "1"


def _no_claims(data):
    del data["claims"]


DAMAGE = [
    _drop_box,
    _add_box,
    _drop_position,
    _double_position,
    _drop_move,
    _move_elsewhere,
    _circle,
    _other_machine,
    _bad_bead_called_good,
    _all_worth_turned,
    _slots_exchanged,
    _swapped_boxes,
    _beads_of_text,
    _no_claims,
]


@pytest.mark.parametrize(
    "damage", few(DAMAGE, one_in=6), ids=lambda damage: damage.__name__.strip("_")
)
@pytest.mark.parametrize("checker", [GENERAL, HEXAPAWN], ids=lambda checker: checker.stem)
def test_each_kind_of_damage_is_refused_by_each_checker(checker, damage):
    data = certificate(kit_of("her"))
    damage(data)
    assert refusal(checker, data)


@pytest.mark.parametrize("checker", [GENERAL, HEXAPAWN], ids=lambda checker: checker.stem)
def test_damage_is_refused_by_the_program_in_one_line(checker, tmp_path):
    data = certificate(kit_of("her"))
    _circle(data)
    assert_refused_in_one_line(run(checker, write(data, tmp_path)))


def test_rules_that_hang_together_but_are_not_those_of_hexapawn_are_refused_by_the_one_who_knows(
    tmp_path,
):
    """A smaller game passed off as a larger one convinces whoever does not know the rules."""
    data = certificate(build_kit("hexapawn:2x4")) | {"game": "hexapawn:4x2"}
    assert run(GENERAL, write(data, tmp_path)).returncode == 0
    assert run(HEXAPAWN, write(data, tmp_path)).returncode == 1


@pytest.mark.every
@pytest.mark.parametrize(
    "checker", few([GENERAL, HEXAPAWN], one_in=2), ids=lambda checker: checker.stem
)
def test_a_single_changed_byte_is_refused(checker, tmp_path):
    write_certificate(kit_of("him"), tmp_path / "c.json")
    good = (tmp_path / "c.json").read_bytes()
    # Not of the punctuation, without which the file is no JSON at all.
    places = [place for place, byte in enumerate(good) if chr(byte).isalnum()]
    rng = random.Random(1)
    for _ in range(15):
        data = bytearray(good)
        at = rng.choice(places)
        data[at] = ord("8") if data[at] == ord("7") else ord("7")
        (tmp_path / "c.json").write_bytes(bytes(data))
        done = run(checker, tmp_path / "c.json")
        assert (done.returncode, done.stderr[:8]) == (1, "refused:"), at


def test_what_only_the_seal_covers_is_refused_without_it(tmp_path):
    """Without the kit, another hash of it contradicts nothing else in the certificate."""
    data = certificate(kit_of("her")) | {"kit": "0" * 64}
    for checker in (GENERAL, HEXAPAWN):
        assert not refusal(checker, data)
        done = run(checker, write(data, tmp_path, sealed=False))
        assert (done.returncode, done.stderr) == (
            1,
            "refused: the certificate is not as it was written\n",
        )


@pytest.mark.parametrize(
    "text",
    few(
        ["", "[]", "{}", "5", '{"sha256": 1}', "[" * 5000, '{"sha256": "x", "positions": []}'],
        one_in=4,
    ),
)
@pytest.mark.parametrize("checker", [GENERAL, HEXAPAWN], ids=lambda checker: checker.stem)
def test_what_is_no_certificate_is_refused_in_one_line(checker, text, tmp_path):
    path = tmp_path / "c.json"
    path.write_text(text)
    assert_refused_in_one_line(run(checker, path))


def test_the_command_writes_a_certificate_of_what_passes(tmp_path):
    path = tmp_path / "her.json"
    done = CliRunner().invoke(main, ["verify", "her", "--certificate", str(path)])
    assert (done.exit_code, run(GENERAL, path).returncode) == (0, 0)
    first = path.read_bytes()
    write_certificate(kit_of("her"), path)
    assert path.read_bytes() == first


def _plays_nothing(data):
    next(node for node in data["positions"] if "plays" in node)["plays"] = "z9"


def _plays_where_it_could_learn(data):
    node = next(node for node in data["positions"] if "box" in node)
    node["plays"] = node.pop("drawn")[0]
    del node["box"], node["slots"]


def _forced_move_given_a_box(data):
    node = next(node for node in data["positions"] if "plays" in node)
    node["box"] = next(iter(data["boxes"]))


def _not_an_express_kit(data):
    data["express"] = False


def _any_opponent(data):
    data["opponent"] = "any"


@pytest.mark.parametrize(
    "damage",
    [
        _plays_nothing,
        _plays_where_it_could_learn,
        _forced_move_given_a_box,
        _not_an_express_kit,
        _any_opponent,
        _drop_box,
    ],
    ids=lambda damage: damage.__name__.strip("_"),
)
@pytest.mark.parametrize("checker", [GENERAL, HEXAPAWN], ids=lambda checker: checker.stem)
def test_an_express_kit_leaves_out_only_forced_moves(checker, damage):
    data = certificate(kit_of("her", express=True, expect="sensible"))
    damage(data)
    assert refusal(checker, data)


def ring(value, plies):
    """Return two positions that lead to each other, of which the second also leads to an end.

    The end is a draw for a value of 0, and else won by side 1. ``value`` and ``plies`` are what the
    two positions claim; the value is that of side 0.
    """
    end_value = -1 if value else 0
    first = {"position": "a", "mover": 0, "result": None, "moves": {"x": 1}}
    second = {"position": "b", "mover": 1, "result": None, "moves": {"x": 0, "y": 2}}
    end = {"position": "c", "mover": 0, "result": end_value, "moves": {}}
    return [
        {**first, "value": value, "plies": plies[0]},
        {**second, "value": -value, "plies": plies[1]},
        {**end, "value": end_value, "plies": 0},
    ]


@pytest.mark.parametrize("endless", [0, 1, -1])
@pytest.mark.parametrize("plies", [(1, 2), (2, 1), (3, 2), (None, None), (0, 0)])
def test_going_round_in_circles_wins_nothing_that_the_other_side_can_end(plies, endless):
    """Side 1 can end the game and win. That side 0 wins, by going round for ever, is not believed
    with any number of plies.
    """
    nodes = ring(1, plies)
    try:
        believed = is_believed(nodes, endless)
    except SystemExit as reason:
        assert "put off" in str(reason)  # noqa: PT017
    else:
        assert not believed


def is_believed(nodes, endless):
    """Return whether the checker finds each position worth what it says; ``endless`` is what play
    without end is worth to side 0.
    """
    endless_by_mover = (endless, -endless)
    for node in nodes:
        own = endless_by_mover[node["mover"]]
        found = loaded(GENERAL).worth(node, nodes, points=False, endless=own)
        if not found.items() <= node.items():
            return False
    return True


def test_a_draw_on_a_ring_is_believed():
    nodes = ring(0, (2, 1))
    for node in at_least_one(nodes):
        assert loaded(GENERAL).worth(node, nodes, points=False, endless=0).items() <= node.items()


def test_a_win_that_is_put_off_is_believed_of_the_side_that_wins_endless_play():
    """Two positions that lead only to each other."""
    without_end = {"result": None, "plies": None}
    nodes = [
        {"position": "a", "mover": 0, "moves": {"x": 1}, "value": 1, **without_end},
        {"position": "b", "mover": 1, "moves": {"x": 0}, "value": -1, **without_end},
    ]
    worth = loaded(GENERAL).worth
    for node, own in zip(at_least_one(nodes), (1, -1), strict=True):
        assert worth(node, nodes, points=False, endless=own).items() <= node.items()
        for other in (0, -own):
            with pytest.raises(SystemExit, match="put off"):
                worth(node, nodes, points=False, endless=other)


@pytest.mark.parametrize(("endless", "plies"), [(0, 2), (-1, 2), (1, 4)])
def test_a_draw_is_put_off_by_the_side_that_wins_endless_play(endless, plies):
    """Of two moves that draw, in two plies or in four."""
    draw = {"result": None, "value": 0}
    nodes = [
        {**draw, "position": "a", "mover": 0, "moves": {"x": 1, "y": 2}, "plies": plies},
        {**draw, "position": "b", "mover": 1, "moves": {}, "plies": 1},
        {**draw, "position": "c", "mover": 1, "moves": {}, "plies": 3},
    ]
    assert loaded(GENERAL).worth(nodes[0], nodes, points=False, endless=endless)["plies"] == plies


def test_points_that_all_positions_claim_alike_are_refused():
    """A constant added to the worth of each position still fits every move; only the plies tell."""
    data = certificate(kit_of("awari-mini"))
    for node in at_least_one(data["positions"]):
        if node["moves"]:
            node["value"] += 1 if node["mover"] == 0 else -1
    assert refusal(GENERAL, data)


def test_a_game_in_which_points_could_be_won_for_ever_is_refused():
    data = certificate(kit_of("awari-mini"))
    for node in at_least_one(data["positions"]):
        node["left"] = 5  # points still on the board
    assert refusal(GENERAL, data)


# What the checkers once believed. Each hole is tried without the kit's file, which would show most
# of them at once.


def _slots(data):
    slots = []
    for box in data["boxes"].values():
        slots += box["slots"]
    return slots


def _box_of_no_position(data):
    next(iter(data["boxes"].values()))["position"] = "bb./bww/w.w b"


def _box_elsewhere(data):
    node = next(node for node in data["positions"] if node["mover"] == 0 and node["moves"])
    next(iter(data["boxes"].values()))["position"] = node["position"]


def _beads(*numbers):
    def damage(data):
        slots = _slots(data)
        for slot, number in zip(slots, numbers, strict=False):
            slot["beads"] = number
        data["claims"]["beads"] = sum(slot["beads"] for slot in slots)

    damage.__name__ = f"beads {numbers}"
    return damage


def _no_good_bead(data):
    boxes = data["boxes"].values()
    box = next(box for box in boxes if max(slot["value"] for slot in box["slots"]) >= 0)
    for slot in box["slots"]:
        if slot["good"]:
            data["claims"]["beads"] -= slot["beads"]
            slot["beads"] = 0


#: The other word of each choice that has two words; other choices are true or false.
OTHER_WORD = {"box": "skip", "skip": "box", "any": "sensible", "sensible": "any"}


def flip(data, key):
    """Give a choice its other value."""
    value = data[key]
    if isinstance(value, bool):
        data[key] = not value
    else:
        data[key] = OTHER_WORD[value]


def _flipped(key):
    def damage(data):
        flip(data, key)

    damage.__name__ = f"{key} flipped"
    return damage


def _drawn_elsewhere(data):
    node = next(node for node in data["positions"] if len(node.get("drawn", ())) > 1)
    node["drawn"].reverse()


def _unknown_key(where, inner):
    """Return damage that adds a key to the table that ``inner`` finds in a certificate."""

    def damage(data):
        inner(data)["note"] = 1

    damage.__name__ = f"unknown key in {where}"
    return damage


def _first_slot(data):
    box = data["boxes"]["A1"]
    return box["slots"][0]


def _both_sides(data):
    data["machine"] = ["white", "black"]


def _machine_twice(data):
    data["machine"] *= 2


def _other_word(key):
    def damage(data):
        data[key] = "sometimes"

    damage.__name__ = f"another word for {key}"
    return damage


def _third_side(data):
    data["sides"].append("red")


def _no_hash(data):
    data["kit"] = "her"


def _start_second(data):
    """The same games, from another start."""
    first, second, *others = data["positions"]
    data["positions"] = [second, first, *others]
    renumbered = {0: 1, 1: 0}
    for node in data["positions"]:
        for move, child in node["moves"].items():
            node["moves"][move] = renumbered.get(child, child)


HOLES = [
    _both_sides,
    _machine_twice,
    _other_word("forced"),
    _other_word("opponent"),
    _other_word("merged"),
    _third_side,
    _no_hash,
    _start_second,
    _box_of_no_position,
    _box_elsewhere,
    _beads(-1, 3),
    _beads(0.5, 1.5),
    _beads(True),
    _no_good_bead,
    _flipped("merged"),
    _flipped("forced"),
    _flipped("opponent"),
    _flipped("express"),
    _drawn_elsewhere,
    _flipped("points"),
    _unknown_key("the certificate", lambda data: data),
    _unknown_key("the claims", lambda data: data["claims"]),
    _unknown_key("a box", lambda data: data["boxes"]["A1"]),
    _unknown_key("a slot", _first_slot),
    _unknown_key("a position", lambda data: data["positions"][5]),
]


@pytest.mark.parametrize(("checker", "damage"), few([GENERAL, HEXAPAWN], HOLES, one_in=4))
def test_no_hole_is_left_for_a_box_a_bead_or_a_choice(checker, damage):
    name = "her"
    if damage is _both_sides:
        name = "him"  # its side is the first of the two, so that its boxes still fit
    data = certificate(kit_of(name))
    assert not refusal(checker, data)
    damage(data)
    assert refusal(checker, data)


def test_a_machine_of_both_sides_has_the_same_moves_for_both():
    """Two moves of a position that are worth the same are exchanged.

    This could only be right if the other side had other moves in the same position.
    """
    made = certificate(kit_of("nim:9", side="either", express=True))
    nodes = made["positions"]
    tried = 0
    for number, node in enumerate(nodes):
        for first, second in combinations(node["moves"], 2):
            plies = [nodes[node["moves"][move]]["plies"] for move in (first, second)]
            if plies not in ([1, 1], [2, 2]):  # an end as many plies away by either move
                continue
            data = copy.deepcopy(made)
            moves = data["positions"][number]["moves"]
            moves[first], moves[second] = moves[second], moves[first]
            assert refusal(GENERAL, data)
            tried += 1
    assert tried


@pytest.mark.parametrize("name", ["ladder", "awari-mini"])
def test_a_text_in_place_of_a_list_of_moves_is_refused(name):
    """In Python a loop over a text of one letter is that over a list with this letter."""
    data = certificate(kit_of(name))
    slot = next(slot for slot in _slots(data) if list(map(len, slot["moves"])) == [1])
    slot["moves"] = slot["moves"][0]
    assert refusal(GENERAL, data)


@pytest.mark.parametrize(
    ("name", "wish", "key"),
    sample(
        [
            ("her", {"merged": False}, "merged"),
            ("tictactoe:3x2", {"merged": False}, "merged"),
            ("him", {"forced": "skip"}, "forced"),
            ("tictactoe:3x2", {"forced": "skip"}, "forced"),
            ("him", {"expect": "sensible"}, "opponent"),
            ("her-4x3", {"expect": "sensible"}, "opponent"),
            ("ladder", {"express": True}, "express"),
            ("menace", {}, "opponent"),
            ("tictactoe:3x2", {}, "merged"),
        ],
        one_in=8,
    ),
    ids=str,
)
def test_a_flipped_choice_is_refused_in_each_game(name, wish, key):
    """No rules are needed to see it: the boxes, slots and symmetries of the certificate contradict
    the choice.
    """
    data = certificate(kit_of(name, **wish))
    flip(data, key)
    for checker in at_least_one(checkers_of(data["game"])):
        assert refusal(checker, data)


def _position_with(data, box):
    return next(node for node in data["positions"] if node.get("box") == box)


def _take_box_out(data, name):
    """Take a box out of a certificate's boxes and claims, but not from its positions."""
    box = data["boxes"].pop(name)
    data["claims"]["boxes"] -= 1
    data["claims"]["beads"] -= sum(slot["beads"] for slot in box["slots"])


def test_a_mirror_box_cannot_be_taken_out():
    """Its position is given the box of which it is a mirror image, with mirrored moves."""
    kit = kit_of("gardner24@1")
    data = certificate(kit)
    mirrored = next(box for box in kit.boxes if box.mirror_of)
    node = _position_with(data, mirrored.id)
    twin = _position_with(data, mirrored.mirror_of)
    images = data["symmetries"][1]
    node["box"] = mirrored.mirror_of
    node["slots"] = {move: twin["slots"][images[move]] for move in node["moves"]}
    node["drawn"] = [images[move] for move in twin["drawn"]]
    _take_box_out(data, mirrored.id)
    for checker in (GENERAL, HEXAPAWN):
        assert "mirror image" in refusal(checker, data) or "other boxes" in refusal(checker, data)
        # Where the two are not called mirror images, it is the certificate of a kit of 23 boxes.
        pair = (node["position"], twin["position"])
        mirrors = [position for position in data["mirrors"] if position not in pair]
        assert not refusal(checker, data | {"mirrors": mirrors})


@pytest.mark.parametrize(
    ("name", "wish"), [("awari-mini", {}), ("tictactoe:3x2", {"forced": "skip"})], ids=str
)
def test_a_real_choice_is_not_called_forced(name, wish):
    """Not even where all moves are worth the same and end the game after as many plies."""
    made = certificate(kit_of(name, **wish))
    alike = []
    for key, box in made["boxes"].items():
        if len({(slot["value"], slot["plies"]) for slot in box["slots"]}) == 1:
            alike.append(key)
    for box_id in at_least_one(alike[:5]):
        data = copy.deepcopy(made)
        _take_box_out(data, box_id)
        for node in data["positions"]:
            if node.get("box") == box_id:
                node["plays"] = node["drawn"][0]
                del node["box"], node["slots"], node["drawn"]
        assert "has no box" in refusal(GENERAL, data)


def _other_hash(data, _):
    data["kit"] = "0" * 64


def _kit_changed(_, kit):
    kit["boxes"][0]["slots"][0]["colour"] = "blue"


def _beads_moved(data, _):
    first, second, *_ = _slots(data)
    first["beads"] = 2
    second["beads"] = 0


def _box_renamed(data, _):
    name = next(iter(data["boxes"]))
    data["boxes"]["Z9"] = data["boxes"].pop(name)
    for node in data["positions"]:
        if node.get("box") == name:
            node["box"] = "Z9"


@pytest.mark.parametrize(
    "damage", [_other_hash, _kit_changed, _beads_moved, _box_renamed], ids=lambda d: d.__name__
)
@pytest.mark.parametrize("checker", [GENERAL, HEXAPAWN], ids=lambda checker: checker.stem)
def test_with_the_kit_a_certificate_is_bound_to_it(checker, damage):
    kit = kit_of("her")
    data = certificate(kit)
    file = kit_data(kit)
    assert not refusal(checker, data, file)
    damage(data, file)
    assert refusal(checker, data, file)
    if damage is not _kit_changed:
        assert not refusal(checker, data)


@pytest.mark.parametrize(
    "text",
    few([write_kit(kit_of("gardner24")), b"{}", b"null", b"[]", b"5", b""], one_in=3),
    ids=len,
)
def test_what_is_not_the_kit_is_refused(text, tmp_path):
    write_certificate(kit_of("her"), tmp_path / "c.json")
    (tmp_path / "kit.json").write_bytes(text)
    for checker in (GENERAL, HEXAPAWN):
        assert_refused_in_one_line(run(checker, tmp_path / "c.json", tmp_path / "kit.json"))


def test_an_express_machine_plays_what_its_kit_says():
    """Another of several moves that win at once is contradicted only by the kit."""
    made = certificate(kit_of("connect:3x3", express=True))
    file = kit_data(kit_of("connect:3x3", express=True))
    data = copy.deepcopy(made)
    changed = 0
    for node in data["positions"]:
        winning = []
        for move, child in node["moves"].items():
            if data["positions"][child]["result"] == -1:  # lost for the side to move there
                winning.append(move)
        if "plays" in node and len(winning) > 1:
            node["plays"] = next(move for move in winning if move != node["plays"])
            changed += 1
    assert changed
    assert not refusal(GENERAL, made, file)
    assert not refusal(GENERAL, data)
    assert "plays another move" in refusal(GENERAL, data, file)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"forced": "box"', '"forced": "box", "forced": "box"'),
        ('"beads": 1', '"beads": 1e0'),
        ('"beads": 1', '"beads": 1.0'),
        ('"beads": 1', '"beads": NaN'),
        ('"mover": 0', '"mover": 0, "mover": 0'),
    ],
)
@pytest.mark.parametrize("checker", [GENERAL, HEXAPAWN], ids=lambda checker: checker.stem)
def test_keys_given_twice_and_fractions_are_refused_although_they_can_mean_the_same(
    checker, old, new, tmp_path
):
    text = json.dumps(certificate(kit_of("her")))
    assert old in text
    (tmp_path / "c.json").write_text(text.replace(old, new, 1))
    assert_refused_in_one_line(run(checker, tmp_path / "c.json"))


@pytest.mark.parametrize("checker", [GENERAL, HEXAPAWN], ids=lambda checker: checker.stem)
def test_wrong_usage_and_a_missing_file_are_told_apart(checker, tmp_path):
    for paths in ((), ("a", "b", "c")):
        done = run(checker, *paths)
        assert (done.returncode, done.stderr[:6]) == (2, "usage:")
    assert_refused_in_one_line(run(checker, tmp_path / "missing.json"))


def with_slots(kit, box, slots):
    """Return a kit with other slots in one box."""
    changed = replace(box, slots=tuple(slots))
    boxes = tuple(changed if other is box else other for other in kit.boxes)
    return replace(kit, boxes=boxes)


def test_no_certificate_is_written_of_a_machine_that_has_lost_its_good_beads(tmp_path):
    kit = kit_of("her")
    box = next(box for box in kit.boxes if {slot.value for slot in box.slots} == {1, -1})
    slots = [replace(slot, beads=1 if slot.value < 0 else 0) for slot in box.slots]
    trained = with_slots(kit, box, slots)
    with pytest.raises(
        UsageError, match=f"box {box.id} has no bead for a move that keeps its outcome"
    ):
        write_certificate(trained, tmp_path / "c.json")
    lost = next(box for box in kit.boxes if {slot.value for slot in box.slots} == {-1})
    data = certificate(with_slots(kit, lost, [replace(slot, beads=0) for slot in lost.slots]))
    for checker in (GENERAL, HEXAPAWN):  # a box that loses anyway may run empty
        assert not refusal(checker, data)


def _symmetry_missing(symmetries):
    symmetries.pop()


def _two_moves_exchanged(symmetries):
    mirror = symmetries[1]
    mirror["a1"], mirror["a2"] = mirror["a2"], mirror["a1"]


def _symmetry_too_many(symmetries):
    moves = list(symmetries[0])
    symmetries.append(dict(zip(moves, reversed(moves), strict=True)))


def _identity_last(symmetries):
    symmetries.reverse()


@pytest.mark.parametrize(
    "change", [_symmetry_missing, _two_moves_exchanged, _symmetry_too_many, _identity_last]
)
def test_symmetries_are_those_of_the_game(change):
    data = certificate(kit_of("tictactoe:3x2"))
    change(data["symmetries"])
    assert refusal(GENERAL, data)


@pytest.mark.parametrize("name", ["her", "awari-mini"])
def test_without_symmetries_version_2_is_written(name, monkeypatch, tmp_path):
    monkeypatch.setattr("kitgen.verification.certificate._symmetries", lambda *_: None)
    write_certificate(kit_of(name), tmp_path / "c.json")
    data = json.loads((tmp_path / "c.json").read_text())
    assert data["schema"] == "kitgen/certificate@2"
    assert "symmetries" not in data
    for checker in checkers_of(data["game"]):
        assert run(checker, tmp_path / "c.json").returncode == 0
    assert "not checked in version 2" in run(GENERAL, tmp_path / "c.json").stdout


def test_symmetries_that_moves_do_not_determine_are_none():
    game = kit_of("her").game
    positions = [game.start(), game.parse("bbb/..w/ww. b")]
    telling = SimpleNamespace(
        start=game.start,
        legal_moves=game.legal_moves,
        move_text=game.move_text,
        symmetries=game.symmetries,
    )
    assert len(_symmetries(telling, positions)) == 2
    # A start that is not its own mirror image, and two moves with the same text.
    turned = SimpleNamespace(**vars(telling) | {"start": lambda: positions[1]})
    assert _symmetries(turned, positions) is None
    numbered = SimpleNamespace(**vars(telling) | {"move_text": lambda move: str(move.target // 2)})
    assert _symmetries(numbered, positions) is None


def _counted_from_the_end(data):
    """Moves to the last position lead to -1, which is the same place of a list in Python."""
    last = len(data["positions"]) - 1
    for node in data["positions"]:
        for move, child in node["moves"].items():
            if child == last:
                node["moves"][move] = -1


def _a_win_of_nothing(data):
    node = next(node for node in data["positions"] if len(node["moves"]) > len(node["wins"]))
    move_without_points = next(move for move in node["moves"] if move not in node["wins"])
    node["wins"][move_without_points] = 0


def _an_end_with_moves(data):
    next(node for node in data["positions"] if node["moves"])["result"] = 0


def _never_reached(data):
    end = next(node for node in data["positions"] if not node["moves"])
    other_name = f"9,{end['position']}"
    data["positions"].append(end | {"position": other_name})
    data["claims"]["positions"] += 1


def _another_side_in_the_name(data):
    node = next(node for node in data["positions"] if not node["moves"])
    seeds = node["position"][:-1]
    side = node["position"][-1]
    other_side = {"S": "N", "N": "S"}[side]
    node["position"] = f"9,{seeds}{other_side}"


@pytest.mark.parametrize(
    "damage",
    few(
        [
            _counted_from_the_end,
            _a_win_of_nothing,
            _an_end_with_moves,
            _never_reached,
            _another_side_in_the_name,
        ],
        one_in=3,
    ),
    ids=lambda damage: damage.__name__.strip("_"),
)
def test_a_game_is_whole_and_its_positions_follow_each_other(damage):
    data = certificate(kit_of("awari-mini"))
    damage(data)
    assert refusal(GENERAL, data)
