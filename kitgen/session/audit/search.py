"""The fewest slips that explain everything: searched exactly, and proven, for up to four.

A story is a set of slips. It explains everything when each game can have been played with the beads that really lay in
the boxes, and when the beads that it leaves are those that were counted. The search does not try all sets: where a game
cannot have been played, some slip before it must have brought or taken just those beads; where a count differs, some
slip must have changed it to that side. So it branches on what is wrong, and the last slip is looked up by its effect.
Slips with the same effect on what was counted are one for the search; which games they can belong to is seen after.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from kitgen.session.audit.course import Break, RealCourse
from kitgen.session.audit.slips import Slip

#: What slips do to what was counted: slots and amounts, sorted.
Effect = tuple[tuple[int, int], ...]
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
#: How many exchanges are tried by twos.
_EXCHANGES = 60


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


def changed_by(slips: Iterable[Slip]) -> Effect:
    """Return what slips add to the beads together."""
    change: dict[int, int] = defaultdict(int)
    for slip in slips:
        for slot, amount in slip.adds:
            change[slot] += amount
    return tuple(sorted((slot, amount) for slot, amount in change.items() if amount))


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
        residual: how many beads more were found than there should be, for each slot where that is not 0.
    """

    def __init__(
        self, course: RealCourse, counted: Mapping[int, int], slips: Iterable[tuple[Slip, Mapping[int, int]]]
    ) -> None:
        self.course = course
        self.counted = counted
        self.residual = {
            slot: beads - course.final[slot] for slot, beads in sorted(counted.items()) if beads != course.final[slot]
        }
        self.classes: dict[Effect, list[Slip]] = defaultdict(list)
        self.effects: dict[Slip, Effect] = {}
        self.swaps: list[Slip] = []
        self._touching: dict[tuple[int, int], list[Slip]] = defaultdict(list)
        self._ending: dict[int, list[Slip]] = defaultdict(list)
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

    def _take(self, slip: Slip, change: Mapping[int, int]) -> None:
        """Sort a slip in by what it does."""
        effect = tuple((slot, amount) for slot, amount in sorted(change.items()) if slot in self.counted)
        self.effects[slip] = effect
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
        for swaps in self._exchanged(length):
            for first in self._mended(swaps, self.without(swaps), length):
                rest = self.without(first)
                sums = {
                    effects for one in self._turned(rest, swaps) for effects in self._sums(one, length - len(first))
                }
                for effects in sorted(sums):
                    if len(first) + len(effects) == length:
                        self._told(first, effects, found, seen)
        found.listed = ranked(found.listed)
        found.whole &= self._nodes < NODES
        return found

    def _exchanged(self, length: int) -> Iterator[Story]:
        """Yield the exchanges that a story can begin with: none, one, or two that each explain much."""
        yield ()
        if length:
            yield from ((one,) for one in self.swaps if self._fits((one,), length))
        if length > 1:
            wrong = len(self.residual)
            much = [one for one in self.swaps if len(self.without((one,))) < wrong - 1][:_EXCHANGES]
            yield from (pair for pair in combinations(much, 2) if self._fits(pair, length))

    def _fits(self, first: Story, length: int) -> bool:
        """Return whether so few slips can explain what some leave."""
        return len(self.without(first)) <= (length - len(first)) * self._widest

    def _turned(self, rest: dict[int, int], swaps: Story) -> list[dict[int, int]]:
        """Return what is left to explain; and as it would have been when two boxes were not exchanged after it."""
        if not swaps:
            return [rest]
        other = dict(rest)
        for slip in swaps:
            one, two = slip.swap or (0, 0)
            here, there = self.course.letters(one), self.course.letters(two)
            for letter in here.keys() & there.keys():
                slots = here[letter], there[letter]
                amounts = [other.pop(slot, 0) for slot in slots]
                other |= {slot: amount for slot, amount in zip(slots, reversed(amounts), strict=True) if amount}
        return [rest, dict(sorted(other.items()))]

    def without(self, slips: Iterable[Slip]) -> dict[int, int]:
        """Return what is left to explain."""
        rest = self.residual
        for slip in slips:
            rest = less(rest, self.effects[slip])
        return rest

    def _mended(self, slips: Story, rest: Mapping[int, int], most: int) -> Iterator[Story]:
        """Yield sets of slips after which each game can have been played, with as few as do it."""
        self._nodes += _TRACE
        broken = self.course.first_break(slips)
        if broken is None:
            yield slips
            return
        if len(slips) == most or self._nodes > NODES:
            return
        room = (most - len(slips) - 1) * self._widest
        whole = tuple(sorted(rest.items()))
        for cure in self.cures(broken):
            effect = self.effects[cure]
            if cure in slips or len(rest) - len(effect) > room or (room == 0 and effect != whole):
                continue
            after = less(rest, effect)
            if len(after) <= room:
                yield from self._mended((*slips, cure), after, most)

    def cures(self, broken: Break) -> list[Slip]:
        """Return the slips that can help where a story breaks."""
        found = list(self._ending.get(broken.after, ()))
        for slot in broken.slots:
            found += (slip for slip in self._touching.get((slot, broken.needs), ()) if slip.after < broken.after)
        return list(dict.fromkeys(found))

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


def less(rest: Mapping[int, int], effect: Effect) -> dict[int, int]:
    """Return what an effect leaves to explain."""
    left = dict(rest)
    for slot, amount in effect:
        now = left.get(slot, 0) - amount
        if now:
            left[slot] = now
        else:
            left.pop(slot, None)
    return left


def _choices(classes: Mapping[Effect, list[Slip]], group: Sequence[Effect]) -> Iterator[Story]:
    """Yield one slip for each effect, in every way; of the same effect twice each two slips once."""
    often: dict[Effect, int] = {}
    for effect in group:
        often[effect] = often.get(effect, 0) + 1
    for chosen in product(*(combinations(classes[effect], n) for effect, n in often.items())):
        yield tuple(slip for one in chosen for slip in one)
