"""The vocabulary of kitgen: position, move, symmetry, and the protocol of games.

A value is always seen from the side to move. In games that are only won or lost a finished position
is worth 1, 0 or -1 and moves gain nothing; in games of points (Awari) a move may gain points, and
the value of a position is the points still to come, own minus other:
``value(p) = max(gain - value(child))`` over the moves of ``p``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, wraps
from importlib import import_module
from inspect import getattr_static
from math import dist
from operator import itemgetter
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

from msgspec import Struct

#: The rows of boxes: for each ``turn`` of the machine; for each number of things ``lying`` on the
#: board, where a position occurs on many turns; or ``none``: a single row, in which that number
#: identifies a position and its box.
RowsBy = Literal["turn", "lying", "none"]


class Position(Struct, frozen=True, order=True, gc=False):
    """What an operator sees on the table. Written and read by the game: ``game.text``,
    ``game.parse``.

    Attributes:
        cells: the content of each cell, in the game's own order and code (0 is empty).
        to_move: the side to move: 0 for the side that starts the game, 1 for the other.
    """

    cells: tuple[int, ...]
    to_move: int


class Move(Struct, frozen=True, gc=False):
    """One legal move. Moves are sorted by the cells that they start from, then by those that they
    end on.

    Attributes:
        source: the cell that the move starts from; None when a new piece is placed.
        target: the cell that the move ends on; of a sowing, the source.
    """

    source: int | None
    target: int

    def __lt__(self, other: "Move") -> bool:
        """Sort moves by source, then by target; those that place a new piece come first.

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
        name: the operator's word for it, such as ``identity``, ``half-turn``, or ``mirror`` (left
            to right).
        to: the content of cell ``i`` goes to cell ``to[i]``.

    >>> turn = Symmetry("turn", (1, 2, 0))
    >>> turn.position(Position((7, 8, 9), 0)).cells
    (9, 7, 8)
    >>> turn.inverse().position(turn.position(Position((7, 8, 9), 0))).cells
    (7, 8, 9)
    """

    name: str
    to: tuple[int, ...]
    #: Picks the contents of an image from those of a position, the fastest way in plain Python.
    _contents: "itemgetter[tuple[int, ...]]" = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Find out where the content of each cell comes from."""
        sources = sorted(range(len(self.to)), key=self.to.__getitem__)
        contents = itemgetter(*sources) if len(sources) > 1 else itemgetter(slice(None))
        object.__setattr__(self, "_contents", contents)

    def position(self, position: Position) -> Position:
        """Return the image of a position."""
        return Position(self._contents(position.cells), position.to_move)

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
    """One of the two players: its English name, which is its key in the texts, and its letter in
    written positions.
    """

    name: str
    letter: str


class Step(NamedTuple):
    """The position after a move, and the points that the mover gains by it; 0 in games without
    points.
    """

    position: Position
    gain: int


@dataclass(frozen=True, slots=True)
class Stage:
    """One small action of a hand in the course of a move, the number of pieces, and the board
    afterwards.

    ``act`` is to ``lift`` the content of a cell, ``put`` a piece from the hand, or ``take`` points
    off the board.
    """

    act: Literal["lift", "put", "take"]
    cell: int
    count: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """How a game's board is drawn, as data. Lengths are in cells, from the top left corner, y down.

    Attributes:
        centres: the middle of each cell, in the order of ``Position.cells``.
        cell: the board's style: ``square`` (a chequered board), ``open`` (lines between the cells),
            ``pit`` (round hollows with seeds), ``rung`` (a ladder) or ``points`` (places joined by
            lines). Each is a class in ``paper/card/styles.py``.
        pieces: the shape that is drawn for a cell's content, one of ``paper/marks/pieces.py``:
            ``pawn-light``, ``pawn-dark``, ``king-light``, ``king-dark``, ``cross``, ``ring``,
            ``counter`` or ``block`` (a closed place). A content without an entry draws nothing.
        seeds: True when a cell's content is a number of seeds: on boards with pits.
        moves: how a move is marked: ``arrow`` (from cell to cell), ``place`` (in the target cell),
            ``mixed`` (either, as it is) or ``sow`` (at the source pit). Each is a class in
            ``paper/card/moves.py``.
        names: a short name to print at each cell, or nothing.
        counted: a second name of each cell for screens, counted from the left by the player who
            sits there, or nothing.
        turns: True when the board is turned by half, so that the machine always sits at the top.
        shaded: the cells with the darker tint of a chequered board.
        lines: pairs of points that are joined by a line.
        one_way: of these lines those that lead only from the first to the second point.
        own_lines: for each side the lines that only its pieces follow, from the first point to the
            second.
        goals: for each side the cells that it tries to reach.
        fronts: for each side where ahead is in the picture (``up``, ``down``, ``left`` or
            ``right``); None where the seats say it, or where it does not matter.
        letters: the capitals that are seen on the board or along its edges besides ``names``: of
            columns, and of pieces that look like a letter. Beads are not called by them.
        theme: other drawings for some shapes of ``pieces`` in a themed print, each a
            ``ThemedPiece`` of ``paper/marks/pieces.py``; empty for a game as it is.
        pictures: what a themed print draws of the machine, the operator, the bag, a cup and the
            ground, by these names; empty for a game as it is.
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
    lines: tuple[tuple[int, int], ...] = ()
    one_way: frozenset[tuple[int, int]] = frozenset()
    own_lines: tuple[tuple[tuple[int, int], ...], ...] = ((), ())
    goals: tuple[frozenset[int], ...] = (frozenset(), frozenset())
    fronts: tuple[str | None, ...] = (None, None)
    letters: str = ""
    theme: Mapping[str, Any] = field(default_factory=dict)
    pictures: Mapping[str, Any] = field(default_factory=dict)

    @property
    def printed_letters(self) -> frozenset[str]:
        """Every capital letter on the board or beside it."""
        return frozenset("".join((*self.names, self.letters)).upper())

    def lying(self, position: Position) -> int:
        """Return the number of pieces, or seeds, on the board."""
        return (
            sum(position.cells) if self.seeds else sum(content != 0 for content in position.cells)
        )


#: The option of games, and the key in ``about``, that says in which way a game is played without
#: mirrors.
MIRRORS = "mirrors"


class OptionalMembers(Protocol):
    """Optional members of a game, with their defaults.

    A subclass of ``Game`` inherits these; ``make_game`` adds missing ones to any other game, so
    every game has them.

    Attributes:
        scoring: whether moves gain points and a value is a number of points.
        impartial: whether both sides have the same moves, so one box can serve a machine on either
            side.
        repetition: how often a position occurs until the game ends; None where none can recur.
        points: what points count, in the plural, as in ``seeds``.
        about: the size and options of the game by name, for its rules in ``templates/texts``
            (``{take}``, ``aim.last.wins``).
        hands: the most pieces of each kind on the board, by content, if they are put one by one and
            do not fill it.
        packed: a ``kitgen.games.packed.Packed``, for large boards, or None.
        levels: a ``kitgen.games.packed.Levels``, for endgame databases, or None.
        words: a ``kitgen.games.words.WordGame``, for kernels that look ahead, or None.
    """

    scoring: bool = False
    impartial: bool = False
    repetition: int | None = None
    points: str = "points"
    rows_by: RowsBy = "turn"
    about: Mapping[str, int | str] = MappingProxyType({})
    hands: Mapping[int, int] = MappingProxyType({})

    name: str
    spec: str

    @property
    def called(self) -> str:
        """The name of the game in messages: its ``spec``, or a short name if the spec is the
        whole game.
        """
        return self.spec

    @property
    def short_name(self) -> str:
        """The name of the game in messages that are true of each of its boards."""
        return self.name

    # The types of these three load NumPy.

    @property
    def packed(self) -> Any:
        """The game for compiled kernels, or None."""
        return None

    @property
    def levels(self) -> Any:
        """The game by levels, or None."""
        return None

    @property
    def words(self) -> Any:
        """The game in two machine words, or None."""
        return None

    def repeated(self, position: Position) -> int:
        """Return the value for the side to move when the game ends here by repetition: a draw
        unless overridden.

        It depends on the side alone; in games of points it is 0.
        """
        del position
        return 0

    def ending(self, position: Position) -> str:
        """Return the key of the text that says why a finished game is over,
        ``games.NAME.ending.KEY``; "" for none.
        """
        del position
        return ""

    def move_kind(self, position: Position, move: Move) -> str:
        """Return the key of the word for a kind of move where kinds are pictured; else empty."""
        del position, move
        return ""

    def spoken(self, texts: Callable[..., str], language: str) -> Mapping[str, str]:
        """Return the words for a game that has none in the templates: ``name``, ``rules``,
        ``side.…``, ``owner.…``.

        Empty for games whose words are in ``templates/texts/LANGUAGE/games.toml``.
        """
        del texts, language
        return {}

    def stages(self, position: Position, move: Move) -> tuple[Stage, ...]:
        """Return the actions of a hand in a legal move, in order; none for a plain move."""
        del position, move
        return ()


class Game(OptionalMembers, Protocol):
    """What a game must offer. Every method is pure: state in, new state out.

    Attributes:
        spec: name, size and unusual options, such as ``awari:2x3,rules=simple``; reading it gives
            the same game.
        sides: the two players; the one that starts the game first.
        symmetries: every rearrangement of the cells that the rules cannot tell apart, identity
            first.
    """

    name: str
    spec: str
    sides: tuple[Side, Side]
    symmetries: tuple[Symmetry, ...]
    diagram: Diagram

    def __repr__(self) -> str:
        """Return the game in one line."""
        return f"<game {self.spec}>"

    def start(self) -> Position:
        """Return the position in which the game starts."""

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves, sorted; none when the game is over. Symmetric moves are not
        merged.
        """

    def play(self, position: Position, move: Move) -> Step:
        """Return the result of a legal move; that of an illegal one is undefined."""

    def result(self, position: Position) -> int | None:
        """Return the value for the side to move when the game is over, otherwise None."""

    def text(self, position: Position) -> str:
        """Return a position as text, which ``parse`` reads back."""

    def parse(self, text: str) -> Position:
        """Return the position of a text, reachable or not."""

    def move_text(self, move: Move) -> str:
        """Return a move as text; within one position no two legal moves share it."""

    def parse_move(self, position: Position, text: str) -> Move:
        """Return the move of a text in a position, legal or not."""


class GameLike(Protocol):
    """What a game given as an object has at least; it need not be a subclass of ``Game``."""

    @property
    def name(self) -> str:
        """See ``Game``, as for all others."""

    @property
    def spec(self) -> str:
        """The game's name, size and options."""

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two players."""

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the rules."""

    @property
    def diagram(self) -> Diagram:
        """The drawing."""

    def start(self) -> Position:
        """Return the first position."""

    def legal_moves(self, position: Position, /) -> tuple[Move, ...]:
        """Return the legal moves."""

    def play(self, position: Position, move: Move, /) -> Step:
        """Return the result of a legal move."""

    def result(self, position: Position, /) -> int | None:
        """Return the value of a finished position for the side to move."""

    def text(self, position: Position, /) -> str:
        """Return a position as text."""

    def parse(self, text: str, /) -> Position:
        """Return the position of a text."""

    def move_text(self, move: Move, /) -> str:
        """Return a move as text."""

    def parse_move(self, position: Position, text: str, /) -> Move:
        """Return the move of a text."""


#: The optional members.
OPTIONAL = tuple(name for name in vars(OptionalMembers) if not name.startswith("_"))


def completed(game: Any) -> Game:
    """Return a game with the optional members that it lacks: itself, or one that passes everything
    else on to it.

    >>> from kitgen.games.nim import Nim
    >>> nim = Nim(9, 3, "wins")
    >>> completed(nim) is nim
    True
    """
    # getattr on the game itself may load Numba.
    has = {
        name: getattr_static(game, name, None) is not None or hasattr(game, name)
        for name in OPTIONAL
    }
    if all(has.values()):
        own: Game = game
        return own

    def passed_on(name: str) -> property:
        return property(lambda _self: getattr(game, name))

    members: dict[str, Any] = {
        n: passed_on(n) if has[n] else vars(OptionalMembers)[n] for n in OPTIONAL
    }
    members["__getattr__"] = lambda _self, name: getattr(game, name)
    members["__reduce__"] = lambda _self: (
        completed,
        (game,),
    )  # a kit is pickled for the process that checks it
    whole: Game = type(type(game).__name__, (), members)()
    return whole


def only_mirror(game: Game) -> Symmetry | None:
    """Return the mirror of a game that has no other symmetry but the identity, or None.

    A position is then drawn beside its mirror image; several images would confuse the eye.

    >>> from kitgen.games import make_game
    >>> only_mirror(make_game("hexapawn")).name, only_mirror(make_game("tictactoe"))
    ('mirror', None)
    """
    if len(game.symmetries) != 2:
        return None
    mirror = game.symmetries[1]
    centres = game.diagram.centres
    wide = game.diagram.width
    high = game.diagram.height
    moved = [centres[image] for image in mirror.to]
    reflections = (
        [(wide - x, y) for x, y in centres],
        [(x, high - y) for x, y in centres],
        [(y, x) for x, y in centres],
        [(high - y, wide - x) for x, y in centres],
    )
    for reflection in reflections:
        if all(dist(image, place) < 1e-6 for image, place in zip(moved, reflection, strict=True)):
            return mirror
    return None


# On boards with many symmetries the orientation of a picture is hard to see. Two signs give it: an
# arrow towards the picture's upper edge, and what is then swapped: ``⇄`` left and right, or ``⇅``
# top and bottom.

#: Where the upper edge lies after this many quarter turns clockwise; empty where it lies above.
ARROWS = ("", "▶", "▼", "◀")
#: What is swapped: left and right, or top and bottom.
SWAPPED = "⇄"
UPENDED = "⇅"


class Lie(NamedTuple):
    """A symmetry of a board as an action: swap left and right, then turn by quarters, clockwise."""

    swapped: bool
    quarters: int

    @property
    def sign(self) -> str:
        """Its sign on paper, in the order of an operator: the box is laid down first, then seen
        as in a mirror. A box that is turned by half and mirrored is simply upside down: one step.
        """
        if self.swapped and self.quarters == 2:
            return UPENDED
        return ARROWS[self.quarters] + self.mirror

    @property
    def mirror(self) -> str:
        """What is swapped once the box lies there, if anything: on its side, left and right are
        above and below.
        """
        if not self.swapped:
            return ""
        return UPENDED if self.quarters % 2 else SWAPPED


def lie_of(diagram: Diagram, symmetry: Symmetry) -> Lie | None:
    """Return the effect of a symmetry on a board; None if it is neither a turn nor a reflection.

    >>> from kitgen.games import make_game
    >>> game = make_game("tictactoe")
    >>> for symmetry in game.symmetries[1:4]:
    ...     print(symmetry.name, lie_of(game.diagram, symmetry).sign)
    mirror ⇄
    upside-down ⇅
    half-turn ▼
    >>> for symmetry in game.symmetries[4:]:
    ...     print(symmetry.name, lie_of(game.diagram, symmetry).sign)
    quarter-turn ▶
    three-quarter-turn ◀
    diagonal ◀⇅
    antidiagonal ▶⇅
    """
    return _lie_of(diagram.width, diagram.height, diagram.centres, symmetry.to)


@cache  # called for each entry of a long list
def _lie_of(
    wide: float, high: float, centres: tuple[tuple[float, float], ...], to: tuple[int, ...]
) -> Lie | None:
    moved = [centres[image] for image in to]
    for swapped in (False, True):
        image = [*centres]
        if swapped:
            image = [(wide - x, y) for x, y in centres]
        across = wide
        down = high
        for quarters in range(4):
            pairs = zip(moved, image, strict=True)
            if all(abs(x - x2) + abs(y - y2) < 1e-6 for (x, y), (x2, y2) in pairs):
                return Lie(swapped, quarters)
            image = [(down - y, x) for x, y in image]
            across, down = down, across
    return None


class Rng(Protocol):
    """The random numbers of a machine; any object with this method will do."""

    def below(self, count: int) -> int:
        """Return one of the numbers 0 to ``count - 1``, each as likely as the others."""


class Result:
    """A result of the front door. A class of results says ``summary`` and ``table``; if there is
    more, ``report``.
    """

    __slots__ = ()
    #: The columns of the table that name a row in a drawing, and those that are drawn as bars.
    row_labels: ClassVar[tuple[str, ...]] = ()
    bar_columns: ClassVar[tuple[str, ...]] = ()
    #: How many digits of a number a notebook shows.
    digits: ClassVar[int] = 4

    def __init_subclass__(cls) -> None:
        """Let whoever calls a result with wrong arguments be told so as by the functions of the
        front door.
        """
        super().__init_subclass__()
        _check_methods(cls)

    def __repr__(self) -> str:
        """Return the result in one line."""
        return f"<{self.summary()}>"

    def summary(self) -> str:
        """Return the result in one line."""
        raise NotImplementedError

    def table(self) -> list[dict[str, Any]]:
        """Return the result as rows, all with the same keys."""
        raise NotImplementedError

    def report(self) -> Any:
        """Return all of it as plain data, as the command's ``--json`` writes it: the rows,
        unless there is more.
        """
        return self.table()

    # What shows results stands above, and is loaded when somebody looks: printing needs none of it.

    def to_json(self) -> str:
        """Return all of it as JSON, as the command's ``--json`` writes it."""
        text: str = import_module("kitgen.results").json_of(self.report())
        return text

    def to_frame(self, library: Literal["pandas", "polars"] | None = None) -> Any:
        """Return ``table`` as a data frame of pandas or polars, whichever is installed, or the one
        that is named.

        Raises:
            MissingExtraError: neither is installed; the extra ``rl`` brings pandas.
            UsageError: there is no such library of frames.
        """
        return import_module("kitgen.results").frame_of(self.table(), library)

    def plot(self, axes: Any = None) -> Any:
        """Draw the figures of the table with Matplotlib, into axes of yours or new ones; return the
        axes.

        Raises:
            MissingExtraError: Matplotlib is not installed; the extra ``lab`` brings it.
            UsageError: the table has words and no figures.
        """
        return import_module("kitgen.results").plot_of(self, axes)

    def _repr_html_(self) -> str:
        """Return the result as a notebook shows it."""
        shown: str = import_module("kitgen.results").html_of(self)
        return shown


#: What all results can do.
RESULT_METHODS = ("summary", "table", "report", "to_json", "to_frame", "plot")


def _check_methods(kind: type[Result]) -> None:
    """Check the arguments of what all results can do, where a class says how; once."""
    for name in RESULT_METHODS:
        method = vars(kind).get(name)
        if method is not None and not hasattr(method, "__wrapped__"):
            setattr(kind, name, _checked_when_called(method))


def _checked_when_called(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that checks its arguments as the front door does, which few commands load."""

    @wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        return import_module("kitgen.front_door").check_arguments(method)(*args, **kwargs)

    return call


_check_methods(Result)
