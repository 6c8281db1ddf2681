"""Boxes whose beads were exchanged: after a fall, or when they were filled again after counting."""

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

from kitgen.session.audit.course import Course
from kitgen.session.audit.slips import Slip, weight

#: More boxes that do not agree than this are not held to be exchanged in pairs.
_MANY = 24
#: Where this would be more exchanges with boxes that were not counted, only their neighbours are looked at.
_TRIED = 20_000


def exchanges(course: Course, bad: Collection[int], counted: Collection[int]) -> Iterator[Slip]:
    """Yield for each two boxes the games after which their beads may have been exchanged.

    Args:
        course: the games.
        bad: boxes that hold not what they should.
        counted: slots that were counted.
    """
    if len(bad) > _MANY:
        return
    boxes = range(len(course.kit.boxes))
    unknown = [box for box in boxes if not any(slot in counted for slot in course.slots_of(box))]
    pairs = set(combinations(sorted(bad), 2))
    few = len(bad) * len(unknown) * len(course.events) <= _TRIED
    pairs |= {
        (min(one, other), max(one, other)) for one in bad for other in unknown if few or abs(one - other) == 1
    }
    for one, other in sorted(pairs):
        names = course.kit.boxes[one].id, course.kit.boxes[other].id
        for after in range(-1, len(course.events)):
            yield Slip(
                0 if after < 0 else course.events[after].number, "boxes-exchanged", names[0], "", after,
                other_box=names[1], swap=(one, other), weight=weight("boxes-exchanged"),
            )  # fmt: skip


def effect_of(course: Course, slip: Slip) -> Mapping[int, int] | None:
    """Return what a slip has done to the beads in the end; None where it cannot have been."""
    broken, state = course.trace((slip,), on=True)
    if broken is not None and broken.stray:
        return None
    return {slot: beads - course.final[slot] for slot, beads in state.items() if beads != course.final[slot]}
