"""Rows of marked sheets in a journal, kept so that no photo is added twice."""

import sqlite3
from collections.abc import Iterable
from typing import Annotated, Literal, get_args

import msgspec

from kitgen.journal.versions import FORMAT
from kitgen.kit.freezing import must_fit

#: How a row came into the journal: clearly marked, completed by the rules, confirmed or corrected by somebody, crossed
#: out, or as a continuation of the row above.
How = Literal["read", "completed", "confirmed", "corrected", "void", "on"]
HOW: tuple[How, ...] = get_args(How)
_Number = Annotated[int, msgspec.Meta(ge=1, le=9_999_999)]


class NotedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a marked sheet.

    Attributes:
        sheet: the number of its sheet.
        row: its number there, from 1.
        game: its number in the journal, which is that of its game; a row that continues a game has its own number.
        how: how it came into the journal.
    """

    sheet: _Number
    row: _Number
    game: _Number
    how: How

    @property
    def holds_a_game(self) -> bool:
        """Whether there should be a game with its number."""
        return self.how not in ("void", "on")


def noted_rows(connection: sqlite3.Connection) -> tuple[NotedRow, ...]:
    """Return all noted rows in the order of their numbers."""
    rows = connection.execute("SELECT sheet, row, game, how FROM marked ORDER BY game").fetchall()
    return tuple(NotedRow(*values) for values in rows)


def note_rows(connection: sqlite3.Connection, rows: Iterable[NotedRow], *, instead: bool = True) -> None:
    """Note rows; with ``instead`` they replace rows that were noted before, otherwise those stay.

    Raises:
        NewVersionDueError: the file has no place for something in a row.
    """
    insert = f"INSERT OR {'REPLACE' if instead else 'IGNORE'}"
    rows = tuple(rows)
    must_fit(rows, ("sheet", "row", "game", "how"), FORMAT)
    values = [(row.sheet, row.row, row.game, row.how) for row in rows]
    connection.executemany(f"{insert} INTO marked (sheet, row, game, how) VALUES (?, ?, ?, ?)", values)
