"""Printing on two sides: where things lie on the back of a sheet, whichever way the printer turns it over."""

from collections.abc import Container, Iterator, Sequence

from kitgen.errors import UsageError
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, SMALL
from kitgen.paper.layout.imposition import Layout
from kitgen.paper.layout.papers import Page
from kitgen.paper.marks.scene import Scene, Text
from kitgen.paper.options import parse_shift

#: Printers leave so much of a page's edge white, in mm.
WHITE_EDGE = 5.0


def empty_side(job: Job) -> Scene:
    """Return the back of a sheet that has nothing on it, so that what follows is printed on a sheet of its own."""
    scene = Scene(job.page.width, job.page.height)
    scene.add(Text((job.page.width / 2, job.page.height / 2), job.texts("sheet.empty"), SMALL, "middle", fill=GREY))
    return scene


def on_own_sheets(job: Job, sheets: Sequence[Sheet], parts: Container[str]) -> Iterator[Sheet]:
    """Yield sheets with an empty side before each of the parts that would begin on the back of a sheet."""
    part, count = "", 0
    for sheet in sheets:
        if sheet.part != part and sheet.part in parts and count % 2:
            yield Sheet(empty_side(job), part, job.texts("sheet.empty"))
            count += 1
        part, count = sheet.last_part, count + 1
        yield sheet


def back_offset(job: Job) -> tuple[float, float]:
    """Return how far backs are moved, in mm.

    Raises:
        UsageError: the text is no pair of lengths, or the backs would come too near to the paper's edge.
    """
    shift = parse_shift(job.options.back_offset, "--back-offset")
    most = job.page.margin - WHITE_EDGE
    if max(map(abs, shift)) > most:
        raise UsageError(
            f"--back-offset {job.options.back_offset}: at most {most:g} mm each way, so that {WHITE_EDGE:g} mm of the "
            "paper's edge stay white"
        )
    return shift


def behind_layout(page: Page, layout: Layout, duplex: str, shift: tuple[float, float]) -> Layout:
    """Return where the backs of a layout's cards lie on the other side of the paper.

    Args:
        page: the paper.
        layout: of the fronts.
        duplex: ``long`` when the paper is turned over its long edge, which mirrors the columns; ``short`` when over
            its short edge, which mirrors the rows.
        shift: how far the backs are moved right and down, in mm.
    """
    wide, high = layout.width, layout.height
    places = tuple(
        (page.width - x - wide + shift[0], y + shift[1])
        if duplex == "long"
        else (x + shift[0], page.height - y - high + shift[1])
        for x, y in layout.places
    )
    return Layout(places, wide, high, lying=layout.lying, marks=False)


def behind_turn(duplex: str, *, lying: bool) -> int:
    """Return by how much backs are turned on their side of the paper, so that cards turn over like the pages of a book.

    The top of a card that lies on its side points right; seen from the other side of the paper, left.
    """
    if duplex == "long":
        return 270 if lying else 0
    return 90 if lying else 180


def lay(page: Scene, card: Scene, at: tuple[float, float], room: tuple[float, float], turn: int) -> None:
    """Place a card turned by a multiple of 90 degrees so that it fills a room whose top left corner is given."""
    x, y = at
    wide, high = room
    origin = {0: (x, y), 90: (x + wide, y), 180: (x + wide, y + high), 270: (x, y + high)}[turn]
    page.place(card, *origin, turn=turn)
