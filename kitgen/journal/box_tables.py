"""Tables of boxes for games in which pieces are placed, as programs for MENACE keep them; see the
page of M. Scroggs (https://www.mscroggs.co.uk/menace).

A box is its position, with a sign for each square row by row (0 if empty, 1 and 2 for the sides),
and a number of beads for each square: in JSON ``{"000000000": [8, 8, 0, 0, 4, 0, 0, 0, 0], …}``,
otherwise a line for each box.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kitgen.errors import RecordError, located, quoted
from kitgen.journal.foreign_beads import ForeignPosition, given_beads
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import TABLE_OF_BOXES, Given, Kit
from kitgen.model import Move, Position
from kitgen.reading.templates import Templates

#: The editions in which the machine goes first and second.
EDITIONS = ("menace", "menace-second")
#: How many squares the board of these editions has.
EDITION_SQUARES = 9
#: Signs for an empty square, a piece of the side that begins, and a piece of the other side.
SIGNS = ("0.-_", "1Xx", "2Oo")
KEY = re.compile(r"[012.\-_XxOo]{4,64}")
_LINE = re.compile(
    r"[\s\"'{\[(]*([012.\-_XxOo]{4,64})[\s\"'\])]*[\s,;:=\t]+([-+0-9.,;\s\[\]\"'(){}]*)"
)
#: The most beads of a square, and the most boxes of a machine.
MAX_BEADS_OF_SQUARE = 999_999_999
MAX_BOXES = 100_000


class BoxLine(NamedTuple):
    """A box of a table.

    Attributes:
        place: its place in the file, for messages.
        signs: its position.
        numbers: its beads for each square, as they were written.
    """

    place: str
    signs: str
    numbers: Sequence[object]


class BoxTable:
    """A table of boxes from a file."""

    def __init__(self, lines: Sequence[BoxLine], where: str, text: str) -> None:
        self.lines = lines
        self.where = where
        self.text = text
        if len(lines) > MAX_BOXES:
            raise RecordError(f"{where} has more than {MAX_BOXES:,} boxes; no machine has so many")

    def kit(self, templates: Templates, rule: str | None = None) -> Kit:
        """Return the edition whose side is to move in the first position, with another rule if
        given.
        """
        first = self.lines[0]
        with located(self.where):
            side = _position(first.place, first.signs, EDITION_SQUARES).to_move
        return build_kit(EDITIONS[side], Wish(rule=rule), templates)

    def given(self, kit: Kit) -> Given:
        """Return its beads for the boxes of a kit.

        ``RecordError`` if pieces are not placed in the kit's game, or a position or number of beads
        is impossible.
        """
        diagram = kit.game.diagram
        two_sides_place = diagram.moves == "place" and len(diagram.pieces) == 2
        if not two_sides_place or len(kit.players) != 1:
            raise RecordError(
                f"{self.where} is for games in which two sides place pieces, and "
                f"{kit.name} is not one"
            )
        with located(self.where):
            return given_beads(kit, self._positions(kit), TABLE_OF_BOXES, SIGNS)

    def _positions(self, kit: Kit) -> Iterator[ForeignPosition]:
        for place, signs, numbers in self.lines:
            position = _position(place, signs, len(kit.game.start().cells))
            if position.to_move not in kit.players:
                other = kit.game.sides[position.to_move].name
                raise RecordError(
                    f"{place}: in {quoted(signs)} it is {other} to move, not the machine"
                )
            if len(numbers) != len(signs):
                raise RecordError(
                    f"{place}: {quoted(signs)} has {len(numbers)} numbers for {len(signs)} squares"
                )
            beads = _beads_by_move(place, numbers)
            legal = kit.game.legal_moves(position)
            for move, number in beads.items():
                if number and move not in legal:
                    free = ", ".join(str(move.target + 1) for move in legal) or "none"
                    square = f"square {move.target + 1} of {quoted(signs)} has {number} beads"
                    raise RecordError(
                        f"{place}: {square}, but nothing can be placed there; open squares: {free}"
                    )
            beads_of_legal = {move: beads[move] for move in legal}
            yield ForeignPosition(f"{place} {quoted(signs)}", position, beads_of_legal)


def _beads_by_move(place: str, numbers: Sequence[object]) -> dict[Move, int]:
    """Return the beads of placing a piece on each square."""
    beads: dict[Move, int] = {}
    for cell, number in enumerate(numbers):
        beads[Move(None, cell)] = _number_of_beads(place, number)
    return beads


def _number_of_beads(place: str, number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, int):
        raise RecordError(f"{place}: {quoted(str(number))} is not a number of beads")
    if not 0 <= number <= MAX_BEADS_OF_SQUARE:
        raise RecordError(f"{place}: {quoted(str(number))} is not a number of beads")
    return number


def _position(place: str, signs: str, cells: int) -> Position:
    """Return the position that signs stand for; the side to move follows from the pieces."""
    if len(signs) != cells:
        raise RecordError(f"{place}: {quoted(signs)} has {len(signs)} squares, not {cells}")
    contents = []
    for sign in signs:
        contents.append(next(number for number, alike in enumerate(SIGNS) if sign in alike))
    first = contents.count(1)
    second = contents.count(2)
    if first - second not in (0, 1):
        pieces = f"{first} of the side that begins, {second} of the other"
        raise RecordError(f"{place}: {quoted(signs)} is impossible: {pieces}")
    return Position(tuple(contents), first - second)


def from_data(data: Mapping[str, object], text: str, where: str) -> BoxTable:
    """Return the table in JSON; ``RecordError`` if a key is not a position, or a value not a
    list.
    """
    lines = []
    for key, value in data.items():
        before, _, _ = text.partition(f'"{key}"')
        line = before.count("\n") + 1
        place = f"line {line}"
        if KEY.fullmatch(key) is None:
            raise RecordError(
                f"{where}, {place}: {quoted(key)} is not a position: a 0, 1 or 2 for each square"
            )
        if not isinstance(value, list):
            raise RecordError(
                f"{where}, {place}: {quoted(key)} has no list of numbers, one for each square"
            )
        lines.append(BoxLine(place, key, value))
    return BoxTable(lines, where, text)


def from_lines(text: str, where: str) -> BoxTable | None:
    """Return the table in lines of text, such as ``000000000,8,8,0,0,4,0,0,0,0``; None if it is
    something else.

    There may be a heading; remarks begin with ``#``. ``RecordError`` if a line after the first is
    not a box.
    """
    written = []
    for number, line in enumerate(text.splitlines(), 1):
        content, _, _ = line.partition("#")
        if content.strip():
            written.append((number, content))
    start = _first_box(written)
    if start is None:
        return None
    boxes = []
    for number, content in written[start:]:
        box = _box_line(number, content)
        if box is None:
            raise RecordError(
                f"{where}, line {number}: {quoted(content.strip())} is not a box: a position, "
                "then its beads"
            )
        boxes.append(box)
    return BoxTable(boxes, where, text)


def _first_box(lines: Sequence[tuple[int, str]]) -> int | None:
    """Return the index of the first box: 0, or 1 below a heading; None if there is none."""
    for index, (number, content) in enumerate(lines[:2]):
        if _box_line(number, content) is not None:
            return index
    return None


def _box_line(number: int, text: str) -> BoxLine | None:
    """Return the box in a line of text; None if there is none."""
    match = _LINE.fullmatch(text.strip())
    if match is None:
        return None
    words = re.findall(r"[^\s,;:\[\]\"'(){}]+", match[2])
    if not words:
        return None
    beads = [int(word) if re.fullmatch("[0-9]{1,12}", word) else word for word in words]
    return BoxLine(f"line {number}", match[1], beads)
