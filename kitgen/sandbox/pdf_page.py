"""Opens a PDF and turns its pages into marks, in a process of its own (``child``): PDFs may be made to do harm.

pypdfium2 gives outlines with points, colours and lines, texts with place and size, and attached files, in one wheel.
pdfplumber reads no attachments; pikepdf gives raw operators, whose meaning would have to be worked out here.

Where pdfium cannot do something, it returns nothing, and numbers in a PDF may be anything: every answer is checked, and
a page with something that is no mark on paper is refused.
"""

import ctypes
import io
import math
from collections.abc import Collection, Iterator
from typing import Any

import pypdfium2
from pypdfium2 import raw

from kitgen.errors import KitFileError
from kitgen.paper.marks.scene import POINT
from kitgen.papers import Bounds, Point
from kitgen.sandbox.limits import (
    FARTHEST,
    LARGEST_ATTACHMENT,
    LARGEST_PAGE,
    MB,
    MOST_ATTACHMENTS,
    PRINT_AGAIN,
    Allowance,
    Limits,
)
from kitgen.sandbox.page_marks import Letters, PageMarks, Shape

# What a viewer may hide, cut off, see through or turn makes a page uncertain.

#: Lengths in points that are the same.
SAME = 0.01
#: Marks that kitgen never draws, by the library's name of their kind.
KINDS = {raw.FPDF_PAGEOBJ_IMAGE: "a picture", raw.FPDF_PAGEOBJ_SHADING: "a shading"}


class NoMarkError(Exception):
    """Something on a page that is no mark on paper, or of which the library cannot say what it is."""


def need(answer: Any) -> None:
    """Go on only if the library has given an answer; raise ``NoMarkError`` otherwise."""
    if not answer:
        raise NoMarkError


def strange_page(page: pypdfium2.PdfPage, width: float, height: float) -> Iterator[str]:
    """Yield what a page has that changes or covers what is drawn on it."""
    if raw.FPDFPage_GetAnnotCount(page) > 0:
        yield "an annotation"
    if page.get_rotation():
        yield "a turn by a viewer"
    whole = (0.0, 0.0, width, height)
    for box in (page.get_mediabox(fallback_ok=False), page.get_cropbox(fallback_ok=False)):
        if box is not None and any(abs(edge - paper) > SAME for edge, paper in zip(box, whole, strict=True)):
            yield "an edge that cuts or moves the page"


def strange_look(item: Any, kind: int) -> Iterator[str]:
    """Yield what makes a mark look otherwise than its outline and colours say."""
    if raw.FPDFPageObj_HasTransparency(item):
        yield "a mark that is seen through"
    if kind == raw.FPDF_PAGEOBJ_TEXT and raw.FPDFTextObj_GetTextRenderMode(item) != raw.FPDF_TEXTRENDERMODE_FILL:
        yield "letters that are not plainly filled"
    if "OC" in _mark_names(item):
        yield "a mark that a viewer may hide"
    clip = raw.FPDFPageObj_GetClipPath(item)
    if clip and raw.FPDFClipPath_CountPaths(clip) > 0:
        yield "a mark that is cut off"


def _mark_names(item: Any) -> set[str]:
    names = set()
    for number in range(max(0, raw.FPDFPageObj_CountMarks(item))):
        buffer, needed = ctypes.create_string_buffer(64), ctypes.c_ulong()
        mark = raw.FPDFPageObj_GetMark(item, number)
        letters = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
        need(raw.FPDFPageObjMark_GetName(mark, letters, len(buffer), needed))
        names.add(buffer.raw[: max(0, needed.value - 2)].decode("utf-16-le", errors="replace"))
    return names


#: More dashes and gaps than this no line has before they repeat.
LONGEST_DASH = 32
#: Drawings lie in drawings no deeper than this.
DEEPEST = 4


def open_pdf(data: bytes, advice: str = PRINT_AGAIN) -> pypdfium2.PdfDocument:
    """Return an opened PDF with at least one page.

    A ``KitFileError``, here and below, goes on from the PDF's name; ``advice`` says what to do about a bad PDF.
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


def without_password(data: bytes) -> bytes:
    """Return a PDF that opens with an empty password as one without any, with the same objects."""
    copy = io.BytesIO()
    open_pdf(data).save(copy, flags=raw.FPDF_REMOVE_SECURITY)
    return copy.getvalue()


def read_attachments(pdf: pypdfium2.PdfDocument, names: Collection[str]) -> dict[str, bytes]:
    """Return the content of the files of some names that travel in a PDF, as far as they are there."""
    count = pdf.count_attachments()
    if count > MOST_ATTACHMENTS:
        raise KitFileError(f"carries {count} files, more than any kit; give a kit PDF")
    files: dict[str, bytes] = {}
    for number in range(count):
        name = "a file"
        try:
            attachment = pdf.get_attachment(number)
            name = attachment.get_name()
            if name not in names:
                continue
            if name in files:
                raise KitFileError(f"carries two files {name}; which one is right is unknown; {PRINT_AGAIN}")
            files[name] = bytes(attachment.get_data())
        except pypdfium2.PdfiumError:
            raise KitFileError(f"is a damaged PDF and its {name} cannot be read; {PRINT_AGAIN}") from None
        if len(files[name]) > LARGEST_ATTACHMENT:
            raise KitFileError(f"carries a {name} of more than {LARGEST_ATTACHMENT // MB} MB; {PRINT_AGAIN}")
    return files


def page_marks(pdf: pypdfium2.PdfDocument, index: int, budget: Allowance | None = None) -> PageMarks:
    """Return the marks of a page, counted from 0; without a budget it may hold as many as a small PDF's."""
    budget = budget or Allowance(Limits.of(0))
    try:
        page = pdf[index]
        letters_page = page.get_textpage()
        marks = _marks(page, letters_page, budget)
        letters_page.close()
        page.close()
    except (pypdfium2.PdfiumError, NoMarkError):
        raise KitFileError(f"has a page {index + 1} that is damaged and cannot be read; {PRINT_AGAIN}") from None
    return marks


def _marks(page: pypdfium2.PdfPage, letters_page: pypdfium2.PdfTextPage, budget: Allowance) -> PageMarks:
    width, height = page.get_size()
    if page.get_rotation() in (90, 270):  # coordinates are those before a viewer turns the page
        width, height = height, width
    strange = list(strange_page(page, width, height))
    if not (0 < width * POINT <= LARGEST_PAGE and 0 < height * POINT <= LARGEST_PAGE):
        raise NoMarkError
    shapes: list[Shape] = []
    letters: list[Letters] = []
    others: list[tuple[int, Bounds]] = []
    for order, (item, kind, ground) in enumerate(_items(page, height, budget)):
        seen = len(shapes) + len(letters)
        if kind == raw.FPDF_PAGEOBJ_FORM:
            strange += strange_look(item, kind)
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            if (shape := _shape(item, order, ground, budget)) is not None:
                shapes.append(shape)
        elif kind == raw.FPDF_PAGEOBJ_TEXT:
            text = _letters(item, order, ground, letters_page, budget)
            if text is not None and not text.text:
                strange.append("letters that say nothing")
            elif text is not None:
                letters.append(text)
        else:
            others.append((order, _bounds(item, ground)))
            strange.append(KINDS.get(kind, "a mark of an unknown kind"))
        if len(shapes) + len(letters) > seen:
            strange += strange_look(item, kind)
    kinds = tuple(dict.fromkeys(strange))
    return PageMarks(width * POINT, height * POINT, tuple(shapes), tuple(letters), tuple(others), kinds)


def _near(*numbers: float) -> None:
    """Go on only if numbers are lengths that occur near a sheet of paper; NaN is not."""
    need(all(-FARTHEST <= number <= FARTHEST for number in numbers))


def _items(page: pypdfium2.PdfPage, height: float, budget: Allowance) -> Iterator[tuple[Any, int, "_Matrix"]]:
    """Yield all objects of a page in drawing order, each with its kind and the transformation it lies on.

    The contents of a form follow it: programs that put several sheets on a page make such forms.
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


def _sides(item: Any) -> tuple[float, float, float, float]:
    """Return the left, bottom, right and top of an object, in its own points."""
    sides = [ctypes.c_float() for _ in range(4)]
    need(raw.FPDFPageObj_GetBounds(item, *sides))
    x0, y0, x1, y1 = (side.value for side in sides)
    return x0, y0, x1, y1


def _bounds(item: Any, ground: _Matrix) -> Bounds:
    x0, y0, x1, y1 = _sides(item)
    _near(x0, y0, x1, y1)
    xs, ys = zip(*(ground(x, y) for x in (x0, x1) for y in (y0, y1)), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _colour(getter: Any, item: Any) -> str | None:
    parts = [ctypes.c_uint() for _ in range(4)]
    if not getter(item, *parts) or parts[3].value == 0:
        return None
    return "#{:02X}{:02X}{:02X}".format(*(part.value for part in parts[:3]))


def _segments(item: Any, budget: Allowance) -> Iterator[tuple[int, float, float, bool]]:
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
    mode, stroked = ctypes.c_int(), ctypes.c_int()
    need(raw.FPDFPath_GetDrawMode(item, mode, stroked))
    fill = _colour(raw.FPDFPageObj_GetFillColor, item) if mode.value else None
    stroke = _colour(raw.FPDFPageObj_GetStrokeColor, item) if stroked.value else None
    if fill is None and stroke is None:
        return None
    place = ground.within(item)
    points, corners = list[Point](), list[Point]()
    steps, closed = "", False
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
    manner: tuple[int, ...] = (mode.value if fill else 0,)
    if stroke is not None:
        line = ctypes.c_float()
        need(raw.FPDFPageObj_GetStrokeWidth(item, line))
        width = line.value * place.scale * POINT
        _near(width)
        dash = _dash(item, place.scale)
        manner += raw.FPDFPageObj_GetLineCap(item), raw.FPDFPageObj_GetLineJoin(item)
    return Shape(order, tuple(points), tuple(corners), steps, closed, fill, stroke, width, dash, manner)


def _dash(item: Any, scale: float) -> tuple[float, ...]:
    count = raw.FPDFPageObj_GetDashCount(item)
    if count <= 0:
        return ()
    need(count <= LONGEST_DASH)
    lengths = (ctypes.c_float * count)()
    need(raw.FPDFPageObj_GetDashArray(item, lengths, count))
    dash = tuple(length * scale * POINT for length in lengths)
    _near(*dash)
    return dash


def _letters(item: Any, order: int, ground: _Matrix, letters_page: Any, budget: Allowance) -> Letters | None:
    """Return one text, with empty letters where it spells nothing; None when nothing of it is seen."""
    fill = _colour(raw.FPDFPageObj_GetFillColor, item)
    if fill is None or raw.FPDFTextObj_GetTextRenderMode(item) == raw.FPDF_TEXTRENDERMODE_INVISIBLE:
        return None
    text = _text(item, letters_page, budget)
    size = ctypes.c_float()
    need(raw.FPDFTextObj_GetFontSize(item, size))
    place = ground.within(item)
    points = size.value * place.scale
    _near(points)
    return Letters(order, text, _bounds(item, ground), points, place.turn, fill, place(0, 0))


def _text(item: Any, letters_page: Any, budget: Allowance) -> str:
    count = raw.FPDFTextObj_GetText(item, letters_page, None, 0)  # in bytes of UTF-16, with a zero at the end
    budget.take(points=count // 2)
    if count <= 2:
        return ""
    buffer = ctypes.create_string_buffer(count)
    pointer = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
    need(raw.FPDFTextObj_GetText(item, letters_page, pointer, count) == count)
    return buffer.raw[: count - 2].decode("utf-16-le", errors="replace").strip()
