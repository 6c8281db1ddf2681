"""Printing a kit: from choices to a document, files and a report."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from kitgen import __version__
from kitgen.claims.same_machine import SameMachine
from kitgen.errors import TemplateError, UsageError, quoted
from kitgen.kit.choices import arguments_for
from kitgen.kit.editions import TOLD_FILE
from kitgen.kit.job_json import JOB_FILE, JOB_SCHEMA, LONGEST_FILE, JobFile, JobPart, JobStock, contract_of, write_job
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import KIT_FILE, write_kit
from kitgen.kit_sources import KIT_PDF, load_kit
from kitgen.machine import first_games
from kitgen.paper.card.faces import Cards, smallest_label
from kitgen.paper.declared import PART_OPTIONS, PartOptions
from kitgen.paper.document import Document
from kitgen.paper.job import (
    DEFAULT_PAGE,
    DEFAULT_STOCK,
    GAMES,
    Band,
    Bank,
    Job,
    Stock,
    bead_totals,
    part_options,
    read_options,
    read_stock,
    unusual_options,
    written_options,
)
from kitgen.paper.layout.imposition import labels_per_page
from kitgen.paper.make import run_parts
from kitgen.paper.making import shared_minutes, work_for
from kitgen.paper.parts import PARTS, check_settings, in_order, made_of, usual_parts
from kitgen.paper.texts import BOXES, Texts, guide_path
from kitgen.papers import PAGES, Page, page_named, paper_name
from kitgen.record.rows import game_and_file
from kitgen.render.pdf import WRITER, PdfWriter, pdf_bytes
from kitgen.templates import Templates, shipped


def own_templates(job: Job) -> dict[str, str]:
    """Return the user's own templates that a print run may have read, by their paths in a folder of templates.

    They are copied into ``job.json``, so that others can print the same sheets.
    """
    files: dict[str, str] = {}
    for root in reversed([root for root in job.templates.roots if root != shipped()]):  # the named folder wins
        for path in filter(Path.is_file, _candidates(job, root)):
            inside = path.relative_to(root)
            usual = shipped() / inside
            if not usual.is_file() or path.read_bytes() != usual.read_bytes():
                files[inside.as_posix()] = _own_text(path)
    return dict(sorted(files.items()))


def _candidates(job: Job, root: Path) -> Iterator[Path]:
    """Yield the files of a folder that a print run may read, whether they exist or not."""
    language, options = job.texts.language, job.options
    for folder in (f"texts/{language}", "errata", "tables"):  # where any file may be read
        yield from sorted((root / folder).glob("*.toml"))
    named = [("stock", job.stock.name)]
    on_sheets = {key for part in PARTS.values() for key in part.reads}
    named += [
        (option.offer.folder, getattr(options, option.key))
        for option in PART_OPTIONS
        if option.offer.folder and option.key in on_sheets
    ]
    for kind, name in named:
        if name in job.templates.names(kind):
            yield root / kind / f"{name}.toml"
    yield guide_path(root, language, options.guide_name)


def _own_text(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateError(f"{quoted(path)} cannot be read: {error}") from None
    if len(text) > LONGEST_FILE:
        raise TemplateError(f"{quoted(path)} has more than {LONGEST_FILE // 1000} kB; no template is that long")
    return text


def job_file(job: Job) -> JobFile:
    """Return what ``job.json`` says of a print run, still without the parts of a PDF."""
    stock, story = job.stock, job.options.story_game
    label = _own_text(Path(stock.name)) if stock.name.lower().endswith(".toml") else ""
    games = _own_text(Path(game_and_file(story)[0])) if story else ""
    return JobFile(
        schema=JOB_SCHEMA,
        kitgen=__version__,
        writer=WRITER,
        contract=contract_of(job.kit.game.diagram),
        command=job.command,
        page=job.page.name,
        stock=JobStock(stock.name, stock.width, stock.height),
        options=written_options(job.options),
        parts=(),
        printed=job.parts,
        templates=own_templates(job),
        label=label,
        games=games,
    )


def with_attachments(document: Document, kit: bytes, about: JobFile) -> Document:
    """Return a document with the files inside its PDF: the kit, whose bytes are given, and the print run."""
    job = write_job(msgspec.structs.replace(about, parts=document.parts))
    return replace(document, attachments={KIT_FILE: kit, JOB_FILE: job})


def pdfs_of(document: Document) -> dict[str, Document]:
    """Return the PDFs of a print by their names: pages of another size than the first stand in one of their own."""
    first, *others = document.by_paper()
    return {KIT_PDF: first} | {f"kit-{paper_name(*other.sheets[0].size)}.pdf": other for other in others}


def kit_files(job: Job, document: Document, about: JobFile, *, svg: bool) -> dict[str, bytes]:
    """Return the files of a kit's folder, by their paths inside; with ``svg`` also a picture of each card.

    ``about`` describes the print run, as it did at first if it is printed again.
    """
    writer, kit = PdfWriter(), write_kit(job.kit)
    files = {KIT_FILE: kit}
    for name, pages in pdfs_of(document).items():
        files[name] = writer.write(with_attachments(pages, kit, about))
    for number, part in enumerate(document.parts, 1):
        files[f"parts/{number:02}-{part.name}.pdf"] = writer.write(with_attachments(document.alone(part), kit, about))
    if svg or job.options.laser:
        from kitgen.render.svg import svg_bytes  # noqa: PLC0415 - slow to load, and few prints need SVG
    if svg:
        cards = Cards(job.kit, job.stock.width, job.stock.height, job.texts)
        files |= {f"cards/{box.id}.svg": svg_bytes(cards.draw(box)) for box in job.kit.boxes}
    if job.options.laser:
        from kitgen.paper.laser.drawings import laser_files  # noqa: PLC0415 - needs a library that nothing else needs

        files |= {f"laser/{name}.svg": svg_bytes(scene) for name, scene in laser_files(job, job.options.laser).items()}
    return files


@lru_cache(maxsize=12)  # first games are half of the work of a print
def _played(machine: SameMachine, opponent: str) -> first_games.FirstGames:
    return first_games.FirstGames(machine.kit, opponent)


def figures_of(
    kit: Kit, chosen: Sequence[str], options: PartOptions
) -> tuple[tuple[Band, ...], tuple[first_games.Forecast, ...], Bank | None]:
    """Return what is simulated for a print: learning curves and results that parts show, and the bank of added beads.

    >>> from kitgen.kit.build import build_kit
    >>> figures_of(build_kit("her"), ["board"], PartOptions())
    ((), (), None)
    """
    played = partial(_played, SameMachine.of(kit))
    bands = _bands(kit, played) if any(PARTS[name].bands for name in chosen) else ()
    if any(PARTS[name].forecasts for name in chosen):  # shown as figures, so more machines play
        opponents, machines = first_games.opponents_of(kit), first_games.COUNTED
    else:
        opponents, machines = tuple(band.opponent for band in bands[:1]), first_games.MACHINES
    forecasts = [first_games.forecast(played(opponent), machines) for opponent in opponents]
    if len(forecasts) == 3 and replace(forecasts[1], opponent=forecasts[0].opponent) == forecasts[0]:
        del forecasts[1]  # no move wins at once, as in misère, so one that takes wins is chance
    bank = None
    if kit.rule.learns == "beads" and not kit.rule.only_takes:
        # A kit for opponents that take every win at once has boxes for no others.
        opponent = options.beads_bank_opponent if kit.choices.expect == "any" else "winning-move"
        games = options.beads_bank
        bank = Bank(games, opponent, first_games.OF_HUNDRED, lambda: first_games.simulate_bank(played(opponent), games))
    return bands, tuple(forecasts), bank


def _bands(kit: Kit, played: Callable[[str], first_games.FirstGames]) -> tuple[Band, ...]:
    # If the stronger opponent wins all games, also that of one in between.
    opponents, between = first_games.band_opponents(kit), "winning-move"
    bands = [Band(opponent, *first_games.learning_band(played(opponent), GAMES)) for opponent in opponents]
    if bands[-1].lost and between in first_games.opponents_of(kit) and between not in opponents:
        band = Band(between, *first_games.learning_band(played(between), GAMES))
        bands += [band] if (band.low, band.high) != (bands[0].low, bands[0].high) else []
    return tuple(bands)


def print_run(
    kit: Kit, page: Page, stock: Stock, command: str, options: PartOptions, templates: Templates, names: Sequence[str]
) -> Job:
    """Return a print run of some parts, in the order of use, with checked options.

    ``UsageError`` if the options do not suit these parts, ``MissingExtraError`` if a library is missing.
    """
    texts = Texts(kit.choices.language, templates).speaking_of(made_of(stock.kind, names))
    figures, past = figures_of(kit, names, options), None
    if kit.trained:
        from kitgen.press.machine_figures import past_of  # noqa: PLC0415 - a new machine does not need it

        past = past_of(kit, names)
    job = Job(kit, page, stock, texts, command, options, templates, *figures, tuple(names), past=past)
    check_settings(job)
    return job


@dataclass(frozen=True, slots=True)
class Printed:
    """The result of a print; a stream has no folder and no files.

    Attributes:
        files: by their paths inside the folder, ``kit.json`` and ``kit.pdf`` first, ``manifest.json`` last.
        parts: the contents of the print, in the order of its pages.
        command: the whole command that prints the same again.
        bank: the beads that the learning rule will add, if any.
        made_of: ``boxes`` or ``cards``.
        label_pages: the pages that are printed on bought sheets of labels, by the name of these.
        left_out: the reasons for omitting usual parts that need something not installed, by their names.
        on_other_paper: the parts on paper of another size than those in ``kit.pdf``, by the name of their PDF.
        minutes: about how many minutes four people need to make all that is made from it.
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

    @property
    def sheets(self) -> int:
        """The number of all sheets."""
        return self.parts[-1].last


def print_kit(
    kit: Kit | str,
    target: Path | str | BinaryIO,
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
    **options: Any,
) -> Printed:
    """Print a kit: a whole folder, all of it or nothing, or its PDF alone to a stream.

    The parts of the same kit in the folder are printed again with the rest, so that ``kit.pdf`` holds all parts; if
    parts are named, with the options that they had. Files that kitgen did not make, or that were changed, stay.

    Args:
        kit: a kit, an edition or game by name, or a path.
        target: a folder, which may hold an earlier print of the same kit; or a stream open for bytes.
        page: ``a4`` or ``letter``; None for the paper that the labels come on, or A4.
        stock: the size of label or card: a name, ``WxH`` in mm, or a file ending in ``.toml``.
        parts: names of parts (``kitgen parts`` lists them); None for those usual with the stock.
        svg: True for an SVG file of each card.
        force: True to print exactly this, replacing anything that kitgen has made in the folder.
        write: False to do everything but write.
        templates: where texts, stock and so on are read from; None for those that come with kitgen.
        approve: gets the number of sheets, first estimated (True), then exact (False), before they are written; an
            exception ends the work with nothing changed.
        report: gets the part that is being drawn, how many are done, and how many there are.
        file: the name of the file that tells the kit's game, for the command at the foot of the sheets.
        **options: settings of single parts, see ``kitgen.paper.declared.PartOptions``; lengths in mm.

    Raises:
        UsageError: a name or an option is unknown, or they do not fit each other.
        OutputError: the folder holds something else, or cannot be written; the message names the differences.
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
    kit_name = kit
    kit = load_kit(kit, templates=templates) if isinstance(kit, str) else kit
    print_again = partial(
        print_kit,
        kit,
        target,
        page=page,
        stock=stock,
        parts=parts,
        svg=svg,
        force=force,
        templates=templates,
        approve=approve,
        report=report,
        **options,
    )
    settings = part_options(**options)
    label = _stock(kit, stock, settings, templates)
    left_out: dict[str, str] = {}
    if parts is None and kit.trained:
        from kitgen.extras import MissingExtraError  # noqa: PLC0415
        from kitgen.press.machine_figures import need_for_rank  # noqa: PLC0415

        try:
            need_for_rank(kit)
        except MissingExtraError as error:
            usual = usual_parts(label.kind, trained=True)
            left_out = {name: str(error) for name in usual if PARTS[name].ranked}
            parts = [name for name in usual if name not in left_out]
    target = Path(target) if isinstance(target, str) else target
    if isinstance(target, Path):
        from kitgen.files import recover  # noqa: PLC0415 - a stream does not need these
        from kitgen.press.kit_folder import (  # noqa: PLC0415 - as above
            MANIFEST,
            PrintedMeanwhileError,
            Run,
            check_folder,
            check_folder_now,
            write_folder,
        )

        def this_run() -> Run:  # how the kit is printed, as the folder records it
            size, own = JobStock(label.name, label.width, label.height), templates.own
            names, unusual = _names(kit, label, parts, settings), unusual_options(written_options(settings))
            return Run(_page(page, label), size, None if own is None else str(own), names, unusual, svg)

        if write:
            recover(target)
        run = this_run()
        check = check_folder_now if write else check_folder
        earlier = check(target, kit, run, force=force)
        if earlier is not None:
            # If parts are named, the others keep all their options; otherwise the new options hold for all. Drawings
            # for a laser cutter are always drawn again, and parts keep the options that they need.
            needed = {"laser", *(key for name in earlier.parts for key in PARTS[name].needs)}
            before = read_options(earlier.options)
            kept = {key: value for key, value in before.items() if parts is not None or key in needed}
            settings = part_options(**(kept | options))
            whole = in_order([*run.parts, *earlier.parts])
            if whole != run.parts:
                usual = usual_parts(label.kind, economy="economy" in run.options, trained=kit.trained)
                parts = None if whole == usual else whole
            svg = svg or earlier.svg
            run = this_run()
    elif svg or settings.laser:
        raise UsageError("a stream takes the PDF alone; name a folder for SVG files")
    if settings.laser:
        from kitgen.extras import need  # noqa: PLC0415

        need("--laser", "shapely", "fontTools")
    if isinstance(kit_name, str) and kit_name.endswith(TOLD_FILE):
        file = Path(kit_name).name
    job = _job(kit, label, page, parts, settings, templates, file=file)
    if approve is not None:
        count, pages = len(kit.boxes), 1
        with suppress(UsageError):  # a label that does not fit is refused later, with its reason
            pages = -(-count // labels_per_page(job.page, job.stock, count))
        approve(pages, True)
    document = _document(job, report)
    if approve is not None:
        approve(len(document.sheets), False)
    names: tuple[str, ...] = ()
    if isinstance(target, Path):
        if report is not None and job.options.laser:
            report("files for a laser cutter", 0, 0)
        files = kit_files(job, document, job_file(job), svg=svg)
        names = (*files, MANIFEST)
        if write:
            try:
                write_folder(target, kit, run, job.command, files, force=force)
            except PrintedMeanwhileError:
                return print_again()
    elif write:
        target.write(pdf_bytes(with_attachments(document, write_kit(kit), job_file(job))))
    label_pages: dict[str, tuple[int, ...]] = {}
    for number, sheet in enumerate(document.sheets, 1):
        if sheet.stock:
            label_pages[sheet.stock] = (*label_pages.get(sheet.stock, ()), number)
    folder = target if isinstance(target, Path) else None
    return Printed(
        kit=kit,
        folder=folder,
        files=names,
        parts=document.parts,
        command=job.command,
        bank=job.bank,
        made_of=job.texts.made_of,
        label_pages=label_pages,
        left_out=left_out,
        on_other_paper=_on_other_paper(document),
        minutes=shared_minutes(work_for(job).tasks),
    )


def _on_other_paper(document: Document) -> dict[str, tuple[str, ...]]:
    pdfs = pdfs_of(document)
    del pdfs[KIT_PDF]
    return {name: tuple(part.name for part in pages.parts) for name, pages in pdfs.items()}


def make_document(
    kit: Kit | str,
    *,
    page: str | None = None,
    stock: str = DEFAULT_STOCK,
    parts: Sequence[str] | None = None,
    templates: Templates | None = None,
    report: Callable[[str, int, int], object] | None = None,
    **options: Any,
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
    templates = templates or Templates()
    kit = load_kit(kit, templates=templates) if isinstance(kit, str) else kit
    settings = part_options(**options)
    job = _job(kit, _stock(kit, stock, settings, templates), page, parts, settings, templates)
    return with_attachments(_document(job, report), write_kit(kit), job_file(job))


def _names(kit: Kit, stock: Stock, parts: Sequence[str] | None, options: PartOptions) -> tuple[str, ...]:
    if parts is None:
        return usual_parts(stock.kind, economy=options.economy, trained=kit.trained)
    names = in_order([part.strip() for part in parts if part.strip()])
    if not names:
        raise UsageError("--parts names no part; leave it out to print all of them")
    return names


def _job(
    kit: Kit,
    stock: Stock,
    page: str | None,
    parts: Sequence[str] | None,
    options: PartOptions,
    templates: Templates,
    *,
    file: str = "",
) -> Job:
    paper, names = _page(page, stock), _names(kit, stock, parts, options)
    chosen = {
        "--page": None if page is None or paper == DEFAULT_PAGE else paper,
        "--stock": None if stock.name == DEFAULT_STOCK else stock.name,
        "--parts": None if parts is None else ",".join(parts),
        "--templates": None if templates.own is None else str(templates.own),
    }
    words = [word for option, value in chosen.items() if value is not None for word in (option, value)]
    words += arguments_for(options, PartOptions(), PART_OPTIONS)
    command = f"{_from_file(kit.command, file)} {shlex.join(words)}".rstrip()
    return print_run(kit, PAGES[paper], stock, command, options, templates, names)


def _from_file(command: str, file: str) -> str:
    """Return a kit's command with the name of the file that was printed, which a kit does not keep."""
    if not file:
        return command
    program, act, _, *options = shlex.split(command)
    return shlex.join([program, act, file, *options])


def _stock(kit: Kit, name: str, options: PartOptions, templates: Templates) -> Stock:
    stock = read_stock(name, templates)
    if options.economy and stock.name == DEFAULT_STOCK:
        return smallest_label(kit, stock, Texts(kit.choices.language, templates), templates)
    return stock


def _page(page: str | None, stock: Stock) -> str:
    """Return the chosen paper, or the one that the labels come on."""
    if page is not None:
        page = page_named(page).name
    if page is not None and stock.page is not None and page != stock.page:
        raise UsageError(f"labels {stock.name} come on {stock.page} paper; leave out --page {page}")
    return page or stock.page or DEFAULT_PAGE


def _document(job: Job, report: Callable[[str, int, int], object] | None) -> Document:
    document = run_parts(job, job.parts, report=report)
    return replace(document, keywords=(*document.keywords, *(part.name for part in document.parts)))


def printed_report(printed: Printed, *, written: bool) -> dict[str, Any]:
    """Return the result as plain data, as ``kitgen print --json`` writes it; ``written`` is False for a trial.

    >>> report = printed_report(print_kit("her", "output/her", parts=["labels"], write=False), written=False)
    >>> report["sheets"], report["boxes"], report["beads"], report["minutes"]
    (1, 19, 45, 10)
    """
    kit, boxes = printed.kit, printed.made_of == BOXES  # cards take no beads
    bank = printed.bank if boxes else None
    return {
        "kit": kit.name,
        "title": kit.title,
        "hash": kit.hash,
        "game": kit.game_spec,
        "language": kit.choices.language,
        "command": printed.command,
        "written": written,
        "folder": None if printed.folder is None else str(printed.folder),
        "files": list(printed.files),
        "sheets": printed.sheets,
        "parts": [{"name": part.name, "first": part.first, "pages": part.pages} for part in printed.parts],
        "label_pages": {name: list(pages) for name, pages in printed.label_pages.items()},
        "on_other_paper": {name: list(parts) for name, parts in printed.on_other_paper.items()},
        "made_of": printed.made_of,
        "boxes": len(kit.boxes),
        "beads": kit.beads,
        "bank": bank and {"games": bank.games, "opponent": bank.opponent, "of_hundred": bank.of_hundred},
        "to_buy": [
            {"colour": row.colour.key, "name": row.colour.name, "letter": row.colour.letter}
            | {key: getattr(row, key) for key in ("needed", "bank", "spare", "total", "hand", "to_buy")}
            for row in (bead_totals(kit, bank) if boxes else ())
        ],
        "minutes": printed.minutes,
    }
