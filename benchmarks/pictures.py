"""Measures what pictures of pages may differ by: false alarms in PDFs saved anew.

    python benchmarks/pictures.py          # the table of docs/reliability.md; some minutes
    python benchmarks/pictures.py --few    # of one kit

PDFs are written again by what is installed: pikepdf (qpdf), MuPDF where PyMuPDF is there, Ghostscript, and by rounding
every place on a page as programs do that know fewer digits. Scans are measured by ``benchmarks/scans.py``.
"""

import argparse
import io
import pathlib
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from importlib import import_module
from importlib.util import find_spec
from shutil import which

import pikepdf
import pypdfium2

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests"))
from prints import document

from kitgen.paper.document import Document
from kitgen.pictures.picture_compare import AREA, COLOUR, DOT, strongest
from kitgen.pictures.pixels import DotGrid, page_size, strip_of
from kitgen.render.pdf import write_pdf
from kitgen.verification.picture_child import Lying, _compare

#: What is moved when the places of marks are rounded.
PLACES = {"m", "l", "c", "v", "y", "h", "re", "Td", "Tm", "w", "cm"}


def pdf_of(drawn: Document) -> bytes:
    stream = io.BytesIO()
    write_pdf(drawn, stream)
    return stream.getvalue()


def saved(data: bytes, **how: object) -> bytes:
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.save(stream, **how)
    return stream.getvalue()


def rounded(data: bytes, step: float) -> bytes:
    """A PDF with every place on its pages rounded to so many points."""
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            made = []
            for operands, operator in pikepdf.parse_content_stream(page):
                kept = 4 if str(operator) in ("Tm", "cm") else 0
                if str(operator) in PLACES:
                    near = [round(Decimal(str(x)) / Decimal(str(step))) * Decimal(str(step)) for x in operands[kept:]]
                    made.append(([*operands[:kept], *near], operator))
                else:
                    made.append((operands, operator))
            page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(made))
        pdf.save(stream)
    return stream.getvalue()


def anew() -> dict[str, Callable[[bytes], bytes]]:
    """Ways to write a PDF again."""
    ways: dict[str, Callable[[bytes], bytes]] = {
        "pikepdf, linearised": lambda data: saved(data, linearize=True),
        "pikepdf, streams of objects": lambda d: saved(d, object_stream_mode=pikepdf.ObjectStreamMode.generate),
        "places rounded to 0.01 pt": lambda data: rounded(data, 0.01),
        "places rounded to 0.05 pt": lambda data: rounded(data, 0.05),
        "places rounded to 0.1 pt (720 dpi)": lambda data: rounded(data, 0.1),
    }
    if find_spec("pymupdf"):
        mupdf = import_module("pymupdf")
        ways["MuPDF, cleaned"] = lambda d: mupdf.open(stream=d).tobytes(garbage=4, clean=True, deflate=True)
        ways["MuPDF, drawn anew"] = lambda data: mupdf.open(stream=data).convert_to_pdf()
    if which("gs"):
        ways["Ghostscript"] = by_ghostscript
    return ways


def by_ghostscript(data: bytes) -> bytes:
    command = ["gs", "-q", "-sDEVICE=pdfwrite", "-dAutoRotatePages=/None", "-o", "-", "-"]
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout


def saving(kits: list[str]) -> None:
    """Print how far pages lie apart when programs have saved them anew."""
    print("| saved anew by | pages | dot | large dot | area | false alarms |\n|---|---|---|---|---|---|")
    for way, write in anew().items():
        worst, pages, alarms = (0, 0, 0), 0, 0
        for name in kits:
            data = pdf_of(document(name, None))
            one, other = pypdfium2.PdfDocument(data), pypdfium2.PdfDocument(write(data))
            for index in range(len(one)):
                grid = DotGrid.of(*page_size(one[index]))
                pictures = (strip_of(pdf[index], grid, 0, grid.height) for pdf in (one, other))
                worst = tuple(map(max, worst, strongest(*pictures)))
                pages += 1
                alarms += _compare(other, one, index, Lying(index, index)) is not None
        print(f"| {way} | {pages} | {worst[0]} | {worst[1]} | {worst[2]} | {alarms} |", flush=True)
    print(f"| *allowed* | | {DOT} | {COLOUR} | {AREA} | |\n")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--few", action="store_true")
    saving(["her"] if parser.parse_args().few else ["her", "gardner24", "menace", "awari-mini", "ladder"])


if __name__ == "__main__":
    main()
