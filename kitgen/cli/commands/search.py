"""``kitgen search``: what a position is worth when one looks ahead, and how the game would go on."""

from pathlib import Path

import click

from kitgen.cli.shared.board import board_text
from kitgen.cli.shared.kit_options import kit_argument, templates_option
from kitgen.cli.shared.position_lines import PositionCommand, answer_lines
from kitgen.cli.shared.progress import note, progress_options, working
from kitgen.cli.shared.show import plies_text, show_json, show_table
from kitgen.door.ahead.searching import Searched, Seeker, make_seeker
from kitgen.errors import NotationError, UsageError
from kitgen.model import Game
from kitgen.search.plan import ALGORITHMS
from kitgen.templates import Templates
from kitgen.theory.value import verdict


@click.command(cls=PositionCommand, epilog="Example: kitgen search awari:6x4 --depth 12 --refine quick --lines 3")
@kit_argument("game")
@click.argument("position", required=False)
@click.option("--algorithm", default="negascout", show_default=True, metavar="NAME", help=f"{', '.join(ALGORITHMS)}.")
@click.option("--depth", type=int, metavar="N", help="How many plies to look ahead; 8 where nothing is said.")
@click.option("--seconds", type=float, metavar="S", help="How long to look, instead of how far.")
@click.option(
    "--refine", metavar="LIST", help="What to add: ordering, table, deepening, quiescence; quick: the first three."
)
@click.option(
    "--database", type=click.Path(path_type=Path), metavar="FILE", help="Values of endgames, by 'kitgen solve'."
)
@click.option("--lines", default=1, show_default=True, metavar="N", help="How many principal variations to find.")
@click.option("--plain", is_flag=True, help="Search in plain Python, the reference: slow.")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON object.")
@templates_option
@progress_options
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    position: str | None,
    algorithm: str,
    depth: int | None,
    seconds: float | None,
    refine: str | None,
    database: Path | None,
    lines: int,
    templates: Templates,
    *,
    plain: bool,
    as_json: bool,
) -> None:
    """Look ahead from a POSITION of GAME, the start when none is given: its value, the best moves, how it goes on.

    A game can stand for the position: a position, a colon, and moves (": C d F" from the start); then what came before
    counts where positions recur. With - positions are read from standard input, one a line, and a JSON object is
    written for each. Ctrl-C shows the deepest search that was finished.
    """
    if lines < 0:
        raise UsageError(f"--lines {lines} is no number of lines; ask for 0 or more")
    seeker = make_seeker(
        game, algorithm, depth, seconds=seconds, refinements=refine.split(",") if refine else (), database=database,
        plain=plain, templates=templates,
    )  # fmt: skip
    if position == "-":
        if not answer_lines(lambda line: _search(seeker, line, lines).report()):
            ctx.exit(NotationError.exit_code)  # good lines have been answered
        return
    found = _search(seeker, position, lines)
    if as_json:
        show_json(found.report())
    else:
        _show(found)


def _search(seeker: Seeker, record: str | None, lines: int) -> Searched:
    """Search a position, and say so when a user had enough.

    Raises:
        NotationError: the text is no position of the game.
    """
    with working(f"searching {seeker.game.spec}") as report:
        found = seeker.search(record, lines=lines, progress=report)
    if not found.complete:
        note(f"stopped; the deepest search that was finished looks {plies_text(found.prospect.depth)} ahead")
    return found


def _show(found: Searched) -> None:
    """Write for people what was found."""
    game, position, prospect = found.game, found.position, found.prospect
    click.echo(f"{game.text(position)}\n\n{board_text(game, position)}\n")
    side = game.sides[position.to_move].name.capitalize()
    worth = worth_text(game, prospect.value)
    if found.over:
        click.echo(f"The game is over: {worth} for {side}.")
        return
    click.echo(f"{side} is to move. Looking {plies_text(prospect.depth)} ahead: {worth}.\n")
    variations = {line.moves[0]: " ".join(map(game.move_text, line.moves)) for line in prospect.lines}
    ranked = sorted(prospect.moves, key=lambda pair: -pair[1])
    rows = [(game.move_text(move), worth_text(game, value), variations.get(move, "")) for move, value in ranked]
    show_table(["move", "worth", "line"], rows, right=["worth"])
    extra = f" ({prospect.extra_nodes:,} more for the other moves and the lines)"
    click.echo(
        f"\n{prospect.nodes:,} positions in {prospect.seconds:.2f} s by {found.plan.algorithm}"
        f"{' with ' + ', '.join(found.plan.refinements) if found.plan.refinements else ''}{extra}"
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
