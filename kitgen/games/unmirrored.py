"""A game played so that nobody has to turn or mirror a board: each position is met, and has its
box, as it lies.

``never`` keeps all moves. ``left`` and ``right`` also take away moves that bring nothing new: in a
position that is its own mirror image, such as the start, everybody moves on that side or in the
middle.
"""

from typing import TYPE_CHECKING, Any, Literal, get_args

from kitgen.errors import UnknownNameError, UsageError, set_off
from kitgen.games.told import TOLD
from kitgen.model import MIRRORS, Game, Move, Position, Symmetry

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The ways of playing without mirrors.
Unmirroring = Literal["never", "left", "right"]


class Unmirrored:
    """A game without symmetries; everything else is that of the ``plain`` game with them.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn:3x3,mirrors=left")
    >>> [game.move_text(move) for move in game.legal_moves(game.start())]
    ['a1a2', 'b1b2']
    """

    # Compiled kernels know the game only with its symmetries and all of its moves.
    packed = None
    levels = None
    words = None

    def __init__(self, game: Game, way: Unmirroring) -> None:
        self.plain = game
        self._way = way
        self._mirrors = game.symmetries[1:]
        self.symmetries: tuple[Symmetry, ...] = game.symmetries[:1]
        self.spec = f"{game.spec},{MIRRORS}={way}"
        self.called = self.spec
        self.about: Mapping[str, int | str] = {**game.about, MIRRORS: way}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return Unmirrored, (self.plain, self._way)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves, sorted; of those that are images of each other perhaps only
        one.
        """
        moves = self.plain.legal_moves(position)
        if self._way == "never":
            return moves
        own = [mirror for mirror in self._mirrors if mirror.position(position) == position]
        if not own:
            return moves
        return tuple(move for move in moves if self._comes_before_its_images(move, own))

    def _comes_before_its_images(self, move: Move, mirrors: list[Symmetry]) -> bool:
        place = self._place(move)
        return all(place <= self._place(mirror.move(move)) for mirror in mirrors)

    def _place(self, move: Move) -> tuple[float, float]:
        """Return the sort key of a move: how far it is from the side on which everybody moves,
        then where it begins.
        """
        centres = self.plain.diagram.centres
        sign = 1 if self._way == "left" else -1
        end = centres[move.target][0]
        begin = end if move.source is None else centres[move.source][0]
        return sign * (begin + end), sign * begin


def _has_two_sides(game: Game) -> bool:
    """Return whether the only image of a board has left and right exchanged."""
    if len(game.symmetries) != 2:
        return False
    places = game.diagram.centres
    images = [places[cell] for cell in game.symmetries[1].to]
    width = game.diagram.width
    return all(
        x + other_x == width and y == other_y
        for (x, y), (other_x, other_y) in zip(places, images, strict=True)
    )


def unmirrored(game: Game, way: str) -> Game:
    """Return a game played without mirrors.

    Raises:
        UsageError: there is no such way, or no board of the game has an image, or other images than
            left and right.
    """
    ways = get_args(Unmirroring)
    if way not in ways:
        raise UnknownNameError(f"way of {MIRRORS}", way, ways)
    if len(game.symmetries) == 1:
        raise UsageError(
            f"no board of {game.called} is turned or mirrored; leave out {set_off(MIRRORS)}"
        )
    if way != "never" and not _has_two_sides(game):
        raise UsageError(
            f"{MIRRORS}={way} is for boards that are only mirrored left and right; {game.called} "
            f"takes {MIRRORS}=never"
        )
    variant: Any = Unmirrored(game, way)  # type: ignore[arg-type]
    whole: Game = variant
    return whole


def with_mirrors(game: Game, way: str) -> Game:
    """Return a game with mirrors, if these are ``allowed``, or played in one of the ways without.

    >>> from kitgen.games import make_game
    >>> game = with_mirrors(make_game("hexapawn"), "never")
    >>> game.spec, with_mirrors(game, "allowed").spec
    ('hexapawn:3x3,mirrors=never', 'hexapawn:3x3')
    """
    variant: Any = game
    plain: Game = variant.plain if isinstance(variant, Unmirrored) else game
    if way == "allowed":
        return plain
    if plain.spec.startswith(TOLD):
        raise UsageError(
            f"{plain.called} is told as data, whose boards are always mirrored; leave out --mirrors"
        )
    return unmirrored(plain, way)
