"""What an experiment is, and its results: figures over many machines."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from operator import add

from kitgen.machine.match import Match


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


#: How many machines are kept game by game, to be shown as single curves.
TRACKS = 5


@dataclass(frozen=True, slots=True)
class Experiment:
    """A match and how often it is played: by so many machines, each new at first and with its own luck."""

    match: Match
    games: int
    machines: int
    seed: int


def new_tally(experiment: Experiment) -> Tally:
    """Return a tally before the first game."""
    wins, draws, losses = ([0] * experiment.games for _ in range(3))
    beads = [[0] * len(box.slots) for box in experiment.match.kit.boxes]
    return Tally(experiment.games, 0, wins, draws, losses, beads=beads, emptied=[0] * len(beads))
