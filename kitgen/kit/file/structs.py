"""The schema of ``kit.json``, version 3 (docs/kit-json.md says what each key holds)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kitgen.fields import BeadsLeft, BoxId, Fill, Key, Letter, Name, Notation, TextLine, Title, Turn
from kitgen.kit.choices import Choices
from kitgen.kit.file.given import Given
from kitgen.kit.file.played import PlayedGames
from kitgen.kit.palette import LineStyle, Symbol
from kitgen.kit.rule import Rule

#: The most boxes: more than twice as many as the largest board has that anyone has printed.
MOST_BOXES = 100_000

#: As a box is called, a position in which the machine always plays alike; earlier kits have a star in it.
AlwaysId = Annotated[
    str,
    Meta(pattern=r"^[A-Z]{0,2}\*?[1-9][0-9]{0,5}\Z", description="at most two capitals and a number, such as B3"),
]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="64 hexadecimal digits")]
Verdict = Literal["wins", "draws", "loses"]
#: Points, own minus other.
Points = Annotated[int, Meta(ge=-9999, le=9999)]
#: Moves of both sides to the end; 0 where the game is over.
Plies = Annotated[int, Meta(ge=0, le=100_000)]
Cell = Annotated[int, Meta(ge=0, le=999)]
#: Moves that a box's own symmetries make of one.
Twins = Annotated[tuple[Notation, ...], Meta(max_length=100)]


class SlotFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One slot as it stands in ``kit.json``."""

    move: Notation
    equivalent: Twins
    colour: Key
    letter: Letter
    symbol: Symbol
    beads: BeadsLeft
    verdict: Verdict
    value: Points
    plies: Plies | None


class BoxFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One box as it stands in ``kit.json``.

    Arrivals are pairs of cells, for the text of a move may depend on the position that it is made in.
    """

    id: BoxId
    turn: Turn
    later: bool
    position: Notation
    mirror_of: BoxId | None
    slots: Annotated[tuple[SlotFile, ...], Meta(min_length=1, max_length=100)]
    arrivals: Annotated[tuple[tuple[Cell | None, Cell], ...], Meta(max_length=1000)]


class AlwaysFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position in which an express machine always plays the same, as it stands in ``kit.json``."""

    id: AlwaysId
    turn: Turn
    later: bool
    position: Notation
    move: Notation
    equivalent: Twins
    verdict: Literal["wins", "draws"]
    value: Points
    plies: Plies | None


class ColourFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One colour as it stands in ``kit.json``; see ``Colour``."""

    key: Key
    name: TextLine
    letter: Letter
    symbol: Symbol
    fill: Fill
    line: LineStyle


class OutcomeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the start of the game is worth to the side that begins it, as it stands in ``kit.json``."""

    verdict: Verdict
    value: Points
    plies: Plies | None


class KitHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all versions have."""

    schema: TextLine
    hash: Digest
    name: Name
    title: Title
    game: TextLine
    choices: Choices
    rule: Rule
    palette: Annotated[tuple[ColourFile, ...], Meta(min_length=1, max_length=100)]
    always: Annotated[tuple[AlwaysFile, ...], Meta(max_length=MOST_BOXES)]
    command: TextLine


class KitFile(KitHead, frozen=True, forbid_unknown_fields=True):
    """The schema of ``kit.json``."""

    boxes: Annotated[tuple[BoxFile, ...], Meta(min_length=1, max_length=MOST_BOXES)]
    outcome: OutcomeFile
    draws: bool
    given: Given | None = None
    played: PlayedGames = ()
