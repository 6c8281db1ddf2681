"""How two kits differ, part by part, and whether a kit is named by its command."""

from types import SimpleNamespace

import pytest

from kitgen.verification.picture_places import _say_place
from kitgen.verification.remade_kit import (
    MAX_LETTERS_OF_A_VALUE,
    _differences,
    _is_named_by_its_command,
    _short,
)

OWN = {
    "hash": "1",
    "name": "her",
    "rule": {"hash": "2", "start": [1, 2]},
    "palette": [{"key": "red", "name": "red"}, {"key": "blue", "name": "blue"}],
    "boxes": [{"id": "A1", "slots": [{"beads": 1}]}, {"id": "A1", "slots": []}],
    "more": None,
}
MADE = {
    "hash": "9",
    "name": "him",
    "rule": {"hash": "3", "start": [1, 3, 4]},
    "palette": [{"key": "blue", "name": "navy"}, {"key": "red", "name": "red"}],
    "boxes": [{"id": "A1", "slots": [{"beads": 2}]}],
    "less": [],
}


def test_differences_are_named_by_the_path_to_them():
    assert list(_differences("", OWN, MADE)) == [
        "name: her instead of him",
        "rule, hash: 2 instead of 3",
        "rule, start 2: 2 instead of 3",
        "rule, start 3: nothing instead of 4",
        "palette blue, name: blue instead of navy",
        "boxes A1, slots 1, beads: 1 instead of 2",
        'boxes A1 (2): {"id":"A1","slots":[]} instead of nothing',
        "less: nothing instead of []",
    ]
    assert list(_differences("", OWN, OWN)) == []


def test_long_values_are_cut():
    longest = "x" * MAX_LETTERS_OF_A_VALUE
    assert _short(longest) == longest
    assert _short(longest + "y") == f"{longest}…"
    assert [_short(value) for value in (None, [1], True, "a")] == ["nothing", "[1]", "true", "a"]


@pytest.mark.parametrize(
    ("command", "trained", "is_named"),
    [
        ("kitgen print her", False, True),
        ("kitgen print hexapawn:3x3 --side black", False, True),
        ("kitgen print he", False, True),
        ("kitgen print er", False, False),
        ("kitgen print menace", False, False),
        ("kitgen print menace", True, True),
        ("kitgen print", False, False),
        ("kitgen print", True, True),
        ("kitgen print 'her", False, False),
    ],
)
def test_a_kit_of_somebody_is_named_by_its_command(command, trained, is_named):
    kit = SimpleNamespace(command=command, trained=trained, name="he-r", game_spec="hexapawn:3x3")
    if command.endswith("her"):
        kit.name = "her"
    assert _is_named_by_its_command(kit) is is_named


def test_a_place_without_a_name_is_measured():
    assert _say_place((10.2, 20.7, 15.1, 30.0)) == (
        "5 x 9 mm, 10 mm from the left and 21 mm from the top"
    )
