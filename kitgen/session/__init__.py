"""A session: the journal of a real machine, with every game that was played with it (docs/journal.md)."""

from pathlib import Path

#: What a file of SQLite begins with, as a session does.
MAGIC = b"SQLite format 3\x00"


def is_session(path: Path) -> bool:
    """Return whether a file is a database of SQLite, as a session is, told by its first bytes."""
    try:
        with path.open("rb") as file:
            return path.is_file() and file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False
