"""A told game from its file: where sides face, and keys that change nothing."""

import json
import re
from functools import reduce

import msgspec
import pytest
from sampling import few
from told_samples import HENS, game_at_random

from kitgen.errors import TemplateError, TooLargeError
from kitgen.games import make_game
from kitgen.games.told.told_file import facing_as_placed, game_at, idle_keys
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_language import Told, canonical, parsed
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.reading.templates import Templates
from kitgen.theory.explore import explore
from kitgen.theory.solve import solve_graph
from kitgen.verification.reference import recurs
from kitgen.verification.told_rules import told_faults


def game_of(tmp_path, text):
    path = tmp_path / "game.toml"
    path.write_text(text, encoding="utf-8")
    return game_at(path)


def moves(game):
    return [game.move_text(move) for move in game.legal_moves(game.start())]


# --- where sides face
# -------------------------------------------------------------------------------------------------


def test_who_begins_turns_nobody_round(tmp_path):
    hens = game_of(tmp_path, HENS)
    fox = game_of(tmp_path, f'first = "fox"\n{HENS}')
    assert [side.name for side in hens.sides] == ["hens", "fox"]
    assert [side.name for side in fox.sides] == ["fox", "hens"]
    assert moves(hens) == ["a1a2", "b1b2", "c1c2"]
    assert moves(fox) == ["b3a3", "b3c3", "b3b2"]
    after = fox.play(fox.start(), fox.parse_move(fox.start(), "b3b2")).position
    assert [fox.move_text(move) for move in fox.legal_moves(after)] == ["a1a2", "c1c2"]
    through = fox.parse("..h/h../.fh h")
    assert (fox.result(through), fox.ending(through)) == (-1, "reach")


def test_hexapawn_can_begin_with_either_side(tmp_path):
    """The same boxes, with the sides exchanged."""
    text = Templates().path("games", "hexapawn").read_text(encoding="utf-8")
    white = game_of(tmp_path, text)
    black = game_of(tmp_path, f'first = "black"\n{text}')
    assert moves(white) == ["a1a2", "b1b2", "c1c2"]
    assert moves(black) == ["a3a2", "b3b2", "c3c2"]
    solutions = [solve_graph(explore(game)) for game in (white, black)]
    assert [(each.values[0], each.plies[0], len(each.values)) for each in solutions] == [
        (-1, 6, 71)
    ] * 2
    boxes = [len(build_kit(black.spec, Wish(side=side)).boxes) for side in ("black", "white")]
    assert boxes == [18, 19]


@pytest.mark.parametrize(
    ("start", "faces"),
    [
        (["w.", "..", "b."], ("down", "up")),
        (["b.", "..", "w."], ("up", "down")),
        ([".b", "w.", "w."], ("up", "down")),
        (["wb", "..", "bw"], ("up", "down")),  # equally high: as in the file
        ([], ("up", "down")),
    ],
)
@pytest.mark.parametrize("first", ["white", "black"])
def test_the_side_that_stands_lower_faces_up(start, faces, first):
    side = {"step": ["forward", "back-left"], "hand": 0 if start else 2}
    told = msgspec.convert(
        {
            "name": "x",
            "board": "2x3",
            "start": start,
            "first": first,
            "side": {"white": side, "black": side},
        },
        Told,
    )
    usual = {first: "up", ("black" if first == "white" else "white"): "down"}
    found = tuple(
        pieces.faces or usual[name] for name, pieces in facing_as_placed(told).side.items()
    )
    assert found == faces


def test_a_side_faces_where_its_file_says(tmp_path):
    game = game_of(
        tmp_path,
        HENS.replace('step = ["forward"]', 'step = ["forward"]\nfaces = "right"').replace(
            "hhh", "h.h"
        ),
    )
    assert moves(game) == ["a1b1"]


def test_only_what_changes_the_rules_is_written_into_the_game():
    """Or else files of 1.0 would make kits with other hashes."""
    for name in Templates().names("games"):
        says_where = "faces" in Templates().path("games", name).read_text(encoding="utf-8")
        assert ('"faces"' in make_game(f"told:{name}").spec) == says_where
    side = {"step": ["orthogonal"], "take": ["any"], "goal": ["a1"]}
    told = {
        "name": "x",
        "board": "2x3",
        "start": ["w.", "..", ".b"],
        "side": {"white": side, "black": side},
    }
    converted = msgspec.convert(told, Told)
    assert facing_as_placed(converted) == converted


def test_the_game_of_a_kit_keeps_the_meaning_that_it_had(tmp_path):
    """Its sides face up and down by who begins, unless it says otherwise; the file's game says
    so.
    """
    spec = canonical(parsed(game_of(tmp_path, f'first = "fox"\n{HENS}').spec.removeprefix("told:")))
    assert spec.count('"faces"') == 2
    turned = ToldGame(parsed(spec.replace(',"faces":"up"', "").replace(',"faces":"down"', "")))
    assert moves(turned) == ["b3a3", "b3c3", "b3b2"]
    after = turned.parse(".../.f./hhh h")
    assert turned.legal_moves(after) == ()


# --- keys without effect
# ----------------------------------------------------------------------------------------------

PUT = """\
name = "Marks"
board = "3x3"
lines = 3

[side.x]
hand = "any"

[side.o]
hand = "any"

[end]
stuck = "draws"
"""
ROW = """\
name = "Row"
board = "4x1"
start = ["h..f"]

[side.hens]
step = ["right"]
[side.fox]
step = ["right"]
"""
OURS = """\
name = "Ours"
board = "3x3"

[side.first]
[side.second]

[common]
hand = "any"
"""
#: A side that never moves, and may enter a point that its board does not have.
ENTER = '[side.second]\nenter = { points = ["9"], beside = "own" }'
COMMON = """\
name = "Ours"
board = "path 5"
start = ["..c.."]

[side.first]
[side.second]

[common]
sign = "c"
step = ["links"]
"""


@pytest.mark.parametrize(
    ("text", "old", "new", "line", "key", "reason"),
    [
        (COMMON, "[common]", '[common]\ngoal = ["1"]', 9, "common.goal", "only a side has a goal"),
        (COMMON, "[side.second]", '[side.second]\ngoal = ["1"]', 7, "side.second.goal", "the side"),
        (HENS, 'goal = "far"', '[end]\nreach = "loses"', 11, "end.reach", "no side has a goal"),
        (HENS, 'goal = "far"', '[end]\nreach = "wins"', 11, "end.reach", "no side has a goal"),
        (HENS, 'goal = "far"', '[end]\nline = "loses"', 11, "end.line", "there are no lines"),
        (HENS, 'goal = "far"', '[end]\ntaken = "wins"', 11, "end.taken", "no piece takes another"),
        (PUT, "[side.o]", 'step = ["any"]\n[side.o]', 8, "side.x.step", "a piece is put on each"),
        (PUT, 'stuck = "draws"', 'taken = "wins"', 12, "end.taken", "no piece takes another"),
        (PUT, 'stuck = "draws"', 'endless = "x"', 12, "end.endless", "no position can come a"),
        (HENS, "start", 'links = ["any"]\nstart', 3, "links", "no piece goes along li"),
        (COMMON, "start", 'links = ["1-3"]\nstart', 3, "links", "at the top it is for b"),
        (PUT, "lines = 3", "lines = 4", 3, "lines", "no straight row of the"),
        (PUT, "lines = 3", 'lines = 3\nleaves = "block"', 4, "leaves", "no piece ever leaves"),
        (ROW, "[side.fox]", "[side.fox]\nlines = 7", 8, "side.fox.lines", "no straight row of the"),
        (
            COMMON,
            "[side.second]",
            "[side.second]\nlines = [['1', '2']]",
            7,
            "side.second.lines",
            "the side has no",
        ),
        (HENS, 'goal = "far"', 'on = ["a1"]', 10, "side.fox.on", "no piece is put; it go"),
        (
            HENS,
            'goal = "far"',
            'not-first = ["a1"]',
            10,
            "side.fox.not-first",
            "no piece is put; it go",
        ),
        (
            PUT,
            "[side.o]",
            'on = ["a1"]\nnot-first = ["b1"]\n[side.o]',
            9,
            "side.x.not-first",
            "no piece can be put",
        ),
        (HENS, 'goal = "far"', 'not-beside = "own"', 10, "side.fox.not-beside", "no piece is put"),
        (HENS, 'goal = "far"', 'only-beside = "any"', 10, "side.fox.only-beside", "no piece is"),
        (HENS, 'goal = "far"', "hand = 1", 10, "side.fox.hand", "start already has so m"),
        (HENS, 'goal = "far"', 'links = ["a1-b2"]', 10, "side.fox.links", "these pieces do not"),
        (HENS, 'goal = "far"', 'faces = "left"', 10, "side.fox.faces", "the pieces move alike"),
        (
            ROW,
            "[side.fox]",
            '[side.fox]\nenter = { points = ["d1"], beside = "own" }',
            8,
            "side.fox.enter",
            "no",
        ),
        (
            COMMON,
            "[side.second]",
            '[side.second]\nstep = ["links"]',
            7,
            "side.second.step",
            "there",
        ),
        (
            COMMON,
            'step = ["links"]',
            'step = ["links"]\ntake = ["links"]',
            11,
            "common.take",
            "there",
        ),
        (ROW, "[side.fox]", '[side.fox]\nslide = ["forward"]', 8, "side.fox.slide", "no point of"),
        (
            OURS,
            '"any"',
            '"any"\nnot-beside = "own"',
            9,
            "common.not-beside",
            "there are never such",
        ),
        (
            OURS,
            '"any"',
            '"any"\nnot-beside = "other"',
            9,
            "common.not-beside",
            "there are never such",
        ),
        (COMMON, "[side.second]", ENTER, 7, "side.second.enter", "no piece can"),
    ],
)
def test_a_key_that_changes_nothing_is_refused_with_its_line(
    tmp_path, text, old, new, line, key, reason
):
    assert old in text
    with pytest.raises(TemplateError) as caught:
        game_of(tmp_path, text.replace(old, new, 1))
    says = str(caught.value).removeprefix(f"'{tmp_path / 'game.toml'}', ")
    assert says.startswith(f"line {line}: {key} has no effect here: {reason}")


@pytest.mark.parametrize("text", [HENS, PUT, ROW, OURS, COMMON])
def test_the_games_that_are_spoiled_above_are_good(tmp_path, text):
    assert moves(game_of(tmp_path, text))


def test_keys_that_only_repeat_the_usual_are_no_mistake(tmp_path):
    """They have an effect: another value would change the game."""
    usual = 'first = "hens"\nfalls = false\nleaves = "nothing"\n' + HENS
    usual = usual.replace(
        'step = ["forward"]', 'step = ["forward"]\nfaces = "up"\nhand = 0\ntake = []'
    )
    assert moves(game_of(tmp_path, f'{usual}\n[end]\nreach = "wins"\nstuck = "loses"\n')) == [
        "a1a2",
        "b1b2",
        "c1c2",
    ]


def test_the_game_of_a_kit_may_have_a_key_without_effect():
    spec = make_game("told:notakto").spec
    kept = make_game(spec.replace('"hand":"any"', '"hand":"any","goal":["a1"]'))
    assert kept.spec != spec
    assert kept.legal_moves(kept.start()) == make_game(spec).legal_moves(kept.start())
    assert (
        build_kit(kept.spec, Wish(side="first")).boxes == build_kit(spec, Wish(side="first")).boxes
    )


# --- rules that the sheets do not explain
# -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "says"),
    [
        (
            ["###", "...", "..."],
            (
                "line 3: start has only holes in its first row; leave them out, and write "
                'board = "3x2"'
            ),
        ),
        (
            ["...", "...", "###"],
            'line 3: start has only holes in its last row; leave them out, and write board = "3x2"',
        ),
        (["#..", "#..", "#.."], "line 3: start has only holes in its first column"),
        (["..#", "..#", "..#"], 'in its last column; leave them out, and write board = "2x3"'),
    ],
)
def test_an_edge_of_holes_is_refused(tmp_path, start, says):
    with pytest.raises(TemplateError, match=re.escape(says)):
        game_of(tmp_path, PUT.replace("lines = 3\n", f"start = {json.dumps(start)}\n"))


def falling(start):
    return PUT.replace("lines = 3\n", f"falls = true\nstart = {json.dumps(start)}\n")


@pytest.mark.parametrize(
    ("start", "column"),
    [
        (["...", ".x.", "..."], "b"),
        ([".#.", "..#", "..."], "c"),
        (["o..", "#..", "#.#"], ""),
        (["#..", ".#.", "..."], "b"),
    ],
)
def test_what_falls_has_one_lowest_square_in_each_column(tmp_path, start, column):
    if not column:
        assert moves(game_of(tmp_path, falling(start))) == ["c2", "b1"]
        return
    with pytest.raises(
        TemplateError,
        match=f"line 3: falls: an empty square of column {column} lies below a hole or a",
    ):
        game_of(tmp_path, falling(start))


@pytest.mark.parametrize("start", [["...", "###", "..."], ["...", ".x.", "..."]])
def test_the_game_of_a_kit_may_have_what_is_refused_in_a_file(start):
    sides = {"x": {"hand": "any"}, "o": {"hand": "any"}}
    told = msgspec.convert(
        {"name": "x", "board": "3x3", "start": start, "falls": True, "side": sides}, Told
    )
    game = ToldGame(told)
    assert told_faults(game, game.spec.removeprefix("told:"), 5_000)[1] == []


#: Other values of keys; besides, each key is left out.
OTHERS = {
    "taken": ["wins", "loses"],
    "reach": ["wins", "loses"],
    "line": ["wins", "loses"],
    "faces": ["up", "down", "left", "right"],
    "over": ["own", "other", "any"],
    "not-beside": ["own", "other", "any"],
    "only-beside": ["own", "other", "any"],
}


def whole(told):
    """Return all that can happen in a game, whatever its symmetries: those of a kit must also
    keep an unused rule.
    """
    game = ToldGame(msgspec.convert(told, Told))
    game.symmetries = game.symmetries[:1]
    graph = explore(game, limit=1500)
    turns = []
    children = {}
    for number, node in enumerate(graph.nodes):
        turns.append((node.position, node.result, [edge.moves for edge in node.edges]))
        children[number] = [edge.child for edge in node.edges]
    circles = recurs(children)
    return turns, circles and game.repeated(game.start())


def variants(told, path):
    """Yield a game's data without a key, and with other values of it."""
    *tables, key = path
    others = {**OTHERS, "endless": [*told["side"]]}
    for value in [None, *others.get(key, [])]:
        changed = msgspec.json.decode(msgspec.json.encode(told))
        table = changed
        for name in tables:
            table = table.setdefault(name, {})
        table.pop(key, None)
        if value is not None:
            table[key] = value
        yield changed


def keeps_away(told, key, ends):
    """Return whether a game has not-beside at this place, and to some effect."""
    *tables, name = key.split(".")
    table = reduce(dict.__getitem__, tables, told)
    return name in table and key not in dict(idle_keys(ToldGame(msgspec.convert(told, Told)), ends))


def name_sign(told, key):
    """Say the letter of pieces that lose an act: without its last one a side has no pieces of its
    own, and its letter means nothing. Each of two kinds has its letter in a table of its own.
    """
    owner, *path = key.split(".")
    if owner == "common":
        told["common"].setdefault("sign", "o")
        return
    side = path[0]
    if "piece" not in told["side"][side]:
        told["side"][side].setdefault("sign", side[0])


@pytest.mark.parametrize("block", few(range(10), one_in=10))
def test_a_key_that_is_refused_changes_nothing_whatever_its_value(block):
    compared = 0
    for number in range(1000 + 60 * block, 1060 + 60 * block):
        game = game_at_random(number)
        if game is None:
            continue
        told = msgspec.to_builtins(game.told)
        try:
            before = whole(told)
        except TooLargeError:
            continue
        every_end = dict.fromkeys(("reach", "line", "taken", "endless"))
        for key, reason in idle_keys(game, every_end):
            assert reason
            for changed in variants(told, key.split(".")):
                is_of_pieces_beside = key.endswith(".not-beside") and "such pieces" in reason
                if is_of_pieces_beside and keeps_away(changed, key, every_end):
                    continue  # there are such pieces as this value means
                if key.endswith((".step", ".take", ".slide", ".jump", ".hand")):
                    name_sign(changed, key)
                has_both = all(content in game.start().cells for content in (1, 2))
                if key == "end.taken" and not has_both:
                    # A kit of 1.0 takes a side that has put nothing yet for one that has lost all.
                    continue
                assert whole(changed) == before, (number, key)
                compared += 1
    assert compared > 20
