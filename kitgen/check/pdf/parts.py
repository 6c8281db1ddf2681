"""Which part of the print run each page belongs to, and whether all its pages are there.

A PDF says so itself, in the ``job.json`` that travels in it. PDFs of older versions carry none: their bookmarks and
keywords still tell the parts apart, but not whether pages are missing.
"""

from dataclasses import dataclass
from pathlib import Path

from kitgen.check.pdf.attached import attached_job
from kitgen.check.pdf.page import open_pdf
from kitgen.errors import KitFileError
from kitgen.kit.job_json import JobPart, Shows

#: What the parts of PDFs without a job show, by their names in the keywords.
_SHOWN: dict[str, Shows] = {
    "labels": "cards",
    "cards": "cards",
    "boxes": "cards",
    "finder": "boards",
    "always": "always",
    "poster": "walls",
    "zero": "walls",
    "poster-tiles": "tiles",
}


@dataclass(frozen=True, slots=True)
class PrintedParts:
    """The parts of one PDF.

    Attributes:
        parts: in the order of their pages.
        pages: how many pages they should have together; None where the PDF does not say.
        faults: why that is not known.
    """

    parts: tuple[JobPart, ...]
    pages: int | None
    faults: tuple[str, ...] = ()

    def at(self, page: int) -> JobPart | None:
        """Return the part that a page belongs to, pages counted from 1; None when that is not known."""
        return next((part for part in self.parts if part.first <= page < part.first + part.pages), None)


def printed_parts(path: Path) -> PrintedParts:
    """Return the parts of a PDF.

    Raises:
        KitFileError: the file is no PDF, or is damaged.
    """
    try:
        job = attached_job(path)
    except KitFileError as error:
        return PrintedParts(_by_bookmarks(path), None, (f"{error}; print it again",))
    if job is None:
        why = "the PDF carries no job.json, so that nobody knows which pages it should have; print it again"
        return PrintedParts(_by_bookmarks(path), None, (why,))
    return PrintedParts(job.parts, sum(part.pages for part in job.parts))


def _by_bookmarks(path: Path) -> tuple[JobPart, ...]:
    """Return the parts as bookmarks and keywords tell them: the last keywords are the names, in the same order."""
    pdf = open_pdf(path)
    try:
        marks = [(mark.get_title(), mark.get_dest()) for mark in pdf.get_toc()]
        starts = [(title, int(place.get_index())) for title, place in marks if place is not None]
        words = [word.strip() for word in str(pdf.get_metadata_value("Keywords")).split(",")]
        ends = [start for _, start in starts[1:]] + [len(pdf)]
        return tuple(
            JobPart(name, title, start + 1, end - start, _SHOWN.get(name, "nothing"))
            for name, (title, start), end in zip(words[-len(starts) :], starts, ends, strict=False)
        )
    finally:
        pdf.close()
