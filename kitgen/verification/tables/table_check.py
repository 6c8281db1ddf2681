"""Compares somebody else's table with the rules, and puts the findings into words."""

from pathlib import Path
from typing import Any

from kitgen.errors import UsageError, quoted, shortened
from kitgen.kit_sources import is_path, make_kit
from kitgen.model import Position
from kitgen.paper.texts import Texts
from kitgen.templates import Templates
from kitgen.verification.tables.comparison import TableFinding
from kitgen.verification.tables.reading import TableHints, TableReport, match_table


def verify_table(
    path: Path | str, game: str, hints: TableHints | None = None, *, templates: Templates | None = None, **choices: Any
) -> TableReport:
    """Check a table of positions and moves, in text of any form, against the rules of a game.

    The game may be an edition, made with ``choices`` (as for ``make_kit``: the side, and whether forced moves have
    boxes) from ``templates``. Anything that ``hints`` do not say about how the table is written is found out.

    Raises:
        UsageError: the game, a choice or a hint is unknown.
        KitFileError: the table cannot be read.
        TooLargeError: the game has too many positions.

    >>> verify_table("examples/ahl-1976.csv", "hexapawn:3x3", side="black").passed  # doctest: +SKIP
    False
    """
    templates = templates or Templates()
    if is_path(game, templates):
        raise UsageError(f"--game {quoted(game)} is a file; name a game, such as hexapawn:3x3, or an edition")
    kit = make_kit(game, templates=templates, **choices)
    return match_table(Path(path), kit, hints or TableHints(merged=choices.get("merged")))


def table_texts(report: TableReport, templates: Templates | None = None) -> Texts:
    """Return the words for a report, in the language of its kit."""
    return Texts(report.kit.choices.language, templates or Templates())


def say_reading(report: TableReport, texts: Texts) -> dict[str, str]:
    """Return in words how a table was read, by the names of the options that would change it."""
    reading, game = report.reading, report.game
    words = {}
    if reading.boards.letters:
        words["letters"] = ", ".join(
            f"{'␣' if sign == ' ' else _printable(sign)}={own}" for sign, own in reading.boards.letters.items()
        )
        words["rows"] = texts(f"foreign.rows.{'upwards' if reading.boards.upwards else 'downwards'}")
    naming = "none" if reading.boards_alone else reading.squares.naming
    names = " ".join(reading.squares.names.values())
    words["squares"] = texts(f"foreign.squares.{naming}") if naming in ("own", "none") else f"{naming}: {names}"
    if len(game.symmetries) > 1:
        words["images"] = texts(f"foreign.images.{'each' if reading.images else 'once'}")
    if len(game.symmetries) > 1 and not reading.boards_alone:
        words["moves"] = texts(f"foreign.twins.{'once' if reading.merged else 'each'}")
    if reading.per_move:
        words["lines"] = texts("foreign.lines")
    if report.left_out:
        words["without"] = texts("foreign.without", count=report.left_out)
    return words


def say_finding(report: TableReport, finding: TableFinding, texts: Texts) -> str:
    """Return a finding in one line of words."""
    reading = report.reading
    boards = reading.boards

    def place(number: int) -> str:
        return texts(f"foreign.place.{'line' if report.lines else 'entry'}", number=number)

    def text(position: Position | None) -> str:
        return boards.laid_out(boards.spelled(position)) if position else ""

    position = text(finding.position)
    if finding.signs and not finding.kind.startswith("move_"):
        position = boards.laid_out(finding.signs)
    moves = report.game.legal_moves(finding.position) if finding.kind == "missing" and finding.position else ()
    words = {
        "place": place(finding.places[0]) if finding.places else "",
        "other": place(finding.places[1]) if len(finding.places) > 1 else "",
        "position": position.replace(" ", "␣"),
        "should": text(finding.should).replace(" ", "␣"),
        "move": finding.move,
        "move_should": reading.squares.spell(finding.right) if finding.right else "",
        "moves": ", ".join(map(reading.squares.spell, moves)),
    }
    key = "missing_board" if finding.kind == "missing" and reading.boards_alone else finding.kind
    words["missing"] = f"{finding.count:,}"
    words["total"] = f"{report.decisions:,}"
    shown: dict[str, Any] = {name: _printable(shortened(word, 80)) for name, word in words.items()}
    return texts(f"foreign.finding.{key}", **shown)


def _printable(text: str) -> str:
    r"""Return a text from a file without characters that move a terminal's cursor.

    >>> _printable("X\x1b[2JO")
    'X?[2JO'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in text)
