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
#: Boards stand so far to the right, under the sentence about them.
INDENT = " " * 8
#: The row, from 0, in which an arrow stands between two boards.
ROW_OF_ARROW = 1
#: The column of a board's line where its squares begin, after the number of the row.
BOARD_STARTS = 3


def table_data(report: TableReport, templates: Templates) -> dict[str, Any]:
    """Return the report on a table as it stands in ``--json``: with sentences."""
    texts = table_texts(report, templates)
    data = report.report()
    for row, finding in zip(data["findings"], report.findings, strict=True):
        row["says"] = say_finding(report, finding, texts)
    return data | {"read_as": say_reading(report, texts), "not_read": say_not_read(report, texts)}


def show_table_report(report: TableReport, templates: Templates) -> None:
    """Show how a table was read, findings with boards, what is unread, and the verdict."""
    texts = table_texts(report, templates)
    kit = report.kit
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
    """Return the board of a finding, beside the one that should stand there if it has one."""
    lines = []
    if finding.position and finding.should:
        before = _board(report, finding.position)
        after = _board(report, finding.should)
        width = max(map(len, before))
        for row, (left, right) in enumerate(zip_longest(before, after, fillvalue="")):
            arrow = "→" if row == ROW_OF_ARROW else " "
            lines.append(f"{INDENT}{left:{width}}  {arrow}  {right}".rstrip())
    else:
        position = finding.position or finding.should
        if position:
            lines = [f"{INDENT}{line}" for line in _board(report, position)]
    return "\n".join(lines)


def _board(report: TableReport, position: Position) -> list[str]:
    """Return the lines of a board, in the order in which the table lists its rows."""
    lines = board_text(report.kit.game, position).splitlines()
    if not report.reading.boards.upwards:
        return lines
    rows = round(report.kit.game.diagram.height)
    turned = []
    for line, opposite in zip(lines[:rows], reversed(lines[:rows]), strict=True):
        turned.append(line[:BOARD_STARTS] + opposite[BOARD_STARTS:])
    return turned + lines[rows:]
