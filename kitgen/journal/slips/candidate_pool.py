"""The slips found so far, each once, and what everybody who looks for slips has to know of the
journal.

A candidate has one name and effect, and perhaps several times.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kitgen.journal.course import Adds, Candidate, JournalCourse
from kitgen.journal.slips.slip_kinds import slip_kinds
from kitgen.kit.kit import Box
from kitgen.reading.templates import Templates
from kitgen.record.rows import GameRow

#: How likely a stray bead goes into an open box, or one beside the right box; and one of two
#: exchanged boxes is open.
NEAR = 0.7
#: How many times less likely each bead more is that somebody has miscounted, and a second bead that
#: is noted wrongly is neither of the same box nor of the same colour in a box beside it.
UNLIKELIER = 0.3
#: How likely a box beside another is taken for it if it stands in another row; 1 in its own row.
IN_ANOTHER_ROW = 0.3


class Neighbour(NamedTuple):
    """A box beside another, and how likely it is used by mistake."""

    box: int
    likely: float


class CandidateKey(NamedTuple):
    """What tells one candidate from another: all but its times."""

    kind: str
    slot: int | None
    other: int | None
    adds: Adds
    exchanged: tuple[int, int] | None


class CandidatePool:
    """The candidates found so far.

    Attributes:
        residual: for each slot that differs, how many more beads were counted than expected.
        counted: the slots that were counted.
        sure: the boxes in which the same beads were counted twice.
        wanted: the slots that a slip should change: those that differ, and those of the first
            break.
        letters: for each box the slots of its beads by their letters.
        neighbours: for each box those beside it.
        frequency: how often each kind of slip happens in one game.
        taken: all candidates.
    """

    def __init__(
        self,
        course: JournalCourse,
        residual: Mapping[int, int],
        counted: Collection[int],
        sure: Collection[int] = (),
    ) -> None:
        boxes = range(len(course.kit.boxes))
        self.course = course
        self.residual = residual
        self.counted = counted
        self.sure = sure
        self.wanted = set(residual)
        if course.broken is not None:
            self.wanted.update(course.broken.slots)
        self.letters = [course.beads.letters(box) for box in boxes]
        self.neighbours = [list(_neighbours(course.kit.boxes, box)) for box in boxes]
        self.frequency = slip_kinds(Templates())
        self.taken: dict[CandidateKey, Candidate] = {}

    def take(
        self,
        kind: str,
        change: Mapping[int, int],
        times: Iterable[int],
        *,
        slot: int | None = None,
        other: int | None = None,
        share: float = 1.0,
        row: GameRow | None = None,
        exchanged: tuple[int, int] | None = None,
    ) -> Candidate:
        """Take a slip for a candidate, or add times to it if it is one already.

        Args:
            kind: one of ``KINDS``.
            change: how many beads more each slot has after it.
            times: the indexes of the games after which, or in which, it may have happened.
            slot, other: as in ``Candidate``.
            share: how likely it is at each of these times, if a slip of its kind was made there.
            row: the game that was really played then.
            exchanged: two boxes whose beads were exchanged.
        """
        adds = tuple(sorted((place, amount) for place, amount in change.items() if amount))
        key = CandidateKey(kind, slot, other, adds, exchanged)
        candidate = self.taken.get(key)
        if candidate is None:
            candidate = Candidate(kind, slot, other, adds, [], 0.0, {}, exchanged)
            self.taken[key] = candidate
        for time in times:
            if not candidate.times or candidate.times[-1] != time:
                candidate.times.append(time)
            candidate.likely += self.frequency[kind] * share
            candidate.rows[time] = row
        return candidate

    def known(
        self,
        kind: str,
        change: Mapping[int, int],
        *,
        slot: int | None = None,
        other: int | None = None,
        exchanged: tuple[int, int] | None = None,
    ) -> Candidate | None:
        """Return a candidate if it was taken before, otherwise None."""
        adds = tuple(sorted(change.items()))
        return self.taken.get(CandidateKey(kind, slot, other, adds, exchanged))

    def shown(self, change: Mapping[int, int]) -> dict[int, int]:
        """Return the part of a change that is in counted slots."""
        return {slot: amount for slot, amount in change.items() if amount and slot in self.counted}

    def unexplained(self, change: Mapping[int, int]) -> int:
        """Return how many beads still differ after a change that explains some."""
        remaining = slot_differences(self.residual, self.shown(change))
        return sum(map(abs, remaining.values()))


def slot_differences(beads: Mapping[int, int], others: Mapping[int, int]) -> dict[int, int]:
    """Return how many more beads than others each slot has, by slot, without zeros."""
    differences = {}
    for slot in sorted({*beads, *others}):
        more = beads.get(slot, 0) - others.get(slot, 0)
        if more:
            differences[slot] = more
    return differences


def each_once(candidates: Iterable[Candidate | None]) -> list[Candidate]:
    """Return candidates in their order, each once; a candidate is itself, whatever it holds."""
    return list(dict.fromkeys(slip for slip in candidates if slip is not None))


def _neighbours(boxes: Sequence[Box], box: int) -> Iterator[Neighbour]:
    for near in (box - 1, box + 1):
        if 0 <= near < len(boxes):
            yield Neighbour(near, 1.0 if boxes[near].row == boxes[box].row else IN_ANOTHER_ROW)
