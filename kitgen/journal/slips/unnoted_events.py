"""What a class may have done with its machine and has not noted, besides a game: it was reset,
boxes were filled again, or another class played with it.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import comb
from typing import NamedTuple

from kitgen.journal.course import Candidate
from kitgen.journal.slips.candidate_pool import CandidatePool, each_once, slot_differences

#: How much less likely a box is refilled that is not empty, and how likely another class changes a
#: given slot.
NOT_EMPTY = 0.1
OF_ANOTHER_CLASS = 0.1
#: With more slots that differ, games of another class become no less likely.
MAX_SLOTS_OF_A_CLASS = 8
#: With fewer slots that differ, a game that was not noted explains as much as those of another
#: class.
MIN_SLOTS_OF_A_CLASS = 2
#: With fewer slots that differ, nobody has reset the machine.
MIN_SLOTS_OF_A_RESET = 3
#: The most games after which a reset is tried, and those that are taken.
MAX_RESETS_TRIED = 400
MAX_RESETS = 12
#: The most boxes that are spilled and filled again at once.
MAX_BOXES_SPILLED = 4


class Reset(NamedTuple):
    """A reset of the machine after a game, and how many beads still differ if it happened."""

    unexplained: int
    after: int
    change: dict[int, int]


class UnnotedEvents:
    """Events of a machine that may explain a journal, put into a pool."""

    def __init__(self, pool: CandidatePool) -> None:
        self.pool = pool
        self.course = pool.course
        self._refilled_boxes: set[int] = set()

    def take_resets(self) -> None:
        """Take a reset of the whole machine after those games after which it explains most of
        what differs.
        """
        pool = self.pool
        if self.course.broken is None and len(pool.residual) < MIN_SLOTS_OF_A_RESET:
            return
        likeliest = sorted(self._resets(), key=lambda reset: (reset.unexplained, reset.after))
        enough = sum(map(abs, pool.residual.values())) // 3
        for reset in likeliest[:MAX_RESETS]:
            if reset.unexplained <= enough or not pool.counted:
                pool.take("machine-reset", reset.change, [reset.after])

    def _resets(self) -> Iterator[Reset]:
        """Yield the latest resets that change enough slots."""
        pool = self.pool
        new = dict(enumerate(self.course.start))
        for after in range(len(self.course.rows))[-MAX_RESETS_TRIED:]:
            change = slot_differences(new, dict(enumerate(self.course.before[after + 1])))
            seen = pool.shown(change) if pool.counted else change
            if len(seen) >= MIN_SLOTS_OF_A_RESET:
                yield Reset(pool.unexplained(change), after, change)

    def refills(self, box: int) -> list[Candidate]:
        """Return the ways in which a box was filled as at the start, mostly after it was empty;
        none the second time.
        """
        if box in self._refilled_boxes:
            return []
        self._refilled_boxes.add(box)
        course = self.course
        slots = course.beads.slots_of(box)
        taken = []
        for start, end in pairwise([-1, *course.at[box], len(course.rows)]):
            change = self._refilled_then(box, start)
            empty = not any(course.before[start + 1][slot] > 0 for slot in slots)
            if not change or (not empty and sum(map(abs, change.values())) == 1):
                continue  # a single bead more or less in a full box is lost or found
            share = (1.0 if empty else NOT_EMPTY) / len(self.pool.letters)
            times = range(start, end)
            candidate = self.pool.take("box-refilled", change, times, slot=slots[0], share=share)
            taken.append(candidate)
        return each_once(taken)

    def take_spilled(self) -> None:
        """Take the moments at which several boxes were filled as at the start, if that explains
        all that differs.
        """
        differing = sorted({self.course.box_of[slot] for slot in self.pool.residual})
        if not 1 < len(differing) <= MAX_BOXES_SPILLED:
            return
        for after in range(-1, len(self.course.rows))[-MAX_RESETS_TRIED:]:
            change: dict[int, int] = {}
            for box in differing:
                change |= self._refilled_then(box, after)
            if self.pool.shown(change) == self.pool.residual:
                choices = comb(self._changed_boxes(after), len(differing))
                self.pool.take("boxes-refilled", change, [after], share=1 / choices)

    def _changed_boxes(self, after: int) -> int:
        """Return how many boxes hold other beads after a game than at the start."""
        course = self.course
        changed = set()
        for slot, beads in enumerate(course.before[after + 1]):
            if beads != course.start[slot]:
                changed.add(course.box_of[slot])
        return len(changed)

    def _refilled_then(self, box: int, after: int) -> dict[int, int]:
        """Return the beads that come into a box if it is filled as at the start after a game."""
        slots = self.course.beads.slots_of(box)
        beads = self.course.before[after + 1]
        full = {slot: self.course.start[slot] for slot in slots}
        return slot_differences(full, {slot: max(0, beads[slot]) for slot in slots})

    def other_class(self, rest: Mapping[int, int]) -> list[Candidate]:
        """Return the games of another class that explain all remaining differences, if there can
        be such games.
        """
        course = self.course
        boxes = {course.box_of[slot] for slot in rest}
        if len(rest) < MIN_SLOTS_OF_A_CLASS or len(boxes) < 2:
            return []
        if self.pool.known("other-class", rest) is not None:
            return []
        if not all(self._can_be_learned(slot, amount > 0) for slot, amount in rest.items()):
            return []
        always = range(-1, len(course.rows))
        share = OF_ANOTHER_CLASS ** min(len(rest), MAX_SLOTS_OF_A_CLASS)
        return [self.pool.take("other-class", rest, always, share=share)]

    def _can_be_learned(self, slot: int, more: bool) -> bool:
        """Return whether a game can add beads to a slot, or take some."""
        course = self.course
        passages = course.passages
        stands = passages.before(course.kit.boxes[course.box_of[slot]])
        ends = passages.ends(passages.after(stands, course.bead_of[slot]))
        outcomes_of_last = {outcome for outcome, _ in ends}
        for outcome in (1, 0, -1):
            if course.schedule.needs(outcome) == 1 and outcome not in outcomes_of_last:
                continue  # only the last bead learns, and this one is never the last then
            change = course.taught((slot,), outcome, resigned=False).get(slot, 0)
            if change and (change > 0) is more:
                return True
        return False
