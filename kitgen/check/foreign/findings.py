"""What is found in a table: one finding for each mistake that explains it."""

from dataclasses import dataclass
from typing import Literal

from kitgen.check.foreign.boards import Signs
from kitgen.model import Move, Position

#: What can be found. Each has a text in ``texts/LANGUAGE/foreign.toml``.
Kind = Literal[
    "missing",  # a position that the table should have
    "wrong",  # a position that should be another one, by one typing error
    "doubled_wrong",  # a position that stands twice, one of which should be another one
    "unreadable",  # a board that cannot be read
    "exchanged",  # board and moves stand in each other's place
    "unreachable",  # a position that no game comes to
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
        kind: what is wrong.
        places: where: lines of the file or numbers of entries, the wrong one first; none for what is missing.
        position: the position of the table, or the missing one; None where it is none.
        should: the position that should stand there; None where nothing should.
        signs: what the table has for each cell.
        move: the move as it is written in the table.
        move_should: the move that should stand there, as the table would write it.
        wrong: the squares of the move that should not stand there.
        right: the moves that should.
        kept: the moves of the table that are right.
        other: another position that the finding is about: the one that this is an image of.
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
