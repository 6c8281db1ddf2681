"""Writes documents as PDF with reportlab: the only place with coordinates in points and y going up.

reportlab can write the same bytes for the same input, embeds only letters that are used, and allows
attached files.
"""

import math
from collections import deque
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from itertools import chain, groupby
from typing import TYPE_CHECKING

from reportlab import Version, rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.scene import (
    POINT,
    Disc,
    Line,
    Mark,
    Path,
    Polygon,
    Scene,
    Stamp,
    Stroke,
    Text,
)
from kitgen.paper.style import FACES, shift_left
from kitgen.papers import Point

if TYPE_CHECKING:
    from kitgen.reading.printer_file import Printer

#: The writer of the PDF: with another version its bytes may differ.
WRITER = f"reportlab {Version}"
#: A circle is four cubic curves whose control points lie this far along the tangent, in radii.
ARC = 0.5522847498
#: How lines join, as PDF counts it: round, so that an outline never extends more than half its
#: width, even at sharp corners.
ROUND_JOIN = 1
#: How lines end: at their last point.
BUTT_CAP = 0
#: Marks drawn as outlines, and the steps of one in PDF.
_Shape = Line | Disc | Polygon | Path | Stamp
#: How an outline is painted, by whether it is stroked, and filled by the even-odd rule.
_PAINTED = {(False, False): "n", (True, False): "S", (False, True): "f*", (True, True): "B*"}
#: The beginning of a line of letters at a place.
_LINE = "BT 1 0 0 1 %s Tm"
_STEPS = {"M": "%s %s m", "L": "%s %s l", "C": "%s %s %s %s %s %s c", "Z": "h"}

# Compressed pages stay binary; as letters and digits they would be a quarter larger.
rl_config.useA85 = 0


#: A text with its face's name and its size: in one document they are always the same letters of the
#: same fonts.
_Letters = tuple[str, float, str]
#: The marks of a sheet between two lines of letters in PDF, and the fill and the stroke that are
#: then set.
_Shapes = tuple[str, str | None, Stroke | None]


def pdf_bytes(document: Document) -> bytes:
    """Return a document with at least one sheet as PDF; the same document always gives the same
    bytes.
    """
    return PdfWriter().write(document)


class PdfWriter:
    """Writes documents that share sheets, which are converted only once; a written sheet must
    not change any more.
    """

    def __init__(self) -> None:
        # The scenes are kept with their shapes, so that no identity is used again.
        self._drawn: dict[int, tuple[Scene, list[_Shapes]]] = {}

    def write(self, document: Document) -> bytes:
        """Return a document as PDF."""
        stream = BytesIO()
        canvas = Canvas(
            stream, invariant=1, pageCompression=1, pdfVersion=(1, 7), lang=document.language,
            initialFontName=_font(bold=False),
        )  # fmt: skip
        canvas.setTitle(document.title)
        canvas.setAuthor(document.author)
        canvas.setSubject(document.subject)
        canvas.setKeywords(", ".join(document.keywords))
        canvas.setCreator("kitgen")
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if len(document.parts) > 1:
            canvas.showOutline()
        letters: dict[_Letters, str] = {}
        outline = _Outline(canvas)
        for number, sheet in enumerate(document.sheets):
            canvas.setPageSize((sheet.scene.width / POINT, sheet.scene.height / POINT))
            outline.enter(number, sheet)
            if sheet.printer is not None:
                canvas.addLiteral(_correction(sheet.printer, sheet.scene.height))
            self._draw(canvas, sheet.scene, letters)
            canvas.showPage()
        if document.attachments:
            _attach(canvas, document)
        canvas.save()
        return stream.getvalue()

    def _draw(self, canvas: Canvas, scene: Scene, letters: dict[_Letters, str]) -> None:
        """Draw a scene: first what it shares with others, if anything, then the rest."""
        pen = _Pen(canvas, scene.height, letters)
        base = scene.base
        if base is None:
            pen.draw(scene.marks, self._shapes_of(scene))
            return
        pen.draw(base.marks, self._shapes_of(base))
        pen.draw(scene.marks[len(base.marks) :], self._shapes_of(scene))

    def _shapes_of(self, scene: Scene) -> list[_Shapes]:
        return self._drawn.setdefault(id(scene), (scene, []))[1]


class _Outline:
    """The list of parts that a reader of PDF shows beside the pages; each part is entered once
    for each group, where it begins.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._entered: tuple[str, int] | None = None

    def enter(self, number: int, sheet: Sheet) -> None:
        """Enter the parts that begin on the sheet of this number."""
        for place, begun in enumerate(sheet.beginnings):
            if (begun.part, sheet.group) == self._entered:
                continue
            self._entered = (begun.part, sheet.group)
            key = f"sheet-{number}"
            if place == 0:
                self._canvas.bookmarkPage(key)
            else:
                key = f"{key}-{place}"
                top = (sheet.scene.height - begun.top) / POINT
                self._canvas.bookmarkPage(key, fit="FitH", top=top)
            self._canvas.addOutlineEntry(begun.title, key)


def _correction(printer: "Printer", height: float) -> str:
    """Return the code that scales and moves all that follows, so that a printer makes of it what
    was drawn.

    >>> from kitgen.reading.printer_file import Printer
    >>> _correction(Printer(scale_x=1, scale_y=0.98, offset_x=0.5, offset_y=0), 25.4)
    '1 0 0 1.020408 -1.417323 -1.469388 cm'
    """
    x, y = printer.drawn((0, 0))
    # Down to the lower edge of the page, from which points are counted upwards.
    below = height - y - height / printer.scale_y
    return (
        f"{fp_str(1 / printer.scale_x)} 0 0 "
        f"{fp_str(1 / printer.scale_y, x / POINT, below / POINT)} cm"
    )


def _attach(canvas: Canvas, document: Document) -> None:
    # As in ISO 32000-1, 7.11.4, sorted by name.
    inside = canvas._doc  # noqa: SLF001 - the only access to the objects of a PDF
    names: list[object] = []
    for name, content in sorted(document.attachments.items()):
        # A slash in a name is written by its number, which reportlab's own PDFName does not do.
        kind = "/application#2Fjson" if name.endswith(".json") else "/application#2Foctet-stream"
        size = pdfdoc.PDFDictionary({"Size": len(content)})
        about = pdfdoc.PDFDictionary(
            {"Type": pdfdoc.PDFName("EmbeddedFile"), "Subtype": kind, "Params": size}
        )
        stream = inside.Reference(pdfdoc.PDFStream(about, content, filters=[pdfdoc.PDFZCompress]))
        embedded = pdfdoc.PDFDictionary({"F": stream})
        text = pdfdoc.PDFString(name)
        file = {"Type": pdfdoc.PDFName("Filespec"), "F": text, "UF": text, "EF": embedded}
        names += [text, inside.Reference(pdfdoc.PDFDictionary(file))]
    files = pdfdoc.PDFDictionary({"Names": pdfdoc.PDFArray(names)})
    inside.Catalog.Names = pdfdoc.PDFDictionary({"EmbeddedFiles": files})


class _Pen:
    """Draws the marks of one sheet, and changes colour, width and dash only where they change.

    ``shapes`` are those of a sheet that was drawn before; otherwise they are added. Only letters
    are drawn again, because each document has its own fonts, with the letters that occur in it:
    ``letters`` are those written before.
    """

    def __init__(self, canvas: Canvas, height: float, letters: dict[_Letters, str]) -> None:
        self._canvas = canvas
        self._height = height
        self._letters = letters
        self._fill: str | None = None
        self._stroke: Stroke | None = None
        canvas.setLineJoin(ROUND_JOIN)
        canvas.setLineCap(BUTT_CAP)

    def draw(self, marks_in_order: Sequence[Mark], shapes: list[_Shapes]) -> None:
        """Draw marks in their order: letters anew, and what lies between as before if it is
        known.
        """
        known = deque(shapes)
        for letters, marks in groupby(marks_in_order, lambda mark: isinstance(mark, Text)):
            if known and not letters:
                code, self._fill, self._stroke = known.popleft()
                self._canvas.addLiteral(code)
                continue
            written = self._canvas._code  # noqa: SLF001 - reportlab returns the code of a page only as a whole
            begin = len(written)
            for mark in marks:
                if isinstance(mark, Text):
                    self._write(mark)
                else:
                    self._trace(mark)
            if not letters:
                shapes.append(("\n".join(written[begin:]), self._fill, self._stroke))

    def _set_colours(self, fill: str | None, stroke: Stroke | None) -> None:
        if fill and fill != self._fill:
            self._canvas.addLiteral(f"{_rgb(fill)} rg")
            self._fill = fill
        if stroke and stroke != self._stroke:
            self._canvas.addLiteral(_stroked(stroke))
            self._stroke = stroke

    def _trace(self, mark: _Shape) -> None:
        fill = None if isinstance(mark, Line) else mark.fill
        self._set_colours(fill, mark.stroke)
        kinds, places = _steps(mark)
        # Writing all numbers of an outline at once takes half the time.
        numbers = fp_str(
            *[number for x, y in places for number in (x / POINT, (self._height - y) / POINT)]
        )
        outline = _form(kinds) % tuple(numbers.split())
        self._canvas.addLiteral(f"{outline}\n{_PAINTED[bool(mark.stroke), bool(fill)]}")

    def _write(self, mark: Text) -> None:
        self._set_colours(mark.fill, None)
        before = shift_left(mark) / POINT
        x = mark.at[0] / POINT
        y = (self._height - mark.at[1]) / POINT
        if not mark.turn:
            self._canvas.addLiteral(self._line(x - before, y, mark))
            return
        turn = math.radians(mark.turn)
        cosine = math.cos(turn)
        sine = math.sin(turn)
        matrix = fp_str(cosine, -sine, sine, cosine, x, y)  # clockwise
        self._canvas.addLiteral(f"q\n{matrix} cm\n{self._line(-before, 0, mark)}\nQ")

    def _line(self, x: float, y: float, mark: Text) -> str:
        """Return the code of letters at a place in points; most stand on sheets more than once,
        as ids and numbers.
        """
        letters = _font(bold=mark.bold), mark.size, mark.text
        if letters not in self._letters:
            line = self._canvas.beginText(0, 0)
            line.setFont(*letters[:2])
            line.textLine(mark.text)
            self._letters[letters] = line.getCode().removeprefix(_LINE % "0 0")
        return f"{_LINE % fp_str(x, y)}{self._letters[letters]}"


@cache
def _form(kinds: str) -> str:
    """Return the code of an outline of these steps, with a gap for each number.

    >>> _form("MLCZ")
    'n %s %s m %s %s l %s %s %s %s %s %s c h'
    """
    return " ".join(("n", *(_STEPS[kind] for kind in kinds)))


@cache
def _font(*, bold: bool) -> str:
    """Return the name of a face after registering it with reportlab."""
    face = FACES[bold]
    pdfmetrics.registerFont(TTFont(face.name, str(face.file())))
    return face.name


@cache
def _rgb(colour: str) -> str:
    """Return a colour as three numbers.

    >>> _rgb("#FF0000")
    '1 0 0'
    """
    return str(fp_str(*HexColor(colour).rgb()))


@cache
def _stroked(stroke: Stroke) -> str:
    r"""Return the code that sets the colour, the width and the dashes of lines.

    >>> _stroked(Stroke("#000000", POINT))
    '0 0 0 RG\n1 w\n[] 0 d'
    """
    dash = fp_str(*(part / POINT for part in stroke.dash)) if stroke.dash else ""
    return f"{_rgb(stroke.colour)} RG\n{fp_str(stroke.width / POINT)} w\n[{dash}] 0 d"


def _steps(mark: _Shape) -> tuple[str, Sequence[Point]]:
    """Return the steps of an outline, and all their points in order."""
    match mark:
        case Line():
            return "ML", (mark.start, mark.end)
        case Disc():
            x, y = mark.centre
            r = mark.radius
            k = ARC * r
            quarters = (
                ((x + r, y + k), (x + k, y + r), (x, y + r)),
                ((x - k, y + r), (x - r, y + k), (x - r, y)),
                ((x - r, y - k), (x - k, y - r), (x, y - r)),
                ((x + k, y - r), (x + r, y - k), (x + r, y)),
            )
            return "MCCCCZ", ((x + r, y), *chain.from_iterable(quarters))
        case Polygon():
            lines = "L" * (len(mark.points) - 1)
            end = "Z" if mark.closed else ""
            return f"M{lines}{end}", mark.points
        case Stamp():
            x, y = mark.at
            size = mark.size
            return mark.figure.kinds, [(x + size * a, y + size * b) for a, b in mark.figure.points]
        case Path():
            kinds = "".join(kind for kind, *_ in mark.steps)
            return kinds, [point for _, *points in mark.steps for point in points]
