"""Check a journal by replaying all its games by the rules."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kitgen.journal.audit import Audit, Counts, audit
from kitgen.journal.beads import RunningBeads
from kitgen.journal.replay import Problem, problems_of
from kitgen.record.rows import GameRow, Passages

#: Kinds of problems that slips can explain.
IMPOSSIBLE = frozenset({"unknown-bead", "wrong-box", "bead-gone", "wrong-result"})


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check.

    Attributes:
        games: how many games were replayed.
        problems: the problems, in the order of play.
        counts: the beads that should be in each slot of each box now.
        audit: the slips that explain problems and counted beads; None if there is nothing to explain.
        counted: whether the beads of some boxes were counted.
    """

    games: int
    problems: tuple[Problem, ...]
    counts: list[list[int]]
    audit: Audit | None = None
    counted: bool = False


def check(
    passages: Passages, games: Sequence[GameRow], found_beads: Counts | None = None, void: Collection[int] = ()
) -> Checked:
    """Replay all games of a machine, and explain what is impossible by slips.

    Args:
        passages: the possible courses of its games.
        games: the games, in the order of their numbers.
        found_beads: the counted beads; None if nobody has counted.
        void: numbers without a game, because their rows are crossed out.
    """
    beads = RunningBeads(passages)
    problems: list[Problem] = []
    before = 0
    for row in games:
        problems += _number(row.game, before, void)
        before = row.game
        problems += problems_of(beads, row)
        beads.learn(row)
    unexplained = any(problem.kind in IMPOSSIBLE for problem in problems)
    explained = audit(passages, games, found_beads) if unexplained or found_beads is not None else None
    return Checked(len(games), tuple(problems), beads.all(), explained, found_beads is not None)


def _number(game: int, before: int, void: Collection[int]) -> Iterator[Problem]:
    if game == before:
        yield Problem(game, None, "game-twice", "", "")
    ends = [before, *(number for number in sorted(void) if before < number < game), game]
    for start, end in pairwise(ends):
        if end == start + 2:
            yield Problem(end - 1, None, "game-missing", "", "")
        elif end > start + 2:
            yield Problem(start + 1, None, "game-missing", "", "", detail="several", last=end - 1)
