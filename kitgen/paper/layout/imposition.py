"""Labels and cards onto pages: on plain paper with cut marks, on label stock at its exact places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kitgen.errors import UsageError
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import content_area
from kitgen.paper.layout.papers import Page
from kitgen.paper.layout.stock import Stock
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke
from kitgen.paper.options import PartOptions, parse_shift

#: Height of the heading above labels and cards on plain paper, in mm.
HEAD = 7.5
#: What stays free along the edges of bought labels, for the printer's drift.
INSET = 2.0
#: What stays free between labels on plain paper: the widest that needs no more pages is taken.
GUTTERS = (4.0, 3.0, 2.0, 1.5)
#: Cut marks: how far they reach from the corner at most, and their stroke.
REACH, MARK = 1.7, Stroke(BLACK, 0.1)
#: How far a mark along a label's edge stays outside it.
OUTSIDE = 0.1


@dataclass(frozen=True, slots=True)
class Layout:
    """Where labels lie on a page.

    Attributes:
        places: the top left corner of each label, row by row, in mm.
        width, height: of a label as it lies on the page.
        lying: True when labels lie on their side, a quarter turned clockwise.
        marks: True when labels are cut out along marks.
        inset: what a label keeps free along its edges.
        gutter: what stays free between labels that are cut out.
        skip: places on the first page that stay empty.
        crosswise: the corners of labels that lie the other way round, below or beside all others.
    """

    places: tuple[tuple[float, float], ...]
    width: float
    height: float
    lying: bool = False
    marks: bool = True
    inset: float = 0
    gutter: float = GUTTERS[0]
    skip: int = 0
    crosswise: tuple[tuple[float, float], ...] = ()

    @property
    def spots(self) -> tuple["LabelPlace", ...]:
        """Where each label lies, in the order in which they are filled."""
        along = [LabelPlace(x, y, self.width, self.height, self.lying) for x, y in self.places]
        across = [LabelPlace(x, y, self.height, self.width, not self.lying) for x, y in self.crosswise]
        return (*along, *across)


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """Where a label lies.

    Attributes:
        x, y: its top left corner, in mm.
        width, height: as it lies there.
        lying: True when it lies on its side, a quarter turned clockwise.
    """

    x: float
    y: float
    width: float
    height: float
    lying: bool


def plan_sheet(job: Job, heading: float) -> Layout:
    """Return where the labels of a print run lie on each page.

    Args:
        job: the print run.
        heading: the height that a heading takes on plain paper, in mm.

    Raises:
        UsageError: the labels come on other paper, are larger than the page, or are moved off it; or the first label
            to print on is not on the sheet.
    """
    if job.stock.page is not None:
        return _stock_sheet(job.page, job.stock, job.options)
    for option, said in (("--start-at", job.options.start_at != 1), ("--nudge", _shift(job.options) != (0, 0))):
        if said:
            raise UsageError(f"{option} is for labels on bought sheets; {job.stock.name} is cut from plain paper")
    return plan_both_ways(job.page, (job.stock.width, job.stock.height), heading, len(job.kit.boxes))


def labels_per_page(page: Page, stock: Stock, count: int) -> int:
    """Return how many labels lie on a page, when so many of them are laid on as few pages as can be.

    Raises:
        UsageError: a label is larger than the page.

    >>> from kitgen.paper.layout.papers import PAGES
    >>> labels_per_page(PAGES["a4"], Stock("matchbox", 53, 36), 19)
    20
    """
    if stock.page is not None:
        return stock.columns * stock.rows
    return len(plan_both_ways(page, (stock.width, stock.height), HEAD, count).spots)


def plan_plain(page: Page, size: tuple[float, float], heading: float, count: int) -> Layout:
    """Return where labels lie on plain paper, so that they need few pages.

    Upright labels are preferred to labels on their side, and then wide gutters to narrow ones, as long as that
    takes no page more.

    Args:
        page: the paper.
        size: width and height of a label, in mm.
        heading: the height that a heading takes, in mm.
        count: the number of labels.

    Raises:
        UsageError: a label is larger than the page.
    """
    x, y, width, height = content_area(page)
    blocks = list(_blocks(size, (width, height - heading)))
    if not blocks:
        raise UsageError(
            f"labels of {size[0]:g} x {size[1]:g} mm do not fit on {page.name} paper; "
            f"at most {width - 2 * REACH:g} x {height - heading - 2 * REACH:g} mm do"
        )
    block = min(blocks, key=lambda one: -(-count // one.count))  # the first of those with the fewest pages
    left, top = x + (width - block.width) / 2, y + heading + REACH
    return Layout(block.places(left, top), *block.size, lying=block.lying, gutter=block.gutter)


def plan_both_ways(page: Page, size: tuple[float, float], heading: float, count: int) -> Layout:
    """Return where labels lie on plain paper, in two blocks, one of them the other way round, where that saves a page.

    One cut from edge to edge parts the blocks; within each, cuts go on straight.

    Args:
        page: the paper.
        size: width and height of a label, in mm.
        heading: the height that a heading takes, in mm.
        count: the number of labels.

    Raises:
        UsageError: a label is larger than the page.
    """
    layout = plan_plain(page, size, heading, count)
    x, y, width, height = content_area(page)
    top, room = y + heading + REACH, height - heading
    best = -(-count // len(layout.places))
    for most in _blocks(size, (width, room)):
        for block in (replace(most, rows=rows) for rows in range(most.rows, 0, -1)):
            rest = room - block.height - block.gutter
            below = [
                one for one in _blocks(size, (width, rest)) if one.lying != block.lying and one.gutter == block.gutter
            ]
            if below and -(-count // (block.count + below[0].count)) < best:
                other = below[0]
                best = -(-count // (block.count + other.count))
                left, beside = (x + (width - one.width) / 2 for one in (block, other))
                layout = Layout(
                    block.places(left, top),
                    *block.size,
                    lying=block.lying,
                    gutter=block.gutter,
                    crosswise=other.places(beside, top + block.height + block.gutter),
                )
    return layout


@dataclass(frozen=True, slots=True)
class _Block:
    """Labels in rows and columns, all one way round.

    Attributes:
        size: of a label as it lies on the page, in mm.
        lying: True when labels lie on their side.
        gutter: what stays free between them, in mm.
        columns, rows: how many there are.
    """

    size: tuple[float, float]
    lying: bool
    gutter: float
    columns: int
    rows: int

    @property
    def count(self) -> int:
        """How many labels there are."""
        return self.columns * self.rows

    @property
    def width(self) -> float:
        """From the first label's left edge to the last one's right edge, in mm."""
        return self.columns * (self.size[0] + self.gutter) - self.gutter

    @property
    def height(self) -> float:
        """From the first label's upper edge to the last one's lower edge, in mm."""
        return self.rows * (self.size[1] + self.gutter) - self.gutter

    def places(self, left: float, top: float) -> tuple[tuple[float, float], ...]:
        """Return the top left corner of each label, row by row, where the first one's is given."""
        wide, high = self.size
        return tuple(
            (left + column * (wide + self.gutter), top + row * (high + self.gutter))
            for row in range(self.rows)
            for column in range(self.columns)
        )


def _blocks(size: tuple[float, float], room: tuple[float, float]) -> Iterator[_Block]:
    """Yield the blocks that fill a room, its marks included: upright labels first, and then wide gutters."""
    for lying in (False, True):
        wide, high = reversed(size) if lying else size
        for gutter in GUTTERS:
            columns, rows = _count(room[0], wide, gutter), _count(room[1], high, gutter)
            if columns > 0 and rows > 0:
                yield _Block((wide, high), lying, gutter, columns, rows)


def _count(room: float, side: float, gutter: float) -> int:
    """Return how many labels stand in a row, with gutters between and room for marks at both ends."""
    return int((room - 2 * REACH + gutter + 1e-6) // (side + gutter))


def _shift(options: PartOptions) -> tuple[float, float]:
    return parse_shift(options.nudge, "--nudge")


def _stock_sheet(page: Page, stock: Stock, options: PartOptions) -> Layout:
    """Return the places on a sheet of bought labels.

    Raises:
        UsageError: the labels come on other paper or are moved off it, or the first label is not on the sheet.
    """
    if stock.page != page.name:
        raise UsageError(f"labels {stock.name} come on {stock.page} paper, not {page.name}; choose --page {stock.page}")
    count = stock.columns * stock.rows
    if not 1 <= options.start_at <= count:
        raise UsageError(f"--start-at {options.start_at}: a sheet of {stock.name} has labels 1 to {count}")
    shift = _shift(options)
    right = page.width - stock.left - (stock.columns - 1) * stock.pitch_x - stock.width
    below = page.height - stock.top - (stock.rows - 1) * stock.pitch_y - stock.height
    for way, length, least, most in (("DX", shift[0], stock.left, right), ("DY", shift[1], stock.top, below)):
        if not -least - 1e-6 <= length <= most + 1e-6:
            raise UsageError(
                f"--nudge {options.nudge} moves labels {stock.name} off the paper; {way} may be from {0 - least:g} to "
                f"{round(most, 2):g} mm"
            )
    places = tuple(
        (stock.left + shift[0] + column * stock.pitch_x, stock.top + shift[1] + row * stock.pitch_y)
        for row in range(stock.rows)
        for column in range(stock.columns)
    )
    return Layout(places, stock.width, stock.height, marks=False, inset=INSET, skip=options.start_at - 1)


def fill_pages(page: Page, layout: Layout, cards: Sequence[Scene]) -> Iterator[Scene]:
    """Yield pages with cards on them, in order, cut marks round each where they are wanted."""
    spots = layout.spots
    for start in range(-layout.skip, len(cards), len(spots)):
        scene = Scene(page.width, page.height)
        for spot, card in zip(spots[max(0, -start) :], cards[max(0, start) :], strict=False):
            if spot.lying:
                scene.place(card, spot.x + spot.width, spot.y, turn=90)
            else:
                scene.place(card, spot.x, spot.y)
            if layout.marks:
                scene.add(*cut_marks(spot.x, spot.y, spot.width, spot.height, layout.gutter))
        yield scene


def cut_marks(x: float, y: float, width: float, height: float, gutter: float = GUTTERS[0]) -> list[Line]:
    """Return the marks at the corners of a label: none lies on it, and every cut line keeps some to the last cut.

    At each corner a line goes on beyond the label in both directions; a cut across takes these away. So a short line
    also runs along each edge, just outside, where only the cut that it marks can take it.

    Args:
        x: the label's left edge, in mm.
        y: the label's top edge.
        width: of the label.
        height: of the label.
        gutter: what is free between labels; marks keep to their own half of it.
    """
    lines = []
    beyond = min(REACH, gutter / 2 - OUTSIDE)
    for corner_x, out_x in ((x, -1), (x + width, 1)):
        for corner_y, out_y in ((y, -1), (y + height, 1)):
            edge_x, edge_y = corner_x + out_x * OUTSIDE, corner_y + out_y * OUTSIDE
            far_x, far_y = corner_x + out_x * beyond, corner_y + out_y * beyond
            lines.append(Line((edge_x, far_y), (edge_x, corner_y - out_y * REACH), MARK))
            lines.append(Line((far_x, edge_y), (corner_x - out_x * REACH, edge_y), MARK))
    return lines
