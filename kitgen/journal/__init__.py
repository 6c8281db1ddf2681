"""Journals of real machines, with every game that was played with them (docs/journal.md)."""

from pathlib import Path

from kitgen.user_file import SQLITE


def is_journal(path: Path) -> bool:
    """Return whether a file is an SQLite database, like a journal, by its first bytes."""
    try:
        with path.open("rb") as file:
            return path.is_file() and file.read(len(SQLITE)) == SQLITE
    except OSError:
        return False
