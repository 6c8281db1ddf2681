"""The beads of a real machine, replayed game by game from the journal.

Tests prove this equal to the paper machine, pick for pick; keeping all beads in one flat list makes it faster.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from kitgen.kit.kit import Kit
from kitgen.machine.learning import ALL, LAST, MISSED, REACH, Schedule, flattened, schedule_of, starting_beads, teach
from kitgen.record.rows import Bead, GameRow, Passages


class RunningBeads:
    """The beads of a machine after each game of a journal in turn; ``counts`` has all slots, box after box.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.record.rows import PickedBead
    >>> beads = RunningBeads(Passages(make_kit("her")))
    >>> beads.learn(GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "L")), -1))
    >>> beads.of("A1"), beads.of("B1")
    ([1, 1, 1], [1, 0])
    """

    def __init__(self, passages: Passages) -> None:
        self.kit = kit = passages.kit
        self.passages = passages
        self.schedule = schedule_of(kit.rule)
        self.counts, self._totals, self._first, self._box_of = flattened(starting_beads(kit))
        self._start = list(self.counts)
        self._row = self.schedule.row
        self._refills = kit.rule.when_empty.refills
        self._index = {box.id: number for number, box in enumerate(kit.boxes)}
        signs = [
            ((box.id, sign), (box, slot), self._first[number] + place)
            for number, box in enumerate(kit.boxes)
            for place, slot in enumerate(box.slots)
            for sign in (slot.colour.letter.upper(), slot.colour.key)
        ]
        self._slots = {sign: place for sign, _, place in signs}
        self._beads: dict[tuple[str, str], Bead] = {sign: bead for sign, bead, _ in signs}

    @cached_property
    def _cares(self) -> dict[int, bool]:
        return {result: cares_how_it_ended(self.schedule, result) for result in (1, 0, -1)}

    def slots(self, row: GameRow) -> list[int]:
        """Return the slots of a game's beads that the kit has, in the order of play."""
        slots = (self._slots.get((pick.box, pick.bead)) for pick in row.picks)
        return [slot for slot in slots if slot is not None]

    def there(self, slot: int) -> bool:
        """Return whether a slot has a bead to pick, after refilling its box if the rule says so."""
        box = self._box_of[slot]
        if self._refills and not self._totals[box]:
            first, end = self._first[box], self._first[box + 1]
            self.counts[first:end] = self._start[first:end]
            self._totals[box] = sum(self._start[first:end])
        return self.counts[slot] > 0

    def empty(self, box: str) -> bool:
        """Return whether a box holds no bead."""
        return self._totals[self._index[box]] == 0

    def of(self, box: str) -> list[int]:
        """Return the beads in each slot of a box."""
        number = self._index[box]
        return self.counts[self._first[number] : self._first[number + 1]]

    def learn(self, row: GameRow) -> None:
        """Change the beads as the rule says after a game."""
        slots = self.slots(row)
        resigned = bool(row.resigned) and not row.conceded
        if row.resigned is None and self._cares[row.result]:
            resigned = {gave_up for outcome, gave_up in self.after(row)[0] if outcome == row.result} == {True}
        if self._refills:
            for slot in slots:
                self.there(slot)
        beads = self.counts, self._totals, self._first, self._box_of
        teach(self._row, row.result, resigned, *beads, slots, len(slots))

    def after(self, row: GameRow) -> tuple[frozenset[tuple[int, bool]], tuple[str, ...]]:
        """Return how a game may have ended, and which boxes may have come next; empty if the game is impossible.

        Empty as well for the last beads of a game with points or recurring positions, where they tell nothing.
        """
        beads = [bead for pick in row.picks if (bead := self._beads.get((pick.box, pick.bead))) is not None]
        game = self.kit.game
        if row.last_only and (not beads or game.scoring or game.repetition is not None):
            return frozenset(), ()
        start = self.passages.before(beads[0][0]) if row.last_only else None
        stands = self.passages.follow(beads, start)
        if len(stands) <= len(row.picks):
            return frozenset(), ()
        return self.passages.ends(stands[-1]), tuple(self.passages.next_boxes(stands[-1]))

    def all(self) -> list[list[int]]:
        """Return the beads in each slot of each box, in the order of the kit."""
        return [self.counts[start:end] for start, end in zip(self._first, self._first[1:], strict=False)]


def needed(schedule: Schedule, result: int) -> int:
    """Return how many of a game's last beads the rule needs after a result, or ``ALL``.

    >>> from kitgen.kit.build import make_kit
    >>> gardner = schedule_of(make_kit("her").rule)
    >>> needed(gardner, -1), needed(gardner, 1)
    (1, 0)
    """
    return schedule.reach[2 if result < 0 else result]


def cares_how_it_ended(schedule: Schedule, result: int) -> bool:
    """Return whether the rule distinguishes a game that ended at an empty box from one that ended on the board.

    Michie's rule forgives the move that was not made, but changes all moves alike, so it does not.
    """
    row, lesson = schedule.row, 2 if result < 0 else result
    if not row[MISSED] or schedule.empty != result:
        return False
    alike = len(set(schedule.amounts[lesson])) == 1 and row[LAST + lesson] == 0
    return row[REACH + lesson] != 0 and not (alike and row[REACH + lesson] == ALL)


def with_counts(kit: Kit, counts: Sequence[Sequence[int]]) -> Kit:
    """Return a kit with these beads in its boxes, and without a past that explains them."""
    boxes = tuple(
        replace(box, slots=tuple(replace(slot, beads=beads) for slot, beads in zip(box.slots, row, strict=True)))
        for box, row in zip(kit.boxes, counts, strict=True)
    )
    return replace(kit, boxes=boxes, given=None, played=())
