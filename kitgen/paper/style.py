"""How sheets look: letter sizes, spacing, greys, colours, looks for each reader, the typeface, its
letters' widths.

Sizes and colours are from ``templates/tables/sheet_style.toml``: of letters in points, distances in
mm. The typeface, Kitgen Sans, in ``marks/typefaces/``, is Source Sans 3 cut down, with a few signs
added: the letters of Latin, Greek and Cyrillic, in two weights. It may be embedded and
redistributed.
"""

import math
import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from pathlib import Path as FilePath
from typing import Annotated, Literal, TypeVar

import msgspec

from kitgen.errors import KitgenError, TemplateError, quoted
from kitgen.paper.marks.scene import (
    BLACK,
    POINT,
    WHITE,
    Anchor,
    Disc,
    Mark,
    Path,
    PathStep,
    Place,
    Stroke,
    Text,
    arc,
)
from kitgen.paper.marks.typeface import FontFile, InkBox
from kitgen.papers import Point
from kitgen.reading.templates import Templates

#: A size of letters in points.
Points = Annotated[float, msgspec.Meta(ge=5, le=100)]
#: A distance in mm.
Millimetres = Annotated[float, msgspec.Meta(ge=0.5, le=20)]
#: A colour.
Ink = Annotated[str, msgspec.Meta(pattern=r"^#[0-9A-F]{6}$")]
Item = TypeVar("Item")
#: Who a sheet is for.
Reader = Literal["maker", "operator", "pupil", "teacher", "museum"]


class LetterSizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sizes of letters, and ``leading``, the distance of baselines as a multiple of them."""

    title: Points
    heading: Points
    body: Points
    small: Points
    label: Points
    foot: Points
    least: Points
    leading: Annotated[float, msgspec.Meta(ge=1, le=2)]


class GuideLetters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sizes of letters in a guide; ``heading`` by level."""

    body: Points
    heading: tuple[Points, Points, Points]
    table: Points


class DisplaySizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sizes of letters that are read from afar or recognised by their size."""

    panel: tuple[Points, Points, Points, Points]
    cover: tuple[Points, Points]
    certificate: tuple[Points, Points, Points]
    sticker: Points
    wheel: Points
    form: Points
    route: tuple[Points, Points]


class Spacing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Distances in mm; ``cards`` from the widest to the narrowest that is tried, ``heading``
    above and below it.
    """

    near: Millimetres
    paragraph: Millimetres
    block: Millimetres
    section: Millimetres
    sheet: Millimetres
    title: Millimetres
    heading: tuple[Millimetres, Millimetres]
    item: Millimetres
    column: Millimetres
    cards: tuple[Millimetres, Millimetres, Millimetres, Millimetres]


class Greys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Greys by their use, as explained in the file."""

    grey: Ink
    pale: Ink
    shade: Ink
    writing: Ink
    line: Ink
    fine: Ink
    quiet: Ink
    chequer: Ink
    tint: Ink
    twin: Ink
    die: Ink
    faces: tuple[Ink, Ink, Ink, Ink]
    ring: Ink
    letter: Ink
    pencil: Ink


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colours in pictures, other than of boards and beads, and of the grounds of rows."""

    card: Ink
    tray: Ink
    table: Ink
    person: Ink
    lamp: Ink
    flat: Ink
    faint: Ink
    turns: tuple[Ink, ...]


class ReaderStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colour of a reader's headings, and the lines of the icon before them."""

    accent: Ink
    icon: str


class SheetStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``templates/tables/sheet_style.toml``."""

    letters: LetterSizes
    guide: GuideLetters
    display: DisplaySizes
    spacing: Spacing
    greys: Greys
    colours: Colours
    readers: dict[Reader, ReaderStyle]


STYLE = Templates().read("tables", "sheet_style", SheetStyle)

# Letters in points: of a sheet's title, of a heading, of running text, of side remarks, of badges
# and cells, of the frame, and the smallest on a board.
TITLE = STYLE.letters.title
HEADING = STYLE.letters.heading
BODY = STYLE.letters.body
SMALL = STYLE.letters.small
LABEL = STYLE.letters.label
TINY = STYLE.letters.foot
LEAST_LETTERS = STYLE.letters.least

SPACE = STYLE.spacing

GREY = STYLE.greys.grey
PALE = STYLE.greys.pale
SHADE = STYLE.greys.shade
WRITING_GREY = STYLE.greys.writing


def in_rows(
    items: Iterable[Item], across: int, at: Point, pitch: Point
) -> Iterator[tuple[Item, float, float]]:
    """Yield items with the top left corners of their places, row by row from a point; ``pitch``
    from one to the next.

    >>> list(in_rows("abc", 2, (10, 20), (5, 8)))
    [('a', 10, 20), ('b', 15, 20), ('c', 10, 28)]
    """
    for number, item in enumerate(items):
        row, place = divmod(number, across)
        yield item, at[0] + place * pitch[0], at[1] + row * pitch[1]


#: The side of the field on which an icon is drawn, and the width of its lines there.
ICON_FIELD = 24.0
ICON_LINE = 1.9
#: The side of that field as a share of the disc behind the icon.
ICON_SHARE = 0.6
#: The numbers after each letter of an icon's line.
_NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0, "O": 3}


def icon_lines(icon: str) -> tuple[PathStep, ...]:
    """Return the lines of an icon as the steps of a path.

    >>> icon_lines("M 3 8 L 21 8 Z")
    (('M', (3.0, 8.0)), ('L', (21.0, 8.0)), ('Z',))
    """
    steps: list[PathStep] = []
    signs = iter(icon.split())
    for kind in signs:
        try:
            numbers = [float(next(signs)) for _ in range(_NUMBERS[kind])]
        except (KeyError, ValueError, StopIteration):
            problem = f"the icon {quoted(icon)} cannot be drawn at {quoted(kind)}"
            raise TemplateError(f"tables/sheet_style.toml: {problem}") from None
        if kind == "O":
            x, y, radius = numbers
            steps += [("M", (x + radius, y)), *arc((x, y), radius, 0, 360), ("Z",)]
        else:
            steps.append((kind, *zip(numbers[::2], numbers[1::2], strict=True)))
    return tuple(steps)


def draw_icon(reader: Reader, middle: Point, width: float) -> list[Mark]:
    """Return a reader's icon, white on a disc of ``width`` mm in the accent."""
    style = STYLE.readers[reader]
    scale = ICON_SHARE * width / ICON_FIELD
    half = scale * ICON_FIELD / 2
    lines = Path(icon_lines(style.icon), None, Stroke(WHITE, ICON_LINE))
    place = Place(middle[0] - half, middle[1] - half, scale)
    return [Disc(middle, width / 2, style.accent), lines.placed(place)]


class NoLetterError(KitgenError):
    """A letter that the typeface does not have."""

    def __init__(self, letter: str, text: str) -> None:
        super().__init__(f"the typeface has no letter {letter!r}, needed for {quoted(text)}")
        self.letter = letter


class Face:
    """One weight of the typeface; ``name`` is that of its file, and inside documents."""

    def __init__(self, name: str) -> None:
        self.name = name

    def file(self) -> FilePath:
        """Return the file that holds the face."""
        path = FilePath(__file__).parent / "marks" / "typefaces" / f"{self.name}.ttf"
        if not path.is_file():
            raise KitgenError(f"the typeface {self.name} is missing; install kitgen again")
        return path

    @cached_property
    def _tables(self) -> FontFile:
        return FontFile(self.file())

    @cached_property
    def em(self) -> int:
        """The letter size in units of the file."""
        return self._tables.em

    @cached_property
    def advances(self) -> dict[str, int]:
        """The widths of letters in units."""
        tables = self._tables
        return {letter: tables.advance(glyph) for letter, glyph in tables.glyphs.items()}

    def box(self, letter: str) -> InkBox | None:
        """Return the box of a letter's ink; None for no ink."""
        return self._tables.box(self._tables.glyphs[letter])


#: A space where lines are not broken.
TIE = "\u00a0"
#: Spaces where lines may be broken.
SPACES = re.compile(r"[ \t\n]+")
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
    """Return the width of a line of letters, in mm, at a size in points; ``NoLetterError`` if a
    letter is missing.

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
    """Return the box of a line's ink in mm: left, bottom, right, top from the start of its
    baseline, y up.

    >>> [round(side, 2) for side in letter_box("R", 10, bold=True)]
    [0.27, 0.0, 2.1, 2.3]
    """
    face = FACES[bold]
    boxes = []
    start = 0
    for letter in text:
        ink = face.box(letter)
        if ink is not None:
            left, bottom, right, top = ink
            boxes.append((start + left, bottom, start + right, top))
        start += face.advances[letter]
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    scale = size * POINT / face.em
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts) * scale, min(bottoms) * scale, max(rights) * scale, max(tops) * scale


def shift_left(mark: Text) -> float:
    """Return how far before its point a line of letters starts, in mm."""
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
    return share * text_width(mark.text, mark.size, bold=mark.bold) if share else 0.0


def wrap(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Return a text broken into lines at most ``width`` mm wide, if words allow it; ``TIE`` becomes
    a space, and a figure keeps its mm.

    >>> wrap("one two three", 10, 15)
    ['one two', 'three']
    >>> wrap("of 53 × 36 mm", 10, 18)
    ['of 53 ×', '36 mm']
    >>> wrap(f"one two{TIE}three", 10, 15)
    ['one', 'two three']
    """
    face = FACES[bold]
    space = face.advances[" "]
    lines: list[str] = []
    line = ""
    units: int | None = 0  # of the line, so that it need not be measured again with each word
    for tied in SPACES.split(text.strip().replace(" mm", f"{TIE}mm")):
        word = tied.replace(TIE, " ")
        longer = f"{line} {word}".strip()
        if not line:
            line = longer
            units = _units(line, bold)
            continue
        more = _units(word, bold)
        lost_a_blank = len(longer) < len(line) + 1 + len(word)
        if units is None or more is None or lost_a_blank:
            needed = text_width(longer, size, bold=bold)  # which tells of a missing letter
            together = _units(longer, bold)
        else:
            together = units + space + more
            needed = together / face.em * size * POINT
        if needed > width:
            lines.append(line)
            line = word
            units = more
        else:
            line = longer
            units = together
    return [*lines, line]


@lru_cache(maxsize=10_000)
def _units(word: str, bold: bool) -> int | None:
    """Return how wide a word is in the units of its typeface; None if a letter is missing."""
    try:
        return sum(map(FACES[bold].advances.__getitem__, word))
    except KeyError:
        return None


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
    """Return the largest letter size, at most ``size`` and at least ``least``, at which a text
    fits ``width``.
    """
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
    """Return a line of letters that fits a width in mm; ``level`` puts the middle of its
    capitals at the point.
    """
    size = fit(text, size, width, bold=bold)
    drop = size * POINT * MIDDLE if level else 0
    if turn:
        start = Place(*at, turn=turn).point((0, drop))
    else:
        start = (at[0], at[1] + drop)
    return Text(start, text, size, anchor, bold=bold, fill=fill, turn=turn)
