"""The words that all of kitgen speaks: position, move, symmetry, and what a game must offer.

A game's value is always seen from the side to move. In games that are only won or lost a position that
is over is worth 1, 0 or -1 and moves gain nothing; in games of points (Awari) a move may gain points, and
the value of a position is the points still to come, own minus other:
``value(p) = max(gain - value(child))`` over the moves of ``p``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

#: How boxes are laid out in rows: one for each ``turn`` of the machine; one for each number of things ``lying`` on the
#: board; or ``none``: a single row for all, in which that number names the box.
RowsBy = Literal["turn", "lying", "none"]


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """What an operator sees on the table. Written and read by the game: ``game.text``, ``game.parse``.

    Attributes:
        cells: what lies on each cell, in the game's own order and code (0 is empty).
        to_move: the side to move: 0 for the side that starts the game, 1 for the other.
    """

    cells: tuple[int, ...]
    to_move: int


@dataclass(frozen=True, slots=True)
class Move:
    """One legal move. Moves are sorted by the cells that they start from, then by those that they end on.

    Attributes:
        source: index of the cell that the move starts from; None when a new piece is placed.
        target: index of the cell that the move ends on (where a sowing ends on its own, the source).
    """

    source: int | None
    target: int

    def __lt__(self, other: "Move") -> bool:
        """Return whether a move comes before another; those that place a new piece come first.

        >>> sorted([Move(3, 1), Move(None, 7), Move(0, 4), Move(None, 2)])[:2]
        [Move(source=None, target=2), Move(source=None, target=7)]
        """
        if self.source == other.source:
            return self.target < other.target
        return other.source is not None and (self.source is None or self.source < other.source)


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A rearrangement of the cells that the rules cannot tell apart.

    Attributes:
        name: how the operator calls it, such as ``identity``, ``half-turn``, or ``mirror`` (left to right).
        to: the content of cell ``i`` goes to cell ``to[i]``.

    >>> turn = Symmetry("turn", (1, 2, 0))
    >>> turn.position(Position((7, 8, 9), 0)).cells
    (9, 7, 8)
    >>> turn.inverse().position(turn.position(Position((7, 8, 9), 0))).cells
    (7, 8, 9)
    """

    name: str
    to: tuple[int, ...]

    def position(self, position: Position) -> Position:
        """Return the image of a position."""
        cells = [0] * len(self.to)
        for cell, content in zip(self.to, position.cells, strict=True):
            cells[cell] = content
        return Position(tuple(cells), position.to_move)

    def move(self, move: Move) -> Move:
        """Return the image of a move."""
        return Move(None if move.source is None else self.to[move.source], self.to[move.target])

    def inverse(self) -> "Symmetry":
        """Return the symmetry that undoes this one."""
        back = [0] * len(self.to)
        for cell, image in enumerate(self.to):
            back[image] = cell
        return Symmetry(f"{self.name} undone", tuple(back))


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two players.

    Attributes:
        name: the English word used on the command line and as the key of its name in the texts.
        letter: the sign that ends a written position when this side is to move.
    """

    name: str
    letter: str


class Step(NamedTuple):
    """What a move leads to.

    Attributes:
        position: the position after the move.
        gain: the points that the mover wins by it; 0 in games that are only won or lost.
    """

    position: Position
    gain: int


@dataclass(frozen=True, slots=True)
class Stage:
    """One small thing that a hand does in the course of a move.

    Attributes:
        act: ``lift`` what lies on a cell, ``put`` a piece of what is in the hand, or ``take`` points off the board.
        cell: the cell where that happens.
        count: how many pieces it is about.
        cells: what lies on the board afterwards.
    """

    act: Literal["lift", "put", "take"]
    cell: int
    count: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """How a game's board is drawn, as data. Lengths are in cells, from the top left corner, y down.

    Attributes:
        width, height: size of the board.
        centres: the middle of each cell, in the order of ``Position.cells``.
        cell: the board's style: ``square`` (a chequered board), ``open`` (lines between the cells), ``pit`` (round
            hollows with seeds) or ``rung`` (a ladder). Each is a file in ``paper/card/styles/``.
        pieces: the shape that is drawn for a cell's content, one of ``paper/marks/pieces.py``: ``pawn-light``,
            ``pawn-dark``, ``cross``, ``ring`` or ``counter``. A content without an entry draws nothing.
        seeds: True when a cell's content is a number of seeds: on boards with pits.
        moves: how a move is marked: ``arrow`` (from cell to cell), ``place`` (in the target cell) or
            ``sow`` (at the source pit). Each is a class in ``paper/card/marking.py``.
        names: a short name to print at each cell, or nothing.
        counted: the number of each cell as whoever sits there counts from the left, or nothing: a second name, which
            screens show beside the first, and which is understood when somebody types it.
        turns: True when the board is turned by half, so that the machine always sits at the top.
        shaded: the cells with the darker tint of a chequered board.
        letters: the capitals that are seen on the board or along its edges besides ``names``: of columns, and of
            pieces that look like a letter. Beads are not called by them.
    """

    width: float
    height: float
    centres: tuple[tuple[float, float], ...]
    cell: str
    moves: str
    pieces: Mapping[int, str] = field(default_factory=dict)
    seeds: bool = False
    names: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    turns: bool = False
    shaded: frozenset[int] = frozenset()
    letters: str = ""

    @property
    def printed_letters(self) -> frozenset[str]:
        """Every letter that is read on the board or beside it, as a capital."""
        return frozenset("".join((*self.names, self.letters)).upper())

    def lying(self, position: Position) -> int:
        """Return how many pieces, or seeds, lie on the board."""
        return sum(position.cells) if self.seeds else sum(content != 0 for content in position.cells)


class Game(Protocol):
    """What a game must offer. Every method is pure: state in, new state out.

    A game that is a subclass of this need not say what is as usual: ``points``, ``rows_by``, ``packed``, ``levels``,
    ``words``, ``stages``.

    Attributes:
        name: the game's name, as typed by a user.
        spec: name, size and options that differ from the usual, such as ``awari:2x3,rules=simple``;
            reading it back gives the same game.
        sides: the two players; the one that starts the game first.
        symmetries: every rearrangement of the cells that the rules cannot tell apart, identity first.
        scoring: True when moves gain points and a value is a number of points.
        impartial: True when both sides have the same moves in the same position, so that one box can
            serve a machine on either side.
        points: what points count, in the plural, as in ``seeds``; ``points`` unless a game says otherwise.
        rows_by: how boxes are laid out: in a row for each ``turn`` of the machine, which is usual; for each number of
            things ``lying`` on the board, where a position is met on many turns; or, where that number tells positions
            apart and names the box, by ``none``, in a single row.
        packed: the game as compiled kernels want it, for large boards (a ``kitgen.games.packed.Packed``), or None.
        levels: the game by levels, for endgame databases (a ``kitgen.games.packed.Levels``), or None.
        words: the game as kernels want it that look ahead (a ``kitgen.games.words.Words``), or None.
        repetition: a position met for this many times ends the game there; None where none can recur.
        diagram: how the board is drawn.

    A game may have one more attribute, ``about``: a mapping from names to numbers and words, its size and options as
    its rules in ``templates/texts`` speak of them (``{take}``, ``option.last.wins``).
    """

    name: str
    spec: str
    sides: tuple[Side, Side]
    symmetries: tuple[Symmetry, ...]
    scoring: bool
    impartial: bool
    repetition: int | None
    diagram: Diagram

    @property
    def points(self) -> str:
        """What points count, in the plural."""
        return "points"

    @property
    def rows_by(self) -> RowsBy:
        """How boxes are laid out, so that one is found."""
        return "turn"

    @property
    def packed(self) -> Any:  # the types of both load NumPy
        """The game as compiled kernels want it, or None."""
        return None

    @property
    def levels(self) -> Any:
        """The game by levels, or None."""
        return None

    @property
    def words(self) -> Any:
        """The game in two machine words, or None."""
        return None

    def start(self) -> Position:
        """Return the position in which the game starts."""

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves, sorted; none when the game is over. Symmetric moves are not merged."""

    def play(self, position: Position, move: Move) -> Step:
        """Return what a legal move leads to; of an illegal one the outcome is undefined."""

    def stages(self, position: Position, move: Move) -> tuple[Stage, ...]:
        """Return what a hand does in the course of a legal move, one thing after the other; nothing for a plain one."""
        del position, move
        return ()

    def result(self, position: Position) -> int | None:
        """Return the value for the side to move when the game is over, otherwise None."""

    def repeated(self, position: Position) -> int:
        """Return the value for the side to move when the game ends here by repetition."""

    def text(self, position: Position) -> str:
        """Return a position as text, which ``parse`` reads back."""

    def parse(self, text: str) -> Position:
        """Return the position that a text says, reachable or not.

        Raises:
            NotationError: the text is malformed or no position of the game could look like it.
        """

    def move_text(self, move: Move) -> str:
        """Return a move as text; within one position no two legal moves share it."""

    def parse_move(self, position: Position, text: str) -> Move:
        """Return the move that a text says in a position, legal or not.

        Raises:
            NotationError: no move of the game is written like that.
        """


def only_mirror(game: Game) -> Symmetry | None:
    """Return the mirror of a game that has no other symmetry but the identity, or None.

    Where it is the only one, a position is drawn beside its mirror image. Other rearrangements can be seen by turning
    the sheet, and of several the eye loses count.

    >>> from kitgen.games import make_game
    >>> only_mirror(make_game("hexapawn")).name, only_mirror(make_game("tictactoe"))
    ('mirror', None)
    """
    others = game.symmetries[1:]
    return others[0] if len(others) == 1 and _is_mirror(others[0], game.diagram) else None


def _is_mirror(symmetry: Symmetry, diagram: Diagram) -> bool:
    """Return whether a symmetry reflects the board, about an upright, level or slanting line, and does not turn it."""
    wide, high = diagram.width, diagram.height
    moved = [diagram.centres[image] for image in symmetry.to]
    reflections = (
        [(wide - x, y) for x, y in diagram.centres],
        [(x, high - y) for x, y in diagram.centres],
        [(y, x) for x, y in diagram.centres],
        [(high - y, wide - x) for x, y in diagram.centres],
    )
    return any(
        all(abs(a - b) < 1e-6 and abs(c - d) < 1e-6 for (a, c), (b, d) in zip(moved, image, strict=True))
        for image in reflections
    )
