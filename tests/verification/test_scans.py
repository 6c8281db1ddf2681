"""Scans and photographs in colours: what wear does to paper is no fault, and what is exchanged
on it is named.
"""

import zlib
from dataclasses import replace
from functools import cache, partial
from io import BytesIO
from itertools import permutations

import damaged_cards
import msgspec
import numpy as np
import photographed_sheets
import pikepdf
import pypdfium2
import pytest
import worn_paper
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least
from jobs import kit_of, make_job
from palette_colours import INK
from PIL import Image
from prints import document
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from simulated_scans import PRINTED, printed, scanned

from kitgen.cli.main import main
from kitgen.errors import KitFileError
from kitgen.kit.kit_json import write_kit
from kitgen.paper.marks.scene import Scene
from kitgen.pictures import picture_files
from kitgen.pictures.alignment import _clockwise, _ink_rectangle
from kitgen.pictures.picture_files import COLOURS, PicturePage, frames, limits_of
from kitgen.press.print_job import job_file, with_attachments
from kitgen.press.print_run import make_document, print_kit
from kitgen.render.pdf import pdf_bytes
from kitgen.verdict import Verdict
from kitgen.verification import scan as scans
from kitgen.verification.remake import Remade
from kitgen.verification.scan import NO_COLOURS, SheetsOnPaper, check_scan
from kitgen.verification.verify import verify_with

PARTS = ("labels", "finder", "board")


@cache
def sheets(name="her"):
    return document(name, PARTS)


def pdf_of(drawn, name="her"):
    """The bytes of a print of some sheets, with all that travels in one."""
    job = make_job(name, parts=PARTS)
    names = tuple(dict.fromkeys(sheet.part for sheet in drawn.sheets))
    carried = with_attachments(sheets(name), write_kit(job.kit), job_file(job)).attachments
    return pdf_bytes(replace(drawn, keywords=names, attachments=carried))


def remade(name="her"):
    """Some sheets as they are printed again."""
    return Remade(pdf_of(sheets(name), name), sheets(name).parts)


@cache
def judge(stock):
    drawn = document("her", ("labels",), stock=stock)
    return SheetsOnPaper(kit_of("her"), Remade(pdf_of(drawn), drawn.parts))


def labels(stock):
    """The places of the labels."""
    boxes = [box.id for box in kit_of("her").boxes]
    corners = [
        np.array(damaged_cards.Card(document("her", stock=stock), box).ground.points)
        for box in boxes
    ]
    return [(*points.min(axis=0), *points.max(axis=0)) for points in corners]


def judged(drawn, way, seed=1, stock="matchbox"):
    """The check of a picture of labels, and the boxes that it names."""
    data, _ = worn_paper.taken(pdf_of(drawn), 0, labels(stock), way, np.random.default_rng(seed))
    ((_, frame),) = frames(COLOURS, data)
    page = judge(stock).judge(msgspec.msgpack.decode(frame, type=PicturePage), 1)
    assert page.check.expected == "19 cards", page
    assert len(page.compared) == 19
    return page.check, {mismatch.box: mismatch.things for mismatch in page.wrong}


def exchanged():
    """The labels with a blue arrow for a red one, a pawn of the other side, and two labels in
    each other's place.
    """
    drawn = damaged_cards.recolour_arrow(document("her"), "A1", 0, INK["blue"])
    drawn = damaged_cards.swap_piece(drawn, "B3", (0, 0))
    return damaged_cards.exchange_labels(drawn, "C2", "C3")


@pytest.mark.every
def test_a_fold_and_labels_that_are_glued_askew_are_no_faults():
    check, named = judged(document("her"), worn_paper.Wear(fold=0.35, glued=(0.7, 1)))
    assert (check.verdict, named) == ("right", {})
    assert NO_COLOURS not in check.warning


@pytest.mark.every
@pytest.mark.parametrize(
    "way", [worn_paper.Wear(), worn_paper.Wear(taken="mild", light="yellowish", fold=0.2)]
)
def test_an_exchanged_colour_pawn_or_label_is_named(way):
    _, named = judged(exchanged(), way)
    assert set(named) == {"A1", "B3", "C2", "C3"}
    assert any("arrow" in thing for thing in named["A1"])


@pytest.mark.every
def test_a_scan_in_grey_is_compared_without_hues_and_says_so():
    check, named = judged(document("her"), worn_paper.Wear(taken="grey flatbed"))
    assert (check.verdict, named) == ("right", {})
    assert NO_COLOURS in check.warning


@pytest.mark.every
def test_a_print_in_black_is_compared_without_hues_and_says_so():
    check, named = judged(
        damaged_cards.swap_piece(document("her"), "B3", (0, 0)), worn_paper.Wear(colours=False)
    )
    assert set(named) == {"B3"}
    assert NO_COLOURS in check.warning


#: Seeds of pictures on which small labels are hard to read.
SMALL = {
    "a fold, in inks of other hues": (worn_paper.Wear(fold=0.35), (1, 3, 2)),
    "seen in grey through red glass": (worn_paper.Wear(taken="grey flatbed"), (1, 10, 2)),
}


@pytest.mark.every
@pytest.mark.parametrize("case", SMALL)
def test_small_labels_pass_in_the_inks_of_their_print(case):
    """Red that comes out brown, and black that comes out brown, are so on all cards."""
    way, seed = SMALL[case]
    _, named = judged(document("her", stock="35x15"), way, seed, "35x15")
    assert named == {}


@pytest.mark.every
def test_one_exchanged_colour_on_a_small_label_is_named_alone():
    """Vermillion and green are equally bright."""
    drawn = damaged_cards.recolour_arrow(document("her", stock="35x15"), "A2", 0, INK["green"])
    _, named = judged(drawn, worn_paper.Wear(texture=0.06), 3, "35x15")
    assert set(named) == {"A2"}


@pytest.mark.every
@pytest.mark.parametrize("seed", [(1, 1, 0), (2, 1, 0)], ids=["hues", "black"])
def test_toner_that_runs_out_makes_inks_paler_and_no_others(seed):
    _, named = judged(document("her"), worn_paper.Wear(toner=0.3), seed)
    assert named == {}


@pytest.mark.every
def test_two_colours_that_are_exchanged_on_all_cards_are_named_on_all():
    """What is wrong everywhere is no habit of a printer."""
    other = {INK["red"]: INK["blue"], INK["blue"]: INK["red"]}
    drawn = document("her")
    first = drawn.sheets[0]
    marks = [
        msgspec.structs.replace(m, fill=other[m.fill]) if getattr(m, "fill", "") in other else m
        for m in first.scene.marks
    ]
    drawn = replace(
        drawn, sheets=(replace(first, scene=Scene(first.scene.width, first.scene.height, marks)),)
    )
    _, named = judged(drawn, worn_paper.Wear())
    assert len(named) == 19


# --- whole scans, as files ---


def scan_of(tmp_path, picture):
    path = tmp_path / "scan.jpg"
    Image.fromarray(picture).save(path, quality=80, dpi=(200, 200))
    return check_scan("scan", path, kit_of("her"), remade())


@pytest.mark.every
def test_a_scan_of_labels_is_recognised_straightened_and_its_scale_is_told(tmp_path):
    labels = scan_of(tmp_path, scanned(printed(pdf_of(sheets())), turn=181.5, scale=0.97)).checks[0]
    assert (labels.verdict, labels.expected) == ("right", "19 cards")
    assert labels.found.startswith("sheet 1 of 3 (labels) at 97%")
    assert "fit to page" in labels.warning


@pytest.mark.every
def test_a_scan_of_a_finder_is_recognised_and_straightened(tmp_path):
    finder = scan_of(tmp_path, scanned(printed(pdf_of(sheets()), 1), turn=-3, margin=60)).checks[0]
    assert (finder.verdict, finder.warning) == ("right", NO_COLOURS)
    assert finder.found.startswith("sheet 2 of 3 (finder) at 100%")


#: Printers and scanners: whether there are colours, and how the scanner sees.
MACHINES = {
    "a laser printer without colours": (False, {"turn": 0.4}),
    "as sharp as can be": (True, {"blur": 0.0, "noise": 0.0}),
    "seen through red glass": (True, {"glass": "red", "gamma": 0.85}),
    "seen through green glass, dark": (True, {"glass": "green", "gamma": 1.25}),
    "seen through bluish glass, soft": (True, {"glass": "bluish", "blur": 1.0, "noise": 6.0}),
    "a laser printer, seen through red glass": (
        False,
        {"glass": "red", "gamma": 1.2, "scale": 0.98},
    ),
}


@pytest.mark.every
@pytest.mark.parametrize("machines", MACHINES)
def test_greys_edges_and_dots_of_printers_and_scanners_are_no_faults_and_what_is_missing_is_one(
    tmp_path, machines
):
    """Other greys of all colours, softer or sharper edges, greys made of dots; one arrow that is
    not there.
    """
    colours, scanner = MACHINES[machines]
    where = "B3 (page 1, labels): "
    what = "the arrow of"
    report = scan_of(
        tmp_path,
        scanned(
            printed(pdf_of(damaged_cards.remove_arrow(sheets(), "B3", 2)), colours=colours),
            **scanner,
        ),
    )
    assert report.checks[0].expected == "19 cards"
    (mismatch,) = report.mismatches
    assert str(mismatch).startswith(where)
    assert what in str(mismatch)
    assert "18 of 19 cards alike" in report.checks[0].found


@pytest.mark.every
@pytest.mark.parametrize("grade", ["middle", "mild"])
def test_a_photograph_of_a_sheet_on_a_table_is_straightened_and_compared(tmp_path, grade):
    """Aslant, on bent paper, in uneven light; some of it so much that the ink's outline is no
    rectangle any more.
    """
    where = "B3 (page 1, labels): "
    what = "the arrow of"
    pdf = pdf_of(damaged_cards.remove_arrow(sheets(), "B3", 2))
    picture = photographed_sheets.photographed(
        photographed_sheets.page_of(pdf), grade, np.random.default_rng(1)
    )
    report = scan_of(tmp_path, picture)
    assert report.checks[0].expected == "19 cards"
    (mismatch,) = report.mismatches
    assert str(mismatch).startswith(where)
    assert what in str(mismatch)


@pytest.mark.every
def test_a_card_that_is_not_there_is_named(tmp_path, recwarn):
    """Paper without any ink has no greys to be stretched to those of the card."""
    paper = printed(pdf_of(sheets())).copy()
    corners = np.array(damaged_cards.Card(sheets(), "B3").ground.points) / 25.4 * PRINTED
    left, top = corners.min(axis=0).astype(int) - 30
    right, bottom = corners.max(axis=0).astype(int) + 30
    paper[top:bottom, left:right] = 255
    (mismatch,) = scan_of(tmp_path, scanned(paper, noise=0)).mismatches
    assert mismatch.box == "B3"
    assert not recwarn.list


@pytest.mark.every
def test_what_cannot_be_read_or_recognised_is_not_decided_and_says_what_to_do(tmp_path):
    paper = printed(pdf_of(sheets()))
    for picture, words in (
        (scanned(paper, blur=3), "blurred; hold the camera still"),
        (scanned(paper) // 3, "too dark"),
        (np.full((2339, 1654), 240, np.uint8), "no sheet of this kit can be recognised"),
    ):
        report = scan_of(tmp_path, picture)
        assert report.verdict == "not decided"
        assert words in report.checks[0].not_read[0]
        assert "no page shows a card of a box" in report.checks[1].not_read[0]
    (tmp_path / "scan.jpg").write_bytes(b"\xff\xd8\xff\xe0 no picture")
    with pytest.raises(KitFileError, match="cannot be read as a picture"):
        check_scan("scan", tmp_path / "scan.jpg", kit_of("her"), remade())


def test_whatever_is_wrong_with_a_scan_nobody_is_told_to_print_the_kit_again(tmp_path, monkeypatch):
    """A scan is read by what reads kits, too; what is to be done about it is another thing."""
    path = tmp_path / "scan.pdf"

    def refusal():
        with pytest.raises(KitFileError) as refused:
            check_scan("scan", path, kit_of("her"), remade())
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
        message = refusal()
        assert words in message
        assert message.endswith("scan or photograph the sheet again")
    with monkeypatch.context() as patch:
        patch.setattr(
            picture_files, "limits_of", lambda _: replace(limits_of(b""), inflated=1_000_000)
        )
        with pytest.raises(KitFileError, match="scan or photograph the sheet again"):
            list(frames("", b"%PDF-1.4 stream\n" + zlib.compress(bytes(2_000_000))))
    monkeypatch.setattr(scans, "limits_of", lambda data: replace(limits_of(data), patience=0))
    assert refusal().endswith(
        "it is damaged or made to do harm; scan or photograph the sheet again"
    )


def test_a_black_that_is_only_beside_the_cards_bends_no_grey():
    """Marks to cut along lie beside labels that were glued elsewhere: where they should be is
    paper.
    """
    lightness = np.array([[240.0], [30.0], [90.0], [250.0]])  # of black, nearly black, grey, white
    few = np.array([4.0, 60.0, 50.0, 60.0])
    many = np.array([60.0, 4.0, 50.0, 60.0])
    greys = np.arange(4)
    assert scans._rising(greys, lightness[:, 0], few).tolist() == [1, 2, 3]
    assert scans._rising(greys, lightness[:, 0], many).tolist() == [0, 3]
    assert scans._rising(greys, np.sort(lightness[:, 0]), few).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("edge", ["left", "top", "right", "bottom"])
def test_a_shadow_of_the_lid_at_any_edge_is_no_ink(edge):
    paper = np.full((1600, 1200), 255, np.uint8)
    paper[300:1300, 300:312] = paper[300:1300, 888:900] = paper[300:312, 300:900] = paper[
        1288:1300, 300:900
    ] = 0
    drawn = _ink_rectangle(paper)
    lids = {
        "left": paper[:, :20],
        "top": paper[:20].T,
        "right": paper[:, -20:],
        "bottom": paper[-20:].T,
    }
    lids[edge][100:-100] = 0
    assert _ink_rectangle(paper) == pytest.approx(drawn, abs=4)


@pytest.mark.parametrize("tilt", [0.0, 20.0, -20.0])
def test_corners_go_clockwise_from_the_one_at_the_top_left(tilt):
    """Also of a tilted strip, whose first corner lies below the middle of the strip."""
    corners = np.array([(0.0, tilt), (200.0, 0.0), (202.0, 10.0), (2.0, 10.0 + tilt)], np.float32)
    for order in at_least(24, permutations(range(4))):
        assert np.array_equal(_clockwise(corners[list(order)]), corners)


def page_of(data):
    ((_, frame),) = frames("", data)
    return msgspec.msgpack.decode(frame, type=PicturePage)


def test_what_is_printed_of_a_page_is_seen_also_where_somebody_has_stuck_it_on():
    """A stamp that a program lays over a page is on the paper, too."""
    black = b"0 0 20 20 re f"
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(100, 100))
        look = pdf.make_stream(
            black,
            {"/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Form, "/BBox": [0, 0, 20, 20]},
        )
        stamp = {
            "/Type": pikepdf.Name.Annot,
            "/Subtype": pikepdf.Name.Stamp,
            "/Rect": [40, 40, 60, 60],
            "/F": 4,
            "/AP": {"/N": look},
        }
        page.obj["/Annots"] = [pdf.make_indirect(pikepdf.Dictionary(stamp))]
        stream = BytesIO()
        pdf.save(stream)
    with pypdfium2.PdfDocument(stream.getvalue()) as document:
        dots = picture_files.page_dots(document[0], dpi=72)
    assert (dots.getpixel((50, 50)), dots.getpixel((20, 20))) == ((0, 0, 0), (255, 255, 255))


@pytest.mark.parametrize(
    ("wide", "dpi", "seen"), [(7200, 400, (3600, 50, 200)), (1200, 300, (1200, 100, 300))]
)
def test_a_picture_is_handed_on_smaller_where_it_is_large(wide, dpi, seen):
    file = BytesIO()
    Image.new("L", (wide, 100), "white").save(file, "PNG", dpi=(dpi, dpi))
    page = page_of(file.getvalue())
    assert (page.width, page.height, round(page.dpi)) == seen


@pytest.mark.parametrize(("wide", "dpi"), [(900, 101), (200, 200)])
def test_a_page_is_handed_on_with_fewer_dots_where_it_is_large(wide, dpi):
    file = BytesIO()
    canvas = Canvas(file, (wide * mm, 50 * mm))
    canvas.showPage()
    canvas.save()
    page = page_of(file.getvalue())
    assert (page.dpi, page.width) == (dpi, pytest.approx(wide / 25.4 * dpi, abs=1))
    assert page.width <= 3600


def scanned_sheet(pdf, number):
    """Return a scan of a sheet of a print."""
    return scanned(printed(pdf, number))


@pytest.fixture(scope="module")
def cards_of_her(tmp_path_factory):
    """Cards large enough for several sheets, as they were printed: the folder, and a scan of
    each sheet once asked.
    """
    folder = tmp_path_factory.mktemp("cards") / "her"
    print_kit("her", folder, stock="poker", parts=["labels"])
    pdf = (folder / "kit.pdf").read_bytes()
    numbers = range(len(pypdfium2.PdfDocument(pdf)))
    return folder, [partial(scanned_sheet, pdf, number) for number in numbers]


def sheets_scanned(folder, *pictures):
    """Write a scan of several sheets, and return its path."""
    path = folder / "scan.pdf"
    first, *others = [Image.fromarray(picture) for picture in pictures]
    first.save(path, save_all=True, append_images=others, resolution=200)
    return path


@pytest.mark.every
def test_a_scan_of_all_sheets_is_right(cards_of_her, tmp_path):
    folder, sheets = cards_of_her
    report = verify_with(sheets_scanned(tmp_path, *[scan() for scan in sheets]), folder)
    assert (report.verdict, report.passed, report.not_read) == (Verdict.RIGHT, True, ())


@pytest.mark.every
def test_a_scan_of_one_sheet_of_several_decides_nothing(cards_of_her, tmp_path):
    folder, sheets = cards_of_her
    scan = sheets_scanned(tmp_path, sheets[-1]())
    done = CliRunner().invoke(main, ["verify", str(scan), "--kit", str(folder), "--json"])
    data = result_of(done.stdout)
    assert (done.exit_code, data["verdict"], data["passed"]) == (3, "not decided", False)
    (missing,) = data["not_read"]
    assert missing.startswith("the scan shows boxes of the kit: the scan shows no card of A1")


@pytest.mark.every
def test_an_arrow_too_few_makes_a_scan_wrong_also_where_sheets_are_missing(cards_of_her, tmp_path):
    folder, _ = cards_of_her
    drawn = make_document(kit_of("her"), stock="poker", parts=["labels"])
    wrong = scanned(printed(pdf_of(damaged_cards.remove_arrow(drawn, "A1", 0))))
    done = CliRunner().invoke(
        main, ["verify", str(sheets_scanned(tmp_path, wrong)), "--kit", str(folder)]
    )
    assert done.exit_code == 1
    assert done.stdout.splitlines()[-1].startswith("wrong: 1 of ")
