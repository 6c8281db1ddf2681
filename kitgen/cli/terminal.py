"""What commands read and write: standard streams, questions, progress, tables for people, JSON
for programs.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Self

import click

from kitgen import __version__
from kitgen.compiling.compile_progress import COMPILING, listening
from kitgen.errors import KitgenError

#: The most bytes of a line of standard input; no position of any game is as long.
LINE = 2000


def open_streams() -> None:
    """Open closed streams to nowhere, and write characters that a terminal cannot show as
    escapes.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - for the whole run
        elif isinstance(stream, TextIOWrapper) and mode == "w":
            stream.reconfigure(errors="backslashreplace")


def at_terminal() -> bool:
    """Return whether input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def echo_lines(lines: Iterable[object], *, err: bool = False) -> None:
    """Write lines on standard output, or on standard error."""
    for line in lines:
        click.echo(str(line), err=err)


def agree(
    warning: str, refusal: str, question: str = "", *, yes: str = "yes", no: str = "no"
) -> None:
    """Ask on standard error whether to go on; ``KitgenError`` with the refusal if not, or if nobody
    can answer.

    ``warning`` says what will happen, as a sentence without its full stop; ``question`` asks it in
    another language, with its words for ``yes`` and ``no``. The English ones are always understood.
    """
    answers = {"yes": True, "no": False, yes.casefold(): True, no.casefold(): False}
    answers |= {word[0]: agreed for word, agreed in answers.items()}
    shown = f"{question or f'{warning}. Go on?'} [{yes[0].lower()}/{no[0].upper()}]"
    agreed: bool | None = None
    try:
        while agreed is None:
            said = click.prompt(shown, default="", show_default=False, err=True)
            agreed = answers.get(said.strip().casefold() or "no")
    except click.Abort:
        click.echo(err=True)
        raise KitgenError(f"{warning}; use --yes to go on anyway") from None
    if not agreed:
        raise KitgenError(refusal)


def finish() -> None:
    """Flush the output; drop it silently if that fails, because the error was reported before."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def lines_of_input() -> Iterator[str | None]:
    """Yield the lines of standard input, or None for one that is too long; invalid bytes are
    replaced.
    """
    source = sys.stdin.buffer
    while line := source.readline(LINE + 1):
        if len(line) <= LINE or line.endswith(b"\n"):
            yield line.decode("utf-8", errors="replace").lstrip("\ufeff")
            continue
        while (rest := source.readline(1 << 16)) and not rest.endswith(b"\n"):
            pass
        yield None


# Progress of long work: a bar on a terminal, elsewhere a line now and then. Work reports to a
# function; a thread shows the last report, even if it was long ago.

#: The seconds before progress is shown, between two lines, and between two steps of a bar.
PATIENCE, EVERY, SMOOTH = 2.0, 5.0, 0.2
#: The environment variable for ``--progress``.
VARIABLE = "KITGEN_PROGRESS"


def _keep_value(context: click.Context, option: click.Parameter, value: object) -> None:
    context.meta[f"kitgen.{option.name}"] = value


def value_of(key: str) -> Any:
    """Return the value of ``--progress``, ``--quiet`` or ``--json``; None if no command with
    such an option runs.
    """
    context = click.get_current_context(silent=True)
    return context and context.meta.get(f"kitgen.{key}")


def is_default(key: str) -> bool:
    """Return whether a parameter of the running command has its default because the user gave no
    value.
    """
    source = click.get_current_context().get_parameter_source(key)
    return source is click.core.ParameterSource.DEFAULT


def progress_options(function: Any) -> Any:
    """Add ``--progress`` and ``--quiet`` to a command; its function gets neither, but may ask
    ``value_of``.
    """
    show = click.option(
        "--progress",
        type=click.Choice(["auto", "bar", "plain", "none"]),
        default="auto",
        metavar="HOW",
        expose_value=False,
        callback=_keep_value,
        envvar=VARIABLE,
        help=f"How to show progress: auto, bar, plain (lines) or none; also ${VARIABLE}.",
    )
    silent = click.option("-q", "--quiet", is_flag=True, expose_value=False, callback=_keep_value,
                          help="Show only results and errors.")  # fmt: skip
    return show(silent(function))


def note(text: str) -> None:
    """Write a note on standard error, unless the command has ``--quiet``."""
    if not value_of("quiet"):
        click.echo(f"kitgen: {text}", err=True)


class ProgressDisplay:
    """A context manager that takes reports of work, and shows the last one now and then if the work
    takes a while.

    ``manner`` is ``bar``, or ``plain`` for lines, which suit logs and screen readers; with another
    word nothing is shown.
    """

    def __init__(self, manner: str, what: str = "") -> None:
        self._manner = manner
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
        if self._manner in ("bar", "plain"):
            self._ended.clear()
            self._listening.enter_context(listening(self._note_compiling))
            self._clock = threading.Thread(target=self._tick, daemon=True)
            self._clock.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self._listening.close()
        if self._clock is not None:
            self._clock.join()
        self._clock = None

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Clear the display during a question."""
        self.__exit__()
        yield
        self.__enter__()

    def _tick(self) -> None:
        if self._ended.wait(PATIENCE):
            return
        if self._manner == "bar":
            self._show_bar()
            return
        wait = (
            0 if self._compiling else EVERY - PATIENCE
        )  # a line comes early only to say that code is compiled
        while not self._ended.wait(wait):
            what, done, total = self._compiling or self._last
            amount = (f" {done:,}" if done or total else "") + (f" of {total:,}" if total else "")
            seconds = time.monotonic() - self._began
            click.echo(f"kitgen: {what or 'at work'}{amount}, {seconds:.0f} s so far", err=True)
            wait = EVERY

    def _show_bar(self) -> None:
        from rich.console import Console  # noqa: PLC0415
        from rich.progress import (  # noqa: PLC0415
            BarColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[count]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        bar = Progress(*columns, console=Console(stderr=True, force_terminal=True), transient=True)
        task = bar.add_task("", total=None, count="")
        while not self._ended.is_set():
            what, done, total = self._compiling or self._last
            count = f"{done:,}/{total:,}" if total else f"{done:,}" if done else ""
            bar.update(
                task, description=what or "at work", completed=done, total=total, count=count
            )
            bar.start()
            self._ended.wait(SMOOTH)
        bar.stop()

    def _note_compiling(self, done: int, total: int) -> None:
        self._compiling = (COMPILING, done, total) if total else None


def working(what: str = "") -> ProgressDisplay:
    """Return a context manager to which work reports; ``what`` is shown before its first report."""
    manner = value_of("progress") if click.get_current_context(silent=True) else "auto"
    if manner == "auto":
        manner = "bar" if sys.stderr.isatty() and os.environ.get("TERM") != "dumb" else "plain"
    return ProgressDisplay("none" if value_of("quiet") else manner or "none", what)


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


# Results: tables for people, JSON for programs.

#: Blanks between columns.
GAP = 2

#: Where a command's context keeps the JSON that is gathered.
_GATHERED = "kitgen.gathered-json"

json_option = click.option(
    "--json", is_flag=True, expose_value=False, callback=_keep_value, help="Write JSON."
)


def wrote_json(make: Callable[[], object]) -> bool:
    """Write plain data as JSON on standard output, with the version and the command; return False
    without ``--json``.

    Each item of a list has its own line. Paths and fractions are written as text.
    """
    if not value_of("json"):
        return False
    gathered = click.get_current_context().meta.get(_GATHERED)
    if gathered is None:
        write_json(make())
    else:
        gathered.append(make())
    return True


@contextmanager
def gathered_json() -> Iterator[list[object]]:
    """Gather what ``wrote_json`` would write, as when a command runs for each group of a class."""
    meta = click.get_current_context().meta
    gathered: list[object] = []
    meta[_GATHERED] = gathered
    try:
        yield gathered
    finally:
        del meta[_GATHERED]


def write_json(result: object) -> None:
    """Write plain data as JSON on standard output, with the version and the command."""
    command = click.get_current_context().command_path.partition(" ")[2]
    head = f'{{"kitgen": {json.dumps(__version__)}, "command": {json.dumps(command)}, "result":'
    if isinstance(result, list):
        lines = ",\n ".join(json.dumps(item, ensure_ascii=False, default=_text) for item in result)
        click.echo(f"{head} [{lines}]}}")
    else:
        click.echo(f"{head} {json.dumps(result, ensure_ascii=False, indent=1, default=_text)}}}")


def _text(value: object) -> str:
    if isinstance(value, Path | Fraction):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no plain data")


def show_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[str] = ()
) -> None:
    """Write a table on standard output; on a terminal too narrow for it, each row as a block of
    lines.

    Words are never cut, since some are to be typed. ``right`` names the right-aligned columns.
    """
    # rich is slow to load, and JSON does not need it
    from rich.cells import cell_len  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    rows = list(rows)
    # a pipe has no width
    console = Console(
        width=None if sys.stdout.isatty() else 1000, highlight=False, markup=False, emoji=False
    )
    styled = not all(cell.isprintable() for row in rows for cell in row)
    least, wanted = [], []
    for cells in zip(columns, *rows, strict=True):
        plain = [Text.from_ansi(cell).plain for cell in cells] if styled else cells
        wanted.append(max(map(cell_len, plain)))
        least.append(max((cell_len(word) for cell in plain for word in cell.split()), default=0))
    room = console.width - GAP * len(columns)
    if sum(least) > room:
        click.echo("\n".join(_block(columns, row) for row in rows))
        return
    table = Table(box=None, padding=(0, GAP, 0, 0), header_style="bold")
    widths = _widths(least, wanted, room)
    for column, width in zip(columns, widths, strict=True):
        table.add_column(column, justify="right" if column in right else "left", width=width)
    whole = not styled and widths == wanted
    for row in () if whole else rows:
        table.add_row(*map(Text.from_ansi, row))
    with console.capture() as capture:
        console.print(table)
    lines = capture.get().splitlines()
    if whole:  # rich takes seconds for thousands of rows, and here has nothing to wrap
        for row in rows:
            padded = []
            for column, cell, width in zip(columns, row, widths, strict=True):
                gap = " " * (width - cell_len(cell))
                padded.append(gap + cell if column in right else cell + gap)
            lines.append((" " * GAP).join(padded))
    click.echo("\n".join(line.rstrip() for line in lines))


def _widths(least: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """Share out a width among columns: enough for every word, and for whole lines if possible.

    >>> _widths([4, 6], [4, 30], 40), _widths([4, 6], [20, 30], 30)
    ([4, 30], [14, 16])
    """
    widths = list(least)
    while (short := [i for i, width in enumerate(widths) if width < wanted[i]]) and sum(
        widths
    ) < room:
        for index in short[: room - sum(widths)]:
            widths[index] += 1
    return widths


def _block(columns: Sequence[str], row: Sequence[str]) -> str:
    """Return a row as a block of lines: the first cell, then the others with their headings.

    >>> print(_block(["kit", "boxes", "about"], ["her", "19", ""]))
    her
      boxes: 19
    """
    head, *rest = row
    return "\n".join(
        [head, *(f"  {name}: {text}" for name, text in zip(columns[1:], rest, strict=True) if text)]
    )


def with_error(figure: tuple[float, float | None], form: str, error_form: str = "") -> str:
    """Return a figure and its standard error, if it has one, in a format, or each in its own.

    >>> with_error((0.5, 0.0123), ".1%"), with_error((0.5, None), ".1%")
    ('50.0% ± 1.2%', '50.0%')
    """
    value, error = figure
    return f"{value:{form}}" + ("" if error is None else f" ± {error:{error_form or form}}")
