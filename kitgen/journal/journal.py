"""A journal: one machine, made from one kit, and every game that a class has played with it, in
one file.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec

from kitgen.errors import (
    JournalError,
    KitgenError,
    RecordError,
    UsageError,
    command_line,
    many,
    quoted,
    suggested,
)
from kitgen.front_door import with_checked_calls
from kitgen.journal import store
from kitgen.journal.audit import Counts
from kitgen.journal.beads import RunningBeads, given_now, gone_on, played, taken_over
from kitgen.journal.journal_check import Checked, check
from kitgen.journal.results_alone import games_without_beads, refuse_mixture
from kitgen.journal.tables import MachineRule
from kitgen.journal.understand import understood
from kitgen.kit.file_table import read_written
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit, with_hash, write_kit
from kitgen.kit.rule import Rule
from kitgen.machine.learning import with_rule
from kitgen.model import Result
from kitgen.record.game_lines import NotedRow, without_game
from kitgen.record.machine_events import EventBead, MachineEvent
from kitgen.record.rows import LETTERS, RESULT_WORDS, GameRow, Passages

#: The kits of journals that stay in memory.
MAX_KEPT_KITS = 4


@dataclass(frozen=True, slots=True, repr=False)
class Status(Result):
    """The status of a journal.

    Attributes:
        games: how many games it has.
        won, drawn, lost: how many of them the machine has won, drawn, lost.
        last: the number of the last game; 0 if there is none.
        by_last_beads: how many games have only their last beads.
        without_beads: how many games have a result and no beads, if the rule needs the beads of
            some of them.
        others_after: the number of the game after which others played, and nobody noted it; None if
            nobody did.
        beads, started_with: how many beads are in all boxes now, and were at first; None if nobody
            can know.
        empty: the boxes without beads.
        since_count: how many games were noted since the last count of beads; None if there was
            none.
    """

    games: int
    won: int
    drawn: int
    lost: int
    last: int
    by_last_beads: int
    without_beads: int
    others_after: int | None
    beads: int | None
    started_with: int
    empty: tuple[str, ...]
    since_count: int | None

    row_labels: ClassVar = ("games",)
    bar_columns: ClassVar = ("won", "drawn", "lost")

    def summary(self) -> str:
        """Return the status in one line."""
        results = f"{self.won} won, {self.drawn} drawn, {self.lost} lost"
        beads = "its beads are not known"
        if self.beads is not None:
            beads = f"{many(self.beads, 'bead')} now"
        return f"{many(self.games, 'game')}: {results}; {beads}"

    def table(self) -> list[dict[str, Any]]:
        """Return all of it in one row."""
        return [asdict(self)]

    def report(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return asdict(self)


@with_checked_calls
class Journal(store.JournalFile, Result):
    """The journal of one machine. Every step is a transaction.

    Methods raise ``RecordError`` for a game that is impossible, already noted otherwise, or
    missing, and ``OutputError`` if the file cannot be written; nothing is changed then.

    Attributes:
        printed: the kit as it was printed.
        kit: the same kit with the rule of the journal.
        passages: the possible courses of its games.
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

    passages: Passages

    row_labels: ClassVar = ("game",)
    bar_columns: ClassVar = ("score",)

    def __init__(self, path: str | Path, *, write: bool = False) -> None:
        """Open an existing journal, read-only unless ``write``."""
        super().__init__(Path(path), write=write)
        try:
            self.printed, self.rule_name, rule, self.software = self._read_machine()
        except BaseException:
            self.close()
            raise
        self.kit = self.printed
        if rule != self.printed.rule:
            self.kit = with_hash(with_rule(self.printed, rule, self.rule_name))
        self.passages = Passages(self.kit)

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
        events: Iterable[MachineEvent] = (),
        software: str | None = None,
    ) -> Self:
        """Begin a journal; an existing file is never overwritten.

        Args:
            kit: the kit as it was printed.
            rule: the learning rule that the class plays by, if it is not the kit's.
            rule_name: the name of that rule.
            rows: games that are in it from the start, unchecked.
            marked: rows of marked sheets from which they come.
            events: what happened to the machine beside its games.
            software: the version of kitgen that began it; this version if None.

        Raises:
            OutputError: the file exists already, or cannot be written.
            UsageError: the rule keeps no beads.
        """
        if rule is None:
            rule = kit.rule
            rule_name = kit.choices.rule
        if rule.learns != "beads":
            raise UsageError(
                f"rule {quoted(rule_name)} keeps no beads, so there is no machine to follow"
            )
        machine_rule = msgspec.json.encode(MachineRule(rule_name, rule))
        values = {
            "kit": write_kit(kit),
            "rule": machine_rule,
            "software": (software or installed_version()).encode(),
        }
        store.make_file(path, values, rows, marked, events)
        return cls(path, write=True)

    def games(self) -> tuple[GameRow, ...]:
        """Return all games by number; games of the same number are in the order in which they
        were noted.
        """
        return tuple(self._rows().values())

    def game(self, number: int) -> GameRow:
        """Return the game of a number, the last if there are several."""
        _, row = self._numbered(number)
        return row

    def _numbered(self, number: int) -> tuple[int, GameRow]:
        """Return the last game of a number, after the number of its row in the file."""
        rows = self._rows()
        of_number = [(row_id, row) for row_id, row in rows.items() if row.game == number]
        if of_number:
            return of_number[-1]
        advice = "no games are noted yet"
        if rows:
            numbers = {row.game for row in rows.values()}
            nearest = min(numbers, key=lambda game: abs(game - number))
            advice = f"the nearest is game {nearest}"
        raise RecordError(f"{quoted(self.path)} has no game {number}; {advice}")

    def could_be(self, row: GameRow) -> GameRow:
        """Return a game as it would be noted."""
        return understood(self.passages, row)

    def add(self, row: GameRow, *, as_written: bool = False) -> GameRow:
        """Note one game and return it as it was understood; it is then on the disk.

        Args:
            row: the game; number 0 stands for the next number.
            as_written: True to note even an impossible game, for ``check`` to report.
        """
        return next(iter(self.add_all((row,), as_written=as_written)), row)

    def add_all(
        self, rows: Iterable[GameRow], *, as_written: bool = False, instead: Collection[int] = (),
        marked: Iterable[NotedRow] = (), anew: bool = False,
    ) -> tuple[GameRow, ...]:  # fmt: skip
        """Note several games in one transaction, all or none, and return the new ones.

        A game that the journal already has is skipped, so a table that has grown can be added
        again.

        Args:
            as_written: True to note even impossible games, unchanged, and several of one number.
            instead: the numbers of games that are replaced, or taken out if no row has them.
            marked: rows of marked sheets; those that the journal already has are replaced only with
                ``anew``.
        """
        ready = [row if as_written else understood(self.passages, row) for row in rows]
        with self._transaction():
            noted = self._rows()
            if not as_written:
                staying = [row for row in noted.values() if row.game not in instead]
                refuse_mixture(self.kit, [*staying, *ready])
            changes = self._changes_to_add(ready, noted, instead, as_written=as_written)
            self._note("add", 0, changes)
            store.note_marked(self._connection, marked, instead=anew)
        return tuple(row for _, row in changes if row is not None)

    def _changes_to_add(
        self,
        ready: Sequence[GameRow],
        noted: Mapping[int, GameRow],
        instead: Collection[int],
        *,
        as_written: bool,
    ) -> list[tuple[int, GameRow | None]]:
        """Return the changes of rows that add games, or replace those whose numbers are in
        ``instead``: for each the number of the row, 0 for a new one, and its game, None to take it
        out.
        """
        row_ids = {row.game: row_id for row_id, row in noted.items()}
        numbers = {row.game for row in ready}
        # How often each game is noted already, and may be skipped.
        copies = Counter(row for row in noted.values() if row.game in numbers)
        last = max(row_ids, default=0)
        given: set[int] = set()
        changes: list[tuple[int, GameRow | None]] = []
        for row in ready:
            game = row if row.game else replace(row, game=last + 1)
            number = game.game
            last = max(last, number)
            if number in given and not as_written:
                raise RecordError(f"game {number} is given twice")
            given.add(number)
            as_noted = game
            if as_written and number in row_ids and not copies[game]:
                with suppress(RecordError):
                    as_noted = understood(self.passages, game)
            if copies[as_noted]:
                copies[as_noted] -= 1
                continue
            if number in row_ids and number not in instead:
                mending = command_line("kitgen", "journal", "edit", self.path, number)
                other = game_text(noted[row_ids[number]])
                raise RecordError(
                    f"game {number} is there already, as {other}; to correct it: {mending}"
                )
            changes.append((row_ids.pop(number, 0), game))
        for number in instead:
            if number in row_ids and number not in given:
                changes.append((row_ids[number], None))
        return changes

    def add_marked(
        self, rows: Iterable[NotedRow], games: Iterable[GameRow], *, instead: Collection[int] = ()
    ) -> tuple[GameRow, ...]:
        """Note rows of marked sheets with the games in them, as ``add_all`` does; rows noted
        before are replaced.
        """
        return self.add_all(games, instead=instead, marked=rows, anew=True)

    def edit(self, number: int, row: GameRow, *, as_written: bool = False) -> GameRow:
        """Replace a game, the last of its number, by a corrected one, and return this as it was
        understood.

        Args:
            row: the whole game as it should be; its own number is ignored.
            as_written: True to accept an impossible game.
        """
        game = replace(row, game=number)
        game = game if as_written else understood(self.passages, game)
        with self._transaction():
            row_id, before = self._numbered(number)
            if not as_written:
                others = [other for other in self._rows().values() if other != before]
                refuse_mixture(self.kit, [*others, game])
            if game == before:
                raise RecordError(
                    f"game {number} is noted like that already: {game_text(game)}; "
                    "nothing was changed"
                )
            self._note("edit", number, [(row_id, game)])
        return game

    def remove(self, number: int) -> GameRow:
        """Take a game out and return it; ``check`` does not miss its number."""
        with self._transaction():
            row_id, row = self._numbered(number)
            self._note("remove", number, [(row_id, None)])
        return row

    def insert(self, number: int, row: GameRow, *, as_written: bool = False) -> tuple[GameRow, ...]:
        """Note a game that was played before others, and return it and the games that have new
        numbers.

        If the number is taken, that game and those after it, up to the next free number, get the
        next number each. With ``as_written``, an impossible game is accepted.
        """
        game = replace(row, game=number)
        game = game if as_written else understood(self.passages, game)
        with self._transaction():
            rows = self._rows()
            if not as_written:
                refuse_mixture(self.kit, [*rows.values(), game])
            free = self._free_number_from(number, rows)
            moved = {}
            for row_id, other in rows.items():
                if number <= other.game < free:
                    moved[row_id] = replace(other, game=other.game + 1)
            self._note("insert", number, [(0, game), *moved.items()])
        return (game, *moved.values())

    def _free_number_from(self, number: int, rows: Mapping[int, GameRow]) -> int:
        """Return the first free number from one on; ``RecordError`` if a row of a marked sheet is
        before it.
        """
        numbers = {row.game for row in rows.values()}
        marked = {noted.game for noted in self.marked_rows()}
        free = number
        while free in numbers or free in marked:
            if free in marked:
                raise RecordError(
                    f"game {free} is a row of a marked sheet, which keeps its number, so nothing "
                    "can be inserted before it; note the game with a free number"
                )
            free += 1
        return free

    def happened(self, event: MachineEvent) -> MachineEvent:
        """Note what happened to the machine beside its games; ``undo`` takes it back.

        ``RecordError`` if the machine has no such box, or the journal no such game.
        """
        if event.box and event.box not in self.kit.indices:
            raise RecordError(
                f"the machine has no box {quoted(event.box)}; {self._command('beads')} lists them"
            )
        if event.after:
            self.game(event.after)
        self.note_event(event)
        return event

    def _command(self, name: str) -> str:
        return suggested("kitgen", "journal", name, self.path)

    def others_played(self) -> MachineEvent | None:
        """Return the games that nobody noted, since which nobody knows what is in the boxes;
        None if there are none.
        """
        deciding = [event for event in self.events() if event.begins_anew or event.what == "others"]
        if not deciding:
            return None
        deciding.sort(key=lambda event: event.after)  # of those after one game, the last counts
        latest = deciding[-1]
        return latest if latest.what == "others" else None

    def go_on_from_count(self) -> MachineEvent:
        """Take the last count for right, as an event; ``RecordError`` if there is none since the
        last game.
        """
        count = self.last_count()
        if count is None or not count.is_latest:
            raise RecordError(
                "no beads were counted after the last game; count them with "
                f"{self._command('count')}"
            )
        counted = {box for box, _ in count.beads}
        left_out = [box.id for box in self.kit.boxes if box.id not in counted]
        if self.others_played() and left_out:
            raise RecordError(
                "games were played that nobody noted, so every box has to be counted; "
                f"still: {', '.join(left_out)}"
            )
        beads = tuple(
            EventBead(box, bead, beads) for (box, bead), beads in sorted(count.beads.items())
        )
        return self.happened(MachineEvent("counted", self._last_number(), beads=beads))

    def beads(self) -> list[list[int]]:
        """Return the beads that should be in each slot of each box now; ``RecordError`` if
        nobody can know.
        """
        return RunningBeads(self.passages, self._games_with_beads(), self.events()).all()

    def _games_with_beads(self) -> tuple[GameRow, ...]:
        games = self.games()
        lacking = games_without_beads(self.kit, games)
        if lacking:
            raise RecordError(
                f"{quoted(self.path)} has {many(lacking, 'game')} with a result and without "
                "beads, so nobody knows what is in the boxes; "
                f"{self._command('status')} and {self._command('curve')} show the results"
            )
        others = self.others_played()
        if others is not None:
            raise RecordError(
                f"others played after game {others.after}, and nobody noted it, so nobody knows "
                f"what is in the boxes; count all of them with {self._command('count')}, "
                f"then take the counts for right with {self._command('go-on')}"
            )
        return games

    def kit_now(self) -> Kit:
        """Return the kit with its present beads, for ``simulate``, ``find`` and others; raises as
        ``beads``.

        After an event it is a machine that began with the beads of that time, and has played the
        games since.
        """
        kit = self.kit
        games = self._games_with_beads()
        events = self.events()
        if events:
            last = max(event.after for event in events)
            before = [row for row in games if row.game <= last]
            games = tuple(row for row in games if row.game > last)
            kit = self._kit_begun_anew(before, events, last)
        kit = gone_on(kit, played(games))
        command = command_line("kitgen", "print", self.path.name)
        if command.isprintable():
            kit = replace(kit, command=command)
        return with_hash(kit)

    def _kit_begun_anew(
        self, before: Sequence[GameRow], events: Sequence[MachineEvent], last: int
    ) -> Kit:
        """Return the kit of a machine that begins with its beads after game ``last``, that of its
        last event.
        """
        counts = RunningBeads(self.passages, before, events).all()
        results = [row.result for row in before]
        given = msgspec.structs.replace(
            given_now(self.kit, counts, f"{self.path.name}, game {last}"),
            won=results.count(1),
            drawn=results.count(0),
            lost=results.count(-1),
        )
        return with_hash(taken_over(self.kit, given))

    def summary(self) -> str:
        """Return the journal in one line."""
        return f"journal {self.path.name} of {self.kit.name}, {self.status().summary()}"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each game: its beads, its result, and the games won less those lost
        up to it.
        """
        rows = []
        score = 0
        for row in self.games():
            score += row.result
            rows.append(
                {
                    "game": row.game,
                    "opponent": row.opponent,
                    "picks": " ".join(pick.text for pick in row.picks),
                    "result": LETTERS[row.result],
                    "score": score,
                }
            )
        return rows

    def status(self) -> Status:
        """Return the status of the journal."""
        games = self.games()
        beads = RunningBeads(self.passages, games, self.events())
        count = self.last_count()
        results = [row.result for row in games]
        without_beads = games_without_beads(self.kit, games)
        others = self.others_played()
        known = without_beads == 0 and others is None
        return Status(
            games=len(games),
            won=results.count(1),
            drawn=results.count(0),
            lost=results.count(-1),
            last=games[-1].game if games else 0,
            by_last_beads=sum(row.last_only for row in games) - without_beads,
            without_beads=without_beads,
            others_after=None if others is None else others.after,
            beads=sum(beads.counts) if known else None,
            started_with=self.kit.beads,
            empty=tuple(box.id for box in self.kit.boxes if beads.empty(box.id)) if known else (),
            since_count=None if count is None else count.games_since,
        )

    def check(
        self, counts: Counts | None = None, unread: Sequence[str] = (), sure: Collection[str] = ()
    ) -> Checked:
        """Replay all games by the rules, and explain problems and counted beads, if given, by
        slips.

        Args:
            counts: the counted beads, by box and letter.
            unread: what could not be read of the counts, in words.
            sure: the boxes in which the same beads were counted twice.
        """
        void = self._removed() | without_game(self.marked_rows())
        games = self.games()
        lacking = games_without_beads(self.kit, games)
        if lacking:  # counted beads cannot be compared with anything
            counts = None
        checked = check(self.passages, games, counts, void, unread, sure, self.events())
        return replace(checked, without_beads=lacking)

    def _read_machine(self) -> tuple[Kit, str, Rule, str]:
        values = dict(self._read("SELECT key, value FROM machine"))
        try:
            kit = _kit_in(values["kit"], self.path)
            software = values["software"].decode()
            named = read_written(
                values["rule"], MachineRule, f"the rule in {quoted(self.path)}", JournalError
            )
        except (KeyError, TypeError, AttributeError, ValueError, msgspec.MsgspecError):
            raise JournalError(
                f"{quoted(self.path)} is damaged: its machine cannot be read"
            ) from None
        return kit, named.name, named.rule, software


def _kit_in(data: bytes, path: Path) -> Kit:
    """Return the kit in a journal, which may be in memory."""
    try:
        return _kept_kit(data)
    except KitgenError:
        return read_kit(data, f"the kit in {quoted(path)}")  # refuses it with its place


@lru_cache(maxsize=MAX_KEPT_KITS)
def _kept_kit(data: bytes) -> Kit:
    """Return the kit in some bytes; all groups of a class have the same, and the class's board
    opens their journals again and again.
    """
    return read_kit(data, "the kit")


def game_text(row: GameRow) -> str:
    """Return a game in one line.

    >>> from kitgen.record.rows import PickedBead
    >>> game_text(GameRow(7, (PickedBead("A1", "R"), PickedBead("B4", "U")), -1))
    'A1 R, B4 U, lost'
    """
    words = [pick.text for pick in row.picks]
    if row.last_only:
        words.insert(0, "…")
    return ", ".join([*words, RESULT_WORDS[row.result]])


def installed_version() -> str:
    """Return the installed version of kitgen."""
    try:
        return metadata.version("kitgen")
    except metadata.PackageNotFoundError:
        return "not installed"
