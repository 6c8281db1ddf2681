"""Running the site, or the board of a class: its address, the bounds of its connections, its log,
and a clean end.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from contextlib import closing, suppress
from secrets import token_urlsafe
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from kitgen.errors import OutputError, UsageError
from kitgen.journal.class_board import BoardFolder
from kitgen.serve.app import make_app, make_board_app
from kitgen.serve.bounds import BACKLOG, CONNECTIONS, MAX_IDLE_SECONDS
from kitgen.serve.pool import Pool

#: Seconds for running answers when the server ends.
MAX_SECONDS_TO_END = 3


class BoundedConnection(H11Protocol):
    """A connection whose client may not keep the server waiting.

    A request's head has to be complete ``MAX_IDLE_SECONDS`` after the last answer, however slowly
    it comes. When there are too many connections, the one that has waited for its client for
    longest gives way to a new one.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; make room."""
        super().connection_made(transport)
        # uvicorn starts this timer only between two requests, and stops it when data comes.
        self.since = self.loop.time()
        self.timeout_keep_alive_task = self.loop.call_later(
            MAX_IDLE_SECONDS, self.timeout_keep_alive_handler
        )
        waiting = [
            other
            for other in self.connections
            if isinstance(other, BoundedConnection) and other.waits
        ]
        others_wait = len(waiting) > 1  # the new connection is one of them
        if len(self.connections) >= CONNECTIONS and others_wait:
            oldest = min(waiting, key=lambda other: other.since)
            self.connections.discard(oldest)
            oldest.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Go on waiting if the head of a request is not complete yet."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self.timeout_keep_alive_task = self.loop.call_at(
                self.since + MAX_IDLE_SECONDS, self.timeout_keep_alive_handler
            )

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self.since = self.loop.time()
        super().on_response_complete()

    @property
    def waits(self) -> bool:
        """Whether it is the client's turn: to send a request to its end, or to take an answer."""
        cycle = self.cycle
        return cycle is None or cycle.response_complete or cycle.more_body or self.flow.write_paused


def serve(
    host: str,
    port: int,
    cores: int | None,
    behind: str,
    root_path: str,
    log: bool,
    tell: Callable[[str], object],
) -> None:
    """Serve the site until Ctrl-C or a signal, and call ``tell`` with its address once it is ready.

    ``port`` 0 takes any free port. ``cores`` is the number of processes for long tasks, None for
    one per core. ``behind`` are the addresses of trusted proxies, separated by commas;
    ``root_path`` is the site's path behind one. With ``log``, each request is logged, and not only
    faults.
    """
    _check_port(port)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    _run(
        lambda: make_app(Pool(cores)),
        host,
        port,
        tell,
        log_level="info" if log else "warning",
        access_log=log,
        proxy_headers=bool(behind),
        forwarded_allow_ips=behind or None,
        root_path=f"/{root_path.strip('/')}".rstrip("/"),
        lifespan="on",
    )


def serve_board(folder: BoardFolder, port: int, tell: Callable[[str], object]) -> None:
    """Serve the board of a class to this machine until Ctrl-C.

    ``tell`` is called with its address once it is ready.
    """
    _check_port(port)
    secret = token_urlsafe(16)
    app = make_board_app(folder, secret)
    _run(
        lambda: app,
        "127.0.0.1",
        port,
        lambda home: tell(f"{home}/{secret}/"),
        log_level="warning",
        access_log=False,
    )


def _check_port(port: int) -> None:
    if not 0 <= port <= 65_535:
        raise UsageError(f"there is no port {port}; ports are 0 to 65535")


def _run(
    make: Callable[[], Any], host: str, port: int, tell: Callable[[str], object], **how: Any
) -> None:
    """Run an app within the bounds of connections until Ctrl-C or a signal.

    ``make`` makes it, once its address is known to be free: a refused port makes no pool.
    """
    with closing(_listening(host, port)) as listening:
        config = uvicorn.Config(
            make(),
            http=BoundedConnection,
            ws="none",
            log_config=None,
            server_header=False,
            limit_concurrency=2 * CONNECTIONS,  # beyond those that give way
            backlog=BACKLOG,
            timeout_keep_alive=MAX_IDLE_SECONDS,
            timeout_graceful_shutdown=MAX_SECONDS_TO_END,
            **how,
        )
        _, own_port, *_ = listening.getsockname()
        tell(f"http://{_in_address(host)}:{own_port}")
        with suppress(KeyboardInterrupt):  # uvicorn raises it again when all has been closed
            uvicorn.Server(config).run(sockets=[listening])


def _in_address(host: str) -> str:
    """Return a host as the address of a page has it."""
    if host in ("127.0.0.1", "::1"):
        return "localhost"
    is_ipv6 = ":" in host
    return f"[{host}]" if is_ipv6 else host


def _listening(host: str, port: int) -> socket.socket:
    try:
        first_found, *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family = first_found[0]
        server = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason: object = error.strerror or error
        # A name that cannot be looked up has a negative number, which the system has no words for.
        if error.errno and error.errno > 0:
            reason = os.strerror(error.errno)
        advice = "choose another with --port, or 0 for any that is free"
        raise OutputError(f"cannot serve at {host}, port {port}: {reason}; {advice}") from None
    # asyncio sends without delay only if the socket names its protocol.
    return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=server.detach())
