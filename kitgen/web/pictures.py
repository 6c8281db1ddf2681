"""The kit's boards as the page draws them: kitgen's own marks, each different shape once, and where it lies.

A board is its ground and, for each cell, what its content adds; a box is a board and its arrows and badges. So a kit of
some hundred boxes takes little room, and the page puts any position together without knowing what it shows.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from kitgen.kit.kit import Kit
from kitgen.model import Position
from kitgen.paper.card.badge import badge_extent, draw_badge
from kitgen.paper.card.board import draw_board, fit_grid, machine_below
from kitgen.paper.marks.scene import Disc, Line, Mark, Path, Place, Point, Polygon, Scene, Text
from kitgen.render.svg import mark_text
from kitgen.web.export import all_colours

#: The room of a board, in mm, and the letters on a bead, in points.
ROOM = 48.0
BEAD_LETTERS = 12.0

#: A shape's number, and where it lies.
Placed = list[float]


class Shapes:
    """All different shapes of a page.

    Attributes:
        texts: each as SVG, drawn about its own first point.
    """

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}

    def place(self, marks: Iterable[Mark]) -> list[Placed]:
        """Return marks as shapes in their places."""
        placed = []
        for mark in marks:
            x, y = (round(length, 2) for length in _anchor(mark))
            shape = mark_text(mark.placed(Place(-x, -y)))
            placed.append([self.texts.setdefault(shape, len(self.texts)), x, y])
        return placed


def _anchor(mark: Mark) -> Point:
    """Return a point that a mark's shape is drawn about."""
    match mark:
        case Line():
            return mark.start
        case Disc():
            return mark.centre
        case Polygon():
            return mark.points[0]
        case Path():
            return next(point for _, *points in mark.steps for point in points)
        case Text():
            return mark.at


def pictures(kit: Kit, seen: Sequence[Position], others: Sequence[Kit] = ()) -> dict[str, Any]:
    """Return how boards, boxes and beads of a kit are drawn.

    Args:
        kit: the kit.
        seen: all positions that the page can show.
        others: machines whose boxes come after its own; their boards lie as its own do.
    """
    own = [box for one in (kit, *others) for box in one.boxes]
    shapes, size = Shapes(), len(kit.game.diagram.centres)
    bare = _board(kit, Position((0,) * size, 0)).marks
    shown = [*seen, *(box.position for box in own)]
    contents = sorted({pair for position in shown for pair in enumerate(position.cells)})
    alone = {
        (cell, content): _board(kit, Position(tuple(content if at == cell else 0 for at in range(size)), 0)).marks
        for cell, content in contents
    }
    ground = [mark for mark in bare if all(mark in marks for marks in alone.values())]
    # What an empty cell shows is what goes when anything lies there.
    emptied = {cell: [mark for mark in bare if mark not in ground and _goes(mark, cell, alone)] for cell, _ in alone}
    parts = {
        (cell, content): emptied[cell] if content == 0 else [mark for mark in marks if mark not in bare]
        for (cell, content), marks in alone.items()
    }
    boxes = []
    for box in own:
        scene = draw_board(kit.game, box.position, box.slots, ROOM, ROOM, turned=machine_below(kit))
        lying = [*ground, *(mark for pair in enumerate(box.position.cells) for mark in parts[pair])]
        last = max(at for at, mark in enumerate(scene.marks) if mark in lying)
        under = [mark for mark in scene.marks[:last] if mark not in lying]
        boxes.append([shapes.place(under), shapes.place(scene.marks[last + 1 :])])
    grid = fit_grid(kit.game.diagram, ROOM, ROOM, turned=machine_below(kit))
    palette = all_colours([kit, *others])
    beads = [shapes.place(draw_badge(colour, (0, 0), BEAD_LETTERS)) for colour in palette]
    reach = max(abs(edge) for colour in palette for edge in badge_extent(colour.symbol, BEAD_LETTERS))
    return {
        "size": [round(length, 2) for length in grid.size],
        "cell": [round(grid.width, 2), round(grid.height, 2)],
        "centres": [[round(x, 2), round(y, 2)] for x, y in grid.centres],
        "ground": shapes.place(ground),
        "parts": {f"{cell}:{content}": shapes.place(marks) for (cell, content), marks in parts.items() if marks},
        "boxes": boxes,
        "positions": [_cells(box.position) for box in own],
        "beads": beads,
        "reach": round(reach, 2),
        "shapes": list(shapes.texts),
    }


def _board(kit: Kit, position: Position) -> Scene:
    """Return a bare position."""
    return draw_board(kit.game, position, (), ROOM, ROOM, turned=machine_below(kit))


def _goes(mark: Mark, cell: int, alone: dict[tuple[int, int], list[Mark]]) -> bool:
    """Return whether a mark of the bare board goes when something lies on a cell."""
    return any(mark not in marks for (at, content), marks in alone.items() if at == cell and content)


def _cells(position: Position) -> str:
    """Return what lies on the cells, a letter each, as the engine's data has it."""
    return "".join(chr(ord("0") + content) for content in position.cells)
