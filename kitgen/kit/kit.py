"""Slot, box and kit: everything that printing, playing and checking a machine needs."""

from dataclasses import dataclass, field
from functools import cached_property

from kitgen.kit.choices import Choices
from kitgen.kit.file.given import Given
from kitgen.kit.file.played import PlayedGame
from kitgen.kit.naming.rows import row_number
from kitgen.kit.palette import Colour
from kitgen.kit.rule import Rule
from kitgen.model import Game, Move, Position, Symmetry
from kitgen.theory.oracle import Oracle
from kitgen.theory.symmetry import Symmetries
from kitgen.theory.value import Value

#: The side of a machine that serves both players of an impartial game.
EITHER = "either"


@dataclass(frozen=True, slots=True)
class Slot:
    """One distinct move of a box.

    Attributes:
        moves: the legal moves that share the slot, sorted; the first is drawn, the others are its twins.
        colour: the colour of its beads, different for each slot of a box.
        beads: how many beads it starts with.
        value: what the move is worth to the machine: its sign is the verdict, in games of points its size too.
        plies: to the end of the game with this move and best play; None where that has no meaning.
    """

    moves: tuple[Move, ...]
    colour: Colour
    beads: int
    value: int
    plies: int | None


@dataclass(frozen=True, slots=True)
class Box:
    """One decision of the machine.

    Attributes:
        id: short and sayable: a letter for its row and a number, such as ``B10``; in a single row a number alone.
        position: what is drawn on the box.
        turn: the machine's turn on which the position is first met, 1 for its first.
        later: True when the position is also met on later turns.
        slots: its distinct moves.
        mirror_of: the id of the box whose mirror image this one is, in kits that hold both.
        arrivals: the moves of the other side that can lead to the position as it is drawn, sorted: what an operator
            has just seen. None lead to a position in which the machine begins, unless it comes back later, and of
            a position that is always answered alike nobody asks.
    """

    id: str
    position: Position
    turn: int
    later: bool
    slots: tuple[Slot, ...]
    mirror_of: str | None = None
    arrivals: tuple[Move, ...] = ()

    @property
    def row(self) -> int:
        """The row that it is laid out in, from 1, of which its id has the letter; 1 where there is only one."""
        return max(1, row_number(self.id))


#: Stands for a bead colour where no bead is picked because the machine always plays the same.
ALWAYS = Colour("always", "", "!", "circle", "#737373")


def always_slot(moves: tuple[Move, ...], value: int, plies: int | None) -> Slot:
    """Return the slot of a position in which the machine always plays the same."""
    return Slot(moves, ALWAYS, 0, value, plies)


def players_of(game: Game, side: str) -> tuple[int, ...]:
    """Return the sides that a machine plays: one, or both when its side is ``either``."""
    return (0, 1) if side == EITHER else ([one.name for one in game.sides].index(side),)


@dataclass(frozen=True)
class Kit:
    """A whole machine on paper.

    Attributes:
        name: the edition's name, or one made from the game and the side; names the folder that it is printed to.
        title: what stands on the cover.
        game_spec: the game, as ``make_game`` reads it.
        choices: what was chosen when the kit was made.
        rule: the learning rule.
        palette: the colours that its boxes use, in order.
        boxes: all boxes, row by row, then by number of pieces.
        command: the command that makes the same kit again.
        outcome: what the start of the game is worth to the side that begins it, with best play.
        draws: True when the game can end in a draw.
        oracle: what knows the worth of every position; it has the solution that the kit was made from, and works
            one out for a kit that was read from a file only when it is asked. Kits are equal whatever it knows.
        hash: 64 hexadecimal digits that change with anything that ``kit.json`` says of the kit.
        always: the positions of an express kit in which the machine always plays the same, in the order of
            boxes; each as a box of one slot that holds no beads, called as the box that it saves.
        earlier: of a kit that was read from a file of an earlier version the hash that it has there, and that stands on
            its sheets; otherwise empty.
        given: the beads that it was given in place of those of its rule, where it was taken over from elsewhere.
        played: the games that it has played since its boxes held what they were given; none of a new kit.
    """

    name: str
    title: str
    game_spec: str
    choices: Choices
    rule: Rule
    palette: tuple[Colour, ...]
    boxes: tuple[Box, ...]
    command: str
    outcome: Value
    draws: bool
    oracle: Oracle = field(compare=False, repr=False)
    hash: str = ""
    always: tuple[Box, ...] = ()
    earlier: str = field(default="", compare=False)
    given: Given | None = None
    played: tuple[PlayedGame, ...] = ()

    @property
    def trained(self) -> bool:
        """Whether its boxes may hold other beads than its rule gives them: it has played, or was taken over."""
        return bool(self.played) or self.given is not None

    @property
    def short_hash(self) -> str:
        """The eight digits that are printed on every sheet."""
        return self.hash[:8]

    @property
    def printed_hash(self) -> str:
        """The eight digits on the sheets that were printed when its file was written."""
        return (self.earlier or self.hash)[:8]

    @property
    def game(self) -> Game:
        """The game."""
        return self.oracle.game

    @cached_property
    def symmetries(self) -> Symmetries:
        """The game's symmetries."""
        return Symmetries(self.game)

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The sides that the machine plays: one, or both when its side is ``either``."""
        return players_of(self.game, self.choices.side)

    @property
    def beads(self) -> int:
        """How many beads all boxes hold at the start."""
        return sum(slot.beads for box in self.boxes for slot in box.slots)

    @cached_property
    def _box_at(self) -> dict[Position, Box]:
        return {box.position: box for box in self.boxes}

    @cached_property
    def _always_at(self) -> dict[Position, Box]:
        return {box.position: box for box in self.always}

    def locate(self, position: Position) -> tuple[Box, Symmetry] | None:
        """Return the box that an operator opens in a position, and the symmetry that takes it to the box.

        None when the machine has no box for it: the other side is to move, the game is over, the position
        cannot be reached, or its move needs no box (see ``unboxed``).
        """
        return self._search(self._box_at, position)

    def always_played(self, position: Position) -> tuple[Box, Symmetry] | None:
        """Return where an express kit says what to play in a position, as ``locate`` does for boxes."""
        return self._search(self._always_at, position)

    def _search(self, boxes: dict[Position, Box], position: Position) -> tuple[Box, Symmetry] | None:
        """Return the box that is an image of a position, and the symmetry that takes it there."""
        if position.to_move not in self.players:
            return None
        if len(self.players) == 2:
            position = Position(position.cells, 0)
        box = boxes.get(position)
        if box is not None:
            return box, self.symmetries.all[0]
        for symmetry in self.symmetries.all[1:]:
            box = boxes.get(symmetry.position(position))
            if box is not None:
                return box, symmetry
        return None

    def unboxed(self, position: Position) -> Move | None:
        """Return the move that the machine makes in a position without a box.

        It is the move that an express kit always plays there, or the only distinct move that there is.
        None when the position has a box, when the machine is not to move, or when it does not know what to do.
        """
        if position.to_move not in self.players or self.locate(position) is not None:
            return None
        found = self.always_played(position)
        if found is not None:
            box, symmetry = found
            return symmetry.inverse().move(box.slots[0].moves[0])
        orbits = self.symmetries.orbits(position, self.game.legal_moves(position))
        return orbits[0][0] if len(orbits) == 1 else None
