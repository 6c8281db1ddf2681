"""What an experiment is, and its results: figures over many machines."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil, sqrt
from operator import add
from typing import Any

from kitgen.errors import UsageError, many, quoted
from kitgen.front_door import check_arguments, explain_arguments
from kitgen.machine.match import Match
from kitgen.model import Result


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
        # The sum of squared distances from the mean, times the number of machines.
        scatter = self.machines * self.squares - self.total**2
        return sqrt(scatter / (self.machines * (self.machines - 1)))

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None for a single machine."""
        return None if self.machines < 2 else self.deviation / sqrt(self.machines)


#: The figures of no machine.
NONE_YET = Running(0, 0, 0, sys.maxsize, 0)


#: The longest games, in moves, that are told apart when games are counted by their length.
LONGEST_COUNTED = 400
#: The most windows of games whose lengths are counted apart; up to so many games each is a window.
LENGTH_WINDOWS = 1000


def length_windows(games: int) -> int:
    """Return in how many windows the lengths of so many games are counted."""
    return min(games, LENGTH_WINDOWS)


def length_window(index: int, games: int) -> int:
    """Return the window in which the length of a game is counted, by its index among all games.

    >>> length_window(7, 50), length_window(1999, 2000)
    (7, 999)
    """
    return index * length_windows(games) // games


#: What is counted of each machine, by the name in ``Tally.quantiles``.
COUNTED = ("lost", "last_loss")


@dataclass(repr=False)
class Tally(Result):
    """The results of an experiment.

    Attributes:
        experiment: what was tried.
        wins, draws, losses: for each game of a machine's life, how many machines won, drew or lost
            it.
        by_machine: the wins, draws and losses of a machine, and the number of its last lost game (0
            for none).
        beads: for each box and slot of the kit the beads at the end, all machines together.
        emptied: for each box, how many machines have emptied it.
        tracks: the outcomes of the first few machines, game by game: 1, 0 or -1.
        lost_counts: for each number of lost games, from 0 on, how many machines lost so many.
        last_loss_counts: for each game, how many machines lost it and none after it; first those
            that lost none.
        plies: for each game, the moves of both sides, all machines together.
        length_counts: for each window of games, of at most ``LENGTH_WINDOWS``, how many of them had
            so many moves; ``LONGEST_COUNTED`` stands for more, too.
    """

    experiment: "Experiment"
    machines: int
    wins: list[int]
    draws: list[int]
    losses: list[int]
    by_machine: tuple[Running, ...] = (NONE_YET,) * 4
    beads: list[list[int]] = field(default_factory=list)
    emptied: list[int] = field(default_factory=list)
    tracks: list[list[int]] = field(default_factory=list)
    lost_counts: list[int] = field(default_factory=list)
    last_loss_counts: list[int] = field(default_factory=list)
    plies: list[int] = field(default_factory=list)
    length_counts: list[dict[int, int]] = field(default_factory=list)

    @property
    def games(self) -> int:
        """The games of a machine's life."""
        return self.experiment.games

    def summary(self) -> str:
        """Return the result in one line."""
        mean, error = self.lost
        spread = "" if error is None else f" ± {error:.2g}"
        what = f"{many(self.machines, 'machine')}, {many(self.games, 'game')} each"
        return (
            f"{self.experiment.text}: {what}; a machine lost "
            f"{mean:.4g}{spread}{note_of_speed(self.experiment)}"
        )

    @check_arguments
    def quantiles(self, *shares: float, of: str = "lost") -> tuple[int, ...]:
        """Return what so large a share of all machines does not exceed; by default the median.

        Args:
            shares: from 0 to 1, such as 0.25.
            of: ``lost``, the number of lost games, or ``last_loss``, the number of the last lost
                game (0 for none).

        >>> from kitgen.lab.experiment import simulate
        >>> simulate("her", games=20, machines=100).quantiles(0.25, 0.5, 0.75)
        (6, 7, 8)
        """
        if of not in COUNTED:
            raise UsageError(f"quantiles: of is {quoted(of)}; it must be 'lost' or 'last_loss'")
        counts = self.lost_counts if of == "lost" else self.last_loss_counts
        return _quantiles("quantiles", counts, shares)

    @property
    def mean_lengths(self) -> list[float]:
        """For each game, the mean number of moves of both sides."""
        return [moves / self.machines for moves in self.plies]

    @check_arguments
    def length_quantiles(self, *shares: float, game: int | None = None) -> tuple[int, ...]:
        """Return how many moves so large a share of games does not exceed; by default the median.

        Args:
            shares: from 0 to 1, such as 0.25.
            game: the number of a game of each machine's life, from 1; all games when None. Of more
                than 1,000 games neighbours are counted together.

        >>> from kitgen.lab.experiment import simulate
        >>> simulate("her", games=20, machines=100).length_quantiles(0.25, 0.5, 0.75)
        (4, 4, 5)
        """
        if game is not None and not 1 <= game <= self.games:
            raise UsageError(
                f"length_quantiles: game is {game}; it must be from 1 to {self.games:,}"
            )
        counts = Counter[int]()
        if game is None:
            for row in self.length_counts:
                counts.update(row)
        else:
            counts.update(self.length_counts[length_window(game - 1, self.games)])
        by_length = [counts[length] for length in range(max(counts) + 1)]
        return _quantiles("length_quantiles", by_length, shares)

    @property
    def lost_no_more(self) -> list[float]:
        """For each game, the share of machines that lost none of these games after it."""
        below = list(accumulate(self.last_loss_counts))
        return [reached / self.machines for reached in below[1:]]

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each game: results, length, and how many lost no more after it."""
        rows = []
        outcomes = zip(
            self.wins, self.draws, self.losses, self.lost_no_more, self.mean_lengths, strict=True
        )
        for game, (won, drawn, lost, no_more, length) in enumerate(outcomes, 1):
            rows.append(
                {
                    "game": game,
                    "wins": won,
                    "draws": drawn,
                    "losses": lost,
                    "lost_no_more": no_more,
                    "mean_length": length,
                    "median_length": self.length_quantiles(game=game)[0],
                }
            )
        return rows

    def report(self) -> dict[str, Any]:
        """Return the results as plain data."""
        kit = self.experiment.match.kit
        outcomes = {"wins": self.wins, "draws": self.draws, "losses": self.losses}
        data = self.experiment.about() | {
            "seed": self.experiment.seed,
            "machines": self.machines,
            "games": self.games,
        }
        for index, (name, games) in enumerate(outcomes.items()):
            share, error = self.share(index)
            data[name] = {"games": sum(games), "share": share, "standard_error": error}
        for name, (mean, error) in (
            ("losses_per_machine", self.lost),
            ("last_loss", self.last_loss),
        ):
            data[name] = {"mean": mean, "standard_error": error}
        data["length"] = {
            "mean": sum(self.plies) / self.machines / self.games,
            "quartiles": self.length_quantiles(0.25, 0.5, 0.75),
        }
        data["by_game"] = outcomes | {"mean_length": self.mean_lengths}
        data["boxes"] = []
        if kit.rule.learns == "beads":
            data["boxes"] = [self._box(number) for number in range(len(kit.boxes))]
        return data

    def _box(self, number: int) -> dict[str, Any]:
        """Return a box at the end as plain data."""
        kit = self.experiment.match.kit
        box = kit.boxes[number]
        return {
            "id": box.id,
            "position": kit.game.text(box.position),
            "emptied": self.emptied[number],
            "slots": [
                {
                    "move": kit.game.move_text(slot.moves[0]),
                    "colour": slot.colour.key,
                    "letter": slot.colour.letter,
                    "start": slot.beads,
                    "left": left / self.machines,
                }
                for slot, left in zip(box.slots, self.beads[number], strict=True)
            ],
        }

    def plot(self, axes: Any = None) -> Any:
        """Draw the learning curve with Matplotlib, into axes of yours or new ones, returned."""
        from kitgen.lab.curves import plot_curves  # noqa: PLC0415 - Matplotlib takes a second to load

        return plot_curves({self.experiment.match.rule_text: self}, axes)

    @check_arguments
    def share(self, index: int) -> tuple[float, float | None]:
        """Return the share of wins (0), draws (1) or losses (2), and its standard error.

        A single machine has no error.
        """
        if not 0 <= index <= 2:
            raise UsageError(
                f"share: index is {index}; it must be 0 for wins, 1 for draws or 2 for losses"
            )
        figure = self.by_machine[index]
        share = figure.mean / self.games
        if figure.error is None:
            return share, None
        return share, figure.error / self.games

    @explain_arguments
    def late_share(self, games: Sequence[int]) -> float:
        """Return the share of machines that have such a game, over the last tenth of all games.

        ``games`` counts them by the number of the game.
        """
        if len(games) != self.games:
            raise UsageError(
                f"late_share: games has {len(games):,} figures; it must have one for each game, "
                f"{self.games:,}"
            )
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

    @check_arguments
    def windows(self, most: int) -> Iterator[tuple[int, int, float, float, float]]:
        """Yield first and last game of some windows, with the shares of wins, draws and losses.

        There are at most ``most`` windows.
        """
        count = min(most, self.games)
        for number in range(count):
            first = number * self.games // count
            last = (number + 1) * self.games // count
            total = (last - first) * self.machines
            won = sum(self.wins[first:last]) / total
            drawn = sum(self.draws[first:last]) / total
            lost = sum(self.losses[first:last]) / total
            yield first + 1, last, won, drawn, lost

    @explain_arguments
    def count(self, figures: Sequence[Running]) -> None:
        """Add the figures of more machines."""
        if len(figures) != len(self.by_machine):
            raise UsageError(
                f"count: figures has {len(figures)} of them; it must have {len(self.by_machine)}"
            )
        self.by_machine = tuple(map(add, self.by_machine, figures))
        self.machines += figures[0].machines


def _quantiles(what: str, counts: Sequence[int], shares: Sequence[float]) -> tuple[int, ...]:
    """Return the least numbers that so large shares do not exceed; ``counts`` is by number."""
    up_to = list(accumulate(counts))
    quantiles = []
    for share in shares or (0.5,):
        if not 0 <= share <= 1:
            raise UsageError(f"{what}: a share is {share}; it must be from 0 to 1")
        wanted = max(1, ceil(share * up_to[-1]))
        quantiles.append(next(number for number, count in enumerate(up_to) if count >= wanted))
    return tuple(quantiles)


#: How many machines are kept game by game, to be shown as single curves.
TRACKS = 5


@dataclass(frozen=True, slots=True)
class Experiment:
    """A match and how often it is played, by machines that are new at first, each with its luck."""

    match: Match
    games: int
    machines: int
    seed: int

    def about(self) -> dict[str, Any]:
        """Return it as plain data, the beginning of every ``--json`` about experiments."""
        match = self.match
        return {
            "kit": match.kit.name,
            "game": match.kit.game_spec,
            "side": match.kit.game.sides[match.side].name,
            "rule": match.rule_text,
            "opponent": match.opponent_text,
        }

    @property
    def text(self) -> str:
        """It in one line."""
        about = self.about()
        return (
            f"{self.match.kit.title} ({about['side']}), rule {about['rule']}, against "
            f"{about['opponent']}"
        )


def note_of_speed(*experiments: Experiment) -> str:
    """Return why experiments have taken long, to follow a result; empty if they need not have."""
    slow = any(experiment.match.plain_only for experiment in experiments)
    return " (in plain Python: functions are not compiled)" if slow else ""


def new_tally(experiment: Experiment) -> Tally:
    """Return a tally before the first game."""
    games = experiment.games
    boxes = experiment.match.kit.boxes
    return Tally(
        experiment=experiment,
        machines=0,
        wins=[0] * games,
        draws=[0] * games,
        losses=[0] * games,
        beads=[[0] * len(box.slots) for box in boxes],
        emptied=[0] * len(boxes),
        lost_counts=[0] * (games + 1),
        last_loss_counts=[0] * (games + 1),
        plies=[0] * games,
        length_counts=[{} for _ in range(length_windows(games))],
    )
