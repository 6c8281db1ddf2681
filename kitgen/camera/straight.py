"""Straightens a sheet, also one that is curled: by the corners first, then by the squares printed along its edges.

The corners give a view in perspective. Each square is looked for where its neighbour says, from both ends of its edge,
and tells by how much the paper lies elsewhere there; between the edges that is interpolated (S. A. Coons, Surfaces for
computer-aided design of space forms, MIT 1967), which is exact for paper that is bent like a roof or a roll.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.camera.corners import CornersFound, Points
from kitgen.check.picture.scan.aligning import Grey
from kitgen.record.forms.form import Corner, Form

#: Dots to a millimetre of a straightened sheet.
SCALE = 8
#: White around a square that is looked for, and how far it may lie from where it is expected, in mm.
AROUND, REACH = 0.7, 1.3
#: The least likeness of what is found to a square, and by how much both ways to it may differ, in mm.
ALIKE, AGREED = 0.7, 0.4
#: Longer stretches of an edge than this without any square found are not straightened, in mm.
GAP = 45.0
#: Mm between the knots of the map from the sheet to the picture.
KNOTS = 3.0
_SIDES = ("upper", "lower", "left", "right")
#: The markers at both ends of each edge; by the same numbers the corners of each marker that lie on it.
_OWN = ((0, 1), (3, 2), (0, 3), (1, 2))


@dataclass(frozen=True, slots=True)
class _Edge:
    """One edge of a sheet: how the paper along it lies beside its place in perspective.

    Attributes:
        along: places of the squares found, in mm along the edge.
        apart: by how much each lies elsewhere, in dots of the picture.
    """

    along: npt.NDArray[np.float64]
    apart: Points

    def at(self, places: npt.NDArray[np.float64]) -> Points:
        """Return by how much the paper lies elsewhere at some places along the edge."""
        return np.stack([np.interp(places, self.along, self.apart[:, axis]) for axis in (0, 1)], axis=-1)


@dataclass(frozen=True, slots=True)
class Straightening:
    """Where each place of a sheet is in a picture.

    Attributes:
        view: takes mm of the sheet to dots of the picture, in perspective.
        room: left, top, right and bottom of the squares' middles, in mm.
        edges: upper, lower, left and right.
        found: the share of squares that were found.
        gaps: the edges with a long stretch in which no square was found.
    """

    view: Points
    room: tuple[float, float, float, float]
    edges: tuple[_Edge, _Edge, _Edge, _Edge]
    found: float
    gaps: tuple[str, ...]

    def __call__(self, places: Points) -> Points:
        """Return where places of the sheet, in mm, are in the picture, in dots."""
        left, top, right, bottom = self.room
        x, y = np.clip(places[..., 0], left, right), np.clip(places[..., 1], top, bottom)
        u, v = ((x - left) / (right - left))[..., None], ((y - top) / (bottom - top))[..., None]
        upper, lower, west, east = self.edges
        ends_x, ends_y = np.array([left, right]), np.array([top, bottom])
        corners = [
            (edge.at(ends)[end] + other.at(others)[far]) / 2
            for edge, ends, end, other, others, far in (
                (upper, ends_x, 0, west, ends_y, 0), (upper, ends_x, 1, east, ends_y, 0),
                (lower, ends_x, 0, west, ends_y, 1), (lower, ends_x, 1, east, ends_y, 1),
            )
        ]  # fmt: skip
        ruled = (1 - v) * upper.at(x) + v * lower.at(x) + (1 - u) * west.at(y) + u * east.at(y)
        twice = (1 - v) * ((1 - u) * corners[0] + u * corners[1]) + v * ((1 - u) * corners[2] + u * corners[3])
        return np.asarray(through(self.view, places) + ruled - twice, np.float64)


def through(view: Points, places: Points) -> Points:
    """Return where places are seen in perspective."""
    flat = np.asarray(places, np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, view), np.float64).reshape(np.shape(places))


def view_of(corners: CornersFound, form: Form) -> Points:
    """Return what takes mm of a sheet to dots of the picture, in perspective, by the markers that were found.

    Raises:
        cv2.error: they lie as on no sheet.
    """
    flat, seen = [], []
    for corner in form.corners:
        if corner.number in corners.quads:
            flat += list(_quad(corner))
            seen += list(corners.quads[corner.number])
    view, _ = cv2.findHomography(np.array(flat, np.float64), np.array(seen, np.float64))
    if view is None:
        raise cv2.error("no view")
    return np.asarray(view, np.float64)


def _quad(corner: Corner) -> Points:
    """Return the corners of a marker as it is printed, clockwise."""
    half = corner.side / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.asarray(np.array([corner.x, corner.y]) + half, np.float64)


def straightening(grey: Grey, corners: CornersFound, form: Form) -> Straightening:
    """Return where each place of a sheet is in a picture.

    Args:
        grey: the picture.
        corners: the markers that were found in it.
        form: what is printed on the sheet.
    """
    view = view_of(corners, form)
    squares = np.array([(one.x, one.y, one.side) for one in form.squares])
    left, top, right, bottom = squares[:, 0].min(), squares[:, 1].min(), squares[:, 0].max(), squares[:, 1].max()
    lines = ((1, top), (1, bottom), (0, left), (0, right))
    edges, gaps, found = [], [], 0
    for name, own, (axis, level) in zip(_SIDES, _OWN, lines, strict=True):
        mine = squares[np.abs(squares[:, axis] - level) < 0.5]
        mine = mine[np.argsort(mine[:, 1 - axis])]
        along, apart = _apart(grey, view, mine, 1 - axis, [number in corners.quads for number in own])
        found += len(along)
        ends = [mine[0, 1 - axis], *along, mine[-1, 1 - axis]]
        if not len(along) or float(np.diff(ends).max()) > GAP:
            gaps.append(name)
        for corner in (form.corners[number] for number in own if number in corners.quads):
            flat = _quad(corner)[list(own)]  # the two corners of the marker on this edge, of the four numbered alike
            along = np.append(along, flat[:, 1 - axis])
            apart = np.vstack([apart, corners.quads[corner.number][list(own)] - through(view, flat)])
        order = np.argsort(along)
        edges.append(_Edge(along[order], apart[order]))
    upper, lower, west, east = edges
    share = found / sum(int((np.abs(squares[:, axis] - level) < 0.5).sum()) for axis, level in lines)
    return Straightening(view, (left, top, right, bottom), (upper, lower, west, east), share, tuple(gaps))


def _apart(
    grey: Grey, view: Points, squares: Points, axis: int, ends: Sequence[bool]
) -> tuple[npt.NDArray[np.float64], Points]:
    """Return which squares of an edge were found, as places along it, and by how much each lies elsewhere.

    Args:
        grey: the picture.
        view: takes mm of the sheet to dots of the picture.
        squares: middle and side of each, in order.
        axis: along which they lie.
        ends: whether the marker at either end was found; where it was not, nothing tells where to begin.
    """
    nothing: list[Points | None] = [None] * len(squares)
    there = _follow(grey, view, squares, axis) if ends[0] else nothing
    back = _follow(grey, view, squares[::-1], axis)[::-1] if ends[1] else nothing
    per_mm = _per_mm(view, squares[len(squares) // 2, :2])
    along, apart = [], []
    for square, one, other in zip(squares, there, back, strict=True):
        if one is not None and other is not None and np.linalg.norm(one - other) > AGREED * per_mm:
            continue
        if one is not None or other is not None:
            along.append(square[axis])
            apart.append(one if one is not None else other)
    return np.array(along), np.array(apart).reshape(-1, 2)


def _follow(grey: Grey, view: Points, squares: Points, axis: int) -> list[Points | None]:
    """Return by how many dots each square of an edge lies elsewhere, going from one to the next; None where unseen."""
    found: list[Points | None] = []
    before: list[tuple[float, Points]] = []
    for square in squares:
        at, expected = float(square[axis]), np.zeros(2)
        if len(before) >= 2:
            (far, first), (near, last) = before[-2:]
            expected = last + (last - first) * np.clip((at - near) / (near - far), -1, 1.5)
        elif before:
            expected = before[-1][1]
        apart = _find_square(grey, view, square, expected)
        if apart is not None:
            before.append((at, apart))
        found.append(apart)
    return found


def _find_square(grey: Grey, view: Points, square: Points, expected: Points) -> Points | None:
    """Return by how many dots a square lies elsewhere, where it is found near what is expected."""
    x, y, side = map(float, square)
    half = side / 2 + AROUND + REACH
    size = round(2 * half * SCALE)
    # The dots of the picture about the place, as an upright little picture.
    middle = through(view, np.array([x, y])) + expected
    right, below = (through(view, np.array([x + dx, y + dy])) - through(view, np.array([x - dx, y - dy]))
                    for dx, dy in ((0.5, 0), (0, 0.5)))  # fmt: skip
    axes = np.stack([right, below], axis=1) / SCALE
    start = middle - axes @ np.full(2, (size - 1) / 2)
    move = np.hstack([axes, start[:, None]])
    near = cv2.warpAffine(
        grey, move, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    alike = cv2.matchTemplate(near, _square_of(side), cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(alike)
    inside = 0 < column < alike.shape[1] - 1 and 0 < row < alike.shape[0] - 1
    if best < ALIKE or not inside or int(near.max()) - int(near.min()) < 25:
        return None
    exact = np.array([column + _peak(alike[row, column - 1 : column + 2]),
                      row + _peak(alike[row - 1 : row + 2, column])])  # fmt: skip
    return np.asarray(expected + axes @ (exact - (np.array(alike.shape[::-1]) - 1) / 2), np.float64)


def _square_of(side: float) -> Grey:
    """Return a square as it is looked for: black, not quite sharp, with white around it."""
    size = round((side + 2 * AROUND) * SCALE)
    fine = np.full((size * 8, size * 8), 255, np.uint8)
    edge = round((size * 8 - side * SCALE * 8) / 2)
    fine[edge : size * 8 - edge, edge : size * 8 - edge] = 0
    return np.asarray(cv2.GaussianBlur(cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA), (0, 0), 1.2))


def _peak(three: npt.NDArray[Any]) -> float:
    """Return where between three values the highest lies, from the middle one."""
    before, here, after = map(float, three)
    bend = before - 2 * here + after
    return 0.0 if bend >= 0 else float(np.clip((before - after) / (2 * bend), -0.5, 0.5))


def _per_mm(view: Points, place: Points) -> float:
    """Return how many dots of the picture a millimetre of the sheet is at some place."""
    step = through(view, place + np.array([0.5, 0.5])) - through(view, place - np.array([0.5, 0.5]))
    return float(np.linalg.norm(step) / np.sqrt(2))


def straight_picture(grey: Grey, place: Straightening, form: Form) -> Grey:
    """Return a sheet as it lies when it is straight, ``SCALE`` dots to a millimetre."""
    few = KNOTS * SCALE
    wide, high = round(form.width * SCALE), round(form.height * SCALE)
    across, down = (int(np.ceil(dots / few)) + 1 for dots in (wide, high))
    knots = np.stack(np.meshgrid(np.arange(across) * KNOTS, np.arange(down) * KNOTS), axis=-1)
    seen = place(knots).astype(np.float32)
    larger = np.array([[few, 0, 0], [0, few, 0]], np.float32)
    maps = [
        cv2.warpAffine(seen[..., axis], larger, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for axis in (0, 1)
    ]
    return np.asarray(cv2.remap(grey, maps[0], maps[1], cv2.INTER_LINEAR, borderValue=255), np.uint8)
