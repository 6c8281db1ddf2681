"""The wall poster: every position with its arrows and, beside each, wells for its beads, or
fields for their number.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import product
from operator import itemgetter

from kitgen.errors import UsageError, quoted
from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.box_words import row_title
from kitgen.paper.card.faces import NumberFields
from kitgen.paper.card.moves import CrowdedError, contrast, draw_badge
from kitgen.paper.declared import DECLARED
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job, bead_width
from kitgen.paper.layout.frame import content_area
from kitgen.paper.layout.wall import Wall, hang, tiles
from kitgen.paper.marks.scene import BLACK, POINT, WHITE, Disc, Line, Scene, Stroke, Text
from kitgen.paper.style import BODY, GREY, LABEL, PALE, fit, in_rows, text_width
from kitgen.papers import Page, Point, larger_poster, poster_page

#: The whole poster, and the poster cut into tiles, on which a board may span several pages.
NAME, TILES = "poster", "poster-tiles"
#: The lowest and the highest boards, in mm.
BOARDS = 14, 90
#: How many times as wide as a bead its well is; the gap between two wells, and the room of a badge
#: beside them, in mm.
WELL, APART, BADGE = 1.25, 1.2, 7.0
#: Widths and heights of the fields in which beads are counted, in mm.
FIELDS = ((36.0, 16.0), (22.0, 10.0), (15.0, 7.0), (11.0, 5.2))
#: The most beads in one row of wells.
IN_A_ROW = 4
#: The most wells of a slot: nobody lays out more beads, which are counted and written down instead.
MAX_WELLS = 12


def sheets(job: Job) -> list[Scene] | list[Sheet]:
    """Return the poster as one large page, or as tiles of the chosen page."""
    page = poster_page(job.options.poster_size, job.page)
    try:
        poster = _poster(job, page)
    except _TooSmallError as error:
        raise UsageError(f"{error}; {_advice(job, page)}") from None
    title = job.texts("poster.title")
    if not job.options.poster_tiled:
        return [poster]
    return [
        Sheet(tile, TILES, title, tile=True, shows="tiles")
        for tile in tiles(poster, job.page, job.texts, NAME)
    ]


class _TooSmallError(Exception):
    """A kit does not fit a poster."""


def _poster(job: Job, page: Page) -> Scene:
    x, y, width, height = content_area(page)
    scale = page.width / 210
    head = 14 * scale
    room = (width, height - head - 3 * scale)
    gap, heading = min(4 * scale, 6.0), min(11 * scale, 18.0)

    def hung(board: int, beside: _Wells | NumberFields) -> Wall:
        return hang(job.kit.boxes, [room], partial(_size, job, board, beside), gap, heading)

    candidates = [(_largest(partial(hung, beside=beside)), beside) for beside in _candidates(job)]
    largest = max(candidates, key=itemgetter(0))
    if not largest[0]:
        raise _TooSmallError(
            f"{len(job.kit.boxes)} boxes with their wells do not fit {page.name} paper"
        )
    # Large boards and large wells; where arrows do not fit on these boards, the largest boards
    # possible.
    balanced = max(candidates, key=lambda candidate: candidate[0] * math.sqrt(candidate[1].width))
    for board, beside in (balanced, largest):
        scene, wall = Scene(page.width, page.height), hung(board, beside)
        with suppress(CrowdedError):
            for spot in wall.spots:
                _item(job, scene, spot.box, (x + spot.x, y + head + spot.y), board, beside)
            break
    else:
        raise _TooSmallError(f"the moves of {job.kit.name} do not fit on {page.name} paper")
    notes = [
        job.texts(f"poster.{key}") for key in ("wells" if _has_wells(job.kit) else "tally", "pick")
    ]
    small = min(fit(note, 6.5 * scale, width * 0.5) for note in notes)
    large = fit(
        job.title,
        16 * scale,
        width - max(text_width(note, small) for note in notes) - 5 * scale,
        bold=True,
    )
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
    """The wells of all boxes beside their boards, in the place of fields for numbers; lengths in
    mm.
    """

    width: float
    rows: int  # slots below one another
    beads: int  # the most wells of a slot

    @property
    def down(self) -> float:
        return max(math.ceil(self.beads / IN_A_ROW) * (self.width + APART), BADGE + 1)

    @property
    def across(self) -> float:
        return BADGE + 1 + min(self.beads, IN_A_ROW) * (self.width + APART)

    def size(self, box: Box) -> tuple[float, float]:
        slots = len(box.slots)
        return math.ceil(slots / self.rows) * (self.across + 1), min(slots, self.rows) * self.down

    def draw(self, scene: Scene, box: Box, at: Point) -> None:
        for index, slot in enumerate(box.slots):
            column, row = divmod(index, self.rows)
            start, level = at[0] + column * (self.across + 1), at[1] + (row + 0.5) * self.down
            scene.add(*draw_badge(slot.colour, (start + BADGE / 2, level), BODY))
            line = Stroke(slot.colour.fill if contrast(slot.colour.fill, WHITE) > 2 else GREY, 0.5)
            pitch, lines = self.width + APART, math.ceil(slot.beads / IN_A_ROW)
            first = (start + BADGE + 1 + self.width / 2, level - (lines - 1) / 2 * pitch)
            for _, x, y in in_rows(range(slot.beads), IN_A_ROW, first, (pitch, pitch)):
                scene.add(Disc((x, y), self.width / 2, None, line))


def _most_beads(kit: Kit) -> int:
    """Return the most beads in a slot."""
    return max(slot.beads for box in kit.boxes for slot in box.slots)


def _has_wells(kit: Kit) -> bool:
    """Return whether each bead has a well: the rule adds none, which no well could hold, and
    there are not many.
    """
    return kit.rule.only_takes and _most_beads(kit) <= MAX_WELLS


def _candidates(job: Job) -> Sequence[_Wells | NumberFields]:
    """Return wells, or fields for numbers, in each number of rows."""
    counts = range(1, max(len(box.slots) for box in job.kit.boxes) + 1)
    if _has_wells(job.kit):
        width = bead_width(job.options) * WELL
        return [_Wells(width, rows, _most_beads(job.kit)) for rows in counts]
    ways = product(
        reversed(counts), FIELDS
    )  # fields below one another are read more easily than side by side
    return [NumberFields(wide, high, rows) for rows, (wide, high) in ways]


def _largest(hung: Callable[[int], Wall]) -> int:
    """Return the height of the largest boards with which all boxes fit one page; 0 when none do."""
    least, largest = BOARDS
    board = (
        bisect_left(range(least, largest + 1), True, key=lambda board: hung(board).pages > 1)
        + least
        - 1
    )
    return board if board >= least else 0


def _letters(board: float) -> float:
    """Return the size in points of an id above a board of a height in mm."""
    return max(LABEL, min(20.0, 0.3 * board / POINT))


def _size(job: Job, board: int, beside: _Wells | NumberFields, box: Box) -> tuple[float, float]:
    wide, high = beside.size(box)
    width, _ = fit_grid(job.kit.game.diagram, 4 * board, board).size
    return width + 3 + wide, _letters(board) * POINT + 2 + max(board, high)


def _item(
    job: Job, scene: Scene, box: Box, at: Point, board: int, beside: _Wells | NumberFields
) -> None:
    (x, y), size = at, _letters(board)
    scene.add(Text((x, y + 0.8 * size * POINT), box.id, size, bold=True))
    y += size * POINT + 2
    drawn = draw_box(job.kit, box, 4 * board, board)
    scene.place(drawn, x, y)
    beside.draw(scene, box, (x + drawn.width + 3, y))


def check_bead(job: Job) -> None:
    """Refuse a width that no bead has, and any where a poster has fields for numbers and no
    wells.
    """
    bead_width(job.options)
    readers = {part.name for part in DECLARED if "poster_bead" in part.reads}
    if readers & set(job.parts) != {"poster"} or _has_wells(job.kit):
        return
    why = "some moves have too many beads for wells"
    if not job.kit.rule.only_takes:
        why = f"rule {quoted(job.kit.choices.rule)} adds beads"
    raise UsageError(f"--set poster.bead: {why}, so the poster has fields for numbers; omit it")
