"""How results are shown: tables for people, JSON for programs."""

import json
import sys
from collections.abc import Iterable, Sequence

import click


def show_json(data: object) -> None:
    """Write data as JSON on standard output, one item of a list a line."""
    if isinstance(data, list):
        lines = ",\n ".join(json.dumps(item, ensure_ascii=False) for item in data)
        click.echo(f"[{lines}]")
    else:
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))


def show_table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[str] = ()) -> None:
    """Write a table on standard output; on a terminal too narrow for it, each row as a block of lines.

    No word is ever cut, for it may be one to type.

    Args:
        columns: the headings.
        rows: the texts of each row.
        right: headings of the columns that are set to the right, as numbers are.
    """
    # Its library takes a while to load, and JSON needs no table.
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    rows = [tuple(row) for row in rows]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    for row in rows:
        table.add_row(*map(Text.from_ansi, row))
    # A pipe has no width: then lines are as long as they need to be, for programs that read them.
    width = None if sys.stdout.isatty() else 1000
    console = Console(width=width, highlight=False, markup=False, emoji=False)
    if table.__rich_measure__(console, console.options).minimum > console.width:
        click.echo("\n".join(_block(columns, row) for row in rows))
        return
    with console.capture() as capture:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in capture.get().splitlines()))


def _block(columns: Sequence[str], row: Sequence[str]) -> str:
    """Return a row as a block of lines: what it is about, then each figure with its heading.

    >>> print(_block(["kit", "boxes", "about"], ["her", "19", ""]))
    her
      boxes: 19
    """
    head, *rest = row
    return "\n".join([head, *(f"  {name}: {text}" for name, text in zip(columns[1:], rest, strict=True) if text)])


def winner_text(winner: str | None, plies: int | None, value: int, points: str) -> str:
    """Return in words who should win a game.

    Args:
        winner: the side; None for a draw.
        plies: to the end with best play; None where points decide.
        value: how many points, whoever wins them.
        points: what points count, in the plural.

    >>> winner_text("black", 6, -1, "points"), winner_text("south", None, 1, "seeds"), winner_text(None, None, 0, "")
    ('black in 6 plies', 'south by 1 seed', 'nobody: a draw')
    """
    if winner is None:
        return "nobody: a draw"
    if plies is not None:
        return f"{winner} in {plies_text(plies)}"
    return f"{winner} by {abs(value)} {points.removesuffix('s') if abs(value) == 1 else points}"


def plies_text(plies: int) -> str:
    """Return a number of plies in words.

    >>> plies_text(1), plies_text(6)
    ('1 ply', '6 plies')
    """
    return "1 ply" if plies == 1 else f"{plies} plies"
