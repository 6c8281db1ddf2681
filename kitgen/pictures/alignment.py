"""Finds the sheet in a scan, and straightens it.

The rectangle round all ink gives a first guess; the enhanced correlation coefficient (G. D.
Evangelidis and E. Z. Psarakis, Parametric image alignment using enhanced correlation coefficient
maximization, IEEE PAMI 30(10), 2008), as in OpenCV, makes it exact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float32]

#: How much smaller the pictures are in which a sheet is looked for, and in which it is aligned.
SMALL, MIDDLE = 4, 2
#: The least correlation of a scan with the sheet that it shows.
ALIKE = 0.55
#: How much the proportions of a print may change.
PROPORTIONS = 1.12
#: Where so much of a picture's edge is dark, it shows a table, of which the paper takes up at least
#: so much.
DARK_EDGE, PAPER = 0.6, 0.2
#: A dot darker than white by so much is ink.
INK = 50


@dataclass(frozen=True, slots=True)
class SheetFound:
    """A sheet in a scan: ``to_scan`` takes its dots to those of the scan; ``alike`` is their
    correlation, 1 at most.
    """

    sheet: int
    to_scan: Matrix
    alike: float


def whitened(grey: Grey) -> tuple[Grey, Matrix | None]:
    """Return a scan with its paper made white, without shadows and table, and the paper's corners,
    clockwise.

    The corners are None where the paper does not lie on a darker table.
    """
    few = cv2.resize(grey, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    paper = cv2.medianBlur(cv2.morphologyEx(few, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)), 11)
    paper = np.maximum(cv2.resize(paper, grey.shape[::-1], interpolation=cv2.INTER_LINEAR), 1)
    white = _grey(cv2.divide(grey, paper, scale=255))
    outline = _paper(_grey(few))
    if outline is None:
        return white, None
    # The edge of the paper itself is a dark line, too; nothing is printed within 5 mm of it.
    table = np.full_like(few, 255)
    cv2.fillConvexPoly(table, outline, 0)
    table = cv2.dilate(table, np.ones((5, 5), np.uint8))
    white[cv2.resize(table, grey.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0] = 255
    length = cv2.arcLength(outline, closed=True)
    for share in (0.01, 0.02, 0.04, 0.08):
        corners = cv2.approxPolyDP(outline, share * length, closed=True)
        if len(corners) == 4:
            return white, _clockwise(np.asarray(corners[:, 0], np.float32)) * 8
    return white, None


def _paper(few: Grey) -> npt.NDArray[np.int32] | None:
    level, light = cv2.threshold(few, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    edge = np.concatenate([few[0], few[-1], few[:, 0], few[:, -1]])
    if np.mean(edge < level) < DARK_EDGE:
        return None
    joined = cv2.morphologyEx(_grey(light), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    outlines, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    sheet = max(outlines, key=cv2.contourArea)
    if cv2.contourArea(sheet) < few.size * PAPER:
        return None
    return np.asarray(cv2.convexHull(sheet), np.int32)


def find_sheet(
    scan: Grey, sheets: Sequence[Grey], paper: Matrix | None = None
) -> SheetFound | None:
    """Return which of the sheets, all of one resolution, a whitened scan shows and where; None
    for none of them.
    """
    outline = _ink_rectangle(scan)
    if outline is None:
        return None
    small = _smaller(scan, SMALL)
    guesses = []
    for index, sheet in enumerate(sheets):
        few = _smaller(sheet, SMALL)
        for model, corners, flat in _layings(sheet, outline, paper):
            guess = np.asarray(cv2.getPerspectiveTransform(model, corners), np.float32)
            guesses.append((_correlation(few, small, guess, SMALL), index, guess, flat))
    if not guesses:
        return None
    _, index, guess, flat = max(guesses, key=itemgetter(0))
    if (
        flat
        and (straight := _refine(sheets[index], scan, guess, SMALL, cv2.MOTION_AFFINE)) is not None
    ):
        guess = straight
    refined = _refine(sheets[index], scan, guess, SMALL, cv2.MOTION_HOMOGRAPHY)
    if refined is None:
        return None
    middle = _smaller(scan, MIDDLE)
    alike = [_correlation(_smaller(sheet, MIDDLE), middle, refined, MIDDLE) for sheet in sheets]
    index = int(np.argmax(alike))
    exact = _refine(sheets[index], scan, refined, MIDDLE, cv2.MOTION_HOMOGRAPHY)
    if exact is None:
        return None
    return SheetFound(
        index, exact, _correlation(_smaller(sheets[index], MIDDLE), middle, exact, MIDDLE)
    )


def _layings(
    sheet: Grey, outline: Matrix, paper: Matrix | None
) -> Iterator[tuple[Matrix, Matrix, bool]]:
    """Yield possible positions of a sheet: corners on it, the same in the scan, and whether it lies
    flat there.

    In a scan the rectangle round all ink shows it; in a photograph taken at an angle, the paper.
    """

    def proportion(box: Matrix) -> float:
        return float(np.linalg.norm(box[1] - box[0]) / np.linalg.norm(box[2] - box[1]))

    model = _ink_rectangle(sheet)
    if model is not None:
        for corners in _turns(outline):
            if 1 / PROPORTIONS < proportion(corners) / proportion(model) < PROPORTIONS:
                yield model, corners, True
    if paper is not None:
        high, wide = sheet.shape
        whole = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        yield from ((whole, corners, False) for corners in _turns(paper))


def straightened(scan: Grey, to_scan: Matrix, shape: tuple[int, ...]) -> tuple[Grey, Grey]:
    """Return a scan with its sheet straight, and which of these dots the scan has."""
    size, whole = (shape[1], shape[0]), np.full(scan.shape[:2], 255, np.uint8)
    covered = cv2.warpPerspective(
        whole, to_scan, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    )
    flags, white = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, (255, 255, 255)
    return _grey(cv2.warpPerspective(scan, to_scan, size, flags=flags, borderValue=white)), _grey(
        covered
    )


def scale_of(to_scan: Matrix, shape: tuple[int, ...]) -> float:
    """Return how many dots of a scan are one dot of the sheet, in the middle of the sheet."""
    x, y = shape[1] / 2, shape[0] / 2
    points = np.array(
        [[[x - 100, y - 100], [x + 100, y - 100], [x + 100, y + 100], [x - 100, y + 100]]],
        np.float32,
    )
    return float(np.sqrt(cv2.contourArea(cv2.perspectiveTransform(points, to_scan))) / 200)


def _grey(picture: Any) -> Grey:
    return np.asarray(picture, np.uint8)


def _smaller(grey: Grey, times: int) -> Grey:
    few = cv2.resize(grey, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA)
    return _grey(cv2.GaussianBlur(few, (3, 3), 0))


def _ink_rectangle(grey: Grey) -> Matrix | None:
    few = cv2.resize(grey, None, fx=1 / SMALL, fy=1 / SMALL, interpolation=cv2.INTER_AREA)
    ink = _grey((few < 255 - INK) * np.uint8(255))
    joined = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    high, wide = ink.shape
    keep = np.zeros(len(stats), bool)
    for number, (x, y, across, down, area) in enumerate(stats[1:], 1):
        # Shadows of the lid touch the edge; dust is tiny.
        edge = x <= 1 or y <= 1 or x + across >= wide - 1 or y + down >= high - 1
        keep[number] = area >= 40 and not (
            edge and (across > wide / 2 or down > high / 2 or across * down < 400)
        )
    points = cv2.findNonZero(_grey((keep[labels] & (ink > 0)) * np.uint8(255)))
    if points is None or len(points) < 200:
        return None
    return _clockwise(np.asarray(cv2.boxPoints(cv2.minAreaRect(points)) * SMALL, np.float32))


def _clockwise(box: Matrix) -> Matrix:
    middle = box.mean(axis=0)
    angles = np.arctan2(box[:, 1] - middle[1], box[:, 0] - middle[0])
    box = box[np.argsort(angles)]
    return np.asarray(np.roll(box, -int(np.argmin(box.sum(axis=1))), axis=0), np.float32)


def _turns(outline: Matrix) -> list[Matrix]:
    return [np.asarray(np.roll(outline, -turn, axis=0), np.float32) for turn in range(4)]


def _scaled(matrix: Matrix, factor: float) -> Matrix:
    larger = np.diag([factor, factor, 1])
    return np.asarray(larger @ matrix @ np.linalg.inv(larger), np.float32)


def _correlation(sheet: Grey, scan: Grey, to_scan: Matrix, times: int) -> float:
    """Return the correlation of two pictures that are made smaller: 1 where only brightness and
    contrast differ.
    """
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = sheet.shape[1], sheet.shape[0]
    straight = _grey(
        cv2.warpPerspective(scan, _scaled(to_scan, 1 / times), size, flags=flags, borderValue=255)
    )
    return float(cv2.matchTemplate(straight, sheet, cv2.TM_CCOEFF_NORMED)[0, 0])


def _refine(sheet: Grey, scan: Grey, guess: Matrix, times: int, motion: int) -> Matrix | None:
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-5)
    start = _scaled(guess, 1 / times)
    start = np.asarray(
        (start[:2] if motion == cv2.MOTION_AFFINE else start) / start[2, 2], np.float32
    )
    few = _smaller(scan, times)
    everywhere = np.full_like(few, 255)
    try:
        _, exact = cv2.findTransformECC(
            _smaller(sheet, times), few, start, motion, criteria, everywhere, 5
        )
    except cv2.error:
        return None
    whole = np.vstack([exact, [0, 0, 1]]) if motion == cv2.MOTION_AFFINE else exact
    return _scaled(np.asarray(whole, np.float32), times)
