"""The games of a journal, replayed with and without slips: how the beads really went.

Each box has its own course, which depends on nothing but the beads that were put into it and taken out of it. So a
slip is looked at in the boxes that it touches alone, and thousands of stories are tried in a moment.

Without slips the beads may fall below zero: a bead that was picked was there, whatever the rule says. With this the
effects of slips add up, and what is below zero shows where a slip is needed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kitgen.machine.learning import starting_beads
from kitgen.machine.schedule import ADD, NO_CEILING, Schedule, flattened, schedule_of, teach
from kitgen.record.passages import Passages
from kitgen.record.rows import GameRow
from kitgen.session.audit.slips import Lesson, Slip
from kitgen.session.beads import RunningBeads


@dataclass(frozen=True, slots=True)
class Event:
    """One game as it is replayed.

    Attributes:
        number: its number in the journal.
        lesson: its beads and how it ended, as noted.
        deltas: what the rule does to each slot after it, when all was right before.
        uneven: the boxes in which what the rule does hangs on what lies there.
        before: the beads that lay there, where that matters; else nothing, and as at first will do.
        others: the other ways in which it may have ended: the outcome, and whether the machine gave up.
        empty: boxes of which one was really empty, for otherwise it would not have ended so; those that the rule says
            were empty are marked. Nothing where the end tells nothing.
        impossible: whether it cannot have ended as noted, whatever was in the boxes.
    """

    number: int
    lesson: Lesson
    deltas: Mapping[int, int]
    uneven: frozenset[int]
    before: Mapping[int, int]
    others: tuple[tuple[int, bool], ...]
    empty: Mapping[int, bool]
    impossible: bool


@dataclass(frozen=True, slots=True)
class Break:
    """A place where a game cannot have gone as it is told.

    Attributes:
        after: the index of the game.
        slots: the slots that matter: one that had no bead to pick or take, or those of boxes that were not empty.
        needs: 1 where more beads must have been there, -1 where fewer, 0 where only another end will do.
        stray: whether beads would lie in a box that has no move for them, which somebody would have seen.
    """

    after: int
    slots: tuple[int, ...]
    needs: int
    stray: bool = False


class RealCourse:
    """All games of a journal, ready to be replayed.

    Attributes:
        passages: what can follow what; its kit is the machine.
        schedule: the rule, compiled.
        start: the beads of all slots at first, box after box.
        first, box_of: where the slots of each box start, and the box of each slot.
        events: the games.
        final: the beads after them without any slip; below zero where more were taken than there can have been.
        breaks: where they cannot have gone so without slips.
        linear: whether all slips add up, whatever lies in the boxes.
        at: for each box the indexes of the games that touch it.
        tolerated: breaks that nothing can explain, and that are passed over.
    """

    def __init__(self, passages: Passages, rows: Sequence[GameRow]) -> None:
        self.passages = passages
        self.kit = kit = passages.kit
        self.rows = rows
        self.schedule = schedule_of(kit.rule)
        self.start, _, self.first, self.box_of = flattened(starting_beads(kit))
        self._row = self.schedule.row
        self._refills = kit.rule.when_empty.refills
        self.names = [(box.id, slot.colour.letter) for box in kit.boxes for slot in box.slots]
        self._even = _changes_alike(self.schedule)
        beads = RunningBeads(passages)
        index = {box.id: number for number, box in enumerate(kit.boxes)}
        state = list(self.start)
        self.breaks: list[Break] = []
        self.tolerated: set[Break] = set()
        self.events: list[Event] = []
        self.at: dict[int, list[int]] = defaultdict(list)
        for after, row in enumerate(rows):
            event = self._event(beads, index, row, state, after)
            self.events.append(event)
            for box in sorted({self.box_of[slot] for slot in event.lesson.slots} | set(event.empty)):
                self.at[box].append(after)
        self.final = state
        self.linear = not self._refills and not any(event.uneven for event in self.events)
        self._uneven = set(range(len(kit.boxes))) if self._refills else set()
        self._uneven.update(*(event.uneven for event in self.events))

    def _event(
        self, beads: RunningBeads, index: Mapping[str, int], row: GameRow, state: list[int], after: int
    ) -> Event:
        """Return a game, note where it breaks, and do to the beads what the rule says."""
        slots = tuple(beads.slots(row))
        ends, boxes = beads.after(row)
        ways = {resigned for outcome, resigned in ends if outcome == row.result}
        if row.resigned is not None:
            ways &= {row.resigned}
        for slot in slots:
            self._refill(state, slot)
            if state[slot] < 1:
                self.breaks.append(Break(after, (slot,), 1))
        empty = {index[box]: not any(n > 0 for n in self._of(state, index[box])) for box in boxes if ways == {True}}
        if empty and not any(empty.values()):
            self.breaks.append(Break(after, tuple(slot for box in empty for slot in self.slots_of(box)), -1))
        impossible = bool(ends) and not ways
        if impossible:
            self.breaks.append(Break(after, (), 0))
        lesson = Lesson(slots, row.result, ways == {True} if row.resigned is None else row.resigned)
        deltas = self.taught(lesson, state)
        touched = {slot for box in {self.box_of[slot] for slot in slots} for slot in self.slots_of(box)}
        before = {} if self._even and len(set(slots)) == len(slots) else {slot: state[slot] for slot in touched}
        for slot, amount in deltas.items():
            state[slot] += amount
        often = Counter(slots)
        uneven = frozenset(
            self.box_of[slot] for slot, n in often.items() if not self._even or (n > 1 and state[slot] < n)
        )
        others = tuple(sorted(end for end in ends if end[0] != row.result))
        return Event(row.game, lesson, deltas, uneven, before, others, empty, impossible)

    def slots_of(self, box: int) -> range:
        """Return the slots of a box."""
        return range(self.first[box], self.first[box + 1])

    def letters(self, box: int) -> dict[str, int]:
        """Return the slots of a box by the letters of their beads."""
        return {self.names[slot][1]: slot for slot in self.slots_of(box)}

    def _of(self, state: Sequence[int], box: int) -> Sequence[int]:
        """Return the beads of a box."""
        return state[self.first[box] : self.first[box + 1]]

    def _refill(self, state: Sequence[int] | dict[int, int], slot: int) -> None:
        """Fill up the box of a slot, where it is empty and the rule fills it."""
        if self._refills and isinstance(state, (list, dict)):
            slots = self.slots_of(self.box_of[slot])
            if not any(state[one] > 0 for one in slots):
                for one in slots:
                    state[one] = self.start[one]

    def taught(self, lesson: Lesson, state: Sequence[int] | Mapping[int, int]) -> dict[int, int]:
        """Return what the rule does to the beads after a game, for each slot that changes.

        A bead that was picked is taken to be there; boxes that the state says nothing of are as at first.
        """
        look = state.get if isinstance(state, Mapping) else None
        rows = []
        boxes = list(dict.fromkeys(self.box_of[slot] for slot in lesson.slots))
        picked = set(lesson.slots)
        for box in boxes:
            found = [look(slot, self.start[slot]) if look else state[slot] for slot in self.slots_of(box)]
            rows.append([max(n, slot in picked) for n, slot in zip(found, self.slots_of(box), strict=True)])
        before, totals, first, box_of = flattened(rows)
        after = before.copy()
        where = {
            slot: at for box, at in zip(boxes, first, strict=False) for at, slot in enumerate(self.slots_of(box), at)
        }
        picks = [where[slot] for slot in lesson.slots]
        teach(self._row, lesson.outcome, lesson.resigned, after, totals, first, box_of, picks, len(picks))
        return {slot: after[at] - before[at] for slot, at in where.items() if after[at] != before[at]}

    def boxes(self, slips: Iterable[Slip]) -> set[int]:
        """Return the boxes that slips touch."""
        found: set[int] = set()
        for slip in slips:
            found.update(self.box_of[slot] for slot, _ in slip.adds)
            found.update(slip.swap or ())
        return found

    def trace(self, slips: Sequence[Slip], *, on: bool = False) -> tuple[Break | None, dict[int, int]]:
        """Replay the boxes that slips touch.

        Args:
            slips: a story.
            on: True to go on to the end where it breaks.

        Returns:
            where the story breaks for the first time, or None; and the beads of these boxes in the end.
        """
        boxes = self.boxes(slips)
        settled = {slip.settles for slip in slips}
        acts: dict[int, list[Slip]] = defaultdict(list)
        for slip in slips:
            acts[slip.after].append(slip)
        state = {slot: self.start[slot] for box in boxes for slot in self.slots_of(box)}
        first = None
        for after in sorted(set().union(acts, *(self.at[box] for box in boxes))):
            found = []
            if after >= 0:
                found.append(
                    self._impossible(self.events[after], after, state, boxes) if after not in settled else None
                )
                self._replay(self.events[after], state)
            found += (self._slipped(slip, state) for slip in acts.get(after, ()))
            for broken in found:
                if broken is not None and broken not in self.tolerated:
                    first = first or broken
                    if broken.stray or not on:
                        return broken, state
        return first, state

    def _impossible(self, event: Event, after: int, state: dict[int, int], boxes: set[int]) -> Break | None:
        """Return where a game cannot have gone as it is noted, with these beads in some boxes."""
        for slot in event.lesson.slots:
            if slot in state:
                self._refill(state, slot)
                if state[slot] < 1:
                    return Break(after, (slot,), 1)
        if event.empty and not any(
            not any(state[slot] for slot in self.slots_of(box)) if box in boxes else by_rule
            for box, by_rule in event.empty.items()
        ):
            return Break(after, tuple(slot for box in event.empty for slot in self.slots_of(box)), -1)
        return None

    def _replay(self, event: Event, state: dict[int, int]) -> None:
        """Do to the beads of some boxes what the rule says after a game."""
        hangs = event.uneven and any(self.first[box] in state for box in event.uneven)
        deltas = self.taught(event.lesson, state) if hangs else event.deltas
        for slot, amount in deltas.items():
            if slot in state:
                state[slot] += amount

    def _slipped(self, slip: Slip, state: dict[int, int]) -> Break | None:
        """Do to the beads what a slip does."""
        for slot, amount in slip.adds:
            state[slot] += amount
        for slot, _ in slip.adds:
            if state[slot] < 0:
                return Break(slip.after, (slot,), 1)
        if slip.swap is not None:
            one, other = slip.swap
            lie = {box: self._by_colour(state, box) for box in slip.swap}
            for box, now, lie_in in (
                (one, lie[other], self.letters(other)), (other, lie[one], self.letters(one))
            ):  # fmt: skip
                for letter, slot in self.letters(box).items():
                    state[slot] = now.pop(letter, 0)
                stray = tuple(lie_in[letter] for letter, beads in now.items() if beads)
                if stray:
                    return Break(slip.after, stray, -1, stray=True)
        return None

    def _by_colour(self, state: Mapping[int, int], box: int) -> dict[str, int]:
        """Return the beads of a box by their letters."""
        return {letter: state[slot] for letter, slot in self.letters(box).items()}

    def is_loose(self, slip: Slip) -> bool:
        """Return whether a game is not noted, and no number tells when it was played: it is held to be the last."""
        return slip.kind == "game-missing" and slip.after == len(self.events) - 1

    def effect(self, slip: Slip) -> Mapping[int, int]:
        """Return what a slip has done to the beads in the end, when it was the only one."""
        if self._uneven.isdisjoint(self.box_of[slot] for slot, _ in slip.adds):
            return dict(slip.adds)
        _, state = self.trace((slip,), on=True)
        return {slot: beads - self.final[slot] for slot, beads in state.items() if beads != self.final[slot]}

    def first_break(self, slips: Sequence[Slip]) -> Break | None:
        """Return where a story breaks first, in any box; None where all can have been so."""
        boxes = self.boxes(slips)
        settled = {slip.settles for slip in slips}
        for one in self.breaks:
            touched = any(self.box_of[slot] in boxes for slot in one.slots)
            if not touched and one.after not in settled and one not in self.tolerated:
                return one
        return self.trace(slips)[0] if slips else None

    def should_be(self, slips: Sequence[Slip]) -> list[int]:
        """Return the beads that the rule leaves, after the games as they really were."""
        state = list(self.start)
        told: dict[int, Slip] = {slip.settles: slip for slip in slips if slip.settles is not None}
        missed: dict[int, list[Slip]] = defaultdict(list)
        for slip in slips:
            if slip.kind == "game-missing":
                missed[slip.after].append(slip)
        for after in range(-1, len(self.events)):
            lessons = [slip.lesson for slip in missed.get(after, ())]
            if after >= 0:
                lessons.insert(0, told[after].lesson if after in told else self.events[after].lesson)
            for lesson in filter(None, lessons):
                self._learn(lesson, state)
        return state

    def _learn(self, lesson: Lesson, state: list[int]) -> None:
        """Do to the beads what the rule says, and no more than can be done."""
        for slot in lesson.slots:
            self._refill(state, slot)
        boxes = list(dict.fromkeys(self.box_of[slot] for slot in lesson.slots))
        beads, totals, first, box_of = flattened([self._of(state, box) for box in boxes])
        start = dict(zip(boxes, first, strict=False))
        picks = [start[self.box_of[slot]] + slot - self.first[self.box_of[slot]] for slot in lesson.slots]
        teach(self._row, lesson.outcome, lesson.resigned, beads, totals, first, box_of, picks, len(picks))
        for box, at in start.items():
            state[self.first[box] : self.first[box + 1]] = beads[at : at + len(self.slots_of(box))]


def _changes_alike(schedule: Schedule) -> bool:
    """Return whether a rule changes a picked bead's slot by the same amount whatever else there is."""
    return (
        not schedule.keeps_last
        and schedule.floor == 0
        and schedule.ceiling == NO_CEILING
        and set(schedule.last) == {ADD}
        and all(amount >= -1 for outcome in schedule.amounts for amount in outcome)
    )
