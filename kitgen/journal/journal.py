"""A journal: one machine, made from one kit, and every game that a class has played with it, in one file."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any, Self

import msgspec

from kitgen.errors import JournalError, RecordError, UsageError, command_line, quoted
from kitgen.journal import store
from kitgen.journal.audit import Counts
from kitgen.journal.beads import RunningBeads
from kitgen.journal.check import Checked, check
from kitgen.journal.noted_rows import note_rows, noted_rows
from kitgen.journal.past import played
from kitgen.journal.understand import understood
from kitgen.journal.versions import FORMAT, MachineRule
from kitgen.kit.format_fields import must_fit
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit, rule_from_file, rule_to_file, with_hash, write_kit
from kitgen.kit.rule import Rule
from kitgen.machine.learning import with_counts, with_rule
from kitgen.record.game_lines import NotedRow
from kitgen.record.rows import RESULT_WORDS, GameRow, Passages, picks_in

_COLUMNS = "game, picks, result, opponent, starts, remark, played, resigned, last_only"
#: The fields of ``GameRow`` that the file has a place for.
_ROW = ("game", "picks", "result", "opponent", "starts", "remark", "when", "resigned", "last_only")
_INSERT = f"INSERT INTO game ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - no user's words
_TAKE_BACK = "UPDATE game SET undone = (SELECT 1 + max(undone) FROM game) WHERE undone = 0 AND game = ?"
_SELECT = f"SELECT {_COLUMNS} FROM game WHERE undone = 0 ORDER BY game, id"  # noqa: S608


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a journal.

    Attributes:
        games: how many games it has.
        won, drawn, lost: how many of them the machine has won, drawn, lost.
        last: the number of the last game; 0 if there is none.
        by_last_beads: how many games have only their last beads.
        beads, started_with: how many beads are in all boxes now, and were at first.
        empty: the boxes without beads.
    """

    games: int
    won: int
    drawn: int
    lost: int
    last: int
    by_last_beads: int
    beads: int
    started_with: int
    empty: tuple[str, ...]


class Journal:
    """The journal of one machine. Every game is a transaction of its own; taking games back is one, too.

    Attributes:
        path: its file.
        printed: the kit as it was printed.
        kit: the same kit with the rule of the journal.
        rule_name: the name of this rule.
        software: the version of kitgen that began it.

    Raises:
        JournalError: the file is not a journal, is damaged, or comes from a newer kitgen.

    >>> from kitgen.record.rows import PickedBead
    >>> import tempfile
    >>> from kitgen.kit.build import build_kit
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Journal.create(Path(folder) / "class3b.kitgen", build_kit("her")) as journal:
    ...         game = journal.add(GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "R")), -1))
    ...         journal.status().beads
    44
    """

    def __init__(self, path: Path, *, write: bool = False) -> None:
        """Open an existing journal, read-only unless ``write``."""
        self.path = path
        self._connection = store.connect(path, write=write)
        try:
            self.printed, self.rule_name, rule, self.software = self._read_machine()
        except BaseException:
            self.close()
            raise
        same = rule == self.printed.rule
        self.kit = self.printed if same else with_hash(with_rule(self.printed, rule, self.rule_name))

    @classmethod
    def create(
        cls,
        path: Path,
        kit: Kit,
        *,
        rule: Rule | None = None,
        rule_name: str = "",
        rows: Iterable[GameRow] = (),
        marked: Iterable[NotedRow] = (),
        software: str | None = None,
    ) -> Self:
        """Begin a journal; an existing file is never overwritten.

        Args:
            path: the file to make.
            kit: the kit as it was printed.
            rule: the learning rule that the class plays by, if it is not the kit's.
            rule_name: the name of that rule.
            rows: games that are in it from the start, unchecked.
            marked: rows of marked sheets from which they come.
            software: the version of kitgen that began it; this version if None.

        Raises:
            OutputError: the file exists already, or cannot be written.
            UsageError: the rule keeps no beads.
        """
        name, rule = (kit.choices.rule, kit.rule) if rule is None else (rule_name, rule)
        if rule.learns != "beads":
            raise UsageError(f"rule {quoted(name)} keeps no beads, so there is no machine to follow")
        values = {
            "kit": write_kit(kit),
            "rule": msgspec.json.encode(MachineRule(name, rule_to_file(rule, FORMAT))),
            "software": (software or installed_version()).encode(),
        }
        store.make_file(path, values, [_values(row) for row in rows], _INSERT, marked)
        return cls(path, write=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; noted games are in it even if this is never called."""
        self._connection.close()

    @cached_property
    def passages(self) -> Passages:
        """The possible courses of its games."""
        return Passages(self.kit)

    def games(self) -> tuple[GameRow, ...]:
        """Return all games that count, by number; games of the same number in the order in which they were noted."""
        with store.explained(self.path):
            rows = self._connection.execute(_SELECT).fetchall()
        try:
            return tuple(map(_row, rows))
        except (ValueError, TypeError, AttributeError):
            raise JournalError(f"{quoted(self.path)} is damaged: a game in it cannot be read") from None

    def could_be(self, row: GameRow) -> GameRow:
        """Return a game as it is understood, without noting it.

        Raises:
            RecordError: the game is impossible.
        """
        return understood(self.passages, row)

    def add(self, row: GameRow, *, as_written: bool = False) -> GameRow:
        """Note one game, and return it as it was understood; when this returns it is on the disk.

        Args:
            row: the game; number 0 stands for the next number.
            as_written: True to note even an impossible game, for ``check`` to report.

        Raises:
            RecordError: the game is impossible, or there is another game of this number.
            OutputError: it cannot be written.
        """
        noted = self.add_all((row,), as_written=as_written)
        return noted[0] if noted else row

    def add_all(
        self, rows: Iterable[GameRow], *, as_written: bool = False, marked: Iterable[NotedRow] = ()
    ) -> tuple[GameRow, ...]:
        """Note several games in one transaction, all or none, and return the new ones.

        A game that the journal already has is skipped, so a table that has grown can be added again.

        Args:
            rows: the games.
            as_written: True to note even impossible games, unchanged.
            marked: rows of marked sheets, noted unless the journal already has them.

        Raises:
            RecordError: a game is impossible, or its number is that of another game.
            OutputError: they cannot be written.
        """
        ready = [row if as_written else understood(self.passages, row) for row in rows]
        noted: list[GameRow] = []
        with store.transaction(self._connection, self.path):
            there = {row.game: row for row in self.games()}
            given: set[int] = set()
            for row in ready:
                game = row if row.game else replace(row, game=max(there, default=0) + 1)
                if not as_written:
                    if game.game in given:
                        raise RecordError(f"game {game.game} is given twice")
                    given.add(game.game)
                    if game == there.get(game.game):
                        continue
                    _must_be_new(game, there)
                self._connection.execute(_INSERT, _values(game))
                there[game.game] = game
                noted.append(game)
            note_rows(self._connection, marked, instead=False)
        return tuple(noted)

    def marked_rows(self) -> tuple[NotedRow, ...]:
        """Return the rows of marked sheets in the journal."""
        with store.explained(self.path):
            return noted_rows(self._connection)

    def add_marked(
        self, rows: Iterable[NotedRow], games: Iterable[GameRow], *, instead: Collection[int] = ()
    ) -> tuple[GameRow, ...]:
        """Note rows of marked sheets in one transaction, and return the new games; a game already there is skipped.

        Args:
            rows: the rows of the sheets.
            games: the games in them.
            instead: the numbers of games that are taken back first.

        Raises:
            RecordError: a game is impossible, or its number is that of another game.
            OutputError: they cannot be written.
        """
        ready = [understood(self.passages, row) for row in games]
        with store.transaction(self._connection, self.path):
            there = {row.game: row for row in self.games()}
            back = [number for number in instead if number in there and there[number] not in ready]
            for number in back:
                self._connection.execute(_TAKE_BACK, (number,))
                del there[number]
            new = [game for game in ready if there.get(game.game) != game]
            for game in new:
                _must_be_new(game, there)
                self._connection.execute(_INSERT, _values(game))
            note_rows(self._connection, rows)
        return tuple(new)

    def undo(self, to: int | None = None) -> tuple[GameRow, ...]:
        """Take games back in one transaction and return them; they stay in the file, but no longer count.

        Args:
            to: the number of the last game to keep; if None, only the game that was noted last is taken back.

        Raises:
            RecordError: there is no game to take back.
            OutputError: it cannot be written.
        """
        where = "id = (SELECT max(id) FROM game WHERE undone = 0)" if to is None else "undone = 0 AND game > ?"
        words = () if to is None else (to,)
        with store.transaction(self._connection, self.path):
            back = self._connection.execute(
                f"SELECT {_COLUMNS} FROM game WHERE {where} ORDER BY game, id",  # noqa: S608
                words,
            ).fetchall()
            if not back:
                after = "" if to is None else f" after game {to}"
                raise RecordError(f"{quoted(self.path)} has no game{after} to take back")
            self._connection.execute(
                f"UPDATE game SET undone = (SELECT 1 + max(undone) FROM game) WHERE {where}",  # noqa: S608
                words,
            )
        return tuple(map(_row, back))

    def beads(self) -> list[list[int]]:
        """Return the beads that should be in each slot of each box now, in the order of the kit."""
        return self._replayed(self.games()).all()

    def kit_now(self) -> Kit:
        """Return the kit with the beads it has now, for ``simulate``, ``find`` and others to continue from."""
        command = command_line("kitgen", "print", self.path.name)
        games = self.games()
        kit = with_counts(self.kit, self._replayed(games).all())
        kit = replace(kit, given=self.kit.given, played=(*self.kit.played, *played(games)))
        return with_hash(replace(kit, command=command) if command.isprintable() else kit)

    def status(self) -> Status:
        """Return the status of the journal."""
        games = self.games()
        beads = self._replayed(games)
        results = [row.result for row in games]
        return Status(
            games=len(games),
            won=results.count(1),
            drawn=results.count(0),
            lost=results.count(-1),
            last=games[-1].game if games else 0,
            by_last_beads=sum(row.last_only for row in games),
            beads=sum(beads.counts),
            started_with=self.kit.beads,
            empty=tuple(box.id for box in self.kit.boxes if beads.empty(box.id)),
        )

    def check(self, counts: Counts | None = None) -> Checked:
        """Replay all games by the rules, and explain problems and counted beads, if given, by slips."""
        void = {row.game for row in self.marked_rows() if not row.holds_a_game}
        return check(self.passages, self.games(), counts, void)

    def _replayed(self, games: Iterable[GameRow]) -> RunningBeads:
        beads = RunningBeads(self.passages)
        for row in games:
            beads.learn(row)
        return beads

    def _read_machine(self) -> tuple[Kit, str, Rule, str]:
        with store.explained(self.path):
            values = dict(self._connection.execute("SELECT key, value FROM machine").fetchall())
        try:
            kit = read_kit(values["kit"], f"the kit in {quoted(self.path)}")
            named = msgspec.json.decode(values["rule"], type=MachineRule)
            return kit, named.name, rule_from_file(named.rule), values["software"].decode()
        except (KeyError, TypeError, AttributeError, ValueError, msgspec.MsgspecError):
            raise JournalError(f"{quoted(self.path)} is damaged: its machine cannot be read") from None


def _must_be_new(game: GameRow, there: Mapping[int, GameRow]) -> None:
    if game.game in there:
        raise RecordError(f"game {game.game} is there already, as {game_text(there[game.game])}")


def game_text(row: GameRow) -> str:
    """Return a game in one line.

    >>> from kitgen.record.rows import PickedBead
    >>> game_text(GameRow(7, (PickedBead("A1", "R"), PickedBead("B4", "U")), -1))
    'A1 R, B4 U, lost'
    """
    beads = [pick.text for pick in row.picks]
    return ", ".join([*(["…"] if row.last_only else []), *beads, RESULT_WORDS[row.result]])


def installed_version() -> str:
    """Return the installed version of kitgen."""
    try:
        return metadata.version("kitgen")
    except metadata.PackageNotFoundError:
        return "not installed"


def _values(row: GameRow) -> tuple[object, ...]:
    """Return a game as the file has it; ``NewVersionDueError`` if it has a field without a place there."""
    must_fit((row,), _ROW, FORMAT)
    resigned = None if row.resigned is None else int(row.resigned)
    return (
        row.game, row.picks_text, row.result, row.opponent, row.starts, row.remark, row.when, resigned,
        int(row.last_only),
    )  # fmt: skip


def _row(values: Sequence[Any]) -> GameRow:
    game, picks, result, opponent, starts, remark, when, resigned, last_only = values
    if len(picks.split()) % 2:
        raise ValueError(picks)
    return GameRow(
        game, picks_in(picks), result, opponent, starts, when, remark, None if resigned is None else bool(resigned),
        bool(last_only),
    )  # fmt: skip
