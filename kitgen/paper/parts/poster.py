"""The wall poster: every position with its arrows and, beside each, wells for its beads."""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from kitgen.errors import UsageError
from kitgen.kit.kit import Box
from kitgen.paper.card.badge import contrast, draw_badge
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.placing import CrowdedError
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, PALE, content_area
from kitgen.paper.layout.papers import Page, larger_poster, poster_page
from kitgen.paper.layout.wall import Wall, hang, heading_height, tiles
from kitgen.paper.marks.fonts import fit, text_width
from kitgen.paper.marks.scene import BLACK, POINT, WHITE, Disc, Line, Point, Scene, Stroke, Text
from kitgen.paper.options import bead_width
from kitgen.paper.words.rows import row_title

#: The whole poster, and the poster cut into tiles: boards on these may lie across several pages.
NAME, TILES = "poster", "poster-tiles"
#: The lowest and the highest boards, in mm.
BOARDS = 14, 90
#: How much wider than a bead its well is; a dish for many beads is as many wells wide as there is room for.
WELL, DISHES = 1.25, (2.0, 1.6, 1.25, 1.0)
#: The room of a badge beside its wells, in mm.
BADGE = 7.0
#: Beads that lie in one row of wells; more lie in a dish.
IN_A_ROW = 4


def sheets(job: Job) -> list[Sheet]:
    """Return the poster as one large page, or as tiles of the page that is chosen.

    Raises:
        UnknownNameError: there is no such size of poster.
        UsageError: the poster's size is too small for the kit, or a bead's diameter makes no sense.
    """
    poster = _poster(job, poster_page(job.options.poster, job.page))
    title = job.texts("poster.title")
    if not job.options.tiled:
        return [Sheet(poster, NAME, title)]
    return [Sheet(tile, TILES, title, tile=True) for tile in tiles(poster, job.page, partial(job.texts, "poster.tile"))]


def _poster(job: Job, page: Page) -> Scene:
    """Return the whole poster, its boards as large as the page lets them be."""
    x, y, width, height = content_area(page)
    scale = page.width / 210
    head = 14 * scale
    room = (width, height - head - 3 * scale)
    gap, heading = min(4 * scale, 6.0), heading_height(job.kit.boxes, min(11 * scale, 18.0))
    slots = max(len(box.slots) for box in job.kit.boxes)
    found = [_largest(job, room, dish, rows, (gap, heading)) for dish in DISHES for rows in range(1, slots + 1)]
    if not any(wells.board for wells in found):
        raise UsageError(f"{len(job.kit.boxes)} boxes with their wells do not fit {page.name} paper; {_advice(page)}")
    # Large boards and large wells; where arrows find no room on these boards, the largest that there may be.
    balanced = max(found, key=lambda wells: wells.board * math.sqrt(wells.width))
    for wells in (balanced, max(found, key=lambda wells: wells.board)):
        wall = hang(job.kit.boxes, [room], _sizes(job, wells), gap, heading)
        try:
            scene = Scene(page.width, page.height)
            for spot in wall.spots:
                _item(job, scene, spot.box, (x + spot.x, y + head + spot.y), wells)
            break
        except CrowdedError:
            continue
    else:
        raise UsageError(f"the moves of {job.kit.name} find no room on {page.name} paper; {_advice(page)}")
    note = job.texts(f"poster.{_kind(job)}")
    small = fit(note, 7 * scale, width * 0.45)
    large = fit(job.kit.title, 16 * scale, width - text_width(note, small) - 5 * scale, bold=True)
    scene.add(Text((x, y + 7 * scale), job.kit.title, large, bold=True))
    scene.add(Text((x + width, y + 7 * scale), note, small, "end", fill=GREY))
    scene.add(Line((x, y + 10 * scale), (x + width, y + 10 * scale), Stroke(BLACK, 0.4 * scale)))
    _headings(job, scene, wall, (x, y + head), width, scale)
    return scene


def _advice(page: Page) -> str:
    """Return what to do when a poster is too small."""
    larger = larger_poster(page)
    return f"choose --poster {larger.name}" if larger else "say a smaller --bead, or print a smaller kit"


def _kind(job: Job) -> str:
    """Return whether beads lie in single wells or together in dishes."""
    most = max(slot.beads for box in job.kit.boxes for slot in box.slots)
    return "wells" if job.kit.rule.only_takes and most <= IN_A_ROW else "dishes"


@dataclass(frozen=True, slots=True)
class _Wells:
    """How the wells of all boxes lie beside their boards.

    Attributes:
        single: True for one well for each bead, False for one dish for all beads of a colour.
        width: of a well or dish, in mm.
        most: wells in a row.
        rows: rows of wells below one another.
        board: height of the boards, in mm.
    """

    single: bool
    width: float
    most: int
    rows: int
    board: float

    @property
    def down(self) -> float:
        """The distance from one row to the next, in mm."""
        return max(self.width + 1.2, BADGE + 1)

    @property
    def across(self) -> float:
        """The width of a colour's wells with their badge, in mm."""
        return BADGE + 1 + self.most * (self.width + 1.2)

    def columns(self, slots: int) -> int:
        """Return how many columns of rows a box needs."""
        return math.ceil(slots / self.rows)


def _largest(job: Job, room: tuple[float, float], dish: float, rows: int, spaces: tuple[float, float]) -> _Wells:
    """Return the wells beside the largest boards with which all boxes fit a room; boards of 0 mm when none do.

    Args:
        job: the print run.
        room: width and height, in mm.
        dish: how many wells wide a dish is.
        rows: rows of wells below one another.
        spaces: between boxes, and of a turn's heading, in mm.
    """
    single = _kind(job) == "wells"
    width = bead_width(job.options) * WELL * (1 if single else dish)
    most = max(slot.beads for box in job.kit.boxes for slot in box.slots) if single else 1

    def fits(board: int) -> bool:
        return hang(job.kit.boxes, [room], _sizes(job, _Wells(single, width, most, rows, board)), *spaces).pages == 1

    least, largest = BOARDS
    # The larger the boards, the more room is needed: the last that fit are found by halving.
    board = bisect_left(range(least, largest + 1), True, key=lambda board: not fits(board)) + least - 1
    return _Wells(single, width, most, rows, board if board >= least else 0)


def _letters(board: float) -> float:
    """Return the size in points of an id above a board of a height in mm."""
    return max(7.0, min(20.0, 0.3 * board / POINT))


def _size(job: Job, box: Box, wells: _Wells) -> tuple[float, float]:
    """Return the room that a box takes: id above, board and wells side by side."""
    board = wells.board
    grid = fit_grid(job.kit.game.diagram, 4 * board, board)
    wide = grid.width * job.kit.game.diagram.width + 3 + wells.columns(len(box.slots)) * (wells.across + 1)
    rows = min(len(box.slots), wells.rows)
    return wide, _letters(board) * POINT + 2 + max(board, rows * wells.down)


def _sizes(job: Job, wells: _Wells) -> Callable[[Box], tuple[float, float]]:
    """Return the function from a box to its room, with given boards and wells."""
    return lambda box: _size(job, box, wells)


def _item(job: Job, scene: Scene, box: Box, at: Point, wells: _Wells) -> None:
    """Draw a box with the wells for its beads."""
    x, y = at
    board = wells.board
    size = _letters(board)
    scene.add(Text((x, y + 0.8 * size * POINT), box.id, size, bold=True))
    y += size * POINT + 2
    drawn = draw_box(job.kit, box, 4 * board, board)
    scene.place(drawn, x, y)
    x += drawn.width + 3
    for index, slot in enumerate(box.slots):
        column, row = divmod(index, wells.rows)
        left, middle = x + column * (wells.across + 1), y + (row + 0.5) * wells.down
        scene.add(*draw_badge(slot.colour, (left + BADGE / 2, middle), 11))
        line = Stroke(slot.colour.fill if contrast(slot.colour.fill, WHITE) > 2 else GREY, 0.5)
        for number in range(slot.beads if wells.single else 1):
            centre = (left + BADGE + 1 + wells.width / 2 + number * (wells.width + 1.2), middle)
            scene.add(Disc(centre, wells.width / 2, None, line))


def _headings(job: Job, scene: Scene, wall: Wall, at: Point, width: float, scale: float) -> None:
    """Write what the rows are, with a line over each."""
    x, y = at
    for heading in wall.headings:
        top = y + heading.y
        if heading.y:
            scene.add(Line((x, top - scale), (x + width, top - scale), Stroke(PALE, 0.25 * scale)))
        words = row_title(job.kit, job.texts, heading.box)
        if _kind(job) == "dishes":
            beads = _same(slot.beads for box in job.kit.boxes if box.row == heading.box.row for slot in box.slots)
            if beads is not None:
                words += f" · {job.texts('poster.start', count=beads)}"
        scene.add(Text((x, top + min(5 * scale, 9.0)), words, min(11 * scale, 20.0), bold=True))


def _same(numbers: Iterable[int]) -> int | None:
    """Return the number that all are, or None."""
    found = set(numbers)
    return found.pop() if len(found) == 1 else None
