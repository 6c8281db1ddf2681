"""The gallery: a machine's boxes as they are now, or the positions that it has met, filtered."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kitgen.kit.kit import Box
from kitgen.model import Position
from kitgen.play.learners import Learner, Met, PositionMachine, SideMachine

#: The filters for boxes; ``losing`` boxes hold a bead for a move that loses against best play.
FILTERS = ("emptied", "changed", "losing", "met")
#: The filters for positions; ``losing`` ones are lost for the machine against best play, as far as that is known.
MET_FILTERS = ("positive", "negative", "losing")


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A box, or a position.

    Attributes:
        number: its place in the kit, or in the order in which the machine met the positions; from 0.
        name: the box's id, or the position's number from 1.
        turn: the machine's turn on which it is first met.
        position: the position on the box; or the one after the machine's move.
        passes: for each filter, whether it passes.
    """

    number: int
    name: str
    turn: int
    position: Position
    passes: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class BoxExhibit(Exhibit):
    """A box, with its beads at the start, and the present beads of each slot."""

    box: Box
    beads: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MetExhibit(Exhibit):
    """A position that a machine without beads has met, how it was met, and its present number."""

    met: Met
    value: int


def exhibits(machine: SideMachine) -> Iterator[BoxExhibit]:
    """Yield a machine's boxes, in the kit's order.

    >>> from kitgen.kit.build import build_kit
    >>> boxes = list(exhibits(SideMachine(build_kit("her"), 1)))
    >>> len(boxes), sum(box.passes["losing"] for box in boxes if box.turn == 3)
    (19, 3)
    """
    rows = machine.journal.games() if machine.journal is not None else ()
    opened = Counter(pick.box for row in rows for pick in row.picks)
    for number, box in enumerate(machine.kit.boxes):
        beads, start = tuple(machine.beads[number]), tuple(slot.beads for slot in box.slots)
        losing = any(count and slot.value < 0 for count, slot in zip(beads, box.slots, strict=True))
        passes = dict(zip(FILTERS, (not any(beads), beads != start, losing, box.id in opened), strict=True))
        yield BoxExhibit(number, box.id, box.turn, box.position, passes, box, beads)


def met_exhibits(machine: PositionMachine) -> Iterator[MetExhibit]:
    """Yield the positions that a machine has met, in the order in which it met them."""
    for number, met in enumerate(machine.met.values()):
        worth = machine.kit.oracle.worth(met.position)  # to the side that moves next
        losing, value = worth is not None and worth.score > 0, machine.numbers.get(met.position, 0)
        passes = dict(zip(MET_FILTERS, (value > 0, value < 0, losing), strict=True))
        yield MetExhibit(number, str(number + 1), met.turn, met.position, passes, met, value)


def filters_of(machine: Learner) -> tuple[str, ...]:
    """Return the filters for a machine's boxes or positions."""
    return MET_FILTERS if isinstance(machine, PositionMachine) else FILTERS


def shown(machine: Learner, filters: tuple[str, ...] = (), turn: int = 0) -> list[BoxExhibit | MetExhibit]:
    """Return the boxes or positions of a machine that pass all filters; turn 0 stands for every turn."""
    every: Iterator[BoxExhibit | MetExhibit]
    every = met_exhibits(machine) if isinstance(machine, PositionMachine) else exhibits(machine)
    return [e for e in every if turn in (0, e.turn) and all(e.passes[name] for name in filters)]
