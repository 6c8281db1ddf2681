"""``kitgen kits``: the editions and games there are."""

from dataclasses import asdict, dataclass

import click

from kitgen.cli.shared.kit_options import current_templates, templates_option
from kitgen.cli.shared.show import plies_text, show_json, show_table
from kitgen.cli.shared.sizes import show_sizes
from kitgen.errors import TooLargeError
from kitgen.games import game_names, make_game
from kitgen.kit.build import make_kit
from kitgen.kit.editions import Edition
from kitgen.model import Game
from kitgen.templates import Templates
from kitgen.theory.oracle import Oracle

#: Games with more positions than this are not counted for the list.
COUNTED = 20_000


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list. What cannot be counted in a moment is None.

    Attributes:
        name: as typed by a user.
        kind: ``edition`` or ``game``.
        game: the game with its size and options.
        side: the machine's side.
        boxes, beads, colours: of the kit.
        value: of the game, for the side that starts.
        plies: to its end with best play.
        winner: the side that should win; None for a draw too.
        about: what it is, in a sentence.
    """

    name: str
    kind: str
    game: str
    side: str | None
    boxes: int | None
    beads: int | None
    colours: int | None
    value: int | None
    plies: int | None
    winner: str | None
    about: str


@click.command(epilog="Example: kitgen kits")
@click.option("--sizes", metavar="GAME", help="List the boards of one game instead, such as hexapawn.")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON list.")
@templates_option
def command(sizes: str | None, *, as_json: bool) -> None:
    """List the editions and games there are, with boxes, beads, colours and who should win."""
    if sizes is not None:
        show_sizes(sizes, as_json=as_json)
        return
    rows = list_kits(current_templates())
    if as_json:
        show_json([asdict(row) for row in rows])
        return
    columns = ["kit", "game", "machine", "boxes", "beads", "colours", "who should win"]
    show_table(columns, map(_cells, rows), right=["boxes", "beads", "colours"])
    click.echo("\nGames take a size, such as hexapawn:4x3, and --side; 'kitgen print her' prints a kit.")


def list_kits(templates: Templates) -> list[Row]:
    """Return a row for each edition and each game."""
    oracles: dict[str, Oracle] = {}
    rows = []
    for name in templates.names("editions"):
        edition = templates.read("editions", name, Edition)
        rows.append(_row(name, "edition", make_game(edition.game), edition.about["en"], oracles))
    for name in game_names():
        game = make_game(name)
        about = (type(game).__doc__ or "").strip().partition("\n")[0]
        rows.append(_row(name, "game", game, about, oracles))
    return rows


def _row(name: str, kind: str, game: Game, about: str, oracles: dict[str, Oracle]) -> Row:
    """Return the row of one edition or game."""
    try:
        kit = make_kit(name, templates=current_templates(), limit=COUNTED)
    except TooLargeError:
        return Row(name, kind, game.spec, None, None, None, None, None, None, None, about)
    worth = oracles.setdefault(game.spec, Oracle(game, limit=COUNTED)).worth(game.start())
    value, plies = worth or (None, None)
    winner = None if not value else game.sides[0 if value > 0 else 1].name
    side, boxes, colours = kit.choices.side, len(kit.boxes), len(kit.palette)
    return Row(name, kind, game.spec, side, boxes, kit.beads, colours, value, plies, winner, about)


def _cells(row: Row) -> tuple[str, ...]:
    """Return a row as texts for the table."""
    if row.boxes is None:
        return row.name, row.game, "", "", "", "", "too large to count here"
    if row.value is None:
        wins = "not known"
    elif row.winner is None:
        wins = "nobody: a draw"
    elif row.plies is not None:
        wins = f"{row.winner} in {plies_text(row.plies)}"
    else:
        wins = f"{row.winner} by {abs(row.value)} seed{'' if abs(row.value) == 1 else 's'}"
    return row.name, row.game, row.side or "", str(row.boxes), str(row.beads), str(row.colours), wins
