"""``kitgen solve``: the value and size of a game, and databases of its endgames."""

from pathlib import Path

import click

from kitgen.cli.options import kit_argument, options, output_option, templates_option
from kitgen.cli.terminal import json_option, progress_options, show_table, working, wrote_json
from kitgen.errors import UsageError, command_line, many, quoted
from kitgen.inquiries.game_solution import Survey, database_file, solve, solve_endgames
from kitgen.reading.templates import Templates
from kitgen.theory.explore import Layer
from kitgen.theory.large_boards import Endgames
from kitgen.theory.possible_games import PossibleGames
from kitgen.theory.solve import in_plies


@click.command(epilog="Example: kitgen solve hexapawn:4x4")
@options(kit_argument("game"), json_option)
@click.option(
    "--levels",
    type=int,
    metavar="N",
    help="Solve all positions up to level N instead; in Awari, those with up to N seeds.",
)
@output_option("FILE", "Save the endgames as FILE.npz.")
@click.option(
    "--no-limit", is_flag=True, help="Accept any number of positions that memory can hold."
)
@options(templates_option, progress_options)
def command(
    game: str, levels: int | None, output: Path | None, templates: Templates, *, no_limit: bool
) -> None:
    """Find who wins a game, and how many boxes it needs.

    GAME is a game with its board, width x height, such as hexapawn:4x3, or an edition. With
    --levels, a game with points is solved from its end instead: every position with few points
    left, reachable or not; 'kitgen find --database' uses the file.
    """
    if output is not None:
        output = database_file(output)
        if levels is None:
            raise UsageError(
                "only endgame databases are saved; give the highest level with --levels, too"
            )
    if levels is not None:
        with working(f"solving endgames of {game}") as progress:
            database = solve_endgames(
                game, levels, output, no_limit=no_limit, progress=progress, templates=templates
            )
        if not wrote_json(lambda: database.report() | {"file": output}):
            _show_endgames(database, output)
        return
    with working(f"solving {game}") as progress:
        survey = solve(game, no_limit=no_limit, progress=progress, templates=templates)
    if not wrote_json(survey.report):
        _show(survey)


def _show(survey: Survey) -> None:
    game = survey.game
    first = game.sides[game.start().to_move].name
    click.echo(f"{game.called}: with best play {first}, who starts, {_outcome(survey)}.")
    click.echo(f"{survey.positions:,} positions can be reached, up to symmetry.")
    if survey.possible is not None:
        click.echo(_possible_games(survey, survey.possible))
    click.echo()
    rows = [_row(str(layer.turn), layer, survey) for layer in survey.layers]
    for side in range(len(game.sides)):
        rows.append(_row("all", survey.side(side), survey))
    figures = ["positions", "boxes", "slots", "boxes with a choice"]
    show_table(["turn", "side", *figures], rows, right=["turn", *figures])
    click.echo("\nA position counts on the turn on which it is first reached.")


def _outcome(survey: Survey) -> str:
    """Return what best play brings to the side that starts: points, or a result and when."""
    worth = survey.worth
    if survey.game.scoring:
        return f"gets {worth.score:+d} (own points minus other)"
    return worth.verdict + in_plies(worth.plies, before=", in ")


def _row(turn: str, layer: Layer, survey: Survey) -> tuple[str, ...]:
    """Return the figures of a layer, behind its turn and its side."""
    numbers = [f"{number:,}" for number in layer.figures().values()]
    return (turn, survey.game.sides[layer.side].name, *numbers)


def _possible_games(survey: Survey, possible: PossibleGames) -> str:
    """Return how many games are possible, in a sentence."""
    lengths = f"of {possible.shortest} to {possible.longest} moves, {possible.mean:.1f} on average"
    games = many(possible.games, "game")
    if possible.won is None:
        return f"{games} can be played, {lengths}."
    ends = []
    for won, side in zip(possible.won, survey.game.sides, strict=True):
        ends.append(f"{won:,} won by {side.name}")
    if possible.drawn:
        ends.append(f"{possible.drawn:,} drawn")
    return f"{games} can be played, {lengths}: {', '.join(ends)}."


def _show_endgames(database: Endgames, output: Path | None) -> None:
    game = database.game
    rows = []
    for level in database.report()["levels"]:
        rows.append([f"{number:,}" for number in level.values()])
    headings = [game.points, "positions", "wins", "draws", "losses"]
    show_table(headings, rows, right=headings)
    click.echo(
        f"\n{len(database.values):,} positions; wins, draws and losses are of the side to move."
    )
    if output is None:
        click.echo(
            f"Nothing was saved; -o endgames.npz keeps them for: kitgen find {game.called} POSITION"
        )
    else:
        use = command_line("kitgen", "find", game.spec, "POSITION", "--database", output)
        click.echo(f"Saved in {quoted(output)}. To use it: {use}")
        click.echo("(not needed for a file in the current folder or in output/)")
