"""How many beads of each colour a kit needs, spares included, and how long it takes to build."""

import math
from dataclasses import dataclass

from kitgen.kit.kit import Kit
from kitgen.kit.palette import Colour

#: Spare beads: a tenth more, and never fewer than two of a colour.
SPARE_SHARE, SPARE_LEAST = 0.1, 2


#: Cutting, gluing and filling one box takes one person about so many minutes (an estimate), and so many share the work.
MINUTES_A_BOX, HANDS = 2, 4


def build_minutes(kit: Kit) -> int:
    """Return about how long four people cut, glue and fill, in minutes, rounded up to five."""
    return 5 * math.ceil(len(kit.boxes) * MINUTES_A_BOX / HANDS / 5)


@dataclass(frozen=True, slots=True)
class BeadTotal:
    """The beads of one colour.

    Attributes:
        colour: the colour.
        needed: in all boxes at the start.
        spare: what should be at hand besides.
    """

    colour: Colour
    needed: int
    spare: int

    @property
    def total(self) -> int:
        """What should be bought or counted out."""
        return self.needed + self.spare


def bead_totals(kit: Kit) -> list[BeadTotal]:
    """Return the beads of each colour, in the order of the palette.

    >>> from kitgen.kit.build import make_kit
    >>> [(row.colour.key, row.needed, row.spare) for row in bead_totals(make_kit("her"))]
    [('red', 19, 2), ('blue', 17, 2), ('yellow', 7, 2), ('green', 2, 2)]
    """
    totals = []
    for colour in kit.palette:
        needed = sum(slot.beads for box in kit.boxes for slot in box.slots if slot.colour.key == colour.key)
        totals.append(BeadTotal(colour, needed, max(SPARE_LEAST, math.ceil(needed * SPARE_SHARE))))
    return totals


def counts_beads(kit: Kit) -> bool:
    """Return whether a kit's boxes may hold more than one bead of a colour, so that lists of moves are not enough."""
    return not kit.rule.only_takes or any(slot.beads > 1 for box in kit.boxes for slot in box.slots)
