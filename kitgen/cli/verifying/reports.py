"""Reports of kits for people: a line for each witness, and what is wrong; and as plain data."""

from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from typing import Any

import click

from kitgen.check.report import Check, Report, Witness, summed

#: The sign in front of a check that passed, failed, or was left out.
_SIGNS = {True: ("ok  ", "green"), False: ("FAIL", "red"), None: ("  - ", "yellow")}


def show_report(report: Report, *, details: bool) -> None:
    """Write a report for people.

    Args:
        report: what was found.
        details: whether each check is shown, also those that passed.
    """
    click.echo(f"{report.subject}: kit {report.kit}, hash {report.hash[:8]}\n")
    for witness, checks in groupby(report.checks, key=lambda check: check.witness):
        for line in _witness_lines(witness, tuple(checks), details=details):
            click.echo(line)
    for warning in report.warnings:
        click.echo(f"{click.style('note', fg='yellow')}  {warning}")
    click.echo(f"\n{summed(report.checks)}.")


def report_data(report: Report) -> dict[str, Any]:
    """Return a report as plain data."""
    shown = ("subject", "kit", "hash", "checks", "mismatches")
    data = {key: value for key, value in asdict(report).items() if key in shown}
    return data | {"passed": report.passed, "warnings": list(report.warnings)}


def _witness_lines(witness: Witness, checks: tuple[Check, ...], *, details: bool) -> Iterator[str]:
    """Yield what a witness says: a line, and each check that did not pass; all of them if asked for."""
    signs = {check.passed for check in checks}
    yield f"{_sign(False if False in signs else True if True in signs else None)}  {witness.looks_at}: {summed(checks)}"
    for check in checks:
        if details or not check.passed:
            yield from (f"      {line}" for line in _lines(check))


def _lines(check: Check) -> list[str]:
    """Return a check as lines of text."""
    head = f"{_sign(check.passed)}  {check.name}"
    if check.passed is None:
        return [f"{head}: left out, {check.reason}"]
    how = f" ({check.reason})" if check.reason else ""
    return [f"{head}: expected {check.expected}; found {check.found}{how}", *(f"        {f}" for f in check.faults)]


def _sign(passed: bool | None) -> str:
    sign, colour = _SIGNS[passed]
    return click.style(sign, fg=colour)
