"""``kitgen print``: makes everything that a class needs to build and play a machine."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from kitgen.cli.shared.kit_options import kit_options
from kitgen.cli.shared.offered_options import Word
from kitgen.cli.shared.part_options import part_options
from kitgen.cli.shared.progress import stages_bar
from kitgen.door.loading import KIT_FILE, KIT_PDF, load_kit
from kitgen.door.printing import STOCK, Printed, print_kit
from kitgen.errors import KitgenError
from kitgen.kit.alike import look_alikes
from kitgen.kit.kit import Kit
from kitgen.paper.layout.papers import PAGES
from kitgen.templates import Templates

#: A kit of more sheets than this is printed only after a question.
MANY = 40
#: Where kits go when nothing else is said.
OUTPUT = Path("output")


@click.command(epilog="Example: kitgen print her --lang it --for 35x15")
@click.argument("kit")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="DIR", help="Where to; output/NAME if not said."
)
@click.option("--page", type=Word("page", PAGES), help="The paper.")
@click.option("--for", "stock", default=STOCK, metavar="STOCK|WxH|FILE", help="Size of label or card.")
@kit_options
@click.option("--svg", is_flag=True, help="Each card also as an SVG file.")
@click.option("--parts", metavar="A,B,…", help="Only these parts.")
@part_options
@click.option("--yes", is_flag=True, help=f"Do not ask before a kit of more than {MANY} sheets.")
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
    yes: bool,
) -> None:
    """Make KIT ready for the printer: an edition, a game, or a path to a kit.json, a kit folder or a kit PDF."""
    made = load_kit(kit, templates=templates, **choices)
    asked = yes

    def approve(sheets: int, about: bool) -> None:
        nonlocal asked
        if not about:
            bar.close()  # all parts are drawn; a question needs the line that the bar stands on
        asked = asked or _ask(made, sheets, about=about)

    with ExitStack() as bar:
        printed = print_kit(
            made,
            output or OUTPUT / made.name,
            page=page,
            stock=stock,
            parts=None if parts is None else parts.split(","),
            svg=svg,
            templates=templates,
            approve=approve,
            report=bar.enter_context(stages_bar()),
            **options,
        )
    for line in look_alikes(made):
        click.echo(f"warning: {line}", err=True)
    _tell(printed, svg=svg, laser=bool(options["laser"]))


def _ask(kit: Kit, sheets: int, *, about: bool) -> bool:
    """Ask before many sheets are made, and return whether there was a question.

    Raises:
        KitgenError: the answer is no, or nobody is there to answer.
    """
    if sheets <= MANY:
        return False
    many = f"{kit.name} has {len(kit.boxes)} boxes and needs {'more than ' if about else ''}{sheets} sheets"
    try:
        wanted = click.confirm(f"{many}. Go on?", err=True)
    except click.Abort:  # nobody is there to answer
        click.echo(err=True)
        raise KitgenError(f"{many}; say --yes to print them all the same") from None
    if not wanted:
        raise KitgenError("nothing was printed")
    return True


def _tell(printed: Printed, *, svg: bool, laser: bool) -> None:
    """Say what was made and what to do next."""
    kit, folder = printed.kit, printed.folder or Path()
    click.echo(f"{kit.title} ({kit.short_hash})")
    click.echo(f"  {printed.sheets} sheet{'s' * (printed.sheets != 1)}, {len(kit.boxes)} boxes, {kit.beads} beads")
    click.echo(f"  {folder / KIT_PDF}  everything, in the order of use")
    click.echo(f"  {folder / 'parts'}  the same parts singly")
    if svg:
        click.echo(f"  {folder / 'cards'}  a picture of each card")
    if laser:
        click.echo(f"  {folder / 'laser'}  boards, pieces, tokens, faces and trays for a laser cutter")
    click.echo(f"  {folder / KIT_FILE}  the kit as data")
    cover = ", and follow the cover" if printed.parts[0].name == "cover" else ""
    click.echo(f"Next: print kit.pdf at 100 %, check the ruler at the foot of a sheet{cover}.")
    click.echo(f"'kitgen verify {folder / KIT_PDF}' proves that it is right.")
