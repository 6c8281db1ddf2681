"""``verify`` reads the words and the lines of told games back, and holds them against the file."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest
from command_answers import run
from counting import at_least
from sampling import few, sample
from told_samples import game_at_random

from kitgen.games import make_game
from kitgen.games.told.told_board import CONTENTS_OF
from kitgen.games.told.told_file import game_at
from kitgen.paper.card import styles
from kitgen.reading.templates import Templates
from kitgen.verification.told_rules import ToldRules
from kitgen.verification.told_speech import WrittenRules, board_check, texts_in, words_check

LANGUAGES = Templates().languages()
ONE_WAY = """name = "One way street"
start = ["w...b"]
[board]
points = { 1 = [0, 0], 2 = [1, 1], 3 = [2, 0], 4 = [3, 1], 5 = [4, 0] }
links = ["1-2", "1>3", "5>3", "4-5", "4>2", "3-4"]
[side.white]
step = ["links"]
goal = ["5"]
[side.black]
links = ["5>4", "4-2", "2-1"]
step = ["links"]
goal = ["1"]
"""


def kit_of(game, language="en", spec=None):
    """As much of a kit as the checks look at; ``spec`` is the file that they read."""
    return SimpleNamespace(
        game=game, game_spec=spec or game.spec, choices=SimpleNamespace(language=language)
    )


@pytest.mark.parametrize(("language", "name"), few(LANGUAGES, Templates().names("games"), one_in=3))
def test_the_words_of_every_shipped_game_say_what_its_file_says(name, language):
    game = make_game(f"told:{name}")
    check = words_check(kit_of(game, language))
    assert check.verdict == (None if language in game.told.rules else "right"), check.faults
    assert board_check(kit_of(game)).verdict == "right"


@pytest.mark.parametrize("number", few(range(40), one_in=3))
def test_the_words_of_a_random_game_say_what_its_data_say(number):
    game = game_at_random(number)
    if game is not None:
        for language in LANGUAGES:
            check = words_check(kit_of(game, language))
            own_sentences = language in game.told.rules
            assert check.verdict == (None if own_sentences else "right"), (game.spec, check.faults)
        assert board_check(kit_of(game)).verdict == "right"


#: Marks that keep apart.
APART = (
    '{"name":"Apart","board":"3x3",'
    '"side":{"white":{"hand":"any","not-beside":"own"},"black":{"hand":"any"}}}'
)
#: A change of a file, after which its old words are wrong, and what is said of it.
CHANGES = [
    (APART, '"board":"3x3"', '"board":"3x3","links":["any"]', "the file says near any"),
    (APART, '"not-beside"', '"only-beside"', "the words say not_beside own"),
    ("hexapawn", '"step":["forward"]', '"step":["back"]', "the file says step"),
    ("hexapawn", '"take":["forward-diagonal"]', '"take":["diagonal"]', "the file says take"),
    ("hexapawn", '"goal":"far"', '"goal":["b2"]', "the file says reach b2 wins"),
    ("hexapawn", '"bbb"', '"b.b"', "the file says start"),
    ("hexapawn", '"side":{', '"first":"black","side":{', "the words say begins"),
    ("tapatan", '"lines":3', '"lines":2', "the file says row 2 wins"),
    ("tapatan", '"hand":3', '"hand":2', "the file says hand 2"),
    ("tapatan", '"hand":3', '"hand":3,"on":["a1"]', "the file says on a1"),
    (
        "tapatan",
        '"step":["links"]',
        '"step":["links"],"enter":{"points":["b2"],"beside":"own"}',
        "file says enter b2",
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "says"), CHANGES)
def test_words_that_are_not_those_of_the_file_are_found(name, old, new, says):
    game = make_game(f"told:{name}")
    assert old in game.spec
    check = words_check(kit_of(game, spec=game.spec.replace(old, new)))
    assert check.verdict == "wrong"
    assert any(says in fault for fault in check.faults), check.faults


#: Both sides can take, and have a goal.
RACE = """name = "Race"
board = "2x4"
start = ["bb", "..", "..", "ww"]
[side.white]
step = ["forward"]
take = ["forward-diagonal"]
goal = "far"
[side.black]
step = ["forward"]
take = ["forward-diagonal"]
goal = "far"
[end]
reach = "loses"
taken = "loses"
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("outcome", ["wins", "loses"])
def test_two_ends_in_one_sentence_are_told_apart(tmp_path, language, outcome):
    path = tmp_path / "race.toml"
    path.write_text(RACE.replace("loses", outcome), encoding="utf-8")
    assert words_check(kit_of(game_at(path), language)).faults == ()


@pytest.mark.parametrize("name", ["hexapawn", "tapatan", "dawson-9", "frogs-and-toads", APART])
def test_each_sentence_that_is_left_out_is_found(monkeypatch, name):
    game = make_game(f"told:{name}")
    words = game.spoken(texts_in("en"), "en")
    lines = words["rules"].splitlines()
    for left_out in at_least(3, range(len(lines))):
        rules = "\n".join(line for number, line in enumerate(lines) if number != left_out)
        monkeypatch.setattr(game, "spoken", lambda *_, rules=rules: words | {"rules": rules})
        assert words_check(kit_of(game)).verdict == "wrong", lines[left_out]


def test_a_sentence_that_kitgen_does_not_have_is_found(monkeypatch):
    game = make_game("told:hexapawn")
    words = game.spoken(texts_in("en"), "en")
    rules = f"{words['rules']}\nWhoever laughs loses."
    monkeypatch.setattr(game, "spoken", lambda *_: words | {"rules": rules})
    assert words_check(kit_of(game)).faults == (
        "no sentence that kitgen has: Whoever laughs loses.",
    )


def test_that_nobody_is_ever_stuck_need_not_be_said():
    """In Notakto a full board has a line; in Hexapawn whoever cannot move loses."""
    for name, is_free in (("notakto", True), ("nine-holes", True), ("hexapawn", False)):
        game = make_game(f"told:{name}")
        text = game.spec.removeprefix("told:")
        assert (
            WrittenRules(kit_of(game), ToldRules(text), json.loads(text)).always_moves() is is_free
        )


#: A drawing of a game with one-way lines, lines of one side and a goal, and what the file has
#: against it.
DRAWN = {
    "one_way": (frozenset(), "a line from 2 to 4 is drawn, and the file has none"),
    "own_lines": (((), (), ()), "an own line from 1 to 2 is not drawn"),
    "goals": (
        (frozenset(), frozenset()),
        "the goal of white is drawn on other points than the file has",
    ),
    "centres": (((0.0, 0.0),), "1 points are drawn, and the file has 5"),
}


@pytest.mark.parametrize("attribute", DRAWN)
def test_a_board_without_one_of_its_marks_is_found(tmp_path, monkeypatch, attribute):
    path = tmp_path / "street.toml"
    path.write_text(ONE_WAY, encoding="utf-8")
    game = game_at(path)
    assert board_check(kit_of(game)).verdict == "right"
    drawn, fault = DRAWN[attribute]
    monkeypatch.setattr(game, "diagram", replace(game.diagram, **{attribute: drawn}))
    assert board_check(kit_of(game)).faults[0] == fault


def test_lines_that_are_not_those_of_the_file_are_found():
    game = make_game("told:pong-hau-ki")
    check = board_check(kit_of(game, spec=game.spec.replace('"1-2"', '"1>2"')))
    assert check.faults == ("a line from 2 to 1 is drawn, and the file has none",)


BURN = """{"name":"Burn","board":"3x3","start":["..b","...","w.."],"leaves":"block",\
"side":{"white":{"looks":"ring","step":["any"]},"black":{"step":["any"]}}}"""


@pytest.mark.parametrize(
    ("name", "drawing", "fault"),
    [
        ("pong-hau-ki", "exchanged", "the points are drawn at other places than the file has"),
        ("mu-torere", "exchanged", "the points are drawn at other places than the file has"),
        ("hexapawn", "exchanged", "the points are drawn at other places than the file has"),
        (BURN, "unblocked", "* has no picture"),
        (BURN, "recast", "w is drawn as cross, and the file has ring"),
        ("hexapawn", "alike", "w is drawn like another piece"),
    ],
)
def test_a_drawing_that_is_not_that_of_the_file_is_found(monkeypatch, name, drawing, fault):
    game = make_game(f"told:{name}")
    first, *others, last = game.diagram.centres
    pieces = dict(game.diagram.pieces)
    first_pieces = CONTENTS_OF[0][0]
    second_pieces = CONTENTS_OF[1][0]
    unblocked = {content: shape for content, shape in pieces.items() if shape != "block"}
    changes = {
        "exchanged": {"centres": (last, *others, first)},
        "unblocked": {"pieces": unblocked},
        "recast": {"pieces": pieces | {first_pieces: "cross"}},
        "alike": {"pieces": pieces | {first_pieces: pieces[second_pieces]}},
    }
    assert board_check(kit_of(game)).verdict == "right"
    monkeypatch.setattr(game, "diagram", replace(game.diagram, **changes[drawing]))
    assert board_check(kit_of(game)).faults[0] == fault


@pytest.mark.parametrize(
    ("left_out", "says"),
    sample(
        [
            ("one_way_heads", "the arrowhead from point 1 to 3 is missing"),
            ("own_lines", "the line with cross-strokes between points 1 and 2 is missing"),
        ],
        one_in=3,
    ),
)
def test_marks_of_lines_that_are_not_drawn_are_found(tmp_path, monkeypatch, left_out, says):
    """Without asking: the marks of told games are always read."""
    (tmp_path / "street.toml").write_text(ONE_WAY, encoding="utf-8")
    printed = (
        "print",
        str(tmp_path / "street.toml"),
        "--parts",
        "labels",
        "-o",
        str(tmp_path / "out"),
        "--force",
    )
    assert run(*printed).exit_code == 0
    assert run("verify", str(tmp_path / "out" / "kit.pdf")).exit_code == 0
    monkeypatch.setattr(styles, left_out, lambda *_: iter(()))
    assert run(*printed).exit_code == 0
    checked = run("verify", str(tmp_path / "out" / "kit.pdf"))
    assert checked.exit_code == 1
    assert says in checked.output
