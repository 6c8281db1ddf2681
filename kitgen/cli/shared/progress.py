"""A progress bar for work that takes longer than a moment."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

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
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(file=sys.stderr), transient=True)
    task = bar.add_task(what, total=total)
    began = time.monotonic()
    shown = False

    def advance(done: int) -> None:
        nonlocal shown
        bar.advance(task, done)
        if not shown and sys.stderr.isatty() and time.monotonic() - began > PATIENCE:
            bar.start()
            shown = True

    try:
        yield advance
    finally:
        if shown:
            bar.stop()


@contextmanager
def stages_bar() -> Iterator[Callable[[str, int, int | None], None]]:
    """Give work in stages a function to report to; a bar appears on a terminal once it takes over two seconds.

    Yields:
        The function, to be called with the name of the stage, how much of it is done, and how much there is
        (None when that is not known).
    """
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:,}"), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(file=sys.stderr), transient=True)
    task = bar.add_task("", total=None)
    began = time.monotonic()
    shown = False

    def report(stage: str, done: int, total: int | None) -> None:
        nonlocal shown
        bar.update(task, description=stage, completed=done, total=total)
        if not shown and sys.stderr.isatty() and time.monotonic() - began > PATIENCE:
            bar.start()
            shown = True

    try:
        yield report
    finally:
        if shown:
            bar.stop()
