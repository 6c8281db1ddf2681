"""What lies on a sheet to be marked. Lengths in mm, origin top left, y down."""

from dataclasses import dataclass
from typing import Final, Literal

from kitgen.record.forms.code import FormCode

#: What a bubble says something of.
Field = Literal["box", "reply", "bead", "move", "starts", "result", "count", "on", "void"]
#: The values of the bubbles for who starts, and for the result.
STARTS: Final = ("machine", "opponent")
RESULTS: Final = {"win": 1, "draw": 0, "loss": -1}
RESULT_NAMES: Final = {result: name for name, result in RESULTS.items()}


@dataclass(frozen=True, slots=True)
class TimingSquare:
    """A black square, for a camera to hold on to.

    Attributes:
        x, y: its middle.
        side: its length and height.
    """

    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True)
class Corner:
    """A marker in a corner.

    Attributes:
        number: of its pattern: 0 top left, 1 top right, 2 bottom right, 3 bottom left.
        x, y: its middle.
        side: its length and height.
    """

    number: int
    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True)
class Bubble:
    """A ring to be filled in.

    Attributes:
        row: the row that it belongs to, from 0; -1 for the example, which is printed filled in.
        field: what it says something of. Of a game, turn by turn: the ``box`` that was opened, or the ``reply``, what
            the opponent did on the table before the machine's turn; and the ``bead`` that was picked, or in its place
            the machine's own ``move`` on the table, where beads stand for several. Of a whole game: who
            ``starts``, the ``result``. Of a box: the ``count`` of beads. Of a row: that it goes ``on`` with the game of
            the row above, or that it is ``void``.
        turn: the machine's turn, from 1, forced ones included; of a count the number of the slot in its box, from 1; 0
            for what belongs to the whole row.
        value: of a box its id, of a bead the key of its colour, of a reply and of a move one of ``Moves.marks``, of a
            count a number (those that are marked are added up); one of ``STARTS`` or ``RESULTS``; nothing where the
            mark alone says all.
        x, y: its middle.
    """

    row: int
    field: Field
    turn: int
    value: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FormRow:
    """A row of bubbles.

    Attributes:
        name: the number of its game, or the id of its box; nothing for the example of a game.
        x, y, width, height: its strip of the sheet, from its top left corner.
    """

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Label:
    """A group of bubbles that answer one question, for words beside it.

    Attributes:
        row, field, turn: as in ``Bubble``.
        x: where they begin.
        y: their height on the sheet.
        width: the room that they take.
    """

    row: int
    field: Field
    turn: int
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Form:
    """A sheet to be marked.

    Attributes:
        code: what stands in the code on it.
        width, height: of the paper.
        corners: the four markers, clockwise from the top left.
        squares: along all four edges.
        code_at: the left and top edge of the code, and its side, its white zone included.
        diameter: of a bubble.
        empty, full: the middles of bubbles that are printed empty and full, to compare with.
        rows: the rows that are filled in by hand.
        bubbles: all of these rows, row by row.
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
