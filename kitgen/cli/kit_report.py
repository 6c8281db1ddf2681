"""The report on a kit and its beads, on a terminal and as data."""

from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.terminal import echo_lines
from kitgen.kit.kit import Kit
from kitgen.verdict import Verdict
from kitgen.verification.report import Check, Report, outcome_words, summed

if TYPE_CHECKING:  # loads slowly, and most reports have no counted beads
    from kitgen.machine.lines import LostLine
    from kitgen.verification.beads_now import BeadsNow

#: The sign in front of a check by its verdict, with its colour.
_SIGNS = {
    Verdict.RIGHT: ("ok  ", "green"),
    Verdict.WRONG: ("FAIL", "red"),
    Verdict.NOT_DECIDED: ("  ? ", "yellow"),
    None: ("  - ", "yellow"),
}


def show_report(report: Report, *, details: bool) -> None:
    """Show what was looked at, and what was not right, or every check with ``details``."""
    click.echo(f"{report.subject}: kit {report.kit}, hash {report.hash[:8]}\n")
    for witness, group in groupby(report.checks, key=lambda check: check.witness):
        checks = tuple(group)
        verdicts = [check.verdict for check in checks if check.verdict is not None]
        verdict = Verdict.of_all(verdicts) if verdicts else None
        click.echo(f"{_sign(verdict)}  {witness.looks_at}: {summed(checks)}")
        for check in checks:
            if details or check.verdict is not Verdict.RIGHT:
                echo_lines(f"      {line}" for line in _lines(check))
    echo_lines(f"{click.style('note', fg='yellow')}  {warning}" for warning in report.warnings)


def _lines(check: Check) -> list[str]:
    head = f"{_sign(check.verdict)}  {check.name}: {outcome_words(check)}"
    return [head, *(f"        {line}" for line in (*check.faults, *check.not_read))]


def _sign(verdict: Verdict | None) -> str:
    sign, colour = _SIGNS[verdict]
    return click.style(sign, fg=colour)


def beads_data(kit: Kit, now: "BeadsNow") -> dict[str, Any]:
    """Return what beats a machine with the beads of now, as it stands in ``--json``."""
    remaining, at_the_start = now.bad
    sides = []
    for standing in now.standings:
        beaten_by = []
        for line in standing.lines:
            beaten_by.append(
                {
                    "moves": [kit.game.move_text(move) for move in line.moves],
                    "boxes": [box for box, _ in line.boxes],
                    "empty": line.empty,
                }
            )
        sides.append(
            {
                "side": kit.game.sides[standing.side].name,
                "lines": standing.outlook.lines,
                "lost": standing.outlook.lost,
                "beaten_by": beaten_by,
            }
        )
    return {
        "boxes_counted": now.named,
        "not_the_best": {"left": remaining, "at_the_start": at_the_start},
        "without_a_good_bead": [box.id for box in now.spoilt],
        "sides": sides,
    }


def show_beads(kit: Kit, now: "BeadsNow") -> None:
    """Show which beads are left and what beats a machine with them."""
    counted = f"{now.named} of {len(kit.boxes)} boxes"
    if now.named < len(kit.boxes):
        counted += ", the others as at the start"
    remaining, first = now.bad
    click.echo(
        f"\nThe beads now, counted in {counted}: {remaining} of {first} beads for inferior "
        "moves are left."
    )
    echo_lines(
        f"  box {box.id} ({kit.game.text(box.position)}) has no good beads left"
        for box in now.spoilt
    )
    for standing in now.standings:
        side = kit.game.sides[standing.side].name
        outlook = standing.outlook
        if not outlook.lost:
            click.echo(f"{side} cannot be beaten: none of {outlook.lines:,} lines is lost")
            continue
        shown = ""
        if outlook.lost > len(standing.lines):
            shown = f", the {len(standing.lines)} shortest"
        click.echo(f"{side} is beaten by {outlook.lost:,} of {outlook.lines:,} lines{shown}:")
        echo_lines(f"  {_line_text(kit, line)}" for line in standing.lines)


def _line_text(kit: Kit, line: "LostLine") -> str:
    """Return the moves of a line, with the boxes that it comes to and the one that is empty."""
    moves = " ".join(kit.game.move_text(move) for move in line.moves)
    boxes = " ".join(box for box, _ in line.boxes)
    empty = f"box {line.empty} is empty" if line.empty else ""
    if boxes and empty:
        return f"{moves}  (boxes {boxes}; {empty})"
    if boxes:
        return f"{moves}  (boxes {boxes})"
    if empty:
        return f"{moves}  {empty}"
    return moves
