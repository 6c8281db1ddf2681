"""Inside and outside of boxes: beads need the room in a tray, a label goes on the outside."""

import pytest
from jobs import TEMPLATES
from printed_words import texts_on, words_on
from prints import as_printed

from kitgen.errors import UsageError
from kitgen.paper.fold import fold, read_carton, sleeve, tray, tray_room, tray_size
from kitgen.paper.job import part_options
from kitgen.paper.parts import PARTS
from kitgen.paper.stock import read_stock
from kitgen.reading.templates import Templates


@pytest.mark.parametrize("sides", [(53, 36, 15), (56, 36, 9), (60, 40, 30)])
@pytest.mark.parametrize("weight", ["120", "200"])
def test_a_box_around_some_room_has_that_room_in_its_folded_tray(sides, weight):
    """The room is measured in the folded tray: between its walls, whose middles the folds are,
    and above its base.
    """
    room = "x".join(map(str, sides))
    options = part_options(boxes_size=f"inside:{room}", boxes_paper=weight)
    carton = read_carton(options, TEMPLATES)
    box = carton.size
    paper = carton.thickness
    corners = fold(tray(tray_size(box, paper, options.boxes_clearance), paper))
    xs = sorted({round(x, 6) for x, _, _ in corners["base"]})
    ys = sorted({round(y, 6) for _, y, _ in corners["base"]})
    rim = max(abs(z) for _, _, z in corners["left"])
    # The ends are two layers, of which the tab is the inner one; each wall takes half its paper
    # from its fold.
    assert xs[1] - xs[0] - 3 * paper == pytest.approx(sides[0], abs=1e-3)
    assert ys[1] - ys[0] - paper == pytest.approx(sides[1], abs=1e-3)
    assert rim - paper / 2 == pytest.approx(sides[2], abs=1e-3)
    outside = (box.width, box.depth, box.height)
    assert all(outer > inner for outer, inner in zip(outside, sides, strict=True))


@pytest.mark.parametrize("size", ["40x60x20", "60x40x20", "inside:38x59x18", "inside:60x59.8x20"])
def test_a_tray_slides_out_by_the_short_end(size):
    """A sleeve is open where no wall hangs at its top: at both ends of the net's width. Width and
    depth, which are those of the label, stay as they are asked for.
    """
    options = part_options(boxes_size=size)
    carton = read_carton(options, TEMPLATES)
    box = carton.size
    paper = carton.thickness
    corners = fold(sleeve(box.lengthwise(), paper))
    xs = {round(x, 6) for x, _, _ in corners["top"]}
    ys = {round(y, 6) for _, y, _ in corners["top"]}
    open_end = max(ys) - min(ys) + paper
    assert open_end <= max(xs) - min(xs) + 1e-6
    sides = sorted((max(xs) - min(xs), open_end))
    assert sides == pytest.approx(sorted((box.width, box.depth)))
    if size.startswith("inside:"):
        room = tray_room(box, paper, options.boxes_clearance)
        questions = [float(side) for side in size.removeprefix("inside:").split("x")]
        for side, least in zip((room.width, room.depth, room.height), questions, strict=True):
            # More only where the box of an almost square room is made a square.
            assert least - 1e-3 <= side < least + 1


@pytest.mark.parametrize(("size", "turn"), [("60x40x20", 0), ("40x60x20", 90)])
def test_an_upright_label_lies_along_its_sleeve_with_its_sign(job, size, turn):
    page = PARTS["boxes"].sheets(job(boxes_size=size, groups=2))[1]
    ids = [mark for mark in texts_on(page) if mark.text == "A1" and mark.anchor == "start"]
    assert [mark.turn for mark in ids] == [turn], "the id on the label"
    sign = page.signs[0]
    assert sign.turn == turn
    # About where the label A1 is on the page, in mm from its top.
    label_top = 40
    label_bottom = 100
    assert label_top < sign.at[1] < label_bottom


def test_the_sheet_of_boxes_says_both_sizes(job):
    page = PARTS["boxes"].sheets(job(boxes_size="inside:52x34x13"))[0]
    text = as_printed(words_on(page))
    box = read_carton(part_options(boxes_size="inside:52x34x13"), TEMPLATES).size
    assert f"Each box is {box.width} × {box.depth} × {box.height} mm outside" in text
    assert "Inside, the tray has 52 × 34 × 13 mm for the beads." in text


@pytest.mark.parametrize(
    "written", ["inside 52x34x13", "52 x 34 x 13 mm inside", "INSIDE:52x34x13"]
)
def test_the_inside_of_a_box_is_read_as_people_write_it(written):
    assert part_options(boxes_size=written).boxes_size == "inside:52x34x13"


def test_a_file_may_give_the_inside_of_a_box(tmp_path):
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "ours.toml").write_text(
        'source = "ours"\ntitle = { en = "ours" }\nwidth = 52\ndepth = 34\nheight = 13\n'
        'measured = "inside"\n'
    )
    from_file = read_carton(part_options(boxes_size="ours"), Templates(tmp_path))
    assert from_file == read_carton(part_options(boxes_size="inside:52x34x13"), TEMPLATES)


@pytest.mark.parametrize(
    ("stock", "words"),
    [
        ("53x36x15", "--stock 53x36 for the top, --stock 53x15 for the front"),
        ("inside:52x34x13", "a label goes on its outside"),
        ("52x34x13 inside", "a label goes on its outside"),
    ],
)
def test_a_box_in_place_of_a_label_is_not_guessed_at(stock, words):
    with pytest.raises(UsageError) as refused:
        read_stock(stock, TEMPLATES)
    assert words in str(refused.value)
