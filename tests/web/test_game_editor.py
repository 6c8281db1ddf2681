"""The page "Invent a game" without a browser: what controls write into a game's text, and what
is said of the game.
"""

import json
import re
import tomllib
from base64 import b64decode
from html import unescape
from urllib.parse import parse_qsl

import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEXTS
from sampling import few

from kitgen.claims.claims import words_of
from kitgen.errors import KitgenError
from kitgen.games import make_game
from kitgen.games.told.told_language import canonical
from kitgen.inquiries.game_trial import _next_boards
from kitgen.paper.marks.pieces import PIECES
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Decided, reasons
from kitgen.sources.kit_sources import make_kit
from kitgen.web.address import OWN, read_address
from kitgen.web.engine import file_name, page_answer
from kitgen.web.forms import KitForm, fields, word_in
from kitgen.web.game_editing import (
    ACTS,
    MAX_TEXT_LETTERS,
    read_game_text,
    text_of,
    ways_of,
    with_value,
    written,
)
from kitgen.web.game_form import SQUARE, _picture, games_to_begin_with
from kitgen.web.tasks import MAX_POSITIONS, SiteTask

GAMES = Templates().names("games")
HEXAPAWN = text_of("told:hexapawn")
CHESS = text_of("told:chess-3x3")
#: A game with remarks, a value on several lines, and keys in places where no control writes them.
ODD = """# Ours.
name = "Odd" # until we find a better one
board = "3x3"
start = [
  "bbb",
  "...", # nobody
  "www",
]
[side]
white.step = ["forward"] # keys with dots
white.goal = "far"
black = { step = ["forward"], goal = "far" } # a table in a line
[end]
# Who cannot move loses.
"""


def ask(task, text, *edits, language="en", **more):
    if edits:
        more["edits"] = json.dumps(edits)
    return page_answer(SiteTask(task, "her", (("language", language),), {"text": text} | more))


def edited(text, edits, language):
    """A text after some changes, none of which is refused for its own sake."""
    return ask("invent", text, *edits, language=language)["text"]


def said(refusal):
    """What a refusal says, without the line."""
    return re.sub(r"^\w+ \d+\s?: ", "", unescape(re.sub("<.*?>", "", refusal)))


# --- the text
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_came_in_a_link_is_written_as_the_same_game(name):
    data = canonical(make_game(f"told:{name}").told)
    told, game = read_game_text(text_of(f"told:{data}"))
    assert canonical(told) == data
    assert game.spec == f"told:{data}"


@pytest.mark.parametrize(
    "path", [("name",), ("side", "white", "step"), ("side", "black", "goal"), ("end", "stuck")]
)
@pytest.mark.parametrize("text", [HEXAPAWN, ODD], ids=["plain", "odd"])
def test_a_change_changes_one_key(text, path):
    for value in ("xyz", ["any"], None):
        wanted = place = tomllib.loads(text)
        for key in path[:-1]:
            place = place.setdefault(key, {})
        place.pop(path[-1], None)
        if value is not None:
            place[path[-1]] = value
        changed = tomllib.loads(with_value(text, path, value))
        assert {"end": {}, **changed} == {"end": {}, **wanted}


def test_a_change_keeps_the_other_lines_where_its_key_has_its_own():
    lines = with_value(
        with_value(ODD, ("end", "stuck"), "wins"), ("side", "white", "goal"), ["a3"]
    ).splitlines()
    kept = [line for line in ODD.splitlines() if "goal" not in line or "black" in line]
    assert [line for line in lines if line in kept] == kept
    assert {*lines} - {*kept} == {'stuck = "wins"', 'white.goal = ["a3"]'}
    first, last = (
        with_value(f"# Ours.\n{HEXAPAWN}", ("side", side, "goal"), None)
        for side in ("white", "black")
    )
    assert first.startswith("# Ours.")
    assert last.startswith("# Ours.")
    assert first != last


CHANGES = [
    (("square.4", ""), {"start": ["bbb", ".w.", "www"]}),
    (("square.6", ""), {"start": ["bbb", "...", "bww"]}),
    (("size.rows", "4"), {"board": "3x4", "start": ["bbb", "...", "...", "www"]}),
    (("size.columns", "4"), {"board": "4x3", "start": ["bbbb", "....", "wwww"]}),
    (("size.columns", "2"), {"board": "2x3", "start": ["bb", "..", "ww"]}),
    (("name", "Hens"), {"name": "Hens", "names": None}),
    (("lines", "3"), {"lines": 3}),
    (("end.stuck", "wins"), {"end": {"stuck": "wins"}}),
    (("end.taken", "loses"), {"end": {"taken": "loses"}}),
    (("side.white.step.side", "yes"), {"white": {"step": ["forward", "side"]}}),
    (("side.white.step.forward", ""), {"white": {"step": None}}),
    (("side.white.slide.back", "yes"), {"white": {"slide": ["back"]}}),
    (("side.black.take.back-diagonal", "yes"), {"black": {"take": ["diagonal"]}}),
    (("side.white.goal", ""), {"white": {"goal": None}}),
    (("side.white.hand", "2"), {"white": {"hand": 2}}),
    (("side.white.hand", "any"), {"white": {"hand": "any"}}),
    (("side.white.looks", "ring"), {"white": {"looks": "ring"}}),
    (("side.white.name", "Galline"), {"white": {"name": {"it": "Galline"}}}),
    (("side.white.with-article", "le galline"), {"white": {"with-article": {"it": "le galline"}}}),
    (("side.white.several", "yes"), {"white": {"several": True}}),
]


@pytest.mark.parametrize(("edit", "wanted"), CHANGES, ids=[edit[0] for edit, _ in CHANGES])
def test_each_control_writes_its_key(edit, wanted):
    """Nothing else changes: a side's keys stand below its name, None is no such key."""

    def flat(data):
        return {"end": {}, **data, **data["side"]}

    before = flat(tomllib.loads(HEXAPAWN))
    after = flat(tomllib.loads(edited(HEXAPAWN, [edit], "it")))
    for key, value in wanted.items():
        before[key] = before[key] | value if isinstance(value, dict) else value
    del before["side"], after["side"]
    for table in ("white", "black"):
        before[table] = {key: value for key, value in before[table].items() if value is not None}
    assert after == {key: value for key, value in before.items() if value is not None}


KIND_CHANGES = [
    ("king", "step.back", "", {"step": ["forward", "side", "diagonal"]}),
    ("pawn", "slide.forward", "yes", {"slide": ["forward"]}),
    ("pawn", "take.side", "yes", {"take": ["forward-diagonal", "side"]}),
    ("king", "looks", "ring", {"looks": "ring"}),
    ("pawn", "one", "guardia", {"called": {"it": ["guardia", "guardia"]}}),
]


@pytest.mark.parametrize(
    ("kind", "control", "value", "wanted"), KIND_CHANGES, ids=[row[1] for row in KIND_CHANGES]
)
def test_each_control_of_a_kind_of_pieces_writes_its_key(kind, control, value, wanted):
    """Nothing else changes, and once the kinds have tables, a change keeps the lines around it."""
    after = edited(CHESS, [(f"side.black.piece.{kind}.{control}", value)], "it")
    data = tomllib.loads(CHESS)
    changed = tomllib.loads(after)
    data["side"]["black"]["piece"][kind] |= wanted
    ways = {key: {*ways_of(words)} for key, words in wanted.items() if key in ACTS}
    pieces = changed["side"]["black"]["piece"][kind]
    assert {key: {*ways_of(pieces[key])} for key in ways} == ways
    pieces |= {key: wanted[key] for key in ways}
    assert changed == data
    commented = after.replace("[side.black.piece.king]", "# The king.\n[side.black.piece.king]")
    assert "# The king." in edited(
        commented, [(f"side.black.piece.{kind}.jump.forward", "yes")], "it"
    )


def test_the_jumps_of_one_kind_have_their_own_choices():
    jumping = [
        (f"side.white.piece.king.{name}", value)
        for name, value in (("jump.back", "yes"), ("over", "other"))
    ]
    text = edited(CHESS, [*jumping, ("side.white.piece.king.jump-takes", "yes")], "en")
    sides = tomllib.loads(text)["side"]
    assert sides["white"]["piece"]["king"]["jump-takes"] is True
    assert sides["white"]["piece"]["king"]["over"] == "other"
    assert sides["white"]["piece"]["pawn"] == tomllib.loads(CHESS)["side"]["white"]["piece"]["pawn"]


@pytest.mark.parametrize("name", ["goal", "hand", "faces", "name", "sign"])
def test_a_kind_has_no_control_for_what_the_side_decides(name):
    answer = ask("invent", CHESS, (f"side.white.piece.king.{name}", "far"))
    assert answer["text"] == CHESS
    assert answer["refusal"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_of_pieces_has_its_choices_under_its_name(language):
    texts = TEXTS[language]
    page = unescape(ask("invent", CHESS, language=language)["controls"])
    names = re.findall(r"<legend>(.*?)</legend>", page)
    kinds = [texts(f"told.kind_names.{kind}.single").capitalize() for kind in ("king", "pawn")]
    white, black = (texts(f"told.known.{side}.name") for side in ("white", "black"))
    assert names == [white, *kinds, black, *kinds, texts("invent.end")]
    assert 'name="side.white.piece.pawn.take.forward-diagonal" value="yes"' in page
    told = make_game("told:chess-3x3").told
    assert (told.names.get(language) or told.name) in texts("invent.two_kinds")


@pytest.mark.parametrize(
    "name", ["hexapawn", "breakthrough-3x3-1row", "clobber-3x3", "connect3-3x3"]
)
def test_a_board_of_another_size_begins_as_the_one_that_is_tried(name):
    text = text_of(f"told:{name}")
    game = make_game(f"told:{name}")
    for tried in at_least_one(_next_boards(game, 1)):
        columns, rows = tried.board.grid
        edits = [("size.columns", str(columns)), ("size.rows", str(rows))]
        made, _ = read_game_text(edited(text, edits, "en"))
        assert (made.board, made.start) == (f"{columns}x{rows}", tried.told.start)


def test_a_piece_is_called_by_one_name_and_another_for_several():
    called = ("side", "white", "called")
    text = edited(with_value(HEXAPAWN, called, None), [("side.white.one", "gallina")], "it")
    assert tomllib.loads(text)["side"]["white"]["called"] == {"it": ["gallina", "gallina"]}
    text = edited(text, [("side.white.many", "galline")], "it")
    assert tomllib.loads(text)["side"]["white"]["called"] == {"it": ["gallina", "galline"]}
    assert (
        "called"
        not in tomllib.loads(edited(text, [("side.white.many", "")], "it"))["side"]["white"]
    )


def test_presses_go_round_and_no_press_is_lost():
    text = HEXAPAWN
    seen = []
    for _ in range(4):
        text = edited(text, [("square.4", "")], "en")
        seen.append(tomllib.loads(text)["start"][1])
    assert seen == [".w.", ".b.", ".#.", "..."]
    assert edited(HEXAPAWN, [("square.4", "")] * 3, "en") == edited(
        text, [("square.4", "")] * 3, "en"
    )


def test_sentences_about_rules_go_when_the_rules_change():
    text = text_of("told:fox-hounds-4x4")
    assert "rules" in tomllib.loads(edited(text, [("square.5", ""), ("name", "Cats")], "en"))
    for edit in (
        ("side.fox.step.forward", "yes"),
        ("end.stuck", "wins"),
        ("lines", "2"),
        ("side.fox.goal", ""),
    ):
        assert "rules" not in tomllib.loads(edited(text, [edit], "en")), edit


#: Keys of a side's pieces that are rules, and values for them.
RULES = {
    "step.back": "", "slide.back": "yes", "take.side": "yes", "jump.back": "yes",
    "jump-takes": "yes", "chain": "yes", "over": "other", "faces": "up", "not-beside": "own",
    "only-beside": "own", "hand": "any", "lines": "2", "not-first": "a1, b1", "goal": "",
    "piece": "pawn",
}  # fmt: skip
#: Keys that say only what pieces look like and are called.
LOOKS = {"looks": "ring", "several": "yes", "one": "cat", "many": "cats"}


def test_each_rule_of_pieces_makes_sentences_about_rules_go_and_looks_do_not():
    text = text_of("told:fox-hounds-4x4")
    without = []
    for key, value in (RULES | LOOKS).items():
        after = edited(text, [(f"side.hounds.{key}", value)], "en")
        if "rules" not in tomllib.loads(after):
            without.append(key)
    assert without == list(RULES)


def test_a_press_begins_a_start_picture_where_a_game_has_none():
    text = text_of("told:notakto")
    assert "start" not in tomllib.loads(text)
    after = edited(text, [("square.4", "")], "en")
    assert tomllib.loads(after)["start"] == ["...", ".x.", "..."]


# --- controls
# --------------------------------------------------------------------------------------------------


@pytest.mark.every
@pytest.mark.parametrize(("name", "language"), few(GAMES, LANGUAGES, one_in=40))
def test_controls_of_every_game_that_comes_with_kitgen_show_what_is_in_its_text(name, language):
    """Writing once more what a control shows changes no rule."""
    answer = ask("invent", "", ("begin", f"told:{name}"), language=language)
    assert answer["refusal"] == ""
    text = answer["text"]
    page = answer["controls"]
    told = make_game(f"told:{name}").told
    assert f'value="{told.names.get(language) or told.name}"' in unescape(page)
    shown = []
    for control, options in re.findall(r'<select id="[^"]*" name="([^"]+)">(.*?)</select>', page):
        for value in re.findall(r'<option value="([^"]*)" selected>', options):
            if value != "text":
                shown.append((control, unescape(value)))
    boxes = re.findall(r'<input type="checkbox" id="[^"]*" name="([^"]+)"[^>]*?( checked)?>', page)
    shown += [(control, "yes" if checked else "") for control, checked in boxes]
    shown += re.findall(r'name="(size.\w+)" value="(\d+)"', page)
    game, again = (
        read_game_text(with_value(each, ("rules",), None))[1]
        for each in (text, edited(text, shown, language))
    )
    assert len(shown) > 5
    assert game.symmetries == again.symmetries
    positions = [game.start()]
    for position in positions:
        assert game.legal_moves(position) == again.legal_moves(position)
        assert game.result(position) == again.result(position)
        positions += [game.play(position, move).position for move in game.legal_moves(position)[:3]]
        if len(positions) > 40:
            break


def test_each_end_of_a_game_and_each_side_can_be_chosen():
    shown = ask("invent", text_of("told:fox-hounds-4x4"))["controls"]
    offered = {}
    for name in ("first", "end.stuck", "end.endless"):
        [choice] = re.findall(rf'<select[^>]* name="{name}".*?</select>', shown, re.DOTALL)
        offered[name] = re.findall(r'value="(.*?)"', choice)
    assert offered == {
        "first": ["fox", "hounds"],
        "end.stuck": ["loses", "wins", "draws"],
        "end.endless": ["draws", "fox", "hounds"],
    }


def test_squares_are_buttons_that_say_what_stands_on_them():
    page = ask("invent", HEXAPAWN, ("square.4", ""), ("square.4", ""), ("square.4", ""))["controls"]
    labels = re.findall(r'data-square="\d+" aria-label="([^"]+)"', page)
    assert labels[:2] == ["a3: black pawn", "b3: black pawn"]
    assert labels[3:6] == ["a2: empty", "b2: hole", "c2: empty"]
    page = ask("invent", text_of("told:mu-torere"), language="it")["controls"]
    assert re.findall(r'data-square="\d+" aria-label="([^"]+)"', page)[3:5] == [
        "4: Bianco",
        "5: Nero",
    ]


def test_the_simplest_game_comes_first():
    for language in LANGUAGES:
        games = games_to_begin_with(language)
        assert next(iter(games)) == "told:hexapawn"
        assert len(games) == len(GAMES)
    assert games_to_begin_with("it")["told:fox-hounds-4x4"] == "La volpe e i cani, 4 × 4"


def test_a_mistake_is_said_with_its_line_and_the_text_stays():
    wrong = HEXAPAWN.replace('"forward"', '"ahead"', 1)
    answer = ask("invent", wrong)
    line = 1 + wrong[: wrong.index('"ahead"')].count("\n")
    assert (
        unescape(answer["refusal"]).count(
            f'Line {line}: side.white.step is ["ahead"]; write step = ["forward"]'
        )
        == 1
    )
    assert (answer["text"], answer["kit"]) == (wrong, "")
    assert "data-square" in answer["controls"]
    for broken in (
        HEXAPAWN.replace("]", "", 1),
        HEXAPAWN.replace("goal", "gaol"),
        "",
        "x" * (MAX_TEXT_LETTERS + 1),
        "a." * 99,
    ):
        answer = ask("invent", broken)
        assert (answer["text"], answer["kit"], answer["controls"]) == (broken, "", "")
        assert TEXTS["en"]("invent.text_wrong") in answer["refusal"]


def test_a_change_that_cannot_be_leaves_the_text_as_it_is():
    for edit in (
        ("name", ""),
        ("size.columns", "65"),
        ("size.columns", "x"),
        ("size.rows", "0"),
        ("square.99", ""),
        ("zz", ""),
        ("side.grey.goal", ""),
        ("side.white.goal", "near"),
        ("end.stuck", "sleeps"),
        ("lines", "x"),
        ("side", ""),
        ("begin", "told:../../x"),
        ("begin", "told:{}"),
        ("begin", "her"),
        ("side.white.hand", "-1"),
        ("end.x", ""),
        ("side.white.step.sideways!", "yes"),
        ("square.x", ""),
        ("lines", "1"),
        ("side.white.looks", "NO"),
    ):
        answer = ask("invent", HEXAPAWN, edit)
        assert answer["text"] == HEXAPAWN, edit
        assert answer["refusal"], edit
    assert "cannot be read" in ask("invent", HEXAPAWN, edits="{")["refusal"]


#: What somebody does, and the text for the refusal: all that controls can cause.
REFUSED = {
    "told_over": ("hexapawn", [("lines", "3")]),
    "told_hands": ("hexapawn", [("side.white.hand", "1")]),
    "mistake_no_moves": (
        "clobber-3x3",
        [(f"side.white.take.{way}", "") for way in ("forward", "side", "back")],
    ),
    "told_points": ("hexapawn", [("size.rows", "22")]),
    "told_name": ("hexapawn", [("name", " ")]),
    "told_far": ("pong-hau-ki", [("side.white.goal", "far")]),
    "told_rows": ("pong-hau-ki", [("lines", "3")]),
    "told_falls": ("connect3-3x3", [("side.x.step.forward", "yes")]),
    "told_point": ("tapatan", [("size.columns", "2")]),
}


@pytest.mark.parametrize("key", REFUSED)
def test_a_refusal_of_a_change_is_in_the_language_of_the_page(key):
    name, edits = REFUSED[key]
    for language in LANGUAGES:
        answer = ask("invent", text_of(f"told:{name}"), *edits, language=language)
        assert "language=" not in answer["refusal"], answer["refusal"]
        pattern = re.sub(r"\\\{\w+\\\}", ".+", re.escape(TEXTS[language].raw(f"refusals.{key}")))
        assert re.fullmatch(pattern, said(answer["refusal"])), answer["refusal"]


PONG, DAWSON, NOTAKTO, CONNECT = (
    text_of(f"told:{name}") for name in ("pong-hau-ki", "dawson-9", "notakto", "connect3-3x3")
)
#: A text that somebody has written, and the text for the refusal.
MISTAKEN = {
    "told_board": HEXAPAWN.replace('"3x3"', '"cube 3"'),
    "told_start": HEXAPAWN.replace('"bbb"', '"bb"', 1),
    "told_count": DAWSON.replace("path 9", "path 1"),
    "told_near": re.sub(r"5 = \[.*?\]", "5 = [0, 1.9]", PONG),
    "told_links": PONG.replace("links = [", 'links = ["orthogonal",', 1),
    "told_loop": PONG.replace("links = [", 'links = ["1-1",', 1),
    "told_way": HEXAPAWN.replace('"forward"', '"onward"', 1),
    "told_ways": PONG.replace('step = ["links"]', 'step = ["forward"]', 1),
    "told_slide": PONG.replace('step = ["links"]', 'slide = ["links"]', 1),
    "told_jump": HEXAPAWN.replace("[side.white]", '[side.white]\njump = ["links"]'),
    "told_two_jumps": HEXAPAWN.replace(
        "[side.white]", '[side.white]\njump = ["orthogonal"]\njump-takes = true\nchain = true'
    ),
    "told_chain_leaves": HEXAPAWN.replace(
        "[side.white]", 'leaves = "block"\n[side.white]\njump = ["orthogonal"]\nchain = true'
    ),
    "told_first": f'first = "red"\n{HEXAPAWN}',
    "told_falls_grid": f"falls = true\n{PONG}",
    "told_one_text": DAWSON.replace('"path 9"', '"path 9"\nstart = ["...", "......"]'),
    "told_length": DAWSON.replace('"path 9"', '"path 9"\nstart = ["..."]'),
    "told_common_hand": NOTAKTO.replace('hand = "any"', "hand = 3"),
    "told_two_hands": NOTAKTO.replace("[side.second]", "[side.second]\nhand = 3"),
    "told_endless": f'{HEXAPAWN}\n[end]\nendless = "red"\n',
    "told_same_sign": f'{HEXAPAWN}\n[common]\nsign = "w"\n',
    "told_idle_links_top": f'links = ["1-2"]\n{PONG}',
    "told_idle_links_unused": f'links = ["any"]\n{HEXAPAWN}',
    "told_idle_lines": f"lines = 4\n{HEXAPAWN}",
    "told_idle_lines_both": f"lines = 3\n{HEXAPAWN}".replace(
        'goal = "far"', 'lines = [["a2", "b2", "c2"]]'
    ),
    "told_idle_no_hand": HEXAPAWN.replace("[side.black]", '[side.black]\non = ["a1"]'),
    "told_idle_no_jump": HEXAPAWN.replace("[side.white]", "[side.white]\nchain = true"),
    "told_idle_chain": HEXAPAWN.replace(
        "[side.white]", '[side.white]\njump = ["forward"]\nchain = true'
    ),
    "told_idle_no_over": HEXAPAWN.replace('"www"', '"w.."').replace(
        "[side.white]", '[side.white]\njump = ["forward"]\nover = "own"'
    ),
    "told_idle_first_there": CONNECT.replace("[side.x]", '[side.x]\nnot-first = ["a1"]', 1).replace(
        "lines =", 'start = ["...", "...", ".x."]\nlines ='
    ),
    "told_idle_first_nowhere": CONNECT.replace(
        "[side.x]", '[side.x]\nnot-first = ["a1"]\non = ["b1"]', 1
    ),
    "told_idle_leaves": f'leaves = "block"\n{NOTAKTO}',
    "told_idle_goal_side": NOTAKTO.replace("[side.second]", '[side.second]\ngoal = ["a1"]'),
    "told_idle_faces": PONG.replace("[side.black]", '[side.black]\nfaces = "up"'),
    "told_idle_goal_common": NOTAKTO.replace('hand = "any"', 'hand = "any"\ngoal = ["a1"]'),
    "told_idle_reach": f'{CONNECT}reach = "loses"\n',
    "told_idle_line": f'{HEXAPAWN}\n[end]\nline = "wins"\n',
    "told_idle_taken": f'{CONNECT}taken = "wins"\n',
    "told_idle_endless": f'{HEXAPAWN}\n[end]\nendless = "white"\n',
    "told_idle_hand": HEXAPAWN.replace("take =", "hand = 3\n#", 1).replace("take =", "#"),
    "told_idle_links_own": HEXAPAWN.replace("[side.black]", '[side.black]\nlinks = ["a1-b2"]'),
    "told_idle_enter": HEXAPAWN.replace(
        "[side.black]", '[side.black]\nenter = { points = ["c3"], beside = "own" }'
    ),
    "told_idle_always": CONNECT.replace("falls = true", "").replace(
        'hand = "any"', 'hand = "any"\nstep = ["any"]', 1
    ),
    "told_idle_no_pieces": NOTAKTO.replace("[side.second]", '[side.second]\nstep = ["forward"]'),
    "told_idle_no_prey": NOTAKTO.replace('hand = "any"', 'step = ["up"]\ntake = ["up"]')
    .replace('"3x3"', '"3x3"\nstart = ["...", ".x.", "..."]')
    .replace("lines = 3", "")
    .replace('line = "loses"', ""),
    "told_idle_nowhere": 'name = "Row"\nboard = "4x1"\nstart = ["w..b"]\n[side.white]\n'
    'step = ["right"]\n'
    'slide = ["forward"]\n[side.black]\nstep = ["right"]\n',
    "told_text": HEXAPAWN + "#" * MAX_TEXT_LETTERS,
    "told_rules": HEXAPAWN.replace(
        "[side.white]", "rules.it = [" + ", ".join(['"' + "a" * 290 + '"'] * 9) + "]\n[side.white]"
    ),
    "key_missing": PONG.replace("points =", "# points ="),
    "mistake_read": HEXAPAWN.replace('"3x3"', "3x3"),
    "mistake_twice": f"{HEXAPAWN}\n[side.white]\n",
    "mistake_value": HEXAPAWN.replace('"3x3"', '"3 by 3"'),
    "mistake_value_beyond": HEXAPAWN.replace('"forward"', '"knight"', 1),
    "mistake_value_kinds": HEXAPAWN.replace("[side.white]", '[side.white]\nsign = ["w", "k"]'),
    "mistake_value_called": HEXAPAWN.replace('piece = "pawn"', 'piece = "knight"', 1),
    "mistake_value_named": HEXAPAWN.replace('piece = "pawn"', 'piece = "king"', 1),
    "mistake_key_kinds": f"kinds = 2\n{HEXAPAWN}",
    "mistake_key_kinds_in": HEXAPAWN.replace("[side.white]", "[side.white]\nkinds = 2"),
    "mistake_key_kinds_only": CHESS.replace('step = ["any"]', "hand = 2", 1),
    "mistake_kinds_one": CHESS.replace("piece.pawn", "# piece.pawn", 1),
    "mistake_kinds_many": CHESS.replace(
        "piece.pawn", 'piece.queen = { step = ["any"] }\npiece.pawn', 1
    ),
    "told_kinds_own": CHESS.replace("piece.king", 'step = ["any"]\npiece.king', 1),
    "told_kinds_common": NOTAKTO.replace(
        'hand = "any"', 'hand = "any"\npiece = { a = {}, b = {} }'
    ),
    "told_kinds_put": CHESS.replace("piece.king", "hand = 2\npiece.king", 1),
    "told_kinds_nowhere": CHESS.replace("KP", "K."),
    "mistake_key": f"Leaves = 'block'\n{HEXAPAWN}",
    "mistake_key_in": HEXAPAWN.replace("step =", "moves =", 1),
    "mistake_key_top": HEXAPAWN.replace("[side.white]", "[side.white]\nfalls = true"),
    "mistake_key_below": f"goal = 'far'\n{HEXAPAWN}",
    "mistake_key_below_in": HEXAPAWN.replace("[side.white]", "[side.white]\nstuck = 'draws'"),
    "mistake_key_beyond": f"dice = 6\n{HEXAPAWN}",
    "mistake_key_beyond_in": HEXAPAWN.replace("[side.white]", "[side.white]\nknights = true"),
    "mistake_missing": HEXAPAWN.replace('board = "3x3"', ""),
    "mistake_no_sides": 'name = "Gap"\nboard = "path 4"\n',
    "mistake_one_side": 'name = "Gap"\nboard = "path 4"\n[side.white]\nstep = ["links"]\n',
    "mistake_sides": f'{HEXAPAWN}\n[side.red]\nstep = ["forward"]\n',
    "mistake_letters": HEXAPAWN.replace("[side.black]", '[side.black]\nsign = "w"'),
    "mistake_capital": HEXAPAWN.replace("[side.white]", '[side.white]\nsign = "W"'),
    "told_signs": HEXAPAWN.replace('"..."', '"q.."'),
    "mistake_called": CHESS.replace(
        "piece.pawn = {", 'piece.pawn = { called = { en = ["king", "kings"] },', 1
    ),
    "mistake_shape": HEXAPAWN.replace("[side.white]", '[side.white]\nlooks = "disc"'),
    "mistake_alike": HEXAPAWN.replace("[side.white]", '[side.white]\nlooks = "ring"').replace(
        "[side.black]", '[side.black]\nlooks = "ring"'
    ),
    "value_one_of": HEXAPAWN.replace("[side.white]", 'leaves = "fire"\n[side.white]'),
    "value_words": HEXAPAWN.replace("[side.white]", "[side.white]\nfaces = 3"),
    "value_list": HEXAPAWN.replace('step = ["forward"]', "step = {}", 1),
    "value_list_far": HEXAPAWN.replace('goal = "far"', "goal = {}", 1),
    "value_table": HEXAPAWN.replace("[side.white]", "[side.white]\nenter = 3"),
    "value_points": 'name = "x"\n[board]\npoints = { a = [0, 0] }\n[side.white]\nhand = 1\n'
    "[side.black]\nhand = 1\n",
    "value_text": HEXAPAWN.replace("start = [", "start = [3, "),
    "value_word": f"first = 3\n{HEXAPAWN}",
    "value_shape": HEXAPAWN.replace("[side.white]", "[side.white]\nlooks = 3"),
    "value_true": f"falls = {{}}\n{HEXAPAWN}",
    "value_entries": HEXAPAWN.replace("[side.white]", "[side.white]\nenter = { points = {} }"),
    "value_pair": re.sub(r"5 = \[.*?\]", "5 = [0]", PONG),
    "value_sentences": f"rules = {{ it = 3 }}\n{HEXAPAWN}",
    "value_number": re.sub(r"5 = \[.*?\]", '5 = ["a", 2]', PONG),
    "value_name": HEXAPAWN.replace('name = "Hexapawn"', "name = 3", 1),
    "key_word": HEXAPAWN.replace("side.white", "side." + "w" * 99),
    "key_point": PONG.replace("5 =", '"5 5" ='),
    "value_line": HEXAPAWN.replace("[side.white]", "[side.white]\nname = { it = 3 }"),
    "value_link": PONG.replace("links = [", 'links = ["xx",', 1),
    "value_number_list": f"lines = 1\n{HEXAPAWN}",
    "value_number_any": CONNECT.replace('hand = "any"', "hand = {}", 1),
    "value_sentence": HEXAPAWN.replace(
        "[side.white]", 'rules.it = ["' + "a" * 301 + '"]\n[side.white]'
    ),
    "value_letter": HEXAPAWN.replace("[side.white]", "[side.white]\nsign = {}"),
    "toml_place": HEXAPAWN.replace('"3x3"', "3x3 ]["),
    "toml_end": f'{HEXAPAWN}\nx = """',
}


@pytest.mark.parametrize("key", few(MISTAKEN, one_in=4))
def test_a_refusal_of_what_is_written_is_in_the_language_of_the_page(key):
    for language in LANGUAGES:
        refusal = re.sub(
            '<p class="quiet">.*', "", ask("invent", MISTAKEN[key], language=language)["refusal"]
        )
        assert "language=" not in refusal, refusal
        if language != "en":
            pattern = re.sub(
                r"\\\{\w+\\\}", ".+", re.escape(TEXTS[language].raw(f"refusals.{key}"))
            )
            assert re.fullmatch(
                rf"(?:.*: )?{pattern}", unescape(re.sub("<.*?>", "", refusal)).strip()
            ), refusal


def test_every_text_about_a_game_is_for_something_that_is_refused():
    starts = tuple(
        f"refusals.{start}" for start in ("key_", "mistake_", "told_", "toml_", "value_")
    )
    keys = {
        key.removeprefix("refusals.")
        for key in sorted(TEXTS["en"].keys())
        if key.startswith(starts)
    }
    assert keys - {"told_no_colours", "told_no_choice"} == {*REFUSED} | {*MISTAKEN}


def test_a_game_without_machines_is_refused_again_in_another_language():
    for language, said in (
        ("it", "nessuna parte può avere una macchina"),
        ("es", "ningún bando puede tener una máquina"),
    ):
        with pytest.raises(KitgenError) as refused:
            ask("trial", text_of("told:queen-5x8"), step="0", language=language)
        assert said in TEXTS[language].reason(str(refused.value))


def test_thousands_in_a_refusal_are_written_as_elsewhere_on_the_page():
    text = HEXAPAWN + "#" * MAX_TEXT_LETTERS
    for language, number in (
        ("en", "40,000"),
        ("fr", "40\u202f000"),
        ("de", "40\u202f000"),
        ("it", "40.000"),
        ("es", "40\u202f000"),
    ):
        assert number in ask("invent", text, language=language)["refusal"], language


# --- what machines make of it
# -----------------------------------------------------------------------------------------


def test_a_game_that_nobody_can_end_is_won_without_a_number_of_moves():
    text = Templates().path("games", "hens-on-guard").read_text(encoding="utf-8")
    shown = unescape(ask("trial", text, step="0")["shown"])
    assert "the other side can force no end, so the hens win." in shown


def counted(answer):
    """The rows of the table, by their heads."""
    rows = re.findall(r"<tr>(.*?)</tr>", answer["shown"])
    cells = [
        [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows
    ]
    return {head: values for head, *values in cells}


def test_counts_are_those_of_the_kits_that_are_printed():
    for edits, winner in (
        ([], "after 6 moves, counting both sides, Black wins."),
        ([("size.columns", "4")], "after 5 moves, counting both sides, White wins."),
        ([("square.4", "")], ""),
        ([("side.white.step.side", "yes")], ""),
    ):
        text = edited(HEXAPAWN, edits, "en")
        answer = ask("trial", text, step="0")
        rows = counted(answer)
        address, _ = read_address([("kit", f"told:{canonical(read_game_text(text)[0])}")], "en")
        kits = [make_kit(address.kit, side=side) for side in ("first", "second")]
        assert rows["Boxes"] == [str(len(kit.boxes)) for kit in kits]
        assert rows["Beads"] == [str(kit.beads) for kit in kits]
        assert winner in answer["shown"]
        assert answer["more"]
    assert counted(ask("trial", edited(HEXAPAWN, [("size.columns", "4")], "en")))["Boxes"] == [
        "133",
        "114",
    ]


def test_the_largest_board_that_fits_is_said_once_all_is_known():
    first, *_, last = (ask("trial", HEXAPAWN, step=str(step)) for step in (0, 1, 900))
    sentence = "The largest board that fits a class is 4x3: boxes White 133, Black 114."
    assert sentence in last["shown"]
    assert sentence not in first["shown"]


@pytest.mark.every
def test_no_larger_board_is_named_where_none_fits_or_none_follows():
    wide = ask("trial", edited(HEXAPAWN, [("size.columns", "4")], "it"), step="900", language="it")
    assert "Nessun tavoliere più grande è adatto a una classe." in wide["shown"]
    assert "largest board" not in ask("trial", text_of("told:mu-torere"), step="900")["shown"]


def test_learning_comes_step_by_step_and_the_same_at_once():
    text = text_of("told:notakto")
    steps = []
    more = True
    while more:
        steps.append(ask("trial", text, step=str(len(steps))))
        more = steps[-1]["more"]
    assert len(steps) > 6
    assert "Loses the fewest games with" not in counted(steps[0])
    last = ask("trial", text, step="99")
    assert last == steps[-1]
    assert "Loses the fewest games with" in counted(last)
    assert "A good game" not in steps[0]["shown"], (
        "nothing is said of learning before all have tried it"
    )
    assert "A good game for a machine of boxes: within 50 games" in last["shown"]
    assert re.fullmatch(r"\d+/0/\d+ → \d+/0/\d+", counted(last)["Against chance"][0])
    assert counted(last)["A machine of"] == ["First player", "Second player"]
    assert last["summary"] == "Boxes: First player 25, Second player 21 · the first player wins"


def test_a_dull_game_a_large_one_and_one_that_is_too_large_are_told_so():
    rows = 'name = "Row"\nboard = "path 4"\n[side.a]\nhand = "any"\n[side.b]\nhand = "any"\n'
    dull = words_of(TEXTS["it"], Decided("game_dull.none"))
    assert dull in unescape(ask("trial", rows, language="it")["shown"])
    large = ask("trial", text_of("told:ttt"), step="99", language="es")
    too_many = words_of(TEXTS["es"], Decided("game_large", values={"most": 120}))
    assert too_many in unescape(large["shown"])
    assert TEXTS["es"]("invent.not_learned") in large["shown"]
    assert not large["more"]
    with pytest.raises(KitgenError, match=f"more than {MAX_POSITIONS:,} positions"):
        ask("trial", edited(HEXAPAWN, [("size.columns", "5"), ("size.rows", "5")], "en"))
    with pytest.raises(KitgenError, match="over before it begins"):
        ask("trial", edited(HEXAPAWN, [("lines", "3")], "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_in_the_language_of_the_page(language):
    shown = unescape(ask("trial", HEXAPAWN, language=language)["shown"])
    rules = make_game("told:hexapawn").spoken(TEXTS[language], language)["rules"].splitlines()
    assert len(rules) > 3
    assert all(f"<p>{rule}</p>" in shown for rule in rules)
    assert shown.count("data-print") == 2
    assert "data:image/svg+xml" in shown


# --- a link that carries a game
# ---------------------------------------------------------------------------------------


def test_a_link_carries_the_game():
    answer = ask("invent", HEXAPAWN, ("square.4", ""), ("name", "Our Hexapawn"), language="it")
    assert answer["file"] == "our-hexapawn.toml"
    pairs = [pair.split("=", 1) for pair in answer["kit"].split("&")]
    assert pairs[1] == ["language", "it"]
    look = page_answer(
        SiteTask("look", *_address(answer["kit"]), {"home": "https://example.org/app/"})
    )
    assert look["kit"] == answer["kit"]
    assert look["code"] == ""  # too much for a telephone to read from a screen
    again = ask("invent", "", ("begin", _address(look["kit"])[0]))
    assert tomllib.loads(again["text"]) == tomllib.loads(answer["text"])
    address, _ = read_address([("kit", _address(look["kit"])[0])], "it")
    assert file_name(address, ".pdf") == "Our-Hexapawn-it.pdf"


def _address(query):
    address, rest = read_address(parse_qsl(query), "en")
    assert not rest
    return address.kit, address.choices


def test_a_form_without_scripts_keeps_the_whole_game():
    spec = make_game("told:hexapawn").spec
    assert len(spec) > 400
    for kit in (spec, "told:notakto"):
        fields = "".join(KitForm("en", {"kit": kit}).kit())
        assert kit in [
            unescape(value) for value in re.findall(r'<option value="([^"]*)" selected>', fields)
        ]
        assert re.search(r'id="size" name="size" value=""', fields)


def test_a_written_game_has_its_tables_behind_the_plain_keys():
    text = written(
        {
            "name": "x",
            "end": {"stuck": "wins"},
            "side": {"a b": {"step": ["any"]}},
            "names": {"it": "y"},
        }
    )
    assert (
        text == 'name = "x"\nnames = { it = "y" }\n\n[side."a b"]\nstep = ["any"]\n\n[end]\n'
        'stuck = "wins"\n'
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "To move: Fox."), ("it", "Muove: Volpe."), ("es", "Mueve: Zorro.")],
)
def test_a_position_of_a_told_game_names_the_side_as_its_file_does(language, said):
    answer = page_answer(
        SiteTask(
            "find",
            "told:fox-hounds-4x4",
            (("language", language),),
            {"home": "https://example.org/"},
        )
    )
    assert said in json.dumps(answer, ensure_ascii=False)


@pytest.mark.parametrize("language", ["it", "es"])
def test_every_refusal_can_be_said_in_the_language_of_the_page(language):
    for key, pattern in at_least(100, reasons()):
        # What somebody has written is quoted, its kind is not.
        english = re.sub(
            r"\{(\w+)\}", lambda place: "x" if place[1] == "what" else "'x'", TEXTS["en"].raw(key)
        )
        assert pattern.fullmatch(english), key
        assert TEXTS[language].reason(english), key


def test_a_value_that_is_in_no_list_stays_and_an_own_label_has_its_own_field():
    form = KitForm("en", {"kit": "told:mu-torere", "side": "north", "stock": "50x30"})
    assert '<option value="north" selected>' in form.field("side")
    assert "50x30" not in form.field("stock")
    assert 'value="50x30"' in form.field(OWN)


@pytest.mark.parametrize("shape", PIECES)
def test_a_piece_lies_within_its_picture(shape):
    svg = b64decode(_picture(shape).partition(",")[2]).decode()
    drawn = re.findall(r' (?:d|points|cx|cy)="([^"]+)"', svg)
    places = [float(number) for text in drawn for number in re.findall(r"-?[\d.]+", text)]
    assert places
    assert all(0 < place < SQUARE for place in places)


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_are_offered_by_their_titles(language):
    assert word_in(language, fields()["parts"], "cover") == TEXTS[language]("cover.title")
