"""The games in a journal's file, and every step that has noted or changed some: a log that only grows.

A step is a list of changes; in each, one row of the table ``game`` takes the place of another, or of none. The present
games follow from all steps. Undoing a step is a step, too, so nothing is ever lost.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kitgen.journal.versions import FORMAT
from kitgen.kit.format_fields import must_fit
from kitgen.record.game_lines import NotedRow
from kitgen.record.rows import GameRow, picks_in

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


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the log.

    Attributes:
        kind: ``add`` (one game, or those of a table or sheet), ``insert``, ``edit``, ``remove``, ``undo``, ``redo`` or
            ``count`` (the beads in the boxes were counted).
        game: the number of the game; for ``undo`` of all games after one, and for ``count``, that game.
        when: the time in ISO format; empty for steps that an earlier kitgen noted.
        changes: the changes of games.
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


def note(connection: sqlite3.Connection, kind: str, game: int, changes: Sequence[Ids], of: int = 0) -> None:
    """Note a step, in a transaction that the caller has begun."""
    at = datetime.now().astimezone().isoformat(timespec="seconds")
    step = connection.execute("INSERT INTO step (kind, game, at, of) VALUES (?, ?, ?, ?)", (kind, game, at, of))
    for before, after in changes:
        connection.execute("INSERT INTO change VALUES (?, ?, ?)", (step.lastrowid, before, after))
        connection.execute("UPDATE game SET undone = id <> ? WHERE id IN (?, ?)", (after, before, after))


def put(connection: sqlite3.Connection, row: GameRow) -> int:
    """Write a game, and return the id of its row."""
    return connection.execute(INSERT, values_of(row)).lastrowid or 0


def undoing(connection: sqlite3.Connection, after: int | None) -> tuple[int, list[Ids]]:
    """Return the step that would be undone next, with its reversed changes; of all games after one, step 0."""
    standing = games(connection)
    if after is not None:
        return 0, [(row_id, 0) for row_id, row in standing.items() if row.game > after]
    for step in reversed(_History(connection).done):
        changes = [
            (new, old) for old, new in _changes(connection, step) if (new in standing if new else old not in standing)
        ]
        if changes:
            return step, changes
    return 0, []


def redoing(connection: sqlite3.Connection) -> tuple[int, list[Ids]]:
    """Return the last step that was undone, if nothing was noted since, and the reversed changes of its undoing."""
    undone = _History(connection).undone
    return (undone[-1][0], [(new, old) for old, new in _changes(connection, undone[-1][0])]) if undone else (0, [])


def removed(connection: sqlite3.Connection) -> set[int]:
    """Return the numbers of games that were removed; some may have been noted anew."""
    history = _History(connection)
    return {game for step, kind, game, _ in history.steps if kind == "remove" and step in history.done}


def change_of(connection: sqlite3.Connection, ids: Ids) -> GameChange:
    """Return a change with its games."""
    return GameChange(*(_row(connection, row_id) if row_id else None for row_id in ids))


def log(connection: sqlite3.Connection) -> Iterator[LogEntry]:
    """Yield all steps, the earliest first."""
    history = _History(connection)
    for step, kind, game, _ in history.steps:
        (at,) = connection.execute("SELECT at FROM step WHERE id = ?", (step,)).fetchone()
        changes = tuple(change_of(connection, ids) for ids in _changes(connection, step))
        yield LogEntry(kind, game, at, changes, kind not in ("undo", "redo", "count") and step not in history.done)


class _History:
    """The steps of a journal, those that can be undone, and those that can be redone with the step that undid them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.steps = connection.execute("SELECT id, kind, game, of FROM step ORDER BY id").fetchall()
        self.done: list[int] = []
        self.undone: list[tuple[int, list[int]]] = []
        for step, kind, game, of in self.steps:
            if kind == "undo":
                gone = [of] if of else [done for done in self.done if _first(connection, done) > game]
                self.done = [done for done in self.done if done not in gone]
                self.undone.append((step, gone))
            elif kind == "redo":
                self.done = sorted([*self.done, *self.undone.pop()[1]])
            elif kind != "count":
                self.done.append(step)
                self.undone.clear()


def _first(connection: sqlite3.Connection, step: int) -> int:
    """Return the lowest number of a game that a step has changed."""
    query = "SELECT min(game) FROM game, change WHERE step = ? AND game.id IN (before, after)"
    return int(connection.execute(query, (step,)).fetchone()[0] or 0)


def _changes(connection: sqlite3.Connection, step: int) -> list[Ids]:
    query = "SELECT before, after FROM change WHERE step = ? ORDER BY max(before, after)"
    return connection.execute(query, (step,)).fetchall()


def _row(connection: sqlite3.Connection, row_id: int) -> GameRow:
    return row_of(connection.execute(f"SELECT {COLUMNS} FROM game WHERE id = ?", (row_id,)).fetchone())  # noqa: S608


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
