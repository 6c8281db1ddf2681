"""``kitgen find``: which box is this position, and what may be done in it?"""

from pathlib import Path
from typing import Any

import click

from kitgen.cli.shared.board import board_text
from kitgen.cli.shared.kit_options import kit_argument, kit_options
from kitgen.cli.shared.position_lines import PositionCommand, answer_lines
from kitgen.cli.shared.progress import progress_options, working
from kitgen.cli.shared.show import plies_text, show_json, show_table
from kitgen.door.finding import Finder, Found, make_finder
from kitgen.errors import NotationError, OutputError, UsageError, quoted
from kitgen.kit.kit import Slot
from kitgen.model import Move
from kitgen.templates import Templates
from kitgen.theory.value import Value, verdict

#: The room for a picture, in mm.
PICTURE = (90.0, 90.0)


@click.command(cls=PositionCommand, epilog='Example: kitgen find her "bbb/w../.ww b"')
@kit_argument()
@click.argument("position")
@kit_options
@progress_options
@click.option("--json", "as_json", is_flag=True, help="Write a JSON object.")
@click.option(
    "--database", type=click.Path(path_type=Path), metavar="FILE", help="A database that 'kitgen solve' has saved."
)
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw the position and its moves.")
@click.pass_context
def command(
    ctx: click.Context,
    kit: str,
    position: str,
    choices: dict[str, Any],
    templates: Templates,
    database: Path | None,
    svg: Path | None,
    *,
    as_json: bool,
) -> None:
    """Say which box of KIT a POSITION is, and what each move in it leads to.

    Any position of the game may be asked for, whether or not it occurs in a game. With - positions are read
    from standard input, one a line, and a JSON object is written for each.
    """
    if svg is not None:
        if position == "-":
            raise UsageError("--svg draws one position, not those from standard input; name the position")
        if svg.suffix.lower() != ".svg":
            raise UsageError(f"--svg writes SVG, and {quoted(str(svg))} does not end with .svg; name it so")
    with working(f"making {kit}") as report:
        finder = make_finder(kit, database=database, templates=templates, progress=report, **choices)
    if position != "-":
        with working("working out the position"):
            found = finder.find(position)
        if svg is not None:
            _draw(finder, found, svg)
        if as_json:
            show_json(_data(finder, found))
        else:
            _show(finder, found)
        return
    if not answer_lines(
        lambda line: _data(finder, finder.find(line))
    ):  # good lines have been answered; the exit code says that some were not
        ctx.exit(NotationError.exit_code)


def _data(finder: Finder, found: Found) -> dict[str, Any]:
    """Return what is true of a position as plain data, in the words of docs/commands.md."""
    game, judgement = finder.game, found.judgement
    value, _, plies = _worth(judgement.worth)
    moves = []
    for move, worth in judgement.moves:
        _, word, length = _worth(worth)
        moves.append({"move": game.move_text(move), "verdict": word, "plies": length})
    return {
        "position": game.text(found.position),
        "to_move": game.sides[found.position.to_move].name,
        "reachable": judgement.reachable,
        "over": judgement.over,
        "winner": None if judgement.winner is None else game.sides[judgement.winner].name,
        "legal_moves": moves,
        "value": value,
        "plies": plies,
        "box": found.box.id if found.box else None,
        "symmetry": found.symmetry.name if found.symmetry else None,
    }


def _worth(worth: Value | None) -> tuple[int | None, str | None, int | None]:
    """Return value, verdict and plies, each None when not known."""
    return (None, None, None) if worth is None else (worth.score, verdict(worth.score), worth.plies)


def _draw(finder: Finder, found: Found, path: Path) -> None:
    """Draw a position as its operator sees it, with the moves of its box in their colours.

    Raises:
        OutputError: the file cannot be written.
    """
    # Drawing is needed only here.
    from kitgen.paper.card.board import draw_board, image, machine_below  # noqa: PLC0415
    from kitgen.render.svg import write_svg  # noqa: PLC0415

    slots: tuple[Slot, ...] = ()
    if found.box is not None and found.symmetry is not None:
        _, slots = image(found.box.position, found.box.slots, found.symmetry.inverse())
    turned = finder.kit is not None and machine_below(finder.kit)
    try:
        write_svg(draw_board(finder.game, found.position, slots, *PICTURE, turned=turned), path)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}") from None


def _show(finder: Finder, found: Found) -> None:
    """Write what is true of a position in words."""
    game, position, judgement = finder.game, found.position, found.judgement
    click.echo(f"{game.text(position)}\n\n{board_text(game, position)}\n")
    side = game.sides[position.to_move].name
    if judgement.over:
        winner = "" if judgement.winner is None else f"; {game.sides[judgement.winner].name} has won"
        points = f"; {judgement.worth.score:+d} for {side}" if game.scoring and judgement.worth else ""
        click.echo(f"The game is over{winner}{points}.")
    else:
        click.echo(f"{side.capitalize()} is to move{_prospect(finder, judgement.worth)}.")
    if judgement.reachable is None:
        click.echo("The game is too large to tell whether this position occurs in it.")
    elif not judgement.reachable:
        click.echo("This position does not occur in any game from the start.")
    click.echo(_box_text(finder, found))
    if judgement.moves:
        click.echo()
        rows = [
            _move_row(finder, move, worth, slot)
            for (move, worth), slot in zip(judgement.moves, found.slots, strict=True)
        ]
        show_table(["move", "leads to", "bead"], rows)


def _prospect(finder: Finder, worth: Value | None) -> str:
    """Return who should win, as the end of a sentence."""
    if worth is None:
        return "; the game is too large to say who should win"
    if finder.game.scoring:
        return f" and can expect {worth.score:+d} of the {finder.game.points} still to come"
    word = {"wins": " and can win", "loses": " and will lose against best play", "draws": " and can draw"}
    length = "" if worth.plies is None else f", in {plies_text(worth.plies)}"
    return word[verdict(worth.score)] + length


def _box_text(finder: Finder, found: Found) -> str:
    """Return in words which box to open."""
    if found.box is not None and found.symmetry is not None:
        identity = finder.game.symmetries[0].name
        turned = "as it lies" if found.symmetry.name == identity else f"turned by '{found.symmetry.name}'"
        return f"Open box {found.box.id}, {turned}: {finder.game.text(found.box.position)}"
    kit = finder.kit
    if kit is None:
        return "There is no box for it: the game is too large for a kit."
    if not found.judgement.over and found.position.to_move not in kit.players:
        return f"There is no box for it: the machine plays {kit.choices.side}."
    if found.unboxed is not None:
        return f"There is no box for it: the machine always plays {finder.game.move_text(found.unboxed)} here."
    return "There is no box for it in this kit."


def _move_row(finder: Finder, move: Move, worth: Value | None, slot: Slot | None) -> tuple[str, str, str]:
    """Return one move of a position as a row of the table."""
    bead = "" if slot is None else f"{slot.colour.letter} {slot.colour.name}"
    if worth is None:
        return finder.game.move_text(move), "not known", bead
    if finder.game.scoring:
        leads = f"{worth.score:+d}"
    else:
        leads = verdict(worth.score) + ("" if worth.plies is None else f" in {plies_text(worth.plies)}")
    return finder.game.move_text(move), leads, bead
