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

#: A terminal multiplexer of its own, whatever runs beside it.
TMUX = ("tmux", "-f", "/dev/null", "-L", f"kitgen-{os.getpid()}")


def played(test):
    """Let a test be a coroutine."""

    @wraps(test)
    def to_its_end(*args, **kwargs):
        asyncio.run(test(*args, **kwargs))

    return to_its_end


def seen(app):
    """Return the screen as text."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def until(pilot, holds, seconds=20):
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"waited too long; the screen is\n{seen(pilot.app)}"
        await asyncio.sleep(0.02)  # a pause of the pilot would keep the processor busy
    await pilot.pause()


async def type_line(pilot, text):
    await pilot.press(*("space" if sign == " " else sign for sign in text), "enter")
    await pilot.pause()


def cells_of(board):
    """Return where to click each cell of a board; what is no cell stands under None."""
    width, height = board.size
    return {board.cell_at(x, y): (x, y) for x in range(width) for y in range(height)}


class Terminal:
    """A real terminal in which something runs.

    Args:
        name: what tmux calls it.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def send(self, *keys: str) -> None:
        """Hit keys, by their names, or write words."""
        _tmux("send-keys", "-t", self.name, *keys)

    def wait_for(self, text: str, seconds: float = 30) -> str:
        """Wait until a text is on the screen, and return the screen."""
        end = time.monotonic() + seconds
        while text not in (screen := _tmux("capture-pane", "-p", "-t", self.name)):
            assert time.monotonic() < end, screen
            time.sleep(0.05)
        return screen


def _tmux(*words: str) -> str:
    return subprocess.run([*TMUX, *words], capture_output=True, text=True, check=True).stdout


@contextmanager
def terminal(
    name: str, size: tuple[int, int], words: str, **variables: object
) -> Iterator[Terminal]:
    """Run a command in a real terminal, which says in the end how it was left.

    Args:
        name: what tmux calls it.
        size: columns and lines.
        words: what stands behind ``kitgen``.
        variables: what the command finds in its environment.
    """
    said = {"PYTHONPATH": ROOT, "TERM": "xterm-256color", **variables}
    before = " ".join(f"{key}={shlex.quote(str(value))}" for key, value in said.items())
    run = f"{before} {shlex.quote(sys.executable)} -m kitgen {words}; echo left $?; read _"
    _tmux("new-session", "-d", "-s", name, "-x", str(size[0]), "-y", str(size[1]), run)
    try:
        yield Terminal(name)
    finally:
        subprocess.run([*TMUX, "kill-session", "-t", name], capture_output=True, check=False)
