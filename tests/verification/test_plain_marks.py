"""What a line of a page's content means, on a page of 100 by 200 points: each mark and setting
that kitgen writes, and what it does not, as readable text.
"""

from types import SimpleNamespace

import pytest
from counting import at_least
from pypdf.generic import DictionaryObject

from kitgen.paper.marks.scene import POINT
from kitgen.sandbox import plain_page
from kitgen.sandbox.page_marks import NO_CORRECTION

SQUARE = "n 10 20 m 30 20 l 30 60 l 10 60 l h\n"
#: Contents of a page, by what is tried.
CONTENTS = {
    "nothing": "",
    "a line": "n 10 20 m 30 20 l S\n",
    "a filled square": f"{SQUARE}f*\n",
    "a square that is drawn": f"{SQUARE}S\n",
    "a filled and drawn square": f"{SQUARE}B*\n",
    "colours": f"1 0 0 rg 0 0 1 RG\n{SQUARE}B*\n.5 .5 .5 rg\n{SQUARE}f*\n",
    "a width, caps, joins and dashes": f"2 w 1 J 2 j [3 1] 0 d\n{SQUARE}S\n[] 0 d\n{SQUARE}S\n",
    "a filled square after dashes": f"2 w 1 J 2 j [3 1] 0 d\n{SQUARE}f*\n",
    "a curve": "n 10 20 m 10 30 20 40 30 40 c S\n",
    "closed by its last point": "n 10 20 m 30 20 l 30 60 l 10 20 l f*\n",
    "closed by its last point and once more": "n 10 20 m 30 20 l 30 60 l 10 20 l h S\n",
    "closed by a curve": "n 10 20 m 10 30 20 40 10 20 c f*\n",
    "two pieces": "n 10 20 m 30 20 l 30 60 l h 50 60 m 70 60 l 70 90 l h f*\n",
    "an outline begun anew": "n 1 1 m 2 2 l n 10 20 m 30 20 l S\n",
    "settings kept and put back": f"1 0 0 rg q 0 1 0 rg\n{SQUARE}f*\nQ\n{SQUARE}f*\n",
    "put back too often": f"Q\n{SQUARE}f*\n",
    "a scale of the whole page": f".5 0 0 .25 10 20 cm\n{SQUARE}f*\n",
    "no scale": f"1 0 0 1 0 0 cm\n{SQUARE}f*\n",
    "a second scale": f".5 0 0 .5 0 0 cm 2 0 0 2 0 0 cm\n{SQUARE}f*\n",
    "a scale after a mark": f"{SQUARE}f*\n.5 0 0 .5 0 0 cm\n{SQUARE}f*\n",
    "a scale that is kept": f"q .5 0 0 .5 0 0 cm\n{SQUARE}f*\nQ\n{SQUARE}f*\n",
    "a turn": f"0 1 -1 0 5 5 cm\n{SQUARE}f*\n",
    "another fill rule": f"{SQUARE}f\n{SQUARE}S\n",
    "a clip": f"{SQUARE}W n\n{SQUARE}S\n",
    "words": f"words\n{SQUARE}S\n",
    "too few numbers": f"1 0 rg\n{SQUARE}f*\n",
    "too many numbers": f"1 0 0 0 rg\n{SQUARE}f*\n",
    "a number that is none": f"1 0 x rg\n{SQUARE}f*\n",
    "a glued operator": f"1 0 0rg\n{SQUARE}f*\n",
    "a dash with a start": f"[3 1] 2 d\n{SQUARE}S\n",
    "an outline without a beginning": "n 30 20 l S\n",
    "a rectangle": f"10 20 30 40 re f*\n{SQUARE}S\n",
    "letters of no font": f"BT 1 0 0 1 10 20 Tm /F1 8 Tf 9 TL (A) Tj T* ET\n{SQUARE}S\n",
    "many blanks": "  n   10 20  m 30 20 l   S  \n\n",
    "numbers without a nought": "n .5 -.5 m 30. 20 l S\n",
}


def page_of(content, box=(0, 0, 100, 200)):
    return plain_page._Page(box, DictionaryObject(), {}).read(content.encode())


def in_points(place):
    x, y = place
    return f"{x / POINT:g},{y / POINT:g}"


def test_what_each_content_of_a_page_means(golden):
    lines = []
    for name, content in at_least(30, CONTENTS.items()):
        page = page_of(content)
        lines.append(f"{name}:")
        for shape in page.shapes:
            corners = " ".join(in_points((round(x, 6), round(y, 6))) for x, y in shape.corners)
            dash = " ".join(f"{length / POINT:g}" for length in shape.dash)
            lines.append(
                f"    {shape.order} {shape.steps} {corners}{', closed' if shape.closed else ''}; "
                f"fill {shape.fill}, stroke {shape.stroke} {shape.width / POINT:g} [{dash}] "
                f"{shape.manner}, {len(shape.points)} points"
            )
        lines += [f"    strange: {one}" for one in page.strange]
        if page.correction != NO_CORRECTION:
            lines.append(f"    {page.correction}")
    golden("said/plain-marks", "\n".join(lines))


class Fonts:
    """Stands for the fonts of a page: one, whose every line is the same."""

    def raw_get(self, key):
        assert key == "/F1"
        return SimpleNamespace(idnum=7)


LINE = plain_page._Line("Ab", left=0.5, bottom=-0.25, right=2.5, top=0.75)
WORDS = "BT 1 0 0 1 10 20 Tm /F1 8 Tf 9 TL (Ab) Tj T* ET\n"


@pytest.mark.parametrize(
    ("before", "bounds", "at", "size", "turn"),
    [
        ("", (14, 174, 30, 182), (10, 180), 8, 0),
        ("q 0 2 -2 0 50 60 cm", (-2, 80, 14, 112), (10, 120), 16, 270),
        ("q 0 -1 1 0 50 60 cm", (68, 154, 76, 170), (70, 150), 8, 90),
        ("q -1 0 0 -1 50 60 cm", (20, 158, 36, 166), (40, 160), 8, 180),
    ],
)
def test_letters_lie_where_they_are_turned_and_scaled_to(before, bounds, at, size, turn):
    codes = []
    font = SimpleNamespace(line=lambda code: codes.append(code) or LINE)
    page = plain_page._Page((0, 0, 100, 200), Fonts(), {7: font})
    found = page.read(f"1 0 0 rg {before}\n{WORDS}{SQUARE}f*\n".encode())
    (text,) = found.letters
    assert codes == [b"Ab"]
    assert (text.order, text.text, text.fill) == (0, "Ab", "#FF0000")
    assert [side / POINT for side in text.bounds] == pytest.approx(bounds)
    assert (text.at[0] / POINT, text.at[1] / POINT) == pytest.approx(at)
    assert (text.size, text.turn) == (pytest.approx(size), turn)
    assert [shape.order for shape in found.shapes] == ([] if before else [1])


def test_a_scale_after_letters_is_not_that_of_the_whole_page():
    font = SimpleNamespace(line=lambda _: LINE)
    page = plain_page._Page((0, 0, 100, 200), Fonts(), {7: font})
    found = page.read(f"{WORDS}.5 0 0 .5 0 0 cm\n{WORDS}".encode())
    assert found.correction == NO_CORRECTION
    assert [text.size for text in found.letters] == [8, 4]


class Page(dict):
    """Stands for a page of a PDF without contents."""

    def get_contents(self):
        return None


@pytest.mark.parametrize(
    ("more", "resources", "strange"),
    [
        ({}, {}, ()),
        ({"/Rotate": 0, "/Trans": 1}, {"/ProcSet": 1}, ()),
        ({"/Rotate": 90}, {}, ("a turn by a viewer",)),
        (
            {"/UserUnit": 2, "/Annots": 1},
            {"/XObject": 1},
            ("Annots of the page", "UserUnit of the page", "XObject of the page"),
        ),
    ],
)
def test_what_is_said_of_a_page_otherwise_is_strange(more, resources, strange):
    pdf = object.__new__(plain_page.PlainPdf)
    pdf._fonts = {}
    pdf._pages = [Page({"/MediaBox": [0, 0, 10, 20], "/Resources": resources, **more})]
    (found,) = pdf
    assert found.strange == strange
    assert (found.width, found.height) == (10 * POINT, 20 * POINT)


def test_a_page_has_the_size_of_its_box_which_begins_at_its_corner():
    page = page_of("")
    assert (page.width, page.height) == (100 * POINT, 200 * POINT)
    assert page.strange == ()
    moved = page_of("", (5, 0, 100, 200))
    assert moved.strange == ("an edge that cuts or moves the page",)


def test_what_is_strange_is_said_once():
    assert page_of("words\nmore words\nwords\n").strange == ("something that kitgen does not draw",)


@pytest.mark.parametrize(
    ("letters", "pieces"),
    [
        (b"ml", (((0, 1), "ML", False),)),
        (b"mllh", (((0, 1, 2), "MLL", True),)),
        (b"mch", (((0, 3), "MC", True),)),
        (b"mlcl", (((0, 1, 4, 5), "MLCL", False),)),
        (b"mlhml", (((0, 1), "ML", True), ((0, 1), "ML", False))),
        (b"m", (((0,), "M", False),)),
        (b"", ()),
        (b"l", None),
        (b"mlhl", None),
        (b"hm", None),
    ],
)
def test_the_pieces_of_an_outline(letters, pieces):
    if pieces is None:
        with pytest.raises(ValueError, match=f"an outline with the operators {letters.decode()}"):
            plain_page._pieces(letters)
    else:
        assert plain_page._pieces(letters) == pieces


@pytest.mark.parametrize(
    ("parts", "colour"),
    [
        ((0, 0, 0), "#000000"),
        ((1, 1, 1), "#FFFFFF"),
        ((0.803922, 0.086275, 0.133333), "#CD1622"),
        ((0.5, 0.25, 0.75), "#8040BF"),
    ],
)
def test_parts_of_a_colour_become_its_digits(parts, colour):
    assert plain_page._colour(parts) == colour


@pytest.mark.parametrize(
    ("line", "setting"),
    [
        (b"1 0 0 rg", (b"rg", (1.0, 0.0, 0.0))),
        (b"q", (b"q", ())),
        (b"[3 1] 0 d", (b"d", (3.0, 1.0))),
        (b"[] 0 d", (b"d", ())),
        (b".5 w", (b"w", (0.5,))),
    ],
)
def test_a_setting_has_its_operator_and_its_numbers(line, setting):
    assert plain_page._setting(line) == setting
