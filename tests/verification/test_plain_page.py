"""Pages as kitgen writes them: one pass over their text gives the marks that PDFium reads; all
else is strange.
"""

import re
from dataclasses import replace
from io import BytesIO
from itertools import chain

import pikepdf
import pytest
from counting import at_least_one
from jobs import kit_of
from pdfium_marks import marks_by_pdfium
from pikepdf import Array, Dictionary
from sampling import few

from kitgen.press.print_run import print_kit
from kitgen.sandbox.plain_page import PlainPdf
from kitgen.sandbox.process import read_pdf
from kitgen.sources.attachments import attached_kit
from kitgen.verification.pdf_proof import pdf_checks
from kitgen.verification.remake import Again
from kitgen.verification.report import Witness, found_faults

#: A kit, its choices and how it is printed: turned letters, dashes, seeds, greys, tiles, dots for
#: fingers, accents.
PRINTS = {
    "her": ("her", {}, {}),
    "him in Spanish": (
        "him",
        {"language": "es"},
        {"parts": ["labels", "zero", "log", "tactile"], "page": "letter"},
    ),
    "menace": ("menace", {}, {"parts": ["labels", "finder", "map", "beads"]}),
    "awari in Italian": (
        "awari-mini",
        {"language": "it", "palette": "grey"},
        {"parts": ["board", "finder", "route"]},
    ),
    "ladder": ("ladder", {}, {"parts": ["spinner", "curve", "poster"]}),
}


def printed(name):
    kit, choices, options = PRINTS[name]
    stream = BytesIO()
    print_kit(kit_of(kit, **choices), stream, **options)
    return stream.getvalue()


def near(numbers, others, by=1e-3):
    """Whether numbers are the same within less than any program that draws them can tell apart."""
    return len(numbers) == len(others) and all(
        abs(a - b) < by for a, b in zip(numbers, others, strict=True)
    )


@pytest.mark.every
@pytest.mark.parametrize("name", few(PRINTS, one_in=8))
def test_one_pass_reads_the_marks_that_pdfium_reads(name):
    data = printed(name)
    for page, other in at_least_one(list(zip(PlainPdf(data), marks_by_pdfium(data), strict=True))):
        assert near((page.width, page.height), (other.width, other.height))
        assert page.strange == ()
        assert len(page.shapes) == len(other.shapes)
        assert len(page.letters) == len(other.letters)
        for shape, same in zip(page.shapes, other.shapes, strict=True):
            for key in ("order", "steps", "closed", "fill", "stroke", "manner"):
                assert getattr(shape, key) == getattr(same, key)
            assert near(
                [*chain(*shape.points, *shape.corners)], [*chain(*same.points, *same.corners)]
            )
            assert near((shape.width, *shape.dash), (same.width, *same.dash))
        for text, same in zip(page.letters, other.letters, strict=True):
            for key in ("order", "text", "turn", "fill"):
                assert getattr(text, key) == getattr(same, key)
            assert near((text.size, *text.at), (same.size, *same.at))
            # PDFium counts widths of letters in whole thousandths.
            assert near(text.bounds, same.bounds, 0.05 + 0.005 * len(text.text))


def page_with(change):
    """The first page of a print with its operators changed, as it is read, and as it was."""
    with pikepdf.open(BytesIO(printed("her"))) as pdf:
        whole = pdf.pages[0].Contents.read_bytes()
        stream = BytesIO()
        pdf.pages[0].Contents.write(change(whole))
        pdf.save(stream)
    return PlainPdf(stream.getvalue()).page(0), PlainPdf(printed("her")).page(0)


@pytest.mark.parametrize(
    "added",
    few(
        [
            b"1 0 0 1 9 0cm",
            b"0 0 9 9 re f",
            b"W n",
            b"Q Q",
            b"n 1 1 m 9 9 l 0f",
            b"/G gs",
            b"BT 1 0 0 1 9 9 Tm /F7 9 Tf 9 TL (x) Tj T* ET",
        ],
        one_in=12,
    ),
)
def test_what_kitgen_does_not_draw_is_strange_and_the_rest_is_read(added):
    page, whole = page_with(lambda content: content + b"\n" + added + b"\n")
    assert page.strange == ("something that kitgen does not draw",)
    assert (page.shapes, page.letters) == (whole.shapes, whole.letters)


@pytest.mark.every
def test_other_blanks_between_operators_change_nothing():
    page, whole = page_with(
        lambda content: re.sub(rb"(?m)^n | (?=l$)|\n(?=S$)| (?=Tj T)", rb"\g<0>\n\t", content)
    )
    assert page == whole


@pytest.mark.parametrize(
    "put",
    few(
        [
            {"Annots": Array()},
            {"Rotate": 90},
            {"MediaBox": Array([9, 0, 595, 842])},
            {"Group": Dictionary()},
            {"UserUnit": 2},
        ],
        one_in=6,
    ),
    ids=str,
)
def test_what_kitgen_does_not_say_of_a_page_is_strange(put):
    with pikepdf.open(BytesIO(printed("her"))) as pdf:
        for key, value in put.items():
            pdf.pages[0].obj["/" + key] = value
        stream = BytesIO()
        pdf.save(stream)
    assert len(PlainPdf(stream.getvalue()).page(0).strange) == 1


@pytest.mark.every
def test_marks_that_break_the_rules_fail_in_a_proven_file_too(tmp_path):
    path = tmp_path / "kit.pdf"
    path.write_bytes(printed("her"))
    pdf = read_pdf(path)
    kit = attached_kit(pdf)
    again = Again.of(kit, pdf, marks=True)
    checks, _ = pdf_checks(kit, pdf, again, pdf, marks=True)
    assert all(check.verdict == "right" for check in checks)
    assert [check.name for check in checks if check.witness == Witness.MARKS][
        -1
    ] == "the drawing agrees with the rules"
    wrong = replace(
        again,
        drawn=(found_faults("the drawing agrees with the rules", "", "", ["box A1: the arrow"]),),
    )
    checks, _ = pdf_checks(kit, pdf, wrong, pdf, marks=True)
    assert [check.faults for check in checks if check.verdict != "right"] == [
        ("box A1: the arrow",)
    ]
