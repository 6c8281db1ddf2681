"""What is known of a kit's game besides its boxes: how it ends, whether it can be drawn, what leads to each box.

Found out once for each kit, by walking through its game when it is first asked for, and remembered with the kit.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from kitgen.kit.kit import Kit
from kitgen.model import Move, Position
from kitgen.theory.explore import Graph
from kitgen.theory.oracle import Oracle
from kitgen.theory.value import Value


@dataclass(frozen=True, slots=True)
class Known:
    """What has been found out about one kit's game.

    Attributes:
        outcome: what its start is worth to the side that begins, with best play.
        draws: True when it can end in a draw. Games of points are taken to have draws.
        arrivals: for each box by its id, the moves of the other side that can lead to its position as it is drawn.
    """

    outcome: Value
    draws: bool
    arrivals: Mapping[str, tuple[Move, ...]]


def outcome(kit: Kit) -> Value:
    """Return what the start of a kit's game is worth to the side that begins it, with best play.

    Raises:
        TooLargeError: the game has too many positions to walk through.

    >>> from kitgen.kit.build import make_kit
    >>> outcome(make_kit("her"))
    Value(score=-1, plies=6)
    """
    return _known(kit).outcome


def draws(kit: Kit) -> bool:
    """Return whether a kit's game can end in a draw.

    Raises:
        TooLargeError: the game has too many positions to walk through.

    >>> from kitgen.kit.build import make_kit
    >>> draws(make_kit("her")), draws(make_kit("awari-mini"))
    (False, True)
    """
    return kit.game.scoring or kit.game.repetition is not None or _known(kit).draws


def arrivals(kit: Kit) -> Mapping[str, tuple[Move, ...]]:
    """Return, for each box by its id, the moves that can lead to its position as it is drawn, sorted.

    A box in which the machine begins the game has none, unless its position comes back later.

    Raises:
        TooLargeError: the game has too many positions to walk through.

    >>> from kitgen.kit.build import make_kit
    >>> kit = make_kit("her")
    >>> [kit.game.move_text(move) for move in arrivals(kit)["B1"]]
    ['b1b2', 'c1c2']
    """
    return _known(kit).arrivals


def _known(kit: Kit) -> Known:
    """Return what is known of a kit; found out once, and kept where the kit keeps what it works out itself."""
    memory: dict[str, Known] = vars(kit)
    if "known" not in memory:
        solution = Oracle(kit.game).solution
        graph = solution.graph
        result = Value(solution.values[0], solution.plies[0])
        drawn = any(node.result == 0 for node in graph.nodes)
        memory["known"] = Known(result, drawn, _arrivals(kit, graph))
    return memory["known"]


def _arrivals(kit: Kit, graph: Graph) -> dict[str, tuple[Move, ...]]:
    """Return the moves that can lead to each box."""
    # Where the machine plays either side, boxes are drawn with the first side to move.
    either = len(kit.players) == 2
    before: defaultdict[Position, list[tuple[Position, Move]]] = defaultdict(list)
    for node in graph.nodes:
        if 1 - node.position.to_move not in kit.players:
            continue
        for edge in node.edges:
            child = graph.nodes[edge.child].position
            before[Position(child.cells, 0) if either else child].append((node.position, edge.moves[0]))
    found = {}
    for box in kit.boxes:
        moves = set()
        for position, move in before[kit.symmetries.canonical(box.position)]:
            after = kit.game.play(position, move).position.cells
            for symmetry in kit.symmetries.all:
                if symmetry.position(Position(after, 0)).cells == box.position.cells:
                    moves.add(symmetry.move(move))
        found[box.id] = tuple(sorted(moves, key=_order))
    return found


def _order(move: Move) -> tuple[int, int]:
    return -1 if move.source is None else move.source, move.target
