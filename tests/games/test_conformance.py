"""The conformance suite on several sizes of every game, non-square ones too, and on games that
break their word.
"""

import os
import subprocess
import sys
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
import sampling
from places import ROOT
from sampling import few, sample

import kitgen
from kitgen.conformance import conftest
from kitgen.conformance import test_game as suite
from kitgen.conformance.test_game import *  # noqa: F403 - all tests of the suite
from kitgen.errors import UsageError
from kitgen.games import GAMES, make_game
from kitgen.games import _template as template
from kitgen.games.hexapawn import Hexapawn
from kitgen.games.tictactoe import TicTacToe
from kitgen.model import Move, Position, Step, Symmetry
from kitgen.reading.templates import Templates
from kitgen.theory.explore import Graph, explore
from kitgen.theory.solve import solve_graph

#: The suite tries some of them, beside the usual size of each game (kitgen/conformance).
SPECS = (
    "hexapawn:3x3", "hexapawn:2x2", "hexapawn:2x4", "hexapawn:4x3", "hexapawn:8x3",
    "tictactoe:2x2", "tictactoe:3x3", "tictactoe:3x2", "tictactoe:3x4,win=4", "tictactoe:5x5,win=4",
    "awari:1x3", "awari:2x2", "awari:2x3", "awari:2x3,rules=simple", "awari:3x1", "awari:6x4",
    "nim:9", "nim:1", "nim:12,take=4,last=loses", "nim:13,take=1",
    "tictactoe:3x2,rules=misere", "connect:3x2", "connect:5x4", "dodgem:2x2", "dodgem:4x4",
    "gaps:2", "gaps:7",
)  # fmt: skip

#: Games told as data that the suite tries; all others that are shipped are marked with ``every``.
TOLD = ("dawson-9", "mu-torere", "notakto", "pong-hau-ki")


@cache
def games_to_try():
    """Return the games on which every test is run, made once for them all."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(GAMES, "gaps", "kitgen.games._template")
        games = [
            pytest.param(make_game(spec), id=spec, marks=marks)
            for (spec,), marks, _ in few(SPECS, one_in=8)
        ]
    for name in Templates().names("games"):
        marks = [] if name in TOLD else [pytest.mark.every]
        if name in TOLD or not sampling.suite_alone:
            games.append(pytest.param(make_game(f"told:{name}"), id=f"told:{name}", marks=marks))
    return games


def pytest_generate_tests(metafunc):
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games_to_try())


@pytest.fixture(autouse=True)
def _game_to_copy(monkeypatch):
    """Name the template's game, which is none for users but must hold to all that the others do."""
    monkeypatch.setitem(GAMES, "gaps", "kitgen.games._template")


class TurnedBackwards(TicTacToe):
    """Takes a quarter turn for its inverse, in cells and not in moves: box counts stay right."""

    def __init__(self):
        super().__init__(3, 3, 3)
        wrong = {"quarter-turn": "three-quarter-turn"}
        by_name = {symmetry.name: symmetry for symmetry in self.symmetries}
        self.symmetries = tuple(
            Backwards(s.name, s.to, by_name[wrong[s.name]].to) if s.name in wrong else s
            for s in self.symmetries
        )


class Backwards(Symmetry):
    """Maps positions one way and moves another."""

    def __init__(self, name, to, other):
        super().__init__(name, to)
        object.__setattr__(self, "other", other)

    def move(self, move):
        return Move(move.source, self.other[move.target])


class NoWayBack(TicTacToe):
    """Takes every symmetry for its own inverse, as mirrors are and a quarter turn is not."""

    def __init__(self):
        super().__init__(3, 3, 3)
        self.symmetries = tuple(OneWay(symmetry.name, symmetry.to) for symmetry in self.symmetries)


class OneWay(Symmetry):
    """Does not know the way back."""

    def inverse(self):
        return self


class WideAsHigh(Hexapawn):
    """Divides by rows where it should divide by columns, as happens when only square boards are
    tried.
    """

    def move_text(self, move):
        return "".join(
            f"{'abcdefgh'[cell % self.rows]}{cell // self.rows + 1}"
            for cell in (move.source, move.target)
        )


class Shuffled(Hexapawn):
    """Returns its moves in another order than sorted."""

    def legal_moves(self, position):
        return tuple(reversed(super().legal_moves(position)))


class Forgetful(Hexapawn):
    """Goes on after a pawn has arrived."""

    def legal_moves(self, position):
        return tuple(self._moves(position))


class Lenient(TicTacToe):
    """Takes whatever it cannot read for an empty board."""

    def parse(self, text):
        try:
            return super().parse(text)
        except UsageError:
            return self.start()


class Heavy(Hexapawn):
    """Leaves a pawn behind where one moves from the first column, which its mirror image does
    not.
    """

    def play(self, position, move):
        step = super().play(position, move)
        cells = list(step.position.cells)
        if move.source % 3 == 0:
            cells[move.source] = position.cells[move.source]
        return Step(Position(tuple(cells), step.position.to_move), 0)


class OffTheBoard(Hexapawn):
    """Draws its first column over the edge."""

    def __init__(self):
        super().__init__(3, 3)
        self.diagram = replace(
            self.diagram, centres=tuple((x - 0.75, y) for x, y in self.diagram.centres)
        )


class Greedy(Hexapawn):
    """Gains points in a game without points, and lets White move twice."""

    def play(self, position, move):
        step = super().play(position, move)
        return Step(Position(step.position.cells, 0), 1)


@pytest.mark.every
@pytest.mark.parametrize(
    ("broken", "test"),
    sample(
        [
            (TurnedBackwards(), "test_symmetry_commutes_with_the_rules"),
            (NoWayBack(), "test_inverses_undo"),
            (Heavy(3, 3), "test_symmetry_commutes_with_the_rules"),
            (WideAsHigh(3, 4), "test_texts_of_moves_read_back"),
            (Shuffled(3, 3), "test_moves_are_sorted_and_unique"),
            (Forgetful(3, 3), "test_a_game_is_over_when_no_move_is_left"),
            (Lenient(3, 3, 3), "test_nonsense_is_refused"),
            (OffTheBoard(), "test_the_diagram_can_be_drawn"),
            (Greedy(3, 3), "test_sides_take_turns_and_moves_change_the_position"),
        ],
        one_in=3,
    ),
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_games_that_break_their_word_are_found(broken, test):
    with pytest.raises((AssertionError, UsageError, pytest.fail.Exception)):
        globals()[test](broken)


def without_an_edge(nodes):
    return replace(nodes[0], edges=nodes[0].edges[1:])


def without_a_move(nodes):
    edge, *others = nodes[0].edges
    return replace(nodes[0], edges=(replace(edge, moves=edge.moves[1:]), *others))


def with_an_edge_twice(nodes):
    return replace(nodes[0], edges=(*nodes[0].edges, nodes[0].edges[0]))


def with_another_gain(nodes):
    edge, *others = nodes[0].edges
    return replace(nodes[0], edges=(replace(edge, gain=1), *others))


def with_another_child(nodes):
    edge, *others = nodes[0].edges
    return replace(nodes[0], edges=(replace(edge, child=len(nodes) - 1), *others))


def with_more_plies(nodes):
    return replace(nodes[0], depth=1)


def with_a_result(nodes):
    return replace(nodes[0], result=1)


#: Faults of the first node of a graph.
FAULTS = (
    without_an_edge,
    without_a_move,
    with_an_edge_twice,
    with_another_gain,
    with_another_child,
    with_more_plies,
    with_a_result,
)


@pytest.fixture
def solved(monkeypatch):
    """Return a solution of Hexapawn for the suite, and a function that puts a fault into it."""
    solution = solve_graph(explore(make_game("hexapawn")))

    def with_nodes(nodes, **values):
        graph = Graph(solution.graph.game, solution.graph.symmetries, tuple(nodes))
        wrong = replace(solution, graph=graph, **values)
        monkeypatch.setattr(suite, "solution_of", lambda _game: wrong)

    return solution, with_nodes


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_graph_that_is_not_that_of_the_rules_is_found(fault, solved):
    solution, with_nodes = solved
    nodes = solution.graph.nodes
    with_nodes(nodes)
    suite.test_exploring_finds_what_brute_force_finds(make_game("hexapawn"))
    with_nodes([fault(nodes), *nodes[1:]])
    with pytest.raises(AssertionError):
        suite.test_exploring_finds_what_brute_force_finds(make_game("hexapawn"))


@pytest.mark.parametrize("fault", [with_another_gain, lambda nodes: replace(nodes[0], result=2)])
def test_points_in_a_game_without_points_are_found(fault, solved):
    solution, with_nodes = solved
    nodes = solution.graph.nodes
    with_nodes([fault(nodes), *nodes[1:]])
    with pytest.raises(AssertionError):
        suite.test_only_a_game_of_points_wins_more_than_the_game(make_game("hexapawn"))


@pytest.mark.parametrize("key", ["values", "plies"])
def test_a_wrong_value_is_found_at_the_start_and_at_an_end(key, solved):
    solution, with_nodes = solved
    nodes = solution.graph.nodes
    right = list(getattr(solution, key))
    an_end = next(number for number, node in enumerate(nodes) if not node.edges)
    for number in (0, an_end):
        wrong = [*right]
        wrong[number] = right[number] + 2
        with_nodes(nodes, **{key: tuple(wrong)})
        with pytest.raises(AssertionError):
            suite.test_values_follow_from_those_behind_them(make_game("hexapawn"))
        if key == "values":
            with pytest.raises(AssertionError):
                suite.test_values_are_those_of_plain_minimax(make_game("hexapawn"))


def test_a_wrong_symmetry_leaves_box_counts_right():
    """Why the property is needed: with moves turned the wrong way round, MENACE still has its
    765 positions.
    """
    game = TurnedBackwards()
    assert len(explore(game).nodes) == len(explore(make_game("tictactoe")).nodes) == 765


def run_suite(*words, cwd, env=None):
    """Run the suite as the author of a game would, from anywhere."""
    return subprocess.run(
        [sys.executable, "-m", "kitgen.conformance", *words, "-p", "no:cacheprovider"],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=env,
        check=False,
    )


def test_each_game_that_is_asked_for_has_the_tests_of_its_name():
    asked = SimpleNamespace(getoption=lambda *_, **__: ["nim:4", "hexapawn:2x3"])
    told = {}
    conftest.pytest_generate_tests(
        SimpleNamespace(
            fixturenames=["game"],
            config=asked,
            parametrize=lambda _, games, ids: told.update(zip(ids, games, strict=True)),
        )
    )
    assert {name: game.spec for name, game in told.items()} == {name: name for name in told}
    assert len(told) == 2


@pytest.mark.every
def test_the_suite_runs_on_a_game_from_outside(tmp_path):
    done = run_suite("nim:4", "hexapawn:2x3", "-v", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "[nim:4] PASSED" in done.stdout
    assert "[nim:9]" not in done.stdout
    assert " passed" in done.stdout


@pytest.mark.every
def test_the_suite_runs_on_a_file_that_tells_a_game_and_on_one_that_is_shipped(tmp_path):
    source = Templates().path("games", "pong-hau-ki").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(source, encoding="utf-8")
    done = run_suite("mine.toml", "told:dawson-9", "-v", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "[mine.toml] PASSED" in done.stdout
    assert "[told:dawson-9] PASSED" in done.stdout


@pytest.mark.every
def test_a_file_that_tells_no_game_is_refused_by_the_suite(tmp_path):
    (tmp_path / "mine.toml").write_text('name = "Mine"\nbord = "3x3"\n', encoding="utf-8")
    done = run_suite("mine.toml", cwd=tmp_path)
    assert done.returncode != 0
    assert "unknown key 'bord'" in done.stdout + done.stderr


@pytest.mark.every
def test_the_suite_names_an_unknown_game(tmp_path):
    done = run_suite("nym", cwd=tmp_path)
    assert done.returncode != 0
    assert "did you mean 'nim'?" in done.stdout + done.stderr


ENTRY_POINTS = """
[kitgen.games]
strip = strip:make
"""


@pytest.mark.every
def test_a_game_from_another_package_is_found(tmp_path):
    """An installed package names its game in an entry point; commands and the suite then know
    it.
    """
    source = Path(template.__file__).read_text(encoding="utf-8").replace("gaps", "strip")
    (tmp_path / "strip.py").write_text(source, encoding="utf-8")
    info = tmp_path / "strip-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strip\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    paths = os.pathsep.join([str(tmp_path), str(Path(kitgen.__file__).parents[1])])
    environment = os.environ | {"PYTHONPATH": paths}
    command = [sys.executable, "-m", "kitgen", "boxes", "strip:5", "--side", "either"]
    listed = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
    )
    assert listed.returncode == 0, listed.stderr
    assert "boxes," in listed.stdout
    done = run_suite("strip:4", cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stdout


@pytest.mark.every
def test_the_suite_can_be_part_of_another(tmp_path):
    plugin = ["-p", "kitgen.conformance.plugin", "--game", "nim:3", "-q", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "--pyargs", "kitgen.conformance", *plugin]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout


def test_other_runs_of_pytest_are_let_alone():
    """No entry point loads the suite's option into the tests of whoever has kitgen installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "kitgen" in project["scripts"]
    assert "pytest11" not in project.get("entry-points", {})
