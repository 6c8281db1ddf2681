"""How to repair the boxes: the changes that all stories agree on, and those that depend on a game.

After a slip at the table the journal is still right, so the boxes should hold what it says. Only slips of the pen
change that. So stories are grouped by what should be in the boxes after the games as they were really played: if they
disagree, only the class knows which games were played, and the repair is given for each answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kitgen.journal.course import ON_RECORD, JournalCourse, Placed, Slip


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
        pens: the ways in which the journal may be wrong; a way without slips means that it is right.
        repair: what to put in and take out.
    """

    pens: tuple[tuple[Slip, ...], ...]
    repair: tuple[Repair, ...]


#: For slots how many beads to put in; negative to take out.
_Put = dict[int, int]


def repairs(
    course: JournalCourse, counted: Mapping[int, int], stories: Sequence[Sequence[Placed]]
) -> tuple[tuple[Repair, ...], tuple[Case, ...]]:
    """Return the repair in any case, and the cases that the rest depends on: none, or two or more.

    Without a story the boxes are to hold what the journal says.
    """
    cases: dict[tuple[tuple[int, int], ...], tuple[_Put, list[tuple[Slip, ...]]]] = {}
    should: dict[tuple[tuple[int, int], ...], list[int]] = {}
    unknown: dict[int, set[int]] = {slot: set() for slot in range(len(course.start)) if slot not in counted}
    for story in stories or [()]:
        pens = [placed for placed in story if placed[0].kind in ON_RECORD]
        key = tuple((id(candidate), time) for candidate, time in pens)
        if key not in should:
            course.run(pens, on=True)
            should[key] = list(course.beads.counts)
        course.run(story, on=True)
        for slot, puts in unknown.items():
            puts.add(should[key][slot] - course.beads.counts[slot])
        put = {slot: n for slot, beads in counted.items() if (n := should[key][slot] - beads)}
        told = tuple(course.slip(candidate, time, (time,)) for candidate, time in pens)
        ways = cases.setdefault(tuple(sorted(put.items())), (put, []))[1]
        if told not in ways:
            ways.append(told)
    agreed = {slot: next(iter(puts)) for slot, puts in unknown.items() if len(puts) == 1} if stories else {}
    common = _common(put for put, _ in cases.values())
    rest = [
        Case(tuple(ways), _listed(course, {slot: n for slot, n in put.items() if slot not in common}))
        for put, ways in cases.values()
    ]
    return _listed(course, common | {slot: n for slot, n in agreed.items() if n}), tuple(rest) if len(rest) > 1 else ()


def _common(puts: Iterable[_Put]) -> _Put:
    first, *others = puts
    return {slot: n for slot, n in first.items() if all(put.get(slot) == n for put in others)}


def _listed(course: JournalCourse, put: Mapping[int, int]) -> tuple[Repair, ...]:
    return tuple(Repair(*course.names[slot], amount) for slot, amount in sorted(put.items()))
