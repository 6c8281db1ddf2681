"""The report on somebody's table, on a terminal and as data."""

from itertools import zip_longest
from typing import Any

import click

from kitgen.cli.terminal import echo_lines
from kitgen.cli.terminal_board import board_text
from kitgen.model import Position
from kitgen.reading.templates import Templates
from kitgen.verification.tables.comparison import TableFinding
from kitgen.verification.tables.reading import TableReport
from kitgen.verification.tables.table_check import (
    say_finding,
    say_not_read,
    say_reading,
    say_table_verdict,
    table_texts,
)

#: The most findings, and lines of what was not read, shown on a terminal.
SHOWN = 100


def table_data(report: TableReport, templates: Templates) -> dict[str, Any]:
    """Return the report on a table as it stands in ``--json``: with sentences."""
    texts = table_texts(report, templates)
    data = report.report()
    for row, finding in zip(data["findings"], report.findings, strict=True):
        row["says"] = say_finding(report, finding, texts)
    return data | {"read_as": say_reading(report, texts), "not_read": say_not_read(report, texts)}


def show_table_report(report: TableReport, templates: Templates) -> None:
    """Show how a table was read, its first ``SHOWN`` findings with boards, what was not read,
    and the verdict.
    """
    texts, kit = table_texts(report, templates), report.kit
    click.echo(
        f"{report.subject}: {len(report.rows)} entries, for {kit.game.called}, {kit.choices.side}"
    )
    echo_lines(f"  {name:8} {words}" for name, words in say_reading(report, texts).items())
    for finding in report.findings[:SHOWN]:
        click.echo(f"\n{click.style('FAIL', fg='red')}  {say_finding(report, finding, texts)}")
        click.echo(_boards(report, finding))
    if len(report.findings) > SHOWN:
        click.echo(f"\n{len(report.findings) - SHOWN} more are not shown; --json has them all")
    click.echo()
    not_read = say_not_read(report, texts)
    echo_lines(f"{click.style('  ? ', fg='yellow')}  {line}" for line in not_read[:SHOWN])
    if len(not_read) > SHOWN:
        click.echo(f"{len(not_read) - SHOWN} more are not shown; --json has them all")
    click.echo(say_table_verdict(report, texts))


def _boards(report: TableReport, finding: TableFinding) -> str:
    boards = [
        _board(report, position) for position in (finding.position, finding.should) if position
    ]
    if len(boards) < 2:
        return "\n".join(f"        {line}" for board in boards for line in board)
    width, pairs = max(map(len, boards[0])), enumerate(zip_longest(*boards, fillvalue=""))
    lines = (
        f"        {line:{width}}  {'→' if row == 1 else ' '}  {other}"
        for row, (line, other) in pairs
    )
    return "\n".join(map(str.rstrip, lines))


def _board(report: TableReport, position: Position) -> list[str]:
    lines, rows = (
        board_text(report.kit.game, position).splitlines(),
        round(report.kit.game.diagram.height),
    )
    if not report.reading.boards.upwards:
        return lines
    turned = [
        line[:3] + other[3:]
        for line, other in zip(lines[:rows], reversed(lines[:rows]), strict=True)
    ]
    return turned + lines[rows:]
