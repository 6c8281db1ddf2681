"""A journal's file: SQLite with a write-ahead log.

A confirmed transaction survives a power cut, readers never wait, and a writer waits for another.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from kitgen.errors import JournalError, OutputError, quoted
from kitgen.files import write_whole
from kitgen.journal.history import note_marked, put
from kitgen.journal.versions import FIRST_STEPS, NEWEST, bring_up, version_of
from kitgen.record.game_lines import NotedRow
from kitgen.record.rows import GameRow
from kitgen.user_file import BEGIN, SQLITE, not_wanted, read_user_file

#: The size of SQLite's header, in bytes.
_HEADER = 100
#: How long a writer waits for another one, in seconds.
WAIT = 10.0
#: The largest file that is read, in bytes: no journal is as large.
MOST_BYTES = 2_000_000_000
#: Fewer free bytes than this are a full disk: SQLite's log needs some at once.
LEAST_FREE = 65_536
#: SQLite's codes if something cannot be written, be it only the log that readers need, too.
_UNWRITTEN = (
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN,
)  # fmt: skip
#: The name of such a file in messages.
WANTED = "a journal; 'kitgen journal new' begins one"


def make_file(path: Path, values: dict[str, bytes], rows: Iterable[GameRow], marked: Iterable[NotedRow]) -> None:
    """Write the file of a new journal, complete or not at all; an existing file is never overwritten.

    Args:
        path: the file.
        values: the machine.
        rows: the games that are in it from the start.
        marked: rows of marked sheets from which they come.

    Raises:
        OutputError: the file exists already, or cannot be written.
    """
    draft = sqlite3.connect(":memory:", isolation_level=None)
    try:
        draft.execute("BEGIN")
        bring_up(draft, 0)
        draft.executemany("INSERT INTO machine VALUES (?, ?)", values.items())
        for row in rows:
            put(draft, row)
        for statement in FIRST_STEPS:
            draft.execute(statement)
        note_marked(draft, marked)
        draft.execute("COMMIT")
        data = bytes(draft.serialize())
    finally:
        draft.close()

    def write(file: object) -> None:
        if path.exists() or path.is_symlink():
            raise OutputError(f"{quoted(path)} already exists; choose another name, a journal is never overwritten")
        file.write(data)  # type: ignore[attr-defined] # a BinaryIO

    write_whole(path, write)


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open the file of a journal, migrated to the newest version: in the file to write, in memory to read.

    Raises:
        JournalError: it is not a journal, is damaged, or comes from a newer kitgen.
        OutputError: it should be written, but cannot be.
    """
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
    """Return the version of a journal's file, after checking its integrity."""
    version = version_of(connection)
    if version is None:
        raise JournalError(f"{quoted(path)} is not a journal made by kitgen")
    if version > NEWEST:
        raise JournalError(
            f"{quoted(path)} comes from a newer kitgen (file version {version}, this kitgen knows {NEWEST}); "
            "install the newer kitgen to use it; nothing has been changed"
        )
    if (fault := connection.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
        raise _damaged(path, quoted(fault))
    return version


def _damaged(path: Path, fault: object) -> JournalError:
    return JournalError(f"{quoted(path)} is damaged: {fault}; use a copy, or import an export of it")


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Do some work in a transaction, one writer at a time.

    Raises:
        OutputError: it cannot be written; the file is unchanged.
    """
    with explained(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite may have rolled back already
                connection.execute("ROLLBACK")
            raise


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about a journal's file into kitgen's."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise OutputError(
                f"another kitgen is writing to {quoted(path)}; wait until it has finished, then try again"
            ) from None
        if code == sqlite3.SQLITE_NOTADB:
            raise JournalError(f"{quoted(path)} is not a journal made by kitgen") from None
        if code in _UNWRITTEN:
            known = {sqlite3.SQLITE_FULL: "the disk is full", sqlite3.SQLITE_READONLY: "it is read-only"}
            cause = _cause(path) or known.get(code, str(error))
            raise OutputError(
                f"{quoted(path)} cannot be written: {cause}; nothing was noted, games noted before are safe"
            ) from None
        raise _damaged(path, error) from None


def _cause(path: Path) -> str:
    own = os.access in os.supports_effective_ids
    folder = path.absolute().parent
    if not os.access(path, os.W_OK, effective_ids=own):
        return "it is read-only"
    if not os.access(folder, os.W_OK, effective_ids=own):
        return "its folder is read-only"
    return "the disk is full" if shutil.disk_usage(folder).free < LEAST_FREE else ""


def _look(path: Path) -> None:
    """Refuse other files before SQLite opens them, since it might create a file."""
    begin = read_user_file(path, BEGIN, WANTED, JournalError, pipes=False)
    if not begin.startswith(SQLITE):
        raise JournalError(not_wanted(path, begin, WANTED))
    if _cut_off(path) and _cut_off(path):  # twice, because another kitgen may have been writing
        raise _damaged(path, "its end is missing")
    if path.stat().st_size > MOST_BYTES:
        raise JournalError(f"{quoted(path)} is larger than any journal")


def _cut_off(path: Path) -> bool:
    """Return whether a file is shorter than its header says; SQLite would read zeros there.

    Part of a file may still be in its log.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER)
    page = int.from_bytes(header[16:18], "big")  # 1 means 65,536
    size = (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big")
    return not _log(path).exists() and path.stat().st_size < size


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _open(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open a file; to read it where no log can be made, open it as immutable, with an unfinished log a copy of both."""
    # A reader with write access removes the empty log when it closes the file.
    where = f"file:{quote(str(path.absolute()))}?mode={'rw' if write or os.access(path, os.W_OK) else 'ro'}"
    connection = sqlite3.connect(where, uri=True, timeout=WAIT, isolation_level=None)
    try:
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        if write or error.sqlite_errorcode & 0xFF not in _UNWRITTEN:
            raise
        if not _log(path).exists() or not _log(path).stat().st_size:
            return sqlite3.connect(f"{where}&immutable=1", uri=True, isolation_level=None)
        connection = sqlite3.connect(":memory:", isolation_level=None)
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / path.name
            for file, to in ((path, copy), (_log(path), _log(copy))):
                to.write_bytes(file.read_bytes())
            original = sqlite3.connect(copy)
            original.backup(connection)
            original.close()
    return connection


def _brought_up(connection: sqlite3.Connection, *, write: bool) -> sqlite3.Connection:
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
