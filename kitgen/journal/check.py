"""Check a journal by replaying all its games by the rules."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kitgen.errors import RecordError
from kitgen.journal.audit import Audit, Counts, audit
from kitgen.journal.beads import RunningBeads, cares_how_it_ended
from kitgen.journal.understand import by_nearness, cannot_come, impossible_end, nearest
from kitgen.machine.learning import schedule_of
from kitgen.record.rows import RESULT_WORDS, GameRow, Passages, Stand, beads_of


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
        message: the same in words, one line.
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
    message: str
    detail: str = ""
    after: str = ""
    others: tuple[str, ...] = ()
    ends: tuple[int, ...] = ()
    last: int = 0
    result: int = 0


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
        yield Problem(game, None, "game-twice", "", "", f"game {game} is there twice")
    ends = [before, *(number for number in sorted(void) if before < number < game), game]
    for start, end in pairwise(ends):
        if end == start + 2:
            yield Problem(end - 1, None, "game-missing", "", "", f"game {end - 1} is missing")
        elif end > start + 2:
            message = f"games {start + 1} to {end - 1} are missing"
            yield Problem(start + 1, None, "game-missing", "", "", message, detail="several", last=end - 1)


def _game(passages: Passages, beads: RunningBeads, row: GameRow) -> Iterator[Problem]:
    where = f"game {row.game}: "
    try:
        picked = beads_of(passages.kit, row)
    except RecordError as error:
        turn, pick = next((n, pick) for n, pick in enumerate(row.picks, 1) if not _known(passages, row, n - 1))
        boxes = [box for box in passages.kit.boxes if box.id == pick.box]
        yield Problem(
            row.game, turn, "unknown-bead", pick.box, pick.bead, f"{where}{error}", detail="" if boxes else "box",
            others=tuple(slot.colour.letter for box in boxes for slot in box.slots),
        )  # fmt: skip
        return
    start = passages.before(picked[0][0]) if row.last_only and picked else passages.start
    stands = passages.follow(picked, start)
    for turn, (pick, slot) in enumerate(zip(row.picks, beads.slots(row), strict=True), 1):
        if turn == len(stands):
            message = cannot_come(passages, stands, row.picks)
            could = tuple(by_nearness(pick.box, passages.next_boxes(stands[-1])))
            after = row.picks[turn - 2].text if turn > 1 else ""
            detail = "over" if not could else "" if after else "first"
            yield Problem(
                row.game, turn, "wrong-box", pick.box, pick.bead, f"{where}{message}", detail=detail, after=after,
                others=could,
            )  # fmt: skip
        if not beads.there(slot):
            empty = beads.empty(pick.box)
            message = f"bead {pick.bead} cannot come from {pick.box}, which {'is empty' if empty else 'has none left'}"
            detail = "empty" if empty else ""
            yield Problem(row.game, turn, "bead-gone", pick.box, pick.bead, f"{where}{message}", detail=detail)
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
        full = f"next would come {nearest(box, boxes)}, with beads in it"
        message, detail = f"it can be {RESULT_WORDS[row.result]} only at an empty box; {full}", "full"
    elif not ways:
        message = impossible_end(passages, stands, row)
        can_end = {outcome for outcome, resigned in passages.ends(stands) if not resigned}
    elif len(ways) == 2 and empty and cares_how_it_ended(schedule_of(kit.rule), row.result):
        kind, others = "unclear-end", tuple(by_nearness(box, empty))
        where = f"on the table or at the empty box {nearest(box, empty)}"
        message = f"was it {RESULT_WORDS[row.result]} {where}? The rule asks for it"
    else:
        return
    yield Problem(
        row.game, turn, kind, box, bead, f"game {row.game}: {message}", detail=detail, others=others, result=row.result,
        after=row.picks[-1].text if row.picks else "", ends=tuple(sorted(can_end)),
    )  # fmt: skip
