"""Chooses which positions get a box: all decisions, or fewer for short lessons and sensible opponents.

A box whose moves are all equally good has nothing to learn: no bead of it is ever to be regretted. An express
kit leaves such boxes out and says once and for all what to play there. A box with losing moves alone stays,
because it must run empty for the machine to learn to keep away from it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.kit.editions import Plan
from kitgen.kit.kit import EITHER
from kitgen.model import Move, Position
from kitgen.theory.explore import LIMIT, Choice, Edge, explore
from kitgen.theory.solve import Solution, verdict


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


def decisions(plan: Plan, solution: Solution, *, limit: int = LIMIT) -> list[Decision]:
    """Return the decisions of a plan's machine, each once."""
    either = plan.choices.side == EITHER
    names = [side.name for side in plan.game.sides]
    met: dict[Position, Decision] = {}
    for player in (0, 1) if either else (names.index(plan.choices.side),):
        for found in _of_player(plan, solution, player, limit):
            position = Position(found.position.cells, 0) if either else found.position
            before = met.get(position, found)  # either side of the machine may meet the same table
            turn = min(before.turn, found.turn)
            later = before.later or found.later or before.turn != found.turn
            met[position] = Decision(position, turn, later, before.node, before.always)
    return list(met.values())


def _of_player(plan: Plan, solution: Solution, player: int, limit: int) -> Iterator[Decision]:
    """Yield the decisions of a machine that plays one side."""
    whole = solution.graph
    choice = machine_choice(plan, solution, player)
    graph = whole if choice is None else explore(plan.game, limit=limit, choice=choice)
    for place, met in enumerate(graph.nodes):
        number = place if graph is whole else whole.index[met.position]
        node = whole.nodes[number]
        skipped = plan.choices.forced == "skip" and len(node.edges) == 1
        if node.position.to_move == player and node.edges and not skipped:
            always = settled_edge(solution, number) if plan.choices.express else None
            yield Decision(node.position, met.depth // 2 + 1, met.later, number, always)


def machine_choice(plan: Plan, solution: Solution, player: int) -> Choice | None:
    """Return which moves can be met when the machine plays a side as planned; None when all of them can."""
    if not plan.choices.express and plan.choices.opponent == "any":
        return None

    def choice(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
        if position.to_move == player:
            if not plan.choices.express:
                return moves
            edge = settled_edge(solution, solution.graph.index[position])
            return moves if edge is None else edge.moves
        if plan.choices.opponent == "any":
            return moves
        wins = [move for move in moves if plan.game.result(plan.game.play(position, move).position) == -1]
        return wins or moves

    return choice
