"""The second reading of a told game, with which ``verify`` checks it, against the game that is
played.
"""

import json
from pathlib import Path

import msgspec
import pytest
from jobs import kit_of
from sampling import few, sample
from test_told_figures import FIGURES
from told_samples import game_at_random

from kitgen.errors import TooLargeError, UsageError
from kitgen.games import make_game
from kitgen.games.told import told_board
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_language import Told
from kitgen.kit.kit_json import kit_data, read_kit, with_hash, write_kit
from kitgen.model import Position, Step, Symmetry
from kitgen.verification import told_rules
from kitgen.verification.told_rules import told_faults
from kitgen.verification.verify import verify

CHECK = "the rules are those that the file tells"
#: Games with so many positions take a second.
LARGE = 2_000


def text_of(game):
    return game.spec.removeprefix("told:")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.every] if row[0] > LARGE or number % 2 else [])
        for number, (name, row) in enumerate(FIGURES.items())
    ],
)
def test_every_shipped_game_is_read_the_same_twice(name):
    game = make_game(f"told:{name}")
    assert told_faults(game, text_of(game), 20_000) == (FIGURES[name][0], [])


@pytest.mark.every
@pytest.mark.parametrize("block", few(range(12), one_in=12))
def test_games_told_at_random_are_read_the_same_twice(block):
    """Words that no shipped game brings together: whoever reads them otherwise is found here."""
    compared = 0
    symmetric = 0
    recurring = 0
    for number in range(200 * block, 200 * (block + 1)):
        game = game_at_random(number)
        if game is None:
            continue
        try:
            _, faults = told_faults(game, text_of(game), 2_000)
        except TooLargeError:
            continue
        assert faults == [], game.spec
        compared += 1
        symmetric += len(game.symmetries) > 1
        recurring += game.repetition is not None
    assert compared > 50
    assert min(symmetric, recurring) > 5


def test_a_game_of_more_positions_than_the_limit_is_left_out():
    game = make_game("told:ttt")
    with pytest.raises(TooLargeError, match="more than 100 positions"):
        told_faults(game, text_of(game), 100)


def spoiled(name, **members):
    """Return a game that is played in another way than its text tells."""
    game = make_game(f"told:{name}")
    for key, value in members.items():
        setattr(game, key, value)
    return game


def turned(game, position, move):
    """Return a step after which the same side is to move."""
    cells = ToldGame.play(game, position, move).position.cells
    return Step(Position(cells, position.to_move), 0)


HEXAPAWN = make_game("told:hexapawn")
SPOILED = {
    "a move is missing": (
        spoiled("hexapawn", legal_moves=lambda position: HEXAPAWN.legal_moves(position)[1:]),
        "in bbb/.../www w the moves told are a1a2 b1b2 c1c2, and those played b1b2 c1c2",
    ),
    "a wrong result": (
        spoiled(
            "hexapawn", result=lambda position: None if HEXAPAWN.result(position) is None else 1
        ),
        "the result told is -1, not 1",
    ),
    "the same side again": (
        spoiled("hexapawn", play=lambda position, move: turned(HEXAPAWN, position, move)),
        "leads to bbb/w../.ww b, not to bbb/w../.ww w",
    ),
    "a symmetry is missing": (
        spoiled("hexapawn", symmetries=HEXAPAWN.symmetries[:1]),
        "a3 to c3, c3 to a3, a2 to c2, c2 to a2, a1 to c1, c1 to a1 is a symmetry, too",
    ),
    "a symmetry too many": (
        spoiled(
            "hexapawn",
            symmetries=(*HEXAPAWN.symmetries, Symmetry("down", (6, 7, 8, 3, 4, 5, 0, 1, 2))),
        ),
        "is no symmetry of the rules",
    ),
    "no third time": (
        spoiled("pong-hau-ki", repetition=None),
        "positions recur, and the game says that they do not",
    ),
    "a second time": (spoiled("pong-hau-ki", repetition=2), "has come 3 times, not 2"),
    "another endless play": (
        spoiled("hare-hounds-end", repeated=lambda _: 0),
        "endless play from hh.h......r h is",
    ),
    "another start": (
        spoiled("hexapawn", start=lambda: HEXAPAWN.parse("bbb/w../.ww b")),
        "the start is bbb/.../www w",
    ),
    "other sides": (
        spoiled("hexapawn", sides=HEXAPAWN.sides[::-1]),
        "the sides are white and black",
    ),
}


@pytest.mark.parametrize(("game", "says"), SPOILED.values(), ids=SPOILED)
def test_a_game_that_is_played_otherwise_is_found(game, says):
    assert any(says in fault for fault in told_faults(game, text_of(game), 3_000)[1])


def test_a_mistake_of_directions_is_found(monkeypatch):
    """What the game and its symmetries agree on is still not what the file tells."""
    monkeypatch.setitem(told_board.DIRECTIONS, "forward-left", (-2, 1))
    game = ToldGame(make_game("told:hexapawn").told)
    assert "the moves told are" in told_faults(game, text_of(game), 1_000)[1][0]


def test_verify_reads_the_rules_of_a_told_game_and_of_no_other():
    checks = {check.name: check for check in verify(kit_of("told:notakto")).checks}
    assert checks[CHECK].verdict == "right"
    assert checks[CHECK].found == "450 positions, 0 faults"
    assert CHECK not in {check.name for check in verify(kit_of("her")).checks}


#: A game, one rule of its text with another in its place, and a check that finds it.
FORGED = [
    ("hexapawn", '"take":["forward-diagonal"]', '"take":["forward"]', "every decision has a box"),
    ("hexapawn", '"goal":"far"', '"goal":["a1"]', "every legal move has its slot"),
    ("hexapawn", '"step":["forward"]', '"step":["forward","side"]', "the outcome is right"),
    ("notakto", '"lines":3', '"lines":2', "every legal move has its slot"),
    ("notakto", ',"end":{"line":"loses"}', "", "the outcome is right"),
    ("mu-torere", '"beside":"other"', '"beside":"any"', "verdicts are right"),
]


@pytest.mark.parametrize(("name", "old", "new", "check"), sample(FORGED, one_in=4))
def test_a_kit_whose_game_has_another_rule_is_refused_though_its_hash_fits(
    name, old, new, check, tmp_path
):
    data = kit_data(kit_of(f"told:{name}"))
    assert old in data["game"]
    data["game"] = data["game"].replace(old, new, 1)
    forged = with_hash(read_kit(json.dumps(data).encode(), "a forged kit", trust=True))
    (tmp_path / "kit.json").write_bytes(write_kit(forged))
    checks = {check.name: check.verdict for check in verify(tmp_path / "kit.json").checks}
    assert checks["the hash fits the kit"] == "right"
    # The game is played as its text tells it now: the boxes are those of another.
    assert checks[CHECK] == "right"
    assert checks["the kit is the one that its choices make"] == "wrong"
    assert checks[check] == "wrong"


def test_the_second_reading_knows_nothing_of_the_first():
    assert "games.told" not in Path(told_rules.__file__).read_text(encoding="utf-8")


def game_of(**keys):
    return ToldGame(msgspec.convert({"name": "Found", **keys}, Told))


@pytest.mark.parametrize("way", ["step", "take", "slide"])
def test_a_point_with_a_condition_is_entered_in_no_other_way(way):
    """Only from beside another of its kind a piece comes onto c1, whether it steps, takes or
    slides.
    """
    side = {way: ["right"], "enter": {"points": ["c1"], "beside": "own"}}
    end = "b" if way == "take" else "."
    for start, moves in ((["...", f".w{end}"], []), (["...", f"ww{end}"], ["b1c1"])):
        white = {**side, "step": [*side.get("step", ()), "left"]}
        game = game_of(board="3x2", start=start, side={"white": white, "black": {"sign": "b"}})
        played = [game.move_text(move) for move in game.legal_moves(game.start())]
        assert [move for move in played if move.endswith("c1")] == moves


SIDEWAYS = {"step": ["side"]}
PUTS = {"hand": "any"}
CHAIN = {"jump": ["side"], "over": "other", "chain": True}
#: The smallest games in which each rule, or the symmetry that it breaks, is all that matters.
SMALL = {
    "hand": {"board": "4x1", "side": {"white": {"hand": 1}, "black": {"hand": 2}}},
    "start counts for the hand": {
        "board": "4x1",
        "start": ["w..."],
        "side": {"white": {"hand": 2, "step": ["right"]}, "black": {"hand": 1}},
    },
    "on": {"board": "3x1", "side": {"white": PUTS | {"on": ["a1"]}, "black": PUTS}},
    "slide": {
        "board": "5x1",
        "start": ["w.b.."],
        "side": {"white": {"slide": ["right"]}, "black": SIDEWAYS},
    },
    "leaves": {
        "board": "4x1",
        "start": ["w..b"],
        "leaves": "block",
        "side": {"white": SIDEWAYS, "black": SIDEWAYS},
    },
    "jump": {
        "board": "6x1",
        "start": ["wwb.b."],
        "side": {"white": CHAIN | {"chain": False}, "black": SIDEWAYS},
    },
    "chain": {"board": "6x1", "start": ["wb.b.."], "side": {"white": CHAIN, "black": SIDEWAYS}},
    "jump-takes": {
        "board": "6x1",
        "start": ["wb.b.."],
        "side": {"white": CHAIN | {"jump-takes": True}, "black": SIDEWAYS},
    },
    "a piece is jumped over once": {
        "board": "3x3",
        "start": ["...", ".bb", "w.."],
        "side": {
            "white": CHAIN
            | {"jump": ["forward-right", "back", "forward-left"], "jump-takes": True},
            "black": {"step": ["forward"]},
        },
    },
    "not-beside": {"board": "4x1", "side": {"white": PUTS | {"not-beside": "own"}, "black": PUTS}},
    "only-beside": {
        "board": "4x1",
        "start": [".b.."],
        "side": {"white": PUTS | {"only-beside": "other"}, "black": PUTS},
    },
    "next to along an arrow": {
        "board": {"points": {"1": [0, 0], "2": [1, 0], "3": [2, 1]}, "links": ["1>2", "2-3"]},
        "side": {"white": PUTS | {"not-beside": "other"}, "black": PUTS},
    },
    "falls": {"board": "2x3", "falls": True, "side": {"white": PUTS, "black": PUTS}},
    "enter": {
        "board": "5x1",
        "start": ["w.w.b"],
        "side": {
            "white": SIDEWAYS | {"enter": {"points": ["b1"], "beside": "own"}},
            "black": SIDEWAYS,
        },
    },
    "taken": {
        "board": "3x1",
        "start": ["w.b"],
        "end": {"taken": "loses"},
        "side": {"white": SIDEWAYS | {"take": ["side"]}, "black": SIDEWAYS},
    },
    "a line before a goal": {
        "board": "3x2",
        "start": ["ww.", "..."],
        "lines": 2,
        "end": {"line": "loses"},
        "side": {"white": {"step": ["any"], "goal": ["a1"]}, "black": {"hand": 1, "step": ["any"]}},
    },
    "endless": {
        "board": "5x1",
        "start": ["w...b"],
        "end": {"endless": "black"},
        "side": {"white": SIDEWAYS, "black": SIDEWAYS},
    },
    "a goal is no mirror image": {
        "board": "3x1",
        "start": ["w.b"],
        "side": {"white": SIDEWAYS | {"goal": ["a1"]}, "black": SIDEWAYS},
    },
    "a line is no mirror image": {
        "board": "3x1",
        "lines": [["a1", "b1"]],
        "side": {"white": PUTS, "black": PUTS},
    },
    "an arrow is no mirror image": {
        "board": "3x1",
        "links": ["a1>b1", "b1-c1"],
        "side": {"white": PUTS | {"not-beside": "any"}, "black": PUTS},
    },
    "not-first is no mirror image": {
        "board": "3x1",
        "side": {"white": PUTS | {"not-first": ["a1"]}, "black": PUTS},
    },
    "enter is no mirror image": {
        "board": "3x1",
        "start": ["w.b"],
        "side": {
            "white": SIDEWAYS | {"enter": {"points": ["a1"], "beside": "own"}},
            "black": SIDEWAYS,
        },
    },
    "a jump is no mirror image": {
        "board": "4x1",
        "start": ["wb.."],
        "side": {"white": {"jump": ["right"]}, "black": SIDEWAYS},
    },
}


@pytest.mark.parametrize("rule", SMALL)
def test_each_rule_alone_is_read_the_same_twice(rule):
    game = game_of(**SMALL[rule])
    positions, faults = told_faults(game, text_of(game), 1_000)
    assert faults == []
    assert positions > 1


def test_a_side_puts_pieces_of_one_kind_only():
    sides = {"white": {"hand": "any"}, "black": {"hand": "any"}}
    with pytest.raises(UsageError, match="a side puts either pieces of its own or common ones"):
        game_of(board="3x3", side=sides, common={"hand": "any"})


def test_steps_and_slides_together_have_the_symmetries_that_they_have_together():
    """Whoever steps to any point gains nothing by sliding up: the board may be turned upside
    down.
    """
    side = {"step": ["links"], "slide": ["forward"], "links": ["all"], "faces": "up"}
    game = game_of(board="3x2", start=["b.b", ".w."], side={"white": side, "black": side})
    assert len(game.symmetries) == 4


def test_points_that_the_board_lacks_are_no_matter_where_no_piece_enters_or_is_put():
    """A kit may say so of a side without pieces; a file may not."""
    idle = {"on": ["z1"], "enter": {"points": ["z9"], "beside": "own"}}
    game = game_of(board="2x2", side={"first": idle, "second": {}}, common={"hand": "any"})
    assert told_faults(game, text_of(game), 1_000)[1] == []


def test_the_first_piece_put_may_be_barred_and_no_later_one():
    """White begins anywhere but in the middle; Black, who may begin there, does."""
    white = {"hand": "any", "not-first": ["b1"]}
    game = game_of(board="3x1", side={"white": white, "black": {"hand": "any"}})
    position = game.start()
    played = []
    for text in ("a1", "c1"):
        played.append([game.move_text(move) for move in game.legal_moves(position)])
        position = game.play(position, game.parse_move(position, text)).position
    played.append([game.move_text(move) for move in game.legal_moves(position)])
    assert played == [["a1", "c1"], ["b1", "c1"], ["b1"]]


def test_a_barred_first_point_is_for_all_pieces_of_both_sides():
    game = game_of(
        board="3x1", side={"white": {}, "black": {}}, common={"hand": "any", "not-first": ["b1"]}
    )
    assert [game.move_text(move) for move in game.legal_moves(game.start())] == ["a1", "c1"]
    after = game.play(game.start(), game.parse_move(game.start(), "a1")).position
    assert [game.move_text(move) for move in game.legal_moves(after)] == ["b1", "c1"]
    assert len(game.symmetries) == 2
    one_sided = game_of(
        board="3x1", side={"white": {}, "black": {}}, common={"hand": "any", "not-first": ["c1"]}
    )
    assert len(one_sided.symmetries) == 1
