"""The contents of a sheet to be marked, lengths in mm, origin top left, y down; and its code.

With the kit, the code tells where all bubbles are. It is a line of words, the same in every
language::

    KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A4 2 26-50 3

These are the format and version; the part; the kit's name, hash and rule, as in the code of a log
(``log_codes.py``); the paper; the number of the sheet; its first and last row, counted over all
sheets; and the turns in a row, with a + if a game may have more. The code is in capitals unless a
name contains one. Sheets for counting have version 2 since they have room for more beads than a box
begins with.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import unquote

from kitgen.errors import RecordError, quoted
from kitgen.papers import FOOT, MARGIN, PAGES
from kitgen.record.log_codes import code_text

#: The papers for sheets to be marked.
PAPERS: Final = tuple(PAGES)
FORMAT: Final = "kitgen-form"
#: The part with sheets for games.
LOG = "log-marks"
#: The part with sheets for counting beads.
COUNT = "count-marks"
#: The versions of the sheets of each part that are read, the one that is printed last.
FORM_VERSIONS: Final = {LOG: (1,), COUNT: (1, 2)}


@dataclass(frozen=True, slots=True)
class FormCode:
    """The code on a sheet.

    Attributes:
        part: ``LOG`` or ``COUNT``.
        hash: the first eight digits of the kit's hash.
        rule: the name of the learning rule, or of its file.
        sheet: the number of the sheet among those of its part, from 1.
        first, last: its rows, counted from 1 over all sheets; in a log, the numbers of the games.
        turns: the machine's turns in a row of a log; 0 on sheets for counting.
        longer: whether a game may have more turns and continue in another row.
        version: the version of the sheet, one of ``FORM_VERSIONS``.
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
    version: int = 1

    @property
    def text(self) -> str:
        """The code as it is printed.

        >>> FormCode("log-marks", "my kit", "c0ffee12", "gardner", "a4", 2, 26, 50, 3).text
        'KITGEN-FORM:1 LOG-MARKS MY%20KIT C0FFEE12 GARDNER A4 2 26-50 3'
        """
        turns = f"{self.turns}+" if self.longer else f"{self.turns}"
        words = [self.page, str(self.sheet), f"{self.first}-{self.last}", turns]
        head = f"{FORMAT}:{self.version} {self.part}"
        return code_text(head, [self.kit, self.hash, self.rule], words)


def parse_form_code(text: str) -> FormCode:
    """Return the code in the text on a sheet.

    >>> parse_form_code("KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A4 2 26-50 3").first
    26
    """
    code = text.strip()
    if code == code.upper():
        code = code.lower()
    head, *words = code.split(" ")
    name, colon, version = head.partition(":")
    if name != FORMAT or not colon:
        begins = f"it begins with {FORMAT}:1 or {FORMAT}:2"
        raise RecordError(f"{quoted(text)} is not the code of a sheet to be marked; {begins}")
    if version not in ("1", "2"):
        raise RecordError(
            f"{quoted(text)} is a code of version {quoted(version)}; this kitgen reads 1 and 2"
        )
    numbers = _NUMBERS.fullmatch(" ".join(words[5:]))
    if numbers is None:
        raise _wrong_words(text)
    part, kit, kit_hash, rule, page = words[:5]
    if int(version) not in FORM_VERSIONS.get(part, ()) or page not in PAPERS:
        raise _wrong_words(text)
    if not re.fullmatch("[0-9a-f]{8}", kit_hash):
        raise RecordError(
            f"{quoted(text)} names no kit: {quoted(kit_hash)} is not a hash of eight digits"
        )
    return FormCode(
        part=part,
        kit=unquote(kit),
        hash=kit_hash,
        rule=unquote(rule),
        page=page,
        sheet=int(numbers["sheet"]),
        first=int(numbers["first"]),
        last=int(numbers["last"]),
        turns=int(numbers["turns"]),
        longer=bool(numbers["longer"]),
        version=int(version),
    )


#: The last words of a code.
_NUMBERS = re.compile(
    r"(?P<sheet>[1-9][0-9]{0,5}) (?P<first>[1-9][0-9]{0,6})-(?P<last>[1-9][0-9]{0,6}) "
    r"(?P<turns>[0-9]{1,2})(?P<longer>[+]?)"
)


def _wrong_words(text: str) -> RecordError:
    return RecordError(
        f"{quoted(text)} is not the code of a sheet to be marked: its words are wrong"
    )


BubbleField = Literal["box", "reply", "bead", "move", "starts", "result", "count", "on", "void"]
#: The values of the bubbles for who starts, and for the result.
STARTS: Final = ("machine", "opponent")
RESULT_NAMES: Final = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True, slots=True)
class FormSquare:
    """A marker in a corner, or a black square that helps a camera to find the rows; x, y is its
    middle.
    """

    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True)
class Bubble:
    """A ring to be filled in; x, y is its middle.

    Attributes:
        row: its row, from 0; -1 for the printed example.
        field: the question it answers. For each turn: the opened ``box``, or the opponent's
            ``reply`` before it; the picked ``bead``, or the machine's ``move`` if beads stand for
            several. For a game: who ``starts``, and the ``result``. For a slot: the ``count`` of
                beads. For a row: whether it continues the game of the row above
            (``on``), or is ``void``.
        turn: the machine's turn, from 1, including forced ones; for a count, the slot, from 1; 0
            for the whole row.
        value: the id of a box, the key of a colour, one of ``Moves.marks`` for a reply or move, one
            of ``STARTS`` or ``RESULT_NAMES``, or a number of beads, to be added up; otherwise
            empty.
    """

    row: int
    field: BubbleField
    turn: int
    value: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FormRow:
    """A row of bubbles, with its strip of the sheet; ``name`` is its game or box, empty for the
    example of a game.
    """

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Label:
    """A place for words beside a group of bubbles that answer one question; ``x`` is where these
    begin.
    """

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
        corners: the markers 0 to 3, clockwise from the top left.
        squares: along all four edges.
        code_at: the left and top edge of the code, and its side, including its white zone.
        diameter: of a bubble.
        empty, full: the middles of reference bubbles that are printed empty and full.
        example_row, example: the printed example and its bubbles.
        labels: one for each group of bubbles, those of the example first.
    """

    code: FormCode
    width: float
    height: float
    corners: tuple[FormSquare, ...]
    squares: tuple[FormSquare, ...]
    code_at: tuple[float, float, float]
    diameter: float
    empty: tuple[tuple[float, float], ...]
    full: tuple[tuple[float, float], ...]
    rows: tuple[FormRow, ...]
    bubbles: tuple[Bubble, ...]
    example_row: FormRow
    example: tuple[Bubble, ...]
    labels: tuple[Label, ...]


#: The side of a marker.
MARKER = 9.0
#: The side of the corner that it has for itself.
CORNER = 12.0
#: The side of a timing square.
SQUARE = 2.6
#: The distance of its middle from the edge.
STRIP = 2.0
#: The distance of timing squares along the top and the foot.
EVERY = 8.3
#: The distances of the bubbles from the left and right edge of the area.
INSET = 12.0
RIGHT = 4.6
#: The side of the code.
CODE = 28.0
#: The height above the headings, and of these.
HEAD = 36.0
HEADINGS = 5.0
#: The height for reference bubbles at the foot, and their number.
REFERENCES = 12.0
REFERENCE_BUBBLES = 12
#: The distance of the first and the last of them from the corners.
REFERENCES_INSET = 6.0


class Area:
    """The part of a page that a form fills.

    Attributes:
        page: the width and height of the paper.
        left, right: the edges of rows, between the timing squares.
        first: the upper edge of the first row.
        rows: the height for rows.
        inset, bubbles: the distance of the bubbles of a row from its left edge, and the width for
            them.
        code_at: the left and top edge of the code, and its side.

    >>> Area("a4").rows
    212.0
    """

    def __init__(self, page: str) -> None:
        paper = PAGES[page]
        self.page = paper.width, paper.height
        self.x = MARGIN
        self.y = MARGIN
        self.width = paper.width - 2 * MARGIN
        self.height = paper.height - MARGIN - FOOT
        inset = STRIP + SQUARE / 2 + 0.5
        self.left = self.x + inset
        self.right = self.x + self.width - inset
        self.first = self.y + HEAD + HEADINGS
        self.rows = self.height - HEAD - HEADINGS - REFERENCES
        self.inset = INSET
        self.bubbles = self.width - INSET - RIGHT
        self.code_at = self.x + self.width - CORNER - CODE, self.y + STRIP + SQUARE, CODE

    @property
    def references(self) -> list[tuple[float, float]]:
        """The middles of the reference bubbles, from left to right, alternately empty and full."""
        y = self.y + self.height - CORNER / 2 - 1
        first = self.x + CORNER + REFERENCES_INSET
        room = self.width - 2 * CORNER - 2 * REFERENCES_INSET
        return [
            (first + room * number / (REFERENCE_BUBBLES - 1), y)
            for number in range(REFERENCE_BUBBLES)
        ]

    def corners(self) -> tuple[FormSquare, ...]:
        """Return the markers."""
        left = self.x + CORNER / 2
        right = self.x + self.width - CORNER / 2
        top = self.y + CORNER / 2
        foot = self.y + self.height - CORNER / 2
        middles = (left, top), (right, top), (right, foot), (left, foot)
        return tuple(FormSquare(*middle, MARKER) for middle in middles)

    def squares(self, levels: Sequence[float]) -> Iterator[FormSquare]:
        """Yield the squares along the top and the foot, and on both sides of the head and of all
        lines.
        """
        room = self.width - 2 * CORNER
        count = round(room / EVERY)
        for y in (self.y + STRIP, self.y + self.height - STRIP):
            for index in range(count):
                yield FormSquare(self.x + CORNER + room * (index + 0.5) / count, y, SQUARE)
        head = [self.y + CORNER + (HEAD - CORNER) * (index + 0.5) / 3 for index in range(3)]
        for y in [*head, *levels]:
            for x in (self.x + STRIP, self.x + self.width - STRIP):
                yield FormSquare(x, y, SQUARE)
