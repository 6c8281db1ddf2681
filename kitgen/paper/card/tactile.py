"""Boards, pieces and bead shapes for fingers: thick, black, few, and far apart."""

import math
from collections.abc import Iterator

from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.board import Grid, machine_below
from kitgen.paper.marks.braille import Braille
from kitgen.paper.marks.scene import BLACK, Disc, Line, Mark, Point, Polygon, Scene, Stroke, rectangle

#: The thinnest line in mm, and what fingers need between two shapes (an eighth of an inch).
THICK = Stroke(BLACK, 1.2)
APART = 3.2
#: The sizes of a cell in mm, the largest that fits is taken, and of a bead's shape.
CELLS = (20.0, 18.0, 16.0, 15.0)
SHAPE = 8.0
#: The shapes of the bead code, by a colour's place in the palette.
SHAPES = ("disc", "frame", "triangle", "bar", "ring", "cross", "square", "bars", "dots")


def draw_shape(place: int, middle: Point, size: float = SHAPE) -> list[Mark]:
    """Return the shape of the bead code for the colour at a place in its kit's palette.

    Args:
        place: from 0; there are nine shapes.
        middle: of the shape.
        size: of its side, in mm.
    """
    x, y = middle
    half = size / 2
    line = Stroke(BLACK, 0.18 * size)
    inner = half - line.width / 2
    match SHAPES[place % len(SHAPES)]:
        case "disc":
            return [Disc(middle, half, BLACK)]
        case "frame":
            return [rectangle(x - inner, y - inner, 2 * inner, 2 * inner, stroke=line)]
        case "triangle":
            return [Polygon(((x, y - half), (x + half, y + half), (x - half, y + half)), BLACK)]
        case "bar":
            return [Line((x, y - half), (x, y + half), line)]
        case "ring":
            return [Disc(middle, inner, stroke=line)]
        case "cross":
            return [Line((x - half, y), (x + half, y), line), Line((x, y - half), (x, y + half), line)]
        case "square":
            return [rectangle(x - half, y - half, size, size, BLACK)]
        case "bars":
            return [Line((x + side * inner, y - half), (x + side * inner, y + half), line) for side in (-1, 1)]
        case _:
            spots = ((0, -half), (half, half), (-half, half))
            return [Disc((x + 0.75 * across, y + 0.75 * down), 0.2 * size, BLACK) for across, down in spots]


def draw_piece(kind: str, middle: Point, unit: float) -> list[Mark]:
    """Return a piece for fingers: what is dark on a card is solid here, what is light is a ring, a cross is a cross.

    Args:
        kind: as in ``Diagram.pieces``.
        middle: of its cell.
        unit: side of the cell, in mm.
    """
    radius = 0.3 * unit
    line = Stroke(BLACK, 0.16 * unit)
    match kind:
        case "pawn-dark" | "counter":
            return [Disc(middle, radius, BLACK)]
        case "cross":
            x, y = middle
            reach = radius - line.width / 4
            return [Line((x - reach, y - side * reach), (x + reach, y + side * reach), line) for side in (1, -1)]
        case _:
            return [Disc(middle, radius - line.width / 2, stroke=line)]


def cell_sizes(kit: Kit, braille: Braille) -> tuple[float, ...]:
    """Return the sides that a cell may have, in mm: where seeds lie, their number must fit the pit."""
    if not kit.game.diagram.seeds:
        return CELLS
    number = f"{max(max(box.position.cells) for box in kit.boxes)}"
    ring = 2 * (APART + THICK.width)
    least = math.hypot(braille.width(number), braille.height) + ring + APART
    return (least + 2, least)


def board_room(kit: Kit, braille: Braille, unit: float) -> tuple[float, float]:
    """Return width and height of a board for fingers with the names of its cells, in mm."""
    diagram = kit.game.diagram
    left, above, below = _margins(kit, braille)
    return left + diagram.width * unit, above + diagram.height * unit + below


def _margins(kit: Kit, braille: Braille) -> tuple[float, float, float]:
    """Return what names take on the left, above and below: of rows and columns, or of pits."""
    diagram = kit.game.diagram
    row = braille.height + APART
    if diagram.cell in ("square", "open"):
        return braille.width("1") + APART, 0, row
    return (0, row, row) if diagram.names else (0, 0, 0)


def draw_board(kit: Kit, box: Box, braille: Braille, unit: float) -> Scene:
    """Return a position for fingers, as large as ``board_room`` says."""
    diagram = kit.game.diagram
    grid = Grid(diagram, unit, unit, machine_below(kit))
    scene = Scene(*board_room(kit, braille, unit))
    left, above, _ = _margins(kit, braille)
    wide, high = diagram.width * unit, diagram.height * unit
    centres = [(left + x, above + y) for x, y in map(grid.centre, range(len(diagram.centres)))]
    if diagram.cell in ("square", "open"):
        scene.add(*_lines(centres, unit, (left, above, wide, high)))
        scene.add(*_edge_names(grid, braille, left, high))
    for middle, content in zip(centres, box.position.cells, strict=True):
        x, y = middle
        if diagram.cell == "pit":
            scene.add(Disc(middle, (unit - APART - THICK.width) / 2, stroke=THICK))
        if diagram.cell == "rung":
            scene.add(rectangle(x - unit / 2, y - unit / 2, unit, unit, stroke=THICK))
        if diagram.seeds and content:
            text = f"{content}"
            scene.add(*braille.draw(text, (x - braille.width(text) / 2, y - braille.height / 2)))
        kind = diagram.pieces.get(content)
        if kind:
            scene.add(*draw_piece(kind, middle, unit))
    for (x, y), name in zip(centres, diagram.names, strict=False):
        # Above the upper half of the board, below the lower one.
        line = 0.0 if y < above + high / 2 else above + high + APART
        scene.add(*braille.draw(name, (x - braille.width(name) / 2, line)))
    return scene


def _lines(centres: list[Point], unit: float, frame: tuple[float, float, float, float]) -> Iterator[Mark]:
    """Yield the lines of a grid with its frame."""
    x, y, wide, high = frame
    half = THICK.width / 2
    yield rectangle(x + half, y + half, wide - 2 * half, high - 2 * half, stroke=THICK)
    for across in sorted({round(cx - unit / 2, 6) for cx, _ in centres})[1:]:
        yield Line((across, y), (across, y + high), THICK)
    for down in sorted({round(cy - unit / 2, 6) for _, cy in centres})[1:]:
        yield Line((x, down), (x + wide, down), THICK)


def _edge_names(grid: Grid, braille: Braille, left: float, high: float) -> Iterator[Mark]:
    """Yield the columns' letters below a board and the rows' numbers on its left, as in chess."""
    diagram = grid.diagram
    columns, rows = int(diagram.width), int(diagram.height)
    for number in range(columns):
        place = columns - 1 - number if grid.turned else number
        letter = chr(ord("a") + number)
        x = left + (place + 0.5) * grid.width - braille.width(letter) / 2
        yield from braille.draw(letter, (x, high + APART))
    for number in range(rows):
        place = number if grid.turned else rows - 1 - number
        yield from braille.draw(f"{number + 1}", (0, (place + 0.5) * grid.height - braille.height / 2))
