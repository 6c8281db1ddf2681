"""Show results: tables for people, JSON for programs."""

import json
import sys
from collections.abc import Callable, Iterable, Sequence

import click

from kitgen import __version__
from kitgen.cli.progress import kept_option, option_value
from kitgen.errors import many

#: Blanks between columns.
GAP = 2


json_option = click.option("--json", is_flag=True, expose_value=False, callback=kept_option("json"), help="Write JSON.")


def wrote_json(make: Callable[[], object]) -> bool:
    """Write what a command makes, plain data, as JSON on standard output; return False without ``--json``.

    All commands share the keys ``kitgen`` (the version), ``command`` and ``result``. Each item of a list has its own
    line.
    """
    if not option_value("json"):
        return False
    command = click.get_current_context().command_path.partition(" ")[2]
    head = f'{{"kitgen": {json.dumps(__version__)}, "command": {json.dumps(command)}, "result":'
    result = make()
    if isinstance(result, list):
        lines = ",\n ".join(json.dumps(item, ensure_ascii=False) for item in result)
        click.echo(f"{head} [{lines}]}}")
    else:
        click.echo(f"{head} {json.dumps(result, ensure_ascii=False, indent=1)}}}")
    return True


def show_table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[str] = ()) -> None:
    """Write a table on standard output; on a terminal too narrow for it, each row as a block of lines.

    Words are never cut, since some are to be typed. ``right`` names the right-aligned columns.
    """
    # rich is slow to load, and JSON does not need it
    from rich.cells import cell_len  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    rows = [tuple(row) for row in rows]
    # a pipe has no width
    console = Console(width=None if sys.stdout.isatty() else 1000, highlight=False, markup=False, emoji=False)
    least, wanted = [], []
    for cells in zip(columns, *rows, strict=True):
        plain = [Text.from_ansi(cell).plain for cell in cells]
        wanted.append(max(map(cell_len, plain)))
        least.append(max((cell_len(word) for cell in plain for word in cell.split()), default=0))
    room = console.width - GAP * len(columns)
    if sum(least) > room:
        click.echo("\n".join(_block(columns, row) for row in rows))
        return
    table = Table(box=None, padding=(0, GAP, 0, 0), header_style="bold")
    for column, width in zip(columns, _widths(least, wanted, room), strict=True):
        table.add_column(column, justify="right" if column in right else "left", width=width)
    for row in rows:
        table.add_row(*map(Text.from_ansi, row))
    with console.capture() as capture:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in capture.get().splitlines()))


def _widths(least: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """Share out a width among columns: enough for every word, and for whole lines if possible.

    >>> _widths([4, 6], [4, 30], 40), _widths([4, 6], [20, 30], 30)
    ([4, 30], [14, 16])
    """
    widths = list(least)
    while (short := [i for i, width in enumerate(widths) if width < wanted[i]]) and sum(widths) < room:
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
    return "\n".join([head, *(f"  {name}: {text}" for name, text in zip(columns[1:], rest, strict=True) if text)])


def winner_text(winner: str | None, plies: int | None, value: int, points: str) -> str:
    """Return in words who should win a game: a side, None for a draw; with ``plies`` None, points decide.

    >>> winner_text("black", 6, -1, "points"), winner_text("south", None, 1, "seeds"), winner_text(None, None, 0, "")
    ('black in 6 plies', 'south by 1 seed', 'nobody: a draw')
    """
    if winner is None:
        return "nobody: a draw"
    if plies is not None:
        return f"{winner} in {many(plies, 'ply')}"
    return f"{winner} by {abs(value)} {points.removesuffix('s') if abs(value) == 1 else points}"


def plus_minus(error: float | None, form: str) -> str:
    """Return a standard error in a format, to write behind a figure; nothing for None.

    >>> plus_minus(0.0123, ".1%"), plus_minus(None, ".1%")
    (' ± 1.2%', '')
    """
    return "" if error is None else f" ± {error:{form}}"
