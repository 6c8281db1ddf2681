"""The wall poster: every position with its arrows and, beside each, wells for its beads, or
fields for their number.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import product
from operator import attrgetter
from typing import NamedTuple

import msgspec

from kitgen.errors import UsageError, quoted
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Diagram
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.box_words import row_title
from kitgen.paper.card.faces import NumberFields, row_tint
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.moves import CrowdedError, contrast, draw_badge
from kitgen.paper.declared import DECLARED
from kitgen.paper.document import Sheet
from kitgen.paper.game_sheets import draw_idea
from kitgen.paper.job import Job, bead_width
from kitgen.paper.layout.frame import BASELINE, Column, content_area
from kitgen.paper.layout.wall import MAX_HEADED_ROWS, Spot, Wall, hang, hang_in_lines, tiles
from kitgen.paper.machine_pictures import greet, robot_width
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
#: The lowest and the highest boards, in mm, and how many times as wide as high one is at most,
#: unless it is a strip of many cells.
MIN_BOARD_MM = 14
MAX_BOARD_MM = 180
MAX_BOARD_SHAPE = 4.0
#: The most boxes whose short rows may share a line.
MAX_SHARING_BOXES = 60
#: How much larger boards must get for smaller steps below them, and how small these are then.
WORTH_SMALLER_STEPS = 1.1
SMALL_STEPS = 0.7
#: The most room that is added between two lines, as a share of the height of a board.
MAX_SPREAD = 0.5
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
#: How many times as wide as a bead its well is.
WELL_OF_BEAD = 1.25
#: The gap between two wells, the room of a badge beside them, and the gap behind it.
WELL_GAP_MM = 1.2
BADGE_MM = 7.0
BADGE_GAP_MM = 1
#: The least contrast with paper of a line in the colour of beads.
MIN_LINE_CONTRAST = 2
#: Between a board and what stands beside it, and below the line of its id.
BESIDE_GAP_MM = 3
BELOW_ID_MM = 2
#: Widths and heights of the fields in which beads are counted.
FIELDS_MM = ((36.0, 16.0), (22.0, 10.0), (15.0, 7.0), (11.0, 5.2))
#: The most beads in one row of wells.
WELLS_IN_A_ROW = 4
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
            plan = _plan(job, page, _question_alone)
            return _composed(job, page, plan, steps_in_first_row=True)
        with suppress(_TooSmallError):
            return _composed(job, page, _plan_with_steps(job, page))
    return _composed(job, page, _plan(job, page, _title))


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
    title = _named_title(job)
    large = fit(title, 16 * scale, free, bold=True)
    scene.add(Text((0, 7 * scale), title, large, bold=True))
    for number, note in enumerate(notes):
        scene.add(Text((width, (4.2 + 3.2 * number) * scale), note, small, "end"))
    scene.add(Line((0, 10 * scale), (width, 10 * scale), Stroke(BLACK, 0.4 * scale)))
    return _Frame(scene, Scene(width, 0))


def _named_title(job: Job) -> str:
    """Return the kit's title with the name by which lists have the poster."""
    return f"{job.title} · {job.texts('poster.title')}"


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


def _question(job: Job, page: Page, at_arrows: bool, *, size: float = 1.0) -> _Frame:
    """Return the question in letters to be read across a room, and below the boxes the machine
    with three steps, drawn at a share of the width.
    """
    _, _, width, _ = content_area(page)
    above = _question_alone(job, page, at_arrows).above
    steps = _steps(job, width, page.width / 210, at_arrows=at_arrows)
    if size == 1:
        return _Frame(above, steps)
    below = Scene(width, size * steps.height)
    below.place(steps, (1 - size) / 2 * width, 0, scale=size)
    return _Frame(above, below)


def _question_alone(job: Job, page: Page, _at_arrows: bool) -> _Frame:
    """Return the question, and nothing below the boxes."""
    _, _, width, _ = content_area(page)
    scale = page.width / 210
    size = _question_size(page)
    lines = _question_lines(job, page)
    pitch = QUESTION_PITCH * size * POINT
    above = Scene(width, len(lines) * pitch + 13 * scale)
    for number, line in enumerate(lines):
        above.add(Text((0, number * pitch + BASELINE * size * POINT), line, size, bold=True))
    low = len(lines) * pitch + 5 * scale
    accent = STYLE.readers["maker"].accent
    title = _named_title(job)
    above.add(fitted((0, low), title, 14 * scale, width, bold=True, fill=accent))
    rule = low + 3 * scale
    above.add(Line((0, rule), (width, rule), Stroke(BLACK, 0.5 * scale)))
    return _Frame(above, Scene(width, 0))


def _place_in_first_row(
    draw_steps: Callable[[float, float], Scene], scene: Scene, wall: Wall, at: Point, width: float
) -> None:
    """Draw the machine with its three steps behind the boxes of the first row, where few boxes
    leave most of it free.

    ``at`` is the top left corner of the wall. ``_TooSmallError`` where there is no such room.
    """
    tops = sorted({heading.y for heading in wall.headings})
    if len(tops) < 2:
        raise _TooSmallError("no room beside the first row")
    top, end = tops[:2]
    spots = [spot for spot in wall.spots if spot.y < end]
    if len({spot.y for spot in spots}) > 1 or len(spots) > MAX_IN_FIRST_ROW:
        raise _TooSmallError("no room beside the first row")
    pitch = min(spot.x for spot in wall.spots if spot.x > 0)
    left = max(spot.x for spot in spots) + pitch
    high = end - top - 2 * BAND_GAP_MM
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
    robot_wide = robot_width(robot_height)
    steps = Column(Scene(STEPS_MM, 1), 0, 0, STEPS_MM)
    draw_idea(job, steps, with_boxes=False)
    shrink = (width - robot_wide - 4 * scale) / STEPS_MM
    scene = Scene(width, max(robot_height, steps.y * shrink) + 11 * scale)
    greet(scene, job.kit, robot_wide, 4 * scale + robot_height, robot_height)
    scene.place(steps.scene, robot_wide + 4 * scale, 4 * scale, scale=shrink)
    notes = " ".join(_notes(job, at_arrows=at_arrows))
    scene.add(fitted((0, scene.height - 1.5 * scale), notes, 9 * scale, width, bold=True))
    return scene


class _Boards(NamedTuple):
    """How large boards are: their height in mm, and the most times they are as wide."""

    height: int
    shape: float

    def fit(self, diagram: Diagram) -> Grid:
        """Return the grid of a board."""
        return fit_grid(diagram, self.shape * self.height, self.height)


class _WayToHang(NamedTuple):
    """One way to hang all boxes, with the largest boards for which there is room.

    Attributes:
        cell: the shorter side of a cell, in mm; 0 where even the lowest boards find no room.
        boards: their size.
        beside: what stands beside each board.
        in_lines: whether short rows share a line.
    """

    cell: float
    boards: _Boards
    beside: "_Beside"
    in_lines: bool


@dataclass(frozen=True, slots=True)
class _PosterPlan:
    """What stands round the boxes of a poster, and the ways to hang these, the best first."""

    make: _MakeFrame
    frame: _Frame
    room: Point
    choices: Sequence[_WayToHang]


def _plan_with_steps(job: Job, page: Page) -> _PosterPlan:
    """Return the plan with the steps below the boxes: smaller ones where boards gain by it."""
    plan = _plan(job, page, _question)
    closer = _plan(job, page, partial(_question, size=SMALL_STEPS))
    if closer.choices[0].cell > WORTH_SMALLER_STEPS * plan.choices[0].cell:
        return closer
    return plan


def _plan(job: Job, page: Page, make: _MakeFrame) -> _PosterPlan:
    """Return the plan of a page with a frame; ``_TooSmallError`` if its boxes do not fit."""
    _, _, width, height = content_area(page)
    frame = make(job, page, True)
    free = height - frame.above.height - frame.below.height - 3 * page.width / 210
    room = (width, free)
    choices = [_choice(job, page, room, beside) for beside in _candidates(job)]
    largest = max(choices, key=attrgetter("cell"))
    if not largest.cell:
        raise _TooSmallError(
            f"{len(job.kit.boxes)} boxes with their wells do not fit {page.name} paper"
        )
    # Wells at the arrows if they have room; otherwise large boards and large wells; where arrows do
    # not fit on these boards, the largest boards possible.
    balanced_one = max(choices, key=lambda choice: choice.cell * math.sqrt(choice.beside.width))
    best = [balanced_one, largest]
    if _wells_at_arrows(job.kit):
        at_arrows = _AtArrows(bead_width(job.options) * WELL_OF_BEAD)
        best.insert(0, _choice(job, page, room, at_arrows))
    return _PosterPlan(make, frame, room, best)


def _choice(job: Job, page: Page, room: Point, beside: "_Beside") -> _WayToHang:
    """Return the way to hang all boxes that makes cells largest."""
    diagram = job.kit.game.diagram
    choices = []
    for shape, in_lines in product(_shapes(diagram), _ways_to_hang(job.kit)):

        def fits(height: int, shape: float = shape, in_lines: bool = in_lines) -> bool:
            choice = _WayToHang(0.0, _Boards(height, shape), beside, in_lines)
            wall = _hung(job, page, room, choice)
            return wall.widest <= room[0] and wall.pages == 1

        height = _largest(fits)
        boards = _Boards(height, shape)
        cell = 0.0
        if height:
            grid = boards.fit(diagram)
            cell = min(grid.size[0] / diagram.width, grid.size[1] / diagram.height)
        choices.append(_WayToHang(cell, boards, beside, in_lines))
    return max(choices, key=attrgetter("cell"))


def _shapes(diagram: Diagram) -> list[float]:
    """Return how many times boards may be as wide as high: strips also as long as their cells."""
    long = diagram.width / diagram.height
    return [MAX_BOARD_SHAPE, long] if long > MAX_BOARD_SHAPE else [MAX_BOARD_SHAPE]


def _ways_to_hang(kit: Kit) -> tuple[bool, ...]:
    """Return whether short rows share a line: in many kits there is nothing to be gained."""
    rows = {box.row for box in kit.boxes}
    if len(kit.boxes) <= MAX_SHARING_BOXES and 1 < len(rows) <= MAX_HEADED_ROWS:
        return False, True
    return (False,)


def _hung(job: Job, page: Page, room: Point, choice: _WayToHang) -> Wall:
    """Return the places of all boxes in a room."""
    scale = page.width / 210
    gap = min(4 * scale, 6.0)
    heading = min(11 * scale, MAX_HEADING_MM)
    size = partial(_size, job, choice.boards, choice.beside)
    if choice.in_lines:
        return hang_in_lines(job.kit.boxes, room, size, gap, heading)
    return hang(job.kit.boxes, [room], size, gap, heading)


def _spread(job: Job, wall: Wall, room: Point, choice: _WayToHang) -> Wall:
    """Return the wall with its lines so far apart that they fill the room, within bounds."""
    size = partial(_size, job, choice.boards, choice.beside)
    low = max(spot.y + size(spot.box)[1] for spot in wall.spots)
    gaps = len({row.y for row in wall.rows}) - 1
    if not gaps:
        return wall
    most = MAX_SPREAD * choice.boards.fit(job.kit.game.diagram).size[1]
    return wall.spread(max(0.0, min(most, (room[1] - low) / gaps)))


def _composed(
    job: Job, page: Page, plan: _PosterPlan, *, steps_in_first_row: bool = False
) -> Scene:
    """Return the boxes in their rows between what stands above and below them, as large as they
    can be.
    """
    x, y, width, height = content_area(page)
    scale = page.width / 210
    frame = plan.frame
    room = plan.room
    head = frame.above.height
    for choice in plan.choices:
        beside = choice.beside
        scene = Scene(page.width, page.height)
        wall = _spread(job, _hung(job, page, room, choice), room, choice)
        _draw_bands(scene, wall, (x, y + head), room)
        if steps_in_first_row:
            steps = partial(_steps, job, at_arrows=isinstance(beside, _AtArrows))
            _place_in_first_row(steps, scene, wall, (x, y + head), width)
        with suppress(CrowdedError):
            for spot in wall.spots:
                at = (x + spot.x, y + head + spot.y)
                _item(job, scene, spot.box, at, choice.boards, beside)
            break
    else:
        raise _TooSmallError(f"the moves of {job.kit.name} do not fit on {page.name} paper")
    if not isinstance(beside, _AtArrows):
        frame = plan.make(job, page, False)
    scene.place(frame.above, x, y)
    scene.place(frame.below, x, y + height - frame.below.height)
    for heading_spot, right in _with_right_ends(wall, width):
        top = y + head + heading_spot.y
        words = row_title(job.kit, job.texts, heading_spot.box)
        letters = min(11 * scale, MAX_HEADING_PT)
        low = max(0.8 * letters * POINT, min(5 * scale, 9.0))
        at = (x + heading_spot.x, top + low)
        scene.add(fitted(at, words, letters, right - heading_spot.x, bold=True))
    return scene


def _with_right_ends(wall: Wall, width: float) -> Iterator[tuple[Spot, float]]:
    """Yield each heading, and where what is below it ends: at the next heading of its line, or at
    the width of the wall.
    """
    for heading in wall.headings:
        line = [other for other in wall.headings if other.y == heading.y]
        later = [other.x for other in line if other.x > heading.x]
        yield heading, min(later, default=width + 2 * BAND_GAP_MM) - 2 * BAND_GAP_MM


def _draw_bands(scene: Scene, wall: Wall, at: Point, room: Point) -> None:
    """Draw a band in the tint of each row of the machine, behind its boxes."""
    if not wall.headings:  # too many rows to tell them apart by bands
        return
    tops = sorted({heading.y for heading in wall.headings})
    below_all = room[1] + BAND_GAP_MM + BAND_EDGE_MM
    ends = dict(zip(tops, [*tops[1:], below_all], strict=True))
    for heading, right in _with_right_ends(wall, room[0]):
        wide = right - heading.x + 2 * BAND_EDGE_MM
        high = ends[heading.y] - heading.y - BAND_GAP_MM
        corner = (at[0] + heading.x - BAND_EDGE_MM, at[1] + heading.y - BAND_EDGE_MM)
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
    def _pitch(self) -> float:
        """From one well to the next."""
        return self.width + WELL_GAP_MM

    @property
    def down(self) -> float:
        """The height of a slot's badge and wells."""
        lines = math.ceil(self.beads / WELLS_IN_A_ROW)
        return max(lines * self._pitch, BADGE_MM + 1)

    @property
    def across(self) -> float:
        """The width of a slot's badge and wells."""
        return BADGE_MM + BADGE_GAP_MM + min(self.beads, WELLS_IN_A_ROW) * self._pitch

    def size(self, box: Box) -> tuple[float, float]:
        """Return the width and height of all wells of a box."""
        slots = len(box.slots)
        columns = math.ceil(slots / self.rows)
        return columns * (self.across + 1), min(slots, self.rows) * self.down

    def draw(self, scene: Scene, box: Box, at: Point) -> None:
        """Draw the wells of a box from their top left corner, slots below one another first."""
        pitch = self._pitch
        for number, slot in enumerate(box.slots):
            column, row = divmod(number, self.rows)
            left = at[0] + column * (self.across + 1)
            level = at[1] + (row + 0.5) * self.down
            scene.add(*draw_badge(slot.colour, (left + BADGE_MM / 2, level), BODY))
            lines = math.ceil(slot.beads / WELLS_IN_A_ROW)
            first_x = left + BADGE_MM + BADGE_GAP_MM + self.width / 2
            first = (first_x, level - (lines - 1) / 2 * pitch)
            line = _line_of_well(slot)
            for _, x, y in in_rows(range(slot.beads), WELLS_IN_A_ROW, first, (pitch, pitch)):
                scene.add(Disc((x, y), self.width / 2, None, line))


def _line_of_well(slot: Slot) -> Stroke:
    """Return the line round a well, in the colour of its bead where that is seen on paper."""
    ink = slot.colour.fill
    if contrast(ink, WHITE) <= MIN_LINE_CONTRAST:
        ink = GREY
    return Stroke(ink, 0.5)


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
        width = bead_width(job.options) * WELL_OF_BEAD
        return [_Wells(width, rows, _most_beads(job.kit)) for rows in counts]
    # The most rows first: fields below one another are read more easily than side by side.
    ways = product(reversed(counts), FIELDS_MM)
    return [NumberFields(wide, high, rows) for rows, (wide, high) in ways]


def _largest(fits: Callable[[int], bool]) -> int:
    """Return the height of the largest boards with which all boxes fit one page; 0 when none do."""
    heights = range(MIN_BOARD_MM, MAX_BOARD_MM + 1)
    fitting = bisect_left(heights, True, key=lambda height: not fits(height))
    return heights[fitting - 1] if fitting else 0


def _letters(board: float) -> float:
    """Return the size in points of an id above a board of a height in mm."""
    return max(LABEL, min(MAX_ID_PT, 0.3 * board / POINT))


def _size(job: Job, boards: _Boards, beside: _Beside, box: Box) -> Point:
    """Return the width and height of a box on the poster, with its id and what is beside it."""
    wide, high = beside.size(box)
    width, height = boards.fit(job.kit.game.diagram).size
    if wide:
        width = width + BESIDE_GAP_MM + wide
    return width, _letters(height) * POINT + BELOW_ID_MM + max(height, high)


def _item(job: Job, scene: Scene, box: Box, at: Point, boards: _Boards, beside: _Beside) -> None:
    """Draw a box with its id above it and what takes its beads."""
    x, y = at
    _, height = boards.fit(job.kit.game.diagram).size
    size = _letters(height)
    scene.add(Text((x, y + 0.8 * size * POINT), box.id, size, bold=True))
    y += size * POINT + BELOW_ID_MM
    well = beside.width / 2 if isinstance(beside, _AtArrows) else 0.0
    drawn = draw_box(job.kit, box, boards.shape * boards.height, boards.height, well=well)
    scene.place(drawn, x, y)
    beside.draw(scene, box, (x + drawn.width + BESIDE_GAP_MM, y))


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
