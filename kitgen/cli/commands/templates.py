"""``kitgen templates``: the files that a user may copy and change."""

import shutil
from pathlib import Path

import click

from kitgen.errors import OutputError
from kitgen.templates import KINDS, shipped


@click.group(epilog="Example: kitgen templates copy mine && kitgen print her --templates mine")
def command() -> None:
    """Copy what kitgen reads as data: editions, palettes, rules, label stock, guides and all texts."""


@command.command(epilog="Example: kitgen templates copy mine")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def copy(folder: Path) -> None:
    """Copy all templates into a new folder DIR, to be changed and used with --templates DIR.

    Files that you do not change may be deleted there: kitgen then takes its own.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OutputError(f"{folder} is there already and not empty; name a new folder")
    beside = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(beside, ignore_errors=True)
    try:
        shutil.copytree(shipped(), beside)
        if folder.exists():
            folder.rmdir()
        beside.rename(folder)
    except OSError as error:
        shutil.rmtree(beside, ignore_errors=True)
        raise OutputError(f"{folder} cannot be written: {error.strerror or error}") from None
    click.echo(f"All templates are now in {folder}: {', '.join(KINDS)} and more.")
    click.echo(f"Change what you like, delete the rest, and say: kitgen print her --templates {folder}")
