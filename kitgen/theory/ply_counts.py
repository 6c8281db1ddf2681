"""What is counted of the positions that are reached after one number of plies, and how far counting has come."""

from collections.abc import Callable
from dataclasses import dataclass

#: Called with what is being done, how much of it is done, and how much there is (None when not yet known).
Progress = Callable[[str, int, int | None], None]


#: What is counted.
FIGURES = ("positions", "boxes", "slots", "choices")


@dataclass(frozen=True, slots=True)
class Layer:
    """The positions that are first reached after one number of plies.

    Attributes:
        depth: the number of plies.
        side: the side to move there.
        positions: how many there are, up to symmetry.
        boxes: how many of them are not over.
        slots: the distinct moves of all boxes together.
        choices: how many boxes have more than one slot.
    """

    depth: int
    side: int
    positions: int
    boxes: int
    slots: int
    choices: int

    @property
    def turn(self) -> int:
        """Which turn of the side to move it is, from 1 on."""
        return self.depth // 2 + 1

    def figures(self) -> dict[str, int]:
        """Return what is counted, by name."""
        return {name: getattr(self, name) for name in FIGURES}
