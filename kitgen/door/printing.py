"""Printing a kit: from choices to a document, and from a document to the files of a kit's folder."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from shlex import quote
from typing import Any, BinaryIO

from kitgen.check.print_run import print_run
from kitgen.door.folder.contents import attachments, kit_files, kit_pdf
from kitgen.door.folder.manifest import MANIFEST, Run
from kitgen.door.folder.there import check_folder
from kitgen.door.folder.writing import write_folder
from kitgen.door.loading import load_kit
from kitgen.errors import UnknownNameError, UsageError
from kitgen.extras import need
from kitgen.files import recover
from kitgen.kit.job_json import JobPart, JobStock, page_count
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import write_kit
from kitgen.kit.offers import said
from kitgen.paper.bead_totals import Bank
from kitgen.paper.document import Document
from kitgen.paper.job import Job
from kitgen.paper.layout.imposition import labels_per_page
from kitgen.paper.layout.papers import PAGES
from kitgen.paper.layout.smallest import smallest_label
from kitgen.paper.layout.stock import Stock, read_stock
from kitgen.paper.make import make_document as run_parts
from kitgen.paper.options import PART_OPTIONS, PartOptions
from kitgen.paper.parts import PARTS, in_order, usual_parts
from kitgen.paper.texts import Texts
from kitgen.templates import Templates

#: The size of label and the paper, when nothing else is said.
STOCK, PAGE = "matchbox", "a4"


@dataclass(frozen=True, slots=True)
class Printed:
    """What was made.

    Attributes:
        kit: the kit.
        folder: where it is; None when it went to a stream.
        files: every file by its path inside the folder, ``kit.json`` and ``kit.pdf`` first, ``manifest.json`` last; for
            a stream none.
        parts: what is in ``kit.pdf``, in the order of its pages, with first page, number of pages and what is shown.
        command: the whole command that prints the same again.
        bank: the beads that the learning rule will add, where it adds any.
        made_of: what the machine is made of, ``boxes`` or ``cards``.
        label_pages: the pages that are printed on bought sheets of labels, by the name of these.
    """

    kit: Kit
    folder: Path | None
    files: tuple[str, ...]
    parts: tuple[JobPart, ...]
    command: str
    bank: Bank | None
    made_of: str
    label_pages: Mapping[str, tuple[int, ...]]

    @property
    def sheets(self) -> int:
        """How many sheets ``kit.pdf`` has."""
        return page_count(self.parts)


def print_kit(
    kit: Kit | str,
    target: Path | str | BinaryIO,
    *,
    page: str | None = None,
    stock: str = STOCK,
    parts: Sequence[str] | None = None,
    svg: bool = False,
    force: bool = False,
    write: bool = True,
    templates: Templates | None = None,
    approve: Callable[[int, bool], object] | None = None,
    report: Callable[[str, int, int], object] | None = None,
    **options: Any,
) -> Printed:
    """Print a kit: a whole folder, all of it or nothing, or its PDF alone to a stream.

    What of the same kit is in the folder already is printed anew with the rest, so that ``kit.pdf`` holds all parts;
    when parts are named, with the options that it had. Files that kitgen has not made, or that were changed, stay.

    Args:
        kit: a kit, an edition or game by name, or a path.
        target: a folder, which may hold an earlier print of the same kit; or a stream open for bytes.
        page: ``a4`` or ``letter``; the paper that the labels come on, or A4, when None.
        stock: the size of label or card: a name, ``WxH`` in mm, or a file ending in ``.toml``.
        parts: names of parts (``kitgen parts`` lists them); those usual with the stock when None.
        svg: True to draw each card as an SVG file, too.
        force: True to print exactly what is said, in place of whatever kitgen has made in the folder, another kit, say.
        write: False to do everything but write, so that what is returned, or refused, is what would be.
        templates: where texts, stock and all else are read from; those that come with kitgen when None.
        approve: is told how many sheets there will be, first about (True), then exactly (False), before these are
            made and written; whatever it raises ends the work with nothing changed.
        report: is told the part that is being drawn, how many are done, and how many there are.
        **options: settings of single parts, see ``kitgen.paper.options.PartOptions``; lengths in mm.

    Raises:
        UsageError: a name or an option is unknown, or they do not fit each other.
        OutputError: the folder holds something else, or cannot be written; the refusal says what is different there.
        TemplateError: a file of templates is wrong, or a text too long for its place.

    >>> from io import BytesIO
    >>> stream = BytesIO()
    >>> made = print_kit("her", stream, parts=["cover", "labels"])
    >>> [(part.name, part.first, part.pages, part.shows) for part in made.parts]
    [('cover', 1, 1, 'nothing'), ('labels', 2, 1, 'cards')]
    >>> stream.getvalue()[:5]
    b'%PDF-'
    """
    templates = templates or Templates()
    kit = load_kit(kit, templates=templates) if isinstance(kit, str) else kit
    label = _stock(kit, stock, part_options(**options), templates)
    run = _run(label, page, parts, part_options(**options), templates, svg=svg)
    if isinstance(target, str):
        target = Path(target)
    if isinstance(target, Path):
        if write:
            recover(target)
        there = check_folder(target, kit, run, force=force)
        if there is not None:
            options = _joined_options(options, there, parts)
            parts = _joined_parts(parts, run, there, label)
            run = _run(label, page, parts, part_options(**options), templates, svg=svg or there.svg)
    elif svg or "laser" in run.options:
        raise UsageError("a stream takes the PDF alone; name a folder for SVG files")
    if "laser" in run.options:
        need("--laser", "shapely", "fontTools")
    job = _job(kit, label, page, parts, part_options(**options), templates)
    if approve is not None:
        approve(_label_sheets(job), True)
    document = _document(job, parts, report)
    if approve is not None:
        approve(len(document.sheets), False)
    if not isinstance(target, Path):
        if write:
            target.write(kit_pdf(job, document))
        return _printed(job, document, None, ())
    if report is not None and job.options.laser:
        report("files for a laser cutter", 0, 0)
    files = kit_files(job, document, svg=run.svg)
    names = (*files, MANIFEST)
    if write:
        names = write_folder(target, kit, run, job.command, files, force=force)
    return _printed(job, document, target, names)


def _printed(job: Job, document: Document, folder: Path | None, files: tuple[str, ...]) -> Printed:
    """Return what was made of a print run."""
    pages: dict[str, tuple[int, ...]] = {}
    for number, sheet in enumerate(document.sheets, 1):
        if sheet.stock:
            pages[sheet.stock] = (*pages.get(sheet.stock, ()), number)
    made = job.texts.made_of
    return Printed(job.kit, folder, files, document.parts, job.command, job.bank, made, pages)


def make_document(
    kit: Kit | str,
    *,
    page: str | None = None,
    stock: str = STOCK,
    parts: Sequence[str] | None = None,
    templates: Templates | None = None,
    report: Callable[[str, int, int], object] | None = None,
    **options: Any,
) -> Document:
    """Return the sheets of a kit, ready to be saved with ``save`` or looked at one by one.

    Args:
        kit: a kit, an edition or game by name, or a path.
        page: ``a4`` or ``letter``; the paper that the labels come on, or A4, when None.
        stock: the size of label or card, as for ``print_kit``.
        parts: names of parts; those usual with the stock when None.
        templates: where texts, stock and all else are read from; those that come with kitgen when None.
        report: is told the part that is being drawn, how many are done, and how many there are.
        **options: settings of single parts, see ``kitgen.paper.options.PartOptions``; lengths in mm.

    Raises:
        UsageError: a name or an option is unknown, or they do not fit each other.
        TemplateError: a file of templates is wrong, or a text too long for its place.

    >>> sheet = make_document("her", parts=["board"], page="letter").sheets[0]
    >>> sheet.part, sheet.scene.width, sheet.scene.height
    ('board', 215.9, 279.4)
    """
    templates = templates or Templates()
    kit = load_kit(kit, templates=templates) if isinstance(kit, str) else kit
    settings = part_options(**options)
    job = _job(kit, _stock(kit, stock, settings, templates), page, parts, settings, templates)
    document = _document(job, parts, report)
    return replace(document, attachments=attachments(job, document, write_kit(kit)))


def part_options(**options: Any) -> PartOptions:
    """Return the settings of single parts, checked.

    Raises:
        UsageError: there is no such setting, or it has no such value.

    >>> part_options(beed=8)
    Traceback (most recent call last):
    kitgen.errors.UnknownNameError: unknown option of a print 'beed'; did you mean 'bead'?
    """
    known = {one.key: one for one in PART_OPTIONS}
    for key in options:
        if key not in known:
            raise UnknownNameError("option of a print", key, known)
    checked: dict[str, object] = {key: known[key].checked(value) for key, value in options.items()}
    return replace(PartOptions(), **checked)  # type: ignore[arg-type] # each has just been checked against its type


def _chosen(parts: Sequence[str] | None) -> tuple[str, ...] | None:
    """Return the named parts in the order of use; None when none are named."""
    if parts is None:
        return None
    chosen = in_order([part.strip() for part in parts if part.strip()])
    if not chosen:
        raise UsageError("--parts names no part; leave it out to print all of them")
    return chosen


def _run(
    stock: Stock,
    page: str | None,
    parts: Sequence[str] | None,
    options: PartOptions,
    templates: Templates,
    *,
    svg: bool,
) -> Run:
    """Return how a kit is printed, as its folder remembers it."""
    usual = PartOptions()
    return Run(
        page=_page(page, stock),
        stock=JobStock(stock.name, stock.width, stock.height),
        templates=None if templates.own is None else str(templates.own),
        parts=_chosen(parts) or usual_parts(stock.kind, economy=options.economy),
        options={key: value for key, value in asdict(options).items() if value != getattr(usual, key)},
        svg=svg,
    )


def _joined_options(said: dict[str, Any], there: Run, parts: Sequence[str] | None) -> dict[str, Any]:
    """Return the options for all that is to be in a folder.

    Whoever names parts leaves the others as they are, with all that they were told; else what is said holds for all.
    Drawings for a laser cutter, once there, are drawn again, and so is what a part there cannot do without.
    """
    needed = {"laser", *(key for name in there.parts for key in PARTS[name].needs)}
    kept = {key: value for key, value in there.options.items() if parts is not None or key in needed}
    return {**kept, **said}


def _joined_parts(parts: Sequence[str] | None, run: Run, there: Run, stock: Stock) -> Sequence[str] | None:
    """Return the parts of a folder with those asked for, in the way that says it shortest; None for the usual ones."""
    whole = in_order([*run.parts, *there.parts])
    if whole == run.parts:
        return parts
    return None if whole == usual_parts(stock.kind, economy="economy" in run.options) else whole


def _job(
    kit: Kit,
    stock: Stock,
    page: str | None,
    parts: Sequence[str] | None,
    options: PartOptions,
    templates: Templates,
) -> Job:
    """Return the print run that these choices describe."""
    chosen = _chosen(parts)
    paper = _page(page, stock)
    words = [kit.command]
    if page is not None and page != PAGE:
        words += ["--page", page]
    if stock.name != STOCK:
        words += ["--for", quote(stock.name)]
    if parts is not None:
        words += ["--parts", ",".join(parts)]
    if templates.own is not None:
        words += ["--templates", str(templates.own)]
    command = " ".join([*words, *said(options, PartOptions(), PART_OPTIONS)])
    names = chosen or usual_parts(stock.kind, economy=options.economy)
    return print_run(kit, PAGES[paper], stock, command, options, templates, names)


def _stock(kit: Kit, name: str, options: PartOptions, templates: Templates) -> Stock:
    """Return the size of label or card: where sheets are spared, in place of the usual label the smallest one."""
    stock = read_stock(name, templates)
    if not options.economy or stock.name != STOCK:
        return stock
    return smallest_label(kit, stock, Texts(kit.choices.language, templates), templates)


def _page(page: str | None, stock: Stock) -> str:
    """Return the paper to print on: what is said, or what the labels come on."""
    if page is not None and page not in PAGES:
        raise UnknownNameError("page", page, PAGES)
    if page is not None and stock.page is not None and page != stock.page:
        raise UsageError(f"labels {stock.name} come on {stock.page} paper; leave out --page {page}")
    return page or stock.page or PAGE


def _label_sheets(job: Job) -> int:
    """Return about how many sheets the labels alone need; one where a label is refused later, with its reason."""
    count = len(job.kit.boxes)
    try:
        return -(-count // labels_per_page(job.page, job.stock, count))
    except UsageError:
        return 1


def _document(job: Job, parts: Sequence[str] | None, report: Callable[[str, int, int], object] | None) -> Document:
    """Return the document of a print run; its parts are named among its keywords."""
    document = run_parts(job, _chosen(parts), report=report)
    names = (part.name for part in document.parts)
    return replace(document, keywords=(*document.keywords, *names))
