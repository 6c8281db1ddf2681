"""The schema of ``kit.json``, versions 1 and 2 (docs/kit-json.md says what each key holds)."""

from typing import Literal

import msgspec

from kitgen.kit.choices import Choices
from kitgen.kit.rule import Rule


class SlotFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One slot as it stands in ``kit.json``."""

    move: str
    equivalent: tuple[str, ...]
    colour: str
    letter: str
    symbol: str
    beads: int
    verdict: Literal["wins", "draws", "loses"]
    value: int
    plies: int | None


class BoxFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One box as it stands in ``kit.json``."""

    id: str
    turn: int
    later: bool
    position: str
    mirror_of: str | None
    slots: tuple[SlotFile, ...]


class ReachedBoxFile(BoxFile, frozen=True, forbid_unknown_fields=True):
    """One box with what leads to it, as it stands in ``kit.json`` from version 2 on.

    Arrivals are pairs of cells, for the text of a move may depend on the position that it is made in.
    """

    arrivals: tuple[tuple[int | None, int], ...]


class AlwaysFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position in which an express machine always plays the same, as it stands in ``kit.json``."""

    id: str
    turn: int
    later: bool
    position: str
    move: str
    equivalent: tuple[str, ...]
    verdict: Literal["wins", "draws"]
    value: int
    plies: int | None


class ColourFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One colour as it stands in ``kit.json``; see ``Colour``."""

    key: str
    name: str
    letter: str
    symbol: str
    fill: str
    line: str


class OutcomeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the start of the game is worth to the side that begins it, as it stands in ``kit.json``."""

    verdict: Literal["wins", "draws", "loses"]
    value: int
    plies: int | None


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What both versions have."""

    schema: str
    hash: str
    name: str
    title: str
    game: str
    choices: Choices
    rule: Rule
    palette: tuple[ColourFile, ...]
    always: tuple[AlwaysFile, ...]
    command: str


class FirstKitFile(_Head, frozen=True, forbid_unknown_fields=True):
    """The schema of ``kit.json``, version 1."""

    boxes: tuple[BoxFile, ...]


class KitFile(_Head, frozen=True, forbid_unknown_fields=True):
    """The schema of ``kit.json``, version 2."""

    boxes: tuple[ReachedBoxFile, ...]
    outcome: OutcomeFile
    draws: bool
    checksum: str
