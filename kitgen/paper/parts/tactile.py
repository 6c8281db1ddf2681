"""For fingers: a bead code by shape, box ids in Braille, and every position on swell paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Slot
from kitgen.paper.card.styles import style_of
from kitgen.paper.card.tactile import board_room, draw_board
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import HEADING, SMALL, TITLE_ROOM, Column, new_page, room_below
from kitgen.paper.layout.sharing import BETWEEN
from kitgen.paper.marks.braille import Braille, read_braille
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import POINT, Mark, Scene, Stroke, Text, rectangle
from kitgen.paper.marks.touch import APART, FAINT, FLAT, SHAPE, draw_shape
from kitgen.paper.wording import piece_name
from kitgen.templates import title_in

NAME = "tactile"
#: Between positions, in mm.
GAP = 9.0
#: What the remark on the first page of positions takes, in mm.
FIRST = 8.0
#: A Braille label's free border, in mm.
BORDER = 4.0


def sheets(job: Job) -> list[Sheet]:
    """Return the key, the Braille ids and the positions.

    Raises:
        UsageError: the Braille standard is unknown, or the game's board is too large for a page of touch.
        TemplateError: a colour's name or a move has a letter without a Braille sign.
    """
    braille = read_braille(job.options.braille, job.texts.language, job.templates)
    key, column = _key(job, braille)
    pages, title = [key, *_ids(job, braille, column), *_positions(job, braille)], job.texts("tactile.title")
    if job.options.eye == "colour":
        return [Sheet(page, NAME, title, ink=FLAT) for page in pages]
    for page in pages:
        page.marks[:] = [mark for mark in page.marks if not _for_the_eye(mark)]
    return [Sheet(page, NAME, title, ruler=False, ink=FLAT) for page in pages]


def _for_the_eye(mark: Mark) -> bool:
    """Return whether a mark is not to be felt."""
    return isinstance(mark, Text) or (mark.stroke is not None and mark.stroke.colour in {FLAT, FAINT})


def _heading(column: Column, words: str) -> None:
    """Write a heading that stays flat."""
    column.gap(2.2)
    column.line(words, HEADING, bold=True, fill=FLAT)
    column.gap(0.6)


def _key(job: Job, braille: Braille) -> tuple[Scene, Column]:
    """Return the page with the bead code and the pieces, in Braille and in print, and where these end."""
    texts, standard = job.texts, braille.standard
    scene, column = new_page(job, texts("tactile.title"), aside=job.kit.title, ink=FLAT)
    column.paragraph(texts("tactile.intro"), fill=FLAT)
    title = title_in(texts.language, standard.title, job.options.braille)
    figures: dict[str, Any] = {key: getattr(standard, key) for key in ("dot", "spacing", "cell", "line")}
    column.paragraph(texts("tactile.standard", standard=title, **figures), SMALL, fill=FLAT)
    column.paragraph(texts("tactile.sizes"), SMALL, fill=FLAT)
    _heading(column, texts("tactile.shapes"))
    column.paragraph(texts("tactile.code"), fill=FLAT)
    column.gap(4)
    rows = [
        (draw_shape(index, (0, 0)), f"{colour.letter} {colour.name}") for index, colour in enumerate(job.kit.palette)
    ]
    _list(column, braille, rows)
    kinds = sorted(set(job.kit.game.diagram.pieces.values()))
    if kinds:
        column.gap(2)
        _heading(column, texts("tactile.pieces"))
        column.gap(3)
        _list(column, braille, [(PIECES[kind].touch((0, 0), 15), piece_name(job, kind)) for kind in kinds])
    return scene, column


def _list(column: Column, braille: Braille, rows: Sequence[tuple[list[Mark], str]]) -> None:
    """Draw shapes below one another, each with its name in Braille and in flat print."""
    pitch = max(SHAPE + APART + 1.5, braille.standard.line)
    for marks, words in rows:
        middle = column.y + pitch / 2
        shape = Scene(SHAPE, SHAPE, marks)
        column.scene.place(shape, column.x + 5, middle)
        column.scene.add(*braille.draw(words, (column.x + 16, middle - braille.height / 2)))
        at = (column.x + column.width, middle + 0.36 * SMALL * POINT)
        column.scene.add(Text(at, words, SMALL, "end", fill=FLAT))
        column.gap(pitch)


def _ids(job: Job, braille: Braille, above: Column) -> list[Scene]:
    """Return the sheets of Braille ids to cut out, each with its id in flat print.

    Where it saves a sheet, the first has no more of them than find room below what is above it, and shares that page.
    """
    boxes = list(job.kit.boxes)
    wide = max(braille.width(box.id) for box in boxes) + 2 * BORDER + 8
    high = braille.height + 2 * BORDER
    scenes: list[Scene] = []
    while boxes:
        scene, column = new_page(job, job.texts("tactile.ids"), aside=job.kit.title, ink=FLAT)
        across, down = int(column.width // wide), int(room_below(job, column) // high)
        below = int((room_below(job, above) - BETWEEN - TITLE_ROOM) // high)
        if not scenes and len(boxes) % (across * down) <= across * below:
            down = below or down
        for index, box in enumerate(boxes[: across * down]):
            x, y = column.x + index % across * wide, column.y + index // across * high
            scene.add(rectangle(x, y, wide, high, stroke=Stroke(FAINT, 0.2)))
            scene.add(*braille.draw(box.id, (x + BORDER, y + BORDER)))
            scene.add(Text((x + wide - 1.5, y + high - 1.5), box.id, 7, "end", fill=FLAT))
        boxes = boxes[across * down :]
        scenes.append(scene)
    return scenes


@dataclass(frozen=True, slots=True)
class _Plates:
    """How positions lie on a page.

    Attributes:
        unit: side of a cell, in mm.
        across: positions side by side.
        aside: True when moves stand beside their board, False when below it.
    """

    unit: float
    across: int
    aside: bool


def _positions(job: Job, braille: Braille) -> list[Scene]:
    """Return the sheets of positions, each with its id, its board and its moves with their shapes.

    Raises:
        UsageError: the board is wider than the page.
    """
    title = job.texts("tactile.positions")
    _, column = new_page(job, title)
    rooms = (room_below(job, column) - FIRST, room_below(job, column))
    layouts = [
        _Plates(unit, across, aside)
        for unit in style_of(job.kit.game.diagram).touch_sizes(job.kit, braille)
        for across in (1, 2, 3)
        for aside in (True, False)
        if _width(job, braille, unit, aside=aside) <= (column.width + GAP) / across - GAP
    ]
    if not layouts:
        raise UsageError(f"{job.kit.game.spec} is too wide to be felt on one page; leave out the part 'tactile'")
    # Fewest pages; of those the largest cells.
    layout, pages = min(
        ((layout, _paged(job, braille, layout, rooms)) for layout in layouts), key=lambda pair: len(pair[1])
    )
    scenes: list[Scene] = []
    for rows in pages:
        scene, column = new_page(job, title, aside=job.kit.title, ink=FLAT)
        if not scenes:
            column.paragraph(job.texts("tactile.list"), SMALL, fill=FLAT)
            column.gap(3)
        pitch = (column.width + GAP) / layout.across
        for row in rows:
            for index, box in enumerate(row):
                _position(job, braille, scene, box, (column.x + index * pitch, column.y), layout)
            column.gap(max(_height(job, braille, box, layout) for box in row) + GAP)
        scenes.append(scene)
    return scenes


def _paged(job: Job, braille: Braille, layout: _Plates, rooms: tuple[float, float]) -> list[list[Sequence[Box]]]:
    """Return the rows of boxes on each page; the first page has less room than the others."""
    boxes = job.kit.boxes
    pages: list[list[Sequence[Box]]] = [[]]
    left = rooms[0]
    for start in range(0, len(boxes), layout.across):
        row = boxes[start : start + layout.across]
        high = max(_height(job, braille, box, layout) for box in row)
        if high > left and pages[-1]:
            pages.append([])
            left = rooms[1]
        pages[-1].append(row)
        left -= high + GAP
    return pages


def _move(job: Job, slot: Slot) -> str:
    return job.kit.game.move_text(slot.moves[0])


def _width(job: Job, braille: Braille, unit: float, *, aside: bool) -> float:
    """Return how wide the widest position is with its moves."""
    board, _ = board_room(job.kit, braille, unit)
    moves = SHAPE + APART + max(braille.width(_move(job, slot)) for box in job.kit.boxes for slot in box.slots)
    return board + 2 * APART + moves if aside else max(board, moves)


def _pitch(braille: Braille) -> float:
    """Return the distance between two moves of a list."""
    return max(SHAPE + APART, braille.standard.line)


def _height(job: Job, braille: Braille, box: Box, layout: _Plates) -> float:
    """Return how high a position with its id and its moves is."""
    board = board_room(job.kit, braille, layout.unit)[1]
    moves = len(box.slots) * _pitch(braille)
    head = braille.height + 2 * APART
    return head + (max(board, moves) if layout.aside else board + 2 * APART + moves)


def _position(job: Job, braille: Braille, scene: Scene, box: Box, at: tuple[float, float], layout: _Plates) -> None:
    """Draw a box: id, board, and its moves beside or below the board."""
    x, y = at
    scene.add(*braille.draw(box.id, (x, y)))
    text = Text((x + braille.width(box.id) + 3, y + braille.height), box.id, SMALL, fill=FLAT)
    scene.add(text)
    y += braille.height + 2 * APART
    board = draw_board(job.kit, box, braille, layout.unit)
    scene.place(board, x, y)
    x, y = (x + board.width + 2 * APART, y) if layout.aside else (x, y + board.height + 2 * APART)
    places = {colour.key: index for index, colour in enumerate(job.kit.palette)}
    for slot in box.slots:
        middle = (x + SHAPE / 2, y + SHAPE / 2)
        scene.add(*draw_shape(places[slot.colour.key], middle))
        scene.add(*braille.draw(_move(job, slot), (x + SHAPE + APART, middle[1] - braille.height / 2)))
        y += _pitch(braille)
