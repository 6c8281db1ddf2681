"""The machines at the table: they keep beads in boxes or, with some rules, numbers of positions."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from kitgen.errors import KitgenError
from kitgen.journal.journal import Journal
from kitgen.kit.kit import Box, Kit
from kitgen.machine.learning import Update, position_amount, schedule_of
from kitgen.machine.paper_machine import PaperMachine, PositionLearner, Shelf, Table
from kitgen.model import Move, Position, Rng
from kitgen.record.rows import GameRow, PickedBead

#: How many of a position's last games are kept.
HISTORY = 20
#: Games with more situations are not searched after each game.
MOST = 5_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """A machine's moves in a position, in the game's order, and the number of the position each leads to."""

    moves: tuple[Move, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Met:
    """A position that the machine has moved to in games that it has learned from.

    Attributes:
        position: the position after its move.
        way: all moves that led there when it was first met, its own last.
        turn: the number of that move among the machine's own.
        times: how often it was met.
        games: number and outcome, for the machine, of the last games in which it was met.
    """

    position: Position
    way: tuple[Move, ...]
    turn: int
    times: int = 0
    games: tuple[tuple[int, int], ...] = ()


class PositionMachine(PositionLearner):
    """A machine that keeps a number for each position it has met. It learns from whoever plays its side.

    No journal can hold it: journals hold beads.

    Attributes:
        learns: False while it keeps its numbers as they are.
        strayed: True once another player has moved for its side in this game.
        results: the games that it has learned from: 1 won, 0 drawn, -1 lost.
        met: the positions that it has met, in that order.
        lesson: how many numbers the last game it has learned from has changed, and the amount added to each.
    """

    journal = None

    def __init__(self, kit: Kit, side: int) -> None:
        super().__init__(kit.game, schedule_of(kit.rule))
        self.kit = kit
        self.side = side
        self.learns = True
        self.strayed = False
        self.opponent = ""
        self.results: list[int] = []
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
        if self.strayed or not self.learns:
            self.forget()
            return ()
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

    def state(self, *, whole: bool = False) -> tuple[dict[Position, int], dict[Position, Met], list[int]]:
        """Return its numbers, the positions met and the results, for ``restore``."""
        del whole
        return dict(self.numbers), dict(self.met), list(self.results)

    def restore(self, state: tuple[dict[Position, int], dict[Position, Met], list[int]]) -> None:
        """Go back, or forward, to an earlier state."""
        numbers, met, results = state
        self.numbers, self.met, self.results = dict(numbers), dict(met), list(results)

    def forget(self) -> None:
        """Leave a game without learning from it."""
        self.reached.clear()
        self._ways.clear()
        self.strayed = False

    def can_lose(self) -> bool | None:
        """Return whether the machine can lose any game with its present numbers; None if that is not known."""
        if self.game.repetition is not None:
            return None
        stack = [(self.game.start(), 0)]
        seen = set(stack)
        while stack:
            table = Table(self.game, *stack.pop())
            outcome = table.ended()
            if outcome is not None:
                if outcome == (-1, 1)[self.side]:
                    return True
                continue
            mine = table.position.to_move == self.side
            for move in (self.best(table.position),) if mine else self.game.legal_moves(table.position):
                step = self.game.play(table.position, move)
                after = step.position, table.lead + (step.gain if table.position.to_move == 0 else -step.gain)
                if after not in seen:
                    seen.add(after)
                    stack.append(after)
            if len(seen) > MOST:
                return None
        return False

    def conceded(self) -> None:
        """Do nothing: the game counts as won like any other."""

    def note(self) -> None:
        """Do nothing: there is no journal."""

    def close(self) -> None:
        """Do nothing: there is no journal."""


@dataclass(frozen=True, slots=True)
class OpenBox:
    """A position's box, by its index in the kit, with each slot's move on the table and number of beads."""

    number: int
    box: Box
    moves: tuple[Move, ...]
    beads: tuple[int, ...]


class SideMachine(PaperMachine):
    """A paper machine that learns from whoever plays its side, and is saved in a journal.

    Attributes:
        learns: False while it keeps its beads as they are and records nothing.
        strayed: True once this game has gone where the machine itself could not have gone.
        opponent: the opponent's name for the journal.
        results: the games that it has learned from: 1 won, 0 drawn, -1 lost.
        journal: its journal; None before the first game, or if nothing is saved.

    Args:
        kit: its boxes.
        side: the side that it plays.
        journal: the journal to continue, or None.
        begin: creates a journal for the first recorded game; None to save nothing.
    """

    def __init__(
        self, kit: Kit, side: int, journal: Journal | None = None, begin: Callable[[Kit], Journal] | None = None
    ) -> None:
        super().__init__(Shelf(kit))
        self.side = side
        self.learns = True
        self.strayed = False
        self.opponent = ""
        self.results: list[int] = []
        self.journal = journal
        self._begin = begin
        self._waiting: list[GameRow] = []
        if journal is not None:
            self._read(journal)

    @property
    def kit(self) -> Kit:
        """The kit, with its beads at the start."""
        return self.shelf.kit

    @property
    def level(self) -> int:
        """The machine's level as HexapawnRL counts it: 1, and 1 more for each move without a bead.

        >>> from kitgen.kit.build import build_kit
        >>> SideMachine(build_kit("her"), 1).level
        1
        """
        return 1 + sum(not beads for box in self.beads for beads in box)

    def opened(self, position: Position) -> OpenBox | None:
        """Return the box of a position; None if the move needs no box, or the kit has none."""
        if self.kit.locate(position) is None:
            return None
        opening = self.shelf.find(position)
        assert opening.box is not None  # noqa: S101 - it was located
        return OpenBox(opening.box, self.kit.boxes[opening.box], opening.moves, tuple(self.beads[opening.box]))

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
            only = self.kit.unboxed(position)
            orbits = self.kit.symmetries.orbits(position, self.game.legal_moves(position))
            self.strayed |= only is None or not any(only in orbit and move in orbit for orbit in orbits)
            return
        slot = self.slot_of(position, move)
        box = self.beads[opened.number]
        if not any(box) and self.rule.when_empty.refills:
            self.refill(opened.number)
        if slot is None or not box[slot]:
            self.strayed = True
        else:
            self.picked.append((opened.number, slot))

    def finish(self, outcome: int) -> list[Update]:
        """Learn from a game, which ``note`` will record, unless learning is off or the machine has strayed."""
        if self.strayed or not self.learns:
            self.forget()
            return []
        picks = tuple(PickedBead.of(self.kit.boxes[box], self.kit.boxes[box].slots[slot]) for box, slot in self.picked)
        if self._begin is not None or self.journal is not None:
            self._waiting.append(GameRow(0, picks, outcome, opponent=self.opponent, resigned=self._resigned))
        self.results.append(outcome)
        return super().finish(outcome)

    def conceded(self) -> None:
        """Mark the finished game as one that the other side's machine gave up at an empty box."""
        if self._waiting:
            self._waiting[-1] = replace(self._waiting[-1], resigned=True)

    def forget(self) -> None:
        """Leave a game without learning from it."""
        self.picked.clear()
        self._resigned = self.strayed = False

    def note(self) -> None:
        """Record all pending games in one transaction; when this returns they are on the disk.

        Raises:
            OutputError: they cannot be written; the machine is then as its journal has it.
        """
        if not self._waiting:
            return
        rows, self._waiting = self._waiting, []
        try:
            if self.journal is None:
                assert self._begin is not None  # noqa: S101 - otherwise nothing waits
                self.journal = self._begin(self.kit)
            noted = self.journal.add_all(rows, as_written=True)
        except KitgenError:
            if self.journal is not None:
                self._read(self.journal)
            raise
        if noted[-1].game != len(self.results):  # another program writes to the same journal
            self._read(self.journal)

    def state(self, *, whole: bool = False) -> tuple[list[list[int]], list[int], tuple[GameRow, ...]]:
        """Return its beads, its results and, if ``whole``, the games of its journal, for ``restore``."""
        rows = self.journal.games() if whole and self.journal is not None else ()
        return [list(box) for box in self.beads], list(self.results), rows

    def restore(self, state: tuple[list[list[int]], list[int], tuple[GameRow, ...]]) -> None:
        """Go back to an earlier state, or forward to a whole one, also in the journal."""
        beads, results, rows = state
        if self.journal is None:
            self.beads, self.results = [list(box) for box in beads], list(results)
            return
        if len(results) < len(self.results):
            games = self.journal.games()
            self.journal.undo(games[len(results) - 1].game if results else 0)
        elif len(results) > len(self.results):
            self.journal.add_all(rows[len(self.results) :], as_written=True)
        self._read(self.journal)

    def history(self, number: int) -> list[tuple[int, PickedBead, int]]:
        """Return number, bead and result of the recorded games that opened a box."""
        name = self.kit.boxes[number].id
        rows = self.journal.games() if self.journal is not None else ()
        return [(row.game, pick, row.result) for row in rows for pick in row.picks if pick.box == name]

    def close(self) -> None:
        """Close the journal, which holds every recorded game."""
        if self.journal is not None:
            self.journal.close()
            self.journal = None

    def _read(self, journal: Journal) -> None:
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
    kit: Kit, side: int, journal: Journal | None = None, begin: Callable[[Kit], Journal] | None = None
) -> Learner:
    """Return a machine of the kind that its kit's rule needs; see ``SideMachine``."""
    return SideMachine(kit, side, journal, begin) if can_be_kept(kit) else PositionMachine(kit, side)
