"""Rules for all positions of a game together; skipped where there are too many."""

from collections import Counter

import pytest

from kitgen.conformance.sample_games import shortest_plies, solution_of
from kitgen.errors import TooFewColoursError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import EITHER, players_of
from kitgen.kit.kit_json import read_kit, write_kit
from kitgen.model import Game, Position
from kitgen.theory.explore import Symmetries


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
        worths = [solution.worth_of(edge) for edge in node.edges]
        assert value == max(worth.score for worth in worths)
        if plies is not None:
            known = [worth.plies for worth in worths if worth.score == value and worth.plies is not None]
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
