"""The pool: a queue, a few processes, and the answers that are kept. It lives in one event loop and never blocks it."""

import asyncio
import heapq
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

from kitgen.errors import KitgenError
from kitgen.serve.asked.address import Asked
from kitgen.serve.bounds import AGAIN, KINDS, LONGEST_QUEUE
from kitgen.serve.pool.kept import Kept
from kitgen.serve.pool.process import Process
from kitgen.serve.work.worker import Errand

#: Kits that each process is made ready for while nobody asks for anything: those that most people come for.
WARM = ("her", "menace")
#: Seconds within which whoever comes back is expected.
COMING_BACK = 5 * AGAIN


class BusyError(KitgenError):
    """So many wait that nobody more is taken."""


class Waiting:
    """A task that somebody waits for.

    Attributes:
        key: the hash of what is asked.
        task: what is to be done.
        answer: comes when it is done.
        waiters: how many wait for it; when none do any more, it is not begun.
        until: so long it is wanted all the same, on the loop's clock: a page asks again.
    """

    def __init__(self, key: str, task: Errand, answer: "asyncio.Future[bytes]") -> None:
        self.key, self.task, self.answer = key, task, answer
        self.waiters = 0
        self.until = 0.0


class Pool:
    """Has tasks done by processes, what a person waits for at each change before all else.

    Args:
        cores: so many processes work on what takes long; one more is there for what does not.
        warm: kits that each process is made ready for.
    """

    def __init__(self, cores: int | None = None, warm: tuple[str, ...] = WARM) -> None:
        self._heavy = max(1, cores or os.cpu_count() or 1)
        self._free = [Process() for _ in range(self._heavy + 1)]
        self._all = tuple(self._free)
        self._threads = ThreadPoolExecutor(len(self._all), thread_name_prefix="kitgen-pool")
        self._warm = warm
        self._warming = False
        self._closed = False
        self._queues: dict[bool, list[tuple[int, Waiting]]] = {True: [], False: []}
        self._tasks: dict[str, Waiting] = {}
        self._count = 0
        self._busy = 0
        self._running: set[asyncio.Task[None]] = set()
        self.kept = Kept()

    # --- asking ---------------------------------------------------------------------------------------------------

    def ask(self, task: Errand) -> Waiting:
        """Return what waits for the answer to a task: the same for the same task, done at once where it is kept.

        Raises:
            BusyError: too many wait already.
        """
        key = key_of(task)
        waiting = self._tasks.get(key)
        if waiting is None:
            waiting = Waiting(key, task, asyncio.get_running_loop().create_future())
            kept = self.kept.get(key)
            if kept is not None:
                waiting.answer.set_result(kept)
                return waiting
            if sum(map(len, self._queues.values())) >= LONGEST_QUEUE:
                raise BusyError("so many are waiting that nobody more is taken; ask again in a minute")
            self._tasks[key] = waiting
            self._count += 1
            heapq.heappush(self._queues[KINDS[task.kind].light], (self._count, waiting))
        waiting.waiters += 1
        self._go_on()
        return waiting

    def leave(self, waiting: Waiting, *, back: bool = False) -> None:
        """Wait no longer for a task; or go, and come back in a moment to ask again."""
        waiting.waiters -= 1
        if back:
            waiting.until = asyncio.get_running_loop().time() + COMING_BACK

    def place(self, waiting: Waiting) -> int:
        """Return how many are before a task in the queue; 0 when it is being done, or next."""
        queue = sorted(self._queues[KINDS[waiting.task.kind].light])
        return next((place for place, (_, other) in enumerate(queue) if other is waiting), 0)

    def warm(self) -> None:
        """Begin to make processes ready, one after the other, while nobody asks for anything."""
        self._go_on()

    async def close(self) -> None:
        """End all processes; whoever waits is refused."""
        self._closed = True
        for process in self._all:
            process.end()
        for waiting in list(self._tasks.values()):
            if not waiting.answer.done():
                waiting.answer.set_exception(KitgenError("the server is closing; ask again in a moment"))
                waiting.answer.exception()  # somebody may have gone, and then nobody looks at it
        self._tasks.clear()
        self._queues = {True: [], False: []}
        await asyncio.gather(*self._running, return_exceptions=True)
        self._threads.shutdown()

    @property
    def numbers(self) -> Iterator[int]:
        """The numbers that the running processes have in the system."""
        return (process.number for process in self._all if process.number is not None)

    # --- working --------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Begin whatever can be begun."""
        if self._closed:
            return
        while self._free and (waiting := self._next()) is not None:
            self._begin(waiting, self._fitting(waiting.task.asked.digest))
        cold = next((one for one in self._free if one.warmed < len(self._warm)), None)
        if cold is not None and not self._warming and not self._busy:
            kit = self._warm[cold.warmed]
            self._warming = True
            task = Errand("warm", kit, (("lang", "en"),))
            self._free.remove(cold)
            self._begin(Waiting("", task, asyncio.get_running_loop().create_future()), cold)

    def _next(self) -> Waiting | None:
        """Take the next task out of the queue that somebody still waits for; None when there is none for now."""
        for light in (True, False):
            queue = self._queues[light]
            while queue and (light or self._busy < self._heavy):
                waiting = heapq.heappop(queue)[1]
                if waiting.waiters > 0 or waiting.until > asyncio.get_running_loop().time():
                    return waiting
                del self._tasks[waiting.key]
                waiting.answer.cancel()
        return None

    def _fitting(self, digest: str) -> Process:
        """Take the free process that has made this kit lately; else the one that has made most ready."""
        best = max(self._free, key=lambda one: (digest in one.lately, one.warmed))
        self._free.remove(best)
        return best

    def _begin(self, waiting: Waiting, process: Process) -> None:
        """Let a process do a task."""
        self._busy += not KINDS[waiting.task.kind].light
        running = asyncio.get_running_loop().create_task(self._work(waiting, process))
        self._running.add(running)
        running.add_done_callback(self._running.discard)

    async def _work(self, waiting: Waiting, process: Process) -> None:
        """Do a task, tell who waits for it, and go on."""
        task, loop = waiting.task, asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(self._threads, process.do, task)
        except KitgenError as refusal:
            if not waiting.answer.done():
                waiting.answer.set_exception(refusal)
                waiting.answer.exception()
        else:
            if task.kind != "verify" and waiting.key:  # what somebody has sent is not kept
                self.kept.keep(waiting.key, answer)
            if not waiting.answer.done():
                waiting.answer.set_result(answer)
        finally:
            process.lately.append(task.asked.digest)
            if task.kind == "warm":
                process.warmed += 1
                self._warming = False
            self._tasks.pop(waiting.key, None)
            self._busy -= not KINDS[task.kind].light
            self._free.append(process)
        self._go_on()


def key_of(task: Errand) -> str:
    """Return the hash of what is asked: the same for the same kit, print and question.

    >>> en = (("lang", "en"),)
    >>> key_of(Errand("card", "her", en)) == key_of(Errand("card", "her", en)) != key_of(Errand("pdf", "her", en))
    True
    """
    said = f"{task.kind} {Asked(task.kit, task.said).digest} {sorted(task.more.items())} {task.form}"
    return sha256(said.encode() + b"\0" + task.body).hexdigest()
