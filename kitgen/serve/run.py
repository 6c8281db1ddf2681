"""Running the site: its address, and a clean end."""

import os
import socket
from collections.abc import Callable
from contextlib import closing, suppress

from kitgen.errors import OutputError, UsageError
from kitgen.extras import need
from kitgen.serve.bounds import CONNECTIONS

#: Seconds for running answers when the server ends.
FAREWELL = 3


def serve(host: str, port: int, cores: int | None, behind: str, tell: Callable[[str], object]) -> None:
    """Serve the site until Ctrl-C or a signal, and call ``tell`` with its address once it is ready.

    ``port`` 0 takes any free port. ``cores`` is the number of processes for long tasks, None for one per core.
    ``behind`` has the addresses of trusted proxies, separated by commas.
    """
    need("kitgen serve", "starlette", "uvicorn")
    if not 0 <= port <= 65_535:
        raise UsageError(f"there is no port {port}; ports are 0 to 65535")
    with closing(_listening(host, port)) as listening:
        import uvicorn  # noqa: PLC0415

        from kitgen.serve.app import make_app  # noqa: PLC0415
        from kitgen.serve.pool import Pool  # noqa: PLC0415

        config = uvicorn.Config(
            make_app(Pool(cores)),
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=bool(behind),
            forwarded_allow_ips=behind or None,
            limit_concurrency=CONNECTIONS,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=FAREWELL,
            lifespan="on",
        )
        name = "localhost" if host in ("127.0.0.1", "::1") else f"[{host}]" if ":" in host else host
        tell(f"http://{name}:{listening.getsockname()[1]}")
        with suppress(KeyboardInterrupt):  # uvicorn raises it again when all has been closed
            uvicorn.Server(config).run(sockets=[listening])


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        advice = "choose another with --port, or 0 for any that is free"
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror or error
        raise OutputError(f"cannot serve at {host}, port {port}: {why}; {advice}") from None
