"""The class set: small boards and pieces to cut out, one for each pair, so that everyone learns the game at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.errors import UsageError
from kitgen.paper.card.board import CUT, disc, draw_board, fit_grid, machine_below, piece_counts, rows_of
from kitgen.paper.card.styles import style_of
from kitgen.paper.job import Job, game_rules, pieces_in_words
from kitgen.paper.layout.frame import Column, new_page, room_below
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import Scene, Text, rectangle
from kitgen.paper.style import BODY, GREY, SMALL, SPACE, in_rows

#: Boards on a sheet, the most first, and the least width of their cells in mm.
BOARDS = ((6, 17), (5, 17), (4, 12))
#: The widest cell, in mm; larger ones are no easier to handle.
CELL = 26
#: Round a board to its cut line, between two of them, between discs, and the picture of a game's start, in mm.
RIM, BETWEEN, GAP, START = 2.5, 3.0, 1.5, 30.0
#: A disc as a share of a cell, and its least and largest diameter, in mm.
DISC, LEAST, MOST = 0.72, 10.0, 18.0


@dataclass(frozen=True, slots=True)
class _ClassSet:
    boards: int
    across: int
    rows: int
    width: float
    board: Scene
    pieces: Sequence[Sequence[tuple[float, Scene]]]


def sheets(job: Job) -> list[Scene]:
    """Return one page with four to six boards and the pieces for them."""
    title = job.texts("class-set.title")
    for with_rules in (True, False):  # the rules give way where boards would be too small beside them
        scene, column = new_page(job, title)
        if with_rules:
            _rules(job, column)
        column.paragraph(_words(job), SMALL)
        column.gap(SPACE.paragraph)
        layout = _layout(job, column.width, room_below(job, column))
        if layout is not None:
            _draw(column, layout)
            return [scene]
    advice = "leave out the part 'class-set', and print 'board' once for each pair"
    boards = f"four boards of {job.kit.game.called} on {job.page.name} paper"
    raise UsageError(f"{boards} would have cells under {BOARDS[-1][1]} mm; {advice}")


def _rules(job: Job, column: Column) -> None:
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
    counts = piece_counts(job.kit.game)
    if all(PIECES[piece.kind].loose for piece in counts):
        return job.texts("class-set.seeds", number=counts[0].needed)
    pieces = ", ".join(pieces_in_words(job, piece.kind, piece.needed) for piece in counts)
    return job.texts("class-set.pieces", pieces=pieces)


def _layout(job: Job, width: float, height: float) -> _ClassSet | None:
    for boards, least in BOARDS:
        for cell in range(CELL, least - 1, -1):
            board, size = _board(job, cell), max(LEAST, min(MOST, DISC * cell))
            pieces: list[Scene] = []
            for piece in piece_counts(job.kit.game):
                if not PIECES[piece.kind].loose:  # the others are counted by the handful
                    pieces += [disc(piece.kind, size)] * (boards * piece.needed + 1)  # one to spare
            discs = rows_of(pieces, width, GAP)
            discs_high = sum(max(scene.height for _, scene in row) + GAP for row in discs)
            for across in (2, 3, 1):
                rows, wide = -(-boards // across), across * (board.width + BETWEEN) - BETWEEN
                if wide <= width and rows * (board.height + BETWEEN) + discs_high <= height:
                    return _ClassSet(boards, across, rows, wide, board, discs)
    return None


def _board(job: Job, cell: float) -> Scene:
    diagram, style = job.kit.game.diagram, style_of(job.kit.game.diagram)
    grid = fit_grid(diagram, cell * diagram.width, style.tall * cell * diagram.height, turned=machine_below(job.kit))
    inner = Scene(*grid.size)
    inner.add(*style.empty(grid), *style.names(grid))
    scene = Scene(inner.width + 2 * RIM, inner.height + 2 * RIM)
    scene.add(rectangle(0, 0, scene.width, scene.height, None, CUT))
    scene.place(inner, RIM, RIM)
    return scene


def _draw(column: Column, layout: _ClassSet) -> None:
    board, start = layout.board, column.x + (column.width - layout.width) / 2
    pitch = (board.width + BETWEEN, board.height + BETWEEN)
    for _, x, y in in_rows(range(layout.boards), layout.across, (start, column.y), pitch):
        column.scene.place(board, x, y)
    column.gap(layout.rows * (board.height + BETWEEN))
    for discs in layout.pieces:
        for x, scene in discs:
            column.scene.place(scene, column.x + x, column.y)
        column.gap(max(scene.height for _, scene in discs) + GAP)
