"""The tables of ``kit.json``, version 3 and, for games told as data, 4 (see docs/kit-json.md)."""

import hashlib
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from kitgen.kit.choices import Choices
from kitgen.kit.file_table import FileTable, defaults_of
from kitgen.kit.kit import BeadsLeft, Box, BoxId, Given, Kit, PlayedGame, Slot
from kitgen.kit.palette import Colour, Symbol
from kitgen.kit.rule import Rule
from kitgen.reading.schema import Key, Letter, Notation, TextLine, Title
from kitgen.theory.solve import Value

#: The images of a move under the symmetries of its box.
Twins = Annotated[tuple[Notation, ...], Meta(max_length=100)]
#: The name of a kit, and of the folder that it is printed to.
Name = Annotated[
    str,
    Meta(
        pattern=r"^[^\W_]([\w .+-]{0,98}[\w+-])?\Z",
        description="a folder's name: up to 100 letters, digits, blanks or -_+. with a letter "
        "or digit first",
    ),
]
#: SHA-256.
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="64 hexadecimal digits")]
#: A turn of the machine.
Turn = Annotated[int, Meta(ge=1, le=702)]
#: The result of a move; points, own minus other; moves of both sides to the end, 0 if the game is
#: over.
Verdict = Literal["wins", "draws", "loses"]
Points = Annotated[int, Meta(ge=-9999, le=9999)]
Plies = Annotated[int, Meta(ge=0, le=100_000)]
#: The number of a cell.
Cell = Annotated[int, Meta(ge=0, le=999)]
#: The most boxes of a kit.
MAX_BOXES = 100_000


class SlotFile(FileTable, frozen=True):
    """One slot of a box."""

    live: ClassVar = Slot

    move: Notation
    equivalent: Twins
    colour: Key
    letter: Letter
    symbol: Symbol
    beads: BeadsLeft
    verdict: Verdict
    value: Points
    plies: Plies | None


class BoxFile(FileTable, frozen=True):
    """One box. Arrivals are pairs of cells, because the text of a move may depend on its
    position.
    """

    live: ClassVar = Box
    without: ClassVar = frozenset({"game"})

    id: BoxId
    turn: Turn
    later: bool
    position: Notation
    mirror_of: BoxId | None
    slots: Annotated[tuple[SlotFile, ...], Meta(min_length=1, max_length=100)]
    arrivals: Annotated[tuple[tuple[Cell | None, Cell], ...], Meta(max_length=1000)]


class AlwaysFile(FileTable, frozen=True):
    """One position in which an express machine always plays the same move."""

    live: ClassVar = Box
    without: ClassVar = frozenset({"mirror_of", "arrivals", "game"})

    id: BoxId
    turn: Turn
    later: bool
    position: Notation
    move: Notation
    equivalent: Twins
    verdict: Literal["wins", "draws"]
    value: Points
    plies: Plies | None


class OutcomeFile(FileTable, frozen=True):
    """The value of the start of the game to the side that starts."""

    live: ClassVar = Value

    verdict: Verdict
    value: Points
    plies: Plies | None


class KitFile(FileTable, frozen=True):
    """The whole file, its keys in the order in which they are written."""

    live: ClassVar = Kit

    schema: TextLine
    hash: Digest
    name: Name
    title: Title
    game: TextLine
    choices: Choices
    rule: Rule
    outcome: OutcomeFile
    draws: bool
    palette: Annotated[tuple[Colour, ...], Meta(min_length=1, max_length=100)]
    boxes: Annotated[tuple[BoxFile, ...], Meta(min_length=1, max_length=MAX_BOXES)]
    always: Annotated[tuple[AlwaysFile, ...], Meta(max_length=MAX_BOXES)]
    command: TextLine
    given: Given | None = None
    played: Annotated[tuple[PlayedGame, ...], Meta(max_length=100_000)] = ()


class ToldKitFile(KitFile, frozen=True):
    """A kit of a game that is told as data: its file holds the whole game."""

    game: Annotated[
        str,
        Meta(pattern=r"^told:\{.*\}\Z", max_length=20_010, description="told: and a game as JSON"),
    ]


#: The versions, with the tables of their files.
KIT_SCHEMA = "kitgen/kit@3"
TOLD_SCHEMA = "kitgen/kit@4"
VERSIONS: dict[str, type[KitFile]] = {KIT_SCHEMA: KitFile, TOLD_SCHEMA: ToldKitFile}


def digest(data: dict[str, object]) -> str:
    """Return the SHA-256 of plain data as JSON in UTF-8 without blanks, with sorted keys.

    >>> digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1})
    True
    """
    return hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest()


def hash_of(file: KitFile) -> str:
    """Return the hash of all that a file holds but the hash itself, and choices with their
    defaults.
    """
    covered = _set_otherwise(file)
    del covered["hash"]
    chosen = _set_otherwise(file.choices)
    covered["choices"] = {
        field.encode_name: chosen[field.name]
        for field in msgspec.structs.fields(Choices)
        if field.name in chosen
    }
    return digest(covered)


def _set_otherwise(table: FileTable) -> dict[str, object]:
    """Return the fields of a table that have another value than their default, or none."""
    usual = defaults_of(type(table))
    fields = {}
    for key in table.__struct_fields__:
        value = getattr(table, key)
        if key not in usual or value != usual[key]:
            fields[key] = value
    return fields


@cache
def _usual_choices() -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(Choices(side="")))
    return {key: value for key, value in plain.items() if key != "side"}


def kit_written_by(data: bytes) -> str:
    """Return who has written a key that this kitgen does not know into a kit: its hash covers every
    key.

    >>> kit_written_by(b'{"hash": "", "choices": {}}')
    'the file has been changed since kitgen made it'
    """
    try:
        plain: dict[str, Any] = msgspec.json.decode(data, type=dict)
        usual = _usual_choices()
        covered = {key: value for key, value in plain.items() if key != "hash"}
        chosen = plain["choices"].items()
        covered["choices"] = {
            key: value for key, value in chosen if key not in usual or value != usual[key]
        }
        whole = digest(covered) == plain["hash"]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, KeyError, AttributeError):
        whole = False
    return (
        "a newer kitgen has written it; use that"
        if whole
        else "the file has been changed since kitgen made it"
    )
