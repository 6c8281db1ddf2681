"""All versions of a journal's file: each is made from the one before it, and none is ever changed.

SQLite's ``user_version`` has the version, and ``application_id`` tells that it is a journal.
"""

import re
import sqlite3
from pathlib import Path
from typing import Final

import msgspec

from kitgen.kit.frozen_formats import RuleFile

#: The letters ``kitg``.
APPLICATION: Final = 0x6B697467

_SQL = Path(__file__).with_name("versions.sql").read_text(encoding="utf-8")
_PARTS = re.split(r"^-- \d+: .*\n(?:-- .*\n)*", _SQL, flags=re.MULTILINE)[1:]

#: The statements that make each version from the one before, and the first from an empty file.
STEPS: Final = tuple(tuple(line for line in part.split(";") if line.strip()) for part in _PARTS)
#: The statements of version 4 that make a step of each game; a new file needs them for its first games.
FIRST_STEPS: Final = STEPS[3][3:5]
#: The version that is written, and its name in messages.
NEWEST: Final = len(STEPS)
FORMAT: Final = f"version {NEWEST} of a journal's file"


class MachineRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The learning rule and its name, as JSON in the table ``machine`` since version 1."""

    name: str
    rule: RuleFile


def version_of(connection: sqlite3.Connection) -> int | None:
    """Return the version of a journal's file; None for another file."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version) if application == APPLICATION and version > 0 else None


def bring_up(connection: sqlite3.Connection, version: int) -> None:
    """Make the newest version from an earlier one, or from an empty file, version 0, in the caller's transaction."""
    for step in STEPS[version:]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {NEWEST}")
