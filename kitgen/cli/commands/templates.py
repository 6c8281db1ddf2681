"""``kitgen templates``: the files that a user may copy, change and check."""

from dataclasses import asdict
from pathlib import Path

import click

from kitgen.cli.shared.show import show_json
from kitgen.door.templates.check import CheckedTemplates, check_templates
from kitgen.door.templates.copying import copy_all, copy_some
from kitgen.door.templates.place import folder_to_read, folder_to_write
from kitgen.errors import UsageError


@click.group(epilog="Example: kitgen templates copy mine && kitgen print her --templates mine")
def command() -> None:
    """Copy and check what kitgen reads as data: editions, palettes, rules, label stock, guides and all texts.

    Without --templates, commands read your own folder, then what comes with kitgen. 'kitgen new' begins a file there.
    """


@command.command(epilog="Example: kitgen templates copy --only texts/en/cover.toml")
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@click.option(
    "--only", "wanted", multiple=True, metavar="FILE",
    help="Only this file, such as editions/her.toml, or folder; may be said again. DIR is then your own folder.",
)  # fmt: skip
def copy(folder: Path | None, wanted: tuple[str, ...]) -> None:
    """Copy all templates into a new folder DIR, to be changed and used with --templates DIR.

    Files that you do not change may be deleted there: kitgen then takes its own. Nothing is ever written over.
    """
    if wanted:
        for path in copy_some(folder_to_write(folder), wanted):
            click.echo(f"{path}")
        return
    if folder is None:
        raise UsageError("name a folder for all templates, or single ones with --only, such as editions/her.toml")
    copy_all(folder)
    click.echo(f"All templates are now in {folder}.")
    click.echo(f"Change what you like, delete the rest, and say: kitgen print her --templates {folder}")


@command.command(epilog="Example: kitgen templates check mine")
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON object.")
@click.pass_context
def check(ctx: click.Context, folder: Path | None, *, as_json: bool) -> None:
    """Read every file of a folder of templates, DIR or your own, and tell all that is wrong, a line each."""
    checked = check_templates(folder_to_read(folder))
    if as_json:
        show_json(asdict(checked) | {"folder": str(checked.folder), "passed": not checked.faults})
    else:
        _show(checked)
    ctx.exit(1 if checked.faults else 0)


def _show(checked: CheckedTemplates) -> None:
    """Write what was found for people."""
    for fault in checked.faults:
        click.echo(f"{fault.file}: {fault.text}")
    kinds = ", ".join(f"{count} in {kind}" for kind, count in checked.files.items())
    click.echo(f"{checked.folder}: {_many(sum(checked.files.values()), 'file')} read ({kinds})")
    for one in checked.languages:
        click.echo(f"{one.language}: {one.there} of {one.needed} texts")
    wrong = len({fault.file for fault in checked.faults})
    click.echo(f"{_many(len(checked.faults), 'fault')} in {_many(wrong, 'file')}" if wrong else "all is right")


def _many(count: int, what: str) -> str:
    """Return a number of things in words."""
    return f"{count} {what}{'s' * (count != 1)}"
