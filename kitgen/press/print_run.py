"""Printing a kit: from choices to a document, files and a report."""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, Unpack

from kitgen.errors import UsageError, many, on_disk
from kitgen.kit.job_json import JobFile, JobPart, JobStock
from kitgen.kit.kit import Kit, KitGiven
from kitgen.kit.kit_json import KIT_FILE, write_kit
from kitgen.kit.palette import beads_text
from kitgen.model import Result
from kitgen.paper.card.faces import Cards
from kitgen.paper.declared import PrintSettings
from kitgen.paper.document import Document
from kitgen.paper.job import Bank, ClassRow, Job, bead_totals, unusual_options, written_options
from kitgen.paper.layout.imposition import labels_per_page
from kitgen.paper.make import part_names, run_parts
from kitgen.paper.making import shared_minutes, work_for
from kitgen.paper.parts import PARTS, part_of, usual_parts
from kitgen.paper.stock import DEFAULT_STOCK
from kitgen.papers import pdf_of_paper
from kitgen.press.print_job import PrintRequest, job_file, request_for, with_attachments
from kitgen.reading.templates import Templates
from kitgen.reading.texts import CARDS, CHIPS, CUPS, PROGRAM
from kitgen.render.pdf import PdfWriter, pdf_bytes
from kitgen.sources.kit_sources import KIT_PDF

if TYPE_CHECKING:
    from kitgen.press.kit_folder import Run

#: The folder of the folders of kits.
OUTPUT = Path("output")


@dataclass(frozen=True, slots=True, repr=False)
class Printed(Result):
    """The result of a print; a stream has no folder and no files.

    Attributes:
        files: by their paths inside the folder, ``kit.json`` and ``kit.pdf`` first,
            ``manifest.json`` last.
        parts: the contents of the print, in the order of its pages.
        command: the whole command that prints the same again.
        bank: the beads that the learning rule will add, if any.
        made_of: ``boxes``, ``cards`` or another kind of machine.
        label_pages: the pages that are printed on bought sheets of labels, by the name of these.
        left_out: the reasons for omitting usual parts that need something not installed, and parts
            that were named and have no page in the kit, by their names.
        on_other_paper: the parts on paper of another size than those in ``kit.pdf``, by the name of
            their PDF.
        minutes: about how many minutes four people need to make all that is made from it.
        written: whether it was written, and not only tried.
        groups: the groups of a class that it is for; 0 for one machine.
        one_a_page: whether each label is a page of its own, for a printer of labels on a roll.
    """

    kit: Kit
    folder: Path | None
    files: tuple[str, ...]
    parts: tuple[JobPart, ...]
    command: str
    bank: Bank | None
    made_of: str
    label_pages: Mapping[str, tuple[int, ...]]
    left_out: Mapping[str, str]
    on_other_paper: Mapping[str, tuple[str, ...]]
    minutes: int
    written: bool
    groups: int = 0
    one_a_page: bool = False

    row_labels: ClassVar = ("part",)
    bar_columns: ClassVar = ("pages",)

    def summary(self) -> str:
        """Return the print in one line."""
        place = "a stream" if self.folder is None else str(self.folder)
        verb = "printed" if self.written else "would be printed"
        return f"{self.kit.name}: {many(self.sheets, 'sheet')} {verb} to {place}"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each part."""
        return [
            {"part": part.name, "title": part.title, "first": part.first, "pages": part.pages}
            for part in self.parts
        ]

    def report(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return printed_report(self)

    @property
    def sheets(self) -> int:
        """The number of all sheets."""
        return self.parts[-1].last


def print_kit(
    kit: KitGiven,
    target: Path | str | BinaryIO | None,
    *,
    page: str | None = None,
    stock: str = DEFAULT_STOCK,
    parts: Sequence[str] | None = None,
    svg: bool = False,
    force: bool = False,
    write: bool = True,
    templates: Templates | None = None,
    approve: Callable[[int, bool], object] | None = None,
    report: Callable[[str, int, int], object] | None = None,
    file: str = "",
    **options: Unpack[PrintSettings],
) -> Printed:
    """Print a kit: a whole folder, all of it or nothing, or its PDF alone to a stream.

    The parts of the same kit in the folder are printed again with the rest, so that ``kit.pdf``
    holds all parts; if parts are named, with the options that they had. Files that kitgen did not
    make, or that were changed, stay.

    Args:
        kit: a kit, an edition or game by name, a path, a told game's text, or a game as an object.
        target: a folder, which may hold an earlier print of the same kit; or a stream open for
            bytes. None for a folder of the kit's name in ``output``.
        page: ``a4`` or ``letter``; None for the paper that the labels come on, or A4.
        stock: the size of label or card: a name, ``WxH`` in mm, or a file ending in ``.toml``.
        parts: names of parts (``kitgen parts`` lists them); None for those usual with the stock.
        svg: True for an SVG file of each card.
        force: True to print exactly this, replacing anything that kitgen has made in the folder.
        write: False to do everything but write.
        templates: where texts, stock and so on are read from; None for those that come with kitgen.
        approve: gets the number of sheets, first estimated (True), then exact (False), before they
            are written; an exception ends the work with nothing changed.
        report: gets the part that is being drawn, how many are done, and how many there are.
        file: the name of the file that tells the kit's game, for the command at the foot of the
            sheets.
        **options: settings of single parts, see ``kitgen.paper.declared.PartOptions``; lengths in
            mm.

    Raises:
        UsageError: a name or an option is unknown, or they do not fit each other.
        OutputError: the folder holds something else, or cannot be written; the message names the
            differences.
        TemplateError: a file of templates is wrong, or a text too long for its place.

    >>> from io import BytesIO
    >>> stream = BytesIO()
    >>> made = print_kit("her", stream, parts=["cover", "labels"])
    >>> [(part.name, part.first, part.pages, part.shows) for part in made.parts]
    [('cover', 1, 1, 'nothing'), ('labels', 2, 1, 'cards')]
    >>> stream.getvalue()[:5]
    b'%PDF-'
    """
    request = request_for(
        kit,
        page=page,
        stock=stock,
        parts=parts,
        templates=templates,
        options=options,
        svg=svg,
        file=file,
    )
    way = _Way(force=force, write=write, approve=approve, report=report)
    if target is None:
        from kitgen.press.kit_folder import default_folder  # noqa: PLC0415 - a stream does not need it

        settings = request.settings
        name = default_folder(
            request.kit,
            page,
            stock,
            request.templates,
            economy=settings.economy,
            groups=settings.groups,
        )
        target = OUTPUT / name
    if isinstance(target, str | Path):
        return _print_folder(request, Path(target), way)
    return _print_stream(request, target, way)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Way:
    """How a request is printed: the arguments of ``print_kit`` that say nothing of the sheets."""

    force: bool
    write: bool
    approve: Callable[[int, bool], object] | None
    report: Callable[[str, int, int], object] | None


def _print_folder(request: PrintRequest, folder: Path, way: _Way) -> Printed:
    """Print to a folder, together with the parts of the same kit that are there."""
    from kitgen.files import recover  # noqa: PLC0415 - a stream does not need these
    from kitgen.press.kit_folder import (  # noqa: PLC0415
        MANIFEST,
        PrintedMeanwhileError,
        check_folder,
        check_folder_now,
        write_folder,
    )

    possible, left_out = _without_ranks(request)
    run = _run_of(possible)
    check = check_folder_now if way.write else check_folder
    with on_disk(folder, "written"):
        if way.write:
            recover(folder)
        earlier = check(folder, possible.kit, run, force=way.force)
    if earlier is not None:
        possible = possible.merged_with(earlier.parts, earlier.options, svg=earlier.svg)
        run = _run_of(possible)
    job, document = _drawn(possible, way)
    if way.report is not None and job.options.laser:
        way.report("files for a laser cutter", 0, 0)
    files = kit_files(job, document, job_file(job), svg=possible.svg)
    if way.write:
        try:
            write_folder(folder, possible.kit, run, job.command, files, force=way.force)
        except PrintedMeanwhileError:
            return _print_folder(request, folder, way)
    left_out |= _without_a_page(request, document)
    return _printed(
        job, document, left_out, folder=folder, files=(*files, MANIFEST), written=way.write
    )


def _print_stream(request: PrintRequest, stream: BinaryIO, way: _Way) -> Printed:
    """Print the PDF alone."""
    possible, left_out = _without_ranks(request)
    if possible.svg or possible.settings.laser:
        raise UsageError("a stream takes the PDF alone; name a folder for SVG files")
    job, document = _drawn(possible, way)
    if way.write:
        whole = with_attachments(document, write_kit(possible.kit), job_file(job))
        stream.write(pdf_bytes(whole))
    left_out |= _without_a_page(request, document)
    return _printed(job, document, left_out, written=way.write)


def _without_ranks(request: PrintRequest) -> tuple[PrintRequest, dict[str, str]]:
    """Return a request without the usual parts that need what is not installed.

    With it comes the reason for leaving out each of these parts, by name.
    """
    if request.parts is not None or not request.kit.trained:
        return request, {}
    from kitgen.installing.extras import MissingExtraError  # noqa: PLC0415
    from kitgen.press.machine_figures import need_for_rank  # noqa: PLC0415

    try:
        need_for_rank(request.kit)
    except MissingExtraError as error:
        usual = usual_parts(request.stock.kind, trained=True)
        left_out = {name: str(error) for name in usual if PARTS[name].ranked}
        possible = tuple(name for name in usual if name not in left_out)
        return replace(request, parts=possible), left_out
    return request, {}


def _without_a_page(request: PrintRequest, document: Document) -> dict[str, str]:
    """Return why parts that were named are not in a document, by their names."""
    printed = {part_of(part.name).name for part in document.parts}
    reason = f"it has no page in kit {request.kit.name!r}"
    return {name: reason for name in request.parts or () if name not in printed}


def _run_of(request: PrintRequest) -> "Run":
    """Return how a kit is printed, as its folder records it."""
    from kitgen.press.kit_folder import Run  # noqa: PLC0415 - a stream does not need it

    stock = request.stock
    own = request.templates.own
    return Run(
        request.paper,
        JobStock(stock.name, stock.width, stock.height),
        None if own is None else str(own),
        request.names,
        unusual_options(written_options(request.settings)),
        request.svg,
    )


def _drawn(request: PrintRequest, way: _Way) -> tuple[Job, Document]:
    """Return a print run and its sheets, once their number is approved."""
    if request.settings.laser:
        from kitgen.guests import require  # noqa: PLC0415
        from kitgen.installing.extras import need  # noqa: PLC0415

        require("laser", "--laser")
        need("--laser", "shapely", "fontTools")
    job = request.job()
    if way.approve is not None:
        way.approve(_estimated_sheets(job), True)
    document = _document(job, way.report)
    if way.approve is not None:
        way.approve(len(document.sheets), False)
    return job, document


def _estimated_sheets(job: Job) -> int:
    labels = len(job.kit.boxes)
    with suppress(UsageError):  # a label that does not fit is refused later, with its reason
        return math.ceil(labels / labels_per_page(job.page, job.stock, labels))
    return 1


def _printed(
    job: Job,
    document: Document,
    left_out: Mapping[str, str],
    *,
    written: bool,
    folder: Path | None = None,
    files: Sequence[str] = (),
) -> Printed:
    return Printed(
        kit=job.kit,
        folder=folder,
        files=tuple(files),
        parts=document.parts,
        command=job.command,
        bank=job.bank,
        made_of=job.texts.made_of,
        label_pages=_label_pages(document),
        left_out=left_out,
        on_other_paper=_on_other_paper(document),
        minutes=shared_minutes(work_for(job).tasks),
        written=written,
        groups=job.options.groups,
        one_a_page=job.options.labels_one_a_page,
    )


def _label_pages(document: Document) -> dict[str, tuple[int, ...]]:
    pages: dict[str, tuple[int, ...]] = {}
    for number, sheet in enumerate(document.sheets, 1):
        if sheet.stock:
            pages[sheet.stock] = (*pages.get(sheet.stock, ()), number)
    return pages


def _on_other_paper(document: Document) -> dict[str, tuple[str, ...]]:
    pdfs = pdfs_of(document)
    del pdfs[KIT_PDF]
    return {name: tuple(part.name for part in pages.parts) for name, pages in pdfs.items()}


def make_document(
    kit: KitGiven,
    *,
    page: str | None = None,
    stock: str = DEFAULT_STOCK,
    parts: Sequence[str] | None = None,
    templates: Templates | None = None,
    report: Callable[[str, int, int], object] | None = None,
    **options: Unpack[PrintSettings],
) -> Document:
    """Return the sheets of a kit, to save with ``save`` or to inspect.

    Arguments and errors are those of ``print_kit``.

    Raises:
        UsageError: a name or an option is unknown, or they do not fit each other.
        TemplateError: a file of templates is wrong, or a text too long for its place.

    >>> sheet = make_document("her", parts=["board"], page="letter").sheets[0]
    >>> sheet.part, sheet.scene.width, sheet.scene.height
    ('board', 215.9, 279.4)
    """
    request = request_for(
        kit, page=page, stock=stock, parts=parts, templates=templates, options=options
    )
    job = request.job()
    return with_attachments(_document(job, report), write_kit(request.kit), job_file(job))


def make_class_board(
    kit: Kit,
    rows: Sequence[ClassRow],
    command: str,
    *,
    page: str | None = None,
    templates: Templates | None = None,
) -> Document:
    """Return the board of a class on paper, with the results that its groups have.

    ``command`` prints the same again. No kit is attached, since names are on it and nothing is
    built from it.
    """
    request = request_for(
        kit,
        page=page,
        stock=DEFAULT_STOCK,
        parts=["board"],
        templates=templates,
        options={},
    )
    job = replace(request.job(), class_rows=tuple(rows), command=command)
    return run_parts(job, ["class-board"])


def _document(job: Job, report: Callable[[str, int, int], object] | None) -> Document:
    document = run_parts(job, job.parts, report=report)
    return replace(document, keywords=(*document.keywords, *part_names(document)))


def pdfs_of(document: Document) -> dict[str, Document]:
    """Return the PDFs of a print by their names: one for each size of paper, that of the first
    page first.
    """
    first, *others = document.by_paper()
    pdfs = {KIT_PDF: first}
    for other in others:
        pdfs[pdf_of_paper(*other.sheets[0].size)] = other
    return pdfs


def kit_files(job: Job, document: Document, about: JobFile, *, svg: bool) -> dict[str, bytes]:
    """Return the files of a kit's folder by their paths, with ``svg`` also a picture of each card.

    ``about`` describes the print run, as it did at first if it is printed again.
    """
    writer = PdfWriter()
    kit = write_kit(job.kit)
    files = {KIT_FILE: kit}
    for name, pages in pdfs_of(document).items():
        files[name] = writer.write(with_attachments(pages, kit, about))
    for number, part in enumerate(_parts_once(document), 1):
        alone = with_attachments(document.alone(part), kit, about)
        files[f"parts/{number:02}-{part.name}.pdf"] = writer.write(alone)
    if svg or job.options.laser:
        from kitgen.render.svg import svg_bytes  # noqa: PLC0415 - slow to load, and few prints need SVG
    if svg:
        cards = Cards(job.kit, job.stock.width, job.stock.height, job.texts)
        for box in job.kit.boxes:
            files[f"cards/{box.id}.svg"] = svg_bytes(cards.draw(box))
    if job.options.laser:
        from kitgen.guests import ask_guest  # noqa: PLC0415 - as above

        laser_drawings = ask_guest("laser.drawings", "--laser")
        for name, scene in laser_drawings(job, job.options.laser).items():
            files[f"laser/{name}.svg"] = svg_bytes(scene)
    return files


def _parts_once(document: Document) -> list[JobPart]:
    """Return the parts of a document; of those that each group gets, the first group's."""
    first_of_name: dict[str, JobPart] = {}
    for part in document.parts:
        first_of_name.setdefault(part.name, part)
    return list(first_of_name.values())


def _own_beads(printed: Printed) -> dict[str, Any] | None:
    """Return for how many machines somebody's beads are enough, and what one more or a class lacks.

    None for a kit that is not made for the beads that somebody owns.
    """
    kit = printed.kit
    bank = printed.bank
    if not (_takes_beads(printed) and kit.choices.beads) or kit.trained:
        return None
    from kitgen.kit.bead_shares import class_beads  # noqa: PLC0415 - few kits are made for given beads

    enough = class_beads(kit.boxes, kit.choices.beads, bank.beads if bank else {})
    class_lacking = {}
    if printed.groups:
        for row in bead_totals(kit, bank, machines=printed.groups):
            if row.to_buy:
                class_lacking[row.colour.key] = row.to_buy
    return {
        "machines": enough.machines,
        "lacking": _beads_of_colours(kit, dict(enough.lacking)),
        "class_lacking": _beads_of_colours(kit, class_lacking),
        "most": enough.most,
        "each": beads_text(enough.each),
    }


def _beads_of_colours(kit: Kit, beads: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return numbers of beads, by the keys of their colours, as plain data in palette order."""
    rows = []
    for colour in kit.palette:
        if colour.key in beads:
            rows.append(
                {
                    "colour": colour.key,
                    "name": colour.name,
                    "letter": colour.letter,
                    "beads": beads[colour.key],
                }
            )
    return rows


def _takes_beads(printed: Printed) -> bool:
    """Return whether beads are bought for a machine; its chips are printed."""
    return printed.made_of not in (CARDS, CUPS, CHIPS, PROGRAM)


def _beads_to_buy(printed: Printed) -> list[dict[str, Any]]:
    """Return the beads of each colour that a machine, or a class, needs as plain data."""
    if not _takes_beads(printed):
        return []
    rows = []
    for total in bead_totals(printed.kit, printed.bank, machines=printed.groups or 1):
        rows.append(
            {
                "colour": total.colour.key,
                "name": total.colour.name,
                "letter": total.colour.letter,
                "needed": total.needed,
                "bank": total.bank,
                "spare": total.spare,
                "total": total.total,
                "hand": total.hand,
                "to_buy": total.to_buy,
            }
        )
    return rows


def _bank_report(printed: Printed) -> dict[str, Any] | None:
    bank = printed.bank
    if bank is None or not _takes_beads(printed):
        return None
    return {"games": bank.games, "opponent": bank.opponent, "of_hundred": bank.of_hundred}


def printed_report(printed: Printed) -> dict[str, Any]:
    """Return the result as plain data, as ``kitgen print --json`` writes it.

    >>> report = printed_report(print_kit("her", "output/her", parts=["labels"], write=False))
    >>> report["sheets"], report["boxes"], report["beads"], report["minutes"]
    (1, 19, 45, 10)
    """
    kit = printed.kit
    return {
        "kit": kit.name,
        "title": kit.title,
        "hash": kit.hash,
        "game": kit.game_spec,
        "language": kit.choices.language,
        "command": printed.command,
        "written": printed.written,
        "folder": None if printed.folder is None else str(printed.folder),
        "files": list(printed.files),
        "sheets": printed.sheets,
        "parts": [
            {"name": part.name, "first": part.first, "pages": part.pages} for part in printed.parts
        ],
        "label_pages": {name: list(pages) for name, pages in printed.label_pages.items()},
        "on_other_paper": {name: list(parts) for name, parts in printed.on_other_paper.items()},
        "made_of": printed.made_of,
        "boxes": len(kit.boxes),
        "beads": kit.beads,
        "bank": _bank_report(printed),
        "to_buy": _beads_to_buy(printed),
        "own_beads": _own_beads(printed),
        "minutes": printed.minutes,
    }
