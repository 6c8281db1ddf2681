"""What travels inside a printed PDF: the kit, and the print run that made it."""

from pathlib import Path

import pypdfium2

from kitgen.check.pdf.page import open_pdf
from kitgen.errors import KitFileError
from kitgen.kit.job_json import JOB_FILE, JobFile, read_job
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit

#: The name under which a kit travels in its PDF.
KIT_FILE = "kit.json"


def attached_kit(path: Path, *, trust: bool = False) -> Kit:
    """Return the kit that travels in a PDF.

    Args:
        path: the PDF.
        trust: True to accept a kit that was changed after it was made, as ``read_kit`` does.

    Raises:
        KitFileError: the file is no PDF, is damaged or encrypted, or carries no kit.
    """
    data = _attached(path, KIT_FILE)
    if data is None:
        raise KitFileError(f"{path} is a PDF, but not of a kit made by kitgen: it carries no {KIT_FILE}")
    return read_kit(data, f"{KIT_FILE} in {path}", trust=trust)


def attached_job(path: Path) -> JobFile | None:
    """Return the print run that made a PDF, as it says itself; None when it does not say, as older ones do not.

    Raises:
        KitFileError: the file is no PDF, is damaged or encrypted, or what it says is damaged.
    """
    data = _attached(path, JOB_FILE)
    return None if data is None else read_job(data, f"{JOB_FILE} in {path}")


def _attached(path: Path, name: str) -> bytes | None:
    """Return the bytes of the file of a name that travels in a PDF; None when there is none.

    Raises:
        KitFileError: the file is no PDF, is damaged or encrypted.
    """
    pdf = open_pdf(path)
    try:
        for number in range(pdf.count_attachments()):
            attachment = pdf.get_attachment(number)
            if attachment.get_name() == name:
                return bytes(attachment.get_data())
    except pypdfium2.PdfiumError:
        raise KitFileError(f"{path} is a damaged PDF and its {name} cannot be read; print the kit again") from None
    finally:
        pdf.close()
    return None
