"""The replay of a real machine, game by game, which finds what is impossible in a journal or a story of slips."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kitgen.journal.beads import RunningBeads
from kitgen.journal.understand import by_nearness
from kitgen.paper.texts import Texts, texts_in
from kitgen.record.rows import RESULT_WORDS, GameRow, Passages

#: How many possibilities a sentence names.
NEAREST = 4


@dataclass(frozen=True, slots=True)
class Problem:
    """Something impossible in a journal.

    Attributes:
        turn: the machine's turn in the game, from 1; None if it is about the whole game.
        kind: ``unknown-bead`` (the kit has no such box or bead), ``wrong-box`` (it cannot come next), ``bead-gone``
            (the bead was no longer in its box), ``wrong-result``, ``unclear-end`` (the rule needs to know whether the
            machine gave up), ``game-twice`` or ``game-missing``.
        box, bead: empty if it is about the whole game.
        detail: the variant of the kind; empty if there is only one.
        after: the bead before it, such as ``A1 R``; empty for the first.
        others: the boxes that could have come next, the nearest first; for an unknown bead, the beads of the box.
        ends: how the game could have ended there: 1 won, 0 drawn, -1 lost.
        last: the last of several missing games.
        result: the noted result.
    """

    game: int
    turn: int | None
    kind: str
    box: str = ""
    bead: str = ""
    detail: str = ""
    after: str = ""
    others: tuple[str, ...] = ()
    ends: tuple[int, ...] = ()
    last: int = 0
    result: int = 0

    @property
    def message(self) -> str:
        """The problem in English."""
        return self.sentence(texts_in("en"))

    def sentence(self, texts: Texts) -> str:
        """Return the problem in one line."""
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


def problems_of(beads: RunningBeads, row: GameRow) -> Iterator[Problem]:
    """Yield the problems of a game, given the beads before it."""
    reading, passages = beads.read(row), beads.passages
    if reading.beads is None:
        turn, pick = next((turn, pick) for turn, pick in enumerate(row.picks, 1) if not beads.known(pick))
        opened = passages.kit.by_id.get(pick.box)
        letters = tuple(slot.colour.letter for slot in opened.slots) if opened is not None else ()
        detail = "" if letters else "box"
        yield Problem(row.game, turn, "unknown-bead", pick.box, pick.bead, detail, others=letters)
        return
    stands = reading.stands
    for turn, (pick, slot) in enumerate(zip(row.picks, reading.slots, strict=True), 1):
        if turn == len(stands):
            could = tuple(by_nearness(pick.box, passages.next_boxes(stands[-1])))
            after = row.picks[turn - 2].text if turn > 1 else ""
            detail = "over" if not could else "" if after else "first"
            yield Problem(row.game, turn, "wrong-box", pick.box, pick.bead, detail=detail, after=after, others=could)
        if not beads.there(slot):
            detail = "empty" if beads.empty(pick.box) else ""
            yield Problem(row.game, turn, "bead-gone", pick.box, pick.bead, detail=detail)
    ways = row.ways(reading.ends)
    if not reading.ends or row.conceded or ways == {False}:  # an opponent's boxes are not in this journal
        return
    empty = [other for other in reading.boxes if beads.empty(other)]
    box, bead = (row.picks[-1].box, row.picks[-1].bead) if row.picks else ("", "")
    kind, detail, boxes, can_end = "wrong-result", "", [*reading.boxes], set[int]()
    if ways == {True} and not empty:
        detail = "full"
    elif not ways:
        can_end = {outcome for outcome, resigned in reading.ends if not resigned}
    elif len(ways) == 2 and empty and beads.schedule.cares_how_it_ended(row.result):
        kind, boxes = "unclear-end", empty
    else:
        return
    yield Problem(
        row.game, len(row.picks) or None, kind, box, bead, detail, row.picks[-1].text if row.picks else "",
        tuple(by_nearness(box, boxes)), tuple(sorted(can_end)), result=row.result,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Break:
    """The place where a story is impossible.

    Attributes:
        after: the index of the noted game in or after which it is.
        slots: slots that should have held more beads, or fewer; none if only other notes can mend it.
        needs: 1 for more beads, -1 for fewer, 0 for other notes.
        own: whether it is in a game that the story changes.
        hand: whether it is in a slip by hand after the game.
    """

    after: int
    slots: tuple[int, ...] = ()
    needs: int = 0
    own: bool = False
    hand: bool = False


#: A slip by hand: beads put into slots, or two boxes whose beads were exchanged.
Doing = tuple[tuple[tuple[int, int], ...], tuple[int, int] | None]


class Replay:
    """Replays stories about the games of a journal.

    Attributes:
        beads: the beads after the last replay.
        first: the first break of the journal as noted, or None.
        before: the state of the beads before each noted game, and after the last.
    """

    def __init__(self, passages: Passages, rows: Sequence[GameRow]) -> None:
        self.beads = RunningBeads(passages)
        self.rows = rows
        self.first: Break | None = None
        self.before = [self.beads.state()]
        for after, row in enumerate(rows):
            self.first = self.first or self._broken(row, after, own=False)
            self.beads.learn(row)
            self.before.append(self.beads.state())

    def run(
        self, played: Mapping[int, Sequence[GameRow]], done: Mapping[int, Sequence[Doing]], *, on: bool = False
    ) -> Break | None:
        """Replay a story, and return its first break.

        Args:
            played: by the index of a noted game, the games that were really played there; -1 is before the first.
            done: by the index of a noted game, the slips by hand after it.
            on: True to continue after a break.
        """
        beads = self.beads
        start = min((*played, *(after + 1 for after in done)), default=len(self.rows))
        first = self.first if self.first is not None and self.first.after < start else None
        if first and not on:
            return first
        beads.restore(self.before[max(start, 0)])
        for after in range(-1 if start <= 0 else start - 1, len(self.rows)):
            if after >= max(start, 0) or after < 0:
                noted = (self.rows[after],) if after >= 0 else ()
                for row in played.get(after, noted):
                    first = first or self._broken(row, after, own=after in played)
                    if first and not on:
                        return first
                    beads.learn(row)
            for doing in done.get(after, ()):
                first = first or self._do(doing, after)
                if first and not on:
                    return first
        return first

    def _broken(self, row: GameRow, after: int, *, own: bool) -> Break | None:
        for problem in problems_of(self.beads, row):
            if problem.kind == "bead-gone":
                return Break(after, (self.beads.read(row).slots[(problem.turn or 1) - 1],), 1, own)
            if problem.kind == "wrong-result" and problem.detail:
                slots = (slot for box in problem.others for slot in self.beads.slots_of(self.beads.kit.indices[box]))
                return Break(after, tuple(slots), -1, own)
            if problem.kind != "unclear-end":
                return Break(after, own=own)
        return None

    def _do(self, doing: Doing, after: int) -> Break | None:
        beads = self.beads
        adds, exchanged = doing
        for slot, amount in adds:
            beads.put(slot, amount)
        for slot, _ in adds:
            if beads.counts[slot] < 0:
                return Break(after, (slot,), 1, hand=True)
        stray = () if exchanged is None else self._exchange(*exchanged)
        return Break(after, stray, -1, hand=True) if stray else None

    def _exchange(self, box: int, other: int) -> tuple[int, ...]:
        """Exchange the beads of two boxes; return the slots whose beads have no place in the other box."""
        beads, twins = self.beads, self.beads.twins(box, other)
        counts = {slot: beads.counts[slot] for slot in twins}
        for slot, twin in twins.items():
            beads.put(slot, (0 if twin is None else counts[twin]) - counts[slot])
        return tuple(slot for slot, twin in twins.items() if twin is None and counts[slot])
