"""The explored game as flat arrays: what the compiled kernels run on.

Positions are numbered in breadth-first order, as in ``theory/explore.py``; position 0 is the one explored
from. The edges of position ``p`` are ``first_edge[p]`` to ``first_edge[p + 1]``, in the order of its slots.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kitgen.model import Game
from kitgen.theory.explore import Graph
from kitgen.theory.sentinels import NO_PLIES, ONGOING
from kitgen.theory.solve import Solution


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """All canonical positions of a game that can be reached, n of them, with their m distinct moves.

    Attributes:
        game: the game.
        first_edge: int32[n + 1]; where the edges of each position start.
        child: int32[m]; the position that each edge leads to.
        gain: int16[m]; the points that the mover wins by it.
        orbit: int16[m]; how many legal moves the edge stands for (symmetric ones are one edge).
        result: int16[n]; the value for the side to move where the game is over, else ``ONGOING``.
        to_move: uint8[n]; the side to move, 0 or 1.
        depth: int16[n]; the fewest plies in which the position is reached.
        values: int16[n]; the value for the side to move, or None when not solved.
        plies: int16[n]; plies to the end of the game or ``NO_PLIES``, or None when not solved.
        keys: int64[n]; the positions themselves in the game's own packing (``game.packed``), or None when
            the table was made from a graph, whose nodes have the same numbers.
    """

    game: Game
    first_edge: NDArray[np.int32]
    child: NDArray[np.int32]
    gain: NDArray[np.int16]
    orbit: NDArray[np.int16]
    result: NDArray[np.int16]
    to_move: NDArray[np.uint8]
    depth: NDArray[np.int16]
    values: NDArray[np.int16] | None = None
    plies: NDArray[np.int16] | None = None
    keys: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.result)

    @property
    def edges(self) -> int:
        """The number of distinct moves, m."""
        return len(self.child)


def table_of(graph: Graph, solution: Solution | None = None) -> Table:
    """Return an explored game as arrays, with its solution when there is one.

    >>> from kitgen.games import make_game
    >>> from kitgen.theory.explore import explore
    >>> table = table_of(explore(make_game("hexapawn")))
    >>> len(table), table.edges, int(table.first_edge[1]), table.orbit[:2].tolist()
    (71, 82, 2, [2, 1])
    """
    nodes = graph.nodes
    edges = [edge for node in nodes for edge in node.edges]
    first_edge = np.zeros(len(nodes) + 1, np.int32)
    np.cumsum([len(node.edges) for node in nodes], out=first_edge[1:])
    table = Table(
        game=graph.game,
        first_edge=first_edge,
        child=np.array([edge.child for edge in edges], np.int32),
        gain=np.array([edge.gain for edge in edges], np.int16),
        orbit=np.array([len(edge.moves) for edge in edges], np.int16),
        result=np.array([ONGOING if node.result is None else node.result for node in nodes], np.int16),
        to_move=np.array([node.position.to_move for node in nodes], np.uint8),
        depth=np.array([node.depth for node in nodes], np.int16),
    )
    if solution is None:
        return table
    return replace(
        table,
        values=np.array(solution.values, np.int16),
        plies=np.array([NO_PLIES if plies is None else plies for plies in solution.plies], np.int16),
    )


def solve_table(table: Table) -> Table:
    """Return a table with its values and plies, found by compiled kernels; equal to ``solve(graph)``.

    >>> from kitgen.games import make_game
    >>> from kitgen.theory.explore import explore
    >>> solved = solve_table(table_of(explore(make_game("hexapawn"))))
    >>> int(solved.values[0]), int(solved.plies[0])
    (-1, 6)
    """
    from kitgen.theory.kernels.solving import solve_points, solve_wins  # noqa: PLC0415 - Numba only when it is needed

    if table.game.scoring:
        values = solve_points(table.first_edge, table.child, table.gain, table.result)
        return replace(table, values=values, plies=np.full(len(table), NO_PLIES, np.int16))
    values, plies = solve_wins(table.first_edge, table.child, table.result)
    return replace(table, values=values, plies=plies)
