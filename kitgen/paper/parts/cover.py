"""Cover and set-up: what the kit is, what is needed, and a picture of the machine laid out on a table."""

import math
from collections import defaultdict
from collections.abc import Sequence

from kitgen.kit.kit import Box
from kitgen.paper.bead_totals import MINUTES_A_BOX, BeadTotal, bead_totals, build_minutes, fills_from_hand
from kitgen.paper.card.board import draw_board, machine_below
from kitgen.paper.card.styles.style import LEAST_LETTERS
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import (
    BODY,
    GREY,
    PALE,
    RULER,
    SMALL,
    TITLE,
    Column,
    content_area,
    line_height,
    room_below,
)  # fmt: skip
from kitgen.paper.marks.fonts import fit, text_width, wrap
from kitgen.paper.marks.qr import qr_code
from kitgen.paper.marks.scene import BLACK, POINT, WHITE, Disc, Line, Path, Scene, Step, Stroke, Text, rectangle
from kitgen.paper.wording import game_name, machine_side
from kitgen.paper.words.rows import row_short

NAME = "cover"
QR_SIZE = 34.0
#: More parts than these are listed in small letters.
MANY = 14
#: Drawn boxes, width, height and the gap between them in mm: the first size that fits the picture is used.
BOX_SIZES = (
    (22.0, 15.0, 1.6), (17.0, 11.5, 1.2), (14.0, 9.5, 1.2), (11.0, 7.5, 1.2), (9.0, 6.2, 1.0), (7.4, 5.0, 1.0),
    (6.4, 3.9, 0.9), (5.8, 3.2, 0.7),
)  # fmt: skip
GAP = 1.2
#: Room for the words below the board and below the bag, in mm.
CAPTIONS = 12.0


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
    _again(job, right)
    column.y = max(left.y, right.y)
    column.heading(job.texts("cover.picture"))
    picture = _Picture(job, x, column.y, width, room_below(job, column) - 1)
    picture.draw(scene)
    return [Sheet(scene, NAME, job.texts("cover.title"))]


def _what(job: Job) -> str:
    kit = job.kit
    return job.texts("cover.what", boxes=len(kit.boxes), beads=kit.beads, game=game_name(job))


def _needs(job: Job, column: Column) -> None:
    """List what a class needs, with the kit's own figures."""
    texts, kit = job.texts, job.kit
    totals = bead_totals(kit, job.bank)
    column.heading(texts("cover.needs"))
    measures = {"width": _length(job.stock.width), "height": _length(job.stock.height)}
    column.item("•", texts("cover.box", count=len(kit.boxes), **measures), indent=4.5)
    column.item("•", _beads(job, totals), indent=4.5)
    column.item("•", texts("cover.tools"), indent=4.5)
    column.item("•", texts("cover.people"), indent=4.5)
    column.item("•", texts("cover.time", minutes=build_minutes(kit), each=MINUTES_A_BOX), indent=4.5)


def _beads(job: Job, totals: Sequence[BeadTotal]) -> str:
    """Return how many beads there should be, in words."""
    figures = {"count": job.kit.beads, "colours": len(totals)}
    owned, bank = fills_from_hand(job.kit), job.bank
    total = sum(row.to_buy if owned else row.total for row in totals)
    key = ("owned_bank" if bank else "owned") if owned else ("bank" if bank else "spares")
    return job.texts(f"cover.bead.{key}", games=bank.games if bank else 0, total=total, **figures)


def _length(mm: float) -> str:
    return f"{mm:.1f}".removesuffix(".0")


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
    letters = BODY if len(job.contents) <= MANY else SMALL - 1  # a long list leaves room for the picture
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
    """Draw the QR code of the command, the words and the hash beside it."""
    column.gap(3)
    column.scene.add(qr_code(job.command, column.x - 3, column.y, QR_SIZE))
    words = Column(column.scene, column.x + QR_SIZE - 4, column.y + 3, column.width - QR_SIZE + 4)
    words.paragraph(job.texts("cover.again"), 7)
    words.gap(1.5)
    words.line(job.texts("sheet.hash", hash=job.kit.short_hash), 7, bold=True)
    column.y = max(column.y + QR_SIZE, words.y)


class _Picture:
    """The table: boxes in their rows on the left, the board and the bag of beads on the right."""

    def __init__(self, job: Job, x: float, y: float, width: float, height: float) -> None:
        self.job = job
        self.x, self.y, self.width, self.height = x, y, width, height
        self.pad = 3.0
        self.bag = min(24.0, 0.24 * height)
        self.side = min(46.0, height - self.bag - 2 * self.pad - CAPTIONS)  # the board and, below it, the bag
        self.label = 15.0  # room for "turn 3" before a row
        self.rows: dict[int, list[Box]] = defaultdict(list)
        for box in job.kit.boxes:
            self.rows[box.row].append(box)

    def draw(self, scene: Scene) -> None:
        """Draw the table with everything on it."""
        scene.add(rectangle(self.x, self.y, self.width, self.height, "#F7F5F0", Stroke(PALE, 0.3)))
        self._boxes(scene)
        game = self.job.kit.game
        left, middle = self.x + self.width - self.pad - self.side, self.y + self.pad
        board = draw_board(game, game.start(), (), self.side, self.side, turned=machine_below(self.job.kit))
        bag, used = self.bag, board.height + self.bag + CAPTIONS
        top = middle + max(0.0, (self.height - 2 * self.pad - used) / 2)
        centre = left + self.side / 2
        scene.place(board, centre - board.width / 2, top)
        low = top + board.height + 4
        scene.add(Text((centre, low), self.job.texts("cover.board"), SMALL, "middle", fill=GREY))
        self._bag(scene, centre, low + 3, bag)
        scene.add(Text((centre, low + bag + 7), self.job.texts("cover.bag"), SMALL, "middle", fill=GREY))

    def _bag(self, scene: Scene, x: float, y: float, size: float) -> None:
        """Draw a bag tied at the neck, a bead of each colour before it."""
        half = size / 2
        outline: tuple[Step, ...] = (
            ("M", (x - 0.3 * half, y)),
            ("L", (x + 0.3 * half, y)),
            ("L", (x + 0.16 * half, y + 0.3 * half)),
            ("C", (x + 1.15 * half, y + 0.9 * half), (x + half, y + size), (x + 0.6 * half, y + size)),
            ("L", (x - 0.6 * half, y + size)),
            ("C", (x - half, y + size), (x - 1.15 * half, y + 0.9 * half), (x - 0.16 * half, y + 0.3 * half)),
            ("Z",),
        )
        scene.add(Path(outline, "#E8DFCC", Stroke(BLACK, 0.25)))
        neck = y + 0.3 * half
        scene.add(Line((x - 0.24 * half, neck), (x + 0.24 * half, neck), Stroke(BLACK, 0.5)))
        palette = self.job.kit.palette
        radius = min(0.13 * half, 0.8 * half / len(palette))
        for index, colour in enumerate(palette):
            at = x + (index - (len(palette) - 1) / 2) * radius * 2.4
            scene.add(Disc((at, y + size - 2 * radius), radius, colour.fill, Stroke(BLACK, 0.15)))

    def _boxes(self, scene: Scene) -> None:
        """Draw the boxes as large as the table allows; very large kits show the ends of each row only."""
        room = self.width - self.side - 3 * self.pad - self.label
        for width, height, gap in BOX_SIZES:
            across = int((room + gap) // (width + gap))
            rows = sum(math.ceil(len(boxes) / across) for boxes in self.rows.values())
            needed = rows * (height + gap) + (len(self.rows) - 1) * gap
            if needed <= self.height - 2 * self.pad:
                break
        else:
            self._ends(scene)
            return
        y = self.y + (self.height - needed) / 2
        for _, boxes in sorted(self.rows.items()):
            self._row(scene, boxes[0], y + height / 2)
            for start in range(0, len(boxes), across):
                for index, box in enumerate(boxes[start : start + across]):
                    x = self.x + self.pad + self.label + index * (width + gap)
                    _draw_box(scene, box.id, x, y, width, height)
                y += height + gap
            y += gap

    def _row(self, scene: Scene, box: Box, middle: float) -> None:
        """Say before a row what its boxes have in common."""
        words = row_short(self.job.kit, self.job.texts, box)
        size = fit(words, SMALL, self.label - 2)
        scene.add(Text((self.x + self.pad, middle + size * POINT * 0.36), words, size, fill=GREY))

    def _ends(self, scene: Scene) -> None:
        """Draw the first boxes of each row, and say how the row ends."""
        step = (self.height - 2 * self.pad) / len(self.rows)
        height = max(2.5, min(7.5, step - GAP))
        width = height * 1.45
        for row, (_, boxes) in enumerate(sorted(self.rows.items())):
            y = self.y + self.pad + row * step + (step - height) / 2
            self._row(scene, boxes[0], y + height / 2)
            for index, box in enumerate(boxes[:4]):
                x = self.x + self.pad + self.label + index * (width + GAP)
                _draw_box(scene, box.id, x, y, width, height)
            if len(boxes) > 4:
                words = self.job.texts("cover.more", last=boxes[-1].id)
                x = self.x + self.pad + self.label + 4 * (width + GAP) + 1
                scene.add(Text((x, y + height / 2 + SMALL * POINT * 0.36), words, SMALL))


def _draw_box(scene: Scene, box_id: str, x: float, y: float, width: float, height: float) -> None:
    """Draw a matchbox from above with its id, its tray a little open."""
    tray = min(1.0, height * 0.14)
    scene.add(rectangle(x + width * 0.06, y + height - tray, width * 0.88, tray, "#D9CFBC", Stroke(GREY, 0.1)))
    scene.add(rectangle(x, y, width, height - tray, WHITE, Stroke(BLACK, 0.2)))
    size = fit(box_id, max(LEAST_LETTERS, min(9, (height - tray) / POINT * 0.6)), width - 0.6, bold=True)
    scene.add(Text((x + width / 2, y + (height - tray) / 2 + size * POINT * 0.36), box_id, size, "middle", bold=True))
