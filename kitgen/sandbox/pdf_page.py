"""Opens a PDF with PDFium, in a process of its own (``child``), as a PDF may be malicious."""

import io
from collections.abc import Collection, Iterator
from itertools import chain

import pypdfium2
from pypdfium2 import raw

from kitgen.errors import KitFileError
from kitgen.sandbox.limits import LARGEST_ATTACHMENT, MAX_ATTACHMENTS, MB, PRINT_AGAIN

#: Drawings nested more deeply in drawings are ignored.
DEEPEST = 4


def open_pdf(data: bytes, advice: str = PRINT_AGAIN) -> pypdfium2.PdfDocument:
    """Return an opened PDF with at least one page; a ``KitFileError``, here and below, follows
    the PDF's name.
    """
    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code == raw.FPDF_ERR_PASSWORD:
            raise KitFileError(f"is encrypted; save it without a password, or {advice}") from None
        raise KitFileError(f"is a damaged PDF and cannot be read; {advice}") from None
    if not len(pdf):
        raise KitFileError(f"is a PDF without pages; {advice}")
    return pdf


def without_password(data: bytes) -> bytes:
    """Return a PDF with an empty password as one without a password, with the same objects."""
    copy = io.BytesIO()
    open_pdf(data).save(copy, flags=raw.FPDF_REMOVE_SECURITY)
    return copy.getvalue()


def read_attachments(
    pdf: pypdfium2.PdfDocument, names: Collection[str]
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each attached file with one of some names in a PDF."""
    count = pdf.count_attachments()
    if count > MAX_ATTACHMENTS:
        raise KitFileError(f"carries {count} files, more than any kit; give a kit PDF")
    for number in range(count):
        name = "a file"
        try:
            attachment = pdf.get_attachment(number)
            name = attachment.get_name()
            if name not in names:
                continue
            data = bytes(attachment.get_data())
        except pypdfium2.PdfiumError:
            raise KitFileError(
                f"is a damaged PDF and its {name} cannot be read; {PRINT_AGAIN}"
            ) from None
        if len(data) > LARGEST_ATTACHMENT:
            raise KitFileError(
                f"carries a {name} of more than {LARGEST_ATTACHMENT // MB} MB; {PRINT_AGAIN}"
            )
        yield name, data


def is_scan(pdf: pypdfium2.PdfDocument) -> bool:
    """Return whether a PDF shows only pictures, perhaps with invisible text for searching."""

    def is_visible(item: pypdfium2.PdfObject) -> bool:
        if item.type == raw.FPDF_PAGEOBJ_TEXT:
            mode = raw.FPDFTextObj_GetTextRenderMode(item)
            return bool(mode != raw.FPDF_TEXTRENDERMODE_INVISIBLE)
        return bool(item.type == raw.FPDF_PAGEOBJ_PATH)

    items = chain.from_iterable(page.get_objects(max_depth=DEEPEST) for page in pdf)
    return not any(map(is_visible, items))
