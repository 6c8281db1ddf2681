"""The paper machine, bead by bead, with which every faster way of running a machine must agree.

Two players sit at a table. Each returns its move, or resigns; after the game each learns the
outcome. A machine is a player with boxes, or, as ``PositionLearner``, with numbers; players without
boxes are in ``match.py``.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kitgen.errors import KitgenError, UsageError
from kitgen.front_door import check_function
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.machine.learning import (
    Pick,
    Schedule,
    Update,
    learn,
    position_amount,
    schedule_of,
    starting_beads,
)
from kitgen.model import Game, Move, Position, Rng

if TYPE_CHECKING:
    from random import Random

# Random numbers: SplitMix64 (G. Steele, D. Lea and C. Flood, Fast Splittable Pseudorandom Number
# Generators, OOPSLA 2014), used by counter: number ``i`` of a generator mixes
# ``key + (i + 1) * GAMMA``. Generators depend only on a seed and a machine's number, so machines
# pick the same on any number of threads.

MASK = (1 << 64) - 1
#: The odd number nearest to 2^64 divided by the golden ratio: the step between two numbers.
GAMMA = 0x9E3779B97F4A7C15


def mix(value: int) -> int:
    """Return 64 bits that each depend on all bits of ``value``.

    >>> hex(mix(GAMMA))
    '0xe220a8397b1dcdaf'
    """
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & MASK
    return value ^ (value >> 31)


class SplitMix:
    """The generator of one machine; its seed, any whole number, is taken modulo 2^64.

    >>> rng = SplitMix(1)
    >>> [rng.below(6) for _ in range(10)]
    [2, 5, 2, 2, 0, 3, 4, 0, 2, 1]
    """

    def __init__(self, seed: int, machine: int = 0) -> None:
        self.key = mix((mix(seed & MASK) + (machine + 1) * GAMMA) & MASK)
        self.taken = 0

    def below(self, count: int) -> int:
        """Return one of the numbers 0 to ``count - 1``; a single choice takes no number.

        The 64 bits are scaled, not divided: no number is likelier than another by more than
        ``count / 2^64``.
        """
        if count == 1:
            return 0
        self.taken += 1
        return mix((self.key + self.taken * GAMMA) & MASK) * count >> 64


@dataclass(frozen=True, slots=True, eq=False)
class Ruled:
    """A position with its result, and for each move made here so far where it leads and the
    points that it wins.
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
            way = (self.rules.of(position), gain)
            self.ways[move] = way
        return way


class Rules:
    """The rules of a game, remembered: thousands of games look up the same positions.

    The next position is found by the move alone, because looking a position up takes longer than
    everything else.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        #: From a position to the position with its result.
        self.of = cache(lambda position: Ruled(self, position, game.result(position)))


@dataclass(slots=True)
class Table:
    """A game on the table.

    Attributes:
        lead: points of the side that began, minus those of the other side.
        met, earlier: how often each position has occurred, and those before this one, in games
            where one can recur.
        ruled: the position with its remembered rules, where many games are played.
    """

    game: Game
    position: Position
    lead: int = 0
    moves: list[Move] = field(default_factory=list)
    met: Counter[Position] = field(default_factory=Counter)
    earlier: list[Position] = field(default_factory=list)
    ruled: Ruled | None = None

    def ended(self) -> int | None:
        """Return how the game has ended for the side that began (1, 0 or -1), or None while it
        goes on.
        """
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
        if self.game.repetition is not None:
            self.met[position] += 1
            self.earlier.append(self.position)
        self.position = position
        self.moves.append(move)

    def after(self, move: Move) -> "Table":
        """Return another table, on which a move has been made."""
        table = Table(
            self.game, self.position, self.lead, [*self.moves], self.met.copy(), [*self.earlier]
        )
        table.play(move)
        return table


def start_table(game: Game, start: Position | None = None, rules: Rules | None = None) -> Table:
    """Return a table before the first move."""
    start = start or game.start()
    table = Table(game, start, ruled=rules.of(start) if rules else None)
    if game.repetition is not None:
        table.met[start] += 1
    return table


class Player(Protocol):
    """A player of one side in many games."""

    #: How a game ends for this player when it resigns: -1 lost, 0 drawn.
    resignation: int = -1

    def move(self, table: Table, rng: Rng) -> Move | None:
        """Return the move to make, or None to resign."""

    def finish(self, _outcome: int) -> Sequence[Update]:
        """Learn how the game ended for this player (1, 0 or -1), and return the changes of
        beads, if any.
        """
        return ()


# Players and rules of somebody's own, as functions; ``own_players.py`` seats them at the table.

#: Chooses a move: gets a position, its legal moves and a source of luck, and returns one of the
#: moves, or its text.
Chooser = Callable[[Position, tuple[Move, ...], "Random"], Move | str]


@dataclass(frozen=True, slots=True)
class PickedMove:
    """A bead that the machine picked in a game, with its box and the beads that were in its
    slot.
    """

    box: Box
    slot: Slot
    beads: int


#: Teaches after a game: gets what was picked, in the order of play, and the result (1 won, 0 drawn,
#: -1 lost), and returns for each pick how many beads to add to its slot; a negative number takes
#: some.
Teacher = Callable[[tuple[PickedMove, ...], int], Sequence[int]]


@dataclass(frozen=True, slots=True)
class OwnOpponent:
    """An opponent as a function."""

    choose: Chooser

    def __post_init__(self) -> None:
        """Refuse a function with other parameters."""
        check_function(self.choose, "opponent", ("position", "legal_moves", "rng"))

    @property
    def text(self) -> str:
        """The name of the function."""
        return getattr(self.choose, "__name__", type(self.choose).__name__)


@dataclass(frozen=True, slots=True)
class OwnRule:
    """A learning rule as a function; what happens at an empty box is as the kit's rule says."""

    teach: Teacher

    def __post_init__(self) -> None:
        """Refuse a function with other parameters."""
        check_function(self.teach, "rule", ("picks", "result"))

    @property
    def text(self) -> str:
        """The name of the function."""
        return getattr(self.teach, "__name__", type(self.teach).__name__)


@dataclass(frozen=True, slots=True)
class Played:
    """The record of one game.

    ``outcome`` is 1 when the side that began won, 0 for a draw, -1 when it lost; ``resigned`` is a
    side or None.
    """

    moves: tuple[Move, ...]
    outcome: int
    resigned: int | None = None


def play_game(
    game: Game, players: Sequence[Player], rng: Rng, rules: Rules | None = None
) -> Played:
    """Play one game and let both players learn from it; the side that begins is the first of
    ``players``.
    """
    table = start_table(game, rules=rules)
    resigned = None
    outcome = table.ended()
    while outcome is None:
        side = table.position.to_move
        move = players[side].move(table, rng)
        if move is None:
            resigned = side
            resignation = players[side].resignation
            outcome = resignation if side == 0 else -resignation
        else:
            table.play(move)
            outcome = table.ended()
    players[0].finish(outcome)
    players[1].finish(-outcome)
    return Played(tuple(table.moves), outcome, resigned)


class Opening(NamedTuple):
    """The box for a position and the moves of its beads.

    Attributes:
        box: the index of the box in the kit, or None when the only move needs no box.
        moves: for each slot of the box the move to make on the table: the drawn arrow, turned to
            the table.
    """

    box: int | None
    moves: tuple[Move, ...]


class Shelf:
    """The boxes of a kit and the beads of a new machine; many machines may share one, with its
    lookups.
    """

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.schedule = schedule_of(kit.rule)
        self.beads = starting_beads(kit)
        #: From a position to the box to open, or to the only move when it has no box.
        self.find = cache(self._find)

    def _find(self, position: Position) -> Opening:
        kit = self.kit
        located = kit.locate(position)
        if located is not None:
            box, symmetry = located
            back = symmetry.inverse()
            moves = tuple(back.move(slot.moves[0]) for slot in box.slots)
            return Opening(kit.indices[box.id], moves)
        only_move = kit.unboxed(position)
        if only_move is not None:
            return Opening(None, (only_move,))
        raise KitgenError(
            f"kit {kit.name!r} has no box for position {kit.game.text(position)!r}, where "
            "its machine has a choice; make the kit again with all boxes, or choose an opponent "
            "that it was made for"
        )


class LastGame(NamedTuple):
    """The picks of a game, the boxes that were refilled in it, and the changes after it."""

    picks: tuple[Pick, ...] = ()
    refilled: tuple[int, ...] = ()
    updates: tuple[Update, ...] = ()


class PaperMachine:
    """One machine: boxes, beads in each slot, and the beads picked in the current game, in order.

    >>> from kitgen.kit.build import build_kit
    >>> machine = PaperMachine(Shelf(build_kit("her")))
    >>> move = machine.move(Table(machine.game, machine.game.parse("bbb/..w/ww. b")), SplitMix(1))
    >>> machine.game.move_text(move), machine.picked
    ('b3b2', [(0, 1)])
    >>> machine.finish(-1)
    [Update(box=0, slot=1, before=1, after=0)]
    """

    def __init__(self, shelf: Shelf) -> None:
        kit = shelf.kit
        if kit.rule.learns != "beads":
            raise UsageError(
                f"rule {kit.choices.rule!r} keeps no beads; kitgen simulate can run "
                "it, a kit cannot"
            )
        self.game: Game = kit.game
        self.rule = kit.rule
        ending = kit.rule.when_empty.outcome
        self.resignation: int = -1 if ending is None else ending
        self.beads = [box.copy() for box in shelf.beads]
        self.picked: list[Pick] = []
        self.shelf = shelf
        self.last = LastGame()
        self._refilled: list[int] = []
        self._resigned = False

    def move(self, table: Table, rng: Rng) -> Move | None:
        """Find the box, pick a bead and return its move; None at an empty box, where the machine
        resigns.
        """
        opening = self.shelf.find(table.position)
        if opening.box is None:
            return opening.moves[0]
        box = self.beads[opening.box]
        if not any(box):
            if not self.rule.when_empty.refills:
                self._resigned = True
                return None
            self.refill(opening.box)
        slot = pick_bead(box, rng)
        self.picked.append((opening.box, slot))
        return opening.moves[slot]

    def refill(self, box: int) -> None:
        """Put the starting beads into an empty box."""
        self.beads[box][:] = self.shelf.beads[box]
        self._refilled.append(box)

    def changes(self, outcome: int) -> list[Update]:
        """Return what the learning rule changes after the finished game."""
        return learn(self.shelf.schedule, self.beads, self.picked, outcome, resigned=self._resigned)

    def finish(self, outcome: int) -> list[Update]:
        """Apply the learning rule to the finished game, and return the changes."""
        updates = self.changes(outcome)
        for update in updates:
            self.beads[update.box][update.slot] = update.after
        self.last = LastGame(tuple(self.picked), tuple(self._refilled), tuple(updates))
        self.picked.clear()
        self._refilled.clear()
        self._resigned = False
        return updates


def pick_bead(box: Sequence[int], rng: Rng) -> int:
    """Return the slot of one bead, picked from a box so that every bead is as likely.

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


class PositionLearner(Player):
    """A player that always makes the first move, in the game's order, to the position of the
    highest number.

    Mirror images have their own numbers; a position without one counts as 0. ``reached`` holds the
    positions after its own moves in the current game.
    """

    def __init__(self, game: Game, schedule: Schedule) -> None:
        self.game = game
        self.schedule = schedule
        self.numbers: dict[Position, int] = {}
        self.reached: list[Position] = []

    def moves_from(self, position: Position) -> tuple[tuple[Move, ...], list[Position]]:
        """Return the legal moves of a position, and the position after each."""
        legal = self.game.legal_moves(position)
        return legal, [self.game.play(position, move).position for move in legal]

    def move(self, table: Table, _rng: Rng) -> Move:
        """Return the first move to a position of the highest number."""
        move, after = self._choose(table.position)
        self.reached.append(after)
        return move

    def best(self, position: Position) -> Move:
        """Return the move that it would make in a position."""
        return self._choose(position)[0]

    def _choose(self, position: Position) -> tuple[Move, Position]:
        options = zip(*self.moves_from(position), strict=True)
        return max(options, key=lambda option: self.numbers.get(option[1], 0))

    def finish(self, outcome: int) -> tuple[Update, ...]:
        """Add the rule's amount to the number of every position of the game; there are no beads
        to change.
        """
        amount = position_amount(self.schedule.row, outcome)
        for position in self.reached:
            self.numbers[position] = self.numbers.get(position, 0) + amount
        self.reached.clear()
        return ()
