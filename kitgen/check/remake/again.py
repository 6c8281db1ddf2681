"""Has a document printed again from what travels in its PDF, in a process of its own that may take only so much.

A kit and a print run of a few kilobytes can ask for thousands of sheets. What an honest one needs grows with the pages
of its PDF, and so does the time that it is given.
"""

import pickle
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from kitgen.check.pdf.attached import attached_job
from kitgen.check.pdf.reading import PrintedPdf, ask
from kitgen.check.remake.bounds import DATA, EXTRA, FILE, PARTS, limits_of
from kitgen.check.report import Check, found_faults, left_out
from kitgen.errors import KitFileError
from kitgen.extras import MissingExtraError
from kitgen.kit.job_json import JOB_FILE, JobFile, JobPart, page_count, part_at
from kitgen.kit.kit import Kit

#: What prints a document again, in a process of its own.
PRINTER = "kitgen.check.remake.child"


@dataclass(frozen=True, slots=True)
class Remade:
    """A document as it is printed again.

    Attributes:
        data: the bytes of its PDF.
        parts: its parts in the order of their pages.
        files: what else the same print run makes, by its path in the folder, as far as that was asked for.
    """

    data: bytes
    parts: tuple[JobPart, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)

    @classmethod
    def told(cls, frames: Iterable[tuple[bytes, bytes]]) -> "Remade":
        """Return what the process that prints has answered.

        Raises:
            MissingExtraError: what some sheet needs is not installed.
        """
        data, parts, files = b"", tuple[JobPart, ...](), dict[str, bytes]()
        for letter, content in frames:
            if letter == EXTRA:
                raise MissingExtraError(*msgspec.msgpack.decode(content, type=tuple[str, str]))
            if letter == PARTS:
                parts = msgspec.msgpack.decode(content, type=tuple[JobPart, ...])
            elif letter == DATA:
                data = content
            elif letter == FILE:
                files.update([msgspec.msgpack.decode(content, type=tuple[str, bytes])])
        return cls(data, parts, files)

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return page_count(self.parts)

    def part_at(self, page: int, down: float = 0.0) -> str:
        """Return the part that a page, counted from 1, belongs to, so many mm from its top."""
        part = part_at(self.parts, page, down)
        return "" if part is None else part.name


@dataclass(frozen=True, slots=True)
class Again:
    """A PDF as it is printed again from what travels in it, or why it is not.

    Attributes:
        job: the print run in it; None when it carries none that can be read.
        document: the document; None when it cannot be printed again.
        missing: why nobody knows what should be printed; empty otherwise.
        fault: why nothing can be printed from what the PDF says; empty otherwise.
    """

    job: JobFile | None
    document: Remade | None = None
    missing: str = ""
    fault: str = ""

    @classmethod
    def of(cls, kit: Kit, pdf: PrintedPdf, *, printer: str = PRINTER, told: str = "") -> "Again":
        """Print what a PDF says that it is, once for all who look at it.

        Args:
            kit: the kit in it.
            pdf: the PDF.
            printer: what prints it, in a process of its own.
            told: what that is told beside the number of pages.

        Raises:
            MissingExtraError: what some sheet needs is not installed.
        """
        try:
            job = attached_job(pdf)
        except KitFileError:
            job = None
        if job is None:  # which fails elsewhere
            return cls(None, missing=f"the PDF carries no {JOB_FILE} that can be read; nobody knows what was printed")
        if not job.printed:
            early = f"{JOB_FILE} is of an earlier version and does not say all that was printed; print it again"
            return cls(job, missing=early)
        wanted, data = f"{len(pdf.pages)}{told}", pickle.dumps((kit, job, dict(pdf.files)))
        try:
            frames = ask(pdf.path, printer, wanted, data, limits_of(len(pdf.pages)), what="be printed again")
        except KitFileError as error:
            return cls(job, fault=str(error))
        return cls(job, Remade.told(frames))

    def is_in(self, pdf: PrintedPdf) -> bool:
        """Return whether a PDF is the very same file; False where it can no longer be read, and is looked at."""
        try:
            return self.document is not None and pdf.path.read_bytes() == self.document.data
        except OSError:
            return False

    def refusal(self, name: str) -> Check:
        """Return what a check says of a PDF that is not printed again."""
        if self.missing:
            return left_out(name, self.missing)
        return found_faults(name, "what the kit and the print run make", "nothing", [self.fault])
