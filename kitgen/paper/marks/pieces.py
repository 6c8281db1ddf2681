"""Pieces as vector shapes, told apart without colour: dark ones are filled, light ones outlined.

A new shape is a class with the methods of ``Piece`` and an entry in ``PIECES``. A theme has other
pictures for some shapes: ``shape_of`` returns what a diagram draws.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from copy import copy
from itertools import chain, product
from typing import TYPE_CHECKING

from kitgen.paper.marks.scene import (
    BLACK,
    DARK,
    WHITE,
    Disc,
    Hull,
    Line,
    Mark,
    Path,
    PathStep,
    Polygon,
    Stamp,
    Stroke,
    UnitOutline,
    arc,
    bounds,
    circle_points,
    convex_hull,
)
from kitgen.papers import Point

if TYPE_CHECKING:
    from kitgen.model import Diagram
    from kitgen.reading.outline_svg import Outline

#: Of a pawn of height 1: half its base, and the height of the base.
_BASE = 0.32
_FOOT = 0.11
#: The middle and the radius of its head.
_HEAD = (0.0, -0.28)
_ROUND = 0.22
#: Half its neck.
_NECK = 0.125
#: The radius of a piece for fingers, as a share of the cell's side.
TOUCH_REACH = 0.3
#: The width of its line, as a share of the cell's side.
_TOUCH_LINE_SHARE = 0.16


class Piece(ABC):
    """A shape that lies on a cell.

    Attributes:
        height: on a card, as a share of the smaller side of its cell.
        dark: True for the darker one of a pair of otherwise equal shapes.
        stands: True when it is cut out as a tent; others are discs.
        loose: True for pieces counted by the handful: cut out small and plain, as beads are.
        sign, plain: in a terminal, and in one without Unicode.
    """

    height: float
    dark = False
    stands = False
    loose = False
    sign: str
    plain: str

    @abstractmethod
    def draw(self, at: Point, height: float) -> Mark:
        """Return the piece about a point, with a height in mm."""

    def hull(self, at: Point, height: float) -> Hull:
        """Return the convex outline of the piece, including its line; here of one that is as
        wide as high.
        """
        return _moved(_ROUND_HULL, at, height)

    def cutout(self, at: Point, size: float) -> Mark:
        """Return the piece on a disc to cut out with a diameter of ``size`` mm."""
        share = 0.66
        if self.loose:
            share = 0.6
        return self.draw(at, share * size)

    def touch(self, at: Point, unit: float) -> list[Mark]:
        """Return the piece for fingers, in the middle of a cell with a side of ``unit`` mm: a
        solid disc.
        """
        return [Disc(at, TOUCH_REACH * unit, BLACK)]


class _Figure(Piece):
    """A piece that stands: filled if it is dark, outlined if it is light."""

    stands = True

    def __init__(self, *, dark: bool) -> None:
        self.dark = dark

    @property
    def _fill(self) -> str:
        if self.dark:
            return DARK
        return WHITE

    @staticmethod
    def _line(height: float) -> float:
        return max(0.12, 0.05 * height)


class _Pawn(_Figure):
    """Round head, flared body, flat base."""

    height = 0.54

    def __init__(self, *, dark: bool) -> None:
        super().__init__(dark=dark)
        self.sign, self.plain = "♙", "w"
        if dark:
            self.sign, self.plain = "♟", "b"

    def draw(self, at: Point, height: float) -> Mark:
        steps: list[PathStep] = [(kind, *_moved(points, at, height)) for kind, *points in _PAWN]
        return Path(tuple(steps), self._fill, Stroke(DARK, self._line(height)))

    def hull(self, at: Point, height: float) -> Hull:
        return _moved(_PAWN_HULL, at, height + self._line(height))

    def touch(self, at: Point, unit: float) -> list[Mark]:
        if self.dark:
            return super().touch(at, unit)
        return _touch_ring(at, unit)


class _King(_Figure):
    """A crown on a foot, with corners only."""

    height = 0.56

    def __init__(self, *, dark: bool) -> None:
        super().__init__(dark=dark)
        self.sign, self.plain = "♔", "W"
        if dark:
            self.sign, self.plain = "♚", "B"

    def draw(self, at: Point, height: float) -> Mark:
        return Polygon(_moved(_KING, at, height), self._fill, Stroke(DARK, self._line(height)))

    def hull(self, at: Point, height: float) -> Hull:
        return _moved(_KING_HULL, at, height + self._line(height))

    def touch(self, at: Point, unit: float) -> list[Mark]:
        if self.dark:
            return [Polygon(_moved(_TOUCH_TRIANGLE, at, TOUCH_REACH * unit), fill=BLACK)]
        line = _TOUCH_LINE_SHARE * unit / 2  # thinner than a ring, so that fingers find the hole
        corners = _moved(_TOUCH_TRIANGLE, at, TOUCH_REACH * unit - line)
        return [Polygon(corners, stroke=Stroke(BLACK, line))]


class _Cross(Piece):
    height = 0.56
    sign = "X"
    plain = "X"

    def draw(self, at: Point, height: float) -> Mark:
        return Polygon(_moved(_CROSS, at, height), fill=DARK)

    def hull(self, at: Point, height: float) -> Hull:
        return _moved(_CROSS_HULL, at, height)

    def touch(self, at: Point, unit: float) -> list[Mark]:
        x, y = at
        line = Stroke(BLACK, _TOUCH_LINE_SHARE * unit)
        reach = TOUCH_REACH * unit - line.width / 4
        return [
            Line((x - reach, y - reach), (x + reach, y + reach), line),
            Line((x - reach, y + reach), (x + reach, y - reach), line),
        ]


class _Ring(Piece):
    height = 0.6
    sign = "O"
    plain = "O"

    def draw(self, at: Point, height: float) -> Mark:
        thick = 0.16 * height
        return Disc(at, (height - thick) / 2, stroke=Stroke(DARK, thick))

    def touch(self, at: Point, unit: float) -> list[Mark]:
        return _touch_ring(at, unit)


class _Counter(Piece):
    height = 0.52
    sign = "●"
    plain = "o"

    def draw(self, at: Point, height: float) -> Mark:
        return Disc(at, height / 2, fill=DARK)


class _Seed(_Counter):
    loose = True


class _Brick(Piece):
    """A brick: nothing can stand on this place."""

    height = 0.5
    sign = "■"
    plain = "#"

    def draw(self, at: Point, height: float) -> Mark:
        return Polygon(_moved(_BRICK, at, height), fill=DARK)

    def hull(self, at: Point, height: float) -> Hull:
        return _moved(_BRICK, at, height)

    def touch(self, at: Point, unit: float) -> list[Mark]:
        return [Polygon(_moved(_BRICK, at, 2 * TOUCH_REACH * unit), fill=BLACK)]


class ThemedPiece(_Figure):
    """A picture of a theme in place of a shape: filled if it is dark, outlined if it is light.

    To fingers it stays the shape that it replaces. In a terminal it is a letter (``signed``).

    Attributes:
        outline: the picture, as its file has it.
    """

    def __init__(self, shape: Piece, outline: "Outline", *, dark: bool, size: float) -> None:
        super().__init__(dark=dark)
        self.outline = outline
        self.height = size
        self.stands = shape.stands
        self.loose = shape.loose
        self.sign = shape.sign
        self.plain = shape.plain
        self._shape = shape
        kinds = "".join(step[0] for step in outline.steps)
        self._figure = UnitOutline(kinds, outline.points, bounds(outline.points))
        self._hull = convex_hull(chain.from_iterable(outline.polygons()))

    def signed(self, letter: str) -> "ThemedPiece":
        """Return the same picture with a letter as its sign in a terminal."""
        other = copy(self)
        other.sign = letter
        other.plain = letter
        return other

    def draw(self, at: Point, height: float) -> Mark:
        """Return the picture about a point; ``height`` is its longer side in mm."""
        return Stamp(self._figure, at, height, self._fill, Stroke(DARK, self._line(height)))

    def hull(self, at: Point, height: float) -> Hull:
        """Return the convex outline of the picture, including its line."""
        return _moved(self._hull, at, height + self._line(height))

    def touch(self, at: Point, unit: float) -> list[Mark]:
        """Return the shape that it replaces, for fingers."""
        return self._shape.touch(at, unit)


def shape_of(diagram: "Diagram", kind: str) -> Piece:
    """Return the piece that a diagram draws for a shape: the picture of its theme, or the usual
    one.
    """
    themed: Piece | None = diagram.theme.get(kind)
    return themed or PIECES[kind]


#: The sign of an empty cell in a terminal.
EMPTY_SIGN = "·"
#: The shape of pieces that are only counted, where the content of a cell is a number.
SEED = "seed"
#: The shape of a place that nobody may enter.
CLOSED = "block"
#: The shapes by the names in ``Diagram.pieces``.
PIECES: dict[str, Piece] = {
    "pawn-light": _Pawn(dark=False),
    "pawn-dark": _Pawn(dark=True),
    "king-light": _King(dark=False),
    "king-dark": _King(dark=True),
    "cross": _Cross(),
    "ring": _Ring(),
    "counter": _Counter(),
    SEED: _Seed(),
    CLOSED: _Brick(),
}


def _touch_ring(at: Point, unit: float) -> list[Mark]:
    line = Stroke(BLACK, _TOUCH_LINE_SHARE * unit)
    return [Disc(at, TOUCH_REACH * unit - line.width / 2, stroke=line)]


_RISE = math.sqrt(_ROUND**2 - _NECK**2)
_ANGLE = math.degrees(math.atan2(_RISE, _NECK))
#: A pawn of height 1 about the origin.
_PAWN: tuple[PathStep, ...] = (
    ("M", (-_BASE, 0.5)),
    ("L", (-_BASE, 0.5 - _FOOT)),
    ("C", (-_BASE, 0.22), (-_NECK, 0.22), (-_NECK, _HEAD[1] + _RISE)),
    *arc(_HEAD, _ROUND, 180 - _ANGLE, 360 + _ANGLE),
    ("C", (_NECK, 0.22), (_BASE, 0.22), (_BASE, 0.5 - _FOOT)),
    ("L", (_BASE, 0.5)),
    ("Z",),
)
_PAWN_HULL = convex_hull(
    [*circle_points(_HEAD, _ROUND), *product((-_BASE, _BASE), (0.5 - _FOOT, 0.5))]
)
_ROUND_HULL = convex_hull(circle_points((0, 0), 0.5))


#: Half of a king of height 1, from the middle of its foot up to the middle of its crown, and all of
#: it.
_HALF_KING = (
    (0.34, 0.5),
    (0.34, 0.37),
    (0.15, 0.26),
    (0.15, 0.02),
    (0.3, -0.1),
    (0.38, -0.46),
    (0.17, -0.24),
)
_KING = (*((-x, y) for x, y in _HALF_KING), (0.0, -0.5), *reversed(_HALF_KING))
_KING_HULL = convex_hull(_KING)
#: A triangle for fingers, within a circle of radius 1.
_TOUCH_TRIANGLE = ((0.0, -1.0), (math.sqrt(0.75), 0.5), (-math.sqrt(0.75), 0.5))


#: Half of an upright cross, and two crossed bars of height 1 that stand like an x.
_PLUS = ((0.11, 0.11), (0.62, 0.11), (0.62, -0.11), (0.11, -0.11), (0.11, -0.62), (-0.11, -0.62))
_OTHER_HALF = tuple((-x, -y) for x, y in _PLUS)
_SLANT = math.sqrt(0.5)
_CROSS = tuple(((x - y) * _SLANT, (x + y) * _SLANT) for x, y in (*_PLUS, *_OTHER_HALF))
_CROSS_HULL = convex_hull(_CROSS)


#: A brick of width 1, its corners clockwise.
_BRICK = ((-0.5, -0.32), (0.5, -0.32), (0.5, 0.32), (-0.5, 0.32))


def _moved(points: Iterable[Point], at: Point, scale: float) -> tuple[Point, ...]:
    return tuple([(at[0] + scale * x, at[1] + scale * y) for x, y in points])
