"""What ``kitgen verify TABLE --game GAME`` shows: what is wrong with a table that somebody else has written."""

from itertools import zip_longest
from typing import Any

import click

from kitgen.check.foreign.findings import TableFinding
from kitgen.check.foreign.verify import TableReport, say_finding, say_reading
from kitgen.cli.shared.board import board_text
from kitgen.cli.shared.show import show_json
from kitgen.door.proofs.tables import table_texts
from kitgen.model import Position
from kitgen.templates import Templates

#: So many findings are shown on a terminal.
SHOWN = 100


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
