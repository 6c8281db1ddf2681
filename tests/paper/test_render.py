"""Writers: the same bytes each time, everything that a reader or a printer asks of a file, every
mark in its place.
"""

import math
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from io import BytesIO

import pypdf
import pypdfium2
import pytest
import reportlab
from PIL import Image
from places import TESTS
from pypdfium2 import raw

from kitgen.errors import OutputError, UsageError
from kitgen.paper.document import Beginning, Document, Sheet
from kitgen.paper.layout.frame import extent
from kitgen.paper.marks.scene import (
    BLACK,
    Disc,
    Line,
    Path,
    Polygon,
    Scene,
    Stroke,
    Text,
    rectangle,
)
from kitgen.paper.style import text_width
from kitgen.render import save
from kitgen.render.pdf import WRITER, PdfWriter, _Outline, _steps, pdf_bytes
from kitgen.render.png import png_bytes
from kitgen.render.svg import svg_bytes
from kitgen.sandbox.plain_page import PlainPdf


def sample_scene():
    scene = Scene(60, 40)
    scene.add(
        rectangle(1, 1, 58, 38, "#EEEEEE", Stroke(BLACK, 0.3)),
        Line((2, 2), (20, 5), Stroke("#0072B2", 0.5, (1, 0.5))),
        Disc((30, 20), 5, "#D55E00", Stroke()),
        Polygon(((40, 5), (50, 5), (45, 15)), "#009E73", None),
        Polygon(((40, 25), (50, 25), (45, 35)), None, Stroke(), closed=False),
        Path(
            (("M", (5.0, 30.0)), ("C", (10.0, 20.0), (15.0, 40.0), (20.0, 30.0)), ("Z",)),
            "#F0E442",
            Stroke(),
        ),
        Text((30, 10), "perché «più» × 3", 8, "middle", bold=True),
        Text((55, 30), "turned", 6, "end", fill="#777777", turn=90),
    )
    return scene


def sample_document(**changes):
    sheets = (
        Sheet(sample_scene(), "cover", "Copertina"),
        Sheet(Scene(210, 297), "labels", "Etichette"),
        Sheet(Scene(210, 297), "labels", "Etichette"),
    )
    whole = {
        "title": "H.E.R.",
        "author": "kitgen",
        "subject": "Così",
        "language": "it",
        "sheets": sheets,
        "attachments": {"kit.json": b'{"a": 1}\n', "a.bin": bytes(range(256))},
        "keywords": ("hexapawn", "scatole"),
    }
    return Document(**(whole | changes))


def test_the_same_document_gives_the_same_bytes():
    assert pdf_bytes(sample_document()) == pdf_bytes(sample_document())
    assert svg_bytes(sample_scene()) == svg_bytes(sample_scene())


def test_another_process_with_another_hash_seed_gives_the_same_bytes():
    code = (
        f"import sys; sys.path[:0] = {[str(TESTS), str(TESTS / 'paper')]!r}\n"
        "from test_render import *\n"
        "sys.stdout.buffer.write(pdf_bytes(sample_document()) + svg_bytes(sample_scene()))"
    )
    made = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert made[0] == made[1] == pdf_bytes(sample_document()) + svg_bytes(sample_scene())


def test_a_file_has_the_same_bytes(tmp_path):
    save(sample_document(), tmp_path / "a.pdf")
    save(sample_scene(), tmp_path / "a.svg")
    assert (tmp_path / "a.pdf").read_bytes() == pdf_bytes(sample_document())
    assert (tmp_path / "a.svg").read_bytes() == svg_bytes(sample_scene())


def test_pdf_says_what_it_is():
    pdf = pypdfium2.PdfDocument(pdf_bytes(sample_document()))
    about = pdf.get_metadata_dict()
    assert (about["Title"], about["Author"], about["Subject"]) == ("H.E.R.", "kitgen", "Così")
    assert about["Keywords"] == "hexapawn, scatole"
    assert raw.FPDF_VIEWERREF_GetPrintScaling(pdf) == 0
    assert b"/Lang (it)" in pdf_bytes(sample_document())
    assert [mark.get_title() for mark in pdf.get_toc()] == ["Copertina", "Etichette"]
    assert [mark.get_dest().get_index() for mark in pdf.get_toc()] == [0, 1]


def test_pdf_pages_have_the_size_of_their_scenes():
    pdf = pypdfium2.PdfDocument(pdf_bytes(sample_document()))
    sizes = [tuple(round(length * 25.4 / 72, 3) for length in page.get_size()) for page in pdf]
    assert sizes == [(60, 40), (210, 297), (210, 297)]


def test_pdf_carries_its_attachments():
    pdf = pypdfium2.PdfDocument(pdf_bytes(sample_document()))
    found = {}
    for number in range(pdf.count_attachments()):
        attachment = pdf.get_attachment(number)
        found[attachment.get_name()] = bytes(attachment.get_data())
    assert found == {"kit.json": b'{"a": 1}\n', "a.bin": bytes(range(256))}


def test_pdf_embeds_its_typeface_and_names_no_other():
    data = pdf_bytes(sample_document())
    assert data.count(b"/FontFile2") == 2
    assert b"Helvetica" not in data
    page = pypdfium2.PdfDocument(data)[0]
    assert "perché «più» × 3" in page.get_textpage().get_text_range()


@pytest.mark.parametrize(
    ("place", "colour"),
    [
        ((3.5, 38), (238, 238, 238)),
        ((30, 23), (213, 94, 0)),
        ((45, 7), (0, 158, 115)),
        ((45, 27), (238, 238, 238)),
        ((9, 28.6), (240, 228, 66)),
    ],
)
def test_pdf_draws_marks_where_they_belong(place, colour):
    page = pypdfium2.PdfDocument(pdf_bytes(sample_document()))[0]
    image = page.render(scale=200 / 72).to_pil()
    x, y = (round(length / 25.4 * 200) for length in place)
    assert image.getpixel((x, y)) == colour


def test_a_disc_is_round_at_every_quarter():
    """The middle of each of its four curves is as far from its centre as their ends are."""
    steps, points = _steps(Disc((30.0, 40.0), 10.0, BLACK))
    assert steps == "MCCCCZ"
    for start in range(0, 12, 3):
        curve = points[start : start + 4]
        middle = [
            sum(part * place[way] for part, place in zip((1, 3, 3, 1), curve, strict=True)) / 8
            for way in (0, 1)
        ]
        assert math.dist(middle, (30.0, 40.0)) == pytest.approx(10.0, abs=0.01)
        assert math.dist(curve[0], (30.0, 40.0)) == pytest.approx(10.0)


def test_pdf_letters_keep_colour_anchor_and_turn():
    scene = Scene(100, 100)
    scene.add(
        rectangle(0, 0, 9, 9, "#D55E00"),
        Text((50, 20), "start", 8, fill="#777777"),
        Text((50, 40), "middle", 8, "middle"),
        Text((50, 60), "end", 8, "end", turn=90),
    )
    document = sample_document(sheets=(Sheet(scene, "cover", "Cover"),))
    start, middle, end = PlainPdf(pdf_bytes(document)).page(0).letters
    assert (start.fill, middle.fill, end.turn) == ("#777777", "#000000", 90)
    assert start.bounds[0] == pytest.approx(50, abs=0.3)
    assert middle.centre[0] == pytest.approx(50, abs=0.3)
    assert end.bounds[3] == pytest.approx(60, abs=0.3)
    assert end.bounds[0] == pytest.approx(50, abs=0.1)  # the line on which it stands
    assert start.bounds[3] == pytest.approx(20, abs=0.3)


def test_svg_is_in_millimetres_with_one_element_for_each_mark():
    root = ET.fromstring(svg_bytes(sample_scene()))  # noqa: S314 - it was written one line above
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "60mm",
        "40mm",
        "0 0 60 40",
    )
    group = root.find("{*}g")
    assert [element.tag.split("}")[1] for element in group] == [
        "polygon", "line", "circle", "polygon", "polyline", "path", "text", "text",
    ]  # fmt: skip
    text = group[6]
    assert text.text == "perché «più» × 3"
    assert float(text.get("font-size")) == pytest.approx(8 * 25.4 / 72, abs=1e-4)
    assert float(text.get("textLength")) == pytest.approx(
        text_width(text.text, 8, bold=text.get("font-weight") == "bold"), abs=1e-4
    )
    assert group[7].get("transform") == "rotate(90 55 30)"
    assert group[1].get("stroke-dasharray") == "1 0.5"


def test_every_line_of_two_letters_or_more_is_as_wide_in_svg_as_in_pdf():
    scene = Scene(60, 40)
    scene.add(*(Text((5, 10 * n), "A12"[:n], 8) for n in (1, 2, 3)))
    texts = ET.fromstring(svg_bytes(scene)).findall(".//{*}text")  # noqa: S314 - it was written one line above
    assert [text.get("textLength") is not None for text in texts] == [False, True, True]


# --- saving by the ending of a name
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "starts"), [("a.pdf", b"%PDF-"), ("a.SVG", b"<?xml"), ("a.png", b"\x89PNG")]
)
def test_the_ending_says_what_is_written(tmp_path, name, starts):
    assert save(sample_scene(), tmp_path / name) == (tmp_path / name,)
    assert (tmp_path / name).read_bytes().startswith(starts)


def test_each_picture_of_several_sheets_has_its_number(tmp_path):
    made = save(sample_document(), tmp_path / "a.png")
    assert [path.name for path in made] == ["a-1.png", "a-2.png", "a-3.png"]
    assert all(path.is_file() for path in made)


def test_another_ending_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"unknown kind of file '.pnd'; did you mean '.png'"):
        save(sample_scene(), tmp_path / "a.pnd")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["pdf", "svg", "png"])
def test_what_was_there_stays_when_writing_fails(tmp_path, monkeypatch, ending):
    target = tmp_path / f"a.{ending}"
    target.write_text("before")
    monkeypatch.setattr(
        os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device"))
    )
    with pytest.raises(OutputError, match="No space left"):
        save(sample_scene(), target)
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]


def test_a_picture_has_the_size_the_dots_and_the_colours_of_its_scene():
    scene = Scene(25.4, 12.7)
    scene.add(rectangle(0, 0, 12.7, 12.7, "#D55E00"))
    data = png_bytes(scene, dpi=100)
    picture = Image.open(BytesIO(data))
    picture.load()
    assert picture.size == (100, 50)
    assert picture.info["dpi"] == pytest.approx((100, 100), abs=0.1)
    assert picture.getpixel((20, 25)) == (0xD5, 0x5E, 0x00)
    assert picture.getpixel((80, 25)) == (255, 255, 255)
    assert png_bytes(scene, dpi=100) == data


def test_one_writer_of_many_documents_writes_what_many_writers_do():
    whole = sample_document()
    writer = PdfWriter()
    for first in (0, 0, 1, 2):
        part = replace(whole, sheets=whole.sheets[first:])
        assert writer.write(part) == pdf_bytes(part)


def test_letters_behind_shapes_that_are_copied_have_their_own_colour():
    """The black of the letters before is no longer the pen's once the shapes were copied."""
    scene = Scene(40, 20)
    scene.add(
        Text((5, 10), "A", 24), rectangle(15, 5, 5, 5, "#FF0000", None), Text((25, 10), "B", 24)
    )
    document = sample_document(sheets=(Sheet(scene, "cover", "Copertina"),))
    writer = PdfWriter()
    assert writer.write(document) == writer.write(document) == pdf_bytes(document)


def test_the_extent_of_a_mark_holds_its_line_on_every_side():
    corners = ((10.0, 20.0), (40.0, 20.0), (40.0, 60.0))
    assert extent(Polygon(corners, None, Stroke(BLACK, 2.0))) == (8.0, 18.0, 42.0, 62.0)
    assert extent(Line((40.0, 20.0), (10.0, 60.0), Stroke(BLACK, 1.0))) == (9.0, 19.0, 41.0, 61.0)
    assert extent(Disc((10.0, 20.0), 5.0, BLACK)) == (5.0, 15.0, 15.0, 25.0)


class Noting:
    """A canvas that notes what is entered beside its pages."""

    def __init__(self):
        self.noted = []

    def bookmarkPage(self, key, **place):  # noqa: N802 - as reportlab calls it
        self.noted.append((key, place))

    def addOutlineEntry(self, title, key):  # noqa: N802
        self.noted.append((title, key))


def test_each_part_is_entered_where_it_begins_and_again_for_each_group():
    canvas = Noting()
    outline = _Outline(canvas)
    scene = Scene(210, 25.4 * 2)
    below = (Beginning("beads", "Beads", top=25.4), Beginning("map", "Map", top=0.0))
    sheets = [
        Sheet(scene, "cover", "Cover"),
        Sheet(scene, "cover", "Cover again"),
        Sheet(scene, "board", "Board", below=below),
        Sheet(scene, "map", "Map again"),
        Sheet(scene, "map", "Map of group 1", group=1),
        Sheet(scene, "map", "Map of group 1 again", group=1),
        Sheet(scene, "map", "Map of group 2", group=2),
    ]
    for number, sheet in enumerate(sheets):
        outline.enter(number, sheet)
    assert canvas.noted == [
        ("sheet-0", {}),
        ("Cover", "sheet-0"),
        ("sheet-2", {}),
        ("Board", "sheet-2"),
        ("sheet-2-1", {"fit": "FitH", "top": 72}),
        ("Beads", "sheet-2-1"),
        ("sheet-2-2", {"fit": "FitH", "top": 144}),
        ("Map", "sheet-2-2"),
        ("sheet-4", {}),
        ("Map of group 1", "sheet-4"),
        ("sheet-6", {}),
        ("Map of group 2", "sheet-6"),
    ]


def test_attached_files_are_listed_by_name_with_their_kind_and_size():
    document = sample_document(attachments={"kit.json": b"{}", "b.JSON": b"12345", "a.csv": b""})
    root = pypdf.PdfReader(BytesIO(pdf_bytes(document))).trailer["/Root"]
    names = root["/Names"]["/EmbeddedFiles"]["/Names"]
    assert names[::2] == ["a.csv", "b.JSON", "kit.json"]
    found = []
    for name, reference in zip(names[::2], names[1::2], strict=True):
        file = reference.get_object()
        assert (file["/Type"], file["/F"], file["/UF"]) == ("/Filespec", name, name)
        stream = file["/EF"]["/F"].get_object()
        assert stream["/Type"] == "/EmbeddedFile"
        assert "/FlateDecode" in stream["/Filter"]
        found.append((stream["/Subtype"], stream["/Params"]["/Size"], stream.get_data()))
    assert found == [
        ("/application/octet-stream", 0, b""),
        ("/application/octet-stream", 5, b"12345"),
        ("/application/json", 2, b"{}"),
    ]


@pytest.mark.parametrize("sheets", [1, 2])
def test_a_document_of_several_parts_is_opened_with_their_list(sheets):
    scene = Scene(100, 100)
    made = tuple(Sheet(scene, f"part{number}", f"Part {number}") for number in range(sheets))
    root = pypdf.PdfReader(BytesIO(pdf_bytes(sample_document(sheets=made)))).trailer["/Root"]
    assert (root.get("/PageMode") == "/UseOutlines") is (sheets > 1)
    wishes = root["/ViewerPreferences"]
    assert (wishes["/PrintScaling"], f"{wishes['/DisplayDocTitle']}") == ("/None", "True")
    assert root["/Lang"] == "it"


def test_pages_are_of_pdf_1_7_packed_and_without_letters_that_are_not_used():
    data = pdf_bytes(sample_document())
    assert data.startswith(b"%PDF-1.7")
    page = pypdf.PdfReader(BytesIO(data)).pages[0]
    assert page["/Contents"].get_object()["/Filter"] in ("/FlateDecode", ["/FlateDecode"])
    information = pypdf.PdfReader(BytesIO(data)).metadata
    assert information["/Creator"] == "kitgen"


def test_the_writer_of_a_pdf_is_named_with_its_version():
    assert f"reportlab {reportlab.Version}" == WRITER
