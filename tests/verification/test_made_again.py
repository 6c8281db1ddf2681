"""A kit is made again from its choices and compared whole: whatever is changed in its file is
found and named.
"""

import json
import re
from dataclasses import replace

import pytest
from jobs import kit_of
from kit_fields import FIELDS, valid_changes
from sampling import few, sample

from kitgen.errors import KitFileError
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.kit.kit_json import read_kit, with_hash, write_kit
from kitgen.reading.templates import Templates
from kitgen.verification.kit_checks import kit_checks
from kitgen.verification.remade_kit import made_again


def changed(change, name="her"):
    """A kit whose file somebody has changed, and sealed anew."""
    data = json.loads(write_kit(kit_of(name)))
    change(data)
    return with_hash(read_kit(json.dumps(data).encode(), "kit.json", trust=True))


def exchange(data, key):
    one, two = data["palette"][:2]
    one[key], two[key] = two[key], one[key]
    for box in data["boxes"]:
        for slot in box["slots"]:
            own = next(colour for colour in data["palette"] if colour["key"] == slot["colour"])
            slot.update({part: own[part] for part in ("letter", "symbol")})


CHANGES = {
    "losses rewarded": (
        lambda d: d["rule"]["loss"].update(from_end=[3]),
        "rule, loss, from_end 1: 3 instead of -1",
    ),
    "wins punished": (
        lambda d: d["rule"]["win"].update(every=-1),
        "rule, win, every: -1 instead of 0",
    ),
    "an empty box refilled": (
        lambda d: d["rule"].update(empty="refill"),
        "rule, empty: refill instead of",
    ),
    "more beads at the start": (
        lambda d: d["rule"].update(start=[2]),
        "rule, start 1: 2 instead of 1",
    ),
    "a floor": (lambda d: d["rule"].update(floor=1), "rule, floor: 1 instead of 0"),
    "a ceiling": (lambda d: d["rule"].update(ceiling=5), "rule, ceiling: 5 instead of nothing"),
    "another source": (lambda d: d["rule"].update(source="me"), "rule, source"),
    "another name of the rule": (lambda d: d["rule"]["title"].update(en="X"), "rule, title, en: X"),
    "colours exchanged": (lambda d: exchange(d, "fill"), "palette red, fill"),
    "names of colours exchanged": (lambda d: exchange(d, "name"), "palette red, name"),
    "letters exchanged": (lambda d: exchange(d, "letter"), "palette red, letter"),
    "symbols exchanged": (lambda d: exchange(d, "symbol"), "palette red, symbol"),
    "another line": (lambda d: d["palette"][0].update(line="dotted"), "palette red, line"),
    "another title": (lambda d: d.update(title="HIM"), "title: HIM instead of"),
    "another name": (lambda d: d.update(name="him"), "name: him instead of her"),
    "another rule chosen": (lambda d: d["choices"].update(rule="michie"), "rule"),
    "another palette chosen": (lambda d: d["choices"].update(palette="grey"), "palette"),
    "another opponent chosen": (lambda d: d["choices"].update(opponent="sensible"), "command"),
    "another command": (lambda d: d.update(command="kitgen print her --unmerged"), "command"),
    "another game in the command": (lambda d: d.update(command="kitgen print menace"), ""),
    "another id": (
        lambda d: d["boxes"][1].update(id="A9"),
        "boxes A9",
    ),
    "a worth": (
        lambda d: d["boxes"][0]["slots"][0].update(plies=99),
        "boxes A1, slots 1, plies: 99",
    ),
    "a draw": (lambda d: d.update(draws=True), "draws: true instead of false"),
}


@pytest.mark.parametrize(("change", "says"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_found_and_named(change, says):
    found = made_again(changed(change))
    assert found.verdict == "wrong"
    assert any(says in fault for fault in found.faults), found.faults


#: What a machine in training has beside has tests of its own.
PLAIN = [path for path in FIELDS if path[0] not in ("given", "played", "hash")]


@pytest.mark.parametrize(("path", "name"), few(PLAIN, ["her", "ladder"], one_in=10))
def test_no_field_can_be_changed_unnoticed_although_the_hash_is_made_anew(path, name):
    """``benchmarks/planted_kits.py`` tries thousands, in kits of all games."""
    plain = json.loads(write_kit(kit_of(name)))
    passed = []
    for data in list(valid_changes(plain, path, FIELDS[path]))[:2]:
        try:
            kit = with_hash(read_kit(json.dumps(data).encode(), "kit.json", trust=True))
        except KitFileError:
            continue
        checks = list(kit_checks(kit))
        if all(check.verdict in ("right", None) for check in checks) and not any(
            check.warning for check in checks
        ):
            passed.append(data)
    assert passed == []


@pytest.mark.parametrize("kit", [
    kit_of("her"), kit_of("ladder", language="it"), kit_of("gardner24", palette="grey"),
    kit_of("hexapawn:3x4", side="white", rule="michie", language="es"),
    kit_of("her", express=True, expect="sensible"),
    kit_of("her", beads=(("red", 30), ("blue", 20), ("yellow", 10), ("green", 10))),
], ids=lambda kit: kit.command)  # fmt: skip
def test_a_kit_as_it_was_made_passes(kit):
    found = made_again(kit)
    assert (found.verdict, found.faults, found.warning) == ("right", (), "")


@pytest.fixture
def own_game(tmp_path):
    """The file of a game of somebody's own: one of kitgen's with another name."""
    file = tmp_path / "ours.toml"
    text = (Templates().roots[-1] / "games" / "ttt.toml").read_text(encoding="utf-8")
    file.write_text(re.sub(r"(?m)^name = .*", 'name = "Our own game"', text), encoding="utf-8")
    return str(file)


def test_kits_of_told_games_pass_as_they_were_made(own_game):
    for kit in (build_kit("told:ttt"), build_kit(own_game, Wish(side="first"))):
        found = made_again(kit)
        assert (found.verdict, found.faults, found.warning) == ("right", (), "")


@pytest.mark.parametrize(
    ("field", "value"),
    sample(
        [
            ("title", "MENACE"),
            ("name", "menace"),
            ("command", "kitgen print our-own-game.toml --rule michie"),
            ("command", "kitgen print told:ttt"),
            ("command", "kitgen print told:other"),
            ("command", "kitgen print /dev/zero.toml"),
            ("command", "kitgen print chess"),
            ("command", ""),
        ],
        one_in=3,
    ),
)
def test_title_name_and_command_of_a_told_game_are_what_the_game_makes_them(own_game, field, value):
    found = made_again(with_hash(replace(build_kit(own_game), **{field: value})))
    assert [fault.partition(":")[0] for fault in found.faults] == [field]


def test_a_title_of_somebodys_own_is_shown_as_such(own_game):
    kit = replace(
        build_kit(own_game), name="ours", title="MENACE itself", command="kitgen print ours"
    )
    found = made_again(with_hash(kit))
    assert found.verdict == "right"
    assert found.warning == "a custom edition, 'ours', with a title of its own, 'MENACE itself'"


def test_a_kit_whose_command_names_a_file_that_it_does_not_need_fails():
    """And the file is not opened."""
    found = made_again(with_hash(replace(kit_of("her"), command="kitgen print /dev/zero.toml")))
    assert any(fault.startswith("command") for fault in found.faults)


def test_a_rule_and_a_palette_of_somebodys_own_are_shown(tmp_path):
    shipped = Templates().roots[-1]
    for kind, old, new in (("rules", "gardner", "mine"), ("palettes", "okabe-ito", "ours")):
        (tmp_path / kind).mkdir()
        (tmp_path / kind / f"{new}.toml").write_text((shipped / kind / f"{old}.toml").read_text())
    found = made_again(build_kit("her", Wish(rule="mine", palette="ours"), Templates(tmp_path)))
    assert found.verdict == "right", found.faults
    assert "a custom learning rule, 'mine'" in found.warning
    assert '"from_end":[-1]' in found.warning
    assert "a custom palette, 'ours@2': R red circle #" in found.warning


def test_names_of_colours_are_those_of_the_users_own_file():
    crimson = changed(lambda d: d["palette"][0].update(name="crimson"))
    unknown = made_again(crimson)
    assert unknown.verdict == "not decided"
    assert (
        unknown.not_read[0]
        == "kitgen calls the colour red 'red', with R; this kit 'crimson' with the letter R"
    )
    words = 'red = { name = "crimson", letter = "R" }'
    found = made_again(crimson, own_words=words)
    assert (found.verdict, found.warning) == (
        "right",
        "names and letters of colours from a custom colours.toml",
    )
    for other in (words.replace("crimson", "scarlet"), words.replace("R", "Q"), "red = 1", "["):
        assert made_again(crimson, own_words=other).verdict == "not decided"
    assert made_again(kit_of("her"), own_words=words).verdict == "right"  # it was made without them
    path = "texts/en/colours.toml"
    found = made_again(crimson, own_files={path: 'red = { name = "crimson", letter = "R" }'})
    assert found.verdict == "right", found.faults
    assert "names and letters of colours from a custom colours.toml" in found.warning
    for words in (
        'red = { name = "scarlet", letter = "R" }',
        'red = { name = "crimson", letter = "Q" }',
        "red = 1",
    ):
        assert made_again(crimson, own_files={path: words}).verdict == "wrong"
    assert made_again(crimson, own_files={"texts/it/colours.toml": "red = 1"}).verdict == "wrong"


def test_a_rule_in_a_file_is_never_read(tmp_path):
    """A kit names a file: whoever checks it need not have that, and does not look."""
    found = made_again(changed(lambda d: d["choices"].update(rule=str(tmp_path / "no.toml"))))
    assert "no.toml" in found.warning
