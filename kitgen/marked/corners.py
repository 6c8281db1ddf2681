"""Find sheets in a picture by the markers in their corners: one or several, turned in any way."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.pictures.alignment import Grey

Points = npt.NDArray[np.float64]

#: The names of markers 0 to 3, and their places on a sheet.
NAMES = ("upper left", "upper right", "lower right", "lower left")
_PLACES = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
#: The longer sides, in dots, of pictures in which markers are searched: first quickly, then for small markers.
SMALL, LARGE = 1600, 3600
#: How far a marker may be from where another expects it, as a share of the distance.
ASTRAY = 0.35
#: How far a corner of a marker may be refined, in dots.
EXACTLY = 5


@dataclass(frozen=True, slots=True)
class CornersFound:
    """The markers found of one sheet: by number, their four corners clockwise from the marker's own upper left."""

    quads: Mapping[int, Points]

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the markers that were not found."""
        return tuple(number for number in range(4) if number not in self.quads)


def find_corners(grey: Grey, across: float, down: float) -> list[CornersFound]:
    """Return the markers in a picture, sheet by sheet, the sheets with most of them first.

    Args:
        grey: the picture.
        across: the distance of the middles of markers from left to right, in sides of a marker.
        down: their distance from top to bottom.
    """
    best: list[CornersFound] = []
    for longest in (SMALL, LARGE):
        sheets = _sheets(list(_markers(grey, longest)), np.array([across, down]))
        if longest == SMALL or sum(len(sheet.quads) for sheet in sheets) > sum(len(sheet.quads) for sheet in best):
            best = sheets
        if best and not any(sheet.missing for sheet in best):
            break
    return sorted(best, key=lambda sheet: len(sheet.missing))


def _markers(grey: Grey, longest: int) -> Iterator[tuple[int, Points]]:
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
    for number, quad in zip(np.ravel(numbers), corners, strict=True):
        if number > 3:
            continue
        rough = (np.asarray(quad, np.float32).reshape(4, 1, 2) + 0.5) / smaller - 0.5
        stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02)
        fine = cv2.cornerSubPix(grey, rough.copy(), (EXACTLY, EXACTLY), (-1, -1), stop)
        moved = np.linalg.norm(fine - rough, axis=2, keepdims=True)
        yield int(number), np.where(moved > EXACTLY, rough, fine).reshape(4, 2).astype(np.float64)


def _sheets(markers: Sequence[tuple[int, Points]], apart: Points) -> list[CornersFound]:
    pairs = []
    for a, b in combinations(range(len(markers)), 2):
        astray = max(_astray(markers[a], markers[b], apart), _astray(markers[b], markers[a], apart))
        if markers[a][0] != markers[b][0] and astray < ASTRAY:
            pairs.append((astray, a, b))
    group = list(range(len(markers)))
    for _, a, b in sorted(pairs):
        first, second = group[a], group[b]
        numbers = [markers[index][0] for index in range(len(markers)) if group[index] in (first, second)]
        if first != second and len(numbers) == len(set(numbers)):
            group = [first if mine == second else mine for mine in group]
    return [
        CornersFound({markers[index][0]: markers[index][1] for index in range(len(markers)) if group[index] == name})
        for name in sorted(set(group))
    ]


def _astray(marker: tuple[int, Points], other: tuple[int, Points], apart: Points) -> float:
    """Return how far another marker is from where a marker expects it, as a share of their distance."""
    number, quad = marker
    right, below = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    steps = (_PLACES[other[0]] - _PLACES[number]) * apart
    way = steps[0] * right + steps[1] * below
    away = np.linalg.norm(other[1].mean(axis=0) - quad.mean(axis=0) - way)
    return float(away) / max(float(np.linalg.norm(way)), 1e-6)
