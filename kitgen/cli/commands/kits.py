"""``kitgen kits``: list the editions, and the boards of a game."""

from dataclasses import asdict
from textwrap import fill

import click

from kitgen.cli.options import options, templates_option
from kitgen.cli.terminal import json_option, progress_options, show_table, working, wrote_json
from kitgen.errors import many
from kitgen.game_solution import MANY_SHEETS, SizeRow, labels_on_a_sheet, size_rows
from kitgen.games import make_game
from kitgen.kit_sources import ListedKit, kits
from kitgen.templates import Templates


def _show_sizes(name: str) -> None:
    with working(f"counting {name}") as progress:
        rows = size_rows(name, progress)
    if wrote_json(lambda: [asdict(row) for row in rows]):
        return
    columns = ["game", "machine", "boxes", "with a choice", "beads", "who should win", "printed as labels"]
    show_table(columns, map(_size_cells, rows), right=["boxes", "with a choice", "beads"])
    click.echo(f"\n{sentence(name, rows)}")


def _size_cells(row: SizeRow) -> tuple[str, ...]:
    game = make_game(row.game)
    wins = winner_text(row.winner, row.plies, row.value, game.points if game.scoring else "")
    printed = "no: too large for a kit"
    if row.sheets is not None:
        printed = many(row.sheets, "sheet") + ", after a question" * (row.sheets > MANY_SHEETS)
    return row.game, row.side, f"{row.boxes:,}", f"{row.choices:,}", f"{row.beads:,}", wins, printed


def winner_text(winner: str | None, plies: int | None, value: int, points: str) -> str:
    """Return in words who should win a game: a side, None for a draw; ``points`` are empty in a game without points.

    >>> winner_text("black", 6, -1, ""), winner_text("south", None, 1, "seeds"), winner_text(None, None, 0, "")
    ('black in 6 plies', 'south by 1 seed', 'nobody: a draw')
    >>> winner_text("hare", None, 1, "")
    'hare, as nobody can force an end'
    """
    if winner is None:
        return "nobody: a draw"
    if plies is not None:
        return f"{winner} in {many(plies, 'ply')}"
    if not points:
        return f"{winner}, as nobody can force an end"
    return f"{winner} by {abs(value)} {points.removesuffix('s') if abs(value) == 1 else points}"


def sentence(name: str, rows: list[SizeRow]) -> str:
    """Return in words which boards can be printed."""
    small = [row for row in rows if row.sheets is not None and row.sheets <= MANY_SHEETS]
    limit = MANY_SHEETS * labels_on_a_sheet(1000)
    words = f"Up to {limit} boxes ({MANY_SHEETS} sheets of labels) a kit is printed without a question"
    if small:
        most = max(small, key=lambda row: row.boxes)
        words += f"; of these boards the largest is {most.game} for {most.side}, with {most.boxes:,} boxes"
    return (
        f"{words}. Larger kits are printed only after a question: nobody fills {10 * limit:,} matchboxes. "
        f"--forced skip omits boxes without a choice, --express those with nothing to learn. "
        f"Boards that are not listed are too large to count here; try 'kitgen solve {name.partition(',')[0]}:SIZE'."
    )


@click.command(epilog="Example: kitgen kits")
@click.option("--sizes", metavar="GAME", help="List the boards of a game, such as hexapawn, and who wins on each.")
@options(json_option, templates_option, progress_options)
def command(sizes: str | None, templates: Templates) -> None:
    """List the kits and games, with boxes, beads and colours.

    A kit is an edition, which has a name and a title, or any game on any board: 'kitgen kits --sizes hexapawn' counts
    the boards of one game. "wins" is the side that wins with best play.
    """
    if sizes is not None:
        _show_sizes(sizes)
        return
    with working("counting the kits"):
        rows = kits(templates)
    if wrote_json(lambda: [asdict(row) for row in rows]):
        return
    columns = ["kit", "game", "side", "boxes", "beads", "colours", "wins"]
    show_table(columns, (_cells(row) for row in rows if row.kind != "told"), right=["boxes", "beads", "colours"])
    click.echo("\n?: too large to count here; 'kitgen solve' counts larger boards")
    click.echo("You can also print any other board: kitgen print hexapawn:4x3 --side white")
    names = " ".join(row.name.removeprefix("told:") for row in rows if row.kind == "told")
    click.echo(fill(f"Games told as data, such as told:notakto: {names}", 78, break_on_hyphens=False))
    click.echo("All boards of a game, with who wins on each: kitgen kits --sizes hexapawn")


def _cells(row: ListedKit) -> tuple[str, ...]:
    if row.boxes is None:
        return row.name, row.game, "", "?", "?", "?", "?"
    wins = "?" if row.value is None else row.winner or "draw"
    return row.name, row.game, row.side or "", str(row.boxes), str(row.beads), str(row.colours), wins
