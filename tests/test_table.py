"""The explored game as arrays, and the compiled kernels on it: equal to plain Python, position by position."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.errors import TooLargeError
from kitgen.games import make_game
from kitgen.model import Position
from kitgen.theory.explore import Graph, explore
from kitgen.theory.packed import solve_packed, tabulate_packed
from kitgen.theory.sentinels import NO_PLIES, ONGOING
from kitgen.theory.solve import solve
from kitgen.theory.symmetry import Symmetries
from kitgen.theory.table import Table, solve_table, table_of

GAMES = [
    "hexapawn:2x2",
    "hexapawn:3x3",
    "hexapawn:4x3",
    "hexapawn:3x5",
    "tictactoe",
    "tictactoe:4x3",
    "nim:9,take=3",
    "awari:2x3",
    "awari:2x3,rules=simple",
    "awari:3x1",
    "awari:3x1,rules=simple",
]
ARRAYS = ["first_edge", "child", "gain", "orbit", "result", "to_move", "depth", "values", "plies"]


def assert_equal(one: Table, two: Table) -> None:
    for name in ARRAYS:
        a, b = getattr(one, name), getattr(two, name)
        assert a.dtype == b.dtype, name
        assert np.array_equal(a, b), name


@pytest.mark.parametrize("spec", GAMES)
def test_the_table_says_what_the_graph_says(spec):
    graph = explore(make_game(spec))
    solution = solve(graph)
    table = table_of(graph, solution)
    assert len(table) == len(graph.nodes)
    assert table.edges == sum(len(node.edges) for node in graph.nodes)
    for number, node in enumerate(graph.nodes):
        edges = slice(table.first_edge[number], table.first_edge[number + 1])
        assert table.child[edges].tolist() == [edge.child for edge in node.edges]
        assert table.gain[edges].tolist() == [edge.gain for edge in node.edges]
        assert table.orbit[edges].tolist() == [len(edge.moves) for edge in node.edges]
        assert table.result[number] == (ONGOING if node.result is None else node.result)
        assert table.to_move[number] == node.position.to_move
        assert table.depth[number] == node.depth
        assert table.values[number] == solution.values[number]
        plies = solution.plies[number]
        assert table.plies[number] == (NO_PLIES if plies is None else plies)


@pytest.mark.parametrize("spec", GAMES)
def test_compiled_retrograde_analysis_agrees_with_plain_python(spec):
    graph = explore(make_game(spec))
    assert_equal(solve_table(table_of(graph)), table_of(graph, solve(graph)))


def drawn_graph(edges: list[list[tuple[int, int]]], results: list[int], *, scoring: bool) -> Graph:
    """A game that nobody plays: positions are numbers, edges go where they are drawn, also round in circles."""
    graph = explore(make_game("nim:9,take=3"))
    pattern, game = graph.nodes[0], make_game("nim:9,take=3")
    game.scoring = scoring
    edge = pattern.edges[0]
    nodes = tuple(
        replace(
            pattern,
            position=Position((number,), 0),
            result=results[number] if not out else None,
            edges=tuple(replace(edge, child=child, gain=gain) for child, gain in out),
        )
        for number, out in enumerate(edges)
    )
    return Graph(game, Symmetries(game), nodes)


@st.composite
def drawn_graphs(draw, *, scoring: bool):
    """Graphs in which every node is reached from the first; of points, gains never occur in circles."""
    size = draw(st.integers(2, 12))
    levels = [0] + [draw(st.integers(0, 3)) for _ in range(size - 1)]
    edges: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for number in range(1, size):  # each hangs on one before it
        before = draw(st.integers(0, number - 1))
        levels[number] = min(max(levels[number], levels[before]), 3)
        gained = levels[number] - levels[before]
        edges[before].append((number, gained if scoring else 0))
    for _ in range(draw(st.integers(0, 2 * size))):
        a, b = draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))
        if levels[b] >= levels[a] and edges[a]:
            edges[a].append((b, levels[b] - levels[a] if scoring else 0))
    limit = 4 if scoring else 1
    results = [draw(st.integers(-limit, limit)) for _ in range(size)]
    return drawn_graph(edges, results, scoring=scoring)


@settings(max_examples=200, deadline=None)
@given(drawn_graphs(scoring=False))
def test_games_with_circles_are_solved_alike(graph):
    assert_equal(solve_table(table_of(graph)), table_of(graph, solve(graph)))


@settings(max_examples=200, deadline=None)
@given(drawn_graphs(scoring=True))
def test_games_of_points_with_circles_are_solved_alike(graph):
    assert_equal(solve_table(table_of(graph)), table_of(graph, solve(graph)))


@pytest.mark.parametrize("size", ["2x2", "3x3", "2x5", "3x4", "4x3", "5x3", "3x5", "4x4"])
def test_compiled_exploration_agrees_with_plain_python(size):
    game = make_game(f"hexapawn:{size}")
    graph = explore(game)
    solution = solve(graph)
    table = solve_table(tabulate_packed(game))
    assert_equal(table, table_of(graph, solution))
    assert [game.packed.unpack(int(key)) for key in table.keys] == [node.position for node in graph.nodes]
    answers = solve_packed(game)
    assert len(answers) == len(graph.nodes)
    worths = [answers.worth(node.position) for node in graph.nodes]
    assert worths == list(zip(solution.values, solution.plies, strict=True))


def test_compiled_exploration_starts_anywhere():
    game = make_game("hexapawn:4x4")
    start = game.parse("bb.b/..b./.w../w.ww w")
    graph = explore(game, start)
    assert_equal(solve_table(tabulate_packed(game, start)), table_of(graph, solve(graph)))
    answers = solve_packed(game, start)
    assert answers.worth(start) == (solve(graph).values[0], solve(graph).plies[0])
    assert answers.worth(game.start()) is None


def test_a_position_and_its_mirror_image_have_one_answer():
    game = make_game("hexapawn:4x3")
    answers = solve_packed(game)
    one, two = game.parse("bbbb/w.../.www b"), game.parse("bbbb/...w/www. b")
    assert answers.worth(one) == answers.worth(two) is not None


@pytest.mark.parametrize("size", ["3x3", "4x4", "5x5", "6x5", "3x8", "8x3"])
def test_a_key_gives_its_position_back(size):
    game = make_game(f"hexapawn:{size}")
    position = game.start()
    seen = set()
    for step in range(200):
        moves = game.legal_moves(position)
        position = game.play(position, moves[step * 7 % len(moves)]).position if moves else game.start()
        key = game.packed.pack(position)
        assert 0 <= key < 2**63
        assert game.packed.unpack(key) == position
        seen.add(key)
    assert len(seen) > 5


def test_a_board_that_does_not_fit_into_a_word_offers_no_kernel():
    assert make_game("hexapawn:4x8").packed is None
    with pytest.raises(TooLargeError, match="no compiled kernel"):
        solve_packed(make_game("hexapawn:4x8"))


def test_the_counts_of_5x5():
    game = make_game("hexapawn:5x5")
    told = []
    answers = solve_packed(game, progress=lambda *args: told.append(args))
    sides = {
        side: tuple(sum(getattr(layer, key) for layer in answers.layers if layer.side == side)
                    for key in ("boxes", "slots", "choices"))
        for side in (0, 1)
    }  # fmt: skip
    assert sides == {1: (478_322, 1_782_086, 454_899), 0: (490_848, 1_802_037, 464_611)}
    assert answers.worth(game.start()) == (1, 19)
    assert answers.memory < 12 * len(answers)
    assert {stage for stage, _, _ in told} == {"exploring", "solving"}
    assert told[-1] == ("solving", len(answers), len(answers))


def test_too_many_positions_are_refused_in_words():
    with pytest.raises(TooLargeError, match=r"hexapawn:5x5 has more than 10,000 positions .* GiB of memory"):
        solve_packed(make_game("hexapawn:5x5"), limit=10_000)
    with pytest.raises(TooLargeError, match="more than 10,000 positions"):
        tabulate_packed(make_game("hexapawn:5x5"), limit=10_000)


def test_kernels_print_no_warnings_and_load_only_when_needed():
    script = (
        "import sys, warnings\nwarnings.simplefilter('error')\n"
        "from kitgen.games import make_game\nfrom kitgen.theory.table import table_of\n"
        "from kitgen.theory.explore import explore\n"
        "game = make_game('hexapawn:3x3')\ntable_of(explore(game))\nassert 'numba' not in sys.modules\n"
        "from kitgen.theory.packed import solve_packed\nprint(solve_packed(game).worth(game.start()))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("(-1, 6)\n", "")
