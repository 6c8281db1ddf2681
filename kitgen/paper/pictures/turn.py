"""One turn of the machine in four frames: the position that it met, the box, the bead that was picked, the move."""

from dataclasses import replace

from kitgen.paper.card.badge import badge_extent, draw_badge
from kitgen.paper.card.board import draw_board, draw_box, machine_below
from kitgen.paper.card.placing import CrowdedError
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, PALE, SMALL
from kitgen.paper.marks.fonts import fit
from kitgen.paper.marks.scene import DARK, POINT, Point, Polygon, Scene, Stroke, Text, rectangle
from kitgen.paper.texts import BOXES
from kitgen.record.follow import Turn

#: Room for the words above a frame, between a frame and what it holds, and between two frames, in mm.
WORDS, PAD, BETWEEN = 5.0, 1.6, 5.0
#: The largest letter of a bead, in points.
LETTER = 30.0


def draw_turn(job: Job, turn: Turn, width: float, height: float) -> Scene:
    """Return a turn as four frames in a row, an arrow from each to the next, and words above each.

    Args:
        job: the print run.
        turn: the turn.
        width: of all frames, in mm.
        height: of the frames and the words above them, in mm.
    """
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
        words = texts(f"turn.{key}", id=turn.box.id, letter=turn.slot.colour.letter)
        size = fit(words, SMALL, wide, bold=True)
        scene.add(Text((x + wide / 2, WORDS - 1.6), words, size, "middle", bold=True))
        scene.add(rectangle(x, WORDS, wide, high, None, Stroke(PALE, 0.3)))
        scene.place(picture, x + (wide - picture.width) / 2, WORDS + (high - picture.height) / 2)
        if number:
            scene.add(_next((x - BETWEEN / 2, WORDS + high / 2)))
    return scene


def _bead(turn: Turn, width: float, height: float) -> Scene:
    """Return a bead as large as a frame allows."""
    left, top, right, bottom = badge_extent(turn.slot.colour.symbol, 1.0)
    size = min(LETTER, 0.7 * min(width / (right - left), height / (bottom - top)))
    scene = Scene((right - left) * size, (bottom - top) * size)
    scene.add(*draw_badge(turn.slot.colour, (-left * size, -top * size), size))
    return scene


def _next(at: Point) -> Polygon:
    """Return a small arrow that points from one frame to the next."""
    x, y = at
    return Polygon(((x - 1.2, y - 1.6), (x + 1.2, y), (x - 1.2, y + 1.6)), GREY)


def draw_open_box(job: Job, scene: Scene, turn: Turn, middle: float, top: float, width: float) -> float:
    """Draw a box with its tray open, or a card, and the bead that was picked; return how far down they reach.

    Args:
        job: the print run.
        scene: what is drawn on.
        turn: gives the box and the bead.
        middle: of the box across, in mm.
        top: of the box, in mm.
        width: of the box, in mm.
    """
    height, letters = 10.0, 8.0
    left = middle - width / 2
    if job.texts.made_of == BOXES:
        scene.add(rectangle(left + 1, top + height, width - 2, 3.4, "#E8DFCC", Stroke(DARK, 0.15)))
    scene.add(rectangle(left, top, width, height, "#FFFFFF", Stroke(DARK, 0.3)))
    size = fit(turn.box.id, 12, width - 2, bold=True)
    scene.add(Text((middle, top + height / 2 + size * POINT * 0.36), turn.box.id, size, "middle", bold=True))
    scene.add(*draw_badge(turn.slot.colour, (middle, top + height + 6.6), letters))
    return top + height + 9.4
