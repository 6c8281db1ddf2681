"""What long work says while it goes on: a bar on a terminal, a line now and then elsewhere; and how to ask for less.

Nobody waits long without a sign: whoever does the work reports to a function, and a clock of its own shows what was
last reported even where that was long ago.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

F = TypeVar("F", bound=Callable[..., Any])

#: Seconds that a user waits without wondering, and seconds between two lines where there is no bar.
PATIENCE, EVERY = 2.0, 5.0
#: How progress may be shown: a bar on a terminal and lines elsewhere, always the one or the other, or not at all.
MANNERS = ("auto", "bar", "plain", "none")
#: Says the same in the environment.
VARIABLE = "KITGEN_PROGRESS"
#: Where a command's context keeps what was asked for.
_MANNER, _QUIET = "kitgen.progress", "kitgen.quiet"


def progress_options(function: F) -> F:
    """Add ``--progress`` and ``--quiet`` to a command; its function sees neither, and may ask ``quiet``."""

    def keep(key: str) -> Callable[[click.Context, click.Parameter, Any], None]:
        return lambda context, _option, value: context.meta.update({key: value})

    show = click.option(
        "--progress", type=click.Choice(MANNERS), default="auto", metavar="HOW", expose_value=False,
        callback=keep(_MANNER), envvar=VARIABLE,
        help=f"How long work shows itself: auto, bar, plain (lines) or none; also ${VARIABLE}.",
    )  # fmt: skip
    silent = click.option(
        "-q", "--quiet", is_flag=True, expose_value=False, callback=keep(_QUIET), help="Only results and refusals."
    )
    return show(silent(function))


def quiet() -> bool:
    """Return whether the command that runs was asked to be quiet."""
    context = click.get_current_context(silent=True)
    return bool(context and context.meta.get(_QUIET))


def note(text: str) -> None:
    """Write a line for people on standard error, unless the command was asked to be quiet.

    Args:
        text: what they should know, which is no refusal.
    """
    if not quiet():
        click.echo(f"kitgen: {text}", err=True)


class Shown(Protocol):
    """Where a report goes. It is made before the work begins and told nothing until that has taken a while."""

    #: Seconds from one showing to the next.
    every: float

    def show(self, what: str, done: int, total: int | None, seconds: float) -> None:
        """Show what is being done, how much of it, of how much, and how long all of it has taken."""

    def hide(self) -> None:
        """Clear the line for something else."""


class Lines:
    """Lines on standard error, for logs and for those who read with their ears."""

    every = EVERY

    def show(self, what: str, done: int, total: int | None, seconds: float) -> None:
        """Write a line."""
        amount = f" {done:,}" if done or total else ""
        share = f" of {total:,}" if total else ""
        click.echo(f"kitgen: {what or 'at work'}{amount}{share}, {seconds:.0f} s so far", err=True)

    def hide(self) -> None:
        """Do nothing: lines stay."""


class Bar:
    """A bar on a terminal, which is cleared when the work is done."""

    every = 0.2

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def show(self, what: str, done: int, total: int | None, seconds: float) -> None:
        """Draw the bar, or move it."""
        del seconds  # it keeps its own clock
        if self._bar is None or self._task is None:
            self._bar, self._task = _make_bar()
        count = f"{done:,}/{total:,}" if total else f"{done:,}" if done else ""
        self._bar.update(self._task, description=what or "at work", completed=done, total=total, count=count)
        self._bar.start()  # of a bar that stands there already, nothing

    def hide(self) -> None:
        """Clear the bar."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


class Teller:
    """Takes reports of work and tells the last one now and then, once the work has taken longer than a moment.

    It is a context manager; what is shown is cleared at its end.
    """

    def __init__(self, shown: Shown | None, what: str = "") -> None:
        """Prepare to report.

        Args:
            shown: where to; None to show nothing.
            what: what is being done, until it is said otherwise.
        """
        self._shown = shown
        self._last: tuple[str, int, int | None] = (what, 0, None)
        self._began = time.monotonic()
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._clock: threading.Thread | None = None

    def __call__(self, what: str, done: int, total: int | None = None) -> None:
        """Take a report: what is being done, how much of it is done, and how much there is (None: not known)."""
        self._last = (what, done, total)

    def __enter__(self) -> Self:
        if self._shown is not None:
            self._ended.clear()
            self._clock = threading.Thread(target=self._tick, args=(self._shown,), daemon=True)
            self._clock.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.pause()

    def pause(self) -> None:
        """Clear what is shown, and show nothing until work is begun again."""
        self._ended.set()
        if self._shown is not None and self._clock is not None:
            self._clock.join()
            self._clock = None
            self._shown.hide()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave the terminal to a question."""
        self.pause()
        yield
        self.__enter__()

    def _tick(self, shown: Shown) -> None:
        """Show the last report again and again."""
        wait = PATIENCE if isinstance(shown, Bar) else EVERY
        while not self._ended.wait(wait):
            shown.show(*self._last, time.monotonic() - self._began)
            wait = shown.every


def working(what: str = "") -> Teller:
    """Return what work reports to: a context manager and a function of stage, how much is done and how much there is.

    Args:
        what: what is being done, until the work says so itself.
    """
    context = click.get_current_context(silent=True)
    manner = "auto" if context is None else context.meta.get(_MANNER, "none")
    if manner == "none" or quiet():
        return Teller(None)
    if manner == "auto":
        on_terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        manner = "bar" if on_terminal else "plain"
    return Teller(Bar() if manner == "bar" else Lines(), what)


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Give work of one kind a function to report to.

    Args:
        what: what is being done, in a word or two.
        total: how much there is to do.

    Yields:
        The function, to be called with how much was done since the last call.
    """
    done = 0
    with working(what) as report:
        report(what, 0, total)

        def advance(more: int) -> None:
            nonlocal done
            done += more
            report(what, done, total)

        yield advance


def _make_bar() -> "tuple[Progress, TaskID]":
    """Return a bar that is not shown yet. Its library takes a while to load, and most work is done before."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[count]}"),
               TimeElapsedColumn(), TimeRemainingColumn())  # fmt: skip
    bar = Progress(*columns, console=Console(stderr=True, force_terminal=True), transient=True)
    return bar, bar.add_task("", total=None, count="")
