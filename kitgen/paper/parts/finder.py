"""Box finder: all positions by turn and number of pieces, each beside its mirror image with the moves mirrored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit
from kitgen.model import Position, Symmetry
from kitgen.paper.board import draw_box
from kitgen.paper.document import Sheet
from kitgen.paper.fonts import fit
from kitgen.paper.job import Job
from kitgen.paper.placing import CrowdedError
from kitgen.paper.scene import POINT, Line, Scene, Stroke, Text
from kitgen.paper.shapes import DARK
from kitgen.paper.sheet import PALE, SMALL, Column, content_area, new_page

PART = "finder"
#: Sizes tried for the boards, as entries across the page; the most that can be drawn are taken.
ACROSS = (9, 8, 7, 6, 5, 4, 3, 2, 1)
#: Entries hold one board, or a board and its image; their boards are not narrower than this, in mm.
NARROWEST = 15.5
#: Room between entries, between a board and its image, and for the id above them, in mm; the id's size in points.
GAP, BETWEEN, ID_ROOM, ID_SIZE = 5.0, 1.6, 5.6, 14.0
#: Height of a section's heading, in mm, and its size in points.
HEAD, HEAD_SIZE = 8.0, 11.0


def sheets(job: Job) -> list[Sheet]:
    """Return the finder's pages.

    Raises:
        UsageError: a position cannot be drawn even at the page's full width.
    """
    return _Finder(job).pages()


@dataclass(frozen=True, slots=True)
class _Entry:
    """A box with the boards that lead to it, all of one size."""

    box: Box
    boards: tuple[Scene, ...]


def images(kit: Kit, box: Box) -> list[Symmetry]:
    """Return the symmetries that show a box's position in its other guise.

    One at most: where a position has more guises, the eye is faster at turning the sheet than at searching them.
    A guise that has a box of its own is left to that box.
    """
    looks: dict[Position, Symmetry] = {}
    for symmetry in kit.symmetries.all:
        looks.setdefault(symmetry.position(box.position), symmetry)
    own = {other.position for other in kit.boxes if other is not box}
    others = [symmetry for position, symmetry in looks.items() if position != box.position]
    return others if len(others) == 1 and others[0].position(box.position) not in own else []


def pieces(kit: Kit, box: Box) -> int:
    """Return how many pieces, or seeds, lie on the board."""
    cells = box.position.cells
    return sum(cells) if kit.game.diagram.seeds else sum(content != 0 for content in cells)


class _Finder:
    """The finder being laid out."""

    def __init__(self, job: Job) -> None:
        self.job, self.kit = job, job.kit
        self.area = content_area(job.page)
        self.images = {box.id: images(self.kit, box) for box in self.kit.boxes}
        self.guises = 1 + max(len(found) for found in self.images.values())
        self.across, self.entries = self._draw()
        self.height = ID_ROOM + max(board.height for entry in self.entries for board in entry.boards)
        self.sheets: list[Sheet] = []
        self.column: Column

    def _draw(self) -> tuple[int, list[_Entry]]:
        """Return how many entries stand side by side, and the entries, as small as they can be drawn."""
        for across in ACROSS:
            width = (self._width(across) - (self.guises - 1) * BETWEEN) / self.guises
            if width < NARROWEST and across > 1:
                continue
            try:
                return across, [self._entry(box, width) for box in self.kit.boxes]
            except CrowdedError:
                continue
        raise UsageError(f"positions of {self.kit.game_spec} have too many moves to be drawn on {self.job.page.name}")

    def _width(self, across: int) -> float:
        return (self.area[2] - (across - 1) * GAP) / across

    def _entry(self, box: Box, width: float) -> _Entry:
        """Return a box with its boards, or raise CrowdedError."""
        looks = [None, *self.images[box.id]]
        return _Entry(box, tuple(draw_box(self.kit, box, width, 1.35 * width, look) for look in looks))

    def pages(self) -> list[Sheet]:
        """Return the pages."""
        self._page()
        for (turn, count), entries in groupby(self.entries, lambda e: (e.box.turn, pieces(self.kit, e.box))):
            self._section(turn, count, list(entries))
        return self.sheets

    def _page(self) -> None:
        title = self.job.texts("finder.title")
        scene, self.column = new_page(self.job, title, aside=self.job.texts("finder.aside"))
        key = "paired" if self.guises > 1 else "turned" if len(self.kit.symmetries.all) > 1 else "single"
        self.column.paragraph(self.job.texts(f"finder.{key}"), SMALL)
        self.column.gap(1)
        self.sheets.append(Sheet(scene, PART, title))

    @property
    def _bottom(self) -> float:
        return self.area[1] + self.area[3]

    def _section(self, turn: int, count: int, entries: Sequence[_Entry]) -> None:
        """Draw the entries of one turn with one number of pieces, under their heading."""
        things = "seeds" if self.kit.game.diagram.seeds else "pieces"
        words = self.job.texts("finder.section", turn=turn, things=self.job.texts(f"finder.{things}", count=count))
        first = True
        for row in _rows(entries, self.across):
            if self.column.y + (HEAD if first else 0) + self.height > self._bottom:
                self._page()
                first = True
            if first:
                self._heading(words)
                first = False
            self._row(row)

    def _heading(self, words: str) -> None:
        x, _, width, _ = self.area
        scene, y = self.column.scene, self.column.y
        scene.add(Text((x, y + 4.2), words, HEAD_SIZE, bold=True))
        scene.add(Line((x, y + 5.6), (x + width, y + 5.6), Stroke(PALE, 0.2)))
        self.column.gap(HEAD)

    def _row(self, row: Sequence[_Entry]) -> None:
        """Draw entries side by side: the id above, the boards below."""
        scene, y = self.column.scene, self.column.y
        for place, entry in enumerate(row):
            x = self.area[0] + place * (self._width(self.across) + GAP)
            size = fit(entry.box.id, ID_SIZE, entry.boards[0].width, bold=True)
            scene.add(Text((x, y + 0.73 * ID_SIZE * POINT), entry.box.id, size, bold=True, fill=DARK))
            for board in entry.boards:
                scene.place(board, x, y + ID_ROOM)
                x += board.width + BETWEEN
        self.column.gap(self.height + 3.4)


def _rows(entries: Sequence[_Entry], across: int) -> Iterator[Sequence[_Entry]]:
    """Yield entries in rows."""
    for start in range(0, len(entries), across):
        yield entries[start : start + across]
