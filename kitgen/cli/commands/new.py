"""``kitgen new``: start a file of your own, such as an edition, a learning rule or a lesson."""

from pathlib import Path

import click

from kitgen.authoring.template_files import NEW_KINDS, new_template
from kitgen.cli.options import FILE_PATH, Word, language_option
from kitgen.errors import command_line
from kitgen.reading.own_folders import folder_to_write, templates_to_begin_from
from kitgen.reading.templates import USUAL_LANGUAGE


@click.command(epilog="Example: kitgen new edition our-class --like him")
@click.argument("kind", type=Word("kind of template", NEW_KINDS))
@click.argument("name")
@click.option(
    "--like",
    metavar="NAME",
    help="The one to copy [default: her as an edition, michie as a rule, okabe-ito as a palette, "
    "teacher as a guide, hexapawn as a game, ladder-15 as a lesson, crocodiles as a theme].",
)
@language_option("The language of a guide, or of the names in a theme.", default=USUAL_LANGUAGE)
@click.option(
    "--templates",
    "named",
    type=FILE_PATH,
    metavar="DIR",
    help="The folder of templates to write to [default: your own].",
)
def command(kind: str, name: str, like: str | None, language: str, named: Path | None) -> None:
    """Start an edition, rule, palette, guide, game, lesson or theme.

    The first word says what to start; an edition is a kit with a name and all its choices. The
    new file works at once and explains every key; change it as you like. It is written to your
    own folder of templates, where every command finds it by NAME, or to the folder after
    --templates. Beside a theme is a folder of pictures, to draw over. Existing files are never
    replaced. 'kitgen templates' copies and checks existing templates.
    """
    folder = folder_to_write(named)
    templates = templates_to_begin_from(named)
    new = new_template(kind, name, folder, templates, like=like, language=language)
    try_it = new.try_it
    if named is not None:  # other commands look only in the user's own folder by themselves
        try_it += f" {command_line('--templates', named)}"
    click.echo(f"{new.path}\nIt is a copy of {new.source}. Change it, and try it: {try_it}")
