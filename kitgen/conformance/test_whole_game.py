"""Rules for all positions of a game together; skipped where there are too many."""

from collections import Counter
from functools import cache

import pytest

from kitgen.errors import TooFewColoursError, TooLargeError
from kitgen.games import make_game
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import EITHER, players_of
from kitgen.kit.kit_json import read_kit, write_kit
from kitgen.model import Game, Position
from kitgen.theory.explore import Symmetries, explore
from kitgen.theory.solve import Solution, solve_graph

#: Games with more positions than this, up to symmetry, are not walked through.
SMALL = 3_000


@cache
def _explored(spec: str) -> Solution | None:
    try:
        return solve_graph(explore(make_game(spec), limit=SMALL))
    except TooLargeError:
        return None


def solution_of(game: Game) -> Solution:
    """Return the explored and solved game; skip the test when it is too large."""
    solution = _explored(game.spec)
    if solution is None:
        pytest.skip(f"{game.called} has more than {SMALL:,} positions; test a smaller size too")
    return solution


def shortest_plies(game: Game) -> dict[Position, int]:
    """Return every position that a game can reach, with the fewest plies to it; no symmetry is used."""
    plies, waiting = {game.start(): 0}, [game.start()]
    for position in waiting:  # which grows
        for move in game.legal_moves(position):
            child = game.play(position, move).position
            if child not in plies:
                plies[child] = plies[position] + 1
                waiting.append(child)
    return plies


def test_exploring_finds_what_brute_force_finds(game: Game) -> None:
    """Every position of plain play is there once, with its result, its moves and its fewest plies."""
    graph = solution_of(game).graph
    canonical = Symmetries(game).canonical
    reached: dict[Position, int] = {}
    for position, plies in shortest_plies(game).items():
        reached[canonical(position)] = min(plies, reached.get(canonical(position), plies))
    assert {node.position: node.depth for node in graph.nodes} == reached
    for node in graph.nodes:
        assert node.result == game.result(node.position)
        steps = [game.play(node.position, move) for move in game.legal_moves(node.position)]
        children = Counter((canonical(step.position), step.gain) for step in steps)
        edges = Counter((graph.nodes[edge.child].position, edge.gain) for edge in node.edges for _ in edge.moves)
        assert edges == children


def test_only_a_game_of_points_wins_more_than_the_game(game: Game) -> None:
    """Elsewhere moves gain nothing, and values are -1, 0 and 1."""
    graph = solution_of(game).graph
    if not game.scoring:
        assert not any(edge.gain for node in graph.nodes for edge in node.edges)
        assert {node.result for node in graph.nodes} <= {None, -1, 0, 1}


def test_values_follow_from_those_behind_them(game: Game) -> None:
    """A position has the value of its best move, and ends in as many plies as that move."""
    solution = solution_of(game)
    for number, node in enumerate(solution.graph.nodes):
        value, plies = solution.values[number], solution.plies[number]
        if not node.edges:
            assert value == node.result
            continue
        assert value == max(map(solution.edge_value, node.edges))
        if plies is not None:
            lengths = [solution.edge_plies(e) for e in node.edges if solution.edge_value(e) == value]
            known = [length for length in lengths if length is not None]
            assert plies == (max(known) if value < 0 else min(known))


def test_values_are_those_of_plain_minimax(game: Game) -> None:
    """In games where no position recurs, values are computed again without symmetry, by playing to every end."""
    solution = solution_of(game)
    if game.repetition is not None:
        pytest.skip(f"positions of {game.called} recur")
    values: dict[Position, int] = {}
    stack = [game.start()]
    while stack:
        here = stack[-1]
        result = game.result(here)
        steps = [game.play(here, move) for move in game.legal_moves(here)]
        missing = [step.position for step in steps if step.position not in values]
        if missing:
            stack += missing
            continue
        values[stack.pop()] = max(s.gain - values[s.position] for s in steps) if result is None else result
    for position, value in values.items():
        assert value == solution.values[solution.graph.find(position) or 0]


def test_a_machine_can_be_made_for_either_side(game: Game) -> None:
    """Every decision of the machine, as it lies on the table, leads to one box, turned the right way."""
    graph = solution_of(game).graph
    sides = [side.name for side in game.sides] + ([EITHER] if game.impartial else [])
    for side in sides:
        players = players_of(game, side)
        if not any(node.edges and node.position.to_move in players for node in graph.nodes):
            continue  # the game is over before this side has moved
        try:
            kit = build_kit(game.spec, Wish(side=side))
        except TooFewColoursError:
            pytest.skip(f"no palette has a colour for each move of {game.called}")
        assert read_kit(write_kit(kit), game.spec) == kit
        met = set()
        for position in shortest_plies(game):
            located = kit.locate(position)
            decides = position.to_move in players and bool(game.legal_moves(position))
            assert (located is not None) == decides
            if located is not None:
                box, symmetry = located
                met.add(box.id)
                assert symmetry.position(Position(position.cells, box.position.to_move)) == box.position
                moves = sorted(symmetry.move(move) for move in game.legal_moves(position))
                assert sorted(move for slot in box.slots for move in slot.moves) == moves
        assert met == {box.id for box in kit.boxes}
