"""Check a journal: find what went wrong at a machine, the likeliest explanation first, and how to
repair it.

Its games are replayed by the rules, and the beads that follow are compared with those that were
counted. What has to be explained are differences between them, and games that cannot have been
played as noted. The search continues the likeliest story so far by every slip that explains some of
the remaining differences. Slips with the same effect on the counted beads are one step. When every
difference is explained, each slip is given a time, and the story is replayed like a journal; where
it breaks, slips are moved to other times, or a slip is added that mends the break.
"""

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count, islice, pairwise, product, starmap

from kitgen.journal.beads import RunningBeads
from kitgen.journal.course import (
    BOXES_RIGHT,
    EVENTS,
    OF_COUNTING,
    ON_RECORD,
    Adds,
    Begun,
    Break,
    Candidate,
    JournalCourse,
    Placed,
    Slip,
)
from kitgen.journal.slip_candidates import Candidates, slot_differences
from kitgen.journal.understand import Problem, problems_of
from kitgen.record.machine_events import MachineEvent, games_and_events
from kitgen.record.rows import GameRow, Passages
from kitgen.verdict import Verdict

#: The least likelihood of an explanation compared with the likeliest one; the most explanations,
#: and alternatives of a slip in one.
AS_LIKELY, MOST, ALTERNATIVES = 1 / 3000, 6, 6
#: The most steps of the search, and of a second, hasty one if it has found nothing; the most noted
#: games replayed.
STEPS, HASTY, WORK = 3000, 1500, 400_000
#: The most continuations of stories in the search.
CONTINUED = 25_000
#: The same in the hasty one.
HASTILY_CONTINUED = 12_000
#: The most combinations of slips tried for one explanation, times tried for one combination, and
#: stories of one explanation.
COMBINED, TIMED, PRODUCT = 40, 60, 64
#: If more slots of a box differ, accidents of a whole box have to explain all of them.
WHOLE_BOX = 5
#: The most slips in an explanation, and the most stories that are listed.
LONG, LISTED = 40, 200

#: Slips in the order in which they happened.
Story = tuple[Slip, ...]
#: For each thing that went wrong the slips of which one happened, the likeliest first.
Explanation = tuple[tuple[Slip, ...], ...]
#: Counted beads, by box and letter.
Counts = Mapping[tuple[str, str], int]
#: A story whose slips have their times.
_Timed = Sequence[Placed]


class SlipGroup:
    """Slips with the same effect on the counted beads.

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
        first = {slip.kind: slip for slip in reversed(ordered)}.values()
        ordered.sort(key=lambda slip: slip not in first)
        self.effect, self.slips, self.turned = effect, tuple(ordered), turned
        self.cost = -math.log(min(1.0, sum(slip.likely for slip in ordered)))


def _in_order(slips: Iterable[Slip]) -> Story:
    """Return slips in the order in which they happened; at each moment boxes are exchanged last."""
    return tuple(sorted(slips, key=lambda slip: (slip.after, bool(slip.exchanged))))


@dataclass(frozen=True, slots=True)
class Repair:
    """The repair of one slot: how many beads to put in; negative to take out."""

    box: str
    bead: str
    put: int


@dataclass(frozen=True, slots=True)
class Case:
    """The further repair if the games were really played so.

    Attributes:
        pens: the ways in which the journal may be wrong; a way without slips means that it is
            right.
        repair: what to put in and take out.
    """

    pens: tuple[Story, ...]
    repair: tuple[Repair, ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """What went wrong.

    Attributes:
        explanations: the likeliest first; none if nothing is wrong, or if nothing explains it.
        unexplained: whether something is wrong, but no story of the known kinds of slips was found.
        unique: whether only one story, with its games, is at all likely, and the repair depends on
            it.
        proven: whether all likelier stories were tried.
        repair: what to put into and take out of which box, in any case.
        cases: if the stories disagree on which games were played: what else to do for each answer.
        count: the boxes to count next, to tell the explanations apart.
    """

    explanations: tuple[Explanation, ...]
    unexplained: bool
    unique: bool
    proven: bool
    repair: tuple[Repair, ...]
    cases: tuple[Case, ...]
    count: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        """Whether there is something to explain."""
        return bool(self.explanations) or self.unexplained

    @property
    def stories(self) -> tuple[Story, ...]:
        """The stories that are listed, the likeliest first, each possible as a whole; at most
        ``LISTED``.
        """
        return tuple(
            islice(
                (_in_order(slips) for parts in self.explanations for slips in product(*parts)),
                LISTED,
            )
        )

    @property
    def more(self) -> int:
        """How many stories are not listed."""
        return max(0, sum(math.prod(map(len, parts)) for parts in self.explanations) - LISTED)


def audit(
    passages: Passages,
    games: Sequence[GameRow],
    counts: Counts | None = None,
    sure: Collection[str] = (),
    begun: Begun | None = None,
) -> Audit | None:
    """Explain counted beads and impossible games by slips; None if nothing was counted and every
    game is possible.

    Args:
        passages: the possible courses of the machine's games.
        games: its games, in the order of their numbers.
        counts: the beads counted in some or all boxes; None if nobody has counted.
        sure: the boxes in which the same beads were counted twice.
        begun: what is known of the machine before these games, if it was not new.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.record.rows import PickedBead
    >>> game = GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "U")), -1)
    >>> result = audit(Passages(build_kit("her")), [game], {("B1", "R"): 1, ("B1", "U"): 1})
    >>> [(slip.game, slip.kind, slip.box, slip.bead) for slip in result.stories[0]], result.repair
    ([(1, 'not-removed', 'B1', 'U')], (Repair(box='B1', bead='U', put=-1),))
    """
    course = JournalCourse(passages, games, begun)
    if counts is None and course.broken is None:
        return None
    index = {name: slot for slot, name in enumerate(course.names)}
    counted = {index[name]: beads for name, beads in (counts or {}).items()}
    search = Search(course, counted, [course.kit.indices[box] for box in sure])
    if not search.residual and course.broken is None:
        return Audit((), unexplained=False, unique=True, proven=True, repair=(), cases=(), count=())
    search.search()
    explanations = tuple(
        tuple(tuple(starmap(course.slip, part)) for part in parts) for parts in search.explanations
    )
    alone = len(explanations) == 1 and _is_alone(explanations[0], counts or {})
    stories = [story for parts in search.explanations for story in _stories(parts)]
    repair, cases = repairs(course, counted, stories)
    without_story, _ = repairs(course, counted, [])
    return Audit(
        explanations,
        unexplained=not explanations,
        unique=alone and search.proven and repair != without_story,
        proven=search.proven,
        repair=repair,
        cases=cases,
        count=boxes_to_count(course, counted, stories),
    )


def _is_alone(explanation: Explanation, counts: Counts) -> bool:
    """Return whether an explanation stands for one story that tells everything.

    Which games another class has played is not told. Of a game that was not noted, beads in
    uncounted boxes may be others. Where two slips belong to one game, and one notes it wrongly, it
    may be noted wrongly otherwise: not all ways of noting two beads are tried.
    """
    if not all(len(part) == 1 and len(part[0].games) == 1 for part in explanation):
        return False
    slips = [part[0] for part in explanation]
    for slip in slips:
        if slip.kind == "other-class":
            return False
        picks = slip.row.picks if slip.row is not None and slip.kind == "game-missing" else ()
        if any((pick.box, pick.bead) not in counts for pick in picks):
            return False
    rewritten = {slip.game for slip in slips if slip.kind in ON_RECORD}
    return not any(
        count > 1
        for game, count in Counter(slip.game for slip in slips).items()
        if game in rewritten
    )


#: A slip of an explanation: a candidate, a time at which it is possible, and all such times.
_Alternative = tuple[Candidate, int, list[int]]


def _stories(parts: Sequence[Sequence[_Alternative]]) -> Iterator[list[Placed]]:
    """Yield all stories that an explanation stands for."""
    for chosen in product(*parts):
        yield [(candidate, time) for candidate, time, _ in chosen]


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
        self.course, self.counted = course, counted
        self.residual = {
            slot: n - course.final[slot]
            for slot, n in sorted(counted.items())
            if n != course.final[slot]
        }
        self.explanations: list[list[list[_Alternative]]] = []
        self.proven = False
        self._candidates = Candidates(course, self.residual, counted, sure)
        self._touching: dict[tuple[int, int], dict[Candidate, None]] = defaultdict(dict)
        # Of each way in which a slot can differ, in the order in which they were found: keys of a
        # dictionary, since there are thousands in a large machine, and some are replaced.
        self._steps: dict[tuple[int, int], dict[SlipGroup, None]] = defaultdict(dict)
        self._known: dict[Adds, SlipGroup] = {}
        self._cheapest: dict[tuple[int, int], float] = {}
        self._cheapest_of_all = math.inf
        self._completed: set[Adds] = set()
        self._learn(self._candidates.taken.values())
        self._mended: dict[Break, list[SlipGroup]] = {}
        self._turned: dict[SlipGroup, list[SlipGroup]] = {}
        self._exchanged_last = False
        self._work = 0

    def _learn(self, candidates: Iterable[Candidate]) -> None:
        """Make steps of candidates, together with those that are known to have the same effect."""
        groups: dict[Adds, list[Candidate]] = defaultdict(list)
        for candidate in candidates:
            self._touch(candidate)
            for effect in {
                self._effect(candidate, time) for time in (candidate.times[0], candidate.times[-1])
            }:
                if effect:
                    groups[effect].append(candidate)
        for effect, slips in groups.items():
            known = self._known.get(effect)
            others = self._of_one_box(effect) if known is None else known.slips
            step = SlipGroup(effect, dict.fromkeys((*slips, *others)))
            self._known[effect] = step
            for key in map(_way, effect):
                if known is not None:
                    self._steps[key].pop(known, None)
                self._steps[key][step] = None
                self._cheapest[key] = min(step.cost, self._cheapest.get(key, math.inf))
                self._cheapest_of_all = min(step.cost, self._cheapest_of_all)

    def _touch(self, candidate: Candidate) -> None:
        for way in map(_way, candidate.adds):
            self._touching[way][candidate] = None

    def _effect(self, candidate: Candidate, time: int) -> Adds:
        """Return the effect of a slip on the counted beads if it is the only one."""
        adds = candidate.adds
        if not self.course.even:
            self.course.run([(candidate, time)], on=True)
            adds = tuple(
                (slot, n - self.course.final[slot])
                for slot, n in enumerate(self.course.beads.counts)
            )
        return tuple((slot, n) for slot, n in adds if n and slot in self.counted)

    def search(self) -> None:
        """Search for the likeliest stories; if none is found in time, for any."""
        self.proven = self._best_first(STEPS, CONTINUED, 1.0) and bool(self.explanations)
        if not self.explanations:
            self._work = 0
            self._best_first(HASTY, HASTILY_CONTINUED, 4.0)
        self._leave_out_invented()

    def _leave_out_invented(self) -> None:
        """Leave out events of the whole machine where as many other slips explain as much."""
        simple = [
            len(parts)
            for parts in self.explanations
            if not any(_of_machine(part[0]) for part in parts)
        ]
        fewest = min(simple, default=LONG + 1)
        kept = []
        for parts in self.explanations:
            if len(parts) >= fewest and any(_of_machine(part[0]) for part in parts):
                continue
            for place, part in enumerate(parts):
                slips = [alternative for alternative in part if not _of_machine(alternative)]
                parts[place] = slips or part
            kept.append(parts)
        self.explanations = kept

    def _best_first(self, steps: int, continued: int, haste: float) -> bool:
        """Continue the likeliest beginning of a story until all others are too unlikely; return
        whether they are.

        At most so many ``steps`` are taken, with so many continuations, the step begun then being
        finished; ``haste`` above 1 makes remaining differences weigh more than likelihood.
        """
        self._exchanged_last = False
        order = count()
        start = tuple(sorted(self.residual.items()))
        heap: list[tuple[float, int, float, Adds, tuple[SlipGroup, ...]]] = [
            (0.0, next(order), 0.0, start, ())
        ]
        seen: set[tuple[frozenset[SlipGroup], Adds]] = set()
        complete: list[Counter[Adds]] = []
        enough = math.inf
        for _ in range(steps):
            if not heap or heap[0][0] > enough:
                return True
            if self._work > WORK or continued <= 0:
                return False
            _, _, cost, rest, story = heapq.heappop(heap)
            ways: Iterable[SlipGroup]
            if rest:
                ways = self._ways(dict(rest))
            else:
                effects = Counter(step.effect for step in story)
                if any(shorter < effects for shorter in complete):
                    continue  # a part of it explains everything
                breaks = self._explain(story)
                if not breaks:
                    complete.append(effects)
                    enough = min(enough, cost - math.log(AS_LIKELY))
                    if len(self.explanations) >= MOST or haste > 1:
                        return True
                    continue
                ways = [cure for broken in breaks for cure in self._cures(broken)]
            for step in ways:
                continued -= 1
                after = self._after(rest, step)
                longer = (*story, step)
                key = (frozenset(longer), after) if len(set(longer)) == len(longer) else None
                grows = rest and _size(after) > _size(rest) and after not in self._known
                if len(longer) > LONG or key in seen or grows:
                    continue
                if key is not None:
                    seen.add(key)
                total = cost + step.cost
                heapq.heappush(
                    heap, (total + self._ahead(after, haste), next(order), total, after, longer)
                )
        return False

    def _after(self, rest: Adds, step: SlipGroup) -> Adds:
        """Return the differences that a step leaves, as they were before an exchange of boxes in
        the end.
        """
        remaining = slot_differences(dict(rest), dict(step.effect)).items()
        if step.turned is None:
            return tuple(remaining)
        twins = {
            slot: twin
            for slot, twin in self.course.beads.twins(*step.turned).items()
            if twin is not None
        }
        return tuple(sorted((twins.get(slot, slot), n) for slot, n in remaining))

    def _ahead(self, rest: Adds, haste: float) -> float:
        if not rest:
            return 0.0
        costs = [self._cheapest.get(way, 10.0) for way in map(_way, rest)]
        if haste > 1:
            return haste * sum(costs)
        several = max(costs) + (self._cheapest_of_all if self._cheapest else 0.0)
        return min(self._known[rest].cost, several) if rest in self._known else several

    def _ways(self, rest: dict[int, int]) -> Iterator[SlipGroup]:
        """Yield the steps that explain a part of the difference of one slot, that with the
        fewest steps.
        """
        slot, way = min(
            map(_way, rest.items()), key=lambda way: (len(self._steps.get(way, ())), way)
        )
        # Another slip may have hidden these so far.
        self._learn([*self._candidates.single([slot]), *self._candidates.wrong_beads_in(rest)])
        if tuple(rest.items()) not in self._completed:
            self._completed.add(tuple(rest.items()))
            self._learn(self._candidates.completing(rest))
            self._learn(self._candidates.exchanged_so(rest))
        if rest == self.residual:  # games of others explain everything, or nothing
            self._learn(self._candidates.other_class(rest))
        steps = dict(self._steps.get((slot, way), {}))  # more are learned meanwhile
        yield from steps
        for step in steps:
            yield from self._last_exchanges(step)
        if rest == self.residual and not self._exchanged_last:
            # An exchange after one other slip need not touch the slot in the end.
            self._exchanged_last = True
            for step in {
                step: None
                for others in self._steps.copy().values()
                for step in others
                if step not in steps
            }:
                for last in self._last_exchanges(step):
                    after = self._after(tuple(rest.items()), last)
                    self._learn(self._candidates.exchanged_so(dict(after)))
                    if after in self._known:  # one more step explains everything
                        yield last
        here = [
            (other, n)
            for other, n in rest.items()
            if self.course.box_of[other] == self.course.box_of[slot]
        ]
        for size in {len(here), *(range(1, len(here)) if len(here) <= WHOLE_BOX else ())}:
            for effect in combinations(here, size):
                if (slot, rest[slot]) not in effect:
                    continue
                if effect not in self._known:
                    self._known[effect] = SlipGroup(effect, self._of_one_box(effect))
                if self._known[effect] not in steps:
                    yield self._known[effect]

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

    def _of_one_box(self, effect: Adds) -> list[Candidate]:
        """Return the accidents of a whole box with an effect, if it is in one box."""
        boxes = {self.course.box_of[slot] for slot, _ in effect}
        return list(self._candidates.filled(boxes.pop(), dict(effect))) if len(boxes) == 1 else []

    def _cures(self, broken: Break) -> list[SlipGroup]:
        """Return the steps that may mend a break."""
        if broken in self._mended:
            return self._mended[broken]
        if broken.after == len(self.course.rows):
            return []
        cures: list[Candidate] = []
        if broken.needs:
            self._learn(self._candidates.single(broken.slots))
        boxes = (
            sorted({self.course.box_of[slot] for slot in broken.slots}) if broken.needs < 0 else ()
        )
        for box in boxes:  # one of these boxes was empty
            state = self.course.states[broken.after][0]
            beads = {
                slot: -state[slot] for slot in self.course.beads.slots_of(box) if state[slot] > 0
            }
            emptied = self._candidates.filled(box, beads) if beads else ()
            cures += [
                early for candidate in emptied for early in _within(candidate, -1, broken.after - 1)
            ]
        for candidate in dict.fromkeys(
            slip for slot in broken.slots for slip in self._touching[slot, broken.needs]
        ):
            cures += _within(candidate, -1, broken.after + broken.hand - 1)
        if not broken.own and not broken.hand:
            notes = [
                *self._candidates.orders(broken.after),
                *self._candidates.wrong_beads_of(broken.after),
            ]
            notes += self._candidates.moved_otherwise(broken.after)
            notes += self._candidates.two_wrong_beads_of(broken.after)
            notes += [
                slip
                for slip in self._candidates.taken.values()
                if slip.kind in ("wrong-result", "game-twice")
            ]
            for candidate in notes:
                self._touch(candidate)
                if broken.after in candidate.times:
                    cures += _within(candidate, broken.after, broken.after)
                elif candidate.kind == "wrong-order":
                    cures.append(candidate)
        groups: dict[Adds, list[Candidate]] = defaultdict(list)
        for cure in cures:
            groups[self._effect(cure, cure.times[-1])].append(cure)
        self._mended[broken] = [SlipGroup(effect, slips) for effect, slips in groups.items()]
        return self._mended[broken]

    def _explain(self, story: Sequence[SlipGroup]) -> list[Break]:
        """Give each slip a time, and add the story with alternatives to the explanations; or return
        where it breaks.

        The furthest break is the likeliest place of a slip that is missing: before it all others
        have the right times. The break of the first attempt is another.
        """
        ways = [step.slips[:COMBINED] for step in story]
        for step in story:
            if step.turned is not None:
                last = max(time for slip in step.slips for time in slip.times)
                for place, slips in enumerate(ways):
                    if slips != step.slips:
                        ways[place] = tuple(
                            early for slip in slips for early in _within(slip, -1, last)
                        )
        breaks: list[Break] = []
        for chosen in islice(product(*ways), COMBINED):
            base, broken = self._place(chosen)
            if base is not None:
                break
            breaks += broken
        else:
            breaks = breaks or [self.course.broken or Break(len(self.course.rows))]
            furthest = max(breaks, key=lambda broken: (broken.after, broken.hand))
            return [furthest, *(broken for broken in breaks[:1] if broken != furthest)]
        parts: list[list[_Alternative]] = []
        for place, slips in enumerate(ways):
            others = [*base[:place], *base[place + 1 :]]
            part: list[_Alternative] = []
            games: set[tuple[int | None, int]] = set()
            for slip in slips:
                if len(part) > ALTERNATIVES:
                    break
                if (
                    slip.kind == "game-missing"
                ):  # games that differ only in uncounted boxes have the same words
                    ending = (
                        slip.slot,
                        next(row.result for row in slip.rows.values() if row is not None),
                    )
                    if ending in games and slip is not base[place][0]:
                        continue
                    games.add(ending)
                mine = (
                    [base[place]]
                    if slip is base[place][0]
                    else self._place([slip], fixed=others)[0]
                )
                if mine is not None:
                    part.append((slip, mine[0][1], self._times(mine[0], others)))
            part.sort(
                key=lambda alternative: alternative[0] is not base[place][0]
            )  # what is possible with the rest
            parts.append(part[:ALTERNATIVES])
        parts.sort(key=lambda part: part[0][1])
        self._leave_possible(parts)
        self.explanations.append(parts)
        return []

    def _leave_possible(self, parts: list[list[_Alternative]]) -> None:
        """Leave out alternatives until every remaining story passes the replay as a whole."""
        while math.prod(map(len, parts)) > PRODUCT:
            max(parts, key=len).pop()
        good: set[tuple[int, ...]] = set()
        while True:
            for story, chosen in zip(
                _stories(parts), product(*(range(len(part)) for part in parts)), strict=True
            ):
                key = tuple(id(candidate) for candidate, _ in story)
                if key not in good and self._replayed(story) is not None:
                    place = max(range(len(chosen)), key=chosen.__getitem__)
                    parts[place].pop(
                        chosen[place]
                    )  # not the first: the first slips of all parts are possible together
                    break
                good.add(key)
            else:
                return

    def _place(
        self, slips: Sequence[Candidate], fixed: _Timed = ()
    ) -> tuple[list[Placed] | None, list[Break]]:
        """Return slips, each at a time at which the whole story is possible; or None and the
        breaks of all attempts.
        """
        breaks: list[Break] = []
        stack: list[list[list[int]]] = [[slip.times for slip in slips]]
        for _ in range(TIMED):
            if not stack:
                break
            windows = stack.pop()
            if not all(windows):
                continue
            placed = [
                (
                    slip,
                    times[-1]
                    if sum(n for _, n in slip.adds) < 0 or not self.course.even
                    else times[0],
                )
                for slip, times in zip(slips, windows, strict=True)
            ]
            broken = self._replayed([*placed, *fixed])
            if broken is None:
                return placed, []
            breaks.append(broken)
            for at, (slip, time) in enumerate(placed):
                moved = list(_moved(slip, time, windows[at], broken))
                if not self.course.even and broken.after == len(self.course.rows):
                    moved.append(
                        [other for other in windows[at] if other < time]
                    )  # effects depend on the time
                stack.extend([*windows[:at], times, *windows[at + 1 :]] for times in moved)
        return None, breaks

    def _replayed(self, story: _Timed) -> Break | None:
        """Return where a story breaks; a break after the last game if it does not leave the
        counted beads.
        """
        self._work += len(self.course.rows)
        broken, counts = self.course.run(story), self.course.beads.counts
        if broken is None and any(counts[slot] != beads for slot, beads in self.counted.items()):
            return Break(len(self.course.rows))
        return broken

    def _times(self, placed: Placed, others: _Timed) -> list[int]:
        """Return the times at which a slip is possible together with others; games without its
        boxes do not matter.
        """
        candidate, chosen = placed
        course = self.course
        boxes = {course.box_of[slot] for slot, _ in candidate.adds} | set(candidate.exchanged or ())
        for row in candidate.rows.values() if candidate.kind == "game-missing" else ():
            boxes |= (
                {course.kit.indices[pick.box] for pick in row.picks} if row is not None else set()
            )
        moments = {time for box in boxes for time in course.at[box]} | {time for _, time in others}
        moments |= {time + 1 for _, time in others}
        good: list[int] = []
        holds, last = False, None
        for time in candidate.times:
            if (
                last is None
                or candidate.rewrites
                or any(moment in moments for moment in range(last + 1, time + 1))
            ):
                holds = time == chosen or self._replayed([(candidate, time), *others]) is None
            last = time
            if holds:
                good.append(time)
        return good


def _of_machine(alternative: _Alternative) -> bool:
    """Return whether something happened to several boxes at once, rather than to a bead or a
    box.
    """
    return alternative[0].kind in EVENTS and alternative[0].kind != "box-refilled"


def _moved(slip: Candidate, time: int, times: Sequence[int], broken: Break) -> Iterator[list[int]]:
    """Yield lists of times to which a slip may be moved to mend a break."""
    earlier, later = (
        [other for other in times if other < time],
        [other for other in times if other > time],
    )
    if time == broken.after and (broken.own or (broken.hand and slip.exchanged is not None)):
        yield later
        yield earlier
    elif slip.exchanged is not None and broken.needs:
        moved = later if time < broken.after else earlier
        across = [other for other in moved if (other < broken.after) is not (time < broken.after)]
        yield [other for other in moved if other not in across]
        yield across
    else:
        if slip.rewrites and broken.after in times and not broken.hand:
            yield [broken.after]
        moment = broken.after + broken.hand
        for slot, amount in slip.adds:
            if slot in broken.slots and time < moment and amount * broken.needs < 0:
                yield [other for other in later if other >= moment]
                if broken.hand and time == broken.after:
                    yield earlier
                return
            if slot in broken.slots and time >= moment and amount * broken.needs > 0:
                yield [other for other in earlier if other < moment]
                return


def _within(candidate: Candidate, first: int, last: int) -> Iterator[Candidate]:
    """Yield a candidate with its times between two, if there are any."""
    times = [time for time in candidate.times if first <= time <= last]
    if len(times) == len(candidate.times):
        yield candidate
    elif times:
        yield replace(
            candidate, times=times, likely=candidate.likely * len(times) / len(candidate.times)
        )


def _way(difference: tuple[int, int]) -> tuple[int, int]:
    """Return the slot of a difference, with 1 for more beads and -1 for fewer."""
    slot, amount = difference
    return slot, 1 if amount > 0 else -1


def _size(rest: Adds) -> int:
    return sum(abs(amount) for _, amount in rest)


#: The most boxes to name to count next, and the most stories to compare.
_FEW, _MOST_STORIES = 3, 60


def boxes_to_count(
    course: JournalCourse, counted: Mapping[int, int], stories: Sequence[_Timed]
) -> tuple[str, ...]:
    """Return a few uncounted boxes in which the stories leave different beads."""
    unknown = [
        box
        for box in range(len(course.kit.boxes))
        if not counted.keys() >= {*course.beads.slots_of(box)}
    ]
    ends: list[list[tuple[int, ...]]] = []
    for story in stories[:_MOST_STORIES] if unknown else ():
        course.run(story)
        ends.append(
            [
                tuple(course.beads.counts[slot] for slot in course.beads.slots_of(box))
                for box in unknown
            ]
        )
    chosen: list[int] = []
    for _ in range(min(_FEW, len(unknown))):
        groups = Counter(tuple(end[place] for place in chosen) for end in ends)
        parted = [
            len({tuple(end[place] for place in (*chosen, more)) for end in ends})
            for more in range(len(unknown))
        ]
        best = parted.index(max(parted))
        if parted[best] == len(groups):
            break
        chosen.append(best)
    return tuple(course.kit.boxes[unknown[place]].id for place in chosen)


# How to repair the boxes: the changes on which all stories agree, and those that depend on a game.
#
# After a slip at the table the journal is still right, so the boxes should hold what it says. Only
# slips of the pen change that. If stories disagree on what should be in the boxes after the games
# as they were really played, only the class knows which games were played, and the repair is given
# for each answer.

_Repairs = tuple[Repair, ...]


def _if_counted_well(stories: Sequence[_Timed]) -> Sequence[_Timed]:
    """Return the stories in which the counts are right; if there are none, one in which nothing
    happened.
    """
    return [
        story for story in stories if all(slip.kind not in OF_COUNTING for slip, _ in story)
    ] or [()]


def repairs(
    course: JournalCourse, counted: Mapping[int, int], stories: Sequence[_Timed]
) -> tuple[_Repairs, tuple[Case, ...]]:
    """Return the repair in any case, and the cases on which the rest depends: none, or two or more.

    Without a story the boxes should hold what the journal says.
    """
    cases: dict[Adds, list[Story]] = {}
    should: dict[tuple[Placed, ...], list[int]] = {}
    unknown: dict[int, set[int]] = {
        slot: set() for slot in range(len(course.start)) if slot not in counted
    }
    for story in _if_counted_well(stories):
        pens = tuple(placed for placed in story if placed[0].kind in BOXES_RIGHT)
        if pens not in should:
            course.run(pens, on=True)
            should[pens] = list(course.beads.counts)
        course.run(story, on=True)
        for slot, puts in unknown.items():
            puts.add(should[pens][slot] - course.beads.counts[slot])
        put = tuple(
            (slot, n)
            for slot, beads in sorted(counted.items())
            if (n := should[pens][slot] - beads)
        )
        way = _in_order(course.slip(candidate, time, (time,)) for candidate, time in pens)
        if way not in cases.setdefault(put, []):
            cases[put].append(way)

    def listed(put: Iterable[tuple[int, int]]) -> _Repairs:
        return tuple(Repair(*course.names[slot], amount) for slot, amount in sorted(put))

    common = set[tuple[int, int]].intersection(*map(set, cases))
    rest = [Case(tuple(ways), listed(set(put) - common)) for put, ways in cases.items()]
    agreed = {
        (slot, n) for slot, puts in unknown.items() if stories and len(puts) == 1 for n in puts if n
    }
    return listed(common | agreed), tuple(rest) if len(rest) > 1 else ()


# Check a journal by replaying all its games by the rules.

#: The kind of problem of a game that was not noted: no fault, for its row may be crossed out.
MISSING = "game-missing"
#: Kinds of problems that slips can explain.
IMPOSSIBLE = frozenset({"unknown-bead", "wrong-box", "bead-gone", "wrong-result"})


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check.

    Attributes:
        games: how many games were replayed.
        problems: the problems, in the order of play.
        counts: the beads that should be in each slot of each box now.
        audit: the slips that explain problems and counted beads; None if there is nothing to
            explain.
        counted: whether the beads of some boxes were counted.
        recount: the boxes to be counted again: those with other beads than the games have left; if
            all these were counted twice, those that may be miscounted in the likeliest explanation.
        doubted: whether it is a story that the boxes to be counted again differ from, and not the
            games.
        unread: what could not be read of the counts, in words.
        differing: the boxes that were counted twice, and hold other beads than the games have left,
            if the games agree with the rules.
        others: the games of others that nobody noted, since which nobody knows what is in the
            boxes; None if there are none.
        without_beads: how many games have a result and no beads, so that nobody knows what is in
            the boxes.
    """

    games: int
    problems: tuple[Problem, ...]
    counts: list[list[int]]
    audit: Audit | None = None
    counted: bool = False
    recount: tuple[str, ...] = ()
    doubted: bool = False
    unread: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
    others: MachineEvent | None = None
    without_beads: int = 0

    @property
    def faults(self) -> tuple[Problem, ...]:
        """The problems of games that cannot have been played so."""
        return tuple(problem for problem in self.problems if problem.kind != MISSING)

    @property
    def missing(self) -> tuple[Problem, ...]:
        """The problems of games that were not noted."""
        return tuple(problem for problem in self.problems if problem.kind == MISSING)

    @property
    def verdict(self) -> Verdict:
        """The verdict: a game may be impossible, or beads wrong; or games missing, or beads to
        be counted again.
        """
        not_read = bool(
            self.missing or self.recount or self.unread or self.others or self.without_beads
        )
        return Verdict.of(faults=bool(self.faults or self.differing), not_read=not_read)

    @property
    def passed(self) -> bool:
        """Whether the verdict is ``right``."""
        return self.verdict is Verdict.RIGHT


def check(
    passages: Passages,
    games: Sequence[GameRow],
    counts: Counts | None = None,
    void: Collection[int] = (),
    unread: Sequence[str] = (),
    sure: Collection[str] = (),
    events: Sequence[MachineEvent] = (),
) -> Checked:
    """Replay all games of a machine, and explain what is impossible by slips.

    Args:
        passages: the possible courses of its games.
        games: the games, in the order of their numbers.
        counts: the counted beads; None if nobody has counted.
        void: numbers without a game, because their rows are crossed out.
        unread: what could not be read of the counts, in words.
        sure: the boxes in which the same beads were counted twice.
        events: what happened to the machine beside its games.
    """
    beads = RunningBeads(passages)
    problems: list[Problem] = []
    before = 0
    others: MachineEvent | None = None  # after which nobody knows what is in the boxes
    begun, rows = Begun(), list[GameRow]()
    refilled = defaultdict[int, list[int]](list)
    for step in games_and_events(games, events):
        if isinstance(step, MachineEvent):
            beads.happen(step)
            if step.what == "others":
                others = step
            elif step.what == "refilled":
                refilled[len(rows) - 1].append(passages.kit.indices[step.box])
            elif step.begins_anew:
                others = None
                refilled.clear()
                begun, rows = Begun(step.after, tuple(beads.counts), refilled), []
            continue
        found = list(problems_of(beads, step))
        if others is not None:
            found = [problem for problem in found if not _is_of_beads(problem)]
        problems += [*_number(step.game, before, void), *found]
        before = step.game
        beads.learn(step)
        rows.append(step)
    if others is not None:
        return Checked(
            games=len(games),
            problems=tuple(problems),
            counts=beads.all(),
            counted=counts is not None,
            unread=tuple(unread),
            others=others,
        )
    begun = replace(begun, refilled=dict(refilled))
    unexplained = any(
        problem.kind in IMPOSSIBLE for problem in problems if problem.game > begun.after
    )
    explained = (
        audit(passages, rows, counts, sure, begun) if unexplained or counts is not None else None
    )
    differing = _differing(beads, counts or {})
    recount = tuple(box for box in differing if box not in sure)
    doubted = () if recount else _miscounted(explained, sure)
    return Checked(
        games=len(games),
        problems=tuple(problems),
        counts=beads.all(),
        audit=explained,
        counted=counts is not None,
        recount=recount or doubted,
        doubted=bool(doubted),
        unread=tuple(unread),
        differing=() if unexplained else tuple(box for box in differing if box in sure),
    )


def _is_of_beads(problem: Problem) -> bool:
    """Return whether a problem is one of the beads in the boxes, rather than of the rules of the
    game.
    """
    return problem.kind in ("bead-gone", "unclear-end") or (
        problem.kind == "wrong-result" and bool(problem.detail)
    )


def _miscounted(found: Audit | None, sure: Collection[str]) -> tuple[str, ...]:
    """Return the boxes that may be miscounted in the likeliest explanation, though they were not
    counted twice.

    Such a box holds as many beads as the games have left, so it was not asked for; in the story it
    should hold others.
    """
    boxes = []
    for slips in found.explanations[0] if found is not None and found.explanations else ():
        boxes += [slip.box for slip in slips if slip.kind in OF_COUNTING and slip.box not in sure]
    return tuple(dict.fromkeys(boxes))


def _differing(beads: RunningBeads, counts: Counts) -> tuple[str, ...]:
    """Return the boxes in which other beads were counted than the games have left."""
    boxes = []
    for box, row in zip(beads.kit.boxes, beads.all(), strict=True):
        for slot, left in zip(box.slots, row, strict=True):
            if counts.get((box.id, slot.colour.letter), left) != left:
                boxes.append(box.id)
    return tuple(dict.fromkeys(boxes))


def _number(game: int, before: int, void: Collection[int]) -> Iterator[Problem]:
    if game == before:
        yield Problem(game, None, "game-twice")
    ends = [before, *(number for number in sorted(void) if before < number < game), game]
    for start, end in pairwise(ends):
        if end == start + 2:
            yield Problem(end - 1, None, MISSING)
        elif end > start + 2:
            yield Problem(start + 1, None, MISSING, detail="several", last=end - 1)
