"""The kit inside a printed PDF, and the print run that made it."""

from pathlib import Path

from kitgen.errors import KitFileError, quoted
from kitgen.kit.job_json import JOB_FILE, JobFile, read_job
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import KIT_FILE, read_kit
from kitgen.sandbox.pdf_writer import other_writer
from kitgen.sandbox.process import PrintedPdf, read_pdf


def attached_kit(pdf: Path | PrintedPdf, *, trust: bool = False) -> Kit:
    """Return the kit in a PDF.

    With ``trust``, a kit that was changed after it was made is returned, too, as by ``read_kit``.
    """
    printed = _printed(pdf)
    where = quoted(printed.path)
    data = printed.files.get(KIT_FILE)
    if data is None:
        writer = other_writer(printed.data)
        advice = ""
        if writer:
            advice = f"; if {writer} has written it anew, verify and print the original"
        raise KitFileError(
            f"{where} is a PDF, but not of a kit made by kitgen: it carries no {KIT_FILE}{advice}"
        )
    return read_kit(data, f"{KIT_FILE} in {where}", trust=trust, file=printed.path)


def attached_job(pdf: Path | PrintedPdf) -> JobFile | None:
    """Return the print run that made a PDF; None for older PDFs without it."""
    printed = _printed(pdf)
    data = printed.files.get(JOB_FILE)
    return None if data is None else read_job(data, f"{JOB_FILE} in {quoted(printed.path)}")


def _printed(pdf: Path | PrintedPdf) -> PrintedPdf:
    return pdf if isinstance(pdf, PrintedPdf) else read_pdf(pdf)
