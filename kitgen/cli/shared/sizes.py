"""``kitgen kits --sizes GAME``: the sizes of a game as a table, and in words what could be printed."""

from dataclasses import asdict

import click

from kitgen.cli.shared.progress import working
from kitgen.cli.shared.show import show_json, show_table, winner_text
from kitgen.door.sizes import SizeRow, labels_on_a_sheet, size_rows
from kitgen.games import make_game

#: The sheets up to which a kit is printed without a question.
ASKED = 40


def show_sizes(name: str, *, as_json: bool) -> None:
    """Write the list of sizes of a game.

    Raises:
        UsageError: there is no such game, or it was given with a size.
    """
    with working(f"counting {name}") as progress:
        rows = size_rows(name, progress)
    if as_json:
        show_json([asdict(row) for row in rows])
        return
    columns = ["game", "machine", "boxes", "with a choice", "beads", "who should win", "printed as labels"]
    show_table(columns, map(_cells, rows), right=["boxes", "with a choice", "beads"])
    click.echo(f"\n{sentence(name, rows)}")


def _cells(row: SizeRow) -> tuple[str, ...]:
    """Return a row as texts for the table."""
    wins = winner_text(row.winner, row.plies, row.value, make_game(row.game).points)
    return row.game, row.side, f"{row.boxes:,}", f"{row.choices:,}", f"{row.beads:,}", wins, _printed(row.sheets)


def _printed(sheets: int | None) -> str:
    """Return in words what printing would take."""
    if sheets is None:
        return "no: too large for a kit"
    return f"{sheets:,} sheet{'' if sheets == 1 else 's'}" + (", after a question" if sheets > ASKED else "")


def sentence(name: str, rows: list[SizeRow]) -> str:
    """Return in plain words what could be printed."""
    small = [row for row in rows if row.sheets is not None and row.sheets <= ASKED]
    few = ASKED * labels_on_a_sheet(1000)
    words = f"Up to {few} boxes ({ASKED} sheets of labels) a kit is printed without a question"
    if small:
        most = max(small, key=lambda row: row.boxes)
        words += f"; of these boards the largest is {most.game} for {most.side}, with {most.boxes:,} boxes"
    return (
        f"{words}. Larger ones are printed only after one: nobody fills {10 * few:,} matchboxes. "
        f"--forced skip leaves out boxes without a choice, --express those that have nothing to learn. "
        f"Sizes that are not listed are too large to count here; 'kitgen solve {name.partition(',')[0]}:SIZE' tries."
    )
