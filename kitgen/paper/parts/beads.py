"""Bead plan: how many beads of each colour are needed, and which go into which box."""

import math
from collections.abc import Iterator, Sequence

from kitgen.errors import UsageError, quoted
from kitgen.kit.kit import Box
from kitgen.kit.palette import Colour
from kitgen.paper.card.moves import badge_extent, draw_badge
from kitgen.paper.declared import PartOptions
from kitgen.paper.game_sheets import bank_words
from kitgen.paper.job import MIN_SPARE_BEADS, BeadTotal, Job, bead_totals
from kitgen.paper.layout.frame import Column, content_area, new_page, room_below
from kitgen.paper.marks.scene import BLACK, POINT, Line, Scene, Stroke, rectangle
from kitgen.paper.style import BODY, GREY, LABEL, PALE, SHADE, SMALL, SPACE, fitted, text_width

# The table of colours.

#: The width of the column of names, in mm.
NAMES_MM = 62.0
#: The widest column of figures, in mm.
MAX_FIGURES_MM = 34.0
#: The height of a row for up to ``MAX_ROOMY_ROWS`` colours, and for more, in mm.
ROOMY_ROW_MM = 7.6
LOW_ROW_MM = 6.4
MAX_ROOMY_ROWS = 6
#: The middle of a badge and the beginning of a name, from the left edge, in mm.
BADGE_MM = 6.0
NAME_MM = 13.0
#: From the end of a figure to the end of its column, in mm.
FIGURE_END_MM = 6.0

# The table of boxes.

#: Heights of a row in mm, from comfortable to dense; the first that fits one page is used.
ROW_HEIGHTS_MM = (11.0, 10.0, 9.0, 8.0, 7.0, 6.2, 5.4, 4.8, 4.3)
#: More boxes than this are listed in two columns or more.
MAX_BOXES_IN_A_COLUMN = 12
#: The height of the heading, as a share of that of a row.
HEAD_SHARE = 1.25
#: The thickness of the lines between rows, in mm.
RULE_MM = 0.15
#: The letters of a row, as a share of its height.
LETTERS_SHARE = 0.74
#: The side of the square to tick, as a share of the height of its row.
TICK_SHARE = 0.5
#: The narrowest and the widest column of a colour: in mm, and as shares of the height of a row.
MIN_COLOUR_MM = 4.1
MIN_COLOUR_SHARE = 0.95
MAX_COLOUR_SHARE = 2.2


def sheets(job: Job) -> list[Scene]:
    """Return the bead plan: one page, or more for large kits."""
    title = job.texts("beads.title")
    scene, column = new_page(job, title)
    _totals(job, column, bead_totals(job.kit, job.bank))
    column.heading(job.texts("beads.filling"))
    column.paragraph(job.texts("beads.how"), SMALL, gap=SPACE.paragraph)
    first_room = room_below(job, column)
    other_room = content_area(job.page).height - SPACE.title
    # The highest rows that need no more pages than the densest.
    tables = (_Table(job, row, column.width, first_room) for row in ROW_HEIGHTS_MM)
    table = min(tables, key=lambda table: table.pages(first_room, other_room))
    pages = [scene]
    waiting = table.draw(column, job.kit.boxes)
    while waiting:
        scene, column = new_page(job, title)
        pages.append(scene)
        waiting = table.draw(column, waiting)
    return pages


def _totals(job: Job, column: Column, totals: Sequence[BeadTotal]) -> None:
    """Draw the table of colours, and the sentences below it."""
    texts = job.texts
    column.heading(texts("beads.shopping"), gap=SPACE.near)
    figures = _figures(job, totals)
    heads = [texts(f"beads.column.{key}") for key in ("colour", *figures)]
    sums = [f"{sum(figure)}" for figure in figures.values()]
    figure_width = min(MAX_FIGURES_MM, (column.width - NAMES_MM) / len(figures))
    widths = [NAMES_MM] + [figure_width] * len(figures)
    height = ROOMY_ROW_MM if len(totals) <= MAX_ROOMY_ROWS else LOW_ROW_MM
    column.scene.add(rectangle(column.x, column.y, sum(widths), height, SHADE))
    _totals_row(column, height, None, heads, widths)
    for row, line in zip(totals, zip(*figures.values(), strict=True), strict=True):
        _totals_row(column, height, row.colour, [row.colour.name, *map(str, line)], widths)
    _totals_row(column, height, None, [texts("beads.column.sum"), *sums], widths)
    column.gap(SPACE.paragraph)
    for words in _notes(job):
        column.paragraph(words, SMALL)


def _figures(job: Job, totals: Sequence[BeadTotal]) -> dict[str, list[int]]:
    """Return the columns of the table of colours: what to buy, or what is left of the beads that a
    class has.
    """
    owns_beads = bool(job.kit.choices.beads)
    keys = ["needed"]
    if job.bank is not None:
        keys.append("bank")
    keys += ("hand", "left") if owns_beads else ("spare", "total")
    figures = {key: [getattr(row, key) for row in totals] for key in keys}
    if owns_beads and job.bank is not None:
        figures["lacking"] = [row.to_buy for row in totals]
    return figures


def _notes(job: Job) -> Iterator[str]:
    """Yield sentences on the beads to lay out."""
    texts = job.texts
    owns_beads = bool(job.kit.choices.beads)
    if owns_beads:
        yield texts("beads.owned" if job.bank is None else "beads.owned_bank")
    if job.bank is not None:
        yield bank_words(job, job.bank)
        yield texts("beads.empty")
    if not owns_beads:
        yield texts("beads.spares", least=MIN_SPARE_BEADS)
    swap = texts.sentence("beads.museum", beads=job.kit.beads)
    if swap:
        yield swap


def _totals_row(
    column: Column, height: float, colour: Colour | None, words: list[str], widths: list[float]
) -> None:
    """Draw one row of the table of colours; heading and sums, which have no colour, in bold."""
    scene = column.scene
    middle = column.y + height / 2
    bold = colour is None
    if colour is not None:
        scene.add(*draw_badge(colour, (column.x + BADGE_MM, middle), LABEL))
    at = (column.x + NAME_MM, middle)
    scene.add(fitted(at, words[0], BODY, widths[0] - NAME_MM - 1, bold=bold, level=True))
    x = column.x + widths[0]
    for word, width in zip(words[1:], widths[1:], strict=True):
        x += width
        at = (x - FIGURE_END_MM, middle)
        room = width - FIGURE_END_MM - 0.5
        scene.add(fitted(at, word, BODY, room, "end", bold=bold, level=True))
    below = column.y + height
    scene.add(Line((column.x, below), (x, below), Stroke(PALE, 0.2)))
    column.gap(height)


class _Table:
    """The table of boxes in rows of one height, in as many columns as its boxes need; in mm."""

    def __init__(self, job: Job, row: float, width: float, room: float) -> None:
        """Fill a width with rows of a height; ``room`` is the height of the first page."""
        self.job = job
        self.row = row
        self.letters = min(BODY, row / POINT * LETTERS_SHARE)
        self.id_width = self._id_width()
        colours = len(job.kit.palette)
        least = self.id_width + max(MIN_COLOUR_MM, row * MIN_COLOUR_SHARE) * colours
        self.across = self._columns(width, room, least)
        column = (width + SPACE.column) / self.across - SPACE.column
        self.colour_width = min(row * MAX_COLOUR_SHARE, (column - self.id_width) / colours)
        self.width = self.id_width + self.colour_width * colours

    def _id_width(self) -> float:
        """Return the width for an id with the square to tick before it, and for their heading."""
        boxes = self.job.kit.boxes
        longest = max(text_width(box.id, self.letters, bold=True) for box in boxes)
        head = text_width(self.job.texts("beads.column.box"), LABEL) + 1.5
        return max(longest + TICK_SHARE * self.row + 3.2, head)

    def _columns(self, width: float, room: float, least: float) -> int:
        """Return how many columns, each of a least width, the boxes need side by side."""
        boxes = len(self.job.kit.boxes)
        fitting = max(1, int((width + SPACE.column) // (least + SPACE.column)))
        wanted = 2 if boxes > MAX_BOXES_IN_A_COLUMN else 1
        return min(fitting, max(math.ceil(boxes / self.rows(room)), wanted))

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
        for index in range(self.across):
            listed = boxes[index * rows : (index + 1) * rows]
            if listed:
                x = column.x + index * (self.width + SPACE.column)
                self._draw_column(column.scene, x, column.y, listed)
        column.gap(self.row * (rows + HEAD_SHARE))
        return boxes[rows * self.across :]

    def _draw_column(self, scene: Scene, x: float, y: float, boxes: Sequence[Box]) -> None:
        """Draw the heading and a row for each box, with a dark line above the first of each row
        of the kit.
        """
        self._draw_heading(scene, x, y)
        top = y + self.row * HEAD_SHARE
        level = top
        kit_row = 0
        for box in boxes:
            if box.row != kit_row:
                scene.add(Line((x, level), (x + self.width, level), Stroke(BLACK, 0.4)))
            kit_row = box.row
            self._draw_box(scene, box, x, level)
            level += self.row
            scene.add(Line((x, level), (x + self.width, level), Stroke(PALE, RULE_MM)))
        for number in range(len(self.job.kit.palette)):
            at = x + self.id_width + number * self.colour_width
            scene.add(Line((at, top), (at, level), Stroke(PALE, RULE_MM)))

    def _draw_heading(self, scene: Scene, x: float, y: float) -> None:
        """Draw the word for a box, and a badge above the figures of each colour."""
        palette = self.job.kit.palette
        height = self.row * HEAD_SHARE
        middle = y + height / 2
        scene.add(rectangle(x, y, self.width, height, SHADE))
        word = self.job.texts("beads.column.box")
        scene.add(fitted((x + 1, middle), word, SMALL, self.id_width - 1.5, level=True))
        extents = [badge_extent(colour.symbol, 1) for colour in palette]
        widest = max(right - left for left, _, right, _ in extents)
        letters = min(LABEL, (self.colour_width - 0.15) / widest)
        for number, colour in enumerate(palette):
            scene.add(*draw_badge(colour, (self._middle(x, number), middle), letters))

    def _draw_box(self, scene: Scene, box: Box, x: float, y: float) -> None:
        """Draw the row of a box: a square to tick, its id, and its beads of each colour."""
        palette = self.job.kit.palette
        tick = self.row * TICK_SHARE
        middle = y + self.row / 2
        tick_top = y + (self.row - tick) / 2
        scene.add(rectangle(x + 0.8, tick_top, tick, tick, None, Stroke(GREY, 0.2)))
        scene.add(fitted((x + tick + 2, middle), box.id, self.letters, bold=True, level=True))
        for slot in box.slots:
            at = (self._middle(x, palette.index(slot.colour)), middle)
            scene.add(fitted(at, str(slot.beads), self.letters, anchor="middle", level=True))

    def _middle(self, x: float, colour: int) -> float:
        """Return the middle of the figures of a colour, by its place in the palette, in a column
        that begins at x.
        """
        return x + self.id_width + (colour + 0.5) * self.colour_width


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
