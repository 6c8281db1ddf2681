"""Checks a user's kit and prints its document again, in a process with bounds.

A kit of a few kilobytes can have a game with millions of positions, and its print run can ask for
thousands of sheets. The needs of an honest kit grow with its file, and so does the time that it is
given.
"""

import pickle
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from kitgen.errors import KitFileError
from kitgen.installing.extras import MissingExtraError
from kitgen.kit.job_json import JOB_FILE, JobFile, JobPart, part_at
from kitgen.kit.kit import Kit
from kitgen.sandbox.limits import LARGEST_FILE, MB, Limits
from kitgen.sandbox.process import PrintedPdf, Reply, reply_of
from kitgen.sources.attachments import attached_job
from kitgen.verification.report import Check, Mismatch, found_faults, not_decided

# Limits, question and answer: known to both processes.

# The letters of frames.
#: Checks of the kit.
CHECKS_FRAME = b"k"
#: The document.
DATA_FRAME = b"d"
#: Checks of marks.
MARKS_FRAME = b"m"
#: Differences of marks.
WRONG_FRAME = b"w"
#: A missing extra.
EXTRA_FRAME = b"x"
#: The content of a frame with no checks or differences.
NOTHING = msgspec.msgpack.encode(())

# Seconds of work. MENACE with all parts takes 6, its 15 MB of laser drawings 15, and 5,000 boxes of
# Hexapawn with 0.6 MB take 16; a small PDF, with reading and comparing, may take no more than 10.
#: What printing again or checking may take at least.
MIN_SECONDS = 8
#: And for each MB of a PDF.
SECONDS_A_PDF_MB = 15
#: Of a kit alone, which is packed ten times tighter in a PDF.
SECONDS_A_KIT_MB = 3
#: And of files beside a PDF.
SECONDS_A_FOLDER_MB = 3
#: What reading the marks of a PDF may take at least; for each MB of it as above.
MIN_SECONDS_FOR_MARKS = 4

#: The longest answer, in bytes.
LONGEST_ANSWER = 4 * LARGEST_FILE
#: Address space in bytes: the exact figures of some sheets need libraries that take twice the
#: usual.
MEMORY = 1000 * MB
#: Checks, and differences of marks.
Findings = tuple[tuple[Check, ...], tuple[Mismatch, ...]]


class RemakeQuestion(NamedTuple):
    """What the process is asked.

    Attributes:
        checked: whether to check the kit.
        job: the print run to make again, if any.
        more: what to make beside its PDF: ``files``, ``svg``, or nothing.
        marks: whether to check the marks of the PDF.
        own_words: a user's words for colours, for a kit without its print run.
    """

    kit: Kit
    checked: bool
    job: JobFile | None = None
    more: str = ""
    marks: bool = False
    own_words: str | None = None


def remake_limits(seconds: float) -> Limits:
    """Return the limits of the process for some seconds of work."""
    return Limits.working(max(1, int(seconds)), answer=LONGEST_ANSWER, memory=MEMORY)


#: The module that checks a kit and prints a document again, in a process of its own.
PRINTER = "kitgen.verification.remake_child"
#: The one that reads the marks of a document, likewise.
READER = "kitgen.verification.pdf_checks"


class Remade(msgspec.Struct, frozen=True):
    """A document as it is printed again; ``files`` are those beside it, by path, if wanted."""

    data: bytes
    parts: tuple[JobPart, ...]
    files: Mapping[str, bytes] = {}

    @classmethod
    def of(cls, frames: Iterable[tuple[bytes, bytes]]) -> "Remade":
        """Return the answer of the process that prints; ``MissingExtraError`` if it lacks one."""
        answers = dict(frames)
        if EXTRA_FRAME in answers:
            what, extra = msgspec.msgpack.decode(answers[EXTRA_FRAME], type=tuple[str, str])
            raise MissingExtraError(what, extra)
        return msgspec.msgpack.decode(answers[DATA_FRAME], type=Remade)

    def part_at(self, page: int, down: float = 0.0) -> str:
        """Return the part that a page, counted from 1, belongs to at ``down`` mm from its top."""
        part = part_at(self.parts, page, down)
        return "" if part is None else part.name


@dataclass(frozen=True, slots=True)
class Again:
    """A PDF as it is printed again from its attached files, or why it is not.

    Attributes:
        job: the print run; None when the PDF carries none that can be read.
        missing: why it is unknown what should be printed, if it is.
        fault: why nothing can be printed from the attached files, if so.
        cut_short: the same, where it took more time or memory than it may.
        checks, drawn: those of the kit, and of the marks on the document.
    """

    job: JobFile | None
    document: Remade | None = None
    missing: str = ""
    fault: str = ""
    cut_short: str = ""
    checks: tuple[Check, ...] = ()
    drawn: tuple[Check, ...] = ()

    @classmethod
    def of(
        cls,
        kit: Kit,
        pdf: PrintedPdf,
        *,
        checked: bool = False,
        more: str = "",
        beside: int = 0,
        marks: bool = False,
    ) -> "Again":
        """Print again what a PDF claims to be, once for all its checks.

        ``MissingExtraError`` names a missing extra.

        Args:
            checked: whether to check the kit, too.
            more: what to make beside the PDF: ``files``, or ``svg`` with a picture of each card,
                too.
            beside: the bytes of files beside the PDF.
        """
        job, missing = _run_in(pdf)
        for_pdf = SECONDS_A_PDF_MB * len(pdf.data)
        for_folder = SECONDS_A_FOLDER_MB * min(beside, LONGEST_ANSWER)
        seconds = MIN_SECONDS + (for_pdf + for_folder) / MB - pdf.seconds
        question = RemakeQuestion(kit, checked, None if missing else job, more, marks)
        reply, checks = _asked(pdf.path, question, seconds, "be printed again")
        if missing:
            return cls(job, missing=missing, checks=checks)
        if reply.cut_short:
            return cls(job, cut_short=reply.refusal, checks=checks)
        if reply.refusal:
            return cls(job, fault=reply.refusal, checks=checks)
        document = Remade.of(reply.frames)
        return cls(job, document, checks=checks, drawn=_checks_in(reply, MARKS_FRAME))

    def refusal(self, name: str) -> Check:
        """Return the check of a PDF that could not be printed again."""
        unknown = self.missing or self.cut_short
        if unknown:
            return not_decided(name, unknown)
        return found_faults(name, "what the kit and the print run make", "nothing", [self.fault])


def read_marks(kit: Kit, pdf: PrintedPdf, again: Again, pages: Collection[int]) -> Findings:
    """Return the checks of the marks of a PDF, and how some pages differ from the new document."""
    limits = remake_limits(MIN_SECONDS_FOR_MARKS + SECONDS_A_PDF_MB * len(pdf.data) / MB)
    question = pickle.dumps((kit, pdf.data, again.job, again.missing, again.document, pages))
    reply = reply_of(pdf.path, READER, "", question, limits, what="have its marks read")
    checks = _checks_in(reply, MARKS_FRAME)
    if reply.refusal:
        checks += (_refused("all marks can be read", "marks", reply),)
    wrong = dict(reply.frames).get(WRONG_FRAME, NOTHING)
    return checks, msgspec.msgpack.decode(wrong, type=tuple[Mismatch, ...])


def checked_apart(kit: Kit, path: Path, own_words: str | None = None) -> tuple[Check, ...]:
    """Return the checks of a kit that was read from a file, or one that says why there are none.

    ``own_words`` are those of ``made_again``.
    """
    seconds = MIN_SECONDS + SECONDS_A_KIT_MB * path.stat().st_size / MB
    question = RemakeQuestion(kit, checked=True, own_words=own_words)
    _, checks = _asked(path, question, seconds, "be checked")
    return checks


def _run_in(pdf: PrintedPdf) -> tuple[JobFile | None, str]:
    """Return the print run in a PDF, and why it does not tell what should be printed, if so."""
    try:
        job = attached_job(pdf)
    except KitFileError as error:
        return None, str(error)
    if job is None:
        return None, f"the PDF carries no {JOB_FILE}, so it is unknown what was printed"
    return job, ""


def _asked(
    path: Path, question: RemakeQuestion, seconds: float, what: str
) -> tuple[Reply, tuple[Check, ...]]:
    """Return the reply of the process, and the checks of the kit, or why they are missing."""
    reply = reply_of(path, PRINTER, "", pickle.dumps(question), remake_limits(seconds), what=what)
    checks = _checks_in(reply, CHECKS_FRAME)
    if question.checked and not checks:
        checks = (_refused("the kit can be checked", "its checks", reply),)
    return reply, checks


def _refused(name: str, expected: str, reply: Reply) -> Check:
    """Return the check of an answer that is not complete."""
    if reply.cut_short:
        return not_decided(name, reply.refusal)
    return found_faults(name, expected, "none", [reply.refusal])


def _checks_in(reply: Reply, frame: bytes) -> tuple[Check, ...]:
    return msgspec.msgpack.decode(dict(reply.frames).get(frame, NOTHING), type=tuple[Check, ...])
