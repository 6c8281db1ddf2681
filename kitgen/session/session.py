"""A session: one machine, made of one kit, and every game that a class has played with it, in one file."""

import shlex
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import metadata
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from kitgen.errors import RecordError, SessionError, UsageError, quoted
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit, with_hash, write_kit
from kitgen.kit.rule import Rule
from kitgen.machine.learning import with_rule
from kitgen.record.passages import Passages
from kitgen.record.rows import GameRow, PickedBead
from kitgen.session import store
from kitgen.session.audit.audit import Counts
from kitgen.session.beads import RunningBeads, with_counts
from kitgen.session.check import Checked, check
from kitgen.session.noted_rows import NotedRow, note_rows, noted_rows
from kitgen.session.past import played
from kitgen.session.understand import ENDED, understood

_COLUMNS = "game, picks, result, opponent, starts, remark, played, resigned, last_only"
_INSERT = f"INSERT INTO game ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - no user's words
_TAKE_BACK = "UPDATE game SET undone = (SELECT 1 + max(undone) FROM game) WHERE undone = 0 AND game = ?"
_SELECT = f"SELECT {_COLUMNS} FROM game WHERE undone = 0 ORDER BY game, id"  # noqa: S608


class NamedRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The learning rule of a session.

    Attributes:
        name: what it is called.
        rule: what it says.
    """

    name: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class Status:
    """How a session stands.

    Attributes:
        games: how many games are noted.
        won, drawn, lost: how many of them the machine has won, drawn, lost.
        last: the number of the last game; 0 when there is none.
        by_last_beads: how many are given by their last beads alone.
        beads, started_with: how many beads lie in all boxes now, and lay there at first.
        empty: the boxes that hold no bead.
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


class Session:
    """The journal of one machine. Every game is a transaction of its own; taking games back is one, too.

    Attributes:
        path: its file.
        printed: the kit as it was printed.
        kit: the same kit with the rule of the session.
        software: the version of kitgen that began it.

    Raises:
        SessionError: the file is none, is damaged, or comes from a newer kitgen.

    >>> import tempfile
    >>> from kitgen.kit.build import make_kit
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Session.create(Path(folder) / "class3b.kitgen", make_kit("her")) as session:
    ...         game = session.add(GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "R")), -1))
    ...         session.status().beads
    44
    """

    def __init__(self, path: Path, *, write: bool = False) -> None:
        """Open a session that is there.

        Args:
            path: its file.
            write: True to note games; otherwise the file is left as it is.

        Raises:
            SessionError: the file is none, is damaged, or comes from a newer kitgen.
        """
        self.path = path
        self._connection = store.connect(path, write=write)
        try:
            self.printed, self._rule, self.software = self._read_machine()
        except BaseException:
            self.close()
            raise
        rule = self._rule.rule
        same = rule == self.printed.rule
        self.kit = self.printed if same else with_hash(with_rule(self.printed, rule, self._rule.name))

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
        """Begin a session; nothing is ever written over.

        Args:
            path: the file to make.
            kit: the kit as it was printed.
            rule: the learning rule that the class plays by, when it is not the kit's.
            rule_name: what that rule is called.
            rows: games that are in it from the start, as they stand.
            marked: rows of marked sheets from which they come.
            software: the version of kitgen that began it; this one when None.

        Raises:
            OutputError: there is something already, or it cannot be written.
            UsageError: the rule keeps no beads.
        """
        said = NamedRule(kit.choices.rule, kit.rule) if rule is None else NamedRule(rule_name, rule)
        if said.rule.learns != "beads":
            raise UsageError(f"rule {quoted(said.name)} keeps no beads, so that there is no machine to follow")
        values = {
            "kit": write_kit(kit),
            "rule": msgspec.json.encode(said),
            "software": (software or installed_version()).encode(),
        }
        store.make_file(path, values, [_values(row) for row in rows], _INSERT, marked)
        return cls(path, write=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was noted is in it, whether or not this is ever done."""
        self._connection.close()

    @property
    def rule_name(self) -> str:
        """What the learning rule is called."""
        return self._rule.name

    @cached_property
    def passages(self) -> Passages:
        """What can follow what in its games."""
        return Passages(self.kit)

    def games(self) -> tuple[GameRow, ...]:
        """Return all games that count, by their numbers; those of one number in the order in which they were noted."""
        with store.explained(self.path):
            found = self._connection.execute(_SELECT).fetchall()
        try:
            return tuple(map(_row, found))
        except (ValueError, TypeError, AttributeError):
            raise SessionError(f"{self.path} is damaged: a game in it cannot be read") from None

    def could_be(self, row: GameRow) -> GameRow:
        """Return a game as it is understood, and note nothing.

        Raises:
            RecordError: it cannot have been played so.
        """
        return understood(self.passages, row)

    def add(self, row: GameRow, *, as_written: bool = False) -> GameRow:
        """Note one game, and return it as it was understood; when this returns it is on the disk.

        Args:
            row: the game; with 0 for its number it gets the next one.
            as_written: True to note what cannot have been so as well, for ``check`` to name.

        Raises:
            RecordError: it cannot have been played so, or there is another game of this number.
            OutputError: it cannot be written.
        """
        noted = self.add_all((row,), as_written=as_written)
        return noted[0] if noted else row

    def add_all(
        self, rows: Iterable[GameRow], *, as_written: bool = False, marked: Iterable[NotedRow] = ()
    ) -> tuple[GameRow, ...]:
        """Note several games in one transaction, and return them: all of them or, where one cannot be noted, none.

        A game that is there already, exactly as it is given, is passed over, so that a table that has grown can be
        added again.

        Args:
            rows: the games.
            as_written: True to note whatever is given, as it stands.
            marked: rows of marked sheets, which are noted, too, where nothing is noted of them yet.

        Raises:
            RecordError: one cannot have been played so, or its number stands for another one.
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
                    if game.game in there:
                        raise RecordError(f"game {game.game} is there already, as {game_text(there[game.game])}")
                self._connection.execute(_INSERT, _values(game))
                there[game.game] = game
                noted.append(game)
            note_rows(self._connection, marked, instead=False)
        return tuple(noted)

    def marked_rows(self) -> tuple[NotedRow, ...]:
        """Return the rows of marked sheets that are noted."""
        with store.explained(self.path):
            return noted_rows(self._connection)

    def add_marked(
        self, rows: Iterable[NotedRow], games: Iterable[GameRow], *, instead: Collection[int] = ()
    ) -> tuple[GameRow, ...]:
        """Note what was read from marked sheets in one transaction, and return the games that are new.

        A game that is there already, exactly so, is passed over.

        Args:
            rows: the rows of the sheets.
            games: the games in them.
            instead: the numbers of games that are taken back first.

        Raises:
            RecordError: a game cannot have been played so, or its number stands for another one.
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
                if game.game in there:
                    raise RecordError(f"game {game.game} is there already, as {game_text(there[game.game])}")
                self._connection.execute(_INSERT, _values(game))
            note_rows(self._connection, rows)
        return tuple(new)

    def undo(self, to: int | None = None) -> tuple[GameRow, ...]:
        """Take games back, in one transaction, and return them; in the file they stay, but count no more.

        Args:
            to: the number of the last game that is to stand; the game that was noted last is taken back when None.

        Raises:
            RecordError: there is no game to take back.
            OutputError: it cannot be written.
        """
        which = "id = (SELECT max(id) FROM game WHERE undone = 0)" if to is None else "game > ?"
        words = () if to is None else (to,)
        with store.transaction(self._connection, self.path):
            back = self._connection.execute(
                f"SELECT {_COLUMNS} FROM game WHERE undone = 0 AND {which} ORDER BY game, id",  # noqa: S608
                words,
            ).fetchall()
            if not back:
                after = "" if to is None else f" after game {to}"
                raise RecordError(f"{self.path} has no game{after} to take back")
            self._connection.execute(
                f"UPDATE game SET undone = (SELECT 1 + max(undone) FROM game) WHERE undone = 0 AND {which}",  # noqa: S608
                words,
            )
        return tuple(map(_row, back))

    def beads(self) -> list[list[int]]:
        """Return the beads that should lie in each slot of each box now, in the order of the kit."""
        return self._replayed(self.games()).all()

    def kit_now(self) -> Kit:
        """Return the kit with the beads that are left: what ``simulate``, ``find`` and others go on from."""
        command = f"kitgen print {shlex.quote(self.path.name)}"
        games = self.games()
        kit = with_counts(self.kit, self._replayed(games).all())
        kit = replace(kit, given=self.kit.given, played=(*self.kit.played, *played(games)))
        return with_hash(replace(kit, command=command) if command.isprintable() else kit)

    def status(self) -> Status:
        """Return how the session stands."""
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
        """Replay all games, and say where what was noted and what the rules allow part, and which slips explain it.

        Args:
            counts: the beads that were found in the boxes, some or all: for a box and the letter of a bead how many.
        """
        void = {row.game for row in self.marked_rows() if not row.holds_a_game}
        return check(self.passages, self.games(), counts, void)

    def _replayed(self, games: Iterable[GameRow]) -> RunningBeads:
        """Return the beads after some games."""
        beads = RunningBeads(self.passages)
        for row in games:
            beads.learn(row)
        return beads

    def _read_machine(self) -> tuple[Kit, NamedRule, str]:
        """Return the kit as it was printed, the rule, and the version of kitgen."""
        with store.explained(self.path):
            said = dict(self._connection.execute("SELECT key, value FROM machine").fetchall())
        try:
            kit = read_kit(said["kit"], f"the kit in {self.path}")
            return kit, msgspec.json.decode(said["rule"], type=NamedRule), said["software"].decode()
        except (KeyError, TypeError, AttributeError, ValueError, msgspec.MsgspecError):
            raise SessionError(f"{self.path} is damaged: what it says of its machine cannot be read") from None


def game_text(row: GameRow) -> str:
    """Return a game in a line, as it may be written.

    >>> game_text(GameRow(7, (PickedBead("A1", "R"), PickedBead("B4", "L")), -1))
    'A1 R, B4 L, lost'
    """
    beads = [pick.text for pick in row.picks]
    return ", ".join([*(["…"] if row.last_only else []), *beads, ENDED[row.result]])


def installed_version() -> str:
    """Return the version of this kitgen, as it is installed."""
    try:
        return metadata.version("kitgen")
    except metadata.PackageNotFoundError:
        return "not installed"


def _values(row: GameRow) -> tuple[object, ...]:
    """Return a game as the file has it."""
    picks = " ".join(pick.text for pick in row.picks)
    resigned = None if row.resigned is None else int(row.resigned)
    return (
        row.game, picks, row.result, row.opponent, row.starts, row.remark, row.when, resigned, int(row.last_only),
    )  # fmt: skip


def _row(values: Sequence[Any]) -> GameRow:
    """Return a game from what the file has."""
    game, picks, result, opponent, starts, remark, when, resigned, last_only = values
    words = picks.split()
    if len(words) % 2:
        raise ValueError(picks)
    beads = tuple(map(PickedBead, words[::2], words[1::2]))
    return GameRow(
        game, beads, result, opponent, starts, when, remark, None if resigned is None else bool(resigned),
        bool(last_only),
    )  # fmt: skip
