"""The site of ``kitgen serve`` in tests: asked without a network, or as a server of its own."""

import asyncio
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import httpx

from kitgen.serve.app import make_app
from kitgen.serve.pool import Pool


class Client:
    """Asks an app that runs in a thread of its own; it follows no redirects."""

    def __init__(self, loop: asyncio.AbstractEventLoop, app, root_path: str = "") -> None:
        self.app = app
        self.loop = loop
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, root_path=root_path)
        self._asking = httpx.AsyncClient(transport=transport, base_url="http://site", timeout=60)

    def get(self, path: str, **how: object) -> httpx.Response:
        """Ask for something."""
        return self._done(self._asking.get(path, **how))

    def post(self, path: str, **how: object) -> httpx.Response:
        """Send something."""
        return self._done(self._asking.post(path, **how))

    def ask(self, method: str, path: str, **how: object) -> httpx.Response:
        """Ask by any method."""
        return self._done(self._asking.request(method, path, **how))

    def _done(self, asking):
        return asyncio.run_coroutine_threadsafe(asking, self.loop).result(60)


@contextmanager
def asked() -> Iterator[Client]:
    """A site with one process for what takes long, which is not made ready before it is asked."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()

    async def begun(living):
        await living.__aenter__()

    async def over(living):
        await living.__aexit__(None, None, None)

    app = make_app(Pool(1, warm=()))
    living = app.router.lifespan_context(app)
    asyncio.run_coroutine_threadsafe(begun(living), loop).result(10)
    try:
        yield Client(loop, app)
    finally:
        asyncio.run_coroutine_threadsafe(over(living), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


#: Starts the command after some changes.
_WITH = "import kitgen.serve.run as run; from kitgen.__main__ import run as start; {}; start()"
#: Lets no process be made ready before it is asked.
_COLD = "run.Pool.__init__.__defaults__ = (None, ())"


@contextmanager
def served(
    *words: str, patch: str = "", warm: bool = False
) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """A server of its own, after a ``patch`` of its module ``run``; yields its address, and its
    process.

    Only with ``warm`` it makes its processes ready, as it does for users.
    """
    changes = [change for change in (patch, "" if warm else _COLD) if change]
    program = ["-c", _WITH.format("; ".join(changes))] if changes else ["-m", "kitgen"]
    command = [sys.executable, *program, "serve", "--port", "0", "--jobs", "1", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            yield re.search(r"http://\S+", server.stderr.readline())[0], server
        finally:
            if server.poll() is None:
                server.send_signal(signal.SIGINT)
                server.wait(20)
