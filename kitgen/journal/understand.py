"""Check noted games by the rules: normalise and complete them, or refuse them and name what is
possible.

Nothing is guessed: a game is completed only if there is one way to do it. Games that are in a
journal already are not refused: their problems are reported.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

from kitgen.errors import RecordError, located
from kitgen.journal.beads import RowReading, RunningBeads
from kitgen.journal.results_alone import has_enough_beads, lacks_beads
from kitgen.kit.kit import split_id
from kitgen.machine.learning import schedule_of
from kitgen.reading.texts import Texts, texts_in
from kitgen.record.rows import RESULT_WORDS, Bead, GameRow, Passages, PickedBead, Stand, beads_of
from kitgen.record.table_side import TableSide

#: The most possibilities named in a message.
MAX_NAMED = 4


def understood(passages: Passages, row: GameRow) -> GameRow:
    """Return a possible game with its beads by letter, and with ``last_only`` set if these are only
    its last.

    ``RecordError`` names an impossible game and the nearest possibility.

    >>> from kitgen.kit.build import build_kit
    >>> passages = Passages(build_kit("her"))
    >>> understood(passages, GameRow(4, (PickedBead("B1", "red"),), -1)).last_only
    True
    """
    with located(f"game {row.game}") if row.game else nullcontext():
        beads = beads_of(passages.kit, row)
        row = replace(row, picks=tuple(PickedBead.of(box, slot) for box, slot in beads))
        side = TableSide(passages, lambda _: True, last_only=row.last_only)
        if beads:
            side.pick(row.picks[0])
        lacks_first_beads = side.starts_late
        if not beads and not row.conceded:
            outcomes_at_once = {outcome for outcome, _ in passages.ends(passages.start)}
            lacks_first_beads = lacks_first_beads or row.result not in outcomes_at_once
        if lacks_first_beads:
            _refuse_too_few(passages, row, beads)
            row = replace(row, last_only=True)
        for number, pick in enumerate(row.picks[1:], 2):
            if side.pick(pick) is not None:
                raise ImpossibleGameError(
                    cannot_come(passages, side.stands, row.picks[:number]),
                    _wrong_box(passages, row, number, side.stands),
                )
        # An opponent's empty box may end a game anywhere.
        if passages.tell_end(row) and not row.conceded and not row.ways(passages.ends(side.stands)):
            raise ImpossibleGameError(
                impossible_end(passages, side.stands, row),
                _wrong_result(passages, row, side.stands),
            )
    return row


def _refuse_too_few(passages: Passages, row: GameRow, beads: list[Bead]) -> None:
    """Refuse beads that cannot be the last ones of a game, or are too few for its rule."""
    kit = passages.kit
    schedule = schedule_of(kit.rule)
    if row.result == 0 and not (kit.draws or kit.rule.when_empty.draws):
        raise ImpossibleGameError(
            f"a game of {kit.game.called} cannot be drawn", _wrong_result(passages, row, ())
        )
    if lacks_beads(kit, row):
        return  # a tally
    end_is_open = row.resigned is None and schedule.cares_how_it_ended(row.result)
    if has_enough_beads(kit, row) and not end_is_open:
        return
    if beads:
        raise ImpossibleGameError(
            cannot_come(passages, passages.start, row.picks[:1]),
            _wrong_box(passages, row, 1, passages.start),
        )
    raise ImpossibleGameError(
        impossible_end(passages, passages.start, row),
        _wrong_result(passages, row, passages.start),
    )


def cannot_come(passages: Passages, stands: tuple[Stand, ...], picks: Sequence[PickedBead]) -> str:
    """Return a message that the box of the last bead cannot come next, with those that could
    from some states.
    """
    box = picks[-1].box
    refusal = f"box {box} cannot be the machine's first"
    if len(picks) > 1:
        refusal = f"box {box} cannot come after {picks[-2].text}"
    could = nearest(box, passages.next_boxes(stands))
    if could:
        return f"{refusal}; {could} could"
    return f"{refusal}; the game is over there"


def impossible_end(passages: Passages, stands: tuple[Stand, ...], row: GameRow) -> str:
    """Return a message that a game cannot end as noted, with the ways in which it could."""
    where = "without a bead"
    box = ""
    if row.picks:
        where = f"after {row.picks[-1].text}"
        box = row.picks[-1].box
    refusal = f"{where} it cannot be {RESULT_WORDS[row.result]}"
    if row.resigned is not None:
        refusal += " so"
    ends = {RESULT_WORDS[outcome] for outcome, resigned in passages.ends(stands) if not resigned}
    next_boxes = nearest(box, passages.next_boxes(stands))
    ways = []
    if ends:
        ways.append(f"it can be {' or '.join(sorted(ends))}")
    if next_boxes:
        ways.append(f"go on with {next_boxes}")
    if not ways:
        return refusal
    return f"{refusal}; {', or '.join(ways)}"


def by_nearness(box: str, could: Collection[str]) -> list[str]:
    """Return boxes, those with the id nearest to that of a box first."""
    letters, number = split_id(box)

    def distance(other: str) -> tuple[bool, int, str]:
        other_letters, other_number = split_id(other)
        return letters != other_letters, abs(number - other_number), other

    return sorted(could, key=distance)


def nearest(box: str, could: Collection[str]) -> str:
    """Return some boxes in words, those with the nearest id first.

    >>> nearest("B12", ["B3", "B10", "C2"])
    'B10, B3 or C2'
    """
    names = by_nearness(box, could)
    more = len(names) - MAX_NAMED
    if more > 0:
        names[MAX_NAMED:] = ["1 other" if more == 1 else f"{more} others"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} or {names[-1]}"


# The problems of games in a journal, given the beads before each of them.


@dataclass(frozen=True, slots=True)
class Problem:
    """Something impossible in a journal.

    Attributes:
        turn: the machine's turn in the game, from 1; None if it is about the whole game.
        kind: ``unknown-bead`` (the kit has no such box or bead), ``wrong-box`` (it cannot come
            next), ``bead-gone`` (the bead was no longer in its box), ``wrong-result``,
            ``unclear-end`` (the rule needs to know whether the machine gave up), ``game-twice`` or
            ``game-missing``.
        box, bead: empty if it is about the whole game.
        detail: the variant of the kind; empty if there is only one.
        after: the bead before it, such as ``A1 R``; empty for the first.
        others: the boxes that could have come next, the nearest first; for an unknown bead, the
            beads of the box.
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
        others = either(texts, self.others[:MAX_NAMED], more=len(self.others) > MAX_NAMED)
        key = f"audit.problem.{self.kind}"
        if self.detail:
            key += f"-{self.detail}"
        where_key = "audit.problem.after" if self.after else "audit.problem.at_once"
        where = texts(where_key, after=self.after)
        text = texts(
            key,
            game=self.game,
            last=self.last,
            box=self.box,
            bead=self.bead,
            after=self.after,
            others=others,
            result=result_words(texts, self.result),
            where=where,
        )
        if self.kind != "wrong-result" or self.detail:
            return text
        if where not in text:  # words of a user, from before they said where themselves
            text += f" {where}"
        parts = [text]
        ends = either(texts, [result_words(texts, end) for end in self.ends])
        if ends:
            parts.append(texts("audit.problem.can_end", ends=ends))
        if others:
            parts.append(texts("audit.problem.can_go_on", others=others))
        return texts.joined(parts)


class ImpossibleGameError(RecordError):
    """A game that cannot have been played as it is noted.

    Attributes:
        problem: what is impossible, for other languages than English.
    """

    def __init__(self, message: str, problem: Problem) -> None:
        super().__init__(message)
        self.problem = problem


def either(texts: Texts, names: Sequence[str], *, more: bool = False) -> str:
    """Return names as alternatives; with ``more``, as the first of many."""
    if more:
        return ", ".join([*names, "…"])
    if len(names) < 2:
        return "".join(names)
    return texts("audit.games", games=", ".join(names[:-1]), last=names[-1])


def nearest_in(texts: Texts, box: str, could: Collection[str]) -> str:
    """Return some boxes in words of a language, those with the nearest id first."""
    names = by_nearness(box, could)
    return either(texts, names[:MAX_NAMED], more=len(names) > MAX_NAMED)


def result_words(texts: Texts, outcome: int) -> str:
    """Return a result for the machine in words."""
    return texts(f"audit.result.{RESULT_WORDS[outcome]}")


def problems_of(beads: RunningBeads, row: GameRow) -> Iterator[Problem]:
    """Yield the problems of a game, given the beads before it."""
    reading = beads.read(row)
    if reading.beads is None:
        yield _unknown_bead(beads, row)
        return
    for turn, (pick, slot) in enumerate(zip(row.picks, reading.slots, strict=True), 1):
        if turn == len(reading.stands):
            yield _wrong_box(beads.passages, row, turn, reading.stands[-1])
        if not beads.there(slot):
            detail = "empty" if beads.empty(pick.box) else ""
            yield Problem(row.game, turn, "bead-gone", pick.box, pick.bead, detail=detail)
    ending = _problem_of_end(beads, row, reading)
    if ending is not None:
        yield ending


def _unknown_bead(beads: RunningBeads, row: GameRow) -> Problem:
    """Return the problem of the first bead of a game that the kit does not have."""
    turns = enumerate(row.picks, 1)
    turn, pick = next((turn, pick) for turn, pick in turns if not beads.known(pick))
    box = beads.kit.by_id.get(pick.box)
    if box is None or not box.slots:
        return Problem(row.game, turn, "unknown-bead", pick.box, pick.bead, detail="box")
    letters = tuple(slot.colour.letter for slot in box.slots)
    return Problem(row.game, turn, "unknown-bead", pick.box, pick.bead, others=letters)


def _wrong_box(passages: Passages, row: GameRow, turn: int, stands: tuple[Stand, ...]) -> Problem:
    """Return the problem of a box that cannot come in a turn; ``stands`` are the states before."""
    pick = row.picks[turn - 1]
    could = tuple(by_nearness(pick.box, passages.next_boxes(stands)))
    after = ""
    detail = "first"
    if turn > 1:
        after = row.picks[turn - 2].text
        detail = ""
    if not could:
        detail = "over"
    return Problem(
        row.game,
        turn,
        "wrong-box",
        pick.box,
        pick.bead,
        detail=detail,
        after=after,
        others=could,
    )


def _wrong_result(passages: Passages, row: GameRow, stands: tuple[Stand, ...]) -> Problem:
    """Return the problem of a game that cannot end so in any of some states."""
    box = bead = after = ""
    if row.picks:
        last = row.picks[-1]
        box = last.box
        bead = last.bead
        after = last.text
    ends = {outcome for outcome, resigned in passages.ends(stands) if not resigned}
    return Problem(
        row.game,
        len(row.picks) or None,
        "wrong-result",
        box,
        bead,
        after=after,
        others=tuple(by_nearness(box, passages.next_boxes(stands))),
        ends=tuple(sorted(ends)),
        result=row.result,
    )


def _problem_of_end(beads: RunningBeads, row: GameRow, reading: RowReading) -> Problem | None:
    """Return what is wrong with the end of a game; None if nothing is.

    An opponent's empty box may end a game anywhere, and is not in this journal.
    """
    ways = row.ways(reading.ends)
    if not reading.ends or row.conceded or ways == {False}:
        return None
    empty = [box for box in reading.boxes if beads.empty(box)]
    kind = "wrong-result"
    detail = ""
    boxes: Sequence[str] = reading.boxes
    can_end: set[int] = set()
    if ways == {True} and not empty:
        detail = "full"
    elif not ways:
        can_end = {outcome for outcome, resigned in reading.ends if not resigned}
    elif len(ways) == 2 and empty and beads.schedule.cares_how_it_ended(row.result):
        kind = "unclear-end"
        boxes = empty
    else:
        return None
    box = bead = after = ""
    if row.picks:
        last = row.picks[-1]
        box = last.box
        bead = last.bead
        after = last.text
    return Problem(
        row.game,
        len(row.picks) or None,
        kind,
        box,
        bead,
        detail=detail,
        after=after,
        others=tuple(by_nearness(box, boxes)),
        ends=tuple(sorted(can_end)),
        result=row.result,
    )
