"""A table of somebody else's against the rules: read, compared, and told of."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kitgen.check.foreign.boards import LetterBoards, own_signs
from kitgen.check.foreign.findings import TableFinding
from kitgen.check.foreign.guess import Guess, Said, read_entries
from kitgen.check.foreign.table import read_table
from kitgen.check.foreign.truth import Truth
from kitgen.errors import shortened
from kitgen.kit.kit import Kit
from kitgen.model import Game
from kitgen.paper.texts import Texts


@dataclass(frozen=True, slots=True)
class TableReport:
    """What was found out about a table.

    Attributes:
        subject: the file, as the user named it.
        kit: the kit that it was compared with.
        lines: True when places are lines of the file.
        guess: how it was read, and what is wrong with it.
        decisions: how many positions it should hold.
    """

    subject: str
    kit: Kit
    lines: bool
    guess: Guess
    decisions: int

    @property
    def findings(self) -> tuple[TableFinding, ...]:
        """What is wrong."""
        return self.guess.explanation.findings

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    @property
    def game(self) -> Game:
        """The game."""
        return self.kit.game


def verify_table(path: Path, kit: Kit, said: Said) -> TableReport:
    """Return what is wrong with a table.

    Args:
        path: the file.
        kit: the machine that the table is for; of its boxes nothing is believed.
        said: how the table is written, as far as somebody says.

    Raises:
        KitFileError: the file cannot be read or holds no table.
        TooLargeError: the game has too many positions.
        UsageError: something that was said makes no sense for this game.
    """
    truth = Truth(kit)
    diagram = kit.game.diagram
    table = read_table(path, round(diagram.height), len(kit.game.start().cells))
    guess = read_entries(truth, table, said)
    decisions = sum(map(len, truth.images.values())) if guess.reading.images else len(truth.images)
    return TableReport(str(path), kit, table.lines, guess, decisions)


def say_reading(report: TableReport, texts: Texts) -> dict[str, str]:
    """Return in words how a table was read, by what the option is called that says it otherwise."""
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
    naming = reading.squares.naming
    names = list(reading.squares.names.values())
    words["squares"] = texts("foreign.squares.own") if naming == "own" else f"{naming}: {' '.join(names)}"
    if len(game.symmetries) > 1:
        words["images"] = texts(f"foreign.images.{'each' if reading.images else 'once'}")
        words["moves"] = texts(f"foreign.twins.{'once' if reading.merged else 'each'}")
    if reading.per_move:
        words["lines"] = texts("foreign.lines")
    return words


def say_finding(report: TableReport, finding: TableFinding, texts: Texts) -> str:
    """Return a finding in one line of words."""
    boards = report.guess.reading.boards

    def place(number: int) -> str:
        return texts(f"foreign.place.{'line' if report.lines else 'entry'}", number=number)

    position = boards.text(finding.position) if finding.position else ""
    if finding.signs and not finding.kind.startswith("move_"):
        position = boards.laid_out(finding.signs)
    words = {
        "place": place(finding.places[0]) if finding.places else "",
        "other": place(finding.places[1]) if len(finding.places) > 1 else "",
        "position": position.replace(" ", "␣"),
        "should": boards.text(finding.should).replace(" ", "␣") if finding.should else "",
        "move": finding.move,
        "move_should": finding.move_should,
        "moves": ", ".join(report.guess.reading.squares.spell(move) for move in finding.right),
    }
    key = "unreadable_should" if finding.kind == "unreadable" and finding.should else finding.kind
    shown: dict[str, Any] = {name: _printable(shortened(word, 80)) for name, word in words.items()}
    return texts(f"foreign.finding.{key}", **shown)


def _printable(text: str) -> str:
    r"""Return a text from a file without what would move a terminal's cursor.

    >>> _printable("X\x1b[2JO")
    'X?[2JO'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in text)
