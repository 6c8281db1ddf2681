"""Finds the boards on a page, each a frame with the cells of the game's diagram, and the card
and the id of each.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kitgen.model import Diagram
from kitgen.papers import Point
from kitgen.sandbox.page_marks import Letters, MarkIndex, Shape, holds, within
from kitgen.verification.recognise import is_circle, is_line, is_rectangle, is_upright, luminance

#: No board is drawn smaller.
MIN_BOARD_MM = 4.0
#: No cell lies farther from its place, and none differs more in size.
OFF_MM = 0.05
#: A point where lines meet is smaller than this share of a cell, unlike pieces and badges, which
#: may be round, too.
SPOT = 0.3
#: A pit or a point is filled lighter than this, in luminance.
LIGHT = 0.8
#: A line of an open board is longer than this share of its frame.
ALMOST_WHOLE = 0.85
#: In halves of a cell from its middle: what lies farther away belongs to no cell, and what is not
#: in the middle of one.
OUTSIDE_A_CELL = 1.15
OFF_CENTRE = 0.6
#: Cells nearer to each other than this, across or down, are in one column or row.
SAME_LINE_MM = 0.1


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """One drawn board.

    Attributes:
        cells: the middle of each cell, in the order of ``Position.cells``.
        reach: half the width and half the height of a cell.
        parts: the orders of the marks that are the board itself, not something on it.
    """

    frame: Shape
    cells: tuple[Point, ...]
    reach: Point
    parts: frozenset[int]

    def cell_at(self, point: Point) -> int | None:
        """Return the cell in which a point lies; None outside the board."""
        best = min(range(len(self.cells)), key=lambda cell: self._far(cell, point))
        return best if self._far(best, point) <= OUTSIDE_A_CELL else None

    def off_centre(self, cell: int, point: Point) -> bool:
        """Return whether a point lies clearly nearer to the cell's edge than to its middle."""
        return self._far(cell, point) > OFF_CENTRE

    def say(self, cell: int) -> str:
        """Return a cell in words, as it lies on the page."""
        x, y = self.cells[cell]
        column = 1 + len({round(a, 1) for a, _ in self.cells if a < x - SAME_LINE_MM})
        row = 1 + len({round(b, 1) for _, b in self.cells if b < y - SAME_LINE_MM})
        return f"column {column}, row {row}"

    def _far(self, cell: int, point: Point) -> float:
        """Return the distance of a point from a cell's middle, in halves of a cell: 1 is its
        edge.
        """
        x, y = self.cells[cell]
        return max(abs(point[0] - x) / self.reach[0], abs(point[1] - y) / self.reach[1])


def find_boards(marks: MarkIndex, diagram: Diagram, *, turned: bool) -> Iterator[DrawnBoard]:
    """Yield every board of the game on a page, in drawing order; ``turned`` says that they are
    turned by half.

    A board is a frame with a mark of the game's style exactly where the diagram has each cell.
    """
    for frame in marks.page.shapes:
        if not _may_be_frame(frame):
            continue
        shapes = [shape for shape in marks.shapes(frame.bounds) if shape is not frame]
        place = _BoardPlace(frame, diagram, turned=turned)
        board = place.board_of(shapes)
        if board is not None:
            yield board


def _may_be_frame(shape: Shape) -> bool:
    if shape.fill is not None or shape.stroke is None:
        return False
    return max(shape.size) >= MIN_BOARD_MM and is_rectangle(shape)


class _BoardPlace:
    """The place of a board within what may be its frame."""

    def __init__(self, frame: Shape, diagram: Diagram, *, turned: bool) -> None:
        self.frame = frame
        self.diagram = diagram
        self.left, self.top, _, _ = frame.bounds
        self.cell_width = frame.size[0] / diagram.width
        self.cell_height = frame.size[1] / diagram.height
        centres = [*diagram.centres]
        if turned:
            centres = [(diagram.width - x, diagram.height - y) for x, y in centres]
        self.cells = tuple(
            (self.left + x * self.cell_width, self.top + y * self.cell_height) for x, y in centres
        )

    def board_of(self, shapes: Sequence[Shape]) -> DrawnBoard | None:
        """Return the board that some shapes draw; None if a place lacks its mark or has two."""
        marked = list[Shape]()
        for places, candidates in self._wanted(shapes):
            for place in places:
                near = [shape for shape in candidates if math.dist(shape.centre, place) < OFF_MM]
                if len(near) != 1:
                    return None
                marked += near
        parts = [self.frame, *marked]
        if self.diagram.cell == "rung":
            parts += filter(is_line, shapes)
        if self.diagram.cell == "points":  # lines with all their marks lie under the points
            lowest = min(shape.order for shape in marked)
            parts += [shape for shape in shapes if shape.order < lowest]
        reach = (self.cell_width / 2, self.cell_height / 2)
        return DrawnBoard(self.frame, self.cells, reach, frozenset(part.order for part in parts))

    def _wanted(self, shapes: Sequence[Shape]) -> list[tuple[Sequence[Point], Sequence[Shape]]]:
        """Return the places that need a mark, each group with the marks of which each needs one."""
        lines = [shape for shape in shapes if is_line(shape)]
        match self.diagram.cell:
            case "square":
                return [(self.cells, [*filter(self._is_square, shapes)])]
            case "pit":
                return [(self.cells, _discs(shapes))]
            case "points":
                return [(self.cells, self._points(shapes))]
            case "rung":
                return [(self.cells, [*filter(is_upright, lines)])]
            case "open":
                return self._between_cells(lines)
            case _:  # a custom style: marks that are all alike, one in each cell
                for _, group in groupby(sorted(shapes, key=_look), key=_look):
                    alike = [*group]
                    if _fill(alike, self.cells):
                        return [(self.cells, alike)]
                return [(self.cells, [])]

    def _points(self, shapes: Sequence[Shape]) -> list[Shape]:
        """Return the points among some shapes: the small discs of the commonest fill, since those
        of grey moves are as small on a long strip.
        """
        most = SPOT * self.cell_width
        small = [disc for disc in _discs(shapes) if disc.size[0] < most]
        if not small:
            return []
        ((common, _),) = Counter(disc.fill for disc in small).most_common(1)
        return [disc for disc in small if disc.fill == common]

    def _is_square(self, shape: Shape) -> bool:
        size = (self.cell_width, self.cell_height)
        return is_rectangle(shape) and math.dist(shape.size, size) < OFF_MM

    def _between_cells(
        self, lines: Sequence[Shape]
    ) -> list[tuple[Sequence[Point], Sequence[Shape]]]:
        """Return the places and marks of lines between the cells, almost from edge to edge; two may
        cross in the middle of both.
        """
        width, height = self.frame.size
        x, y = self.frame.centre
        upright = [line for line in lines if is_upright(line)]
        level = [line for line in lines if not is_upright(line)]
        columns = range(1, round(self.diagram.width))
        rows = range(1, round(self.diagram.height))
        return [
            (
                [(self.left + number * self.cell_width, y) for number in columns],
                [line for line in upright if max(line.size) > ALMOST_WHOLE * height],
            ),
            (
                [(x, self.top + number * self.cell_height) for number in rows],
                [line for line in level if max(line.size) > ALMOST_WHOLE * width],
            ),
        ]


def _discs(shapes: Sequence[Shape]) -> list[Shape]:
    """Return the light circles with a line around them among some shapes."""
    discs = []
    for shape in shapes:
        if shape.fill is None or not shape.stroke:
            continue
        if luminance(shape.fill) > LIGHT and is_circle(shape):
            discs.append(shape)
    return discs


def _look(shape: Shape) -> tuple[str, str, float, float]:
    wide, high = shape.size
    return str(shape.fill), str(shape.stroke), round(wide, 2), round(high, 2)


def _fill(shapes: Sequence[Shape], cells: Sequence[Point]) -> bool:
    """Return whether there are as many shapes as cells, and one in the middle of each."""
    if len(shapes) != len(cells):
        return False

    def is_filled(cell: Point) -> bool:
        return any(math.dist(shape.centre, cell) < OFF_MM for shape in shapes)

    return all(map(is_filled, cells))


# The card and the id of a board.

#: How far a board may reach out of the frame or card around it.
NEAR_MM = 0.1
#: A panel is larger than its board by more than this.
PANEL_MM = 1.5
#: A card's ground is larger than its board by more than this.
GROUND_MM = 1
#: An id may always be so far from its board, however narrow the board is.
CLOSE_MM = 2.5
#: Boards side by side have their upper edges no farther apart than this.
SAME_TOP_MM = 0.5
#: Between boards side by side there is no more than this share of a board.
MAX_GAP_BETWEEN_BOARDS = 1 / 4


def _grounds(index: MarkIndex, boards: Sequence[DrawnBoard]) -> list[Shape | None]:
    """Return the ground of each board's card: the smallest rectangle below it, unless another
    board is on it.
    """
    tinted = [
        shape
        for shape in index.page.shapes
        if shape.fill is not None and shape.stroke is None and is_rectangle(shape)
    ]
    grounds = list[Shape | None]()
    for board in boards:
        below = [shape for shape in tinted if shape.order < board.frame.order]
        # One that is hardly larger is the board's own white.
        grounds.append(_around(board, below, max, GROUND_MM))
    boards_on = Counter(ground.order for ground in grounds if ground is not None)
    own = list[Shape | None]()
    for ground in grounds:
        is_shared = ground is not None and boards_on[ground.order] > 1
        own.append(None if is_shared else ground)
    return own


def _around(
    board: DrawnBoard, shapes: Iterable[Shape], side: Callable[..., float], more: float
) -> Shape | None:
    """Return the smallest shape around a board of which a ``side``, the least or greatest, is so
    many mm larger.
    """
    wide, high = board.frame.size
    holding = (shape for shape in shapes if within(board.frame.bounds, shape.bounds, NEAR_MM))
    larger = (shape for shape in holding if side(shape.size[0] - wide, shape.size[1] - high) > more)
    return min(larger, key=lambda shape: shape.size[0] * shape.size[1], default=None)


#: A board, the ground of its card, and its id; None for what is not there.
Card = tuple[DrawnBoard, Shape | None, Letters | None]


def find_cards(
    index: MarkIndex, boards: Sequence[DrawnBoard], ids: Sequence[Letters]
) -> Iterator[Card]:
    """Yield the card of each board; its id is the largest on its ground, or one near the board
    on the bare page.
    """
    panels = [
        shape for shape in index.page.shapes if shape.stroke is not None and is_rectangle(shape)
    ]
    for board, ground in zip(boards, _grounds(index, boards), strict=True):
        around = ground or _around(board, panels, min, PANEL_MM)
        own = ids
        if around is not None:
            own = [text for text in ids if holds(around.bounds, text.centre)]
        if ground is None:
            name = _find_name(own, board, boards)
        else:
            name = max(own, key=lambda text: (round(text.size, 3), -text.order), default=None)
        yield board, ground, name


def _find_name(
    ids: Sequence[Letters], board: DrawnBoard, boards: Sequence[DrawnBoard]
) -> Letters | None:
    """Return the id of a board on the bare page, or None.

    It is beside the board; or beside the next board on the left, of which this one is an image; or
    else at a corner.
    """
    name = _nearest(ids, board)
    if name is not None:
        return name
    x, top, _, _ = board.frame.bounds
    farthest = board.frame.size[0] * MAX_GAP_BETWEEN_BOARDS
    for other in boards:
        _, other_top, right, _ = other.frame.bounds
        if 0 <= x - right <= farthest and abs(top - other_top) <= SAME_TOP_MM:
            return _nearest(ids, other)
    return _nearest(ids, board, corners=True)


def _nearest(ids: Sequence[Letters], board: DrawnBoard, *, corners: bool = False) -> Letters | None:
    """Return the id near a board, at most half its shorter side or ``CLOSE_MM`` away.

    One below it is taken only if there is no other.
    """
    x0, y0, x1, y1 = board.frame.bounds
    best: Letters | None = None
    farthest = max(min(board.frame.size) / 2, CLOSE_MM)
    least = (True, math.inf)
    for text in ids:
        text_x0, text_y0, text_x1, text_y1 = text.bounds
        across = max(x0 - text_x1, text_x0 - x1, 0.0)
        down = max(y0 - text_y1, text_y0 - y1, 0.0)
        is_at_corner = min(across, down) > 0
        if is_at_corner and not corners:
            continue
        is_below = text_y0 >= y1
        rank = (is_below, across + down)
        if across + down <= farthest and rank <= least:
            best = text
            least = rank
    return best
