"""``kitgen solve``: the value of a game, how many positions it has, and databases of its endgames."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kitgen.cli.shared.kit_options import kit_argument, templates_option
from kitgen.cli.shared.progress import progress_options, working
from kitgen.cli.shared.show import plies_text, show_json, show_table
from kitgen.door.solving import database_file, solve, solve_endgames
from kitgen.errors import UsageError
from kitgen.templates import Templates
from kitgen.theory.survey import Survey

if TYPE_CHECKING:
    from kitgen.theory.database import Database


@click.command(epilog="Example: kitgen solve hexapawn:5x5")
@kit_argument("game")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON object.")
@click.option(
    "--levels",
    "--seeds",
    "highest",
    type=int,
    metavar="N",
    help="Solve all positions up to level N instead (of Awari: with up to N seeds).",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where to save them: FILE.npz.")
@click.option("--force", is_flag=True, help="Go on however many positions there are, as long as memory lasts.")
@templates_option
@progress_options
def command(
    game: str, highest: int | None, output: Path | None, templates: Templates, *, as_json: bool, force: bool
) -> None:
    """Say who wins GAME with best play, and how many positions, boxes and slots each turn has.

    GAME is a game with its size, such as hexapawn:5x5, or an edition. With --levels, a game of points is solved
    from its end instead: every position with few points left, reachable or not; 'kitgen find' uses the file.
    """
    output = output and database_file(output)
    if highest is not None:
        with working(f"solving endgames of {game}") as progress:
            database = solve_endgames(game, highest, output, force=force, progress=progress, templates=templates)
        if as_json:
            show_json({**database.report(), "file": None if output is None else str(output)})
        else:
            _show_endgames(database, output)
        return
    if output is not None:
        raise UsageError("only endgame databases are saved; give the highest level with --levels, too")
    with working(f"solving {game}") as progress:
        found = solve(game, force=force, progress=progress, templates=templates)
    if as_json:
        show_json(found.report())
    else:
        _show(found)


def _show(found: Survey) -> None:
    """Write the figures of a game for people."""
    game, worth = found.game, found.worth
    first = game.sides[game.start().to_move].name
    if game.scoring:
        outcome = f"gets {worth.score:+d} (own points minus other)"
    else:
        outcome = worth.verdict + ("" if worth.plies is None else f", in {plies_text(worth.plies)}")
    click.echo(f"{game.spec}: with best play {first}, who starts, {outcome}.")
    click.echo(f"{found.positions:,} positions can be reached, up to symmetry.\n")
    counted = [(str(layer.turn), layer) for layer in found.layers]
    counted += [("all", found.side(side)) for side in range(len(game.sides))]
    rows = [
        (turn, game.sides[layer.side].name, *(f"{number:,}" for number in layer.figures().values()))
        for turn, layer in counted
    ]
    headings = ["turn", "side", "positions", "boxes", "slots", "boxes with a choice"]
    show_table(headings, rows, right=[heading for heading in headings if heading != "side"])
    click.echo("\nA position counts on the turn on which it is first reached.")


def _show_endgames(database: "Database", output: Path | None) -> None:
    """Write for people how many endgames are won, and where they have been saved."""
    game = database.game
    rows = [tuple(f"{number:,}" for number in level.values()) for level in database.report()["levels"]]
    headings = [game.points, "positions", "wins", "draws", "losses"]
    show_table(headings, rows, right=headings)
    click.echo(f"\n{len(database.values):,} positions; wins, draws and losses are of the side to move.")
    if output is None:
        click.echo(f"Nothing was saved; -o endgames.npz keeps them for 'kitgen find {game.spec} POSITION'.")
    else:
        click.echo(f"Saved in {output}. To use it: kitgen find {game.spec} POSITION --database {output}")
        click.echo("(not needed for a file in the current folder or in output/)")
