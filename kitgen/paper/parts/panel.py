"""The museum panel: how a visitor teaches the machine, on a sheet of two pages for the wall
beside it.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

from kitgen.claims.claims import facts_of, say
from kitgen.claims.facts import Facts
from kitgen.errors import UsageError
from kitgen.paper.card.board import draw_position
from kitgen.paper.card.faces import Backs, Cards, card_size
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.document import Sheet
from kitgen.paper.finder_index import find_in_short
from kitgen.paper.game_sheets import shown
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, content_area, line_height
from kitgen.paper.layout.wall import tiles
from kitgen.paper.machine_pictures import draw_number, greet
from kitgen.paper.marks.scene import (
    DARK,
    POINT,
    Line,
    Mark,
    Polygon,
    Scene,
    Stroke,
    Text,
    rectangle,
    rounded,
)
from kitgen.paper.spoken_game import game_name, game_rules, has_draws, machine_side
from kitgen.paper.style import LEAST_LETTERS, SPACE, STYLE, in_rows
from kitgen.papers import Point, double
from kitgen.reading.templates import capitalised
from kitgen.reading.texts import CARDS

NAME = "panel"
ACCENT = STYLE.readers["museum"].accent
#: The letters of the title, a step's heading, its words, and the rules of the game.
HEAD_PT, STEP_PT, WORDS_PT, RULES_PT = STYLE.display.panel
#: Scales of all letters but the title's, until every step fits.
SCALES = (1.0, 0.92, 0.84, 0.76, 0.68)
#: The letters of smaller headings, as a share of a step's.
LESSER_SHARE = 0.8
#: The steps.
PLAYING = 1
PICKING = 2
LEARNING = 3
STEPS = (PLAYING, PICKING, LEARNING)
#: The pictures of the steps: the greatest height in mm, and width over height.
MAX_PICTURE_MM = 66.0
PICTURE_SHAPE = 1.45
#: Between a picture and the words beside it, in mm.
WORDS_GAP_MM = 10.0
#: The height of the label in a picture before it is enlarged, in mm.
DRAWN_MM = 36.0
#: The height of the robot beside the title, in mm.
ROBOT_MM = 52.0
#: The width of a step's number, in mm.
NUMBER_MM = 15.0
#: The space above the foot of the sheet, in mm.
FOOT_MM = 8.0
#: The edges of things in pictures.
EDGE = Stroke(DARK, 0.6)
#: The line with which a field is struck out or ticked.
PEN = Stroke(DARK, 0.8)


def sheets(job: Job) -> list[Sheet]:
    """Return the panel, or its tiles."""
    title = job.texts("panel.title")
    scene = _whole(replace(job, page=double(job.page)))
    if not job.options.poster_tiled:
        return [Sheet(scene, NAME, title, foot="name")]
    sheets = []
    for tile in tiles(scene, job.page, job.texts, NAME):
        sheets.append(Sheet(tile, NAME, title, tile=True, shows="tiles"))
    return sheets


def _whole(job: Job) -> Scene:
    """Return the whole panel in the largest letters with which every step fits."""
    for scale in SCALES:
        panel = _panel(job, scale)
        if panel is not None:
            return panel
    raise UsageError(
        f"the rules of {job.kit.game.called} are too long for a panel on {job.page.name} paper"
    )


def _panel(job: Job, scale: float) -> Scene | None:
    """Return the whole panel, its letters at a scale; None if the words of a step do not fit."""
    kit = job.kit
    page = job.page
    x, y, width, _ = content_area(page)
    scene = Scene(page.width, page.height)
    column = Column(scene, x, y, width - ROBOT_MM)
    column.line(say(job.texts, "teach_head", Facts(kit)), HEAD_PT, bold=True, fill=ACCENT)
    column.gap(SPACE.near)
    facts = facts_of(kit, boxes=len(kit.boxes), game=game_name(job))
    column.paragraph(say(job.texts, "visitors", facts), WORDS_PT * scale)
    column.y = max(column.y, y + ROBOT_MM) + 3
    greet(scene, kit, x + width, column.y - 2, ROBOT_MM)
    rules = _rules(job, scale)
    foot = page.height - y - FOOT_MM - rules.y
    high = (foot - column.y) / len(STEPS)
    for number in STEPS:
        at = (x, column.y + (number - 1) * high)
        if not _step(job, scene, number, at, (width, high), scale):
            return None
    scene.add(rounded(x, foot, width, rules.y + 2, 4, STYLE.colours.table, Stroke(ACCENT, 0.6)))
    scene.place(rules.scene, 0, foot)
    return scene


def _rules(job: Job, scale: float) -> Column:
    """Return the rules of the game in a column of their own, as wide as the panel."""
    x, _, width, _ = content_area(job.page)
    rules = Column(Scene(job.page.width, job.page.height), x + 6, 0, width - 12)
    rules.gap(SPACE.section)
    rules.line(capitalised(game_name(job)), STEP_PT * LESSER_SHARE * scale, bold=True)
    rules.paragraph(machine_side(job), RULES_PT * scale)
    rules.items(game_rules(job), RULES_PT * scale, mark="•")
    return rules


def _step(job: Job, scene: Scene, number: int, at: Point, room: Point, scale: float) -> bool:
    """Draw a step, its picture on the left; return whether its words fit."""
    x, y = at
    room_wide, room_high = room
    scene.add(Line((x, y), (x + room_wide, y), Stroke(ACCENT, 1.2)))
    high = min(MAX_PICTURE_MM, room_high - 10)
    wide = high * PICTURE_SHAPE
    picture = _picture(job, number, high)
    scene.place(picture, x + (wide - picture.width) / 2, y + (room_high - picture.height) / 2)
    width = room_wide - wide - WORDS_GAP_MM
    words = Column(Scene(1, 1), x + wide + WORDS_GAP_MM, 0, width)
    _draw_step_heading(job, words, number, scale)
    for sentence in _sentences(job, number):
        words.paragraph(sentence, WORDS_PT * scale, gap=SPACE.paragraph)
    scene.place(words.scene, 0, y + (room_high - words.y) / 2)
    return words.y <= room_high - 4


def _draw_step_heading(job: Job, column: Column, number: int, scale: float) -> None:
    """Draw the number of a step and its heading beside it, both in the middle of one line."""
    letters = STEP_PT * scale
    high = line_height(letters)
    middle = (column.x + NUMBER_MM / 2, max(high, NUMBER_MM) / 2)
    draw_number(column.scene, number, middle, NUMBER_MM, ACCENT)
    x = column.x + NUMBER_MM + 4
    y = max(0.0, NUMBER_MM - high) / 2
    beside = Column(column.scene, x, y, column.width - NUMBER_MM - 4)
    if number == LEARNING:
        heading = say(job.texts, "teach_step", Facts(job.kit))
    else:
        heading = job.texts(f"panel.step.{number}")
    beside.line(heading, letters, bold=True)
    column.y = max(beside.y, NUMBER_MM) + 2


def _sentences(job: Job, step: int) -> Iterator[str]:
    """Yield what is said of a step."""
    texts = job.texts
    if step == PLAYING:
        yield texts("panel.play")
    elif step == PICKING:
        yield find_in_short(job.kit, texts)
        yield texts("panel.pick")
    else:
        rule = job.kit.rule
        for key, change in (("loss", rule.loss), ("draw", rule.draw), ("win", rule.win)):
            if key != "draw" or has_draws(job.kit):
                then = say(texts, "then", facts_of(job.kit, change=change))
                yield f"{texts(f'panel.if.{key}')} {then}"


def _picture(job: Job, step: int, high: float) -> Scene:
    """Return the picture of a step, of a height in mm."""
    wide = PICTURE_SHAPE * high
    if step == PLAYING:
        return draw_position(job.kit, job.kit.game.start(), wide, high)
    if step == PICKING:
        picture = Scene(wide, high)
        cards = Cards(job.kit, PICTURE_SHAPE * DRAWN_MM, DRAWN_MM, job.texts)
        box, _ = shown(job)
        picture.place(cards.draw(box, is_sorted=False), scale=high / DRAWN_MM)
        return picture
    if job.texts.made_of == CARDS:
        return _fields(job, high)
    return _beads(job, high)


def _beads(job: Job, high: float) -> Scene:
    """Return an open box with its beads, and the bead that is taken out or put in."""
    rule = job.kit.rule
    box, taken = shown(job)
    wide = 0.5 * PICTURE_SHAPE * high
    picture = Scene(PICTURE_SHAPE * high, 0.75 * high)
    top = 0.18 * high
    tray_high = picture.height - top
    picture.add(rectangle(0, top, wide, tray_high, STYLE.colours.tray, EDGE))
    picture.add(Text((0, top - 3), box.id, STEP_PT * LESSER_SHARE, bold=True))
    inside = [slot for slot in box.slots if slot is not taken]
    across = 2 if len(inside) > 1 else 1
    rows = max(1, math.ceil(len(inside) / across))
    cell_wide = wide / across
    cell_high = tray_high / rows
    letters = min(40.0, 0.2 * wide / POINT, 0.75 * cell_high / POINT / 1.3)
    first = (cell_wide / 2, top + cell_high / 2)
    for slot, x, y in in_rows(inside, across, first, (cell_wide, cell_high)):
        picture.add(*draw_badge(slot.colour, (x, y), letters))
    middle = (top + picture.height) / 2
    picture.add(*draw_badge(taken.colour, (picture.width - 10, middle), letters))
    start = wide + 3
    end = picture.width - 22
    if rule.loss.takes:
        picture.add(*_arrow(start, end, middle))
    if not rule.only_takes:
        below = 12 if rule.loss.takes else 0
        picture.add(*_arrow(end, start, middle + below))
    return picture


def _fields(job: Job, high: float) -> Scene:
    """Return the back of a card, on which a field is struck out, and one is ticked."""
    box, taken = shown(job)
    size = card_size(job)
    backs = Backs(job, size.width, size.height)
    card = backs.draw(box)
    place = box.slots.index(taken)
    side = backs.rows.side
    if job.kit.rule.loss.takes:
        x, y = backs.field_at(place, taken.beads - 1)
        card.add(Line((x, y), (x + side, y + side), PEN))
        card.add(Line((x, y + side), (x + side, y), PEN))
    if taken.beads < backs.row_fields(taken):
        x, y = backs.field_at(place, taken.beads)
        bottom = (x + 0.4 * side, y + 0.9 * side)
        card.add(Line((x + 0.1 * side, y + 0.5 * side), bottom, PEN))
        card.add(Line(bottom, (x + side, y), PEN))
    scale = min(high / size.height, PICTURE_SHAPE * high / size.width)
    # Letters that would be too small, such as the kit's hash, are left out.
    least = LEAST_LETTERS / scale
    card.marks[:] = [
        mark for mark in card.marks if not isinstance(mark, Text) or mark.size >= least
    ]
    picture = Scene(size.width * scale, size.height * scale)
    picture.add(rectangle(0, 0, picture.width, picture.height, None, EDGE))
    picture.place(card, scale=scale)
    return picture


def _arrow(start: float, end: float, y: float) -> list[Mark]:
    """Return a level arrow."""
    way = 1 if end > start else -1
    head = ((end, y), (end - 6 * way, y - 4), (end - 6 * way, y + 4))
    return [Line((start, y), (end - 5 * way, y), Stroke(DARK, 2.2)), Polygon(head, DARK)]
