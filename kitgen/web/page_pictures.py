"""The pictures of the companion page: each different shape of kitgen's marks once, and its places.

A board is its ground and, for each cell, the marks of its content; a box is a board with arrows and
badges. So hundreds of boxes take little space, and the page can draw any position without knowing
the game.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit
from kitgen.model import Position
from kitgen.paper.card.board import SMALLER, draw_board, fit_grid, machine_below
from kitgen.paper.card.moves import CrowdedError, badge_extent, draw_badge
from kitgen.paper.marks.scene import Disc, Line, Mark, Path, Place, Polygon, Scene, Stamp, Text
from kitgen.papers import Point
from kitgen.render.svg import mark_text
from kitgen.web.page_data import all_colours, signs

#: The length of a board's longer side, in mm.
BOARD_ROOM = 48.0
#: The size of letters on beads, in points.
BEAD_LETTERS = 12.0

#: Two decimals of a number, and the invisible ones after them.
_FINE = re.compile(r"(\.[0-9]{2})[0-9]+")
#: A decimal point with only zeros after it.
_EVEN = re.compile(r"(?<=\d)\.0+(?=[\s,\"])")
#: A shape's number and its place.
Placed = list[float]
#: The numbers of all different shapes of a page, by their SVG, which is drawn about the shape's
#: first point.
Shapes = dict[str, int]
#: A cell and what stands on it.
CellContent = tuple[int, int]


class BoardMarks(NamedTuple):
    """The marks of which any position on a board can be put together.

    Attributes:
        ground: what is there in every position.
        parts: the marks of each cell with each content.
    """

    ground: list[Mark]
    parts: dict[CellContent, list[Mark]]


def board_pictures(kit: Kit, seen: Sequence[Position]) -> dict[str, Any]:
    """Return the pictures of a kit's board alone, for all positions ``seen`` on it."""
    shapes: Shapes = {}
    board = _placed_board(kit, shapes, _board_marks(kit, seen))
    return board | {"shapes": list(shapes)}


def pictures(kits: Sequence[Kit], seen: Sequence[Position]) -> dict[str, Any]:
    """Return the pictures of machines' boards, boxes and beads, for all positions ``seen`` on the
    page.

    All boards have the first machine's orientation.
    """
    kit = kits[0]
    all_boxes = list(chain.from_iterable(machine.boxes for machine in kits))
    shapes: Shapes = {}
    size, scenes = _box_scenes(kit, all_boxes)
    board = _board_marks(kit, [*seen, *(box.position for box in all_boxes)], size)
    boxes = [
        _placed_box(box, scene, board, shapes) for box, scene in zip(all_boxes, scenes, strict=True)
    ]
    palette = all_colours(kits)
    beads = [place_marks(draw_badge(colour, (0, 0), BEAD_LETTERS), shapes) for colour in palette]
    extents = [badge_extent(colour.symbol, BEAD_LETTERS) for colour in palette]
    reach = max(abs(edge) for edge in chain.from_iterable(extents))
    return _placed_board(kit, shapes, board) | {
        "boxes": boxes,
        "positions": [signs(box.position.cells) for box in all_boxes],
        "beads": beads,
        "reach": round(reach, 2),
        "shapes": list(shapes),
    }


def place_marks(marks: Iterable[Mark], shapes: Shapes) -> list[Placed]:
    """Return marks as shapes in their places; ``shapes`` takes in the new ones."""
    placed = []
    for mark in marks:
        x, y = _anchor(mark)
        about_its_anchor = mark.placed(Place(-x, -y))
        shape = _EVEN.sub("", _FINE.sub(r"\1", mark_text(about_its_anchor)))
        number = shapes.setdefault(shape, len(shapes))
        placed.append([number, round(x, 1), round(y, 1)])  # half a dot on a screen, or less
    return placed


def _anchor(mark: Mark) -> Point:
    """Return the point of a mark about which its shape is drawn."""
    match mark:
        case Line(start=point) | Disc(centre=point) | Text(at=point) | Stamp(at=point):
            return point
        case Polygon():
            return mark.points[0]
        case Path():
            return next(point for _, *points in mark.steps for point in points)


def _board_marks(kit: Kit, seen: Sequence[Position], size: float = 1.0) -> BoardMarks:
    """Return the marks of an empty board, and of each cell with each content that is seen there.

    ``size`` is that of pieces, as a share of the usual one.
    """
    empty = (0,) * len(kit.game.diagram.centres)
    bare = _marks_of(kit, empty, size)
    contents: set[CellContent] = set()
    for position in seen:
        contents.update(enumerate(position.cells))
    alone = {}
    for cell, content in sorted(contents):
        only = (*empty[:cell], content, *empty[cell + 1 :])
        alone[cell, content] = _marks_of(kit, only, size)
    ground = [mark for mark in bare if all(mark in marks for marks in alone.values())]
    parts = {}
    for (cell, content), marks in alone.items():
        if content == 0:
            parts[cell, content] = _marks_of_empty_cell(cell, bare, ground, alone)
        else:
            parts[cell, content] = [mark for mark in marks if mark not in bare]
    return BoardMarks(ground, parts)


def _marks_of(kit: Kit, contents: tuple[int, ...], size: float) -> list[Mark]:
    position = Position(contents, 0)
    turned = machine_below(kit)
    scene = draw_board(kit.game, position, (), BOARD_ROOM, BOARD_ROOM, turned=turned, size=size)
    return scene.marks


def _marks_of_empty_cell(
    cell: int,
    bare: Sequence[Mark],
    ground: Sequence[Mark],
    alone: Mapping[CellContent, Sequence[Mark]],
) -> list[Mark]:
    """Return the marks of an empty board that disappear when a cell has any content."""
    with_content = [marks for (at, content), marks in alone.items() if at == cell and content]
    vanishing = []
    for mark in bare:
        is_covered = any(mark not in marks for marks in with_content)
        if is_covered and mark not in ground:
            vanishing.append(mark)
    return vanishing


def _placed_board(kit: Kit, shapes: Shapes, board: BoardMarks) -> dict[str, Any]:
    grid = fit_grid(kit.game.diagram, BOARD_ROOM, BOARD_ROOM, turned=machine_below(kit))
    ground = place_marks(board.ground, shapes)
    parts = {}
    for (cell, content), marks in board.parts.items():
        if marks:
            parts[f"{cell}:{content}"] = place_marks(marks, shapes)
    return {
        "size": [round(length, 2) for length in grid.size],
        "cell": [round(grid.cell_width, 2), round(grid.cell_height, 2)],
        "centres": [[round(x, 2), round(y, 2)] for x, y in grid.centres],
        "ground": ground,
        "parts": parts,
    }


def _placed_box(
    box: Box, scene: Scene, board: BoardMarks, shapes: Shapes
) -> tuple[list[Placed], list[Placed]]:
    """Return what a box's picture has beneath its position, and above it."""
    position = list(board.ground)
    for cell_content in enumerate(box.position.cells):
        position += board.parts[cell_content]
    last = max(at for at, mark in enumerate(scene.marks) if mark in position)
    beneath = [mark for mark in scene.marks[:last] if mark not in position]
    above = scene.marks[last + 1 :]
    return place_marks(beneath, shapes), place_marks(above, shapes)


def _box_scenes(kit: Kit, boxes: Sequence[Box]) -> tuple[float, list[Scene]]:
    """Return the size of pieces that leaves room for the moves of all boxes, and their pictures."""
    for size in (1.0, *SMALLER):
        with suppress(CrowdedError):
            return size, [_box_scene(kit, box, size) for box in boxes]
    raise UsageError(f"positions of {kit.game.called} have too many moves to be drawn on a page")


def _box_scene(kit: Kit, box: Box, size: float) -> Scene:
    turned = machine_below(kit)
    return draw_board(
        kit.game, box.position, box.slots, BOARD_ROOM, BOARD_ROOM, turned=turned, size=size
    )
