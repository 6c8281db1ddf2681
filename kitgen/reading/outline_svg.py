"""Outlines in SVG files, read strictly: one closed figure, with holes by the even-odd rule, and nothing else.

A file may have come from anywhere. Only paths of straight lines and cubic curves are read, in absolute coordinates;
whatever could lead elsewhere or grow, as links, scripts, styles, entities and pictures do, is refused, not passed over.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec

from kitgen.errors import TemplateError, quoted
from kitgen.papers import Bounds, Point
from kitgen.reading.user_file import read_user_file

#: One step of an outline: ``M`` begins, ``L`` is a line, ``C`` a cubic curve, ``Z`` closes; then its points.
OutlineStep = tuple[str, *tuple[Point, ...]]

#: The longest file, in bytes; those of kitgen have a hundredth of it.
MAX_SVG_BYTES = 100_000
#: The most points of an outline, and the number of straight pieces in which a curve is measured.
MAX_POINTS = 120
PIECES_OF_A_CURVE = 8
#: The coordinates that a file may have, whatever its unit.
LARGEST_COORDINATE = 100_000.0
_SVG = "{http://www.w3.org/2000/svg}"
#: What each element may have besides a name.
_ATTRIBUTES = {"svg": {"viewBox", "width", "height", "version"}, "path": {"d"}}
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)"
_TOKENS = re.compile(rf"\s*,?\s*([A-Za-z]|{_NUMBER})")
#: How many points follow each letter.
_POINTS = {"M": 1, "L": 1, "C": 3, "Z": 0}


class Outline(msgspec.Struct, frozen=True, gc=False):
    """An outline about the origin whose longer side is 1; each of its pieces ends where it begins, and is closed."""

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
        """Return a polygon for each of its pieces, whose corners follow curves in so many straight lines."""
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
    """Return the outline in an SVG file; ``TemplateError`` for anything that is not a plain outline."""
    where = quoted(path)
    data = read_user_file(path, MAX_SVG_BYTES, "an outline in SVG", TemplateError, pipes=False)
    if len(data) > MAX_SVG_BYTES:
        raise TemplateError(f"{where} has more than {MAX_SVG_BYTES // 1000} kB; an outline cannot be that long")
    return outline_of(data, where)


def outline_of(data: bytes, where: str) -> Outline:
    """Return the outline in the bytes of an SVG file, whose name in messages is ``where``.

    >>> svg = b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0,0 L20,0 20,10 0,10 Z"/></svg>'
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
    _check_attributes(root, "svg", where)
    steps: list[OutlineStep] = []
    for element in root:
        name = str(element.tag).removeprefix(_SVG)
        if name in ("title", "desc"):
            continue
        if name not in _ATTRIBUTES or len(element):
            raise TemplateError(f"{where} has <{name}>; an outline is made of paths alone")
        _check_attributes(element, name, where)
        steps += _closed(_path_steps(element.get("d", ""), where))
    if not steps:
        raise TemplateError(f"{where} has no path")
    count = sum(len(points) for _, *points in steps)
    if count > MAX_POINTS:
        raise TemplateError(f"{where} has {count} points; draw it with at most {MAX_POINTS}")
    return _fitted(steps, where)


def _check_attributes(element: ET.Element, name: str, where: str) -> None:
    for key in element.attrib:
        if key not in _ATTRIBUTES[name]:
            raise TemplateError(f"{where}: <{name}> has {quoted(key)}; leave it out")


def _path_steps(text: str, where: str) -> Iterator[OutlineStep]:
    """Yield the steps of a path's text."""
    at = 0
    letter = ""
    numbers: list[float] = []
    while text[at:].strip():
        match = _TOKENS.match(text, at)
        if match is None:
            raise TemplateError(f"{where}: a path has {quoted(text[at : at + 10])}, which is no number")
        at = match.end()
        if match[1].isalpha():
            if numbers:
                raise TemplateError(f"{where}: too few numbers after {letter} in a path")
            letter = match[1]
            if letter not in _POINTS:
                raise TemplateError(f"{where}: a path has {letter}; use M, L, C and Z alone")
            if letter == "Z":
                yield ("Z",)
            continue
        number = float(match[1])
        if abs(number) > LARGEST_COORDINATE:
            raise TemplateError(f"{where}: a path has {quoted(match[1][:20])}, which is too large")
        numbers.append(number)
        if letter not in _POINTS or letter == "Z":
            raise TemplateError(f"{where}: a path has a number before its letter")
        if len(numbers) == 2 * _POINTS[letter]:
            yield (letter, *zip(numbers[::2], numbers[1::2], strict=True))
            numbers = []
            letter = "L" if letter == "M" else letter
    if numbers:
        raise TemplateError(f"{where}: too few numbers after {letter} in a path")


def _closed(steps: Iterable[OutlineStep]) -> Iterator[OutlineStep]:
    """Yield the steps of a path so that each piece begins with a place of its own, and comes back to it."""
    start: Point | None = None
    last: Point | None = None
    for kind, *points in steps:
        if kind in ("M", "Z") and start is not None:
            if last != start:
                yield ("L", start)
            yield ("Z",)
            start = None
        if kind == "M":
            start = points[0]
        if start is not None:
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
    xs, ys = zip(*(point for polygon in outline.polygons() for point in polygon), strict=True)
    return min(xs), min(ys), max(xs), max(ys)
