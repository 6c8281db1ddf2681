"""Journals of real machines, with every game that was played with them (docs/journal.md)."""

from pathlib import Path

from kitgen.user_file import kind_of_file


def is_journal(path: Path) -> bool:
    """Return whether a file is an SQLite database, like a journal, by its first bytes."""
    return kind_of_file(path) in ("a journal", "a database")
