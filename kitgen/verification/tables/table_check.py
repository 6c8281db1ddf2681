"""Compares somebody else's table with the rules, and puts the findings into words and on paper.

How it is read and matched is left to ``reading``, and what is wrong with it to ``comparison``.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Unpack

from kitgen.errors import KitFileError, UnreadTableError, UsageError, quoted, shortened
from kitgen.kit.choices import KitChoices
from kitgen.kit.kit import Kit, Slot
from kitgen.kit.palette import Colour
from kitgen.model import GameLike, Move, Position, only_mirror
from kitgen.paper.card.board import draw_board, fit_grid
from kitgen.paper.card.moves import CrowdedError, marking_of
from kitgen.paper.document import Document, Sheet
from kitgen.paper.layout.frame import BASELINE, Column, line_height
from kitgen.paper.marks.scene import BLACK, Scene, Stroke, Text, rectangle
from kitgen.paper.style import BODY, GREY, SMALL, fit, legible
from kitgen.papers import PAGES, Point
from kitgen.position_tables.hints import TableHints
from kitgen.reading.templates import Templates, capitalised
from kitgen.reading.texts import Texts
from kitgen.sources.kit_sources import is_path, make_kit
from kitgen.verdict import Verdict
from kitgen.verification.report import GREEN, RED, Pages
from kitgen.verification.tables.comparison import TableFinding, keeps_orientation
from kitgen.verification.tables.reading import TableReport, match_table, unread_table


def verify_table(
    path: Path | str,
    game: str | Path | GameLike,
    hints: TableHints | None = None,
    *,
    templates: Templates | None = None,
    **choices: Unpack[KitChoices],
) -> TableReport:
    """Check a table of positions and moves, in text of any form, against the rules of a game.

    The game may be one by name, a file that tells it, its text, an object, or an edition. It is
    made with ``choices`` (as for ``make_kit``: the side, and whether forced moves have boxes) from
    ``templates``. Anything that ``hints`` do not say about how the table is written is found out.

    Raises:
        UsageError: the game, a choice or a hint is unknown.
        KitFileError: the file cannot be read.
        TooLargeError: the game has too many positions.

    >>> verify_table("examples/ahl-1976.csv", "hexapawn:3x3", side="black").passed  # doctest: +SKIP
    False
    """
    templates = templates or Templates()
    if isinstance(game, str | Path) and is_path(game, templates):
        raise UsageError(
            f"--game {quoted(game)} is a file; name a game, such as hexapawn:3x3, or an edition"
        )
    hints = hints or TableHints(merged=choices.get("merged"))
    kit = make_kit(game, templates=templates, **choices)
    kits = [kit]
    is_edition = isinstance(game, str) and game in templates.names("editions")
    side_is_open = choices.get("side") is None and not is_edition
    if side_is_open:
        for side in _other_sides(kit):
            kits.append(make_kit(game, templates=templates, **choices | {"side": side}))
    return _best_report(Path(path), kits, hints)


def _other_sides(kit: Kit) -> list[str]:
    return [side.name for side in kit.game.sides if side.name != kit.choices.side]


def _best_report(path: Path, kits: Sequence[Kit], hints: TableHints) -> TableReport:
    """Return the report for the machine that a table fits best.

    A table may be for the machines of both sides: then it is the report with the worse verdict. If
    none can be compared, a refusal for lack of time counts first, since that table was read.
    """
    reports: list[TableReport] = []
    refusals: list[tuple[Kit, KitFileError]] = []
    for kit in kits:
        try:
            reports.append(match_table(path, kit, hints))
        except KitFileError as refusal:
            refusals.append((kit, refusal))
    if not reports:
        too_long = [refused for refused in refusals if _took_too_long(refused[1])]
        kit, reason = (too_long or refusals)[0]
        if isinstance(reason, UnreadTableError):
            return unread_table(path, kit, hints, reason)
        raise reason
    best = min(reports, key=_count_mistakes)
    of_both = [report for report in reports if report is best or _is_in_the_rest(report, best)]
    return min(of_both, key=lambda report: _WORST_FIRST.index(report.verdict))


def _took_too_long(refusal: KitFileError) -> bool:
    """Return whether a table was read, but not compared to its end."""
    return isinstance(refusal, UnreadTableError) and refusal.why == "time"


#: The verdict on a table for both sides is the first of these that one of its reports has.
_WORST_FIRST = (Verdict.WRONG, Verdict.NOT_DECIDED, Verdict.RIGHT)


def _count_mistakes(report: TableReport) -> int:
    return sum(finding.count for finding in report.findings)


def _is_in_the_rest(report: TableReport, best: TableReport) -> bool:
    """Return whether a table is also one for another side, whose entries are left out of the
    ``best`` report.

    It is, if its entries for that side are right more often than not.
    """
    return len(report.rows) <= best.left_out and 2 * _count_mistakes(report) < report.decisions


#: So many letters of a text from a file are shown in a line.
MAX_LETTERS_SHOWN = 80


def table_texts(report: TableReport, templates: Templates | None = None) -> Texts:
    """Return the words for a report, in the language of its kit."""
    return Texts(report.kit.choices.language, templates or Templates())


def say_reading(report: TableReport, texts: Texts) -> dict[str, str]:
    """Return in words how a table was read, by the names of the options that would change it."""
    if report.refused is not None:
        return {}
    reading = report.reading
    words = {}
    if reading.boards.letters:
        signs = []
        for sign, own in reading.boards.letters.items():
            shown = "␣" if sign == " " else _printable(sign)
            signs.append(f"{shown}={own}")
        words["letters"] = ", ".join(signs)
        order = "upwards" if reading.boards.upwards else "downwards"
        words["rows"] = texts(f"foreign.rows.{order}")
    naming = "none" if reading.boards_alone else reading.squares.naming
    if naming in ("own", "none"):
        words["squares"] = texts(f"foreign.squares.{naming}")
    else:
        words["squares"] = f"{naming}: {' '.join(reading.squares.names.values())}"
    if len(report.kit.game.symmetries) > 1:
        key = f"foreign.images.{_images_listed(report)}"
        words["images"] = texts(key, images=len(reading.reduction))
        if not reading.boards_alone:
            twins = "once" if reading.merged else "each"
            words["moves"] = texts(f"foreign.twins.{twins}")
    if report.kit.choices.forced == "skip":
        words["forced"] = texts("foreign.forced")
    if reading.per_move:
        words["lines"] = texts("foreign.lines")
    if report.left_out:
        words["without"] = texts("foreign.without", count=report.left_out)
    return words


def say_not_read(report: TableReport, texts: Texts) -> list[str]:
    """Return what was not read of a table, line by line."""
    lines = []
    if report.refused is not None:
        reason: dict[str, Any] = {**report.refused.words}
        lines.append(texts(f"foreign.unread.{report.refused.why}", **reason))
    if report.reading.boards_alone:
        lines.append(texts("foreign.unread.moves", count=len(report.rows)))
    for entry in report.unread:
        unit = "line" if entry.is_line else "entry"
        board = _shown(report.reading.boards.laid_out(entry.signs))
        words: dict[str, Any] = {
            "place": texts(f"foreign.place.{unit}", number=entry.place),
            "board": board.replace(" ", "␣"),
            "moves": _shown(", ".join(entry.moves)),
            "typed": _shown(", ".join(entry.typed)),
        }
        if entry.kind == "numbers":
            words["count"] = entry.count
        lines.append(texts(f"foreign.unread.{entry.kind}", **words))
    return lines


def say_table_verdict(report: TableReport, texts: Texts) -> str:
    """Return the verdict on a table in words."""
    match report.verdict:
        case Verdict.WRONG:
            return texts("verdict.table.wrong", count=len(report.findings))
        case Verdict.NOT_DECIDED:
            return texts("verdict.not_decided", count=len(say_not_read(report, texts)))
        case Verdict.RIGHT:
            return texts("verdict.table.right", count=len(report.rows))


def _images_listed(report: TableReport) -> str:
    """Return the key of the words for the images of a position that a table lists."""
    game = report.kit.game
    reduction = report.reading.reduction
    if len(reduction) == 1:
        return "each"
    if len(reduction) == len(game.symmetries):
        return "once"
    if all(keeps_orientation(game, symmetry) for symmetry in reduction):
        return "turned"
    return "some"


def say_finding(report: TableReport, finding: TableFinding, texts: Texts) -> str:
    """Return a finding in one line of words."""
    reading = report.reading
    boards = reading.boards
    is_missing = finding.kind == "missing"

    def board(position: Position | None) -> str:
        return boards.laid_out(boards.spelled(position)) if position else ""

    unit = "line" if report.lines else "entry"
    places = [texts(f"foreign.place.{unit}", number=number) for number in finding.places]
    place, other, *_ = [*places, "", ""]
    # A board is shown as it was typed; where only its moves are wrong, as it was understood.
    position = board(finding.position)
    if finding.signs and not finding.kind.startswith("move_"):
        position = boards.laid_out(finding.signs)
    moves: Sequence[Move] = ()
    if is_missing and finding.position:
        moves = report.kit.game.legal_moves(finding.position)
    words = {
        "place": place,
        "other": other,
        "position": position.replace(" ", "␣"),
        "should": board(finding.should).replace(" ", "␣"),
        "move": finding.move,
        "move_should": reading.squares.spell(finding.right) if finding.right else "",
        "moves": ", ".join(map(reading.squares.spell, moves)),
        "missing": texts.whole(finding.count),
        "total": texts.whole(report.decisions),
    }
    key = "missing_board" if is_missing and reading.boards_alone else finding.kind
    shown: dict[str, Any] = {name: _shown(word) for name, word in words.items()}
    return texts(f"foreign.finding.{key}", **shown)


def _shown(text: str) -> str:
    """Return a text from a file as it is shown in a line."""
    return _printable(shortened(text, MAX_LETTERS_SHOWN))


def _printable(text: str) -> str:
    r"""Return a text from a file without characters that move a terminal's cursor.

    >>> _printable("X\x1b[2JO")
    'X?[2JO'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in text)


# The findings on paper: a small board for each, mistakes in red and corrections in green.

#: The colours of mistakes and corrections, each with the letter of its badge.
WRONG = Colour("wrong", "", "×", "circle", "#E06060")
RIGHT = Colour("right", "", "+", "square", "#4FA866", "double")
#: The widest board.
MAX_BOARD_MM = 36.0
#: The height of a finding with its words; the last boards may come nearer to the foot than words,
#: by so much.
FINDING_HEIGHT_MM = 56.0
NEARER_FOOT_MM = 2
#: The gap between two findings, and between the two boards of one.
FINDING_GAP_MM = 8.0
BOARD_GAP_MM = 6
#: Below the boards of a finding.
BELOW_BOARDS_MM = 5
#: Between a word and the board below it.
WORD_GAP_MM = 0.8
#: The line of a frame round cells.
FRAME_MM = 0.8
#: The most findings that are drawn; the terminal lists all.
MAX_FINDINGS_DRAWN = 120
#: Moves to draw, each in its colour.
Arrows = Sequence[tuple[Colour, Move]]


class CaptionedBoard(NamedTuple):
    """A board of a finding, the word above it, if any, and the ink of that word."""

    board: Scene
    word: str
    ink: str


def write_findings(
    report: TableReport, path: Path, page_name: str, *, templates: Templates | None = None
) -> None:
    """Write the findings with their boards as a PDF, two findings side by side."""
    from kitgen.render import save  # noqa: PLC0415 - PDFs are written only here, and their library loads slowly

    texts = table_texts(report, templates)
    page = PAGES[page_name]
    title = texts("foreign.title")
    column = Pages(page, title)
    _say_table(report, texts, column)
    wide = (column.width - FINDING_GAP_MM) / 2
    findings = report.findings[:MAX_FINDINGS_DRAWN]
    for index in range(0, len(findings), 2):
        column.make_room(FINDING_HEIGHT_MM - NEARER_FOOT_MM)
        for side, finding in enumerate(findings[index : index + 2]):
            left = column.x + side * (wide + FINDING_GAP_MM)
            _draw(report, finding, texts, Column(column.scene, left, column.y, wide))
        column.gap(FINDING_HEIGHT_MM)
    corner = (page.width - page.margin, page.height - page.margin)
    _number_pages(column.scenes, corner, texts, len(report.findings) - len(findings))
    sheets = tuple(Sheet(scene, "findings", title) for scene in column.scenes)
    save(Document(title, "kitgen", report.kit.game.called, texts.language, sheets), path)


def _number_pages(scenes: Sequence[Scene], corner: Point, texts: Texts, hidden: int) -> None:
    """Write its number on each page, and on the last one how many findings are not drawn."""
    total = len(scenes)
    for number, scene in enumerate(scenes, 1):
        words = texts("sheet.page", number=number, total=total)
        if hidden > 0 and number == total:
            words = f"{texts('foreign.more', count=hidden)} · {words}"
        scene.add(Text(corner, words, SMALL, "end", fill=GREY))


def _say_table(report: TableReport, texts: Texts, column: Column) -> None:
    column.line(
        legible(f"{report.subject} · {report.kit.game.called} · {report.kit.choices.side}"),
        bold=True,
    )
    column.paragraph(legible(texts.joined(say_reading(report, texts).values())), SMALL, fill=GREY)
    column.gap(1)
    column.line(f"{capitalised(say_table_verdict(report, texts))}.", BODY, bold=True)
    for line in say_not_read(report, texts):
        column.paragraph(legible(line), SMALL)
    if report.findings:
        column.line(texts("foreign.legend"), SMALL)
    column.gap(4)


def _draw(report: TableReport, finding: TableFinding, texts: Texts, column: Column) -> None:
    top = column.y
    line = line_height(SMALL)
    column.paragraph(legible(say_finding(report, finding, texts)), SMALL, bold=True)
    column.gap(1)
    width = min(MAX_BOARD_MM, (column.width - BOARD_GAP_MM) / 2)
    room = FINDING_HEIGHT_MM - (column.y - top) - line - BELOW_BOARDS_MM
    size = width, min(MAX_BOARD_MM, room)
    for index, shown in enumerate(_boards(report, finding, texts, size)):
        x = column.x + index * (width + BOARD_GAP_MM)
        if shown.word:
            at = (x, column.y + BASELINE * line)
            letters = fit(shown.word, SMALL, width)
            column.scene.add(Text(at, shown.word, letters, fill=shown.ink))
        column.scene.place(shown.board, x, column.y + line + WORD_GAP_MM)


def _boards(
    report: TableReport, finding: TableFinding, texts: Texts, size: Point
) -> Iterator[CaptionedBoard]:
    """Yield the boards of a finding: what is there, and what should be."""
    position = finding.position
    should = finding.should
    if position is None:  # the words have the signs of an unreadable board
        pass
    elif finding.kind.startswith("move_"):
        yield CaptionedBoard(_board_of_moves(report, position, finding, size), "", BLACK)
    elif finding.kind.startswith("missing"):  # one position, or the first of most
        slots = []
        if finding.kind == "missing":
            slots = [(RIGHT, move) for move in report.kit.game.legal_moves(position)]
        board = _board(report, position, size, GREEN, None, slots)
        yield CaptionedBoard(board, texts("foreign.should"), GREEN)
    else:
        board = _board(report, position, size, RED, _different(position, should))
        yield CaptionedBoard(board, texts("foreign.there"), RED)
    if should is not None:
        board = _board(report, should, size, GREEN, _different(should, position))
        yield CaptionedBoard(board, texts("foreign.should"), GREEN)


def _board_of_moves(
    report: TableReport, position: Position, finding: TableFinding, size: Point
) -> Scene:
    """Return the board of a wrong move and the right one; with frames round the squares that the
    table names if neither can be drawn.
    """
    squares = report.reading.squares.cells(finding.move)
    wrong = _move_between(squares, arrows=marking_of(report.kit.game.diagram).arrows)
    slots = []
    if wrong is not None:
        slots.append((WRONG, wrong))
    if finding.right:
        slots.append((RIGHT, finding.right))
    return _board(report, position, size, RED, [] if slots else squares, slots)


def _move_between(squares: Sequence[int], *, arrows: bool) -> Move | None:
    """Return the move that a table means by some squares, if the game's drawing can show it: an
    arrow from one to another, or a mark on one.
    """
    different = len({*squares})
    if arrows and different == 2:
        return Move(squares[0], squares[-1])
    if not arrows and different == 1:
        return Move(None, squares[-1])
    return None


def _different(position: Position, other: Position | None) -> list[int] | None:
    """Return the cells in which two positions differ; None if there is no other."""
    if other is None:
        return None
    pairs = zip(position.cells, other.cells, strict=True)
    return [cell for cell, (content, meant) in enumerate(pairs) if content != meant]


def _board(
    report: TableReport,
    position: Position,
    size: Point,
    ink: str,
    cells: Sequence[int] | None,
    arrows: Arrows = (),
) -> Scene:
    """Return a board with moves, the same way up as in the table, and a frame round some cells,
    or all of it.
    """
    game = report.kit.game
    mirror = only_mirror(game)
    turned = report.reading.boards.upwards and game.diagram.turns and mirror is not None
    symmetry = game.symmetries[0]
    if turned and mirror is not None:
        symmetry = mirror
    slots = []
    for colour, move in arrows:
        moves = (symmetry.move(move),)
        slots.append(Slot(moves, colour, beads=1, value=0, plies=None))  # only drawn
    try:
        scene = draw_board(game, symmetry.position(position), slots, *size, turned=turned)
    except CrowdedError:
        scene = draw_board(game, symmetry.position(position), (), *size, turned=turned)
    stroke = Stroke(ink, FRAME_MM)
    if cells is None:
        scene.add(rectangle(0.0, 0.0, scene.width, scene.height, None, stroke))
        return scene
    grid = fit_grid(game.diagram, *size, turned=turned)
    for cell in cells:
        x, y = grid.centre(symmetry.to[cell])
        left = x - grid.cell_width / 2
        top = y - grid.cell_height / 2
        scene.add(rectangle(left, top, grid.cell_width, grid.cell_height, None, stroke))
    return scene
