"""Sheets for a printer that is not exact: what is cut out or stuck on is corrected for it."""

from collections.abc import Sequence
from dataclasses import replace

from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.parts import part_of
from kitgen.reading.printer_file import read_printer


def check_printer(job: Job) -> None:
    """Refuse a printer that nobody has measured, and lengths that no printer makes of the frame."""
    read_printer(job.options.printer, job.templates)


def corrected(job: Job, sheets: Sequence[Sheet]) -> list[Sheet]:
    """Return sheets of which those that are cut out or stuck on are corrected for the printer of a
    print run.

    Larger sheets and labels on a roll come out of another printer.
    """
    printer = read_printer(job.options.printer, job.templates)
    page = (job.page.width, job.page.height)
    made = []
    for sheet in sheets:
        needs_size = any(part_of(begun.part).cut for begun in sheet.beginnings)
        if needs_size and sheet.size == page:
            made.append(replace(sheet, printer=printer))
        else:
            made.append(sheet)
    return made
