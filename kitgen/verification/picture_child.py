"""Compares the pages of a PDF with those that it should have, in a process of its own: PDFs may be made to do harm.

It reads both PDFs and answers with the places in which their pages differ, as ``kitgen.sandbox.child`` explains.
"""

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

import msgspec
import pypdfium2
from PIL import Image, ImageChops
from pypdfium2 import raw

from kitgen.paper.marks.scene import Place
from kitgen.pictures.picture_compare import Dots, differences
from kitgen.pictures.pixels import INCH, DotGrid, PageView, page_size, strip_of
from kitgen.sandbox.child import PAGE, blaming, restrain, send
from kitgen.sandbox.limits import Limits
from kitgen.sandbox.page_marks import Bounds, Point, around
from kitgen.sandbox.pdf_page import open_pdf
from kitgen.sandbox.pdf_screen import screen
from kitgen.verification.finding_places import PutBack


def words_of(page: pypdfium2.PdfPage) -> Iterator[Bounds]:
    """Yield the rectangle round each word: left, bottom, right and top in points from the bottom left corner."""
    text = page.get_textpage()
    word: list[Bounds] = []
    for number in range(text.count_chars()):
        blank = chr(raw.FPDFText_GetUnicode(text, number)).isspace()
        box = (0.0,) * 4 if blank else text.get_charbox(number)
        if box[0] < box[2] and box[1] < box[3]:
            word.append(box)
        elif word:
            yield around(word)
            word = []
    if word:
        yield around(word)
    text.close()


#: Bytes of the length of the first PDF, which stands before it.
LENGTH = 8
#: Sizes that differ by no more than so many mm are the same.
SAME_SIZE = 0.3
#: What drawing a page twice and comparing takes at most, in seconds, beside what its PDF may take.
A_PAGE = 2
#: Points to an inch.
POINTS = 72
#: This close to the edge of the paper, in mm, nothing is compared of a sheet that it cuts.
EDGE = 0.5


class Lying(msgspec.Struct, frozen=True, array_like=True):
    """Where a sheet lies in the PDF, page and sheet counted from 0; scale 0 for its own place and size."""

    page: int
    sheet: int
    x: float = 0.0
    y: float = 0.0
    scale: float = 0.0
    turn: float = 0.0


class PageDiffers(msgspec.Struct, frozen=True):
    """How a page differs from the sheet that it should be.

    Attributes:
        index: in the list of sheets that were asked for.
        size: in mm, where it is wrong; then nothing else is compared.
        places: the rectangles that differ, in mm.
        beyond: whether something else lies beyond the edge of the paper, and so cannot be seen.
    """

    index: int
    size: tuple[float, float] | None = None
    places: tuple[Bounds, ...] = ()
    beyond: bool = False


def packed(actual: bytes, should: bytes) -> bytes:
    """Return what the process gets to read: a PDF, and the PDF that it should be."""
    return len(actual).to_bytes(LENGTH) + actual + should


def limits_of(actual: bytes, pages: int) -> Limits:
    """Return what comparing a PDF may take."""
    return Limits.of(len(actual)).longer(A_PAGE * pages)


def main(lying: str) -> None:
    """Compare the two PDFs on standard input, of which the first has its sheets lying as ``lying`` says, and answer."""
    data = sys.stdin.buffer.read()
    middle = LENGTH + int.from_bytes(data[:LENGTH])
    actual, should = data[LENGTH:middle], data[middle:]
    sheets = msgspec.json.decode(lying, type=list[Lying])
    limits = limits_of(actual, len(sheets))
    restrain(limits)
    send(answer(actual, should, sheets, limits))


def answer(actual: bytes, should: bytes, sheets: list[Lying], limits: Limits) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames of the answer: one for each sheet that differs."""
    with blaming("cannot be drawn"):
        screen(actual, limits.inflated)
        given, right = open_pdf(actual), pypdfium2.PdfDocument(should)
    for index, lying in enumerate(sheets):
        with blaming(f"has a page {lying.page + 1} that cannot be drawn"):
            differs = _compare(given, right, index, lying)
        if differs is not None:
            yield PAGE, msgspec.msgpack.encode(differs)


def _compare(
    given: pypdfium2.PdfDocument, right: pypdfium2.PdfDocument, index: int, lying: Lying
) -> PageDiffers | None:
    page, model = given[lying.page], right[lying.sheet]
    page.set_rotation(0)  # a viewer may turn it, for paper has no top
    size, should = page_size(page), page_size(model)
    if not lying.scale and any(abs(length - other) > SAME_SIZE for length, other in zip(size, should, strict=True)):
        return PageDiffers(index, (round(size[0], 1), round(size[1], 1)))
    grid, mm = DotGrid.of(*should), DotGrid.of(*should).millimetres
    view = PageView(lying.x, lying.y, lying.scale, lying.turn, should) if lying.scale else None
    seen = None if view is None else _on_paper(lying, size, grid)
    places, beyond = [], False
    words = cache(partial(_words, model, grid))  # only of pages that differ
    for top, rows in grid.strips:
        expected, actual = strip_of(model, grid, top, rows), strip_of(page, grid, top, rows, view)
        if seen is not None:
            whole, (expected, actual) = expected, (_alone(strip, seen, top) for strip in (expected, actual))
            beyond = beyond or ImageChops.difference(whole, expected).getbbox() is not None
        boxes = differences(expected, actual, partial(_within, words, top, rows))
        places += [(mm(x), mm(top + y), mm(x2), mm(top + y2)) for x, y, x2, y2 in boxes]
    page.close()
    model.close()
    return PageDiffers(index, None, tuple(places), beyond) if places or beyond else None


def _on_paper(lying: Lying, paper: Point, grid: DotGrid) -> Dots | None:
    """Return the part of a sheet on the paper, in dots from its top left corner; None where all of it is."""
    put = PutBack(Place(lying.x, lying.y, lying.scale, lying.turn))
    wide, high, edge = grid.width, grid.height, round(EDGE * grid.dpi / INCH)
    x0, y0, x1, y1 = (round(length * grid.dpi / INCH) for length in put.bounds((0.0, 0.0, *paper)))
    if max(x0, y0, wide - x1, high - y1) < edge:
        return None
    return max(0, x0 + edge), max(0, y0 + edge), min(wide, x1 - edge), min(high, y1 - edge)


def _alone(picture: Image.Image, seen: Dots, top: int) -> Image.Image:
    """Return a strip of a sheet, so many dots below its top, with white beside the part that is seen."""
    x0, y0, x1, y1 = seen[0], max(0, seen[1] - top), seen[2], min(picture.height, seen[3] - top)
    made = Image.new(picture.mode, picture.size, "white")
    if x0 < x1 and y0 < y1:
        made.paste(picture.crop((x0, y0, x1, y1)), (x0, y0))
    return made


def _words(model: pypdfium2.PdfPage, grid: DotGrid) -> list[Dots]:
    """Return the rectangles round the words of a sheet, in dots from its top left corner."""
    dots, high = grid.dpi / POINTS, grid.height
    return [
        (math.floor(x * dots), math.floor(high - y2 * dots), math.ceil(x2 * dots), math.ceil(high - y * dots))
        for x, y, x2, y2 in words_of(model)
    ]


def _within(words: Callable[[], Sequence[Dots]], top: int, rows: int) -> list[Dots]:
    """Return the rectangles that reach into a strip of a page, as they lie in it."""
    return [(x, y - top, x2, y2 - top) for x, y, x2, y2 in words() if y2 > top and y < top + rows]
