"""Games that may have been played and not noted."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from kitgen.journal.course import Adds, Candidate
from kitgen.journal.moments import Moment, Moments
from kitgen.journal.slips.candidate_pool import CandidatePool, each_once
from kitgen.machine.learning import ALL
from kitgen.record.rows import GameRow

#: How many times likelier a game is missing if its number is.
NUMBER_FREE = 100.0
#: The most free numbers that a game may have had.
MAX_FREE_NUMBERS = 10
#: The most games without a number that are tried, and the most with the same effect on the counted
#: beads.
MAX_LESSONS = 3000
MAX_LESSONS_ALIKE = 12

_Slots = tuple[int, ...]


class UnnotedLesson(NamedTuple):
    """What a game that nobody noted has taught.

    Attributes:
        slots: its last slots, as many as matter to the rule.
        outcome: its result for the machine.
        change: what it adds to each slot.
    """

    slots: _Slots
    outcome: int
    change: Mapping[int, int]


class Gap(NamedTuple):
    """A place where a game may be missing: the index of the game before it, and its number."""

    after: int
    number: int


class UnnotedGames:
    """Games not noted that may explain a journal, put into a pool."""

    def __init__(self, pool: CandidatePool) -> None:
        self.pool = pool
        self.course = pool.course
        self._moments = Moments(pool.course.passages, pool.course.bead_of)
        self._changes: dict[tuple[_Slots, int], Mapping[int, int]] = {}
        numbers = [0, *(row.game for row in self.course.rows)]
        self._gaps = list(islice(_missing_numbers(numbers), MAX_FREE_NUMBERS))
        #: How likely one game is missing in one of the gaps.
        self._share = NUMBER_FREE / MAX_LESSONS_ALIKE
        if not self._gaps:
            self._gaps = [Gap(after, number + 1) for after, number in enumerate(numbers, -1)]
            self._share = 1 / len(self.course.start)

    def take(self) -> None:
        """Take the games that explain some of what differs, or that empty the box at the first
        break.
        """
        wanted = dict(self.pool.residual)
        first = self.course.broken
        if first is not None and first.needs < 0:
            wanted = dict.fromkeys(first.slots, -1) | wanted
        if wanted:
            self._take_lessons(self._lessons(wanted))

    def completing(self, rest: Mapping[int, int]) -> list[Candidate]:
        """Return the games not noted that explain all remaining differences."""
        exact = self.pool.shown(rest)
        if len({amount > 0 for amount in exact.values()}) > 1:
            return []
        lessons = self._lessons(rest, exactly=True)
        fitting = [lesson for lesson in lessons if self.pool.shown(lesson.change) == exact]
        return self._take_lessons(fitting, with_beads=False)

    def _take_lessons(
        self, lessons: Iterable[UnnotedLesson], *, with_beads: bool = True
    ) -> list[Candidate]:
        """Take lessons in all gaps where there can have been such a game; ``with_beads``, its last
        beads must have been in the boxes.
        """
        course = self.course
        taken = []
        for lesson in islice(lessons, MAX_LESSONS):
            slot = self._named_slot(lesson)
            if self.pool.known("game-missing", lesson.change, slot=slot) is not None:
                continue
            may_begin_before = len(lesson.slots) == course.schedule.needs(lesson.outcome)
            known: list[_Slots] = []
            for gap in self._gaps:
                path = self._whole_game(
                    lesson, gap.after, known, free=may_begin_before, with_beads=with_beads
                )
                if path is None:
                    continue
                picks = tuple(course.picks[each] for each in path)
                candidate = self.pool.take(
                    "game-missing",
                    lesson.change,
                    [gap.after],
                    slot=slot,
                    share=self._share,
                    row=GameRow(gap.number, picks, lesson.outcome),
                )
                taken.append(candidate)
        return each_once(taken)

    def _named_slot(self, lesson: UnnotedLesson) -> int:
        """Return the last slot of a lesson that was counted and changes; otherwise its last."""
        for slot in reversed(lesson.slots):
            if slot in self.pool.counted and slot in lesson.change:
                return slot
        return lesson.slots[-1]

    def _whole_game(
        self,
        lesson: UnnotedLesson,
        after: int,
        known: list[_Slots],
        *,
        free: bool,
        with_beads: bool,
    ) -> _Slots | None:
        """Return the slots of a game that ends with those of a lesson, all with beads after a
        noted game; None if there is none.

        ``known`` are games found at other times, to which it is added; with ``free``, other slots
        may come first; not ``with_beads``, the last slots need no beads.
        """
        beads = self.course.beads
        beads.restore(self.course.states[after + 1])
        tail = lesson.slots
        if with_beads and not all(map(beads.there, tail)):
            return None
        for path in known:
            needed = path if with_beads else path[: -len(tail)]
            if all(map(beads.there, needed)):
                end = self._moments.start.follow(path)
                if self._ends_so(end, lesson.outcome):
                    return path
        beginning = self._beginning(lesson, free=free)
        if beginning is None:
            return None
        known.append((*beginning, *tail))
        return known[-1]

    def _ends_so(self, moment: Moment, outcome: int) -> bool:
        """Return whether a game may end with an outcome at a moment, with the beads as they are."""
        if (outcome, False) in moment.ends:
            return True
        gives_up = (outcome, True) in moment.ends
        return gives_up and any(map(self.course.beads.empty, moment.boxes))

    def _beginning(self, lesson: UnnotedLesson, *, free: bool) -> _Slots | None:
        """Return slots with beads that a game may have before those of a lesson: none, or with
        ``free`` any number; None if there is no such game.
        """
        course = self.course
        beads = course.beads
        seen: set[Moment] = set()

        def search(moment: Moment, path: _Slots) -> _Slots | None:
            if self._ends_so(moment.follow(lesson.slots), lesson.outcome):
                return path
            if not free:
                return None
            for box in moment.boxes:
                for slot in filter(beads.there, beads.slots_of(course.kit.indices[box])):
                    beyond = moment.after(slot)
                    if not beyond.possible or beyond in seen:
                        continue
                    seen.add(beyond)
                    beginning = search(beyond, (*path, slot))
                    if beginning is not None:
                        return beginning
            return None

        return search(self._moments.start, ())

    def _lessons(
        self, wanted: Mapping[int, int], *, exactly: bool = False
    ) -> Iterator[UnnotedLesson]:
        """Yield lessons that change wanted slots, few of each effect on the counted beads;
        ``exactly``, without any slot that is not wanted.
        """
        seen: set[Adds] = set()
        alike: Counter[Adds] = Counter()
        for outcome in (1, 0, -1):
            reach = self.course.schedule.needs(outcome)
            if exactly and self._works_against(wanted, outcome):
                continue
            for slots in self._tails(wanted, _spared(reach, exactly=exactly), reach, outcome):
                change = self._taught(slots, outcome)
                adds = tuple(sorted(change.items()))
                if not adds or adds in seen or self._mostly_against(adds, wanted, len(slots)):
                    continue
                seen.add(adds)
                visible = tuple((slot, n) for slot, n in adds if slot in self.pool.counted)
                alike[visible] += 1
                if alike[visible] <= MAX_LESSONS_ALIKE:
                    yield UnnotedLesson(slots, outcome, change)

    def _works_against(self, wanted: Mapping[int, int], outcome: int) -> bool:
        """Return whether every wanted slot is changed the other way by a game with an outcome."""
        for slot in wanted:
            for amount in self._taught((slot,), outcome).values():
                if wanted[slot] * amount >= 0:
                    return False
        return True

    def _mostly_against(self, adds: Adds, wanted: Mapping[int, int], length: int) -> bool:
        """Return whether too many slots of a lesson are changed otherwise than they differ."""
        against = 0
        for slot, amount in adds:
            if slot in self.pool.counted and wanted.get(slot, 0) * amount <= 0:
                against += 1
        return against == len(adds) or against > max(1, length // 3)

    def _taught(self, slots: _Slots, outcome: int) -> Mapping[int, int]:
        """Return the beads that the rule adds to each slot after a game that was not noted."""
        key = (slots, outcome)
        if key not in self._changes:
            self._changes[key] = self.course.taught(slots, outcome, resigned=False)
        return self._changes[key]

    def _tails(
        self, wanted: Mapping[int, int], spared: int, reach: int, outcome: int
    ) -> Iterator[_Slots]:
        """Yield the last slots of games with an outcome, as many as matter to the rule: ``reach``.

        First come games in which at most ``spared`` slots agree or were not counted, then games in
        which each slot differs or was not counted; after two uncounted ones, one continuation
        stands for all.
        """
        if not reach:
            return
        yield from self._paths(wanted, spared, reach, outcome)
        slots = range(len(self.course.start))
        uncounted = [slot for slot in slots if slot not in self.pool.counted]
        if uncounted and reach == ALL:
            yield from self._paths({*wanted, *uncounted}, 0, reach, outcome, set(uncounted))

    def _paths(
        self,
        wanted: Container[int],
        spared: int,
        reach: int,
        outcome: int,
        uncounted: Container[int] = (),
    ) -> Iterator[_Slots]:
        """Yield games through the wanted slots, and at most ``spared`` others."""
        course = self.course
        search = _PathSearch(self.pool, wanted, spared, reach, outcome, uncounted)
        if reach == ALL:
            yield from search.onwards(self._moments.start, ())
            return
        for number, box in enumerate(course.kit.boxes):
            if not spared and not any(slot in wanted for slot in course.beads.slots_of(number)):
                continue
            moment = self._moments.of(course.passages.before(box))
            for path in search.onwards(moment, ()):
                if course.box_of[path[0]] == number:
                    yield path


class _PathSearch:
    """A search for games that run through wanted slots; it ends after so many steps.

    Attributes:
        spared: the most other slots on a path.
        reach: the most slots on a path.
        outcome: how the games end.
        uncounted: after two of these slots, a path is continued in one way only.
    """

    def __init__(
        self,
        pool: CandidatePool,
        wanted: Container[int],
        spared: int,
        reach: int,
        outcome: int,
        uncounted: Container[int],
    ) -> None:
        self.course = pool.course
        self.wanted = wanted
        self.spared = spared
        self.reach = reach
        self.outcome = outcome
        self.uncounted = uncounted
        self._steps_left = MAX_LESSONS
        self._emptied = _boxes_without_beads(pool)

    def onwards(self, moment: Moment, path: _Slots) -> Iterator[_Slots]:
        """Yield a path if the game may end there, and all that go on from it."""
        self._steps_left -= 1
        if self._steps_left < 0:
            return
        if path and self._may_end(moment):
            yield path
        if len(path) >= self.reach:
            return
        longer = self._longer(moment, path)
        if sum(slot in self.uncounted for slot in path) > 1:
            longer = islice(longer, 1)
        yield from longer

    def _may_end(self, moment: Moment) -> bool:
        if (self.outcome, False) in moment.ends:
            return True
        gives_up = (self.outcome, True) in moment.ends
        return gives_up and not self._emptied.isdisjoint(moment.boxes)

    def _longer(self, moment: Moment, path: _Slots) -> Iterator[_Slots]:
        course = self.course
        others = sum(slot not in self.wanted for slot in path)
        for box in moment.boxes:
            for slot in course.beads.slots_of(course.kit.indices[box]):
                if path.count(slot) >= 2:
                    continue
                if others + (slot not in self.wanted) > self.spared:
                    self._steps_left -= 1  # it counts as tried, without following its moves
                    continue
                yield from self.onwards(moment.after(slot), (*path, slot))


def _spared(reach: int, *, exactly: bool) -> int:
    """Return how many slots of a game may be others than those that are wanted."""
    if exactly:
        return 0
    return 1 if reach == ALL else reach // 3


def _missing_numbers(numbers: Sequence[int]) -> Iterator[Gap]:
    """Yield the numbers between those of noted games, of which the first is 0."""
    for after, (before, number) in enumerate(pairwise(numbers), -1):
        for missing in range(before + 1, number):
            yield Gap(after, missing)


def _boxes_without_beads(pool: CandidatePool) -> set[str]:
    """Return the boxes that are empty in the end, as far as they were counted."""
    course = pool.course
    final_beads, _ = course.states[-1]
    filled = set()
    for slot, beads in enumerate(final_beads):
        if beads + pool.residual.get(slot, 0) > 0:
            filled.add(course.box_of[slot])
    return {box.id for number, box in enumerate(course.kit.boxes) if number not in filled}
