"""Lines of a file of games, rows of marked sheets, and reading such files as text."""

import sys
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec

from kitgen.errors import RecordError, quoted
from kitgen.kit.file_table import FileTable
from kitgen.reading.schema import MAX_GAME_NUMBER
from kitgen.reading.user_file import kind_of, not_wanted, read_user_file
from kitgen.reading.workbook import WORKBOOKS, workbook_sheets, workbook_text
from kitgen.record.rows import GameRow
from kitgen.record.table_sheets import CellSheet, line_name, sheet_of

#: The size of the largest file that is read, in bytes.
MAX_FILE_BYTES = 20_000_000
#: The names of such files in messages, and their kinds by their first bytes.
GAMES = "a file of games: CSV, a workbook, JSON Lines or moves"
NOTED = "a file of games (CSV, a workbook, JSON Lines or moves), or photos of marked sheets"
GAMES_KINDS = ("text", "JSON", "an exported journal", *WORKBOOKS)
#: How a row came into the journal: clearly marked, completed by the rules, confirmed or corrected
#: by somebody, crossed out, or as a continuation of the row above.
How = Literal["read", "completed", "confirmed", "corrected", "void", "on"]
HOW: tuple[How, ...] = get_args(How)
_Number = Annotated[int, msgspec.Meta(ge=1, le=MAX_GAME_NUMBER)]


class NotedRow(FileTable, frozen=True):
    """One row of a marked sheet: the number of its sheet, its own there, from 1, and that of its
    game.

    A row that continues a game has a number of its own in ``game``.
    """

    sheet: _Number
    row: _Number
    game: _Number
    how: How


def without_game(rows: Iterable[NotedRow]) -> set[int]:
    """Return the numbers of the rows that have no game of their own."""
    return {row.game for row in rows if row.how in ("void", "on")}


@dataclass(frozen=True, slots=True)
class NotedLine:
    """A game in a file, or a row of a marked sheet without a game.

    Attributes:
        line: the number of its line.
        sheet: the sheet of a workbook with several; empty otherwise.
        row: the game; None if there is none, or it cannot be read.
        fault: why it cannot be read.
        marked: the rows of marked sheets that it mentions.
    """

    line: int
    row: GameRow | None
    fault: str = ""
    marked: tuple[NotedRow, ...] = ()
    sheet: str = ""

    @property
    def place(self) -> str:
        """The name of its line."""
        return line_name(self.sheet, self.line)


def name_of(path: Path) -> str:
    """Return the name of a file in messages; ``-`` is standard input."""
    return "standard input" if str(path) == "-" else quoted(path)


def read_sheets(path: Path, wanted: str = GAMES) -> str | list[CellSheet]:
    """Return the text of a file of games, or the sheets of a workbook with something in them;
    see ``read_text``.
    """
    data = _read_data(path, wanted, GAMES_KINDS)
    if kind_of(data) not in WORKBOOKS:
        return _decoded(data, path)
    sheets = [sheet_of(name, rows) for name, rows in workbook_sheets(data, name_of(path))]
    filled = [sheet for sheet in sheets if sheet.rows]
    if len(filled) == 1:
        return [CellSheet("", filled[0].rows)]
    return filled


def read_text(path: Path, wanted: str = GAMES, kinds: Collection[str] = GAMES_KINDS) -> str:
    """Return the text of a file, of a workbook's first sheet, or of standard input for ``-``.

    UTF-16 is recognised by its byte order mark; a file that is not UTF-8 comes from a spreadsheet
    on Windows.

    ``wanted`` is the name of the wanted kind of file, for messages; ``kinds`` are accepted, by
    their first bytes. ``RecordError`` if it cannot be read, or is something else.
    """
    data = _read_data(path, wanted, kinds)
    kind = kind_of(data)
    if kind in WORKBOOKS and kind in kinds:
        return workbook_text(data, name_of(path))
    return _decoded(data, path)


def _read_data(path: Path, wanted: str, kinds: Collection[str]) -> bytes:
    """Return the bytes of a file of some kinds, or of standard input."""
    piped = str(path) == "-"
    if piped:
        data = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
    else:
        data = read_user_file(path, MAX_FILE_BYTES, wanted, RecordError)
    if len(data) > MAX_FILE_BYTES:
        raise RecordError(f"{name_of(path)} has more than {MAX_FILE_BYTES:,} bytes")
    if not piped and kind_of(data) not in kinds:
        raise RecordError(not_wanted(path, data, wanted))
    return data


def _decoded(data: bytes, path: Path) -> str:
    """Return bytes as text in the first coding that fits."""
    codings = ["utf-8-sig", "cp1252"]
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        codings = ["utf-16"]
    for coding in codings:
        with suppress(UnicodeDecodeError):
            text = data.decode(coding)
            if "\0" not in text:
                return text
    raise RecordError(f"{name_of(path)} is not text; save it as CSV in UTF-8")
