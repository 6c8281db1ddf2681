"""Cover and set-up: what the kit is, what it needs, and a picture of the machine and its people at a table."""

import math
from collections.abc import Iterator, Sequence

from kitgen.kit.kit import Box
from kitgen.paper.card.board import draw_board, machine_below
from kitgen.paper.card.styles import LEAST_LETTERS
from kitgen.paper.document import Sheet
from kitgen.paper.finder_index import row_short
from kitgen.paper.job import (
    MINUTES_A_BOX,
    BeadTotal,
    Job,
    bead_totals,
    build_minutes,
    counts_beads,
    fills_from_hand,
    game_name,
    machine_side,
    side_name,
)
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
)
from kitgen.paper.marks.codes import qr_code, qr_size
from kitgen.paper.marks.fonts import fit, fitted, text_width, wrap
from kitgen.paper.marks.scene import BLACK, POINT, WHITE, Disc, Line, Path, PathStep, Scene, Stroke, Text, rectangle
from kitgen.paper.robot import greet
from kitgen.paper.texts import CARDS

#: Drawn boxes, width, height and the gap between them in mm: the first size that fits the picture is used.
BOX_SIZES = (
    (22.0, 15.0, 1.6), (17.0, 11.5, 1.2), (14.0, 9.5, 1.2), (11.0, 7.5, 1.2), (9.0, 6.2, 1.0), (7.4, 5.0, 1.0),
    (6.4, 3.9, 0.9),
)  # fmt: skip
GAP = 1.2
#: Room for the words at the board and below the bag, and below the table for the people, in mm.
CAPTIONS, PEOPLE = 11.0, 11.5
#: The least width for board, bag and opponent: their words are wider than a board on a low table, in mm.
ASIDE = 32.0
#: Room for "turn 3" before a row, and inside the edge of the table, in mm.
LABEL, PAD = 15.0, 3.0


class Tabletop:
    """The table from above: boxes on the left, board and bag of beads on the right, the people below.

    All pictures of a kit are seen from this side, with the machine's own side at the top. Lengths in mm.
    """

    def __init__(self, job: Job, x: float, y: float, width: float, height: float) -> None:
        self.job = job
        self.x, self.y, self.width, self.height = x, y, width, height - PEOPLE
        self.bag = min(24.0, 0.24 * self.height)
        self.side = min(46.0, self.height - self.bag - 2 * PAD - CAPTIONS)  # of the board, below the bag
        self.aside = max(ASIDE, self.side)
        self.left = x + PAD + LABEL
        boxes = job.kit.boxes
        self.rows = {row: [box for box in boxes if box.row == row] for row in sorted({box.row for box in boxes})}

    def draw(self, scene: Scene) -> None:
        """Draw the table with everything on it, and the people at it."""
        kit, texts = self.job.kit, self.job.texts
        scene.add(rectangle(self.x, self.y, self.width, self.height, "#F7F5F0", Stroke(PALE, 0.3)))
        self._boxes(scene)
        board = draw_board(kit.game, kit.game.start(), (), self.side, self.side, turned=machine_below(kit))
        centre = self.x + self.width - PAD - self.aside / 2
        free = self.height - 2 * PAD - self.bag - CAPTIONS - board.height
        top = self.y + PAD + free / 3
        self._bag(scene, centre, top, self.bag)
        scene.add(Text((centre, top + self.bag + 4), texts("cover.bag"), SMALL, "middle", fill=GREY))
        low = self.y + self.height - PAD - free / 3 - board.height
        if kit.game.diagram.turns and len(kit.players) == 1:
            machine = texts("cover.machine", side=side_name(self.job, kit.players[0]))
            opponent = texts("cover.opponent_of", side=side_name(self.job, 1 - kit.players[0]))
        else:
            machine, opponent = texts("cover.board"), texts("cover.opponent")
        scene.add(Text((centre, low - 1.5), machine, fit(machine, SMALL, self.side), "middle", fill=GREY))
        scene.place(board, centre - board.width / 2, low)
        self._person(scene, centre, opponent)
        self._person(scene, self.x + (self.width - self.aside) / 2, texts("cover.operator"))

    def _person(self, scene: Scene, x: float, words: str) -> None:
        y = self.y + self.height + 4.2
        shoulders: tuple[PathStep, ...] = (
            ("M", (x - 6.5, y)),
            ("C", (x - 6.5, y - 3.2), (x + 6.5, y - 3.2), (x + 6.5, y)),
            ("C", (x + 6.5, y + 2.4), (x - 6.5, y + 2.4), (x - 6.5, y)),
            ("Z",),
        )
        scene.add(Path(shoulders, "#D9CFBC", Stroke(BLACK, 0.25)), Disc((x, y - 1.0), 2.1, WHITE, Stroke(BLACK, 0.25)))
        room = 2 * min(self.x + self.width - x, x - self.x)
        scene.add(fitted((x, y + 6), words, SMALL, room, "middle", bold=True))

    def _bag(self, scene: Scene, x: float, y: float, size: float) -> None:
        half = size / 2
        outline: tuple[PathStep, ...] = (
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
            bead = (x + (index - (len(palette) - 1) / 2) * radius * 2.4, y + size - 2 * radius)
            scene.add(Disc(bead, radius, colour.fill, Stroke(BLACK, 0.15)))

    def _boxes(self, scene: Scene) -> None:
        room = self.width - self.aside - 3 * PAD - LABEL
        for width, height, gap in BOX_SIZES:
            across = int((room + gap) // (width + gap))
            rows = sum(math.ceil(len(boxes) / across) for boxes in self.rows.values())
            needed = rows * (height + gap) + (len(self.rows) - 1) * gap
            if needed <= self.height - 2 * PAD:
                break
        else:
            self._ends(scene)
            return
        y = self.y + (self.height - needed) / 2
        for boxes in self.rows.values():
            self._row(scene, boxes[0], y + height / 2)
            for start in range(0, len(boxes), across):
                for index, box in enumerate(boxes[start : start + across]):
                    self._piece(scene, box.id, self.left + index * (width + gap), y, width, height)
                y += height + gap
            y += gap

    def _row(self, scene: Scene, box: Box, middle: float) -> None:
        words = row_short(self.job.kit, self.job.texts, box)
        scene.add(fitted((self.x + PAD, middle), words, SMALL, LABEL - 2, fill=GREY, level=True))

    def _ends(self, scene: Scene) -> None:
        step = (self.height - 2 * PAD) / len(self.rows)
        height = max(2.5, min(7.5, step - GAP))
        width = height * 1.6
        for row, boxes in enumerate(self.rows.values()):
            y = self.y + PAD + row * step + (step - height) / 2
            self._row(scene, boxes[0], y + height / 2)
            for index, box in enumerate(boxes[:4]):
                self._piece(scene, box.id, self.left + index * (width + GAP), y, width, height)
            if len(boxes) > 4:
                at, words = (self.left + 4 * (width + GAP) + 1, y + height / 2), boxes[-1].id
                scene.add(fitted(at, self.job.texts("cover.more", last=words), SMALL, level=True))

    def _piece(self, scene: Scene, box_id: str, x: float, y: float, width: float, height: float) -> None:
        tray = 0.0 if self.job.texts.made_of == CARDS else min(1.0, height * 0.14)
        if tray:
            scene.add(rectangle(x + width * 0.06, y + height - tray, width * 0.88, tray, "#D9CFBC", Stroke(GREY, 0.1)))
        scene.add(rectangle(x, y, width, height - tray, WHITE, Stroke(BLACK, 0.2)))
        at, size = (x + width / 2, y + (height - tray) / 2), max(LEAST_LETTERS, min(9, (height - tray) / POINT * 0.6))
        scene.add(fitted(at, box_id, size, width - 0.6, "middle", bold=True, level=True))


NAME = "cover"
#: The code of a usual command, and of a very long one, in mm.
QR_SIZE, QR_LARGEST = 34.0, 44.0
#: More parts than these are listed in small letters, and more than those in the smallest.
MANY, MOST = 14, 26
#: The width of the list of parts, and the height of the robot beside the title, in mm.
LIST, ROBOT = 56.0, 14.0


def sheets(job: Job) -> list[Sheet]:
    """Return the cover: one page."""
    x, y, width, _ = content_area(job.page)
    scene = Scene(job.page.width, job.page.height)
    column = Column(scene, x, y, width)
    column.gap(1)
    title = Column(scene, x, column.y, width - ROBOT)
    for line in wrap(job.kit.title, TITLE + 4, title.width, bold=True)[:3]:
        title.line(line, TITLE + 4, bold=True)
    column.y = title.y + 2
    greet(scene, job.kit, x + width, column.y, ROBOT)
    scene.add(Line((x, column.y), (x + width, column.y), Stroke(BLACK, 0.6)))
    column.gap(2.5)
    what = job.texts("cover.what", boxes=len(job.kit.boxes), beads=job.kit.beads, game=game_name(job))
    learns = job.texts(f"cover.changes.{'takes' if job.kit.rule.only_takes else 'adds'}")
    column.paragraph(" ".join((what, machine_side(job), job.texts("cover.how"), learns)), BODY + 0.5)
    column.gap(1)
    words = Column(scene, x, column.y, width - LIST - 8)
    contents = Column(scene, x + width - LIST, column.y, LIST)
    _needs_and_steps(job, words)
    _contents(job, contents)
    if len(job.contents) <= MANY:
        _again(job, contents)
        column.y = max(words.y, contents.y)
        _picture_words(job, column)
    else:  # beside a long list the code stands below the steps, so that the picture begins where the list ends
        again = Column(scene, x, words.y, LIST)
        _again(job, again)
        beside = Column(scene, x + LIST + 4, words.y + 3, words.width - LIST - 4)
        _picture_words(job, beside)
        column.y = max(again.y, beside.y, contents.y)
    column.gap(1)
    Tabletop(job, x, column.y, width, room_below(job, column) - 1).draw(scene)
    return [Sheet(scene, NAME, job.texts("cover.title"))]


def _picture_words(job: Job, column: Column) -> None:
    column.heading(job.texts("cover.picture"))
    column.paragraph(job.texts("cover.seats"))


def _needs_and_steps(job: Job, column: Column) -> None:
    texts, kit = job.texts, job.kit
    column.heading(texts("cover.needs"))
    for need in (
        texts("cover.box", count=len(kit.boxes), width=round(job.stock.width, 1), height=round(job.stock.height, 1)),
        _beads(job, bead_totals(kit, job.bank)),
        texts("cover.tools"),
        texts("cover.people"),
        texts("cover.time", minutes=build_minutes(kit), each=MINUTES_A_BOX),
    ):
        column.item("•", need, indent=4.5)
    column.heading(texts("cover.setup"))
    for number, key in enumerate(_steps(job), 1):
        column.item(f"{number}.", texts(f"cover.step.{key}", length=RULER))


def _steps(job: Job) -> Iterator[str]:
    """Yield the keys of the steps that set up what is printed here."""
    cards, printed = job.texts.made_of == CARDS, set(job.parts)
    labels = "labels" in printed
    yield "1"
    if cards or labels:
        yield "peel" if job.stock.page and not cards else "2"  # bought labels are not cut
    elif "boxes" in printed:
        yield "fold"
    if cards or "beads" in printed:
        yield "3"
    elif labels or "boxes" in printed:
        yield "3_labels"
    yield "4"
    if {"board", "operator"} & printed:
        yield "5" if {"board", "operator"} <= printed else "5_board" if "board" in printed else "5_operator"


def _beads(job: Job, totals: Sequence[BeadTotal]) -> str:
    if job.texts.made_of == CARDS:
        return job.texts("cover.dice" if counts_beads(job.kit) else "cover.tokens", colours=len(totals))
    owned, bank = fills_from_hand(job.kit), job.bank
    total = sum(row.to_buy if owned else row.total for row in totals)
    key = ("owned_bank" if bank else "owned") if owned else ("bank" if bank else "spares")
    games, colours = bank.games if bank else 0, len(totals)
    return job.texts(f"cover.bead.{key}", games=games, total=total, count=job.kit.beads, colours=colours)


def _contents(job: Job, column: Column) -> None:
    if not job.contents:
        return
    column.heading(job.texts("cover.contents"))
    count = len(job.contents)  # a long list leaves room for the picture
    letters = BODY if count <= MANY else SMALL - 1 if count <= MOST else SMALL - 1.8
    right = column.x + column.width
    for entry in job.contents:
        title, page = entry.title, str(entry.page)
        size = fit(title, letters, column.width - 9)
        baseline = column.y + 0.78 * line_height(letters)
        column.scene.add(Text((column.x, baseline), title, size), Text((right, baseline), page, letters, "end"))
        start, end = column.x + text_width(title, size) + 1.5, right - text_width(page, letters) - 1.5
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
    column.gap(3)
    size = qr_size(job.command, QR_SIZE, QR_LARGEST)
    column.scene.add(qr_code(job.command, column.x - 3, column.y, size))
    words = Column(column.scene, column.x + size - 2, column.y + 3, column.width - size + 2)
    words.paragraph(job.texts("cover.again"), 7)
    words.gap(1.5)
    words.line(job.texts("sheet.hash", hash=job.kit.short_hash), 7, bold=True)
    column.y = max(column.y + size, words.y)
