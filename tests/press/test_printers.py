"""A printer that is not exact: measured on one sheet, and corrected on those that are cut out or
stuck on.
"""

import json
from dataclasses import replace
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from command_answers import result_of, run
from counting import at_least
from jobs import kit_of
from PIL import Image
from report_text import all_faults
from sampling import few

from kitgen.errors import UsageError
from kitgen.kit.job_json import read_job
from kitgen.paper.document import Sheet
from kitgen.paper.marks.scene import Polygon, Scene, rectangle
from kitgen.paper.parts import PARTS
from kitgen.papers import PAGES
from kitgen.press.print_run import make_document, print_kit
from kitgen.reading.printer_file import (
    FRAME_HEIGHT,
    FRAME_LEFT,
    FRAME_TOP,
    FRAME_WIDTH,
    LENGTHS,
    Printer,
    measured_printer,
    read_measured,
)
from kitgen.render.pdf import pdf_bytes
from kitgen.sandbox.plain_page import PlainPdf
from kitgen.verification.pdf_checks import marks_checks
from kitgen.verification.verify import verify

DPI = 300
DOTS_PER_MM = DPI / 25.4
#: Half a mark at each end of the ruler, and a dot, in mm: it is measured from the middle of one
#: mark to another.
MARK_MM = 0.15 + 1 / DOTS_PER_MM
#: A printer that is 1 % off in one direction, and moves the page.
SMALL = Printer(scale_x=0.99, scale_y=1.0, offset_x=0.65, offset_y=-0.4)
SMALL_MEASURED = "178.2,230,15.5,19.6"


def on_paper(sheet, printer):
    """Return a sheet as a printer puts it on paper: black dots of a picture."""
    with pypdfium2.PdfDocument(pdf_bytes(document_of(sheet))) as pdf:
        picture = pdf[0].render(scale=DPI / 72, grayscale=True).to_pil()
    x, y = printer.drawn((0, 0))
    back = (1 / printer.scale_x, 0, x * DOTS_PER_MM, 0, 1 / printer.scale_y, y * DOTS_PER_MM)
    printed = picture.transform(
        picture.size, Image.Transform.AFFINE, back, Image.Resampling.BILINEAR, fillcolor=255
    )
    return np.asarray(printed) < 160


def document_of(sheet):
    """Return a document of one sheet."""
    return replace(make_document("ladder", parts=["board"]), sheets=(sheet,), attachments={})


def lengths_of_lines(dots):
    """Return the longest line of dots of each row, in mm, with the places where it begins and
    ends.
    """
    lines = []
    for row in dots:
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(np.int8), [0]))))
        runs = [
            (end - begin, begin, end) for begin, end in zip(edges[::2], edges[1::2], strict=True)
        ]
        lines.append(max(runs, default=(0, 0, 0)))
    return [
        (long / DOTS_PER_MM, begin / DOTS_PER_MM, end / DOTS_PER_MM) for long, begin, end in lines
    ]


def ruler(sheet, printer):
    """Return the length of the ruler at the foot of a printed sheet, in mm, and where it begins."""
    dots = on_paper(sheet, printer)
    foot = lengths_of_lines(dots)[-round(25 * DOTS_PER_MM) :]
    rulers = [(long - MARK_MM, begin) for long, begin, _ in foot if 90 < long < 110]
    return max(rulers)


@pytest.mark.every
@pytest.mark.parametrize("page", few(["a4", "letter"], one_in=2))
def test_the_ruler_of_a_corrected_sheet_is_right_on_a_printer_that_is_1_percent_off(page):
    plain = make_document("her", parts=["labels"], page=page).sheets[0]
    corrected = make_document("her", parts=["labels"], page=page, printer=SMALL_MEASURED).sheets[0]
    exact, begins = ruler(plain, Printer(scale_x=1, scale_y=1, offset_x=0, offset_y=0))
    assert exact == pytest.approx(100, abs=0.2)
    assert ruler(plain, SMALL)[0] == pytest.approx(99, abs=0.2)
    long, begin = ruler(corrected, SMALL)
    assert (long, begin) == pytest.approx((exact, begins), abs=0.2)


@pytest.mark.every
def test_a_corrected_sheet_falls_on_the_same_dots_as_on_an_exact_printer():
    """Down as well as across: nearly all of its ink lies where it lies on the sheet of an exact
    printer.
    """
    printer = Printer(scale_x=1.012, scale_y=0.985, offset_x=-0.8, offset_y=1.1)
    lengths = f"{180 * 1.012:.2f},{230 * 0.985:.2f},{15 * 1.012 - 0.8:.2f},{20 * 0.985 + 1.1:.2f}"
    plain = make_document("her", parts=["labels"], stock="L7160").sheets[0]
    corrected = make_document("her", parts=["labels"], stock="L7160", printer=lengths).sheets[0]
    wanted = on_paper(plain, Printer(scale_x=1, scale_y=1, offset_x=0, offset_y=0))
    top = round(275 * DOTS_PER_MM)  # above the foot, whose command differs

    def strange(sheet):
        dots = on_paper(sheet, printer)[:top]
        near = np.zeros_like(dots)
        for right in (-2, -1, 0, 1, 2):
            for down in (-2, -1, 0, 1, 2):
                near |= np.roll(wanted[:top], (down, right), (0, 1))
        return (dots & ~near).sum() / dots.sum()

    assert strange(corrected) < 0.005
    assert strange(plain) > 0.1


def test_what_is_measured_on_the_sheet_says_how_the_printer_is_off():
    """The frame is measured on paper as a person would; no other lengths are as long."""
    sheet = make_document("ladder", parts=["printer"], printer="").sheets[0]
    dots = on_paper(sheet, SMALL)
    width, left, _ = max(lengths_of_lines(dots))
    height, top, _ = max(lengths_of_lines(dots.T))
    found = measured_printer((width, height, left, top))
    assert (found.scale_x, found.scale_y) == pytest.approx(
        (SMALL.scale_x, SMALL.scale_y), abs=0.003
    )
    assert (found.offset_x, found.offset_y) == pytest.approx(
        (SMALL.offset_x, SMALL.offset_y), abs=0.3
    )


def test_the_frame_is_drawn_as_its_lengths_say():
    for page in ("a4", "letter"):
        scene = make_document("ladder", parts=["printer"], page=page).sheets[0].scene
        frames = [
            mark.points
            for mark in scene.marks
            if isinstance(mark, Polygon) and len(mark.points) == 4
        ]
        widest = max(frames, key=lambda points: max(x for x, _ in points))
        xs, ys = zip(*widest, strict=True)
        assert (min(xs), min(ys)) == (FRAME_LEFT, FRAME_TOP)
        assert (max(xs) - min(xs), max(ys) - min(ys)) == (FRAME_WIDTH, FRAME_HEIGHT)
    assert [length.drawn for length in LENGTHS] == [
        FRAME_WIDTH,
        FRAME_HEIGHT,
        FRAME_LEFT,
        FRAME_TOP,
    ]


def test_only_sheets_that_are_cut_out_or_stuck_on_are_corrected():
    parts = ["labels", "board", "log", "operator", "curve", "poster", "printer"]
    document = make_document("her", parts=parts, printer=SMALL_MEASURED)
    for sheet in at_least(7, document.sheets):
        is_cut = any(PARTS[begun.part].cut for begun in sheet.beginnings)
        usual_paper = sheet.size == (210, 297)
        assert (sheet.printer == SMALL) == (is_cut and usual_paper), sheet.part
    assert {sheet.part for sheet in document.sheets if sheet.printer} == {"labels", "board"}
    roll = make_document(
        "her",
        parts=["labels", "board"],
        stock="62x29",
        labels_one_a_page=True,
        printer="180,230,15,20",
    )
    assert {sheet.part for sheet in roll.sheets if sheet.printer} == {"board"}
    assert not any(sheet.printer for sheet in make_document("her", parts=parts).sheets)


def test_the_tiles_of_a_poster_are_corrected():
    """They are cut and glued, so that the poster is as large as it should be."""
    tiles = make_document("her", parts=["poster"], poster_tiled=True, printer=SMALL_MEASURED).sheets
    assert len(tiles) > 3
    assert all(sheet.printer is not None for sheet in tiles)


@pytest.mark.every
def test_a_corrected_print_verifies_and_its_job_says_for_which_printer(tmp_path):
    own = tmp_path / "own"
    answer = run(
        "printer", "new", "office", "--measured", SMALL_MEASURED, KITGEN_TEMPLATES=str(own)
    )
    assert answer.exit_code == 0, answer.output
    folder = tmp_path / "her"
    printed = run(
        "print",
        "her",
        "--printer",
        "office",
        "--parts",
        "labels,log",
        "-o",
        folder,
        KITGEN_TEMPLATES=str(own),
    )
    assert printed.exit_code == 0, printed.output
    # Somebody else, who has no such printer, checks it.
    for options in ([], ["--marks"]):
        checked = run("verify", folder / "kit.pdf", *options, KITGEN_TEMPLATES="")
        assert checked.exit_code == 0, checked.output
        assert "right:" in checked.output
    with pypdfium2.PdfDocument(folder / "kit.pdf") as pdf:
        inside = {
            pdf.get_attachment(n).get_name(): pdf.get_attachment(n).get_data() for n in range(2)
        }
    job = json.loads(bytes(inside["job.json"]))
    assert job["options"]["printer"] == "office"
    assert job["contract"] == 4
    assert "scale_x = 0.99" in job["templates"]["printers/office.toml"]


@pytest.mark.parametrize("page", ["a4", "letter"])
def test_a_correction_is_counted_from_the_upper_left_corner(page):
    """Lengths by hand: 20 mm from the left with a shift of 0.5 at 99 % are (20 - 0.5) / 0.99."""
    size = PAGES[page]
    printer = Printer(scale_x=0.99, scale_y=0.98, offset_x=0.5, offset_y=-0.4)
    scene = Scene(size.width, size.height)
    scene.add(rectangle(20, 30, 40, 10, "#000000"))
    sheet = Sheet(scene, "labels", "Labels", printer=printer)
    with pypdfium2.PdfDocument(pdf_bytes(document_of(sheet))) as pdf:
        (mark,) = pdf[0].get_objects()
        left, bottom, right, top = (25.4 / 72 * points for points in mark.get_bounds())
    lies = (left, size.height - top, right, size.height - bottom)
    assert lies == pytest.approx((19.697, 31.020, 60.101, 41.224), abs=0.01)


def faults_of(document):
    """Return what the marks of a document are said to have wrong, against its own print run."""
    about = read_job(document.attachments["job.json"])
    checks = marks_checks(kit_of("her"), about, PlainPdf(pdf_bytes(document)))
    return all_faults(checks)


@pytest.mark.every
def test_a_scale_that_the_print_run_does_not_name_is_found():
    plain = make_document("her", parts=["labels", "log"])
    corrected = make_document("her", parts=["labels", "log"], printer=SMALL_MEASURED)
    assert faults_of(plain) == faults_of(corrected) == []
    labels, *others = corrected.sheets
    scaled = replace(plain, sheets=(replace(plain.sheets[0], printer=SMALL), *plain.sheets[1:]))
    assert faults_of(scaled) == ["page 1: a scale or a shift of the whole page"]
    forgotten = replace(corrected, sheets=(replace(labels, printer=None), *others))
    assert faults_of(forgotten) == ["page 1: a page that is not corrected for its printer"]
    other = replace(labels, printer=Printer(scale_x=0.991, scale_y=1, offset_x=0.65, offset_y=-0.4))
    assert faults_of(replace(corrected, sheets=(other, *others))) == faults_of(forgotten)
    wrong_sheet = (labels, *(replace(sheet, printer=SMALL) for sheet in others))
    assert faults_of(replace(corrected, sheets=wrong_sheet)) == [
        "pages 2-3: a scale or a shift of the whole page"
    ]


def test_a_scaled_print_is_wrong_and_not_only_unproven(tmp_path):
    """A PDF whose pages another hand has scaled is no print of kitgen, whatever its marks are."""
    document = make_document("her", parts=["labels"])
    scaled = replace(document, sheets=(replace(document.sheets[0], printer=SMALL),))
    path = tmp_path / "scaled.pdf"
    path.write_bytes(pdf_bytes(scaled))
    report = verify(path, marks=True)
    assert not report.passed
    faults = all_faults(report.checks)
    assert any("the whole page is scaled or moved" in fault for fault in faults)


def test_without_a_printer_nothing_changes():
    usual = BytesIO()
    named = BytesIO()
    print_kit("ladder", usual, parts=["labels", "board"])
    print_kit("ladder", named, parts=["labels", "board"], printer="")
    assert usual.getvalue() == named.getvalue()
    assert b'"printer"' not in make_document("ladder", parts=["board"]).attachments["job.json"]


def test_four_lengths_are_asked_for_with_a_point_or_a_comma(tmp_path):
    typed = "178,2\n23\nnarrow\n230\n15.5 mm\n19,6\n"
    answer = run(
        "printer",
        "new",
        "office",
        "-o",
        tmp_path / "a.pdf",
        text=typed,
        KITGEN_TEMPLATES=str(tmp_path / "own"),
    )
    assert answer.exit_code == 0, answer.output
    assert (
        "B 23 mm: the height of the frame is drawn 230 mm long, and 223.1 to 236.9 mm are possible"
        in answer.stdout
    )
    assert (
        "B 'narrow': write the height of the frame in mm, such as 229.5 or 229,5" in answer.stdout
    )
    assert "office prints 1.0% too small across and exactly down." in answer.stdout
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    (listed,) = result_of(run("printer", "--json", KITGEN_TEMPLATES=str(tmp_path / "own")).stdout)
    assert listed == {
        "name": "office",
        "scale_x": 0.99,
        "scale_y": 1.0,
        "offset_x": 0.65,
        "offset_y": -0.4,
    }
    assert "-1.00%" in run("printer", KITGEN_TEMPLATES=str(tmp_path / "own")).stdout
    taken = run(
        "printer",
        "new",
        "office",
        "--measured",
        "180,230,15,20",
        KITGEN_TEMPLATES=str(tmp_path / "own"),
    )
    assert "already exists; use --force to measure this printer anew" in taken.stderr


def test_the_sheet_can_be_measured_later(tmp_path):
    answer = run(
        "printer",
        "new",
        "home",
        "-o",
        tmp_path / "a.pdf",
        text="180\n",
        KITGEN_TEMPLATES=str(tmp_path / "own"),
    )
    assert answer.exit_code == 0
    assert "kitgen printer new home --measured A,B,C,D" in answer.stdout
    assert not (tmp_path / "own").exists()


@pytest.mark.parametrize(
    ("measured", "words"),
    [
        (
            "170,230,15,20",
            (
                "A 170 mm: the width of the frame is drawn 180 mm long, and 174.6 to 185.4 "
                "mm are possible"
            ),
        ),
        (
            "180,230,30,20",
            (
                "C 30 mm: the distance from the left edge of the paper to the frame is "
                "drawn 15 mm long"
            ),
        ),
        ("180,230,15", "write the four lengths A,B,C,D in mm"),
        ("180,0,230,0,15,0,20,0", "write the four lengths A,B,C,D in mm"),
        (
            "180,230,15,2 cm",
            "D '2 cm': write the distance from the upper edge of the paper to the frame in mm",
        ),
    ],
)
def test_lengths_that_no_printer_makes_are_refused_with_what_is_possible(measured, words):
    with pytest.raises(UsageError) as refused:
        read_measured(measured)
    assert words in str(refused.value)


def test_lengths_are_read_with_decimal_commas_too():
    assert (
        read_measured("178,2 230 15,5 20")
        == read_measured("178.2;230;15.5;20")
        == read_measured("178.2,230,15.5,20")
    )
    document = make_document("ladder", parts=["board"], printer="178,2 230 15,5 20")
    assert json.loads(document.attachments["job.json"])["options"]["printer"] == "178.2,230,15.5,20"


def test_a_printer_that_nobody_has_measured_is_refused(tmp_path):
    with pytest.raises(UsageError, match="measure it with 'kitgen printer new office'"):
        make_document("her", parts=["labels"], printer="office")
    run("printer", "new", "office", "--measured", "180,230,15,20", KITGEN_TEMPLATES=str(tmp_path))
    answer = run(
        "print", "her", "--printer", "ofice", "-o", tmp_path / "her", KITGEN_TEMPLATES=str(tmp_path)
    )
    assert "unknown printer 'ofice'; did you mean 'office'?" in answer.stderr
    with pytest.raises(UsageError, match="--printer changes nothing printed here"):
        make_document("her", parts=["log"], printer="180,230,15,20")
    named = run(
        "printer", "new", "9x", "--measured", "180,230,15,20", KITGEN_TEMPLATES=str(tmp_path)
    )
    assert "begin with one of the letters a to z" in named.stderr
