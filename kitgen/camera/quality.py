"""Says of a picture why it cannot be read, and what to do: words for whoever holds the camera."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.camera.bubbles import Tones, tones_of
from kitgen.camera.corners import NAMES, CornersFound, Points
from kitgen.camera.straight import SCALE, straight_picture, straightening, through, view_of
from kitgen.check.picture.scan.aligning import Grey
from kitgen.record.forms.form import Form

#: Paper darker than this, of 255, is too dark; what is printed black has to be darker by so much.
DARK, PALE = 60, 35
#: The most blur of edges that were printed sharp, as a deviation in mm.
BLURRED = 0.33
#: By how many dots pictures are softened to tell how sharp they are; less sharp ones are said to be blurred.
SOFTENED, SOFT = (1.5, 4.0), 1.75
#: A picture is looked at in so many bands, and of each this share of the dots with the steepest edges.
BANDS, GREAT = 6, 0.01
TOO_DARK = "is too dark: photograph the sheet in even light, by a window, and without a shadow on it"
TOO_BLURRED = "is blurred: hold the camera still and near, let it focus on the sheet, and photograph it again"
NO_SHEET = (
    "shows no sheet to be marked: photograph one whole sheet from straight above, with the black markers in all four "
    "corners"
)
NO_CODE = (
    "shows a sheet whose code at the upper right cannot be read: photograph it from nearer, sharp, and with no shadow "
    "on the code"
)
PARTLY_HIDDEN = "lies too bent or hidden: flatten the sheet, keep hands off its edges, and photograph it from above"


def no_sheet(grey: Grey) -> str:
    """Return why no sheet was found in a picture."""
    if float(np.percentile(grey, 95)) < DARK:
        return TOO_DARK
    return TOO_BLURRED if sharpness(grey) < SOFT else NO_SHEET


def sharpness(grey: Grey) -> float:
    """Return how much steeper the greatest edges of a picture are than when it is softened: some 2.4 where it is sharp.

    >>> sharp = np.full((200, 200), 255, np.uint8)
    >>> sharp[:, :100] = 0
    >>> soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 4), np.uint8)
    >>> f"{sharpness(sharp):.1f} {sharpness(soft):.1f}"
    '2.4 1.3'
    """
    found: list[npt.NDArray[np.float32]] = []
    for band in np.array_split(grey, BANDS):  # a whole picture takes much room
        little, much = (_steepness(band, by) for by in SOFTENED)
        great = much >= max(float(np.quantile(much, 1 - GREAT)), 1.0)
        found.append(np.stack([little[great], much[great]]))
    both = np.concatenate(found, axis=1)
    if not both.size:
        return 3.0
    both = both[:, both[1] >= np.quantile(both[1], 1 - 1 / BANDS)]
    return float(np.median(both[0] / both[1]))


def _steepness(grey: Grey, softened: float) -> npt.NDArray[np.float32]:
    """Return how steeply a picture changes at each dot, when it is softened against its noise."""
    soft = cv2.GaussianBlur(grey, (0, 0), softened).astype(np.float32)
    return np.asarray(cv2.magnitude(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)), np.float32)


def no_code(grey: Grey, corners: CornersFound, form: Form) -> str:
    """Return why the code on a sheet cannot be read, although three of its corners are seen at least.

    Args:
        grey: the picture.
        corners: those that are seen.
        form: some sheet like it.
    """
    view = view_of(corners, form)
    place = straightening(grey, corners, form)
    straight = straight_picture(grey, place, form)
    refusal = quality(tones_of(straight, form), straight, form)
    return refusal or (missing_corners(corners, view, form, grey.shape) if corners.missing else NO_CODE)


def missing_corners(corners: CornersFound, view: Points | None, form: Form, shape: Sequence[int]) -> str:
    """Return what is to be done about the corners of a sheet that are not seen.

    Args:
        corners: those that are.
        view: takes mm of the sheet to dots of the picture; None where too few corners say so.
        form: the sheet.
        shape: height and width of the picture.
    """
    gone = corners.missing
    halves = {(0, 1): "upper", (1, 2): "right", (2, 3): "lower", (0, 3): "left"}
    if gone in halves:
        return f"shows half a sheet: its {halves[gone]} half is missing; take the photo from a little higher"
    if len(gone) == 2:
        return f"shows a sheet without its {NAMES[gone[0]]} and {NAMES[gone[1]]} corners: photograph the whole sheet"
    if len(gone) == 3:
        return f"shows one corner of a sheet, the {NAMES[next(iter(corners.quads))]} one: photograph the whole sheet"
    name = NAMES[gone[0]]
    if view is not None:
        corner = form.corners[gone[0]]
        x, y = through(view, np.array([corner.x, corner.y]))
        if 0 <= x < shape[1] and 0 <= y < shape[0]:
            return f"does not show the {name} corner of the sheet: move hand or shadow off it, and lay the sheet flat"
    return f"the {name} corner of the sheet is missing: take the photo from a little higher"


def quality(tones: Tones, straight: Grey, form: Form) -> str:
    """Return why a straightened sheet cannot be judged; nothing where it can."""
    if tones.white < DARK or tones.white - tones.black < PALE:
        return TOO_DARK
    return TOO_BLURRED if blur_of(straight, form) > BLURRED else ""


def blur_of(straight: Grey, form: Form) -> float:
    """Return the blur of the squares' edges as a deviation, in mm."""
    found = []
    for square in form.squares:
        reach = round((square.side / 2 + 0.8) * SCALE)
        x, y = round(square.x * SCALE), round(square.y * SCALE)
        across = straight[y - 3 : y + 4, max(x - reach, 0) : x + reach + 1].mean(axis=0)
        down = straight[max(y - reach, 0) : y + reach + 1, x - 3 : x + 4].mean(axis=1)
        for line in (across, down):
            tall = float(line.max() - line.min())
            if tall > PALE / 2 and len(line) > reach:
                found.append(tall / max(float(np.abs(np.diff(line)).max()), 1e-3) / np.sqrt(2 * np.pi) / SCALE)
    return float(np.median(found)) if found else 1.0
