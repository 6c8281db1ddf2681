"""The gallery: a machine's boxes as they are now, or the positions that it has met, filtered."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kitgen.kit.kit import Box
from kitgen.model import Position
from kitgen.play.learners import Learner, Met, PositionMachine, SideMachine


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A box with its present beads.

    Attributes:
        number: its index in the kit.
        box: the box, with its beads at the start.
        beads: the present beads of each slot.
        opened: how many recorded games opened it.
    """

    number: int
    box: Box
    beads: tuple[int, ...]
    opened: int

    @property
    def name(self) -> str:
        """The box's id."""
        return self.box.id

    @property
    def turn(self) -> int:
        """The machine's turn on which the box is first met."""
        return self.box.turn

    @property
    def position(self) -> Position:
        """The position on the box."""
        return self.box.position


@dataclass(frozen=True, slots=True)
class MetExhibit:
    """A position that a machine without beads has met.

    Attributes:
        number: its place, from 0, in the order in which the machine met them.
        met: the position, and how it was met.
        value: its present number.
        losing: True if it is lost for the machine against best play, as far as that is known.
    """

    number: int
    met: Met
    value: int
    losing: bool

    @property
    def name(self) -> str:
        """Its number, from 1."""
        return str(self.number + 1)

    @property
    def turn(self) -> int:
        """The machine's turn on which it was first met."""
        return self.met.turn

    @property
    def position(self) -> Position:
        """The position, after the machine's move."""
        return self.met.position


#: The filters for boxes; ``losing`` boxes hold a bead for a move that loses against best play.
FILTERS: dict[str, Callable[[Exhibit], bool]] = {
    "emptied": lambda exhibit: not any(exhibit.beads),
    "changed": lambda exhibit: exhibit.beads != tuple(slot.beads for slot in exhibit.box.slots),
    "losing": lambda exhibit: any(
        count and slot.value < 0 for count, slot in zip(exhibit.beads, exhibit.box.slots, strict=True)
    ),
    "met": lambda exhibit: exhibit.opened > 0,
}
#: The filters for positions.
MET_FILTERS: dict[str, Callable[[MetExhibit], bool]] = {
    "positive": lambda exhibit: exhibit.value > 0,
    "negative": lambda exhibit: exhibit.value < 0,
    "losing": lambda exhibit: exhibit.losing,
}


def filters_of(machine: Learner) -> dict[str, Callable[[Any], bool]]:
    """Return the filters for a machine's boxes or positions."""
    return MET_FILTERS if isinstance(machine, PositionMachine) else FILTERS


def size(machine: Learner) -> int:
    """Return how many boxes or positions a machine has."""
    return len(machine.met if isinstance(machine, PositionMachine) else machine.kit.boxes)


def turns(machine: Learner) -> list[int]:
    """Return the turns of a machine's boxes or positions."""
    entries: Iterable[Met | Box] = machine.met.values() if isinstance(machine, PositionMachine) else machine.kit.boxes
    return sorted({entry.turn for entry in entries})


def exhibits(machine: SideMachine, filters: tuple[str, ...] = (), turn: int = 0) -> Iterator[Exhibit]:
    """Yield a machine's boxes that pass all filters, in the kit's order; turn 0 stands for every turn.

    >>> from kitgen.kit.build import make_kit
    >>> machine = SideMachine(make_kit("her"), 1)
    >>> len(list(exhibits(machine))), len(list(exhibits(machine, ("losing",), turn=3)))
    (19, 3)
    """
    rows = machine.journal.games() if machine.journal is not None else ()
    opened = Counter(pick.box for row in rows for pick in row.picks)
    for number, box in enumerate(machine.kit.boxes):
        exhibit = Exhibit(number, box, tuple(machine.beads[number]), opened[box.id])
        if turn in (0, box.turn) and all(FILTERS[name](exhibit) for name in filters):
            yield exhibit


def met_exhibits(machine: PositionMachine, filters: tuple[str, ...] = (), turn: int = 0) -> Iterator[MetExhibit]:
    """Yield the positions that a machine has met and that pass all filters, in the order in which it met them."""
    for number, met in enumerate(machine.met.values()):
        if turn not in (0, met.turn):
            continue
        worth = machine.kit.oracle.worth(met.position)  # to the side that moves next
        losing = worth is not None and worth.score > 0
        exhibit = MetExhibit(number, met, machine.numbers.get(met.position, 0), losing)
        if all(MET_FILTERS[name](exhibit) for name in filters):
            yield exhibit


def shown(machine: Learner, filters: tuple[str, ...] = (), turn: int = 0) -> list[Exhibit | MetExhibit]:
    """Return the boxes or positions of a machine that pass all filters."""
    if isinstance(machine, PositionMachine):
        return list(met_exhibits(machine, filters, turn))
    return list(exhibits(machine, filters, turn))
