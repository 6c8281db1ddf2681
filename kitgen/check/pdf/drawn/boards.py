"""Finds the boards on a page: a frame, and in it cells in the grid of the game's diagram.

Where cells lie is taken from what is drawn (rectangles, circles, lines), and put in the game's order by comparing
their pattern with the diagram's; no measure of the drawing is known beforehand.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kitgen.check.pdf.drawn.index import MarkIndex
from kitgen.check.pdf.drawn.marks import Point, Shape
from kitgen.check.pdf.drawn.recognise import is_circle, is_line, is_rectangle, is_upright, luminance
from kitgen.check.pdf.limits import Effort
from kitgen.model import Diagram

#: No board is drawn smaller, in mm.
LEAST = 4.0


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """One drawn board.

    Attributes:
        frame: the rectangle around all cells.
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
        """Return how far a point lies from a cell's middle: 1 is the cell's edge."""
        x, y = self.cells[cell]
        return max(abs(point[0] - x) / self.reach[0], abs(point[1] - y) / self.reach[1])


def find_boards(marks: MarkIndex, diagram: Diagram, *, turned: bool) -> list[DrawnBoard]:
    """Return every board of the game on a page, in the order in which they are drawn.

    Args:
        marks: the page.
        diagram: how the game's board looks.
        turned: whether boards are drawn turned by half.
    """
    find = _KNOWN.get(diagram.cell, _alike_in)
    centres = [(diagram.width - x, diagram.height - y) if turned else (x, y) for x, y in diagram.centres]
    boards = []
    for frame in marks.page.shapes:
        if frame.fill is not None or frame.stroke is None or max(frame.size) < LEAST or not is_rectangle(frame):
            continue
        shapes = [shape for shape in marks.shapes(frame.bounds) if shape is not frame]
        found = find(frame, shapes, diagram, marks.effort)
        if found is None:
            continue
        cells = _in_order(found.middles, centres)
        if cells is not None:
            reach = frame.size[0] / diagram.width / 2, frame.size[1] / diagram.height / 2
            boards.append(DrawnBoard(frame, cells, reach, found.parts | {frame.order}))
    marks.effort.spend(len(boards) ** 2)
    return [board for board in boards if not any(_is_round(board, other) for other in boards)]


def _is_round(board: DrawnBoard, other: DrawnBoard) -> bool:
    """Return whether a frame is drawn round another with the same cells: the inner one is the board."""
    return set(other.cells) == set(board.cells) and min(map(float.__sub__, board.frame.size, other.frame.size)) > 0


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells that were found in a frame, in no order."""

    middles: Sequence[Point]
    parts: frozenset[int]


def _squares_in(frame: Shape, shapes: Sequence[Shape], diagram: Diagram, effort: Effort) -> _Cells | None:
    """Return the cells of a chequered board: rectangles of one size, side by side."""
    del effort
    wide, high = frame.size[0] / diagram.width, frame.size[1] / diagram.height
    cells = [
        shape
        for shape in shapes
        if is_rectangle(shape) and abs(shape.size[0] - wide) < 0.05 * wide and abs(shape.size[1] - high) < 0.05 * high
    ]
    return _Cells([cell.centre for cell in cells], frozenset(cell.order for cell in cells))


def _spaces_in(frame: Shape, shapes: Sequence[Shape], diagram: Diagram, effort: Effort) -> _Cells | None:
    """Return the cells of an open board: the spaces between lines that run (almost) from edge to edge."""
    del effort
    left, top, right, bottom = frame.bounds
    lines = [shape for shape in shapes if is_line(shape)]
    upright = [line for line in lines if is_upright(line) and line.size[1] > 0.85 * (bottom - top)]
    level = [line for line in lines if not is_upright(line) and line.size[0] > 0.85 * (right - left)]
    xs = sorted([left, right, *{round(line.centre[0], 2) for line in upright}])
    ys = sorted([top, bottom, *{round(line.centre[1], 2) for line in level}])
    if len(xs) != diagram.width + 1 or len(ys) != diagram.height + 1:
        return None
    middles = [((a + b) / 2, (c + d) / 2) for c, d in pairwise(ys) for a, b in pairwise(xs)]
    return _Cells(middles, frozenset(line.order for line in (*upright, *level)))


def _pits_in(frame: Shape, shapes: Sequence[Shape], diagram: Diagram, effort: Effort) -> _Cells | None:
    """Return the cells of a board of pits: light circles of one size."""
    del frame
    rounds = [s for s in shapes if s.fill is not None and s.stroke and luminance(s.fill) > 0.8 and is_circle(s)]
    pits = _alike(rounds, [pit.size[0] for pit in rounds], len(diagram.centres), effort)
    return _Cells([pit.centre for pit in pits], frozenset(pit.order for pit in pits)) if pits else None


def _rungs_in(frame: Shape, shapes: Sequence[Shape], diagram: Diagram, effort: Effort) -> _Cells | None:
    """Return the cells of ladders: bars of one length, across the rails, as many as there are cells."""
    del frame
    lines = [shape for shape in shapes if is_line(shape)]
    for upright in (True, False):
        bars = [line for line in lines if is_upright(line) == upright]
        rungs = _alike(bars, [max(bar.size) for bar in bars], len(diagram.centres), effort)
        if rungs:
            return _Cells([rung.centre for rung in rungs], frozenset(line.order for line in lines))
    return None


def _alike_in(frame: Shape, shapes: Sequence[Shape], diagram: Diagram, effort: Effort) -> _Cells | None:
    """Return the cells of a board of a style that is not known here: as many outlines as there are cells, all alike."""
    del frame
    for first in {(shape.steps, shape.size): shape for shape in shapes}.values():
        effort.spend(len(shapes))
        alike = [s for s in shapes if s.steps == first.steps and math.dist(s.size, first.size) < 0.02 * max(first.size)]
        if len(alike) == len(diagram.centres):
            return _Cells([shape.centre for shape in alike], frozenset(shape.order for shape in alike))
    return None


#: How cells are found, by the board's style (``Diagram.cell``).
_KNOWN = {"square": _squares_in, "open": _spaces_in, "pit": _pits_in, "rung": _rungs_in}


def _alike(shapes: Sequence[Shape], sizes: Sequence[float], count: int, effort: Effort) -> list[Shape]:
    """Return so many shapes of one size, the largest size of which there are just so many; else none."""
    for size in sorted(set(sizes), reverse=True):
        effort.spend(len(sizes))
        alike = [shape for shape, other in zip(shapes, sizes, strict=True) if abs(size - other) < 0.02 * size]
        if len(alike) == count:
            return alike
    return []


def _in_order(found: Sequence[Point], centres: Sequence[Point]) -> tuple[Point, ...] | None:
    """Return the found middles in the order of the diagram's; None when the two patterns differ."""
    if len(found) != len(centres):
        return None
    seen = dict(zip(_pattern(found), found, strict=True))
    ordered = [seen.get(spot) for spot in _pattern(centres)]
    cells = tuple(place for place in ordered if place is not None)
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
