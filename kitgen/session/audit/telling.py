"""Which boxes to count next, so that explanations can be told apart."""

from collections.abc import Mapping, Sequence

from kitgen.session.audit.course import RealCourse
from kitgen.session.audit.slips import Slip

#: So many boxes are named at most, and so many explanations told apart.
_FEW, _MANY = 3, 60


def boxes_to_count(
    course: RealCourse, counted: Mapping[int, int], stories: Sequence[Sequence[Slip]]
) -> tuple[str, ...]:
    """Return a few boxes that were not counted, and in which the explanations leave different beads.

    Args:
        course: the games.
        counted: the slots that were counted.
        stories: the explanations.
    """
    ends = []
    for story in stories[:_MANY]:
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
