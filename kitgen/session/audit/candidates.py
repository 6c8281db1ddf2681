"""What could have gone wrong after each game: every slip of one hand, with what it does to the beads.

Two slips after one game that do the same to the beads are one: what they are called is the likeliest of both. A result
that was noted wrongly stays apart, for then the beads are right.
"""

from collections.abc import Iterator, Mapping

from kitgen.kit.kit import Box
from kitgen.session.audit.course import Event, RealCourse
from kitgen.session.audit.slips import Lesson, Slip, weight

#: What a game teaches that was not played.
_NOTHING = Lesson((), 0, resigned=False)
#: A slip as it is found: its kind, the slot that it is about, the slot where it should have been, what it adds, and
#: how much less likely it is than others of its kind.
_Found = tuple[str, int | None, int | None, Mapping[int, int], float]


class Hands:
    """What hands can do wrong at a machine.

    Attributes:
        course: the games.
    """

    def __init__(self, course: RealCourse) -> None:
        self.course = course
        kit = course.kit
        self._letters = [course.letters(box) for box in range(len(kit.boxes))]
        self._twin = _twins(course)
        self._neighbours = [list(_neighbours(kit.boxes, box)) for box in range(len(kit.boxes))]

    def slips(self) -> Iterator[Slip]:
        """Yield all slips, game by game."""
        rows = self.course.rows
        for after, event in enumerate(self.course.events):
            before = rows[after - 1] if after else None
            row = rows[after]
            twice = before is not None and (before.picks, before.result) == (row.picks, row.result)
            yield from self._after(event, after, twice=twice and bool(row.picks))

    def _after(self, event: Event, after: int, *, twice: bool) -> Iterator[Slip]:
        """Yield the slips after one game."""
        seen: set[tuple[tuple[int, int], ...]] = set()
        for kind, slot, other, change, share in self._found(event):
            adds = tuple(sorted((one, amount) for one, amount in change.items() if amount))
            if adds and adds not in seen:
                seen.add(adds)
                box, bead = ("", "") if slot is None else self.course.names[slot]
                other_box, other_bead = ("", "") if other is None else self.course.names[other]
                yield Slip(
                    event.number, kind, box, bead, after, adds, other_box, other_bead, weight=weight(kind, share)
                )
        undone = tuple(sorted((slot, -amount) for slot, amount in event.deltas.items()))
        for outcome, resigned in event.others:
            lesson = Lesson(event.lesson.slots, outcome, resigned)
            adds = self._instead(event, lesson)
            if (adds or event.impossible) and not (resigned and (outcome, False) in event.others):
                likely = weight("wrong-result", 5.0 if event.impossible else 1.0)
                yield Slip(event.number, "wrong-result", "", "", after, adds, lesson=lesson, weight=likely)
        if twice and undone:
            likely = weight("game-twice", 3.0 if len(event.lesson.slots) > 1 else 1.0)  # seldom alike by chance
            yield Slip(event.number, "game-twice", "", "", after, undone, lesson=_NOTHING, weight=likely)

    def _instead(self, event: Event, lesson: Lesson) -> tuple[tuple[int, int], ...]:
        """Return what another lesson does more than the noted one."""
        other = self.course.taught(lesson, event.before)
        slots = sorted(other.keys() | event.deltas.keys())
        adds = ((slot, other.get(slot, 0) - event.deltas.get(slot, 0)) for slot in slots)
        return tuple((slot, amount) for slot, amount in adds if amount)

    def _found(self, event: Event) -> Iterator[_Found]:
        """Yield what can go wrong with the beads after a game, the likeliest of the same first."""
        deltas = {slot: amount for slot, amount in event.deltas.items() if slot in event.lesson.slots}
        for slot, amount in deltas.items():
            yield "not-removed" if amount < 0 else "reward-forgotten", slot, None, {slot: -amount}, 0.8
        if len(event.deltas) > 1:
            total = sum(event.deltas.values())
            undone = {slot: -amount for slot, amount in event.deltas.items()}
            yield "not-removed" if total < 0 else "reward-forgotten", None, None, undone, 1.0
        for slot, amount in deltas.items():
            yield from self._elsewhere(event, slot, amount)
        if event.lesson.outcome:
            adds = self._instead(event, Lesson(event.lesson.slots, -event.lesson.outcome, resigned=False))
            yield "wrong-sign", adds[0][0] if len(adds) == 1 else None, None, dict(adds), 1.0
        for slot, amount in deltas.items():
            yield "removed-twice" if amount < 0 else "reward-twice", slot, None, {slot: amount}, 0.8
        if len(event.deltas) > 1:
            yield "removed-twice" if total < 0 else "reward-twice", None, None, event.deltas, 0.5

    def _elsewhere(self, event: Event, slot: int, amount: int) -> Iterator[_Found]:
        """Yield the ways in which what should happen in one slot happens in another."""
        course = self.course
        box = course.box_of[slot]
        letter = course.names[slot][1]

        def moved(kind: str, other: int, share: float = 1.0) -> _Found:
            return kind, other, slot, {slot: -amount, other: amount}, share

        if slot in self._twin:
            yield moved("mirror-box", self._twin[slot])
        for other in course.slots_of(box):
            if other != slot:
                yield moved("wrong-colour", other)
        for other in dict.fromkeys(event.lesson.slots):
            if course.box_of[other] != box:
                yield moved("wrong-box", other)
        for other in dict.fromkeys(event.lesson.slots):
            same = self._letters[course.box_of[other]].get(letter)
            if course.box_of[other] != box and same is not None:
                yield moved("wrong-box", same, 0.6)
        for near, share in self._neighbours[box]:
            same = self._letters[near].get(letter)
            if same is not None:
                yield moved("neighbour-box", same, share)


def _neighbours(boxes: tuple[Box, ...], box: int) -> Iterator[tuple[int, float]]:
    """Yield the boxes beside one, and how likely a hand goes wrong there: in the next row less than in the same."""
    for near in (box - 1, box + 1):
        if 0 <= near < len(boxes):
            yield near, 1.0 if boxes[near].row == boxes[box].row else 0.3


def _twins(course: RealCourse) -> dict[int, int]:
    """Return for each slot of a box that has a mirror image of its own the slot of the same move there."""
    kit = course.kit
    index = {box.id: number for number, box in enumerate(kit.boxes)}
    found: dict[int, int] = {}
    for number, box in enumerate(kit.boxes):
        if box.mirror_of is None:
            continue
        other = index[box.mirror_of]
        symmetry = next(one for one in kit.symmetries.all if one.position(box.position) == kit.boxes[other].position)
        for slot, here in zip(course.slots_of(number), box.slots, strict=True):
            moves = {symmetry.move(move) for move in here.moves}
            for twin, there in zip(course.slots_of(other), kit.boxes[other].slots, strict=True):
                if moves & set(there.moves):
                    found[slot], found[twin] = twin, slot
    return found
