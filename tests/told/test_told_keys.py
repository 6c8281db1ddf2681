"""The table of the language: an entry for every key, and in each whatever help, docs, sheets and page need of it."""

import tomllib
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from answers import run
from counting import some

from kitgen.games.told.told_keys import KEYS, PLACES, key_at
from kitgen.games.told.told_language import Ends, Entrance, OwnBoard, OwnPieces, Pieces, Told
from kitgen.model import Diagram
from kitgen.paper.texts import texts_in
from kitgen.templates import Templates
from kitgen.web.game_form import GameForm

DOCS = Path(__file__).parents[2] / "docs" / "inventing-a-game.md"
SCHEMAS = {"game": Told, "board": OwnBoard, "pieces": Pieces, "enter": Entrance, "end": Ends}
UNLIKE = "kitgen/games/told/told_keys.py and told_language.py: unlike keys of"
GAME = Told(
    name="Hens and fox",
    board="3x3",
    start=(".f.", "...", "hhh"),
    side={"hens": OwnPieces(step=("forward",)), "fox": OwnPieces(step=("any",), goal="far")},
)


def keys_in(schema: type[msgspec.Struct]) -> set[str]:
    return {*schema.__struct_encode_fields__}


def test_every_key_of_a_file_has_one_entry_and_nothing_else_has():
    for table, schema in SCHEMAS.items():
        entries = [key.name for key in KEYS if key.table == table]
        assert len({*entries}) == len(entries)
        wanted = keys_in(schema) - ({"goal"} if table == "pieces" else set())
        assert {*entries} == wanted, f"{UNLIKE} {table}"
    side = {key.name for key in KEYS if key.table == "side"}
    assert side == keys_in(OwnPieces) - keys_in(Pieces) | {"goal"}, f"{UNLIKE} side"
    assert {key.table for key in KEYS} == {*PLACES}


@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key.table}.{key.name}")
def test_an_entry_lacks_nothing(key):
    entry = f"kitgen/games/told/told_keys.py: {key.name}"
    assert key.about, f"{entry}: say what it does"
    assert not key.about.endswith("."), f"{entry}: take out the full stop"
    assert key.mistake != key.mended, f"{entry}: mistake and mended are the same"
    table = tomllib.loads(key.example)
    assert [*table] == [key.name], f"{entry}: its example has another key"
    for language in Templates().languages():
        for sentence in key.sentences:
            for place in ("square", "point"):
                name = f"told.{sentence.format(place=place)}"
                there = texts_in(language).has(name) or texts_in(language).has(f"{name}.other")
                assert there, f"templates/texts/{language}/told.toml: add {name.removeprefix('told.')}"
    assert not key.drawn or key.drawn in {*Diagram.__dataclass_fields__}, f"{entry}: Diagram has no {key.drawn}"


@pytest.mark.parametrize("key", [key for key in KEYS if key.control], ids=lambda key: f"{key.table}.{key.name}")
def test_an_entry_names_a_control_of_the_page(key):
    name = key.control.replace("SIDE", "hens").replace("WAY", "forward")
    drawn = str(GameForm(GAME, "en").drawn())
    there = f'name="{name}"' in drawn or f'id="game.{name}"' in drawn
    assert there, f"kitgen/web/game_form.py: draw the control {key.control} of {key.name}"


def test_no_heading_of_the_docs_is_empty():
    lines = [line for line in DOCS.read_text(encoding="utf-8").splitlines() if line]
    for line, following in some([*pairwise(lines)], 20):
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


def test_a_side_has_the_keys_of_pieces_and_its_own():
    assert key_at("side", "step") is key_at("common", "step")
    assert key_at("side", "goal") is not None
    assert key_at("common", "goal") is None
