"""Replay the games of a journal with and without slips.

The beads of a box depend only on what was put into and taken out of it, so a slip is replayed only in the boxes that
it touches. Without slips, beads may fall below zero: a picked bead was there, whatever the rule says. So the effects
of slips add up, and a number below zero shows where a slip is needed.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kitgen.journal.beads import RunningBeads
from kitgen.machine.learning import learn
from kitgen.record.rows import GameRow, Passages

#: How likely each kind of slip is. Only the order matters: it decides which of several stories comes first.
LIKELY = {
    "not-removed": 1.0,
    "reward-forgotten": 0.9,
    "game-twice": 0.6,
    "mirror-box": 0.5,
    "wrong-colour": 0.4,
    "wrong-box": 0.35,
    "neighbour-box": 0.3,
    "wrong-sign": 0.25,
    "removed-twice": 0.2,
    "reward-twice": 0.2,
    "wrong-result": 0.15,
    "game-missing": 0.1,
    "boxes-exchanged": 0.05,
    "unexplained": 0.001,
}
#: Slips of the pen: the beads are right, but the journal is wrong.
ON_RECORD = frozenset({"game-twice", "wrong-result", "game-missing"})


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a game teaches: the slots of its beads in the order of play, and how it ended for the machine."""

    slots: tuple[int, ...]
    outcome: int
    resigned: bool


@dataclass(frozen=True, slots=True, eq=False)
class Slip:
    """One thing that went wrong. Each is made once, so it equals only itself.

    Attributes:
        game: the number of the game; for a missing game, the number it would have; 0 if unknown.
        kind: one of ``LIKELY``.
        box, bead: where a bead was taken, put or forgotten; empty if it is about a whole game.
        other_box, other_bead: where it should have been, or the other of two exchanged boxes; otherwise empty.
        after: the index of the game after which it happened; -1 is before the first.
        adds: slots, and how many beads more they got than by the rule and the journal.
        swap: the indexes of two boxes whose beads were exchanged.
        lesson: the game as it really was, for a slip of the pen.
        before: whether ``game`` is the noted game that follows a missing one without a number.
        weight: the logarithm of the likelihood.
    """

    game: int
    kind: str
    box: str
    bead: str
    after: int
    adds: tuple[tuple[int, int], ...] = ()
    other_box: str = ""
    other_bead: str = ""
    swap: tuple[int, int] | None = None
    lesson: Lesson | None = None
    before: bool = False
    weight: float = 0.0

    @property
    def on_record(self) -> bool:
        """Whether the journal is wrong and not the beads."""
        return self.kind in ON_RECORD

    @property
    def settles(self) -> int | None:
        """The index of the game that is noted wrongly; None if all noted games are right."""
        return self.after if self.kind in ("game-twice", "wrong-result") else None

    @property
    def order(self) -> tuple[object, ...]:
        """The sort key: when it happened, then what it is. It is unique within a journal."""
        really = (self.lesson.slots, self.lesson.outcome, self.lesson.resigned) if self.lesson else ()
        where = (self.box, self.bead, self.other_box, self.other_bead)
        return self.after, self.game, self.kind, *where, self.adds, really


def weight(kind: str, share: float = 1.0) -> float:
    """Return the logarithm of the likelihood of a kind, times a share for a case less likely than others."""
    return math.log(LIKELY[kind] * share)


@dataclass(frozen=True, slots=True)
class Event:
    """One game as it is replayed.

    Attributes:
        number: its number in the journal.
        lesson: its beads and how it ended, as noted.
        deltas: the change of each slot by the rule after it, if everything was right before.
        uneven: the boxes in which the change depends on the beads in them.
        before: the beads in its boxes, where they matter; otherwise the starting beads will do.
        others: the other ways in which it may have ended: the outcome, and whether the machine gave up.
        empty: boxes of which one must have been empty for this end, each with whether it was empty by the rule.
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
    """A place where a game is impossible as noted.

    Attributes:
        after: the index of the game.
        slots: a slot that had no bead to pick or take, or the slots of boxes that were not empty.
        needs: 1 if more beads must have been there, -1 if fewer, 0 if only another end is possible.
        stray: whether beads would be in a box without a move for them, which somebody would have seen.
    """

    after: int
    slots: tuple[int, ...]
    needs: int
    stray: bool = False


class RealCourse:
    """All games of a journal, ready to be replayed.

    Attributes:
        start: the starting beads of all slots, box after box.
        first, box_of: where the slots of each box start, and the box of each slot.
        final: the beads in the end without any slip; below zero where more were taken than there can have been.
        breaks: where the games are impossible without slips.
        linear: whether the effects of slips add up, whatever is in the boxes.
        at: for each box the indexes of the games that touch it.
        tolerated: breaks that nothing can explain.
    """

    def __init__(self, passages: Passages, rows: Sequence[GameRow]) -> None:
        self.passages = passages
        self.kit = kit = passages.kit
        self.rows = rows
        self._beads = beads = RunningBeads(passages)
        self.schedule, self.start, self.first, self.box_of = beads.schedule, beads.start, beads.first, beads.box_of
        self._refills = kit.rule.when_empty.refills
        self.names = [(box.id, slot.colour.letter) for box in kit.boxes for slot in box.slots]
        self._even = self.schedule.steady
        state = list(self.start)
        self.breaks: list[Break] = []
        self.tolerated: set[Break] = set()
        self.events: list[Event] = []
        self.at: dict[int, list[int]] = defaultdict(list)
        for after, row in enumerate(rows):
            event = self._event(row, state, after)
            self.events.append(event)
            for box in sorted({self.box_of[slot] for slot in event.lesson.slots} | set(event.empty)):
                self.at[box].append(after)
        self.final = state
        self.linear = not self._refills and not any(event.uneven for event in self.events)
        self._uneven = set(range(len(kit.boxes))) if self._refills else set()
        self._uneven.update(*(event.uneven for event in self.events))

    def _event(self, row: GameRow, state: list[int], after: int) -> Event:
        slots = tuple(self._beads.slots(row))
        ends, boxes = self._beads.after(row)
        ways = row.ways(ends)
        for slot in slots:
            self._refill(state, slot)
            if state[slot] < 1:
                self.breaks.append(Break(after, (slot,), 1))
        numbers = [self.kit.indices[box] for box in boxes if ways == {True}]
        empty = {box: not any(state[slot] > 0 for slot in self.slots_of(box)) for box in numbers}
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
        """Map the letters of a box's beads to its slots."""
        return {self.names[slot][1]: slot for slot in self.slots_of(box)}

    def _refill(self, state: list[int] | dict[int, int], slot: int) -> None:
        slots = self.slots_of(self.box_of[slot])
        if self._refills and not any(state[place] > 0 for place in slots):
            for place in slots:
                state[place] = self.start[place]

    def taught(self, lesson: Lesson, state: Sequence[int] | Mapping[int, int]) -> dict[int, int]:
        """Return the change of each slot by the rule after a game.

        Picked beads count as present; boxes missing from the state hold their starting beads.
        """
        look = state.get if isinstance(state, Mapping) else lambda slot, _: state[slot]
        picked = set(lesson.slots)
        picks = [(self.box_of[slot], slot - self.first[self.box_of[slot]]) for slot in lesson.slots]
        beads = {
            box: [max(look(slot, self.start[slot]), slot in picked) for slot in self.slots_of(box)] for box, _ in picks
        }
        updates = learn(self.schedule, beads, picks, lesson.outcome, resigned=lesson.resigned)
        return {self.first[update.box] + update.slot: update.after - update.before for update in updates}

    def boxes(self, slips: Iterable[Slip]) -> set[int]:
        """Return the boxes that slips touch."""
        boxes: set[int] = set()
        for slip in slips:
            boxes.update(self.box_of[slot] for slot, _ in slip.adds)
            boxes.update(slip.swap or ())
        return boxes

    def trace(self, slips: Sequence[Slip], *, on: bool = False) -> tuple[Break | None, dict[int, int]]:
        """Replay the boxes that slips touch, to the first break or, with ``on``, to the end.

        Returns:
            the first break of the story, or None; and the beads of these boxes then.
        """
        boxes = self.boxes(slips)
        settled = {slip.settles for slip in slips}
        acts: dict[int, list[Slip]] = defaultdict(list)
        for slip in slips:
            acts[slip.after].append(slip)
        state = {slot: self.start[slot] for box in boxes for slot in self.slots_of(box)}
        first = None
        for after in sorted(set().union(acts, *(self.at[box] for box in boxes))):
            breaks = []
            if after >= 0:
                if after not in settled:
                    breaks.append(self._impossible(self.events[after], after, state, boxes))
                self._replay(self.events[after], state)
            breaks += (self._slipped(slip, state) for slip in acts.get(after, ()))
            for broken in breaks:
                if broken is not None and broken not in self.tolerated:
                    first = first or broken
                    if broken.stray or not on:
                        return broken, state
        return first, state

    def _impossible(self, event: Event, after: int, state: dict[int, int], boxes: set[int]) -> Break | None:
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
        hangs = event.uneven and any(self.first[box] in state for box in event.uneven)
        deltas = self.taught(event.lesson, state) if hangs else event.deltas
        for slot, amount in deltas.items():
            if slot in state:
                state[slot] += amount

    def _slipped(self, slip: Slip, state: dict[int, int]) -> Break | None:
        for slot, amount in slip.adds:
            state[slot] += amount
        for slot, _ in slip.adds:
            if state[slot] < 0:
                return Break(slip.after, (slot,), 1)
        if slip.swap is not None:
            beads = [{letter: state[slot] for letter, slot in self.letters(box).items()} for box in slip.swap]
            for box, now, other in zip(slip.swap, reversed(beads), reversed(slip.swap), strict=True):
                for letter, slot in self.letters(box).items():
                    state[slot] = now.pop(letter, 0)
                stray = tuple(self.letters(other)[letter] for letter, n in now.items() if n)
                if stray:
                    return Break(slip.after, stray, -1, stray=True)
        return None

    def is_loose(self, slip: Slip) -> bool:
        """Return whether a slip is a missing game without a number: it is assumed to be the last."""
        return slip.kind == "game-missing" and slip.after == len(self.events) - 1

    def effect(self, slip: Slip) -> Mapping[int, int]:
        """Return the change of the final beads by a single slip."""
        if self._uneven.isdisjoint(self.box_of[slot] for slot, _ in slip.adds):
            return dict(slip.adds)
        _, state = self.trace((slip,), on=True)
        return {slot: beads - self.final[slot] for slot, beads in state.items() if beads != self.final[slot]}

    def first_break(self, slips: Sequence[Slip]) -> Break | None:
        """Return the first break of a story in any box; None if it is possible."""
        boxes = self.boxes(slips)
        settled = {slip.settles for slip in slips}
        for broken in self.breaks:
            touched = any(self.box_of[slot] in boxes for slot in broken.slots)
            if not touched and broken.after not in settled and broken not in self.tolerated:
                return broken
        return self.trace(slips)[0] if slips else None

    def should_be(self, slips: Sequence[Slip]) -> list[int]:
        """Return the beads by the rule after the games as they were really played."""
        self._beads.restart()
        corrected = {slip.settles: slip.lesson for slip in slips if slip.settles is not None}
        for after in range(-1, len(self.events)):
            lessons = [slip.lesson for slip in slips if slip.kind == "game-missing" and slip.after == after]
            if after >= 0:
                lessons.insert(0, corrected.get(after, self.events[after].lesson))
            for lesson in filter(None, lessons):
                self._beads.teach(lesson.slots, lesson.outcome, resigned=lesson.resigned)
        return list(self._beads.counts)
