"""The contents that a table should have by the rules: the decisions of a machine, each in all of its images."""

import time

from kitgen.errors import KitFileError
from kitgen.kit.kit import Kit
from kitgen.model import Move, Position
from kitgen.verification.reference import LIMIT, Reference, least_image, orbits, walk

#: The work that reading and comparing a table may take, in seconds of CPU; MENACE's takes less than one.
SECONDS = 8.0


class Truth:
    """The decisions of a machine and their moves; nothing of the boxes in its kit is believed.

    Attributes:
        images: all images of each decision by its least one, in the order in which decisions are met.
        least_of: the least image of each image of a decision.
        declared: the decisions of which the kit has mirror images, too.
    """

    def __init__(self, kit: Kit) -> None:
        """Walk the game, then start the clock; raise ``TooLargeError`` where it has too many positions."""
        self.kit = kit
        self.game = kit.game
        self.mover = kit.players[0]
        turns = Reference(kit).turns
        self.images = {
            least: tuple(dict.fromkeys((least, *(symmetry.position(least) for symmetry in self.game.symmetries))))
            for least in sorted(turns, key=lambda least: (turns[least], least))
        }
        self.least_of = {image: least for least, images in self.images.items() for image in images}
        self.declared = frozenset(self.least(self.game.parse(text)) for text in kit.choices.mirrors)
        self._end = time.thread_time() + SECONDS

    def check(self) -> None:
        """Raise ``KitFileError`` when the time for this table is over."""
        if time.thread_time() > self._end:
            raise KitFileError("takes too long to compare; give a file with the table alone, a position on each line")

    def met(self) -> frozenset[Position]:
        """Return all positions of the game, with the machine's side to move in each."""
        return frozenset(Position(position.cells, self.mover) for position in walk(self.game, LIMIT))

    def least(self, position: Position) -> Position:
        """Return the least image of any position."""
        return least_image(self.game, position)

    def orbits(self, position: Position) -> list[tuple[Move, ...]]:
        """Return the legal moves of a position, grouped by the position's own symmetries."""
        return sorted(tuple(sorted(orbit)) for orbit in orbits(self.game, position))
