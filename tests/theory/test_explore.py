"""Positions explored up to symmetry: found by each of their images, in layers of the side to
move.
"""

import pytest
from counting import at_least, at_least_one

from kitgen.games import make_game
from kitgen.theory.explore import Layer, Symmetries, explore
from kitgen.theory.packed_solver import solve_packed
from kitgen.theory.solve import solve_graph


@pytest.mark.parametrize("spec", ["hexapawn:3x3", "tictactoe", "nim:8", "dodgem:3x3"])
def test_a_position_and_its_images_are_found_and_worth_the_same(spec):
    game = make_game(spec)
    graph = explore(game)
    solution = solve_graph(graph)
    images = 0
    for number, node in at_least_one(enumerate(graph.nodes)):
        for symmetry in game.symmetries:
            image = symmetry.position(node.position)
            images += image != node.position
            assert graph.find(image) == number
            worth = solution.worth(image)
            assert (worth.score, worth.plies) == (solution.values[number], solution.plies[number])
    assert (images > 0) == (len(game.symmetries) > 1)


def test_a_position_that_no_game_reaches_is_not_found():
    game = make_game("hexapawn")
    graph = explore(game)
    for text in ("..b/w.b/w.. b", "b../b.w/..w b", "bbb/.../www b"):
        position = game.parse(text)
        assert graph.find(position) is None
        assert solve_graph(graph).worth(position) is None


@pytest.mark.parametrize("text", ["bb.b/..b./.w../w.ww w", "bb.b/..b./.w../w.ww b"])
def test_layers_begin_with_the_side_that_moves_first(text):
    game = make_game("hexapawn:4x4")
    start = game.parse(text)
    graph = explore(game, start)
    layers = solve_packed(game, start).layers
    counted = {}
    for node in graph.nodes:
        figures = counted.setdefault((node.depth, node.position.to_move), [0, 0, 0, 0])
        figures[0] += 1
        figures[1] += node.result is None
        figures[2] += len(node.edges)
        figures[3] += len(node.edges) > 1
    assert [(layer.depth, layer.side) for layer in layers] == sorted(counted)
    assert layers[0].side == start.to_move
    for layer in at_least(3, layers):
        assert [*layer.figures().values()] == counted[layer.depth, layer.side]


@pytest.mark.parametrize(("depth", "turn"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3)])
def test_a_turn_is_a_move_of_each_side(depth, turn):
    layer = Layer(depth, depth % 2, positions=1, boxes=2, slots=3, choices=4)
    assert layer.turn == turn
    assert layer.figures() == {"positions": 1, "boxes": 2, "slots": 3, "choices": 4}


@pytest.mark.parametrize("spec", ["hexapawn:4x3", "tictactoe"])
def test_the_symmetries_of_a_position_are_those_that_leave_it_and_exchange_its_moves(spec):
    game = make_game(spec)
    symmetries = Symmetries(game)
    for node in at_least_one(explore(game).nodes):
        position = node.position
        own = [each for each in game.symmetries if each.position(position) == position]
        assert [*symmetries.stabiliser(position)] == own
        assert symmetries.canonical(position) == position
        moves = [] if node.result is not None else game.legal_moves(position)
        orbits = {tuple(sorted({each.move(move) for each in own})) for move in moves}
        assert symmetries.orbits(position, moves) == tuple(sorted(orbits))
