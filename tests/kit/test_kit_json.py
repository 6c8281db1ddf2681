"""``kit.json``: versions and hash, and that docs/kit-json.md says what the code does."""

import json
import re

import msgspec
import pytest
from palette_colours import PALETTE
from places import ROOT

from kitgen.errors import KitFileError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Choices, Wish
from kitgen.kit.job_json import JobFile, JobPart, JobStock
from kitgen.kit.kit_json import kit_data, read_kit, with_hash, write_kit
from kitgen.kit.palette import SYMBOLS
from kitgen.paper.declared import PART_OPTIONS
from kitgen.theory.solve import Value

PAGE = (ROOT / "docs/kit-json.md").read_text(encoding="utf-8")

#: The first digits of what stands on the sheets of today's kits; whoever changes them says so in
#: CHANGELOG.md.
HASHES = {
    "gardner24": "55ff312b",
    "her": "c8a83c0e",
    "ladder": "edc1cdf2",
    "menace": "72b8143e",
}


@pytest.mark.parametrize(("name", "digits"), HASHES.items())
def test_the_hash_is_what_it_was(name, digits):
    """These are of kits in the usual palette: a new version of it has new ones."""
    assert build_kit(name).short_hash == digits


def test_an_arrival_off_the_board_is_damage():
    data = kit_data(build_kit("her"))
    data["boxes"][0]["arrivals"] = [[8, 9]]
    with pytest.raises(KitFileError, match="box A1 is reached by a move between cells"):
        read_kit(msgspec.json.encode(data), "kit.json", trust=True)


def test_what_a_kit_records():
    assert build_kit("her").outcome == Value(-1, 6)
    assert build_kit("menace").outcome.score == 0
    assert [build_kit(name).draws for name in ("her", "ladder", "menace", "awari-mini")] == [
        False,
        False,
        True,
        True,
    ]
    mirrored = build_kit("gardner24@1")
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
    plain = build_kit("her")
    express = build_kit("her", Wish(express=True))
    monkeypatch.setattr("kitgen.kit.kit_file.digest", lambda data: data["choices"])
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
    assert {field.encode_name for field in msgspec.structs.fields(Choices)} <= set(
        re.findall("`([a-z_]+)`", choices)
    )
    assert set(SYMBOLS) <= set(re.findall("`([a-z]+)`", PAGE))
    job = PAGE.partition("# job.json")[2]
    for words in (JobFile.__struct_fields__, JobPart.__struct_fields__, JobStock.__struct_fields__):
        assert set(words) <= set(re.findall("`([a-z_]+)`", job))
    assert {option.file_key for option in PART_OPTIONS} <= set(re.findall("`([a-z_]+)`", job))


def test_the_example_on_the_page_is_what_is_written():
    example = PAGE.partition("## An example")[2].partition("```json\n")[2].partition("```")[0]
    assert json.loads(example) == json.loads(write_kit(build_kit("her")))["boxes"][0]
