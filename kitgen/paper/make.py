"""Runs the parts and puts their sheets together: a kit and what was chosen become a document."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kitgen.errors import KitgenError, TemplateError, UsageError
from kitgen.paper.document import Document, Sheet
from kitgen.paper.job import Entry, Job
from kitgen.paper.layout.frame import add_frame
from kitgen.paper.marks.fonts import NoLetterError, text_width
from kitgen.paper.marks.scene import Text
from kitgen.paper.part import Part
from kitgen.paper.parts import in_order, load_part, usual_parts

#: What no text may reach into at the sides of a page, in mm, and how near to it is near enough.
EDGE, TOLERANCE = 5.0, 0.01
#: Texts of fewer letters are not measured: they are ids and figures.
SHORT = 12


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
        TemplateError: a text is too long for its place, or has a letter that cannot be printed.
        KitgenError: something cannot be drawn, such as a label that is too small.
    """
    names = in_order(usual_parts(job.stock.kind) if parts is None else parts)
    chosen = [load_part(name) for name in names]
    by_part: dict[str, list[Sheet]] = {}
    for done, part in enumerate(sorted(chosen, key=lambda part: part.index)):  # those that list the others are last
        if report is not None:
            report(part.name, done, len(names))
        run = replace(job, contents=_contents(chosen, by_part)) if part.index else job
        try:
            by_part[part.name] = part.sheets(run)
        except NoLetterError as error:
            raise _unwritable(job, error) from None
    sheets = tuple(sheet for name in names for sheet in by_part[name])
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
        sheets=sheets,
        attachments=dict(attachments or {}),
    )


def _unwritable(job: Job, error: NoLetterError) -> KitgenError:
    """Return the refusal of a letter, with the text that it stands in where that is one of a template."""
    key = job.texts.key_with(error.letter)
    return error if key is None else TemplateError(f"{job.texts.place_of(key)}, key {key!r}: {error}")


def _check_room(job: Job, sheet: Sheet, number: int) -> None:
    """Refuse a text that runs over the edge of its page, as one of a user's own templates may.

    Raises:
        TemplateError: there is such a text; the error names its key, what it says, and the limit.
    """
    width = sheet.scene.width - 2 * EDGE
    for mark in sheet.scene.marks:
        if not isinstance(mark, Text) or mark.turn or len(mark.text) < SHORT:
            continue
        long = text_width(mark.text, mark.size, bold=mark.bold)
        left = mark.at[0] - {"start": 0.0, "middle": long / 2, "end": long}[mark.anchor]
        if left < EDGE - TOLERANCE or left + long > EDGE + width + TOLERANCE:
            where = _origin(job, mark.text) or sheet.part
            over = max(EDGE - left, left + long - EDGE - width)
            raise TemplateError(
                f"{where}: {mark.text[:40]!r}… is {over:.0f} mm too long for its place on page {number}; shorten it"
            )


def _origin(job: Job, line: str) -> str | None:
    """Return the file and the key that a printed line comes from; None where that is not known."""
    title = job.kit.title
    if line in title or title in line:  # asked first, for any letter of it may be a text by itself
        edition = job.kit.name in job.templates.names("editions")
        return f"editions/{job.kit.name}.toml, key 'title.{job.texts.language}'" if edition else "the kit's title"
    key = job.texts.key_of(line)
    return f"{job.texts.place_of(key)}, key {key!r}" if key else None


def _contents(parts: Sequence[Part], by_part: Mapping[str, Sequence[Sheet]]) -> tuple[Entry, ...]:
    """Return each part's title and its pages; parts that list these leave room for themselves."""
    contents, page = [], 1
    for part in parts:
        sheets = by_part.get(part.name, ())
        if sheets:
            contents.append(Entry(sheets[0].title, page, len(sheets), sheets[0].stock))
        page += part.index or len(sheets)
    return tuple(contents)
