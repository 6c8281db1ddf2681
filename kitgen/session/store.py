"""A session's file on the disk: opened to read or to write, in transactions, with a line for whatever goes wrong.

SQLite with a write-ahead log: what a transaction has confirmed outlives a power cut, readers never wait, and of two
writers one waits for the other.
"""

import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from kitgen.errors import OutputError, SessionError, quoted
from kitgen.files import write_whole
from kitgen.session import MAGIC
from kitgen.session.noted_rows import NotedRow, note_rows
from kitgen.session.versions import NEWEST, bring_up, version_of

#: How much of a file says what it is and how long, in bytes.
_HEADER = 100
#: How long a writer waits for another one, in seconds.
WAIT = 10.0
#: The most that a disk may need to be asked for, in bytes: no session is as large.
MOST_BYTES = 2_000_000_000


def make_file(
    path: Path,
    values: dict[str, bytes],
    rows: "list[tuple[object, ...]]",
    insert: str,
    marked: Iterable[NotedRow] = (),
) -> None:
    """Write the file of a new session, whole or not at all; nothing is written over.

    Args:
        path: its place.
        values: what is said of the machine.
        rows: the games that are in it from the start.
        insert: the statement that notes one.
        marked: rows of marked sheets from which they come.

    Raises:
        OutputError: there is something already, or it cannot be written.
    """
    draft = sqlite3.connect(":memory:", isolation_level=None)
    try:
        draft.execute("BEGIN")
        bring_up(draft, 0)
        draft.executemany("INSERT INTO machine VALUES (?, ?)", values.items())
        draft.executemany(insert, rows)
        note_rows(draft, marked)
        draft.execute("COMMIT")
        data = bytes(draft.serialize())
    finally:
        draft.close()

    def write(file: object) -> None:
        if path.exists() or path.is_symlink():
            raise OutputError(f"{path} is there already; choose another name, for a journal is never written over")
        file.write(data)  # type: ignore[attr-defined] # a BinaryIO

    write_whole(path, write)


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open the file of a session. One of an earlier version is brought up to the newest: for a writer in the file, in
    one transaction, for a reader in memory.

    Raises:
        SessionError: it is none, is damaged, or comes from a newer kitgen.
        OutputError: it cannot be written, and should be.
    """  # noqa: D205 - one thought
    _look(path)
    with explained(path):
        connection = _open(path, write=write)
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            version = _sound_version(connection, path)
            if write:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
            else:
                connection.execute("PRAGMA query_only = ON")
            if version < NEWEST:
                connection = _brought_up(connection, write=write)
        except BaseException:
            connection.close()
            raise
    return connection


def _sound_version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the version of a session's file, once it is sure that it is one, and whole.

    Raises:
        SessionError: it is none, is damaged, or comes from a newer kitgen.
    """
    version = version_of(connection)
    if version is None:
        raise SessionError(f"{path} is not a session that kitgen has made")
    if version > NEWEST:
        raise SessionError(
            f"{path} comes from a newer kitgen (version {version} of the file, this one knows {NEWEST}); "
            "install that one to go on, nothing has been changed"
        )
    if (fault := connection.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
        raise SessionError(f"{path} is damaged: {quoted(fault)}; go on with a copy, or import what was exported")
    return version


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Do some work wholly or not at all; of several writers only one is in here at a time.

    Raises:
        OutputError: it cannot be written; the file is as it was.
    """
    with explained(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite may have taken it back itself
                connection.execute("ROLLBACK")
            raise


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite says of a session's file into a line."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            raise OutputError(
                f"{path}: the disk is full; nothing was noted now, what was noted before is safe"
            ) from None
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
            raise OutputError(f"{path} cannot be written: it is read-only; nothing was noted") from None
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise OutputError(
                f"another kitgen is writing to {path}; wait until it is done, then do this again"
            ) from None
        if code == sqlite3.SQLITE_NOTADB:
            raise SessionError(f"{path} is not a session that kitgen has made") from None
        if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
            raise OutputError(f"{path} cannot be used: {error}; nothing was noted now") from None
        raise SessionError(f"{path} is damaged: {error}; go on with a copy, or import what was exported") from None


def _look(path: Path) -> None:
    """Refuse what cannot be a session before SQLite opens it, and might make a file."""
    try:
        with path.open("rb") as file:
            begins = file.read(len(MAGIC))
    except OSError as error:
        hint = "; 'kitgen session new' begins one" if error.errno == errno.ENOENT else ""
        raise SessionError(f"session {path} cannot be read: {error.strerror}{hint}") from None
    if begins != MAGIC:
        what = "is empty, and so not a session" if not begins else "is not a session that kitgen has made"
        raise SessionError(f"{path} {what}; 'kitgen session new' begins one")
    if _cut_off(path) and _cut_off(path):  # or another kitgen was just at work there
        raise SessionError(f"{path} is damaged: its end is missing; go on with a copy, or import what was exported")
    if path.stat().st_size > MOST_BYTES:
        raise SessionError(f"{path} is larger than any session, and is not read")


def _cut_off(path: Path) -> bool:
    """Return whether a file is shorter than its header says, which SQLite would take for zeros.

    What is still in a log may not be in the file yet.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER)
    page = int.from_bytes(header[16:18], "big")  # where 1 stands for 65,536
    size = (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big")
    return not _log(path).exists() and path.stat().st_size < size


def _log(path: Path) -> Path:
    """Return where SQLite keeps what is not in the file yet."""
    return path.with_name(f"{path.name}-wal")


def _open(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open a file; where its folder lets nobody keep a log beside it, as it stands."""
    # A reader that may write, and does not, leaves no empty log behind when it closes the file.
    where = f"file:{quote(str(path.absolute()))}?mode={'rw' if write or os.access(path, os.W_OK) else 'ro'}"
    connection = sqlite3.connect(where, uri=True, timeout=WAIT, isolation_level=None)
    try:
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        if write or _log(path).exists() or error.sqlite_errorcode & 0xFF not in (
            sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY,
        ):  # fmt: skip
            raise
        connection = sqlite3.connect(f"{where}&immutable=1", uri=True, isolation_level=None)
    return connection


def _brought_up(connection: sqlite3.Connection, *, write: bool) -> sqlite3.Connection:
    """Return a connection to a session of the newest version, from one to an earlier one."""
    if not write:
        memory = sqlite3.connect(":memory:", isolation_level=None)
        connection.backup(memory)
        connection.close()
        connection = memory
    connection.execute("BEGIN IMMEDIATE")
    version = version_of(connection)  # another writer may have been quicker
    bring_up(connection, NEWEST if version is None else version)
    connection.execute("COMMIT")
    return connection
