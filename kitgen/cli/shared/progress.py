"""A progress bar for work that takes longer than a moment."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

#: Seconds that a user waits without wondering.
PATIENCE = 2.0


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Give work a function to report to; a bar appears on a terminal once the work takes over two seconds.

    Args:
        what: what is being done, in a word or two.
        total: how much there is to do.

    Yields:
        The function, to be called with how much was done since the last call.
    """
    done = 0
    with _bar("{task.completed:,}/{task.total:,}") as update:

        def advance(more: int) -> None:
            nonlocal done
            done += more
            update(what, done, total)

        yield advance


@contextmanager
def stages_bar() -> Iterator[Callable[[str, int, int | None], None]]:
    """Give work in stages a function to report to; a bar appears on a terminal once it takes over two seconds.

    Yields:
        The function, to be called with the name of the stage, how much of it is done, and how much there is
        (None when that is not known).
    """
    with _bar("{task.completed:,}") as update:
        yield update


@contextmanager
def _bar(count: str) -> Iterator[Callable[[str, int, int | None], None]]:
    """Give a function to be told what is done, how much of it, and how much there is.

    Args:
        count: how the figures are written behind the bar.
    """
    if not sys.stderr.isatty():  # nobody would see it, and the library that draws it takes a while to load
        yield lambda _what, _done, _total: None
        return
    bar, task = _make_bar(count)
    began = time.monotonic()

    def update(what: str, done: int, total: int | None) -> None:
        bar.update(task, description=what, completed=done, total=total)
        if not bar.live.is_started and time.monotonic() - began > PATIENCE:
            bar.start()

    try:
        yield update
    finally:
        if bar.live.is_started:
            bar.stop()


def _make_bar(count: str) -> "tuple[Progress, TaskID]":
    """Return a bar that is not shown yet."""
    from rich.console import Console  # noqa: PLC0415 - only where there is a terminal
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415 - as above

    columns: tuple[Any, ...] = (TextColumn("{task.description}"), BarColumn(), TextColumn(count), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(file=sys.stderr), transient=True)
    return bar, bar.add_task("", total=None)
