"""Rasterises pages of PDFs as for print."""

import pypdfium2
from PIL import Image
from pypdfium2 import raw

INCH, POINT = 25.4, 25.4 / 72
#: Dots to an inch at which sheets are compared.
DPI = 200


def page_size(page: pypdfium2.PdfPage) -> tuple[float, float]:
    """Return the width and height of a page as it is seen, in mm."""
    width, height = page.get_size()
    return width * POINT, height * POINT


def page_dots(page: pypdfium2.PdfPage, dpi: int = DPI) -> Image.Image:
    """Return a page as its ink falls on paper, with everything that is printed of it, and ``dpi`` dots to an inch."""
    width, height = (round(side / INCH * dpi) for side in page_size(page))
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, rev_byteorder=False)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_PRINTING | raw.FPDF_ANNOT)
    # A copy, because the bitmap is closed.
    picture: Image.Image = bitmap.to_pil().copy()
    return picture
