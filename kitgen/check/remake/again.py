"""Has somebody's kit checked, and its document printed again, in a process of its own that may take only so much.

A kit of a few kilobytes can be of a game with millions of positions, and its print run can ask for thousands of sheets.
What an honest one needs grows with its file, and so does the time that it is given.
"""

import pickle
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from kitgen.check.pdf.attached import attached_job
from kitgen.check.pdf.limits import MB
from kitgen.check.pdf.reading import PrintedPdf, Reply, asked
from kitgen.check.remake.bounds import (
    A_FOLDER_MB,
    A_KIT_MB,
    A_PDF_MB,
    ANSWER,
    CHECKS,
    DATA,
    EXTRA,
    FILE,
    LEAST,
    PARTS,
    Question,
    limits_of,
)
from kitgen.check.report import Check, found_faults, left_out
from kitgen.errors import KitFileError
from kitgen.extras import MissingExtraError
from kitgen.kit.job_json import JOB_FILE, JobFile, JobPart, page_count, part_at
from kitgen.kit.kit import Kit

#: What checks a kit and prints a document again, in a process of its own.
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
        checks: of the kit against the rules, where these were asked for.
    """

    job: JobFile | None
    document: Remade | None = None
    missing: str = ""
    fault: str = ""
    checks: tuple[Check, ...] = ()

    @classmethod
    def of(
        cls,
        kit: Kit,
        pdf: PrintedPdf,
        *,
        walk: int | None = None,
        printer: str = PRINTER,
        told: str = "",
        beside: int = 0,
    ) -> "Again":
        """Print what a PDF says that it is, once for all who look at it.

        Args:
            kit: the kit in it.
            pdf: the PDF.
            walk: the largest number of positions to walk through to check the kit; None when it is not to be checked.
            printer: what prints it, in a process of its own.
            told: what that is told beside the seconds it has.
            beside: how many bytes there are of files that it makes beside the PDF.

        Raises:
            MissingExtraError: what some sheet needs is not installed.
        """
        job, missing = _run_in(pdf)
        task = Question(kit, walk, None if missing else job, dict(pdf.files))
        seconds = LEAST + (A_PDF_MB * pdf.size + A_FOLDER_MB * min(beside, ANSWER)) / MB - pdf.seconds
        reply = _reply(pdf.path, task, seconds, "be printed again", printer=printer, told=told)
        checks = _checks(task, reply)
        if missing or reply.refusal:
            return cls(job, missing=missing, fault="" if missing else reply.refusal, checks=checks)
        return cls(job, Remade.told(reply.frames), checks=checks)

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


def checked_apart(kit: Kit, path: Path, walk: int) -> tuple[Check, ...]:
    """Return the checks of a kit that was read from a file, or one that fails where they take too much.

    Args:
        kit: the kit.
        path: the file.
        walk: the largest number of positions to walk through.
    """
    task = Question(kit, walk)
    seconds = LEAST + A_KIT_MB * path.stat().st_size / MB
    return _checks(task, _reply(path, task, seconds, "be checked"))


def _run_in(pdf: PrintedPdf) -> tuple[JobFile | None, str]:
    """Return the print run in a PDF, and why nobody knows from it what should be printed, if nobody does."""
    try:
        job = attached_job(pdf)
    except KitFileError:
        job = None
    if job is None:  # which fails elsewhere
        return None, f"the PDF carries no {JOB_FILE} that can be read; nobody knows what was printed"
    if not job.printed:
        return job, f"{JOB_FILE} is of an earlier version and does not say all that was printed; print it again"
    return job, ""


def _reply(path: Path, task: Question, seconds: float, what: str, *, printer: str = PRINTER, told: str = "") -> Reply:
    """Return what the process that looks at a kit says."""
    if task.walk is None and task.job is None:
        return Reply(())
    limits = limits_of(seconds)
    return asked(path, printer, f"{limits.seconds}{told}", pickle.dumps(task), limits, what=what)


def _checks(task: Question, reply: Reply) -> tuple[Check, ...]:
    """Return the checks of a kit, or one that fails where they were asked for and did not come."""
    if task.walk is None:
        return ()
    for letter, content in reply.frames:
        if letter == CHECKS:
            return msgspec.msgpack.decode(content, type=tuple[Check, ...])
    return (found_faults("the kit can be checked", "its checks", "none", [reply.refusal]),)
