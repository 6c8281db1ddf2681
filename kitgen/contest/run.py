"""Plays a contest, on several processors where it takes a while."""

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection, wait

from kitgen.contest.contest import Arena, Bout, Contest
from kitgen.contest.sprt import Sprt
from kitgen.contest.standing import Standings
from kitgen.errors import KitgenError
from kitgen.experiment.run import processors

#: Told how many games have been played, and of how many.
Told = Callable[[int, int], object]
#: A pair of games to play: the number of its pairing, and its own.
Task = tuple[int, int]

#: Seconds of play in this process before others are started, which takes about as long.
ALONE = 2.0
#: What is said of a process that the system has ended, for want of memory perhaps.
GONE = "a process that played for this match was ended; play it with --jobs 1"


def play_contest(
    contest: Contest, test: Sprt | None = None, *, jobs: int | None = None, progress: Told | None = None
) -> Standings:
    """Return how a contest ends; after an interrupt, as by Ctrl-C, how it stands.

    Whatever the number of processes, the same games count.

    Args:
        contest: the contest.
        test: says when enough games have been played; None to play all.
        jobs: how many processes play; as many as there are processors when None.
        progress: told how many games have been played, and of how many.

    Raises:
        KitgenError: somebody cannot play the game.
        KeyboardInterrupt: a user has interrupted it before the first pair of games was over.
    """
    standings = Standings(contest, test)
    tasks = _tasks(standings)
    played = 0

    def take(task: Task, pair: tuple[Bout, Bout]) -> None:
        nonlocal played
        standings.take(*task, pair)
        played += len(pair)
        if progress is not None:
            progress(played, contest.games * len(contest.couples))

    jobs = jobs or processors()
    began, arena = time.monotonic(), Arena(contest)
    try:
        for task in tasks:
            take(task, arena.play_pair(contest.couples[task[0]], task[1]))
            if jobs > 1 and time.monotonic() - began > ALONE:
                break
        _share_out(standings, tasks, jobs, take)
    except KeyboardInterrupt:
        if not standings.bouts:
            raise
    return standings


def _tasks(standings: Standings) -> Iterator[Task]:
    """Yield every pair of games that is still wanted when it is its turn."""
    for pairing in range(len(standings.pairings)):
        for number in range(standings.contest.pairs):
            if standings.wanted(pairing):
                yield pairing, number


def _share_out(
    standings: Standings, tasks: Iterator[Task], jobs: int, take: Callable[[Task, tuple[Bout, Bout]], None]
) -> None:
    """Have other processes play what is left, each a pair at a time."""
    with ExitStack() as started:
        workers: dict[Connection, Task] = {}
        for task in tasks:
            room = len(workers) < jobs
            worker = started.enter_context(_started(standings.contest)) if room else _collect(workers, take)
            _ask(worker, task)
            workers[worker] = task
        while workers and not standings.complete:  # what is played after a decision need not be waited for
            _collect(workers, take)


def _ask(worker: Connection, task: Task) -> None:
    """Have a worker play a pair of games."""
    try:
        worker.send(task)
    except OSError:
        raise KitgenError(GONE) from None


def _collect(workers: dict[Connection, Task], take: Callable[[Task, tuple[Bout, Bout]], None]) -> Connection:
    """Take a pair of games from the first worker that has one, and return the worker."""
    ready = wait(list(workers))
    worker = next(one for one in workers if one in ready)
    task = workers.pop(worker)
    try:
        found = worker.recv()
    except (EOFError, OSError):
        raise KitgenError(GONE) from None
    if isinstance(found, str):
        raise KitgenError(found)
    take(task, found)
    return worker


@contextmanager
def _started(contest: Contest) -> Iterator[Connection]:
    """Start a process that plays pairs of games, and end it whatever it does."""
    context = multiprocessing.get_context("spawn")  # the same on every system, and safe where threads are about
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there, contest), daemon=True)
    process.start()
    there.close()
    try:
        yield here
    finally:
        process.terminate()
        process.join()
        here.close()


def _work(there: Connection, contest: Contest) -> None:
    """Play the pairs that are asked for, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; the one who asks decides
    arena = Arena(contest)
    while True:
        try:
            pairing, number = there.recv()
        except EOFError:
            return
        try:
            there.send(arena.play_pair(contest.couples[pairing], number))
        except KitgenError as error:
            there.send(str(error))
