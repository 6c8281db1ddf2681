"""Warnings about a sheet that was read: it was printed at another size, or photographed from a
screen.
"""

from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.forms.form import Form
from kitgen.marked.photo_files import Picture
from kitgen.marked.straight import Points, Straightening, through
from kitgen.pictures.alignment import Grey

#: The tolerated error of a sheet's scale.
MAX_SCALE_ERROR = 0.012
#: The tolerated difference between its scales by width and by height.
MAX_SCALES_APART = 0.007
MM_PER_INCH = 25.4

# The edge of the paper is searched on lines across its expected place.

#: How far these lines reach into the sheet, and onto the table, in mm.
EDGE_INSIDE_MM = 4.0
EDGE_OUTSIDE_MM = 13.0
EDGE_STEP_MM = 0.25
#: How many lines there are, and between which shares of the edge's length, away from its corners.
EDGE_LINES = 24
EDGE_LINES_BETWEEN = (0.12, 0.88)
#: How many steps on either side of an edge must be seen, so that both tones can be told.
EDGE_BESIDE_STEPS = 8
#: The most difference between the edges found on the middle half of the lines, in mm.
MAX_EDGES_APART_MM = 1.0
#: The least difference in tone between the table and the paper, of 255.
MIN_TABLE_CONTRAST = 18

# A screen is told by its pattern.

#: The side of the squares in which the pattern is searched, in dots of the picture.
PATCH_DOTS = 256
#: The longest of its waves, in dots of the picture.
MAX_WAVE_DOTS = 7.0
#: How many times stronger than usual it is.
MIN_SCREEN_PATTERN = 100.0


def hints(picture: Picture, place: Straightening, form: Form) -> tuple[str, ...]:
    """Return the warnings about a sheet that was read."""
    warnings = []
    if picture.dpi:
        size = scale_by_dots(picture, place, form)
    else:
        size = scale_by_paper(picture.grey, place, form)
    if size and abs(size - 1) > MAX_SCALE_ERROR:
        why = "was printed larger"
        if size < 1:
            why = "was printed smaller, perhaps to fit the page"
        warnings.append(
            f"the sheet {why}: at {size:.0%}; it was read, but print the next ones at 100%"
        )
    if not picture.dpi and pattern(picture.grey, place, form) > MIN_SCREEN_PATTERN:
        warnings.append("this looks like a photo of a screen: photograph the sheet itself")
    return tuple(warnings)


def scale_by_dots(picture: Picture, place: Straightening, form: Form) -> float:
    """Return the scale at which a sheet was printed, by the scanner's dots per inch."""
    left_and_foot = (form.corners[0], form.corners[3], form.corners[2])
    printed = np.array([(corner.x, corner.y) for corner in left_and_foot])
    mm = _length(printed)
    dots = _length(through(place.view, printed))
    return float(dots / mm * MM_PER_INCH / picture.dpi)


def _length(line: Points) -> float:
    return float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())


def scale_by_paper(grey: Grey, place: Straightening, form: Form) -> float:
    """Return the scale at which a sheet was printed, by the edges of its paper.

    It is 0 if these are not found.
    """
    scales = []
    for axis, size, length in ((0, form.width, form.height), (1, form.height, form.width)):
        # The left and the right edge, then the upper and the lower one.
        near = _edge(grey, place, axis, 0.0, -1, length)
        far = _edge(grey, place, axis, size, 1, length)
        if near is None or far is None:
            return 0.0
        scales.append(size / (far - near))
    if abs(scales[0] - scales[1]) >= MAX_SCALES_APART:
        return 0.0
    return sum(scales) / 2


def _edge(
    grey: Grey, place: Straightening, axis: int, level: float, out: int, length: float
) -> float | None:
    """Return the place of an edge of the paper, in mm of the form; None if it is not found.

    ``axis`` is 0 for the left and right edge; ``level`` is the expected place; ``out`` is 1 if the
    table is at larger numbers, otherwise -1; ``length`` is that of the edge.
    """
    along = np.linspace(*EDGE_LINES_BETWEEN, EDGE_LINES) * length
    away = np.arange(-EDGE_INSIDE_MM, EDGE_OUTSIDE_MM, EDGE_STEP_MM)
    points = np.empty((EDGE_LINES, len(away), 2))
    points[..., axis] = level + out * away
    points[..., 1 - axis] = along[:, None]
    seen = place(points).astype(np.float32)
    inside = (
        (seen >= 0).all(axis=-1)
        & (seen[..., 0] < grey.shape[1] - 1)
        & (seen[..., 1] < grey.shape[0] - 1)
    )
    tones = cv2.remap(
        grey, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    soft = cv2.GaussianBlur(tones.astype(np.float32), (9, 1), 2.0)  # along the lines alone
    steep = np.abs(np.diff(soft, axis=1))
    steep[~inside[:, 1:]] = 0
    edges = []
    for line, index in enumerate(steep.argmax(axis=1)):
        if not inside[line].all():
            continue
        if not EDGE_BESIDE_STEPS <= index < steep.shape[1] - EDGE_BESIDE_STEPS:
            continue
        before = tones[line, : index - EDGE_BESIDE_STEPS + 1].mean()
        after = tones[line, index + EDGE_BESIDE_STEPS :].mean()
        if abs(float(before) - float(after)) > MIN_TABLE_CONTRAST:
            edges.append(level + out * (away[index] + EDGE_STEP_MM / 2))
    if len(edges) < EDGE_LINES / 2:
        return None
    upper, lower = np.quantile(edges, (0.75, 0.25))
    if float(upper - lower) > MAX_EDGES_APART_MM:
        return None
    return float(np.median(edges))


def pattern(grey: Grey, place: Straightening, form: Form) -> float:
    """Return how many times stronger the strongest fine wave on a sheet is than its neighbours."""
    shares = product((0.3, 0.5, 0.7), (0.35, 0.5, 0.65))
    middles = place(np.array([(form.width * x, form.height * y) for x, y in shares]))
    half = PATCH_DOTS // 2
    power = np.zeros((PATCH_DOTS, PATCH_DOTS))
    for x, y in np.round(middles).astype(int):
        part = grey[max(y - half, 0) : y + half, max(x - half, 0) : x + half]
        if part.shape == (PATCH_DOTS, PATCH_DOTS):
            tones = part.astype(np.float32)
            fine = tones - cv2.GaussianBlur(tones, (0, 0), 3.0)
            power += np.abs(np.fft.fftshift(np.fft.fft2(fine * _WINDOW))) ** 2
    # in print, neighbouring waves are about equally strong; the dots of a screen make one that
    # stands out
    strong: npt.NDArray[np.float32] = np.log(power + 1).astype(np.float32)
    usual = np.asarray(cv2.medianBlur(strong, 5), np.float32)
    return float(np.exp((strong - usual)[_FINE].max()))


#: The fine waves, except those straight across or down, which JPEG's blocks cause.
_AWAY = np.abs(np.arange(PATCH_DOTS) - PATCH_DOTS // 2)
_OBLIQUE = np.logical_and.outer(_AWAY > 1, _AWAY > 1)
_FINE = (np.hypot(*np.meshgrid(_AWAY, _AWAY)) > PATCH_DOTS / MAX_WAVE_DOTS) & _OBLIQUE
_WINDOW: Points = np.outer(np.hanning(PATCH_DOTS), np.hanning(PATCH_DOTS))
