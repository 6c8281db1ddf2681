"""``kit.json``: versions and hash, and that docs/kit-json.md says what the code does."""

import json
import re
from dataclasses import fields

import msgspec
import pytest
from inks import PALETTE
from places import ROOT, TESTS

from kitgen.errors import KitFileError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Choices, Wish
from kitgen.kit.job_json import JobFile, JobPart, JobStock
from kitgen.kit.kit_json import kit_data, read_kit, with_hash, write_kit
from kitgen.kit.palette import SYMBOLS
from kitgen.paper.job import PartOptions
from kitgen.theory.solve import Value
from kitgen.verification.remade_kit import NAME as AGAIN
from kitgen.verification.verdict import verify_kit

PAGE = (ROOT / "docs/kit-json.md").read_text(encoding="utf-8")

#: The first digits of what stands on the sheets of today's kits; whoever changes them says so in CHANGELOG.md.
HASHES = {
    "gardner24": "25a0dc28",
    "her": "c8a83c0e",
    "ladder": "edc1cdf2",
    "menace": "72b8143e",
}
KITS = TESTS / "golden/kits"
#: Files that kitgen wrote in earlier versions, with the hash that stands on their sheets.
EARLIER = {
    "her-1": "1b3a9600362be2051c143dda44ad9b3bbdbf3b20bba8328418155d44b4eebfe4",
    "her-2": "1b3a9600362be2051c143dda44ad9b3bbdbf3b20bba8328418155d44b4eebfe4",
    "ladder-1": "93666410",
    "ladder-2": "93666410",
}


@pytest.mark.parametrize(("name", "digits"), HASHES.items())
def test_the_hash_is_what_it_was(name, digits):
    """These are of kits in the usual palette: a new version of it has new ones."""
    assert build_kit(name).short_hash == digits


@pytest.mark.parametrize(("file", "printed"), EARLIER.items())
def test_an_earlier_version_is_read_as_what_is_written_today(file, printed):
    name = file.partition("-")[0]
    again = read_kit((KITS / f"{file}.json").read_bytes(), "kit.json")
    assert again == read_kit((KITS / f"{name}-3.json").read_bytes(), "kit.json")
    assert again.earlier.startswith(printed)
    assert again.printed_hash == printed[:8] != again.short_hash
    assert any(box.arrivals for box in again.boxes)
    (check,) = [check for check in verify_kit(file, again).checks if check.name == "the hash fits the kit"]
    assert check.passed
    assert "does not cover name, title, command" in check.reason
    assert read_kit(write_kit(again), "kit.json").printed_hash == again.short_hash


@pytest.mark.parametrize("file", ["her-3", "her-express-3", "ladder-3"])
def test_kits_whose_boxes_and_beads_were_called_otherwise_are_read_and_right(file):
    """Ids by turn where there is one row now, ids of their own for what is always played, beads called as columns."""
    kit = read_kit((KITS / f"{file}.json").read_bytes(), "kit.json")
    assert kit.hash == json.loads((KITS / f"{file}.json").read_bytes())["hash"]
    failed = [check.name for check in verify_kit(file, kit).checks if check.passed is False]
    assert failed == [AGAIN]  # whoever prints it today prints it otherwise
    today = build_kit(file.partition("-")[0], Wish(express="express" in file, language=kit.choices.language))
    boxes = {box.position: box for box in today.all_boxes}
    assert {box.position for box in kit.all_boxes} == boxes.keys()
    renamed = [box for box in kit.all_boxes if boxes[box.position].id != box.id]
    assert len(renamed) == {"her-3": 0, "her-express-3": 15, "ladder-3": 9}[file]


def test_version_1_has_no_words_of_version_2():
    data = json.loads((KITS / "her-1.json").read_text()) | {"draws": False}
    with pytest.raises(KitFileError, match="unknown key 'draws'"):
        read_kit(json.dumps(data).encode(), "kit.json")


def test_what_an_earlier_version_is_read_from_may_be_written_otherwise():
    data = json.loads((KITS / "her-2.json").read_text()) | {"title": "Our machine", "name": "ours"}
    kit = read_kit(json.dumps(data).encode(), "kit.json")
    assert (kit.title, kit.name, kit.printed_hash) == ("Our machine", "ours", "1b3a9600")
    assert kit.hash != build_kit("her").hash


CHANGES = {
    "beads": ("1", lambda d: d["boxes"][0]["slots"][0].update(beads=2)),
    "a hash": ("1", lambda d: d.update(hash="0" * 64)),
    "another outcome": ("2", lambda d: d["outcome"].update(plies=4)),
    "draws": ("2", lambda d: d.update(draws=True)),
    "another arrival": ("2", lambda d: d["boxes"][3].update(arrivals=[[8, 4]])),
    "another checksum": ("2", lambda d: d.update(checksum="0" * 64)),
    "more beads": ("2", lambda d: d["boxes"][0]["slots"][0].update(beads=2)),
}


@pytest.mark.parametrize(("version", "change"), CHANGES.values(), ids=CHANGES)
def test_a_file_of_an_earlier_version_is_held_to_what_that_promised(version, change):
    data = json.loads((KITS / f"her-{version}.json").read_text())
    change(data)
    with pytest.raises(KitFileError, match="has been changed"):
        read_kit(json.dumps(data).encode(), "kit.json")
    damaged = read_kit(json.dumps(data).encode(), "kit.json", trust=True)
    assert damaged.earlier == ""
    failed = [check.name for check in verify_kit("it", damaged).checks if check.passed is False]
    assert "the hash fits the kit" in failed


def test_an_arrival_off_the_board_is_damage():
    data = kit_data(build_kit("her"))
    data["boxes"][0]["arrivals"] = [[8, 9]]
    with pytest.raises(KitFileError, match="box A1 is reached by a move between cells"):
        read_kit(msgspec.json.encode(data), "kit.json", trust=True)


def test_what_a_kit_records():
    assert build_kit("her").outcome == Value(-1, 6)
    assert build_kit("menace").outcome.score == 0
    assert [build_kit(name).draws for name in ("her", "ladder", "menace", "awari-mini")] == [False, False, True, True]
    mirrored = build_kit("gardner24")
    twins = {box.id: box for box in mirrored.boxes}
    pairs = [(twins[box.mirror_of], box) for box in mirrored.boxes if box.mirror_of]
    assert len(pairs) == 5
    mirror = mirrored.game.symmetries[1]
    for box, twin in pairs:
        assert {mirror.move(move) for move in box.arrivals} == set(twin.arrivals)


def test_kits_are_equal_whatever_their_oracles_know():
    kit = build_kit("her")
    again = read_kit(write_kit(kit), "kit.json")
    assert again == kit
    assert again.oracle is not kit.oracle
    assert again.oracle.worth(again.game.start()) == kit.outcome


def test_a_choice_that_is_not_there_has_its_usual_value():
    data = kit_data(build_kit("her"))
    del data["choices"]["express"]
    assert read_kit(msgspec.json.encode(data), "kit.json", trust=True).choices.express is False
    del data["choices"]["side"]
    with pytest.raises(KitFileError, match="'side' is missing in choices"):
        read_kit(msgspec.json.encode(data), "kit.json", trust=True)


def test_a_choice_that_is_added_later_changes_no_hash(monkeypatch):
    plain, express = build_kit("her"), build_kit("her", Wish(express=True))
    monkeypatch.setattr("kitgen.kit.frozen_formats.digest", lambda data: data["choices"])
    assert with_hash(plain).hash == {"side": "black", "palette": PALETTE}
    assert with_hash(express).hash == {"side": "black", "palette": PALETTE, "express": True}


def table_keys(heading):
    """Return the keys that the first table below a heading of the page explains."""
    text = PAGE.partition(f"\n{heading}\n")[2].partition("\n\n#")[0]
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    return {key for row in rows for key in re.findall("`([a-z_]+)`", row.split("|")[1])}


def test_the_page_explains_every_key():
    data = kit_data(build_kit("her"))
    assert table_keys("## The kit") == data.keys()
    assert table_keys("## A box") == data["boxes"][0].keys()
    assert table_keys("## A slot") == data["boxes"][0]["slots"][0].keys()
    choices = PAGE.partition("`choices` holds")[2].partition("## The hash")[0]
    assert set(Choices.__struct_fields__) <= set(re.findall("`([a-z_]+)`", choices))
    assert set(SYMBOLS) <= set(re.findall("`([a-z]+)`", PAGE))
    job = PAGE.partition("# job.json")[2]
    for words in (JobFile.__struct_fields__, JobPart.__struct_fields__, JobStock.__struct_fields__):
        assert set(words) <= set(re.findall("`([a-z_]+)`", job))
    assert {field.name for field in fields(PartOptions)} <= set(re.findall("`([a-z_]+)`", job))


def test_the_example_on_the_page_is_what_is_written():
    example = PAGE.partition("## An example")[2].partition("```json\n")[2].partition("```")[0]
    assert json.loads(example) == json.loads(write_kit(build_kit("her")))["boxes"][0]
