"""How a box lies on the table: as it is drawn, mirrored or turned, and the sign for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from kitgen.kit.kit import Box, Kit
from kitgen.model import Diagram, Position, Symmetry, only_mirror

# On boards with many symmetries the orientation of a picture is hard to see. Two signs give it: an
# arrow towards the picture's upper edge, and what is then swapped: ``⇄`` left and right, or ``⇅``
# top and bottom.

#: Where the upper edge lies after this many quarter turns clockwise; empty where it lies above.
ARROWS = ("", "▶", "▼", "◀")
SWAPPED, UPENDED = "⇄", "⇅"


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


class Lie(NamedTuple):
    """A symmetry of a board as an action: swap left and right, then turn by quarters, clockwise."""

    swapped: bool
    quarters: int

    @property
    def sign(self) -> str:
        """Its sign on paper, in the order of an operator: the box is laid down first, then seen
        as in a mirror.
        """
        return ARROWS[self.quarters] + self.mirror

    @property
    def mirror(self) -> str:
        """What is swapped once the box lies there, if anything: on its side, left and right are
        above and below.
        """
        return "" if not self.swapped else UPENDED if self.quarters % 2 else SWAPPED


def lie_of(diagram: Diagram, symmetry: Symmetry) -> Lie | None:
    """Return the effect of a symmetry on a board; None if it is neither a turn nor a reflection.

    >>> from kitgen.games import make_game
    >>> game = make_game("tictactoe")
    >>> for symmetry in game.symmetries[1:4]:
    ...     print(symmetry.name, lie_of(game.diagram, symmetry).sign)
    mirror ⇄
    upside-down ▼⇄
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
        image, across, down = [(wide - x, y) if swapped else (x, y) for x, y in centres], wide, high
        for quarters in range(4):
            if all(
                abs(a - c) + abs(b - d) < 1e-6 for (a, b), (c, d) in zip(moved, image, strict=True)
            ):
                return Lie(swapped, quarters)
            image, across, down = [(down - y, x) for x, y in image], down, across
    return None


def views_of(kit: Kit, box: Box) -> Iterator[View]:
    """Yield each orientation of a box on the table, except those that show the picture of another
    box.

    Turns come before reflections, fewer quarters first.
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
    if only_mirror(kit.game) is not None:
        return SWAPPED
    lie = lie_of(kit.game.diagram, symmetry)
    return f"/{place + 1}" if lie is None else lie.sign
