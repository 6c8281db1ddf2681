"""Read the code of a sheet at its place between the corners, so that even small and blurred codes
are read; and tell a log that is filled in by hand by its own code.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress

import cv2
import numpy as np

from kitgen.errors import CameraError, RecordError
from kitgen.forms.form import Form, FormCode, parse_form_code
from kitgen.marked.straight import Points
from kitgen.pictures.alignment import Grey

#: The width of paper around the code that is read with it.
CODE_AROUND_MM = 1.5
#: How far the code is blurred before the paper around it is measured, and how far this reaches.
PAPER_BLUR_MM = 1 / 4
PAPER_REACH_MM = 5
#: How far it is blurred to be free of noise, and how many times what that took away is added again
#: to sharpen it.
SOFT_BLUR_MM = 1 / 6
SHARPENING = 1.5
#: The dots per mm at which it is read, tried in this order.
CODE_DOTS_PER_MM = (10, 6, 14)
#: The longer sides, in dots, of the pictures in which the code of a handwritten log is searched.
LOG_CODE_SIDES_DOTS = (1800, 2600, 3600)
#: How the code of a handwritten log begins.
LOG_CODE = "kitgen-log:"


def read_code(grey: Grey, view: Points, form: Form) -> FormCode | None:
    """Return the code on a sheet; None if it cannot be read.

    ``view`` is the perspective, from mm of the sheet to dots of the picture; ``form`` is any sheet
    on the same paper.

    Raises:
        CameraError: it is the code of something else.
    """
    text = _code_text(_patches(grey, view, form))
    if not text:
        return None
    try:
        return parse_form_code(text)
    except RecordError as why:
        raise CameraError(f"shows another sheet: {why}") from None


def _code_text(pictures: Iterable[Grey]) -> str:
    """Return the text of the first code that can be read in pictures; empty if there is none."""
    readers = (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco())
    for picture in pictures:
        for reader in readers:
            with suppress(cv2.error, UnicodeDecodeError):  # OpenCV fails now and then
                text, *_ = reader.detectAndDecode(picture)
                if text:
                    return str(text)
    return ""


def _patches(grey: Grey, view: Points, form: Form) -> Iterator[Grey]:
    """Yield upright pictures of the code, in several sizes, each even, sharpened, and in black
    and white.
    """
    x, y, side = form.code_at
    left = x - CODE_AROUND_MM
    top = y - CODE_AROUND_MM
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for scale in CODE_DOTS_PER_MM:
        size = round((side + 2 * CODE_AROUND_MM) * scale)
        to_sheet = np.array([[1 / scale, 0, left], [0, 1 / scale, top], [0, 0, 1]])
        patch = cv2.warpPerspective(
            grey, view @ to_sheet, (size, size), flags=flags, borderValue=255
        )
        blurred = cv2.GaussianBlur(patch, (0, 0), PAPER_BLUR_MM * scale)
        reach = PAPER_REACH_MM * scale
        paper = cv2.morphologyEx(blurred, cv2.MORPH_CLOSE, np.ones((reach, reach)))
        even = np.asarray(cv2.divide(patch, np.maximum(paper, 1), scale=255), np.uint8)
        yield even
        soft = cv2.GaussianBlur(even, (0, 0), SOFT_BLUR_MM * scale)
        sharp = cv2.addWeighted(even, 1 + SHARPENING, soft, -SHARPENING, 0)
        yield np.asarray(sharp, np.uint8)
        _, black_and_white = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        yield np.asarray(black_and_white, np.uint8)


def is_log(grey: Grey) -> bool:
    """Return whether a picture shows the code of a log that is filled in by hand, anywhere."""
    return _code_text(_smaller(grey)).casefold().startswith(LOG_CODE)


def _smaller(grey: Grey) -> Iterator[Grey]:
    """Yield a picture in the sizes in which a code is searched."""
    for longest in LOG_CODE_SIDES_DOTS:
        scale = min(1.0, longest / max(grey.shape))
        smaller = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        yield np.asarray(smaller, np.uint8)
