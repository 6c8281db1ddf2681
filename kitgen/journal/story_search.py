"""The search for the likeliest stories of slips that explain a journal and its counted beads.

It continues the likeliest story so far by every slip that explains some of the remaining
differences. Slips with the same effect on the counted beads are one step. When every difference is
explained, each slip is given a time, and the story is replayed like a journal; where it breaks,
slips are moved to other times, or a slip is added that mends the break.
"""

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, count, islice, product
from typing import NamedTuple

from kitgen.journal.course import EVENTS, Adds, Break, Candidate, JournalCourse, Placed
from kitgen.journal.slips.candidate_pool import CandidatePool, slot_differences
from kitgen.journal.slips.slip_candidates import Candidates

#: The least likelihood of an explanation compared with the likeliest one.
MIN_LIKELIHOOD = 1 / 3000
#: The most explanations, and alternatives of a slip in one.
MAX_EXPLANATIONS = 6
MAX_ALTERNATIVES = 6
#: The most slips in an explanation.
MAX_SLIPS = 40
#: The most steps of the search, and of a second, hasty one if it has found nothing.
MAX_STEPS = 3000
MAX_HASTY_STEPS = 1500
#: The most continuations of stories in the search, and in the hasty one.
MAX_CONTINUATIONS = 25_000
MAX_HASTY_CONTINUATIONS = 12_000
#: The most noted games replayed in either search.
MAX_GAMES_REPLAYED = 400_000
#: How many times more than likelihood the remaining differences weigh in the hasty search.
HASTE = 4.0
#: The cost of a difference that no known slip explains; that of a slip that happens once in 20,000
#: games.
UNKNOWN_COST = 10.0
#: The most combinations of slips tried for one explanation, lists of times tried for one
#: combination, and stories of one explanation.
MAX_COMBINATIONS = 40
MAX_TIMES_TRIED = 60
MAX_STORIES = 64
#: If more slots of a box differ, accidents of a whole box have to explain all of them.
MAX_SLOTS_IN_PARTS = 5

#: A slot that differs, with 1 for more beads and -1 for fewer.
Way = tuple[int, int]
#: A story whose slips have their times.
TimedStory = Sequence[Placed]


class SlipGroup:
    """Slips with the same effect on the counted beads: one step of the search.

    Attributes:
        slips: the candidates, the likeliest of each kind first.
        cost: minus the logarithm of how likely one of them is.
        turned: two boxes that are exchanged after all other slips of the story, which then moves
            what these did.
    """

    def __init__(
        self, effect: Adds, slips: Iterable[Candidate], turned: tuple[int, int] | None = None
    ) -> None:
        ordered = sorted(slips, key=lambda slip: -slip.likely)
        likeliest = {slip.kind: slip for slip in reversed(ordered)}
        ordered.sort(key=lambda slip: slip is not likeliest[slip.kind])
        self.effect = effect
        self.slips = tuple(ordered)
        self.turned = turned
        self.cost = -math.log(min(1.0, sum(slip.likely for slip in ordered)))


class Alternative(NamedTuple):
    """A slip of an explanation: a candidate, a time at which it is possible, and all such times."""

    candidate: Candidate
    time: int
    times: list[int]

    @property
    def is_of_machine(self) -> bool:
        """Whether something happened to several boxes at once, rather than to a bead or a box."""
        return self.candidate.kind in EVENTS and self.candidate.kind != "box-refilled"


#: For each thing that went wrong the slips of which one happened, the likeliest first.
Parts = list[list[Alternative]]


def stories_of(parts: Sequence[Sequence[Alternative]]) -> Iterator[list[Placed]]:
    """Yield all stories that an explanation stands for."""
    for alternatives in product(*parts):
        yield [(alternative.candidate, alternative.time) for alternative in alternatives]


class Effort(NamedTuple):
    """How long to search.

    Attributes:
        steps: the most beginnings of stories that are continued.
        continuations: the most continuations of all; the step begun is finished.
        haste: above 1, remaining differences weigh more than likelihood.
    """

    steps: int
    continuations: int
    haste: float


class StoryBeginning(NamedTuple):
    """The beginning of a story.

    Attributes:
        bound: what a whole story costs at least, or with haste, is guessed to cost.
        number: its number, so that of two with one bound the one found first comes first.
        cost: the cost of its steps.
        rest: the differences that are left to explain.
        story: its steps.
    """

    bound: float
    number: int
    cost: float
    rest: Adds
    story: tuple[SlipGroup, ...]


class _Frontier:
    """The beginnings that are not continued yet, the likeliest first."""

    def __init__(self, residual: Adds) -> None:
        self._numbers = count()
        self._heap: list[StoryBeginning] = []
        self._seen: set[tuple[frozenset[SlipGroup], Adds]] = set()
        self.add(0.0, 0.0, residual, ())

    def add(self, bound: float, cost: float, rest: Adds, story: tuple[SlipGroup, ...]) -> None:
        """Add a beginning."""
        beginning = StoryBeginning(bound, next(self._numbers), cost, rest, story)
        heapq.heappush(self._heap, beginning)

    def take(self) -> StoryBeginning:
        """Take out the likeliest beginning."""
        return heapq.heappop(self._heap)

    def has_any_within(self, bound: float) -> bool:
        """Return whether there is a beginning with at most this bound."""
        return bool(self._heap) and self._heap[0].bound <= bound

    def is_new(self, rest: Adds, story: tuple[SlipGroup, ...]) -> bool:
        """Return whether the same steps have not led here before in another order; that they
        have is remembered.

        A story with the same step twice is always new.
        """
        steps = frozenset(story)
        if len(steps) < len(story):
            return True
        if (steps, rest) in self._seen:
            return False
        self._seen.add((steps, rest))
        return True


class Search:
    """The search for the likeliest stories.

    Attributes:
        residual: for each slot that differs, how many more beads were counted than expected.
        explanations: the likeliest first.
        proven: whether no likelier one can have been missed.
    """

    def __init__(
        self, course: JournalCourse, counted: Mapping[int, int], sure: Collection[int] = ()
    ) -> None:
        self.course = course
        self.counted = counted
        self.residual: dict[int, int] = {}
        for slot, beads in sorted(counted.items()):
            if beads != course.final[slot]:
                self.residual[slot] = beads - course.final[slot]
        self.explanations: list[Parts] = []
        self.proven = False
        self._candidates = Candidates(CandidatePool(course, self.residual, counted, sure))
        self._touching: dict[Way, dict[Candidate, None]] = defaultdict(dict)
        # Of each way in which a slot can differ, in the order in which they were found: keys of a
        # dictionary, since there are thousands in a large machine, and some are replaced.
        self._steps: dict[Way, dict[SlipGroup, None]] = defaultdict(dict)
        self._known: dict[Adds, SlipGroup] = {}
        self._cheapest: dict[Way, float] = {}
        self._cheapest_of_all = math.inf
        self._completed: set[Adds] = set()
        self._mended: dict[Break, list[SlipGroup]] = {}
        self._turned: dict[SlipGroup, list[SlipGroup]] = {}
        self._exchanged_last = False
        self._games_replayed = 0

    def search(self) -> None:
        """Search for the likeliest stories; if none is found in time, for any."""
        self._candidates.take_likely()
        self._learn(self._candidates.pool.taken.values())
        finished = self._best_first(Effort(MAX_STEPS, MAX_CONTINUATIONS, haste=1.0))
        self.proven = finished and bool(self.explanations)
        if not self.explanations:
            self._games_replayed = 0
            self._best_first(Effort(MAX_HASTY_STEPS, MAX_HASTY_CONTINUATIONS, HASTE))
        self._leave_out_invented()

    # What the steps are.

    def _learn(self, candidates: Iterable[Candidate]) -> None:
        """Make steps of candidates, together with those that are known to have the same effect."""
        groups: dict[Adds, list[Candidate]] = defaultdict(list)
        for candidate in candidates:
            self._touch(candidate)
            first_time = candidate.times[0]
            last_time = candidate.times[-1]
            effects = {self._effect(candidate, time) for time in (first_time, last_time)}
            for effect in effects:
                if effect:
                    groups[effect].append(candidate)
        for effect, slips in groups.items():
            self._learn_step(effect, slips)

    def _learn_step(self, effect: Adds, slips: Iterable[Candidate]) -> None:
        """Make a step of slips with one effect, in place of that which was known."""
        known = self._known.get(effect)
        others = self._of_one_box(effect) if known is None else known.slips
        step = SlipGroup(effect, dict.fromkeys((*slips, *others)))
        self._known[effect] = step
        self._cheapest_of_all = min(step.cost, self._cheapest_of_all)
        for way in map(_way, effect):
            if known is not None:
                self._steps[way].pop(known, None)
            self._steps[way][step] = None
            self._cheapest[way] = min(step.cost, self._cheapest.get(way, math.inf))

    def _touch(self, candidate: Candidate) -> None:
        for way in map(_way, candidate.adds):
            self._touching[way][candidate] = None

    def _effect(self, candidate: Candidate, time: int) -> Adds:
        """Return the effect of a slip on the counted beads if it is the only one."""
        adds = candidate.adds
        if not self.course.even:
            self.course.run([(candidate, time)], on=True)
            adds = tuple(
                (slot, beads - self.course.final[slot])
                for slot, beads in enumerate(self.course.beads.counts)
            )
        return tuple((slot, n) for slot, n in adds if n and slot in self.counted)

    def _of_one_box(self, effect: Adds) -> list[Candidate]:
        """Return the accidents of a whole box with an effect, if it is in one box."""
        boxes = {self.course.box_of[slot] for slot, _ in effect}
        if len(boxes) != 1:
            return []
        return list(self._candidates.hands.of_whole_box(boxes.pop(), dict(effect)))

    def _last_exchanges(self, step: SlipGroup) -> list[SlipGroup]:
        """Return the exchanges of boxes in a step as steps that came after all other slips."""
        if step not in self._turned:
            groups: dict[tuple[int, int], list[Candidate]] = defaultdict(list)
            for slip in step.slips:
                if slip.exchanged is not None:
                    groups[slip.exchanged].append(slip)
            self._turned[step] = [
                SlipGroup(step.effect, slips, boxes) for boxes, slips in groups.items()
            ]
        return self._turned[step]

    # The search, step by step.

    def _best_first(self, effort: Effort) -> bool:
        """Continue the likeliest beginning of a story until all others are too unlikely; return
        whether they are.
        """
        self._exchanged_last = False
        frontier = _Frontier(tuple(sorted(self.residual.items())))
        complete: list[Counter[Adds]] = []
        enough = math.inf
        continuations = effort.continuations
        for _ in range(effort.steps):
            if not frontier.has_any_within(enough):
                return True
            if self._games_replayed > MAX_GAMES_REPLAYED or continuations <= 0:
                return False
            beginning = frontier.take()
            steps: Iterable[SlipGroup]
            if beginning.rest:
                steps = self._steps_for(dict(beginning.rest))
            else:
                effects = Counter(step.effect for step in beginning.story)
                if any(shorter < effects for shorter in complete):
                    continue  # a part of it explains everything
                breaks = self._explain(beginning.story)
                if not breaks:
                    complete.append(effects)
                    enough = min(enough, beginning.cost - math.log(MIN_LIKELIHOOD))
                    if len(self.explanations) >= MAX_EXPLANATIONS or effort.haste > 1:
                        return True
                    continue
                steps = [cure for broken in breaks for cure in self._cures(broken)]
            for step in steps:
                continuations -= 1
                self._continue(beginning, step, frontier, effort.haste)
        return False

    def _continue(
        self, beginning: StoryBeginning, step: SlipGroup, frontier: _Frontier, haste: float
    ) -> None:
        """Add a beginning with one more step to the frontier, if that leads anywhere."""
        rest = self._rest_after(beginning.rest, step)
        story = (*beginning.story, step)
        if len(story) > MAX_SLIPS:
            return
        grows = bool(beginning.rest) and _size(rest) > _size(beginning.rest)
        if grows and rest not in self._known:
            return
        if not frontier.is_new(rest, story):
            return
        cost = beginning.cost + step.cost
        frontier.add(cost + self._cost_ahead(rest, haste), cost, rest, story)

    def _rest_after(self, rest: Adds, step: SlipGroup) -> Adds:
        """Return the differences that a step leaves, as they were before an exchange of boxes in
        the end.
        """
        remaining = slot_differences(dict(rest), dict(step.effect)).items()
        if step.turned is None:
            return tuple(remaining)
        twins = self.course.beads.twins(*step.turned)
        turned = []
        for slot, amount in remaining:
            twin = twins.get(slot)
            turned.append((slot if twin is None else twin, amount))
        return tuple(sorted(turned))

    def _cost_ahead(self, rest: Adds, haste: float) -> float:
        """Return what the steps that explain the rest cost at least; with haste, a guess."""
        if not rest:
            return 0.0
        costs = [self._cheapest.get(way, UNKNOWN_COST) for way in map(_way, rest)]
        if haste > 1:
            return haste * sum(costs)
        several = max(costs) + (self._cheapest_of_all if self._cheapest else 0.0)
        if rest in self._known:
            return min(self._known[rest].cost, several)
        return several

    def _steps_for(self, rest: dict[int, int]) -> Iterator[SlipGroup]:
        """Yield the steps that explain a part of the difference of one slot, that with the
        fewest steps.
        """
        ways = map(_way, rest.items())
        slot, sign = min(ways, key=lambda way: (len(self._steps.get(way, ())), way))
        self._learn_for(rest, slot)
        steps = dict(self._steps.get((slot, sign), {}))  # more are learned meanwhile
        yield from steps
        for step in steps:
            yield from self._last_exchanges(step)
        if rest == self.residual and not self._exchanged_last:
            self._exchanged_last = True
            yield from self._exchanges_after_one_slip(rest, steps)
        yield from self._accidents_of_box(rest, slot, steps)

    def _learn_for(self, rest: dict[int, int], slot: int) -> None:
        """Look for slips that another may have hidden so far."""
        single = self._candidates.single([slot])
        self._learn([*single, *self._candidates.notes.wrong_beads_in(rest)])
        differences = tuple(rest.items())
        if differences not in self._completed:
            self._completed.add(differences)
            self._learn(self._candidates.games.completing(rest))
            self._learn(self._candidates.exchanges.completing(rest))
        if rest == self.residual:  # games of others explain everything, or nothing
            self._learn(self._candidates.events.other_class(rest))

    def _exchanges_after_one_slip(
        self, rest: dict[int, int], steps: Collection[SlipGroup]
    ) -> Iterator[SlipGroup]:
        """Yield exchanges of boxes after which one more step explains everything; after one other
        slip, an exchange need not touch a certain slot in the end.
        """
        differences = tuple(rest.items())
        others: dict[SlipGroup, None] = {}
        for steps_of_way in self._steps.values():
            others.update(steps_of_way)
        for step in [step for step in others if step not in steps]:
            for last in self._last_exchanges(step):
                before = self._rest_after(differences, last)
                self._learn(self._candidates.exchanges.completing(dict(before)))
                if before in self._known:
                    yield last

    def _accidents_of_box(
        self, rest: dict[int, int], slot: int, steps: Collection[SlipGroup]
    ) -> Iterator[SlipGroup]:
        """Yield accidents of the box of a slot that explain its difference, alone or with others
        of the box.
        """
        box_of = self.course.box_of
        here = [(other, n) for other, n in rest.items() if box_of[other] == box_of[slot]]
        sizes = {len(here)}
        if len(here) <= MAX_SLOTS_IN_PARTS:
            sizes.update(range(1, len(here)))
        for size in sizes:
            for effect in combinations(here, size):
                if (slot, rest[slot]) not in effect:
                    continue
                if effect not in self._known:
                    self._known[effect] = SlipGroup(effect, self._of_one_box(effect))
                if self._known[effect] not in steps:
                    yield self._known[effect]

    # Where a story is impossible, and what mends it.

    def _cures(self, broken: Break) -> list[SlipGroup]:
        """Return the steps that may mend a break."""
        if broken in self._mended:
            return self._mended[broken]
        if broken.after == len(self.course.rows):
            return []
        if broken.needs:
            self._learn(self._candidates.single(broken.slots))
        cures = [*self._boxes_emptied(broken), *self._touching_slips(broken)]
        if not broken.own and not broken.hand:
            cures += self._other_notes(broken)
        groups: dict[Adds, list[Candidate]] = defaultdict(list)
        for cure in cures:
            groups[self._effect(cure, cure.times[-1])].append(cure)
        self._mended[broken] = [SlipGroup(effect, slips) for effect, slips in groups.items()]
        return self._mended[broken]

    def _boxes_emptied(self, broken: Break) -> Iterator[Candidate]:
        """Yield the accidents that emptied one of the boxes that should have been empty."""
        if broken.needs >= 0:
            return
        counts, _ = self.course.states[broken.after]
        for box in sorted({self.course.box_of[slot] for slot in broken.slots}):
            slots = self.course.beads.slots_of(box)
            lost = {slot: -counts[slot] for slot in slots if counts[slot] > 0}
            if not lost:
                continue
            for candidate in self._candidates.hands.of_whole_box(box, lost):
                yield from _within(candidate, -1, broken.after - 1)

    def _touching_slips(self, broken: Break) -> Iterator[Candidate]:
        """Yield the known slips that change a slot of a break as it needs, before it."""
        touching: dict[Candidate, None] = {}
        for slot in broken.slots:
            touching.update(self._touching[slot, broken.needs])
        for candidate in touching:
            yield from _within(candidate, -1, broken.after + broken.hand - 1)

    def _other_notes(self, broken: Break) -> Iterator[Candidate]:
        """Yield the slips of the pen by which the game of a break was played otherwise."""
        notes = self._candidates.notes
        candidates = [
            *notes.orders(broken.after),
            *notes.wrong_beads_of(broken.after),
            *notes.moved_otherwise(broken.after),
            *notes.two_wrong_beads_of(broken.after),
        ]
        for candidate in self._candidates.pool.taken.values():
            if candidate.kind in ("wrong-result", "game-twice"):
                candidates.append(candidate)
        for candidate in candidates:
            self._touch(candidate)
            if broken.after in candidate.times:
                yield from _within(candidate, broken.after, broken.after)
            elif candidate.kind == "wrong-order":
                yield candidate

    # A story that explains everything: its times, its alternatives, or where it breaks.

    def _explain(self, story: Sequence[SlipGroup]) -> list[Break]:
        """Give each slip a time, and add the story with alternatives to the explanations; or return
        where it breaks.

        The furthest break is the likeliest place of a slip that is missing: before it all others
        have the right times. The break of the first attempt is another.
        """
        choices = _slips_to_choose(story)
        placed, breaks = self._first_possible(choices)
        if placed is None:
            if not breaks:
                breaks = [self.course.broken or Break(len(self.course.rows))]
            first = breaks[0]
            furthest = max(breaks, key=lambda broken: (broken.after, broken.hand))
            return [furthest] if first == furthest else [furthest, first]
        parts = [self._alternatives(slips, placed, place) for place, slips in enumerate(choices)]
        parts.sort(key=lambda part: part[0].time)
        self._leave_possible(parts)
        self.explanations.append(parts)
        return []

    def _first_possible(
        self, choices: Sequence[Sequence[Candidate]]
    ) -> tuple[list[Placed] | None, list[Break]]:
        """Return one slip of each choice, at times at which the story is possible; or None and all
        breaks.
        """
        breaks: list[Break] = []
        for slips in islice(product(*choices), MAX_COMBINATIONS):
            placed, broken = self._place(slips)
            if placed is not None:
                return placed, []
            breaks += broken
        return None, breaks

    def _alternatives(
        self, slips: Sequence[Candidate], placed: Sequence[Placed], place: int
    ) -> list[Alternative]:
        """Return the slips that are possible in a place of a story, with all others as they are:
        that of the story first.
        """
        in_story, time_in_story = placed[place]
        others = [*placed[:place], *placed[place + 1 :]]
        possible: list[Alternative] = []
        endings: set[tuple[int | None, int]] = set()
        for slip in slips:
            if len(possible) > MAX_ALTERNATIVES:
                break
            if slip.kind == "game-missing":
                # Games that differ only in uncounted boxes have the same words.
                ending = (slip.slot, _result_of_missing(slip))
                if ending in endings and slip is not in_story:
                    continue
                endings.add(ending)
            time = time_in_story
            if slip is not in_story:
                alone, _ = self._place([slip], fixed=others)
                if alone is None:
                    continue
                _, time = alone[0]
            possible.append(Alternative(slip, time, self._times((slip, time), others)))
        possible.sort(key=lambda alternative: alternative.candidate is not in_story)
        return possible[:MAX_ALTERNATIVES]

    def _leave_possible(self, parts: Parts) -> None:
        """Leave out alternatives until every remaining story passes the replay as a whole."""
        while math.prod(map(len, parts)) > MAX_STORIES:
            max(parts, key=len).pop()
        possible: set[tuple[int, ...]] = set()
        while True:
            places = self._impossible_story(parts, possible)
            if places is None:
                return
            # Not the first of a part: the first slips of all parts are possible together.
            part = max(range(len(parts)), key=lambda part: places[part])
            parts[part].pop(places[part])

    def _impossible_story(
        self, parts: Parts, possible: set[tuple[int, ...]]
    ) -> tuple[int, ...] | None:
        """Return the first story that is impossible, as the place of its slip in each part; None
        if there is none.

        ``possible`` are the identities of the slips of each story that was replayed before; others
        are added.
        """
        for places in product(*(range(len(part)) for part in parts)):
            story = []
            for part, place in zip(parts, places, strict=True):
                story.append((part[place].candidate, part[place].time))
            identities = tuple(id(candidate) for candidate, _ in story)
            if identities not in possible and self._replayed(story) is not None:
                return places
            possible.add(identities)
        return None

    def _leave_out_invented(self) -> None:
        """Leave out events of the whole machine where as many other slips explain as much."""
        of_machine = []
        simple = []
        for parts in self.explanations:
            invented = any(part[0].is_of_machine for part in parts)
            of_machine.append(invented)
            if not invented:
                simple.append(len(parts))
        fewest = min(simple, default=MAX_SLIPS + 1)
        kept = []
        for parts, invented in zip(self.explanations, of_machine, strict=True):
            if invented and len(parts) >= fewest:
                continue
            for place, part in enumerate(parts):
                slips = [alternative for alternative in part if not alternative.is_of_machine]
                parts[place] = slips or part
            kept.append(parts)
        self.explanations = kept

    def _place(
        self, slips: Sequence[Candidate], fixed: TimedStory = ()
    ) -> tuple[list[Placed] | None, list[Break]]:
        """Return slips, each at a time at which the whole story is possible; or None and the
        breaks of all attempts.
        """
        breaks: list[Break] = []
        # What to try next: the times that are left for each slip.
        stack: list[list[list[int]]] = [[slip.times for slip in slips]]
        for _ in range(MAX_TIMES_TRIED):
            if not stack:
                break
            windows = stack.pop()
            if not all(windows):
                continue
            placed = []
            for slip, times in zip(slips, windows, strict=True):
                placed.append((slip, times[-1] if self._is_best_late(slip) else times[0]))
            broken = self._replayed([*placed, *fixed])
            if broken is None:
                return placed, []
            breaks.append(broken)
            for place, (slip, time) in enumerate(placed):
                moved = list(_moved(slip, time, windows[place], broken))
                if not self.course.even and broken.after == len(self.course.rows):
                    # Effects depend on the time.
                    moved.append([other for other in windows[place] if other < time])
                for times in moved:
                    stack.append([*windows[:place], times, *windows[place + 1 :]])
        return None, breaks

    def _is_best_late(self, slip: Candidate) -> bool:
        """Return whether a slip is first tried at its last time: what takes beads breaks less
        then.
        """
        return not self.course.even or sum(amount for _, amount in slip.adds) < 0

    def _replayed(self, story: TimedStory) -> Break | None:
        """Return where a story breaks; a break after the last game if it does not leave the
        counted beads.
        """
        games = len(self.course.rows)
        self._games_replayed += games
        broken = self.course.run(story)
        if broken is not None:
            return broken
        counts = self.course.beads.counts
        if any(counts[slot] != beads for slot, beads in self.counted.items()):
            return Break(games)
        return None

    def _times(self, placed: Placed, others: TimedStory) -> list[int]:
        """Return the times at which a slip is possible together with others; games without its
        boxes do not matter.
        """
        candidate, chosen = placed
        moments = self._moments_that_matter(candidate, others)
        possible_times: list[int] = []
        possible = False
        previous = None
        for time in candidate.times:
            if (
                previous is None
                or candidate.rewrites
                or any(moment in moments for moment in range(previous + 1, time + 1))
            ):
                possible = time == chosen or self._replayed([(candidate, time), *others]) is None
            previous = time
            if possible:
                possible_times.append(time)
        return possible_times

    def _moments_that_matter(self, candidate: Candidate, others: TimedStory) -> set[int]:
        """Return the games that open a box of a slip, and those beside other slips."""
        course = self.course
        boxes = {course.box_of[slot] for slot, _ in candidate.adds}
        boxes.update(candidate.exchanged or ())
        if candidate.kind == "game-missing":
            for row in candidate.rows.values():
                if row is not None:
                    boxes.update(course.kit.indices[pick.box] for pick in row.picks)
        moments: set[int] = set()
        for box in boxes:
            moments.update(course.at[box])
        for _, time in others:
            moments.update((time, time + 1))
        return moments


def _slips_to_choose(story: Sequence[SlipGroup]) -> list[tuple[Candidate, ...]]:
    """Return the slips of each step of a story; before boxes that are exchanged last, only at
    earlier times.
    """
    choices = [step.slips[:MAX_COMBINATIONS] for step in story]
    for step in story:
        if step.turned is None:
            continue
        last = max(max(slip.times) for slip in step.slips)
        for place, slips in enumerate(choices):
            if slips == step.slips:
                continue
            earlier: list[Candidate] = []
            for slip in slips:
                earlier += _within(slip, -1, last)
            choices[place] = tuple(earlier)
    return choices


def _result_of_missing(slip: Candidate) -> int:
    """Return the result of a game that was not noted, which is the same at all times."""
    return next(row.result for row in slip.rows.values() if row is not None)


def _moved(slip: Candidate, time: int, times: Sequence[int], broken: Break) -> Iterator[list[int]]:
    """Yield lists of times to which a slip may be moved to mend a break."""
    earlier = [other for other in times if other < time]
    later = [other for other in times if other > time]
    if time == broken.after and (broken.own or (broken.hand and slip.exchanged is not None)):
        yield later
        yield earlier
    elif slip.exchanged is not None and broken.needs:
        is_before = time < broken.after
        moved = later if is_before else earlier
        yield [other for other in moved if (other < broken.after) is is_before]
        yield [other for other in moved if (other < broken.after) is not is_before]
    else:
        if slip.rewrites and broken.after in times and not broken.hand:
            yield [broken.after]
        moment = broken.after + broken.hand
        for slot, amount in slip.adds:
            if slot not in broken.slots:
                continue
            harms = amount * broken.needs < 0
            helps = amount * broken.needs > 0
            if time < moment and harms:
                yield [other for other in later if other >= moment]
                if broken.hand and time == broken.after:
                    yield earlier
                return
            if time >= moment and helps:
                yield [other for other in earlier if other < moment]
                return


def _within(candidate: Candidate, first: int, last: int) -> Iterator[Candidate]:
    """Yield a candidate with its times between two, if there are any."""
    times = [time for time in candidate.times if first <= time <= last]
    if len(times) == len(candidate.times):
        yield candidate
    elif times:
        likely = candidate.likely * len(times) / len(candidate.times)
        yield replace(candidate, times=times, likely=likely)


def _way(difference: tuple[int, int]) -> Way:
    """Return the slot of a difference, with 1 for more beads and -1 for fewer."""
    slot, amount = difference
    return slot, 1 if amount > 0 else -1


def _size(differences: Adds) -> int:
    """Return how many beads differ."""
    return sum(abs(amount) for _, amount in differences)
