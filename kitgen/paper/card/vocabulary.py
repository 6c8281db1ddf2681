"""What a board says of the rules: lines that lead one way or are one side's own, goals, where ahead is; and a legend.

The look of the first side is hollow: rails, a white arrowhead, a white flag. That of the second is filled: ties across
the line, a dark arrowhead, a dark flag. Colours are never needed to tell them apart.
"""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kitgen.paper.job import Job, side_name
from kitgen.paper.marks.pieces import CLOSED, PIECES
from kitgen.paper.marks.scene import DARK, POINT, WHITE, Line, Mark, Polygon, Scene, Stroke, Text
from kitgen.paper.style import MIDDLE, SMALL, STYLE, text_width
from kitgen.papers import Point

if TYPE_CHECKING:
    from kitgen.paper.card.styles import Grid

#: The colour of lines that both sides follow.
LINE_GREY = STYLE.greys.line
#: The length of an arrowhead, as a share of a cell; half its width as a share of its length; its least length in mm.
HEAD, HEAD_HALF, LEAST_HEAD_MM = 0.15, 0.42, 0.9
#: Where arrowheads lie on a line, from its start: of both sides, of the first, of the second.
HEAD_AT_BOTH = 0.62
HEAD_AT_SIDE = (0.38, 0.8)
#: How far rails lie beside the axis of a line, half the length of a tie, and from tie to tie, as shares of a cell.
RAIL_APART, TIE_HALF, TIE_PITCH = 0.045, 0.06, 0.085
#: A flag: its height and the length of its cloth, as shares of a cell.
FLAG_HIGH, FLAG_LONG = 0.26, 0.17
#: The height of a row of the legend, the room of a picture in it, and between entries, in mm.
LEGEND_ROW_MM, ICON_MM, ENTRY_GAP_MM = 6.0, 12.0, 6.0

#: The fill of marks of the first and the second side.
FILLS = (WHITE, DARK)


def one_way_heads(grid: "Grid") -> Iterator[Polygon]:
    """Yield an arrowhead on each line that leads one way only."""
    for start, end in sorted(grid.diagram.one_way):
        yield _head(grid.unit, grid.centre(start), grid.centre(end), HEAD_AT_BOTH, LINE_GREY)


def own_lines(grid: "Grid", rim: float) -> Iterator[Mark]:
    """Yield the lines of each side alone, as far as the rims of their points, in mm, with arrowheads."""
    for side, pairs in enumerate(grid.diagram.own_lines):
        directed = {*pairs}
        for start, end in pairs:
            ends = grid.centre(start), grid.centre(end)
            both = (end, start) in directed
            if not both or start < end:
                yield from (_rails if side == 0 else _ties)(grid.unit, *ends, rim)
            if not both:
                yield _head(grid.unit, *ends, HEAD_AT_SIDE[side], FILLS[side])


def _along(start: Point, end: Point) -> tuple[float, Point]:
    """Return the length of a line, and its direction."""
    length = math.dist(start, end)
    return length, ((end[0] - start[0]) / length, (end[1] - start[1]) / length)


def _head(unit: float, start: Point, end: Point, share: float, fill: str) -> Polygon:
    length, (dx, dy) = _along(start, end)
    size = max(LEAST_HEAD_MM, HEAD * unit)
    x, y = start[0] + share * length * dx, start[1] + share * length * dy
    half = HEAD_HALF * size
    tip = (x + size / 2 * dx, y + size / 2 * dy)
    back = (x - size / 2 * dx, y - size / 2 * dy)
    corners = (tip, (back[0] - half * dy, back[1] + half * dx), (back[0] + half * dy, back[1] - half * dx))
    return Polygon(corners, fill, Stroke(DARK, 0.15) if fill == WHITE else None)


def _rails(unit: float, start: Point, end: Point, rim: float) -> Iterator[Line]:
    _, (dx, dy) = _along(start, end)
    apart = max(0.3, RAIL_APART * unit)
    for side in (-apart, apart):
        first = (start[0] + rim * dx - side * dy, start[1] + rim * dy + side * dx)
        last = (end[0] - rim * dx - side * dy, end[1] - rim * dy + side * dx)
        yield Line(first, last, Stroke(DARK, max(0.12, unit / 120)))


def _ties(unit: float, start: Point, end: Point, rim: float) -> Iterator[Line]:
    length, (dx, dy) = _along(start, end)
    half = max(0.4, TIE_HALF * unit)
    count = max(2, round((length - 2 * rim) / max(0.7, TIE_PITCH * unit)))
    for number in range(1, count):
        at = rim + (length - 2 * rim) * number / count
        x, y = start[0] + at * dx, start[1] + at * dy
        ends = (x - half * dy, y + half * dx), (x + half * dy, y - half * dx)
        yield Line(*ends, Stroke(DARK, max(0.15, unit / 90)))


def goal_flags(grid: "Grid") -> Iterator[Mark]:
    """Yield a flag on each cell that a side tries to reach: the first side's on the left, the second's on the right."""
    joined = grid.diagram.cell == "points"
    for side, goal in enumerate(grid.diagram.goals):
        for cell in sorted(goal):
            x, y = grid.centre(cell)
            way = 1 if side else -1
            if joined:
                foot = (x + way * 0.03 * grid.unit, y - 0.1 * grid.unit)
            else:
                foot = (x + way * 0.2 * grid.unit, y - 0.14 * grid.unit)
            yield from _flag(foot, grid.unit, side)


def _flag(foot: Point, unit: float, side: int) -> Iterator[Mark]:
    x, y = foot
    way = 1 if side else -1
    top = y - FLAG_HIGH * unit
    pole = Stroke(DARK, max(0.15, unit / 90))
    cloth = (x, top), (x + way * FLAG_LONG * unit, top + FLAG_HIGH * unit / 4), (x, top + FLAG_HIGH * unit / 2)
    yield Line(foot, (x, top), pole)
    yield Polygon(cloth, FILLS[side], Stroke(DARK, max(0.12, unit / 140)))


class Legend:
    """The rows below a playing board that explain its marks; ``height`` is theirs in mm."""

    def __init__(self, job: Job, width: float) -> None:
        self._width = width
        self._entries = [*_entries(job)]
        self._rows = self._in_rows()
        self.height = LEGEND_ROW_MM * len(self._rows)

    def _in_rows(self) -> list[list[tuple[Scene, str]]]:
        rows: list[list[tuple[Scene, str]]] = []
        left = 0.0
        for icon, words in self._entries:
            wide = icon.width + 2 + text_width(words, SMALL) + ENTRY_GAP_MM
            if not rows or wide - ENTRY_GAP_MM > left:
                rows.append([])
                left = self._width
            rows[-1].append((icon, words))
            left -= wide
        return rows

    def draw(self, scene: Scene, y: float) -> None:
        """Draw the rows, from a height downwards."""
        for row in self._rows:
            wides = [icon.width + 2 + text_width(words, SMALL) for icon, words in row]
            x = (scene.width - sum(wides) - ENTRY_GAP_MM * (len(row) - 1)) / 2
            middle = y + LEGEND_ROW_MM / 2
            for (icon, words), wide in zip(row, wides, strict=True):
                scene.place(icon, x, middle - icon.height / 2)
                scene.add(Text((x + icon.width + 2, middle + MIDDLE * SMALL * POINT), words, SMALL))
                x += wide + ENTRY_GAP_MM
            y += LEGEND_ROW_MM


def _entries(job: Job) -> Iterator[tuple[Scene, str]]:
    """Yield a picture and its meaning for each kind of mark on the board."""
    diagram = job.kit.game.diagram
    names = [side_name(job, side) for side in (0, 1)]
    if diagram.one_way:
        head = _head(30, (0, 1.5), (ICON_MM, 1.5), 0.5, LINE_GREY)
        yield _icon([Line((0, 1.5), (ICON_MM, 1.5), Stroke(LINE_GREY, 0.6)), head]), job.texts("board.mark.one_way")
    for side, pairs in enumerate(diagram.own_lines):
        if pairs:
            draw = _rails if side == 0 else _ties
            marks: list[Mark] = [*draw(25, (0, 1.5), (ICON_MM, 1.5), 0)]
            if any((end, start) not in pairs for start, end in pairs):
                marks.append(_head(20, (0, 1.5), (ICON_MM, 1.5), 0.5, FILLS[side]))
            yield _icon(marks), job.texts("board.mark.own_lines", side=names[side])
    for side, goal in enumerate(diagram.goals):
        if goal:
            flag = Scene(4, 4, [*_flag((4 - 4 * (1 - side), 4), 15, side)])
            yield flag, job.texts("board.mark.goal", side=names[side])
    if CLOSED in diagram.pieces.values():
        yield Scene(4, 3, [PIECES[CLOSED].draw((2, 1.5), 4)]), job.texts("board.mark.closed")


def _icon(marks: Sequence[Mark]) -> Scene:
    return Scene(ICON_MM, 3, [*marks])


# Where ahead is, at the edges of a playing board.

#: For each direction the arrow, and the edge of the board behind it: below, above, on the right or on the left.
ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
BEHIND = {"up": "below", "down": "above", "left": "right", "right": "left"}


def front_words(job: Job) -> dict[str, list[str]]:
    """Return for each edge of the board the sides that look away from it, in words."""
    words: dict[str, list[str]] = {"above": [], "below": [], "left": [], "right": []}
    for side, front in enumerate(job.kit.game.diagram.fronts):
        if front is not None:
            words[BEHIND[front]].append(job.texts("board.ahead", side=side_name(job, side), arrow=ARROWS[front]))
    return words
