"""Where an alignment fails: a sheet that is lost on the way is not found, and a guess stays as it
was where turning alone makes it no better.
"""

import cv2
import numpy as np
import pytest

from kitgen.pictures import alignment
from kitgen.pictures.alignment import ALIGN_SCALE, FIND_SCALE, find_sheet

BLANK = np.full((480, 640), 255, np.uint8)
SHEET = BLANK.copy()
cv2.rectangle(SHEET, (80, 80), (560, 400), 0, 24)
cv2.rectangle(SHEET, (120, 120), (240, 360), 90, -1)
AS_IT_IS = np.eye(3, dtype=np.float32)
HOMOGRAPHY = cv2.MOTION_HOMOGRAPHY
AFFINE = cv2.MOTION_AFFINE


def failing_at(monkeypatch, *failing):
    """Let alignments of these kinds fail; return a list of all kinds that are asked for."""
    calls = []

    def refine(_sheet, _scan, guess, times, motion):
        calls.append((times, motion))
        return None if (times, motion) in failing else guess + 1

    monkeypatch.setattr(alignment, "_refine", refine)
    return calls


@pytest.mark.parametrize(
    ("failing", "asked"),
    [
        ((FIND_SCALE, HOMOGRAPHY), [(FIND_SCALE, AFFINE), (FIND_SCALE, HOMOGRAPHY)]),
        (
            (ALIGN_SCALE, HOMOGRAPHY),
            [(FIND_SCALE, AFFINE), (FIND_SCALE, HOMOGRAPHY), (ALIGN_SCALE, HOMOGRAPHY)],
        ),
    ],
)
def test_a_sheet_that_is_lost_on_the_way_is_not_found(monkeypatch, failing, asked):
    done = failing_at(monkeypatch, failing)
    assert find_sheet(SHEET, [SHEET]) is None
    assert done == asked


@pytest.mark.parametrize(
    ("flat", "failing", "added", "asked"),
    [
        (True, (), 2, [(FIND_SCALE, AFFINE), (FIND_SCALE, HOMOGRAPHY)]),
        (True, (FIND_SCALE, AFFINE), 1, [(FIND_SCALE, AFFINE), (FIND_SCALE, HOMOGRAPHY)]),
        (False, (), 1, [(FIND_SCALE, HOMOGRAPHY)]),
    ],
)
def test_only_a_flat_sheet_is_turned_first(monkeypatch, flat, failing, added, asked):
    done = failing_at(monkeypatch, failing)
    guess = alignment._Guess(1.0, 0, AS_IT_IS, flat)
    assert np.array_equal(alignment._roughly_aligned(SHEET, SHEET, guess), AS_IT_IS + added)
    assert done == asked


@pytest.mark.parametrize("motion", [AFFINE, HOMOGRAPHY])
def test_pictures_without_anything_in_common_are_not_aligned(motion):
    assert alignment._refine(SHEET, BLANK, AS_IT_IS, ALIGN_SCALE, motion) is None
    found = alignment._refine(SHEET, SHEET, AS_IT_IS * 2, ALIGN_SCALE, motion)
    assert found == pytest.approx(AS_IT_IS, abs=0.01)
