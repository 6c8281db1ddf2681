"""Marks on paper as plain data. Lengths in mm, origin top left, y down; angles in degrees, clockwise.

Only letter sizes are in points, as everywhere in print; points as a unit of place exist only in ``render/pdf.py``.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

BLACK, WHITE = "#000000", "#FFFFFF"
#: The near-black of pieces, outlines and letters.
DARK = "#1A1A1A"
#: One point in millimetres.
POINT = 25.4 / 72

Point = tuple[float, float]
#: One step of a path: its letter and its points.
Step = tuple[str, *tuple[Point, ...]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where and how one scene lies in another: turned about its origin, scaled, then moved.

    >>> Place(10, 20, turn=90).point((1, 0))
    (10.0, 21.0)
    """

    x: float = 0
    y: float = 0
    scale: float = 1
    turn: float = 0

    def point(self, point: Point) -> Point:
        """Return where a point of the inner scene lies in the outer one."""
        return self.points((point,))[0]

    def points(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Return where points of the inner scene lie in the outer one."""
        left, top, scale = self.x, self.y, self.scale
        if not self.turn:
            return tuple([(round(left + scale * x, 9), round(top + scale * y, 9)) for x, y in points])
        angle = math.radians(self.turn)
        cos, sin = math.cos(angle), math.sin(angle)
        return tuple(
            [
                (round(left + scale * (cos * x - sin * y), 9), round(top + scale * (sin * x + cos * y), 9))
                for x, y in points
            ]
        )


@dataclass(frozen=True, slots=True)
class Stroke:
    """A drawn line's look.

    Attributes:
        colour: ``#RRGGBB``.
        width: in mm; never under 0.2 pt (0.071 mm).
        dash: lengths of dashes and gaps in mm; empty for a solid line.
    """

    colour: str = BLACK
    width: float = 0.2
    dash: tuple[float, ...] = ()

    def scaled(self, scale: float) -> "Stroke":
        """Return the stroke of a scene that is drawn larger or smaller."""
        if scale == 1:
            return self
        return Stroke(self.colour, self.width * scale, tuple(part * scale for part in self.dash))


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    start: Point
    end: Point
    stroke: Stroke

    def placed(self, place: Place) -> "Line":
        """Return the mark as it lies in an outer scene."""
        start, end = place.points((self.start, self.end))
        return Line(start, end, self.stroke.scaled(place.scale))


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle, filled, stroked or both."""

    centre: Point
    radius: float
    fill: str | None = None
    stroke: Stroke | None = None

    def placed(self, place: Place) -> "Disc":
        """Return the mark as it lies in an outer scene."""
        stroke = self.stroke and self.stroke.scaled(place.scale)
        return Disc(place.point(self.centre), self.radius * place.scale, self.fill, stroke)


@dataclass(frozen=True, slots=True)
class Polygon:
    """Straight lines from point to point, closed unless said otherwise."""

    points: tuple[Point, ...]
    fill: str | None = None
    stroke: Stroke | None = None
    closed: bool = True

    def placed(self, place: Place) -> "Polygon":
        """Return the mark as it lies in an outer scene."""
        stroke = self.stroke and self.stroke.scaled(place.scale)
        return Polygon(place.points(self.points), self.fill, stroke, self.closed)


@dataclass(frozen=True, slots=True)
class Path:
    """An outline of lines and cubic curves.

    Attributes:
        steps: ``("M", p)`` starts, ``("L", p)`` draws a line, ``("C", p1, p2, p)`` a cubic curve with two
            control points, ``("Z",)`` closes.
        fill, stroke: its look; holes follow the even-odd rule.
    """

    steps: tuple[Step, ...]
    fill: str | None = None
    stroke: Stroke | None = None

    def placed(self, place: Place) -> "Path":
        """Return the mark as it lies in an outer scene."""
        steps: list[Step] = []
        for kind, *points in self.steps:
            steps.append((kind, *place.points(points)))
        return Path(tuple(steps), self.fill, self.stroke and self.stroke.scaled(place.scale))


@dataclass(frozen=True, slots=True)
class Text:
    """One line of letters.

    Attributes:
        at: where its baseline starts, is centred or ends.
        text: the letters.
        size: of the letters, in points.
        anchor: what ``at`` means.
        bold: True for the bold face.
        fill: the colour.
        turn: of the baseline about ``at``, in degrees, clockwise.
    """

    at: Point
    text: str
    size: float
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    fill: str = BLACK
    turn: float = 0

    def placed(self, place: Place) -> "Text":
        """Return the mark as it lies in an outer scene."""
        turn = (self.turn + place.turn) % 360
        size = self.size * place.scale
        return Text(place.point(self.at), self.text, size, self.anchor, self.bold, self.fill, turn)


Mark = Line | Disc | Polygon | Path | Text


@dataclass(slots=True)
class Scene:
    """Marks on a sheet, card or label, later ones over earlier ones.

    Attributes:
        width, height: in mm.
        marks: what is drawn, in order.

    >>> scene = Scene(20, 10)
    >>> scene.add(Disc((5, 5), 2, fill=BLACK), Text((8, 6), "hello", 9))
    >>> print(scene.dump())
    scene 20 x 10
    disc 5,5 r 2 fill #000000
    text 8,6 9pt 'hello'
    """

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)

    def add(self, *marks: Mark) -> None:
        """Draw marks over those there are."""
        self.marks.extend(marks)

    def place(self, scene: "Scene", x: float = 0, y: float = 0, *, scale: float = 1, turn: float = 0) -> None:
        """Draw another scene with its origin at x, y."""
        place = Place(x, y, scale, turn)
        self.marks.extend(mark.placed(place) for mark in scene.marks)

    def dump(self) -> str:
        """Return the marks as readable text, one a line, for golden files."""
        head = f"scene {_number(self.width)} x {_number(self.height)}"
        return "\n".join([head, *(_describe(mark) for mark in self.marks)])


def rectangle(
    x: float, y: float, width: float, height: float, fill: str | None = None, stroke: Stroke | None = None
) -> Polygon:
    """Return a rectangle with its top left corner at x, y.

    Dashes begin at the bottom left, as those of a PDF's own rectangle do: programs that make one of it keep them.
    """
    corners = (x, y), (x + width, y), (x + width, y + height), (x, y + height)
    return Polygon(corners[::-1] if stroke is not None and stroke.dash else corners, fill, stroke)


def arc(centre: Point, radius: float, start: float, end: float) -> list[Step]:
    """Return the cubic curves of a circle's arc between two angles in degrees, clockwise on paper.

    Each curve spans at most a quarter; its handles have the usual length 4/3 tan(angle / 4).
    """
    count = max(1, math.ceil(abs(end - start) / 90))
    part = math.radians(end - start) / count
    handle = 4 / 3 * math.tan(part / 4) * radius
    steps: list[Step] = []
    for number in range(count):
        first = math.radians(start) + number * part
        last = first + part
        x1, y1 = centre[0] + radius * math.cos(first), centre[1] + radius * math.sin(first)
        x2, y2 = centre[0] + radius * math.cos(last), centre[1] + radius * math.sin(last)
        control1 = (x1 - handle * math.sin(first), y1 + handle * math.cos(first))
        control2 = (x2 + handle * math.sin(last), y2 - handle * math.cos(last))
        steps.append(("C", control1, control2, (x2, y2)))
    return steps


def _number(value: float) -> str:
    """Return a length to the hundredth of a millimetre, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _look(fill: str | None, stroke: Stroke | None) -> str:
    parts: list[str] = []
    if fill:
        parts.append(f" fill {fill}")
    if stroke:
        dash = f" dash {' '.join(map(_number, stroke.dash))}" if stroke.dash else ""
        parts.append(f" stroke {stroke.colour} {_number(stroke.width)}{dash}")
    return "".join(parts)


def _describe(mark: Mark) -> str:
    """Return one mark as one line of text."""
    match mark:
        case Line():
            return f"line {_points((mark.start, mark.end))}{_look(None, mark.stroke)}"
        case Disc():
            return f"disc {_points((mark.centre,))} r {_number(mark.radius)}{_look(mark.fill, mark.stroke)}"
        case Polygon():
            kind = "polygon" if mark.closed else "polyline"
            return f"{kind} {_points(mark.points)}{_look(mark.fill, mark.stroke)}"
        case Path():
            steps = " ".join(_step(step) for step in mark.steps)
            return f"path {steps}{_look(mark.fill, mark.stroke)}"
        case Text():
            return f"text {_points((mark.at,))} {_number(mark.size)}pt{_manner(mark)} {mark.text!r}"


def _step(step: Sequence[str | Point]) -> str:
    return " ".join([str(step[0]), *(_points((point,)) for point in step[1:] if not isinstance(point, str))])


def _manner(mark: Text) -> str:
    """Return what is unusual about a text, in words."""
    parts = [
        f" {mark.anchor}" if mark.anchor != "start" else "",
        " bold" if mark.bold else "",
        f" fill {mark.fill}" if mark.fill != BLACK else "",
        f" turn {_number(mark.turn)}" if mark.turn else "",
    ]
    return "".join(parts)
