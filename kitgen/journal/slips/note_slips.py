"""Slips of the pen: a game that was noted otherwise than it was played."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import NamedTuple

from kitgen.journal.course import Candidate
from kitgen.journal.slips.candidate_pool import (
    UNLIKELIER,
    CandidatePool,
    each_once,
    slot_differences,
)
from kitgen.kit.kit import Box
from kitgen.record.rows import GameRow

#: How many times likelier a game is noted twice if two rows are the same.
SAME_ROWS = 30.0
#: By how much less likely a game of one bead is noted twice: many games have the same only bead.
ONE_BEAD_ALIKE = 3
#: How likely a bead that is noted wrongly is another one of its box, and one of another box.
OF_ITS_BOX = 0.6
OF_ANOTHER_BOX = 0.4
#: The most slots searched for a bead that was noted wrongly.
MAX_SLOTS_SEARCHED = 24
#: The most other ways of noting two beads of a game that are tried, and that are taken.
MAX_REWRITTEN = 3000
MAX_WAYS_OF_TWO = 40

#: Other beads of a game: their slots, by the places of the noted ones.
OtherBeads = dict[int, int]


class TwoWrongBeads(NamedTuple):
    """A way in which two beads of a game may be noted wrongly.

    Attributes:
        unexplained: how many beads still differ if it is so.
        far: whether the second bead is not one that somebody may have meant who noted the other.
        beads: the beads that were really picked.
        effect: how many more beads each slot has then.
        row: the game as it was really played.
    """

    unexplained: int
    far: bool
    beads: OtherBeads
    effect: dict[int, int]
    row: GameRow


class NoteSlips:
    """Slips of the pen that may explain a journal, put into a pool."""

    def __init__(self, pool: CandidatePool) -> None:
        self.pool = pool
        self.course = pool.course
        self._slots_searched: set[int] = set()

    def take_of_game(self, after: int) -> None:
        """Take a game's other results, and that it is the game before it, noted twice."""
        self._take_wrong_results(after)
        self._take_noted_twice(after)

    def _take_wrong_results(self, after: int) -> None:
        course = self.course
        row = course.rows[after]
        reading = course.readings[after]
        others = sorted(end for end in reading.ends if end[0] != row.result)
        ends = [
            (outcome, resigned)
            for outcome, resigned in others
            if not (resigned and (outcome, False) in others)
        ]
        for outcome, resigned in ends:
            learned = course.taught(
                reading.slots, outcome, resigned=resigned, state=course.before[after]
            )
            self.pool.take(
                "wrong-result",
                slot_differences(learned, course.deltas[after]),
                [after],
                share=1 / len(ends),
                row=replace(row, result=outcome, resigned=None),
            )

    def _take_noted_twice(self, after: int) -> None:
        """Take this game, or the one before it, for one that was not played, if both have the
        same beads.
        """
        if not after:
            return
        row = self.course.rows[after]
        earlier = self.course.rows[after - 1]
        if earlier.picks != row.picks or not row.picks:
            return
        share = 1.0
        times = [after - 1, after]
        if earlier.result == row.result:  # either may be the copy, which makes no difference
            share = SAME_ROWS
            times = [after]
        if len(row.picks) == 1:
            share /= ONE_BEAD_ALIKE
        for time in times:
            change = {slot: -amount for slot, amount in self.course.deltas[time].items()}
            self.pool.take("game-twice", change, [time], share=share)

    def orders(self, after: int) -> Iterator[Candidate]:
        """Yield the exchanges in order of a game and the one before or after it."""
        likely = self.pool.frequency["wrong-order"]
        for time in (after - 1, after):
            if 0 <= time < len(self.course.rows) - 1:
                yield Candidate("wrong-order", None, None, (), [time], likely)

    def wrong_beads_in(self, slots: Iterable[int]) -> list[Candidate]:
        """Return the beads that may be noted wrongly if the true one is in some slots that were not
        searched yet.

        Or if the noted one is in one of them, and the true one in an uncounted slot of its box.
        """
        room = max(0, MAX_SLOTS_SEARCHED - len(self._slots_searched))
        new = [slot for slot in slots if slot not in self._slots_searched][:room]
        self._slots_searched.update(new)
        if not new:
            return []
        taken: list[Candidate | None] = []
        for after, reading in enumerate(self.course.readings):
            if len(reading.slots) != len(reading.row.picks):
                continue
            for place, noted in enumerate(reading.slots):
                taken += self._other_beads_in(new, after, place, noted)
        return each_once(taken)

    def _other_beads_in(
        self, new: Sequence[int], after: int, place: int, noted: int
    ) -> Iterator[Candidate | None]:
        """Yield the beads of some new slots, and perhaps of uncounted ones, for a noted one."""
        course = self.course
        box = course.kit.boxes[course.box_of[noted]]
        slots = list(new)
        if noted in new:
            own = course.beads.slots_of(course.box_of[noted])
            slots += [slot for slot in own if slot not in self.pool.counted]
        for slot in dict.fromkeys(slots):
            if slot == noted:
                continue
            other = course.kit.boxes[course.box_of[slot]]
            if other is box:
                yield self._instead(after, place, slot, OF_ITS_BOX)
            elif _may_be_opened_together(box, other):
                yield self._instead(after, place, slot, OF_ANOTHER_BOX)

    def wrong_beads_of(self, after: int) -> list[Candidate]:
        """Return all ways in which one bead of a game may be noted wrongly."""
        course = self.course
        reading = course.readings[after]
        taken = []
        noted_beads = zip(reading.row.picks, reading.stands, strict=False)
        for place, (pick, stands) in enumerate(noted_beads):
            for name in course.passages.next_boxes(stands):
                share = OF_ITS_BOX if name == pick.box else OF_ANOTHER_BOX
                for slot in course.beads.slots_of(course.kit.indices[name]):
                    candidate = self._instead(after, place, slot, share)
                    if candidate is not None:
                        taken.append(candidate)
        return taken

    def _instead(self, after: int, place: int, slot: int, share: float) -> Candidate | None:
        """Take that the bead of a slot was picked where another is noted; None if the game is then
        impossible.
        """
        course = self.course
        row = course.rows[after]
        pick = course.picks[slot]
        if row.picks[place] == pick or row.last_only:
            return None
        really = replace(row, picks=(*row.picks[:place], pick, *row.picks[place + 1 :]))
        if not row.ways(course.beads.read(really).ends):
            return None
        change = self._effect_of_playing(really, after)
        slots = course.readings[after].slots
        noted = slots[place] if len(slots) == len(row.picks) else None
        known = self.pool.known("wrong-bead", change, slot=noted, other=slot)
        if known is not None and after in known.times:
            return known
        ways = len(row.picks) * (len(course.beads.slots_of(course.box_of[slot])) + 2)
        candidate = self.pool.take(
            "wrong-bead", change, [after], slot=noted, other=slot, share=share / ways, row=really
        )
        candidate.times.sort()
        return candidate

    def moved_otherwise(self, after: int) -> list[Candidate]:
        """Return the other moves of a box that may have been made in a game, in place of that of
        the drawn bead.
        """
        course = self.course
        slots = course.readings[after].slots
        picks = len(course.rows[after].picks)
        if len(slots) != picks:
            return []
        taken = []
        for place, noted in enumerate(slots):
            box = course.box_of[noted]
            share = 1 / picks / len(self.pool.letters[box])
            for slot in course.beads.slots_of(box):
                if slot == noted:
                    continue
                made = self._possible(after, {place: slot})
                if made is not None:
                    candidate = self.pool.take(
                        "moved-otherwise",
                        {},
                        [after],
                        slot=noted,
                        other=slot,
                        share=share,
                        row=made,
                    )
                    taken.append(candidate)
        return taken

    def two_wrong_beads_of(self, after: int) -> list[Candidate]:
        """Return the ways in which two beads of a game may be noted wrongly that explain most of
        what differs.
        """
        course = self.course
        slots = course.readings[after].slots
        row = course.rows[after]
        if len(slots) != len(row.picks) or len(row.picks) < 2 or row.last_only:
            return []
        ways = sorted(
            self._ways_of_two(after), key=lambda way: (way.unexplained, way.far)
        )  # those that are equal stay in the order in which they were found
        share = 1 / len(row.picks) ** 2 / MAX_WAYS_OF_TWO
        taken = []
        for way in ways[:MAX_WAYS_OF_TWO]:
            first, second = way.beads.values()
            noted = slots[next(iter(way.beads))]
            in_another_box = course.box_of[first] != course.box_of[noted]
            if in_another_box and self._one_is_enough(after, way):
                continue  # a wrong box shows by itself that the game is impossible
            candidate = self.pool.take(
                "wrong-beads",
                way.effect,
                [after],
                slot=second,
                other=first,
                share=share * (UNLIKELIER if way.far else 1.0),
                row=way.row,
            )
            taken.append(candidate)
        return each_once(taken)

    def _ways_of_two(self, after: int) -> Iterator[TwoWrongBeads]:
        """Yield the possible games with other beads in two places."""
        slots = self.course.readings[after].slots
        for beads in islice(self._rewritten(slots), MAX_REWRITTEN):
            really = self._possible(after, beads)
            if really is None:
                continue
            effect = self._effect_of_playing(really, after)
            later, second = list(beads.items())[1]
            yield TwoWrongBeads(
                unexplained=self.pool.unexplained(effect),
                far=second not in self._taken_for(slots[later]),
                beads=beads,
                effect=effect,
                row=really,
            )

    def _rewritten(self, slots: Sequence[int]) -> Iterator[OtherBeads]:
        """Yield other beads in any two places of a game."""
        for place, later in combinations(range(len(slots)), 2):
            yield from self._rewritten_at(slots, place, later)

    def _rewritten_at(self, slots: Sequence[int], place: int, later: int) -> Iterator[OtherBeads]:
        """Yield other beads in two places of a game.

        The first is another bead of the same box, or one of its colour in a box beside it; the
        second is any that can follow.
        """
        course = self.course
        passages = course.passages
        for slot in self._taken_for(slots[place]):
            before = [*slots[:place], slot, *slots[place + 1 : later]]
            stands = passages.follow([course.bead_of[earlier] for earlier in before])
            if len(stands) <= len(before):
                continue
            for name in passages.next_boxes(stands[-1]):
                for other in course.beads.slots_of(course.kit.indices[name]):
                    if other != slots[later]:
                        yield {place: slot, later: other}

    def _taken_for(self, noted: int) -> Iterator[int]:
        """Yield the slots that somebody may have meant who noted another one."""
        course = self.course
        box = course.box_of[noted]
        _, letter = course.names[noted]
        for slot in course.beads.slots_of(box):
            if slot != noted:
                yield slot
        for neighbour in self.pool.neighbours[box]:
            if letter in self.pool.letters[neighbour.box]:
                yield self.pool.letters[neighbour.box][letter]

    def _one_is_enough(self, after: int, way: TwoWrongBeads) -> bool:
        """Return whether one of two other beads alone makes the game possible, with the same
        effect.
        """
        for place, slot in way.beads.items():
            really = self._possible(after, {place: slot})
            if really is not None and self._effect_of_playing(really, after) == way.effect:
                return True
        return False

    def _possible(self, after: int, beads: Mapping[int, int]) -> GameRow | None:
        """Return a game with other beads in some places if it is possible, otherwise None."""
        course = self.course
        row = course.rows[after]
        if row.last_only:
            return None
        picks = list(row.picks)
        for place, slot in beads.items():
            picks[place] = course.picks[slot]
        really = replace(row, picks=tuple(picks))
        if not row.ways(course.beads.read(really).ends):
            return None
        return really

    def _effect_of_playing(self, really: GameRow, after: int) -> dict[int, int]:
        """Return how many more beads each slot has if a game was played otherwise than it is
        noted.
        """
        course = self.course
        reading = course.beads.read(really)
        resigned = really.ways(reading.ends) == {True}
        learned = course.taught(
            reading.slots, really.result, resigned=resigned, state=course.before[after]
        )
        return slot_differences(learned, course.deltas[after])


def _may_be_opened_together(box: Box, other: Box) -> bool:
    """Return whether one of two boxes may be opened where the other one is noted."""
    return other.turn == box.turn or bool(other.later) or bool(box.later)
