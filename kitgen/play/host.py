"""The host of a sitting: seats its machines, keeps them in the user's folder, and changes what may be changed."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from kitgen.errors import UsageError, quoted
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import with_hash
from kitgen.kit.rule import check_rule, read_rule
from kitgen.machine.learning import with_rule
from kitgen.machine.rng import Rng
from kitgen.machine.twin import twin_kit
from kitgen.model import Game
from kitgen.play.ahead.insight import Insight
from kitgen.play.figures import Figures, Watch
from kitgen.play.game_file import GameFile, KeptGames, split_number
from kitgen.play.learners.kinds import Learner, can_be_kept, new_learner
from kitgen.play.learners.side_machine import SideMachine
from kitgen.play.saves import LONGEST, Saves
from kitgen.play.sitting import MACHINE, Sitting
from kitgen.play.training import by_kernel, train, train_by_kernel
from kitgen.session.exchange.foreign import machine_of, read_foreign
from kitgen.session.exchange.noted import read_text
from kitgen.session.past import given_now, taken_over
from kitgen.session.session import Session
from kitgen.templates import Templates
from kitgen.theory.oracle import Oracle

#: Where beads come from that no noted game has left.
TRAINED = "kitgen play, train"


class Host:
    """Who looks after a sitting.

    Attributes:
        kit: the machine that is played with; None for a game too large for one.
        sitting: the table.
        saves: where machines are kept; None where nothing is saved.
        name: what the machine is kept by; that of the other side has the side's name behind it.
        templates: where rules are read from.
        insight: looks ahead for whoever plays.
        kept: where finished games go that no machine keeps; None where a machine does, or nothing is saved.
        file: the games that were opened last, from a file; None before that.
        number, note: which game of the file, and what the file says of it.

    Args:
        kit: the machine, or None.
        game: the game.
        rng: where luck comes from.
        saves: where machines are kept, or None.
        name: the name of a machine that is kept, or is to be; the kit's own, or the next that is free, when empty.
        templates: where rules are read from.
    """

    def __init__(
        self, kit: Kit | None, game: Game, rng: Rng, saves: Saves | None = None, name: str = "",
        templates: Templates | None = None,
    ) -> None:  # fmt: skip
        self.kit = kit
        self.saves = saves
        self.templates = templates or Templates()
        self.name = name or self._usual_name()
        self._watches: dict[int, Watch] = {}
        machines: list[Learner | None] = [None, None]
        if kit is not None:
            machines = [self._machine(side) for side in (0, 1)]
        oracle = kit.oracle if kit is not None else Oracle(game, too_large=True)
        self.sitting = Sitting(game, machines, oracle, rng)
        self.insight = Insight(game)
        self.file: GameFile | None = None
        self.number, self.note = 0, ""
        self.kept = KeptGames(saves.folder, game) if kit is None and saves is not None else None
        self.sitting.keep = None if self.kept is None else self.kept.keep
        if kit is not None:
            self.sitting.seat(self.side, MACHINE)

    @property
    def keeps(self) -> bool:
        """Whether the machines of this sitting are kept: somebody wants that, and a journal can hold them."""
        return self.saves is not None and self.kit is not None and can_be_kept(self.kit)

    @property
    def side(self) -> int:
        """The side of the machine in the first place: the one that is looked at unless another is named."""
        return self.kit.players[-1] if self.kit is not None else 1

    @property
    def opposite(self) -> int:
        """The side of whoever sits opposite the machine; without a machine the side that follows."""
        return 1 if self.kit is None else 1 - self.side

    def _usual_name(self) -> str:
        """Return the name that the kit's machine is kept by, unless somebody names another."""
        if self.kit is None:
            return ""
        return self.kit.name if self.saves is None else self.saves.name_for(self.kit.name, self.kit)

    def _name_of(self, side: int) -> str:
        """Return the name that a side's machine is kept by."""
        assert self.kit is not None  # noqa: S101 - without a kit there are no machines
        return self.name if side == self.side else f"{self.name}-{self.kit.game.sides[side].name}"

    def _machine(self, side: int) -> Learner:
        """Return the machine of a side: the one that is kept by its name, or a new one."""
        assert self.kit is not None  # noqa: S101 - without a kit there are no machines
        name, journal = self._name_of(side), None
        if self.keeps and self.saves is not None and self.saves.has(name):
            journal = self.saves.open(name)
            self._check(journal, side, name)
            if side == self.side:
                self.kit = journal.kit
            return new_learner(journal.kit, side, journal)
        kit = self.kit if side in self.kit.players else with_hash(twin_kit(self.kit, self.side))
        return new_learner(kit, side, begin=self._beginner(name))

    def _beginner(self, name: str) -> Callable[[Kit], Session] | None:
        """Return what begins a journal, or None where nothing is saved."""
        return None if self.saves is None else self.saves.beginner(name)

    def _check(self, journal: Session, side: int, name: str) -> None:
        """Refuse a machine that plays another game or side."""
        assert self.kit is not None  # noqa: S101 - without a kit there are no machines
        kit = journal.kit
        if kit.game_spec != self.kit.game_spec or side not in kit.players:
            journal.close()
            raise UsageError(
                f"machine {quoted(name)} is a {kit.choices.side} of {kit.game_spec}, not a "
                f"{self.kit.game.sides[side].name} of {self.kit.game_spec}; choose another name"
            )

    def machine(self, side: int) -> Learner:
        """Return the machine of a side.

        Raises:
            UsageError: the game is too large for one.
        """
        found = self.sitting.machines[side]
        if found is None:
            raise UsageError(f"{self.sitting.game.spec} is too large for a machine of boxes")
        return found

    def figures(self, side: int) -> Figures:
        """Return how a side's machine stands."""
        return self._watch(side).figures()

    def way(self, side: int, number: int) -> list[str]:
        """Return the moves by which a box of a side's machine is reached soonest."""
        game = self.sitting.game
        return [game.move_text(move) for move in self._watch(side).atlas.way(number)]

    def _watch(self, side: int) -> Watch:
        """Return who looks after a side's figures."""
        machine = self.machine(side)
        if side not in self._watches or self._watches[side].machine is not machine:
            self._watches[side] = Watch(machine)
        return self._watches[side]

    def change_rule(self, name: str) -> None:
        """Begin anew by another learning rule: both machines, kept by other names; those of before stay as they are.

        Raises:
            KitgenError: there is no such rule, or it does not suit the game.
        """
        rule = read_rule(name, self.templates)
        kits = [with_hash(with_rule(self.machine(side).kit, rule, name)) for side in (0, 1)]
        check_rule(name, rule, kits[0].game_spec, draws=kits[0].draws)
        self.kit = kits[self.side]
        self.begin_anew(kits)

    def begin_anew(self, kits: "list[Kit] | None" = None) -> None:
        """Begin with new machines, kept by other names; those of before stay as they are.

        Args:
            kits: their kits, of the side that begins first; those of before when None.
        """
        kits = kits or [self.machine(side).kit for side in (0, 1)]
        if self.keeps and self.saves is not None:
            self.name = self.saves.free_name(self.name)
        for side, kit in enumerate(kits):
            before = self.machine(side)
            before.close()
            made = new_learner(kit, side, begin=self._beginner(self._name_of(side)))
            made.learns, made.opponent = before.learns, before.opponent
            self.sitting.machine_changed(side, made)

    def open(self, name: str) -> None:
        """Go on with another machine that is kept, and that of the other side which is kept with it.

        Raises:
            UsageError: there is no such machine, or it plays another game.
        """
        if self.saves is None or self.kit is None:
            raise UsageError("no machines are kept in this sitting")
        if not self.saves.has(name):
            raise UsageError(f"there is no machine {quoted(name)}")
        before = self.name, self.kit
        self.name, self.kit = name, self._kit_of(name)
        try:
            made = [self._machine(side) for side in (0, 1)]
        except BaseException:
            self.name, self.kit = before
            raise
        for side, machine in enumerate(made):
            self.machine(side).close()
            machine.learns = self.machine(side).learns
            self.sitting.machine_changed(side, machine)

    def open_game(self, text: str) -> None:
        """Lay a game from a file on the table, at its start.

        Args:
            text: ``FILE`` or ``FILE:N``, or the number of another game of the file that was opened last.

        Raises:
            KitgenError: there is no such file or game, or it is one of another game.
        """
        if text.isdecimal() and self.file is not None and not Path(text).exists():
            file, number = self.file, int(text[:9])
        else:
            path, number = split_number(text)
            file = GameFile(path)
        record = file.record(self.sitting.game, number)
        self.file, self.number, self.note = file, number, record.note
        self.sitting.open_record(record)

    def _kit_of(self, name: str) -> Kit:
        """Return the kit of a machine that is kept, which may play the other side than the one that is looked at."""
        assert self.saves is not None  # noqa: S101 - it has just been asked
        with self.saves.open(name) as journal:
            kit = journal.kit
        if kit.game_spec != self.sitting.game.spec:
            raise UsageError(f"machine {quoted(name)} plays {kit.game_spec}, not {self.sitting.game.spec}")
        return kit

    def take_in(self, path: Path) -> str:
        """Keep a machine of another program, and return the name that it is kept by: its file's, or the next after it.

        Raises:
            KitgenError: no machines are kept in this sitting, or the file holds none.
        """
        if self.saves is None:
            raise UsageError("no machines are kept in this sitting")
        foreign = read_foreign(read_text(path), str(path))
        if foreign is None:
            raise UsageError(f"{path} holds games; 'kitgen session import' makes a machine of them")
        name = self.saves.free_name("".join(one for one in path.stem if one.isalnum() or one in "-_ .")[:LONGEST])
        self.saves.beginner(name)(machine_of(foreign, foreign.kit(self.templates))).close()
        return name

    def delete(self, name: str) -> None:
        """Put a machine that is kept aside.

        Raises:
            UsageError: there is none, or it is the one that is played with.
        """
        if self.saves is None:
            raise UsageError("no machines are kept in this sitting")
        playing = {machine.journal.path for machine in self.sitting.known_machines() if machine.journal is not None}
        if self.saves.path(name) in playing:
            raise UsageError(f"machine {quoted(name)} is being played with; open another one first")
        self.saves.delete(name)

    def train(
        self, games: int, progress: Callable[[int], object] | None = None, stop: Callable[[], bool] = lambda: False
    ) -> int:
        """Play many games at once and return how many; see ``training.py``.

        Very many go to the compiled kernel, which notes no single game: the machines that it leaves are kept by new
        names, with these beads at their start.
        """
        if not by_kernel(self.sitting, games):
            return train(self.sitting, games, progress, stop)
        self.go_on_with(train_by_kernel(self.sitting, games, progress))
        return games

    def go_on_with(self, left: Sequence[Sequence[Sequence[int]] | None]) -> None:
        """Begin new machines with some beads at their start.

        Args:
            left: the beads of each side's machine; None where they are as they were.
        """
        kits = []
        for side, beads in enumerate(left):
            machine = self.machine(side)
            assert isinstance(machine, SideMachine)  # noqa: S101 - the kernel plays with beads alone
            given = given_now(machine.kit, machine.beads if beads is None else beads, TRAINED)
            kits.append(with_hash(taken_over(machine.kit, given)))
        self.kit = kits[self.side]
        self.begin_anew(kits)

    def stop_looking(self) -> None:
        """Let nobody look ahead any longer, from another thread."""
        self.insight.stop()
        self.sitting.stop_looking()

    def close(self) -> None:
        """Close the journals; all that was noted is in them."""
        for machine in self.sitting.known_machines():
            machine.close()


def copied(path_of: Session, saves: Saves, name: str) -> str:
    """Copy a journal into the user's folder, unless its copy is there, and return the name that it is kept by.

    Args:
        path_of: the journal, which stays as it is.
        saves: the user's folder.
        name: the name that is wished for.
    """
    kept = saves.name_for(name, path_of.kit)
    if not saves.has(kept):
        with saves.beginner(kept)(path_of.kit) as journal:
            journal.add_all([replace(row, game=0) for row in path_of.games()], as_written=True)
    return kept
