"""``kitgen search``: search a position for its value, best moves and main line."""

from typing import Any

import click

from kitgen.cli.options import database_option, kit_argument, options, templates_option
from kitgen.cli.terminal import json_option, note, progress_options, show_table, working, wrote_json
from kitgen.cli.terminal_board import PositionCommand, answer_lines, board_text
from kitgen.errors import UsageError, many
from kitgen.inquiries.lookahead import Searched, Seeker, make_seeker
from kitgen.model import Game
from kitgen.reading.templates import Templates
from kitgen.theory.solve import verdict
from kitgen.tree_search.plan import ALGORITHMS


@click.command(
    cls=PositionCommand,
    epilog="Example: kitgen search awari:6x4 --depth 12 --refinements quick --lines 3",
)
@kit_argument("game")
@click.argument("position", required=False)
@click.option(
    "--algorithm",
    default="negascout",
    show_default=True,
    metavar="NAME",
    help=f"The algorithm: {', '.join(ALGORITHMS)}.",
)
@click.option("--depth", type=int, metavar="N", help="How many plies to look ahead [default: 8].")
@click.option("--seconds", type=float, metavar="S", help="How long to search, instead of --depth.")
@click.option(
    "--refinements",
    metavar="LIST",
    help="Refinements: ordering, table, deepening, quiescence; quick: the first three.",
)
@database_option
@click.option(
    "--lines",
    default=1,
    show_default=True,
    metavar="N",
    help="How many of the best moves to show, each with its main line.",
)
@click.option(
    "--reference", "plain", is_flag=True, help="Search with the slow reference in plain Python."
)
@options(json_option, templates_option, progress_options)
def command(
    game: str,
    position: str | None,
    lines: int,
    refinements: str | None,
    templates: Templates,
    **settings: Any,
) -> int:
    """Look ahead in a large game: value, best moves, main line.

    Without POSITION, the start is searched. POSITION may be a game: a position, a colon, and moves
    (": C d F" from the start); earlier positions then count as repetitions. With -, positions are
    read from standard input, one per line, and a JSON object is written for each. To look up a box
    of a kit, use 'kitgen find'. Ctrl-C shows the deepest finished search.
    """
    if lines < 0:
        raise UsageError(f"--lines {lines}: the number of lines cannot be negative")
    seeker = make_seeker(
        game,
        refinements=refinements.split(",") if refinements else (),
        templates=templates,
        **settings,
    )
    if position == "-":
        return answer_lines(lambda line: _search(seeker, line, lines).report())
    searched = _search(seeker, position, lines)
    if not wrote_json(searched.report):
        _show(searched)
    return 0


def _search(seeker: Seeker, record: str | None, lines: int) -> Searched:
    with working(f"searching {seeker.game.called}") as report:
        searched = seeker.search(record, lines=lines, progress=report)
    if not searched.complete:
        note(
            "stopped; the deepest finished search looks "
            f"{many(searched.prospect.depth, 'ply')} ahead"
        )
    return searched


def _show(searched: Searched) -> None:
    game = searched.game
    position = searched.position
    prospect = searched.prospect
    click.echo(f"{game.text(position)}\n\n{board_text(game, position)}\n")
    side = game.sides[position.to_move].name.capitalize()
    worth = worth_text(game, prospect.value)
    if searched.over:
        click.echo(f"The game is over: {worth} for {side}.")
        return
    verb = "are" if side.endswith("s") else "is"
    click.echo(f"{side} {verb} to move. Looking {many(prospect.depth, 'ply')} ahead: {worth}.\n")
    lines = {}
    for line in prospect.lines:
        lines[line.moves[0]] = " ".join(game.move_text(move) for move in line.moves)
    rows = []
    for move, value in sorted(prospect.moves, key=lambda pair: -pair[1]):
        rows.append((game.move_text(move), worth_text(game, value), lines.get(move, "")))
    show_table(["move", "worth", "line"], rows, right=["worth"])
    algorithm = searched.plan.algorithm
    if searched.plan.refinements:
        algorithm += f" with {', '.join(searched.plan.refinements)}"
    click.echo(
        f"\n{prospect.nodes:,} positions in {prospect.seconds:.2f} s by {algorithm} "
        f"({prospect.extra_nodes:,} more for the other moves and the lines)"
    )


def worth_text(game: Game, value: int) -> str:
    """Return a value in words or figures.

    >>> from kitgen.games import make_game
    >>> worth_text(make_game("awari"), 3), worth_text(make_game("hexapawn"), 0)
    ('+3', 'open')
    """
    if game.scoring:
        return f"{value:+d}"
    return verdict(value) if value else "open"
