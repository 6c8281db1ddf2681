"""Bead plan: how many beads of each colour are needed, and which go into which box."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kitgen.kit.kit import Box
from kitgen.kit.palette import Colour
from kitgen.paper.card.moves import badge_extent, draw_badge
from kitgen.paper.job import SPARE_LEAST, BeadTotal, Job, bead_totals, fills_from_hand
from kitgen.paper.layout.frame import Column, content_area, new_page, room_below
from kitgen.paper.marks.fonts import fitted, text_width
from kitgen.paper.marks.scene import BLACK, POINT, Line, Scene, Stroke, rectangle
from kitgen.paper.style import BODY, GREY, LABEL, PALE, SHADE, SMALL, SPACE

#: Heights of a row of the box table in mm, from comfortable to dense; the first that fits one page is used.
ROWS = (11.0, 10.0, 9.0, 8.0, 7.0, 6.2, 5.4, 4.8, 4.3)
#: More boxes than this are listed in two columns or more.
SHORT = 12
HEAD_SHARE = 1.25
#: Widths in the table of colours, in mm: of the first column, and of the others where there is room.
NAMES, FIGURES = 62.0, 34.0


def sheets(job: Job) -> list[Scene]:
    """Return the bead plan: one page, or more for large kits."""
    title = job.texts("beads.title")
    scene, column = new_page(job, title)
    _totals(job, column, bead_totals(job.kit, job.bank))
    column.heading(job.texts("beads.filling"))
    column.paragraph(job.texts("beads.how"), SMALL)
    column.gap(SPACE.paragraph)
    pages = [scene]
    page = content_area(job.page)[3] - SPACE.title
    table = _Table.fitting(job, len(job.kit.boxes), column.width, room_below(job, column), page)
    boxes = table.draw(column, job.kit.boxes, room_below(job, column))
    while boxes:
        scene, column = new_page(job, title)
        boxes = table.draw(column, boxes, room_below(job, column))
        pages.append(scene)
    return pages


def _totals(job: Job, column: Column, totals: Sequence[BeadTotal]) -> None:
    texts, scene = job.texts, column.scene
    column.heading(texts("beads.shopping"))
    column.gap(SPACE.near)
    figures = {key: [figure(row) for row in totals] for key, figure in _figures(job).items()}
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


def _figures(job: Job) -> dict[str, Callable[[BeadTotal], int]]:
    columns: dict[str, Callable[[BeadTotal], int]] = {"needed": lambda row: row.needed}
    if job.bank is not None:
        columns["bank"] = lambda row: row.bank
    if not fills_from_hand(job.kit):
        return columns | {"spare": lambda row: row.spare, "total": lambda row: row.total}
    columns["hand"] = lambda row: row.hand or 0
    columns["left"] = lambda row: row.left
    if job.bank is not None:
        columns["lacking"] = lambda row: row.to_buy
    return columns


def _notes(job: Job) -> Iterator[str]:
    texts, bank = job.texts, job.bank
    owned = fills_from_hand(job.kit)
    if owned:
        yield texts("beads.owned" if bank is None else "beads.owned_bank")
    if bank is not None:
        opponent = texts(f"curve.band.{bank.opponent}")
        yield texts("beads.bank", games=bank.games, opponent=opponent, of_hundred=bank.of_hundred)
        yield texts("beads.empty")
    if not owned:
        yield texts("beads.spares", least=SPARE_LEAST)
    if "museum" in job.parts:
        yield texts("beads.museum", beads=job.kit.beads)


def _totals_row(
    column: Column, height: float, colour: Colour | None, words: Sequence[str], widths: Sequence[float]
) -> None:
    """Draw one row of the table of colours; heading and sums, which have no colour, in bold."""
    middle, bold = column.y + height / 2, colour is None
    if colour is not None:
        column.scene.add(*draw_badge(colour, (column.x + 6, middle), LABEL))
    column.scene.add(fitted((column.x + 13, middle), words[0], BODY, widths[0] - 14, bold=bold, level=True))
    x = column.x + widths[0]
    for word, width in zip(words[1:], widths[1:], strict=True):
        x += width
        column.scene.add(fitted((x - 6, middle), word, BODY, width - 6.5, "end", bold=bold, level=True))
    column.scene.add(Line((column.x, column.y + height), (x, column.y + height), Stroke(PALE, 0.2)))
    column.gap(height)


@dataclass(frozen=True, slots=True)
class _Table:
    """The table of boxes, ``across`` side by side. Lengths in mm: height of a row, width of ids, width of a colour."""

    job: Job
    row: float
    wide: float
    cell: float
    across: int

    @classmethod
    def fitting(cls, job: Job, count: int, width: float, first: float, page: float) -> "_Table":
        """Return the table with the highest rows that need no more pages than the densest."""
        tables = [cls.with_row(job, row, width, count, first) for row in ROWS]
        pages = [table.pages(count, first, page) for table in tables]
        return tables[pages.index(min(pages))]

    @classmethod
    def with_row(cls, job: Job, row: float, width: float, count: int, room: float) -> "_Table":
        ids = max(text_width(box.id, cls.letters(row), bold=True) for box in job.kit.boxes)
        head = text_width(job.texts("beads.column.box"), LABEL) + 1.5
        wide = max(ids + 0.5 * row + 3.2, head)  # the square to tick stands before the id
        colours = len(job.kit.palette)
        least = wide + max(4.1, row * 0.95) * colours
        most = max(1, int((width + SPACE.column) // (least + SPACE.column)))
        rows = max(1, int((room - row * HEAD_SHARE) // row))
        across = min(most, max(math.ceil(count / rows), 2 if count > SHORT else 1))
        cell = min(row * 2.2, ((width + SPACE.column) / across - SPACE.column - wide) / colours)
        return cls(job, row, wide, cell, across)

    @staticmethod
    def letters(row: float) -> float:
        return min(BODY, row / POINT * 0.74)

    def pages(self, count: int, first: float, page: float) -> int:
        remaining = count - self.across * self.rows(first)
        return 1 + max(0, math.ceil(remaining / (self.across * self.rows(page))))

    def rows(self, room: float) -> int:
        return max(1, int((room - self.row * HEAD_SHARE) // self.row))

    def draw(self, column: Column, boxes: Sequence[Box], room: float) -> Sequence[Box]:
        """Draw as many boxes as fit, and return the others."""
        rows = min(self.rows(room), math.ceil(len(boxes) / self.across))
        here, later = boxes[: rows * self.across], boxes[rows * self.across :]
        width = self.wide + self.cell * len(self.job.kit.palette)
        for index in range(self.across):
            part = here[index * rows : (index + 1) * rows]
            if part:
                self._column(column.scene, column.x + index * (width + SPACE.column), column.y, part)
        column.gap(self.row * (rows + HEAD_SHARE))
        return later

    def _column(self, scene: Scene, x: float, y: float, boxes: Sequence[Box]) -> None:
        palette = self.job.kit.palette
        width, size = self.wide + self.cell * len(palette), self.letters(self.row)
        head = self.row * HEAD_SHARE
        scene.add(rectangle(x, y, width, head, SHADE))
        words = self.job.texts("beads.column.box")
        scene.add(fitted((x + 1, y + head / 2), words, SMALL, self.wide - 1.5, level=True))
        extents = [badge_extent(colour.symbol, 1) for colour in palette]
        badge = min(LABEL, (self.cell - 0.15) / max(right - left for left, _, right, _ in extents))
        for number, colour in enumerate(palette):
            scene.add(*draw_badge(colour, (x + self.wide + (number + 0.5) * self.cell, y + head / 2), badge))
        top, before = y + head, boxes[0].row
        scene.add(Line((x, top), (x + width, top), Stroke(BLACK, 0.4)))
        for box in boxes:
            if box.row != before:  # a new row
                scene.add(Line((x, top), (x + width, top), Stroke(BLACK, 0.4)))
            before = box.row
            tick, middle = self.row * 0.5, top + self.row / 2
            scene.add(rectangle(x + 0.8, top + (self.row - tick) / 2, tick, tick, None, Stroke(GREY, 0.2)))
            scene.add(fitted((x + tick + 2, middle), box.id, size, bold=True, level=True))
            for slot in box.slots:
                at = x + self.wide + (palette.index(slot.colour) + 0.5) * self.cell
                scene.add(fitted((at, middle), str(slot.beads), size, anchor="middle", level=True))
            top += self.row
            scene.add(Line((x, top), (x + width, top), Stroke(PALE, 0.15)))
        for number in range(len(palette)):
            at = x + self.wide + number * self.cell
            scene.add(Line((at, y + head), (at, top), Stroke(PALE, 0.15)))
