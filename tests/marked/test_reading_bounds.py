"""Each number that decides what a mark, an empty bubble or stray ink is, from both sides: one
that is changed by a tenth decides otherwise here.
"""

from collections import Counter
from math import ceil
from types import SimpleNamespace

import numpy as np
import pytest

from kitgen.forms.form import Bubble
from kitgen.marked.bubble_states import Tones, _covered_from, _seems_empty, read_bubbles, state_of
from kitgen.marked.stray_ink import (
    _above_usual,
    _faintness,
    _Ground,
    _ink_outside,
    _Rings,
    _rows_with_faint_ink,
    _smooth,
    _stray_pieces,
    _touched,
)

#: Dots per millimetre of a straightened sheet.
DOTS_PER_MM = 8


# --- what a mark is ---


@pytest.mark.parametrize(
    ("dark", "middle", "state"),
    [
        # Printed slightly off its place, a letter darkens the darkest dots and not the median.
        (0.245, 0.055, "empty"),
        (0.255, 0.055, "marked"),
        (0.188, 0.065, "empty"),
        (0.192, 0.065, "unsure"),
        (0.192, 0.055, "empty"),
        # An even cover.
        (0.375, 0.37, "unsure"),
        (0.385, 0.37, "marked"),
        # A line: its bubble is mostly light.
        (0.30, 0.183, "marked"),
        (0.30, 0.189, "unsure"),
    ],
)
def test_a_bubble_by_its_darkest_and_its_median_dots(dark, middle, state):
    assert state_of(dark, middle, blank=0.1, rival=dark) == state


@pytest.mark.parametrize(("dark", "state"), [(0.237, "unsure"), (0.243, "marked")])
def test_a_line_is_no_line_if_it_is_too_faint_however_white_the_paper(dark, state):
    assert state_of(dark, 0.1, blank=0.0, rival=dark) == state


@pytest.mark.parametrize(("blank", "state"), [(0.197, "marked"), (0.203, "unsure")])
def test_a_line_stands_out_from_an_empty_bubble(blank, state):
    assert state_of(0.35, 0.1, blank=blank, rival=0.35) == state


@pytest.mark.parametrize(("rival", "state"), [(0.97, "marked"), (1.03, "unsure")])
def test_a_mark_is_no_mark_beside_one_that_is_twice_as_dark(rival, state):
    assert state_of(0.5, 0.45, blank=0.1, rival=rival) == state


@pytest.mark.parametrize(
    ("marks", "covered"),
    [
        # Two faint marks do not show what a pencil is like, three do.
        ([0.4, 0.4], 0.38),
        ([0.4, 0.4, 0.4], 0.35),
        ([0.46, 0.46, 0.46], 0.368),
        ([0.9, 0.9, 0.9], 0.38),
        # What is lighter is no mark, and says nothing of the pencil.
        ([0.347, 0.347, 0.347], 0.38),
        ([0.353, 0.353, 0.353], 0.35),
    ],
)
def test_a_row_of_faint_marks_asks_for_less(marks, covered):
    assert _covered_from(np.array([0.1, 0.2, *marks])) == pytest.approx(covered)


#: The radius of a bubble, in mm and in dots.
RADIUS_MM = 1.5
RADIUS = round(RADIUS_MM * DOTS_PER_MM)


def state_with_core(share, darkness):
    """The state of a bubble that is dark outside its core, and within it on a share of the dots."""
    places = [(5.0 + 5 * number, 5.0) for number in range(8)]
    bubbles = [
        Bubble(0, "bead", 1, value, x, y) for (x, y), value in zip(places, "ABCDEFGH", strict=True)
    ]
    form = SimpleNamespace(bubbles=bubbles, rows=["row"], diameter=2 * RADIUS_MM)
    sheet = np.zeros((80, 400), np.float32)
    reach = np.arange(-RADIUS, RADIUS + 1)
    far = np.hypot(*np.meshgrid(reach, reach)) / RADIUS
    bubble = np.where(far <= 1, 0.8, 0.0)
    core = np.flatnonzero(far <= 0.5)
    bubble.flat[core] = 0.0
    bubble.flat[core[: round(share * len(core))]] = darkness * 0.8
    middle = 5 * DOTS_PER_MM
    sheet[middle - RADIUS : middle + RADIUS + 1, middle - RADIUS : middle + RADIUS + 1] = bubble
    return read_bubbles(Tones(sheet, 255.0, 0.0), form)[bubbles[0]].state


@pytest.mark.parametrize(
    ("share", "darkness", "state"),
    [
        (0.21, 1.0, "marked"),
        (0.19, 1.0, "unsure"),
        (1.0, 0.57, "marked"),
        (1.0, 0.53, "unsure"),
    ],
)
def test_a_mark_reaches_the_core_of_its_bubble(share, darkness, state):
    assert state_with_core(share, darkness) == state


# --- what an empty bubble is ---


@pytest.mark.parametrize(
    ("dark", "middle", "empty"),
    [
        ([0.30, 0.33, 0.355], [0.1, 0.1, 0.1], 3),
        # Too far from each other: none shows what the letter is like.
        ([0.30, 0.33, 0.365], [0.1, 0.1, 0.1], 0),
        # Darker than any letter, or covered.
        ([0.39, 0.39, 0.39], [0.1, 0.1, 0.1], 3),
        ([0.41, 0.41, 0.41], [0.1, 0.1, 0.1], 0),
        ([0.30, 0.30, 0.30], [0.195, 0.195, 0.195], 3),
        ([0.30, 0.30, 0.30], [0.205, 0.205, 0.205], 0),
        # Two are not enough.
        ([0.30, 0.30], [0.1, 0.1], 0),
        # A darker one beside three alike has a mark.
        ([0.30, 0.30, 0.30, 0.365], [0.1] * 4, 3),
    ],
)
def test_bubbles_with_the_same_letter_seem_empty_if_several_are_alike(dark, middle, empty):
    assert _seems_empty(np.array(dark), np.array(middle)).sum() == empty


# --- stray ink ---


@pytest.mark.parametrize(("darker", "is_faint"), [(0.0195, False), (0.0205, True)])
def test_faint_ink_is_darker_than_the_bubble_is_elsewhere(darker, is_faint):
    usual = np.array([0.1] * 6 + [0.1 + darker])
    assert bool(_above_usual(usual, 0.02)[-1] > 1) is is_faint


@pytest.mark.parametrize(("darker", "is_faint"), [(0.088, False), (0.092, True)])
def test_where_bubbles_vary_faint_ink_has_to_stand_out_from_that(darker, is_faint):
    """Their deviation is 0.01 as a median, 0.015 as usual, of which it is six times as much."""
    varied = np.array([0.09] * 5 + [0.1] + [0.11] * 4 + [0.1 + darker])
    assert bool(_above_usual(varied, 0.02)[-1] > 1) is is_faint


@pytest.mark.parametrize(
    ("faintness", "rows"),
    [([0.99], set()), ([1.01], {0}), ([0.61, 0.61], {0}), ([0.59, 0.61], set()), ([0.9], set())],
)
def test_a_row_has_faint_ink_in_one_bubble_or_nearly_in_two(faintness, rows):
    form = SimpleNamespace(bubbles=[SimpleNamespace(row=0)] * len(faintness))
    assert _rows_with_faint_ink(form, np.array(faintness)) == rows


def rings(contrast=0.3, parts=(0.3,) * 8, beside=(0.0,) * 8, usual=0.3):
    """One ring as it was measured, all round and in eight parts."""
    ring = _Rings.__new__(_Rings)
    ring.contrast = np.array([contrast])
    ring.usual = np.array([usual])
    ring._parts = np.array([parts])
    ring._beside = np.array([beside])
    return ring


def part(of_two):
    """Eight parts of a ring, of which two are told."""
    return (of_two, of_two, *[0.3] * 6)


@pytest.mark.parametrize(
    ("ring", "is_unseen"),
    [
        ({}, False),
        # Faint all around, and not because of ink beside it.
        ({"contrast": 0.183}, False),
        ({"contrast": 0.177}, True),
        ({"contrast": 0.1, "beside": (0.177,) * 8}, True),
        ({"contrast": 0.1, "beside": (0.183,) * 8}, False),
        # Hidden in two parts, and in one.
        ({"parts": part(0.117)}, True),
        ({"parts": part(0.123)}, False),
        ({"parts": (0.0, *[0.3] * 7)}, False),
        ({"parts": part(0.0), "beside": (0.183, 0.183, *[0.0] * 6)}, False),
        ({"parts": part(0.0), "beside": (0.177, 0.177, *[0.0] * 6)}, True),
        # Where no ring is printed darkly enough to be seen, all are told by the least contrast.
        ({"contrast": 0.0145, "parts": (0.02,) * 8, "usual": 0.01}, True),
        ({"contrast": 0.0155, "parts": (0.02,) * 8, "usual": 0.01}, False),
    ],
)
def test_a_ring_that_is_hidden_is_not_seen(ring, is_unseen):
    assert rings(**ring).unseen().tolist() == [is_unseen]


@pytest.mark.parametrize(("paler", "is_usual"), [(0.265, False), (0.255, True)])
def test_a_ring_far_from_the_usual_does_not_say_what_is_usual(paler, is_usual):
    across, down = np.meshgrid(np.arange(9.0) * 20, np.arange(9.0) * 20)
    places = np.stack([across.ravel(), down.ravel()], axis=1)
    contrast = np.full(81, 0.4)
    contrast[40] *= 1 - paler
    assert bool(_smooth(places, contrast).min() < 0.3999) is is_usual


def piece_of(area_mm2, reach_mm, holders):
    """A piece of ink outside the first of two bubbles, of some area and up to so far from its
    middle, that some of them hold.
    """
    middles = np.array([[20.0, 20.0], [20.0, 26.0]])
    ground = _Ground((40 * DOTS_PER_MM, 40 * DOTS_PER_MM), middles)
    radius = 2.0
    rows, columns = np.nonzero((ground.far > radius) & (ground.far < reach_mm))
    columns = columns[rows < 20 * DOTS_PER_MM]
    rows = rows[rows < 20 * DOTS_PER_MM]
    turned = np.argsort(np.arctan2(rows - 20 * DOTS_PER_MM, columns - 20 * DOTS_PER_MM))
    sector = turned[: round(area_mm2 * DOTS_PER_MM**2)]
    outside = np.zeros(ground.far.shape, np.uint8)
    outside[rows[sector], columns[sector]] = 1
    own = np.zeros(outside.shape, np.bool_)
    for x, y in middles[:holders]:
        own[round(y * DOTS_PER_MM), round(x * DOTS_PER_MM)] = True
    pieces = (own | (outside > 0)).astype(np.int32)
    return pieces, outside, own, ground, radius


@pytest.mark.parametrize(
    ("area_mm2", "reach_mm", "holders", "is_stray"),
    [
        # Held by no bubble: a speck, and more.
        (0.33, 3.0, 0, False),
        (0.37, 3.0, 0, True),
        # The mark of one bubble, which leaves it by little, by far, or broadly.
        (0.5, 3.0, 1, False),
        (1.0, 4.8, 1, False),
        (1.0, 5.2, 1, True),
        (11.7, 4.8, 1, False),
        (12.3, 4.8, 1, True),
        # Of two bubbles.
        (0.5, 3.0, 2, True),
    ],
)
def test_ink_is_stray_if_it_is_no_speck_and_not_one_bubble_s_mark(
    area_mm2, reach_mm, holders, is_stray
):
    _, piece = _stray_pieces(*piece_of(area_mm2, reach_mm, holders))
    assert piece == is_stray


#: A row of a log in which bubbles stand, and the rings of these, as a sheet shows them.
ROW = SimpleNamespace(x=0.0, y=2.0, width=60.0, height=12.0)
FORM = SimpleNamespace(
    rows=[ROW],
    code=SimpleNamespace(part="log"),
    example=[SimpleNamespace(y=1.0)],
    labels=[],
)
MIDDLES = np.array([[20.0, 8.0], [40.0, 8.0]])
RINGS = SimpleNamespace(middles=MIDDLES, radius=1.5, darkness=0.3)
SHEET = (16 * DOTS_PER_MM, 64 * DOTS_PER_MM)


def is_ink(darkness, beyond_ring_mm, paper=(0.0,)):
    """Whether a dot so far beyond a ring, on paper of these tones, is taken for ink."""
    dark = np.resize(np.array(paper), SHEET)
    dark[8 * DOTS_PER_MM, round((20 + 1.5 + beyond_ring_mm) * DOTS_PER_MM)] = darkness
    outside = _ink_outside(dark, FORM, RINGS, _Ground(SHEET, MIDDLES))
    return bool(outside[:, 20 * DOTS_PER_MM :].any())


@pytest.mark.parametrize(
    ("darkness", "beyond_ring_mm", "paper", "is_seen"),
    [
        (0.125, 2.0, (0.0,), False),
        (0.135, 2.0, (0.0,), True),
        # Paper that is uneven by 0.02, which is a usual deviation of 0.03.
        (0.195, 2.0, (0.03, 0.07, 0.05, 0.07, 0.03), False),
        (0.205, 2.0, (0.03, 0.07, 0.05, 0.07, 0.03), True),
        # On a ring, which has a darkness of 0.3 itself.
        (0.46, 0.0, (0.0,), False),
        (0.48, 0.0, (0.0,), True),
        (0.3, 0.25, (0.0,), False),
        (0.3, 0.375, (0.0,), True),
    ],
)
def test_ink_is_darker_than_paper_and_than_a_ring(darkness, beyond_ring_mm, paper, is_seen):
    assert is_ink(darkness, beyond_ring_mm, paper) is is_seen


@pytest.mark.parametrize(("dots_near", "is_touched"), [(9, False), (10, True)])
def test_stray_ink_touches_a_bubble_if_enough_of_it_is_near(dots_near, is_touched):
    """A stroke one dot thick, beside a bubble and away from it: 10 of its dots are 0.16 mm²."""
    dark = np.zeros(SHEET)
    first_beyond = ceil((20 + 1.5 + 1.3) * DOTS_PER_MM)
    dark[8 * DOTS_PER_MM, first_beyond - dots_near : first_beyond + 40] = 0.6
    _, touched = _touched(dark, FORM, RINGS, np.array([False, False]))
    assert touched.tolist() == [is_touched, False]


#: A column of bubbles with the same letter, and the side of one in dots.
COLUMN = [Bubble(row, "bead", 1, "A", 5.0, 5.0 + 4 * row) for row in range(12)]
SIDE = 3 * DOTS_PER_MM


def faintness_of_last(marked, darkness, side):
    """How faint ink is in the last bubble of a column: a square of so many dots, so dark."""
    dark = np.zeros((56 * DOTS_PER_MM, 10 * DOTS_PER_MM), np.float32)
    is_marked = np.arange(12) < marked
    for bubble in COLUMN:
        top = round((bubble.y - 1.5) * DOTS_PER_MM)
        left = round((bubble.x - 1.5) * DOTS_PER_MM)
        if is_marked[bubble.row]:
            dark[top : top + SIDE, left : left + SIDE] = 0.8
    dark[top : top + SIDE, left : left + SIDE][:side, :side] = darkness
    return _faintness(
        dark,
        SimpleNamespace(bubbles=COLUMN),
        SimpleNamespace(middles=np.array([(bubble.x, bubble.y) for bubble in COLUMN])),
        is_marked,
    )[-1]


@pytest.mark.parametrize(
    ("marked", "darkness", "side", "is_faint"),
    [
        (0, 0.0195, SIDE, False),
        (0, 0.0205, SIDE, True),
        (0, 0.058, 12, False),
        (0, 0.062, 12, True),
        # Where most of a column is marked, five others show what is usual, and four do not.
        (7, 0.05, SIDE, True),
        (8, 0.05, SIDE, False),
    ],
)
def test_a_bubble_is_compared_with_others_of_its_column(marked, darkness, side, is_faint):
    assert bool(faintness_of_last(marked, darkness, side) > 1) is is_faint


def test_the_cases_above_have_both_answers():
    """A bound that is tried from one side alone may lie anywhere on the other."""
    tried = Counter[str]()
    for test in (
        test_a_bubble_by_its_darkest_and_its_median_dots,
        test_a_ring_that_is_hidden_is_not_seen,
        test_ink_is_stray_if_it_is_no_speck_and_not_one_bubble_s_mark,
        test_ink_is_darker_than_paper_and_than_a_ring,
        test_stray_ink_touches_a_bubble_if_enough_of_it_is_near,
        test_a_bubble_is_compared_with_others_of_its_column,
    ):
        (mark,) = test.pytestmark
        answers = {case[-1] for case in mark.args[1]}
        tried[test.__name__] = len(answers)
    assert min(tried.values()) >= 2
