"""What exploring and solving the game tells of a kit: found when the kit is made, so that nobody has to ask again."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kitgen.kit.kit import Box
from kitgen.model import Game, Move, Position
from kitgen.theory.explore import Graph
from kitgen.theory.solve import Solution
from kitgen.theory.value import Value


def outcome_of(solution: Solution) -> Value:
    """Return what the start of a solved game is worth to the side that starts."""
    return Value(solution.values[0], solution.plies[0])


def can_be_drawn(game: Game, graph: Graph) -> bool:
    """Return whether a game can end in a draw.

    Games of points are taken to have draws, and so are games that a repetition can end.
    """
    return game.scoring or game.repetition is not None or any(node.result == 0 for node in graph.nodes)


def with_arrivals(boxes: Iterable[Box], graph: Graph, players: tuple[int, ...]) -> Iterator[Box]:
    """Yield boxes with the moves of the other side that can lead to each of them as it is drawn.

    Args:
        boxes: the boxes.
        graph: the whole game.
        players: the sides that the machine plays; where it plays both, boxes are drawn with the first to move.
    """
    game, symmetries = graph.game, graph.symmetries
    before: defaultdict[tuple[int, ...], list[tuple[Position, Move]]] = defaultdict(list)
    for node in graph.nodes:
        if 1 - node.position.to_move in players:
            for edge in node.edges:
                before[graph.nodes[edge.child].position.cells].append((node.position, edge.moves[0]))
    for box in boxes:
        moves = set()
        for position, move in before[symmetries.canonical(box.position).cells]:
            after = game.play(position, move).position
            moves |= {one.move(move) for one in symmetries.all if one.position(after).cells == box.position.cells}
        yield replace(box, arrivals=tuple(sorted(moves)))
