"""The slips that may explain the counted beads; a candidate has one name and effect, and perhaps
several times.
"""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice, pairwise, product
from math import comb
from typing import Annotated

import msgspec
from msgspec import Meta

from kitgen.errors import TemplateError, UnknownNameError, quoted
from kitgen.journal.course import Adds, Candidate, JournalCourse
from kitgen.journal.moments import Moment, Moments
from kitgen.kit.kit import Box
from kitgen.machine.learning import ALL
from kitgen.reading.schema import TextLine
from kitgen.reading.templates import Templates
from kitgen.record.rows import GameRow


class SlipKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of slip in ``templates/tables/slips.toml``.

    Attributes:
        per_hundred: how many slips of this kind a class makes in a hundred games.
        reason: why so many.
    """

    per_hundred: Annotated[float, Meta(gt=0, le=100)]
    reason: TextLine


KINDS = (
    "bead-lost",
    "bead-found",
    "put-elsewhere",
    "beads-exchanged",
    "not-removed",
    "reward-forgotten",
    "removed-twice",
    "reward-twice",
    "wrong-box",
    "wrong-colour",
    "neighbour-box",
    "mirror-box",
    "wrong-sign",
    "boxes-exchanged",
    "knocked-over",
    "filled-wrongly",
    "wrong-bead",
    "wrong-beads",
    "wrong-result",
    "wrong-order",
    "game-twice",
    "game-missing",
    "moved-otherwise",
    "machine-reset",
    "box-refilled",
    "boxes-refilled",
    "other-class",
    "miscounted",
    "colours-confused",
)


def slip_kinds(templates: Templates) -> dict[str, float]:
    """Return how often each kind of slip happens in one game; ``TemplateError`` if a kind is
    unknown or missing.
    """
    kinds = templates.read("tables", "slips", dict[str, SlipKind])
    for kind in sorted({*kinds} ^ {*KINDS}):
        missing = f"kind of slip {quoted(kind)} is missing"
        fault = UnknownNameError("kind of slip", kind, KINDS) if kind in kinds else missing
        raise TemplateError(f"tables/slips.toml: {fault}")
    return {kind: slip.per_hundred / 100 for kind, slip in kinds.items()}


#: How many times likelier a game is noted twice if two rows are the same, and missing if its number
#: is.
SAME_ROWS, NUMBER_FREE = 30.0, 100.0
#: How likely a stray bead goes into an open box, or one beside the right box.
NEAR = 0.7
#: How many times less likely each bead more is that somebody has miscounted, and a second bead that
#: is noted wrongly is neither of the same box nor of the same colour in a box beside it.
UNLIKELIER = 0.3
#: How much less likely a box is refilled that is not empty, and how likely another class changes a
#: given slot.
NOT_EMPTY = 0.1
OF_ANOTHER_CLASS = 0.1
#: With more slots that differ, games of another class become no less likely.
MOST_SLOTS_OF_A_CLASS = 8
#: With fewer slots that differ, nobody has reset the machine.
MANY_SLOTS = 3
#: With fewer slots that differ, a game that was not noted explains as much as those of another
#: class.
MIN_SLOTS_OF_A_CLASS = 2
#: The most games after which a reset is tried, and those that are taken.
MOST_RESETS_TRIED = 400
MOST_RESETS = 12
#: The most boxes that are spilled and filled again at once.
MAX_BOXES_SPILLED = 4
#: The most other ways of noting two beads of a game that are tried, and that are taken.
MOST_REWRITTEN = 3000
MOST_WAYS_OF_TWO = 40
#: The most games without a number that are tried, and the most with the same effect on the counted
#: beads.
_MOST_LESSONS, _ALIKE = 3000, 12
#: With more wrong boxes than this, no exchanges of boxes are tried; with so few, all exchanges of
#: two of them.
_MOST_BAD, _FEW_BAD = 24, 5
#: The most slots searched for a bead that was noted wrongly.
_MOST_SLOTS = 24

_Key = tuple[str, int | None, int | None, Adds, tuple[int, int] | None]
_Slots = tuple[int, ...]
#: The last slots of a game that matter to the rule, its outcome, and what it adds to each slot.
_Lesson = tuple[_Slots, int, Mapping[int, int]]


class Candidates:
    """The slips that may explain a journal and its counted beads.

    Attributes:
        residual: for each slot that differs, how many more beads were counted than expected.
        counted: the slots that were counted.
        sure: the boxes in which the same beads were counted twice.
        taken: all candidates.
    """

    def __init__(
        self,
        course: JournalCourse,
        residual: Mapping[int, int],
        counted: Collection[int],
        sure: Collection[int] = (),
    ) -> None:
        self.course, self.residual, self.counted = course, residual, counted
        self.sure = sure
        self._moments = Moments(course.passages, course.bead_of)
        self._changes: dict[tuple[_Slots, int], Mapping[int, int]] = {}
        self.letters = [course.beads.letters(box) for box in range(len(course.kit.boxes))]
        self.kinds = slip_kinds(Templates())
        self._twin = _twins(course)
        self._near = [
            list(_neighbours(course.kit.boxes, box)) for box in range(len(course.kit.boxes))
        ]
        self.taken: dict[_Key, Candidate] = {}
        first = course.broken
        self.wanted = {*residual, *(first.slots if first is not None else ())}
        for after in range(len(course.rows)):
            self._hands(after)
            self._notes(after)
        self._looked_at: set[int] = set()
        self._refilled_boxes: set[int] = set()
        self.single(self.wanted)
        self.wrong_beads_in(sorted(self.wanted))
        wanted = dict(residual)
        if first is not None and first.needs < 0:
            wanted = dict.fromkeys(first.slots, -1) | wanted
        self._missing(self._lessons(wanted) if wanted else ())
        if residual or first is not None:
            self._exchanges()
            self._resets()
            self._spilled()
        if first is not None and first.after < len(course.rows):
            self.two_wrong_beads_of(first.after)

    def _take(
        self,
        kind: str,
        slot: int | None,
        other: int | None,
        change: Mapping[int, int],
        times: Iterable[int],
        share: float = 1.0,
        *,
        row: GameRow | None = None,
        exchanged: tuple[int, int] | None = None,
    ) -> Candidate:
        adds = tuple(sorted((place, amount) for place, amount in change.items() if amount))
        key = kind, slot, other, adds, exchanged
        candidate = self.taken.get(key)
        if candidate is None:
            candidate = self.taken[key] = Candidate(kind, slot, other, adds, [], 0.0, {}, exchanged)
        for time in times:
            if not candidate.times or candidate.times[-1] != time:
                candidate.times.append(time)
            candidate.likely += self.kinds[kind] * share
            candidate.rows[time] = row
        return candidate

    # Hands, after one game.

    def _hands(self, after: int) -> None:
        course, result = self.course, self.course.rows[after].result
        slots, changes = course.readings[after].slots, course.deltas[after]
        deltas = {slot: amount for slot, amount in changes.items() if slot in slots}
        for kind, sign in (
            ("not-removed", -1),
            ("removed-twice", -1),
            ("reward-forgotten", 1),
            ("reward-twice", 1),
        ):
            mine = {slot: amount for slot, amount in changes.items() if amount * sign > 0}
            times = 1 if kind.endswith("twice") else -1
            if len(mine) > 1:
                self._take(
                    kind, None, None, {slot: times * n for slot, n in mine.items()}, [after], 0.5
                )
            for slot, amount in mine.items():
                self._take(
                    kind,
                    slot,
                    None,
                    {slot: times * amount},
                    [after],
                    0.5 / len(mine) if len(mine) > 1 else 1.0,
                )
        for slot, amount in deltas.items():
            for kind, other, share in self._elsewhere(slots, slot):
                change = {slot: -amount, other: amount}
                self._take(kind, other, slot, change, [after], share / len(deltas))
        if result:
            instead = course.taught(slots, -result, resigned=False, state=course.before[after])
            change = slot_differences(instead, changes)
            if change:
                self._take(
                    "wrong-sign",
                    next(iter(change)) if len(change) == 1 else None,
                    None,
                    change,
                    [after],
                )
        self._returned(after)

    def _elsewhere(self, slots: Sequence[int], slot: int) -> Iterator[tuple[str, int, float]]:
        course = self.course
        box, letter = course.box_of[slot], course.names[slot][1]
        if slot in self._twin:
            yield "mirror-box", self._twin[slot], 1.0
        colours = [other for other in course.beads.slots_of(box) if other != slot]
        for other in colours:
            yield "wrong-colour", other, 1.0 / len(colours)
        boxes = [other for other in dict.fromkeys(slots) if course.box_of[other] != box]
        for other in boxes:
            yield "wrong-box", other, 0.8 / len(boxes)
            same = self.letters[course.box_of[other]].get(letter, other)
            if same != other:
                yield "wrong-box", same, 0.2 / len(boxes)
        for near, share in self._near[box]:
            if letter in self.letters[near]:
                yield "neighbour-box", self.letters[near][letter], share / 2

    def _returned(self, after: int) -> None:
        """Take the ways in which picked beads come back into wrong boxes."""
        course, slots = self.course, self.course.readings[after].slots
        back = [slot for slot in dict.fromkeys(slots) if course.deltas[after].get(slot, 0) >= 0]
        for slot in back:
            box, letter = course.box_of[slot], course.names[slot][1]
            near = {course.box_of[other] for other in slots} | {
                other for other, _ in self._near[box]
            }
            fitting = [
                other
                for other in range(len(self.letters))
                if letter in self.letters[other] and other != box
            ]
            hidden = 0
            for other in fitting:
                there = self.letters[other][letter]
                share = NEAR / len(near) if other in near else (1 - NEAR) / len(fitting)
                if there not in self.counted and other not in near:
                    hidden += 1
                elif other in near or there in self.wanted:
                    self._take(
                        "put-elsewhere",
                        there,
                        slot,
                        {slot: -1, there: 1},
                        [after],
                        share / len(back),
                    )
            if hidden:
                share = (1 - NEAR) * hidden / len(fitting) / len(back)
                self._take("put-elsewhere", None, slot, {slot: -1}, [after], share)
        pairs = list(combinations(back, 2))
        for slot, other in pairs:
            box, other_box = course.box_of[slot], course.box_of[other]
            letter, other_letter = course.names[slot][1], course.names[other][1]
            beyond, here = self.letters[other_box].get(letter), self.letters[box].get(other_letter)
            if (
                box != other_box
                and letter != other_letter
                and beyond is not None
                and here is not None
            ):
                change = {slot: -1, other: -1, beyond: 1, here: 1}
                self._take("beads-exchanged", slot, other, change, [after], 1 / len(pairs))

    def single(self, slots: Iterable[int]) -> list[Candidate]:
        """Return a bead lost and a bead found, at any time, in each of some slots that did not
        have these yet.
        """
        share = 1 / len(self.course.start)
        always = range(-1, len(self.course.rows))
        taken = []
        for slot in sorted(slots):
            for kind, amount in (("bead-lost", -1), ("bead-found", 1)):
                if (kind, slot, None, ((slot, amount),), None) not in self.taken:
                    taken.append(self._take(kind, slot, None, {slot: amount}, always, share))
            box = self.course.box_of[slot]
            if box not in self._refilled_boxes:
                self._refilled_boxes.add(box)
                taken += self._refills(box)
        return taken

    def filled(self, box: int, rest: Mapping[int, int]) -> Iterator[Candidate]:
        """Yield the accidents of a whole box that explain its differences."""
        boxes, games = len(self.letters), len(self.course.rows)
        beads = sum(map(abs, rest.values()))
        adds = tuple(sorted(rest.items()))
        share = 0.3 ** min(beads - 1, 4) / boxes / len(self.letters[box])
        yield Candidate(
            "filled-wrongly", adds[0][0], None, adds, [-1], self.kinds["filled-wrongly"] * share
        )
        if beads > 1 and all(amount < 0 for amount in rest.values()):
            likely = self.kinds["knocked-over"] * games / boxes / 2 ** len(self.letters[box])
            yield Candidate("knocked-over", adds[0][0], None, adds, list(range(-1, games)), likely)
        if box not in self.sure and self.counted:
            yield from self._miscounted(adds)

    def _miscounted(self, adds: Adds) -> Iterator[Candidate]:
        """Yield the slips of counting that explain the differences of a box."""
        last = [len(self.course.rows) - 1]
        amounts = [amount for _, amount in adds]
        share = 1 / len(self.course.start)
        if len(adds) == 1:
            likely = self.kinds["miscounted"] * share * UNLIKELIER ** (abs(amounts[0]) - 1)
            yield Candidate("miscounted", adds[0][0], None, adds, last, likely)
        elif sum(amounts) == 0:
            likely = self.kinds["colours-confused"] * share
            yield Candidate("colours-confused", adds[0][0], None, adds, last, likely)

    # What a class has done with its machine and has not noted.

    def _resets(self) -> None:
        """Take a reset of the whole machine after those games after which it explains most of
        what differs.
        """
        course = self.course
        first = course.broken
        if first is None and len(self.residual) < MANY_SLOTS:
            return
        ways: list[tuple[int, int, dict[int, int]]] = []
        for after in range(len(course.rows))[-MOST_RESETS_TRIED:]:
            change = slot_differences(
                dict(enumerate(course.start)), dict(enumerate(course.before[after + 1]))
            )
            left = slot_differences(self.residual, self._shown(change))
            shown = self._shown(change) if self.counted else change
            if len(shown) >= MANY_SLOTS:
                ways.append((sum(map(abs, left.values())), after, change))
        enough = sum(map(abs, self.residual.values())) // 3
        for left_over, after, change in sorted(ways, key=lambda way: way[:2])[:MOST_RESETS]:
            if left_over <= enough or not self.counted:
                self._take("machine-reset", None, None, change, [after])

    def _refills(self, box: int) -> list[Candidate]:
        """Return the ways in which a box was filled as at the start, mostly after it was empty."""
        course = self.course
        slots = course.beads.slots_of(box)
        moments = [-1, *course.at[box], len(course.rows)]
        taken = []
        for start, end in pairwise(moments):
            change = self._refilled_then(box, start)
            empty = not any(course.before[start + 1][slot] > 0 for slot in slots)
            if change and (empty or sum(map(abs, change.values())) > 1):
                share = (1.0 if empty else NOT_EMPTY) / len(self.letters)
                taken.append(
                    self._take("box-refilled", slots[0], None, change, range(start, end), share)
                )
        return list(dict.fromkeys(taken))

    def _spilled(self) -> None:
        """Take the moments at which several boxes were filled as at the start, if that explains
        all that differs.
        """
        course = self.course
        differing = sorted({course.box_of[slot] for slot in self.residual})
        moments = range(-1, len(course.rows))[-MOST_RESETS_TRIED:]
        for after in moments if 1 < len(differing) <= MAX_BOXES_SPILLED else ():
            change: dict[int, int] = {}
            for box in differing:
                change |= self._refilled_then(box, after)
            if self._shown(change) == self.residual:
                choices = comb(self._changed_boxes(after), len(differing))
                self._take("boxes-refilled", None, None, change, [after], 1 / choices)

    def _changed_boxes(self, after: int) -> int:
        """Return how many boxes hold other beads after a game than at the start."""
        course = self.course
        beads = zip(course.start, course.before[after + 1], strict=True)
        return len({course.box_of[slot] for slot, (first, now) in enumerate(beads) if first != now})

    def _refilled_then(self, box: int, after: int) -> dict[int, int]:
        """Return the beads that come into a box if it is filled as at the start after a game."""
        slots = self.course.beads.slots_of(box)
        state = self.course.before[after + 1]
        full = {slot: self.course.start[slot] for slot in slots}
        return slot_differences(full, {slot: max(0, state[slot]) for slot in slots})

    def other_class(self, rest: Mapping[int, int]) -> list[Candidate]:
        """Return the games of another class that explain all remaining differences, if there can
        be such games.
        """
        course = self.course
        boxes = {course.box_of[slot] for slot in rest}
        key = "other-class", None, None, tuple(sorted(rest.items())), None
        if len(rest) < MIN_SLOTS_OF_A_CLASS or len(boxes) < 2 or key in self.taken:
            return []
        if not all(self._can_be_learned(slot, amount > 0) for slot, amount in rest.items()):
            return []
        times = range(-1, len(course.rows))
        share = OF_ANOTHER_CLASS ** min(len(rest), MOST_SLOTS_OF_A_CLASS)
        return [self._take("other-class", None, None, rest, times, share)]

    def _can_be_learned(self, slot: int, more: bool) -> bool:
        """Return whether a game can add beads to a slot, or take some."""
        course = self.course
        stands = course.passages.before(course.kit.boxes[course.box_of[slot]])
        ends = course.passages.ends(course.passages.after(stands, course.bead_of[slot]))
        last = {outcome for outcome, _ in ends}
        for outcome in (1, 0, -1):
            if course.schedule.needs(outcome) == 1 and outcome not in last:
                continue
            change = course.taught((slot,), outcome, resigned=False).get(slot, 0)
            if change and (change > 0) is more:
                return True
        return False

    # Notes.

    def _notes(self, after: int) -> None:
        course, rows = self.course, self.course.rows
        row, reading = rows[after], course.readings[after]
        others = sorted(end for end in reading.ends if end[0] != row.result)
        ends = [
            (outcome, resigned)
            for outcome, resigned in others
            if not (resigned and (outcome, False) in others)
        ]
        for outcome, resigned in ends:
            instead = course.taught(
                reading.slots, outcome, resigned=resigned, state=course.before[after]
            )
            change = slot_differences(instead, course.deltas[after])
            really = replace(row, result=outcome, resigned=None)
            self._take("wrong-result", None, None, change, [after], 1 / len(ends), row=really)
        if after and rows[after - 1].picks == row.picks and row.picks:
            same = rows[after - 1].result == row.result
            for time in (after,) if same else (after - 1, after):
                change = {slot: -amount for slot, amount in course.deltas[time].items()}
                share = (SAME_ROWS if same else 1.0) / (1 if len(row.picks) > 1 else 3)
                self._take("game-twice", None, None, change, [time], share)

    def orders(self, after: int) -> Iterator[Candidate]:
        """Yield the exchanges in order of a game and the one before or after it."""
        for time in (after - 1, after):
            if 0 <= time < len(self.course.rows) - 1:
                yield Candidate("wrong-order", None, None, (), [time], self.kinds["wrong-order"])

    def wrong_beads_in(self, slots: Iterable[int]) -> list[Candidate]:
        """Return the beads that may be noted wrongly if the true one is in some slots that were not
        searched yet.

        Or if the noted one is in one of them, and the true one in an uncounted slot of its box.
        """
        course = self.course
        boxes = course.kit.boxes
        new = [slot for slot in slots if slot not in self._looked_at][
            : max(0, _MOST_SLOTS - len(self._looked_at))
        ]
        self._looked_at.update(new)
        taken = []
        for after, reading in enumerate(course.readings if new else ()):
            slots = reading.slots
            for place, noted in enumerate(slots if len(slots) == len(reading.row.picks) else ()):
                box = boxes[course.box_of[noted]]
                here = [
                    slot
                    for slot in course.beads.slots_of(course.box_of[noted])
                    if slot not in self.counted
                ]
                for slot in dict.fromkeys([*new, *(here if noted in new else ())]):
                    other = boxes[course.box_of[slot]]
                    if slot != noted and (
                        other is box or other.turn == box.turn or other.later or box.later
                    ):
                        taken.append(
                            self._instead(after, place, slot, 0.6 if other is box else 0.4)
                        )
        return list(dict.fromkeys(candidate for candidate in taken if candidate is not None))

    def wrong_beads_of(self, after: int) -> list[Candidate]:
        """Return all ways in which one bead of a game may be noted wrongly."""
        course, reading = self.course, self.course.readings[after]
        taken = []
        for place, (pick, stands) in enumerate(
            zip(reading.row.picks, reading.stands, strict=False)
        ):
            for name in course.passages.next_boxes(stands):
                slots, share = (
                    course.beads.slots_of(course.kit.indices[name]),
                    0.6 if name == pick.box else 0.4,
                )
                taken += [self._instead(after, place, slot, share) for slot in slots]
        return [candidate for candidate in taken if candidate is not None]

    def _instead(self, after: int, place: int, slot: int, share: float) -> Candidate | None:
        course, slots = self.course, self.course.readings[after].slots
        row, pick = course.rows[after], course.picks[slot]
        if row.picks[place] == pick or row.last_only:
            return None
        really = replace(row, picks=(*row.picks[:place], pick, *row.picks[place + 1 :]))
        reading = course.beads.read(really)
        ends = row.ways(reading.ends)
        if not ends:
            return None
        instead = course.taught(
            reading.slots, row.result, resigned=ends == {True}, state=course.before[after]
        )
        change = slot_differences(instead, course.deltas[after])
        noted = slots[place] if len(slots) == len(row.picks) else None
        key = "wrong-bead", noted, slot, tuple(sorted(change.items())), None
        if key in self.taken and after in self.taken[key].times:
            return self.taken[key]
        ways = len(row.picks) * (len(course.beads.slots_of(course.box_of[slot])) + 2)
        candidate = self._take("wrong-bead", noted, slot, change, [after], share / ways, row=really)
        candidate.times.sort()
        return candidate

    def moved_otherwise(self, after: int) -> list[Candidate]:
        """Return the other moves of a box that may have been made in a game, in place of that of
        the drawn bead.
        """
        course, reading = self.course, self.course.readings[after]
        row = course.rows[after]
        taken = []
        for place, noted in enumerate(
            reading.slots if len(reading.slots) == len(row.picks) else ()
        ):
            box = course.box_of[noted]
            for slot in course.beads.slots_of(box):
                made = None if slot == noted else self._possible(after, {place: slot})
                if made is not None:
                    share = 1 / len(row.picks) / len(self.letters[box])
                    taken.append(
                        self._take("moved-otherwise", noted, slot, {}, [after], share, row=made)
                    )
        return taken

    def two_wrong_beads_of(self, after: int) -> list[Candidate]:
        """Return the ways in which two beads of a game may be noted wrongly that explain most of
        what differs.
        """
        course, reading = self.course, self.course.readings[after]
        row = course.rows[after]
        ways: list[tuple[int, bool, int, dict[int, int], dict[int, int], GameRow]] = []
        if len(reading.slots) != len(row.picks) or len(row.picks) < 2 or row.last_only:
            return []
        changes = (
            change
            for place, later in combinations(range(len(row.picks)), 2)
            for change in self._rewritten(reading.slots, place, later)
        )
        for change in islice(changes, MOST_REWRITTEN):
            really = self._possible(after, change)
            if really is None:
                continue
            effect = self._effect_of_playing(really, after)
            left = slot_differences(self.residual, self._shown(effect))
            later, second = list(change.items())[1]
            far = second not in self._taken_for(reading.slots[later])
            ways.append((sum(map(abs, left.values())), far, len(ways), change, effect, really))
        share = 1 / len(row.picks) ** 2 / MOST_WAYS_OF_TWO
        taken = []
        for _, far, _, change, effect, really in sorted(ways, key=lambda way: way[:3])[
            :MOST_WAYS_OF_TWO
        ]:
            first, second = change.values()
            noted = reading.slots[next(iter(change))]
            if course.box_of[first] != course.box_of[noted] and self._one_is_enough(
                after, change, effect
            ):
                continue  # a wrong box shows by itself that the game is impossible
            likely = share * (UNLIKELIER if far else 1.0)
            taken.append(
                self._take("wrong-beads", second, first, effect, [after], likely, row=really)
            )
        return list(dict.fromkeys(taken))

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

    def _one_is_enough(
        self, after: int, change: Mapping[int, int], effect: Mapping[int, int]
    ) -> bool:
        """Return whether one of two other beads alone makes the game possible, with the same
        effect.
        """
        for place, slot in change.items():
            really = self._possible(after, {place: slot})
            if really is not None and self._effect_of_playing(really, after) == effect:
                return True
        return False

    def _rewritten(self, slots: Sequence[int], place: int, later: int) -> Iterator[dict[int, int]]:
        """Yield other beads in two places of a game.

        The first is another bead of the same box, or one of its colour in a box beside it; the
        second is any that can follow.
        """
        course, passages = self.course, self.course.passages
        for slot in self._taken_for(slots[place]):
            before = [*slots[:place], slot, *slots[place + 1 : later]]
            stands = passages.follow([course.bead_of[each] for each in before])
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
        letter = course.names[noted][1]
        for slot in course.beads.slots_of(box):
            if slot != noted:
                yield slot
        for near, _ in self._near[box]:
            if letter in self.letters[near]:
                yield self.letters[near][letter]

    def _possible(self, after: int, change: Mapping[int, int]) -> GameRow | None:
        """Return a game with other beads in some places if it is possible, otherwise None."""
        course = self.course
        row = course.rows[after]
        if row.last_only:
            return None
        picks = list(row.picks)
        for place, slot in change.items():
            picks[place] = course.picks[slot]
        other = replace(row, picks=tuple(picks))
        return other if row.ways(course.beads.read(other).ends) else None

    # Games that were played but not noted.

    def completing(self, rest: Mapping[int, int]) -> list[Candidate]:
        """Return the games not noted that explain all remaining differences."""
        exact = self._shown(rest)
        if len({n > 0 for n in exact.values()}) > 1:
            return []
        lessons = [
            lesson
            for lesson in self._lessons(rest, exactly=True)
            if self._shown(lesson[2]) == exact
        ]
        return self._missing(lessons, there=False)

    def _shown(self, change: Mapping[int, int]) -> dict[int, int]:
        """Return the part of a change that is in counted slots."""
        return {slot: n for slot, n in change.items() if n and slot in self.counted}

    def _missing(self, lessons: Iterable[_Lesson], *, there: bool = True) -> list[Candidate]:
        course = self.course
        places, share = self._places()
        taken = []
        for slots, outcome, change in islice(lessons, _MOST_LESSONS):
            seen = [slot for slot in slots if slot in self.counted and slot in change]
            slot = seen[-1] if seen else slots[-1]
            if ("game-missing", slot, None, tuple(sorted(change.items())), None) in self.taken:
                continue
            reach = course.schedule.needs(outcome)
            known: list[_Slots] = []
            for time, number in places:
                path = self._whole(
                    slots, outcome, time, known, free=len(slots) == reach, there=there
                )
                if path is not None:
                    row = GameRow(number, tuple(course.picks[slot] for slot in path), outcome)
                    taken.append(
                        self._take("game-missing", slot, None, change, [time], share, row=row)
                    )
        return list(dict.fromkeys(taken))

    def _places(self) -> tuple[list[tuple[int, int]], float]:
        numbers = [row.game for row in self.course.rows]
        pairs = enumerate(pairwise([0, *numbers]), -1)
        gaps = [
            (time, missing)
            for time, (before, number) in pairs
            for missing in range(before + 1, number)
        ]
        if gaps:
            return gaps[:10], NUMBER_FREE / _ALIKE
        return [(time, number + 1) for time, number in enumerate([0, *numbers], -1)], 1 / len(
            self.course.start
        )

    def _whole(
        self, tail: _Slots, outcome: int, time: int, known: list[_Slots], *, free: bool, there: bool
    ) -> _Slots | None:
        """Return the slots of a game that ends with some slots, all with beads at that time; None
        if there is none.

        ``known`` are games found at other times; with ``free``, other slots may come first; without
        ``there``, the last slots need no beads.
        """
        course = self.course
        beads = course.beads
        beads.restore(course.states[time + 1])
        if there and not all(beads.there(slot) for slot in tail):
            return None

        def ended(moment: Moment) -> bool:
            if (outcome, False) in moment.ends:
                return True
            return (outcome, True) in moment.ends and any(map(beads.empty, moment.boxes))

        for path in known:
            needed = path if there else path[: -len(tail)]
            if all(map(beads.there, needed)) and ended(self._moments.start.follow(path)):
                return path
        seen: set[Moment] = set()

        def onwards(moment: Moment, path: _Slots) -> _Slots | None:
            if ended(moment.follow(tail)):
                return path
            if not free:
                return None
            for box in moment.boxes:
                for slot in filter(beads.there, beads.slots_of(course.kit.indices[box])):
                    beyond = moment.after(slot)
                    if not beyond.possible or beyond in seen:
                        continue
                    seen.add(beyond)
                    whole = onwards(beyond, (*path, slot))
                    if whole is not None:
                        return whole
            return None

        beginning = onwards(self._moments.start, ())
        if beginning is None:
            return None
        known.append((*beginning, *tail))
        return known[-1]

    def _lessons(self, wanted: Mapping[int, int], *, exactly: bool = False) -> Iterator[_Lesson]:
        course = self.course
        seen: set[Adds] = set()
        alike: Counter[Adds] = Counter()
        for outcome in (1, 0, -1):
            reach = course.schedule.needs(outcome)
            last = ((slot, n) for slot in wanted for n in self._taught((slot,), outcome).values())
            if exactly and all(wanted[slot] * n < 0 for slot, n in last):
                continue
            spared = 0 if exactly else 1 if reach == ALL else reach // 3
            for slots in self._tails(wanted, spared, reach, outcome) if reach else ():
                change = self._taught(slots, outcome)
                adds = tuple(sorted(change.items()))
                against = sum(
                    slot in self.counted and wanted.get(slot, 0) * n <= 0 for slot, n in adds
                )
                if (
                    not adds
                    or against == len(adds)
                    or against > max(1, len(slots) // 3)
                    or adds in seen
                ):
                    continue
                seen.add(adds)
                there = tuple((slot, n) for slot, n in adds if slot in self.counted)
                alike[there] += 1
                if alike[there] <= _ALIKE:
                    yield slots, outcome, change

    def _taught(self, slots: _Slots, outcome: int) -> Mapping[int, int]:
        """Return the beads that the rule adds to each slot after a game that was not noted."""
        key = (slots, outcome)
        if key not in self._changes:
            self._changes[key] = self.course.taught(slots, outcome, resigned=False)
        return self._changes[key]

    def _tails(
        self, wanted: Collection[int], spared: int, reach: int, outcome: int
    ) -> Iterator[_Slots]:
        """Yield the last slots of games with an outcome, as many as matter to the rule.

        First come games in which at most ``spared`` slots agree or were not counted, then games in
        which each slot differs or was not counted; after two uncounted ones, one continuation
        stands for all.
        """
        yield from self._unnoted(wanted, spared, reach, outcome)
        unknown = dict.fromkeys(
            slot for slot in range(len(self.course.start)) if slot not in self.counted
        )
        if unknown and reach == ALL:
            yield from self._unnoted({*wanted, *unknown}, 0, reach, outcome, unknown)

    def _unnoted(
        self,
        wanted: Container[int],
        spared: int,
        reach: int,
        outcome: int,
        unknown: Container[int] = (),
    ) -> Iterator[_Slots]:
        """Yield games through the wanted slots, and at most ``spared`` others."""
        course = self.course
        remaining = _MOST_LESSONS
        beads = course.states[-1][0]
        filled = {
            course.box_of[slot]
            for slot, n in enumerate(beads)
            if n + self.residual.get(slot, 0) > 0
        }
        emptied = {box.id for number, box in enumerate(course.kit.boxes) if number not in filled}

        def onwards(moment: Moment, path: _Slots) -> Iterator[_Slots]:
            nonlocal remaining
            remaining -= 1
            if remaining < 0:
                return
            gives_up = (outcome, True) in moment.ends and not emptied.isdisjoint(moment.boxes)
            if path and ((outcome, False) in moment.ends or gives_up):
                yield path
            if len(path) < reach:
                ways = further(moment, path)
                yield from islice(ways, 1) if sum(slot in unknown for slot in path) > 1 else ways

        def further(moment: Moment, path: _Slots) -> Iterator[_Slots]:
            nonlocal remaining
            others = sum(slot not in wanted for slot in path)
            for box in moment.boxes:
                for slot in course.beads.slots_of(course.kit.indices[box]):
                    if path.count(slot) >= 2:
                        continue
                    if others + (slot not in wanted) > spared:
                        remaining -= 1  # it counts as tried, without following its moves
                        continue
                    yield from onwards(moment.after(slot), (*path, slot))

        if reach == ALL:
            yield from onwards(self._moments.start, ())
            return
        for number, box in enumerate(course.kit.boxes):
            if any(slot in wanted for slot in course.beads.slots_of(number)) or spared:
                yield from (
                    path
                    for path in onwards(self._moments.of(course.passages.before(box)), ())
                    if course.box_of[path[0]] == number
                )

    def _exchanges(self) -> None:
        course = self.course
        bad = {course.box_of[slot] for slot in self.wanted}
        if len(bad) > _MOST_BAD:
            return
        boxes = range(len(self.letters))
        pairs = {(min(pair), max(pair)) for pair in product(bad, boxes) if pair[0] != pair[1]}
        known = [any(slot in self.counted for slot in course.beads.slots_of(box)) for box in boxes]
        for box, other in sorted(pairs):
            if not known[box] and not known[other] and self.counted:
                continue
            share = 1 / len(boxes)
            for times, change in self._exchanged_at(box, other):
                shown = self._shown(change)
                differing = [(self.residual.get(slot, 0), n) for slot, n in shown.items()]
                helps = sum(abs(beads - n) - abs(beads) for beads, n in differing)
                if (
                    self.counted
                    and helps > 0
                    and not (box in bad and other in bad and len(bad) <= _FEW_BAD)
                ):
                    continue
                if (
                    self.counted and known[box] != known[other]
                ):  # which of the boxes that were not counted is open
                    # in a box of which only some colours were counted, perhaps none of them changes
                    if shown:
                        self._take(
                            "boxes-exchanged",
                            next(iter(shown)),
                            None,
                            shown,
                            times,
                            share * (1 - NEAR),
                        )
                else:
                    self._take(
                        "boxes-exchanged", None, None, change, times, share, exchanged=(box, other)
                    )

    def exchanged_so(self, rest: Mapping[int, int]) -> list[Candidate]:
        """Return the exchange of two boxes that explains all remaining differences, if there is
        one.
        """
        boxes = sorted({self.course.box_of[slot] for slot in rest})
        if len(boxes) != 2:
            return []
        pair = boxes[0], boxes[1]
        key = "boxes-exchanged", None, None, tuple(sorted(rest.items())), pair
        times = [
            time for times, change in self._exchanged_at(*pair) if change == rest for time in times
        ]
        if not times or key in self.taken:
            return []
        return [
            self._take(
                "boxes-exchanged", None, None, rest, times, 1 / len(self.letters), exchanged=pair
            )
        ]

    def _exchanged_at(self, box: int, other: int) -> Iterator[tuple[range, dict[int, int]]]:
        """Yield the changes of an exchange of two boxes, with the games after which it has them.

        At most one colour may end up in a box without a move for it.
        """
        course, twins = self.course, self.course.beads.twins(box, other)
        starts = sorted({-1, *course.at[box], *course.at[other]})
        for start, end in pairwise([*starts, len(course.rows)]):
            state = course.before[start + 1]
            change = {
                slot: state[twin] - state[slot] for slot, twin in twins.items() if twin is not None
            }
            change = {slot: n for slot, n in change.items() if n}
            if change and sum(state[slot] > 0 for slot, twin in twins.items() if twin is None) <= 1:
                yield range(start, end), change


def slot_differences(beads: Mapping[int, int], others: Mapping[int, int]) -> dict[int, int]:
    """Return how many more beads than others each slot has, by slot, without zeros."""
    slots = sorted({*beads, *others})
    return {slot: n for slot in slots if (n := beads.get(slot, 0) - others.get(slot, 0))}


def _neighbours(boxes: tuple[Box, ...], box: int) -> Iterator[tuple[int, float]]:
    """Yield the boxes beside a box, and how likely each is used by mistake: less likely if it is
    in another row.
    """
    for near in (box - 1, box + 1):
        if 0 <= near < len(boxes):
            yield near, 1.0 if boxes[near].row == boxes[box].row else 0.3


def _twins(course: JournalCourse) -> dict[int, int]:
    """Return the slot of the same move in the mirror image of a box, for each slot of such
    boxes.
    """
    kit = course.kit
    twins: dict[int, int] = {}
    for number, box in enumerate(kit.boxes):
        if box.mirror_of is None:
            continue
        other = kit.indices[box.mirror_of]
        symmetry = next(
            some
            for some in kit.symmetries.all
            if some.position(box.position) == kit.boxes[other].position
        )
        for slot, here in zip(course.beads.slots_of(number), box.slots, strict=True):
            moves = {symmetry.move(move) for move in here.moves}
            for twin, there in zip(
                course.beads.slots_of(other), kit.boxes[other].slots, strict=True
            ):
                if moves & set(there.moves):
                    twins[slot], twins[twin] = twin, slot
    return twins
