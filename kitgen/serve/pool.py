"""The pool: a queue, a few processes and a cache of answers; it never blocks its event loop.

It does not know what a task does (``kitgen.serve.work`` does it, in a process of its own).
"""

import asyncio
import logging
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from itertools import zip_longest
from threading import Lock, Timer

import msgspec

from kitgen.errors import KitgenError
from kitgen.sandbox.child import END, HEAD, NO_MEMORY, REFUSAL
from kitgen.sandbox.limits import MB, Limits
from kitgen.sandbox.process import begin, frames_of
from kitgen.serve.bounds import (
    CACHE_BYTES,
    LIGHT,
    LIMITS,
    LONGEST_QUEUE,
    RETRY_SECONDS,
    TASKS_OF_A_PROCESS,
)
from kitgen.serve.work import FAULT, TASK
from kitgen.verification.remake import DATA_FRAME
from kitgen.web.tasks import MAX_KITS, SiteTask


class AnswerCache:
    """A cache of at most so many bytes of answers, by the hash of their questions.

    >>> cache = AnswerCache(most=10)
    >>> cache.keep("a", b"12345"), cache.keep("b", b"1234"), cache.get("a"), cache.keep("c", b"12")
    (None, None, b'12345', None)
    >>> [cache.get(key) for key in "abc"], cache.size
    ([b'12345', None, b'12'], 7)
    """

    def __init__(self, most: int = CACHE_BYTES) -> None:
        self._most = most
        self._answers: OrderedDict[str, bytes] = OrderedDict()
        self.size = 0

    def get(self, key: str) -> bytes | None:
        """Return a cached answer, or None."""
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def keep(self, key: str, answer: bytes) -> None:
        """Cache an answer; those unused for longest make room."""
        earlier = self._answers.pop(key, b"")
        self._answers[key] = answer
        self.size += len(answer) - len(earlier)
        while self.size > self._most:
            _, oldest = self._answers.popitem(last=False)
            self.size -= len(oldest)


#: The module of a worker process.
WORKER = "kitgen.serve.work"
#: The exit code of a process that has used up its time; Windows has none.
_NO_TIME = -signal.SIGXCPU if hasattr(signal, "SIGXCPU") else None
_CLOSING = "the server is closing; ask again in a moment"
#: The seconds within which a process that has closed its pipe exits.
SECONDS_TO_EXIT = 0.5


class Process:
    """A worker process, replaced when it breaks a limit.

    Its methods block; only one thread at a time may call them, except ``end``. ``lately`` has the
    digests of its last kits, ``warmed`` the number of kits it has been prepared for.
    """

    def __init__(self) -> None:
        self.lately: deque[str] = deque(maxlen=MAX_KITS)
        self.warmed = 0
        self._scratch = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._done = 0
        self._over = False
        self._lock = Lock()

    def do(self, task: SiteTask) -> bytes:
        """Return the answer to a task."""
        limits = LIMITS[task.kind]
        process = self._started()
        began = time.monotonic()
        alarm = Timer(limits.patience, self._kill)
        alarm.start()
        try:
            frames = _exchange(process, task, limits)
        finally:
            alarm.cancel()
        self._done += 1
        pieces = []
        for letter, content in frames:
            if letter == FAULT:
                logging.getLogger("kitgen.serve").error("fault in %r\n%s", task, content.decode())
            if letter == DATA_FRAME:
                pieces.append(content)
        last_letter, last_content = frames[-1] if frames else (b"", b"")
        if last_letter == REFUSAL:
            raise KitgenError(last_content.decode())
        if last_letter == END:
            return b"".join(pieces)
        code = self._ended()
        if self._over:
            raise KitgenError(_CLOSING)
        was_stopped = time.monotonic() - began >= limits.patience
        raise KitgenError(_why_it_ended(limits, code, was_stopped=was_stopped))

    def end(self) -> None:
        """End it for good."""
        self._over = True
        self._kill()
        self._ended()

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and (
            self._done >= TASKS_OF_A_PROCESS or self._process.poll() is not None
        ):
            self._ended()
        with self._lock:
            if self._over:
                raise KitgenError(_CLOSING)
            if self._process is None:
                self._scratch = tempfile.mkdtemp(prefix="kitgen-serve-")
                try:
                    # It leads a group, so that whatever it starts is killed with it.
                    self._process = begin(WORKER, self._scratch, leads=True)
                except OSError as error:
                    raise KitgenError(f"no process can be started ({error.strerror})") from None
                self._done = 0
                self.warmed = 0
                self.lately.clear()
            return self._process

    def _kill(self) -> None:
        process = self._process
        if process is not None and process.returncode is None:
            with suppress(OSError):
                if hasattr(os, "killpg"):
                    os.killpg(process.pid, signal.SIGKILL)
                else:
                    process.kill()

    def _ended(self) -> int | None:
        with self._lock:
            process = self._process
            if process is None:
                return None
            # Leaving "with process" closes its pipes and waits until it has ended.
            with suppress(OSError), process:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(SECONDS_TO_EXIT)
                self._kill()
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._process = None
            return process.returncode


def _exchange(
    process: "subprocess.Popen[bytes]", task: SiteTask, limits: Limits
) -> list[tuple[bytes, bytes]]:
    """Send a task to a process, and return the frames of its answer; none if it has ended."""
    content = msgspec.msgpack.encode(task)
    with suppress(OSError):  # the process has ended without an answer
        assert process.stdin is not None  # noqa: S101 - it was started with a pipe
        process.stdin.write(TASK + len(content).to_bytes(HEAD - 1) + content)
        process.stdin.flush()
        return list(frames_of(process.stdout, limits.answer))
    return []


def _why_it_ended(limits: Limits, code: int | None, *, was_stopped: bool) -> str:
    """Return why a process has ended without an answer, by its exit code."""
    if was_stopped or code == _NO_TIME:
        return f"this takes more than {limits.seconds} seconds of work, more than allowed here"
    if code == NO_MEMORY:
        return f"this takes more than {limits.memory // MB} MB of memory, more than allowed here"
    return "this takes more memory than allowed here, or breaks its reader"


#: The most popular kits.
WARM = ("her", "menace")
#: Seconds within which a waiting page is expected to ask again.
SECONDS_TO_COME_BACK = 5 * RETRY_SECONDS


class BusyError(Exception):
    """The queue is full."""


class Waiting:
    """A task in the queue, with the hash of its question.

    Attributes:
        waiters: how many requests wait for it; without any, it is not begun.
        until: the time on the loop's clock until which it stays wanted without waiters: a page asks
            again.
    """

    def __init__(self, key: str, task: SiteTask) -> None:
        self.key = key
        self.task = task
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.waiters = 0
        self.until = 0.0
        self.begun = False


class Turns:
    """Queued tasks, taken from each client in turn: one with many does not make others wait."""

    def __init__(self) -> None:
        self._queues: dict[str, dict[Waiting, None]] = {}

    def add(self, client: str, waiting: Waiting) -> None:
        """Queue a client's task, once; another client may have queued it, too."""
        queue = self._queues.setdefault(client, {})
        if waiting not in queue and len(queue) >= LONGEST_QUEUE:
            raise BusyError("too many requests are waiting; try again in a minute")
        queue[waiting] = None

    def order(self) -> list[Waiting]:
        """Return the tasks in the order in which they will be taken."""
        order: dict[Waiting, None] = {}
        for one_of_each in zip_longest(*self._queues.values()):
            for waiting in one_of_each:
                if waiting is not None:
                    order[waiting] = None
        return list(order)

    def take(self) -> Waiting | None:
        """Take the first task of the client whose turn it is."""
        if not self._queues:
            return None
        client = next(iter(self._queues))
        waiting = next(iter(self._queues[client]))
        self._queues[client] = self._queues.pop(client)  # last in line
        for queue in self._queues.values():
            queue.pop(waiting, None)
        self._queues = {other: queue for other, queue in self._queues.items() if queue}
        return waiting


class Pool:
    """Has tasks done by processes, light ones first.

    There are ``cores`` processes for heavy tasks, and one more for light ones; each is prepared for
    the kits ``warm``. Light are tasks of the kinds ``LIGHT``, heavy all others.
    """

    def __init__(self, cores: int | None = None, warm: tuple[str, ...] = WARM) -> None:
        self._max_heavy = max(1, cores or os.cpu_count() or 1)
        self._free = [Process() for _ in range(self._max_heavy + 1)]
        self._all = tuple(self._free)
        self._threads = ThreadPoolExecutor(len(self._all), thread_name_prefix="kitgen-pool")
        self._warm = warm
        self._warming = False
        self._closed = False
        self._light_queue = Turns()
        self._heavy_queue = Turns()
        self._tasks: dict[str, Waiting] = {}
        self._heavy_running = 0
        self._running: set[asyncio.Task[None]] = set()
        self.cache = AnswerCache()

    def ask(self, task: SiteTask, client: str = "") -> Waiting:
        """Queue a client's task, and return its place there: the same one for the same task.

        A task whose answer is cached is already done.
        """
        key = key_of(task)
        waiting = self._tasks.get(key) or Waiting(key, task)
        cached = self.cache.get(key)
        if cached is not None:
            waiting.answer.set_result(cached)
            return waiting
        if not waiting.begun:
            self._queue_of(task).add(client, waiting)
        self._tasks[key] = waiting
        waiting.waiters += 1
        self.go_on()
        return waiting

    def leave(self, waiting: Waiting, *, back: bool = False) -> None:
        """Stop waiting for a task, or, with ``back``, until the same client asks again."""
        waiting.waiters -= 1
        if back:
            waiting.until = asyncio.get_running_loop().time() + SECONDS_TO_COME_BACK

    def place(self, waiting: Waiting) -> int:
        """Return how many tasks are before one in the queue; 0 also for one that is being done."""
        order = self._queue_of(waiting.task).order()
        return order.index(waiting) if waiting in order else 0

    def _queue_of(self, task: SiteTask) -> Turns:
        return self._light_queue if task.kind in LIGHT else self._heavy_queue

    async def close(self) -> None:
        """End all processes, and refuse all waiting tasks."""
        self._closed = True
        for process in self._all:
            process.end()
        for waiting in list(self._tasks.values()):
            _refuse(waiting, KitgenError(_CLOSING))
        self._tasks.clear()
        self._light_queue = Turns()
        self._heavy_queue = Turns()
        await asyncio.gather(*self._running, return_exceptions=True)
        self._threads.shutdown()

    def go_on(self) -> None:
        """Begin tasks in the queue, and to prepare idle processes, one after the other."""
        if self._closed:
            return
        while self._free:
            waiting = self._next()
            if waiting is None:
                break
            self._begin(waiting, self._best_process(waiting.task.address.digest))
        cold = next((process for process in self._free if process.warmed < len(self._warm)), None)
        # To prepare one takes a core for a while, which heavy tasks need more.
        if cold is not None and not self._warming and not self._heavy_running:
            self._warming = True
            task = SiteTask("warm", self._warm[cold.warmed], (("language", "en"),))
            self._begin(Waiting("", task), cold)

    def _best_process(self, digest: str) -> Process:
        """Return the free process that has made a kit lately, or else the best prepared one."""
        return max(self._free, key=lambda process: (digest in process.lately, process.warmed))

    def _next(self) -> Waiting | None:
        """Return the next task that is still wanted; heavy ones need a process of theirs."""
        waiting = self._next_in(self._light_queue)
        if waiting is None and self._heavy_running < self._max_heavy:
            waiting = self._next_in(self._heavy_queue)
        return waiting

    def _next_in(self, queue: Turns) -> Waiting | None:
        """Take the next task of a queue that is still wanted, and cancel those before it."""
        waiting = queue.take()
        while waiting is not None:
            if waiting.waiters > 0 or waiting.until > asyncio.get_running_loop().time():
                return waiting
            del self._tasks[waiting.key]
            waiting.answer.cancel()
            waiting = queue.take()
        return None

    def _begin(self, waiting: Waiting, process: Process) -> None:
        self._free.remove(process)
        waiting.begun = True
        if waiting.task.kind not in LIGHT:
            self._heavy_running += 1
        running = asyncio.get_running_loop().create_task(self._work(waiting, process))
        self._running.add(running)
        running.add_done_callback(self._running.discard)

    async def _work(self, waiting: Waiting, process: Process) -> None:
        task = waiting.task
        loop = asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(self._threads, process.do, task)
        except KitgenError as refusal:
            _refuse(waiting, refusal)
        else:
            was_asked = waiting.key != ""  # not begun by the pool itself, to prepare a process
            has_upload = task.kind == "verify"
            if was_asked and not has_upload:
                self.cache.keep(waiting.key, answer)
            if not waiting.answer.done():
                waiting.answer.set_result(answer)
        finally:
            process.lately.append(task.address.digest)
            if task.kind == "warm":
                process.warmed += 1
                self._warming = False
            self._tasks.pop(waiting.key, None)
            if task.kind not in LIGHT:
                self._heavy_running -= 1
            self._free.append(process)
        self.go_on()


def _refuse(waiting: Waiting, refusal: KitgenError) -> None:
    """Answer a task with a refusal, unless it has been answered or cancelled."""
    if waiting.answer.done():
        return
    waiting.answer.set_exception(refusal)
    waiting.answer.exception()  # nobody may be there to retrieve it, which asyncio would log


def key_of(task: SiteTask) -> str:
    """Return the hash of a task: the same for the same kit, print and question.

    >>> en = (("language", "en"),)
    >>> key_of(SiteTask("card", "her", en)) == key_of(SiteTask("card", "her", en)) != key_of(
    ...     SiteTask("pdf", "her", en)
    ... )
    True
    """
    question = (
        f"{task.kind} {task.address.digest} {sorted(task.more.items())} {task.upload} {task.shown}"
    )
    return sha256(question.encode()).hexdigest()
