"""Sheets for fingers: a code of shapes for beads, box ids in Braille, and every position on swell
paper.

Swell paper rises where black ink absorbs heat, so marks for fingers are thick, black, few, and far
apart. Flat ones are in colours with one of red, green and blue at full strength: printers mix these
without black, but print grey as fine black dots.
"""

import math
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.paper.card.board import machine_below
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.styles import TOUCH_GAP, style_of
from kitgen.paper.card.vocabulary import TOUCH_FLAG_MM, touch_entries, touch_flag
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, new_page, room_below
from kitgen.paper.marks.braille import Braille, read_braille
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import (
    BLACK,
    WHITE,
    Disc,
    Line,
    Mark,
    Polygon,
    Scene,
    Stroke,
    Text,
    centred,
    rectangle,
)
from kitgen.paper.spoken_game import piece_name
from kitgen.paper.style import LABEL, SMALL, SPACE, STYLE, fitted, in_rows
from kitgen.papers import Point
from kitgen.reading.templates import title_in

#: The colours of words and of lines that stay flat.
FLAT = STYLE.colours.flat
FAINT = STYLE.colours.faint
#: The size of a bead's shape, in mm.
SHAPE_MM = 8.0


def draw_shape(place: int, middle: Point) -> list[Mark]:
    """Return the shape of the bead code for the colour at a place, from 0, in its kit's palette.

    None of the nine shapes is round or a cross: these are pieces.
    """
    x, y = middle
    line = Stroke(BLACK, 0.18 * SHAPE_MM)
    half = SHAPE_MM / 2
    inner = half - line.width / 2  # the middle of a line along an edge
    small = 0.36 * SHAPE_MM
    triangle = ((x, y - half), (x + half, y + half), (x - half, y + half))
    angle = ((x - inner, y - half), (x - inner, y + inner), (x + half, y + inner))
    wedge = ((x - inner, y - half), (x, y + inner), (x + inner, y - half))
    trio: list[Mark] = []
    for across, down in ((0, -half), (half, half), (-half, half)):
        at = (x + 0.77 * across, y + 0.77 * down)
        trio.append(centred(at, small, small, BLACK))
    shapes: dict[str, list[Mark]] = {
        "square": [rectangle(x - half, y - half, SHAPE_MM, SHAPE_MM, BLACK)],
        "frame": [rectangle(x - inner, y - inner, 2 * inner, 2 * inner, stroke=line)],
        "triangle": [Polygon(triangle, BLACK)],
        "bar": [Line((x, y - half), (x, y + half), line)],
        "angle": [Polygon(angle, None, line, closed=False)],
        "tee": [
            Line((x - half, y - inner), (x + half, y - inner), line),
            Line((x, y - inner), (x, y + half), line),
        ],
        "wedge": [Polygon(wedge, None, line, closed=False)],
        "bars": [
            Line((x - inner, y - half), (x - inner, y + half), line),
            Line((x + inner, y - half), (x + inner, y + half), line),
        ],
        "trio": trio,
    }
    return [*shapes.values()][place % len(shapes)]


def board_room(kit: Kit, braille: Braille, unit: float) -> tuple[float, float]:
    """Return the width and height of a board for fingers with the names of its cells, in mm."""
    diagram = kit.game.diagram
    beside, above, below = style_of(diagram).touch_margins(diagram, braille)
    return beside + diagram.width * unit, above + diagram.height * unit + below


def draw_board(kit: Kit, box: Box, braille: Braille, unit: float) -> Scene:
    """Return a position for fingers, as large as ``board_room``."""
    return _drawn(kit, box.position.cells, braille, unit)


def draw_empty(kit: Kit, braille: Braille, unit: float) -> Scene:
    """Return the empty board for fingers, with the goals of both sides, as large as
    ``board_room``.
    """
    diagram = kit.game.diagram
    scene = _drawn(kit, (0,) * len(diagram.centres), braille, unit)
    beside, above, _ = style_of(diagram).touch_margins(diagram, braille)
    centres = Grid(diagram, unit, unit, machine_below(kit)).centres
    goal_cells = set[int]().union(*diagram.goals)
    for cell in sorted(goal_cells):
        x, y = centres[cell]
        middle = (beside + x, above + y)
        scene.add(Disc(middle, TOUCH_FLAG_MM / 2 + TOUCH_GAP / 2, WHITE))
        for side, goal in enumerate(diagram.goals):
            if cell in goal:
                scene.add(*touch_flag(middle, side))
    return scene


#: Shapes for fingers, each felt in another way; other shapes feel like one of them.
FELT = ("pawn-light", "pawn-dark", "cross", "king-light", "king-dark")


def felt_pieces(kit: Kit) -> dict[int, str]:
    """Return the shape for fingers of each kind of pieces, by content: two that look different also
    feel different.

    >>> from kitgen.kit.build import build_kit
    >>> felt_pieces(build_kit("her"))
    {1: 'pawn-light', 2: 'pawn-dark'}
    """
    shapes: dict[str, str] = {}
    taken: list[list[Mark]] = []
    pieces = kit.game.diagram.pieces
    for kind in dict.fromkeys(pieces.values()):
        free = (shape for shape in (kind, *FELT) if _touched(shape) not in taken)
        shapes[kind] = next(free)
        taken.append(_touched(shapes[kind]))
    return {content: shapes[kind] for content, kind in pieces.items()}


def _touched(shape: str) -> list[Mark]:
    """Return what is felt of a shape, to compare it with others."""
    return PIECES[shape].touch((0, 0), 1)


def _drawn(kit: Kit, cells: Sequence[int], braille: Braille, unit: float) -> Scene:
    """Return a board for fingers with the contents of its cells, which have a side in mm."""
    diagram = kit.game.diagram
    pieces = felt_pieces(kit)
    style = style_of(diagram)
    grid = Grid(diagram, unit, unit, machine_below(kit))
    scene = Scene(*board_room(kit, braille, unit))
    beside, above, _ = style.touch_margins(diagram, braille)
    high = diagram.height * unit
    centres = [(beside + x, above + y) for x, y in grid.centres]
    scene.add(*style.touch_ground(grid, braille, (beside, above)))
    for middle, content in zip(centres, cells, strict=True):
        scene.add(*style.touch_cell(middle, unit, content, braille))
        if content in pieces:
            scene.add(*PIECES[pieces[content]].touch(middle, unit))
    for (x, y), name in zip(centres, diagram.names, strict=False):
        # Above the upper half of the board, below the lower one.
        line = 0.0 if y < above + high / 2 else above + high + TOUCH_GAP
        scene.add(*braille.draw(name, (x - braille.width(name) / 2, line)))
    return scene


NAME = "tactile"
#: The size of a piece in the list, in mm.
LIST_PIECE_MM = 15
#: Beside a name in Braille: the beginning of that behind its shape, and the room for the shape and
#: for the name for the eye, in mm.
LIST_INDENT_MM = 16
LIST_ASIDE_MM = 42.0
#: The free border of a Braille label, in mm.
LABEL_BORDER_MM = 4.0
#: Between positions, and for the remark on their first page, in mm.
POSITION_GAP_MM = 9.0
REMARK_MM = 8.0


def sheets(job: Job) -> list[Sheet]:
    """Return the key, the Braille ids and the positions."""
    braille = read_braille(job.options.tactile_braille, job.texts.language, job.templates)
    key, column = _key(job, braille)
    title = job.texts("tactile.title")
    pages = [key, *_ids(job, braille, column), *_board(job, braille), *_positions(job, braille)]
    if job.options.tactile_eye == "colour":
        return [Sheet(page, NAME, title, ink=FLAT) for page in pages]
    for page in pages:
        page.marks[:] = [mark for mark in page.marks if not _is_for_the_eye(mark)]
    return [Sheet(page, NAME, title, foot="name", ink=FLAT) for page in pages]


def _is_for_the_eye(mark: Mark) -> bool:
    """Return whether a mark is no use to fingers: letters and pale lines."""
    if isinstance(mark, Text):
        return True
    return mark.stroke is not None and mark.stroke.colour in {FLAT, FAINT}


#: A list of marks, each with its name.
Named = list[tuple[list[Mark], str]]


def _key(job: Job, braille: Braille) -> tuple[Scene, Column]:
    """Return the page that explains shapes and pieces, and the column below them."""
    texts = job.texts
    standard = braille.standard
    scene, column = new_page(job, texts("tactile.title"), ink=FLAT)
    column.paragraph(texts("tactile.intro"), fill=FLAT)
    title = title_in(texts.language, standard.title, job.options.tactile_braille)
    sizes = texts(
        "tactile.standard",
        standard=title,
        dot=standard.dot,
        spacing=standard.spacing,
        cell=standard.cell,
        line=standard.line,
    )
    column.paragraph(sizes, SMALL, fill=FLAT)
    column.paragraph(texts("tactile.sizes"), SMALL, fill=FLAT)
    column.heading(texts("tactile.shapes"), fill=FLAT)
    column.paragraph(texts("tactile.code"), fill=FLAT, gap=SPACE.section)
    shapes: Named = []
    for place, colour in enumerate(job.kit.palette):
        shapes.append((draw_shape(place, (0, 0)), f"{colour.letter} {colour.name}"))
    pieces = _named_pieces(job)
    longest = max(braille.width(words) for _, words in (*shapes, *pieces))
    across = 2 if 2 * (longest + LIST_ASIDE_MM) <= column.width else 1
    _list(column, braille, shapes, across)
    if pieces:
        column.gap(SPACE.paragraph)
        column.heading(texts("tactile.pieces"), fill=FLAT, gap=SPACE.block)
        _list(column, braille, pieces, across)
    return scene, column


def _named_pieces(job: Job) -> Named:
    """Return the pieces for fingers with their names."""
    kinds = job.kit.game.diagram.pieces
    felt_by_kind = {kinds[content]: felt for content, felt in felt_pieces(job.kit).items()}
    pieces: Named = []
    for kind in sorted(felt_by_kind):
        marks = PIECES[felt_by_kind[kind]].touch((0, 0), LIST_PIECE_MM)
        pieces.append((marks, piece_name(job, kind)))
    return pieces


def _list(column: Column, braille: Braille, rows: Named, across: int) -> None:
    """Draw shapes with their names in Braille and for the eye, ``across`` in a row."""
    pitch = max(SHAPE_MM + TOUCH_GAP + 1.5, braille.standard.line)
    wide = column.width / across
    first = (column.x, column.y + pitch / 2)
    for (marks, words), x, middle in in_rows(rows, across, first, (wide, pitch)):
        start = x + LIST_INDENT_MM
        after = start + braille.width(words) + TOUCH_GAP
        column.scene.place(Scene(SHAPE_MM, SHAPE_MM, marks), x + 5, middle)
        column.scene.add(*braille.draw(words, (start, middle - braille.height / 2)))
        room = x + wide - 3 - after
        column.scene.add(fitted((after, middle), words, SMALL, room, fill=FLAT, level=True))
    column.gap(math.ceil(len(rows) / across) * pitch)


def _ids(job: Job, braille: Braille, above: Column) -> list[Scene]:
    """Return the sheets of Braille ids to cut out, each with its id in flat print.

    Where it saves a sheet, the first has only as many as fit below the key, and shares that page.
    """
    boxes = list(job.kit.boxes)
    wide = max(braille.width(box.id) for box in boxes) + 2 * LABEL_BORDER_MM + 8
    high = braille.height + 2 * LABEL_BORDER_MM
    rows_below_key = int((room_below(job, above) - SPACE.sheet - SPACE.title) // high)
    scenes: list[Scene] = []
    while boxes:
        scene, column = new_page(job, job.texts("tactile.ids"), ink=FLAT)
        across = int(column.width // wide)
        down = int(room_below(job, column) // high)
        on_last_page = len(boxes) % (across * down)
        if not scenes and on_last_page <= across * rows_below_key:
            down = rows_below_key or down
        here = boxes[: across * down]
        for box, x, y in in_rows(here, across, (column.x, column.y), (wide, high)):
            scene.add(rectangle(x, y, wide, high, stroke=Stroke(FAINT, 0.2)))
            scene.add(*braille.draw(box.id, (x + LABEL_BORDER_MM, y + LABEL_BORDER_MM)))
            scene.add(Text((x + wide - 1.5, y + high - 1.5), box.id, LABEL, "end", fill=FLAT))
        boxes = boxes[across * down :]
        scenes.append(scene)
    return scenes


#: The cells of the empty board in mm, of which the largest that fits is used.
BOARD_CELLS_MM = (40.0, 36.0, 32.0, 28.0, 25.0, 20.0, 16.0)
#: The room of a picture in its list, in mm.
ICON_MM = 20.0
#: The least height of a row of the list, in mm.
ICON_ROW_MM = 16.0
#: The height of the words for the eye below each, in mm.
EYE_MM = 6.0


class _BoardMark(NamedTuple):
    """A mark of the empty board in its list.

    Attributes:
        marks: what it looks like.
        words: what it means.
        lines: the same in Braille.
        height: of its row, in mm.
    """

    marks: list[Mark]
    words: str
    lines: list[str]
    height: float


def _board(job: Job, braille: Braille) -> list[Scene]:
    """Return the sheet of the empty board with all its marks, and what they mean; none for a
    board without marks.
    """
    scene, column = new_page(job, job.texts("tactile.board"), ink=FLAT)
    room = column.width - ICON_MM - TOUCH_GAP
    entries = []
    for marks, words in touch_entries(job):
        lines = _braille_lines(braille, words, room)
        high = len(lines) * braille.standard.line + EYE_MM + TOUCH_GAP
        entries.append(_BoardMark(marks, words, lines, max(ICON_ROW_MM, high)))
    if not entries:
        return []
    free = room_below(job, column) - sum(entry.height for entry in entries) - SPACE.section
    cell = _largest_cell(job.kit, braille, (column.width, free))
    board = draw_empty(job.kit, braille, cell)
    scene.place(board, column.x, column.y)
    column.gap(board.height + SPACE.section)
    for entry in entries:
        _draw_entry(column, braille, entry)
    return [scene]


def _largest_cell(kit: Kit, braille: Braille, room: tuple[float, float]) -> float:
    """Return the largest cell with which the empty board fits a width and height in mm, or the
    smallest.
    """
    room_wide, room_high = room
    for cell in BOARD_CELLS_MM:
        wide, high = board_room(kit, braille, cell)
        if wide <= room_wide and high <= room_high:
            return cell
    return BOARD_CELLS_MM[-1]


def _draw_entry(column: Column, braille: Braille, entry: _BoardMark) -> None:
    """Draw a mark, and beside it what it means, in Braille and for the eye."""
    scene = column.scene
    pitch = braille.standard.line
    scene.place(Scene(ICON_MM, 0, entry.marks), column.x, column.y + ICON_ROW_MM / 2)
    start = column.x + ICON_MM + TOUCH_GAP
    for number, line in enumerate(entry.lines):
        scene.add(*braille.draw(line, (start, column.y + TOUCH_GAP + number * pitch)))
    below = column.y + TOUCH_GAP + len(entry.lines) * pitch
    room = column.width - ICON_MM - TOUCH_GAP
    scene.add(fitted((start, below), entry.words, SMALL, room, fill=FLAT, level=True))
    column.gap(entry.height)


def _braille_lines(braille: Braille, words: str, width: float) -> list[str]:
    """Return words in lines of Braille that are no wider than a room in mm."""
    lines: list[str] = []
    for word in words.split():
        if lines and braille.width(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


class _Plates:
    """Positions with their moves: ``across`` positions side by side, the moves below them or
    beside; in mm.
    """

    def __init__(self, job: Job, braille: Braille, unit: float, across: int, beside: int) -> None:
        """Place ``beside`` moves side by side below a board with cells of a side in mm; 0 for
        moves beside it.
        """
        self.job = job
        self.braille = braille
        self.unit = unit
        self.across = across
        self.beside = beside
        wide, self.board = board_room(job.kit, braille, unit)
        self.move = SHAPE_MM + TOUCH_GAP + self._longest_name()
        self.pitch = max(SHAPE_MM + TOUCH_GAP, braille.standard.line)
        if beside:
            row = beside * (self.move + 2 * TOUCH_GAP) - 2 * TOUCH_GAP
            self.width = max(wide, row)
        else:
            self.width = wide + 2 * TOUCH_GAP + self.move

    def _longest_name(self) -> float:
        """Return the width of the longest name of a move."""
        widths = []
        for box in self.job.kit.boxes:
            widths += [self.braille.width(self.name(slot)) for slot in box.slots]
        return max(widths)

    def name(self, slot: Slot) -> str:
        """Return the name of a move."""
        return self.job.kit.game.move_text(slot.moves[0])

    def height(self, box: Box) -> float:
        """Return the height of a position with its id and its moves."""
        head = self.braille.height + 2 * TOUCH_GAP
        if self.beside:
            rows = math.ceil(len(box.slots) / self.beside)
            return head + (self.board + 2 * TOUCH_GAP + rows * self.pitch)
        return head + max(self.board, len(box.slots) * self.pitch)

    def pages(self, first: float, other: float) -> list[list[Sequence[Box]]]:
        """Return the rows of boxes on each page; the first page has less room than the others."""
        boxes = self.job.kit.boxes
        room = first
        pages: list[list[Sequence[Box]]] = [[]]
        for start in range(0, len(boxes), self.across):
            row = boxes[start : start + self.across]
            high = max(map(self.height, row))
            if high > room and pages[-1]:
                pages.append([])
                room = other
            pages[-1].append(row)
            room -= high + POSITION_GAP_MM
        return pages

    def draw(self, scene: Scene, box: Box, at: Point) -> None:
        """Draw a position with its id above it and its moves, each with its shape."""
        braille = self.braille
        x, y = at
        scene.add(*braille.draw(box.id, at))
        id_end = (x + braille.width(box.id) + 3, y + braille.height)
        scene.add(Text(id_end, box.id, SMALL, fill=FLAT))
        y += braille.height + 2 * TOUCH_GAP
        board = draw_board(self.job.kit, box, braille, self.unit)
        scene.place(board, x, y)
        if self.beside:
            first = (x, y + board.height + 2 * TOUCH_GAP)
        else:
            first = (x + board.width + 2 * TOUCH_GAP, y)
        places = {colour.key: place for place, colour in enumerate(self.job.kit.palette)}
        pitch = (self.move + 2 * TOUCH_GAP, self.pitch)
        for slot, left, top in in_rows(box.slots, max(1, self.beside), first, pitch):
            middle = top + SHAPE_MM / 2
            shape = draw_shape(places[slot.colour.key], (left + SHAPE_MM / 2, middle))
            name_at = (left + SHAPE_MM + TOUCH_GAP, middle - braille.height / 2)
            scene.add(*shape)
            scene.add(*braille.draw(self.name(slot), name_at))


def _positions(job: Job, braille: Braille) -> list[Scene]:
    """Return the sheets of positions, each with its id, its board and its moves with their
    shapes.
    """
    title = job.texts("tactile.positions")
    _, column = new_page(job, title)
    room = room_below(job, column)
    width = column.width + POSITION_GAP_MM
    # Fewest pages; of those the largest cells.
    plans = []
    for plates in _plates(job, braille, width):
        plans.append((plates, plates.pages(room - REMARK_MM, room)))
    plates, pages = min(plans, key=lambda plan: len(plan[1]))
    scenes: list[Scene] = []
    for rows in pages:
        scene, column = new_page(job, title, ink=FLAT)
        if not scenes:
            column.paragraph(job.texts("tactile.list"), SMALL, fill=FLAT, gap=SPACE.block)
        pitch = (width / plates.across, 0)
        for row in rows:
            for box, x, y in in_rows(row, plates.across, (column.x, column.y), pitch):
                plates.draw(scene, box, (x, y))
            column.gap(max(map(plates.height, row)) + POSITION_GAP_MM)
        scenes.append(scene)
    return scenes


def _plates(job: Job, braille: Braille, width: float) -> list[_Plates]:
    """Return all ways to draw positions that fit a width, those with the largest cells first."""
    plans = []
    for unit in style_of(job.kit.game.diagram).touch_sizes(job.kit, braille):
        for across, beside in product((1, 2, 3), (0, 1, 2)):
            plates = _Plates(job, braille, unit, across, beside)
            if plates.width <= width / across - POSITION_GAP_MM:
                plans.append(plates)
    if not plans:
        raise UsageError(
            f"{job.kit.game.called} is too wide to be felt on one page; leave out the "
            "part 'tactile'"
        )
    return plans


def check_braille(job: Job) -> None:
    """Refuse an unknown standard, or one without the letters of the language."""
    read_braille(job.options.tactile_braille, job.texts.language, job.templates)
