"""Box labels: one for each box, to cut out of plain paper or printed on label stock; and their outlines, to test it."""

from kitgen.paper.card.front import Cards
from kitgen.paper.document import Sheet
from kitgen.paper.finder_index import has_rows
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import heading_line, line_height
from kitgen.paper.layout.imposition import LABEL_DRIFT, Layout, fill_pages, plan_sheet
from kitgen.paper.marks.fonts import wrap
from kitgen.paper.marks.scene import BLACK, POINT, Scene, Stroke, Text, rectangle
from kitgen.paper.style import GREY, HEADING, LABEL, PALE, SMALL, TINY


def sheets(job: Job) -> list[Sheet]:
    """Return the pages with the labels of all boxes."""
    layout = plan_sheet(job)
    cards = Cards(job.kit, job.stock.width, job.stock.height, job.texts, inset=layout.inset)
    stock = "" if layout.marks else job.stock.name
    title = job.texts("labels.on_stock", stock=stock) if stock else job.texts("labels.title")
    hint = job.texts("labels.hint") + (f" {job.texts('labels.mark')}" if has_rows(job.kit) else "")
    pages = []
    for scene in fill_pages(job.page, layout, [cards.draw(box) for box in job.kit.boxes]):
        if layout.marks:
            heading_line(job, scene, title, hint)
        pages.append(Sheet(scene, "labels", title, framed=layout.marks, stock=stock))
    return pages


#: The outline of a label, and of its printed area.
EDGE, INNER = Stroke(BLACK, 0.2), Stroke(GREY, 0.1, (1, 1))
#: Letter sizes to try for the words in the first label; if none fits, they continue in the label below.
SIZES = (SMALL, LABEL, 8.0, TINY, 6.0)


def outline(job: Job) -> list[Sheet]:
    """Return one page with the outlines of a sheet of labels, to compare with a bought sheet or a box before printing.

    They are numbered as ``--set labels.start-at`` counts them.
    """
    layout = plan_sheet(job)
    scene = Scene(job.page.width, job.page.height)
    for number, spot in enumerate(layout.spots, 1):
        scene.add(rectangle(spot.x, spot.y, spot.width, spot.height, None, EDGE))
        if layout.inset:
            wide, high = spot.width - 2 * LABEL_DRIFT, spot.height - 2 * LABEL_DRIFT
            scene.add(rectangle(spot.x + LABEL_DRIFT, spot.y + LABEL_DRIFT, wide, high, None, INNER))
        at = (spot.x + layout.inset + 1, spot.y + layout.inset + 1 + 0.75 * HEADING * POINT)
        fill = PALE if number <= layout.skip else BLACK  # skipped labels stay free
        scene.add(Text(at, f"{number}", HEADING, bold=True, fill=fill))
    _words(job, scene, layout)
    return [Sheet(scene, "outline", job.texts("outline.title"), framed=layout.marks)]


def _words(job: Job, scene: Scene, layout: Layout) -> None:
    title, how = job.texts("outline.title"), job.texts("outline.sheet" if layout.inset else "outline.plain")
    if layout.marks:
        heading_line(job, scene, title, how)
        return
    width, room = job.stock.width - 2 * LABEL_DRIFT - 11, job.stock.height - 2 * LABEL_DRIFT - 1
    size = next((size for size in SIZES if len(wrap(how, size, width)) * line_height(size) <= room), SIZES[-1])
    lines, most = wrap(how, size, width), max(1, int(room / line_height(size)))
    for line, words in enumerate(lines):
        place, row = divmod(line, most)
        spot = layout.spots[min(place * job.stock.columns, len(layout.spots) - 1)]
        at = (spot.x + LABEL_DRIFT + 10, spot.y + LABEL_DRIFT + 0.5 + (row + 0.78) * line_height(size))
        scene.add(Text(at, words, size))
