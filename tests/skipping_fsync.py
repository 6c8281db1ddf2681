"""Files of tests need not outlive a power cut: nobody waits until they are on the disk, 8 ms each
time.

Commands of other processes wait as they do for users.
"""

import os
import sqlite3
from contextlib import suppress


class Connection(sqlite3.Connection):
    """A connection that leaves it to the system when a journal comes to the disk."""

    def execute(self, sql, *values):
        return super().execute(sql.replace("synchronous = FULL", "synchronous = OFF"), *values)

    def __exit__(self, *error):
        """Close it, too: ``with`` leaves it open, of which Python 3.13 warns."""
        super().__exit__(*error)
        self.close()


def _connect(*words, connect=sqlite3.connect, **choices):
    connection = connect(*words, factory=Connection, **choices)
    with suppress(sqlite3.Error):  # of a file that is no journal
        connection.execute(
            "PRAGMA synchronous = OFF"
        )  # whoever closes a journal last writes, even who only reads
    return connection


def install():
    """Let the processes of tests write without waiting for the disk."""
    os.fsync = lambda _file: None
    sqlite3.connect = _connect
