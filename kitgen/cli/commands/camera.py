"""``kitgen camera``: what the camera makes of marked sheets, for whoever works on it."""

from pathlib import Path

import click

from kitgen.cli.shared.kit_options import templates_option
from kitgen.door.loading import load_kit
from kitgen.door.marked.report import write_camera_report
from kitgen.session import is_session
from kitgen.session.session import Session
from kitgen.templates import Templates


@click.group(epilog="Example: kitgen camera report photo.jpg --kit class3b.kitgen -o report.zip")
def command() -> None:
    """Tell what the camera makes of photos of marked sheets; 'kitgen session add' reads their games."""


@command.command(epilog="Example: kitgen camera report photo.jpg --kit class3b.kitgen -o report.zip")
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--kit", required=True, metavar="KIT", help="The machine: a session, an edition, or what was printed.")
@click.option(
    "-o", "--output", "path", type=click.Path(path_type=Path), required=True, metavar="FILE.zip", help="Where to."
)  # fmt: skip
@templates_option
def report(photos: tuple[Path, ...], kit: str, path: Path, templates: Templates) -> None:
    """Write a file of strips and figures that helps to read such photos better: the rows of each sheet, and no more.

    Nothing else of a photo is in it, no face, no name, no place. Nothing is sent: look at it, and send it yourself.
    """
    where = Path(kit)
    if is_session(where):
        with Session(where) as journal:
            made = journal.printed
    else:
        made = load_kit(kit, templates=templates)
    sheets, strips = write_camera_report(photos, made, path)
    click.echo(f"{path}: {sheets} sheet{'s' * (sheets != 1)}, {strips} strips")
