"""The beads of a real machine, replayed game by game from the journal.

Tests prove this equal to the paper machine, pick for pick; keeping all beads in one flat list makes it faster.
"""

from collections.abc import Sequence

from kitgen.machine.learning import flattened, schedule_of, starting_beads, teach
from kitgen.record.rows import Bead, GameRow, Passages


class RunningBeads:
    """The beads of a machine after each game of a journal in turn.

    Attributes:
        counts, start: the beads in all slots, box after box, now and at the start.
        first, box_of: where the slots of each box start, and the box of each slot.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.record.rows import PickedBead
    >>> beads = RunningBeads(Passages(build_kit("her")))
    >>> beads.learn(GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "U")), -1))
    >>> beads.of("A1"), beads.of("B1")
    ([1, 1, 1], [1, 0])
    """

    def __init__(self, passages: Passages) -> None:
        self.kit = kit = passages.kit
        self.passages = passages
        self.schedule = schedule_of(kit.rule)
        self.counts, self._totals, self.first, self.box_of = flattened(starting_beads(kit))
        self.start, self._full = tuple(self.counts), tuple(self._totals)
        self._refills = kit.rule.when_empty.refills
        signs = [
            ((box.id, sign), (box, slot), self.first[number] + place)
            for number, box in enumerate(kit.boxes)
            for place, slot in enumerate(box.slots)
            for sign in (slot.colour.letter.upper(), slot.colour.key)
        ]
        self._slots = {sign: place for sign, _, place in signs}
        self._beads: dict[tuple[str, str], Bead] = {sign: bead for sign, bead, _ in signs}

    def slots(self, row: GameRow) -> list[int]:
        """Return the slots of a game's beads that the kit has, in the order of play."""
        slots = (self._slots.get((pick.box, pick.bead)) for pick in row.picks)
        return [slot for slot in slots if slot is not None]

    def there(self, slot: int) -> bool:
        """Return whether a slot has a bead to pick, after refilling its box if the rule says so."""
        box = self.box_of[slot]
        if self._refills and not self._totals[box]:
            first, end = self.first[box], self.first[box + 1]
            self.counts[first:end] = self.start[first:end]
            self._totals[box] = self._full[box]
        return self.counts[slot] > 0

    def empty(self, box: str) -> bool:
        """Return whether a box holds no bead."""
        return self._totals[self.kit.indices[box]] == 0

    def of(self, box: str) -> list[int]:
        """Return the beads in each slot of a box."""
        number = self.kit.indices[box]
        return self.counts[self.first[number] : self.first[number + 1]]

    def learn(self, row: GameRow) -> None:
        """Change the beads as the rule says after a game."""
        resigned = bool(row.resigned) and not row.conceded
        if row.resigned is None and self.schedule.cares_how_it_ended(row.result):
            resigned = row.ways(self.after(row)[0]) == {True}
        self.teach(self.slots(row), row.result, resigned=resigned)

    def teach(self, slots: Sequence[int], outcome: int, *, resigned: bool) -> None:
        """Change the beads as the rule says after a game in which beads of these slots were picked."""
        for slot in slots if self._refills else ():
            self.there(slot)
        beads = self.counts, self._totals, self.first, self.box_of
        teach(self.schedule.row, outcome, resigned, *beads, slots, len(slots))

    def restart(self) -> None:
        """Go back to the starting beads."""
        self.counts[:], self._totals[:] = self.start, self._full

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
        return [self.counts[start:end] for start, end in zip(self.first, self.first[1:], strict=False)]
