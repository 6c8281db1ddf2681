"""Boxes whose beads were exchanged: after a fall, or when they were filled again after counting."""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations, pairwise

from kitgen.session.audit.course import RealCourse
from kitgen.session.audit.slips import Slip, weight

#: More boxes that do not agree than this are not held to be exchanged in pairs.
_MANY = 24
#: Where this would be more exchanges with boxes that were not counted, only those are looked at that help.
_TRIED = 20_000
#: So many kinds of beads of a box that was not counted may lie, by the rule, where no move is for them.
_STRAY = 1


def exchanges(
    course: RealCourse, residual: Mapping[int, int], bad: Collection[int], counted: Collection[int]
) -> Iterator[tuple[Slip, Mapping[int, int]]]:
    """Yield for each two boxes the games after which their beads may have been exchanged, each with what comes of it.

    Args:
        course: the games.
        residual: for each slot that does not agree how many beads more were found.
        bad: boxes that hold not what they should.
        counted: slots that were counted.
    """
    if len(bad) > _MANY:
        return
    boxes = range(len(course.kit.boxes))
    unknown = [box for box in boxes if not any(slot in counted for slot in course.slots_of(box))]
    few = len(bad) * len(unknown) * len(course.events) <= _TRIED
    pairs = set(combinations(sorted(bad), 2))
    doubtful = {(min(one, other), max(one, other)) for one in bad for other in unknown if one != other} - pairs
    histories = {box: _history(course, box) for pair in pairs | doubtful for box in pair}
    for one, other in sorted(pairs | doubtful):
        names = course.kit.boxes[one].id, course.kit.boxes[other].id
        starts = sorted({-1, *course.at[one], *course.at[other]})
        for start, end in pairwise([*starts, len(course.events)]):
            at = bisect_right(course.at[one], start), bisect_right(course.at[other], start)
            change, stray = _exchanged(histories[one][at[0]], histories[other][at[1]])
            known = (one, other) in pairs
            if not change or not (known or (stray <= _STRAY and (few or _helps(change, residual, counted)))):
                continue
            for after in range(start, end):
                game = course.events[after].number if after >= 0 else 0
                yield Slip(
                    game, "boxes-exchanged", names[0], "", after, other_box=names[1], swap=(one, other),
                    weight=weight("boxes-exchanged"),
                ), change  # fmt: skip


def _helps(change: Mapping[int, int], residual: Mapping[int, int], counted: Collection[int]) -> bool:
    """Return whether an exchange explains more of what was counted than it leaves to explain anew."""
    seen = {slot: amount for slot, amount in change.items() if slot in counted}
    return sum(abs(residual.get(slot, 0) - amount) - abs(residual.get(slot, 0)) for slot, amount in seen.items()) < 0


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


def _exchanged(one: _Lying, other: _Lying) -> tuple[dict[int, int], int]:
    """Return what an exchange changes, and how many kinds of beads would lie in a box that has no move for them.

    They do so by the rule; another slip may have taken them out before.
    """
    change = {}
    stray = 0
    for here, there in ((one, other), (other, one)):
        for letter, (slot, beads) in here.items():
            if letter not in there:
                stray += beads != 0
            elif there[letter][1] != beads:
                change[slot] = there[letter][1] - beads
    return change, stray
