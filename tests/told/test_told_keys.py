"""The table of the language: an entry for every key, and in each whatever help, docs, sheets and
page need of it.
"""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from command_answers import run
from counting import at_least

from kitgen.games.told.told_keys import KEYS, KEYS_OF_KINDS, key_at

DOCS = Path(__file__).parents[2] / "docs" / "inventing-a-game.md"


def test_no_heading_of_the_docs_is_empty():
    lines = [line for line in DOCS.read_text(encoding="utf-8").splitlines() if line]
    for line, following in at_least(20, [*pairwise(lines)]):
        assert not (line.startswith("#") and following.startswith("#")), line


def test_a_new_game_explains_every_key(tmp_path, monkeypatch):
    monkeypatch.setenv("KITGEN_TEMPLATES", str(tmp_path))
    assert run("new", "game", "ours").exit_code == 0
    text = (tmp_path / "games" / "ours.toml").read_text(encoding="utf-8")
    words = " ".join(line.lstrip("# ") for line in text.splitlines())
    for key in KEYS:
        fault = f"kitgen/authoring/template_files.py: the new game does not explain {key.name}"
        assert f"{key.name}: {' '.join(key.about.split())}" in words, fault
        assert key.example in text, fault
    assert all(way in words for way in ("forward-left", "orthogonal", "up-left", "down"))
    assert f"for each kind instead of for the side {', '.join(KEYS_OF_KINDS)}" in words


@pytest.mark.parametrize(
    "key",
    [key for key in KEYS if not key.example.startswith("[")],
    ids=lambda key: f"{key.table}.{key.name}",
)
def test_the_docs_and_the_help_say_the_same_of_a_key(key):
    """The rows of a table [name] stand as headings there."""
    row = f"| `{key.name}` | {' '.join(key.about.split())} | `{' '.join(key.example.split())}` |"
    assert row in DOCS.read_text(encoding="utf-8").splitlines()


def test_no_heading_of_a_new_game_is_empty(tmp_path, monkeypatch):
    monkeypatch.setenv("KITGEN_TEMPLATES", str(tmp_path))
    assert run("new", "game", "ours").exit_code == 0
    text = (tmp_path / "games" / "ours.toml").read_text(encoding="utf-8")
    lines = text.partition("# All keys that there are:\n")[2].splitlines()
    headings = [number for number, line in enumerate(lines) if re.match(r"# \w", line)]
    assert len(headings) > 8
    for number in headings:
        assert lines[number + 1].startswith("#   "), lines[number]


def test_a_side_has_the_keys_of_pieces_and_its_own():
    assert key_at("side", "step") is key_at("common", "step")
    assert key_at("side", "goal") is not None
    assert key_at("common", "goal") is None
