"""Jumps over pieces: whose, whether they take, once or in a chain; and what is refused."""

import time

import msgspec
import pytest

from kitgen.errors import TemplateError, UsageError
from kitgen.games.told.told_file import game_at
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_language import Told
from kitgen.verification.told_rules import told_faults


def game_of(*, board, start, white, black=None, **keys):
    sides = {"white": white, "black": black or {"step": ["any"]}}
    return ToldGame(
        msgspec.convert(
            {"name": "Leap", "board": board, "start": start, "side": sides, **keys}, Told
        )
    )


def jumps(game):
    """Return each jump of the start with the board after it."""
    start = game.start()
    return {
        game.move_text(move): game.text(game.play(start, move).position).partition(" ")[0]
        for move in game.legal_moves(start)
        if game.move_kind(start, move) == "jump"
    }


RIGHT = {"jump": ["right"], "faces": "up"}


@pytest.mark.parametrize(
    ("start", "white", "after"),
    [
        ("wb.", RIGHT, {"a1c1": ".bw"}),
        ("wb.", {**RIGHT, "jump-takes": True}, {"a1c1": "..w"}),
        ("wb.", {**RIGHT, "over": "own"}, {}),
        ("ww.", {**RIGHT, "over": "own"}, {"a1c1": ".ww"}),
        ("ww.", {**RIGHT, "over": "other"}, {}),
        ("wbb", RIGHT, {}),
        ("w.b.", RIGHT, {}),
        ("wb", RIGHT, {}),
        ("wb#.", RIGHT, {}),
        ("wb.b.", RIGHT, {"a1c1": ".bwb."}),
        ("wb.b.", {**RIGHT, "chain": True}, {"a1c1": ".bwb.", "a1e1": ".b.bw"}),
        ("wb.b.", {**RIGHT, "chain": True, "jump-takes": True}, {"a1c1": "..wb.", "a1e1": "....w"}),
        ("wb.bb", {**RIGHT, "chain": True}, {"a1c1": ".bwbb"}),
    ],
)
def test_a_piece_jumps_over_the_next_one(start, white, after):
    # Black stands aside and can always move.
    wide = len(start)
    rows = [f"b{'.' * (wide - 1)}", "." * wide, start]
    game = game_of(board=f"{wide}x3", start=rows, white={"step": ["forward"], **white})
    assert {move: board.rpartition("/")[2] for move, board in jumps(game).items()} == after


def test_a_chain_never_comes_back_to_where_it_was():
    """Round a ring of four pieces: every corner can be reached, and the first is none of them."""
    game = game_of(
        board="3x3",
        start=["." + "b" + ".", "b.b", "wb."],
        white={"jump": ["orthogonal"], "chain": True},
    )
    assert [*jumps(game)] == ["a1a3", "a1c3", "a1c1"]


def test_a_piece_is_taken_once_in_a_chain():
    """From c1 the way to a3 leads over b2 again, whose piece has left the board."""
    ways = ["forward-right", "back", "forward-left"]
    white = {"jump": ways, "jump-takes": True, "chain": True}
    game = game_of(board="3x3", start=["...", ".bb", "w.."], white=white)
    assert jumps(game) == {"a1c3": "..w/..b/...", "a1c1": ".../.../..w"}
    assert told_faults(game, game.spec.removeprefix("told:"), 1000)[1] == []
    staying = game_of(board="3x3", start=["...", ".bb", "w.."], white={"jump": ways, "chain": True})
    assert [*jumps(staying)] == ["a1a3", "a1c3", "a1c1"]


def test_a_piece_that_is_jumped_over_can_be_the_last_one():
    game = game_of(
        board="3x2",
        start=["...", "wb."],
        white={"step": ["forward"], "jump": ["right"], "jump-takes": True},
        end={"taken": "wins"},
    )
    after = game.play(game.start(), game.parse_move(game.start(), "a1c1")).position
    assert (game.result(after), game.ending(after)) == (-1, "taken")


def test_a_point_with_a_condition_is_not_jumped_onto_either():
    enter = {"points": ["c1"], "beside": "own"}
    white = {"step": ["forward"], "jump": ["right"], "enter": enter}
    assert jumps(game_of(board="3x2", start=["...", "wb."], white=white)) == {}
    assert [*jumps(game_of(board="3x2", start=["w..", "wb."], white=white))] == ["a1c1"]


def test_pieces_that_jump_to_and_fro_go_on_without_end_and_those_that_take_do_not():
    both = {"jump": ["side"]}
    to_and_fro = game_of(board="3x2", start=["bw.", "wb."], white=both, black=both)
    assert to_and_fro.repetition == 3
    taking = {**both, "jump-takes": True}
    assert game_of(board="3x2", start=["bw.", "wb."], white=taking, black=taking).repetition is None


@pytest.mark.parametrize("white", [
    {"jump": ["orthogonal"], "jump-takes": True, "chain": True},
    {"jump": ["right"], "jump-takes": True, "step": ["links"], "links": ["a1-c1"]},
])  # fmt: skip
def test_two_ways_that_do_not_take_the_same_are_refused(white):
    with pytest.raises(
        UsageError, match=r"side\.white: jump-takes: two ways lead from .. to .., which do not take"
    ):
        game_of(board="3x3", start=["..b", "...", "w.."], white=white)


@pytest.mark.parametrize("white", [
    {"jump": ["orthogonal"], "chain": True},
    {"jump": ["orthogonal"], "jump-takes": True},
    {"jump": ["side"], "jump-takes": True, "chain": True},
    {"jump": ["right"], "jump-takes": True, "slide": ["right"]},
])  # fmt: skip
def test_ways_that_take_the_same_or_exclude_each_other_are_not(white):
    assert game_of(board="3x3", start=["..b", "...", "wb."], white=white).legal_moves


def test_chains_on_the_largest_board_are_soon_found():
    rows = [*["bbbbbbbb", ".b.b.b.b"] * 3, "bbbbbbbb", "wb.b.b.b"]
    began = time.perf_counter()
    game = game_of(board="8x8", start=rows, white={"jump": ["any"], "chain": True})
    assert len(jumps(game)) == 15
    with pytest.raises(UsageError, match="two ways"):
        game_of(board="8x8", start=rows, white={"jump": ["any"], "chain": True, "jump-takes": True})
    assert time.perf_counter() - began < 5


def test_a_chain_and_closed_places_are_refused_together():
    with pytest.raises(UsageError, match="chain: with leaves nobody could say which places"):
        game_of(
            board="5x1", start=["wb.b."], white={"jump": ["right"], "chain": True}, leaves="block"
        )


LEAP = """\
name = "Leap"
board = "3x2"
start = ["..b", "wb."]

[side.white]
step = ["forward"]

[side.black]
step = ["any"]
"""


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ('over = "own"', "over has no effect here: no piece jumps; it goes with jump"),
        ("jump-takes = true", "jump-takes has no effect here: no piece jumps; it goes with jump"),
        ("chain = true", "chain has no effect here: no piece jumps; it goes with jump"),
        ('jump = ["back"]', "jump has no effect here: no point of the board lies there"),
        (
            'jump = ["right"]\nover = "own"',
            "jump has no effect here: there are no pieces to jump over",
        ),
        (
            'jump = ["right"]\nchain = true',
            "chain has no effect here: on this board no jump can follow another",
        ),
        ('jump = ["links"]', "jump holds 'links', but pieces jump in directions only"),
        (
            'jump = ["knight"]',
            'jump is ["knight"]; a told game cannot have jumps that are not in a straight line',
        ),
        ("jump = true", 'jump is true; write jump = ["forward"]'),
        ('jump = ["right"]\nover = "enemy"', "over is 'enemy'; write over = \"other\""),
        ('jump = ["right"]\njump-takes = "yes"', "jump-takes is 'yes'; write jump-takes = true"),
    ],
)
def test_a_mistake_in_a_jump_is_refused_with_its_line(tmp_path, key, says):
    path = tmp_path / "game.toml"
    path.write_text(LEAP.replace('["forward"]', f'["forward"]\n{key}', 1), encoding="utf-8")
    with pytest.raises(TemplateError) as caught:
        game_at(path)
    named = says.partition(" ")[0]
    line = next(n for n, each in enumerate(key.splitlines(), 7) if each.startswith(f"{named} "))
    assert str(caught.value).startswith(f"'{path}', line {line}: side.white.{says}")
