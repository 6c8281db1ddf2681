"""Box finder: all positions by row and number of pieces, each beside its mirror image with the moves mirrored.

Where boards have many symmetries, and where numbers of seeds lie in pits, it is a key: that leads by the rows of the
board to the box and says how it lies.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, product

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit
from kitgen.model import Symmetry, only_mirror
from kitgen.paper.card.board import draw_box, machine_below
from kitgen.paper.card.placing import CrowdedError
from kitgen.paper.document import Sheet
from kitgen.paper.find.key import has_key
from kitgen.paper.find.key_pages import key_pages
from kitgen.paper.find.register import LETTERS, add_register
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import PALE, SMALL, Column, content_area, new_page
from kitgen.paper.marks.fonts import fit, text_width
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import DARK, POINT, Line, Scene, Stroke, Text, rectangle
from kitgen.paper.words.rows import lying_words, row_title

NAME = "finder"
#: Sizes tried for the boards, as entries across the page; the most that can be drawn are taken.
ACROSS = (9, 8, 7, 6, 5, 4, 3, 2, 1)
#: Entries hold one board, or a board and its image; their boards are not narrower than this, in mm.
NARROWEST = 15.5
#: Room between entries, between a board and its image, and for the id above them, in mm; the id's size in points.
GAP, BETWEEN, ID_ROOM, ID_SIZE = 5.0, 1.6, 5.6, 14.0
#: Room below a line of entries in mm: what is usual, and what is taken where it saves a page.
BELOW = (3.4, 2.2, 1.8)
#: Height of a section's heading, in mm, and its size in points.
HEAD, HEAD_SIZE = 8.0, 11.0
#: A piece in a heading: its height, and what is free before its number, in mm for each point of the letters.
PIECE, PIECE_GAP = 0.38, 0.25
#: Where as many pieces lie on the boards of more boxes than this in one turn, headings count them by kind, and bars
#: behind the ids say which boards begin alike; the bars, and the stroke with which one begins, in mm.
LONG, BAR, STROKE, TINT = 12, 4.8, 1.1, "#E4E4E4"


def sheets(job: Job) -> list[Sheet]:
    """Return the finder's pages; none where a box has the number of what lies on the board, and nobody has to look.

    Raises:
        UsageError: a position cannot be drawn even at the page's full width.
    """
    if job.kit.choices.rows_by == "none":
        return []
    if has_key(job.kit):
        title = job.texts("finder.title")
        return [Sheet(page, NAME, title) for page in key_pages(job)]
    return _Finder(job).pages()


@dataclass(frozen=True, slots=True)
class _Entry:
    """A box with the boards that lead to it, all of one size."""

    box: Box
    boards: tuple[Scene, ...]


def images(kit: Kit, box: Box) -> tuple[Symmetry, ...]:
    """Return the symmetries that show a box's position in its other guise: the mirror image, or none.

    In games with more symmetries than a mirror's there are none: the eye is faster at turning a sheet than at
    searching up to eight guises. A guise that has a box of its own is left to that box.
    """
    guise = only_mirror(kit.game)
    if guise is None or any(other.position == guise.position(box.position) for other in kit.boxes):
        return ()
    return (guise,)


def _heading_of(kit: Kit, box: Box, *, by_kind: bool) -> tuple[int, ...]:
    """Return what boxes under one heading have in common: the row, how much lies there, perhaps how much of each kind.

    The eye tells three black pawns and two white ones from two black ones and three white ones at a glance.
    """
    cells, lying = box.position.cells, kit.game.diagram.lying(box.position)
    kinds = [cells.count(kind) for kind in sorted(kit.game.diagram.pieces)] if by_kind else []
    return box.row, -lying, *(-count for count in kinds)


def _is_long(kit: Kit) -> bool:
    """Return whether as many pieces lie on the boards of so many boxes that more has to be asked than their number."""
    alike = Counter((box.row, kit.game.diagram.lying(box.position)) for box in kit.boxes)
    return max(alike.values()) > LONG


class _Finder:
    """The finder being laid out."""

    def __init__(self, job: Job) -> None:
        self.job, self.kit = job, job.kit
        self.area = content_area(job.page)
        self.images = {box.id: images(self.kit, box) for box in self.kit.boxes}
        self.guises = 1 + max(len(found) for found in self.images.values())
        is_long = _is_long(self.kit)
        self.by_kind = is_long and not job.options.economy  # more headings take more pages
        self.heading_of = partial(_heading_of, self.kit, by_kind=self.by_kind)
        self.boxes = sorted(self.kit.boxes, key=self.heading_of)
        self.begins = self._first_of_runs() if is_long else frozenset()
        self.across, self.entries = self._draw()
        self.height = ID_ROOM + max(board.height for entry in self.entries for board in entry.boards)
        self.below = BELOW[0]
        self.sheets: list[Sheet] = []
        self.tabs: list[_Head] = []
        self.column: Column

    def _first_of_runs(self) -> frozenset[str]:
        """Return the ids of the boxes with which a new row begins among those under one heading, as they stand there.

        Boxes are sorted by what lies on their cells, so that those with the same first row of cells stand together.
        """
        centres = self.kit.game.diagram.centres
        row = [cell for cell, (_, y) in enumerate(centres) if y == centres[0][1]]
        runs = groupby(self.boxes, lambda box: (self.heading_of(box), [box.position.cells[cell] for cell in row]))
        return frozenset(next(run).id for _, run in runs)

    def _draw(self) -> tuple[int, list[_Entry]]:
        """Return how many entries stand side by side, and the entries, as small as they can be drawn."""
        for across in ACROSS:
            width = (self._width(across) - (self.guises - 1) * BETWEEN) / self.guises
            if width < NARROWEST and across > 1:
                continue
            try:
                return across, [self._entry(box, width) for box in self.boxes]
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
        """Return the pages, as few as there can be."""
        filled: list[tuple[list[Sheet], list[_Head]]] = []
        for apart, below in product((True, False), BELOW):
            if not filled or len(filled[-1][0]) > 1:
                filled.append((self._fill(below, apart=apart), self.tabs))
        pages, tabs = min(filled, key=lambda one: len(one[0]))
        add_register(self.job, [page.scene for page in pages], [head.draw(LETTERS) for head in tabs])
        return pages

    def _fill(self, below: float, *, apart: bool) -> list[Sheet]:
        """Return the pages. Short sections share a row; a turn begins a row of its own where turns stay apart."""
        self.below, self.sheets, self.tabs = below, [], []
        self._page()
        for _, members in groupby(self.entries, lambda entry: apart and entry.box.row):
            row: list[_Section] = []
            for section in self._sections(list(members)):
                if row and sum(other.columns for other in row) + section.columns > self.across:
                    self._row(row)
                    row = []
                row.append(section)
            self._row(row)
        return self.sheets

    def _sections(self, entries: Sequence[_Entry]) -> Iterator["_Section"]:
        """Yield the entries of one row by number of pieces; what is longer than a line comes in several sections."""
        for _, group in groupby(entries, lambda entry: self.heading_of(entry.box)):
            rest = list(group)
            head = _Head(self._section_words(rest[0].box), self._kinds(rest[0].box))
            needed = math.ceil((head.width(HEAD_SIZE) + GAP) / (self._width(self.across) + GAP))
            first = True
            while rest:
                now, rest = rest[: self.across], rest[self.across :]
                # The rows of a long section stand alone, the last as well: a short one beside it would be overlooked.
                columns = self.across if rest or not first else max(len(now), needed)
                yield _Section(head, now, min(columns, self.across), first)
                first = False

    def _section_words(self, box: Box) -> str:
        """Return the heading over boxes that show as much as this one."""
        texts = self.job.texts
        if self.kit.choices.rows_by == "turn":
            return texts("finder.section", turn=box.turn, things=lying_words(self.kit, texts, box))
        return row_title(self.kit, texts, box)

    def _kinds(self, box: Box) -> tuple[tuple[str, int], ...]:
        """Return how many pieces of each kind lie on a board, where headings tell that."""
        kinds = self.kit.game.diagram.pieces if self.by_kind else {}
        counts = [(kinds[content], box.position.cells.count(content)) for content in sorted(kinds)]
        return tuple((kind, count) for kind, count in counts if count)

    def _tab(self, section: "_Section") -> "_Head":
        """Return what stands on the tab of a page that begins with a section: its heading, or as much as tells it."""
        if not self.by_kind:
            return section.head
        return _Head(row_title(self.kit, self.job.texts, section.entries[0].box), section.head.kinds)

    def _page(self) -> None:
        title = self.job.texts("finder.title")
        scene, self.column = new_page(self.job, title, aside=self.job.texts("finder.aside"))
        key = "paired" if self.guises > 1 else "turned" if len(self.kit.symmetries.all) > 1 else "single"
        self.column.paragraph(self.job.texts(f"finder.{key}"), SMALL)
        if self.begins:
            row = "lower" if machine_below(self.kit) else "upper"
            mirrored = "_mirrored" if self.guises > 1 else ""
            self.column.paragraph(self.job.texts(f"finder.bars.{row}{mirrored}"), SMALL)
        self.column.gap(1)
        self.sheets.append(Sheet(scene, NAME, title))

    def _row(self, row: Sequence["_Section"]) -> None:
        """Draw sections side by side, with headings where they begin and at the top of a page."""
        headed = any(section.first for section in row)
        if self.column.y + (HEAD if headed else 0) + self.height > self.area[1] + self.area[3]:
            self._page()
            headed = True
        pitch = self._width(self.across) + GAP
        x = self.area[0]
        if len(self.tabs) < len(self.sheets):
            self.tabs.append(self._tab(row[0]))
        for section in row:
            if headed:
                to = self.area[0] + self.area[2] if section is row[-1] else x + section.columns * pitch - GAP
                self._heading(section.head, x, to - x)
            for index, entry in enumerate(section.entries):
                if self.begins:
                    goes_on = index + 1 < len(section.entries) and section.entries[index + 1].box.id not in self.begins
                    self._bar(entry, x + index * pitch, self.column.y + (HEAD if headed else 0), goes_on=goes_on)
                self._draw_entry(entry, x + index * pitch, self.column.y + (HEAD if headed else 0))
            x += section.columns * pitch
        self.column.gap((HEAD if headed else 0) + self.height + self.below)

    def _heading(self, head: "_Head", x: float, width: float) -> None:
        scene, y = self.column.scene, self.column.y
        scale = min(1.0, width / head.width(HEAD_SIZE))
        scene.place(head.draw(HEAD_SIZE), x, y + 2.9, scale=scale)
        scene.add(Line((x, y + 5.6), (x + width, y + 5.6), Stroke(PALE, 0.2)))

    def _bar(self, entry: _Entry, x: float, y: float, *, goes_on: bool) -> None:
        """Draw the bar behind an id, with a stroke where it begins, to the next entry where it goes on there."""
        wide = self._width(self.across)
        self.column.scene.add(rectangle(x, y - 0.3, wide + (GAP if goes_on else 0), BAR, TINT))
        if entry.box.id in self.begins:
            self.column.scene.add(rectangle(x, y - 0.3, STROKE, BAR, DARK))

    def _draw_entry(self, entry: _Entry, x: float, y: float) -> None:
        """Draw the id above, the boards below."""
        scene = self.column.scene
        size = fit(entry.box.id, ID_SIZE, entry.boards[0].width, bold=True)
        left = x + (1.7 * STROKE if self.begins else 0)
        scene.add(Text((left, y + 0.73 * ID_SIZE * POINT), entry.box.id, size, bold=True, fill=DARK))
        for board in entry.boards:
            scene.place(board, x, y + ID_ROOM)
            x += board.width + BETWEEN


@dataclass(frozen=True, slots=True)
class _Head:
    """A heading.

    Attributes:
        words: such as the turn, and how many pieces lie there.
        kinds: shapes of pieces and how many of each lie there; empty where the words say enough.
    """

    words: str
    kinds: tuple[tuple[str, int], ...]

    def width(self, size: float) -> float:
        """Return how wide it is in letters of a size in points, in mm."""
        return self.draw(size).width

    def draw(self, size: float) -> Scene:
        """Return it in letters of a size in points, about a height of 0."""
        base, piece = 0.36 * size * POINT, PIECE * size
        x = text_width(self.words, size, bold=True)
        scene = Scene(x, 0)
        scene.add(Text((0, base), self.words, size, bold=True))
        for kind, count in self.kinds:
            number = f"{count}"
            x += PIECE_GAP * size
            scene.add(Text((x, base), number, size, bold=True))
            x += text_width(number, size, bold=True) + piece / 2
            scene.add(PIECES[kind].draw((x, 0), piece))
            x += piece / 2
        scene.width = x
        return scene


@dataclass(frozen=True, slots=True)
class _Section:
    """Entries of one turn with one number of pieces, as many as stand in a row.

    Attributes:
        head: the heading.
        entries: what stands under it.
        columns: how many entries' room it takes.
        first: False for what continues a section in a new row.
    """

    head: _Head
    entries: Sequence[_Entry]
    columns: int
    first: bool
