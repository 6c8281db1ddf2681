"""The tables of a certificate, versions 2 and 3 (docs/verification.md)."""

import msgspec
from msgspec import UNSET, UnsetType

from kitgen.kit.file_table import FileTable

CERTIFICATE_SCHEMA = "kitgen/certificate@3"
#: Written if moves do not determine the symmetries of a game.
WITHOUT_SYMMETRIES = "kitgen/certificate@2"


class CertifiedSlot(FileTable, frozen=True):
    """A slot: its moves, its beads, and whether they are good."""

    moves: list[str]
    beads: int
    value: int
    plies: int | None
    good: bool


class CertifiedBox(FileTable, frozen=True):
    """A box, whose id is its key."""

    position: str
    slots: list[CertifiedSlot]


class CertifiedPosition(FileTable, frozen=True):
    """A position, what it is worth, and what the machine does in it.

    Attributes:
        moves: the number of the position after each move.
        wins, left: in games of points, what each move wins, and how many more moves can win points.
        box, slots, drawn: where the machine opens a box: its id, the slot of each move, the moves
            that are drawn.
        plays: where it opens none: its move.
    """

    position: str
    mover: int
    result: int | None
    value: int
    plies: int | None
    moves: dict[str, int]
    wins: dict[str, int] | UnsetType = UNSET
    left: int | UnsetType = UNSET
    box: str | UnsetType = UNSET
    slots: dict[str, int] | UnsetType = UNSET
    drawn: list[str] | UnsetType = UNSET
    plays: str | UnsetType | None = UNSET


class Claims(FileTable, frozen=True):
    """The claims; no ``lines`` if positions recur."""

    value: int
    plies: int | None
    positions: int
    boxes: int
    beads: int
    lines: list[int] | None


class Certificate(FileTable, frozen=True):
    """The whole file but its seal, ``sha256``."""

    schema: str
    game: str
    kit: str
    machine: list[str]
    sides: list[str]
    points: bool
    forced: str
    express: bool
    opponent: str
    merged: bool
    mirrors: list[str]
    claims: Claims
    boxes: dict[str, CertifiedBox]
    positions: list[CertifiedPosition]
    symmetries: list[dict[str, str]] | UnsetType = UNSET
    endless: str = ""


def as_written(data: dict[str, object]) -> dict[str, object]:
    """Return the plain data of a certificate as they are written: without keys that are as
    usual.
    """
    plain: dict[str, object] = msgspec.to_builtins(msgspec.convert(data, Certificate))
    return plain
