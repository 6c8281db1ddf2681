"""Rasterises pages of PDFs as for print, a strip at a time: posters in one piece would take too much memory."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
from PIL import Image
from pypdfium2 import raw

from kitgen.pictures.picture_compare import DPI, NEAR

INCH, POINT = 25.4, 25.4 / 72
#: Pages larger than this, in square mm, are seen from farther away: an A3 sheet, and what fraction of the dots.
LARGE_PAGE, COARSER = 297 * 421, 2
#: About so many dots are in one strip.
STRIP = 4_000_000
#: Strips overlap by so many dots, so that what lies on their edges is seen whole.
OVERLAP = 2 * NEAR


@dataclass(frozen=True, slots=True)
class DotGrid:
    """How a page is cut into dots: its width and height in dots, and dots per inch."""

    width: int
    height: int
    dpi: int

    @classmethod
    def of(cls, width: float, height: float, dpi: int | None = None) -> "DotGrid":
        """Return the dots of a page of so many mm.

        >>> DotGrid.of(210, 297), DotGrid.of(841, 1189).dpi
        (DotGrid(width=1654, height=2339, dpi=200), 100)
        """
        dpi = dpi or (DPI if width * height <= LARGE_PAGE else DPI // COARSER)
        return cls(round(width / INCH * dpi), round(height / INCH * dpi), dpi)

    @property
    def strips(self) -> Iterator[tuple[int, int]]:
        """The first row of each strip, and how many rows it has."""
        rows = max(4 * OVERLAP, STRIP // self.width)
        for top in range(0, self.height, rows):
            yield top, min(rows + OVERLAP, self.height - top)

    def millimetres(self, dots: float) -> float:
        """Return a length in mm."""
        return round(dots / self.dpi * INCH, 1)


@dataclass(frozen=True, slots=True)
class PageView:
    """A part of a page viewed as if it were a page of ``size`` mm; the other fields are those of ``Place``."""

    x: float
    y: float
    scale: float
    turn: float
    size: tuple[float, float]

    def matrix(self, grid: DotGrid, top: int) -> raw.FS_MATRIX:
        """Return what takes the points of a page, from its top left corner, to dots."""
        cos, sin = (part(math.radians(self.turn)) / self.scale for part in (math.cos, math.sin))
        across, down = grid.width * POINT / self.size[0], grid.height * POINT / self.size[1]  # dots to a point
        x, y = self.x / POINT, self.y / POINT
        return raw.FS_MATRIX(
            across * cos, -down * sin, across * sin, down * cos,
            -across * (cos * x + sin * y), down * (sin * x - cos * y) - top,
        )  # fmt: skip


def page_size(page: pypdfium2.PdfPage) -> tuple[float, float]:
    """Return the width and height of a page as it is seen, in mm."""
    width, height = page.get_size()
    return width * POINT, height * POINT


def strip_of(page: pypdfium2.PdfPage, grid: DotGrid, top: int, rows: int, view: PageView | None = None) -> Image.Image:
    """Return some rows of a page, or of a part of it, as its ink falls on paper, with all that is printed of it."""
    bitmap = pypdfium2.PdfBitmap.new_native(grid.width, rows, raw.FPDFBitmap_BGR, rev_byteorder=False)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, grid.width, rows)
    flags = raw.FPDF_PRINTING | raw.FPDF_ANNOT
    if view is None:
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, -top, grid.width, grid.height, 0, flags)
    else:
        matrix, corners = view.matrix(grid, top), ((0, 0), page.get_size())
        xs = sorted(matrix.a * x + matrix.c * y + matrix.e for x, y in corners)
        ys = sorted(matrix.b * x + matrix.d * y + matrix.f for x, y in corners)
        paper = raw.FS_RECTF(max(0, xs[0]), max(0, ys[0]), min(grid.width, xs[1]), min(rows, ys[1]))
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, paper, flags)
    # The order of the colours does not matter for comparisons; a copy, because the bitmap is closed.
    picture: Image.Image = bitmap.to_pil().copy()
    return picture
