"""Running experiments: small ones on paper machines, large ones on the compiled kernel, with the same results."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

from kitgen.extras import installed, need
from kitgen.lab.experiment import Experiment, Tally, check_experiment, run_on_paper
from kitgen.theory.oracle import Oracle

if TYPE_CHECKING:
    from kitgen.lab.kernel import Batch, Work

#: What the kernel is made with.
KERNEL = ("numba", "numpy")
#: From this many games on, the kernel is worth the time that loading it takes.
MANY = 30_000
#: Games that a thread plays before it reports: a fraction of a second.
BATCH = 1_000_000


def run(
    experiment: Experiment,
    oracle: Oracle | None = None,
    progress: Callable[[int], object] | None = None,
    *,
    engine: str = "auto",
    threads: int | None = None,
) -> Tally:
    """Run an experiment.

    Args:
        oracle: the values of positions; the kit's own when None.
        progress: called with the number of games played since its last call.
        engine: ``paper``, ``kernel``, or ``auto``: the kernel for many games where it is installed.
        threads: threads of the kernel; one for each processor of this process when None.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.machine.match import Match
    >>> from kitgen.machine.match import parse_policy
    >>> run(Experiment(Match(build_kit("her"), parse_policy("random"), 1), games=50, machines=20, seed=1)).lost[0] < 13
    True
    """
    oracle = oracle or experiment.match.kit.oracle
    few = experiment.games * experiment.machines < MANY
    if engine == "paper" or (engine == "auto" and (few or not installed(*KERNEL))):
        return run_on_paper(experiment, oracle, progress)
    need("the compiled simulation", *KERNEL)
    check_experiment(experiment)
    # Whatever the number of threads, each machine has its own luck, and integer sums do not depend on their order:
    # the results are always the same.
    from kitgen.lab.kernel import Work, sum_up  # noqa: PLC0415 - NumPy and Numba are loaded only when needed

    work = Work(experiment, oracle)
    threads = threads or processors()
    size = max(1, min(BATCH // experiment.games, -(-experiment.machines // threads)))
    with ThreadPoolExecutor(threads) as pool:
        return sum_up(work, _in_turn(pool, threads, work, size, progress or (lambda _games: None)))


def processors() -> int:
    """Return how many processors this process may run on."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system can tell
        return os.cpu_count() or 1


def _in_turn(
    pool: ThreadPoolExecutor, threads: int, work: "Work", size: int, progress: Callable[[int], object]
) -> "Iterator[Batch]":
    # All threads are busy, and no more batches than that wait.
    remaining = iter(range(0, work.experiment.machines, size))
    running: set[Future[Batch]] = set()
    while True:
        for start in remaining:
            running.add(pool.submit(work.play, start, size))
            if len(running) >= 2 * threads:
                break
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for batch in (future.result() for future in done):
            yield batch
            progress(batch.machines * work.experiment.games)
