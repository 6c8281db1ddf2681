"""Sizes of labels, where they lie on a page, their cut marks; and the finder's pages."""

from itertools import combinations, product

import pytest
from counting import at_least
from hypothesis import given
from hypothesis import strategies as st
from jobs import LANGUAGES, make_job
from printed_words import texts_on
from sampling import few, sample

from kitgen.errors import TemplateError, UsageError
from kitgen.kit.build import build_kit
from kitgen.paper.layout.frame import content_area
from kitgen.paper.layout.imposition import cut_marks, plan_sheet
from kitgen.paper.marks.scene import Line, Polygon, Text, bounds
from kitgen.paper.parts import finder, labels, load_part
from kitgen.paper.stock import Stock, StockFile, read_stock
from kitgen.papers import PAGES
from kitgen.reading.templates import Templates

TEMPLATES = Templates()
KITS = {name: build_kit(name) for name in ("her", "him", "gardner24", "menace", "awari-mini")}


# --- sizes
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("matchbox", 53, 36),
        ("poker", 63, 88),
        ("bridge", 57, 89),
        ("mini", 44, 67),
        ("L7160", 63.5, 38.1),
    ],
)
def test_sizes_are_those_of_the_things(name, width, height):
    stock = read_stock(name, TEMPLATES)
    assert (stock.width, stock.height) == (width, height)
    assert read_stock(name.upper(), TEMPLATES) == stock


#: Each stock: its width and height in mm, its kind, and how many lie beside and below each other.
STOCKS = {
    "5160": (66.675, 25.4, "label", 3, 10),
    "L7160": (63.5, 38.1, "label", 3, 7),
    "L7163": (99.06, 38.1, "label", 2, 7),
    "a7": (74, 105, "card", 0, 0),
    "bridge": (57, 89, "card", 0, 0),
    "chips": (53, 36, "chip", 0, 0),
    "cup-tents": (90, 50, "cup", 0, 0),
    "cups": (90, 50, "cup", 0, 0),
    "drawers": (44, 30, "drawer", 4, 5),
    "egg-carton": (40, 40, "carton", 5, 2),
    "egg-carton-6": (40, 40, "carton", 3, 2),
    "matchbox": (53, 36, "label", 0, 0),
    "matchbox-front": (53, 15, "label", 0, 0),
    "mini": (44, 67, "card", 0, 0),
    "poker": (63, 88, "card", 0, 0),
    "tray-front": (35, 15, "label", 0, 0),
}


def test_every_stock_has_the_size_of_its_thing():
    stocks = {name: read_stock(name, TEMPLATES) for name in TEMPLATES.names("stock")}
    assert {
        name: (stock.width, stock.height, stock.kind, stock.columns, stock.rows)
        for name, stock in stocks.items()
    } == STOCKS


#: Each bought sheet: where its first label lies, and from one label to the next, in mm.
BOUGHT_SHEETS = {
    "5160": ("letter", 4.7625, 12.7, 69.85, 25.4),
    "L7160": ("a4", 7.25, 15.15, 66.04, 38.1),
    "L7163": ("a4", 4.67, 15.15, 101.6, 38.1),
}


def test_labels_of_bought_sheets_lie_where_they_lie_and_in_the_middle_of_the_page():
    """The edges of a sheet are as wide on one side as on the other, within half a millimetre."""
    bought = {name: read_stock(name, TEMPLATES) for name in BOUGHT_SHEETS}
    assert {
        name: (stock.page, stock.left, stock.top, stock.pitch_x, stock.pitch_y)
        for name, stock in bought.items()
    } == BOUGHT_SHEETS
    for stock in at_least(3, bought.values()):
        page = PAGES[stock.page]
        right = page.width - stock.left - (stock.columns - 1) * stock.pitch_x - stock.width
        below = page.height - stock.top - (stock.rows - 1) * stock.pitch_y - stock.height
        assert abs(right - stock.left) < 0.5, stock.name
        assert abs(below - stock.top) < 0.5, stock.name


@pytest.mark.parametrize(
    ("name", "pitch"),
    [
        ("drawers", (47, 36)),
        ("egg-carton", (47, 47)),
        ("egg-carton-6", (47, 47)),
        ("L7163", (101.6, 38.1)),
    ],
)
def test_holders_are_as_far_apart_as_their_middles(name, pitch):
    stock = read_stock(name, TEMPLATES)
    assert (stock.pitch_x, stock.pitch_y) == pitch


def test_what_lies_in_or_on_a_matchbox_is_named():
    holders = {name: read_stock(name, TEMPLATES).holder for name in STOCKS}
    assert {name for name, holder in holders.items() if holder == "matchbox"} == {
        "chips",
        "matchbox",
        "matchbox-front",
        "tray-front",
    }
    assert [name for name in STOCKS if read_stock(name, TEMPLATES).tent] == ["cup-tents"]


def test_label_stock_lies_where_the_makers_say():
    stock = read_stock("L7160", TEMPLATES)
    assert (stock.page, stock.columns, stock.rows) == ("a4", 3, 7)
    assert (stock.left, stock.top, stock.pitch_x, stock.pitch_y) == (7.25, 15.15, 66.04, 38.1)
    stock = read_stock("5160", TEMPLATES)
    assert (stock.page, stock.columns, stock.rows) == ("letter", 3, 10)
    inches = (2.625, 1, 0.1875, 0.5, 2.75, 1)
    found = (stock.width, stock.height, stock.left, stock.top, stock.pitch_x, stock.pitch_y)
    assert found == pytest.approx([25.4 * inch for inch in inches])


@pytest.mark.parametrize(
    ("code", "name"),
    [("J8160", "L7160"), ("7160", "L7160"), ("7163", "L7163"), ("8160", "5160"), ("5260", "5160")],
)
def test_a_sheet_has_other_codes(code, name):
    assert (
        read_stock(code, TEMPLATES)
        == read_stock(f" {code.lower()} ", TEMPLATES)
        == read_stock(name, TEMPLATES)
    )


def test_no_code_stands_for_two_sheets():
    files = {name: TEMPLATES.read("stock", name, StockFile) for name in TEMPLATES.names("stock")}
    codes = [code for name, file in files.items() for code in (name, *file.also)]
    assert len(codes) == len({code.upper() for code in codes})
    assert all(file.page is not None for file in files.values() if file.also)


@pytest.mark.parametrize("code", ["L7162", "L7164", "5161", "51600", "J8163", "l 7160x", "999"])
def test_a_code_that_is_not_known_is_not_answered_by_spelling(code):
    with pytest.raises(UsageError) as caught:
        read_stock(code, TEMPLATES)
    assert str(caught.value).startswith(f"no sheet of labels '{code}' is known")
    assert "did you mean" not in str(caught.value)
    assert "L7160, L7163" in str(caught.value)


@pytest.mark.parametrize("name", TEMPLATES.names("stock"))
def test_every_sheet_of_labels_is_symmetric_on_its_page(name):
    stock = read_stock(name, TEMPLATES)
    if stock.page is None:
        return
    page = PAGES[stock.page]
    right = page.width - stock.left - (stock.columns - 1) * stock.pitch_x - stock.width
    bottom = page.height - stock.top - (stock.rows - 1) * stock.pitch_y - stock.height
    assert right == pytest.approx(stock.left, abs=0.2)
    assert bottom == pytest.approx(stock.top, abs=0.2)


@given(st.integers(50, 2500), st.integers(50, 2500))
def test_sizes_in_mm_are_read_as_written(width, height):
    stock = read_stock(f"{width / 10:g}x{height / 10:g}", TEMPLATES)
    assert (stock.width, stock.height, stock.page) == (width / 10, height / 10, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("machbox", "did you mean 'matchbox'"),
        ("35", "unknown label or card size '35'"),
        ("35x", "not written as width x height"),
        ("35x15x9", "not written as width x height"),
        ("-35x15", "not written as width x height"),
        ("0x15", "must be from 5 to 250 mm"),
        ("35x9999", "must be from 5 to 250 mm"),
        ("", "unknown label or card size ''"),
        ("../her", "unknown label or card size"),
    ],
)
def test_a_wrong_size_is_one_line_that_helps(text, message):
    with pytest.raises(UsageError, match=message) as caught:
        read_stock(text, TEMPLATES)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pitch_x": 60}, "pitch_x"),
        ({"rows": 8}, "rows"),
        ({"columns": 0}, "columns"),
        ({"heigth": 3}, "did you mean 'height'"),
        ({"width": 900}, "width"),
        ({"page": '"a5"'}, "page"),
    ],
)
def test_a_wrong_stock_file_is_refused(tmp_path, change, message):
    keys = {
        "source": '"x"', "width": 63.5, "height": 38.1, "page": '"a4"', "columns": 3, "rows": 7,
        "left": 7.25, "top": 15.15, "pitch_x": 66.04, "pitch_y": 38.1,
    }  # fmt: skip
    (tmp_path / "stock").mkdir()
    good = "\n".join(f"{key} = {value}" for key, value in keys.items())
    (tmp_path / "stock" / "own.toml").write_text(good)
    assert read_stock("own", Templates(tmp_path)).columns == 3
    bad = "\n".join(f"{key} = {value}" for key, value in (keys | change).items())
    (tmp_path / "stock" / "own.toml").write_text(bad)
    with pytest.raises(TemplateError, match=message):
        read_stock("own", Templates(tmp_path))


# --- on pages
# --------------------------------------------------------------------------------------------------


def grounds(scene):
    """Return the boxes of the labels on a page: left, top, right, bottom."""
    found = []
    for mark in scene.marks:
        if isinstance(mark, Polygon) and len(mark.points) == 4 and mark.fill and not mark.stroke:
            found.append(bounds(mark.points))
    outermost = []
    for ground in found:
        others = [other for other in found if other != ground]
        if not any(holds(other, ground) for other in others):
            outermost.append(ground)
    return outermost


def holds(outer, inner):
    return (
        outer[0] <= inner[0] + 1e-6
        and outer[1] <= inner[1] + 1e-6
        and outer[2] >= inner[2] - 1e-6
        and outer[3] >= inner[3] - 1e-6
    )


@pytest.mark.parametrize("page", few(["a4", "letter"], one_in=4))
@pytest.mark.parametrize("stock", ["matchbox", "poker", "35x15", "mini", "190x60"])
@pytest.mark.parametrize("kit", ["her", "gardner24"])
def test_labels_on_plain_paper_lie_apart_in_the_content_area(kit, stock, page):
    if stock == "190x60":
        with pytest.raises(UsageError, match="do not fit"):
            labels.sheets(make_job(kit, page, stock="250x250"))
        return
    job = make_job(kit, page, stock=stock)
    x, y, width, height = content_area(job.page)
    area = (x, y, x + width, y + height)
    sheets = labels.sheets(job)
    shown = [box for sheet in sheets for box in grounds(sheet.scene)]
    assert len(shown) == len(KITS[kit].boxes)
    for sheet in sheets:
        assert sheet.framed
        found = grounds(sheet.scene)
        for one in found:
            assert holds(area, one)
            sides = {round(one[2] - one[0], 3), round(one[3] - one[1], 3)}
            assert sides == {job.stock.width, job.stock.height}
        for one, other in combinations(found, 2):
            apart = max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
            assert apart >= 1.4
        marks = [m for m in sheet.scene.marks if isinstance(m, Line) and m.stroke.width == 0.1]
        assert len(marks) == 8 * len(found)
        for mark in marks:
            for ground in found:  # a mark lies in no label
                xs = sorted((mark.start[0], mark.end[0]))
                ys = sorted((mark.start[1], mark.end[1]))
                off = (
                    xs[1] <= ground[0]
                    or xs[0] >= ground[2]
                    or ys[1] <= ground[1]
                    or ys[0] >= ground[3]
                )
                assert off


def test_every_cut_line_keeps_marks_whatever_was_cut_before():
    left = 20
    top = 30
    right = 73
    bottom = 66
    marks = [*cut_marks(left, top, right - left, bottom - top)]
    for axis, line, low, high in (
        (0, left, top, bottom),
        (0, right, top, bottom),
        (1, top, left, right),
        (1, bottom, left, right),
    ):
        # What is left when the two cuts across have been made: only what lies between them.
        along = [
            sorted((mark.start[1 - axis], mark.end[1 - axis]))
            for mark in marks
            if abs(mark.start[axis] - line) < 0.2 and abs(mark.end[axis] - line) < 0.2
        ]
        inside = [(max(a, low), min(b, high)) for a, b in along if min(b, high) - max(a, low) > 1]
        assert len(inside) == 2, "a mark near both ends"
        assert max(b for _, b in inside) - min(a for a, _ in inside) > 0.9 * (high - low)


@pytest.mark.parametrize("name", ["L7160", "L7163", "5160"])
def test_bought_labels_are_hit_exactly_and_keep_their_edges_free(name):
    stock = read_stock(name, TEMPLATES)
    job = make_job("her", stock=stock)
    sheets = labels.sheets(job)
    found = [ground for sheet in sheets for ground in grounds(sheet.scene)]
    assert len(found) == 19
    assert not any(sheet.framed for sheet in sheets)
    for number, ground in enumerate(found):
        row, column = divmod(number % (stock.columns * stock.rows), stock.columns)
        x = stock.left + column * stock.pitch_x
        y = stock.top + row * stock.pitch_y
        assert ground == pytest.approx(
            (x + 2, y + 2, x + stock.width - 2, y + stock.height - 2), abs=1e-6
        )
    marks = [mark for sheet in sheets for mark in sheet.scene.marks]
    assert not any(isinstance(mark, Line) and mark.stroke.width == 0.1 for mark in marks)


def test_bought_labels_need_their_paper():
    with pytest.raises(UsageError, match="L7160 come on a4 paper, not letter"):
        plan_sheet(make_job("her", "letter", stock="L7160"))


def test_labels_too_small_or_too_large_are_refused():
    with pytest.raises(UsageError, match="too small for box"):
        labels.sheets(make_job("her", stock=Stock(15, 8, name="15x8")))
    with pytest.raises(UsageError, match="do not fit on a4"):
        labels.sheets(make_job("her", stock="250x240"))


# --- finder
# --------------------------------------------------------------------------------------------------


PAGES_OF_FINDERS = list(product(("her", "him", "gardner24"), PAGES, LANGUAGES))


@pytest.mark.parametrize(
    ("kit", "page", "language"), sample([*PAGES_OF_FINDERS, ("her-3x4", "a4", "en")], one_in=8)
)
def test_the_finder_shows_each_box_once_in_order(kit, page, language):
    job = make_job(kit, page, language)
    x, y, width, height = content_area(job.page)
    own = [box.id for box in job.kit.boxes]
    is_long = kit == "her-3x4"  # with tabs in its upper margin
    top = 5 if is_long else y
    ids = []
    for sheet in load_part("finder").sheets(job):
        texts = texts_on(sheet)
        ids += [text.text for text in texts if text.bold and text.text in own]
        for mark in sheet.scene.marks:
            points = [mark.at] if isinstance(mark, Text) else getattr(mark, "points", ())
            for across, down in points:
                assert x - 1e-6 <= across <= x + width + 1e-6
                assert top - 1e-6 <= down <= y + height + 1e-6
        assert min(text.size for text in texts) >= 5 - 1e-9
    assert sorted(ids) == sorted(own)
    if is_long:  # within a turn, boxes are in the order of their kinds of pieces
        turns = [name[0] for name in ids]
        assert turns == sorted(turns)
    else:
        assert ids == own


def is_frame(mark):
    """Whether a mark is the line round a board."""
    return isinstance(mark, Polygon) and len(mark.points) == 4 and mark.fill is None


def test_the_finder_puts_the_mirror_image_beside_each_position_that_has_one():
    for name in ("her", "him"):
        kit = KITS[name]
        mirror = kit.symmetries.all[1]
        twins = [box for box in kit.boxes if mirror.position(box.position) != box.position]
        frames = 0
        for sheet in load_part("finder").sheets(make_job(name)):
            frames += sum(map(is_frame, sheet.scene.marks))
        assert frames == len(kit.boxes) + len(twins)
    assert all(not finder.images(KITS["menace"], box) for box in KITS["menace"].boxes)
    mirrored = {box.mirror_of for box in KITS["gardner24"].boxes} - {None}
    assert all(
        not finder.images(KITS["gardner24"], box)
        for box in KITS["gardner24"].boxes
        if box.id in mirrored
    )
