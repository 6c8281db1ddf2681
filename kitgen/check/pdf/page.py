"""Opens a PDF and turns its pages into marks, or into an image of the ink.

pypdfium2 reads them: it hands over every outline with its points, colours and line, every text with its place
and size, and attached files; it also rasterises; and it comes as one wheel, without a compiler. pdfplumber reads
no attachments and leans on several packages; pikepdf hands over the page's raw operators, so that colours,
transformations and letter widths would have to be worked out again here.
"""

import ctypes
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
from pypdfium2 import raw

from kitgen.check.pdf.drawn.marks import Bounds, Letters, PageMarks, Point, Shape
from kitgen.errors import KitFileError

POINT = 25.4 / 72


def open_pdf(path: Path) -> pypdfium2.PdfDocument:
    """Return an opened PDF.

    Raises:
        KitFileError: it cannot be read, is no PDF, is damaged, or needs a password.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KitFileError(f"{path} cannot be read: {error.strerror or error}") from None
    if b"%PDF-" not in data[:1024]:
        raise KitFileError(f"{path} is not a PDF; give a kit PDF, a kit.json or a kit folder")
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code == raw.FPDF_ERR_PASSWORD:
            raise KitFileError(f"{path} is encrypted; save it without a password, or print the kit again") from None
        raise KitFileError(f"{path} is a damaged PDF and cannot be read; print the kit again") from None


def page_marks(pdf: pypdfium2.PdfDocument, index: int) -> PageMarks:
    """Return the marks of a page, counted from 0.

    Raises:
        KitFileError: the page is damaged.
    """
    try:
        page = pdf[index]
        letters_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        raise KitFileError(f"page {index + 1} of the PDF is damaged and cannot be read; print the kit again") from None
    width, height = page.get_size()
    shapes: list[Shape] = []
    letters: list[Letters] = []
    others: list[tuple[int, Bounds]] = []
    for order in range(raw.FPDFPage_CountObjects(page)):
        item = raw.FPDFPage_GetObject(page, order)
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_PATH:
            shape = _shape(item, order, height)
            if shape is not None:
                shapes.append(shape)
        elif kind == raw.FPDF_PAGEOBJ_TEXT:
            text = _letters(item, order, height, letters_page)
            if text is not None:
                letters.append(text)
        else:
            others.append((order, _bounds(item, height)))
    letters_page.close()
    page.close()
    return PageMarks(width * POINT, height * POINT, tuple(shapes), tuple(letters), tuple(others))


def read_pages(path: Path) -> list[PageMarks]:
    """Return the marks of all pages of a PDF.

    Raises:
        KitFileError: the file is no PDF, or is damaged or encrypted.
    """
    pdf = open_pdf(path)
    try:
        return [page_marks(pdf, index) for index in range(len(pdf))]
    finally:
        pdf.close()


def page_image(path: Path, index: int, dpi: int = 150) -> tuple[int, int, bytes]:
    """Return a page, counted from 0, as its ink falls on paper: columns, rows, and three bytes (RGB) a dot."""
    pdf = open_pdf(path)
    bitmap = pdf[index].render(scale=dpi / 72, rev_byteorder=True, prefer_bgrx=False)
    stride, columns, rows = bitmap.stride, bitmap.width, bitmap.height
    data = bytes(bitmap.buffer)
    if bitmap.n_channels != 3:
        raise AssertionError(f"the rasteriser gave {bitmap.n_channels} channels")
    return columns, rows, b"".join(data[row * stride : row * stride + 3 * columns] for row in range(rows))


class _Matrix:
    """An object's own transformation, followed by the step from points to mm from the top left."""

    def __init__(self, item: Any, height: float) -> None:
        found = raw.FS_MATRIX()
        raw.FPDFPageObj_GetMatrix(item, found)
        self.a, self.b, self.c, self.d = found.a, found.b, found.c, found.d
        self.e, self.f, self.height = found.e, found.f, height

    def __call__(self, x: float, y: float) -> Point:
        """Return where a point lies on the page, in mm."""
        return (
            round((self.a * x + self.c * y + self.e) * POINT, 5),
            round((self.height - self.b * x - self.d * y - self.f) * POINT, 5),
        )

    @property
    def scale(self) -> float:
        """How much lengths grow."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    @property
    def turn(self) -> float:
        """The angle of the x axis on the page, in degrees, clockwise."""
        return round(math.degrees(math.atan2(-self.b, self.a)), 3) % 360


def _bounds(item: Any, height: float) -> Bounds:
    """Return the rectangle around an object, in mm."""
    sides = [ctypes.c_float() for _ in range(4)]
    raw.FPDFPageObj_GetBounds(item, *sides)
    left, bottom, right, top = (side.value for side in sides)
    return left * POINT, (height - top) * POINT, right * POINT, (height - bottom) * POINT


def _colour(getter: Any, item: Any) -> str | None:
    """Return the colour that one of pdfium's getters says; None when nothing is seen of it."""
    parts = [ctypes.c_uint() for _ in range(4)]
    if not getter(item, *parts) or parts[3].value == 0:
        return None
    return "#{:02X}{:02X}{:02X}".format(*(part.value for part in parts[:3]))


def _segments(item: Any) -> Iterator[tuple[int, float, float, bool]]:
    """Yield the steps of an outline: kind, place, and whether it closes there."""
    x, y = ctypes.c_float(), ctypes.c_float()
    for number in range(raw.FPDFPath_CountSegments(item)):
        segment = raw.FPDFPath_GetPathSegment(item, number)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        closes = bool(raw.FPDFPathSegment_GetClose(segment))
        yield raw.FPDFPathSegment_GetType(segment), x.value, y.value, closes


def _shape(item: Any, order: int, height: float) -> Shape | None:
    """Return one outline; None when nothing of it is seen."""
    mode, stroked = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(item, mode, stroked)
    fill = _colour(raw.FPDFPageObj_GetFillColor, item) if mode.value else None
    stroke = _colour(raw.FPDFPageObj_GetStrokeColor, item) if stroked.value else None
    if fill is None and stroke is None:
        return None
    place = _Matrix(item, height)
    points: list[Point] = []
    corners: list[Point] = []
    steps = ""
    closed = False
    waiting = 0  # points of a curve that are still to come
    for kind, x, y, closes in _segments(item):
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
        raw.FPDFPageObj_GetStrokeWidth(item, found)
        width = found.value * place.scale * POINT
        dash = _dash(item, place.scale)
    return Shape(order, tuple(points), tuple(corners), steps, closed, fill, stroke, width, dash)


def _dash(item: Any, scale: float) -> tuple[float, ...]:
    """Return the lengths of an outline's dashes and gaps."""
    count = raw.FPDFPageObj_GetDashCount(item)
    if count <= 0:
        return ()
    lengths = (ctypes.c_float * count)()
    raw.FPDFPageObj_GetDashArray(item, lengths, count)
    return tuple(length * scale * POINT for length in lengths)


def _letters(item: Any, order: int, height: float, page: Any) -> Letters | None:
    """Return one text; None when nothing of it is seen."""
    fill = _colour(raw.FPDFPageObj_GetFillColor, item)
    if fill is None or raw.FPDFTextObj_GetTextRenderMode(item) == raw.FPDF_TEXTRENDERMODE_INVISIBLE:
        return None
    count = raw.FPDFTextObj_GetText(item, page, None, 0)  # in bytes of UTF-16, with a zero at the end
    buffer = ctypes.create_string_buffer(count)
    raw.FPDFTextObj_GetText(item, page, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), count)
    text = buffer.raw[: count - 2].decode("utf-16-le").strip()
    if not text:
        return None
    size = ctypes.c_float()
    raw.FPDFTextObj_GetFontSize(item, size)
    place = _Matrix(item, height)
    return Letters(order, text, _bounds(item, height), size.value * place.scale, place.turn, fill)
