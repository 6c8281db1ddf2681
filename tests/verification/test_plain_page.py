"""Pages as kitgen writes them: one pass over their text gives the marks that PDFium reads; it gets all others."""

from dataclasses import replace
from io import BytesIO
from itertools import chain

import pytest
from counting import some
from jobs import kit_of
from sampling import few

from kitgen.attachments import attached_kit
from kitgen.press.print_run import print_kit
from kitgen.sandbox import plain_page
from kitgen.sandbox.pdf_page import open_pdf, page_marks
from kitgen.sandbox.process import read_pdf
from kitgen.verification.pdf_proof import pdf_checks
from kitgen.verification.remake import Again
from kitgen.verification.report import Witness, found_faults

#: A kit, its choices and how it is printed: turned letters, dashes, seeds, greys, tiles, dots for fingers, accents.
PRINTS = {
    "her": ("her", {}, {}),
    "him in Spanish": ("him", {"language": "es"}, {"parts": ["labels", "zero", "log", "tactile"], "page": "letter"}),
    "menace": ("menace", {}, {"parts": ["labels", "finder", "map", "beads"]}),
    "awari in Italian": ("awari-mini", {"language": "it", "palette": "grey"}, {"parts": ["board", "finder", "route"]}),
    "ladder": ("ladder", {}, {"parts": ["spinner", "curve", "poster"]}),
}


def printed(name):
    kit, choices, options = PRINTS[name]
    stream = BytesIO()
    print_kit(kit_of(kit, **choices), stream, **options)
    return stream.getvalue()


def by_pdfium(data):
    pdf = open_pdf(data)
    return [page_marks(pdf, number) for number in range(len(pdf))]


def near(numbers, others, by=1e-3):
    """Whether numbers are the same within less than any program that draws them can tell apart."""
    return len(numbers) == len(others) and all(abs(a - b) < by for a, b in zip(numbers, others, strict=True))


@pytest.mark.parametrize("name", few(PRINTS, one_in=2))
def test_one_pass_reads_the_marks_that_pdfium_reads(name, monkeypatch):
    data = printed(name)
    monkeypatch.setattr("kitgen.sandbox.pdf_page.page_marks", None)  # no page is left to PDFium
    own = list(plain_page.plain_pages(data))
    for page, other in some(list(zip(own, by_pdfium(data), strict=True))):
        assert near((page.width, page.height), (other.width, other.height))
        assert (page.others, page.strange) == (other.others, other.strange) == ((), ())
        assert len(page.shapes) == len(other.shapes)
        assert len(page.letters) == len(other.letters)
        for shape, same in zip(page.shapes, other.shapes, strict=True):
            for key in ("order", "steps", "closed", "fill", "stroke", "manner"):
                assert getattr(shape, key) == getattr(same, key)
            assert near([*chain(*shape.points, *shape.corners)], [*chain(*same.points, *same.corners)])
            assert near((shape.width, *shape.dash), (same.width, *same.dash))
        for text, same in zip(page.letters, other.letters, strict=True):
            for key in ("order", "text", "turn", "fill"):
                assert getattr(text, key) == getattr(same, key)
            assert near((text.size, *text.at), (same.size, *same.at))
            # PDFium counts widths of letters in whole thousandths.
            assert near(text.bounds, same.bounds, 0.05 + 0.005 * len(text.text))


@pytest.mark.parametrize("setting", ["_PAINTED", "_PATH", "_TEXT", "_SETTING"])
def test_a_page_with_a_line_of_another_kind_is_left_to_pdfium(setting, monkeypatch):
    data = printed("her")
    other = {} if setting == "_PAINTED" else plain_page.re.compile(b"nothing")
    monkeypatch.setattr(plain_page, setting, other)
    plain_page._setting.cache_clear()
    assert list(plain_page.plain_pages(data)) == by_pdfium(data)


def test_marks_that_break_the_rules_fail_in_a_proven_file_too(tmp_path):
    path = tmp_path / "kit.pdf"
    path.write_bytes(printed("her"))
    pdf = read_pdf(path, pages=False)
    kit = attached_kit(pdf)
    again = Again.of(kit, pdf, marks=True)
    checks, _ = pdf_checks(kit, pdf, again, pdf, marks=True)
    assert all(check.passed for check in checks)
    assert [check.name for check in checks if check.witness == Witness.MARKS][-1] == "the drawing agrees with the rules"
    wrong = replace(again, drawn=(found_faults("the drawing agrees with the rules", "", "", ["box A1: the arrow"]),))
    checks, _ = pdf_checks(kit, pdf, wrong, pdf, marks=True)
    assert [check.faults for check in checks if not check.passed] == [("box A1: the arrow",)]
