"""Runs the parts and puts their sheets together: a kit and what was chosen become a document."""

from collections.abc import Callable, Mapping, Sequence

from kitgen.errors import UsageError
from kitgen.paper.document import Document, Sheet
from kitgen.paper.job import Job
from kitgen.paper.parts import cover as cover_part
from kitgen.paper.parts import in_order, load_part, usual_parts
from kitgen.paper.sheet import add_frame

COVER = "cover"


def make_document(
    job: Job,
    parts: Sequence[str] | None = None,
    attachments: Mapping[str, bytes] | None = None,
    report: Callable[[str, int, int], object] | None = None,
) -> Document:
    """Return the document that a print run makes, its sheets framed and numbered.

    Args:
        job: the kit, the paper, the words.
        parts: the names of the parts wanted; None for those usual with the job's stock. They come in the order of use.
        attachments: files that travel inside the document, by name.
        report: is told the part that is being drawn, how many are done, and how many there are.

    Raises:
        UnknownNameError: one of the names is no part.
        UsageError: none of the parts has a page for this kit.
        KitgenError: something cannot be drawn, such as a label that is too small.
    """
    names = in_order(usual_parts(job.stock.kind) if parts is None else parts)
    by_part = {}
    for done, name in enumerate(names):
        if report is not None:
            report(name, done, len(names))
        if name != COVER:
            by_part[name] = load_part(name).sheets(job)
    if COVER in names:  # made last, for it says what is on which page
        by_part = {COVER: cover_part.sheets(job, _contents(by_part))} | by_part
    sheets = tuple(sheet for name in names for sheet in by_part[name])
    if not sheets:
        raise UsageError(f"{' and '.join(names)} has no page in kit {job.kit.name!r}; choose other parts")
    for number, sheet in enumerate(sheets, 1):
        add_frame(job, sheet, number, len(sheets))
    return Document(
        title=job.kit.title,
        author=job.texts("sheet.author"),
        subject=job.texts("sheet.subject", game=job.kit.game_spec, hash=job.kit.short_hash),
        language=job.texts.language,
        sheets=sheets,
        attachments=dict(attachments or {}),
    )


def _contents(by_part: Mapping[str, Sequence[Sheet]]) -> list[tuple[str, int]]:
    """Return each part's title and the page that it begins on, behind a cover of one page."""
    contents, page = [], 2
    for sheets in by_part.values():
        if sheets:
            contents.append((sheets[0].title, page))
        page += len(sheets)
    return contents
