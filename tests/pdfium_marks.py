"""The marks on the pages of a PDF as PDFium sees them: a second eye beside kitgen's own reader."""

import ctypes
import math

import pypdfium2
from pypdfium2 import raw

from kitgen.paper.marks.scene import POINT
from kitgen.sandbox.page_marks import Letters, PageMarks, Shape


def need(answer):
    assert answer, "PDFium cannot say"


def marks_by_pdfium(data):
    """The marks of each page."""
    return [page_marks(page) for page in pypdfium2.PdfDocument(data)]


def page_marks(page):
    shapes = []
    letters = []
    texts = page.get_textpage()
    width, height = page.get_size()
    for order in range(raw.FPDFPage_CountObjects(page)):
        item = raw.FPDFPage_GetObject(page, order)
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_PATH:
            shapes.append(shape_of(item, order, height))
        else:
            assert kind == raw.FPDF_PAGEOBJ_TEXT
            letters.append(letters_of(item, order, height, texts))
    return PageMarks(width * POINT, height * POINT, tuple(shapes), tuple(letters))


class Matrix:
    def __init__(self, item, height):
        own = raw.FS_MATRIX()
        need(raw.FPDFPageObj_GetMatrix(item, own))
        self.a, self.b, self.c, self.d, self.e, self.f, self.height = (
            own.a,
            own.b,
            own.c,
            own.d,
            own.e,
            own.f,
            height,
        )

    def __call__(self, x, y):
        """Where a point lies on the page, in mm."""
        return (self.a * x + self.c * y + self.e) * POINT, (
            self.height - self.b * x - self.d * y - self.f
        ) * POINT

    @property
    def scale(self):
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


def bounds_of(item, height):
    sides = [ctypes.c_float() for _ in range(4)]
    need(raw.FPDFPageObj_GetBounds(item, *sides))
    x0, y0, x1, y1 = (side.value * POINT for side in sides)
    return x0, height * POINT - y1, x1, height * POINT - y0


def colour_of(getter, item):
    parts = [ctypes.c_uint() for _ in range(4)]
    need(getter(item, *parts))
    return "#{:02X}{:02X}{:02X}".format(*(part.value for part in parts[:3]))


def shape_of(item, order, height):
    mode = ctypes.c_int()
    stroked = ctypes.c_int()
    line = ctypes.c_float()
    need(raw.FPDFPath_GetDrawMode(item, mode, stroked))
    fill = colour_of(raw.FPDFPageObj_GetFillColor, item) if mode.value else None
    place = Matrix(item, height)
    x = ctypes.c_float()
    y = ctypes.c_float()
    points = []
    corners = []
    steps = ""
    closed = False
    waiting = 0
    for number in range(raw.FPDFPath_CountSegments(item)):
        segment = raw.FPDFPath_GetPathSegment(item, number)
        need(raw.FPDFPathSegment_GetPoint(segment, x, y))
        kind = raw.FPDFPathSegment_GetType(segment)
        points.append(place(x.value, y.value))
        if kind == raw.FPDF_SEGMENT_BEZIERTO and not waiting:
            waiting = 3
            steps += "C"
        elif kind != raw.FPDF_SEGMENT_BEZIERTO:
            steps += "M" if kind == raw.FPDF_SEGMENT_MOVETO else "L"
        waiting = max(0, waiting - 1)
        if not waiting:
            corners.append(points[-1])
        closed = closed or bool(raw.FPDFPathSegment_GetClose(segment))
    if len(points) > 1 and points[0] == points[-1]:
        points.pop()
        corners.pop()
        closed = True
    manner = (mode.value if fill else 0,)
    stroke = None
    width = 0.0
    dash = ()
    if stroked.value:
        stroke = colour_of(raw.FPDFPageObj_GetStrokeColor, item)
        need(raw.FPDFPageObj_GetStrokeWidth(item, line))
        width = line.value * place.scale * POINT
        lengths = (ctypes.c_float * raw.FPDFPageObj_GetDashCount(item))()
        if len(lengths):
            need(raw.FPDFPageObj_GetDashArray(item, lengths, len(lengths)))
        dash = tuple(length * place.scale * POINT for length in lengths)
        manner += raw.FPDFPageObj_GetLineCap(item), raw.FPDFPageObj_GetLineJoin(item)
    return Shape(
        order, tuple(points), tuple(corners), steps, closed, fill, stroke, width, dash, manner
    )


def letters_of(item, order, height, texts):
    count = raw.FPDFTextObj_GetText(item, texts, None, 0)
    size = ctypes.c_float()
    buffer = ctypes.create_string_buffer(count)
    need(
        raw.FPDFTextObj_GetText(
            item, texts, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), count
        )
        == count
    )
    text = buffer.raw[: count - 2].decode("utf-16-le").strip()
    need(raw.FPDFTextObj_GetFontSize(item, size))
    place = Matrix(item, height)
    fill = colour_of(raw.FPDFPageObj_GetFillColor, item)
    turn = round(math.degrees(math.atan2(-place.b, place.a)), 3) % 360
    return Letters(
        order, text, bounds_of(item, height), size.value * place.scale, turn, fill, place(0, 0)
    )
