"""What a table should hold, by the rules: the decisions of a machine, each in all of its images."""

from collections.abc import Iterable
from functools import cached_property

from kitgen.check.kit.reference import Reference, least_image
from kitgen.kit.kit import Kit
from kitgen.model import Move, Position


class Truth:
    """The decisions of a machine, and what their moves are.

    Attributes:
        kit: the kit whose machine it is; of its boxes nothing is believed.
        game: its game.
        mover: who is to move in all of its positions.
    """

    def __init__(self, kit: Kit) -> None:
        """Walk the game.

        Raises:
            TooLargeError: it has too many positions.
        """
        self.kit = kit
        self.game = kit.game
        self.mover = kit.players[0]
        self._reference = Reference(kit)
        self.declared = frozenset(self.least(self.game.parse(text)) for text in kit.choices.mirrors)

    @cached_property
    def decisions(self) -> tuple[Position, ...]:
        """The least image of each decision, in the order in which they are met."""
        return tuple(sorted(self._reference.turns, key=lambda least: (self._reference.turns[least], least)))

    @cached_property
    def images(self) -> dict[Position, tuple[Position, ...]]:
        """All images of each decision, the least first."""
        return {
            least: tuple(dict.fromkeys(s.position(least) for s in (self.game.symmetries[0], *self.game.symmetries)))
            for least in self.decisions
        }

    @cached_property
    def least_of(self) -> dict[Position, Position]:
        """The least image of each image of a decision."""
        return {image: least for least, images in self.images.items() for image in images}

    def least(self, position: Position) -> Position:
        """Return the least image of any position."""
        return least_image(self.game, position)

    def orbits(self, position: Position) -> list[tuple[Move, ...]]:
        """Return the legal moves of a position, those together that its own symmetries exchange."""
        moves = self.game.legal_moves(position)
        own = [s for s in self.game.symmetries if s.position(position) == position]
        return sorted({tuple(sorted({s.move(move) for s in own})) for move in moves})

    def lone(self, position: Position) -> bool:
        """Return whether a position has one distinct move only."""
        return len(self.orbits(position)) == 1

    def known(self, positions: Iterable[Position | None]) -> int:
        """Return how many different decisions there are among some positions."""
        return len({self.least_of[position] for position in positions if position in self.least_of})
