"""Counts of boxes and beads and values of Hexapawn, known from at least two independent
programs.
"""

from itertools import product

import pytest

from kitgen.errors import NotationError, UsageError
from kitgen.games import make_game
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.theory.explore import explore
from kitgen.theory.solve import solve_graph

# size: Black's boxes, beads, boxes with a choice; the same for White; who wins, in how many plies.
HEXAPAWN = {
    "3x3": ((19, 45, 17), (18, 37, 13), "black", 6),
    "3x4": ((153, 329, 107), (159, 342, 116), "black", 8),
    "4x3": ((114, 365, 108), (133, 376, 115), "white", 5),
    "4x4": ((2791, 8144, 2439), (2943, 8295, 2507), "white", 11),
}


@pytest.fixture(scope="module", params=HEXAPAWN)
def size(request):
    return request.param


@pytest.fixture(scope="module")
def solution(size):
    return solve_graph(explore(make_game(f"hexapawn:{size}")))


@pytest.mark.parametrize("to_move", [1, 0], ids=["black", "white"])
def test_hexapawn_has_its_boxes_and_beads(size, solution, to_move):
    nodes = [
        node for node in solution.graph.nodes if node.position.to_move == to_move and node.edges
    ]
    counts = (
        len(nodes),
        sum(len(node.edges) for node in nodes),
        sum(len(node.edges) > 1 for node in nodes),
    )
    assert counts == HEXAPAWN[size][1 - to_move]


def test_hexapawn_is_won_by_the_right_side(size, solution):
    winner = "white" if solution.values[0] > 0 else "black"
    assert (winner, solution.plies[0]) == HEXAPAWN[size][2:]


@pytest.mark.parametrize("side", ["black", "white"])
def test_a_kit_of_a_game_has_the_boxes_of_its_side(side):
    kit = build_kit("hexapawn:4x3", Wish(side=side))
    boxes, beads, _ = HEXAPAWN["4x3"][["black", "white"].index(side)]
    assert (len(kit.boxes), kit.beads) == (boxes, beads)


def test_hexapawn_3x3_by_turn_and_verdict():
    kit = build_kit("her")
    assert [sum(box.turn == turn for box in kit.boxes) for turn in (1, 2, 3)] == [2, 10, 7]
    values = [[slot.value for slot in box.slots] for box in kit.boxes]
    assert sum(value == 1 for box in values for value in box) == 29
    assert sum(value == -1 for box in values for value in box) == 16
    assert sum(set(box) == {1} for box in values) == 7
    losing = [
        kit.game.text(box.position)
        for box, found in zip(kit.boxes, values, strict=True)
        if set(found) == {-1}
    ]
    assert losing == [".bb/bww/w.. b", "..b/www/... b"]


def test_the_one_symmetric_box_merges_four_moves_into_two_slots():
    kit = build_kit("her")
    merged = [box for box in kit.boxes if any(len(slot.moves) > 1 for slot in box.slots)]
    assert [kit.game.text(box.position) for box in merged] == ["bbb/.w./w.w b"]
    assert [len(slot.moves) for slot in merged[0].slots] == [2, 2]


def test_without_the_mirror_there_are_37_and_33_positions():
    graph = explore(make_game("hexapawn"))
    for to_move, count in ((1, 37), (0, 33)):
        nodes = [node for node in graph.nodes if node.position.to_move == to_move and node.edges]
        images = {s.position(node.position) for node in nodes for s in graph.symmetries.all}
        assert len(images) == count


@pytest.mark.parametrize("spec", ["hexapawn:2x2", "hexapawn:2x5", "hexapawn:5x2", "hexapawn:8x8"])
def test_other_sizes_start_with_a_full_row_each(spec):
    game = make_game(spec)
    start = game.start()
    assert start.cells.count(1) == start.cells.count(2) == int(spec[9])
    assert game.parse(game.text(start)) == start
    assert game.legal_moves(start) or game.result(start) is not None


@pytest.mark.parametrize(
    "spec",
    [
        "hexapawn:1x3",
        "hexapawn:9x3",
        "hexapawn:3x9",
        "hexapawn:",
        "hexapawn:3",
        "hexapawn:3x3x3",
        "hexapawn:-3x3",
        "hexapawn:٣x٣",
        "hexapawn:3x3,",
        "hexapawn,=1",
        "hexapawn,take=3",
        "hexapwan",
        "",
        ":3x3",
    ],
)
def test_a_game_that_is_none_is_refused(spec):
    with pytest.raises(UsageError):
        make_game(spec)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bbb/.../www",
        "bbb/.../www x",
        "bbb/.../ww w",
        "bbb/.../www/... w",
        "bbx/.../www w",
        "bbb/bww/www w",
        ".../.../... w",
        "w../.../..b b",
        "bbb/.../www w w",
    ],
)
def test_a_position_that_is_none_is_refused(text):
    with pytest.raises(NotationError):
        make_game("hexapawn").parse(text)


def test_a_pawn_on_the_far_row_a_taken_army_and_a_blocked_side_end_the_game():
    game = make_game("hexapawn")
    assert game.result(game.parse("w.b/.../... b")) == -1
    assert game.result(game.parse(".../w../... b")) == -1
    assert game.result(game.parse("b../w../... b")) == -1  # blocked
    assert game.result(game.parse("b../w../... w")) == -1
    assert game.result(game.start()) is None


@pytest.mark.parametrize(
    ("spec", "scoring", "impartial", "repetition"),
    [
        ("hexapawn", False, False, None),
        ("tictactoe", False, False, None),
        ("nim:9", False, True, None),
        ("awari", True, False, 3),
    ],
)
def test_what_kind_of_game_each_is(spec, scoring, impartial, repetition):
    game = make_game(spec)
    assert (game.scoring, game.impartial, game.repetition) == (scoring, impartial, repetition)


@pytest.mark.parametrize("size", ["3x3", "4x3", "3x4", "6x5"])
def test_every_other_square_is_shaded_but_not_a1(size):
    game = make_game(f"hexapawn:{size}")
    columns = game.columns
    rows = game.rows
    shaded = game.diagram.shaded
    assert columns * (rows - 1) not in shaded  # a1
    for row, column in product(range(rows), range(columns)):
        cell = row * columns + column
        if column + 1 < columns:
            assert (cell in shaded) != (cell + 1 in shaded)
        if row + 1 < rows:
            assert (cell in shaded) != (cell + columns in shaded)
