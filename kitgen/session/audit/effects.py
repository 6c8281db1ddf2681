"""What slips do to the beads that were counted, and what they leave to explain."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from kitgen.session.audit.course import RealCourse
from kitgen.session.audit.slips import Slip

#: What slips do to what was counted: slots and amounts, sorted.
Effect = tuple[tuple[int, int], ...]


class Effects:
    """The effects of slips.

    Attributes:
        alone: for each slip what it does where nothing is exchanged after it.
        residual: how many beads more were found than there should be, for each slot where that is not 0.
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
        """Take what a slip has done to the beads in the end, when it was the only one; return what of it is seen."""
        self.alone[slip] = self._seen(change)
        return self.alone[slip]

    def _seen(self, change: Mapping[int, int]) -> Effect:
        """Return what of a change is seen in what was counted."""
        return tuple((slot, amount) for slot, amount in sorted(change.items()) if slot in self._counted)

    def of(self, slip: Slip, story: Iterable[Slip] = ()) -> Effect:
        """Return what a slip does, when the beads of boxes were exchanged after it."""
        alone = self.alone[slip]
        later = [one for one in story if one.swap and one.after > slip.after]
        if later and self._is_carried(slip, later):
            change = dict(alone if slip.swap else slip.adds)
            for swap in sorted(later, key=lambda one: one.after):
                change = self.carried(change, swap)
            return self._seen(change)
        return alone

    def _is_carried(self, slip: Slip, swaps: Iterable[Slip]) -> bool:
        """Return whether a slip touched boxes that were exchanged."""
        slots = self.alone[slip] if slip.swap else slip.adds
        return any(slot in self._to(swap) for swap in swaps for slot, _ in slots)

    def without(self, story: Sequence[Slip]) -> dict[int, int]:
        """Return what a story leaves to explain."""
        rest = self.residual
        for slip in story:
            rest = less(rest, self.of(slip, story))
        return rest

    def carried(self, change: Mapping[int, int], swap: Slip) -> dict[int, int]:
        """Return what becomes of a change of beads when two boxes are exchanged after it."""
        to = self._to(swap)
        return {to.get(slot, slot): amount for slot, amount in change.items()}

    def _to(self, swap: Slip) -> Mapping[int, int]:
        """Return for each slot of two boxes that are exchanged where its beads come to lie."""
        boxes = swap.swap or (0, 0)
        if boxes not in self._carry:
            here, there = map(self._course.letters, boxes)
            to = {here[letter]: there[letter] for letter in here.keys() & there.keys()}
            self._carry[boxes] = to | {other: one for one, other in to.items()}
        return self._carry[boxes]

    def turned(self, rest: dict[int, int], swaps: Sequence[Slip]) -> list[dict[int, int]]:
        """Return what is left to explain; and as it would have been when boxes were not exchanged after it."""
        if not swaps:
            return [rest]
        before = rest
        for swap in sorted(swaps, key=lambda one: -one.after):
            before = self.carried(before, swap)
        return [rest, dict(sorted(before.items()))]


def changed_by(slips: Iterable[Slip]) -> Effect:
    """Return what slips add to the beads together."""
    change: dict[int, int] = defaultdict(int)
    for slip in slips:
        for slot, amount in slip.adds:
            change[slot] += amount
    return tuple(sorted((slot, amount) for slot, amount in change.items() if amount))


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


def size(rest: Mapping[int, int]) -> int:
    """Return how many beads differ."""
    return sum(map(abs, rest.values()))
