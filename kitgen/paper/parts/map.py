"""The table map: a mat, to scale, on which each box has its place; tiled when it is larger than
the page.
"""

import math
from typing import NamedTuple

from kitgen.kit.kit import Box
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
#: The room of a turn's heading, of the title, and round everything.
HEADING_MM = 9.0
TITLE_MM = 14.0
BORDER_MM = 4.0
#: From the top of a heading to its letters and to the line behind them; where that begins at the
#: earliest, and how far behind the words.
HEADING_BASE_MM = 6
HEADING_LINE_MM = 4.5
MIN_LINE_START_MM = 25.0
LINE_GAP_MM = 4
#: The width of a table over its depth.
TABLE_SHAPE = 1.5
#: How much a tile is worth against a mat that has another shape than a table.
SHAPE_WEIGHT = 0.5
#: The most boxes side by side on a mat.
MAX_ACROSS = 24
#: The largest letters of an id.
MAX_ID_PT = 40.0


def sheets(job: Job) -> list[Scene] | list[Sheet]:
    """Return the mat, on one page or on tiles."""
    if job.texts.made_of == CARDS:
        card = card_size(job)
        size = BoxSize(card.width, card.height, 0)
    else:
        size = read_carton(job.options, job.templates).size
    plans = [_best_plan(job, size, gap) for gap in GAPS_MM]
    # The first of several with as few tiles has the widest gaps.
    plan = min(plans, key=lambda plan: math.prod(tile_counts(plan.extent, job.page)))
    mat = _mat(job, plan, size)
    title = job.texts("map.title")
    x, y, width, height = content_area(job.page)
    if mat.width <= width and mat.height <= height:
        sheet = Scene(job.page.width, job.page.height)
        sheet.place(mat, x, y)
        return [sheet]
    return [Sheet(tile, NAME, title, tile=True) for tile in tiles(mat, job.page, job.texts, NAME)]


class _MatPlan(NamedTuple):
    """The places of boxes, and the width and height of their mat."""

    wall: Wall
    extent: Point


def _best_plan(job: Job, size: BoxSize, gap: float) -> _MatPlan:
    """Return the best mat with a gap between boxes."""
    plans = [_plan(job, size, gap, across) for across in range(1, MAX_ACROSS + 1)]
    return min(plans, key=lambda plan: _cost(job, plan.extent))


def _plan(job: Job, size: BoxSize, gap: float, across: int) -> _MatPlan:
    """Return the mat with so many boxes side by side."""

    def size_of(_box: Box) -> Point:
        return size.width, size.depth

    width = across * (size.width + gap) - gap
    wall = hang(job.kit.boxes, [(width, math.inf)], size_of, gap, HEADING_MM)
    high = wall.rows[-1].y + size.depth
    return _MatPlan(wall, (width + 2 * BORDER_MM, TITLE_MM + high + 2 * BORDER_MM))


def _cost(job: Job, extent: Point) -> float:
    """Return the number of tiles of a mat, more the further it is from the shape of a table."""
    across, down = tile_counts(extent, job.page)
    shape = extent[0] / extent[1]
    return across * down * (1 + SHAPE_WEIGHT * abs(math.log(shape / TABLE_SHAPE)))


def _mat(job: Job, plan: _MatPlan, size: BoxSize) -> Scene:
    """Draw the mat: its title, a heading for each turn, and a place for each box."""
    texts = job.texts
    scene = Scene(*plan.extent)
    width = scene.width - 2 * BORDER_MM
    title = f"{texts('map.title')} · {job.title}"
    scene.add(fitted((BORDER_MM, BORDER_MM + 6), title, TITLE * 0.8, width, bold=True))
    how = texts("map.how", width=size.width, depth=size.depth)
    scene.add(fitted((BORDER_MM, BORDER_MM + 11), how, SMALL, width))
    top = BORDER_MM + TITLE_MM
    for heading in plan.wall.headings:
        words = row_title(job.kit, texts, heading.box)
        _draw_heading(scene, words, top + heading.y, width)
    letters = min(MAX_ID_PT, 0.5 * size.depth / POINT)
    for spot in plan.wall.spots:
        x = BORDER_MM + spot.x
        y = top + spot.y
        tint = row_tint(spot.box)
        scene.add(rectangle(x, y, size.width, size.depth, tint, Stroke(BLACK, 0.3)))
        middle = (x + size.width / 2, y + size.depth / 2)
        room = 0.9 * size.width
        scene.add(fitted(middle, spot.box.id, letters, room, "middle", bold=True, level=True))
    return scene


def _draw_heading(scene: Scene, words: str, y: float, width: float) -> None:
    """Draw the heading of a turn, and a line from its words to the right, however long they are."""
    scene.add(Text((BORDER_MM, y + HEADING_BASE_MM), words, BODY, bold=True))
    start = max(MIN_LINE_START_MM, text_width(words, BODY, bold=True) + LINE_GAP_MM)
    level = y + HEADING_LINE_MM
    scene.add(Line((BORDER_MM + start, level), (BORDER_MM + width, level), Stroke(GREY, 0.2)))
