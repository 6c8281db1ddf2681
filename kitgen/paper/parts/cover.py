"""The cover: a picture of the machine, how it works in three pictures, what to buy, and how to
set it up.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec

from kitgen.claims.claims import say
from kitgen.claims.facts import Facts
from kitgen.kit.palette import Colour
from kitgen.paper.card.board import draw_position
from kitgen.paper.card.box_words import row_short
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.game_sheets import draw_idea
from kitgen.paper.job import BeadTotal, Job, bead_totals, counts_beads, spoken_choices
from kitgen.paper.layout.frame import RULER, Column, content_area, line_height, room_below
from kitgen.paper.machine_pictures import (
    BOX_DEPTH,
    BOX_SHAPE,
    draw_bag,
    draw_person,
    draw_piece,
    greet,
)
from kitgen.paper.making import care_for, is_for_matchboxes, is_made, shared_minutes, work_for
from kitgen.paper.marks.codes import qr_code, qr_size
from kitgen.paper.marks.scene import POINT, Line, Scene, Stroke, Text, rounded
from kitgen.paper.spoken_game import game_name, machine_side, side_name
from kitgen.paper.style import (
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
from kitgen.reading.texts import CARDS, PROGRAM, span

if TYPE_CHECKING:
    from kitgen.paper.marks.pieces import Piece

#: Widths of a drawn box in mm, the largest that lets all boxes into the picture is used.
WIDTHS = (34.0, 30.0, 27.0, 24.5, 22.0, 20.0, 18.0, 16.5, 15.0)
#: Room below the table for the people, for the words at the board, and the least for "turn 3"
#: before a row, in mm.
PEOPLE, CAPTIONS, TURNS = 11.5, 5.0, 15.0
#: The size of letters as a share of the height of their row, at which rows do not touch.
CLEAR_LETTERS = 0.9
#: Inside the edge of the table, the least width of board, bag and their words, the least height of
#: the picture, in mm.
PAD, ASIDE, PICTURE = 3.0, 34.0, 42.0
#: What lies on the ground of a theme, and how far apart, in mm.
GROUND_MM, GROUND_PITCH_MM = 5.0, 10.0
#: Sizes of the hook and of the kit's title, in points; the height of the robot, in mm.
(HOOK, NAME_SIZE), ROBOT = STYLE.display.cover, 34.0
#: The size of a hook whose two lines and the title are as high as the robot, in points.
LOW_HOOK = 29.0
#: The code of a usual command, and of a very long one, in mm.
QR_SIZE, QR_LARGEST = 21.0, 44.0
#: Between the list of sheets and the code below it, in mm.
CODE_GAP = 1.0
#: The list of sheets is set closer with more rows than this in its last column, which has the code
#: below.
MAX_LOOSE_ROWS = 12
#: More parts than these are listed in two columns, in smaller letters.
MANY = 11


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
    """

    hook: float = HOOK
    letters: float = SMALL
    lesson_by_list: bool = False
    shares: tuple[float, float, float] = (0.35, 0.29, 0.36)


#: From the roomiest on; the first that leaves room for the picture is taken.
LAYOUTS = (
    CoverLayout(),
    CoverLayout(letters=LABEL),
    CoverLayout(letters=LABEL, lesson_by_list=True),
    CoverLayout(letters=LABEL, lesson_by_list=True, hook=LOW_HOOK),
    CoverLayout(letters=LABEL, hook=LOW_HOOK),
    CoverLayout(letters=LABEL, lesson_by_list=True, hook=LOW_HOOK, shares=(0.32, 0.32, 0.36)),
    CoverLayout(letters=LABEL, lesson_by_list=True, hook=LOW_HOOK, shares=(0.34, 0.32, 0.34)),
)


def sheets(job: Job) -> list[Scene]:
    """Return the cover: one page."""
    x, y, width, _ = content_area(job.page)
    scene = Scene(job.page.width, job.page.height)
    head, below = _fitting(job, x, y, width)
    scene.place(head.scene, 0, 0)
    column = Column(scene, x, head.y, width)
    _table(job, column, max(PICTURE, room_below(job, head) - below.y - SPACE.block))
    column.gap(SPACE.block)
    scene.place(below.scene, 0, column.y)
    _again(job, scene)
    return [scene]


def _fitting(job: Job, x: float, y: float, width: float) -> tuple[Column, Column]:
    """Return what stands above the picture and below it, the latter from 0 on, in the first
    layout that leaves room.
    """
    for layout in LAYOUTS:
        head = Column(Scene(1, 1), x, y, width)
        _head(job, head, layout)
        below = Column(Scene(1, 1), x, 0, width)
        draw_idea(job, below)
        below.gap(SPACE.section)
        _columns(job, below, layout)
        if room_below(job, head) - below.y - SPACE.block >= PICTURE:
            break
    return head, below


def _head(job: Job, column: Column, layout: CoverLayout) -> None:
    """Draw the hook, the robot, and what this is."""
    texts, kit, accent = job.texts, job.kit, STYLE.readers["maker"].accent
    if texts.made_of == PROGRAM:
        hook = texts("cover.ask")
    else:
        thing = "matchbox" if is_for_matchboxes(job) else "box"
        hook = texts(f"cover.hook.{thing}", count=len(kit.boxes))
    top, room = column.y, column.width - ROBOT - 4
    greet(column.scene, kit, column.x + column.width, top + ROBOT, ROBOT)
    title = Column(column.scene, column.x, top, room)
    size = fit(hook, layout.hook, 1.8 * room, bold=True)
    while size > LEAST_LETTERS and len(wrap(hook, size, room, bold=True)) > 2:
        size = max(LEAST_LETTERS, size - 1)  # a long word leaves a line half empty
    for line in balanced(hook, size, room, bold=True):
        title.line(line, size, bold=True)
    title.gap(SPACE.near)
    name = f"{job.title} · {texts.theme_title}" if texts.theme_title else job.title
    for line in wrap(name, NAME_SIZE, room, bold=True)[:2]:
        title.line(line, NAME_SIZE, bold=True, fill=accent)
    column.y = max(title.y + 1, top + ROBOT)
    column.scene.add(
        Line((column.x, column.y), (column.x + column.width, column.y), Stroke(accent, 1.0))
    )
    column.gap(SPACE.block)
    learns = say(texts, "learn", Facts(kit))
    what = texts(
        "cover.what", boxes=len(kit.boxes), beads=kit.beads, game=game_name(job), learns=learns
    )
    column.paragraph(f"{what} {machine_side(job)}", gap=SPACE.paragraph)


def _table(job: Job, column: Column, height: float) -> None:
    """Draw the table from above: boxes on the left, board and bag of beads on the right, the people
    below.

    All pictures of a kit are seen from this side, with the machine's own side at the top.
    """
    kit, texts, scene = job.kit, job.texts, column.scene
    x, y, width, high = column.x, column.y, column.width, height - PEOPLE
    scene.add(rounded(x, y, width, high, 4, STYLE.colours.table, Stroke(PALE, 0.3)))
    if texts.made_of == PROGRAM:
        _board_alone(job, scene, (x, y), (width, high))
        column.y += height
        return
    bag = draw_bag(kit, min(22.0, 0.22 * high))
    side = min(58.0, high - bag.height - 2 * PAD - 2 * CAPTIONS - 3, 0.36 * width)
    board = draw_position(kit, kit.game.start(), side, side)
    aside = max(ASIDE, board.width)
    centre = x + width - PAD - aside / 2
    free = (high - 2 * PAD - bag.height - 2 * CAPTIONS - board.height) / 3
    top = y + PAD + free
    scene.place(bag, centre - bag.width / 2, top)
    scene.add(
        fitted(
            (centre, top + bag.height + CAPTIONS - 1), texts("cover.bag"), SMALL, aside, "middle"
        )
    )
    low = y + high - PAD - free - board.height
    scene.place(board, centre - board.width / 2, low)
    machine, opponent = _side_words(job)
    scene.add(fitted((centre, low - 1.5), machine, SMALL, aside, "middle"))
    foot = y + high + 4.2
    draw_person(scene, (centre, foot), opponent, 2 * (x + width - centre))
    at = (x + (width - aside) / 2, foot)
    draw_person(
        scene, at, texts("cover.operator"), 0.6 * width, kit.game.diagram.pictures.get("operator")
    )
    _ground(job, scene, (x, foot), width, {centre: opponent, at[0]: texts("cover.operator")})
    _boxes(job, scene, (x + PAD, y + PAD), (width - aside - 3 * PAD, high - 2 * PAD))
    column.y += height


def _ground(job: Job, scene: Scene, at: Point, width: float, people: Mapping[float, str]) -> None:
    """Draw what lies on the ground of a theme, on the floor between the people."""
    ground: Piece | None = job.kit.game.diagram.pictures.get("ground")
    if ground is None:
        return
    count = int(width / GROUND_PITCH_MM)
    for number in range(count):
        x = at[0] + (number + 0.5) * width / count
        y = at[1] + (1.2 if number % 2 else 2.6)
        free = all(
            abs(x - middle) > text_width(words, SMALL, bold=True) / 2 + GROUND_MM
            for middle, words in people.items()
        )
        if free:
            mark = ground.draw((x, y), GROUND_MM)
            scene.add(msgspec.structs.replace(mark, stroke=Stroke(GREY, 0.25)))


def _side_words(job: Job) -> tuple[str, str]:
    """Return the words at the board for the machine's side and for the opponent's."""
    kit, texts = job.kit, job.texts
    if kit.game.diagram.turns and len(kit.players) == 1:
        machine = texts("cover.machine", side=side_name(job, kit.players[0]))
        return machine, texts("cover.opponent_of", side=side_name(job, 1 - kit.players[0]))
    return texts("cover.board"), texts("cover.opponent")


def _board_alone(job: Job, scene: Scene, at: Point, room: Point) -> None:
    """Draw the board with the opponent, for a machine that a program keeps: it has no boxes."""
    machine, opponent = _side_words(job)
    side = room[1] - 2 * PAD - CAPTIONS
    board = draw_position(job.kit, job.kit.game.start(), min(2 * side, room[0] - 2 * PAD), side)
    centre = at[0] + room[0] / 2
    low = at[1] + room[1] - PAD - board.height
    scene.place(board, centre - board.width / 2, low)
    scene.add(fitted((centre, low - 1.5), machine, SMALL, room[0], "middle"))
    draw_person(scene, (centre, at[1] + room[1] + 4.2), opponent, room[0])


def _boxes(job: Job, scene: Scene, at: Point, room: Point) -> None:
    """Draw all boxes in their rows, or the first ones of each row where they would be too small."""
    kit, texts = job.kit, job.texts
    rows = [
        list(boxes)
        for _, boxes in groupby(sorted(kit.boxes, key=lambda box: box.row), key=lambda box: box.row)
    ]
    longest = max(text_width(row_short(kit, texts, boxes[0]), SMALL) for boxes in rows)
    label = max(TURNS, longest + 2) if longest else 0.0
    shape = BOX_SHAPE if texts.made_of == CARDS else BOX_SHAPE + BOX_DEPTH
    wide = room[0] - label
    for width in WIDTHS:
        across, pitch = int((wide + 2) // (width + 2)), shape * width + 2
        counts = [-(-len(boxes) // across) for boxes in rows]
        if sum(counts) * pitch + 2 * (len(rows) - 1) <= room[1]:
            break
    else:
        pitch = room[1] / len(rows)
        width = min(22.0, 0.86 * pitch / shape)
        across, counts = int((wide - 12) // (width + 2)), [1] * len(rows)
    spare = max(0.0, room[1] - sum(counts) * pitch)
    y = at[1] + spare / 2 / len(rows)
    for boxes, count in zip(rows, counts, strict=True):
        words, level = row_short(kit, texts, boxes[0]), y + shape * width / 2
        row_height = count * pitch + spare / len(rows)
        size = max(LEAST_LETTERS, min(SMALL, CLEAR_LETTERS * row_height / POINT))
        if words:
            scene.add(fitted((at[0], level), words, size, label - 2, level=True))
        for box, piece_x, piece_y in in_rows(
            boxes[: count * across], across, (at[0] + label, y), (width + 2, pitch)
        ):
            scene.place(draw_piece(kit, texts, box, width), piece_x, piece_y)
        if len(boxes) > count * across:
            more = texts("cover.more", last=boxes[-1].id)
            scene.add(
                fitted(
                    (at[0] + label + across * (width + 2), level),
                    more,
                    size,
                    12,
                    bold=True,
                    level=True,
                )
            )
        y += row_height


def _columns(job: Job, column: Column, layout: CoverLayout) -> None:
    """Write what to buy, in a box, how to set it up, and which sheets there are."""
    texts = job.texts
    letters = layout.letters
    many, gutter = len(job.contents) > MANY, 6.0
    shares = layout.shares if many else (0.38, 0.34, 0.28)
    widths = [share * (column.width - 2 * gutter) for share in shares]
    starts = [column.x + sum(widths[:place]) + place * gutter for place in range(3)]
    buy, setup, contents = (
        Column(column.scene, x, column.y, wide) for x, wide in zip(starts, widths, strict=True)
    )
    inner = Column(Scene(1, 1), buy.x + 3, buy.y + 1, buy.width - 6)
    _needs(job, inner, letters)
    edge = Stroke(STYLE.readers["maker"].accent, 0.6)
    column.scene.add(
        rounded(buy.x, buy.y, buy.width, inner.y - buy.y + 2, 3, STYLE.colours.table, edge)
    )
    column.scene.add(*inner.scene.marks)
    setup.heading(texts("cover.setup"))
    setup.items((texts(f"cover.step.{key}", length=RULER) for key in _steps(job)), letters, 6)
    _contents(job, contents)
    if job.contents and (sentence := _first_lesson(job)):
        beside = setup if many and not layout.lesson_by_list else contents
        beside.gap(SPACE.near)
        beside.paragraph(sentence, letters, bold=True)
    bottom = max(inner.y + 2, setup.y)
    below = _care(job, column.x, bottom, starts[2] - gutter - column.x, letters)
    beside = _care(job, setup.x, setup.y, setup.width, letters)
    care = beside if max(beside.y, bottom) < below.y else below
    column.scene.add(*care.scene.marks)
    column.y = max(
        care.y, bottom, contents.y + qr_size(job.command, QR_SIZE, QR_LARGEST) + CODE_GAP
    )


def _care(job: Job, x: float, y: float, width: float, letters: float) -> Column:
    """Return what is to be said of safety and care, written on a scene of its own."""
    column = Column(Scene(1, 1), x, y + SPACE.near, width)
    sentences = care_for(job)
    if not sentences:
        return column
    column.line(job.texts("care.title"), letters, bold=True)
    column.paragraph(" ".join(sentences), letters)
    return column


def _needs(job: Job, column: Column, letters: float) -> None:
    texts, totals = job.texts, bead_totals(job.kit, job.bank)
    column.heading(texts("cover.needs"))
    if texts.made_of == PROGRAM:
        column.items((texts("cover.computer"), texts("cover.people")), letters, 4.5, mark="•")
        return
    if without_boxes := _without_boxes(job):
        column.paragraph(without_boxes, letters, gap=SPACE.near)
    needs = (
        _boxes_needed(job),
        _beads(job, totals),
        texts("cover.tools"),
        texts("cover.people"),
        _time(job),
    )
    for number, need in enumerate(needs):
        column.item("•", need, letters, indent=4.5)
        if number == 1 and texts.made_of != CARDS:
            _shopping(column, [(row.colour, row.to_buy) for row in totals if row.to_buy])


def _without_boxes(job: Job) -> str:
    """Return which sheet is the whole machine, if a print has such a one and nothing to make
    boxes or cards from.
    """
    if is_made(job):
        return ""
    return job.texts.sentence("cover.without_boxes.zero", "cover.without_boxes.sweets")


def _boxes_needed(job: Job) -> str:
    """Return how many boxes or cards the machine has, and what they are made from, if that is
    printed.
    """
    texts, stock, count = job.texts, job.stock, len(job.kit.boxes)
    if texts.has_sheet("boxes"):
        sheets = next(
            (part.pages - 1 for part, _ in job.contents if part.name == "boxes"), 0
        )  # the first tells how
        weight = job.options.boxes_paper.lower().removesuffix("g")
        return texts("cover.folded", count=count, sheets=sheets, weight=weight)
    if texts.has_sheet("labels") or texts.has_sheet("cards"):
        return texts(
            "cover.box", count=count, width=round(stock.width, 1), height=round(stock.height, 1)
        )
    return texts("cover.plain_box", count=count)


def _time(job: Job) -> str:
    """Return about how long it takes to make everything, with the minutes for one of each."""
    texts, work = job.texts, work_for(job)
    each = {texts(f"cover.work.{task.kind}", minutes=task.each): task.each for task in work.tasks}
    minutes_a_box = sum(task.each for task in work.machine)
    return texts(
        "cover.time", minutes=shared_minutes(work.tasks), each=minutes_a_box, list=", ".join(each)
    )


def _shopping(column: Column, colours: Sequence[tuple[Colour, int]]) -> None:
    """Draw the badge of each colour with the number of its beads to buy."""
    x, y = column.x + 4.5, column.y + 1.6
    for colour, count in colours:
        long = 6.4 + text_width(f"{count}", SMALL, bold=True)
        if x + long > column.x + column.width:
            x, y = column.x + 4.5, y + 5.6
        column.scene.add(*draw_badge(colour, (x + 2, y + 1), LABEL))
        column.scene.add(fitted((x + 4.8, y + 1), f"{count}", SMALL, bold=True, level=True))
        x += long + 2.4
    column.y = y + 5 if colours else column.y


def _steps(job: Job) -> Iterator[str]:
    """Yield the keys of the steps for setting up the printed parts."""
    texts = job.texts
    if texts.made_of == PROGRAM:
        yield "1_plain"
        yield "4"
        if texts.has_sheet("board"):
            yield "5_board"
        return
    cards, boxes, labels, beads = (
        texts.has_sheet(name) for name in ("cards", "boxes", "labels", "beads")
    )
    rulers = cards or boxes or (labels and not job.options.labels_one_a_page)
    yield "1" if rulers else "1_plain"
    if boxes:
        yield "fold"
    elif cards or labels:
        yield "peel" if job.peels_labels and not cards else "2"  # bought labels are not cut
    if cards or beads:
        yield "3"
    elif labels or boxes:
        yield "3_labels"
    yield "4"
    board, operator = texts.has_sheet("board"), texts.has_sheet("operator")
    if board and operator:
        yield "5"
    elif board:
        yield "5_board"
    elif operator:
        yield "5_operator"


def _beads(job: Job, totals: Sequence[BeadTotal]) -> str:
    if job.texts.made_of == CARDS:
        key = "dice" if counts_beads(job.kit) else "tokens"
        apart = "" if job.texts.has_sheet("cards") else "_apart"
        return job.texts(f"cover.{key}{apart}", colours=len(totals))
    owned, bank = bool(job.kit.choices.beads), job.bank
    key = ("owned_bank" if bank else "owned") if owned else ("bank" if bank else "spares")
    games, total = bank.games if bank else 0, sum(row.to_buy for row in totals)
    return job.texts(
        f"cover.bead.{key}", games=games, total=total, count=job.kit.beads, colours=len(totals)
    )


def _contents(job: Job, column: Column) -> None:
    if not job.contents:
        return
    column.heading(job.texts("cover.contents"))
    count = len(job.contents)  # a long list stands in two columns and leaves room for the picture
    across, letters = (1, SMALL + 0.5) if count <= MANY else (2, SMALL - 1)
    wide, rows = (column.width - 3 * (across - 1)) / across, -(-count // across)
    size = min(fit(part.title, letters, wide - 7) for part, _ in job.contents)
    last_rows = count - (across - 1) * rows
    pitch = line_height(letters) * min(1, MAX_LOOSE_ROWS / last_rows)
    for number, (part, _) in enumerate(job.contents):
        left = column.x + number // rows * (wide + 3)
        title, page, right = part.title, str(part.first), left + wide
        baseline = column.y + number % rows * pitch + 0.78 * line_height(letters)
        column.scene.add(
            Text((left, baseline), title, size), Text((right, baseline), page, letters, "end")
        )
        start, end = left + text_width(title, size) + 1.5, right - text_width(page, letters) - 1.5
        if end > start:
            column.scene.add(
                Line((start, baseline), (end, baseline), Stroke(GREY, 0.2, (0.3, 1.2)))
            )
    column.gap(rows * pitch)
    for part, stock in job.contents:
        if stock:
            key = "cover.roll" if job.options.labels_one_a_page else "cover.stock"
            words = job.texts(key, count=part.pages, pages=span(part.first, part.last), stock=stock)
            column.gap(SPACE.near)
            column.paragraph(words, SMALL, bold=True)


def _first_lesson(job: Job) -> str:
    """Return the sentence on what to print for a first lesson; empty if it needs no more and no
    less than all pages.
    """
    if job.lesson.lacks:
        return job.texts("cover.first_needs", parts=", ".join(job.lesson.lacks))
    if not job.lesson.parts or len(job.lesson.parts) == len(job.contents):
        return ""
    return job.texts("cover.first_lesson", pages=_pages_of(job, job.lesson.parts))


def _pages_of(job: Job, names: Collection[str]) -> str:
    """Return the pages of some parts, such as ``2–5, 7``."""
    parts = [part for part, _ in job.contents if part.name in names]
    pages = sorted({page for part in parts for page in range(part.first, part.last + 1)})
    runs = [
        [page for _, page in run]
        for _, run in groupby(enumerate(pages), lambda item: item[1] - item[0])
    ]
    return ", ".join(span(run[0], run[-1]) for run in runs)


def _again(job: Job, scene: Scene) -> None:
    """Draw the code at the bottom right, with what it is for."""
    code, what = job.command, "cover.again"
    if job.options.cover_address:  # the app makes the same kit and print
        choices = [
            pair
            for pair in spoken_choices(code, job.kit.choices.language)
            if pair[0] != "cover-address"
        ]
        code, what = f"{job.options.cover_address}#{urlencode(choices, safe=':,')}", "cover.app"
    size = qr_size(code, QR_SIZE, QR_LARGEST)
    right, bottom = job.page.width - job.page.margin, scene.height - FOOT
    scene.add(qr_code(code, right - size + 2, bottom - size, size))
    wide = 0.28 * (right - job.page.margin - 12) - size + 2
    words = Column(scene, right - size - wide, 0, wide)
    words.y = bottom - 2 - (len(wrap(job.texts(what), LABEL, wide)) + 1) * line_height(LABEL)
    words.paragraph(job.texts(what), LABEL)
    words.line(job.texts("sheet.hash", hash=job.kit.short_hash), LABEL, bold=True)
