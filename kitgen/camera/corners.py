"""Finds sheets in a picture by the markers in their corners, also two in one picture, however they are turned."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.check.picture.scan.aligning import Grey

Points = npt.NDArray[np.float64]

#: What the markers 0 to 3 are called, and where they lie on a sheet.
NAMES = ("upper left", "upper right", "lower right", "lower left")
_PLACES = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
#: In pictures no larger than the first, in dots of the longer side, markers are found quickly; small ones need more.
SMALL, LARGE = 1600, 3600
#: From one marker the next one is expected; it may lie elsewhere by so much of the way to it.
ASTRAY = 0.35
#: Dots by which a corner of a marker may be moved to where it is exactly.
EXACTLY = 5


@dataclass(frozen=True, slots=True)
class CornersFound:
    """The markers of one sheet that were found.

    Attributes:
        quads: the four corners of each marker, clockwise from its own upper left one, by number.
    """

    quads: Mapping[int, Points]

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of those that were not found."""
        return tuple(number for number in range(4) if number not in self.quads)


def find_corners(grey: Grey, across: float, down: float) -> list[CornersFound]:
    """Return the markers that are seen in a picture, sheet by sheet; those with most of them first.

    Args:
        grey: the picture.
        across: how far the middles of markers lie apart on a sheet from left to right, in sides of a marker.
        down: how far from top to foot.
    """
    best: list[CornersFound] = []
    for longest in (SMALL, LARGE):
        sheets = _sheets(list(_markers(grey, longest)), np.array([across, down]))
        if longest == SMALL or sum(len(one.quads) for one in sheets) > sum(len(one.quads) for one in best):
            best = sheets
        if best and not any(one.missing for one in best):
            break
    return sorted(best, key=lambda one: len(one.missing))


def _markers(grey: Grey, longest: int) -> Iterator[tuple[int, Points]]:
    """Yield number and corners of each marker in a picture that is made no larger than wanted."""
    smaller = min(1.0, longest / max(grey.shape))
    few = cv2.resize(grey, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA) if smaller < 1 else grey
    wanted = cv2.aruco.DetectorParameters()
    wanted.adaptiveThreshWinSizeMin, wanted.adaptiveThreshWinSizeMax, wanted.adaptiveThreshWinSizeStep = 7, 47, 20
    wanted.minMarkerPerimeterRate = 0.02
    wanted.minOtsuStdDev = 3.0
    wanted.adaptiveThreshConstant = 5
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), wanted)
    corners, numbers, _ = detector.detectMarkers(few)
    if numbers is None or not len(numbers):
        return
    for number, found in zip(np.ravel(numbers), corners, strict=True):
        if number > 3:
            continue
        rough = (np.asarray(found, np.float32).reshape(4, 1, 2) + 0.5) / smaller - 0.5
        stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02)
        fine = cv2.cornerSubPix(grey, rough.copy(), (EXACTLY, EXACTLY), (-1, -1), stop)
        moved = np.linalg.norm(fine - rough, axis=2, keepdims=True)
        yield int(number), np.where(moved > EXACTLY, rough, fine).reshape(4, 2).astype(np.float64)


def _sheets(markers: Sequence[tuple[int, Points]], apart: Points) -> list[CornersFound]:
    """Return which markers belong together: those where each lies about where the other says."""
    pairs = []
    for one, other in combinations(range(len(markers)), 2):
        astray = max(_astray(markers[one], markers[other], apart), _astray(markers[other], markers[one], apart))
        if markers[one][0] != markers[other][0] and astray < ASTRAY:
            pairs.append((astray, one, other))
    group = list(range(len(markers)))
    for _, one, other in sorted(pairs):
        first, second = group[one], group[other]
        numbers = [markers[index][0] for index in range(len(markers)) if group[index] in (first, second)]
        if first != second and len(numbers) == len(set(numbers)):
            group = [first if mine == second else mine for mine in group]
    return [
        CornersFound({markers[index][0]: markers[index][1] for index in range(len(markers)) if group[index] == name})
        for name in sorted(set(group))
    ]


def _astray(one: tuple[int, Points], other: tuple[int, Points], apart: Points) -> float:
    """Return how far a marker lies from where another expects it, as a share of the way between them."""
    quad = one[1]
    right, below = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    steps = (_PLACES[other[0]] - _PLACES[one[0]]) * apart
    way = steps[0] * right + steps[1] * below
    away = np.linalg.norm(other[1].mean(axis=0) - quad.mean(axis=0) - way)
    return float(away) / max(float(np.linalg.norm(way)), 1e-6)
