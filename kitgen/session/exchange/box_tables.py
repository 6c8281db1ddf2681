"""Tables of boxes of games in which pieces are placed, as programs for MENACE keep them.

A box is its position, a sign for each square row by row (0 for an empty one, 1 and 2 for the sides), and a number of
beads for each square: in JSON ``{"000000000": [8, 8, 0, 0, 4, 0, 0, 0, 0], …}``, otherwise a line for each box. So they
stand on the page of M. Scroggs (https://www.mscroggs.co.uk/menace).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kitgen.errors import RecordError, quoted
from kitgen.kit.build import make_kit
from kitgen.kit.choices import Wish
from kitgen.kit.file.given import Given
from kitgen.kit.kit import Kit
from kitgen.model import Move, Position
from kitgen.session.exchange.states import ForeignPosition, given_beads
from kitgen.templates import Templates

#: Editions whose machine begins and goes second, for a table that does not say whose it is.
EDITIONS = ("menace", "menace-second")
SOURCE = "a table of boxes"
#: What may stand for an empty square, for a piece of the side that begins, and for one of the other.
SIGNS = ("0.-_", "1Xx", "2Oo")
KEY = re.compile(r"[012.\-_XxOo]{4,64}")
_LINE = re.compile(r"[\s\"'{\[(]*([012.\-_XxOo]{4,64})[\s\"'\])]*[\s,;:=\t]+([-+0-9.,;\s\[\]\"'(){}]*)")
#: More beads are no number of a box, and more boxes none of a machine.
MOST_BEADS, MOST_BOXES = 999_999_999, 100_000


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A box as it is written.

    Attributes:
        place: where, as a refusal names it.
        signs: its position.
        beads: what it has for each square.
    """

    place: str
    signs: str
    beads: Sequence[object]


class BoxTable:
    """A table that was read.

    Args:
        lines: its boxes.
        where: the file's name.
    """

    def __init__(self, lines: Sequence[BoxLine], where: str) -> None:
        self.lines = lines
        self.where = where
        if len(lines) > MOST_BOXES:
            raise RecordError(f"{where} has more than {MOST_BOXES:,} boxes; no machine has as many")

    def kit(self, templates: Templates, rule: str | None = None) -> Kit:
        """Return the edition whose side is to move in the first position, with another rule where one is named."""
        try:
            side = self._position(self.lines[0], 9).to_move
        except RecordError as error:
            raise RecordError(f"{self.where}: {error}") from None
        return make_kit(EDITIONS[side], Wish(rule=rule), templates)

    def given(self, kit: Kit) -> Given:
        """Return its beads, as they lie in the boxes of a kit.

        Raises:
            RecordError: nothing is placed in the kit's game, or a position or a number of beads cannot be.
        """
        if kit.game.diagram.moves != "place" or len(kit.game.diagram.pieces) != 2 or len(kit.players) != 1:
            raise RecordError(f"{self.where} is a table for games in which two sides place pieces; {kit.name} is none")
        try:
            return given_beads(kit, self._entries(kit), SOURCE, spelled)
        except RecordError as error:
            raise RecordError(f"{self.where}: {error}") from None

    def _position(self, line: BoxLine, cells: int) -> Position:
        """Return the position of a line; who is to move follows from how many pieces there are."""
        if len(line.signs) != cells:
            raise RecordError(f"{line.place}: {quoted(line.signs)} has {len(line.signs)} squares, and not {cells}")
        contents = tuple(next(n for n, signs in enumerate(SIGNS) if sign in signs) for sign in line.signs)
        first, second = contents.count(1), contents.count(2)
        if first - second not in (0, 1):
            raise RecordError(
                f"{line.place}: {quoted(line.signs)} cannot be: {first} of the side that begins, {second} of the other"
            )
        return Position(contents, first - second)

    def _entries(self, kit: Kit) -> Iterator[ForeignPosition]:
        """Yield all positions with the beads for their moves."""
        for line in self.lines:
            position = self._position(line, len(kit.game.start().cells))
            if position.to_move not in kit.players:
                other = kit.game.sides[position.to_move].name
                raise RecordError(f"{line.place}: in {quoted(line.signs)} it is {other} to move, not the machine")
            beads = _beads(line)
            legal = kit.game.legal_moves(position)
            for cell, number in beads.items():
                if number and Move(None, cell) not in legal:
                    free = ", ".join(str(move.target + 1) for move in legal) or "none"
                    raise RecordError(
                        f"{line.place}: square {cell + 1} of {quoted(line.signs)} has {number} beads, "
                        f"and nothing can be placed there; open squares: {free}"
                    )
            yield ForeignPosition(
                f"{line.place} {quoted(line.signs)}", position, {move: beads[move.target] for move in legal}
            )  # fmt: skip


def _beads(line: BoxLine) -> dict[int, int]:
    """Return how many beads a line has for each square.

    Raises:
        RecordError: there are too few or too many, or one is no number.
    """
    if len(line.beads) != len(line.signs):
        raise RecordError(
            f"{line.place}: {quoted(line.signs)} has {len(line.beads)} numbers for {len(line.signs)} squares"
        )
    found = {}
    for cell, number in enumerate(line.beads):
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MOST_BEADS:
            raise RecordError(f"{line.place}: {quoted(str(number))} is no number of beads")
        found[cell] = number
    return found


def from_data(data: Mapping[str, object], text: str, where: str) -> BoxTable:
    """Return the table in JSON: from positions to lists of numbers.

    Raises:
        RecordError: something else stands there.
    """
    lines = []
    for key, value in data.items():
        before = text.partition(f'"{key}"')[0]
        place = f"line {before.count(chr(10)) + 1}"
        if KEY.fullmatch(key) is None:
            raise RecordError(f"{where}: {place}: {quoted(key)} is no position: a 0, 1 or 2 for each square")
        if not isinstance(value, list):
            raise RecordError(f"{where}: {place}: {quoted(key)} has no list of numbers, one for each square")
        lines.append(BoxLine(place, key, value))
    return BoxTable(lines, where)


def from_lines(text: str, where: str) -> BoxTable | None:
    """Return the table in lines of text, such as ``000000000,8,8,0,0,4,0,0,0,0``; None where its first is none.

    A heading may stand above them; remarks begin with ``#``.

    Raises:
        RecordError: a line after the first is no box.
    """
    rows = [(number, line.partition("#")[0]) for number, line in enumerate(text.splitlines(), 1)]
    rows = [(number, line) for number, line in rows if line.strip()]
    if rows and _line(*rows[0]) is None:
        rows = rows[1:]  # which may be a heading
    if not rows or _line(*rows[0]) is None:
        return None
    lines = []
    for number, line in rows:
        one = _line(number, line)
        if one is None:
            raise RecordError(f"{where}: line {number}: {quoted(line.strip())} is no box: a position, then its beads")
        lines.append(one)
    return BoxTable(lines, where)


def _line(number: int, text: str) -> BoxLine | None:
    """Return the box of a line; None where it is none."""
    match = _LINE.fullmatch(text.strip())
    if match is None:
        return None
    words = re.findall(r"[^\s,;:\[\]\"'(){}]+", match[2])
    beads = [int(word) if re.fullmatch("[0-9]{1,12}", word) else word for word in words]
    return BoxLine(f"line {number}", match[1], beads) if beads else None


def spelled(position: Position) -> str:
    """Return a position as such a table has it.

    >>> spelled(Position((0, 1, 2, 0), 0))
    '0120'
    """
    return "".join(SIGNS[content][0] for content in position.cells)
