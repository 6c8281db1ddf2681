"""The class set: small boards with their pieces to cut out, one for each pair, so that all learn the game at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.errors import UsageError
from kitgen.paper.card.board import draw_board, fit_grid, machine_below
from kitgen.paper.card.styles import style_of
from kitgen.paper.document import Sheet
from kitgen.paper.fold.cutouts import CUT, disc, piece_counts, rows_of
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import BODY, GREY, SMALL, Column, new_page, room_below
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import Scene, Text, rectangle
from kitgen.paper.wording import game_rules, piece_name

NAME = "class-set"
#: How many boards there are on a sheet, the most first, and the least width of a cell with which so many will do.
BOARDS = ((6, 17), (5, 17), (4, 12))
#: The widest cell, in mm; larger ones are no better in a pupil's hand.
CELL = 26
#: Round a board to its cut line, between two of them, and between discs, in mm.
RIM, BETWEEN, GAP = 2.5, 3.0, 1.5
#: A disc as a share of a cell, and its least and largest diameter, in mm.
DISC, LEAST, MOST = 0.72, 10.0, 18.0
#: The picture of how a game starts, beside its rules, in mm.
START = 30.0


@dataclass(frozen=True, slots=True)
class _ClassSet:
    """How boards and pieces lie on the page.

    Attributes:
        boards: how many there are.
        across: boards in a row.
        board: an empty board.
        pieces: rows of discs, each with its place from the left; none where pieces are counted by the handful.
    """

    boards: int
    across: int
    board: Scene
    pieces: Sequence[Sequence[tuple[float, Scene]]]

    @property
    def height(self) -> float:
        """Of boards and pieces together, in mm."""
        rows = -(-self.boards // self.across)
        discs = sum(max(one.height for _, one in row) + GAP for row in self.pieces)
        return rows * (self.board.height + BETWEEN) + discs

    @property
    def width(self) -> float:
        """Of a row of boards, in mm."""
        return self.across * (self.board.width + BETWEEN) - BETWEEN


def sheets(job: Job) -> list[Sheet]:
    """Return one page with four to six boards and the pieces for them.

    Raises:
        UsageError: four boards of this game are too small for fingers.
    """
    title = job.texts("class-set.title")
    for said in (True, False):  # the rules give way where boards would be too small beside them
        scene, column = new_page(job, title, aside=job.kit.title)
        if said:
            _rules(job, column)
        column.paragraph(_words(job), SMALL)
        column.gap(2)
        layout = _layout(job, column.width, room_below(job, column))
        if layout is not None:
            _draw(column, layout)
            return [Sheet(scene, NAME, title)]
    raise UsageError(
        f"four boards of {job.kit.game_spec} on {job.page.name} paper would have cells under {BOARDS[-1][1]} mm; "
        f"leave out the part {NAME!r}, and print 'board' once for each pair"
    )


def _rules(job: Job, column: Column) -> None:
    """Write the rules; beside them, where there are pieces at the start, how these stand."""
    start = job.kit.game.start()
    kinds = job.kit.game.diagram.pieces
    shown = all(content == 0 or content in kinds for content in start.cells) and any(start.cells)
    words = Column(column.scene, column.x, column.y, column.width - (START + 6 if shown else 0))
    for rule in game_rules(job):
        words.item("•", rule, BODY, indent=4.5)
    if shown:
        board = draw_board(job.kit.game, start, (), START, START, turned=machine_below(job.kit))
        column.scene.place(board, column.x + column.width - board.width, column.y)
        at = (column.x + column.width - board.width / 2, column.y + board.height + 4)
        column.scene.add(Text(at, job.texts("class-set.start"), SMALL, "middle", fill=GREY))
        words.y = max(words.y, column.y + board.height + 6)
    column.y = words.y + 1


def _words(job: Job) -> str:
    """Say what each pair gets."""
    texts, counts = job.texts, piece_counts(job.kit.game)
    if all(PIECES[piece.kind].loose for piece in counts):
        return texts("class-set.seeds", number=counts[0].needed)
    pieces = ", ".join(
        texts("class-set.group", number=piece.needed, piece=piece_name(job, piece.kind)) for piece in counts
    )
    return texts("class-set.pieces", pieces=pieces)


def _layout(job: Job, width: float, height: float) -> _ClassSet | None:
    """Return the layout with the most boards whose cells are large enough, or None."""
    for boards, least in BOARDS:
        for cell in range(CELL, least - 1, -1):
            board = _board(job, cell)
            pieces = list(_pieces(job, boards, cell))
            for across in (2, 3, 1):
                layout = _ClassSet(boards, across, board, rows_of(pieces, width, GAP))
                if layout.width <= width and layout.height <= height:
                    return layout
    return None


def _board(job: Job, cell: float) -> Scene:
    """Return an empty board with cells of a width in mm, and the line to cut it out by."""
    diagram = job.kit.game.diagram
    style = style_of(diagram)
    grid = fit_grid(diagram, cell * diagram.width, style.tall * cell * diagram.height, turned=machine_below(job.kit))
    inner = Scene(*grid.size)
    inner.add(*style.empty(grid), *style.names(grid))
    scene = Scene(inner.width + 2 * RIM, inner.height + 2 * RIM)
    scene.add(rectangle(0, 0, scene.width, scene.height, None, CUT))
    scene.place(inner, RIM, RIM)
    return scene


def _pieces(job: Job, boards: int, cell: float) -> Iterator[Scene]:
    """Yield the discs for so many boards and, of each kind, one to spare."""
    size = max(LEAST, min(MOST, DISC * cell))
    for piece in piece_counts(job.kit.game):
        if not PIECES[piece.kind].loose:
            yield from [disc(piece.kind, size)] * (boards * piece.needed + 1)


def _draw(column: Column, layout: _ClassSet) -> None:
    """Draw the boards and, below them, the pieces."""
    board = layout.board
    left = column.x + (column.width - layout.width) / 2
    for index in range(layout.boards):
        row, place = divmod(index, layout.across)
        x, y = left + place * (board.width + BETWEEN), column.y + row * (board.height + BETWEEN)
        column.scene.place(board, x, y)
    column.gap(-(-layout.boards // layout.across) * (board.height + BETWEEN))
    for discs in layout.pieces:
        for x, one in discs:
            column.scene.place(one, column.x + x, column.y)
        column.gap(max(one.height for _, one in discs) + GAP)
