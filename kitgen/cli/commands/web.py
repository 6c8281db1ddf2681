"""``kitgen web``: write the web page of a kit."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.options import (
    FILE_PATH,
    kit_argument,
    kit_options,
    options,
    output_option,
    theme_option,
)
from kitgen.cli.sections import Command
from kitgen.cli.terminal import echo_lines, note, progress_options, working
from kitgen.errors import UsageError, many, quoted
from kitgen.reading.templates import Templates
from kitgen.reading.user_file import is_journal

if TYPE_CHECKING:
    from kitgen.kit.kit import Kit


@click.command(cls=Command, epilog="Example: kitgen web her -o her.html")
@options(
    kit_argument(), kit_options, output_option("FILE", "The file to write [default: NAME.html].")
)
@click.option(
    "--machine",
    type=FILE_PATH,
    metavar="FILE",
    help="The machine of another program, whose beads the page begins with, as 'journal "
    "import' reads it.",
)
@click.option(
    "--ignore",
    metavar="NAME",
    multiple=True,
    help="A part of this FILE that is left out, by the name in the message.",
)
@click.option("--no-names", is_flag=True, help="Omit the names and remarks of a journal.")
@click.option(
    "--app",
    default="",
    metavar="URL",
    help="The address of an app, to which the menu leads for another kit.",
)
@theme_option("Draw the pieces as the theme NAME has them, such as crocodiles.")
@progress_options
def command(
    kit: str,
    choices: dict[str, Any],
    templates: Templates,
    output: Path | None,
    machine: Path | None,
    ignore: tuple[str, ...],
    *,
    no_names: bool,
    app: str,
    theme: str,
) -> None:
    """Write a page for the browser that plays, learns and keeps games.

    KIT is an edition such as her, a game with its board such as hexapawn:4x3 (4 wide, 3 high), or a
    path to a kit.json, a kit folder, a kit PDF or a journal; 'kitgen kits' lists the names. With a
    journal, the page starts with its games, including names and remarks, and its present beads. The
    page is one file, works from a memory stick, and needs no internet.
    """
    from kitgen.journal.exchange import exported, without_names
    from kitgen.journal.journal import Journal
    from kitgen.paper.declared import APP_HOME
    from kitgen.sources.kit_sources import finished_at, load_kit
    from kitgen.web.page_build import write_page

    if app and re.fullmatch(APP_HOME, app) is None:
        raise UsageError(
            f"--app {quoted(app)}: write a web address, such as https://example.org/app/"
        )
    if output is not None and output.suffix.lower() not in (".html", ".htm"):
        raise UsageError(
            f"-o {quoted(output)}: a browser shows the page only if its name ends in .html"
        )
    journal = ""
    with working(f"making {kit}") as report:
        finished = finished_at(kit, templates, choices)
        if finished is not None and is_journal(finished):
            with Journal(finished) as opened:
                made = opened.kit
                journal = exported(opened, "jsonl").decode()
        else:
            made = load_kit(kit, templates=templates, progress=report, **choices)
        if machine is not None:
            if journal:
                raise UsageError(
                    f"{quoted(kit)} is a journal with beads of its own; name a kit beside --machine"
                )
            made = _taken_over(machine, made, ignore, templates)
    nameless = ""
    games_with_names = 0
    if journal:
        nameless, games_with_names = without_names(journal)
    path = output or Path(f"{made.name}.html")
    with working(f"writing {path}"):
        games = nameless if no_names else journal
        size = write_page(made, path, templates, journal=games, app=app, theme=theme)
    if games_with_names and not no_names:
        games_named = many(games_with_names, "game")
        note(
            f"warning: the page contains the names and remarks of {games_named}; "
            "--no-names omits them"
        )
    click.echo(
        f"{path}: {size / 1000:.0f} kB. Open it in a browser; it works without the internet."
    )


def _taken_over(machine: Path, kit: "Kit", ignore: tuple[str, ...], templates: Templates) -> "Kit":
    """Return a kit with the beads of another program's machine, and say what was read of it."""
    from kitgen.journal.change_words import account_lines, note_text
    from kitgen.reading.texts import texts_for
    from kitgen.sources.journal_start import machine_from

    read = machine_from(machine, kit, ignore)
    texts = texts_for(read.kit.choices.language, templates)
    notes = [note_text(texts, said) for said in read.notes]
    echo_lines([*notes, *account_lines(texts, read.account)])
    return read.kit
