"""The program that has written a PDF, as it names itself in the PDF."""

import pytest

from kitgen.sandbox.pdf_writer import other_writer

MAC = "macOS Version 14.1 Quartz PDFContext"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"<< /Producer (cairo 1.18.0) >>", "cairo 1.18.0"),
        (b"<</Producer(Skia/PDF m120)>>", "Skia/PDF m120"),
        (b"<pdf:Producer>macOS Version 14.1 Quartz PDFContext</pdf:Producer>", MAC),
        (b"<pdf:Producer>PDFium</pdf:Producer>", "PDFium"),
        (b"<pdf:Producer>ReportLab PDF Library</pdf:Producer>", ""),
        (b"<< /Producer (ReportLab PDF Library - www.reportlab.com) >>", ""),
        (b"<< /Producer ( Ghostscript 10 ) >>", "Ghostscript 10"),
        (b"<< /Producer () >>", ""),
        (b"<< /Creator (cairo 1.18.0) >>", ""),
        (b"<pdf:producer>PDFium</pdf:producer>", ""),
        (b"", ""),
    ],
)
def test_a_program_is_named_as_it_names_itself(data, name):
    """In the file's own words or in those in XML, whose names have capitals; kitgen's is none."""
    assert other_writer(b"%PDF-1.7\n" + data + b"\n%%EOF") == name


def test_a_long_name_is_cut_and_has_no_strange_letters():
    assert len(other_writer(b"/Producer (" + b"a" * 500 + b")")) == 40
    assert other_writer(b"/Producer (one\x1b[31m two)") == "one"
