"""Solving: the plain solver against brute force, circles, points; ``survey`` and
``kitgen solve``.
"""

from dataclasses import replace

import pytest
from click.testing import CliRunner
from command_answers import result_of
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from kitgen.cli.main import main
from kitgen.errors import TooLargeError
from kitgen.games import make_game
from kitgen.inquiries.game_solution import survey
from kitgen.model import Position
from kitgen.theory.explore import Graph, Symmetries, explore
from kitgen.theory.solve import solve_graph, verdict


def searched(game, position, known):
    """Value and plies by the plainest search: no symmetry, no retrograde analysis."""
    if position not in known:
        result = game.result(position)
        if result is not None:
            known[position] = result, 0
        else:
            after = [
                searched(game, game.play(position, move).position, known)
                for move in game.legal_moves(position)
            ]
            value = max(-value for value, _ in after)
            plies = [plies for other, plies in after if -other == value]
            known[position] = value, 1 + (max(plies) if value < 0 else min(plies))
    return known[position]


@pytest.mark.parametrize(
    "spec",
    [
        "hexapawn:2x2",
        "hexapawn:2x4",
        "hexapawn:3x3",
        "hexapawn:4x3",
        "tictactoe",
        "tictactoe:3x2",
        "nim:9,take=3",
    ],
)
def test_every_value_and_length_is_that_of_a_plain_search(spec):
    game = make_game(spec)
    solution = solve_graph(explore(game))
    known = {}
    searched(game, game.start(), known)
    for node, value, plies in zip(
        solution.graph.nodes, solution.values, solution.plies, strict=True
    ):
        images = [symmetry.position(node.position) for symmetry in game.symmetries]
        assert {known[image] for image in images if image in known} == {(value, plies)}
    reached = {Symmetries(game).canonical(position) for position in known}
    assert reached == set(solution.graph.index)


@pytest.mark.parametrize(
    ("size", "value", "plies"), [("3x3", -1, 6), ("3x4", -1, 8), ("4x3", 1, 5), ("4x4", 1, 11)]
)
def test_who_wins_hexapawn_and_when(size, value, plies):
    solution = solve_graph(explore(make_game(f"hexapawn:{size}")))
    assert (solution.values[0], solution.plies[0]) == (value, plies)


def drawn(edges, results, *, scoring=False):
    """A graph of numbered positions: ``edges[n]`` lists what each leads to, with a gain where
    points count.
    """
    game = make_game("nim:9,take=3")
    game.scoring = scoring
    pattern = explore(make_game("nim:9,take=3")).nodes[0]
    edge = pattern.edges[0]
    nodes = []
    for number, out in enumerate(edges):
        pairs = [step if isinstance(step, tuple) else (step, 0) for step in out]
        nodes.append(
            replace(
                pattern,
                position=Position((number,), 0),
                result=results.get(number),
                edges=tuple(replace(edge, child=child, gain=gain) for child, gain in pairs),
            )
        )
    return Graph(game, Symmetries(game), tuple(nodes))


def test_who_can_go_round_for_ever_need_not_lose():
    # 0 and 1 go round; 1 could also go to 2, where the other side, to move there, wins.
    solution = solve_graph(drawn([[1], [0, 2], []], {2: 1}))
    assert solution.values == (0, 0, 1)
    assert solution.plies == (None, None, 0)


def test_a_way_out_of_a_circle_that_wins_is_taken():
    solution = solve_graph(drawn([[1], [0, 2], []], {2: -1}))
    assert solution.values == (-1, 1, -1)
    assert solution.plies == (2, 1, 0)


def test_the_winner_hurries_and_the_loser_delays():
    # 0 wins by 1 at once or by 2 in three plies; 3 has only lost ways, of one and of three plies.
    graph = drawn([[1, 2, 3], [], [4], [4, 0], [5], []], {1: -1, 5: -1})
    solution = solve_graph(graph)
    assert (solution.values[0], solution.plies[0]) == (1, 1)
    assert (solution.values[3], solution.plies[3]) == (-1, 2)


def test_a_draw_is_reached_by_the_shortest_way():
    solution = solve_graph(drawn([[1, 2], [3], [], []], {2: 0, 3: 0}))
    assert solution.values == (0, 0, 0, 0)
    assert solution.plies == (1, 1, 0, 0)


def test_points_are_added_up_along_the_way():
    solution = solve_graph(drawn([[(1, 3)], [(2, 1), (3, 0)], [], []], {2: -2, 3: 5}, scoring=True))
    assert solution.values == (0, 3, -2, 5)
    assert solution.plies == (None,) * 4


def test_who_would_lose_points_goes_round_instead():
    # 0 and 1 go round without gain; leaving costs either of them two points.
    graph = drawn([[(1, 0), (2, 0)], [(0, 0), (2, 0)], []], {2: 2}, scoring=True)
    assert solve_graph(graph).values == (0, 0, 2)


def test_points_that_can_be_forced_in_a_circle_are_taken():
    graph = drawn([[(1, 0)], [(0, 0), (2, 4)], []], {2: 0}, scoring=True)
    assert solve_graph(graph).values == (-4, 4, 0)


@st.composite
def drawn_graphs(draw, *, scoring, most=12):
    """Graphs in which every node is reached from the first; of points, gains never occur in
    circles.
    """
    size = draw(st.integers(2, most))
    levels = [0] + [draw(st.integers(0, 3)) for _ in range(size - 1)]
    edges = [[] for _ in range(size)]
    for number in range(1, size):  # each hangs on one before it
        before = draw(st.integers(0, number - 1))
        levels[number] = max(levels[number], levels[before])
        edges[before].append((number, levels[number] - levels[before] if scoring else 0))
    for _ in range(draw(st.integers(0, 2 * size))):
        a = draw(st.integers(0, size - 1))
        b = draw(st.integers(0, size - 1))
        if levels[b] >= levels[a] and edges[a]:
            edges[a].append((b, levels[b] - levels[a] if scoring else 0))
    limit = 4 if scoring else 1
    results = {
        number: draw(st.integers(-limit, limit)) for number in range(size) if not edges[number]
    }
    return drawn(edges, results, scoring=scoring)


def outcomes(graph, most):
    """What each node is worth when play ends after so many plies, with nothing more to come, for
    0 to ``most``.
    """
    now = [node.result or 0 for node in graph.nodes]
    yield now
    for _ in range(most):
        now = [
            max(edge.gain - now[edge.child] for edge in node.edges) if node.edges else now[number]
            for number, node in enumerate(graph.nodes)
        ]
        yield now


def walked(graph, number, way=()):
    """What a node is worth by trying every way on; coming back to where one has been ends the
    game, with nothing.
    """
    if number in way:
        return 0
    node = graph.nodes[number]
    after = (edge.gain - walked(graph, edge.child, (*way, number)) for edge in node.edges)
    return max(after, default=node.result)


@settings(max_examples=examples(200), deadline=None)
@given(drawn_graphs(scoring=True, most=7))
def test_points_in_circles_are_those_of_trying_every_way(graph):
    assert solve_graph(graph).values == tuple(
        walked(graph, number) for number in range(len(graph.nodes))
    )


@settings(max_examples=examples(200), deadline=None)
@given(drawn_graphs(scoring=False))
def test_wins_in_circles_are_those_of_a_long_game_and_come_as_soon_as_they_can(graph):
    solution = solve_graph(graph)
    rounds = list(outcomes(graph, 4 * len(graph.nodes)))
    assert solution.values == tuple(rounds[-1])
    for number, (value, plies) in enumerate(zip(solution.values, solution.plies, strict=True)):
        if value:
            first = next(n for n, worths in enumerate(rounds) if worths[number] == value)
            assert plies == first, "not won, or lost, until the game is long enough"
        elif plies:  # a draw that keeps to draws, by the shortest way
            after = [
                edge.child for edge in graph.nodes[number].edges if solution.values[edge.child] == 0
            ]
            assert plies == 1 + min(
                solution.plies[child] for child in after if solution.plies[child] is not None
            )
        elif plies is None:
            after = [
                edge.child for edge in graph.nodes[number].edges if solution.values[edge.child] == 0
            ]
            assert after
            assert all(solution.plies[child] is None for child in after)


def test_words_for_values():
    assert [verdict(value) for value in (1, 7, 0, -1, -7)] == [
        "wins",
        "wins",
        "draws",
        "loses",
        "loses",
    ]


@pytest.mark.parametrize(
    ("size", "black", "white"),
    [
        ("3x3", (19, 45, 17), (18, 37, 13)),
        ("3x4", (153, 329, 107), (159, 342, 116)),
        ("4x3", (114, 365, 108), (133, 376, 115)),
        ("4x4", (2791, 8144, 2439), (2943, 8295, 2507)),
    ],
)
def test_boxes_slots_and_choices_of_each_side(size, black, white):
    found = survey(make_game(f"hexapawn:{size}"))
    sides = [found.side(side) for side in (1, 0)]
    assert [(side.boxes, side.slots, side.choices) for side in sides] == [black, white]
    assert found.compiled


def test_the_plain_way_counts_the_same(monkeypatch):
    game = make_game("hexapawn:4x3")
    compiled = survey(game)
    monkeypatch.setattr(type(game), "packed", None)
    plain = survey(game)
    assert not plain.compiled
    assert replace(plain, compiled=True) == compiled


def test_turns_of_the_first_machine():
    found = survey(make_game("hexapawn:3x3"))
    assert [layer.boxes for layer in found.layers if layer.side == 1 and layer.boxes] == [2, 10, 7]
    assert [(layer.depth, layer.turn, layer.side) for layer in found.layers[:3]] == [
        (0, 1, 0),
        (1, 1, 1),
        (2, 2, 0),
    ]


@pytest.mark.every
def test_work_tells_how_far_it_is_and_stops_at_its_limit(monkeypatch):
    told = []
    survey(make_game("tictactoe:4x3"), progress=lambda *args: told.append(args))
    assert told
    assert all(stage == "exploring" and total is None for stage, _, total in told)
    monkeypatch.setattr("kitgen.inquiries.game_solution.EXPLORE_LIMIT", 100)
    with pytest.raises(TooLargeError, match=r"tictactoe:3x3 has .* take over 0\.0 GiB of memory"):
        survey(make_game("tictactoe"))
    assert survey(make_game("tictactoe"), no_limit=True).positions == 765


def run(*words):
    return CliRunner().invoke(main, ["solve", *words])


def test_solve_writes_json():
    done = run("hexapawn:4x4", "--json")
    assert done.exit_code == 0, done.output
    data = result_of(done.stdout)
    assert {
        key: data[key]
        for key in ("game", "to_move", "value", "verdict", "plies", "winner", "positions")
    } == {
        "game": "hexapawn:4x4",
        "to_move": "white",
        "value": 1,
        "verdict": "wins",
        "plies": 11,
        "winner": "white",
        "positions": 10173,
    }
    assert data["sides"]["black"] == {
        "positions": 5163,
        "boxes": 2791,
        "slots": 8144,
        "choices": 2439,
    }
    assert data["turns"][0] == {
        "turn": 1,
        "side": "white",
        "positions": 1,
        "boxes": 1,
        "slots": 2,
        "choices": 1,
    }
    assert sum(layer["positions"] for layer in data["turns"]) == data["positions"]


def test_solve_speaks_to_people():
    done = run("her")
    assert done.exit_code == 0
    assert "hexapawn:3x3: with best play white, who starts, loses, in 6 plies." in done.stdout
    draws = run("tictactoe")
    assert "with best play x, who starts, draws, in 9 plies." in draws.stdout
    points = run("awari:2x3,rules=simple")
    assert "with best play south, who starts, gets -4 (own points minus other)." in points.stdout
    assert result_of(run("awari:2x3,rules=simple", "--json").stdout)["winner"] == "north"


def test_solve_refuses_in_one_line(monkeypatch):
    monkeypatch.setattr("kitgen.theory.packed_solver.LIMIT", 1000)
    monkeypatch.setattr("kitgen.inquiries.game_solution.EXPLORE_LIMIT", 1000)
    for words, code, what in (
        (("hexapawn:5x4",), 1, "GiB of memory; --no-limit goes on"),
        (
            ("awari:6x4",),
            1,
            "'kitgen solve awari:6x4 --levels 12 -o endgames.npz' solves its endgames",
        ),
        (("hexapwn",), 2, "did you mean 'hexapawn'?"),
        (("nim", "--levels", "3"), 2, "has no endgame databases"),
        (("her", "-o", "x.npz"), 2, "give the highest level with --levels"),
        (("awari:6x4", "--levels", "22"), 1, "GiB of memory to build; --no-limit"),
        (("awari:6x4", "--levels", "99"), 2, "not 99"),
        (
            ("awari:6x4", "--levels", "3", "-o", "nowhere/x"),
            1,
            "'nowhere/x.npz' cannot be written: there is no folder",
        ),
    ):
        done = run(*words)
        assert done.exit_code == code, done.output
        assert what in done.stderr
        assert done.stderr.count("\n") == 1
    assert run("hexapawn:4x4", "--no-limit").exit_code == 0


def test_the_ending_of_a_database_is_added(tmp_path):
    file = tmp_path / "four.seeds"
    done = CliRunner().invoke(main, ["solve", "awari:2x3", "--levels", "4", "-o", str(file)])
    assert done.exit_code == 0, done.stderr
    assert (tmp_path / "four.seeds.npz").is_file()
    assert f"Saved in '{file}.npz'." in done.stdout
    found = CliRunner().invoke(
        main, ["find", "awari:2x3", "1,1/1,1 S", "--database", f"{file}.npz"]
    )
    assert found.exit_code == 0, found.stderr
