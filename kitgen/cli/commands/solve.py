"""``kitgen solve``: the value of a game, how many positions it has, and databases of its endgames."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.shared.progress import stages_bar
from kitgen.cli.shared.show import plies_text, show_json, show_table
from kitgen.errors import TooLargeError, UsageError
from kitgen.extras import installed, need
from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_kit
from kitgen.model import Game
from kitgen.templates import Templates
from kitgen.theory.ply_counts import Layer
from kitgen.theory.solve import verdict
from kitgen.theory.survey import Survey, survey

if TYPE_CHECKING:
    from kitgen.theory.database import Database

FIGURES = ("positions", "boxes", "slots", "choices")


@click.command(epilog="Example: kitgen solve hexapawn:5x5")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON object.")
@click.option("--seeds", type=int, metavar="N", help="Solve all positions with up to N seeds instead.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where to save them, as FILE.npz."
)
@click.option("--force", is_flag=True, help="Go on however many positions there are, as long as memory lasts.")
def command(game: str, seeds: int | None, output: Path | None, *, as_json: bool, force: bool) -> None:
    """Say who wins GAME with best play, and how many positions, boxes and slots each turn has.

    GAME is a game with its size, such as hexapawn:5x5, or an edition. With --seeds, a game of seeds is solved
    from its end instead: every position with few seeds, reachable or not; 'kitgen find' uses the file.
    """
    made = plan_kit(game, Wish(), Templates()).game
    if seeds is not None:
        need("kitgen solve --seeds", "numba", "numpy")
        _endgames(made, seeds, output, as_json=as_json, force=force)
        return
    if output is not None:
        raise UsageError("only endgame databases are saved; give the number of seeds with --seeds, too")
    try:
        with stages_bar() as progress:
            found = survey(made, force=force, progress=progress)
    except TooLargeError as error:
        raise TooLargeError(f"{error}; {_advice(made)}") from None
    if as_json:
        show_json(report(found))
    else:
        _show(found)


def _advice(game: Game) -> str:
    """Return what can be done about a game that is too large."""
    advice = "--force goes on as long as memory lasts"
    if not installed("numba", "numpy"):
        advice += ", and compiled code reaches farther: python -m pip install 'kitgen[lab]'"
    if getattr(game, "levels", None) is not None:
        advice += f", and --seeds solves its endgames: kitgen solve {game.spec} --seeds 12 -o endgames.npz"
    return advice


def report(found: Survey) -> dict[str, Any]:
    """Return the figures of a game as plain data: what ``--json`` writes."""
    game = found.game
    names = [side.name for side in game.sides]
    start = game.start()
    winner = None
    if found.value:
        winner = names[start.to_move if found.value > 0 else 1 - start.to_move]
    return {
        "game": game.spec,
        "start": game.text(start),
        "to_move": names[start.to_move],
        "value": found.value,
        "verdict": verdict(found.value),
        "plies": found.plies,
        "winner": winner,
        "positions": found.positions,
        "sides": {name: _figures(found.side(side)) for side, name in enumerate(names)},
        "turns": [{"turn": layer.turn, "side": names[layer.side], **_figures(layer)} for layer in found.layers],
    }


def _figures(layer: Layer) -> dict[str, int]:
    """Return the figures of a layer by name."""
    return {key: getattr(layer, key) for key in FIGURES}


def _show(found: Survey) -> None:
    """Write the figures of a game for people."""
    game = found.game
    first = game.sides[game.start().to_move].name
    if game.scoring:
        click.echo(f"{game.spec}: with best play {first}, who starts, gets {found.value:+d} (own points minus other).")
    else:
        length = "" if found.plies is None else f", in {plies_text(found.plies)}"
        click.echo(f"{game.spec}: with best play {first}, who starts, {verdict(found.value)}{length}.")
    click.echo(f"{found.positions:,} positions can be reached, up to symmetry.\n")
    rows = [
        (str(layer.turn), game.sides[layer.side].name, *(f"{getattr(layer, key):,}" for key in FIGURES))
        for layer in found.layers
    ]
    for side, player in enumerate(game.sides):
        rows.append(("all", player.name, *(f"{getattr(found.side(side), key):,}" for key in FIGURES)))
    headings = ["turn", "side", "positions", "boxes", "slots", "boxes with a choice"]
    show_table(headings, rows, right=[heading for heading in headings if heading != "side"])
    click.echo("\nA position counts on the turn on which it is first reached.")


def _endgames(game: Game, highest: int, output: Path | None, *, as_json: bool, force: bool) -> None:
    """Solve all positions up to a level, save them and say how many are won."""
    from kitgen.theory.database import (  # noqa: PLC0415 - NumPy only when needed
        build_database,
        check_place,
        levels_of,
        save_database,
    )

    unit = levels_of(game).unit
    if output is not None:
        check_place(output)
    try:
        with stages_bar() as progress:
            database = build_database(game, highest, force=force, progress=progress)
    except TooLargeError as error:
        raise TooLargeError(f"{error}; --force builds it all the same") from None
    if output is not None:
        save_database(database, output)
    levels = [(level, *database.counts(level)) for level in range(highest + 1)]
    if as_json:
        show_json(_endgame_report(database, unit, levels, output))
        return
    rows = [tuple(f"{n:,}" for n in (level, sum(counts), *counts)) for level, *counts in levels]
    headings = [unit, "positions", "wins", "draws", "losses"]
    show_table(headings, rows, right=headings)
    click.echo(f"\n{len(database.values):,} positions; wins, draws and losses are of the side to move.")
    if output is None:
        click.echo(f"Nothing was saved; -o endgames.npz keeps them for 'kitgen find {game.spec} POSITION'.")
    else:
        click.echo(f"Saved in {output}. To use it: kitgen find {game.spec} POSITION --database {output}")
        click.echo("(not needed for a file in the current folder or in output/)")


def _endgame_report(
    database: "Database", unit: str, levels: list[tuple[int, int, int, int]], output: Path | None
) -> dict[str, Any]:
    """Return what a database holds as plain data."""
    return {
        "game": database.game.spec,
        "positions": len(database.values),
        "file": None if output is None else str(output),
        "levels": [
            {unit: level, "positions": wins + draws + losses, "wins": wins, "draws": draws, "losses": losses}
            for level, wins, draws, losses in levels
        ],
    }
