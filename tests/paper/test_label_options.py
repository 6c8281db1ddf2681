"""Labels onto pages: few pages, partly used sheets, nudges, outlines, a user's own stock, and
what is refused.
"""

from itertools import combinations

import msgspec
import pytest
from click.testing import CliRunner
from jobs import LANGUAGES, make_job
from prints import read_boxes
from sampling import few

from kitgen.cli.main import main
from kitgen.errors import TemplateError, UnknownNameError, UsageError
from kitgen.kit.choices import arguments_for
from kitgen.paper.declared import PART_OPTIONS, PartOptions
from kitgen.paper.layout.frame import content_area, extent
from kitgen.paper.layout.imposition import LABEL_DRIFT, cut_marks, plan_both_ways, plan_plain
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import Line, Polygon, Text
from kitgen.paper.parts import load_part
from kitgen.paper.stock import read_stock
from kitgen.paper.style import SPACE
from kitgen.papers import PAGES
from kitgen.press.print_run import print_kit
from kitgen.reading.templates import Templates
from kitgen.render import save
from kitgen.verification.verify import verify

TEMPLATES = Templates()


def grounds(sheet):
    """The grounds of the cards on a sheet, as left, top, right and bottom."""
    found = []
    for mark in sheet.scene.marks:
        if (
            isinstance(mark, Polygon)
            and mark.fill
            and mark.stroke is None
            and len(mark.points) == 4
        ):
            xs, ys = zip(*mark.points, strict=True)
            if min(max(xs) - min(xs), max(ys) - min(ys)) > 10 and mark.fill != "#FFFFFF":
                found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


# --- few pages
# -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", sorted(PAGES))
def test_hers_labels_take_one_page_on_either_paper(page):
    assert len(load_part("labels").sheets(make_job(page=page))) == 1


@pytest.mark.parametrize("plan", [plan_plain, plan_both_ways])
@pytest.mark.parametrize("count", few([1, 5, 18, 19, 20, 21, 36, 37, 60, 304], one_in=4))
@pytest.mark.parametrize("size", [(53, 36), (63, 88), (35, 15), (56, 36), (100, 100), (187, 30)])
@pytest.mark.parametrize("page", sorted(PAGES))
def test_labels_lie_apart_on_the_page_and_no_other_way_takes_fewer_pages(page, size, count, plan):
    paper = PAGES[page]
    layout = plan(paper, size, 7.5, count)
    x, y, width, height = content_area(paper)
    for spot in layout.spots:
        assert x + 1.6 <= spot.x
        assert y + 7.5 + 1.6 <= spot.y
        assert spot.x + spot.width <= x + width - 1.6
        assert spot.y + spot.height <= y + height - 1.6
        assert (spot.width, spot.height) == (size[::-1] if spot.turn else size)
    least = min(SPACE.cards) - 1e-6
    for one, other in combinations(layout.spots, 2):
        apart_x = max(one.x, other.x) >= min(one.x + one.width, other.x + other.width) + least
        apart_y = max(one.y, other.y) >= min(one.y + one.height, other.y + other.height) + least
        assert apart_x or apart_y
    fits = {}
    for lying, (wide, high) in ((False, size), (True, size[::-1])):
        least = min(SPACE.cards)
        columns = int((width - 3.4 + least + 1e-6) // (wide + least))
        rows = int((height - 7.5 - 3.4 + least + 1e-6) // (high + least))
        fits[lying] = -(-count // (columns * rows)) if columns * rows else None
    pages = -(-count // len(layout.spots))
    simple = min(found for found in fits.values() if found)
    turns = {spot.turn for spot in layout.spots}
    if len(turns) > 1:
        assert pages < simple
    else:
        assert pages == simple
        assert (turns == {90}) == (fits[False] != pages)  # upright unless that takes more


def test_a_row_the_other_way_round_saves_sheets_and_one_cut_parts_it_from_the_others():
    layout = plan_both_ways(PAGES["a4"], (53, 36), 7.5, 304)
    assert len(layout.spots) == 23
    assert len(plan_plain(PAGES["a4"], (53, 36), 7.5, 304).spots) == 20
    along, across = ([spot for spot in layout.spots if spot.turn == turn] for turn in (0, 90))
    assert (
        max(spot.y + spot.height for spot in along) + min(SPACE.cards)
        <= min(spot.y for spot in across) + 1e-6
    )


def test_gutters_are_wide_where_that_takes_no_page_more():
    assert plan_plain(PAGES["a4"], (53, 36), 7.5, 18).gutter == SPACE.cards[0]
    assert plan_plain(PAGES["a4"], (53, 36), 7.5, 19).gutter < SPACE.cards[0]


@pytest.mark.parametrize("gutter", SPACE.cards)
def test_cut_marks_lie_on_no_label_and_each_cut_keeps_its_own(gutter):
    x = 50.0
    y = 40.0
    wide = 30.0
    high = 20.0
    marks = [*cut_marks(x, y, wide, high, gutter)]
    around = [
        (x + i * (wide + gutter), y + j * (high + gutter)) for i in (-1, 0, 1) for j in (-1, 0, 1)
    ]
    for mark in marks:
        left, right = sorted((mark.start[0], mark.end[0]))
        top, bottom = sorted((mark.start[1], mark.end[1]))
        for a, b in around:
            assert right <= a or left >= a + wide or bottom <= b or top >= b + high
        half = gutter / 2
        assert x - half <= left <= right <= x + wide + half
        assert y - half <= top <= bottom <= y + high + half
    # After the cuts along three sides, some of the fourth side's marks are still there, outside the
    # label only.
    beside = {
        "left": [m for m in marks if max(m.start[0], m.end[0]) < x and overlap(m, 1, y, y + high)],
        "right": [
            m for m in marks if min(m.start[0], m.end[0]) > x + wide and overlap(m, 1, y, y + high)
        ],
        "top": [m for m in marks if max(m.start[1], m.end[1]) < y and overlap(m, 0, x, x + wide)],
        "bottom": [
            m for m in marks if min(m.start[1], m.end[1]) > y + high and overlap(m, 0, x, x + wide)
        ],
    }
    assert {side: len(found) for side, found in beside.items()} == dict.fromkeys(beside, 2)


def overlap(mark, axis, low, high):
    """How much of a line lies between two lines across an axis: more than a millimetre?"""
    least, most = sorted((mark.start[axis], mark.end[axis]))
    return min(most, high) - max(least, low) > 1


@pytest.mark.parametrize("page", few(sorted(PAGES), one_in=4))
@pytest.mark.parametrize("name", ["her", "gardner24"])
def test_labels_on_their_side_are_read_back(tmp_path, name, page):
    job = make_job(name, page=page)
    document = run_parts(job, ["labels"])
    save(document, tmp_path / "labels.pdf")
    found = {
        box.id: box.position
        for box in read_boxes(tmp_path / "labels.pdf", job.kit)
        if not box.faults
    }
    assert found == {box.id: box.position for box in job.kit.boxes}


# --- bought sheets
# -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stock", "first"), [("L7160", 1), ("L7160", 5), ("L7160", 21), ("L7163", 8), ("5160", 13)]
)
def test_a_partly_used_sheet_is_used_from_its_first_free_label(stock, first):
    size = read_stock(stock, TEMPLATES)
    sheets = load_part("labels").sheets(make_job(stock=stock, labels_start_at=first))
    per_sheet = size.columns * size.rows
    assert len(sheets) == -(-(19 + first - 1) // per_sheet)
    places = [
        (number, ground)
        for number, sheet in enumerate(sheets)
        for ground in sorted(grounds(sheet), key=reading_order)
    ]
    assert len(places) == 19
    for nth, (page, (left, top, right, bottom)) in enumerate(places, first - 1):
        assert page == nth // per_sheet
        row, column = divmod(nth % per_sheet, size.columns)
        assert left == pytest.approx(size.left + column * size.pitch_x + LABEL_DRIFT, abs=1e-3)
        assert top == pytest.approx(size.top + row * size.pitch_y + LABEL_DRIFT, abs=1e-3)
        assert right - left == pytest.approx(size.width - 2 * LABEL_DRIFT, abs=1e-3)
        assert bottom - top == pytest.approx(size.height - 2 * LABEL_DRIFT, abs=1e-3)


def reading_order(ground):
    return round(ground[1]), ground[0]


def test_a_nudge_moves_every_mark_of_the_labels():
    plain, moved = (
        load_part("labels").sheets(make_job(stock="L7160", labels_nudge=by))[0]
        for by in ("0,0", "1.5,-0.5")
    )
    assert len(plain.scene.marks) == len(moved.scene.marks)
    for one, other in zip(plain.scene.marks, moved.scene.marks, strict=True):
        if isinstance(one, Text):
            there = (pytest.approx(one.at[0] + 1.5), pytest.approx(one.at[1] - 0.5))
            assert other == msgspec.structs.replace(one, at=there)
        if isinstance(one, Polygon):
            assert other.points[0] == (
                pytest.approx(one.points[0][0] + 1.5),
                pytest.approx(one.points[0][1] - 0.5),
            )


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=6))
@pytest.mark.parametrize("stock", ["L7160", "L7163", "5160", "matchbox", "35x15", "a7"])
def test_outlines_lie_where_the_labels_lie(stock, language):
    options = {"labels_start_at": 3, "labels_nudge": "1,2"} if stock[-1] in "03" else {}
    job = make_job(stock=stock, language=language, **options)
    (outlines,) = load_part("outline").sheets(job)
    labels = load_part("labels").sheets(job)[0]
    edges = [
        mark.points
        for mark in outlines.scene.marks
        if isinstance(mark, Polygon) and not mark.stroke.dash
    ]
    inset = LABEL_DRIFT if job.stock.page else 0
    for left, top, right, bottom in grounds(labels):
        near = [
            p
            for p in edges
            if abs(p[0][0] + inset - left) < 0.01 and abs(p[0][1] + inset - top) < 0.01
        ]
        assert len(near) == 1
        assert near[0][2] == (pytest.approx(right + inset), pytest.approx(bottom + inset))
    numbers = [
        mark.text for mark in outlines.scene.marks if isinstance(mark, Text) and mark.text.isdigit()
    ]
    assert numbers == [str(number) for number in range(1, len(edges) + 1)]
    assert not [mark for mark in outlines.scene.marks if isinstance(mark, Line)]


def test_outlines_say_how_to_use_them_in_whole_sentences():
    for stock in ("L7160", "L7163", "5160"):
        for language in LANGUAGES:
            job = make_job(stock=stock, language=language)
            (sheet,) = load_part("outline").sheets(job)
            words = [
                mark.text for mark in sheet.scene.marks if isinstance(mark, Text) and not mark.bold
            ]
            assert " ".join(words) == job.texts("outline.sheet")


@pytest.mark.parametrize(("stock", "options", "words"), [
    ("L7160", {"labels_start_at": 22}, ["--set labels.start-at=22", "L7160", "1 to 21"]),
    ("L7160", {"labels_start_at": 0}, ["--set labels.start-at=0", "1 to 21"]),
    ("L7160", {"labels_nudge": "-8,0"}, ["--set labels.nudge=-8,0", "DX", "-7.25", "7.17"]),
    ("5160", {"labels_nudge": "0,13"}, ["--set labels.nudge=0,13", "DY", "12.7"]),
    ("L7160", {"labels_nudge": "1"}, ["--set labels.nudge '1'", "1.5,-0.5"]),
    ("L7160", {"labels_nudge": "a,b"}, ["--set labels.nudge 'a,b'"]),
    ("matchbox", {"labels_start_at": 2}, ["--set labels.start-at", "matchbox", "plain paper"]),
    ("matchbox", {"labels_nudge": "1,1"}, ["--set labels.nudge", "matchbox", "plain paper"]),
])  # fmt: skip
def test_what_a_sheet_cannot_do_is_refused_with_its_limit(stock, options, words):
    with pytest.raises(UsageError) as refused:
        load_part("labels").sheets(make_job(stock=stock, **options))
    assert all(word in str(refused.value) for word in words), refused.value


# --- own stock
# -----------------------------------------------------------------------------------------------

OWN = {
    "source": '"a sheet from the cupboard"',
    "width": "60",
    "height": "30",
    "page": '"a4"',
    "columns": "3",
    "rows": "8",
    "left": "10",
    "top": "20",
    "pitch_x": "65",
    "pitch_y": "32",
}


def own_stock(folder, **changes):
    path = folder / "mystock.toml"
    keys = OWN | changes
    path.write_text(
        "\n".join(f"{key} = {value}" for key, value in keys.items() if value is not None),
        encoding="utf-8",
    )
    return str(path)


def test_own_stock_is_printed_on(tmp_path):
    name = own_stock(tmp_path)
    sheets = load_part("labels").sheets(make_job(stock=name))
    assert len(grounds(sheets[0])) == 19
    assert grounds(sheets[0])[0][:2] == (12, 22)


@pytest.mark.parametrize(("changes", "words"), [
    ({"rows": "9"}, ["'rows' is 9", "306 mm", "297 mm of a4", "at most 8 fit"]),
    ({"columns": "4"}, ["'columns' is 4", "at most 3 fit"]),
    ({"pitch_x": "50"}, ["'pitch_x' is 50 mm", "'width'", "at least 60 mm"]),
    ({"left": "-3"}, ["left is -3", "from 0 to 2,000"]),
    ({"top": "290"}, ["'top' is 290 mm", "from 0 to 267 mm"]),
    ({"width": "400"}, ["'width' is 400 mm", "from 5 to 250 mm"]),
    ({"columns": None}, ["'columns' is missing"]),
    ({"page": '"a5"'}, ["page"]),
    ({"page": None}, ["'columns'", "add the key 'page'"]),
    ({"colums": "3"}, ["unknown key 'colums'", "'columns'"]),
    ({"width": '"wide"'}, ["width"]),
    ({"width": None}, ["'width' is missing"]),
])  # fmt: skip
def test_a_mistake_in_own_stock_names_file_key_and_limit(tmp_path, changes, words):
    name = own_stock(tmp_path, **changes)
    with pytest.raises(TemplateError) as refused:
        read_stock(name, TEMPLATES)
    assert all(word in str(refused.value) for word in (name, *words)), refused.value


def test_stock_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(TemplateError, match="there is no file"):
        read_stock(str(tmp_path / "nothing.toml"), TEMPLATES)
    with pytest.raises(UnknownNameError, match=r"matchbox"):
        read_stock("matchbx", TEMPLATES)


@pytest.mark.parametrize(("name", "size"), [("matchbox-front", (53, 15)), ("tray-front", (35, 15))])
def test_fronts_of_boxes_have_labels_of_their_own(name, size):
    stock = read_stock(name, TEMPLATES)
    assert (stock.width, stock.height) == size
    assert len(grounds(load_part("labels").sheets(make_job("gardner24", stock=name))[0])) == 24


# --- the command
# ---------------------------------------------------------------------------------------------


def test_all_options_are_said_again():
    options = PartOptions(
        labels_start_at=5, labels_nudge="1.5,-0.5", cards_duplex="long", cards_back_offset="-1,2"
    )
    words = [
        "--set",
        "labels.start-at=5",
        "--set",
        "labels.nudge=1.5,-0.5",
        "--set",
        "cards.duplex=long",
        "--set",
        "cards.back-offset=-1,2",
    ]
    assert arguments_for(options, PartOptions(), PART_OPTIONS) == words


def test_the_command_on_the_sheets_makes_them_again(tmp_path):
    words = [
        "print",
        "her",
        "--stock",
        "L7160",
        "--parts",
        "labels",
        "--set",
        "labels.start-at=5",
        "--set",
        "labels.nudge=-1,0.5",
    ]
    done = CliRunner().invoke(main, [*words, "-o", str(tmp_path / "kit")])
    assert done.exit_code == 0, done.output
    from pypdfium2 import PdfDocument  # noqa: PLC0415 - only here

    text = "".join(
        page.get_textpage().get_text_range() for page in PdfDocument(tmp_path / "kit" / "kit.pdf")
    )
    assert f"kitgen {' '.join(words)}" in " ".join(text.split())


# --- one on each page of a roll
# ------------------------------------------------------------------------------------


def test_a_label_of_a_roll_is_a_page_of_its_size():
    sheets = load_part("labels").sheets(make_job("her", stock="62x29", labels_one_a_page=True))
    assert len(sheets) == 19
    assert {sheet.size for sheet in sheets} == {(62, 29)}
    for sheet in sheets:
        shapes = [mark for mark in sheet.scene.marks if not isinstance(mark, Text)]
        for mark in shapes:
            left, top, right, bottom = extent(mark)
            assert left >= 2 - 0.2
            assert top >= 2 - 0.2
            assert right <= 60.2
            assert bottom <= 27.2


@pytest.mark.every
def test_the_labels_of_a_roll_are_right_on_pages_of_their_own(tmp_path):
    folder = tmp_path / "roll"
    printed = print_kit(
        "her", folder, stock="62x29", parts=["board", "labels"], labels_one_a_page=True
    )
    assert printed.on_other_paper == {"kit-62x29.pdf": ("labels",)}
    report = verify(folder, marks=True)
    assert report.passed, report
    assert verify(folder / "kit-62x29.pdf", marks=True).passed


@pytest.mark.parametrize("stock", ["L7160", "cup-tents", "drawers"])
def test_only_labels_of_a_roll_have_pages_of_their_own(stock, tmp_path):
    with pytest.raises(UsageError, match="--one-a-page is for labels on a roll"):
        print_kit("her", tmp_path / "roll", stock=stock, labels_one_a_page=True)


def test_whether_labels_are_for_a_roll_is_not_read_from_the_words_of_the_command(tmp_path):
    own = tmp_path / "rolls --one-a-page later"
    (own / "texts").mkdir(parents=True)
    words = ["print", "her", "--parts", "labels", "--dry-run", "-o", str(tmp_path / "out")]
    roll = "on a roll of labels 62x29, one on each"
    sheet = "on a sheet of labels L7160"
    output = CliRunner().invoke(main, [*words, "--stock", "62x29", "--one-a-page"]).output
    assert roll in output
    output = CliRunner().invoke(main, [*words, "--stock", "L7160", "--templates", str(own)]).output
    assert sheet in output
