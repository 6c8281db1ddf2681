"""What ``kitgen diff`` finds between two kits, and what ``kitgen doctor`` finds in this one's
house.
"""

import json
from dataclasses import replace

import msgspec
import pytest
from command_answers import result_of, run
from counting import at_least_one
from palette_colours import GREY, PALETTE

import kitgen
from kitgen.cli.commands import doctor
from kitgen.inquiries.differences import Difference
from kitgen.installing.extras import EXTRA_OF
from kitgen.installing.installation import install_command
from kitgen.kit.kit_json import with_hash, write_kit


@pytest.fixture(scope="module")
def her():
    return kitgen.make_kit("her")


def changed(kit, box_id, **slot):
    """Return a kit in which the first slot of a box is another."""
    boxes = [
        replace(box, slots=(replace(box.slots[0], **slot), *box.slots[1:]))
        if box.id == box_id
        else box
        for box in kit.boxes
    ]
    return replace(kit, boxes=tuple(boxes))


@pytest.mark.parametrize(
    ("second", "found"),
    [
        ({}, []),
        ({"palette": "grey"}, f"palette: {PALETTE} in the first, {GREY} in the second"),
        ({"language": "it"}, "language: en in the first, it in the second"),
        ({"rule": "michie"}, "rule: gardner in the first, michie in the second"),
        ({"merged": False}, "merged: yes in the first, no in the second"),
        ({"express": True}, "express: no in the first, yes in the second"),
    ],
)
def test_choices_that_differ_are_named(second, found, her):
    lines = [str(one) for one in kitgen.diff(her, kitgen.make_kit("her", **second))]
    assert (lines and lines[0]) == found


def test_every_change_of_a_box_is_named(her):
    box = her.boxes[1]
    move = "=".join(map(her.game.move_text, box.slots[0].moves))
    text = her.game.text(box.position)
    (beads,) = kitgen.diff(her, changed(her, box.id, beads=7))
    assert beads == Difference(f"box {box.id}, move {move}", "1 red", "7 red")
    (colour,) = kitgen.diff(changed(her, box.id, colour=her.palette[3]), her)
    assert str(colour) == f"box {box.id}, move {move}: 1 green in the first, 1 red in the second"
    fewer = replace(her, boxes=tuple(one for one in her.boxes if one is not box))
    assert [str(one) for one in kitgen.diff(her, fewer)] == [
        f"box {box.id}: only in the first: {text}"
    ]
    assert [str(one) for one in kitgen.diff(fewer, her)] == [
        f"box {box.id}: only in the second: {text}"
    ]
    other = replace(
        her, boxes=tuple(replace(one, id="Z9") if one is box else one for one in her.boxes)
    )
    assert [str(one) for one in kitgen.diff(her, other)] == [
        f"the box of {text}: {box.id} in the first, Z9 in the second"
    ]
    pale = msgspec.structs.replace(her.palette[0], fill="#FFEEEE")
    assert [
        one.what for one in kitgen.diff(her, replace(her, palette=(pale, *her.palette[1:])))
    ] == ["colour red"]


@pytest.mark.parametrize(
    ("looks", "said"),
    [
        ({"name": "rose"}, "rose R disc solid #D55E00"),
        ({"letter": "Q"}, "red Q disc solid #D55E00"),
        ({"symbol": "star"}, "red R star solid #D55E00"),
        ({"line": "dashed"}, "red R disc dashed #D55E00"),
        ({"fill": "#FFEEEE"}, "red R disc solid #FFEEEE"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_every_look_of_a_colour_is_compared(looks, said, her):
    red = msgspec.structs.replace(
        her.palette[0], name="red", letter="R", symbol="disc", line="solid", fill="#D55E00"
    )
    other = msgspec.structs.replace(red, **looks)
    first = replace(her, palette=(red, *her.palette[1:]))
    second = replace(her, palette=(other, *her.palette[1:]))
    (found,) = kitgen.diff(first, second)
    assert found == Difference("colour red", "red R disc solid #D55E00", said)
    assert kitgen.diff(second, first) == [Difference("colour red", said, found.first)]


def test_a_colour_that_one_kit_lacks_is_only_in_the_other(her):
    fewer = replace(her, palette=her.palette[:-1])
    (gone,) = kitgen.diff(her, fewer)
    assert (gone.what, gone.second) == (f"colour {her.palette[-1].key}", "")
    (added,) = kitgen.diff(fewer, her)
    assert (added.first, added.second) == ("", gone.first)
    assert str(gone) == f"{gone.what}: only in the first: {gone.first}"
    assert str(added) == f"{added.what}: only in the second: {gone.first}"


@pytest.mark.parametrize("key", ["win", "draw", "loss"])
def test_each_table_of_the_learning_rule_is_compared(key, her):
    """Of rules of the same name, too."""
    change = msgspec.structs.replace(getattr(her.rule, key), every=-7)
    harsher = replace(her, rule=msgspec.structs.replace(her.rule, **{key: change}))
    (found,) = kitgen.diff(her, harsher)
    assert found.what == f"learning rule, {key}"
    assert json.loads(found.first)["every"] == 0
    assert json.loads(found.second)["every"] == -7


def test_what_an_empty_box_means_is_compared(her):
    draws = replace(her, rule=msgspec.structs.replace(her.rule, empty="draw"))
    assert kitgen.diff(her, draws) == [Difference("learning rule, empty", "resign-blame", "draw")]


def test_a_move_without_beads_is_said_so(her):
    box = her.boxes[1]
    (found,) = kitgen.diff(changed(her, box.id, beads=0), her)
    assert (found.first, found.second) == ("no bead", "1 red")


def test_the_differences_are_counted_and_a_table(her):
    assert kitgen.diff(her, her).summary() == "no differences"
    assert kitgen.diff(her, her).table() == []
    one = kitgen.diff(her, kitgen.make_kit("her", express=True))[:1]
    assert type(kitgen.diff(her, her))(one).summary() == "1 difference"
    twice = type(kitgen.diff(her, her))([*one, Difference("box A1", "x", "")])
    assert twice.summary() == "2 differences"
    assert twice.table() == [
        {"what": "express", "first": "no", "second": "yes"},
        {"what": "box A1", "first": "x", "second": ""},
    ]


def test_kits_differ_just_when_their_hashes_do():
    """Not of language and title: the one is a difference that the hash may leave out, the other
    is none.
    """
    kits = [
        kitgen.make_kit("her", **more)
        for more in ({}, {"rule": "michie"}, {"palette": "grey"}, {"express": True})
    ]
    for one in at_least_one(kits):
        for other in at_least_one(kits):
            assert (kitgen.diff(one, other) == []) == (one.hash == other.hash)


def test_machines_for_different_sides_are_not_told_box_by_box():
    assert [one.what for one in kitgen.diff("her", "him")] == ["side"]


def test_the_command_says_it_and_leaves_with_what_it_found(tmp_path, her):
    path = tmp_path / "kit.json"
    path.write_bytes(write_kit(with_hash(changed(her, "A1", beads=2))))
    same = run("diff", "her", "hexapawn:3x3")
    assert (same.exit_code, same.stdout) == (0, "The kits are the same.\n")
    differs = run("diff", "her", path)
    assert differs.exit_code == 1
    assert differs.stdout.endswith("1 red in the first, 2 red in the second\n1 difference\n")
    assert result_of(run("diff", "her", path, "--json").stdout)[0]["second"] == "2 red"
    assert run("diff", "her").exit_code == 2
    assert run("diff", "her", "hre").exit_code == 2


def test_the_doctor_finds_what_is_declared():
    done = run("doctor")
    assert done.exit_code == 0
    assert done.stdout.endswith("right: nothing that printing needs is missing\n")
    output = result_of(run("doctor", "--json").stdout)
    assert (output["verdict"], output["passed"], output["not_read"]) == ("right", True, [])
    found = output["findings"]
    names = {
        one["name"].lower().replace("-", "_")
        for one in at_least_one(found)
        if one["group"] == "library"
    }
    assert {
        "opencv_python_headless" if name == "cv2" else name.lower() for name in EXTRA_OF
    } <= names
    assert {"click", "msgspec", "reportlab"} <= names
    assert {one["name"] for one in found if one["group"] == "typeface"} >= {
        "KitgenSans-Regular",
        "KitgenSans-Bold",
    }


def test_the_doctor_misses_what_is_missing(monkeypatch):
    asked_for = [
        "click>=8",
        "no-such-library>=1",
        "no_such_cutter>=2; extra == 'laser'",
        "kitgen[lab]; extra == 'all'",
    ]
    monkeypatch.setattr(doctor.metadata, "requires", lambda _name: asked_for)
    done = run("doctor")
    assert done.exit_code == 1
    assert f"  no_such_cutter           not installed: {install_command('laser')}\n" in done.stdout
    assert done.stdout.endswith("wrong: no-such-library missing\n")
    assert result_of(run("doctor", "--json").stdout)["verdict"] == "wrong"


def test_the_doctor_does_not_decide_where_it_does_not_know_what_is_needed(monkeypatch):
    def not_installed(name):
        raise doctor.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(doctor.metadata, "requires", not_installed)
    done = run("doctor")
    assert done.exit_code == 3
    assert done.stdout.splitlines()[-2:] == [
        doctor.UNKNOWN_LIBRARIES,
        "not decided: nothing wrong was found, but 1 thing was not read or decided",
    ]
    assert result_of(run("doctor", "--json").stdout)["not_read"] == [doctor.UNKNOWN_LIBRARIES]
