"""The tables of a journal's file, and its version.

SQLite's ``user_version`` has the version, and ``application_id`` tells that it is a journal.
"""

import re
import sqlite3
from pathlib import Path
from typing import Final

from kitgen.kit.file_table import FileTable
from kitgen.kit.rule import Rule

#: The letters ``kitg``.
APPLICATION: Final = 0x6B697467
#: The version of a new file, and the first that is read. The three before it were before kitgen
#: 1.0.
VERSION: Final = 4
#: The version of a file with events, or with boxes that were counted twice.
WITH_EVENTS: Final = 5


def _statements(name: str) -> tuple[str, ...]:
    """Return the statements of a file of SQL in this folder."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return tuple(filter(str.strip, re.sub(r"^--.*\n", "", text, flags=re.MULTILINE).split(";")))


_STATEMENTS: Final = _statements("tables.sql")
_STATEMENTS_5: Final = _statements("tables_5.sql")


class MachineRule(FileTable, frozen=True):
    """The learning rule and its name, as JSON in the table ``machine``."""

    name: str
    rule: Rule


def version_of(connection: sqlite3.Connection) -> int | None:
    """Return the version of a journal's file; None for another file."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version) if application == APPLICATION and version > 0 else None


def make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables in an empty file, in the caller's transaction."""
    for statement in _STATEMENTS:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def add_tables_of_5(connection: sqlite3.Connection) -> None:
    """Make a file of version 4 one of version 5, in the caller's transaction; another stays as
    it is.
    """
    if version_of(connection) != VERSION:
        return
    for statement in _STATEMENTS_5:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {WITH_EVENTS}")
