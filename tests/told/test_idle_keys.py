"""Each key of the table of the language, in a file in which it has no effect: refused with the
key and its line.
"""

import pytest

from kitgen.errors import TemplateError
from kitgen.games.told.told_file import game_at
from kitgen.games.told.told_keys import KEYS

HENS = """\
name = "Hens"
board = "3x3"
start = [".f.", "...", "hhh"]
[side.hens]
step = ["forward"]
[side.fox]
step = ["orthogonal"]
[end]
"""
#: Marks are put on an empty board; nothing moves.
MARKS = """\
name = "Marks"
board = "3x3"
lines = 3
[side.hens]
hand = "any"
[side.fox]
hand = "any"
[end]
stuck = "draws"
"""
#: One side has no pieces of its own: both move the common one.
COMMON = """\
name = "Ours"
board = "4x1"
start = ["c..."]
[side.hens]
[side.fox]
[common]
sign = "c"
step = ["right"]
"""
#: The hens have left their row for good.
LATER = HENS.replace('"...", "hhh"', '"hhh", "..."')
OUR_MARKS = """\
name = "Ours"
board = "3x3"
lines = 3
[side.hens]
[side.fox]
[common]
hand = "any"
[end]
"""
#: By table and name of a key: a file, the line of the file below which a line with the key has no
#: effect, that line, and the key that is refused.
IDLE = {
    ("game", "links"): (HENS, 'board = "3x3"', 'links = ["any"]', "links"),
    ("game", "lines"): (COMMON, 'board = "4x1"', "lines = 3", "lines"),
    ("game", "falls"): (HENS, 'board = "3x3"', "falls = true", "falls"),
    ("game", "leaves"): (MARKS, 'board = "3x3"', 'leaves = "block"', "leaves"),
    ("game", "common"): (HENS, 'step = ["orthogonal"]', "[common]", "common"),
    ("pieces", "step"): (MARKS, "[side.fox]", 'step = ["any"]', "side.fox.step"),
    ("pieces", "take"): (COMMON, "[common]", 'take = ["right"]', "common.take"),
    ("pieces", "slide"): (COMMON, "[common]", 'slide = ["up"]', "common.slide"),
    ("pieces", "jump"): (COMMON, "[common]", 'jump = ["right"]', "common.jump"),
    ("pieces", "over"): (HENS, "[side.fox]", 'over = "other"', "side.fox.over"),
    ("pieces", "jump-takes"): (HENS, "[side.fox]", "jump-takes = true", "side.fox.jump-takes"),
    ("pieces", "chain"): (HENS, "[side.fox]", "chain = true", "side.fox.chain"),
    ("pieces", "hand"): (HENS, "[side.hens]", "hand = 3", "side.hens.hand"),
    ("pieces", "on"): (HENS, "[side.fox]", 'on = ["a1"]', "side.fox.on"),
    ("pieces", "not-first"): (HENS, "[side.fox]", 'not-first = ["a1"]', "side.fox.not-first"),
    ("pieces", "not-beside"): (HENS, "[side.fox]", 'not-beside = "any"', "side.fox.not-beside"),
    ("pieces", "only-beside"): (HENS, "[side.fox]", 'only-beside = "own"', "side.fox.only-beside"),
    ("pieces", "links"): (HENS, "[side.fox]", 'links = ["a1-b2"]', "side.fox.links"),
    ("pieces", "enter"): (
        HENS,
        "[side.hens]",
        'enter = { points = ["a1"], beside = "own" }',
        "side.hens.enter",
    ),
    ("pieces", "sign"): (COMMON, "[side.fox]", 'sign = "z"', "side.fox.sign"),
    ("pieces", "looks"): (COMMON, "[side.fox]", 'looks = "counter"', "side.fox.looks"),
    ("pieces", "piece"): (COMMON, "[side.fox]", 'piece = "pawn"', "side.fox.piece"),
    ("pieces", "called"): (
        COMMON,
        "[side.fox]",
        'called = { en = ["fox", "foxes"] }',
        "side.fox.called",
    ),
    ("side", "goal"): (LATER, "[side.hens]", 'goal = ["b1"]', "side.hens.goal"),
    ("side", "lines"): (HENS, "[side.fox]", "lines = 3", "side.fox.lines"),
    ("side", "faces"): (HENS, "[side.fox]", 'faces = "left"', "side.fox.faces"),
    ("side", "with-article"): (
        MARKS.replace("side.fox", "side.black"),
        "[side.black]",
        'with-article = { en = "the army" }',
        "side.black.with-article",
    ),
    ("side", "several"): (HENS, "[side.hens]", "several = true", "side.hens.several"),
    ("enter", "points"): (
        MARKS,
        "[side.fox]",
        'enter = { points = ["a1"], beside = "own" }',
        "side.fox.enter",
    ),
    ("enter", "beside"): (
        MARKS,
        "[side.fox]",
        'enter = { points = ["a1"], beside = "any" }',
        "side.fox.enter",
    ),
    ("end", "reach"): (HENS, "[end]", 'reach = "loses"', "end.reach"),
    ("end", "line"): (HENS, "[end]", 'line = "loses"', "end.line"),
    ("end", "taken"): (HENS, "[end]", 'taken = "wins"', "end.taken"),
    ("end", "stuck"): (OUR_MARKS, "[end]", 'stuck = "draws"', "end.stuck"),
    ("end", "endless"): (MARKS, "[end]", 'endless = "fox"', "end.endless"),
}
#: Keys that have an effect in every file, and which.
ALWAYS = {
    ("game", "name"): "each sheet has it",
    ("game", "board"): "without it there is no game",
    ("game", "start"): "an empty board would be another game",
    ("game", "first"): "another side would begin",
    ("game", "names"): "the sheets in that language have it",
    ("game", "rules"): "they stand on the sheets",
    ("game", "side"): "without both there is no game",
    ("game", "end"): "a heading: the keys below it have effects or none",
    ("board", "points"): "without them there is no board",
    ("board", "links"): "they are drawn, on labels and on the board",
    ("side", "name"): "the sheets name both sides",
}


def refusal_of(tmp_path, text):
    path = tmp_path / "game.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TemplateError) as caught:
        game_at(path)
    return str(caught.value).partition("', ")[2]


@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key.table}.{key.name}")
def test_each_key_of_the_table_is_refused_where_it_has_no_effect(tmp_path, key):
    entry = (key.table, key.name)
    missing = (
        f"told_keys.py has {entry}; add a file in which it has no effect to IDLE in {__file__}, "
        "or to ALWAYS why it has one in every file"
    )
    assert (entry in IDLE) != (entry in ALWAYS), missing
    if entry in ALWAYS:
        return
    text, above, line, refused = IDLE[entry]
    assert key.name in line
    before, found, after = text.partition(f"{above}\n")
    assert found
    number = before.count("\n") + 2
    says = refusal_of(tmp_path, f"{before}{found}{line}\n{after}")
    assert says.startswith(
        (f"line {number}: {refused} has no effect here: ", f"line {number}: {refused} is for ")
    )


@pytest.mark.parametrize("text", [HENS, LATER, MARKS, COMMON, OUR_MARKS])
def test_without_these_lines_the_files_are_good(tmp_path, text):
    path = tmp_path / "game.toml"
    path.write_text(text, encoding="utf-8")
    game = game_at(path)
    assert game.legal_moves(game.start())


def test_no_entry_is_about_a_key_that_there_is_not():
    assert {*IDLE, *ALWAYS} == {(key.table, key.name) for key in KEYS}
