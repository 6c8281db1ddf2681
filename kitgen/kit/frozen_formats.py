"""The released formats, frozen: kits 1 to 4, jobs 1 to 3, manifest 1 (docs/kit-json.md explains their keys).

Nothing here ever changes its meaning, because kits have been printed with it: ``tests/formats/frozen.json`` lists what
each struct may hold, down to the patterns of ``kitgen/schema.py``. A type that changes there for templates gets its old
form here. A later version is a struct of its own, and takes unchanged parts from earlier ones.
"""

import hashlib
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kitgen.schema import Beads, Fill, Key, Language, Letter, Millimetres, Notation, TextLine, Title, Words

#: A letter for the row of a box and a number, such as ``B10``, or a number alone.
BoxId = Annotated[
    str, Meta(pattern=r"^[A-Z]{0,2}[1-9][0-9]{0,5}\Z", description="at most two capitals and a number, such as B10")
]
#: The same for a position in which the machine always plays the same move; in earlier kits it has a star.
AlwaysId = Annotated[
    str, Meta(pattern=r"^[A-Z]{0,2}\*?[1-9][0-9]{0,5}\Z", description="at most two capitals and a number, such as B3")
]
#: The images of a move under the symmetries of its box.
Twins = Annotated[tuple[Notation, ...], Meta(max_length=100)]
#: The name of a kit, and of the folder that it is printed to.
Name = Annotated[
    str,
    Meta(
        pattern=r"^[^\W_]([\w .+-]{0,98}[\w+-])?\Z",
        description="a folder's name: up to 100 letters, digits, blanks or -_+. with a letter or digit first",
    ),
]
#: The outline of a badge, and how an arrow is drawn.
Symbol = Literal["circle", "square", "triangle", "diamond", "hexagon", "house", "shield", "octagon", "plus"]
LineStyle = Literal["solid", "dashed", "dotted", "double", "hollow"]
#: SHA-256.
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="64 hexadecimal digits")]
#: Beads that a game adds or takes away; that are in a slot after games; that a user owns.
Added = Annotated[int, Meta(ge=-9999, le=9999)]
BeadsLeft = Annotated[int, Meta(ge=0, le=999_999_999)]
BeadsOwned = Annotated[tuple[tuple[Key, Annotated[int, Meta(ge=0, le=1_000_000)]], ...], Meta(max_length=100)]
#: A turn of the machine.
Turn = Annotated[int, Meta(ge=1, le=702)]
#: The result of a move; points, own minus other; moves of both sides to the end, 0 if the game is over.
Verdict = Literal["wins", "draws", "loses"]
Points = Annotated[int, Meta(ge=-9999, le=9999)]
Plies = Annotated[int, Meta(ge=0, le=100_000)]
#: The number of a cell.
Cell = Annotated[int, Meta(ge=0, le=999)]
#: The most boxes of a kit.
MOST_BOXES = 100_000


def digest(data: dict[str, object]) -> str:
    """Return the SHA-256 of plain data as JSON in UTF-8 without blanks, with sorted keys.

    >>> digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1})
    True
    """
    return hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest()


KIT_1 = "kitgen/kit@1"
#: The keys of ``kit.json`` that the hash does not cover.
UNCOVERED = ("name", "title", "command")
#: The keys that it covers, besides the schema.
HASHED = ("game", "choices", "rule", "palette", "boxes", "always")


class FirstChoicesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices that made the kit."""

    side: Key
    rule: TextLine = "gardner"
    palette: TextLine = "okabe-ito"
    forced: Literal["box", "skip"] = "box"
    colour_by: Literal["slot", "cell"] = "slot"
    mirrors: Annotated[tuple[Notation, ...], Meta(max_length=10_000)] = ()
    opponent: Literal["any", "sensible"] = "any"
    beads: BeadsOwned = ()
    express: bool = False
    merged: bool = True
    language: Language = "en"


class ChangeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one outcome of a game does to the beads that the machine played in it."""

    every: Added = 0
    from_end: Annotated[tuple[Added, ...], Meta(max_length=1000)] = ()
    last: Literal["remove", "only"] | None = None


class RuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The learning rule in full."""

    source: TextLine
    title: Words
    start: Annotated[tuple[Beads, ...], Meta(min_length=1, max_length=1000)] = (1,)
    empty: Literal["resign-blame", "resign", "draw", "refill", "keep-last"] = "resign-blame"
    floor: Beads = 0
    ceiling: Beads | None = None
    win: ChangeFile = ChangeFile()
    draw: ChangeFile = ChangeFile()
    loss: ChangeFile = ChangeFile()
    learns: Literal["beads", "positions"] = "beads"


class ColourFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One bead colour."""

    key: Key
    name: TextLine
    letter: Letter
    symbol: Symbol
    fill: Fill
    line: LineStyle


class SlotFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One slot of a box."""

    move: Notation
    equivalent: Twins
    colour: Key
    letter: Letter
    symbol: Symbol
    beads: BeadsLeft
    verdict: Verdict
    value: Points
    plies: Plies | None


class FirstBoxFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One box, without the moves that lead to it."""

    id: BoxId
    turn: Turn
    later: bool
    position: Notation
    mirror_of: BoxId | None
    slots: Annotated[tuple[SlotFile, ...], Meta(min_length=1, max_length=100)]


class AlwaysFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position in which an express machine always plays the same move."""

    id: AlwaysId
    turn: Turn
    later: bool
    position: Notation
    move: Notation
    equivalent: Twins
    verdict: Literal["wins", "draws"]
    value: Points
    plies: Plies | None


class FirstKitFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file, without outcome, draws and arrivals."""

    schema: TextLine
    hash: Digest
    name: Name
    title: Title
    game: TextLine
    choices: FirstChoicesFile
    rule: RuleFile
    palette: Annotated[tuple[ColourFile, ...], Meta(min_length=1, max_length=100)]
    boxes: Annotated[tuple[FirstBoxFile, ...], Meta(min_length=1, max_length=MOST_BOXES)]
    always: Annotated[tuple[AlwaysFile, ...], Meta(max_length=MOST_BOXES)]
    command: TextLine


def first_is_sound(file: FirstKitFile) -> bool:
    """Return whether a file is unchanged since it was made."""
    return digest({"schema": KIT_1} | {key: getattr(file, key) for key in HASHED}) == file.hash


KIT_2 = "kitgen/kit@2"
#: The keys that the checksum does not cover.
_UNCHECKED = frozenset({"checksum", *UNCOVERED})


class BoxFile(FirstBoxFile, frozen=True, forbid_unknown_fields=True):
    """One box. Arrivals are pairs of cells, because the text of a move may depend on its position."""

    arrivals: Annotated[tuple[tuple[Cell | None, Cell], ...], Meta(max_length=1000)]


class OutcomeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The value of the start of the game to the side that starts."""

    verdict: Verdict
    value: Points
    plies: Plies | None


class SecondKitFile(FirstKitFile, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    boxes: Annotated[tuple[BoxFile, ...], Meta(min_length=1, max_length=MOST_BOXES)]
    outcome: OutcomeFile
    draws: bool
    checksum: Digest


def second_is_sound(file: SecondKitFile) -> bool:
    """Return whether a file is unchanged since it was made."""
    hashed = {"schema": KIT_1} | {key: getattr(file, key) for key in HASHED}
    hashed["boxes"] = [{key: getattr(box, key) for key in FirstBoxFile.__struct_fields__} for box in file.boxes]
    checked = {key: getattr(file, key) for key in file.__struct_fields__ if key not in _UNCHECKED}
    return digest(hashed) == file.hash and digest(checked) == file.checksum


KIT_3 = "kitgen/kit@3"

#: A number of games.
_Games = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class ThirdChoicesFile(FirstChoicesFile, frozen=True, forbid_unknown_fields=True):
    """The choices that made the kit; the hash leaves out those with the defaults given here."""

    rows_by: Literal["turn", "lying", "none"] = "turn"


class GivenBoxFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The beads that one box was given: a number for each of its slots."""

    box: BoxId
    beads: Annotated[tuple[BeadsLeft, ...], Meta(min_length=1, max_length=100)]


class GivenFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The beads that a machine starts with instead of those that its rule gives."""

    source: TextLine
    boxes: Annotated[tuple[GivenBoxFile, ...], Meta(max_length=100_000)]
    name: TextLine = ""
    won: _Games = 0
    drawn: _Games = 0
    lost: _Games = 0


class PlayedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game of a machine in training."""

    game: Annotated[int, Meta(ge=0, le=9_999_999)]
    picks: Annotated[
        str,
        Meta(
            pattern=r"^([A-Z]{0,2}[1-9][0-9]{0,5} [^\W_]{1,40}( (?=\w)|\Z))*\Z",
            max_length=5000,
            description="boxes and letters of beads, such as A1 R B4 L",
        ),
    ]
    result: Literal["W", "D", "L"]
    resigned: bool | None = None
    last_only: bool = False


class ThirdKitFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The whole file, its keys in the order in which they are written."""

    schema: TextLine
    hash: Digest
    name: Name
    title: Title
    game: TextLine
    choices: ThirdChoicesFile
    rule: RuleFile
    outcome: OutcomeFile
    draws: bool
    palette: Annotated[tuple[ColourFile, ...], Meta(min_length=1, max_length=100)]
    boxes: Annotated[tuple[BoxFile, ...], Meta(min_length=1, max_length=MOST_BOXES)]
    always: Annotated[tuple[AlwaysFile, ...], Meta(max_length=MOST_BOXES)]
    command: TextLine
    given: GivenFile | None = None
    played: Annotated[tuple[PlayedFile, ...], Meta(max_length=100_000)] = ()


_USUAL = {field.name: field.default for field in msgspec.structs.fields(ThirdChoicesFile)}


def third_hash(file: ThirdKitFile) -> str:
    """Return the hash of everything in a file but the hash itself and choices with their defaults."""
    covered = {key: getattr(file, key) for key in file.__struct_fields__ if key != "hash"}
    covered["choices"] = {key: value for key, usual in _USUAL.items() if (value := getattr(file.choices, key)) != usual}
    if file.given is None:
        del covered["given"]
    if not file.played:
        del covered["played"]
    return digest(covered)


def third_is_sound(file: ThirdKitFile) -> bool:
    """Return whether a file is unchanged since it was made."""
    return third_hash(file) == file.hash


KIT_4 = "kitgen/kit@4"


class FourthKitFile(ThirdKitFile, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A kit of a game that is told as data: its file holds the whole game. Other kits are in the third version."""

    game: Annotated[str, Meta(pattern=r"^told:\{.*\}\Z", max_length=20_010, description="told: and a game as JSON")]


JOB_1 = "kitgen/job@1"

_Pages = Annotated[int, Meta(ge=1, le=100_000)]


class JobStockFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of label or card."""

    name: TextLine
    width: Millimetres
    height: Millimetres


class JobPartFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One part of a PDF."""

    name: TextLine
    title: TextLine
    first: _Pages
    pages: _Pages
    shows: Literal["cards", "boards", "walls", "always", "route", "tiles", "nothing"]
    top: Annotated[float, Meta(ge=0, le=10_000)] = 0.0


class FirstJobFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    schema: TextLine
    command: TextLine
    page: TextLine
    stock: JobStockFile
    options: dict[TextLine, bool | int | float | str]
    parts: Annotated[tuple[JobPartFile, ...], Meta(max_length=1000)]


JOB_2 = "kitgen/job@2"

#: The path of a file in a folder of templates; it cannot lead out of the folder.
_TemplatePath = Annotated[
    str,
    Meta(
        pattern=r"^([A-Za-z0-9][\w-]{0,59}/){1,2}[\w][\w .-]{0,59}\.(toml|md)\Z",
        description="a path in a folder of templates, such as texts/en/cover.toml",
    ),
]
#: The text of a user's own file.
_Content = Annotated[str, Meta(max_length=500_000)]


class SecondJobFile(FirstJobFile, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    printed: Annotated[tuple[TextLine, ...], Meta(max_length=1000)] = ()
    templates: Annotated[dict[_TemplatePath, _Content], Meta(max_length=100)] = {}
    label: _Content = ""
    games: _Content = ""


JOB_3 = "kitgen/job@3"


class ThirdJobFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    schema: TextLine
    kitgen: TextLine
    writer: TextLine
    contract: Annotated[int, Meta(ge=1, le=1000)]
    command: TextLine
    page: TextLine
    stock: JobStockFile
    options: dict[TextLine, bool | int | float | str]
    parts: Annotated[tuple[JobPartFile, ...], Meta(max_length=1000)]
    printed: Annotated[tuple[TextLine, ...], Meta(min_length=1, max_length=1000)]
    templates: Annotated[dict[_TemplatePath, _Content], Meta(max_length=100)] = {}
    label: _Content = ""
    games: _Content = ""


MANIFEST_1 = "kitgen/manifest@1"


class RunFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the kit in a folder is printed."""

    page: str
    stock: JobStockFile
    templates: str | None
    parts: tuple[str, ...]
    options: dict[str, bool | int | float | str]
    svg: bool


class ManifestFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    schema: str
    about: str
    command: str
    kit: str
    run: RunFile
    files: dict[str, str]
