"""Bead plan: how many beads of each colour are needed, and which go into which box."""

import math
from collections.abc import Iterator, Sequence

from kitgen.errors import UsageError, quoted
from kitgen.kit.kit import Box
from kitgen.kit.palette import Colour
from kitgen.paper.card.moves import badge_extent, draw_badge
from kitgen.paper.declared import PartOptions
from kitgen.paper.game_sheets import bank_words
from kitgen.paper.job import SPARE_LEAST, BeadTotal, Job, bead_totals
from kitgen.paper.layout.frame import Column, content_area, new_page, room_below
from kitgen.paper.marks.scene import BLACK, POINT, Line, Scene, Stroke, rectangle
from kitgen.paper.style import BODY, GREY, LABEL, PALE, SHADE, SMALL, SPACE, fitted, text_width

#: Heights of a row of the box table in mm, from comfortable to dense; the first that fits one page
#: is used.
ROWS = (11.0, 10.0, 9.0, 8.0, 7.0, 6.2, 5.4, 4.8, 4.3)
#: More boxes than this are listed in two columns or more.
SHORT = 12
HEAD_SHARE = 1.25
#: The thickness of the lines between rows of the box table.
RULE_MM = 0.15
#: Widths in the table of colours, in mm: of the first column, and of the others where there is
#: room.
NAMES, FIGURES = 62.0, 34.0


def sheets(job: Job) -> list[Scene]:
    """Return the bead plan: one page, or more for large kits."""
    title = job.texts("beads.title")
    scene, column = new_page(job, title)
    _totals(job, column, bead_totals(job.kit, job.bank))
    column.heading(job.texts("beads.filling"))
    column.paragraph(job.texts("beads.how"), SMALL, gap=SPACE.paragraph)
    first, other = room_below(job, column), content_area(job.page)[3] - SPACE.title
    # The highest rows that need no more pages than the densest.
    tables = (_Table(job, row, column.width, first) for row in ROWS)
    table = min(tables, key=lambda table: table.pages(first, other))
    pages, boxes = [scene], table.draw(column, job.kit.boxes)
    while boxes:
        scene, column = new_page(job, title)
        pages.append(scene)
        boxes = table.draw(column, boxes)
    return pages


def _totals(job: Job, column: Column, totals: Sequence[BeadTotal]) -> None:
    texts, scene = job.texts, column.scene
    column.heading(texts("beads.shopping"), gap=SPACE.near)
    owned, bank = bool(job.kit.choices.beads), job.bank is not None
    shown = {
        "needed": True,
        "bank": bank,
        "spare": not owned,
        "total": not owned,
        "hand": owned,
        "left": owned,
    }
    figures = {key: [getattr(row, key) for row in totals] for key in shown if shown[key]}
    if owned and bank:
        figures["lacking"] = [row.to_buy for row in totals]
    heads = [texts(f"beads.column.{key}") for key in ("colour", *figures)]
    sums = [f"{sum(column)}" for column in figures.values()]
    height = 7.6 if len(totals) <= 6 else 6.4
    widths = [NAMES, *(min(FIGURES, (column.width - NAMES) / len(figures)) for _ in figures)]
    scene.add(rectangle(column.x, column.y, sum(widths), height, SHADE))
    _totals_row(column, height, None, heads, widths)
    for row, line in zip(totals, zip(*figures.values(), strict=True), strict=True):
        _totals_row(column, height, row.colour, [row.colour.name, *map(str, line)], widths)
    _totals_row(column, height, None, [texts("beads.column.sum"), *sums], widths)
    column.gap(SPACE.paragraph)
    for words in _notes(job):
        column.paragraph(words, SMALL)


def _notes(job: Job) -> Iterator[str]:
    texts, bank, owned = job.texts, job.bank, bool(job.kit.choices.beads)
    if owned:
        yield texts("beads.owned" if bank is None else "beads.owned_bank")
    if bank is not None:
        yield bank_words(job, bank)
        yield texts("beads.empty")
    if not owned:
        yield texts("beads.spares", least=SPARE_LEAST)
    if swap := texts.sentence("beads.museum", beads=job.kit.beads):
        yield swap


def _totals_row(
    column: Column, height: float, colour: Colour | None, words: list[str], widths: list[float]
) -> None:
    """Draw one row of the table of colours; heading and sums, which have no colour, in bold."""
    middle, bold = column.y + height / 2, colour is None
    if colour is not None:
        column.scene.add(*draw_badge(colour, (column.x + 6, middle), LABEL))
    column.scene.add(
        fitted((column.x + 13, middle), words[0], BODY, widths[0] - 14, bold=bold, level=True)
    )
    x = column.x + widths[0]
    for word, width in zip(words[1:], widths[1:], strict=True):
        x += width
        column.scene.add(
            fitted((x - 6, middle), word, BODY, width - 6.5, "end", bold=bold, level=True)
        )
    column.scene.add(Line((column.x, column.y + height), (x, column.y + height), Stroke(PALE, 0.2)))
    column.gap(height)


class _Table:
    """The table of boxes, ``across`` side by side; in mm the height of a row, the widths of ids
    and of a colour.
    """

    def __init__(self, job: Job, row: float, width: float, room: float) -> None:
        """Fill a width with rows of a height; ``room`` is the height of the first page."""
        boxes, colours = job.kit.boxes, len(job.kit.palette)
        self.job, self.row, self.size = job, row, min(BODY, row / POINT * 0.74)
        ids = max(text_width(box.id, self.size, bold=True) for box in boxes)
        head = text_width(job.texts("beads.column.box"), LABEL) + 1.5
        self.wide = max(ids + 0.5 * row + 3.2, head)  # the square to tick stands before the id
        least = self.wide + max(4.1, row * 0.95) * colours
        most = max(1, int((width + SPACE.column) // (least + SPACE.column)))
        self.across = min(
            most, max(math.ceil(len(boxes) / self.rows(room)), 2 if len(boxes) > SHORT else 1)
        )
        room_across = (width + SPACE.column) / self.across - SPACE.column
        self.cell = min(row * 2.2, (room_across - self.wide) / colours)

    def pages(self, first: float, other: float) -> int:
        """Return the number of pages for so many mm on the first one and on each of the others."""
        remaining = len(self.job.kit.boxes) - self.across * self.rows(first)
        return 1 + max(0, math.ceil(remaining / (self.across * self.rows(other))))

    def rows(self, room: float) -> int:
        """Return how many rows fit into so many mm, with their last line."""
        return max(1, int((room - self.row * HEAD_SHARE - RULE_MM / 2) // self.row))

    def draw(self, column: Column, boxes: Sequence[Box]) -> Sequence[Box]:
        """Draw as many boxes as fit, and return the others."""
        rows = min(self.rows(room_below(self.job, column)), math.ceil(len(boxes) / self.across))
        width = self.wide + self.cell * len(self.job.kit.palette)
        for index in range(self.across):
            if part := boxes[index * rows : (index + 1) * rows]:
                self._column(
                    column.scene, column.x + index * (width + SPACE.column), column.y, part
                )
        column.gap(self.row * (rows + HEAD_SHARE))
        return boxes[rows * self.across :]

    def _column(self, scene: Scene, x: float, y: float, boxes: Sequence[Box]) -> None:
        palette = self.job.kit.palette
        width, head = self.wide + self.cell * len(palette), self.row * HEAD_SHARE
        scene.add(rectangle(x, y, width, head, SHADE))
        scene.add(
            fitted(
                (x + 1, y + head / 2),
                self.job.texts("beads.column.box"),
                SMALL,
                self.wide - 1.5,
                level=True,
            )
        )
        extents = [badge_extent(colour.symbol, 1) for colour in palette]
        badge = min(LABEL, (self.cell - 0.15) / max(right - left for left, _, right, _ in extents))
        for number, colour in enumerate(palette):
            scene.add(
                *draw_badge(
                    colour, (x + self.wide + (number + 0.5) * self.cell, y + head / 2), badge
                )
            )
        top, before = y + head, 0
        for box in boxes:
            if box.row != before:  # a new row
                scene.add(Line((x, top), (x + width, top), Stroke(BLACK, 0.4)))
            before = box.row
            tick, middle = self.row * 0.5, top + self.row / 2
            scene.add(
                rectangle(x + 0.8, top + (self.row - tick) / 2, tick, tick, None, Stroke(GREY, 0.2))
            )
            scene.add(fitted((x + tick + 2, middle), box.id, self.size, bold=True, level=True))
            for slot in box.slots:
                at = x + self.wide + (palette.index(slot.colour) + 0.5) * self.cell
                scene.add(
                    fitted((at, middle), str(slot.beads), self.size, anchor="middle", level=True)
                )
            top += self.row
            scene.add(Line((x, top), (x + width, top), Stroke(PALE, RULE_MM)))
        for number in range(len(palette)):
            at = x + self.wide + number * self.cell
            scene.add(Line((at, y + head), (at, top), Stroke(PALE, RULE_MM)))


def check_bank(job: Job) -> None:
    """Refuse a bank for a rule that adds no beads, and an opponent for whom the kit has no
    boxes.
    """
    if job.bank is None:
        rule = quoted(job.kit.choices.rule)
        raise UsageError(
            f"--set beads.bank is for rules that add beads; rule {rule} adds none; omit it"
        )
    opponent = job.options.beads_bank_opponent
    if job.bank.opponent != opponent != PartOptions().beads_bank_opponent:
        raise UsageError(
            f"--set beads.bank-opponent={opponent}: this kit is for opponents that take every win "
            "at once; leave it out"
        )
