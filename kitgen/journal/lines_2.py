"""Journals as JSON Lines, frozen: what the first line holds, and each other one.

``kitgen/journal@2`` is ``kitgen/session@1`` under the name that the record of a machine has now.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kitgen.kit.frozen_formats import RuleFile

SCHEMA = "kitgen/journal@2"
#: All versions that are read; both have the same keys.
VERSIONS = ("kitgen/session@1", SCHEMA)

_Number = Annotated[int, Meta(ge=1, le=9_999_999)]


class MarkedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a marked sheet: where it stands, the number that its game has, and how it came into the journal."""

    sheet: _Number
    row: _Number
    game: _Number
    how: Literal["read", "completed", "confirmed", "corrected", "void", "on"]


class JournalLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: which machine played.

    Attributes:
        schema: the format.
        software: the version of kitgen that began the journal.
        kit_hash: the kit's hash; two files of one machine have the same.
        rule_name: what its learning rule is called.
        rule: what the rule says.
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
    """Any other line: a game.

    Attributes:
        game: its number.
        picks: the beads, each as ``B4 R``.
        result: ``W``, ``D`` or ``L``, for the machine.
        opponent, starts, when, remark: as somebody has written it.
        resigned: whether the machine gave up at an empty box, where somebody has said so.
        last_only: true where the beads are only the last ones.
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
