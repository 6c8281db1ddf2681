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

from kitgen.claims.claims import say
from kitgen.claims.facts import Facts
from kitgen.errors import KitgenError, UsageError
from kitgen.kit.kit import Box, Kit, View, views_of
from kitgen.model import ARROWS, UPENDED, Diagram, Symmetry, only_mirror
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
from kitgen.paper.layout.frame import Column, content_area, line_height, new_page, room_below
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

#: Room between runs of lines, between blocks and below them, and after a row of an entry, in mm;
#: and free in a heading: on the left, between row and words, and on the right.
RUN, KEY_GAP, KEY_FOOT, APART, SIDES = 1.2, 2.4, 1.0, 0.6, 4.0
#: On a tab: the side of a cell, and the space before the first, in mm.
TAB_CELL, TAB_GAP = 3.2, 1.6
#: On a label of the thumb index: letters in points, the side of the cell, and the space between.
INDEX_LETTERS, INDEX_CELL_MM, INDEX_APART_MM = 12.0, 5.0, 1.6
#: The least number of lines below a heading.
TOGETHER = 3


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
    rows, by_turn = cell_rows(kit), kit.choices.rows_by == "turn"

    def entry(view: View) -> tuple[int, tuple[KeyRow, ...], View]:
        lying = tuple(tuple(view.position.cells[cell] for cell in row) for row in rows)
        return (view.box.turn if by_turn else 0), lying, view

    entries = sorted(
        (entry(view) for box in kit.boxes for view in views_of(kit, box)), key=lambda item: item[:2]
    )
    blocks = []
    for (number, top), block in groupby(entries, key=lambda item: (item[0], item[1][0])):
        lines = tuple(
            KeyLine(
                second[0] if second else (),
                tuple(KeyEntry(rows[2:], view) for _, rows, view in line),
            )
            for second, line in groupby(block, key=lambda item: item[1][1:2])
        )
        blocks.append(KeyBlock(number, top, lines))
    return blocks


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
PIECE_STYLE = KeyStyle(3, 4.6, 3.0, 6.4, 3.5, STYLE.letters.label, 1.2)
#: For numbers, which need less room, and how far it is enlarged where that needs no more pages, the
#: most first.
NUMBER_STYLE, ENLARGED = (
    KeyStyle(6, 5.0, 3.6, 7.4, 4.2, STYLE.letters.label, 2.4),
    (1.3, 1.2, 1.1, 1.0),
)
#: The share of a cell that a piece takes, and a pit, and a number in a pit and elsewhere.
KEY_PIECE, PIT, IN_PIT, NUMBER = 0.76, 0.92, 0.64, 0.885
#: In the drawn example of the signs: the side of a cell, the room for words on the left of a board,
#: its upper edge.
EXAMPLE_CELL, EXAMPLE_WORDS, EXAMPLE_EDGE = 3.0, 9.0, Stroke(BLACK, 0.7)


#: A page of the key, column by column: blocks with the lines that stand here, and in mm from the
#: top of the column the top of their headings.
KeyPage = list[list[tuple[KeyBlock, float]]]


def lay_out_key(job: Job) -> tuple["_Key", list[KeyPage]]:
    """Return the sizes and the contents of each page: as few pages as possible, then as large as
    possible.
    """
    blocks, numbers = _key_blocks(job.kit), job.kit.game.diagram.seeds
    styles = [NUMBER_STYLE.larger(times) for times in ENLARGED] if numbers else [PIECE_STYLE]
    keys = (_Key(job, blocks, style) for style in styles)
    key, pages = min(((key, key.fill(blocks)) for key in keys), key=lambda plan: len(plan[1]))
    sections = _sections(blocks)
    if (
        numbers
        or len(pages) < MIN_REGISTER_PAGES
        or not MIN_REGISTER_PAGES <= len(sections) <= MAX_INDEX_LABELS
    ):
        return key, pages
    booklet = _Key(job, blocks, key.style, sections)
    return booklet, booklet.fill(blocks)


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
    """The key in a style: columns on a page, widths of a column and of the widest entry in mm,
    entries per line; and the sections of its thumb index, if it is a booklet with one.
    """

    def __init__(
        self,
        job: Job,
        key: Sequence[KeyBlock],
        style: KeyStyle,
        sections: Sequence[Section] = (),
    ) -> None:
        self.job, self.style, self.sections = job, style, sections
        across, down = (
            len(set(places)) for places in zip(*job.kit.game.diagram.centres, strict=True)
        )
        names = {entry.view.name for block in key for line in block.lines for entry in line.entries}
        widest = max(text_width(name, style.letters, bold=True) for name in names)
        self.entry = (down - 2) * (across * style.small + APART) + widest + style.after
        line = across * style.small + style.after
        title = across * style.large + max(
            text_width(_words(job, block), style.letters) for block in key
        )
        room = job.page.width - 2 * job.page.margin
        if sections:
            room -= index_room(job.page)
        needed = max(line + self.entry, title + SIDES)
        self.columns = min(
            style.columns, max(1, int((room + SPACE.column) // (needed + SPACE.column)))
        )
        self.width = (room - (self.columns - 1) * SPACE.column) / self.columns
        self.per_line = max(1, int((self.width - line) // self.entry))

    def fill(self, key: Sequence[KeyBlock]) -> list[KeyPage]:
        """Return the contents of each page."""
        room = room_below(self.job, self._new_page()[1]) - KEY_FOOT
        columns: KeyPage = [[]]
        y = 0.0
        for block in key:
            rest = block.lines
            while rest:
                free = room - y - self.style.head
                count = next(
                    (n for n in range(len(rest)) if self.height(rest[: n + 1]) > free), len(rest)
                )
                if count >= min(TOGETHER, len(rest)):
                    columns[-1].append((replace(block, lines=rest[:count]), y))
                    y += self.style.head + self.height(rest[:count]) + KEY_GAP
                    rest = rest[count:]
                elif columns[-1]:
                    columns.append([])
                    y = 0.0
                else:
                    raise UsageError(
                        f"the key of {self.job.kit.name} does not fit on {self.job.page.name} paper"
                    )
        return [
            columns[start : start + self.columns] for start in range(0, len(columns), self.columns)
        ]

    def height(self, lines: Sequence[KeyLine]) -> float:
        """Return how high lines are, in mm."""
        rows = sum(-(-len(line.entries) // self.per_line) for line in lines)
        return self.style.pitch * rows + RUN * (len(runs(lines)) - 1)

    def page(self, page: KeyPage) -> Scene:
        """Draw a page."""
        scene, column = self._new_page()
        for number, blocks in enumerate(page):
            x = column.x + number * (self.width + SPACE.column)
            if number:
                rule, below = x - SPACE.column / 2, column.y + room_below(self.job, column)
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
        height = CAPITAL * INDEX_LETTERS * POINT
        top = -(height + INDEX_APART_MM + INDEX_CELL_MM) / 2
        scene.add(Text((0, top + height), f"{turn}", INDEX_LETTERS, "middle", bold=True))
        below = top + height + INDEX_APART_MM
        square = rectangle(
            -INDEX_CELL_MM / 2, below, INDEX_CELL_MM, INDEX_CELL_MM, None, Stroke(GREY, 0.2)
        )
        scene.add(square)
        middle = below + INDEX_CELL_MM / 2
        self._row(scene, (content,), -INDEX_CELL_MM / 2, middle, INDEX_CELL_MM)
        return scene

    def _new_page(self) -> tuple[Scene, Column]:
        job = self.job
        scene, column = new_page(job, job.texts("finder.title"), aside=job.texts("finder.aside"))
        if job.kit.game.diagram.seeds:
            rows = [
                " ".join(job.kit.game.diagram.names[cell] for cell in row)
                for row in cell_rows(job.kit)
            ]
            column.paragraph(job.texts("finder.numbers", upper=rows[0], lower=rows[-1]), SMALL)
        else:
            how = job.texts("finder.key")
            if self.sections:
                how += f" {job.texts('finder.index')}"
            column.paragraph(how, SMALL)
            example = _example(job)
            words = Column(scene, column.x, column.y, column.width - example.width - SPACE.column)
            words.paragraph(job.texts("finder.signs"), SMALL)
            scene.place(example, column.x + column.width - example.width, column.y)
            column.gap(max(words.y - column.y, example.height))
        column.gap(SPACE.paragraph)
        return scene, column

    def tab(self, page: KeyPage) -> Scene:
        """Draw the tab of a page, with its first row."""
        block, _ = page[0][0]
        words = _words(self.job, block)
        scene = Heading(words).draw() if words else Scene(0, 0)
        room = scene.width + TAB_GAP * bool(words)
        self._row(scene, block.row, room, 0, TAB_CELL)
        scene.width = room + len(block.row) * TAB_CELL
        return scene

    def _block(self, scene: Scene, block: KeyBlock, x: float, y: float) -> None:
        style, width = self.style, self.width
        scene.add(rectangle(x, y, width, style.head - 1.0, SHADE))
        middle = y + (style.head - 1.0) / 2
        if self.job.kit.game.diagram.seeds:
            for number in range(len(block.row)):
                pit = (x + 0.6 + (number + 0.5) * style.large, middle)
                scene.add(Disc(pit, PIT * style.large / 2, WHITE, Stroke(GREY, 0.2)))
        self._row(scene, block.row, x + 0.6, middle, style.large)
        if words := _words(self.job, block):
            scene.add(
                fitted(
                    (x + width - 1, middle),
                    words,
                    style.letters,
                    anchor="end",
                    fill=GREY,
                    level=True,
                )
            )
        y += style.head
        for run in runs(block.lines):
            for line in run:
                self._row(scene, line.row, x, y + style.pitch / 2, style.small)
                for number, entry in enumerate(line.entries):
                    place = number % self.per_line
                    if number and not place:
                        y += style.pitch
                    entry_x = x + len(block.row) * style.small + style.after + place * self.entry
                    for row in entry.rows:
                        self._row(scene, row, entry_x, y + style.pitch / 2, style.small)
                        entry_x += len(row) * style.small + APART
                    at, name = (entry_x, y + style.pitch / 2), entry.view.name
                    scene.add(fitted(at, name, style.letters, bold=True, fill=DARK, level=True))
                y += style.pitch
            y += RUN

    def _row(self, scene: Scene, row: KeyRow, x: float, middle: float, cell: float) -> None:
        diagram = self.job.kit.game.diagram
        if not diagram.seeds:
            draw_pieces(diagram, scene, row, x, middle, cell)
            return
        size = (IN_PIT if cell == self.style.large else NUMBER) * cell / POINT
        for number, content in enumerate(row):
            scene.add(
                fitted(
                    (x + (number + 0.5) * cell, middle),
                    f"{content}",
                    size,
                    anchor="middle",
                    level=True,
                )
            )


def _example(job: Job) -> Scene:
    """Return a box as printed, then turned as its arrow says, then mirrored, each with its sign."""
    views = (
        view
        for box in job.kit.boxes
        for view in views_of(job.kit, box)
        if view.sign[:1] in ARROWS[1:]
    )
    first = next(views, None)
    if first is None:
        return Scene(0, 0)
    # One with both signs, if there is any: of thousands, the first few are enough.
    view = (
        first
        if len(first.sign) > 1
        else next((view for view in views if len(view.sign) > 1), first)
    )
    printed = [tuple(view.box.position.cells[cell] for cell in row) for row in cell_rows(job.kit)]
    quarters, mirror = ARROWS.index(view.sign[0]), view.sign[1:]
    turned = printed
    for _ in range(quarters):
        turned = list(zip(*turned[::-1], strict=True))
    steps = [(view.box.id, printed, 0), (view.sign[0], turned, quarters)]
    if mirror:
        steps.append(
            (mirror, turned[::-1] if mirror == UPENDED else [row[::-1] for row in turned], quarters)
        )
    side = EXAMPLE_CELL * max(len(printed), len(printed[0]))
    scene = Scene(len(steps) * (EXAMPLE_WORDS + side), side + 2 * EXAMPLE_EDGE.width)
    for number, (words, rows, turns) in enumerate(steps):
        x, y = number * (EXAMPLE_WORDS + side) + EXAMPLE_WORDS, EXAMPLE_EDGE.width
        scene.add(Text((x - 1.6, y + side / 2 + 1.2), words, SMALL, "end", bold=True, fill=DARK))
        right, bottom = x + len(rows[0]) * EXAMPLE_CELL, y + len(rows) * EXAMPLE_CELL
        corners = [(x, y), (right, y), (right, bottom), (x, bottom)]
        scene.add(Line(corners[turns], corners[(turns + 1) % 4], EXAMPLE_EDGE))
        for place, row in enumerate(rows):
            draw_pieces(
                job.kit.game.diagram, scene, row, x, y + (place + 0.5) * EXAMPLE_CELL, EXAMPLE_CELL
            )
    return scene


def _words(job: Job, block: KeyBlock) -> str:
    """Return the words in the heading of a block; none where the key goes through all letters of
    boxes.
    """
    return row_title(job.kit, job.texts, block.lines[0].entries[0].view.box) if block.turn else ""


def draw_pieces(
    diagram: Diagram, scene: Scene, row: KeyRow, x: float, middle: float, cell: float
) -> None:
    """Draw a row of pieces, with a dot in each empty cell, from its left end."""
    for number, content in enumerate(row):
        at, kind = (x + (number + 0.5) * cell, middle), diagram.pieces.get(content)
        scene.add(
            shape_of(diagram, kind).draw(at, KEY_PIECE * cell)
            if kind
            else Disc(at, 0.09 * cell, GREY)
        )


#: The most entries across the page, and in all on a page; so few beside each other take too many
#: pages.
ACROSS, ON_A_PAGE, FEW = 9, 40, 3
#: The least width of a board, room between entries, between a board and its image, and for the id
#: above them, in mm; the id's size in points.
NARROWEST, GAP, BETWEEN, ID_ROOM, ID_SIZE = 15.5, 5.0, 1.6, 5.6, 14.0
#: Room below a line of entries in mm: the usual, and smaller ones that may save a page.
BELOW = (3.4, 2.2, 1.8)
#: Height of a section's heading, in mm, and its size in points.
HEAD, HEAD_SIZE = 8.0, 11.0
#: Where more boxes than this show the same number of pieces in one turn, headings count them by
#: kind, and bars behind the ids say which boards begin alike; the bars, and the stroke with which
#: one begins, in mm.
LONG, BAR, STROKE, TINT = 12, 4.8, 1.1, STYLE.greys.tint


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
    tried = range(2, ACROSS) if len(job.kit.boxes) <= ON_A_PAGE and alone else ()
    most = next((across for across in tried if _Finder(job, across).is_short()), ACROSS)
    finders = (_Finder(job, across) for across in range(most, 0, -1))
    finder = next((finder for finder in finders if finder.draw()), None)
    if finder is None:
        raise UsageError(
            f"positions of {job.kit.game.called} have too many moves to be drawn on {job.page.name}"
        )
    return finder.pages()


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
    return () if any(other.position == image for other in kit.boxes) else (mirror,)


class _Finder:
    """The finder with so many entries ``across`` the page."""

    def __init__(self, job: Job, across: int) -> None:
        self.job, self.kit, self.across = job, job.kit, across
        self.area = content_area(job.page)
        self.images = {box.id: images(self.kit, box) for box in self.kit.boxes}
        self.guises = 1 + max(map(len, self.images.values()))
        alike = Counter(
            (box.row, self.kit.game.diagram.lying(box.position)) for box in self.kit.boxes
        )
        is_long = max(alike.values()) > LONG
        self.by_kind = is_long and not job.options.economy  # more headings take more pages
        self.boxes = sorted(self.kit.boxes, key=self.heading_of)
        # On a board of one row every box would be a run of its own.
        self.begins = (
            self._first_of_runs() if is_long and len(cell_rows(self.kit)) > 1 else frozenset()
        )
        self.wide = (self.area[2] - (across - 1) * GAP) / across
        self.room = (self.wide - (self.guises - 1) * BETWEEN) / self.guises
        self.board, high = fit_grid(self.kit.game.diagram, self.room, 1.35 * self.room).size
        self.height = ID_ROOM + high
        self.drawn: dict[str, list[Scene]] = {}  # the boards of each box by its id

    def heading_of(self, box: Box) -> tuple[int, ...]:
        """Return the key of a heading: the row, the number of pieces, perhaps the number of each
        kind.

        The eye tells three black pawns and two white ones from two black ones and three white ones
        at a glance.
        """
        cells, diagram = box.position.cells, self.kit.game.diagram
        kinds = [-cells.count(kind) for kind in sorted(diagram.pieces)] if self.by_kind else []
        return box.row, -diagram.lying(box.position), *kinds

    def _first_of_runs(self) -> frozenset[str]:
        """Return the ids of the boxes with which a new row of cells begins among those under one
        heading.

        Boxes are sorted by what lies on their cells, so that those with the same first row of cells
        stand together.
        """
        centres = self.kit.game.diagram.centres
        row = [cell for cell, (_, y) in enumerate(centres) if y == centres[0][1]]
        runs = groupby(
            self.boxes,
            lambda box: (self.heading_of(box), [box.position.cells[cell] for cell in row]),
        )
        return frozenset(next(run).id for _, run in runs)

    def draw(self) -> bool:
        """Draw the boards; return whether they are large enough for their moves."""
        if self.room < NARROWEST and self.across > 1:
            return False
        # Small pieces are better than one or two boards a page.
        for size in (1.0, *SMALLER) if self.across <= FEW else (1.0,):
            with suppress(CrowdedError):
                self.drawn = {box.id: self._boards(box, size) for box in self.boxes}
                return True
        return False

    def _boards(self, box: Box, size: float) -> list[Scene]:
        looks = (None, *self.images[box.id])
        return [
            draw_box(self.kit, box, self.room, 1.35 * self.room, look, size=size) for look in looks
        ]

    def is_short(self) -> bool:
        """Return whether one page is enough with the least room between lines."""
        return len(self._fill(BELOW[-1], apart=False)) == 1

    def pages(self) -> list[Scene]:
        filled: list[tuple[list[Scene], list[Heading]]] = []
        for apart, below in product((True, False), BELOW):
            if not filled or len(filled[-1][0]) > 1:
                filled.append((self._fill(below, apart=apart), self.tabs))
        pages, tabs = min(filled, key=lambda way: len(way[0]))
        add_register(self.job, pages, [head.draw() for head in tabs])
        return pages

    def _fill(self, below: float, *, apart: bool) -> list[Scene]:
        """Return the pages. Short sections share a row; a turn begins a row of its own where
        turns stay apart.
        """
        self.below, self.sheets, self.tabs = below, list[Scene](), list[Heading]()
        self._page()
        for _, members in groupby(self.boxes, lambda box: apart and box.row):
            row: list[_Section] = []
            for section in self._sections(members):
                if row and sum(other.columns for other in row) + section.columns > self.across:
                    self._row(row)
                    row = []
                row.append(section)
            self._row(row)
        return self.sheets

    def _sections(self, boxes: Iterable[Box]) -> Iterator["_Section"]:
        """Yield the boxes of one row by number of pieces; more than a line of them make several
        sections.
        """
        for _, group in groupby(boxes, self.heading_of):
            rest = list(group)
            head = self._head(rest[0])
            needed = math.ceil((head.draw(HEAD_SIZE).width + GAP) / (self.wide + GAP))
            for start in range(0, len(rest), self.across):
                now = rest[start : start + self.across]
                # The rows of a long section stand alone, the last as well: a short one beside it
                # would be overlooked.
                columns = self.across if len(rest) > self.across else max(len(now), needed)
                yield _Section(head, now, min(columns, self.across), first=start == 0)

    def _head(self, box: Box) -> Heading:
        texts, words = self.job.texts, row_title(self.kit, self.job.texts, box)
        if self.kit.choices.rows_by == "turn":
            words = texts("finder.section", turn=box.turn, things=lying_words(self.kit, texts, box))
        diagram = self.kit.game.diagram
        kinds = diagram.pieces if self.by_kind else {}
        counts = [(kinds[content], box.position.cells.count(content)) for content in sorted(kinds)]
        return Heading(
            words, tuple((shape_of(diagram, kind), count) for kind, count in counts if count)
        )

    def _page(self) -> None:
        scene, self.column = new_page(
            self.job, self.job.texts("finder.title"), aside=self.job.texts("finder.aside")
        )
        key = (
            "paired"
            if self.guises > 1
            else "turned"
            if len(self.kit.symmetries.all) > 1
            else "single"
        )
        self.column.paragraph(self.job.texts(f"finder.{key}"), SMALL)
        if self.begins:
            row = "lower" if machine_below(self.kit) else "upper"
            row += "_mirrored" if self.guises > 1 else ""
            self.column.paragraph(self.job.texts(f"finder.bars.{row}"), SMALL)
        if not self.sheets:
            last = (
                ""
                if self.begins
                else wrap(self.job.texts(f"finder.{key}"), SMALL, self.column.width)[-1]
            )
            draw_strip(self.kit, self.column, SMALL, last)
        self.column.gap(SPACE.near)
        self.sheets.append(scene)

    def _row(self, row: Sequence["_Section"]) -> None:
        above = HEAD if any(section.first for section in row) else 0
        if self.column.y + above + self.height > self.area[1] + self.area[3]:
            self._page()
            above = HEAD
        pitch, x = self.wide + GAP, self.area[0]
        if len(self.tabs) < len(self.sheets):
            head = row[0].head
            words = (
                row_title(self.kit, self.job.texts, row[0].boxes[0]) if self.by_kind else head.words
            )
            self.tabs.append(Heading(words, head.kinds))
        scene, y = self.column.scene, self.column.y
        for section in row:
            if above:
                to = (
                    self.area[0] + self.area[2]
                    if section is row[-1]
                    else x + section.columns * pitch - GAP
                )
                heading, width = section.head.draw(HEAD_SIZE), to - x
                scene.place(heading, x, y + 2.9, scale=min(1.0, width / heading.width))
                scene.add(Line((x, y + 5.6), (x + width, y + 5.6), Stroke(PALE, 0.2)))
            for index, box in enumerate(section.boxes):
                left, top = x + index * pitch, y + above
                if self.begins:
                    goes_on = (
                        index + 1 < len(section.boxes)
                        and section.boxes[index + 1].id not in self.begins
                    )
                    scene.add(
                        rectangle(left, top - 0.3, self.wide + (GAP if goes_on else 0), BAR, TINT)
                    )
                    if box.id in self.begins:
                        scene.add(rectangle(left, top - 0.3, STROKE, BAR, DARK))
                id_at = (
                    left + (1.7 * STROKE if self.begins else 0),
                    top + CAPITAL * ID_SIZE * POINT,
                )
                scene.add(fitted(id_at, box.id, ID_SIZE, self.board, bold=True, fill=DARK))
                for number, board in enumerate(self.drawn.get(box.id, ())):
                    scene.place(board, left + number * (self.board + BETWEEN), top + ID_ROOM)
            x += section.columns * pitch
        self.column.gap(above + self.height + self.below)


@dataclass(frozen=True, slots=True)
class _Section:
    """Boxes with one number of pieces in one row; ``first`` is False for the continuation of a
    section.
    """

    head: Heading
    boxes: Sequence[Box]
    columns: int
    first: bool


#: Widths of a board to try, in mm, until all of them fit on one page.
PLAYED_WIDTHS = (44.0, 39.0, 34.0, 30.0, 27.0, 24.0, 21.5, 19.0, 17.0, 15.0, 13.5, 12.0, 10.6)
#: Between the two boards of an entry, and between a line of words and its board, in mm.
TWINS, ABOVE = 2.0, 1.0
CAPTION = STYLE.letters.label


def plays_alone(job: Job) -> bool:
    """Return whether there are positions without a box, in which a move is always played."""
    return bool(job.kit.always)


def always(job: Job) -> list[Scene]:
    """Return the sheets with the moves that are always played, usually one.

    Where the game has one mirror image of each position, it stands beside it, with the move already
    mirrored.
    """
    pages: list[Scene] = []
    for width in PLAYED_WIDTHS:
        try:
            pages = _always(job, width)
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
    mirror, itself = only_mirror(job.kit.game), job.kit.game.symmetries[0]
    return (
        [itself]
        if mirror is None or mirror.position(box.position) == box.position
        else [itself, mirror]
    )


def _always(job: Job, widest: float) -> list[Scene]:
    """Return the sheets with boards of at most a width in mm; CrowdedError if moves cannot be
    drawn at this size.
    """
    kit, pages = job.kit, list[Scene]()
    width, height = fit_grid(kit.game.diagram, widest, widest).size
    boards = max(len(_looks(job, box)) for box in kit.always)
    entry = boards * width + (boards - 1) * TWINS  # a position with its images
    heads = [f"{box.id}  {kit.game.move_text(box.slots[0].moves[0])}" for box in kit.always]
    letters = min(fit(head, CAPTION, width, bold=True) for head in heads)
    high = height + line_height(CAPTION) + ABOVE
    waiting = kit.always
    while waiting:
        scene, column = new_page(job, job.texts("always.title"))
        reason = say(job.texts, "always", Facts(kit))
        column.paragraph(f"{reason} {job.texts('always.what')}", SMALL)
        if len(kit.game.symmetries) > 1:
            how = job.texts("always.mirror" if only_mirror(kit.game) else "always.turned")
            column.paragraph(f"{how} {id_tells(kit, job.texts)}", SMALL)
        column.gap(SPACE.block)
        columns = max(1, int((column.width + GAP) / (entry + GAP)))
        rows = max(1, int((room_below(job, column) + GAP) / (high + GAP)))
        step = entry + min((column.width - columns * entry) / max(1, columns - 1), 2.5 * GAP)
        for box, x, y in in_rows(
            waiting[: rows * columns], columns, (column.x, column.y), (step, high + GAP)
        ):
            baseline = y + 0.78 * line_height(CAPTION)
            scene.add(Text((x, baseline), box.id, letters, bold=True))
            for count, symmetry in enumerate(_looks(job, box)):
                board_x = x + count * (width + TWINS)
                move = kit.game.move_text(symmetry.move(box.slots[0].moves[0]))
                scene.add(Text((board_x + width, baseline), move, letters, "end", fill=GREY))
                scene.place(draw_box(kit, box, width, height, symmetry), board_x, y + high - height)
            if x > column.x:
                rule = x - (step - entry) / 2
                scene.add(Line((rule, y), (rule, y + high), Stroke(PALE, 0.15)))
        waiting = waiting[rows * columns :]
        pages.append(scene)
    return pages
