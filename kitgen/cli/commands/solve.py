"""``kitgen solve``: the value of a game, how many positions it has, and databases of its endgames."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kitgen.cli.shared.progress import stages_bar
from kitgen.cli.shared.show import plies_text, show_json, show_table
from kitgen.errors import TooLargeError, UsageError
from kitgen.extras import installed, need
from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_kit
from kitgen.model import Game
from kitgen.templates import Templates
from kitgen.theory.survey import Survey, survey

if TYPE_CHECKING:
    from kitgen.theory.database import Database


@click.command(epilog="Example: kitgen solve hexapawn:5x5")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON object.")
@click.option(
    "--levels",
    "--seeds",
    "highest",
    type=int,
    metavar="N",
    help="Solve all positions up to level N instead (of Awari: with up to N seeds).",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where to save them, as FILE.npz."
)
@click.option("--force", is_flag=True, help="Go on however many positions there are, as long as memory lasts.")
def command(game: str, highest: int | None, output: Path | None, *, as_json: bool, force: bool) -> None:
    """Say who wins GAME with best play, and how many positions, boxes and slots each turn has.

    GAME is a game with its size, such as hexapawn:5x5, or an edition. With --levels, a game of points is solved
    from its end instead: every position with few points left, reachable or not; 'kitgen find' uses the file.
    """
    made = plan_kit(game, Wish(), Templates()).game
    if highest is not None:
        need("kitgen solve --levels", "numba", "numpy")
        _endgames(made, highest, output, as_json=as_json, force=force)
        return
    if output is not None:
        raise UsageError("only endgame databases are saved; give the highest level with --levels, too")
    try:
        with stages_bar() as progress:
            found = survey(made, force=force, progress=progress)
    except TooLargeError as error:
        raise TooLargeError(f"{error}{_advice(made, force=force)}") from None
    if as_json:
        show_json(found.report())
    else:
        _show(found)


def _advice(game: Game, *, force: bool) -> str:
    """Return what can be done about a game that is too large."""
    advice = "" if force else "; --force goes on as long as memory lasts"
    if not installed("numba", "numpy"):
        advice += "; compiled code reaches farther: python -m pip install 'kitgen[lab]'"
    if game.levels is not None:
        advice += f"; --levels solves its endgames: kitgen solve {game.spec} --levels 12 -o endgames.npz"
    return advice


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


def _endgames(game: Game, highest: int, output: Path | None, *, as_json: bool, force: bool) -> None:
    """Solve all positions up to a level, save them and say how many are won."""
    from kitgen.theory.database import check_place, save_database  # noqa: PLC0415 - NumPy only when needed
    from kitgen.theory.endgames import build_database  # noqa: PLC0415 - as above

    if output is not None:
        check_place(output)
    try:
        with stages_bar() as progress:
            database = build_database(game, highest, force=force, progress=progress)
    except TooLargeError as error:
        raise TooLargeError(f"{error}{'' if force else '; --force builds it as long as memory lasts'}") from None
    if output is not None:
        save_database(database, output)
    if as_json:
        show_json({**database.report(), "file": None if output is None else str(output)})
    else:
        _show_endgames(database, output)


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
