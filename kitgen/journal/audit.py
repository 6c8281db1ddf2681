"""Check a journal: find what went wrong at a machine, the likeliest explanation first, and how to
repair it.

Its games are replayed by the rules, and the beads that follow are compared with those that were
counted. What has to be explained are differences between them, and games that cannot have been
played as noted. ``story_search.py`` finds the slips that explain them,
and ``repairs.py`` what to do.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from kitgen.journal.course import ON_RECORD, Begun, JournalCourse, Placed, Slip
from kitgen.journal.repairs import Case, Repair, Story, as_story, boxes_to_count, repairs
from kitgen.journal.story_search import Search, stories_of
from kitgen.record.rows import GameRow, Passages

#: The most stories that are listed.
MAX_STORIES_LISTED = 200

#: For each thing that went wrong the slips of which one happened, the likeliest first.
Explanation = tuple[tuple[Slip, ...], ...]
#: Counted beads, by box and letter.
Counts = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Audit:
    """What went wrong.

    Attributes:
        explanations: the likeliest first; none if nothing is wrong, or if nothing explains it.
        unexplained: whether something is wrong, but no story of the known kinds of slips was found.
        unique: whether only one story, with its games, is at all likely, and the repair depends on
            it.
        proven: whether all likelier stories were tried.
        repair: what to put into and take out of which box, in any case.
        cases: if the stories disagree on which games were played: what else to do for each answer.
        count: the boxes to count next, to tell the explanations apart.
    """

    explanations: tuple[Explanation, ...]
    unexplained: bool
    unique: bool
    proven: bool
    repair: tuple[Repair, ...]
    cases: tuple[Case, ...]
    count: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        """Whether there is something to explain."""
        return bool(self.explanations) or self.unexplained

    @property
    def stories(self) -> tuple[Story, ...]:
        """The stories that are listed, the likeliest first, each possible as a whole; at most
        ``MAX_STORIES_LISTED``.
        """
        return tuple(islice(self._all_stories(), MAX_STORIES_LISTED))

    def _all_stories(self) -> Iterator[Story]:
        for parts in self.explanations:
            for slips in product(*parts):
                yield as_story(slips)

    @property
    def more(self) -> int:
        """How many stories are not listed."""
        stories = sum(math.prod(map(len, parts)) for parts in self.explanations)
        return max(0, stories - MAX_STORIES_LISTED)


def audit(
    passages: Passages,
    games: Sequence[GameRow],
    counts: Counts | None = None,
    sure: Collection[str] = (),
    begun: Begun | None = None,
) -> Audit | None:
    """Explain counted beads and impossible games by slips; None if nothing was counted and every
    game is possible.

    Args:
        passages: the possible courses of the machine's games.
        games: its games, in the order of their numbers.
        counts: the beads counted in some or all boxes; None if nobody has counted.
        sure: the boxes in which the same beads were counted twice.
        begun: what is known of the machine before these games, if it was not new.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.record.rows import PickedBead
    >>> game = GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "U")), -1)
    >>> result = audit(Passages(build_kit("her")), [game], {("B1", "R"): 1, ("B1", "U"): 1})
    >>> [(slip.game, slip.kind, slip.box, slip.bead) for slip in result.stories[0]], result.repair
    ([(1, 'not-removed', 'B1', 'U')], (Repair(box='B1', bead='U', put=-1),))
    """
    course = JournalCourse(passages, games, begun)
    if counts is None and course.broken is None:
        return None
    index = {name: slot for slot, name in enumerate(course.names)}
    counted = {index[name]: beads for name, beads in (counts or {}).items()}
    search = Search(course, counted, [course.kit.indices[box] for box in sure])
    if not search.residual and course.broken is None:
        return Audit((), unexplained=False, unique=True, proven=True, repair=(), cases=(), count=())
    search.search()
    explanations: list[Explanation] = []
    stories: list[list[Placed]] = []
    for parts in search.explanations:
        explanation = []
        for part in parts:
            slips = [course.slip(slip.candidate, slip.time, slip.times) for slip in part]
            explanation.append(tuple(slips))
        explanations.append(tuple(explanation))
        stories += stories_of(parts)
    alone = len(explanations) == 1 and _is_alone(explanations[0], counts or {})
    repair = repairs(course, counted, stories)
    without_story = repairs(course, counted, [])
    return Audit(
        explanations=tuple(explanations),
        unexplained=not explanations,
        unique=alone and search.proven and repair.in_any_case != without_story.in_any_case,
        proven=search.proven,
        repair=repair.in_any_case,
        cases=repair.cases,
        count=boxes_to_count(course, counted, stories),
    )


def _is_alone(explanation: Explanation, counts: Counts) -> bool:
    """Return whether an explanation stands for one story that tells everything.

    Which games another class has played is not told. Of a game that was not noted, beads in
    uncounted boxes may be others. Where two slips belong to one game, and one notes it wrongly, it
    may be noted wrongly otherwise: not all ways of noting two beads are tried.
    """
    if not all(len(part) == 1 and len(part[0].games) == 1 for part in explanation):
        return False
    slips = [part[0] for part in explanation]
    for slip in slips:
        if slip.kind == "other-class":
            return False
        if slip.kind == "game-missing" and slip.row is not None:
            for pick in slip.row.picks:
                if (pick.box, pick.bead) not in counts:
                    return False
    rewritten = {slip.game for slip in slips if slip.kind in ON_RECORD}
    slips_by_game = Counter(slip.game for slip in slips)
    return all(slips_by_game[game] == 1 for game in rewritten)
