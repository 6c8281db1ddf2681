"""Boards for fingers: as on cards, but thick, black, few, and far apart."""

from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.board import machine_below
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.styles import style_of
from kitgen.paper.marks.braille import Braille
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import Scene
from kitgen.paper.marks.touch import APART


def board_room(kit: Kit, braille: Braille, unit: float) -> tuple[float, float]:
    """Return width and height of a board for fingers with the names of its cells, in mm."""
    diagram = kit.game.diagram
    left, above, below = style_of(diagram).touch_margins(diagram, braille)
    return left + diagram.width * unit, above + diagram.height * unit + below


def draw_board(kit: Kit, box: Box, braille: Braille, unit: float) -> Scene:
    """Return a position for fingers, as large as ``board_room`` says."""
    diagram = kit.game.diagram
    style, grid = style_of(diagram), Grid(diagram, unit, unit, machine_below(kit))
    scene = Scene(*board_room(kit, braille, unit))
    left, above, _ = style.touch_margins(diagram, braille)
    high = diagram.height * unit
    centres = [(left + x, above + y) for x, y in grid.centres]
    scene.add(*style.touch_ground(grid, braille, (left, above)))
    for middle, content in zip(centres, box.position.cells, strict=True):
        scene.add(*style.touch_cell(middle, unit, content, braille))
        kind = diagram.pieces.get(content)
        if kind:
            scene.add(*PIECES[kind].touch(middle, unit))
    for (x, y), name in zip(centres, diagram.names, strict=False):
        # Above the upper half of the board, below the lower one.
        line = 0.0 if y < above + high / 2 else above + high + APART
        scene.add(*braille.draw(name, (x - braille.width(name) / 2, line)))
    return scene
