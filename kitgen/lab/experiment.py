"""Experiments: many machines, each learning through many games; their results; and running them, small or large."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from operator import add
from typing import TYPE_CHECKING

from kitgen.errors import UsageError
from kitgen.extras import installed, need
from kitgen.machine.match import Match, check_match, seats
from kitgen.machine.paper_machine import PaperMachine, Rules, SplitMix, play_game
from kitgen.theory.oracle import Oracle

if TYPE_CHECKING:
    from kitgen.lab.kernel import Batch, Work


@dataclass(frozen=True, slots=True)
class Running:
    """A figure of many machines, kept as integer sums: the order of machines makes no difference.

    >>> three = Running.of(1) + Running.of(3) + Running.of(5)
    >>> three.mean, three.deviation, three.least, three.most
    (3.0, 2.0, 1, 5)
    """

    machines: int
    total: int
    squares: int
    least: int
    most: int

    @classmethod
    def of(cls, figure: int) -> "Running":
        """Return the figure of one machine."""
        return cls(1, figure, figure * figure, figure, figure)

    def __add__(self, other: "Running") -> "Running":
        return Running(
            self.machines + other.machines,
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.most, other.most),
        )

    @property
    def mean(self) -> float:
        """The mean over machines."""
        return self.total / self.machines

    @property
    def deviation(self) -> float:
        """The standard deviation over machines; 0 for a single one."""
        if self.machines < 2:
            return 0.0
        return sqrt((self.machines * self.squares - self.total**2) / (self.machines * (self.machines - 1)))

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None for a single machine."""
        return None if self.machines < 2 else self.deviation / sqrt(self.machines)


#: The figures of no machine.
NONE_YET = Running(0, 0, 0, sys.maxsize, 0)


@dataclass
class Tally:
    """The results of an experiment.

    Attributes:
        wins, draws, losses: for each game of a machine's life, how many machines won, drew or lost it.
        by_machine: the wins, draws and losses of a machine, and the number of its last lost game (0 for none).
        beads: for each box and slot of the kit the beads at the end, all machines together.
        emptied: for each box, how many machines have emptied it.
        tracks: the outcomes of the first few machines, game by game: 1, 0 or -1.
    """

    games: int
    machines: int
    wins: list[int]
    draws: list[int]
    losses: list[int]
    by_machine: tuple[Running, ...] = (NONE_YET,) * 4
    beads: list[list[int]] = field(default_factory=list)
    emptied: list[int] = field(default_factory=list)
    tracks: list[list[int]] = field(default_factory=list)

    def share(self, index: int) -> tuple[float, float | None]:
        """Return the share of wins (0), draws (1) or losses (2), and its standard error (None for one machine)."""
        figure = self.by_machine[index]
        return figure.mean / self.games, None if figure.error is None else figure.error / self.games

    def late_share(self, games: Sequence[int]) -> float:
        """Return the share of the games counted by number that are among the last tenth of all games."""
        late = games[-max(1, self.games // 10) :]
        return sum(late) / len(late) / self.machines

    @property
    def lost(self) -> tuple[float, float | None]:
        """The mean number of lost games of a machine, and its standard error."""
        return self.by_machine[2].mean, self.by_machine[2].error

    @property
    def last_loss(self) -> tuple[float, float | None]:
        """The mean number of a machine's last lost game, and its standard error."""
        return self.by_machine[3].mean, self.by_machine[3].error

    def windows(self, most: int) -> Iterator[tuple[int, int, float, float, float]]:
        """Yield first and last game of at most so many windows, with the shares of wins, draws and losses in each."""
        count = min(most, self.games)
        for number in range(count):
            first, last = number * self.games // count, (number + 1) * self.games // count
            total = (last - first) * self.machines
            won, drawn, lost = (sum(games[first:last]) / total for games in (self.wins, self.draws, self.losses))
            yield first + 1, last, won, drawn, lost

    def count(self, figures: Sequence[Running]) -> None:
        """Add the figures of more machines."""
        self.by_machine = tuple(map(add, self.by_machine, figures))
        self.machines += figures[0].machines


#: Called with the number of games played since its last call.
GamesDone = Callable[[int], object]
#: How many machines are kept game by game, to be shown as single curves.
TRACKS = 5
#: The most machines times games that one experiment may have: more would take too long.
MOST = 10**12


@dataclass(frozen=True, slots=True)
class Experiment:
    """A match and how often it is played: by so many machines, each new at first and with its own luck."""

    match: Match
    games: int
    machines: int
    seed: int


def check_experiment(experiment: Experiment) -> None:
    """Refuse an experiment that makes no sense, before anything is played."""
    for what, figure in (("games", experiment.games), ("machines", experiment.machines)):
        if figure < 1:
            raise UsageError(f"{figure} {what} cannot be played; ask for 1 or more")
    if experiment.games * experiment.machines > MOST:
        raise UsageError(f"{experiment.games:,} games of {experiment.machines:,} machines would take too long")
    check_match(experiment.match)


def new_tally(experiment: Experiment) -> Tally:
    """Return a tally before the first game."""
    wins, draws, losses = ([0] * experiment.games for _ in range(3))
    beads = [[0] * len(box.slots) for box in experiment.match.kit.boxes]
    return Tally(experiment.games, 0, wins, draws, losses, beads=beads, emptied=[0] * len(beads))


def run_on_paper(experiment: Experiment, oracle: Oracle | None = None, progress: GamesDone | None = None) -> Tally:
    """Run an experiment with plain Python machines, one after the other; ``oracle`` is the kit's own when None."""
    game, side = experiment.match.kit.game, experiment.match.side
    check_experiment(experiment)
    sit = seats(experiment.match, oracle or experiment.match.kit.oracle)
    rules, tally, of = Rules(game), new_tally(experiment), Running.of
    counts = (tally.draws, tally.wins, tally.losses)
    for number in range(experiment.machines):
        machine, players = sit()
        rng = SplitMix(experiment.seed, number)
        track = []
        for index in range(experiment.games):
            outcome = play_game(game, players, rng, rules).outcome * (1 if side == 0 else -1)
            counts[outcome][index] += 1
            track.append(outcome)
        lost = [game for game, outcome in enumerate(track, 1) if outcome == -1]
        tally.count((of(track.count(1)), of(track.count(0)), of(len(lost)), of(lost[-1] if lost else 0)))
        for index, box in enumerate(machine.beads if isinstance(machine, PaperMachine) else ()):
            tally.emptied[index] += not any(box)
            tally.beads[index] = [total + count for total, count in zip(tally.beads[index], box, strict=True)]
        if len(tally.tracks) < TRACKS:
            tally.tracks.append(track)
        if progress is not None:
            progress(experiment.games)
    return tally


#: Packages that the kernel needs.
KERNEL = ("numba", "numpy")
#: From this many games on, the kernel is worth the time that loading it takes.
MANY = 30_000
#: Games that a thread plays before it reports: a fraction of a second.
BATCH = 1_000_000


def run(
    experiment: Experiment,
    oracle: Oracle | None = None,
    progress: GamesDone | None = None,
    *,
    engine: str = "auto",
    threads: int | None = None,
) -> Tally:
    """Run an experiment.

    Args:
        oracle: the values of positions; the kit's own when None.
        engine: ``paper``, ``kernel``, or ``auto``: the kernel for many games where it is installed.
        threads: of the kernel; one for each processor of this process when None.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.machine.match import Match, parse_policy
    >>> run(Experiment(Match(build_kit("her"), parse_policy("random"), 1), games=50, machines=20, seed=1)).lost[0] < 13
    True
    """
    oracle = oracle or experiment.match.kit.oracle
    few = experiment.games * experiment.machines < MANY
    if engine == "paper" or (engine == "auto" and (few or not installed(*KERNEL))):
        return run_on_paper(experiment, oracle, progress)
    need("the compiled simulation", *KERNEL)
    check_experiment(experiment)
    # Each machine has its own luck, so the results do not depend on the number of threads.
    from kitgen.lab.kernel import Work, sum_up  # noqa: PLC0415 - NumPy and Numba are loaded only when needed

    work = Work(experiment, oracle)
    threads = threads or processors()
    size = max(1, min(BATCH // experiment.games, -(-experiment.machines // threads)))
    return sum_up(work, _batches(work, size, threads, progress))


def processors() -> int:
    """Return how many processors this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _batches(work: "Work", size: int, threads: int, progress: GamesDone | None) -> "Iterator[Batch]":
    experiment = work.experiment
    starts = iter(range(0, experiment.machines, size))
    with ThreadPoolExecutor(threads) as pool:
        # All threads are busy, and no more batches than that wait.
        running = {pool.submit(work.play, start, size) for start in islice(starts, 2 * threads)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(work.play, start, size) for start in islice(starts, len(done))}
            for batch in (future.result() for future in done):
                yield batch
                if progress is not None:
                    progress(batch.machines * experiment.games)
