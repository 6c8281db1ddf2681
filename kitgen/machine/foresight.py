"""What a machine can expect of a game when its opponent knows the beads and plays the worst for it.

One function computes it, over flat sequences: plain Python for one machine at the table, compiled for the kernel and
for the chain of bead states.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kitgen.kit.kit import Kit
from kitgen.machine.game_graph import GameGraph, list_situations
from kitgen.machine.learning import REFILL, Schedule, flattened, starting_beads
from kitgen.machine.paper_machine import Shelf
from kitgen.model import Move, Position

#: ``Outlook.outcome`` of a situation in which the game goes on.
ONGOING = -2


class Outlook(NamedTuple):
    """A game without cycles from one machine's view. n situations, m branches, b boxes, s slots.

    Attributes:
        order: int[n]; the situations, each after all that it leads to.
        outcome: int[n]; how the game has ended for the machine, or ``ONGOING``.
        mine: int[n]; 1 where the machine is to move, otherwise 0.
        box: int[n]; the box that is opened, or -1.
        first: int[n + 1]; where the branches of each situation start.
        child: int[m]; where they lead; at a box in the order of its slots.
        slots: int[b + 1]; where the slots of each box start.
        start: int[s]; the beads of a new machine.
        empty: as ``Schedule.empty``.
    """

    order: Any
    outcome: Any
    mine: Any
    box: Any
    first: Any
    child: Any
    slots: Any
    start: Any
    empty: int

    def with_sequences(self, kind: Callable[[Any], Any]) -> "Outlook":
        """Return the same with all sequences converted, for example to arrays."""
        *sequences, empty = self
        return Outlook._make([*map(kind, sequences), empty])


def make_outlook(graph: GameGraph, kit: Kit, schedule: Schedule, side: int) -> Outlook:
    """Return a game as the machine on a side sees it; the graph has leads where it is a game of points."""
    outcomes = (graph.outcome(index, side) for index in range(len(graph.positions)))
    first = [0]
    for branches in graph.branches:
        first.append(first[-1] + len(branches))
    start, _, slots, _ = flattened(starting_beads(kit))
    return Outlook(
        order=last_first(graph),
        outcome=[ONGOING if outcome is None else outcome for outcome in outcomes],
        mine=[int(position.to_move == side) for position in graph.positions],
        box=list(graph.boxes),
        first=first,
        child=[branch.child for branches in graph.branches for branch in branches],
        slots=slots,
        start=start,
        empty=schedule.empty,
    )


def last_first(graph: GameGraph) -> list[int]:
    """Return the situations of a game without cycles, each after all that it leads to."""
    order: list[int] = []
    seen = [False] * len(graph.branches)
    stack = [(0, 0)]
    seen[0] = True
    while stack:
        index, number = stack.pop()
        if number < len(graph.branches[index]):
            stack.append((index, number + 1))
            child = graph.branches[index][number].child
            if not seen[child]:
                seen[child] = True
                stack.append((child, 0))
        else:
            order.append(index)
    return order


def expect(outlook: Any, beads: Any, totals: Any, hopes: Any) -> None:
    """Fill in the machine's chance to win minus its chance to lose, float[n]. Plain Python, and compiled as it stands.

    ``beads``, int[s], and ``totals``, int[b], are the machine's beads by slot and by box.
    """
    outcome, mine, opened, first, child = outlook.outcome, outlook.mine, outlook.box, outlook.first, outlook.child
    slots, start = outlook.slots, outlook.start
    for index in outlook.order:
        begin, end = first[index], first[index + 1]
        box = opened[index]
        if outcome[index] != ONGOING:
            hopes[index] = float(outcome[index])
        elif not mine[index]:
            least = 2.0
            for branch in range(begin, end):
                least = min(least, hopes[child[branch]])
            hopes[index] = least
        elif box < 0:
            hopes[index] = hopes[child[begin]]
        elif totals[box] == 0 and outlook.empty != REFILL:
            hopes[index] = float(outlook.empty)
        else:
            slot = slots[box]
            hope = 0.0
            total = 0
            for branch in range(begin, end):
                count = start[slot] if totals[box] == 0 else beads[slot]
                hope += count * hopes[child[branch]]
                total += count
                slot += 1
            hopes[index] = hope / total


class Foresight:
    """What a machine can expect in every situation of its games; machines with the same boxes may share it."""

    def __init__(self, shelf: Shelf, side: int) -> None:
        shelves = [shelf if number == side else None for number in (0, 1)]
        self.graph = list_situations(shelf.kit.game, shelves, with_leads=True)
        self._outlook = make_outlook(self.graph, shelf.kit, shelf.schedule, side)
        self._indices = {key: i for i, key in enumerate(zip(self.graph.positions, self.graph.leads, strict=True))}

    def hopes(self, beads: Sequence[Sequence[int]]) -> list[float]:
        """Return what a machine with these beads can expect in each situation against the worst opponent."""
        hopes = [0.0] * len(self.graph.positions)
        expect(self._outlook, [count for box in beads for count in box], [sum(box) for box in beads], hopes)
        return hopes

    def after(self, position: Position, lead: int) -> dict[Move, int]:
        """Return the opponent's moves in a position, each with the situation that it leads to."""
        branches = self.graph.branches[self._indices[position, lead if self.graph.game.scoring else 0]]
        return {branch.move: branch.child for branch in branches}
