"""Spinners and dice tables: how a class without beads picks the machine's moves."""

import math
from collections.abc import Sequence

from kitgen.kit.kit import Kit
from kitgen.kit.palette import Colour
from kitgen.paper.card.moves import badge_extent, draw_badge
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job, counts_beads
from kitgen.paper.layout.dice import SIDES, draw_face
from kitgen.paper.layout.frame import Column, content_area, new_page, room_below
from kitgen.paper.marks.scene import (
    BLACK,
    WHITE,
    Disc,
    Line,
    Path,
    Scene,
    Stroke,
    arc,
    on_circle,
    rectangle,
)
from kitgen.paper.style import BODY, GREY, PALE, SHADE, SMALL, SPACE, STYLE, fitted, in_rows
from kitgen.papers import Point
from kitgen.reading.texts import span

#: Spinners side by side to try.
SPINNERS_ACROSS = (2, 3)
#: The largest and the smallest diameter of a spinner, and that of a single one, in mm.
MAX_SPINNER_MM = 84.0
MIN_SPINNER_MM = 48.0
LONE_SPINNER_MM = 62.0
#: The space round each, in mm.
AIR_MM = 5.0
#: What a rounding error may take from a row's room, in mm.
SLACK_MM = 1e-6
#: More spinners than these, four in two rows, are smaller than they are wide.
MAX_WIDE_SPINNERS = 4
#: How far the middle of what stands in a sector is from that of its wheel, as a share of the
#: radius, and the share of a sector's width there that is clear of its lines.
SECTOR_MIDDLE = 0.64
SECTOR_CLEAR = 0.8
#: Letters of a number in a sector, and the largest of a badge, in points.
NUMBER_PT = STYLE.display.wheel
MAX_BADGE_PT = 26.0
#: The grid of two dice, and between it and the words beside it, in mm.
GRID_MM = 56.0
GRID_GAP_MM = 8.0
#: The table for dice: its rows, its first column, and the widest of the others, in mm.
TABLE_ROW_MM = 8.0
TABLE_HEAD_MM = 30.0
MAX_TABLE_CELL_MM = 26.0
#: Between the letters of a cell and each of its edges, at least, in mm.
TABLE_PAD_MM = 1.0
#: Sectors that have no colour of their own are white and pale grey in turn; three in a row never
#: share one.
TINTS = (WHITE, STYLE.greys.tint, SHADE)


def _choices(job: Job) -> list[int]:
    """Return the numbers of moves among which boxes let the machine choose, sorted."""
    return sorted({len(box.slots) for box in job.kit.boxes} - {1})


def has_choices(job: Job) -> bool:
    """Return whether any box has several moves to choose from."""
    return bool(_choices(job))


def sheets(job: Job) -> list[Scene | Sheet]:
    """Return the sheets with a spinner for each number of slots, then the table for dice."""
    counts = _choices(job)
    dice, end_of_dice = _dice(job, counts)
    if len(counts) == 1:
        wheels = [_lone_spinner(job, counts[0])]
    else:
        # The table shares a page that has so much room below its spinners.
        table = end_of_dice.y - content_area(job.page).y + SPACE.sheet + 1
        wheels = _all_wheels(job, counts, table)
    return [*wheels, Sheet(dice, "spinner", job.texts("spinner.dice"))]


def _lone_spinner(job: Job, count: int) -> Scene:
    """Return the sheet of a single spinner, which stands beside the words."""
    scene, column = new_page(job, job.texts("spinner.title"))
    right = column.x + column.width
    middle = (right - LONE_SPINNER_MM / 2 - AIR_MM, column.y + LONE_SPINNER_MM / 2)
    colours = common_colours(job.kit)
    width = column.width - LONE_SPINNER_MM - 3 * AIR_MM
    _say(job, Column(scene, column.x, column.y, width), colours)
    _wheel(scene, middle, LONE_SPINNER_MM / 2, count, colours)
    return scene


def _all_wheels(job: Job, counts: Sequence[int], table: float) -> list[Scene]:
    """Return the fewest pages of spinners, if possible with room in mm for the table at the end of
    the last one.

    Smaller spinners may leave that room, or need fewer pages.
    """
    without_room = [_wheels(job, counts, across, 0) for across in SPINNERS_ACROSS]
    fewest = min(without_room, key=len)
    for across in SPINNERS_ACROSS:
        pages = _wheels(job, counts, across, table)
        if 0 < len(pages) <= len(fewest):
            return pages
    if len(counts) > MAX_WIDE_SPINNERS:
        # The last row may stand above the table: then the other spinners have its room.
        in_last_row = 2 - len(counts) % 2
        ahead = _wheels(job, counts[:-in_last_row], 2, 0)
        above_table = _wheels(job, counts[-in_last_row:], 2, table, words=False)
        if 0 < len(ahead) <= len(fewest) and len(above_table) == 1:
            return [*ahead, *above_table]
    return fewest


def _say(job: Job, column: Column, colours: Sequence[Colour]) -> None:
    """Write how a spinner is used."""
    texts = job.texts
    column.paragraph(texts("spinner.intro"), gap=SPACE.paragraph)
    for number in range(1, 4):
        column.item(f"{number}", texts(f"spinner.step.{number}"))
    if any(len(box.slots) == 1 for box in job.kit.boxes):
        column.paragraph(texts("spinner.step.single"))
    column.paragraph(texts("spinner.colours" if colours else "spinner.numbers"), SMALL)
    if counts_beads(job.kit):
        column.paragraph(texts("spinner.beads"), SMALL)
    column.gap(SPACE.paragraph)


def common_colours(kit: Kit) -> tuple[Colour, ...]:
    """Return the colours of the slots in order, when all boxes use them in the same order;
    otherwise none.
    """
    rows = [tuple(slot.colour for slot in box.slots) for box in kit.boxes]
    longest = max(rows, key=len)
    for colours in rows:
        if colours != longest[: len(colours)]:
            return ()
    return longest


def _wheels(
    job: Job, counts: Sequence[int], across: int, below: float, *, words: bool = True
) -> list[Scene]:
    """Return the pages of spinners, each with ``below`` mm free at its end; none if that is too
    much.
    """
    colours = common_colours(job.kit)
    scenes: list[Scene] = []
    waiting = list(counts)
    while waiting:
        scene, column = new_page(job, job.texts("spinner.title"))
        if words and not scenes:
            _say(job, column, colours)
        wide = column.width / across
        room = room_below(job, column) - below
        size = _spinner_size(wide, room / math.ceil(len(waiting) / across))
        rows = int((room + SLACK_MM) // (size + AIR_MM))
        if not rows:
            return []
        pitch = (wide, size + AIR_MM)
        first = (column.x + wide / 2, column.y + (size + AIR_MM) / 2)
        for count, x, y in in_rows(waiting[: rows * across], across, first, pitch):
            _wheel(scene, (x, y), size / 2, count, colours)
        waiting = waiting[rows * across :]
        scenes.append(scene)
    return scenes


def _spinner_size(wide: float, high: float) -> float:
    """Return the diameter of spinners in places of a width and, unless that makes them too small,
    a height.
    """
    return min(MAX_SPINNER_MM, wide - AIR_MM, max(high - AIR_MM, MIN_SPINNER_MM))


def _wheel(
    scene: Scene, middle: Point, radius: float, count: int, colours: Sequence[Colour]
) -> None:
    """Draw a spinner with sectors for so many moves, each with the badge of its colour or, without
    colours, with its number.
    """
    outline = Stroke(BLACK, 0.4)
    for number in range(count):
        start = -90 + 360 * number / count
        end = -90 + 360 * (number + 1) / count
        begin = on_circle(middle, radius, math.radians(start))
        sector = (("M", middle), ("L", begin), *arc(middle, radius, start, end), ("Z",))
        tint = TINTS[number % 2]
        if number == count - 1 and count % 2:  # it lies between two of different tints
            tint = TINTS[2]
        scene.add(Path(sector, tint, outline))
        half_way = math.radians((start + end) / 2)
        at = on_circle(middle, SECTOR_MIDDLE * radius, half_way)
        if colours:
            room = SECTOR_CLEAR * SECTOR_MIDDLE * radius * math.sin(math.pi / count)
            left, _, right, _ = badge_extent(colours[number].symbol, 1)
            letters = min(MAX_BADGE_PT, room / max(-left, right))
            scene.add(*draw_badge(colours[number], at, letters))
        else:
            figure = f"{number + 1}"
            scene.add(fitted(at, figure, NUMBER_PT, anchor="middle", bold=True, level=True))
    scene.add(Disc(middle, 2.2, WHITE, outline), Disc(middle, 0.5, BLACK))


def _dice(job: Job, counts: Sequence[int]) -> tuple[Scene, Column]:
    """Return the page of the tables for dice, and the column below them."""
    texts = job.texts
    scene, column = new_page(job, texts("spinner.dice"))
    for_one_die = [count for count in counts if count <= SIDES]
    for_two_dice = [count for count in counts if count > SIDES]
    if for_one_die:
        column.heading(texts("spinner.one.title"))
        column.paragraph(texts("spinner.one.how"), gap=SPACE.block)
        _table(job, column, for_one_die, SIDES)
    if for_two_dice or counts_beads(job.kit):
        column.gap(SPACE.section)
        _draw_two_dice(job, column)
        if for_two_dice:
            column.gap(SPACE.block)
            column.paragraph(texts("spinner.two.moves"), gap=SPACE.paragraph)
            _table(job, column, for_two_dice, SIDES * SIDES)
    return scene, column


def _draw_two_dice(job: Job, column: Column) -> None:
    """Draw the grid of two dice, and write beside it what it is for."""
    texts = job.texts
    words = Column(column.scene, column.x, column.y, column.width - GRID_MM - GRID_GAP_MM)
    words.heading(texts("spinner.two.title"))
    words.paragraph(texts("spinner.two.how"))
    if counts_beads(job.kit):
        words.gap(SPACE.paragraph)
        words.paragraph(texts.sentence("spinner.two.beads", "spinner.two.beads_apart"))
    _grid(column.scene, column.x + column.width - GRID_MM, column.y)
    column.gap(max(words.y - column.y, GRID_MM))


def spans(count: int, faces: int) -> list[tuple[int, int]]:
    """Return the first and the last number for each of ``count`` moves; the remaining numbers are
    thrown again.

    >>> spans(4, 6), spans(3, 6)
    ([(1, 1), (2, 2), (3, 3), (4, 4)], [(1, 2), (3, 4), (5, 6)])
    """
    each = faces // count
    return [(index * each + 1, (index + 1) * each) for index in range(count)]


def _table(job: Job, column: Column, counts: Sequence[int], faces: int) -> None:
    """Draw a row for each number of moves: which throws are which move, and which are thrown
    again.
    """
    scene = column.scene
    columns = counts[-1] + 1  # a move each, and the last one to throw again
    wide = min(MAX_TABLE_CELL_MM, (column.width - TABLE_HEAD_MM) / columns)
    width = TABLE_HEAD_MM + wide * columns
    head = column.x + TABLE_HEAD_MM / 2
    middles = [column.x + TABLE_HEAD_MM + (place + 0.5) * wide for place in range(columns)]
    level = column.y + TABLE_ROW_MM / 2
    scene.add(rectangle(column.x, column.y, width, TABLE_ROW_MM, SHADE))
    _cell(scene, (head, level), job.texts("spinner.one.moves"))
    for number, middle in enumerate(middles[:-1], 1):
        _cell(scene, (middle, level), f"{number}", bold=True)
    again = job.texts("spinner.one.again")
    room = wide - 2 * TABLE_PAD_MM  # many columns are narrower than these words in some languages
    _cell(scene, (middles[-1], level), again, room, fill=GREY)
    column.gap(TABLE_ROW_MM)
    for count in counts:
        level = column.y + TABLE_ROW_MM / 2
        _cell(scene, (head, level), job.texts("spinner.wheel", count=count), bold=True)
        for middle, numbers in zip(middles, spans(count, faces), strict=False):
            _cell(scene, (middle, level), span(*numbers))
        rest = faces % count
        again = span(faces - rest + 1, faces) if rest else "–"
        _cell(scene, (middles[-1], level), again, fill=GREY)
        column.gap(TABLE_ROW_MM)
        right = column.x + TABLE_HEAD_MM + wide * columns
        scene.add(Line((column.x, column.y), (right, column.y), Stroke(PALE, 0.2)))


def _grid(scene: Scene, grid_x: float, grid_y: float) -> None:
    """Draw the numbers of two dice in a grid: a dark die beside each row, a light one above each
    column.
    """
    cell = GRID_MM / (SIDES + 1)
    for row in range(SIDES + 1):
        for column in range(SIDES + 1):
            x = grid_x + column * cell
            y = grid_y + row * cell
            middle = (x + cell / 2, y + cell / 2)
            if row and column:
                scene.add(rectangle(x, y, cell, cell, stroke=Stroke(GREY, 0.2)))
                _cell(scene, middle, f"{(row - 1) * SIDES + column}")
            elif row:
                draw_face(scene, middle, 0.72 * cell, row, dark=True)
            elif column:
                draw_face(scene, middle, 0.72 * cell, column, dark=False)


def _cell(
    scene: Scene,
    middle: Point,
    words: str,
    room: float = math.inf,
    *,
    bold: bool = False,
    fill: str = BLACK,
) -> None:
    """Write words in the middle of a cell, with letters that fit a room in mm."""
    scene.add(fitted(middle, words, BODY, room, "middle", bold=bold, fill=fill, level=True))
