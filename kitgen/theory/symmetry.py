"""Canonical form, stabiliser and orbits of moves under a game's symmetries."""

from collections.abc import Sequence
from operator import itemgetter

from kitgen.model import Game, Move, Position, Symmetry


class Symmetries:
    """The symmetries of one game, prepared for quick use.

    The canonical form of a position is the least of its images, comparing cells in order.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> symmetries = Symmetries(game)
    >>> symmetries.canonical(game.parse("bbb/w../.ww b")) == game.parse("bbb/..w/ww. b")
    True
    """

    def __init__(self, game: Game) -> None:
        self.all = game.symmetries
        # itemgetter reads the cells of the image in order: cell j of the image comes from inverse.to[j].
        # On one cell it would not return a tuple, but then the identity is the only symmetry.
        self._images = [(s, itemgetter(*s.inverse().to)) for s in self.all[1:]]

    def canonical(self, position: Position) -> Position:
        """Return the one position that stands for all images of this one."""
        cells = position.cells
        least = min((image(cells) for _, image in self._images), default=cells)
        return position if cells <= least else Position(least, position.to_move)

    def stabiliser(self, position: Position) -> tuple[Symmetry, ...]:
        """Return the symmetries that leave a position as it is, the identity among them."""
        cells = position.cells
        return (self.all[0], *(s for s, image in self._images if image(cells) == cells))

    def orbits(self, position: Position, moves: Sequence[Move]) -> tuple[tuple[Move, ...], ...]:
        """Return the moves of a position in groups that its own symmetries exchange.

        Groups come in the order of their first moves, moves sorted within a group.
        """
        stabiliser = self.stabiliser(position)
        if len(stabiliser) == 1:
            return tuple((move,) for move in moves)
        orbits: dict[Move, tuple[Move, ...]] = {}
        for move in moves:
            orbit = tuple(sorted({s.move(move) for s in stabiliser}))
            orbits.setdefault(orbit[0], orbit)
        return tuple(orbits[first] for first in sorted(orbits))
