"""Runs experiments: small ones on paper machines, large ones on the compiled kernel, with the same outcome."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kitgen.experiment.experiment import TRACKS, Experiment, Tally, check_experiment, new_tally, run_on_paper
from kitgen.extras import installed, need
from kitgen.machine.policies import Policy, Theory
from kitgen.machine.rng import MASK, mix

if TYPE_CHECKING:
    from kitgen.experiment.arrays import Flat, Rules

#: What the kernel is made with.
KERNEL = ("numba", "numpy")
#: From this many games on, the kernel is worth the time that loading it takes.
MANY = 30_000

#: Games that a thread plays before it reports: a fraction of a second.
BATCH = 500_000


def run(
    experiment: Experiment,
    theory: Theory | None = None,
    progress: Callable[[int], object] | None = None,
    *,
    engine: str = "auto",
    threads: int | None = None,
) -> Tally:
    """Run an experiment.

    Args:
        experiment: what is to be tried.
        theory: what opponents know of the game; found out when None.
        progress: is told the number of games played since it was last told.
        engine: ``paper``, ``kernel``, or ``auto``, which takes the kernel for many games where it is installed.
        threads: how many threads the kernel runs on; as many as there are cores when None.

    Raises:
        KitgenError: the experiment makes no sense, the game is too large, or the kernel is not installed.
    """
    theory = theory or Theory(experiment.kit.game)
    few = experiment.games * experiment.machines < MANY
    if engine == "paper" or (engine == "auto" and (few or not installed(*KERNEL))):
        return run_on_paper(experiment, theory, progress)
    need("the compiled simulation", *KERNEL)
    check_experiment(experiment, theory)
    if not compilable(experiment):
        return run_on_paper(experiment, theory, progress)
    return run_compiled(experiment, theory, progress, threads=threads)


def compilable(experiment: Experiment) -> bool:
    """Return whether the kernel knows the experiment's opponent: not an adversary in a game of points."""
    opponent = experiment.opponent
    return not (isinstance(opponent, Policy) and opponent.knows_beads and experiment.kit.game.scoring)


def run_compiled(
    experiment: Experiment,
    theory: Theory,
    progress: Callable[[int], object] | None = None,
    *,
    threads: int | None = None,
) -> Tally:
    """Run an experiment on the compiled kernel, its machines shared out over threads.

    Whatever the number of threads, each machine has luck of its own, and sums of whole numbers do not depend on
    their order: the outcome is always the same.
    """
    from kitgen.experiment.arrays import flatten  # noqa: PLC0415 - NumPy and Numba are loaded only when needed

    flat, rules = flatten(experiment, theory)
    threads = threads or os.cpu_count() or 1
    size = max(1, min(BATCH // experiment.games, -(-experiment.machines // threads)))
    starts = range(0, experiment.machines, size)
    tally = new_tally(experiment)
    parts: dict[int, _Part] = {}
    with ThreadPoolExecutor(threads) as pool:
        for start, part in _in_turn(pool, threads, starts, lambda s: _play(experiment, flat, rules, s, size)):
            parts[start] = part
            _add(tally, part)
            if progress is not None:
                progress(len(part.by_machine) * experiment.games)
    for start in starts:
        tally.by_machine += parts[start].by_machine
        tally.tracks += parts[start].tracks
    tally.draws = [tally.machines - won - lost for won, lost in zip(tally.wins, tally.losses, strict=True)]
    return tally


@dataclass(frozen=True, slots=True)
class _Part:
    """What came of some of an experiment's machines, in the order of their numbers; see ``Tally``."""

    wins: Any
    losses: Any
    by_machine: list[tuple[int, int, int, int]]
    tracks: list[list[int]]
    beads: list[list[int]]
    emptied: list[int]


def _in_turn(
    pool: ThreadPoolExecutor, threads: int, starts: range, work: Callable[[int], _Part]
) -> Iterator[tuple[int, _Part]]:
    """Yield what each piece of work has come to, keeping all threads busy and no more than that waiting."""
    left = iter(starts)
    running: dict[Future[_Part], int] = {}
    while True:
        for start in left:
            running[pool.submit(work, start)] = start
            if len(running) >= 2 * threads:
                break
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future.result()


def _play(experiment: Experiment, flat: "Flat", rules: "Rules", start: int, size: int) -> _Part:
    """Play some machines on the kernel."""
    import numpy as np  # noqa: PLC0415 - see run_compiled

    count = min(size, experiment.machines - start)
    games = experiment.games
    wins, losses = np.zeros(games, np.int32), np.zeros(games, np.int32)
    by_machine = np.zeros((count, 4), np.int64)
    left = np.zeros(len(flat.start), np.int64)
    emptied = np.zeros(len(flat.slots) - 1, np.int64)
    tracks = np.zeros((max(0, min(TRACKS - start, count)), games), np.int8)
    seed = np.uint64(mix(experiment.seed & MASK))
    play = _kernel(experiment, flat, rules)
    play(flat, rules, experiment.side, start, count, games, seed, wins, losses, by_machine, left, emptied, tracks)
    boxes = experiment.kit.boxes if experiment.kit.rule.learns == "beads" else ()
    # With two machines, the first side's boxes stand first.
    before = len(flat.slots) - 1 - len(boxes) if experiment.side == 1 else 0
    beads = [
        left[flat.slots[before + number] : flat.slots[before + number + 1]].tolist() for number in range(len(boxes))
    ]
    machines = [(won, drawn, lost, last) for won, drawn, lost, last in by_machine.tolist()]
    return _Part(wins, losses, machines, tracks.tolist(), beads, emptied[before : before + len(boxes)].tolist())


def _kernel(experiment: Experiment, flat: "Flat", rules: "Rules") -> Callable[..., None]:
    """Return the compiled kernel for an experiment: the quicker one where it will do. Both play the same."""
    from kitgen.experiment.kernel_fast import play_plain, suits  # noqa: PLC0415 - see run_compiled

    if suits(flat, rules, experiment.side) and not experiment.kit.game.scoring:
        return play_plain
    from kitgen.experiment.kernel import play_machines  # noqa: PLC0415

    return play_machines


def _add(tally: Tally, part: _Part) -> None:
    """Add some machines to a tally, but for what has to stand in the order of machines."""
    tally.machines += len(part.by_machine)
    tally.wins = [a + b for a, b in zip(tally.wins, part.wins.tolist(), strict=True)]
    tally.losses = [a + b for a, b in zip(tally.losses, part.losses.tolist(), strict=True)]
    for number, (box, empty) in enumerate(zip(part.beads, part.emptied, strict=True)):
        tally.emptied[number] += empty
        tally.beads[number] = [a + b for a, b in zip(tally.beads[number], box, strict=True)]
