"""The gallery: all boxes of a machine as they are now, or all positions that it has met, filtered."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from kitgen.kit.kit import Box
from kitgen.model import Position
from kitgen.play.learners.kinds import Learner
from kitgen.play.learners.position_machine import Met, PositionMachine
from kitgen.play.learners.side_machine import SideMachine


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A box, then and now.

    Attributes:
        number: its index in the kit.
        box: the box, with its beads at the start.
        beads: the beads in each slot now.
        opened: how often it was opened in games that are noted.
    """

    number: int
    box: Box
    beads: tuple[int, ...]
    opened: int

    @property
    def name(self) -> str:
        """What it is asked for by."""
        return self.box.id

    @property
    def turn(self) -> int:
        """The machine's turn on which the box is first met."""
        return self.box.turn

    @property
    def position(self) -> Position:
        """What is drawn on it."""
        return self.box.position

    @property
    def emptied(self) -> bool:
        """True when no bead is left."""
        return not any(self.beads)

    @property
    def changed(self) -> bool:
        """True when it does not hold what it held at the start."""
        return self.beads != tuple(slot.beads for slot in self.box.slots)

    @property
    def losing(self) -> bool:
        """True when a bead in it stands for a move that loses against best play."""
        return any(count and slot.value < 0 for count, slot in zip(self.beads, self.box.slots, strict=True))


@dataclass(frozen=True, slots=True)
class MetExhibit:
    """A position that a machine without beads has met.

    Attributes:
        number: which of them it is, in the order in which they were met, from 0.
        met: the position, and how it was met.
        value: its number now.
        losing: True when it is lost for the machine against best play, as far as anybody knows.
    """

    number: int
    met: Met
    value: int
    losing: bool

    @property
    def name(self) -> str:
        """What it is asked for by."""
        return str(self.number + 1)

    @property
    def turn(self) -> int:
        """The machine's turn on which it was first met."""
        return self.met.turn

    @property
    def position(self) -> Position:
        """The position, after the machine's move."""
        return self.met.position


#: What can be asked for, besides a turn: the word, and what holds of the boxes.
FILTERS: dict[str, Callable[[Exhibit], bool]] = {
    "emptied": lambda exhibit: exhibit.emptied,
    "changed": lambda exhibit: exhibit.changed,
    "losing": lambda exhibit: exhibit.losing,
    "met": lambda exhibit: exhibit.opened > 0,
}
#: The same for positions: all of them have been met.
MET_FILTERS: dict[str, Callable[[MetExhibit], bool]] = {
    "positive": lambda exhibit: exhibit.value > 0,
    "negative": lambda exhibit: exhibit.value < 0,
    "losing": lambda exhibit: exhibit.losing,
}


def filters_of(machine: Learner) -> dict[str, Callable[[Any], bool]]:
    """Return what can be asked for of what a machine keeps."""
    return MET_FILTERS if isinstance(machine, PositionMachine) else FILTERS


def size(machine: Learner) -> int:
    """Return how many boxes or positions a machine has."""
    return len(machine.met if isinstance(machine, PositionMachine) else machine.kit.boxes)


def turns(machine: Learner) -> list[int]:
    """Return the turns of a machine's boxes or positions."""
    if isinstance(machine, PositionMachine):
        return sorted({met.turn for met in machine.met.values()})
    return sorted({box.turn for box in machine.kit.boxes})


def exhibits(machine: SideMachine, filters: tuple[str, ...] = (), turn: int = 0) -> Iterator[Exhibit]:
    """Yield the boxes of a machine that pass all filters, in the order of the kit.

    Args:
        machine: the machine.
        filters: some words of ``FILTERS``.
        turn: the machine's turn on which a box is first met; 0 for every turn.

    >>> from kitgen.kit.build import make_kit
    >>> machine = SideMachine(make_kit("her"), 1)
    >>> len(list(exhibits(machine))), len(list(exhibits(machine, ("losing",), turn=3)))
    (19, 3)
    """
    met: dict[str, int] = {}
    for row in machine.journal.games() if machine.journal is not None else ():
        for pick in row.picks:
            met[pick.box] = met.get(pick.box, 0) + 1
    for number, box in enumerate(machine.kit.boxes):
        exhibit = Exhibit(number, box, tuple(machine.beads[number]), met.get(box.id, 0))
        if turn in (0, box.turn) and all(FILTERS[name](exhibit) for name in filters):
            yield exhibit


def met_exhibits(machine: PositionMachine, filters: tuple[str, ...] = (), turn: int = 0) -> Iterator[MetExhibit]:
    """Yield the positions that a machine has met and that pass all filters, in the order in which it met them.

    Args:
        machine: the machine.
        filters: some words of ``MET_FILTERS``.
        turn: the machine's turn on which a position was first met; 0 for every turn.
    """
    for number, met in enumerate(machine.met.values()):
        if turn not in (0, met.turn):
            continue
        worth = machine.kit.oracle.worth(met.position)  # to the side that moves next
        losing = worth is not None and worth.score > 0
        exhibit = MetExhibit(number, met, machine.numbers.get(met.position, 0), losing)
        if all(MET_FILTERS[name](exhibit) for name in filters):
            yield exhibit


def shown(machine: Learner, filters: tuple[str, ...] = (), turn: int = 0) -> list[Exhibit | MetExhibit]:
    """Return what a machine keeps, boxes or positions, as far as it passes all filters."""
    if isinstance(machine, PositionMachine):
        return list(met_exhibits(machine, filters, turn))
    return list(exhibits(machine, filters, turn))
