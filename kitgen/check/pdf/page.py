"""A page of a PDF as plain marks: outlines and lines of letters in mm from the top left corner, y down.

pypdfium2 reads them: it hands over every outline with its points, colours and line, every text with its place
and size, and attached files; it also rasterises; and it comes as one wheel, without a compiler. pdfplumber reads
no attachments and leans on several packages; pikepdf hands over the page's raw operators, so that colours,
transformations and letter widths would have to be worked out again here.
"""

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pypdfium2
from pypdfium2 import raw

from kitgen.errors import KitFileError

POINT = 25.4 / 72

Point = tuple[float, float]
#: Left, top, right, bottom.
Bounds = tuple[float, float, float, float]


@dataclass(frozen=True)
class Shape:
    """One outline of straight or curved lines.

    Attributes:
        order: its place among the page's marks; higher is drawn later, above.
        points: its corners, and the control points of its curves, in order.
        corners: where its lines and curves meet, in order.
        steps: a letter for each step: ``M`` starts, ``L`` is a line, ``C`` a cubic curve (with three points).
        closed: True when it ends where it starts.
        fill: its colour as ``#RRGGBB``; None when it is not filled.
        stroke: the colour of its line; None when it has none.
        width: of its line.
        dash: lengths of dashes and gaps; empty for a solid line.
    """

    order: int
    points: tuple[Point, ...]
    corners: tuple[Point, ...]
    steps: str
    closed: bool
    fill: str | None
    stroke: str | None
    width: float
    dash: tuple[float, ...] = ()

    @property
    def curves(self) -> int:
        """How many of its sides are curves."""
        return self.steps.count("C")

    @property
    def pieces(self) -> int:
        """How many separate outlines it is made of; ``points`` holds those of all."""
        return self.steps.count("M")

    @cached_property
    def outline(self) -> tuple[Point, ...]:
        """The corners of a polygon that follows its curves closely."""
        points = iter(self.points + self.points[:1])  # a side that comes back to the start ends at the first point
        found: list[Point] = []
        for step in self.steps:
            if step != "C":
                found.append(next(points))
                continue
            a, b, c, d = found[-1], next(points), next(points), next(points)
            found += [_on_curve(a, b, c, d, quarter / 4) for quarter in range(1, 5)]
        return tuple(found)

    @cached_property
    def bounds(self) -> Bounds:
        """The smallest upright rectangle around its points."""
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def centre(self) -> Point:
        """The middle of ``bounds``."""
        return middle(self.bounds)

    @property
    def size(self) -> Point:
        """Width and height of ``bounds``."""
        left, top, right, bottom = self.bounds
        return right - left, bottom - top


@dataclass(frozen=True, slots=True)
class Letters:
    """One text as it was drawn.

    Attributes:
        order: its place among the page's marks.
        text: the letters.
        bounds: around the ink of the letters.
        size: of the letters, in points.
        turn: of the baseline, in degrees, clockwise.
        fill: its colour.
    """

    order: int
    text: str
    bounds: Bounds
    size: float
    turn: float
    fill: str

    @property
    def centre(self) -> Point:
        """The middle of ``bounds``."""
        return middle(self.bounds)


@dataclass(frozen=True, slots=True)
class PageMarks:
    """Everything drawn on one page.

    Attributes:
        width, height: of the page.
        shapes: all outlines, in the order in which they are drawn.
        letters: all texts, in the order in which they are drawn.
        others: marks of other kinds, such as pictures: their order and the rectangle around each.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    letters: tuple[Letters, ...]
    others: tuple[tuple[int, Bounds], ...]


def _on_curve(a: Point, b: Point, c: Point, d: Point, along: float) -> Point:
    """Return the point of a cubic curve at a share of its way (Bernstein's form)."""
    rest = 1 - along
    weights = rest**3, 3 * rest**2 * along, 3 * rest * along**2, along**3
    ends = a, b, c, d
    return sum(w * p[0] for w, p in zip(weights, ends, strict=True)), sum(
        w * p[1] for w, p in zip(weights, ends, strict=True)
    )


def turn_page(page: PageMarks, turn: int) -> PageMarks:
    """Return a page turned so that letters which ran at an angle of 90, 180 or 270 degrees run level."""

    def point(place: Point) -> Point:
        x, y = place
        return {90: (y, page.width - x), 180: (page.width - x, page.height - y), 270: (page.height - y, x)}[turn]

    def box(bounds: Bounds) -> Bounds:
        (x, y), (x2, y2) = point(bounds[:2]), point(bounds[2:])
        return min(x, x2), min(y, y2), max(x, x2), max(y, y2)

    shapes = (
        replace(shape, points=tuple(map(point, shape.points)), corners=tuple(map(point, shape.corners)))
        for shape in page.shapes
    )
    letters = (replace(text, bounds=box(text.bounds), turn=(text.turn - turn) % 360) for text in page.letters)
    others = ((order, box(bounds)) for order, bounds in page.others)
    wide, high = (page.width, page.height) if turn == 180 else (page.height, page.width)
    return PageMarks(wide, high, tuple(shapes), tuple(letters), tuple(others))


def middle(bounds: Bounds) -> Point:
    """Return the middle of a rectangle."""
    left, top, right, bottom = bounds
    return (left + right) / 2, (top + bottom) / 2


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
