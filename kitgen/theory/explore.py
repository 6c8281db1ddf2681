"""Breadth-first exploration: all reachable positions up to symmetry, and all moves between them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from kitgen.errors import TooLargeError
from kitgen.model import Game, Move, Position, Symmetry

#: Called with what is being done, how much of it is done, and the total (None when not yet known).
Progress = Callable[[str, int, int | None], object]
#: The counts of a layer.
FIGURES = ("positions", "boxes", "slots", "choices")


@dataclass(frozen=True, slots=True)
class Layer:
    """How many positions, up to symmetry, are first reached after so many plies.

    ``boxes`` are those that are not over, ``slots`` all their distinct moves, ``choices`` the boxes
    with more than one.
    """

    depth: int
    side: int
    positions: int
    boxes: int
    slots: int
    choices: int

    @property
    def turn(self) -> int:
        """The turn of the side to move, counted from 1."""
        return self.depth // 2 + 1

    def figures(self) -> dict[str, int]:
        """Return the counts by name."""
        return {name: getattr(self, name) for name in FIGURES}


class Symmetries:
    """The symmetries of one game.

    The canonical form of a position is the least of its images, by cells in order.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> symmetries = Symmetries(game)
    >>> symmetries.canonical(game.parse("bbb/w../.ww b")) == game.parse("bbb/..w/ww. b")
    True
    """

    def __init__(self, game: Game) -> None:
        self.all = game.symmetries
        # itemgetter reads the cells of the image in order: cell j of the image comes from
        # inverse.to[j]. On one cell it would not return a tuple, but then the identity is the only
        # symmetry.
        self._images = []
        for symmetry in self.all[1:]:
            self._images.append((symmetry, itemgetter(*symmetry.inverse().to)))

    def canonical(self, position: Position) -> Position:
        """Return the least image of a position."""
        if not self._images:
            return position
        cells = position.cells
        least = min([image(cells) for _, image in self._images])
        return position if cells <= least else Position(least, position.to_move)

    def stabiliser(self, position: Position) -> tuple[Symmetry, ...]:
        """Return the symmetries that leave a position unchanged, including the identity."""
        cells = position.cells
        unchanged = [symmetry for symmetry, image in self._images if image(cells) == cells]
        return (self.all[0], *unchanged)

    def orbits(self, position: Position, moves: Sequence[Move]) -> tuple[tuple[Move, ...], ...]:
        """Return the moves of a position in groups that its own symmetries exchange, all sorted."""
        stabiliser = self.stabiliser(position)
        if len(stabiliser) == 1:  # the identity
            return tuple((move,) for move in moves)
        orbits = set()
        for move in moves:
            images = {symmetry.move(move) for symmetry in stabiliser}
            orbits.add(tuple(sorted(images)))
        return tuple(sorted(orbits))


#: Plain Python explores about this many positions in a few seconds; beyond, a caller must raise the
#: limit.
EXPLORE_LIMIT = 300_000
#: Games of more positions than this are explored only on request: up to here it takes a second.
SOON = 20_000


@dataclass(frozen=True, slots=True)
class Edge:
    """One distinct move of a position.

    Attributes:
        moves: an orbit: all moves that a symmetry of the position exchanges.
        gain: the points that each of them wins.
        child: the index of the next node.
    """

    moves: tuple[Move, ...]
    gain: int
    child: int


@dataclass(frozen=True, slots=True)
class Node:
    """One canonical position, with its distinct moves in the order of their first moves.

    Attributes:
        depth: the fewest plies in which it is reached.
        later: True when it can also be reached in more plies.
        result: the value for the side to move when the game is over here, otherwise None.
    """

    position: Position
    depth: int
    later: bool
    result: int | None
    edges: tuple[Edge, ...]


class Graph:
    """All canonical positions of a game that can be reached from the first, in breadth-first order.

    ``index`` maps a canonical position to its place in ``nodes``.
    """

    def __init__(self, game: Game, symmetries: Symmetries, nodes: tuple[Node, ...]) -> None:
        self.game = game
        self.symmetries = symmetries
        self.nodes = nodes
        self.index = {node.position: number for number, node in enumerate(nodes)}

    def find(self, position: Position) -> int | None:
        """Return the index of the node of a position, or None when it is not reached."""
        return self.index.get(self.symmetries.canonical(position))


def explore(
    game: Game,
    start: Position | None = None,
    *,
    limit: int = EXPLORE_LIMIT,
    progress: Progress | None = None,
) -> Graph:
    """Return every position that can be reached from a start, up to symmetry.

    The start is the game's own when None. TooLargeError for more than ``limit`` positions.

    >>> from kitgen.games import make_game
    >>> graph = explore(make_game("hexapawn"))
    >>> black = [n for n in graph.nodes if n.position.to_move == 1 and n.edges]
    >>> len(black), sum(len(n.edges) for n in black)
    (19, 45)
    """
    symmetries = Symmetries(game)
    first = symmetries.canonical(start or game.start())
    index = {first: 0}
    reached = [first]
    depths = [0]
    explored: list[tuple[Position, int | None, tuple[Edge, ...]]] = []
    for position, depth in zip(reached, depths, strict=True):  # which grow meanwhile
        edges = []
        for orbit in symmetries.orbits(position, game.legal_moves(position)):
            step = game.play(position, orbit[0])
            child = symmetries.canonical(step.position)
            number = index.get(child)
            if number is None:
                number = len(index)
                if number >= limit:
                    raise TooLargeError(
                        f"{game.called} has more than {limit:,} positions up to symmetry"
                    )
                index[child] = number
                depths.append(depth + 1)
                reached.append(child)
            edges.append(Edge(orbit, step.gain, number))
        explored.append((position, None if edges else game.result(position), tuple(edges)))
        if progress is not None and len(explored) % 1000 == 0:
            progress(f"exploring {game.called}", len(explored), None)
    later = _met_later(depths, [edges for _, _, edges in explored])
    nodes = []
    for number, (position, result, own_edges) in enumerate(explored):
        nodes.append(Node(position, depths[number], later[number], result, own_edges))
    return Graph(game, symmetries, tuple(nodes))


def _met_later(depths: list[int], edges: list[tuple[Edge, ...]]) -> list[bool]:
    """Return whether each position can also be reached in more plies than the fewest."""
    later = [False] * len(depths)
    waiting = []
    for depth, out in zip(depths, edges, strict=True):
        waiting += [edge.child for edge in out if depths[edge.child] <= depth]
    while waiting:
        number = waiting.pop()
        if not later[number]:
            later[number] = True
            waiting += (edge.child for edge in edges[number])
    return later
