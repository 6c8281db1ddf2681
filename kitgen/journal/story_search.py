"""Search for the fewest slips that explain everything: exact and proven for up to four.

A story is a set of slips. It explains everything if every game is possible with the beads that were really in the
boxes, and if the beads that remain are those that were counted. The search does not try all sets: where a game is
impossible, an earlier slip must have added or removed those beads; where a count differs, a slip must have changed it
in that direction. So it branches on what is wrong, and looks up the last slip by its effect. Slips with the same effect
on the counted beads are searched as one; which games they can belong to is checked afterwards.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, product

from kitgen.journal.course import Break, RealCourse, Slip

#: The effect of slips on the counted beads: slots and amounts, sorted.
Effect = tuple[tuple[int, int], ...]


class Effects:
    """The effects of slips on the counted beads.

    Attributes:
        alone: the effect of each slip if no boxes are exchanged after it.
        residual: for each slot that differs, how many more beads were counted than expected.
    """

    def __init__(self, course: RealCourse, counted: Mapping[int, int]) -> None:
        self._course = course
        self._counted = counted
        self.alone: dict[Slip, Effect] = {}
        self._carry: dict[tuple[int, int], Mapping[int, int]] = {}
        self.residual = {
            slot: beads - course.final[slot] for slot, beads in sorted(counted.items()) if beads != course.final[slot]
        }

    def take(self, slip: Slip, change: Mapping[int, int]) -> Effect:
        """Keep and return the effect of a slip, from its change of the final beads as the only slip."""
        self.alone[slip] = self._seen(change)
        return self.alone[slip]

    def _seen(self, change: Mapping[int, int]) -> Effect:
        return tuple((slot, amount) for slot, amount in sorted(change.items()) if slot in self._counted)

    def of(self, slip: Slip, story: Iterable[Slip] = ()) -> Effect:
        """Return the effect of a slip within a story, whose exchanges may move beads later."""
        alone = self.alone[slip]
        swaps = [other for other in story if other.swap and other.after > slip.after]
        change = dict(alone if slip.swap else slip.adds)
        if any(slot in self._to(swap) for swap in swaps for slot in change):
            for swap in sorted(swaps, key=lambda swap: swap.after):
                change = self.carried(change, swap)
            return self._seen(change)
        return alone

    def without(self, story: Sequence[Slip]) -> dict[int, int]:
        """Return the differences that a story does not explain."""
        rest = self.residual
        for slip in story:
            rest = less(rest, self.of(slip, story))
        return rest

    def carried(self, change: Mapping[int, int], swap: Slip) -> dict[int, int]:
        """Return a change of beads after the exchange of two boxes."""
        to = self._to(swap)
        return {to.get(slot, slot): amount for slot, amount in change.items()}

    def _to(self, swap: Slip) -> Mapping[int, int]:
        boxes = swap.swap or (0, 0)
        if boxes not in self._carry:
            here, there = map(self._course.letters, boxes)
            to = {here[letter]: there[letter] for letter in here.keys() & there.keys()}
            self._carry[boxes] = to | {to[slot]: slot for slot in to}
        return self._carry[boxes]

    def turned(self, rest: dict[int, int], swaps: Sequence[Slip]) -> list[dict[int, int]]:
        """Return the unexplained differences as they are now and, given exchanges, as they were before these."""
        if not swaps:
            return [rest]
        before = rest
        for swap in sorted(swaps, key=lambda swap: -swap.after):
            before = self.carried(before, swap)
        return [rest, dict(sorted(before.items()))]


def changed_by(slips: Iterable[Slip]) -> Effect:
    """Return the sum of the beads that slips add."""
    change: dict[int, int] = defaultdict(int)
    for slip in slips:
        for slot, amount in slip.adds:
            change[slot] += amount
    return tuple(sorted((slot, amount) for slot, amount in change.items() if amount))


def less(rest: Mapping[int, int], effect: Effect) -> dict[int, int]:
    """Subtract an effect from the unexplained differences."""
    remaining = dict(rest)
    for slot, amount in effect:
        now = remaining.get(slot, 0) - amount
        if now:
            remaining[slot] = now
        else:
            remaining.pop(slot, None)
    return remaining


def beads_off(rest: Mapping[int, int]) -> int:
    """Return how many beads differ."""
    return sum(map(abs, rest.values()))


Story = tuple[Slip, ...]

#: Explanations of up to this many slips are proven to be the shortest.
PROVEN = 4
#: The most stories listed, combinations of games tried per combination of effects, and combinations of effects tried
#: per length.
LISTED, TRIED, NODES = 200, 4000, 80_000
#: The most ways kept in which the journal may be wrong, and the most sets of slips for each of them.
WAYS, ALIKE = 60, 20
#: The cost of replaying a story, in combinations of effects.
_TRACE = 40
#: The most exchanges tried, pairs of them, and pairs of groups with the same effect.
_SWAPS, _PAIRS, _GROUPS = 3_000, 8_000, 30_000


class Stories:
    """Stories of one length that explain everything.

    Attributes:
        listed: the likeliest, in order, at most ``LISTED``.
        count: how many there are in all.
        pens: the slips of the pen in each story, listed or not, grouped by their effect.
        whole: whether everything was tried.
    """

    def __init__(self, stories: Iterable[Story] = ()) -> None:
        self.listed = list(stories)
        self.count = len(self.listed)
        self.pens: dict[Effect, list[Story]] = {}
        self.whole = True
        self.write(frozenset(map(pens_of, self.listed)))

    def add(self, stories: Iterable[Story], count: int) -> None:
        """Add stories; ``count`` includes those that are not listed."""
        self.listed += stories
        self.count += count
        if len(self.listed) > 4 * LISTED:
            self.listed = ranked(self.listed)

    def write(self, pens: Iterable[Story]) -> None:
        """Add the slips of the pen of some stories."""
        for slips in sorted(pens, key=lambda story: [slip.order for slip in story]):
            change = changed_by(slips)
            if change not in self.pens and len(self.pens) == WAYS:
                self.whole = False
                continue
            alike = self.pens.setdefault(change, [])
            if slips not in alike and len(alike) < ALIKE:
                alike.append(slips)


def pens_of(story: Iterable[Slip]) -> Story:
    """Return the slips of the pen in a story; only these change the beads that should be in the boxes."""
    return tuple(sorted((slip for slip in story if slip.on_record), key=lambda slip: slip.order))


def ranked(stories: Iterable[Story]) -> list[Story]:
    """Return at most ``LISTED`` stories without duplicates, the likeliest first."""
    unique = {tuple(sorted(story, key=lambda slip: slip.order)) for story in stories}
    return sorted(unique, key=_rank)[:LISTED]


def _rank(story: Story) -> tuple[float, list[object]]:
    return -round(sum(slip.weight for slip in story), 9), [slip.order for slip in story]


class Search:
    """The search for the fewest slips.

    Attributes:
        counted: the beads of each slot that was counted.
        classes: the slips of each effect, the likeliest first.
        by_sign: the effects that add beads to a slot (1), or remove some (-1).
        swaps: the exchanges of boxes.
    """

    def __init__(
        self, course: RealCourse, counted: Mapping[int, int], slips: Iterable[tuple[Slip, Mapping[int, int]]]
    ) -> None:
        self.course = course
        self.counted = counted
        self.effects = Effects(course, counted)
        self.classes: dict[Effect, list[Slip]] = defaultdict(list)
        self.swaps: list[Slip] = []
        self._touching: dict[tuple[int, int], list[Slip]] = defaultdict(list)
        self._ending: dict[int, list[Slip]] = defaultdict(list)
        self._earlier: dict[tuple[Slip, int], Slip] = {}
        for slip, change in slips:
            self._take(slip, change)
        for same in self.classes.values():
            same.sort(key=lambda slip: (-slip.weight, slip.order))
        self.by_sign: dict[tuple[int, int], list[Effect]] = defaultdict(list)
        for effect in sorted(self.classes):
            for slot, amount in effect:
                self.by_sign[slot, 1 if amount > 0 else -1].append(effect)
        self._widest = max(map(len, self.classes), default=1)
        self._nodes = 0
        self._differences = sorted(
            ((len(self.effects.without((swap,))), swap) for swap in self.swaps), key=lambda pair: pair[0]
        )
        self._seen = {course.box_of[slot] for slot in counted}

    def _take(self, slip: Slip, change: Mapping[int, int]) -> None:
        effect = self.effects.take(slip, change)
        if slip.swap is not None:
            self.swaps.append(slip)
            return
        if effect:
            self.classes[effect].append(slip)
        for slot, amount in slip.adds:
            self._touching[slot, 1 if amount > 0 else -1].append(slip)
        if slip.settles is not None:
            self._ending[slip.settles].append(slip)

    def stories(self, length: int) -> Stories:
        """Return the stories of a length that explain everything, if no shorter one does."""
        stories = Stories()
        self._nodes = 0
        seen: set[frozenset[Slip]] = set()
        for swaps in self._exchanged(length, stories):
            for first in self._mended(swaps, self.effects.without(swaps), length):
                rests = self.effects.turned(self.effects.without(first), swaps)
                sums = {effects for rest in rests for effects in self._sums(rest, length - len(first))}
                for effects in sorted(sums):
                    if len(first) + len(effects) == length:
                        self._add_stories(first, effects, stories, seen)
        stories.listed = ranked(stories.listed)
        stories.whole &= self._nodes < NODES
        return stories

    def _exchanged(self, length: int, stories: Stories) -> Iterator[Story]:
        yield ()
        if length:
            room = (length - 1) * self._widest
            stories.whole &= sum(differences <= room for differences, _ in self._differences) <= _SWAPS
            yield from ((swap,) for differences, swap in self._differences[:_SWAPS] if differences <= room)
        if length > 1:
            for tried, pair in enumerate(self._pairs(length, stories)):
                if tried == _PAIRS:
                    stories.whole = False
                    return
                yield pair

    def _pairs(self, length: int, stories: Stories) -> Iterator[Story]:
        """Yield pairs of exchanges that can explain enough, of which one explains much."""
        wrong = beads_off(self.effects.residual)
        alike: dict[tuple[tuple[int, int] | None, Effect], list[Slip]] = defaultdict(list)
        for swap in self.swaps:
            alike[swap.swap, self.effects.of(swap)].append(swap)
        sizes = sorted(
            ((beads_off(self.effects.without(some[:1])), some) for some in alike.values()),
            key=lambda group: (group[0], group[1][0].order),
        )
        much = sum(rest < wrong - 1 for rest, _ in sizes)
        groups = [some for rest, some in sizes if rest <= wrong]
        tried = 0
        for number, some in enumerate(groups[:much]):
            for others in groups[number + 1 :]:
                tried += 1
                if tried > _GROUPS:
                    stories.whole = False
                    return
                yield from self._twos(some, others, length)

    def _twos(self, some: list[Slip], others: list[Slip], length: int) -> Iterator[Story]:
        """Yield the pairs of exchanges, one from each of two groups of the same effect, that can explain enough."""
        boxes = set(some[0].swap or ()), set(others[0].swap or ())
        if boxes[0].isdisjoint(boxes[1]):
            if self._fits((some[0], others[0]), length):
                yield from product(some, others)
            return
        if not self._seen >= boxes[0] ^ boxes[1]:
            return  # if one of the outer boxes was not counted, a single exchange explains as much
        for first, then in ((some, others), (others, some)):  # with a shared box, the order matters
            pairs = ((early, late) for early, late in product(first, then) if early.after < late.after)
            pair = next(pairs, None)
            if pair is not None and self._fits(pair, length):
                yield from chain((pair,), pairs)

    def _fits(self, first: Story, length: int) -> bool:
        return len(self.effects.without(first)) <= (length - len(first)) * self._widest

    def _mended(self, slips: Story, rest: Mapping[int, int], most: int) -> Iterator[Story]:
        broken = self.course.first_break(slips)
        if broken is None:
            yield slips
            return
        if len(slips) == most or self._nodes > NODES:
            return
        room = (most - len(slips) - 1) * self._widest
        whole = tuple(sorted(rest.items()))
        cures = self.cures(broken, slips) if room else self._last(broken, slips, rest)
        for cure in cures:
            effect = self.effects.of(cure, slips)
            if cure in slips or len(rest) - len(effect) > room or (room == 0 and effect != whole):
                continue
            after = less(rest, effect)
            if len(after) <= room:
                self._nodes += _TRACE
                yield from self._mended((*slips, cure), after, most)

    def _last(self, broken: Break, story: Story, rest: Mapping[int, int]) -> Iterator[Slip]:
        swaps = [slip for slip in story if slip.swap]
        for effect in dict.fromkeys(tuple(sorted(some.items())) for some in self.effects.turned(dict(rest), swaps)):
            for slip in self.classes.get(effect, ()) if effect else self.cures(broken, story):
                yield self._played_before(slip, broken.after) if self.course.is_loose(slip) else slip

    def cures(self, broken: Break, story: Story = ()) -> list[Slip]:
        """Return the slips that can help at a break of a story."""
        cures = list(self._ending.get(broken.after, ()))
        cures += self._before(broken.after, broken.slots, broken.needs)
        for swap in story:  # the beads were elsewhere before an exchange
            if swap.swap and 0 <= swap.after < broken.after:
                slots = tuple(self.effects.carried(dict.fromkeys(broken.slots, 0), swap))
                cures += self._before(swap.after, slots, broken.needs)
        return list(dict.fromkeys(cures))

    def _before(self, after: int, slots: Iterable[int], needs: int) -> Iterator[Slip]:
        for slip in chain.from_iterable(self._touching.get((slot, needs), ()) for slot in slots):
            if slip.after < after:
                yield slip
            elif self.course.is_loose(slip):
                yield self._played_before(slip, after)

    def _played_before(self, slip: Slip, after: int) -> Slip:
        """Return a missing game without a number as one that was played just before a noted game."""
        if (slip, after) not in self._earlier:
            earlier = replace(slip, game=self.course.events[after].number, after=after - 1, before=True)
            self._earlier[slip, after] = earlier
            self.effects.take(earlier, self.course.effect(earlier))
        return self._earlier[slip, after]

    def _sums(self, rest: Mapping[int, int], most: int) -> Iterator[tuple[Effect, ...]]:
        self._nodes += 1
        if not rest:
            yield ()
            return
        if most == 0 or len(rest) > most * self._widest or self._nodes > NODES:
            return
        if most == 1:
            effect = tuple(sorted(rest.items()))
            if effect in self.classes:
                yield (effect,)
            return
        effects = {slot: self.by_sign.get((slot, 1 if amount > 0 else -1), ()) for slot, amount in rest.items()}
        for effect in effects[min(rest, key=lambda slot: (len(effects[slot]), slot))]:
            for others in self._sums(less(rest, effect), most - 1):
                yield tuple(sorted((effect, *others)))

    def _add_stories(
        self, first: Story, effects: Sequence[Effect], result: Stories, seen: set[frozenset[Slip]]
    ) -> None:
        """Add the stories that some effects can stand for, with the games that they belong to."""
        groups = [list(effects)] if first else self._apart(effects)
        stories: list[Story] = [()]
        pens = {pens_of(first)}
        count = 1
        for group in groups:
            good = list(self._fitting(first, group, result))
            count *= len(good)
            written = {pens_of(slip for slip in story if slip not in first) for story in good}
            pens = {pens_of((*some, *others)) for some in pens for others in written}
            stories = ranked(some + others for some in stories for others in good[:LISTED])
            if not stories:
                return
        result.write(pens)
        if first or not effects:
            stories = [story for story in stories if frozenset(story) not in seen]
            seen.update(map(frozenset, stories))
            count = len(stories)
        result.add(stories, count)

    def _apart(self, effects: Sequence[Effect]) -> list[list[Effect]]:
        """Group effects so that no two groups share a box, and each can be checked alone."""
        groups: list[tuple[set[int], list[Effect]]] = []
        for effect in effects:
            boxes = set().union(*(self._reaches(slip) for slip in self.classes[effect]))
            group = [effect]
            apart = []
            for others, there in groups:
                if others & boxes:
                    boxes |= others
                    group = there + group
                else:
                    apart.append((others, there))
            groups = [*apart, (boxes, group)]
        return [group for _, group in groups]

    def _reaches(self, slip: Slip) -> set[int]:
        boxes = self.course.boxes((slip,))
        return boxes | {
            other for box in boxes for after in self.course.at[box] for other in self.course.events[after].empty
        }

    def _fitting(self, first: Story, group: Sequence[Effect], stories: Stories) -> Iterator[Story]:
        for tried, slips in enumerate(_choices(self.classes, group)):
            self._nodes += _TRACE
            if tried == TRIED or self._nodes > NODES:
                stories.whole = False
                return
            story = (*first, *slips)
            if len(set(story)) == len(story) and self._holds(story, whole=bool(first)):
                yield story

    def _holds(self, story: Story, *, whole: bool) -> bool:
        broken, state = self.course.trace(story)
        if broken is not None or (whole and self.course.first_break(story) is not None):
            return False
        return all(self.counted.get(slot, beads) == beads for slot, beads in state.items())


def _choices(classes: Mapping[Effect, list[Slip]], group: Sequence[Effect]) -> Iterator[Story]:
    """Yield all choices of one slip for each effect, without repeats where an effect occurs twice."""
    for chosen in product(*(combinations(classes[effect], n) for effect, n in Counter(group).items())):
        yield tuple(chain.from_iterable(chosen))
