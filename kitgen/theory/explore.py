"""Breadth-first exploration: every position that can be met, up to symmetry, and every move between them."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kitgen.errors import TooLargeError
from kitgen.model import Game, Move, Position
from kitgen.theory.ply_counts import Progress
from kitgen.theory.symmetry import Symmetries

#: Plain Python explores about this many positions in a few seconds; beyond, a caller must ask for more.
LIMIT = 300_000
#: A game of more positions than this is explored only when somebody asks for it: up to here that takes a second.
SOON = 20_000

#: Which of the legal moves a side considers.
Choice = Callable[[Position, Sequence[Move]], Sequence[Move]]


@dataclass(frozen=True, slots=True)
class Edge:
    """One distinct move of a position.

    Attributes:
        moves: the legal moves that the position's own symmetries exchange, sorted.
        gain: the points that each of them wins.
        child: index of the canonical position that each of them leads to.
    """

    moves: tuple[Move, ...]
    gain: int
    child: int


@dataclass(frozen=True, slots=True)
class Node:
    """One canonical position.

    Attributes:
        position: the position itself.
        depth: the fewest plies in which it is reached.
        later: True when it can also be reached in more plies than that.
        result: the value for the side to move when the game is over here, otherwise None.
        edges: its distinct moves, in the order of their first moves.
    """

    position: Position
    depth: int
    later: bool
    result: int | None
    edges: tuple[Edge, ...]


class Graph:
    """All canonical positions of a game that can be reached from one, in breadth-first order.

    Attributes:
        game: the game.
        symmetries: its symmetries.
        nodes: the positions; the one explored from is the first.
        index: from canonical position to its place in ``nodes``.
    """

    def __init__(self, game: Game, symmetries: Symmetries, nodes: tuple[Node, ...]) -> None:
        self.game = game
        self.symmetries = symmetries
        self.nodes = nodes
        self.index = {node.position: number for number, node in enumerate(nodes)}

    def find(self, position: Position) -> int | None:
        """Return the index of the node that stands for a position, or None when it is not reached."""
        return self.index.get(self.symmetries.canonical(position))


def explore(
    game: Game,
    start: Position | None = None,
    *,
    limit: int = LIMIT,
    choice: Choice | None = None,
    progress: Progress | None = None,
) -> Graph:
    """Return every position that can be reached, up to symmetry.

    Args:
        game: the game.
        start: the position to explore from; the game's own start when None.
        limit: the largest number of positions to take in.
        choice: which of the legal moves are followed; all of them when None.
        progress: told now and then how many positions have been explored.

    Raises:
        TooLargeError: there are more positions than the limit.

    >>> from kitgen.games import make_game
    >>> graph = explore(make_game("hexapawn"))
    >>> black = [n for n in graph.nodes if n.position.to_move == 1 and n.edges]
    >>> len(black), sum(len(n.edges) for n in black)
    (19, 45)
    """
    symmetries = Symmetries(game)
    first = symmetries.canonical(start or game.start())
    index = {first: 0}
    depths = [0]
    queue = deque([first])
    found: list[tuple[Position, int | None, tuple[Edge, ...]]] = []
    while queue:
        position = queue.popleft()
        depth = depths[len(found)]
        moves: Sequence[Move] = game.legal_moves(position)
        if choice is not None and moves:
            moves = choice(position, moves)
        edges = []
        for orbit in symmetries.orbits(position, moves):
            step = game.play(position, orbit[0])
            child = symmetries.canonical(step.position)
            if child not in index:
                if len(index) >= limit:
                    raise TooLargeError(f"{game.spec} has more than {limit:,} positions up to symmetry")
                index[child] = len(index)
                depths.append(depth + 1)
                queue.append(child)
            edges.append(Edge(orbit, step.gain, index[child]))
        found.append((position, None if edges else game.result(position), tuple(edges)))
        if progress is not None and len(found) % 1000 == 0:
            progress(f"exploring {game.spec}", len(found), None)
    later = _met_later(depths, [edges for _, _, edges in found])
    nodes = (
        Node(position, depths[number], later[number], result, edges)
        for number, (position, result, edges) in enumerate(found)
    )
    return Graph(game, symmetries, tuple(nodes))


def _met_later(depths: list[int], edges: list[tuple[Edge, ...]]) -> list[bool]:
    """Return for each node whether some way to it is longer than the shortest."""
    later = [False] * len(depths)
    waiting = []
    for number, out in enumerate(edges):
        for edge in out:
            if depths[edge.child] != depths[number] + 1 and not later[edge.child]:
                later[edge.child] = True
                waiting.append(edge.child)
    while waiting:
        for edge in edges[waiting.pop()]:
            if not later[edge.child]:
                later[edge.child] = True
                waiting.append(edge.child)
    return later
