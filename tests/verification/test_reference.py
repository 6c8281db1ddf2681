"""The reference of ``verify``: it walks the rules and looks ahead by itself, and agrees with
what it checks.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sampling import few

import kitgen
from kitgen.errors import TooLargeError
from kitgen.games import make_game
from kitgen.kit.build import build_kit
from kitgen.model import Move, Position, Step, Symmetry
from kitgen.theory.explore import explore
from kitgen.theory.solve import Value, solve_graph
from kitgen.verification.reference import Reference, Searcher, settle, walk


def test_the_reference_is_walked_without_symmetry():
    assert len(walk(make_game("tictactoe"), 10_000)) == 5478
    assert len(Reference(build_kit("menace")).turns) == 304
    with pytest.raises(TooLargeError):
        walk(make_game("tictactoe"), 5000)


def test_the_reference_knows_nothing_of_the_code_that_explores_solves_and_builds():
    rooms = Path(kitgen.__file__).parent
    own = (
        "reference",
        "kit_checks",
        "certificate",
    )  # not made_again, which makes the kit again to compare
    files = [
        *(rooms / "verification" / f"{name}.py" for name in own),
        rooms / "machine" / "lines.py",
    ]
    others = ("kitgen.theory.", "kitgen.tree_search", "kitgen.kit.build", "kitgen.lab")
    seen = 0
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("kitgen"):
                seen += 1
                allowed = node.module == "kitgen.theory.solve" or not node.module.startswith(others)
                assert allowed, f"{file.name} imports {node.module}"
    assert seen > 25


SPECS = {
    "hexapawn": 71,
    "hexapawn:3x4": 507,
    "hexapawn:4x3": 569,
    "tictactoe": 765,
    "nim:9": 18,
    "awari:2x3,rules=simple": 695,
    "awari:2x3,rules=research": 673,
    "awari:3x1,rules=simple": 880,
}


@pytest.mark.parametrize("spec", few(SPECS, one_in=3))
def test_looking_ahead_finds_the_values_that_solving_finds(spec):
    game = make_game(spec)
    solution = solve_graph(explore(game))
    searcher = Searcher(game)
    pairs = zip(solution.graph.nodes, solution.values, solution.plies, strict=True)
    compared = [searcher.worth(node.position) == (value, plies) for node, value, plies in pairs]
    assert compared == [True] * SPECS[spec]


def test_what_is_too_much_to_look_at_is_not_guessed():
    for spec in ("tictactoe", "awari:2x3"):
        game = make_game(spec)
        assert Searcher(game, limit=50).worth(game.start()) is None


@dataclass
class Maze:
    """A game on rooms with doors, in which both sides move one walker; it may go round for ever.

    Attributes:
        doors: for each room the rooms that it leads to, each with the points that the step wins.
        ends: for each room without doors, its value for the side to move.
        scoring: whether it is a game of points.
        endless: the value of endless play for the side that begins.
    """

    doors: list[dict[int, int]]
    ends: list[int]
    scoring: bool
    endless: int = 0
    spec = "maze"
    repetition = 3

    def __post_init__(self):
        self.symmetries = (Symmetry("identity", (0,)),)

    def start(self):
        return Position((0,), 0)

    def legal_moves(self, position):
        return tuple(Move(None, door) for door in sorted(self.doors[position.cells[0]]))

    def play(self, position, move):
        return Step(
            Position((move.target,), 1 - position.to_move),
            self.doors[position.cells[0]][move.target],
        )

    def result(self, position):
        room = position.cells[0]
        return None if self.doors[room] else self.ends[room]

    def repeated(self, position):
        return self.endless if position.to_move == 0 else -self.endless


@st.composite
def mazes(draw, *, scoring):
    """Mazes of a few floors; points are won only on the way down, so that going round wins
    nothing.
    """
    floors = draw(st.lists(st.integers(1, 5), min_size=1, max_size=3 if scoring else 1))
    size = sum(floors)
    below = 0
    doors = []
    for floor in floors:
        below += floor
        here = st.integers(below - floor, below - 1)
        down = st.integers(below, size - 1) if below < size else here
        for _ in range(floor):
            out = dict.fromkeys(draw(st.lists(here, max_size=3)), 0)
            if scoring and below < size:
                out |= draw(st.dictionaries(down, st.integers(1, 4), max_size=2))
            doors.append(out)
    worth = st.integers(-3, 3) if scoring else st.integers(-1, 1)
    endless = 0 if scoring else draw(st.integers(-1, 1))
    return Maze(doors, draw(st.lists(worth, min_size=size, max_size=size)), scoring, endless)


@given(st.booleans().flatmap(lambda scoring: mazes(scoring=scoring)))
def test_games_that_may_never_end_are_settled_as_retrograde_analysis_settles_them(maze):
    solution = solve_graph(explore(maze))
    found = settle(maze, maze.start(), limit=100)
    pairs = zip(solution.graph.nodes, solution.values, solution.plies, strict=True)
    assert {node.position: (value, plies) for node, value, plies in pairs} == found
    assert maze.start() in found


def by_the_third_occurrence(maze, position, met, known):
    """Return the value of a position after others, where the third occurrence of one ends the
    game.
    """
    met = {**met, position: met.get(position, 0) + 1}
    state = position, tuple(sorted(met.items()))
    if state not in known:
        known[state] = maze.result(position)
        if known[state] is None and met[position] == maze.repetition:
            known[state] = maze.repeated(position)
        elif known[state] is None:
            after = (maze.play(position, move).position for move in maze.legal_moves(position))
            known[state] = max(-by_the_third_occurrence(maze, child, met, known) for child in after)
    return known[state]


@given(mazes(scoring=False).filter(lambda maze: len(maze.doors) < 5))
def test_the_values_are_those_of_the_rule_on_the_table(maze):
    """With every game to its end by that rule, which depends on all positions met before."""
    worth = settle(maze, maze.start(), limit=100)[maze.start()]
    assert worth.score == by_the_third_occurrence(maze, maze.start(), {}, {})
    assert worth.plies is not None or worth.score == maze.endless


@pytest.mark.parametrize(
    ("maze", "worth"),
    [
        # The way out of room 1 loses, so that its side goes back, round for ever.
        (Maze([{1: 0}, {0: 0, 2: 0}, {}], [0, 0, 1], scoring=False), Value(0, None)),
        (Maze([{1: 0, 2: 0}, {0: 0}, {}], [0, 0, -1], scoring=False), Value(1, 1)),
        (Maze([{1: 0}, {2: 0}, {}], [0, 0, 0], scoring=False), Value(0, 2)),
        # Round for ever is what the side in room 1, or the other one, wants.
        (Maze([{1: 0}, {0: 0, 2: 0}, {}], [0, 0, 1], scoring=False, endless=1), Value(1, None)),
        (Maze([{1: 0}, {0: 0, 2: 0}, {}], [0, 0, 1], scoring=False, endless=-1), Value(-1, None)),
        # A drawn way out is forced on the side that wins endless play, and refused by it.
        (Maze([{1: 0}, {0: 0, 2: 0}, {}], [0, 0, 0], scoring=False, endless=1), Value(0, 2)),
        (Maze([{1: 0}, {0: 0, 2: 0}, {}], [0, 0, 0], scoring=False, endless=-1), Value(-1, None)),
        # Two points can be won at once; three only if the other side went on into room 2 of its own
        # will.
        (
            Maze([{1: 0, 3: 2}, {0: 0, 2: 0}, {3: 5}, {}], [0, 0, 0, 0], scoring=True),
            Value(2, None),
        ),
    ],
)
def test_what_nobody_can_force_is_worth_nothing(maze, worth):
    assert settle(maze, maze.start(), limit=10)[maze.start()] == worth


def test_points_without_end_are_refused():
    with pytest.raises(ValueError, match="without end"):
        settle(Maze([{1: 1}, {0: 1}], [0, 0], scoring=True), Position((0,), 0), limit=10)
