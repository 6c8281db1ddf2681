"""Show the progress of long work: a bar on a terminal, elsewhere a line now and then.

The work reports to a function; a thread shows the last report, even if it was long ago.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Self

import click

from kitgen.compile_progress import COMPILING, listening

if TYPE_CHECKING:
    from rich.progress import Progress

#: The seconds before progress is shown, and between two lines.
PATIENCE, EVERY = 2.0, 5.0
#: The values of ``--progress``; auto means a bar on a terminal, and lines elsewhere.
MANNERS = ("auto", "bar", "plain", "none")
#: The environment variable for ``--progress``.
VARIABLE = "KITGEN_PROGRESS"


def kept_option(key: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    """Return the callback of an option that no function gets, but whose value ``option_value`` returns."""
    return lambda context, _option, value: context.meta.update({f"kitgen.{key}": value})


def option_value(key: str) -> Any:
    """Return the value of an option of the running command; None if it has no such option, or none runs."""
    context = click.get_current_context(silent=True)
    return context and context.meta.get(f"kitgen.{key}")


def progress_options(function: Any) -> Any:
    """Add ``--progress`` and ``--quiet`` to a command; its function gets neither, but may call ``quiet``."""
    show = click.option(
        "--progress", type=click.Choice(MANNERS), default="auto", metavar="HOW", expose_value=False,
        callback=kept_option("progress"), envvar=VARIABLE,
        help=f"How to show progress: auto, bar, plain (lines) or none; also ${VARIABLE}.",
    )  # fmt: skip
    silent = click.option("-q", "--quiet", is_flag=True, expose_value=False, callback=kept_option("quiet"),
                          help="Show only results and errors.")  # fmt: skip
    return show(silent(function))


def quiet() -> bool:
    """Return whether the running command has ``--quiet``."""
    return bool(option_value("quiet"))


def note(text: str) -> None:
    """Write a note on standard error, unless the command has ``--quiet``."""
    if not quiet():
        click.echo(f"kitgen: {text}", err=True)


class Lines:
    """Lines on standard error, for logs and screen readers."""

    every = EVERY

    def show(self, what: str, done: int, total: int | None, seconds: float) -> None:
        """Write a line."""
        amount = f" {done:,}" if done or total else ""
        share = f" of {total:,}" if total else ""
        click.echo(f"kitgen: {what or 'at work'}{amount}{share}, {seconds:.0f} s so far", err=True)

    def hide(self) -> None:
        """Leave the lines."""


class Bar:
    """A bar on a terminal."""

    every = 0.2

    def __init__(self) -> None:
        self._bar: Progress | None = None

    def show(self, what: str, done: int, total: int | None, _seconds: float) -> None:
        """Draw or move the bar, which measures time itself."""
        if self._bar is None:
            from rich.console import Console  # noqa: PLC0415
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn  # noqa: PLC0415

            columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[count]}"),
                       TimeElapsedColumn(), TimeRemainingColumn())  # fmt: skip
            self._bar = Progress(*columns, console=Console(stderr=True, force_terminal=True), transient=True)
            self._bar.add_task("", total=None, count="")
        count = f"{done:,}/{total:,}" if total else f"{done:,}" if done else ""
        [task] = self._bar.task_ids
        self._bar.update(task, description=what or "at work", completed=done, total=total, count=count)
        self._bar.start()

    def hide(self) -> None:
        """Clear the bar."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


class Teller:
    """Takes reports of work, and shows the last one now and then if the work takes a while.

    It is a context manager, at whose end the display is cleared. Without a display it shows nothing.
    """

    def __init__(self, shown: Lines | Bar | None, what: str = "") -> None:
        self._shown = shown
        self._last: tuple[str, int, int | None] = (what, 0, None)
        self._compiling: tuple[str, int, int | None] | None = None
        self._listening = ExitStack()
        self._began = time.monotonic()
        self._ended = threading.Event()
        self._clock: threading.Thread | None = None

    def __call__(self, what: str, done: int, total: int | None = None) -> None:
        """Take a report: the stage, how much is done, and how much there is (None if unknown)."""
        self._last = (what, done, total)

    def __enter__(self) -> Self:
        if self._shown is not None:
            self._ended.clear()
            self._listening.enter_context(listening(self._note_compiling))
            self._clock = threading.Thread(target=self._tick, args=(self._shown,), daemon=True)
            self._clock.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.pause()

    def pause(self) -> None:
        """Clear the display until the next work begins."""
        self._ended.set()
        self._listening.close()
        if self._shown is not None and self._clock is not None:
            self._clock.join()
            self._clock = None
            self._shown.hide()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Clear the display during a question."""
        self.pause()
        yield
        self.__enter__()

    def _tick(self, shown: Lines | Bar) -> None:
        wait = PATIENCE
        if not isinstance(shown, Bar):
            # a line comes early only to say that code is compiled
            if self._ended.wait(PATIENCE):
                return
            wait = 0 if self._compiling else EVERY - PATIENCE
        while not self._ended.wait(wait):
            shown.show(*(self._compiling or self._last), time.monotonic() - self._began)
            wait = shown.every

    def _note_compiling(self, done: int, total: int) -> None:
        self._compiling = (COMPILING, done, total) if total else None


def working(what: str = "") -> Teller:
    """Return a context manager to which work reports; ``what`` is shown before its first report."""
    manner = option_value("progress") if click.get_current_context(silent=True) else "auto"
    if manner in (None, "none") or quiet():
        return Teller(None)
    if manner == "auto":
        on_terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        manner = "bar" if on_terminal else "plain"
    return Teller(Bar() if manner == "bar" else Lines(), what)


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Yield a function to call with how much work of one kind was done since the last call."""
    done = 0
    with working(what) as report:
        report(what, 0, total)

        def advance(more: int) -> None:
            nonlocal done
            done += more
            report(what, done, total)

        yield advance
