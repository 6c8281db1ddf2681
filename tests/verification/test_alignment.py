"""How a sheet is found in a picture, on pictures of a few dots drawn here: where the paper lies on
a table, what of the ink is print, which sheet it is and how it lies.
"""

import cv2
import numpy as np
import pytest
from counting import at_least

from kitgen.pictures import alignment
from kitgen.pictures.alignment import (
    FIND_SCALE,
    PAPER_SCALE,
    find_sheet,
    scale_of,
    straightened,
    whitened,
)

TABLE = 40
PAPER = 200
#: A square of a tiny picture: 400 dots along its edges.
SIDE = 100


def on_table(left=30, top=30, width=51, height=41, shape=(SIDE, SIDE)):
    """A tiny picture of paper on a darker table; one dot of it is lighter, since a level is found
    between tones, and tables have several.
    """
    tiny = np.full(shape, TABLE, np.uint8)
    tiny[5, 5] = TABLE + 20
    tiny[top : top + height, left : left + width] = PAPER
    return tiny


#: A picture as it is, turned and mirrored.
LAID = {
    "as it is": lambda picture: picture,
    "a quarter": np.rot90,
    "a half": lambda picture: np.rot90(picture, 2),
    "three quarters": lambda picture: np.rot90(picture, 3),
    "mirrored": np.fliplr,
    "upside down": np.flipud,
}


def outline_of(tiny):
    return alignment._outline_of_paper(np.ascontiguousarray(tiny))


@pytest.mark.parametrize("laid", LAID)
@pytest.mark.parametrize(
    ("bright", "lies_on_a_table"),
    [
        ((), True),
        (((0, 0, 100),), True),
        (((0, 1, 98), (-1, 20, 62)), True),
        (((0, 1, 98), (-1, 20, 63)), False),
        (((0, 0, 100), (-1, 0, 100)), False),
    ],
)
def test_a_table_is_one_where_most_of_the_edge_is_dark(laid, bright, lies_on_a_table):
    """Three of five dots along all four edges, wherever the others are: 240 of 400."""
    tiny = on_table()
    for row, start, length in bright:
        tiny[row, start : start + length] = PAPER
    found = outline_of(LAID[laid](tiny))
    assert (found is not None) is lies_on_a_table


@pytest.mark.parametrize("laid", LAID)
@pytest.mark.parametrize(("high", "lies_on_a_table"), [(60, True), (300, False)])
def test_paper_that_is_cut_off_at_one_edge_of_the_picture_counts_with_its_length(
    laid, high, lies_on_a_table
):
    """In a picture of 60 dots by 60, or by 300: of 240 dots 182 are dark, of 720 only 422."""
    tiny = on_table(left=30, top=1, width=30, height=high - 2, shape=(high, 60))
    edge = np.concatenate([tiny[0], tiny[-1], tiny[:, 0], tiny[:, -1]])
    assert (edge.size, np.sum(edge == TABLE)) == (120 + 2 * high, 122 + high)
    found = outline_of(LAID[laid](tiny))
    assert (found is not None) is lies_on_a_table


@pytest.mark.parametrize(("height", "is_paper"), [(41, True), (40, False)])
def test_paper_is_what_takes_a_fifth_of_the_picture(height, is_paper):
    """An outline goes through the middles of dots: 51 by 41 of them are 2,000 within it."""
    outline = outline_of(on_table(height=height))
    if is_paper:
        corners = {(30, 30), (80, 30), (80, 70), (30, 70)}
        assert {tuple(point) for point in outline[:, 0].tolist()} == corners
    else:
        assert outline is None


def test_the_larger_of_two_papers_is_the_sheet():
    tiny = on_table(left=5, top=10, width=20, height=20)
    tiny[40:95, 40:95] = PAPER
    assert outline_of(tiny)[:, 0].min(axis=0).tolist() == [40, 40]


@pytest.mark.parametrize("turn", range(4))
def test_corners_of_paper_are_given_in_dots_of_the_scan_clockwise(turn):
    outline = np.array([[20, 30], [70, 25], [80, 90], [15, 95]], np.int32)
    found = alignment._corners(np.roll(outline, turn, axis=0)[:, None])
    assert found.tolist() == (outline * 8).tolist()


def test_an_outline_without_four_corners_has_none():
    triangle = np.array([[[20, 20]], [[80, 20]], [[50, 90]]], np.int32)
    assert alignment._corners(triangle) is None
    corner_off = np.array([[[0, 0]], [[97, 0]], [[100, 3]], [[100, 60]], [[0, 60]]], np.int32)
    corners = alignment._corners(corner_off)
    assert len(corners) == 4, "a small dog's ear is no corner"
    assert corners[0].tolist() == [0, 0]


def photo_of_paper():
    """A picture of 800 dots: paper at (160, 240) to (640, 720), a dark square on it."""
    grey = np.full((800, 800), TABLE, np.uint8)
    grey[40:48, 40:48] = TABLE + 20
    grey[240:720, 160:640] = PAPER
    grey[400:440, 300:340] = 50
    return grey


def test_paper_becomes_white_and_the_table_round_it_too():
    """Two dots of the tiny picture along the paper's edge as well: nothing is printed there."""
    white, corners = whitened(photo_of_paper())
    first = np.array([160, 240]) // PAPER_SCALE * PAPER_SCALE
    last = first + 480 - PAPER_SCALE
    assert corners.tolist() == [
        first.tolist(),
        [last[0], first[1]],
        last.tolist(),
        [first[0], last[1]],
    ]
    expected = np.full((800, 800), 255, np.uint8)
    expected[400:440, 300:340] = round(255 * 50 / PAPER)
    assert np.array_equal(white, expected)


def test_what_is_printed_at_the_edge_of_paper_goes_with_the_table():
    grey = photo_of_paper()
    grey[300:304, 160 : 160 + 60] = 120
    white, _ = whitened(grey)
    kept = np.flatnonzero(white[302] < 255)
    assert kept.min() == 160 + 2 * PAPER_SCALE
    assert kept.max() == 160 + 59


def test_paper_without_a_table_has_no_corners_and_loses_its_shadow():
    """The light falls off from left to right; ink is as dark as its share of the light."""
    light = np.tile(np.linspace(240, 120, 800), (800, 1))
    grey = light.astype(np.uint8)
    grey[400:440, 80:120] = (light / 4)[400:440, 80:120]
    grey[400:440, 680:720] = (light / 4)[400:440, 680:720]
    white, corners = whitened(grey)
    assert corners is None
    assert white[100:300].min() >= 240
    for ink in (white[405:435, 85:115], white[405:435, 685:715]):
        assert np.abs(ink.astype(int) - 64).max() <= 2


# --- which ink is print
# --------------------------------------------------------------------------------------------------


def inked(*blocks, shape=(100, 120)):
    """A white picture with black blocks (left, top, width, height), all in dots of the small
    picture in which ink is looked for.
    """
    small = np.full(shape, 255, np.uint8)
    for left, top, width, height in blocks:
        small[top : top + height, left : left + width] = 0
    return np.kron(small, np.ones((FIND_SCALE, FIND_SCALE), np.uint8))


#: What is printed on these pictures, in small dots.
PRINT = (40, 30, 30, 40)


def rectangle(left, top, right, bottom):
    corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
    return (np.array(corners) * FIND_SCALE).tolist()


ALONE = rectangle(40, 30, 69, 69)


@pytest.mark.parametrize(
    ("block", "found"),
    {
        "none": ((0, 0, 0, 0), ALONE),
        "dust": ((10, 10, 13, 3), ALONE),
        "no dust": ((10, 10, 10, 4), rectangle(10, 10, 69, 69)),
        "speck at left": ((0, 40, 19, 21), ALONE),
        "no speck at left": ((0, 40, 20, 20), rectangle(0, 30, 69, 69)),
        "speck a dot from the left": ((1, 40, 17, 21), ALONE),
        "speck six dots from the left": ((6, 40, 19, 21), rectangle(6, 30, 69, 69)),
        "speck at top": ((45, 0, 21, 19), ALONE),
        "no speck at top": ((45, 0, 20, 20), rectangle(40, 0, 69, 69)),
        "speck a dot from the top": ((45, 1, 21, 17), ALONE),
        "speck six dots from the top": ((45, 6, 21, 19), rectangle(40, 6, 69, 69)),
        "speck at right": ((101, 40, 19, 21), ALONE),
        "no speck at right": ((100, 40, 20, 20), rectangle(40, 30, 119, 69)),
        "speck a dot from the right": ((102, 40, 17, 21), ALONE),
        "speck six dots from the right": ((95, 40, 19, 21), rectangle(40, 30, 113, 69)),
        "speck at the bottom": ((45, 81, 21, 19), ALONE),
        "no speck at the bottom": ((45, 80, 20, 20), rectangle(40, 30, 69, 99)),
        "speck a dot from the bottom": ((45, 82, 21, 17), ALONE),
        "speck six dots from the bottom": ((45, 75, 21, 19), rectangle(40, 30, 69, 93)),
        "shadow along the left": ((0, 20, 10, 51), ALONE),
        "short along the left": ((0, 20, 10, 50), rectangle(0, 20, 69, 69)),
        "shadow along the right": ((110, 20, 10, 51), ALONE),
        "short along the right": ((110, 20, 10, 50), rectangle(40, 20, 119, 69)),
        "shadow along the top": ((20, 0, 61, 10), ALONE),
        "short along the top": ((20, 0, 60, 10), rectangle(20, 0, 79, 69)),
        "shadow along the bottom": ((20, 90, 61, 10), ALONE),
        "short along the bottom": ((20, 90, 60, 10), rectangle(20, 30, 79, 99)),
        "long, but not at an edge": ((20, 12, 90, 5), rectangle(20, 12, 109, 69)),
    }.values(),
)
def test_print_is_all_ink_but_dust_and_what_a_lid_leaves_at_the_edge(block, found):
    assert alignment._ink_rectangle(inked(PRINT, block)) == pytest.approx(np.array(found), abs=0.01)


def test_hardly_any_ink_is_none():
    assert alignment._ink_rectangle(inked()) is None
    assert alignment._ink_rectangle(inked((40, 40, 19, 10))) is None
    assert alignment._ink_rectangle(inked((40, 40, 20, 10))) is not None


@pytest.mark.parametrize(("tone", "is_ink"), [(204, True), (205, False)])
def test_ink_is_what_is_darker_than_white_by_so_much(tone, is_ink):
    picture = inked(PRINT)
    picture[picture == 0] = tone
    assert (alignment._ink_rectangle(picture) is not None) is is_ink


# --- how a sheet may lie
# --------------------------------------------------------------------------------------------------


def outline(width, height):
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def layings(sheet, found, paper=None):
    """Return each way to lie: whether it is flat, and where the top left corner then is."""
    return [
        (laying.flat, laying.on_sheet[0].tolist(), laying.in_scan[0].tolist())
        for laying in alignment._layings(sheet, found, paper)
    ]


def test_a_sheet_lies_in_a_scan_upright_or_on_its_head_where_its_ink_has_its_proportions():
    sheet = inked((20, 20, 61, 41))  # 60 by 40 from corner to corner
    first = [80.0, 80.0]
    assert layings(sheet, outline(60, 40)) == [(True, first, [0, 0]), (True, first, [60, 40])]
    assert layings(sheet, outline(40, 60)) == [(True, first, [40, 0]), (True, first, [0, 60])]
    for wide, lies in ((1.11, 2), (1.13, 0), (1 / 1.11, 2), (1 / 1.13, 0)):
        assert len(layings(sheet, outline(60 * wide, 40))) == lies, wide


def test_a_square_may_lie_in_each_of_four_ways():
    sheet = inked((20, 20, 41, 41))
    turns = [[0, 0], [50, 0], [50, 50], [0, 50]]
    assert layings(sheet, outline(50, 50)) == [(True, [80, 80], turn) for turn in turns]


def test_a_whole_sheet_lies_on_the_paper_in_each_of_four_ways():
    """Its four corners are those of the sheet, which is wider than it is high, on those of the
    paper.
    """
    paper = np.array([[10, 20], [310, 30], [300, 240], [5, 250]], np.float32)
    sheet = inked(shape=(50, 80))
    assert layings(sheet, outline(1, 1)) == [], "a sheet without ink, and no paper"
    found = list(alignment._layings(sheet, outline(1, 1), paper))
    assert [laying.flat for laying in found] == [False] * 4
    for turn, laying in enumerate(found):
        assert laying.on_sheet.tolist() == [[0, 0], [320, 0], [320, 200], [0, 200]]
        assert laying.in_scan.tolist() == np.roll(paper, -turn, axis=0).tolist()


# --- finding it
# --------------------------------------------------------------------------------------------------

HIGH = 480
WIDE = 640


def sheet_of(seed, blocks=25):
    """A sheet with blocks at random within its margins, and a frame round them."""
    rng = np.random.default_rng(seed)
    sheet = np.full((HIGH, WIDE), 255, np.uint8)
    cv2.rectangle(sheet, (60, 60), (WIDE - 60, HIGH - 60), 0, 3)
    for _ in range(blocks):
        x, y = rng.integers(70, [WIDE - 150, HIGH - 120])
        wide, high = rng.integers(10, 60, 2)
        cv2.rectangle(sheet, (int(x), int(y)), (int(x + wide), int(y + high)), 90, -1)
    return sheet


SHEETS = [sheet_of(seed) for seed in (1, 2, 3)]
CORNERS = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], np.float32)


def scanned(sheet, corners, shape=(800, 900), ground=255):
    """A picture in which the corners of a sheet lie at some places."""
    to_scan = cv2.getPerspectiveTransform(CORNERS, np.array(corners, np.float32))
    return cv2.warpPerspective(
        SHEETS[sheet], to_scan, shape[::-1], flags=cv2.INTER_AREA, borderValue=ground
    )


def corners_found(found):
    return cv2.perspectiveTransform(CORNERS[None], found.to_scan)[0]


def turned(degrees, scale=1.0, shape=(800, 900)):
    """Where the corners of a sheet lie that is turned round the middle of a picture."""
    way = np.deg2rad(degrees)
    turn = np.array([[np.cos(way), -np.sin(way)], [np.sin(way), np.cos(way)]]) * scale
    return (CORNERS - [WIDE / 2, HIGH / 2]) @ turn.T + [shape[1] / 2, shape[0] / 2]


@pytest.mark.parametrize(
    ("sheet", "degrees", "scale"),
    [(0, 0, 1), (1, 2, 1.05), (2, 90, 0.9), (1, 180, 1), (0, 269, 1.1), (2, -5, 0.8)],
)
def test_a_sheet_is_found_in_a_scan_however_it_lies(sheet, degrees, scale):
    corners = turned(degrees, scale)
    found = find_sheet(scanned(sheet, corners), SHEETS)
    assert found.sheet == sheet
    assert np.abs(corners_found(found) - corners).max() < 1.2
    assert found.alike > 0.97
    assert scale_of(found.to_scan, (HIGH, WIDE)) == pytest.approx(scale, rel=0.003)
    straight, covered = straightened(scanned(sheet, corners), found.to_scan, (HIGH, WIDE))
    assert straight.shape == covered.shape == (HIGH, WIDE)
    assert np.mean(np.abs(straight.astype(int) - SHEETS[sheet])) < 5


@pytest.mark.parametrize("turn", range(4))
def test_a_sheet_is_found_in_a_photograph_at_an_angle_by_its_paper(turn):
    """Its ink has other proportions there: only the corners of the paper tell how it lies."""
    seen = np.array([[250, 120], [660, 180], [800, 700], [90, 640]], np.float32)
    corners = np.roll(seen, turn, axis=0)
    photo = scanned(1, corners, ground=TABLE)
    photo[16:24, 16:24] = TABLE + 20
    white, paper = whitened(photo)
    assert np.abs(paper - seen).max() < 2 * PAPER_SCALE
    found = find_sheet(white, SHEETS, paper)
    assert found.sheet == 1
    assert np.abs(corners_found(found) - corners).max() < 2
    assert found.alike > 0.95


def test_where_nothing_is_printed_no_sheet_is_found():
    assert find_sheet(np.full((800, 900), 255, np.uint8), SHEETS) is None
    assert find_sheet(scanned(0, turned(0)), [np.full((HIGH, WIDE), 255, np.uint8)]) is None


def test_what_a_scan_does_not_show_is_told_from_what_it_shows():
    """A scan that is cut off at its left has no dots of the first fifty of the sheet."""
    to_scan = np.array([[1, 0, -50], [0, 1, 0], [0, 0, 1]], np.float32)
    scan = SHEETS[0][:, 50:]
    straight, covered = straightened(scan, to_scan, (HIGH, WIDE, 3))
    assert np.array_equal(straight[:, 50:], scan)
    assert np.all(straight[:, :50] == 255)
    assert np.all(covered[:, 50:] == 255)
    assert np.all(covered[:, :50] == 0)


@pytest.mark.parametrize(("across", "down", "scale"), [(2, 2, 2), (0.5, 2, 1), (1, 9, 3)])
def test_the_scale_of_a_scan_is_that_in_the_middle_of_the_sheet(across, down, scale):
    to_scan = np.diag([across, down, 1]).astype(np.float32)
    assert scale_of(to_scan, (500, 300)) == pytest.approx(scale, rel=1e-4)
    bent = np.array([[1, 0, 0], [0, 1, 0], [0.001, 0, 1]], np.float32)
    at_the_left = scale_of(bent, (500, 210))
    at_the_right = scale_of(bent, (500, 2000))
    assert at_the_left > at_the_right
    on_its_side = bent[[1, 0, 2]][:, [1, 0, 2]]
    assert scale_of(on_its_side, (210, 500)) == pytest.approx(at_the_left)
    assert scale_of(on_its_side, (2000, 500)) == pytest.approx(at_the_right)


def test_proportions_are_those_of_the_first_side_to_the_second():
    assert alignment._proportion(outline(30, 10)) == 3.0
    assert [
        alignment._proportion(turn) for turn in at_least(4, alignment._turns(outline(4, 1)))
    ] == [
        4,
        0.25,
        4,
        0.25,
    ]
