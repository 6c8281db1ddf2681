"""Playing board and pieces to cut out, at a size for small hands."""

from collections.abc import Sequence

from kitgen.model import Position
from kitgen.paper.card.board import draw_board
from kitgen.paper.card.pitboard import draw_pits
from kitgen.paper.document import Sheet
from kitgen.paper.fold.pieces import (
    CUT,
    MOUNTAIN,
    VALLEY,
    PieceCount,
    disc,
    is_tent,
    piece_counts,
    rows_of,
    tent,
)  # fmt: skip
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import (
    BODY,
    GREY,
    SMALL,
    TITLE_ROOM,
    Column,
    content_area,
    new_page,
    room_below,
    text_height,
)
from kitgen.paper.marks.fonts import text_width
from kitgen.paper.marks.scene import POINT, Line, Scene, Text
from kitgen.paper.wording import piece_name, side_name

PART = "board"
#: The best cell is 50 mm wide; down to 44 mm it may give way, so that board and pieces share a page.
CELL, CELL_SHARED = 50.0, 44.0
#: Boards whose pits would be smaller than this are turned, to lie along the page.
LEAST_PIT = 28.0
#: Room for the names along the edges, and for the lines that say who sits where, in mm.
EDGE, SEAT = 6.0, 6.0
#: Tents: the widest strip, and the height of one face, in mm.
TENT_WIDTH, TENT_FACE = 26.0, 26.5
DISC_GAP, ROW_GAP = 3.0, 3.0
#: A rung is so much higher than wide, so that counters lie on it with room to spare.
RUNG = 1.7


def sheets(job: Job) -> list[Sheet]:
    """Return the board and, on the same page where they fit or on the next, the pieces."""
    cut = _CutOuts(job)
    sizes = [CELL - less for less in range(int(CELL - CELL_SHARED) + 1)]
    shared = next((size for size in sizes if _shares(job, cut, size)), None)
    scene, column = new_page(job, job.texts("board.title"), aside=job.kit.title)
    board = _board(job, shared or CELL, column.width, room_below(job, column))
    scene.place(board, column.x + (column.width - board.width) / 2, column.y)
    column.gap(board.height)
    pages = [scene]
    waiting = cut.draw(column, cut.rows, room_below(job, column)) if shared else cut.rows
    while waiting:
        scene, column = new_page(job, job.texts("board.title"), aside=job.kit.title)
        waiting = cut.draw(column, waiting, room_below(job, column))
        pages.append(scene)
    return [Sheet(page, PART, job.texts("board.title")) for page in pages]


def _shares(job: Job, cut: "_CutOuts", cell: float) -> bool:
    """Return whether the board, with cells of a size in mm, leaves room for all pieces below it."""
    _, _, width, height = content_area(job.page)
    board = _board(job, cell, width, height - TITLE_ROOM)
    return TITLE_ROOM + board.height + cut.height <= height


def _board(job: Job, cell: float, width: float, height: float) -> Scene:
    """Return the empty board with names along its edges and the seats of both sides."""
    game = job.kit.game
    diagram = game.diagram
    if diagram.cell == "pit":
        return _pit_board(job, cell, width, height)
    room = width - 2 * EDGE
    cell = min(cell, room / diagram.width, (height - 2 * EDGE - 2 * SEAT) / diagram.height)
    empty = Position((0,) * len(diagram.centres), 0)
    high = RUNG * cell if diagram.cell == "rung" else cell
    inner = draw_board(game, empty, (), cell * diagram.width, high * diagram.height)
    seats = SEAT if diagram.turns else 0.0
    names = EDGE if not diagram.names and diagram.cell in ("square", "open") else 0.0
    scene = Scene(inner.width + 2 * EDGE, inner.height + names + 2 * seats + 2)
    scene.place(inner, EDGE, seats)
    if names:
        _edge_names(scene, inner, EDGE, seats, int(diagram.width), int(diagram.height))
    if diagram.turns:
        _seats(job, scene, scene.width / 2, SEAT - 2, seats + inner.height + names + 3.5)
    return scene


def _edge_names(scene: Scene, inner: Scene, x: float, y: float, columns: int, rows: int) -> None:
    """Write letters below the columns and numbers left of the rows, as in chess."""
    down = BODY * POINT * 0.36
    for column in range(columns):
        at = (x + (column + 0.5) * inner.width / columns, y + inner.height + 4.6)
        scene.add(Text(at, "abcdefghijklmnopqrstuvwxyz"[column], BODY, "middle", fill=GREY))
    for row in range(rows):
        at = (x - 3, y + (row + 0.5) * inner.height / rows + down)
        scene.add(Text(at, str(rows - row), BODY, "middle", fill=GREY))


def _seats(job: Job, scene: Scene, x: float, top: float, bottom: float) -> None:
    """Say on either side of the board who sits there, readable from that side."""
    for side, y, turn in ((1, top - 2.4, 180), (0, bottom, 0)):
        key = "board.machine" if side in job.kit.players else "board.opponent"
        words = job.texts(key, side=side_name(job, side))
        scene.add(Text((x, y), words, SMALL, "middle", bold=True, turn=turn))


def _pit_board(job: Job, cell: float, width: float, height: float) -> Scene:
    """Return the pits with a store on either side; turned along the page where they would be too small."""
    diagram = job.kit.game.diagram
    wide, high = diagram.width + 2, diagram.height
    extra = 2 * SEAT + 8
    across = min(cell, width / wide, (height - extra) / high)
    along = min(cell, height / wide, (width - extra) / high)
    turned = across < LEAST_PIT and along > across
    flat = draw_pits(job, along if turned else across)
    if not turned:
        return flat
    scene = Scene(flat.height, flat.width)
    scene.place(flat, flat.height, 0, turn=90)
    return scene


class _CutOuts:
    """The pieces, in rows of one kind or of several, with the words above them.

    Attributes:
        rows: what is drawn, each with its places from the left.
        height: of all rows with the words, in mm.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.width = content_area(job.page)[2]
        counts = piece_counts(job.kit.game)
        self.tents = any(is_tent(piece.kind) for piece in counts)
        self.words = self._words(counts)
        cutouts = [scene for piece in counts for scene in self._cutouts(piece, sum(p.count for p in counts))]
        self.gap = 0.0 if self.tents else DISC_GAP
        self.rows = rows_of(cutouts, self.width, self.gap)
        self.head = text_height(self.words, SMALL, self.width) + 8
        self.height = self.head + sum(self._row_height(row) for row in self.rows) - ROW_GAP

    def _words(self, counts: Sequence[PieceCount]) -> str:
        texts = self.job.texts
        if self.job.kit.game.diagram.seeds:
            return texts("board.seeds", number=counts[0].needed)
        groups = [texts("board.group", number=p.count, piece=piece_name(self.job, p.kind)) for p in counts]
        how = texts("board.tent" if self.tents else "board.disc")
        return f"{', '.join(groups)}. {texts('board.spare')} {how}"

    def _cutouts(self, piece: PieceCount, total: int) -> list[Scene]:
        """Return the scenes of one kind of piece; tents share a row where that makes them not too narrow."""
        diagram = self.job.kit.game.diagram
        if is_tent(piece.kind):
            rows = -(-total * 20 // int(self.width))
            width = min(TENT_WIDTH, self.width / -(-total // rows))
            return [tent(piece.kind, width, TENT_FACE)] * piece.count
        cell = min(CELL, self.width / diagram.width)
        six = (self.width - 5 * DISC_GAP) / 6  # six in a row, so that two sides of a small board take two rows
        size = 13.0 if diagram.seeds else max(14.0, min(six, 0.62 * cell))
        return [disc(piece.kind, size)] * piece.count

    def _row_height(self, row: Sequence[tuple[float, Scene]]) -> float:
        return max(cutout.height for _, cutout in row) + ROW_GAP

    def draw(
        self, column: Column, rows: Sequence[list[tuple[float, Scene]]], room: float
    ) -> Sequence[list[tuple[float, Scene]]]:
        """Draw as many rows as there is room for, and return the others."""
        column.gap(2)
        column.paragraph(self.words, SMALL)
        column.gap(1)
        self._legend(column)
        left = room - self.head
        for number, row in enumerate(rows):
            height = self._row_height(row)
            if height - ROW_GAP > left + 0.01:
                return rows[number:]
            for x, cutout in row:
                column.scene.place(cutout, column.x + x, column.y)
            column.gap(height)
            left -= height
        return []

    def _legend(self, column: Column) -> None:
        """Say what the lines mean."""
        looks = [("cut", CUT)] + ([("mountain", MOUNTAIN), ("valley", VALLEY)] if self.tents else [])
        x, y = column.x, column.y + 2
        for key, look in looks:
            words = self.job.texts(f"board.legend.{key}")
            column.scene.add(Line((x, y), (x + 12, y), look), Text((x + 13.5, y + 1.1), words, SMALL, fill=GREY))
            x += 13.5 + text_width(words, SMALL) + 8
        column.gap(5)
