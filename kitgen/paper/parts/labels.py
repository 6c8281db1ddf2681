"""Box labels: one for each box, to cut out of plain paper or printed on label stock."""

from kitgen.paper.card.front import Cards
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, HEADING, SMALL, content_area
from kitgen.paper.layout.imposition import HEAD, fill_pages, plan_sheet
from kitgen.paper.marks.fonts import fit, text_width
from kitgen.paper.marks.scene import Scene, Text
from kitgen.paper.part import BOXES, Part

NAME = "labels"


def sheets(job: Job) -> list[Sheet]:
    """Return the pages with the labels of all boxes.

    Raises:
        UsageError: a label is too small for its box, too large for the page, or comes on other paper.
    """
    layout = plan_sheet(job, HEAD)
    cards = Cards(job.kit, job.stock.width, job.stock.height, job.texts, inset=layout.inset)
    scenes = fill_pages(job.page, layout, [cards.draw(box) for box in job.kit.boxes])
    title = job.texts("labels.title")
    made = []
    for scene in scenes:
        if layout.marks:
            _heading(job, scene, title)
        made.append(Sheet(scene, NAME, title, framed=layout.marks))
    return made


def _heading(job: Job, scene: Scene, title: str) -> None:
    """Say in one line what the sheet is and what to do with it."""
    x, y, width, _ = content_area(job.page)
    baseline = y + 4.2
    scene.add(Text((x, baseline), title, HEADING, bold=True))
    hint = job.texts("labels.hint")
    room = width - text_width(title, HEADING, bold=True) - 6
    scene.add(Text((x + width, baseline), hint, fit(hint, SMALL, room), "end", fill=GREY))


PART = Part(NAME, sheets, shows="cards", usual=BOXES)
