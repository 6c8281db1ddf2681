"""A sitting: two sides at a table, whoever plays them, and game after game with every move to be looked at again."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kitgen.errors import UsageError, quoted
from kitgen.machine.learning import Update
from kitgen.machine.looking_ahead import looks_ahead
from kitgen.machine.opponents import Needs
from kitgen.machine.paper_machine import PaperMachine, Player, Table
from kitgen.machine.policies import Adviser, PolicyPlayer, check_policy, parse_policy
from kitgen.machine.rng import Rng
from kitgen.model import Game, Move, Position
from kitgen.play.ahead.levels import plan_of
from kitgen.play.ahead.player import AheadPlayer
from kitgen.play.learners.kinds import Choice, Learner
from kitgen.search.plan import parse_plan
from kitgen.search.record import RESULTS, GameRecord
from kitgen.theory.oracle import Oracle

#: Who may play a side, besides the policies: somebody at the keyboard, and the side's own machine.
HUMAN, MACHINE = "human", "machine"


@dataclass(frozen=True, slots=True)
class Ply:
    """One move that was made.

    Attributes:
        position: what lay on the board before it.
        move: the move.
        player: who made it: ``human``, ``machine`` or a policy's text; empty in a game that was written down.
        gain: the points that it won.
        opened: what the side's machine chose from, as it was before: a box, or positions with their numbers; None
            where there is nothing.
        slot: which of it was chosen, or stands for the move: the slot of a bead; None without.
    """

    position: Position
    move: Move
    player: str
    gain: int = 0
    opened: Choice | None = None
    slot: int | None = None

    @property
    def side(self) -> int:
        """The side that moved."""
        return self.position.to_move


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended.

    Attributes:
        outcome: 1 when the side that began won, 0 for a draw, -1 when it lost.
        resigned: the side that met an empty box, or None.
        learned: for each side what was done to its beads; None where it has not learned from the game.
    """

    outcome: int
    resigned: int | None
    learned: tuple[Sequence[Update] | None, Sequence[Update] | None]

    def outcome_of(self, side: int) -> int:
        """Return how it ended for a side."""
        return self.outcome if side == 0 else -self.outcome


class Sitting:
    """Game after game at one table.

    Attributes:
        game: the game.
        machines: the machine of each side; None where the game is too large for one.
        players: who plays each side now: ``human``, ``machine`` or a policy's text.
        names: how the players are called, where somebody has said so; otherwise empty.
        rng: where luck comes from.
        start: the position in which the game at hand began.
        table: the game at hand.
        plies: its moves.
        ended: how it ended; None while it goes on.
        picked: the move that was picked and is about to be made; None at other times.
        outcomes: how each game of this sitting ended, for the side that begins.
        shown: how many moves of the game at hand lie on the board that is looked at.
        opened: whether the game at hand was written down, or gone on with from a position: nobody learns from it.
        last: the game that ended last at this table, and its outcome; None before the first.
        keep: is told of every game that has ended; None where nobody wants to know.
    """

    def __init__(self, game: Game, machines: Sequence[Learner | None], oracle: Oracle, rng: Rng) -> None:
        self.game = game
        self.machines = list(machines)
        self.players = [HUMAN, HUMAN]
        self.names = ["", ""]
        self.rng = rng
        self.outcomes: list[int] = []
        self._adviser = Adviser(oracle)
        self._policies: dict[tuple[int, str], Player] = {}
        self.last: tuple[GameRecord, int] | None = None
        self.keep: Callable[[GameRecord], object] | None = None
        self.new_game()

    def new_game(self, start: Position | None = None) -> None:
        """Set the pieces up; a game that has not ended is left, and nobody learns from it.

        Args:
            start: how they lie; as the rules say when None.
        """
        self.start = start or self.game.start()
        self.table = Table(self.game, self.start)
        if self.game.repetition is not None:
            self.table.met[self.table.position] += 1
        self.plies: list[Ply] = []
        self.ended: Ended | None = None
        self.picked: Ply | None = None
        self.shown = 0
        self.opened = False
        for machine in self.machines:
            if machine is not None:
                machine.forget()

    def open_record(self, record: GameRecord, shown: int = 0) -> None:
        """Lay a game that was written down on the table, to be looked at or gone on with; nobody learns from it.

        Args:
            record: the game.
            shown: how many of its moves lie on the board that is looked at first.
        """
        plies = (Ply(position, move, "") for position, move in zip(record.line, record.moves, strict=False))
        self._open(record.line[0], plies)
        self.shown = min(shown, len(self.plies))

    def go_on_from_shown(self) -> None:
        """Make the board that is looked at the game at hand: what was played after it is forgotten, nobody learns."""
        self._open(self.start, self.plies[: self.shown])

    def _open(self, start: Position, plies: Iterable[Ply]) -> None:
        """Lay some moves on the table that no machine is to learn from."""
        self.new_game(start)
        self.opened = True
        for machine in self.known_machines():
            machine.strayed = True
        for ply in plies:
            self._lay(ply)
        outcome = self.table.ended()
        self.ended = None if outcome is None else Ended(outcome, None, (None, None))

    def record(self, moves: int | None = None) -> GameRecord:
        """Return the game at hand, to be written down.

        Args:
            moves: up to which move; all of it when None.
        """
        made = tuple(ply.move for ply in self.plies[:moves])
        whole = self.ended is not None and len(made) == len(self.plies)
        result = RESULTS[self.ended.outcome if self.ended is not None and whole else None]
        return GameRecord(self.line[: len(made) + 1], made, f"{self.called(0)} - {self.called(1)} {result}")

    @property
    def line(self) -> tuple[Position, ...]:
        """The positions of the game at hand, the present one last."""
        return (*(ply.position for ply in self.plies), self.table.position)

    @property
    def looks_back(self) -> bool:
        """Whether the board that is looked at is one of earlier."""
        return self.shown < len(self.plies)

    @property
    def position(self) -> Position:
        """What lies on the board that is looked at."""
        return self.plies[self.shown].position if self.shown < len(self.plies) else self.table.position

    @property
    def lead(self) -> int:
        """Points of the side that begins, minus those of the other, on the board that is looked at."""
        later = (ply.gain if ply.side == 0 else -ply.gain for ply in self.plies[self.shown :])
        return self.table.lead - sum(later)

    @property
    def to_move(self) -> int:
        """The side to move in the game at hand."""
        return self.table.position.to_move

    @property
    def waits(self) -> bool:
        """Whether somebody at the keyboard has to move."""
        return self.ended is None and self.players[self.to_move] == HUMAN

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves that can be made; none after the end."""
        return () if self.ended is not None else self.game.legal_moves(self.table.position)

    def seat(self, side: int, player: str) -> None:
        """Let somebody else play a side, at any moment.

        Args:
            side: the side.
            player: ``human``, ``machine``, a level (``level:4``, ``seconds:3``) or a policy, as ``parse_policy``
                reads it.

        Raises:
            UsageError: there is no such player, or it cannot play here.
            TooLargeError: it would have to solve a game that is too large.
        """
        player = plan_of(self.game, player)
        if player == MACHINE:
            if self.machines[side] is None:
                raise UsageError(f"{self.game.spec} is too large for a machine of boxes; choose another player")
        elif player != HUMAN:
            self._policies[side, player] = self._policy(side, player)
        self.players[side] = player
        self.picked = None

    def _policy(self, side: int, text: str) -> Player:
        """Return the player that a policy's text says."""
        if looks_ahead(text):
            return AheadPlayer(self.game, parse_plan(text), lambda: self.start)
        policy, other = parse_policy(text), self.machines[1 - side]
        check_policy(policy, self.game)
        if policy.needs & Needs.VALUES:
            self._adviser.oracle.solution  # noqa: B018 - refuses a game that is too large, before any move
        return PolicyPlayer(policy, self._adviser, other if isinstance(other, PaperMachine) else None)

    def player(self, side: int, text: str) -> Player:
        """Return who makes the moves of a side that nobody at the keyboard plays."""
        machine = self.machines[side]
        if text == MACHINE and machine is not None:
            return machine
        if (side, text) not in self._policies:
            self._policies[side, text] = self._policy(side, text)
        return self._policies[side, text]

    def machine_changed(self, side: int, machine: Learner) -> None:
        """Put another machine at a side; players that look into its boxes look into the new ones."""
        self.machines[side] = machine
        self._policies = {key: player for key, player in self._policies.items() if key[0] == side}
        self.new_game()

    def read_move(self, text: str) -> Move:
        """Return the legal move that a text says; where the side has a box open, also by the letter of its bead.

        Raises:
            NotationError: it is no move of the game.
            UsageError: it is not legal here, or the game is over.
        """
        if self.ended is not None:
            raise UsageError("the game is over")
        counted = [move for move in self.legal if move.source is not None and text == self._count(move.source)]
        if len(counted) == 1:
            return counted[0]
        opened = self.open_box()
        if opened is not None and len(text) == 1 and text not in self.game.diagram.names:
            named = opened.named(text)
            if named is not None:
                return named
        move = self.game.parse_move(self.table.position, text)
        if move not in self.legal:
            raise UsageError(f"{quoted(text)} is not legal here")
        return move

    def _count(self, cell: int) -> str | None:
        """Return the number of a cell, as whoever sits there counts; None where cells have none."""
        counted = self.game.diagram.counted
        return counted[cell] if counted else None

    def open_box(self) -> Choice | None:
        """Return what the machine that is to move chooses from; None where there is nothing."""
        machine = self.machines[self.to_move]
        return None if machine is None or self.ended is not None else machine.opened(self.table.position)

    def play(self, move: Move) -> Ply:
        """Make a move for whoever sits at the keyboard; the machine of that side takes it for its own."""
        machine = self.machines[self.to_move]
        ply = self._ply(move, HUMAN)
        if machine is not None:
            machine.told(self.table, move)
        return self._make(ply)

    def pick(self) -> Ply | None:
        """Let the side to move that nobody at the keyboard plays pick its move, without making it.

        Returns:
            The move, or None where a machine meets an empty box: the game has ended.
        """
        if self.picked is not None or self.ended is not None:
            return self.picked
        side, text = self.to_move, self.players[self.to_move]
        machine, opened = self.machines[side], self.open_box()
        move = self.player(side, text).move(self.table, self.rng)
        if move is None:
            self._given_up()
            return None
        slot = None
        if text != MACHINE and machine is not None:
            machine.strayed = True  # it does not learn from what a policy played
        elif machine is not None and opened is not None:
            opened = machine.opened(self.table.position)  # an empty box may have been filled again
            slot = opened.moves.index(move) if opened is not None else None
        self.picked = Ply(self.table.position, move, text, opened=opened, slot=slot)
        return self.picked

    def _given_up(self) -> None:
        """End the game where the machine that is to move has met an empty box."""
        side, machine = self.to_move, self.machines[self.to_move]
        assert machine is not None  # noqa: S101 - only machines resign
        self.shown = len(self.plies)
        self._end(0 if machine.gives_up_in_draw() else (-1, 1)[side], side)

    def make(self) -> Ply | None:
        """Make the move that was picked, or pick one and make it; None where a machine has met an empty box."""
        ply = self.pick()
        return ply if ply is None or self.ended is not None else self._make(ply)

    def _ply(self, move: Move, player: str) -> Ply:
        """Return a move with the box that it comes from."""
        opened, machine = self.open_box(), self.machines[self.to_move]
        slot = machine.slot_of(self.table.position, move) if machine is not None and opened is not None else None
        return Ply(self.table.position, move, player, opened=opened, slot=slot)

    def _make(self, ply: Ply) -> Ply:
        """Make a move on the table, end the game where the rules do, and return the move with what it has won."""
        self._lay(ply)
        made = self.plies[-1]
        outcome = self.table.ended()
        if outcome is not None:
            self._end(outcome, None)
        return made

    def _lay(self, ply: Ply) -> None:
        """Make a move on the table."""
        lead = self.table.lead
        self.table.play(ply.move)
        gain = abs(self.table.lead - lead)
        self.plies.append(Ply(ply.position, ply.move, ply.player, gain, ply.opened, ply.slot))
        self.picked = None
        self.shown = len(self.plies)

    def _end(self, outcome: int, resigned: int | None) -> None:
        """End the game: each machine that may learns, and its game is noted before anything else happens."""
        learned: list[Sequence[Update] | None] = []
        for side, machine in enumerate(self.machines):
            if machine is None:
                learned.append(None)
                continue
            off = machine.strayed or not machine.learns
            machine.opponent = self.called(1 - side)
            updates = machine.finish(outcome if side == 0 else -outcome)
            learned.append(None if off else updates)
            if resigned == 1 - side and not off:
                machine.conceded()
        for player in self._policies.values():
            player.finish(0)
        self.outcomes.append(outcome)
        self.ended = Ended(outcome, resigned, (learned[0], learned[1]))
        self.last = self.record(), outcome
        for machine in self.machines:
            if machine is not None:
                machine.note()
        if self.keep is not None:
            self.keep(self.last[0])

    def stop_looking(self) -> None:
        """Let whoever looks ahead settle on what has been found, from another thread."""
        for player in self._policies.values():
            if isinstance(player, AheadPlayer):
                player.stop()

    def called(self, side: int) -> str:
        """Return what whoever plays a side is called in a journal: a name, or the word for the player."""
        return self.names[side] or self.players[side]

    def look(self, steps: int) -> bool:
        """Look some moves back, or forth when positive; return whether the board that is shown has changed."""
        shown = min(max(self.shown + steps, 0), len(self.plies))
        changed, self.shown = shown != self.shown, shown
        return changed

    def score(self) -> tuple[int, int, int]:
        """Return how many games of this sitting the side that begins has won, drawn and lost."""
        return self.outcomes.count(1), self.outcomes.count(0), self.outcomes.count(-1)

    def known_machines(self) -> Iterator[Learner]:
        """Yield the machines that there are."""
        return (machine for machine in self.machines if machine is not None)
