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
from kitgen.record.rows import Bead, GameRow, Passages, PickedBead

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


class _StoryPlan:
    """What happens in a story, by the index of the noted game in or after which it does.

    Attributes:
        played: the games really played there, where they are others than noted.
        moved: the moves that were made there, where they are not those of the drawn beads.
        done: the slips by hand after the game.
        twice_rewritten: a game that two slips change, which is impossible; -1 if there is none.
    """

    def __init__(self) -> None:
        self.played: dict[int, list[GameRow]] = {}
        self.moved: dict[int, GameRow] = {}
        self.done: dict[int, list[Candidate]] = defaultdict(list)
        self.twice_rewritten = -1

    def take(self, story: Sequence[Placed], rows: Sequence[GameRow]) -> bool:
        """Take the slips of a story; return whether no game is changed by two of them."""
        for candidate, time in sorted(story, key=_late):
            if candidate.kind == "wrong-order":
                if time in self.played or time + 1 in self.played:
                    self.twice_rewritten = time
                    return False
                self.played[time] = [rows[time + 1]]
                self.played[time + 1] = [rows[time]]
            elif candidate.rewrites:
                if time in self.played:
                    self.twice_rewritten = time
                    return False
                self.played[time] = self._really_played(candidate, time, rows)
            elif candidate.kind != "game-missing":
                self.done[time].append(candidate)
        for candidate, time in story:
            row = candidate.rows.get(time)
            if candidate.kind == "game-missing" and row is not None:
                noted = [rows[time]] if time >= 0 else []
                self.played.setdefault(time, noted).append(row)
        return True

    def _really_played(
        self, candidate: Candidate, time: int, rows: Sequence[GameRow]
    ) -> list[GameRow]:
        row = candidate.rows[time]
        if row is None:
            return []
        if candidate.kind != MOVED_OTHERWISE:
            return [row]
        self.moved[time] = row
        return [rows[time]]

    def start(self, games: int) -> int:
        """Return the index of the first game at which the beads may be others than noted."""
        first_done = [after + 1 for after in self.done]
        return max(0, min([*self.played, *first_done], default=games))


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
        self.passages = passages
        self.kit = passages.kit
        self.rows = rows
        self.begun = begun or Begun()
        beads = RunningBeads(passages)
        self.beads = beads
        self.schedule = beads.schedule
        self.start = beads.start
        self.first = beads.first
        self.box_of = beads.box_of
        self.bead_of: list[Bead] = []
        for box in self.kit.boxes:
            self.bead_of += [(box, slot) for slot in box.slots]
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
        # What the games add up to, beside the beads as they are replayed.
        sums_before = [tuple(beads.counts)]
        for after in range(len(rows)):
            sums_before.append(self._play(after, sums_before[-1]))
            self.states.append(beads.state())
        adds_up = self.even and self.broken is not None
        self.before = sums_before if adds_up else [counts for counts, _ in self.states]
        self.final = self.before[-1]

    def _play(self, after: int, sums: Sequence[int]) -> tuple[int, ...]:
        """Play a game as it is noted; return the sums of beads after it, given those before."""
        row = self.rows[after]
        reading = self.readings[after]
        resigned = self._gave_up(row, row)
        delta = self.taught(reading.slots, row.result, resigned=resigned, state=sums)
        self.deltas.append(delta)
        sums_after = list(sums)
        for slot, amount in delta.items():
            sums_after[slot] += amount
        boxes = {self.box_of[slot] for slot in reading.slots}
        if resigned:  # one of those that could have come next may have been empty
            boxes.update(self.kit.indices[name] for name in reading.boxes)
        for box in sorted(boxes):
            self.at[box].append(after)
        self.broken = self.broken or self._broken(row, after, own=False)
        self.beads.learn(row)
        self._refill(after)
        for box in self.begun.refilled.get(after, ()):
            for slot in self.beads.slots_of(box):
                sums_after[slot] = self.start[slot]
        return tuple(sums_after)

    def _gave_up(self, row: GameRow, played: GameRow) -> bool:
        """Return whether the machine gave up in a game: as it is noted, or as it must have, with
        the moves of ``played``.
        """
        if row.resigned is not None:
            return row.resigned
        return row.ways(self.beads.read(played).ends) == {True}

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
        plan = _StoryPlan()
        if not plan.take(story, self.rows):
            return Break(plan.twice_rewritten, own=True)
        start = plan.start(len(self.rows))
        first: Break | None = None
        if self.broken is not None and self.broken.after < start:
            first = self.broken
        if first and not on:
            return first
        self.beads.restore(self.states[start])
        for after in range(start - 1, len(self.rows)):
            noted = self.rows[after : after + 1] if after >= start else ()
            for row in plan.played.get(after, noted):
                made = None
                if after in plan.moved and row is self.rows[after]:
                    made = plan.moved[after]
                first = first or self._broken(row, after, own=after in plan.played, made=made)
                if first and not on:
                    return first
                self._learn(row, made)
            for candidate in plan.done.get(after, ()):
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
        resigned = self._gave_up(row, made)
        self.beads.teach(self.beads.slots(row), row.result, resigned=resigned)

    def _broken(
        self, row: GameRow, after: int, *, own: bool, made: GameRow | None = None
    ) -> Break | None:
        """Return the first break of a game; ``made`` is the game by the moves that were made, if
        these were others.
        """
        if made is not None:
            for slot in self.beads.slots(row):
                if not self.beads.there(slot):
                    return Break(after, (slot,), 1, own)
        for problem in problems_of(self.beads, made or row):
            if problem.kind == "bead-gone":
                if made is not None:
                    continue  # nobody drew the bead whose move was made
                slots = self.beads.read(row).slots
                turn = problem.turn or 1
                return Break(after, (slots[turn - 1],), 1, own)
            if problem.kind == "wrong-result" and problem.detail:  # no box was empty
                slots = []
                for box in problem.others:
                    slots += self.beads.slots_of(self.kit.indices[box])
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
            for slot, _ in slip.adds:
                if beads.counts[slot] < 0:
                    return Break(after, (slot,), 1, hand=True)
            return None
        twins = beads.twins(*slip.exchanged)
        counts = {slot: beads.counts[slot] for slot in twins}
        for slot, twin in twins.items():
            coming = 0 if twin is None else counts[twin]
            beads.put(slot, coming - counts[slot])
        stray = tuple(slot for slot, twin in twins.items() if twin is None and counts[slot])
        return Break(after, stray, -1, hand=True) if stray else None

    def slip(self, candidate: Candidate, time: int, times: Sequence[int]) -> Slip:
        """Return a candidate at a time as a slip, with all times that it may have."""
        box, bead = self._name(candidate.slot)
        other_box, other_bead = self._name(candidate.other)
        exchanged = tuple(self.kit.boxes[place].id for place in candidate.exchanged or ())
        if exchanged:
            box, other_box = exchanged
        games = tuple(dict.fromkeys(self._number(candidate, other)[0] for other in times))
        game, before = self._number(candidate, time)
        moved: tuple[tuple[tuple[str, str], int], ...] = ()
        if candidate.kind not in ON_RECORD:
            moved = tuple((self.names[slot], n) for slot, n in candidate.adds)
        return Slip(
            game=game,
            games=games,
            kind=candidate.kind,
            box=box,
            bead=bead,
            other_box=other_box,
            other_bead=other_bead,
            after=time,
            moved=moved,
            exchanged=exchanged,
            row=candidate.rows.get(time),
            before=before,
        )

    def _name(self, slot: int | None) -> tuple[str, str]:
        """Return the box and the letter of a slot; empty if there is none."""
        return ("", "") if slot is None else self.names[slot]

    def _number(self, candidate: Candidate, time: int) -> tuple[int, bool]:
        """Return the number of the game at a time, and whether it is that of the game after a
        missing one.
        """
        number = self.rows[time].game if time >= 0 else self.begun.after
        if candidate.kind != "game-missing":
            return number, False
        is_last = time + 1 == len(self.rows)
        return number + 1, not is_last and self.rows[time + 1].game == number + 1
