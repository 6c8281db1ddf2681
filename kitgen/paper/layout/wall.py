"""Many positions on one large page: how they lie row by row, and how a page too large for a printer is tiled."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from kitgen.kit.kit import Box
from kitgen.paper.layout.frame import content_area
from kitgen.paper.layout.papers import Page
from kitgen.paper.marks.scene import (
    BLACK,
    POINT,
    WHITE,
    Disc,
    Line,
    Mark,
    Path,
    Place,
    Point,
    Polygon,
    Scene,
    Stroke,
    Text,
    rectangle,
)  # fmt: skip

#: How much of a tile the next one repeats, in mm: room for glue.
OVERLAP = 10.0
#: Kits of more rows than this have no headings.
MOST_ROWS = 8


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a box lies on a wall.

    Attributes:
        box: the box.
        page: from 0.
        x, y: the top left corner of its room, in mm from the wall's own.
    """

    box: Box
    page: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Heading:
    """Where a row of boxes begins.

    Attributes:
        box: the first of the row.
        page: from 0.
        y: the top of the heading, in mm.
    """

    box: Box
    page: int
    y: float


def heading_height(boxes: Sequence[Box], usual: float) -> float:
    """Return the height of headings, or 0 where so many rows have so few boxes that headings would fill the page.

    The letter of an id says the row as well.
    """
    return usual if len({box.row for box in boxes}) <= MOST_ROWS else 0.0


@dataclass(frozen=True, slots=True)
class Wall:
    """Boxes laid out row by row.

    Attributes:
        spots: the boxes.
        headings: where each row begins.
        pages: how many pages they fill.
    """

    spots: tuple[Spot, ...]
    headings: tuple[Heading, ...]
    pages: int


def hang(
    boxes: Sequence[Box],
    rooms: Sequence[tuple[float, float]],
    size: Callable[[Box], tuple[float, float]],
    gap: float,
    heading: float,
) -> Wall:
    """Return how boxes lie, each row of the machine begun anew under its heading; without headings, in one run.

    Args:
        boxes: sorted by row.
        rooms: width and height of the pages in mm; the last one stands for all that follow.
        size: returns the room that a box takes, in mm.
        gap: between two boxes, in mm.
        heading: height of a row's heading, in mm; 0 for no headings.
    """
    width = rooms[0][0]
    spots: list[Spot] = []
    headings: list[Heading] = []
    page, y = 0, 0.0
    for _, group in groupby(boxes, key=lambda box: box.row if heading else 0):
        members = list(group)
        wide = max(size(box)[0] for box in members)
        across = max(1, int((width + gap) // (wide + gap)))
        pitch = (width + gap) / across
        for start in range(0, len(members), across):
            row = members[start : start + across]
            high = max(size(box)[1] for box in row)
            above = 0.0 if start else heading
            if y + above + high > rooms[min(page, len(rooms) - 1)][1] and y > 0:
                page, y = page + 1, 0.0
            if above:
                headings.append(Heading(members[0], page, y))
            y += above
            spots += [Spot(box, page, index * pitch, y) for index, box in enumerate(row)]
            y += high + gap
    return Wall(tuple(spots), tuple(headings), page + 1)


def extent(mark: Mark) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of what a mark may cover; generous for letters and lines."""
    points: Sequence[Point]
    reach = 0.0
    match mark:
        case Line():
            points, reach = (mark.start, mark.end), mark.stroke.width
        case Disc():
            points, reach = (mark.centre,), mark.radius + (mark.stroke.width if mark.stroke else 0)
        case Polygon():
            points, reach = mark.points, mark.stroke.width if mark.stroke else 0
        case Path():
            points = [point for _, *points in mark.steps for point in points]
            reach = mark.stroke.width if mark.stroke else 0
        case Text():
            points, reach = (mark.at,), len(mark.text) * mark.size * POINT
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach


def tile_counts(large: tuple[float, float], page: Page) -> tuple[int, int]:
    """Return how many tiles a large page of a width and a height takes side by side and one below the other."""
    _, _, width, height = content_area(page)
    across, down = (
        max(1, -int(-(length - OVERLAP) // (room - OVERLAP)))
        for length, room in zip(large, (width, height), strict=True)
    )
    return across, down


class TileLabel(Protocol):
    """Returns the words at the edge of a tile."""

    def __call__(self, *, row: int, rows: int, column: int, columns: int) -> str:
        """Return them for the tile in a row and a column, both from 1, of so many."""


def tiles(scene: Scene, page: Page, label: TileLabel) -> list[Scene]:
    """Return a scene cut into pages, row by row; each repeats a strip of its neighbours to be glued over.

    Args:
        scene: the large page.
        page: the paper to print on.
        label: returns the words for a tile.
    """
    x, y, width, height = content_area(page)
    across, down = tile_counts((scene.width, scene.height), page)
    made = []
    for row in range(down):
        for column in range(across):
            left, top = column * (width - OVERLAP), row * (height - OVERLAP)
            sheet = Scene(page.width, page.height)
            place = Place(x - left, y - top)
            sheet.add(*(mark.placed(place) for mark in scene.marks if _touches(mark, left, top, width, height)))
            _mask(sheet, x, y, width, height)
            _tile_marks(sheet, (x, y, width, height), last_column=column == across - 1, last_row=row == down - 1)
            words = label(row=row + 1, rows=down, column=column + 1, columns=across)
            sheet.add(Text((x + 3, y - 2.2), words, 6.5))
            made.append(sheet)
    return made


def _touches(mark: Mark, x: float, y: float, width: float, height: float) -> bool:
    left, top, right, bottom = extent(mark)
    return left < x + width and right > x and top < y + height and bottom > y


def _mask(sheet: Scene, x: float, y: float, width: float, height: float) -> None:
    """Cover all that lies outside a tile."""
    far = 1.0  # beyond the paper's edge, so that no line is left there
    right, bottom = x + width, y + height
    sheet.add(
        rectangle(-far, -far, sheet.width + 2 * far, y + far, WHITE),
        rectangle(-far, bottom, sheet.width + 2 * far, sheet.height - bottom + far, WHITE),
        rectangle(-far, -far, x + far, sheet.height + 2 * far, WHITE),
        rectangle(right, -far, sheet.width - right + far, sheet.height + 2 * far, WHITE),
    )


def _tile_marks(sheet: Scene, area: tuple[float, float, float, float], *, last_column: bool, last_row: bool) -> None:
    """Draw marks in the margins above and beside a tile: where to cut, and where the next tile is laid."""
    x, y, width, height = area
    right, bottom = x + width, y + height
    hair = Stroke(BLACK, 0.15)
    dashed = Stroke(BLACK, 0.15, (1.0, 0.6))
    for across in (x, right):
        sheet.add(Line((across, y - 1), (across, y - 4), hair))
    for down in (y, bottom):
        sheet.add(Line((x - 1, down), (x - 4, down), hair), Line((right + 1, down), (right + 4, down), hair))
    if not last_column:
        line = right - OVERLAP
        sheet.add(Line((line, y - 1), (line, y - 4), dashed))
    if not last_row:
        line = bottom - OVERLAP
        sheet.add(Line((x - 1, line), (x - 4, line), dashed), Line((right + 1, line), (right + 4, line), dashed))
