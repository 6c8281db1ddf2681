"""A straightened scan beside the sheet that it shows, one card at a time: what is missing there, and what is too much.

A scan is blurred, noisy, and as dark as printer and scanner like; so a dot may be as dark as any within reach of it, on
a card whose black and white are stretched to those of the sheet. What is left must be as large as a stroke of a letter.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.check.picture.scan.aligning import Grey
from kitgen.check.picture.scan.likening import NOISE, Likened, Tones, softened, steepness

#: How far a dot may lie outside the greys in reach of it, of 255, and how many dots beyond may lie together.
TONE, DOTS = 46, 9
#: Dots by which edges may lie elsewhere, and by which a whole card may, where paper is bent.
REACH, SHIFT = 1, 12
#: How a card is laid beneath: at most so many steps, until one is so small; softened by so many dots first.
STEPS, STEP, SOFT = 40, 1e-4, 5
#: The least light of the paper, the least contrast, and the least sharpness, as a share of the sheet's own.
DARK, PALE, BLURRED = 110, 70, 0.45
TOO_DARK = "too dark; lay it in even light, or let the scanner make it lighter, and scan it again"
#: What is an edge of a sheet.
STEEP = 300.0
#: Dots of a rectangle: left, top, right, bottom.
Dots = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Quality:
    """How well a scan can be read.

    Attributes:
        contrast: between paper and ink.
        sharpness: of its edges, as a share of those of the sheet drawn as sharply as can be.
    """

    contrast: float
    sharpness: float

    @property
    def refusal(self) -> str:
        """What is to be done with a scan that cannot be judged; empty for one that can."""
        if self.contrast < PALE:
            return "too pale; scan it again with more contrast, or print it again with more ink"
        if self.sharpness < BLURRED:
            return "blurred; hold the camera still and near, or scan it at 200 dots to an inch"
        return ""


def light_of(raw: Grey) -> float:
    """Return how light the paper of a scan is, of 255."""
    return float(np.percentile(raw, 90))


def quality_of(straight: Grey, sheet: Grey) -> Quality:
    """Return how well a scan can be read.

    Args:
        straight: the scan, straightened and its paper white.
        sheet: what it should look like.
    """
    ink = straight[sheet < 60]
    contrast = 255 - float(np.median(ink)) if ink.size else 0.0
    steep, should = (steepness(softened(one.astype(np.float32), NOISE)) for one in (straight, sheet))
    edges = should > STEEP
    sharp = float(steep[edges].mean() / should[edges].mean()) if edges.any() else 0.0
    return Quality(contrast, sharp * 255 / max(contrast, 1.0))


def mismatches(both: Likened, card: Dots) -> list[Dots]:
    """Return where a card of a scan differs from the sheet, in dots of the sheet.

    Args:
        both: the sheet, and the scan.
        card: where the card is.
    """
    left, top = max(card[0] - SHIFT, 0), max(card[1] - SHIFT, 0)
    part = np.s_[top : card[3] + SHIFT, left : card[2] + SHIFT]
    should = both.should[part]
    found = _in_tone(_beneath(both.found[part], should), should)
    apart = np.maximum(_outside(found, should), _outside(should, found))
    apart[:SHIFT], apart[-SHIFT:], apart[:, :SHIFT], apart[:, -SHIFT:] = 0, 0, 0, 0
    over = np.asarray(apart > TONE, np.uint8)
    near = cv2.dilate(over, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(near)
    places = []
    for number, (x, y, wide, high, _) in enumerate(stats[1:], 1):
        if int(over[labels == number].sum()) >= DOTS:
            places.append((left + int(x), top + int(y), left + int(x + wide), top + int(y + high)))
    return places


def _beneath(found: Tones, should: Tones) -> Tones:
    """Return a card moved, turned and stretched by what the paper's own bending has moved, turned and stretched it."""
    (across, down), _ = cv2.phaseCorrelate(should, found, cv2.createHanningWindow(should.shape[::-1], cv2.CV_32F))
    move = np.array([[1, 0, across], [0, 1, down]], np.float32)
    if _too_far(move, should.shape):
        move = np.eye(2, 3, dtype=np.float32)
    ends = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, STEPS, STEP)
    everywhere = np.full(should.shape, 255, np.uint8)
    try:
        _, bent = cv2.findTransformECC(should, found, move.copy(), cv2.MOTION_AFFINE, ends, everywhere, SOFT)
    except cv2.error:  # it is not alike enough, which is said later
        bent = move
    whole = np.asarray(bent, np.float32)
    bent = move if _too_far(whole, should.shape) else whole
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(found, bent, found.shape[::-1], flags=flags, borderValue=255), np.float32)


def _too_far(move: npt.NDArray[np.float32], shape: tuple[int, ...]) -> bool:
    """Return whether a corner of a card would lie farther away than paper bends."""
    high, wide = shape
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    return bool(np.abs(corners @ (move[:, :2] - np.eye(2)).T + move[:, 2]).max() > SHIFT)


def _in_tone(found: Tones, should: Tones) -> Tones:
    """Return a card with its greys stretched to those of the sheet."""
    spread = float(found.std())
    slope = float(np.clip(np.mean((found - found.mean()) * should) / spread**2 if spread > 1 else 1, 0.7, 2.5))
    start = float(np.median(should) - slope * np.median(found))
    return np.asarray(np.clip(slope * found + start, 0, 255), np.float32)


def _outside(one: Tones, other: Tones) -> Tones:
    """Return by how much each dot of a picture is lighter or darker than all dots in reach of it in the other."""
    reach = np.ones((2 * REACH + 1, 2 * REACH + 1), np.uint8)
    above, below = one - cv2.dilate(other, reach), cv2.erode(other, reach) - one
    return np.asarray(np.maximum(np.maximum(above, below), 0), np.float32)
