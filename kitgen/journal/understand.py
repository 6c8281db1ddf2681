"""Check noted games by the rules: normalise them, complete them, or refuse them with the nearest possibility.

Nothing is guessed. A game that can be read in only one way is read so; otherwise a message names what is possible.
"""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from difflib import get_close_matches

from kitgen.errors import NotationError, RecordError, quoted
from kitgen.journal.beads import cares_how_it_ended, needed
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.machine.learning import schedule_of
from kitgen.record.rows import RESULT_WORDS, Bead, GameRow, Passages, PickedBead, Stand

#: Reads a bead of a kit from a cell below a heading.
ReadBead = Callable[[Kit, str, str], PickedBead]
#: Results for the machine, in words.
#: A box, perhaps only by its number, and what was picked from it: ``B4 R``, ``b4r``, ``4 R``, ``B4: red``.
_CELL = re.compile(r"\s*([A-Za-z]{0,2})\s*([0-9]{1,6})\s*[-:/.]?\s*(\S.*?)\s*")
#: The most possibilities named in a message.
NAMED = 4


def parse_bead(kit: Kit, text: str, column: str = "") -> PickedBead:
    """Parse a bead.

    Args:
        kit: the machine.
        text: box and bead, with the bead as its letter, colour name, colour key or move, as drawn on the box or turned.
        column: the heading of its column; below a row of boxes, the number of the box is enough.

    Raises:
        RecordError: there is no such box, or no such bead in it; the error names the nearest.

    >>> from kitgen.kit.build import make_kit
    >>> kit = make_kit("her")
    >>> [parse_bead(kit, *cell).text for cell in (("b4r",), ("4 red", "B"), ("A1 a3a2",), ("A1 c3c2",))]
    ['B4 R', 'B4 R', 'A1 R', 'A1 R']
    """
    match = _CELL.fullmatch(text)
    if match is None:
        raise RecordError(f"{quoted(text)} is not a box and a bead, such as {_example(kit)}")
    boxes = {box.id: box for box in kit.boxes}
    named = match[1].upper() + match[2].lstrip("0")
    box = boxes.get(named) or (boxes.get(column + named) if not match[1] else None)
    if box is None:
        near = get_close_matches(named, boxes, n=2, cutoff=0.5)
        advice = f"; did you mean {' or '.join(near)}?" if near else ""
        raise RecordError(f"kit {kit.name!r} has no box {quoted(named)}{advice}")
    return PickedBead.of(box, _slot(kit, box, match[3]))


def bead_as_written(kit: Kit, text: str, column: str = "") -> PickedBead:
    """Parse a bead like ``parse_bead``, but accept one that the kit does not have.

    Raises:
        RecordError: it is not a box and a bead.

    >>> from kitgen.kit.build import make_kit
    >>> bead_as_written(make_kit("her"), "Z9 Q").text
    'Z9 Q'
    """
    try:
        return parse_bead(kit, text, column)
    except RecordError:
        if re.fullmatch(r"\S+ \S+", text) is None:
            raise
        return PickedBead(*text.split())


def _example(kit: Kit) -> str:
    box = kit.boxes[-1]
    return f"{box.id} {box.slots[-1].colour.letter}"


def _slot(kit: Kit, box: Box, text: str) -> Slot:
    word = text.casefold()
    for slot in box.slots:
        if word in (slot.colour.letter.casefold(), slot.colour.key.casefold(), slot.colour.name.casefold()):
            return slot
    try:
        move = kit.game.parse_move(box.position, text)
    except NotationError:
        pass
    else:
        drawn = [slot for slot in box.slots if move in slot.moves]
        turned = [slot for slot in box.slots if any(move in map(s.move, slot.moves) for s in kit.symmetries.all)]
        for slots in (drawn, turned):
            if len(slots) == 1:
                return slots[0]
        if turned:
            letters = " or ".join(slot.colour.letter for slot in turned)
            raise RecordError(f"move {quoted(text)} in box {box.id} may be bead {letters}; name the bead")
    letters = ", ".join(slot.colour.letter for slot in box.slots)
    raise RecordError(f"box {box.id} has no bead {quoted(text.upper())}; it has {letters}")


def beads_of(kit: Kit, row: GameRow) -> list[Bead]:
    """Return the kit's beads of a game.

    Raises:
        RecordError: the kit has no such box or bead.
    """
    beads = []
    for pick in row.picks:
        if pick.box not in kit.indices:
            raise RecordError(f"kit {kit.name!r} has no box {quoted(pick.box)}")
        box = kit.boxes[kit.indices[pick.box]]
        beads.append((box, _slot(kit, box, pick.bead)))
    return beads


def understood(passages: Passages, row: GameRow) -> GameRow:
    """Return a possible game with its beads by letter, and with ``last_only`` set if these are only its last.

    Raises:
        RecordError: the game is impossible; the error names it and the nearest possibility.

    >>> from kitgen.kit.build import make_kit
    >>> passages = Passages(make_kit("her"))
    >>> understood(passages, GameRow(4, (PickedBead("B1", "red"),), -1)).last_only
    True
    """
    try:
        return _understood(passages, row)
    except RecordError as error:
        where = f"game {row.game}: " if row.game else ""
        raise RecordError(f"{where}{error}") from None


def _understood(passages: Passages, row: GameRow) -> GameRow:
    beads = beads_of(passages.kit, row)
    row = replace(row, picks=tuple(PickedBead.of(box, slot) for box, slot in beads))
    bare = not row.conceded and all(outcome != row.result for outcome, _ in passages.ends(passages.start))
    starts_late = not passages.after(passages.start, beads[0]) if beads else bare
    if row.last_only or starts_late:
        return _by_last_beads(passages, row, beads)
    stands = passages.follow(beads)
    if len(stands) <= len(beads):
        raise RecordError(cannot_come(passages, stands, row.picks))
    _look_at_end(passages, stands[-1], row)
    return row


def _by_last_beads(passages: Passages, row: GameRow, beads: list[Bead]) -> GameRow:
    kit = passages.kit
    schedule = schedule_of(kit.rule)
    enough = needed(schedule, row.result) <= len(beads) and not kit.rule.when_empty.refills
    if row.result == 0 and not (kit.draws or kit.rule.when_empty.draws):
        raise RecordError(f"a game of {kit.game_spec} cannot be drawn")
    if not enough or (row.resigned is None and cares_how_it_ended(schedule, row.result)):
        if beads:
            raise RecordError(cannot_come(passages, [passages.start], row.picks))
        raise RecordError(impossible_end(passages, passages.start, row))
    if beads:
        stands = passages.follow(beads, passages.before(beads[0][0]))
        if len(stands) <= len(beads):
            raise RecordError(cannot_come(passages, stands, row.picks))
        if not kit.game.scoring and kit.game.repetition is None:  # otherwise the beginning decides
            _look_at_end(passages, stands[-1], row)
    return replace(row, last_only=True)


def _look_at_end(passages: Passages, stands: Iterable[Stand], row: GameRow) -> None:
    """Refuse an impossible end; an opponent's empty box may end a game anywhere."""
    if not row.conceded and not row.ways(passages.ends(stands)):
        raise RecordError(impossible_end(passages, stands, row))


def cannot_come(passages: Passages, stands: list[tuple[Stand, ...]], picks: tuple[PickedBead, ...]) -> str:
    """Return a message that a box cannot come next, with those that could.

    Args:
        passages: the possible courses of the machine's games.
        stands: the stands of the game after each possible bead.
        picks: the noted beads.
    """
    turn = len(stands) - 1
    box = picks[turn].box
    where = f"cannot come after {picks[turn - 1].text}" if turn else "cannot be the machine's first"
    could = nearest(box, passages.next_boxes(stands[-1]))
    return f"box {box} {where}; {could} could" if could else f"box {box} {where}; the game is over there"


def impossible_end(passages: Passages, stands: Iterable[Stand], row: GameRow) -> str:
    """Return a message that a game cannot end as noted, with how it could."""
    stands = tuple(stands)
    after = f"after {row.picks[-1].text}" if row.picks else "without a bead"
    ends = sorted({RESULT_WORDS[outcome] for outcome, resigned in passages.ends(stands) if not resigned})
    could = nearest(row.picks[-1].box if row.picks else "", passages.next_boxes(stands))
    ways = [f"it can be {' or '.join(ends)}"] * bool(ends) + [f"go on with {could}"] * bool(could)
    how = f" {RESULT_WORDS[row.result]}{'' if row.resigned is None else ' so'}"
    return f"{after} it cannot be{how}" + (f"; {', or '.join(ways)}" if ways else "")


def by_nearness(box: str, could: Collection[str]) -> list[str]:
    """Return boxes, those with the most similar id to a box first."""

    def far(other: str) -> tuple[bool, int, str]:
        letters = [name.rstrip("0123456789") for name in (box, other)]
        numbers = [int(name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ*") or 0) for name in (box, other)]
        return letters[0] != letters[1], abs(numbers[0] - numbers[1]), other

    return sorted(could, key=far)


def nearest(box: str, could: Collection[str]) -> str:
    """Return some boxes in words, those with the most similar id first.

    >>> nearest("B12", ["B3", "B10", "C2"])
    'B10, B3 or C2'
    """
    names = by_nearness(box, could)
    more = len(names) - NAMED
    shown = names[:NAMED]
    if more > 0:
        return f"{', '.join(shown)} or {more} other{'s' * (more > 1)}"
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
