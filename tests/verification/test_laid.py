"""Sheets that other programs fit to paper pass with a warning that gives their scale; what differs on them is named."""

import math
from functools import cache
from io import BytesIO

import pikepdf
import pypdfium2
import pytest
from pypdfium2 import raw
from sampling import sample

from kitgen.press.printing import print_kit
from kitgen.verification.report import Report
from kitgen.verification.verifying import verify

A4, LETTER = (595.276, 841.89), (612.0, 792.0)
#: Points to a mm.
MM = 72 / 25.4


@cache
def printed() -> bytes:
    stream = BytesIO()
    print_kit("ladder", stream, parts=["labels", "zero", "certificate"])
    return stream.getvalue()


def drawn(page, words):
    """Put operators round what is on a page."""
    page.contents_add(words.encode() + b"\n", prepend=True)
    page.contents_add(b"\nQ")


def scaled(pages, scale, x, y, paper=None, high=None):
    """A PDF with some pages scaled, and moved by so many points, on other paper."""
    stream = BytesIO()
    with pikepdf.open(BytesIO(printed())) as pdf:
        for number in pages or range(len(pdf.pages)):
            drawn(pdf.pages[number], f"q {scale} 0 0 {high or scale} {x} {y} cm")
            if paper:
                pdf.pages[number].mediabox = [0, 0, *paper]
        pdf.save(stream)
    return stream.getvalue()


def two_up(data):
    """A PDF with two pages on each of another, as PDFium does it, with what travels in it."""
    source = pypdfium2.PdfDocument(data)
    made = pypdfium2.PdfDocument(raw.FPDF_ImportNPagesToOne(source, A4[1], A4[0], 2, 1))
    stream = BytesIO()
    made.save(stream)
    out = BytesIO()
    with pikepdf.open(stream) as pdf, pikepdf.open(BytesIO(data)) as old:
        for name, file in old.attachments.items():
            pdf.attachments[name] = file.get_file().read_bytes()
        pdf.save(out)
    return out.getvalue()


def report_on(tmp_path, data) -> Report:
    path = tmp_path / "kit.pdf"
    path.write_bytes(data)
    return verify(path)


def faults(report):
    return [fault for check in report.checks for fault in check.faults]


@pytest.mark.parametrize(
    ("data", "warning"),
    sample(
        [
            (lambda: scaled((), 0.94, 18, 0.3, LETTER), "printed at 94% of its size: do not use it"),
            (lambda: scaled((), 1.0, 8, 14, (620, 870)), "the sheets lie elsewhere on the paper"),
            (lambda: two_up(printed()), "2 sheets on a page"),
        ],
        one_in=3,
    ),
    ids=["fitted to Letter", "moved on larger paper", "two on a page"],
)
def test_what_is_fitted_to_paper_as_a_whole_passes_with_a_warning(data, warning, tmp_path):
    report = report_on(tmp_path, data())
    assert faults(report) == []
    assert report.passed
    assert [one for one in report.warnings if warning in one]
    assert len({check.witness for check in report.checks}) == 3


@pytest.mark.every
def test_two_on_a_page_also_say_their_scale_and_what_differs_on_one_of_them(tmp_path):
    with pikepdf.open(BytesIO(printed())) as pdf:
        pdf.pages[1].contents_add(b"\n1 0 0 rg 300 400 9 9 re f")
        stream = BytesIO()
        pdf.save(stream)
    report = report_on(tmp_path, two_up(stream.getvalue()))
    assert any("71%" in warning for warning in report.warnings)
    assert [check.witness for check in report.checks if check.passed is False] == ["marks", "picture"]
    assert all("page 2" in fault for fault in faults(report))


@pytest.mark.parametrize(
    ("data", "says"),
    sample(
        [
            (lambda: scaled((1,), 0.6, 90, 90), "page 2: it is printed at 60% of its size, the others at 100%"),
            (lambda: scaled((), 0.4, 90, 90), "the sheets are printed at 40%, too small to be used"),
            (lambda: scaled((), 1.1, 0, 0), "pages 1-3: something is cut off at the edge of the paper"),
            (lambda: scaled((), 0.9, 0, 0, high=0.95), "printed at 90% of its width and 95% of its height"),
        ],
        one_in=2,
    ),
    ids=["one page", "far too small", "too large for its paper", "stretched"],
)
def test_what_cannot_be_used_fails(data, says, tmp_path):
    report = report_on(tmp_path, data())
    assert not report.passed
    assert any(says in fault for fault in faults(report)), faults(report)


def turned(degrees):
    """A PDF with what is on its pages turned about their middle."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = (side / 2 for side in A4)
    stream = BytesIO()
    with pikepdf.open(BytesIO(printed())) as pdf:
        for page in pdf.pages:
            matrix = f"{cos:.6f} {sin:.6f} {-sin:.6f} {cos:.6f} {x - x * cos + y * sin:.3f} {y - x * sin - y * cos:.3f}"
            drawn(page, f"q {matrix} cm")
        pdf.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "warning"),
    sample(
        [
            (lambda: scaled((), 1, 7 * MM, -7 * MM), ", moved 7 mm to the right and 7 mm down: fronts and backs"),
            (lambda: turned(180), ", turned by 180°: fronts and backs"),
        ],
        one_in=2,
    ),
    ids=["moved", "upside down"],
)
def test_it_is_said_how_sheets_lie_that_lie_elsewhere_and_nothing_else(data, warning, tmp_path):
    report = report_on(tmp_path, data())
    (said,) = report.warnings
    assert warning in said
    assert report.passed


@pytest.mark.every
def test_sheets_that_are_cut_off_are_one_finding_of_marks_and_one_of_the_picture(tmp_path):
    assert faults(report_on(tmp_path, scaled((), 1, 30 * MM, -30 * MM))) == [
        "pages 1-3: something is cut off at the edge of the paper, moved 30 mm to the right and 30 mm down",
        "pages 1-3: what lies beyond the edge of the paper is not there",
    ]


@pytest.mark.every
def test_a_fault_on_what_is_left_of_a_sheet_that_is_cut_off_is_found_all_the_same(tmp_path):
    with pikepdf.open(BytesIO(scaled((1,), 1, 30 * MM, 0))) as pdf:
        pdf.pages[1].contents_add(b"\n1 0 0 rg 300 400 9 9 re f")
        pdf.save(tmp_path / "cut.pdf")
    report = verify(tmp_path / "cut.pdf")
    picture = [fault for check in report.checks if check.witness == "picture" for fault in check.faults]
    assert "page 2: what lies beyond the edge of the paper is not there" in picture
    assert len(picture) == 2


@pytest.mark.every
def test_pages_on_which_nothing_is_where_it_should_be_are_told_of_once(tmp_path):
    report = report_on(tmp_path, turned(10))
    marks = [fault for check in report.checks if check.witness == "marks" for fault in check.faults]
    assert "pages 1-3: hardly anything is where it should be: turned, mirrored, moved or another page" in marks
    assert "page 1: no box can be read there; the page may be turned, moved, emptied or another" in marks
    assert len(marks) <= 4
