"""Journals as JSON Lines, frozen. ``kitgen/journal@2`` is ``kitgen/session@1`` under another name."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kitgen.kit.frozen_formats import RuleFile

SCHEMA = "kitgen/journal@2"
#: All versions that are read; both have the same keys.
VERSIONS = ("kitgen/session@1", SCHEMA)

_Number = Annotated[int, Meta(ge=1, le=9_999_999)]


class MarkedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a marked sheet: its place, the number of its game, and how it came into the journal."""

    sheet: _Number
    row: _Number
    game: _Number
    how: Literal["read", "completed", "confirmed", "corrected", "void", "on"]


class JournalLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: the machine.

    Attributes:
        schema: the format.
        software: the version of kitgen that began the journal.
        kit_hash: the kit's hash, the same in all files of a machine.
        kit: the whole ``kit.json``, as it was printed.
        marked: the rows of marked sheets from which games come, and those that are crossed out.
    """

    schema: str
    software: str
    kit_hash: str
    rule_name: str
    rule: RuleFile
    kit: msgspec.Raw
    marked: tuple[MarkedLine, ...] = ()


class GameLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any other line: a game; see ``GameRow``.

    Attributes:
        picks: the beads, each as ``B4 R``.
        result: ``W``, ``D`` or ``L``, for the machine.
    """

    game: int
    picks: list[str]
    result: str
    opponent: str = ""
    starts: str = ""
    when: str = ""
    remark: str = ""
    resigned: bool | None = None
    last_only: bool = False
