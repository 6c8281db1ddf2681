"""Reads the marks of a PDF that kitgen has written by the few operators that it uses; anything else
is passed over.

This module knows nothing of the code that draws; tests ensure that it reads what other programs
see.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import accumulate
from struct import unpack_from
from typing import Any, NamedTuple

from pypdf import PdfReader

from kitgen.paper.marks.scene import POINT
from kitgen.papers import Point
from kitgen.sandbox.page_marks import NO_CORRECTION, Correction, Letters, PageMarks, Shape, between

#: An outline with how it is painted, a line of letters, or a setting.
_MARK = re.compile(
    rb"""\s*(?:
    ((?:(?:(?:N\s+){2}(?:[ml]|(?:N\s+){4}c)|[hn])\s++)++)(S|f\*|B\*)
    |BT\s+1\s+0\s+0\s+1\s+(N)\s+(N)\s+Tm\s+/(\S+)\s+(N)\s+Tf\s+N\s+TL\s+
        \(((?:[^()\\]|\\.)*+)\)\s+Tj\s+T\*\s+ET
    |((?:N\s++)*+(?:rg|RG|w|j|J|q|Q|cm)|\[(?:N\s*+)*+\]\s+N\s+d)
    )(?=\s)""".replace(b"N", rb"-?(?:\d++\.?+\d*+|\.\d++)"),
    re.DOTALL | re.VERBOSE,
)
_ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_CODE = re.compile(rb"<([0-9A-F]{2})> <([0-9A-F]{4})>\n")
#: The steps of an outline are the letters between its numbers.
_DIGITS = b"0123456789.- \t\r\n"
_STEPS = bytes.maketrans(b"mlch", b"    ")
#: Whether an outline is filled, by the even-odd rule, and whether it is drawn along.
_PAINTED = {b"S": (False, True), b"f*": (True, False), b"B*": (True, True)}
#: PDFium's number for the even-odd rule, as ``Shape.manner`` has it.
_EVEN_ODD = 1
_PLAIN = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
#: What kitgen writes of a page and of its resources.
_PAGE = {"/Type", "/Parent", "/MediaBox", "/Resources", "/Contents", "/Rotate", "/Trans"}
_RESOURCES = {"/Font", "/ProcSet"}


class _Font:
    """The letters of a font by code: the text, the width and the box around the ink of each, as
    shares of the size.
    """

    def __init__(self, font: Any) -> None:
        """Read a TrueType font."""
        texts = {
            int(code, 16): chr(int(letter, 16))
            for code, letter in _CODE.findall(font["/ToUnicode"].get_data())
        }
        file = font["/FontDescriptor"]["/FontFile2"].get_data()
        tables: dict[bytes, int] = {}
        for at in range(12, 12 + 16 * file[5], 16):
            (place,) = unpack_from(">I", file, at + 8)
            tables[file[at : at + 4]] = place
        (units,) = unpack_from(">H", file, tables[b"head"] + 18)
        # A table of kind 6: a glyph for each code of a row.
        kind, first, count = unpack_from(">H4xHH", file, tables[b"cmap"] + 12)
        if kind != 6 or first or font["/FirstChar"]:
            raise ValueError("a font with codes of another kind")
        self._glyphs: list[_Glyph] = []
        for code, glyph in enumerate(unpack_from(f">{count}H", file, tables[b"cmap"] + 22)):
            box = _box_of(file, tables, glyph)
            width = font["/Widths"][code] / 1000
            self._glyphs.append(_Glyph(texts.get(code, ""), width, *(side / units for side in box)))
        self._lines: dict[bytes, _Line] = {}

    def line(self, codes: bytes) -> "_Line":
        """Return the text of some codes with its ink."""
        if codes not in self._lines:
            glyphs = [self._glyphs[code] for code in _ESCAPED.sub(_unescaped, codes)]
            text = "".join(glyph.text for glyph in glyphs).strip()
            if not text:
                raise ValueError("letters that say nothing")
            starts = accumulate((glyph.width for glyph in glyphs[:-1]), initial=0.0)
            placed = [*zip(starts, glyphs, strict=True)]
            self._lines[codes] = _Line(
                text=text,
                left=min(start + glyph.left for start, glyph in placed),
                bottom=min(glyph.bottom for glyph in glyphs),
                right=max(start + glyph.right for start, glyph in placed),
                top=max(glyph.top for glyph in glyphs),
            )
        return self._lines[codes]


class _Glyph(NamedTuple):
    """A letter: its text, its width, and the box around its ink, as shares of the size."""

    text: str
    width: float
    left: float
    bottom: float
    right: float
    top: float


class _Line(NamedTuple):
    """A text with the box around its ink, as shares of its size."""

    text: str
    left: float
    bottom: float
    right: float
    top: float


def _box_of(file: bytes, tables: Mapping[bytes, int], glyph: int) -> tuple[int, int, int, int]:
    """Return the box around the ink of a glyph, in units of its TrueType font."""
    has_long_places = file[tables[b"head"] + 51] != 0
    if has_long_places:
        start, end = unpack_from(">II", file, tables[b"loca"] + 4 * glyph)
    else:  # which are counted in words
        first, last = unpack_from(">HH", file, tables[b"loca"] + 2 * glyph)
        start = 2 * first
        end = 2 * last
    if end <= start:
        return 0, 0, 0, 0
    left, bottom, right, top = unpack_from(">4h", file, tables[b"glyf"] + start + 2)
    return left, bottom, right, top


def _unescaped(code: re.Match[bytes]) -> bytes:
    """Return the byte that an escaped one stands for."""
    if len(code[1]) == 3:
        return bytes([int(code[1], 8)])
    return code[1]


class PlainPdf:
    """The marks on the pages of a PDF, as far as they can be read."""

    def __init__(self, data: bytes) -> None:
        """Open a PDF, also one with an empty password."""
        reader = PdfReader(BytesIO(data))
        if reader.is_encrypted:
            from kitgen.sandbox.pdf_page import without_password  # noqa: PLC0415 - pypdf cannot decrypt AES by itself

            reader = PdfReader(BytesIO(without_password(data)))
        self._pages = reader.pages
        self._fonts: dict[int, _Font] = {}

    def __iter__(self) -> Iterator[PageMarks]:
        """Yield the marks of each page."""
        return map(self.page, range(len(self._pages)))

    def page(self, index: int) -> PageMarks:
        """Return the marks of a page, counted from 0."""
        page: Any = self._pages[index]
        resources = page["/Resources"]
        content = page.get_contents()
        marks = _Page(page["/MediaBox"], resources.get("/Font", {}), self._fonts)
        other_keys = {*page} - _PAGE | {*resources} - _RESOURCES
        marks.strange += [f"{key[1:]} of the page" for key in sorted(other_keys)]
        if page.get("/Rotate"):
            marks.strange.append("a turn by a viewer")
        return marks.read(b"" if content is None else content.get_data() + b"\n")


class _Settings(NamedTuple):
    """What applies to the next mark; lengths in points."""

    fill: str = "#000000"
    stroke: str = "#000000"
    width: float = 1.0
    dash: tuple[float, ...] = ()
    cap: int = 0
    join: int = 0
    matrix: tuple[float, ...] = _PLAIN


class _Page:
    def __init__(self, box: Sequence[float], names: Any, fonts: dict[int, _Font]) -> None:
        self._names = names
        self._fonts = fonts
        self._width = float(box[2])
        self._height = float(box[3])
        self._now = _Settings()
        #: The settings to which later operators return.
        self._later = list[_Settings]()
        self._shapes = list[Shape]()
        self._letters = list[Letters]()
        self._correction = NO_CORRECTION
        self.strange = list[str]()
        if [*box[:2]] != [0, 0]:
            self.strange.append("an edge that cuts or moves the page")

    def read(self, content: bytes) -> PageMarks:
        """Return the marks of the page; what kitgen does not draw is passed over."""
        content = content.rstrip() + b"\n"
        at = 0
        while at < len(content) - 1:
            match = _MARK.match(content, at)
            if match is None or not self._is_read(match):
                self.strange.append("something that kitgen does not draw")
            at = content.index(b"\n", at + 1) if match is None else match.end()
        return PageMarks(
            width=self._width * POINT,
            height=self._height * POINT,
            shapes=tuple(self._shapes),
            letters=tuple(self._letters),
            strange=tuple(dict.fromkeys(self.strange)),
            correction=self._correction,
        )

    def _is_read(self, match: re.Match[bytes]) -> bool:
        """Take a mark or a setting; return whether it is as kitgen writes it."""
        outline, painted, *text, setting = match.groups()
        try:
            if outline:
                self._outline(outline, *_PAINTED[painted])
            elif setting:
                self._set(*_setting(setting))
            else:
                self._text(*text)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            return False
        return True

    def _set(self, operator: bytes, numbers: tuple[float, ...]) -> None:
        now = self._now
        match operator, numbers:
            case b"rg", (_, _, _):
                self._now = now._replace(fill=_colour(numbers))
            case b"RG", (_, _, _):
                self._now = now._replace(stroke=_colour(numbers))
            case b"w", (width,):
                self._now = now._replace(width=width)
            case b"d", _:
                self._now = now._replace(dash=numbers)
            case b"j", (join,):
                self._now = now._replace(join=int(join))
            case b"J", (cap,):
                self._now = now._replace(cap=int(cap))
            case b"cm", (1, 0, 0, 1, 0, 0):
                pass
            case b"cm", (across, 0, 0, up, x, y) if self._is_untouched():
                below = self._height * (1 - up) - y
                self._correction = Correction(
                    across, up, round(x * POINT, 4), round(below * POINT, 4)
                )
            case b"cm", (_, _, _, _, _, _) if now.matrix == _PLAIN:
                self._now = now._replace(matrix=numbers)
            case b"q", ():
                self._later.append(now)
            case b"Q", ():
                self._now = self._later.pop()
            case _:
                raise ValueError(f"{operator!r} after {numbers}")

    def _is_untouched(self) -> bool:
        """Return whether a scale now holds for the whole page, whose marks are read as they were
        before it.
        """
        if self._shapes or self._letters or self._later:
            return False
        return self._correction == NO_CORRECTION and self._now.matrix == _PLAIN

    def _next_order(self) -> int:
        return len(self._shapes) + len(self._letters)

    def _outline(self, line: bytes, is_filled: bool, is_drawn: bool) -> None:
        if self._now.matrix != _PLAIN:
            raise ValueError("an outline that is turned")
        line = line.rpartition(b"n")[2]
        numbers = [*map(float, line.translate(_STEPS).split())]
        high = self._height
        ends = [
            (x * POINT, (high - y) * POINT)
            for x, y in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        points = list[Point]()
        corners = list[Point]()
        steps = ""
        is_closed = False
        at = 0
        for places, letters, closes in _pieces(line.translate(None, _DIGITS)):
            own = ends[at : at + places[-1] + 1]
            at += len(own)
            points += own
            corners += [own[place] for place in places]
            steps += letters
            if closes and own[-1] != own[0]:
                points.append(own[0])
                corners.append(own[0])
                steps += "L"
            is_closed = is_closed or closes
        if len(points) > 1 and points[0] == points[-1]:  # a last side that comes back to the start
            points.pop()
            corners.pop()
            is_closed = True
        now = self._now
        fill_rule = _EVEN_ODD if is_filled else 0
        shape = Shape(
            order=self._next_order(),
            points=tuple(points),
            corners=tuple(corners),
            steps=steps,
            closed=is_closed,
            fill=now.fill if is_filled else None,
            stroke=now.stroke if is_drawn else None,
            width=now.width * POINT if is_drawn else 0.0,
            dash=tuple(length * POINT for length in now.dash) if is_drawn else (),
            manner=(fill_rule, now.cap, now.join) if is_drawn else (fill_rule,),
        )
        self._shapes.append(shape)

    def _text(self, x: bytes, y: bytes, name: bytes, points: bytes, codes: bytes) -> None:
        key = f"/{name.decode()}"
        font = self._names.raw_get(key).idnum
        if font not in self._fonts:
            self._fonts[font] = _Font(self._names[key])
        line = self._fonts[font].line(codes)
        start = float(x)
        level = float(y)
        size = float(points)
        corner = self._place(start + line.left * size, level + line.bottom * size)
        opposite = self._place(start + line.right * size, level + line.top * size)
        a, b, c, d, _, _ = self._now.matrix
        growth = abs(a * d - b * c) ** 0.5
        self._letters.append(
            Letters(
                order=self._next_order(),
                text=line.text,
                bounds=between(corner, opposite),
                size=size * growth,
                turn=round(math.degrees(math.atan2(-b, a)), 3) % 360,
                fill=self._now.fill,
                at=self._place(start, level),
            )
        )

    def _place(self, x: float, y: float) -> Point:
        """Return a point of the content in mm from the top left corner of the page."""
        a, b, c, d, e, f = self._now.matrix
        return (a * x + c * y + e) * POINT, (self._height - b * x - d * y - f) * POINT


def _colour(parts: Iterable[float]) -> str:
    red, green, blue = (round(255 * part) for part in parts)
    return f"#{red:02X}{green:02X}{blue:02X}"


@lru_cache(10_000)
def _setting(line: bytes) -> tuple[bytes, tuple[float, ...]]:
    """Return the operator and the numbers of a setting."""
    *numbers, operator = line.split()
    if operator == b"d":
        numbers = line[1 : line.index(b"]")].split()
    return operator, tuple(map(float, numbers))


@lru_cache(10_000)
def _pieces(letters: bytes) -> tuple[tuple[tuple[int, ...], str, bool], ...]:
    """Return each piece of an outline: which of its points are corners, its steps, and whether
    it is closed.
    """
    pieces = re.findall(r"m[lc]*h?", letters.decode())
    if sum(map(len, pieces)) != len(letters):
        raise ValueError(f"an outline with the operators {letters.decode()}")
    read = []
    for piece in pieces:
        steps = piece.rstrip("h").upper()
        points_of_steps = (3 if step == "C" else 1 for step in steps[1:])
        corners = tuple(accumulate(points_of_steps, initial=0))
        read.append((corners, steps, piece.endswith("h")))
    return tuple(read)
