"""How to repair the boxes of a machine, and which boxes to count to know more.

After a slip at the table the journal is still right, so the boxes should hold what it says. Only
slips of the pen change that. If stories disagree on what should be in the boxes after the games as
they were really played, only the class knows which games were played, and the repair is given for
each answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kitgen.journal.course import BOXES_RIGHT, OF_COUNTING, Adds, JournalCourse, Placed, Slip
from kitgen.journal.story_search import TimedStory

#: The most boxes to name to count next, and the most stories to compare.
MAX_BOXES_TO_COUNT = 3
MAX_STORIES_COMPARED = 60

#: Slips in the order in which they happened.
Story = tuple[Slip, ...]


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
class Repairs:
    """The repair in any case, and the cases on which the rest depends: none, or two or more."""

    in_any_case: tuple[Repair, ...]
    cases: tuple[Case, ...]


def as_story(slips: Iterable[Slip]) -> Story:
    """Return slips in their order; of those at one moment, boxes are exchanged last."""
    return tuple(sorted(slips, key=lambda slip: (slip.after, bool(slip.exchanged))))


def repairs(
    course: JournalCourse, counted: Mapping[int, int], stories: Sequence[TimedStory]
) -> Repairs:
    """Return the repair of the boxes, given the stories of what may have happened.

    Without a story the boxes should hold what the journal says.
    """
    beads_by_pens: dict[tuple[Placed, ...], list[int]] = {}
    pens_by_repair: dict[Adds, list[Story]] = {}
    # What the stories would put into the slots that were not counted.
    puts_uncounted: dict[int, set[int]] = {
        slot: set() for slot in range(len(course.start)) if slot not in counted
    }
    for story in _if_counted_well(stories):
        pens = tuple(placed for placed in story if placed[0].kind in BOXES_RIGHT)
        if pens not in beads_by_pens:
            course.run(pens, on=True)
            beads_by_pens[pens] = list(course.beads.counts)
        should = beads_by_pens[pens]
        course.run(story, on=True)
        for slot, puts in puts_uncounted.items():
            puts.add(should[slot] - course.beads.counts[slot])
        repair = tuple(
            (slot, should[slot] - beads)
            for slot, beads in sorted(counted.items())
            if should[slot] != beads
        )
        way = as_story(course.slip(candidate, time, (time,)) for candidate, time in pens)
        ways = pens_by_repair.setdefault(repair, [])
        if way not in ways:
            ways.append(way)
    common = set.intersection(*map(set, pens_by_repair))
    agreed = _agreed(puts_uncounted) if stories else set()
    cases = []
    for repair, ways in pens_by_repair.items():
        cases.append(Case(tuple(ways), _named(course, set(repair) - common)))
    return Repairs(_named(course, common | agreed), tuple(cases) if len(cases) > 1 else ())


def _if_counted_well(stories: Sequence[TimedStory]) -> Sequence[TimedStory]:
    """Return the stories in which the counts are right; if there are none, one in which nothing
    happened.
    """
    counted_well = [
        story for story in stories if all(slip.kind not in OF_COUNTING for slip, _ in story)
    ]
    return counted_well or [()]


def _agreed(puts_by_slot: Mapping[int, set[int]]) -> set[tuple[int, int]]:
    """Return the slots into which all stories put the same beads, with these."""
    agreed = set()
    for slot, puts in puts_by_slot.items():
        if len(puts) == 1:
            (put,) = puts
            if put:
                agreed.add((slot, put))
    return agreed


def _named(course: JournalCourse, puts: Iterable[tuple[int, int]]) -> tuple[Repair, ...]:
    """Return what to put into slots, with the names of these."""
    return tuple(Repair(*course.names[slot], amount) for slot, amount in sorted(puts))


def boxes_to_count(
    course: JournalCourse, counted: Mapping[int, int], stories: Sequence[TimedStory]
) -> tuple[str, ...]:
    """Return a few uncounted boxes in which the stories leave different beads."""
    beads = course.beads
    boxes = range(len(course.kit.boxes))
    uncounted = [box for box in boxes if not counted.keys() >= {*beads.slots_of(box)}]
    if not uncounted:
        return ()
    # For each story the beads that it leaves in each of these boxes.
    endings: list[list[tuple[int, ...]]] = []
    for story in stories[:MAX_STORIES_COMPARED]:
        course.run(story)
        ending = []
        for box in uncounted:
            ending.append(tuple(beads.counts[slot] for slot in beads.slots_of(box)))
        endings.append(ending)
    chosen: list[int] = []
    for _ in range(min(MAX_BOXES_TO_COUNT, len(uncounted))):
        told_apart = _groups(endings, chosen)
        with_one_more = [_groups(endings, [*chosen, place]) for place in range(len(uncounted))]
        most = max(with_one_more)
        if most == told_apart:
            break
        chosen.append(with_one_more.index(most))
    return tuple(course.kit.boxes[uncounted[place]].id for place in chosen)


def _groups(endings: Sequence[Sequence[tuple[int, ...]]], places: Sequence[int]) -> int:
    """Return how many groups of endings the beads in some places tell apart."""
    return len({tuple(ending[place] for place in places) for ending in endings})
