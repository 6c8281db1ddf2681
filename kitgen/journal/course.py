"""The games of a journal as sums of beads, and replayed: what each game and each slip adds, and
where a story breaks.

Sums are quick, and tell which slips may explain a count; the replay tells whether a story is
possible. Sums may fall below zero, because a picked bead counts as present; so the effects of slips
add up.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kitgen.journal.beads import RunningBeads
from kitgen.journal.understand import problems_of
from kitgen.machine.learning import learn
from kitgen.record.rows import GameRow, Passages, PickedBead

#: Slots with the beads that are added to each, sorted by slot.
Adds = tuple[tuple[int, int], ...]
#: Slips of the pen: the beads are right, but the journal is wrong.
ON_RECORD = frozenset(
    {"game-twice", "game-missing", "wrong-result", "wrong-bead", "wrong-beads", "wrong-order"}
)
#: What a class has done with its machine and has not noted: the beads are right, and the journal
#: lacks it.
EVENTS = frozenset({"machine-reset", "box-refilled", "boxes-refilled", "other-class"})
#: A bead was drawn, noted and learned as it should be, but another move was made.
MOVED_OTHERWISE = "moved-otherwise"
#: Slips after which the boxes are right as they are.
BOXES_RIGHT = ON_RECORD | EVENTS | {MOVED_OTHERWISE}
#: Slips of counting: they change no box.
OF_COUNTING = frozenset({"miscounted", "colours-confused"})


@dataclass(frozen=True, slots=True)
class Slip:
    """One thing that may have gone wrong.

    Attributes:
        game: the number of the game; for a missing game, the number it would have; 0 before the
            first.
        games: the numbers of all games to which it may belong, including ``game``.
        kind: one of those in ``templates/tables/slips.toml``.
        box, bead: where a bead was taken, put or forgotten; empty if it is about a whole game or
            box.
        other_box, other_bead: where it should have been, or the bead that was really picked;
            otherwise empty.
        after: the index of the game after which it happened, or that is noted wrongly; -1 before
            the first.
        moved: how many more beads than by the rule each slot got, such as ``(("B4", "R"), 1)``.
        exchanged: the two boxes whose beads were exchanged.
        row: the game as it was really played, if it is noted otherwise or not at all.
        before: whether ``game`` is a noted game, which follows a missing one without a number.
    """

    game: int
    games: tuple[int, ...]
    kind: str
    box: str
    bead: str
    other_box: str
    other_bead: str
    after: int
    moved: tuple[tuple[tuple[str, str], int], ...] = ()
    exchanged: tuple[str, ...] = ()
    row: GameRow | None = None
    before: bool = False

    @property
    def boxes_right(self) -> bool:
        """Whether the boxes are right after it: only the journal is wrong, or lacks something."""
        return self.kind in BOXES_RIGHT


@dataclass(slots=True, eq=False)
class Candidate:
    """A slip that may explain something, at several times.

    Attributes:
        other: the slot where it should have been, or of the bead that was really picked.
        times: the indexes of the games after which, or in which, it may have happened.
        likely: how likely it is at any of these times.
        rows: for slips of the pen, the game that was really played at each time; None if there was
            none.
        exchanged: two boxes whose beads were exchanged.
    """

    kind: str
    slot: int | None
    other: int | None
    adds: Adds
    times: list[int]
    likely: float
    rows: dict[int, GameRow | None] = field(default_factory=dict)
    exchanged: tuple[int, int] | None = None

    @property
    def rewrites(self) -> bool:
        """Whether a noted game was played otherwise, or not at all."""
        return self.kind == MOVED_OTHERWISE or (
            self.kind in ON_RECORD and self.kind != "game-missing"
        )


#: A candidate at one of its times.
Placed = tuple[Candidate, int]


@dataclass(frozen=True, slots=True)
class Begun:
    """How far a journal is known before the games that are to be explained.

    Attributes:
        after: the number of the last game before them; 0 if there is none.
        counts: the beads in all slots then; empty for those of a new machine.
        refilled: the boxes that were refilled, by the index of the last game before that; -1 before
            the first.
    """

    after: int = 0
    counts: tuple[int, ...] = ()
    refilled: Mapping[int, Sequence[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Break:
    """The place where a story is impossible.

    Attributes:
        after: the index of the noted game in or after which it is.
        slots: slots that should have held more beads, or fewer; none if only other notes can mend
            it.
        needs: 1 for more beads, -1 for fewer, 0 for other notes.
        own: whether it is in a game that the story changes.
        hand: whether it is in a slip by hand after the game.
    """

    after: int
    slots: tuple[int, ...] = ()
    needs: int = 0
    own: bool = False
    hand: bool = False


def _late(placed: Placed) -> tuple[bool, bool]:
    """Return the order of a slip among those of one moment: boxes are exchanged late, and beads
    are counted last.
    """
    candidate, _ = placed
    return candidate.kind in OF_COUNTING, candidate.exchanged is not None


class JournalCourse:
    """All games of a journal.

    Attributes:
        beads: the beads after the last replay.
        start, final: the beads before the first game and in the end, without slips.
        before: the beads before each game, and in the end, without slips.
        states: the states of ``beads`` before each game, and in the end, as replayed.
        broken: the first break of the journal as noted, or None.
        names, bead_of, picks: of each slot the box and letter, the bead in the kit, and the bead as
            it is noted.
        even: whether the effects of slips add up, whatever is in the boxes.
        readings, deltas: each game by the rules, and what it adds to each slot.
        at: for each box the indexes of the games in which it was opened, or may have been empty.
    """

    def __init__(
        self, passages: Passages, rows: Sequence[GameRow], begun: Begun | None = None
    ) -> None:
        self.passages, self.kit, self.rows = passages, passages.kit, rows
        self.begun = begun or Begun()
        self.beads = beads = RunningBeads(passages)
        self.schedule, self.start = beads.schedule, beads.start
        self.first, self.box_of = beads.first, beads.box_of
        self.bead_of = [(box, slot) for box in self.kit.boxes for slot in box.slots]
        self.names = [(box.id, slot.colour.letter) for box, slot in self.bead_of]
        self.picks = [PickedBead.of(box, slot) for box, slot in self.bead_of]
        refills = self.kit.rule.when_empty.refills or bool(self.begun.refilled)
        self.even = self.schedule.steady and not refills
        self.readings = [beads.read(row) for row in rows]
        self.deltas: list[Mapping[int, int]] = []
        self.at: dict[int, list[int]] = defaultdict(list)
        self.broken: Break | None = None
        for slot, amount in enumerate(self.begun.counts):
            beads.put(slot, amount - beads.counts[slot])
        self._refill(-1)
        self.states = [beads.state()]
        state = beads.counts.copy()
        sums = [tuple(state)]
        for after, (row, reading) in enumerate(zip(rows, self.readings, strict=True)):
            resigned = row.ways(reading.ends) == {True} if row.resigned is None else row.resigned
            self.deltas.append(
                self.taught(reading.slots, row.result, resigned=resigned, state=state)
            )
            for slot, amount in self.deltas[after].items():
                state[slot] += amount
            empty = {self.kit.indices[name] for name in reading.boxes} if resigned else set[int]()
            for box in sorted(empty.union(self.box_of[slot] for slot in reading.slots)):
                self.at[box].append(after)
            self.broken = self.broken or self._broken(row, after, own=False)
            beads.learn(row)
            self._refill(after)
            for box in self.begun.refilled.get(after, ()):
                for slot in beads.slots_of(box):
                    state[slot] = self.start[slot]
            sums.append(tuple(state))
            self.states.append(beads.state())
        adding = self.even and self.broken is not None
        self.before = sums if adding else [counts for counts, _ in self.states]
        self.final = self.before[-1]

    def _refill(self, after: int) -> None:
        """Refill the boxes that were refilled after a game."""
        for box in self.begun.refilled.get(after, ()):
            self.beads.fill(box)

    def taught(
        self, slots: Sequence[int], result: int, *, resigned: bool, state: Sequence[int] = ()
    ) -> dict[int, int]:
        """Return the beads that the rule adds to each slot after a game; picked beads count as
        present.

        A bead that was picked twice was there twice, if by the notes it was not there at all.
        """
        state = state or self.start
        picks = [(self.box_of[slot], slot - self.first[self.box_of[slot]]) for slot in slots]
        beads: dict[int, list[int]] = {}
        for box, _ in picks:
            beads[box] = [
                state[slot] if state[slot] > 0 else slots.count(slot)
                for slot in self.beads.slots_of(box)
            ]
        updates = learn(self.schedule, beads, picks, result, resigned=resigned)
        return {
            self.first[update.box] + update.slot: update.after - update.before for update in updates
        }

    def run(self, story: Sequence[Placed], *, on: bool = False) -> Break | None:
        """Replay a story and return its first break; the final beads are then in ``beads``.

        With ``on``, continue after a break. Slips by hand at one moment have the order of the
        story, but boxes are exchanged last.
        """
        played: dict[
            int, list[GameRow]
        ] = {}  # by the index of a noted game, those really played there
        moved: dict[int, GameRow] = {}  # by the index of a noted game, the moves that were made
        done: dict[int, list[Candidate]] = defaultdict(list)
        for candidate, time in sorted(story, key=_late):
            if candidate.kind == "wrong-order":
                if time in played or time + 1 in played:
                    return Break(time, own=True)
                played |= {time: [self.rows[time + 1]], time + 1: [self.rows[time]]}
            elif candidate.rewrites:
                if time in played:
                    return Break(time, own=True)
                row = candidate.rows[time]
                if candidate.kind == MOVED_OTHERWISE and row is not None:
                    moved[time] = row
                    row = self.rows[time]
                played[time] = [] if row is None else [row]
            elif candidate.kind != "game-missing":
                done[time].append(candidate)
        for candidate, time in story:
            row = candidate.rows.get(time)
            if candidate.kind == "game-missing" and row is not None:
                played.setdefault(time, [self.rows[time]] if time >= 0 else []).append(row)
        start = max(0, min((*played, *(after + 1 for after in done)), default=len(self.rows)))
        first = self.broken if self.broken is not None and self.broken.after < start else None
        if first and not on:
            return first
        self.beads.restore(self.states[start])
        for after in range(start - 1, len(self.rows)):
            for row in played.get(after, self.rows[after : after + 1] if after >= start else ()):
                made = moved[after] if after in moved and row is self.rows[after] else None
                first = first or self._broken(row, after, own=after in played, made=made)
                if first and not on:
                    return first
                self._learn(row, made)
            for candidate in done.get(after, ()):
                broken = self._do(candidate, after)
                first = first or broken
                if first and not on:
                    return first
            self._refill(after)
        return first

    def _learn(self, row: GameRow, made: GameRow | None) -> None:
        """Learn a game, whose moves were perhaps those of other beads."""
        if made is None:
            self.beads.learn(row)
            return
        resigned = (
            row.ways(self.beads.read(made).ends) == {True} if row.resigned is None else row.resigned
        )
        self.beads.teach(self.beads.slots(row), row.result, resigned=resigned)

    def _broken(
        self, row: GameRow, after: int, *, own: bool, made: GameRow | None = None
    ) -> Break | None:
        """Return the first break of a game; ``made`` is the game by the moves that were made, if
        these were others.
        """
        if made is not None:
            gone = next(
                (slot for slot in self.beads.slots(row) if not self.beads.there(slot)), None
            )
            if gone is not None:
                return Break(after, (gone,), 1, own)
        for problem in problems_of(self.beads, made or row):
            if problem.kind == "bead-gone":
                if made is not None:
                    continue  # nobody drew the bead whose move was made
                return Break(after, (self.beads.read(row).slots[(problem.turn or 1) - 1],), 1, own)
            if problem.kind == "wrong-result" and problem.detail:
                slots = (
                    slot
                    for box in problem.others
                    for slot in self.beads.slots_of(self.kit.indices[box])
                )
                return Break(after, tuple(slots), -1, own)
            if problem.kind != "unclear-end":
                return Break(after, own=own)
        return None

    def _do(self, slip: Candidate, after: int) -> Break | None:
        """Do a slip by hand; exchanged beads break the story if they have no place in the other
        box.
        """
        beads = self.beads
        if slip.kind == "machine-reset":
            for slot, at_first in enumerate(self.start):
                beads.put(slot, at_first - beads.counts[slot])
            return None
        if slip.exchanged is None:
            for slot, amount in slip.adds:
                beads.put(slot, amount)
            lacking = next((slot for slot, _ in slip.adds if beads.counts[slot] < 0), None)
            return None if lacking is None else Break(after, (lacking,), 1, hand=True)
        twins = beads.twins(*slip.exchanged)
        counts = {slot: beads.counts[slot] for slot in twins}
        for slot, twin in twins.items():
            beads.put(slot, (0 if twin is None else counts[twin]) - counts[slot])
        stray = tuple(slot for slot, twin in twins.items() if twin is None and counts[slot])
        return Break(after, stray, -1, hand=True) if stray else None

    def slip(self, candidate: Candidate, time: int, times: Sequence[int]) -> Slip:
        """Return a candidate at a time as a slip, with all times that it may have."""
        box, bead = ("", "") if candidate.slot is None else self.names[candidate.slot]
        other_box, other_bead = ("", "") if candidate.other is None else self.names[candidate.other]
        exchanged = tuple(self.kit.boxes[place].id for place in candidate.exchanged or ())
        if exchanged:
            box, other_box = exchanged
        games = tuple(dict.fromkeys(self._number(candidate, other)[0] for other in times))
        game, before = self._number(candidate, time)
        moved: tuple[tuple[tuple[str, str], int], ...] = ()
        if candidate.kind not in ON_RECORD:
            moved = tuple((self.names[slot], n) for slot, n in candidate.adds)
        row = candidate.rows.get(time)
        return Slip(
            game,
            games,
            candidate.kind,
            box,
            bead,
            other_box,
            other_bead,
            time,
            moved,
            exchanged,
            row,
            before,
        )

    def _number(self, candidate: Candidate, time: int) -> tuple[int, bool]:
        """Return the number of the game at a time, and whether it is that of the game after a
        missing one.
        """
        number = self.rows[time].game if time >= 0 else self.begun.after
        if candidate.kind != "game-missing":
            return number, False
        return number + 1, time + 1 < len(self.rows) and self.rows[time + 1].game == number + 1
