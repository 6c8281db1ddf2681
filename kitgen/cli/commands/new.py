"""``kitgen new``: begins an edition, a learning rule, a palette or a guide of one's own."""

from pathlib import Path

import click

from kitgen.cli.shared.offered_options import Word
from kitgen.door.templates.new import NEW_KINDS, new_template
from kitgen.door.templates.place import folder_to_write, templates_to_begin_from
from kitgen.kit.editions import USUAL_LANGUAGE


@click.command(epilog="Example: kitgen new edition our-class --like him")
@click.argument("kind", type=Word("kind of template that can be begun", NEW_KINDS))
@click.argument("name")
@click.option("--like", metavar="NAME", help="The one that it begins as: her, michie, okabe-ito, teacher if not said.")
@click.option("--lang", "language", default=USUAL_LANGUAGE, metavar="LANGUAGE", help="The language of a guide.")
@click.option(
    "--templates", "named", type=click.Path(path_type=Path), metavar="DIR",
    help="A folder of templates to write to; your own if not said.",
)  # fmt: skip
def command(kind: str, name: str, like: str | None, language: str, named: Path | None) -> None:
    """Begin a template of your own: a file that explains every key, is valid at once, and is yours to change.

    KIND is edition, rule, palette or guide. The file goes to your own folder of templates, where every command
    finds it by NAME, or to the folder after --templates. Nothing is ever written over.
    """
    folder = folder_to_write(named)
    templates = templates_to_begin_from(named)
    made = new_template(kind, name, folder, templates, like=like, language=language)
    there = "" if named is None else f" --templates {named}"
    click.echo(f"{made.path}")
    click.echo(f"It begins as {made.like}. Change it, and try it: {made.try_it}{there}")
