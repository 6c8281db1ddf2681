"""``kitgen kits``: the editions and games there are."""

from dataclasses import asdict

import click

from kitgen.cli.shared.kit_options import templates_option
from kitgen.cli.shared.progress import progress_options, working
from kitgen.cli.shared.show import show_json, show_table, winner_text
from kitgen.cli.shared.sizes import show_sizes
from kitgen.door.making import ListedKit, kits
from kitgen.games import make_game
from kitgen.templates import Templates


@click.command(epilog="Example: kitgen kits")
@click.option("--sizes", metavar="GAME", help="List the boards of one game instead, such as hexapawn.")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON list.")
@templates_option
@progress_options
def command(sizes: str | None, templates: Templates, *, as_json: bool) -> None:
    """List the editions and games there are, with boxes, beads, colours and who should win."""
    if sizes is not None:
        show_sizes(sizes, as_json=as_json)
        return
    with working("counting the kits"):
        rows = kits(templates)
    if as_json:
        show_json([asdict(row) for row in rows])
        return
    columns = ["kit", "game", "machine", "boxes", "beads", "colours", "who should win"]
    show_table(columns, map(_cells, rows), right=["boxes", "beads", "colours"])
    click.echo("\nGames take a size, such as hexapawn:4x3, and --side; 'kitgen print her' prints a kit.")


def _cells(row: ListedKit) -> tuple[str, ...]:
    """Return a row as texts for the table."""
    if row.boxes is None:
        return row.name, row.game, "", "", "", "", "too large to count here"
    wins = (
        "not known" if row.value is None else winner_text(row.winner, row.plies, row.value, make_game(row.game).points)
    )
    return row.name, row.game, row.side or "", str(row.boxes), str(row.beads), str(row.colours), wins
