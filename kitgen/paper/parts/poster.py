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

import msgspec

from kitgen.errors import UsageError, quoted
from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.box_words import row_title
from kitgen.paper.card.faces import NumberFields, row_tint
from kitgen.paper.card.moves import CrowdedError, contrast, draw_badge
from kitgen.paper.declared import DECLARED
from kitgen.paper.document import Sheet
from kitgen.paper.game_sheets import draw_idea
from kitgen.paper.job import Job, bead_width
from kitgen.paper.layout.frame import Column, content_area
from kitgen.paper.layout.wall import Wall, hang, tiles
from kitgen.paper.machine_pictures import HEIGHT, WIDTH, greet
from kitgen.paper.making import is_for_matchboxes
from kitgen.paper.marks.scene import BLACK, POINT, WHITE, Disc, Line, Scene, Stroke, Text, rounded
from kitgen.paper.style import (
    BODY,
    CAPITAL,
    GREY,
    LABEL,
    STYLE,
    balanced,
    fit,
    fitted,
    in_rows,
    text_width,
)
from kitgen.papers import Page, Point, larger_poster, poster_page

#: The whole poster, and the poster cut into tiles, on which a board may span several pages.
NAME = "poster"
TILES = "poster-tiles"
#: The lowest and the highest boards, in mm.
BOARDS = 14, 180
#: The height of the capitals of the question, as a share of the width of the page: 42 mm on A1; the
#: most lines it may take, and their pitch in ems.
CAPITALS_SHARE = 42 / 594
MAX_QUESTION_LINES = 3
QUESTION_PITCH = 1.08
#: The width on which the three steps are drawn before they are enlarged, in mm; the height of the
#: machine's character as a share of the room's width.
STEPS_MM = 190.0
ROBOT_SHARE = 0.14
#: The least width of a page with the question, in mm: A2; on smaller ones the boards need the room.
QUESTION_LEAST_MM = 400.0
#: The largest letters of a heading and of an id, in points; the most room of a heading, in mm.
MAX_HEADING_PT = 28.0
MAX_ID_PT = 24.0
MAX_HEADING_MM = 16.0
#: The most boxes of a first row that has the steps behind them, the least share of the width
#: that is left for these, and how small they may be drawn there.
MAX_IN_FIRST_ROW = 3
MIN_STEPS_SHARE = 0.45
MIN_STEPS_SCALE = 0.7
#: Between two bands, and how far they reach beyond the boxes, in mm.
BAND_GAP_MM = 2.0
BAND_EDGE_MM = 3.0
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
    """Return the poster with its question as large as in a museum, or, where the boxes leave no
    room for that, below a low title.
    """
    if page.width >= QUESTION_LEAST_MM and _question_lines(job, page):
        with suppress(_TooSmallError):
            return _composed(job, page, _question_alone, steps_in_first_row=True)
        with suppress(_TooSmallError):
            return _composed(job, page, _question)
    return _composed(job, page, _title)


@dataclass(frozen=True, slots=True)
class _Frame:
    """What stands above and below the boxes of a poster, each drawn from 0 on."""

    above: Scene
    below: Scene


#: Draws a frame for a poster whose wells are at the arrows, or beside the boards.
_MakeFrame = Callable[[Job, Page, bool], _Frame]


def _title(job: Job, page: Page, at_arrows: bool) -> _Frame:
    """Return a low title with the notes beside it."""
    _, _, width, _ = content_area(page)
    scale = page.width / 210
    scene = Scene(width, 14 * scale)
    notes = _notes(job, at_arrows=at_arrows)
    small = min(fit(note, 6.5 * scale, width * 0.5) for note in notes)
    free = width - max(text_width(note, small) for note in notes) - 5 * scale
    large = fit(job.title, 16 * scale, free, bold=True)
    scene.add(Text((0, 7 * scale), job.title, large, bold=True))
    for number, note in enumerate(notes):
        scene.add(Text((width, (4.2 + 3.2 * number) * scale), note, small, "end"))
    scene.add(Line((0, 10 * scale), (width, 10 * scale), Stroke(BLACK, 0.4 * scale)))
    return _Frame(scene, Scene(width, 0))


def _notes(job: Job, *, at_arrows: bool) -> list[str]:
    """Return what is done with the beads, or with the fields for their number."""
    key = "tally"
    if _has_wells(job.kit):
        key = "arrows" if at_arrows else "wells"
    return [job.texts(f"poster.{key}"), job.texts("poster.pick")]


def _question_size(page: Page) -> float:
    """Return the size of the question in points."""
    return CAPITALS_SHARE * page.width / CAPITAL / POINT


def _question_lines(job: Job, page: Page) -> list[str]:
    """Return the lines of the question; none where its words are too long for them."""
    _, _, width, _ = content_area(page)
    size = _question_size(page)
    things = ("matchbox", "box") if is_for_matchboxes(job) else ("box",)
    for thing in things:
        question = job.texts(f"cover.hook.{thing}", count=len(job.kit.boxes))
        lines = balanced(question, size, width, bold=True)
        is_whole = all(text_width(line, size, bold=True) <= width for line in lines)
        if is_whole and len(lines) <= MAX_QUESTION_LINES:
            return [*lines]
    return []


def _question(job: Job, page: Page, at_arrows: bool) -> _Frame:
    """Return the question in letters to be read across a room, and below the boxes the machine
    with three steps.
    """
    _, _, width, _ = content_area(page)
    above = _question_alone(job, page, at_arrows).above
    return _Frame(above, _steps(job, width, page.width / 210, at_arrows=at_arrows))


def _question_alone(job: Job, page: Page, _at_arrows: bool) -> _Frame:
    """Return the question, and nothing below the boxes."""
    _, _, width, _ = content_area(page)
    scale = page.width / 210
    size = _question_size(page)
    lines = _question_lines(job, page)
    pitch = QUESTION_PITCH * size * POINT
    above = Scene(width, len(lines) * pitch + 13 * scale)
    for number, line in enumerate(lines):
        above.add(Text((0, number * pitch + 0.78 * size * POINT), line, size, bold=True))
    low = len(lines) * pitch + 5 * scale
    above.add(
        fitted(
            (0, low), job.title, 14 * scale, width, bold=True, fill=STYLE.readers["maker"].accent
        )
    )
    above.add(Line((0, low + 3 * scale), (width, low + 3 * scale), Stroke(BLACK, 0.5 * scale)))
    return _Frame(above, Scene(width, 0))


def _place_in_first_row(
    draw_steps: Callable[[float, float], Scene], scene: Scene, wall: Wall, at: Point, width: float
) -> None:
    """Draw the machine with its three steps behind the boxes of the first row, where few boxes
    leave most of it free.

    ``at`` is the top left corner of the wall. ``_TooSmallError`` where there is no such room.
    """
    first = wall.headings[0].box.row if len(wall.headings) > 1 else None
    spots = [spot for spot in wall.spots if spot.box.row == first]
    if not spots or len({spot.y for spot in spots}) > 1 or len(spots) > MAX_IN_FIRST_ROW:
        raise _TooSmallError("no room beside the first row")
    pitch = min(spot.x for spot in wall.spots if spot.x > 0)
    left = max(spot.x for spot in spots) + pitch
    top = wall.headings[0].y
    high = wall.headings[1].y - top - 2 * BAND_GAP_MM
    wide = width - left
    if wide < MIN_STEPS_SHARE * width:
        raise _TooSmallError("no room beside the first row")
    steps = draw_steps(wide, wide / 210)
    scale = min(1.0, high / steps.height)
    if scale < MIN_STEPS_SCALE:
        raise _TooSmallError("no room beside the first row")
    spare = high - scale * steps.height
    scene.place(steps, at[0] + width - scale * wide, at[1] + top + spare / 2, scale=scale)


def _steps(job: Job, width: float, scale: float, *, at_arrows: bool) -> Scene:
    """Return the machine's character, and how it works in three steps, with the notes below."""
    robot_height = ROBOT_SHARE * width
    robot_width = robot_height * WIDTH / HEIGHT
    steps = Column(Scene(STEPS_MM, 1), 0, 0, STEPS_MM)
    draw_idea(job, steps, with_boxes=False)
    shrink = (width - robot_width - 4 * scale) / STEPS_MM
    scene = Scene(width, max(robot_height, steps.y * shrink) + 11 * scale)
    greet(scene, job.kit, robot_width, 4 * scale + robot_height, robot_height)
    scene.place(steps.scene, robot_width + 4 * scale, 4 * scale, scale=shrink)
    notes = "  ".join(_notes(job, at_arrows=at_arrows))
    scene.add(fitted((0, scene.height - 1.5 * scale), notes, 9 * scale, width, bold=True))
    return scene


def _composed(job: Job, page: Page, make: _MakeFrame, *, steps_in_first_row: bool = False) -> Scene:
    """Return the boxes in their rows between what stands above and below them, as large as they
    can be.
    """
    x, y, width, height = content_area(page)
    scale = page.width / 210
    frame = make(job, page, True)
    head = frame.above.height
    room = (width, height - head - frame.below.height - 3 * scale)
    gap = min(4 * scale, 6.0)
    heading = min(11 * scale, MAX_HEADING_MM)

    def hung(board: int, beside: _Beside) -> Wall:
        return hang(job.kit.boxes, [room], partial(_size, job, board, beside), gap, heading)

    candidates = [(_largest(partial(hung, beside=beside)), beside) for beside in _candidates(job)]
    largest = max(candidates, key=itemgetter(0))
    if not largest[0]:
        raise _TooSmallError(
            f"{len(job.kit.boxes)} boxes with their wells do not fit {page.name} paper"
        )
    # Wells at the arrows if they have room; otherwise large boards and large wells; where arrows do
    # not fit on these boards, the largest boards possible.
    balanced_ones = max(
        candidates, key=lambda candidate: candidate[0] * math.sqrt(candidate[1].width)
    )
    choices: list[tuple[int, _Beside]] = [balanced_ones, largest]
    if _wells_at_arrows(job.kit):
        at_arrows = _AtArrows(bead_width(job.options) * WELL)
        choices.insert(0, (_largest(partial(hung, beside=at_arrows)), at_arrows))
    for board, beside in choices:
        scene, wall = Scene(page.width, page.height), hung(board, beside)
        _draw_bands(scene, wall, (x, y + head), room)
        if steps_in_first_row:
            steps = partial(_steps, job, at_arrows=isinstance(beside, _AtArrows))
            _place_in_first_row(steps, scene, wall, (x, y + head), width)
        with suppress(CrowdedError):
            for spot in wall.spots:
                _item(job, scene, spot.box, (x + spot.x, y + head + spot.y), board, beside)
            break
    else:
        raise _TooSmallError(f"the moves of {job.kit.name} do not fit on {page.name} paper")
    if not isinstance(beside, _AtArrows):
        frame = make(job, page, False)
    scene.place(frame.above, x, y)
    scene.place(frame.below, x, y + height - frame.below.height)
    for heading_spot in wall.headings:
        top = y + head + heading_spot.y
        words = row_title(job.kit, job.texts, heading_spot.box)
        letters = min(11 * scale, MAX_HEADING_PT)
        low = max(0.8 * letters * POINT, min(5 * scale, 9.0))
        scene.add(Text((x, top + low), words, letters, bold=True))
    return scene


def _draw_bands(scene: Scene, wall: Wall, at: Point, room: Point) -> None:
    """Draw a band in the tint of each row of the machine, behind its boxes."""
    if not wall.headings:  # too many rows to tell them apart by bands
        return
    tops = [heading.y for heading in wall.headings]
    ends = [*tops[1:], room[1]]
    for heading, end in zip(wall.headings, ends, strict=True):
        high = end - heading.y - BAND_GAP_MM
        corner = (at[0] - BAND_EDGE_MM, at[1] + heading.y - BAND_EDGE_MM)
        wide = room[0] + 2 * BAND_EDGE_MM
        band = rounded(
            *corner, wide, high + BAND_EDGE_MM, BAND_EDGE_MM, row_tint(heading.box), Stroke()
        )
        # Without a line: readers of marks know by it that a figure is no part of a box.
        scene.add(msgspec.structs.replace(band, stroke=None))


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


@dataclass(frozen=True, slots=True)
class _AtArrows:
    """A well on each arrow of a board, of a width in mm: nothing stands beside the board."""

    width: float

    def size(self, _box: Box) -> tuple[float, float]:
        return 0.0, 0.0

    def draw(self, _scene: Scene, _box: Box, _at: Point) -> None:
        return


#: What takes the beads of a box, beside its board or on it.
_Beside = _Wells | NumberFields | _AtArrows


def _wells_at_arrows(kit: Kit) -> bool:
    """Return whether each arrow can have the one well of its bead."""
    return _has_wells(kit) and kit.game.diagram.moves == "arrow" and _most_beads(kit) == 1


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
    return max(LABEL, min(MAX_ID_PT, 0.3 * board / POINT))


def _size(job: Job, board: int, beside: _Beside, box: Box) -> tuple[float, float]:
    wide, high = beside.size(box)
    width, _ = fit_grid(job.kit.game.diagram, 4 * board, board).size
    between = 3 if wide else 0
    return width + between + wide, _letters(board) * POINT + 2 + max(board, high)


def _item(job: Job, scene: Scene, box: Box, at: Point, board: int, beside: _Beside) -> None:
    (x, y), size = at, _letters(board)
    scene.add(Text((x, y + 0.8 * size * POINT), box.id, size, bold=True))
    y += size * POINT + 2
    well = beside.width / 2 if isinstance(beside, _AtArrows) else 0.0
    drawn = draw_box(job.kit, box, 4 * board, board, well=well)
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
