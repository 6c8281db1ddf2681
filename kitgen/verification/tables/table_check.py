"""Compares somebody else's table with the rules, and puts the findings into words and on paper."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Unpack

from kitgen.errors import KitFileError, UnreadTableError, UsageError, quoted, shortened
from kitgen.kit.choices import KitChoices
from kitgen.kit.kit import Kit, Slot
from kitgen.kit.palette import Colour
from kitgen.model import GameLike, Move, Position, only_mirror
from kitgen.paper.card.board import draw_board, fit_grid
from kitgen.paper.card.moves import CrowdedError, marking_of
from kitgen.paper.document import Document, Sheet
from kitgen.paper.layout.frame import Column, line_height
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
    if isinstance(game, str) and is_path(game, templates):
        raise UsageError(
            f"--game {quoted(game)} is a file; name a game, such as hexapawn:3x3, or an edition"
        )
    hints = hints or TableHints(merged=choices.get("merged"))
    kit = make_kit(game, templates=templates, **choices)
    kits = [kit]
    if choices.get("side") is None and not (
        isinstance(game, str) and game in templates.names("editions")
    ):
        kits += [
            make_kit(game, templates=templates, **choices | {"side": side})
            for side in _other_sides(kit)
        ]
    return _best_report(Path(path), kits, hints)


def _other_sides(kit: Kit) -> list[str]:
    return [side.name for side in kit.game.sides if side.name != kit.choices.side]


def _best_report(path: Path, kits: Sequence[Kit], hints: TableHints) -> TableReport:
    """Return the report for the machine that a table fits best; on a file that was not read, for
    the first one.

    A table may be for the machines of both sides: then it is the report with the worse verdict.
    """
    reports: list[TableReport] = []
    refusals: list[tuple[Kit, KitFileError]] = []
    for kit in kits:
        try:
            reports.append(match_table(path, kit, hints))
        except KitFileError as refusal:
            refusals.append((kit, refusal))
    if not reports:
        kit, reason = next((one for one in refusals if _took_too_long(one[1])), refusals[0])
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
    """
    return len(report.rows) <= best.left_out and 2 * _count_mistakes(report) < report.decisions


def table_texts(report: TableReport, templates: Templates | None = None) -> Texts:
    """Return the words for a report, in the language of its kit."""
    return Texts(report.kit.choices.language, templates or Templates())


def say_reading(report: TableReport, texts: Texts) -> dict[str, str]:
    """Return in words how a table was read, by the names of the options that would change it."""
    if report.refused is not None:
        return {}
    reading, game = report.reading, report.kit.game
    words = {}
    if letters := reading.boards.letters:
        signs = [
            f"{'␣' if sign == ' ' else _printable(sign)}={own}" for sign, own in letters.items()
        ]
        words["letters"] = ", ".join(signs)
        words["rows"] = texts(
            f"foreign.rows.{'upwards' if reading.boards.upwards else 'downwards'}"
        )
    naming = "none" if reading.boards_alone else reading.squares.naming
    names = " ".join(reading.squares.names.values())
    words["squares"] = (
        texts(f"foreign.squares.{naming}") if naming in ("own", "none") else f"{naming}: {names}"
    )
    if len(game.symmetries) > 1:
        words["images"] = texts(
            f"foreign.images.{_images_listed(report)}", images=len(reading.reduction)
        )
    if len(game.symmetries) > 1 and not reading.boards_alone:
        words["moves"] = texts(f"foreign.twins.{'once' if reading.merged else 'each'}")
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
        place = texts(f"foreign.place.{'line' if entry.is_line else 'entry'}", number=entry.place)
        board = _printable(shortened(report.reading.boards.laid_out(entry.signs), 80)).replace(
            " ", "␣"
        )
        moves = _printable(shortened(", ".join(entry.moves), 80))
        typed = _printable(shortened(", ".join(entry.typed), 80))
        words: dict[str, Any] = {"place": place, "board": board, "moves": moves, "typed": typed}
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
    game, reduction = report.kit.game, report.reading.reduction
    if len(reduction) == 1:
        return "each"
    if len(reduction) == len(game.symmetries):
        return "once"
    return "turned" if all(keeps_orientation(game, symmetry) for symmetry in reduction) else "some"


def say_finding(report: TableReport, finding: TableFinding, texts: Texts) -> str:
    """Return a finding in one line of words."""
    reading = report.reading
    boards = reading.boards

    def text(position: Position | None) -> str:
        return boards.laid_out(boards.spelled(position)) if position else ""

    unit = f"foreign.place.{'line' if report.lines else 'entry'}"
    place, other, *_ = *(texts(unit, number=number) for number in finding.places), "", ""
    position = text(finding.position)
    if finding.signs and not finding.kind.startswith("move_"):
        position = boards.laid_out(finding.signs)
    moves = (
        report.kit.game.legal_moves(finding.position)
        if finding.kind == "missing" and finding.position
        else ()
    )
    words = {
        "place": place,
        "other": other,
        "position": position.replace(" ", "␣"),
        "should": text(finding.should).replace(" ", "␣"),
        "move": finding.move,
        "move_should": reading.squares.spell(finding.right) if finding.right else "",
        "moves": ", ".join(map(reading.squares.spell, moves)),
        "missing": f"{finding.count:,}",
        "total": f"{report.decisions:,}",
    }
    key = "missing_board" if finding.kind == "missing" and reading.boards_alone else finding.kind
    shown: dict[str, Any] = {name: _printable(shortened(word, 80)) for name, word in words.items()}
    return texts(f"foreign.finding.{key}", **shown)


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
#: The widest board, the height of a finding with its words, and the gap between two, in mm.
BOARD, HEIGHT, GAP = 36.0, 56.0, 8.0
#: The most findings that are drawn; the terminal lists all.
MOST = 120
#: Moves to draw, each in its colour.
Arrows = Sequence[tuple[Colour, Move]]


def write_findings(
    report: TableReport, path: Path, page_name: str, *, templates: Templates | None = None
) -> None:
    """Write the findings with their boards as a PDF, two findings side by side."""
    from kitgen.render import save  # noqa: PLC0415 - drawing is needed only here, and its library loads slowly

    texts, page = table_texts(report, templates), PAGES[page_name]
    title, findings = texts("foreign.title"), report.findings[:MOST]
    column = Pages(page, title)
    _say_table(report, texts, column)
    wide = (column.width - GAP) / 2
    for index in range(0, len(findings), 2):
        column.make_room(HEIGHT - 2)  # the last boards may come nearer to the foot than words
        for side, finding in enumerate(findings[index : index + 2]):
            _draw(
                report,
                finding,
                texts,
                Column(column.scene, column.x + side * (wide + GAP), column.y, wide),
            )
        column.gap(HEIGHT)
    total, rest = len(column.scenes), len(report.findings) - MOST
    for number, scene in enumerate(column.scenes, 1):
        words = texts("sheet.page", number=number, total=total)
        if rest > 0 and number == total:
            words = f"{texts('foreign.more', count=rest)} · {words}"
        scene.add(
            Text(
                (page.width - page.margin, page.height - page.margin),
                words,
                SMALL,
                "end",
                fill=GREY,
            )
        )
    sheets = tuple(Sheet(scene, "findings", title) for scene in column.scenes)
    save(Document(title, "kitgen", report.kit.game.called, texts.language, sheets), path)


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
    column.paragraph(legible(say_finding(report, finding, texts)), SMALL, bold=True)
    column.gap(1)
    width = min(BOARD, (column.width - 6) / 2)
    size = width, min(BOARD, HEIGHT - (column.y - top) - line_height(SMALL) - 5)
    for index, (board, words, ink) in enumerate(_boards(report, finding, texts, size)):
        x = column.x + index * (width + 6)
        if words:
            column.scene.add(
                Text(
                    (x, column.y + 0.78 * line_height(SMALL)),
                    words,
                    fit(words, SMALL, width),
                    fill=ink,
                )
            )
        column.scene.place(board, x, column.y + line_height(SMALL) + 0.8)


def _boards(
    report: TableReport, finding: TableFinding, texts: Texts, size: Point
) -> Iterator[tuple[Scene, str, str]]:
    position, should = finding.position, finding.should
    mistaken, correct = (texts("foreign.there"), RED), (texts("foreign.should"), GREEN)
    if position is None:  # the words have the signs of an unreadable board
        pass
    elif finding.kind.startswith("move_"):
        squares = report.reading.squares.cells(finding.move)
        arrows = marking_of(report.kit.game.diagram).arrows
        wrong = (
            Move(squares[0] if arrows else None, squares[-1])
            if len({*squares}) == 1 + arrows
            else None
        )
        slots = [
            (colour, move) for colour, move in ((WRONG, wrong), (RIGHT, finding.right)) if move
        ]
        yield _board(report, position, size, RED, [] if slots else squares, slots), "", BLACK
    elif finding.kind.startswith("missing"):
        slots = (
            [(RIGHT, move) for move in report.kit.game.legal_moves(position)]
            if finding.kind == "missing"
            else []
        )
        yield _board(report, position, size, GREEN, None, slots), *correct
    else:
        yield _board(report, position, size, RED, _different(position, should)), *mistaken
    if should is not None:
        yield _board(report, should, size, GREEN, _different(should, position)), *correct


def _different(position: Position, other: Position | None) -> list[int] | None:
    """Return the cells in which two positions differ; None if there is no other."""
    return (
        None
        if other is None
        else [c for c, content in enumerate(position.cells) if content != other.cells[c]]
    )


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
    game, mirror = report.kit.game, only_mirror(report.kit.game)
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
