"""Box labels: one for each box, to cut out of plain paper or printed on label stock."""

from kitgen.paper.card.faces import Cards
from kitgen.paper.document import Sheet
from kitgen.paper.finder_index import has_rows
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import heading_line
from kitgen.paper.layout.imposition import fill_pages, plan_sheet


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
