"""One question, what is this position worth?, and one answer, whoever gives it."""

import pytest

from kitgen.games import make_game
from kitgen.games.hexapawn import Hexapawn
from kitgen.games.notation import grid_symmetry
from kitgen.inquiries.position_lookup import judge
from kitgen.model import Move, only_mirror
from kitgen.theory.database import build_database
from kitgen.theory.explore import explore
from kitgen.theory.oracle import Oracle
from kitgen.theory.solve import Value, best_of, solve_graph


@pytest.mark.parametrize("spec", ["hexapawn:3x4", "tictactoe", "awari:2x3", "nim:9,take=3"])
def test_a_solved_game_and_a_search_say_the_same(spec):
    game = make_game(spec)
    solution = solve_graph(explore(game))
    whole = Oracle(game, solution=solution)
    search = Oracle(game)
    asked = 0
    for node in solution.graph.nodes[::7]:
        asked += 1
        worth = whole.worth(node.position)
        assert worth == search.worth(node.position)
        for move in game.legal_moves(node.position):
            assert whole.worth_of(node.position, move) == search.worth_of(node.position, move)
        if node.edges and worth.plies is not None:
            assert worth == best_of(
                [whole.worth_of(node.position, move) for move in game.legal_moves(node.position)]
            )
    assert asked >= 2
    assert whole.reached(game.start()) is True


@pytest.mark.every
def test_a_kernel_says_the_same_and_is_asked_when_plain_python_gives_up():
    game = make_game("hexapawn:4x4")
    plain = Oracle(game)
    told_large = Oracle(game, limit=50, too_large=True)
    finds_out = Oracle(game, limit=50)
    solution = solve_graph(explore(game))
    asked = 0
    for node in solution.graph.nodes[::1000]:
        asked += 1
        assert (
            told_large.worth(node.position)
            == solution.worth(node.position)
            == plain.worth(node.position)
        )
        assert finds_out.worth(node.position) == solution.worth(node.position)
        assert told_large.reached(node.position) is True
    assert asked > 5
    unreachable = game.parse("bbbb/..../..../w..w b")
    assert told_large.reached(unreachable) is plain.reached(unreachable) is False
    assert told_large.worth(unreachable) == plain.worth(unreachable) is not None


def test_each_question_may_find_as_many_positions_as_the_limit_allows():
    game = make_game("hexapawn:3x4")
    oracle = Oracle(game, limit=60)
    asked = 0
    for node in explore(game).nodes[::-5]:
        oracle.worth(node.position)
        asked += 1
        if len(oracle._values) > 100:
            break
    assert asked > 20
    assert len(oracle._values) > 100


def test_a_database_says_the_same():
    game = make_game("awari:3x1")
    database = build_database(game, game.levels.highest)
    oracle = Oracle(game, database=database)
    plain = Oracle(game)
    answers = {
        position: oracle.worth(position)
        for position in (n.position for n in explore(game).nodes[::50])
    }
    assert len(answers) > 3
    assert answers == {position: plain.worth(position) for position in answers}
    assert {value.plies for value in answers.values()} == {None}


def test_what_nobody_can_find_out_is_not_guessed():
    game = make_game("tictactoe:4x4")
    oracle = Oracle(game, limit=100)
    assert oracle.worth(game.start()) is None
    assert oracle.worth_of(game.start(), Move(None, 0)) is None
    assert oracle.reached(game.start()) is None
    judgement = judge(oracle, game.start())
    assert judgement.worth is None
    assert {worth for _, worth in judgement.moves} == {None}
    assert not judgement.over


def test_a_value_seen_from_before_a_move():
    assert Value(-1, 4).before(0) == Value(1, 5)
    assert Value(3, None).before(4) == Value(1, None)
    assert best_of([Value(-1, 2), Value(-1, 6)]) == Value(-1, 6)
    assert best_of([Value(0, None), Value(-1, 6)]) == Value(0, None)
    assert [Value(score, None).verdict for score in (2, 0, -1)] == ["wins", "draws", "loses"]


class Lone(Hexapawn):
    """A game on 3x3 with no more symmetries than those that are named, by the matrix of
    ``grid_symmetry``.
    """

    def __init__(self, *ways):
        super().__init__(3, 3)
        self.symmetries = (
            self.symmetries[0],
            *(grid_symmetry(str(way), 3, 3, way) for way in ways),
        )


LEFT_TO_RIGHT = (-1, 0, 0, 1)
TOP_TO_BOTTOM = (1, 0, 0, -1)
HALF_TURN = (-1, 0, 0, -1)
FALLING = (0, 1, 1, 0)
RISING = (0, -1, -1, 0)
QUARTER_TURN = (0, -1, 1, 0)


@pytest.mark.parametrize("way", [LEFT_TO_RIGHT, TOP_TO_BOTTOM, FALLING, RISING])
def test_a_board_may_be_mirrored_about_any_line(way):
    assert only_mirror(Lone(way)).name == str(way)
    assert only_mirror(Lone(way, HALF_TURN)) is None


@pytest.mark.parametrize("way", [HALF_TURN, QUARTER_TURN])
def test_a_turn_is_no_mirror(way):
    assert only_mirror(Lone(way)) is None


def test_games_with_one_mirror_and_with_more_or_fewer_symmetries():
    assert only_mirror(make_game("hexapawn")).to == (2, 1, 0, 5, 4, 3, 8, 7, 6)
    assert only_mirror(make_game("tictactoe")) is None
    assert only_mirror(make_game("awari:2x3")) is None


def test_moves_have_one_order():
    moves = [Move(4, 1), Move(None, 8), Move(0, 5), Move(None, 2), Move(0, 3)]
    assert sorted(moves) == [Move(None, 2), Move(None, 8), Move(0, 3), Move(0, 5), Move(4, 1)]
    for number, move in enumerate(sorted(moves)):
        assert [move < other for other in sorted(moves)] == [
            other > number for other in range(len(moves))
        ]
