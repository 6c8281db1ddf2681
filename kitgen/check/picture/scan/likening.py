"""What printer and scanner make of a sheet: other greys of its colours, softer edges, a screen of dots.

A printer without colours and a scanner in grey turn each colour into a grey of their own: a scanner that looks through
green glass sees red as black. But they do so alike on the whole sheet. So the greys of a scan are fitted once, over
all colours together, as one mixture of red, green and blue on one curve, and both pictures are brought to the same
softness. A colour that lies on one card alone has no say of its own, so that what is missing there stays missing.
"""

import math
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.check.picture.scan.aligning import Grey

Tones = npt.NDArray[np.float32]
_Values = npt.NDArray[np.float64]
#: A sheet in its colours, three to a dot.
Coloured = npt.NDArray[np.uint8]

#: How much a sheet and a scan are softened at least, as deviations in dots: as a scanner blurs, and against noise.
BLUR, NOISE = 1.1, 0.6
#: What more both are softened by, where a printer's dots show, until greys of one colour deviate by no more than this.
MORE, CALM = (0.0, 0.7, 1.1, 1.5), 9.0
#: Softnesses of a sheet that are tried.
_BLURS = (0.4, 0.6, 0.8, 0.95, 1.1, 1.25, 1.4, 1.6, 1.8)
#: The sums of red, green and blue between which a colour is neither black nor white.
_DARK, _LIGHT = 120, 700
#: What is an edge of a sheet; how even a place is in all its colours that tells what became of one.
_STEEP, _EVEN = 300.0, 6
_WHITE = 0xFFFFFF
#: Colours with fewer even dots say nothing, those with more than this no more.
_FEW, _MANY = 30, 4000
#: Greys farther from the curve than this, of 255, are faults or dust and do not bend it.
_STRAY = 12.0
#: The mixtures of red, green and blue that are tried, in quarters; the usual one of greys is preferred by so much.
_MIXTURES = [np.array([r, g, 4 - r - g]) / 4 for r, g in product(range(5), range(5)) if r + g <= 4]
_USUAL, _RATHER = np.array([0.299, 0.587, 0.114]), 2.0


@dataclass(frozen=True, slots=True)
class Likened:
    """A sheet and a scan of it, made as like as one printer and one scanner can make them.

    Attributes:
        should: the sheet.
        found: the scan.
    """

    should: Tones
    found: Tones


def likened(straight: Grey, sheet: Coloured) -> Likened:
    """Return a sheet and a scan of it with the same greys and edges.

    Args:
        straight: the scan, straightened and its paper white.
        sheet: what it should look like.
    """
    even = _even(sheet)
    mixture, curve = _greys(straight, sheet, even)
    black, white = (float(np.polyval(curve, grey)) for grey in (0.0, 255.0))
    should = _stretched(np.polyval(curve, sheet @ np.asarray(mixture, np.float32)), black, white)
    found = _stretched(straight, black, white)
    blur, noise = _softness(should, found)
    sums = sheet.sum(axis=2, dtype=np.int16)
    inner = even & (sums > _DARK) & (sums < _LIGHT)
    more = next((more for more in MORE if _unrest(softened(found, math.hypot(noise, more)), inner) <= CALM), MORE[-1])
    soft = softened(found, math.hypot(noise, more))
    return Likened(softened(should, math.hypot(blur, more)), np.clip(soft, 0, 255))


def _stretched(tones: npt.ArrayLike, black: float, white: float) -> Tones:
    """Return a picture with its greys between black and white."""
    return np.asarray((np.asarray(tones, np.float32) - black) * (255 / max(white - black, 1.0)), np.float32)


def softened(tones: Tones, by: float) -> Tones:
    """Return a picture softened by so many dots."""
    return np.asarray(cv2.GaussianBlur(tones, (0, 0), by), np.float32)


def steepness(tones: Tones) -> Tones:
    """Return how steeply a picture changes at each dot."""
    across, down = cv2.Sobel(tones, cv2.CV_32F, 1, 0), cv2.Sobel(tones, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def _even(sheet: Coloured) -> npt.NDArray[np.bool_]:
    """Return the dots around which a sheet has one colour."""
    around = np.ones((5, 5), np.uint8)
    apart = cv2.subtract(cv2.dilate(sheet, around), cv2.erode(sheet, around))
    return np.asarray(apart.max(axis=2) <= _EVEN, np.bool_)


def _greys(straight: Grey, sheet: Coloured, even: npt.NDArray[np.bool_]) -> tuple[_Values, _Values]:
    """Return the mixture of a sheet's colours that a scan is, and the curve on which its greys lie."""
    numbers = sheet[even].astype(np.int32) @ np.array([1 << 16, 1 << 8, 1], np.int32)
    greys = softened(straight.astype(np.float32), 1.0)[even]
    paper = numbers == _WHITE
    parts = [greys[paper][:: max(1, int(paper.sum()) // _MANY)]] if paper.any() else []
    known = [_WHITE] * len(parts)
    for number, count in zip(*np.unique(numbers[~paper], return_counts=True), strict=True):
        if count >= _FEW:
            known.append(int(number))
            parts.append(greys[numbers == number])
    there = np.array([np.median(part) for part in parts])
    weights = np.sqrt([min(len(part), _MANY) for part in parts])
    colours = np.array([(number >> 16, number >> 8 & 255, number & 255) for number in known])
    fits = []
    for mixture in (_USUAL, *_MIXTURES):
        curve, off = _curve(colours @ mixture, there, weights)
        cost = float(np.average(np.minimum(np.abs(off), 4 * _STRAY), weights=weights))
        fits.append((cost + _RATHER * float(np.abs(mixture - _USUAL).sum()), mixture, curve))
    _, mixture, curve = min(fits, key=lambda fit: fit[0])
    return mixture, curve


def _curve(greys: _Values, there: _Values, weights: _Values) -> tuple[_Values, _Values]:
    """Return the parabola that rises with greys and lies nearest to what became of them, and how far each is off."""
    for degree in (2, 1):
        own = weights.copy()
        if len(np.unique(np.round(greys / 8))) <= degree + 1:
            continue
        for _ in range(4):
            curve = np.asarray(np.polyfit(greys, there, degree, w=own), np.float64)
            off = np.asarray(there - np.polyval(curve, greys), np.float64)
            own = weights * np.sqrt(np.minimum(1, _STRAY / np.maximum(np.abs(off), 1e-6)))
        if np.all(np.polyval(np.polyder(curve), [0, 128, 255]) > 0.15):
            return curve, off
    return np.array([1.0, 0.0]), there - greys


def _softness(should: Tones, found: Tones) -> tuple[float, float]:
    """Return how much a sheet and a scan are to be softened to have edges as soft as the other's."""
    own = steepness(softened(found, NOISE))
    edges = steepness(softened(should, _BLURS[0])) > _STEEP
    if not edges.any():
        return BLUR, NOISE
    there = float(own[edges].mean())
    blur = min(_BLURS, key=lambda one: abs(float(steepness(softened(should, one))[edges].mean()) - there))
    if blur >= BLUR:
        return blur, NOISE
    return BLUR, float(np.sqrt(NOISE**2 + BLUR**2 - blur**2))


def _unrest(found: Tones, inner: npt.NDArray[np.bool_]) -> float:
    """Return how much greys deviate from those near them, at some dots."""
    if not inner.any():
        return 0.0
    return float(np.sqrt(np.mean(np.square((found - softened(found, 4.0))[inner]))))
