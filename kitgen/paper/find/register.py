"""A register: tabs along the upper edges of the pages of a long list, so that the right page is opened at once.

Every page has its tab further right than the page before it. When what is on the right of its own tab has been cut
off each page, all tabs of the stack are seen side by side; each says what its page begins with.
"""

from collections.abc import Sequence

from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, PALE, content_area
from kitgen.paper.marks.fonts import text_width
from kitgen.paper.marks.scene import Line, Scene, Stroke, Text

#: Fewer pages than these lie side by side on a table.
LEAST = 3
#: The strip along the upper edge: where it begins and ends, in mm from the edge; printers leave less than that white.
TOP, BOTTOM = 5.2, 9.7
#: Letters on a tab in points; how much smaller they may be drawn; what is free on both sides of a tab, in mm.
LETTERS, SMALLEST, SIDE = 8.0, 0.7, 1.5
#: Letters of what is said on the strip that is cut off, in points.
STRIP_LETTERS = 6.0
CUT = Stroke(GREY, 0.2, (1.5, 1.0))


def add_register(job: Job, pages: Sequence[Scene], tabs: Sequence[Scene]) -> bool:
    """Draw a register on pages, and return whether there is one: few pages need none, very many have no room for it.

    Args:
        job: the print run.
        pages: in order; they are drawn upon.
        tabs: what stands on each tab, from 0 to its width and about a height of 0, with letters of ``LETTERS``.
    """
    left, _, width, _ = content_area(job.page)
    step = width / len(pages)
    scale = min(1.0, (step - 2 * SIDE) / max(tab.width for tab in tabs))
    if len(pages) < LEAST or scale < SMALLEST:
        return False
    middle = (TOP + BOTTOM) / 2
    for number, (page, tab) in enumerate(zip(pages, tabs, strict=True)):
        begins, ends = left + number * step, left + (number + 1) * step
        page.place(tab, begins + SIDE, middle, scale=scale)
        page.add(Line((begins, TOP), (begins, BOTTOM), Stroke(PALE, 0.2)))
        if page is pages[-1]:
            continue
        page.add(Line((ends, TOP), (ends, BOTTOM), CUT), Line((ends, BOTTOM), (job.page.width - TOP, BOTTOM), CUT))
        words = job.texts("finder.strip")
        if text_width(words, STRIP_LETTERS) < left + width - ends - 2 * SIDE:
            page.add(Text((ends + SIDE, middle + 0.8), words, STRIP_LETTERS, fill=GREY))
    return True
