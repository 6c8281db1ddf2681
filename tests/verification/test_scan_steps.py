"""A scan of small sheets, step by step: the light that is taken out, the inks in which a sheet is
compared, and what is said of each page.
"""

from functools import cache

import cv2
import msgspec
import numpy as np
import pytest
from counting import at_least_one
from jobs import make_job
from PIL import Image

from kitgen.paper.card.faces import Cards
from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.scene import Scene, Text
from kitgen.pictures.picture_files import PicturePage, page_dots
from kitgen.render.pdf import pdf_bytes
from kitgen.sandbox.child import PAGE
from kitgen.verification import scan as scans
from kitgen.verification.picture_places import Thing
from kitgen.verification.remake import Remade
from kitgen.verification.report import Mismatch
from kitgen.verification.scan import (
    NO_COLOURS,
    TOO_DARK,
    SheetsOnPaper,
    _all_compared,
    _cards,
    _grey_curve,
    _in_tone,
    _joined,
    _mixture,
    _outside,
    _rising,
    _turn,
    aligned,
    check_scan,
    evenly_lit,
    likened,
)

# --- light and inks ---

INKS = {"#FFFFFF", "#000000", "#808080", "#C04030", "#3050C0", "#30A040"}
#: Where a small sheet has each of them: rows, then columns.
PATCHES = {
    "#000000": (slice(16, 40), slice(16, 40)),
    "#808080": (slice(16, 40), slice(56, 80)),
    "#C04030": (slice(64, 88), slice(16, 40)),
    "#3050C0": (slice(64, 88), slice(56, 80)),
    "#30A040": (slice(64, 88), slice(96, 120)),
}


#: A colour of too few dots to be measured.
PURPLE = "#8020A0"


#: A colour of too few dots to be measured.
PURPLE = "#8020A0"


#: A colour of too few dots to be measured.
PURPLE = "#8020A0"


def sheet_of_inks():
    sheet = np.full((112, 144, 3), 255, np.uint8)
    for fill, place in PATCHES.items():
        sheet[place] = list(bytes.fromhex(fill[1:]))
    sheet[92:95, 100:103] = list(bytes.fromhex(PURPLE[1:]))
    return sheet


def middles(picture):
    """What the middle of each patch has, and then a corner of the paper."""
    points = [(rows.start + 12, columns.start + 12) for rows, columns in PATCHES.values()]
    return [picture[point] for point in (*points, (100, 134))]


def assert_near(values, expected):
    """Both are the same but for a rounding."""
    assert np.shape(values) == np.shape(expected)
    assert np.abs(np.array(values, float) - expected).max() <= 1.01, np.rint(values).tolist()


def test_light_is_taken_out_of_a_scan_and_doubted_where_it_changes():
    sheet = sheet_of_inks()
    light = np.linspace(0.95, 0.7, 144)[None, :, None] * np.array([1, 0.95, 0.85])
    light = np.broadcast_to(light, sheet.shape).copy()
    light[:, 128:] *= 0.8  # a fold
    even, doubt = evenly_lit((sheet * light).astype(np.uint8), sheet)
    assert_near(
        middles(even),
        [[0, 0, 0], [128, 129, 128], [193, 63, 47], [47, 80, 192], [48, 163, 65], [255, 254, 255]],
    )
    assert_near(middles(doubt), [21, 22, 21, 22, 70, 67])


def in_colours(sheet):
    """A print whose inks are paler and a little yellow."""
    mixed = np.array([[0.7, 0.15, 0.05], [0.05, 0.7, 0.1], [0.1, 0.05, 0.6]])
    return 30 + 0.85 * (sheet.astype(np.float64) @ mixed.T)


def exchanged(sheet):
    """A print with red for blue, and blue for red."""
    other = sheet.astype(np.float64)
    red = PATCHES["#C04030"]
    blue = PATCHES["#3050C0"]
    other[red], other[blue] = sheet[blue], sheet[red]
    return 20 + 0.9 * other


def in_black(sheet):
    """A print without colours, in which green is light and blue is dark."""
    grey = sheet.astype(np.float64) @ [0.25, 0.75, 0]
    return 40 + 0.8 * np.repeat(grey[..., None], 3, axis=2)


#: What the patches of a sheet should be in the inks of a scan, those of the scan itself if they are
#: others, how strong its hues are, and each ink: its dots, its hues, and how others differ from it.
LIKENED = {
    in_colours: (
        [[0, 0, 0], [127, 3, -6], [98, 38, -16], [88, -13, 23], [110, -21, -21], [255, 7, -13]],
        None,
        0.494,
        [
            (576, [-15, 27], [[-9, -42], [31, -2], [50, -38], [15, -27]]),
            (576, [-24, -15], [[9, 42], [40, 40], [59, 4], [24, 15]]),
            (9, [16, 25], [[-31, 2], [-40, -40], [19, -36], [-16, -25]]),
            (576, [35, -11], [[-50, 38], [-59, -4], [-19, 36], [-35, 11]]),
        ],
    ),
    exchanged: (
        [[0, 0, 0], [128, 0, 0], [92, 59, -27], [100, -23, 55], [116, -43, -26], [255, 0, 0]],
        [[0, 0, 0], [128, 0, 0], [83, -23, 55], [100, 59, -26], [116, -43, -26], [255, 0, 0]],
        0.898,
        [
            (576, [-23, 55], [[-21, -82], [56, -12], [81, -82], [23, -55]]),
            (576, [-43, -26], [[21, 82], [77, 69], [102, 0], [43, 26]]),
            (9, [34, 43], [[-56, 12], [-77, -69], [25, -70], [-34, -43]]),
            (576, [59, -27], [[-81, 82], [-102, 0], [-25, 70], [-59, 27]]),
        ],
    ),
    in_black: (
        [[0, 0, 0], [127, 0, 0], [95, 0, 0], [71, 0, 0], [131, 0, 0], [255, 0, 0]],
        None,
        0.0,
        [(576, [0, 0], None), (576, [0, 0], None), (9, [0, 0], None), (576, [0, 0], None)],
    ),
}


@pytest.mark.parametrize("printed", LIKENED, ids=lambda way: way.__name__)
def test_a_sheet_is_given_the_inks_of_its_scan(printed):
    sheet = sheet_of_inks()
    scan = np.clip(printed(sheet), 0, 255).astype(np.uint8)
    both = likened(scan, sheet, {*PATCHES, PURPLE, "#FFFFFF"})
    should, actual, strength, inks = LIKENED[printed]
    assert_near(middles(both.sheet), should)
    assert_near(middles(both.scan), actual or should)
    assert both.strength == pytest.approx(strength, abs=0.002)
    for ink, (dots, hue, others) in zip(both.inks, inks, strict=True):
        assert ink.share.sum() == pytest.approx(dots, abs=1)
        assert_near(ink.hue, hue)
        if others is not None:
            assert_near(ink.others, others)


def test_a_sheet_without_inks_lacks_no_hues():
    sheet = np.full((64, 64, 3), 255, np.uint8)
    sheet[20:40, 20:40] = 0
    both = likened(sheet, sheet, {"#FFFFFF", "#000000"})
    assert (both.inks, both.strength) == ((), 1.0)


@pytest.mark.parametrize(
    ("greys", "weights", "kept"),
    [
        ([10, 40, 50, 200], [1, 2, 5, 9], [0, 1, 2, 3]),
        ([10, 40, 40, 200], [1, 2, 5, 9], [0, 1, 2, 3]),
        # Of two in a wrong order the less seen goes, and the lighter one if they are seen alike.
        ([10, 50, 40, 200], [1, 2, 5, 9], [0, 2, 3]),
        ([10, 50, 40, 200], [1, 5, 2, 9], [0, 1, 3]),
        ([10, 50, 40, 200], [1, 5, 5, 9], [0, 2, 3]),
        ([90, 50, 40, 200], [9, 5, 2, 9], [0, 3]),
    ],
)
def test_greys_rise_with_those_of_the_sheet(greys, weights, kept):
    found = _rising(np.arange(4), np.array(greys, float), np.array(weights, float))
    assert found.tolist() == kept


def test_the_curve_of_greys_is_that_of_the_measured_ones():
    colours = np.array([[255.0] * 3, [0.0] * 3, [100.0] * 3, [200, 40, 40], [50.0] * 3])
    strong = np.array([0.0, 0, 5.9, 90, 0])
    actual = np.array([[240.0, 2, 1], [40, 0, 0], [100, 1, 3], [90, 50, 0], [7, 9, 9]])
    weights = np.array([9.0, 9, 9, 9, 0])
    curve = _grey_curve(colours, strong, actual, weights)
    assert curve.shape == (256, 3)
    assert_near(curve[[0, 50, 100, 255]], [[40, 0, 0], [70, 0.5, 1.5], [100, 1, 3], [240, 2, 1]])
    no_grey_of_hues = _grey_curve(colours, strong + np.array([0, 0, 0.1, 0, 0]), actual, weights)
    assert_near(no_grey_of_hues[100], [118.4, 0.8, 0.4])


@pytest.mark.parametrize(
    ("greys", "mixture"),
    [([76, 150, 29], [0.299, 0.587, 0.114]), ([0, 191, 64], [0, 0.75, 0.25])],
)
def test_the_mixture_of_greys_is_the_usual_one_or_the_one_that_fits(greys, mixture):
    inks = np.diag([255.0, 255, 255])
    found = _mixture(inks, np.array(greys, float), np.ones(3), np.arange(256.0))
    assert found.tolist() == mixture


def test_hues_of_which_none_is_measured_have_no_turn():
    assert _turn(np.array([1 + 0j]), np.array([1 + 0j]), np.zeros(1)) == 0
    assert _turn(np.array([80 + 0j, 40j]), np.array([40 + 0j, 20j]), np.ones(2)) == pytest.approx(
        0.5
    )
    # Exchanged: they fit no turn, and are only stretched.
    turn = _turn(np.array([60 + 0j, -60 + 0j]), np.array([-30 + 0j, 30 + 0j]), np.ones(2))
    assert turn == pytest.approx(0.5)


# --- greys of a card ---


def test_dots_that_touch_are_one_group():
    dots = np.zeros((6, 8), bool)
    dots[1, 1:3] = dots[2, 3] = dots[5, 6:8] = True
    groups = [(place, int(own.sum())) for place, own in _joined(dots)]
    assert groups == [((1, 1, 4, 3), 3), ((6, 5, 8, 6), 2)]


def test_how_far_dots_are_outside_those_in_reach():
    other = np.full((5, 5), 100, np.float32)
    other[2, 2] = 160
    picture = np.full((5, 5), 100, np.float32)
    picture[1, 1] = 170
    picture[4, 4] = 80
    picture[0, 4] = 130
    outside = _outside(picture, other)
    assert (outside[1, 1], outside[4, 4], outside[0, 4], outside[2, 2]) == (10, 20, 30, 0)


@pytest.mark.parametrize(
    ("values", "stretched"),
    [
        ([100, 150, 150, 200], [2.5, 127.5, 127.5, 252.5]),
        ([140, 150, 150, 160], [102.5, 127.5, 127.5, 152.5]),
        ([0, 150, 150, 255], [0, 127.5, 127.5, 231]),
        ([200, 150, 150, 100], [162.5, 127.5, 127.5, 92.5]),
        ([150, 150, 150, 150], [127.5] * 4),
    ],
)
def test_black_and_white_of_a_card_are_stretched_to_those_of_the_sheet(values, stretched):
    should = np.array([[0, 127.5, 127.5, 255]], np.float32)
    assert_near(_in_tone(np.array([values], np.float32), should), [stretched])


# --- places ---


def test_each_card_is_moved_to_its_exact_place_also_at_the_edge():
    sheet = np.full((160, 220), 255, np.uint8)
    cv2.rectangle(sheet, (6, 6), (80, 90), 0, 7)
    cv2.circle(sheet, (40, 50), 18, 90, -1)
    cv2.rectangle(sheet, (120, 60), (190, 140), 0, 7)
    cv2.circle(sheet, (150, 100), 14, 60, -1)
    scan = np.full_like(sheet, 255)
    scan[3:104, 5:101] = sheet[:101, :96]
    scan[46:156, 106:206] = sheet[50:160, 110:210]
    straight = cv2.merge([scan, scan, scan])
    cards = [(2, 2, 86, 96), (112, 52, 198, 148)]
    moved = aligned(straight, scan, sheet, cards)
    for x0, y0, x1, y1 in at_least_one(cards):
        own = sheet[y0:y1, x0:x1].astype(int)
        assert np.abs(straight[y0:y1, x0:x1, 1] - own).mean() > 15
        assert np.abs(moved[y0:y1, x0:x1, 1] - own).mean() < 8
    assert np.array_equal(moved[:, 88:110], straight[:, 88:110])
    assert moved is not straight


def test_a_box_is_compared_on_its_card_or_else_on_its_board():
    things = [
        Thing("the board", (0, 0, 10, 10), "A1"),
        Thing("the card", (1.27, 2.54, 12.7, 25.4), "A1"),
        Thing("the board", (30, 30, 40, 40), "B2"),
        Thing("the id", (30, 30, 40, 40), "B3"),
        Thing("the card", (50, 50, 60, 60), ""),
    ]
    assert [(card.box, dots) for card, dots in _cards(things)] == [
        ("A1", (10, 20, 100, 200)),
        ("B2", (236, 236, 315, 315)),
    ]


# --- what is said ---


@pytest.mark.parametrize(
    ("compared", "found", "not_read"),
    [
        ({"A1", "A2", "B1"}, "3 boxes", ()),
        ({"B1"}, "1 box", ("the scan shows no card of A1, A2",)),
        (
            set(),
            "not decided",
            ("no page shows a card of a box; scan sheets of labels or of the finder",),
        ),
    ],
)
def test_a_scan_shows_a_card_of_each_box(compared, found, not_read):
    check = _all_compared(["A1", "A2", "B1"], compared)
    assert check.name == "the scan shows boxes of the kit"
    assert (check.found, check.not_read, check.faults) == (found, not_read, ())
    assert check.expected == ("3 boxes" if compared else "")


@cache
def small_sheets():
    """A sheet of words, and one with the label of a box."""
    job = make_job("her")
    cards = Cards(job.kit, job.stock.width, job.stock.height, job.texts)
    words = Scene(62, 46)
    words.add(Text((8, 20), "Nothing but words", 14))
    label = Scene(62, 46)
    label.place(cards.draw(job.kit.boxes[0]), 5, 5)
    sheets = (Sheet(words, "cover", "Words"), Sheet(label, "labels", "Labels"))
    document = Document("Small", "kitgen", "small", "en", sheets)
    return SheetsOnPaper(job.kit, Remade(pdf_bytes(document), document.parts))


@cache
def dots_of(number):
    return np.asarray(page_dots(small_sheets()._pdf[number]).convert("RGB"))


def recoloured(dots):
    """The same with another ink for the red one."""
    changed = dots.copy()
    red, green, blue = (dots[..., part].astype(int) for part in range(3))
    changed[(red > green + 60) & (red > blue + 60)] = (0x40, 0x60, 0xD0)
    return changed


def blurred(dots):
    return cv2.GaussianBlur(dots, (0, 0), 2.6)


def in_grey(dots):
    return np.asarray(Image.fromarray(dots).convert("L"))


BLURRED = "blurred; hold the camera still and near, or scan it at 200 dots to an inch"
ANOTHER_INK = ("the badge of R", "the letter R of a badge", "the legend", "R in the legend")
#: Pages of a scan: the sheet, what became of it, and the dots to an inch that it claims; then what
#: was found, the warning or why it is not decided, and whatever differs.
PAGES_OF_A_SCAN = {
    "with another ink": (
        (1, recoloured, 200),
        ("sheet 2 of 2 (labels) at 100%, 0 of 1 cards alike", "", ()),
        (*ANOTHER_INK, "the arrow of R"),
    ),
    "larger and in grey": (
        (1, in_grey, 194),
        (
            "sheet 2 of 2 (labels) at 103%, 1 of 1 cards alike",
            "103%: printed larger; print it at 100% where it has to fit a box; " + NO_COLOURS,
            (),
        ),
        (),
    ),
    "dark": (
        (1, lambda dots: (dots * 0.4).astype(np.uint8), 200),
        ("not decided", "", (f"it is {TOO_DARK}",)),
        (),
    ),
    "blurred": (
        (1, blurred, 200),
        (
            "not decided",
            "",
            (f"sheet 2 of 2 (labels) at 100%: it is {BLURRED}",),
        ),
        (),
    ),
    "words of an unknown size": (
        (0, lambda dots: dots, 0),
        ("not decided", "", ("sheet 1 of 2 (cover) shows no boxes, and was not compared",)),
        (),
    ),
}


@pytest.mark.parametrize("case", PAGES_OF_A_SCAN)
def test_what_is_said_of_a_page(case):
    (number, change, dpi), said, things = PAGES_OF_A_SCAN[case]
    page = PicturePage.of(Image.fromarray(change(dots_of(number))), dpi)
    judged = small_sheets().judge(page, 7)
    check = judged.check
    assert check.name == "page 7 of the scan is as it was to be printed"
    assert (check.found, check.warning, check.not_read) == said
    is_compared = not check.not_read
    assert check.expected == ("1 cards" if is_compared else "")
    assert {*judged.compared} == ({"A1"} if is_compared else set())
    faults = ()
    if things:
        faults = (
            "A1 (page 7, labels): the badge of R, the letter R of a badge, the legend and 2 more",
        )
    assert check.faults == faults
    assert [wrong.things for wrong in judged.wrong] == ([things] if things else [])
    for wrong in judged.wrong:
        assert (wrong.page, wrong.part, wrong.box, len(wrong.places)) == (7, "labels", "A1", 5)
        assert_near(wrong.places[0], [26.4, 15.5, 30, 19])


def test_a_page_of_which_cards_are_cut_off_is_not_compared(monkeypatch):
    monkeypatch.setattr(scans, "_cut_off", lambda *_: ["A1", "B2"])
    judged = small_sheets().judge(PicturePage.of(Image.fromarray(dots_of(1)), 200), 1)
    assert judged.check.not_read == ("the scan cuts off A1, B2; scan the whole sheet",)


def test_the_report_on_a_scan_has_all_its_pages(monkeypatch, tmp_path):
    sheets = small_sheets()
    pages = [PicturePage.of(Image.fromarray(dots_of(0)), dpi) for dpi in (100, 200)]
    wrong = Mismatch(2, "labels", "A1", ("the arrow of R",), ((1, 2, 3, 4),))
    answers = {
        1: scans.PageOnPaper(scans.not_decided("first", "it shows nothing")),
        2: scans.PageOnPaper(
            scans.found_faults("second", "1 cards", "0 alike", [str(wrong)]), [wrong], {"A1"}
        ),
    }
    calls = []

    def judge(_, page, number):
        calls.append((page.dpi, number))
        return answers[number]

    frames = [(PAGE, msgspec.msgpack.encode(page)) for page in pages]
    frames.insert(1, (b"?", b"something else"))
    monkeypatch.setattr(SheetsOnPaper, "judge", judge)
    monkeypatch.setattr(
        scans, "picture_content", lambda path, wanted: f"{path.name} {wanted}".encode()
    )
    monkeypatch.setattr(scans, "limits_of", len)
    questions = []

    def ask(*args, **named):
        questions.append((*args, named))
        return frames

    monkeypatch.setattr(scans, "ask", ask)
    path = tmp_path / "scan.png"
    kit = make_job("her").kit
    report = check_scan("my scan", path, kit, sheets._document)
    content = b"scan.png scan at 200 dots to an inch"
    reader = "kitgen.pictures.picture_files"
    assert questions == [
        (path, reader, scans.COLOURS, content, len(content), {"advice": scans.AGAIN})
    ]
    assert calls == [(100, 1), (200, 2)]
    assert (report.subject, report.kit, report.hash) == ("my scan", kit.name, kit.hash)
    assert report.language == "en"
    assert report.mismatches == (wrong,)
    assert [(check.name, check.witness) for check in report.checks] == [
        ("first", "paper"),
        ("second", "paper"),
        ("the scan shows boxes of the kit", "paper"),
    ]
    assert report.checks[2].expected == "1 box"
    assert report.checks[2].verdict == "right"
