"""Compares the beads now in a machine's boxes with the best beads, and lists the lines that beat
the machine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from kitgen.errors import KitFileError, UsageError, quoted
from kitgen.kit.kit import Box, Kit
from kitgen.machine.lines import LineTally, LostLine, Walk, good_beads, promised
from kitgen.record.games_table import counted_beads
from kitgen.record.rows import PickedBead

#: From a box's id to the beads in each of its slots.
Counts = Mapping[str, Sequence[int]]
#: At most this many lines that beat the machine are listed move by move.
MAX_LINES_LISTED = 20
#: At most this many of them are looked at, to find the shortest; a machine may have millions.
MAX_LINES_WALKED = 20_000


@dataclass(frozen=True, slots=True)
class Standing:
    """A machine's outlook on one side, and lines that beat it, the shortest first, at most
    ``MAX_LINES_LISTED``.
    """

    side: int
    outlook: LineTally
    lines: tuple[LostLine, ...]


@dataclass(frozen=True, slots=True)
class BeadsNow:
    """The present state of a machine.

    Attributes:
        named: how many boxes were counted; the others have the beads of the start.
        bad: how many beads that are not the best of their box remain, of how many at the start.
        spoilt: boxes without a good bead, although one of their beads won or drew.
    """

    named: int
    bad: tuple[int, int]
    spoilt: tuple[Box, ...]
    standings: tuple[Standing, ...]


def beads_now(kit: Kit, counts: Counts) -> BeadsNow:
    """Return the state of a machine with its present beads; a box that is not counted has those of
    the start.

    >>> from kitgen.kit.build import build_kit
    >>> now = beads_now(build_kit("her"), {"C7": (0, 0)})
    >>> len(now.spoilt), now.bad, now.standings[0].outlook
    (1, (13, 13), LineTally(worst=-1, lines=99, lost=53, picks=3))
    """
    if kit.game.repetition is not None:
        raise UsageError(
            f"positions of {kit.game.short_name} recur, so that its lines cannot be listed; "
            "leave out --counts"
        )
    start = {box.id: tuple(slot.beads for slot in box.slots) for box in kit.boxes}
    beads = {**start, **counts}
    return BeadsNow(
        named=len(counts),
        bad=(_count_bad(kit, beads), _count_bad(kit, start)),
        spoilt=tuple(box for box in kit.boxes if _is_spoilt(box, beads[box.id])),
        standings=tuple(_standing(kit, side, beads) for side in kit.players),
    )


def _count_bad(kit: Kit, counts: Counts) -> int:
    """Return how many beads are not the best of their box."""
    bad = 0
    for box in kit.boxes:
        for slot, count in enumerate(counts[box.id]):
            if not good_beads(box, slot):
                bad += count
    return bad


def _is_spoilt(box: Box, counts: Sequence[int]) -> bool:
    """Return whether a box that could win or draw has no good bead any more."""
    if promised(box) < 0:
        return False
    return not any(count for slot, count in enumerate(counts) if good_beads(box, slot))


def _standing(kit: Kit, side: int, beads: Counts) -> Standing:
    walk = Walk(kit, side, lambda box, slot: beads[box.id][slot] > 0)
    outlook = walk.outlook(kit.game.start())
    # A class tries the shortest first; there may be very many, so only some are looked at.
    lines = sorted(islice(walk.lost(), MAX_LINES_WALKED), key=lambda line: len(line.moves))
    return Standing(side, outlook, tuple(lines[:MAX_LINES_LISTED]))


def beads_now_in_file(kit: Kit, path: Path) -> BeadsNow:
    """Return the state of a machine with the beads in a file that has a line ``box,bead,beads`` for
    each bead.

    A bead is named by its colour's name, key or letter, or by its move.

    Raises:
        RecordError: the file or a line in it cannot be read.
        KitFileError: a box is named, but not all of its beads.
    """
    counted = counted_beads(kit, path)
    counts: dict[str, list[int]] = {}
    named = {box for box, _ in counted}
    for box in kit.boxes:
        if box.id not in named:
            continue
        for slot in box.slots:
            pick = PickedBead.of(box, slot)
            if (pick.box, pick.bead) not in counted:
                bead = f"bead {slot.colour.key} of box {box.id}"
                raise KitFileError(f"{quoted(path)}: {bead} is not counted; write 0 where none is")
            counts.setdefault(box.id, []).append(counted[pick.box, pick.bead])
    return beads_now(kit, counts)
