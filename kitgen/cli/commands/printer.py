"""``kitgen printer``: list the printers that were measured, and measure another."""

from collections.abc import Callable
from pathlib import Path

import click

from kitgen.authoring.printers import check_new_printer, write_printer
from kitgen.cli.options import (
    FILE_PATH,
    Word,
    language_option,
    options,
    output_option,
    templates_option,
)
from kitgen.cli.sections import OrderedGroup
from kitgen.cli.terminal import json_option, show_table, wrote_json
from kitgen.errors import UsageError, command_line, quoted
from kitgen.papers import PAGES
from kitgen.reading.own_folders import folder_to_write, templates_to_begin_from
from kitgen.reading.printer_file import (
    LENGTHS,
    PRINTERS,
    MeasuredLength,
    Printer,
    measured_printer,
    read_measured,
    read_printer,
)
from kitgen.reading.templates import USUAL_LANGUAGE, Templates
from kitgen.reading.texts import Texts

#: The sheet with the frame, where nobody names a file.
SHEET = Path("output/printer.pdf")


@click.group(
    cls=OrderedGroup, invoke_without_command=True, epilog="Example: kitgen printer new office"
)
@options(json_option, templates_option)
@click.pass_context
def command(context: click.Context, templates: Templates) -> None:
    """List the printers that you have measured, or measure one.

    'kitgen print KIT --printer NAME' corrects the sheets that are cut out or stuck on, so that they
    come out of this printer in their true size; other sheets stay as they are.
    """
    if context.invoked_subcommand is not None:
        return
    printers = list(templates.each(PRINTERS, lambda name: read_printer(name, templates)))
    if wrote_json(lambda: [_data(name, printer) for name, printer in printers]):
        return
    if not printers:
        click.echo("No printer has been measured yet: kitgen printer new office")
        return
    rows = []
    for name, printer in printers:
        right = f"{printer.offset_x:+.2f} mm"
        down = f"{printer.offset_y:+.2f} mm"
        rows.append((name, _percent(printer.scale_x), _percent(printer.scale_y), right, down))
    columns = ["printer", "across", "down", "moves right", "moves down"]
    show_table(columns, rows, right=columns[1:])


@command.command(epilog="Example: kitgen printer new office --measured 178.2,230,15.5,20")
@click.argument("name")
@click.option(
    "--measured",
    metavar="A,B,C,D",
    help="The four lengths in mm, if you have measured them before.",
)
@click.option(
    "--page",
    type=Word("page", PAGES),
    default="a4",
    show_default=True,
    help="The paper of the sheet.",
)
@language_option("The language of the sheet.", default=USUAL_LANGUAGE)
@output_option("FILE.pdf", f"The sheet [default: {SHEET}].")
@click.option("--force", is_flag=True, help="Measure a printer anew that you have measured before.")
@click.option(
    "--templates",
    "named",
    type=FILE_PATH,
    metavar="DIR",
    help="The folder of templates to write to [default: your own].",
)
def new(
    name: str,
    measured: str | None,
    page: str,
    language: str,
    output: Path | None,
    named: Path | None,
    *,
    force: bool,
) -> None:
    """Measure how exact a printer is, and keep it under NAME.

    One sheet with a frame is written: print it at 100%, measure four lengths on it with a ruler,
    and type them here. They are asked for in mm, with a decimal point or comma. If you want to
    measure later, press Ctrl+C and come back with --measured.
    """
    folder = folder_to_write(named)
    templates = templates_to_begin_from(named)
    option = "" if named is None else f" {command_line('--templates', named)}"
    check_new_printer(name, folder, force=force)
    if measured is not None:
        printer = read_measured(measured)
    else:
        templates.check_language(language)
        sheet = _print_sheet(output or SHEET, page, language, templates)
        click.echo(f"{sheet}\nPrint this sheet at 100%, and measure on it, in mm:")
        lengths = _typed_lengths(Texts(language, templates))
        if lengths is None:
            later = command_line("kitgen", "printer", "new", name)
            click.echo(
                f"\nNothing is kept yet. When you have measured: {later} --measured A,B,C,D{option}"
            )
            return
        printer = measured_printer(lengths)
        measured = ",".join(f"{length:g}" for length in lengths)
    click.echo(write_printer(name, printer, measured, folder))
    across = _accuracy_text(printer.scale_x)
    down = _accuracy_text(printer.scale_y)
    click.echo(f"{name} prints {across} across and {down} down.")
    click.echo(f"To print for it: kitgen print her --printer {name}{option}")


def _print_sheet(path: Path, page: str, language: str, templates: Templates) -> Path:
    """Write the sheet with the frame, which is a part of any print; it takes the smallest kit."""
    from kitgen.press.print_run import make_document
    from kitgen.render import save
    from kitgen.sources.kit_sources import load_kit

    if path.suffix.lower() != ".pdf":
        raise UsageError(f"-o {quoted(path)}: the sheet is a PDF; name a file that ends in .pdf")
    kit = load_kit("ladder", templates=templates, language=language)
    path.parent.mkdir(parents=True, exist_ok=True)
    save(make_document(kit, parts=["printer"], page=page, templates=templates), path)
    return path


def _typed_lengths(texts: Texts) -> list[float] | None:
    """Return the four lengths as somebody types them; None if they end the input before."""
    lengths = []
    try:
        for length in LENGTHS:
            about = texts(f"printer.length.{length.letter}", length=f"{length.drawn:g}")
            question = f"{length.letter}  {about}"
            lengths.append(click.prompt(question, value_proc=_asking_again(length)))
    except click.Abort:
        return None
    return lengths


def _asking_again(length: MeasuredLength) -> Callable[[str], float]:
    """Return what reads a typed length; click shows its error for a wrong one, and asks again."""

    def read(text: str) -> float:
        try:
            return length.read(text)
        except UsageError as error:
            raise click.UsageError(str(error)) from None

    return read


def _accuracy_text(scale: float) -> str:
    """Return how exact a printer is in one direction, in words."""
    percent = abs(scale - 1) * 100
    if round(percent, 1) == 0:
        return "exactly"
    fault = "small" if scale < 1 else "large"
    return f"{percent:.1f}% too {fault}"


def _percent(scale: float) -> str:
    return f"{(scale - 1) * 100:+.2f}%"


def _data(name: str, printer: Printer) -> dict[str, object]:
    return {
        "name": name,
        "scale_x": printer.scale_x,
        "scale_y": printer.scale_y,
        "offset_x": printer.offset_x,
        "offset_y": printer.offset_y,
    }
