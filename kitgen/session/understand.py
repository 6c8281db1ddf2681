"""What somebody has noted of a game, held against what can have been: turned, completed, or refused with the nearest.

Nothing is guessed. What can be read in one way only is read so; of all else a refusal names what could be.
"""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from difflib import get_close_matches

from kitgen.errors import NotationError, RecordError, quoted
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.machine.schedule import schedule_of
from kitgen.record.passages import Bead, Passages, Stand
from kitgen.record.rows import GameRow, PickedBead
from kitgen.session.beads import cares_how_it_ended, needed

#: What reads a bead: of a kit, from a cell, below a heading.
ReadBead = Callable[[Kit, str, str], PickedBead]
#: How a game ended for the machine, in words.
ENDED = {1: "won", 0: "drawn", -1: "lost"}
#: A box, perhaps only by its number, and what was picked from it: ``B4 R``, ``b4r``, ``4 R``, ``B4: red``.
_CELL = re.compile(r"\s*([A-Za-z]{0,2})\s*([0-9]{1,6})\s*[-:/.]?\s*(\S.*?)\s*")
#: How many of the things that could be are named.
NAMED = 4


def parse_bead(kit: Kit, text: str, column: str = "") -> PickedBead:
    """Return the bead that a cell says.

    Args:
        kit: the machine.
        text: the cell: box and bead, the bead by its letter, its colour's name or key, or by the move that it stands
            for, as it is drawn on the box or turned.
        column: the heading of its column; where that is a row of boxes, the number of the box will do.

    Raises:
        RecordError: there is no such box, or no such bead in it; the error names the nearest that there is.

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
    return PickedBead(box.id, _slot(kit, box, match[3]).colour.letter.upper())


def bead_as_written(kit: Kit, text: str, column: str = "") -> PickedBead:
    """Return the bead that a cell says, whether or not the kit has it; see ``parse_bead``.

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
    """Return a bead as it may be written."""
    box = kit.boxes[-1]
    return f"{box.id} {box.slots[-1].colour.letter}"


def _slot(kit: Kit, box: Box, said: str) -> Slot:
    """Return the slot that a word names: letter, key, colour or move."""
    word = said.casefold()
    for slot in box.slots:
        if word in (slot.colour.letter.casefold(), slot.colour.key.casefold(), slot.colour.name.casefold()):
            return slot
    try:
        move = kit.game.parse_move(box.position, said)
    except NotationError:
        pass
    else:
        drawn = [slot for slot in box.slots if move in slot.moves]
        if len(drawn) == 1:
            return drawn[0]
        turned = {
            slot.colour.key: slot
            for slot in box.slots
            for symmetry in kit.symmetries.all
            if move in map(symmetry.move, slot.moves)
        }
        if len(turned) == 1:
            return next(iter(turned.values()))
        if turned:
            letters = " or ".join(slot.colour.letter for slot in turned.values())
            raise RecordError(f"move {quoted(said)} in box {box.id} may be bead {letters}; name the bead")
    letters = ", ".join(slot.colour.letter for slot in box.slots)
    raise RecordError(f"box {box.id} has no bead {quoted(said.upper())}; it has {letters}")


def beads_of(kit: Kit, row: GameRow) -> list[Bead]:
    """Return a game's beads as the kit has them.

    Raises:
        RecordError: it has not.
    """
    return [_bead(kit, pick) for pick in row.picks]


def _bead(kit: Kit, pick: PickedBead) -> Bead:
    """Return one bead as the kit has it."""
    box = next((box for box in kit.boxes if box.id == pick.box), None)
    if box is None:
        raise RecordError(f"kit {kit.name!r} has no box {quoted(pick.box)}")
    return box, _slot(kit, box, pick.bead)


def understood(passages: Passages, row: GameRow) -> GameRow:
    """Return a game as it can have been: its beads by letter, and marked where these are only its last.

    Raises:
        RecordError: it cannot have been; the error names the game and the nearest thing that could be.

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
    """Return a game as it can have been; a refusal does not say which game it is."""
    beads = beads_of(passages.kit, row)
    row = replace(row, picks=tuple(PickedBead(box.id, slot.colour.letter.upper()) for box, slot in beads))
    bare = not row.conceded and _may_be_bare(passages, row)
    starts_late = not passages.after(passages.start, beads[0]) if beads else bare
    if row.last_only or starts_late:
        return _by_last_beads(passages, row, beads)
    stands = passages.follow(beads)
    if len(stands) <= len(beads):
        raise RecordError(cannot_come(passages, stands, row.picks))
    _look_at_end(passages, stands[-1], row)
    return row


def _may_be_bare(passages: Passages, row: GameRow) -> bool:
    """Return whether a game without a bead is one of which only the end is noted."""
    return all(outcome != row.result for outcome, _ in passages.ends(passages.start))


def _by_last_beads(passages: Passages, row: GameRow, beads: list[Bead]) -> GameRow:
    """Return a game of which the last beads alone are given, where its rule needs no more."""
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
        if not (kit.game.scoring or kit.game.repetition is not None):  # what came before decides there
            _look_at_end(passages, stands[-1], row)
    return replace(row, last_only=True)


def _look_at_end(passages: Passages, stands: Iterable[Stand], row: GameRow) -> None:
    """Refuse a game that cannot have ended as it is noted; an opponent's empty box may end it anywhere."""
    if row.conceded:
        return
    ways = {resigned for outcome, resigned in passages.ends(stands) if outcome == row.result}
    if row.resigned is not None:
        ways &= {row.resigned}
    if not ways:
        raise RecordError(impossible_end(passages, stands, row))


def cannot_come(passages: Passages, stands: list[tuple[Stand, ...]], picks: tuple[PickedBead, ...]) -> str:
    """Return in words that a box cannot come where it does, and which could.

    Args:
        passages: what can follow what.
        stands: how the game may stand before that box, after all beads that could be.
        picks: its beads.
    """
    turn = len(stands) - 1
    box = picks[turn].box
    where = f"cannot come after {picks[turn - 1].text}" if turn else "cannot be the machine's first"
    could = nearest(box, passages.next_boxes(stands[-1]))
    return f"box {box} {where}; {could} could" if could else f"box {box} {where}; the game is over there"


def impossible_end(passages: Passages, stands: Iterable[Stand], row: GameRow) -> str:
    """Return in words that a game cannot end as noted, and how it could."""
    stands = tuple(stands)
    after = f"after {row.picks[-1].text}" if row.picks else "without a bead"
    ends = sorted({ENDED[outcome] for outcome, resigned in passages.ends(stands) if not resigned})
    could = nearest(row.picks[-1].box if row.picks else "", passages.next_boxes(stands))
    ways = [f"it can be {' or '.join(ends)}"] * bool(ends) + [f"go on with {could}"] * bool(could)
    how = f" {ENDED[row.result]}{'' if row.resigned is None else ' so'}"
    return f"{after} it cannot be{how}" + (f"; {', or '.join(ways)}" if ways else "")


def by_nearness(box: str, could: Collection[str]) -> list[str]:
    """Return boxes, those first whose id is most like a box's."""

    def far(other: str) -> tuple[bool, int, str]:
        letters = [one.rstrip("0123456789") for one in (box, other)]
        numbers = [int(one.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ*") or 0) for one in (box, other)]
        return letters[0] != letters[1], abs(numbers[0] - numbers[1]), other

    return sorted(could, key=far)


def nearest(box: str, could: Collection[str]) -> str:
    """Return some boxes in words, those first whose id is most like a box's.

    >>> nearest("B12", ["B3", "B10", "C2"])
    'B10, B3 or C2'
    """
    names = by_nearness(box, could)
    more = len(names) - NAMED
    shown = names[:NAMED]
    if more > 0:
        return f"{', '.join(shown)} or {more} other{'s' * (more > 1)}"
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
