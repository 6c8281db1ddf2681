"""Standard input, output and error."""

import os
import sys
from collections.abc import Iterable, Iterator
from io import TextIOWrapper

import click

from kitgen.errors import KitgenError

#: The most bytes of a line of standard input; no position of any game is as long.
LINE = 2000


def open_streams() -> None:
    """Open closed streams to nowhere, and write characters that a terminal cannot show as escapes."""
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


def agree(much: str, otherwise: str) -> None:
    """Ask on standard error whether to go on with something; ``KitgenError`` if not, or if nobody is there to answer.

    Args:
        much: what will happen, as a sentence without its full stop.
        otherwise: what has not happened if nobody agrees.
    """
    try:
        wanted = click.confirm(f"{much}. Go on?", err=True)
    except click.Abort:
        click.echo(err=True)
        raise KitgenError(f"{much}; use --yes to go on anyway") from None
    if not wanted:
        raise KitgenError(otherwise)


def finish() -> None:
    """Flush the output; drop it silently if that fails, because the error was reported before."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def lines_of_input() -> Iterator[str | None]:
    """Yield the lines of standard input, or None for one that is too long; invalid bytes are replaced."""
    source = sys.stdin.buffer
    while line := source.readline(LINE + 1):
        if len(line) <= LINE or line.endswith(b"\n"):
            yield line.decode("utf-8", errors="replace").lstrip("\ufeff")
            continue
        while (rest := source.readline(1 << 16)) and not rest.endswith(b"\n"):
            pass
        yield None
