"""``kitgen journal camera-report``: a report of photos of marked sheets."""

from pathlib import Path

import click

from kitgen.cli.options import FILE_PATH, kit_argument, options, output_option, templates_option
from kitgen.reading.templates import Templates
from kitgen.reading.user_file import is_journal


@click.command(
    "camera-report",
    epilog="Example: kitgen journal camera-report her.kitgen photo.jpg -o report.zip",
)
@kit_argument()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True, type=FILE_PATH)
@options(output_option("FILE.zip", "The file to make.", required=True), templates_option)
def command(kit: str, photos: tuple[Path, ...], output: Path, templates: Templates) -> None:
    """Write a report of photos, to help kitgen read them.

    KIT is the journal, or the edition that the sheets were printed from. The file contains pictures
    of the rows of each sheet, and figures; nothing else of a photo: no face, no name, no place.
    Nothing is sent: look at it, and send it yourself.
    """
    from kitgen.journal.journal import Journal
    from kitgen.marked.photos import write_camera_report
    from kitgen.reading.texts import texts_for
    from kitgen.sources.kit_sources import load_kit

    if is_journal(Path(kit)):
        with Journal(Path(kit)) as journal:
            made = journal.printed
    else:
        made = load_kit(kit, templates=templates)
    sheets, strips = write_camera_report(photos, made, output)
    texts = texts_for(made.choices.language, templates)
    click.echo(texts("marked.reported", file=output, sheets=sheets, strips=strips))
