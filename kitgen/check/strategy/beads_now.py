"""The beads that are in a machine's boxes now, against what is best: what is gone, and which lines beat it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from kitgen.check.strategy.lines import LineTally, LostLine, Walk, good_beads, promised
from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit

#: From a box's id to the beads in each of its slots.
Counts = Mapping[str, Sequence[int]]
#: So many lines are told move by move.
TOLD = 20


@dataclass(frozen=True, slots=True)
class Standing:
    """How a machine stands on one side.

    Attributes:
        side: the side that it plays.
        outlook: how it comes out at worst, in how many lines, and how many of them it loses.
        lines: lines that beat it, the shortest first, ``TOLD`` at most.
    """

    side: int
    outlook: LineTally
    lines: tuple[LostLine, ...]


@dataclass(frozen=True, slots=True)
class BeadsNow:
    """A machine as it stands on the table.

    Attributes:
        named: how many boxes were counted; the others are as at the start.
        bad: how many beads are left that are not the best of their box, of how many at the start.
        spoilt: boxes that hold no good bead any more, although one of theirs wins or draws.
        standings: for each side that it plays how it stands.
    """

    named: int
    bad: tuple[int, int]
    spoilt: tuple[Box, ...]
    standings: tuple[Standing, ...]


def beads_now(kit: Kit, counts: Counts) -> BeadsNow:
    """Return how a machine stands with the beads that it has.

    Args:
        kit: the machine as it was at the start.
        counts: its beads; of a box that is not there, those of the start.

    Raises:
        UsageError: positions of its game recur.
        TooLargeError: there are too many positions.

    >>> from kitgen.kit.build import make_kit
    >>> now = beads_now(make_kit("her"), {"C7": (0, 0)})
    >>> len(now.spoilt), now.bad, now.standings[0].outlook
    (1, (13, 13), LineTally(worst=-1, lines=99, lost=53))
    """
    if kit.game.repetition is not None:
        raise UsageError(f"positions of {kit.game.name} recur, so that its lines cannot be listed; leave out --counts")
    start = {box.id: tuple(slot.beads for slot in box.slots) for box in kit.boxes}
    beads = {**start, **counts}

    def bad(of: Counts) -> int:
        return sum(n for box in kit.boxes for slot, n in enumerate(of[box.id]) if not good_beads(box, slot))

    def spoilt(box: Box) -> bool:
        return promised(box) >= 0 and not any(n for slot, n in enumerate(beads[box.id]) if good_beads(box, slot))

    standings = []
    for side in kit.players:
        walk = Walk(kit, side, lambda box, slot: beads[box.id][slot] > 0)
        outlook = walk.outlook(kit.game.start())
        # The shortest are what a class tries first; there may be very many, so that only some are looked at.
        lines = sorted(islice(walk.lost(), 20_000), key=lambda line: len(line.moves))
        standings.append(Standing(side, outlook, tuple(lines[:TOLD])))
    return BeadsNow(len(counts), (bad(beads), bad(start)), tuple(filter(spoilt, kit.boxes)), tuple(standings))
