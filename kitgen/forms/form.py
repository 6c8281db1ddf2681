"""The contents of a sheet to be marked, lengths in mm, origin top left, y down; and its code.

With the kit, the code is all that is needed to know where the bubbles are. It is a line of words, the same in every
language::

    KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A4 2 26-50 3

Its format with its version; the part; the kit's name, hash and rule, as in the code on a log (``log_codes.py``); the
paper; the number of the sheet; its first and last row, counted through all sheets; and the number of turns in a row,
with a + where a game may have more. Capitals stand for small letters, where no name has a capital letter.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import unquote

from kitgen.errors import RecordError, quoted
from kitgen.papers import FOOT, MARGIN, USUAL
from kitgen.record.log_codes import code_text, code_words, spelled

#: The papers for sheets to be marked.
PAPERS: Final = tuple(USUAL)
#: The format and its version.
FORMAT: Final = "kitgen-form"
VERSION: Final = 1
#: The parts with such sheets: games, and beads in the boxes.
LOG, COUNT = "log-marks", "count-marks"


@dataclass(frozen=True, slots=True)
class FormCode:
    """The code on a sheet.

    Attributes:
        part: ``log-marks`` or ``count-marks``.
        hash: the eight digits of the kit that are on every sheet.
        rule: the name of the learning rule, or of its file.
        sheet: the number of the sheet among those of its part, from 1.
        first, last: its rows, counted from 1 through all sheets; in a log, the numbers of the games.
        turns: the machine's turns in a row of a log; 0 where boxes are counted.
        longer: whether a game may have more turns and continue in another row.
    """

    part: str
    kit: str
    hash: str
    rule: str
    page: str
    sheet: int
    first: int
    last: int
    turns: int = 0
    longer: bool = False

    @property
    def text(self) -> str:
        """The code as it is printed.

        >>> FormCode("log-marks", "my kit", "c0ffee12", "gardner", "a4", 2, 26, 50, 3).text
        'KITGEN-FORM:1 LOG-MARKS MY%20KIT C0FFEE12 GARDNER A4 2 26-50 3'
        """
        names = [self.kit, self.hash, self.rule]
        words = [self.part, *map(spelled, names), self.page, str(self.sheet), f"{self.first}-{self.last}"]
        return code_text(FORMAT, VERSION, [*words, f"{self.turns}{'+' * self.longer}"], names)


def parse_form_code(text: str) -> FormCode:
    """Return the code in the text on a sheet.

    >>> parse_form_code("KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A4 2 26-50 3").first
    26
    """
    words = code_words(text, FORMAT, VERSION, called="the code of a sheet to be marked", short="a code")
    pattern = "([1-9][0-9]{0,5}) ([1-9][0-9]{0,6})-([1-9][0-9]{0,6}) ([0-9]{1,2})([+]?)"
    numbers = re.fullmatch(pattern, " ".join(words[5:]))
    if numbers is None or words[0] not in (LOG, COUNT) or words[4] not in PAPERS:
        raise RecordError(f"{quoted(text)} is not the code of a sheet to be marked: its words are wrong")
    part, name, kit_hash, rule, page = words[:5]
    if not re.fullmatch("[0-9a-f]{8}", kit_hash):
        raise RecordError(f"{quoted(text)} names no kit: {quoted(kit_hash)} is not a hash of eight digits")
    sheet, first, last, turns = map(int, numbers.groups()[:4])
    return FormCode(part, unquote(name), kit_hash, unquote(rule), page, sheet, first, last, turns, bool(numbers[5]))


#: The questions that bubbles answer.
BubbleField = Literal["box", "reply", "bead", "move", "starts", "result", "count", "on", "void"]
#: The values of the bubbles for who starts, and for the result.
STARTS: Final = ("machine", "opponent")
RESULT_VALUES: Final = {"win": 1, "draw": 0, "loss": -1}
RESULT_NAMES: Final = {result: name for name, result in RESULT_VALUES.items()}


@dataclass(frozen=True, slots=True)
class TimingSquare:
    """A black square by which a camera finds the rows; x, y is its middle."""

    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True)
class Corner:
    """A marker in a corner, with its middle; its pattern is 0 top left, 1 top right, 2 bottom right, 3 bottom left."""

    number: int
    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True)
class Bubble:
    """A ring to be filled in; x, y is its middle.

    Attributes:
        row: its row, from 0; -1 for the example, which is printed filled in.
        field: of a game, turn by turn: the opened ``box``, or the ``reply``, the opponent's move before the machine's
            turn; and the picked ``bead`` or, where beads stand for several moves, the machine's own ``move``. Of a
            whole game: who ``starts``, the ``result``. Of a box: the ``count`` of beads. Of a row: that it goes ``on``
            with the game of the row above, or is ``void``.
        turn: the machine's turn, from 1, including forced ones; of a count the slot in its box, from 1; 0 for the whole
            row.
        value: of a box its id, of a bead the key of its colour, of a reply and of a move one of ``Moves.marks``, of a
            count a number (marked ones are added up); one of ``STARTS`` or ``RESULTS``; empty where the mark is enough.
    """

    row: int
    field: BubbleField
    turn: int
    value: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FormRow:
    """A row of bubbles, with its strip of the sheet; ``name`` is its game or box, empty for the example of a game."""

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Label:
    """A group of bubbles that answer one question, for words beside it; ``x`` is where they begin."""

    row: int
    field: BubbleField
    turn: int
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Form:
    """A sheet to be marked.

    Attributes:
        corners: the four markers, clockwise from the top left.
        squares: along all four edges.
        code_at: the left and top edge of the code, and its side, including its white zone.
        diameter: of a bubble.
        empty, full: the middles of reference bubbles that are printed empty and full.
        rows: the rows to be filled in by hand.
        example_row, example: the row that is printed filled in, and its bubbles.
        labels: all groups of bubbles, those of the example first.
    """

    code: FormCode
    width: float
    height: float
    corners: tuple[Corner, Corner, Corner, Corner]
    squares: tuple[TimingSquare, ...]
    code_at: tuple[float, float, float]
    diameter: float
    empty: tuple[tuple[float, float], ...]
    full: tuple[tuple[float, float], ...]
    rows: tuple[FormRow, ...]
    bubbles: tuple[Bubble, ...]
    example_row: FormRow
    example: tuple[Bubble, ...]
    labels: tuple[Label, ...]


#: A marker, and the room that it takes in its corner; a timing square, and the distance of its middle from the edge.
MARKER, CORNER, SQUARE, STRIP = 9.0, 12.0, 2.6, 2.0
#: The start of the bubbles behind the name of their row, and their end, from the edges of the area.
INSET, RIGHT = 12.0, 4.6
#: The code; the room above the headings; the headings; the room of reference bubbles at the foot.
CODE, HEAD, HEADINGS, REFERENCES = 28.0, 36.0, 5.0, 12.0
#: The distance of timing squares along the top and the foot; the number of reference bubbles.
EVERY, REFERENCE_BUBBLES = 8.3, 12


@dataclass(frozen=True, slots=True)
class Area:
    """The part of a page that a form fills; ``page`` is the width and height of the paper."""

    page: tuple[float, float]
    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, page: str) -> "Area":
        """Return the area of a paper.

        >>> Area.of("a4").rows
        212.0
        """
        wide, high = USUAL[page]
        return cls((wide, high), MARGIN, MARGIN, wide - 2 * MARGIN, high - MARGIN - FOOT)

    @property
    def first(self) -> float:
        """The upper edge of the first row."""
        return self.y + HEAD + HEADINGS

    @property
    def rows(self) -> float:
        """The height for rows."""
        return self.height - HEAD - HEADINGS - REFERENCES

    @property
    def bubbles(self) -> float:
        """The width for the bubbles of a row."""
        return self.width - INSET - RIGHT

    @property
    def code_at(self) -> tuple[float, float, float]:
        """The left and top edge of the code, and its side."""
        return self.x + self.width - CORNER - CODE, self.y + STRIP + SQUARE, CODE

    @property
    def references(self) -> list[tuple[float, float]]:
        """The middles of the reference bubbles, from left to right, alternately empty and full."""
        y, room = self.y + self.height - CORNER / 2 - 1, self.width - 2 * CORNER - 12
        return [(self.x + CORNER + 6 + room * n / (REFERENCE_BUBBLES - 1), y) for n in range(REFERENCE_BUBBLES)]

    def corners(self) -> tuple[Corner, Corner, Corner, Corner]:
        """Return the markers."""
        x, x2 = self.x + CORNER / 2, self.x + self.width - CORNER / 2
        y, y2 = self.y + CORNER / 2, self.y + self.height - CORNER / 2
        return Corner(0, x, y, MARKER), Corner(1, x2, y, MARKER), Corner(2, x2, y2, MARKER), Corner(3, x, y2, MARKER)

    def squares(self, levels: Sequence[float]) -> Iterator[TimingSquare]:
        """Yield the timing squares: along the top and the foot, and on both sides of the head and of all lines."""
        room = self.width - 2 * CORNER
        count = round(room / EVERY)
        for y in (self.y + STRIP, self.y + self.height - STRIP):
            for index in range(count):
                yield TimingSquare(self.x + CORNER + room * (index + 0.5) / count, y, SQUARE)
        head = [self.y + CORNER + (HEAD - CORNER) * (index + 0.5) / 3 for index in range(3)]
        for y in [*head, *levels]:
            for x in (self.x + STRIP, self.x + self.width - STRIP):
                yield TimingSquare(x, y, SQUARE)
