"""Labels and cards onto pages: on plain paper with cut marks, on label stock at its exact
places.
"""

import math
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from kitgen.errors import UsageError
from kitgen.paper.declared import PartOptions
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job, parse_shift
from kitgen.paper.layout.frame import content_area
from kitgen.paper.marks.scene import BLACK, Line, Place, Scene, Stroke, Text
from kitgen.paper.stock import Stock
from kitgen.paper.style import GREY, SMALL, SPACE
from kitgen.papers import Page, Point

#: Height of the heading above labels and cards on plain paper, in mm.
HEADING_HEIGHT = 7.5
#: Free room along the edges of bought labels, for the printer's drift, in mm.
LABEL_DRIFT = 2.0
#: How far a cut mark reaches from the corner at most, in mm.
MAX_MARK_MM = 1.7
#: The stroke of a cut mark.
MARK = Stroke(BLACK, 0.1)
#: How far a mark along a label's edge stays outside it, in mm.
OUTSIDE_MM = 0.1


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """The place of a label in mm, as it lies on the page, turned clockwise by so many degrees."""

    x: float
    y: float
    width: float
    height: float
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of labels on a page, in the order in which they are filled.

    Attributes:
        marks: True when labels are cut out along marks.
        inset: what a label keeps free along its edges, in mm.
        gutter: the gap between labels that are cut out, in mm.
        skip: places on the first page that stay empty.
    """

    spots: tuple[LabelPlace, ...]
    marks: bool = True
    inset: float = 0
    gutter: float = SPACE.cards[0]
    skip: int = 0


def plan_sheet(job: Job) -> Layout:
    """Return the places of a print run's labels on each page, below the heading on plain paper.

    Labels on other paper, too large, or moved off the page, and a first one beyond the sheet are a
    ``UsageError``.
    """
    if job.stock.page is not None:
        return _stock_sheet(job.page, job.stock, job.options)
    setting = None
    if parse_shift(job.options.labels_nudge, "--set labels.nudge") != (0, 0):
        setting = "labels.nudge"
    if job.options.labels_start_at != 1:
        setting = "labels.start-at"
    if setting is not None:
        raise UsageError(
            f"--set {setting} is for labels on bought sheets; {job.stock.name} is cut from plain "
            "paper"
        )
    if job.stock.is_grid:
        return plan_grid(job.page, job.stock, HEADING_HEIGHT)
    return plan_both_ways(job.page, job.stock.cut_size, HEADING_HEIGHT, len(job.kit.boxes))


def labels_per_page(page: Page, stock: Stock, count: int) -> int:
    """Return how many labels lie on a page when so many of them take as few pages as possible.

    >>> from kitgen.papers import PAGES
    >>> labels_per_page(PAGES["a4"], Stock(53, 36, name="matchbox"), 19)
    20
    """
    if stock.page is not None:
        return stock.columns * stock.rows
    if stock.is_grid:
        return len(plan_grid(page, stock, HEADING_HEIGHT).spots)
    return len(plan_both_ways(page, stock.cut_size, HEADING_HEIGHT, count).spots)


def plan_grid(page: Page, stock: Stock, heading: float) -> Layout:
    """Return the places of a carton or chest, row by row, upright or on its side; UsageError if it
    is too large.

    >>> from kitgen.papers import PAGES
    >>> six = Stock(40, 40, columns=3, rows=2, pitch_x=47, pitch_y=47, name="six", kind="carton")
    >>> [(spot.x, spot.y) for spot in plan_grid(PAGES["a4"], six, 8.3).spots][:4]
    [(38.0, 20.0), (85.0, 20.0), (132.0, 20.0), (38.0, 67.0)]
    """
    x, y, width, height = content_area(page)
    wide = (stock.columns - 1) * stock.pitch_x + stock.width
    high = (stock.rows - 1) * stock.pitch_y + stock.height
    room_x = width - 2 * MAX_MARK_MM
    room_y = height - heading - 2 * MAX_MARK_MM
    top = y + heading + MAX_MARK_MM
    gutter = min(stock.pitch_x - stock.width, stock.pitch_y - stock.height, SPACE.cards[0])
    if wide <= room_x and high <= room_y:
        first = LabelPlace(x + (width - wide) / 2, top, stock.width, stock.height)
        spots = _repeated(first, stock.pitch_x, stock.pitch_y, stock.columns, stock.rows)
        return Layout(spots, gutter=gutter)
    if high <= room_x and wide <= room_y:
        right = x + (width + high) / 2 - stock.height
        turned = []
        for row, column in product(range(stock.rows), range(stock.columns)):
            left = right - row * stock.pitch_y
            above = top + column * stock.pitch_x
            turned.append(LabelPlace(left, above, stock.height, stock.width, turn=90))
        return Layout(tuple(turned), gutter=gutter)
    raise UsageError(
        f"the places of {stock.name} take {wide:g} x {high:g} mm; on {page.name} paper "
        f"{room_x:g} x {room_y:g} mm are free"
    )


def plan_plain(page: Page, size: tuple[float, float], heading: float, count: int) -> Layout:
    """Return the places of so many labels of a size on plain paper, on as few pages as possible.

    Upright labels are preferred to labels on their side, then wide gutters to narrow ones, if that
    takes no more pages. A label larger than the page is a ``UsageError``.
    """
    x, y, width, height = content_area(page)
    blocks = list(_blocks(size, (width, height - heading)))
    if not blocks:
        raise UsageError(
            f"labels of {size[0]:g} x {size[1]:g} mm do not fit on {page.name} paper; "
            f"at most {width - 2 * MAX_MARK_MM:g} x {height - heading - 2 * MAX_MARK_MM:g} mm do"
        )
    # The first of those with the fewest pages.
    block = min(blocks, key=lambda block: math.ceil(count / block.count))
    start = x + (width - block.width) / 2
    return Layout(block.spots(start, y + heading + MAX_MARK_MM), gutter=block.gutter)


def plan_both_ways(page: Page, size: tuple[float, float], heading: float, count: int) -> Layout:
    """Return the places as ``plan_plain`` does, or in two blocks, one the other way round, where
    that saves a page.
    """
    layout = plan_plain(page, size, heading, count)
    x, y, width, height = content_area(page)
    top = y + heading + MAX_MARK_MM
    room = height - heading
    fewest = math.ceil(count / len(layout.spots))
    for most in _blocks(size, (width, room)):
        for rows in range(most.rows, 0, -1):
            upper = replace(most, rows=rows)
            lower = _crosswise(upper, size, (width, room - upper.height - upper.gutter))
            if lower is None:
                continue
            pages = math.ceil(count / (upper.count + lower.count))
            if pages < fewest:
                fewest = pages
                spots = upper.spots(x + (width - upper.width) / 2, top)
                lower_top = top + upper.height + upper.gutter
                spots += lower.spots(x + (width - lower.width) / 2, lower_top)
                layout = Layout(spots, gutter=upper.gutter)
    return layout


def _crosswise(
    block: "_Block", size: tuple[float, float], room: tuple[float, float]
) -> "_Block | None":
    """Return the block of labels the other way round that fills the room below a block."""
    for other in _blocks(size, room):
        if other.turn != block.turn and other.gutter == block.gutter:
            return other
    return None


@dataclass(frozen=True, slots=True)
class _Block:
    """Labels in rows and columns, all one way round; ``size`` is a label's as it lies on the
    page, in mm.
    """

    size: tuple[float, float]
    turn: int
    gutter: float
    columns: int
    rows: int

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def width(self) -> float:
        return self.columns * (self.size[0] + self.gutter) - self.gutter

    @property
    def height(self) -> float:
        return self.rows * (self.size[1] + self.gutter) - self.gutter

    def spots(self, x0: float, top: float) -> tuple[LabelPlace, ...]:
        """Return the place of each label, row by row, from the corner of the first."""
        wide, high = self.size
        first = LabelPlace(x0, top, wide, high, self.turn)
        return _repeated(first, wide + self.gutter, high + self.gutter, self.columns, self.rows)


def _repeated(
    first: LabelPlace, across: float, down: float, columns: int, rows: int
) -> tuple[LabelPlace, ...]:
    """Return a place and its repetitions, row by row, so many mm apart."""
    places = []
    for row, column in product(range(rows), range(columns)):
        places.append(replace(first, x=first.x + column * across, y=first.y + row * down))
    return tuple(places)


def _blocks(size: tuple[float, float], room: tuple[float, float]) -> Iterator[_Block]:
    """Yield the blocks that fill a room, including its marks: upright labels first, then wide
    gutters.
    """
    for turn in (0, 90):
        wide, high = reversed(size) if turn else size
        for gutter in SPACE.cards:
            columns = _count(room[0], wide, gutter)
            rows = _count(room[1], high, gutter)
            if columns > 0 and rows > 0:
                yield _Block((wide, high), turn, gutter, columns, rows)


def _count(room: float, side: float, gutter: float) -> int:
    """Return how many sides with gutters between them a room holds, including its marks."""
    return int((room - 2 * MAX_MARK_MM + gutter + 1e-6) // (side + gutter))


def _stock_sheet(page: Page, stock: Stock, options: PartOptions) -> Layout:
    """Return the places of bought labels; refuse another page, and a first label or a shift off the
    sheet.
    """
    if stock.page != page.name:
        raise UsageError(
            f"labels {stock.name} come on {stock.page} paper, not {page.name}; choose "
            f"--page {stock.page}"
        )
    count = stock.columns * stock.rows
    if not 1 <= options.labels_start_at <= count:
        raise UsageError(
            f"--set labels.start-at={options.labels_start_at}: a sheet of {stock.name} has "
            f"labels 1 to {count}"
        )
    right, down = parse_shift(options.labels_nudge, "--set labels.nudge")
    beside = page.width - stock.left - (stock.columns - 1) * stock.pitch_x - stock.width
    below = page.height - stock.top - (stock.rows - 1) * stock.pitch_y - stock.height
    for way, length, least, most in (
        ("DX", right, stock.left, beside),
        ("DY", down, stock.top, below),
    ):
        if not -least - 1e-6 <= length <= most + 1e-6:
            raise UsageError(
                f"--set labels.nudge={options.labels_nudge} moves labels {stock.name} off the "
                f"paper; {way} may be "
                f"from {0 - least:g} to {round(most, 2):g} mm"
            )
    first = LabelPlace(stock.left + right, stock.top + down, stock.width, stock.height)
    spots = _repeated(first, stock.pitch_x, stock.pitch_y, stock.columns, stock.rows)
    return Layout(spots, marks=False, inset=LABEL_DRIFT, skip=options.labels_start_at - 1)


def fill_pages(page: Page, layout: Layout, cards: Sequence[Scene]) -> Iterator[Scene]:
    """Yield pages with cards on them, in order, with cut marks if the layout has them."""
    spots = layout.spots
    for start in range(-layout.skip, len(cards), len(spots)):
        scene = Scene(page.width, page.height)
        for spot, card in zip(spots[max(0, -start) :], cards[max(0, start) :], strict=False):
            scene.place(card, *_corner(spot), turn=spot.turn)
            if layout.marks:
                scene.add(*cut_marks(spot.x, spot.y, spot.width, spot.height, layout.gutter))
        yield scene


def _corner(spot: LabelPlace) -> Point:
    """Return where the origin of a card lies that is placed on a spot."""
    x = spot.x
    y = spot.y
    if spot.turn in (90, 180):
        x += spot.width
    if spot.turn in (180, 270):
        y += spot.height
    return x, y


def places_on_pages(layout: Layout, count: int) -> Iterator[list[Place]]:
    """Yield the places of so many cards, page by page, as ``fill_pages`` fills them."""
    spots = layout.spots
    for start in range(-layout.skip, count, len(spots)):
        filled = spots[max(0, -start) :][: count - max(0, start)]
        yield [Place(*_corner(spot), 1, spot.turn) for spot in filled]


def cut_marks(
    x: float, y: float, width: float, height: float, gutter: float = SPACE.cards[0]
) -> Iterator[Line]:
    """Yield the marks at the corners of a label in mm; none is on it, and each line to cut has one
    until its own cut.

    At each corner a line extends beyond the label in both directions, within half the gutter; a cut
    across removes these. So a short line also runs along each edge, just outside, where only its
    own cut can remove it.
    """
    beyond = min(MAX_MARK_MM, gutter / 2 - OUTSIDE_MM)
    for corner_x, out_x in ((x, -1), (x + width, 1)):
        for corner_y, out_y in ((y, -1), (y + height, 1)):
            edge_x = corner_x + out_x * OUTSIDE_MM
            edge_y = corner_y + out_y * OUTSIDE_MM
            far_x = corner_x + out_x * beyond
            far_y = corner_y + out_y * beyond
            yield Line((edge_x, far_y), (edge_x, corner_y - out_y * MAX_MARK_MM), MARK)
            yield Line((far_x, edge_y), (corner_x - out_x * MAX_MARK_MM, edge_y), MARK)


#: The white edge that printers leave, in mm.
WHITE_EDGE_MM = 5.0


def empty_side(job: Job) -> Scene:
    """Return the blank back of a sheet, so that what follows begins on a new sheet."""
    scene = Scene(job.page.width, job.page.height)
    middle = (job.page.width / 2, job.page.height / 2)
    scene.add(Text(middle, job.texts("sheet.empty"), SMALL, "middle", fill=GREY))
    return scene


def on_own_sheets(job: Job, sheets: Sequence[Sheet], parts: Container[str]) -> Iterator[Sheet]:
    """Yield sheets with an empty side before each of the parts that would begin on a back."""
    part = ""
    count = 0
    for sheet in sheets:
        if sheet.part != part and sheet.part in parts and count % 2:
            yield Sheet(empty_side(job), part, job.texts("sheet.empty"))
            count += 1
        yield sheet
        part = sheet.beginnings[-1].part
        count += 1


def back_offset(job: Job) -> tuple[float, float]:
    """Return how far backs are moved right and down, in mm, without coming too near to the
    paper's edge.
    """
    shift = parse_shift(job.options.cards_back_offset, "--set cards.back-offset")
    most = job.page.margin - WHITE_EDGE_MM
    if max(map(abs, shift)) > most:
        raise UsageError(
            f"--set cards.back-offset={job.options.cards_back_offset}: at most {most:g} mm each "
            f"way, so that {WHITE_EDGE_MM:g} mm of the paper's edge stay white"
        )
    return shift


def behind_layout(job: Job, layout: Layout) -> Layout:
    """Return the layout of the backs of cards, which turn over like the pages of a book."""
    right, down = back_offset(job)

    def behind(spot: LabelPlace) -> LabelPlace:
        # The top of a card that is turned by 90 degrees points right; seen from the other side of
        # the paper, left.
        if job.options.cards_duplex == "long":
            x = job.page.width - spot.x - spot.width
            y = spot.y
            turn = 270 if spot.turn else 0
        else:
            x = spot.x
            y = job.page.height - spot.y - spot.height
            turn = 90 if spot.turn else 180
        return replace(spot, x=x + right, y=y + down, turn=turn)

    return replace(layout, spots=tuple(map(behind, layout.spots)), marks=False)
