"""How sheets look, from ``templates/tables/sheet_style.toml``: letters, spacing, greys, colours, looks for each reader.

Sizes of letters are in points, distances in mm.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypeVar

import msgspec

from kitgen.errors import TemplateError, quoted
from kitgen.paper.marks.scene import WHITE, Disc, Mark, Path, PathStep, Place, Stroke, arc
from kitgen.papers import Point
from kitgen.templates import Templates

#: A size of letters in points, a distance in mm, and a colour.
Points = Annotated[float, msgspec.Meta(ge=5, le=100)]
Millimetres = Annotated[float, msgspec.Meta(ge=0.5, le=20)]
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
    """Distances in mm; ``cards`` from the widest to the narrowest that is tried, ``heading`` above and below it."""

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
#: Letters of a sheet's title, of a heading, of running text, of side remarks, of badges and cells; of the frame; the
#: smallest on a board.
TITLE, HEADING, BODY = STYLE.letters.title, STYLE.letters.heading, STYLE.letters.body
SMALL, LABEL = STYLE.letters.small, STYLE.letters.label
TINY, LEAST_LETTERS = STYLE.letters.foot, STYLE.letters.least
LEADING, SPACE = STYLE.letters.leading, STYLE.spacing
GREY, PALE, SHADE, WRITING_GREY = STYLE.greys.grey, STYLE.greys.pale, STYLE.greys.shade, STYLE.greys.writing


def in_rows(items: Iterable[Item], across: int, at: Point, pitch: Point) -> Iterator[tuple[Item, float, float]]:
    """Yield items with the top left corners of their places, row by row from a point; ``pitch`` from one to the next.

    >>> list(in_rows("abc", 2, (10, 20), (5, 8)))
    [('a', 10, 20), ('b', 15, 20), ('c', 10, 28)]
    """
    for number, item in enumerate(items):
        row, place = divmod(number, across)
        yield item, at[0] + place * pitch[0], at[1] + row * pitch[1]


#: The side of the field on which an icon is drawn, its lines, and the share of its disc that it takes.
FIELD, LINE, SHARE = 24.0, 1.9, 0.6
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
    scale = SHARE * width / FIELD
    lines = Path(icon_lines(style.icon), None, Stroke(WHITE, LINE))
    place = Place(middle[0] - scale * FIELD / 2, middle[1] - scale * FIELD / 2, scale)
    return [Disc(middle, width / 2, style.accent), lines.placed(place)]
