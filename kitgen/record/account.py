"""An account of a file: what had something in it and was not read, by name."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

UnreadKind = Literal["sheet", "column", "row", "position"]


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """Where a board is in the file of another program: the number of its line or entry, and its
    signs.
    """

    unit: Literal["line", "entry"]
    number: int
    signs: str


@dataclass(frozen=True, slots=True)
class UnreadBoard:
    """A board of another machine that is no box, for ``texts/LANG/journal.toml``.

    Attributes:
        why: the key of the reason in the table ``board``.
        values: what is filled in there.
        other: another board that the reason names.
    """

    at: BoardPlace
    why: str
    values: Mapping[str, object] = field(default_factory=dict)
    other: BoardPlace | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """A part of a file with something in it that was not read.

    Attributes:
        name: its name, as ``--ignore`` takes it: of a sheet, the heading or letter of a column,
            ``line 16``; all boards of another machine that are no boxes have one name.
        cells: how many of its cells are not empty.
        example: some of its content.
        board: the board, if it is one.
    """

    kind: UnreadKind
    name: str
    cells: int
    example: str = ""
    board: UnreadBoard | None = None


@dataclass(frozen=True, slots=True)
class ForeignNote:
    """A note on how the machine of another program was read or written, for
    ``texts/LANG/journal.toml``.

    Attributes:
        key: of its text in the table ``foreign``.
        values: what is filled in there.
        count: the number by which the text is chosen; None if it has one form.
        boxes: the boxes that it names, and ``more`` how many others there are.
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    count: int | None = None
    boxes: tuple[str, ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Account:
    """What was read of a file, and what was not.

    Attributes:
        cells: how many cells were read.
        unread: the parts that were not read and that nobody has named.
        ignored: those that were not read because they were named.
        titles: the titles of its tables.
        follows: the columns that are not needed, since they follow from the others.
        waiting: the lines with nothing but the number of a game.
        tally: how many games have a result and no beads, because the table has no columns for them.
    """

    cells: int = 0
    unread: tuple[Unread, ...] = ()
    ignored: tuple[Unread, ...] = ()
    titles: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    tally: int = 0

    def without(self, names: Collection[str]) -> "Account":
        """Return the account where some parts are ignored by name.

        >>> remarks = Unread("column", "Our  remarks on it", 3)
        >>> Account(unread=(remarks,)).without(["our Remarks on it"]).unread
        ()
        """
        wanted = set(map(_folded, names))
        ignored = tuple(part for part in self.unread if _folded(part.name) in wanted)
        unread = tuple(part for part in self.unread if part not in ignored)
        return replace(self, unread=unread, ignored=(*self.ignored, *ignored))


def _folded(name: str) -> str:
    """Return a name in small letters, with one blank between its words."""
    return " ".join(name.casefold().split())
