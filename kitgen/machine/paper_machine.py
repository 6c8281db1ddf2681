"""The paper machine, bead by bead: what every faster way of running a machine must agree with.

Two players sit at a table. Each in its turn says its move, or resigns; after the game each is told how it ended.
A machine is a player with boxes; players without boxes are in ``policies.py``.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kitgen.errors import KitgenError, UsageError
from kitgen.kit.kit import Kit
from kitgen.machine.learning import Pick, Update, learn, starting_beads
from kitgen.machine.rng import Rng
from kitgen.machine.schedule import schedule_of
from kitgen.model import Game, Move, Position


@dataclass(frozen=True, slots=True, eq=False)
class Ruled:
    """A position, and what the rules say of it, remembered.

    Attributes:
        rules: of the game.
        position: the position.
        result: as ``Game.result`` says.
        ways: the moves that have been made here: where each leads, and the points that it wins.
    """

    rules: "Rules"
    position: Position
    result: int | None
    ways: dict[Move, tuple["Ruled", int]] = field(default_factory=dict)

    def play(self, move: Move) -> tuple["Ruled", int]:
        """Return where a move leads, and the points that it wins."""
        way = self.ways.get(move)
        if way is None:
            position, gain = self.rules.game.play(self.position, move)
            way = self.ways[move] = self.rules.of(position), gain
        return way


class Rules:
    """What the rules of a game say, remembered: games by the thousand ask the same again and again.

    From each position the next is found by the move alone, for looking a position up takes longer than all else.

    Attributes:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._ruled: dict[Position, Ruled] = {}

    def of(self, position: Position) -> Ruled:
        """Return a position with what the rules say of it."""
        ruled = self._ruled.get(position)
        if ruled is None:
            ruled = self._ruled[position] = Ruled(self, position, self.game.result(position))
        return ruled


@dataclass(slots=True)
class Table:
    """A game as it lies on the table.

    Attributes:
        game: the game.
        position: what lies on the board.
        lead: points of the side that began, minus those of the other side; stays 0 in games without points.
        moves: all moves made so far.
        met: how often each position has occurred, in games where one can recur.
        ruled: the position with what the rules say of it, where whoever plays many games remembers that.
    """

    game: Game
    position: Position
    lead: int = 0
    moves: list[Move] = field(default_factory=list)
    met: Counter[Position] = field(default_factory=Counter)
    ruled: Ruled | None = None

    def ended(self) -> int | None:
        """Return how the game has ended for the side that began (1, 0 or -1), or None when it goes on."""
        game = self.game
        result = self.ruled.result if self.ruled else game.result(self.position)
        if result is None:
            if game.repetition is None or self.met[self.position] < game.repetition:
                return None
            result = game.repeated(self.position)
        total = self.lead + (result if self.position.to_move == 0 else -result)
        return (total > 0) - (total < 0)

    def play(self, move: Move) -> None:
        """Make a move."""
        if self.ruled:
            self.ruled, gain = self.ruled.play(move)
            position = self.ruled.position
        else:
            position, gain = self.game.play(self.position, move)
        self.lead += gain if self.position.to_move == 0 else -gain
        self.position = position
        self.moves.append(move)
        if self.game.repetition is not None:
            self.met[self.position] += 1


class Player(Protocol):
    """Someone who plays one side of many games."""

    def move(self, table: Table, rng: Rng) -> Move | None:
        """Return the move to make, or None to resign."""

    def finish(self, outcome: int) -> Sequence[Update]:
        """Hear how the game ended for this player (1, 0 or -1), and return what was done to the beads."""

    def gives_up_in_draw(self) -> bool:
        """Return whether this player's resigning counts as a draw."""


@dataclass(frozen=True, slots=True)
class Played:
    """The record of one game.

    Attributes:
        moves: all moves, in order.
        outcome: 1 when the side that began won, 0 for a draw, -1 when it lost.
        resigned: the side that resigned, or None.
    """

    moves: tuple[Move, ...]
    outcome: int
    resigned: int | None = None


def play_game(game: Game, players: Sequence[Player], rng: Rng, rules: Rules | None = None) -> Played:
    """Play one game and let both players learn from it.

    Args:
        game: the game.
        players: the player of each side, the side that begins first.
        rng: where both get their luck from.
        rules: of the game, where many games remember them together.
    """
    start = game.start()
    table = Table(game, start, ruled=rules.of(start) if rules else None)
    if game.repetition is not None:
        table.met[table.position] += 1
    resigned = None
    while (outcome := table.ended()) is None:
        side = table.position.to_move
        move = players[side].move(table, rng)
        if move is None:
            resigned = side
            outcome = 0 if players[side].gives_up_in_draw() else (-1, 1)[side]
            break
        table.play(move)
    players[0].finish(outcome)
    players[1].finish(-outcome)
    return Played(tuple(table.moves), outcome, resigned)


@dataclass(frozen=True, slots=True)
class Opening:
    """What an operator finds in a position: a box and what its beads mean here.

    Attributes:
        box: the index of the box in the kit, or None when the only move needs no box.
        moves: for each slot of the box the move to make on the table: the arrow that is drawn, turned to the table.
    """

    box: int | None
    moves: tuple[Move, ...]


class Shelf:
    """The boxes of a kit, in reach: many machines may share what has been found on one.

    Attributes:
        kit: the kit.
        schedule: its learning rule, compiled.
        beads: those of a new machine.
    """

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.schedule = schedule_of(kit.rule)
        self.beads = starting_beads(kit)
        self._indices = {box.id: index for index, box in enumerate(kit.boxes)}
        self._openings: dict[Position, Opening] = {}

    def find(self, position: Position) -> Opening:
        """Return the box to open in a position, or the only move when it has no box.

        Raises:
            KitgenError: the kit has no box for a position with a choice.
        """
        opening = self._openings.get(position)
        if opening is None:
            opening = self._openings[position] = self._look_for(position)
        return opening

    def _look_for(self, position: Position) -> Opening:
        """Return what ``find`` says, without remembering it."""
        kit = self.kit
        found = kit.locate(position)
        if found is None:
            move = kit.unboxed(position)
            if move is None:
                raise KitgenError(
                    f"kit {kit.name!r} has no box for position {kit.game.text(position)!r}, where its machine has "
                    "a choice; make the kit again with all boxes, or choose an opponent that it was made for"
                )
            return Opening(None, (move,))
        box, symmetry = found
        back = symmetry.inverse()
        return Opening(self._indices[box.id], tuple(back.move(slot.moves[0]) for slot in box.slots))


class PaperMachine:
    """One machine: boxes, beads, and the beads that were picked in the game at hand.

    Attributes:
        shelf: its boxes.
        rule: its learning rule.
        beads: how many beads lie in each slot of each box, in the order of the kit.
        picked: the beads picked in the game at hand, in order.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.machine.rng import SplitMix
    >>> machine = PaperMachine(Shelf(make_kit("her")))
    >>> move = machine.move(Table(machine.game, machine.game.parse("bbb/..w/ww. b")), SplitMix(1))
    >>> machine.game.move_text(move), machine.picked
    ('b3b2', [(0, 1)])
    >>> machine.finish(-1)
    [Update(box=0, slot=1, before=1, after=0)]
    """

    def __init__(self, shelf: Shelf) -> None:
        kit = shelf.kit
        if kit.rule.learns != "beads":
            raise UsageError(f"rule {kit.choices.rule!r} keeps no beads; kitgen simulate can run it, a kit cannot")
        self.game: Game = kit.game
        self.rule = kit.rule
        self.beads = [box.copy() for box in shelf.beads]
        self.picked: list[Pick] = []
        self.shelf = shelf
        self._resigned = False

    def move(self, table: Table, rng: Rng) -> Move | None:
        """Find the box, pick a bead and return its move; None at an empty box, where the machine gives up."""
        opening = self.shelf.find(table.position)
        if opening.box is None:
            return opening.moves[0]
        box = self.beads[opening.box]
        if not any(box):
            if not self.rule.when_empty.refills:
                self._resigned = True
                return None
            box[:] = [slot.beads for slot in self.shelf.kit.boxes[opening.box].slots]
        slot = pick_bead(box, rng)
        self.picked.append((opening.box, slot))
        return opening.moves[slot]

    def finish(self, outcome: int) -> list[Update]:
        """Apply the learning rule to the game that has ended, and return what was done."""
        updates = learn(self.shelf.schedule, self.beads, self.picked, outcome, resigned=self._resigned)
        for update in updates:
            self.beads[update.box][update.slot] = update.after
        self.picked.clear()
        self._resigned = False
        return updates

    def gives_up_in_draw(self) -> bool:
        """Return whether an empty box ends the game in a draw rather than in a loss."""
        return self.rule.when_empty.draws


def pick_bead(box: Sequence[int], rng: Rng) -> int:
    """Return the slot of one bead, picked from a box so that every bead is as likely.

    >>> from kitgen.machine.rng import SplitMix
    >>> rng = SplitMix(7)
    >>> [pick_bead([3, 0, 1], rng) for _ in range(8)]
    [0, 2, 0, 0, 0, 0, 0, 0]
    """
    bead = rng.below(sum(box))
    for slot, beads in enumerate(box):
        bead -= beads
        if bead < 0:
            return slot
    raise ValueError("no bead can be picked from an empty box")
