"""The report of ``kitgen verify`` on paper: what is wrong stands first, and every check is
there.
"""

import pypdfium2
import pytest
from click.testing import CliRunner
from counting import at_least_one
from printed_words import lines_on

from kitgen.cli.main import main
from kitgen.paper.marks.scene import Text
from kitgen.papers import PAGES
from kitgen.verification.report import NAMED, Report, does_not_apply, found_faults, report_document


def words(document):
    """All lines of each page."""
    return [lines_on(sheet) for sheet in document.sheets]


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_what_is_wrong_stands_first_and_nothing_leaves_the_page(page):
    faults = [f"box {number} has no bead \U00010600 " + "and more " * 30 for number in range(20)]
    checks = [found_faults(f"check {number}", "all", "all", []) for number in range(60)]
    checks += [
        found_faults("boxes", "all", "some", faults),
        does_not_apply("pages", "there are none"),
    ]
    document = report_document(Report("her", "her", "0123456789", tuple(checks)), page)
    first, *_, last = words(document)
    assert (
        first.index("What is wrong")
        < first.index("boxes")
        < first.index("The kit against the rules")
    )
    assert sum(line.startswith("box ") for line in first) == NAMED
    assert "box 0 has no bead ? and more" in " ".join(first)
    assert "left out, there are none" in last
    assert last[-1] == f"01234567 · page {len(document.sheets)} of {len(document.sheets)}"
    assert len(document.sheets) > 2
    for sheet in document.sheets:
        heights = [mark.at[1] for mark in sheet.scene.marks if isinstance(mark, Text)]
        assert 10 < min(heights) < max(heights) <= page.height - 10
        for mark in at_least_one(mark for mark in sheet.scene.marks if isinstance(mark, Text)):
            assert 10 <= mark.at[0] <= page.width - 10
            assert "()" not in mark.text
    at = [
        (mark.text, mark.at[1]) for mark in document.sheets[0].scene.marks if isinstance(mark, Text)
    ]
    for number in range(3):
        own = next(height for text, height in at if text == f"check {number}")
        assert any(text == "✓" and abs(height - own) < 0.2 for text, height in at)


def test_the_command_writes_it(tmp_path):
    path = tmp_path / "report.pdf"
    done = CliRunner().invoke(main, ["verify", "ladder", "--report", str(path), "--page", "letter"])
    assert done.exit_code == 0, done.output
    pdf = pypdfium2.PdfDocument(path)
    assert [round(side / 72 * 25.4, 1) for side in pdf[0].get_size()] == [215.9, 279.4]
    assert "Right: 15 checks passed." in pdf[0].get_textpage().get_text_range()
    assert CliRunner().invoke(main, ["verify", "ladder", "--page", "letter"]).exit_code == 2
    assert (
        CliRunner()
        .invoke(main, ["verify", "ladder", "--report", str(tmp_path / "report.odt")])
        .exit_code
        == 2
    )
