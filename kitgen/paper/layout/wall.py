"""Many positions on one large page: their places row by row, and tiles of a page too large for a
printer.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, product
from operator import attrgetter

from kitgen.kit.kit import Box
from kitgen.paper.layout.frame import content_area, extent
from kitgen.paper.marks.scene import BLACK, WHITE, Line, Place, Scene, Stroke, rectangle
from kitgen.paper.style import LABEL, fitted
from kitgen.papers import Bounds, Page, Point
from kitgen.reading.texts import Texts

#: The strip of a tile that the next one repeats, in mm: room for glue.
OVERLAP = 10.0
#: The most rows that have headings.
MAX_HEADED_ROWS = 8


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a box on a wall, or of the heading above it: page, from 0, and top left
    corner, in mm.
    """

    box: Box
    page: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class WallRow:
    """Boxes beside each other: page, from 0, their top, how far apart they begin, and where the
    first one begins, in mm.
    """

    boxes: Sequence[Box]
    page: int
    y: float
    pitch: float
    x: float = 0.0


@dataclass(frozen=True)
class Wall:
    """Boxes laid out row by row, with the headings of the rows, on a number of pages.

    Attributes:
        widest: the width of the widest box, in mm; a wall is hung also where it is more than the
            room has.
    """

    rows: tuple[WallRow, ...]
    headings: tuple[Spot, ...]
    pages: int
    widest: float

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The places of all boxes, which only the wall that is drawn needs."""
        spots = []
        for row in self.rows:
            for index, box in enumerate(row.boxes):
                spots.append(Spot(box, row.page, row.x + index * row.pitch, row.y))
        return tuple(spots)

    def spread(self, gap: float) -> "Wall":
        """Return the wall, all on one page, with so many mm more between its lines."""
        lines = {y: number for number, y in enumerate(sorted({row.y for row in self.rows}))}
        rows = [replace(row, y=row.y + gap * lines[row.y]) for row in self.rows]
        headings = []
        for heading in self.headings:
            line = lines[min(y for y in lines if y >= heading.y)]
            headings.append(replace(heading, y=heading.y + gap * line))
        return replace(self, rows=tuple(rows), headings=tuple(headings))


def hang(
    boxes: Sequence[Box],
    rooms: Sequence[Point],
    size: Callable[[Box], Point],
    gap: float,
    heading: float,
) -> Wall:
    """Return the places of boxes, sorted by row, each row of the machine below its heading.

    So many rows that their headings would fill the page have none and are in one run; ids show the
    row as well. ``rooms`` are width and height of the pages, the last one for all that follow;
    ``size`` returns a box's width and height; ``gap`` is between two boxes; ``heading`` is a
    heading's height. All in mm.
    """
    runs = [list(run) for _, run in groupby(boxes, key=attrgetter("row"))]
    if len({run[0].row for run in runs}) > MAX_HEADED_ROWS:
        heading = 0.0
    if boxes and not heading:
        runs = [list(boxes)]
    width = rooms[0][0]
    rows: list[WallRow] = []
    headings: list[Spot] = []
    page = 0
    y = 0.0
    widest_of_all = 0.0
    for members in runs:
        sizes = [size(box) for box in members]
        widest = max(wide for wide, _ in sizes)
        widest_of_all = max(widest, widest_of_all)
        across = max(1, int((width + gap) // (widest + gap)))
        pitch = (width + gap) / across
        for start in range(0, len(members), across):
            high = max(high for _, high in sizes[start : start + across])
            above = 0.0 if start else heading
            _, room = rooms[min(page, len(rooms) - 1)]
            if y > 0 and y + above + high > room:
                page += 1
                y = 0.0
            if above:
                headings.append(Spot(members[0], page, 0, y))
            y += above
            rows.append(WallRow(members[start : start + across], page, y, pitch))
            y += high + gap
    return Wall(tuple(rows), tuple(headings), page + 1, widest_of_all)


def hang_in_lines(
    boxes: Sequence[Box],
    room: Point,
    size: Callable[[Box], Point],
    gap: float,
    heading: float,
) -> Wall:
    """Return the places of boxes where short rows of the machine share a line, each below its
    heading; see ``hang``.
    """
    runs = [list(run) for _, run in groupby(boxes, key=attrgetter("row"))]
    sizes = [size(box) for box in boxes]
    widest = max(wide for wide, _ in sizes)
    high = heading + max(high for _, high in sizes)
    across = max(1, int((room[0] + gap) // (widest + gap)))
    pitch = (room[0] + gap) / across
    rows: list[WallRow] = []
    headings: list[Spot] = []
    top = 0.0
    taken = 0  # places of the line
    for members in runs:
        if taken and taken + len(members) > across:
            top += high + gap
            taken = 0
        headings.append(Spot(members[0], 0, taken * pitch, top))
        for start in range(0, len(members), across):
            if start:
                top += high - heading + gap
            part = members[start : start + across]
            rows.append(WallRow(part, 0, top + heading, pitch, taken * pitch))
        # Nothing stands beside several lines of one row.
        taken = across if len(members) > across else taken + len(members)
    pages = 1 if top + high <= room[1] else 2
    return Wall(tuple(rows), tuple(headings), pages, widest)


def tile_counts(large: tuple[float, float], page: Page) -> tuple[int, int]:
    """Return how many tiles a large page of a width and a height takes across and down."""
    wide, high = large
    area = content_area(page)
    across = math.ceil((wide - OVERLAP) / (area.width - OVERLAP))
    down = math.ceil((high - OVERLAP) / (area.height - OVERLAP))
    return max(1, across), max(1, down)


def tiles(scene: Scene, page: Page, texts: Texts, part: str) -> list[Scene]:
    """Return a scene cut into pages, row by row; each repeats a strip of its neighbours to be glued
    over.

    Tiles are numbered by place. Those without anything of their own are omitted; the first printed
    one names them.
    """
    x, y, width, height = content_area(page)
    columns, rows = tile_counts((scene.width, scene.height), page)
    extents = [(mark, extent(mark)) for mark in scene.marks]
    corners = []
    for row, column in product(range(rows), range(columns)):
        corners.append((column * (width - OVERLAP), row * (height - OVERLAP)))
    blank = []
    for number, (left, top) in enumerate(corners, 1):
        # What lies in the strips at its left and its top is on the tiles there as well.
        own_left = left + OVERLAP if left > 0 else left
        own_top = top + OVERLAP if top > 0 else top
        own = (own_left, own_top, left + width, top + height)
        if not any(_meet(bounds, own) for _, bounds in extents):
            blank.append(number)
    sheets = list[Scene]()
    for number, (left, top) in enumerate(corners, 1):
        if number in blank:
            continue
        row, column = divmod(number - 1, columns)
        sheet = Scene(page.width, page.height)
        whole = (left, top, left + width, top + height)
        place = Place(x - left, y - top)
        sheet.add(*(mark.placed(place) for mark, bounds in extents if _meet(bounds, whole)))
        _whiten_margins(sheet, (x, y, x + width, y + height))
        _tile_marks(
            sheet,
            (x, y, x + width, y + height),
            last_column=column == columns - 1,
            last_row=row == rows - 1,
        )
        words = texts(
            f"{part}.tile",
            number=number,
            row=row + 1,
            rows=rows,
            column=column + 1,
            columns=columns,
        )
        # There is room for one more sentence: the first tile says which are blank, the others how
        # to glue them.
        if sheets or not blank:
            more = texts("sheet.tiles")
        else:
            numbers = ", ".join(map(str, blank))
            more = texts("sheet.blank", count=len(blank), numbers=numbers)
        sheet.add(fitted((x + 3, y - 2.2), f"{words} · {more}", LABEL, width - OVERLAP - 6))
        sheets.append(sheet)
    return sheets


def _meet(bounds: Bounds, other: Bounds) -> bool:
    """Return whether two rectangles overlap."""
    left, top, right, bottom = bounds
    other_left, other_top, other_right, other_bottom = other
    if right <= other_left or left >= other_right:
        return False
    return bottom > other_top and top < other_bottom


def _whiten_margins(sheet: Scene, area: Bounds) -> None:
    """Cover what lies outside an area, and a little beyond the paper's edge, so that no line
    remains there.
    """
    left, top, right, bottom = area
    far = 1.0
    sheet.add(
        rectangle(-far, -far, sheet.width + 2 * far, top + far, WHITE),
        rectangle(-far, bottom, sheet.width + 2 * far, sheet.height - bottom + far, WHITE),
        rectangle(-far, -far, left + far, sheet.height + 2 * far, WHITE),
        rectangle(right, -far, sheet.width - right + far, sheet.height + 2 * far, WHITE),
    )


def _tile_marks(sheet: Scene, area: Bounds, *, last_column: bool, last_row: bool) -> None:
    """Draw marks in the margins above and beside a tile: where to cut, and where to lay the next
    tile.
    """
    x, y, right, bottom = area

    def mark_above(across: float, stroke: Stroke) -> None:
        sheet.add(Line((across, y - 1), (across, y - 4), stroke))

    def mark_beside(down: float, stroke: Stroke) -> None:
        sheet.add(Line((x - 1, down), (x - 4, down), stroke))
        sheet.add(Line((right + 1, down), (right + 4, down), stroke))

    cut = Stroke(BLACK, 0.15)
    next_tile = Stroke(BLACK, 0.15, (1.0, 0.6))
    for across in (x, right):
        mark_above(across, cut)
    for down in (y, bottom):
        mark_beside(down, cut)
    if not last_column:
        mark_above(right - OVERLAP, next_tile)
    if not last_row:
        mark_beside(bottom - OVERLAP, next_tile)
