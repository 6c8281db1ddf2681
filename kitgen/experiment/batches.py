"""What a thread plays at a time on the compiled kernel, and the sum of all of it."""

from typing import TYPE_CHECKING, Any

import numpy as np

from kitgen.experiment.arrays import Arrays, make_arrays
from kitgen.experiment.experiment import TRACKS, Experiment, new_tally
from kitgen.experiment.kernel import Batch, play_machines
from kitgen.experiment.kernel_fast import Course, make_course, play_course, suits
from kitgen.experiment.tally import NONE_YET, Running, Tally
from kitgen.machine.rng import MASK, mix
from kitgen.theory.oracle import Oracle

if TYPE_CHECKING:
    from collections.abc import Callable


class Work:
    """An experiment, made ready for the kernel that plays it quickest. Both kernels play the same.

    Attributes:
        experiment: the experiment.
        arrays: its match.
        kernel: the kernel that plays it.
    """

    def __init__(self, experiment: Experiment, oracle: Oracle, *, quick: bool = True) -> None:
        """Prepare to play.

        Args:
            experiment: the experiment.
            oracle: what positions of the game are worth.
            quick: False for the general kernel in any case.
        """
        self.experiment = experiment
        self.arrays: Arrays = make_arrays(experiment.match, oracle)
        self._seed = np.uint64(mix(experiment.seed & MASK))
        self.kernel: Callable[..., None] = play_machines
        self._table: Arrays | Course = self.arrays
        if quick and suits(self.arrays):
            self.kernel, self._table = play_course, make_course(self.arrays, experiment.side)

    def play(self, start: int, size: int) -> Batch:
        """Play all games of some machines.

        Args:
            start: the number of the first machine.
            size: how many, at most.
        """
        games = self.experiment.games
        count = min(size, self.experiment.machines - start)
        figures = np.zeros((4, 4), np.int64)
        figures[:, 2] = np.iinfo(np.int64).max
        batch = Batch(
            start,
            count,
            np.zeros(games, np.int32),
            np.zeros(games, np.int32),
            figures,
            np.zeros(len(self.arrays.start), np.int64),
            np.zeros(len(self.arrays.totals), np.int64),
            np.zeros((max(0, min(TRACKS - start, count)), games), np.int8),
        )
        self.kernel(self._table, self.experiment.side, self._seed, batch)
        return batch


class Total:
    """The sum of batches, in whatever order they come.

    Args:
        work: what they are batches of.
    """

    def __init__(self, work: Work) -> None:
        games = work.experiment.games
        self._work = work
        self._wins, self._losses = np.zeros(games, np.int64), np.zeros(games, np.int64)
        self._left = np.zeros(len(work.arrays.start), np.int64)
        self._emptied = np.zeros(len(work.arrays.totals), np.int64)
        self._figures = (NONE_YET,) * 4
        self._tracks: dict[int, list[list[int]]] = {}

    def add(self, batch: Batch) -> None:
        """Add a batch."""
        self._wins += batch.wins
        self._losses += batch.losses
        self._left += batch.left
        self._emptied += batch.emptied
        won, drawn, lost, last = (
            known + Running(batch.machines, *row)
            for known, row in zip(self._figures, batch.figures.tolist(), strict=True)
        )
        self._figures = won, drawn, lost, last
        if len(batch.tracks):
            self._tracks[batch.start] = batch.tracks.tolist()

    def tally(self) -> Tally:
        """Return what has come of the experiment."""
        experiment, slots = self._work.experiment, self._work.arrays.slots.tolist()
        tally = new_tally(experiment)
        tally.count(self._figures)
        tally.wins, tally.losses = self._wins.tolist(), self._losses.tolist()
        tally.draws = (tally.machines - self._wins - self._losses).tolist()
        tally.tracks = [track for start in sorted(self._tracks) for track in self._tracks[start]]
        if experiment.kit.rule.learns == "beads":
            # With two machines, the first side's boxes stand first.
            boxes = len(experiment.kit.boxes)
            before = len(slots) - 1 - boxes if experiment.side == 1 else 0
            left: list[Any] = self._left.tolist()
            tally.beads = [left[slots[number] : slots[number + 1]] for number in range(before, before + boxes)]
            tally.emptied = self._emptied[before : before + boxes].tolist()
        return tally
