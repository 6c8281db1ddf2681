"""The table map: a mat, to scale, on which each box has its place; tiled when it is larger than
the page.
"""

import math

from kitgen.paper.card.box_words import row_title
from kitgen.paper.card.faces import card_size, row_tint
from kitgen.paper.document import Sheet
from kitgen.paper.fold import BoxSize, read_carton
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import content_area
from kitgen.paper.layout.wall import Wall, hang, tile_counts, tiles
from kitgen.paper.marks.scene import BLACK, POINT, Line, Scene, Stroke, Text, rectangle
from kitgen.paper.style import BODY, GREY, SMALL, TITLE, fitted, text_width
from kitgen.papers import Point
from kitgen.reading.texts import CARDS

NAME = "map"
#: Between two boxes, the widest first: a narrower gap is taken where it saves tiles.
GAPS_MM = (5.0, 4.0, 2.5)
#: The room of a turn's heading, of the title, and round everything, in mm.
HEADING, HEAD, BORDER = 9.0, 14.0, 4.0
#: How much a tile is worth against a mat that has another shape than a table.
SHAPE_WEIGHT = 0.5
#: The most boxes side by side on a mat.
WIDEST = 24


def sheets(job: Job) -> list[Scene] | list[Sheet]:
    """Return the mat, on one page or on tiles."""
    if job.texts.made_of == CARDS:
        card = card_size(job)
        size = BoxSize(card.width, card.height, 0)
    else:
        size = read_carton(job.options, job.templates).size
    plans = [_plan(job, size, gap) for gap in GAPS_MM]
    mat = _mat(job, *min(plans, key=lambda plan: math.prod(tile_counts(plan[1], job.page))), size)
    title = job.texts("map.title")
    x, y, width, height = content_area(job.page)
    if mat.width <= width and mat.height <= height:
        sheet = Scene(job.page.width, job.page.height)
        sheet.place(mat, x, y)
        return [sheet]
    return [Sheet(tile, NAME, title, tile=True) for tile in tiles(mat, job.page, job.texts, NAME)]


#: The places of boxes, and width and height of their mat.
Plan = tuple[Wall, Point]


def _plan(job: Job, size: BoxSize, gap: float) -> Plan:
    """Return the best mat with a gap between boxes."""
    plans = [_wall(job, size, gap, across) for across in range(1, WIDEST + 1)]
    return min(plans, key=lambda plan: _cost(job, plan[1]))


def _wall(job: Job, size: BoxSize, gap: float, across: int) -> Plan:
    """Return the mat with so many boxes side by side."""
    width = across * (size.width + gap) - gap
    wall = hang(
        job.kit.boxes, [(width, math.inf)], lambda _: (size.width, size.depth), gap, HEADING
    )
    high = wall.rows[-1].y + size.depth
    return wall, (width + 2 * BORDER, HEAD + high + 2 * BORDER)


def _cost(job: Job, extent: Point) -> float:
    """Return the number of tiles of a mat, more the further it is from the shape of a table, 3 :
    2.
    """
    across, down = tile_counts(extent, job.page)
    return across * down * (1 + SHAPE_WEIGHT * abs(math.log(extent[0] / extent[1] / 1.5)))


def _mat(job: Job, wall: Wall, extent: Point, size: BoxSize) -> Scene:
    scene = Scene(*extent)
    width = scene.width - 2 * BORDER
    scene.add(
        fitted(
            (BORDER, BORDER + 6),
            f"{job.texts('map.title')} · {job.title}",
            TITLE * 0.8,
            width,
            bold=True,
        )
    )
    scene.add(
        fitted(
            (BORDER, BORDER + 11),
            job.texts("map.how", width=size.width, depth=size.depth),
            SMALL,
            width,
        )
    )
    top = BORDER + HEAD
    for heading in wall.headings:
        y, words = top + heading.y, row_title(job.kit, job.texts, heading.box)
        scene.add(Text((BORDER, y + 6), words, BODY, bold=True))
        begin = max(25.0, text_width(words, BODY, bold=True) + 4)  # past the words, however long
        scene.add(Line((BORDER + begin, y + 4.5), (BORDER + width, y + 4.5), Stroke(GREY, 0.2)))
    for spot in wall.spots:
        box, x, y = spot.box, BORDER + spot.x, top + spot.y
        scene.add(rectangle(x, y, size.width, size.depth, row_tint(box), Stroke(BLACK, 0.3)))
        middle, letters = (
            (x + size.width / 2, y + size.depth / 2),
            min(40.0, 0.5 * size.depth / POINT),
        )
        scene.add(
            fitted(middle, box.id, letters, 0.9 * size.width, "middle", bold=True, level=True)
        )
    return scene
