"""Demo labels for the front of the room: large enough for a whole class to see, one or two on a page."""

from collections.abc import Sequence

from kitgen.errors import UnknownNameError, UsageError
from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.board import CUT
from kitgen.paper.card.faces import Cards
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import content_area, heading_line
from kitgen.paper.marks.scene import Line, Scene

#: The height of a page's heading, the gap between heading, labels and cut line, and the height at which labels are
#: drawn before they are enlarged, so that words and badges grow with the board, in mm.
HEAD, GAP, DRAWN = 7.5, 4.0, 45.0
#: The most turns that have a label when no boxes are named.
TURNS = 4


def sheets(job: Job) -> list[Scene]:
    """Return the pages with the chosen labels: two on a page, or one that fills it, on its side."""
    whole = job.options.demo == "page"
    boxes, step = chosen(job.kit, job.options.show, even=not whole), 1 if whole else 2
    title, hint = job.texts("demo.title"), job.texts("demo.page" if whole else "demo.half")
    x, y, width, height = content_area(job.page)
    y, height = y + HEAD, height - HEAD
    wide, high = (height, width) if whole else (width, (height - 2 * GAP) / 2)
    scale = high / DRAWN
    cards = Cards(job.kit, wide / scale, DRAWN, job.texts)
    pages = []
    for start in range(0, len(boxes), step):
        scene = Scene(job.page.width, job.page.height)
        heading_line(job, scene, title, hint)
        for place, box in enumerate(boxes[start : start + step]):
            top = y + place * (high + 2 * GAP)
            if place:
                scene.add(Line((x, top - GAP), (x + width, top - GAP), CUT))
            scene.place(cards.draw(box), x + width if whole else x, top, scale=scale, turn=90 if whole else 0)
        pages.append(scene)
    return pages


def chosen(kit: Kit, show: str, *, even: bool = False) -> Sequence[Box]:
    """Return the boxes named by a list of ids or ``all``; for an empty one, the fullest box of each early turn.

    ``even`` adds a box to those of an odd number of turns, so that no half page stays free.

    >>> from kitgen.kit.build import build_kit
    >>> [box.id for box in chosen(build_kit("her"), "")]
    ['A1', 'B4', 'C6']
    >>> [box.id for box in chosen(build_kit("her"), "B1, A2")]
    ['B1', 'A2']
    """
    if show == "all":
        return kit.boxes
    if not show:
        fullest = sorted(kit.boxes, key=lambda box: -len(box.slots))
        turns = sorted({box.turn for box in kit.boxes})[:TURNS]
        first = [next(box for box in fullest if box.turn == turn) for turn in turns]
        more = [box for box in fullest if box not in first][: len(first) % 2 if even else 0]
        return sorted([*first, *more], key=kit.boxes.index)
    names = [name.strip() for name in show.split(",") if name.strip()]
    if not names:
        advice = "leave it out for one of each turn, or write ids such as A1,B4, or all"
        raise UsageError(f"--set demo.show names no box; {advice}")
    for name in names:
        if name not in kit.by_id:
            raise UnknownNameError(f"box of {kit.name}", name, kit.by_id)
    return [kit.by_id[name] for name in dict.fromkeys(names)]
