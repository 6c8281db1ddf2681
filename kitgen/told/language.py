"""The words of a game's file, and the refusal of every other.

The words are those that many small games share; docs/inventing-a-game.md explains each. What a file cannot say is
refused by name and never approximated.
"""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from kitgen.errors import TemplateError, quoted
from kitgen.schema import Key, Letter, TextLine, Title, Words, to_schema

#: A sign for a piece in the start picture.
Sign = Letter
#: A point, as the board calls it: ``a1`` on a grid, a number on a path, ring or wheel, or a name of one's own.
PointName = Annotated[str, Meta(pattern=r"^[a-z0-9]{1,3}\Z", description="the name of a point, such as a1 or 7")]
#: A direction, a group of directions, or ``links``.
Way = Annotated[str, Meta(pattern=r"^[a-z-]{2,16}\Z", description="a direction, such as forward, or links")]
#: Two points: ``a1-b2``, both ways, or ``a1>b2``, only from the first to the second.
Link = Annotated[
    str,
    Meta(
        pattern=r"^([a-z0-9]{1,3}[->][a-z0-9]{1,3}|orthogonal|any|all)\Z",
        description="two points, such as a1-b2 or a1>b2 (one way); or orthogonal, any, all",
    ),
]
#: Whose piece stands beside a point, as the mover sees it.
Neighbour = Literal["own", "other", "any"]
#: What the end of a game is for the side that brings it about.
Outcome = Literal["wins", "loses"]

#: The most points of a board, pieces of a side, and lines of a list.
MOST_POINTS, MOST_LINES = 64, 200


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """A table of the file."""


class Entrance(Strict, frozen=True, kw_only=True):
    """Points that a piece enters only from beside certain pieces."""

    points: Annotated[tuple[PointName, ...], Meta(min_length=1, max_length=MOST_POINTS)]
    beside: Neighbour


class Pieces(Strict, frozen=True, kw_only=True):
    """What pieces of one kind look like and do.

    Attributes:
        sign: their letter in the start picture.
        looks: a shape of ``paper/marks/pieces.py``; empty for the usual one.
        hand: how many there are to be put on the board before any moves; ``any`` if there are always more.
        on: the points where they may be put; empty for all.
        not_beside, only_beside: pieces beside which one may not, or must, be put.
        step: ways onto an empty neighbouring point.
        take: ways onto a point with a piece of the other side, which leaves the board.
        slide: ways onto an empty point, over any number of empty ones.
        links: their own links, in place of those of the board.
        enter: points with a condition for entering them.
        goal: the points to reach, ``far`` for the far row as they see it; empty for none.
    """

    sign: Sign | None = None
    looks: Annotated[str, Meta(pattern=r"^[a-z-]{0,20}\Z", description="the name of a shape")] = ""
    hand: Annotated[int, Meta(ge=0, le=MOST_POINTS)] | Literal["any"] = 0
    on: tuple[PointName, ...] = ()
    not_beside: Neighbour | None = None
    only_beside: Neighbour | None = None
    step: tuple[Way, ...] = ()
    take: tuple[Way, ...] = ()
    slide: tuple[Way, ...] = ()
    links: tuple[Link, ...] = ()
    enter: Entrance | None = None
    goal: tuple[PointName, ...] | Literal["far"] = ()


class OwnPieces(Pieces, frozen=True, kw_only=True):
    """One side, with its pieces.

    Attributes:
        name: what the side is called, by language; empty for its key.
        faces: where its front is, as the picture is drawn; up for the side that begins, down for the other.
    """

    name: Words = {}
    faces: Literal["up", "down", "left", "right"] | None = None


class Ends(Strict, frozen=True, kw_only=True):
    """How a game ends, seen from the side that has just moved; ``stuck`` from the side that cannot."""

    reach: Outcome = "wins"
    line: Outcome = "wins"
    taken: Outcome | None = None
    stuck: Literal["loses", "wins", "draws"] = "loses"
    endless: Annotated[str, Meta(max_length=40)] = "draws"


class DrawnBoard(Strict, frozen=True, kw_only=True):
    """A board of points anywhere.

    Attributes:
        points: the place of each point: to the right, and up.
        links: those that are joined by a line.
    """

    points: Annotated[
        dict[PointName, tuple[Annotated[float, Meta(ge=0, le=20)], Annotated[float, Meta(ge=0, le=20)]]],
        Meta(min_length=2, max_length=MOST_POINTS),
    ]
    links: Annotated[tuple[Link, ...], Meta(max_length=2000)] = ()


class Told(Strict, frozen=True, kw_only=True):
    """A game as its file tells it.

    Attributes:
        name: what it is called.
        names: the same in other languages.
        board: ``3x3`` (columns x rows), ``path 9``, ``ring 8``, ``wheel 8``, or points and links.
        start: the rows from the top, or one row of all points; ``.`` is empty, ``#`` no point; none for an empty board.
        first: the side that begins.
        links: of a grid, besides that which the steps say: lines on the board.
        lines: so many of a side's pieces in a straight row, or lists of points.
        falls: True when a piece that is put falls down its column.
        leaves: ``block`` when nobody may enter a point again that a piece has left.
        side: the two sides, by name.
        common: pieces that either side may move or put.
        end: how a game ends.
    """

    name: Title
    names: Words = {}
    board: Annotated[str, Meta(max_length=20)] | DrawnBoard
    start: Annotated[tuple[Annotated[str, Meta(max_length=MOST_POINTS)], ...], Meta(max_length=MOST_POINTS)] = ()
    first: Key | None = None
    links: Annotated[tuple[Link, ...], Meta(max_length=2000)] = ()
    lines: (
        Annotated[int, Meta(ge=2, le=20)]
        | Annotated[
            tuple[Annotated[tuple[PointName, ...], Meta(min_length=1, max_length=MOST_POINTS)], ...],
            Meta(max_length=MOST_LINES),
        ]
    ) = ()
    falls: bool = False
    leaves: Literal["nothing", "block"] = "nothing"
    side: Annotated[dict[Key, OwnPieces], Meta(min_length=2, max_length=2)]
    common: Pieces | None = None
    end: Ends = Ends()
    note: TextLine = ""


#: Words of other games, with what they mean; a file that has one is told so.
BEYOND = {
    "must-take": "that a piece has to be taken if it can",
    "double": "a first step over two points",
    "jump": "jumps over pieces",
    "promote": "pieces that become others",
    "kinds": "several kinds of pieces of one side",
    "cover": "pieces that cover two points, as dominoes do",
    "exit": "pieces that leave the board by themselves",
    "connect": "sides that have to be connected",
    "counter": "counting moves",
    "pass": "turns that may be left out",
    "dice": "dice",
    "sow": "sowing seeds",
    "turn": "more than one move in a turn",
}


def read_game(path: Path, data: bytes) -> Told:
    """Return the game of a file, or refuse it with file, line and key."""
    text = data.decode("utf-8-sig")
    table = tomllib.loads(text)
    _refuse_beyond(table, text, quoted(path))
    try:
        return to_schema(table, Told, quoted(path), TemplateError)
    except TemplateError as error:
        raise TemplateError(_with_line(str(error), text, quoted(path))) from None


def _refuse_beyond(table: dict[str, Any], text: str, where: str) -> None:
    for key, value in table.items():
        if key in BEYOND:
            line = line_of(text, key)
            raise TemplateError(f"{where}, line {line}: {key}: a game told as data has no {BEYOND[key]}")
        if isinstance(value, dict):
            _refuse_beyond(value, text, where)


def line_of(text: str, key: str) -> int:
    r"""Return the number of the first line that sets a key, or begins its table; 1 if none does.

    >>> line_of('name = "Hens"\n[side.fox]\nstep = ["any"]', "step")
    3
    """
    word = re.escape(key)
    pattern = re.compile(rf"^\s*(\"?{word}\"?\s*[=.]|\[[^\]]*\b{word}\b[^\]]*\])|[{{,]\s*{word}\s*=")
    return next((number for number, line in enumerate(text.splitlines(), 1) if pattern.search(line)), 1)


def _with_line(message: str, text: str, where: str) -> str:
    told = message.removeprefix(f"{where}: ")
    keys = re.findall(r"[\w-]+", told.partition(" is ")[0].partition(";")[0])
    line = next((line_of(text, key) for key in reversed(keys) if line_of(text, key) > 1), 1)
    return f"{where}, line {line}: {told}"
