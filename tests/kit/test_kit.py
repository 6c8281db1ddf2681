"""Kits: editions, ids, colours, mirror images, and kit.json there and back."""

import json
import pickle

import pytest
from counting import at_least_one
from hypothesis import given
from hypothesis import strategies as st
from jobs import LANGUAGES

from kitgen.errors import KitFileError, UnknownNameError, UsageError
from kitgen.games import make_game
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.kit.kit import can_be_drawn, row_letter
from kitgen.kit.kit_json import kit_data, read_kit, write_kit
from kitgen.reading.templates import Templates
from kitgen.theory.explore import Graph, Symmetries

EDITIONS = {"her": (19, 45), "him": (18, 37), "gardner24": (24, 55)}


@pytest.fixture(scope="module", params=EDITIONS)
def kit(request):
    return build_kit(request.param)


def test_editions_have_their_boxes_and_beads(kit):
    assert (len(kit.boxes), kit.beads) == EDITIONS[kit.name]


def test_the_former_gardner24_names_its_five_mirror_images():
    kit = build_kit("gardner24@1")
    assert [sum(box.turn == turn for box in kit.boxes) for turn in (1, 2, 3)] == [2, 11, 11]
    boxes = {box.id: box for box in kit.boxes}
    mirrored = [box for box in kit.boxes if box.mirror_of]
    assert len(mirrored) == 5
    mirror = kit.game.symmetries[1]
    for box in mirrored:
        assert mirror.position(boxes[box.mirror_of].position) == box.position
    mirrors = {
        kit.game.text(position)
        for box in mirrored
        for position in (box.position, boxes[box.mirror_of].position)
    }
    named = {".bb/bww/w.. b", ".b./bww/... b", "b../bbw/... b", ".b./wb./... b", "b../bw./... b"}
    assert named <= mirrors


def test_colours_letters_and_symbols_differ_within_a_box(kit):
    for box in at_least_one(kit.boxes):
        for part in ("key", "letter", "symbol"):
            values = [getattr(slot.colour, part) for slot in box.slots]
            assert len(set(values)) == len(values)


def test_ids_are_a_letter_for_the_turn_and_a_number(kit):
    assert len({box.id for box in kit.boxes}) == len(kit.boxes)
    for box in kit.boxes:
        assert box.id[0] == row_letter(box.turn)


def test_unmerged_boxes_have_a_slot_for_each_move():
    assert build_kit("her", Wish(merged=False)).beads == 47
    assert build_kit("menace", Wish(merged=False)).beads == 1917


def test_forced_positions_can_be_left_out():
    kit = build_kit("her", Wish(forced="skip"))
    assert len(kit.boxes) == 17
    assert all(len(box.slots) > 1 for box in kit.boxes)


def test_kit_json_there_and_back(kit):
    again = read_kit(write_kit(kit), "kit.json")
    assert again == kit
    assert write_kit(again) == write_kit(kit)


def test_kit_json_says_what_its_page_promises(kit):
    data = json.loads(write_kit(kit))
    assert data["schema"] == "kitgen/kit@3"
    slot = data["boxes"][0]["slots"][0]
    wanted = {"move", "equivalent", "colour", "letter", "symbol", "beads", "verdict", "plies"}
    assert wanted <= slot.keys()
    assert {slot["verdict"] for box in data["boxes"] for slot in box["slots"]} <= {
        "wins",
        "draws",
        "loses",
    }


def test_the_hash_changes_with_whatever_was_chosen():
    her = build_kit("her")
    assert build_kit("her").hash == her.hash
    assert build_kit("hexapawn:3x3").hash != her.hash  # another name and title stand on its sheets
    others = [
        Wish(side="white"),
        Wish(palette="grey"),
        Wish(forced="skip"),
        Wish(merged=False),
        Wish(language="it"),
    ]
    assert len({her.hash, *(build_kit("her", wish).hash for wish in others)}) == len(others) + 1


DAMAGE = {
    "no JSON": lambda _: b"{",
    "no text": lambda _: b"\xff\xfe\x00",
    "empty": lambda _: b"",
    "a list": lambda _: b"[]",
    "another file": lambda _: b'{"name": "her"}',
    "another version": lambda d: json.dumps(d | {"schema": "kitgen/kit@99"}).encode(),
    "an unknown key": lambda d: json.dumps(d | {"colour": 1}).encode(),
    "no boxes": lambda d: json.dumps({k: v for k, v in d.items() if k != "boxes"}).encode(),
    "boxes of text": lambda d: json.dumps(d | {"boxes": ["A1"]}).encode(),
    "another game": lambda d: json.dumps(d | {"game": "chess"}).encode(),
    "a size that does not fit": lambda d: json.dumps(d | {"game": "hexapawn:4x4"}).encode(),
    "another side": lambda d: json.dumps(d | {"choices": d["choices"] | {"side": "red"}}).encode(),
    "a changed hash": lambda d: json.dumps(d | {"hash": "0" * 64}).encode(),
    "a colour that is not there": lambda d: json.dumps(d | {"palette": d["palette"][1:]}).encode(),
    "nothing": lambda _: b"null",
    "a schema that is a number": lambda d: json.dumps(d | {"schema": 1}).encode(),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_kit_is_refused_in_one_line(damage):
    with pytest.raises(KitFileError) as refused:
        read_kit(damage(kit_data(build_kit("her"))), "some/kit.json")
    assert "some/kit.json" in str(refused.value)
    assert "\n" not in str(refused.value)


@given(st.data())
def test_a_kit_with_any_value_replaced_is_refused_and_never_breaks(data):
    plain = json.loads(write_kit(build_kit("her")))
    place = plain
    while isinstance(place, dict | list) and place:
        key = data.draw(
            st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place)))
        )
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            before = place[key]
            place[key] = data.draw(
                st.none() | st.integers() | st.text() | st.just([]) | st.just({})
            )
            break
        place = place[key]
    if place[key] == before or key in ("name", "title", "command"):
        return
    if (key, place[key]) in (("win", {}), ("draw", {})):
        return  # Gardner's rule changes nothing then, and an empty table says the same
    with pytest.raises(KitFileError):
        read_kit(json.dumps(plain).encode(), "kit.json")


@pytest.mark.parametrize(
    ("name", "wish", "says"),
    [
        ("her", Wish(side="blakc"), "black"),
        ("her", Wish(palette="gray"), "grey"),
        ("her", Wish(rule="gardener"), "gardner"),
        ("her", Wish(language="xx"), ", ".join(LANGUAGES)),
        ("hr", Wish(), "her"),
        ("gardner25", Wish(), "gardner24"),
        ("hexapwn:3x3", Wish(), "hexapawn"),
    ],
)
def test_close_names_are_suggested(name, wish, says):
    with pytest.raises(UnknownNameError, match=says):
        build_kit(name, wish)


def test_a_palette_with_too_few_colours_is_refused():
    with pytest.raises(UsageError, match="colours"):
        build_kit("hexapawn:8x2", Wish(side="white", merged=False))


def test_one_more_language_changes_no_hash(tmp_path):
    """The hash stands on sheets that have been printed: a title in a language of tomorrow leaves
    it as it is.
    """
    rules = tmp_path / "rules"
    rules.mkdir()
    shipped = Templates().read("rules", "gardner", dict)
    assert len(shipped["title"]) >= 3
    text = (Templates().roots[-1] / "rules" / "gardner.toml").read_text(encoding="utf-8")
    (rules / "gardner.toml").write_text(
        text.replace("[title]\n", '[title]\nxx = "Tomorrow"\n'), encoding="utf-8"
    )
    assert build_kit("her", templates=Templates(tmp_path)).hash == build_kit("her").hash
    assert "es" in build_kit("her", Wish(language="es")).rule.title
    assert "es" not in build_kit("her").rule.title


def test_what_is_done_is_told_step_by_step():
    told = []
    build_kit("her", progress=lambda *step: told.append(step))
    assert told == [
        ("solving hexapawn:3x3", 0, None),
        ("making the boxes of hexapawn:3x3", 0, None),
    ]


@pytest.mark.parametrize(
    ("spec", "drawn"),
    [
        ("hexapawn:3x3", False),
        ("dodgem:3x3", True),
        ("awari:2x2", True),
        ("told:pong-hau-ki", True),
        ("told:hare-hounds-end", False),
    ],
)
def test_points_and_repetitions_can_end_a_game_in_a_draw(spec, drawn):
    """Before any position of it is looked at; not where a side wins whoever repeats."""
    game = make_game(spec)
    assert can_be_drawn(game, Graph(game, Symmetries(game), ())) is drawn


@pytest.mark.parametrize("name", ["her", "awari-mini"])
def test_a_kit_can_be_handed_to_another_process_after_kernels_have_looked_at_its_game(name):
    """``verify`` does so."""
    kit = build_kit(name)
    assert kit.game.words is kit.game.words is not None
    again = pickle.loads(pickle.dumps(kit))  # noqa: S301 - written in the same line
    assert write_kit(again) == write_kit(kit)
