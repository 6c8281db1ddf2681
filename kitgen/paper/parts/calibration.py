"""Calibration sheet for backs: crosses on one side of the paper, scales in the same places on the other.

Held against the light, the crosses show on the scales how far the printer moves the second side.
"""

from kitgen.paper.job import Job
from kitgen.paper.layout.frame import new_page
from kitgen.paper.layout.imposition import back_offset
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke
from kitgen.paper.style import LABEL, fitted
from kitgen.papers import Point

#: Places of the crosses, as shares of the page; turned over either edge, none covers the words of the other side.
PLACES = ((0.2, 0.35), (0.8, 0.35), (0.5, 0.5), (0.2, 0.65), (0.8, 0.65))
#: Half the length of a cross and of a scale's axis, and how far its figures go, in mm.
CROSS, AXIS, REACH = 9.0, 8.0, 5
HEAVY, FINE = Stroke(BLACK, 0.5), Stroke(BLACK, 0.12)


def sheets(job: Job) -> list[Scene]:
    """Return both sides of the sheet."""
    duplex = "short" if job.options.duplex == "short" else "long"
    title, shift = job.texts("calibration.title"), back_offset(job)
    aside = job.texts(f"calibration.{duplex}")
    front, column = new_page(job, title, aside=aside)
    column.paragraph(job.texts("calibration.front"))
    back, below = new_page(job, title, aside=aside)
    for number, step in enumerate(("print", "look", "read", "say"), 1):
        below.item(f"{number}.", job.texts(f"calibration.step.{step}", present=job.options.back_offset), indent=7)
    for across, down in PLACES:
        x, y = across * job.page.width, down * job.page.height
        front.add(Line((x - CROSS, y), (x + CROSS, y), HEAVY), Line((x, y - CROSS), (x, y + CROSS), HEAVY))
        # A point at x, y on one side of the paper shows mirrored on the other.
        mirrored = (job.page.width - x, y) if duplex == "long" else (x, job.page.height - y)
        _scale(back, (mirrored[0] + shift[0], mirrored[1] + shift[1]))
    return [front, back]


def _scale(scene: Scene, middle: Point) -> None:
    x, y = middle
    scene.add(Line((x - AXIS, y), (x + AXIS, y), FINE), Line((x, y - AXIS), (x, y + AXIS), FINE))
    for mm in range(-REACH, REACH + 1):
        length = 1.6 if mm % REACH == 0 else 0.9
        scene.add(Line((x + mm, y - length), (x + mm, y + length), FINE))
        scene.add(Line((x - length, y + mm), (x + length, y + mm), FINE))
    for way in (-1, 1):  # each figure in a quarter of its own
        mm = way * REACH
        words = f"{mm:+d}".replace("-", "\N{MINUS SIGN}")
        scene.add(fitted((x + mm, y + 3.5 * way), words, LABEL, anchor="middle", level=True))
        scene.add(fitted((x - 2.2 * way, y + mm), words, LABEL, anchor="start" if way < 0 else "end", level=True))
