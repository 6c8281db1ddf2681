"""``kitgen kits``: list the editions, and the boards of a game."""

from dataclasses import asdict
from textwrap import fill

import click

from kitgen.cli.options import options, templates_option
from kitgen.cli.terminal import json_option, progress_options, show_table, working, wrote_json
from kitgen.reading.templates import Templates
from kitgen.sources.kit_list import WITHOUT_KIT, ListedKit, kits


@click.command(epilog="Example: kitgen kits")
@click.option(
    "--sizes",
    metavar="GAME",
    help="List the boards of a game, such as hexapawn, and who wins on each.",
)
@options(json_option, templates_option, progress_options)
def command(sizes: str | None, templates: Templates) -> None:
    """List the kits and games, with boxes, beads and colours.

    A kit is an edition, which has a name and a title, or any game on any board: 'kitgen kits
    --sizes hexapawn' counts the boards of one game. "wins" is the side that wins with best play.
    """
    if sizes is not None:
        from kitgen.cli.board_sizes import show_sizes

        show_sizes(sizes)
        return
    with working("counting the kits"):
        rows = kits(templates)
    if wrote_json(lambda: [asdict(row) for row in rows]):
        return
    columns = ["kit", "game", "side", "boxes", "beads", "colours", "wins"]
    show_table(
        columns,
        (_cells(row) for row in rows if row.kind != "told"),
        right=["boxes", "beads", "colours"],
    )
    click.echo("\n?: too large to count here; 'kitgen solve' counts larger boards")
    click.echo("You can also print any other board: kitgen print hexapawn:4x3 --side white")
    names = " ".join(row.name.removeprefix("told:") for row in rows if row.kind == "told")
    click.echo(
        fill(
            f"Games described in a file, such as told:notakto: {names}", 78, break_on_hyphens=False
        )
    )
    without = " ".join(WITHOUT_KIT)
    click.echo(
        fill(f"To solve and search only, with more moves in a box than colours: {without}", 78)
    )
    click.echo("All boards of a game, with who wins on each: kitgen kits --sizes hexapawn")


def _cells(row: ListedKit) -> tuple[str, ...]:
    if row.boxes is None:
        return row.name, row.game, "", "?", "?", "?", "?"
    wins = "?" if row.value is None else row.winner or "draw"
    return (
        row.name,
        row.game,
        row.side or "",
        str(row.boxes),
        str(row.beads),
        str(row.colours),
        wins,
    )
