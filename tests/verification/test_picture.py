"""The third witness: pages are compared with the pictures that they should be, also when they come from a scanner."""

import io
import zlib
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree as ET

import damage
import numpy as np
import photographing
import pikepdf
import pytest
from answers import result_of
from click.testing import CliRunner
from jobs import kit_of, make_job
from PIL import Image
from prints import document
from scanning import PRINTED, printed, scanned

import kitgen
from kitgen.cli.main import main
from kitgen.errors import KitFileError
from kitgen.kit.kit_json import write_kit
from kitgen.paper.marks.scene import Scene, Text, rectangle
from kitgen.pictures.picture_files import answer, limits_of
from kitgen.press.contents import attachments
from kitgen.render.pdf import write_pdf
from kitgen.sandbox.process import read_pdf
from kitgen.verification import scan as scans
from kitgen.verification.laid import LaidPdf
from kitgen.verification.picture_witness import look_at
from kitgen.verification.remake import Again, Remade
from kitgen.verification.scan import verify_scan
from kitgen.verification.sheet_order import Order

PARTS = ("labels", "finder", "board")


@cache
def sheets(name="her"):
    return document(name, PARTS)


def pdf_of(drawn, name="her"):
    """The bytes of a print of some sheets, with all that travels in one."""
    job = make_job(name, parts=PARTS)
    names = tuple(dict.fromkeys(sheet.part for sheet in drawn.sheets))
    stream = io.BytesIO()
    write_pdf(replace(drawn, keywords=names, attachments=attachments(job, sheets(name), write_kit(job.kit))), stream)
    return stream.getvalue()


def remade(name="her"):
    """Some sheets as they are printed again."""
    return Remade(pdf_of(sheets(name), name), sheets(name).parts)


def look(tmp_path, data, name="her"):
    path = tmp_path / "kit.pdf"
    path.write_bytes(data)
    again = Again(None, remade(name))
    kit, laid = kit_of(name), LaidPdf.of(read_pdf(path), again)
    check, found = look_at(kit, laid, again, Order.of(kit, laid).places)
    return check, [str(one) for one in found]


def saved(data, **how):
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.save(stream, **how)
    return stream.getvalue()


def test_an_untouched_print_is_the_same_file_and_one_that_was_saved_anew_looks_the_same(tmp_path):
    data = pdf_of(sheets())
    check, found = look(tmp_path, data)
    assert (check.passed, found) == (True, [])
    assert "made again" in check.reason
    check, found = look(tmp_path, saved(data, linearize=True))
    assert (check.passed, found, check.reason) == (True, [], "")


def covered(drawn, box):
    card = damage.Card(drawn, box)
    x, y = card.marks[card.legend[0]].at
    return card.changed(card.own[-1], card.marks[card.own[-1]], rectangle(x - 3, y - 4, 14, 6, "#FFFFFF"))


def on_board(drawn, **look):
    """The sheets with the title of the playing board changed."""
    last = drawn.sheets[-1]
    marks = [replace(m, **look) if isinstance(m, Text) and m.size > 15 else m for m in last.scene.marks]
    return replace(drawn, sheets=(*drawn.sheets[:-1], replace(last, scene=Scene(210, 297, marks))))


FAULTS = {
    "no arrow": (lambda d: damage.remove_arrow(d, "B3", 2), "B3 (page 1, labels): ", "the arrow of"),
    "an id": (lambda d: damage.change_id(d, "C2", "C8"), "C2 (page 1, labels): ", "the id"),
    "a tint": (lambda d: damage.recolour_arrow(d, "A1", 0, "#20A020"), "A1 (page 1, labels): ", "the arrow of"),
    "a patch": (lambda d: covered(d, "C2"), "C2 (page 1, labels): ", "the "),
    "white": (lambda d: on_board(d, fill="#FFFFFF"), "page 3, board: ", "the title"),
}  # fmt: skip


def test_what_looks_otherwise_is_named_by_page_part_and_card(tmp_path):
    harmed = sheets()
    for harm in ("no arrow", "an id", "a tint", "white"):
        harmed = FAULTS[harm][0](harmed)
    check, found = look(tmp_path, pdf_of(harmed))
    assert check.passed is False
    assert len(found) == 4, found
    for harm in ("no arrow", "an id", "a tint", "white"):
        _, where, what = FAULTS[harm]
        assert any(said.startswith(where) and what in said for said in found), (harm, found)


def test_a_page_that_is_missing_is_named(tmp_path):
    check, found = look(tmp_path, pdf_of(replace(sheets(), sheets=sheets().sheets[:2])))
    assert (check.passed, found) == (False, ["page 3, board: the page is missing"])


@pytest.mark.every
def test_pages_in_another_order_are_held_against_what_they_are(tmp_path):
    """Each says what is wrong on it, not that it is another."""
    harmed = FAULTS["white"][0](sheets())
    first, second, last = harmed.sheets
    check, (said,) = look(tmp_path, pdf_of(replace(harmed, sheets=(last, first, second))))
    assert check.passed is False
    assert said.startswith("page 1, board: ")
    check, (one, other) = look(tmp_path, pdf_of(replace(harmed, sheets=(first, last))))
    assert (one[:15], other) == ("page 2, board: ", "page 2, finder: the page is missing")
    assert check.found == "1 of 2"


@pytest.mark.every
def test_a_page_whose_paper_cuts_it_off_is_named(tmp_path):
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf_of(sheets()))) as pdf:
        pdf.pages[1].MediaBox = [0, 0, 300, 400]
        pdf.save(stream)
    check, found = look(tmp_path, stream.getvalue())
    assert check.passed is False
    assert found
    assert all("(page 2, finder)" in one or one.startswith("page 2, finder") for one in found)


def test_verify_names_the_place_in_words_in_json_and_in_junit(tmp_path):
    kitgen.print_kit(kit_of("her"), tmp_path / "kit", parts=["labels"])
    path = tmp_path / "kit" / "kit.pdf"
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].Contents = pdf.make_stream(pdf.pages[0].Contents.read_bytes() + b"\n0 0 1 rg 300 400 9 9 re f\n")
        pdf.save(path)
    done = CliRunner().invoke(main, ["verify", str(path), "--json", "--junit", str(tmp_path / "bad.xml")])
    assert done.exit_code == 1
    (mismatch,) = result_of(done.stdout)["mismatches"]
    assert (mismatch["page"], mismatch["part"]) == (1, "labels")
    assert mismatch["places"]
    root = ET.parse(tmp_path / "bad.xml").getroot()  # noqa: S314 - kitgen has just written it
    assert [suite.get("name") for suite in root] == ["kit", "marks", "picture"]
    kit, _, picture = root.findall("testsuite")
    assert (picture.get("tests"), len(picture.findall("testcase/failure")), kit.get("failures")) == ("1", 1, "0")
    assert int(root.get("tests")) == len(root.findall("testsuite/testcase")) > 20


def scan_of(tmp_path, picture):
    path = tmp_path / "scan.jpg"
    Image.fromarray(picture).save(path, quality=80, dpi=(200, 200))
    return verify_scan("scan", path, kit_of("her"), remade())


@pytest.mark.every
def test_a_scan_of_labels_is_recognised_straightened_and_its_scale_is_told(tmp_path):
    labels = scan_of(tmp_path, scanned(printed(pdf_of(sheets())), turn=181.5, scale=0.97)).checks[0]
    assert (labels.passed, labels.expected) == (True, "19 cards")
    assert labels.found.startswith("sheet 1 of 3 (labels) at 97%")
    assert "fit to page" in labels.warning


@pytest.mark.every
def test_a_scan_of_a_finder_is_recognised_and_straightened(tmp_path):
    finder = scan_of(tmp_path, scanned(printed(pdf_of(sheets()), 1), turn=-3, margin=60)).checks[0]
    assert (finder.passed, finder.warning) == (True, "")
    assert finder.found.startswith("sheet 2 of 3 (finder) at 100%")


#: Printers and scanners: whether there are colours, and how the scanner sees.
MACHINES = {
    "a laser printer without colours": (False, {"turn": 0.4}),
    "as sharp as can be": (True, {"blur": 0.0, "noise": 0.0}),
    "seen through red glass": (True, {"glass": "red", "gamma": 0.85}),
    "seen through green glass, dark": (True, {"glass": "green", "gamma": 1.25}),
    "seen through bluish glass, soft": (True, {"glass": "bluish", "blur": 1.0, "noise": 6.0}),
    "a laser printer, seen through red glass": (False, {"glass": "red", "gamma": 1.2, "scale": 0.98}),
}


@pytest.mark.every
@pytest.mark.parametrize("machines", MACHINES)
def test_greys_edges_and_dots_of_printers_and_scanners_are_no_faults_and_what_is_missing_is_one(tmp_path, machines):
    """Other greys of all colours, softer or sharper edges, greys made of dots; one arrow that is not there."""
    colours, scanner = MACHINES[machines]
    harm, where, what = FAULTS["no arrow"]
    report = scan_of(tmp_path, scanned(printed(pdf_of(harm(sheets())), colours=colours), **scanner))
    assert report.checks[0].expected == "19 cards"
    (mismatch,) = report.mismatches
    assert str(mismatch).startswith(where)
    assert what in str(mismatch)
    assert "18 of 19 cards alike" in report.checks[0].found


@pytest.mark.every
@pytest.mark.parametrize("grade", ["middle", "mild"])
def test_a_photograph_of_a_sheet_on_a_table_is_straightened_and_compared(tmp_path, grade):
    """Aslant, on bent paper, in uneven light; some of it so much that the ink's outline is no rectangle any more."""
    harm, where, what = FAULTS["no arrow"]
    pdf = pdf_of(harm(sheets()))
    picture = photographing.photographed(photographing.page_of(pdf), grade, np.random.default_rng(1))
    report = scan_of(tmp_path, picture)
    assert report.checks[0].expected == "19 cards"
    (mismatch,) = report.mismatches
    assert str(mismatch).startswith(where)
    assert what in str(mismatch)


def test_a_card_that_is_not_there_is_named(tmp_path, recwarn):
    """Paper without any ink has no greys to be stretched to those of the card."""
    paper = printed(pdf_of(sheets())).copy()
    corners = np.array(damage.Card(sheets(), "B3").ground.points) / 25.4 * PRINTED
    (left, top), (right, bottom) = corners.min(axis=0).astype(int) - 30, corners.max(axis=0).astype(int) + 30
    paper[top:bottom, left:right] = 255
    (mismatch,) = scan_of(tmp_path, scanned(paper, noise=0)).mismatches
    assert mismatch.box == "B3"
    assert not recwarn.list


@pytest.mark.every
def test_what_cannot_be_read_or_recognised_fails_and_says_what_to_do(tmp_path):
    paper = printed(pdf_of(sheets()))
    for picture, words in (
        (scanned(paper, blur=3), "blurred; hold the camera still"),
        (scanned(paper) // 3, "too dark"),
        (np.full((2339, 1654), 240, np.uint8), "no sheet of this kit can be recognised"),
    ):
        report = scan_of(tmp_path, picture)
        assert not report.passed
        assert words in report.checks[0].faults[0]
    (tmp_path / "scan.jpg").write_bytes(b"\xff\xd8\xff\xe0 no picture")
    with pytest.raises(KitFileError, match="cannot be read as a picture"):
        verify_scan("scan", tmp_path / "scan.jpg", kit_of("her"), remade())


def test_whatever_is_wrong_with_a_scan_nobody_is_told_to_print_the_kit_again(tmp_path, monkeypatch):
    """A scan is read by what reads kits, too; what is to be done about it is another thing."""
    path = tmp_path / "scan.pdf"

    def refusal():
        with pytest.raises(KitFileError) as refused:
            verify_scan("scan", path, kit_of("her"), remade())
        return str(refused.value)

    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(path, encryption=pikepdf.Encryption(user="secret"))
        locked = path.read_bytes()
        pdf.add_blank_page(page_size=(14_000, 14_000))
        pdf.save(path)
        huge = path.read_bytes()
    for data, words in (
        (b"%PDF-1.4 nothing", "is a damaged PDF"),
        (locked, "is encrypted; save it without a password, or"),
        (huge, "has a page 2 that is not a sheet of paper"),
    ):
        path.write_bytes(data)
        said = refusal()
        assert words in said
        assert said.endswith("scan or photograph the sheet again")
    with pytest.raises(KitFileError, match="scan or photograph the sheet again"):
        list(
            answer(b"%PDF-1.4 stream\n" + zlib.compress(bytes(2_000_000)), replace(limits_of(b""), inflated=1_000_000))
        )
    monkeypatch.setattr(scans, "limits_of", lambda data: replace(limits_of(data), patience=0))
    assert refusal().endswith("it is damaged or made to do harm; scan or photograph the sheet again")
