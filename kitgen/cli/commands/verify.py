"""``kitgen verify``: check a kit against the rules of its game, and its PDF against both."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.options import FILE_PATH, Word, kit_argument, kit_options, options, options_as
from kitgen.cli.sections import Command, section
from kitgen.cli.terminal import json_option, progress_options, working, wrote_json
from kitgen.errors import UsageError
from kitgen.guests import ask_guest
from kitgen.papers import PAGES
from kitgen.position_tables.hints import IMAGES, NAMINGS, TableHints
from kitgen.reading.templates import Templates
from kitgen.verdict import Verdict

# Functions import what verifies: it is slow to load, and help and completion need none of it.
if TYPE_CHECKING:
    from kitgen.kit.kit import Kit
    from kitgen.verification.beads_now import BeadsNow
    from kitgen.verification.report import Report

# ``kitgen verify TABLE --game GAME``: check a table that somebody else has written.

#: The parameters of options that need ``--game``.
_ONLY_TABLES = ("letters", "squares", "upside_down", "images")

#: The options for tables; the command's function gets them as ``table``, a dict.
table_options = options_as(
    "table",
    click.option("--game", metavar="GAME", help="The game, if KIT is a table of its positions."),
    click.option(
        "--letters",
        metavar="X=b,O=w,…",
        help="The meaning of letters in the table [default: guessed].",
    ),
    click.option(
        "--squares",
        type=Word("naming of squares", NAMINGS),
        help="How squares are named [default: guessed].",
    ),
    click.option(
        "--upside-down/--upright",
        default=None,
        help="Whether the table starts with the bottom row [default: guessed].",
    ),
    click.option(
        "--images",
        type=Word("way of --images", IMAGES),
        help="Which images of a position it lists: one, all, or one of the turned "
        "[default: guessed].",
    ),
    click.option(
        "--report",
        type=FILE_PATH,
        metavar="FILE.pdf",
        help="Write a report: a PDF, or pictures if the name ends in .svg or .png.",
    ),
    click.option("--page", type=Word("page", PAGES), help="The paper of the report [default: a4]."),
)


def _verify_table(
    path: str, table: dict[str, Any], choices: dict[str, Any], templates: Templates
) -> Verdict:
    """Check somebody's table, show what was found or write it, and return the verdict."""
    from kitgen.cli.table_report import show_table_report, table_data
    from kitgen.verification.tables.table_check import verify_table, write_findings

    hints = TableHints(
        table["letters"],
        table["squares"],
        table["upside_down"],
        table["images"],
        merged=choices.get("merged"),
    )
    with working(f"verifying {path}"):
        report = verify_table(path, table["game"], hints, templates=templates, **choices)
        if table["report"] is not None:
            write_findings(report, table["report"], table["page"] or "a4", templates=templates)
    if not wrote_json(lambda: table_data(report, templates)):
        show_table_report(report, templates)
    return report.verdict


# Proofs and counted beads.

#: The options for proofs; the command's function gets them as ``proofs``, a dict.
proof_options = options_as(
    "proofs",
    click.option(
        "--exact", is_flag=True, help="Also calculate what the learning rule can lead to."
    ),
    click.option(
        "--certificate",
        type=FILE_PATH,
        metavar="FILE.json",
        help="Write a certificate that others can check.",
    ),
    click.option(
        "--counts",
        type=FILE_PATH,
        metavar="FILE.csv",
        help="Show what beats a machine with these beads.",
    ),
)


def _proved(
    report: "Report",
    kit: str,
    proofs: dict[str, Any],
    choices: dict[str, Any],
    templates: Templates,
) -> "tuple[Report, tuple[Kit, BeadsNow] | None]":
    """Return the report with the proofs that are wanted, and the kit with any counted beads."""
    from kitgen.sources.kit_sources import load_kit
    from kitgen.verification.beads_now import beads_now_in_file

    made = load_kit(kit, templates=templates, **choices)
    now = None
    if proofs["counts"] is not None:
        now = made, beads_now_in_file(made, proofs["counts"])
    if proofs["exact"]:
        learning_check = ask_guest("lab.losses_in_the_end", "kitgen verify --exact")
        report = report.with_check(learning_check(made))
    if proofs["certificate"] is not None:
        from kitgen.verification.certificate import write_certificate

        write_certificate(made, proofs["certificate"])
    return report, now


def _check_options_of_table(
    paper: str | None, proof: str | None, junit: Path | None, *, proven: bool
) -> None:
    """Refuse options that say nothing of a table of positions."""
    if paper is not None:
        raise UsageError(
            "--game does not go with --kit, which is for stripped PDFs and for scanned sheets"
        )
    if proof is not None:
        raise UsageError(f"{proof} is for kits; a table of positions has no beads")
    if proven:
        raise UsageError("--proven is for printed PDFs, not for tables of positions")
    if junit is not None:
        raise UsageError("--junit is for kits, not for tables of positions")


@click.command(cls=Command, epilog="Example: kitgen verify output/her/kit.pdf")
@options(kit_argument(), kit_options)
@options(section("Table", table_options), section("Proofs", proof_options), progress_options)
@click.option(
    "--kit", "paper", metavar="KIT", help="The kit of a PDF without attachments, or of a scan."
)
@click.option("--junit", type=FILE_PATH, metavar="FILE.xml", help="Write the checks as JUnit XML.")
@click.option(
    "--marks",
    is_flag=True,
    help="Also read the marks of a PDF back, as is always done for told games.",
)
@click.option(
    "--proven",
    is_flag=True,
    help="Demand a proof: a PDF of another version of kitgen is then not decided.",
)
@click.option("--details", is_flag=True, help="Show every check, even those that passed.")
@json_option
def command(
    kit: str,
    choices: dict[str, Any],
    table: dict[str, Any],
    proofs: dict[str, Any],
    templates: Templates,
    *,
    paper: str | None,
    junit: Path | None,
    marks: bool,
    proven: bool,
    details: bool,
) -> int:
    """Check a kit, its printed PDF, or somebody's table.

    KIT is an edition such as her, a game with its board such as hexapawn:4x3 (4 wide, 3 high), or a
    path to a kit.json, a kit folder, a kit PDF or a journal; 'kitgen kits' lists the names. A PDF
    is printed again and compared, byte by byte or object by object: then it is proven. With --game,
    KIT is somebody's table of positions and moves in CSV, JSON, TOML, Markdown, a program or other
    text. With --kit, KIT is a PDF whose attachments another program has removed, or a scan or photo
    of printed sheets, which is compared card by card.

    The exit code is 0 if everything is right, 1 if something is wrong, and 3 if nothing wrong was
    found but something could not be read or decided.
    """
    proof = next((f"--{key}" for key in sorted(proofs) if proofs[key]), None)
    is_table = table["game"] is not None
    if is_table:
        _check_options_of_table(paper, proof, junit, proven=proven)
    if paper is not None and proof is not None:
        raise UsageError(
            f"{proof} does not go with --kit, which is for stripped PDFs and for scanned sheets"
        )
    if table["page"] is not None and table["report"] is None:
        raise UsageError("--page is the paper of a report; add --report FILE.pdf")
    if is_table:
        return _verify_table(kit, table, choices, templates).exit_code
    for key in _ONLY_TABLES:
        if table[key] is not None:
            option = f"--{key.replace('_', '-')}"
            if table[key] is False:
                option = "--upright"  # the other word of --upside-down
            raise UsageError(f"{option} is for tables of positions; name their game with --game")

    from kitgen.cli.kit_report import beads_data, show_beads, show_report
    from kitgen.reading.texts import Texts
    from kitgen.verification.report import say_verdict
    from kitgen.verification.verify import verify, verify_with, write_junit, write_report

    now = None
    with working(f"verifying {kit}"):
        if paper is not None:
            report = verify_with(kit, paper, proven=proven, templates=templates, **choices)
        else:
            report = verify(kit, marks=marks, proven=proven, templates=templates, **choices)
            if proof is not None and report.verdict is not Verdict.WRONG:
                report, now = _proved(report, kit, proofs, choices, templates)
    if table["report"] is not None:
        write_report(report, table["report"], table["page"] or "a4")
    if junit is not None:
        write_junit(report, junit)
    beads = {} if now is None else {"beads": beads_data(*now)}
    if not wrote_json(lambda: report.report() | beads):
        show_report(report, details=details)
        if now is not None:
            show_beads(*now)
        language = report.language if report.language in templates.languages() else "en"
        click.echo(f"\n{say_verdict(report, Texts(language, templates))}")
    return report.verdict.exit_code
