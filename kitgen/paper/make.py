"""Draws the parts of a print run and puts their sheets together into a document."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from kitgen.errors import KitgenError, TemplateError, UsageError
from kitgen.paper.document import Document, Sheet, parts_of
from kitgen.paper.job import Entry, Job, Part
from kitgen.paper.layout.frame import add_frame, few_pages
from kitgen.paper.layout.imposition import on_own_sheets
from kitgen.paper.layout.shared_sheets import Sharing
from kitgen.paper.marks.fonts import NoLetterError, text_width
from kitgen.paper.marks.scene import Scene, Text
from kitgen.paper.parts import in_order, load_part, usual_parts
from kitgen.papers import Page

#: Margin at the sides of a page that no text may reach into, and the tolerance, in mm.
EDGE, TOLERANCE = 5.0, 0.01
#: Texts of fewer letters are not measured: ids and figures.
SHORT = 12


def run_parts(
    job: Job,
    parts: Sequence[str] | None = None,
    attachments: Mapping[str, bytes] | None = None,
    report: Callable[[str, int, int], object] | None = None,
) -> Document:
    """Return the document of a print run, its sheets framed and numbered.

    Parts come in the order of use; by default those usual with the job's stock. Attachments are files by name.
    ``report`` gets the part that is being drawn, how many are done, and how many there are.

    Raises:
        UsageError: none of the parts has a page for this kit, or a name is unknown.
        TemplateError: a text is too long for its place, or has a letter that cannot be printed.
        KitgenError: something cannot be drawn, such as a label that is too small.
    """
    if parts is None:
        parts = usual_parts(job.stock.kind, economy=job.options.economy, trained=job.kit.trained)
    names = in_order(parts)
    sheets = _sheets(job, [load_part(name) for name in names], report or (lambda _part, _done, _total: None))
    if not sheets:
        raise UsageError(f"{' and '.join(names)} has no page in kit {job.kit.name!r}; choose other parts")
    for number, sheet in enumerate(sheets, 1):
        add_frame(job, sheet, number, len(sheets))
        if not sheet.tile:
            _check_room(job, sheet, number)
    return Document(
        title=job.kit.title,
        author=job.texts("sheet.author"),
        subject=job.texts("sheet.subject", game=job.kit.game_spec, hash=job.kit.short_hash),
        language=job.texts.language,
        sheets=tuple(sheets),
        attachments=dict(attachments or {}),
    )


def _sheets(job: Job, parts: Sequence[Part], report: Callable[[str, int, int], object]) -> list[Sheet]:
    """Return the sheets of all parts; short ones share a sheet, and lists of contents are drawn last."""
    economy = job.options.economy
    sharing = Sharing(job.page, fewest=economy)
    lists = {part.name: part for part in parts if part.index}
    done = 0
    for part in parts:
        if part.index:
            blank = Sheet(Scene(job.page.width, job.page.height), part.name, part.name)
            sharing.add([blank] * part.index, shares=False)
            continue
        report(part.name, done, len(parts))
        done += 1
        shares = part.shares != "" and (economy or part.shares != "sparing")
        smaller = partial(_lower, job, part) if economy or part.shares == "smaller" else None
        sharing.add(_drawn(job, part), shares=shares, smaller=smaller)
    sheets = sharing.joined()
    if job.options.duplex != "none":
        sheets = list(on_own_sheets(job, sheets, {part.name for part in parts if "duplex" in part.reads}))
    contents = tuple(
        Entry(part.name, part.title, part.first, part.pages, sheets[part.first - 1].stock)
        for part in parts_of(sheets)
        if part.name not in lists
    )
    for part in lists.values():
        report(part.name, done, len(parts))
        done += 1
        first = next(number for number, sheet in enumerate(sheets) if sheet.part == part.name)
        sheets[first : first + part.index] = _drawn(replace(job, contents=contents), part)
    return sheets


def _drawn(job: Job, part: Part) -> list[Sheet]:
    """Return the sheets of a part; a letter that cannot be printed is refused with the text where it stands."""
    try:
        return part.sheets(job)
    except NoLetterError as error:
        key = job.texts.key_with(error.letter)
        if key is None:
            raise
        raise TemplateError(f"{job.texts.place_of(key)}, key {key!r}: {error}") from None


def _lower(job: Job, part: Part, page: Page) -> list[Sheet]:
    """Return the sheets of a part on lower paper; none if it does not fit there."""
    try:
        with few_pages():
            return part.sheets(replace(job, page=page))
    except (KitgenError, ZeroDivisionError, ValueError):  # not one row or column of it fits
        return []


def _check_room(job: Job, sheet: Sheet, number: int) -> None:
    """Refuse a text that runs over the edge of its page, as one of a user's own templates may."""
    width = sheet.scene.width - 2 * EDGE
    for mark in sheet.scene.marks:
        if not isinstance(mark, Text) or mark.turn or len(mark.text) < SHORT:
            continue
        long = text_width(mark.text, mark.size, bold=mark.bold)
        start = mark.at[0] - {"start": 0.0, "middle": long / 2, "end": long}[mark.anchor]
        if start < EDGE - TOLERANCE or start + long > EDGE + width + TOLERANCE:
            where = _origin(job, mark.text) or sheet.part
            over = max(EDGE - start, start + long - EDGE - width)
            raise TemplateError(f"{where}: {mark.text[:40]!r}… is {over:.0f} mm too long for page {number}; shorten it")


def _origin(job: Job, line: str) -> str | None:
    title = job.kit.title
    if line in title or title in line:  # first, because any letter of it may be a text by itself
        edition = job.kit.name in job.templates.names("editions")
        return f"editions/{job.kit.name}.toml, key 'title.{job.texts.language}'" if edition else "the kit's title"
    key = job.texts.key_of(line)
    return f"{job.texts.place_of(key)}, key {key!r}" if key else None
