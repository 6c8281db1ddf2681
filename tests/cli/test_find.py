"""``kitgen find`` and the judge behind it: what is true of any position, reachable or not."""

import json
from itertools import product

import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least
from palette_colours import INK
from sampling import few

from kitgen.cli.main import main
from kitgen.errors import NotationError
from kitgen.games import make_game
from kitgen.inquiries.position_lookup import judge
from kitgen.kit.build import build_kit
from kitgen.theory import large_boards, oracle, packed_solver
from kitgen.theory.explore import explore
from kitgen.theory.oracle import Oracle
from kitgen.theory.packed_solver import solve_packed
from kitgen.theory.solve import Value, solve_graph

KEYS = {
    "position",
    "to_move",
    "reachable",
    "over",
    "winner",
    "legal_moves",
    "value",
    "plies",
    "box",
    "symmetry",
}


def find(*words, text=None):
    return CliRunner().invoke(main, ["find", *words], input=text)


def found(*words):
    done = find(*words, "--json")
    assert done.exit_code == 0, done.output
    return result_of(done.stdout)


def value_and_plies(game, position):
    """Value and length of a game by the plainest search there is."""
    result = game.result(position)
    if result is not None:
        return result, 0
    after = [
        value_and_plies(game, game.play(position, move).position)
        for move in game.legal_moves(position)
    ]
    value = max(-value for value, _ in after)
    plies = [n for other, n in after if -other == value]
    return value, 1 + (max(plies) if value < 0 else min(plies))


def all_positions(game):
    """Every way to fill the board that the game accepts."""
    for cells in product(".wb", repeat=9):
        for side in "wb":
            try:
                yield game.parse(
                    "/".join("".join(cells[row : row + 3]) for row in (0, 3, 6)) + f" {side}"
                )
            except NotationError:
                continue


def test_every_position_of_hexapawn_reachable_or_not_has_its_value():
    game = make_game("hexapawn")
    oracle = Oracle(game)
    reached = {s.position(node.position) for node in explore(game).nodes for s in game.symmetries}
    positions = list(all_positions(game))
    assert len(positions) > 5000
    for position in positions[::7] + sorted(reached):
        judgement = judge(oracle, position)
        assert judgement.reachable == (position in reached)
        assert judgement.over == (game.result(position) is not None)
        assert (judgement.worth.score, judgement.worth.plies) == value_and_plies(game, position)
        for move, worth in judgement.moves:
            value, plies = value_and_plies(game, game.play(position, move).position)
            assert (worth.score, worth.plies) == (-value, plies + 1)


@pytest.mark.parametrize(
    "spec",
    few(["awari:2x3", "awari:3x1,rules=simple", "tictactoe", "nim:9", "hexapawn:4x3"], one_in=2),
)
def test_the_judge_agrees_with_retrograde_analysis(spec):
    game = make_game(spec)
    solution = solve_graph(explore(game))
    oracle = Oracle(game)
    for node, value, plies in at_least(
        10, zip(solution.graph.nodes, solution.values, solution.plies, strict=True)
    ):
        assert judge(oracle, node.position).worth == Value(value, plies)


def test_a_game_that_is_too_large_is_said_to_be(monkeypatch):
    tried = []

    def counted(game, start, **limits):
        tried.append(start)
        return solve_packed(game, start, **limits)

    monkeypatch.setattr(packed_solver, "solve_packed", counted)
    monkeypatch.setattr(oracle, "MAX_RANKED_POSITIONS", 100_000)
    game = make_game("hexapawn:6x6")
    judgement = judge(Oracle(game, limit=100), game.start())
    assert judgement.reachable is None
    assert judgement.worth is None
    assert len(judgement.moves) == 6
    assert {worth for _, worth in judgement.moves} == {None}
    assert len(tried) == 1 + 6 / 2, (
        "the start once, and of each two moves that mirror each other one"
    )


@pytest.mark.every
def test_positions_near_the_end_of_a_large_game_are_judged_all_the_same():
    game = make_game("hexapawn:6x6")
    judgement = judge(
        Oracle(game, limit=100), game.parse("b...../....../....../....../w...../...... w")
    )
    assert judgement.worth is not None


def test_the_json_object_has_exactly_its_keys():
    data = found("her", "bbb/w../.ww b")
    assert data.keys() == KEYS
    assert data == {
        "position": "bbb/w../.ww b",
        "to_move": "black",
        "reachable": True,
        "over": False,
        "winner": None,
        "legal_moves": [
            {"move": "b3a2", "verdict": "wins", "plies": 3},
            {"move": "b3b2", "verdict": "loses", "plies": 2},
            {"move": "c3c2", "verdict": "loses", "plies": 2},
        ],
        "value": 1,
        "plies": 3,
        "box": "A1",
        "symmetry": "mirror",
    }


def test_a_finished_game_has_a_winner_and_no_moves():
    data = found("her", "w.b/.../... b")
    assert (data["over"], data["winner"], data["legal_moves"]) == (True, "white", [])
    assert (data["value"], data["plies"], data["box"], data["symmetry"]) == (-1, 0, None, None)


def test_a_drawn_game_has_no_winner():
    data = found("menace", "XOX/XOO/OXX O")
    assert (data["over"], data["winner"], data["value"]) == (True, None, 0)


def test_in_games_of_points_the_value_is_the_seeds_to_come():
    data = found(
        "awari:2x3,rules=simple", make_game("awari:2x3").text(make_game("awari:2x3").start())
    )
    assert (data["value"], data["plies"]) == (-4, None)
    assert {move["verdict"] for move in data["legal_moves"]} == {"loses"}


@pytest.mark.every
def test_where_no_exact_value_is_at_hand_it_is_null(monkeypatch):
    monkeypatch.setattr("kitgen.inquiries.game_solution.EXPLORE_LIMIT", 1000)
    monkeypatch.setattr(
        large_boards, "AT_ONCE", 10_000
    )  # a database of 1,000,000 positions takes seconds
    monkeypatch.setattr(build_kit, "__kwdefaults__", {"limit": 1000, "oracle": None})
    monkeypatch.setattr(
        Oracle.__init__,
        "__kwdefaults__",
        {"limit": 1000, "too_large": False, "solution": None, "database": None},
    )
    data = found("awari:6x4", "4,4,4,4,4,4/4,4,4,4,4,4 S")
    assert (data["value"], data["plies"], data["reachable"], data["box"]) == (
        None,
        None,
        None,
        None,
    )
    assert [move["verdict"] for move in data["legal_moves"]] == [None] * 6
    assert "too large" in find("awari:6x4", "4,4,4,4,4,4/4,4,4,4,4,4 S").stdout


def test_positions_from_standard_input_give_a_line_each():
    done = find("her", "-", text="bbb/w../.ww b\n\nb../bww/... b\r\n")
    assert done.exit_code == 0
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["position"] for line in lines] == ["bbb/w../.ww b", "b../bww/... b"]
    assert all(line.keys() == KEYS for line in lines)


def test_a_bad_line_is_named_and_the_others_are_answered():
    done = find(
        "her",
        "-",
        text="bbb/w../.ww b\nnonsense\nbbb/.../www w\n\udcff\n".encode("utf-8", "surrogateescape"),
    )
    assert done.exit_code == 2
    assert len(done.stdout.splitlines()) == 2
    complaints = done.stderr.splitlines()
    assert [line.partition(": position")[0] for line in complaints] == [
        "kitgen: line 2",
        "kitgen: line 4",
    ]


def test_nothing_to_read_is_nothing_to_answer():
    done = find("her", "-", text="")
    assert (done.exit_code, done.stdout) == (0, "")


def test_every_box_is_found_from_each_of_its_images():
    kit = build_kit("gardner24@1")
    mirror = kit.game.symmetries[1]
    names = {box.position: box.id for box in kit.boxes}
    for box in at_least(24, kit.boxes):
        assert found("gardner24@1", kit.game.text(box.position))["box"] == box.id
        image = mirror.position(box.position)
        data = found("gardner24@1", kit.game.text(image))
        assert data["box"] == names.get(image, box.id)
        assert data["symmetry"] == ("identity" if image in names else "mirror")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["her", "bbb/w../.ww b"], "Open box A1, turned by 'mirror': bbb/..w/ww. b"),
        (["her", "bbb/.../www w"], "the machine plays black"),
        (["her", "b../bww/... b"], "does not occur in any game"),
        (["her", "w.b/.../... b"], "The game is over; white has won."),
        (["her", "bbb/w../.ww b"], "b3a2  wins in 3 plies   Y yellow"),
        (["her", "--express", ".bb/.bw/w.. b"], "the machine always plays b2a1 here"),
        (["awari-mini", "3,3/3,3 S"], "can expect +1 of the seeds"),
    ],
)
def test_people_read_it_in_plain_words(words, says):
    done = find(*words)
    assert done.exit_code == 0, done.output
    assert says in done.stdout


@pytest.mark.every
def test_a_large_board_is_judged_by_compiled_code():
    game = make_game("hexapawn:5x5")
    oracle = Oracle(game, too_large=True)
    judgement = judge(oracle, game.start())
    assert (judgement.reachable, judgement.worth) == (True, Value(1, 19))
    assert [worth.plies for _, worth in judgement.moves] == [21, 19, 19, 19, 21]
    unreachable = judge(oracle, game.parse("b..../b..../...../....w/....w w"))
    assert unreachable.reachable is False
    assert (unreachable.worth.score, unreachable.worth.plies) == value_and_plies(
        game, unreachable.position
    )


@pytest.mark.every
def test_endgames_of_a_large_board_of_points_come_from_a_database():
    game = make_game("awari:6x4")
    oracle = Oracle(game, too_large=True)
    small = make_game("awari:6x1")
    exact = judge(Oracle(small), small.parse("0,0,0,1,1,0/0,2,0,0,0,1 S"))
    judgement = judge(oracle, game.parse("0,0,0,1,1,0/0,2,0,0,0,1 S"))
    assert judgement.worth == exact.worth
    assert judgement.moves == exact.moves
    assert judgement.reachable is None


def test_a_picture_shows_the_position_with_the_moves_of_its_box(tmp_path):
    path = tmp_path / "position.svg"
    assert find("her", "bbb/w../.ww b", "--draw", str(path)).exit_code == 0
    drawn = path.read_text()
    assert drawn.count("<svg") == 1
    for colour in ("red", "blue", "yellow"):
        assert INK[colour] in drawn
    assert find("her", "bbb/.../www w", "--draw", str(path)).exit_code == 0
    assert INK["red"] not in path.read_text()
    assert find("her", "-", "--draw", str(path), text="").exit_code == 2
    done = find("her", "bbb/.../www w", "--draw", str(tmp_path / "nowhere" / "x.svg"))
    assert (done.exit_code, done.stdout) == (1, "")
