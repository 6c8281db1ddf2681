"""The machine of one side of the table, which somebody may also play for, and the journal that it is kept in."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from kitgen.errors import KitgenError
from kitgen.kit.kit import Box, Kit
from kitgen.machine.learning import Update
from kitgen.machine.paper_machine import PaperMachine, Shelf, Table
from kitgen.machine.rng import Rng
from kitgen.model import Move, Position
from kitgen.record.rows import GameRow, PickedBead
from kitgen.session.session import Session


@dataclass(frozen=True, slots=True)
class OpenBox:
    """What an operator finds in a position.

    Attributes:
        number: the index of the box in the kit.
        box: the box.
        moves: for each slot the move to make on the table.
        beads: how many beads lie in each slot.
    """

    number: int
    box: Box
    moves: tuple[Move, ...]
    beads: tuple[int, ...]

    def named(self, text: str) -> Move | None:
        """Return the move of the bead that a letter names; None where none does."""
        for slot, move in zip(self.box.slots, self.moves, strict=True):
            if slot.colour.letter.casefold() == text.casefold():
                return move
        return None


class SideMachine(PaperMachine):
    """A paper machine that learns from whoever plays its side, and is kept in a journal.

    Attributes:
        side: the side that it plays.
        learns: False while it keeps its beads as they are, and nothing is noted.
        strayed: True once the game at hand has gone where the machine itself could not have gone.
        opponent: who sits opposite, as the journal is to name them.
        results: how each game ended that it has learned from: 1 won, 0 drawn, -1 lost.
        journal: where its games are noted; None before the first, or where nothing is saved.

    Args:
        kit: its boxes.
        side: the side that it plays.
        journal: the journal that it goes on from, or None.
        begin: begins a journal when the first game is noted; None where nothing is to be saved.
    """

    def __init__(
        self, kit: Kit, side: int, journal: Session | None = None, begin: Callable[[Kit], Session] | None = None
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
        """The machine's level as HexapawnRL counts it: 1, and 1 more for each move that has no bead left.

        >>> from kitgen.kit.build import make_kit
        >>> SideMachine(make_kit("her"), 1).level
        1
        """
        return 1 + sum(not beads for box in self.beads for beads in box)

    def opened(self, position: Position) -> OpenBox | None:
        """Return the box of a position; None where the move needs no box, or the kit has none."""
        found = self.kit.locate(position)
        if found is None:
            return None
        opening = self.shelf.find(position)
        assert opening.box is not None  # noqa: S101 - it was located
        return OpenBox(opening.box, self.kit.boxes[opening.box], opening.moves, tuple(self.beads[opening.box]))

    def knows(self, position: Position) -> bool:
        """Return whether the machine can move in a position: it has a box for it, or needs none."""
        try:
            self.shelf.find(position)
        except KitgenError:
            return False
        return True

    def move(self, table: Table, rng: Rng) -> Move | None:
        """Pick a bead; where the kit has no box, after a game has strayed, leave the move to chance."""
        if self.knows(table.position):
            return super().move(table, rng)
        self.strayed = True
        legal = table.game.legal_moves(table.position)
        return legal[rng.below(len(legal))]

    def slot_of(self, position: Position, move: Move) -> int | None:
        """Return the slot whose bead stands for a move in a position; None where none does."""
        located = self.kit.locate(position)
        if located is None:
            return None
        box, symmetry = located
        drawn = symmetry.move(move)
        return next((slot for slot, one in enumerate(box.slots) if drawn in one.moves), None)

    def told(self, table: Table, move: Move) -> None:
        """Take a move that somebody else has made for this side as if its bead had been picked."""
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
            box[:] = [slot.beads for slot in opened.box.slots]
        if slot is None or not box[slot]:
            self.strayed = True
        else:
            self.picked.append((opened.number, slot))

    def finish(self, outcome: int) -> list[Update]:
        """Learn from a game, which then waits to be noted; not while learning is off, nor when it has strayed."""
        if self.strayed or not self.learns:
            self.forget()
            return []
        picks = tuple(
            PickedBead(self.kit.boxes[box].id, self.kit.boxes[box].slots[slot].colour.letter.upper())
            for box, slot in self.picked
        )
        if self._begin is not None or self.journal is not None:
            self._waiting.append(GameRow(0, picks, outcome, opponent=self.opponent, resigned=self._resigned))
        self.results.append(outcome)
        return super().finish(outcome)

    def conceded(self) -> None:
        """Hear that the game that has just ended did so because the other side's machine met an empty box."""
        if self._waiting:
            self._waiting[-1] = replace(self._waiting[-1], resigned=True)

    def forget(self) -> None:
        """Leave a game that is not to be learned from."""
        self.picked.clear()
        self._resigned = self.strayed = False

    def note(self) -> None:
        """Note all games that wait, in one transaction; when this returns they are on the disk.

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
        if noted[-1].game != len(self.results):  # somebody else notes games in the same journal
            self._read(self.journal)

    def history(self, number: int) -> list[tuple[int, PickedBead, int]]:
        """Return the games of the journal in which a box was opened: number, bead, and result."""
        wanted = self.kit.boxes[number].id
        rows = self.journal.games() if self.journal is not None else ()
        return [(row.game, pick, row.result) for row in rows for pick in row.picks if pick.box == wanted]

    def close(self) -> None:
        """Close the journal; all that was noted is in it."""
        if self.journal is not None:
            self.journal.close()
            self.journal = None

    def _read(self, journal: Session) -> None:
        """Take beads and results from a journal."""
        self.beads = journal.beads()
        self.results = [row.result for row in journal.games()]
