"""The fewest slips that explain everything: searched exactly, and proven, for up to four.

A story is a set of slips. It explains everything when each game can have been played with the beads that really lay in
the boxes, and when the beads that it leaves are those that were counted. The search does not try all sets: where a game
cannot have been played, some slip before it must have brought or taken just those beads; where a count differs, some
slip must have changed it to that side. So it branches on what is wrong, and the last slip is looked up by its effect.
Slips with the same effect on what was counted are one for the search; which games they can belong to is seen after.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, product

from kitgen.session.audit.course import Break, RealCourse
from kitgen.session.audit.effects import Effect, Effects, changed_by, less, size
from kitgen.session.audit.slips import Slip

#: A story as it is told.
Story = tuple[Slip, ...]

#: Explanations of up to so many slips are proven to be the shortest.
PROVEN = 4
#: How many stories are listed; how many combinations of games are tried for one combination of effects; how many
#: combinations of effects for one length.
LISTED, TRIED, NODES = 200, 4000, 80_000
#: How many ways are kept in which the journal may be wrong, and how many sets of slips for each of them.
WAYS, ALIKE = 60, 20
#: How many of them replaying the boxes of a story counts for.
_TRACE = 40
#: How many exchanges are tried, how many pairs of them, and how many pairs of all that do the same.
_SWAPS, _PAIRS, _GROUPS = 3_000, 8_000, 30_000


class Stories:
    """Stories of one length that explain everything.

    Attributes:
        listed: the likeliest of them, in order, ``LISTED`` at most.
        count: how many there are in all.
        pens: the sets of slips of the pen of all of them, listed or not, in groups that change the beads alike.
        whole: whether everything was tried, and nothing left out.
    """

    def __init__(self, stories: Iterable[Story] = ()) -> None:
        self.listed = list(stories)
        self.count = len(self.listed)
        self.pens: dict[Effect, list[Story]] = {}
        self.whole = True
        self.write(frozenset(map(pens_of, self.listed)))

    def add(self, found: Iterable[Story], count: int) -> None:
        """Take some more."""
        self.listed += found
        self.count += count
        if len(self.listed) > 4 * LISTED:
            self.listed = ranked(self.listed)

    def write(self, pens: Iterable[Story]) -> None:
        """Take the slips of the pen of some stories."""
        for slips in sorted(pens, key=lambda one: [slip.order for slip in one]):
            change = changed_by(slips)
            if change not in self.pens and len(self.pens) == WAYS:
                self.whole = False
                continue
            alike = self.pens.setdefault(change, [])
            if slips not in alike and len(alike) < ALIKE:
                alike.append(slips)


def pens_of(story: Iterable[Slip]) -> Story:
    """Return the slips of the pen in a story: all that makes a difference to what should lie in the boxes."""
    return tuple(sorted((slip for slip in story if slip.on_record), key=lambda slip: slip.order))


def ranked(stories: Iterable[Story]) -> list[Story]:
    """Return stories without doubles, the likeliest first, as many as are listed."""
    told = {tuple(sorted(story, key=lambda slip: slip.order)) for story in stories}
    return sorted(told, key=_rank)[:LISTED]


def _rank(story: Story) -> tuple[float, list[object]]:
    """Return what stories are sorted by."""
    return -round(sum(slip.weight for slip in story), 9), [slip.order for slip in story]


class Search:
    """The search for the fewest slips.

    Attributes:
        course: the games.
        counted: the beads of each slot that was counted.
        effects: what slips do to them.
        classes: the slips of each effect, the likeliest first.
        by_sign: the effects that bring beads into a slot, or take some out.
        swaps: the exchanges.
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
        self._left = sorted(((len(self.effects.without((swap,))), swap) for swap in self.swaps), key=_first)
        self._seen = {course.box_of[slot] for slot in counted}

    def _take(self, slip: Slip, change: Mapping[int, int]) -> None:
        """Sort a slip in by what it does."""
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
        """Return the stories of a length that explain everything, when no shorter one does."""
        found = Stories()
        self._nodes = 0
        seen: set[frozenset[Slip]] = set()
        for swaps in self._exchanged(length, found):
            for first in self._mended(swaps, self.effects.without(swaps), length):
                left = self.effects.turned(self.effects.without(first), swaps)
                sums = {effects for rest in left for effects in self._sums(rest, length - len(first))}
                for effects in sorted(sums):
                    if len(first) + len(effects) == length:
                        self._told(first, effects, found, seen)
        found.listed = ranked(found.listed)
        found.whole &= self._nodes < NODES
        return found

    def _exchanged(self, length: int, found: Stories) -> Iterator[Story]:
        """Yield the exchanges that a story can begin with: none, one, or two that each explain much."""
        yield ()
        if length:
            room = (length - 1) * self._widest
            found.whole &= sum(left <= room for left, _ in self._left) <= _SWAPS
            yield from ((one,) for left, one in self._left[:_SWAPS] if left <= room)
        if length > 1:
            for tried, pair in enumerate(self._pairs(length, found)):
                if tried == _PAIRS:
                    found.whole = False
                    return
                yield pair

    def _pairs(self, length: int, found: Stories) -> Iterator[Story]:
        """Yield pairs of exchanges that can explain enough, of which one explains much."""
        wrong = size(self.effects.residual)
        alike: dict[tuple[tuple[int, int] | None, Effect], list[Slip]] = defaultdict(list)
        for one in self.swaps:
            alike[one.swap, self.effects.of(one)].append(one)
        left = sorted(((size(self.effects.without(some[:1])), some) for some in alike.values()), key=_least_left)
        much = sum(rest < wrong - 1 for rest, _ in left)
        groups = [some for rest, some in left if rest <= wrong]
        tried = 0
        for number, some in enumerate(groups[:much]):
            for others in groups[number + 1 :]:
                tried += 1
                if tried > _GROUPS:
                    found.whole = False
                    return
                yield from self._twos(some, others, length)

    def _twos(self, one: list[Slip], other: list[Slip], length: int) -> Iterator[Story]:
        """Yield the pairs of one of some exchanges that do the same, and one of others, that can explain enough."""
        boxes = set(one[0].swap or ()), set(other[0].swap or ())
        if boxes[0].isdisjoint(boxes[1]):
            if self._fits((one[0], other[0]), length):
                yield from product(one, other)
            return
        if not self._seen >= boxes[0] ^ boxes[1]:
            return  # where one of the outer boxes was not counted, one exchange explains as much
        for first, then in ((one, other), (other, one)):  # what two that share a box do hangs on which was the first
            pairs = ((early, late) for early, late in product(first, then) if early.after < late.after)
            some = next(pairs, None)
            if some is not None and self._fits(some, length):
                yield from chain((some,), pairs)

    def _fits(self, first: Story, length: int) -> bool:
        """Return whether so few slips can explain what some leave."""
        return len(self.effects.without(first)) <= (length - len(first)) * self._widest

    def _mended(self, slips: Story, rest: Mapping[int, int], most: int) -> Iterator[Story]:
        """Yield sets of slips after which each game can have been played, with as few as do it."""
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
        """Yield the slips that may explain all that is left, where a story breaks."""
        swaps = [slip for slip in story if slip.swap]
        for effect in dict.fromkeys(tuple(sorted(one.items())) for one in self.effects.turned(dict(rest), swaps)):
            for slip in self.classes.get(effect, ()) if effect else self.cures(broken, story):
                yield self._played_before(slip, broken.after) if self.course.is_loose(slip) else slip

    def cures(self, broken: Break, story: Story = ()) -> list[Slip]:
        """Return the slips that can help where a story breaks."""
        found = list(self._ending.get(broken.after, ()))
        found += self._before(broken.after, broken.slots, broken.needs)
        for swap in story:  # what lay elsewhere before it was exchanged
            if swap.swap and 0 <= swap.after < broken.after:
                slots = tuple(self.effects.carried(dict.fromkeys(broken.slots, 0), swap))
                found += self._before(swap.after, slots, broken.needs)
        return list(dict.fromkeys(found))

    def _before(self, after: int, slots: Iterable[int], needs: int) -> Iterator[Slip]:
        """Yield the slips before a game that bring beads into some slots, or take some out."""
        for slip in (one for slot in slots for one in self._touching.get((slot, needs), ())):
            if slip.after < after:
                yield slip
            elif self.course.is_loose(slip):
                yield self._played_before(slip, after)

    def _played_before(self, slip: Slip, after: int) -> Slip:
        """Return a game that is not noted, and that no number is free for, as one that was played before another."""
        if (slip, after) not in self._earlier:
            earlier = replace(slip, game=self.course.events[after].number, after=after - 1, before=True)
            self._earlier[slip, after] = earlier
            self.effects.take(earlier, self.course.effect(earlier))
        return self._earlier[slip, after]

    def _sums(self, rest: Mapping[int, int], most: int) -> Iterator[tuple[Effect, ...]]:
        """Yield effects, sorted, that come to what is left to explain, as many as there may be at most."""
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
        slot = min(rest, key=lambda one: (len(self.by_sign.get((one, _sign(rest[one])), ())), one))
        for effect in self.by_sign.get((slot, _sign(rest[slot])), ()):
            for others in self._sums(less(rest, effect), most - 1):
                yield tuple(sorted((effect, *others)))

    def _told(self, first: Story, effects: Sequence[Effect], found: Stories, seen: set[frozenset[Slip]]) -> None:
        """Add the stories that some effects can stand for: which games they belong to."""
        groups = [list(effects)] if first else self._apart(effects)
        told: list[Story] = [()]
        pens = {pens_of(first)}
        count = 1
        for group in groups:
            good = list(self._fitting(first, group, found))
            count *= len(good)
            written = {pens_of(slip for slip in one if slip not in first) for one in good}
            pens = {pens_of((*some, *others)) for some in pens for others in written}
            told = ranked(one + other for one in told for other in good[:LISTED])
            if not told:
                return
        found.write(pens)
        if first or len(effects) == 0:
            fresh = [one for one in told if frozenset(one) not in seen]
            seen.update(map(frozenset, fresh))
            found.add(fresh, len(fresh))
        else:
            found.add(told, count)

    def _apart(self, effects: Sequence[Effect]) -> list[list[Effect]]:
        """Return effects in groups that have no box in common, so that each can be looked at alone."""
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
        """Return the boxes that a slip touches, and those that are looked at with them."""
        boxes = self.course.boxes((slip,))
        return boxes | {
            other for box in boxes for after in self.course.at[box] for other in self.course.events[after].empty
        }

    def _fitting(self, first: Story, group: Sequence[Effect], found: Stories) -> Iterator[Story]:
        """Yield the stories of a group with which each game can have been played and each count comes out."""
        for tried, slips in enumerate(_choices(self.classes, group)):
            self._nodes += _TRACE
            if tried == TRIED or self._nodes > NODES:
                found.whole = False
                return
            story = (*first, *slips)
            if len(set(story)) == len(story) and self._holds(story, whole=bool(first)):
                yield story

    def _holds(self, story: Story, *, whole: bool) -> bool:
        """Return whether a story can have been so in the boxes that it touches; or in all."""
        broken, state = self.course.trace(story)
        if broken is not None or (whole and self.course.first_break(story) is not None):
            return False
        return all(self.counted.get(slot, beads) == beads for slot, beads in state.items())


def _sign(amount: int) -> int:
    """Return the sign of an amount that is not 0."""
    return 1 if amount > 0 else -1


def _first(one: tuple[int, Slip]) -> int:
    """Return the first of two."""
    return one[0]


def _least_left(group: tuple[int, list[Slip]]) -> tuple[int, tuple[object, ...]]:
    """Return what exchanges that do the same are sorted by: how many beads they leave to explain."""
    return group[0], group[1][0].order


def _choices(classes: Mapping[Effect, list[Slip]], group: Sequence[Effect]) -> Iterator[Story]:
    """Yield one slip for each effect, in every way; of the same effect twice each two slips once."""
    often: dict[Effect, int] = {}
    for effect in group:
        often[effect] = often.get(effect, 0) + 1
    for chosen in product(*(combinations(classes[effect], n) for effect, n in often.items())):
        yield tuple(slip for one in chosen for slip in one)
