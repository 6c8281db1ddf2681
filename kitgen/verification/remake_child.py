"""The process that checks a kit and prints its document again, within bounds.

Its input comes from the process that started it, which has checked it; ``kitgen.sandbox.child``
explains the answer.
"""

import pickle
from collections.abc import Iterator

import msgspec

from kitgen.installing.extras import MissingExtraError
from kitgen.kit.kit_json import write_kit
from kitgen.paper.document import Document
from kitgen.paper.job import Job
from kitgen.press.print_again import pages_of, print_again
from kitgen.press.print_job import with_attachments
from kitgen.press.print_run import kit_files, pdfs_of
from kitgen.render.pdf import pdf_bytes
from kitgen.sandbox.child import blaming
from kitgen.sources.kit_sources import KIT_PDF
from kitgen.verification.kit_checks import kit_checks
from kitgen.verification.remake import (
    CHECKS_FRAME,
    DATA_FRAME,
    EXTRA_FRAME,
    MARKS_FRAME,
    Remade,
    RemakeQuestion,
)


def frames(_wanted: str, data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames of the answer: the checks of the kit, what the PDF should be, and the
    checks of its marks.
    """
    # From the process that started this one, and nobody else.
    question: RemakeQuestion = pickle.loads(data)  # noqa: S301
    kit, checked, job, more, marks, own_words = question
    own_files = None if job is None else job.templates
    if checked:
        with blaming("cannot be checked"):
            yield CHECKS_FRAME, msgspec.msgpack.encode(kit_checks(kit, own_files, own_words))
    if job is None:
        return

    def printed(run: Job, whole: Document) -> Remade:
        if more:  # the whole run, as kit.pdf in a folder has it
            files = kit_files(run, whole, job, svg=more == "svg")
            data = files.pop(KIT_PDF)
            return Remade(data, pdfs_of(whole)[KIT_PDF].parts, files)
        document = pages_of(whole, job)
        data = pdf_bytes(with_attachments(document, write_kit(kit), job))
        return Remade(data, document.parts)

    try:
        with blaming("cannot be printed again"):
            document = print_again(kit, job, printed)
            yield DATA_FRAME, msgspec.msgpack.encode(document)
            if marks:
                from kitgen.sandbox.plain_page import PlainPdf  # noqa: PLC0415 - needed only here
                from kitgen.verification.pdf_checks import marks_checks  # noqa: PLC0415 - as above

                drawn = tuple(marks_checks(kit, job, PlainPdf(document.data)))
                yield MARKS_FRAME, msgspec.msgpack.encode(drawn)
    except MissingExtraError as missing:
        yield EXTRA_FRAME, msgspec.msgpack.encode((missing.what, missing.extra))
