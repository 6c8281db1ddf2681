"""Boxes whose beads were exchanged: after a fall, or when they were filled again after counting."""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

from kitgen.session.audit.course import RealCourse
from kitgen.session.audit.slips import Slip, weight

#: More boxes that do not agree than this are not held to be exchanged in pairs.
_MANY = 24
#: Where this would be more exchanges with boxes that were not counted, only their neighbours are looked at.
_TRIED = 20_000


def exchanges(
    course: RealCourse, bad: Collection[int], counted: Collection[int]
) -> Iterator[tuple[Slip, Mapping[int, int]]]:
    """Yield for each two boxes the games after which their beads may have been exchanged, each with what comes of it.

    Args:
        course: the games.
        bad: boxes that hold not what they should.
        counted: slots that were counted.
    """
    if len(bad) > _MANY:
        return
    boxes = range(len(course.kit.boxes))
    unknown = [box for box in boxes if not any(slot in counted for slot in course.slots_of(box))]
    few = len(bad) * len(unknown) * len(course.events) <= _TRIED
    pairs = set(combinations(sorted(bad), 2))
    pairs |= {
        (min(one, other), max(one, other))
        for one in bad
        for other in unknown
        if one != other and (few or abs(one - other) == 1)
    }
    histories = {box: _history(course, box) for pair in pairs for box in pair}
    for one, other in sorted(pairs):
        names = course.kit.boxes[one].id, course.kit.boxes[other].id
        known: dict[tuple[int, int], dict[int, int] | None] = {}
        for after in range(-1, len(course.events)):
            at = bisect_right(course.at[one], after), bisect_right(course.at[other], after)
            if at not in known:
                known[at] = _exchanged(histories[one][at[0]], histories[other][at[1]])
            change = known[at]
            if change:
                game = course.events[after].number if after >= 0 else 0
                yield Slip(
                    game, "boxes-exchanged", names[0], "", after, other_box=names[1], swap=(one, other),
                    weight=weight("boxes-exchanged"),
                ), change  # fmt: skip


#: The beads of a box: from each letter to its slot and how many beads are in it.
_Lying = dict[str, tuple[int, int]]


def _history(course: RealCourse, box: int) -> list[_Lying]:
    """Return what lay in a box at first, and after each game that touched it."""
    lying = {course.names[slot][1]: (slot, course.start[slot]) for slot in course.slots_of(box)}
    history = [lying]
    for after in course.at[box]:
        deltas = course.events[after].deltas
        lying = {letter: (slot, beads + deltas.get(slot, 0)) for letter, (slot, beads) in lying.items()}
        history.append(lying)
    return history


def _exchanged(one: _Lying, other: _Lying) -> dict[int, int] | None:
    """Return what an exchange changes; None where beads would lie in a box that has no move for them."""
    change = {}
    for here, there in ((one, other), (other, one)):
        if any(beads for letter, (_, beads) in there.items() if letter not in here):
            return None
        for letter, (slot, beads) in here.items():
            found = there[letter][1] if letter in there else 0
            if found != beads:
                change[slot] = found - beads
    return change
