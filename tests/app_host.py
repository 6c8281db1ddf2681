"""The built app on a host of its own, which sends files and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class Files(SimpleHTTPRequestHandler):
    """Sends files with their types, as hosts do."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_said: object) -> None:
        """Say nothing."""


@contextmanager
def hosted(folder: Path, files: type[Files] = Files) -> Iterator[str]:
    """Host a folder; yields its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(files, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
