"""What a machine can expect of the game at hand when its opponent knows the beads and does its worst.

One function finds it, over flat sequences: plain Python for one machine at the table, and compiled as it stands for
the kernel and for the chain of bead states.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from kitgen.kit.kit import Kit
from kitgen.machine.game_graph import GameGraph
from kitgen.machine.schedule import REFILL, Schedule, flattened

#: ``Outlook.outcome`` of a situation in which the game goes on.
ONGOING = -2

#: Expected results that differ by less are the same: sums of fractions in another order differ by rounding.
NEARLY = 1e-9


class Outlook(NamedTuple):
    """A game without cycles, as one machine sees it. n situations, m branches, b boxes, s slots.

    Attributes:
        order: int[n]; the situations, each after all that it leads to.
        outcome: int[n]; how the game has ended for the machine, or ``ONGOING``.
        mine: int[n]; 1 where the machine is to move, otherwise 0.
        box: int[n]; the box that is opened, or -1.
        first: int[n + 1]; where the branches of each situation start.
        child: int[m]; where they lead; at a box they stand in the order of its slots.
        slots: int[b + 1]; where the slots of each box start.
        start: int[s]; the beads of a new machine.
        empty: what an empty box does, as ``Schedule.empty``.
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
        """Return the same with all sequences made into another kind, such as arrays."""
        *sequences, empty = self
        return Outlook._make([*map(kind, sequences), empty])


def make_outlook(graph: GameGraph, kit: Kit, schedule: Schedule, side: int) -> Outlook:
    """Return a game as the machine on a side sees it.

    Args:
        graph: its situations, with leads where it is a game of points.
        kit: the machine's boxes.
        schedule: its rule.
        side: the side that it plays.
    """
    outcomes = (graph.outcome(index, side) for index in range(len(graph.positions)))
    first = [0]
    for branches in graph.branches:
        first.append(first[-1] + len(branches))
    start, _, slots, _ = flattened([[slot.beads for slot in box.slots] for box in kit.boxes])
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
    """Fill in the machine's chance to win minus its chance to lose. Plain Python, and compiled as it stands.

    Args:
        outlook: the game.
        beads: int[s]; the machine's beads.
        totals: int[b]; the same by box.
        hopes: float[n]; filled in, for each situation.
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
