"""Compares the pages of a PDF with those that it should have, in a process of its own: PDFs may be made to do harm.

It gets both PDFs, and answers with the places in which their pages differ; ``kitgen.check.pdf.child`` says how.
"""

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

import msgspec
import pypdfium2
from PIL import Image, ImageChops

from kitgen.check.finding_places import PutBack
from kitgen.check.pdf.child import PAGE, blaming, restrain, send
from kitgen.check.pdf.drawn.marks import Bounds, Point
from kitgen.check.pdf.limits import Limits
from kitgen.check.pdf.page import open_pdf
from kitgen.check.pdf.screen import screen
from kitgen.check.picture.compare import Dots, differences
from kitgen.check.picture.pixels import INCH, DotGrid, PageView, page_size, strip_of
from kitgen.check.picture.words import words_of
from kitgen.paper.marks.scene import Place

#: Bytes of the length of the first PDF, which stands before it.
LENGTH = 8
#: A page that is wider or higher than it should be by more than so many mm has another size.
SAME_SIZE = 0.3
#: What a page takes at most to be drawn twice and compared, in seconds, beside what its PDF may take.
A_PAGE = 2
#: Points to an inch.
POINTS = 72
#: So near the edge of the paper, in mm, nothing is looked at of a sheet that it cuts.
EDGE = 0.5


class Lying(msgspec.Struct, frozen=True, array_like=True):
    """How a sheet lies in the PDF.

    Attributes:
        page, sheet: on which page, and which sheet it is, both counted from 0.
        x, y, scale, turn: its place, in mm and degrees; at its own size, and as it is, where the scale is 0.
    """

    page: int
    sheet: int
    x: float = 0.0
    y: float = 0.0
    scale: float = 0.0
    turn: float = 0.0


class PageDiffers(msgspec.Struct, frozen=True):
    """How a page differs from the sheet that it should be.

    Attributes:
        index: which of those that were asked about, from 0.
        size: its width and height in mm, where these are not as they should be; then nothing else was looked at.
        places: the rectangles that differ: left, top, right and bottom in mm.
        beyond: whether something else lies beyond the edge of the paper, and so cannot be seen.
    """

    index: int
    size: tuple[float, float] | None = None
    places: tuple[Bounds, ...] = ()
    beyond: bool = False


def packed(found: bytes, should: bytes) -> bytes:
    """Return what the process gets to read: a PDF, and the PDF that it should be."""
    return len(found).to_bytes(LENGTH) + found + should


def limits_of(found: bytes, pages: int) -> Limits:
    """Return what comparing a PDF may take."""
    return Limits.of(len(found)).longer(A_PAGE * pages)


def main(lying: str) -> None:
    """Compare the two PDFs on standard input, of which the first has its sheets lying so, and answer."""
    data = sys.stdin.buffer.read()
    middle = LENGTH + int.from_bytes(data[:LENGTH])
    found, should = data[LENGTH:middle], data[middle:]
    sheets = msgspec.json.decode(lying, type=list[Lying])
    limits = limits_of(found, len(sheets))
    restrain(limits)
    send(answer(found, should, sheets, limits))


def answer(found: bytes, should: bytes, sheets: list[Lying], limits: Limits) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames of the answer: one for each sheet that differs.

    Raises:
        KitFileError: the PDF is refused.
    """
    with blaming("cannot be drawn"):
        screen(found, limits.inflated)
        given, right = open_pdf(found), pypdfium2.PdfDocument(should)
    for index, lying in enumerate(sheets):
        with blaming(f"has a page {lying.page + 1} that cannot be drawn"):
            differs = _compare(given, right, index, lying)
        if differs is not None:
            yield PAGE, msgspec.msgpack.encode(differs)


def _compare(
    given: pypdfium2.PdfDocument, right: pypdfium2.PdfDocument, index: int, lying: Lying
) -> PageDiffers | None:
    """Return how a sheet on a page differs from the right one; None where it does not."""
    page, model = given[lying.page], right[lying.sheet]
    page.set_rotation(0)  # a viewer may turn it, for paper has no top
    size, should = page_size(page), page_size(model)
    if not lying.scale and any(abs(one - other) > SAME_SIZE for one, other in zip(size, should, strict=True)):
        return PageDiffers(index, (round(size[0], 1), round(size[1], 1)))
    grid, mm = DotGrid.of(*should), DotGrid.of(*should).millimetres
    view = PageView(lying.x, lying.y, lying.scale, lying.turn, should) if lying.scale else None
    seen = None if view is None else _on_paper(lying, size, grid)
    places, beyond = [], False
    words = cache(partial(_words, model, grid))  # of pages that differ alone
    for top, rows in grid.strips:
        there = partial(_within, words, top, rows)
        expected, found = strip_of(model, grid, top, rows), strip_of(page, grid, top, rows, view)
        if seen is not None:
            whole, (expected, found) = expected, (_alone(one, seen, top) for one in (expected, found))
            beyond = beyond or ImageChops.difference(whole, expected).getbbox() is not None
        boxes = differences(expected, found, there)
        places += [(mm(x), mm(top + y), mm(x2), mm(top + y2)) for x, y, x2, y2 in boxes]
    page.close()
    model.close()
    return PageDiffers(index, None, tuple(places), beyond) if places or beyond else None


def _on_paper(lying: Lying, paper: Point, grid: DotGrid) -> Dots | None:
    """Return what of a sheet lies on the paper, in dots from its top left corner; None where all of it does."""
    put = PutBack(Place(lying.x, lying.y, lying.scale, lying.turn))
    whole, edge = ((grid.width, grid.height), round(EDGE * grid.dpi / INCH))
    left, top, right, bottom = (round(length * grid.dpi / INCH) for length in put.bounds((0.0, 0.0, *paper)))
    if max(left, top, whole[0] - right, whole[1] - bottom) < edge:
        return None
    return max(0, left + edge), max(0, top + edge), min(whole[0], right - edge), min(whole[1], bottom - edge)


def _alone(picture: Image.Image, seen: Dots, top: int) -> Image.Image:
    """Return a strip of a sheet, so many dots below its top, with white where nothing of it is seen."""
    left, upper, right, lower = seen[0], max(0, seen[1] - top), seen[2], min(picture.height, seen[3] - top)
    made = Image.new(picture.mode, picture.size, "white")
    if left < right and upper < lower:
        made.paste(picture.crop((left, upper, right, lower)), (left, upper))
    return made


def _words(model: pypdfium2.PdfPage, grid: DotGrid) -> list[Dots]:
    """Return the rectangles round the words of a sheet, in dots from its top left corner."""
    dots, high = grid.dpi / POINTS, grid.height
    return [
        (math.floor(x * dots), math.floor(high - y2 * dots), math.ceil(x2 * dots), math.ceil(high - y * dots))
        for x, y, x2, y2 in words_of(model)
    ]


def _within(words: Callable[[], Sequence[Dots]], top: int, rows: int) -> list[Dots]:
    """Return those of some rectangles that reach into a strip of a page, as they lie in it."""
    return [(x, y - top, x2, y2 - top) for x, y, x2, y2 in words() if y2 > top and y < top + rows]
