"""Outlines of the labels, to print on plain paper and hold against a bought sheet, or a box, before the real print."""

from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, HEADING, PALE, SMALL, heading_line, line_height
from kitgen.paper.layout.imposition import HEAD, INSET, Layout, plan_sheet
from kitgen.paper.marks.fonts import wrap
from kitgen.paper.marks.scene import BLACK, POINT, Scene, Stroke, Text, rectangle

NAME = "outline"
#: The outline of a label, and of what is printed on it.
EDGE, INNER = Stroke(BLACK, 0.2), Stroke(GREY, 0.1, (1, 1))
#: Letter sizes to try for the words in the first label; smaller ones go on in the label below.
SIZES = (SMALL, 8.0, 7.0, 6.0)


def sheets(job: Job) -> list[Sheet]:
    """Return one page with the outlines of one sheet of labels, numbered as ``--start-at`` counts them.

    Raises:
        UsageError: as for the labels themselves.
    """
    layout = plan_sheet(job, HEAD)
    scene = Scene(job.page.width, job.page.height)
    for number, spot in enumerate(layout.spots, 1):
        scene.add(rectangle(spot.x, spot.y, spot.width, spot.height, None, EDGE))
        if layout.inset:
            wide, high = spot.width - 2 * INSET, spot.height - 2 * INSET
            scene.add(rectangle(spot.x + INSET, spot.y + INSET, wide, high, None, INNER))
        _number(scene, layout, number, (spot.x, spot.y), free=number <= layout.skip)
    _words(job, scene, layout)
    return [Sheet(scene, NAME, job.texts("outline.title"), framed=layout.marks)]


def _number(scene: Scene, layout: Layout, number: int, at: tuple[float, float], *, free: bool) -> None:
    """Write a label's number into its corner; pale on those that stay free."""
    x, y = at[0] + layout.inset + 1, at[1] + layout.inset + 1 + 0.75 * HEADING * POINT
    scene.add(Text((x, y), f"{number}", HEADING, bold=True, fill=PALE if free else BLACK))


def _words(job: Job, scene: Scene, layout: Layout) -> None:
    """Say what the sheet is for: at the head of plain paper, or else in the first labels, one below the other."""
    title, how = job.texts("outline.title"), job.texts("outline.sheet" if layout.inset else "outline.plain")
    if layout.marks:
        heading_line(job, scene, title, how)
        return
    width, room = layout.width - 2 * INSET - 11, layout.height - 2 * INSET - 1
    fitting = (size for size in SIZES if len(wrap(how, size, width)) * line_height(size) <= room)
    size = next(fitting, SIZES[-1])
    lines, most = wrap(how, size, width), max(1, int(room / line_height(size)))
    for line, words in enumerate(lines):
        place, row = divmod(line, most)
        x, y = layout.places[min(place * job.stock.columns, len(layout.places) - 1)]
        scene.add(Text((x + INSET + 10, y + INSET + 0.5 + (row + 0.78) * line_height(size)), words, size))
