"""The report on a kit and its beads, on a terminal and as data."""

from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.terminal import echo_lines
from kitgen.kit.kit import Kit
from kitgen.verdict import Verdict
from kitgen.verification.report import Check, Report, outcome_words, summed

if TYPE_CHECKING:  # loads slowly, and most reports have no counted beads
    from kitgen.verification.beads_now import BeadsNow

#: The sign in front of a check by its verdict, with its colour.
_SIGNS = {
    Verdict.RIGHT: ("ok  ", "green"),
    Verdict.WRONG: ("FAIL", "red"),
    Verdict.NOT_DECIDED: ("  ? ", "yellow"),
    None: ("  - ", "yellow"),
}


def show_report(report: Report, *, details: bool) -> None:
    """Show a report: what was looked at, and what was not right, or every check with
    ``details``.
    """
    click.echo(f"{report.subject}: kit {report.kit}, hash {report.hash[:8]}\n")
    for witness, group in groupby(report.checks, key=lambda check: check.witness):
        checks = tuple(group)
        made = [check.verdict for check in checks if check.verdict is not None]
        sign = _sign(Verdict.of_all(made) if made else None)
        click.echo(f"{sign}  {witness.looks_at}: {summed(checks)}")
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
    return {
        "boxes_counted": now.named,
        "not_the_best": {"left": now.bad[0], "at_the_start": now.bad[1]},
        "without_a_good_bead": [box.id for box in now.spoilt],
        "sides": [
            {
                "side": kit.game.sides[standing.side].name,
                "lines": standing.outlook.lines,
                "lost": standing.outlook.lost,
                "beaten_by": [
                    {
                        "moves": list(map(kit.game.move_text, line.moves)),
                        "boxes": [box for box, _ in line.boxes],
                    }
                    | {"empty": line.empty}
                    for line in standing.lines
                ],
            }
            for standing in now.standings
        ],
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
        name, outlook = kit.game.sides[standing.side].name, standing.outlook
        if not outlook.lost:
            click.echo(f"{name} cannot be beaten: none of {outlook.lines:,} lines is lost")
            continue
        few = f", the {len(standing.lines)} shortest" if outlook.lost > len(standing.lines) else ""
        click.echo(f"{name} is beaten by {outlook.lost:,} of {outlook.lines:,} lines{few}:")
        for line in standing.lines:
            moves = " ".join(map(kit.game.move_text, line.moves))
            boxes = " ".join(box for box, _ in line.boxes)
            end = f"; box {line.empty} is empty" if line.empty else ""
            click.echo(
                f"  {moves}  (boxes {boxes}{end})"
                if boxes
                else f"  {moves}{end.replace('; ', '  ')}"
            )
