"""The processes that read a PDF and print it again, for tests: begun from one that has loaded what
they load.

A print that is verified asks two of them, and loading is most of what they do. The one that they
begin from has printed a kit already, too. Each is a process of its own all the
same, forked for one question, with its own limits; what tells how they are started, and what is to
hold against harm, starts them as users do (``as_users_do``).
"""

import atexit
import gc
import io
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from threading import Lock

#: What is started, and what it loads to read a PDF and to print it again.
READER = "kitgen.sandbox.child"
LOADED = (
    READER,
    "kitgen.sandbox.pdf_page",
    "kitgen.verification.remake_child",
    "kitgen.verification.pdf_checks",
    "kitgen.paper.parts.labels",
)
MOST = 1 << 16


def serve(channel):
    """Fork a process for each question, and say how those have ended that are asked for."""
    for module in LOADED:
        import_module(module)
    # What a print keeps for the next one is there for all: letters, words, the places of badges.
    import_module("kitgen").print_kit("her", io.BytesIO())
    gc.freeze()
    while (received := socket.recv_fds(channel, MOST, 2))[0]:
        asked = json.loads(received[0])
        ends = received[1]
        if "wait" in asked:
            channel.send(b"%d" % os.waitstatus_to_exitcode(os.waitpid(asked["wait"], 0)[1]))
            continue
        child = os.fork()
        if not child:
            channel.close()
            answer(asked, ends)
        for end in ends:
            os.close(end)
        channel.send(b"%d" % child)


def answer(asked, ends):
    """Be the process that is asked."""
    code = 1
    try:
        for end, standard in zip(ends, (0, 1), strict=True):
            os.dup2(end, standard)
            os.close(end)
        os.chdir(asked["folder"])
        os.environ.clear()
        os.environ.update(asked["environment"])
        sys.path[:] = asked["path"]
        import_module(asked["module"]).main(asked["wanted"])
        code = 0
    finally:
        os._exit(code)


class ForkingProcess:
    """The process that all others are forked from, seen from the tests."""

    def __init__(self):
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = Lock()
        command = [sys.executable, "-I", __file__, str(theirs.fileno()), *sys.path]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        atexit.register(self.close)

    def close(self):
        self._channel.close()
        self._process.wait()

    def ask(self, question, ends=()):
        with self._lock:
            socket.send_fds(self._channel, [json.dumps(question).encode()], ends)
            return int(self._channel.recv(MOST))


class Begun:
    """A process that was forked, as ``subprocess.Popen`` shows one that was started."""

    def __init__(self, forking, question):
        self._forking, self.returncode = forking, None
        reading, to_it = os.pipe()
        from_it, writing = os.pipe()
        self.pid = forking.ask(question, (reading, writing))
        os.close(reading)
        os.close(writing)
        self.stdin, self.stdout = os.fdopen(to_it, "wb"), os.fdopen(from_it, "rb")

    def kill(self):
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for stream in (self.stdin, self.stdout):
            with suppress(OSError):
                stream.close()
        self.returncode = self._forking.ask({"wait": self.pid})


@cache
def forking_process():
    return ForkingProcess()


def install():
    """Let questions about PDFs be answered by forked processes, where they are asked as usual."""
    from kitgen.sandbox import process  # noqa: PLC0415 - what starts last pays for it

    start = process.begin
    usual = process._START
    python = sys.executable
    if not hasattr(os, "fork") or not hasattr(socket, "SOCK_SEQPACKET"):
        return

    def begin(module, wanted, *, leads=False):
        if leads or module != READER or (process._START, sys.executable) != (usual, python):
            return start(module, wanted, leads=leads)
        return Begun(
            forking_process(),
            {
                "module": module,
                "wanted": wanted,
                "path": sys.path,
                "folder": os.getcwd(),  # noqa: PTH109
                "environment": {**os.environ, **process._ALONE},
            },
        )

    begin.as_users_do = start
    process.begin = begin


if __name__ == "__main__":
    sys.path[:] = sys.argv[2:]
    serve(socket.socket(fileno=int(sys.argv[1])))
