"""The tables of a journal as JSON Lines: ``kitgen/journal@2``."""

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from kitgen.kit.file_table import FileTable
from kitgen.kit.kit import Kit
from kitgen.kit.rule import Rule
from kitgen.record.game_lines import NotedRow
from kitgen.record.machine_events import MachineEvent
from kitgen.record.rows import GameRow

LINES_SCHEMA = "kitgen/journal@2"
#: The beginning of its name before kitgen 1.0.
SESSION = "kitgen/session@"


@dataclass(frozen=True, slots=True)
class JournalHead:
    """The machine of a journal; see ``JournalLine``."""

    software: str
    rule_name: str
    rule: Rule
    kit: Kit
    marked: tuple[NotedRow, ...] = ()
    events: tuple[MachineEvent, ...] = ()


class JournalLine(FileTable, frozen=True):
    """The first line: the machine.

    Attributes:
        schema: the format.
        software: the version of kitgen that began the journal.
        kit_hash: the kit's hash, the same in all files of a machine.
        kit: the whole ``kit.json``, as it was printed.
        marked: the rows of marked sheets from which games come, and those that are crossed out.
        events: what happened to the machine beside its games.
    """

    live: ClassVar = JournalHead

    schema: str
    software: str
    kit_hash: str
    rule_name: str
    rule: Rule
    kit: msgspec.Raw
    marked: tuple[NotedRow, ...] = ()
    events: tuple[MachineEvent, ...] = ()


class GameLine(FileTable, frozen=True):
    """Any other line: a game; see ``GameRow``.

    Attributes:
        picks: the beads, each as ``B4 R``.
        result: ``W``, ``D`` or ``L``, for the machine.
    """

    live: ClassVar = GameRow

    game: int
    picks: list[str]
    result: str
    opponent: str = ""
    starts: str = ""
    when: str = ""
    remark: str = ""
    resigned: bool | None = None
    last_only: bool = False
