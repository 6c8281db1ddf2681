"""What ``kitgen verify TABLE --game GAME`` takes and shows: a table that somebody else has written."""

from functools import wraps
from itertools import zip_longest
from pathlib import Path
from typing import Any

import click

from kitgen.check.foreign.findings import TableFinding
from kitgen.check.foreign.guess import Said
from kitgen.check.foreign.squares import NAMINGS
from kitgen.check.foreign.verify import TableReport, say_finding, say_reading
from kitgen.cli.shared.board import board_text
from kitgen.cli.shared.offered_options import F, Word, with_options
from kitgen.cli.shared.show import show_json
from kitgen.door.proofs.tables import table_texts, verify_table, write_findings
from kitgen.errors import UsageError
from kitgen.model import Position
from kitgen.paper.layout.papers import PAGES
from kitgen.templates import Templates

#: So many findings are shown on a terminal.
SHOWN = 100
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


def table_report(path: str, asked: dict[str, Any], choices: dict[str, Any], templates: Templates) -> TableReport | None:
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
    images = None if asked["images"] is None else asked["images"] == "all"
    said = Said(asked["letters"], asked["squares"], asked["upside_down"], images)
    report = verify_table(path, game, said, templates=templates, **choices)
    if asked["report"] is not None:
        write_findings(report, asked["report"], asked["page"] or "a4", templates=templates)
    return report


def show_table_data(report: TableReport, templates: Templates) -> None:
    """Write a report as JSON."""
    texts, game = table_texts(report, templates), report.game

    def plain(finding: TableFinding) -> dict[str, Any]:
        return {
            "kind": finding.kind,
            "places": list(finding.places),
            "position": None if finding.position is None else game.text(finding.position),
            "should": None if finding.should is None else game.text(finding.should),
            "move": finding.move or None,
            "move_should": finding.move_should or None,
            "says": say_finding(report, finding, texts),
        }

    show_json(
        {
            "table": report.subject,
            "game": report.kit.game_spec,
            "side": report.kit.choices.side,
            "read_as": say_reading(report, texts),
            "entries": len(report.guess.rows),
            "decisions": report.decisions,
            "findings": [plain(finding) for finding in report.findings],
            "passed": report.passed,
        }
    )


def show_table_report(report: TableReport, templates: Templates) -> None:
    """Write a report for people, with a small board for each finding."""
    texts = table_texts(report, templates)
    kit = report.kit
    click.echo(f"{report.subject}: {len(report.guess.rows)} entries, for {kit.game_spec}, {kit.choices.side}")
    for name, words in say_reading(report, texts).items():
        click.echo(f"  {name:8} {words}")
    for finding in report.findings[:SHOWN]:
        click.echo(f"\n{click.style('FAIL', fg='red')}  {say_finding(report, finding, texts)}")
        click.echo(_boards(report, finding))
    found = texts("foreign.count", count=len(report.findings)) if report.findings else texts("foreign.right")
    more = len(report.findings) - SHOWN
    click.echo(f"\n{found}" + (f", of which {SHOWN} are shown; --json has them all" if more > 0 else ""))


def _boards(report: TableReport, finding: TableFinding) -> str:
    """Return the board of a finding, and beside it the one that it should be."""
    boards = [_board(report, one) for one in (finding.position, finding.should) if one]
    if len(boards) < 2:
        return "\n".join(f"        {line}" for board in boards for line in board)
    width = max(map(len, boards[0]))
    pairs = enumerate(zip_longest(*boards, fillvalue=""))
    return "\n".join(
        f"        {one:{width}}  {'→' if row == 1 else ' '}  {other}".rstrip() for row, (one, other) in pairs
    )


def _board(report: TableReport, position: Position) -> list[str]:
    """Return the lines of a board, with the rows in the order of the table."""
    lines = board_text(report.game, position).splitlines()
    rows = round(report.game.diagram.height)
    if not report.guess.upside_down:
        return lines
    turned = [one[:3] + other[3:] for one, other in zip(lines[:rows], reversed(lines[:rows]), strict=True)]
    return turned + lines[rows:]
