"""The museum panel: how a visitor teaches the machine, on a sheet of two pages for the wall
beside it.
"""

from collections.abc import Iterator
from dataclasses import replace

from kitgen.claims.claims import facts_of, say
from kitgen.claims.facts import Facts
from kitgen.errors import UsageError
from kitgen.paper.card.board import draw_position
from kitgen.paper.card.faces import Backs, Cards, card_size
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.document import Sheet
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
#: Letter sizes in points: the title, a step's heading, its words, the rules of the game.
HEAD, STEP, WORDS, RULES = STYLE.display.panel
#: Scales of all letters but the title's, until every step fits.
SCALES = (1.0, 0.92, 0.84, 0.76, 0.68)
#: The last of the three steps.
LEARNING = 3
#: The pictures of the steps: their height in mm, width over height, and the space beside them, in
#: mm.
PICTURE, SHAPE, BETWEEN = 66.0, 1.45, 10.0
#: The height of the label before it is enlarged, and of the robot beside the title, the width of a
#: step's number, and the space above the foot of the sheet, in mm.
DRAWN, ROBOT, NUMBER, FOOT = 36.0, 52.0, 15.0, 8.0


def sheets(job: Job) -> list[Sheet]:
    """Return the panel, or its tiles."""
    run = replace(job, page=double(job.page))
    scene = next((panel for scale in SCALES if (panel := _panel(run, scale)) is not None), None)
    if scene is None:
        raise UsageError(
            f"the rules of {job.kit.game.called} are too long for a panel on {run.page.name} paper"
        )
    title = job.texts("panel.title")
    if job.options.poster_tiled:
        return [
            Sheet(tile, NAME, title, tile=True, shows="tiles")
            for tile in tiles(scene, job.page, job.texts, NAME)
        ]
    return [Sheet(scene, NAME, title, foot="name")]


def _panel(job: Job, scale: float) -> Scene | None:
    """Return the whole panel, its letters at a scale; None if the words of a step do not fit."""
    texts, kit, page = job.texts, job.kit, job.page
    x, y, width, _ = content_area(page)
    scene = Scene(page.width, page.height)
    column = Column(scene, x, y, width - ROBOT)
    column.line(say(texts, "teach_head", Facts(kit)), HEAD, bold=True, fill=ACCENT)
    column.gap(SPACE.near)
    facts = facts_of(kit, boxes=len(kit.boxes), game=game_name(job))
    column.paragraph(say(texts, "visitors", facts), WORDS * scale)
    column.y = max(column.y, y + ROBOT) + 3
    greet(scene, kit, x + width, column.y - 2, ROBOT)
    rules = Column(Scene(page.width, page.height), x + 6, 0, width - 12)
    rules.gap(SPACE.section)
    rules.line(capitalised(game_name(job)), STEP * 0.8 * scale, bold=True)
    rules.paragraph(machine_side(job), RULES * scale)
    rules.items(game_rules(job), RULES * scale, mark="•")
    foot = page.height - y - FOOT - rules.y
    step = (foot - column.y) / 3
    for number in range(1, 4):
        if not _step(job, scene, number, (x, column.y + (number - 1) * step), (width, step), scale):
            return None
    scene.add(rounded(x, foot, width, rules.y + 2, 4, STYLE.colours.table, Stroke(ACCENT, 0.6)))
    scene.place(rules.scene, 0, foot)
    return scene


def _step(job: Job, scene: Scene, number: int, at: Point, room: Point, scale: float) -> bool:
    """Draw a step, its picture on the left; return whether its words fit."""
    x, y = at
    scene.add(Line((x, y), (x + room[0], y), Stroke(ACCENT, 1.2)))
    high = min(PICTURE, room[1] - 10)
    picture = _picture(job, number, high)
    wide = high * SHAPE
    scene.place(picture, x + (wide - picture.width) / 2, y + (room[1] - picture.height) / 2)
    words = Column(Scene(1, 1), x + wide + BETWEEN, 0, room[0] - wide - BETWEEN)
    high = line_height(STEP * scale)
    draw_number(words.scene, number, (words.x + NUMBER / 2, max(high, NUMBER) / 2), NUMBER, ACCENT)
    title = Column(
        words.scene, words.x + NUMBER + 4, max(0.0, NUMBER - high) / 2, words.width - NUMBER - 4
    )
    step = (
        say(job.texts, "teach_step", Facts(job.kit))
        if number == LEARNING
        else job.texts(f"panel.step.{number}")
    )
    title.line(step, STEP * scale, bold=True)
    words.y = max(title.y, NUMBER) + 2
    for sentence in _sentences(job, number):
        words.paragraph(sentence, WORDS * scale, gap=SPACE.paragraph)
    scene.place(words.scene, 0, y + (room[1] - words.y) / 2)
    return words.y <= room[1] - 4


def _sentences(job: Job, step: int) -> Iterator[str]:
    if step < LEARNING:
        yield from map(job.texts, ("panel.play",) if step == 1 else ("panel.find", "panel.pick"))
        return
    for key, change in (
        ("loss", job.kit.rule.loss),
        ("draw", job.kit.rule.draw),
        ("win", job.kit.rule.win),
    ):
        if key != "draw" or has_draws(job.kit):
            then = say(job.texts, "then", facts_of(job.kit, change=change))
            yield f"{job.texts(f'panel.if.{key}')} {then}"


def _picture(job: Job, step: int, high: float) -> Scene:
    if step == 1:
        return draw_position(job.kit, job.kit.game.start(), SHAPE * high, high)
    if step == 2:
        picture = Scene(SHAPE * high, high)
        label = Cards(job.kit, SHAPE * DRAWN, DRAWN, job.texts).draw(shown(job)[0], is_sorted=False)
        picture.place(label, scale=high / DRAWN)
        return picture
    return _fields(job, high) if job.texts.made_of == CARDS else _beads(job, high)


def _beads(job: Job, high: float) -> Scene:
    (box, taken), wide = shown(job), 0.5 * SHAPE * high
    picture = Scene(SHAPE * high, 0.75 * high)
    top = 0.18 * high
    picture.add(
        rectangle(0, top, wide, picture.height - top, STYLE.colours.tray, Stroke(DARK, 0.6))
    )
    picture.add(Text((0, top - 3), box.id, STEP * 0.8, bold=True))
    inside = [slot for slot in box.slots if slot is not taken]
    across = 2 if len(inside) > 1 else 1
    pitch = (wide / across, (picture.height - top) / max(1, -(-len(inside) // across)))
    letters = min(40.0, 0.2 * wide / POINT, 0.75 * pitch[1] / POINT / 1.3)
    for slot, x, y in in_rows(inside, across, (pitch[0] / 2, top + pitch[1] / 2), pitch):
        picture.add(*draw_badge(slot.colour, (x, y), letters))
    middle = (top + picture.height) / 2
    picture.add(*draw_badge(taken.colour, (picture.width - 10, middle), letters))
    start, end = wide + 3, picture.width - 22
    if job.kit.rule.loss.takes:
        picture.add(*_arrow(start, end, middle))
    if not job.kit.rule.only_takes:
        picture.add(*_arrow(end, start, middle + (12 if job.kit.rule.loss.takes else 0)))
    return picture


def _fields(job: Job, high: float) -> Scene:
    (box, taken), size = shown(job), card_size(job)
    backs = Backs(job, size.width, size.height)
    scene, (slot, last) = backs.draw(box), (box.slots.index(taken), taken.beads)
    side, line = backs.rows.side, Stroke(DARK, 0.8)
    if job.kit.rule.loss.takes:
        x, y = backs.field_at(slot, last - 1)
        for up, down in ((y, y + side), (y + side, y)):
            scene.add(Line((x, up), (x + side, down), line))
    if last < backs.row_fields(taken):
        x, y = backs.field_at(slot, last)
        bottom = (x + 0.4 * side, y + 0.9 * side)
        scene.add(
            Line((x + 0.1 * side, y + 0.5 * side), bottom, line), Line(bottom, (x + side, y), line)
        )
    scale = min(high / size.height, SHAPE * high / size.width)
    least = (
        LEAST_LETTERS / scale
    )  # letters that would be too small, such as the kit's hash, are left out
    scene.marks[:] = [
        mark for mark in scene.marks if not (isinstance(mark, Text) and mark.size < least)
    ]
    picture = Scene(size.width * scale, size.height * scale)
    picture.add(rectangle(0, 0, picture.width, picture.height, None, Stroke(DARK, 0.6)))
    picture.place(scene, scale=scale)
    return picture


def _arrow(start: float, end: float, y: float) -> list[Mark]:
    way = 1 if end > start else -1
    head = ((end, y), (end - 6 * way, y - 4), (end - 6 * way, y + 4))
    return [Line((start, y), (end - 5 * way, y), Stroke(DARK, 2.2)), Polygon(head, DARK)]
