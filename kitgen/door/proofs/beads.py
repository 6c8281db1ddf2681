"""The beads that somebody has counted in a machine's boxes, and what the rule can make of them."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from kitgen.check.report import Check, left_out
from kitgen.check.strategy.beads_now import BeadsNow, beads_now
from kitgen.check.strategy.learning import learning
from kitgen.door.trials import reckon
from kitgen.errors import KitFileError, KitgenError, UnknownNameError, quoted
from kitgen.extras import need
from kitgen.kit.kit import Box, Kit
from kitgen.machine.match import Match
from kitgen.machine.policies import parse_policy

#: The longest file of counts, and the most beads in a slot.
MOST_BYTES, MOST_BEADS = 1_000_000, 1_000_000
HEADER = ("box", "bead", "beads")


def count_beads(kit: Kit, path: Path) -> BeadsNow:
    """Return how a machine stands with the beads that a file says: a line ``box,bead,beads`` for each.

    A bead is named by its colour's name, key or letter, or by its move. Of a box that is named each bead must be.

    Raises:
        KitFileError: the file cannot be read, or names what is not there.
        UsageError: positions of the game recur.
    """
    boxes = {box.id: box for box in kit.boxes}
    counts: dict[str, dict[int, int]] = {}
    for line, (box_id, bead, number) in _lines(path):
        where = f"{path}: line {line}"
        if box_id.upper() not in boxes:
            raise KitFileError(f"{where}: {UnknownNameError('box', box_id, boxes)}")
        box = boxes[box_id.upper()]
        slot = _slot(kit, box, bead)
        if slot is None:
            known = ", ".join(one.colour.key for one in box.slots)
            raise KitFileError(f"{where}: box {box.id} has no bead {quoted(bead)}; it has {known}")
        if re.fullmatch("[0-9]{1,7}", number) is None or int(number) > MOST_BEADS:
            raise KitFileError(f"{where}: {quoted(number)} is no number of beads from 0 to {MOST_BEADS:,}")
        if slot in counts.setdefault(box.id, {}):
            raise KitFileError(f"{where}: bead {quoted(bead)} of box {box.id} was counted before")
        counts[box.id][slot] = int(number)
    for box_id, found in counts.items():
        for index, one in enumerate(boxes[box_id].slots):
            if index not in found:
                raise KitFileError(
                    f"{path}: bead {one.colour.key} of box {box_id} is not counted; write 0 where none is"
                )
    return beads_now(kit, {box_id: [found[index] for index in sorted(found)] for box_id, found in counts.items()})


def _lines(path: Path) -> Iterator[tuple[int, tuple[str, str, str]]]:
    """Yield the lines of a file of counts, without its heading."""
    try:
        if not path.is_file():
            raise KitFileError(f"there is no file {path}; write a line for each bead: box,bead,beads")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        text = data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise KitFileError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is no UTF-8'}") from None
    if len(data) > MOST_BYTES:
        raise KitFileError(f"{path} has more than {MOST_BYTES // 1_000_000} MB; no list of beads is that long")
    seen = False
    reader = csv.reader(text.splitlines())
    try:
        for fields in reader:
            words = [field.strip() for field in fields]
            if not any(words) or tuple(word.lower() for word in words) == HEADER:
                continue
            if len(words) != 3:
                raise KitFileError(f"{path}: line {reader.line_num} is not written as box,bead,beads")
            seen = True
            yield reader.line_num, (words[0], words[1], words[2])
    except csv.Error as error:
        raise KitFileError(f"{path} is not valid CSV: line {reader.line_num}: {error}") from None
    if not seen:
        raise KitFileError(f"{path} counts no beads; write a line for each: box,bead,beads")


def _slot(kit: Kit, box: Box, bead: str) -> int | None:
    """Return the slot of a bead that is named by its colour or its move; None when there is no such."""
    for index, slot in enumerate(box.slots):
        colour = slot.colour
        names = {colour.key, colour.name, colour.letter, *map(kit.game.move_text, slot.moves)}
        if bead.lower() in {name.lower() for name in names}:
            return index
    return None


def learning_check(kit: Kit) -> Check:
    """Return what the learning rule makes of a machine in the end, whatever its opponent does.

    Raises:
        ExtraError: what reckons exactly is not installed.
    """
    need("kitgen verify --exact", "numba", "numpy", "scipy")
    name = learning(kit, {}).name
    if not kit.rule.only_takes:
        return learning(kit, {})
    try:
        answers = {side: reckon(Match(kit, parse_policy("random"), side), [1]) for side in kit.players}
    except KitgenError as error:
        return left_out(name, str(error))
    return learning(kit, {side: answer.any_opponent for side, answer in answers.items()})
