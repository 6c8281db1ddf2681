"""The typeface and the widths of its letters.

Kitgen Sans, in ``typefaces/``, is Source Sans 3 cut down, with a few signs added: the letters of Latin, Greek and
Cyrillic, in two weights. It may be embedded and redistributed.
"""

import math
import re
from functools import cache, cached_property, lru_cache
from pathlib import Path
from struct import unpack_from
from typing import Any

from kitgen.errors import KitgenError, quoted
from kitgen.paper.marks.scene import BLACK, POINT, Anchor, Place, Text
from kitgen.papers import Point


class NoLetterError(KitgenError):
    """A letter that the typeface does not have."""

    def __init__(self, letter: str, text: str) -> None:
        super().__init__(f"the typeface has no letter {letter!r}, needed for {quoted(text)}")
        self.letter = letter


class Face:
    """One weight of the typeface; ``name`` is that of its file, and inside documents."""

    def __init__(self, name: str) -> None:
        self.name = name

    def file(self) -> Path:
        """Return the file that holds the face."""
        path = Path(__file__).parent / "typefaces" / f"{self.name}.ttf"
        if not path.is_file():
            raise KitgenError(f"the typeface {self.name} is missing; install kitgen again")
        return path

    @cached_property
    def font(self) -> Any:
        """The face as reportlab writes it into documents."""
        # Commands that draw nothing need not load the library.
        from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415

        return TTFont(self.name, str(self.file()))

    @cached_property
    def em(self) -> int:
        """The letter size in units of the file."""
        return int(self.font.face.unitsPerEm)

    @cached_property
    def advances(self) -> dict[str, int]:
        """The widths of letters in units."""
        # Glyph 0 stands for letters that a face does not have.
        letters = (code for code, glyph in self.font.face.charToGlyph.items() if glyph)
        return {chr(code): round(self.font.face.charWidths[code] * self.em / 1000) for code in letters}

    def box(self, letter: str) -> tuple[int, int, int, int] | None:
        """Return the box of a letter's ink in units: left, bottom, right, top; None for no ink."""
        glyph = self.font.face.charToGlyph[ord(letter)]
        begin, end = self.font.face.glyphPos[glyph : glyph + 2]
        # Each outline begins with its number of contours and their box (OpenType, glyf).
        return None if begin == end else unpack_from(">hhhh", self.font.face.get_table("glyf"), begin + 2)


#: A space where lines are not broken, and where they are.
TIE, SPACES = "\u00a0", re.compile(r"[ \t\n]+")
#: The name of the typeface in other programs, and its faces for regular and bold letters.
FAMILY = "Kitgen Sans"
FACES = {False: Face("KitgenSans-Regular"), True: Face("KitgenSans-Bold")}


def legible(text: str) -> str:
    r"""Return a text with a question mark for each sign that cannot be printed.

    >>> legible("line 3: \U00010600")
    'line 3: ?'
    """
    letters = FACES[False].advances
    return "".join(sign if sign in letters else "?" for sign in text)


@lru_cache(maxsize=10_000)  # a kit of 304 boxes has 2,500 lines, most of them repeated
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line of letters, in mm, at a size in points; ``NoLetterError`` if a letter is missing.

    >>> round(text_width("perché", 10), 2)
    10.21
    """
    face = FACES[bold]
    try:
        units = sum(map(face.advances.__getitem__, text))
    except KeyError as error:
        raise NoLetterError(error.args[0], text) from None
    return units / face.em * size * POINT


@cache
def letter_box(text: str, size: float, *, bold: bool = False) -> tuple[float, float, float, float]:
    """Return the box of a line's ink in mm: left, bottom, right, top from the start of its baseline, y up.

    >>> [round(side, 2) for side in letter_box("R", 10, bold=True)]
    [0.27, 0.0, 2.1, 2.3]
    """
    face = FACES[bold]
    boxes, start = [], 0
    for letter in text:
        if ink := face.box(letter):
            west, bottom, right, top = ink
            boxes.append((start + west, bottom, start + right, top))
        start += face.advances[letter]
    scale = size * POINT / face.em
    lefts, bottoms, rights, tops = zip(*boxes or [(0, 0, 0, 0)], strict=True)
    return min(lefts) * scale, min(bottoms) * scale, max(rights) * scale, max(tops) * scale


def shift_left(mark: Text) -> float:
    """Return how far before its point a line of letters starts, in mm."""
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
    return share * text_width(mark.text, mark.size, bold=mark.bold) if share else 0.0


def wrap(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Return a text broken into lines at most ``width`` mm wide, if words allow it; ``TIE`` becomes a space.

    >>> wrap("one two three", 10, 15)
    ['one two', 'three']
    >>> wrap(f"one two{TIE}three", 10, 15)
    ['one', 'two three']
    """
    lines = [""]
    for tied in SPACES.split(text.strip()):
        word = tied.replace(TIE, " ")
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size, bold=bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def balanced(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Return a text in as few lines as a width in mm allows, about as long as each other.

    >>> wrap("one two three four", 10, 24), balanced("one two three four", 10, 24)
    (['one two three', 'four'], ['one two', 'three four'])
    """
    count = len(wrap(text, size, width, bold=bold))
    ways = (wrap(text, size, width * tenths / 10, bold=bold) for tenths in range(3, 11))
    return next(lines for lines in ways if len(lines) == count)


#: The height of capitals and figures, and half of it, as shares of the letter size.
CAPITAL = 0.66
MIDDLE = CAPITAL / 2


def fit(text: str, size: float, width: float, *, bold: bool = False, least: float = 5) -> float:
    """Return the largest letter size, at most ``size`` and at least ``least``, at which a text fits ``width``."""
    needed = text_width(text, size, bold=bold)
    return size if needed <= width else max(least, size * width / needed)


def fitted(
    at: Point,
    text: str,
    size: float,
    width: float = math.inf,
    anchor: Anchor = "start",
    *,
    bold: bool = False,
    fill: str = BLACK,
    level: bool = False,
    turn: float = 0,
) -> Text:
    """Return a line of letters that fits a width in mm; ``level`` puts the middle of its capitals at the point."""
    size = fit(text, size, width, bold=bold)
    drop = size * POINT * MIDDLE if level else 0
    start = Place(*at, turn=turn).point((0, drop)) if turn else (at[0], at[1] + drop)
    return Text(start, text, size, anchor, bold=bold, fill=fill, turn=turn)
