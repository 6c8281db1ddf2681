"""``kitgen verify``: checks a kit against the rules of its game, and its PDF against both."""

from dataclasses import asdict
from pathlib import Path

import click

from kitgen.check.report import Check, Report
from kitgen.check.verify import verify
from kitgen.cli.shared.kit_options import KIT_PDF, is_path, kit_options, load_kit
from kitgen.cli.shared.show import show_json
from kitgen.kit.editions import Wish

#: The sign in front of a check that passed, failed, or was left out.
_SIGNS = {True: ("ok  ", "green"), False: ("FAIL", "red"), None: ("  - ", "yellow")}


@click.command(epilog="Example: kitgen verify output/her/kit.pdf")
@click.argument("kit")
@kit_options
@click.option("--json", "as_json", is_flag=True, help="Write a JSON object.")
@click.pass_context
def command(ctx: click.Context, kit: str, wish: Wish, *, as_json: bool) -> None:
    """Check KIT against the rules: an edition, a game, a kit.json, a kit folder, or a printed PDF.

    Of a PDF, the drawing itself is read back and every box compared with the rules. The exit code is 1 when a
    check fails.
    """
    loaded = load_kit(kit, wish, trust=True)
    report = verify(kit, loaded, _pdf(kit))
    if as_json:
        show_json(asdict(report) | {"passed": report.passed})
    else:
        _show(report)
    if not report.passed:
        ctx.exit(1)


def _pdf(text: str) -> Path | None:
    """Return the PDF to read back, when a user names one or a folder that holds one."""
    if not is_path(text):
        return None
    path = Path(text)
    if path.is_dir():
        return path / KIT_PDF if (path / KIT_PDF).is_file() else None
    return path if path.suffix.lower() != ".json" else None


def _show(report: Report) -> None:
    """Write a report for people."""
    click.echo(f"{report.subject}: kit {report.kit}, hash {report.hash[:8]}\n")
    for check in report.checks:
        for line in _lines(check):
            click.echo(line)
    failed = sum(check.passed is False for check in report.checks)
    left = sum(check.passed is None for check in report.checks)
    passed = len(report.checks) - failed - left
    skipped = f", {left} left out" if left else ""
    click.echo(f"\n{passed} checks passed, {failed} failed{skipped}.")


def _lines(check: Check) -> list[str]:
    """Return a check as lines of text."""
    sign, colour = _SIGNS[check.passed]
    head = f"{click.style(sign, fg=colour)}  {check.name}"
    if check.passed is None:
        return [f"{head}: left out, {check.reason}"]
    how = f" ({check.reason})" if check.reason else ""
    return [f"{head}: expected {check.expected}; found {check.found}{how}", *(f"        {f}" for f in check.faults)]
