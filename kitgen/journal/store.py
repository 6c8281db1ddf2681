"""A journal's file: SQLite with a write-ahead log.

A confirmed transaction survives a power cut, readers never wait, and a writer waits for another.
"""

import os
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

from kitgen.errors import JournalError, OutputError, quoted
from kitgen.files import write_whole
from kitgen.journal.versions import FIRST_STEPS, FORMAT, NEWEST, bring_up, version_of
from kitgen.kit.format_fields import must_fit
from kitgen.record.game_lines import NotedRow
from kitgen.record.rows import GameRow, picks_in
from kitgen.user_file import BEGIN, SQLITE, not_wanted, read_user_file

# The games in a journal's file, and every step that has noted or changed some: a log that only grows.
#
# A step is a list of changes; in each, one row of the table ``game`` takes the place of another, or of none. The
# present games follow from all steps. Undoing a step is a step, too, so nothing is ever lost.

#: The columns of a game, and the fields of ``GameRow`` in them.
COLUMNS = "game, picks, result, opponent, starts, remark, played, resigned, last_only"
_FIELDS = ("game", "picks", "result", "opponent", "starts", "remark", "when", "resigned", "last_only")
INSERT = f"INSERT INTO game ({COLUMNS}, undone) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)"  # noqa: S608 - no user's words

#: The ids of a row before and after a change; 0 if there is none.
Ids = tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameChange:
    """One game before and after a step: None before if it is new, None after if it was taken out."""

    before: GameRow | None
    after: GameRow | None

    @property
    def row(self) -> GameRow:
        """The game after the step, or as it was before it was taken out."""
        row = self.after or self.before
        assert row is not None  # noqa: S101 - a change is of a game
        return row

    @property
    def only_moves(self) -> bool:
        """Whether the game only gets another number."""
        return self.before is not None and self.after == replace(self.before, game=self.row.game)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the log.

    Attributes:
        kind: ``add`` (one game, or those of a table or sheet), ``insert``, ``edit``, ``remove``, ``undo``, ``redo`` or
            ``count`` (the beads in the boxes were counted).
        game: the number of the game; for ``undo`` of all games after one, and for ``count``, that game.
        when: the time in ISO format; empty for steps that an earlier kitgen noted.
        undone: whether it was undone since.
    """

    kind: str
    game: int
    when: str
    changes: tuple[GameChange, ...]
    undone: bool


def games(connection: sqlite3.Connection) -> dict[int, GameRow]:
    """Return the present games by the id of their row, in the order of their numbers.

    Raises:
        ValueError, TypeError, AttributeError: a game in it cannot be read.
    """
    rows = connection.execute(f"SELECT id, {COLUMNS} FROM game WHERE undone = 0 ORDER BY game, id")  # noqa: S608
    return {row_id: row_of(values) for row_id, *values in rows}


def note(connection: sqlite3.Connection, kind: str, game: int, changes: Sequence[Ids], of: int = 0) -> int:
    """Note a step, in a transaction that the caller has begun, and return its id."""
    at = datetime.now().astimezone().isoformat(timespec="seconds")
    step = connection.execute("INSERT INTO step (kind, game, at, of) VALUES (?, ?, ?, ?)", (kind, game, at, of))
    for before, after in changes:
        connection.execute("INSERT INTO change VALUES (?, ?, ?)", (step.lastrowid, before, after))
        connection.execute("UPDATE game SET undone = id <> ? WHERE id IN (?, ?)", (after, before, after))
    return step.lastrowid or 0


@dataclass(frozen=True, slots=True)
class BeadCount:
    """The beads that were counted in some boxes.

    Attributes:
        after: the number of the last game before it; 0 if there was none.
        beads: the counted beads, by box and letter.
        since: how many games were noted after it; a forgotten one that was inserted is not among them.
    """

    after: int
    beads: Mapping[tuple[str, str], int]
    since: int


def last_count(connection: sqlite3.Connection) -> BeadCount | None:
    """Return the last count; None if there was none."""
    history = _History(connection)
    counts = [(step, game) for step, kind, game, *_ in history.steps if kind == "count"]
    if not counts:
        return None
    count, last = counts[-1]
    later = [(step, kind) for step, kind, *_ in history.steps if step > count]
    gone = [before for step, kind in later if kind == "undo" for before, after in history.changes[step] if not after]
    taken_back = any(history.numbers[row_id] <= last for row_id in gone)
    added = [step for step, kind in later if kind == "add" and step in history.done]
    new = [after for step in added for before, after in history.changes[step] if not before]
    rows = connection.execute("SELECT box, bead, beads FROM counted WHERE step = ?", (count,))
    beads = {(box, bead): number for box, bead, number in rows}
    return BeadCount(last, beads, sum(taken_back or history.numbers[row_id] > last for row_id in new))


def put(connection: sqlite3.Connection, row: GameRow) -> int:
    """Write a game, and return the id of its row."""
    return connection.execute(INSERT, values_of(row)).lastrowid or 0


def undoing(connection: sqlite3.Connection, after: int | None) -> tuple[int, list[Ids]]:
    """Return the step that would be undone next, with its reversed changes; of all games after one, step 0."""
    standing = games(connection)
    if after is not None:
        return 0, [(row_id, 0) for row_id, row in standing.items() if row.game > after]
    history = _History(connection)
    for step in sorted(history.done, reverse=True):
        changes = [
            (new, old) for old, new in history.changes[step] if (new in standing if new else old not in standing)
        ]
        if changes:
            return step, changes
    return 0, []


def redoing(connection: sqlite3.Connection) -> tuple[int, list[Ids]]:
    """Return the last step that was undone, if nothing was noted since, and the reversed changes of its undoing."""
    history = _History(connection)
    step = history.undone[-1][0] if history.undone else 0
    return step, [(new, old) for old, new in history.changes[step]]


def removed(connection: sqlite3.Connection) -> set[int]:
    """Return the numbers of games that were removed; some may have been noted anew."""
    history = _History(connection)
    return {game for step, kind, game, *_ in history.steps if kind == "remove" and step in history.done}


def changes_of(connection: sqlite3.Connection, pairs: Collection[Ids]) -> list[GameChange]:
    """Return changes with their games."""
    wanted = {row_id for pair in pairs for row_id in pair}
    rows = connection.execute(f"SELECT id, {COLUMNS} FROM game")  # noqa: S608
    known = {row_id: row_of(values) for row_id, *values in rows if row_id in wanted}
    return [GameChange(known.get(before), known.get(after)) for before, after in pairs]


def log(connection: sqlite3.Connection) -> Iterator[LogEntry]:
    """Yield all steps, the earliest first."""
    history = _History(connection)
    changes = iter(changes_of(connection, [pair for step, *_ in history.steps for pair in history.changes[step]]))
    for step, kind, game, at, _ in history.steps:
        undone = kind not in ("undo", "redo", "count") and step not in history.done
        yield LogEntry(kind, game, at, tuple(islice(changes, len(history.changes[step]))), undone)


class _History:
    """The steps of a journal and their changes.

    Attributes:
        changes: for each step the ids of its rows.
        numbers: the number of the game in each row.
        done: the steps that can be undone.
        undone: those that can be redone, behind the step that has undone them.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.steps = connection.execute("SELECT id, kind, game, at, of FROM step ORDER BY id").fetchall()
        self.changes = defaultdict[int, list[Ids]](list)
        for step, before, after in connection.execute("SELECT * FROM change ORDER BY step, max(before, after)"):
            self.changes[step].append((before, after))
        self.numbers: dict[int, int] = dict(connection.execute("SELECT id, game FROM game").fetchall())
        self.done = set[int]()
        self.undone: list[tuple[int, set[int]]] = []
        for step, kind, game, _, of in self.steps:
            if kind == "undo":
                gone = {of} if of else {done for done in self.done if self._lowest(done) > game}
                self.done -= gone
                self.undone.append((step, gone))
            elif kind == "redo":
                self.done |= self.undone.pop()[1]
            elif kind != "count":
                self.done.add(step)
                self.undone.clear()

    def _lowest(self, step: int) -> int:
        """Return the lowest number of a game that a step has changed."""
        return min(self.numbers[row_id] for pair in self.changes[step] for row_id in pair if row_id)


def values_of(row: GameRow) -> tuple[object, ...]:
    """Return a game as the file has it; ``NewVersionDueError`` if it has a field without a place there."""
    must_fit((row,), _FIELDS, FORMAT)
    resigned = None if row.resigned is None else int(row.resigned)
    return (
        row.game, row.picks_text, row.result, row.opponent, row.starts, row.remark, row.when, resigned,
        int(row.last_only),
    )  # fmt: skip


def row_of(values: Sequence[Any]) -> GameRow:
    """Return a game from its columns."""
    game, picks, result, opponent, starts, remark, when, resigned, last_only = values
    if len(picks.split()) % 2:
        raise ValueError(picks)
    return GameRow(
        game, picks_in(picks), result, opponent, starts, when, remark, None if resigned is None else bool(resigned),
        bool(last_only),
    )  # fmt: skip


# Rows of marked sheets, kept so that no photo is added twice.


def marked_rows(connection: sqlite3.Connection) -> tuple[NotedRow, ...]:
    """Return all noted rows of marked sheets in the order of their numbers."""
    rows = connection.execute("SELECT sheet, row, game, how FROM marked ORDER BY game").fetchall()
    return tuple(NotedRow(*values) for values in rows)


def note_marked(connection: sqlite3.Connection, rows: Iterable[NotedRow], *, instead: bool = True) -> None:
    """Note rows; with ``instead`` they replace rows that were noted before, otherwise those stay.

    Raises:
        NewVersionDueError: the file has no place for something in a row.
    """
    rows = tuple(rows)
    must_fit(rows, ("sheet", "row", "game", "how"), FORMAT)
    insert = f"INSERT OR {'REPLACE' if instead else 'IGNORE'}"
    values = [(row.sheet, row.row, row.game, row.how) for row in rows]
    connection.executemany(f"{insert} INTO marked (sheet, row, game, how) VALUES (?, ?, ?, ?)", values)


# The file itself.

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
    except BaseException:
        connection.close()
        raise
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
