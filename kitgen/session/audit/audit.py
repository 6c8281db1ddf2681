"""What went wrong at a machine: its games and the beads in its boxes in, the fewest slips and the repair out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from kitgen.record.passages import Passages
from kitgen.record.rows import GameRow
from kitgen.session.audit.beam import beyond
from kitgen.session.audit.candidates import Hands
from kitgen.session.audit.course import RealCourse
from kitgen.session.audit.missing import missing_games
from kitgen.session.audit.repair import Case, Repair, repairs
from kitgen.session.audit.search import PROVEN, Search, Stories, Story
from kitgen.session.audit.swapped import exchanges
from kitgen.session.audit.telling import boxes_to_count

#: Counted beads: for a box and the letter of a bead how many there are.
Counts = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Audit:
    """What went wrong.

    Attributes:
        explanations: the shortest stories that explain everything, the likeliest first; none where all is right.
        more: how many more stories of the same length there are.
        unique: whether there is but one.
        proven: whether it is proven that no shorter story explains everything, and that no other of this length does.
        repair: what to put into and take out of which box now, in any case.
        cases: where the stories part on which games were really played: for each answer what is to do besides.
        count: the boxes to count next, to tell the explanations apart.
    """

    explanations: tuple[Story, ...]
    more: int
    unique: bool
    proven: bool
    repair: tuple[Repair, ...]
    cases: tuple[Case, ...]
    count: tuple[str, ...]


def audit(passages: Passages, games: Sequence[GameRow], counts: Counts | None = None) -> Audit | None:
    """Explain what was counted, and the games that cannot have been played by the rule, by the fewest slips.

    Args:
        passages: what can follow what in the games of a machine.
        games: its games, in the order of their numbers.
        counts: the beads that were found in its boxes, some or all; None where nobody has counted.

    Returns:
        what went wrong; None where nothing was counted, and each game can have been played by the rule.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.record.rows import PickedBead
    >>> game = GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "L")), -1)
    >>> found = audit(Passages(make_kit("her")), [game], {("B1", "R"): 1, ("B1", "L"): 1})
    >>> [(slip.game, slip.kind, slip.box, slip.bead) for slip in found.explanations[0]], found.repair
    ([(1, 'not-removed', 'B1', 'L')], (Repair(box='B1', bead='L', put=-1),))
    """
    course = RealCourse(passages, games)
    if counts is None and not course.breaks:
        return None
    index = {name: slot for slot, name in enumerate(course.names)}
    counted = {index[name]: beads for name, beads in (counts or {}).items()}
    search = _search(course, counted)
    wrong = bool(search.effects.residual or course.breaks)
    if not wrong:
        return Audit((), 0, unique=True, proven=True, repair=(), cases=(), count=())
    _pass_over(search)
    proven = course.linear and not course.tolerated
    for length in range(PROVEN + 1):
        found = search.stories(length)
        proven &= found.whole
        if found.listed:
            break
    else:
        found, proven = Stories((beyond(search),)), False
    stories = tuple(tuple(sorted(story, key=lambda slip: slip.order)) for story in found.listed)
    told = tuple(story for story in stories if story)
    repair, cases = repairs(course, counted, found)
    return Audit(
        told, found.count - len(stories), found.count == 1 and proven, proven, repair, cases,
        boxes_to_count(course, counted, told),
    )  # fmt: skip


def _search(course: RealCourse, counted: Mapping[int, int]) -> Search:
    """Return the search among all slips that there can have been."""
    residual = {slot: n - course.final[slot] for slot, n in counted.items() if n != course.final[slot]}
    bad = {course.box_of[slot] for slot in residual}
    bad |= {course.box_of[slot] for one in course.breaks if one.needs > 0 for slot in one.slots}
    if not residual and not course.breaks:
        return Search(course, counted, ())
    hands = chain(Hands(course).slips(), missing_games(course, residual, counted))
    known = ((slip, course.effect(slip)) for slip in hands)
    return Search(course, counted, chain(known, exchanges(course, residual, bad, counted)))


def _pass_over(search: Search) -> None:
    """Pass over what no slip can explain."""
    search.course.tolerated.update(broken for broken in search.course.breaks if not search.cures(broken))
