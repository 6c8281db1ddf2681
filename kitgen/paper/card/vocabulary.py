"""What a board says of the rules: lines that lead one way or are one side's own, goals, where ahead
is; and a legend.

The look of the first side is hollow: rails, a white arrowhead, a white flag. That of the second is
filled: ties across the line, a dark arrowhead, a dark flag. Colours are never needed to tell them
apart.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from kitgen.paper.card.grid import Grid
from kitgen.paper.marks.pieces import CLOSED, shape_of
from kitgen.paper.marks.scene import (
    BLACK,
    DARK,
    POINT,
    WHITE,
    Disc,
    Line,
    Mark,
    Polygon,
    Scene,
    Stroke,
    Text,
    to_segment,
)
from kitgen.paper.spoken_game import side_name
from kitgen.paper.style import MIDDLE, SMALL, STYLE, text_width
from kitgen.papers import Point

if TYPE_CHECKING:
    from kitgen.paper.job import Job

#: The colour of lines that both sides follow.
LINE_GREY = STYLE.greys.line
#: The length of an arrowhead, as a share of a cell, and its least length in mm.
HEAD_SHARE = 0.15
MIN_HEAD_MM = 0.9
#: Half the width of an arrowhead, as a share of its length.
HEAD_HALF_SHARE = 0.42
#: Where arrowheads lie on a line, as a share of its length from its start: on lines of the board.
HEAD_AT_BOTH = 0.62
#: The same on lines of the first side alone, of the second, and of common pieces: apart, where they
#: run beside each other.
HEAD_AT_OWNER = (0.38, 0.8, 0.5)
#: A line bends that would pass nearer to a third point than this share of a cell.
MIN_PASSING_SHARE = 0.15
#: How far a line bends, as a share of its length, and at most, as a share of a cell.
BULGE_SHARE = 0.14
MAX_BULGE_SHARE = 0.38
#: The number of straight pieces of a bent line.
BENDS = 16
#: The height of a flag, and the length of its cloth, as shares of a cell.
FLAG_HEIGHT_SHARE = 0.26
CLOTH_LENGTH_SHARE = 0.17
#: The height of a row of the legend, in mm.
LEGEND_ROW_MM = 6.0
#: The width of a picture in the legend, in mm.
ICON_MM = 12.0
#: The room between a picture in the legend and its words, in mm.
ICON_GAP_MM = 2
#: The room between two entries of the legend, in mm.
ENTRY_GAP_MM = 6.0

#: The fill of marks of the first side, of the second, and of common pieces.
FILLS = (WHITE, DARK, LINE_GREY)


@dataclass(frozen=True, slots=True)
class Pen:
    """How lines of one side, and arrowheads, are drawn; all lengths in mm.

    Attributes:
        apart, rail: how far the two rails of the first side lie beside the axis, and their width.
        tie_half, tie_pitch, tie: half the length of a tie of the second side, from tie to tie, and
            its width.
        dot, dot_pitch: the radius of a dot of common pieces, and from dot to dot.
        head, head_line: the length of an arrowhead, and the outline of a hollow one.
        head_at_both: where arrowheads on lines of both sides lie, from the start of a line.
        head_at_owner: the same for lines of the first side, of the second, and of common pieces.
        head_room: how far from an arrowhead there are no ties and dots.
        ink: the colour of all but plain lines.
    """

    apart: float
    rail: float
    tie_half: float
    tie_pitch: float
    tie: float
    dot: float
    dot_pitch: float
    head: float
    head_line: float = 0.15
    head_at_both: float = HEAD_AT_BOTH
    head_at_owner: tuple[float, float, float] = HEAD_AT_OWNER
    head_room: float = 0.0
    ink: str = DARK


def printed_pen(unit: float) -> Pen:
    """Return the pen for paper; ``unit`` is the smaller side of a cell in mm."""
    return Pen(
        apart=max(0.3, 0.045 * unit),
        rail=max(0.12, unit / 120),
        tie_half=max(0.4, 0.06 * unit),
        tie_pitch=max(0.7, 0.085 * unit),
        tie=max(0.15, unit / 90),
        dot=max(0.2, 0.025 * unit),
        dot_pitch=max(0.9, 0.12 * unit),
        head=max(MIN_HEAD_MM, HEAD_SHARE * unit),
    )


def course(grid: Grid, start: int, end: int, owner: int | None = None) -> list[Point]:
    """Return the corners of a line between the middles of two cells: bent where it would pass
    through a third one.

    ``owner`` is the side that follows it alone, so that lines of both sides bend apart; None for
    lines of the board.
    """
    first = grid.centre(start)
    last = grid.centre(end)
    others = (centre for cell, centre in enumerate(grid.centres) if cell not in (start, end))
    nearest = MIN_PASSING_SHARE * grid.unit
    if not any(to_segment(other, first, last) < nearest for other in others):
        return [first, last]
    length, (dx, dy) = _along(first, last)
    bulge = min(BULGE_SHARE * length, MAX_BULGE_SHARE * grid.unit)
    # To the same side of the page for both directions of a line; the second side's bends to the
    # other one.
    way = -1 if first < last else 1
    if owner == 1:
        way = -way
    corners = []
    for step in range(BENDS + 1):
        share = step / BENDS
        # A parabola: nothing at both ends, the whole bulge in the middle.
        out = 4 * bulge * share * (1 - share) * way
        x = first[0] + share * length * dx - out * dy
        y = first[1] + share * length * dy + out * dx
        corners.append((x, y))
    return corners


def drawn_line(grid: Grid, start: int, end: int, rim: float, stroke: Stroke) -> Mark:
    """Return a line of the board, as far as the rims of both points, in mm."""
    corners = _trimmed(course(grid, start, end), rim)
    if len(corners) == 2:
        return Line(corners[0], corners[1], stroke)
    return Polygon(tuple(corners), None, stroke, closed=False)


def _trimmed(corners: Sequence[Point], rim: float) -> list[Point]:
    """Return a course without a rim at each end, in mm."""
    length = _length(corners)
    kept = []
    distance = 0.0
    for start, end in pairwise(corners):
        distance += math.dist(start, end)
        if rim < distance < length - rim:
            kept.append(end)
    first, _ = _at(corners, rim)
    last, _ = _at(corners, length - rim)
    return [first, *kept, last]


def _at(corners: Sequence[Point], far: float) -> tuple[Point, Point]:
    """Return the point of a course at a distance from its start, in mm, and its direction there."""
    for start, end in pairwise(corners):
        length, way = _along(start, end)
        if far <= length or end == corners[-1]:  # rounding may lead past the end
            return (start[0] + far * way[0], start[1] + far * way[1]), way
        far -= length
    raise AssertionError


def _length(corners: Sequence[Point]) -> float:
    return sum(math.dist(start, end) for start, end in pairwise(corners))


#: The pen for fingers: thick and black, with gaps of 3.2 mm from tie to tie and from dot to dot.
TOUCH_PEN = Pen(
    apart=4.4,
    rail=1.2,
    tie_half=3.0,
    tie_pitch=4.4,
    tie=1.2,
    dot=1.5,
    dot_pitch=6.2,
    head=6.0,
    head_line=1.2,
    head_at_both=0.5,
    head_at_owner=(0.5, 0.5, 0.5),
    head_room=5.5,
    ink=BLACK,
)


def one_way_heads(grid: Grid, fill: str = LINE_GREY, pen: Pen | None = None) -> Iterator[Polygon]:
    """Yield an arrowhead on each line that leads one way only."""
    pen = pen or printed_pen(grid.unit)
    for start, end in sorted(grid.diagram.one_way):
        corners = course(grid, min(start, end), max(start, end))
        if start > end:
            corners.reverse()
        yield _head(pen, corners, pen.head_at_both, fill)


def own_lines(grid: Grid, rim: float, pen: Pen | None = None) -> Iterator[Mark]:
    """Yield the lines of each side alone, as far as the rims of their points, in mm, with
    arrowheads.
    """
    pen = pen or printed_pen(grid.unit)
    for owner, pairs in enumerate(grid.diagram.own_lines):
        directed = {*pairs}
        for start, end in pairs:
            leads_back = (end, start) in directed
            if leads_back and start > end:  # drawn with the other direction
                continue
            corners = course(grid, start, end, owner)
            look = LOOKS[owner](pen, _trimmed(corners, rim))
            if leads_back:
                yield from look
                continue
            share = pen.head_at_owner[owner]
            at, _ = _at(corners, share * _length(corners))
            yield from (mark for mark in look if not _crowds(mark, at, pen.head_room))
            yield _head(pen, corners, share, _head_fill(pen, owner))


def _head_fill(pen: Pen, owner: int) -> str:
    """Return the fill of an arrowhead: for fingers there is no grey."""
    if FILLS[owner] == WHITE:
        return WHITE
    return FILLS[owner] if pen.ink == DARK else pen.ink


def _crowds(mark: Mark, at: Point, room: float) -> bool:
    """Return whether a tie or a dot lies nearer to the middle of an arrowhead than a room in mm."""
    match mark:
        case Line():
            (start_x, start_y), (end_x, end_y) = mark.start, mark.end
            middle = ((start_x + end_x) / 2, (start_y + end_y) / 2)
        case Disc():
            middle = mark.centre
        case _:
            return False
    return math.dist(middle, at) < room


def _along(start: Point, end: Point) -> tuple[float, Point]:
    """Return the length of a line, and its direction."""
    length = math.dist(start, end)
    return length, ((end[0] - start[0]) / length, (end[1] - start[1]) / length)


def _head(pen: Pen, corners: Sequence[Point], share: float, fill: str) -> Polygon:
    (x, y), (dx, dy) = _at(corners, share * _length(corners))
    half = HEAD_HALF_SHARE * pen.head
    tip = (x + pen.head / 2 * dx, y + pen.head / 2 * dy)
    back = (x - pen.head / 2 * dx, y - pen.head / 2 * dy)
    outline = (
        tip,
        (back[0] - half * dy, back[1] + half * dx),
        (back[0] + half * dy, back[1] - half * dx),
    )
    return Polygon(outline, fill, Stroke(pen.ink, pen.head_line) if fill == WHITE else None)


def _rails(pen: Pen, corners: Sequence[Point]) -> Iterator[Polygon]:
    for offset in (-pen.apart, pen.apart):
        beside = []
        for number, (x, y) in enumerate(corners):
            before = corners[max(number - 1, 0)]
            after = corners[min(number + 1, len(corners) - 1)]
            _, (dx, dy) = _along(before, after)
            beside.append((x - offset * dy, y + offset * dx))
        yield Polygon(tuple(beside), None, Stroke(pen.ink, pen.rail), closed=False)


def _steps(corners: Sequence[Point], pitch: float) -> Iterator[tuple[Point, Point]]:
    """Yield the places of marks along a course at about equal distances, with its direction
    there.
    """
    length = _length(corners)
    count = max(2, round(length / pitch))
    for number in range(1, count):
        yield _at(corners, length * number / count)


def _ties(pen: Pen, corners: Sequence[Point]) -> Iterator[Line]:
    half = pen.tie_half
    for (x, y), (dx, dy) in _steps(corners, pen.tie_pitch):
        ends = (x - half * dy, y + half * dx), (x + half * dy, y - half * dx)
        yield Line(*ends, Stroke(pen.ink, pen.tie))


def _dots(pen: Pen, corners: Sequence[Point]) -> Iterator[Disc]:
    for at, _ in _steps(corners, pen.dot_pitch):
        yield Disc(at, pen.dot, pen.ink)


#: How a line of the first side, of the second, and of common pieces is drawn.
LOOKS: tuple[Callable[[Pen, Sequence[Point]], Iterator[Mark]], ...] = (_rails, _ties, _dots)
#: The ends of the keys of texts for them.
OWNERS = ("first", "second", "both")


def goal_flags(grid: Grid) -> Iterator[Mark]:
    """Yield a flag on each cell that a side tries to reach: the first side's on the left, the
    second's on the right.
    """
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
    top = y - FLAG_HEIGHT_SHARE * unit
    pole = Stroke(DARK, max(0.15, unit / 90))
    cloth = (
        (x, top),
        (x + way * CLOTH_LENGTH_SHARE * unit, top + FLAG_HEIGHT_SHARE * unit / 4),
        (x, top + FLAG_HEIGHT_SHARE * unit / 2),
    )
    yield Line(foot, (x, top), pole)
    yield Polygon(cloth, FILLS[side], Stroke(DARK, max(0.12, unit / 140)))


#: The height of the flag of a goal for fingers, in mm; see ``TOUCH_PEN``.
TOUCH_FLAG_MM = 10.0
#: The length and height of its cloth, in mm.
TOUCH_CLOTH_MM = (5.5, 6.0)


def touch_flag(middle: Point, side: int) -> Iterator[Mark]:
    """Yield the goal of a side for fingers, about the middle of an empty cell: left of it the
    first side's, hollow.
    """
    x, y = middle
    way = 1 if side else -1
    top = y - TOUCH_FLAG_MM / 2
    line = Stroke(BLACK, TOUCH_PEN.head_line)
    long, high = TOUCH_CLOTH_MM
    foot = x + way * line.width
    cloth = (foot, top), (foot + way * long, top + high / 2), (foot, top + high)
    yield Line((foot, y + TOUCH_FLAG_MM / 2), (foot, top), line)
    yield Polygon(cloth, FILLS[0] if side == 0 else BLACK, line)


#: A line as the legend shows it.
LEGEND_LINE = ((0.0, 1.5), (ICON_MM, 1.5))
#: The legend's marks are those of a board with cells of so many mm: so large that they can be told
#: apart in a row, and so small that they fit into it.
LEGEND_ONE_WAY_UNIT_MM = 20
LEGEND_OWN_LINE_UNIT_MM = 25
LEGEND_OWN_HEAD_UNIT_MM = 15
LEGEND_FLAG_UNIT_MM = 15


class Legend:
    """The rows below a playing board that explain its marks; ``height`` is theirs in mm."""

    def __init__(self, job: "Job", width: float) -> None:
        self._width = width
        self._entries = [*_entries(job)]
        self._rows = self._in_rows()
        self.height = LEGEND_ROW_MM * len(self._rows)

    def _in_rows(self) -> list[list[tuple[Scene, str]]]:
        rows: list[list[tuple[Scene, str]]] = []
        left = 0.0
        for icon, words in self._entries:
            width = _entry_width(icon, words)
            if not rows or width > left:
                rows.append([])
                left = self._width
            rows[-1].append((icon, words))
            left -= width + ENTRY_GAP_MM
        return rows

    def draw(self, scene: Scene, y: float) -> None:
        """Draw the rows, from a height downwards."""
        for row in self._rows:
            widths = [_entry_width(icon, words) for icon, words in row]
            x = (scene.width - sum(widths) - ENTRY_GAP_MM * (len(row) - 1)) / 2
            middle = y + LEGEND_ROW_MM / 2
            baseline = middle + MIDDLE * SMALL * POINT
            for (icon, words), width in zip(row, widths, strict=True):
                scene.place(icon, x, middle - icon.height / 2)
                scene.add(Text((x + icon.width + ICON_GAP_MM, baseline), words, SMALL))
                x += width + ENTRY_GAP_MM
            y += LEGEND_ROW_MM


def _entry_width(icon: Scene, words: str) -> float:
    return icon.width + ICON_GAP_MM + text_width(words, SMALL)


def _entries(job: "Job") -> Iterator[tuple[Scene, str]]:
    """Yield a picture and its meaning for each kind of mark on the board."""
    diagram = job.kit.game.diagram
    names = [side_name(job, side) for side in (0, 1)]
    if diagram.one_way:
        head = _head(printed_pen(LEGEND_ONE_WAY_UNIT_MM), LEGEND_LINE, 0.5, LINE_GREY)
        yield (
            _icon([Line(*LEGEND_LINE, Stroke(LINE_GREY, 0.6)), head]),
            job.texts("board.mark.one_way"),
        )
    for owner, pairs in enumerate(diagram.own_lines):
        if pairs:
            marks: list[Mark] = [*LOOKS[owner](printed_pen(LEGEND_OWN_LINE_UNIT_MM), LEGEND_LINE)]
            if any((end, start) not in pairs for start, end in pairs):
                pen = printed_pen(LEGEND_OWN_HEAD_UNIT_MM)
                marks.append(_head(pen, LEGEND_LINE, 0.5, FILLS[owner]))
            # Common pieces are the third owner; their text names no side.
            named = names[min(owner, 1)]
            whose = job.texts(f"board.mark.own_lines.{OWNERS[owner]}", side=named)
            yield _icon(marks), whose
    for side, goal in enumerate(diagram.goals):
        if goal:
            flag = Scene(4, 4, [*_flag((0.0 if side else 4.0, 4), LEGEND_FLAG_UNIT_MM, side)])
            yield flag, job.texts("board.mark.goal", side=names[side])
    if CLOSED in diagram.pieces.values():
        picture = Scene(4, 3, [shape_of(diagram, CLOSED).draw((2, 1.5), 4)])
        yield picture, job.texts("board.mark.closed")


#: A line as the legend for fingers shows it, about the middle of its left edge, in mm.
TOUCH_ICON = ((0.0, 0.0), (16.0, 0.0))


def touch_entries(job: "Job") -> Iterator[tuple[list[Mark], str]]:
    """Yield each kind of mark on a board for fingers, about the middle of its left edge, with
    its meaning.
    """
    diagram = job.kit.game.diagram
    names = [side_name(job, side) for side in (0, 1)]
    if diagram.one_way:
        line = Line(*TOUCH_ICON, Stroke(BLACK, TOUCH_PEN.rail))
        head = _head(TOUCH_PEN, TOUCH_ICON, 0.5, BLACK)
        yield [line, head], job.texts("board.mark.one_way")
    for owner, pairs in enumerate(diagram.own_lines):
        if pairs:
            # Common pieces are the third owner; their text names no side.
            named = names[min(owner, 1)]
            whose = job.texts(f"board.mark.own_lines.{OWNERS[owner]}", side=named)
            yield [*LOOKS[owner](TOUCH_PEN, TOUCH_ICON)], whose
    for side, goal in enumerate(diagram.goals):
        if goal:
            yield [*touch_flag((8.0, 0.0), side)], job.texts("board.mark.goal", side=names[side])
    # On paper a front is written at the edge of the board; fingers find it in the legend.
    for side, front in enumerate(diagram.fronts):
        if front is not None:
            dx, dy = WAYS[BEHIND[front]]
            ends = (8 - 6 * dx, -6 * dy), (8 + 6 * dx, 6 * dy)
            arrow: list[Mark] = [
                Line(*ends, Stroke(BLACK, TOUCH_PEN.rail)),
                _head(TOUCH_PEN, ends, 0.75, BLACK),
            ]
            yield arrow, job.texts("board.ahead", side=names[side])


def _icon(marks: Sequence[Mark]) -> Scene:
    return Scene(ICON_MM, 3, [*marks])


# Where ahead is, at the edges of a playing board.

#: For each direction the edge of the board behind it, and the direction on the page.
BEHIND = {"up": "below", "down": "above", "left": "right", "right": "left"}
WAYS: dict[str, Point] = {"below": (0, -1), "above": (0, 1), "right": (-1, 0), "left": (1, 0)}
#: The length of an arrow at an edge, in mm.
FRONT_ARROW_MM = 7.0
#: The distance of such an arrow from the words, in mm.
BESIDE_WORDS_MM = 3.0


def front_words(job: "Job") -> dict[str, list[str]]:
    """Return for each edge of the board the sides that look away from it, in words."""
    words: dict[str, list[str]] = {edge: [] for edge in WAYS}
    for side, front in enumerate(job.kit.game.diagram.fronts):
        if front is not None:
            words[BEHIND[front]].append(job.texts("board.ahead", side=side_name(job, side)))
    return words


def draw_front(scene: Scene, edge: str, words: str, at: Point) -> None:
    """Write at an edge which side looks away from it, about a point on the baseline, with an
    arrow beside the words.
    """
    x, y = at
    dx, dy = WAYS[edge]
    aside = text_width(words, SMALL, bold=True) / 2 + BESIDE_WORDS_MM
    if edge in ("left", "right"):
        turn = -90
        middle = (x - 1.3, y - aside)
    else:
        turn = 0
        middle = (x + aside, y - 1.3)
    scene.add(Text(at, words, SMALL, "middle", bold=True, turn=turn))
    half = FRONT_ARROW_MM / 2
    tail = (middle[0] - half * dx, middle[1] - half * dy)
    neck = (middle[0] + (half - 2.4) * dx, middle[1] + (half - 2.4) * dy)
    tip = (middle[0] + half * dx, middle[1] + half * dy)
    left = (neck[0] - 1.4 * dy, neck[1] + 1.4 * dx)
    right = (neck[0] + 1.4 * dy, neck[1] - 1.4 * dx)
    scene.add(Line(tail, neck, Stroke(DARK, 0.8)), Polygon((tip, left, right), DARK))
