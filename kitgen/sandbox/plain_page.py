"""Reads the marks of a PDF that kitgen has written by the few operators that it uses; anything else
is passed over.

This module knows nothing of the code that draws; tests ensure that it reads what other programs
see.
"""

import math
import re
from collections.abc import Iterator, Sequence
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
_DIGITS, _STEPS = b"0123456789.- \t\r\n", bytes.maketrans(b"mlch", b"    ")
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
        table = {
            file[at : at + 4]: unpack_from(">I", file, at + 8)[0]
            for at in range(12, 12 + 16 * file[5], 16)
        }
        units, long = unpack_from(">H", file, table[b"head"] + 18)[0], file[table[b"head"] + 51]
        # A table of kind 6: a glyph for each code of a row.
        kind, first, count = unpack_from(">H4xHH", file, table[b"cmap"] + 12)
        if kind != 6 or first or font["/FirstChar"]:
            raise ValueError("a font with codes of another kind")
        self._glyphs: list[tuple[str, float, list[float]]] = []
        for code, glyph in enumerate(unpack_from(f">{count}H", file, table[b"cmap"] + 22)):
            start, end = unpack_from(
                ">II" if long else ">HH", file, table[b"loca"] + (4 if long else 2) * glyph
            )
            box = (
                unpack_from(">4h", file, table[b"glyf"] + start * (2 - long) + 2)
                if end > start
                else (0, 0, 0, 0)
            )
            self._glyphs.append(
                (texts.get(code, ""), font["/Widths"][code] / 1000, [side / units for side in box])
            )
        self._lines: dict[bytes, tuple[str, float, float, float, float]] = {}

    def line(self, codes: bytes) -> tuple[str, float, float, float, float]:
        """Return the text of some codes, and the left, bottom, right and top of its ink."""
        if codes not in self._lines:
            plain = _ESCAPED.sub(
                lambda code: bytes([int(code[1], 8)]) if len(code[1]) == 3 else code[1], codes
            )
            texts, widths, inks = zip(*(self._glyphs[code] for code in plain), strict=True)
            starts = [*accumulate(widths, initial=0.0)][:-1]
            text = "".join(texts).strip()
            if not text:
                raise ValueError("letters that say nothing")
            left = min(start + ink[0] for start, ink in zip(starts, inks, strict=True))
            right = max(start + ink[2] for start, ink in zip(starts, inks, strict=True))
            self._lines[codes] = (
                text,
                left,
                min(ink[1] for ink in inks),
                right,
                max(ink[3] for ink in inks),
            )
        return self._lines[codes]


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
        resources, content = page["/Resources"], page.get_contents()
        marks = _Page(page["/MediaBox"], resources.get("/Font", {}), self._fonts)
        marks.strange += [
            f"{key[1:]} of the page" for key in sorted({*page} - _PAGE | {*resources} - _RESOURCES)
        ]
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
        self._names, self._fonts = names, fonts
        self._width, self._height = float(box[2]), float(box[3])
        self._now, self._later = _Settings(), list[_Settings]()
        self._shapes, self._letters = list[Shape](), list[Letters]()
        self._correction = NO_CORRECTION
        self.strange = ["an edge that cuts or moves the page"] if [*box[:2]] != [0, 0] else []

    def read(self, content: bytes) -> PageMarks:
        """Return the marks of the page; what kitgen does not draw is passed over."""
        at, content = 0, content.rstrip() + b"\n"
        while at < len(content) - 1:
            match = _MARK.match(content, at)
            if match is None or not self._is_read(match):
                self.strange.append("something that kitgen does not draw")
            at = content.index(b"\n", at + 1) if match is None else match.end()
        size = self._width * POINT, self._height * POINT
        strange = tuple(dict.fromkeys(self.strange))
        return PageMarks(
            *size, tuple(self._shapes), tuple(self._letters), strange, self._correction
        )

    def _is_read(self, match: re.Match[bytes]) -> bool:
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
            case ((b"rg" | b"RG"), (_, _, _)):
                colour = "#{:02X}{:02X}{:02X}".format(*(round(255 * part) for part in numbers))
                self._now = (
                    now._replace(fill=colour) if operator == b"rg" else now._replace(stroke=colour)
                )
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
        drawn = self._shapes or self._letters
        return (
            not drawn
            and not self._later
            and self._correction == NO_CORRECTION
            and self._now.matrix == _PLAIN
        )

    def _outline(self, line: bytes, filled: bool, drawn: bool) -> None:
        if self._now.matrix != _PLAIN:
            raise ValueError("an outline that is turned")
        line = line.rpartition(b"n")[2]
        numbers = [*map(float, line.translate(_STEPS).split())]
        high = self._height
        ends = [
            (x * POINT, (high - y) * POINT)
            for x, y in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        points, corners, steps, closed, at = list[Point](), list[Point](), "", False, 0
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
            closed = closed or closes
        if len(points) > 1 and points[0] == points[-1]:  # a last side that comes back to the start
            points.pop()
            corners.pop()
            closed = True
        now, order = self._now, len(self._shapes) + len(self._letters)
        fill, stroke, width = (
            now.fill if filled else None,
            now.stroke if drawn else None,
            now.width * POINT * drawn,
        )
        dash = tuple(length * POINT for length in now.dash if drawn)
        manner = (_EVEN_ODD * filled, now.cap, now.join) if drawn else (_EVEN_ODD * filled,)
        mark = Shape(
            order, tuple(points), tuple(corners), steps, closed, fill, stroke, width, dash, manner
        )
        self._shapes.append(mark)

    def _text(self, x: bytes, y: bytes, name: bytes, points: bytes, codes: bytes) -> None:
        font = self._names.raw_get("/" + name.decode()).idnum
        if font not in self._fonts:
            self._fonts[font] = _Font(self._names["/" + name.decode()])
        text, left, low, right, top = self._fonts[font].line(codes)
        start, level, size = float(x), float(y), float(points)
        a, b, c, d, _, _ = self._now.matrix
        turn, growth = round(math.degrees(math.atan2(-b, a)), 3) % 360, abs(a * d - b * c) ** 0.5
        corner = self._place(start + left * size, level + low * size)
        bounds = between(corner, self._place(start + right * size, level + top * size))
        order, at = len(self._shapes) + len(self._letters), self._place(start, level)
        self._letters.append(Letters(order, text, bounds, size * growth, turn, self._now.fill, at))

    def _place(self, x: float, y: float) -> Point:
        a, b, c, d, e, f = self._now.matrix
        return (a * x + c * y + e) * POINT, (self._height - b * x - d * y - f) * POINT


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
    steps = [piece.rstrip("h").upper() for piece in pieces]
    corners = (
        tuple(accumulate((3 if step == "C" else 1 for step in own[1:]), initial=0)) for own in steps
    )
    return tuple(zip(corners, steps, (piece.endswith("h") for piece in pieces), strict=True))
