"""What commands read and write: standard streams, questions, progress, tables and JSON."""

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
from typing import Any, NamedTuple, Self

import click

from kitgen import __version__
from kitgen.compiling.compile_progress import COMPILING, listening
from kitgen.errors import KitgenError

#: The most bytes of a line of standard input; no position of any game is as long.
LINE = 2000
#: The bytes that are read at once of the rest of a longer line.
PIECE_OF_LONG_LINE = 1 << 16


def open_streams() -> None:
    """Open closed streams to nowhere, and escape characters that a terminal cannot show."""
    # A new file gets the lowest free number: 0 to 2 are those of the standard streams.
    number = os.open(os.devnull, os.O_RDWR)
    while number <= 2:
        os.set_inheritable(number, True)
        number = os.open(os.devnull, os.O_RDWR)
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
    """Ask on standard error whether to go on; ``KitgenError`` with the refusal if not.

    ``warning`` says what will happen, as a sentence without its full stop; it is the error if
    nobody can answer. ``question`` asks it in another language, with its words for ``yes`` and
    ``no``. The English ones are always understood.
    """
    answers = {"yes": True, "no": False, yes.casefold(): True, no.casefold(): False}
    answers |= {word[0]: agreed for word, agreed in answers.items()}
    letters = f"{yes[0].lower()}/{no[0].upper()}"
    prompt = f"{question or f'{warning}. Go on?'} [{letters}]"
    agreed: bool | None = None
    try:
        while agreed is None:
            answer = click.prompt(prompt, default="", show_default=False, err=True)
            agreed = answers.get(answer.strip().casefold() or "no")
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
    """Yield the lines of standard input, or None for one that is too long.

    Invalid bytes are replaced.
    """
    source = sys.stdin.buffer
    for line in iter(lambda: source.readline(LINE + 1), b""):
        if len(line) <= LINE or line.endswith(b"\n"):
            yield line.decode("utf-8", errors="replace").lstrip("\ufeff")
            continue
        rest = source.readline(PIECE_OF_LONG_LINE)
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(PIECE_OF_LONG_LINE)
        yield None


# Progress of long work: a bar on a terminal, elsewhere a line now and then. Work reports to a
# function; a thread shows the last report, even if it was long ago.

#: The seconds before progress is shown.
SECONDS_BEFORE = 2.0
#: The seconds between two lines.
SECONDS_BETWEEN_LINES = 5.0
#: The seconds between two steps of a bar.
SECONDS_BETWEEN_STEPS = 0.2
#: The environment variable for ``--progress``.
VARIABLE = "KITGEN_PROGRESS"


def _keep_value(context: click.Context, option: click.Parameter, value: object) -> None:
    context.meta[f"kitgen.{option.name}"] = value


def value_of(key: str) -> Any:
    """Return the value of ``--progress``, ``--quiet`` or ``--json``.

    None if no command with such an option runs.
    """
    context = click.get_current_context(silent=True)
    if context is None:
        return None
    return context.meta.get(f"kitgen.{key}")


def is_default(key: str) -> bool:
    """Return whether the user gave no value for a parameter of the running command."""
    source = click.get_current_context().get_parameter_source(key)
    return source is click.core.ParameterSource.DEFAULT


def progress_options(function: Any) -> Any:
    """Add ``--progress`` and ``--quiet`` to a command, whose function may ask ``value_of`` them."""
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
    silent = click.option(
        "-q",
        "--quiet",
        is_flag=True,
        expose_value=False,
        callback=_keep_value,
        help="Show only results and errors.",
    )
    return show(silent(function))


def note(text: str) -> None:
    """Write a note on standard error, unless the command has ``--quiet``."""
    if not value_of("quiet"):
        click.echo(f"kitgen: {text}", err=True)


class _Report(NamedTuple):
    """How far some work has come: its stage, how much is done, and how much there is, if known."""

    stage: str
    done: int
    total: int | None


class ProgressDisplay:
    """A context manager that takes reports of long work, and shows the last one now and then.

    ``manner`` is ``bar``, or ``plain`` for lines, which suit logs and screen readers; with another
    word nothing is shown.
    """

    def __init__(self, manner: str, what: str = "") -> None:
        self._manner = manner
        self._last = _Report(what, 0, None)
        self._compiling: _Report | None = None
        self._listening = ExitStack()
        self._began = time.monotonic()
        self._ended = threading.Event()
        self._clock: threading.Thread | None = None

    def __call__(self, what: str, done: int, total: int | None = None) -> None:
        """Take a report: the stage, how much is done, and how much there is (None if unknown)."""
        self._last = _Report(what, done, total)

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
        if self._ended.wait(SECONDS_BEFORE):
            return
        if self._manner == "bar":
            self._show_bar()
        else:
            self._show_lines()

    def _show_lines(self) -> None:
        wait = SECONDS_BETWEEN_LINES - SECONDS_BEFORE
        if self._compiling:  # a line comes early only to say this
            wait = 0
        while not self._ended.wait(wait):
            report = self._compiling or self._last
            line = report.stage or "at work"
            if report.done or report.total:
                line += f" {report.done:,}"
            if report.total:
                line += f" of {report.total:,}"
            seconds = time.monotonic() - self._began
            click.echo(f"kitgen: {line}, {seconds:.0f} s so far", err=True)
            wait = SECONDS_BETWEEN_LINES

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
            report = self._compiling or self._last
            count = ""
            if report.total:
                count = f"{report.done:,}/{report.total:,}"
            elif report.done:
                count = f"{report.done:,}"
            bar.update(
                task,
                description=report.stage or "at work",
                completed=report.done,
                total=report.total,
                count=count,
            )
            bar.start()
            self._ended.wait(SECONDS_BETWEEN_STEPS)
        bar.stop()

    def _note_compiling(self, done: int, total: int) -> None:
        self._compiling = _Report(COMPILING, done, total) if total else None


def working(what: str = "") -> ProgressDisplay:
    """Return a context manager to which work reports; ``what`` is shown before its first report."""
    manner = value_of("progress") if click.get_current_context(silent=True) else "auto"
    if manner == "auto":
        shows_bars = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        manner = "bar" if shows_bars else "plain"
    if value_of("quiet"):
        manner = None
    return ProgressDisplay(manner or "none", what)


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
#: The letters of a line where no terminal says how many there are.
WIDTH_OF_A_PIPE = 1000

#: Where a command's context keeps the JSON that is gathered.
_GATHERED = "kitgen.gathered-json"

json_option = click.option(
    "--json", is_flag=True, expose_value=False, callback=_keep_value, help="Write JSON."
)


def wrote_json(make: Callable[[], object]) -> bool:
    """Write plain data as JSON on standard output; return False without ``--json``.

    Version and command stand before it. Each item of a list has its own line. Paths and fractions
    are written as text.
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
    """Write a table on standard output; where it is too wide, each row as a block of lines.

    Words are never cut, since some are to be typed. ``right`` names the right-aligned columns.
    """
    # rich is slow to load, and JSON does not need it
    from rich.cells import cell_len  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    rows = list(rows)
    width_of_console = None if sys.stdout.isatty() else WIDTH_OF_A_PIPE
    console = Console(width=width_of_console, highlight=False, markup=False, emoji=False)
    is_styled = not all(cell.isprintable() for row in rows for cell in row)
    least = []
    wanted = []
    for cells in zip(columns, *rows, strict=True):
        plain = [Text.from_ansi(cell).plain for cell in cells] if is_styled else cells
        words = " ".join(plain).split()
        wanted.append(max(map(cell_len, plain)))
        least.append(max(map(cell_len, words), default=0))
    room = console.width - GAP * len(columns)
    if sum(least) > room:
        click.echo("\n".join(_block(columns, row) for row in rows))
        return
    table = Table(box=None, padding=(0, GAP, 0, 0), header_style="bold")
    widths = _widths(least, wanted, room)
    for column, width in zip(columns, widths, strict=True):
        table.add_column(column, justify="right" if column in right else "left", width=width)
    # rich takes seconds for thousands of rows; where nothing is wrapped, it writes the head alone.
    is_plain = not is_styled and widths == wanted
    if not is_plain:
        for row in rows:
            table.add_row(*map(Text.from_ansi, row))
    with console.capture() as capture:
        console.print(table)
    lines = capture.get().splitlines()
    if is_plain:
        for row in rows:
            padded = []
            for column, cell, width in zip(columns, row, widths, strict=True):
                blanks = " " * (width - cell_len(cell))
                padded.append(blanks + cell if column in right else cell + blanks)
            lines.append((" " * GAP).join(padded))
    click.echo("\n".join(line.rstrip() for line in lines))


def _widths(least: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """Share out a width among columns: enough for every word, and for whole lines if possible.

    >>> _widths([4, 6], [4, 30], 40), _widths([4, 6], [20, 30], 30)
    ([4, 30], [14, 16])
    """
    widths = list(least)
    while sum(widths) < room:
        short = [index for index, width in enumerate(widths) if width < wanted[index]]
        if not short:
            break
        for index in short[: room - sum(widths)]:
            widths[index] += 1
    return widths


def _block(columns: Sequence[str], row: Sequence[str]) -> str:
    """Return a row as a block of lines: the first cell, then the others with their headings.

    >>> print(_block(["kit", "boxes", "about"], ["her", "19", ""]))
    her
      boxes: 19
    """
    first, *others = row
    lines = [first]
    for heading, cell in zip(columns[1:], others, strict=True):
        if cell:
            lines.append(f"  {heading}: {cell}")
    return "\n".join(lines)


def with_error(figure: tuple[float, float | None], form: str, error_form: str = "") -> str:
    """Return a figure and its standard error, if it has one, in a format, or each in its own.

    >>> with_error((0.5, 0.0123), ".1%"), with_error((0.5, None), ".1%")
    ('50.0% ± 1.2%', '50.0%')
    """
    value, error = figure
    if error is None:
        return f"{value:{form}}"
    return f"{value:{form}} ± {error:{error_form or form}}"
