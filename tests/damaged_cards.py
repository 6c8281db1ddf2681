"""Damage drawn on purpose: each function returns the same document with one mark of one box's card
changed.

The writer's marks are changed, not the kit, so that what is printed no longer says what the kit
says. Arrows and badges are counted in the order in which they are drawn: the order of the box's
slots.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec

from kitgen.paper.document import Document
from kitgen.paper.marks.scene import Disc, Line, Mark, Path, Place, Polygon, Scene, Text

DARK = "#1A1A1A"
Change = Callable[[Mark], Mark | None]


def _corners(mark: Mark) -> tuple:
    match mark:
        case Polygon():
            return mark.points
        case Disc():
            x, y = mark.centre
            r = mark.radius
            return (x - r, y - r), (x + r, y + r)
        case Path():
            return tuple(point for step in mark.steps for point in step[1:])
        case Line():
            return mark.start, mark.end
        case Text():
            return (mark.at,)


def middle(mark: Mark) -> tuple[float, float]:
    """Return the middle of a mark's bounds."""
    xs, ys = zip(*_corners(mark), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _holds(rectangle: Mark, point: tuple[float, float]) -> bool:
    xs, ys = zip(*_corners(rectangle), strict=True)
    return min(xs) <= point[0] <= max(xs) and min(ys) <= point[1] <= max(ys)


def _is_ground(mark: Mark) -> bool:
    return (
        isinstance(mark, Polygon)
        and len(mark.points) == 4
        and mark.fill is not None
        and mark.stroke is None
    )


def _is_id(mark: Mark, box_id: str) -> bool:
    return isinstance(mark, Text) and mark.text == box_id and mark.bold


class Card:
    """The card of one box in a document: the places of its marks in their sheet."""

    def __init__(self, document: Document, box_id: str) -> None:
        self.document = document
        self.id = box_id
        for self.sheet, sheet in enumerate(document.sheets):
            marks = sheet.scene.marks
            for number, mark in enumerate(marks):
                grounds = (
                    [m for m in marks[:number] if _is_ground(m) and _holds(m, mark.at)]
                    if _is_id(mark, box_id)
                    else []
                )
                if grounds:
                    self.number = number
                    self.ground = grounds[-1]
                    self.marks = marks
                    self.own = [
                        n
                        for n, m in enumerate(marks)
                        if m is not self.ground and _holds(self.ground, middle(m))
                    ]
                    return
        raise LookupError(f"no card of {box_id}")

    def find(self, test: Callable[[Mark], bool]) -> list[int]:
        """Return the places of the card's marks that pass a test."""
        return [number for number in self.own if test(self.marks[number])]

    @property
    def frame(self) -> Polygon:
        """The rectangle round the board."""
        found = self.find(
            lambda m: isinstance(m, Polygon) and len(m.points) == 4 and m.fill is None
        )
        return self.marks[found[0]]

    @property
    def arrows(self) -> list[int]:
        """The places of the coloured arrows."""
        return self.find(
            lambda m: isinstance(m, Polygon) and len(m.points) == 7 and m.stroke.colour == DARK
        )

    @property
    def twins(self) -> list[int]:
        """The places of the grey arrows."""
        return self.find(
            lambda m: isinstance(m, Polygon) and len(m.points) == 7 and m.stroke.colour != DARK
        )

    @property
    def letters(self) -> list[int]:
        """The places of the letters in the badges on the board."""
        return self.find(
            lambda m: (
                isinstance(m, Text) and m.bold and m.text.isalpha() and _holds(self.frame, m.at)
            )
        )

    @property
    def badges(self) -> list[int]:
        """The places of the badges' outlines on the board: each is drawn just before its letter."""
        return [number - 1 for number in self.letters]

    @property
    def legend(self) -> list[int]:
        """The places of the letters in the legend."""
        return self.find(
            lambda m: (
                isinstance(m, Text) and m.bold and len(m.text) == 1 and not _holds(self.frame, m.at)
            )
        )

    def cell(self, column: int, row: int, columns: int, rows: int) -> tuple[float, float]:
        """Return the middle of a cell, counted from 0 from the board's top left; cards may lie
        on their sides.
        """
        (x, y), (x1, y1), _, (x3, y3) = self.frame.points
        across = (column + 0.5) / columns
        down = (row + 0.5) / rows
        return x + across * (x1 - x) + down * (x3 - x), y + across * (y1 - y) + down * (y3 - y)

    @property
    def pieces(self) -> list[int]:
        """The places of the pieces on the board."""
        return self.find(lambda m: isinstance(m, Path) and _holds(self.frame, middle(m)))

    def piece_at(self, place: tuple[float, float]) -> int:
        """Return the place of the piece that stands nearest to a point."""
        return min(self.pieces, key=lambda number: math.dist(middle(self.marks[number]), place))

    def changed(self, number: int, *marks: Mark) -> Document:
        """Return the document with other marks in the place of one."""
        return self._with([*self.marks[:number], *marks, *self.marks[number + 1 :]])

    def without(self, numbers: Sequence[int]) -> Document:
        """Return the document without some marks."""
        return self._with([mark for number, mark in enumerate(self.marks) if number not in numbers])

    def _with(self, marks: list[Mark]) -> Document:
        sheets = list(self.document.sheets)
        sheet = sheets[self.sheet]
        sheets[self.sheet] = replace(
            sheet, scene=Scene(sheet.scene.width, sheet.scene.height, marks)
        )
        return replace(self.document, sheets=tuple(sheets))


def _moved(mark: Mark, start: tuple[float, float], end: tuple[float, float]) -> Mark:
    return mark.placed(Place(end[0] - start[0], end[1] - start[1]))


def turn_arrow(document: Document, box_id: str, arrow: int, degrees: float) -> Document:
    """Turn an arrow about the middle of its tail, clockwise."""
    card = Card(document, box_id)
    number = card.arrows[arrow]
    points = card.marks[number].points
    x, y = ((a + b) / 2 for a, b in zip(points[0], points[6], strict=True))
    turned = Place(x, y, turn=degrees)
    return card.changed(
        number,
        msgspec.structs.replace(
            card.marks[number], points=tuple(turned.point((a - x, b - y)) for a, b in points)
        ),
    )


def recolour_arrow(document: Document, box_id: str, arrow: int, fill: str) -> Document:
    """Give an arrow another colour, but not its badge."""
    card = Card(document, box_id)
    number = card.arrows[arrow]
    return card.changed(number, msgspec.structs.replace(card.marks[number], fill=fill))


def recolour_move(document: Document, box_id: str, slot: int, fill: str) -> Document:
    """Give an arrow and its badge another colour, but not the legend."""
    document = recolour_badge(document, box_id, slot, fill)
    return (
        recolour_arrow(document, box_id, slot, fill) if Card(document, box_id).arrows else document
    )


def remove_arrow(document: Document, box_id: str, arrow: int) -> Document:
    """Take an arrow away, but leave its badge."""
    card = Card(document, box_id)
    return card.without([card.arrows[arrow]])


def remove_move(document: Document, box_id: str, slot: int) -> Document:
    """Take an arrow and its badge away."""
    card = Card(document, box_id)
    arrows = card.arrows[slot : slot + 1]
    return card.without([*arrows, card.badges[slot], card.letters[slot]])


def remove_twin(document: Document, box_id: str, twin: int = 0) -> Document:
    """Take a grey arrow away."""
    card = Card(document, box_id)
    return card.without([card.twins[twin]])


def remove_badge(document: Document, box_id: str, slot: int) -> Document:
    """Take a badge away, outline and letter."""
    card = Card(document, box_id)
    return card.without([card.badges[slot], card.letters[slot]])


def recolour_badge(document: Document, box_id: str, slot: int, fill: str) -> Document:
    """Give a badge on the board another colour."""
    card = Card(document, box_id)
    number = card.badges[slot]
    return card.changed(number, msgspec.structs.replace(card.marks[number], fill=fill))


def change_letter(document: Document, box_id: str, slot: int, letter: str) -> Document:
    """Write another letter into a badge on the board."""
    card = Card(document, box_id)
    number = card.letters[slot]
    return card.changed(number, msgspec.structs.replace(card.marks[number], text=letter))


def change_beads(document: Document, box_id: str, slot: int, text: str) -> Document:
    """Write another number of beads into a line of the legend."""
    card = Card(document, box_id)
    letter = card.marks[card.legend[slot]]
    ahead = Place(turn=letter.turn).point((1, 0))

    def away(mark: Text) -> tuple[float, float]:
        x = mark.at[0] - letter.at[0]
        y = mark.at[1] - letter.at[1]
        return x * ahead[0] + y * ahead[1], abs(x * ahead[1] - y * ahead[0])

    numbers = card.find(
        lambda m: (
            isinstance(m, Text) and m.text.startswith("×") and away(m)[0] > 0 and away(m)[1] < 1
        )
    )
    number = min(numbers, key=lambda place: away(card.marks[place])[0])
    return card.changed(number, msgspec.structs.replace(card.marks[number], text=text))


def move_piece(
    document: Document,
    box_id: str,
    start: tuple[int, int],
    end: tuple[int, int],
    size: tuple[int, int] = (3, 3),
) -> Document:
    """Move a piece from one cell to another; cells as (column, row) from the top left, as drawn."""
    card = Card(document, box_id)
    first = card.cell(*start, *size)
    last = card.cell(*end, *size)
    number = card.piece_at(first)
    return card.changed(number, _moved(card.marks[number], first, last))


def remove_piece(
    document: Document, box_id: str, at: tuple[int, int], size: tuple[int, int] = (3, 3)
) -> Document:
    """Take a piece away."""
    card = Card(document, box_id)
    return card.without([card.piece_at(card.cell(*at, *size))])


def swap_piece(
    document: Document, box_id: str, at: tuple[int, int], size: tuple[int, int] = (3, 3)
) -> Document:
    """Fill a light pawn dark, or a dark one light."""
    card = Card(document, box_id)
    number = card.piece_at(card.cell(*at, *size))
    pawn = card.marks[number]
    return card.changed(
        number, msgspec.structs.replace(pawn, fill="#FFFFFF" if pawn.fill == DARK else DARK)
    )


def change_id(document: Document, box_id: str, new: str) -> Document:
    """Write another id on a card."""
    card = Card(document, box_id)
    return card.changed(card.number, msgspec.structs.replace(card.marks[card.number], text=new))


def cover_arrow(document: Document, box_id: str, arrow: int) -> Document:
    """Paint a white patch over an arrow's head."""
    card = Card(document, box_id)
    number = card.arrows[arrow]
    mark = card.marks[number]
    patch = Polygon(mark.points[1:6], "#FFFFFF")
    return card._with([*card.marks[: card.own[-1] + 1], patch, *card.marks[card.own[-1] + 1 :]])


def exchange_labels(document: Document, box_id: str, other_id: str) -> Document:
    """Put two labels of one sheet into each other's places."""
    card = Card(document, box_id)
    other = Card(document, other_id)
    start = middle(card.ground)
    end = middle(other.ground)
    if card.sheet != other.sheet:
        raise ValueError(f"{box_id} and {other_id} are on different sheets")
    there = dict.fromkeys(card.own, (start, end)) | dict.fromkeys(other.own, (end, start))
    marks = [
        mark if n not in there else _moved(mark, *there[n]) for n, mark in enumerate(card.marks)
    ]
    return card._with(marks)
