"""The findings of a table on paper: a small board for each, mistakes in red and corrections in green."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kitgen.errors import UsageError, quoted
from kitgen.kit.kit import Slot
from kitgen.kit.palette import Colour
from kitgen.loading import is_path, make_kit
from kitgen.model import Move, Position, only_mirror
from kitgen.paper.card.board import draw_board, fit_grid
from kitgen.paper.card.moves import CrowdedError, marking_of
from kitgen.paper.document import Document, Sheet
from kitgen.paper.layout.frame import BODY, GREY, SMALL, TITLE, Column, line_height
from kitgen.paper.marks.fonts import fit, legible
from kitgen.paper.marks.scene import BLACK, Line, Mark, Scene, Stroke, Text, rectangle
from kitgen.paper.texts import Texts
from kitgen.papers import PAGES, Page
from kitgen.templates import Templates
from kitgen.verification.tables.findings import TableFinding
from kitgen.verification.tables.guess import Said
from kitgen.verification.tables.table_check import TableReport, say_finding, say_reading
from kitgen.verification.tables.table_check import verify_table as compare

#: The colours of mistakes and corrections, each with the letter of its badge.
WRONG = Colour("wrong", "", "×", "circle", "#E06060")
RIGHT = Colour("right", "", "+", "square", "#4FA866", "double")
RED, GREEN = "#B00020", "#1B7837"
#: The widest board, the height of a finding with its words, and the gap between two, in mm.
BOARD, HEIGHT, GAP = 36.0, 56.0, 8.0
#: The most findings that are drawn; the terminal names all.
MOST = 120


def findings_document(report: TableReport, texts: Texts, page: Page) -> Document:
    """Return the findings as pages, two beside each other."""
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
    return Document(title, "kitgen", report.kit.game_spec, texts.language, tuple(sheets))


def _head(report: TableReport, texts: Texts, column: Column) -> None:
    column.line(texts("foreign.title"), TITLE, bold=True)
    ends = (column.x, column.y + 1), (column.x + column.width, column.y + 1)
    column.scene.add(Line(*ends, Stroke(BLACK, 0.4)))
    column.gap(3)
    column.line(legible(f"{report.subject} · {report.kit.game_spec} · {report.kit.choices.side}"), bold=True)
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
    room = HEIGHT - (column.y - top) - line_height(SMALL) - 5
    width = min(BOARD, (column.width - 6) / 2)
    boards = list(_boards(report, finding, texts, width, min(BOARD, room)))
    for index, (board, words, ink) in enumerate(boards):
        x = column.x + index * (width + 6)
        if words:
            column.scene.add(Text((x, column.y + 0.78 * line_height(SMALL)), words, fit(words, SMALL, width), fill=ink))
        column.scene.place(board, x, column.y + line_height(SMALL) + 0.8)


def _boards(
    report: TableReport, finding: TableFinding, texts: Texts, width: float, height: float
) -> Iterable[tuple[Scene, str, str]]:
    view = _View(report, width, height)
    there, should = texts("foreign.there"), texts("foreign.should")
    if finding.kind.startswith("move_") and finding.position:
        wrong = view.squares(finding)
        slots = [(WRONG, (wrong, *finding.kept))] if wrong else []
        slots += [(RIGHT, (move, *(() if slots else finding.kept))) for move in finding.right]
        yield view.board(finding.position, slots, finding.wrong, RED), "", BLACK
        return
    if finding.kind in ("missing", "missing_most") and finding.position:
        moves = [(RIGHT, finding.right)] if finding.right else []
        yield view.board(finding.position, moves, (), GREEN, framed=True), should, GREEN
        return
    differ: tuple[int, ...] = ()
    if finding.position and finding.should:
        pairs = zip(finding.position.cells, finding.should.cells, strict=True)
        differ = tuple(cell for cell, (content, other) in enumerate(pairs) if content != other)
    if finding.position:
        yield view.board(finding.position, (), differ, RED, framed=not differ), there, RED
    else:
        yield view.signs(finding.signs), there, RED
    if finding.should:
        yield view.board(finding.should, (), differ, GREEN, framed=not differ), should, GREEN


class _View:
    def __init__(self, report: TableReport, width: float, height: float) -> None:
        self._game = report.game
        self._room = width, height
        mirror = only_mirror(report.game)
        self._turned = report.guess.upside_down and self._game.diagram.turns and mirror is not None
        self._symmetry = mirror if self._turned and mirror else self._game.symmetries[0]

    def squares(self, finding: TableFinding) -> Move | None:
        """Return the wrong move of a finding if it can be drawn; None where its squares are none, or one."""
        arrows = marking_of(self._game.diagram).arrows
        cells = finding.wrong if len(set(finding.wrong)) == 1 + arrows else ()
        return Move(cells[0] if arrows else None, cells[-1]) if cells else None

    def board(
        self,
        position: Position,
        slots: Sequence[tuple[Colour, Sequence[Move]]],
        cells: Iterable[int],
        ink: str,
        *,
        framed: bool = False,
    ) -> Scene:
        """Return a board with moves, some of its cells framed, or all of it."""
        width, height = self._room
        symmetry = self._symmetry
        drawn = [Slot(tuple(map(symmetry.move, moves)), colour, 1, 0, None) for colour, moves in slots]
        position = symmetry.position(position)
        try:
            scene = draw_board(self._game, position, drawn, width, height, turned=self._turned)
        except CrowdedError:
            scene = draw_board(self._game, position, (), width, height, turned=self._turned)
        grid = fit_grid(self._game.diagram, width, height, turned=self._turned)
        for cell in cells if not slots else ():
            x, y = grid.centre(symmetry.to[cell])
            scene.add(_frame(x - grid.width / 2, y - grid.height / 2, grid.width, grid.height, ink))
        if framed:
            scene.add(_frame(0, 0, scene.width, scene.height, ink))
        return scene

    def signs(self, signs: Sequence[str]) -> Scene:
        """Return the signs of an unreadable board, row by row."""
        width, height = self._room
        columns = round(self._game.diagram.width)
        rows = [" ".join(signs[i : i + columns]) for i in range(0, len(signs), columns)][:8] or ["?"]
        scene = Scene(width, min(height, 4 + 6.0 * len(rows)))
        scene.add(_frame(0.4, 0.4, scene.width - 0.8, scene.height - 0.8, RED))
        for number, row in enumerate(rows):
            text = legible(row)
            scene.add(Text((width / 2, 6 + 6.0 * number), text, fit(text, BODY, width - 4), "middle"))
        return scene


def _frame(x: float, y: float, width: float, height: float, ink: str) -> Mark:
    return rectangle(x, y, width, height, None, Stroke(ink, 0.8))


def verify_table(
    path: Path | str, game: str, hints: Said | None = None, *, templates: Templates | None = None, **choices: Any
) -> TableReport:
    """Check a table of positions and moves, in CSV, JSON, TOML or plain text, against the rules of a game.

    The game may be an edition, made with ``choices`` (as for ``make_kit``: the side, and whether forced moves have
    boxes) from ``templates``. Whatever ``hints`` do not give about how the table is written is found out.

    Raises:
        UsageError: the game or a choice is unknown.
        KitFileError: the table cannot be read.

    >>> verify_table("examples/ahl-1976.csv", "hexapawn:3x3", side="black").passed  # doctest: +SKIP
    False
    """
    templates = templates or Templates()
    if is_path(game, templates):
        raise UsageError(f"--game {quoted(game)} is a file; name a game, such as hexapawn:3x3, or an edition")
    kit = make_kit(game, templates=templates, **choices)
    hints = hints or Said()
    if choices.get("merged") is not None:
        hints = replace(hints, merged=choices["merged"])
    return compare(Path(path), kit, hints)


def write_findings(report: TableReport, path: Path, page: str, *, templates: Templates | None = None) -> None:
    """Write the findings with their boards as a PDF."""
    # Drawing is needed only here, and its library loads slowly.
    from kitgen.render import save  # noqa: PLC0415

    save(findings_document(report, table_texts(report, templates), PAGES[page]), path)


def table_texts(report: TableReport, templates: Templates | None = None) -> Texts:
    """Return the words for a report, in the language of its kit."""
    return Texts(report.kit.choices.language, templates or Templates())


__all__ = ["Said", "TableReport", "say_reading", "table_texts", "verify_table", "write_findings"]
