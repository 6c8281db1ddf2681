"""Labels and cards onto pages: on plain paper with cut marks, on label stock at its exact places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.errors import UsageError
from kitgen.paper.job import Job, Page
from kitgen.paper.scene import BLACK, Line, Scene, Stroke
from kitgen.paper.sheet import content_area
from kitgen.paper.stock import Stock

#: What stays free along the edges of bought labels, for the printer's drift; and between labels on plain paper.
INSET, GUTTER = 2.0, 4.0
#: Cut marks: how far they reach from the corner, and their stroke.
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
    """

    places: tuple[tuple[float, float], ...]
    width: float
    height: float
    lying: bool = False
    marks: bool = True
    inset: float = 0


def plan_sheet(job: Job, heading: float) -> Layout:
    """Return where the labels of a print run lie on each page.

    Args:
        job: the print run.
        heading: the height that a heading takes on plain paper, in mm.

    Raises:
        UsageError: the labels come on other paper, or are larger than the page.
    """
    if job.stock.page is not None:
        return _stock_sheet(job.page, job.stock)
    x, y, width, height = content_area(job.page)
    y, height = y + heading, height - heading
    stock = job.stock
    upright = _count(width, stock.width) * _count(height, stock.height)
    lying = _count(width, stock.height) * _count(height, stock.width)
    if not max(upright, lying):
        raise UsageError(
            f"labels of {stock.width:g} x {stock.height:g} mm do not fit on {job.page.name} paper; "
            f"at most {width - 2 * REACH:g} x {height - 2 * REACH:g} mm do"
        )
    wide, high = (stock.height, stock.width) if lying > upright else (stock.width, stock.height)
    columns, rows = _count(width, wide), _count(height, high)
    left = x + (width - columns * wide - (columns - 1) * GUTTER) / 2
    top = y + REACH
    places = tuple(
        (left + column * (wide + GUTTER), top + row * (high + GUTTER))
        for row in range(rows)
        for column in range(columns)
    )
    return Layout(places, wide, high, lying=lying > upright)


def _count(room: float, side: float) -> int:
    """Return how many labels stand in a row, with gutters between and room for marks at both ends."""
    return int((room - 2 * REACH + GUTTER + 1e-6) // (side + GUTTER))


def _stock_sheet(page: Page, stock: Stock) -> Layout:
    """Return the places on a sheet of bought labels.

    Raises:
        UsageError: the labels come on other paper.
    """
    if stock.page != page.name:
        raise UsageError(f"labels {stock.name} come on {stock.page} paper, not {page.name}; choose --page {stock.page}")
    places = tuple(
        (stock.left + column * stock.pitch_x, stock.top + row * stock.pitch_y)
        for row in range(stock.rows)
        for column in range(stock.columns)
    )
    return Layout(places, stock.width, stock.height, marks=False, inset=INSET)


def fill_pages(page: Page, layout: Layout, cards: Sequence[Scene]) -> Iterator[Scene]:
    """Yield pages with cards on them, in order, cut marks round each where they are wanted."""
    for start in range(0, len(cards), len(layout.places)):
        scene = Scene(page.width, page.height)
        for (x, y), card in zip(layout.places, cards[start:], strict=False):
            if layout.lying:
                scene.place(card, x + layout.width, y, turn=90)
            else:
                scene.place(card, x, y)
            if layout.marks:
                scene.add(*cut_marks(x, y, layout.width, layout.height))
        yield scene


def cut_marks(x: float, y: float, width: float, height: float) -> list[Line]:
    """Return the marks at the corners of a label: none lies on it, and every cut line keeps some to the last cut.

    At each corner a line goes on beyond the label in both directions; a cut across takes these away. So a short line
    also runs along each edge, just outside, where only the cut that it marks can take it.
    """
    lines = []
    for corner_x, out_x in ((x, -1), (x + width, 1)):
        for corner_y, out_y in ((y, -1), (y + height, 1)):
            edge_x, edge_y = corner_x + out_x * OUTSIDE, corner_y + out_y * OUTSIDE
            far_x, far_y = corner_x + out_x * REACH, corner_y + out_y * REACH
            lines.append(Line((edge_x, far_y), (edge_x, corner_y - out_y * REACH), MARK))
            lines.append(Line((far_x, edge_y), (corner_x - out_x * REACH, edge_y), MARK))
    return lines
