"""Explain by the fewest slips what went wrong at a machine, and how to repair it, from its games and counted beads."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, pairwise

from kitgen.journal.course import Event, Lesson, RealCourse, Slip, weight
from kitgen.journal.repair import Case, Repair, repairs
from kitgen.journal.story_search import PROVEN, Effect, Search, Stories, Story, beads_off, less
from kitgen.kit.kit import Box
from kitgen.machine.learning import ALL
from kitgen.record.rows import Bead, GameRow, Passages, Stand

# Stories too long for an exact search: a good one is found, but nothing is proven.

#: Width of the beam of unfinished stories, and the most slips in a story.
WIDE, LONG = 20, 40
#: The most slips that are assumed only because a game is impossible; how many exchanges are tried.
MENDED, EXCHANGED = 12, 2


def beyond(search: Search) -> Story:
    """Return a story that explains as much as possible, with slips of kind ``unexplained`` for the rest."""
    wrong = beads_off(search.effects.residual)
    swaps = sorted(
        ((beads_off(search.effects.without((slip,))), slip) for slip in search.swaps),
        key=lambda swap: (swap[0], swap[1].order),
    )
    starts: list[Story] = [(), *((slip,) for rest, slip in swaps[:EXCHANGED] if rest < wrong)]
    return min((_from(search, start) for start in starts), key=lambda story: (_cost(story), len(story)))


def _cost(story: Story) -> float:
    return sum(1 if slip.kind != "unexplained" else 3 for slip in story)


def _from(search: Search, start: Story) -> Story:
    story = _mended(search, start)
    effects, rest = _sums(search, search.effects.without(story))
    for effect in effects:
        same = [slip for slip in search.classes[effect] if slip not in story] or search.classes[effect]
        # the likeliest slip with which all games are still possible
        story = (*story, next((slip for slip in same if search.course.trace((*story, slip))[0] is None), same[0]))
    last, likely = len(search.course.events) - 1, weight("unexplained")
    differences = sorted(rest.items())
    names = search.course.names
    return (
        *story,
        *(Slip(0, "unexplained", *names[slot], last, ((slot, n),), weight=likely) for slot, n in differences),
    )


def _mended(search: Search, story: Story) -> Story:
    """Add slips until each game is possible; tolerate the breaks that no slip helps with."""
    course = search.course
    for _ in range(2 * LONG):
        broken = course.first_break(story)
        if broken is None:
            break
        rest = search.effects.without(story)
        cures = [
            (beads_off(less(rest, search.effects.of(slip, story))), slip)
            for slip in search.cures(broken, story)
            if slip not in story
        ]
        after, best = min(cures, key=lambda cure: (cure[0], -cure[1].weight, cure[1].order), default=(0, None))
        if best is None or after > beads_off(rest) or len(story) >= MENDED:
            course.tolerated.add(broken)
        else:
            story = (*story, best)
    return story


def _sums(search: Search, rest: Mapping[int, int]) -> tuple[tuple[Effect, ...], dict[int, int]]:
    """Return effects that add up to as much of the rest as possible, and what they leave."""
    best: tuple[tuple[Effect, ...], dict[int, int]] = ((), dict(rest))
    states = [best]
    for _ in range(LONG):
        grown: dict[Effect, tuple[tuple[Effect, ...], dict[int, int]]] = {}
        for effects, remainder in states:
            for slot, amount in remainder.items():
                for effect in search.by_sign.get((slot, 1 if amount > 0 else -1), ()):
                    after = less(remainder, effect)
                    if beads_off(after) < beads_off(remainder):
                        grown.setdefault(tuple(sorted(after.items())), ((*effects, effect), after))
        states = sorted(grown.values(), key=lambda state: (beads_off(state[1]), state[0]))[:WIDE]
        if not states:
            break
        if beads_off(states[0][1]) < beads_off(best[1]):
            best = states[0]
        if not best[1]:
            break
    return best


# Games that were played but not noted: those that would leave the beads that were counted.

#: The most games that are tried, and the most that are kept with the same effect on the counted beads.
_MOST_LESSONS, _ALIKE = 3000, 20


def missing_games(course: RealCourse, residual: Mapping[int, int], counted: Mapping[int, int]) -> Iterator[Slip]:
    """Yield games that may be missing from the journal: each brings some counts nearer to the counted beads.

    Args:
        course: the games that are noted.
        residual: for each slot that differs, how many more beads were counted than expected.
        counted: the beads of each slot that was counted.
    """
    if not residual:
        return
    lessons = list(islice(_lessons(course, residual, counted), _MOST_LESSONS))
    for after, number in _places(course):
        share = 5.0 if after < len(course.events) - 1 else 1.0
        for lesson, adds in lessons:
            box, bead = course.names[lesson.slots[-1]]
            yield Slip(
                number, "game-missing", box, bead, after, adds, lesson=lesson, weight=weight("game-missing", share)
            )


def _places(course: RealCourse) -> Iterator[tuple[int, int]]:
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
    seen: set[tuple[tuple[int, int], ...]] = set()
    alike: Counter[tuple[tuple[int, int], ...]] = Counter()
    for outcome in (1, 0, -1):
        reach = course.schedule.needs(outcome)
        if not reach:
            continue
        for slots in _paths(course, residual, counted, reach, outcome):
            lesson = Lesson(slots, outcome, resigned=False)
            adds = tuple(sorted(course.taught(lesson, course.final).items()))
            against = sum(slot in counted and residual.get(slot, 0) * amount <= 0 for slot, amount in adds)
            # another slip may have restored some counts
            if against == len(adds) or against > len(slots) // 3 or adds in seen:
                continue
            seen.add(adds)
            there = tuple((slot, amount) for slot, amount in adds if slot in counted)
            alike[there] += 1
            if alike[there] <= _ALIKE:
                yield lesson, adds


def _paths(
    course: RealCourse, residual: Mapping[int, int], counted: Mapping[int, int], reach: int, outcome: int
) -> Iterator[tuple[int, ...]]:
    """Yield the slots of the last beads of games with an outcome, as many as the rule looks at.

    First games in which at most one slot agrees or was not counted. Then games in which each slot differs or was not
    counted; nothing is known of uncounted boxes, so after the second of them one continuation stands for all.
    """
    yield from _unnoted(course, residual, 1 if reach == ALL else reach, reach, outcome)
    unknown = dict.fromkeys(slot for slot in range(len(course.start)) if slot not in counted)
    if unknown and reach == ALL:
        yield from _unnoted(course, {**residual, **unknown}, 0, reach, outcome, unknown)


def _unnoted(
    course: RealCourse, wanted: Container[int], spared: int, reach: int, outcome: int, unknown: Container[int] = ()
) -> Iterator[tuple[int, ...]]:
    """Yield games through the wanted slots, and at most ``spared`` others."""
    passages = course.passages
    beads: list[list[Bead]] = [[(box, slot) for slot in box.slots] for box in course.kit.boxes]
    index = {box.id: number for number, box in enumerate(course.kit.boxes)}
    remaining = _MOST_LESSONS

    def onwards(stands: tuple[Stand, ...], path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        nonlocal remaining
        remaining -= 1
        if remaining < 0 or sum(slot not in wanted for slot in path) > spared:
            return
        if path and any(end == outcome for end, _ in passages.ends(stands)):
            yield path
        if len(path) < reach:
            ways = further(stands, path)
            yield from islice(ways, 1) if sum(slot in unknown for slot in path) > 1 else ways

    def further(stands: tuple[Stand, ...], path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for box, there in passages.next_boxes(stands).items():
            number = index[box]
            for slot, bead in zip(course.slots_of(number), beads[number], strict=True):
                if path.count(slot) < 2:
                    yield from onwards(passages.after(there, bead), (*path, slot))

    if reach == ALL:
        yield from onwards(passages.start, ())
        return
    for number, box in enumerate(course.kit.boxes):
        yield from (path for path in onwards(passages.before(box), ()) if course.box_of[path[0]] == number)


# Boxes whose beads were exchanged: after a fall, or when they were refilled after counting.

#: With more wrong boxes than this, no exchanges are tried.
_MOST_BAD = 24
#: With more exchanges than this with uncounted boxes, only those that help are tried.
_TRIED = 20_000
#: How many kinds of beads of an uncounted box may end up, by the rule, in a box without a move for them.
_STRAY = 1


def exchanges(
    course: RealCourse, residual: Mapping[int, int], bad: Collection[int], counted: Collection[int]
) -> Iterator[tuple[Slip, Mapping[int, int]]]:
    """Yield the exchanges of the beads of two boxes after each game, each with its effect on the beads.

    Args:
        course: the games.
        residual: for each slot that differs, how many more beads were counted than expected.
        bad: the boxes with wrong beads.
        counted: the slots that were counted.
    """
    if len(bad) > _MOST_BAD:
        return
    boxes = range(len(course.kit.boxes))
    unknown = [box for box in boxes if not any(slot in counted for slot in course.slots_of(box))]
    few = len(bad) * len(unknown) * len(course.events) <= _TRIED
    pairs = set(combinations(sorted(bad), 2))
    doubtful = {(min(box, other), max(box, other)) for box in bad for other in unknown if box != other} - pairs
    histories = {box: _history(course, box) for pair in pairs | doubtful for box in pair}
    for box, other in sorted(pairs | doubtful):
        names = course.kit.boxes[box].id, course.kit.boxes[other].id
        starts = sorted({-1, *course.at[box], *course.at[other]})
        for start, end in pairwise([*starts, len(course.events)]):
            at = bisect_right(course.at[box], start), bisect_right(course.at[other], start)
            change, stray = _exchanged(histories[box][at[0]], histories[other][at[1]])
            known = (box, other) in pairs
            if not change or not (known or (stray <= _STRAY and (few or _helps(change, residual, counted)))):
                continue
            for after in range(start, end):
                game = course.events[after].number if after >= 0 else 0
                yield Slip(
                    game, "boxes-exchanged", names[0], "", after, other_box=names[1], swap=(box, other),
                    weight=weight("boxes-exchanged"),
                ), change  # fmt: skip


def _helps(change: Mapping[int, int], residual: Mapping[int, int], counted: Collection[int]) -> bool:
    seen = {slot: amount for slot, amount in change.items() if slot in counted}
    return sum(abs(residual.get(slot, 0) - amount) - abs(residual.get(slot, 0)) for slot, amount in seen.items()) < 0


#: The beads of a box: from each letter to its slot and how many beads are in it.
_Lying = dict[str, tuple[int, int]]


def _history(course: RealCourse, box: int) -> list[_Lying]:
    lying = {course.names[slot][1]: (slot, course.start[slot]) for slot in course.slots_of(box)}
    history = [lying]
    for after in course.at[box]:
        deltas = course.events[after].deltas
        lying = {letter: (slot, beads + deltas.get(slot, 0)) for letter, (slot, beads) in lying.items()}
        history.append(lying)
    return history


def _exchanged(first: _Lying, second: _Lying) -> tuple[dict[int, int], int]:
    """Return the changes of an exchange, and how many kinds of beads end up in a box without a move for them.

    This assumes the beads that the rule expects; another slip may have removed some before.
    """
    change = {}
    stray = 0
    for here, there in ((first, second), (second, first)):
        for letter, (slot, beads) in here.items():
            if letter not in there:
                stray += beads != 0
            elif there[letter][1] != beads:
                change[slot] = there[letter][1] - beads
    return change, stray


# Which boxes to count next, to tell explanations apart.

#: The most boxes to name, and the most explanations to compare.
_FEW, _MOST_STORIES = 3, 60


def boxes_to_count(
    course: RealCourse, counted: Mapping[int, int], stories: Sequence[Sequence[Slip]]
) -> tuple[str, ...]:
    """Return a few uncounted boxes in which the explanations leave different beads."""
    ends = []
    for story in stories[:_MOST_STORIES]:
        _, state = course.trace(story)
        ends.append(
            {slot: beads for slot, beads in state.items() if slot not in counted and beads != course.final[slot]}
        )
    boxes = sorted({course.box_of[slot] for end in ends for slot in end})

    def seen(end: Mapping[int, int], box: int) -> tuple[tuple[int, int], ...]:
        return tuple((slot, end[slot]) for slot in course.slots_of(box) if slot in end)

    groups = [ends]
    chosen: list[int] = []
    while len(chosen) < _FEW and boxes:
        parted = {box: sum(len({seen(end, box) for end in group}) for group in groups) for box in boxes}
        best = max(boxes, key=lambda box: (parted[box], -box))
        if parted[best] == len(groups):
            break
        chosen.append(best)
        groups = [
            [end for end in group if seen(end, best) == look]
            for group in groups
            for look in dict.fromkeys(seen(end, best) for end in group)
        ]
    return tuple(course.kit.boxes[box].id for box in chosen)


# What could have gone wrong after each game: every single slip, with its effect on the beads.
#
# Two slips after one game with the same effect count as one, under the likelier name. A wrong result in the journal
# stays separate, because then the beads are right.

#: The lesson of a game that was not played.
_NOTHING = Lesson((), 0, resigned=False)
#: A possible slip: its kind, its slot, the slot where it should have been, the beads that it adds, and how much less
#: likely it is than others of its kind.
_Candidate = tuple[str, int | None, int | None, Mapping[int, int], float]


class Hands:
    """The mistakes that hands can make at a machine."""

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
        seen: set[tuple[tuple[int, int], ...]] = set()
        for kind, slot, other, change, share in self._candidates(event):
            adds = tuple(sorted((place, amount) for place, amount in change.items() if amount))
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
        other = self.course.taught(lesson, event.before)
        slots = sorted(other.keys() | event.deltas.keys())
        adds = ((slot, other.get(slot, 0) - event.deltas.get(slot, 0)) for slot in slots)
        return tuple((slot, amount) for slot, amount in adds if amount)

    def _candidates(self, event: Event) -> Iterator[_Candidate]:
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

    def _elsewhere(self, event: Event, slot: int, amount: int) -> Iterator[_Candidate]:
        course = self.course
        box = course.box_of[slot]
        letter = course.names[slot][1]

        def moved(kind: str, other: int, share: float = 1.0) -> _Candidate:
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
    """Yield the boxes beside a box, and how likely each is used by mistake: less likely across a row's end."""
    for near in (box - 1, box + 1):
        if 0 <= near < len(boxes):
            yield near, 1.0 if boxes[near].row == boxes[box].row else 0.3


def _twins(course: RealCourse) -> dict[int, int]:
    """Return for each slot of a box that is the mirror image of another box the slot of the same move there."""
    kit = course.kit
    index = {box.id: number for number, box in enumerate(kit.boxes)}
    twins: dict[int, int] = {}
    for number, box in enumerate(kit.boxes):
        if box.mirror_of is None:
            continue
        other = index[box.mirror_of]
        symmetry = next(some for some in kit.symmetries.all if some.position(box.position) == kit.boxes[other].position)
        for slot, here in zip(course.slots_of(number), box.slots, strict=True):
            moves = {symmetry.move(move) for move in here.moves}
            for twin, there in zip(course.slots_of(other), kit.boxes[other].slots, strict=True):
                if moves & set(there.moves):
                    twins[slot], twins[twin] = twin, slot
    return twins


#: Counted beads, by box and letter.
Counts = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Audit:
    """What went wrong.

    Attributes:
        explanations: the shortest stories that explain everything, the likeliest first; none if everything is right.
        more: how many more stories of the same length there are.
        unique: whether there is only one.
        proven: whether no shorter story and no other of this length is proven to explain everything.
        repair: what to put into and take out of which box, in any case.
        cases: where the stories disagree on which games were played: what else to do for each answer.
        count: the boxes to count next, to tell the explanations apart.
    """

    explanations: tuple[Story, ...]
    more: int
    unique: bool
    proven: bool
    repair: tuple[Repair, ...]
    cases: tuple[Case, ...]
    count: tuple[str, ...]


def audit(passages: Passages, games: Sequence[GameRow], counts: Counts | None = None) -> Audit | None:
    """Explain counted beads and impossible games by the fewest slips.

    Args:
        passages: the possible courses of the machine's games.
        games: its games, in the order of their numbers.
        counts: the beads counted in some or all boxes; None if nobody has counted.

    Returns:
        what went wrong; None if nothing was counted and every game is possible.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.record.rows import PickedBead
    >>> game = GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "L")), -1)
    >>> result = audit(Passages(build_kit("her")), [game], {("B1", "R"): 1, ("B1", "L"): 1})
    >>> [(slip.game, slip.kind, slip.box, slip.bead) for slip in result.explanations[0]], result.repair
    ([(1, 'not-removed', 'B1', 'L')], (Repair(box='B1', bead='L', put=-1),))
    """
    course = RealCourse(passages, games)
    if counts is None and not course.breaks:
        return None
    index = {name: slot for slot, name in enumerate(course.names)}
    counted = {index[name]: beads for name, beads in (counts or {}).items()}
    search = _search(course, counted)
    if not search.effects.residual and not course.breaks:
        return Audit((), 0, unique=True, proven=True, repair=(), cases=(), count=())
    course.tolerated.update(broken for broken in course.breaks if not search.cures(broken))  # no slip explains these
    proven = course.linear and not course.tolerated
    for length in range(PROVEN + 1):
        stories = search.stories(length)
        proven &= stories.whole
        if stories.listed:
            break
    else:
        stories, proven = Stories((beyond(search),)), False
    explanations = tuple(tuple(sorted(story, key=lambda slip: slip.order)) for story in stories.listed if story)
    repair, cases = repairs(course, counted, stories)
    return Audit(
        explanations, stories.count - len(stories.listed), stories.count == 1 and proven, proven, repair, cases,
        boxes_to_count(course, counted, explanations),
    )  # fmt: skip


def _search(course: RealCourse, counted: Mapping[int, int]) -> Search:
    residual = {slot: n - course.final[slot] for slot, n in counted.items() if n != course.final[slot]}
    bad = {course.box_of[slot] for slot in residual}
    bad |= {course.box_of[slot] for broken in course.breaks if broken.needs > 0 for slot in broken.slots}
    if not residual and not course.breaks:
        return Search(course, counted, ())
    hands = chain(Hands(course).slips(), missing_games(course, residual, counted))
    known = ((slip, course.effect(slip)) for slip in hands)
    return Search(course, counted, chain(known, exchanges(course, residual, bad, counted)))
