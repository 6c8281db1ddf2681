"""What makes the boxes hold what they should: what all shortest stories agree on, and what hangs on a game.

A slip at the table leaves the journal as it is, so that whatever happened there the boxes should hold what the journal
says. Only slips of the pen, a result noted wrongly, a game noted twice or not at all, change what they should hold. So
stories are sorted by their slips of the pen alone: where these leave different beads, nobody but the class can say
which games were really played, and what follows from each answer is kept apart.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kitgen.session.audit.course import RealCourse
from kitgen.session.audit.effects import Effect, changed_by
from kitgen.session.audit.search import Stories, Story, pens_of


@dataclass(frozen=True, slots=True)
class Repair:
    """What to do with one slot.

    Attributes:
        box, bead: where.
        put: how many beads to put in; negative to take out.
    """

    box: str
    bead: str
    put: int


@dataclass(frozen=True, slots=True)
class Case:
    """What is to do besides, when the games were really played so.

    Attributes:
        pens: what may be wrong in the journal, in one of these ways; one way with no slip where all games are noted
            as they were played.
        repair: what to put in and take out.
    """

    pens: tuple[Story, ...]
    repair: tuple[Repair, ...]


#: For slots how many beads to put in; negative to take out.
_Put = dict[int, int]


def repairs(
    course: RealCourse, counted: Mapping[int, int], found: Stories
) -> tuple[tuple[Repair, ...], tuple[Case, ...]]:
    """Return what is to do in any case, and the cases that the rest hangs on: none, or two and more.

    Args:
        course: the games.
        counted: the slots that were counted.
        found: the shortest stories.
    """
    cases: dict[Effect, tuple[_Put, list[Story]]] = {}
    others = _not_counted(course, counted, found)
    for pens in found.pens.values():
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


def _not_counted(course: RealCourse, counted: Mapping[int, int], found: Stories) -> dict[Effect, _Put]:
    """Return for each set of slips of the pen what is to do in slots that were not counted.

    Stories that were not listed may say otherwise of them: then nothing is to do there.
    """
    if len(counted) == len(course.start) or found.count > len(found.listed):
        return {}
    puts: dict[Effect, list[_Put]] = {}
    for story in found.listed:
        pens = pens_of(story)
        should = course.should_be(pens)
        _, beads = course.trace(story, on=True)
        put = {slot: should[slot] - n for slot, n in beads.items() if slot not in counted and should[slot] != n}
        puts.setdefault(changed_by(pens), []).append(put)
    return {changes: _common(some) for changes, some in puts.items()}


def _common(puts: Iterable[_Put]) -> _Put:
    """Return what is to do in any case."""
    first, *others = puts
    return {slot: n for slot, n in first.items() if all(one.get(slot) == n for one in others)}


def _listed(course: RealCourse, put: Mapping[int, int]) -> tuple[Repair, ...]:
    """Return what is to do, box by box."""
    return tuple(Repair(*course.names[slot], amount) for slot, amount in sorted(put.items()))
