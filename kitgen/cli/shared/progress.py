"""A progress bar for work that takes longer than a moment."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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

    with _late_bar("{task.completed}/{task.total}") as show:

        def advance(more: int) -> None:
            nonlocal done
            done += more
            show(what, done, total)

        yield advance


@contextmanager
def stages_bar() -> Iterator[Callable[[str, int, int | None], None]]:
    """Give work in stages a function to report to; a bar appears on a terminal once it takes over two seconds.

    Yields:
        The function, to be called with the name of the stage, how much of it is done, and how much there is
        (None when that is not known).
    """
    with _late_bar("{task.completed:,}") as show:
        yield show


@contextmanager
def _late_bar(count: str) -> Iterator[Callable[[str, int, int | None], None]]:
    """Give a function to report to, which shows a bar once a user at a terminal wonders.

    Args:
        count: how the bar says how much is done.

    Yields:
        The function, to be called with what is being done, how much of it is done, and how much there is.
    """
    if not sys.stderr.isatty():  # the library that draws bars takes a while to load
        yield lambda _what, _done, _total: None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn(count), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(file=sys.stderr), transient=True)
    task = bar.add_task("", total=None)
    began = time.monotonic()
    shown = False

    def show(what: str, done: int, total: int | None) -> None:
        nonlocal shown
        bar.update(task, description=what, completed=done, total=total)
        if not shown and time.monotonic() - began > PATIENCE:
            bar.start()
            shown = True

    try:
        yield show
    finally:
        if shown:
            bar.stop()
