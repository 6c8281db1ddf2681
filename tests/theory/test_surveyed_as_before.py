"""Small games solved: the positions, boxes and moves of each turn, and what each move of the first
position is worth, as golden texts.
"""

import pytest
from counting import at_least

from kitgen.games import make_game
from kitgen.inquiries.game_solution import survey
from kitgen.theory.explore import explore
from kitgen.theory.possible_games import count_games
from kitgen.theory.solve import solve_graph

GAMES = (
    "hexapawn:3x3",
    "hexapawn:2x4",
    "hexapawn:3x4",
    "tictactoe:3x2",
    "tictactoe:2x2",
    "awari:1x3",
    "awari:2x2",
    "nim:9",
    "nim:7,take=4,last=loses",
    "connect:3x3",
    "dodgem:2x2",
    "told:dawson-9",
    "told:mu-torere",
    "told:pong-hau-ki",
    "told:hexapawn-misere",
    "told:notakto",
)


@pytest.mark.parametrize("spec", GAMES)
def test_a_game_is_solved_as_before(spec, golden):
    game = make_game(spec)
    found = survey(game)
    lines = [f"{game.called}: {found.positions} positions, worth {found.worth}"]
    for layer in at_least(1, found.layers):
        figures = ", ".join(f"{name} {number}" for name, number in layer.figures().items())
        lines.append(f"turn {layer.turn} of {game.sides[layer.side].name}: {figures}")
    solution = solve_graph(explore(game))
    first = solution.graph.nodes[0]
    for edge in at_least(1, first.edges):
        moves = " ".join(map(game.move_text, edge.moves))
        lines.append(f"{moves}: gains {edge.gain}, {solution.worth_of(edge)}")
    lines.append(f"games {count_games(solution.graph)}")
    name = spec.replace(":", "-").replace(",", "-").replace("=", "-")
    golden(f"surveyed/{name}", "\n".join(lines))
