"""Rows of sheets that were filled in by marking, as the journal keeps them: so that no photograph is added twice."""

import sqlite3
from collections.abc import Iterable
from typing import Annotated, Literal, get_args

import msgspec

#: How a row came into the journal: clear, completed by the rules, as somebody has chosen, or has said; crossed out; or
#: as a part of the game in a row above.
How = Literal["read", "completed", "confirmed", "corrected", "void", "on"]
HOW: tuple[How, ...] = get_args(How)
_Number = Annotated[int, msgspec.Meta(ge=1, le=9_999_999)]


class NotedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row.

    Attributes:
        sheet: the number of its sheet.
        row: its number there, from 1.
        game: its number in the journal, which is that of its game; of a row in which a game goes on its own.
        how: how it came into the journal.
    """

    sheet: _Number
    row: _Number
    game: _Number
    how: How

    @property
    def holds_a_game(self) -> bool:
        """Whether there should be a game of its number."""
        return self.how not in ("void", "on")


def noted_rows(connection: sqlite3.Connection) -> tuple[NotedRow, ...]:
    """Return all rows that are noted, in the order of their numbers."""
    found = connection.execute("SELECT sheet, row, game, how FROM marked ORDER BY game").fetchall()
    return tuple(NotedRow(*values) for values in found)


def note_rows(connection: sqlite3.Connection, rows: Iterable[NotedRow], *, instead: bool = True) -> None:
    """Note rows.

    Args:
        connection: the journal.
        rows: the rows.
        instead: True to note them in place of what was noted of them before; otherwise that stays.
    """
    insert = f"INSERT OR {'REPLACE' if instead else 'IGNORE'}"
    values = [(one.sheet, one.row, one.game, one.how) for one in rows]
    connection.executemany(f"{insert} INTO marked (sheet, row, game, how) VALUES (?, ?, ?, ?)", values)
