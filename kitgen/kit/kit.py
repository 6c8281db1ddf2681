"""Slot, box and kit, and the past of a trained machine."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from kitgen.errors import UsageError, many
from kitgen.front_door import explain_arguments
from kitgen.kit.choices import Choices
from kitgen.kit.file_table import FileTable
from kitgen.kit.palette import Colour
from kitgen.kit.rule import Rule
from kitgen.model import SWAPPED, UPENDED, Game, GameLike, Move, Position, Result, Symmetry, lie_of
from kitgen.reading.schema import MAX_GAME_NUMBER, TextLine
from kitgen.theory.explore import Graph, Symmetries
from kitgen.theory.oracle import Oracle
from kitgen.theory.solve import Solution, Value

#: Ids of boxes whose rows are kept: a layout is tried in hundreds of sizes.
KEPT_IDS = 4096


def row_letter(row: int) -> str:
    """Return the letter of a row: A for 1, Z for 26, then AA; nothing for 0, the only row of a
    machine.

    >>> row_letter(3), row_letter(27), row_letter(0)
    ('C', 'AA', '')
    """
    letters = ""
    while row:
        row, rest = divmod(row - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


@lru_cache(maxsize=KEPT_IDS)
def row_number(box_id: str) -> int:
    """Return the row of a box id, the inverse of ``row_letter``.

    >>> row_number("C12"), row_number("AA3"), row_number("9")
    (3, 27, 0)
    """
    row = 0
    for letter in filter(str.isupper, box_id):
        row = 26 * row + ord(letter) - ord("A") + 1
    return row


def split_id(box_id: str) -> tuple[str, int]:
    """Return the letters and the number of a box's id.

    >>> split_id("C12"), split_id("")
    (('C', 12), ('', 0))
    """
    letters = box_id.rstrip("0123456789")
    return letters, int(box_id[len(letters) :] or 0)


#: A letter for the row of a box and a number, such as ``B10``, or a number alone.
BoxId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Z]{0,2}[1-9][0-9]{0,5}\Z",
        description="at most two capitals and a number, such as B10",
    ),
]
#: Beads in a slot after games.
BeadsLeft = Annotated[int, Meta(ge=0, le=999_999_999)]
#: A number of games.
_Games = Annotated[int, Meta(ge=0, le=1_000_000_000)]
#: The side of a machine that serves both players of an impartial game.
EITHER = "either"


@dataclass(frozen=True, slots=True)
class Slot:
    """One distinct move of a box.

    Attributes:
        moves: the legal moves that share the slot, sorted; the first is drawn, the others are its
            twins.
        colour: of its beads, different for each slot of a box.
        value: of the move to the machine: its sign is the verdict.
        plies: to the end of the game with this move and best play; None where that has no meaning.
    """

    moves: tuple[Move, ...]
    colour: Colour
    beads: int
    value: int
    plies: int | None


@dataclass(frozen=True, slots=True, repr=False)
class Box:
    """One decision of the machine.

    Attributes:
        id: a letter for its row and a number, such as ``B10``; in a single row only a number.
        turn: the machine's turn on which the position first occurs, from 1.
        later: True when the position also occurs on later turns.
        mirror_of: the id of the box whose mirror image this one is, in kits with both.
        arrivals: the moves of the other side that can lead to the position as it is drawn, sorted;
            none where the machine starts, unless the position recurs, or always plays the same
            move.
        game: the game, with which a notebook draws the box.
    """

    id: str
    position: Position
    turn: int
    later: bool
    slots: tuple[Slot, ...]
    mirror_of: str | None = None
    arrivals: tuple[Move, ...] = ()
    game: Game | None = field(default=None, compare=False, repr=False)

    def __repr__(self) -> str:
        """Return the box in one line."""
        position = str(self.position) if self.game is None else self.game.text(self.position)
        return (
            f"<box {self.id}: {position}, {len(self.slots)} moves, "
            f"{sum(slot.beads for slot in self.slots)} beads>"
        )

    def _repr_html_(self) -> str | None:
        """Return the box as a notebook shows it: its board, with moves and beads."""
        # Drawing stands above: only a notebook asks for pictures.
        shown: str | None = import_module("kitgen.render.shown").box_html(self)
        return shown

    @property
    def row(self) -> int:
        """Its row, counted from 1."""
        return max(1, row_number(self.id))


#: The colour of a slot without beads, where the machine always plays the same move.
ALWAYS = Colour("always", "", "!", "circle", "#737373")


def always_slot(moves: tuple[Move, ...], value: int, plies: int | None) -> Slot:
    """Return the slot of a position in which the machine always plays the same move."""
    return Slot(moves, ALWAYS, 0, value, plies)


def players_of(game: Game, side: str) -> tuple[int, ...]:
    """Return the sides that a machine plays: one, or both when its side is ``either``."""
    if side == EITHER:
        return 0, 1
    names = [player.name for player in game.sides]
    return (names.index(side),)


class GivenBox(FileTable, frozen=True):
    """The beads of a box, slot by slot, in a machine that was taken over from elsewhere."""

    box: BoxId
    beads: Annotated[tuple[BeadsLeft, ...], Meta(min_length=1, max_length=100)]


#: The sources of given beads that kitgen itself describes.
TABLE_OF_BOXES = "a table of boxes"
TABLE_OF_POSITIONS = "a table of positions"
POLICY = "a policy"
TRAINED_IN_PLAY = "kitgen play, train"
PLAYED_IN_PYTHON = "kitgen.play_with"


class Given(FileTable, frozen=True):
    """The beads of a machine that was taken over, instead of those of its rule.

    Attributes:
        source: where they come from: a program, or another description.
        boxes: the boxes that have them, in the order of the kit; all others begin as the rule says.
        won, drawn, lost: games played there, as reported.
    """

    source: TextLine
    boxes: Annotated[tuple[GivenBox, ...], Meta(max_length=100_000)]
    name: TextLine = ""
    won: _Games = 0
    drawn: _Games = 0
    lost: _Games = 0


class PlayedGame(FileTable, frozen=True):
    """One game that a machine has played: the parts from which the beads of a trained kit can be
    computed again.

    Attributes:
        picks: the beads that the machine picked, in the order of play, such as ``A1 R B4 U``.
        resigned: whether somebody resigned at an empty box, where that is known.
        last_only: whether these are only the last beads, because the rule needs no more.
    """

    game: Annotated[int, Meta(ge=0, le=MAX_GAME_NUMBER)]
    picks: Annotated[
        str,
        Meta(
            pattern=r"^([A-Z]{0,2}[1-9][0-9]{0,5} [^\W_]{1,40}( (?=\w)|\Z))*\Z",
            max_length=5000,
            description="boxes and letters of beads, such as A1 R B4 L",
        ),
    ]
    result: Literal["W", "D", "L"]
    resigned: bool | None = None
    last_only: bool = False


@dataclass(frozen=True, repr=False)
class Kit(Result):
    """A whole machine on paper.

    Attributes:
        name: the edition's name, or one made from the game and the side; also names the folder.
        game_spec: the game, as ``make_game`` reads it.
        palette: the colours that its boxes use, in order.
        boxes: all boxes, row by row, then by number of pieces.
        outcome: the value of the start of the game to the side that begins, with best play.
        oracle: knows the value of every position; for a kit from a file it is computed on demand.
        hash: 64 hexadecimal digits over the content of ``kit.json``.
        always: the positions of an express kit in which the machine always plays the same move, in
            the order of boxes; each as a box of one slot without beads, with the id of the box that
            it replaces.
        given, played: the beads of a machine that was taken over, and the games that it has played
            since.
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
    given: Given | None = None
    played: tuple[PlayedGame, ...] = ()

    row_labels: ClassVar = ("box", "move")
    bar_columns: ClassVar = ("beads",)

    def summary(self) -> str:
        """Return the kit in one line."""
        return (
            f"kit {self.name}: {self.game.called}, {len(self.boxes):,} boxes, {self.beads:,} beads"
        )

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each slot: its box, its move, its beads, and the value of the move to
        the machine.
        """
        rows = []
        for box in self.boxes:
            position = self.game.text(box.position)
            for slot in box.slots:
                rows.append(
                    {
                        "box": box.id,
                        "position": position,
                        "turn": box.turn,
                        "move": self.game.move_text(slot.moves[0]),
                        "letter": slot.colour.letter,
                        "colour": slot.colour.name,
                        "beads": slot.beads,
                        "value": slot.value,
                    }
                )
        return rows

    def report(self) -> dict[str, Any]:
        """Return the kit as plain data, as ``kit.json`` has it."""
        # Its file is made of kits, so it stands above.
        data: dict[str, Any] = import_module("kitgen.kit.kit_json").kit_data(self)
        return data

    def _repr_html_(self) -> str:
        """Return the kit as a notebook shows it."""
        # Drawing stands above: only a notebook asks for pictures.
        html: str = import_module("kitgen.render.shown").kit_html(self)
        return html

    @property
    def states(self) -> tuple[Position, ...]:
        """The positions of its boxes, in their order: the states of a learner."""
        return tuple(box.position for box in self.boxes)

    @property
    def actions(self) -> tuple[tuple[Move, ...], ...]:
        """The moves of each box, one for each slot: the actions in each state."""
        return tuple(tuple(slot.moves[0] for slot in box.slots) for box in self.boxes)

    @property
    def trained(self) -> bool:
        """Whether it has played or was taken over, so that its boxes may hold other beads than
        its rule gives.
        """
        return bool(self.played) or self.given is not None

    @property
    def short_hash(self) -> str:
        """The eight digits printed on every sheet."""
        return self.hash[:8]

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
        """The number of beads in all boxes at the start."""
        return sum(slot.beads for box in self.boxes for slot in box.slots)

    @cached_property
    def indices(self) -> dict[str, int]:
        """The place of each box in ``boxes``, by its id."""
        return {box.id: index for index, box in enumerate(self.boxes)}

    @cached_property
    def by_id(self) -> dict[str, Box]:
        """The boxes by their ids."""
        return {box.id: box for box in self.boxes}

    @property
    def all_boxes(self) -> tuple[Box, ...]:
        """Its boxes, then the positions in which it always plays the same move."""
        return (*self.boxes, *self.always)

    @cached_property
    def _at(self) -> tuple[dict[Position, Box], dict[Position, Box]]:
        return {box.position: box for box in self.boxes}, {box.position: box for box in self.always}

    @explain_arguments
    def locate(self, position: Position) -> tuple[Box, Symmetry] | None:
        """Return the box that an operator opens in a position, and the symmetry that takes the
        position to the box.

        None where the machine does not move, the position cannot occur, or its move needs no box
        (see ``unboxed``).
        """
        return self._search(self._at[0], position)

    @explain_arguments
    def always_played(self, position: Position) -> tuple[Box, Symmetry] | None:
        """Return the position of an express kit with a fixed move, as ``locate`` does for boxes."""
        return self._search(self._at[1], position)

    def _search(
        self, boxes: dict[Position, Box], position: Position
    ) -> tuple[Box, Symmetry] | None:
        if position.to_move not in self.players:
            return None
        if len(self.players) == 2:
            position = Position(position.cells, 0)
        identity, *others = self.symmetries.all
        if position in boxes:
            return boxes[position], identity
        cells = len(identity.to)
        if len(position.cells) != cells:
            raise UsageError(
                f"a position of {self.game.called} has {many(cells, 'cell')}, not "
                f"{len(position.cells)}"
            )
        for symmetry in others:
            image = symmetry.position(position)
            if image in boxes:
                return boxes[image], symmetry
        return None

    @explain_arguments
    def unboxed(self, position: Position) -> Move | None:
        """Return the machine's move in a position without a box: the fixed or the only one; None
        if there is none.
        """
        if position.to_move not in self.players or self.locate(position) is not None:
            return None
        fixed = self.always_played(position)
        if fixed is not None:
            box, symmetry = fixed
            return symmetry.inverse().move(box.slots[0].moves[0])
        orbits = self.symmetries.orbits(position, self.game.legal_moves(position))
        return orbits[0][0] if len(orbits) == 1 else None

    @explain_arguments
    def replies(self, position: Position) -> tuple[Move, ...]:
        """Return the moves of the other side; a sensible opponent that can win at once makes no
        other move.
        """
        game = self.game
        moves = game.legal_moves(position)
        if self.choices.expect == "any":
            return moves
        wins = tuple(
            move for move in moves if game.result(game.play(position, move).position) == -1
        )
        return wins or moves


#: What the front door takes for a kit: a kit; an edition, a game or a told game's text; a file; a
#: game as an object.
KitGiven = Kit | GameLike | str | Path


def outcome_of(solution: Solution) -> Value:
    """Return the value of the start of a solved game to the side that starts."""
    return Value(solution.values[0], solution.plies[0])


def can_be_drawn(game: Game, graph: Graph) -> bool:
    """Return whether a game can end in a draw; games of points always can, and games in which a
    repetition is one.
    """
    repeats = game.repetition is not None and game.repeated(game.start()) == 0
    return game.scoring or repeats or any(node.result == 0 for node in graph.nodes)


def with_arrivals(boxes: Iterable[Box], graph: Graph, players: tuple[int, ...]) -> Iterator[Box]:
    """Yield boxes with the moves of the other side that can lead to each of them as it is drawn."""
    game = graph.game
    symmetries = graph.symmetries
    # By the cells of a position, up to symmetry: the positions and moves before it.
    before: defaultdict[tuple[int, ...], list[tuple[Position, Move]]] = defaultdict(list)
    for node in graph.nodes:
        if 1 - node.position.to_move not in players:
            continue
        for edge in node.edges:
            child = graph.nodes[edge.child].position
            before[child.cells].append((node.position, edge.moves[0]))
    for box in boxes:
        moves = set()
        for position, move in before[symmetries.canonical(box.position).cells]:
            after = game.play(position, move).position
            for symmetry in symmetries.all:
                if symmetry.position(after).cells == box.position.cells:
                    moves.add(symmetry.move(move))
        yield replace(box, arrivals=tuple(sorted(moves)))


# How boxes lie on the table; ``model.py`` has the signs for it.


@dataclass(frozen=True, slots=True)
class View:
    """A box in one orientation on the table, to which a symmetry takes its picture; without a
    sign as it is drawn.
    """

    box: Box
    symmetry: Symmetry
    position: Position
    sign: str = ""

    @property
    def name(self) -> str:
        """The id, with the sign."""
        return self.box.id + self.sign

    @property
    def mirrored(self) -> bool:
        """Whether it is mirrored."""
        return self.sign.endswith((SWAPPED, UPENDED))


def views_of(kit: Kit, box: Box) -> Iterator[View]:
    """Yield each orientation of a box on the table, except those that show the picture of another
    box.

    Turns come before reflections, fewer quarters first: so none takes two steps that could be had
    in one.
    """
    seen = set()
    first, *others = kit.symmetries.all
    others.sort(key=lambda symmetry: lie_of(kit.game.diagram, symmetry) or (True, 4))
    for symmetry in (first, *others):
        position = symmetry.position(box.position)
        own = kit.locate(position) or kit.always_played(position)
        if position not in seen and own is not None and own[0] is box:
            seen.add(position)
            yield View(box, symmetry, position, _sign(kit, symmetry))


def view_at(kit: Kit, position: Position) -> View | None:
    """Return the box for a position in its orientation; None where the machine has none or plays
    without one.
    """
    match = kit.locate(position) or kit.always_played(position)
    views = views_of(kit, match[0]) if match else ()
    return next((view for view in views if view.position.cells == position.cells), None)


def _sign(kit: Kit, symmetry: Symmetry) -> str:
    """Return the sign of an orientation; a number if it is neither a turn nor a reflection."""
    place = kit.symmetries.all.index(symmetry)
    if place == 0:
        return ""
    lie = lie_of(kit.game.diagram, symmetry)
    return f"/{place + 1}" if lie is None else lie.sign
