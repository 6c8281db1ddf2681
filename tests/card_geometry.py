"""Looks at a card's marks: geometry that the drawing code does not use, and what each mark is."""

import math
from functools import cache
from itertools import pairwise

import shapely

from kitgen.paper.marks.scene import BLACK, Disc, Line, Path, Polygon, Text
from kitgen.paper.style import letter_box, text_width

DARK, TWIN_FILL = "#1A1A1A", "#D9D9D9"


@cache
def outline(mark):
    """Return a closed mark's outline as points, its line's outer half included."""
    match mark:
        case Disc():
            radius = mark.radius + (mark.stroke.width / 2 if mark.stroke else 0)
            angles = [math.tau * number / 24 for number in range(24)]
            return [
                (mark.centre[0] + radius * math.cos(a), mark.centre[1] + radius * math.sin(a))
                for a in angles
            ]
        case Polygon():
            return list(mark.points)
        case Path():
            points = []
            for kind, *ends in mark.steps:
                if kind == "C":
                    start, a, b, end = points[-1], *ends
                    points += [
                        tuple(
                            (1 - t) ** 3 * p
                            + 3 * (1 - t) ** 2 * t * q
                            + 3 * (1 - t) * t * t * r
                            + t**3 * s
                            for p, q, r, s in zip(start, a, b, end, strict=True)
                        )
                        for t in (0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1)
                    ]
                else:
                    points += ends
            return points
    raise AssertionError(mark)


def shape(points):
    """Return an outline, a line or a point as shapely knows it: geometry that the drawing code
    does not use.
    """
    kind = (
        shapely.Point
        if len(points) == 1
        else shapely.LineString
        if len(points) == 2
        else shapely.Polygon
    )
    return kind(points)


def inside(point, points):
    """Return whether a point lies in an outline."""
    return bool(shapely.contains_xy(shape(points), *point))


def distance(one, other):
    """Return the distance of two outlines; 0 when they overlap."""
    return shape(one).distance(shape(other))


def apart_by(one, other, gap):
    """Return whether outlines keep a gap; boxes round them are compared first, which is quick."""
    for axis in (0, 1):
        low = max(min(p[axis] for p in one), min(p[axis] for p in other))
        high = min(max(p[axis] for p in one), max(p[axis] for p in other))
        if low - high >= gap:
            return True
    return distance(one, other) >= gap


def letter_corners(text):
    left, bottom, right, top = letter_box(text.text, text.size, bold=text.bold)
    width = text_width(text.text, text.size, bold=text.bold)
    x = text.at[0] - {"start": 0, "middle": width / 2, "end": width}[text.anchor]
    y = text.at[1]
    return [
        (x + left, y - top),
        (x + right, y - top),
        (x + right, y - bottom),
        (x + left, y - bottom),
    ]


class Seen:
    """A card's marks, told apart as docs/reading-a-card.md says."""

    def __init__(self, scene):
        marks = scene.marks
        self.ground, self.edge = marks[0], marks[1]
        (self.frame,) = [
            m
            for m in marks
            if isinstance(m, Polygon) and len(m.points) == 4 and m.fill is None and m.stroke
        ]
        badges = [
            (mark, text)
            for mark, text in pairwise(marks)
            if isinstance(text, Text)
            and text.bold
            and len(text.text) == 1
            and not isinstance(mark, Text | Line)
        ]
        self.badges = [pair for pair in badges if self.on_board(pair[0])]
        self.legend = [pair for pair in badges if not self.on_board(pair[0])]
        outlines = [id(mark) for mark, _ in badges]
        arrows = [m for m in marks if isinstance(m, Polygon) and len(m.points) == 7]
        self.twins = [m for m in arrows if m.fill == TWIN_FILL and m.stroke.colour != DARK]
        self.arrows = [m for m in arrows if m not in self.twins]
        self.pieces = [m for m in marks if isinstance(m, Path) and id(m) not in outlines]
        self.cells = [
            m
            for m in marks
            if isinstance(m, Polygon) and len(m.points) == 4 and m.fill and m.stroke
        ]
        self.cells = [m for m in self.cells if id(m) not in outlines]
        self.texts = [m for m in marks if isinstance(m, Text)]

    def on_board(self, mark):
        points = outline(mark)
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        return inside(middle, self.frame.points)

    def cell_of(self, point):
        """Return the cell that a point lies in, numbered row by row from the board's top left."""
        cells = sorted(
            self.cells, key=lambda m: (round(m.points[0][1], 3), round(m.points[0][0], 3))
        )
        (found,) = [number for number, cell in enumerate(cells) if inside(point, cell.points)]
        return found


def path_points(path):
    """Return the points of all steps of a path, also those that only bend its curves."""
    points = []
    for _kind, *step in path.steps:
        points += step
    return points


def mark_points(mark):
    if isinstance(mark, Text):
        return letter_corners(mark)
    if isinstance(mark, Line):
        return [mark.start, mark.end]
    return outline(mark)


def is_code(mark):
    """Return whether a mark is a QR code: a black outline of many rectangles."""
    if not isinstance(mark, Path) or mark.fill != BLACK:
        return False
    return len(mark.steps) > 500 and "".join(kind for kind, *_ in mark.steps) == "MLLLZ" * (
        len(mark.steps) // 5
    )
