"""Reads the code on a sheet, looked for where the corners say: so small and blurred ones are read, too."""

from collections.abc import Iterator

import cv2
import numpy as np

from kitgen.camera.corners import Points
from kitgen.check.picture.scan.aligning import Grey
from kitgen.errors import CameraError, RecordError
from kitgen.record.forms.code import FormCode, parse_form_code
from kitgen.record.forms.form import Form

#: Paper around the code that is looked at too, in mm, and dots to a mm, in the order in which they are tried.
AROUND, TRIED = 1.5, (10, 6, 14)


def read_code(grey: Grey, view: Points, form: Form) -> FormCode | None:
    """Return what the code on a sheet says; None where it cannot be read.

    Args:
        grey: the picture.
        view: takes mm of the sheet to dots of the picture, in perspective.
        form: any sheet of this kind: the code stands in the same place on all.

    Raises:
        CameraError: another code is there, and can be read.
    """
    readers = cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()
    for patch in _patches(grey, view, form):
        for reader in readers:
            text = _text(reader, patch)
            if text:
                try:
                    return parse_form_code(text)
                except RecordError as why:
                    raise CameraError(f"shows another sheet: {why}") from None
    return None


def _text(reader: cv2.QRCodeDetector | cv2.QRCodeDetectorAruco, patch: Grey) -> str:
    """Return what a reader finds in a picture; nothing where it fails, as it does now and then by an error."""
    try:
        return str(reader.detectAndDecode(patch)[0])
    except (cv2.error, UnicodeDecodeError):
        return ""


def _patches(grey: Grey, view: Points, form: Form) -> Iterator[Grey]:
    """Yield the part of a picture in which the code lies, straightened, in several sizes and tones."""
    left, top, side = form.code_at
    for scale in TRIED:
        size = round((side + 2 * AROUND) * scale)
        to_sheet = np.array([[1 / scale, 0, left - AROUND], [0, 1 / scale, top - AROUND], [0, 0, 1]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        patch = cv2.warpPerspective(
            grey, view @ to_sheet, (size, size), flags=flags, borderMode=cv2.BORDER_CONSTANT, borderValue=255
        )
        paper = cv2.morphologyEx(cv2.GaussianBlur(patch, (0, 0), scale / 4), cv2.MORPH_CLOSE, np.ones((5 * scale,) * 2))
        even = np.asarray(cv2.divide(patch, np.maximum(paper, 1), scale=255), np.uint8)
        yield even
        soft = cv2.GaussianBlur(even, (0, 0), scale / 6)
        yield np.asarray(cv2.addWeighted(even, 2.5, soft, -1.5, 0), np.uint8)
        yield np.asarray(cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1], np.uint8)
