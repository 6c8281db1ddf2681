"""Check a journal by replaying all its games by the rules."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kitgen.errors import RecordError
from kitgen.journal.audit import Audit, Counts, audit
from kitgen.journal.beads import RunningBeads
from kitgen.journal.understand import by_nearness
from kitgen.machine.learning import schedule_of
from kitgen.paper.texts import Texts
from kitgen.record.rows import RESULT_WORDS, GameRow, Passages, Stand, beads_of
from kitgen.templates import Templates

#: How many possibilities a sentence names.
NEAREST = 4


@dataclass(frozen=True, slots=True)
class Problem:
    """One noted thing that is impossible.

    Attributes:
        game: the number of the game.
        turn: the machine's turn in it, from 1; None if it is about the whole game.
        kind: ``unknown-bead`` (the kit has no such box or bead), ``wrong-box`` (it cannot come there), ``bead-gone``
            (the bead was not in its box any more), ``wrong-result``, ``unclear-end`` (the rule needs to know whether
            the machine gave up), ``game-twice`` or ``game-missing``.
        box, bead: where; empty if it is about the whole game.
        detail: the variant of the kind; empty if there is only one.
        after: the bead before it, as in ``A1 R``; empty for the first.
        others: the boxes that could have come, the nearest first; for an unknown bead, the beads of the box.
        ends: how the game could have ended there: 1 won, 0 drawn, -1 lost.
        last: the last of several missing games.
        result: the noted result.
    """

    game: int
    turn: int | None
    kind: str
    box: str
    bead: str
    detail: str = ""
    after: str = ""
    others: tuple[str, ...] = ()
    ends: tuple[int, ...] = ()
    last: int = 0
    result: int = 0

    @property
    def message(self) -> str:
        """The problem in English."""
        return self.sentence(Texts("en", Templates()))

    def sentence(self, texts: Texts) -> str:
        """Return the problem in words, one line."""
        others = either(texts, self.others[:NEAREST], more=len(self.others) > NEAREST)
        text = texts(
            f"audit.problem.{self.kind}{'-' if self.detail else ''}{self.detail}", game=self.game, last=self.last,
            box=self.box, bead=self.bead, after=self.after, others=others, result=result_words(texts, self.result),
        )  # fmt: skip
        if self.kind != "wrong-result" or self.detail:
            return text
        where = texts(f"audit.problem.{'after' if self.after else 'at_once'}", after=self.after)
        ends = either(texts, [result_words(texts, end) for end in self.ends])
        ways = [texts("audit.problem.can_end", ends=ends)] * bool(ends)
        ways += [texts("audit.problem.can_go_on", others=others)] * bool(others)
        return "; ".join([f"{text} {where}", *ways])


def either(texts: Texts, names: Sequence[str], *, more: bool = False) -> str:
    """Return names as alternatives; with ``more``, as the first of many."""
    if more or len(names) < 2:
        return ", ".join([*names, *["…"] * more])
    return texts("audit.games", games=", ".join(names[:-1]), last=names[-1])


def result_words(texts: Texts, outcome: int) -> str:
    """Return a result for the machine in words."""
    return texts(f"audit.result.{RESULT_WORDS[outcome]}")


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
        problems += _game(passages, beads, row)
        beads.learn(row)
    unexplained = any(problem.kind in ("bead-gone", "wrong-result") for problem in problems)
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


def _game(passages: Passages, beads: RunningBeads, row: GameRow) -> Iterator[Problem]:
    try:
        picked = beads_of(passages.kit, row)
    except RecordError:
        turn, pick = next((n, pick) for n, pick in enumerate(row.picks, 1) if not _known(passages, row, n - 1))
        boxes = [box for box in passages.kit.boxes if box.id == pick.box]
        yield Problem(
            row.game, turn, "unknown-bead", pick.box, pick.bead, detail="" if boxes else "box",
            others=tuple(slot.colour.letter for box in boxes for slot in box.slots),
        )  # fmt: skip
        return
    start = passages.before(picked[0][0]) if row.last_only and picked else passages.start
    stands = passages.follow(picked, start)
    for turn, (pick, slot) in enumerate(zip(row.picks, beads.slots(row), strict=True), 1):
        if turn == len(stands):
            could = tuple(by_nearness(pick.box, passages.next_boxes(stands[-1])))
            after = row.picks[turn - 2].text if turn > 1 else ""
            detail = "over" if not could else "" if after else "first"
            yield Problem(row.game, turn, "wrong-box", pick.box, pick.bead, detail=detail, after=after, others=could)
        if not beads.there(slot):
            detail = "empty" if beads.empty(pick.box) else ""
            yield Problem(row.game, turn, "bead-gone", pick.box, pick.bead, detail=detail)
    if len(stands) == len(picked) + 1:
        yield from _end(passages, beads, row, stands[-1])


def _known(passages: Passages, row: GameRow, turn: int) -> bool:
    try:
        beads_of(passages.kit, GameRow(row.game, (row.picks[turn],), row.result))
    except RecordError:
        return False
    return True


def _end(passages: Passages, beads: RunningBeads, row: GameRow, stands: tuple[Stand, ...]) -> Iterator[Problem]:
    kit = passages.kit
    if row.last_only and (not row.picks or kit.game.scoring or kit.game.repetition is not None):
        return  # what came before decides it, and is not known
    if row.conceded:
        return  # the opponent's boxes are not in this journal
    turn = len(row.picks) or None
    box, bead = (row.picks[-1].box, row.picks[-1].bead) if row.picks else ("", "")
    ways = row.ways(passages.ends(stands))
    boxes = passages.next_boxes(stands)
    empty = [other for other in boxes if beads.empty(other)]
    kind, detail, others, can_end = "wrong-result", "", tuple(by_nearness(box, boxes)), set[int]()
    if ways == {True} and not empty:
        detail = "full"
    elif not ways:
        can_end = {outcome for outcome, resigned in passages.ends(stands) if not resigned}
    elif len(ways) == 2 and empty and schedule_of(kit.rule).cares_how_it_ended(row.result):
        kind, others = "unclear-end", tuple(by_nearness(box, empty))
    else:
        return
    yield Problem(
        row.game, turn, kind, box, bead, detail=detail, others=others, result=row.result,
        after=row.picks[-1].text if row.picks else "", ends=tuple(sorted(can_end)),
    )  # fmt: skip
