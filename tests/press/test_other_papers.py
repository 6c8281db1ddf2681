"""Pages of another size than the page stand in a PDF of their own, and the output says so."""

import json
from io import BytesIO

import pypdfium2
import pytest
from click.testing import CliRunner
from counting import at_least

from kitgen import print_kit
from kitgen.cli.main import main

POINTS_PER_MM = 72 / 25.4
CHOSEN = "cover,labels,poster,sweets,panel,worksheet"


def run(*words):
    done = CliRunner().invoke(main, [*map(str, words)])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("papers") / "her"
    done = run("print", "her", "--parts", CHOSEN, "--set", "sweets.size=double", "-o", folder)
    return folder, done


def sizes(path):
    """The sizes of the pages of a PDF, in whole mm."""
    pdf = pypdfium2.PdfDocument(path)
    found = [tuple(round(side / POINTS_PER_MM) for side in page.get_size()) for page in pdf]
    pdf.close()
    return found


def first_words(path):
    pdf = pypdfium2.PdfDocument(path)
    words = [page.get_textpage().get_text_range() for page in pdf]
    pdf.close()
    return words


def test_each_pdf_has_pages_of_one_size(printed):
    folder, said = printed
    assert sizes(folder / "kit.pdf") == [(210, 297)] * 4
    assert sizes(folder / "kit-a2.pdf") == [(420, 594)]
    assert sizes(folder / "kit-a3.pdf") == [(297, 420)] * 2
    assert "kit.pdf  all but larger sheets" in said
    assert "kit-a2.pdf  on A2 paper, for a copy shop: poster" in said
    assert "kit-a3.pdf  on A3 paper, for a copy shop: sweets, panel" in said


def test_pages_of_the_usual_paper_are_numbered_first(printed):
    """A print dialog counts the pages of the file: they are the numbers at the foot of the
    sheets.
    """
    folder, _ = printed
    for number, words in at_least(4, enumerate(first_words(folder / "kit.pdf"), 1)):
        assert f"page {number} of 7" in words
    assert "page 5 of 7" in first_words(folder / "kit-a2.pdf")[0]


@pytest.mark.every
def test_every_pdf_verifies_and_so_does_the_folder(printed):
    folder, _ = printed
    for name in ("kit.pdf", "kit-a2.pdf", "kit-a3.pdf", ""):
        assert "right: " in run("verify", folder / name)


def test_a_print_on_one_paper_is_one_file(tmp_path):
    assert "kit.pdf  everything" in run(
        "print", "her", "--parts", "board,log", "-o", tmp_path / "one"
    )
    report = json.loads(
        run("print", "her", "--parts", "log,poster", "-o", tmp_path / "two", "--json")
    )["result"]
    assert report["on_other_paper"] == {"kit-a2.pdf": ["poster"]}
    assert sizes(tmp_path / "two" / "kit.pdf") == [(210, 297)] * 2


def test_a_stream_holds_everything():
    stream = BytesIO()
    print_kit("her", stream, parts=["board", "poster"])
    assert sizes(stream.getvalue()) == [(210, 297), (420, 594)]
