"""Compares a table that somebody else wrote with the rules, and puts the findings into words."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kitgen.errors import shortened
from kitgen.kit.kit import Kit
from kitgen.model import Game, Position
from kitgen.paper.texts import Texts
from kitgen.verification.tables.boards import LetterBoards, own_signs
from kitgen.verification.tables.findings import TableFinding
from kitgen.verification.tables.guess import Guess, Said, read_table
from kitgen.verification.tables.truth import Truth


@dataclass(frozen=True, slots=True)
class TableReport:
    """The result of checking a table."""

    subject: str
    kit: Kit
    guess: Guess
    decisions: int

    @property
    def findings(self) -> tuple[TableFinding, ...]:
        """The mistakes."""
        return self.guess.explanation.findings

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    @property
    def game(self) -> Game:
        """The game."""
        return self.kit.game


def verify_table(path: Path, kit: Kit, hints: Said) -> TableReport:
    """Return the mistakes in a table for a kit's machine; nothing of the kit's boxes is believed.

    Raises:
        KitFileError: the file cannot be read or holds no table.
        TooLargeError: the game has too many positions.
        UsageError: a hint does not fit this game.
    """
    truth = Truth(kit)
    guess = read_table(truth, path, hints)
    decisions = sum(map(len, truth.images.values())) if guess.reading.images else len(truth.images)
    return TableReport(str(path), kit, guess, decisions)


def say_reading(report: TableReport, texts: Texts) -> dict[str, str]:
    """Return in words how a table was read, by the name of the option that would change it."""
    reading, game = report.guess.reading, report.game
    words = {}
    if isinstance(reading.boards, LetterBoards):
        own = own_signs(game, (box.position for box in report.kit.boxes)) or {}
        meant = {content: sign for sign, content in own.items()}
        words["letters"] = ", ".join(
            f"{'␣' if sign == ' ' else _printable(sign)}={meant[content]}"
            for sign, content in reading.boards.contents.items()
        )
        words["rows"] = texts(f"foreign.rows.{'upwards' if report.guess.upside_down else 'downwards'}")
    naming = "none" if reading.boards_alone else reading.squares.naming
    names = " ".join(reading.squares.names.values())
    words["squares"] = texts(f"foreign.squares.{naming}") if naming in ("own", "none") else f"{naming}: {names}"
    if len(game.symmetries) > 1:
        words["images"] = texts(f"foreign.images.{'each' if reading.images else 'once'}")
    if len(game.symmetries) > 1 and not reading.boards_alone:
        words["moves"] = texts(f"foreign.twins.{'once' if reading.merged else 'each'}")
    if reading.per_move:
        words["lines"] = texts("foreign.lines")
    if report.guess.left_out:
        words["without"] = texts("foreign.without", count=report.guess.left_out)
    return words


def say_finding(report: TableReport, finding: TableFinding, texts: Texts) -> str:
    """Return a finding in one line of words."""
    reading = report.guess.reading
    boards = reading.boards

    def place(number: int) -> str:
        return texts(f"foreign.place.{'line' if report.guess.lines else 'entry'}", number=number)

    def text(position: Position | None) -> str:
        return boards.laid_out(boards.spelled(position)) if position else ""

    position = text(finding.position)
    if finding.signs and not finding.kind.startswith("move_"):
        position = boards.laid_out(finding.signs)
    words = {
        "place": place(finding.places[0]) if finding.places else "",
        "other": place(finding.places[1]) if len(finding.places) > 1 else "",
        "position": position.replace(" ", "␣"),
        "should": text(finding.should).replace(" ", "␣"),
        "move": finding.move,
        "move_should": finding.move_should,
        "moves": ", ".join(reading.squares.spell(move) for move in finding.right),
    }
    key: str = "unreadable_should" if finding.kind == "unreadable" and finding.should else finding.kind
    key = "missing_board" if finding.kind == "missing" and reading.boards_alone else key
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
