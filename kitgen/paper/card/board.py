"""A position as marks: board, pieces, arrows and badges, as docs/reading-a-card.md describes them.

Nothing here knows a game; everything comes from its ``Diagram``, whose board style and way of marking moves have
files of their own (``styles/``, ``marking.py``).
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Diagram, Game, Position, Symmetry
from kitgen.paper.card.badge import contrast, draw_badge
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.marking import marking_of
from kitgen.paper.card.placing import CrowdedError
from kitgen.paper.card.setting import Setting
from kitgen.paper.card.styles import style_of
from kitgen.paper.card.wells import place_wells
from kitgen.paper.marks.scene import DARK, WHITE, Disc, Scene, Stroke


def fit_grid(diagram: Diagram, width: float, height: float, *, turned: bool = False) -> Grid:
    """Return the grid that fills a room in mm best, with cells as wide and high as the board's style wants them."""
    return style_of(diagram).fit(diagram, width, height, turned=turned)


def draw_board(
    game: Game,
    position: Position,
    slots: Sequence[Slot],
    width: float,
    height: float,
    *,
    turned: bool = False,
    well: float = 0.0,
) -> Scene:
    """Return a position with its moves, as large as the room allows; the scene is as large as the board.

    Args:
        game: gives the diagram.
        position: what lies on the cells.
        slots: the moves to draw, each in its colour; none for a bare position.
        width: of the room, in mm.
        height: of the room, in mm.
        turned: True to see the board from the other side.
        well: the radius of the ring round each arrow in which its bead lies, in mm; 0 for no rings.

    Raises:
        CrowdedError: the moves find no room at this size.
    """
    grid = fit_grid(game.diagram, width, height, turned=turned)
    marking = marking_of(game.diagram)
    # In low cells pieces of facing sides stand a little high: the machine moves down, and below its pieces the
    # badges find room.
    low = min(1.4, max(0.0, (8 - grid.height) / 3))
    setting = Setting(grid, position, 0.135 * low if game.diagram.turns and marking.facing else 0.0)
    scene = Scene(*grid.size)
    scene.add(*setting.style.cells(grid, position), *setting.style.names(grid))
    if well:
        scene.add(*_wells(setting, slots, well))
    for letters in marking.letters(grid):  # the largest at which all badges find room
        try:
            marks, middles = marking.mark(setting, slots, letters)
        except CrowdedError:
            continue
        scene.add(*marks, *setting.draw_pieces())
        for slot, middle in zip(slots, middles, strict=True):
            scene.add(*draw_badge(slot.colour, middle, letters))
        return scene
    raise CrowdedError


def _wells(setting: Setting, slots: Sequence[Slot], radius: float) -> list[Disc]:
    """Return the ring round the arrow of each slot.

    Raises:
        CrowdedError: they find no room.
    """
    drawn = marking_of(setting.diagram).drawn(setting, slots)
    coloured = [(one.arrow, one.colour.fill) for one in drawn if one.colour]
    twins = [one.arrow for one in drawn if not one.colour]
    middles = place_wells([arrow for arrow, _ in coloured], twins, [*setting.hulls.values()], radius)
    return [
        Disc(middle, radius, WHITE, Stroke(fill if contrast(fill, WHITE) > 2 else DARK, 0.4))
        for middle, (_, fill) in zip(middles, coloured, strict=True)
    ]


def machine_below(kit: Kit) -> bool:
    """Return whether the board must be turned so that the machine sits at the top."""
    return kit.game.diagram.turns and kit.players == (0,)


def cell_rows(kit: Kit) -> Sequence[Sequence[int]]:
    """Return the cells of the board as a kit prints it, row by row from above, each from left to right.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.kit.editions import Wish
    >>> cell_rows(make_kit("her")), cell_rows(make_kit("her", Wish(side="white")))
    ([[0, 1, 2], [3, 4, 5], [6, 7, 8]], [[8, 7, 6], [5, 4, 3], [2, 1, 0]])
    """
    way = -1 if machine_below(kit) else 1
    cells = sorted((way * y, way * x, cell) for cell, (x, y) in enumerate(kit.game.diagram.centres))
    return [[cell for _, _, cell in row] for _, row in groupby(cells, key=lambda cell: cell[0])]


def draw_box(
    kit: Kit, box: Box, width: float, height: float, symmetry: Symmetry | None = None, *, well: float = 0.0
) -> Scene:
    """Return the board of a box as it is printed, or its image under a symmetry with the moves mapped.

    Raises:
        CrowdedError: the moves find no room at this size.
    """
    position, slots = image(box.position, box.slots, symmetry) if symmetry else (box.position, box.slots)
    return draw_board(kit.game, position, slots, width, height, turned=machine_below(kit), well=well)


def image(position: Position, slots: Sequence[Slot], symmetry: Symmetry) -> tuple[Position, tuple[Slot, ...]]:
    """Return a position and its slots as a symmetry shows them; colours stay with their moves."""
    turned = tuple(replace(slot, moves=tuple(map(symmetry.move, slot.moves))) for slot in slots)
    return symmetry.position(position), turned
