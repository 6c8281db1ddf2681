"""For a machine with many operators: operators' log, nightly reset, bags to swap, stickers for
visitors.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import NamedTuple

from kitgen.claims.claims import facts_of, say
from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import (
    BASELINE,
    Column,
    content_area,
    line_height,
    new_page,
    room_below,
)
from kitgen.paper.machine_pictures import greet, robot_width
from kitgen.paper.marks.scene import (
    BLACK,
    DARK,
    Disc,
    Line,
    Scene,
    Stroke,
    Text,
    rectangle,
    rounded,
)
from kitgen.paper.spoken_game import has_draws
from kitgen.paper.style import (
    BODY,
    GREY,
    LABEL,
    SHADE,
    SMALL,
    SPACE,
    STYLE,
    fitted,
    in_rows,
    text_width,
    wrap,
)
from kitgen.papers import Point
from kitgen.reading.texts import CARDS, Texts

#: Rows of the operators' log.
LOG_ROWS = 30
#: The height of its headings, and the space below its last row, in mm.
LOG_HEAD_MM = 8.0
LOG_FOOT_MM = 1.5
#: Its columns, each with its share of the width.
LOG_FIELDS = {
    "game": 1.0,
    "operator": 2.2,
    "opponent": 2.2,
    "box": 1.8,
    "colour": 1.4,
    "result": 1.3,
    "remark": 2.6,
}
#: A line of the nightly reset: its least height, and its height if there is room, in mm.
RESET_ROW_MM = 6.0
RESET_ROOMY_ROW_MM = 9.0
#: The width of the count in it, and the line to write that on: its beginning and its end from the
#: right edge, in mm.
RESET_COUNT_MM = 19.0
RESET_LINE_START_MM = 16.0
RESET_LINE_END_MM = 4.0
#: The space below the last line, in mm.
RESET_FOOT_MM = 2.0
#: The most boxes on one page of it.
MAX_RESET_BOXES = 160
#: A badge in a list: its letters in points, its width, and in front of it and behind it, in mm.
BADGE_LETTERS_PT = LABEL
BADGE_MM = 5.9
BEFORE_BADGE_MM = 0.7
BEHIND_BADGE_MM = 0.8
#: The least width of the column of bags, in mm.
MIN_BAGS_MM = 22.0
#: Stickers side by side, and their height, in mm.
STICKERS_ACROSS = 3
STICKER_HEIGHT_MM = 46.0
#: The beads at the foot of a sticker.
STICKER_BEADS = 10
#: The height of the robot on a sticker, in mm.
ROBOT_MM = 24.0
#: The machine's last game, by the visitor's.
MOOD = {"won": "lost", "drew": "drawn", "lost": "won"}
#: The ground of a sticker, by the visitor's result.
TINTS = dict(zip(("won", "lost", "drew"), STYLE.colours.turns, strict=False))
#: The lines of tables and lists.
THIN_LINE = Stroke(GREY, 0.2)


class _Pages(NamedTuple):
    """Pages of a list, and the column below its last line."""

    scenes: list[Scene]
    end: Column


def sheets(job: Job) -> list[Scene]:
    """Return the operators' log, the nightly reset, the bags to swap where there are beads, and
    a page of stickers.
    """
    ways = ((RESET_ROOMY_ROW_MM, 2), (RESET_ROW_MM, 2), (RESET_ROW_MM, MAX_RESET_BOXES))
    resets = [_reset(job, row, across) for row, across in ways]
    if job.texts.made_of == CARDS:
        return [_log(job), *resets[0].scenes, _stickers(job)]
    bags = _swap(job)
    reset = _with_room_for(job, bags, resets)
    return [_log(job), *reset.scenes, *bags.scenes, _stickers(job)]


def _with_room_for(job: Job, bags: _Pages, resets: Sequence[_Pages]) -> _Pages:
    """Return the first way to print the nightly reset.

    Where one page holds the list of bags, it is the first that leaves room for it: lower lines or
    more columns may.
    """
    if len(bags.scenes) == 1:
        needed = bags.end.y - content_area(job.page).y + SPACE.sheet
        for reset in resets:
            if room_below(job, reset.end) >= needed:
                return reset
    return resets[0]


def _heading(texts: Texts, sheet: str) -> str:
    """Return the heading of a sheet, with the name by which lists have the whole pack."""
    what = texts(f"guide.museum_pack.{sheet}")
    return texts("sheet.of", of=texts("guide.museum"), what=what)


def _log(job: Job) -> Scene:
    """Return the operators' log, an empty table."""
    texts = job.texts
    scene, column = new_page(job, _heading(texts, "log"))
    column.paragraph(texts("guide.museum_pack.log_intro"), gap=SPACE.paragraph)
    top = column.y
    row = (room_below(job, column) - LOG_HEAD_MM - LOG_FOOT_MM) / LOG_ROWS
    height = LOG_HEAD_MM + LOG_ROWS * row
    unit = column.width / sum(LOG_FIELDS.values())
    scene.add(rectangle(column.x, top, column.width, LOG_HEAD_MM, SHADE))
    x = column.x
    for key, share in LOG_FIELDS.items():
        word = texts(f"guide.museum_pack.{key}")
        width = share * unit
        scene.add(fitted((x + width / 2, top + 5.2), word, SMALL, width - 1.5, "middle", bold=True))
        if x > column.x:
            scene.add(Line((x, top), (x, top + LOG_HEAD_MM + LOG_ROWS * row), THIN_LINE))
        x += width
    for number in range(LOG_ROWS):
        y = top + LOG_HEAD_MM + number * row
        scene.add(Line((column.x, y), (column.x + column.width, y), THIN_LINE))
    scene.add(rectangle(column.x, top, column.width, height, None, Stroke(BLACK, 0.4)))
    return scene


@dataclass(frozen=True, slots=True)
class _ResetLayout:
    """The columns of a page of the nightly reset; lengths in mm."""

    columns: int
    width: float  # of a column
    rows: int
    pitch: float  # from row to row
    indent: float  # of the beads, behind an id


def _reset(job: Job, roomy: float, across: int) -> _Pages:
    """Return pages of boxes with their starting beads and room for a count, in ``across``
    columns or more, with lines of a height in mm if there is room.
    """
    texts = job.texts
    waiting = list(job.kit.boxes)
    pages: list[Scene] = []
    indent = 3 + max(text_width(box.id, BODY, bold=True) for box in waiting)
    while waiting:
        scene, column = new_page(job, _heading(texts, "reset"))
        if not pages:
            column.paragraph(texts("guide.museum_pack.reset_intro"), gap=SPACE.paragraph)
        pages.append(scene)
        layout = _reset_layout(job, column, waiting, indent, roomy, across)
        here = layout.columns * layout.rows
        _draw_reset(job, column, layout, waiting[:here])
        waiting = waiting[here:]
        column.gap(RESET_ROW_MM + layout.rows * layout.pitch + RESET_FOOT_MM)
    return _Pages(pages, column)


def _reset_layout(
    job: Job, column: Column, boxes: Sequence[Box], indent: float, roomy: float, across: int
) -> _ResetLayout:
    """Return as many columns as boxes need, as far as they have room."""
    room = room_below(job, column) - RESET_ROW_MM - RESET_FOOT_MM
    least = indent + max(map(_beads_width, boxes[:MAX_RESET_BOXES])) + RESET_COUNT_MM
    fitting = int(column.width // least) or 1
    columns = min(fitting, max(across, math.ceil(len(boxes) / int(room // roomy))))
    width = column.width / columns if columns > 1 else least
    rows = min(int(room // RESET_ROW_MM), math.ceil(len(boxes) / columns))
    return _ResetLayout(columns, width, rows, min(roomy, room / rows), indent)


def _draw_reset(job: Job, column: Column, layout: _ResetLayout, boxes: Sequence[Box]) -> None:
    """Draw boxes column by column, with a heading above each column."""
    scene = column.scene
    start = job.texts("guide.museum_pack.start")
    left = job.texts("guide.museum_pack.left")
    for index, box in enumerate(boxes):
        number, row = divmod(index, layout.rows)
        x = column.x + number * layout.width
        y = column.y + RESET_ROW_MM + row * layout.pitch
        line_start = x + layout.width - RESET_LINE_START_MM
        line_end = x + layout.width - RESET_LINE_END_MM
        if row == 0:
            scene.add(Text((x + layout.indent, y), start, SMALL, fill=GREY))
            scene.add(Text((line_end, y), left, SMALL, "end", fill=GREY))
        y += layout.pitch
        scene.add(Text((x, y), box.id, BODY, bold=True))
        _draw_beads(scene, box, (x + layout.indent, y))
        scene.add(Line((line_start, y + 0.8), (line_end, y + 0.8), THIN_LINE))


def _beads_width(box: Box) -> float:
    """Return the width in mm of the beads of a box, each badge with its number."""
    width = 0.0
    for slot in box.slots:
        number = text_width(f"{slot.beads}", SMALL)
        width += number + BEFORE_BADGE_MM + BADGE_MM + BEHIND_BADGE_MM
    return width


def _draw_beads(scene: Scene, box: Box, at: Point) -> None:
    """Draw the beads of a box side by side, each badge with its number before it."""
    x, y = at
    for slot in box.slots:
        scene.add(Text((x, y), f"{slot.beads}", SMALL))
        x += text_width(f"{slot.beads}", SMALL) + BEFORE_BADGE_MM + BADGE_MM / 2
        scene.add(*draw_badge(slot.colour, (x, y - 1.1), BADGE_LETTERS_PT))
        x += BADGE_MM / 2 + BEHIND_BADGE_MM


@dataclass(frozen=True, slots=True)
class _Bags:
    """Boxes with the same beads."""

    boxes: list[Box]

    def draw(self, column: Column, beads_x: float, ids_x: float, ids: Sequence[str]) -> None:
        """Draw the number of bags, the beads in each, and lines of the ids of their boxes, below a
        line across a column.
        """
        scene = column.scene
        right = column.x + column.width
        scene.add(Line((column.x, column.y), (right, column.y), THIN_LINE))
        column.gap(SPACE.paragraph)
        y = column.y + BASELINE * line_height(SMALL)
        scene.add(Text((column.x, y), f"{len(self.boxes)} ×", SMALL, bold=True))
        _draw_beads(scene, self.boxes[0], (beads_x, y))
        for number, line in enumerate(ids):
            scene.add(Text((ids_x, y + number * line_height(SMALL)), line, SMALL))
        column.gap(max(len(ids) * line_height(SMALL), BADGE_MM) + 1.5)


def _swap(job: Job) -> _Pages:
    """Return pages of the bags to swap, one line for all with the same beads."""
    texts = job.texts
    fillings = _bags(job.kit)
    heads = {key: texts(f"guide.museum_pack.swap_{key}") for key in ("bags", "beads", "boxes")}
    bags_width = max(MIN_BAGS_MM, text_width(heads["bags"], SMALL, bold=True) + 3)
    most_beads = max(_beads_width(bags.boxes[0]) for bags in fillings) + 6
    beads_width = max(most_beads, text_width(heads["beads"], SMALL, bold=True) + 3)
    waiting = list(fillings)
    pages: list[Scene] = []
    while waiting:
        scene, column = new_page(job, _heading(texts, "swap"))
        if not pages:
            intro = texts("guide.museum_pack.swap_intro", beads=job.kit.beads)
            count = sum(len(bags.boxes) for bags in fillings)
            enough = say(texts, "bags", facts_of(job.kit, bags=count))
            column.paragraph(f"{intro} {enough}", gap=SPACE.paragraph)
        pages.append(scene)
        beads_x = column.x + bags_width
        ids_x = column.x + bags_width + beads_width
        for key, x in (("bags", column.x), ("beads", beads_x), ("boxes", ids_x)):
            scene.add(Text((x, column.y + 4), heads[key], SMALL, bold=True))
        column.gap(6)
        while waiting:
            names = ", ".join(box.id for box in waiting[0].boxes)
            ids = wrap(names, SMALL, column.x + column.width - ids_x)
            if len(ids) * line_height(SMALL) + 3 > room_below(job, column):
                break
            waiting.pop(0).draw(column, beads_x, ids_x, ids)
    return _Pages(pages, column)


def _bags(kit: Kit) -> list[_Bags]:
    """Return the boxes of a kit, those with the same beads together."""
    by_beads: dict[tuple[tuple[str, int], ...], _Bags] = {}
    for box in kit.boxes:
        beads = tuple((slot.colour.key, slot.beads) for slot in box.slots)
        by_beads.setdefault(beads, _Bags([])).boxes.append(box)
    return list(by_beads.values())


def _stickers(job: Job) -> Scene:
    """Return a page of stickers, for each result of a visitor about as many."""
    scene, column = new_page(job, _heading(job.texts, "stickers"))
    results = ["won", "drew", "lost"] if has_draws(job.kit) else ["won", "lost"]
    rows = int(room_below(job, column) // STICKER_HEIGHT_MM)
    count = rows * STICKERS_ACROSS
    if len(results) == STICKERS_ACROSS:  # a column for each
        stickers = results * rows
    else:
        stickers = [results[index * len(results) // count] for index in range(count)]
    taught = {result: _taught(job, result) for result in results}
    wide = content_area(job.page).width / STICKERS_ACROSS
    pitch = (wide, STICKER_HEIGHT_MM)
    for result, x, y in in_rows(stickers, STICKERS_ACROSS, (column.x, column.y), pitch):
        _draw_sticker(job, Column(scene, x, y, wide), result, taught[result])
    return scene


def _draw_sticker(job: Job, column: Column, result: str, taught: str) -> None:
    """Draw a sticker for a visitor's result: the robot, what it was taught, and beads."""
    texts = job.texts
    kit = job.kit
    accent = STYLE.readers["museum"].accent
    scene = column.scene
    x = column.x
    y = column.y
    wide = column.width
    scene.add(rectangle(x, y, wide, STICKER_HEIGHT_MM, None, Stroke(GREY, 0.2, (2, 2))))
    high = STICKER_HEIGHT_MM - 5
    border = Stroke(accent, 0.9)
    scene.add(rounded(x + 2.5, y + 2.5, wide - 5, high, 4, TINTS[result], border))
    greet(scene, kit, x + wide - 4.5, y + STICKER_HEIGHT_MM - 9, ROBOT_MM, MOOD[result])
    words = Column(scene, x + 5.5, y + 4.5, wide - 11 - robot_width(ROBOT_MM))
    heading = texts(f"guide.museum_pack.{result}")
    words.line(heading, STYLE.display.sticker, bold=True, fill=accent)
    words.paragraph(texts("guide.museum_pack.machine", boxes=len(kit.boxes)), SMALL, bold=True)
    words.paragraph(taught, SMALL)
    for number, colour in enumerate(islice(cycle(kit.palette), STICKER_BEADS)):
        place = x + 7 + number * ((wide - 14) / (STICKER_BEADS - 1))
        bead = (place, y + STICKER_HEIGHT_MM - 6)
        scene.add(Disc(bead, 1.3, colour.fill, Stroke(DARK, 0.2)))


def _taught(job: Job, result: str) -> str:
    """Return what a visitor's result has taught the machine.

    A visitor's loss is a win of the machine, from which not every rule learns.
    """
    rule = job.kit.rule
    changes = {"won": rule.loss, "drew": rule.draw, "lost": rule.win}
    return say(job.texts, "taught", facts_of(job.kit, change=changes[result]))
