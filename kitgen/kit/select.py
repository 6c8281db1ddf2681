"""Chooses which positions get a box: all decisions, or fewer for short lessons and sensible opponents.

A box whose moves are all equally good has nothing to learn: no bead of it is ever to be regretted. An express
kit leaves such boxes out and says once and for all what to play there. A box with losing moves alone stays,
because it must run empty for the machine to learn to keep away from it.

Whatever a kit leaves out, a decision is the same in all of them: its turn is that of the whole game.
"""

from collections.abc import Collection, Iterator, Sequence
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
        met: False when the machine of this kit never comes to it, because of what it always plays or of an
            opponent who never passes up a win.
    """

    position: Position
    turn: int
    later: bool
    node: int
    always: Edge | None
    met: bool


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
    """Return the decisions of a plan's machine, each once, with those that it never meets."""
    found: dict[Position, Decision] = {}
    for player in plan.players:
        for one in _of_player(plan, solution, player):
            position = Position(one.position.cells, 0) if plan.choices.side == EITHER else one.position
            before = found.get(position, one)  # either side of the machine may meet the same table
            turn = min(before.turn, one.turn)
            later = before.later or one.later or before.turn != one.turn
            found[position] = Decision(position, turn, later, before.node, before.always, before.met or one.met)
    return list(found.values())


def _of_player(plan: KitPlan, solution: Solution, player: int) -> Iterator[Decision]:
    """Yield the decisions of a machine that plays one side."""
    met = _met(plan, solution, player)
    for number, node in enumerate(solution.graph.nodes):
        skipped = plan.choices.forced == "skip" and len(node.edges) == 1
        if node.position.to_move == player and node.edges and not skipped:
            always = settled_edge(solution, number) if plan.choices.express else None
            yield Decision(node.position, node.depth // 2 + 1, node.later, number, always, number in met)


def _met(plan: KitPlan, solution: Solution, player: int) -> Collection[int]:
    """Return the numbers of the nodes that can be met when the machine plays a side as planned."""
    if not plan.choices.express and plan.choices.opponent == "any":
        return range(len(solution.graph.nodes))
    met, waiting = {0}, [0]
    while waiting:
        fresh = {edge.child for edge in _followed(plan, solution, player, waiting.pop())} - met
        met |= fresh
        waiting += fresh
    return met


def _followed(plan: KitPlan, solution: Solution, player: int, number: int) -> Sequence[Edge]:
    """Return the moves of a node that can be met when the machine plays a side as planned."""
    nodes = solution.graph.nodes
    node = nodes[number]
    if node.position.to_move == player:
        always = settled_edge(solution, number) if plan.choices.express and node.edges else None
        return node.edges if always is None else (always,)
    wins = [edge for edge in node.edges if nodes[edge.child].result == -1] if plan.choices.opponent != "any" else []
    return wins or node.edges
