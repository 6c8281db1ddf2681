"""The contents that a table should have by the rules: the decisions of a machine, each in all of its images."""

import time
from collections.abc import Iterable
from functools import cached_property

from kitgen.errors import KitFileError
from kitgen.kit.kit import Kit
from kitgen.model import Move, Position
from kitgen.verification.reference import LIMIT, Reference, least_image, orbits, walk

#: The work that reading and comparing a table may take, in seconds of CPU; MENACE's takes less than one.
SECONDS = 8.0


class Clock:
    """The seconds of CPU that this thread may still work on a table."""

    def __init__(self) -> None:
        self._end = time.thread_time() + SECONDS

    def check(self) -> None:
        """Raise ``KitFileError`` when the time is over."""
        if time.thread_time() > self._end:
            raise KitFileError("takes too long to compare; give a file with the table alone, a position on each line")


class Truth:
    """The decisions of a machine and their moves; nothing of the boxes in its kit is believed."""

    def __init__(self, kit: Kit) -> None:
        """Walk the game, then start the clock; raise ``TooLargeError`` where it has too many positions."""
        self.kit = kit
        self.game = kit.game
        self.mover = kit.players[0]
        self._reference = Reference(kit)
        self.declared = frozenset(self.least(self.game.parse(text)) for text in kit.choices.mirrors)
        self.known(())
        self.clock = Clock()

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

    @cached_property
    def met(self) -> frozenset[Position]:
        """All positions of the game, whoever is to move."""
        return frozenset(walk(self.game, LIMIT))

    def least(self, position: Position) -> Position:
        """Return the least image of any position."""
        return least_image(self.game, position)

    def orbits(self, position: Position) -> list[tuple[Move, ...]]:
        """Return the legal moves of a position, grouped by the position's own symmetries."""
        return sorted(tuple(sorted(orbit)) for orbit in orbits(self.game, position))

    def lone(self, position: Position) -> bool:
        """Return whether a position has only one distinct move."""
        return len(self.orbits(position)) == 1

    def known(self, positions: Iterable[Position | None]) -> int:
        """Return how many different decisions there are among some positions."""
        return len({self.least_of[position] for position in positions if position in self.least_of})
