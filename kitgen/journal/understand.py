"""Check noted games by the rules: normalise and complete them, or refuse them and name what is possible.

Nothing is guessed: a game is completed only if there is one way to do it.
"""

from collections.abc import Collection
from contextlib import nullcontext
from dataclasses import replace

from kitgen.errors import RecordError, located
from kitgen.kit.kit import split_id
from kitgen.machine.learning import schedule_of
from kitgen.record.rows import RESULT_WORDS, Bead, GameRow, Passages, PickedBead, Stand, beads_of

#: The most possibilities named in a message.
NAMED = 4


def understood(passages: Passages, row: GameRow) -> GameRow:
    """Return a possible game with its beads by letter, and with ``last_only`` set if these are only its last.

    ``RecordError`` names an impossible game and the nearest possibility.

    >>> from kitgen.kit.build import build_kit
    >>> passages = Passages(build_kit("her"))
    >>> understood(passages, GameRow(4, (PickedBead("B1", "red"),), -1)).last_only
    True
    """
    with located(f"game {row.game}") if row.game else nullcontext():
        beads = beads_of(passages.kit, row)
        row = replace(row, picks=tuple(PickedBead.of(box, slot) for box, slot in beads))
        bare = not row.conceded and all(outcome != row.result for outcome, _ in passages.ends(passages.start))
        starts_late = not passages.after(passages.start, beads[0]) if beads else bare
        if row.last_only or starts_late:
            _refuse_too_few(passages, row, beads)
            row = replace(row, last_only=True)
        stands, tell_end = passages.noted(row, beads)
        if len(stands) <= len(beads):
            raise RecordError(cannot_come(passages, stands, row.picks))
        # An opponent's empty box may end a game anywhere.
        if tell_end and not row.conceded and not row.ways(passages.ends(stands[-1])):
            raise RecordError(impossible_end(passages, stands[-1], row))
    return row


def _refuse_too_few(passages: Passages, row: GameRow, beads: list[Bead]) -> None:
    """Refuse beads that cannot be the last ones of a game, or are too few for its rule."""
    kit, schedule = passages.kit, schedule_of(passages.kit.rule)
    enough = schedule.needs(row.result) <= len(beads) and not kit.rule.when_empty.refills
    if row.result == 0 and not (kit.draws or kit.rule.when_empty.draws):
        raise RecordError(f"a game of {kit.game.called} cannot be drawn")
    if not enough or (row.resigned is None and schedule.cares_how_it_ended(row.result)):
        start = passages.start
        raise RecordError(cannot_come(passages, [start], row.picks) if beads else impossible_end(passages, start, row))


def cannot_come(passages: Passages, stands: list[tuple[Stand, ...]], picks: tuple[PickedBead, ...]) -> str:
    """Return a message that a box cannot come next, with those that could; ``stands`` end before it."""
    turn = len(stands) - 1
    box = picks[turn].box
    where = f"cannot come after {picks[turn - 1].text}" if turn else "cannot be the machine's first"
    could = nearest(box, passages.next_boxes(stands[-1]))
    return f"box {box} {where}; {could} could" if could else f"box {box} {where}; the game is over there"


def impossible_end(passages: Passages, stands: tuple[Stand, ...], row: GameRow) -> str:
    """Return a message that a game cannot end as noted, with the ways in which it could."""
    after = f"after {row.picks[-1].text}" if row.picks else "without a bead"
    ends = sorted({RESULT_WORDS[outcome] for outcome, resigned in passages.ends(stands) if not resigned})
    could = nearest(row.picks[-1].box if row.picks else "", passages.next_boxes(stands))
    ways = [f"it can be {' or '.join(ends)}"] * bool(ends) + [f"go on with {could}"] * bool(could)
    how = f" {RESULT_WORDS[row.result]}{'' if row.resigned is None else ' so'}"
    return f"{after} it cannot be{how}" + (f"; {', or '.join(ways)}" if ways else "")


def by_nearness(box: str, could: Collection[str]) -> list[str]:
    """Return boxes, those with the id nearest to that of a box first."""

    def far(other: str) -> tuple[bool, int, str]:
        (letters, number), (other_letters, other_number) = split_id(box), split_id(other)
        return letters != other_letters, abs(number - other_number), other

    return sorted(could, key=far)


def nearest(box: str, could: Collection[str]) -> str:
    """Return some boxes in words, those with the nearest id first.

    >>> nearest("B12", ["B3", "B10", "C2"])
    'B10, B3 or C2'
    """
    names = by_nearness(box, could)
    more = len(names) - NAMED
    if more > 0:
        names[NAMED:] = [f"{more} other{'s' * (more > 1)}"]
    return " or ".join([", ".join(names[:-1]), *names[-1:]] if len(names) > 1 else names)
