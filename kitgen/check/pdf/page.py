"""Opens a PDF and turns its pages into marks, in a process of its own (``child``): PDFs may be made to do harm.

pypdfium2 reads them: it hands over every outline with its points, colours and line, every text with its place
and size, and attached files; and it comes as one wheel, without a compiler. pdfplumber reads
no attachments and leans on several packages; pikepdf hands over the page's raw operators, so that colours,
transformations and letter widths would have to be worked out again here.

The library says what it cannot do by returning nothing, and numbers in a PDF may be anything: whatever is taken from
it is looked at first, and a page with something that is no mark on paper is refused.
"""

import ctypes
import math
from collections.abc import Collection, Iterator
from typing import Any

import pypdfium2
from pypdfium2 import raw

from kitgen.check.pdf.drawn.marks import Bounds, Letters, PageMarks, Point, Shape
from kitgen.check.pdf.limits import (
    FARTHEST,
    LARGEST_ATTACHMENT,
    LARGEST_PAGE,
    MB,
    MOST_ATTACHMENTS,
    PRINT_AGAIN,
    Allowance,
    Limits,
)
from kitgen.check.pdf.look import KINDS, POINT, NoMarkError, look_of, need, strange_look, strange_names, strange_page
from kitgen.errors import KitFileError

#: More dashes and gaps than this no line has before they repeat.
LONGEST_DASH = 32
#: Drawings lie in drawings no deeper than this.
DEEPEST = 4


def open_pdf(data: bytes, advice: str = PRINT_AGAIN) -> pypdfium2.PdfDocument:
    """Return an opened PDF with at least one page.

    Args:
        data: the bytes of the PDF.
        advice: what to do about one that is no good.

    Raises:
        KitFileError: it is damaged, needs a password, or has no pages. This and all other refusals here go on from the
            PDF's name.
    """
    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code == raw.FPDF_ERR_PASSWORD:
            raise KitFileError(f"is encrypted; save it without a password, or {advice}") from None
        raise KitFileError(f"is a damaged PDF and cannot be read; {advice}") from None
    if not len(pdf):
        raise KitFileError(f"is a PDF without pages; {advice}")
    return pdf


def attachments(pdf: pypdfium2.PdfDocument, names: Collection[str]) -> dict[str, bytes]:
    """Return the content of the files of some names that travel in a PDF, as far as they are there.

    Raises:
        KitFileError: there are two of one name, far too many files, or one that is damaged or far too large.
    """
    count = pdf.count_attachments()
    if count > MOST_ATTACHMENTS:
        raise KitFileError(f"carries {count} files, more than any kit; give a kit PDF")
    found: dict[str, bytes] = {}
    for number in range(count):
        name = "a file"
        try:
            attachment = pdf.get_attachment(number)
            name = attachment.get_name()
            if name not in names:
                continue
            if name in found:
                raise KitFileError(f"carries two files {name}, and nobody knows which is right; {PRINT_AGAIN}")
            found[name] = bytes(attachment.get_data())
        except pypdfium2.PdfiumError:
            raise KitFileError(f"is a damaged PDF and its {name} cannot be read; {PRINT_AGAIN}") from None
        if len(found[name]) > LARGEST_ATTACHMENT:
            raise KitFileError(f"carries a {name} of more than {LARGEST_ATTACHMENT // MB} MB; {PRINT_AGAIN}")
    return found


def page_marks(pdf: pypdfium2.PdfDocument, index: int, budget: Allowance | None = None) -> PageMarks:
    """Return the marks of a page, counted from 0.

    Args:
        pdf: the PDF.
        index: the page.
        budget: what is left of the PDF's marks; as much as a small one has when None.

    Raises:
        KitFileError: the page is damaged, or holds more than it may.
    """
    budget = budget or Allowance(Limits.of(0))
    try:
        page = pdf[index]
        letters_page = page.get_textpage()
        marks = _marks(page, index, letters_page, budget)
        letters_page.close()
        page.close()
    except (pypdfium2.PdfiumError, NoMarkError):
        raise KitFileError(f"has a page {index + 1} that is damaged and cannot be read; {PRINT_AGAIN}") from None
    return marks


def _marks(page: pypdfium2.PdfPage, index: int, letters_page: pypdfium2.PdfTextPage, budget: Allowance) -> PageMarks:
    """Return the marks of a page.

    Raises:
        KitFileError: it holds more than it may.
        NoMarkError: it holds something that is no mark on paper.
    """
    width, height = page.get_size()
    turned = page.get_rotation()
    if turned in (90, 270):  # marks are told as they lie before a viewer turns the page
        width, height = height, width
    strange = list(strange_page(page, width, height))
    if not index:
        strange += [(what, None) for what in strange_names(page.pdf)]
    if not (0 < width * POINT <= LARGEST_PAGE and 0 < height * POINT <= LARGEST_PAGE):
        raise NoMarkError
    shapes: list[Shape] = []
    letters: list[Letters] = []
    others: list[tuple[int, Bounds]] = []
    for order, (item, kind, ground) in enumerate(_items(page, height, budget)):
        seen = len(shapes) + len(letters)
        if kind == raw.FPDF_PAGEOBJ_FORM:
            strange += [(what, _bounds(item, ground)) for what in strange_look(item, kind)]
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            shape = _shape(item, order, ground, budget)
            if shape is not None:
                shapes.append(shape)
        elif kind == raw.FPDF_PAGEOBJ_TEXT:
            text = _letters(item, order, ground, page, letters_page, budget)
            if text is not None and not text.text:
                strange.append(("letters that say nothing", text.bounds))
            elif text is not None:
                letters.append(text)
        else:
            others.append((order, _bounds(item, ground)))
            strange.append((KINDS.get(kind, "a mark of an unknown kind"), others[-1][1]))
        if len(shapes) + len(letters) > seen:
            strange += [(what, _bounds(item, ground)) for what in strange_look(item, kind)]
    return PageMarks(
        width * POINT, height * POINT, tuple(shapes), tuple(letters), tuple(others), tuple(strange), turned
    )


def _near(*numbers: float) -> None:
    """Go on only if numbers are lengths that occur near a sheet of paper; what is no number at all is none.

    Raises:
        NoMarkError: one of them is not.
    """
    need(all(-FARTHEST <= number <= FARTHEST for number in numbers))


def _items(page: pypdfium2.PdfPage, height: float, budget: Allowance) -> Iterator[tuple[Any, int, "_Matrix"]]:
    """Yield all objects of a page in the order in which they are drawn, each with its kind and what it lies on.

    What is drawn within a drawing follows it: programs that put several sheets on a page make such ones.
    """

    def each(count: int, get: Any, owner: Any, ground: "_Matrix", depth: int) -> Iterator[tuple[Any, int, "_Matrix"]]:
        need(count >= 0 and depth <= DEEPEST)
        budget.take(marks=count)
        for number in range(count):
            item = get(owner, number)
            kind = raw.FPDFPageObj_GetType(item)
            yield item, kind, ground
            if kind == raw.FPDF_PAGEOBJ_FORM:
                inside, objects = ground.within(item), raw.FPDFFormObj_CountObjects(item)
                yield from each(objects, raw.FPDFFormObj_GetObject, item, inside, depth + 1)

    paper = _Matrix(1, 0, 0, 1, 0, 0, height)
    yield from each(raw.FPDFPage_CountObjects(page), raw.FPDFPage_GetObject, page, paper, 0)


class _Matrix:
    """A transformation, followed by the step from points to mm from the top left."""

    def __init__(self, a: float, b: float, c: float, d: float, e: float, f: float, height: float) -> None:
        self.a, self.b, self.c, self.d, self.e, self.f, self.height = a, b, c, d, e, f, height

    def within(self, item: Any) -> "_Matrix":
        """Return an object's own transformation, followed by this one."""
        own = raw.FS_MATRIX()
        need(raw.FPDFPageObj_GetMatrix(item, own))
        if (self.a, self.b, self.c, self.d, self.e, self.f) == (1, 0, 0, 1, 0, 0):
            return _Matrix(own.a, own.b, own.c, own.d, own.e, own.f, self.height)
        return _Matrix(
            own.a * self.a + own.b * self.c, own.a * self.b + own.b * self.d,
            own.c * self.a + own.d * self.c, own.c * self.b + own.d * self.d,
            own.e * self.a + own.f * self.c + self.e, own.e * self.b + own.f * self.d + self.f, self.height,
        )  # fmt: skip

    def __call__(self, x: float, y: float) -> Point:
        """Return where a point lies on the page, in mm."""
        across = (self.a * x + self.c * y + self.e) * POINT
        down = (self.height - self.b * x - self.d * y - self.f) * POINT
        if not (-FARTHEST <= across <= FARTHEST and -FARTHEST <= down <= FARTHEST):  # as _near does, but quickly
            raise NoMarkError
        return round(across, 5), round(down, 5)

    @property
    def scale(self) -> float:
        """How much lengths grow."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    @property
    def turn(self) -> float:
        """The angle of the x axis on the page, in degrees, clockwise."""
        return round(math.degrees(math.atan2(-self.b, self.a)), 3) % 360


def _bounds(item: Any, ground: _Matrix) -> Bounds:
    """Return the rectangle around an object, in mm."""
    sides = [ctypes.c_float() for _ in range(4)]
    need(raw.FPDFPageObj_GetBounds(item, *sides))
    left, bottom, right, top = (side.value for side in sides)
    _near(left, bottom, right, top)
    corners = [ground(x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _colour(getter: Any, item: Any) -> str | None:
    """Return the colour that one of pdfium's getters says; None when nothing is seen of it."""
    parts = [ctypes.c_uint() for _ in range(4)]
    if not getter(item, *parts) or parts[3].value == 0:
        return None
    return "#{:02X}{:02X}{:02X}".format(*(part.value for part in parts[:3]))


def _segments(item: Any, budget: Allowance) -> Iterator[tuple[int, float, float, bool]]:
    """Yield the steps of an outline: kind, place, and whether it closes there."""
    x, y = ctypes.c_float(), ctypes.c_float()
    count = raw.FPDFPath_CountSegments(item)
    need(count >= 0)
    budget.take(points=count)
    for number in range(count):
        segment = raw.FPDFPath_GetPathSegment(item, number)
        need(raw.FPDFPathSegment_GetPoint(segment, x, y))
        closes = bool(raw.FPDFPathSegment_GetClose(segment))
        yield raw.FPDFPathSegment_GetType(segment), x.value, y.value, closes


def _shape(item: Any, order: int, ground: _Matrix, budget: Allowance) -> Shape | None:
    """Return one outline; None when nothing of it is seen."""
    mode, stroked = ctypes.c_int(), ctypes.c_int()
    need(raw.FPDFPath_GetDrawMode(item, mode, stroked))
    fill = _colour(raw.FPDFPageObj_GetFillColor, item) if mode.value else None
    stroke = _colour(raw.FPDFPageObj_GetStrokeColor, item) if stroked.value else None
    if fill is None and stroke is None:
        return None
    place = ground.within(item)
    points: list[Point] = []
    corners: list[Point] = []
    steps = ""
    closed = False
    waiting = 0  # points of a curve that are still to come
    for kind, x, y, closes in _segments(item, budget):
        points.append(place(x, y))
        if kind == raw.FPDF_SEGMENT_BEZIERTO and not waiting:
            waiting = 3
            steps += "C"
        elif kind != raw.FPDF_SEGMENT_BEZIERTO:
            steps += "M" if kind == raw.FPDF_SEGMENT_MOVETO else "L"
        waiting = max(0, waiting - 1)
        if not waiting:
            corners.append(points[-1])
        closed = closed or closes
    # An outline begins somewhere, and each of its curves ends: later steps go on from there.
    need(steps[:1] in ("", "M") and not waiting)
    if len(points) > 1 and points[0] == points[-1]:  # a last side that comes back to the start
        points.pop()
        corners.pop()
        closed = True
    if not points:
        return None
    width = 0.0
    dash: tuple[float, ...] = ()
    if stroke is not None:
        found = ctypes.c_float()
        need(raw.FPDFPageObj_GetStrokeWidth(item, found))
        width = found.value * place.scale * POINT
        _near(width)
        dash = _dash(item, place.scale)
    manner = (
        mode.value if fill else 0,
        *((raw.FPDFPageObj_GetLineCap(item), raw.FPDFPageObj_GetLineJoin(item)) if stroke else ()),
    )
    return Shape(order, tuple(points), tuple(corners), steps, closed, fill, stroke, width, dash, manner)


def _dash(item: Any, scale: float) -> tuple[float, ...]:
    """Return the lengths of an outline's dashes and gaps."""
    count = raw.FPDFPageObj_GetDashCount(item)
    if count <= 0:
        return ()
    need(count <= LONGEST_DASH)
    lengths = (ctypes.c_float * count)()
    need(raw.FPDFPageObj_GetDashArray(item, lengths, count))
    dash = tuple(length * scale * POINT for length in lengths)
    _near(*dash)
    return dash


def _letters(
    item: Any, order: int, ground: _Matrix, page: pypdfium2.PdfPage, letters_page: Any, budget: Allowance
) -> Letters | None:
    """Return one text, without letters where it shows something and says nothing; None when nothing of it is seen."""
    fill = _colour(raw.FPDFPageObj_GetFillColor, item)
    if fill is None or raw.FPDFTextObj_GetTextRenderMode(item) == raw.FPDF_TEXTRENDERMODE_INVISIBLE:
        return None
    text = _said(item, letters_page, budget)
    size = ctypes.c_float()
    need(raw.FPDFTextObj_GetFontSize(item, size))
    place = ground.within(item)
    points = size.value * place.scale
    _near(points)
    bounds = _bounds(item, ground)
    look, inked = look_of(item, page, size.value)
    if not text and not inked:
        return None
    return Letters(order, text, bounds, points, place.turn, fill, place(0, 0), look)


def _said(item: Any, letters_page: Any, budget: Allowance) -> str:
    """Return what a text says, by its font's own word."""
    count = raw.FPDFTextObj_GetText(item, letters_page, None, 0)  # in bytes of UTF-16, with a zero at the end
    budget.take(points=count // 2)
    if count <= 2:
        return ""
    buffer = ctypes.create_string_buffer(count)
    pointer = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
    need(raw.FPDFTextObj_GetText(item, letters_page, pointer, count) == count)
    return buffer.raw[: count - 2].decode("utf-16-le", errors="replace").strip()
