"""Why a picture cannot be read, and what to do about it."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.forms.form import Form
from kitgen.marked.bubble_states import Tones, tones_of
from kitgen.marked.sheet_code import is_log
from kitgen.marked.straight import NAMES, SCALE, Corners, Straightening, through, view_of
from kitgen.pictures.alignment import Grey

#: The least tone of paper, of 255.
MIN_PAPER_TONE = 60
#: The least difference of paper from the printed black, of 255.
MIN_CONTRAST = 35
#: The most blur of printed edges, as a deviation in mm.
MAX_BLUR_MM = 0.33
#: How far beyond the edges of a square its blur is measured, on a line with so many dots on either
#: side of its middle.
AROUND_EDGES_MM = 0.8
HALF_LINE_DOTS = 3
#: Two blurs, in dots, between which the sharpness of a picture is measured.
BLURS_COMPARED_DOTS = (1.5, 4.0)
#: The least sharpness of a picture that is not blurred.
MIN_SHARPNESS = 1.75
#: The sharpness of a picture without edges.
SHARPNESS_WITHOUT_EDGES = 3.0
#: The least steepness of an edge, as a Sobel filter of tones from 0 to 255 measures it.
MIN_STEEPNESS = 1.0
#: The percentile of a picture's tones that is that of its paper.
PAPER_PERCENTILE = 95
#: The number of bands in which a picture is measured, one after the other to save memory.
BANDS = 6
#: The share of dots of a band with the steepest edges, which are measured.
STEEPEST_SHARE = 0.01
TOO_DARK = (
    "is too dark: photograph the sheet in even light, by a window, and without a shadow on it"
)
TOO_BLURRED = (
    "is blurred: hold the camera still and near, let it focus on the sheet, and photograph it again"
)
NO_SHEET = (
    "shows no sheet to be marked: photograph one whole sheet from straight above, with the black "
    "markers in all four corners"
)
NO_CODE = (
    "shows a sheet whose code at the upper right cannot be read: photograph it from nearer, "
    "sharp, and with no shadow on the code"
)
HANDWRITTEN = (
    "shows a log written by hand, which no camera reads: type its games with 'kitgen journal add "
    "-', or print the part log-marks for the next ones"
)
PARTLY_HIDDEN = (
    "lies too bent or hidden: flatten the sheet, keep hands off its edges, and photograph "
    "it from above"
)


def no_sheet(grey: Grey) -> str:
    """Return why no sheet was found in a picture."""
    if is_log(grey):
        return HANDWRITTEN
    if float(np.percentile(grey, PAPER_PERCENTILE)) < MIN_PAPER_TONE:
        return TOO_DARK
    if sharpness(grey) < MIN_SHARPNESS:
        return TOO_BLURRED
    return NO_SHEET


def sharpness(grey: Grey) -> float:
    """Return how much steeper the steepest edges of a picture are than after blurring it.

    It is 2.4 or so if the picture is sharp.

    >>> sharp = np.full((200, 200), 255, np.uint8)
    >>> sharp[:, :100] = 0
    >>> soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 4), np.uint8)
    >>> f"{sharpness(sharp):.1f} {sharpness(soft):.1f}"
    '2.4 1.3'
    """
    edges: list[npt.NDArray[np.float32]] = []
    little_blur, much_blur = BLURS_COMPARED_DOTS
    for band in np.array_split(grey, BANDS):
        before = _steepness(band, little_blur)
        after = _steepness(band, much_blur)
        steepest = after >= max(float(np.quantile(after, 1 - STEEPEST_SHARE)), MIN_STEEPNESS)
        edges.append(np.stack([before[steepest], after[steepest]]))
    before, after = np.concatenate(edges, axis=1)
    if not after.size:
        return SHARPNESS_WITHOUT_EDGES
    steepest = after >= np.quantile(after, 1 - 1 / BANDS)
    return float(np.median(before[steepest] / after[steepest]))


def _steepness(grey: Grey, blur: float) -> npt.NDArray[np.float32]:
    """Return how steep a picture is at each dot after blurring it, with a deviation in dots."""
    soft = cv2.GaussianBlur(grey, (0, 0), blur).astype(np.float32)
    across = cv2.Sobel(soft, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def no_code(grey: Grey, corners: Corners, form: Form) -> str:
    """Return why the code on a sheet with at least three visible corners cannot be read."""
    if is_log(grey):  # those of kitgen 1.0 have corners, too
        return HANDWRITTEN
    straight = Straightening(grey, corners, form).picture()
    refusal = quality(tones_of(straight, form), straight, form)
    if refusal:
        return refusal
    if len(corners) < 4:
        return missing_corners(corners, form, grey.shape)
    return NO_CODE


def missing_corners(corners: Corners, form: Form, shape: Sequence[int]) -> str:
    """Return the advice about missing corners of a sheet.

    ``shape`` is the height and width of the picture.
    """
    missing = tuple(number for number in range(4) if number not in corners)
    halves = {(0, 1): "upper", (1, 2): "right", (2, 3): "lower", (0, 3): "left"}
    if missing in halves:
        return (
            f"shows half a sheet: its {halves[missing]} half is missing; take the photo from a "
            "little higher"
        )
    names = [NAMES[number] for number in missing]
    if len(missing) == 2:
        return (
            f"shows a sheet without its {names[0]} and {names[1]} corners: photograph "
            "the whole sheet"
        )
    if len(missing) == 3:
        only = NAMES[next(iter(corners))]
        return f"shows one corner of a sheet, the {only} one: photograph the whole sheet"
    name = names[0]
    corner = form.corners[missing[0]]
    x, y = through(view_of(corners, form), np.array([corner.x, corner.y]))
    height, width = shape[:2]
    if 0 <= x < width and 0 <= y < height:
        return (
            f"does not show the {name} corner of the sheet: move hand or shadow off it, and lay "
            "the sheet flat"
        )
    return f"the {name} corner of the sheet is missing: take the photo from a little higher"


def quality(tones: Tones, straight: Grey, form: Form) -> str:
    """Return why a straightened sheet cannot be read; empty if it can."""
    if tones.white < MIN_PAPER_TONE or tones.white - tones.black < MIN_CONTRAST:
        return TOO_DARK
    if blur_of(straight, form) > MAX_BLUR_MM:
        return TOO_BLURRED
    return ""


def blur_of(straight: Grey, form: Form) -> float:
    """Return the blur of the squares' edges as a deviation, in mm; 1 if no square is seen."""
    blurs = []
    for square in form.squares:
        reach = round((square.side / 2 + AROUND_EDGES_MM) * SCALE)
        x = round(square.x * SCALE)
        y = round(square.y * SCALE)
        near_x = slice(x - HALF_LINE_DOTS, x + HALF_LINE_DOTS + 1)
        near_y = slice(y - HALF_LINE_DOTS, y + HALF_LINE_DOTS + 1)
        across = straight[near_y, max(x - reach, 0) : x + reach + 1].mean(axis=0)
        down = straight[max(y - reach, 0) : y + reach + 1, near_x].mean(axis=1)
        for line in (across, down):
            height = float(line.max() - line.min())
            if height > MIN_CONTRAST / 2 and len(line) > reach:
                # An edge blurred by a deviation is steepest by its height over √2π deviations.
                steepest = max(float(np.abs(np.diff(line)).max()), 1e-3)
                blurs.append(height / steepest / np.sqrt(2 * np.pi) / SCALE)
    if not blurs:
        return 1.0
    return float(np.median(blurs))
