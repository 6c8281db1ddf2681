"""What travels inside a printed PDF: the kit, and the print run that made it."""

from pathlib import Path

from kitgen.check.pdf.reading import KIT_FILE, PrintedPdf, read_pdf
from kitgen.errors import KitFileError
from kitgen.kit.job_json import JOB_FILE, JobFile, read_job
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit


def attached_kit(pdf: Path | PrintedPdf, *, trust: bool = False) -> Kit:
    """Return the kit that travels in a PDF.

    Args:
        pdf: the PDF, or what was read from it.
        trust: True to accept a kit that was changed after it was made, as ``read_kit`` does.

    Raises:
        KitFileError: the file is no PDF, is damaged or encrypted, or carries no kit.
    """
    printed = _printed(pdf)
    data = printed.files.get(KIT_FILE)
    if data is None:
        raise KitFileError(f"{printed.path} is a PDF, but not of a kit made by kitgen: it carries no {KIT_FILE}")
    return read_kit(data, f"{KIT_FILE} in {printed.path}", trust=trust)


def attached_job(pdf: Path | PrintedPdf) -> JobFile | None:
    """Return the print run that made a PDF, as it says itself; None when it does not say, as older ones do not.

    Raises:
        KitFileError: the file is no PDF, is damaged or encrypted, or what it says is damaged.
    """
    printed = _printed(pdf)
    data = printed.files.get(JOB_FILE)
    return None if data is None else read_job(data, f"{JOB_FILE} in {printed.path}")


def _printed(pdf: Path | PrintedPdf) -> PrintedPdf:
    """Return what a PDF holds but for its pages, unless it has been read."""
    return pdf if isinstance(pdf, PrintedPdf) else read_pdf(pdf, pages=False)
