"""Finds where and how large a sheet lies on a page, from the letters that both have, and puts its marks back."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kitgen.paper.marks.scene import Place
from kitgen.sandbox.page_marks import Bounds, Letters, PageMarks, Point, Shape, between, holds

#: So large a share of a sheet's letters, and so many lines, have to lie where a place puts them.
SHARE, LEAST = 0.3, 2
#: Letters that stand on a sheet more often than this do not show where it lies.
OFTEN = 6
#: A sheet is in its own size and place if it deviates no more than this, in scale and in mm.
PLAIN_SCALE, PLAIN_SHIFT = 0.0005, 0.05
#: How far letters may lie from where a place puts them, in mm.
NEAR = 1.0


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Where a sheet of ``size`` mm lies on a page, and whether something on it is drawn beyond its own edge."""

    place: Place
    size: Point
    beyond: bool

    @property
    def area(self) -> Bounds:
        """The rectangle that the sheet takes up on the page."""
        return between(self.place.point((0, 0)), self.place.point(self.size))


def find_place(sheet: PageMarks, page: PageMarks) -> FoundPlace | None:
    """Return where a sheet lies on a page; None where it is not on the page."""
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
    guesses = [guess for text, other in pairs if (guess := _guess(text, other)) is not None]
    if not guesses:
        return None

    def vote(guess: Place) -> tuple[float, ...]:
        return round(guess.scale, 2), guess.turn, round(guess.x / 2), round(guess.y / 2)

    winner = Counter(map(vote, guesses)).most_common(1)[0][0]
    rough = next(guess for guess in guesses if vote(guess) == winner)
    agreed = [(text, other) for text, other in pairs if math.dist(rough.point(text.at), other.at) <= NEAR]
    if len(agreed) < max(LEAST, SHARE * sum(count <= OFTEN for count in own.values())):
        return None
    paper = (0.0, 0.0, sheet.width, sheet.height)
    beyond = any(not holds(paper, corner) for mark in sheet.shapes for corner in (mark.bounds[:2], mark.bounds[2:]))
    return FoundPlace(_refined(rough, agreed), (sheet.width, sheet.height), beyond)


def _guess(text: Letters, other: Letters) -> Place | None:
    turn = (other.turn - text.turn) % 360
    quarter = 90 * round(turn / 90)
    if abs(turn - quarter) > 1 or not text.size or not other.size:
        return None
    place = Place(0, 0, other.size / text.size, quarter % 360)
    x, y = place.point(text.at)
    return replace(place, x=other.at[0] - x, y=other.at[1] - y)


def _refined(rough: Place, pairs: Sequence[tuple[Letters, Letters]]) -> Place:
    """Return the place of least squares for lines of letters and their counterparts on the page."""
    turned = [Place(turn=rough.turn).point(text.at) for text, _ in pairs]
    on_page = [other.at for _, other in pairs]
    count = len(pairs)
    (x, y), (x2, y2) = (
        (sum(p[0] for p in all_) / count, sum(p[1] for p in all_) / count) for all_ in (turned, on_page)
    )
    spread = sum((px - x) ** 2 + (py - y) ** 2 for px, py in turned)
    along = sum((px - x) * (qx - x2) + (py - y) * (qy - y2) for (px, py), (qx, qy) in zip(turned, on_page, strict=True))
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
