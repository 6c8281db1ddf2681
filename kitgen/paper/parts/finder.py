"""Box finder: all positions by row and number of pieces, each beside its mirror image with the
moves mirrored.

For boards with many symmetries and for pits of seeds it is a key instead: the rows of the board
lead to the box and its orientation. Every position is listed, also turned and mirrored, in
dictionary order: by the upper row, then the second, then the others. Cells are compared from left
to right; empty ones come first.

The positions of an express kit that need no box, where the same is always played, are on a sheet of
their own.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from itertools import groupby, product
from typing import NamedTuple

from kitgen.claims.claims import say
from kitgen.claims.facts import Facts
from kitgen.errors import KitgenError, UsageError
from kitgen.kit.kit import Box, Kit, View, views_of
from kitgen.model import ARROWS, UPENDED, Diagram, Move, Position, Symmetry, only_mirror
from kitgen.paper.card.board import SMALLER, cell_rows, draw_box, fit_grid, machine_below
from kitgen.paper.card.box_words import id_tells, lying_words, row_title
from kitgen.paper.card.moves import CrowdedError
from kitgen.paper.finder_index import (
    MAX_INDEX_LABELS,
    MIN_REGISTER_PAGES,
    Heading,
    add_index,
    add_register,
    has_key,
    index_room,
)
from kitgen.paper.game_sheets import draw_strip
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import (
    BASELINE,
    Column,
    content_area,
    line_height,
    new_page,
    room_below,
)
from kitgen.paper.marks.pieces import shape_of
from kitgen.paper.marks.scene import (
    BLACK,
    DARK,
    POINT,
    WHITE,
    Disc,
    Line,
    Scene,
    Stroke,
    Text,
    rectangle,
)
from kitgen.paper.style import (
    CAPITAL,
    GREY,
    PALE,
    SHADE,
    SMALL,
    SPACE,
    STYLE,
    fit,
    fitted,
    in_rows,
    text_width,
    wrap,
)
from kitgen.papers import Point

#: In the key: gaps between runs of lines, between blocks and below the last one.
RUN_GAP_MM = 1.2
BLOCK_GAP_MM = 2.4
KEY_FOOT_MM = 1.0
#: The gap after each row of an entry.
ROW_GAP_MM = 0.6
#: What is free in a heading of the key: on the left, between row and words, and on the right.
HEADING_FREE_MM = 4.0
#: Before the row in a heading, after its words, and below its grey bar.
HEADING_LEFT_MM = 0.6
HEADING_RIGHT_MM = 1.0
BELOW_BAR_MM = 1.0
#: On a tab: the side of a cell, and the space before the first.
TAB_CELL_MM = 3.2
TAB_GAP_MM = 1.6
#: On a label of the thumb index: its letters, the side of the cell, and the space between.
INDEX_PT = 12.0
INDEX_CELL_MM = 5.0
INDEX_APART_MM = 1.6
#: The least number of lines below a heading.
MIN_LINES_BELOW_HEADING = 3


#: The contents of a row's cells, from left to right.
KeyRow = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """The end of a line: the contents of the rows below the second, and the box in its
    orientation.
    """

    rows: tuple[KeyRow, ...]
    view: View


@dataclass(frozen=True, slots=True)
class KeyLine:
    """Everything that begins with the same two rows; ``row`` is the second, empty on boards of
    one row.
    """

    row: KeyRow
    entries: tuple[KeyEntry, ...]


@dataclass(frozen=True, slots=True)
class KeyBlock:
    """Everything that begins with the same upper row; ``turn`` is 0 where the letters of boxes
    do not show it.
    """

    turn: int
    row: KeyRow
    lines: tuple[KeyLine, ...]


def _key_blocks(kit: Kit) -> Sequence[KeyBlock]:
    """Return the key: turn by turn where letters of boxes show the turn; otherwise in one run."""
    items = []
    for box in kit.boxes:
        turn = box.turn if kit.choices.rows_by == "turn" else 0
        for view in views_of(kit, box):
            items.append(_KeyItem(turn, _rows_of(kit, view.position), view))
    items.sort(key=lambda item: (item.turn, item.rows))
    blocks = []
    for (turn, top), block in groupby(items, key=lambda item: (item.turn, item.rows[0])):
        blocks.append(KeyBlock(turn, top, _key_lines(block)))
    return blocks


class _KeyItem(NamedTuple):
    """A view of a box, as it is sorted into the key: all rows of its board, from above."""

    turn: int
    rows: tuple[KeyRow, ...]
    view: View


def _rows_of(kit: Kit, position: Position) -> tuple[KeyRow, ...]:
    """Return the contents of a position's cells, row by row from above."""
    contents = []
    for row in cell_rows(kit):
        contents.append(tuple(position.cells[cell] for cell in row))
    return tuple(contents)


def _key_lines(block: Iterable[_KeyItem]) -> tuple[KeyLine, ...]:
    """Return the lines of a block, whose views begin with the same row."""
    lines = []
    for second, line in groupby(block, key=lambda item: item.rows[1:2]):
        entries = tuple(KeyEntry(item.rows[2:], item.view) for item in line)
        lines.append(KeyLine(second[0] if second else (), entries))
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class KeyStyle:
    """The sizes in a key, in mm where nothing else is said."""

    columns: int  # the most on a page
    large: float  # the side of a cell in a heading
    small: float  # the side of a cell in a line
    head: float  # the height of a heading
    pitch: float  # the height of a line
    letters: float  # of ids and of words in headings, in points
    after: float  # after a line's row and after an entry

    def larger(self, times: float) -> "KeyStyle":
        """Return the style with all sizes multiplied."""
        columns, *sizes = astuple(self)
        return KeyStyle(columns, *(times * size for size in sizes))


#: For pieces, which are many and small.
PIECE_STYLE = KeyStyle(
    columns=3,
    large=4.6,
    small=3.0,
    head=6.4,
    pitch=3.5,
    letters=STYLE.letters.label,
    after=1.2,
)
#: For numbers, which need less room.
NUMBER_STYLE = KeyStyle(
    columns=6,
    large=5.0,
    small=3.6,
    head=7.4,
    pitch=4.2,
    letters=STYLE.letters.label,
    after=2.4,
)
#: How far that of numbers is enlarged where this needs no more pages, the most first.
ENLARGED = (1.3, 1.2, 1.1, 1.0)
#: The share of a cell that a piece takes, a dot in an empty cell, and a pit.
PIECE_SHARE = 0.76
DOT_SHARE = 0.18
PIT_SHARE = 0.92
#: The height of a number as a share of its cell: in a pit, and elsewhere.
NUMBER_IN_PIT_SHARE = 0.64
NUMBER_SHARE = 0.885
#: In the drawn example of the signs: the side of a cell, the room for words on the left of a board,
#: their distance from it, how far their feet are below its middle, and its upper edge.
EXAMPLE_CELL_MM = 3.0
EXAMPLE_WORDS_MM = 9.0
EXAMPLE_WORDS_GAP_MM = 1.6
EXAMPLE_WORDS_DROP_MM = 1.2
EXAMPLE_EDGE = Stroke(BLACK, 0.7)


#: A page of the key, column by column: blocks with the lines that stand here, and in mm from the
#: top of the column the top of their headings.
KeyPage = list[list[tuple[KeyBlock, float]]]


def lay_out_key(job: Job) -> tuple["_Key", list[KeyPage]]:
    """Return the sizes and the contents of each page: as few pages as possible, then as large as
    possible.
    """
    blocks = _key_blocks(job.kit)
    has_numbers = job.kit.game.diagram.seeds
    styles = [PIECE_STYLE]
    if has_numbers:
        styles = [NUMBER_STYLE.larger(times) for times in ENLARGED]
    plans = []
    for style in styles:
        key = _Key(job, blocks, style)
        plans.append((key, key.fill(blocks)))
    key, pages = min(plans, key=lambda plan: len(plan[1]))  # the first, and largest, of several
    sections = _sections(blocks)
    is_booklet = not has_numbers and len(pages) >= MIN_REGISTER_PAGES
    # An index needs as many labels as a register has tabs.
    if is_booklet and MIN_REGISTER_PAGES <= len(sections) <= MAX_INDEX_LABELS:
        booklet = _Key(job, blocks, key.style, sections)
        return booklet, booklet.fill(blocks)
    return key, pages


#: A section of the key, which its thumb index leads to: a turn, and what is in the upper left cell.
Section = tuple[int, int]


def _section(block: KeyBlock) -> Section:
    return block.turn, block.row[0]


def _sections(blocks: Iterable[KeyBlock]) -> list[Section]:
    """Return the sections in the order of the key; none where it does not tell turns apart."""
    return sorted({_section(block) for block in blocks if block.turn})


def runs(lines: Sequence[KeyLine]) -> list[list[KeyLine]]:
    """Return lines by the left cell of their row; a gap separates these runs."""
    return [list(run) for _, run in groupby(lines, key=lambda line: line.row[:1])]


class _Key:
    """The key in a style.

    Attributes:
        sections: of its thumb index, if it is a booklet with one.
        entry_width: that of the widest entry, in mm.
        columns: on a page.
        width: of a column, in mm.
        per_line: the number of entries beside each other.
    """

    def __init__(
        self,
        job: Job,
        blocks: Sequence[KeyBlock],
        style: KeyStyle,
        sections: Sequence[Section] = (),
    ) -> None:
        self.job = job
        self.style = style
        self.sections = sections
        rows = cell_rows(job.kit)
        across = len({x for x, _ in job.kit.game.diagram.centres})
        widest = max(text_width(name, style.letters, bold=True) for name in _names_in(blocks))
        rows_width = (len(rows) - 2) * (across * style.small + ROW_GAP_MM)
        self.entry_width = rows_width + widest + style.after
        row_width = across * style.small + style.after
        words = max(text_width(_words(job, block), style.letters) for block in blocks)
        heading_width = across * style.large + words
        room = job.page.width - 2 * job.page.margin
        if sections:
            room -= index_room(job.page)
        needed = max(row_width + self.entry_width, heading_width + HEADING_FREE_MM)
        columns = int((room + SPACE.column) // (needed + SPACE.column))
        self.columns = min(style.columns, max(1, columns))
        self.width = (room - (self.columns - 1) * SPACE.column) / self.columns
        self.per_line = max(1, int((self.width - row_width) // self.entry_width))

    def fill(self, blocks: Sequence[KeyBlock]) -> list[KeyPage]:
        """Return the contents of each page."""
        room = room_below(self.job, self._new_page()[1]) - KEY_FOOT_MM
        columns: KeyPage = [[]]
        y = 0.0
        for block in blocks:
            rest = block.lines
            while rest:
                count = self._fitting_lines(rest, room - y - self.style.head)
                if count >= min(MIN_LINES_BELOW_HEADING, len(rest)):
                    columns[-1].append((replace(block, lines=rest[:count]), y))
                    y += self.style.head + self.height(rest[:count]) + BLOCK_GAP_MM
                    rest = rest[count:]
                elif columns[-1]:
                    columns.append([])
                    y = 0.0
                else:
                    raise UsageError(
                        f"the key of {self.job.kit.name} does not fit on {self.job.page.name} paper"
                    )
        starts = range(0, len(columns), self.columns)
        return [columns[start : start + self.columns] for start in starts]

    def _fitting_lines(self, lines: Sequence[KeyLine], free: float) -> int:
        """Return how many of the first lines fit into some mm of a column."""
        for count in range(1, len(lines) + 1):
            if self.height(lines[:count]) > free:
                return count - 1
        return len(lines)

    def height(self, lines: Sequence[KeyLine]) -> float:
        """Return how high lines are, in mm."""
        rows = sum(math.ceil(len(line.entries) / self.per_line) for line in lines)
        return self.style.pitch * rows + RUN_GAP_MM * (len(runs(lines)) - 1)

    def page(self, page: KeyPage) -> Scene:
        """Draw a page."""
        scene, column = self._new_page()
        for number, blocks in enumerate(page):
            x = column.x + number * (self.width + SPACE.column)
            if number:
                rule = x - SPACE.column / 2
                below = column.y + room_below(self.job, column)
                scene.add(Line((rule, column.y), (rule, below), Stroke(PALE, 0.15)))
            for block, y in blocks:
                self._block(scene, block, x, column.y + y)
        return scene

    def add_index(self, scenes: Sequence[Scene], pages: Sequence[KeyPage]) -> None:
        """Draw the thumb index of a booklet on its pages."""
        if not self.sections:
            return
        found_on = []
        for page in pages:
            here = {_section(block) for column in page for block, _ in column}
            found_on.append([self.sections.index(section) for section in here])
        labels = [self._label(section) for section in self.sections]
        add_index(self.job, scenes, labels, found_on, self._new_page()[1].y)

    def _label(self, section: Section) -> Scene:
        """Draw a label of the thumb index about its middle: the turn, and a cell below it."""
        turn, content = section
        scene = Scene(0, 0)
        height = CAPITAL * INDEX_PT * POINT
        top = -(height + INDEX_APART_MM + INDEX_CELL_MM) / 2
        scene.add(Text((0, top + height), f"{turn}", INDEX_PT, "middle", bold=True))
        below = top + height + INDEX_APART_MM
        left = -INDEX_CELL_MM / 2
        line = Stroke(GREY, 0.2)
        scene.add(rectangle(left, below, INDEX_CELL_MM, INDEX_CELL_MM, None, line))
        middle = below + INDEX_CELL_MM / 2
        self._row(scene, (content,), left, middle, INDEX_CELL_MM)
        return scene

    def _new_page(self) -> tuple[Scene, Column]:
        job = self.job
        scene, column = new_page(job, job.texts("finder.title"), aside=job.texts("finder.aside"))
        if job.kit.game.diagram.seeds:
            names = job.kit.game.diagram.names
            rows = cell_rows(job.kit)
            upper = " ".join(names[cell] for cell in rows[0])
            lower = " ".join(names[cell] for cell in rows[-1])
            column.paragraph(job.texts("finder.numbers", upper=upper, lower=lower), SMALL)
        else:
            self._explain(column)
        column.gap(SPACE.paragraph)
        return scene, column

    def _explain(self, column: Column) -> None:
        """Write how the key is read, and draw an example of its signs."""
        texts = self.job.texts
        how = texts("finder.key")
        if self.sections:
            how += f" {texts('finder.index')}"
        column.paragraph(how, SMALL)
        example = _example(self.job)
        beside = column.width - example.width - SPACE.column
        words = Column(column.scene, column.x, column.y, beside)
        words.paragraph(texts("finder.signs"), SMALL)
        column.scene.place(example, column.x + column.width - example.width, column.y)
        column.gap(max(words.y - column.y, example.height))

    def tab(self, page: KeyPage) -> Scene:
        """Draw the tab of a page, with its first row."""
        block, _ = page[0][0]
        words = _words(self.job, block)
        scene = Scene(0, 0)
        room = 0.0
        if words:
            scene = Heading(words).draw()
            room = scene.width + TAB_GAP_MM
        self._row(scene, block.row, room, 0, TAB_CELL_MM)
        scene.width = room + len(block.row) * TAB_CELL_MM
        return scene

    def _block(self, scene: Scene, block: KeyBlock, x: float, y: float) -> None:
        """Draw a block of the key from its top left corner."""
        style = self.style
        self._block_heading(scene, block, x, y)
        y += style.head
        entries_x = x + len(block.row) * style.small + style.after
        for run in runs(block.lines):
            for line in run:
                self._row(scene, line.row, x, y + style.pitch / 2, style.small)
                for number, entry in enumerate(line.entries):
                    place = number % self.per_line
                    if number and place == 0:
                        y += style.pitch
                    entry_x = entries_x + place * self.entry_width
                    self._entry(scene, entry, entry_x, y + style.pitch / 2)
                y += style.pitch
            y += RUN_GAP_MM

    def _block_heading(self, scene: Scene, block: KeyBlock, x: float, y: float) -> None:
        """Draw a grey bar with the first row of a block, and its words at the right."""
        style = self.style
        high = style.head - BELOW_BAR_MM
        scene.add(rectangle(x, y, self.width, high, SHADE))
        middle = y + high / 2
        row_x = x + HEADING_LEFT_MM
        if self.job.kit.game.diagram.seeds:
            for number in range(len(block.row)):
                pit = (row_x + (number + 0.5) * style.large, middle)
                scene.add(Disc(pit, PIT_SHARE * style.large / 2, WHITE, Stroke(GREY, 0.2)))
        self._row(scene, block.row, row_x, middle, style.large, in_pits=True)
        words = _words(self.job, block)
        if words:
            at = (x + self.width - HEADING_RIGHT_MM, middle)
            scene.add(fitted(at, words, style.letters, anchor="end", fill=GREY, level=True))

    def _entry(self, scene: Scene, entry: KeyEntry, x: float, middle: float) -> None:
        """Draw the rows of an entry from the left, and the name of its box behind them."""
        style = self.style
        for row in entry.rows:
            self._row(scene, row, x, middle, style.small)
            x += len(row) * style.small + ROW_GAP_MM
        name = entry.view.name
        scene.add(fitted((x, middle), name, style.letters, bold=True, fill=DARK, level=True))

    def _row(
        self,
        scene: Scene,
        row: KeyRow,
        x: float,
        middle: float,
        cell: float,
        *,
        in_pits: bool = False,
    ) -> None:
        """Draw a row of cells from its left end, with pieces or with numbers, which are smaller
        ``in_pits``.
        """
        diagram = self.job.kit.game.diagram
        if not diagram.seeds:
            draw_pieces(diagram, scene, row, x, middle, cell)
            return
        share = NUMBER_IN_PIT_SHARE if in_pits else NUMBER_SHARE
        size = share * cell / POINT
        for number, content in enumerate(row):
            at = (x + (number + 0.5) * cell, middle)
            scene.add(fitted(at, f"{content}", size, anchor="middle", level=True))


def _names_in(key: Iterable[KeyBlock]) -> set[str]:
    """Return the names of all boxes and orientations in a key."""
    names: set[str] = set()
    for block in key:
        for line in block.lines:
            names.update(entry.view.name for entry in line.entries)
    return names


#: The contents of a board, row by row from above.
_Rows = Sequence[KeyRow]


def _example(job: Job) -> Scene:
    """Return a box as printed, then turned as its arrow says, then mirrored, each with its sign."""
    view = _example_view(job.kit)
    if view is None:
        return Scene(0, 0)
    arrow = view.sign[0]
    mirror = view.sign[1:]
    quarters = ARROWS.index(arrow)
    printed: _Rows = _rows_of(job.kit, view.box.position)
    turned = printed
    for _ in range(quarters):
        turned = _turned_clockwise(turned)
    steps = [(view.box.id, printed, 0), (arrow, turned, quarters)]
    if mirror == UPENDED:
        steps.append((mirror, turned[::-1], quarters))
    elif mirror:
        steps.append((mirror, [row[::-1] for row in turned], quarters))
    side = EXAMPLE_CELL_MM * max(len(printed), len(printed[0]))
    pitch = EXAMPLE_WORDS_MM + side
    top = EXAMPLE_EDGE.width
    scene = Scene(len(steps) * pitch, side + 2 * EXAMPLE_EDGE.width)
    for number, (words, rows, turns) in enumerate(steps):
        x = number * pitch + EXAMPLE_WORDS_MM
        words_at = (x - EXAMPLE_WORDS_GAP_MM, top + side / 2 + EXAMPLE_WORDS_DROP_MM)
        scene.add(Text(words_at, words, SMALL, "end", bold=True, fill=DARK))
        _draw_example_board(job.kit.game.diagram, scene, rows, (x, top), turns)
    return scene


def _turned_clockwise(rows: _Rows) -> _Rows:
    """Return rows turned by a quarter: the left column, from below, becomes the upper row."""
    return list(zip(*rows[::-1], strict=True))


def _example_view(kit: Kit) -> View | None:
    """Return a view of a box that is turned, and mirrored as well if there is any such.

    Views are made one by one: of thousands, the first few are enough.
    """
    first = None
    for box in kit.boxes:
        for view in views_of(kit, box):
            is_turned = view.sign[:1] in ARROWS[1:]
            if is_turned and len(view.sign) > 1:
                return view
            if is_turned and first is None:
                first = view
    return first


def _draw_example_board(diagram: Diagram, scene: Scene, rows: _Rows, at: Point, turns: int) -> None:
    """Draw a board from its top left corner that was turned by some quarters, with a thick line
    where its upper edge is now.
    """
    x, y = at
    right = x + len(rows[0]) * EXAMPLE_CELL_MM
    bottom = y + len(rows) * EXAMPLE_CELL_MM
    corners = [(x, y), (right, y), (right, bottom), (x, bottom)]
    scene.add(Line(corners[turns], corners[(turns + 1) % 4], EXAMPLE_EDGE))
    for number, row in enumerate(rows):
        middle = y + (number + 0.5) * EXAMPLE_CELL_MM
        draw_pieces(diagram, scene, row, x, middle, EXAMPLE_CELL_MM)


def _words(job: Job, block: KeyBlock) -> str:
    """Return the words in the heading of a block; none where the letters of boxes do not show the
    turn.
    """
    if not block.turn:
        return ""
    first = block.lines[0].entries[0]
    return row_title(job.kit, job.texts, first.view.box)


def draw_pieces(
    diagram: Diagram, scene: Scene, row: KeyRow, x: float, middle: float, cell: float
) -> None:
    """Draw a row of pieces, with a dot in each empty cell, from its left end."""
    for number, content in enumerate(row):
        at = (x + (number + 0.5) * cell, middle)
        kind = diagram.pieces.get(content)
        if kind:
            scene.add(shape_of(diagram, kind).draw(at, PIECE_SHARE * cell))
        else:
            scene.add(Disc(at, DOT_SHARE / 2 * cell, GREY))


#: The most entries across the page.
MAX_ACROSS = 9
#: The most boxes for which one page is tried with larger boards.
MAX_BOXES_ON_A_PAGE = 40
#: With so few entries across, smaller pieces are tried before fewer entries, which would take too
#: many pages.
FEW_ACROSS = 3
#: The least width of a board, and the most of its height as a multiple of its room's width.
MIN_BOARD_MM = 15.5
MAX_BOARD_SHAPE = 1.35
#: Between entries, and between a board and its image.
ENTRY_GAP_MM = 5.0
IMAGE_GAP_MM = 1.6
#: The room for the id above the boards, and its letters.
ID_ROOM_MM = 5.6
ID_PT = 14.0
#: Room below a line of entries: the usual, and smaller ones that may save a page.
BELOW_MM = (3.4, 2.2, 1.8)
#: A section's heading: its height, the middle of its letters, their size, and the line below.
HEADING_MM = 8.0
HEADING_MIDDLE_MM = 2.9
HEADING_PT = 11.0
HEADING_LINE_MM = 5.6
#: Where more boxes than this show the same number of pieces in one turn, headings count them by
#: kind, and bars behind the ids say which boards begin alike.
MAX_BOXES_ALIKE = 12
#: The height of those bars, the stroke with which one begins, where ids begin on it, and how far it
#: stands above them.
BAR_MM = 4.8
BAR_STROKE_MM = 1.1
BAR_ID_MM = 1.7 * BAR_STROKE_MM
BAR_ABOVE_MM = 0.3
BAR_TINT = STYLE.greys.tint


def leads_to_boxes(job: Job) -> bool:
    """Return whether a kit needs a finder: boxes are found by more than the number of pieces on
    the board.
    """
    return job.kit.choices.rows_by != "none"


def sheets(job: Job) -> list[Scene]:
    """Return the finder's pages."""
    if has_key(job.kit):
        key, pages = lay_out_key(job)
        scenes = [key.page(page) for page in pages]
        add_register(job, scenes, [key.tab(page) for page in pages])
        key.add_index(scenes, pages)
        return scenes
    # Pictures are as large as one page can hold, if one is enough and no other part shares it: in
    # an express kit the sheet of what is always played stands below.
    alone = not (job.options.economy or job.kit.always)
    most_across = MAX_ACROSS
    if alone and len(job.kit.boxes) <= MAX_BOXES_ON_A_PAGE:
        most_across = _least_across_on_one_page(job)
    for across in range(most_across, 0, -1):
        finder = _Finder(job, across)
        if finder.draw():
            return finder.pages()
    raise UsageError(
        f"positions of {job.kit.game.called} have too many moves to be drawn on {job.page.name}"
    )


def _least_across_on_one_page(job: Job) -> int:
    """Return the least number of entries across with which one page is enough, or the most."""
    for across in range(2, MAX_ACROSS):
        if _Finder(job, across).is_short():
            return across
    return MAX_ACROSS


def images(kit: Kit, box: Box) -> tuple[Symmetry, ...]:
    """Return the mirror image that shows a box's position in its other guise, or none.

    In games with more symmetries than a mirror's there are none: the eye is faster at turning a
    sheet than at searching up to eight guises. A guise that has a box of its own is left to that
    box.
    """
    mirror = only_mirror(kit.game)
    if mirror is None:
        return ()
    image = mirror.position(box.position)
    if any(other.position == image for other in kit.boxes):
        return ()
    return (mirror,)


class _Finder:
    """The finder with so many entries ``across`` the page.

    Attributes:
        images: of each box, by its id.
        guises: the most boards of an entry.
        by_kind: whether headings count pieces by their kinds.
        boxes: in the order of the finder.
        rows: the cells of each row, in the order in which boxes are sorted by them.
        row_of_runs: which of these rows boxes on one bar share.
        begins: the ids of the boxes with which a bar begins; none where bars are not needed.
        entry_width: in mm.
        board_room: the width for each board of an entry, in mm.
        board_width: what a board takes of that, in mm.
        entry_height: in mm.
        drawn: the boards of each box, by its id.
        column: that of the page which is being filled.
    """

    def __init__(self, job: Job, across: int) -> None:
        self.job = job
        self.kit = job.kit
        self.across = across
        self.area = content_area(job.page)
        self.images = {box.id: images(self.kit, box) for box in self.kit.boxes}
        self.guises = 1 + max(map(len, self.images.values()))
        has_long_sections = self._most_alike() > MAX_BOXES_ALIKE
        # More headings take more pages.
        self.by_kind = has_long_sections and not job.options.economy
        self.boxes = sorted(self.kit.boxes, key=self.heading_of)
        self.rows = self._rows_as_sorted()
        self.row_of_runs = self._row_that_differs()
        self.begins: frozenset[str] = frozenset()
        # On a board of one row every box would be a run of its own.
        if has_long_sections and len(cell_rows(self.kit)) > 1:
            self.begins = self._first_of_runs()
        self.entry_width = (self.area.width - (across - 1) * ENTRY_GAP_MM) / across
        self.board_room = (self.entry_width - (self.guises - 1) * IMAGE_GAP_MM) / self.guises
        grid = fit_grid(self.kit.game.diagram, self.board_room, MAX_BOARD_SHAPE * self.board_room)
        self.board_width, high = grid.size
        self.entry_height = ID_ROOM_MM + high
        self.drawn: dict[str, list[Scene]] = {}

    def _most_alike(self) -> int:
        """Return the most boxes of one row that show the same number of pieces."""
        lying = self.kit.game.diagram.lying
        alike = Counter((box.row, lying(box.position)) for box in self.kit.boxes)
        return max(alike.values())

    def heading_of(self, box: Box) -> tuple[int, ...]:
        """Return the key of a heading: the row, the number of pieces, perhaps the number of each
        kind.

        The eye tells three black pawns and two white ones from two black ones and three white ones
        at a glance.
        """
        diagram = self.kit.game.diagram
        most_first = -diagram.lying(box.position)
        if not self.by_kind:
            return box.row, most_first
        cells = box.position.cells
        by_kind = [-cells.count(kind) for kind in sorted(diagram.pieces)]
        return box.row, most_first, *by_kind

    def _rows_as_sorted(self) -> Sequence[Sequence[int]]:
        """Return the cells row by row, in the order in which boxes are sorted by them."""
        centres = self.kit.game.diagram.centres
        rows: dict[float, list[int]] = {}
        for cell, (_, y) in enumerate(centres):
            rows.setdefault(y, []).append(cell)
        return [*rows.values()]

    def _row_that_differs(self) -> int:
        """Return the place of the row by which boxes are told apart: the first, or the second where
        that is empty on every box, as the lane beyond the board of Dodgem is.
        """
        first, *others = self.rows
        if not others:
            return 0
        for box in self.kit.boxes:
            if any(box.position.cells[cell] for cell in first):
                return 0
        return 1

    def _first_of_runs(self) -> frozenset[str]:
        """Return the ids of the boxes with which a new row of cells begins among those under one
        heading.

        Boxes are sorted by what lies on their cells, so that those with the same first row of cells
        stand together.
        """
        row = self.rows[self.row_of_runs]

        def run_of(box: Box) -> tuple[tuple[int, ...], list[int]]:
            return self.heading_of(box), [box.position.cells[cell] for cell in row]

        return frozenset(next(run).id for _, run in groupby(self.boxes, run_of))

    def draw(self) -> bool:
        """Draw the boards; return whether they are large enough for their moves."""
        if self.board_room < MIN_BOARD_MM and self.across > 1:
            return False
        piece_sizes: tuple[float, ...] = (1.0,)
        if self.across <= FEW_ACROSS:
            piece_sizes += SMALLER
        for size in piece_sizes:
            with suppress(CrowdedError):
                self.drawn = {box.id: self._boards(box, size) for box in self.boxes}
                return True
        return False

    def _boards(self, box: Box, size: float) -> list[Scene]:
        """Draw a box as it is and its images, with pieces of a size."""
        high = MAX_BOARD_SHAPE * self.board_room
        looks = (None, *self.images[box.id])
        return [draw_box(self.kit, box, self.board_room, high, look, size=size) for look in looks]

    def is_short(self) -> bool:
        """Return whether one page is enough with the least room between lines."""
        return len(self._fill(BELOW_MM[-1], apart=False).pages) == 1

    def pages(self) -> list[Scene]:
        """Return the pages: the first way of filling them that needs one, or else the fewest."""
        ways = []
        for apart, below in product((True, False), BELOW_MM):
            filled = self._fill(below, apart=apart)
            ways.append(filled)
            if len(filled.pages) == 1:
                break
        best = min(ways, key=lambda way: len(way.pages))
        add_register(self.job, best.pages, [head.draw() for head in best.tabs])
        return best.pages

    def _fill(self, below: float, *, apart: bool) -> "_Filled":
        """Return the pages. Short sections share a row; a turn begins a row of its own where
        turns stay apart.
        """

        def turn_kept_apart(box: Box) -> int:
            return box.row if apart else 0

        filled = _Filled([], [])
        self._begin_page(filled)
        for _, members in groupby(self.boxes, turn_kept_apart):
            row: list[_Section] = []
            taken = 0
            for section in self._sections(members):
                if row and taken + section.columns > self.across:
                    self._row(filled, row, below)
                    row = []
                    taken = 0
                row.append(section)
                taken += section.columns
            self._row(filled, row, below)
        return filled

    def _sections(self, boxes: Iterable[Box]) -> Iterator["_Section"]:
        """Yield the boxes of one row by number of pieces; more than a line of them make several
        sections.
        """
        for _, group in groupby(boxes, self.heading_of):
            rest = list(group)
            head = self._head(rest[0])
            head_width = head.draw(HEADING_PT).width
            needed = math.ceil((head_width + ENTRY_GAP_MM) / (self.entry_width + ENTRY_GAP_MM))
            is_long = len(rest) > self.across
            for start in range(0, len(rest), self.across):
                now = rest[start : start + self.across]
                columns = min(max(len(now), needed), self.across)
                # The rows of a long section stand alone, the last as well: a short one beside it
                # would be overlooked.
                if is_long:
                    columns = self.across
                yield _Section(head, now, columns, first=start == 0)

    def _head(self, box: Box) -> Heading:
        """Return the heading above a box."""
        texts = self.job.texts
        words = row_title(self.kit, texts, box)
        if self.kit.choices.rows_by == "turn":
            words = texts("finder.section", turn=box.turn, things=lying_words(self.kit, texts, box))
        if not self.by_kind:
            return Heading(words)
        diagram = self.kit.game.diagram
        kinds = []
        for content in sorted(diagram.pieces):
            count = box.position.cells.count(content)
            if count:
                kinds.append((shape_of(diagram, diagram.pieces[content]), count))
        return Heading(words, tuple(kinds))

    def _begin_page(self, filled: "_Filled") -> None:
        """Begin a page, with the words on how it is read, and the colours on the first."""
        texts = self.job.texts
        scene, self.column = new_page(self.job, texts("finder.title"), aside=texts("finder.aside"))
        how = texts(f"finder.{self._kind_of_entries()}")
        self.column.paragraph(how, SMALL)
        if self.begins:
            self.column.paragraph(texts(f"finder.bars.{self._row_of_bars()}"), SMALL)
        if not filled.pages:
            last_line = ""
            if not self.begins:
                last_line = wrap(how, SMALL, self.column.width)[-1]
            draw_strip(self.kit, self.column, SMALL, last_line)
        self.column.gap(SPACE.near)
        filled.pages.append(scene)

    def _row_of_bars(self) -> str:
        """Return the row that boxes on one bar share, as the texts name it."""
        if self.row_of_runs == 1:
            return "second"
        row = "lower" if machine_below(self.kit) else "upper"
        if self.guises > 1:
            row += "_mirrored"
        return row

    def _kind_of_entries(self) -> str:
        """Return how entries show images of a box, as the texts name it."""
        if self.guises > 1:
            return "paired"
        if len(self.kit.symmetries.all) > 1:
            return "turned"
        return "single"

    def _row(self, filled: "_Filled", row: Sequence["_Section"], below: float) -> None:
        """Draw sections beside each other, on a new page if there is no room; then leave a gap."""
        above = 0.0
        if any(section.first for section in row):
            above = HEADING_MM
        if self.column.y + above + self.entry_height > self.area.y + self.area.height:
            self._begin_page(filled)
            above = HEADING_MM
        if len(filled.tabs) < len(filled.pages):
            filled.tabs.append(self._tab(row[0]))
        pitch = self.entry_width + ENTRY_GAP_MM
        x = self.area.x
        y = self.column.y
        for section in row:
            if above:
                end = x + section.columns * pitch - ENTRY_GAP_MM
                if section is row[-1]:
                    end = self.area.x + self.area.width
                self._draw_heading(section.head, x, y, end - x)
            for index, box in enumerate(section.boxes):
                following = section.boxes[index + 1 : index + 2]
                self._draw_entry(box, x + index * pitch, y + above, following)
            x += section.columns * pitch
        self.column.gap(above + self.entry_height + below)

    def _tab(self, section: "_Section") -> Heading:
        """Return the tab of a page that begins with a section."""
        words = section.head.words
        if self.by_kind:
            words = row_title(self.kit, self.job.texts, section.boxes[0])
        return Heading(words, section.head.kinds)

    def _draw_heading(self, head: Heading, x: float, y: float, width: float) -> None:
        """Draw a heading, made smaller where it is too long, with a line below it."""
        scene = self.column.scene
        heading = head.draw(HEADING_PT)
        scene.place(heading, x, y + HEADING_MIDDLE_MM, scale=min(1.0, width / heading.width))
        line = y + HEADING_LINE_MM
        scene.add(Line((x, line), (x + width, line), Stroke(PALE, 0.2)))

    def _draw_entry(self, box: Box, left: float, top: float, following: Sequence[Box]) -> None:
        """Draw the id and the boards of a box; its bar goes on to the ``following`` one, if there
        is one that begins alike.
        """
        scene = self.column.scene
        id_x = left
        if self.begins:
            goes_on = any(other.id not in self.begins for other in following)
            long = self.entry_width
            if goes_on:
                long += ENTRY_GAP_MM
            scene.add(rectangle(left, top - BAR_ABOVE_MM, long, BAR_MM, BAR_TINT))
            if box.id in self.begins:
                scene.add(rectangle(left, top - BAR_ABOVE_MM, BAR_STROKE_MM, BAR_MM, DARK))
            id_x += BAR_ID_MM
        id_at = (id_x, top + CAPITAL * ID_PT * POINT)
        scene.add(fitted(id_at, box.id, ID_PT, self.board_width, bold=True, fill=DARK))
        for number, board in enumerate(self.drawn.get(box.id, ())):
            board_x = left + number * (self.board_width + IMAGE_GAP_MM)
            scene.place(board, board_x, top + ID_ROOM_MM)


class _Filled(NamedTuple):
    """Pages of the finder, and the tab of each."""

    pages: list[Scene]
    tabs: list[Heading]


@dataclass(frozen=True, slots=True)
class _Section:
    """Boxes with one number of pieces in one row; ``first`` is False for the continuation of a
    section.
    """

    head: Heading
    boxes: Sequence[Box]
    columns: int
    first: bool


#: Widths of a board to try, until all of them fit on one page.
ALWAYS_WIDTHS_MM = (44.0, 39.0, 34.0, 30.0, 27.0, 24.0, 21.5, 19.0, 17.0, 15.0, 13.5, 12.0, 10.6)
#: Between the two boards of an entry, and between a line of words and its board.
TWIN_GAP_MM = 2.0
BELOW_CAPTION_MM = 1.0
#: The most that is left between entries, as a multiple of the usual gap.
MAX_SPREAD = 2.5
CAPTION_PT = STYLE.letters.label


def plays_alone(job: Job) -> bool:
    """Return whether there are positions without a box, in which a move is always played."""
    return bool(job.kit.always)


def always(job: Job) -> list[Scene]:
    """Return the sheets with the moves that are always played, usually one.

    Where the game has one mirror image of each position, it stands beside it, with the move already
    mirrored.
    """
    pages: list[Scene] = []
    for width in ALWAYS_WIDTHS_MM:
        try:
            pages = _AlwaysPlayed(job, width).draw()
        except CrowdedError:
            if pages:
                break  # the size before is the smallest legible one; it takes more than one page
        if len(pages) == 1:
            break
    if not pages:
        raise KitgenError(
            f"the sheet of what is always played cannot show {job.kit.game.called} at any size"
        )
    return pages


def _looks(job: Job, box: Box) -> list[Symmetry]:
    """Return the views of a position to draw: itself, and its mirror image where that is the
    game's only one.
    """
    itself = job.kit.game.symmetries[0]
    mirror = only_mirror(job.kit.game)
    if mirror is None or mirror.position(box.position) == box.position:
        return [itself]
    return [itself, mirror]


class _AlwaysPlayed:
    """The sheets of what is always played, with boards of at most a width in mm.

    An entry is a position with its images.
    """

    def __init__(self, job: Job, widest: float) -> None:
        self._job = job
        self._kit = job.kit
        game = job.kit.game
        self._width, self._height = fit_grid(game.diagram, widest, widest).size
        boards = max(len(_looks(job, box)) for box in self._kit.always)
        self._entry_width = boards * self._width + (boards - 1) * TWIN_GAP_MM
        self._entry_height = self._height + line_height(CAPTION_PT) + BELOW_CAPTION_MM
        captions = [f"{box.id}  {game.move_text(_played(box))}" for box in self._kit.always]
        sizes = [fit(caption, CAPTION_PT, self._width, bold=True) for caption in captions]
        self._letters = min(sizes)

    def draw(self) -> list[Scene]:
        """Return the sheets; CrowdedError if moves cannot be drawn at this size."""
        pages = []
        waiting = self._kit.always
        while waiting:
            column = self._begin_page()
            columns = _as_many_as_fit(column.width, self._entry_width)
            rows = _as_many_as_fit(room_below(self._job, column), self._entry_height)
            self._draw_entries(column, waiting[: rows * columns], columns)
            waiting = waiting[rows * columns :]
            pages.append(column.scene)
        return pages

    def _begin_page(self) -> Column:
        """Begin a page with its words, and return the column below them."""
        texts = self._job.texts
        _, column = new_page(self._job, texts("always.title"))
        reason = say(texts, "always", Facts(self._kit))
        column.paragraph(f"{reason} {texts('always.what')}", SMALL)
        if len(self._kit.game.symmetries) > 1:
            image = "mirror" if only_mirror(self._kit.game) else "turned"
            how = texts(f"always.{image}")
            column.paragraph(f"{how} {id_tells(self._kit, texts)}", SMALL)
        column.gap(SPACE.block)
        return column

    def _draw_entries(self, column: Column, boxes: Sequence[Box], columns: int) -> None:
        """Draw entries in rows, with a line between two of a row."""
        spare = (column.width - columns * self._entry_width) / max(1, columns - 1)
        gap = min(spare, MAX_SPREAD * ENTRY_GAP_MM)
        pitch = (self._entry_width + gap, self._entry_height + ENTRY_GAP_MM)
        for box, x, y in in_rows(boxes, columns, (column.x, column.y), pitch):
            self._draw_entry(column.scene, box, x, y)
            if x > column.x:
                rule = x - gap / 2
                line = Line((rule, y), (rule, y + self._entry_height), Stroke(PALE, 0.15))
                column.scene.add(line)

    def _draw_entry(self, scene: Scene, box: Box, x: float, y: float) -> None:
        """Draw the id of a position, and each of its boards below the move."""
        game = self._kit.game
        baseline = y + BASELINE * line_height(CAPTION_PT)
        board_y = y + self._entry_height - self._height
        scene.add(Text((x, baseline), box.id, self._letters, bold=True))
        for number, symmetry in enumerate(_looks(self._job, box)):
            board_x = x + number * (self._width + TWIN_GAP_MM)
            move = game.move_text(symmetry.move(_played(box)))
            move_at = (board_x + self._width, baseline)
            scene.add(Text(move_at, move, self._letters, "end", fill=GREY))
            board = draw_box(self._kit, box, self._width, self._height, symmetry)
            scene.place(board, board_x, board_y)


def _played(box: Box) -> Move:
    """Return the move that is always played."""
    return box.slots[0].moves[0]


def _as_many_as_fit(room: float, length: float) -> int:
    """Return how many things of a length fit into a room with gaps between them; at least one."""
    return max(1, int((room + ENTRY_GAP_MM) / (length + ENTRY_GAP_MM)))
