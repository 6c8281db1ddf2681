"""``kitgen print``: makes everything that a class needs to build and play a machine."""

from pathlib import Path
from typing import Any

import click

from kitgen.cli.shared.kit_options import kit_argument, kit_options
from kitgen.cli.shared.offered_options import Word
from kitgen.cli.shared.part_options import part_options
from kitgen.cli.shared.print_results import label_sheets, machine_size, show_ahead, show_pages
from kitgen.cli.shared.progress import Teller, note, progress_options, quiet, working
from kitgen.cli.shared.show import show_json
from kitgen.door.folder.naming import default_folder
from kitgen.door.loading import KIT_FILE, KIT_PDF, load_kit
from kitgen.door.preview import check_pages
from kitgen.door.print_report import report_of
from kitgen.door.printing import STOCK, Printed, make_document, print_kit
from kitgen.errors import KitgenError, TooLargeError, UsageError
from kitgen.kit.alike import look_alikes
from kitgen.kit.kit import Kit
from kitgen.paper.layout.papers import PAGES
from kitgen.templates import Templates
from kitgen.theory.explore import SOON

#: A kit of more sheets than this is printed only after a question.
MANY = 40
#: Where kits go when nothing else is said.
OUTPUT = Path("output")


@click.command(epilog="Example: kitgen print her --lang it --for 35x15")
@kit_argument()
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="DIR", help="Where to; in output/ if not said."
)
@click.option("--page", type=Word("page", PAGES), help="The paper.")
@click.option("--for", "stock", default=STOCK, metavar="STOCK|WxH|FILE", help="Size of label or card.")
@kit_options
@click.option("--svg", is_flag=True, help="Each card also as an SVG file.")
@click.option("--parts", metavar="A,B,…", help="These parts alone, or with those that are there.")
@part_options
@click.option("--force", is_flag=True, help="Replace what kitgen has made there, another kit, say.")
@click.option("--dry-run", is_flag=True, help="Only say what it comes to: sheets, beads to buy, time to build, files.")
@click.option("--json", "as_json", is_flag=True, help="Write these figures as a JSON object.")
@click.option(
    "--preview",
    is_flag=False,
    flag_value="1",
    metavar="[PAGES]",
    callback=lambda _context, _option, pages: None if pages is None else check_pages(pages),
    help="Only look at pages, the first or 1,3-5 or all: in a terminal that shows pictures, or as PNG files.",
)
@click.option("--yes", is_flag=True, help=f"Do not ask before a kit of more than {MANY} sheets.")
@progress_options
def command(
    kit: str,
    output: Path | None,
    page: str | None,
    stock: str,
    parts: str | None,
    choices: dict[str, Any],
    options: dict[str, Any],
    templates: Templates,
    *,
    svg: bool,
    force: bool,
    dry_run: bool,
    as_json: bool,
    preview: str | None,
    yes: bool,
) -> None:
    """Make KIT ready for the printer: an edition, a game, or a path to a kit.json, a kit folder or a kit PDF."""
    if preview is not None and (dry_run or as_json):
        raise UsageError("--preview only shows pages; leave out --dry-run and --json")
    names = None if parts is None else parts.split(",")
    with working(f"making {kit}") as report:
        made, asked = _make(kit, choices, templates, report, asked=yes or dry_run)
        economy = bool(options.get("economy"))
        usual = OUTPUT / default_folder(made, page, stock, templates, economy=economy)

        def drawing(what: str, done: int, total: int) -> None:
            report(f"drawing {what}", done, total)

        if preview is not None:
            document = make_document(
                made, page=page, stock=stock, parts=names, templates=templates, report=drawing, **options
            )
            with report.paused():
                show_pages(made, document, preview, output, usual.with_name(f"{usual.name}-preview"), templates)
            return

        def approve(sheets: int, about: bool) -> None:
            nonlocal asked
            if not asked and sheets > MANY:
                more = "more than " if about else ""
                with report.paused():
                    _ask(f"{made.name} has {len(made.boxes)} boxes and needs {more}{sheets} sheets")
                asked = True

        printed = print_kit(
            made,
            output or usual,
            page=page,
            stock=stock,
            parts=names,
            svg=svg,
            force=force,
            write=not dry_run,
            templates=templates,
            approve=approve,
            report=drawing,
            **options,
        )
    for line in look_alikes(made):
        note(f"warning: {line}")
    if as_json:
        show_json(report_of(printed, written=not dry_run))
    elif dry_run:
        show_ahead(printed)
    elif not quiet():
        _tell(printed)


def _make(kit: str, choices: dict[str, Any], templates: Templates, report: Teller, *, asked: bool) -> tuple[Kit, bool]:
    """Return the kit, and whether its size has been agreed to; a large game is asked about before it is explored."""
    try:
        return load_kit(kit, templates=templates, limit=SOON, progress=report, **choices), asked
    except TooLargeError:
        if not asked:
            with report.paused():
                _ask(f"{kit} has more than {SOON:,} positions: a kit of it takes minutes and hundreds of sheets")
    return load_kit(kit, templates=templates, progress=report, **choices), True


def _ask(much: str) -> None:
    """Ask before much is made.

    Raises:
        KitgenError: the answer is no, or nobody is there to answer.
    """
    try:
        wanted = click.confirm(f"{much}. Go on?", err=True)
    except click.Abort:  # nobody is there to answer
        click.echo(err=True)
        raise KitgenError(f"{much}; say --yes to print it all the same") from None
    if not wanted:
        raise KitgenError("nothing was printed")


def _tell(printed: Printed) -> None:
    """Say what was made and what to do next."""
    kit, folder = printed.kit, printed.folder or Path()
    click.echo(f"{kit.title} ({kit.short_hash})")
    click.echo(f"  {printed.sheets} sheet{'s' * (printed.sheets != 1)}, {machine_size(printed)}")
    click.echo(f"  {folder / KIT_PDF}  everything, in the order of use")
    click.echo(f"  {folder / 'parts'}  the same parts singly")
    kinds = {name.partition("/")[0] for name in printed.files}
    if "cards" in kinds:
        click.echo(f"  {folder / 'cards'}  a picture of each card")
    if "laser" in kinds:
        click.echo(f"  {folder / 'laser'}  boards, pieces, tokens, faces and trays for a laser cutter")
    click.echo(f"  {folder / KIT_FILE}  the kit as data")
    for line in label_sheets(printed):
        click.echo(f"Print {line}.")
    cover = ", and follow the cover" if printed.parts[0].name == "cover" else ""
    click.echo(f"Next: print kit.pdf at 100 %, check the ruler at the foot of a sheet{cover}.")
    click.echo(f"'kitgen verify {folder / KIT_PDF}' proves that it is right.")
