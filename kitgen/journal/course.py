"""The games of a journal as sums of beads: what each game adds, and what slips add to that.

Sums are quick, and tell which slips may explain a count; the replay tells whether a story is possible. Sums may fall
below zero, because a picked bead counts as present; so the effects of slips add up.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kitgen.journal.replay import Break, Doing, Replay
from kitgen.machine.learning import learn
from kitgen.record.rows import GameRow, Passages, PickedBead

#: Slots with the beads that are added to each, sorted by slot.
Adds = tuple[tuple[int, int], ...]
#: Slips of the pen: the beads are right, but the journal is wrong.
ON_RECORD = frozenset({"game-twice", "game-missing", "wrong-result", "wrong-bead", "wrong-order"})


@dataclass(frozen=True, slots=True)
class Slip:
    """One thing that may have gone wrong.

    Attributes:
        game: the number of the game; for a missing game, the number it would have; 0 before the first.
        games: the numbers of all games to which it may belong, including ``game``.
        kind: one of those in ``templates/tables/slips.toml``.
        box, bead: where a bead was taken, put or forgotten; empty if it is about a whole game or box.
        other_box, other_bead: where it should have been, or the bead that was really picked; otherwise empty.
        after: the index of the game after which it happened, or that is noted wrongly; -1 before the first.
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
    def on_record(self) -> bool:
        """Whether it is a slip of the pen."""
        return self.kind in ON_RECORD


@dataclass(slots=True, eq=False)
class Candidate:
    """A slip that may explain something, at several times.

    Attributes:
        other: the slot where it should have been, or of the bead that was really picked.
        times: the indexes of the games after which, or in which, it may have happened.
        likely: how likely it is at any of these times.
        rows: for slips of the pen, the game that was really played at each time; None if there was none.
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
        return self.kind in ON_RECORD and self.kind != "game-missing"


#: A candidate at one of its times.
Placed = tuple[Candidate, int]


@dataclass(frozen=True, slots=True)
class Event:
    """One noted game: its slots, its result, what it adds to each slot, and its other possible ends."""

    slots: tuple[int, ...]
    outcome: int
    deltas: Mapping[int, int]
    others: tuple[tuple[int, bool], ...]


class JournalCourse:
    """All games of a journal.

    Attributes:
        start, final: the beads before the first game and in the end, without slips.
        before: the beads before each game, and in the end, without slips.
        names, bead_of, picks: of each slot the box and letter, the bead in the kit, and the bead as it is noted.
        even: whether the effects of slips add up, whatever is in the boxes.
        at: for each box the indexes of the games in which it was opened, or may have been empty.
    """

    def __init__(self, passages: Passages, rows: Sequence[GameRow]) -> None:
        self.passages, self.kit, self.rows = passages, passages.kit, rows
        self.replay = Replay(passages, rows)
        self.beads = beads = self.replay.beads
        self.schedule, self.start = beads.schedule, beads.start
        self.first, self.box_of = beads.first, beads.box_of
        self.bead_of = [(box, slot) for box in self.kit.boxes for slot in box.slots]
        self.names = [(box.id, slot.colour.letter) for box, slot in self.bead_of]
        self.picks = [PickedBead.of(box, slot) for box, slot in self.bead_of]
        self.even = self.schedule.steady and not self.kit.rule.when_empty.refills
        self.events: list[Event] = []
        self.at: dict[int, list[int]] = defaultdict(list)
        state = list(self.start)
        sums = [tuple(state)]
        for after, row in enumerate(rows):
            reading = beads.read(row)
            resigned = row.ways(reading.ends) == {True} if row.resigned is None else row.resigned
            deltas = self.taught(reading.slots, row.result, resigned=resigned, state=state)
            others = tuple(sorted(end for end in reading.ends if end[0] != row.result))
            self.events.append(Event(tuple(reading.slots), row.result, deltas, others))
            for slot, amount in deltas.items():
                state[slot] += amount
            sums.append(tuple(state))
            empty = {self.kit.indices[name] for name in reading.boxes} if resigned else set[int]()
            for box in sorted(empty.union(self.box_of[slot] for slot in reading.slots)):
                self.at[box].append(after)
        adding = self.even and self.replay.first is not None
        self.before = sums if adding else [counts for counts, _ in self.replay.before]
        self.final = self.before[-1]

    def taught(
        self, slots: Sequence[int], outcome: int, *, resigned: bool, state: Sequence[int] | None = None
    ) -> dict[int, int]:
        """Return the beads that the rule adds to each slot after a game; picked beads count as present."""
        state = state or self.start
        picks = [(self.box_of[slot], slot - self.first[self.box_of[slot]]) for slot in slots]
        beads = {box: [max(state[slot], int(slot in slots)) for slot in self.beads.slots_of(box)] for box, _ in picks}
        updates = learn(self.schedule, beads, picks, outcome, resigned=resigned)
        return {self.first[update.box] + update.slot: update.after - update.before for update in updates}

    def run(self, story: Sequence[Placed], *, on: bool = False) -> Break | None:
        """Replay a story; the final beads are then in ``beads``. With ``on``, continue after a break.

        Slips by hand at one moment have the order of the story, but boxes are exchanged last.
        """
        played: dict[int, list[GameRow]] = {}
        done: dict[int, list[Doing]] = defaultdict(list)
        for candidate, time in sorted(story, key=lambda placed: placed[0].exchanged is not None):
            if candidate.kind == "wrong-order":
                if time in played or time + 1 in played:
                    return Break(time, own=True)
                played |= {time: [self.rows[time + 1]], time + 1: [self.rows[time]]}
            elif candidate.rewrites:
                if time in played:
                    return Break(time, own=True)
                row = candidate.rows[time]
                played[time] = [] if row is None else [row]
            elif candidate.kind != "game-missing":
                done[time].append((() if candidate.exchanged else candidate.adds, candidate.exchanged))
        for candidate, time in story:
            row = candidate.rows.get(time)
            if candidate.kind == "game-missing" and row is not None:
                noted = [self.rows[time]] if time >= 0 else []
                played.setdefault(time, noted).append(row)
        return self.replay.run(played, done, on=on)

    def slip(self, candidate: Candidate, time: int, times: Sequence[int]) -> Slip:
        """Return a candidate at a time as a slip, with all times that it may have."""
        box, bead = ("", "") if candidate.slot is None else self.names[candidate.slot]
        other_box, other_bead = ("", "") if candidate.other is None else self.names[candidate.other]
        exchanged = tuple(self.kit.boxes[place].id for place in candidate.exchanged or ())
        if exchanged:
            box, other_box = exchanged
        games = tuple(dict.fromkeys(self._number(candidate, other)[0] for other in times))
        game, before = self._number(candidate, time)
        moved = () if candidate.kind in ON_RECORD else tuple((self.names[slot], n) for slot, n in candidate.adds)
        row = candidate.rows.get(time)
        return Slip(game, games, candidate.kind, box, bead, other_box, other_bead, time, moved, exchanged, row, before)

    def _number(self, candidate: Candidate, time: int) -> tuple[int, bool]:
        """Return the number of the game at a time, and whether it is that of the game after a missing one."""
        number = self.rows[time].game if time >= 0 else 0
        if candidate.kind != "game-missing":
            return number, False
        return number + 1, time + 1 < len(self.rows) and self.rows[time + 1].game == number + 1
