"""How many beads a kit needs, in its boxes, in the bank of a rule that adds beads and to spare; minutes to build it."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kitgen.kit.kit import Kit
from kitgen.kit.palette import Colour

#: Spare beads: a tenth more, and never fewer than two of a colour.
SPARE_SHARE, SPARE_LEAST = 0.1, 2


#: Cutting, gluing and filling one box takes one person about so many minutes (an estimate), and so many share the work.
MINUTES_A_BOX, HANDS = 2, 4


def build_minutes(kit: Kit) -> int:
    """Return about how long four people cut, glue and fill, in minutes, rounded up to five."""
    return 5 * math.ceil(len(kit.boxes) * MINUTES_A_BOX / HANDS / 5)


@dataclass(frozen=True)
class Bank:
    """Beads that a learning rule will add to the boxes, for so many games that they hardly ever run out.

    Whoever prints brings what works them out, for ``paper`` plays no games; it is asked once, and by whoever is first.

    Attributes:
        games: how many games they are for.
        opponent: whom the machine plays in these, a key of the texts ``curve.band``.
        of_hundred: how many of 100 machines do not run out of any colour.
        work: works out how many there are of each colour, by its key.
    """

    games: int
    opponent: str
    of_hundred: int
    work: Callable[[], Mapping[str, int]] = field(repr=False, compare=False)

    @cached_property
    def beads(self) -> Mapping[str, int]:
        """How many there are of each colour, by its key."""
        return self.work()


@dataclass(frozen=True, slots=True)
class BeadTotal:
    """The beads of one colour.

    Attributes:
        colour: the colour.
        needed: in all boxes at the start.
        bank: in the bank; 0 for a rule that adds none.
        spare: what should be at hand besides.
        hand: how many there are, where the kit was made for beads that are at hand; otherwise None.
    """

    colour: Colour
    needed: int
    bank: int
    spare: int
    hand: int | None = None

    @property
    def total(self) -> int:
        """What there should be in all."""
        return self.needed + self.bank + self.spare

    @property
    def left(self) -> int:
        """Of those at hand, what is left over when the boxes are filled."""
        return (self.hand or 0) - self.needed

    @property
    def to_buy(self) -> int:
        """What should be bought: all; or, where there are beads at hand, what they lack of boxes and bank."""
        return self.total if self.hand is None else max(0, self.needed + self.bank - self.hand)


def bead_totals(kit: Kit, bank: Bank | None = None) -> list[BeadTotal]:
    """Return the beads of each colour, in the order of the palette.

    Args:
        kit: the kit.
        bank: of a kit whose rule adds beads.

    >>> from kitgen.kit.build import make_kit
    >>> [(row.colour.key, row.needed, row.spare) for row in bead_totals(make_kit("her"))]
    [('red', 19, 2), ('blue', 17, 2), ('yellow', 7, 2), ('green', 2, 2)]
    """
    totals, owned = [], dict(kit.choices.beads)
    for colour in kit.palette:
        needed = sum(slot.beads for box in kit.boxes for slot in box.slots if slot.colour.key == colour.key)
        spare = max(SPARE_LEAST, math.ceil(needed * SPARE_SHARE))
        hand = owned.get(colour.key, 0) if owned else None
        totals.append(BeadTotal(colour, needed, bank.beads[colour.key] if bank else 0, spare, hand))
    return totals


def fills_from_hand(kit: Kit) -> bool:
    """Return whether a kit was made for beads that are at hand, so that its colours need none but those."""
    return bool(kit.choices.beads)


def counts_beads(kit: Kit) -> bool:
    """Return whether a kit's boxes may hold more than one bead of a colour, so that lists of moves are not enough."""
    return not kit.rule.only_takes or any(slot.beads > 1 for box in kit.boxes for slot in box.slots)
