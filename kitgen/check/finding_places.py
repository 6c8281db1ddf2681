"""Finds where and how large a sheet lies on a page, from the letters that both have, and puts its marks back."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kitgen.check.pdf.drawn.marks import Bounds, Letters, PageMarks, Point, Shape, between, holds
from kitgen.paper.marks.scene import Place

#: Of the letters of a sheet so large a share, and so many lines, have to lie where a place puts them.
SHARE, LEAST = 0.3, 2
#: Letters that stand on a sheet more often than this do not tell where it lies.
OFTEN = 6
#: What is no more than this beside its size and place, in mm, is there.
PLAIN_SCALE, PLAIN_SHIFT = 0.0005, 0.05
#: So far may letters lie, in mm, from where a place puts them.
NEAR = 1.0


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Where a sheet lies on a page.

    Attributes:
        place: where, how large, and how turned.
        size: of the sheet as it should be, in mm.
        beyond: whether something on it is drawn beyond its own edge.
    """

    place: Place
    size: Point
    beyond: bool

    @property
    def area(self) -> Bounds:
        """The rectangle that the sheet takes up on the page."""
        return between(self.place.point((0, 0)), self.place.point(self.size))


def find_place(sheet: PageMarks, page: PageMarks) -> FoundPlace | None:
    """Return where a sheet lies on a page; None where it does not."""
    there = defaultdict[object, list[Letters]](list)
    for text in page.letters:
        there[text.text, text.look].append(text)
    own = Counter((text.text, text.look) for text in sheet.letters)
    pairs = [
        (text, other)
        for text in sheet.letters
        if own[text.text, text.look] <= OFTEN
        for other in there.get((text.text, text.look), ())[: 4 * OFTEN]
    ]
    guesses = [guess for one, other in pairs if (guess := _guess(one, other)) is not None]
    votes = Counter((round(g.scale, 2), g.turn, round(g.x / 2), round(g.y / 2)) for g in guesses)
    if not votes:
        return None
    (scale, turn, x, y), _ = votes.most_common(1)[0]
    rough = next(
        g for g in guesses if (round(g.scale, 2), g.turn, round(g.x / 2), round(g.y / 2)) == (scale, turn, x, y)
    )
    agreed = [(one, other) for one, other in pairs if math.dist(rough.point(one.at), other.at) <= NEAR]
    if len(agreed) < max(LEAST, SHARE * sum(count <= OFTEN for count in own.values())):
        return None
    paper = (0.0, 0.0, sheet.width, sheet.height)
    beyond = any(not holds(paper, corner) for mark in sheet.shapes for corner in (mark.bounds[:2], mark.bounds[2:]))
    return FoundPlace(_refined(rough, agreed), (sheet.width, sheet.height), beyond)


def _guess(one: Letters, other: Letters) -> Place | None:
    """Return the place that puts one line of letters on another."""
    turn = (other.turn - one.turn) % 360
    quarter = 90 * round(turn / 90)
    if abs(turn - quarter) > 1 or not one.size or not other.size:
        return None
    place = Place(0, 0, other.size / one.size, quarter % 360)
    x, y = place.point(one.at)
    return replace(place, x=other.at[0] - x, y=other.at[1] - y)


def _refined(rough: Place, pairs: Sequence[tuple[Letters, Letters]]) -> Place:
    """Return the place of least squares for lines of letters and where they are found."""
    turned = [Place(turn=rough.turn).point(one.at) for one, _ in pairs]
    found = [other.at for _, other in pairs]
    count = len(pairs)
    (x, y), (x2, y2) = ((sum(p[0] for p in all_) / count, sum(p[1] for p in all_) / count) for all_ in (turned, found))
    spread = sum((px - x) ** 2 + (py - y) ** 2 for px, py in turned)
    along = sum((px - x) * (qx - x2) + (py - y) * (qy - y2) for (px, py), (qx, qy) in zip(turned, found, strict=True))
    scale = along / spread if spread > 1 and along > 0 else rough.scale
    place = Place(x2 - scale * x, y2 - scale * y, scale, rough.turn)
    plain = abs(scale - 1) < PLAIN_SCALE and max(abs(place.x), abs(place.y)) < PLAIN_SHIFT and not rough.turn
    return Place() if plain else place


@dataclass(frozen=True, slots=True)
class PutBack:
    """Marks on a page as they would lie on the sheet alone."""

    place: Place

    def point(self, point: Point) -> Point:
        """Return where a point of the page lies on the sheet."""
        place = self.place
        x, y = (point[0] - place.x) / place.scale, (point[1] - place.y) / place.scale
        return Place(turn=-place.turn).point((x, y))

    def bounds(self, bounds: Bounds) -> Bounds:
        """Return where a rectangle of the page lies on the sheet."""
        return between(self.point(bounds[:2]), self.point(bounds[2:]))

    def shape(self, shape: Shape) -> Shape:
        """Return an outline as it lies on the sheet."""
        scale = self.place.scale
        return replace(
            shape,
            points=tuple(map(self.point, shape.points)),
            corners=tuple(map(self.point, shape.corners)),
            width=shape.width / scale,
            dash=tuple(length / scale for length in shape.dash),
        )

    def letters(self, text: Letters) -> Letters:
        """Return a line of letters as it lies on the sheet."""
        return replace(
            text,
            at=self.point(text.at),
            bounds=self.bounds(text.bounds),
            size=text.size / self.place.scale,
            turn=(text.turn - self.place.turn) % 360,
        )
