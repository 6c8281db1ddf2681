"""``kitgen print``: makes everything that a class needs to build and play a machine."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from shlex import quote

import click

from kitgen.cli.shared.kit_options import KIT_FILE, KIT_PDF, Word, current_templates, kit_options, load_kit
from kitgen.cli.shared.output import check_folder, write_folder
from kitgen.cli.shared.part_options import part_options, said_options
from kitgen.cli.shared.progress import stages_bar
from kitgen.errors import KitgenError, UsageError
from kitgen.experiment.percentiles import band_opponents, learning_band
from kitgen.kit.editions import Wish
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import write_kit
from kitgen.paper.card.front import Cards
from kitgen.paper.document import Document
from kitgen.paper.job import PAGES, Band, Job
from kitgen.paper.layout.stock import Stock, read_stock
from kitgen.paper.make import make_document
from kitgen.paper.options import PartOptions
from kitgen.paper.parts import in_order, usual_parts
from kitgen.paper.parts.curve import GAMES
from kitgen.paper.parts.curve import PART as CURVE
from kitgen.paper.texts import Texts
from kitgen.render.pdf import Outlines, write_pdf
from kitgen.render.svg import write_svg
from kitgen.theory.oracle import Oracle

#: A kit of more sheets than this is printed only after a question.
MANY = 40
#: Where kits go, and the size of label, when nothing else is said.
OUTPUT, STOCK, PAGE = Path("output"), "matchbox", "a4"


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
    wish: Wish,
    parts: str | None,
    options: PartOptions,
    *,
    svg: bool,
    yes: bool,
) -> None:
    """Make KIT ready for the printer: an edition, a game, or a path to a kit.json, a kit folder or a kit PDF."""
    templates = current_templates()
    label = read_stock(stock, templates)
    paper = _page(page, label)
    chosen = None if parts is None else in_order([part.strip() for part in parts.split(",") if part.strip()])
    if chosen == ():
        raise UsageError("--parts names no part; leave it out to print all of them")
    made = load_kit(kit, wish, templates)
    folder = output or OUTPUT / made.name
    check_folder(folder, made)
    command_text = " ".join([made.command, *_said(page, stock, parts), *said_options(options)])
    texts = Texts(made.choices.language, templates)
    bands = _bands(made, chosen or usual_parts(label.kind))
    job = Job(made, PAGES[paper], label, texts, command_text, options, templates, bands)
    asked = yes or _ask(made, _labels(job), about=True)
    data = write_kit(made)
    with stages_bar() as report:
        document = make_document(job, chosen, {KIT_FILE: data}, report)
    if not asked:
        _ask(made, len(document.sheets), about=False)
    files = _files(document, data)
    if svg:
        files |= _cards(job)
    if options.laser:
        files |= _laser(job)
    write_folder(folder, made, files)
    _tell(made, folder, document, svg=svg, laser=bool(options.laser))


def _bands(kit: Kit, chosen: Sequence[str]) -> tuple[Band, ...]:
    """Return where learning curves are expected to run, when a curve sheet is printed."""
    if CURVE not in chosen:
        return ()
    oracle = Oracle(kit.game)
    opponents = band_opponents(kit, oracle)
    return tuple(Band(opponent, *learning_band(kit, oracle, opponent, GAMES)) for opponent in opponents)


def _page(page: str | None, stock: Stock) -> str:
    """Return the paper to print on: what is said, or what the labels come on."""
    if page is not None and stock.page is not None and page != stock.page:
        raise UsageError(f"labels {stock.name} come on {stock.page} paper; leave out --page {page}")
    return page or stock.page or PAGE


def _said(page: str | None, stock: str, parts: str | None) -> list[str]:
    """Return the options of this command that were said, to make the same again."""
    words = []
    if page is not None and page != PAGE:
        words += ["--page", page]
    if stock != STOCK:
        words += ["--for", quote(stock)]
    if parts is not None:
        words += ["--parts", parts]
    own = current_templates().own
    if own is not None:
        words += ["--templates", str(own)]
    return words


def _labels(job: Job) -> int:
    """Return about how many sheets the labels alone need."""
    page, stock = job.page, job.stock
    columns = stock.columns or max(1, int((page.width - 2 * page.margin) // stock.width))
    rows = stock.rows or max(1, int((page.height - 2 * page.margin) // stock.height))
    return -(-len(job.kit.boxes) // (columns * rows))


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


def _files(document: Document, data: bytes) -> dict[str, bytes]:
    """Return the files of a kit's folder: the whole document, each part singly, the kit as data."""
    parts: list[str] = list(dict.fromkeys(sheet.part for sheet in document.sheets))
    outlines: Outlines = {}
    files = {KIT_FILE: data, KIT_PDF: _pdf(document, parts, outlines)}
    for number, part in enumerate(parts, 1):
        sheets = tuple(sheet for sheet in document.sheets if sheet.part == part)
        title = f"{document.title} · {sheets[0].title}"
        files[f"parts/{number:02}-{part}.pdf"] = _pdf(replace(document, title=title, sheets=sheets), [part], outlines)
    return files


def _pdf(document: Document, parts: Sequence[str], outlines: Outlines) -> bytes:
    """Return a document as a PDF that names its parts among its keywords, for ``verify``."""
    stream = BytesIO()
    write_pdf(replace(document, keywords=(*document.keywords, *parts)), stream, outlines)
    return stream.getvalue()


def _cards(job: Job) -> dict[str, bytes]:
    """Return the card of each box as SVG."""
    cards = Cards(job.kit, job.stock.width, job.stock.height, job.texts)
    files = {}
    for box in job.kit.boxes:
        stream = BytesIO()
        write_svg(cards.draw(box), stream)
        files[f"cards/{box.id}.svg"] = stream.getvalue()
    return files


def _laser(job: Job) -> dict[str, bytes]:
    """Return the drawings for a laser cutter as SVG."""
    # The geometry of cuts needs a library that nothing else needs.
    from kitgen.paper.laser.files import laser_files  # noqa: PLC0415

    files = {}
    for name, scene in laser_files(job, job.options.laser).items():
        stream = BytesIO()
        write_svg(scene, stream)
        files[f"laser/{name}.svg"] = stream.getvalue()
    return files


def _tell(kit: Kit, folder: Path, document: Document, *, svg: bool, laser: bool) -> None:
    """Say what was made and what to do next."""
    click.echo(f"{kit.title} ({kit.short_hash})")
    sheets = len(document.sheets)
    click.echo(f"  {sheets} sheet{'s' * (sheets != 1)}, {len(kit.boxes)} boxes, {kit.beads} beads")
    click.echo(f"  {folder / KIT_PDF}  everything, in the order of use")
    click.echo(f"  {folder / 'parts'}  the same parts singly")
    if svg:
        click.echo(f"  {folder / 'cards'}  a picture of each card")
    if laser:
        click.echo(f"  {folder / 'laser'}  boards, pieces, tokens, faces and trays for a laser cutter")
    click.echo(f"  {folder / KIT_FILE}  the kit as data")
    cover = ", and follow the cover" if document.sheets[0].part == "cover" else ""
    click.echo(f"Next: print kit.pdf at 100 %, check the ruler at the foot of a sheet{cover}.")
    click.echo(f"'kitgen verify {folder / KIT_PDF}' proves that it is right.")
