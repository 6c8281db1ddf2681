"""The frame round every sheet, and helpers to lay out pages of words.

A part draws inside ``content_area``; the strip below it holds the kit's name and hash, the page
number, the command that makes the sheet again and a ruler, so that every sheet is identified and a
wrong scale is noticed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kitgen.errors import UsageError
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.marks.scene import (
    BLACK,
    POINT,
    Disc,
    Line,
    Mark,
    Path,
    Place,
    Polygon,
    Scene,
    Stamp,
    Stroke,
    Text,
    bounds,
)
from kitgen.paper.style import (
    BODY,
    GREY,
    SPACE,
    STYLE,
    balanced,
    draw_icon,
    fit,
    fitted,
    shift_left,
    text_width,
    wrap,
)
from kitgen.papers import FOOT, Bounds, Page, Point

#: The length of the ruler, in mm.
RULER = 100
#: The sizes of letters.
LETTERS = STYLE.letters
#: How far below the top of a line its letters stand, as a share of its height.
BASELINE = 0.78


class ContentArea(NamedTuple):
    """A rectangle on a page; its upper left corner and its sides, in mm."""

    x: float
    y: float
    width: float
    height: float


def content_area(page: Page) -> ContentArea:
    """Return the area of a page for parts.

    >>> content_area(Page("a4", 210, 297))
    ContentArea(x=10, y=10, width=190, height=265.0)
    """
    width = page.width - 2 * page.margin
    height = page.height - page.margin - FOOT
    return ContentArea(page.margin, page.margin, width, height)


def line_height(size: float) -> float:
    """Return the distance in mm between baselines for letters of a size in points."""
    return size * LETTERS.leading * POINT


@dataclass(slots=True)
class Column:
    """A column of words that grows downwards on a scene; x, y is the top left corner of what
    comes next, in mm.
    """

    scene: Scene
    x: float
    y: float
    width: float

    def gap(self, height: float) -> None:
        """Leave ``height`` mm free."""
        self.y += height

    def line(
        self,
        text: str,
        size: float = BODY,
        *,
        bold: bool = False,
        fill: str = BLACK,
        indent: float = 0,
    ) -> None:
        """Write one line, in smaller letters if it is too long."""
        size = fit(text, size, self.width - indent, bold=bold)
        height = line_height(size)
        at = (self.x + indent, self.y + BASELINE * height)
        self.scene.add(Text(at, text, size, bold=bold, fill=fill))
        self.y += height

    def paragraph(
        self,
        text: str,
        size: float = BODY,
        *,
        bold: bool = False,
        fill: str = BLACK,
        indent: float = 0,
        gap: float = 0,
    ) -> None:
        """Write a text in as many lines as it needs, and leave a gap below it, in mm."""
        for line in wrap(text, size, self.width - indent, bold=bold):
            self.line(line, size, bold=bold, fill=fill, indent=indent)
        self.gap(gap)

    def heading(
        self, text: str, size: float = LETTERS.heading, *, fill: str = BLACK, gap: float = 0
    ) -> None:
        """Write a heading, with some space round it, and leave a further gap below it, in mm."""
        self.gap(SPACE.heading[0])
        self.line(text, size, bold=True, fill=fill)
        self.gap(SPACE.heading[1])
        self.gap(gap)

    def item(self, mark: str, text: str, size: float = BODY, indent: float = 6) -> None:
        """Write a paragraph that hangs behind a number or another mark."""
        self.scene.add(Text((self.x, self.y + BASELINE * line_height(size)), mark, size, bold=True))
        self.paragraph(text, size, indent=indent, gap=SPACE.item)

    def items(
        self, texts: Iterable[str], size: float = BODY, indent: float = 7, *, mark: str = ""
    ) -> None:
        """Write paragraphs that hang behind a mark, or behind their numbers."""
        for number, text in enumerate(texts, 1):
            self.item(mark or f"{number}.", text, size, indent)


def text_height(text: str, size: float, width: float) -> float:
    """Return the height of a paragraph, in mm."""
    return len(wrap(text, size, width)) * line_height(size)


def new_page(
    job: Job, title: str, *, aside: str | None = None, ink: str = BLACK
) -> tuple[Scene, Column]:
    """Return a page with its title, in the colour of the sheet's reader, and the column below it.

    ``aside``, by default the kit's title, is written in small grey letters at the top right, behind
    the words for the reader. With another ``ink`` all is in this colour, without an icon.
    """
    if job.pages_left is not None and next(job.pages_left, None) is None:
        raise UsageError(f"{title} finds no room on this page")
    if aside is None:
        aside = job.title
    x, y, width, _ = content_area(job.page)
    scene = Scene(job.page.width, job.page.height)
    column = Column(scene, x, y, width)
    room = width - _draw_reader(job, scene, aside, 0.55 * width, ink)
    if ink == BLACK:
        start = _icon(job, scene, 8.4, y + 4.2)
        rule = Stroke(_accent(job), 0.8)
    else:
        start = 0.0
        rule = Stroke(ink, 0.4)
    scene.add(fitted((x + start, y + 6.3), title, LETTERS.title, room - start, bold=True, fill=ink))
    scene.add(Line((x, y + 9.2), (x + width, y + 9.2), rule))
    column.gap(SPACE.title)
    return scene, column


def _accent(job: Job) -> str:
    return STYLE.readers[job.reader].accent if job.reader else BLACK


def _icon(job: Job, scene: Scene, width: float, middle: float) -> float:
    """Draw the icon of the sheet's reader before a title, if it is for one; return the room that
    it takes, in mm.
    """
    if job.reader is None:
        return 0.0
    scene.add(*draw_icon(job.reader, (job.page.margin + width / 2, middle), width))
    return width + 2.2


def _draw_reader(job: Job, scene: Scene, aside: str, room: float, ink: str) -> float:
    """Write at the top right whose sheet it is, and a remark in grey behind; return the room
    that they take, in mm.
    """
    reader = ""
    if job.reader and ink == BLACK:
        reader = job.texts(f"sheet.reader.{job.reader}")
    reader_width = 0.0
    if reader:
        reader_width = text_width(reader, LETTERS.small, bold=True) + 3
    grey = GREY if ink == BLACK else ink
    begin = end = job.page.width - job.page.margin
    for text, bold, fill, most in (
        # The remark is made smaller first.
        (aside, False, grey, room - reader_width),
        (reader, True, _accent(job), room),
    ):
        if text:
            size = fit(text, LETTERS.small, most - (end - begin), bold=bold, least=LETTERS.foot)
            scene.add(Text((begin, job.page.margin + 6.3), text, size, "end", bold=bold, fill=fill))
            begin -= text_width(text, size, bold=bold) + 3
    return end - begin + 3 if begin < end else 0.0


def heading_line(job: Job, scene: Scene, title: str, hint: str) -> None:
    """Write the sheet's title in bold letters at its head, and at the end of the line a hint, in
    two lines if long.
    """
    x, y, width, _ = content_area(job.page)
    start = _icon(job, scene, 6.0, y + 3.0)
    scene.add(Text((x + start, y + 4.2), title, LETTERS.heading, bold=True))
    room = width - start - text_width(title, LETTERS.heading, bold=True) - 6
    size = fit(hint, LETTERS.small, room)
    if size >= LETTERS.label:
        scene.add(Text((x + width, y + 4.2), hint, size, "end"))
        return
    size = LETTERS.label
    lines = balanced(hint, size, room)
    while len(lines) > 2:
        size -= 0.25
        lines = balanced(hint, size, room)
    for number, words in enumerate(lines):
        scene.add(Text((x + width, y + 2.5 + 3.7 * number), words, size, "end"))


def room_below(job: Job, column: Column) -> float:
    """Return how many mm of the content area remain below a column."""
    _, y, _, height = content_area(job.page)
    return y + height - column.y


def add_frame(job: Job, sheet: Sheet, number: int, count: int) -> None:
    """Draw the frame on a sheet: in the strip at the foot, or round the labels of bought label
    stock.
    """
    if sheet.foot == "none":
        return
    name = f"{job.kit.name} · {job.title}"
    page = job.texts("sheet.page", number=number, total=count)
    tail = f"{job.texts('sheet.hash', hash=job.kit.short_hash)} · {page}"
    if not sheet.framed:
        _frame_labels(job, sheet.scene, tail)
        return
    scene = sheet.scene
    ink = sheet.ink
    # A poster is larger than the page of the other parts.
    x = job.page.margin
    right = scene.width - job.page.margin
    bottom = scene.height - job.page.margin
    line = bottom - 6.4 if sheet.foot == "ruler" else bottom
    room = right - x - text_width(tail, LETTERS.foot) - 5
    title = fitted((x, line), name, LETTERS.foot, 0.5 * room, bold=True, fill=ink)
    scene.add(title, Text((right, line), tail, LETTERS.foot, "end", fill=ink))
    begin = x + text_width(name, title.size, bold=True) + 5
    room = right - begin - text_width(tail, LETTERS.foot) - 5
    made = _made_again(job, room)
    if made and sheet.foot != "name":
        scene.add(fitted((begin, line), made, LETTERS.foot, room, fill=ink))
    if sheet.foot == "ruler":
        rule = bottom - 9.9
        grey = GREY if ink == BLACK else ink
        scene.add(Line((x, rule), (right, rule), Stroke(grey, 0.15)))
        _ruler(job, scene, x, right, bottom, ink)


def _made_again(job: Job, room: float) -> str:
    """Return how a print is made again, in a room of a width in mm; empty where there is none.

    A command that is cut short would make other sheets: where it has no room, the cover has it.
    """
    for made in (
        job.texts("sheet.made", command=job.command),
        job.texts.sentence("sheet.made_on_cover"),
    ):
        if text_width(made, LETTERS.least) <= room:
            return made
    return ""


def _frame_labels(job: Job, scene: Scene, tail: str) -> None:
    """Draw the frame round bought labels: words below them, and a ruler above, if there is room.

    ``tail`` are the words behind the name of the kit.
    """
    x = job.page.margin
    right = scene.width - job.page.margin
    words = f"{job.kit.name} · {tail}"
    made = _made_again(job, right - x - text_width(f"{words} · ", LETTERS.least))
    if made:
        words = f"{words} · {made}"
    lowest = job.stock.top + max(0, job.stock.rows - 1) * job.stock.pitch_y + job.stock.height
    # Labels drift by up to 2 mm, and printers leave the last 5 mm of a page white.
    if job.page.height - lowest >= 5 + 2 + 2.5:
        scene.add(fitted((x, job.page.height - 6), words, LETTERS.foot, right - x))
    if job.stock.top >= 5 + 2 + 4:
        _ruler(job, scene, x, right, 9)


def _ruler(job: Job, scene: Scene, x: float, right: float, y: float, ink: str = BLACK) -> None:
    """Draw a ruler of 100 mm with its baseline at y: short marks for mm, long ones with a figure
    for cm; and words.
    """
    hair = Stroke(ink, 0.15)
    scene.add(Line((x, y), (x + RULER, y), hair))
    for mm in range(RULER + 1):
        length = 1.0
        if mm % 10 == 0:
            length = 3.2
        elif mm % 5 == 0:
            length = 1.7
        scene.add(Line((x + mm, y), (x + mm, y - length), hair))
        if mm % 10 == 0:
            figure = str(mm // 10) if mm < RULER else f"{mm // 10} cm"
            scene.add(Text((x + mm + 0.35, y - 1.9), figure, LETTERS.least, fill=ink))
    scale = job.texts("sheet.scale", length=RULER)
    room = right - x - RULER - 11
    scene.add(fitted((right, y - 0.6), scale, LETTERS.foot, room, "end", fill=ink))


def extent(mark: Mark) -> Bounds:
    """Return left, top, right and bottom of a mark; somewhat more for letters, and much more for
    turned ones.
    """
    if isinstance(mark, Text):
        x, y = mark.at
        size = mark.size * POINT
        long = text_width(mark.text, mark.size, bold=mark.bold)
        if mark.turn:
            return x - long, y - long, x + long, y + long
        start = x - shift_left(mark)
        # From the highest accent to the lowest descender.
        return start, y - size, start + long, y + 0.3 * size
    points: Sequence[Point]
    reach = mark.stroke.width if mark.stroke else 0.0
    match mark:
        case Line():
            points = (mark.start, mark.end)
        case Disc():
            points = (mark.centre,)
            reach += mark.radius
        case Polygon():
            points = mark.points
        case Path():
            points = []
            for _, *step in mark.steps:
                points += step
        case Stamp():
            left, top, right, bottom = mark.figure.bounds
            points = Place(*mark.at, mark.size).points(((left, top), (right, bottom)))
    left, top, right, bottom = bounds(points)
    return left - reach, top - reach, right + reach, bottom + reach
