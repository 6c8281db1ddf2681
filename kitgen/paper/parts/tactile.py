"""Sheets for fingers: a code of shapes for beads, box ids in Braille, and every position on swell
paper.

Swell paper rises where black ink absorbs heat, so marks for fingers are thick, black, few, and far
apart. Flat ones are in colours with one of red, green and blue at full strength: printers mix these
without black, but print grey as fine black dots.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

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
FLAT, FAINT = STYLE.colours.flat, STYLE.colours.faint
#: The size of a bead's shape, in mm.
SHAPE = 8.0


def draw_shape(place: int, middle: Point) -> list[Mark]:
    """Return the shape of the bead code for the colour at a place, from 0, in its kit's palette.

    None of the nine shapes is round or a cross: these are pieces.
    """
    x, y = middle
    line = Stroke(BLACK, 0.18 * SHAPE)
    half, small = SHAPE / 2, 0.36 * SHAPE
    inner = half - line.width / 2
    angle = (x - inner, y - half), (x - inner, y + inner), (x + half, y + inner)
    wedge = (x - inner, y - half), (x, y + inner), (x + inner, y - half)
    shapes: dict[str, list[Mark]] = {
        "square": [rectangle(x - half, y - half, SHAPE, SHAPE, BLACK)],
        "frame": [rectangle(x - inner, y - inner, 2 * inner, 2 * inner, stroke=line)],
        "triangle": [Polygon(((x, y - half), (x + half, y + half), (x - half, y + half)), BLACK)],
        "bar": [Line((x, y - half), (x, y + half), line)],
        "angle": [Polygon(angle, None, line, closed=False)],
        "tee": [
            Line((x - half, y - inner), (x + half, y - inner), line),
            Line((x, y - inner), (x, y + half), line),
        ],
        "wedge": [Polygon(wedge, None, line, closed=False)],
        "bars": [
            Line((x + side * inner, y - half), (x + side * inner, y + half), line)
            for side in (-1, 1)
        ],
        "trio": [
            centred((x + 0.77 * across, y + 0.77 * down), small, small, BLACK)
            for across, down in ((0, -half), (half, half), (-half, half))
        ],
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
    for cell in sorted({cell for goal in diagram.goals for cell in goal}):
        middle = beside + centres[cell][0], above + centres[cell][1]
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
        free = (shape for shape in (kind, *FELT) if PIECES[shape].touch((0, 0), 1) not in taken)
        shapes[kind] = next(free)
        taken.append(PIECES[shapes[kind]].touch((0, 0), 1))
    return {content: shapes[kind] for content, kind in pieces.items()}


def _drawn(kit: Kit, cells: Sequence[int], braille: Braille, unit: float) -> Scene:
    diagram, pieces = kit.game.diagram, felt_pieces(kit)
    style, grid = style_of(diagram), Grid(diagram, unit, unit, machine_below(kit))
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
#: Between positions, for the remark on their first page, beside a name in Braille for its shape and
#: the name for the eye, and the free border of a Braille label, in mm.
GAP, FIRST, LIST_ASIDE, BORDER = 9.0, 8.0, 42.0, 4.0


def sheets(job: Job) -> list[Sheet]:
    """Return the key, the Braille ids and the positions."""
    braille = read_braille(job.options.tactile_braille, job.texts.language, job.templates)
    key, column = _key(job, braille)
    title = job.texts("tactile.title")
    pages = [key, *_ids(job, braille, column), *_board(job, braille), *_positions(job, braille)]
    if job.options.tactile_eye == "colour":
        return [Sheet(page, NAME, title, ink=FLAT) for page in pages]
    for page in pages:  # nothing for the eye: no letters, no pale lines
        shapes = [mark for mark in page.marks if not isinstance(mark, Text)]
        page.marks[:] = [
            mark
            for mark in shapes
            if mark.stroke is None or mark.stroke.colour not in {FLAT, FAINT}
        ]
    return [Sheet(page, NAME, title, foot="name", ink=FLAT) for page in pages]


def _key(job: Job, braille: Braille) -> tuple[Scene, Column]:
    texts, standard = job.texts, braille.standard
    scene, column = new_page(job, texts("tactile.title"), ink=FLAT)
    column.paragraph(texts("tactile.intro"), fill=FLAT)
    title = title_in(texts.language, standard.title, job.options.tactile_braille)
    figures: dict[str, Any] = {
        key: getattr(standard, key) for key in ("dot", "spacing", "cell", "line")
    }
    column.paragraph(texts("tactile.standard", standard=title, **figures), SMALL, fill=FLAT)
    column.paragraph(texts("tactile.sizes"), SMALL, fill=FLAT)
    column.heading(texts("tactile.shapes"), fill=FLAT)
    column.paragraph(texts("tactile.code"), fill=FLAT, gap=SPACE.section)
    names = [f"{colour.letter} {colour.name}" for colour in job.kit.palette]
    rows = [(draw_shape(index, (0, 0)), name) for index, name in enumerate(names)]
    drawn = job.kit.game.diagram.pieces
    kinds = {drawn[content]: felt for content, felt in felt_pieces(job.kit).items()}
    pieces = [
        (PIECES[kinds[kind]].touch((0, 0), 15), piece_name(job, kind)) for kind in sorted(kinds)
    ]
    longest = max(braille.width(words) for _, words in (*rows, *pieces))
    across = 2 if 2 * (longest + LIST_ASIDE) <= column.width else 1
    _list(column, braille, rows, across)
    if pieces:
        column.gap(SPACE.paragraph)
        column.heading(texts("tactile.pieces"), fill=FLAT, gap=SPACE.block)
        _list(column, braille, pieces, across)
    return scene, column


def _list(
    column: Column, braille: Braille, rows: Sequence[tuple[list[Mark], str]], across: int
) -> None:
    """Draw shapes with their names in Braille and for the eye, ``across`` in a row."""
    pitch = max(SHAPE + TOUCH_GAP + 1.5, braille.standard.line)
    wide = column.width / across
    for (marks, words), x, middle in in_rows(
        rows, across, (column.x, column.y + pitch / 2), (wide, pitch)
    ):
        shape, after = Scene(SHAPE, SHAPE, marks), x + 16 + braille.width(words) + TOUCH_GAP
        column.scene.place(shape, x + 5, middle)
        column.scene.add(*braille.draw(words, (x + 16, middle - braille.height / 2)))
        column.scene.add(
            fitted((after, middle), words, SMALL, x + wide - 3 - after, fill=FLAT, level=True)
        )
    column.gap(-(-len(rows) // across) * pitch)


def _ids(job: Job, braille: Braille, above: Column) -> list[Scene]:
    """Return the sheets of Braille ids to cut out, each with its id in flat print.

    Where it saves a sheet, the first has only as many as fit below the key, and shares that page.
    """
    boxes = list(job.kit.boxes)
    wide = max(braille.width(box.id) for box in boxes) + 2 * BORDER + 8
    high = braille.height + 2 * BORDER
    scenes: list[Scene] = []
    while boxes:
        scene, column = new_page(job, job.texts("tactile.ids"), ink=FLAT)
        across, down = int(column.width // wide), int(room_below(job, column) // high)
        below = int((room_below(job, above) - SPACE.sheet - SPACE.title) // high)
        if not scenes and len(boxes) % (across * down) <= across * below:
            down = below or down
        for box, x, y in in_rows(
            boxes[: across * down], across, (column.x, column.y), (wide, high)
        ):
            scene.add(rectangle(x, y, wide, high, stroke=Stroke(FAINT, 0.2)))
            scene.add(*braille.draw(box.id, (x + BORDER, y + BORDER)))
            scene.add(Text((x + wide - 1.5, y + high - 1.5), box.id, LABEL, "end", fill=FLAT))
        boxes = boxes[across * down :]
        scenes.append(scene)
    return scenes


#: The cells of the empty board in mm, of which the largest that fits is used.
BOARD_CELLS = (40.0, 36.0, 32.0, 28.0, 25.0, 20.0, 16.0)
#: The room of a picture in its list, in mm.
ICON_MM = 20.0
#: The least height of a row of the list, in mm.
ICON_ROW_MM = 16.0
#: The height of the words for the eye below each, in mm.
EYE_MM = 6.0


def _board(job: Job, braille: Braille) -> list[Scene]:
    """Return the sheet of the empty board with all its marks, and what they mean; none for a
    board without marks.
    """
    scene, column = new_page(job, job.texts("tactile.board"), ink=FLAT)
    room = column.width - ICON_MM - TOUCH_GAP
    entries = [
        (marks, words, _braille_lines(braille, words, room)) for marks, words in touch_entries(job)
    ]
    if not entries:
        return []
    pitch = braille.standard.line
    heights = [max(ICON_ROW_MM, len(lines) * pitch + EYE_MM + TOUCH_GAP) for _, _, lines in entries]
    free = room_below(job, column) - sum(heights) - SPACE.section
    sizes = {cell: board_room(job.kit, braille, cell) for cell in BOARD_CELLS}
    fitting = [
        cell for cell, (wide, high) in sizes.items() if wide <= column.width and high <= free
    ]
    board = draw_empty(job.kit, braille, fitting[0] if fitting else BOARD_CELLS[-1])
    scene.place(board, column.x, column.y)
    column.gap(board.height + SPACE.section)
    for (marks, words, lines), height in zip(entries, heights, strict=True):
        scene.place(Scene(ICON_MM, 0, marks), column.x, column.y + ICON_ROW_MM / 2)
        start = column.x + ICON_MM + TOUCH_GAP
        for number, line in enumerate(lines):
            scene.add(*braille.draw(line, (start, column.y + TOUCH_GAP + number * pitch)))
        below = column.y + TOUCH_GAP + len(lines) * pitch
        scene.add(fitted((start, below), words, SMALL, room, fill=FLAT, level=True))
        column.gap(height)
    return [scene]


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
        self.job, self.braille, self.unit, self.across, self.beside = (
            job,
            braille,
            unit,
            across,
            beside,
        )
        wide, self.board = board_room(job.kit, braille, unit)
        moves = [self.name(slot) for box in job.kit.boxes for slot in box.slots]
        self.move = SHAPE + TOUCH_GAP + max(map(braille.width, moves))
        self.pitch = max(SHAPE + TOUCH_GAP, braille.standard.line)
        row = beside * (self.move + 2 * TOUCH_GAP) - 2 * TOUCH_GAP
        self.width = max(wide, row) if beside else wide + 2 * TOUCH_GAP + self.move

    def name(self, slot: Slot) -> str:
        return self.job.kit.game.move_text(slot.moves[0])

    def height(self, box: Box) -> float:
        moves = -(-len(box.slots) // max(1, self.beside)) * self.pitch
        head = self.braille.height + 2 * TOUCH_GAP
        return head + (
            self.board + 2 * TOUCH_GAP + moves if self.beside else max(self.board, moves)
        )

    def pages(self, first: float, other: float) -> list[list[Sequence[Box]]]:
        """Return the rows of boxes on each page; the first page has less room than the others."""
        boxes, room = self.job.kit.boxes, first
        pages: list[list[Sequence[Box]]] = [[]]
        for start in range(0, len(boxes), self.across):
            row = boxes[start : start + self.across]
            high = max(map(self.height, row))
            if high > room and pages[-1]:
                pages.append([])
                room = other
            pages[-1].append(row)
            room -= high + GAP
        return pages

    def draw(self, scene: Scene, box: Box, at: Point) -> None:
        (x, y), braille = at, self.braille
        scene.add(*braille.draw(box.id, (x, y)))
        scene.add(
            Text((x + braille.width(box.id) + 3, y + braille.height), box.id, SMALL, fill=FLAT)
        )
        y += braille.height + 2 * TOUCH_GAP
        board = draw_board(self.job.kit, box, braille, self.unit)
        scene.place(board, x, y)
        x, y = (
            (x, y + board.height + 2 * TOUCH_GAP)
            if self.beside
            else (x + board.width + 2 * TOUCH_GAP, y)
        )
        places = {colour.key: index for index, colour in enumerate(self.job.kit.palette)}
        pitch = (self.move + 2 * TOUCH_GAP, self.pitch)
        for slot, left, top in in_rows(box.slots, max(1, self.beside), (x, y), pitch):
            middle = top + SHAPE / 2
            scene.add(*draw_shape(places[slot.colour.key], (left + SHAPE / 2, middle)))
            scene.add(
                *braille.draw(
                    self.name(slot), (left + SHAPE + TOUCH_GAP, middle - braille.height / 2)
                )
            )


def _positions(job: Job, braille: Braille) -> list[Scene]:
    """Return the sheets of positions, each with its id, its board and its moves with their
    shapes.
    """
    title = job.texts("tactile.positions")
    _, column = new_page(job, title)
    room, width = room_below(job, column), column.width + GAP
    ways = product(
        style_of(job.kit.game.diagram).touch_sizes(job.kit, braille), (1, 2, 3), (0, 1, 2)
    )
    plans = [
        plates
        for way in ways
        if (plates := _Plates(job, braille, *way)).width <= width / plates.across - GAP
    ]
    if not plans:
        raise UsageError(
            f"{job.kit.game.called} is too wide to be felt on one page; leave out the "
            "part 'tactile'"
        )
    # Fewest pages; of those the largest cells.
    plates, pages = min(
        ((plates, plates.pages(room - FIRST, room)) for plates in plans),
        key=lambda plan: len(plan[1]),
    )
    scenes: list[Scene] = []
    for rows in pages:
        scene, column = new_page(job, title, ink=FLAT)
        if not scenes:
            column.paragraph(job.texts("tactile.list"), SMALL, fill=FLAT, gap=SPACE.block)
        for row in rows:
            for box, x, y in in_rows(
                row, plates.across, (column.x, column.y), (width / plates.across, 0)
            ):
                plates.draw(scene, box, (x, y))
            column.gap(max(map(plates.height, row)) + GAP)
        scenes.append(scene)
    return scenes


def check_braille(job: Job) -> None:
    """Refuse an unknown standard, or one without the letters of the language."""
    read_braille(job.options.tactile_braille, job.texts.language, job.templates)
