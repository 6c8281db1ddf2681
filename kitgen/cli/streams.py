"""Standard input, output and error as the command line needs them: there, able to say everything, and left in order."""

import os
import sys
from collections.abc import Iterator
from io import TextIOWrapper

#: The most signs of a line of standard input; no position of any game is as long.
LINE = 2000


def open_streams() -> None:
    """Open whatever stream was closed, so that nothing else takes its place, and let none of them refuse a letter.

    Output to a closed stream is dropped. A letter that a terminal cannot show is written as its number.
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
    """Return whether somebody sits at a terminal, who can be shown a screen and hit keys."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def finish() -> None:
    """Write what is left to be written; where that is not possible, drop it quietly: it has been said before."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())


def lines_of_input() -> Iterator[str | None]:
    """Yield the lines of standard input, what is no text in them marked as such; None for one that is too long.

    However long a line is, no more of it is kept than a position could need.
    """
    source = sys.stdin.buffer
    while line := source.readline(LINE + 1):
        if len(line) <= LINE or line.endswith(b"\n"):
            yield line.decode("utf-8", errors="replace").lstrip("\ufeff")
            continue
        while (rest := source.readline(1 << 16)) and not rest.endswith(b"\n"):
            pass
        yield None
