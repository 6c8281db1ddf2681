"""``kitgen templates``: copy and check templates."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from kitgen.authoring.copies import copy_all, copy_some
from kitgen.authoring.language_checks import Completeness, English, first_of
from kitgen.authoring.reviewed import mark_reviewed
from kitgen.authoring.template_checks import CheckedTemplates, check_templates
from kitgen.authoring.text_report import write_text_report
from kitgen.cli.options import FILE_PATH, LANGUAGE_NAME, language_option
from kitgen.cli.sections import OrderedGroup
from kitgen.cli.terminal import echo_lines, json_option, wrote_json
from kitgen.errors import UsageError, command_line, many, quoted
from kitgen.reading.own_folders import folder_to_read, folder_to_write
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.verdict import Verdict


@click.group(
    cls=OrderedGroup,
    epilog="Example: kitgen templates copy mine && kitgen print her --templates mine",
)
def command() -> None:
    """Copy and check the files that you may change.

    These are editions, palettes, rules, label stock, guides and all texts. Commands read your own
    folder first, then the files that come with kitgen. 'kitgen new' starts a new file there.
    """


@command.command(epilog="Example: kitgen templates copy --only texts/en/cover.toml")
@click.argument("folder", required=False, type=FILE_PATH, metavar="[DIR]")
@click.option(
    "--only",
    "wanted",
    multiple=True,
    metavar="FILE",
    help="Copy only this file or folder, such as editions/her.toml. May be repeated. DIR is then "
    "your own folder.",
)
def copy(folder: Path | None, wanted: tuple[str, ...]) -> None:
    """Copy templates to a folder where you can change them.

    All of them are copied to the new folder DIR, for --templates DIR. You may delete the files that
    you do not change: kitgen then uses its own. Existing files are never replaced.
    """
    if wanted:
        echo_lines(copy_some(folder_to_write(folder), wanted))
        return
    if folder is None:
        raise UsageError(
            "name a folder for all templates, or single ones with --only, such as editions/her.toml"
        )
    copy_all(folder)
    click.echo(f"All templates are now in {quoted(folder)}.")
    printing = command_line("kitgen", "print", "her", "--templates", folder)
    click.echo(f"Change what you like, delete the rest, and run: {printing}")


@command.command(epilog="Example: kitgen templates check mine")
@click.argument("folder", required=False, type=FILE_PATH, metavar="[DIR]")
@click.option(
    "--mark-read",
    "read",
    metavar="LANGUAGE",
    type=LANGUAGE_NAME,
    help="Note that all texts of this language in DIR have been read beside their English, as "
    "both are now.",
)
@click.option(
    "--report",
    type=FILE_PATH,
    metavar="FILE.html",
    help="Write a page for a reader: each text of a language beside its English and its "
    "place on a sheet.",
)
@language_option("The language of the report [default: the only one in DIR].")
@json_option
def check(folder: Path | None, read: str | None, report: Path | None, language: str | None) -> int:
    """Check all files in a folder of templates.

    DIR is the folder [default: your own]. Each mistake is shown on a line of its own. A text is
    unreviewed until somebody marks it read, and again when it or its English changes. The exit code
    is 0 if there are no mistakes, 1 if there are, and 3 if there are none but kitgen does not read
    some of the files.
    """
    folder = folder_to_read(folder)
    if read is not None:
        mark_reviewed(folder, read, English())
    checked = check_templates(folder, sheets=True)
    if report is not None:
        write_text_report(report, checked, language)
    judged = {"verdict": checked.verdict, "passed": checked.passed}
    if not wrote_json(lambda: asdict(checked) | judged):
        _show_check(checked)
    return checked.verdict.exit_code


def _show_check(checked: CheckedTemplates) -> None:
    for fault in (*checked.faults, *checked.not_read):
        click.echo(f"{fault.file}: {fault.text}")
    kinds = ", ".join(f"{count} in {kind}" for kind, count in checked.files.items())
    click.echo(f"{checked.folder}: {many(sum(checked.files.values()), 'file')} read ({kinds})")
    for complete in checked.languages:
        click.echo(_say_language(complete, checked.unreviewed[complete.language]))
    click.echo(_say_verdict(checked))


def _say_language(complete: Completeness, unread: Sequence[str]) -> str:
    line = f"{complete.language}: {complete.there} of {complete.needed} texts"
    if unread:
        line += f", {len(unread)} unreviewed: {first_of(unread)}"
    return line


def _say_verdict(checked: CheckedTemplates) -> str:
    match checked.verdict:
        case Verdict.WRONG:
            files = len({fault.file for fault in checked.faults})
            return f"wrong: {many(len(checked.faults), 'mistake')} in {many(files, 'file')}"
        case Verdict.NOT_DECIDED:
            return Texts("en", Templates())("verdict.not_decided", count=len(checked.not_read))
        case Verdict.RIGHT:
            return "right: no mistakes"
