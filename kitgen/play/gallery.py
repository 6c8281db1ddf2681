"""The gallery: all boxes of a machine as they are now, filtered."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kitgen.kit.kit import Box
from kitgen.play.side_machine import SideMachine


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


#: What can be asked for, besides a turn: the word, and what holds of the boxes.
FILTERS: dict[str, Callable[[Exhibit], bool]] = {
    "emptied": lambda exhibit: exhibit.emptied,
    "changed": lambda exhibit: exhibit.changed,
    "losing": lambda exhibit: exhibit.losing,
    "met": lambda exhibit: exhibit.opened > 0,
}


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
