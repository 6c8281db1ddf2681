"""Misère noughts and crosses, Connect and Dodgem: their rules by name, and their boxes against a
count of its own.

What is counted here knows neither kitgen's rules nor its symmetries: boards are tuples, moves are
made in a few lines.
"""

from collections import Counter
from functools import cache
from itertools import chain, product
from typing import NamedTuple

import pytest
from jobs import kit_of

from kitgen.errors import NotationError, UsageError
from kitgen.games import make_game
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.theory.explore import explore
from kitgen.theory.solve import solve_graph

# --- counted without kitgen


class Board:
    """Marks in a grid: who has a line, what can follow, and the least image of a board."""

    def __init__(self, wide, high, win, *, falls, images):
        self.wide = wide
        self.high = high
        self.falls = falls
        self.images = images
        self.lines = []
        for x, y in product(range(wide), range(high)):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                end_x = x + dx * (win - 1)
                end_y = y + dy * (win - 1)
                if end_x < wide and 0 <= end_y < high:
                    self.lines.append([(y + dy * n) * wide + x + dx * n for n in range(win)])

    def has_line(self, board, mark):
        return any(all(board[cell] == mark for cell in line) for line in self.lines)

    def is_free(self, board, cell):
        """Whether a mark may come into a cell, which must lie on another mark where marks fall."""
        below = cell + self.wide
        floats = self.falls and below < len(board) and not board[below]
        return not board[cell] and not floats

    def after(self, board, mark):
        """Yield the boards that can follow."""
        for cell in range(len(board)):
            if self.is_free(board, cell):
                yield (*board[:cell], mark, *board[cell + 1 :])

    def least(self, board):
        """The least of a board's images."""
        return min(tuple(board[cell] for cell in image) for image in self.images)

    def boxes(self, machine, *, sensible=False):
        """How many boards there are, up to symmetry, in which a side (1 or 2) has to move.

        A ``sensible`` opponent wins at once where it can, so that the game does not go on there.
        """
        level = {(0,) * (self.wide * self.high)}
        mark = 1
        count = 0
        while level:
            other = 3 - mark
            going_on = [board for board in level if 0 in board and not self.has_line(board, other)]
            if mark == machine:
                count += len(going_on)
            level = set()
            for board in going_on:
                following = [self.least(after) for after in self.after(board, mark)]
                can_win = any(self.has_line(after, mark) for after in following)
                if not (sensible and mark != machine and can_win):
                    level.update(following)
            mark = other
        return count


def grid_images(wide, high, *, all_eight):
    """The images of a grid as lists of cells: left and right exchanged, or all eight of a
    square.
    """
    rows = [list(range(y * wide, (y + 1) * wide)) for y in range(high)]
    images = []
    for _ in range(4 if all_eight else 1):
        images.append(list(chain.from_iterable(rows)))
        images.append(list(chain.from_iterable(row[::-1] for row in rows)))
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]  # a quarter further
    return images


THREE = Board(3, 3, 3, falls=False, images=grid_images(3, 3, all_eight=True))


@cache
def misere(board, mark):
    """What a board is worth to the side to move, when whoever makes a line loses."""
    other = 3 - mark
    if THREE.has_line(board, other):
        return 1
    return max((-misere(after, other) for after in THREE.after(board, mark)), default=0)


class Cars(NamedTuple):
    """A position of Dodgem 3x3: the cells of both sides' cars, x to the right and y up, and who is
    to move: 0 drives right, 1 drives up.
    """

    right: frozenset
    up: frozenset
    side: int

    @property
    def own(self):
        return self.up if self.side else self.right

    @property
    def others(self):
        return self.right if self.side else self.up


#: The ways of the cars of each side: ahead and aside.
CAR_WAYS = (((1, 0), (0, 1), (0, -1)), ((0, 1), (1, 0), (-1, 0)))
DODGEM_START = Cars(frozenset({(0, 1), (0, 2)}), frozenset({(1, 0), (2, 0)}), 0)


def cars_after(cars):
    """Yield the positions that can follow; none when the other side's last car is out."""
    if not cars.others:
        return
    for x, y in cars.own:
        for dx, dy in CAR_WAYS[cars.side]:
            place = (x + dx, y + dy)
            is_out = place[cars.side] == 3
            is_on_board = min(place) >= 0 and max(place) < 3
            if not is_out and (not is_on_board or place in cars.own | cars.others):
                continue
            now = cars.own - {(x, y)}
            if not is_out:
                now |= {place}
            if cars.side:
                yield Cars(cars.right, now, 0)
            else:
                yield Cars(now, cars.up, 1)


def dodgem_graph():
    """All positions of Dodgem 3x3, each with those that can follow."""
    graph = {}
    waiting = [DODGEM_START]
    while waiting:
        cars = waiting.pop()
        if cars not in graph:
            graph[cars] = list(cars_after(cars))
            waiting += graph[cars]
    return graph


def won_positions(graph):
    """The positions that are won for the side to move: also where it has no move."""
    lost = {cars for cars in graph if not cars.others}
    won = {cars for cars, following in graph.items() if not following} - lost
    settled = 0
    while len(won) + len(lost) > settled:
        settled = len(won) + len(lost)
        for cars, following in graph.items():
            if not following:
                continue
            if lost.intersection(following):
                won.add(cars)
            elif won.issuperset(following):
                lost.add(cars)
    return won


# --- misère noughts and crosses


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
    values = {game.move_text(slot.moves[0]): slot.value for slot in first.slots}
    assert values == {"a3": -1, "b3": -1, "b2": 0}


def test_a_line_loses_in_misere_and_wins_otherwise():
    position = make_game("tictactoe").parse("XXX/OO./... O")
    assert make_game("tictactoe").result(position) == -1
    assert make_game("tictactoe:3x3,rules=misere").result(position) == 1
    own_line = make_game("tictactoe").parse("OOO/XX./XX. O")
    assert make_game("tictactoe").result(own_line) == 1
    assert make_game("tictactoe:3x3,rules=misere").result(own_line) == -1
    assert make_game("tictactoe:3x3,rules=normal").spec == "tictactoe:3x3"
    assert make_game("tictactoe:4x4,win=4,rules=misere").spec == "tictactoe:4x4,win=4,rules=misere"
    with pytest.raises(
        UsageError, match="rules=wild of tictactoe is unknown; it may be normal or misere"
    ):
        make_game("tictactoe:3x3,rules=wild")


def test_the_edition_is_as_large_as_menace():
    kit = build_kit("misere")
    assert len(kit.boxes) == 304
    assert kit.beads == 1720
    assert kit.outcome.score == 0


# --- Connect


@pytest.mark.parametrize(
    ("size", "opponent", "boxes_x", "boxes_o"),
    [
        ((3, 3), "any", 142, 119),
        ((4, 2), "any", 150, 149),
        ((3, 4), "any", 476, 441),
        ((3, 4), "sensible", 414, 313),
    ],
)
def test_the_boxes_of_connect_are_those_counted_otherwise(size, opponent, boxes_x, boxes_o):
    board = Board(*size, 3, falls=True, images=grid_images(*size, all_eight=False))
    is_sensible = opponent == "sensible"
    spec = f"connect:{size[0]}x{size[1]}"
    for side, mark, boxes in (("x", 1, boxes_x), ("o", 2, boxes_o)):
        assert board.boxes(mark, sensible=is_sensible) == boxes
        assert len(build_kit(spec, Wish(side=side, expect=opponent)).boxes) == boxes


def test_marks_fall():
    game = make_game("connect")
    position = game.parse("..../X.../O.../XO.. X")
    targets = {game.move_text(move): move.target for move in game.legal_moves(position)}
    assert targets == {"a": 0, "b": 9, "c": 14, "d": 15}
    after = game.play(position, game.parse_move(position, "b")).position
    assert game.text(after) == "..../X.../OX../XO.. O"
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


def test_the_boxes_of_dodgem_are_those_counted_otherwise():
    graph = dodgem_graph()
    assert DODGEM_START in won_positions(graph)  # as the table in Winning Ways has it
    explored = explore(make_game("dodgem"))
    assert len(explored.nodes) == len(graph) == 1963
    counted = [cars.side for cars, following in graph.items() if following]
    boxes = [node.position.to_move for node in explored.nodes if not node.result]
    assert Counter(counted) == Counter(boxes) == {0: 946, 1: 919}
    solution = solve_graph(explored)
    assert solution.values[0] == 1
    assert solution.plies[0] == 19
    assert 0 not in solution.values


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
    after = game.play(position, game.parse_move(position, "c3d3")).position
    assert game.text(after) == ".../.../.u. U"


def test_the_game_is_over_as_soon_as_a_side_has_no_car_left():
    game = make_game("dodgem")
    for out in (".../u../... R", "r../.../... U"):
        assert game.result(game.parse(out)) == 1
    for out in (".../u../... U", "r../.../... R"):
        position = game.parse(out)
        assert game.result(position) == -1
        assert game.legal_moves(position) == ()
        assert game.ending(position) == "out"


def test_whoever_has_no_move_has_won():
    game = make_game("dodgem")
    shut_in = game.parse("ru./u../... R")  # by whoever has just moved
    assert game.result(shut_in) == 1
    assert game.ending(shut_in) == "move"
    assert game.result(game.parse("ru./.../... R")) is None


def test_a_position_that_comes_for_the_third_time_is_a_draw():
    game = make_game("dodgem")
    assert game.repetition == 3
    assert game.repeated(game.start()) == 0


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
