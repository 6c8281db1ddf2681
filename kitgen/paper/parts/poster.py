"""The wall poster: every position with its arrows and, beside each, wells for its beads, or fields for their number."""

import math
from bisect import bisect_left
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from kitgen.errors import UsageError
from kitgen.kit.kit import Box
from kitgen.paper.card.back import NumberFields
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.moves import CrowdedError, contrast, draw_badge
from kitgen.paper.document import Sheet
from kitgen.paper.finder_index import row_title
from kitgen.paper.job import Job, bead_width
from kitgen.paper.layout.frame import content_area
from kitgen.paper.layout.wall import hang, tiles
from kitgen.paper.marks.fonts import fit, text_width
from kitgen.paper.marks.scene import BLACK, POINT, WHITE, Disc, Line, Scene, Stroke, Text
from kitgen.paper.style import BODY, GREY, LABEL, PALE
from kitgen.papers import Page, Point, larger_poster, poster_page

#: The whole poster, and the poster cut into tiles, on which a board may span several pages.
NAME, TILES = "poster", "poster-tiles"
#: The lowest and the highest boards, in mm.
BOARDS = 14, 90
#: How many times as wide as a bead its well is; the gap between two wells, and the room of a badge beside them, in mm.
WELL, APART, BADGE = 1.25, 1.2, 7.0
#: Widths and heights of the fields in which beads are counted, in mm.
FIELDS = ((36.0, 16.0), (22.0, 10.0), (15.0, 7.0), (11.0, 5.2))
#: The most beads in one row of wells.
IN_A_ROW = 4


def sheets(job: Job) -> list[Scene] | list[Sheet]:
    """Return the poster as one large page, or as tiles of the chosen page."""
    page = poster_page(job.options.poster, job.page)
    try:
        poster = _poster(job, page)
    except _TooSmallError as error:
        raise UsageError(f"{error}; {_advice(job, page)}") from None
    title = job.texts("poster.title")
    if not job.options.tiled:
        return [poster]
    return [Sheet(tile, TILES, title, tile=True) for tile in tiles(poster, job.page, job.texts, NAME)]


class _TooSmallError(Exception):
    """A kit does not fit a poster."""


def _poster(job: Job, page: Page) -> Scene:
    x, y, width, height = content_area(page)
    scale = page.width / 210
    head = 14 * scale
    room = (width, height - head - 3 * scale)
    gap, heading = min(4 * scale, 6.0), min(11 * scale, 18.0)
    candidates = [_largest(job, room, wells, gap, heading) for wells in _candidates(job)]
    if not any(wells.board for wells in candidates):
        raise _TooSmallError(f"{len(job.kit.boxes)} boxes with their wells do not fit {page.name} paper")
    # Large boards and large wells; where arrows do not fit on these boards, the largest boards possible.
    balanced = max(candidates, key=lambda wells: wells.board * math.sqrt(wells.width))
    for wells in (balanced, max(candidates, key=lambda wells: wells.board)):
        scene = Scene(page.width, page.height)
        wall = hang(job.kit.boxes, [room], partial(_size, job, wells), gap, heading)
        with suppress(CrowdedError):
            for spot in wall.spots:
                _item(job, scene, spot.box, (x + spot.x, y + head + spot.y), wells)
            break
    else:
        raise _TooSmallError(f"the moves of {job.kit.name} do not fit on {page.name} paper")
    notes = [job.texts(f"poster.{key}") for key in ("wells" if job.kit.rule.only_takes else "tally", "pick")]
    small = min(fit(note, 6.5 * scale, width * 0.5) for note in notes)
    large = fit(job.title, 16 * scale, width - max(text_width(note, small) for note in notes) - 5 * scale, bold=True)
    scene.add(Text((x, y + 7 * scale), job.title, large, bold=True))
    for number, note in enumerate(notes):
        scene.add(Text((x + width, y + (4.2 + 3.2 * number) * scale), note, small, "end"))
    scene.add(Line((x, y + 10 * scale), (x + width, y + 10 * scale), Stroke(BLACK, 0.4 * scale)))
    for heading_spot in wall.headings:
        top = y + head + heading_spot.y
        if heading_spot.y:
            scene.add(Line((x, top - scale), (x + width, top - scale), Stroke(PALE, 0.25 * scale)))
        words = row_title(job.kit, job.texts, heading_spot.box)
        scene.add(Text((x, top + min(5 * scale, 9.0)), words, min(11 * scale, 20.0), bold=True))
    return scene


def _advice(job: Job, page: Page) -> str:
    """Return the advice for a poster that is too small: the next size that is large enough."""
    larger = larger_poster(page)
    while larger is not None:
        with suppress(_TooSmallError):
            _poster(job, larger)
            return f"choose --set poster.size={larger.name}"
        larger = larger_poster(larger)
    return "choose a smaller --set poster.bead, or print a smaller kit"


@dataclass(frozen=True, slots=True)
class _Wells:
    """The wells of all boxes, or the fields for their numbers of beads, beside their boards; lengths in mm."""

    width: float
    beads: int  # the most wells of a slot
    rows: int  # slots below one another
    board: int  # the height of a board; 0 where boards do not fit
    tally: NumberFields | None  # where beads are counted

    @property
    def down(self) -> float:
        return max(math.ceil(self.beads / IN_A_ROW) * (self.width + APART), BADGE + 1)

    @property
    def across(self) -> float:
        return BADGE + 1 + min(self.beads, IN_A_ROW) * (self.width + APART)

    def room(self, box: Box) -> tuple[float, float]:
        if self.tally is not None:
            return self.tally.size(box)
        slots = len(box.slots)
        return math.ceil(slots / self.rows) * (self.across + 1), min(slots, self.rows) * self.down


def _candidates(job: Job) -> list[_Wells]:
    """Return wells, or fields if the rule adds beads, which no well can hold, in each number of rows."""
    counts = range(1, max(len(box.slots) for box in job.kit.boxes) + 1)
    if job.kit.rule.only_takes:
        beads, width = max(slot.beads for box in job.kit.boxes for slot in box.slots), bead_width(job.options) * WELL
        return [_Wells(width, beads, rows, 0, None) for rows in counts]
    ways = product(reversed(counts), FIELDS)  # fields below one another are read more easily than side by side
    return [_Wells(wide, 0, rows, 0, NumberFields(wide, high, rows)) for rows, (wide, high) in ways]


def _largest(job: Job, room: tuple[float, float], wells: _Wells, gap: float, heading: float) -> _Wells:
    """Return wells beside the largest boards with which all boxes fit a room; boards of 0 mm when none do."""

    def fits(board: int) -> bool:
        sizes = partial(_size, job, replace(wells, board=board))
        return hang(job.kit.boxes, [room], sizes, gap, heading).pages == 1

    least, largest = BOARDS
    board = bisect_left(range(least, largest + 1), True, key=lambda board: not fits(board)) + least - 1
    return replace(wells, board=board if board >= least else 0)


def _letters(board: float) -> float:
    """Return the size in points of an id above a board of a height in mm."""
    return max(LABEL, min(20.0, 0.3 * board / POINT))


def _size(job: Job, wells: _Wells, box: Box) -> tuple[float, float]:
    board, (wide, high) = wells.board, wells.room(box)
    width, _ = fit_grid(job.kit.game.diagram, 4 * board, board).size
    return width + 3 + wide, _letters(board) * POINT + 2 + max(board, high)


def _item(job: Job, scene: Scene, box: Box, at: Point, wells: _Wells) -> None:
    x, y = at
    board = wells.board
    size = _letters(board)
    scene.add(Text((x, y + 0.8 * size * POINT), box.id, size, bold=True))
    y += size * POINT + 2
    drawn = draw_box(job.kit, box, 4 * board, board)
    scene.place(drawn, x, y)
    x += drawn.width + 3
    if wells.tally is not None:
        wells.tally.draw(scene, box, (x, y))
        return
    for index, slot in enumerate(box.slots):
        column, row = divmod(index, wells.rows)
        start, level = x + column * (wells.across + 1), y + (row + 0.5) * wells.down
        scene.add(*draw_badge(slot.colour, (start + BADGE / 2, level), BODY))
        line = Stroke(slot.colour.fill if contrast(slot.colour.fill, WHITE) > 2 else GREY, 0.5)
        pitch, lines = wells.width + APART, math.ceil(slot.beads / IN_A_ROW)
        for number in range(slot.beads):
            line_of, place = divmod(number, IN_A_ROW)
            middle = level + (line_of - (lines - 1) / 2) * pitch
            scene.add(Disc((start + BADGE + 1 + wells.width / 2 + place * pitch, middle), wells.width / 2, None, line))
