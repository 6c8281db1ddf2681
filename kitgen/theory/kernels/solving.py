"""Compiled kernels that solve a table; the same analysis as ``theory/solve.py``, step by step."""

from typing import Any

import numpy as np

from kitgen.compiled import compiled
from kitgen.theory.sentinels import NO_PLIES, ONGOING


@compiled()
def parents_of(first_edge: Any, child: Any) -> Any:
    """Return where the parents of each position start, and the parents, once for each edge."""
    size = len(first_edge) - 1
    first = np.zeros(size + 1, np.int32)
    for edge in range(len(child)):
        first[child[edge] + 1] += 1
    for number in range(size):
        first[number + 1] += first[number]
    filled = first[:-1].copy()
    parent = np.empty(len(child), np.int32)
    for number in range(size):
        for edge in range(first_edge[number], first_edge[number + 1]):
            place = filled[child[edge]]
            parent[place] = number
            filled[child[edge]] = place + 1
    return first, parent


@compiled()
def solve_wins(first_edge: Any, child: Any, result: Any) -> Any:
    """Return values and plies of a game that is won, drawn or lost: breadth first, back from its ends."""
    size = len(result)
    first_parent, parent = parents_of(first_edge, child)
    values = np.zeros(size, np.int16)
    plies = np.full(size, NO_PLIES, np.int16)
    open_edges = np.empty(size, np.int32)
    queue = np.empty(size, np.int32)
    head = tail = 0
    for number in range(size):
        open_edges[number] = first_edge[number + 1] - first_edge[number]
        if result[number] != ONGOING:
            plies[number] = 0
            if result[number] != 0:
                values[number] = result[number]
                queue[tail] = number
                tail += 1
    while head < tail:
        number = queue[head]
        head += 1
        lost = values[number] == -1
        for place in range(first_parent[number], first_parent[number + 1]):
            before = parent[place]
            open_edges[before] -= 1
            if values[before] == 0 and (lost or open_edges[before] == 0):
                values[before] = 1 if lost else -1
                plies[before] = plies[number] + 1
                queue[tail] = before
                tail += 1
    head = tail = 0
    for number in range(size):
        if result[number] == 0:
            queue[tail] = number
            tail += 1
    while head < tail:
        number = queue[head]
        head += 1
        for place in range(first_parent[number], first_parent[number + 1]):
            before = parent[place]
            if values[before] == 0 and plies[before] == NO_PLIES:
                plies[before] = plies[number] + 1
                queue[tail] = before
                tail += 1
    return values, plies


@compiled()
def components(first_edge: Any, child: Any) -> Any:
    """Return the strongly connected components, each after all that can be reached from it (Tarjan 1972).

    Returns:
        The positions grouped by component, where each component starts (and the end), and the component of
        each position.
    """
    size = len(first_edge) - 1
    members = np.empty(size, np.int32)
    starts = np.empty(size + 1, np.int32)
    component = np.full(size, -1, np.int32)
    order = np.full(size, -1, np.int32)
    low = np.empty(size, np.int32)
    stack = np.empty(size, np.int32)
    path = np.empty(size, np.int32)
    edge_at = first_edge[:-1].copy()
    found = visited = on_stack = filled = 0
    for root in range(size):
        if order[root] != -1:
            continue
        steps = 1
        path[0] = root
        while steps:
            number = path[steps - 1]
            if order[number] == -1:
                order[number] = low[number] = visited
                visited += 1
                stack[on_stack] = number
                on_stack += 1
            elif edge_at[number] > first_edge[number]:
                low[number] = min(low[number], low[child[edge_at[number] - 1]])
            deeper = False
            while edge_at[number] < first_edge[number + 1] and not deeper:
                target = child[edge_at[number]]
                edge_at[number] += 1
                if order[target] == -1:
                    path[steps] = target
                    steps += 1
                    deeper = True
                elif component[target] == -1:
                    low[number] = min(low[number], order[target])
            if deeper:
                continue
            steps -= 1
            if low[number] == order[number]:
                starts[found] = filled
                member = -1
                while member != number:
                    on_stack -= 1
                    member = stack[on_stack]
                    component[member] = found
                    members[filled] = member
                    filled += 1
                found += 1
    starts[found] = filled
    return members, starts[: found + 1], component


@compiled()
def settle(
    members: Any, leaving: Any, open_edges: Any, first_parent: Any, parent: Any, inside: Any, values: Any, queue: Any
) -> None:
    """Find the values of positions that can recur, from the greatest win that can be forced down to 1.

    Args:
        members: the positions of one component, or of one level; moves among them gain nothing.
        leaving: for each position the best that a move out of the component is worth, or ``ONGOING``.
        open_edges: for each position its moves inside; used up.
        first_parent: where the parents of each position start in ``parent``.
        parent: the parents.
        inside: for each position the number of its component; parents in another one are passed over.
        values: filled in for the members; 0 where nobody can force anything.
        queue: room for as many positions as there are members.
    """
    here = inside[members[0]]
    bound = 0
    for number in members:
        values[number] = 0
        if leaving[number] != ONGOING:
            bound = max(bound, abs(leaving[number]))
    # A decided position is marked by its component number, turned negative.
    for points in range(bound, 0, -1):
        head = tail = 0
        for number in members:
            out = leaving[number]
            if inside[number] == here and out != ONGOING:
                if out >= points:
                    values[number] = points
                elif out <= -points and open_edges[number] == 0:
                    values[number] = -points
                else:
                    continue
                inside[number] = -2 - here
                queue[tail] = number
                tail += 1
        while head < tail:
            number = queue[head]
            head += 1
            value = values[number]
            for place in range(first_parent[number], first_parent[number + 1]):
                before = parent[place]
                if inside[before] != here:
                    continue
                if value < 0:
                    values[before] = points
                else:
                    open_edges[before] -= 1
                    out = leaving[before]
                    if open_edges[before] or (out != ONGOING and out > -points):
                        continue
                    values[before] = -points
                inside[before] = -2 - here
                queue[tail] = before
                tail += 1


@compiled()
def solve_points(first_edge: Any, child: Any, gain: Any, result: Any) -> Any:
    """Return the values of a game of points, one strongly connected component after another, the last first."""
    size = len(result)
    members, starts, component = components(first_edge, child)
    first_parent, parent = parents_of(first_edge, child)
    values = np.zeros(size, np.int16)
    leaving = np.full(size, ONGOING, np.int16)
    open_edges = np.zeros(size, np.int32)
    queue = np.empty(size, np.int32)
    inside = component.copy()
    for group in range(len(starts) - 1):
        group_members = members[starts[group] : starts[group + 1]]
        for number in group_members:
            if result[number] != ONGOING:
                leaving[number] = result[number]
            for edge in range(first_edge[number], first_edge[number + 1]):
                if component[child[edge]] == group:
                    open_edges[number] += 1
                else:
                    leaving[number] = max(leaving[number], gain[edge] - values[child[edge]])
        only = group_members[0]
        if len(group_members) == 1 and open_edges[only] == 0:
            values[only] = leaving[only]
        else:
            settle(group_members, leaving, open_edges, first_parent, parent, inside, values, queue)
    return values
