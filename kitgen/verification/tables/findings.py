"""The findings of a table: one for each mistake that explains it."""

from dataclasses import dataclass
from typing import Literal

from kitgen.model import Move, Position
from kitgen.verification.tables.boards import Signs

#: The kinds of findings. Each has a text in ``texts/LANGUAGE/foreign.toml``.
Kind = Literal[
    "missing",  # a position that the table should have
    "missing_most",  # most of the positions that the table should have
    "wrong",  # a position that should be another one, by one typing error
    "doubled_wrong",  # a position that stands twice, one of which should be another one
    "unreadable",  # a board that cannot be read
    "exchanged",  # board and moves stand in each other's place
    "unreachable",  # a position that no game reaches
    "over",  # a position in which the game is over
    "forced",  # a position with one move only, where such have no box
    "doubled",  # a position that stands twice
    "mirrored",  # a position whose image stands there, too
    "move_wrong",  # a move that should be another one
    "move_illegal",
    "move_missing",
    "move_doubled",
    "move_twin",  # a move whose image stands there, too
]


@dataclass(frozen=True, slots=True)
class TableFinding:
    """One mistake.

    Attributes:
        places: lines of the file or numbers of entries, the wrong one first; none for what is missing.
        signs: what the table has for each cell.
        right: the moves that should be there.
        kept: the moves of the table that are right.
        other: the position that this one is an image of.
        count: how many positions are missing.
    """

    kind: Kind
    places: tuple[int, ...] = ()
    position: Position | None = None
    should: Position | None = None
    signs: Signs = ()
    move: str = ""
    move_should: str = ""
    wrong: tuple[int, ...] = ()
    right: tuple[Move, ...] = ()
    kept: tuple[Move, ...] = ()
    other: Position | None = None
    count: int = 1
