"""Chips to cut out in place of beads: squares that share their edges, each with the badge of its colour."""

from collections.abc import Iterator

from kitgen.kit.kit import Kit
from kitgen.kit.palette import Colour
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.declared import PartOptions
from kitgen.paper.job import Job, bead_totals, count_in_words
from kitgen.paper.layout.frame import Column, new_page, room_below
from kitgen.paper.marks.scene import Scene, Stroke, rectangle
from kitgen.paper.style import GREY, SMALL, SPACE

#: The side of a chip, in mm, and the letter on it, in points.
CHIP_MM = 15.0
LETTER_PT = 16.0
#: The line to cut along.
EDGE = Stroke(GREY, 0.2)


def sheets(job: Job) -> list[Scene]:
    """Return a chip for each bead of the boxes and of the bank, and the spare ones, colour by colour."""
    scene, column = _page(job, first=True)
    scenes = [scene]
    across = int(column.width / CHIP_MM)
    left = 0
    for colour in _chips(job):
        if left == across:
            left = 0
            column.gap(CHIP_MM)
        if room_below(job, column) < CHIP_MM:
            scene, column = _page(job, first=False)
            scenes.append(scene)
        x = column.x + left * CHIP_MM
        scene.add(rectangle(x, column.y, CHIP_MM, CHIP_MM, stroke=EDGE))
        scene.add(*draw_badge(colour, (x + CHIP_MM / 2, column.y + CHIP_MM / 2), LETTER_PT))
        left += 1
    return scenes


def _page(job: Job, *, first: bool) -> tuple[Scene, Column]:
    scene, column = new_page(job, job.texts("chips.title"))
    if first:
        counts = [count_in_words(row.colour, row.total) for row in bead_totals(job.kit, job.bank)]
        column.paragraph(job.texts("chips.how", list=", ".join(counts)), SMALL, gap=SPACE.paragraph)
    return scene, column


def _chips(job: Job) -> Iterator[Colour]:
    for row in bead_totals(job.kit, job.bank):
        for _ in range(row.total):
            yield row.colour


def work(kit: Kit, _options: PartOptions, _bought: bool) -> Iterator[tuple[str, int]]:
    """Yield what is made: a chip for each bead."""
    yield "chip", sum(row.total for row in bead_totals(kit))
