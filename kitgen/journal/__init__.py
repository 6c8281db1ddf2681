"""Journals of real machines, with every game that was played with them (docs/journal.md)."""

from pathlib import Path

from kitgen.user_file import kind_of_file

#: The formats of an export, with their file name endings.
EXPORT_FORMATS = {"csv": ".csv", "jsonl": ".jsonl", "hexapawn-rl": ".json"}


def is_journal(path: Path) -> bool:
    """Return whether a file is an SQLite database, like a journal, by its first bytes."""
    return kind_of_file(path) in ("a journal", "a database")
