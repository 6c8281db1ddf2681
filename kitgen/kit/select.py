"""Chooses which positions get a box: all decisions, or fewer for short lessons and sensible opponents.

A box whose moves are all equally good has nothing to learn: no bead of it is ever to be regretted. An express
kit leaves such boxes out and says once and for all what to play there. A box with losing moves alone stays,
because it must run empty for the machine to learn to keep away from it.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.kit.editions import KitPlan
from kitgen.kit.kit import EITHER
from kitgen.model import Position
from kitgen.theory.explore import Edge
from kitgen.theory.solve import Solution
from kitgen.theory.value import verdict


@dataclass(frozen=True, slots=True)
class Decision:
    """A position in which the machine has to move.

    Attributes:
        position: the position; with the first side to move when the machine plays either.
        turn: the machine's turn on which it is first met.
        later: True when it is also met on later turns.
        node: its number in the whole game's graph.
        always: the move to play without a box, as an edge of the graph; None where a box decides.
    """

    position: Position
    turn: int
    later: bool
    node: int
    always: Edge | None


def settled_edge(solution: Solution, node: int) -> Edge | None:
    """Return the move to play without a box where nothing can be learned, or None where something can.

    It is the best move that ends the game soonest, the first of several.

    >>> from kitgen.games import make_game
    >>> from kitgen.theory.explore import explore
    >>> from kitgen.theory.solve import solve
    >>> game = make_game("hexapawn")
    >>> solution = solve(explore(game))
    >>> edge = settled_edge(solution, solution.graph.find(game.parse(".bb/.bw/w.. b")))
    >>> [game.move_text(move) for move in edge.moves]
    ['b2a1']
    """
    edges = solution.graph.nodes[node].edges
    verdicts = {verdict(solution.edge_value(edge)) for edge in edges}
    if len(verdicts) != 1 or "loses" in verdicts:
        return None
    return min(edges, key=lambda edge: (-solution.edge_value(edge), solution.edge_plies(edge) or 0))


def decisions(plan: KitPlan, solution: Solution) -> list[Decision]:
    """Return the decisions of a plan's machine, each once."""
    met: dict[Position, Decision] = {}
    for player in plan.players:
        for found in _of_player(plan, solution, player):
            position = Position(found.position.cells, 0) if plan.choices.side == EITHER else found.position
            before = met.get(position, found)  # either side of the machine may meet the same table
            turn = min(before.turn, found.turn)
            later = before.later or found.later or before.turn != found.turn
            met[position] = Decision(position, turn, later, before.node, before.always)
    return list(met.values())


def _of_player(plan: KitPlan, solution: Solution, player: int) -> Iterator[Decision]:
    """Yield the decisions of a machine that plays one side."""
    nodes = solution.graph.nodes
    for number, (depth, later) in _walked(plan, solution, player).items():
        node = nodes[number]
        skipped = plan.choices.forced == "skip" and len(node.edges) == 1
        if node.position.to_move == player and node.edges and not skipped:
            always = settled_edge(solution, number) if plan.choices.express else None
            yield Decision(node.position, depth // 2 + 1, later, number, always)


def _walked(plan: KitPlan, solution: Solution, player: int) -> dict[int, tuple[int, bool]]:
    """Return which nodes can be met when the machine plays a side as planned.

    Returns:
        From a node's number to the fewest plies in which it is met, and whether it is also met in more.
    """
    nodes = solution.graph.nodes
    if not plan.choices.express and plan.choices.opponent == "any":
        return {number: (node.depth, node.later) for number, node in enumerate(nodes)}
    depths, waiting = {0: 0}, deque([0])
    followed: dict[int, list[int]] = {}
    while waiting:
        number = waiting.popleft()
        followed[number] = [edge.child for edge in _followed(plan, solution, player, number)]
        for child in followed[number]:
            if child not in depths:
                depths[child] = depths[number] + 1
                waiting.append(child)
    late = {child for number, out in followed.items() for child in out if depths[child] != depths[number] + 1}
    behind = list(late)
    while behind:
        fresh = set(followed[behind.pop()]) - late
        late |= fresh
        behind += fresh
    return {number: (depth, number in late) for number, depth in depths.items()}


def _followed(plan: KitPlan, solution: Solution, player: int, number: int) -> Sequence[Edge]:
    """Return the moves of a node that can be met when the machine plays a side as planned."""
    nodes = solution.graph.nodes
    node = nodes[number]
    if node.position.to_move == player:
        always = settled_edge(solution, number) if plan.choices.express and node.edges else None
        return node.edges if always is None else (always,)
    wins = [edge for edge in node.edges if nodes[edge.child].result == -1] if plan.choices.opponent != "any" else []
    return wins or node.edges
