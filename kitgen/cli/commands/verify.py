"""``kitgen verify``: check a kit against the rules of its game, and its PDF against both."""

from dataclasses import asdict
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

import click

from kitgen.cli.options import FILE_PATH, Word, kit_argument, kit_options, options, options_as
from kitgen.cli.sections import Command, section
from kitgen.cli.terminal import echo_lines, json_option, progress_options, working, wrote_json
from kitgen.cli.terminal_board import board_text
from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.kit_sources import load_kit
from kitgen.model import Position
from kitgen.paper.texts import Texts
from kitgen.papers import PAGES
from kitgen.templates import Templates
from kitgen.verdict import Verdict
from kitgen.verification.beads_now import BeadsNow, count_beads, learning_check
from kitgen.verification.report import Check, Report, outcome_words, say_verdict, summed
from kitgen.verification.tables.board_notation import NAMINGS
from kitgen.verification.tables.comparison import TableFinding
from kitgen.verification.tables.reading import IMAGES, TableHints, TableReport
from kitgen.verification.tables.table_check import (
    say_finding,
    say_not_read,
    say_reading,
    say_table_verdict,
    table_texts,
    verify_table,
    write_findings,
)
from kitgen.verification.verify import verify, verify_with, write_junit, write_report

# ``kitgen verify TABLE --game GAME``: check a table that somebody else has written.

#: The parameters of options that need ``--game``.
_ONLY_TABLES = ("letters", "squares", "upside_down", "images")

#: The options for tables; the command's function gets them as ``table``, a dict.
table_options = options_as(
    "table",
    click.option("--game", metavar="GAME", help="The game, if KIT is a table of its positions."),
    click.option("--letters", metavar="X=b,O=w,…", help="The meaning of letters in the table [default: guessed]."),
    click.option("--squares", type=Word("naming of squares", NAMINGS),
                 help="How squares are named [default: guessed]."),
    click.option("--upside-down/--upright", default=None,
                 help="Whether the table starts with the bottom row [default: guessed]."),
    click.option("--images", type=Word("way of --images", IMAGES),
                 help="Which images of a position it lists: one, all, or one of the turned [default: guessed]."),
    click.option("--report", type=FILE_PATH, metavar="FILE.pdf",
                 help="Write a report: a PDF, or pictures if the name ends in .svg or .png."),
    click.option("--page", type=Word("page", PAGES), help="The paper of the report [default: a4]."),
)  # fmt: skip


def _table_report(path: str, table: dict[str, Any], choices: dict[str, Any], templates: Templates) -> TableReport:
    hints = TableHints(
        table["letters"], table["squares"], table["upside_down"], table["images"], merged=choices.get("merged")
    )
    report = verify_table(path, table["game"], hints, templates=templates, **choices)
    if table["report"] is not None:
        write_findings(report, table["report"], table["page"] or "a4", templates=templates)
    return report


# Proofs and counted beads.

#: The options for proofs; the command's function gets them as ``proofs``, a dict.
proof_options = options_as(
    "proofs",
    click.option("--exact", is_flag=True, help="Also calculate what the learning rule can lead to."),
    click.option("--certificate", type=FILE_PATH, metavar="FILE.json",
                 help="Write a certificate that others can check."),
    click.option("--counts", type=FILE_PATH, metavar="FILE.csv", help="Show what beats a machine with these beads."),
)  # fmt: skip


def _beads_data(kit: Kit, now: BeadsNow) -> dict[str, Any]:
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
                    {"moves": list(map(kit.game.move_text, line.moves)), "boxes": [box for box, _ in line.boxes]}
                    | {"empty": line.empty}
                    for line in standing.lines
                ],
            }
            for standing in now.standings
        ],
    }


def _show_beads(kit: Kit, now: BeadsNow) -> None:
    counted = f"{now.named} of {len(kit.boxes)} boxes" + (", the others as at the start" * (now.named < len(kit.boxes)))
    remaining, first = now.bad
    click.echo(f"\nThe beads now, counted in {counted}: {remaining} of {first} beads for inferior moves are left.")
    echo_lines(f"  box {box.id} ({kit.game.text(box.position)}) has no good beads left" for box in now.spoilt)
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
            click.echo(f"  {moves}  (boxes {boxes}{end})" if boxes else f"  {moves}{end.replace('; ', '  ')}")


# Reports of kits.

#: The sign in front of a check by its verdict, with its colour.
_SIGNS = {
    Verdict.RIGHT: ("ok  ", "green"),
    Verdict.WRONG: ("FAIL", "red"),
    Verdict.NOT_DECIDED: ("  ? ", "yellow"),
    None: ("  - ", "yellow"),
}


def _report_data(report: Report) -> dict[str, Any]:
    data = asdict(report)
    for check, own in zip(report.checks, data["checks"], strict=True):
        del own["applies"]
        own["verdict"] = check.verdict
    return data | {
        "verdict": report.verdict,
        "passed": report.passed,
        "not_read": report.not_read,
        "warnings": report.warnings,
    }


def _show_report(report: Report, *, details: bool) -> None:
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


@click.command(cls=Command, epilog="Example: kitgen verify output/her/kit.pdf")
@options(kit_argument(), kit_options)
@options(section("Table", table_options), section("Proofs", proof_options), progress_options)
@click.option("--kit", "paper", metavar="KIT", help="The kit of a PDF without attachments, or of a scan.")
@click.option("--junit", type=FILE_PATH, metavar="FILE.xml", help="Write the checks as JUnit XML.")
@click.option("--marks", is_flag=True, help="Also read the marks of a PDF back, as is always done for told games.")
@click.option("--proven", is_flag=True, help="Ask for a proof: a PDF by another version is then not decided.")
@click.option("--details", is_flag=True, help="Show every check, even those that passed.")
@json_option
def command(
    kit: str, choices: dict[str, Any], table: dict[str, Any], proofs: dict[str, Any], templates: Templates, *,
    paper: str | None, junit: Path | None, marks: bool, proven: bool, details: bool,
) -> int:  # fmt: skip
    """Check a kit, its printed PDF, or somebody's table.

    KIT is an edition such as her, a game with its board such as hexapawn:4x3 (4 wide, 3 high), or a path to a kit.json,
    a kit folder, a kit PDF or a journal; 'kitgen kits' lists the names. A PDF is printed again and compared, byte by
    byte or object by object: then it is proven. With --game, KIT is somebody's table of positions and moves in CSV,
    JSON, TOML, Markdown, a program or other text. With --kit, KIT is a PDF whose attachments another program has
    removed, or a scan or photo of printed sheets, which is compared card by card.

    The exit code is 0 if everything is right, 1 if something is wrong, and 3 if nothing wrong was found but something
    could not be read or decided.
    """
    proof, of_table = next((f"--{key}" for key in sorted(proofs) if proofs[key]), None), table["game"] is not None
    if paper is not None and (option := "--game" if of_table else proof) is not None:
        raise UsageError(f"{option} does not go with --kit, which is for stripped PDFs and for scanned sheets")
    if of_table and proof is not None:
        raise UsageError(f"{proof} is for kits; a table of positions has no beads")
    if of_table and proven:
        raise UsageError("--proven is for printed PDFs, not for tables of positions")
    if of_table and junit is not None:
        raise UsageError("--junit is for kits, not for tables of positions")
    if table["page"] is not None and table["report"] is None:
        raise UsageError("--page is the paper of a report; add --report FILE.pdf")
    if of_table:
        with working(f"verifying {kit}"):
            findings = _table_report(kit, table, choices, templates)
        if not wrote_json(lambda: _table_data(findings, templates)):
            _show_table_report(findings, templates)
        return findings.verdict.exit_code
    if (key := next((key for key in _ONLY_TABLES if table[key] is not None), None)) is not None:
        raise UsageError(f"--{key.replace('_', '-')} is for tables of positions; name their game with --game")
    now = None
    with working(f"verifying {kit}"):
        if paper is not None:
            report = verify_with(kit, paper, proven=proven, templates=templates, **choices)
        else:
            report = verify(kit, marks=marks, proven=proven, templates=templates, **choices)
            if proof is not None and report.verdict is not Verdict.WRONG:
                made = load_kit(kit, templates=templates, **choices)
                now = None if proofs["counts"] is None else (made, count_beads(made, proofs["counts"]))
                if proofs["exact"]:
                    report = report.with_check(learning_check(made))
                if proofs["certificate"] is not None:
                    from kitgen.verification.certificate import write_certificate

                    write_certificate(made, proofs["certificate"])
    if table["report"] is not None:
        write_report(report, table["report"], table["page"] or "a4")
    if junit is not None:
        write_junit(report, junit)
    beads = {} if now is None else {"beads": _beads_data(*now)}
    if not wrote_json(lambda: _report_data(report) | beads):
        _show_report(report, details=details)
        if now is not None:
            _show_beads(*now)
        click.echo(f"\n{say_verdict(report, Texts('en', templates))}")
    return report.verdict.exit_code


# Reports of tables.

#: The most findings shown on a terminal.
SHOWN = 100


def _table_data(report: TableReport, templates: Templates) -> dict[str, Any]:
    texts, game = table_texts(report, templates), report.kit.game
    return {
        "table": report.subject,
        "game": report.kit.game_spec,
        "side": report.kit.choices.side,
        "read_as": say_reading(report, texts),
        "entries": len(report.rows),
        "decisions": report.decisions,
        "findings": [
            {
                "kind": finding.kind,
                "places": finding.places,
                "position": None if finding.position is None else game.text(finding.position),
                "should": None if finding.should is None else game.text(finding.should),
                "move": finding.move or None,
                "move_should": report.reading.squares.spell(finding.right) if finding.right else None,
                "says": say_finding(report, finding, texts),
            }
            for finding in report.findings
        ],
        "verdict": report.verdict,
        "passed": report.passed,
        "not_read": say_not_read(report, texts),
    }


def _show_table_report(report: TableReport, templates: Templates) -> None:
    texts, kit = table_texts(report, templates), report.kit
    click.echo(f"{report.subject}: {len(report.rows)} entries, for {kit.game.called}, {kit.choices.side}")
    echo_lines(f"  {name:8} {words}" for name, words in say_reading(report, texts).items())
    for finding in report.findings[:SHOWN]:
        click.echo(f"\n{click.style('FAIL', fg='red')}  {say_finding(report, finding, texts)}")
        click.echo(_boards(report, finding))
    if len(report.findings) > SHOWN:
        click.echo(f"\n{len(report.findings) - SHOWN} more are not shown; --json has them all")
    click.echo()
    echo_lines(f"{click.style('  ? ', fg='yellow')}  {line}" for line in say_not_read(report, texts))
    click.echo(say_table_verdict(report, texts))


def _boards(report: TableReport, finding: TableFinding) -> str:
    boards = [_board(report, position) for position in (finding.position, finding.should) if position]
    if len(boards) < 2:
        return "\n".join(f"        {line}" for board in boards for line in board)
    width, pairs = max(map(len, boards[0])), enumerate(zip_longest(*boards, fillvalue=""))
    lines = (f"        {line:{width}}  {'→' if row == 1 else ' '}  {other}" for row, (line, other) in pairs)
    return "\n".join(map(str.rstrip, lines))


def _board(report: TableReport, position: Position) -> list[str]:
    lines, rows = board_text(report.kit.game, position).splitlines(), round(report.kit.game.diagram.height)
    if not report.reading.boards.upwards:
        return lines
    turned = [line[:3] + other[3:] for line, other in zip(lines[:rows], reversed(lines[:rows]), strict=True)]
    return turned + lines[rows:]
