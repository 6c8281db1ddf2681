"""Find the sheets in a picture by the markers in their corners, and straighten each.

Sheets may be turned in any way, and even curl. The corners give a perspective. Each square along
the edges is searched near where its neighbours predict it, from both ends of its edge; the offsets
from the perspective are interpolated between the edges (S. A. Coons, Surfaces for computer-aided
design of space forms, MIT 1967), which is exact for paper bent like a roof or a roll.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from operator import itemgetter
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.forms.form import Form, FormSquare
from kitgen.pictures.alignment import Grey

Points = npt.NDArray[np.float64]

#: The names of markers 0 to 3, and their places on a sheet.
NAMES = ("upper left", "upper right", "lower right", "lower left")
_PLACES = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
#: The longer sides, in dots, of the pictures in which markers are searched: first quickly, then for
#: small markers.
LONGER_SIDES = (1600, 3600)
#: How far a marker may be from where another predicts it, as a share of their distance.
MAX_ASTRAY = 0.35
#: How far a corner of a marker may be refined, in dots; in how many steps at most, and up to what
#: step, in dots.
REFINED_DOTS = 5
MAX_REFINING_STEPS = 30
REFINING_STEP_DOTS = 0.02
#: The markers of a sheet that were found: by number, their four corners clockwise from the marker's
#: upper left.
Corners = Mapping[int, Points]


def find_corners(grey: Grey, across: float, down: float) -> list[Corners]:
    """Return the markers in a picture, sheet by sheet, the sheets with most markers first.

    ``across`` and ``down`` are the distances between their middles, in sides of a marker.
    """
    best: list[Corners] = []
    for longest in LONGER_SIDES:
        sheets = _sheets(list(_markers(grey, longest)), np.array([across, down]))
        best = max(best, sheets, key=lambda sheets: sum(map(len, sheets)))
        if best and all(len(sheet) == 4 for sheet in best):
            break
    return sorted(best, key=len, reverse=True)


class Marker(NamedTuple):
    """A marker in a picture: its number, and its four corners in dots, clockwise from its upper
    left.
    """

    number: int
    quad: Points


def _markers(grey: Grey, longest: int) -> Iterator[Marker]:
    """Yield the markers in a picture; they are searched in a smaller one, with a longer side of so
    many dots, and refined in the whole one.
    """
    smaller = min(1.0, longest / max(grey.shape))
    small = grey
    if smaller < 1:
        resized = cv2.resize(grey, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
        small = np.asarray(resized, np.uint8)
    corners, numbers, _ = _marker_detector().detectMarkers(small)
    if numbers is None:
        return
    for number, quad in zip(np.ravel(numbers), corners, strict=True):
        if number >= len(NAMES):
            continue  # it is none of a sheet's
        rough = (np.asarray(quad, np.float32).reshape(4, 1, 2) + 0.5) / smaller - 0.5
        either = cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER
        stop = (either, MAX_REFINING_STEPS, REFINING_STEP_DOTS)
        window = (REFINED_DOTS, REFINED_DOTS)
        fine = cv2.cornerSubPix(grey, rough.copy(), window, (-1, -1), stop)
        moved = np.linalg.norm(fine - rough, axis=2, keepdims=True)
        exact = np.where(moved > REFINED_DOTS, rough, fine)
        yield Marker(int(number), exact.reshape(4, 2).astype(np.float64))


def _marker_detector() -> cv2.aruco.ArucoDetector:
    wanted = cv2.aruco.DetectorParameters()
    wanted.adaptiveThreshWinSizeMin = 7
    wanted.adaptiveThreshWinSizeMax = 47
    wanted.adaptiveThreshWinSizeStep = 20
    wanted.minMarkerPerimeterRate = 0.02
    wanted.minOtsuStdDev = 3.0
    wanted.adaptiveThreshConstant = 5
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.ArucoDetector(markers, wanted)


def _sheets(markers: Sequence[Marker], apart: Points) -> list[Corners]:
    """Return the markers that belong together: pairs are joined, those that fit best first."""
    pairs = []
    for a, b in combinations(range(len(markers)), 2):
        marker = markers[a]
        other = markers[b]
        astray = max(_astray(marker, other, apart), _astray(other, marker, apart))
        if marker.number != other.number and astray < MAX_ASTRAY:
            pairs.append((astray, a, b))
    sheet_of = list(range(len(markers)))  # at first each marker is a sheet of its own
    for _, a, b in sorted(pairs):
        first = sheet_of[a]
        second = sheet_of[b]
        numbers = []
        for marker, sheet in zip(markers, sheet_of, strict=True):
            if sheet in (first, second):
                numbers.append(marker.number)
        if first != second and len(numbers) == len(set(numbers)):
            sheet_of = [first if sheet == second else sheet for sheet in sheet_of]
    sheets: dict[int, dict[int, Points]] = {}
    for sheet, marker in sorted(zip(sheet_of, markers, strict=True), key=itemgetter(0)):
        sheets.setdefault(sheet, {})[marker.number] = marker.quad
    return list(sheets.values())


def _astray(marker: Marker, other: Marker, apart: Points) -> float:
    """Return how far another marker is from where a marker predicts it.

    It is a share of their distance.
    """
    quad = marker.quad
    right = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    below = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    steps = (_PLACES[other.number] - _PLACES[marker.number]) * apart
    predicted = steps[0] * right + steps[1] * below
    way = other.quad.mean(axis=0) - quad.mean(axis=0)
    astray = float(np.linalg.norm(way - predicted))
    return astray / max(float(np.linalg.norm(predicted)), 1e-6)


#: Dots per millimetre of a straightened sheet.
SCALE = 8
#: The white around a square.
AROUND_SQUARE_MM = 0.7
#: How far a square may be from its predicted place.
SQUARE_REACH_MM = 1.3
#: How a square is drawn to be searched: so many times finer, then blurred by this deviation.
FINER = 8
SQUARE_BLUR_DOTS = 1.2
#: The least correlation with a square.
MIN_CORRELATION = 0.7
#: The least difference between the darkest and lightest dot around a square, of 255.
MIN_SQUARE_CONTRAST = 25
#: The most difference between a square's places found from both ends of its edge.
FOUND_APART_MM = 0.4
#: The longest stretch of an edge without a square that is straightened.
LONGEST_GAP_MM = 45.0
#: The distance of the knots of the map from the sheet to the picture.
KNOTS_MM = 3.0
#: The markers at both ends of the upper, lower, left and right edge; their corners on it have the
#: same numbers.
_OWN = ((0, 1), (3, 2), (0, 3), (1, 2))


def _between(along: Points, apart: Points, places: Points) -> Points:
    """Interpolate the offsets from the perspective, in dots of the picture, between places along
    an edge, in mm.
    """
    return np.stack([np.interp(places, along, apart[:, axis]) for axis in (0, 1)], axis=-1)


class Straightening:
    """A map from places on a sheet to a picture, from the markers that were found and the squares.

    Attributes:
        view: the perspective, from mm of the sheet to dots of the picture.
        room: left, top, right and bottom of the squares' middles, in mm.
        edges: upper, lower, left and right: from places along each, in mm, to their offsets from
            the perspective.
        gap: whether an edge has a long stretch without squares.
    """

    def __init__(self, grey: Grey, corners: Corners, form: Form) -> None:
        self._grey = grey
        self._form = form
        self.view = view_of(corners, form)
        squares = np.array([(square.x, square.y, square.side) for square in form.squares])
        x_min, y_min = squares[:, :2].min(axis=0)
        x_max, y_max = squares[:, :2].max(axis=0)
        self.room = (x_min, y_min, x_max, y_max)
        lines = ((1, y_min), (1, y_max), (0, x_min), (0, x_max))
        self.edges: list[Callable[[Points], Points]] = []
        self.gap = False
        for own, (axis, level) in zip(_OWN, lines, strict=True):
            on_edge = squares[np.abs(squares[:, axis] - level) < 0.5]
            on_edge = on_edge[np.argsort(on_edge[:, 1 - axis])]
            self._add_edge(corners, own, on_edge, 1 - axis)

    def _add_edge(self, corners: Corners, own: tuple[int, int], squares: Points, axis: int) -> None:
        """Add the offsets along an edge, from its squares and from the markers at its ends."""
        seen = [number in corners for number in own]
        along, apart = _apart(self._grey, self.view, squares, axis, seen)
        ends = [squares[0, axis], *along, squares[-1, axis]]
        if not len(along) or float(np.diff(ends).max()) > LONGEST_GAP_MM:
            self.gap = True
        for number in own:
            if number in corners:
                on_edge = list(own)  # the numbers of its two corners on this edge
                flat = _quad(self._form.corners[number])[on_edge]
                along = np.append(along, flat[:, axis])
                offsets = corners[number][on_edge] - through(self.view, flat)
                apart = np.vstack([apart, offsets])
        order = np.argsort(along)
        self.edges.append(partial(_between, along[order], apart[order]))

    def __call__(self, places: Points) -> Points:
        """Map places of the sheet, in mm, to the picture, in dots."""
        x_min, y_min, x_max, y_max = self.room
        x = np.clip(places[..., 0], x_min, x_max)
        y = np.clip(places[..., 1], y_min, y_max)
        u = ((x - x_min) / (x_max - x_min))[..., None]
        v = ((y - y_min) / (y_max - y_min))[..., None]
        upper, lower, west, east = self.edges
        # an edge and the one across it may differ at the corner where they meet
        upper_left, upper_right = upper(np.array([x_min, x_max]))
        lower_left, lower_right = lower(np.array([x_min, x_max]))
        left_upper, left_lower = west(np.array([y_min, y_max]))
        right_upper, right_lower = east(np.array([y_min, y_max]))
        top = (1 - u) * ((upper_left + left_upper) / 2) + u * ((upper_right + right_upper) / 2)
        foot = (1 - u) * ((lower_left + left_lower) / 2) + u * ((lower_right + right_lower) / 2)
        ruled = (1 - v) * upper(x) + v * lower(x) + (1 - u) * west(y) + u * east(y)
        twice = (1 - v) * top + v * foot
        return np.asarray(through(self.view, places) + ruled - twice, np.float64)

    def picture(self, of: Grey | None = None) -> Grey:
        """Return the straightened sheet, ``SCALE`` dots per millimetre.

        ``of`` are other dots of the same picture.
        """
        knot_dots = KNOTS_MM * SCALE
        width = round(self._form.width * SCALE)
        height = round(self._form.height * SCALE)
        across = np.arange(int(np.ceil(width / knot_dots)) + 1) * KNOTS_MM
        down = np.arange(int(np.ceil(height / knot_dots)) + 1) * KNOTS_MM
        seen = self(np.stack(np.meshgrid(across, down), axis=-1)).astype(np.float32)
        larger = np.array([[knot_dots, 0, 0], [0, knot_dots, 0]], np.float32)
        edge = cv2.BORDER_REPLICATE
        columns = cv2.warpAffine(seen[..., 0], larger, (width, height), borderMode=edge)
        rows = cv2.warpAffine(seen[..., 1], larger, (width, height), borderMode=edge)
        dots = self._grey if of is None else of
        straight = cv2.remap(dots, columns, rows, cv2.INTER_LINEAR, borderValue=255)
        return np.asarray(straight, np.uint8)


def through(view: Points, places: Points) -> Points:
    """Map places by a perspective."""
    flat = np.asarray(places, np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, view), np.float64).reshape(np.shape(places))


def view_of(corners: Corners, form: Form) -> Points:
    """Return the perspective, from mm of a sheet to dots of the picture.

    ``cv2.error`` if there is none.
    """
    seen = sorted(corners)
    flat = np.concatenate([_quad(form.corners[number]) for number in seen])
    view, _ = cv2.findHomography(flat, np.concatenate([corners[number] for number in seen]))
    if view is None:
        raise cv2.error("no view")
    return np.asarray(view, np.float64)


def _quad(corner: FormSquare) -> Points:
    half = corner.side / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.asarray(np.array([corner.x, corner.y]) + half, np.float64)


def _apart(
    grey: Grey, view: Points, squares: Points, axis: int, ends: Sequence[bool]
) -> tuple[Points, Points]:
    """Return the places of the squares found along an edge, and their offsets from the perspective.

    ``ends`` tells for both ends whether the marker was found, so that the search can begin there.
    """
    from_start: list[Points | None] = [None] * len(squares)
    from_end: list[Points | None] = [None] * len(squares)
    if ends[0]:
        from_start = _follow(grey, view, squares, axis)
    if ends[1]:
        from_end = _follow(grey, view, squares[::-1], axis)[::-1]
    middle = squares[len(squares) // 2, :2]
    half = np.array([0.5, 0.5])
    diagonal = np.linalg.norm(through(view, middle + half) - through(view, middle - half))
    dots_per_mm = diagonal / np.sqrt(2)
    along = []
    apart = []
    for square, first, second in zip(squares, from_start, from_end, strict=True):
        offset = second if first is None else first
        if offset is None:
            continue
        if second is not None:
            difference_mm = np.linalg.norm(offset - second) / dots_per_mm
            if difference_mm > FOUND_APART_MM:
                continue
        along.append(square[axis])
        apart.append(offset)
    return np.array(along), np.array(apart).reshape(-1, 2)


def _follow(grey: Grey, view: Points, squares: Points, axis: int) -> list[Points | None]:
    """Return the offset of each square of an edge in dots; None if it is not found.

    Each is predicted from those before it.
    """
    offsets: list[Points | None] = []
    before: list[tuple[float, Points]] = []
    for square in squares:
        at = float(square[axis])
        expected = np.zeros(2)
        if len(before) >= 2:
            (far, first), (near, last) = before[-2:]
            expected = last + (last - first) * np.clip((at - near) / (near - far), -1, 1.5)
        elif before:
            expected = before[-1][1]
        apart = _find_square(grey, view, square, expected)
        if apart is not None:
            before.append((at, apart))
        offsets.append(apart)
    return offsets


def _find_square(grey: Grey, view: Points, square: Points, expected: Points) -> Points | None:
    """Return the offset of a square from the perspective, in dots, near the expected one; None if
    it is not found.
    """
    x, y, side = map(float, square)
    half = side / 2 + AROUND_SQUARE_MM + SQUARE_REACH_MM
    size = round(2 * half * SCALE)
    # the surroundings of the place as a small upright picture
    middle = through(view, np.array([x, y])) + expected
    right = through(view, np.array([x + 0.5, y])) - through(view, np.array([x - 0.5, y]))
    below = through(view, np.array([x, y + 0.5])) - through(view, np.array([x, y - 0.5]))
    axes = np.stack([right, below], axis=1) / SCALE
    start = middle - axes @ np.full(2, (size - 1) / 2)
    move = np.hstack([axes, start[:, None]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    near = cv2.warpAffine(grey, move, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    alike = cv2.matchTemplate(near, _square_of(side), cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(alike)
    inside = 0 < column < alike.shape[1] - 1 and 0 < row < alike.shape[0] - 1
    contrast = int(near.max()) - int(near.min())
    if best < MIN_CORRELATION or not inside or contrast < MIN_SQUARE_CONTRAST:
        return None
    exact_column = column + _peak(alike[row, column - 1 : column + 2])
    exact_row = row + _peak(alike[row - 1 : row + 2, column])
    from_middle = np.array([exact_column, exact_row]) - (np.array(alike.shape[::-1]) - 1) / 2
    return np.asarray(expected + axes @ from_middle, np.float64)


def _square_of(side: float) -> Grey:
    """Return the picture of a square, slightly blurred."""
    size = round((side + 2 * AROUND_SQUARE_MM) * SCALE)
    fine_size = size * FINER
    fine = np.full((fine_size, fine_size), 255, np.uint8)
    edge = round((fine_size - side * SCALE * FINER) / 2)
    fine[edge : fine_size - edge, edge : fine_size - edge] = 0
    square = cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(square, (0, 0), SQUARE_BLUR_DOTS))


def _peak(three: npt.NDArray[Any]) -> float:
    """Return where three values are highest, from the middle one, as a parabola through them."""
    before, here, after = map(float, three)
    bend = before - 2 * here + after
    if bend >= 0:
        return 0.0
    return float(np.clip((before - after) / (2 * bend), -0.5, 0.5))
