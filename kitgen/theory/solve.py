"""Retrograde analysis: the value of every explored position, and in how many plies it is reached.

Works from the ends of the game back to the start, in two steps. First what a side can force by
ending the game, as in K. Thompson, Retrograde Analysis of Certain Endgames, ICCA Journal 9(3),
1986, and for points in J. Romein and H. Bal, Solving Awari with Parallel Retrograde Analysis,
Computer 36(10), 2003. Then the positions that are left have the value of endless play: a draw, or a
win for the side that the game names (``Game.repeated``).

On the table endless play ends when a position occurs for the third time, and the values are those
of that rule:

- A side that can force an end has a way on which the plies to it become fewer with every move of
  either side. No position recurs on such a way, so the rule never interrupts it.
- A side that wins endless play, or draws by it, has moves that never leave the positions of that
  value. Whatever end the game then has, a third occurrence included, it has that value at least.

So it makes no difference when a repetition ends the game, as A. Ehrenfeucht and J. Mycielski show
for more general games in Positional Strategies for Mean Payoff Games, International Journal of Game
Theory 8(2), 1979.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal, NamedTuple

from kitgen.errors import many
from kitgen.model import Game, Position
from kitgen.theory.explore import Edge, Graph


class Value(NamedTuple):
    """The value of a position or a move, with best play from there on.

    Attributes:
        score: 1, 0 or -1, or in games of points those still to come, own minus other.
        plies: to the end when the winner hurries and the loser delays; None in games of points and
            where best play never ends.
    """

    score: int
    plies: int | None

    @property
    def verdict(self) -> str:
        """The word for the score: ``wins``, ``draws`` or ``loses``."""
        return verdict(self.score)

    def before(self, gain: int) -> "Value":
        """Return the value of a move that gains points and leads to a position of this value.

        It is the value to the side that makes the move.

        >>> Value(-1, 4).before(0)
        Value(score=1, plies=5)
        """
        plies = None if self.plies is None else self.plies + 1
        return Value(gain - self.score, plies)


def verdict(value: int) -> Literal["wins", "draws", "loses"]:
    """Return the word for a value.

    >>> verdict(3), verdict(0), verdict(-1)
    ('wins', 'draws', 'loses')
    """
    if value > 0:
        return "wins"
    if value < 0:
        return "loses"
    return "draws"


def in_plies(plies: int | None, before: str = " in ") -> str:
    """Return in how many plies a game ends, after a word; nothing for None.

    >>> in_plies(3), in_plies(1, ", in "), in_plies(None)
    (' in 3 plies', ', in 1 ply', '')
    """
    return "" if plies is None else f"{before}{many(plies, 'ply')}"


def best_of(values: Sequence[Value]) -> Value:
    """Return the value of a position from the values of its moves to the side to move.

    The winner hurries, the loser delays, and a draw is reached by the shortest way that keeps it.
    No position may recur.

    >>> best_of([Value(1, 5), Value(1, 3), Value(-1, 2)])
    Value(score=1, plies=3)
    """
    score = max(value.score for value in values)
    plies = [value.plies for value in values if value.score == score and value.plies is not None]
    if not plies:
        return Value(score, None)
    if score < 0:
        return Value(score, max(plies))
    return Value(score, min(plies))


def plies_to_the_end(value: Value) -> float:
    """Return in how many plies best play ends: infinity if it never does, or in games of points.

    >>> plies_to_the_end(Value(1, 5)), plies_to_the_end(Value(1, None))
    (5, inf)
    """
    return inf if value.plies is None else value.plies


@dataclass(frozen=True, slots=True)
class Solution:
    """The values of all positions of a graph, in the order of its nodes; see ``Value``."""

    graph: Graph
    values: tuple[int, ...]
    plies: tuple[int | None, ...]

    def worth(self, position: Position) -> Value | None:
        """Return the value of a position to the side to move; None if it is not in the graph."""
        node = self.graph.find(position)
        if node is None:
            return None
        return Value(self.values[node], self.plies[node])

    def worth_of(self, edge: Edge) -> Value:
        """Return the value of a move to the side that makes it."""
        return Value(self.values[edge.child], self.plies[edge.child]).before(edge.gain)


def solve_graph(graph: Graph) -> Solution:
    """Return the value of every position of a graph.

    >>> from kitgen.games import make_game
    >>> from kitgen.theory.explore import explore
    >>> solution = solve_graph(explore(make_game("hexapawn")))
    >>> solution.values[0], solution.plies[0]
    (-1, 6)
    """
    if graph.game.scoring:
        return Solution(graph, tuple(_points(graph)), (None,) * len(graph.nodes))
    values, plies = _wins(graph)
    return Solution(graph, tuple(values), tuple(plies))


def endless_score(game: Game, side: int) -> int:
    """Return what play that never ends is worth to a side: 1, 0 or -1; 0 in games that always end.

    >>> from kitgen.games import make_game
    >>> (
    ...     endless_score(make_game("told:hare-hounds-end"), 1),
    ...     endless_score(make_game("told:mu-torere"), 1),
    ... )
    (1, 0)
    """
    if game.repetition is None:
        return 0
    # A repetition is worth as much to a side in every position.
    start = game.start()
    score = game.repeated(start)
    return score if start.to_move == side else -score


class _Wins:
    """The values of the positions of a game without points, from its ends back.

    Attributes:
        values: those found so far; None for the others.
        plies: to the end, for those found so far.
        open_edges: how many moves of each position lead to positions without a value yet.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._parents: list[list[int]] = [[] for _ in graph.nodes]
        for number, node in enumerate(graph.nodes):
            for edge in node.edges:
                self._parents[edge.child].append(number)
        self.values: list[int | None] = [None] * len(graph.nodes)
        self.plies: list[int | None] = [None] * len(graph.nodes)
        self.open_edges = [len(node.edges) for node in graph.nodes]

    def force_wins(self) -> None:
        """Find the positions in which a side can force an end that it wins."""
        queue: deque[int] = deque()
        for number, node in enumerate(self._graph.nodes):
            if node.result:
                self.values[number] = node.result
                self.plies[number] = 0
                queue.append(number)
        while queue:
            number = queue.popleft()
            lost = self.values[number] == -1
            for parent in self._parents[number]:
                self.open_edges[parent] -= 1
                if self.values[parent] is None and (lost or self.open_edges[parent] == 0):
                    # The queue runs by plies, so the first lost child is the nearest, the last won
                    # one the farthest.
                    self._set_from(parent, 1 if lost else -1, number, queue)

    def force_draws(self, winner: int) -> None:
        """Find the positions left in which the side that wins endless play cannot avoid a drawn
        end.

        ``force_wins`` comes first: ``open_edges`` goes on from where it left them.
        """
        queue = self._set_drawn_ends()
        while queue:
            number = queue.popleft()
            for parent in self._parents[number]:
                self.open_edges[parent] -= 1
                winner_moves = self._graph.nodes[parent].position.to_move == winner
                can_evade = winner_moves and self.open_edges[parent] > 0
                if self.values[parent] is None and not can_evade:
                    self._set_from(parent, 0, number, queue)

    def spread_draws(self) -> None:
        """Take the positions left for draws, with the plies to the nearest drawn end if any."""
        queue = self._set_drawn_ends()
        while queue:
            number = queue.popleft()
            for parent in self._parents[number]:
                if self.values[parent] is None:
                    self._set_from(parent, 0, number, queue)

    def _set_drawn_ends(self) -> deque[int]:
        """Give drawn ends their value, and return them."""
        queue: deque[int] = deque()
        for number, node in enumerate(self._graph.nodes):
            if node.result == 0:
                self.values[number] = 0
                self.plies[number] = 0
                queue.append(number)
        return queue

    def _set_from(self, number: int, value: int, child: int, queue: deque[int]) -> None:
        """Give a position the value that a move to a child with a value has."""
        self.values[number] = value
        # The child is an end or was set before, so its plies are no longer None.
        self.plies[number] = (self.plies[child] or 0) + 1
        queue.append(number)


def _wins(graph: Graph) -> tuple[list[int], list[int | None]]:
    wins = _Wins(graph)
    wins.force_wins()
    endless = endless_score(graph.game, 0), endless_score(graph.game, 1)
    if any(endless):
        wins.force_draws(endless.index(1))
    else:
        wins.spread_draws()
    values = []
    for node, value in zip(graph.nodes, wins.values, strict=True):
        values.append(endless[node.position.to_move] if value is None else value)
    return values, wins.plies


def _points(graph: Graph) -> list[int]:
    """Return the values of the positions of a game of points, from its ends back."""
    values = [0] * len(graph.nodes)
    for component in _components(graph):
        number = component[0]
        node = graph.nodes[number]
        can_recur = len(component) > 1 or any(edge.child == number for edge in node.edges)
        if can_recur:
            recurring = _Recurring(graph, component, values)
            recurring.find_values()
        elif node.result is not None:
            values[number] = node.result
        else:
            # Without moves and without a result it is worth nothing.
            values[number] = max((edge.gain - values[edge.child] for edge in node.edges), default=0)
    return values


class _Recurring:
    """The values of positions that can recur: those of one component of a graph, from which every
    other one of it can be reached.

    Moves inside the component gain nothing: otherwise a cycle would gain without end. So points are
    only won by leaving it, and the values are found in rounds, from the greatest win down to 1. The
    round of some points finds the positions in which a side can force as many, and those in which
    the other side cannot avoid it.
    """

    def __init__(self, graph: Graph, component: list[int], values: list[int]) -> None:
        self._values = values
        self._parents: dict[int, list[int]] = {number: [] for number in component}
        #: How many moves stay in the component and lead to a position that is not known to be won
        #: by its side to move. What was won in one round stays won in all later ones, whose points
        #: are fewer: so the figures are never reset.
        self._open_edges = dict.fromkeys(component, 0)
        #: The best value of a move that leaves the component; None if none does.
        self._best_exit: dict[int, int | None] = {}
        self._decided: set[int] = set()
        inside = set(component)
        for number in component:
            exits = []
            for edge in graph.nodes[number].edges:
                if edge.child in inside:
                    self._parents[edge.child].append(number)
                    self._open_edges[number] += 1
                else:
                    exits.append(edge.gain - values[edge.child])
            self._best_exit[number] = max(exits, default=None)

    def find_values(self) -> None:
        """Find the values of all positions of the component, and write them into ``values``."""
        sizes = [abs(value) for value in self._best_exit.values() if value is not None]
        for points in range(max(sizes, default=0), 0, -1):
            self._find_those_worth(points)
        # Undecided positions recur for ever and are worth 0, their initial value.

    def _find_those_worth(self, points: int) -> None:
        """Find the positions that are worth so many points to one of the sides."""
        queue = self._first_ones_worth(points)
        while queue:
            number, value = queue.popleft()
            if number in self._decided:
                continue
            self._decided.add(number)
            self._values[number] = value
            for parent in self._parents[number]:
                if value < 0:  # a move there wins
                    queue.append((parent, points))
                else:
                    self._open_edges[parent] -= 1
                    if self._must_lose(parent, points):
                        queue.append((parent, -points))

    def _first_ones_worth(self, points: int) -> deque[tuple[int, int]]:
        """Return the undecided positions that are worth so many points by leaving the component:
        each with its value.
        """
        queue: deque[tuple[int, int]] = deque()
        for number, best_exit in self._best_exit.items():
            if number in self._decided or best_exit is None:
                continue
            if best_exit >= points:
                queue.append((number, points))
            elif self._must_lose(number, points):
                queue.append((number, -points))
        return queue

    def _must_lose(self, number: int, points: int) -> bool:
        """Return whether every move of a position loses so many points, or more."""
        best_exit = self._best_exit[number]
        cannot_leave_for_less = best_exit is None or best_exit <= -points
        return self._open_edges[number] == 0 and cannot_leave_for_less


def _components(graph: Graph) -> list[list[int]]:
    """Return the strongly connected components, each after all that can be reached from it.

    R. Tarjan, Depth-First Search and Linear Graph Algorithms, SIAM Journal on Computing 1(2), 1972.
    """
    order: list[int | None] = [None] * len(graph.nodes)
    low = [0] * len(graph.nodes)
    on_stack = [False] * len(graph.nodes)
    stack: list[int] = []
    components: list[list[int]] = []
    visited = 0
    # The nodes that are being visited, each with the number of its next edge; every node is reached
    # from the first.
    work = [(0, 0)]
    while work:
        number, edge_number = work.pop()
        edges = graph.nodes[number].edges
        is_first_visit = edge_number == 0
        if is_first_visit:
            order[number] = visited
            low[number] = visited
            visited += 1
            stack.append(number)
            on_stack[number] = True
        else:
            child_just_left = edges[edge_number - 1].child
            low[number] = min(low[number], low[child_just_left])
        while edge_number < len(edges):
            child = edges[edge_number].child
            child_order = order[child]
            if child_order is None:
                work += [(number, edge_number + 1), (child, 0)]
                break
            if on_stack[child]:
                low[number] = min(low[number], child_order)
            edge_number += 1
        else:  # all edges have been followed
            if low[number] == order[number]:
                component: list[int] = []
                while not component or component[-1] != number:
                    component.append(stack.pop())
                    on_stack[component[-1]] = False
                components.append(component)
    return components
