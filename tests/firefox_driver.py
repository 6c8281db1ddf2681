"""Drives the system's own Firefox in tests, over Marionette: each message is preceded by its
length.

Playwright drives only a Firefox that it has changed. Tests need few commands, and for these nothing
has to be installed.
"""

import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

FIREFOXES = ("firefox-esr", "firefox")
#: Seconds within which it has to start, and to answer.
PATIENCE_SECONDS = 60
#: It opens no page at first, sends nothing to its makers, and takes a port that is free.
SETTINGS = {
    "marionette.port": 0,
    "browser.startup.page": 0,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "app.update.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}


class Firefox:
    """A Firefox that runs, with the connection over which it is told what to do."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS)
        self._stream = self._socket.makefile("rb")
        self._number = 0
        self._read()  # it greets with its name and protocol
        self.tell("WebDriver:NewSession")

    def close(self) -> None:
        """Close the connection; Firefox goes on."""
        self._stream.close()
        self._socket.close()

    def _read(self) -> list[object]:
        """Return the next message: its length, a colon, and JSON."""
        length = b""
        digit = self._stream.read(1)
        while digit != b":":
            assert digit, "Firefox has closed the connection"
            length += digit
            digit = self._stream.read(1)
        return json.loads(self._stream.read(int(length)))

    def tell(self, command: str, **values: object) -> object:
        """Send a command of WebDriver, and return its answer.

        A command is ``[0, number, name, values]``, its answer ``[1, number, error, value]``.
        """
        self._number += 1
        message = json.dumps([0, self._number, command, values]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, number, error, answer = self._read()
        assert number == self._number
        assert error is None, error
        return answer

    def open(self, path: Path, fragment: str = "") -> None:
        """Open a file; its address ends with the fragment."""
        self.tell("WebDriver:Navigate", url=path.as_uri() + fragment)

    def run(self, code: str, *values: object) -> object:
        """Return what the body of a JavaScript function returns."""
        return self.tell("WebDriver:ExecuteScript", script=code, args=values)["value"]

    def press(self, keys: str) -> None:
        """Press keys, one after the other, where the page has its focus."""
        actions = []
        for key in keys:
            actions.append({"type": "keyDown", "value": key})
            actions.append({"type": "keyUp", "value": key})
        self.tell(
            "WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}]
        )

    def wait(self, condition: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < end, f"never came true: {condition}"
            time.sleep(0.02)


@contextmanager
def started(path: str, **settings: object) -> Iterator[Firefox]:
    """Start Firefox with a new profile, and end it.

    Further settings are given by name, with ``__`` for a dot.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        profile = Path(folder)
        own_settings = {name.replace("__", "."): value for name, value in settings.items()}
        lines = []
        for name, value in (SETTINGS | own_settings).items():
            lines.append(f"user_pref({json.dumps(name)}, {json.dumps(value)});")
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        process = subprocess.Popen(
            [path, "--headless", "--marionette", "--no-remote", "--profile", folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": folder},
        )
        try:
            with closing(Firefox(_port(profile / "MarionetteActivePort", process))) as browser:
                yield browser
        finally:
            process.terminate()
            process.wait(PATIENCE_SECONDS)


def _port(path: Path, process: subprocess.Popen[bytes]) -> int:
    """Return the port that it has taken, as soon as it says which."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (path.is_file() and path.read_text().strip()):
        assert process.poll() is None, "Firefox has not started"
        assert time.monotonic() < end, "Firefox does not say where it listens"
        time.sleep(0.05)
    return int(path.read_text())
