"""``kitgen verify``: checks a kit against the rules of its game, and its PDF against both."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.shared.kit_options import kit_argument, kit_options
from kitgen.cli.shared.progress import progress_options, working
from kitgen.cli.shared.show import show_json
from kitgen.cli.verifying.foreign_tables import table_options, table_report
from kitgen.cli.verifying.proofs import asked_proofs, beads_data, proof_options, prove, show_beads
from kitgen.cli.verifying.reports import report_data, show_report
from kitgen.door.loading import load_kit
from kitgen.door.proofs.stripped import verify_with
from kitgen.door.verifying import verify, write_junit, write_report
from kitgen.errors import UsageError
from kitgen.templates import Templates

if TYPE_CHECKING:
    from kitgen.check.foreign.verify import TableReport


@click.command(epilog="Example: kitgen verify output/her/kit.pdf")
@kit_argument()
@kit_options
@table_options
@proof_options
@progress_options
@click.option(
    "--kit", "paper", metavar="KIT", help="What KIT was printed from: a stripped PDF, or paper that was scanned."
)
@click.option("--junit", type=click.Path(path_type=Path), metavar="FILE.xml", help="Write the checks as JUnit XML.")
@click.option("--details", is_flag=True, help="Show every check, also those that passed.")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON object.")
@click.pass_context
def command(
    ctx: click.Context,
    kit: str,
    choices: dict[str, Any],
    table: dict[str, Any],
    proofs: dict[str, Any],
    templates: Templates,
    *,
    paper: str | None,
    junit: Path | None,
    details: bool,
    as_json: bool,
) -> None:
    """Check KIT against the rules: an edition, a game, a kit.json, a kit folder, or a printed PDF.

    Of a PDF, the drawing itself is read back and every box compared with the rules, and every page with the picture
    that it should be. With --game, KIT is a table of positions and moves that somebody has written, in CSV, JSON, TOML
    or plain text. With --kit, KIT is a PDF that has lost what travels in it, or a scan or a photograph of printed
    sheets, which are compared card by card. Of a kit that fails nothing more is proved. The exit code is 1
    when a check fails.
    """
    with working(f"verifying {kit}"):
        found = table_report(kit, table, choices, templates)
        if paper is not None:
            _check_alone(found, proofs)
            report, now = verify_with(kit, paper, templates=templates, **choices), None
        elif found is None:
            report, now = prove(
                verify(kit, templates=templates, **choices),
                lambda: load_kit(kit, templates=templates, **choices),
                proofs,
            )
        elif (option := asked_proofs(proofs)) is not None:
            raise UsageError(f"{option} is for kits; a table of positions has no beads")
    if table["page"] is not None and table["report"] is None:
        raise UsageError("--page is the paper of a report; say --report FILE.pdf")
    if found is None and table["report"] is not None:
        write_report(report, table["report"], table["page"] or "a4")
    if junit is not None:
        if found is not None:
            raise UsageError("--junit is for kits, and not for tables of positions")
        write_junit(report, junit)
    if found is not None:
        from kitgen.cli.verifying.table_shown import show_table_data, show_table_report  # noqa: PLC0415

        (show_table_data if as_json else show_table_report)(found, templates)
        ctx.exit(0 if found.passed else 1)
    if as_json:
        machine = {} if now is None else {"beads": beads_data(*now)}
        show_json(report_data(report) | machine)
    else:
        show_report(report, details=details)
        if now is not None:
            show_beads(*now)
    if not report.passed:
        ctx.exit(1)


def _check_alone(found: "TableReport | None", proofs: dict[str, Any]) -> None:
    """Refuse what cannot be asked of sheets alone.

    Raises:
        UsageError: an option was given that is for tables or for kits.
    """
    option = "--game" if found is not None else asked_proofs(proofs)
    if option is not None:
        raise UsageError(
            f"{option} does not go with --kit, which is for stripped PDFs and for sheets that were scanned"
        )
