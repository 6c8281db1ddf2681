"""Reading files and single outlines: what a mark is, told by its shape; which files are refused,
and how.
"""

import ast
import math
from pathlib import Path as FilePath

import pypdfium2
import pytest
from counting import at_least_one
from hypothesis import given, settings
from hypothesis import strategies as st
from ink_on_paper import page_image
from jobs import kit_of
from msgspec.structs import replace
from prints import document, write_print
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas
from sampling import examples, few

import kitgen
from kitgen.errors import KitFileError, KitgenError
from kitgen.kit.kit_json import write_kit
from kitgen.kit.palette import SYMBOLS, Colour
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.codes import MOST, qr_code
from kitgen.paper.marks.pieces import PIECES as SHAPES
from kitgen.paper.marks.scene import (
    BLACK,
    Disc,
    Line,
    Path,
    Place,
    Polygon,
    Scene,
    Stroke,
    Text,
    rectangle,
)
from kitgen.render.pdf import pdf_bytes
from kitgen.sandbox.pdf_page import open_pdf
from kitgen.sandbox.plain_page import PlainPdf
from kitgen.sources.attachments import attached_job, attached_kit
from kitgen.verification import recognise as shapes

HER = kit_of("her")


def as_pdf(*marks, attachments=None):
    scene = Scene(210, 297)
    scene.add(*marks)
    return pdf_bytes(
        Document("t", "a", "s", "en", (Sheet(scene, "labels", "Labels"),), attachments or {})
    )


@pytest.fixture
def marks_of():
    def read(*marks):
        return PlainPdf(as_pdf(*marks)).page(0)

    return read


def test_marks_keep_place_colour_line_and_order(marks_of):
    page = marks_of(
        rectangle(10, 20, 30, 40, "#D55E00", Stroke("#1A1A1A", 0.3)),
        Line((1, 2), (3, 4), Stroke("#0072B2", 0.5, (1, 2))),
        Disc((50, 60), 7, None, Stroke()),
        Text((100, 100), "B10", 9, bold=True, fill="#123456"),
        Path(
            (
                ("M", (5.0, 30.0)),
                ("C", (10.0, 20.0), (15.0, 40.0), (20.0, 30.0)),
                ("L", (6.0, 50.0)),
                ("Z",),
            ),
            BLACK,
        ),
    )
    box, line, disc, path = page.shapes
    assert (page.width, page.height) == pytest.approx((210, 297))
    assert box.bounds == pytest.approx((10, 20, 40, 60), abs=1e-3)
    assert (box.fill, box.stroke, box.closed) == ("#D55E00", "#1A1A1A", True)
    assert box.width == pytest.approx(0.3)
    assert (line.fill, line.stroke, line.closed) == (None, "#0072B2", False)
    assert line.dash == pytest.approx((1, 2))
    assert disc.bounds == pytest.approx((43, 53, 57, 67), abs=1e-3)
    assert (disc.curves, disc.fill) == (4, None)
    assert (path.curves, len(path.corners), path.stroke) == (1, 3, None)
    (text,) = page.letters
    assert (text.text, text.size, text.fill, text.turn) == ("B10", pytest.approx(9), "#123456", 0)
    assert text.bounds[0] == pytest.approx(100, abs=0.5)
    assert text.bounds[3] == pytest.approx(100, abs=0.5)
    assert [mark.order for mark in (box, line, disc, text, path)] == [0, 1, 2, 3, 4]


def test_turned_letters_keep_their_turn(marks_of):
    (text,) = marks_of(Text((50, 50), "down", 9, turn=90)).letters
    assert text.turn == 90
    assert text.bounds[3] - text.bounds[1] > text.bounds[2] - text.bounds[0]


@pytest.mark.parametrize(("symbol", "size"), few(SYMBOLS, [5, 9, 14], one_in=3))
def test_symbols_are_told_by_their_outline(marks_of, symbol, size):
    page = marks_of(*draw_badge(Colour("k", "n", "W", symbol, "#D55E00"), (50, 50), size))
    assert shapes.find_symbol(page.shapes[0]) == symbol
    assert shapes.find_piece(page.shapes[0]) is None


def test_a_symbol_on_its_head_is_none(marks_of):
    down = Polygon(((0, 0), (10, 0), (5, 9)), "#D55E00", Stroke())
    assert shapes.find_symbol(marks_of(down).shapes[0]) is None


@pytest.mark.parametrize("height", [2, 6, 30])
@pytest.mark.parametrize(
    "kind", ["pawn-light", "pawn-dark", "king-light", "king-dark", "cross", "ring", "counter"]
)
def test_pieces_are_told_by_outline_and_fill(marks_of, kind, height):
    (shape,) = marks_of(SHAPES[kind].draw((50, 50), height)).shapes
    assert shapes.find_piece(shape) == kind


@given(
    turn=st.floats(0, 360),
    length=st.floats(2, 60),
    first=st.integers(0, 6),
    backwards=st.booleans(),
)
@settings(max_examples=examples(60), deadline=None)
def test_an_arrow_is_found_whatever_its_direction_and_first_corner(turn, length, first, backwards):
    neck = 0.7 * length
    half = 0.1 * length
    corners = [
        (0, -half),
        (neck, -half),
        (neck, -2 * half),
        (length, 0),
        (neck, 2 * half),
        (neck, half),
        (0, half),
    ]
    corners = corners[first:] + corners[:first]
    place = Place(100, 100, turn=turn)
    arrow = Polygon(
        tuple(map(place.point, corners[::-1] if backwards else corners)), "#D55E00", Stroke()
    )
    page = PlainPdf(as_pdf(arrow)).page(0)
    found = shapes.find_arrow(page.shapes[0])
    assert found.tail == pytest.approx((100, 100), abs=0.01)
    assert found.tip == pytest.approx(place.point((length, 0)), abs=0.01)
    assert math.dist(*found.shaft[:2]) == pytest.approx(2 * half, abs=0.01)
    assert math.dist(*found.shaft[1:3]) == pytest.approx(neck, abs=0.01)


def test_seven_corners_without_an_axis_are_no_arrow(marks_of):
    crooked = Polygon(
        ((0, 0), (9, 1), (9, 4), (14, 2), (8, -6), (7, -1), (1, -3)), "#D55E00", Stroke()
    )
    assert shapes.find_arrow(marks_of(crooked).shapes[0]) is None


def test_an_arrow_with_a_bent_side_is_none(marks_of):
    """One neck is turned about the tip, so that both are as far from it as before."""
    x, y = Place(14, 0, turn=12).point((-5, 1))
    bent = Polygon(
        ((0, -1), (9, -1), (9, -3), (14, 0), (9, 3), (x, y), (0, 1)), "#D55E00", Stroke()
    )
    assert math.dist((14, 0), (x, y)) == pytest.approx(math.dist((14, 0), (9, -1)))
    assert shapes.find_arrow(marks_of(bent).shapes[0]) is None


@pytest.mark.parametrize("kind", ["ring", "pawn-light", "king-light"])
def test_a_light_piece_with_a_white_line_is_none(marks_of, kind):
    """On white paper nobody would see it."""
    drawn = SHAPES[kind].draw((50, 50), 6)
    unseen = replace(drawn, stroke=replace(drawn.stroke, colour="#FFFFFF"))
    assert shapes.find_piece(marks_of(unseen).shapes[0]) is None


def test_a_page_becomes_an_image(tmp_path):
    path = tmp_path / "page.pdf"
    path.write_bytes(as_pdf(rectangle(0, 0, 105, 297, "#D55E00")))
    columns, rows, dots = page_image(path, 0, dpi=72)
    assert (columns, rows) == (596, 842)
    assert len(dots) == 3 * columns * rows
    assert dots[:3] == bytes((213, 94, 0))
    assert dots[3 * columns - 3 : 3 * columns] == b"\xff\xff\xff"


def test_a_pdf_without_pages_is_refused(monkeypatch):
    """The library refuses them by itself, and should it once not, nothing on no page is no
    proof.
    """
    monkeypatch.setattr(pypdfium2.PdfDocument, "__len__", lambda _: 0)
    with pytest.raises(KitFileError, match="is a PDF without pages"):
        open_pdf(as_pdf())


# --- files
# --------------------------------------------------------------------------------------------------


def kit_pdf():
    return as_pdf(Text((20, 20), "B1", 9), attachments={"kit.json": write_kit(HER)})


def test_a_kit_travels_in_its_pdf(tmp_path):
    path = tmp_path / "kit.pdf"
    path.write_bytes(kit_pdf())
    assert attached_kit(path) == HER


def test_a_job_travels_in_its_pdf(tmp_path):
    path = write_print(tmp_path / "kit.pdf", document("her"))
    job = attached_job(path)
    assert job.command == HER.command
    assert [(part.name, part.first, part.pages, part.shows) for part in job.parts] == [
        ("labels", 1, 1, "cards")
    ]


def test_a_pdf_without_a_job_has_none_and_a_damaged_one_is_refused(tmp_path):
    path = tmp_path / "kit.pdf"
    path.write_bytes(kit_pdf())
    assert attached_job(path) is None
    path.write_bytes(as_pdf(attachments={"job.json": b"{}"}))
    with pytest.raises(KitFileError, match=r"job\.json in .*: key 'schema' is missing"):
        attached_job(path)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty; name a kit PDF"),
        (b"{}", "is JSON; name a kit PDF"),
        (b"%PDF-1.7\nnothing more", "damaged"),
        (as_pdf(Text((20, 20), "B1", 9)), "is a PDF, but not of a kit"),
        (as_pdf(attachments={"other.json": b"{}"}), "is a PDF, but not of a kit"),
        (as_pdf(attachments={"kit.json": b"{}"}), "is not a kit"),
        (
            as_pdf(
                attachments={"kit.json": write_kit(HER).replace(b'"beads": 1', b'"beads": 7', 1)}
            ),
            "has been changed",
        ),
    ],
)
def test_files_that_are_no_kit_are_refused_in_one_line(tmp_path, data, words):
    path = tmp_path / "file.pdf"
    path.write_bytes(data)
    with pytest.raises(KitFileError) as error:
        attached_kit(path)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    for path, cause in at_least_one(
        [(tmp_path / "none.pdf", "there is no file"), (tmp_path, "is a folder")]
    ):
        with pytest.raises(KitFileError, match=cause):
            attached_kit(path)


def test_an_encrypted_pdf_is_refused(tmp_path):
    path = tmp_path / "secret.pdf"
    canvas = Canvas(str(path), encrypt=StandardEncryption("password", strength=40))
    canvas.drawString(100, 100, "B1")
    canvas.save()
    with pytest.raises(KitFileError, match="encrypted"):
        attached_kit(path)


KIT_PDF = kit_pdf()


@given(
    cut=st.integers(0, len(KIT_PDF)), at=st.integers(0, len(KIT_PDF) - 1), value=st.integers(0, 255)
)
@settings(max_examples=examples(6), deadline=None)
def test_damaged_files_end_in_a_kit_or_in_one_line(tmp_path_factory, cut, at, value):
    path = tmp_path_factory.getbasetemp() / "damaged.pdf"
    for data in (KIT_PDF[:cut], KIT_PDF[:at] + bytes([value]) + KIT_PDF[at + 1 :]):
        path.write_bytes(data)
        for read in (attached_kit, attached_job):
            try:
                read(path)
            except KitFileError as error:
                assert "\n" not in str(error)  # noqa: PT017 - any other error fails the test


def test_the_reader_imports_nothing_of_the_code_that_draws():
    package = FilePath(kitgen.__file__).parent
    readers = "drawn_*", "finder_key", "recognise", "route_reading"
    files = [*package.glob("sandbox/*.py")]
    for name in readers:
        files += package.glob(f"verification/{name}.py")
    allowed = (
        "kitgen.sandbox.",
        *(f"kitgen.verification.{path.stem}" for path in files),
        "kitgen.verification.report",
        "kitgen.kit.",
        "kitgen.model",
        "kitgen.errors",
        "kitgen.reading.user_file",
        "kitgen.paper.marks.scene",
        "kitgen.papers",
    )
    makers = "kitgen.kit.build"
    seen = 0
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("kitgen"):
                seen += 1
                assert node.module.startswith(allowed), f"{file.name} imports {node.module}"
                assert not node.module.startswith(makers), f"{file.name} imports {node.module}"
    assert len(files) >= 13
    assert seen > 40


def test_a_text_too_long_for_a_qr_code_is_refused():
    qr_code("x" * MOST, 0, 0, 30)
    with pytest.raises(KitgenError, match="a QR code holds 2,331"):
        qr_code("x" * (MOST + 1), 0, 0, 30)
