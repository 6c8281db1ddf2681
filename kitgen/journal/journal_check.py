"""Check a journal by replaying all its games by the rules, and explain what is impossible by
slips.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kitgen.journal.audit import Audit, Counts, audit
from kitgen.journal.beads import RunningBeads
from kitgen.journal.course import OF_COUNTING, Begun
from kitgen.journal.understand import Problem, problems_of
from kitgen.record.machine_events import MachineEvent, games_and_events
from kitgen.record.rows import GameRow, Passages
from kitgen.verdict import Verdict

#: The kind of problem of a game that was not noted: no fault, for its row may be crossed out.
MISSING = "game-missing"
#: Kinds of problems that slips can explain.
IMPOSSIBLE = frozenset({"unknown-bead", "wrong-box", "bead-gone", "wrong-result"})


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check.

    Attributes:
        games: how many games were replayed.
        problems: the problems, in the order of play.
        counts: the beads that should be in each slot of each box now.
        audit: the slips that explain problems and counted beads; None if there is nothing to
            explain.
        counted: whether the beads of some boxes were counted.
        recount: the boxes to be counted again: those with other beads than the games have left; if
            all these were counted twice, those that may be miscounted in the likeliest explanation.
        doubted: whether it is a story that the boxes to be counted again differ from, and not the
            games.
        unread: what could not be read of the counts, in words.
        differing: the boxes that were counted twice, and hold other beads than the games have left,
            if the games agree with the rules.
        others: the games of others that nobody noted, since which nobody knows what is in the
            boxes; None if there are none.
        without_beads: how many games have a result and no beads, so that nobody knows what is in
            the boxes.
    """

    games: int
    problems: tuple[Problem, ...]
    counts: list[list[int]]
    audit: Audit | None = None
    counted: bool = False
    recount: tuple[str, ...] = ()
    doubted: bool = False
    unread: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
    others: MachineEvent | None = None
    without_beads: int = 0

    @property
    def faults(self) -> tuple[Problem, ...]:
        """The problems of games that cannot have been played so."""
        return tuple(problem for problem in self.problems if problem.kind != MISSING)

    @property
    def missing(self) -> tuple[Problem, ...]:
        """The problems of games that were not noted."""
        return tuple(problem for problem in self.problems if problem.kind == MISSING)

    @property
    def verdict(self) -> Verdict:
        """The verdict: a game may be impossible, or beads wrong; or games missing, or beads to
        be counted again.
        """
        not_read = bool(
            self.missing or self.recount or self.unread or self.others or self.without_beads
        )
        return Verdict.of(faults=bool(self.faults or self.differing), not_read=not_read)

    @property
    def passed(self) -> bool:
        """Whether the verdict is ``right``."""
        return self.verdict is Verdict.RIGHT


def check(
    passages: Passages,
    games: Sequence[GameRow],
    counts: Counts | None = None,
    void: Collection[int] = (),
    unread: Sequence[str] = (),
    sure: Collection[str] = (),
    events: Sequence[MachineEvent] = (),
) -> Checked:
    """Replay all games of a machine, and explain what is impossible by slips.

    Args:
        passages: the possible courses of its games.
        games: the games, in the order of their numbers.
        counts: the counted beads; None if nobody has counted.
        void: numbers without a game, because their rows are crossed out.
        unread: what could not be read of the counts, in words.
        sure: the boxes in which the same beads were counted twice.
        events: what happened to the machine beside its games.
    """
    replay = _Replay(passages, void)
    for step in games_and_events(games, events):
        if isinstance(step, MachineEvent):
            replay.happen(step)
        else:
            replay.play(step)
    beads = replay.beads
    if replay.others is not None:
        return Checked(
            games=len(games),
            problems=tuple(replay.problems),
            counts=beads.all(),
            counted=counts is not None,
            unread=tuple(unread),
            others=replay.others,
        )
    unexplained = replay.has_impossible_games
    explained = None
    if unexplained or counts is not None:
        explained = audit(passages, replay.rows, counts, sure, replay.begun)
    differing = _differing(beads, counts or {})
    recount = tuple(box for box in differing if box not in sure)
    doubted = () if recount else _miscounted(explained, sure)
    return Checked(
        games=len(games),
        problems=tuple(replay.problems),
        counts=beads.all(),
        audit=explained,
        counted=counts is not None,
        recount=recount or doubted,
        doubted=bool(doubted),
        unread=tuple(unread),
        differing=() if unexplained else tuple(box for box in differing if box in sure),
    )


class _Replay:
    """A replay of all games, with what happened to the machine between them.

    Attributes:
        beads: the beads so far.
        problems: the problems so far.
        rows: the games since the machine began anew.
        others: the games of others after which nobody knows what is in the boxes; None if it is
            known.
    """

    def __init__(self, passages: Passages, void: Collection[int]) -> None:
        self.beads = RunningBeads(passages)
        self.problems: list[Problem] = []
        self.rows: list[GameRow] = []
        self.others: MachineEvent | None = None
        self._void = void
        self._last_number = 0
        self._begun = Begun()
        self._refilled: dict[int, list[int]] = {}

    @property
    def begun(self) -> Begun:
        """What is known of the machine before ``rows``, and which boxes were refilled since."""
        return replace(self._begun, refilled=self._refilled)

    @property
    def has_impossible_games(self) -> bool:
        """Whether one of ``rows`` cannot have been played as noted."""
        begun_after = self._begun.after
        return any(
            problem.kind in IMPOSSIBLE and problem.game > begun_after for problem in self.problems
        )

    def happen(self, event: MachineEvent) -> None:
        """Change the beads as an event did."""
        self.beads.happen(event)
        if event.what == "others":
            self.others = event
        elif event.what == "refilled":
            last_game = len(self.rows) - 1
            box = self.beads.kit.indices[event.box]
            self._refilled.setdefault(last_game, []).append(box)
        elif event.begins_anew:
            self.others = None
            self.rows = []
            self._begun = Begun(event.after, tuple(self.beads.counts))
            self._refilled = {}

    def play(self, row: GameRow) -> None:
        """Look for the problems of a game, and learn from it."""
        self.problems += _problems_of_number(row.game, self._last_number, self._void)
        for problem in problems_of(self.beads, row):
            if self.others is None or not _is_of_beads(problem):
                self.problems.append(problem)
        self._last_number = row.game
        self.beads.learn(row)
        self.rows.append(row)


def _is_of_beads(problem: Problem) -> bool:
    """Return whether a problem is one of the beads in the boxes, rather than of the rules of the
    game.
    """
    return problem.kind in ("bead-gone", "unclear-end") or (
        problem.kind == "wrong-result" and bool(problem.detail)
    )


def _miscounted(explained: Audit | None, sure: Collection[str]) -> tuple[str, ...]:
    """Return the boxes that may be miscounted in the likeliest explanation, though they were not
    counted twice.

    Such a box holds as many beads as the games have left, so it was not asked for; in the story it
    should hold others.
    """
    if explained is None or not explained.explanations:
        return ()
    boxes = []
    for slips in explained.explanations[0]:
        boxes += [slip.box for slip in slips if slip.kind in OF_COUNTING and slip.box not in sure]
    return tuple(dict.fromkeys(boxes))


def _differing(beads: RunningBeads, counts: Counts) -> tuple[str, ...]:
    """Return the boxes in which other beads were counted than the games have left."""
    boxes = []
    for box, row in zip(beads.kit.boxes, beads.all(), strict=True):
        for slot, left in zip(box.slots, row, strict=True):
            if counts.get((box.id, slot.colour.letter), left) != left:
                boxes.append(box.id)
    return tuple(dict.fromkeys(boxes))


def _problems_of_number(game: int, before: int, void: Collection[int]) -> Iterator[Problem]:
    """Yield that a number is noted twice, or that games before it are missing.

    ``before`` is the number of the game before it; numbers that are ``void`` need no game.
    """
    if game == before:
        yield Problem(game, None, "game-twice")
    void_between = [number for number in sorted(void) if before < number < game]
    for start, end in pairwise([before, *void_between, game]):
        if end == start + 2:
            yield Problem(end - 1, None, MISSING)
        elif end > start + 2:
            yield Problem(start + 1, None, MISSING, detail="several", last=end - 1)
