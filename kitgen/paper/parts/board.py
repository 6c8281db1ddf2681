"""Playing board and pieces to cut out, at a size for small hands; and a set of small ones for a
class.

Beside the board, or below a wide one, stands how the game starts, unless it starts on the empty
board.
"""

import math
from collections.abc import Iterator, Sequence

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
from kitgen.paper.card.styles import EDGE, style_of
from kitgen.paper.card.vocabulary import goal_flags
from kitgen.paper.declared import PartOptions
from kitgen.paper.game_sheets import draw_start, starts_empty
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, content_area, new_page, room_below, text_height
from kitgen.paper.marks.pieces import PIECES, shape_of
from kitgen.paper.marks.scene import Line, Scene, Text, rectangle
from kitgen.paper.spoken_game import game_rules, mirror_rule, pieces_in_words
from kitgen.paper.style import BODY, GREY, SMALL, SPACE, in_rows, text_width

#: The best width of a cell, and the least with which board and pieces share a page, in mm.
CELL, CELL_SHARED = 50.0, 32.0
#: Tents: the widest and the narrowest strip, and the height of one face, in mm.
TENT_WIDTH, TENT_LEAST, TENT_FACE = 26.0, 18.5, 26.5
DISC_GAP, ROW_GAP = 3.0, 3.0
#: The width of the picture of the start beside a board, in mm.
START_MM = 25.0
#: The diameter of pieces counted by the handful, such as seeds, in mm.
LOOSE = 13.0
#: Cutouts, each with its place from the left, in mm.
Row = list[tuple[float, Scene]]


def sheets(job: Job) -> list[Scene]:
    """Return the board and, on the same page where they fit or on the next, the pieces."""
    cut = _CutOuts(job)
    _, _, width, height = content_area(job.page)
    note = mirror_rule(job)
    room = height - SPACE.title
    if note:
        room -= text_height(note, SMALL, width) + SPACE.paragraph
    sizes = (CELL - less for less in range(int(CELL - CELL_SHARED) + 1))
    pictures = ((size, _board_and_start(job, size, width, room)) for size in sizes)
    shared = next((size for size, picture in pictures if picture.height + cut.height <= room), None)
    title = job.texts("board.title")
    scene, column = new_page(job, title)
    if note:
        column.paragraph(note, SMALL, gap=SPACE.paragraph)
    picture = _board_and_start(job, shared or CELL, column.width, room_below(job, column))
    scene.place(picture, column.x, column.y)
    column.gap(picture.height)
    pages = [scene]
    waiting = cut.draw(column, cut.rows) if shared else cut.rows
    while waiting:
        scene, column = new_page(job, title)
        before, waiting = len(waiting), cut.draw(column, waiting)
        if len(waiting) == before:
            raise UsageError(f"the pieces of {job.kit.name} do not fit on {job.page.name}")
        pages.append(scene)
    return pages


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
        draw_start(job, Column(scene, width - START_MM, EDGE, START_MM), SMALL)
        return scene
    start = Column(Scene(1, 1), 0, 0, width)
    draw_start(job, start, SMALL)
    board = _board(job, cell, width, height - start.y)
    scene.place(board, (width - board.width) / 2)
    scene.place(start.scene, 0, board.height)
    scene.height = board.height + start.y
    return scene


def _board(job: Job, cell: float, width: float, height: float) -> Scene:
    return style_of(job.kit.game.diagram).playing(
        job, cell, width, height, turned=machine_below(job.kit)
    )


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
        self.width = content_area(job.page)[2]
        counts = piece_counts(job.kit.game)
        self.tents = any(shape_of(job.kit.game.diagram, piece.kind).stands for piece in counts)
        total = sum(piece.count for piece in counts)
        cutouts = [
            scene for piece in counts for scene in [self._cutout(piece.kind, total)] * piece.count
        ]
        self.square = job.options.board_pieces == "square"
        adjoining = self.tents or self.square
        self.rows = rows_of(cutouts, self.width, 0.0 if adjoining else DISC_GAP)
        self.row_gap = 0.0 if self.square and not self.tents else ROW_GAP
        if all(PIECES[piece.kind].loose for piece in counts):
            self.words = job.texts(
                "board.seeds_square" if self.square else "board.seeds", number=counts[0].needed
            )
        else:
            groups = ", ".join(pieces_in_words(job, piece.kind, piece.count) for piece in counts)
            how = "tent" if self.tents else job.options.board_pieces
            self.words = (
                f"{groups}. {job.texts('board.spare', count=len(counts))} "
                f"{job.texts(f'board.{how}')}"
            )
        self.head = text_height(self.words, SMALL, self.width) + 8
        self.height = self.head + sum(self._row_height(row) for row in self.rows) - self.row_gap

    def _cutout(self, kind: str, total: int) -> Scene:
        """Return the cutout of a kind of piece; tents share a row where that keeps them wide
        enough.
        """
        diagram = self.job.kit.game.diagram
        piece = shape_of(diagram, kind)
        if piece.stands:
            rows = math.ceil(total * TENT_LEAST / self.width)
            return tent(piece, min(TENT_WIDTH, self.width / -(-total // rows)), TENT_FACE)
        six = (
            self.width - 5 * DISC_GAP
        ) / 6  # six in a row, so that two sides of a small board take two rows
        cell = min(CELL, self.width / diagram.width)
        return _flat_piece(
            self.job, kind, LOOSE if piece.loose else max(14.0, min(six, 0.62 * cell))
        )

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
            if height - self.row_gap > room + 0.01:
                return rows[number:]
            for x, cutout in row:
                column.scene.place(cutout, column.x + x, column.y)
            column.gap(height)
            room -= height
        return []

    def _legend(self, column: Column) -> None:
        x, y = column.x, column.y + 2
        for key in LINES if self.tents else ("cut",):
            words = self.job.texts(f"board.legend.{key}")
            column.scene.add(
                Line((x, y), (x + 12, y), LINES[key]), Text((x + 13.5, y + 1.1), words, SMALL)
            )
            x += 13.5 + text_width(words, SMALL) + 8
        column.gap(SPACE.section)


#: Boards on a sheet, the most first, and the least width of their cells in mm.
BOARDS = ((6, 17), (5, 17), (4, 12))
#: The widest cell, in mm; larger ones are no easier to handle.
CELL_OF_SET = 26
#: Round a board to its cut line, between two of them, between discs, and the picture of a game's
#: start, in mm.
RIM, BETWEEN, GAP, START = 2.5, 3.0, 1.5, 30.0
#: A disc as a share of a cell, and its least and largest diameter, in mm.
DISC, LEAST, MOST = 0.72, 10.0, 18.0


def class_set(job: Job) -> list[Scene]:
    """Return one page with four to six boards and the pieces for them, one for each pair of
    pupils.
    """
    counts = piece_counts(job.kit.game)
    if all(PIECES[piece.kind].loose for piece in counts):
        words = job.texts("class-set.seeds", number=counts[0].needed)
    else:
        pieces = ", ".join(pieces_in_words(job, piece.kind, piece.needed) for piece in counts)
        key = "pieces" if len(counts) > 1 else "pieces_of_one_kind"
        words = job.texts(f"class-set.{key}", pieces=pieces)
    for with_rules in (
        True,
        False,
    ):  # the rules give way where boards would be too small beside them
        scene, column = new_page(job, job.texts("class-set.title"))
        if with_rules:
            _rules(job, column)
        column.paragraph(words, SMALL, gap=SPACE.paragraph)
        if _draw(job, column):
            return [scene]
    advice = "leave out the part 'class-set', and print 'board' once for each pair"
    boards = f"four boards of {job.kit.game.called} on {job.page.name} paper"
    raise UsageError(f"{boards} would have cells under {BOARDS[-1][1]} mm; {advice}")


def _rules(job: Job, column: Column) -> None:
    start = job.kit.game.start()
    shown = not starts_empty(job.kit)
    words = Column(column.scene, column.x, column.y, column.width - (START + 6 if shown else 0))
    words.items(game_rules(job), BODY, 4.5, mark="•")
    if shown:
        board = draw_position(job.kit, start, START, START)
        column.scene.place(board, column.x + column.width - board.width, column.y)
        at = (column.x + column.width - board.width / 2, column.y + board.height + 4)
        column.scene.add(Text(at, job.texts("class-set.start"), SMALL, "middle", fill=GREY))
        words.y = max(words.y, column.y + board.height + 6)
    column.y = words.y + 1


def _draw(job: Job, column: Column) -> bool:
    """Draw the boards, with the largest cells possible, and the pieces for them; return whether
    they fit.
    """
    sizes = (
        (boards, cell) for boards, least in BOARDS for cell in range(CELL_OF_SET, least - 1, -1)
    )
    for boards, cell in sizes:
        board, size = _board_of_set(job, cell), max(LEAST, min(MOST, DISC * cell))
        pieces: list[Scene] = []
        for piece in piece_counts(job.kit.game):
            if not PIECES[piece.kind].loose:  # the others are counted by the handful
                pieces += [_flat_piece(job, piece.kind, size)] * (
                    boards * piece.needed + 1
                )  # one to spare
        gap = 0.0 if job.options.board_pieces == "square" else GAP
        rows = rows_of(pieces, column.width, gap)
        heights = [max(scene.height for _, scene in row) + gap for row in rows]
        room, pitch = (
            room_below(job, column) - sum(heights),
            (board.width + BETWEEN, board.height + BETWEEN),
        )
        for across in (2, 3, 1):
            down, wide = -(-boards // across), across * pitch[0] - BETWEEN
            if wide <= column.width and down * pitch[1] <= room:
                start = column.x + (column.width - wide) / 2
                for _, x, y in in_rows(range(boards), across, (start, column.y), pitch):
                    column.scene.place(board, x, y)
                column.gap(down * pitch[1])
                for row, height in zip(rows, heights, strict=True):
                    for x, scene in row:
                        column.scene.place(scene, column.x + x, column.y)
                    column.gap(height)
                return True
    return False


def _board_of_set(job: Job, cell: float) -> Scene:
    diagram, style = job.kit.game.diagram, style_of(job.kit.game.diagram)
    grid = fit_grid(
        diagram,
        cell * diagram.width,
        style.tall * cell * diagram.height,
        turned=machine_below(job.kit),
    )
    inner = Scene(*grid.size)
    inner.add(*style.empty(grid), *goal_flags(grid), *style.names(grid))
    scene = Scene(inner.width + 2 * RIM, inner.height + 2 * RIM)
    scene.add(rectangle(0, 0, scene.width, scene.height, None, LINES["cut"]))
    scene.place(inner, RIM, RIM)
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
