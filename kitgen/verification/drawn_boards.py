"""Finds the boards on a page: a frame, and in it cells in the grid of the game's diagram.

The cells are what is drawn (rectangles, circles, lines), ordered by comparing their pattern with the diagram's.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kitgen.model import Diagram
from kitgen.papers import Bounds, Point
from kitgen.sandbox.limits import Effort
from kitgen.sandbox.page_marks import Letters, Shape, holds
from kitgen.verification.mark_index import MarkIndex
from kitgen.verification.recognise import is_circle, is_line, is_rectangle, is_upright, luminance

#: No board is drawn smaller, in mm.
LEAST = 4.0


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """One drawn board.

    Attributes:
        cells: the middle of each cell, in the order of ``Position.cells``.
        reach: half the width and half the height of a cell.
        parts: the orders of the marks that are the board itself, not something that lies on it.
    """

    frame: Shape
    cells: tuple[Point, ...]
    reach: Point
    parts: frozenset[int]

    def cell_at(self, point: Point) -> int | None:
        """Return the cell in which a point lies; None outside the board."""
        best = min(range(len(self.cells)), key=lambda cell: self._far(cell, point))
        return best if self._far(best, point) <= 1.15 else None

    def off_centre(self, cell: int, point: Point) -> bool:
        """Return whether a point lies clearly nearer to the cell's edge than to its middle."""
        return self._far(cell, point) > 0.6

    def say(self, cell: int) -> str:
        """Return a cell in words, as it lies on the page."""
        x, y = self.cells[cell]
        column = 1 + len({round(a, 1) for a, _ in self.cells if a < x - 0.1})
        row = 1 + len({round(b, 1) for _, b in self.cells if b < y - 0.1})
        return f"column {column}, row {row}"

    def _far(self, cell: int, point: Point) -> float:
        """Return how far a point lies from a cell's middle, in halves of a cell: 1 is its edge."""
        x, y = self.cells[cell]
        return max(abs(point[0] - x) / self.reach[0], abs(point[1] - y) / self.reach[1])


def find_boards(marks: MarkIndex, diagram: Diagram, *, turned: bool) -> list[DrawnBoard]:
    """Return every board of the game on a page, in drawing order; ``turned`` says that they are turned by half."""
    find = _KNOWN.get(diagram.cell, _alike_in)
    centres = [(diagram.width - x, diagram.height - y) if turned else (x, y) for x, y in diagram.centres]
    boards = []
    for frame in marks.page.shapes:
        if frame.fill is not None or frame.stroke is None or max(frame.size) < LEAST or not is_rectangle(frame):
            continue
        shapes = [shape for shape in marks.shapes(frame.bounds) if shape is not frame]
        if (cells := find(frame, shapes, diagram, marks.effort)) is None:
            continue
        middles, parts = cells
        if (ordered := _in_order(middles, centres)) is not None:
            reach = frame.size[0] / diagram.width / 2, frame.size[1] / diagram.height / 2
            boards.append(DrawnBoard(frame, ordered, reach, parts | {frame.order}))
    marks.effort.spend(len(boards) ** 2)
    # Of frames drawn round each other with the same cells, the inner one is the board.
    return [
        board
        for board in boards
        if not any(
            set(other.cells) == set(board.cells) and min(map(float.__sub__, board.frame.size, other.frame.size)) > 0
            for other in boards
        )
    ]


#: The middles of the cells in a frame, in no order, and the orders of the marks that draw them.
_Cells = tuple[Sequence[Point], frozenset[int]]


def _drawn_as(cells: Sequence[Shape], parts: Sequence[Shape] | None = None) -> _Cells:
    return [cell.centre for cell in cells], frozenset(part.order for part in parts or cells)


def _squares_in(frame: Shape, shapes: Sequence[Shape], diagram: Diagram, _effort: Effort) -> _Cells | None:
    """Return the cells of a chequered board: rectangles of one size, side by side."""
    wide, high = frame.size[0] / diagram.width, frame.size[1] / diagram.height
    cells = [
        shape
        for shape in shapes
        if is_rectangle(shape) and abs(shape.size[0] - wide) < 0.05 * wide and abs(shape.size[1] - high) < 0.05 * high
    ]
    return _drawn_as(cells)


def _spaces_in(frame: Shape, shapes: Sequence[Shape], diagram: Diagram, _effort: Effort) -> _Cells | None:
    """Return the cells of an open board: the spaces between lines that run (almost) from edge to edge."""
    x0, y0, x1, y1 = frame.bounds
    lines = [shape for shape in shapes if is_line(shape)]
    upright = [line for line in lines if is_upright(line) and line.size[1] > 0.85 * (y1 - y0)]
    level = [line for line in lines if not is_upright(line) and line.size[0] > 0.85 * (x1 - x0)]
    xs = sorted([x0, x1, *{round(line.centre[0], 2) for line in upright}])
    ys = sorted([y0, y1, *{round(line.centre[1], 2) for line in level}])
    if len(xs) != diagram.width + 1 or len(ys) != diagram.height + 1:
        return None
    middles = [((a + b) / 2, (c + d) / 2) for c, d in pairwise(ys) for a, b in pairwise(xs)]
    return middles, frozenset(line.order for line in (*upright, *level))


def _pits_in(_frame: Shape, shapes: Sequence[Shape], diagram: Diagram, effort: Effort) -> _Cells | None:
    """Return the cells of a board of pits: light circles of one size."""
    rounds = [s for s in shapes if s.fill is not None and s.stroke and luminance(s.fill) > 0.8 and is_circle(s)]
    pits = _alike(rounds, [pit.size[0] for pit in rounds], len(diagram.centres), effort)
    return _drawn_as(pits) if pits else None


def _rungs_in(_frame: Shape, shapes: Sequence[Shape], diagram: Diagram, effort: Effort) -> _Cells | None:
    """Return the cells of ladders: bars of one length, across the rails, as many as there are cells."""
    lines = [shape for shape in shapes if is_line(shape)]
    for upright in (True, False):
        bars = [line for line in lines if is_upright(line) == upright]
        rungs = _alike(bars, [max(bar.size) for bar in bars], len(diagram.centres), effort)
        if rungs:
            return _drawn_as(rungs, lines)
    return None


def _alike_in(_frame: Shape, shapes: Sequence[Shape], diagram: Diagram, effort: Effort) -> _Cells | None:
    """Return the cells of a board of an unknown style: as many outlines as there are cells, all alike."""
    for first in {(shape.steps, shape.size): shape for shape in shapes}.values():
        effort.spend(len(shapes))
        alike = [s for s in shapes if s.steps == first.steps and math.dist(s.size, first.size) < 0.02 * max(first.size)]
        if len(alike) == len(diagram.centres):
            return _drawn_as(alike)
    return None


#: How cells are found, by the board's style (``Diagram.cell``).
_KNOWN = {"square": _squares_in, "open": _spaces_in, "pit": _pits_in, "rung": _rungs_in}


def _alike(shapes: Sequence[Shape], sizes: Sequence[float], count: int, effort: Effort) -> list[Shape]:
    """Return ``count`` shapes of one size, the largest size of which there are exactly so many; else none."""
    for size in sorted(set(sizes), reverse=True):
        effort.spend(len(sizes))
        alike = [shape for shape, other in zip(shapes, sizes, strict=True) if abs(size - other) < 0.02 * size]
        if len(alike) == count:
            return alike
    return []


def _in_order(middles: Sequence[Point], centres: Sequence[Point]) -> tuple[Point, ...] | None:
    """Return middles in the order of the diagram's centres; None when the two patterns differ."""
    if len(middles) != len(centres):
        return None
    seen = dict(zip(_pattern(middles), middles, strict=True))
    cells = tuple(seen[spot] for spot in _pattern(centres) if spot in seen)
    return cells if len(cells) == len(centres) else None


def _pattern(points: Sequence[Point]) -> list[tuple[int, int]]:
    """Return for each point its column and row among all of them, counted from the top left."""
    columns, rows = (_ranks([point[axis] for point in points]) for axis in (0, 1))
    return list(zip(columns, rows, strict=True))


def _ranks(values: Sequence[float]) -> list[int]:
    """Return for each value how many clearly smaller ones there are; values near one another count as one."""
    slack = max((max(values) - min(values)) / 100, 0.02)
    steps: list[float] = []
    for value in sorted(values):
        if not steps or value - steps[-1] > slack:
            steps.append(value)
    return [max(number for number, step in enumerate(steps) if step <= value + 1e-9) for value in values]


# Which card a board stands on, and which id belongs to it.

#: By how much, in mm, a frame round a board and more exceeds the board's own lines.
PANEL = 1.5
#: How near an id stands to a board, in mm, however narrow the board is.
CLOSE = 2.5


def find_grounds(index: MarkIndex, boards: Sequence[DrawnBoard]) -> list[Shape | None]:
    """Return for each board the ground of its card: the smallest rectangle below it, unless it holds another board."""
    tinted = [s for s in index.page.shapes if s.fill is not None and s.stroke is None and is_rectangle(s)]
    index.effort.spend(len(tinted) * len(boards))
    grounds: list[Shape | None] = []
    for board in boards:
        frame = board.frame
        under = [
            shape
            for shape in tinted
            if shape.order < frame.order
            and within(frame.bounds, shape.bounds)
            and max(shape.size[0] - frame.size[0], shape.size[1] - frame.size[1]) > 1  # not the board's own white
        ]
        grounds.append(min(under, key=lambda shape: shape.size[0] * shape.size[1], default=None))
    shared = [ground.order for ground in grounds if ground is not None]
    return [None if ground is None or shared.count(ground.order) > 1 else ground for ground in grounds]


def within(inner: Bounds, outer: Bounds) -> bool:
    """Return whether a rectangle lies in another, within a tolerance of 0.1 mm."""
    return holds(outer, inner[:2], 0.1) and holds(outer, inner[2:], 0.1)


def largest(texts: Iterable[Letters]) -> Letters | None:
    """Return the text in the largest letters, the first drawn of several; None when there is none."""
    return max(texts, key=lambda text: (round(text.size, 3), -text.order), default=None)


def in_panel(board: DrawnBoard, panels: Iterable[Shape], ids: Sequence[Letters]) -> Sequence[Letters]:
    """Return the ids that may be a board's own: those within the smallest of the frames drawn round it."""
    frame = board.frame
    round_it = (
        panel
        for panel in panels
        if within(frame.bounds, panel.bounds)
        and min(panel.size[0] - frame.size[0], panel.size[1] - frame.size[1]) > PANEL
    )
    least = min(round_it, key=lambda panel: panel.size[0] * panel.size[1], default=None)
    return ids if least is None else [text for text in ids if holds(least.bounds, text.centre)]


def find_name(ids: Sequence[Letters], board: DrawnBoard, boards: Sequence[DrawnBoard]) -> Letters | None:
    """Return the id of a board on the bare page, or None.

    It stands directly above, below or beside the board; or beside the board next on the left, of which this one is an
    image; or else at a corner.
    """
    if (name := _nearest(ids, board)) is not None:
        return name
    x, top, _, _ = board.frame.bounds
    for other in boards:
        gap = x - other.frame.bounds[2]
        if 0 <= gap <= board.frame.size[0] / 4 and abs(top - other.frame.bounds[1]) <= 0.5:
            return _nearest(ids, other)
    return _nearest(ids, board, corners=True)


def _nearest(ids: Sequence[Letters], board: DrawnBoard, *, corners: bool = False) -> Letters | None:
    """Return the id next to a board: at most half its shorter side away, or ``CLOSE`` if it is narrow.

    One below it is its own only if there is no other: where rows stand close together, it belongs to the next row.
    """
    x0, y0, x1, y1 = board.frame.bounds
    best: Letters | None = None
    farthest, least = max(min(board.frame.size) / 2, CLOSE), (True, math.inf)
    for text in ids:
        text_x0, text_y0, text_x1, text_y1 = text.bounds
        across = max(x0 - text_x1, text_x0 - x1, 0.0)
        down = max(y0 - text_y1, text_y0 - y1, 0.0)
        rank = text_y0 >= y1, across + down
        if (corners or min(across, down) == 0) and across + down <= farthest and rank <= least:
            best, least = text, rank
    return best
