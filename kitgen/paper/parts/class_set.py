"""The class set: small boards and pieces to cut out, one for each pair, so that everyone learns the game at once."""

from kitgen.errors import UsageError
from kitgen.paper.card.board import CUT, disc, draw_position, fit_grid, machine_below, piece_counts, rows_of
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


def sheets(job: Job) -> list[Scene]:
    """Return one page with four to six boards and the pieces for them."""
    counts = piece_counts(job.kit.game)
    if all(PIECES[piece.kind].loose for piece in counts):
        words = job.texts("class-set.seeds", number=counts[0].needed)
    else:
        pieces = ", ".join(pieces_in_words(job, piece.kind, piece.needed) for piece in counts)
        words = job.texts("class-set.pieces", pieces=pieces)
    for with_rules in (True, False):  # the rules give way where boards would be too small beside them
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
    kinds = job.kit.game.diagram.pieces
    shown = all(content == 0 or content in kinds for content in start.cells) and any(start.cells)
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
    """Draw the boards, with the largest cells possible, and the pieces for them; return whether they fit."""
    sizes = ((boards, cell) for boards, least in BOARDS for cell in range(CELL, least - 1, -1))
    for boards, cell in sizes:
        board, size = _board(job, cell), max(LEAST, min(MOST, DISC * cell))
        pieces: list[Scene] = []
        for piece in piece_counts(job.kit.game):
            if not PIECES[piece.kind].loose:  # the others are counted by the handful
                pieces += [disc(piece.kind, size)] * (boards * piece.needed + 1)  # one to spare
        rows = rows_of(pieces, column.width, GAP)
        heights = [max(scene.height for _, scene in row) + GAP for row in rows]
        room, pitch = room_below(job, column) - sum(heights), (board.width + BETWEEN, board.height + BETWEEN)
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


def _board(job: Job, cell: float) -> Scene:
    diagram, style = job.kit.game.diagram, style_of(job.kit.game.diagram)
    grid = fit_grid(diagram, cell * diagram.width, style.tall * cell * diagram.height, turned=machine_below(job.kit))
    inner = Scene(*grid.size)
    inner.add(*style.empty(grid), *style.names(grid))
    scene = Scene(inner.width + 2 * RIM, inner.height + 2 * RIM)
    scene.add(rectangle(0, 0, scene.width, scene.height, None, CUT))
    scene.place(inner, RIM, RIM)
    return scene
