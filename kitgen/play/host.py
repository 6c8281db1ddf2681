"""The host of a sitting: seats its machines, saves them in the user's folder, and changes its
settings.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from kitgen.errors import KitgenError, NotationError, TooLargeError, UsageError, quoted
from kitgen.files.whole import add_line
from kitgen.games import make_game
from kitgen.inquiries.position_lookup import MAX_PRINTABLE_POSITIONS
from kitgen.installing.extras import installed
from kitgen.journal.beads import given_now, taken_over
from kitgen.journal.journal import Journal
from kitgen.journal.other_programs import machine_of, read_foreign
from kitgen.kit.kit import TRAINED_IN_PLAY, Kit
from kitgen.kit.kit_json import with_hash
from kitgen.kit.rule import check_rule, read_rule
from kitgen.lab.experiment import KERNEL, MANY, run
from kitgen.lab.tally import Experiment
from kitgen.machine.learning import with_counts, with_rule
from kitgen.machine.match import Match, parse_policy, twin_kit
from kitgen.machine.paper_machine import SplitMix, play_game
from kitgen.model import Game, Rng
from kitgen.play.insight import Insight
from kitgen.play.learners import Learner, SideMachine, can_be_kept, new_learner
from kitgen.play.saves import ENDING, Saves, check_name, make_save_folder, name_from
from kitgen.play.sitting import FUNCTION, HUMAN, MACHINE, Sitting
from kitgen.reading.templates import Templates
from kitgen.reading.user_file import is_journal
from kitgen.record.game_lines import read_text
from kitgen.record.rows import game_and_file
from kitgen.sources.kit_sources import is_path, load_kit
from kitgen.theory.oracle import Oracle
from kitgen.tree_search.written_games import GameRecord, parse_record, write_record

#: The most digits of the number of a game in a file.
MAX_DIGITS_OF_A_GAME = 9
#: The kind of file that ``GameFile`` reads.
WRITTEN = "a file of games as 'kitgen match --save' writes it"


class GameFile:
    """A file with one game per line; empty lines and lines that begin with ``#`` are skipped."""

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = map(str.strip, read_text(path, WRITTEN, ("text",)).splitlines())
        self._lines = [line for line in lines if line and not line.startswith("#")]
        if not self._lines:
            raise UsageError(f"{quoted(path)} contains no games; name {WRITTEN}")

    def __len__(self) -> int:
        return len(self._lines)

    def record(self, game: Game, number: int) -> GameRecord:
        """Return a game of the file by its number, from 1."""
        if not 1 <= number <= len(self):
            raise UsageError(f"{quoted(self.path)} has games 1 to {len(self):,}, not {number:,}")
        try:
            return parse_record(game, self._lines[number - 1])
        except NotationError as error:
            raise NotationError(
                f"game {number:,} of {quoted(self.path)} is none of {game.called}: {error}"
            ) from None


def split_number(text: str) -> tuple[Path, int]:
    """Return the path of a file and the number of a game in it, from ``FILE`` or ``FILE:N``.

    >>> path, number = split_number("won/games.txt:12")
    >>> path.name, number
    ('games.txt', 12)
    """
    name, number = game_and_file(text)
    if number and not Path(text).exists():
        return Path(name), int(number[:MAX_DIGITS_OF_A_GAME])
    return Path(text), 1


def keep_game(path: Path, game: Game, record: GameRecord) -> None:
    """Add a game to a file, which the first one creates; when this returns it is on the disk."""
    make_save_folder(path.parent)
    line = write_record(game, record.line[0], record.moves)
    if record.note:
        line += f" ; {record.note}"
    add_line(path, line)


# Automatic learning: many games at once, each recorded; very many on the compiled kernel.

#: How many games are recorded in one transaction, and the most that can be played at once.
GAMES_AT_ONCE = 100
MAX_TRAINED_GAMES = 10_000_000


def check_training(sitting: Sitting, games: int) -> None:
    """Refuse a bad number of games, or a table where no machine learns."""
    if not 1 <= games <= MAX_TRAINED_GAMES:
        raise UsageError(
            f"{games:,} games cannot be played at once; ask for 1 to {MAX_TRAINED_GAMES:,}"
        )
    if not any(machine.learns for machine in sitting.playing_machines()):
        raise UsageError(
            "no machine that learns plays here; let one play, or switch its learning on"
        )


def by_kernel(sitting: Sitting, games: int) -> bool:
    """Return whether so many games go to the compiled kernel, which plays alike but records no
    single game.
    """
    if games < MANY or not installed(*KERNEL):
        return False
    for player in sitting.players:
        if player.startswith("script") or player.endswith(FUNCTION):
            return False
    if not all(map(_known_to_the_kernel, sitting.known_machines())):
        return False
    return all(machine.learns for machine in sitting.playing_machines())


def _known_to_the_kernel(machine: Learner) -> bool:
    return (
        isinstance(machine, SideMachine)
        and machine.own_rule is None
        and not machine.rule.when_empty.refills
    )


def train_by_kernel(sitting: Sitting, games: int) -> list[Kit]:
    """Play very many games on the compiled kernel, and return each side's kit, which starts with
    the trained beads.

    The kernel records no single game: the caller begins new journals with these kits. The sitting's
    score changes.
    """
    check_training(sitting, games)
    seed = sitting.rng.below(1 << 31)
    seated = [MACHINE if player == HUMAN else player for player in sitting.players]
    kits: list[Kit | None] = []
    for machine, player in zip(sitting.machines, seated, strict=True):
        if isinstance(machine, SideMachine) and player == MACHINE:
            kits.append(with_counts(machine.kit, machine.beads))
        else:
            kits.append(None)
    trained = list[Kit]()
    outcomes = list[int]()
    for side, machine in enumerate(sitting.machines):
        assert isinstance(machine, SideMachine)  # noqa: S101 - the kernel plays with beads alone
        beads = machine.beads
        kit = kits[side]
        if kit is not None:
            # With two machines the same seed plays the same games, once to get each machine's
            # beads.
            opponent = kits[1 - side] or parse_policy(seated[1 - side])
            match = Match(kit, opponent, side)
            tally = run(Experiment(match, games, 1, seed), kit.oracle, engine="kernel")
            beads = tally.beads
            own = [won - lost for won, lost in zip(tally.wins, tally.losses, strict=True)]
            outcomes = own if side == 0 else [-outcome for outcome in own]
        given = given_now(machine.kit, beads, TRAINED_IN_PLAY)
        trained.append(with_hash(taken_over(machine.kit, given)))
    sitting.outcomes += outcomes
    return trained


#: How many changes can be undone.
MAX_UNDONE_CHANGES = 100
#: The refusal of commands that need a folder with machines.
_NOT_KEPT = "no machines are kept in this sitting"


class Host:
    """Looks after a sitting: its machines, where they are saved, and its settings.

    Attributes:
        kit: the machine that is played with; None for a game too large for one.
        saves: where machines are saved; None if nothing is saved.
        name: the name under which the machine is saved; the other side's has the side's name behind
            it. If it is empty at first, it becomes the kit's own or the next free one.
        kept: the file of finished games that no machine records; None if a machine does, or nothing
            is saved.
        file: the last opened file of games, or None; ``number`` and ``note`` are those of the game
            in it.
    """

    def __init__(
        self,
        kit: Kit | None,
        game: Game,
        rng: Rng,
        saves: Saves | None = None,
        name: str = "",
        templates: Templates | None = None,
    ) -> None:
        self.kit = kit
        self.saves = saves
        self.templates = templates or Templates()
        if kit is not None and not name:
            name = kit.name if saves is None else saves.free_name(kit.name, kit)
        self.name = name
        self._steps: list[tuple[int, Callable[[], str | None]]] = []
        self._undone: list[Callable[[], None]] = []
        self._retired: list[Learner] = []
        machines = [None if kit is None else self._machine(side) for side in (0, 1)]
        oracle = kit.oracle if kit is not None else Oracle(game, too_large=True)
        self.sitting = Sitting(game, machines, oracle, rng)
        self.insight = Insight(game)
        self.file: GameFile | None = None
        self.number = 0
        self.note = ""
        self.kept: Path | None = None
        self.sitting.before_end = self.remember
        if kit is not None:
            self.sitting.seat(self.side, MACHINE)
        elif saves is not None:
            self.kept = saves.folder / f"{re.sub('[^a-z0-9]+', '-', game.called.lower())}.txt"
            self.sitting.keep = partial(keep_game, self.kept, game)

    @property
    def keeps(self) -> bool:
        """Whether the machines of this sitting are saved: there is a folder, and a journal can
        hold them.
        """
        return self.saves is not None and self.kit is not None and can_be_kept(self.kit)

    @property
    def side(self) -> int:
        """The main machine's side."""
        return self.kit.players[-1] if self.kit is not None else 1

    @property
    def opposite(self) -> int:
        """The side opposite the machine; without a machine the second side."""
        return 1 if self.kit is None else 1 - self.side

    def _name_of(self, side: int) -> str:
        if side == self.side or self.kit is None:
            return self.name
        return f"{self.name}-{self.kit.game.sides[side].name}"

    def _machine(self, side: int) -> Learner:
        """Return the machine of a side: the saved one, or a new one."""
        kit = self.kit
        name = self._name_of(side)
        assert kit is not None  # noqa: S101 - without a kit there are no machines
        if self.keeps and self.saves is not None and self.saves.has(name):
            journal = self.saves.open(name)
            own = journal.kit
            if own.game_spec != kit.game_spec or side not in own.players:
                journal.close()
                raise UsageError(
                    f"machine {quoted(name)} is a {own.choices.side} of {own.game.called}, not a "
                    f"{kit.game.sides[side].name} of {kit.game.called}; choose another name"
                )
            if side == self.side:
                self.kit = own
            return new_learner(own, side, journal)
        if side not in kit.players:
            kit = with_hash(twin_kit(kit, self.side))
        return self._new_machine(kit, side)

    def _new_machine(self, kit: Kit, side: int) -> Learner:
        begin = None if self.saves is None else partial(self.saves.begin, self._name_of(side))
        return new_learner(kit, side, begin=begin)

    def remember(self) -> None:
        """Remember the machines as they are, for ``undo``."""
        if self.kit is not None:
            self._steps.append((len(self.sitting.outcomes), self._snapshot()))
            del self._steps[:-MAX_UNDONE_CHANGES]
            self._undone.clear()

    def _snapshot(self, *, whole: bool = False) -> Callable[[], None]:
        """Return a function that brings back the present machines; forward in time only if
        ``whole``.
        """
        name = self.name
        kit = self.kit
        outcomes = list(self.sitting.outcomes)
        snapshots = [
            (machine, machine.snapshot(whole=whole)) for machine in self.sitting.known_machines()
        ]

        def restore() -> None:
            self.name = name
            self.kit = kit
            self.sitting.outcomes = list(outcomes)
            for machine, restore_machine in snapshots:
                restore_machine()
                self.sitting.machine_changed(machine.side, machine)

        return restore

    @contextmanager
    def one_change(self) -> Iterator[None]:
        """Let ``undo`` take back all games of a ``with`` block together."""
        self.remember()
        self.sitting.before_end = None
        try:
            yield
        finally:
            self.sitting.before_end = self.remember

    def steps_after(self, game: int) -> int:
        """Return how many changes ``undo`` has to take back for the games of this sitting after
        a given one.
        """
        return sum(games >= game for games, _ in self._steps)

    def undone_games(self, steps: int) -> int | None:
        """Return how many games ``undo`` would take back; None if it cannot take back so many
        changes.
        """
        if not 0 < steps <= len(self._steps):
            return None
        games_before, _ = self._steps[-steps]
        return len(self.sitting.outcomes) - games_before

    def undo(self, steps: int) -> str | None:
        """Take back the last changes to the machines; return the name of the machine that this
        restores, if any.
        """
        present = self._snapshot(whole=True)
        _, restore = self._steps[-steps]
        name = restore()
        del self._steps[-steps:]
        if not name:
            self._undone.append(present)
        return name

    def redo(self) -> int | None:
        """Redo the change that was undone last, and return how many games that brings back; None
        if there is none.
        """
        if not self._undone:
            return None
        games = len(self.sitting.outcomes)
        snapshot = self._snapshot()
        self._undone.pop()()
        self._steps.append((games, snapshot))
        return len(self.sitting.outcomes) - games

    def change_rule(self, name: str) -> None:
        """Begin anew with another learning rule: both machines get new names, and the old ones
        stay as they are.
        """
        rule = read_rule(name, self.templates)
        kits = [with_hash(with_rule(self.sitting.machine(side).kit, rule, name)) for side in (0, 1)]
        check_rule(name, rule, kits[0].game.called, draws=kits[0].draws)
        self.begin_anew(kits)

    def begin_anew(self, kits: Sequence[Kit] | None = None) -> None:
        """Begin with new machines of the given kits, or of the same; they get new names, the old
        ones stay.
        """
        kits = kits or [self.sitting.machine(side).kit for side in (0, 1)]
        self.remember()
        self.kit = kits[self.side]
        if self.keeps and self.saves is not None:
            self.name = self.saves.free_name(self.name)
        self._replace(map(self._new_machine, kits, (0, 1)))

    def _replace(self, machines: Iterable[Learner]) -> None:
        for side, machine in enumerate(machines):
            before = self.sitting.machine(side)
            self._retired.append(before)
            machine.learns = before.learns
            machine.opponent = before.opponent
            self.sitting.machine_changed(side, machine)

    def open(self, name: str) -> None:
        """Continue with another saved machine, and the other side's machine saved with it."""
        if self.saves is None or self.kit is None:
            raise UsageError(_NOT_KEPT)
        with self.saves.open(name) as journal:
            kit = journal.kit
        if kit.game_spec != self.sitting.game.spec:
            raise UsageError(
                f"machine {quoted(name)} plays {kit.game.called}, not {self.sitting.game.called}"
            )
        self.remember()
        before = self.name, self.kit
        self.name = name
        self.kit = kit
        machines: list[Learner] = []
        try:
            for side in (0, 1):
                machines.append(self._machine(side))
        except BaseException:
            for machine in machines:
                machine.close()
            self.name, self.kit = before
            self._steps.pop()
            raise
        self._replace(machines)

    def open_game(self, text: str) -> None:
        """Put a game on the table, at its start: ``FILE``, ``FILE:N``, or a number in the last
        opened file.
        """
        if text.isdecimal() and self.file is not None and not Path(text).exists():
            file = self.file
            number = int(text[:MAX_DIGITS_OF_A_GAME])
        else:
            path, number = split_number(text)
            file = GameFile(path)
        record = file.record(self.sitting.game, number)
        self.file = file
        self.number = number
        self.note = record.note
        self.sitting.open_record(record)

    def take_in(self, path: Path) -> str:
        """Save a machine of another program, and return its name, after that of the file."""
        if self.saves is None:
            raise UsageError(_NOT_KEPT)
        foreign = read_foreign(read_text(path), quoted(path))
        if foreign is None:
            raise UsageError(
                f"{quoted(path)} holds games; 'kitgen journal import' makes a machine of them"
            )
        name = self.saves.free_name(name_from(path.stem))
        self.saves.begin(name, machine_of(foreign, foreign.kit(self.templates))).close()
        return name

    def must_be_deletable(self, name: str) -> Saves:
        """Return the folder of a saved machine, unless it is being played with."""
        if self.saves is None:
            raise UsageError(_NOT_KEPT)
        path = self.saves.path(name)
        if any(machine.is_saved_in(path) for machine in self.sitting.known_machines()):
            raise UsageError(f"machine {quoted(name)} is being played with; open another one first")
        return self.saves

    def delete(self, name: str) -> None:
        """Delete a saved machine, unless it is being played with; it can be restored."""
        saves = self.must_be_deletable(name)
        for machine in self._retired:
            if machine.is_saved_in(saves.path(name)):
                machine.close()
                self._steps.clear()  # they may lead back to this machine
        self._steps.append((len(self.sitting.outcomes), saves.delete(name)))

    def train(self, games: int) -> Iterator[int]:
        """Play many games at once, and yield how many were played whenever some are saved.

        A person's machine plays for them. Machines trained by the kernel get new names.
        """
        sitting = self.sitting
        if by_kernel(sitting, games):
            self.begin_anew(train_by_kernel(sitting, games))
            yield games
            return
        self.remember()
        check_training(sitting, games)
        sitting.new_game()
        seated = [MACHINE if player == HUMAN else player for player in sitting.players]
        players = list(map(sitting.player, (0, 1), seated))
        for machine in sitting.known_machines():
            machine.opponent = seated[1 - machine.side]
        for first in range(0, games, GAMES_AT_ONCE):
            at_once = min(GAMES_AT_ONCE, games - first)
            for _ in range(at_once):
                played_game = play_game(sitting.game, players, sitting.rng)
                sitting.outcomes.append(played_game.outcome)
                for machine in sitting.known_machines():
                    if played_game.resigned == 1 - machine.side:
                        machine.conceded()
            try:
                for machine in sitting.known_machines():
                    machine.note()
            except KitgenError:
                sitting.unsaved += at_once
                raise
            yield first + at_once
        sitting.new_game()

    def stop_looking(self) -> None:
        """Stop every search, from another thread."""
        self.insight.stop()
        self.sitting.stop_looking()

    def close(self) -> None:
        """Close the journals."""
        for machine in (*self._retired, *self.sitting.known_machines()):
            machine.close()


def sit_down(
    kit: Kit | str | Path,
    *,
    seed: int,
    folder: Path | None = None,
    name: str | None = None,
    side: str | None = None,
    rule: str | None = None,
    language: str | None = None,
    templates: Templates | None = None,
) -> Host:
    """Return the host of a sitting: the kit's machine sits at its side, a person opposite.

    ``kit`` is a kit, an edition or game by name, or a path; a journal is copied into the folder and
    stays as it is. A game too large for a kit is played without machines. ``folder`` is where
    machines are saved, None to save nothing; ``name`` is the machine to continue or start, None for
    the kit's own; ``side`` and ``language`` are those of a new machine, whose beads have the
    letters of that language.

    >>> host = sit_down("her", seed=1)
    >>> host.sitting.players
    ['human', 'machine']
    """
    templates = templates or Templates()
    saves = None if folder is None else Saves(folder)
    rng = SplitMix(seed)
    if name is not None:
        check_name(name, "--as")
    if not isinstance(kit, Kit):
        is_file = is_path(str(kit), templates)
        if is_file and is_journal(Path(kit)):
            _refuse_for_a_journal({"--rule": rule, "--side": side})
            name, kit = _journal(Path(kit), saves, name)
        else:
            if is_file:
                language = None  # a finished kit keeps its own
            try:
                kit = load_kit(
                    kit,
                    templates=templates,
                    side=side,
                    language=language,
                    limit=MAX_PRINTABLE_POSITIONS,
                )
            except TooLargeError:
                _refuse_without_boxes(str(kit), {"--side": side, "--rule": rule, "--as": name})
                return Host(None, make_game(str(kit)), rng, saves, templates=templates)
    if rule is not None:
        kit = with_hash(with_rule(kit, read_rule(rule, templates), rule))
    host = Host(kit, kit.game, rng, saves, name or "", templates)
    own = rule if host.kit is None else host.kit.choices.rule
    if rule is not None and own != rule:
        host.close()
        raise UsageError(
            f"machine {quoted(host.name)} learns by {own}, not {rule}; choose another name"
        )
    return host


def _refuse_for_a_journal(options: Mapping[str, str | None]) -> None:
    """Refuse options that the machine of a journal would pass over."""
    for option, value in options.items():
        if value is not None:
            raise UsageError(
                f"the machine of a journal keeps its own: {option} {quoted(value)} would change "
                "nothing; leave it out, or play a kit"
            )


def _refuse_without_boxes(game: str, options: Mapping[str, str | None]) -> None:
    """Refuse options of a machine in a game that is too large for one."""
    given = [option for option, value in options.items() if value]
    if given:
        raise UsageError(
            f"{quoted(game)} is too large for a kit and is played without a machine of boxes: "
            f"{' and '.join(given)} would change nothing"
        ) from None


def _journal(path: Path, saves: Saves | None, name: str | None) -> tuple[str | None, Kit]:
    """Return a journal's machine, and its name in the user's folder, where it is copied unless
    it is there already.
    """
    with Journal(path) as journal:
        if saves is None:
            return name, journal.kit_now()
        if path.resolve().parent == saves.folder.resolve():
            return path.stem, journal.kit
        wanted = name or name_from(path.name.removesuffix(ENDING))
        name = saves.free_name(wanted, journal.kit)
        if not saves.has(name):
            with saves.begin(name, journal.kit) as copy:
                copy.add_all([replace(row, game=0) for row in journal.games()], as_written=True)
        return name, journal.kit
