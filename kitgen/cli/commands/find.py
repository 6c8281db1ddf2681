"""``kitgen find``: the box of a position, and its moves."""

from pathlib import Path
from typing import Any

import click

from kitgen.cli.options import FILE_PATH, database_option, kit_argument, kit_options, options
from kitgen.cli.terminal import json_option, progress_options, show_table, working, wrote_json
from kitgen.cli.terminal_board import PositionCommand, answer_lines, board_text
from kitgen.errors import UsageError, quoted
from kitgen.inquiries.position_lookup import Finder, Found, make_finder
from kitgen.model import Game
from kitgen.reading.templates import Templates
from kitgen.render import save
from kitgen.theory.solve import Value, in_plies


@click.command(cls=PositionCommand, epilog='Example: kitgen find her "bbb/w../.ww b"')
@kit_argument()
@click.argument("position")
@options(kit_options, progress_options, json_option, database_option)
@click.option(
    "--draw", "svg", type=FILE_PATH, metavar="FILE.svg", help="Draw the position and its moves."
)
def command(
    kit: str,
    position: str,
    choices: dict[str, Any],
    templates: Templates,
    database: Path | None,
    svg: Path | None,
) -> int:
    """Find the box of a position, and see what each move leads to.

    POSITION is the board row by row from the top, with / between the rows and a dot for an empty
    square, then a space and the side to move: "bbb/w../.ww b". 'kitgen boxes KIT' lists the
    positions of all boxes. Mirrored positions are found, too, and positions that never occur in
    play. With -, positions are read from standard input, one per line, and a JSON object is written
    for each. If a game is too large to solve, use 'kitgen search'.
    """
    if svg is not None and position == "-":
        raise UsageError(
            "--draw draws one position, not those from standard input; name the position"
        )
    if svg is not None and svg.suffix.lower() != ".svg":
        raise UsageError(f"--draw writes SVG; {quoted(str(svg))} does not end in .svg")
    with working(f"making {kit}") as progress:
        finder = make_finder(
            kit, database=database, templates=templates, progress=progress, **choices
        )
    if position == "-":
        return answer_lines(lambda line: finder.find(line).report())
    with working("working out the position"):
        found = finder.find(position)
    if svg is not None:
        save(finder.draw(found), svg)
    if not wrote_json(found.report):
        _show(finder, found)
    return 0


def _show(finder: Finder, found: Found) -> None:
    """Print the position, its box, and a table of its moves."""
    game = finder.game
    judgement = found.judgement
    click.echo(f"{game.text(found.position)}\n\n{board_text(game, found.position)}\n")
    click.echo(_state_text(finder, found))
    if judgement.reachable is None:
        click.echo("The game is too large to tell whether this position occurs in it.")
    elif not judgement.reachable:
        click.echo("This position does not occur in any game from the start.")
    click.echo(_box_text(finder, found))
    if not judgement.moves:
        return
    click.echo()
    rows = []
    for (move, worth), slot in zip(judgement.moves, found.slots, strict=True):
        bead = "" if slot is None else f"{slot.colour.letter} {slot.colour.name}"
        rows.append((game.move_text(move), _leads_to(game, worth), bead))
    show_table(["move", "leads to", "bead"], rows)


def _state_text(finder: Finder, found: Found) -> str:
    """Return who has won, or who is to move and what this side can expect."""
    game = finder.game
    judgement = found.judgement
    side = game.sides[found.position.to_move].name
    if not judgement.over:
        # An English name of a side in the plural, such as hens, ends in s.
        verb = "are" if side.endswith("s") else "is"
        return f"{side.capitalize()} {verb} to move{_prospect(finder, judgement.worth)}."
    sentence = "The game is over"
    if judgement.winner is not None:
        sentence += f"; {game.sides[judgement.winner].name} has won"
    if game.scoring and judgement.worth is not None:
        sentence += f"; {judgement.worth.score:+d} for {side}"
    return f"{sentence}."


def _prospect(finder: Finder, worth: Value | None) -> str:
    """Return the end of the sentence on who is to move: what this side can expect."""
    if worth is None:
        return "; the game is too large to say who should win"
    if finder.game.scoring:
        what = finder.game.points  # a word, such as seeds
        return f" and can expect {worth.score:+d} of the {what} still to come"
    words = {
        "wins": " and can win",
        "loses": " and will lose against best play",
        "draws": " and can draw",
    }
    return words[worth.verdict] + in_plies(worth.plies, ", in ")


def _box_text(finder: Finder, found: Found) -> str:
    """Return which box to open and how it lies, or why there is none."""
    box = found.box
    symmetry = found.symmetry
    if box is None or symmetry is None:
        return f"There is no box for it{_reason_without_box(finder, found)}"
    how = f"turned by '{symmetry.name}'"
    identity = finder.game.symmetries[0]
    if symmetry.name == identity.name:
        how = "as it lies"
    return f"Open box {box.id}, {how}: {finder.game.text(box.position)}"


def _reason_without_box(finder: Finder, found: Found) -> str:
    """Return the end of the sentence that there is no box for a position."""
    kit = finder.kit
    if kit is None:
        return ": the game is too large for a kit."
    to_move = found.position.to_move
    if not found.judgement.over and to_move not in kit.players:
        other = finder.game.sides[to_move].name
        return (
            f": the machine plays {kit.choices.side}. For a machine of the other side, add "
            f"--side {other}."
        )
    if found.unboxed is not None:
        move = finder.game.move_text(found.unboxed)
        return f": the machine always plays {move} here."
    return " in this kit."


def _leads_to(game: Game, worth: Value | None) -> str:
    """Return what a move is worth to the side that makes it."""
    if worth is None:
        return "not known"
    if game.scoring:
        return f"{worth.score:+d}"
    return worth.verdict + in_plies(worth.plies)
