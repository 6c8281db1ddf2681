"""Playing board and pieces to cut out, at a size for small hands; and a set of small ones for a
class.

Beside the board, or below a wide one, stands how the game starts, unless it starts on the empty
board.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.paper.card.board import (
    LINES,
    disc,
    draw_position,
    fit_grid,
    machine_below,
    piece_counts,
    rows_of,
    square_piece,
    tent,
)
from kitgen.paper.card.styles import EDGE_NAMES_MM, style_of
from kitgen.paper.card.vocabulary import goal_flags
from kitgen.paper.declared import PartOptions
from kitgen.paper.game_sheets import draw_start, starts_empty
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, content_area, new_page, room_below, text_height
from kitgen.paper.marks.pieces import PIECES, shape_of
from kitgen.paper.marks.scene import Line, Scene, Text, rectangle
from kitgen.paper.spoken_game import game_rules, mirror_rule, pieces_in_words
from kitgen.paper.style import BODY, GREY, SMALL, SPACE, in_rows, text_width
from kitgen.papers import Point

#: The best width of a cell, and the least with which board and pieces share a page, in mm.
CELL_MM = 50
MIN_SHARED_CELL_MM = 32
#: The widest and the narrowest strip of a tent, and the height of one of its faces, in mm.
MAX_TENT_MM = 26.0
MIN_TENT_MM = 18.5
TENT_FACE_MM = 26.5
#: Between two discs, and between two rows of pieces, in mm.
DISC_GAP_MM = 3.0
ROW_GAP_MM = 3.0
#: So many discs find room in a row: then two sides of a small board take two rows.
DISCS_IN_A_ROW = 6
#: A flat piece as a share of a cell, and its least diameter, in mm.
PIECE_SHARE = 0.62
MIN_PIECE_MM = 14.0
#: The diameter of pieces counted by the handful, such as seeds, in mm.
LOOSE_MM = 13.0
#: The width of the picture of the start beside a board, in mm.
START_MM = 25.0
#: What a line looks like, and between it and its meaning, and between two of them, in mm.
SAMPLE_MM = 12.0
SAMPLE_GAP_MM = 1.5
LEGEND_GAP_MM = 8.0
#: What a rounding error may take from a row's room, in mm.
SLACK_MM = 0.01
#: Cutouts, each with its place from the left, in mm.
Row = list[tuple[float, Scene]]


def sheets(job: Job) -> list[Scene]:
    """Return the board and, on the same page where they fit or on the next, the pieces."""
    cutouts = _CutOuts(job)
    note = mirror_rule(job)
    cell = _shared_cell(job, cutouts.height, note)
    title = job.texts("board.title")
    scene, column = new_page(job, title)
    if note:
        column.paragraph(note, SMALL, gap=SPACE.paragraph)
    room = room_below(job, column)
    picture = _board_and_start(job, cell or CELL_MM, column.width, room)
    scene.place(picture, column.x, column.y)
    column.gap(picture.height)
    pages = [scene]
    waiting: Sequence[Row] = cutouts.rows
    if cell:
        waiting = cutouts.draw(column, waiting)
    while waiting:
        scene, column = new_page(job, title)
        left = cutouts.draw(column, waiting)
        if len(left) == len(waiting):
            raise UsageError(f"the pieces of {job.kit.name} do not fit on {job.page.name}")
        waiting = left
        pages.append(scene)
    return pages


def _shared_cell(job: Job, pieces_height: float, note: str) -> float | None:
    """Return the largest cell in mm with which board, note and pieces share a page; None if none
    does.
    """
    area = content_area(job.page)
    room = area.height - SPACE.title
    if note:
        room -= text_height(note, SMALL, area.width) + SPACE.paragraph
    for cell in range(CELL_MM, MIN_SHARED_CELL_MM - 1, -1):
        picture = _board_and_start(job, cell, area.width, room)
        if picture.height + pieces_height <= room:
            return cell
    return None


def _board_and_start(job: Job, cell: float, width: float, height: float) -> Scene:
    """Return the board in the middle of a room in mm, and how the game starts beside it or, if
    it is wide, below it.
    """
    board = _board(job, cell, width, height)
    scene = Scene(width, board.height)
    if starts_empty(job.kit):
        scene.place(board, (width - board.width) / 2)
        return scene
    if width - board.width >= START_MM + SPACE.block:
        free = width - START_MM - SPACE.block
        scene.place(board, (free - board.width) / 2)
        draw_start(job, Column(scene, width - START_MM, EDGE_NAMES_MM, START_MM), SMALL)
        return scene
    start = Column(Scene(1, 1), 0, 0, width)
    draw_start(job, start, SMALL)
    board = _board(job, cell, width, height - start.y)
    scene.place(board, (width - board.width) / 2)
    scene.place(start.scene, 0, board.height)
    scene.height = board.height + start.y
    return scene


def _board(job: Job, cell: float, width: float, height: float) -> Scene:
    kit = job.kit
    style = style_of(kit.game.diagram)
    return style.playing(job, cell, width, height, turned=machine_below(kit))


def _flat_piece(job: Job, kind: str, size: float) -> Scene:
    """Return a piece that lies flat, as a disc or a square of a size in mm."""
    piece = shape_of(job.kit.game.diagram, kind)
    if job.options.board_pieces == "square":
        return square_piece(piece, size)
    return disc(piece, size)


class _CutOuts:
    """The pieces in rows; lengths in mm."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.width = content_area(job.page).width
        self.counts = piece_counts(job.kit.game)
        diagram = job.kit.game.diagram
        self.tents = any(shape_of(diagram, piece.kind).stands for piece in self.counts)
        self.square = job.options.board_pieces == "square"
        self.row_gap = 0.0 if self.square and not self.tents else ROW_GAP_MM
        self.rows = self._rows()
        self.words = self._words()
        self.head = text_height(self.words, SMALL, self.width) + 8
        self.height = self.head + sum(self._row_height(row) for row in self.rows) - self.row_gap

    def _rows(self) -> list[Row]:
        """Return the pieces side by side; tents and squares share the lines between them."""
        total = sum(piece.count for piece in self.counts)
        cutouts: list[Scene] = []
        for piece in self.counts:
            cutouts += [self._cutout(piece.kind, total)] * piece.count
        gap = 0.0 if self.tents or self.square else DISC_GAP_MM
        return rows_of(cutouts, self.width, gap)

    def _words(self) -> str:
        """Return what pieces there are, and how they are made."""
        texts = self.job.texts
        if all(PIECES[piece.kind].loose for piece in self.counts):
            key = "board.seeds_square" if self.square else "board.seeds"
            return texts(key, number=self.counts[0].needed)
        pieces = (pieces_in_words(self.job, piece.kind, piece.count) for piece in self.counts)
        listed = ", ".join(pieces)
        spare = texts("board.spare", count=len(self.counts))
        how = "tent" if self.tents else self.job.options.board_pieces
        return f"{listed}. {spare} {texts(f'board.{how}')}"

    def _cutout(self, kind: str, total: int) -> Scene:
        """Return the cutout of a kind of piece; tents share a row where that keeps them wide
        enough.
        """
        diagram = self.job.kit.game.diagram
        piece = shape_of(diagram, kind)
        if piece.stands:
            rows = math.ceil(total * MIN_TENT_MM / self.width)
            in_a_row = math.ceil(total / rows)
            return tent(piece, min(MAX_TENT_MM, self.width / in_a_row), TENT_FACE_MM)
        if piece.loose:
            return _flat_piece(self.job, kind, LOOSE_MM)
        gaps = (DISCS_IN_A_ROW - 1) * DISC_GAP_MM
        most = (self.width - gaps) / DISCS_IN_A_ROW
        cell = min(CELL_MM, self.width / diagram.width)
        return _flat_piece(self.job, kind, max(MIN_PIECE_MM, min(most, PIECE_SHARE * cell)))

    def _row_height(self, row: Row) -> float:
        return max(cutout.height for _, cutout in row) + self.row_gap

    def draw(self, column: Column, rows: Sequence[Row]) -> Sequence[Row]:
        """Draw as many rows as fit, and return the others."""
        room = room_below(self.job, column) - self.head
        column.gap(SPACE.paragraph)
        column.paragraph(self.words, SMALL, gap=SPACE.near)
        self._legend(column)
        for number, row in enumerate(rows):
            height = self._row_height(row)
            if height - self.row_gap > room + SLACK_MM:
                return rows[number:]
            for x, cutout in row:
                column.scene.place(cutout, column.x + x, column.y)
            column.gap(height)
            room -= height
        return []

    def _legend(self, column: Column) -> None:
        """Draw what the lines to cut and to fold look like."""
        x = column.x
        y = column.y + 2
        for key in LINES if self.tents else ("cut",):
            words = self.job.texts(f"board.legend.{key}")
            column.scene.add(Line((x, y), (x + SAMPLE_MM, y), LINES[key]))
            after = SAMPLE_MM + SAMPLE_GAP_MM
            column.scene.add(Text((x + after, y + 1.1), words, SMALL))
            x += after + text_width(words, SMALL) + LEGEND_GAP_MM
        column.gap(SPACE.section)


# A set of small boards for a class.

#: Boards on a sheet, the most first, and the least width of their cells in mm.
BOARDS_OF_SET = ((6, 17), (5, 17), (4, 12))
#: The boards side by side to try, in this order.
BOARDS_ACROSS = (2, 3, 1)
#: The widest cell, in mm; larger ones are no easier to handle.
MAX_CELL_OF_SET_MM = 26
#: Round a board to its cut line, and between two boards, in mm.
RIM_MM = 2.5
BOARD_GAP_MM = 3.0
#: Between two of its discs, in mm.
SMALL_DISC_GAP_MM = 1.5
#: The picture of the game's start beside the rules, and between them, in mm.
START_OF_SET_MM = 30.0
START_GAP_MM = 6.0
#: A disc as a share of a cell, and its least and largest diameter, in mm.
SMALL_DISC_SHARE = 0.72
MIN_SMALL_DISC_MM = 10.0
MAX_SMALL_DISC_MM = 18.0


def class_set(job: Job) -> list[Scene]:
    """Return one page with four to six boards and the pieces for them, one for each pair of
    pupils.
    """
    words = _pieces_of_set(job)
    # The rules give way where boards would be too small beside them.
    for with_rules in (True, False):
        scene, column = new_page(job, job.texts("class-set.title"))
        if with_rules:
            _rules(job, column)
        column.paragraph(words, SMALL, gap=SPACE.paragraph)
        if _draw_set(job, column):
            return [scene]
    advice = "leave out the part 'class-set', and print 'board' once for each pair"
    boards = f"four boards of {job.kit.game.called} on {job.page.name} paper"
    _, least_cell = BOARDS_OF_SET[-1]
    raise UsageError(f"{boards} would have cells under {least_cell} mm; {advice}")


def _pieces_of_set(job: Job) -> str:
    """Return which pieces belong to each board."""
    counts = piece_counts(job.kit.game)
    if all(PIECES[piece.kind].loose for piece in counts):
        return job.texts("class-set.seeds", number=counts[0].needed)
    pieces = ", ".join(pieces_in_words(job, piece.kind, piece.needed) for piece in counts)
    key = "pieces" if len(counts) > 1 else "pieces_of_one_kind"
    return job.texts(f"class-set.{key}", pieces=pieces)


def _rules(job: Job, column: Column) -> None:
    """Write the rules, with a picture of the start at their right, unless that is an empty
    board.
    """
    words = Column(column.scene, column.x, column.y, column.width)
    if starts_empty(job.kit):
        words.items(game_rules(job), BODY, 4.5, mark="•")
        column.y = words.y + 1
        return
    words.width -= START_OF_SET_MM + START_GAP_MM
    words.items(game_rules(job), BODY, 4.5, mark="•")
    board = draw_position(job.kit, job.kit.game.start(), START_OF_SET_MM, START_OF_SET_MM)
    right = column.x + column.width
    column.scene.place(board, right - board.width, column.y)
    at = (right - board.width / 2, column.y + board.height + 4)
    column.scene.add(Text(at, job.texts("class-set.start"), SMALL, "middle", fill=GREY))
    column.y = max(words.y, column.y + board.height + 6) + 1


@dataclass(frozen=True, slots=True)
class _SetLayout:
    """The boards and pieces of a set on a page; lengths in mm."""

    board: Scene
    boards: int
    across: int
    rows: list[Row]  # of the pieces
    row_heights: list[float]

    @property
    def pitch(self) -> Point:
        """From one board to the next, across and down."""
        return self.board.width + BOARD_GAP_MM, self.board.height + BOARD_GAP_MM

    @property
    def width(self) -> float:
        """Of all boards side by side."""
        return self.across * self.pitch[0] - BOARD_GAP_MM

    @property
    def height(self) -> float:
        """Of all boards, with a gap below the last ones."""
        return math.ceil(self.boards / self.across) * self.pitch[1]

    def fits(self, width: float, height: float) -> bool:
        """Return whether boards and pieces have room."""
        return self.width <= width and self.height <= height - sum(self.row_heights)


def _draw_set(job: Job, column: Column) -> bool:
    """Draw the boards, with the largest cells possible, and the pieces for them; return whether
    they fit.
    """
    room = room_below(job, column)
    for layout in _layouts_of_set(job, column.width):
        if layout.fits(column.width, room):
            _draw_layout(column, layout)
            return True
    return False


def _layouts_of_set(job: Job, width: float) -> Iterator[_SetLayout]:
    """Yield layouts in the order in which they are wanted."""
    gap = 0.0 if job.options.board_pieces == "square" else SMALL_DISC_GAP_MM
    for boards, least_cell in BOARDS_OF_SET:
        for cell in range(MAX_CELL_OF_SET_MM, least_cell - 1, -1):
            board = _board_of_set(job, cell)
            rows = rows_of(_flat_pieces_of_set(job, boards, cell), width, gap)
            heights = [max(scene.height for _, scene in row) + gap for row in rows]
            for across in BOARDS_ACROSS:
                yield _SetLayout(board, boards, across, rows, heights)


def _flat_pieces_of_set(job: Job, boards: int, cell: float) -> list[Scene]:
    """Return the pieces of all boards, and one to spare of each kind; those that are counted by the
    handful are not cut out.
    """
    size = max(MIN_SMALL_DISC_MM, min(MAX_SMALL_DISC_MM, SMALL_DISC_SHARE * cell))
    pieces: list[Scene] = []
    for piece in piece_counts(job.kit.game):
        if not PIECES[piece.kind].loose:
            count = boards * piece.needed + 1
            pieces += [_flat_piece(job, piece.kind, size)] * count
    return pieces


def _draw_layout(column: Column, layout: _SetLayout) -> None:
    """Draw the boards in the middle of a column, and the pieces below them."""
    start = column.x + (column.width - layout.width) / 2
    boards = range(layout.boards)
    for _, x, y in in_rows(boards, layout.across, (start, column.y), layout.pitch):
        column.scene.place(layout.board, x, y)
    column.gap(layout.height)
    for row, height in zip(layout.rows, layout.row_heights, strict=True):
        for x, scene in row:
            column.scene.place(scene, column.x + x, column.y)
        column.gap(height)


def _board_of_set(job: Job, cell: float) -> Scene:
    """Return an empty board with a rim to its cut line."""
    diagram = job.kit.game.diagram
    style = style_of(diagram)
    wide = cell * diagram.width
    high = style.tall * cell * diagram.height
    grid = fit_grid(diagram, wide, high, turned=machine_below(job.kit))
    inner = Scene(*grid.size)
    inner.add(*style.empty(grid), *goal_flags(grid), *style.names(grid))
    scene = Scene(inner.width + 2 * RIM_MM, inner.height + 2 * RIM_MM)
    scene.add(rectangle(0, 0, scene.width, scene.height, None, LINES["cut"]))
    scene.place(inner, RIM_MM, RIM_MM)
    return scene


def work(kit: Kit, options: PartOptions, _bought: bool) -> Iterator[tuple[str, int]]:
    """Yield what is made: the pieces to cut out; those that are counted by the handful are not
    cut.
    """
    counts = [piece for piece in piece_counts(kit.game) if not PIECES[piece.kind].loose]
    total = sum(piece.count for piece in counts)
    if not total:
        return
    stands = any(PIECES[piece.kind].stands for piece in counts)
    yield "tent" if stands else options.board_pieces, total
