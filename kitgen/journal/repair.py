"""How to repair the boxes: the changes that all shortest stories agree on, and those that depend on a game.

After a slip at the table the journal is still right, so the boxes should hold what it says. Only slips of the pen (a
wrong result, a game noted twice or not at all) change that. So stories are grouped by their slips of the pen: if these
lead to different beads, only the class knows which games were played, and the repair is given for each answer.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kitgen.journal.course import RealCourse
from kitgen.journal.story_search import Effect, Stories, Story, changed_by, pens_of


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

    pens: tuple[Story, ...]
    repair: tuple[Repair, ...]


#: For slots how many beads to put in; negative to take out.
_Put = dict[int, int]


def repairs(
    course: RealCourse, counted: Mapping[int, int], stories: Stories
) -> tuple[tuple[Repair, ...], tuple[Case, ...]]:
    """Return the repair in any case, and the cases that the rest depends on: none, or two or more."""
    cases: dict[Effect, tuple[_Put, list[Story]]] = {}
    others = _not_counted(course, counted, stories)
    for pens in stories.pens.values():
        should = course.should_be(pens[0])
        put = {slot: should[slot] - beads for slot, beads in counted.items() if should[slot] != beads}
        put |= others.get(changed_by(pens[0]), {})
        cases.setdefault(tuple(sorted(put.items())), (put, []))[1].extend(pens)
    common = _common(put for put, _ in cases.values())
    rest = [
        Case(tuple(pens), _listed(course, {slot: n for slot, n in put.items() if slot not in common}))
        for put, pens in cases.values()
    ]
    return _listed(course, common), tuple(rest) if len(rest) > 1 else ()


def _not_counted(course: RealCourse, counted: Mapping[int, int], stories: Stories) -> dict[Effect, _Put]:
    """Return the repair of uncounted slots for each effect of slips of the pen.

    If some stories are not listed, nothing is done there: they may disagree.
    """
    if len(counted) == len(course.start) or stories.count > len(stories.listed):
        return {}
    puts: dict[Effect, list[_Put]] = {}
    for story in stories.listed:
        pens = pens_of(story)
        should = course.should_be(pens)
        _, beads = course.trace(story, on=True)
        put = {slot: should[slot] - n for slot, n in beads.items() if slot not in counted and should[slot] != n}
        puts.setdefault(changed_by(pens), []).append(put)
    return {changes: _common(some) for changes, some in puts.items()}


def _common(puts: Iterable[_Put]) -> _Put:
    first, *others = puts
    return {slot: n for slot, n in first.items() if all(put.get(slot) == n for put in others)}


def _listed(course: RealCourse, put: Mapping[int, int]) -> tuple[Repair, ...]:
    return tuple(Repair(*course.names[slot], amount) for slot, amount in sorted(put.items()))
