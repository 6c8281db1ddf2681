"""Rows of marked sheets in a journal, kept so that no photo is added twice."""

import sqlite3
from collections.abc import Iterable

from kitgen.journal.versions import FORMAT
from kitgen.kit.format_fields import must_fit
from kitgen.record.game_lines import NotedRow


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
