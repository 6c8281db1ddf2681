"""The machines at the table: they keep beads in boxes or, with some rules, numbers of positions."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from pathlib import Path
from typing import ClassVar

from kitgen.errors import KitgenError
from kitgen.journal.beads import RunningBeads
from kitgen.journal.journal import Journal
from kitgen.kit.kit import Box, Kit
from kitgen.machine.game_graph import GameGraph, one_sided
from kitgen.machine.learning import Update, position_amount, schedule_of
from kitgen.machine.own_players import own_changes
from kitgen.machine.paper_machine import OwnRule, PaperMachine, PositionLearner, Shelf, Table
from kitgen.model import Move, Position, Rng
from kitgen.record.rows import GameRow, Passages, PickedBead

#: How many of a position's last games are kept, and of a box's are listed.
HISTORY = 20
#: Games with more situations are not searched after each game: for machines with beads, and for the
#: others.
MAX_SITUATIONS_SEARCHED = 20_000
MAX_POSITIONS_SEARCHED = 5_000
#: How many of the last changes to its beads are examined to find out since when a machine has been
#: perfect.
MAX_CHANGES_EXAMINED = 2000
#: Creates the journal of a machine.
Beginner = Callable[[Kit], Journal]


class Atlas:
    """All games of one machine.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her")
    >>> [kit.game.move_text(move) for move in Atlas(kit, 1).way(2)]
    ['a1a2', 'c3c2', 'b1b2']
    """

    def __init__(self, kit: Kit, side: int) -> None:
        self.kit = kit
        self.side = side

    @cached_property
    def _graph(self) -> GameGraph | None:
        """All situations; None if there are too many, or the kit is only for a sensible
        opponent.
        """
        try:
            return one_sided(Shelf(self.kit), self.side, MAX_SITUATIONS_SEARCHED)
        except KitgenError:
            return None

    @cached_property
    def _came_from(self) -> dict[int, tuple[int, Move]]:
        """For each situation but the first, the earliest one that leads to it, and the move."""
        origins: dict[int, tuple[int, Move]] = {}
        if self._graph is None:
            return origins
        for index, branches in enumerate(self._graph.branches):
            for branch in branches:
                if branch.child:
                    origins.setdefault(branch.child, (index, branch.move))
        return origins

    def way(self, number: int) -> tuple[Move, ...]:
        """Return the shortest way to a box of the kit: all moves of both sides; none if it is
        not known.
        """
        graph = self._graph
        if graph is None or number not in graph.boxes:
            return ()
        index = graph.boxes.index(number)
        moves = list[Move]()
        while index:
            index, move = self._came_from[index]
            moves.append(move)
        return tuple(reversed(moves))

    def can_lose(self, beads: Sequence[Sequence[int]]) -> bool | None:
        """Return whether a machine with these beads can lose; None if not known, as in games
        that end by repetition.
        """
        graph = self._graph
        if graph is None or self.kit.game.repetition is not None:
            return None
        when_empty = self.kit.rule.when_empty
        seen = {0}
        stack = [0]
        while stack:
            index = stack.pop()
            if graph.outcome(index, self.side) == -1:
                return True
            children = [branch.child for branch in graph.branches[index]]
            box = graph.boxes[index]
            if box >= 0:
                counts: Sequence[int] = beads[box]
                if not any(counts):
                    if when_empty.resigns:
                        return True
                    if when_empty.refills:
                        counts = [slot.beads for slot in self.kit.boxes[box].slots]
                children = list(compress(children, counts))
            stack += set(children) - seen
            seen.update(children)
        return False


@dataclass(frozen=True, slots=True)
class Figures:
    """A machine's results.

    Attributes:
        level: 1, and 1 more for each move without a bead, as HexapawnRL counts; None for a machine
            without beads.
        won, drawn, lost: games that it has learned from.
        perfect: True if it cannot lose with its present beads; None if that is not known.
        perfect_since: the number of the game after which it stayed perfect; 0 if it is not, or if
            that is not known.
        positions: how many it has met; None for a machine with beads.
    """

    level: int | None
    won: int
    drawn: int
    lost: int
    perfect: bool | None
    perfect_since: int
    positions: int | None = None

    @property
    def games(self) -> int:
        """All games that it has learned from."""
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> int | None:
        """The share of won games in per cent: 100 only if all were won, 0 only if none was; None
        before the first.

        >>> [
        ...     Figures(1, won, 0, lost, None, 0).rate
        ...     for won, lost in ((2, 1), (2588, 13), (1, 999), (0, 9), (9, 0))
        ... ]
        [67, 99, 1, 0, 100]
        """
        if not self.games:
            return None
        if self.won == 0:
            return 0
        if self.won == self.games:
            return 100
        return min(max(round(100 * self.won / self.games), 1), 99)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A machine's moves in a position, in the game's order, and the number of the position each
    leads to.
    """

    moves: tuple[Move, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Met:
    """A position that the machine has moved to in games that it has learned from.

    Attributes:
        way: all moves that led there when it was first met, the machine's own last.
        turn: the number of that last move among the machine's own.
        games: number and outcome, for the machine, of the last games in which it was met.
    """

    position: Position
    way: tuple[Move, ...]
    turn: int
    times: int = 0
    games: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A box in the gallery of a machine, or a position that a machine without beads has met.

    Attributes:
        name: the box's id, or the position's place from 1, in the order in which the machine met
            the positions.
        turn: the machine's turn on which it is first met.
        position: the position on the box; or the one after the machine's move.
        passes: for each filter, whether it passes.
        counts: the present beads of each slot; or the position's number alone.
    """

    name: str
    turn: int
    position: Position
    passes: Mapping[str, bool]
    counts: tuple[int, ...]
    subject: Box | Met


@dataclass(frozen=True, slots=True)
class _Judgement:
    """Whether a machine was perfect when it was examined last.

    Attributes:
        games: the number of games after which that was.
        perfect: None if it is not known.
        since: as ``Figures.perfect_since``.
    """

    games: int
    perfect: bool | None
    since: int = 0


#: Before a machine is examined for the first time.
NOT_JUDGED = _Judgement(games=-1, perfect=None)


class _AtTable:
    """What both kinds of machines have in common.

    Attributes:
        FILTERS: the filters of its gallery; ``losing`` are boxes with a bead for a losing move, or
            positions that are lost for the machine against best play, as far as that is known.
        learns: False while it keeps its beads or numbers as they are and records nothing.
        strayed: True once this game has gone where the machine itself could not have gone.
        learned: whether it has learned from the last game.
        results: the games that it has learned from: 1 won, 0 drawn, -1 lost.
        journal: its journal; None before the first game, or if nothing is saved.
    """

    FILTERS: ClassVar[tuple[str, ...]]

    def sit(self, kit: Kit, side: int) -> None:
        """Sit down at a side."""
        self.kit = kit
        self.side = side
        self.learns = True
        self.strayed = False
        self.learned = False
        self.opponent = ""
        self.results: list[int] = []
        self.journal: Journal | None = None
        self._judged = NOT_JUDGED

    def can_lose(self) -> bool | None:
        """Return whether the machine can lose any game as it is now; None if that is not known."""
        raise NotImplementedError

    def exhibits(self) -> Iterator[Exhibit]:
        """Yield its boxes in the kit's order, or the positions that it has met in that order."""
        raise NotImplementedError

    def shown(self, filters: tuple[str, ...] = (), turn: int = 0) -> list[Exhibit]:
        """Return its boxes or positions that pass all filters; turn 0 stands for every turn."""
        passing = (exhibit for exhibit in self.exhibits() if all(map(exhibit.passes.get, filters)))
        return [exhibit for exhibit in passing if turn in (0, exhibit.turn)]

    def figures(self) -> Figures:
        """Return the present figures; the slow ones are computed only after new games."""
        if self._judged.games != len(self.results):
            self._judged = self._judge()
        won, drawn, lost = map(self.results.count, (1, 0, -1))
        return Figures(None, won, drawn, lost, self._judged.perfect, self._judged.since)

    def _judge(self) -> _Judgement:
        """Return whether the machine is perfect now, and since when."""
        before = self._judged
        games = len(self.results)
        can_lose = self.can_lose()
        if can_lose is None:
            return _Judgement(games, None)
        if can_lose:
            return _Judgement(games, perfect=False)
        if games - before.games != 1:
            return _Judgement(games, perfect=True, since=self._perfect_since())
        return _Judgement(games, perfect=True, since=before.since if before.perfect else games)

    def _perfect_since(self) -> int:
        return 0

    def conceded(self) -> None:
        """Mark the finished game as one that the other side's machine gave up at an empty box."""

    def note(self) -> None:
        """Record all pending games, if there is a journal."""

    def is_saved_in(self, path: Path) -> bool:
        """Return whether this is the path of its journal."""
        return self.journal is not None and self.journal.path == path

    def close(self) -> None:
        """Close the journal."""
        if self.journal is not None:
            self.journal.close()
            self.journal = None


class PositionMachine(_AtTable, PositionLearner):
    """A machine that keeps a number for each position it has met. It learns from whoever plays its
    side.

    Attributes:
        met: the positions that it has met, in that order.
        lesson: how many numbers the last game it has learned from has changed, and the amount added
            to each.
    """

    FILTERS = ("positive", "negative", "losing")

    def __init__(self, kit: Kit, side: int) -> None:
        super().__init__(kit.game, schedule_of(kit.rule))
        self.sit(kit, side)
        self.met: dict[Position, Met] = {}
        self.lesson = 0, 0
        self._ways: list[tuple[Move, ...]] = []

    def opened(self, position: Position) -> Comparison:
        """Return the moves and numbers to compare in a position."""
        moves, after = self.moves_from(position)
        return Comparison(moves, tuple(self.numbers.get(reached, 0) for reached in after))

    def slot_of(self, position: Position, move: Move) -> int:
        """Return a move's index among the compared moves."""
        return self.moves_from(position)[0].index(move)

    def move(self, table: Table, rng: Rng) -> Move:
        """Return the first move to a position with the highest number."""
        move = super().move(table, rng)
        self._ways.append((*table.moves, move))
        return move

    def accept(self, table: Table, move: Move) -> None:
        """Accept another player's move for this side as the machine's own."""
        self.reached.append(self.game.play(table.position, move).position)
        self._ways.append((*table.moves, move))

    def finish(self, outcome: int) -> tuple[Update, ...]:
        """Learn from a game, unless learning is off or the machine has strayed."""
        self.learned = self.learns and not self.strayed
        if self.learned:
            self.results.append(outcome)
            for turn, (position, way) in enumerate(zip(self.reached, self._ways, strict=True), 1):
                met = self.met.get(position) or Met(position, way, turn)
                games = (*met.games, (len(self.results), outcome))[-HISTORY:]
                self.met[position] = replace(met, times=met.times + 1, games=games)
            amount = position_amount(self.schedule.row, outcome)
            self.lesson = len(set(self.reached)) if amount else 0, amount
            super().finish(outcome)
        self.forget()
        return ()

    def snapshot(self, *, whole: bool) -> Callable[[], None]:
        """Return a function that brings back the present numbers, positions and results."""
        del whole
        numbers = dict(self.numbers)
        met = dict(self.met)
        results = list(self.results)

        def restore() -> None:
            self.numbers = numbers
            self.met = met
            self.results = results

        return restore

    def forget(self) -> None:
        """Leave a game without learning from it."""
        self.reached.clear()
        self._ways.clear()
        self.strayed = False

    def figures(self) -> Figures:
        """Return the present figures."""
        return replace(super().figures(), positions=len(self.met))

    def exhibits(self) -> Iterator[Exhibit]:
        """Yield the positions that it has met, in that order."""
        for number, met in enumerate(self.met.values(), 1):
            worth = self.kit.oracle.worth(met.position)  # to the side that moves next
            value = self.numbers.get(met.position, 0)
            passes = {
                "positive": value > 0,
                "negative": value < 0,
                "losing": worth is not None and worth.score > 0,
            }
            yield Exhibit(str(number), met.turn, met.position, passes, (value,), met)

    def can_lose(self) -> bool | None:
        """Return whether the machine can lose any game with its present numbers; None if that is
        not known.
        """
        if self.game.repetition is not None:
            return None
        lost = -1 if self.side == 0 else 1
        stack = [(self.game.start(), 0)]
        seen = set(stack)
        while stack:
            table = Table(self.game, *stack.pop())
            outcome = table.ended()
            if outcome == lost:
                return True
            if outcome is not None:
                continue
            position = table.position
            moves = self.game.legal_moves(position)
            if position.to_move == self.side:
                moves = (self.best(position),)
            for move in moves:
                step = self.game.play(position, move)
                gain = step.gain if position.to_move == 0 else -step.gain
                after = step.position, table.lead + gain
                if after not in seen:
                    seen.add(after)
                    stack.append(after)
            if len(seen) > MAX_POSITIONS_SEARCHED:
                return None
        return False


@dataclass(frozen=True, slots=True)
class OpenBox:
    """A position's box, by its index in the kit, with each slot's move on the table and number
    of beads.
    """

    number: int
    box: Box
    moves: tuple[Move, ...]
    beads: tuple[int, ...]


class SideMachine(_AtTable, PaperMachine):
    """A paper machine that learns from whoever plays its side, and is saved in a journal.

    It continues a ``journal``, or calls ``begin`` to create one for the first recorded game.
    """

    FILTERS = ("emptied", "changed", "losing", "met")

    def __init__(
        self, kit: Kit, side: int, journal: Journal | None = None, begin: Beginner | None = None
    ) -> None:
        super().__init__(Shelf(kit))
        self.sit(kit, side)
        self.take_side(side)
        self.journal = journal
        self._begin = begin
        self._waiting: list[GameRow] = []
        #: A learning rule as a function, instead of the kit's; a journal cannot hold its games.
        self.own_rule: OwnRule | None = None
        if journal is not None:
            self.read(journal)

    def take_side(self, side: int) -> None:
        """Play a side from now on, whose games its atlas shows."""
        self.side = side
        self.atlas = Atlas(self.kit, side)
        self._judged = NOT_JUDGED

    def figures(self) -> Figures:
        """Return the present figures.

        >>> from kitgen.kit.build import build_kit
        >>> SideMachine(build_kit("her"), 1).figures().level
        1
        """
        return replace(super().figures(), level=1 + sum(box.count(0) for box in self.beads))

    def can_lose(self) -> bool | None:
        """Return whether the machine can lose any game with its present beads; None if that is
        not known.
        """
        return self.atlas.can_lose(self.beads)

    def _perfect_since(self) -> int:
        """Return since which game of its journal the machine is perfect; 0 without one, or after
        too many changes.

        Only games that change beads need to be examined, and a machine that cannot lose seldom
        changes.
        """
        if not self._rows:
            return 0
        beads = RunningBeads(Passages(self.kit))
        changes = deque([(1, beads.all())], maxlen=MAX_CHANGES_EXAMINED)
        for number, row in enumerate(self._rows, 1):
            before = list(beads.counts)
            beads.learn(row)
            if before != beads.counts:
                changes.append((number, beads.all()))
        since = 0
        for number, counts in reversed(changes):
            if self.atlas.can_lose(counts) is not False:
                return since
            since = number
        return since if changes[0][0] == 1 else 0

    def exhibits(self) -> Iterator[Exhibit]:
        """Yield its boxes, in the kit's order.

        >>> from kitgen.kit.build import build_kit
        >>> boxes = list(SideMachine(build_kit("her"), 1).exhibits())
        >>> len(boxes), sum(box.passes["losing"] for box in boxes if box.turn == 3)
        (19, 3)
        """
        opened = set[str]()
        for row in self._rows:
            opened.update(pick.box for pick in row.picks)
        for box, counts in zip(self.kit.boxes, self.beads, strict=True):
            beads = tuple(counts)
            held = [slot for slot, count in zip(box.slots, beads, strict=True) if count]
            passes = {
                "emptied": not held,
                "changed": beads != tuple(slot.beads for slot in box.slots),
                "losing": any(slot.value < 0 for slot in held),
                "met": box.id in opened,
            }
            yield Exhibit(box.id, box.turn, box.position, passes, beads, box)

    @property
    def _rows(self) -> Sequence[GameRow]:
        """The games of its journal."""
        return () if self.journal is None else self.journal.games()

    def opened(self, position: Position) -> OpenBox | None:
        """Return the box of a position; None if the move needs no box, or the kit has none."""
        opening = self.shelf.find(position) if self.knows(position) else None
        if opening is None or opening.box is None:
            return None
        return OpenBox(
            opening.box, self.kit.boxes[opening.box], opening.moves, tuple(self.beads[opening.box])
        )

    def knows(self, position: Position) -> bool:
        """Return whether the machine has a box for a position, or needs none."""
        try:
            self.shelf.find(position)
        except KitgenError:
            return False
        return True

    def move(self, table: Table, rng: Rng) -> Move | None:
        """Pick a bead; without a box, in a game that has strayed, make a random move."""
        if self.knows(table.position):
            return super().move(table, rng)
        self.strayed = True
        legal = table.game.legal_moves(table.position)
        return legal[rng.below(len(legal))]

    def slot_of(self, position: Position, move: Move) -> int | None:
        """Return the index of a move's slot in the box of a position, or None."""
        located = self.kit.locate(position)
        if located is None:
            return None
        box, symmetry = located
        drawn = symmetry.move(move)
        return next((number for number, slot in enumerate(box.slots) if drawn in slot.moves), None)

    def accept(self, table: Table, move: Move) -> None:
        """Accept another player's move for this side as if its bead had been picked."""
        position = table.position
        opened = self.opened(position)
        if opened is None:
            self.strayed |= not self._plays_without_box(position, move)
            return
        slot = self.slot_of(position, move)
        box = self.beads[opened.number]
        if not any(box) and self.rule.when_empty.refills:
            self.refill(opened.number)
        if slot is None or not box[slot]:
            self.strayed = True
        else:
            self.picked.append((opened.number, slot))

    def _plays_without_box(self, position: Position, move: Move) -> bool:
        """Return whether a move, or a mirror image of it, is the machine's in a position without
        a box.
        """
        only = self.kit.unboxed(position)
        if only is None:
            return False
        orbits = self.kit.symmetries.orbits(position, self.game.legal_moves(position))
        return any(only in orbit and move in orbit for orbit in orbits)

    def changes(self, outcome: int) -> list[Update]:
        """Return what the learning rule changes after the finished game."""
        if self.own_rule is not None:
            return own_changes(self, self.own_rule, outcome)
        return super().changes(outcome)

    def finish(self, outcome: int) -> list[Update]:
        """Learn from a game, which ``note`` will record, unless learning is off or the machine
        has strayed.
        """
        self.learned = self.learns and not self.strayed
        if not self.learned:
            self.forget()
            return []
        picks = tuple(
            PickedBead.of(self.kit.boxes[box], self.kit.boxes[box].slots[slot])
            for box, slot in self.picked
        )
        if self._begin is not None or self.journal is not None:
            self._waiting.append(
                GameRow(0, picks, outcome, opponent=self.opponent, resigned=self._resigned)
            )
        self.results.append(outcome)
        return super().finish(outcome)

    def conceded(self) -> None:
        """Mark the finished game as one that the other side's machine gave up at an empty box."""
        if self.learned and self._waiting:
            self._waiting[-1] = replace(self._waiting[-1], resigned=True)

    def forget(self) -> None:
        """Leave a game without learning from it."""
        self.picked.clear()
        self._resigned = False
        self.strayed = False

    def note(self) -> None:
        """Record all pending games in one transaction; when this returns they are on the disk.

        Raises:
            OutputError: they cannot be written; the machine is then as its journal has it.
        """
        if not self._waiting:
            return
        rows = self._waiting
        self._waiting = []
        try:
            if self.journal is None:
                assert self._begin is not None  # noqa: S101 - otherwise nothing waits
                self.journal = self._begin(self.kit)
            noted = self.journal.add_all(rows, as_written=True)
        except KitgenError:
            if self.journal is not None:
                self.read(self.journal)
            raise
        if noted[-1].game != len(self.results):  # another program writes to the same journal
            self.read(self.journal)

    def snapshot(self, *, whole: bool) -> Callable[[], None]:
        """Return a function that brings back the present beads and results, also in the journal.

        It goes back in time; forward only if ``whole``.
        """
        beads = [list(box) for box in self.beads]
        results = list(self.results)
        rows = self._rows if whole else ()

        def restore() -> None:
            if self.journal is None:
                self.beads = [list(box) for box in beads]
                self.results = list(results)
                return
            if len(results) < len(self.results):
                self.journal.undo(self._rows[len(results) - 1].game if results else 0)
            elif len(results) > len(self.results):
                self.journal.add_all(rows[len(self.results) :], as_written=True)
            self.read(self.journal)

        return restore

    def history(self, box: str) -> list[tuple[int, PickedBead, int]]:
        """Return number, bead and result of the recorded games that opened the box with an id."""
        opened = []
        for row in self._rows:
            for pick in row.picks:
                if pick.box == box:
                    opened.append((row.game, pick, row.result))
        return opened

    def read(self, journal: Journal) -> None:
        """Take beads and results from a journal."""
        self.beads = journal.beads()
        self.results = [row.result for row in journal.games()]


#: A machine at the table.
Learner = SideMachine | PositionMachine
#: The beads or numbers that a machine chooses from in a position.
Choice = OpenBox | Comparison


def can_be_kept(kit: Kit) -> bool:
    """Return whether a journal can hold a kit's machine: journals hold beads."""
    return kit.rule.learns == "beads"


def new_learner(
    kit: Kit, side: int, journal: Journal | None = None, begin: Beginner | None = None
) -> Learner:
    """Return a machine of the kind that its kit's rule needs; see ``SideMachine``."""
    if not can_be_kept(kit):
        return PositionMachine(kit, side)
    return SideMachine(kit, side, journal, begin)
