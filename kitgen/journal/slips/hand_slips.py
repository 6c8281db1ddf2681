"""Slips of hands: beads that were forgotten, lost, found, or put into a wrong place after a game;
and slips of whoever counted them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from kitgen.journal.course import Adds, Candidate, JournalCourse
from kitgen.journal.slips.candidate_pool import NEAR, UNLIKELIER, CandidatePool, slot_differences

#: How likely a slip in learning is one of all beads of a game at once, and of one of them, if the
#: rule moves several.
OF_ALL_BEADS = 0.5
OF_ONE_BEAD = 0.5
#: How likely a bead that goes into another box of the game lands in the slot of the bead drawn
#: there, and in that of its own letter.
IN_THE_OPEN_SLOT = 0.8
IN_ITS_LETTERS_SLOT = 0.2
#: How many times less likely each wrong bead more is in a box that was filled wrongly, up to so
#: many more.
EACH_WRONG_BEAD_MORE = 0.3
MAX_WRONG_BEADS_MORE = 4


class LearningSlip(NamedTuple):
    """A slip of doing what the rule says.

    Attributes:
        kind: its kind.
        sign: whether it is about beads that the rule adds, 1, or takes, -1.
        times: how many times more than once the rule was done: 1 for twice, -1 for not at all.
    """

    kind: str
    sign: int
    times: int


LEARNING_SLIPS = (
    LearningSlip("not-removed", sign=-1, times=-1),
    LearningSlip("removed-twice", sign=-1, times=1),
    LearningSlip("reward-forgotten", sign=1, times=-1),
    LearningSlip("reward-twice", sign=1, times=1),
)


class WrongPlace(NamedTuple):
    """A slot that somebody may use by mistake for another, by what kind of slip, and how likely."""

    kind: str
    slot: int
    share: float


class HandSlips:
    """Slips of hands that may explain a journal, put into a pool."""

    def __init__(self, pool: CandidatePool) -> None:
        self.pool = pool
        self.course = pool.course
        self._twin = _twins(pool.course)

    def take_after_game(self, after: int) -> None:
        """Take the slips of the hands that learned a game."""
        self._take_learned_otherwise(after)
        self._take_in_wrong_places(after)
        self._take_wrong_sign(after)
        self._take_returned_wrongly(after)

    def _take_learned_otherwise(self, after: int) -> None:
        """Take what the rule does, forgotten or done twice: for all beads, and for each alone."""
        for kind, sign, times in LEARNING_SLIPS:
            moved = {
                slot: times * amount
                for slot, amount in self.course.deltas[after].items()
                if amount * sign > 0
            }
            share = 1.0
            if len(moved) > 1:
                self.pool.take(kind, moved, [after], share=OF_ALL_BEADS)
                share = OF_ONE_BEAD / len(moved)
            for slot, amount in moved.items():
                self.pool.take(kind, {slot: amount}, [after], slot=slot, share=share)

    def _take_in_wrong_places(self, after: int) -> None:
        """Take what the rule does to a picked bead, done in another slot."""
        slots = self.course.readings[after].slots
        changes = self.course.deltas[after]
        deltas = {slot: amount for slot, amount in changes.items() if slot in slots}
        for slot, amount in deltas.items():
            for place in self._wrong_places(slots, slot):
                self.pool.take(
                    place.kind,
                    {slot: -amount, place.slot: amount},
                    [after],
                    slot=place.slot,
                    other=slot,
                    share=place.share / len(deltas),
                )

    def _wrong_places(self, slots: Sequence[int], slot: int) -> Iterator[WrongPlace]:
        """Yield the slots that may be used by mistake for one of those of a game."""
        course = self.course
        letters = self.pool.letters
        box = course.box_of[slot]
        _, letter = course.names[slot]
        if slot in self._twin:
            yield WrongPlace("mirror-box", self._twin[slot], 1.0)
        colours = [other for other in course.beads.slots_of(box) if other != slot]
        for other in colours:
            yield WrongPlace("wrong-colour", other, 1.0 / len(colours))
        boxes = [other for other in dict.fromkeys(slots) if course.box_of[other] != box]
        for other in boxes:
            yield WrongPlace("wrong-box", other, IN_THE_OPEN_SLOT / len(boxes))
            same_letter = letters[course.box_of[other]].get(letter, other)
            if same_letter != other:
                yield WrongPlace("wrong-box", same_letter, IN_ITS_LETTERS_SLOT / len(boxes))
        for neighbour in self.pool.neighbours[box]:
            if letter in letters[neighbour.box]:
                near_slot = letters[neighbour.box][letter]
                yield WrongPlace("neighbour-box", near_slot, neighbour.likely / 2)

    def _take_wrong_sign(self, after: int) -> None:
        """Take a lost game that was learned as a won one, or the other way round."""
        course = self.course
        result = course.rows[after].result
        if not result:
            return
        slots = course.readings[after].slots
        learned = course.taught(slots, -result, resigned=False, state=course.before[after])
        change = slot_differences(learned, course.deltas[after])
        if not change:
            return
        only_slot = next(iter(change)) if len(change) == 1 else None
        self.pool.take("wrong-sign", change, [after], slot=only_slot)

    def _take_returned_wrongly(self, after: int) -> None:
        """Take the ways in which picked beads come back into wrong boxes."""
        slots = self.course.readings[after].slots
        deltas = self.course.deltas[after]
        returned = [slot for slot in dict.fromkeys(slots) if deltas.get(slot, 0) >= 0]
        for slot in returned:
            self._take_put_elsewhere(after, slot, slots, len(returned))
        pairs = list(combinations(returned, 2))
        for slot, other in pairs:
            change = self._two_beads_exchanged(slot, other)
            if change:
                self.pool.take(
                    "beads-exchanged", change, [after], slot=slot, other=other, share=1 / len(pairs)
                )

    def _take_put_elsewhere(
        self, after: int, slot: int, slots: Sequence[int], returned: int
    ) -> None:
        """Take the boxes into which one of the ``returned`` beads of a game may have come.

        Boxes that are far and were not counted all have one effect: the bead is missing.
        """
        course = self.course
        letters = self.pool.letters
        box = course.box_of[slot]
        _, letter = course.names[slot]
        near = {course.box_of[other] for other in slots}
        near |= {neighbour.box for neighbour in self.pool.neighbours[box]}
        fitting = [
            other for other in range(len(letters)) if letter in letters[other] and other != box
        ]
        hidden = 0
        for other in fitting:
            there = letters[other][letter]
            if there not in self.pool.counted and other not in near:
                hidden += 1
                continue
            if other not in near and there not in self.pool.wanted:
                continue
            share = NEAR / len(near) if other in near else (1 - NEAR) / len(fitting)
            self.pool.take(
                "put-elsewhere",
                {slot: -1, there: 1},
                [after],
                slot=there,
                other=slot,
                share=share / returned,
            )
        if hidden:
            share = (1 - NEAR) * hidden / len(fitting) / returned
            self.pool.take("put-elsewhere", {slot: -1}, [after], other=slot, share=share)

    def _two_beads_exchanged(self, slot: int, other: int) -> dict[int, int]:
        """Return what changes if two beads each came back into the box of the other; nothing if
        they are alike, or one has no slot there.
        """
        course = self.course
        box = course.box_of[slot]
        other_box = course.box_of[other]
        _, letter = course.names[slot]
        _, other_letter = course.names[other]
        if box == other_box or letter == other_letter:
            return {}
        first_landed = self.pool.letters[other_box].get(letter)
        second_landed = self.pool.letters[box].get(other_letter)
        if first_landed is None or second_landed is None:
            return {}
        return {slot: -1, other: -1, first_landed: 1, second_landed: 1}

    def lost_and_found(self, slot: int) -> list[Candidate]:
        """Take a bead lost and a bead found in a slot, at any time; return those that were not
        taken before.
        """
        share = 1 / len(self.course.start)
        always = range(-1, len(self.course.rows))
        taken = []
        for kind, amount in (("bead-lost", -1), ("bead-found", 1)):
            change = {slot: amount}
            if self.pool.known(kind, change, slot=slot) is None:
                taken.append(self.pool.take(kind, change, always, slot=slot, share=share))
        return taken

    def of_whole_box(self, box: int, rest: Mapping[int, int]) -> Iterator[Candidate]:
        """Yield the accidents of a whole box that explain its differences."""
        frequency = self.pool.frequency
        boxes = len(self.pool.letters)
        colours = len(self.pool.letters[box])
        games = len(self.course.rows)
        beads = sum(map(abs, rest.values()))
        adds = tuple(sorted(rest.items()))
        first_slot, _ = adds[0]
        more = min(beads - 1, MAX_WRONG_BEADS_MORE)
        likely = frequency["filled-wrongly"] * (EACH_WRONG_BEAD_MORE**more / boxes / colours)
        yield Candidate("filled-wrongly", first_slot, None, adds, [-1], likely)
        if beads > 1 and all(amount < 0 for amount in rest.values()):
            always = list(range(-1, games))
            likely = frequency["knocked-over"] * games / boxes / 2**colours
            yield Candidate("knocked-over", first_slot, None, adds, always, likely)
        if box not in self.pool.sure and self.pool.counted:
            yield from self._miscounted(adds)

    def _miscounted(self, adds: Adds) -> Iterator[Candidate]:
        """Yield the slips of counting that explain the differences of a box."""
        frequency = self.pool.frequency
        at_the_end = [len(self.course.rows) - 1]
        share = 1 / len(self.course.start)
        amounts = [amount for _, amount in adds]
        first_slot, _ = adds[0]
        if len(adds) == 1:
            likely = frequency["miscounted"] * share * UNLIKELIER ** (abs(amounts[0]) - 1)
            yield Candidate("miscounted", first_slot, None, adds, at_the_end, likely)
        elif sum(amounts) == 0:
            likely = frequency["colours-confused"] * share
            yield Candidate("colours-confused", first_slot, None, adds, at_the_end, likely)


def _twins(course: JournalCourse) -> dict[int, int]:
    """Return the slot of the same move in the mirror image of a box, for each slot of such
    boxes.
    """
    kit = course.kit
    twins: dict[int, int] = {}
    for number, box in enumerate(kit.boxes):
        if box.mirror_of is None:
            continue
        mirror_number = kit.indices[box.mirror_of]
        mirror = kit.boxes[mirror_number]
        mirroring = next(
            symmetry
            for symmetry in kit.symmetries.all
            if symmetry.position(box.position) == mirror.position
        )
        mirror_slots = list(zip(course.beads.slots_of(mirror_number), mirror.slots, strict=True))
        for slot, bead in zip(course.beads.slots_of(number), box.slots, strict=True):
            moves = {mirroring.move(move) for move in bead.moves}
            for twin, twin_bead in mirror_slots:
                if not moves.isdisjoint(twin_bead.moves):
                    twins[slot] = twin
                    twins[twin] = slot
    return twins
