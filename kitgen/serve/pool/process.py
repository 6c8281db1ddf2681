"""One process of the pool, as the server sees it: given a task, it answers, or is ended and replaced."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections import deque
from contextlib import suppress
from threading import Lock, Timer

import msgspec

from kitgen.check.pdf.child import END, HEAD, NO_MEMORY, REFUSAL
from kitgen.check.pdf.limits import MB
from kitgen.check.pdf.reading import begin, frames_of
from kitgen.check.remake.bounds import DATA
from kitgen.errors import KitgenError
from kitgen.serve.bounds import KINDS, TASKS
from kitgen.serve.work.worker import TASK, Errand

#: What works there.
WORKER = "kitgen.serve.work.worker"
#: So many kits a process is taken to remember.
REMEMBERED = 12
_NO_TIME = -getattr(signal, "SIGXCPU", 0) or None


class Process:
    """A process that works for the site. Its methods block; each is called by one thread at a time, ``end`` by any.

    Attributes:
        lately: digests of the kits that it made last.
        warmed: how many kits it has been made ready for.
    """

    def __init__(self) -> None:
        self.lately: deque[str] = deque(maxlen=REMEMBERED)
        self.warmed = 0
        self._scratch = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._done = 0
        self._over = False
        self._lock = Lock()

    def do(self, task: Errand) -> bytes:
        """Return the answer to a task.

        Raises:
            KitgenError: it is refused, takes more than it may, or the server is closing.
        """
        limits = KINDS[task.kind].limits
        running, begun = self._started(), time.monotonic()
        alarm = Timer(limits.patience, self._kill)
        alarm.start()
        try:
            content = msgspec.msgpack.encode(task)
            frames = []
            with suppress(OSError):  # it has ended, and answers nothing
                _written(running, TASK + len(content).to_bytes(HEAD - 1) + content)
                frames = list(frames_of(running.stdout, limits.answer))
        finally:
            alarm.cancel()
        self._done += 1
        if frames and frames[-1][0] == REFUSAL:
            raise KitgenError(frames[-1][1].decode())
        if frames and frames[-1][0] == END:
            return b"".join(content for letter, content in frames if letter == DATA)
        code = self._ended()
        if self._over:
            raise KitgenError("the server is closing; ask again in a moment")
        if code == _NO_TIME or time.monotonic() - begun >= limits.patience:
            raise KitgenError(f"this takes more than {limits.seconds} seconds of work, which is more than it may here")
        if code == NO_MEMORY:
            raise KitgenError(
                f"this takes more than {limits.memory // MB} MB of memory, which is more than it may here"
            )
        raise KitgenError("this takes more memory than it may here, or breaks what reads it")

    def end(self) -> None:
        """End it for good, whatever it is doing."""
        self._over = True
        self._kill()
        self._ended()

    @property
    def number(self) -> int | None:
        """Its number in the system; None while it is not running."""
        return None if self._process is None else self._process.pid

    def _started(self) -> "subprocess.Popen[bytes]":
        """Return the running process, a new one where there is none or it has done enough."""
        if self._process is not None and (self._done >= TASKS or self._process.poll() is not None):
            self._ended()
        with self._lock:
            if self._over:
                raise KitgenError("the server is closing; ask again in a moment")
            if self._process is None:
                self._scratch = tempfile.mkdtemp(prefix="kitgen-serve-")
                try:
                    self._process = begin(WORKER, self._scratch, leads=True)
                except OSError as error:
                    raise KitgenError(f"no process can be started ({error.strerror})") from None
                self._done = self.warmed = 0
                self.lately.clear()
            return self._process

    def _kill(self) -> None:
        """End the process, and all that it has started."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()

    def _ended(self) -> int | None:
        """Wait for the end of the process, clear away what it has left, and return its exit code."""
        with self._lock:
            process = self._process
            if process is None:
                return None
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.5)  # it has closed its pipe, and is about to say why
            self._kill()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()
            code = process.wait()
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._process = None
            return code


def _written(process: "subprocess.Popen[bytes]", content: bytes) -> None:
    """Give a process something to read."""
    if process.stdin is None:
        raise AssertionError("the process was started with a pipe")
    process.stdin.write(content)
    process.stdin.flush()
