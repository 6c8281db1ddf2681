"""Which moves of the other side lead to a box's position: what an operator has just seen, so a help in finding it."""

import math

from kitgen.kit.kit import Box, Kit
from kitgen.model import Move
from kitgen.paper.card.board import fit_grid, machine_below
from kitgen.paper.card.marking import marking_of
from kitgen.paper.card.styles import style_of
from kitgen.paper.marks.scene import DARK, Disc, Line, Point, Polygon, Scene, Stroke


def begins(kit: Kit, box: Box) -> bool:
    """Return whether the machine begins the game with a box."""
    start = kit.game.start()
    return (
        start.to_move in kit.players
        and kit.symmetries.canonical(start).cells == kit.symmetries.canonical(box.position).cells
    )


def draw_arrivals(kit: Kit, moves: tuple[Move, ...], width: float, height: float) -> Scene:
    """Return a small board without pieces, seen as on the boxes, with moves marked on it in dark.

    Args:
        kit: gives the game and the side at the top.
        moves: an arrow for each, or a disc in the cell that is filled or sown from.
        width: of the room, in mm.
        height: of the room, in mm.
    """
    diagram = kit.game.diagram
    grid = fit_grid(diagram, width, height, turned=machine_below(kit))
    scene = Scene(grid.width * diagram.width, grid.height * diagram.height)
    scene.add(*(style_of(diagram).small_cell(grid, cell) for cell in range(len(diagram.centres))))
    for move in moves:
        start, *others = (grid.centre(cell) for cell in marking_of(diagram).cells(move))
        if others:
            scene.add(*_arrow(start, others[0], 0.13 * grid.unit))
        else:
            scene.add(Disc(start, 0.24 * grid.unit, DARK))
    return scene


def _arrow(start: Point, end: Point, half: float) -> list[Line | Polygon]:
    """Return an arrow from the middle of one cell to that of another: a shaft and a head of three corners."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    neck = (end[0] - 3.2 * half * x, end[1] - 3.2 * half * y)
    corners = (
        (neck[0] - 1.9 * half * y, neck[1] + 1.9 * half * x),
        end,
        (neck[0] + 1.9 * half * y, neck[1] - 1.9 * half * x),
    )
    return [Line(start, neck, Stroke(DARK, max(0.2, half))), Polygon(corners, DARK)]
