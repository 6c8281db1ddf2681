"""``kitgen find``: which box is this position, and what may be done in it?"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.shared.kit_options import current_templates, is_path, kit_options, load_kit
from kitgen.cli.shared.show import board_text, plies_text, show_json, show_table
from kitgen.errors import NotationError, OutputError, TooLargeError, UsageError
from kitgen.kit.editions import Wish, plan_kit
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Game, Move, Position, Symmetry
from kitgen.theory.judgement import Judgement, judge
from kitgen.theory.oracle import Oracle
from kitgen.theory.solve import verdict
from kitgen.theory.value import Value

if TYPE_CHECKING:
    from kitgen.theory.database import Database

#: Nobody prints a kit of a game with more positions than this, and looking for its boxes would take long.
PRINTABLE = 40_000
#: Where a database is looked for unless one is named: the current folder, and where kits go.
DATABASE_FOLDERS = (Path(), Path("output"))

#: The room for a picture, in mm.
PICTURE = (90.0, 90.0)


@click.command(epilog='Example: kitgen find her "bbb/w../.ww b"')
@click.argument("kit")
@click.argument("position")
@kit_options
@click.option("--json", "as_json", is_flag=True, help="Write a JSON object.")
@click.option(
    "--database", type=click.Path(path_type=Path), metavar="FILE", help="A database that 'kitgen solve' has saved."
)
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw the position and its moves.")
@click.pass_context
def command(
    ctx: click.Context, kit: str, position: str, wish: Wish, database: Path | None, svg: Path | None, *, as_json: bool
) -> None:
    """Say which box of KIT a POSITION is, and what each move in it leads to.

    Any position of the game may be asked for, whether or not it occurs in a game. With - positions are read
    from standard input, one a line, and a JSON object is written for each.
    """
    finder = make_finder(kit, wish, database)
    if position == "-" and svg is not None:
        raise UsageError("--svg draws one position, not those from standard input; name the position")
    if position != "-":
        found = judge(finder.oracle, finder.game.parse(position))
        if svg is not None:
            _draw(finder, found.position, svg)
        if as_json:
            show_json(finder.data(found))
        else:
            _show(finder, found)
        return
    bad = 0
    for number, line in enumerate(_lines(), 1):
        if not line.strip():
            continue
        try:
            asked = finder.game.parse(line)
        except NotationError as error:
            bad += 1
            click.echo(f"kitgen: line {number}: {error}", err=True)
            continue
        click.echo(json.dumps(finder.data(judge(finder.oracle, asked)), ensure_ascii=False))
    if bad:  # good lines have been answered; the exit code says that some were not
        ctx.exit(NotationError.exit_code)


def _lines() -> Iterator[str]:
    """Yield the lines of standard input, with what is no text marked as such."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", errors="replace").lstrip("\ufeff")


class Finder:
    """Finds positions of one kit.

    Attributes:
        game: the game.
        kit: the kit; None when the game is too large for one.
        oracle: what knows the values of its positions.
    """

    def __init__(self, game: Game, kit: Kit | None, database: "Database | None" = None) -> None:
        self.game = game
        self.kit = kit
        self.oracle = Oracle(game, too_large=kit is None, database=database)

    def box(self, position: Position) -> tuple[Box, Symmetry] | None:
        """Return the box of a position and the symmetry that takes the position to it."""
        return self.kit.locate(position) if self.kit else None

    def slot(self, position: Position, move: Move) -> Slot | None:
        """Return the slot that stands for a move in the box of a position."""
        found = self.box(position)
        if found is None:
            return None
        box, symmetry = found
        image = symmetry.move(move)
        return next((slot for slot in box.slots if image in slot.moves), None)

    def data(self, found: Judgement) -> dict[str, Any]:
        """Return what is true of a position as plain data, in the words of docs/commands.md."""
        box = self.box(found.position)
        value, _, plies = self._worth(found.worth)
        moves = []
        for move, worth in found.moves:
            _, word, length = self._worth(worth)
            moves.append({"move": self.game.move_text(move), "verdict": word, "plies": length})
        return {
            "position": self.game.text(found.position),
            "to_move": self.game.sides[found.position.to_move].name,
            "reachable": found.reachable,
            "over": found.over,
            "winner": None if found.winner is None else self.game.sides[found.winner].name,
            "legal_moves": moves,
            "value": value,
            "plies": plies,
            "box": box[0].id if box else None,
            "symmetry": box[1].name if box else None,
        }

    def _worth(self, worth: Value | None) -> tuple[int | None, str | None, int | None]:
        """Return value, verdict and plies, each None when not known."""
        return (None, None, None) if worth is None else (worth.score, verdict(worth.score), worth.plies)


def make_finder(text: str, wish: Wish, database: Path | None = None) -> Finder:
    """Return what finds positions of a kit, or of a game that is too large for one.

    Args:
        text: the kit.
        wish: what the user asks for otherwise.
        database: a file with the values of endgames; when None and the game is too large for a kit, one is
            looked for in the current folder and in ``output``.

    Raises:
        UsageError: the kit is unknown, or its game has no databases.
        DatabaseError: the file is damaged, or of another game.
        KitFileError: the kit's file is damaged or none of kitgen's.
    """
    try:
        kit = load_kit(text, wish, limit=PRINTABLE)
    except TooLargeError:
        if is_path(text):
            raise
        game = plan_kit(text, wish, current_templates()).game
        return Finder(game, None, _database(game, database, look=True))
    return Finder(kit.game, kit, _database(kit.game, database, look=False))


def _database(game: Game, path: Path | None, *, look: bool) -> "Database | None":
    """Return the database that a user names or, when none is named and ``look`` says so, the one that lies there."""
    if path is None and (not look or getattr(game, "levels", None) is None):
        return None
    from kitgen.theory.database import find_database, open_database  # noqa: PLC0415 - NumPy only when it is needed

    return find_database(game, DATABASE_FOLDERS) if path is None else open_database(path, game)


def _draw(finder: Finder, position: Position, path: Path) -> None:
    """Draw a position as its operator sees it, with the moves of its box in their colours.

    Raises:
        OutputError: the file cannot be written.
    """
    # Drawing is needed only here.
    from kitgen.paper.card.board import draw_board, image, machine_below  # noqa: PLC0415
    from kitgen.render.svg import write_svg  # noqa: PLC0415

    found = finder.box(position)
    slots: tuple[Slot, ...] = ()
    if found is not None:
        box, symmetry = found
        _, slots = image(box.position, box.slots, symmetry.inverse())
    turned = finder.kit is not None and machine_below(finder.kit)
    try:
        write_svg(draw_board(finder.game, position, slots, *PICTURE, turned=turned), path)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}") from None


def _show(finder: Finder, found: Judgement) -> None:
    """Write what is true of a position in words."""
    game, position = finder.game, found.position
    click.echo(f"{game.text(position)}\n\n{board_text(game, position)}\n")
    side = game.sides[position.to_move].name
    if found.over:
        winner = "" if found.winner is None else f"; {game.sides[found.winner].name} has won"
        points = f"; {found.worth.score:+d} for {side}" if game.scoring and found.worth else ""
        click.echo(f"The game is over{winner}{points}.")
    else:
        click.echo(f"{side.capitalize()} is to move{_prospect(finder, found)}.")
    if found.reachable is None:
        click.echo("The game is too large to tell whether this position occurs in it.")
    elif not found.reachable:
        click.echo("This position does not occur in any game from the start.")
    click.echo(_box_text(finder, position, over=found.over))
    if found.moves:
        click.echo()
        rows = [_move_row(finder, position, move, worth) for move, worth in found.moves]
        show_table(["move", "leads to", "bead"], rows)


def _prospect(finder: Finder, found: Judgement) -> str:
    """Return who should win, as the end of a sentence."""
    if found.worth is None:
        return "; the game is too large to say who should win"
    if finder.game.scoring:
        return f" and can expect {found.worth.score:+d} of the seeds still to come"
    word = {"wins": " and can win", "loses": " and will lose against best play", "draws": " and can draw"}
    length = "" if found.worth.plies is None else f", in {plies_text(found.worth.plies)}"
    return word[verdict(found.worth.score)] + length


def _box_text(finder: Finder, position: Position, *, over: bool) -> str:
    """Return in words which box to open."""
    found = finder.box(position)
    if found is not None:
        box, symmetry = found
        identity = finder.game.symmetries[0].name
        turned = "as it lies" if symmetry.name == identity else f"turned by '{symmetry.name}'"
        return f"Open box {box.id}, {turned}: {finder.game.text(box.position)}"
    kit = finder.kit
    if kit is None:
        return "There is no box for it: the game is too large for a kit."
    if not over and position.to_move not in kit.players:
        return f"There is no box for it: the machine plays {kit.choices.side}."
    move = None if over else kit.unboxed(position)
    if move is not None:
        return f"There is no box for it: the machine always plays {finder.game.move_text(move)} here."
    return "There is no box for it in this kit."


def _move_row(finder: Finder, position: Position, move: Move, worth: Value | None) -> tuple[str, str, str]:
    """Return one move of a position as a row of the table."""
    slot = finder.slot(position, move)
    bead = "" if slot is None else f"{slot.colour.letter} {slot.colour.name}"
    if worth is None:
        return finder.game.move_text(move), "not known", bead
    if finder.game.scoring:
        leads = f"{worth.score:+d}"
    else:
        leads = verdict(worth.score) + ("" if worth.plies is None else f" in {plies_text(worth.plies)}")
    return finder.game.move_text(move), leads, bead
