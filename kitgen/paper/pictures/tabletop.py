"""A picture of the machine laid out on a table, seen from above: boxes, board, bag, and who looks from where.

All pictures of a kit are seen from one side of the table, with the machine's own side at the top; people sit below.
"""

import math

from kitgen.kit.kit import Box
from kitgen.paper.card.board import draw_board, machine_below
from kitgen.paper.card.styles.style import LEAST_LETTERS
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, PALE, SMALL
from kitgen.paper.marks.fonts import fit
from kitgen.paper.marks.scene import BLACK, POINT, WHITE, Disc, Line, Path, Scene, Step, Stroke, Text, rectangle
from kitgen.paper.texts import CARDS
from kitgen.paper.wording import side_name
from kitgen.paper.words.rows import row_short

#: Drawn boxes, width, height and the gap between them in mm: the first size that fits the picture is used.
BOX_SIZES = (
    (22.0, 15.0, 1.6), (17.0, 11.5, 1.2), (14.0, 9.5, 1.2), (11.0, 7.5, 1.2), (9.0, 6.2, 1.0), (7.4, 5.0, 1.0),
    (6.4, 3.9, 0.9),
)  # fmt: skip
GAP = 1.2
#: Room for the words at the board and below the bag, and below the table for the people, in mm.
CAPTIONS, PEOPLE = 11.0, 11.5
#: The least room across for board, bag and opponent: their words are wider than a board on a low table, in mm.
ASIDE = 32.0


class Tabletop:
    """The table: boxes in their rows on the left, the board and the bag of beads on the right, the people below.

    Args:
        job: the print run.
        x, y, width, height: of the picture, in mm.
    """

    def __init__(self, job: Job, x: float, y: float, width: float, height: float) -> None:
        self.job = job
        self.x, self.y, self.width, self.height = x, y, width, height - PEOPLE
        self.pad = 3.0
        self.bag = min(24.0, 0.24 * self.height)
        self.side = min(46.0, self.height - self.bag - 2 * self.pad - CAPTIONS)  # of the board, below the bag
        self.aside = max(ASIDE, self.side)
        self.label = 15.0  # room for "turn 3" before a row
        boxes = job.kit.boxes
        self.rows = {row: [box for box in boxes if box.row == row] for row in sorted({box.row for box in boxes})}

    def draw(self, scene: Scene) -> None:
        """Draw the table with everything on it, and the people at it."""
        kit, texts = self.job.kit, self.job.texts
        scene.add(rectangle(self.x, self.y, self.width, self.height, "#F7F5F0", Stroke(PALE, 0.3)))
        self._boxes(scene)
        board = draw_board(kit.game, kit.game.start(), (), self.side, self.side, turned=machine_below(kit))
        centre = self.x + self.width - self.pad - self.aside / 2
        free = self.height - 2 * self.pad - self.bag - CAPTIONS - board.height
        top = self.y + self.pad + free / 3
        self._bag(scene, centre, top, self.bag)
        scene.add(Text((centre, top + self.bag + 4), texts("cover.bag"), SMALL, "middle", fill=GREY))
        low = self.y + self.height - self.pad - free / 3 - board.height
        seated = kit.game.diagram.turns and len(kit.players) == 1
        machine = texts("cover.machine", side=side_name(self.job, kit.players[0])) if seated else texts("cover.board")
        size = fit(machine, SMALL, self.side)
        scene.add(Text((centre, low - 1.5), machine, size, "middle", fill=GREY))
        scene.place(board, centre - board.width / 2, low)
        other = texts("cover.opponent_of", side=side_name(self.job, 1 - kit.players[0])) if seated else ""
        self._person(scene, centre, other or texts("cover.opponent"))
        self._person(scene, self.x + (self.width - self.aside) / 2, texts("cover.operator"))

    def _person(self, scene: Scene, x: float, words: str) -> None:
        """Draw someone who sits at the near side of the table and looks up the page, with words for who it is."""
        y = self.y + self.height + 4.2
        shoulders: tuple[Step, ...] = (
            ("M", (x - 6.5, y)),
            ("C", (x - 6.5, y - 3.2), (x + 6.5, y - 3.2), (x + 6.5, y)),
            ("C", (x + 6.5, y + 2.4), (x - 6.5, y + 2.4), (x - 6.5, y)),
            ("Z",),
        )
        scene.add(Path(shoulders, "#D9CFBC", Stroke(BLACK, 0.25)), Disc((x, y - 1.0), 2.1, WHITE, Stroke(BLACK, 0.25)))
        room = 2 * min(self.x + self.width - x, x - self.x)
        scene.add(Text((x, y + 6), words, fit(words, SMALL, room), "middle", bold=True))

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
        room = self.width - self.aside - 3 * self.pad - self.label
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
        for boxes in self.rows.values():
            self._row(scene, boxes[0], y + height / 2)
            for start in range(0, len(boxes), across):
                for index, box in enumerate(boxes[start : start + across]):
                    x = self.x + self.pad + self.label + index * (width + gap)
                    self._piece(scene, box.id, x, y, width, height)
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
        width = height * 1.6
        for row, boxes in enumerate(self.rows.values()):
            y = self.y + self.pad + row * step + (step - height) / 2
            self._row(scene, boxes[0], y + height / 2)
            for index, box in enumerate(boxes[:4]):
                x = self.x + self.pad + self.label + index * (width + GAP)
                self._piece(scene, box.id, x, y, width, height)
            if len(boxes) > 4:
                words = self.job.texts("cover.more", last=boxes[-1].id)
                x = self.x + self.pad + self.label + 4 * (width + GAP) + 1
                scene.add(Text((x, y + height / 2 + SMALL * POINT * 0.36), words, SMALL))

    def _piece(self, scene: Scene, box_id: str, x: float, y: float, width: float, height: float) -> None:
        """Draw a card with its id, or a matchbox from above, its tray a little open."""
        tray = 0.0 if self.job.texts.made_of == CARDS else min(1.0, height * 0.14)
        if tray:
            scene.add(rectangle(x + width * 0.06, y + height - tray, width * 0.88, tray, "#D9CFBC", Stroke(GREY, 0.1)))
        scene.add(rectangle(x, y, width, height - tray, WHITE, Stroke(BLACK, 0.2)))
        size = fit(box_id, max(LEAST_LETTERS, min(9, (height - tray) / POINT * 0.6)), width - 0.6, bold=True)
        at = (x + width / 2, y + (height - tray) / 2 + size * POINT * 0.36)
        scene.add(Text(at, box_id, size, "middle", bold=True))
