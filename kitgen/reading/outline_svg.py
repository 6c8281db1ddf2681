"""Outlines in SVG files, read strictly: closed figures, with holes by the even-odd rule, and
nothing else.

A file may have come from anywhere. Paths and simple shapes are read, as drawing programs save them,
in groups and moved or turned; whatever could lead elsewhere or grow, as links, scripts, letters,
pictures and entities do, is refused.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec

from kitgen.errors import TemplateError, quoted
from kitgen.papers import Bounds, Point
from kitgen.reading.user_file import read_user_file

#: One step of an outline: ``M`` begins, ``L`` is a line, ``C`` a cubic curve, ``Z`` closes; then
#: its points.
OutlineStep = tuple[str, *tuple[Point, ...]]

#: The longest file, in bytes; those of kitgen have a hundredth of it.
MAX_SVG_BYTES = 100_000
#: The most elements of a file, and how deeply groups may lie in each other.
MAX_ELEMENTS = 200
MAX_NESTING = 8
#: The most points of a file, and of an outline: one with more is simplified.
MAX_POINTS_OF_A_FILE = 5000
MAX_POINTS = 120
#: The number of straight pieces in which a curve is measured.
PIECES_OF_A_CURVE = 8
#: The coordinates that a file may have, whatever its unit.
LARGEST_COORDINATE = 100_000.0
#: How far a simplified outline may lie from the one that was drawn, as shares of its longer side:
#: tried in turn.
SIMPLER_BY = (0.002, 0.004, 0.008, 0.015)

_SVG = "{http://www.w3.org/2000/svg}"
#: Elements that say nothing of the figure; what drawing programs add has a name of another space.
_NO_DRAWING = ("title", "desc", "metadata", "defs")
_SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline")
#: Attributes that lead elsewhere, or do something.
_LEADS_ELSEWHERE = re.compile(r"on\w+|(\{[^}]*\})?href|.*\}base")
_URL = re.compile(r"url\s*\(|@|expression|javascript:", re.IGNORECASE)
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,2})?"
_TOKENS = re.compile(rf"\s*,?\s*([A-DF-Za-df-z]|{_NUMBER})")
_LENGTH = re.compile(rf"({_NUMBER})(?:px)?")
_TRANSFORM = re.compile(r"\s*,?\s*([a-zA-Z]+)\s*\(([^()]*)\)")
#: How many numbers follow each letter of a path.
_NUMBERS_OF = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}

#: A matrix of SVG: x becomes a*x + c*y + e, y becomes b*x + d*y + f.
_Matrix = tuple[float, float, float, float, float, float]
_AS_IT_IS: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Outline(msgspec.Struct, frozen=True, gc=False):
    """An outline about the origin whose longer side is 1; each of its pieces ends where it
    begins, and is closed.
    """

    steps: tuple[OutlineStep, ...]

    @property
    def letters(self) -> str:
        """The letters of its steps, without those that close."""
        return "".join(step[0] for step in self.steps if step[0] != "Z")

    @property
    def points(self) -> tuple[Point, ...]:
        """All its points, those that steer curves, too."""
        return tuple(point for _, *points in self.steps for point in points)

    def polygons(self, pieces: int = PIECES_OF_A_CURVE) -> list[list[Point]]:
        """Return a polygon for each of its pieces, whose corners follow curves in so many
        straight lines.
        """
        polygons: list[list[Point]] = []
        for kind, *points in self.steps:
            if kind == "M":
                polygons.append([*points])
            elif kind == "L":
                polygons[-1] += points
            elif kind == "C":
                polygons[-1] += _along(polygons[-1][-1], points, pieces)
        return polygons


def _along(start: Point, points: Sequence[Point], pieces: int) -> Iterator[Point]:
    """Yield points of a cubic curve after its start."""
    ends = (start, *points)
    for number in range(1, pieces + 1):
        share = number / pieces
        rest = 1 - share
        weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
        x = sum(weight * end[0] for weight, end in zip(weights, ends, strict=True))
        y = sum(weight * end[1] for weight, end in zip(weights, ends, strict=True))
        yield x, y


def read_outline(path: Path) -> Outline:
    """Return the outline in an SVG file; ``TemplateError`` for anything that is not a plain
    outline.
    """
    where = quoted(path)
    data = read_user_file(path, MAX_SVG_BYTES, "an outline in SVG", TemplateError, pipes=False)
    if len(data) > MAX_SVG_BYTES:
        raise TemplateError(
            f"{where} has more than {MAX_SVG_BYTES // 1000} kB; an outline cannot be that long"
        )
    return outline_of(data, where)


def outline_of(data: bytes, where: str) -> Outline:
    """Return the outline in the bytes of an SVG file, whose name in messages is ``where``.

    >>> svg = b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="20" height="10"/></svg>'
    >>> outline_of(svg, "box.svg").polygons()
    [[(-0.5, -0.25), (0.5, -0.25), (0.5, 0.25), (-0.5, 0.25), (-0.5, -0.25)]]
    """
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data or b"<?xml-stylesheet" in data:
        raise TemplateError(f"{where} declares more than a picture; save it as plain SVG")
    try:
        root = ET.fromstring(data)  # noqa: S314 - it declares no entities, and is short
    except (ET.ParseError, ValueError, LookupError) as error:
        raise TemplateError(f"{where} is not SVG: {error}") from None
    if root.tag != f"{_SVG}svg":
        raise TemplateError(f"{where} is not SVG: its first element is {quoted(root.tag)}")
    if sum(1 for _ in root.iter()) > MAX_ELEMENTS:
        raise TemplateError(f"{where} has more than {MAX_ELEMENTS} elements; draw less")
    steps = [*_drawn(root, _AS_IT_IS, 0, where)]
    if not steps:
        raise TemplateError(f"{where} has no path or shape")
    count = sum(len(points) for _, *points in steps)
    if count > MAX_POINTS_OF_A_FILE:
        raise TemplateError(f"{where} has {count} points; draw it with fewer")
    outline = _fitted(steps, where)
    if len(outline.points) > MAX_POINTS:
        return _simplified(outline, where)
    return outline


def _drawn(group: ET.Element, matrix: _Matrix, depth: int, where: str) -> Iterator[OutlineStep]:
    """Yield the steps of all that is drawn in a group."""
    if depth > MAX_NESTING:
        raise TemplateError(f"{where} has groups in more than {MAX_NESTING} groups; ungroup them")
    _check_attributes(group, where)
    for element in group:
        name = str(element.tag).removeprefix(_SVG)
        if name in _NO_DRAWING or name.startswith("{"):
            _check_says_nothing(element, name, where)
            continue
        own = _multiplied(matrix, _matrix_of(element.get("transform", ""), where))
        if name == "g":
            yield from _drawn(element, own, depth + 1, where)
            continue
        if name not in _SHAPES or len(element):
            raise TemplateError(
                f"{where} has <{name}>; an outline is made of paths and simple shapes alone"
            )
        _check_attributes(element, where)
        for kind, *points in _closed(_shape_steps(element, name, where)):
            yield (kind, *(_moved(point, own) for point in points))


def _check_says_nothing(element: ET.Element, name: str, where: str) -> None:
    """Refuse a drawing where only words and settings of a drawing program may stand."""
    for inside in element.iter():
        _check_attributes(inside, where)
        if name == "defs" and inside is not element and str(inside.tag).startswith(_SVG):
            raise TemplateError(
                f"{where} has definitions in <defs>; save it as plain SVG, without colours that run"
            )


def _check_attributes(element: ET.Element, where: str) -> None:
    name = str(element.tag).rpartition("}")[2]
    for key, value in element.attrib.items():
        if _LEADS_ELSEWHERE.fullmatch(key) or _URL.search(value):
            raise TemplateError(
                f"{where}: <{name}> has "
                f"{quoted(key.rpartition('}')[2])} that leads elsewhere; leave it out"
            )


def _lengths(element: ET.Element, names: Sequence[str], where: str) -> list[float]:
    """Return attributes that are lengths; 0 for those that are missing."""
    lengths = []
    for name in names:
        text = element.get(name, "0").strip()
        match = _LENGTH.fullmatch(text)
        if match is None:
            raise TemplateError(f"{where}: {name} is {quoted(text[:20])}, which is no number")
        lengths.append(_checked(match[1], where))
    return lengths


def _checked(text: str, where: str) -> float:
    number = float(text)
    if abs(number) > LARGEST_COORDINATE:
        raise TemplateError(f"{where} has the number {quoted(text[:20])}, which is too large")
    return number


def _numbers(text: str, where: str) -> list[float]:
    parts = text.replace(",", " ").split()
    for part in parts:
        if re.fullmatch(_NUMBER, part) is None:
            raise TemplateError(f"{where} has {quoted(part[:20])}, which is no number")
    return [_checked(part, where) for part in parts]


# Places.


def _moved(point: Point, matrix: _Matrix) -> Point:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def _multiplied(outer: _Matrix, inner: _Matrix) -> _Matrix:
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (
        a * p + c * q,
        b * p + d * q,
        a * r + c * s,
        b * r + d * s,
        a * t + c * u + e,
        b * t + d * u + f,
    )


def _matrix_of(text: str, where: str) -> _Matrix:
    """Return the matrix of an attribute ``transform``."""
    matrix = _AS_IT_IS
    at = 0
    while text[at:].strip():
        match = _TRANSFORM.match(text, at)
        if match is None:
            raise TemplateError(f"{where}: transform {quoted(text[:40])} cannot be read")
        at = match.end()
        matrix = _multiplied(matrix, _one_matrix(match[1], _numbers(match[2], where), where))
    return matrix


def _one_matrix(name: str, numbers: Sequence[float], where: str) -> _Matrix:
    """Return a single transform of SVG as a matrix."""
    match name, len(numbers):
        case "matrix", 6:
            a, b, c, d, e, f = numbers
            return a, b, c, d, e, f
        case "translate", 1:
            return 1.0, 0.0, 0.0, 1.0, numbers[0], 0.0
        case "translate", 2:
            return 1.0, 0.0, 0.0, 1.0, numbers[0], numbers[1]
        case "scale", 1 | 2:
            return numbers[0], 0.0, 0.0, numbers[-1], 0.0, 0.0
        case "rotate", 1 | 3:
            cos = math.cos(math.radians(numbers[0]))
            sin = math.sin(math.radians(numbers[0]))
            x, y = numbers[1:] or (0.0, 0.0)
            return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y
    raise TemplateError(
        f"{where}: transform {quoted(name)} cannot be read; use matrix, translate, scale and rotate"
    )


# Shapes as steps.

#: The control points of a quarter of a circle lie this far along the tangent, in radii.
_HANDLE = 0.5522847498


def _shape_steps(element: ET.Element, name: str, where: str) -> Iterator[OutlineStep]:
    """Yield the steps of one path or shape."""
    if name == "path":
        yield from _path_steps(element.get("d", ""), where)
    elif name in ("polygon", "polyline"):
        numbers = _numbers(element.get("points", ""), where)
        if len(numbers) % 2:
            raise TemplateError(f"{where}: a {name} has an odd number of coordinates")
        kind = "M"
        for point in zip(numbers[::2], numbers[1::2], strict=True):
            yield (kind, point)
            kind = "L"
    elif name == "rect":
        x, y, wide, high = _lengths(element, ("x", "y", "width", "height"), where)
        yield ("M", (x, y))
        yield ("L", (x + wide, y))
        yield ("L", (x + wide, y + high))
        yield ("L", (x, y + high))
    else:
        x, y, radius, across, down = _lengths(element, ("cx", "cy", "r", "rx", "ry"), where)
        yield from _ellipse((x, y), radius or across, radius or down)


def _ellipse(middle: Point, wide: float, high: float) -> Iterator[OutlineStep]:
    x, y = middle
    a = _HANDLE * wide
    b = _HANDLE * high
    yield ("M", (x + wide, y))
    yield ("C", (x + wide, y + b), (x + a, y + high), (x, y + high))
    yield ("C", (x - a, y + high), (x - wide, y + b), (x - wide, y))
    yield ("C", (x - wide, y - b), (x - a, y - high), (x, y - high))
    yield ("C", (x + a, y - high), (x + wide, y - b), (x + wide, y))


class _PathReader:
    """Follows the commands of a path: where it is, where it began, and where the last curve was
    heading.
    """

    def __init__(self) -> None:
        self.at: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)
        self.cubic: Point | None = None
        self.square: Point | None = None

    def steps(self, letter: str, numbers: Sequence[float]) -> Iterator[OutlineStep]:
        """Yield the steps of one command with its numbers."""
        origin = (0.0, 0.0)
        is_relative = letter.islower()
        if is_relative:
            origin = self.at
        kind = letter.upper()
        cubic = self.cubic
        square = self.square
        self.cubic = None
        self.square = None
        if kind == "Z":
            self.at = self.start
            yield ("Z",)
            return
        if kind == "H":
            points = [(origin[0] + numbers[0], self.at[1])]
        elif kind == "V":
            points = [(self.at[0], origin[1] + numbers[0])]
        else:
            coordinates = numbers
            if kind == "A":  # those before its end are its shape
                coordinates = numbers[-2:]
            points = []
            for x, y in zip(coordinates[::2], coordinates[1::2], strict=True):
                points.append((origin[0] + x, origin[1] + y))
        before = self.at
        self.at = points[-1]
        match kind:
            case "M":
                self.start = self.at
                yield ("M", self.at)
            case "L" | "H" | "V":
                yield ("L", self.at)
            case "C" | "S":
                first = points[0]
                if kind == "S":
                    first = _mirrored(before, cubic)
                self.cubic = points[-2]
                yield ("C", first, points[-2], points[-1])
            case "Q" | "T":
                handle = points[0]
                if kind == "T":
                    handle = _mirrored(before, square)
                self.square = handle
                yield ("C", _between(before, handle), _between(self.at, handle), self.at)
            case _:
                yield from _arc(before, numbers, self.at)


def _mirrored(about: Point, handle: Point | None) -> Point:
    """Return the handle of a smooth curve, by that of the curve before it."""
    if handle is None:
        return about
    return 2 * about[0] - handle[0], 2 * about[1] - handle[1]


def _between(end: Point, handle: Point) -> Point:
    """Return the handle of a cubic curve for the one of a square curve."""
    return end[0] + 2 / 3 * (handle[0] - end[0]), end[1] + 2 / 3 * (handle[1] - end[1])


def _arc(start: Point, numbers: Sequence[float], end: Point) -> Iterator[OutlineStep]:
    """Yield the curves of an elliptical arc, by the formulas of SVG 1.1, appendix F.6."""
    wide = abs(numbers[0])
    high = abs(numbers[1])
    if min(wide, high) == 0 or start == end:
        yield ("L", end)
        return
    turn = math.radians(numbers[2])
    cos = math.cos(turn)
    sin = math.sin(turn)
    # The start, seen from the middle between both ends, in the ellipse's own directions.
    half_x = (start[0] - end[0]) / 2
    half_y = (start[1] - end[1]) / 2
    x = cos * half_x + sin * half_y
    y = cos * half_y - sin * half_x
    # An ellipse that is too small for both ends grows until it reaches them.
    grown = math.sqrt(max(1.0, (x / wide) ** 2 + (y / high) ** 2))
    wide *= grown
    high *= grown
    rest = (wide * high) ** 2 - (wide * y) ** 2 - (high * x) ** 2
    share = math.sqrt(max(0.0, rest / ((wide * y) ** 2 + (high * x) ** 2)))
    if bool(numbers[3]) == bool(numbers[4]):
        share = -share
    middle_x = share * wide * y / high
    middle_y = -share * high * x / wide
    first = math.atan2((y - middle_y) / high, (x - middle_x) / wide)
    last = math.atan2((-y - middle_y) / high, (-x - middle_x) / wide)
    if numbers[4] and last < first:
        last += math.tau
    if not numbers[4] and last > first:
        last -= math.tau
    # Each curve is a quarter at most, whatever the last digits of the angle say.
    count = max(1, math.ceil(abs(last - first) / (math.pi / 2) - 1e-9))
    part = (last - first) / count
    handle = 4 / 3 * math.tan(part / 4)
    centre = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2

    def place(along: float, across: float) -> Point:
        own_x = middle_x + wide * along
        own_y = middle_y + high * across
        return centre[0] + cos * own_x - sin * own_y, centre[1] + sin * own_x + cos * own_y

    for number in range(count):
        a = first + number * part
        b = a + part
        handle_a = place(math.cos(a) - handle * math.sin(a), math.sin(a) + handle * math.cos(a))
        handle_b = place(math.cos(b) + handle * math.sin(b), math.sin(b) - handle * math.cos(b))
        is_last = number == count - 1
        if is_last:  # ends where the arc does, whatever the last digits of the angle say
            yield ("C", handle_a, handle_b, end)
        else:
            yield ("C", handle_a, handle_b, place(math.cos(b), math.sin(b)))


def _path_steps(text: str, where: str) -> Iterator[OutlineStep]:
    """Yield the steps of a path's text."""
    pen = _PathReader()
    at = 0
    letter = ""
    numbers: list[float] = []
    while text[at:].strip():
        match = _TOKENS.match(text, at)
        if match is None:
            raise TemplateError(
                f"{where}: a path has {quoted(text[at : at + 10])}, which is no number"
            )
        at = match.end()
        if match[1].isalpha():
            if numbers:
                raise TemplateError(f"{where}: too few numbers after {letter} in a path")
            letter = match[1]
            if letter.upper() not in _NUMBERS_OF:
                raise TemplateError(f"{where}: a path has {quoted(letter)}, which is no command")
            if letter in "Zz":
                yield from pen.steps(letter, ())
            continue
        numbers.append(_checked(match[1], where))
        if letter in ("", "Z", "z"):
            raise TemplateError(f"{where}: a path has a number before its letter")
        if len(numbers) == _NUMBERS_OF[letter.upper()]:
            yield from pen.steps(letter, numbers)
            numbers = []
            letter = {"M": "L", "m": "l"}.get(letter, letter)
    if numbers:
        raise TemplateError(f"{where}: too few numbers after {letter} in a path")


def _closed(steps: Iterable[OutlineStep]) -> Iterator[OutlineStep]:
    """Yield the steps of a path so that each piece begins with a place of its own, and comes
    back to it.
    """
    start: Point | None = None
    last: Point = (0.0, 0.0)
    for kind, *points in steps:
        if kind in ("M", "Z") and start is not None:
            if last != start:
                yield ("L", start)
            yield ("Z",)
            last = start
            start = None
        if kind == "Z":
            continue
        if kind == "M":
            start = points[0]
        elif start is None:  # a path may go on where its piece began
            start = last
            yield ("M", start)
        yield (kind, *points)
        last = points[-1]
    if start is not None:
        if last != start:
            yield ("L", start)
        yield ("Z",)


def _fitted(steps: Sequence[OutlineStep], where: str) -> Outline:
    """Return an outline moved about the origin, its longer side 1."""
    west, north, east, south = bounds_of(Outline(tuple(steps)))
    size = max(east - west, south - north)
    if min(east - west, south - north) <= size / 20:
        raise TemplateError(f"{where} is a line; draw a figure")
    middle = (west + east) / 2, (north + south) / 2
    moved: list[OutlineStep] = []
    for kind, *points in steps:
        moved.append((kind, *[((x - middle[0]) / size, (y - middle[1]) / size) for x, y in points]))
    return Outline(tuple(moved))


def bounds_of(outline: Outline) -> Bounds:
    """Return the smallest upright rectangle round an outline."""
    xs, ys = zip(*chain.from_iterable(outline.polygons()), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


# Simpler outlines.


def _simplified(outline: Outline, where: str) -> Outline:
    """Return an outline of straight lines that follows one with too many points, as closely as
    so many points can.
    """
    polygons = outline.polygons()
    for most in SIMPLER_BY:
        steps: list[OutlineStep] = []
        for polygon in polygons:
            kept = _fewer(polygon, most)
            if len(kept) > 3:  # the last is the first again
                steps += [("M", kept[0]), *(("L", point) for point in kept[1:]), ("Z",)]
        if steps and len(Outline(tuple(steps)).points) <= MAX_POINTS:
            return _fitted(steps, where)
    raise TemplateError(f"{where} has too many small bends; draw it with smoother lines")


def _fewer(polygon: Sequence[Point], most: float) -> list[Point]:
    """Return the corners of a closed polygon without those that hardly matter (Douglas and
    Peucker's way).
    """
    far = max(range(len(polygon)), key=lambda number: math.dist(polygon[0], polygon[number]))
    keep = {0, far, len(polygon) - 1}
    todo = [(0, far), (far, len(polygon) - 1)]
    while todo:
        first, last = todo.pop()
        inside = range(first + 1, last)
        if not inside:
            continue
        worst = max(inside, key=lambda number: _off(polygon[number], polygon[first], polygon[last]))
        if _off(polygon[worst], polygon[first], polygon[last]) > most:
            keep.add(worst)
            todo += [(first, worst), (worst, last)]
    return [polygon[number] for number in sorted(keep)]


def _off(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a line between two points."""
    length = math.dist(start, end)
    if length == 0:
        return math.dist(point, start)
    along_x = end[0] - start[0]
    along_y = end[1] - start[1]
    area = along_x * (point[1] - start[1]) - along_y * (point[0] - start[0])
    return abs(area) / length
