"""Marks as they are placed and then written, as SVG and as the code of a PDF's page; and pictures
that notebooks show.
"""

import pytest
from jobs import kit_of
from reportlab.pdfgen.canvas import Canvas
from scene_text import dump

import kitgen
from kitgen.errors import KitgenError
from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.scene import (
    BLACK,
    Disc,
    Line,
    Path,
    Place,
    Polygon,
    Scene,
    Stamp,
    Stroke,
    Text,
    UnitOutline,
    centred,
    rectangle,
)
from kitgen.reading.templates import Templates
from kitgen.render import shown
from kitgen.render.pdf import _Pen
from kitgen.render.svg import svg_bytes

ARROW = UnitOutline("MLCZ", ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0.5)), (0, 0, 1, 1))


def scene_of_marks():
    scene = Scene(80, 60)
    scene.add(
        Line((1, 2), (30, 2), Stroke(BLACK, 0.3)),
        Line((1, 4), (30, 4), Stroke("#CD1622", 0.2, (1.5, 1.0))),
        Line((1, 6), (30, 6), Stroke("#CD1622", 0.2, (1.5, 1.0))),
        Disc((10, 15), 4, "#0072B2"),
        Disc((20, 15), 4, None, Stroke("#0072B2", 0.5)),
        Disc((30, 15), 4, "#F0E442", Stroke("#009E73", 0.25)),
        Polygon(((40, 10), (50, 10), (45, 20)), "#009E73"),
        Polygon(((52, 10), (62, 10), (57, 20)), None, Stroke(), closed=False),
        Polygon(((64, 10), (74, 10), (69, 20)), "#E69F00", Stroke(BLACK, 0.2, (0.5, 0.5))),
        Path(
            (("M", (5, 30)), ("L", (15, 30)), ("C", (20, 30), (20, 40), (15, 40)), ("Z",)),
            "#56B4E9",
            Stroke(BLACK, 0.4),
        ),
        Path((("M", (25, 30)), ("C", (30, 30), (30, 40), (25, 40))), None, Stroke()),
        Stamp(ARROW, (35, 30), 8, "#CC79A7"),
        rectangle(46, 30, 10, 6, "#EEEEEE", Stroke(BLACK, 0.2, (1, 1))),
        centred((65, 33), 10, 6, None, Stroke()),
        Text((5, 48), "plain & <small>", 9),
        Text((40, 48), "bold", 9, bold=True),
        Text((60, 48), "middle", 7.5, "middle", fill="#777777"),
        Text((78, 48), "end", 6, "end", bold=True),
        Text((40, 55), "turned", 8, turn=90),
        Text((60, 55), "over", 8, "middle", turn=180),
    )
    return scene


#: The same marks in another scene: as they are, moved, larger, turned, and smaller and turned.
PLACES = {
    "as-it-is": Place(),
    "moved": Place(10, -5),
    "larger": Place(3, 4, 1.5),
    "turned": Place(60, 0, 1, 90),
    "smaller-turned": Place(0, 70, 0.5, 270),
}


def placed(name):
    place = PLACES[name]
    outer = Scene(150, 120)
    outer.place(scene_of_marks(), place.x, place.y, scale=place.scale, turn=place.turn)
    return outer


def page_code(scene):
    """Return the code that draws a scene on a page of a PDF."""
    canvas = Canvas("none.pdf", (400, 300))
    before = len(canvas._code)
    _Pen(canvas, scene.height, {}).draw(scene.marks, [])
    return "\n".join(canvas._code[before:])


@pytest.mark.parametrize("name", PLACES)
def test_marks_are_placed_and_written_as_before(name, golden):
    scene = placed(name)
    # A stamp has its points only once it is written: here as a path.
    paths = [mark.path() if isinstance(mark, Stamp) else mark for mark in scene.marks]
    golden(f"marks/{name}", dump(Scene(scene.width, scene.height, paths)))
    golden(f"marks/{name}-svg", svg_bytes(scene).decode().replace("><", ">\n<"))
    golden(f"marks/{name}-pdf", page_code(scene))


@pytest.mark.parametrize(
    ("name", "what"),
    [("her", "A1"), ("ladder", "9"), ("her", "bbb/w../.ww b"), ("awari:1x3", "A1")],
)
def test_a_picture_for_a_notebook_is_as_before(name, what, golden):
    picture = kitgen.draw(name, what)
    file = f"{name}-{what}".replace("/", "-").replace(":", "-").replace(" ", "-")
    golden(f"marks/picture-{file}", f"{picture!r}\n{dump(picture.scene)}")
    assert picture._repr_svg_() == picture.svg == svg_bytes(picture.scene).decode()


def test_what_cannot_be_drawn_is_refused_in_words():
    lines = []
    for what in ("A9", "Z", "bbb/www b", "x" * 40):
        with pytest.raises(KitgenError) as refused:
            kitgen.draw("her", what)
        lines.append(str(refused.value))
    assert lines[0].startswith("kit 'her' has no box 'A9'; there are: A1, A2, B1, B10, B2")
    assert lines[1].startswith("kit 'her' has no box 'Z'; there are: A1, A2, B1")
    assert lines[2].startswith("position 'bbb/www' is not 3 rows of 3 cells")
    assert lines[3].startswith("position 'xxx")


def test_a_notebook_shows_a_kit_with_its_first_boxes():
    html = shown.kit_html(kit_of("her"))
    assert "<b>HER: the Hexapawn Educable Robot</b><br>19 boxes, 45 beads, rule gardner" in html
    assert "<code>kitgen print her</code>" in html
    assert html.count("<svg ") == shown.BOXES_SHOWN
    assert "… 7 more" in html
    small = shown.kit_html(kit_of("ladder"))
    assert small.count("<svg ") == 9
    assert "more" not in small


def test_a_notebook_shows_a_box_with_its_beads():
    box = kit_of("her").by_id["A2"]
    html = shown.box_html(box)
    assert html.startswith("<p><b>A2</b> 1 R a3a2, 1 U a3b2</p>")
    assert html.count('<svg style="max-width:100%;height:auto" ') == 1
    assert "<?xml" not in html


@pytest.mark.parametrize(("most", "rest"), [(8, "<p>… 1 more</p>"), (9, ""), (10, "")])
def test_a_notebook_counts_the_boxes_of_a_kit_that_it_does_not_show(monkeypatch, most, rest):
    monkeypatch.setattr(shown, "BOXES_SHOWN", most)
    kit = kit_of("ladder")
    html = shown.kit_html(kit)
    assert len(kit.boxes) == 9
    assert html.count("<svg ") == min(9, most)
    assert html.endswith(f"</div>{rest}")


@pytest.mark.parametrize(
    ("count", "drawn", "rest"),
    [(1, 1, ""), (4, 4, ""), (5, 4, "<p>… 1 more</p>"), (1234, 4, "<p>… 1,230 more</p>")],
)
def test_a_notebook_shows_the_first_four_sheets_of_a_document(count, drawn, rest):
    # The first sheets, and the fifth for all others, are told apart by their widths.
    scenes = [Scene(10 + number, 10) for number in range(5)]
    sheets = [Sheet(scenes[min(number, 4)], "", "") for number in range(count)]
    html = shown.document_html(Document("<b>", "", "", "en", tuple(sheets)))
    assert html.count('<div style="width:20em;border:1px solid #ccc"><svg') == drawn
    seen = [scene.width for scene in scenes if f"{scene.width}mm" in html]
    assert seen == [scene.width for scene in scenes[:drawn]]
    assert html.endswith(f"</div>{rest}")
    assert html.startswith("<p>")


def test_where_editions_are_read_from_is_handed_on_to_a_picture(monkeypatch):
    calls = []

    def load(*words, **more):
        calls.append((words, more))
        return kit_of("ladder")

    monkeypatch.setattr(shown, "load_kit", load)
    templates = Templates()
    assert repr(kitgen.draw("her", "9", templates=templates)) == "<picture of box 9 of ladder>"
    assert calls == [(("her",), {"templates": templates})]
