"""Screens of the terminal: under Textual's pilot, as text, and in a real terminal."""

import asyncio
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps

from places import ROOT

#: The terminal multiplexer, with a server of our own and without anybody's settings.
TMUX = ("tmux", "-f", "/dev/null", "-L", f"kitgen-{os.getpid()}")


def played(test):
    """Let a test be a coroutine."""

    @wraps(test)
    def to_its_end(*args, **kwargs):
        asyncio.run(test(*args, **kwargs))

    return to_its_end


def seen(app):
    """Return the screen as text."""
    lines = []
    for strip in app.screen._compositor.render_strips():  # Textual has no public way to its text
        text = "".join(segment.text for segment in strip)
        lines.append(text.rstrip())
    return "\n".join(lines)


async def until(pilot, holds, seconds=20):
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"waited too long; the screen is\n{seen(pilot.app)}"
        await asyncio.sleep(0.02)  # a pause of the pilot would keep the processor busy
    await pilot.pause()


async def type_line(pilot, text):
    """Type a line and Enter; a blank is a key with a name."""
    keys = ["space" if sign == " " else sign for sign in text]
    await pilot.press(*keys, "enter")
    await pilot.pause()


def cells_of(board):
    """Return where to click each cell of a board; what is no cell stands under None."""
    width, height = board.size
    cells = {}
    for x in range(width):
        for y in range(height):
            cells[board.cell_at(x, y)] = (x, y)
    return cells


class Terminal:
    """A real terminal in which something runs.

    Args:
        name: what tmux calls it.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def send(self, *keys: str) -> None:
        """Press keys, by their names, or type words."""
        _tmux("send-keys", "-t", self.name, *keys)

    def wait_for(self, text: str, seconds: float = 30) -> str:
        """Wait until a text is on the screen, and return the screen."""
        end = time.monotonic() + seconds
        screen = self._screen()
        while text not in screen:
            assert time.monotonic() < end, screen
            time.sleep(0.05)
            screen = self._screen()
        return screen

    def _screen(self) -> str:
        return _tmux("capture-pane", "-p", "-t", self.name)


def _tmux(*words: str) -> str:
    return subprocess.run([*TMUX, *words], capture_output=True, text=True, check=True).stdout


@contextmanager
def terminal(
    name: str, size: tuple[int, int], words: str, **variables: object
) -> Iterator[Terminal]:
    """Run a command of kitgen in a real terminal. When it ends, ``left`` and its exit code are on
    the screen, which stays to be read.

    Args:
        name: what tmux calls it.
        size: columns and lines.
        words: what stands behind ``kitgen``.
        variables: what the command finds in its environment.
    """
    environment = {"PYTHONPATH": ROOT, "TERM": "xterm-256color", **variables}
    given = " ".join(f"{key}={shlex.quote(str(value))}" for key, value in environment.items())
    run = f"{given} {shlex.quote(sys.executable)} -m kitgen {words}; echo left $?; read _"
    columns, lines = map(str, size)
    _tmux("new-session", "-d", "-s", name, "-x", columns, "-y", lines, run)
    try:
        yield Terminal(name)
    finally:
        subprocess.run([*TMUX, "kill-session", "-t", name], capture_output=True, check=False)
