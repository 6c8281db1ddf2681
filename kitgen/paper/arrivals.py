"""Which moves of the other side lead to a box's position: what an operator has just seen, so a help in finding it."""

import math
from collections import defaultdict

from kitgen.kit.kit import Box, Kit
from kitgen.model import Move, Position
from kitgen.paper.card.board import fit_grid, machine_below
from kitgen.paper.card.marking import marking_of
from kitgen.paper.card.styles import style_of
from kitgen.paper.marks.scene import DARK, Disc, Line, Point, Polygon, Scene, Stroke
from kitgen.theory.explore import explore


def leading_moves(kit: Kit) -> dict[str, tuple[Move, ...]]:
    """Return, for each box by its id, the moves that can lead to its position as it is drawn, sorted.

    A box in which the machine begins the game has none, unless its position comes back later.

    Raises:
        TooLargeError: the game has too many positions to walk through.

    >>> from kitgen.kit.build import make_kit
    >>> kit = make_kit("her")
    >>> [kit.game.move_text(move) for move in leading_moves(kit)["B1"]]
    ['b1b2', 'c1c2']
    """
    graph = explore(kit.game)
    # Where the machine plays either side, boxes are drawn with the first side to move.
    either = len(kit.players) == 2
    before: defaultdict[Position, list[tuple[Position, Move]]] = defaultdict(list)
    for node in graph.nodes:
        if 1 - node.position.to_move not in kit.players:
            continue
        for edge in node.edges:
            child = graph.nodes[edge.child].position
            before[Position(child.cells, 0) if either else child].append((node.position, edge.moves[0]))
    found = {}
    for box in kit.boxes:
        moves = set()
        for position, move in before[kit.symmetries.canonical(box.position)]:
            after = kit.game.play(position, move).position.cells
            for symmetry in kit.symmetries.all:
                if symmetry.position(Position(after, 0)).cells == box.position.cells:
                    moves.add(symmetry.move(move))
        found[box.id] = tuple(sorted(moves, key=_order))
    return found


def begins(kit: Kit, box: Box) -> bool:
    """Return whether the machine begins the game with a box."""
    start = kit.game.start()
    return (
        start.to_move in kit.players
        and kit.symmetries.canonical(start).cells == kit.symmetries.canonical(box.position).cells
    )


def _order(move: Move) -> tuple[int, int]:
    return -1 if move.source is None else move.source, move.target


def draw_leading(kit: Kit, moves: tuple[Move, ...], width: float, height: float) -> Scene:
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
