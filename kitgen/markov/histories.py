"""Every history that a game can have, for the chain of bead states: situations, and the picks that learning needs."""

from math import lcm
from typing import NamedTuple

from kitgen.kit.kit import Kit
from kitgen.machine.game_graph import GameGraph
from kitgen.machine.learning import Pick
from kitgen.machine.opponents import only_hopes
from kitgen.machine.policies import Adviser, Policy


class History(NamedTuple):
    """A situation of a game together with what must be remembered of the beads picked so far.

    Attributes:
        situation: the index of the situation.
        outcome: how the game has ended for the machine, or None.
        box: the index of the box that is opened here, or -1.
        mine: True when the machine is to move.
        picked: the last beads picked, as many as the rule may change.
        children: the histories that the moves lead to.
        weights: how likely the opponent makes each move, as whole numbers; empty where the machine moves.
        knowing: how much of the opponent's choice depends on the beads, in the same measure as the weights.
    """

    situation: int
    outcome: int | None
    box: int
    mine: bool
    picked: tuple[Pick, ...]
    children: tuple[int, ...]
    weights: tuple[int, ...]
    knowing: int


def list_histories(graph: GameGraph, side: int, policy: Policy, adviser: Adviser, memory: int) -> tuple[History, ...]:
    """Return all histories of a game without cycles, each before those that it leads to.

    Args:
        graph: the situations, with leads in games of points.
        side: the machine's side.
        policy: how its opponent chooses.
        adviser: tells its opponent among which moves.
        memory: how many of the last picks have to be remembered.
    """
    index: dict[tuple[int, tuple[Pick, ...], int], int] = {}
    found: list[History] = []

    def visit(situation: int, picked: tuple[Pick, ...], ply: int) -> int:
        # A script looks at the number of the turn, so that its histories cannot be brought together.
        key = (situation, picked, ply if policy.script else 0)
        if key in index:
            return index[key]
        mine = graph.positions[situation].to_move == side
        box = graph.boxes[situation]
        children = []
        for slot, branch in enumerate(graph.branches[situation]):
            after = (*picked, (box, slot))[-memory:] if box >= 0 and memory else picked
            children.append(visit(branch.child, after, ply + 1))
        weights, knowing = ((), 0) if mine or not children else _weights(graph, situation, policy, adviser, ply)
        outcome = graph.outcome(situation, side)
        found.append(History(situation, outcome, box, mine, picked, tuple(children), weights, knowing))
        index[key] = len(found) - 1
        return index[key]

    visit(0, (), 0)
    last = len(found) - 1  # a history is finished before what led to it: the order is turned round
    return tuple(
        history._replace(children=tuple(last - child for child in history.children)) for history in reversed(found)
    )


def _weights(
    graph: GameGraph, situation: int, policy: Policy, adviser: Adviser, ply: int
) -> tuple[tuple[int, ...], int]:
    """Return how likely an opponent makes each move, and how much of its choice depends on the beads."""
    position, lead = graph.positions[situation], graph.leads[situation]
    moves = [branch.move for branch in graph.branches[situation]]
    if ply // 2 < len(policy.script):
        move = graph.game.parse_move(position, policy.script[ply // 2])
        if move in moves:
            return tuple(int(other == move) for other in moves), 0
    listed = []
    knowing = 0
    for name, weight in policy.parts:
        if only_hopes(name):
            knowing += weight
        else:
            listed.append((weight, set(adviser.choices(name, position, lead))))
    scale = lcm(*(len(chosen) for _, chosen in listed))
    weights = tuple(sum(weight * scale // len(chosen) for weight, chosen in listed if move in chosen) for move in moves)
    return weights, knowing * scale


def common_denominator(kit: Kit, histories: tuple[History, ...]) -> int:
    """Return a number that every chance of a game is a whole part of, whatever beads are left."""
    need = [1] * len(histories)
    for number in range(len(histories) - 1, -1, -1):
        history = histories[number]
        below = lcm(*(need[child] for child in history.children))
        if history.box >= 0:
            total = sum(slot.beads for slot in kit.boxes[history.box].slots)
            below *= lcm(*range(1, total + 1))
        elif history.weights:
            shares = range(1, len(history.children) + 1) if history.knowing else (1,)
            below *= (sum(history.weights) + history.knowing) * lcm(*shares)
        need[number] = below
    return need[0]
