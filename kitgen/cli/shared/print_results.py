"""How ``kitgen print`` shows what would be printed: figures ahead, pages as pictures."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from kitgen.cli.shared.pictures import picture_writer
from kitgen.door.preview import ON_A_SCREEN, chosen_pages, picture_of, write_pictures
from kitgen.door.print_report import report_of
from kitgen.door.printing import Printed
from kitgen.kit.kit import Kit
from kitgen.paper.document import Document
from kitgen.paper.texts import CARDS
from kitgen.templates import Templates


def show_ahead(printed: Printed) -> None:
    """Say what a print run would come to, for people."""
    report, kit = report_of(printed, written=False), printed.kit
    parts = ", ".join(f"{part['name']} {part['pages']}" for part in report["parts"])
    beads = ", ".join(f"{row['to_buy']:,} {row['name']}" for row in report["to_buy"])
    click.echo(f"{kit.title} ({kit.short_hash})")
    click.echo(f"  {_many(printed.sheets, 'sheet')}: {parts}")
    click.echo(f"  {machine_size(printed)}")
    for line in label_sheets(printed):
        click.echo(f"  {line}")
    if beads:
        click.echo(f"  to buy, {_for(report)}: {beads}")
    click.echo(f"  to build: about {report['minutes']} minutes for four people")
    click.echo(f"  files in {printed.folder}: {_files(printed.files)}")
    click.echo(f"Nothing was written. To print it: {printed.command}")


def machine_size(printed: Printed) -> str:
    """Return how large the machine is, in words."""
    kit = printed.kit
    if printed.made_of == CARDS:
        return f"{_many(len(kit.boxes), 'card')}, {_many(kit.beads, 'open field')}"
    return f"{_many(len(kit.boxes), 'box', 'boxes')}, {_many(kit.beads, 'bead')}"


def label_sheets(printed: Printed) -> Iterator[str]:
    """Yield which pages go on bought sheets of labels, in words; nothing where all are on plain paper."""
    for name, pages in printed.label_pages.items():
        on = f"page {pages[0]} on a sheet" if len(pages) == 1 else f"pages {pages[0]} to {pages[-1]} on sheets"
        others = ", all others on plain paper" if len(pages) < printed.sheets else ""
        yield f"{on} of labels {name}{others}"


def show_pages(kit: Kit, document: Document, pages: str, named: Path | None, usual: Path, templates: Templates) -> None:
    """Show pages in a terminal that shows pictures; elsewhere, or when a folder is named, write them as PNG files.

    Args:
        kit: the kit.
        document: its sheets.
        pages: which of them, as a user writes it.
        named: the folder that they are to go to; None when nothing was said.
        usual: the folder that they go to then, where they cannot be shown.
        templates: that the document was made with.

    Raises:
        UsageError: there are no such pages.
        OutputError: the files cannot be written, or something is in the way.
    """
    chosen = chosen_pages(pages, len(document.sheets))
    show = picture_writer(os.environ) if named is None else None
    if show is None:
        for path in write_pictures(named or usual, kit, document, chosen, templates):
            click.echo(f"{path}")
        return
    for page in chosen:
        picture = picture_of(document, page, ON_A_SCREEN)
        click.echo(f"page {page} of {len(document.sheets)}: {picture.part}")
        click.echo(show(picture.png))


def _for(report: dict[str, Any]) -> str:
    """Return what the beads to buy are for besides the boxes."""
    bank = report["bank"] and f"a bank for the first {_many(report['bank']['games'], 'game')}"
    if any(row["hand"] is not None for row in report["to_buy"]):
        return f"besides those at hand, with {bank}" if bank else "besides those at hand"
    return f"with {bank} and some to spare" if bank else "with some to spare"


def _files(names: tuple[str, ...]) -> str:
    """Return the names of files in words: those at the top by name, the others by folder."""
    inside = Counter(name.partition("/")[0] for name in names if "/" in name)
    top = [name for name in names if "/" not in name]
    return ", ".join([*top, *(f"{folder}/ with {_many(count, 'file')}" for folder, count in inside.items())])


def _many(count: int, what: str, several: str = "") -> str:
    """Return a number of things in words."""
    return f"{count:,} {what if count == 1 else several or what + 's'}"
