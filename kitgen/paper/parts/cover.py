"""The cover: a picture of the machine, how it works in three pictures, what to buy, and how to
set it up.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

import msgspec

from kitgen.claims.claims import say
from kitgen.claims.facts import Facts
from kitgen.kit.job_json import JobPart
from kitgen.kit.kit import Box, Kit
from kitgen.kit.palette import Colour
from kitgen.paper.card.board import draw_position, fit_grid, machine_below
from kitgen.paper.card.box_words import row_short
from kitgen.paper.card.faces import tint
from kitgen.paper.card.moves import draw_badge, draw_way
from kitgen.paper.declared import MAX_LISTED_ON_COVER
from kitgen.paper.game_sheets import draw_idea
from kitgen.paper.job import BeadTotal, Job, bead_totals, counts_beads, spoken_choices
from kitgen.paper.layout.frame import (
    BASELINE,
    RULER,
    Column,
    content_area,
    line_height,
    new_page,
    room_below,
)
from kitgen.paper.machine_pictures import (
    BOX_DEPTH_SHARE,
    BOX_SHAPE,
    draw_bag,
    draw_person,
    draw_piece,
    draw_tray,
    greet,
    robot_width,
)
from kitgen.paper.making import (
    READY_MACHINES,
    care_for,
    is_for_matchboxes,
    is_made,
    shared_minutes,
    work_for,
)
from kitgen.paper.marks.codes import qr_code, qr_size
from kitgen.paper.marks.pieces import SEED, shape_of
from kitgen.paper.marks.scene import (
    DARK,
    POINT,
    WHITE,
    Disc,
    Line,
    Mark,
    Path,
    Polygon,
    Scene,
    Stroke,
    Text,
    bounds,
    direction,
    rectangle,
    rounded,
)
from kitgen.paper.spoken_game import game_name, machine_side, side_name
from kitgen.paper.style import (
    BODY,
    GREY,
    LABEL,
    LEAST_LETTERS,
    PALE,
    SMALL,
    SPACE,
    STYLE,
    balanced,
    fit,
    fitted,
    in_rows,
    text_width,
    wrap,
)
from kitgen.papers import FOOT, Point
from kitgen.reading.texts import CARDS, CARTONS, CUPS, PICTURES, PROGRAM, span

if TYPE_CHECKING:
    from kitgen.paper.marks.pieces import Piece

#: The least height of the picture; the height that is worth smaller letters below it, in mm.
LEAST_PICTURE_MM = 42.0
LARGE_PICTURE_MM = 78.0
#: The sizes of the hook and of the kit's title, in points.
HOOK_PT = STYLE.display.cover[0]
NAME_PT = STYLE.display.cover[1]
#: The size of a hook that takes two lines, and the least of one that takes a single line.
LOW_HOOK_PT = 30.0
#: A hook takes two lines up to this share of the width of both: its words break unevenly.
TWO_LINES_SHARE = 1.8
#: The code of a usual command, and of a very long one, in mm.
QR_MM = 21.0
MAX_QR_MM = 44.0
#: Between the list of sheets and the code below it; the width of the words beside the code and of
#: the code itself, as a share of the room of all columns.
CODE_GAP_MM = 1.0
CODE_SHARE = 0.28
#: Between other words and those beside the code.
BEFORE_CODE_MM = 3.0
#: The list of sheets is set closer with more rows than this in its last column, which has the code
#: below.
MAX_LOOSE_ROWS = 12
#: The most parts that are listed in one column; more take two, in smaller letters.
MAX_IN_ONE_COLUMN = 11
#: The least distance from one line of the list to the next, in lines.
LEAST_PITCH = 0.85
#: The room for the number of a page beside a title, in mm.
PAGE_NUMBER_MM = 5.2
#: Between the three columns below the picture, and between two columns of the list, in mm.
GUTTER_MM = 6.0
LIST_GAP_MM = 3.0
#: The widths of the three columns above a short list, as shares of their room.
SHORT_LIST_SHARES = (0.36, 0.38, 0.26)
#: Before the words of an item, and of a numbered one, in mm.
ITEM_INDENT_MM = 4.5
STEP_INDENT_MM = 6.0
#: From the edge of the box round what is needed to its words, in mm.
NEEDS_PAD_MM = 3.0


@dataclass(frozen=True)
class CoverLayout:
    """How a cover is set, where all pages of a large kit are listed: closer, until its picture has
    room.

    Attributes:
        hook: the size of the hook, in points.
        letters: the size of sentences below the picture, in points.
        lesson_by_list: whether the pages for a first lesson stand below a long list, not below the
            setup.
        shares: the widths of the columns for what is needed, the setup and a long list, as shares
            of the room.
        picture: the height of the picture for which it is taken, in mm.
    """

    hook: float = HOOK_PT
    letters: float = SMALL
    lesson_by_list: bool = False
    shares: tuple[float, float, float] = (0.35, 0.29, 0.36)
    picture: float = LEAST_PICTURE_MM


#: From the roomiest on; the first that leaves room for the picture is taken, and the last one
#: where none does.
LAYOUTS = (
    CoverLayout(picture=LARGE_PICTURE_MM),
    CoverLayout(letters=LABEL, picture=LARGE_PICTURE_MM),
    CoverLayout(),
    CoverLayout(letters=LABEL),
    CoverLayout(letters=LABEL, lesson_by_list=True),
    CoverLayout(letters=LABEL, lesson_by_list=True, hook=LOW_HOOK_PT),
    CoverLayout(letters=LABEL, hook=LOW_HOOK_PT),
    CoverLayout(letters=LABEL, lesson_by_list=True, hook=LOW_HOOK_PT, shares=(0.32, 0.32, 0.36)),
    CoverLayout(letters=LABEL, lesson_by_list=True, hook=LOW_HOOK_PT, shares=(0.34, 0.32, 0.34)),
)


def sheets(job: Job) -> list[Scene]:
    """Return the cover, and behind it the list of sheets where this is too long for it."""
    x, y, width, _ = content_area(job.page)
    scene = Scene(job.page.width, job.page.height)
    head, below = _fitting(job, x, y, width)
    scene.place(head.scene, 0, 0)
    column = Column(scene, x, head.y, width)
    high = max(LEAST_PICTURE_MM, room_below(job, head) - below.y - SPACE.block)
    draw_cover_picture(job, scene, PictureArea(x, column.y, width, high))
    column.gap(high + SPACE.block)
    scene.place(below.scene, 0, column.y)
    _again(job, scene)
    if not _is_listed_behind(job):
        return [scene]
    return [scene, _list_behind(job)]


def _is_listed_behind(job: Job) -> bool:
    """Return whether the cover has no room for the list of sheets."""
    return len(job.parts) > MAX_LISTED_ON_COVER


def _list_behind(job: Job) -> Scene:
    """Return the page behind the cover with the list of sheets in two columns."""
    scene, column = new_page(job, job.texts("cover.contents"))
    _list(column, job.contents, 2, BODY, gap=GUTTER_MM)
    _bought_sheets(job, column)
    return scene


def _fitting(job: Job, x: float, y: float, width: float) -> tuple[Column, Column]:
    """Return what stands above the picture and below it, the latter from 0 on, in the first
    layout that leaves room.
    """
    for layout in LAYOUTS:
        head = Column(Scene(1, 1), x, y, width)
        _head(job, head, layout)
        below = Column(Scene(1, 1), x, 0, width)
        draw_idea(job, below, with_pictures=False)
        below.gap(SPACE.section)
        _columns(job, below, layout)
        if room_below(job, head) - below.y - SPACE.block >= layout.picture:
            break
    return head, below


def _head(job: Job, column: Column, layout: CoverLayout) -> None:
    """Draw the hook and what this is."""
    texts = job.texts
    kit = job.kit
    accent = STYLE.readers["maker"].accent
    if texts.made_of == PROGRAM:
        hook = texts("cover.ask")
    else:
        thing = "matchbox" if is_for_matchboxes(job) else "box"
        hook = texts(f"cover.hook.{thing}", count=len(kit.boxes))
    _draw_hook(column, hook, layout.hook)
    column.gap(SPACE.near)
    name = f"{job.title} · {texts.theme_title}" if texts.theme_title else job.title
    for line in wrap(name, NAME_PT, column.width, bold=True)[:2]:
        column.line(line, NAME_PT, bold=True, fill=accent)
    column.gap(SPACE.near)
    right = column.x + column.width
    column.scene.add(Line((column.x, column.y), (right, column.y), Stroke(accent, 1.0)))
    column.gap(SPACE.block)
    learns = say(texts, "learn", Facts(kit))
    what = texts(
        "cover.what", boxes=len(kit.boxes), beads=kit.beads, game=game_name(job), learns=learns
    )
    column.paragraph(f"{what} {machine_side(job)}", gap=SPACE.paragraph)


def _draw_hook(column: Column, hook: str, largest: float) -> None:
    """Write the question in one line if its letters stay large, else in two."""
    size = fit(hook, largest, column.width, bold=True)
    lines: Sequence[str] = [hook]
    if size < LOW_HOOK_PT:
        size = fit(hook, LOW_HOOK_PT, TWO_LINES_SHARE * column.width, bold=True)
        while size > LEAST_LETTERS and len(wrap(hook, size, column.width, bold=True)) > 2:
            size = max(LEAST_LETTERS, size - 1)  # a long word leaves a line half empty
        lines = balanced(hook, size, column.width, bold=True)
    for line in lines:
        column.line(line, size, bold=True)


def _columns(job: Job, column: Column, layout: CoverLayout) -> None:
    """Write what to buy, in a box, how to set it up, and which sheets there are."""
    texts = job.texts
    letters = layout.letters
    has_long_list = len(job.contents) > MAX_IN_ONE_COLUMN
    shares = layout.shares if has_long_list else SHORT_LIST_SHARES
    buy, setup, contents = _three_columns(column, shares)
    inner = Column(Scene(1, 1), buy.x + NEEDS_PAD_MM, buy.y + 1, buy.width - 2 * NEEDS_PAD_MM)
    _needs(job, inner, letters)
    edge = Stroke(STYLE.readers["maker"].accent, 0.6)
    column.scene.add(
        rounded(buy.x, buy.y, buy.width, inner.y - buy.y + 2, 3, STYLE.colours.table, edge)
    )
    column.scene.add(*inner.scene.marks)
    setup.heading(texts("cover.setup"))
    steps = [texts(f"cover.step.{key}", length=RULER) for key in _steps(job)]
    setup.items(steps, letters, STEP_INDENT_MM)
    _contents(job, contents)
    sentence = _first_lesson(job) if job.contents else ""
    if sentence:
        below_setup = has_long_list and not layout.lesson_by_list
        lesson = setup if below_setup else contents
        lesson.gap(SPACE.near)
        lesson.paragraph(sentence, letters, bold=True)
    bottom = max(inner.y + 2, setup.y)
    # The words of the code may stand at the same height, and begin before the list above them.
    note = _code_note(job)
    end = note.start - BEFORE_CODE_MM
    written = []
    for x, y in ((column.x, bottom), (setup.x, setup.y)):
        for place in _places_for_care(x, y, end, contents):
            _care(job, place, letters)
            written.append(place)
    care = min(written, key=lambda place: max(place.y, bottom))
    column.scene.add(*care.scene.marks)
    above_code = contents.y
    if note.start < setup.x + setup.width:
        above_code = max(above_code, setup.y)
    code_high = max(note.size + CODE_GAP_MM, note.height)
    column.y = max(care.y, bottom, above_code + code_high)


def _three_columns(
    column: Column, shares: tuple[float, float, float]
) -> tuple[Column, Column, Column]:
    """Return three columns beside each other, by their shares of the width."""
    room = column.width - 2 * GUTTER_MM
    first, second, third = (share * room for share in shares)
    second_x = column.x + first + GUTTER_MM
    third_x = column.x + first + second + 2 * GUTTER_MM
    return (
        Column(column.scene, column.x, column.y, first),
        Column(column.scene, second_x, column.y, second),
        Column(column.scene, third_x, column.y, third),
    )


def _places_for_care(x: float, y: float, end: float, contents: Column) -> Iterator[Column]:
    """Yield a place beside a list of sheets that reaches further down than y, and the place that
    ends beside the code: below y, and below the list.
    """
    if contents.y > y:
        beside = min(end, contents.x - GUTTER_MM)
        yield Column(Scene(1, 1), x, y, beside - x)
    yield Column(Scene(1, 1), x, max(y, contents.y), end - x)


def _care(job: Job, column: Column, letters: float) -> None:
    """Write what is to be said of safety and care."""
    column.gap(SPACE.near)
    sentences = care_for(job)
    if not sentences:
        return
    column.line(job.texts("care.title"), letters, bold=True)
    column.paragraph(" ".join(sentences), letters)


def _needs(job: Job, column: Column, letters: float) -> None:
    """Write what the machine is made of, with the beads to buy by their colours."""
    texts = job.texts
    column.heading(texts("cover.needs"))
    if texts.made_of == PROGRAM:
        needs = (texts("cover.computer"), texts("cover.people"))
        column.items(needs, letters, ITEM_INDENT_MM, mark="•")
        return
    without_boxes = _without_boxes(job)
    if without_boxes:
        column.paragraph(without_boxes, letters, gap=SPACE.near)
    # Another machine, of boxes or of cards from a sheet of cards, needs what is listed below.
    if without_boxes and texts.made_of == PICTURES:
        column.items([texts("cover.people")], letters, ITEM_INDENT_MM, mark="•")
        return
    totals = bead_totals(job.kit, job.bank)
    for need in (_boxes_needed(job), _beads(job, totals)):
        column.item("•", need, letters, indent=ITEM_INDENT_MM)
    if texts.made_of != CARDS:
        _shopping(column, [(row.colour, row.to_buy) for row in totals if row.to_buy])
    for need in (texts("cover.tools"), texts("cover.people"), _time(job)):
        column.item("•", need, letters, indent=ITEM_INDENT_MM)


def _without_boxes(job: Job) -> str:
    """Return which sheet is the whole machine, if a print has such a one and nothing to make
    boxes or cards from.
    """
    if is_made(job):
        return ""
    return job.texts.sentence(*(f"cover.without_boxes.{name}" for name in READY_MACHINES))


def _boxes_needed(job: Job) -> str:
    """Return how many boxes or cards the machine has, and what they are made from, if that is
    printed.
    """
    texts = job.texts
    count = len(job.kit.boxes)
    if texts.has_sheet("boxes"):
        # The first page of the part tells how to fold.
        pages = [part.pages for part, _ in job.contents if part.name == "boxes"]
        sheets = pages[0] - 1 if pages else 0
        weight = job.options.boxes_paper.lower().removesuffix("g")
        return texts("cover.folded", count=count, sheets=sheets, weight=weight)
    if texts.has_sheet("labels") or texts.has_sheet("cards"):
        width = round(job.stock.width, 1)
        height = round(job.stock.height, 1)
        return texts("cover.box", count=count, width=width, height=height)
    return texts("cover.plain_box", count=count)


def _time(job: Job) -> str:
    """Return about how long it takes to make everything, with the minutes for one of each."""
    texts = job.texts
    work = work_for(job)
    minutes_a_thing = [texts(f"cover.work.{task.kind}", minutes=task.each) for task in work.tasks]
    return texts(
        "cover.time",
        minutes=shared_minutes(work.tasks),
        each=sum(task.each for task in work.machine),
        list=", ".join(dict.fromkeys(minutes_a_thing)),  # each once
    )


def _shopping(column: Column, colours: Sequence[tuple[Colour, int]]) -> None:
    """Draw the badge of each colour with the number of its beads to buy."""
    if not colours:
        return
    left = column.x + ITEM_INDENT_MM
    x = left
    y = column.y + 1.6
    for colour, count in colours:
        long = 6.9 + text_width(f"{count}", SMALL, bold=True)
        if x + long > column.x + column.width:
            x = left
            y += 5.6
        column.scene.add(*draw_badge(colour, (x + 2, y + 1), LABEL))
        column.scene.add(fitted((x + 5.3, y + 1), f"{count}", SMALL, bold=True, level=True))
        x += long + 2.4
    column.y = y + 5


def _steps(job: Job) -> Iterator[str]:
    """Yield the keys of the steps for setting up the printed parts."""
    texts = job.texts
    if texts.made_of == PROGRAM:
        yield "1_plain"
        yield "4"
        if texts.has_sheet("board"):
            yield "5_board"
        return
    cards = texts.has_sheet("cards")
    boxes = texts.has_sheet("boxes")
    labels = texts.has_sheet("labels")
    has_rulers = cards or boxes or (labels and not job.options.labels_one_a_page)
    yield "1" if has_rulers else "1_plain"
    if boxes:
        yield "fold"
    elif job.peels_labels and labels and not cards:  # bought labels are not cut
        yield "peel"
    elif cards or labels:
        yield "2"
    if cards or texts.has_sheet("beads"):
        yield "3"
    elif labels or boxes:
        yield "3_labels"
    yield "4"
    board = texts.has_sheet("board")
    operator = texts.has_sheet("operator")
    if board and operator:
        yield "5"
    elif board:
        yield "5_board"
    elif operator:
        yield "5_operator"


def _beads(job: Job, totals: Sequence[BeadTotal]) -> str:
    """Return how many beads or tokens the machine takes, and of whom they come."""
    if job.texts.made_of == CARDS:
        key = "dice" if counts_beads(job.kit) else "tokens"
        apart = "" if job.texts.has_sheet("cards") else "_apart"
        return job.texts(f"cover.{key}{apart}", colours=len(totals))
    return job.texts(
        f"cover.bead.{_source_of_beads(job)}",
        games=job.bank.games if job.bank else 0,
        total=sum(row.to_buy for row in totals),
        count=job.kit.beads,
        colours=len(totals),
    )


def _source_of_beads(job: Job) -> str:
    """Return the key for beads that are owned or bought, with a bank or spare ones."""
    if job.kit.choices.beads:
        return "owned_bank" if job.bank else "owned"
    return "bank" if job.bank else "spares"


def _contents(job: Job, column: Column) -> None:
    """Write the list of sheets with their pages, a long one in two columns, and on which bought
    sheets some are printed.
    """
    if not job.contents:
        return
    column.heading(job.texts("cover.contents"))
    if _is_listed_behind(job):
        column.paragraph(job.texts("cover.contents_behind"), SMALL, gap=SPACE.near)
        return
    if len(job.contents) > MAX_IN_ONE_COLUMN:  # and leaves room for the picture
        _list(column, job.contents, 2, LABEL)
    else:
        _list(column, job.contents, 1, SMALL + 0.5)
    _bought_sheets(job, column)


def _list(
    column: Column,
    contents: Sequence[tuple[JobPart, str]],
    across: int,
    letters: float,
    *,
    gap: float = LIST_GAP_MM,
) -> None:
    """Write a list of sheets in columns beside each other; a title that is too long for a line
    takes more.
    """
    wide = (column.width - gap * (across - 1)) / across
    titles = [wrap(part.title, letters, wide - PAGE_NUMBER_MM) for part, _ in contents]
    rows_in_all = sum(map(len, titles))
    most_rows = math.ceil(rows_in_all / across)
    last_rows = max(1, rows_in_all - (across - 1) * most_rows)  # one title is one column
    line = line_height(letters)
    pitch = line * max(LEAST_PITCH, min(1, MAX_LOOSE_ROWS / last_rows))
    row = 0
    place = 0
    lowest = 0
    for (part, _), title in zip(contents, titles, strict=True):
        if row >= most_rows and place < across - 1:
            place += 1
            row = 0
        left = column.x + place * (wide + gap)
        right = left + wide
        for words in title:
            baseline = column.y + row * pitch + BASELINE * line
            column.scene.add(fitted((left, baseline), words, letters, wide - PAGE_NUMBER_MM))
            row += 1
        page = str(part.first)
        column.scene.add(Text((right, baseline), page, letters, "end"))
        start = left + text_width(title[-1], letters) + 1.5
        end = right - text_width(page, letters) - 1.5
        if end > start:
            dots = Stroke(GREY, 0.2, (0.3, 1.2))
            column.scene.add(Line((start, baseline), (end, baseline), dots))
        lowest = max(lowest, row)
    column.gap(lowest * pitch)


def _bought_sheets(job: Job, column: Column) -> None:
    """Write on which bought sheets some parts are printed."""
    for part, stock in job.contents:
        if stock:
            key = "cover.roll" if job.options.labels_one_a_page else "cover.stock"
            pages = span(part.first, part.last)
            words = job.texts(key, count=part.pages, pages=pages, stock=stock)
            column.gap(SPACE.near)
            column.paragraph(words, SMALL, bold=True)


def _first_lesson(job: Job) -> str:
    """Return the sentence on what to print for a first lesson; empty if it needs no more and no
    less than all pages.
    """
    if job.lesson.lacks:
        lacks = job.lesson.lacks
        return job.texts("cover.first_needs", count=len(lacks), parts=", ".join(lacks))
    if not job.lesson.parts or len(job.lesson.parts) == len(job.contents):
        return ""
    return job.texts("cover.first_lesson", pages=_pages_of(job, job.lesson.parts))


def _pages_of(job: Job, names: Collection[str]) -> str:
    """Return the pages of some parts, such as ``2–5, 7``."""
    parts = [part for part, _ in job.contents if part.name in names]
    pages = sorted({page for part in parts for page in range(part.first, part.last + 1)})
    return ", ".join(span(run[0], run[-1]) for run in _runs_of(pages))


def _runs_of(pages: Sequence[int]) -> list[list[int]]:
    """Return sorted pages in runs of pages that follow each other."""
    runs: list[list[int]] = []
    for page in pages:
        if not runs or page != runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(page)
    return runs


class _CodeNote(NamedTuple):
    """The code at the bottom right of a cover, and the words beside it.

    Attributes:
        code: what the code holds.
        size: the side of the code.
        what: what it is for.
        kit: the kit's hash, in bold letters below.
        start: where the words begin.
        width: the room for the words.
        height: from the first line of the words to the foot of the code.
    """

    code: str
    size: float
    what: str
    kit: str
    start: float
    width: float
    height: float


def _code_note(job: Job) -> _CodeNote:
    """Return the code of a cover and its words: beside a wide code they begin further left, so
    that all have the same size.
    """
    code = job.command
    what = job.texts("cover.again")
    if job.options.cover_address:  # the app makes the same kit and print
        choices = [
            (name, value)
            for name, value in spoken_choices(code, job.kit.choices.language)
            if name != "cover-address"
        ]
        code = f"{job.options.cover_address}#{urlencode(choices, safe=':,')}"
        what = job.texts("cover.app")
    kit = job.texts("sheet.hash", hash=job.kit.short_hash)
    size = qr_size(code, QR_MM, MAX_QR_MM)
    right = job.page.width - job.page.margin
    columns = right - job.page.margin - 2 * GUTTER_MM
    start = right - CODE_SHARE * columns - 2
    width = right - size - start
    longest = max(_longest_word(what), _longest_word(kit, bold=True))
    if longest > width:
        width = longest
        start = right - size - width
    lines = len(wrap(what, LABEL, width)) + len(wrap(kit, LABEL, width, bold=True))
    height = 2 + lines * line_height(LABEL)
    return _CodeNote(code, size, what, kit, start, width, height)


def _longest_word(words: str, *, bold: bool = False) -> float:
    """Return the width of the longest of some words beside the code, in mm."""
    each = wrap(words, LABEL, 0, bold=bold)
    return max(text_width(word, LABEL, bold=bold) for word in each)


def _again(job: Job, scene: Scene) -> None:
    """Draw the code at the bottom right, with what it is for."""
    note = _code_note(job)
    right = job.page.width - job.page.margin
    bottom = scene.height - FOOT
    scene.add(qr_code(note.code, right - note.size + 2, bottom - note.size, note.size))
    words = Column(scene, note.start, bottom - note.height, note.width)
    words.paragraph(note.what, LABEL)
    words.paragraph(note.kit, LABEL, bold=True)


# The picture: all boxes of the machine with its head behind them, one of them pulled out, and the
# game, seen with the machine's own side at the top. One idea for each kind of game: two sides that
# face each other across the box that is pulled out; a large board, half played, beside a chest of
# boxes; a row of things, and below each number of them the box for it; pits with the seeds that are
# sown; or else the game's own board before its boxes. Lengths are in mm.

#: Widths of a drawn box; the largest that lets all boxes into their room is used.
WIDTHS = tuple(30.0 * 0.95**step for step in range(46))
#: From one box to the next: at most, and as a share of its width; between two rows.
MAX_GAP_MM = 2.0
GAP_SHARE = 0.12
ROW_GAP_MM = 1.2
FEW_ROWS = 6
#: The room for words on the last box of a row that is not shown.
MORE_MM = 14.0
#: Boxes less wide than this have no id, but one of their beads.
LETTERED_MM = 5.6
#: The size of letters as a share of the height of their row, at which rows do not touch.
CLEAR_LETTERS = 0.9
#: The least height of a row with its words; inside the edges of the picture and of the rack.
MIN_ROW_MM = 3.6
PAD_MM = 3.0
RACK_PAD_MM = 2.0
#: The height below the picture for the people, and of the words at a board.
PEOPLE_MM = 11.5
CAPTION_MM = 4.6
#: What lies on the ground of a theme, and how far apart.
GROUND_MM = 5.0
GROUND_PITCH_MM = 10.0
#: From this height on the rack stands above the game, and not beside it; the share of the width
#: that it takes there.
STACKED_MM = 74.0
RACK_SHARE = 0.56
#: The part of the robot's height that is seen above the rack; the height of that part, at least, at
#: most, and as a share of the picture's.
ROBOT_SEEN = 20 / 44
MIN_ROBOT_MM = 9.0
MAX_ROBOT_MM = 24.0
ROBOT_SHARE = 0.2
#: The most of the picture's height that a rack above the game takes, or one below it; the least
#: width of a box there.
ABOVE_SHARE = 0.52
BELOW_SHARE = 0.5
MIN_STACKED_BOX_MM = 8.0
#: The greatest width of the playing board, the width of a half-played one as a share of its room,
#: and the most counters of a row that have their boxes below them.
MAX_BOARD_MM = 78.0
MAX_ROW = 16
#: The largest piece that stands before the boxes, and the largest bag.
MAX_PIECE_MM = 40.0
MAX_BAG_MM = 24.0
#: The start, the top and the end of a hop of seeds from pit to pit: how far along it and how far
#: aside, as shares of its length; a seed in the air, and the head of an arrow.
HOP = ((0.2, 0.24), (0.5, 0.5), (0.8, 0.24))
SEED_MM = 2.6
HEAD_MM = 2.4
#: From the row of counters down to its boxes; the look of the place of a box that is pulled out.
STEP_DOWN_MM = 5.0
EMPTY_PLACE = (STYLE.colours.person, Stroke(GREY, 0.2))
#: The most of a room's width that each of two facing pieces takes, and the least width of a room
#: for two; the least of one for the bag beside a box.
PIECE_SHARE = 0.24
MIN_DUEL_MM = 60.0
MIN_BAG_ROOM_MM = 70.0


class PictureArea(NamedTuple):
    """A rectangle of a page: its top left corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    def within(self, pad: float) -> "PictureArea":
        """Return what is left inside its edges."""
        return PictureArea(self.x + pad, self.y + pad, self.width - 2 * pad, self.height - 2 * pad)

    def split_across(self, width: float, gap: float) -> tuple["PictureArea", "PictureArea"]:
        """Return a part of a width at the left, and the rest beyond a gap."""
        rest = self.width - width - gap
        return (
            self._replace(width=width),
            self._replace(x=self.x + width + gap, width=rest),
        )

    def split_down(self, height: float, gap: float) -> tuple["PictureArea", "PictureArea"]:
        """Return a part of a height at the top, and the rest below a gap."""
        rest = self.height - height - gap
        return (
            self._replace(height=height),
            self._replace(y=self.y + height + gap, height=rest),
        )


def draw_cover_picture(job: Job, scene: Scene, room: PictureArea) -> None:
    """Draw the picture of a cover, with the people who sit before it at its foot."""
    table = room._replace(height=room.height - PEOPLE_MM)
    scene.add(rounded(*table, 4, STYLE.colours.table, Stroke(PALE, 0.3)))
    inner = table.within(PAD_MM)
    diagram = job.kit.game.diagram
    if job.texts.made_of == PROGRAM:
        opponent = _draw_board_alone(job, scene, inner)
    elif diagram.cell == "rung" and _boxes_by_number(job.kit) and inner.height > STACKED_MM / 2:
        opponent = _draw_row(job, scene, inner)
    elif diagram.seeds and inner.height > STACKED_MM:
        opponent = _draw_above_rack(job, scene, inner)
    elif diagram.cell != "open" and inner.height > STACKED_MM:
        opponent = _draw_below_rack(job, scene, inner)
    else:
        opponent = _draw_beside_rack(job, scene, inner)
    _draw_people(job, scene, table, opponent)


def _draw_people(job: Job, scene: Scene, table: PictureArea, opponent: float) -> None:
    """Draw the opponent at the board and the operator beside it, on the ground of the theme."""
    texts = job.texts
    foot = table.y + table.height + 4.2
    _, words = _side_words(job)
    wide = 2 * (table.x + table.width - opponent)
    draw_person(scene, (opponent, foot), words, wide)
    if texts.made_of == PROGRAM:
        return
    hat = job.kit.game.diagram.pictures.get("operator")
    helper = texts("cover.operator")
    room = opponent - table.x - min(wide, text_width(words, SMALL, bold=True)) / 2 - 4
    middle = table.x + room / 2
    draw_person(scene, (middle, foot), helper, room, hat)
    people = (_Seated(opponent, words), _Seated(middle, helper))
    _draw_ground(job, scene, (table.x, foot), table.width, people)


class _Seated(NamedTuple):
    """A person at the table: where, across the page, and the words below."""

    x: float
    words: str


def _draw_ground(
    job: Job, scene: Scene, at: Point, width: float, people: Collection[_Seated]
) -> None:
    """Draw what lies on the ground of a theme, on the floor between the people."""
    ground: Piece | None = job.kit.game.diagram.pictures.get("ground")
    if ground is None:
        return
    count = int(width / GROUND_PITCH_MM)
    for number in range(count):
        x = at[0] + (number + 0.5) * width / count
        y = at[1] + (1.2 if number % 2 else 2.6)
        free = all(
            abs(x - person.x) > text_width(person.words, SMALL, bold=True) / 2 + GROUND_MM
            for person in people
        )
        if free:
            mark = ground.draw((x, y), GROUND_MM)
            scene.add(msgspec.structs.replace(mark, stroke=Stroke(GREY, 0.25)))


def _side_words(job: Job) -> tuple[str, str]:
    """Return the words at the board for the machine's side and for the opponent's."""
    kit = job.kit
    texts = job.texts
    if kit.game.diagram.turns and len(kit.players) == 1:
        machine = texts("cover.machine", side=side_name(job, kit.players[0]))
        return machine, texts("cover.opponent_of", side=side_name(job, 1 - kit.players[0]))
    return texts("cover.board"), texts("cover.opponent")


# The boxes of the machine, in their rows.


@dataclass(frozen=True, slots=True)
class _Rack:
    """How all boxes are set out in their rows.

    Attributes:
        rows: the boxes of each row.
        width: of a box.
        pitch: from one box to the next, across and down.
        across: the most boxes in a line.
        lines: the number of lines of each row; one for each, with its first boxes, where all would
            be too small.
        heights: of each row.
        label: the width of the words before the rows.
    """

    rows: Sequence[Sequence[Box]]
    width: float
    pitch: Point
    across: int
    lines: Sequence[int]
    heights: Sequence[float]
    label: float

    @property
    def height(self) -> float:
        """The height of all rows on their furniture."""
        gaps = (len(self.rows) - 1) * _row_gap(len(self.rows))
        return sum(self.heights) + gaps + 2 * RACK_PAD_MM

    @property
    def leaves_out(self) -> bool:
        """Whether some row has more boxes than are shown."""
        for boxes, count in zip(self.rows, self.lines, strict=True):
            if len(boxes) > count * self.across:
                return True
        return False


def _set_out(job: Job, width: float, height: float) -> _Rack:
    """Return the rack with the largest boxes that have room."""
    kit = job.kit
    by_row: dict[int, list[Box]] = {}
    for box in kit.boxes:
        by_row.setdefault(box.row, []).append(box)
    rows = [by_row[row] for row in sorted(by_row)]
    longest = max(text_width(row_short(kit, job.texts, boxes[0]), SMALL) for boxes in rows)
    label = longest + 3 if longest else 0.0
    shape = _shape_of_boxes(job)
    wide = width - label - 2 * RACK_PAD_MM
    high = height - 2 * RACK_PAD_MM - (len(rows) - 1) * _row_gap(len(rows))
    for box_width in WIDTHS:
        gap = _gap(box_width)
        pitch = (box_width + gap, shape * box_width + gap)
        across = int((wide + gap) // pitch[0])
        if across < 1:
            continue
        lines = [math.ceil(len(boxes) / across) for boxes in rows]
        heights = [max(count * pitch[1], MIN_ROW_MM) for count in lines]
        if sum(heights) <= high:
            most = max(min(across, len(boxes)) for boxes in rows)
            return _Rack(rows, box_width, pitch, most, lines, heights, label)
    down = high / len(rows)
    box_width = min(22.0, 0.86 * down / shape)
    across = int((wide - MORE_MM) // (box_width + MAX_GAP_MM))
    pitch = (box_width + MAX_GAP_MM, down)
    return _Rack(rows, box_width, pitch, across, [1] * len(rows), [down] * len(rows), label)


def _shape_of_boxes(job: Job) -> float:
    """Return how many times as high as wide a drawn box is."""
    if job.texts.made_of == CUPS:
        cup = draw_piece(job.kit, job.texts, job.kit.boxes[0], WIDTHS[0])
        return cup.height / cup.width
    if job.texts.made_of == CARDS:
        return BOX_SHAPE
    return BOX_SHAPE + BOX_DEPTH_SHARE


def _draw_rack(job: Job, scene: Scene, room: PictureArea, rack: _Rack, out: Box | None) -> None:
    """Draw the boxes in their rows on their furniture, and an empty place for the one that is
    pulled out.
    """
    kit = job.kit
    texts = job.texts
    line = Stroke(DARK, 0.35)
    ground = STYLE.colours.tray
    if texts.made_of in (CARDS, CARTONS) or _is_one_sheet(job):
        ground = WHITE
    scene.add(rectangle(*room, ground, line))
    inner = room.within(RACK_PAD_MM)
    spare = max(0.0, room.height - rack.height)
    heights = [height + spare / len(rack.rows) for height in rack.heights]
    y = inner.y
    for boxes, count, high in zip(rack.rows, rack.lines, heights, strict=True):
        level = y + (high - _gap(rack.width)) / 2
        size = max(LEAST_LETTERS, min(SMALL, CLEAR_LETTERS * high / POINT))
        words = row_short(kit, texts, boxes[0])
        if words:
            scene.add(fitted((inner.x, level), words, size, rack.label - 2, level=True))
        corner = (inner.x + rack.label, y + (high - count * rack.pitch[1]) / 2)
        shown = enumerate(boxes[: count * rack.across])
        for (number, box), left, top in in_rows(shown, rack.across, corner, rack.pitch):
            if box is out:
                _draw_empty_place(scene, (left, top), rack.width)
            else:
                _draw_small(job, scene, box, number, (left, top), rack.width)
        if len(boxes) > count * rack.across:
            more = texts("cover.more", last=boxes[-1].id)
            at = (corner[0] + rack.across * rack.pitch[0], level)
            scene.add(fitted(at, more, size, MORE_MM - 2, bold=True, level=True))
        y += high + _row_gap(len(rack.rows))


def _row_gap(rows: int) -> float:
    """Return the gap between so many rows."""
    return ROW_GAP_MM if rows <= FEW_ROWS else ROW_GAP_MM / 3


def _gap(width: float) -> float:
    """Return the gap between boxes of a width."""
    return min(MAX_GAP_MM, GAP_SHARE * width)


def _draw_empty_place(scene: Scene, at: Point, width: float) -> None:
    """Draw the place of a box that is pulled out."""
    scene.add(rectangle(*at, width, BOX_SHAPE * width, *EMPTY_PLACE))


def _draw_small(job: Job, scene: Scene, box: Box, number: int, at: Point, width: float) -> None:
    """Draw a box of the rack: a small one without its id, with one of its beads."""
    kit = job.kit
    texts = job.texts
    if width >= LETTERED_MM:
        if _is_one_sheet(job):
            texts = texts.speaking_of(CARDS)
        scene.place(draw_piece(kit, texts, box, width), *at)
        return
    high = BOX_SHAPE * width
    scene.add(rectangle(*at, width, high, tint(kit, box), Stroke(DARK, 0.12)))
    if texts.made_of not in (CARDS, CARTONS):
        colour = box.slots[number % len(box.slots)].colour
        middle = (at[0] + width / 2, at[1] + high / 2)
        scene.add(Disc(middle, 0.17 * width, colour.fill, Stroke(DARK, 0.1)))


def _is_one_sheet(job: Job) -> bool:
    """Return whether the machine of a print is a sheet of pictures, with nothing to make boxes
    from.
    """
    return not is_made(job) and not set(READY_MACHINES).isdisjoint(job.parts)


def _draw_robot(scene: Scene, kit: Kit, middle: float, level: float, seen: float) -> None:
    """Draw the robot whose head and hands are seen above a level; what follows hides the rest."""
    height = seen / ROBOT_SEEN
    right = middle + robot_width(height) / 2
    greet(scene, kit, right, level - seen + height, height)


def _robot_seen(high: float) -> float:
    """Return how much is seen of the robot in a picture of a height."""
    return max(MIN_ROBOT_MM, min(MAX_ROBOT_MM, ROBOT_SHARE * high))


# Ways to set up the picture. Each returns where the opponent sits.


def _draw_below_rack(job: Job, scene: Scene, room: PictureArea) -> float:
    """Draw the rack with the robot behind it, and below it the game."""
    seen = _robot_seen(room.height)
    rack = _set_out(job, room.width, ABOVE_SHARE * (room.height - seen))
    if rack.width < MIN_STACKED_BOX_MM:
        return _draw_beside_rack(job, scene, room)
    _, below = room.split_down(seen, 0)
    place, front = below.split_down(rack.height, PAD_MM)
    out = _pulled_out(job)
    wide = _rack_width(rack)
    place = place._replace(x=room.x + (room.width - wide) / 2, width=wide)
    _draw_robot(scene, job.kit, room.x + room.width / 2, place.y, seen)
    _draw_rack(job, scene, place, rack, out)
    return _draw_front(job, scene, front, out)


def _rack_width(rack: _Rack) -> float:
    """Return the width of a rack that just holds its boxes."""
    gap = rack.pitch[0] - rack.width
    words = rack.label
    if rack.leaves_out:
        words += MORE_MM
    return 2 * RACK_PAD_MM + words + rack.across * rack.pitch[0] - gap


def _draw_above_rack(job: Job, scene: Scene, room: PictureArea) -> float:
    """Draw the game, and below it the rack on which the robot stands."""
    rack = _set_out(job, room.width, BELOW_SHARE * room.height)
    front, place = room.split_down(room.height - rack.height - PAD_MM, PAD_MM)
    out = _pulled_out(job)
    wide = _rack_width(rack)
    place = place._replace(width=wide)
    tall = min(0.9 * front.height, 44.0)
    greet(scene, job.kit, room.x + robot_width(tall), place.y, tall)
    _, front = front.split_across(robot_width(tall), PAD_MM)
    _draw_rack(job, scene, place, rack, out)
    return _draw_front(job, scene, front, out)


def _draw_beside_rack(job: Job, scene: Scene, room: PictureArea) -> float:
    """Draw the rack with the robot behind it, and the game beside it."""
    seen = _robot_seen(room.height)
    _, below = room.split_down(seen, 0)
    rack = _set_out(job, RACK_SHARE * room.width, below.height)
    place, _ = below.split_across(_rack_width(rack), 0)
    _, front = room.split_across(place.width, 2 * PAD_MM)
    out = _pulled_out(job)
    _draw_robot(scene, job.kit, place.x + place.width / 2, place.y, seen)
    _draw_rack(job, scene, place, rack, out)
    if front.height < STACKED_MM * 0.7:
        return _draw_front(job, scene, front, out)
    return _draw_tall_front(job, scene, front, out)


def _pulled_out(job: Job) -> Box:
    """Return the box that is pulled out: on a board that fills up, one of a game half played; else
    the first.
    """
    kit = job.kit
    diagram = kit.game.diagram
    if diagram.cell != "open" or any(kit.game.start().cells):
        return kit.boxes[0]
    half = len(diagram.centres) // 2
    return min(kit.boxes, key=lambda box: abs(diagram.lying(box.position) - half))


def _board(job: Job, out: Box, width: float, height: float) -> Scene:
    """Return the board as it stands on the table: half played, or at its start."""
    kit = job.kit
    is_half = kit.game.diagram.cell == "open"
    position = out.position if is_half else kit.game.start()
    words, _ = _side_words(job)
    board = draw_position(kit, position, width, height - CAPTION_MM)
    wide = max(board.width, min(width, text_width(words, SMALL)))
    scene = Scene(wide, board.height + CAPTION_MM)
    left = (wide - board.width) / 2
    scene.place(board, left, CAPTION_MM)
    scene.add(fitted((wide / 2, CAPTION_MM - 1.4), words, SMALL, wide, "middle"))
    if kit.game.diagram.seeds:
        scene.add(*_sown(kit, board, (left, CAPTION_MM)))
    return scene


def _sown(kit: Kit, board: Scene, at: Point) -> Iterator[Mark]:
    """Yield the way of the seeds of one pit at the start, from pit to pit."""
    diagram = kit.game.diagram
    start = kit.game.start()
    pits = len(start.cells) // 2
    source = pits // 2 + start.to_move * pits
    grid = fit_grid(diagram, board.width, board.height, turned=machine_below(kit))
    seed = shape_of(diagram, SEED)
    centre = (board.width / 2, board.height / 2)
    for number in range(source, source + start.cells[source]):
        pit = grid.centre(number % len(start.cells))
        next_pit = grid.centre((number + 1) % len(start.cells))
        first, top, last = ((at[0] + x, at[1] + y) for x, y in _hop(pit, next_pit, centre))
        ink = Stroke(STYLE.colours.lamp, 0.8)
        yield Path((("M", first), ("C", top, top, last)), None, ink)
        yield _arrow_head(top, last)
        yield seed.draw(_between(_between(first, last), top), SEED_MM)


def _hop(pit: Point, next_pit: Point, centre: Point) -> Iterator[Point]:
    """Yield the start, the top and the end of a seed's hop: away from the centre of the board, so
    that it leads over the rims of the pits.
    """
    across = next_pit[0] - pit[0]
    down = next_pit[1] - pit[1]
    long = math.dist(pit, next_pit)
    middle = _between(pit, next_pit)
    away = (middle[0] - centre[0], middle[1] - centre[1])
    out = direction((0, 0), away) if math.hypot(*away) > 1 else (0.0, -1.0)
    for along, reach in HOP:
        yield (
            pit[0] + along * across + reach * long * out[0],
            pit[1] + along * down + reach * long * out[1],
        )


def _arrow_head(start: Point, tip: Point) -> Polygon:
    """Return the head of an arrow."""
    way_x, way_y = direction(start, tip)
    back = (tip[0] - HEAD_MM * way_x, tip[1] - HEAD_MM * way_y)
    aside = (HEAD_MM * 0.5 * way_y, -HEAD_MM * 0.5 * way_x)
    corners = (
        (tip[0] + 0.4 * way_x, tip[1] + 0.4 * way_y),
        (back[0] + aside[0], back[1] + aside[1]),
        (back[0] - aside[0], back[1] - aside[1]),
    )
    return Polygon(corners, STYLE.colours.lamp)


def _between(point: Point, other: Point) -> Point:
    """Return the point in the middle between two."""
    return (point[0] + other[0]) / 2, (point[1] + other[1]) / 2


def _draw_out(job: Job, box: Box, width: float, height: float) -> Scene:
    """Return the box that is pulled out, with the beads in its tray, as large as a room lets it;
    of a sheet of pictures, the picture.
    """
    kit = job.kit
    texts = job.texts
    draw = partial(draw_tray, kit, texts, box)
    if _is_one_sheet(job):
        draw = partial(draw_piece, kit, texts.speaking_of(CARDS), box)
    trial = draw(width)
    return draw(width * min(1.0, height / trial.height), with_moves=True)


def _bag(job: Job, height: float) -> Scene:
    """Return the bag with its words below."""
    words = job.texts("cover.bag")
    bag = draw_bag(job.kit, min(MAX_BAG_MM, height - CAPTION_MM))
    wide = max(bag.width, min(30.0, text_width(words, SMALL)))
    scene = Scene(wide, bag.height + CAPTION_MM)
    scene.place(bag, (wide - bag.width) / 2, 0)
    scene.add(fitted((wide / 2, bag.height + CAPTION_MM - 1), words, SMALL, wide, "middle"))
    return scene


def _facing_pieces(kit: Kit) -> "tuple[Piece, Piece] | None":
    """Return a piece of the machine and one of the other side, if they face each other."""
    diagram = kit.game.diagram
    box = kit.boxes[0]
    source = box.slots[0].moves[0].source
    if not diagram.turns or source is None or diagram.seeds:
        return None
    own = diagram.pieces.get(box.position.cells[source])
    other = next((kind for kind in diagram.pieces.values() if kind != own), None)
    if own is None or other is None:
        return None
    return shape_of(diagram, own), shape_of(diagram, other)


def _standing(piece: "Piece", height: float, width: float) -> Scene:
    """Return a piece as large as a room lets it."""
    left, top, right, bottom = bounds(piece.hull((0.0, 0.0), 1.0))
    size = min(height / (bottom - top), width / (right - left))
    left, top, right, bottom = bounds(piece.hull((0.0, 0.0), size))
    return Scene(right - left, bottom - top, [piece.draw((-left, -top), size)])


def _draw_front(job: Job, scene: Scene, room: PictureArea, out: Box) -> float:
    """Draw the game in one line: the box that is pulled out between two pieces that face each
    other, the bag, and the board at the right.
    """
    board = _board(job, out, min(MAX_BOARD_MM, 0.4 * room.width), room.height)
    left, _ = room.split_across(room.width - board.width - 2 * PAD_MM, 0)
    if left.width > MIN_BAG_ROOM_MM:
        bag = _bag(job, 0.7 * room.height)
        _, left = left.split_across(bag.width + PAD_MM, 0)
        _place_on_floor(scene, bag, room.x, room)
    _draw_between_pieces(job, scene, left, out)
    at = room.x + room.width - board.width
    _place_on_floor(scene, board, at, room)
    return at + board.width / 2


def _place_on_floor(scene: Scene, item: Scene, x: float, room: PictureArea) -> None:
    """Place a picture on the lower edge of a room."""
    scene.place(item, x, room.y + room.height - item.height)


def _draw_between_pieces(job: Job, scene: Scene, room: PictureArea, out: Box) -> None:
    """Draw the box that is pulled out, between two large pieces that face each other across it
    if the game has such.
    """
    pieces = _facing_pieces(job.kit)
    if pieces is None or room.width < MIN_DUEL_MM:
        tray = _draw_out(job, out, room.width, room.height)
        _place_on_floor(scene, tray, room.x + (room.width - tray.width) / 2, room)
        return
    high = min(MAX_PIECE_MM, 0.9 * room.height)
    own, other = (_standing(piece, high, PIECE_SHARE * room.width) for piece in pieces)
    wide = room.width - own.width - other.width - 2 * PAD_MM
    tray = _draw_out(job, out, wide, room.height)
    gap = (room.width - own.width - tray.width - other.width) / 2
    _place_on_floor(scene, own, room.x, room)
    _place_on_floor(scene, tray, room.x + own.width + gap, room)
    _place_on_floor(scene, other, room.x + room.width - other.width, room)


def _draw_tall_front(job: Job, scene: Scene, room: PictureArea, out: Box) -> float:
    """Draw the game in a tall room: above the box that is pulled out, below it the board."""
    is_half = job.kit.game.diagram.cell == "open"
    upper_share = 0.38 if is_half else 0.46
    upper, lower = room.split_down(upper_share * room.height, PAD_MM)
    if _facing_pieces(job.kit) is None:
        bag = _bag(job, 0.9 * upper.height)
        _place_on_floor(scene, bag, upper.x + upper.width - bag.width, upper)
        upper, _ = upper.split_across(upper.width - bag.width - PAD_MM, 0)
        wide = lower.width
        left = lower.x
    else:
        bag = _bag(job, 0.8 * lower.height)
        _place_on_floor(scene, bag, lower.x, lower)
        left = lower.x + bag.width + PAD_MM
        wide = lower.width - bag.width - PAD_MM
    _draw_between_pieces(job, scene, upper, out)
    board = _board(job, out, wide, lower.height)
    left += (wide - board.width) / 2
    _place_on_floor(scene, board, left, lower)
    return left + board.width / 2


def _boxes_by_number(kit: Kit) -> dict[int, Box]:
    """Return the boxes by the number of counters on their boards; none where a number has several
    boxes, or where there are too many.
    """
    lying = kit.game.diagram.lying
    boxes = {lying(box.position): box for box in kit.boxes}
    cells = len(kit.game.diagram.centres)
    if len(boxes) < len(kit.boxes) or cells > MAX_ROW:
        return {}
    return boxes


def _draw_row(job: Job, scene: Scene, room: PictureArea) -> float:
    """Draw a row of counters across the page, below the rung where each number of them ends its
    box, and the box that is pulled out with the robot.
    """
    kit = job.kit
    texts = job.texts
    boxes = _boxes_by_number(kit)
    cells = len(kit.game.diagram.centres)
    upper, _ = room.split_down(0.36 * room.height, PAD_MM)
    board = _board(job, kit.boxes[0], upper.width, upper.height)
    left = upper.x + (upper.width - board.width) / 2
    scene.place(board, left, upper.y)
    pitch = board.width / cells
    out = boxes[max(boxes)]
    width = min(0.9 * pitch, WIDTHS[0])
    top = upper.y + board.height + STEP_DOWN_MM
    line = top
    for number, box in boxes.items():
        # The last of so many counters lies on the rung that has this number on the playing board.
        middle = left + (number - 0.5) * pitch
        start = (middle, top - STEP_DOWN_MM + 0.6)
        scene.add(draw_way(start, (middle, top - 0.6), 1.6))
        piece = draw_piece(kit, texts, box, width)
        line = max(line, top + piece.height)
        corner = (middle - width / 2, top)
        if box is out:
            scene.add(rectangle(*corner, width, piece.height, *EMPTY_PLACE))
        else:
            scene.place(piece, *corner)
    front_top = line + PAD_MM
    front = PictureArea(room.x, front_top, room.width, room.y + room.height - front_top)
    bag = _bag(job, 0.9 * front.height)
    tray = _draw_out(job, out, 0.5 * front.width, front.height)
    foot = front.y + front.height
    robot_right = front.x + robot_width(front.height) + 0.1 * front.width
    greet(scene, kit, robot_right, foot, front.height)
    scene.place(tray, front.x + (front.width - tray.width) / 2, foot - tray.height)
    scene.place(bag, front.x + 0.9 * front.width - bag.width, foot - bag.height)
    return room.x + 0.8 * room.width


def _draw_board_alone(job: Job, scene: Scene, room: PictureArea) -> float:
    """Draw the board with the robot behind it, for a machine that a program keeps: it has no
    boxes.
    """
    kit = job.kit
    seen = _robot_seen(room.height)
    _, below = room.split_down(seen, 0)
    board = _board(job, kit.boxes[0], room.width, below.height)
    middle = room.x + room.width / 2
    _draw_robot(scene, kit, middle, below.y + CAPTION_MM, seen)
    scene.place(board, middle - board.width / 2, below.y)
    return middle
