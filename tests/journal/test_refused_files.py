"""How SQLite's errors about a journal's file are told, and which files are no journals, as a golden
text.
"""

import sqlite3
from contextlib import closing

from counting import at_least
from jobs import kit_of
from journal_games import begun

from kitgen.errors import KitgenError
from kitgen.journal import store
from kitgen.journal.journal import Journal

#: The codes of SQLite's errors, also one of an extended error, which says more in its high bits.
CODES = {
    "busy": sqlite3.SQLITE_BUSY,
    "locked": sqlite3.SQLITE_LOCKED,
    "no database": sqlite3.SQLITE_NOTADB,
    "full": sqlite3.SQLITE_FULL,
    "read-only": sqlite3.SQLITE_READONLY,
    "read-only folder": sqlite3.SQLITE_READONLY | 6 << 8,
    "not opened": sqlite3.SQLITE_CANTOPEN,
    "not read": sqlite3.SQLITE_IOERR,
    "corrupt": sqlite3.SQLITE_CORRUPT,
    "wrong": sqlite3.SQLITE_ERROR,
    "none": 0,
}


def told(function, *given) -> str:
    """Return how a function refuses, and the class of its error; or what it answers."""
    try:
        return str(function(*given))
    except KitgenError as error:
        return f"{type(error).__name__}: {error}"


def fail(path, code):
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code
    with store.explained(path):
        raise error


def test_errors_of_sqlite_as_before(golden, tmp_path, monkeypatch):
    lines = []
    path = tmp_path / "a.kitgen"
    for cause in ("", "its folder is read-only"):
        monkeypatch.setattr(store, "_cause", lambda _path, cause=cause: cause)
        for name, code in at_least(11, CODES.items()):
            lines.append(f"{name} {cause}: {told(fail, path, code)}")
    golden("journal/errors-of-sqlite", "\n".join(lines).replace(str(tmp_path), "FOLDER"))


def test_why_a_file_cannot_be_written_is_looked_for(tmp_path, monkeypatch):
    path = tmp_path / "a.kitgen"
    path.write_bytes(b"")
    closed = set()
    monkeypatch.setattr(store.os, "access", lambda place, *_, **__: place not in closed)
    assert store._cause(path) == ""
    closed.add(path)
    assert store._cause(path) == "it is read-only"
    closed.clear()
    closed.add(tmp_path)
    assert store._cause(path) == "its folder is read-only"
    closed.clear()
    usage = store.shutil.disk_usage(tmp_path)
    for free, cause in ((store.MIN_FREE_BYTES, ""), (store.MIN_FREE_BYTES - 1, "the disk is full")):
        monkeypatch.setattr(
            store.shutil, "disk_usage", lambda _folder, free=free: usage._replace(free=free)
        )
        assert store._cause(path) == cause


def changed(path, *statements):
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_files_that_are_no_journals_as_before(golden, tmp_path, monkeypatch):
    def journal(kind):
        return begun(tmp_path / f"{kind}.kitgen", kit_of())

    changed(journal("older"), "PRAGMA user_version = 3")
    changed(journal("newer"), "PRAGMA user_version = 6")
    changed(journal("no kit"), "DELETE FROM machine WHERE key = 'kit'")
    changed(journal("no rule"), "DELETE FROM machine WHERE key = 'rule'")
    changed(journal("odd rule"), "UPDATE machine SET value = x'7b7d' WHERE key = 'rule'")
    changed(journal("odd kit"), "UPDATE machine SET value = x'7b7d' WHERE key = 'kit'")
    changed(journal("other"), "PRAGMA application_id = 7")
    cut = journal("cut")
    cut.write_bytes(cut.read_bytes()[:-4096])
    journal("good")
    (tmp_path / "text.kitgen").write_text("game,A,B\n", encoding="utf-8")
    (tmp_path / "empty.kitgen").write_bytes(b"")
    (tmp_path / "folder.kitgen").mkdir()
    changed(tmp_path / "database.kitgen", "CREATE TABLE game (id)")
    lines = []
    paths = [*sorted(tmp_path.iterdir()), tmp_path / "missing.kitgen"]
    for path in at_least(14, paths):
        lines.append(f"{path.stem}: {told(summary_of, path)}")
    good = tmp_path / "good.kitgen"
    lines.append(told(Journal.create, good, kit_of()))
    lines.append(told(Journal.create, tmp_path / "new.kitgen", kit_of("tictactoe", rule="tris")))
    monkeypatch.setattr(store, "MAX_FILE_BYTES", good.stat().st_size)
    lines.append(told(summary_of, good))
    monkeypatch.setattr(store, "MAX_FILE_BYTES", good.stat().st_size - 1)
    lines.append(told(summary_of, good))
    golden("journal/refused-files", "\n".join(lines).replace(str(tmp_path), "FOLDER"))


def summary_of(path) -> str:
    with Journal(path) as journal:
        return journal.summary()
