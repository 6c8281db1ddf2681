"""Certificates: both checkers, as programs without kitgen, verify those of kits and refuse every damaged one."""

import copy
import json
import random
import subprocess
import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from click.testing import CliRunner
from counting import some
from jobs import kit_of
from places import DOCS
from sampling import few, sample

from kitgen.cli.main import main
from kitgen.kit.build import make_kit
from kitgen.kit.choices import Wish
from kitgen.verification.certificate import certificate, seal, write_certificate

GENERAL, HEXAPAWN = DOCS / "check_certificate.py", DOCS / "check_hexapawn.py"

KITS = [
    ("her", {}), ("him", {}), ("gardner24", {}), ("her-3x4", {}), ("her-4x3", {}), ("hexapawn:2x4", {}),
    ("her", {"merged": False}), ("him", {"forced": "skip"}), ("ladder", {}), ("nim:12,last=loses", {"side": "first"}),
    ("menace", {}), ("her", {"express": True}), ("him", {"opponent": "sensible"}),
    ("her-4x3", {"express": True, "opponent": "sensible", "forced": "skip"}), ("ladder", {"express": True}),
    ("awari-mini", {}), ("awari-3x1", {"express": True}), ("dodgem", {}),
]  # fmt: skip


def run(checker, path):
    """Run a checker in a Python that finds no package of ours."""
    return subprocess.run([sys.executable, "-I", checker, path], capture_output=True, text=True, check=False)


def written(data, folder, *, sealed=True):
    path = folder / "certificate.json"
    path.write_text(json.dumps(data | ({"sha256": seal(data)} if sealed else {})))
    return path


@pytest.mark.parametrize(
    ("name", "wish"), sample(KITS, one_in=3), ids=[f"{name.split(',')[0]}-{n}" for n, (name, _) in enumerate(KITS)]
)
def test_both_checkers_verify_the_certificate_of_a_kit(name, wish, tmp_path):
    kit = make_kit(name, Wish(**wish))
    write_certificate(kit, tmp_path / "c.json")
    claims = json.loads((tmp_path / "c.json").read_text())["claims"]
    assert (claims["boxes"], claims["beads"]) == (len(kit.boxes), kit.beads)
    for checker in (GENERAL, HEXAPAWN) if kit.game.name == "hexapawn" else (GENERAL,):
        done = run(checker, tmp_path / "c.json")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"verified: {kit.game_spec}")
        assert str(claims) in done.stdout


def test_a_certificate_of_another_game_is_not_one_of_hexapawn(tmp_path):
    done = run(HEXAPAWN, written(certificate(kit_of("ladder")), tmp_path))
    assert (done.returncode, done.stderr) == (1, "refused: it is not of Hexapawn\n")


def test_checkers_know_nothing_of_kitgen():
    for checker in some((GENERAL, HEXAPAWN)):
        lines = checker.read_text().splitlines()
        used = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}
        assert used <= {"json", "sys", "hashlib", "re", "functools", "graphlib"}
        assert len([line for line in lines if line]) < 150


def leaves(data, path=()):
    """Every place in plain data that holds a figure, a word or nothing."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from leaves(value, (*path, number))
    else:
        yield path


#: What a checker, run as a program, says in one line of refusal.
DAMAGED = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)
#: What only tells where a certificate comes from, and what only matters to a kit: checked by the seal alone.
TOLD = {"kit"}


def changed(value, rng):
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1))
    if value is None:
        return rng.choice((0, 1, -1))
    return value[:-1] + ("x" if value[-1:] != "x" else "y")


@cache
def loaded(checker):
    """A checker as a module: thousands of certificates are checked in the time in which Python starts."""
    spec = spec_from_file_location(checker.stem, checker)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def refused(data, checkers):
    """Return whether one of the checkers refuses a certificate that is sealed anew, in one line."""
    count = 0
    for checker in checkers:
        try:
            loaded(checker).check(json.loads(json.dumps(data | {"sha256": seal(data)})))
        except SystemExit as why:
            count += str(why).startswith("refused: ") and "\n" not in str(why)
        except DAMAGED:
            count += 1
    return count > 0


@pytest.mark.parametrize(
    ("name", "wish"),
    sample([
        ("her", {}), ("him", {"opponent": "sensible"}), ("her", {"express": True}), ("ladder", {}), ("awari-mini", {}),
    ], one_in=3),
    ids=str,
)  # fmt: skip
def test_each_wrong_figure_or_word_is_refused_although_it_is_sealed_anew(name, wish):
    made = certificate(kit_of(name, **wish))
    knows = kit_of(name, **wish).game.name == "hexapawn"
    checkers = (GENERAL, HEXAPAWN) if knows else (GENERAL,)
    rng = random.Random(name)
    places = [path for path in leaves(made) if path[0] not in TOLD | {"sha256"}]
    kinds = {}
    for path in places:  # some of each kind of place, whatever box, position or move it is of
        kinds.setdefault(tuple(step for step in path if len(str(step)) > 1 and str(step).isalpha()), []).append(path)
    tried = 0
    for paths in some(list(kinds.values()), 10):
        for path in rng.sample(paths, min(6 if knows else 3, len(paths))):
            data = copy.deepcopy(made)
            inside = data
            for step in path[:-1]:
                inside = inside[step]
            inside[path[-1]] = changed(inside[path[-1]], rng)
            if not knows and (
                {"position", "moves", "wins", "left"} & set(path) or path[0] in ("game", "sides", "merged")
            ):
                continue  # what moves lead to and win, one that knows no rules has to believe
            assert refused(data, checkers), path
            tried += 1
    assert tried >= (50 if knows else 20)


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
    slots = next(box["slots"] for box in data["boxes"].values() if not all(slot["good"] for slot in box["slots"]))
    for slot in slots:
        slot["good"] = True


def _all_worth_turned(data):
    for node in data["positions"]:
        node["value"] = -node["value"]
    data["claims"]["value"] = -data["claims"]["value"]


def _slots_exchanged(data):
    slots = next(box["slots"] for box in data["boxes"].values() if len({one["value"] for one in box["slots"]}) > 1)
    slots.reverse()


def _swapped_boxes(data):
    first, second, *_ = data["boxes"]
    data["boxes"][first], data["boxes"][second] = data["boxes"][second], data["boxes"][first]


def _beads_of_text(data):
    next(iter(data["boxes"].values()))["slots"][0]["beads"] = "1"


def _no_claims(data):
    del data["claims"]


DAMAGE = [
    _drop_box, _add_box, _drop_position, _double_position, _drop_move, _move_elsewhere, _circle, _other_machine,
    _bad_bead_called_good, _all_worth_turned, _slots_exchanged, _swapped_boxes, _beads_of_text, _no_claims,
]  # fmt: skip


@pytest.mark.parametrize("damage", few(DAMAGE, one_in=3), ids=lambda damage: damage.__name__.strip("_"))
@pytest.mark.parametrize("checker", [GENERAL, HEXAPAWN], ids=lambda checker: checker.stem)
def test_each_kind_of_damage_is_refused_by_each_checker(checker, damage, tmp_path):
    data = certificate(kit_of("her"))
    damage(data)
    assert refused(data, (checker,))
    if damage is _circle:  # once as a program: one line, no traceback
        done = run(checker, written(data, tmp_path))
        assert (done.returncode, len(done.stderr.splitlines()), done.stderr[:8]) == (1, 1, "refused:")


def test_rules_that_hang_together_but_are_not_those_of_hexapawn_are_refused_by_the_one_who_knows(tmp_path):
    """A smaller game passed off as a larger one convinces whoever does not know the rules."""
    data = certificate(make_kit("hexapawn:2x4")) | {"game": "hexapawn:4x2"}
    assert run(GENERAL, written(data, tmp_path)).returncode == 0
    assert run(HEXAPAWN, written(data, tmp_path)).returncode == 1


@pytest.mark.parametrize("checker", [GENERAL, HEXAPAWN], ids=lambda checker: checker.stem)
def test_a_single_changed_byte_is_refused(checker, tmp_path):
    write_certificate(kit_of("him"), tmp_path / "c.json")
    good = (tmp_path / "c.json").read_bytes()
    rng = random.Random(1)
    count = 0
    for _ in range(15):
        data = bytearray(good)
        at = rng.choice([number for number, byte in enumerate(good) if chr(byte).isalnum()])
        data[at] = ord("7") if data[at] != ord("7") else ord("8")
        (tmp_path / "c.json").write_bytes(bytes(data))
        done = run(checker, tmp_path / "c.json")
        assert (done.returncode, done.stderr[:8]) == (1, "refused:"), at
        count += 1
    assert count == 15


@pytest.mark.parametrize("text", ["", "[]", "{}", "5", '{"sha256": 1}', "[" * 5000, '{"sha256": "x", "positions": []}'])
@pytest.mark.parametrize("checker", [GENERAL, HEXAPAWN], ids=lambda checker: checker.stem)
def test_what_is_no_certificate_is_refused_in_one_line(checker, text, tmp_path):
    path = tmp_path / "c.json"
    path.write_text(text)
    done = run(checker, path)
    assert (done.returncode, len(done.stderr.splitlines()), done.stderr[:8]) == (1, 1, "refused:")


def test_the_command_writes_a_certificate_of_what_passes(tmp_path):
    path = tmp_path / "her.json"
    done = CliRunner().invoke(main, ["verify", "her", "--certificate", str(path)])
    assert (done.exit_code, run(GENERAL, path).returncode) == (0, 0)
    again = path.read_bytes()
    write_certificate("her", path)
    assert path.read_bytes() == again


def _plays_nothing(data):
    next(node for node in data["positions"] if "plays" in node)["plays"] = "z9"


def _plays_where_it_could_learn(data):
    node = next(node for node in data["positions"] if "box" in node)
    node["plays"] = node.pop("drawn")[0]
    del node["box"], node["slots"]


def _always_called_a_box(data):
    node = next(node for node in data["positions"] if "plays" in node)
    node["box"] = next(iter(data["boxes"]))


def _not_an_express_kit(data):
    data["express"] = False


def _any_opponent(data):
    data["opponent"] = "any"


@pytest.mark.parametrize(
    "damage",
    [_plays_nothing, _plays_where_it_could_learn, _always_called_a_box, _not_an_express_kit, _any_opponent, _drop_box],
    ids=lambda damage: damage.__name__.strip("_"),
)
@pytest.mark.parametrize("checker", [GENERAL, HEXAPAWN], ids=lambda checker: checker.stem)
def test_a_kit_without_a_box_for_each_decision_leaves_out_no_others(checker, damage):
    data = certificate(kit_of("her", express=True, opponent="sensible"))
    damage(data)
    assert refused(data, (checker,))


def ring(value, plies):
    """Two positions that lead to each other, and one of them to an end that is a draw: nobody can force anything."""
    worth = {"value": value, "plies": plies[0]}
    other = {"value": -value, "plies": plies[1]}
    return [
        {"position": "a", "mover": 0, "result": None, "moves": {"x": 1}} | worth,
        {"position": "b", "mover": 1, "result": None, "moves": {"x": 0, "y": 2}} | other,
        {
            "position": "c",
            "mover": 0,
            "result": -1 if value else 0,
            "value": -1 if value else 0,
            "plies": 0,
            "moves": {},
        },
    ]


@pytest.mark.parametrize("plies", [(1, 2), (2, 1), (3, 2), (None, None), (0, 0)])
def test_going_round_in_circles_wins_nothing(plies):
    """Side 1 wins from here; that side 0 does, because it never ends, no count of plies makes believe."""
    nodes = ring(1, plies)
    with pytest.raises(SystemExit, match=r"is worth|put off"):
        [loaded(GENERAL).check_worth(node, nodes, points=False) for node in nodes]


@pytest.mark.parametrize("plies", [(2, 1)])
def test_a_draw_on_a_ring_is_believed(plies):
    nodes = ring(0, plies)
    for node in some(nodes):
        loaded(GENERAL).check_worth(node, nodes, points=False)


def test_points_that_all_positions_claim_alike_are_refused():
    """A constant added to the worth of each position still fits every move; only the plies tell."""
    data = certificate(kit_of("awari-mini"))
    for node in some(data["positions"]):
        if node["moves"]:
            node["value"] += 1 if node["mover"] == 0 else -1
    assert refused(data, (GENERAL,))


def test_a_game_in_which_points_could_be_won_for_ever_is_refused():
    data = certificate(kit_of("awari-mini"))
    for node in some(data["positions"]):
        node["left"] = 5
    assert refused(data, (GENERAL,))
