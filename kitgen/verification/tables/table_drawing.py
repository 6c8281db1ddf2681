"""The findings of a table on paper: a small board for each, mistakes in red and corrections in green."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from kitgen.kit.kit import Slot
from kitgen.kit.palette import Colour
from kitgen.model import Move, Position, only_mirror
from kitgen.paper.card.board import draw_board, fit_grid
from kitgen.paper.card.moves import CrowdedError, marking_of
from kitgen.paper.document import Document, Sheet
from kitgen.paper.layout.frame import Column, line_height
from kitgen.paper.marks.fonts import fit, legible
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke, Text, rectangle
from kitgen.paper.style import BODY, GREY, SMALL, TITLE
from kitgen.paper.texts import Texts
from kitgen.papers import PAGES, Page, Point
from kitgen.templates import Templates
from kitgen.verification.tables.comparison import TableFinding
from kitgen.verification.tables.reading import TableReport
from kitgen.verification.tables.table_check import say_finding, say_reading, table_texts

#: The colours of mistakes and corrections, each with the letter of its badge.
WRONG = Colour("wrong", "", "×", "circle", "#E06060")
RIGHT = Colour("right", "", "+", "square", "#4FA866", "double")
RED, GREEN = "#B00020", "#1B7837"
#: The widest board, the height of a finding with its words, and the gap between two, in mm.
BOARD, HEIGHT, GAP = 36.0, 56.0, 8.0
#: The most findings that are drawn; the terminal lists all.
MOST = 120
#: Moves to draw, each in its colour.
Arrows = Sequence[tuple[Colour, Move]]


def write_findings(report: TableReport, path: Path, page: str, *, templates: Templates | None = None) -> None:
    """Write the findings with their boards as a PDF."""
    # Drawing is needed only here, and its library loads slowly.
    from kitgen.render import save  # noqa: PLC0415

    save(findings_document(report, table_texts(report, templates), PAGES[page]), path)


def findings_document(report: TableReport, texts: Texts, page: Page) -> Document:
    """Return the findings as pages, two findings side by side."""
    title = texts("foreign.title")
    sheets: list[Sheet] = []
    remaining = list(report.findings[:MOST])
    while remaining or not sheets:
        scene = Scene(page.width, page.height)
        column = Column(scene, page.margin, page.margin, page.width - 2 * page.margin)
        if not sheets:
            _head(report, texts, column)
        wide = (column.width - GAP) / 2
        rows = int((page.height - page.margin - 6 - column.y) / HEIGHT)
        for index, finding in enumerate(remaining[: 2 * rows]):
            x = column.x + index % 2 * (wide + GAP)
            _draw(report, finding, texts, Column(scene, x, column.y + index // 2 * HEIGHT, wide))
        remaining = remaining[2 * rows :]
        sheets.append(Sheet(scene, "findings", title))
    rest = len(report.findings) - MOST
    for number, sheet in enumerate(sheets, 1):
        words = texts("sheet.page", number=number, total=len(sheets))
        if rest > 0 and number == len(sheets):
            words = f"{texts('foreign.more', count=rest)} · {words}"
        at = (page.width - page.margin, page.height - page.margin)
        sheet.scene.add(Text(at, words, SMALL, "end", fill=GREY))
    return Document(title, "kitgen", report.kit.game.called, texts.language, tuple(sheets))


def _head(report: TableReport, texts: Texts, column: Column) -> None:
    column.line(texts("foreign.title"), TITLE, bold=True)
    column.scene.add(Line((column.x, column.y + 1), (column.x + column.width, column.y + 1), Stroke(BLACK, 0.4)))
    column.gap(3)
    column.line(legible(f"{report.subject} · {report.kit.game.called} · {report.kit.choices.side}"), bold=True)
    column.paragraph(legible("; ".join(say_reading(report, texts).values())), SMALL, fill=GREY)
    column.gap(1)
    count = texts("foreign.count", count=len(report.findings)) if report.findings else texts("foreign.right")
    column.line(count, BODY, bold=True)
    if report.findings:
        column.line(texts("foreign.legend"), SMALL)
    column.gap(4)


def _draw(report: TableReport, finding: TableFinding, texts: Texts, column: Column) -> None:
    top = column.y
    column.paragraph(legible(say_finding(report, finding, texts)), SMALL, bold=True)
    column.gap(1)
    width = min(BOARD, (column.width - 6) / 2)
    size = width, min(BOARD, HEIGHT - (column.y - top) - line_height(SMALL) - 5)
    for index, (board, words, ink) in enumerate(_boards(report, finding, texts, size)):
        x = column.x + index * (width + 6)
        if words:
            column.scene.add(Text((x, column.y + 0.78 * line_height(SMALL)), words, fit(words, SMALL, width), fill=ink))
        column.scene.place(board, x, column.y + line_height(SMALL) + 0.8)


def _boards(report: TableReport, finding: TableFinding, texts: Texts, size: Point) -> Iterator[tuple[Scene, str, str]]:
    position, should = finding.position, finding.should
    mistaken, correct = (texts("foreign.there"), RED), (texts("foreign.should"), GREEN)
    if position is None:  # the words have the signs of an unreadable board
        pass
    elif finding.kind.startswith("move_"):
        squares = report.reading.squares.cells(finding.move)
        arrows = marking_of(report.game.diagram).arrows
        wrong = Move(squares[0] if arrows else None, squares[-1]) if len({*squares}) == 1 + arrows else None
        slots = [(colour, move) for colour, move in ((WRONG, wrong), (RIGHT, finding.right)) if move]
        yield _board(report, position, size, RED, [] if slots else squares, slots), "", BLACK
    elif finding.kind.startswith("missing"):
        slots = [(RIGHT, move) for move in report.game.legal_moves(position)] if finding.kind == "missing" else []
        yield _board(report, position, size, GREEN, None, slots), *correct
    else:
        yield _board(report, position, size, RED, _different(position, should)), *mistaken
    if should is not None:
        yield _board(report, should, size, GREEN, _different(should, position)), *correct


def _different(position: Position, other: Position | None) -> list[int] | None:
    """Return the cells in which two positions differ; None if there is no other."""
    return None if other is None else [c for c, content in enumerate(position.cells) if content != other.cells[c]]


def _board(
    report: TableReport, position: Position, size: Point, ink: str, cells: Sequence[int] | None, arrows: Arrows = ()
) -> Scene:
    """Return a board with moves, the same way up as in the table, and a frame round some cells, or all of it."""
    game, mirror = report.game, only_mirror(report.game)
    turned = report.reading.boards.upwards and game.diagram.turns and mirror is not None
    symmetry = mirror if turned and mirror else game.symmetries[0]
    slots = [Slot((symmetry.move(move),), colour, 1, 0, None) for colour, move in arrows]
    try:
        scene = draw_board(game, symmetry.position(position), slots, *size, turned=turned)
    except CrowdedError:
        scene = draw_board(game, symmetry.position(position), (), *size, turned=turned)
    grid = fit_grid(game.diagram, *size, turned=turned)
    wide, high = grid.width, grid.height
    centres = [grid.centre(symmetry.to[cell]) for cell in cells or ()]
    frames = [(x - wide / 2, y - high / 2, wide, high) for x, y in centres]
    for frame in frames if cells is not None else [(0.0, 0.0, scene.width, scene.height)]:
        scene.add(rectangle(*frame, None, Stroke(ink, 0.8)))
    return scene
