"""How a box can lie on the table: as it is drawn, turned by quarters, and with left and right swapped.

On boards with many symmetries nobody sees at a glance how a picture lies. Two signs say it: an arrow towards the side
on which the picture's upper edge lies, and ``⇄`` where left and right are then to be swapped. The arrow is drawn on
paper, so that it still points to the right side of the table when the sheet itself is turned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from kitgen.kit.kit import Box, Kit
from kitgen.model import Diagram, Position, Symmetry, only_mirror
from kitgen.paper.card.marking import marking_of

#: Where the upper edge lies after so many quarter turns clockwise; nothing where it lies above.
ARROWS = ("", "▶", "▼", "◀")
SWAPPED = "⇄"


@dataclass(frozen=True, slots=True)
class View:
    """One way in which a box lies on the table.

    Attributes:
        box: the box.
        symmetry: takes its picture to the table.
        position: what then lies on the table.
        sign: says how the box lies; empty where it lies as it is drawn.
    """

    box: Box
    symmetry: Symmetry
    position: Position
    sign: str = ""

    @property
    def name(self) -> str:
        """The id, with the sign."""
        return self.box.id + self.sign


@dataclass(frozen=True, slots=True)
class Lie:
    """A symmetry of a board as something to do: swap left and right, then turn by quarters, clockwise."""

    quarters: int
    swapped: bool

    @property
    def sign(self) -> str:
        """What stands for it on paper."""
        return ARROWS[self.quarters] + SWAPPED * self.swapped


def lie_of(diagram: Diagram, symmetry: Symmetry) -> Lie | None:
    """Return what a symmetry does to a board; None where it is neither a turn nor a reflection.

    >>> from kitgen.games import make_game
    >>> game = make_game("tictactoe")
    >>> [f"{symmetry.name} {lie_of(game.diagram, symmetry).sign}".strip() for symmetry in game.symmetries]
    ['identity', 'mirror ⇄', 'upside-down ▼⇄', 'half-turn ▼', 'quarter-turn ▶', 'three-quarter-turn ◀', \
'diagonal ◀⇄', 'antidiagonal ▶⇄']
    """
    return _lie_of(diagram.width, diagram.height, diagram.centres, symmetry.to)


@cache  # asked of each entry of a long list
def _lie_of(wide: float, high: float, centres: tuple[tuple[float, float], ...], to: tuple[int, ...]) -> Lie | None:
    moved = [centres[image] for image in to]
    for swapped in (False, True):
        seen = [(wide - x, y) if swapped else (x, y) for x, y in centres]
        turned = (
            seen,
            [(high - y, x) for x, y in seen],
            [(wide - x, high - y) for x, y in seen],
            [(y, wide - x) for x, y in seen],
        )
        for quarters, image in enumerate(turned):
            if all(abs(a - c) + abs(b - d) < 1e-6 for (a, b), (c, d) in zip(moved, image, strict=True)):
                return Lie(quarters, swapped)
    return None


def turns_with_board(kit: Kit) -> bool:
    """Return whether a sheet for a kit is laid as the board lies, by turning it: where a board has many symmetries.

    Where there is a mirror at most, each picture stands beside its mirror image, and nothing is turned. So it is, too,
    where moves are arrows: what is turned is read by the places of marks alone.
    """
    many = len(kit.symmetries.all) > 2
    return (
        many
        and not marking_of(kit.game.diagram).arrows
        and all(lie_of(kit.game.diagram, symmetry) is not None for symmetry in kit.symmetries.all)
    )


def views_of(kit: Kit, box: Box) -> Iterator[View]:
    """Yield each way in which a box can lie on the table, but for those that show the picture of another box."""
    seen = set()
    for symmetry in _plainest_first(kit):
        position = symmetry.position(box.position)
        own = kit.locate(position) or kit.always_played(position)
        if position not in seen and own is not None and own[0] is box:
            seen.add(position)
            yield View(box, symmetry, position, _sign(kit, symmetry))


def view_at(kit: Kit, position: Position) -> View | None:
    """Return the box for a position, as it lies; None where the machine has none, or plays without one."""
    found = kit.locate(position) or kit.always_played(position)
    if found is None:
        return None
    box, _ = found
    return next(view for view in views_of(kit, box) if view.position.cells == position.cells)


def _plainest_first(kit: Kit) -> Sequence[Symmetry]:
    """Return a kit's symmetries: those that turn a picture before those that swap its sides, fewer quarters first."""

    def plain(symmetry: Symmetry) -> tuple[bool, int]:
        lie = lie_of(kit.game.diagram, symmetry)
        return (True, 4) if lie is None else (lie.swapped, lie.quarters)

    first, *others = kit.symmetries.all
    return (first, *sorted(others, key=plain))


def _sign(kit: Kit, symmetry: Symmetry) -> str:
    """Return the sign of a way to lie; a number where the board is neither turned nor mirrored, or both by the eye."""
    place = kit.symmetries.all.index(symmetry)
    if place == 0:
        return ""
    if only_mirror(kit.game) is not None:
        return SWAPPED
    lie = lie_of(kit.game.diagram, symmetry)
    return f"/{place + 1}" if lie is None else lie.sign
