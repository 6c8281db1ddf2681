"""A real table, and the real machine at it, whose boxes may hold other beads than its journal says."""

from kitgen.errors import KitgenError
from kitgen.machine.paper_machine import Table
from kitgen.machine.rng import Rng
from kitgen.model import Move
from kitgen.play.learners.side_machine import OpenBox, SideMachine
from kitgen.play.sitting import HUMAN, MACHINE, Ply, Sitting
from kitgen.session.session import Session


class RealMachine(SideMachine):
    """A machine whose beads somebody else picks from real boxes: whatever came out of them is believed.

    Attributes:
        doubtful: the beads of the game at hand that should not have been in their boxes, each as box and slot.
        found_empty: whether a box was empty in this game that should hold beads.
    """

    def __init__(self, journal: Session, side: int) -> None:
        self.doubtful: list[tuple[int, int]] = []
        self.found_empty = False
        super().__init__(journal.kit, side, journal)

    def told(self, table: Table, move: Move) -> None:
        """Take a move for that of a bead which was picked, also of one that should not be there."""
        opened, slot = self.opened(table.position), self.slot_of(table.position, move)
        filled = self.rule.when_empty.refills and opened is not None and not any(opened.beads)
        if opened is None or slot is None or opened.beads[slot] or filled:
            super().told(table, move)
        else:
            self.picked.append((opened.number, slot))
            self.doubtful.append((opened.number, slot))

    def give_up(self, opened: OpenBox) -> None:
        """Hear that a box is empty."""
        self._resigned = True
        self.found_empty = any(opened.beads)

    def forget(self) -> None:
        """Leave a game, however far it has come."""
        super().forget()
        self.doubtful, self.found_empty = [], False

    def note(self) -> None:
        """Leave the game that has ended to be written by ``write``, which can be done again where it fails."""

    def write(self) -> None:
        """Note the game that has ended, in a transaction of its own; when this returns it is on the disk.

        Raises:
            OutputError: it cannot be written; it goes on waiting.
        """
        rows = list(self._waiting)
        try:
            super().note()
        except KitgenError:
            self._waiting = rows
            raise

    def read_again(self) -> None:
        """Take beads and results from the journal."""
        if self.journal is not None:
            self._read(self.journal)


class RealTable(Sitting):
    """A sitting in which all moves are told by somebody who sees the real table.

    Attributes:
        machine: the machine, which plays one side.
    """

    def __init__(self, journal: Session, side: int, rng: Rng) -> None:
        self.machine = RealMachine(journal, side)
        super().__init__(journal.kit.game, [None, None], journal.kit.oracle, rng)
        self.seat_machine(side)

    def seat_machine(self, side: int) -> None:
        """Let the machine play a side, and set the pieces up."""
        self.machine.side = side
        self.machines[side], self.machines[1 - side] = self.machine, None
        self.new_game()

    @property
    def machine_moves(self) -> bool:
        """Whether the machine is to move."""
        return self.ended is None and self.to_move == self.machine.side

    def called(self, side: int) -> str:
        """Return the name of whoever plays a side, where somebody has said it."""
        return self.names[side]

    def draw(self) -> Ply | None:
        """Pick a bead for the machine and make its move; None where its box is empty, and the game has ended."""
        self.players[self.machine.side] = MACHINE
        try:
            return self.make()
        finally:
            self.players[self.machine.side] = HUMAN

    def give_up(self) -> None:
        """Let the machine give up, for somebody has seen that its box is empty."""
        opened = self.machine.opened(self.table.position)
        assert opened is not None  # noqa: S101 - it has just been found empty
        self.machine.give_up(opened)
        self._given_up()

    def take_back(self) -> bool:
        """Take back the last move that somebody has told, and what came after it; return whether there was one."""
        told = [ply for ply in self.plies if ply.side != self.machine.side or ply.opened is not None]
        if not told:
            return False
        moves = [ply.move for ply in self.plies[: self.plies.index(told[-1])]]
        self.new_game()
        for move in moves:
            self.play(move)
        return True
