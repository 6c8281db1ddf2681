"""How results are shown: tables and boards for people, JSON for programs."""

import json
import sys
from collections.abc import Iterable, Sequence
from string import ascii_lowercase

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kitgen.model import Game, Position
from kitgen.paper.card.styles import style_of
from kitgen.paper.marks.pieces import EMPTY, PIECES


def show_json(data: object) -> None:
    """Write data as JSON on standard output, one item of a list a line."""
    if isinstance(data, list):
        lines = ",\n ".join(json.dumps(item, ensure_ascii=False) for item in data)
        click.echo(f"[{lines}]")
    else:
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))


def show_table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[str] = ()) -> None:
    """Write a table on standard output.

    Args:
        columns: the headings.
        rows: the texts of each row.
        right: headings of the columns that are set to the right, as numbers are.
    """
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    for row in rows:
        table.add_row(*map(Text.from_ansi, row))
    # A pipe has no width: then lines are as long as they need to be, for programs that read them.
    width = None if sys.stdout.isatty() else 1000
    console = Console(width=width, highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in capture.get().splitlines()))


def board_text(game: Game, position: Position) -> str:
    """Return a position as rows of signs, as it lies on the table, cells named at the edges.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> print(board_text(game, game.start()))
    3  ♟ ♟ ♟
    2  · · ·
    1  ♙ ♙ ♙
       a b c
    """
    diagram, style = game.diagram, style_of(game.diagram)
    rows: dict[float, list[tuple[float, str]]] = {}
    for cell, ((x, y), content) in enumerate(zip(diagram.centres, position.cells, strict=True)):
        rows.setdefault(y, []).append((x, style.sign(diagram, cell, content)))
    lines = []
    named = style.lettered and len(rows) > 1
    for number, y in enumerate(sorted(rows)):
        signs = " ".join(sign for _, sign in sorted(rows[y]))
        lines.append(f"{len(rows) - number}  {signs}" if named else f"   {signs}")
    if named:
        columns = max(len(row) for row in rows.values())
        lines.append(f"   {' '.join(ascii_lowercase[:columns])}")
    text = "\n".join(lines)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # a terminal without these signs
        plain = {piece.sign: piece.plain for piece in PIECES.values()} | {EMPTY: "."}
        text = "".join(plain.get(sign, sign) for sign in text)
    return text


def plies_text(plies: int) -> str:
    """Return a number of plies in words.

    >>> plies_text(1), plies_text(6)
    ('1 ply', '6 plies')
    """
    return "1 ply" if plies == 1 else f"{plies} plies"
