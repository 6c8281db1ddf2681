"""What ``kitgen verify TABLE --game GAME`` takes: a table that somebody else has written."""

from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kitgen.check.foreign.namings import NAMINGS
from kitgen.cli.shared.offered_options import F, Word, with_options
from kitgen.errors import UsageError
from kitgen.paper.layout.papers import PAGES
from kitgen.templates import Templates

if TYPE_CHECKING:
    from kitgen.check.foreign.verify import TableReport

#: The options that need ``--game``, by the name of their parameter.
_ONLY_TABLES = {
    "letters": "--letters",
    "squares": "--squares",
    "upside_down": "--upside-down",
    "images": "--images",
}


def table_options(function: F) -> F:
    """Add the options for tables to a command; its function gets them as ``table``, a dict, the game among them."""
    words = [
        click.option("--game", metavar="GAME", help="KIT is somebody's table of positions in this game."),
        click.option("--letters", metavar="X=b,O=w,…", help="What signs mean in the table [default: guessed]."),
        click.option(
            "--squares", type=Word("naming of squares", NAMINGS), help="How squares are called [default: guessed]."
        ),
        click.option("--upside-down/--upright", default=None, help="Whether rows begin with the bottom one [guessed]."),
        click.option(
            "--images", type=Word("way of --images", ("one", "all")), help="Whether mirror images are listed, too."
        ),
        click.option(
            "--report", type=click.Path(path_type=Path), metavar="FILE.pdf", help="Write the report as a PDF."
        ),
        click.option("--page", type=Word("page", PAGES), help="The paper of the report [default: a4]."),
    ]

    @wraps(function)
    def with_table(*args: Any, **values: Any) -> Any:
        table = {key: values.pop(key) for key in ("game", "report", "page", *_ONLY_TABLES)}
        return function(*args, table=table, **values)

    wrapped: Any = with_table
    return with_options(wrapped, words)  # type: ignore[no-any-return] # click's decorators keep the function


def table_report(
    path: str, asked: dict[str, Any], choices: dict[str, Any], templates: Templates
) -> "TableReport | None":
    """Return what is wrong with a table, drawn where that is asked for; None when no game was named: it is no table.

    Raises:
        UsageError: an option for tables was given without a game.
    """
    game: str | None = asked["game"]
    if game is None:
        for key, option in _ONLY_TABLES.items():
            if asked[key] is not None:
                raise UsageError(f"{option} is for tables of positions; name their game with --game")
        return None
    # Only tables need what reads them, which is half of what a kit of paper is drawn with.
    from kitgen.check.foreign.guess import Said  # noqa: PLC0415
    from kitgen.door.proofs.tables import verify_table, write_findings  # noqa: PLC0415

    images = None if asked["images"] is None else asked["images"] == "all"
    said = Said(asked["letters"], asked["squares"], asked["upside_down"], images)
    report = verify_table(path, game, said, templates=templates, **choices)
    if asked["report"] is not None:
        write_findings(report, asked["report"], asked["page"] or "a4", templates=templates)
    return report
