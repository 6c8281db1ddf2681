"""Chips to cut out in place of beads: squares that share their edges, each with the badge of its
colour.

Where a colour always takes as many things, the number may stand on them, too.
"""

from collections.abc import Iterator

from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.kit.palette import Colour
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.declared import PartOptions
from kitgen.paper.document import Sheet, Sign
from kitgen.paper.game_sheets import amounts_of
from kitgen.paper.job import Job, bead_totals, count_in_words
from kitgen.paper.layout.frame import Column, new_page, room_below
from kitgen.paper.marks.scene import Scene, Stroke, rectangle
from kitgen.paper.style import GREY, LABEL, SMALL, SPACE, fitted
from kitgen.papers import Point

#: The side of a chip, in mm.
CHIP_MM = 15.0
#: The letter on a chip, and the number on a numbered one, in points.
LETTER_PT = 16.0
NUMBER_PT = 20.0
#: The middle of the badge on a numbered chip from its corner, in mm.
SMALL_BADGE_MM = 3.4
#: A group's sign, and the middle of it from the corner, in mm.
SIGN_MM = 3.4
SIGN_CORNER_MM = 2.4
#: The line to cut along.
EDGE = Stroke(GREY, 0.2)


def sheets(job: Job) -> list[Scene] | list[Sheet]:
    """Return a chip for each bead of the boxes and of the bank, and the spare ones, colour by
    colour.
    """
    scene, column = _page(job, first=True)
    scenes = [scene]
    corners = list[list[Point]]([[]])  # where a group's sign goes on each chip, page by page
    across = int(column.width / CHIP_MM)
    amounts = amounts_of(job.kit) if job.options.chips_face == "number" else {}
    in_row = 0
    for colour in _chips(job):
        if in_row == across:
            in_row = 0
            column.gap(CHIP_MM)
        if room_below(job, column) < CHIP_MM:
            scene, column = _page(job, first=False)
            scenes.append(scene)
            corners.append([])
        x = column.x + in_row * CHIP_MM
        scene.add(rectangle(x, column.y, CHIP_MM, CHIP_MM, stroke=EDGE))
        scene.place(_face(colour, amounts.get(colour.key)), x, column.y)
        corners[-1].append((x + CHIP_MM - SIGN_CORNER_MM, column.y + SIGN_CORNER_MM))
        in_row += 1
    if not job.options.groups:
        return scenes
    title = job.texts("chips.title")
    sheets = []
    for scene, places in zip(scenes, corners, strict=True):
        signs = tuple(Sign(at, SIGN_MM) for at in places)
        sheets.append(Sheet(scene, "chips", title, signs=signs))
    return sheets


def _face(colour: Colour, amount: int | None) -> Scene:
    """Return what stands on a chip: the badge of its colour, or smaller beside the number to
    take.
    """
    scene = Scene(CHIP_MM, CHIP_MM)
    if amount is None:
        scene.add(*draw_badge(colour, (CHIP_MM / 2, CHIP_MM / 2), LETTER_PT))
        return scene
    scene.add(*draw_badge(colour, (SMALL_BADGE_MM, SMALL_BADGE_MM), LABEL))
    at = (0.58 * CHIP_MM, 0.58 * CHIP_MM)  # below the middle: the badge is above it
    scene.add(fitted(at, f"{amount}", NUMBER_PT, CHIP_MM / 2, "middle", bold=True, level=True))
    return scene


def check_face(job: Job) -> None:
    """Refuse numbers on chips where a colour does not always take as many things."""
    if job.options.chips_face == "number" and not amounts_of(job.kit):
        problem = f"in {job.kit.name} a colour is not a number of things to take"
        raise UsageError(f"--set chips.face=number: {problem}; leave it out for letters")


def _page(job: Job, *, first: bool) -> tuple[Scene, Column]:
    scene, column = new_page(job, job.texts("chips.title"))
    if first:
        totals = bead_totals(job.kit, job.bank)
        counts = [count_in_words(job.texts, row.colour, row.total) for row in totals]
        key = "chips.how" if job.bank is None else "chips.how_bank"
        column.paragraph(job.texts(key, list=", ".join(counts)), SMALL, gap=SPACE.paragraph)
    return scene, column


def _chips(job: Job) -> Iterator[Colour]:
    for row in bead_totals(job.kit, job.bank):
        for _ in range(row.total):
            yield row.colour


def work(kit: Kit, _options: PartOptions, _bought: bool) -> Iterator[tuple[str, int]]:
    """Yield what is made: a chip for each bead."""
    yield "chip", sum(row.total for row in bead_totals(kit))
