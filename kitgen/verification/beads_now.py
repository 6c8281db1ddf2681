"""Compares the beads now in a machine's boxes with the best ones: which are gone, and which lines beat the machine."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from kitgen.errors import KitFileError, KitgenError, UnknownNameError, UsageError, quoted
from kitgen.extras import need
from kitgen.journal.counts import COUNTS
from kitgen.kit.kit import Box, Kit
from kitgen.lab.trials import reckon
from kitgen.machine.lines import LineTally, LostLine, Walk, good_beads, promised
from kitgen.machine.match import Match, parse_policy
from kitgen.record.game_lines import read_text
from kitgen.verification.learning_proof import learning
from kitgen.verification.report import Check, left_out

#: From a box's id to the beads in each of its slots.
Counts = Mapping[str, Sequence[int]]
#: So many lines are listed move by move.
TOLD = 20


@dataclass(frozen=True, slots=True)
class Standing:
    """A machine's outlook on one side, and lines that beat it, the shortest first, at most ``TOLD``."""

    side: int
    outlook: LineTally
    lines: tuple[LostLine, ...]


@dataclass(frozen=True, slots=True)
class BeadsNow:
    """A machine as it stands on the table.

    Attributes:
        named: how many boxes were counted; the others are as at the start.
        bad: how many beads that are not the best of their box remain, of how many at the start.
        spoilt: boxes without a good bead, although one of their beads won or drew.
    """

    named: int
    bad: tuple[int, int]
    spoilt: tuple[Box, ...]
    standings: tuple[Standing, ...]


def beads_now(kit: Kit, counts: Counts) -> BeadsNow:
    """Return how a machine stands with the beads that it has; a box that is not counted has those of the start.

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

    standings = list[Standing]()
    for side in kit.players:
        walk = Walk(kit, side, lambda box, slot: beads[box.id][slot] > 0)
        outlook = walk.outlook(kit.game.start())
        # A class tries the shortest first; there may be very many, so that only some are looked at.
        lines = sorted(islice(walk.lost(), 20_000), key=lambda line: len(line.moves))
        standings.append(Standing(side, outlook, tuple(lines[:TOLD])))
    return BeadsNow(len(counts), (bad(beads), bad(start)), tuple(filter(spoilt, kit.boxes)), tuple(standings))


#: The most beads in a slot.
MOST_BEADS = 1_000_000
HEADER = ("box", "bead", "beads")


def count_beads(kit: Kit, path: Path) -> BeadsNow:
    """Return how a machine stands with the beads in a file with a line ``box,bead,beads`` for each bead.

    A bead is named by its colour's name, key or letter, or by its move. A box that is named must be complete, or a
    ``KitFileError`` is raised, as for an unknown box or bead.
    """
    boxes = {box.id: box for box in kit.boxes}
    counts: dict[str, dict[int, int]] = {}
    for line, (box_id, bead, number) in _lines(path):
        where = f"{quoted(path)}: line {line}"
        if box_id.upper() not in boxes:
            raise KitFileError(f"{where}: {UnknownNameError('box', box_id, boxes)}")
        box = boxes[box_id.upper()]
        slot = _slot(kit, box, bead)
        if slot is None:
            known = ", ".join(slot.colour.key for slot in box.slots)
            raise KitFileError(f"{where}: box {box.id} has no bead {quoted(bead)}; it has {known}")
        if re.fullmatch("[0-9]{1,7}", number) is None or int(number) > MOST_BEADS:
            raise KitFileError(f"{where}: {quoted(number)} is not a number of beads from 0 to {MOST_BEADS:,}")
        if slot in counts.setdefault(box.id, {}):
            raise KitFileError(f"{where}: bead {quoted(bead)} of box {box.id} was counted before")
        counts[box.id][slot] = int(number)
    for box_id, beads in counts.items():
        for index, missing in enumerate(boxes[box_id].slots):
            if index not in beads:
                raise KitFileError(
                    f"{quoted(path)}: bead {missing.colour.key} of box {box_id} is not counted; write 0 where none is"
                )
    return beads_now(kit, {box_id: [beads[index] for index in sorted(beads)] for box_id, beads in counts.items()})


def _lines(path: Path) -> Iterator[tuple[int, tuple[str, str, str]]]:
    text = read_text(path, COUNTS, ("text",))
    seen = False
    reader = csv.reader(text.splitlines())
    try:
        for fields in reader:
            words = [field.strip() for field in fields]
            if not any(words) or tuple(word.lower() for word in words) == HEADER:
                continue
            if len(words) != 3:
                raise KitFileError(f"{quoted(path)}: line {reader.line_num} is not written as box,bead,beads")
            seen = True
            yield reader.line_num, (words[0], words[1], words[2])
    except csv.Error as error:
        raise KitFileError(f"{quoted(path)} is not valid CSV: line {reader.line_num}: {error}") from None
    if not seen:
        raise KitFileError(f"{quoted(path)} counts no beads; write a line for each: box,bead,beads")


def _slot(kit: Kit, box: Box, bead: str) -> int | None:
    for index, slot in enumerate(box.slots):
        colour = slot.colour
        names = {colour.key, colour.name, colour.letter, *map(kit.game.move_text, slot.moves)}
        if bead.lower() in {name.lower() for name in names}:
            return index
    return None


def learning_check(kit: Kit) -> Check:
    """Return what the learning rule makes of a machine in the end, whatever its opponent does, calculated exactly."""
    need("kitgen verify --exact", "numba", "numpy", "scipy")
    untaught = learning(kit, {})
    if not kit.rule.only_takes:
        return untaught
    try:
        answers = {side: reckon(Match(kit, parse_policy("random"), side), [1]) for side in kit.players}
    except KitgenError as error:
        return left_out(untaught.name, str(error))
    return learning(kit, {side: answer.any_opponent for side, answer in answers.items()})
