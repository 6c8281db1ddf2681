"""``kit.json``: versions, hash and checksum, and that docs/kit-json.md says what the code does."""

import json
import re
from dataclasses import fields
from pathlib import Path

import msgspec
import pytest

from kitgen.errors import KitFileError
from kitgen.kit.build import make_kit
from kitgen.kit.choices import Choices, Wish
from kitgen.kit.job_json import JobFile, JobPart, JobStock
from kitgen.kit.kit_json import FIRST_CHOICES, kit_data, read_kit, with_hash, write_kit
from kitgen.kit.palette import SYMBOLS
from kitgen.paper.options import PartOptions
from kitgen.theory.value import Value

PAGE = (Path(__file__).parents[1] / "docs/kit-json.md").read_text(encoding="utf-8")

#: The hashes that stand on sheets printed before version 2 of the file: they name the same kits for ever.
HASHES = {
    "awari-3x1": "8e34839a99341746fa09201e723cb47d55e954342cc40f80ee91d498243100f7",
    "awari-mini": "e2919e4b0e42adf0faa57efccb6ee474cb581181028ebe758e9923c5c0f542a6",
    "gardner24": "8dfd85e7ce85a599e0afd434b7f151cc745b21b098b6c7bc384eca1fda7573e1",
    "her": "1b3a9600362be2051c143dda44ad9b3bbdbf3b20bba8328418155d44b4eebfe4",
    "her-3x4": "f7b37507a12870c427ed6dca7e0f304915bfe07b3745d7a6b82d824ea44c771b",
    "her-4x3": "d536135e1bc89f57858010f0c7f3976454ea5bb4e7aab4859d7bf3dcb6cce26a",
    "him": "ec1cf7c21e48d7799a2cb86facc9aba900f0e5605ff8a5452fcd529af7305ace",
    "ladder": "bba82968a22d5a976739fe08ed81e48b5cddfdf53cf71f6019b1c4b8b27a9a0b",
    "menace": "996adf243867989189b32dbaaea1b1596866dfb08bb2e897096f1b417bb36c70",
    "menace-second": "28f54264973bf3a7e8bcbf52f2d2c42938ad12055a52890e81ae05ece2e98f85",
}


@pytest.mark.parametrize(("name", "digest"), HASHES.items())
def test_the_hash_is_what_it_has_always_been(name, digest):
    assert make_kit(name).hash == digest


def first_version(kit):
    """Return a kit as kitgen wrote it in version 1."""
    data = json.loads(write_kit(kit)) | {"schema": "kitgen/kit@1"}
    for key in ("outcome", "draws", "checksum"):
        del data[key]
    for box in data["boxes"]:
        del box["arrivals"]
    return data


@pytest.mark.parametrize("name", ["her", "gardner24", "ladder", "awari-mini", "menace-second"])
def test_version_1_is_read_and_completed(name):
    kit = make_kit(name)
    again = read_kit(json.dumps(first_version(kit)).encode(), "kit.json")
    assert again == kit
    assert again.outcome == kit.outcome
    assert any(box.arrivals for box in again.boxes)


def test_version_1_has_no_words_of_version_2():
    data = first_version(make_kit("her")) | {"draws": False}
    with pytest.raises(KitFileError, match="unknown key 'draws'"):
        read_kit(json.dumps(data).encode(), "kit.json")


def test_a_damaged_file_of_version_1_is_refused():
    data = first_version(make_kit("her"))
    data["boxes"][0]["slots"][0]["beads"] = 2
    with pytest.raises(KitFileError, match="has been changed"):
        read_kit(json.dumps(data).encode(), "kit.json")
    assert read_kit(json.dumps(data).encode(), "kit.json", trust=True).boxes[0].slots[0].beads == 2


CHANGES = {
    "another outcome": lambda d: d["outcome"].update(plies=4),
    "draws": lambda d: d.update(draws=True),
    "another arrival": lambda d: d["boxes"][3].update(arrivals=[[8, 4]]),
    "no arrival": lambda d: d["boxes"][3].update(arrivals=[]),
    "another checksum": lambda d: d.update(checksum="0" * 64),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_the_hash_leaves_out_the_checksum_covers(change):
    data = kit_data(make_kit("her"))
    change(data)
    with pytest.raises(KitFileError, match="has been changed"):
        read_kit(msgspec.json.encode(data), "kit.json")
    assert read_kit(msgspec.json.encode(data), "kit.json", trust=True).hash == HASHES["her"]


def test_an_arrival_off_the_board_is_damage():
    data = kit_data(make_kit("her"))
    data["boxes"][0]["arrivals"] = [[8, 9]]
    with pytest.raises(KitFileError, match="box A1 is reached by a move between cells"):
        read_kit(msgspec.json.encode(data), "kit.json", trust=True)


def test_what_a_kit_records():
    assert make_kit("her").outcome == Value(-1, 6)
    assert make_kit("menace").outcome.score == 0
    assert [make_kit(name).draws for name in ("her", "ladder", "menace", "awari-mini")] == [False, False, True, True]
    mirrored = make_kit("gardner24")
    twins = {box.id: box for box in mirrored.boxes}
    pairs = [(twins[box.mirror_of], box) for box in mirrored.boxes if box.mirror_of]
    assert len(pairs) == 5
    mirror = mirrored.game.symmetries[1]
    for box, twin in pairs:
        assert {mirror.move(move) for move in box.arrivals} == set(twin.arrivals)


def test_kits_are_equal_whatever_their_oracles_know():
    kit = make_kit("her")
    again = read_kit(write_kit(kit), "kit.json")
    assert again == kit
    assert again.oracle is not kit.oracle
    assert again.oracle.worth(again.game.start()) == kit.outcome


def test_a_choice_that_is_not_there_has_its_usual_value():
    data = kit_data(make_kit("her"))
    del data["choices"]["express"]
    data["checksum"] = ""
    assert read_kit(msgspec.json.encode(data), "kit.json", trust=True).choices.express is False
    del data["choices"]["side"]
    with pytest.raises(KitFileError, match="'side' is missing in choices"):
        read_kit(msgspec.json.encode(data), "kit.json", trust=True)


def test_the_hash_covers_later_choices_only_where_they_are_unusual(monkeypatch):
    plain, express = make_kit("her"), make_kit("her", Wish(express=True))
    hashed = []
    monkeypatch.setattr("kitgen.kit.kit_json._digest", lambda data: hashed.append(data["choices"]) or "")
    monkeypatch.setattr("kitgen.kit.kit_json.FIRST_CHOICES", FIRST_CHOICES - {"express"})  # as if it came later
    with_hash(plain)
    with_hash(express)
    assert hashed[0].keys() == FIRST_CHOICES - {"express"}
    assert hashed[1].keys() == FIRST_CHOICES


def table_keys(heading):
    """Return the keys that the first table below a heading of the page explains."""
    text = PAGE.partition(f"\n{heading}\n")[2].partition("\n\n#")[0]
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    return {key for row in rows for key in re.findall("`([a-z_]+)`", row.split("|")[1])}


def test_the_page_explains_every_key():
    data = kit_data(make_kit("her"))
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
    assert json.loads(example) == json.loads(write_kit(make_kit("her")))["boxes"][0]
