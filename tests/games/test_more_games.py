"""Misère noughts and crosses, Connect and Dodgem: their rules by name, and their boxes against a
count of its own.

What is counted here knows neither kitgen's rules nor its symmetries: boards are tuples, moves are
made in a few lines.
"""

from functools import cache

import pytest
from jobs import kit_of

from kitgen.errors import NotationError, UsageError
from kitgen.games import make_game
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.theory.explore import explore
from kitgen.theory.solve import solve_graph

# --- counted without kitgen
# ------------------------------------------------------------------------------------------


class Board:
    """Marks in a grid: who has a line, what can follow, and the least image of a board."""

    def __init__(self, wide, high, win, *, falls, images):
        self.wide = wide
        self.high = high
        self.falls = falls
        self.images = images
        ways = [(1, 0), (0, 1), (1, 1), (1, -1)]
        lines = [[(x + dx * n, y + dy * n) for n in range(win)]
                 for x in range(wide) for y in range(high) for dx, dy in ways]  # fmt: skip
        self.lines = [[y * wide + x for x, y in line] for line in lines
                      if all(x < wide and 0 <= y < high for x, y in line)]  # fmt: skip

    def line(self, board, mark):
        return any(all(board[cell] == mark for cell in line) for line in self.lines)

    def after(self, board, mark):
        for cell, content in enumerate(board):
            if not content and not (
                self.falls and cell + self.wide < len(board) and not board[cell + self.wide]
            ):
                yield (*board[:cell], mark, *board[cell + 1 :])

    def least(self, board):
        return min(tuple(board[cell] for cell in image) for image in self.images)

    def boxes(self, machine, *, sensible=False):
        """How many boards there are, up to symmetry, in which a side (1 or 2) has to move."""
        level = {(0,) * (self.wide * self.high)}
        mark = 1
        count = 0
        while level:
            going_on = {board for board in level if 0 in board and not self.line(board, 3 - mark)}
            count += len(going_on) if mark == machine else 0
            level = set()
            for board in going_on:
                following = [self.least(other) for other in self.after(board, mark)]
                if not (
                    sensible
                    and mark != machine
                    and any(self.line(other, mark) for other in following)
                ):
                    level.update(following)
            mark = 3 - mark
        return count


def grid_images(wide, high, *, all_eight):
    """The images of a grid as lists of cells: left and right exchanged, or all eight of a
    square.
    """
    plain = [[(x, y) for x in range(wide)] for y in range(high)]
    found = [plain, [row[::-1] for row in plain]]
    if all_eight:
        for _ in range(3):
            turned = [list(row) for row in zip(*found[-2][::-1], strict=True)]
            found += [turned, [row[::-1] for row in turned]]
    return [[y * wide + x for row in image for x, y in row] for image in found]


THREE = Board(3, 3, 3, falls=False, images=grid_images(3, 3, all_eight=True))


@cache
def misere(board, mark):
    """What a board is worth to the side to move, when whoever makes a line loses."""
    if THREE.line(board, 3 - mark):
        return 1
    return max((-misere(other, 3 - mark) for other in THREE.after(board, mark)), default=0)


def dodgem_boxes():
    """The positions of Dodgem 3x3 by the side to move, and how many are won for the side to
    move, and all.
    """

    def after(light, dark, side):
        own = (light, dark)[side]
        both = light | dark
        if not (dark, light)[side]:
            return
        for x, y in own:
            for dx, dy in ((1, 0), (0, 1), (0, -1)) if side == 0 else ((0, 1), (1, 0), (-1, 0)):
                to = (x + dx, y + dy)
                left = own - {(x, y)}
                if to in both or (max(to) == 3 and to[side] != 3) or min(to) < 0:
                    continue
                now = left if max(to) == 3 else left | {to}
                yield (now, dark, 1) if side == 0 else (light, now, 0)

    start = (frozenset({(0, 1), (0, 2)}), frozenset({(1, 0), (2, 0)}), 0)
    graph = {}
    new = [start]
    while new:
        one = new.pop()
        if one not in graph:
            graph[one] = list(after(*one))
            new += graph[one]
    lost = {
        one for one in graph if not (one[1], one[0])[one[2]]
    }  # the other side's last car is out
    won = {one for one, following in graph.items() if not following} - lost
    while True:
        more = {
            one
            for one, following in graph.items()
            if one not in won and lost.intersection(following)
        }
        less = {
            one
            for one, following in graph.items()
            if one not in lost and following and won >= set(following)
        }
        if not more and not less:
            return (
                [sum(one[2] == side and bool(graph[one]) for one in graph) for side in (0, 1)],
                start in won,
                graph,
            )
        won |= more
        lost |= less


# --- misère noughts and crosses
# --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "mark", "boxes"), [("x", 1, 338), ("o", 2, 289)])
def test_the_boxes_of_misere_are_those_counted_otherwise(side, mark, boxes):
    kit = kit_of("tictactoe:3x3,rules=misere", side=side)
    assert len(kit.boxes) == THREE.boxes(mark) == boxes


def test_misere_is_worth_what_it_is_worth_otherwise():
    game = make_game("tictactoe:3x3,rules=misere")
    solution = solve_graph(explore(game))
    for node, value in zip(solution.graph.nodes, solution.values, strict=True):
        assert value == misere(node.position.cells, node.position.to_move + 1)
    assert len(solution.values) > 700
    first = kit_of("tictactoe:3x3,rules=misere", side="x").boxes[0]
    assert {game.move_text(slot.moves[0]): slot.value for slot in first.slots} == {
        "a3": -1,
        "b3": -1,
        "b2": 0,
    }


def test_a_line_loses_in_misere_and_wins_otherwise():
    position = make_game("tictactoe").parse("XXX/OO./... O")
    assert make_game("tictactoe").result(position) == -1
    assert make_game("tictactoe:3x3,rules=misere").result(position) == 1
    turned = make_game("tictactoe").parse("OOO/XX./XX. O")
    assert [
        make_game(spec).result(turned) for spec in ("tictactoe", "tictactoe:3x3,rules=misere")
    ] == [1, -1]
    assert make_game("tictactoe:3x3,rules=normal").spec == "tictactoe:3x3"
    assert make_game("tictactoe:4x4,win=4,rules=misere").spec == "tictactoe:4x4,win=4,rules=misere"
    with pytest.raises(
        UsageError, match="rules=wild of tictactoe is unknown; it may be normal or misere"
    ):
        make_game("tictactoe:3x3,rules=wild")


def test_the_edition_is_as_large_as_menace():
    kit = build_kit("misere")
    assert (len(kit.boxes), kit.beads, kit.outcome.score) == (304, 1720, 0)


# --- Connect
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "opponent", "boxes"),
    [((3, 3), "any", (142, 119)), ((4, 2), "any", (150, 149)), ((3, 4), "any", (476, 441)),
     ((3, 4), "sensible", (414, 313))],
)  # fmt: skip
def test_the_boxes_of_connect_are_those_counted_otherwise(size, opponent, boxes):
    board = Board(*size, 3, falls=True, images=grid_images(*size, all_eight=False))
    assert tuple(board.boxes(mark, sensible=opponent == "sensible") for mark in (1, 2)) == boxes
    spec = f"connect:{size[0]}x{size[1]}"
    kits = [build_kit(spec, Wish(side=side, expect=opponent)) for side in ("x", "o")]
    assert tuple(len(kit.boxes) for kit in kits) == boxes


def test_marks_fall():
    game = make_game("connect")
    position = game.parse("..../X.../O.../XO.. X")
    assert [(game.move_text(move), move.target) for move in game.legal_moves(position)] == [
        ("a", 0), ("b", 9), ("c", 14), ("d", 15),
    ]  # fmt: skip
    assert game.play(position, game.parse_move(position, "b")).position == game.parse(
        "..../X.../OX../XO.. O"
    )
    assert game.result(game.parse("..../..../OO../XXX. O")) == -1
    assert game.result(game.parse("..../X.../XO../XO.. O")) == -1
    assert len(game.symmetries) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("X.../..../..../.... O", "has a mark with nothing under it"),
        ("..../..../..../XX.. O", "2 X and 0 O"),
    ],
)
def test_positions_of_connect_that_cannot_be(text, said):
    with pytest.raises(NotationError, match=said):
        make_game("connect").parse(text)


def test_moves_and_sizes_of_connect_that_cannot_be():
    game = make_game("connect:3x2")
    with pytest.raises(NotationError, match="is not a column from a to c"):
        game.parse_move(game.start(), "d")
    with pytest.raises(NotationError, match="is a full column"):
        game.parse_move(game.parse("O../X.. X"), "a")
    assert make_game("connect:7x6,win=4").spec == "connect:7x6,win=4"
    for spec, said in (
        ("connect:9x9", "size"),
        ("connect:3x3,win=4", "is not a line"),
        ("connect:3x3,rules=misere", "rules"),
    ):
        with pytest.raises(UsageError, match=said):
            make_game(spec)


# --- Dodgem
# --------------------------------------------------------------------------------------------------


def test_the_boxes_of_dodgem_are_those_counted_otherwise():
    boxes, first_wins, graph = dodgem_boxes()
    assert boxes == [946, 919]
    assert first_wins  # as the table in Winning Ways has it
    game = make_game("dodgem")
    explored = explore(game)
    assert len(explored.nodes) == len(graph) == 1963
    assert [
        sum(not node.result and node.position.to_move == side for node in explored.nodes)
        for side in (0, 1)
    ] == boxes
    solution = solve_graph(explored)
    assert (solution.values[0], solution.plies[0], 0 in solution.values) == (1, 19, False)


def moves(game, text):
    return " ".join(map(game.move_text, game.legal_moves(game.parse(text))))


def test_cars_go_ahead_and_aside_and_out_but_never_back():
    game = make_game("dodgem")
    assert moves(game, "u../.r./... R") == "b2b3 b2c2 b2b1"
    assert moves(game, "r../.u./... U") == "b2b3 b2a2 b2c2"
    assert moves(game, "u.r/.../... R") == "c3d3 c3c2"
    assert moves(game, "u.r/.../... U") == "a3a4 a3b3"
    assert moves(game, ".../..r/..u R") == "c2c3 c2d2"
    position = game.parse("..r/.../.u. R")
    assert (
        game.text(game.play(position, game.parse_move(position, "c3d3")).position)
        == ".../.../.u. U"
    )


def test_the_game_is_over_as_soon_as_a_side_has_no_car_left():
    game = make_game("dodgem")
    for out in (".../u../... R", "r../.../... U"):
        assert game.result(game.parse(out)) == 1
    for out in (".../u../... U", "r../.../... R"):
        position = game.parse(out)
        assert (game.result(position), game.legal_moves(position), game.ending(position)) == (
            -1,
            (),
            "out",
        )


def test_whoever_has_no_move_has_won():
    game = make_game("dodgem")
    shut_in = game.parse("ru./u../... R")  # by whoever has just moved
    assert (game.result(shut_in), game.ending(shut_in)) == (1, "move")
    assert game.result(game.parse("ru./.../... R")) is None


def test_a_position_that_comes_for_the_third_time_is_a_draw():
    game = make_game("dodgem")
    assert (game.repetition, game.repeated(game.start())) == (3, 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rrr/.../.uu R", "3 cars that drive right"),
        ("r../r../uuu R", "3 cars that drive up"),
        ("r../r.. R", "not 3 rows"),
    ],
)
def test_positions_of_dodgem_that_cannot_be(text, said):
    with pytest.raises(NotationError, match=said):
        make_game("dodgem").parse(text)


def test_moves_and_sizes_of_dodgem_that_cannot_be():
    game = make_game("dodgem")
    for text in ("b2", "b2b2", "d2c2", "z1a1", "b2b3b4"):
        with pytest.raises(NotationError, match="is not a move from cell to cell"):
            game.parse_move(game.start(), text)
    for spec in ("dodgem:3x4", "dodgem:9x9", "dodgem:3x3,rules=misere"):
        with pytest.raises(UsageError):
            make_game(spec)
