"""Finds the sheet in a scan, and straightens it.

The rectangle round all ink gives a first guess; the enhanced correlation coefficient (G. D.
Evangelidis and E. Z. Psarakis, Parametric image alignment using enhanced correlation coefficient
maximization, IEEE PAMI 30(10), 2008), as in OpenCV, makes it exact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float32]

#: How many times smaller the pictures are in which a sheet is looked for.
FIND_SCALE = 4
#: How many times smaller those are in which it is aligned.
ALIGN_SCALE = 2
#: How many times smaller those are in which the paper is told from the table.
PAPER_SCALE = 8
#: The least correlation of a scan with the sheet that it shows.
MIN_CORRELATION = 0.55
#: How many times longer or shorter a print may be than its sheet, at the same width.
MAX_STRETCH = 1.12
#: The share of a picture's edge that is dark where it shows a table.
MIN_DARK_EDGE_SHARE = 0.6
#: The least share of such a picture that is paper.
MIN_PAPER_SHARE = 0.2
#: By how much a dot of ink is darker than white.
MIN_INK_DARKNESS = 50
#: The most of dust, in dots of a small picture.
MAX_DUST_DOTS = 40
#: The most of a speck at the edge that is left out, in dots of the rectangle round it.
MAX_SPECK_DOTS = 400
#: The least ink by which a sheet is found, in dots of a small picture.
MIN_INK_DOTS = 200
#: How far an outline of paper may be from one with four corners, in parts of its length.
CORNER_SHARES = (0.01, 0.02, 0.04, 0.08)
#: When an alignment ends: after so many steps, or when the correlation grows by less.
MAX_STEPS = 60
MIN_GAIN = 1e-5
#: The width of the blur with which pictures are aligned, in dots.
BLUR_DOTS = 5


@dataclass(frozen=True, slots=True)
class SheetFound:
    """A sheet in a scan: ``to_scan`` takes its dots to those of the scan; ``alike`` is their
    correlation, 1 at most.
    """

    sheet: int
    to_scan: Matrix
    alike: float


@dataclass(frozen=True, slots=True)
class _Guess:
    """Where a sheet may lie in a scan, and how well it agrees with what is there."""

    alike: float
    sheet: int
    to_scan: Matrix
    flat: bool


@dataclass(frozen=True, slots=True)
class _Laying:
    """Four corners on a sheet, the same four in a scan, and whether the sheet lies flat there."""

    on_sheet: Matrix
    in_scan: Matrix
    flat: bool


def whitened(grey: Grey) -> tuple[Grey, Matrix | None]:
    """Return a scan with its paper made white, without shadows and table, and the paper's corners,
    clockwise.

    The corners are None where the paper does not lie on a darker table.
    """
    tiny = _shrunk(grey, PAPER_SCALE)
    white = _without_shadows(grey, tiny)
    outline = _outline_of_paper(tiny)
    if outline is None:
        return white, None
    _whiten_table(white, outline, tiny)
    return white, _corners(outline)


def _without_shadows(grey: Grey, tiny: Grey) -> Grey:
    """Return a scan divided by how bright its paper is there."""
    without_ink = cv2.morphologyEx(tiny, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    smooth = cv2.medianBlur(without_ink, 11)
    brightness = cv2.resize(smooth, grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return _grey(cv2.divide(grey, np.maximum(brightness, 1), scale=255))


def _outline_of_paper(tiny: Grey) -> npt.NDArray[np.int32] | None:
    """Return the outline of the paper, or None where there is no darker table around it."""
    level, light = cv2.threshold(tiny, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    edge = np.concatenate([tiny[0], tiny[-1], tiny[:, 0], tiny[:, -1]])
    if np.mean(edge < level) < MIN_DARK_EDGE_SHARE:
        return None
    joined = cv2.morphologyEx(_grey(light), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    outlines, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    sheet = max(outlines, key=cv2.contourArea)
    if cv2.contourArea(sheet) < tiny.size * MIN_PAPER_SHARE:
        return None
    return np.asarray(cv2.convexHull(sheet), np.int32)


def _whiten_table(white: Grey, outline: npt.NDArray[np.int32], tiny: Grey) -> None:
    """Make all around the paper white, and its edge, which is a dark line, too: nothing is printed
    within 5 mm of it.
    """
    table = np.full_like(tiny, 255)
    cv2.fillConvexPoly(table, outline, 0)
    table = _grey(cv2.dilate(table, np.ones((5, 5), np.uint8)))
    white[cv2.resize(table, white.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0] = 255


def _corners(outline: npt.NDArray[np.int32]) -> Matrix | None:
    """Return the four corners of an outline in a tiny picture, in dots of the scan, or None."""
    length = cv2.arcLength(outline, closed=True)
    for share in CORNER_SHARES:
        corners = cv2.approxPolyDP(outline, share * length, closed=True)
        if len(corners) == 4:
            return _clockwise(np.asarray(corners[:, 0], np.float32)) * PAPER_SCALE
    return None


def find_sheet(
    scan: Grey, sheets: Sequence[Grey], paper: Matrix | None = None
) -> SheetFound | None:
    """Return which of the sheets, all of one resolution, a whitened scan shows and where; None
    for none of them.
    """
    guess = _best_guess(scan, sheets, paper)
    if guess is None:
        return None
    roughly = _roughly_aligned(sheets[guess.sheet], scan, guess)
    if roughly is None:
        return None
    # Sheets of one kind lie alike: only now can be seen which of them it is.
    middle = _smaller(scan, ALIGN_SCALE)
    alike = []
    for sheet in sheets:
        smaller = _smaller(sheet, ALIGN_SCALE)
        alike.append(_correlation(smaller, middle, roughly, ALIGN_SCALE))
    index = int(np.argmax(alike))
    sheet = sheets[index]
    exact = _refine(sheet, scan, roughly, ALIGN_SCALE, cv2.MOTION_HOMOGRAPHY)
    if exact is None:
        return None
    at_last = _correlation(_smaller(sheet, ALIGN_SCALE), middle, exact, ALIGN_SCALE)
    return SheetFound(index, exact, at_last)


def _best_guess(scan: Grey, sheets: Sequence[Grey], paper: Matrix | None) -> _Guess | None:
    """Return which sheet lies where, by small pictures; None where nothing can be guessed."""
    outline = _ink_rectangle(scan)
    if outline is None:
        return None
    small_scan = _smaller(scan, FIND_SCALE)
    guesses = []
    for index, sheet in enumerate(sheets):
        small_sheet = _smaller(sheet, FIND_SCALE)
        for laying in _layings(sheet, outline, paper):
            to_scan = np.asarray(
                cv2.getPerspectiveTransform(laying.on_sheet, laying.in_scan), np.float32
            )
            alike = _correlation(small_sheet, small_scan, to_scan, FIND_SCALE)
            guesses.append(_Guess(alike, index, to_scan, laying.flat))
    return max(guesses, key=attrgetter("alike"), default=None)


def _roughly_aligned(sheet: Grey, scan: Grey, guess: _Guess) -> Matrix | None:
    """Return a guess made better by small pictures; a sheet that lies flat is first turned and
    stretched only, so that a poor guess does not bend it.
    """
    start = guess.to_scan
    if guess.flat:
        turned = _refine(sheet, scan, start, FIND_SCALE, cv2.MOTION_AFFINE)
        if turned is not None:
            start = turned
    return _refine(sheet, scan, start, FIND_SCALE, cv2.MOTION_HOMOGRAPHY)


def _layings(sheet: Grey, outline: Matrix, paper: Matrix | None) -> Iterator[_Laying]:
    """Yield how a sheet may lie: in a scan the rectangle round all ink shows it; in a photograph
    taken at an angle, the paper.
    """
    ink = _ink_rectangle(sheet)
    if ink is not None:
        for corners in _turns(outline):
            if 1 / MAX_STRETCH < _proportion(corners) / _proportion(ink) < MAX_STRETCH:
                yield _Laying(ink, corners, flat=True)
    if paper is not None:
        high, wide = sheet.shape
        whole = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        for corners in _turns(paper):
            yield _Laying(whole, corners, flat=False)


def _proportion(rectangle: Matrix) -> float:
    first_side = np.linalg.norm(rectangle[1] - rectangle[0])
    second_side = np.linalg.norm(rectangle[2] - rectangle[1])
    return float(first_side / second_side)


def straightened(scan: Grey, to_scan: Matrix, shape: tuple[int, ...]) -> tuple[Grey, Grey]:
    """Return a scan with its sheet straight, and which of these dots the scan has."""
    high, wide = shape[:2]
    straight = cv2.warpPerspective(
        scan,
        to_scan,
        (wide, high),
        flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
        borderValue=(255, 255, 255),
    )
    covered = cv2.warpPerspective(
        np.full(scan.shape[:2], 255, np.uint8),
        to_scan,
        (wide, high),
        flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP,
    )
    return _grey(straight), _grey(covered)


def scale_of(to_scan: Matrix, shape: tuple[int, ...]) -> float:
    """Return how many dots of a scan are one dot of the sheet, in the middle of the sheet."""
    x = shape[1] / 2
    y = shape[0] / 2
    square = np.array(
        [[[x - 100, y - 100], [x + 100, y - 100], [x + 100, y + 100], [x - 100, y + 100]]],
        np.float32,
    )
    area = cv2.contourArea(cv2.perspectiveTransform(square, to_scan))
    return float(np.sqrt(area) / 200)


def _grey(picture: Any) -> Grey:
    return np.asarray(picture, np.uint8)


def _shrunk(grey: Grey, times: int) -> Grey:
    """Return a picture so many times smaller."""
    return _grey(cv2.resize(grey, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA))


def _smaller(grey: Grey, times: int) -> Grey:
    """Return a picture so many times smaller, its edges softened."""
    return _grey(cv2.GaussianBlur(_shrunk(grey, times), (3, 3), 0))


def _ink_rectangle(grey: Grey) -> Matrix | None:
    """Return the corners of the rectangle round all ink but dust and shadows, clockwise, or None
    where there is hardly any.
    """
    small = _shrunk(grey, FIND_SCALE)
    ink = _grey((small < 255 - MIN_INK_DARKNESS) * np.uint8(255))
    joined = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    _, labels, pieces, _ = cv2.connectedComponentsWithStats(joined)
    high, wide = ink.shape
    is_print = np.zeros(len(pieces), bool)  # the first piece is all that is no ink
    for number, (x, y, across, down, area) in enumerate(pieces[1:], 1):
        at_edge = x <= 1 or y <= 1 or x + across >= wide - 1 or y + down >= high - 1
        # A shadow of the lid goes along an edge.
        shadow = across > wide / 2 or down > high / 2
        speck = across * down < MAX_SPECK_DOTS
        is_print[number] = area >= MAX_DUST_DOTS and not (at_edge and (shadow or speck))
    points = cv2.findNonZero(_grey((is_print[labels] & (ink > 0)) * np.uint8(255)))
    if points is None or len(points) < MIN_INK_DOTS:
        return None
    rectangle = cv2.boxPoints(cv2.minAreaRect(points)) * FIND_SCALE
    return _clockwise(np.asarray(rectangle, np.float32))


def _clockwise(box: Matrix) -> Matrix:
    """Return four corners clockwise, from the one at the top left."""
    middle = box.mean(axis=0)
    angles = np.arctan2(box[:, 1] - middle[1], box[:, 0] - middle[0])
    box = box[np.argsort(angles)]
    top_left = int(np.argmin(box.sum(axis=1)))
    return np.asarray(np.roll(box, -top_left, axis=0), np.float32)


def _turns(outline: Matrix) -> list[Matrix]:
    """Return four corners as they are, and turned by a quarter, a half and three quarters."""
    return [np.asarray(np.roll(outline, -turn, axis=0), np.float32) for turn in range(4)]


def _scaled(matrix: Matrix, factor: float) -> Matrix:
    """Return what a transform is between pictures that are so many times larger."""
    larger = np.diag([factor, factor, 1])
    return np.asarray(larger @ matrix @ np.linalg.inv(larger), np.float32)


def _correlation(sheet: Grey, scan: Grey, to_scan: Matrix, times: int) -> float:
    """Return the correlation of two pictures that are made smaller: 1 where only brightness and
    contrast differ.
    """
    high, wide = sheet.shape
    straight = cv2.warpPerspective(
        scan,
        _scaled(to_scan, 1 / times),
        (wide, high),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderValue=255,
    )
    return float(cv2.matchTemplate(_grey(straight), sheet, cv2.TM_CCOEFF_NORMED)[0, 0])


def _refine(sheet: Grey, scan: Grey, guess: Matrix, times: int, motion: int) -> Matrix | None:
    """Return a guess made better by pictures so many times smaller, or None where the two have
    too little in common.
    """
    affine = motion == cv2.MOTION_AFFINE
    start = _scaled(guess, 1 / times)
    start = start / start[2, 2]
    if affine:  # which OpenCV has without its last row
        start = start[:2]
    small_scan = _smaller(scan, times)
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, MAX_STEPS, MIN_GAIN)
    everywhere = np.full_like(small_scan, 255)
    try:
        _, exact = cv2.findTransformECC(
            _smaller(sheet, times),
            small_scan,
            np.asarray(start, np.float32),
            motion,
            until,
            everywhere,
            BLUR_DOTS,
        )
    except cv2.error:
        return None
    if affine:
        exact = np.vstack([exact, [0, 0, 1]])
    return _scaled(np.asarray(exact, np.float32), times)
