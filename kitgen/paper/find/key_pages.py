"""The pages of the key: small pictures of rows, or their numbers of seeds, and the ids they lead to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from kitgen.kit.kit import Kit
from kitgen.model import Diagram
from kitgen.paper.card.board import cell_rows
from kitgen.paper.find.key import KeyBlock, KeyEntry, KeyLine, Row, key_of
from kitgen.paper.find.register import LETTERS, add_register
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, PALE, SMALL, Column, new_page, room_below
from kitgen.paper.marks.fonts import text_width
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import BLACK, DARK, POINT, WHITE, Disc, Line, Scene, Stroke, Text, rectangle
from kitgen.paper.words.rows import row_title

#: Room between columns, between runs of lines and between blocks, and after a row of an entry, in mm.
GUTTER, RUN, GAP, APART = 5.0, 1.2, 2.4, 0.6
#: What is free in a heading on the left, between row and words, and on the right, in mm.
SIDES = 4.0
#: On a tab: the side of a cell, and what is free before the first, in mm.
TAB_CELL, TAB_GAP = 3.2, 1.6
#: A heading stands with so many lines at least.
TOGETHER = 3


@dataclass(frozen=True, slots=True)
class KeyStyle:
    """How large everything in a key is.

    Attributes:
        columns: the most columns that a page has.
        large, small: the side of a cell in a heading and in a line, in mm.
        head, pitch: heights of a heading and of a line, in mm.
        letters, words: sizes of ids and of the words in headings, in points.
        after: what is free after a line's row and after an entry, in mm.
    """

    columns: int
    large: float
    small: float
    head: float
    pitch: float
    letters: float
    words: float
    after: float

    def larger(self, times: float) -> "KeyStyle":
        """Return the style with everything so many times as large."""
        sizes = (self.large, self.small, self.head, self.pitch, self.letters, self.words, self.after)
        return KeyStyle(self.columns, *(times * size for size in sizes))


#: Of pieces, which are many and small.
PIECE_STYLE = KeyStyle(3, 4.6, 2.0, 6.4, 3.2, 6.0, 7.5, 1.2)
#: Of numbers, which need less room; and by how much it is enlarged where that needs no more pages, the most first.
NUMBER_STYLE, ENLARGED = KeyStyle(6, 5.0, 3.6, 7.4, 4.2, 8.5, 7.5, 2.4), (1.3, 1.2, 1.1, 1.0)
#: How much of its cell a piece takes, and a pit, and a number in a pit and elsewhere.
PIECE, PIT, IN_PIT, NUMBER = 0.76, 0.92, 0.62, 0.76


@dataclass(frozen=True, slots=True)
class Placed:
    """A block or a piece of one, where it stands.

    Attributes:
        block: all of it.
        lines: those that stand here.
        y: the top of its heading, in mm from the top of the column.
    """

    block: KeyBlock
    lines: tuple[KeyLine, ...]
    y: float


@dataclass(slots=True)
class KeyPage:
    """What stands on a page, column by column."""

    columns: list[list[Placed]] = field(default_factory=lambda: [[]])


@dataclass(frozen=True, slots=True)
class KeyPlan:
    """What stands on which page, and how large it is."""

    measures: "KeyMeasures"
    pages: list[KeyPage]


def key_pages(job: Job) -> list[Scene]:
    """Return the pages of the key."""
    plan = lay_out_key(job)
    drawing = _Drawing(job, plan.measures)
    pages = [drawing.page(page) for page in plan.pages]
    add_register(job, pages, [drawing.tab(page) for page in plan.pages])
    return pages


def lay_out_key(job: Job) -> KeyPlan:
    """Return what stands on which page: on as few pages as can be, and then as large as can be."""
    key = key_of(job.kit)
    if not job.kit.game.diagram.seeds:
        return _fill(job, key, KeyMeasures.of(job, key, PIECE_STYLE))
    plans = [_fill(job, key, KeyMeasures.of(job, key, NUMBER_STYLE.larger(times))) for times in ENLARGED]
    return min(plans, key=lambda plan: len(plan.pages))


def _fill(job: Job, key: Sequence[KeyBlock], measures: "KeyMeasures") -> KeyPlan:
    """Return the pages, each filled column by column."""
    _, column = _new_page(job)
    room = room_below(job, column)
    pages, y = [KeyPage()], 0.0
    for block in key:
        rest = list(block.lines)
        while rest:
            count = measures.fitting(rest, room - y - measures.style.head)
            if count < min(TOGETHER, len(rest)):
                if not pages[-1].columns[-1]:
                    raise AssertionError("an empty column holds some lines")
                y = 0.0
                if len(pages[-1].columns) == measures.columns:
                    pages.append(KeyPage())
                else:
                    pages[-1].columns.append([])
                continue
            now, rest = tuple(rest[:count]), rest[count:]
            pages[-1].columns[-1].append(Placed(block, now, y))
            y += measures.style.head + measures.height(now) + GAP
    return KeyPlan(measures, pages)


def runs(lines: Sequence[KeyLine]) -> list[list[KeyLine]]:
    """Return lines by what lies on the left of their row; some room keeps these runs apart."""
    return [list(run) for _, run in groupby(lines, key=lambda line: line.row[:1])]


@dataclass(frozen=True, slots=True)
class KeyMeasures:
    """How columns and lines are filled.

    Attributes:
        style: how large everything is.
        columns: how many stand on a page.
        width: of a column, in mm.
        entry: the room of the widest entry: its rows, id and sign, in mm.
        per_line: entries side by side.
    """

    style: KeyStyle
    columns: int
    width: float
    entry: float
    per_line: int

    @classmethod
    def of(cls, job: Job, key: Sequence[KeyBlock], style: KeyStyle) -> "KeyMeasures":
        """Return the measures of a kit's key in a style."""
        across, down = _board(job.kit.game.diagram)
        names = {entry.view.name for block in key for line in block.lines for entry in line.entries}
        widest = max(text_width(name, style.letters, bold=True) for name in names)
        entry = (down - 2) * (across * style.small + APART) + widest + style.after
        line = across * style.small + style.after
        title = across * style.large + max(text_width(_words(job, block), style.words) for block in key)
        room = job.page.width - 2 * job.page.margin
        needed = max(line + entry, title + SIDES)
        columns = min(style.columns, max(1, int((room + GUTTER) // (needed + GUTTER))))
        width = (room - (columns - 1) * GUTTER) / columns
        return cls(style, columns, width, entry, max(1, int((width - line) // entry)))

    def rows(self, line: KeyLine) -> Iterator[Sequence[KeyEntry]]:
        """Yield the entries of a line, as many as stand side by side."""
        for start in range(0, len(line.entries), self.per_line):
            yield line.entries[start : start + self.per_line]

    def height(self, lines: Sequence[KeyLine]) -> float:
        """Return how high lines are, in mm."""
        rows = sum(-(-len(line.entries) // self.per_line) for line in lines)
        return self.style.pitch * rows + RUN * (len(runs(lines)) - 1)

    def fitting(self, lines: Sequence[KeyLine], room: float) -> int:
        """Return how many lines fit."""
        count = 0
        while count < len(lines) and self.height(lines[: count + 1]) <= room:
            count += 1
        return count


def _board(diagram: Diagram) -> tuple[int, int]:
    """Return how many cells a board has from left to right, and how many rows."""
    return len({x for x, _ in diagram.centres}), len({y for _, y in diagram.centres})


def _new_page(job: Job) -> tuple[Scene, Column]:
    scene, column = new_page(job, job.texts("finder.title"), aside=job.texts("finder.aside"))
    if job.kit.game.diagram.seeds:
        upper, lower = _pit_names(job.kit)
        column.paragraph(job.texts("finder.numbers", upper=upper, lower=lower), SMALL)
    else:
        column.paragraph(job.texts("finder.key"), SMALL)
        column.paragraph(job.texts("finder.signs"), SMALL)
    column.gap(2)
    return scene, column


def _pit_names(kit: Kit) -> tuple[str, str]:
    """Return the names of the pits in the upper and in the lower row, from left to right."""
    names = [" ".join(kit.game.diagram.names[cell] for cell in row) for row in cell_rows(kit)]
    return names[0], names[-1]


def _words(job: Job, block: KeyBlock) -> str:
    """Return the words in the heading of a block; none where the key goes through all letters of boxes."""
    return row_title(job.kit, job.texts, block.lines[0].entries[0].view.box) if block.turn else ""


class _Drawing:
    """Draws the pages of a key."""

    def __init__(self, job: Job, measures: KeyMeasures) -> None:
        self.job, self.measures, self.style = job, measures, measures.style
        self.diagram = job.kit.game.diagram

    def page(self, page: KeyPage) -> Scene:
        """Return a page."""
        scene, column = _new_page(self.job)
        for number, placed in enumerate(page.columns):
            x = column.x + number * (self.measures.width + GUTTER)
            if number:
                rule = x - GUTTER / 2
                below = column.y + room_below(self.job, column)
                scene.add(Line((rule, column.y), (rule, below), Stroke(PALE, 0.15)))
            for piece in placed:
                self._block(scene, piece, x, column.y + piece.y)
        return scene

    def tab(self, page: KeyPage) -> Scene:
        """Return what stands on the tab of a page: the heading that it begins with."""
        block = page.columns[0][0].block
        words = _words(self.job, block)
        room = text_width(words, LETTERS, bold=True) + TAB_GAP if words else 0.0
        scene = Scene(room + len(block.row) * TAB_CELL, 0)
        if words:
            scene.add(Text((0, 0.36 * LETTERS * POINT), words, LETTERS, bold=True))
        self._row(scene, block.row, room, 0, TAB_CELL)
        return scene

    def _block(self, scene: Scene, piece: Placed, x: float, y: float) -> None:
        """Draw a heading with the upper row, and the lines below it."""
        style, width, block = self.style, self.measures.width, piece.block
        scene.add(rectangle(x, y, width, style.head - 1.0, "#EDEDED"))
        middle = y + (style.head - 1.0) / 2
        if self.diagram.seeds:
            at = [(x + 0.6 + (number + 0.5) * style.large, middle) for number in range(len(block.row))]
            scene.add(*(Disc(one, PIT * style.large / 2, WHITE, Stroke(GREY, 0.2)) for one in at))
        self._row(scene, block.row, x + 0.6, middle, style.large)
        base = middle + 0.36 * style.words * POINT
        if words := _words(self.job, block):
            scene.add(Text((x + width - 1, base), words, style.words, "end", fill=GREY))
        y += style.head
        for run in runs(piece.lines):
            for line in run:
                self._row(scene, line.row, x, y + style.pitch / 2, style.small)
                for entries in self.measures.rows(line):
                    for number, entry in enumerate(entries):
                        left = x + len(block.row) * style.small + style.after + number * self.measures.entry
                        self._entry(scene, entry, left, y + style.pitch / 2)
                    y += style.pitch
            y += RUN

    def _entry(self, scene: Scene, entry: KeyEntry, x: float, middle: float) -> None:
        """Draw the rows that are left, side by side, and the id."""
        for row in entry.rows:
            self._row(scene, row, x, middle, self.style.small)
            x += len(row) * self.style.small + APART
        base = middle + 0.36 * self.style.letters * POINT
        scene.add(Text((x, base), entry.view.name, self.style.letters, bold=True, fill=DARK))

    def _row(self, scene: Scene, row: Row, x: float, middle: float, cell: float) -> None:
        """Draw a row of cells: numbers of seeds; or pieces, and a small dot where there is none."""
        for number, content in enumerate(row):
            at = (x + (number + 0.5) * cell, middle)
            kind = self.diagram.pieces.get(content)
            if self.diagram.seeds:
                size = (IN_PIT if cell == self.style.large else NUMBER) * cell / POINT
                scene.add(Text((at[0], middle + 0.36 * size * POINT), f"{content}", size, "middle", fill=BLACK))
            else:
                scene.add(PIECES[kind].draw(at, PIECE * cell) if kind else Disc(at, 0.09 * cell, GREY))
