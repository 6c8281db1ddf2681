"""Each number that decides whether a scan is right, wrong or not judged, from both sides: one that
is changed by a tenth decides otherwise here.
"""

from cmath import exp, phase
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from kitgen.pictures.alignment import SheetFound
from kitgen.pictures.picture_files import PicturePage
from kitgen.verification.scan import (
    NO_SHEET,
    TOO_DARK,
    Ink,
    Likeness,
    SheetsOnPaper,
    _cut_off,
    _in_another_ink,
    _light_near,
    _move_to,
    _off_tone,
    _turn,
    mismatches,
    refusal,
)

# --- scans that are not judged ---


@pytest.mark.parametrize(("light", "why"), [(108, TOO_DARK), (112, NO_SHEET)])
def test_a_page_is_too_dark(light, why):
    dots = np.full((300, 200), light, np.uint8).tobytes()
    page = PicturePage(width=200, height=300, dpi=200, dots=dots, colours=False)
    nothing = SheetsOnPaper.__new__(SheetsOnPaper)
    nothing._pictures = [np.full((300, 200), 255, np.uint8)]
    (reason,) = nothing.judge(page, 1).check.not_read
    assert why in reason


def stripes(ink=0):
    """A sheet of stripes twelve dots wide, with ink so light."""
    sheet = np.full((240, 240), 255, np.uint8)
    sheet[:, np.arange(240) // 12 % 2 == 0] = ink
    return sheet


@pytest.mark.parametrize(("ink", "is_pale"), [(187, True), (183, False)])
def test_a_scan_is_too_pale(ink, is_pale):
    assert ("too pale" in refusal(stripes(ink), stripes())) is is_pale


@pytest.mark.parametrize(("deviation", "is_blurred"), [(2.0, False), (2.15, True)])
def test_a_scan_is_blurred(deviation, is_blurred):
    straight = cv2.GaussianBlur(stripes(), (0, 0), deviation)
    assert ("blurred" in refusal(straight, stripes())) is is_blurred


@pytest.mark.parametrize(("dots_beyond", "cut"), [(19, []), (21, ["A1"])])
def test_a_card_is_cut_off(dots_beyond, cut):
    scanned = np.full((100, 100), 255, np.uint8)
    scanned.flat[:dots_beyond] = 0
    assert _cut_off([(SimpleNamespace(box="A1"), (0, 0, 100, 100))], scanned) == cut


# --- greys ---


def places_off_tone(side, dots, off, grey, doubt=0.0):
    """The places where a card differs that has black, white and grey, and on the grey a square of
    some dots that is so far off.
    """
    should = np.full((120, 120), float(grey), np.float32)
    should[:40] = 0
    should[80:] = 255
    actual = should.copy()
    square = np.zeros((side, side), np.float32)
    square.flat[:dots] = off
    actual[56 : 56 + side, 56 : 56 + side] += square
    return [*_off_tone(should, actual, np.full(should.shape, doubt, np.float32))]


@pytest.mark.parametrize(
    ("off", "grey", "doubt", "differs"),
    [
        (-44, 200, 0.0, False),
        (-48, 200, 0.0, True),
        # As a share of the ink, where there is much.
        (68, 55, 0.0, False),
        (72, 55, 0.0, True),
        # And more where light changes.
        (-54, 200, 10.0, False),
        (-58, 200, 10.0, True),
    ],
)
def test_a_dot_is_too_light_or_too_dark(off, grey, doubt, differs):
    assert bool(places_off_tone(4, 16, off, grey, doubt)) is differs


@pytest.mark.parametrize(("dots", "differs"), [(8, False), (9, True)])
def test_so_many_dots_together_are_a_difference(dots, differs):
    assert bool(places_off_tone(3, dots, -100, 200)) is differs


@pytest.mark.parametrize(("share", "is_seen"), [(0.48, False), (0.52, True)])
def test_a_shadow_leaves_more_light(share, is_seen):
    """What is darker is ink, and does not say how light it is there."""
    sheet = np.full((120, 120, 3), 255, np.uint8)
    paper = np.ones((120, 120), np.uint8)
    even = sheet.astype(np.float32)
    even[40:80, 40:80] *= share
    assert bool(_light_near(even, sheet, paper)[60, 60] < 0.9) is is_seen


# --- inks ---

#: Hues of a red ink, and how far from it no ink and another one are.
RED = np.array([60.0, 0.0])
NO_INK = -RED
OTHER_INK = np.array([0.0, 60.0])


def square(side):
    """How much of an ink there is where a square is drawn in it."""
    share = np.zeros((60, 60), np.float32)
    share[20 : 20 + side, 20 : 20 + side] = 1
    return share


def is_another(difference, other, share):
    """Whether what is drawn in red is taken for another ink, when its hues are so far off."""
    soft = cv2.GaussianBlur(share, (0, 0), 1.5)
    off = np.zeros((60, 60, 3), np.float32)
    off[..., 1:] = soft[..., None] * difference
    return bool([*_in_another_ink(off, Ink(share, RED, other[None]))])


@pytest.mark.parametrize(
    ("difference", "other", "answer"),
    [
        # A part of the way to another ink.
        (0.53 * OTHER_INK, OTHER_INK, False),
        (0.57 * OTHER_INK, OTHER_INK, True),
        # Paler, until it is none: what is left of 0.6 of it is less than 0.55 of that.
        (0.72 * NO_INK, NO_INK, False),
        (0.74 * NO_INK, NO_INK, True),
    ],
)
def test_an_ink_is_another_one(difference, other, answer):
    assert is_another(difference, other, square(12)) is answer


@pytest.mark.parametrize(("more", "answer"), [(0, False), (1, True)])
def test_an_ink_on_few_dots_decides_nothing(more, answer):
    """Softened, 4 by 5 dots have an evidence of 7.98, and one more 8.5."""
    share = square(4)
    share[20:24, 24] = 1
    share[21, 25 : 25 + more] = 1
    assert is_another(OTHER_INK, OTHER_INK, share) is answer


@pytest.mark.parametrize(("much", "is_drawn"), [(0.48, False), (0.52, True)])
def test_a_dot_is_drawn_in_an_ink_if_it_has_much_of_it(much, is_drawn):
    assert is_another(OTHER_INK, OTHER_INK, much * square(20)) is is_drawn


@pytest.mark.parametrize(("strength", "is_compared"), [(0.19, False), (0.21, True)])
def test_hues_are_compared_if_a_scan_has_any(strength, is_compared):
    grey = np.full((60, 60, 3), 128, np.float32)
    scan = grey.copy()
    share = square(20)
    scan[..., 1:] += cv2.GaussianBlur(share, (0, 0), 1.5)[..., None] * OTHER_INK.astype(np.float32)
    both = Likeness(grey, scan, (Ink(share, RED, OTHER_INK[None]),), strength)
    doubt = np.zeros((60, 60), np.float32)
    assert bool([*mismatches(both, doubt, (0, 0, 60, 60))]) is is_compared


@pytest.mark.parametrize(("radians", "is_turned"), [(0.48, True), (0.52, False)])
def test_hues_are_turned_by_a_printer_and_not_by_more(radians, is_turned):
    should = np.array([80 + 0j, 40 + 60j, -50 + 30j])
    turn = _turn(should, should * exp(1j * radians), np.ones(3))
    assert abs(turn) == pytest.approx(1)
    assert bool(phase(turn) == pytest.approx(radians)) is is_turned


# --- places ---


@pytest.mark.parametrize(("dots", "is_found"), [(19, True), (21, False)])
def test_a_card_lies_elsewhere_by_so_much_at_most(dots, is_found):
    drawn = np.full((200, 200), 255, np.uint8)
    cv2.rectangle(drawn, (40, 50), (120, 150), 0, 9)
    cv2.circle(drawn, (90, 90), 25, 90, -1)
    around = np.full((260, 260), 255, np.uint8)
    high = min(200, 260 - 30 - dots)
    around[30 + dots : 30 + dots + high, 30:230] = drawn[:high]
    start = np.array([[1, 0, 30], [0, 1, 30]], np.float32)
    move = _move_to(drawn, around, start)
    assert bool(move[1, 2] == pytest.approx(30 + dots, abs=1)) is is_found


@pytest.mark.parametrize(
    ("scale", "says"),
    [(0.984, "printed with fit to page"), (0.986, ""), (1.014, ""), (1.016, "printed larger")],
)
def test_a_print_has_another_scale(scale, says):
    sheets = SheetsOnPaper.__new__(SheetsOnPaper)
    sheets._pictures = [np.full((2339, 1654), 255, np.uint8)]
    sheets._document = SimpleNamespace(part_at=lambda _: "labels")
    match = SheetFound(0, np.diag([scale, scale, 1]).astype(np.float32), 1.0)
    page = SimpleNamespace(dpi=200)
    _, warning = sheets._words(match, page)
    assert bool(warning) is bool(says)
    assert says in warning
