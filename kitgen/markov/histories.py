"""Every course that a game can take, for the chain of bead states: situations, and the draws that learning needs."""

from math import lcm
from typing import Any, NamedTuple

from kitgen.experiment.experiment import Experiment
from kitgen.kit.kit import Kit
from kitgen.kit.rule import Rule
from kitgen.machine.game_graph import list_plays
from kitgen.machine.learning import Draw
from kitgen.machine.paper_machine import Shelf
from kitgen.machine.policies import Policy, Theory


class Node(NamedTuple):
    """A situation of a game together with what must be remembered of the beads drawn so far.

    Attributes:
        outcome: how the game has ended for the machine, or None.
        box: the place of the box that is opened here, or -1.
        mine: True when the machine is to move.
        drawn: the last beads drawn, as many as the rule may change.
        children: the nodes that the moves lead to.
        weights: how likely the opponent makes each move, as whole numbers; empty where the machine moves.
        adversary: how much of the opponent's choice depends on the beads, in the same measure as the weights.
    """

    outcome: int | None
    box: int
    mine: bool
    drawn: tuple[Draw, ...]
    children: tuple[int, ...]
    weights: tuple[int, ...]
    adversary: int


def memory_of(rule: Rule) -> int:
    """Return how many of the last draws a rule that only takes may change; a large number when it may change all."""
    changes = (rule.win, rule.draw, rule.loss)
    if any(change.every for change in changes):
        return 1 << 30
    return max(len(change.from_end) for change in changes) or 1


def list_courses(experiment: Experiment, theory: Theory, memory: int) -> tuple[Node, ...]:
    """Return all nodes of a game without cycles, each before those that it leads to.

    Args:
        experiment: the machine and its opponent, a player without boxes.
        theory: what the opponent knows.
        memory: how many of the last draws have to be remembered.
    """
    policy = experiment.opponent
    assert isinstance(policy, Policy)  # noqa: S101 - whoever asks has refused everything else
    side = experiment.side
    shelf = Shelf(experiment.kit)
    plays = list_plays(experiment.kit.game, [shelf if s == side else None for s in (0, 1)], with_leads=True)
    index: dict[tuple[int, tuple[Draw, ...], int], int] = {}
    found: list[Node | None] = []
    order: list[int] = []

    def visit(situation: int, drawn: tuple[Draw, ...], ply: int) -> int:
        # A script looks at the number of the turn, so that its courses cannot be brought together.
        key = (situation, drawn, ply if policy.script else 0)
        if key in index:
            return index[key]
        number = index[key] = len(found)
        found.append(None)
        mine = plays.positions[situation].to_move == side
        box = plays.boxes[situation]
        children = []
        for slot, way in enumerate(plays.ways[situation]):
            after = (*drawn, (box, slot))[-memory:] if box >= 0 and memory else drawn
            children.append(visit(way.child, after, ply + 1))
        weights: tuple[int, ...] = ()
        adversary = 0
        if not mine and children:
            moves = [way.move for way in plays.ways[situation]]
            weights, adversary = _weights(
                theory, policy, plays.positions[situation], plays.leads[situation], moves, ply
            )
        outcome = plays.outcome(situation, side)
        found[number] = Node(outcome, box, mine, drawn, tuple(children), weights, adversary)
        order.append(number)
        return number

    visit(0, (), 0)
    order.reverse()  # a course of play is finished before what led to it
    at = {number: place for place, number in enumerate(order)}
    ordered = []
    for number in order:
        node = found[number]
        assert node is not None  # noqa: S101 - every node was visited to its end; this tells the type checker
        ordered.append(node._replace(children=tuple(at[child] for child in node.children)))
    return tuple(ordered)


def _weights(
    theory: Theory, policy: Policy, position: Any, lead: int, moves: list[Any], ply: int
) -> tuple[tuple[int, ...], int]:
    """Return how likely an opponent makes each move, and how much of its choice depends on the beads."""
    if ply // 2 < len(policy.script):
        move = theory.game.parse_move(position, policy.script[ply // 2])
        if move in moves:
            return tuple(int(other == move) for other in moves), 0
    lists = [
        (weight, None if name == "adversary" else set(theory.choices(name, position, lead)))
        for name, weight in policy.parts
    ]
    scale = lcm(*(len(chosen) for _, chosen in lists if chosen is not None))
    weights = tuple(
        sum(weight * scale // len(chosen) for weight, chosen in lists if chosen is not None and move in chosen)
        for move in moves
    )
    return weights, sum(weight * scale for weight, chosen in lists if chosen is None)


def common_denominator(kit: Kit, nodes: tuple[Node, ...]) -> int:
    """Return a number that every chance of a game is a whole part of, whatever beads are left."""
    need = [1] * len(nodes)
    for number in range(len(nodes) - 1, -1, -1):
        node = nodes[number]
        below = lcm(*(need[child] for child in node.children))
        if node.box >= 0:
            total = sum(slot.beads for slot in kit.boxes[node.box].slots)
            below *= lcm(*range(1, total + 1))
        elif node.weights:
            shares = range(1, len(node.children) + 1) if node.adversary else (1,)
            below *= (sum(node.weights) + node.adversary) * lcm(*shares)
        need[number] = below
    return need[0]
