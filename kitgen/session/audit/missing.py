"""Games that were played and not noted: those that would leave just the beads that were found."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from itertools import islice

from kitgen.machine.schedule import ALL
from kitgen.record.passages import Bead, Stand
from kitgen.session.audit.course import RealCourse
from kitgen.session.audit.slips import Lesson, Slip, weight

#: So many games are tried at most, where much was not counted, and so many kept that do the same to what was counted.
_MANY, _ALIKE = 3000, 20


def missing_games(course: RealCourse, residual: Mapping[int, int], counted: Mapping[int, int]) -> Iterator[Slip]:
    """Yield games that may not be noted: each changes some of the counts towards what was found, and none away.

    Args:
        course: the games that are noted.
        residual: for each slot that does not agree how many beads more were found.
        counted: the beads of each slot that was counted.
    """
    if not residual:
        return
    lessons = list(islice(_lessons(course, residual, counted), _MANY))
    for after, number in _places(course):
        share = 5.0 if after < len(course.events) - 1 else 1.0
        for lesson, adds in lessons:
            box, bead = course.names[lesson.slots[-1]]
            yield Slip(
                number, "game-missing", box, bead, after, adds, lesson=lesson, weight=weight("game-missing", share)
            )


def _places(course: RealCourse) -> Iterator[tuple[int, int]]:
    """Yield where a game may be missing: where a number is; otherwise after all."""
    numbers = [event.number for event in course.events]
    gaps = [
        (after - 1, missing)
        for after, (before, number) in enumerate(zip([0, *numbers], numbers, strict=False))
        for missing in range(before + 1, number)
    ]
    yield from gaps[:10] or [(len(numbers) - 1, numbers[-1] + 1 if numbers else 1)]


def _lessons(
    course: RealCourse, residual: Mapping[int, int], counted: Mapping[int, int]
) -> Iterator[tuple[Lesson, tuple[tuple[int, int], ...]]]:
    """Yield lessons that fit, each with what it does."""
    seen: set[tuple[tuple[int, int], ...]] = set()
    alike: Counter[tuple[tuple[int, int], ...]] = Counter()
    for outcome in (1, 0, -1):
        reach = course.schedule.reach[2 if outcome < 0 else outcome]
        if not reach:
            continue
        for slots in _paths(course, residual, counted, reach, outcome):
            lesson = Lesson(slots, outcome, resigned=False)
            adds = tuple(sorted(course.taught(lesson, course.final).items()))
            against = sum(slot in counted and residual.get(slot, 0) * amount <= 0 for slot, amount in adds)
            if against == len(adds) or against > _spared(slots) or adds in seen:
                continue
            seen.add(adds)
            there = tuple((slot, amount) for slot, amount in adds if slot in counted)
            alike[there] += 1
            if alike[there] <= _ALIKE:
                yield lesson, adds


def _spared(slots: tuple[int, ...]) -> int:
    """Return how many counts of a game another slip may have brought back to what they were."""
    return len(slots) // 3


def _paths(
    course: RealCourse, residual: Mapping[int, int], counted: Mapping[int, int], reach: int, outcome: int
) -> Iterator[tuple[int, ...]]:
    """Yield the slots of the last beads of games that may end so, as many as the rule looks at.

    First those of which one slot alone agrees or was not counted. Then those of which none agrees, whatever was not
    counted: nobody knows of these boxes, so that from the second of them on one way to go on stands for all.
    """
    yield from _Unnoted(course, residual, 1 if reach == ALL else reach, reach, outcome).paths()
    unknown = dict.fromkeys(slot for slot in range(len(course.start)) if slot not in counted)
    if unknown and reach == ALL:
        yield from _Unnoted(course, {**residual, **unknown}, 0, reach, outcome, unknown).paths()


class _Unnoted:
    """The games that may end so.

    Args:
        course: the games that are noted.
        wanted: the slots that games may pass through.
        spared: how many others they may pass through.
        reach: how many beads the rule looks at.
        outcome: how they end.
        unknown: slots of which from the second on one way to go on stands for all.
    """

    def __init__(
        self, course: RealCourse, wanted: Container[int], spared: int, reach: int, outcome: int,
        unknown: Container[int] = (),
    ) -> None:  # fmt: skip
        self._course, self._passages = course, course.passages
        self._wanted, self._spared, self._reach, self._outcome = wanted, spared, reach, outcome
        self._unknown = unknown
        self._left = _MANY
        boxes = course.kit.boxes
        self._beads: list[list[Bead]] = [[(box, slot) for slot in box.slots] for box in boxes]
        self._index = {box.id: number for number, box in enumerate(boxes)}

    def paths(self) -> Iterator[tuple[int, ...]]:
        """Yield their slots."""
        if self._reach == ALL:
            yield from self._onwards(self._passages.start, ())
            return
        for box in self._course.kit.boxes:
            for path in self._onwards(self._passages.before(box), ()):
                if self._course.box_of[path[0]] == self._index[box.id]:
                    yield path

    def _onwards(self, stands: tuple[Stand, ...], path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the games that go on from somewhere."""
        self._left -= 1
        if self._left < 0 or sum(slot not in self._wanted for slot in path) > self._spared:
            return
        if path and any(end == self._outcome for end, _ in self._passages.ends(stands)):
            yield path
        if len(path) < self._reach:
            ways = self._further(stands, path)
            yield from islice(ways, 1) if sum(slot in self._unknown for slot in path) > 1 else ways

    def _further(self, stands: tuple[Stand, ...], path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the games that go on with one bead more."""
        for box, there in self._passages.next_boxes(stands).items():
            number = self._index[box]
            for slot, bead in zip(self._course.slots_of(number), self._beads[number], strict=True):
                if path.count(slot) < 2:
                    yield from self._onwards(self._passages.after(there, bead), (*path, slot))
