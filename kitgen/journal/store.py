"""A journal's file: SQLite with a write-ahead log.

A confirmed transaction survives a power cut, readers never wait, and a writer waits for another.
"""

import os
import re
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Self, cast
from urllib.parse import quote

import msgspec

from kitgen.errors import JournalError, OutputError, RecordError, quoted
from kitgen.files import write_whole
from kitgen.front_door import with_checked_calls
from kitgen.journal.tables import VERSION, WITH_EVENTS, add_tables_of_5, make_tables, version_of
from kitgen.reading.user_file import BEGIN, SQLITE, not_wanted, read_user_file
from kitgen.record.game_lines import NotedRow
from kitgen.record.machine_events import EventBead, MachineEvent
from kitgen.record.rows import GameRow, picks_in

# The games in a journal's file, and a log of all steps that have noted or changed games.
#
# A step is a list of changes, each of which replaces one row of the table ``game`` by another, or
# by none. The present games follow from all steps. Undoing a step is a step, too, so nothing is
# ever lost.

#: The columns of a game, and the fields of ``GameRow`` in them.
COLUMNS = "game, picks, result, opponent, starts, remark, played, resigned, last_only"
_FIELDS = (
    "game",
    "picks",
    "result",
    "opponent",
    "starts",
    "remark",
    "when",
    "resigned",
    "last_only",
)
INSERT = f"INSERT INTO game ({COLUMNS}, undone) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)"  # noqa: S608 - no user's words

#: The games in which somebody is named, or may be.
_NAMED = "opponent <> '' OR remark <> ''"

#: What a time has below its seconds.
_FRACTION = re.compile(r"(?<=:[0-9]{2})\.[0-9]+")

#: The ids of the rows before and after a change; 0 if there is none.
Ids = tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameChange:
    """One game before and after a step: None before if it is new, None after if it was taken
    out.
    """

    before: GameRow | None
    after: GameRow | None

    @property
    def row(self) -> GameRow:
        """The game after the step; before it if it was taken out."""
        return cast("GameRow", self.after or self.before)

    @property
    def only_moves(self) -> bool:
        """Whether the game only gets another number."""
        return self.before is not None and self.after == replace(self.before, game=self.row.game)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the log.

    Attributes:
        kind: ``add`` (one game, or those of a table or sheet), ``insert``, ``edit``, ``remove``,
            ``undo``, ``redo``, ``count`` (of the beads in the boxes) or ``event``.
        game: the number of the game; for ``count``, and for ``undo`` of all games after one, the
            last game before.
        when: the time in ISO format; empty for the first games of a journal.
        undone: whether it was undone later.
        event: what happened to the machine, if that was noted.
        at: the time as exactly as it is kept, so that steps of several journals can be ordered.
    """

    kind: str
    game: int
    when: str
    changes: tuple[GameChange, ...]
    undone: bool
    event: MachineEvent | None = None
    at: str = ""


def put(connection: sqlite3.Connection, row: GameRow) -> int:
    """Write a game and return the id of its row."""
    values = []
    for name in _FIELDS:
        values.append(row.picks_text if name == "picks" else getattr(row, name))
    return connection.execute(INSERT, values).lastrowid or 0


@dataclass(frozen=True, slots=True)
class BeadCount:
    """The beads that were counted in some boxes.

    Attributes:
        after: the number of the last game before the count; 0 if there was none.
        beads: by box and letter.
        games_since: how many games were noted after the count, without forgotten games that were
            inserted.
        events_since: how many events were noted after it, without one that takes the count for
            right.
        sure: the boxes in which the same beads were counted twice.
    """

    after: int
    beads: Mapping[tuple[str, str], int]
    games_since: int = 0
    events_since: int = 0
    sure: frozenset[str] = frozenset()

    @property
    def is_latest(self) -> bool:
        """Whether the boxes should still hold what was counted."""
        return not self.games_since and not self.events_since


class _Step(NamedTuple):
    """A step as it is kept.

    Attributes:
        kind, game, at: as in ``LogEntry``.
        of: the step that it undoes or redoes; 0 if it is another, or takes out games.
    """

    id: int
    kind: str
    game: int
    at: str
    of: int


class _StepBack(NamedTuple):
    """A step to undo or redo, and the changes that do it; step 0 for none, or for games that are
    taken out.
    """

    step_id: int
    changes: list[Ids]


class _Undone(NamedTuple):
    """An ``undo``, and the steps that it has undone."""

    step_id: int
    undone: set[int]


@with_checked_calls
class JournalFile:
    """An open file with its games and steps, read-only unless ``write``; a context manager that
    closes it.

    Methods raise ``RecordError`` if there is nothing to undo or redo, and ``OutputError`` if they
    cannot write.

    Raises:
        JournalError: the file is not a journal, is damaged, or is of another version.
    """

    def __init__(self, path: Path, *, write: bool = False) -> None:
        self.path = path
        self._connection = connect(path, write=write)
        self._seen = self._data_version()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; games are saved even without this."""
        self._connection.close()

    def _data_version(self) -> int:
        """Return a number that changes when another connection has changed the file."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def changed_elsewhere(self) -> bool:
        """Return whether another window or command has changed the journal since this was last
        asked.
        """
        before = self._seen
        self._seen = self._data_version()
        return self._seen != before

    def _read(self, statement: str, *values: object) -> list[Any]:
        with explained(self.path):
            return self._connection.execute(statement, values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Run the block in a transaction, one writer at a time; ``OutputError`` if it cannot be
        written.
        """
        with explained(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # SQLite may have rolled back already
                    self._connection.execute("ROLLBACK")
                raise

    def _rows(self) -> dict[int, GameRow]:
        """Return the present games by row id, in the order of their numbers."""
        rows = self._read(f"SELECT id, {COLUMNS} FROM game WHERE undone = 0 ORDER BY game, id")  # noqa: S608
        try:
            return {row_id: row_of(values) for row_id, *values in rows}
        except (ValueError, TypeError, AttributeError):
            raise JournalError(
                f"{quoted(self.path)} is damaged: a game in it cannot be read"
            ) from None

    def _note(self, kind: str, game: int, changes: Iterable[tuple[int, GameRow | None]]) -> None:
        """Note a step of changes, if there are any: ids of rows, and the games that replace
        them.
        """
        ids = []
        for before, row in changes:
            after = 0 if row is None else put(self._connection, row)
            ids.append((before, after))
        if ids:
            self._note_ids(kind, game, ids)

    def _note_ids(self, kind: str, game: int, changes: Sequence[Ids], of: int = 0) -> int:
        """Note a step in the caller's transaction, and return its id."""
        execute = self._connection.execute
        at = datetime.now().astimezone().isoformat(timespec="microseconds")
        step = execute(
            "INSERT INTO step (kind, game, at, of) VALUES (?, ?, ?, ?)", (kind, game, at, of)
        )
        for before, after in changes:
            execute("INSERT INTO change VALUES (?, ?, ?)", (step.lastrowid, before, after))
            execute("UPDATE game SET undone = id <> ? WHERE id IN (?, ?)", (after, before, after))
        return step.lastrowid or 0

    def note_count(
        self,
        counts: Mapping[tuple[str, str], int],
        earlier: Iterable[Mapping[tuple[str, str], int]] = (),
    ) -> Mapping[tuple[str, str], int]:
        """Note the beads that were counted in some boxes, and return them, with those of the last
        count.

        These are added only if no game was noted after it. Boxes with the same beads as in the last
        count, or in one of the ``earlier`` counts that it has corrected, are sure.
        """
        with self._transaction():
            last = self.last_count()
            if last is None or not last.is_latest:
                last = BeadCount(0, {})
            beads = {**last.beads, **counts}
            boxes = {box for box, _ in counts}
            sure = last.sure - boxes
            for before in (last.beads, *earlier):
                differing = set()
                for (box, bead), number in counts.items():
                    if before.get((box, bead)) != number:
                        differing.add(box)
                sure |= boxes - differing
            step = self._note_ids("count", self._last_number(), [])
            counted = [EventBead(box, bead, number) for (box, bead), number in beads.items()]
            self._note_beads(step, counted)
            if sure:
                add_tables_of_5(self._connection)
                self._connection.executemany(
                    "INSERT INTO sure VALUES (?, ?)", [(step, box) for box in sorted(sure)]
                )
        return beads

    def _last_number(self) -> int:
        """Return the number of the last game; 0 if there is none."""
        return max((row.game for row in self._rows().values()), default=0)

    def _note_beads(self, step: int, beads: Iterable[EventBead]) -> None:
        rows = [(step, bead.box, bead.bead, bead.beads) for bead in beads]
        self._connection.executemany("INSERT INTO counted VALUES (?, ?, ?, ?)", rows)

    def note_event(self, event: MachineEvent) -> None:
        """Note what happened to the machine, as a step that can be undone."""
        with self._transaction():
            add_tables_of_5(self._connection)
            note_event(self._connection, event, self._note_ids("event", event.after, []))

    def events(self) -> tuple[MachineEvent, ...]:
        """Return what happened to the machine beside its games, and was not undone, in the order
        of noting.
        """
        return tuple(_History(self._read).events().values())

    def last_count(self) -> BeadCount | None:
        """Return the last count; None if there is none."""
        history = _History(self._read)
        counts = [step for step in history.steps if step.kind == "count"]
        if not counts:
            return None
        count = counts[-1]
        rows = self._read("SELECT box, bead, beads FROM counted WHERE step = ?", count.id)
        events = 0
        for step_id, event in history.events().items():
            if step_id > count.id and event.what != "counted":
                events += 1
        sure = history.rows_of_5("SELECT step, box FROM sure")
        return BeadCount(
            after=count.game,
            beads={(box, bead): number for box, bead, number in rows},
            games_since=history.games_since(count),
            events_since=events,
            sure=frozenset(box for step_id, box in sure if step_id == count.id),
        )

    def undoing(self, after: int | None = None) -> tuple[GameChange, ...]:
        """Return the changes that ``undo`` would make."""
        return self._changes(self._undoing(after).changes)

    def undo(self, after: int | None = None) -> tuple[GameChange, ...]:
        """Undo the last step, or take out all games after one, and return the changes.

        Args:
            after: the number of the last game to keep; None to undo a step.
        """
        what = (
            "has nothing to undo"
            if after is None
            else f"has no game after game {after} to take out"
        )
        with self._transaction():
            return self._turn_back("undo", after or 0, self._undoing(after), what)

    def redoing(self) -> tuple[GameChange, ...]:
        """Return the changes that ``redo`` would make."""
        return self._changes(self._redoing().changes)

    def redo(self) -> tuple[GameChange, ...]:
        """Redo the step that was undone last, and return the changes."""
        with self._transaction():
            what = "has nothing to redo: nothing was undone since the last note"
            return self._turn_back("redo", 0, self._redoing(), what)

    def _turn_back(
        self, kind: str, game: int, back: _StepBack, nothing: str
    ) -> tuple[GameChange, ...]:
        """Note a step back as a step; ``RecordError`` says that there is ``nothing``."""
        if not back.changes and not back.step_id:
            raise RecordError(f"{quoted(self.path)} {nothing}")
        self._note_ids(kind, game, back.changes, back.step_id)
        return self._changes(back.changes)

    def _undoing(self, after: int | None) -> _StepBack:
        """Return the step to undo with its reversed changes; step 0 for all games after one."""
        standing = self._rows()
        if after is not None:
            games = [(row_id, 0) for row_id, row in standing.items() if row.game > after]
            return _StepBack(0, games)
        history = _History(self._read)
        for step_id in sorted(history.done, reverse=True):
            changes = []
            for old, new in history.changes[step_id]:
                stands = new in standing if new else old not in standing
                if stands:
                    changes.append((new, old))
            if changes or step_id in history.noted_events:
                return _StepBack(step_id, changes)
        return _StepBack(0, [])

    def _redoing(self) -> _StepBack:
        """Return the last ``undo`` with its reversed changes, unless games were noted since;
        otherwise step 0.
        """
        history = _History(self._read)
        if not history.undone:
            return _StepBack(0, [])
        step_id = history.undone[-1].step_id
        return _StepBack(step_id, [(new, old) for old, new in history.changes[step_id]])

    def _removed(self) -> set[int]:
        """Return the numbers of games that were removed; some may have been noted anew."""
        history = _History(self._read)
        removals = [step for step in history.steps if step.kind == "remove"]
        return {step.game for step in removals if step.id in history.done}

    def _changes(self, pairs: Collection[Ids]) -> tuple[GameChange, ...]:
        """Return the games before and after changes of rows."""
        wanted = set(chain.from_iterable(pairs))
        rows = self._read(f"SELECT id, {COLUMNS} FROM game")  # noqa: S608 - no user's words
        games = {row_id: row_of(values) for row_id, *values in rows if row_id in wanted}
        return tuple(GameChange(games.get(before), games.get(after)) for before, after in pairs)

    def log(self) -> tuple[LogEntry, ...]:
        """Return all steps, the earliest first."""
        history = _History(self._read)
        pairs: list[Ids] = []
        for step in history.steps:
            pairs += history.changes[step.id]
        changes = iter(self._changes(pairs))
        entries = []
        for step in history.steps:
            can_be_undone = step.kind not in ("undo", "redo", "count")
            entry = LogEntry(
                kind=step.kind,
                game=step.game,
                when=_FRACTION.sub("", step.at),
                changes=tuple(islice(changes, len(history.changes[step.id]))),
                undone=can_be_undone and step.id not in history.done,
                event=history.noted_events.get(step.id),
                at=step.at,
            )
            entries.append(entry)
        return tuple(entries)

    def games_with_names(self) -> int:
        """Return how many games have an opponent or a remark, or had one that is still in the
        log.
        """
        [[games]] = self._read(f"SELECT count(DISTINCT game) FROM game WHERE {_NAMED}")  # noqa: S608 - no user's words
        return int(games)

    def remove_names(self) -> int:
        """Remove opponents and remarks for good, from the log and from unused parts of the file,
        too; return how many games had some.

        Raises:
            OutputError: another program reads the file, so that what it reads cannot be removed.
        """
        named = self.games_with_names()
        with self._transaction():
            self._connection.execute(
                f"UPDATE game SET opponent = '', remark = '' WHERE {_NAMED}"  # noqa: S608 - no user's words
            )
        with explained(self.path):
            # A file keeps what was deleted until it is written anew; its log, until that is cut.
            self._connection.execute("VACUUM")
            [busy, *_] = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise OutputError(
                f"another program is reading {quoted(self.path)}, and names may still be in its "
                "log; close that, and remove them again"
            )
        return named

    def marked_rows(self) -> tuple[NotedRow, ...]:
        """Return the rows of marked sheets by number; they are kept so that no photo is added
        twice.
        """
        rows = self._read("SELECT sheet, row, game, how FROM marked ORDER BY game")
        return tuple(NotedRow(*row) for row in rows)


class _History:
    """The steps of a journal and their changes, read by a function that takes SQL.

    Attributes:
        changes: the ids of the rows that each step has changed.
        numbers: the number of the game in each row.
        noted_events: the events, by step, as they were noted, also those that were undone.
        done: the ids of the steps that can be undone.
        undone: each ``undo`` that can be redone.
    """

    def __init__(self, read: Callable[[str], list[Any]]) -> None:
        self._read = read
        steps = read("SELECT id, kind, game, at, of FROM step ORDER BY id")
        self.steps = [_Step(*step) for step in steps]
        self.changes = defaultdict[int, list[Ids]](list)
        for step, before, after in read("SELECT * FROM change ORDER BY step, max(before, after)"):
            self.changes[step].append((before, after))
        self.numbers: dict[int, int] = dict(read("SELECT id, game FROM game"))
        self.noted_events = self._noted_events()
        self.done = set[int]()
        self.undone: list[_Undone] = []
        for step in self.steps:
            if step.kind == "undo":
                undone = {step.of}
                if not step.of:
                    undone = {done for done in self.done if self._lowest(done) > step.game}
                self.done -= undone
                self.undone.append(_Undone(step.id, undone))
            elif step.kind == "redo":
                self.done |= self.undone.pop().undone
            elif step.kind != "count":
                self.done.add(step.id)
                self.undone.clear()

    def rows_of_5(self, statement: str) -> list[Any]:
        """Return rows of a table that files of version 4 do not have."""
        [[version]] = self._read("PRAGMA user_version")
        return self._read(statement) if version >= WITH_EVENTS else []

    def _noted_events(self) -> dict[int, MachineEvent]:
        beads = defaultdict[int, list[EventBead]](list)
        counted = (
            "SELECT step, box, bead, beads FROM counted WHERE step IN (SELECT step FROM event) "
            "ORDER BY box, bead"
        )
        for step, *bead in self.rows_of_5(counted):
            beads[step].append(EventBead(*bead))
        events = self.rows_of_5("SELECT step, what, after, box, games FROM event ORDER BY step")
        noted = {}
        for step, what, after, box, games in events:
            noted[step] = MachineEvent(what, after, box, games, tuple(beads[step]))
        return noted

    def games_since(self, count: _Step) -> int:
        """Return how many games were noted after a count; without those that were inserted before
        its last game, unless some of these were taken out.
        """
        later = [step for step in self.steps if step.id > count.id]
        taken_back = False
        for step in later:
            if step.kind == "undo":
                for old, new in self.changes[step.id]:
                    if not new and self.numbers[old] <= count.game:
                        taken_back = True
        games = 0
        for step in later:
            if step.kind == "add" and step.id in self.done:
                for old, new in self.changes[step.id]:
                    if not old and (taken_back or self.numbers[new] > count.game):
                        games += 1
        return games

    def events(self) -> dict[int, MachineEvent]:
        """Return the events that were not undone, by step, each after the game that was the last
        before it.

        A game that was inserted later moves the numbers of those after it.
        """
        events = {}
        for noted, event in self.noted_events.items():
            if noted not in self.done:
                continue
            after = event.after
            for step in self.steps:
                if step.id > noted and step.kind == "insert" and step.id in self.done:
                    moved = {self.numbers.get(old) for old, new in self.changes[step.id] if new}
                    if after in moved:
                        after += 1
            events[noted] = msgspec.structs.replace(event, after=after)
        return events

    def _lowest(self, step: int) -> int:
        """Return the lowest number of a game that a step has changed; for an event, that of the
        game before it.
        """
        if step in self.noted_events:
            return self.noted_events[step].after
        row_ids = chain.from_iterable(self.changes[step])
        return min(self.numbers[row_id] for row_id in row_ids if row_id)


def row_of(values: Sequence[Any]) -> GameRow:
    """Return a game from its columns."""
    game, picks, result, opponent, starts, remark, when, resigned, last_only = values
    if len(picks.split()) % 2:
        raise ValueError(picks)
    return GameRow(
        game=game,
        picks=picks_in(picks),
        result=result,
        opponent=opponent,
        starts=starts,
        when=when,
        remark=remark,
        resigned=None if resigned is None else bool(resigned),
        last_only=bool(last_only),
    )


def note_marked(
    connection: sqlite3.Connection, rows: Iterable[NotedRow], *, instead: bool = True
) -> None:
    """Note rows of marked sheets, replacing those that were noted before if ``instead``,
    otherwise keeping them.
    """
    insert = f"INSERT OR {'REPLACE' if instead else 'IGNORE'}"
    values = [(row.sheet, row.row, row.game, row.how) for row in rows]
    connection.executemany(
        f"{insert} INTO marked (sheet, row, game, how) VALUES (?, ?, ?, ?)", values
    )


# The file itself.

#: How long a writer waits for another one, in seconds.
MAX_WAIT_SECONDS = 10.0
#: The size of the largest file that is read, in bytes.
MAX_FILE_BYTES = 2_000_000_000
#: With fewer free bytes a disk is full, because SQLite's log needs some at once.
MIN_FREE_BYTES = 65_536
#: The size of the header of SQLite's files, in bytes.
HEADER_BYTES = 100
#: The size of a page of which the header says 1: it has no room for the number, in bytes.
LARGEST_PAGE_BYTES = 65_536
#: SQLite's codes if something cannot be written, even only the log, which readers need, too; with
#: known reasons.
_UNEXPLAINED = dict.fromkeys(
    (sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN), ""
)
_UNWRITTEN = _UNEXPLAINED | {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it is read-only",
}
#: The name of the file in messages.
WANTED = "a journal; 'kitgen journal new' begins one"


#: A step for each of the first games of a journal.
_FIRST_STEPS = (
    "INSERT INTO step (id, kind, game) SELECT id, 'add', game FROM game",
    "INSERT INTO change (step, before, after) SELECT id, 0, id FROM game",
)


def note_event(connection: sqlite3.Connection, event: MachineEvent, step: int) -> None:
    """Note an event of a step in the caller's transaction."""
    values = (step, event.what, event.after, event.box, event.games)
    connection.execute(
        "INSERT INTO event (step, what, after, box, games) VALUES (?, ?, ?, ?, ?)", values
    )
    beads = [(step, bead.box, bead.bead, bead.beads) for bead in event.beads]
    connection.executemany("INSERT INTO counted VALUES (?, ?, ?, ?)", beads)


def make_file(
    path: Path,
    values: dict[str, bytes],
    rows: Iterable[GameRow],
    marked: Iterable[NotedRow],
    events: Iterable[MachineEvent] = (),
) -> None:
    """Write the file of a new journal, complete or not at all; ``OutputError`` if it exists, or
    cannot be written.

    Args:
        values: the machine.
        rows: the games that are in it from the start.
        marked: the rows of marked sheets from which they come.
        events: what happened to the machine beside its games.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as draft:
        draft.execute("BEGIN")
        make_tables(draft)
        draft.executemany("INSERT INTO machine VALUES (?, ?)", values.items())
        for row in rows:
            put(draft, row)
        for statement in _FIRST_STEPS:
            draft.execute(statement)
        note_marked(draft, marked)
        for event in events:
            add_tables_of_5(draft)
            statement = "INSERT INTO step (kind, game) VALUES ('event', ?)"
            step = draft.execute(statement, (event.after,))
            note_event(draft, event, step.lastrowid or 0)
        draft.execute("COMMIT")
        data = bytes(draft.serialize())

    def write(file: BinaryIO) -> None:
        if path.exists() or path.is_symlink():
            raise OutputError(
                f"{quoted(path)} already exists; choose another name, a journal is "
                "never overwritten"
            )
        file.write(data)

    write_whole(path, write)


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open the file of a journal.

    Raises:
        JournalError: it is not a journal, is damaged, or is of another version.
        OutputError: it should be written, but cannot be.
    """
    _look(path)
    with explained(path), ExitStack() as on_error:
        connection = _open(path, write=write)
        on_error.callback(connection.close)
        connection.execute("PRAGMA trusted_schema = OFF")
        version = version_of(connection)
        if version is None:
            raise JournalError(f"{quoted(path)} is not a journal made by kitgen")
        if version < VERSION:
            reads = f"this kitgen reads version {VERSION}"
            raise JournalError(
                f"{quoted(path)} is of file version {version}, from before kitgen 1.0, and {reads}"
            )
        if version > WITH_EVENTS:
            newer = f"a newer kitgen (file version {version}, this kitgen knows {WITH_EVENTS})"
            advice = "install the newer kitgen to use it; nothing has been changed"
            raise JournalError(f"{quoted(path)} comes from {newer}; {advice}")
        (fault,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if fault != "ok":
            raise _damaged(path, quoted(fault))
        if write:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
        else:
            connection.execute("PRAGMA query_only = ON")
        on_error.pop_all()
    return connection


def _damaged(path: Path, fault: object) -> JournalError:
    return JournalError(
        f"{quoted(path)} is damaged: {fault}; use a copy, or import an export of it"
    )


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about a file into kitgen's."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        name = quoted(path)
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            advice = "wait until it has finished, then try again"
            raise OutputError(f"another kitgen is writing to {name}; {advice}") from None
        if code == sqlite3.SQLITE_NOTADB:
            raise JournalError(f"{name} is not a journal made by kitgen") from None
        if code in _UNWRITTEN:
            cause = _cause(path) or _UNWRITTEN[code] or error
            raise OutputError(
                f"{name} cannot be written: {cause}; nothing was noted, games noted before are safe"
            ) from None
        raise _damaged(path, error) from None


def _cause(path: Path) -> str:
    """Return why a file cannot be written, as far as that can be seen; otherwise nothing."""
    folder = path.absolute().parent
    for place, name in ((path, "it"), (folder, "its folder")):
        if not os.access(place, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            return f"{name} is read-only"
    if shutil.disk_usage(folder).free < MIN_FREE_BYTES:
        return "the disk is full"
    return ""


def _look(path: Path) -> None:
    """Refuse files that are not journals before SQLite opens them, which might create a file."""
    begin = read_user_file(path, BEGIN, WANTED, JournalError, pipes=False)
    if not begin.startswith(SQLITE):
        raise JournalError(not_wanted(path, begin, WANTED))
    if _cut_off(path) and _cut_off(path):  # twice, because another kitgen may have been writing
        raise _damaged(path, "its end is missing")
    if path.stat().st_size > MAX_FILE_BYTES:
        raise JournalError(f"{quoted(path)} is larger than any journal")


def _cut_off(path: Path) -> bool:
    """Return whether a file without a log is shorter than its header says; SQLite would read
    zeros there.
    """
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    page_bytes = int.from_bytes(header[16:18], "big")
    if page_bytes == 1:
        page_bytes = LARGEST_PAGE_BYTES
    pages = int.from_bytes(header[28:32], "big")
    return not _log(path).exists() and path.stat().st_size < page_bytes * pages


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _copy_with_log(path: Path, connection: sqlite3.Connection) -> None:
    """Copy a file, with what is in its log, into a database in memory."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_bytes(path.read_bytes())
        _log(copy).write_bytes(_log(path).read_bytes())
        with closing(sqlite3.connect(copy)) as original:
            original.backup(connection)


def _open(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open a file; if no log can be made, open it for reading as immutable, or copy it with an
    unfinished log.
    """
    # A reader with write access removes the empty log when it closes the file.
    mode = "rw" if write or os.access(path, os.W_OK) else "ro"
    where = f"file:{quote(str(path.absolute()))}?mode={mode}"
    connection = sqlite3.connect(where, uri=True, timeout=MAX_WAIT_SECONDS, isolation_level=None)
    try:
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        if write or error.sqlite_errorcode & 0xFF not in _UNWRITTEN:
            raise
        if not _log(path).exists() or not _log(path).stat().st_size:
            return sqlite3.connect(f"{where}&immutable=1", uri=True, isolation_level=None)
        connection = sqlite3.connect(":memory:", isolation_level=None)
        _copy_with_log(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection
