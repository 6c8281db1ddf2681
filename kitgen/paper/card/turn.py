"""A turn of the machine in pictures: what it met, the box, the bead and the move; an open box; a strip of all beads.

The strip shows colour, shape and letter of each, for those who hold a bead, which has no letter.
"""

from dataclasses import replace

from kitgen.kit.kit import Kit
from kitgen.paper.card.board import draw_board, draw_box, machine_below
from kitgen.paper.card.moves import CrowdedError, badge_extent, draw_badge
from kitgen.paper.finder_index import ARROWS, view_at
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, PALE, SMALL, Column, line_height
from kitgen.paper.marks.fonts import fit, text_width
from kitgen.paper.marks.scene import DARK, POINT, Polygon, Scene, Stroke, Text, rectangle
from kitgen.paper.texts import BOXES
from kitgen.record.rows import Turn

#: Room for the words above a frame, padding inside it, and the gap between two frames, in mm.
WORDS, PAD, BETWEEN = 5.0, 1.6, 5.0
#: The largest letter of a bead, in points.
LETTER = 30.0


def draw_turn(job: Job, turn: Turn, width: float, height: float) -> Scene:
    """Return a turn as four frames in a row, with words above: the position, the box, the bead, the move."""
    kit, texts = job.kit, job.texts
    scene = Scene(width, height)
    wide, high = (width - 3 * BETWEEN) / 4, height - WORDS
    room = (wide - 2 * PAD, high - 2 * PAD)
    turned = machine_below(kit)
    made = replace(turn.slot, moves=(turn.move,))
    try:
        box = draw_box(kit, turn.box, *room)
    except CrowdedError:  # a small frame; the box itself shows the moves
        box = draw_board(kit.game, turn.box.position, (), *room, turned=turned)
    pictures = (
        ("position", draw_board(kit.game, turn.met, (), *room, turned=turned)),
        ("box", box),
        ("bead", _bead(turn, *room)),
        ("move", draw_board(kit.game, turn.met, (made,), *room, turned=turned)),
    )
    for number, (key, picture) in enumerate(pictures):
        x = number * (wide + BETWEEN)
        words = _box_as_it_lies(job, turn) if key == "box" else texts(f"turn.{key}", letter=turn.slot.colour.letter)
        size = fit(words, SMALL, wide, bold=True)
        scene.add(Text((x + wide / 2, WORDS - 1.6), words, size, "middle", bold=True))
        scene.add(rectangle(x, WORDS, wide, high, None, Stroke(PALE, 0.3)))
        scene.place(picture, x + (wide - picture.width) / 2, WORDS + (high - picture.height) / 2)
        if number:
            tip, y = x - BETWEEN / 2, WORDS + high / 2
            scene.add(Polygon(((tip - 1.2, y - 1.6), (tip + 1.2, y), (tip - 1.2, y + 1.6)), GREY))
    return scene


def _box_as_it_lies(job: Job, turn: Turn) -> str:
    """Return the name of a turn's box, and whether the table showed it turned or mirrored: children fail there."""
    view = view_at(job.kit, turn.met)
    turned = view is not None and view.sign[:1] in ARROWS[1:]
    mirrored = view is not None and view.mirrored
    key = {(False, False): "plain", (True, False): "turned", (False, True): "mirrored"}.get((turned, mirrored), "both")
    return job.texts(f"turn.lies.{key}", id=turn.box.id)


def _bead(turn: Turn, width: float, height: float) -> Scene:
    west, top, right, bottom = badge_extent(turn.slot.colour.symbol, 1.0)
    size = min(LETTER, 0.7 * min(width / (right - west), height / (bottom - top)))
    scene = Scene((right - west) * size, (bottom - top) * size)
    scene.add(*draw_badge(turn.slot.colour, (-west * size, -top * size), size))
    return scene


def draw_open_box(job: Job, scene: Scene, turn: Turn, middle: float, top: float, width: float) -> float:
    """Draw a box ``width`` mm wide with its tray open, or a card, and the bead; return how far down they reach."""
    height, letters = 10.0, 8.0
    x = middle - width / 2
    if job.texts.made_of == BOXES:
        scene.add(rectangle(x + 1, top + height, width - 2, 3.4, "#E8DFCC", Stroke(DARK, 0.15)))
    scene.add(rectangle(x, top, width, height, "#FFFFFF", Stroke(DARK, 0.3)))
    size = fit(turn.box.id, 12, width - 2, bold=True)
    scene.add(Text((middle, top + height / 2 + size * POINT * 0.36), turn.box.id, size, "middle", bold=True))
    scene.add(*draw_badge(turn.slot.colour, (middle, top + height + 6.6), letters))
    return top + height + 9.4


#: The width of a badge with the space round it, and the space after a name, in mm for each point of the letters.
BADGE_WIDTH, AFTER = 0.55, 0.42


def draw_strip(kit: Kit, column: Column, size: float) -> None:
    """Draw the strip at the end of a column, in letters of a size, on as many lines as it needs."""
    x, high = column.x, 1.25 * line_height(size)
    for colour in kit.palette:
        width = BADGE_WIDTH * size + text_width(colour.name, size) + AFTER * size
        if x > column.x and x + width > column.x + column.width:
            x = column.x
            column.gap(high)
        middle = column.y + high / 2
        column.scene.add(*draw_badge(colour, (x + 0.2 * size, middle), 0.9 * size))
        column.scene.add(Text((x + BADGE_WIDTH * size, middle + 0.36 * size * POINT), colour.name, size))
        x += width
    column.gap(high)
