"""Finds the boards on a page, each a frame with the cells of the game's diagram, and the card
and the id of each.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, filterfalse, groupby

from kitgen.model import Diagram
from kitgen.papers import Point
from kitgen.sandbox.page_marks import Letters, MarkIndex, Shape, holds, within
from kitgen.verification.recognise import is_circle, is_line, is_rectangle, is_upright, luminance

#: No board is drawn smaller, and no cell lies farther from its place or differs more in size, in
#: mm.
LEAST, OFF = 4.0, 0.05
#: A point where lines meet is smaller than this share of a cell, unlike pieces and badges, which
#: may be round, too.
SPOT = 0.3


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
    centres = [
        (diagram.width - x, diagram.height - y) if turned else (x, y) for x, y in diagram.centres
    ]
    for frame in marks.page.shapes:
        if (
            frame.fill is not None
            or frame.stroke is None
            or max(frame.size) < LEAST
            or not is_rectangle(frame)
        ):
            continue
        x0, y0, _, _ = frame.bounds
        wide, high = frame.size[0] / diagram.width, frame.size[1] / diagram.height
        shapes = [shape for shape in marks.shapes(frame.bounds) if shape is not frame]
        lines = [shape for shape in shapes if is_line(shape)]
        cells = tuple((x0 + x * wide, y0 + y * high) for x, y in centres)
        wanted: list[
            tuple[Sequence[Point], Sequence[Shape]]
        ]  # one of these marks in each of these places
        match diagram.cell:
            case "square":
                wanted = [
                    (
                        cells,
                        [
                            s
                            for s in shapes
                            if is_rectangle(s) and math.dist(s.size, (wide, high)) < OFF
                        ],
                    )
                ]
            case "pit" | "points":
                light = (
                    s for s in shapes if s.fill is not None and s.stroke and luminance(s.fill) > 0.8
                )
                most = SPOT * wide if diagram.cell == "points" else math.inf
                wanted = [(cells, [s for s in light if s.size[0] < most and is_circle(s)])]
            case "rung":
                wanted = [(cells, [*filter(is_upright, lines)])]
            # lines between the cells, almost from edge to edge; two may cross in the middle of both
            case "open":
                long = [
                    line for line in lines if max(line.size) > 0.85 * frame.size[is_upright(line)]
                ]
                x, y = frame.centre
                columns = [(x0 + n * wide, y) for n in range(1, round(diagram.width))]
                rows = [(x, y0 + n * high) for n in range(1, round(diagram.height))]
                wanted = [
                    (columns, [*filter(is_upright, long)]),
                    (rows, [*filterfalse(is_upright, long)]),
                ]
            case _:  # a custom style: marks that are all alike, one in each cell
                alike = ([*group] for _, group in groupby(sorted(shapes, key=_look), key=_look))
                wanted = [(cells, next((kind for kind in alike if _fill(kind, cells)), []))]
        pairs = [(place, group) for places, group in wanted for place in places]
        marked = [
            [shape for shape in group if math.dist(shape.centre, place) < OFF]
            for place, group in pairs
        ]
        if all(len(shapes) == 1 for shapes in marked):
            parts = [frame, *chain(*marked), *(lines if diagram.cell == "rung" else ())]
            if diagram.cell == "points":  # lines with all their marks lie under the points
                lowest = min(shape.order for shape in chain(*marked))
                parts += [shape for shape in shapes if shape.order < lowest]
            yield DrawnBoard(
                frame, cells, (wide / 2, high / 2), frozenset(part.order for part in parts)
            )


def _look(shape: Shape) -> tuple[str, str, float, float]:
    wide, high = shape.size
    return str(shape.fill), str(shape.stroke), round(wide, 2), round(high, 2)


def _fill(shapes: Sequence[Shape], cells: Sequence[Point]) -> bool:
    return len(shapes) == len(cells) and all(
        any(math.dist(s.centre, cell) < OFF for s in shapes) for cell in cells
    )


# The card and the id of a board.

#: How far a board may reach out of the frame or card around it, and how much larger a panel is than
#: its board, in mm.
NEAR, PANEL = 0.1, 1.5
#: How near an id must be to a board, in mm, however narrow the board is.
CLOSE = 2.5


def _grounds(index: MarkIndex, boards: Sequence[DrawnBoard]) -> list[Shape | None]:
    """Return the ground of each board's card: the smallest rectangle below it, unless another
    board is on it.
    """
    tinted = [
        s for s in index.page.shapes if s.fill is not None and s.stroke is None and is_rectangle(s)
    ]
    # One that is hardly larger is the board's own white.
    grounds = [
        _around(board, (s for s in tinted if s.order < board.frame.order), max, 1)
        for board in boards
    ]
    shared = [ground.order for ground in grounds if ground is not None]
    return [
        None if ground is None or shared.count(ground.order) > 1 else ground for ground in grounds
    ]


def _around(
    board: DrawnBoard, shapes: Iterable[Shape], side: Callable[..., float], more: float
) -> Shape | None:
    """Return the smallest shape around a board of which a ``side``, the least or greatest, is so
    many mm larger.
    """
    wide, high = board.frame.size
    holding = (shape for shape in shapes if within(board.frame.bounds, shape.bounds, NEAR))
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
        around = ground or _around(board, panels, min, PANEL)
        own = ids if around is None else [text for text in ids if holds(around.bounds, text.centre)]
        if ground is None:
            yield board, None, _find_name(own, board, boards)
        else:
            yield (
                board,
                ground,
                max(own, key=lambda text: (round(text.size, 3), -text.order), default=None),
            )


def _find_name(
    ids: Sequence[Letters], board: DrawnBoard, boards: Sequence[DrawnBoard]
) -> Letters | None:
    """Return the id of a board on the bare page, or None.

    It is beside the board; or beside the next board on the left, of which this one is an image; or
    else at a corner.
    """
    if (name := _nearest(ids, board)) is not None:
        return name
    x, top, _, _ = board.frame.bounds
    for other in boards:
        _, other_top, right, _ = other.frame.bounds
        if 0 <= x - right <= board.frame.size[0] / 4 and abs(top - other_top) <= 0.5:
            return _nearest(ids, other)
    return _nearest(ids, board, corners=True)


def _nearest(ids: Sequence[Letters], board: DrawnBoard, *, corners: bool = False) -> Letters | None:
    """Return the id near a board, at most half its shorter side or ``CLOSE`` away; one below it
    only if no other is.
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
