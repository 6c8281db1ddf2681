"""Cover and set-up: what the kit is, what is needed, and a picture of the machine and its people at a table."""

from collections.abc import Sequence

from kitgen.paper.bead_totals import MINUTES_A_BOX, BeadTotal, bead_totals, build_minutes, fills_from_hand
from kitgen.paper.card.back import counts_fields
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import (
    BODY,
    GREY,
    RULER,
    SMALL,
    TITLE,
    Column,
    content_area,
    line_height,
    room_below,
)  # fmt: skip
from kitgen.paper.marks.fonts import fit, text_width, wrap
from kitgen.paper.marks.qr import qr_code, qr_size
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke, Text
from kitgen.paper.pictures.tabletop import Tabletop
from kitgen.paper.texts import CARDS
from kitgen.paper.wording import game_name, machine_side

NAME = "cover"
#: The code of a usual command, and of a very long one, in mm.
QR_SIZE, QR_LARGEST = 34.0, 44.0
#: More parts than these are listed in small letters, and more than those in the smallest.
MANY, MOST = 14, 26


def sheets(job: Job) -> list[Sheet]:
    """Return the cover: one page."""
    x, y, width, _ = content_area(job.page)
    scene = Scene(job.page.width, job.page.height)
    column = Column(scene, x, y, width)
    column.gap(1)
    size = TITLE + 4
    lines = wrap(job.kit.title, size, width, bold=True)
    for line in lines[:3]:
        column.line(line, size, bold=True)
    column.gap(2)
    scene.add(Line((x, column.y), (x + width, column.y), Stroke(BLACK, 0.6)))
    column.gap(2.5)
    intro = " ".join((_what(job), machine_side(job), job.texts("cover.how")))
    column.paragraph(intro, BODY + 0.5)
    column.gap(1)
    aside = 56.0
    left = Column(scene, x, column.y, width - aside - 8)
    right = Column(scene, x + width - aside, column.y, aside)
    _needs(job, left)
    _steps(job, left)
    _contents(job, right)
    _picture_below(job, left, right, column)
    column.gap(1)
    Tabletop(job, x, column.y, width, room_below(job, column) - 1).draw(scene)
    return [Sheet(scene, NAME, job.texts("cover.title"))]


def _picture_below(job: Job, left: Column, right: Column, column: Column) -> None:
    """Draw the code below the list, and the words over the picture below both columns.

    Below a long list the code takes room from the picture. Then the words stand beside the code, at its foot.
    """
    if len(job.contents) <= MANY:
        _again(job, right)
        column.y = max(left.y, right.y)
        _picture_words(job, column)
        return
    left.y = right.y = max(left.y, right.y)
    _again(job, right)
    tried = Column(Scene(job.page.width, job.page.height), left.x, left.y, left.width)
    _picture_words(job, tried)
    left.gap(max(0.0, right.y - tried.y))
    _picture_words(job, left)
    column.y = max(left.y, right.y)


def _picture_words(job: Job, column: Column) -> None:
    """Write the heading of the picture, and how people sit."""
    column.heading(job.texts("cover.picture"))
    column.paragraph(job.texts("cover.seats"))


def _what(job: Job) -> str:
    kit = job.kit
    return job.texts("cover.what", boxes=len(kit.boxes), beads=kit.beads, game=game_name(job))


def _needs(job: Job, column: Column) -> None:
    """List what a class needs, with the kit's own figures."""
    texts, kit = job.texts, job.kit
    totals = bead_totals(kit, job.bank)
    column.heading(texts("cover.needs"))
    measures = {"width": round(job.stock.width, 1), "height": round(job.stock.height, 1)}
    column.item("•", texts("cover.box", count=len(kit.boxes), **measures), indent=4.5)
    column.item("•", _beads(job, totals), indent=4.5)
    column.item("•", texts("cover.tools"), indent=4.5)
    column.item("•", texts("cover.people"), indent=4.5)
    column.item("•", texts("cover.time", minutes=build_minutes(kit), each=MINUTES_A_BOX), indent=4.5)


def _beads(job: Job, totals: Sequence[BeadTotal]) -> str:
    """Return how many beads there should be, or what stands for them, in words."""
    if job.texts.made_of == CARDS:
        return job.texts("cover.dice" if counts_fields(job.kit) else "cover.tokens", colours=len(totals))
    figures = {"count": job.kit.beads, "colours": len(totals)}
    owned, bank = fills_from_hand(job.kit), job.bank
    total = sum(row.to_buy if owned else row.total for row in totals)
    key = ("owned_bank" if bank else "owned") if owned else ("bank" if bank else "spares")
    return job.texts(f"cover.bead.{key}", games=bank.games if bank else 0, total=total, **figures)


def _steps(job: Job, column: Column) -> None:
    column.heading(job.texts("cover.setup"))
    for number in range(1, 6):
        key = "peel" if number == 2 and job.stock.page else f"{number}"  # bought labels are not cut
        column.item(f"{number}.", job.texts(f"cover.step.{key}", length=RULER))


def _contents(job: Job, column: Column) -> None:
    """List the parts with their pages, dots between."""
    if not job.contents:
        return
    column.heading(job.texts("cover.contents"))
    count = len(job.contents)  # a long list leaves room for the picture
    letters = BODY if count <= MANY else SMALL - 1 if count <= MOST else SMALL - 1.8
    for entry in job.contents:
        title, page = entry.title, entry.page
        right = column.x + column.width
        size = fit(title, letters, column.width - 9)
        baseline = column.y + 0.78 * line_height(letters)
        column.scene.add(Text((column.x, baseline), title, size), Text((right, baseline), str(page), letters, "end"))
        start, end = column.x + text_width(title, size) + 1.5, right - text_width(str(page), letters) - 1.5
        if end > start:
            column.scene.add(Line((start, baseline), (end, baseline), Stroke(GREY, 0.2, (0.3, 1.2))))
        column.gap(line_height(letters))
    for entry in job.contents:
        if entry.stock:
            pages = f"{entry.page}" if entry.pages == 1 else f"{entry.page}–{entry.page + entry.pages - 1}"
            column.gap(1)
            column.paragraph(
                job.texts("cover.stock", count=entry.pages, pages=pages, stock=entry.stock), SMALL, bold=True
            )


def _again(job: Job, column: Column) -> None:
    """Draw the QR code of the command, as large as it has to be, the words and the hash beside it."""
    column.gap(3)
    size = qr_size(job.command, QR_SIZE, QR_LARGEST)
    column.scene.add(qr_code(job.command, column.x - 3, column.y, size))
    words = Column(column.scene, column.x + size - 2, column.y + 3, column.width - size + 2)
    words.paragraph(job.texts("cover.again"), 7)
    words.gap(1.5)
    words.line(job.texts("sheet.hash", hash=job.kit.short_hash), 7, bold=True)
    column.y = max(column.y + size, words.y)
