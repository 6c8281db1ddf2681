"""Which card a board stands on, and which id is its own."""

import math
from collections.abc import Iterable, Sequence

from kitgen.check.pdf.drawn.boards import DrawnBoard
from kitgen.check.pdf.drawn.index import MarkIndex
from kitgen.check.pdf.drawn.marks import Bounds, Letters, Shape, holds
from kitgen.check.pdf.drawn.recognise import is_rectangle

#: What a frame round a board and more is larger than the board's own lines, in mm.
PANEL = 1.5
#: How near an id stands to a board, in mm, however narrow the board is.
CLOSE = 2.5


def find_grounds(index: MarkIndex, boards: Sequence[DrawnBoard]) -> list[Shape | None]:
    """Return for each board the ground of its card: the smallest rectangle below it, if it holds no other board."""
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
    """Return whether a rectangle lies in another, but for a hair."""
    return holds(outer, inner[:2], 0.1) and holds(outer, inner[2:], 0.1)


def largest(texts: Iterable[Letters]) -> Letters | None:
    """Return the text in the largest letters, the first drawn of several; None when there is none."""
    return max(texts, key=lambda text: (round(text.size, 3), -text.order), default=None)


def in_panel(board: DrawnBoard, panels: Iterable[Shape], ids: Sequence[Letters]) -> Sequence[Letters]:
    """Return the ids that may be a board's own: those within the smallest of the frames drawn round it.

    Args:
        board: the board.
        panels: all frames on the page.
        ids: all ids on the page.
    """
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

    It stands straight above, below or beside the board; or beside the board close on its left, of which this one is
    an image; or else at a corner.
    """
    name = _nearest(ids, board)
    if name is not None:
        return name
    left, top, _, _ = board.frame.bounds
    for other in boards:
        gap = left - other.frame.bounds[2]
        if 0 <= gap <= board.frame.size[0] / 4 and abs(top - other.frame.bounds[1]) <= 0.5:
            return _nearest(ids, other)
    return _nearest(ids, board, corners=True)


def _nearest(ids: Sequence[Letters], board: DrawnBoard, *, corners: bool = False) -> Letters | None:
    """Return the id next to a board: at most half its shorter side away, or ``CLOSE`` if it is narrow.

    One below it is its own only if there is no other: where rows stand close together, it is that of the next row.
    """
    left, top, right, bottom = board.frame.bounds
    best: Letters | None = None
    farthest, least = max(min(board.frame.size) / 2, CLOSE), (True, math.inf)
    for text in ids:
        text_left, text_top, text_right, text_bottom = text.bounds
        across = max(left - text_right, text_left - right, 0.0)
        down = max(top - text_bottom, text_top - bottom, 0.0)
        rank = text_top >= bottom, across + down
        if (corners or min(across, down) == 0) and across + down <= farthest and rank <= least:
            best, least = text, rank
    return best
