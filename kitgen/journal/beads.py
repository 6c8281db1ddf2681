"""The beads of a real machine, replayed game by game from the journal, and the past of a trained
kit.

Tests prove this equal to the paper machine, pick for pick; a flat list of all beads makes it
faster.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kitgen.errors import RecordError
from kitgen.kit.kit import Given, GivenBox, Kit, PlayedGame
from kitgen.machine.learning import (
    as_new,
    flattened,
    schedule_of,
    starting_beads,
    teach,
    with_counts,
)
from kitgen.record.machine_events import MachineEvent, games_and_events
from kitgen.record.rows import (
    LETTERS,
    RESULTS,
    Bead,
    GameRow,
    Passages,
    PickedBead,
    Stand,
    beads_of,
    picks_in,
)


@dataclass(frozen=True, slots=True)
class RowReading:
    """A noted game by the rules of the game, whatever is in the boxes.

    Attributes:
        beads: its beads; None if the kit has no such box or bead.
        slots: the slots of its beads that the kit has, in the order of play.
        stands: the states at its start and after each bead, as far as possible.
        ends: how it may have ended, as in ``Passages.ends``.
        boxes: the boxes that may have come next.

    ``ends`` and ``boxes`` are empty if the game is impossible, or if only its last beads are known
    and it has points or recurring positions.
    """

    row: GameRow
    beads: list[Bead] | None
    slots: list[int]
    stands: list[tuple[Stand, ...]]
    ends: frozenset[tuple[int, bool]]
    boxes: tuple[str, ...]


class RunningBeads:
    """The beads of a machine after each game of a journal in turn.

    Attributes:
        counts, start: the beads in all slots, box after box, now and at the start.
        first, box_of: the first slot of each box, and the box of each slot.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.record.rows import PickedBead
    >>> kit, game = build_kit("her"), GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "U")), -1)
    >>> RunningBeads(Passages(kit), [game]).all()[kit.indices["B1"]]
    [1, 0]
    """

    def __init__(
        self, passages: Passages, games: Sequence[GameRow] = (), events: Sequence[MachineEvent] = ()
    ) -> None:
        """Begin with new boxes, and play some games, between which events may have happened."""
        self.kit = kit = passages.kit
        self.passages = passages
        self.schedule = schedule_of(kit.rule)
        self.counts, self._totals, self.first, self.box_of = flattened(starting_beads(kit))
        self.start = tuple(self.counts)
        self._full = tuple(self._totals)
        self._refills = kit.rule.when_empty.refills
        # The slot of each bead, by its box and its letter or the key of its colour.
        self._slots: dict[tuple[str, str], int] = {}
        for number, box in enumerate(kit.boxes):
            for slot, bead in zip(self.slots_of(number), box.slots, strict=True):
                self._slots[box.id, bead.colour.letter.upper()] = slot
                self._slots[box.id, bead.colour.key] = slot
        self._readings: dict[int, RowReading] = {}
        self._twins: dict[tuple[int, int], dict[int, int | None]] = {}
        for step in games_and_events(games, events):
            if isinstance(step, MachineEvent):
                self.happen(step)
            else:
                self.learn(step)

    def slots(self, row: GameRow) -> list[int]:
        """Return the slots of a game's beads that the kit has, in the order of play."""
        slots = (self._slots.get((pick.box, pick.bead)) for pick in row.picks)
        return [slot for slot in slots if slot is not None]

    def read(self, row: GameRow) -> RowReading:
        """Return a game by the rules."""
        reading = self._readings.get(id(row))
        if reading is None:  # the reading holds the row, so that no other has its id
            reading = self._readings[id(row)] = self._read(row)
        return reading

    def _read(self, row: GameRow) -> RowReading:
        try:
            beads = beads_of(self.kit, row)
        except RecordError:
            return RowReading(row, None, self.slots(row), [], frozenset(), ())
        slots = [self._slots[box.id, slot.colour.key] for box, slot in beads]
        stands, tell_end = self.passages.noted(row, beads)
        last = stands[-1] if tell_end else ()
        return RowReading(
            row=row,
            beads=beads,
            slots=slots,
            stands=stands,
            ends=self.passages.ends(last),
            boxes=tuple(self.passages.next_boxes(last)),
        )

    def known(self, pick: PickedBead) -> bool:
        """Return whether the kit has a bead, by any name that a row may use."""
        return self._read(GameRow(0, (pick,), 0)).beads is not None

    def slots_of(self, box: int) -> range:
        """Return the slots of a box."""
        return range(self.first[box], self.first[box + 1])

    def letters(self, box: int) -> dict[str, int]:
        """Map the letters of a box's beads to its slots."""
        return {
            slot.colour.letter: self.first[box] + place
            for place, slot in enumerate(self.kit.boxes[box].slots)
        }

    def twins(self, box: int, other: int) -> Mapping[int, int | None]:
        """Map each slot of two boxes to the slot with the same letter in the other box; to None
        if it has none.
        """
        twins = self._twins.get((box, other))
        if twins is None:
            letters = self.letters(box)
            others = self.letters(other)
            twins = {slot: others.get(letter) for letter, slot in letters.items()}
            twins |= {slot: letters.get(letter) for letter, slot in others.items()}
            self._twins[box, other] = twins
        return twins

    def there(self, slot: int) -> bool:
        """Return whether a slot has a bead to pick, after refilling its box if the rule says so."""
        box = self.box_of[slot]
        if self._refills and not self._totals[box]:
            first = self.first[box]
            end = self.first[box + 1]
            self.counts[first:end] = self.start[first:end]
            self._totals[box] = self._full[box]
        return self.counts[slot] > 0

    def empty(self, box: str) -> bool:
        """Return whether a box holds no bead."""
        return self._totals[self.kit.indices[box]] == 0

    def learn(self, row: GameRow) -> None:
        """Change the beads as the rule says after a game."""
        resigned = bool(row.resigned) and not row.conceded
        if row.resigned is None and self.schedule.cares_how_it_ended(row.result):
            resigned = row.ways(self.read(row).ends) == {True}
        reading = self._readings.get(id(row))
        self.teach(reading.slots if reading else self.slots(row), row.result, resigned=resigned)

    def teach(self, slots: Sequence[int], outcome: int, *, resigned: bool) -> None:
        """Change the beads as the rule says after a game with beads from these slots."""
        if self._refills:
            for slot in slots:
                self.there(slot)
        teach(
            self.schedule.row,
            outcome,
            resigned,
            self.counts,
            self._totals,
            self.first,
            self.box_of,
            slots,
            len(slots),
        )

    def happen(self, event: MachineEvent) -> None:
        """Change the beads as an event did, where that is known: nobody knows what games of
        others have changed.
        """
        match event.what:
            case "reset":
                self.restore((list(self.start), list(self._full)))
            case "refilled":
                self.fill(self.kit.indices[event.box])
            case "counted":
                for bead in event.beads:
                    slot = self._slots[bead.box, bead.bead.upper()]
                    self.put(slot, bead.beads - self.counts[slot])

    def fill(self, box: int) -> None:
        """Fill a box as at the start."""
        for slot in self.slots_of(box):
            self.put(slot, self.start[slot] - self.counts[slot])

    def put(self, slot: int, amount: int) -> None:
        """Put beads into a slot; a negative amount takes them out."""
        self.counts[slot] += amount
        self._totals[self.box_of[slot]] += amount

    def state(self) -> tuple[list[int], list[int]]:
        """Return a copy of the beads now, for ``restore``."""
        return self.counts.copy(), self._totals.copy()

    def restore(self, state: tuple[list[int], list[int]]) -> None:
        """Go back to the beads as they were."""
        self.counts[:], self._totals[:] = state

    def all(self) -> list[list[int]]:
        """Return the beads in each slot of each box."""
        return [self.counts[start:end] for start, end in pairwise(self.first)]


def most_left(passages: Passages, games: Iterable[GameRow]) -> dict[tuple[str, str], int]:
    """Return the most beads that games can leave in each slot, by its box and letter, however they
    were noted.

    That is what the box began with, and what the rule may have added for each time that the bead
    was picked.

    >>> from kitgen.kit.build import build_kit
    >>> most_left(Passages(build_kit("her")), [])["A1", "R"]
    1
    """
    beads = RunningBeads(passages)
    picked = [0] * len(beads.start)
    for row in games:
        for slot in beads.slots(row):
            picked[slot] += 1
    schedule = beads.schedule
    most = {}
    for box in passages.kit.boxes:
        for letter, slot in beads.letters(passages.kit.indices[box.id]).items():
            at_first = beads.start[slot]
            with_added = at_first + picked[slot] * schedule.most_added
            most[box.id, letter.upper()] = min(with_added, max(at_first, schedule.ceiling))
    return most


# The past of a trained kit: the games that it has played, and the beads that it was given.


def played(rows: Iterable[GameRow]) -> tuple[PlayedGame, ...]:
    """Return games as a kit keeps them: without names and remarks.

    >>> from kitgen.record.rows import PickedBead
    >>> played([GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "U")), -1, opponent="Anna")])
    (PlayedGame(game=1, picks='A1 R B1 U', result='L', resigned=None, last_only=False),)
    """
    return tuple(
        PlayedGame(row.game, row.picks_text, LETTERS[row.result], row.resigned, row.last_only)
        for row in rows
    )


def games_of(kit: Kit) -> tuple[GameRow, ...]:
    """Return the games that a kit has played."""
    return tuple(map(_row, kit.played))


def _row(game: PlayedGame) -> GameRow:
    return GameRow(
        game.game,
        picks_in(game.picks),
        RESULTS[game.result],
        resigned=game.resigned,
        last_only=game.last_only,
    )


def at_first(kit: Kit) -> Kit:
    """Return a kit as it was before its first game, with the beads of its rule or those that it
    was given.
    """
    return as_new(kit) if kit.given is None else taken_over(as_new(kit), kit.given)


def taken_over(kit: Kit, given: Given) -> Kit:
    """Return a kit with given beads instead of those of its rule, ignoring unknown boxes."""
    by_box = {box.box: box.beads for box in given.boxes}
    counts = []
    for box, usual in zip(kit.boxes, starting_beads(kit), strict=True):
        beads = by_box.get(box.id, ())
        counts.append(beads if len(beads) == len(usual) else usual)
    return replace(with_counts(kit, counts), given=given)


def given_now(kit: Kit, counts: Sequence[Sequence[int]], source: str) -> Given:
    """Return the beads of a machine, box by box, as beads that another machine is given."""
    boxes = zip(kit.boxes, counts, strict=True)
    return Given(source, tuple(GivenBox(box.id, tuple(map(int, row))) for box, row in boxes))


def gone_on(kit: Kit, games: tuple[PlayedGame, ...]) -> Kit:
    """Return a kit after some more games."""
    beads = RunningBeads(Passages(kit), tuple(map(_row, games))).all()
    return replace(with_counts(kit, beads), given=kit.given, played=(*kit.played, *games))
